"""Reads fields of services' replies, in which anything may be missing, null, or of another type."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping
from typing import Any

from scholarai.domain.identifiers import whole_doi
from scholarai.domain.invisible_characters import visible

_TAG = re.compile(r"<[^<>]{0,300}>")
# Longer titles and questions do not find more. A guess.
_MOST_WORDS = 40
# Services that want all words of a search find nothing for a whole question: of more words than these, one is enough, and
# the service ranks works by how many they hold. Guesses.
_ALL_OF, _MOST_OF_ANY = 3, 12
# Plausible years of publication.
_YEARS = range(1400, 2201)


def at(value: object, *path: str | int) -> Any:
    """Return what stands at a path of an answer, None where there is nothing."""
    for step in path:
        if isinstance(step, str) and isinstance(value, Mapping):
            value = value.get(step)
        elif isinstance(step, int) and isinstance(value, list) and -len(value) <= step < len(value):
            value = value[step]
        else:
            return None
    return value


def each(value: object, *path: str | int) -> Iterator[Any]:
    """Yield the items of the list at a path; nothing where there is no list."""
    found = at(value, *path)
    if isinstance(found, list):
        yield from found


def text(value: object) -> str | None:
    """Return a text as one line without markup; None if it is empty or no text."""
    if not isinstance(value, str):
        return None
    plain = html.unescape(_TAG.sub("", html.unescape(value)))
    # Where markup stood on lines of its own, blanks are left inside of parentheses.
    return " ".join(visible(plain).split()).replace("( ", "(").replace(" )", ")") or None


def texts(value: object, *path: str | int) -> tuple[str, ...]:
    """Return the texts of a list, each once."""
    return tuple(dict.fromkeys(one for one in map(text, each(value, *path)) if one))


def words(text: str) -> str:
    """Return the words of a title or a question without signs, which mean something in most query languages."""
    return " ".join("".join(c if c.isalnum() else " " for c in text).split()[:_MOST_WORDS])


def searched(text: str, field: str = "") -> str:
    """Return a search for a text's words, such as "all:" before each, in the language that most services read (Lucene's)."""
    wanted = [f"{field}{word}" for word in words(text).split()]
    return " AND ".join(wanted) if len(wanted) <= _ALL_OF else " OR ".join(wanted[:_MOST_OF_ANY])


def year(value: object) -> int | None:
    """Return a year given as a number, or at the beginning of a text such as a date."""
    digits = str(value)[:4] if isinstance(value, int | str) else ""
    return int(digits) if digits.isascii() and digits.isdigit() and int(digits) in _YEARS else None


def count(value: object) -> int | None:
    """Return a count; None if the value is none."""
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def doi(value: object) -> str | None:
    return whole_doi(value) if isinstance(value, str) else None


def address(value: object) -> str | None:
    """Return the address of an open file: https, since nothing else is fetched; plain http is tried as https."""
    if not isinstance(value, str) or len(value) > 2_000 or any(c.isspace() for c in value):
        return None
    secure = f"https://{value.removeprefix('http://')}" if value.startswith("http://") else value
    return secure if secure.startswith("https://") else None


def addresses(*values: object) -> tuple[str, ...]:
    return tuple(dict.fromkeys(found for found in map(address, values) if found))
