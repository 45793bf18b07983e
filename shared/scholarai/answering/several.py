"""Understands questions about several papers, and finds what each paper says of what "Which of these use X?" asks for."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise

import numpy as np

from scholarai.domain.content import Block
from scholarai.domain.values import Value
from scholarai.retrieval.index import LONGEST_SENTENCE, PaperIndex
from scholarai.retrieval.terms import pairs, question_terms, question_words, stem, terms, tokens
from scholarai.retrieval.word_variants import Vocabulary, forms_of

# Least share of the weight of what is asked for that a paper of the set must say. Chosen on half of twenty set questions over collections of 20 to 60 papers.
LEAST_SAID = 0.75
# Sentences of a paper that are kept until the rarity of the terms among all papers is known. A guess.
_KEPT = 8

_PAPERS = (
    r"(?:papers?|articles?|studies|study|trials?|publications?|documents?|manuscripts?|preprints?|thes[ei]s|chapters?|courses?|tutorials?"
    r"|ones?)"
)
_SET = re.compile(
    rf"^\W*+(?:please )?(?:(?:in )?(?:which|what)(?: one)?(?: of (?:these|those|the|them|my|all)(?: {_PAPERS})?| {_PAPERS})"
    rf"|(?:list|find|name|show)(?: me)?(?: all)?(?: of)?(?: (?:these|those|the|my))? {_PAPERS}(?: that| which| where)?"
    rf"|(?:do|does|did|are|is|have|has|were|was) any of (?:these|those|the|them|my)(?: {_PAPERS})?)\s(?P<rest>.+)",
    re.IGNORECASE | re.DOTALL,
)
# "has the largest sample": superlatives compare papers, which no sentence of a single paper does.
_SCALE = re.compile(r"^\w++ the (?:most|least|best|worst|\w{3,15}est)\b", re.IGNORECASE)
# Stems of what papers do with a thing; only the thing itself tells papers apart.
_DOING = frozenset(
    map(
        stem,
        """train build make construct run carry perform do conduct measure analyse analyze contain include employ apply evaluate
        work present describe discuss test show examine investigate consider provide involve address focus experiment report
        enroll enrol recruit research data based rely contain propose introduce develop compare cover concern cite use say
        mention tell talk fund""".split(),
    )
)
_WORD = re.compile(r"[^\W_]+(?:[-'’.][^\W_]+)*")
_IN_TWO = re.compile(r"\b[A-Za-z]{2,12}-[a-z]{2,12}\b")
# Letters; shorter words are not hyphenated, and shorter initials are words or stand for something else.
_LEAST_IN_TWO, _LEAST_INITIALS = 7, 3
_CAPITALS = re.compile(r"\b[A-Z][A-Z0-9]+")
_NEGATION = re.compile(
    r"\b(?:exclu\w+|ineligible|not|no(?!\.)|none|never|without|lack\w*|unlike|instead of|rather than)\b", re.IGNORECASE
)
_OWN = re.compile(r"\b(?:we|our|this (?:paper|study|work|trial))\b", re.IGNORECASE)
_MARKER = re.compile(r"\b(?:19|20)\d\d[a-z]?\)|\[\d[\d,; –-]*\]|\bet al\b")
_INSTITUTION = re.compile(
    r"(?:Universit|Institut|D[eé]part[ae]ment|Faculty|School|Hospital|Cent(?:er|re)|College|Laborator)"
)
# Least share of the words of an address that begin with a capital. A guess.
_ADDRESS_CAPITALS = 0.6
_OTHER_PARTS = re.compile(
    r"acknowl|funding|competing|conflicts? of|availability|affiliation|correspondence|related|previous|prior work|literature",
    re.IGNORECASE,
)
# Stems of words that only ask to set papers beside each other.
_COMPARING = frozenset(
    map(stem, "compare contrast differ difference common share similar similarity vary each list tabulate".split())
)
_ABOUT = "What is this paper about?"


class SetQuestion(Value, frozen=True, kw_only=True):
    """What a paper must say to be one of the set.

    Attributes:
        phrase: What the question asks for.
        words: The terms, each with its word as asked; a term of capitals is matched as written, and has another one in any case.
        tokens: The terms that are not of capitals, each with its word in lower case.
    """

    phrase: str
    words: Mapping[str, str]
    tokens: Mapping[str, str]

    def listed(self, asked_terms: AbstractSet[str]) -> str:
        """Return the question's words for these terms, in its order."""
        return ", ".join(dict.fromkeys(word for term, word in self.words.items() if term in asked_terms))


