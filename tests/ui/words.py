"""The words of the pages, from the files that the pages have them from."""

import json
import re
from functools import cache
from pathlib import Path

WORDS = Path(__file__).resolve().parents[2] / "ui" / "src" / "words"
LANGUAGES = ("en", "it", "fr", "es", "de", "pt")
Entry = str | dict[str, str]  # a sentence, or one for each plural form


@cache
def words(lang: str = "en") -> dict[str, Entry]:
    found: dict[str, Entry] = {}
    for file in sorted((WORDS / lang).glob("*.json")):
        found |= json.loads(file.read_text(encoding="utf-8"))
    return found


def word(key: str, lang: str = "en", **facts: str) -> str:
    """The words for a key that has no plural forms, filled in."""
    entry = words(lang)[key]
    assert isinstance(entry, str), f"{key} has plural forms"
    return re.sub(r"\{(\w+)\}", lambda fact: facts.get(fact[1], fact[0]), entry)


def like(*keys: str) -> re.Pattern[str]:
    """The beginning of what is said in English for any of these keys, whatever is filled in."""
    forms: list[str] = []
    for key in keys:
        entry = words()[key]
        forms += [entry] if isinstance(entry, str) else entry.values()
    return re.compile("|".join("^" + re.sub(r"\\{\w+\\}", ".+", re.escape(one)) for one in forms))
