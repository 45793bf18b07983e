"""Reads the authors on a title page: names, marks, and the affiliations that the marks refer to."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise, takewhile
from typing import NamedTuple

from scholarai.domain.content import Author, Box
from scholarai.parsing.pdf.front.thresholds import AUTHORS
from scholarai.parsing.pdf.layout.rows import Row, Run, merged
from scholarai.parsing.pdf.structure.initials import cased_by_size
from scholarai.parsing.pdf.text.names import PARTICLES, is_name

# Placeholders in the text of a row: a mark, whose text is kept separately, a wide gap or the end of a separate row, the end of a
# row within a name, and that of a full row, where a name may end or go on: white space to patterns.
_MARK, _BREAK, _HYPHEN, _OF_GROUP, _WRAP = "\x01", "\x03", "\x04", "\x05", "\x1f"
_ENDS = re.compile(rf"{_BREAK}|(?<={_MARK})\s+(?=[^\W\d_])")
_SUFFIX = re.compile(r"\b[JS]r\.?$")
# Marks behind authors' names. Nature's font calls its double dagger a brace.
_SYMBOLS = re.compile(r"(?:[*\u2217†‡§¶\u2016#⋆★☆✝✉\ue000-\uf8ff\ufffd♠⭐⊕◊]|(?<=[a-zß-ÿ])[{|}](?=[\s,;\x01\x03]|$))+")
_DIGITS = re.compile(r"(?<=[\w.\x01\x03])\s*(\d{1,2}(?:\s*,\s*\d{1,2})*)(?=\s*(?:[,;\x01\x03&]|(?i:and)\b|$))")
_SIGN = r"(?:[,;•\u00b7\u2219|&]|\b(?i:and|und)\b)"
_BULLETS = frozenset("\u2022\u00b7\u2219|")
_SEPARATOR = re.compile(rf"(?:(?<!\s)\s++(?:[\u2013\u2014-]\s|{_SIGN})|{_SIGN})\s*+")
_LEAD = re.compile(
    r"^(?:by|author(?:s|\(s\)| list)?\s*:?|dr\.?|prof\.?(?:essor)?|mr\.?|ms\.?|mrs\.?)\s+", re.IGNORECASE
)
# Degrees, fellowships and memberships behind names; those of two letters, which may be initials or a name, behind a comma.
_LETTERS = (
    "PhD DPhil MD DrPH PharmD DVM VMD DDS DMD BDS MDS BDSc MDSc DNP DSc ScD EdD PsyD MSc MPH MPP MHS MBA MEd MPhil MRes MStat MEng BSc BSN MSN "
    "APRN MBBS MBBCh MBChB BMBS BMedSci MSPH MSCE MSCI MSHP ScM MHA LLM LLB DPT CNM CStat"
)
_SHORT = "DO JD MS MA BS BA RN NP PA SM AB RD LD PT MB BM MM CPH"
_DOTTED = "|".join(r"\.?\s?".join(re.findall("[A-Z][a-z]*", name)) for name in _LETTERS.split())
_DOTTED_SHORT = "|".join(r"\.?\s?".join(name) for name in _SHORT.split())
_DEGREES = re.compile(
    rf"(?:(?<!\s)\s++|)\((?:(?:{_DOTTED}|{_DOTTED_SHORT})\b\.?,?\s?)+\)|"
    rf"(?:,?(?<!\s)\s++|,)?+\b(?:(?:{_DOTTED})\b\.?(?:\([A-Za-z]{{2,6}}\))?|(?:(?<=[a-z,]\s)|(?<=,))(?:F|MRC)\.?(?:(?:[A-Z]\.?){{2,8}}|(?:\s?[A-Z]\.){{2,8}})(?:\([A-Za-z]{{2,6}}\))?(?=\s*(?:[,;\x01\x03&]|and\b|$)))|"
    r"(?:,?(?<!\s)\s++|,)?+\(?\b(?:Senior\s+|Student\s+|Graduate\s+Student\s+|Life\s+)?(?:Member|Fellow),?\s*+IEEE\b\)?|"
    rf",\s*(?:{_DOTTED_SHORT})\b\.?(?=\s*(?:[,;\x01\x03&]|and\b|$))"
)
_SHORT_BEHIND = re.compile(rf"(?<=[a-z])\s(?:{_SHORT.replace(' ', '|')})$")
# Others stand alone between commas.
_DEGREE = re.compile(r"[A-Z]{2}[A-Za-z]{0,4}|[A-Z][a-z]{1,3}[A-Z]{1,3}")
# A group that signs behind the people, or for which they sign.
_GROUP_NAME = (
    r"\s(?:study group|working group|group|consortium|collaborat(?:ions?|ors|ive)|investigators|initiative|network|study team|team|"
    r"committee|task force)\b"
)
_GROUP = re.compile(
    r"(?:(?:[,;]\s++|\b)(?:and|on behalf of|for|representing)\b|[,;])\s++(?:the\s++)?"
    rf"(?P<name>[A-Z][^,;\x01\x03]{{2,90}}?{_GROUP_NAME})",
    re.IGNORECASE,
)
_COLLABORATIONS = re.compile(r"The (?:[^\W_][\w-]*\s){1,6}and (?:[^\W_][\w-]*\s){1,3}Collaborations")
# An ORCID iD, or an address for e-mail in brackets, behind a name.
_CONTACT = re.compile(
    r"(?:(?<!\s)\s++|)[(\[<][^\s()\[\]<>]{1,64}@[^\s()\[\]<>]{1,64}[)\]>]|(?:(?<!\s)\s++|)[(\[]?(?:ORCID(?:\siD)?:?\s*+)?(?:https?://)?(?:www\.)?(?:orcid\.org/)?\d{4}-\d{4}-\d{4}-\d{3}[\dX]\b[)\]]?",
    re.IGNORECASE,
)
# The text behind the picture of an ORCID iD.
_ORCID_ICON = re.compile(r"(?:(?<=[a-zß-ÿ])|(?<=[\x01\s]))(?:ID|iD)(?=[\s,;\d*\x01\x03]|$)")
# Rows of a title page that read like names: where people work, what they are, and notices of publishers.
_NO_PERSON = re.compile(
    r"\blibrar|medicin|\bhealth|\bsciences?\b|\bservices?\b|professor|director\b|committee|\bmembers?\b|\barticle|\breview|\breport\b|"
    r"\bstatus\b|\bproject\b|supplement|materials?\b|checklist|\babstract|keywords?\b|\bopen access\b|\bsociety|\bstud(?:y|ies)\b|\btext\b|\bthesis|\bsummary|\bcitations?\b",
    re.IGNORECASE,
)
_ORCID = re.compile(r"\b(\d{4}-\d{4}-\d{4}-\d{3}[\dX])\b")
# Names begin like Francesca, Overstreet and Campusano: short words count only whole, and countries not as France Légaré's name.
_AFFILIATION = re.compile(
    r"universi|institut|departa?ment|\bdept|laborator|\bschool|college|\bcent(?:er|re)\b|facult[yéà]|\bfakult|division|hospital|"
    r"\b(?:inc|ltd|gmbh|group|cnrs|inria|labs?|states|kingdom|council|campus|street|avenue|box|draft|standort|redaktion|verlag)\b|"
    r"corporation|\bresearch|academy|agency|observator|foundation|museum|@|https?:|\d{4,}|google|microsoft|"
    r"\b(?:USA|UK|germany|deutschland|france|china|japan|brazil|brasil|canada|netherlands|italy|spain|switzerland|australia|africa)\b"
    r"(?!\s(?-i:[A-ZÀ-Þ][a-zß-ÿ]))|"
    r"company|technolog|hochschule|högskol|(?-i:\bUC\s|[a-z]Labs?\b)|polyt[eé]ch|[eé]cole|independent|affiliation|zentrum|abteilung|lehrstuhl|"
    r"\bdate|january|february|\bmarch\b|\bapril\b|\bjune\b|\bjuly\b|august\b|september|october|november|december|abstract|"
    r"corresponding|equal|contribut|preprint|submitted|received|accepted|published|\bversion|\beditor|copyright|\u00a9|licen[cs]e",
    re.IGNORECASE,
)


# A comma between names, not between marks.
_LIST_COMMA = re.compile(r"(?<!\d),|,(?!\s?\d)")
_WITH_INITIAL = re.compile(r"(?:[A-Z]\.[\s-]?){1,3}[A-Z][^\W\d_]")
_MARKED_NAME = re.compile(r"\d[\d,]{0,8}\s(?:(?i:and)|&)\s")
# `MIT CSAIL` or `ETH Zürich`; in lists of names with initials without full stops, most have one or two.
_CAPITALS = re.compile(r"^[A-Z]{2,}\s")
_ABBREVIATION = re.compile(r"^[A-Z]{3,}\s")
# IEEE's conference template numbers the authors: `1st Ann Lee`.
_ORDINAL = re.compile(r"(?:(?<=[\s\x03])|^)\d{1,2}\s?(?:st|nd|rd|th)\b\s?")
# What follows the authors on a manuscript's title page, and may name one of them again.
_AFTER_AUTHORS = re.compile(
    r"\W{0,3}(?:corr?e?sponding|correspondence|(?:present|current) address|address (?:for|all)|reprint|running (?:title|head)|"
    r"short title|word count|edited by|reviewed by|(?:handling |academic |associate |subject )?editor)\b",
    re.IGNORECASE,
)
# A day or a month on a title page, and what notices there begin with.
_DATE = re.compile(
    r"\W*(?:\d{1,2}\.?\s)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?,?\s(?:\d{1,2},\s)?(?:19|20)\d\d\b\W*$",
    re.IGNORECASE,
)
_NOTICE = re.compile(
    r"\W{0,2}(?:(?:partially )?supported by|this\s|received|accepted|submitted|published|revised|draft\b|to appear|permission|copyright|"
    r"\u00a9|technical report|abstract\b)",
    re.IGNORECASE,
)


class _Named(NamedTuple):
    name: str
    marks: tuple[str, ...]
    rows: tuple[Row, ...]


def read_authors(
    rows: Sequence[Row],
    links: Sequence[tuple[Box, str]],
    stated: Sequence[str] = (),
    above: Sequence[Row] = (),
    text: str = "",
) -> tuple[Author, ...]:
    """Return the authors named in the rows between title and abstract.

    Args:
        rows: These rows, in reading order.
        links: Web links of the page; an ORCID iD is often a link under an icon.
        stated: Names from the file's metadata, used if the page names nobody, or the same people.
        above: The rows above the title, which name the authors in some journals.
        text: The paper's text: what that has in small letters, as `position paper`, names nobody if others do.
    """
    rows = _joined([cased_by_size(row, AUTHORS.small_capitals) for row in rows if not row.vertical])
    end = next((at for at, row in enumerate(rows) if _AFTER_AUTHORS.match(row.text)), len(rows))
    named, affiliations = _names_and_affiliations(rows[:end], text)
    if not named and text:
        named, affiliations = _names_and_affiliations(rows[:end])
    named = named or _lists_in(above) or _names_before_affiliations(affiliations)
    affiliations += [(len(named), row) for row in rows[end:]]
    marked = _marked_affiliations([row for _, row in affiliations])
    orcids = _orcids(named, rows, links)
    authors = [
        Author(
            name=_cased(item.name),
            orcid=orcids.get(index),
            affiliation=_affiliation(index, named, marked, affiliations),
        )
        for index, item in enumerate(named)
    ]
    return tuple(_reconciled(authors, stated))


def _lists_in(rows: Sequence[Row]) -> list[_Named]:
    """Return the names in rows that list several; one alone may be a journal's, such as `Ecology Letters`."""
    named, _ = _names_and_affiliations(
        _joined([cased_by_size(row, AUTHORS.small_capitals) for row in rows if not row.vertical])
    )
    return [item for item in named if sum(item.rows == other.rows for other in named) > 1]


