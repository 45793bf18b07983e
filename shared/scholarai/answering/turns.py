"""Classifies a message of a conversation: a courtesy, a self-contained question, or one that follows up on earlier turns."""

from __future__ import annotations

import re
from typing import Literal

from scholarai.retrieval.place_names import find_cues
from scholarai.retrieval.terms import STOP_WORDS, tokens

# `alone`: self-contained. `carried`: it is about the subject of an earlier question. `more`: it names no topic of its own and asks for
# more. `again`: it asks for what was shown last.
TurnKind = Literal["alone", "carried", "more", "again"]
# The first entry with a phrase of the message decides: "ok thanks" is thanks.
_ASSENT = "All right. Ask on whenever you like."
_REPLIES = {
    r"thanks|thank you|thank u|thx|ty|cheers|much appreciated|appreciate it|danke|merci|gracias|grazie": (
        "You are welcome. Ask on whenever you like."
    ),
    r"bye|goodbye|good bye|see you|see ya|good night|farewell|ciao|that s all|that is all": (
        "Goodbye. This conversation is kept, so you can come back to it."
    ),
    r"hi|hello|hey|hiya|good (?:morning|afternoon|evening|day)|greetings|hallo|hola|bonjour|salut|howdy|how are you": (
        "Hello. What would you like to know about {papers}?"
    ),
    r"help|help me|what can you do|who are you|what are you": (
        "Ask a question about {papers}: what was done, how, on which data, with which result. I look for the passages that "
        "answer it and show where each one stands. You can name a place, too: page 4, Table 2, the conclusion."
    ),
    r"ok|okay|k|fine|great|good|nice|cool|perfect|excellent|awesome|wonderful|i see|got it|understood|alright|all right|sure|wow"
    r"|interesting|yes|no|yep|nope|right|makes sense|never mind|nevermind": _ASSENT,
}
_FILLERS = (
    r"there|you|so much|very much|a lot|again|very|really|helpful|that|it|is|was|s|then|now|all|everyone|and|so|oh|ah|well|dear|"
    r"for (?:that|this|your help|the help|the answer|the explanation|everything|now|your time)"
)
_PHRASES = tuple((re.compile(rf"\b(?:{phrases})\b"), reply) for phrases, reply in _REPLIES.items())
_COURTESY = re.compile(rf"(?:(?:{'|'.join(_REPLIES)}|{_FILLERS})(?: |$))+")
# Characters; a longer message is more than a courtesy.
_LONGEST_COURTESY = 80
_GREETING = re.compile(r"\s*+([^\s,.!;:?][^,.!;:?\n]{0,39})[,.!;:\n]++\s*+(?=\w)")
# Words that refer to something said before, unless the question itself has their antecedent.
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
    r"how come|more|explain (?:more|further|that|this|it)|go on|continue|elaborate|for example\??$|"
    r"such as\??$|which ones?\b|(?:(?:in|at|on|for|from|by|with|to|of|since|under) )?(?:how|what|which) [\w-]+\s*\??$)",
    re.IGNORECASE,
)
# A noun before a pronoun is taken as its antecedent.
_NOUN_BEFORE = re.compile(r"\b(?:the|a|an|this|these|each|every|their proposed)\s+[\w-]+", re.IGNORECASE)
# Characters from which a question is taken to be self-contained. A guess.
_LONGEST_REFERRING = 220
# Words that ask for more of the same, and words of a polite request.
_ASKING = frozenset(
    """more why explain elaborate expand clarify continue further else detail details deeper how it that this them these those
    they its their mean means meaning meant example examples such which ones so and then on again repeat understand simpler
    next rest tell say give show describe know talk let lets want like hear read last previous answer point sentence passage bit
    little lot one other others another question please words word anything something thing things info information ok okay
    don isn ll re ve m d kindly go come came keep going made exactly really actually simple plain short greater""".split()
)
_AGAIN = re.compile(r"\b(?:again|repeat|once more|one more time|say that|what did you say)\b", re.IGNORECASE)


def reply_to_courtesy(message: str, *, papers: int) -> str | None:
    """Return the reply to a message that is nothing but a greeting, thanks, a goodbye or assent; None for any other."""
    words = " ".join(re.findall(r"\w+", message.lower())) if len(message) <= _LONGEST_COURTESY else ""
    if not _COURTESY.fullmatch(words):
        return None
    reply = next((reply for phrase, reply in _PHRASES if phrase.search(words)), None)
    if reply == _ASSENT and "?" in message:  # "Is it good?"
        return None
    return reply and reply.format(papers="this paper" if papers == 1 else "these papers")


def without_courtesy(message: str) -> str:
    """Return a message without a greeting, thanks or assent before its question."""
    opening = _GREETING.match(message)
    while opening and reply_to_courtesy(opening[1], papers=1):
        message = message[opening.end() :]
        opening = _GREETING.match(message)
    return message


def kind_of_turn(question: str, *, follows: bool) -> TurnKind:
    """Return the kind of a question; `follows` says whether an earlier turn asked for anything."""
    if not follows:
        return "alone"
    if not _names_topic(question):
        return "again" if asks_again(question) else "more"
    return "carried" if refers_back(question) else "alone"


def _names_topic(question: str) -> bool:
    return bool(find_cues(question) or [w for w in tokens(question) if w not in STOP_WORDS and w not in _ASKING])


def asks_again(question: str) -> bool:
    """Tell whether a question asks for what was shown before."""
    return _AGAIN.search(question) is not None


def refers_back(question: str) -> bool:
    """Tell whether a question cannot be understood or searched for without the turns before it."""
    if len(question) > _LONGEST_REFERRING:
        return False
    if _OPENING.search(question):
        return True
    return any(
        not _NOUN_BEFORE.search(question[: pointing.start()])
        for pattern in (_POINTING, _POINTING_ALONE)
        for pointing in pattern.finditer(question)
    )


def with_subject(question: str, before: str) -> str:
    """Return a follow-up with the subject of the conversation in brackets: the question before, or what that one had in brackets."""
    _, _, carried = before.strip().partition(" (")
    subject = carried.removesuffix(")") if carried.endswith(")") else before.strip()
    return f"{question.rstrip()} ({subject})"
