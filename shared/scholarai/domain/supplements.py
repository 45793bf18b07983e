"""Further files of a paper, such as its supporting information: each is read as a paper, and cited as the one that it belongs to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import PurePath

from msgspec.structs import replace

from scholarai.domain.ids import PaperId
from scholarai.domain.metadata import corrected, restored
from scholarai.domain.paper import MetadataField, Paper

# What a supplement has from its paper. Its title names both, since what it prints is often the title of its paper alone.
_SHARED: tuple[MetadataField, ...] = ("title", "authors", "year", "venue")


def as_supplement(file: Paper, paper: Paper) -> Paper:
    """Return a file as a supplement of a paper, described as that is; what a person corrected stays.

    The same values give the same supplement, so nothing is written where nothing changed.
    """
    about = paper.metadata
    described = corrected(
        file,
        {
            "title": f"{about.title or PurePath(paper.filename).stem} (supplement: {_name(file)})",
            "authors": about.authors,
            "year": about.year,
            "venue": about.venue,
        },
        "service",
        paper.updated_at,
    )
    if file.supplement_of == paper.id and described.metadata == file.metadata:
        return file
    return replace(described, supplement_of=paper.id, same_as=None)


def as_own(file: Paper) -> Paper:
    """Return a supplement as a paper of its own, described by what it prints; what a person corrected stays."""
    given = {origin.field for origin in file.origins if origin.source == "service" and origin.field in _SHARED}
    return replace(restored(file, given), supplement_of=None)


def names(papers: Iterable[Paper]) -> Mapping[PaperId, str]:
    """Return what is said of a place in a supplement beside its page, by the supplement's id."""
    return {paper.id: f"supplement {_name(paper)}" for paper in papers if paper.supplement_of is not None}


def entries(papers: Iterable[Paper]) -> Mapping[PaperId, PaperId]:
    """Return the papers under whose entry of a bibliography others are cited: supplements, and papers that are there twice.

    Those that are cited under their own entry are left out, and so is what leads to no paper of these.
    """
    known = {paper.id: paper for paper in papers}
    found: dict[PaperId, PaperId] = {}
    for paper in known.values():
        first = paper
        for _ in range(2):  # a supplement of a paper that is there twice
            named = first.supplement_of or first.same_as
            first = known.get(named, first) if named is not None else first
        if first.id != paper.id:
            found[paper.id] = first.id
    return found


def _name(file: Paper) -> str:
    return PurePath(file.filename).stem
