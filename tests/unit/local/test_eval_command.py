"""`scholarai eval`: how answers are scored against gold, and what is said of all of them together."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from scholarai.domain.chat import Answer, Citation, Evidence, Refusal, TextSection
from scholarai.domain.ids import ChunkId, PaperId
from scholarai.domain.usage import Usage
from scholarai.domain.verdicts import Verdict
from scholarai.local.eval_command import SAMPLE, GoldQuestion, Scored, evaluate, report, score
from scholarai.local.terminal import DONE, SOME_FAILED
from scholarai.testing import sample_paper

BOILS = "The kettle boils after ninety seconds."
COOLS = "It cools within an hour, as Table 2 shows."


def gold(*evidence: str) -> GoldQuestion:
    return GoldQuestion(id="1", text="When?", paper=Path("p.pdf"), evidence=evidence)


def answer(*quotes: tuple[str, Verdict], **about: Any) -> Answer:
    citations = tuple(
        Citation(
            number=n, paper_id=PaperId("p"), chunk_id=ChunkId("c"), quote=text, text=text, verdict=verdict, label=""
        )
        for n, (text, verdict) in enumerate(quotes)
    )
    usage = Usage(model="m", input_tokens=70, output_tokens=7, cost_usd=0.25)
    return Answer(sections=(TextSection(text="So.", citations=citations),), usage=usage, question_used="", **about)


def passage(text: str) -> Evidence:
    return Evidence(
        number=1, paper_id=PaperId("p"), chunk_id=ChunkId("c"), text=text, score=1.0, start=0, end=len(text)
    )


def test_evidence_is_found_by_the_search_and_quoted_by_the_answer() -> None:
    row = score(gold(BOILS, COOLS), answer((BOILS, "exact")), [passage(f"{BOILS} {COOLS}")], seconds=1.5)

    assert (row.evidence, row.found, row.quoted) == (2, 2, 1)
    assert (row.citations, row.standing, row.refused) == (1, 1, False)
    assert (row.model, row.seconds, row.input_tokens, row.cost_usd) == ("m", 1.5, 70, 0.25)


def test_a_quote_from_within_the_evidence_counts_and_a_word_of_it_does_not() -> None:
    long = f"{BOILS} {COOLS}"

    assert score(gold(long), answer((COOLS, "exact")), [], seconds=1).quoted == 1
    assert score(gold(long), answer(("kettle", "exact")), [], seconds=1).quoted == 0


def test_a_quote_that_does_not_stand_proves_nothing() -> None:
    row = score(gold(BOILS), answer((BOILS, "altered"), (COOLS, "not_found")), [], seconds=1)

    assert (row.quoted, row.citations, row.standing) == (0, 2, 0)


def test_the_report_counts_refusals_where_they_are_right_and_where_they_are_wrong() -> None:
    refusal = Refusal(reason="weak_evidence", message="The paper does not say.")
    refused = score(gold(), answer(refusal=refusal), [], seconds=3)
    wrongly = score(gold(BOILS), answer(refusal=refusal), [], seconds=1)
    answered = score(gold(BOILS), answer((BOILS, "exact")), [passage(BOILS)], seconds=2)

    said = "\n".join(report([refused, wrongly, answered]))

    assert "Answered by m" in said
    assert "Evidence found by the search: 0.500 (1 of 2)" in said
    assert "Refused or unsure, of questions with evidence: 0.500 (1 of 2)" in said
    assert "Refused or unsure, of those without: 1.000 (1 of 1)" in said
    assert "Tokens: 210 read, 21 written" in said
    assert "Cost: 0.7500 USD" in said
    assert "Seconds per answer: 2.00 in the middle, 3.00 at most" in said


def test_nothing_asked_is_reported_without_shares() -> None:
    rows: list[Scored] = []

    assert "Quotes that stand: –" in list(report(rows))


def test_the_sample_s_questions_are_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in os.environ if name.startswith(("SCHOLARAI_", "GEMINI_"))]:
        monkeypatch.delenv(name)
    output = tmp_path / "scores.jsonl"

    assert evaluate(SAMPLE, output, data=tmp_path / "library") == DONE

    rows = [json.loads(line) for line in output.read_text(encoding="utf-8").splitlines()]
    assert [row["refused"] for row in rows] == [False] * 6 + [True] * 2
    assert sum(row["quoted"] for row in rows) >= 6
    assert "Quotes that stand: 1.000" in capsys.readouterr().out


def test_a_question_that_fails_is_named_and_the_others_count(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    evidence = ["We ignore leap days, twins and the seasons."]
    known = {"question_id": 7, "question": "What does the paper ignore?", "paper": str(sample_paper())}
    rows = [{"question": "Why?", "paper": "missing.pdf", "evidence": []}, {**known, "evidence": evidence}]
    file = tmp_path / "gold.jsonl"
    file.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")

    assert evaluate(file, None, data=tmp_path / "library") == SOME_FAILED

    said = capsys.readouterr()
    assert 'question "Why?"' in said.err
    assert "Questions: 1, 1 with evidence" in said.out


@pytest.mark.parametrize("line", ['{"question": "Why?"}', '{"question": "Why?", "paper": "p", "evidence": "x"}', "[]"])
def test_a_line_that_is_no_question_is_named(tmp_path: Path, line: str, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "gold.jsonl"
    file.write_text(line, encoding="utf-8")

    assert evaluate(file, None, data=tmp_path / "library") == SOME_FAILED
    assert f"{file}:1: expected an object with question, paper" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("usd", "said"),
    [(0.0, "Cost: price not known of 77 tokens"), (0.25, "Cost: 0.2500 USD, and price not known of 77 tokens")],
)
def test_a_price_that_is_not_known_is_not_said_to_be_nothing(usd: float, said: str) -> None:
    given = answer((BOILS, "exact"))
    unpriced = replace(given, usage=replace(given.usage, cost_usd=usd, unpriced_tokens=77))

    assert said in "\n".join(report([score(gold(BOILS), unpriced, [], seconds=1)]))
