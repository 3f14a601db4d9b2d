"""Who can't see hears the game: what the live regions say, and when."""

from playwright.sync_api import Page, expect

from tests.ui.people import People
from tests.ui.test_table import open_table
from tests.ui.words import word


def two_at_a_table(people: People, game: str, **remembered: bool) -> tuple[Page, Page]:
    """Grace and Ada, who have just begun."""
    host = people.come(name="Grace", **remembered)
    code = open_table(host, game, 2)
    guest = people.come(f"/t/{code}", **remembered)
    guest.get_by_label(word("table.name")).fill("Ada")
    guest.get_by_role("button", name=word("table.join")).click()
    expect(host.get_by_text("Ada", exact=True)).to_be_visible()
    host.get_by_role("button", name=word("table.start"), exact=True).click()
    for page in (host, guest):
        expect(page.get_by_role("list", name=word("table.players"))).to_be_visible()
    return host, guest


def test_a_dialog_does_not_silence_the_table(people: People) -> None:
    host, guest = two_at_a_table(people, "Add Up")
    host.get_by_role("button", name=word("table.menu")).click()
    guest.get_by_role("button", name=word("table.menu")).click()
    guest.get_by_role("button", name=word("emote.wow")).click()
    told = word("table.moved", name="Ada", action=word("emote.wow"))
    # By its role: what is behind the dialog has none.
    expect(host.get_by_role("dialog").get_by_role("status").filter(has_text=told)).to_be_attached()
    expect(host.get_by_text(told)).to_have_count(1)
