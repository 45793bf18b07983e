"""What the local server does beside its calls."""

from __future__ import annotations

import logging
from functools import partial
from pathlib import Path

import pytest
from contract.making import ADA, a_paper

from scholarai.adapters.embedded.backend import EmbeddedBackend
from scholarai.adapters.system import SystemClock
from scholarai.config import Settings
from scholarai.domain.errors import TransientError
from scholarai.domain.paper import EmbeddingSpace, Engine, Paper
from scholarai.local.system import outdated_papers, sweep_once
from scholarai.services.papers.owned_papers import Papers


@pytest.mark.parametrize("error", [TransientError("store_busy", "the store was busy"), ValueError("a fault of ours")])
def test_a_sweeper_that_fails_is_named_and_hinders_no_other(
    error: Exception, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    swept = []
    monkeypatch.setattr(logging.getLogger("scholarai"), "propagate", True)

    def fail() -> None:
        raise error

    sweep_once({"outbox": fail, "erasing": lambda: swept.append("erasing")})

    assert swept == ["erasing"]
    assert {record.__dict__["sweeper"] for record in caplog.records} == {"outbox"}


def read_with(model: str | None) -> Engine:
    space = None if model is None else EmbeddingSpace(model=model, dimensions=384)
    return Engine(version="1", settings="", space=space)


def keep(paper: Paper, _: Paper | None) -> Paper:
    return paper


def test_papers_of_an_earlier_releases_model_and_those_without_vectors_are_embedded_again(tmp_path: Path) -> None:
    backend = EmbeddedBackend(Settings.from_env({"SCHOLARAI_DATA": str(tmp_path)}))
    models = {"old": "all-MiniLM-L6-v2", "new": "multilingual-e5-small", "paid": "gemini-embedding-2", "none": None}
    papers = [
        a_paper(name, age_s=age, status="completed", engine=read_with(model))
        for age, (name, model) in enumerate(models.items())
    ]
    for paper in [*papers, a_paper("on its way", status="extracting")]:
        backend.papers.change(paper.id, partial(keep, paper))

    outdated = [
        paper.id
        for paper in outdated_papers(Papers(papers=backend.papers, signer=backend.signer, clock=SystemClock()), ADA)
    ]

    assert outdated == ["old", "none"]
