"""Classifies a message of a conversation: a courtesy, a self-contained question, or one that follows up on earlier turns."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from scholarai.domain.patterns import lazy_pattern
from scholarai.retrieval.cues import find_cues
from scholarai.retrieval.overview import asks_about_whole
from scholarai.retrieval.words import STOP_WORDS, stem, tokens

# `alone`: self-contained. `carried`: its topic is that of an earlier question. `more`: it has no topic of its own and asks for more.
# `again`: it asks for what was shown last. `unclear`: nobody could tell what it asks.
TurnKind = Literal["alone", "carried", "more", "again", "unclear"]
# `Evidence.pinned_by` of the passages that continue from an earlier answer.
GONE_ON_FROM = "what was shown before"
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
_PHRASES = tuple((lazy_pattern(rf"\b(?:{phrases})\b"), reply) for phrases, reply in _REPLIES.items())
_COURTESY = lazy_pattern(rf"(?:(?:{'|'.join(_REPLIES)}|{_FILLERS})(?: |$))+")
# Checked first: compiling the pattern takes half a millisecond of a first question.
_KNOWN_WORDS = frozenset(re.findall(r"\w+", " ".join((*_REPLIES, _FILLERS))))
# Characters; a longer message is more than a courtesy.
_LONGEST_COURTESY = 80
_GREETING = lazy_pattern(r"\s*+([^\s,.!;:?][^,.!;:?\n]{0,39})[,.!;:\n]++\s*+(?=\w)")
# Words that refer to something said before, unless the question itself has their antecedent.
_POINTING = lazy_pattern(
    r"\b(?:it|its|they|them|their|theirs|he|she|his|her|those|these|that one|this one|the former|the latter|the same|"
    r"the other|the others|the first one|the second one|the last one|both of them|such)\b",
    re.IGNORECASE,
)
_POINTING_ALONE = lazy_pattern(
    r"\b(?:that|this)\b(?!\s+(?:paper|work|study|article|figure|table|section|page|is\s+not)\b)", re.IGNORECASE
)
_OPENING = lazy_pattern(
    r"^\s*(?:and|but|or|so|then|also|what about|how about|what else|anything else|why(?: not| so| is that)?\s*\??$|how so|"
    r"how come|more|explain (?:more|further|that|this|it)|go on|continue|elaborate|for example\??$|"
    r"such as\??$|which ones?\b|(?:(?:in|at|on|for|from|by|with|to|of|since|under) )?(?:how|what|which) [\w-]+\s*\??$)",
    re.IGNORECASE,
)
# A noun before a pronoun is taken as its antecedent.
_NOUN_BEFORE = lazy_pattern(r"\b(?:the|a|an|this|these|each|every|their proposed)\s+[\w-]+", re.IGNORECASE)
_WORD = lazy_pattern(r"[^\W_][\w-]*")
# A place of the paper that a question is about is a topic as well.
_PLACE = lazy_pattern(
    r"\b(?:fig(?:ure)?|tab(?:le)?|eq(?:uation|n)?|sec(?:tion)?|page|theorem|lemma|algorithm|definition|reference)s?\b\.?\s*"
    r"[(\[]?[A-Z]?\d[\w.]*[)\]]?",
    re.IGNORECASE,
)
# Topics that are carried over, and characters from which a question is taken to be self-contained. Guesses.
_TOPICS = 8
_LONGEST_REFERRING = 220
# Words that ask for more of the same, and words of a polite request.
_ASKING_ON = frozenset(
    """more why explain elaborate expand clarify continue further else detail details deeper how it that this them these those
    they its their mean means meaning meant example examples such which ones so and then on again repeat understand simpler
    next rest""".split()
)
_ASKING = _ASKING_ON | frozenset(
    """tell say give show describe know talk let lets want like hear read last previous answer point sentence passage bit
    little lot one other others another question please words word anything something thing things info information ok okay
    don isn ll re ve m d kindly go come came keep going made exactly really actually simple plain short greater""".split()
)
# They ask something new about the earlier topic, rather than for more on it.
_ASKS_ANEW = frozenset("who whom whose when where".split())
_AGAIN = lazy_pattern(r"\b(?:again|repeat|once more|one more time|say that|what did you say)\b", re.IGNORECASE)
# Verbs that say nothing about a topic, beside those of `_ASKING`.
_VERBS = frozenset(
    stem(verb)
    for verb in """make made do did show shown compare compared report reported perform performed achieve achieved find found
    differ obtain obtained present presented propose proposed consider considered discuss discussed happen happened occur
    occurred get got take took taken become became seem contain include included provide provided need needed help given gave
    look looks looked see seen saw use used using apply applied affect affected influence influenced choose chose chosen call called come work works worked
    """.split()
)
_LITTLE = frozenset(
    "many much respect regard terms paper authors author study article section page figure table way ways kind type each every".split()
)
_ORDINALS = ("first", "second", "third", "fourth", "fifth")
_COUNTED = lazy_pattern(
    rf"\b({'|'.join(_ORDINALS)}) (experiment|study|trial|phase|task|step|stage|part|model|group|case|cohort|scenario)\b",
    re.IGNORECASE,
)


def reply_to_courtesy(message: str, *, papers: int) -> str | None:
    """Return the reply to a message that is nothing but a greeting, thanks, a goodbye or assent; None for any other."""
    said_words = re.findall(r"\w+", message.lower()) if len(message) <= _LONGEST_COURTESY else []
    words = " ".join(said_words)
    if not _KNOWN_WORDS.issuperset(said_words) or not _COURTESY.fullmatch(words):
        return None
    said = next((reply for phrase, reply in _PHRASES if phrase.search(words)), None)
    if said == _ASSENT and "?" in message:  # "Is it good?"
        return None
    return said and said.format(papers="this paper" if papers == 1 else "these papers")


def without_courtesy(message: str) -> str:
    """Return a message without a greeting, thanks or assent before its question."""
    opening = _GREETING.match(message)
    while opening and reply_to_courtesy(opening[1], papers=1):
        message = message[opening.end() :]
        opening = _GREETING.match(message)
    return message


def kind_of_turn(question: str, *, follows: bool) -> TurnKind:
    """Return the kind of a question; `follows` says whether an earlier turn asked for anything."""
    words = tokens(question)
    if _names_topic(question, words):
        return "carried" if follows and refers_back(question) else "alone"
    if follows and _ASKS_ANEW.intersection(words):
        return "carried"
    if follows and asks_again(question):
        return "again"
    return "more" if follows and _ASKING_ON.intersection(words) else "unclear"


def _names_topic(question: str, words: Sequence[str]) -> bool:
    if find_cues(question) or asks_about_whole(question):
        return True
    return any(word not in STOP_WORDS and word not in _ASKING for word in words)


def asks_again(question: str) -> bool:
    """Tell whether a question asks for what was shown before."""
    return _AGAIN.search(question) is not None


def asks_why(question: str) -> bool:
    return re.search(r"\b(?:why|how come|how so|what for)\b", question, re.IGNORECASE) is not None


def refers_back(question: str) -> bool:
    """Tell whether a question cannot be understood or searched for without the turns before it."""
    if len(question) > _LONGEST_REFERRING:
        return False
    if _OPENING.search(question):
        return True
    for pointing in (*_POINTING.finditer(question), *_POINTING_ALONE.finditer(question)):
        if not _NOUN_BEFORE.search(question[: pointing.start()]):
            return True
    return False


def carry_topics(question: str, earlier: Sequence[str]) -> str:
    """Return the question with the topics of the latest earlier question that has any.

    Topics are its words without those of asking and verbs that fit every topic; words of the question are not
    repeated. "The second experiment" adds "experiment 2".
    """
    own = {word.lower() for word in _WORD.findall(question)}
    added = [f"{match[2]} {_ORDINALS.index(match[1].lower()) + 1}" for match in _COUNTED.finditer(question)]
    for before in reversed(earlier):
        places = [] if _PLACE.search(question) else _PLACE.findall(before)
        words = dict.fromkeys(word for word in _WORD.findall(_PLACE.sub(" ", before)) if is_topic(word))
        topics = [*places, *(word for word in words if word.lower() not in own and len(word) > 1)][:_TOPICS]
        if topics:
            added += topics
            break
    return f"{question.rstrip()} ({' '.join(added)})" if added else question


def is_topic(word: str) -> bool:
    """Tell whether a word of a question says what the question is about."""
    small = word.lower()
    return not (small in STOP_WORDS or small in _ASKING or small in _LITTLE or stem(small) in _VERBS)