def _joined(rows: Sequence[Row]) -> list[Row]:
    """Return rows with the parts of a list of names on one baseline joined, which gaps or raised marks have parted."""
    names = {row: _listed(row) for row in rows}
    found: list[Row] = []
    taken: set[Row] = set()
    for row in rows:
        if row in taken:
            continue
        near = [
            other for other in rows if names[row] and names[other] and other not in taken and _is_beside(row, other)
        ]
        beside = [other for other in near if names[row] + names[other] > AUTHORS.listed_names]
        found.append(merged(sorted([row, *beside], key=lambda part: part.x0)) if beside else row)
        taken |= {row, *beside}
    return found


def _listed(row: Row) -> int:
    """Return how many names a row lists, more if marks show that it is of a list."""
    if _AFFILIATION.search(row.text) or _begins_with_mark(row):
        return 0
    names = names_in([row])
    marked = any(name.marks for name in names) or _MARKED_NAME.match(row.text) is not None
    return len(names) + AUTHORS.listed_names * marked


def _is_beside(row: Row, other: Row) -> bool:
    near = row.page_number == other.page_number and abs(row.baseline - other.baseline) < AUTHORS.beside_ems * row.size
    return near and (other.x0 > row.x1 - 1.0 or other.x1 < row.x0 + 1.0)


