"""The chat function through the framework: questions, conversations, streams, and what bad input gets."""

from __future__ import annotations

import json
from typing import Any

import pytest
from functions.answers import check, check_problem, check_shape
from functions.system import SAMPLE, System, body_of
from werkzeug.test import TestResponse

from scholarai.domain.ids import PaperId

QUESTION = "What does the paper propose?"


def ask(system: System, paper_id: str, **body: Any) -> TestResponse:
    return system.chat.post(f"/papers/{paper_id}/chat", json={"question": QUESTION} | body)


def events_of(response: TestResponse) -> list[tuple[str, Any]]:
    frames = [frame.split("\n") for frame in response.get_data(as_text=True).split("\n\n") if frame]
    return [(name.removeprefix("event: "), json.loads(data.removeprefix("data: "))) for name, data in frames]


def test_an_answer_has_sections_whose_quotes_stand_in_the_paper_with_boxes(system: System, paper_id: PaperId) -> None:
    answer = check(ask(system, paper_id), "answered")

    citations = [citation for section in answer["sections"] for citation in section["citations"]]
    assert citations
    assert all(citation["verdict"] == "exact" for citation in citations)
    assert all(citation["pages"][0]["boxes"] for citation in citations)


def test_a_question_goes_on_in_its_session(system: System, paper_id: PaperId) -> None:
    first = check(ask(system, paper_id), "answered")
    second = check(ask(system, paper_id, session_id=first["session_id"]), "answered")

    messages = check(system.chat.get(f"/chat/{first['session_id']}"), "session_messages")["messages"]
    assert second["session_id"] == first["session_id"]
    assert [message["role"] for message in messages] == ["user", "assistant", "user", "assistant"]


def test_an_edited_question_is_a_branch_and_the_export_holds_the_branch_that_is_shown(
    system: System, paper_id: PaperId
) -> None:
    session_id = check(ask(system, paper_id), "answered")["session_id"]
    check(ask(system, paper_id, question="Why do the bees dance?", session_id=session_id, parent=-1), "answered")

    edited = check(system.chat.get(f"/chat/{session_id}"), "session_messages")
    assert ([message["parent"] for message in edited["messages"]], edited["head"]) == ([-1, 0, -1, 2], 3)
    assert QUESTION not in system.chat.get(f"/chat/{session_id}/export?format=md").text.split("\n", 1)[1]
    check(system.chat.patch(f"/chat/{session_id}", json={"shown": 0}), "session_view")
    assert check(system.chat.get(f"/chat/{session_id}"), "session_messages")["head"] == 1
    assert "Why do the bees" not in system.chat.get(f"/chat/{session_id}/export?format=md").text
    check_problem(ask(system, paper_id, session_id=session_id, parent=4), 422, "parent_invalid")
    check_problem(ask(system, paper_id, session_id=session_id, parent=-2), 422, "body_invalid")
    check_problem(system.chat.patch(f"/chat/{session_id}", json={"shown": 4}), 422, "message_unknown")


def test_a_stream_begins_with_the_session_and_ends_with_the_answer(system: System, paper_id: PaperId) -> None:
    events = events_of(ask(system, paper_id, stream=True))

    names = [name for name, _ in events]
    assert (names[0], names[-1]) == ("begun", "done")
    check_shape(events[-1][1], "answered")


def test_an_answer_that_nobody_is_making_can_be_stopped_without_effect(system: System, paper_id: PaperId) -> None:
    session_id = check(ask(system, paper_id, depth="deep"), "answered")["session_id"]

    assert system.chat.post(f"/chat/{session_id}/stop").status_code == 204
    check_problem(system.chat.post("/chat/nobody/stop"), 404, "session_not_found")
    check_problem(ask(system, paper_id, depth="deepest"), 422, "body_invalid")


