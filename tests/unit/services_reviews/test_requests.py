"""Which requests become a review, what it is expected to cost and cost, and what it says of the papers that it cites."""

from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec.structs import replace
from unit.services_reviews.system import ADA, PRICE, System

from scholarai.domain.errors import ConflictError, InvalidRequestError, NotFoundError
from scholarai.domain.ids import ChunkId, PaperId
from scholarai.domain.notices import WorkNotice
from scholarai.domain.review import Candidate
from scholarai.domain.review_outputs import Reranked, Retrieved
from scholarai.reviewing import candidates
from scholarai.testing import ManualClock


class TestRequests:
    def test_the_same_request_with_the_same_key_is_one_review(self, system: System) -> None:
        first = system.start(idempotency_key="k")
        second = system.start(idempotency_key="k")

        assert first == second
        assert len({message.n for message in system.orders.sent}) == 1

    @pytest.mark.parametrize(
        ("about", "code"),
        [
            ({"question": "   "}, "question_invalid"),
            ({"question": "x" * 9_000}, "question_invalid"),
            ({"budget_usd": -1.0}, "budget_invalid"),
            ({"budget_usd": float("nan")}, "budget_invalid"),
            ({"paper_ids": ()}, "papers_invalid"),
            ({"n_retrieval": 0}, "limit_invalid"),
            ({"n_retrieval": 1_001}, "limit_invalid"),
            ({"n_rerank": 0}, "limit_invalid"),
            ({"n_rerank": 201}, "limit_invalid"),
            ({"threshold": -0.1}, "limit_invalid"),
            ({"threshold": 1.1}, "limit_invalid"),
            ({"threshold": float("nan")}, "limit_invalid"),
        ],
    )
    def test_what_cannot_be_asked_is_refused(self, system: System, about: dict[str, Any], code: str) -> None:
        with pytest.raises(InvalidRequestError, match=code):
            system.start(**about)

    def test_an_error_names_what_was_out_of_bounds(self, system: System) -> None:
        with pytest.raises(InvalidRequestError, match="n_rerank is 1 to 200 passages, got 0"):
            system.start(n_rerank=0)

    def test_an_unknown_paper_is_refused(self, system: System) -> None:
        with pytest.raises(NotFoundError, match="paper_unknown"):
            system.start(paper_ids=(PaperId("nobody"),))

    def test_a_finished_review_cannot_be_cancelled(self, system: System) -> None:
        review, _ = system.written()

        with pytest.raises(ConflictError, match="review_ended"):
            system.cancel(review.id)


class TestReading:
    def test_so_many_passages_are_searched_and_read_as_were_asked_for(self, system: System) -> None:
        review, _ = system.written(n_retrieval=5, n_rerank=3)

        found = system.output(review.id, Retrieved, "retrieve").candidates
        assert len([item for item in found if item.found_by == "vector"]) <= 5
        assert len(system.output(review.id, Reranked, "rerank").passages) == 3
        assert (review.request.n_retrieval, review.request.n_rerank) == (5, 3)

    def test_passages_below_the_threshold_are_not_read(self, system: System) -> None:
        plain, _ = system.written()
        strict, _ = system.written(threshold=0.99)

        before, after = (system.output(one.id, Reranked, "rerank").passages for one in (plain, strict))
        best = max(item.score for item in before)
        assert any(item.score < 0.99 * best for item in before)
        assert all(item.score >= 0.99 * best for item in after)

    def test_more_passages_are_read_than_otherwise_where_that_was_asked_for(self) -> None:
        ranked = [
            Candidate(paper_id=PaperId("p"), generation=1, chunk_id=ChunkId(f"c{n}"), score=1.0, found_by="vector")
            for n in range(150)
        ]

        assert [len(candidates.threshold(ranked, count=count)) for count in (None, 10, 120)] == [50, 10, 120]


def test_a_review_that_cites_retracted_papers_says_so(system: System) -> None:
    notice = WorkNotice(kind="retraction", source="crossref", at=ManualClock().now(), on="2015-05-04")
    for paper in system.backend.papers.list(ADA, limit=100).papers:
        system.backend.papers.change(paper.id, lambda found: found and replace(found, notices=(notice,)))

    review, report = system.written()

    (told,) = [one for one in review.notices if one.code == "papers_retracted"]
    assert told.count == len(report.papers)
    assert "is retracted on 2015-05-04." in told.detail


def test_the_ledger_counts_every_call_by_step(modelled: System) -> None:
    review, _ = modelled.written()

    calls = [call for step in modelled.trace(review.id)["steps"] for call in step["calls"]]
    assert review.spent.calls == len(calls) == modelled.paid_calls
    assert sum(step.spent.calls for step in review.steps) == len(calls)
    assert review.spent.input_tokens == sum(call["spent"]["input_tokens"] for call in calls) > 0
    assert review.spent.cost_usd == pytest.approx(sum(call["spent"]["cost_usd"] for call in calls))


def test_an_estimate_is_there_before_the_first_step(modelled: System) -> None:
    review = modelled.get(modelled.start())

    estimate = review.estimate
    assert estimate.calls > 10
    assert estimate.cost_usd == pytest.approx(
        estimate.input_tokens * PRICE[0] + estimate.output_tokens * PRICE[1], abs=1e-4
    )
    assert all(step.estimate_s > 0 for step in review.steps)


def test_the_trace_holds_ids_and_no_text_of_papers(modelled: System) -> None:
    review, _ = modelled.written()

    trace = json.dumps(modelled.trace(review.id))
    assert "ants" in trace
    assert "square centimetres" not in trace
