"""Which parts of a paper's pages a question asks to look at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scholarai.domain.chat import Evidence
from scholarai.domain.content import Figure, PaperContent, Table
from scholarai.domain.figure_images import ImageRegion, image_regions
from scholarai.retrieval.cues import find_cues
from scholarai.retrieval.places import named_floats


def named_regions(content: PaperContent, question: str, evidence: Sequence[Evidence] = ()) -> tuple[ImageRegion, ...]:
    """Return the regions of the figures and tables that a question names, each once, in the order of its cues.

    Those that it means by their words are the ones whose captions stand in the evidence.
    """
    regions = image_regions(content)
    named = [item for cue in find_cues(question) for item in named_floats(content, cue)]
    named += _described(content, question, evidence)
    found = {region.index: region for item in named for region in regions if region.item is item}
    return tuple(found.values())


def _described(content: PaperContent, question: str, evidence: Sequence[Evidence]) -> Iterator[Figure | Table]:
    starts = {block.id: block.start for block in content.blocks}
    items: list[Figure | Table] = [*content.figures, *content.tables]
    for cue in find_cues(question):
        own = [piece for piece in evidence if piece.pinned_by == cue.text and cue.kind.startswith("described")]
        for item in items:
            if own and item.block_id is not None and starts.get(item.block_id) == own[0].start:
                yield item
