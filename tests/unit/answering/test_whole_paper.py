"""Questions about a whole paper are answered by the sentences that say what it is about."""

from __future__ import annotations

import pytest

from scholarai.answering.quotable import overview, quotable_sentences
from scholarai.domain.chat import Evidence
from scholarai.domain.ids import ChunkId, PaperId

PASSAGES = {
    "Abstract": "In this paper we propose a kettle. Does it boil faster than others? It boils in two minutes.",
    "Limitations": "Only water from one well was boiled. The kettles were all new and clean.",
}


def chosen(question: str, count: int) -> list[str]:
    evidence = [
        Evidence(
            number=n, paper_id=PaperId("p"), chunk_id=ChunkId(f"c{n}"), text=text, score=1, start=n * 1_000, end=n * 1_000,
            section_path=(title,),
        )
        for n, (title, text) in enumerate(PASSAGES.items(), 1)
    ]  # fmt: skip
    return [sentence.text for sentence in overview(question, evidence, quotable_sentences(evidence), count)]


def test_a_section_that_the_question_names_comes_before_the_abstract() -> None:
    assert chosen("What are the limitations?", 2) == [
        "Only water from one well was boiled.",
        "The kettles were all new and clean.",
    ]
    assert chosen("Summarize the paper.", 1) == ["In this paper we propose a kettle."]


def test_what_nobody_plans_is_not_made_up() -> None:
    assert chosen("What do the authors plan next?", 2) == []


def test_funding_says_nothing_of_the_paper(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(
        PASSAGES, "Conclusion", "This work was supported by the Kettle Fund. The kettle was found to be quick."
    )

    assert chosen("What are the main findings?", 9)[-1] == "The kettle was found to be quick."
    assert not any("Fund" in text for text in chosen("What are the main findings?", 9))


def test_a_question_of_the_paper_s_own_is_no_answer() -> None:
    assert "Does it boil faster than others?" not in chosen("Summarize the paper.", 9)


def test_where_the_data_are_is_answered_by_their_link(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PASSAGES, "Data", "All boilings are available at https://kettles.example/data for everybody.")

    assert chosen("Where can the data be found?", 3) == [
        "All boilings are available at https://kettles.example/data for everybody."
    ]


def test_no_place_of_data_is_made_up() -> None:
    assert chosen("Where can the data be found?", 3) == []


def test_why_a_study_was_done_stands_in_its_statement_of_need(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PASSAGES, "Statement of need", "Cooks lack a kettle that can be trusted.")

    assert chosen("Why was this study done?", 1) == ["Cooks lack a kettle that can be trusted."]
