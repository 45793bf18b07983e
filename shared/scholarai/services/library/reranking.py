"""Reranks passages with a language model."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from msgspec.structs import replace

from scholarai.domain.chat import Evidence
from scholarai.domain.errors import ScholarError
from scholarai.domain.usage import ModelUsage
from scholarai.domain.values import Value
from scholarai.ports.models import ReplyModel, Reranked, Reranker
from scholarai.prompting.reranking import read_scores, rerank_prompt

_log = logging.getLogger(__name__)


class ModelReranker(Value, frozen=True, kw_only=True):
    """Implements `ports.models.Reranker` with a model that replies with scores."""

    model: ReplyModel

    def score(self, question: str, passages: Sequence[str]) -> Reranked:
        """Ask once for all passages."""
        scored = self.model.reply(rerank_prompt(question, passages))
        return Reranked(scores=read_scores(scored.reply, len(passages)), usage=scored.usage)


def rerank(
    reranker: Reranker, question: str, evidence: Sequence[Evidence], *, k: int
) -> tuple[tuple[Evidence, ...], ModelUsage | None]:
    """Return the `k` best passages, renumbered, and what the reranker took; pinned ones stay in front as they are.

    Passages without a score come behind those with one. When the reranker fails, the order stays.
    """
    pinned = [item for item in evidence if item.pinned_by]
    found = [item for item in evidence if not item.pinned_by]
    usage: ModelUsage | None = None
    if len(found) > 1 and len(pinned) < k:
        try:
            reranked = reranker.score(question, [item.text for item in found])
        except ScholarError as error:
            _log.warning("passages not reranked", extra={"code": error.code})
        else:
            usage = reranked.usage
            scored = zip(found, reranked.scores, strict=True)
            found = [
                item for item, _ in sorted(scored, key=lambda pair: -1.0 if pair[1] is None else pair[1], reverse=True)
            ]
    kept = [*pinned, *found][:k]
    return tuple(replace(item, number=number) for number, item in enumerate(kept, start=1)), usage
