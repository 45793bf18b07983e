"""Earlier turns of a conversation, cut and summarised to what a prompt has room for."""

from __future__ import annotations

from collections.abc import Sequence

from scholarai.domain.sentences import sentence_spans
from scholarai.prompting.prompt import Turn

# Characters of an English token, on average; providers say about four.
CHARACTERS_PER_TOKEN = 4
# The latest turns stay as they are; of older ones the first sentences are kept. A guess: a question and its answer.
WHOLE_TURNS = 2
OLDER_CHARACTERS = 240
# Of the room, for the questions of turns that are not shown. A guess.
ASKED_SHARE = 0.2
_ASKED_CHARACTERS = 80


def fit_history(turns: Sequence[Turn], max_tokens: int) -> tuple[Turn, ...]:
    """Return the latest turns that fit, oldest first, always beginning with a user's.

    Of older turns the first sentences are kept; of those that do not fit at all the questions, in a line before the
    first turn that is shown.
    """
    room = max_tokens * CHARACTERS_PER_TOKEN
    shown = _latest(turns, room)
    if len(shown) == len(turns) or not shown:
        return shown
    shown = _latest(turns, room - int(room * ASKED_SHARE))
    asked = [turn.text for turn in turns[: len(turns) - len(shown)] if turn.role == "user"]
    before = _asked_before(asked, int(room * ASKED_SHARE))
    if not before or not shown:
        return shown
    return (Turn(role="user", text=f"{before}\n{shown[0].text}"), *shown[1:])


def _latest(turns: Sequence[Turn], room: int) -> tuple[Turn, ...]:
    kept: list[Turn] = []
    for age, turn in enumerate(reversed(turns)):
        text = _shortened(turn.text, room) if age < WHOLE_TURNS else _first_sentences(turn.text, OLDER_CHARACTERS)
        if not text or len(text) > room:
            break
        room -= len(text)
        kept.append(Turn(role=turn.role, text=text))
    while kept and kept[-1].role != "user":
        kept.pop()
    return tuple(reversed(kept))


def _asked_before(questions: Sequence[str], characters: int) -> str:
    """Return as many of the latest questions as fit, in their order, as one remark."""
    room = characters - len("(Asked before: )\n")
    kept: list[str] = []
    for question in reversed(questions):
        text = _shortened(" ".join(question.split()), _ASKED_CHARACTERS)
        room -= len(text) + len(" · ")
        if room < 0 or not text:
            break
        kept.append(text)
    return f"(Asked before: {' · '.join(reversed(kept))})" if kept else ""


def _first_sentences(text: str, characters: int) -> str:
    """Return the whole sentences at the beginning that fit, or the beginning of the first one."""
    if len(text) <= characters:
        return text
    ends = [end for _, end in sentence_spans(text) if len(text[:end].rstrip()) < characters]
    return f"{text[: ends[-1]].rstrip()}…" if ends else _shortened(text, characters)


def _shortened(text: str, characters: int) -> str:
    if len(text) <= characters:
        return text
    cut = text[: max(characters - 1, 0)].rsplit(" ", 1)[0].rstrip()
    return f"{cut}…" if cut else ""
