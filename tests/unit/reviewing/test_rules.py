"""The rules of a review that need no store: filters, labels, years, candidates, plans, tables, groups."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from scholarai.domain.chat import Citation, Evidence
from scholarai.domain.ids import ChunkId, PaperId
from scholarai.domain.paper import Metadata
from scholarai.domain.review import (
    Candidate,
    ComparisonTable,
    Filters,
    PlannedSection,
    ReviewedPaper,
    ReviewPlan,
    TableCell,
    TableColumn,
    TableRow,
)
from scholarai.reviewing import candidates, chain, papers, report, tables
from scholarai.reviewing.candidates import PASSAGES, is_aside, join_passages, towards
from scholarai.reviewing.numbers import figure_beside
from scholarai.reviewing.papers import strip_references, with_labels
from scholarai.reviewing.question import narrowed, passes, take_apart

PAPER = Metadata(
    title="Über Schwärme",
    authors=("José Núñez", "Ann Lee"),
    year=2019,
    venue="Journal of Ethology",
    keywords=("Biology",),
)


class TestFilters:
    @pytest.mark.parametrize(
        "asked",
        [
            Filters(),
            Filters(year_from=2019, year_to=2019),
            Filters(venues=("nature", "ethology")),
            Filters(authors=("nunez",)),
            Filters(fields=("biology",)),
            Filters(text="SCHWARME"),
        ],
        ids=str,
    )
    def test_case_and_accents_do_not_count(self, asked: Filters) -> None:
        assert passes(PAPER, asked)

    @pytest.mark.parametrize(
        "asked",
        [
            Filters(year_from=2020),
            Filters(year_to=2018),
            Filters(venues=("nature",)),
            Filters(authors=("smith",)),
            Filters(fields=("physics",)),
            Filters(text="bees"),
            Filters(authors=("nunez",), year_from=2020),
        ],
        ids=str,
    )
    def test_every_filter_that_is_set_must_be_passed(self, asked: Filters) -> None:
        assert not passes(PAPER, asked)

    @pytest.mark.parametrize("asked", [Filters(year_from=1), Filters(venues=("a",)), Filters(authors=("a",))], ids=str)
    def test_a_paper_that_does_not_say_passes_no_filter_on_it(self, asked: Filters) -> None:
        assert not passes(Metadata(), asked)

    def test_a_question_cannot_widen_what_the_request_asks_for(self) -> None:
        asked = Filters(year_from=2010, year_to=2015, authors=("lee",))
        found = Filters(year_from=2000, year_to=2012, authors=("smith",), venues=("nature",))

        assert narrowed(asked, found) == Filters(year_from=2010, year_to=2012, authors=("lee",), venues=("nature",))


class TestDecomposing:
    @pytest.mark.parametrize(
        ("question", "low", "high"),
        [
            ("What is new since 2019?", 2019, None),
            ("Work after 2019 on bees", 2020, None),
            ("Papers from 2010 to 2015", 2010, 2015),
            ("Between 2010 and 2015, what changed?", 2010, 2015),
            ("Findings before 2000", None, 1999),
            ("Studies in 2018 about bees", 2018, 2018),
            ("Who fell ill in the outbreak in 2018?", None, None),
            ("Is 2048 a fun game?", None, None),
        ],
    )
    def test_years_become_filters(self, question: str, low: int | None, high: int | None) -> None:
        found = take_apart(question)

        assert (found.filters.year_from, found.filters.year_to) == (low, high)

    def test_authors_and_venues_become_filters(self) -> None:
        found = take_apart("What do papers by Thomas Seeley published in Animal Behaviour say?")

        assert found.filters.authors == ("Thomas Seeley",)
        assert found.filters.venues == ("Animal Behaviour",)

    def test_what_became_a_filter_is_not_searched_for(self) -> None:
        assert take_apart("How do bees dance, since 2015?").rewritten == "How do bees dance,?"


class TestCandidates:
    def test_a_passage_found_twice_counts_once_and_known_papers_add_none_by_words(self) -> None:
        vector = [_candidate("a", 1), _candidate("a", 1), _candidate("b", 1)]
        words = [_candidate("a", 2), _candidate("c", 1), _candidate("c", 2)]

        assert [(item.paper_id, item.chunk_id) for item in candidates.join(vector, words)] == [
            ("a", "1-0001"), ("b", "1-0001"), ("c", "1-0001"),
        ]  # fmt: skip

    def test_at_most_256_passages_and_20_papers_by_words(self) -> None:
        vector = [_candidate("a", n) for n in range(300)]
        words = [_candidate(f"p{n}", 1) for n in range(30)]

        assert len(candidates.join(vector, words)) == 256 + 20

    def test_twenty_words_are_too_few(self) -> None:
        assert not candidates.is_long_enough("word " * 20)
        assert candidates.is_long_enough("word " * 21)

    def test_several_ways_of_scoring_count_alike(self) -> None:
        found = [_candidate("a", 1), _candidate("b", 1), _candidate("c", 1)]

        ranked = candidates.fuse(found, [{0: 10.0, 1: 5.0, 2: 0.0}, {0: 0.1, 1: 0.9}])

        assert [(item.paper_id, item.score) for item in ranked] == [("b", 0.75), ("a", 0.5), ("c", 0.0)]

    def test_passages_far_below_the_best_are_dropped(self) -> None:
        ranked = [_candidate("a", 1, 1.0), _candidate("b", 1, 0.3), _candidate("c", 1, 0.1)]

        assert [item.paper_id for item in candidates.threshold(ranked)] == ["a", "b"]
        assert len(candidates.threshold([_candidate("a", n, 1.0) for n in range(80)])) == 50
        assert candidates.threshold([]) == ()

    def test_the_best_two_passages_of_every_paper_that_bears_are_read(self) -> None:
        long = [_candidate("a", n, 1.0) for n in range(80)]
        short = [_candidate(name, n, 0.75 - n / 8) for name in "bc" for n in range(4)]
        far = _candidate("d", 1, 0.3)

        read = candidates.threshold([*long, *sorted(short, key=lambda item: -item.score), far])

        assert Counter(item.paper_id for item in read) == {"a": 46, "b": 2, "c": 2}
        assert [item.score for item in read] == sorted((item.score for item in read), reverse=True)
        assert {item.score for item in read if item.paper_id == "b"} == {0.75, 0.625}

    @pytest.mark.parametrize(("score", "most", "passages"), [(0.5, 100, 100), (0.5, 75, 75), (0.3, 100, 50)])
    def test_more_passages_are_read_where_more_papers_bear(self, score: float, most: int, passages: int) -> None:
        ranked = [_candidate("best", 0, 1.0), *(_candidate(f"p{n}", 0, score) for n in range(120))]

        assert len(candidates.threshold(ranked, most=most)) == passages

    def test_a_paper_is_as_relevant_as_its_best_passage(self) -> None:
        ranked = [_candidate("b", 3, 0.9), _candidate("a", 1, 0.8), _candidate("b", 2, 0.7)]

        assert candidates.by_paper(ranked) == {"b": (0.9, ("1-0003", "1-0002")), "a": (0.8, ("1-0001",))}


class TestLabels:
    @pytest.mark.parametrize(
        ("authors", "year", "label"),
        [
            (("Ada Lovelace",), 1843, "(Lovelace, 1843)"),
            (("Ada Lovelace", "Charles Babbage"), 1843, "(Lovelace and Babbage, 1843)"),
            (("Ada Lovelace", "Charles Babbage", "L. Menabrea"), None, "(Lovelace et al., n.d.)"),
            (("Ludwig van Beethoven",), 1808, "(van Beethoven, 1808)"),
            (("Doe, Jane",), 2001, "(Doe, 2001)"),
            (("Sachin Kumar S",), 2020, "(Kumar, 2020)"),
            ((), 2001, "(A title, 2001)"),
            (("Anonymous Authors",), None, "(A title)"),
            (("Anne L. Wilson", "on behalf of the IPTc Taskforce"), 2011, "(Wilson, 2011)"),
            (("for the IPTc Taskforce",), 2011, "(Taskforce, 2011)"),
        ],
    )
    def test_a_paper_is_called_by_its_authors_and_year(
        self, authors: tuple[str, ...], year: int | None, label: str
    ) -> None:
        assert with_labels([_paper("p", authors=authors, year=year)])[0].label == label

    def test_namesakes_get_suffixes(self) -> None:
        papers = [_paper(name, authors=("A. Lee",), year=2001) for name in "ab"] + [
            _paper("c", authors=("B. Ray",), year=2001)
        ]

        assert [p.label for p in with_labels(papers)] == ["(Lee, 2001a)", "(Lee, 2001b)", "(Ray, 2001)"]

    def test_undated_papers_of_the_same_authors_are_called_by_their_titles(self) -> None:
        papers = [_paper("a", authors=("A. Lee",), title="On Bees"), _paper("b", authors=("A. Lee",), title="On Ants")]

        assert [p.label for p in with_labels(papers)] == ["(Lee, On Bees)", "(Lee, On Ants)"]

    def test_a_paper_of_which_nothing_is_known_is_called_by_its_file_s_name_without_the_ending(self) -> None:
        papers = [_paper(name, authors=(), title="draft (final).pdf") for name in "ab"]

        assert [p.label for p in with_labels(papers[:1])] == ["(draft final)"]
        assert [p.label for p in with_labels(papers)] == ["(draft final 1)", "(draft final 2)"]

    def test_a_supplement_is_named_by_its_paper(self) -> None:
        papers = [_paper("p", authors=("A. Lee",), year=2001)]
        papers += [_paper(name, authors=("A. Lee",), year=2001, is_supplement=True) for name in ("s", "t")]

        assert [p.label for p in with_labels(papers[:2])] == ["(Lee, 2001)", "(Lee, 2001, supplement)"]
        assert [p.label for p in with_labels(papers)][1:] == ["(Lee, 2001, supplement 1)", "(Lee, 2001, supplement 2)"]

    def test_the_twenty_seventh_namesake_still_has_a_label_of_its_own(self) -> None:
        papers = [_paper(str(n), authors=("A. Lee",), year=2001) for n in range(30)]

        assert len({p.label for p in with_labels(papers)}) == 30

    @pytest.mark.parametrize(
        ("text", "clean", "unknown"),
        [
            ("It grows (Lee, 2001).", "It grows.", 0),
            ("It grows (Smith et al., 1999) fast [3, 4].", "It grows fast.", 2),
            ("It grows [Smith 1999b].", "It grows.", 1),
            ("It grows (by 20 %) in (a) and f(x).", "It grows (by 20 %) in (a) and f(x).", 0),
            ("See (n = 1999) and (Table 3).", "See (n = 1999) and (Table 3).", 0),
        ],
    )
    def test_references_of_the_models_own_are_taken_out(self, text: str, clean: str, unknown: int) -> None:
        assert strip_references(text, ["(Lee, 2001)"]) == (clean, unknown)


class TestPlanning:
    @pytest.mark.parametrize("names", [("Methods",), ("Methods", "Background of bees")])
    def test_sections_stand_as_they_were_planned_and_one_is_enough(self, names: tuple[str, ...]) -> None:
        sound = report.make_sound(_plan(*((name, (1,)) for name in names)), [1])

        assert tuple(section.name for section in sound.sections) == names

    def test_a_section_without_a_quote_is_dropped(self) -> None:
        sound = report.make_sound(_plan(("Methods", (1,)), ("Conclusion", (9,))), [1])

        assert [section.name for section in sound.sections] == ["Methods"]

    def test_quotes_of_sections_beyond_the_seventh_go_to_it(self) -> None:
        sound = report.make_sound(_plan(*((f"S{n}", (n,)) for n in range(1, 10))), list(range(1, 10)))

        assert [section.quotes for section in sound.sections] == [*((n,) for n in range(1, 7)), (7, 8, 9)]

    def test_every_quote_is_used_and_none_is_invented(self) -> None:
        sound = report.make_sound(_plan(("Introduction", (1,)), ("Methods", (2, 2, 99))), [1, 2, 3, 4])

        assert [section.quotes for section in sound.sections] == [(1,), (2, 3, 4)]

    def test_sections_of_one_name_are_joined(self) -> None:
        sound = report.make_sound(_plan(("Introduction", (1,)), ("methods ", (2,)), ("Methods", (3,))), [1, 2, 3])

        assert [section.quotes for section in sound.sections] == [(1,), (2, 3)]

    def test_a_plan_without_any_quote_has_no_sections(self) -> None:
        assert report.make_sound(_plan(("Introduction", ()), ("Methods", (9,))), [1]).sections == ()


class TestTables:
    def test_at_most_six_by_six_and_columns_mostly_filled(self) -> None:
        table = _table([[1] * 10 for _ in range(9)])

        trimmed = tables.trim(table)

        assert trimmed is not None
        assert (len(trimmed.rows), len(trimmed.columns)) == (6, 6)

    def test_sparse_columns_and_empty_rows_are_dropped(self) -> None:
        trimmed = tables.trim(_table([[1, 0, 1], [1, 0, 1], [1, 1, 0], [0, 0, 0]]))

        assert trimmed is not None
        assert [column.name for column in trimmed.columns] == ["c0"]
        assert len(trimmed.rows) == 3

    def test_too_little_to_compare_is_no_table(self) -> None:
        assert tables.trim(_table([[1, 1]])) is None
        assert tables.trim(_table([[0, 0], [0, 0]])) is None

    def test_a_value_without_evidence_does_not_fill_a_cell(self) -> None:
        assert not tables.is_filled(TableCell(value="blue"))


class TestSchedule:
    def test_a_step_of_quotes_has_no_more_papers_than_it_may(self) -> None:
        steps = chain.steps_after_ranking(chain.PAPERS_PER_STEP + 1, chain.Course(asks_model=True))

        names = [step.name for step in steps]
        assert names[:3] == ["quotes-1", "quotes-2", "plan"]

    @pytest.mark.parametrize(
        ("form", "tables", "steps"), [("list", True, ["tables"]), ("list", False, []), ("synthesis", True, [])]
    )
    def test_tables_are_made_of_lists_where_they_are_wanted(self, form: Any, tables: bool, steps: list[str]) -> None:
        sections = [PlannedSection(name="a", format=form)]
        course = chain.Course(asks_model=True, tables=tables)

        names = [step.name for step in chain.steps_after_plan(sections, course)]
        assert names == ["section-1", *steps, "result"]

    def test_without_a_model_nothing_is_expected_to_cost(self) -> None:
        assert chain.estimate(30, None).cost_usd == 0
        assert chain.estimate(30, (1e-6, 4e-6)).cost_usd > chain.estimate(3, (1e-6, 4e-6)).cost_usd > 0
        assert chain.estimate(300, (1e-6, 4e-6)) == chain.estimate(50, (1e-6, 4e-6))

    def test_what_a_review_needs_still_is_reckoned_for_all_papers_that_are_read(self) -> None:
        assert chain.expected_tokens(66)["review"] > chain.expected_tokens(50)["review"]


def _candidate(paper: str, chunk: int, score: float = 1.0) -> Candidate:
    return Candidate(
        paper_id=PaperId(paper), generation=1, chunk_id=ChunkId(f"1-{chunk:04d}"), score=score, found_by="vector"
    )


def _paper(name: str, **about: Any) -> ReviewedPaper:
    known: dict[str, Any] = {"paper_id": PaperId(name), "generation": 1, "label": "", "title": "A title"}
    return ReviewedPaper(**(known | about))


def _plan(*sections: tuple[str, tuple[int, ...]]) -> ReviewPlan:
    planned = tuple(PlannedSection(name=name, format="synthesis", quotes=quotes) for name, quotes in sections)
    return ReviewPlan(title="T", sections=planned)


def _table(filled: list[list[int]]) -> ComparisonTable:
    proof = Citation(
        number=1,
        paper_id=PaperId("p"),
        chunk_id=ChunkId("1-0001"),
        quote="q",
        verdict="exact",
        label="p. 1",
        start=0,
        end=1,
    )
    cells = [[TableCell(value="v", citations=(proof,)) if cell else tables.NOTHING for cell in row] for row in filled]
    return ComparisonTable(
        title="T",
        columns=tuple(TableColumn(name=f"c{n}") for n in range(len(filled[0]))),
        rows=tuple(TableRow(paper_id=PaperId(f"p{n}"), label=f"p{n}", cells=tuple(row)) for n, row in enumerate(cells)),
    )


@pytest.mark.parametrize(
    ("sentence", "aside"),
    [
        ("One study showed that beer reduced illness after a marathon [14].", True),
        ("Smith et al. (2016) support this finding.", True),
        ("Another study (20) compared yoga to a waiting list.", True),
        ("The rest of this paper is structured as follows.", True),
        ("In this trial, 40 patients were found to improve [3].", False),
        ("We used the method that Smith et al. [7] described.", False),
        ("The primary outcome was pain, measured by the VAS (Keuthen et al. 1995).", False),
        ("The results showed a significant increase (P = .02).", False),
    ],
)
def test_an_aside_is_told_from_a_statement_on_the_paper_s_own_work(sentence: str, aside: bool) -> None:
    assert is_aside(sentence) == aside


class TestDating:
    @pytest.mark.parametrize(
        ("metadata", "filename", "year"),
        [
            (Metadata(year=1999), "W08-2222.pdf", 1999),
            (Metadata(), "W08-2222.pdf", 2008),
            (Metadata(), "J96-3004.pdf", 1996),
            (Metadata(), "1801.05147v2.pdf", 2018),
            (Metadata(arxiv_id="0704.0001"), "p.pdf", 2007),
            (Metadata(), "lee_2016_bees.pdf", 2016),
            (Metadata(doi="10.1016/j.cell.2013.04.025"), "p.pdf", 2013),
            (Metadata(doi="10.1371/journal.pone.0028031"), "scan-204812.pdf", None),
        ],
        ids=str,
    )
    def test_ids_and_names_tell_the_year_where_the_paper_does_not(
        self, metadata: Metadata, filename: str, year: int | None
    ) -> None:
        assert papers.year_of(metadata, filename) == year

    @pytest.mark.parametrize(
        ("page", "year"),
        [
            ("On Bees\nAnn Lee\nDraft version April 12, 2019\nAbstract", 2019),
            ("On Bees © 2003 The Authors", 2003),
            ("Under review as a conference paper at ICLR 2018", 2018),
            ("On Bees\nMarch 2011\nIn 1999 bees danced.", 2011),
            ("In 1999 bees danced, said Lee (1984).", None),
            ("x" * 5_000 + "© 2003", None),
        ],
    )
    def test_a_first_page_tells_the_year_by_what_it_says_of_the_paper_s_making(
        self, page: str, year: int | None
    ) -> None:
        assert papers.year_printed(page) == year


QUESTION = np.array([1, 0, 0, 0], dtype=np.float32)
NEAREST = [np.array([0.8, 0.6, 0, 0], dtype=np.float32)]


def test_a_passage_like_the_nearest_ones_comes_before_one_as_near_to_the_question() -> None:
    like = np.array([0.5, 0.866, 0, 0], dtype=np.float32)
    unlike = np.array([0.5, 0, 0.866, 0], dtype=np.float32)

    moved = towards(QUESTION, NEAREST)

    assert moved @ like > moved @ unlike
    assert np.isclose(np.linalg.norm(moved), 1)


def test_a_passage_s_length_does_not_count() -> None:
    assert np.allclose(towards(QUESTION, [5 * NEAREST[0]]), towards(QUESTION, NEAREST))


def test_only_the_nearest_passages_move_it() -> None:
    others = [np.array([0, 0, 0, 1], dtype=np.float32)] * 3

    assert np.allclose(towards(QUESTION, NEAREST * PASSAGES + others), towards(QUESTION, NEAREST))


def test_without_passages_of_its_dimension_it_stays() -> None:
    assert towards(QUESTION, []) is QUESTION
    assert towards(QUESTION, [np.ones(3, dtype=np.float32)]) is QUESTION


RANDOMISED = "How many patients were randomised?"


@pytest.mark.parametrize(
    ("question", "sentence", "number"),
    [
        (RANDOMISED, "We randomised 40 patients to two arms.", 40),
        (RANDOMISED, "Forty elderly patients were randomised.", 40),
        (RANDOMISED, "Two patients were lost to follow-up.", None),
        (RANDOMISED, "Of 20 patients, 12 patients were randomised.", None),
        (RANDOMISED, "Patients were randomised in 2010 at 12 sites.", None),
        ("How many minutes did it boil?", "In 11 minutes and forty seconds it boils.", 11),
        ("What was the duration of follow-up?", "The duration of follow-up was 12 months.", 12),
        ("What was the duration of follow-up?", "The duration of follow-up varied, 30 nurses say.", None),
        ("Is it any of these?", "There were 12 of them.", None),
    ],
)
def test_the_one_number_beside_what_is_asked_for_counts(question: str, sentence: str, number: float | None) -> None:
    assert figure_beside(question, sentence) == number


TEXT = "Bees dance for a site.\n\nScouts inspect it. A swarm flies.\n\nIt settles in a hollow tree."


def piece(start: int, end: int, section: str = "Results", text: str | None = None, page: int = 1) -> Evidence:
    return Evidence(
        number=9, paper_id=PaperId("p"), chunk_id=ChunkId(f"c{start}"), text=TEXT[start:end] if text is None else text,
        score=1.0, start=start, end=end, section_path=(section,), page_numbers=(page,),
    )  # fmt: skip


def places(*pieces: Evidence) -> list[tuple[int, int, int]]:
    made = join_passages(pieces, TEXT)
    assert all(one.text == TEXT[one.start : one.end] for one in made)
    return [(one.number, one.start, one.end) for one in made]


@pytest.mark.parametrize(
    ("pieces", "joined"),
    [
        ([piece(24, 43), piece(0, 30)], [(1, 0, 43)]),
        ([piece(0, 43), piece(24, 30), piece(0, 43)], [(1, 0, 43)]),
        ([piece(0, 22), piece(24, 43)], [(1, 0, 43)]),
        ([piece(0, 22), piece(24, 43, section="Methods")], [(1, 0, 22), (2, 24, 43)]),
        ([piece(0, 30), piece(24, 43, section="Methods")], [(1, 0, 43)]),
        ([piece(44, 58), piece(0, 22)], [(1, 0, 22), (2, 44, 58)]),
        ([], []),
    ],
)
def test_what_overlaps_or_goes_on_is_one_passage(pieces: list[Evidence], joined: list[tuple[int, int, int]]) -> None:
    assert places(*pieces) == joined


def test_a_joined_passage_is_on_the_pages_of_its_parts() -> None:
    (made,) = join_passages([piece(0, 30, page=2), piece(24, 43, page=3)], TEXT)

    assert made.page_numbers == (2, 3)


def test_a_table_beside_its_mention_stays_as_it_is() -> None:
    table = piece(20, 30, text="Site | Bees\n1 | 20")

    made = join_passages([piece(0, 43), table], TEXT)

    assert [one.text for one in made] == [TEXT[0:43], table.text]
