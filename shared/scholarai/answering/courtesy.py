"""Greetings, thanks and goodbyes: what a person would say to them, without looking into any paper."""

from __future__ import annotations

import re

from scholarai.domain.patterns import lazy_pattern

# The first kind of which a message has a phrase decides: "ok thanks" is thanks.
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
_PHRASES = tuple((lazy_pattern(rf"\b(?:{phrases})\b"), reply) for phrases, reply in _REPLIES.items())
_COURTESY = lazy_pattern(rf"(?:(?:{'|'.join(_REPLIES)}|{_FILLERS})(?: |$))+")
# Looked up first: compiling the pattern takes half a millisecond of a first question.
_WORDS = frozenset(re.findall(r"\w+", " ".join((*_REPLIES, _FILLERS))))
# Longer messages say more than that.
_LONGEST = 80
_OPENING = lazy_pattern(r"\s*+([^\s,.!;:?][^,.!;:?\n]{0,39})[,.!;:\n]++\s*+(?=\w)")


def reply_to_courtesy(message: str, *, papers: int) -> str | None:
    """Return what to say to a message that is nothing but a greeting, thanks, a goodbye or assent; None for any other."""
    said_words = re.findall(r"\w+", message.lower()) if len(message) <= _LONGEST else []
    words = " ".join(said_words)
    if not _WORDS.issuperset(said_words) or not _COURTESY.fullmatch(words):
        return None
    said = next((reply for phrase, reply in _PHRASES if phrase.search(words)), None)
    if said == _ASSENT and "?" in message:  # "Is it good?"
        return None
    return said and said.format(papers="this paper" if papers == 1 else "these papers")


def without_courtesy(message: str) -> str:
    """Return a message without a greeting, thanks or assent before its question."""
    opening = _OPENING.match(message)
    while opening and reply_to_courtesy(opening[1], papers=1):
        message = message[opening.end() :]
        opening = _OPENING.match(message)
    return message
