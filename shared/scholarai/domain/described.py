"""A paper's content with the metadata that its owner corrected."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from scholarai.domain.content import Author, PaperContent
from scholarai.domain.metadata import corrections
from scholarai.domain.paper import Paper


def described(content: PaperContent, paper: Paper) -> PaperContent:
    """Return the content with the corrections of its paper's metadata; known authors keep their ORCID and affiliation."""
    changes: dict[str, Any] = {name: getattr(paper.metadata, name) for name in corrections(paper)}
    if "authors" in changes:
        read = {author.name: author for author in content.authors}
        changes["authors"] = tuple(read.get(name, Author(name=name)) for name in paper.metadata.authors)
    return replace(content, **changes) if changes else content
