"""Why a command changes nothing."""


class Refusal(Exception):
    """`code` is for programs, the text for people; `late` is milliseconds, without turns."""

    def __init__(self, code: str, text: str, late: int = 0) -> None:
        super().__init__(text)
        self.code, self.late = code, late


class AlreadyDone(Exception):
    """The same command came before, and made this version."""

    def __init__(self, version: int) -> None:
        super().__init__(version)
        self.version = version