def _names_and_affiliations(rows: Sequence[Row], text: str = "") -> tuple[list[_Named], list[tuple[int, Row]]]:
    """Return the names in rows, and each row without names with the number of names before it."""
    named: list[_Named] = []
    affiliations: list[tuple[int, Row]] = []
    for part in _style_runs(rows):
        marked_place = _begins_with_mark(part[0])
        other = bool(named) and not any(_is_alike(named[0].rows[0], row) for row in part)
        names = [] if other or (named and named[0].marks and marked_place) else _names_after(named, part, text)
        if names:
            named += names
            continue
        for row in part:
            # Rows that are not all names may still include rows of names.
            alone = [] if marked_place or len(part) == 1 or other else _names_after(named, [row], text)
            named += alone
            affiliations += [] if alone else [(len(named), row)]
            named += [] if alone or marked_place or other else _before_place(row, named)
    kept = _without_places(named)
    own = {*map(id, kept)}
    order = {id(row): at for at, row in enumerate(rows)}
    others = {row: at for at, item in enumerate(named) if id(item) not in own for row in item.rows}
    places = sorted([*affiliations, *((at, row) for row, at in others.items())], key=lambda place: order[id(place[1])])
    return kept, [(sum(id(item) in own for item in named[:before]), row) for before, row in places]


