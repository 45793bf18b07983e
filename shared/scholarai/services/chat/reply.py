"""Turns a model's stream into checked sections, and makes the remarks that quote no paper."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from scholarai.answering.turns import kind_of_turn, reply_to_courtesy
from scholarai.citations import AnswerParser, SectionBuilder
from scholarai.citations.claims import denies, states_gap
from scholarai.domain.chat import Answer, Message, RemarkKind, TextSection
from scholarai.domain.ids import PaperId
from scholarai.domain.sentences import ends_sentence, sentence_spans
from scholarai.domain.usage import ModelUsage, Usage
from scholarai.domain.values import Value
from scholarai.ports.models import AnswerDelta, Finish
from scholarai.prompting.prompt import CHARACTERS_PER_TOKEN, Prompt
from scholarai.services.chat.turns import answers_before, questions_before
from scholarai.services.library.open_papers import OpenPaper

# A longer reason is cut, and a longer reply without a citation is no decline. Guesses.
_MOST_REASON, _MOST_SENTENCES = 400, 3
# A shorter repetition may be chance ("of the model …"). A guess.
_LEAST_REPEATED = 12
# A model that continues may begin with the sentence that was cut, or with its quote. Longer repetitions are rare.
_MOST_REPEATED = 600
_NOTHING_NEW = (
    "Nothing new is left to show for this: the passages that bear on it were shown above. Ask for something else about "
    "{papers}, or say “again” to see the last answer once more."
)
_OTHER_LANGUAGE = "The question does not seem to be in the language of {papers}. It was searched for by {ways}."
# Function words that English does not have; two of them make a language.
_NOT_ENGLISH = frozenset(
    """der das und ist wie welche welchen welcher welches wurde wurden werden nicht für mit eine einem einen einer eines warum
    les des une est quel quels quelle quelles comment pourquoi dans avec sont cette qui
    el los las una qué cómo cuál cuáles por para del como cuántos il gli della che sono quali perché
    het een zijn welk waarom hoe og och är som são não uma quais foi""".split()
)
_LEAST_FOREIGN = 2
# Words of asking, and of places, that no English question has; beside no English word one of them makes a language. German asks
# for things by "was".
_ASKS_ELSEWHERE = frozenset(
    """wie welche welchem welchen welcher welches warum wieso weshalb combien pourquoi quel quels quelle quelles
    qué cómo cuánta cuántas cuánto cuántos cuál cuáles cuándo dónde quién quiénes
    quanta quante quanti quale quali perché quantos quais hoeveel waarom
    hvor hvordan hvorfor hvilke hvilken hvilket varför vilka vilken vilket
    abbildung tabelle seite abschnitt gleichung figura tabla página sección ecuación tableau équation figuur tabel""".split()
)
_ENGLISH = frozenset("the of is are was were what which how why who does do did in to for and with this".split())
_LEAD_CHARACTERS = 3_000


class TextWritten(Value, frozen=True, kw_only=True):
    """More of the answer's text, without citation tags."""

    text: str


class SectionFinished(Value, frozen=True, kw_only=True):
    """A section that is complete, its quotes checked."""

    section: TextSection


class AnswerRestarted(Value, frozen=True, kw_only=True):
    """The text and sections so far are void: the answer starts again, or a refusal replaces it."""


ReplyEvent = TextWritten | SectionFinished | AnswerRestarted


