"""What an answer that looks more than once is written from, where not all of its passages fit."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest
from unit.retrieval.making import EMBEDDER, searched

from scholarai.domain.chat import Evidence
from scholarai.domain.ids import PaperId
from scholarai.domain.paper import Paper
from scholarai.services.chat.deep_pool import Pool
from scholarai.services.library.open_papers import OpenPaper, Reading
from scholarai.services.library.passages import FindPassages

QUESTION = "How many workers were marked with paint?"
MARKED = "We marked 4,000 workers with paint"
QUORUM = "The quorum was about twenty scouts at one site"
ALL = 100_000


@pytest.fixture
def pool() -> Pool:
    """A pool over the bee paper."""
    paper = OpenPaper(
        paper_id=PaperId("bees"),
        generation=1,
        title="Bees",
        origins=(),
        index=searched().index,
        space=EMBEDDER.space,
    )
    reading = SimpleNamespace(over=lambda papers: iter([paper] if papers else []))
    return Pool(find=FindPassages(embedder=lambda: EMBEDDER), reading=cast("Reading", reading))


def look(pool: Pool, *questions: str) -> None:
    for question in questions:
        pool.search([cast("Paper", SimpleNamespace(id=PaperId("bees")))], [question])


def shown(found: tuple[Evidence, ...]) -> str:
    return " … ".join(piece.text for piece in found)


def characters(found: tuple[Evidence, ...]) -> int:
    return sum(len(piece.text) for piece in found)


def test_passages_that_fit_are_shown_whole(pool: Pool) -> None:
    look(pool, QUESTION)

    assert sorted(piece.text for piece in pool.best(ALL)) == sorted(item.piece.text for item in pool.items)


def test_of_passages_that_do_not_fit_the_sentences_that_answer_are_shown(pool: Pool) -> None:
    look(pool, QUESTION)

    found = pool.best(400)

    assert MARKED in found[0].text
    assert characters(found) <= 400
    assert [piece.number for piece in found] == list(range(1, len(found) + 1))


def test_what_another_search_found_is_shown_beside_what_the_question_found(pool: Pool) -> None:
    look(pool, QUESTION)
    before = shown(pool.best(480))
    look(pool, "What was the quorum of scouts at one site?")

    assert QUORUM not in before
    assert QUORUM in shown(pool.best(480))


def test_sentences_of_passages_that_a_model_finds_relevant_come_first(pool: Pool) -> None:
    look(pool, QUESTION)
    for item in pool.items:
        item.relevance = 10.0 if QUORUM in item.piece.text else 0.0

    assert QUORUM in shown(pool.best(400))


def test_relevant_passages_that_fit_stay_whole_and_the_others_are_trimmed_beside_them(pool: Pool) -> None:
    look(pool, QUESTION)
    for item in pool.items:
        item.relevance = 10.0 if QUORUM in item.piece.text else 0.0
    (relevant,) = [item.piece for item in pool.items if item.useful]

    found = pool.best(len(relevant.text) + 400)

    assert found[0].text == relevant.text
    assert MARKED in shown(found[1:])
    assert characters(found) <= len(relevant.text) + 400


def test_what_stands_at_a_named_place_stays_whole(pool: Pool) -> None:
    look(pool, "What does Table 1 show about the workers marked with paint?")
    named = [item.piece.text for item in pool.items if item.piece.pinned_by]

    found = pool.best(sum(map(len, named)) + 300)

    assert [piece.text for piece in found[: len(named)]] == named
    assert len(found) > len(named)
