"""Normalizes titles, names and identifiers of publications for comparison."""

from __future__ import annotations

import functools
import html
import re
import unicodedata
from typing import NamedTuple
from urllib.parse import unquote

from scholarai.domain.identifiers import ARXIV, ARXIV_NAME, without_punctuation

# A DOI within a text, ended by characters of markup. Prefixes with subdivisions cannot be found in linear time and are not.
_DOI = re.compile(r"10\.\d{4,9}/[^\s<>\"]{1,500}")
_ARXIV = re.compile(
    rf"(?:arxiv[:.\s]\s{{0,2}}|arxiv\.org/(?:abs|pdf|html)/|arxiv preprint arxiv:){ARXIV_NAME}", re.IGNORECASE
)
# DOIs of preprints end in a version on these servers: bioRxiv and medRxiv, Research Square, ChemRxiv, Preprints.org.
_DOI_VERSION = re.compile(
    r"(?P<kept>10\.1101/.{1,60}?|10\.21203/rs\.3\.rs-\d{1,9}|10\.26434/chemrxiv-.{1,40}?|10\.20944/preprints\d{6}\.\d{4})"
    r"(?:[/.-]?v\d{1,3})"
)
_ARXIV_DOI = "10.48550/arxiv."
_PREPRINT_DOIS = (
    "10.1101/",
    "10.21203/",
    "10.26434/",
    "10.20944/",
    "10.31234/",
    "10.31219/",
    "10.2139/ssrn",
    "10.36227/",
)
_TEX_ACCENT = re.compile(r"\\(?:[`'^\"~=.]|[Hbcdkruv](?![A-Za-z]))\s{0,2}\{?\s{0,2}\\?([A-Za-z])\s{0,2}\}?")
_TEX_LETTERS = {
    "ss": "ss",
    "o": "o",
    "O": "O",
    "l": "l",
    "L": "L",
    "ae": "ae",
    "AE": "AE",
    "oe": "oe",
    "aa": "a",
    "i": "i",
    "j": "j",
}
_TEX_COMMAND = re.compile(r"\\([A-Za-z]{1,30})\*?")
_TAG = re.compile(r"</?[A-Za-z][^<>]{0,80}>")
_NO_DECOMPOSITION = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ß": "ss", "&": " and "}
)
_GREEK = re.compile(r"[\u03b1-\u03c9]")
_WORDS = re.compile(r"[^\W_]+")
# A full stop behind a short word is an abbreviation's.
_SUBTITLE = re.compile(r"\s{0,2}(?::|\s[-\u2013]\s|\u2014|--|\?|(?<=[^\W\d_]{3})\.\s|\|)\s{0,2}")
_HYPHEN = re.compile(r"(?<=[^\W\d_])[-\u2010\u2011](?=[^\W\d_])")
# A variant of a letter: "\varepsilon".
_VARIANT = "var"


# Cached titles and DOIs: each is compared with many others. A guess: those of some hundred bibliographies, 2 MB.
_KEPT = 8_192


class Title(NamedTuple):
    """A title's words, and those before its sub-title; both are the same without one."""

    words: tuple[str, ...]
    main: tuple[str, ...]

    @property
    def letters(self) -> str:
        return "".join(self.words)


@functools.lru_cache(maxsize=_KEPT)
def folded_title(text: str | None) -> Title:
    """Return a title without case, accents, punctuation, TeX and HTML; Greek letters are written out."""
    bare = _without_markup(text or "")
    head = _SUBTITLE.split(bare.strip(" .:?-"), maxsplit=1)[0]
    return Title(words=_words(bare), main=_words(head))


def folded_name(text: str) -> tuple[str, ...]:
    """Return the words of a person's name as they are compared; parts joined by a hyphen are one word, initials are not."""
    return _words(_HYPHEN.sub("", _without_markup(text)))


@functools.lru_cache(maxsize=_KEPT)
def doi_of(text: str | None) -> str | None:
    """Return a DOI as it is compared, from any form of it; without the version of a preprint, None where there is none.

    A DOI that DataCite gives to a preprint on arXiv is none: it is the arXiv id.
    """
    match = _DOI.search(unquote(text or "")) if text else None
    if match is None:
        return None
    name = without_punctuation(match[0].lower())
    if name.startswith(_ARXIV_DOI):
        return None
    version = _DOI_VERSION.fullmatch(name)
    return version["kept"] if version else name


def arxiv_of(*texts: str | None) -> str | None:
    """Return the first arXiv id among texts, without its version; a text may be the id alone, a link, or a DOI of it."""
    for text in filter(None, texts):
        found = ARXIV.fullmatch(text.strip()) or _ARXIV.search(text)
        if found:
            return re.sub(r"\.[a-z]{2}/", "/", found[1].lower())
    return None


def is_preprint_doi(doi: str) -> bool:
    """Tell whether a DOI is of a server of preprints."""
    return doi.startswith(_PREPRINT_DOIS)


def _without_markup(text: str) -> str:
    bare = _TAG.sub("", html.unescape(text))
    if "\\" in bare:
        bare = _TEX_ACCENT.sub(r"\1", bare.replace(r"\&", "&"))
        bare = _TEX_COMMAND.sub(_command, bare)
    return re.sub(r"[{}$^~\\]", lambda sign: " " if sign[0] == "~" else "", bare)


def _command(found: re.Match[str]) -> str:
    """Return the letter that a command prints, "" for any other command, whose argument stays."""
    name = found[1]
    if name in _TEX_LETTERS:
        return _TEX_LETTERS[name]
    letter = name.removeprefix(_VARIANT)
    return letter.lower() if letter.lower() in _GREEK_NAMES else ""


def _words(text: str) -> tuple[str, ...]:
    lowered = unicodedata.normalize("NFKD", text.casefold().translate(_NO_DECOMPOSITION))
    plain = (
        "".join(c for c in lowered if not unicodedata.combining(c)).replace("\u03c2", "\u03c3").replace("\u2019", "'")
    )
    spelled = _GREEK.sub(lambda letter: _greek(letter[0]), plain).replace("'", "")
    return tuple(_WORDS.findall(spelled))


def _greek(letter: str) -> str:
    return unicodedata.name(letter).removeprefix("GREEK SMALL LETTER ").lower().replace("lamda", "lambda")


_GREEK_NAMES = frozenset(_greek(chr(code)) for code in range(0x3B1, 0x3CA) if code != 0x3C2)
