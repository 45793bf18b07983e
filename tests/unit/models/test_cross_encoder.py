"""What a cross-encoder is allowed to take, and what is said where it is chosen and not installed."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

import pytest

from scholarai.adapters.models.local.cross_encoder import MOST_PAIRS, CrossEncoderReranker, require_cross_encoder
from scholarai.config import Settings, SettingsError
from scholarai.domain.errors import TransientError

ROOT = Path(__file__).parents[3]
PASSAGES = [f"passage {n}" for n in range(100)]


class SlowScorer:
    """Scores by length, and takes `pair_s` of its own clock for each pair."""

    def __init__(self, pair_s: float) -> None:
        self.pair_s = pair_s
        self.now = 0.0
        self.batches: list[int] = []

    def __call__(self, pairs: Sequence[tuple[str, str]]) -> Sequence[float]:
        self.now += self.pair_s * len(pairs)
        self.batches.append(len(pairs))
        return [1 / len(passage) for _, passage in pairs]


def reranker(scorer: SlowScorer, time_s: float) -> CrossEncoderReranker:
    return CrossEncoderReranker(lambda: scorer, time_s=time_s, clock=lambda: scorer.now)


def test_all_passages_are_scored_where_there_is_time() -> None:
    scorer = SlowScorer(pair_s=0.01)

    scores = reranker(scorer, time_s=8).score("why?", PASSAGES).scores

    assert len(scores) == 100
    assert None not in scores
    assert max(scorer.batches) == MOST_PAIRS


def test_the_first_passages_are_scored_where_time_is_short() -> None:
    scorer = SlowScorer(pair_s=1)

    scores = reranker(scorer, time_s=8).score("why?", PASSAGES).scores

    assert [score is not None for score in scores] == [True] * 8 + [False] * 92
    assert scorer.now <= 8


def test_one_passage_is_scored_however_slow_the_model_is() -> None:
    scores = reranker(SlowScorer(pair_s=60), time_s=8).score("why?", PASSAGES).scores

    assert [score is not None for score in scores[:2]] == [True, False]


def test_no_passages_have_no_scores() -> None:
    assert reranker(SlowScorer(pair_s=1), time_s=8).score("why?", []).scores == ()


def test_a_question_waits_only_briefly_while_the_model_loads() -> None:
    loads = threading.Event()
    waiting = CrossEncoderReranker(lambda: loads.wait(30) and SlowScorer(0.1), time_s=8, loading_s=0.01)  # type: ignore[arg-type,return-value]  # a loader that waits first

    with pytest.raises(TransientError, match="reranker_loading"):
        waiting.score("why?", PASSAGES)
    loads.set()


def test_a_question_waits_only_briefly_while_another_is_scored() -> None:
    begun, ended = threading.Event(), threading.Event()

    def scorer(pairs: Sequence[tuple[str, str]]) -> Sequence[float]:
        begun.set()
        ended.wait(30)
        return [0.5] * len(pairs)

    shared = CrossEncoderReranker(lambda: scorer, time_s=0.05)
    first = threading.Thread(target=shared.score, args=("why?", PASSAGES[:1]))
    first.start()
    begun.wait(30)

    with pytest.raises(TransientError, match="reranker_busy"):
        shared.score("how?", PASSAGES)
    ended.set()
    first.join(30)


def test_a_model_that_cannot_be_loaded_leaves_questions_without_it() -> None:
    def fail() -> SlowScorer:
        raise OSError("no weights")

    with pytest.raises(TransientError, match="reranker_unusable"):
        CrossEncoderReranker(fail, time_s=8).score("why?", PASSAGES)


def test_nothing_is_reordered_unless_it_is_wanted() -> None:
    assert Settings.from_env({}).reranker == "none"


@pytest.mark.parametrize("name", ["yes", "gemini"])
def test_a_reranker_that_does_not_exist_or_has_no_model_is_refused(name: str) -> None:
    with pytest.raises(SettingsError, match="SCHOLARAI_RERANKER"):
        Settings.from_env({"SCHOLARAI_RERANKER": name})


def test_gemini_is_the_reranker_where_it_is_chosen_and_configured() -> None:
    assert Settings.from_env({"SCHOLARAI_RERANKER": "gemini", "GEMINI_API_KEY": "key"}).reranker == "gemini"


def test_where_the_extra_is_missing_the_start_fails_and_says_what_to_install() -> None:
    if find_spec("sentence_transformers"):  # as in the environment of tests/extras
        return
    with pytest.raises(SettingsError, match=r"scholarai\[rerank\]"):
        require_cross_encoder("any/model")


@pytest.mark.parametrize("command", [["serve", "--port", "1"], ["search", "README.md", "limits"]])
def test_the_command_line_says_that_a_chosen_reranker_is_not_there(command: list[str], tmp_path: Path) -> None:
    chosen = {"SCHOLARAI_RERANKER": "cross-encoder", "SCHOLARAI_RERANKER_MODEL": "/no/such/model"}
    environment = os.environ | chosen | {"SCHOLARAI_DATA": str(tmp_path)}
    line = [sys.executable, "-m", "scholarai", *command]
    said = subprocess.run(line, capture_output=True, text=True, timeout=120, check=False, env=environment, cwd=ROOT)

    assert said.returncode == 2
    assert "SCHOLARAI_RERANKER" in said.stderr
    assert "Traceback" not in said.stderr
