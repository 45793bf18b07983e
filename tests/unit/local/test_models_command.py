"""`scholarai models` on servers that answer, that fail, and where there is none."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from doubles.model_server import MODEL, Answer, Failure, ModelServer

from scholarai.local.exits import DONE, SOME_FAILED
from scholarai.local.models_command import models


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as running:
        yield running


def test_a_server_is_listed_and_the_chosen_model_tried(server: ModelServer, capsys: pytest.CaptureFixture[str]) -> None:
    assert models({"OLLAMA_HOST": server.url, "SCHOLARAI_MODEL": f"ollama/{MODEL}"}) == DONE

    listed, chosen, wrote, shape = capsys.readouterr().out.splitlines()
    assert listed == f"Ollama answers at {server.url}: {MODEL}"
    assert chosen == f"Chosen: {MODEL}, reads and writes 8,192 tokens at once."
    assert wrote.startswith("It wrote ")
    assert shape == "It keeps to the shape of replies."


def test_a_model_that_ignores_shapes_is_told_of(server: ModelServer, capsys: pytest.CaptureFixture[str]) -> None:
    server.script(Answer("It boils water."), Answer("Sure."), Answer("Sure."))

    code = models({"SCHOLARAI_OPENAI_BASE_URL": f"{server.url}/v1", "SCHOLARAI_MODEL": f"vllm/{MODEL}"})

    assert code == SOME_FAILED
    assert capsys.readouterr().out.splitlines()[-1].startswith("model_malformed: ")


def test_what_is_wrong_with_the_chosen_model_is_said(server: ModelServer, capsys: pytest.CaptureFixture[str]) -> None:
    server.script(Failure(404, body='{"error": "model \'other\' not found"}'))

    assert models({"OLLAMA_HOST": server.url, "SCHOLARAI_MODEL": "ollama/other"}) == SOME_FAILED
    assert "Pull it with `ollama pull other`." in capsys.readouterr().out


def test_without_a_model_sentences_of_the_papers_answer(capsys: pytest.CaptureFixture[str]) -> None:
    assert models({}) == DONE
    assert "Sentences of the papers answer" in capsys.readouterr().out
