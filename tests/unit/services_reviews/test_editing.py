"""A finished report is edited: each edit is a further version, from the quotes that are there."""

from __future__ import annotations

import pytest
from unit.services_reviews.system import System

from scholarai.domain.errors import ConflictError, InvalidRequestError, NotFoundError
from scholarai.reviewing.report import citations_of


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
        assert "papers_gone" in [notice.code for notice in edited.notices]

    def test_an_earlier_version_is_restored_as_a_further_one(self, system: System) -> None:
        review, before = system.written()
        system.edit(review.id, action="delete", section_id=before.sections[0].id)

        restored = system.edit(review.id, action="restore", version=1)

        after = system.report(review.id)
        assert after is not None
        assert (restored.version, after.version) == (3, 3)
        assert after.sections == before.sections
        assert after.papers == before.papers

    @pytest.mark.parametrize("place", [0, -1])
    def test_a_deleted_section_is_restored_where_it_stood(self, system: System, place: int) -> None:
        review, before = system.written()
        gone = before.sections[place].id
        system.edit(review.id, action="delete", section_id=gone)
        system.edit(review.id, action="add", title="Limits")

        system.edit(review.id, action="restore", section_id=gone, version=1)

        after = system.report(review.id)
        assert after is not None
        assert [section.id for section in after.sections][:-1] == [section.id for section in before.sections]
        assert after.sections[-1].title == "Limits"

    def test_a_rewritten_section_alone_is_restored(self, modelled: System) -> None:
        review, before = modelled.written()
        modelled.writer.says["section"] = lambda prompt: (
            modelled.writer._section(prompt) | {"tldr": [{"text": "In short.", "quotes": []}]}
        )
        modelled.edit(review.id, action="shorten", section_id="s1", instruction="one sentence")
        changed = modelled.report(review.id)
        modelled.edit(review.id, action="add", title="Limits")

        modelled.edit(review.id, action="restore", section_id="s1", version=1)

        after = modelled.report(review.id)
        assert after is not None
        assert changed is not None
        assert changed.sections[0] != before.sections[0]
        assert after.sections[0] == before.sections[0]
        assert [section.title for section in after.sections] == [*(s.title for s in before.sections), "Limits"]

    @pytest.mark.parametrize("version", [None, 1, 2])
    def test_only_an_earlier_version_is_restored(self, system: System, version: int | None) -> None:
        review, _ = system.written()

        with pytest.raises(InvalidRequestError, match="earlier version"):
            system.edit(review.id, action="restore", version=version)

    def test_a_section_that_the_earlier_version_had_not_is_not_restored(self, system: System) -> None:
        review, _ = system.written()
        system.edit(review.id, action="add", title="Limits")

        with pytest.raises(NotFoundError, match="section_unknown"):
            system.edit(review.id, action="restore", section_id="s99", version=1)

    def test_what_is_restored_has_nothing_of_a_paper_that_was_deleted(self, system: System) -> None:
        review, before = system.written()
        system.edit(review.id, action="delete", section_id=before.sections[0].id)
        system.delete_paper("ants")

        system.edit(review.id, action="restore", version=1)

        after = system.report(review.id)
        assert after is not None
        kept = [quote for section in after.sections for quote in citations_of(section) if quote.paper_id == "ants"]
        assert not any(quote.quote or quote.text for quote in kept)

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