class Saying(Value, frozen=True, kw_only=True):
    """A place in a paper with the terms that it has, and why it may not be the paper's own statement; "" if nothing says so."""

    start: int
    end: int
    terms: frozenset[str]
    note: str


class Said(Value, frozen=True, kw_only=True):
    """The best place of a paper: the share of what is asked for that it has, and the terms that it lacks."""

    saying: Saying
    share: float
    lacks: frozenset[str]


def set_question(question: str) -> SetQuestion | None:
    """Return what a question asks of the members of a set of papers, None where it is no such question."""
    found = _SET.match(question)
    if found is None or _SCALE.match(found["rest"]):
        return None
    phrase = found["rest"].strip()
    words = {term: word for word in reversed(_WORD.findall(phrase)) for term in map(stem, tokens(word))}
    named = {stem(token): token for token in question_words(phrase)}
    own = {term: token for term, token in named.items() if term not in _DOING} or named
    written = [] if phrase.isupper() else _CAPITALS.findall(phrase)
    asked = {term: words.get(term, term) for term in own} | {
        word: word for word in written if stem(word.lower()) in own
    }
    return SetQuestion(phrase=phrase, words=asked, tokens=own) if own else None


def asked_of_each(question: str) -> str:
    """Return a question about several papers as it is put to each: what the paper is about, if they are only to be compared."""
    return question if set(question_terms(question)) - _COMPARING else _ABOUT


def sayings(index: PaperIndex, asked: SetQuestion) -> tuple[Saying, ...]:
    """Return the places of a paper that have most of the terms: for each set of terms the first one without a note, if any."""
    places = _Places(index, asked)
    groups: dict[frozenset[str], list[int]] = {}
    for place, own in places.having.items():
        groups.setdefault(frozenset(own), []).append(place)
    best = sorted(groups, key=lambda own: -len(own))[:_KEPT]
    return tuple(places.saying(groups[own], own) for own in best)


def said_by(asked: SetQuestion, papers: Sequence[Sequence[Saying]]) -> list[Said]:
    """Return the best place of each paper, one without terms for a paper that has none.

    Terms are weighted by their rarity among the papers, one that none has as one that a single paper has. Capitals that no paper has as written may stand in any case.
    """
    having = Counter(term for own in papers for term in frozenset().union(*(one.terms for one in own)))
    weights = {
        term: float(np.log1p((len(papers) - count + 0.5) / (count + 0.5)))
        for term in asked.words
        if (count := max(having[term], 0 if term.isupper() else 1))
    }
    whole = sum(weights.values())

    def said(saying: Saying) -> Said:
        share = sum(weights[term] for term in saying.terms) / whole
        return Said(saying=saying, share=round(share, 6), lacks=frozenset(weights) - saying.terms)

    nothing = Saying(start=0, end=0, terms=frozenset(), note="")
    return [max(map(said, own or (nothing,)), key=rank_of) for own in papers]


def rank_of(said: Said) -> tuple[float, bool]:
    """Return what places are ordered by, the best highest: the share, and whether it seems to be the paper's own statement."""
    return said.share, not said.saying.note


