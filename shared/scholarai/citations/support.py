"""Finds which of several sentences of an answer the places that it cites behind them support, by words and numbers."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache

from msgspec import Struct, field

from scholarai.citations.claims import Unit, is_lead_in, says_yes_or_no
from scholarai.citations.grounded_quote import Grounding
from scholarai.domain.sentences import MOST_SENTENCES, SentenceId, ShownExcerpts, Span, citable_sentences, ends_sentence
from scholarai.domain.values import Value

# Least share of a sentence's words, by weight, that a place has which supports it. Of 466 true sentences in paragraphs of two to four,
# with the ids at the end, .96 got a place so, and .11 of 122 whose own ids were left out (at .3: .93 and .05; at .1: .98 and .22).
COVERED = 0.2
# With a smaller share of its words in the papers, a text is in another language. English answers have 0.7 and more.
_SAME_LANGUAGE = 0.45
# Letters of a word that are compared, so that "computed" is "computes".
_STEM = 6
# Lower-case words of so many letters say nothing of what a sentence is about.
_SHORT = 2
_TERM = re.compile(r"\d[\d.,]*|[\u3040-\u30ff\u3400-\u9fff]|[^\W\d_\u3040-\u30ff\u3400-\u9fff]+")


class Cited(Value, frozen=True, kw_only=False):
    """What a tag at `at` of the text names: a quote with its grounding, or an excerpt as a whole (None)."""

    at: int
    number: int
    quote: str = ""
    grounding: Grounding | None = None


class Part(Struct):
    """A unit of the text, and what supports it; `here`: a tag stands in it."""

    unit: Unit
    text: str
    claims: bool
    cited: list[Cited] = field(default_factory=list)
    here: bool = False


class Overlap(Value, frozen=True, dict=True):
    """Compares texts by words that are rare in the excerpts."""

    shown: ShownExcerpts

    def share(self, said: str, place: str) -> float:
        """Return which share of the words of a sentence, by weight, a place has."""
        ours, theirs = terms(said), terms(place)
        whole = sum(map(self._weight, ours))
        return sum(map(self._weight, ours & theirs)) / whole if whole else 0.0

    def is_foreign(self, text: str) -> bool:
        """Tell whether a text is in another language than the excerpts: they lack most of its words."""
        words = {term for term in terms(text) if not term[0].isdigit()}
        return len(words & self._sentences_with.keys()) < _SAME_LANGUAGE * len(words)

    def best_places(self, said: str, number: int, *, always: bool) -> list[Span]:
        """Return the sentence of an excerpt that covers one of the answer best; if `always`, any, or else the first five."""
        text = self.shown.texts[number]
        shares = [(self.share(said, text[start:end]), -start, (start, end)) for start, end in citable_sentences(text)]
        share, _, place = max(shares, default=(0.0, 0, None))
        if place is not None and (share >= COVERED or (always and share > 0)):
            return [place]
        return [span for _, span in self.shown.places(SentenceId(number, 1, MOST_SENTENCES))] if always else []

    def _weight(self, term: str) -> float:
        return math.log((1 + self._count) / (1 + self._sentences_with[term]))

    @cached_property
    def _count(self) -> int:
        return sum(len(citable_sentences(text)) for text in self.shown.texts.values())

    @cached_property
    def _sentences_with(self) -> Mapping[str, int]:
        texts = self.shown.texts.values()
        return Counter(
            term for text in texts for start, end in citable_sentences(text) for term in terms(text[start:end])
        )


@lru_cache(1_024)
def terms(text: str) -> frozenset[str]:
    """Return the stems of a text's content words, and the digits of its numbers."""
    words = (word for word in _TERM.findall(text) if len(word) > _SHORT or not word.islower())
    return frozenset(re.sub(r"[.,]", "", word) if word[0].isdigit() else word.lower()[:_STEM] for word in words)


def supporters(said: Sequence[str], places: Sequence[str], overlap: Overlap) -> list[set[int]]:
    """Return for each sentence the indexes of the places that support it; the last sentence, which they follow, always has some.

    A place supports the sentences that it covers, and the one that it shares most with. In another language than the
    papers' it supports those with its numbers and names, and all of them support a sentence without any.
    """
    if len(said) == 1 or not places:
        return [set(range(len(places))) for _ in said]
    shares = [[overlap.share(sentence, place) for place in places] for sentence in said]
    foreign = overlap.is_foreign(" ".join(said))
    found = [{at for at, share in enumerate(row) if share >= COVERED} for row in shares]
    for at in range(len(places)):
        best = max(range(len(said)), key=lambda n: (shares[n][at], n))
        if shares[best][at]:
            found[best].add(at)
    everything = set(range(len(places)))
    last = {at for at in everything if shares[-1][at] == max(shares[-1])}
    return [*((one or (everything if foreign else one)) for one in found[:-1]), found[-1] or last]


def is_beside(one: Unit, other: Unit) -> bool:
    """Tell whether ids behind one unit may support an earlier one: in one paragraph, list or table."""
    return one.kind == other.kind and (one.kind != "prose" or one.line == other.line)


def pass_on(parts: Sequence[Part]) -> None:
    """Give list items and rows the citations of their lead-in, and rows those of the line after their table."""
    lead: Part | None = None
    for part, after in zip(parts, [*parts[1:], None], strict=True):
        kind, inner = part.unit.kind, after is not None and after.unit.kind == "item" and _indent(part) < _indent(after)
        under = lead is not None and (lead.unit.kind == "prose" or _indent(part) > _indent(lead))
        if lead and under and part.claims and not part.cited and kind in {"item", "row"}:
            part.cited = list(lead.cited)
        if is_lead_in(part.text) or (kind == "item" and inner and not ends_sentence(part.text)):
            part.claims = False
            lead = part if part.cited else None
        elif kind == "prose":
            lead = None
    source: list[Cited] = []
    for part in reversed(parts):
        if part.unit.kind == "prose":
            source = part.cited
        elif part.unit.kind == "row" and part.claims and not part.cited:
            part.cited = list(source)


def joined_parts(parts: Sequence[Part]) -> Iterator[list[Part]]:
    """Yield the parts of each section: those that share their citations, "Yes." and what follows, what nothing supports."""
    group: list[Part] = []
    for part in parts:
        if group:
            last = group[-1]
            same = last.cited == part.cited and (bool(part.cited) or last.claims == part.claims)
            answers = not last.cited and says_yes_or_no(last.text)
            apart = (
                part.cited and last.here and part.here
                if part.cited and last.cited
                else last.unit.line != part.unit.line
            )
            if apart or not (same or (answers and part.cited)):
                yield group
                group = []
        group.append(part)
    if group:
        yield group


def _indent(part: Part) -> int:
    return len(part.text) - len(part.text.lstrip())
