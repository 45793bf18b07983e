"""Names of people and groups, taken apart as bibliographies need them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from scholarai.domain.invisible_characters import one_line
from scholarai.domain.values import Value

_PARTICLES = frozenset(
    "af al bin da das de del della den der des di dos du el ibn la le ten ter van vom von zu zum zur".split()
)
SUFFIXES = frozenset("jr jr. sr sr. ii iii iv".split())
# Words in names of groups, which no person has.
_GROUP_WORDS = frozenset(
    "& and association collaboration collaborators committee consortium department foundation group initiative institute "
    "investigators laboratory network organisation organization project society team university working".split()
)
# What manuscripts under blind review print in the place of their authors.
_NOBODY = re.compile(r"anonymous(?: (?:authors?(?:\(s\))?|submission))?|authors?(?:\(s\))?", re.IGNORECASE)


class Person(Value, frozen=True, kw_only=True):
    """Who wrote something; a group, or a name that cannot be taken apart, has a family name alone."""

    family: str
    given: str = ""
    particle: str = ""
    suffix: str = ""

    @property
    def is_group(self) -> bool:
        return not (self.given or self.particle or self.suffix)

    @property
    def full_name(self) -> str:
        return " ".join(filter(None, (self.given, self.particle, self.family, self.suffix)))


def is_nobody(name: str) -> bool:
    """Tell whether a name is a placeholder for authors who are not named, such as "Anonymous Authors"."""
    return _NOBODY.fullmatch(name.strip()) is not None


def person(name: str) -> Person:
    """Parse a name: "Ann van Dijk", "van Dijk, Ann", "Dijk, Jr., Ann" or "The Example Group"."""
    name = one_line(name)
    parts = [part.strip() for part in name.split(",")]
    if len(parts) in {2, 3} and all(parts):
        suffix = parts[1] if len(parts) == 3 else ""
        if len(parts) == 2 and parts[1].lower() in SUFFIXES:
            return _with_suffix(person(parts[0]), parts[1])
        particle, family = _particle(parts[0].split())
        return Person(family=family, given=parts[-1], particle=particle, suffix=suffix)
    words = name.split()
    if "," in name or _is_group(words):
        return Person(family=name)
    if words[-1].lower() in SUFFIXES and len(words) > 2:
        return _with_suffix(person(" ".join(words[:-1])), words[-1])
    first = next((at for at, word in enumerate(words[1:-1], 1) if word in _PARTICLES), len(words) - 1)
    particle, family = _particle(words[first:])
    return Person(family=family, given=" ".join(words[:first]), particle=particle)


def _is_group(words: Sequence[str]) -> bool:
    """Tell whether a name is one word or a group's, such as "The Example Consortium"."""
    return len(words) < 2 or words[0] in {"The", "the"} or not _GROUP_WORDS.isdisjoint(word.lower() for word in words)


def _particle(words: list[str]) -> tuple[str, str]:
    """Return the particles before a family name, and the name."""
    count = next((at for at, word in enumerate(words) if word not in _PARTICLES), len(words) - 1)
    count = min(count, len(words) - 1)
    return " ".join(words[:count]), " ".join(words[count:])


def _with_suffix(whole: Person, suffix: str) -> Person:
    return Person(family=whole.family, given=whole.given, particle=whole.particle, suffix=suffix)
