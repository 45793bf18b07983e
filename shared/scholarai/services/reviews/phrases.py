"""Finds noun phrases by rules: runs of words between those that cannot stand inside one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from scholarai.domain.values import Value
from scholarai.retrieval.words import STOP_WORDS, stem, terms

# Longer ones are sentences without commas, shorter ones name a field and not a subject of it. Guesses from reading.
MOST_WORDS = 4
FEWEST_WORDS = 2
# Digits behind small letters are the mark of a note; behind capitals they belong to a name.
_WORD = re.compile(r"[^\W\d_](?:[^\W\d_]|[’'-](?=[^\W_])|(?<=[A-Z-])\d+|(?<=\d)\d)*")
_GAP = re.compile(r" ?\n? ?")
_CLOSED = STOP_WORDS | frozenset(
    """able according across addition along already always another approx around based become becomes besides best better certain
    common compared considered critical current currently desired different diverse due easily eight either especially etc even
    ever every example existing fifty finally first five following four fourth furthermore generally given good great hence high
    higher highly ideal immense important including initial instead interesting key known large larger latter least less likely
    long low lower main mainly major make making many moreover mostly much namely near necessary need needed new next nine non
    novel number often one originating overall owing particular particularly past possible potential present previous previously
    prior prominent promising proposed providing rather recent recently regarding related relative relevant respectively second
    set seven several short shown significant significantly similar simple single six small smaller specific step still suitable ten
    third three today together toward towards traditional tremendous two type typical typically use used useful using usually
    various versus via vitro vivo vs well whereas whole widely work works would yes yet zero""".split()
)
# Stems of verbs whose forms are rarely nouns.
_VERBS = frozenset(
    stem(word)
    for word in """achieve acquire adapt add adopt affect aim allow analyse apply argue arise assume attain avoid bring choose
    cite collect combine compare comprise compute conclude conduct confirm consider consist constitute construct contain
    contribute correspond create define demonstrate denote depend derive describe detect determine develop differ discuss
    emerge emphasise employ enable encounter encourage enhance ensure evaluate examine exhibit exist expand explain exploit
    explore express extend facilitate fail find follow generate give grow happen hinder identify illustrate implement imply
    improve include incorporate indicate induce infer introduce investigate involve keep know lack lead learn leverage limit
    maintain mean minimise mitigate modify observe obtain occur offer optimise outperform perform permit pose prefer prepare
    prevent produce propose prove provide reach receive recommend reduce refer reflect relate rely remain remove replace
    represent require resolve respond restrict retain reveal say see seem select serve show simplify solve suffer suggest
    summarise support tend track treat understand utilise validate vary verify yield""".split()
)
_BEFORE_VERB = frozenset(
    "can cannot could i it may might must not shall should that they to we which who will would you".split()
)
_ARTICLES = frozenset("the a an our their its this these those my your his her".split())
_ADJECTIVE = re.compile(
    r"(?:ous|ful|ible|able|less|ish|ary|ed|est|wise|specific|based|driven|aware|sensitive|[aeiou]nt|ical|[^d]ular)$"
)
_ADVERB = re.compile(r"[a-z]{2,}ly$")
_NOUNS = frozenset(
    """agent boundary breed component content dictionary document element environment feed interest library need patient request
    seed speed summary table test treatment variable vocabulary""".split()
)


class Phrase(Value, frozen=True):
    """A noun phrase as it is printed, and the stems that tell it from others."""

    text: str
    stems: tuple[str, ...]


def noun_phrases(text: str) -> Iterator[Phrase]:
    """Yield the noun phrases of a text in order, each with those that end with the same noun and say less."""
    for run in _runs(text):
        words = _without_end(run)
        for length in range(FEWEST_WORDS, min(MOST_WORDS, len(words)) + 1):
            part = words[-length:]
            stems = tuple(terms(" ".join(part)))
            if len(set(stems)) >= FEWEST_WORDS:
                yield Phrase(" ".join(part), stems)


def _runs(text: str) -> Iterator[list[str]]:
    """Yield runs of words that follow each other without anything that a noun phrase cannot hold."""
    run: list[str] = []
    end, before = -1, ""
    words = list(_WORD.finditer(text))
    following = [*(match[0].lower() for match in words[1:]), ""][: len(words)]
    for match, after in zip(words, following, strict=True):
        if not _GAP.fullmatch(text[end : match.start()] if end >= 0 else ""):
            yield run
            run, before = [], ""
        word = match[0].lower()
        if _breaks(match[0], before, after):
            yield run
            run = []
        else:
            run.append(match[0])
        end, before = match.end(), word
    yield run


def _breaks(word: str, before: str, after: str) -> bool:
    low = word.lower()
    if len(word) == 1 and word.islower():  # a symbol: "slots n"; "hepatitis C" is a name
        return True
    if low in _CLOSED or _ADVERB.match(low) or before in _BEFORE_VERB or after in _ARTICLES:
        return True
    if low in {"result", "results"} and after in {"from", "in"}:
        return True
    return stem(low) in _VERBS and not low.endswith(("ion", "ions", "ment", "ing"))


def _without_end(run: Sequence[str]) -> list[str]:
    """Return a run up to its last noun."""
    words = list(run)
    while words and words[-1].lower() not in _NOUNS and _ADJECTIVE.search(words[-1].lower()):
        words.pop()
    return words