class _Places:
    """The sentences and bibliography entries of a paper, by number, with the terms that each has."""

    def __init__(self, index: PaperIndex, asked: SetQuestion) -> None:
        self._index, self._asked = index, asked
        self._entries: list[Block] = []
        self.having: dict[int, set[str]] = {}
        for term, places in _holders(index, asked):
            for place in places:
                self.having.setdefault(place, set()).add(term)
        for short, meant in _short_forms(index, asked):
            for place in _sentences(index, short):
                self.having.setdefault(place, set()).update(meant)
        self._join_what_was_cut()
        self._add_entries()

    def saying(self, places: Sequence[int], own: frozenset[str]) -> Saying:
        """Return the first of the places that has no note, or the first one."""
        notes = ((place, self._note(place)) for place in places)
        place, note = next((one for one in notes if not one[1]), (places[0], self._note(places[0])))
        start, end = self._range(place)
        return Saying(start=start, end=end, terms=own, note=note)

    def _join_what_was_cut(self) -> None:
        """Give a sentence that was split for its length the terms of its next piece, too."""
        index = self._index
        long = (index.ends - index.starts)[:-1] > LONGEST_SENTENCE // 2
        for place in np.flatnonzero(long & index.follows[1:] & ~index.opens[1:]).tolist():
            if place in self.having:
                self.having[place] |= self.having.get(place + 1, set())

    def _add_entries(self) -> None:
        roots = [term[: max(len(term) - 1, 3)] for term in self._asked.words if not term.isupper()]
        for block in self._index.content.blocks:
            if block.kind != "reference":
                continue
            text = block.text.lower()
            if sum(root in text for root in roots) < LEAST_SAID * len(roots):
                continue
            stems = terms(block.text)
            words = Vocabulary(
                words=frozenset(tokens(block.text)), stems=set(stems), pairs=set(pairs(stems)), abbreviations={}
            )
            forms = forms_of(tuple(self._asked.tokens.values()), self._asked.phrase, words)
            own = {term for term, group in zip(self._asked.tokens, forms.groups, strict=True) if group}
            own |= {term for term in self._asked.words if term.isupper() and term in block.text}
            if own:
                self.having[len(self._index.starts) + len(self._entries)] = own
                self._entries.append(block)

    def _range(self, place: int) -> tuple[int, int]:
        if place >= len(self._index.starts):
            entry = self._entries[place - len(self._index.starts)]
            return entry.start, entry.end
        return int(self._index.starts[place]), int(self._index.ends[place])

    def _note(self, place: int) -> str:
        """Return why a place may not be a statement on the paper's own work, in a few words; "" if nothing says so."""
        if place >= len(self._index.starts):
            return "in its bibliography"
        start, end = self._range(place)
        text = self._index.text[start:end]
        section = self._index.section_at(start)
        if _OTHER_PARTS.search(section):
            return f"in “{section}”"
        words = [word for word in _WORD.findall(text) if word[0].isalpha()]
        if _INSTITUTION.search(text) and sum(word[0].isupper() for word in words) > _ADDRESS_CAPITALS * len(words):
            return "an address"
        negation = None if _NEGATION.search(self._asked.phrase) else _NEGATION.search(text)
        if negation is not None:
            return f"says “{negation[0]}”"
        return "cites other work" if _MARKER.search(text) and not _OWN.search(text) else ""


def _holders(index: PaperIndex, asked: SetQuestion) -> Iterator[tuple[str, Collection[int]]]:
    """Yield each term with sentences that have it in one of its forms; a form of several words has all of them."""
    for term in filter(str.isupper, asked.words):
        yield term, _sentences_at(index, [match.start() for match in re.finditer(rf"\b{term}", index.text)])
    forms = forms_of(tuple(asked.tokens.values()), asked.phrase, index.vocabulary)
    several = [own for other in forms.also if len(own := frozenset(terms(other))) > 1]
    for term, group in zip(asked.tokens, forms.groups, strict=True):
        whole = [parts for parts in several if parts <= group]
        single = (group - frozenset().union(*whole)) | {term}
        yield term, {place for one in single for place in _sentences(index, one)}
        for parts in whole:
            yield term, set.intersection(*(set(_sentences(index, one)) for one in parts))
    for (_, first), (term, second) in pairwise(asked.tokens.items()):
        yield term, _sentences(index, stem(first + second))
    absent = [term for term, word in asked.tokens.items() if word in forms.absent and len(term) >= _LEAST_IN_TWO]
    written = [(one[0].replace("-", "").lower(), one.start()) for one in _IN_TWO.finditer(index.text if absent else "")]
    for term in absent:  # "cross-over" is no compound of two terms
        yield term, _sentences_at(index, [start for word, start in written if word.startswith(term)])


def _sentences(index: PaperIndex, term: str) -> list[int]:
    numbers: list[int] = index.words.holders(term).tolist()
    return numbers


def _sentences_at(index: PaperIndex, starts: Sequence[int]) -> list[int]:
    """Return the sentences that have characters of the text."""
    numbers: list[int] = (np.searchsorted(index.starts, starts, side="right") - 1).tolist()
    return [number for number in numbers if number >= 0]


def _short_forms(index: PaperIndex, asked: SetQuestion) -> Iterator[tuple[str, AbstractSet[str]]]:
    """Yield the phrase's initials, and the abbreviations of parts of it that the paper defines, each with its terms."""
    phrase = f" {' '.join(terms(asked.phrase))} "
    for short, long in index.vocabulary.abbreviations.items():
        own = set(terms(long)) & asked.words.keys()
        if len(own) > 1 and f" {' '.join(terms(long))} " in phrase:
            yield short.lower(), own
    initials = "".join(word[0] for word in tokens(asked.phrase) if stem(word) in asked.tokens)
    if len(initials) >= _LEAST_INITIALS:
        yield initials, asked.tokens.keys()
