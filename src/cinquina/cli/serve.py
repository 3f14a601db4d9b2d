"""Start the server: tables for friends in the browser and on phones."""

from pathlib import Path
from typing import Annotated

import typer

from cinquina.cli.arguments import interpret


def run(
    host: Annotated[str | None, typer.Option(help="Address to listen on: 0.0.0.0 is all.")] = None,
    port: Annotated[int | None, typer.Option(help="Port; 0 is any that is free.")] = None,
    data: Annotated[Path | None, typer.Option(help="The file that keeps everything.")] = None,
    public_url: Annotated[str | None, typer.Option(help="How players reach the server.")] = None,
    database: Annotated[str | None, typer.Option(help="postgresql://… instead of a file.")] = None,
    redis: Annotated[str | None, typer.Option(help="redis://… for several workers.")] = None,
    workers: Annotated[int | None, typer.Option(help="Processes that serve.")] = None,
    log_json: Annotated[bool | None, typer.Option(help="Logs as JSON lines.")] = None,
    browser: Annotated[bool, typer.Option(help="Open the browser, if there is one.")] = True,
) -> None:
    interpret()  # the rules: bots that search think in a process of their own
    from cinquina.server.run import open_browser, qr_code, serve
    from cinquina.server.settings import Settings

    settings = Settings.of(
        host=host, port=port, data=data, public_url=public_url, database=database, redis=redis,
        workers=workers, log_json=log_json,
    )  # fmt: skip

    def started(address: str) -> None:
        typer.echo(f"Cinquina is at {address}   (Ctrl-C ends it; nothing is lost)")
        if typer.get_text_stream("stdout").isatty():
            typer.echo(qr_code(address))
        if browser:
            open_browser(address)

    serve(settings, started)
