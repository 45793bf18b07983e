"""What the prompts of a review share: the rule of sentences' ids, numbered quotes, and the form of a reply."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scholarai.prompting.fences import DATA_RULE, fenced
from scholarai.prompting.prompt import R, ReplyPrompt

IDS = """\
Every sentence of an excerpt begins with its id: {left}3.2{right} is the second sentence of excerpt 3. `sentences` is the id of one \
sentence, such as "3.2", or of neighbours, five at most, such as "3.2-3.4"."""
PART = """\
`part` is null; only where a part of these sentences is meant it is this part, copied letter for letter."""
FORM = """\
Reply with JSON alone, for example: {example}"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Quotable:
    """A quote in a prompt: its number, the paper's label, and the works that it cites itself."""

    number: int
    label: str
    text: str
    cites: tuple[str, ...] = ()


def reply_prompt(
    task: str, example: str, mark: str, shown: Sequence[str], reply: type[R], *, tokens: int, temperature: float = 0.0
) -> ReplyPrompt[R]:
    """Return a prompt whose instructions end with an example of the reply and with what is only data."""
    return ReplyPrompt(
        system="\n\n".join((task, FORM.format(example=example), DATA_RULE.format(mark=mark))),
        user="\n\n".join(shown),
        temperature=temperature,
        max_output_tokens=tokens,
        reply=reply,
    )


def ids_rule(brackets: tuple[str, str]) -> str:
    """Return the rule for the field `sentences`, which names words of an excerpt."""
    left, right = brackets
    return IDS.format(left=left, right=right)


def shown_quotes(quotes: Sequence[Quotable], mark: str, *, cites: bool = False) -> list[str]:
    """Return quotes between their marks, where `cites` with the works that each of them cites."""
    return [
        fenced(
            "quote",
            mark,
            one.text,
            number=one.number,
            paper=one.label,
            **({"cites": "; ".join(one.cites)} if cites and one.cites else {}),
        )
        for one in quotes
    ]
