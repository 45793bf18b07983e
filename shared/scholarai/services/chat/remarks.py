"""What is said without quoting a paper: to a greeting, to an unclear question, or where nothing new is left to show."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from scholarai.answering.turns import kind_of_turn, reply_to_courtesy
from scholarai.domain.chat import Answer, Citation, Message, RemarkKind, TextSection, Usage
from scholarai.domain.ids import PaperId
from scholarai.services.chat.reply import ReplyEvent, SectionFinished
from scholarai.services.chat.turns import answers_before, questions_before
from scholarai.services.library.open_papers import OpenPaper

_UNCLEAR = "It is not clear to me what you ask about. Do you mean one of these?"
_NOTHING_NEW = (
    "Nothing new is left to show for this: the passages that bear on it were shown above. Ask for something else about "
    "{papers}, or say “again” to see the last answer once more."
)
_SHOWN_BEFORE = "A passage shown above answers this, too, and is not repeated: {label}, “{text}”."
_OTHER_LANGUAGE = (
    "The question does not seem to be in the language of {papers}. Its words were searched for as they stand{meaning}; a "
    "question in the language of {papers} may find more."
)
_OPENING_CHARACTERS = 80
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


def said_at_once(text: str, earlier: Sequence[Message], *, papers: int) -> Answer | None:
    """Return the reply to a courtesy, or the last answer where it is asked for again; None for any other question."""
    courtesy = reply_to_courtesy(text, papers=papers)
    if courtesy is not None:
        return _remark("courtesy", courtesy, text)
    before = [answer for answer in answers_before(earlier) if answer.remark is None]
    if before and kind_of_turn(text, follows=bool(questions_before(earlier))) == "again":
        return replace(before[-1], usage=Usage(model=before[-1].usage.model))
    return None


def ask_back(question: str, readings: Sequence[str]) -> Answer:
    """Return the question what is meant."""
    return replace(_remark("unclear", _UNCLEAR, question), readings=tuple(readings))


def nothing_new(question: str, papers: int) -> Answer:
    return _remark("nothing_new", _NOTHING_NEW.format(papers=_named(papers)), question)


def shown_before(citation: Citation) -> str:
    """Return the note on a passage that answers best and was shown before."""
    words = " ".join(citation.text.split())
    opening = words if len(words) <= _OPENING_CHARACTERS else f"{words[:_OPENING_CHARACTERS].rpartition(' ')[0]} …"
    return _SHOWN_BEFORE.format(label=citation.label, text=opening)


def other_language(question: str, papers: Mapping[PaperId, OpenPaper], *, lexical: bool) -> str | None:
    """Return what to say of a question in another language than the papers; None where it seems to be in theirs."""
    texts = [paper.index.text[:_LEAD_CHARACTERS] for paper in papers.values()]
    if not is_no_english(question) or any(map(_is_foreign, texts)):
        return None
    meaning = "" if lexical else ", and for its meaning as far as the embedding model knows the language"
    return _OTHER_LANGUAGE.format(papers=_named(len(papers)), meaning=meaning)


def is_no_english(question: str) -> bool:
    """Tell whether a question seems to be in another language than English."""
    return _asks_elsewhere(question) or _is_foreign(question)


def with_remark(answer: Answer) -> Iterator[ReplyEvent | Answer]:
    """Yield an answer, and before it a remark's sentence, which no stream brought."""
    if answer.remark is not None:
        yield from (SectionFinished(section=section) for section in answer.sections)
    yield answer


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
