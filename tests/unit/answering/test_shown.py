"""What was shown in a conversation is known again, and is not shown twice."""

from __future__ import annotations

from typing import Any

from unit.answering.test_choosing import GREW, SHOOK, STRAIN

from scholarai.answering.choosing import best_sentences
from scholarai.answering.shown import Shown, best_shown, without_shown
from scholarai.domain.chat import Citation, Evidence
from scholarai.domain.ids import ChunkId, PaperId

DANCED = "The scouts danced for the new site."


def citation(text: str, **about: Any) -> Citation:
    return Citation(
        **{
            "number": 1,
            "paper_id": PaperId("p"),
            "chunk_id": ChunkId("c"),
            "quote": text,
            "text": text,
            "label": "p. 1",
        }
        | {"verdict": "exact", "start": 0, "end": len(text)}
        | about
    )


def test_a_sentence_is_known_however_it_is_broken_and_in_part() -> None:
    shown = Shown.of([DANCED])

    assert DANCED.replace(" ", "\n") in shown
    assert "scouts danced for the new site" in shown
    assert f"As we saw, {DANCED}" in shown


def test_other_sentences_and_short_ones_are_not_taken_for_it() -> None:
    assert "The scouts danced for the old site." not in Shown.of([DANCED])
    assert "It did so on that day." not in Shown.of(["It did."])


def test_what_was_shown_is_not_chosen_and_what_is_left_is_held_against_it() -> None:
    shown = Shown.of([SHOOK.text])

    assert [one.text for one in best_sentences("How?", [GREW, SHOOK, STRAIN], shown=shown)] == [STRAIN.text, GREW.text]


def test_surroundings_end_where_a_sentence_begins_that_was_shown() -> None:
    cut = without_shown(citation("B.", before=f"First. {DANCED} Then.", after=f"Next. {DANCED} Last."), [DANCED])

    assert (cut.before, cut.after) == ("… Then.", "Next. …")


def test_surroundings_of_nothing_else_are_empty() -> None:
    cut = without_shown(citation("B.", before=DANCED, after=DANCED), [DANCED])

    assert (cut.before, cut.after) == ("", "")


def test_what_was_shown_is_named_only_where_it_answers_better_than_what_is_given() -> None:
    evidence = [
        Evidence(
            number=1, paper_id=PaperId("p"), chunk_id=ChunkId("c"), text="", score=1, start=0, end=99,
            ratings=((0, -1.0), (40, -2.0)),
        )
    ]  # fmt: skip
    better, worse = citation("A", start=0), citation("B", start=40)

    assert best_shown(evidence, [better], [worse]) == better
    assert best_shown(evidence, [worse], [better]) is None
