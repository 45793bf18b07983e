"""Reads the authors of a LaTeX paper, in the conventions of the common document classes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scholarai.domain.content import Author
from scholarai.parsing.latex.scanning import Command, commands

if TYPE_CHECKING:
    from scholarai.parsing.latex.document import DocumentReader

_AUTHORS = ("author", "authors", "Author", "AUTHORS", "SetAuthors", "icmlauthor", "mlsysauthor", "IEEEauthorblockN")
_AFFILIATION_COMMANDS = (
    "affiliation",
    "affil",
    "affiliations",
    "address",
    "institute",
    "institution",
    "icmlaffiliation",
    "IEEEauthorblockA",
)
_ORCIDS = ("orcid", "orcidlink", "ORCID", "orcidID", "orcidicon")
_AFFILIATION_MARK = re.compile(r"\\(?:inst|IEEEauthorrefmark|textsuperscript|affmark|altaffilmark)\s*\{([^{}]*)\}")
_ADDRESS_FIELD = re.compile(r"\b(?:organization|addressline|city|postcode|state|country|department)\s*=")
# LIPIcs' authors take name, affiliation, e-mail, ORCID and funding.
_LIPICS_ARGUMENTS = 4
_ORCID = re.compile(r"\b\d{4}-\d{4}-\d{4}-\d{3}[\dXx]\b")
_NOTES = ("thanks", "footnote", "IEEEcompsocitemizethanks", "authornote", "footnotetext")
_LOCAL, _DOMAIN = r"[\w.,+\-\\{} ]", r"@\s*[\w.\-]+\.[A-Za-z]{2,}"
# Addresses with nothing between them are one match, so that none begins amid what another one tried.
_EMAIL = re.compile(rf"(?:(?<!{_LOCAL}) *+{_LOCAL}++\s*+)?+{_DOMAIN}(?:{_LOCAL}*+\s*+{_DOMAIN})*+")
_CONTACT = re.compile(r"\b(?:e-?mails?|telephone|phone|fax|tel)\b\.?:?.*|https?://\S+", re.IGNORECASE)
_AND = re.compile(r"\\(?:and|And|AND|quad|qquad|hfill|enskip)\b")
_LINE = re.compile(r"\\\\(?:\[[^\][]*+\])?|\\newline\b|\n[ \t]*\n")
_COMMA = re.compile(r",|;|\band\b|\bund\b|\bet\b|&|·|•")
# Marks, notes and contacts, dropped with their arguments.
_MARKS = re.compile(
    r"\\(?:inst|thanks|footnote|footnotemark|altaffilmark|affilmark|corref|fnref|orcidlink|orcidID|orcid|ORCID|textsuperscript|"
    r"email|Email|addr|ead|href|authormark|IEEEcompsocitemizethanks|IEEEcompsocthanksitem|authornote|samethanks|tnoteref|IEEEmembership|IEEEauthorrefmark|icmlauthor|corresp|affmark|comma|"
    r"includegraphics|scholarverbatim|scholarformula|footnotesize|small|large|Large|normalsize|tt|it|sf|rm|bf|bfseries)"
    r"(?![A-Za-z])\s*(?:\[[^\]]*\])?\s*(?:\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})?|\^\{[^{}]*\}"
)
_MARKED = re.compile(
    r"\\(?:textsuperscript|inst|thanks|footnotemark|altaffilmark|scholarformula|IEEEauthorrefmark|affmark)\b"
)
_LEADING_MARK = re.compile(r"\s*+(?:\{\s*+)?+(?:\\(?:textsuperscript|scholarformula|IEEEauthorrefmark|affmark)|[\d*†])")
_OPEN_END = re.compile(r"(?:,|\band|&)\s*$")
_SWITCHES = re.compile(
    r"\\(?:footnotesize|small|large|Large|LARGE|normalsize|tt|it|sf|rm|bf|bfseries|scshape|normalfont)(?![A-Za-z])\s*"
)
_AFFILIATION_WORDS = re.compile(
    r"\b(?:universit|institut|department|dept|laborator|school|college|centre|center|faculty|hospital|academy|research|inc\b|"
    r"corporation|company|group|team|division|gmbh|ltd|usa|germany|china|france|street|avenue|road|box|corresponding|author|equal|"
    r"contribut|member|fellow|student|email|e-mail|http|google|microsoft|facebook|observator|observatoire)",
    re.IGNORECASE,
)
_SUFFIX = re.compile(
    r"^(?:Jr|Sr|II|III|IV|Ph\.?\s?D|M\.?\s?D|[BM]\.?\s?(?:Sc|S|Eng)|[BM]\.\s?A|M\.?\s?P\.?\s?H|M\.?\s?B\.?\s?A|D\.?\s?Phil|"
    r"Pharm\.?\s?D|R\.?\s?N|Dr|Prof|Member|Senior Member|Fellow|IEEE|Student Member)\.?$",
    re.IGNORECASE,
)
_NOT_IN_NAMES = re.compile(r"[\d*†‡§¶∗⋆$^_~|<>]+")


@dataclass(slots=True)
class _Person:
    name: str
    keys: tuple[str, ...] = ()
    orcid: str | None = None
    affiliations: list[str] = field(default_factory=list)


def read_authors(front: str, reader: DocumentReader) -> tuple[Author, ...]:
    """Return the authors in order, with affiliations where the class assigns them to names."""
    people: list[_Person] = []
    keyed: dict[str, str] = {}
    pending: list[_Person] = []
    for command in commands(front, (*_AUTHORS, *_AFFILIATION_COMMANDS, *_ORCIDS), most=5):
        if command.name in _AUTHORS:
            found = list(_people(command, reader))
            people += found
            pending = [*pending, *found] if not any(p.affiliations for p in pending) else found
        elif command.name in _ORCIDS:
            match = _ORCID.search(command.argument)
            if people and match and people[-1].orcid is None:
                people[-1].orcid = match.group().upper()
        else:
            _assign_affiliation(command, reader, pending, keyed)
    authors = []
    for person in people:
        affiliations = person.affiliations or [keyed[key] for key in person.keys if key in keyed]
        authors.append(
            Author(name=person.name, orcid=person.orcid, affiliation="; ".join(dict.fromkeys(affiliations)) or None)
        )
    return tuple(dict.fromkeys(authors))


def _people(command: Command, reader: DocumentReader) -> Iterator[_Person]:
    argument = _pdf_strings(_without(command.argument, _NOTES))
    if len(command.arguments) >= _LIPICS_ARGUMENTS:
        yield from _lipics_author(argument, command, reader)
    elif command.name in {"icmlauthor", "mlsysauthor"}:
        keys = _parts(command.arguments[1]) if len(command.arguments) > 1 else ()
        yield from (_Person(name, keys) for name in _names(argument, reader))
    elif "IEEEauthorblockN" not in argument:  # each of these blocks is read as a command of its own
        keys = tuple(part for option in command.options for part in _parts(option) if "=" not in part)
        orcid = next((found for option in command.options if (found := _orcid(option))), None)
        for block in _AND.split(argument):
            yield from _block_authors(block, keys, orcid, reader)


def _parts(source: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in source.split(","))


def _orcid(source: str) -> str | None:
    match = _ORCID.search(source)
    return match.group().upper() if match else None


def _lipics_author(argument: str, command: Command, reader: DocumentReader) -> Iterator[_Person]:
    """Yield the author of LIPIcs' command: name, affiliation, e-mail, ORCID, funding."""
    affiliation = reader.plain(command.arguments[1])
    for name in list(_names(argument, reader))[:1]:
        yield _Person(name, (), _orcid(command.arguments[3]), [affiliation] if affiliation else [])


