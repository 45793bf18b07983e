"""Headings: which groups are titles of sections, and their levels."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import zip_longest

from scholarai.parsing.pdf.layout.columns import SIDEBAR
from scholarai.parsing.pdf.layout.mathematics import is_math_font, math_share
from scholarai.parsing.pdf.layout.metrics import Metrics
from scholarai.parsing.pdf.structure.groups import CAPTION, Group, is_centered, starts_bullet
from scholarai.parsing.pdf.structure.heading import Heading, Look, look_of
from scholarai.parsing.pdf.structure.numbering import in_sequence, number_kind, numbered_level, uses_roman
from scholarai.parsing.pdf.structure.run_in import run_in_heading
from scholarai.parsing.pdf.text.titles import Numbered, is_section_name, parted

_MAX_CHARACTERS = 220
_MAX_ROWS = 4
_LARGER = 1.07
_MUCH_LARGER = 1.3
# No theorem or example is set this much larger than the text.
_DISPLAYED = 1.15
_MAX_SENTENCE = 120
_REPEATED = 3
_SURE_HEADINGS = 3
_MATHS_IN_TITLE = 0.25
# "cmbx" and "cmti" share two letters, "Nimbus" and "DejaVu" none.
_FAMILY_LETTERS = 2
# The next row comes after one usual leading: nothing sets the two apart.
_TIGHT = 1.12
# The level of an unnumbered run-in title, as of LaTeX's \\paragraph and APA's fourth.
_RUN_IN_LEVEL = 4
_WORD = re.compile(r"[^\W\d_]{3,}|[\u2e80-\u9fff]{2,}")
_SENTENCE_END = re.compile(r"[.,;]$")
_STATEMENT = re.compile(
    r"\W*(?:theorem|lemma|proposition|corollary|definition|remark|proof|example|claim|conjecture|assumption|observation|"
    r"fact|exercise|problem|question|algorithm|case|solution|input|output|require|ensure|initialize|return|step)s?\b[\s.:]*"
    r"(?:[A-Z]?\d|\(|[.:]|[A-Z]\.|of\b)|\W*(?:proof|input|output|require|ensure|initialize|return|step)$",
    re.IGNORECASE,
)
_NOTICE = re.compile(
    r"(?:(?:20\d\d )?(?:acm|mathematics) subject|digital object identifier|doi\b|pacs\b|msc\b|jel\b|ccs concepts|general terms|"
    r"categories and subject|received\b|accepted\b|submitted\b|index terms|key\s?words and phrases|to cite this|how to cite|"
    r"\(?dated\b|typeset\b|draft version|corresponding author|e-?mail)",
    re.IGNORECASE,
)
_CONTENTS_LINE = re.compile(r"(?:[,.\s]\s*|\.{2,}\s*)\d{1,3}$")


def heading_candidates(groups: Sequence[Group], metrics: Metrics) -> list[Heading]:
    """Return the groups that look like headings, in order, those of the title page among them."""
    found = []
    for group, following in zip_longest(groups, groups[1:]):
        if group.size > _DISPLAYED * metrics.size or not _is_statement(group.text):
            heading = run_in_heading(group, metrics) or _heading(group, following, metrics)
            found += [heading] if heading is not None else []
    return found


def settled(candidates: Sequence[Heading]) -> list[Heading]:
    """Return the candidates that are headings, with their levels."""
    found = in_sequence(_trusted(_in_known_type(_without_contents(_without_repeats(candidates)))))
    _set_levels(found)
    return found


def _is_statement(text: str) -> bool:
    """Tell whether a group states a theorem or the like, a step of an algorithm, or a notice of the title page."""
    return bool(_STATEMENT.match(text) or _NOTICE.match(text)) and not is_section_name(text)


def _heading(group: Group, following: Group | None, metrics: Metrics) -> Heading | None:
    text = group.text.strip()
    if not _could_be(group, text, metrics):
        return None
    number, title, stop = parted(text)
    look = look_of(group.first, metrics)
    strong = group.size > _LARGER * metrics.size or look.bold or look.capitals
    named = is_section_name(title)
    if not named and not _reads_like_title(group, look, Numbered(number, title, stop), strong=strong):
        return None
    tight = following is not None and following.gap < _TIGHT and following.page_number == group.page_number
    if following is not None and _is_no_section(
        group, following, metrics, tight=tight, sure=named or number is not None
    ):
        return None
    same_size = group.size < _LARGER * metrics.size
    return Heading(
        group=group,
        title=title.rstrip(".: "),
        number=number,
        look=look,
        stop=stop,
        tight=tight and same_size and not named and not number,
    )


def _reads_like_title(group: Group, look: Look, text: Numbered, *, strong: bool) -> bool:
    """Tell whether a group's text and type are those of a title rather than of a sentence."""
    number, title, _ = text
    if not (strong or _stands_alone(group, look, number, title)) or (title[:1].islower() and not (number and strong)):
        return False
    if title.endswith(":") and not number and title.count(" ") > 3:
        return False
    if not number and not _is_wording(group, look):
        return False
    marked = strong or (look.italic and number is not None)
    return not _SENTENCE_END.search(title) or (marked and title.endswith(".") and len(title) < _MAX_SENTENCE)


def _is_wording(group: Group, look: Look) -> bool:
    """Tell words from formulas: an unnumbered title in ordinary type has no letter in a mathematical font."""
    if max(map(math_share, group.rows)) > _MATHS_IN_TITLE:
        return False
    return look.bold or not any(is_math_font(run.style.font) for row in group.rows for run in row.runs)


