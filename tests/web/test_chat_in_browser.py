"""Conversations in a real browser: what goes on while nobody looks, and what is deleted and had back."""

from __future__ import annotations

from pathlib import Path

import pytest
from doubles.gemini_server import Answer, GeminiServer, Slow
from e2e.serving import Server, wait_for

from web.browser import SAMPLE_QUESTION, Browser, url_of

pytestmark = pytest.mark.slow

BEGINS = "The first words come early."
ENDS = "These are the last words."
QUOTE = '<cite id="1">Twenty-three people are enough for a shared birthday to be more likely than not.</cite>'


def _slowly() -> Slow:
    text = f"{BEGINS} {'More follows. ' * 4}{ENDS} {QUOTE}"
    return Slow(0.6, then=Answer(text, pieces=20), between_pieces=True)


@pytest.fixture
def asked(with_model: Server, browser: Browser, gemini: GeminiServer) -> Server:
    """A server in whose page an answer has begun to come."""
    wait_for(lambda: with_model.extraction("sample-paper")["status"] == "completed", 60)
    gemini.reset()
    gemini.script(_slowly())
    browser.play("askSlowly", url=url_of(with_model), id="sample-paper", question=SAMPLE_QUESTION, begins=BEGINS)
    return with_model


def test_an_answer_goes_on_while_the_page_is_loaded_anew(asked: Server, browser: Browser) -> None:
    seen = browser.play("reloadInMidAnswer", fresh=False)

    assert ENDS in seen["said"]
    assert seen["turns"] == 1


def test_an_answer_goes_on_while_one_is_elsewhere_on_the_page(asked: Server, browser: Browser) -> None:
    seen = browser.play("leaveInMidAnswer", fresh=False, id="sample-paper")

    assert ENDS in seen["said"]
    assert seen["turns"] == 1


def test_a_stopped_answer_stays_stopped(asked: Server, browser: Browser, gemini: GeminiServer) -> None:
    seen = browser.play("stopAndReload", fresh=False)

    assert "You stopped this answer." in seen["said"]
    assert len([request for request in gemini.requests if "enerateContent" in request.method]) == 1


def test_a_conversation_is_followed_in_two_tabs(server: Server, browser: Browser) -> None:
    wait_for(lambda: server.extraction("sample-paper")["status"] == "completed", 60)
    questions = [SAMPLE_QUESTION, "What does the simulation show?", "What are the limits?"]

    seen = browser.play("followInTwoTabs", url=url_of(server), id="sample-paper", questions=questions)

    assert questions[1] in seen["followed"]
    assert seen["turns"] == 3


def test_a_conversation_is_renamed_in_its_room_and_found_by_the_palette(asked: Server, browser: Browser) -> None:
    seen = browser.play("roomOfConversations", url=url_of(asked), question=SAMPLE_QUESTION, name="Birthdays")

    assert seen["path"] == "/papers/sample-paper"


def test_a_deleted_conversation_can_be_had_back_and_goes_when_the_page_is_left(
    with_model: Server, browser: Browser, gemini: GeminiServer
) -> None:
    wait_for(lambda: with_model.extraction("sample-paper")["status"] == "completed", 60)
    gemini.reset()

    seen = browser.play("deleteConversation", url=url_of(with_model), id="sample-paper", question=SAMPLE_QUESTION)

    assert seen["meanwhile"] == {"turns": 0, "listed": 0}
    assert seen["undone"] == {"turns": 1}
    wait_for(lambda: with_model.call("GET", "/chat").json()["sessions"] == [], 20)


def test_a_paper_begins_with_its_own_words_and_an_answer_is_kept(built: None, browser: Browser, tmp_path: Path) -> None:
    server = Server(tmp_path / "data").start()  # of its own: other tests count notes and conversations
    try:
        seen = browser.play("beginFromBrief", url=url_of(server), id="sample-paper")
    finally:
        server.kill()

    assert seen["asked"] in seen["kept"]
    assert seen["findings"] == []


def test_an_edited_question_is_a_branch_and_arrows_lead_back(built: None, browser: Browser, tmp_path: Path) -> None:
    server = Server(tmp_path / "data").start()
    second = "What did the probability depend on?"
    edited = "How many people share a birthday?"
    try:
        wait_for(lambda: server.extraction("sample-paper")["status"] == "completed", 60)
        seen = browser.play(
            "editQuestion",
            url=url_of(server),
            id="sample-paper",
            questions=[SAMPLE_QUESTION, second],
            edited=edited,
        )
        (session,) = server.call("GET", "/chat").json()["sessions"]
        kept = server.call("GET", f"/chat/{session['id']}").json()
    finally:
        server.kill()

    assert seen["branch"]["turns"] == 1
    assert edited in seen["branch"]["said"]
    assert second not in seen["branch"]["said"]
    assert seen["focused"] == "Earlier wording"
    assert second in seen["back"]
    assert "1 / 2" in seen["back"]
    assert [message["parent"] for message in kept["messages"]] == [-1, 0, 1, 2, -1, 4]
    assert kept["head"] == 3
    assert seen["findings"] == []
