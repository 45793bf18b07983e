"""After a server is killed while it answers, the question is kept, and asking it again answers it."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPException
from typing import Any

import pytest
from doubles.gemini_server import GeminiServer, Slow
from e2e.serving import Server, wait_for

pytestmark = pytest.mark.slow

PATH = "/papers/sample-paper/chat"
QUESTION = {"question": "How many people make a shared birthday more likely than not?"}
# Longer than the server lives, and shorter than this test may take.
SILENCE_S = 120.0


def test_a_question_whose_server_was_killed_is_interrupted_and_answered_when_it_is_asked_again(
    serve: Callable[..., Server],
) -> None:
    with GeminiServer() as gemini:
        environment = {"GEMINI_API_KEY": "key", "SCHOLARAI_GEMINI_BASE_URL": gemini.url}
        killed = serve(**environment).start()
        killed.wait_until_ended("sample-paper")
        gemini.script(Slow(SILENCE_S))
        with ThreadPoolExecutor(1) as pool:
            lost = pool.submit(_ask, killed)
            wait_for(lambda: _asked(gemini), 60)
            pending = _messages(killed)[1]
            killed.kill()
            assert isinstance(lost.exception(timeout=30), (OSError, HTTPException))

        restarted = serve(**environment).start()
        found = _messages(restarted)
        answer = _ask(restarted)

    assert pending["state"] == "pending"
    assert (found[0]["text"], found[1]["state"], found[1]["error_code"]) == (
        QUESTION["question"],
        "failed",
        "interrupted",
    )
    assert answer["message_n"] == 1
    assert [message["state"] for message in _messages(restarted)] == ["complete", "complete"]


def _ask(server: Server) -> Any:
    headers = {"content-type": "application/json", "idempotency-key": "once"}
    reply = server.call("POST", PATH, json.dumps(QUESTION).encode(), headers)
    assert reply.status == 200, reply.body
    return reply.json()


def _messages(server: Server) -> list[dict[str, Any]]:
    (session,) = server.call("GET", PATH).json()["sessions"]
    messages: list[dict[str, Any]] = server.call("GET", f"/chat/{session['id']}").json()["messages"]
    return messages


def _asked(gemini: GeminiServer) -> bool:
    return any("enerateContent" in request.method for request in gemini.requests)
