"""Passages ordered by a real cross-encoder through sentence-transformers; the test trains it itself."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from extras.small_cross_encoder import WANTED, train_cross_encoder
from unit.services_chat.system import GOOD, System
from unit.services_reviews.system import System as ReviewSystem

from scholarai.adapters.models.local import cross_encoder
from scholarai.adapters.models.local.cross_encoder import cross_encoder_reranker, require_cross_encoder
from scholarai.config import Settings, SettingsError
from scholarai.domain.errors import TransientError
from scholarai.domain.review_outputs import Reranked
from scholarai.ports.models import Reranker
from scholarai.services.library.passages import FindPassages
from scholarai.testing import ScriptedAnswerer

QUESTION = "what of scouts ?"
PASSAGES = [
    "the weather was seen in may",
    "one quorum was seen at the site",
    "the dance was at one site",
    "honey in wax",
]


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return train_cross_encoder(tmp_path_factory.mktemp("model"))


@pytest.fixture(scope="module")
def reranker(model: Path) -> Reranker:
    return cross_encoder_reranker(settings(model))


def settings(model: Path | str, **environment: str) -> Settings:
    # A busy machine must not change what these tests see.
    chosen = {"SCHOLARAI_RERANKER": "cross-encoder", "SCHOLARAI_RERANKER_MODEL": str(model)}
    return Settings.from_env({"SCHOLARAI_RERANKER_S": "60"} | chosen | environment)


def test_the_passage_that_fits_gets_the_highest_score(reranker: Reranker) -> None:
    scores = reranker.score(QUESTION, PASSAGES).scores

    assert all(score is not None and 0 <= score <= 1 for score in scores)
    assert scores.index(max(score or 0.0 for score in scores)) == 1


def test_the_order_of_passages_does_not_matter(reranker: Reranker) -> None:
    forwards = reranker.score(QUESTION, PASSAGES).scores
    backwards = reranker.score(QUESTION, PASSAGES[::-1]).scores

    assert forwards == pytest.approx(backwards[::-1], abs=1e-5)


def test_the_question_is_no_passage(reranker: Reranker) -> None:
    (score,) = reranker.score(f"what of {WANTED} ?", ["the dance was at one site"]).scores

    assert score is not None
    assert score < 0.5


def test_a_passage_longer_than_the_model_reads_is_cut(reranker: Reranker) -> None:
    (score,) = reranker.score(QUESTION, ["the site " * 2_000]).scores

    assert score is not None


def test_questions_at_once_share_one_model(model: Path, reranker: Reranker) -> None:
    with ThreadPoolExecutor(8) as pool:
        scores = list(pool.map(lambda _: reranker.score(QUESTION, PASSAGES).scores, range(16)))

    assert cross_encoder_reranker(settings(model)) is reranker
    assert all(found == pytest.approx(scores[0], abs=1e-5) for found in scores)


def test_chat_shows_the_model_the_passages_in_the_new_order(system: System, reranker: Reranker) -> None:
    system.model = answerer = ScriptedAnswerer(GOOD)
    find = FindPassages(embedder=lambda: system.embedder, reranker=lambda: reranker)
    *_, _ = replace(system.chat, find=find, rules=replace(system.chat.rules, passages=4)).run(
        system.question("How do the scouts dance for a site?")
    )

    assert WANTED in answerer.requests[0].evidence[0].text


def test_a_review_orders_its_passages_with_it(tmp_path: Path, reranker: Reranker) -> None:
    plain, reranked = (ReviewSystem(tmp_path / name) for name in ("plain", "reranked"))
    reranked.reranker = reranker
    orders = []
    for system in (plain, reranked):
        system.add_library()
        review_id = system.start()
        system.until("quotes-1")
        passages = system.output(review_id, Reranked, "rerank").passages
        orders.append([(item.paper_id, item.chunk_id) for item in passages])

    assert sorted(orders[0]) == sorted(orders[1])
    assert orders[0] != orders[1]


def test_a_model_that_scores_no_pairs_is_said_to_be_unusable(tmp_path: Path) -> None:
    unfit = cross_encoder_reranker(settings(train_cross_encoder(tmp_path, labels=3)))

    with pytest.raises(TransientError, match="reranker_unusable"):
        unfit.score(QUESTION, PASSAGES)


def test_a_model_without_its_weights_is_said_to_be_unusable(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text("{}")
    broken = cross_encoder_reranker(settings(tmp_path))

    with pytest.raises(TransientError, match="reranker_unusable"):
        broken.score(QUESTION, PASSAGES)


@pytest.mark.parametrize("name", ["nobody/never-fetched", "/nowhere/at/all", "no such model"])
def test_a_model_that_is_not_here_stops_the_start_and_is_not_fetched(name: str) -> None:
    with pytest.raises(SettingsError, match="SCHOLARAI_RERANKER_MODEL"):
        require_cross_encoder(settings(name).reranker_model)


def test_nothing_large_is_imported_before_a_model_is_wanted() -> None:
    check = f"import sys, {cross_encoder.__name__} as c; c.require_cross_encoder; print('torch' in sys.modules)"
    said = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=True, timeout=120)

    assert said.stdout.strip() == "False"
