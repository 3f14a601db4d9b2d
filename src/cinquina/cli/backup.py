"""Copy the server's file, while the server runs or not."""

from pathlib import Path
from typing import Annotated

import typer

from cinquina.cli.arguments import Data, Database, interpret
from cinquina.core.errors import CinquinaError


def run(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where the copy goes.")],
    data: Data = None,
    database: Database = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there.")] = False,
) -> None:
    interpret()
    from cinquina.server.backup import back_up, dump_command
    from cinquina.server.settings import Settings

    if data is not None and database is None:
        database = ""  # a file that is named counts more than a variable
    settings = Settings.of(data=data, database=database, redis="", workers=1)
    if settings.database:
        raise CinquinaError(
            f"PostgreSQL has a tool of its own: {dump_command(settings.database, file)} "
            "(the password comes from PGPASSWORD or ~/.pgpass)."
        )
    copied = back_up(settings.data, file, force)
    typer.echo(
        f"{file}: {copied.tables:,} tables with {copied.entries:,} entries, "
        f"{copied.size / 1e6:.1f} MB, checked with PRAGMA integrity_check."
    )
