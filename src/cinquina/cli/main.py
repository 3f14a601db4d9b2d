"""The command `cinquina`: its commands, and one place where bad input becomes a sentence."""

import sys

import typer

from cinquina import __version__
from cinquina.cli import bench, games, play, playthrough, replay, rules, verify
from cinquina.core.errors import CinquinaError

app = typer.Typer(
    help="Five number card games to play, host and study.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (games, rules, play, replay, playthrough, verify, bench):
    app.command(command.__name__.rpartition(".")[2], help=command.__doc__)(command.run)


def version(show: bool) -> None:
    if show:
        typer.echo(f"cinquina {__version__}")
        raise typer.Exit


@app.callback()
def options(
    show: bool = typer.Option(False, "--version", callback=version, help="Say the version."),
) -> None:
    """Five number card games to play, host and study."""


def main() -> None:
    """Run the command line; a CinquinaError is one sentence and exit code 2."""
    try:
        app()
    except CinquinaError as problem:
        typer.echo(f"cinquina: {problem}", err=True)
        sys.exit(2)
    except BrokenPipeError:  # the reader, a pager perhaps, has seen enough
        sys.stderr.close()
        sys.exit(1)
