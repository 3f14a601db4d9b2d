"""Who can't see hears the game: what the live regions say, and when."""

from playwright.sync_api import Page, expect

from tests.ui.people import People
from tests.ui.playing import buttons, hand, start_alone
from tests.ui.test_table import open_table
from tests.ui.words import word


def two_at_a_table(people: People, game: str) -> tuple[Page, Page]:
    """Grace and Ada, who have just begun."""
    host = people.come(name="Grace")
    code = open_table(host, game, 2)
    guest = people.come(f"/t/{code}")
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


def heard(page: Page) -> None:
    """From now on what is said is kept, for `until_said`."""
    page.evaluate(
        """() => {
          window.spoken = [];
          const region = document.querySelector("#main + [role=status]");
          new MutationObserver(() => spoken.push(region.textContent)).observe(
            region, { childList: true, characterData: true, subtree: true });
        }"""
    )


def until_said(page: Page, pattern: str) -> None:
    page.wait_for_function("it => RegExp(it).test(spoken.join(' '))", arg=pattern)


def test_one_hears_how_things_stand_and_when_it_is_ones_turn(people: People) -> None:
    page = people.come(level="novice", name="Ada")
    heard(page)
    start_alone(page, "add-up")
    until_said(page, r"The game begins\. .*Your hand: .+, .+\. .*(Your|’s) turn\.")
    until_said(page, r"Your turn\.")
    hand(page).first.click()
    buttons(page, "add-up.play.bottom").click()
    # One's own card, what one draws for it, and the others' cards, each a sentence.
    until_said(page, r"You: .+ bottom row\. .*You draw .+\. .*: .+ row\. .*Your turn\.")


def test_what_to_do_next_is_told_and_arrows_lay_a_card(people: People) -> None:
    page = people.come(level="novice")
    heard(page)
    start_alone(page, "add-up")
    until_said(page, word("add-up.choose"))
    hand(page).first.focus()
    page.keyboard.press("ArrowDown")  # nothing is chosen yet
    page.keyboard.press("Enter")
    until_said(page, "Where does the .+ go")
    page.keyboard.press("ArrowDown")
    until_said(page, r"You: .+ to the bottom row\.")
    expect(hand(page).and_(page.locator(":focus"))).to_have_count(1)
