"""How much of a conversation is shown."""

from __future__ import annotations

from scholarai.prompting.history import CHARACTERS_PER_TOKEN, OLDER_CHARACTERS, fit_history
from scholarai.prompting.prompt import Turn


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


def test_what_does_not_fit_is_left_out_from_the_oldest() -> None:
    shown = fit_history(talk(40, 200), 200)

    assert sum(len(turn.text) for turn in shown) <= 200 * CHARACTERS_PER_TOKEN
    assert shown[-1].text.startswith("39 ")


def test_what_is_shown_begins_with_a_question() -> None:
    for tokens in range(20, 400, 7):
        shown = fit_history(talk(9, 300), tokens)
        assert not shown or shown[0].role == "user"


def test_no_room_shows_nothing() -> None:
    assert fit_history(talk(4, 40), 0) == ()
