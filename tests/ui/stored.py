"""What the server has stored of what was tapped in a page."""

import httpx
from playwright.sync_api import Page

from cinquina.server.log import AnyEntry, Moved
from tests.server.serving import Server


def code_of(page: Page) -> str:
    """The code of the table that a page shows."""
    return page.url.partition("/t/")[2].partition("?")[0]


def entries_of(server: Server, page: Page) -> list[AnyEntry]:
    table = httpx.get(f"{server.url}/api/tables/{code_of(page)}").json()["id"]
    return server.entries(table)


def moves(server: Server, page: Page, seat: int = 0) -> list[Moved]:
    """The moves of a seat."""
    return [one for one in entries_of(server, page) if isinstance(one, Moved) and one.seat == seat]