def _names_after(named: Sequence[_Named], rows: Sequence[Row], text: str) -> list[_Named]:
    """Return the names in rows that are not all words of the text; behind no name, a row that begins with `and` goes on with a title."""
    found = [] if not named and rows[0].text.startswith("and ") else names_in(rows)
    return [] if all(is_phrase(item.name, text) for item in found) else found


def is_phrase(name: str, text: str) -> bool:
    """Tell whether the words of a name stand side by side, in small letters, in a text."""
    return re.search(rf"\b{re.escape(name.lower())}\b", text) is not None


def _without_places(named: Sequence[_Named]) -> list[_Named]:
    """Return the names without places, such as `UC San Diego`, and without what else stands in a row with one."""
    times = Counter(item.name for item in named)
    people = (item.name for item in named if not re.search(_GROUP_NAME, item.name, re.IGNORECASE))
    capitals = [name for name in people if _CAPITALS.match(name)]
    few = 2 * len(capitals) <= len(named) and all(map(_ABBREVIATION.match, capitals))
    few = few and not all(item.name.isupper() for item in named)
    places = {
        item
        for item in named
        if times[item.name] >= AUTHORS.place_times or (few and item.name in capitals) or _is_repeated(item.name)
    }
    rows = {item.rows for item in places if len(item.rows) == 1}
    return [item for item in named if item not in places and item.rows not in rows]


def _is_repeated(name: str) -> bool:
    """Tell whether a name says one word as often as several people are from there; `Li Li` is a name."""
    words = name.split(" ")
    return len(words) >= AUTHORS.place_times and len({*words}) == 1


def _before_place(row: Row, named: Sequence[_Named]) -> list[_Named]:
    """Return the names with initials at a row's start, before where these people work: `A. Lee, B. Cho, CERN, Geneva`."""
    parts = map(_bare, _parts(_marked_text([row])[0]))
    found = [*takewhile(lambda part: _WITH_INITIAL.match(part) and is_name(part), parts)]
    known = all(_WITH_INITIAL.match(item.name) for item in named)
    return [_Named(name, (), (row,)) for name in found] if known and len(found) + len(named) > 1 else []


