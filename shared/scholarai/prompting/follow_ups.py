"""Tells which questions refer back to earlier turns, and makes them stand for themselves."""

from __future__ import annotations

import re
from collections.abc import Sequence

from scholarai.prompting.history import fit_history
from scholarai.prompting.prompt import Prompt, Turn

# Words that point at something said before, unless the question itself says what they point at.
_POINTING = re.compile(
    r"\b(?:it|its|they|them|their|theirs|he|she|his|her|those|these|that one|this one|the former|the latter|the same|"
    r"the other|the others|the first one|the second one|the last one|both of them|such)\b",
    re.IGNORECASE,
)
_POINTING_ALONE = re.compile(
    r"\b(?:that|this)\b(?!\s+(?:paper|work|study|article|figure|table|section|page|is\s+not)\b)", re.IGNORECASE
)
_OPENING = re.compile(
    r"^\s*(?:and|but|or|so|then|also|what about|how about|what else|anything else|why(?: not| so| is that)?\s*\??$|how so|"
    r"how come|more|tell me more|explain (?:more|further|that|this|it)|go on|continue|elaborate|(?:can|could) you (?:elaborate|"
    r"explain (?:that|this|it|more|further))|in (?:more|other) (?:detail|words)|for example\??$|such as\??$|which ones?\b)",
    re.IGNORECASE,
)
# A pointing word far behind the noun that it points at is explained by its own sentence.
_NOUN_BEFORE = re.compile(r"\b(?:the|a|an|this|these|each|every|their proposed)\s+[\w-]+", re.IGNORECASE)
_WORD = re.compile(r"[^\W_][\w-]*")
# A place that a question is about is its topic as well.
_PLACE = re.compile(
    r"\b(?:fig(?:ure)?|tab(?:le)?|eq(?:uation|n)?|sec(?:tion)?|page|theorem|lemma|algorithm|definition|reference)s?\b\.?\s*"
    r"[(\[]?[A-Z]?\d[\w.]*[)\]]?",
    re.IGNORECASE,
)
_TOPICS = 8
_LONGEST_REFERRING = 220

_STOP = frozenset(
    """a about all also an and any are as at be been between both but by can could describe did do does each else every
    example exactly explain for from further give had has have how i in into is it its just like list many me mean means
    more most much of on one or other our over please same say says should show so some such tell than that the their them
    then there these they this those to under use used using very was we were what when where which while who whom whose why
    will with would you shown shows see seen look looks happen happens here paper authors author study work article section
    page figure table""".split()
)


def refers_back(question: str) -> bool:
    """Tell whether a question cannot be understood, or found anything for, without the turns before it."""
    if len(question) > _LONGEST_REFERRING:
        return False
    if _OPENING.search(question):
        return True
    for pointing in (*_POINTING.finditer(question), *_POINTING_ALONE.finditer(question)):
        if not _NOUN_BEFORE.search(question[: pointing.start()]):
            return True
    return False


def carry_topics(question: str, earlier: Sequence[str]) -> str:
    """Return the question with the topics of the latest earlier question that has any of its own.

    The topics are its words but those of asking; those that the question has already are not repeated.
    """
    own = {word.lower() for word in _WORD.findall(question)}
    for before in reversed(earlier):
        places = [] if _PLACE.search(question) else _PLACE.findall(before)
        words = dict.fromkeys(word for word in _WORD.findall(_PLACE.sub(" ", before)) if word.lower() not in _STOP)
        topics = [*places, *(word for word in words if word.lower() not in own and len(word) > 1)][:_TOPICS]
        if topics:
            return f"{question.rstrip()} ({' '.join(topics)})"
    return question


def rewrite_prompt(question: str, history: Sequence[Turn], *, history_tokens: int) -> Prompt:
    """Return the request to rewrite a follow-up so that it stands for itself; the reply's text is the question."""
    return Prompt(
        system=(
            "Rewrite the user's last question so that it can be understood without the conversation: put what its pronouns "
            "and omissions stand for into it. Keep its meaning, language and every number and name. Do not answer it. "
            "Reply with the question alone, on one line."
        ),
        user=f"Last question: {question}",
        history=fit_history(history, history_tokens),
        temperature=0.0,
        max_output_tokens=200,
    )