def test_a_conversation_is_renamed_and_pinned_and_its_answers_are_not_stopped_afterwards(
    system: System, paper_id: PaperId
) -> None:
    session_id = check(ask(system, paper_id), "answered")["session_id"]

    renamed = check(
        system.chat.patch(f"/chat/{session_id}", json={"title": " My  bees ", "pinned": True}), "session_view"
    )
    assert (renamed["title"], renamed["pinned"]) == ("My bees", True)
    assert system.chat.post(f"/chat/{session_id}/cancel").status_code == 204
    kept = check(system.chat.get(f"/chat/{session_id}"), "session_messages")
    assert (kept["session"]["title"], kept["messages"][1]["state"]) == ("My bees", "complete")
    check_problem(system.chat.patch(f"/chat/{session_id}", json={"title": " "}), 422, "title_invalid")
    check_problem(system.chat.patch("/chat/nobody", json={"pinned": True}), 404, "session_not_found")
    check_problem(system.chat.post("/chat/nobody/cancel"), 404, "session_not_found")


def test_several_papers_are_asked_at_once(system: System, paper_id: PaperId) -> None:
    response = system.chat.post("/chat", json={"question": QUESTION, "paper_ids": [paper_id]})

    assert check(response, "answered")["sections"]


def test_the_whole_library_is_asked_and_each_paper_accounted_for(system: System, paper_id: PaperId) -> None:
    other, event = system.upload(SAMPLE.read_bytes())
    system.send(event)

    answer = check(system.chat.post("/chat", json={"question": QUESTION, "library": True}), "answered")

    assert {paper["paper_id"] for paper in answer["coverage"]["papers"]} == {paper_id, other}
    assert answer["coverage"]["beyond"] == 0


def test_sessions_are_listed_and_deleted(system: System, paper_id: PaperId) -> None:
    session_id = body_of(ask(system, paper_id))["session_id"]

    listed = check(system.chat.get(f"/papers/{paper_id}/chat"), "session_list")["sessions"]
    assert [session["id"] for session in listed] == [session_id]
    assert check(system.chat.get("/chat"), "session_list")["sessions"] == listed
    assert system.chat.delete(f"/chat/{session_id}").status_code == 204
    check_problem(system.chat.get(f"/chat/{session_id}"), 404, "session_unknown")


@pytest.mark.parametrize("question", [7, None])
def test_a_question_that_is_no_text_is_refused(system: System, question: object) -> None:
    response = system.chat.post("/papers/any/chat", json={"question": question})

    check_problem(response, 422, "body_invalid")


@pytest.mark.parametrize(
    ("body", "content_type", "status", "code"),
    [
        (b'{"question": ', "application/json", 400, "json_malformed"),
        (b'{"question": "Why?"}', "text/plain", 415, "content_type_wrong"),
        (b'{"question": "%s"}' % (b"x" * 70_000), "application/json", 413, "body_too_large"),
        (b'{"question": "Why?", "model": "x"}', "application/json", 422, "body_invalid"),
        (b'{"question": "Why?", "session_id": "../x"}', "application/json", 422, "body_invalid"),
    ],
)
def test_a_body_that_is_no_question_is_refused(
    system: System, body: bytes, content_type: str, status: int, code: str
) -> None:
    check_problem(system.chat.post("/papers/any/chat", data=body, content_type=content_type), status, code)


@pytest.mark.parametrize("stream", [False, True])
def test_a_paper_that_is_not_ready_asks_for_patience(system: System, stream: bool) -> None:
    paper_id = body_of(system.status.post("/papers", json={"filename": "a.pdf"}))["paper_id"]

    response = ask(system, paper_id, stream=stream)

    check_problem(response, 425, "paper_not_ready")
    assert int(response.headers["Retry-After"]) >= 1


def test_a_paper_that_failed_cannot_be_asked(system: System) -> None:
    paper_id, event = system.upload(b"plain words")
    system.send(event)

    check_problem(ask(system, paper_id), 409, "paper_failed")


def test_health_names_each_dependency(system: System) -> None:
    assert check(system.chat.get("/healthz"), "health")["status"] == "ok"
