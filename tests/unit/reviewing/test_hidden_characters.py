"""No export, JSON reply or line of a terminal holds invisible characters, written by papers, models, users."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable

import pytest
from msgspec.structs import replace
from unit.reviewing.test_exports import citation, report

from scholarai.domain.chat import Answer, Passage, Refusal, TextSection
from scholarai.domain.ids import ChunkId, PaperId
from scholarai.domain.review import (
    ComparisonTable,
    Report,
    ReviewedPaper,
    ReviewSection,
    TableCell,
    TableColumn,
    TableRow,
)
from scholarai.domain.usage import Usage
from scholarai.entrypoints.calls import render_checked
from scholarai.entrypoints.chat_schemas import AnswerV1
from scholarai.entrypoints.review_schemas import ReportView
from scholarai.exporting.records import as_bibtex
from scholarai.local.ask_command import answer_lines
from scholarai.reviewing.exports import to_csv, to_html, to_markdown
from scholarai.services.exporting.reviews import cited_papers

HIDDEN = "\u202e\u2067\u200b\ufeff\x07\x1b\x00\U000e0041"
NAME = f"Ada{HIDDEN} Bee\x0c"
QUOTED = replace(citation(quote=f"Bees{HIDDEN} dance."), label=f"p. 3{HIDDEN}")


def hidden_report() -> Report:
    table = ComparisonTable(
        title=NAME,
        columns=(TableColumn(name=NAME),),
        rows=(TableRow(paper_id=PaperId("p1"), label=NAME, cells=(TableCell(value=NAME, citations=(QUOTED,)),)),),
    )
    section = ReviewSection(
        id="s1", title=NAME, format="synthesis", tldr=NAME, sources=1, model="m", table=table,
        text=(TextSection(text=NAME, citations=(QUOTED,)),),
    )  # fmt: skip
    paper = ReviewedPaper(
        paper_id=PaperId("p1"), generation=1, label=NAME, title=NAME, authors=(NAME,), venue=NAME, doi=NAME
    )
    return report(title=NAME, sections=(section,), papers=(paper,))


def answers() -> list[Answer]:
    passage = Passage(paper_id=PaperId("p1"), chunk_id=ChunkId("1-1"), text=NAME, label=NAME)
    refusal = Refusal(reason="weak_evidence", message=NAME, nearest=(passage,))
    section = TextSection(text=NAME, citations=(QUOTED,))
    return [
        Answer(sections=(section,), usage=Usage(model=NAME), question_used=NAME),
        Answer(sections=(), usage=Usage(), question_used=NAME, refusal=refusal),
    ]


def shows_nothing_hidden(text: str) -> bool:
    return not set(HIDDEN) & set(text) and "\\u00" not in text and "Ada Bee" in text


def to_bibtex(report: Report) -> str:
    return b"".join(as_bibtex(cited_papers(report, ()))).decode()


@pytest.mark.parametrize("export", [to_markdown, to_html, to_bibtex, to_csv])
def test_an_export_holds_nothing_hidden(export: Callable[[Report], str]) -> None:
    assert shows_nothing_hidden(export(hidden_report()))


def test_a_table_keeps_its_line_ends() -> None:
    text = to_csv(hidden_report())

    assert text.count("\r\n") == text.count("\n") == len(list(csv.reader(io.StringIO(text))))


def test_a_report_as_json_holds_nothing_hidden() -> None:
    assert shows_nothing_hidden(render_checked(ReportView.of(hidden_report())).decode())


@pytest.mark.parametrize("answer", answers(), ids=["answer", "refusal"])
def test_an_answer_holds_nothing_hidden_on_either_way_out(answer: Answer) -> None:
    assert shows_nothing_hidden(render_checked(AnswerV1.of(answer)).decode())
    assert shows_nothing_hidden("\n".join(answer_lines(answer, {PaperId("p1"): NAME})))


def test_a_heading_of_an_export_is_one_line() -> None:
    assert to_markdown(hidden_report()).startswith("# Ada Bee \n")
