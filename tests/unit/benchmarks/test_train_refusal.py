"""Which terms the papers of several fields share, as benchmarks/train_refusal.py counts them."""

from __future__ import annotations

import sys
from pathlib import Path

BENCHMARKS = Path(__file__).resolve().parents[3] / "benchmarks"
sys.path.append(str(BENCHMARKS))  # the commands there import each other by their names

from retrieval import QuestionSet  # noqa: E402  - after the path is set
from train_refusal import usual_of  # noqa: E402  - after the path is set
from unit.retrieval.making import searched  # noqa: E402  - after the path is set

from scholarai.parsing.markdown import read_markdown  # noqa: E402  - after the path is set


def field(name: str, *texts: str) -> QuestionSet:
    papers = {
        f"{name} {place}": searched(read_markdown(f"# Title\n\n{text}\n", bibliographies={})).index
        for place, text in enumerate(texts)
    }
    return QuestionSet(name=name, gold=(), papers=papers, questions=())


def test_a_term_of_one_field_is_not_usual_however_many_of_its_papers_use_it() -> None:
    ants = field("ants", "The colony moved after the measurement.", "A colony was a measurement of ours.")
    trials = field("trials", "The placebo followed a measurement.")

    usual = usual_of([ants, trials])

    assert "measur" in usual
    assert "coloni" not in usual
    assert "placebo" not in usual


def test_a_term_is_the_rarer_the_fewer_papers_of_a_field_use_it() -> None:
    one = field("one", "A model of the winter.", "A model of the spring.", "A model.", "A model.")
    other = field("other", "A model of the winter.", "A model of the summer.", "A model.", "A model.")

    usual = usual_of([one, other])

    assert usual["model"] == 0.0
    assert usual["winter"] > usual["model"]
