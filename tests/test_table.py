"""What a table keeps, and what it does not take."""

import hashlib
import json

import numpy as np
import pytest

from cinquina import BadReplay, CinquinaError, Game, Table, slugs
from cinquina.table import MAGIC
from tests.words import at


def forged(table: Table, **changes: object) -> bytes:
    """A saved table with another record or header, and a seal that fits."""
    body = table.to_bytes()[len(MAGIC) + 32 :]
    line, _, raw = body.partition(b"\n")
    states = np.frombuffer(raw, table.game.rules.STATE).copy()
    head = json.loads(line)
    for name, value in changes.items():
        if name in states.dtype.names:
            states[name] = value
        else:
            head[name] = value
    body = json.dumps(head).encode() + b"\n" + states.tobytes()
    return MAGIC + hashlib.sha256(body).digest() + body


@pytest.mark.parametrize("changes", [{"left": 3}, {"switches": 3}, {"history": []}, {"seed": 8}])
def test_a_forged_table_is_refused(changes: dict[str, object]) -> None:
    table = Game("push", 3).deal(seed=7)
    table.play(table.to_act[0], "flip")
    assert Table.from_bytes(forged(table)).state_bytes() == table.state_bytes()
    with pytest.raises(BadReplay, match="The saved table is not one"):
        Table.from_bytes(forged(table, **changes))


@pytest.mark.parametrize("body", [b"{}\n", b"not json", b"[]\nabc", b""])
def test_a_sealed_body_that_is_no_table_is_refused(body: bytes) -> None:
    with pytest.raises(BadReplay):
        Table.from_bytes(MAGIC + hashlib.sha256(body).digest() + body)


def test_a_position_that_was_set_up_is_kept_too() -> None:
    table = at("push", 3, deck=["R5", "B2"], open=[["R1"], [], []])
    assert Table.from_bytes(table.to_bytes()).state() == table.state()
    with pytest.raises(CinquinaError, match="no replay"):
        table.record()


@pytest.mark.parametrize("ms", [-5, 1.5, "3", "@ 3\nend: 0", 99])
def test_a_clock_only_goes_on(ms: object) -> None:
    table = Game("seven-ate-nine", 2).deal(seed=1)
    table.play(0, "draw", 100)
    before = table.state_bytes()
    with pytest.raises(CinquinaError, match="clock"):
        table.play(0, "draw", ms)  # type: ignore[arg-type]
    assert table.state_bytes() == before and len(table.history) == 1
    table.play(0, "draw", 100)


def test_times_are_kept_in_the_replay() -> None:
    table = Game("seven-ate-nine", 2).deal(seed=1)
    table.play(1, "draw", 840)
    assert "\n1 draw @840\n" in table.record()


@pytest.mark.parametrize("slug", slugs())
def test_numpy_integers_are_integers(slug: str) -> None:
    table = Game(slug, np.int64(2)).deal(np.int64(3))
    player = np.int64(table.to_act[0])
    assert table.legal(player) == table.legal(int(player)) and table.view(player)
    assert table.state_bytes() == Game(slug, 2).deal(3).state_bytes()
    table.play(player, table.legal(player)[0])
    assert Table.from_bytes(table.to_bytes()).state_bytes() == table.state_bytes()


def test_a_deck_of_ones_own_is_said() -> None:
    game = Game("add-up", 2, cards={"1": 20, "W": 2})
    assert game.options["deck"] == 22 and "'W': 2" in repr(game)
