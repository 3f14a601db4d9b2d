"""A real Chromium, real servers, and people with phones and desks."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, expect, sync_playwright

from tests.server.serving import Server, running
from tests.ui.people import PATIENCE, People

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)

expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A browser on a busy machine gets a second try; the run's last lines name who needed it."""
    for item in items:
        if item.path.parent == Path(__file__).parent:
            item.add_marker(pytest.mark.flaky(reruns=1))


def chromium() -> str | None:
    """A browser of this machine; None leaves it to playwright, which may have one of its own."""
    named = os.environ.get("CINQUINA_CHROMIUM")
    return named or next((path for name in NAMES if (path := shutil.which(name))), None)


@pytest.fixture(scope="package")  # playwright keeps a loop running: no coroutine could be tested
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        try:
            browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        except Error as problem:
            if "Executable doesn't exist" not in str(problem):
                raise
            pytest.skip("There is no Chromium: apt-get install chromium, or CINQUINA_CHROMIUM=…")
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("server") / "tables.db") as server:
        yield server


@pytest.fixture
def people(browser: Browser, server: Server) -> Iterator[People]:
    """Whoever comes to the server in this test. What their browsers complain of fails it."""
    people = People(browser, server.url)
    yield people
    people.go_home()


@pytest.fixture(scope="session")
def shots() -> Path:
    """Where pictures of the pages are put, for people to look at."""
    folder = Path(os.environ.get("CINQUINA_SHOTS", "test-artifacts"))
    folder.mkdir(parents=True, exist_ok=True)
    return folder
