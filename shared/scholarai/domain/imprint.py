"""The imprint of a work: volume, issue, pages, publisher and ISSN."""

import re
from typing import Any

from scholarai.domain.values import Value

# https://www.issn.org/understanding-the-issn/what-is-an-issn/
_ISSN = re.compile(r"(?<![\d-])(\d{4})[-‐–]?(\d{3}[\dXx])(?![\d-])")
_DASHES = re.compile(r" ?[-‐‑‒–—]{1,3} ?")


class Imprint(Value, frozen=True, kw_only=True):
    """The part of a work's metadata that the work itself seldom prints; None: not known.

    `page_range` is "12-19", one page, or the number that an article without pages has, such as "e1001300". `issn` is one of those
    that a journal has, in its usual form, "1549-1676".
    """

    volume: str | None = None
    issue: str | None = None
    page_range: str | None = None
    publisher: str | None = None
    issn: str | None = None


def imprint_of(about: Imprint) -> dict[str, Any]:
    """Return the fields of an imprint by name, taken from a value that has further fields."""
    return {name: getattr(about, name) for name in Imprint.__struct_fields__}


def issn_in(text: str | None) -> str | None:
    """Return the first ISSN of a text in its usual form, None where there is none."""
    match = _ISSN.search(text or "")
    return f"{match[1]}-{match[2].upper()}" if match else None


def page_range(first: str | None, last: str | None = None) -> str | None:
    """Return the pages of a work, given as a whole ("12–19") or as first and last, in the usual form, "12-19"."""
    one = _DASHES.sub("-", (first or "").strip()).strip("-")
    start, _, end = one.partition("-")
    one = start if start == end else one
    other = (last or "").strip()
    return f"{one}-{other}" if one and other and other != one else one or other or None
