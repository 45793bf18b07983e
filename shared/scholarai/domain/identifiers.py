"""Parses identifiers of published works (DOI, arXiv id, PMID, PMCID) that a person types or a service sends."""

from __future__ import annotations

import re
from typing import Literal
from urllib.parse import unquote

from scholarai.domain.values import Value

IdentifierKind = Literal["doi", "arxiv", "pmid", "pmcid"]

# Longer texts are titles or worse. A guess far above the longest DOI that we have seen.
_LONGEST = 600
# https://www.doi.org/doi-handbook/HTML/doi-name-syntax.html; a link to it, or "doi:" before it, is taken off.
DOI = re.compile(
    r"(?:(?:https?://)?(?:dx\.|www\.)?doi\.org/|doi:\s*)?(10\.\d{4,9}(?:\.\d{1,9})*/[^\s\"]+)", re.IGNORECASE
)
# https://info.arxiv.org/help/arxiv_identifier.html
ARXIV_NAME = r"(\d{4}\.\d{4,5}|[a-z-]{2,20}(?:\.[a-z]{2})?/\d{7})(?:v\d{1,3})?"
ARXIV = re.compile(
    rf"(?:(?:https?://)?(?:www\.|export\.)?arxiv\.org/(?:abs|pdf|html)/|arxiv:\s*)?{ARXIV_NAME}(?:\.pdf)?/?",
    re.IGNORECASE,
)
_ARXIV_DOI = re.compile(r"10\.48550/arxiv\.(\S+)", re.IGNORECASE)
_PMCID = re.compile(
    r"(?:(?:https?://)?(?:www\.|pmc\.)?ncbi\.nlm\.nih\.gov/(?:pmc/)?articles/|"
    r"(?:https?://)?europepmc\.org/article/pmc/|pmcid:\s*)?(PMC\d{1,9})/?(?:pdf/\S*)?",
    re.IGNORECASE,
)
_PMID = re.compile(
    r"(?:(?:https?://)?pubmed\.ncbi\.nlm\.nih\.gov/|(?:https?://)?europepmc\.org/article/med/|pmid:?\s*)(\d{1,9})/?",
    re.IGNORECASE,
)
# What people copy along with a DOI from running text.
_AROUND = "<>\"'“”‘’ \t\r\n"
_BEHIND = ".,;:'"
_PAIRS = {")": "(", "]": "[", "}": "{"}


class Identifier(Value, frozen=True, kw_only=True):
    """A name of a work in its usual form: DOIs in lower case, arXiv ids without a version, `PMC` and digits."""

    kind: IdentifierKind
    value: str

    def __str__(self) -> str:
        return f"{self.kind}:{self.value}"


def identifier_in(text: str) -> Identifier | None:
    """Return the identifier that a text is, as itself or as a link to it; None where it is none, such as a title."""
    wanted = unquote(text.strip(_AROUND))
    if len(wanted) > _LONGEST:
        return None
    for kind, pattern in (("pmcid", _PMCID), ("pmid", _PMID), ("arxiv", ARXIV)):
        match = pattern.fullmatch(wanted)
        if match:
            return Identifier(kind=kind, value=_usual(kind, match[1]))  # type: ignore[arg-type]  # the three names above
    doi = whole_doi(wanted)
    return None if doi is None else _of_doi(doi)


def whole_doi(text: str) -> str | None:
    """Return the DOI that a text is, in lower case and without what sentences put behind it; None where it is none."""
    doi = printed_doi(text)
    return None if doi is None else doi.lower()


def printed_doi(text: str) -> str | None:
    """Return the DOI that a text is in the letters of the text, which do not matter; None where it is none."""
    match = DOI.fullmatch(text.strip(_AROUND)) if len(text) <= _LONGEST else None
    doi = "" if match is None else without_punctuation(match[1])
    return doi if doi and not doi.endswith("/") else None


def without_punctuation(doi: str) -> str:
    """Return a DOI without what sentences put behind it: punctuation, and brackets that it does not open."""
    while doi and (doi[-1] in _BEHIND or (doi[-1] in _PAIRS and doi.count(doi[-1]) > doi.count(_PAIRS[doi[-1]]))):
        doi = doi[:-1]
    return doi


def arxiv_id_of(text: str) -> str | None:
    """Return the arXiv id that a text is, without its version; None where it is none."""
    identifier = identifier_in(text)
    return identifier.value if identifier is not None and identifier.kind == "arxiv" else None


def _of_doi(doi: str) -> Identifier:
    """Return the identifier of a DOI; arXiv's own DOIs are arXiv ids."""
    match = _ARXIV_DOI.fullmatch(doi)
    paper = None if match is None else ARXIV.fullmatch(match[1])
    return (
        Identifier(kind="doi", value=doi)
        if paper is None
        else Identifier(kind="arxiv", value=_usual("arxiv", paper[1]))
    )


def _usual(kind: str, value: str) -> str:
    if kind == "arxiv":
        archive, slash, number = value.lower().rpartition("/")
        # Only the archive counts; the subject class behind its dot may be left out.
        return f"{archive.partition('.')[0]}{slash}{number}"
    return value.upper() if kind == "pmcid" else value