def _block_authors(block: str, keys: tuple[str, ...], orcid: str | None, reader: DocumentReader) -> Iterator[_Person]:
    r"""Yield the authors of one block between `\and`s: lines of names, then lines of affiliations.

    Args:
        block: The block as source.
        keys: The keys of affiliations in the command's options; without any, those in the block count.
        orcid: The ORCID iD in the command's options.
        reader: Converts source to text.
    """
    lines = [line for line in _LINE.split(block) if line.strip()]
    if not lines:
        return
    names, taken = _names_above(lines, reader)
    marks = _AFFILIATION_MARK.search(block)
    own = keys or (_parts(marks.group(1)) if marks else ())
    texts = (_affiliation_text(line, reader) for line in lines[taken:])
    affiliation = ", ".join(text for text in texts if _AFFILIATION_WORDS.search(text))
    single = len(names) == 1
    affiliations = [affiliation] if affiliation else []
    for name in names:
        yield _Person(name, own if single else (), orcid or (_orcid(block) if single else None), affiliations[:])


def _names_above(lines: Sequence[str], reader: DocumentReader) -> tuple[list[str], int]:
    """Return the names in the first lines, and the number of those lines."""
    found: list[str] = []
    for taken, line in enumerate(lines):
        names = list(_names(line, reader))
        if not names or (found and not _continues(lines[taken - 1], line)):
            return found, taken
        found += names
    return found, len(lines)


