"""The command `cinquina`: its commands, and one place where bad input becomes a sentence."""

import sys
from textwrap import shorten

import typer
from typer.exceptions import TyperException

from cinquina import __version__
from cinquina.cli import (
    backup,
    bench,
    compare,
    doctor,
    duel,
    games,
    ladder,
    load,
    play,
    playthrough,
    replay,
    review,
    rules,
    serve,
    simulate,
    verify,
)
from cinquina.core.errors import CinquinaError

app = typer.Typer(
    help="Five number card games to play, host and study. Without a command: serve.",
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
OWN = ("--help", "--version")  # options of no command
COMMANDS = (serve, backup, doctor, games, rules, play, replay, review, playthrough, verify)
LAB = (simulate, compare, duel, ladder, bench, load)
for command in (*COMMANDS, *LAB):
    app.command(command.__name__.rpartition(".")[2], help=command.__doc__)(command.run)


def version(show: bool) -> None:
    if show:
        typer.echo(f"cinquina {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def options(
    context: typer.Context,
    show: bool = typer.Option(False, "--version", callback=version, help="Say the version."),
) -> None:
    """Five number card games to play, host and study. Without a command: `serve`."""
    if context.invoked_subcommand is None:
        serve.run()


def main() -> None:
    """Run the command line; bad input is one sentence and exit code 2."""
    words = sys.argv[1:]
    if words and words[0].startswith("--") and words[0] not in OWN:
        words = ["serve", *words]  # without a command its options are meant
    try:
        code = app(words, standalone_mode=False)
    except CinquinaError as problem:
        typer.echo(f"cinquina: {problem}", err=True)
        sys.exit(2)
    except TyperException as problem:  # without a message it was a call for help
        if message := shorten(problem.format_message(), 300, placeholder="…"):
            typer.echo(f"cinquina: {message.rstrip('.')}.", err=True)
        sys.exit(2)
    except typer.Abort:
        sys.exit(130)
    except BrokenPipeError:  # the reader, a pager perhaps, has seen enough
        sys.stderr.close()
        sys.exit(1)
    sys.exit(code if isinstance(code, int) else 0)
