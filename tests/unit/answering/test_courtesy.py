"""Messages that are greetings or thanks are told from those that only begin with them."""

from __future__ import annotations

import pytest

from scholarai.answering.turns import reply_to_courtesy, without_courtesy


@pytest.mark.parametrize(
    ("said", "begins"),
    [
        ("hi", "Hello."),
        ("Hello there!", "Hello."),
        ("Thanks a lot for your help", "You are welcome."),
        ("ok thanks", "You are welcome."),
        ("That's great", "All right."),
        ("bye bye", "Goodbye."),
        ("What can you do?", "Ask a question about this paper"),
    ],
)
def test_a_courtesy_is_answered_in_kind(said: str, begins: str) -> None:
    reply = reply_to_courtesy(said, papers=1)

    assert reply is not None
    assert reply.startswith(begins)


@pytest.mark.parametrize("asked", ["", "?", "why", "Is it good?", "thanks to which grant was this done?", "hi " * 40])
def test_anything_else_is_none(asked: str) -> None:
    assert reply_to_courtesy(asked, papers=1) is None


def test_a_courtesy_before_a_question_is_left_out_of_it() -> None:
    assert without_courtesy("Hi! Thanks, and for males?") == "and for males?"
    assert without_courtesy("Methods: which were used?") == "Methods: which were used?"
