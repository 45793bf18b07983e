"""What a notebook and a terminal show of answers, checked quotes, tables, reports and papers, and the order of arguments."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from scholarai import InvalidRequestError, Library, PaperFaultError, aio
from scholarai.domain.chat import Answer, Refusal
from scholarai.domain.content import Table
from scholarai.domain.usage import Usage
from scholarai.domain.values import Value
from scholarai.testing import sample_paper

QUESTION = "How many people make a shared birthday more likely than not?"
FALSE = "For 23 people the exact probability is 0.9073."


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with Library(tmp_path_factory.mktemp("shown")) as opened:
        yield opened


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of papers as reference managers keep them: the sample, a paper about tea, and a damaged file."""
    for name in ("K1", "K2", "K3"):
        (tmp_path / "storage" / name).mkdir(parents=True)
    shutil.copy(sample_paper(), tmp_path / "storage" / "K1")
    (tmp_path / "storage" / "K2" / "damaged.pdf").write_bytes(b"no pdf")
    (tmp_path / "storage" / "K3" / "main.tex").write_text(
        r"\documentclass{article}\title{On Tea}\begin{document}\section{Tea}Black tea stands for four minutes.\end{document}"
    )
    return tmp_path / "storage"


def test_ipython_on_a_terminal_shows_what_print_does(library: Library) -> None:
    checked = library.check(sample_paper(), FALSE)
    shown: list[str] = []

    for depth in (1, 2):
        checked._repr_pretty_(SimpleNamespace(text=shown.append, stack=[0] * depth), False)

    assert shown == [str(checked), str(checked).splitlines()[0]]


def test_an_answer_shows_its_text_its_quotes_and_their_places(library: Library) -> None:
    answer = library.ask(sample_paper(), QUESTION)

    assert answer.text.startswith("“Twenty-three people") or answer.text.startswith("Twenty-three people")
    assert answer.text.splitlines()[0].endswith("[1]")
    assert "p. 1, Conclusion (exact)" in str(answer)
    assert "> **\\[1\\]**" in answer.to_markdown()
    assert '<blockquote id="q1">' in answer._repr_html_()
    assert json.loads(json.dumps(answer.to_dict()))["sections"][0]["citations"][0]["verdict"] == "exact"


def test_a_checked_quote_strikes_the_wrong_word_out_beside_the_right_one(library: Library) -> None:
    checked = library.check(sample_paper(), FALSE)

    assert "<del>0.9073</del> <ins>0.5073</ins>" in checked._repr_html_()
    assert "~~0.9073~~ **0.5073**" in str(checked)
    assert str(checked).startswith("ALTERED")
    assert "(p. 1, How Likely" in str(checked)


def test_a_quote_from_nowhere_names_no_place(library: Library) -> None:
    checked = library.check(sample_paper(), "No such words stand there at all.")

    assert str(checked) == "NOT FOUND in the paper\n    written: ~~No such words stand there at all.~~"


def test_a_table_and_a_report_show_themselves(library: Library) -> None:
    table = library.table(sample_paper(), QUESTION)
    report = library.review(sample_paper(), QUESTION)

    assert re.search(r"<td>Candidate: .*<sup>\[1\]</sup></td>", table._repr_html_())
    (record,) = table.to_records()
    column = table.spec.columns[0].name
    assert record[f"{column} (pages)"] == "1"
    assert record["title"].startswith("How Likely")
    assert table.to_markdown().startswith("# ")
    assert "<h1>" in report._repr_html_()
    assert "<html" not in report._repr_html_()
    assert str(report).startswith("# ")


def test_a_paper_s_content_shows_its_title_and_sections_and_not_all_of_its_text(library: Library) -> None:
    content = library.content(library.add(sample_paper()))

    assert "2 pages" in str(content)
    assert "2.1 Exact probability" in str(content)
    assert len(str(content)) < 1_000
    assert "<b>How Likely" in content._repr_html_()
    assert content.to_markdown().startswith("**How Likely")


def test_a_paper_s_table_shows_its_cells(library: Library) -> None:
    table = library.content(library.add(sample_paper())).tables[0]

    assert "    23      0.5073  0.5000         0.5112" in str(table).splitlines()
    assert "<tr><td>23</td><td>0.5073</td>" in table._repr_html_()
    assert "| 23 | 0.5073 | 0.5000 | 0.5112 |" in table.to_markdown().splitlines()
    assert str(table).count("Table 1") == 1


def test_a_long_table_is_cut_where_it_is_shown_and_not_where_it_is_exported() -> None:
    table = Table(label="Table 1", caption="Bees", rows=(("Bees",), *((f"{n} {'x' * 300}",) for n in range(100))))

    for shown in (str(table), table._repr_html_()):
        assert "and 41 more" in shown
        assert "x" * 201 not in shown
        assert len(shown) < 20_000
    assert table.to_markdown().count("x" * 300) == 100


