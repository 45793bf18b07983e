"""Earlier turns of a conversation, cut to what a prompt has room for."""

from __future__ import annotations

from collections.abc import Sequence

from scholarai.prompting.prompt import Turn

# Characters of an English token, on average; providers say about four.
CHARACTERS_PER_TOKEN = 4
# The latest turns stay as they are; of older ones only the beginning is kept. A guess: a question and its answer.
WHOLE_TURNS = 2
OLDER_CHARACTERS = 240


def fit_history(turns: Sequence[Turn], max_tokens: int) -> tuple[Turn, ...]:
    """Return the latest turns that fit, oldest first, always beginning with a user's; older ones are shortened."""
    room = max_tokens * CHARACTERS_PER_TOKEN
    kept: list[Turn] = []
    for age, turn in enumerate(reversed(turns)):
        text = turn.text if age < WHOLE_TURNS else _shortened(turn.text, OLDER_CHARACTERS)
        text = text if len(text) <= room else _shortened(text, room)
        if not text or room <= 0:
            break
        room -= len(text)
        kept.append(Turn(role=turn.role, text=text))
    while kept and kept[-1].role != "user":
        kept.pop()
    return tuple(reversed(kept))


def _shortened(text: str, characters: int) -> str:
    if len(text) <= characters:
        return text
    cut = text[: max(characters - 1, 0)].rsplit(" ", 1)[0].rstrip()
    return f"{cut}…" if cut else ""
