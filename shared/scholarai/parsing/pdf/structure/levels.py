"""Sets the levels of headings: by number if there is one, else by type."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise

from scholarai.parsing.pdf.structure.heading import Heading, Look
from scholarai.parsing.pdf.structure.numbering import number_kind, numbered_level, uses_roman
from scholarai.parsing.pdf.structure.thresholds import HEADINGS
from scholarai.parsing.pdf.text.titles import is_bibliography, is_end_matter

# The level of an unnumbered run-in heading in a numbered paper, as of LaTeX's \\paragraph.
_RUN_IN_LEVEL = 4


def set_levels(found: Sequence[Heading]) -> None:
    """Set the levels, from 1: of unnumbered headings by the type of the numbered ones, or without those by prominence."""
    numbered = [heading for heading in found if heading.number]
    _set_by_number(numbered, roman=uses_roman(found))
    others = [heading for heading in found if not heading.number]
    if len(numbered) > HEADINGS.numbered_share * len(found):
        _set_like_numbered(others, numbered)
    else:
        _set_by_prominence(others)
    _raise_end_matter(found)


def _raise_end_matter(found: Sequence[Heading]) -> None:
    """Give level 1 to what stands behind the text, however small its headings are, unless one heads all of it."""
    start = end = next((at for at, heading in enumerate(found) if is_bibliography(heading.title)), len(found))
    while start and is_end_matter(found[start - 1].title):
        start -= 1
    while end + 1 < len(found) and is_end_matter(found[end + 1].title):
        end += 1
    whole = start < end and found[start].title.lower() == "declarations"
    for heading in found[start : end + 1]:
        if heading.run_in or not (heading.number or whole):
            heading.level = 1


def _set_by_number(numbered: Sequence[Heading], *, roman: bool) -> None:
    kinds = list(dict.fromkeys(number_kind(heading.number or "", roman=roman) for heading in numbered))
    for heading in numbered:
        heading.level = numbered_level(heading.number or "", kinds)


def _set_like_numbered(others: Sequence[Heading], numbered: Sequence[Heading]) -> None:
    by_look: dict[Look, Counter[int]] = {}
    for heading in numbered:
        by_look.setdefault(heading.look, Counter())[heading.level] += 1
    known = {look: counts.most_common(1)[0][0] for look, counts in by_look.items()}
    plain = {_uncentered(look): level for look, level in known.items()}
    ranked = _ranked([*numbered, *others])
    for heading in others:
        look = _uncentered(heading.look)
        level = known.get(heading.look, plain.get(look))
        if heading.run_in or heading.tight:
            level = _RUN_IN_LEVEL
        heading.level = level or _level_by_rank(look, plain, ranked, named=heading.named)


def _uncentered(look: Look) -> Look:
    return look._replace(centered=False)


def _ranked(found: Sequence[Heading]) -> list[Look]:
    """Return the looks of displayed headings from the most to the least prominent."""
    looks = dict.fromkeys(_uncentered(h.look) for h in found if not h.run_in and not h.tight)
    return sorted(looks, key=_prominence)


def _prominence(look: Look) -> tuple[float, bool, bool, bool, bool]:
    """Return what orders looks from the most to the least prominent; equal ones keep their order."""
    return -look.size, not look.bold, not look.capitals, look.italic, not look.centered


def _level_by_rank(look: Look, known: dict[Look, int], ranked: Sequence[Look], *, named: bool) -> int:
    """Return the level of a look that no numbered heading has, by the more prominent looks."""
    place = ranked.index(look) if look in ranked else len(ranked)
    above = [known[other] for other in ranked[:place] if other in known]
    return min(known.values()) if named or not above else max(above) + 1


def _set_by_prominence(found: Sequence[Heading]) -> None:
    """Set dense levels by look; the look of most of the common section names has level 1."""
    classes = _classes(found)
    order = sorted(classes, key=lambda look: (look.run_in, *_prominence(look)))
    names = {look: sum(h.named for h in classes[look]) for look in order}
    top = max(order, key=lambda look: (not look.run_in, names[look]), default=None)
    if top is not None and names[top] >= HEADINGS.top_names:
        order = _below_top(order, top, found, classes)
    for look, members in classes.items():
        for heading in members:
            heading.level = order.index(look) + 1 if look in order else 1


def _below_top(
    order: Sequence[Look], top: Look, found: Sequence[Heading], classes: dict[Look, list[Heading]]
) -> list[Look]:
    """Return the order of looks without lone section names and lone titles above the sections.

    What occurs first inside a section ranks below it; what follows its heading at once ranks above what never does.
    """
    place = {heading: index for index, heading in enumerate(found)}
    order = [look for look in order if len(classes[look]) > 1 or not classes[look][0].named]
    above = [look for look in order[: order.index(top)] if len(classes[look]) > 1]
    before = [look for look in above if place[classes[look][0]] < place[classes[top][0]]]
    below = [look for look in [*above, *order[order.index(top) + 1 :]] if look not in before]
    first = {after.look for section, after in pairwise(found) if section in classes[top]}
    below.sort(key=lambda look: (look.run_in, first.isdisjoint(h.look for h in classes[look])))
    return [*before, top, *below]


def _classes(found: Sequence[Heading]) -> dict[Look, list[Heading]]:
    """Return the headings by look; centring counts where a look has both kinds of headings."""
    centered = Counter(_uncentered(h.look) for h in found if h.look.centered)
    flush = Counter(h.look for h in found if not h.look.centered)
    both = {
        look for look, count in centered.items() if count >= HEADINGS.both_sides and flush[look] >= HEADINGS.both_sides
    }
    mixed = {h.look for h in found if not h.look.capitals}
    classes: dict[Look, list[Heading]] = {}
    for heading in found:
        look = _without_acronym(heading, mixed)
        plain = _uncentered(look)
        classes.setdefault(look if plain in both else plain, []).append(heading)
    return classes


def _without_acronym(heading: Heading, mixed: AbstractSet[Look]) -> Look:
    """Return the style of a heading; an acronym's capitals are ignored if other headings have the same style in lower case."""
    plain = heading.look._replace(capitals=False)
    return plain if " " not in heading.title and not heading.named and plain in mixed else heading.look