def _is_alike(row: Row, other: Row) -> bool:
    """Tell whether two rows may belong to one list of names: in type of about one size, and both in capitals or neither."""
    near = abs(row.size - other.size) <= AUTHORS.list_size_share * row.size
    return near and row.text.isupper() == other.text.isupper()


def _begins_with_mark(row: Row) -> bool:
    """Tell whether a row begins with a raised number or letter, as affiliations do; marks of authors follow their names."""
    lead = row.runs[0]
    small = lead.raised or lead.style.size_pt < AUTHORS.mark_size_share * row.size
    return (
        len(row.runs) > 1
        and small
        and len(row.text[: lead.end].strip()) <= AUTHORS.mark_characters
        and row.text[0].isalnum()
    )


def has_affiliation(text: str) -> bool:
    """Tell whether text contains an affiliation, a date or the like, which names never and titles rarely do."""
    return _AFFILIATION.search(text) is not None


def begins_with_degree_holder(text: str) -> bool:
    """Tell whether text begins with a name before an academic degree, as a list of authors does and no title."""
    degree = _DEGREES.search(text)
    return degree is not None and is_name(text[: degree.start()].partition(",")[0].strip())


def _style_runs(rows: Sequence[Row]) -> list[list[Row]]:
    """Return rows in runs of one style, with affiliations separate from possible names."""
    parts: list[list[Row]] = []
    for row in rows:
        above = parts[-1][-1] if parts else None
        alike = (
            above is not None
            and abs(above.size - row.size) < AUTHORS.same_size_pt
            and above.style.bold == row.style.bold
            and row.baseline - above.baseline < AUTHORS.row_ems * row.size
            and not _AFFILIATION.search(_CONTACT.sub("", above.text))
            and not _AFFILIATION.search(_CONTACT.sub("", row.text))
            and not _begins_with_mark(row)
        )
        if alike:
            parts[-1].append(row)
        else:
            parts.append([row])
    return parts


def names_in(rows: Sequence[Row]) -> list[_Named]:
    """Return the names in rows, none if the rows contain anything else."""
    text, marks = _marked_text(rows)
    text, degrees = _DEGREES.subn("", _LEAD.sub("", text.strip(" |")))
    collaborations = " ".join(text.strip(f" .*{_BREAK}{_MARK}").split())
    if _COLLABORATIONS.fullmatch(collaborations):
        return [_Named(collaborations, (), tuple(rows))]
    text, group = _without_group(text)
    found: list[_Named] = []
    if not text or _AFFILIATION.search(text) or _NO_PERSON.search(text) or len(text) > AUTHORS.list_characters:
        return []
    taken = 0
    for part in _without_remarks(_unwrapped(_parts(text))):
        count = part.count(_MARK)
        own = tuple(marks[taken : taken + count])
        taken += count
        name = _SHORT_BEHIND.sub("", _bare(part)) if degrees else _bare(part)
        if not name:
            if found and own:
                found[-1] = found[-1]._replace(marks=found[-1].marks + own)
        elif found and _SUFFIX.fullmatch(name):
            found[-1] = found[-1]._replace(name=f"{found[-1].name} {name}", marks=found[-1].marks + own)
        elif found and _DEGREE.fullmatch(name) and (own or len(found) > 1 or not name.isupper()):
            found[-1] = found[-1]._replace(marks=found[-1].marks + own)
        elif name == _OF_GROUP or is_name(name):
            found.append(_Named(name, own, tuple(rows)))
        else:
            return []
    people = [item for item in found if item.name != _OF_GROUP]
    return [item._replace(name=group) if item.name == _OF_GROUP else item for item in found] if people else []


def _without_group(text: str) -> tuple[str, str]:
    """Return a list with a placeholder for the group that signs in it, and the name of that, empty for none."""
    group = _GROUP.search(text) if len(text) <= AUTHORS.list_characters else None
    if group is None:
        return text, ""
    head = text[: group.start()].rstrip(" ,;")
    return f"{head}, {_OF_GROUP}{text[group.end() :]}".lstrip(" ,"), " ".join(group["name"].split())