def _is_no_section(group: Group, following: Group, metrics: Metrics, *, tight: bool, sure: bool) -> bool:
    """Tell whether what follows goes on with a group's sentence, or is small print that no section begins with."""
    if tight and following.first.text[:1].islower():
        return True
    if following.equation and not sure and group.first.italic and not group.first.bold:
        return True
    small = following.size < 0.9 * metrics.size and not following.equation
    return small and not sure and group.size < _MUCH_LARGER * metrics.size


def _could_be(group: Group, text: str, metrics: Metrics) -> bool:
    first = group.first
    if (
        len(group.rows) > _MAX_ROWS
        or len(text) > _MAX_CHARACTERS
        or first.vertical
        or group.equation
        or first.column == SIDEBAR
    ):
        return False
    if (first.cells and not parted(text).number) or (first.bold and not all(row.bold for row in group.rows)):
        return False
    if group.size < 0.8 * metrics.size or first.share("mono") > 0.5 or starts_bullet(text) or CAPTION.match(text):
        return False
    if not _WORD.search(text) or any(math_share(row) > 0.45 for row in group.rows):
        return False
    letters = sum(map(str.isalpha, text))
    return letters >= 0.55 * len(text.replace(" ", ""))


def _stands_alone(group: Group, look: Look, number: str | None, title: str) -> bool:
    """Tell whether a row in body type stands like a heading: white above, short, in italics or with a number."""
    if group.gap < 1.2 or len(group.rows) > 2:
        return False
    short = group.last.x1 < group.last.right - 3 * group.size or (number is not None and is_centered(group.last))
    short = short and len(title) < 100
    return short and (look.italic or (number is not None and title[:1].isupper()))


def _without_repeats(found: Sequence[Heading]) -> list[Heading]:
    """Return the headings without titles that come again and again: panels of figures, stamps, not sections."""
    times = Counter(heading.title for heading in found if not heading.number and not heading.run_in)
    return [h for h in found if h.number or h.run_in or times[h.title] < _REPEATED or h.named]


def _in_known_type(found: Sequence[Heading]) -> list[Heading]:
    """Return the headings without stray labels in a typeface that no sure heading of the paper has."""
    known = [_family(heading) for heading in found if heading.number or heading.named]
    if len(known) < _SURE_HEADINGS:
        return list(found)
    return [h for h in found if h.number or h.named or _family(h) in known]


def _family(heading: Heading) -> str:
    """Return the typeface, apart from its weight and the size that TeX puts in a font's name."""
    name = heading.group.first.style.font.split("+")[-1].lower()
    return re.split(r"[-,\d]", name)[0][:_FAMILY_LETTERS]


def _without_contents(found: Sequence[Heading]) -> list[Heading]:
    """Return the headings without the lines of a table of contents, which end in page numbers."""
    listed = [
        h for h in found if _CONTENTS_LINE.search(h.group.text) and not re.search(r"\b(?:19|20)\d\d$", h.group.text)
    ]
    by_page = Counter(h.group.page_number for h in listed)
    lines = {h for h in listed if by_page[h.group.page_number] >= 4 or h.group.text[-20:].count(".") > 4}
    return [h for h in found if h not in lines]


def _trusted(found: Sequence[Heading]) -> list[Heading]:
    """Return the headings whose look is not seen more often than headings are."""
    looks = Counter(heading.look for heading in found)
    numbered = Counter(heading.look for heading in found if heading.number)
    return [h for h in found if looks[h.look] <= 60 or numbered[h.look] >= 0.3 * looks[h.look] or h.named]


def _set_levels(found: list[Heading]) -> None:
    """Set levels: by the number where there is one, by look where not."""
    kinds: list[str] = []
    roman = uses_roman(found)
    by_look: dict[Look, Counter[int]] = {}
    for heading in found:
        if heading.number:
            kind = number_kind(heading.number, roman=roman)
            kinds += [] if kind in kinds else [kind]
    for heading in found:
        if heading.number:
            heading.level = numbered_level(heading.number, kinds)
            by_look.setdefault(heading.look, Counter())[heading.level] += 1
    known = {look: counts.most_common(1)[0][0] for look, counts in by_look.items()}
    ranked = _ranked(found)
    for heading in found:
        if not heading.number:
            heading.level = _unnumbered_level(heading, known, ranked)


def _ranked(found: Sequence[Heading]) -> list[Look]:
    """Return the looks of displayed headings from the most to the least prominent."""
    order: list[Look] = []
    for heading in found:
        look = heading.look._replace(centered=False)
        if look not in order and not heading.run_in and not heading.tight:
            order.append(look)
    return sorted(
        order, key=lambda look: (-look.size, not look.bold, not look.capitals, look.italic, order.index(look))
    )


def _unnumbered_level(heading: Heading, known: dict[Look, int], ranked: Sequence[Look]) -> int:
    if heading.run_in or (heading.tight and (known or len(ranked) > 1)):
        return _RUN_IN_LEVEL
    look = heading.look._replace(centered=False)
    plain = {other._replace(centered=False): level for other, level in known.items()}
    level = known.get(heading.look, plain.get(look))
    if level is None:
        level = _level_by_rank(look, plain, ranked, named=heading.named)
    return level


def _level_by_rank(look: Look, known: dict[Look, int], ranked: Sequence[Look], *, named: bool) -> int:
    """Return the level of a look that no numbered heading has, from the looks that are more prominent."""
    place = ranked.index(look) if look in ranked else len(ranked)
    if not known:
        return 1 + place
    above = [known[other] for other in ranked[:place] if other in known]
    return min(known.values()) if named or not above else max(above) + 1
