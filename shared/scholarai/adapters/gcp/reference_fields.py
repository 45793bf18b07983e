"""Makes the fields by which queries find the bibliography entries in a document of a paper's content."""

from __future__ import annotations

from typing import Any

from scholarai.domain.identity import cited_publication, keys_of
from scholarai.domain.paper import Paper
from scholarai.domain.parts import ContentPart, references_in


def cited_fields(paper: Paper, part: ContentPart) -> dict[str, Any]:
    """Return the owner, the number of entries and their keys; nothing for a part without entries."""
    references = references_in(part)
    if not references:
        return {}
    keys = dict.fromkeys(key for reference in references for key in keys_of(cited_publication(reference)))
    return {"owner": paper.owner, "cited": len(references), "cited_keys": list(keys)}
