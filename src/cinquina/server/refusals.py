"""Why a command changes nothing."""

from cinquina.core.text import Why


class Refusal(Exception):
    """`code` is for programs, the text for people; `late` is milliseconds, without turns.

    `why`: the game's key for what its rules forbid, with the facts."""

    def __init__(self, code: str, text: str, late: int = 0, why: Why = ("", {})) -> None:
        super().__init__(text)
        self.code, self.late, self.why = code, late, why


class AlreadyDone(Exception):
    """The same command came before, and made this version."""

    def __init__(self, version: int) -> None:
        super().__init__(version)
        self.version = version
