"""How a paper's metadata changes: an extraction reads it, a person or a service corrects it, a correction is undone.

A lower-ranked source never replaces a higher-ranked one: a person's correction survives new extractions and services.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import Any, get_args

from msgspec.structs import replace

from scholarai.domain.content import Author, PaperContent
from scholarai.domain.paper import Metadata, MetadataField, MetadataSource, Origin, Paper

METADATA_FIELDS: tuple[MetadataField, ...] = get_args(MetadataField)
_RANK: dict[MetadataSource, int] = {"file": 0, "printed": 0, "service": 1, "person": 2}


def read_again(paper: Paper, read: Metadata, printed: Collection[MetadataField], now: datetime) -> Paper:
    """Return the paper after an extraction: corrections stay, everything else is what was read.

    Where nothing was read, a paper that was imported from a bibliography keeps the values of its entry.

    `printed` are the fields that the pages print; the others are from the file's own metadata.
    """
    origins = [
        Origin(field=name, source="printed" if name in printed else "file", at=now)
        for name in METADATA_FIELDS
        if getattr(read, name)
    ]
    entry = paper.metadata.entry
    said = [origin for origin in paper.origins if entry and origin.source == "file" and not getattr(read, origin.field)]
    filled: dict[str, Any] = {one.field: getattr(paper.metadata, one.field) for one in said}
    origins += said
    fresh = replace(paper, metadata=replace(read, entry=entry, **filled), origins=tuple(origins), metadata_read=None)
    kept = corrections(paper)
    return _with(fresh, {name: getattr(paper.metadata, name) for name in kept}, kept.values())


def corrected(paper: Paper, changes: Mapping[MetadataField, Any], source: MetadataSource, now: datetime) -> Paper:
    """Return the paper with fields corrected by a person or a service; a service does not replace a person's corrections.

    A value of None or an empty tuple means that the paper has none.
    """
    known = corrections(paper)
    taken = [name for name in changes if name not in known or _RANK[known[name].source] <= _RANK[source]]
    origins = [Origin(field=name, source=source, at=now) for name in taken]
    return _with(paper, {name: changes[name] for name in taken}, origins)


def restored(paper: Paper, fields: Collection[MetadataField]) -> Paper:
    """Return the paper with the corrections of some fields undone."""
    back = [name for name in corrections(paper) if name in fields]
    if paper.metadata_read is None or not back:
        return paper
    read: dict[str, Any] = {name: getattr(paper.metadata_read, name) for name in back}
    origins = tuple(origin for origin in paper.origins if origin.field not in back or not _RANK[origin.source])
    changed = replace(paper, metadata=replace(paper.metadata, **read), origins=origins)
    return changed if corrections(changed) else replace(changed, metadata_read=None)


def corrections(paper: Paper) -> dict[MetadataField, Origin]:
    """Return the origins of the corrected fields."""
    return {origin.field: origin for origin in paper.origins if _RANK[origin.source]}


def described(content: PaperContent, paper: Paper) -> PaperContent:
    """Return the content with its paper's corrected metadata; authors that were read keep their ORCID and affiliation."""
    changes: dict[str, Any] = {name: getattr(paper.metadata, name) for name in corrections(paper)}
    if "authors" in changes:
        read = {author.name: author for author in content.authors}
        changes["authors"] = tuple(read.get(name, Author(name=name)) for name in paper.metadata.authors)
    return replace(content, **changes) if changes else content


def _with(paper: Paper, changes: Mapping[MetadataField, Any], origins: Iterable[Origin]) -> Paper:
    if not changes:
        return paper
    others = [origin for origin in paper.origins if origin.field not in changes or not _RANK[origin.source]]
    values: dict[str, Any] = dict(changes.items())
    return replace(
        paper,
        metadata=replace(paper.metadata, **values),
        origins=(*others, *origins),
        metadata_read=paper.metadata_read or paper.metadata,
    )
