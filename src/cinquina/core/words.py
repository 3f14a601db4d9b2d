"""Values in words. (Apart from `text`: commands that only print need no NumPy.)"""

from typing import Any


def words(value: Any) -> str:
    """A value of a state or view without the punctuation of JSON."""
    if isinstance(value, list) and any(isinstance(item, list) for item in value):
        return " | ".join(words(item) for item in value)
    if isinstance(value, list):
        return " ".join(map(str, value)) or "-"
    if isinstance(value, dict):
        return ", ".join(f"{name} {words(item)}" for name, item in value.items())
    return "-" if value is None else str(value)
