"""Which parts of a paper's pages a question asks to look at."""

from __future__ import annotations

from scholarai.domain.content import PaperContent
from scholarai.domain.figure_images import ImageRegion, image_regions
from scholarai.retrieval.cues import find_cues
from scholarai.retrieval.places import named_floats


def named_regions(content: PaperContent, question: str) -> tuple[ImageRegion, ...]:
    """Return the regions of the figures and tables that a question names, each once, in the order of its cues."""
    regions = image_regions(content)
    named = [item for cue in find_cues(question) for item in named_floats(content, cue)]
    found = {region.index: region for item in named for region in regions if region.item is item}
    return tuple(found.values())
