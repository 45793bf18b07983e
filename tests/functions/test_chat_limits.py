"""What an owner may take a day, as a caller meets it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient
from functions.answers import check, check_problem
from functions.system import SMALL, System


@pytest.fixture
def chat(load: Callable[..., FlaskClient], system: System) -> tuple[FlaskClient, str]:
    """Return the function with a limit of one question a day, and a paper to ask."""
    paper_id, event = system.upload(SMALL, "birthdays.md")
    assert system.send(event).status_code == 200
    return load("chat", SCHOLARAI_DAILY_QUESTIONS="1"), f"/papers/{paper_id}/chat"


def test_a_question_past_the_limit_gets_429_and_when_to_come_back(chat: tuple[FlaskClient, str]) -> None:
    client, path = chat
    check(client.post(path, json={"question": "What does the paper propose?"}), "answered")

    refused = client.post(path, json={"question": "And why?"})

    check_problem(refused, 429, "daily_limit_reached")
    assert 0 < int(refused.headers["Retry-After"]) <= 24 * 3600


def test_a_stream_past_the_limit_is_a_problem_document_not_a_stream(chat: tuple[FlaskClient, str]) -> None:
    client, path = chat
    client.post(path, json={"question": "What does the paper propose?"})

    check_problem(client.post(path, json={"question": "And why?", "stream": True}), 429, "daily_limit_reached")


def test_a_conversation_sums_what_its_answers_took(chat: tuple[FlaskClient, str]) -> None:
    client, path = chat
    session_id = check(client.post(path, json={"question": "What does the paper propose?"}), "answered")["session_id"]

    assert check(client.get(f"/chat/{session_id}"), "session_messages")["usage"]["model"] == "extractive"
