"""A prompt shows as much of a conversation as fits."""

from __future__ import annotations

from scholarai.prompting.chat import OLDER_CHARACTERS, fit_history
from scholarai.prompting.prompt import CHARACTERS_PER_TOKEN, Turn


def talk(turns: int, characters: int) -> list[Turn]:
    return [
        Turn(role="user" if n % 2 == 0 else "model", text=f"{n} {'word ' * (characters // 5)}") for n in range(turns)
    ]


def test_a_short_conversation_is_shown_as_it_was() -> None:
    turns = talk(4, 40)

    assert list(fit_history(turns, 1_000)) == turns


def test_the_latest_turns_stay_whole_and_older_ones_are_shortened() -> None:
    shown = fit_history(talk(6, 1_000), 10_000)

    assert [len(turn.text) > OLDER_CHARACTERS for turn in shown] == [False, False, False, False, True, True]


def test_of_older_turns_whole_sentences_are_kept() -> None:
    answer = "The quorum is twenty scouts. " + "It was counted in 1999 on an island. " * 20
    turns = [Turn(role="user", text="How many?"), Turn(role="model", text=answer), *talk(4, 100)]

    shown = fit_history(turns, 10_000)[1].text

    assert shown.startswith("The quorum is twenty scouts. It was counted in 1999 on an island.")
    assert shown.endswith("on an island.…")
    assert len(shown) <= OLDER_CHARACTERS


def test_questions_of_turns_that_do_not_fit_are_named_before_the_first_that_does() -> None:
    asked = [
        Turn(role=role, text=text)
        for n in range(12)
        for role, text in (("user", f"What of topic {n}?"), ("model", f"Topic {n} is " + "long " * 40))
    ]

    shown = fit_history(asked, 300)

    assert shown[0].role == "user"
    assert shown[0].text.startswith("(Asked before: ")
    hidden = 12 - sum(turn.role == "user" for turn in shown)
    assert f"What of topic {hidden - 1}?)\nWhat of topic {hidden}?" in shown[0].text
    assert sum(len(turn.text) for turn in shown) <= 300 * CHARACTERS_PER_TOKEN


def test_what_does_not_fit_is_left_out_from_the_oldest() -> None:
    shown = fit_history(talk(40, 200), 200)

    assert sum(len(turn.text) for turn in shown) <= 200 * CHARACTERS_PER_TOKEN
    assert shown[-1].text.startswith("39 ")


def test_what_is_shown_begins_with_a_question() -> None:
    for tokens in range(20, 400, 7):
        shown = fit_history(talk(9, 300), tokens)
        assert not shown or shown[0].role == "user"


def test_without_room_no_history_is_shown() -> None:
    assert fit_history(talk(4, 40), 0) == ()
