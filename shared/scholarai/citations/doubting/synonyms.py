"""Knows which words are synonyms, which are opposites, and which make stronger claims."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

from scholarai.citations.doubting import tables
from scholarai.citations.meaning import meaning, spelled_alike, turns
from scholarai.domain.values import Value

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

# Endings that do not change a word's meaning, longest first; not those of degree (higher, highest) or of lack (harmless).
_ENDINGS = ("ations", "ation", "ments", "ences", "ances", "ment", "ence", "ance", "ings", "edly", "ions", "ing", "ion", "ies", "ity", "ied", "ed", "es", "ly", "al", "s")  # fmt: skip
_SHORT_ENDINGS = frozenset({"s", "es", "ed", "ing", "ings"})
_ROOT_LETTERS, _SHORT_ROOT_LETTERS = 4, 3
_NEGATING_PREFIXES = ("un", "in", "im", "ir", "il", "non", "dis")


class Synonyms(Value, frozen=True, kw_only=True):
    """The tables of `doubting.tables`, by normalized word; `alike` and `same_units` give the lines that a word is in."""

    weak: frozenset[str]
    strong: frozenset[str]
    guessing: frozenset[str]
    sweeping: frozenset[str]
    restricting: frozenset[str]
    approximating: frozenset[str]
    denying: frozenset[str]
    particles: frozenset[str]
    joining: frozenset[str]
    symmetric: frozenset[str]
    equalling: frozenset[str]
    reporting: frozenset[str]
    generic: frozenset[str]
    alike: dict[str, frozenset[int]]
    same_units: dict[str, frozenset[int]]
    measures: tuple[dict[str, float], ...]


@cache
def synonyms() -> Synonyms:
    """Return the tables, which are built once, in about a millisecond."""
    return Synonyms(
        weak=frozenset(tables.WEAK.split()),
        strong=frozenset(tables.STRONG.split()),
        guessing=frozenset(tables.GUESSING.split()),
        sweeping=frozenset(tables.SWEEPING.split()),
        restricting=frozenset(tables.RESTRICTING.split()),
        approximating=frozenset(tables.APPROXIMATING.split()),
        denying=frozenset(tables.DENYING.split()),
        particles=frozenset(tables.PARTICLES.split()),
        joining=frozenset(tables.JOINING.split()),
        symmetric=frozenset(tables.SYMMETRIC.split()),
        equalling=frozenset(map(root, tables.EQUALLING.split())),
        reporting=frozenset(tables.REPORTING.split()),
        generic=frozenset(tables.GENERIC.split()),
        alike=_lines_of(tables.ALIKE, by_root=True),
        same_units=_lines_of(tables.SAME_UNITS, by_root=False),
        measures=tuple(map(_measure, tables.MEASURES)),
    )


@lru_cache(maxsize=1 << 14)
def root(form: str) -> str:
    """Return a normalized word without endings that keep its meaning: "improves" and "improvement" are one."""
    bare = form
    for ending in _ENDINGS:
        least = _SHORT_ROOT_LETTERS if ending in _SHORT_ENDINGS else _ROOT_LETTERS
        if form.endswith(ending) and not form.endswith("ss") and len(form) - len(ending) >= least:
            bare = form[: -len(ending)]
            break
    while len(bare) > _SHORT_ROOT_LETTERS and bare[-1] in "eiy":
        bare = bare[:-1]
    if len(bare) > _ROOT_LETTERS + 1:
        bare = bare.removesuffix("at")
    return bare[:-1] if len(bare) > _SHORT_ROOT_LETTERS and bare[-1] == bare[-2] else bare


@lru_cache(maxsize=1 << 14)
def alike(form: str, other: str) -> bool:
    """Tell whether two words mean the same: one word with another ending or spelling, or synonyms of the table."""
    if form == other:
        return True
    if _stands_against(form, other) or turns(form, other):
        return False
    lines = synonyms().alike
    return (
        root(form) == root(other)
        or spelled_alike(form, other)
        or bool(lines.get(root(form), frozenset()) & lines.get(root(other), frozenset()))
    )


def same_unit(form: str, other: str) -> bool:
    """Tell whether two units or counted things are the same: "ms" and "milliseconds"."""
    lines = synonyms().same_units
    return alike(form, other) or bool(lines.get(form, frozenset()) & lines.get(other, frozenset()))


@lru_cache(maxsize=1 << 14)
def opposed(form: str, other: str) -> bool:
    """Tell whether two words are opposites, whatever their endings."""
    return _stands_against(form, other) or root(other) in _opposite_roots().get(root(form), frozenset())


def negated_in(one: str, roots: AbstractSet[str]) -> bool:
    """Tell whether other roots include a root with a negating affix, or without its own."""
    bare = (one[len(prefix) :] for prefix in _NEGATING_PREFIXES if one.startswith(prefix))
    return any(f"{prefix}{one}" in roots for prefix in _NEGATING_PREFIXES) or any(other in roots for other in bare)


@lru_cache(maxsize=1 << 14)
def negates(form: str, other: str) -> bool:
    """Tell whether one word is the other with a negating affix, whatever the endings: "agree", "disagreed"."""
    return negated_in(root(form), {root(other)}) or turns(form, other)


def opposites_of(form: str) -> frozenset[str]:
    """Return the roots of a word's opposites."""
    return _opposite_roots().get(root(form), frozenset())


@lru_cache(maxsize=1 << 12)
def near_opposites_of(form: str) -> frozenset[str]:
    """Return the roots of the opposites of a word and its synonyms."""
    lines = synonyms().alike.get(root(form), frozenset())
    return opposites_of(form).union(*(_opposites_of_lines()[line] for line in lines))


def _stands_against(form: str, other: str) -> bool:
    if other not in meaning().opposites.get(form, frozenset()):
        return False
    lines = synonyms().alike
    return not lines.get(root(form), frozenset()) & lines.get(root(other), frozenset())


@cache
def _opposite_roots() -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for form, others in meaning().opposites.items():
        against = frozenset(root(other) for other in others if _stands_against(form, other))
        found[root(form)] = found.get(root(form), frozenset()) | against
    return {form: others - {form} for form, others in found.items()}


def _measure(line: str) -> dict[str, float]:
    parts = line.split()
    return {unit: float(factor) for unit, factor in zip(parts[::2], parts[1::2], strict=True)}


@cache
def _opposites_of_lines() -> dict[int, frozenset[str]]:
    found: dict[int, frozenset[str]] = {}
    for one, lines in synonyms().alike.items():
        for line in lines:
            found[line] = found.get(line, frozenset()) | _opposite_roots().get(one, frozenset())
    return found


def _lines_of(lines: Sequence[str], *, by_root: bool) -> dict[str, frozenset[int]]:
    found: dict[str, frozenset[int]] = {}
    for number, line in enumerate(lines):
        for word in line.split():
            key = root(word) if by_root else word
            found[key] = found.get(key, frozenset()) | {number}
    return found