def _without_remarks(parts: Sequence[str]) -> list[str]:
    """Return the parts of a list of authors up to the first one behind a group that is no name, such as a remark on the group."""
    end = next((at + 1 for at, part in enumerate(parts) if _OF_GROUP in part), len(parts))
    return [*parts[:end], *takewhile(lambda part: is_name(_bare(part)), parts[end:])]


def _unwrapped(parts: Sequence[str]) -> list[str]:
    """Return parts, of which one over two full rows is two names if it has more words than any other, and each row's is a name."""
    whole = [part for part in parts if _WRAP not in part]
    most = max((len(_bare(part).split()) for part in whole), default=len(_bare("".join(parts)).split()))
    found: list[str] = []
    for part in parts:
        names = part.split(_WRAP)
        long = len(_bare(part).split()) > most
        found += names if long and all(is_name(_bare(name)) for name in names) else [part]
    return found


def _bare(part: str) -> str:
    """Return a part of a list without marks and punctuation; the full stop of `Jr.` is the name's."""
    name = " ".join(part.replace(_MARK, " ").split()).strip(" ,|")
    return name if _SUFFIX.search(name) else name.strip(" .,")


def _parts(text: str) -> list[str]:
    """Split text at separators; ends of rows, and marks, separate names only if each part is one name."""
    parts: list[str] = []
    for piece in _SEPARATOR.split(text):
        rows = [row for row in _ENDS.split(piece) if row.strip()]
        alone = all(is_name(_bare(row)) for row in rows)
        parts += rows if alone or not rows else [" ".join(rows)]
    return parts


def _marked_text(rows: Sequence[Row]) -> tuple[str, list[str]]:
    """Return the rows' text with marks replaced by placeholders, and the marks in order."""
    pieces: list[str] = []
    marks: list[str] = []
    for row in rows:
        gaps = _wide_gaps(row)
        for run in row.runs:
            if run.start in gaps:
                pieces.append(_BREAK)
            piece = row.text[run.start : run.end]
            bare = piece.strip(" ,;")
            if not _is_mark(row, run) or _ORDINAL.match(row.text, row.text.rfind(" ", 0, run.start) + 1):
                inner = [gap for gap in gaps if run.start < gap < run.end]
                pieces.append(_with_breaks(row.text, run.start, run.end, inner))
            elif bare:
                pieces.append(_MARK + ("," if piece.rstrip().endswith(",") and not run.raised else " "))
                marks.append(bare)
            elif not piece.strip():
                pieces.append(piece)
        pieces.append(_HYPHEN if row.text.endswith("-") else _end_of(row, apart=bool(gaps)))
    joined = re.sub(f"-{_HYPHEN}(?=[a-zß-ÿ])", "", "".join(pieces)).replace(_HYPHEN, "")
    joined = _ORDINAL.sub(_BREAK, _ORCID_ICON.sub("", _CONTACT.sub("", joined)))
    text, marks = _with_placeholders(joined, marks, _SYMBOLS)
    return _with_placeholders(text, marks, _DIGITS)


def _is_mark(row: Row, run: Run) -> bool:
    """Tell whether a run is raised or small, and neither a word nor the small capitals behind the first one of a name."""
    small = run.raised or run.style.size_pt < AUTHORS.mark_size_share * row.size
    capitals = not run.raised and re.match("[A-ZÀ-Þ]{2}", row.text[max(run.start - 1, 0) : run.start + 1])
    piece = row.text[run.start : run.end]
    return small and not capitals and not re.search(r"[A-Za-z]{3}", piece) and piece.strip() not in _BULLETS


def _end_of(row: Row, *, apart: bool) -> str:
    """Return what stands for the end of a row: a space where a list of names goes on behind a comma or `and`."""
    if row.text.rstrip().lower().endswith((",", " and", "&")) or row.text.rsplit(" ", 1)[-1] in PARTICLES:
        return " "
    full = row.x1 - row.x0 > AUTHORS.full_pt and not (apart and not _LIST_COMMA.search(row.text))
    return f" {_WRAP}" if full else _BREAK


def _wide_gaps(row: Row) -> list[int]:
    """Return the starts of words after a gap wider than a space: TeX separates authors by an em or more."""
    found, at = [], 0
    for index, word in enumerate(row.text.split(" ")):
        if index and row.extents[2 * index] - row.extents[2 * index - 1] > AUTHORS.name_gap_ems * row.size:
            found.append(at)
        at += len(word) + 1
    return found


