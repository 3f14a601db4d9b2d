"""What can go wrong at the border. Every message is a sentence that says what would be right."""


class CinquinaError(ValueError):
    """Bad input: nothing was changed."""


class IllegalAction(CinquinaError):
    """An action that this player may not take now."""


class BadReplay(CinquinaError):
    """A replay or a saved table that is damaged, truncated or from elsewhere."""
