"""What models cost: by day, by conversation and by paper, never 0 where the price is not known."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from doubles.model_server import MODEL, ModelServer
from flask.testing import FlaskClient
from functions.answers import check
from functions.system import System, body_of

from scholarai.domain.ids import PaperId

ASK = {"question": "How many people make a shared birthday more likely than not?"}


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as running:
        yield running


@pytest.fixture
def asked(load: Callable[..., FlaskClient], server: ModelServer, paper_id: PaperId) -> Callable[..., FlaskClient]:
    def ask(**settings: str) -> FlaskClient:
        named = {"SCHOLARAI_OPENAI_BASE_URL": f"{server.url}/v1", "OLLAMA_HOST": server.url, **settings}
        chat = load("chat", **named)
        assert chat.post(f"/papers/{paper_id}/chat", json=ASK).status_code == 200
        return chat

    return ask


def test_a_paid_answer_is_summed_by_day_conversation_and_paper(
    asked: Callable[..., FlaskClient], paper_id: PaperId
) -> None:
    chat = asked(SCHOLARAI_MODEL=f"openai/{MODEL}", SCHOLARAI_MODEL_PRICES=f"{MODEL}=1:2")

    # The paper may have been read on the day before.
    (day,) = [day for day in check(chat.get("/me/spending"), "spending_view")["days"] if day["questions"]]
    paper = check(chat.get(f"/papers/{paper_id}/spending"), "paper_spending_view")
    (session,) = body_of(chat.get("/chat"))["sessions"]
    conversation = body_of(chat.get(f"/chat/{session['id']}"))["usage"]

    assert (day["questions"], paper["conversations"], paper["answers"]) == (1, 1, 1)
    assert day["spent"] == paper["spent"] == {name: conversation[name] for name in day["spent"]}
    assert day["spent"]["cost_usd"] > 0


def test_a_question_about_two_papers_counts_for_each_in_equal_parts(
    asked: Callable[..., FlaskClient], system: System, paper_id: PaperId
) -> None:
    other, event = system.upload(b"# Kettles\n\nA kettle boils water. Twenty-three people share it.", "kettle.md")
    assert system.send(event).status_code == 200
    chat = asked(SCHOLARAI_MODEL=f"openai/{MODEL}", SCHOLARAI_MODEL_PRICES=f"{MODEL}=1:2")
    both = body_of(chat.post("/chat", json={**ASK, "paper_ids": [paper_id, other]}))["usage"]["cost_usd"]

    assert both > 0
    assert body_of(chat.get(f"/papers/{other}/spending"))["spent"]["cost_usd"] == pytest.approx(both / 2)


def test_an_unknown_price_is_no_cost_of_0_and_a_local_model_costs_0(
    asked: Callable[..., FlaskClient], paper_id: PaperId
) -> None:
    local = body_of(asked(SCHOLARAI_MODEL=f"ollama/{MODEL}").get(f"/papers/{paper_id}/spending"))["spent"]
    chat = asked(SCHOLARAI_MODEL=f"openai/{MODEL}")
    usage = body_of(chat.post(f"/papers/{paper_id}/chat", json=ASK))["usage"]

    assert local["input_tokens"] > 0
    assert local["cost_usd"] == 0.0
    assert usage["unpriced_tokens"] == usage["input_tokens"] + usage["output_tokens"]
    assert body_of(chat.get("/me/spending"))["days"][0]["spent"]["cost_usd"] is None
    assert body_of(chat.get(f"/papers/{paper_id}/spending"))["spent"]["cost_usd"] is None