def _without(source: str, names: Sequence[str]) -> str:
    """Return source without the commands `names` and their arguments."""
    pieces, at = [], 0
    for command in commands(source, names):
        if command.start >= at:
            pieces.append(source[at : command.start])
            at = command.end
    return "".join([*pieces, source[at:]])


def _pdf_strings(source: str) -> str:
    r"""Return source with each `\texorpdfstring` replaced by its plain-text argument."""
    for command in commands(source, ("texorpdfstring",), most=2):
        if len(command.arguments) == 2:
            return source[: command.start] + command.arguments[1] + _pdf_strings(source[command.end :])
    return source


def _names(line: str, reader: DocumentReader) -> Iterator[str]:
    """Yield the names in one line of authors; a line with an affiliation or an address has none."""
    bare = _SWITCHES.sub(" ", line)
    bare = _MARKS.sub(" ", bare)
    text = reader.plain(bare.replace("~", " "))
    if "@" in text or _AFFILIATION_WORDS.search(text):
        return
    for piece in _COMMA.split(text):
        name = " ".join(_NOT_IN_NAMES.sub(" ", piece).split()).strip(" .,;:-()[]{}")
        if _is_name(name):
            yield name


def _continues(line: str, following: str) -> bool:
    """Tell whether a list of names continues on the next line; a mark at its start would begin an affiliation."""
    if _LEADING_MARK.match(following):
        return False
    return bool(_OPEN_END.search(line)) or bool(_MARKED.search(line) and _MARKED.search(following))


def _is_name(name: str) -> bool:
    words = name.split()
    if not 1 <= len(words) <= 7 or _SUFFIX.match(name) or len(name) > 60:
        return False
    return any(word[:1].isupper() or not word[:1].isascii() for word in words) and sum(c.isalpha() for c in name) > 1


def _assign_affiliation(
    command: Command, reader: DocumentReader, pending: Sequence[_Person], keyed: dict[str, str]
) -> None:
    """Assign an affiliation to its authors, or store it in `keyed` under the key that they refer to."""
    arguments = command.arguments
    if command.name == "icmlaffiliation" and len(arguments) > 1:
        keyed[arguments[0].strip()] = reader.plain(arguments[1])
        return
    text = _ADDRESS_FIELD.sub(" ", command.argument)
    parts = [affiliation for part in _AND.split(text) if (affiliation := _affiliation_text(part, reader))]
    if command.options and not any("=" in option for option in command.options):
        keyed |= dict.fromkeys(_parts(command.options[0]), ", ".join(parts))
    elif command.name == "institute":
        keyed |= {str(number): part for number, part in enumerate(parts, start=1)}
        _add_affiliations(pending if len(parts) == 1 else (), parts)
    else:
        _add_affiliations([person for person in pending if not person.affiliations] or pending[-1:], parts)


def _add_affiliations(people: Sequence[_Person], affiliations: Sequence[str]) -> None:
    for person in people:
        person.affiliations += affiliations


def _affiliation_text(source: str, reader: DocumentReader) -> str:
    """Return an affiliation as text, without marks and contacts."""
    text = reader.plain(_MARKS.sub(" ", _EMAIL.sub(" ", source)))
    return " ".join(_CONTACT.sub("", text).split()).strip(" ,.;")
