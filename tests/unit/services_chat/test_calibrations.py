"""The scale of an embedding model is found once, beside the questions, and never in their way."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from doubles.models import TopicEmbedder
from unit.services_chat.system import System

from scholarai.adapters.models.local import ExtractiveAnswerer
from scholarai.domain.errors import TransientError
from scholarai.retrieval.gate import CALIBRATED_MODELS, STOCK_QUESTIONS
from scholarai.services.library.passages import CALIBRATION_ATTEMPTS, Calibrations, FindPassages

if TYPE_CHECKING:
    from scholarai.retrieval.vectors import Vector

WAIT_S = 60.0


class CountingEmbedder(TopicEmbedder):
    def __init__(self, model: str = "topics", *, away: bool = False) -> None:
        super().__init__(model)
        self.asked: list[str] = []
        self.away = away

    def embed_query(self, question: str) -> Vector:
        self.asked.append(question)
        if self.away and question in STOCK_QUESTIONS:
            raise TransientError("model_busy", "the model is busy")
        return super().embed_query(question)


def test_the_stock_questions_are_embedded_once_and_the_first_caller_does_not_wait() -> None:
    embedder, calibrations = CountingEmbedder(), Calibrations()

    first = calibrations.of(embedder)
    calibrations.wait(WAIT_S)
    found = [calibrations.of(embedder) for _ in range(3)]

    assert first is None
    assert all(vectors is not None and vectors.shape == (16, 7) for vectors in found)
    assert sorted(embedder.asked) == sorted(STOCK_QUESTIONS)


def test_a_measured_model_needs_no_calibration() -> None:
    embedder, calibrations = CountingEmbedder(next(iter(CALIBRATED_MODELS))), Calibrations()

    assert calibrations.of(embedder) is None
    calibrations.wait(WAIT_S)
    assert embedder.asked == []


def test_a_model_that_is_away_is_asked_again_a_few_times_only() -> None:
    embedder, calibrations = CountingEmbedder(away=True), Calibrations()
    for _ in range(CALIBRATION_ATTEMPTS + 5):
        assert calibrations.of(embedder) is None
        calibrations.wait(WAIT_S)

    assert embedder.asked.count(STOCK_QUESTIONS[0]) == CALIBRATION_ATTEMPTS
    embedder.away = False
    calibrations.of(embedder)
    calibrations.wait(WAIT_S)
    assert calibrations.of(embedder) is None


def test_what_is_far_from_the_paper_is_refused_once_the_scale_is_known(system: System) -> None:
    # Four of its six words stand in the paper, so words alone let it pass.
    question = "Was the weather of day 3 mild on the volcanoes in June?"
    calibrations = Calibrations()
    system.model = ExtractiveAnswerer()
    chat = replace(system.chat, find=FindPassages(embedder=lambda: system.embedder, calibrations=calibrations))
    *_, before = chat.run(system.question(question))
    calibrations.wait(WAIT_S)
    *_, after = chat.run(system.question(question))

    assert before.answer.refusal is None  # type: ignore[union-attr]  # None would fail the test
    assert after.answer.refusal.reason == "weak_evidence"  # type: ignore[union-attr]  # None would fail the test
