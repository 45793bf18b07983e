"""Shows a model the conversation so far, with its quotes; what is too long to show is summed up once and kept."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence

from scholarai.domain.chat import Message, Recap, TextSection
from scholarai.domain.errors import ScholarError
from scholarai.domain.usage import ModelUsage
from scholarai.domain.values import Value
from scholarai.ports.models import TextModel
from scholarai.prompting.history import latest_turns, shortened, summary_prompt, with_summary
from scholarai.prompting.prompt import Turn

# Characters of a quote in the history. A guess: most sentences fit.
_QUOTE_CHARACTERS = 300
_NOT_SUMMED_UP = "The oldest turns of this conversation were not shown to the model: summing them up failed ({})."

_log = logging.getLogger(__name__)


class Conversation(Value, frozen=True, kw_only=True):
    """The earlier turns as a model is shown them; `recap` is set where older ones were summed up now."""

    turns: tuple[Turn, ...] = ()
    recap: Recap | None = None
    usage: ModelUsage | None = None
    notes: tuple[str, ...] = ()


class ShowConversation(Value, frozen=True, kw_only=True):
    """Shows the latest turns that fit `history_tokens`, after a summary of those before them."""

    model: Callable[[], TextModel | None]
    history_tokens: int

    def show(self, earlier: Sequence[Message]) -> Conversation:
        """Return the conversation before a question; a model is asked at most once, when turns become too many."""
        recap = next((message.recap for message in reversed(earlier) if message.recap is not None), None)
        summary = recap.text if recap else ""
        pairs = [pair for pair in _answered(earlier) if recap is None or pair[1].n > recap.until]
        turns = [turn for pair in pairs for turn in _turns(*pair)]
        shown = latest_turns(turns, self.history_tokens)
        model = self.model() if len(shown) < len(turns) else None
        if model is None:
            return Conversation(turns=with_summary(summary, shown))
        # Half of the room, so that the next turns fit without another summary.
        kept = latest_turns(turns, self.history_tokens // 2)
        left_out = len(turns) - len(kept)
        try:
            written = model.generate(summary_prompt(summary, turns[:left_out]))
        except ScholarError as error:
            _log.warning("conversation not summed up", extra={"code": error.code})
            note = _NOT_SUMMED_UP.format(error.code)
            return Conversation(turns=with_summary(summary, shown), usage=error.usage, notes=(note,))
        made = Recap(text=" ".join(written.text.split()), until=pairs[left_out // 2 - 1][1].n)
        return Conversation(turns=with_summary(made.text, kept), recap=made, usage=written.usage)


def _answered(earlier: Sequence[Message]) -> Iterator[tuple[Message, Message]]:
    for asked, answer in zip(earlier[::2], earlier[1::2], strict=False):
        if answer.state == "complete":
            yield asked, answer


def _turns(asked: Message, answer: Message) -> tuple[Turn, Turn]:
    return Turn(role="user", text=asked.text), Turn(role="model", text=_text_of(answer))


def _text_of(message: Message) -> str:
    """Return an answer with the quotes behind its sentences, or the words with which it was declined."""
    if message.answer is None:
        return message.text
    if message.answer.refusal is not None:
        return message.answer.refusal.message
    return "".join(_with_quotes(section) for section in message.answer.sections).strip()


def _with_quotes(section: TextSection) -> str:
    quotes = dict.fromkeys(
        f"“{shortened(citation.text, _QUOTE_CHARACTERS)}”, {citation.label}"
        for citation in section.citations
        if citation.text and citation.text not in section.text
    )
    if not quotes:
        return section.text
    text = section.text.rstrip()
    return f"{text} ({'; '.join(quotes)}){section.text[len(text) :]}"
