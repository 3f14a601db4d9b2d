"""What players say to each other: told to all who are there, and not stored."""

from typing import TYPE_CHECKING

from cinquina.server import messages
from cinquina.server.messages import SendEmote
from cinquina.server.refusals import Refusal
from cinquina.server.room import now

if TYPE_CHECKING:
    from cinquina.server.live import Live, Viewer

EVERY = 2000  # milliseconds, of one connection


class Emotes:
    def __init__(self, live: "Live") -> None:
        self._live = live
        self._said: dict[Viewer, int] = {}  # when, of those who said something just now

    def say(self, viewer: "Viewer", command: SendEmote) -> None:
        """Show everybody what a player says; the other workers pass it on."""
        live, at = self._live, now()
        self._said = {who: said for who, said in self._said.items() if said > at - EVERY}
        if viewer.seat is None:
            why = Refusal("watching", "You are watching: only players are seen.")
            live.send(viewer, live.refused(command.id, why))
        elif viewer in self._said:
            why = Refusal("too fast", "One after the other: wait a moment.")
            live.send(viewer, live.refused(command.id, why))
        else:
            self._said[viewer] = at
            self.relay(messages.Emote(viewer.seat, command.emote))
            live.hub.bus.publish(live.id, f"emote {viewer.seat} {command.emote}".encode())
            live.send(viewer, messages.Done(command.id, live.told))

    async def heard(self, body: bytes) -> None:
        """Another worker passes on what one of its players says."""
        seat, _, emote = body.decode().partition(" ")
        if emote in messages.EMOTES:
            self.relay(messages.Emote(int(seat), emote))

    def relay(self, emote: messages.Emote) -> None:
        message = messages.encode(emote)
        for viewer in self._live.viewers:
            viewer.send(message)
