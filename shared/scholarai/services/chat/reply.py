"""One reply of a model as it is read: the text, the sections, and what is left of them where it was cut off."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from scholarai.citations import AnswerParser, Quote, SectionBuilder, Text
from scholarai.citations.parser import Piece
from scholarai.domain.chat import TextSection
from scholarai.domain.sentences import ends_sentence, sentence_spans
from scholarai.domain.values import Value
from scholarai.ports.models import AnswerDelta, Finish, ModelUsage
from scholarai.prompting.history import CHARACTERS_PER_TOKEN
from scholarai.prompting.prompt import Prompt

# The 2,048 tokens that are asked for hold about eighty short sentences with a short quote behind each.
MOST_CITATIONS = 100
# A shorter repetition may be chance ("of the model …"). A guess.
_LEAST_REPEATED = 12
# A model that continues may begin with the sentence that was cut, or with its quote. Longer repetitions are rare.
_MOST_REPEATED = 600


class TextWritten(Value, frozen=True, kw_only=True):
    """More of the answer's text, without citation tags."""

    text: str


class SectionFinished(Value, frozen=True, kw_only=True):
    """A section that is complete, its quotes checked."""

    section: TextSection


class AnswerRestarted(Value, frozen=True, kw_only=True):
    """Earlier text and sections are void: the answer starts again, or a refusal replaces it."""


ReplyEvent = TextWritten | SectionFinished | AnswerRestarted


class Reply:
    """Read deltas into it, add a continuation if it was cut, then end it.

    Args:
        new_builder: Makes what turns an attempt's pieces into sections.
        most_characters: Of what the model writes, tags and quotes included; the rest is not read.
        verbatim: It comes from an answerer that says nothing but sentences of the evidence.

    Attributes:
        written: What the model wrote so far.
        is_full: A limit was reached, `most_characters` or MOST_CITATIONS.
    """

    def __init__(
        self, *, new_builder: Callable[[], SectionBuilder], most_characters: int, verbatim: bool = False
    ) -> None:
        self._new_builder = new_builder
        self.most_characters = most_characters
        self.verbatim = verbatim
        self.usage: ModelUsage | None = None
        self.finish: Finish = "stop"
        self._begin()

    @property
    def was_cut(self) -> bool:
        return self.finish == "length" or self.is_full

    @property
    def declined(self) -> bool:
        return self._builder.declined

    @property
    def dropped(self) -> int:
        return self._builder.dropped

    @property
    def stands(self) -> bool:
        """Tell whether any quote of it is true and supports its sentence."""
        return any(citation.stands for section in self.sections for citation in section.citations)

    def read(self, deltas: Iterator[AnswerDelta]) -> Iterator[ReplyEvent]:
        """Read a model's answer as it streams, up to its end or a limit; raises what `deltas` raises."""
        for delta in deltas:
            self.usage = delta.usage or self.usage
            self.finish = delta.finish or self.finish
            if delta.restart:
                self._begin()
                yield AnswerRestarted()
            yield from self._add(delta.text)
            if self.is_full:
                break
        close = getattr(deltas, "close", None)
        if close is not None:
            close()  # the rest is not fetched

    def go_on(self, text: str, finish: Finish) -> Iterator[ReplyEvent]:
        """Add the continuation of a reply that was cut; where it repeats the end of what was written, that is left out."""
        self.finish = finish
        yield from self._add(_new_part(self.written, text))

    def end(self) -> Iterator[ReplyEvent]:
        """Finish the reply; drop the last sentence of a cut one if the sentence or its quote is incomplete."""
        in_quote = self._parser.in_quote
        yield from self._take(self._parser.finish(cut=self.was_cut))
        rest = self._builder.finish()
        for section in _whole_part(rest, in_quote=in_quote) if self.was_cut else rest:
            self.sections.append(section)
            yield SectionFinished(section=section)

    def _begin(self) -> None:
        self._builder = self._new_builder()
        self._parser = AnswerParser(shown=None if self.verbatim else self._builder.shown)
        self.sections: list[TextSection] = []
        self.written, self._quotes, self.is_full = "", 0, False

    def _add(self, text: str) -> Iterator[ReplyEvent]:
        room = self.most_characters - len(self.written)
        self.written += text[:room]
        yield from self._take(self._parser.feed(text[:room]))
        self.is_full = self.is_full or len(text) > room

    def _take(self, pieces: Sequence[Piece]) -> Iterator[ReplyEvent]:
        for piece in pieces:
            if self.is_full and self._quotes >= MOST_CITATIONS:
                return
            if isinstance(piece, Text):
                yield TextWritten(text=piece.text)
            for section in self._builder.add([piece]):
                self.sections.append(section)
                yield SectionFinished(section=section)
            self._quotes += isinstance(piece, Quote)
            self.is_full = self.is_full or self._quotes >= MOST_CITATIONS


def most_characters(prompt: Prompt) -> int:
    """Return how many characters of a reply are read: those of the tokens asked for, and of a continuation."""
    return 2 * CHARACTERS_PER_TOKEN * prompt.max_output_tokens


def _new_part(written: str, text: str) -> str:
    """Return a continuation without what it repeats of the end of what was written."""
    end = written[-_MOST_REPEATED:]
    for start in range(len(end) - _LEAST_REPEATED + 1):
        if text.lstrip().startswith(end[start:]):
            return text.lstrip()[len(end) - start :]
    return text


def _whole_part(sections: Sequence[TextSection], *, in_quote: bool) -> list[TextSection]:
    """Return the last sections of a cut reply without an incomplete last sentence or quote."""
    if not sections or sections[-1].citations:
        return list(sections)
    *before, last = sections
    spans = sentence_spans(last.text)
    if in_quote or not ends_sentence(last.text):
        spans = spans[:-1]
    if not spans:
        return before
    end = spans[-1][1]
    kept = replace(last, text=last.text[:end], doubts=tuple(doubt for doubt in last.doubts if doubt.end <= end))
    return [*before, kept]
