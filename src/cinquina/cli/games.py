"""The games there are, with their players and options."""

from rich.console import Console
from rich.table import Table

from cinquina.cli.arguments import interpret


def run() -> None:
    interpret()
    from cinquina import games

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for title in ("game", "name", "players", "options"):
        table.add_column(title)
    for slug in games.slugs():
        rules = games.load(slug)
        options = [f"{o.name} ({o.values}; {str(o.default).lower()})" for o in rules.OPTIONS]
        players = f"{rules.MIN_PLAYERS}–{rules.MAX_PLAYERS}"
        table.add_row(slug, rules.NAME, players, "\n".join(options))
    Console().print(table)
