"""A finished report is edited: each edit is a further version, from the quotes that are there."""

from __future__ import annotations

import pytest
from unit.services_reviews.system import System

from scholarai.domain.errors import ConflictError, InvalidRequestError, NotFoundError
from scholarai.reviewing.assembling import citations_of


class TestEditing:
    def test_a_rewritten_section_is_a_new_version_and_the_old_one_stays(self, modelled: System) -> None:
        review, before = modelled.written()

        edited = modelled.edit(review.id, action="shorten", section_id="s1", instruction="one sentence")

        after = modelled.report(review.id)
        assert (edited.state, edited.version) == ("completed", 2)
        assert after is not None
        assert after.version == 2
        assert modelled.report(review.id, 1) == before
        assert "one sentence" in modelled.writer.prompts[-1][1]

    def test_a_section_is_added_from_the_reviews_own_quotes(self, system: System) -> None:
        review, before = system.written()

        system.edit(review.id, action="add", title="Limits")

        after = system.report(review.id)
        assert after is not None
        assert [section.title for section in after.sections] == [*(s.title for s in before.sections), "Limits"]
        assert all(part.citations for part in after.sections[-1].text)

    def test_an_edit_uses_no_quote_of_a_paper_that_was_deleted(self, system: System) -> None:
        review, _ = system.written()
        system.remove("ants")

        edited = system.edit(review.id, action="add", title="More")

        after = system.report(review.id)
        assert after is not None
        assert "ants" not in {citation.paper_id for citation in citations_of(after.sections[-1])}
        assert [notice.code for notice in edited.notices] == ["papers_gone"]

    def test_an_edit_that_names_nothing_is_refused(self, system: System) -> None:
        review, _ = system.written()

        with pytest.raises(NotFoundError, match="section_unknown"):
            system.edit(review.id, action="rewrite", section_id="s99")
        with pytest.raises(InvalidRequestError, match="edit_invalid"):
            system.edit(review.id, action="add")

    def test_an_unfinished_report_cannot_be_edited(self, system: System) -> None:
        review_id = system.start()

        with pytest.raises(ConflictError, match="review_unfinished"):
            system.edit(review_id, action="delete", section_id="s1")
