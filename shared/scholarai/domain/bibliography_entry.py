"""Fields of a bibliography entry beyond a work's metadata, and the types of works in BibTeX, RIS and CSL."""

from __future__ import annotations

from typing import Final

from scholarai.domain.people import Person
from scholarai.domain.values import Value

# Types of CSL, with those of BibTeX and of RIS; of several the first is written.
# https://docs.citationstyles.org/en/stable/specification.html#appendix-iii-types
_TYPES: Final = (
    ("article-journal", "article suppperiodical", "JOUR EJOU JFULL ABST INPR"),
    ("article", "article", "JOUR PREPRINT"),
    ("article-magazine", "article", "MGZN"),
    ("article-newspaper", "article", "NEWS"),
    ("paper-conference", "inproceedings conference", "CPAPER CONF"),
    ("book", "book proceedings mvbook mvproceedings collection mvcollection reference", "BOOK EDBOOK EBOOK SER"),
    ("chapter", "incollection inbook bookinbook suppbook suppcollection inreference", "CHAP ECHAP"),
    ("thesis", "phdthesis mastersthesis thesis", "THES"),
    ("report", "techreport report", "RPRT GOVDOC"),
    ("manuscript", "unpublished", "UNPB MANSCPT"),
    ("webpage", "online electronic www", "ELEC BLOG"),
    ("dataset", "dataset", "DATA DBASE"),
    ("software", "software", "COMP"),
    ("patent", "patent", "PAT"),
    ("document", "misc manual booklet", "GEN"),
)
BIBTEX_OF_CSL = {csl: bibtex.split()[0] for csl, bibtex, _ in _TYPES}
RIS_OF_CSL = {csl: ris.split()[0] for csl, _, ris in _TYPES}
CSL_OF_BIBTEX = {name: csl for csl, bibtex, _ in reversed(_TYPES) for name in bibtex.split()}
CSL_OF_RIS = {name: csl for csl, _, ris in reversed(_TYPES) for name in ris.split()}
# Works in a journal, in proceedings or in a book, whose title is their venue.
CONTAINED = frozenset(
    {"article-journal", "article-magazine", "article-newspaper", "paper-conference", "chapter", "entry-encyclopedia"}
)
# Works whose publisher is no place that they appeared in: they have one, or are a book.
PUBLISHED = CONTAINED | {"book"}


class BibtexField(Value, frozen=True, kw_only=True):
    """A field of a BibTeX entry, its value on one line and in TeX as it is in the file."""

    name: str
    value: str


class BibliographyEntry(Value, frozen=True, kw_only=True):
    """Fields that the entry a work was imported from has beyond `Metadata`; empty: none.

    Attributes:
        citation_key: What its owner cites it by.
        type: A type of CSL.
        bibtex_type: The type that a BibTeX file has, which may be narrower, such as "manual".
        title: The title as it was read.
        bibtex_title: The same as BibTeX has it, with its formulas and with the braces that keep capitals.
        authors: With their parts, as the names in `Metadata.authors` do not have them.
        more_authors: Whether the entry names some of the authors only ("and others").
        editors: Where there are no authors, `Metadata.authors` are these.
        date: "2019-05" or "2019-05-03".
        genre: What a thesis or a report is called, such as "Master's thesis".
        other_fields: Those of a BibTeX entry that nothing else here or in `Metadata` holds whole, without the names of its owner's files.
    """

    citation_key: str = ""
    type: str = ""
    bibtex_type: str = ""
    title: str = ""
    bibtex_title: str = ""
    authors: tuple[Person, ...] = ()
    more_authors: bool = False
    editors: tuple[Person, ...] = ()
    date: str = ""
    url: str = ""
    isbn: str = ""
    edition: str = ""
    series: str = ""
    place: str = ""
    chapter: str = ""
    language: str = ""
    genre: str = ""
    note: str = ""
    other_fields: tuple[BibtexField, ...] = ()