def _with_breaks(text: str, start: int, end: int, gaps: Sequence[int]) -> str:
    edges = [start, *gaps, end]
    return _BREAK.join(text[a:b] for a, b in pairwise(edges))


def _with_placeholders(text: str, marks: list[str], pattern: re.Pattern[str]) -> tuple[str, list[str]]:
    """Return text with the matches of `pattern` replaced by placeholders too, and all marks in order."""
    out: list[str] = []
    ordered: list[str] = []
    known = iter(marks)
    at = 0
    for match in pattern.finditer(text):
        head = text[at : match.start()]
        ordered += [next(known) for _ in range(head.count(_MARK))]
        out += [head, _MARK]
        ordered.append(match[1] if match.re.groups else match[0])
        at = match.end()
    return "".join([*out, text[at:]]), [*ordered, *known]


def _names_before_affiliations(affiliations: list[tuple[int, Row]]) -> list[_Named]:
    """Return the names in rows that also hold affiliations, as in `Ann Lee, University of Somewhere`."""
    found = []
    rows = [row for _, row in affiliations]
    for above, row in zip([None, *rows], rows, strict=False):
        if above is not None and above.text.endswith(",") and row.text.count(",") < 2:
            continue  # the rest of an address
        first = re.split(r"[,(]|\s[\u2013\u2014\u2022\u25cf\u00b7-]\s", row.text, maxsplit=1)[0]
        name = " ".join(_SYMBOLS.sub(" ", re.sub(r"\d", " ", first)).split())
        if name != row.text and is_name(name) and not _AFFILIATION.search(name):
            found.append(_Named(name, (), (row,)))
    return found


def _marked_affiliations(rows: Sequence[Row]) -> dict[str, str]:
    """Return affiliations by their preceding mark: raised, a symbol, or a number in the sequence 1, 2, 3."""
    text = " ".join(_with_raised_marks(row) for row in rows)
    text = re.sub(rf"(?<!{_MARK})(?:{_SYMBOLS.pattern})", lambda match: f"{_MARK}{match[0]}{_BREAK}", text)
    if not re.search(f"{_MARK}\\d", text):
        text = _with_counted_marks(text)
    affiliations: dict[str, str] = {}
    for piece in text.split(_MARK)[1:]:
        key, _, rest = piece.partition(_BREAK)
        affiliation = " ".join(rest.split()).strip(" ,;")
        if affiliation:
            affiliations.setdefault(key, affiliation)
    return affiliations


def _with_raised_marks(row: Row) -> str:
    pieces = []
    for run in row.runs:
        piece = row.text[run.start : run.end]
        small = run.raised or run.style.size_pt < AUTHORS.mark_size_share * row.size
        small = small and 0 < len(piece.strip(" ,.")) <= AUTHORS.place_mark_characters
        pieces.append(f"{_MARK}{piece.strip(' ,.')}{_BREAK}" if small else f"{piece} ")
    return "".join(pieces)


def _with_counted_marks(text: str) -> str:
    """Return the text with a sequence 1, 2, 3 … before capitals replaced by placeholders for affiliation marks."""
    at = 0
    for number in range(1, 100):
        match = re.compile(rf"(?:^|(?<=\s)){number}[.)]?\s+(?=[A-ZÀ-Þ])").search(text, at)
        if match is None:
            return text
        text = f"{text[: match.start()]}{_MARK}{number}{_BREAK}{text[match.end() :]}"
        at = match.start() + 3
    return text


def _affiliation(
    index: int, named: Sequence[_Named], marked: dict[str, str], affiliations: Sequence[tuple[int, Row]]
) -> str | None:
    item = named[index]
    keys = [key for mark in item.marks for key in re.findall(r"\d+|[a-z](?![a-z])|[^\w\s,]", mark)]
    found = [marked[key] for key in keys if key in marked and not _is_note(marked[key])]
    if found:
        return "; ".join(dict.fromkeys(found))
    if marked:
        return None
    beside = [at for at, other in enumerate(named) if other.rows == item.rows]
    behind = (row for before, row in affiliations if before == beside[-1] + 1 and "@" not in row.text)
    following = [row for row in takewhile(_may_be_place, behind) if not _DATE.match(row.text)]
    cells = [cells for cells in map(_cells, following) if len(cells) == len(beside)]
    if cells:
        lines = [own[beside.index(index)] for own in cells]
    else:
        lines = [row.text for row in following] if index == beside[-1] else []
    return " ".join(lines)[: AUTHORS.place_characters] or None