def test_what_a_user_gets_in_hand_shows_what_it_says(library: Library) -> None:
    paper = library.add(sample_paper())
    citation = library.ask(paper, QUESTION).sections[0].citations[0]
    said = "Twenty-three people are enough for a shared birthday to be more likely than not."
    cases: list[tuple[Value, tuple[str, ...]]] = [
        (paper, ("How Likely Is a Shared Birthday?", "sample-paper.pdf, 2 pages, completed, id f8b7f002")),
        (citation, ("[1] exact (p. 1, Conclusion)", f"“{said}”")),
        (library.search(paper, "limitations", k=1)[0], ("[1] p", "leap days")),
        (library.brief(paper), ("What it is about", "What does Table 1 show?")),
        (library.find_source(paper, said)[0], (said, "(p. 1, How Likely Is a Shared Birthday?", f"“{said}”")),
        (library.check_references("## References\n1. Lee A. Of bees. J Tea 1989."), ("1 reference", "Of bees")),
        (library.content(paper).references[0], ("Besetzungswahrscheinlichkeiten", "year: 1939")),
        (paper.counts, ("pages: 2", "tables: 1")),
    ]

    for value, words in cases:
        shown = (str(value), value._repr_html_(), value.to_markdown().replace("\\", ""))
        assert [(form, word) for form in shown for word in words if word not in form] == []
        assert max(map(len, shown)) < 3_000
        assert value.to_dict()
    assert repr(library.content(paper)) == f"<PaperContent: {paper.metadata.title}>"
    assert repr(paper.counts).startswith("Counts(pages=2, ")


def test_a_refusal_says_why() -> None:
    refusal = Refusal(reason="no_text", message="The paper has no text.")
    answer = Answer(sections=(), usage=Usage(), question_used="q", refusal=refusal)

    assert answer.text == "The paper has no text."
    assert "The paper has no text." in answer._repr_html_()


def test_words_of_a_paper_become_no_markup_in_a_notebook(library: Library, tmp_path: Path) -> None:
    paper = tmp_path / "hostile.md"
    paper.write_text(
        "# <script>alert(1)</script>\n\nThe share of <img src=x onerror=alert(1)> was 40 percent of all lamps.\n"
    )
    shown: list[Value] = [
        library.ask(paper, "What was the share of lamps?"),
        library.check(paper, "The share of <img src=x onerror=alert(1)> was 50 percent of all lamps."),
        library.check_text(paper, "“The share of <script>alert(2)</script> was 50 percent of all lamps.”"),
        library.table(paper, "What was the share of <script>lamps</script>?"),
        library.content(paper),
        library.add(paper),
        library.search(paper, "What was the share of lamps?")[0],
        library.ask(paper, "What was the share of lamps?").sections[0],
        library.ask(paper, "What was the share of lamps?").sections[0].citations[0],
        Table(label="<script>", caption="<img src=x>", rows=(("<script>", "<img>"),), notes=("<script>",)),
        *library.content(paper).blocks,
    ]

    for one in shown:
        assert "<script" not in one._repr_html_()
        assert "<img" not in one._repr_html_()


CALLS: list[Callable[[Library, Any, Any], object]] = [
    lambda library, papers, words: library.ask(papers, words),
    lambda library, papers, words: library.search(papers, words),
    lambda library, papers, words: library.check(papers, words),
    lambda library, papers, words: library.check_text(papers, words),
    lambda library, papers, words: library.find_source(papers, words),
    lambda library, papers, words: library.review(papers, words),
    lambda library, papers, words: library.table(papers, words),
]


@pytest.mark.parametrize("call", CALLS)
def test_swapped_arguments_are_named(library: Library, call: Callable[[Library, Any, Any], object]) -> None:
    for paper in (sample_paper(), str(sample_paper()), library.add(sample_paper()), "missing.pdf"):
        with pytest.raises(InvalidRequestError, match="arguments_swapped: the papers come first"):
            call(library, "What are the main results?", paper)


@pytest.mark.parametrize("call", CALLS)
def test_a_missing_file_is_named(library: Library, call: Callable[[Library, Any, Any], object]) -> None:
    with pytest.raises(PaperFaultError, match=r"^missing\.pdf: file_missing: ") as raised:
        call(library, [sample_paper(), "missing.pdf"], "What are the main results?")

    assert raised.value.in_words.startswith("file_missing: ")  # commands put the name before it themselves


def test_one_question_is_a_string(library: Library) -> None:
    with pytest.raises(InvalidRequestError, match="one string is needed: ask"):
        library.ask(sample_paper(), ["One?", "Two?"])  # type: ignore[arg-type]


def test_a_folder_stands_for_its_papers_and_names_what_cannot_be_read(library: Library, folder: Path) -> None:
    with pytest.warns(UserWarning, match=r"Left out: .*damaged\.pdf: "):
        answer = library.ask(folder, "How long does black tea stand?")

    assert answer.coverage is not None
    assert len(answer.coverage.papers) == 2
    assert "four minutes" in answer.text


def test_of_several_papers_the_best_one_s_verdict_comes_back_with_its_name(library: Library, folder: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        checked = library.check([folder], "Black tea stands for five minutes.")

    assert checked.verdict == "altered"
    assert checked.title == "On Tea"
    assert checked.paper_id == library.add(folder / "K3").id


def test_a_search_of_several_papers_ranks_their_passages_together(library: Library, folder: Path) -> None:
    papers = [library.add(sample_paper()), library.add(folder / "K3")]

    tea = library.search(papers, "How long does black tea stand?", k=3)
    days = library.search(papers, "shared birthday probability", k=3)

    assert tea[0].paper_id == papers[1].id
    assert days[0].paper_id == papers[0].id
    assert tea[0].title == "On Tea"
    assert str(tea[0]).splitlines()[0].endswith("(On Tea)")
    assert [one.number for one in days] == [1, 2, 3]
    assert [one.score for one in days] == sorted((one.score for one in days), reverse=True)


def test_the_twins_for_asyncio_do_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCHOLARAI_DATA", str(tmp_path))

    async def both() -> tuple[Any, ...]:
        return tuple(
            await asyncio.gather(aio.check(sample_paper(), FALSE), aio.search(sample_paper(), "Figure 1", k=2))
        )

    checked, found = asyncio.run(both())

    assert checked.verdict == "altered"
    assert len(found) == 2
