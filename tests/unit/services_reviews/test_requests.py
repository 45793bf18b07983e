"""Which requests become a review, and what a review says of the papers that it cites."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from unit.services_reviews.system import ADA, System

from scholarai.domain.errors import ConflictError, InvalidRequestError, NotFoundError
from scholarai.domain.ids import PaperId
from scholarai.domain.notices import WorkNotice
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
        ],
    )
    def test_what_cannot_be_asked_is_refused(self, system: System, about: dict[str, Any], code: str) -> None:
        with pytest.raises(InvalidRequestError, match=code):
            system.start(**about)

    def test_an_unknown_paper_is_refused(self, system: System) -> None:
        with pytest.raises(NotFoundError, match="paper_unknown"):
            system.start(paper_ids=(PaperId("nobody"),))

    def test_a_finished_review_cannot_be_cancelled(self, system: System) -> None:
        review, _ = system.written()

        with pytest.raises(ConflictError, match="review_ended"):
            system.cancel(review.id)


def test_a_review_that_cites_retracted_papers_says_so(system: System) -> None:
    notice = WorkNotice(kind="retraction", source="crossref", at=ManualClock().now(), on="2015-05-04")
    for paper in system.backend.papers.list(ADA, limit=100).papers:
        system.backend.papers.change(paper.id, lambda found: found and replace(found, notices=(notice,)))

    review, report = system.written()

    (told,) = [one for one in review.notices if one.code == "papers_retracted"]
    assert told.count == len(report.papers)
    assert "is retracted on 2015-05-04." in told.detail
