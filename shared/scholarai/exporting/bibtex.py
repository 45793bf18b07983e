"""Writes works as BibTeX that BibTeX, biber and other programs accept."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from scholarai.domain.bibliography_entry import BIBTEX_OF_CSL, PUBLISHED
from scholarai.domain.chat import Citation
from scholarai.domain.invisible_characters import one_line, visible
from scholarai.domain.people import Person
from scholarai.domain.quote_markup import PLAIN, marked, verdict_on
from scholarai.domain.works import Work
from scholarai.exporting.formulas import in_parts

# BibTeX counts braces whatever stands before them.
TEX = {
    "\\": r"\textbackslash{}", "{": r"\textbraceleft{}", "}": r"\textbraceright{}", "&": r"\&", "%": r"\%", "$": r"\$",
    "#": r"\#", "_": r"\_", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
}  # fmt: skip
# Verbatim fields are not escaped: these characters would end the field, and are percent-encoded instead.
_IN_VERBATIM = str.maketrans({"\\": "%5C", "{": "%7B", "}": "%7D"})
# What may stand before a word's first letter.
_OPENING = "([{\"'“‘«"
# von Last, Jr, First
_MOST_NAME_PARTS = 3
_BARE = re.compile(r"(?<!\\)([%&#])")
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
# The field that holds the venue, by type, and that of all other types.
_VENUES: Mapping[str, str] = {
    "inproceedings": "booktitle", "conference": "booktitle", "incollection": "booktitle", "inbook": "booktitle",
    "phdthesis": "school", "mastersthesis": "school", "thesis": "institution", "techreport": "institution",
    "report": "institution", "manual": "organization", "online": "organization",
}  # fmt: skip
_VENUE = "howpublished"


def bibtex_entry(work: Work, quotes: Sequence[Citation] = ()) -> str:
    """Return one entry with its fields on lines of their own; `annote` holds the quotes."""
    quoted = [f"{one.label} [{verdict_on(one)}]: {quote}" for one in quotes if (quote := marked(one, PLAIN))]
    fields = dict(_fields_of(work))
    if quoted:
        fields["annote"] = "; ".join(filter(None, (fields.get("annote"), *map(tex, quoted))))
    lines = "".join(f"  {name} = {value if name == 'month' else f'{{{value}}}'},\n" for name, value in fields.items())
    return f"@{_type(work)}{{{work.key},\n{lines}}}"


def _fields_of(work: Work) -> Iterator[tuple[str, str]]:
    """Yield the fields of a work in BibTeX, then what the entry that it was imported from has beyond them.

    biblatex takes `doi` and `url` verbatim.
    """
    more = work.entry
    others = _others(work)
    month, day = (*work.date[1:], 0, 0)[:2]
    arxiv = f"arXiv preprint arXiv:{work.arxiv_id}" if work.arxiv_id and _type(work) == "article" else ""
    fields = (
        ("title", _title(work)),
        ("author", " and ".join([*map(_person, work.authors), *(["others"] if more.more_authors else [])])),
        ("editor", " and ".join(map(_person, work.editors))),
        (_venue_field(work), tex(work.venue or arxiv)),
        ("year", _year(work)),
        ("month", _MONTHS[month - 1] if month else ""),
        ("day", str(day or "")),
        ("volume", tex(work.volume)),
        ("number", tex(work.issue)),
        ("pages", tex(re.sub(r"[-–—]+", "--", work.pages)) if others.get("eid") != work.pages else ""),
        ("publisher", tex(work.publisher) if work.publisher not in {work.venue, others.get("organization")} else ""),
        ("issn", tex(work.issn)),
        ("series", tex(more.series)),
        ("edition", tex(more.edition)),
        ("chapter", tex(more.chapter)),
        ("address", tex(more.place)),
        ("isbn", tex(more.isbn)),
        ("type", tex(more.genre)),
        ("language", tex(more.language)),
        ("doi", verbatim(work.doi)),
        ("url", verbatim(more.url)),
        ("eprint", verbatim(work.arxiv_id)),
        ("archiveprefix", "arXiv" if work.arxiv_id else ""),
        ("note", tex(". ".join(filter(None, (work.warning, more.note))))),
        ("keywords", tex(", ".join(keyword.replace(",", " ") for keyword in work.keywords))),
        ("abstract", tex(work.abstract)),
    )
    known = {name: value for name, value in fields if value}
    yield from (known | {name: value for name, value in others.items() if name not in known}).items()


def _others(work: Work) -> dict[str, str]:
    return {field.name: field.value for field in work.entry.other_fields}


def _year(work: Work) -> str:
    """Return the year, as the entry says it where it says more ("1961/62")."""
    year = str(work.year or "")
    given = _others(work).get("year", "")
    return given if year and year in given else year


def _type(work: Work) -> str:
    return work.entry.bibtex_type or BIBTEX_OF_CSL.get(work.type, "misc")


def _venue_field(work: Work) -> str:
    given = _VENUES.get(_type(work))
    if work.venue and work.venue == work.publisher and not given:
        return "publisher"
    return given or ("journal" if _type(work) == "article" else "booktitle" if work.type in PUBLISHED else _VENUE)


def tex(text: str) -> str:
    """Return a text on one line that TeX sets as it is, its formulas in dollars as they are; letters beyond ASCII stay, in UTF-8."""
    return "".join(part if is_formula else _escaped(part) for part, is_formula in in_parts(one_line(text)))


def _escaped(text: str) -> str:
    return "".join(TEX.get(character, character) for character in text)


def titled(title: str) -> str:
    """Return a title whose acronyms keep their capitals in styles that lower them (BERT, mRNA), its formulas as they are."""
    return "".join(
        f"{{{part}}}" if is_formula else re.sub(r"\S+", _protected, part)
        for part, is_formula in in_parts(one_line(title))
    )


def _protected(word: re.Match[str]) -> str:
    capitals = any(map(str.isupper, word[0].lstrip(_OPENING)[1:]))
    return f"{{{_escaped(word[0])}}}" if capitals else _escaped(word[0])


def _title(work: Work) -> str:
    """Return the title as its owner's file has it, unless it was corrected since."""
    if work.entry.bibtex_title and work.entry.title == work.title:
        return _BARE.sub(r"\\\1", work.entry.bibtex_title)
    return titled(work.title)


def verbatim(identifier: str) -> str:
    """Return an identifier without characters that would end its field."""
    return "".join(visible(identifier).split()).translate(_IN_VERBATIM)


def whole_name(name: str) -> str:
    """Return a name as it was written, in braces where its commas or its "and" would divide it.

    biber crashes on ", B" and "A, B, C, D".
    """
    text = tex(name)
    parts = text.split(",")
    divides = len(parts) > _MOST_NAME_PARTS or not all(map(str.strip, parts)) or "and" in text.lower().split()
    return f"{{{text}}}" if divides else text


def _person(author: Person) -> str:
    if author.is_group:
        return f"{{{tex(author.family)}}}" if " " in author.family else whole_name(author.family)
    family = tex(author.family)
    # BibTeX takes words in lower case for a particle.
    family = f"{{{family}}}" if any(word[:1].islower() for word in author.family.split()[:-1]) else family
    last = f"{tex(author.particle)} {family}".strip()
    parts = [part for part in (last, tex(author.suffix), tex(author.given)) if part]
    if any("," in part for part in parts):  # biber counts commas in braces, too, unless these hold the whole name
        return f"{{{tex(author.full_name)}}}"
    name = ", ".join(parts)
    return f"{{{name}}}" if "and" in name.lower().split() else name