class Reply:
    """A model's reply: `read` its deltas, `go_on` with a continuation if it was cut, then `end` it.

    Args:
        new_builder: Makes the builder that turns the pieces of an attempt into sections.
        most_characters: How many characters are read, tags and quotes included.
        verbatim: Whether the answerer says nothing but sentences of the evidence.

    Attributes:
        written: What the model wrote so far.
        is_full: `most_characters` were read.
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
        """Tell whether the finished reply says that the papers do not answer the question, or only a part of it."""
        return self._builder.declined or self._declines_in_prose()

    @property
    def reason(self) -> str:
        """Return what it says is missing, without tags; "" if it says nothing, or has not declined."""
        gaps = " ".join(self._builder.gaps) or (self._text() if self._declines_in_prose() else "")
        return textwrap.shorten(gaps, _MOST_REASON, placeholder=" …")

    @property
    def dropped(self) -> int:
        return self._builder.dropped

    @property
    def has_citations(self) -> bool:
        """Tell whether it names or quotes anything that was shown."""
        return any(section.citations for section in self.sections)

    @property
    def stands(self) -> bool:
        """Tell whether any of its quotes is verified and supports its sentence."""
        return any(citation.stands for section in self.sections for citation in section.citations)

    def _text(self) -> str:
        return "".join(section.text for section in self.sections).strip()

    def _declines_in_prose(self) -> bool:
        """Tell whether it is a few sentences without a citation that say so; in another language than the papers', any that deny."""
        text = self._text()
        if self.verbatim or self.has_citations or len(text) >= _MOST_REASON or not any(map(str.isalpha, text)):
            return False
        says_so = states_gap(text) or (denies(text) and not self.dropped and self._builder.overlap.is_foreign(text))
        return len(sentence_spans(text)) <= _MOST_SENTENCES and says_so

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
        """Add the continuation of a cut reply, without what it repeats of the end of that reply."""
        self.finish = finish
        yield from self._add(_new_part(self.written, text))

    def end(self) -> Iterator[ReplyEvent]:
        """Finish the reply; of a cut one, the last sentence is dropped if it or its quote is incomplete."""
        in_quote = self._parser.in_quote
        finished = self._builder.add(self._parser.finish(cut=self.was_cut))
        finished += self._builder.finish()
        yield from self._announced(_whole_part(finished, in_quote=in_quote) if self.was_cut else finished)

    def _begin(self) -> None:
        self._builder = self._new_builder()
        self._parser = AnswerParser(shown=None if self.verbatim else self._builder.shown)
        self.sections: list[TextSection] = []
        self.written, self.is_full = "", False

    def _add(self, text: str) -> Iterator[ReplyEvent]:
        room = self.most_characters - len(self.written)
        self.written += text[:room]
        yield from self._announced(self._builder.add(self._parser.feed(text[:room])))
        self.is_full = self.is_full or len(text) > room

    def _announced(self, finished: Sequence[TextSection]) -> Iterator[ReplyEvent]:
        """Yield the text that is new, then the sections that are finished."""
        text = self._builder.take_text()
        if text:
            yield TextWritten(text=text)
        for section in finished:
            self.sections.append(section)
            yield SectionFinished(section=section)


def most_characters(prompt: Prompt) -> int:
    """Return how many characters of a reply are read: as many as the prompt's tokens, and again for a continuation."""
    return 2 * CHARACTERS_PER_TOKEN * prompt.max_output_tokens


def courtesy(text: str, *, papers: int) -> Answer | None:
    """Return the reply to a message that is nothing but a greeting, thanks or the like, None for any other."""
    said = reply_to_courtesy(text, papers=papers)
    return None if said is None else _remark("courtesy", said, text)


def repeated_answer(text: str, earlier: Sequence[Message]) -> Answer | None:
    """Return the last answer if the user asks for it again, None for any other question."""
    before = [answer for answer in answers_before(earlier) if answer.remark is None]
    if before and kind_of_turn(text, follows=bool(questions_before(earlier))) == "again":
        return replace(before[-1], usage=Usage(model=before[-1].usage.model))
    return None


def nothing_new(question: str, papers: int) -> Answer:
    return _remark("nothing_new", _NOTHING_NEW.format(papers=_named(papers)), question)


def other_language(question: str, papers: Mapping[PaperId, OpenPaper], *, lexical: bool) -> str | None:
    """Return the note on a question in another language than the papers, or None if it seems to be in theirs."""
    texts = [paper.index.text[:_LEAD_CHARACTERS] for paper in papers.values()]
    if not is_no_english(question) or any(map(_is_foreign, texts)):
        return None
    ways = "its words as they stand" if lexical else "its meaning"
    return _OTHER_LANGUAGE.format(papers=_named(len(papers)), ways=ways)


def is_no_english(question: str) -> bool:
    """Tell whether a question seems to be in another language than English."""
    return _asks_elsewhere(question) or _is_foreign(question)


def with_remark(answer: Answer) -> Iterator[ReplyEvent | Answer]:
    """Yield an answer, and before it the sections of a remark, which were not streamed."""
    if answer.remark is not None:
        yield from (SectionFinished(section=section) for section in answer.sections)
    yield answer


def _new_part(written: str, text: str) -> str:
    """Return a continuation without what it repeats of the end of `written`."""
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


def _remark(kind: RemarkKind, text: str, question: str) -> Answer:
    return Answer(sections=(TextSection(text=text),), usage=Usage(), question_used=question, remark=kind)


def _named(papers: int) -> str:
    return "this paper" if papers == 1 else "these papers"


def _asks_elsewhere(question: str) -> bool:
    words = _words(question)
    return ("¿" in question or not words.isdisjoint(_ASKS_ELSEWHERE)) and words & _ENGLISH <= {"was"}


def _is_foreign(text: str) -> bool:
    letters = [character for character in text if character.isalpha()]
    latin = sum(letter.isascii() or "À" <= letter <= "ɏ" for letter in letters)
    words = _words(text)
    return 2 * latin < len(letters) or len(words & _NOT_ENGLISH) >= max(_LEAST_FOREIGN, len(words & _ENGLISH))


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.lower()))
