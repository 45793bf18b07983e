"""Quotes that a conversation has shown are recognized and not shown twice."""

from __future__ import annotations

from typing import Any

from scholarai.adapters.models.local.extractive import choose_sentences
from scholarai.answering.shown import Shown, best_shown, without_shown
from scholarai.domain.chat import Citation, Evidence
from scholarai.domain.ids import ChunkId, PaperId

ASK = "Where did the scouts dance and land?"
DANCED = "The scouts danced for the new site."
LANDED = "The scouts landed on a wooden box."


def citation(text: str, **about: Any) -> Citation:
    usual: dict[str, Any] = {"number": 1, "paper_id": PaperId("p"), "chunk_id": ChunkId("c"), "label": "p. 1"}
    found = {"quote": text, "text": text, "verdict": "exact", "start": 0, "end": len(text)}
    return Citation(**usual | found | about)


def piece(text: str, **about: Any) -> Evidence:
    place: dict[str, Any] = {"number": 1, "paper_id": PaperId("p"), "chunk_id": ChunkId("c"), "score": 1.0}
    return Evidence(**place | {"text": text, "start": 0, "end": len(text)} | about)


def test_a_sentence_is_known_however_it_is_broken_and_in_part() -> None:
    shown = Shown.of([DANCED])

    assert DANCED.replace(" ", "\n") in shown
    assert "scouts danced for the new site" in shown
    assert f"As we saw, {DANCED}" in shown


def test_other_sentences_and_short_ones_are_not_taken_for_it() -> None:
    assert "The scouts danced for the old site." not in Shown.of([DANCED])
    assert "It did so on that day." not in Shown.of(["It did."])


def test_what_was_shown_is_not_chosen() -> None:
    evidence = [piece(f"{DANCED} {LANDED}")]

    assert [one.text for one in choose_sentences(ASK, evidence)] == [DANCED, LANDED]
    assert [one.text for one in choose_sentences(ASK, evidence, shown=Shown.of([DANCED]))] == [LANDED]


def test_surroundings_end_where_a_sentence_begins_that_was_shown() -> None:
    cut = without_shown(citation("B.", before=f"First. {DANCED} Then.", after=f"Next. {DANCED} Last."), [DANCED])

    assert (cut.before, cut.after) == ("… Then.", "Next. …")


def test_surroundings_of_nothing_else_are_empty() -> None:
    cut = without_shown(citation("B.", before=DANCED, after=DANCED), [DANCED])

    assert (cut.before, cut.after) == ("", "")


def test_what_was_shown_is_named_only_where_it_answers_better_than_what_is_given() -> None:
    evidence = [piece("", ratings=((0, -1.0), (40, -2.0)))]
    better, worse = citation("A", start=0), citation("B", start=40)

    assert best_shown(evidence, [better], [worse]) == better
    assert best_shown(evidence, [worse], [better]) is None
