"""`scholarai models` on servers that answer, that fail, and where there is none."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from doubles.model_server import MODEL, Answer, Failure, ModelServer

from scholarai.adapters.embedded.backend import EmbeddedBackend
from scholarai.adapters.embedded.choices import model_choice_in
from scholarai.adapters.models.prices import utc_today
from scholarai.config import Settings
from scholarai.domain.connections import ModelChoice, ServerAccess
from scholarai.domain.ids import OwnerId
from scholarai.domain.spending import Spent
from scholarai.local.models_command import models
from scholarai.local.terminal import DONE, TRY_AGAIN


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as running:
        yield running


def test_a_server_is_listed_and_the_chosen_model_tried(server: ModelServer, capsys: pytest.CaptureFixture[str]) -> None:
    named = {"SCHOLARAI_MODEL": f"ollama/{MODEL}", "SCHOLARAI_JUDGE_MODEL": "ollama/other"}

    assert models({"OLLAMA_HOST": server.url, **named}) == DONE

    listed, chosen, judge, price, wrote, shape = capsys.readouterr().out.splitlines()
    assert listed == f"Ollama answers at {server.url}: {MODEL}"
    assert chosen == f"Chosen: {MODEL}, reads and writes 8,192 tokens at once."
    assert judge == "To judge: ollama/other."
    assert price.startswith("A question costs: nothing")
    assert wrote.startswith("It wrote ")
    assert shape == "It keeps to the shape of replies."


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({}, "A question costs: price not known. SCHOLARAI_MODEL_PRICES names it."),
        (
            {"SCHOLARAI_MODEL_PRICES": f"{MODEL}=1:2"},
            "A question costs: about $0.0050. A million tokens: $1 to read, $2 to write.",
        ),
    ],
)
def test_a_paid_model_s_price_is_said_or_that_it_is_not_known(
    server: ModelServer, capsys: pytest.CaptureFixture[str], settings: dict[str, str], expected: str
) -> None:
    models({"SCHOLARAI_OPENAI_BASE_URL": f"{server.url}/v1", "SCHOLARAI_MODEL": f"openai/{MODEL}", **settings})

    assert expected in capsys.readouterr().out.splitlines()


def test_an_old_price_is_called_old(server: ModelServer, capsys: pytest.CaptureFixture[str]) -> None:
    named = {"SCHOLARAI_ANTHROPIC_BASE_URL": server.url, "ANTHROPIC_API_KEY": "k"}

    models({**named, "SCHOLARAI_MODEL": "anthropic/claude-sonnet-4-5"})

    assert "This price is old: look it up, and set SCHOLARAI_MODEL_PRICES." in capsys.readouterr().out


def test_what_was_chosen_on_the_page_counts_here_too(
    server: ModelServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    access = {"ollama": ServerAccess(base_url=server.url)}
    model_choice_in(tmp_path).write(ModelChoice(provider="ollama", model=MODEL, servers=access))

    assert models({"SCHOLARAI_DATA": str(tmp_path)}) == DONE

    assert f"Chosen: {MODEL}, reads and writes 8,192 tokens at once." in capsys.readouterr().out


def test_what_models_cost_lately_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    environment = {"SCHOLARAI_DATA": str(tmp_path)}
    backend = EmbeddedBackend(Settings.from_env(environment))
    for past, cost in ((0, 0.01), (29, 0.02), (30, 5.0)):
        backend.spending.add(OwnerId("local"), utc_today() - timedelta(days=past), Spent(cost_usd=cost))
    backend.close()

    models(environment)

    assert "Spent today: $0.0100; in 30 days: $0.0300." in capsys.readouterr().out.splitlines()


def test_a_model_that_ignores_shapes_is_told_of(server: ModelServer, capsys: pytest.CaptureFixture[str]) -> None:
    server.script(Answer("It boils water."), Answer("Sure."), Answer("Sure."))

    code = models({"SCHOLARAI_OPENAI_BASE_URL": f"{server.url}/v1", "SCHOLARAI_MODEL": f"vllm/{MODEL}"})

    assert code == TRY_AGAIN
    assert capsys.readouterr().out.splitlines()[-1].startswith("model_malformed: ")


def test_what_is_wrong_with_the_chosen_model_is_said(server: ModelServer, capsys: pytest.CaptureFixture[str]) -> None:
    server.script(Failure(404, body='{"error": "model \'other\' not found"}'))

    assert models({"OLLAMA_HOST": server.url, "SCHOLARAI_MODEL": "ollama/other"}) == TRY_AGAIN
    assert "Pull it with `ollama pull other`." in capsys.readouterr().out


def test_without_a_model_sentences_of_the_papers_answer(capsys: pytest.CaptureFixture[str]) -> None:
    assert models({}) == DONE
    assert "Sentences of the papers answer" in capsys.readouterr().out
