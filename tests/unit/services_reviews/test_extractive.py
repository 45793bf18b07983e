"""A review without a model: who is quoted, where, under which headings, and what is said of the other papers."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from unit.services_reviews.system import System, paper_about, short_paper

from scholarai.adapters.models.local.quote_picker import SentencePicker
from scholarai.domain.chat import Citation, Evidence
from scholarai.domain.content import PaperContent
from scholarai.domain.ids import ChunkId, PaperId
from scholarai.domain.review import Filters, Report, ReviewQuote
from scholarai.domain.review_outputs import Planned
from scholarai.domain.values import from_json, to_json
from scholarai.reviewing.assembling import citations_of
from scholarai.reviewing.clusters import QUOTES_PER_SECTION
from scholarai.services.reviews.extractive import LARGEST_SHARE, ExtractiveWriter

THANKS = "We thank the swarms of bees that choose a nest site for us, and their keepers."
SIGNPOST = "How swarms of bees choose a nest site is described in Section 4."
FINDING = "Swarms of bees choose a nest site once a quorum of 20 scouts has gathered there."


def passage(text: str, number: int = 1, *sections: str) -> Evidence:
    return Evidence(
        number=number, paper_id=PaperId("p"), chunk_id=ChunkId(f"1-{number:04d}"), text=text, score=1.0, start=0,
        end=len(text), section_path=sections,
    )  # fmt: skip


def picked(*passages: Evidence, limit: int = 8) -> list[str]:
    return [
        quote.text
        for quote in SentencePicker().pick("How do swarms of bees choose a nest site?", passages, limit=limit)
    ]


class TestPicking:
    def test_thanks_signposts_and_templates_are_no_quotes(self) -> None:
        template = "All films of a swarm near its nest site can be found at our homepage in full length."

        assert picked(passage(f"{THANKS}\n\n{SIGNPOST}\n\n{template}\n\n{FINDING}")) == [FINDING]

    def test_nothing_is_quoted_from_sections_beside_the_matter(self) -> None:
        assert picked(passage(FINDING, 1, "Acknowledgements")) == []
        assert picked(passage(FINDING, 1, "Results")) == [FINDING]

    def test_neighbours_are_one_quote(self) -> None:
        behind = "They choose the best nest site of five in most of the trials, too."

        both = replace(passage(f"{FINDING} {behind}"), ratings=((0, -1.0), (len(FINDING) + 1, -1.5)))

        assert picked(both) == [f"{FINDING} {behind}"]

    def test_each_passage_is_heard_before_any_is_heard_twice(self) -> None:
        second = "The nest site of a swarm of wasps lies under roofs of houses."
        third = "A nest site that swarms of bees choose has an entrance to the south."

        assert picked(passage(f"{FINDING}\n\n{third}"), passage(second, 2), limit=2) == [FINDING, second]

    def test_a_passage_that_shares_no_word_with_the_question_is_not_quoted(self) -> None:
        assert picked(passage("The weather of that day was mild and of no further interest.")) == []


class TestReport:
    def test_the_overview_comes_first_and_every_quote_stands_once(self, system: System) -> None:
        _, report = system.written()

        places = Counter(
            (c.paper_id, c.start) for s in report.sections for c in (*s.lead, *(c for p in s.text for c in p.citations))
        )
        assert report.sections[0].title == "Overview"
        assert set(places.values()) == {1}
        assert {paper for paper, _ in places} == {"bees", "ants", "wasps", "moths"}

    def test_a_section_leads_with_a_quote_that_it_cites(self, system: System) -> None:
        _, report = system.written()

        led = [section for section in report.sections if section.tldr]
        assert led
        assert all(section.tldr == f"“{' '.join(section.lead[0].quote.split())}”" for section in led)
        assert all(section.tldr not in [part.text for part in section.text] for section in led)

    def test_no_section_has_most_of_the_quotes(self, tmp_path: Path) -> None:
        system = System(tmp_path)
        for n in range(12):
            system.add(f"p{n}", paper_about(f"ants{n}", 2001 + n), year=2001 + n)

        _, report = system.written()

        sizes = [len(section.lead) + sum(len(part.citations) for part in section.text) for section in report.sections]
        assert max(sizes) <= LARGEST_SHARE * sum(sizes)
        assert min(sizes) > 1

    def test_columns_have_names_and_cells_are_short_and_cited_or_not_stated(self, system: System) -> None:
        _, report = system.written()

        (table,) = [section.table for section in report.sections if section.table is not None]
        cells = [cell for row in table.rows for cell in row.cells]
        assert {column.name for column in table.columns} <= {
            "Task",
            "Data",
            "Method",
            "Sample",
            "Main number",
            "Limitation",
        }
        assert all(cell.citations or cell.value == "not stated" for cell in cells)
        assert max(len(cell.value.split()) for cell in cells) <= 16

    def test_a_section_that_is_added_has_the_quotes_that_fit_its_name(self, tmp_path: Path) -> None:
        system = System(tmp_path)
        for n in range(12):
            system.add(f"p{n}", paper_about(f"ants{n}", 2001 + n), year=2001 + n)
        review, _ = system.written()

        system.edit(review.id, action="add", title="Of ants7")

        report = system.report(review.id)
        assert report is not None
        quotes = [citation.quote for citation in citations_of(report.sections[-1])]
        assert len(quotes) == QUOTES_PER_SECTION
        assert any("ants7" in quote for quote in quotes)

    def test_papers_that_say_too_little_for_a_table_are_no_failure(self, tmp_path: Path) -> None:
        system = System(tmp_path)
        for name in ("ants", "bees"):
            said = f"Swarms of {name} choose a nest site. A nest site of {name} lies in the woods, as swarms of {name} like it."
            system.add(name, short_paper(f"Of {name}", said))

        review, report = system.written()

        assert {section.table for section in report.sections} == {None}
        assert review.notices == ()


class TestPapersWithoutASay:
    def test_a_paper_on_something_else_gets_no_section_and_is_listed(self, system: System) -> None:
        system.add("glue", _about_glue(), title="Of Glue", authors=("Gus Glue",), year=1999)

        _, report = system.written()

        assert "glue" not in {c.paper_id for section in report.sections for c in citations_of(section)}
        assert [(paper.paper_id, paper.label) for paper in report.silent] == [("glue", "(Glue, 1999)")]

    def test_named_papers_that_the_filters_leave_out_are_counted(self, system: System) -> None:
        named = tuple(map(PaperId, ("ants", "wasps", "moths")))

        review, report = system.written(paper_ids=named, filters=Filters(year_from=2018))

        assert {paper.paper_id for paper in (*report.papers, *report.silent)} == {"wasps", "moths"}
        assert [(notice.code, notice.count) for notice in review.notices] == [("papers_filtered", 1)]

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

        report = system.report(review.id)
        assert report is not None
        assert [(paper.paper_id, paper.deleted) for paper in report.silent] == [("glue", True)]


def test_what_the_last_release_stored_is_still_read(system: System) -> None:
    review, report = system.written()
    planned = system.output(review.id, Planned, "plan")
    old = to_json(report).replace(b'"silent":[],"unlisted":0', b'"x":0').replace(b'"lead":[', b'"y":[')

    old = old.replace(b'"tldr_parts":[', b'"z":[')
    sections = from_json(Report, old).sections
    assert {section.lead for section in sections} == {()}
    told = [[(part.text, part.uncited) for part in section.summary] for section in sections]
    assert told == [[(section.tldr, False)] if section.tldr else [] for section in sections]
    assert planned.silent == ()


def _about_glue() -> PaperContent:
    return short_paper(
        "Of Glue",
        "Glue of starch dries in an hour at room temperature, and sugar in it makes the joint hold for a year. Resin holds "
        "longer but smells of turpentine for a week, which nobody in the workshop liked when the windows were shut.",
    )


def test_a_section_leads_with_a_quote_that_can_be_read_alone() -> None:
    said = (
        "However, nest sites with small entrances are preferred by swarms of bees.",
        "Swarms of bees prefer nest sites.",
        "Furthermore, small entrances of nest sites are preferred by bees.",
    )
    citation = Citation(
        number=1, paper_id=PaperId("p"), chunk_id=ChunkId("c"), label="p. 1", quote="q", verdict="exact"
    )
    quotes = [ReviewQuote(number=n, citation=citation, place=text) for n, text in enumerate(said)]
    writer = ExtractiveWriter(picker=SentencePicker(), embedder=lambda: None)

    assert writer._central("Which nest sites do bees prefer?", quotes).place == said[1]
    assert writer._central("Which nest sites do bees prefer?", [quotes[0], quotes[2]]) in (quotes[0], quotes[2])


@pytest.mark.parametrize(
    "text",
    [
        "Presumably bees prefer small nest sites.",
        "Another nest site that bees prefer is a chimney.",
        "The size of these nest sites is what bees prefer.",
    ],
)
def test_a_section_leads_with_no_quote_that_points_back(text: str) -> None:
    citation = Citation(
        number=1, paper_id=PaperId("p"), chunk_id=ChunkId("c"), label="p. 1", quote="q", verdict="exact"
    )
    alone = ReviewQuote(number=2, citation=citation, place="The aim of this study was to count swarms.")
    writer = ExtractiveWriter(picker=SentencePicker(), embedder=lambda: None)

    quotes = [ReviewQuote(number=1, citation=citation, place=text), alone]

    assert writer._central("Which nest sites do bees prefer?", quotes) == alone


def test_of_two_as_central_quotes_the_one_that_bears_on_the_question_leads() -> None:
    said = ("Scouts measure cavities by walking.", "Smoke calms keepers of hives.", "Nobody counted the pots of honey.")
    citation = Citation(
        number=1, paper_id=PaperId("p"), chunk_id=ChunkId("c"), label="p. 1", quote="q", verdict="exact"
    )
    quotes = [ReviewQuote(number=n, citation=citation, place=text) for n, text in enumerate(said)]
    writer = ExtractiveWriter(picker=SentencePicker(), embedder=lambda: None)

    assert writer._central("How do scouts measure cavities?", quotes).place == said[0]
    assert writer._central("What does smoke do to keepers?", quotes).place == said[1]
