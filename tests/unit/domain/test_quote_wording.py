"""A checked quote is shown with the paper's words first and changed ones beside them."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from scholarai.domain.chat import Answer, Change, ChangeKind, Citation, Doubt, TextSection
from scholarai.domain.checked_text import NOT_SAID
from scholarai.domain.ids import ChunkId, PaperId
from scholarai.domain.quote_wording import (
    GAP,
    SUPPORTED,
    TOO_SHORT,
    Run,
    doubts_in_words,
    is_unquoted,
    lacks_in_words,
    marks_in_words,
    remarks_on,
    runs_of,
    written_of,
)
from scholarai.domain.usage import Usage
from scholarai.domain.verdicts import ROWS, TRUE_VERDICTS, VERDICTS

TEXT = "In 97 of 100 trials it is enough."


def change(kind: ChangeKind, quote: tuple[int, int], text: tuple[int, int]) -> Change:
    return Change(kind=kind, quote_start=quote[0], quote_end=quote[1], text_start=text[0], text_end=text[1])


def citation(**about: Any) -> Citation:
    found = about.get("verdict") != "not_found"
    given: dict[str, Any] = {
        "quote": TEXT,
        "verdict": "exact",
        "text": TEXT if found else "",
        "start": 0 if found else None,
    }
    return Citation(number=1, paper_id=PaperId("p"), chunk_id=ChunkId("c"), label="p. 1", **(given | about))


def test_the_table_of_verdicts_is_whole() -> None:
    assert tuple(row.name for row in ROWS) == VERDICTS
    assert len({row.words for row in ROWS}) == len({row.title for row in ROWS}) == len(VERDICTS)
    assert {row.name for row in ROWS if row.outcome in NOT_SAID} == {*VERDICTS} - TRUE_VERDICTS


def test_a_true_quote_is_one_run_of_the_paper_s_words() -> None:
    spelt = citation(verdict="fuzzy", quote="In 97 of 100 trails", changes=(change("spelling", (13, 19), (13, 19)),))

    assert runs_of(spelt) == (Run(text=TEXT),)
    assert written_of(spelt) == ""


def test_changed_words_stand_beside_the_paper_s() -> None:
    altered = citation(
        verdict="altered",
        quote="In 87 of 100 trials it is not enough.",
        changes=(change("number", (3, 5), (3, 5)), change("negation", (26, 29), (26, 26))),
    )

    assert runs_of(altered) == (
        Run(text="In "),
        Run(text="97", written="87", changed=True),
        Run(text=" of 100 trials it is "),
        Run(text="", written="not", changed=True),
        Run(text="enough."),
    )
    assert written_of(altered) == ""


def test_left_out_words_are_marked_in_the_paper_s() -> None:
    altered = citation(verdict="altered", quote="In 97 trials", changes=(change("quantifier", (5, 5), (6, 12)),))

    assert Run(text="of 100", written="", changed=True) in runs_of(altered)


@pytest.mark.parametrize(
    ("verdict", "changes"),
    [
        ("spliced", ()),
        ("spliced", (change("number", (3, 5), (3, 5)),)),
        ("altered", (change("order", (5, 5), (0, 20)),)),
        ("not_found", ()),
    ],
)
def test_a_false_quote_whose_fault_cannot_be_marked_is_told_whole(verdict: str, changes: tuple[Change, ...]) -> None:
    assert written_of(citation(verdict=verdict, quote="In 87 of it", changes=changes)) == "In 87 of it"


def test_changes_that_overlap_are_told_once() -> None:
    twice = (change("number", (3, 5), (3, 5)), change("name", (3, 9), (4, 9)))

    runs = runs_of(citation(verdict="altered", quote="In 87 of 10", changes=twice))

    assert "".join(run.text for run in runs) == TEXT


def test_an_answer_from_before_the_paper_s_words_were_kept_shows_its_quote() -> None:
    assert runs_of(citation(text="")) == (Run(text=TEXT),)
    assert runs_of(citation(text="", quote="")) == ()


def test_what_else_a_reader_must_know_is_said_of_found_quotes() -> None:
    assert remarks_on(citation()) == ()
    assert remarks_on(citation(proves=False, gap=True)) == (TOO_SHORT, GAP)
    assert remarks_on(citation(verdict="not_found", proves=False)) == ()


def test_doubts_are_one_line_and_each_is_named_once() -> None:
    doubts = [
        Doubt(kind="number", text="87", start=3, end=5),
        Doubt(kind="name", text="Ada\nBee", start=9, end=16),
        Doubt(kind="number", text="87", start=20, end=22),
    ]

    assert doubts_in_words(doubts) == 'Differs from the quotes: "87" (number), "Ada Bee" (name)'
    assert doubts_in_words([]) == ""


def test_a_marked_sentence_takes_a_line_with_what_a_rule_or_a_second_reading_found() -> None:
    number = Doubt(kind="number", text="87", start=8, end=10)
    named = Doubt(kind="reading", text="fall", start=5, end=9)
    sections = [
        TextSection(text="It is so.", citations=(citation(),), second_opinion="supported"),
        TextSection(text="\n\n1. **Most** of 87 fly.", citations=(citation(),), doubts=(number,)),
        TextSection(text=" They fall.", citations=(citation(),), doubts=(named,), second_opinion="contradicted"),
        TextSection(text=" They sing.", uncited=True),
        TextSection(text=" Many hum.", citations=(citation(),), second_opinion="partly", silent_on="Many"),
    ]

    assert marks_in_words(sections) == (
        '“Most of 87 fly.” [differs: "87" (number)]',
        '“They fall.” [second reading: the quotes say otherwise: "fall"]',
        "“They sing.” [no quote stands behind this sentence]",
        '“Many hum.” [second reading: the quotes say a part of this: not "Many"]',
    )
    assert marks_in_words(sections[:1]) == (SUPPORTED,)
    assert marks_in_words([TextSection(text="Steps:")]) == ()


def test_where_no_quote_stands_behind_any_sentence_it_is_not_said_of_each() -> None:
    sections = [TextSection(text="Steps:"), TextSection(text="They sing.", uncited=True)]

    assert is_unquoted(sections)
    assert marks_in_words(sections) == ()
    assert not is_unquoted(sections[:1])
    assert not is_unquoted([*sections, TextSection(text="So.", citations=(citation(),))])


def test_an_answer_that_was_stopped_is_not_said_to_be_at_the_model_s_limit() -> None:
    stopped = "Stopped before the answer was finished: 2 sentences were checked."
    cut = Answer(sections=(), usage=Usage(), question_used="q", truncated=True)

    assert "limit" in " ".join(lacks_in_words(cut))
    assert lacks_in_words(replace(cut, notes=(stopped,))) == (stopped,)