def _may_be_place(row: Row) -> bool:
    """Tell whether a row below a name may say where somebody works: it begins no notice."""
    return _NOTICE.match(row.text) is None


def _cells(row: Row) -> list[str]:
    """Return the texts between the wide gaps of a row, such as the places below names side by side."""
    edges = [0, *_wide_gaps(row), len(row.text)]
    return [row.text[low:high].strip() for low, high in pairwise(edges)]


def _is_note(text: str) -> bool:
    return bool(re.search(r"@|correspond|equal|contribut|e-?mail|present address", text, re.IGNORECASE))


def _orcids(named: Sequence[_Named], rows: Sequence[Row], links: Sequence[tuple[Box, str]]) -> dict[int, str]:
    """Return ORCID iDs by the author next to them."""
    found: dict[int, str] = {}
    spots = [_spot(item) for item in named]
    marks = [(box, match[1]) for box, uri in links if "orcid" in uri and (match := _ORCID.search(uri))]
    marks += [(_box_at(row, match.start()), match[1]) for row in rows for match in _ORCID.finditer(row.text)]
    for box, orcid in marks:
        free = {index: spot for index, spot in enumerate(spots) if index not in found}
        index = _nearest(box, free)
        if index is not None:
            found[index] = orcid
    return found


def _box_at(row: Row, at: int) -> Box:
    """Return the box of the word at an offset of a row."""
    index = 2 * row.text.count(" ", 0, at)
    return Box(row.extents[index], row.y0, row.extents[index + 1], row.y1) if index < len(row.extents) else row.box


def _nearest(box: Box, spots: Mapping[int, tuple[float, float, float]]) -> int | None:
    """Return the author whose name ends next to a box on its row, else just above it."""
    middle = (box.y0 + box.y1) / 2
    beside = [
        (abs(box.x0 - x), index)
        for index, (x, y0, y1) in spots.items()
        if y0 - AUTHORS.row_drift_pt <= middle <= y1 + AUTHORS.row_drift_pt and x <= box.x0 + AUTHORS.icon_pt
    ]
    above = [(middle - y1, index) for index, (_, _, y1) in spots.items() if y1 <= middle]
    return min(beside or above)[1] if beside or above else None


def _spot(item: _Named) -> tuple[float, float, float]:
    """Return the end of a name: the right edge of its last word, and the y coordinate of its row."""
    words = item.name.split(" ")
    for row in item.rows:
        at = row.text.find(" ".join(words[-2:]))
        at = row.text.find(words[-1]) if at < 0 else at + len(" ".join(words[-2:])) - len(words[-1])
        if at >= 0:
            index = row.text.count(" ", 0, at)
            return row.extents[2 * index + 1], row.y0, row.y1
    return item.rows[0].x0, item.rows[0].y0, item.rows[0].y1


def _cased(name: str) -> str:
    if not name.isupper():
        return name
    return " ".join(
        word if "." in word and len(word) <= AUTHORS.initials_characters else word.title() for word in name.split(" ")
    )


def _reconciled(authors: list[Author], stated: Sequence[str]) -> list[Author]:
    """Return the page's authors, or those in the file's metadata if the page's could not be read."""
    if not stated or not all(is_name(name) for name in stated):
        return authors
    families = {name.split()[-1].lower() for name in stated}
    same = sum(author.name.split()[-1].lower() in families for author in authors)
    if authors and same < AUTHORS.same_people_share * min(len(authors), len(stated)):
        return authors
    return authors if len(authors) >= len(stated) else [_find(name, authors) for name in stated]


def _find(name: str, authors: Sequence[Author]) -> Author:
    family = name.rsplit(maxsplit=1)[-1].lower()
    return next((author for author in authors if author.name.split()[-1].lower() == family), Author(name=name))
