"""A published work as outside services and reference files describe it, with the notices about it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, get_args

from msgspec.structs import replace

from scholarai.domain.bibliography_entry import BibliographyEntry
from scholarai.domain.identifiers import Identifier
from scholarai.domain.imprint import Imprint
from scholarai.domain.notices import WorkNotice, with_notices
from scholarai.domain.paper import Metadata, MetadataField
from scholarai.domain.title_folding import folded_title

# The formats of files of references.
ReferenceFormat = Literal["bibtex", "ris", "csl-json"]

# A title of fewer letters is many papers' ("Editorial"). A guess.
_TITLE_LETTERS = 12
_PARTS = frozenset(
    "part parts vol volume i ii iii iv v vi vii viii ix x erratum correction corrigendum reply comment".split()
)


class FoundWork(Imprint, frozen=True, kw_only=True):
    """A published work: what one source says of it, or several together.

    `pdfs` are addresses that a service names as open, best first; `kind` is a type of CSL
    (https://docs.citationstyles.org/en/stable/specification.html#appendix-iii-types). `cited_by` counts the works that a
    service knows to cite it, which is less than there are.
    """

    source: str
    title: str | None = None
    authors: tuple[str, ...] = ()
    doi: str | None = None
    arxiv_id: str | None = None
    pmid: str | None = None
    pmcid: str | None = None
    abstract: str | None = None
    year: int | None = None
    venue: str | None = None
    keywords: tuple[str, ...] = ()
    kind: str | None = None
    entry: BibliographyEntry | None = None
    pdfs: tuple[str, ...] = ()
    notices: tuple[WorkNotice, ...] = ()
    cited_by: int | None = None

    def identifiers(self) -> tuple[Identifier, ...]:
        """Return what names the work, the name that most services know first."""
        named = (("doi", self.doi), ("arxiv", self.arxiv_id), ("pmcid", self.pmcid), ("pmid", self.pmid))
        return tuple(Identifier(kind=kind, value=value) for kind, value in named if value)  # type: ignore[arg-type]

    def described(self) -> dict[MetadataField, Any]:
        """Return what is known of it by field of `Metadata`, without what is not known."""
        names: tuple[MetadataField, ...] = get_args(MetadataField)
        return {name: getattr(self, name) for name in names if getattr(self, name)}

    def metadata(self) -> Metadata:
        return Metadata(**self.described(), entry=self.entry)


def joined(works: Iterable[FoundWork]) -> FoundWork | None:
    """Return what several sources say of one work together: the first that knows a field is believed; None for none."""
    whole: FoundWork | None = None
    for work in works:
        once = replace(work, notices=with_notices((), work.notices))
        whole = once if whole is None else _filled(whole, once)
    return whole


def best_titled(works: Iterable[FoundWork], title: str) -> FoundWork | None:
    """Return the first work of just this title, else the first one that differs in having a subtitle; None for none."""
    titled = [work for work in works if work.title]
    wanted = folded_title(title).letters
    exact = (work for work in titled if wanted and folded_title(work.title).letters == wanted)
    return next(exact, None) or next((work for work in titled if _with_subtitle(work.title or "", title)), None)


def _with_subtitle(one: str, other: str) -> bool:
    """Tell whether one title is the other plus a subtitle that is not the number of a part."""
    short, long = sorted((folded_title(one), folded_title(other)), key=lambda title: len(title.words))
    rest = frozenset(long.words[len(long.main) :])
    return (
        len(short.letters) >= _TITLE_LETTERS
        and short.letters == "".join(long.main)
        and not rest & _PARTS
        and not any(word.isdigit() for word in rest)
    )


def _filled(work: FoundWork, other: FoundWork) -> FoundWork:
    gained = {
        name: getattr(other, name)
        for name in FoundWork.__struct_fields__
        if name not in {"pdfs", "notices"} and not getattr(work, name) and getattr(other, name)
    }
    return replace(
        work,
        **gained,
        pdfs=tuple(dict.fromkeys((*work.pdfs, *other.pdfs))),
        notices=with_notices(work.notices, other.notices),
    )
