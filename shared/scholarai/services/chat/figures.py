"""Finds the pictures that a question is about, for models that read images."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from scholarai.domain.chat import Evidence
from scholarai.domain.content import Equation
from scholarai.domain.errors import TransientError
from scholarai.domain.figure_images import ImageRegion
from scholarai.domain.values import Value
from scholarai.prompting.prompt import Picture
from scholarai.retrieval.places import named_regions
from scholarai.services.concurrency import map_concurrently
from scholarai.services.library.open_papers import OpenPaper
from scholarai.services.papers.figure_images import FigureImages

# A guess: a question names one or two; each takes some hundred tokens and up to 1 MiB of the request.
PICTURES = 4

_log = logging.getLogger(__name__)


class ShowFigures(Value, frozen=True, kw_only=True):
    """Finds the pictures of the figures, tables and equations that a question names.

    `images` and `sees`, which tells whether the model reads images, are called once a question names one.
    """

    images: Callable[[], FigureImages]
    sees: Callable[[], bool]

    def show(
        self, papers: Sequence[OpenPaper], question: str, evidence: Sequence[Evidence] = ()
    ) -> tuple[Picture, ...]:
        """Return the first few pictures; those that are missing are left out, since the text can answer, too.

        A figure that the question describes without naming it is shown if its caption is among the evidence.
        """
        named = [
            (paper, region) for paper in papers for region in named_regions(paper.index.content, question, evidence)
        ]
        wanted = named[:PICTURES] if named and self.sees() else []
        pngs = map_concurrently(lambda pair: self._png(pair[0], pair[1].index), wanted)
        return tuple(
            Picture(paper_id=paper.paper_id, label=_label(region), page_number=region.page_number, png=png)
            for (paper, region), png in zip(wanted, pngs, strict=True)
            if png is not None
        )

    def _png(self, paper: OpenPaper, index: int) -> bytes | None:
        try:
            return self.images().read(paper.paper_id, paper.generation, index)
        except TransientError as error:
            _log.warning("question answered without a picture", extra={"code": error.code})
            return None


def _label(region: ImageRegion) -> str:
    """Return what a reader calls a region: "Figure 2", "Equation (3)"."""
    label = region.item.label or ""
    return f"Equation ({label.strip('()')})" if isinstance(region.item, Equation) else label
