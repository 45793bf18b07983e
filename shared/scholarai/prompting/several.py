"""What a model is told about an answer from several papers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scholarai.prompting.prompt import Prompt


def about_several(prompt: Prompt, *, asked: int, shown: int, compared: Sequence[str]) -> Prompt:
    """Return the prompt with what the answer's form is to be, and how many of the papers asked the excerpts come from."""
    names = " and ".join(f'"{" ".join(thing.split())}"' for thing in compared)
    parts = f"Write one part for each of {names}, then say how they differ" if compared else "Write one part per paper"
    note = (
        f"{asked} papers were searched; {shown} of them have excerpts above, and in the others nothing was found. {parts}: a "
        "line of its own that begins with the name and a colon, and says what the excerpts say of it, with quotes. Leave out "
        "a paper whose excerpts do not bear on the question, and speak of no paper that has no excerpt."
    )
    return replace(prompt, user=f"{prompt.user}\n\n{note}")
