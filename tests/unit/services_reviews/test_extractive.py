"""A review without a model: a reading list, best papers first, and what is said of the other papers."""

from __future__ import annotations

from typing import Any

import pytest
from unit.services_reviews.system import System, short_paper

from scholarai.domain.chat import Citation
from scholarai.domain.content import PaperContent
from scholarai.domain.ids import ChunkId, PaperId
from scholarai.domain.review import Filters, Report, ReviewedPaper, ReviewQuote
from scholarai.domain.review_outputs import Planned
from scholarai.domain.values import from_json, to_json
from scholarai.reviewing.report import citations_of
from scholarai.services.reviews.without_model import SHOWN, reading_list


class TestReadingList:
    def test_each_paper_is_a_section_of_its_own_passages_and_is_called_by_its_title(self, system: System) -> None:
        _, report = system.written()

        titles = {paper.paper_id: paper.title for paper in report.papers}
        assert set(titles) == {"bees", "ants", "wasps", "moths"}
        for section in report.sections:
            (paper_id,) = {citation.paper_id for citation in citations_of(section)}
            assert section.title == titles[paper_id]
            assert 1 <= len(section.text) <= SHOWN
            assert [part.text for part in section.text] == [_quoted(part.citations[0]) for part in section.text]

    @pytest.mark.parametrize(
        ("scores", "shown"), [((0.6, 0.5, 0.4, 0.3), 3), ((0.6, 0.5, 0.1), 2), ((0.6, 0.1, 0.1), 1)]
    )
    def test_a_passage_far_worse_than_the_best_of_its_paper_is_not_shown(
        self, scores: tuple[float, ...], shown: int
    ) -> None:
        paper = ReviewedPaper(paper_id=PaperId("bees"), generation=1, label="(Bee, 2010)", title="Of Bees")
        citation = Citation(
            number=1, paper_id=paper.paper_id, chunk_id=ChunkId("c"), quote="", verdict="exact", label=""
        )
        quotes = [
            ReviewQuote(number=number, citation=citation, place="", score=score)
            for number, score in enumerate(scores, start=1)
        ]

        (section,) = reading_list("What do bees do?", quotes, [paper]).sections

        assert section.quotes == tuple(range(1, shown + 1))

    def test_the_papers_come_by_their_best_passages(self, system: System) -> None:
        review, report = system.written()

        relevance = {paper.paper_id: paper.relevance for paper in system.output(review.id, Planned, "plan").papers}
        shown = [relevance[citations_of(section)[0].paper_id] for section in report.sections]
        assert shown == sorted(shown, reverse=True)
        assert len(set(shown)) > 1

    def test_nothing_is_written(self, system: System) -> None:
        review, report = system.written()

        assert {(section.tldr, section.table) for section in report.sections} == {("", None)}
        assert [step.name for step in review.steps][-2:] == ["plan", "result"]

    def test_it_is_said_that_no_model_wrote(self, system: System, modelled: System) -> None:
        written, _ = modelled.written()
        modelled.model = None
        listed, _ = modelled.written()

        assert "without_model" in [notice.code for notice in listed.notices]
        assert "without_model" not in [notice.code for notice in written.notices]

    def test_passages_of_which_none_may_answer_are_called_the_closest(
        self, system: System, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        answered, _ = system.written()
        closest, _ = system.written(question="Which glue holds the wings of model aeroplanes best?")

        assert "closest" not in [notice.code for notice in answered.notices]
        assert "closest" in [notice.code for notice in closest.notices]


class TestChanges:
    def test_a_paper_is_expanded_by_its_own_passages_alone(self, system: System) -> None:
        review, before = system.written()
        first = before.sections[0]

        system.edit(review.id, action="expand", section_id=first.id)

        after = _report(system, review.id).sections[0]
        assert {c.paper_id for c in citations_of(after)} == {c.paper_id for c in citations_of(first)}
        assert len(after.text) > len(first.text)

    def test_a_section_that_is_added_has_the_passages_that_fit_its_name(self, system: System) -> None:
        review, _ = system.written()

        system.edit(review.id, action="add", title="Which entrance of the nest site do wasps prefer?")

        added = _report(system, review.id).sections[-1]
        assert "wasps prefer a nest site with an entrance" in added.text[0].text


class TestPapersWithoutASay:
    def test_a_paper_on_something_else_gets_no_section_and_is_listed(self, system: System) -> None:
        system.add("glue", _about_glue(), title="Of Glue", authors=("Gus Glue",), year=1999)

        _, report = system.written()

        assert "glue" not in {c.paper_id for section in report.sections for c in citations_of(section)}
        assert [(paper.paper_id, paper.label) for paper in report.silent] == [("glue", "(Glue, 1999)")]

    def test_a_paper_whose_best_passage_is_far_behind_that_of_all_is_not_quoted(
        self, system: System, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("scholarai.reviewing.candidates.BEARING_SHARE", 1.0)

        _, report = system.written()

        assert (len(report.papers), len(report.silent)) == (1, 3)

    def test_named_papers_that_the_filters_leave_out_are_counted(self, system: System) -> None:
        named = tuple(map(PaperId, ("ants", "wasps", "moths")))

        review, report = system.written(paper_ids=named, filters=Filters(year_from=2018))

        assert {paper.paper_id for paper in (*report.papers, *report.silent)} == {"wasps", "moths"}
        counted = [(notice.code, notice.count) for notice in review.notices if notice.code != "without_model"]
        assert counted == [("papers_filtered", 1)]

    @pytest.mark.parametrize("modelled_too", [False, True])
    def test_every_paper_is_accounted_for_once(self, system: System, modelled: System, modelled_too: bool) -> None:
        if not modelled_too:
            system.model = None
        system.add("glue", _about_glue())

        _, report = system.written()

        told = [paper.paper_id for paper in (*report.papers, *report.silent)]
        assert sorted(told) == ["ants", "bees", "glue", "moths", "wasps"]

    def test_a_deleted_one_stays_as_a_reference(self, system: System) -> None:
        system.add("glue", _about_glue())
        review, _ = system.written()

        system.delete_paper("glue")

        silent = _report(system, review.id).silent
        assert [(paper.paper_id, paper.deleted) for paper in silent] == [("glue", True)]


def test_what_earlier_releases_stored_is_still_read(system: System) -> None:
    _, report = system.written()
    old = to_json(report).replace(b'"silent":[],"unlisted":0', b'"x":0').replace(b'"lead":[', b'"y":[')

    old = old.replace(b'"tldr_parts":[', b'"z":[').replace(b'"tldr":""', b'"tldr":"Bees dance."')

    sections = from_json(Report, old).sections
    assert {section.lead for section in sections} == {()}
    assert {part.text for section in sections for part in section.summary} == {"Bees dance."}


def _report(system: System, review_id: Any) -> Report:
    report = system.report(review_id)
    assert report is not None
    return report


def _quoted(citation: Citation) -> str:
    return f"“{' '.join(citation.text.split())}”"


def _about_glue() -> PaperContent:
    return short_paper(
        "Of Glue",
        "Glue of starch dries in an hour at room temperature, and sugar in it makes the joint hold for a year. Resin holds "
        "longer but smells of turpentine for a week, which nobody in the workshop liked when the windows were shut.",
    )
