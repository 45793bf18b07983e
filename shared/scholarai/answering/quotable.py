"""Finds the sentences of the evidence that can be quoted, and rates them by what a question asks for."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from scholarai.domain.chat import CitationMark, Evidence, TextSection
from scholarai.domain.patterns import lazy_pattern
from scholarai.domain.sentences import sentences_of_blocks
from scholarai.domain.values import Value
from scholarai.retrieval.overview import ASPECTS, AVAILABILITY, Aspect, aspect_of
from scholarai.retrieval.traits import answers_nothing, asks_yes_or_no
from scholarai.retrieval.words import question_terms, stem, terms, tokens

if TYPE_CHECKING:
    from scholarai.answering.roles import RoleModel
    from scholarai.retrieval.units import Scores

# Shorter sentences are headings and labels, longer ones lists, tables and broken extraction. A guess from reading.
SHORTEST_CHARACTERS, LONGEST_CHARACTERS = 25, 700
# Sentences shown for a question. A guess from reading.
MOST_SENTENCES = 3
# Least share of letters among a sentence's characters without spaces; tables and equations have fewer. Evidence of trials is full of
# numbers: with .6, .711 of Evidence Inference's answers hold it, with .5 or .45 .730 (networks that were not trained on the paper,
# 2026-11-23).
LETTER_SHARE = 0.5
# Share of common stems above which two sentences say the same. A guess from reading answers.
SAME_SHARE = 0.6
REFERENCE_SECTIONS = frozenset({"references", "bibliography", "literature cited", "works cited"})
_ENDS_WHOLE = lazy_pattern(r"[.?!…][\"'”’)\]}\d,\-– ]*$")
_BEGINS_WHOLE = lazy_pattern(r"[\"'“‘(\[]*[A-Z0-9À-Þ]")
_REFERENCE = lazy_pattern(r"^\s*(?:\[\d+\]|\d+\.)\s+[A-Z][\w-]+,? (?:[A-Z]\.|and )|\bdoi\.org/|\bet al\.,? \d{4}\.\s*$")
# A caption that only names a figure or table; longer captions say what it shows. A guess.
_NAME_OF_FLOAT = lazy_pattern(r"(?:Fig(?:ure|\.)|Tab(?:le|\.))\s?S?\d+[a-z]?[.:|]\s+(?:\S+\s+){0,9}\S+$")
_TAG_LIKE = lazy_pattern(
    r"[<\[{]/?\s*(?:cite|citation|extract|quote|not_in_paper)\b", re.IGNORECASE, needs=("<", "[", "{")
)
# Added to the log-likelihood that a sentence answers: the log-share of the role that is asked for, with these weights, and a constant
# where a number stands beside the thing. Chosen on the fourth round of benchmarks/data/read_questions.toml, and on evidence in
# answers by networks that were not trained on the paper, or not on its set (docs/results.md).
RESULT_WEIGHT, METHOD_WEIGHT, NUMBER_BESIDE = 1.5, 1.0, 3.0
# Weight of the role "conclusion" beside "result" where a result is asked for: many conclusions say what should follow.
CONCLUSION_SHARE = 0.25
# Added to a share, so that one of 0 does not rule a sentence out.
_LEAST_SHARE = 0.03
# Most words between a number and the thing that it counts, or whose amount it gives.
_BESIDE = {"count": 4, "amount": 6}
_ASKS_RESULT = lazy_pattern(
    r"^\W*(?:is|are|was|were|do|does|did|can|could|has|have|had|will)\b"
    r"|\bwhat (?:\w+ ){0,7}(?:found|show|find|reveal|conclude|observed?|results?|happen(?:s|ed)?)\b"
    r"|\bdifferen|\bcompare|\beffects? (?:of|on)\b|\baffect|\bimpact|\bassociat|\bcorrelat|\binfluence"
    r"|\bhow (?:well|effective|fast|accurate|strong)",
    re.IGNORECASE,
)
_DONE = (
    r"(?:measur|assess|determin|perform|calculat|estimat|obtain|collect|record|identif|evaluat|quantif|comput|conduct|carri|extract|classif"
    r"|diagnos|analy[sz]|test|examin|purif|isolat|select|recruit|defin|generat|simulat|detect|prepar|genotyp|monitor|sampl|implement|train"
    r"|annotat|construct|built|chosen|validat|treat|administer|model)"
)
_ASKS_METHOD = lazy_pattern(
    rf"\bhow (?:was|were)\b|\bhow (?:is|are|did|do they|do the authors|does the)\b.{{0,80}}?\b{_DONE}",
    re.IGNORECASE,
    needs=("how ",),
)
# The last word of what is counted, where `retrieval/traits.py` takes whole phrases and matches them word by word.
_ASKS_COUNT = lazy_pattern(
    r"\bhow many (?:[\w-]+ ){0,4}?([\w-]+)(?= (?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|in|on|at|of|for|from|per"
    r"|with|without|by|to|that|which|who|there|take|took|get|got|die|[\w-]+ed)\b|[^\w-]*$)",
    re.IGNORECASE,
    needs=("how many ",),
)
_ASKS_AMOUNT = lazy_pattern(
    r"\b(?:what|which)(?: (?:is|are|was|were))?(?: the)? (?:\w+ ){0,2}?(sizes?|percentages?|percent|proportions?|rates?|lengths?|ages?|doses?"
    r"|dosages?|ratios?|amounts?|scores?|accuracy|values?|ranges?|durations?|frequency|temperatures?|costs?|fractions?|prevalence|incidence"
    r"|periods?|density|speed|sensitivity|specificity|thresholds?|concentrations?|numbers?)\b",
    re.IGNORECASE,
    needs=(
        "size", "percent", "proportion", "rate", "length", "age", "dos", "ratio", "amount", "score", "accuracy", "value", "range", "duration",
        "frequency", "temperature", "cost", "fraction", "prevalence", "incidence", "period", "density", "speed", "sensitivity", "specificity",
        "threshold", "concentration", "number",
    ),
)  # fmt: skip
# Citations, enumerators ("2)") and test results ("p < 0.05") count nothing; they are matched as a whole and skipped.
_TOKEN = lazy_pattern(
    r"(?P<idle>\[[\d,–\- ]+\]|(?<![=<>≤≥] )(?<![=<>≤≥])\b[a-z0-9]{1,2}\)|\bp ?[<=>] ?[\d.]+|\b(?:19|20)\d\d\b)"
    r"|(?P<number>\d[\d,.]*|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
    r"|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:-\w+)?|hundred|thousand|million)\b)"
    r"|(?P<clause>[:;])|[^\W\d_]+(?:-[^\W\d_]+)*",
    re.IGNORECASE,
)
# Sections where papers say what they are about, with the gain of a sentence there. The gains are guesses, the order is meant.
_SECTIONS = (
    (lazy_pattern(r"abstract|summary", re.IGNORECASE), 3.0),
    (lazy_pattern(r"conclu", re.IGNORECASE), 2.0),
    (lazy_pattern(r"introduc|contribution", re.IGNORECASE), 1.0),
    (lazy_pattern(r"discuss", re.IGNORECASE), 0.5),
)
# The same where limitations and plans are asked for, which are late in a paper.
_LATE_SECTIONS = (
    (lazy_pattern(r"conclu|discuss", re.IGNORECASE), 2.0),
    (lazy_pattern(r"introduc|abstract|summary|method|related", re.IGNORECASE), -1.0),
)
_CUE_GAIN = 2.0
# Limitations of other work are none of the paper's: a loss as large as the gain of a sign. A guess.
_OTHERS = lazy_pattern(
    r"\b(?:existing|previous|prior|earlier|other|conventional|traditional|most|many|current)\b", re.IGNORECASE
)
_OTHERS_LOSS = 2.0
_ASIDE = lazy_pattern(
    r"^(?:Fig(?:ure)?|Table)s?\b\.? ?\d|\b(?:supported (?:in part )?by|funded by|grants?\b|funding|acknowledge[ds]?|thank(?:s|ful)?|generosity|solely the responsibility)\b",
    re.IGNORECASE,
    needs=("fig", "table", "supported", "fund", "grant", "acknowledge", "thank", "generosity", "solely"),
)
_WORD_GAIN = 3.0  # for all words of the question
_NAMED_GAIN = 6.0  # in a section that the question names: more than an abstract that announces itself has
_FIRST_GAIN = 0.5  # for a section's first sentence, less for each one after
# Shares of a text without sections that count as its introduction and its conclusion, and the gain there. Guesses.
_BEGINNING, _END, _EDGE_GAIN = 0.15, 0.85, 1.5


class Sentence(Value, frozen=True, kw_only=True):
    """A quotable sentence, verbatim.

    `number` and `paper_id` are those of its evidence, `rank` is that evidence's rank (0 is best), `position` the sentence's index in it,
    `start` its place in the paper's text. `stems` are its index terms, `words` all of its words in lower case; `rating` is the
    log-likelihood that it answers, None where the evidence has none.
    """

    number: int
    rank: int
    position: int
    text: str
    stems: tuple[str, ...]
    words: tuple[str, ...]
    paper_id: str = ""
    start: int = 0
    rating: float | None = None


def quotable_sentences(evidence: Sequence[Evidence]) -> list[Sentence]:
    """Return the quotable sentences of the evidence, best evidence first, each once."""
    found: dict[str, Sentence] = {}
    for rank, piece in enumerate(sorted(evidence, key=lambda piece: (piece.pinned_by is None, -piece.score))):
        if _is_reference_list(piece):
            continue
        ratings = dict(piece.ratings)
        for position, (offset, end) in enumerate(sentences_of_blocks(piece.text)):
            text = piece.text[offset:end]
            if is_quotable(text):
                found.setdefault(
                    " ".join(text.split()),
                    Sentence(
                        number=piece.number,
                        rank=rank,
                        position=position,
                        text=text,
                        stems=tuple(terms(text)),
                        words=tuple(tokens(text)),
                        paper_id=piece.paper_id,
                        start=piece.start + offset,
                        rating=ratings.get(piece.start + offset),
                    ),
                )
    return list(found.values())


def is_quotable(text: str) -> bool:
    """Tell whether a sentence can be quoted on its own."""
    if not SHORTEST_CHARACTERS <= len(text) <= LONGEST_CHARACTERS:
        return False
    solid = "".join(text.split())
    letters = sum(map(str.isalpha, solid))
    return (
        letters >= LETTER_SHARE * len(solid)
        and _BEGINS_WHOLE.match(text) is not None
        and _ENDS_WHOLE.search(text) is not None
        and _REFERENCE.search(text) is None
        and _NAME_OF_FLOAT.match(text) is None
        and _TAG_LIKE.search(text) is None
    )


def says_the_same(one: Sentence, other: Sentence) -> bool:
    """Tell whether a reader of one sentence would learn little from the other."""
    a, b = set(one.stems), set(other.stems)
    return len(a & b) > SAME_SHARE * min(len(a), len(b))


def preferred(question: str, sentences: Sequence[Sentence]) -> list[Sentence]:
    """Return the sentences, with `preferences` added to the ratings of those that have one."""
    rated = [place for place, one in enumerate(sentences) if one.rating is not None]
    added = preferences(question, [sentences[place].text for place in rated])
    found = list(sentences)
    for place, more in zip(rated, added.tolist(), strict=True):
        found[place] = replace(found[place], rating=(found[place].rating or 0.0) + more)
    return found


def preferences(question: str, texts: Sequence[str], model: RoleModel | None = None) -> Scores:
    """Return what is added to each sentence's rating where a question asks for a result, a method or a number; 0 otherwise."""
    added = np.zeros(len(texts))
    wants_result, wants_method = _ASKS_RESULT.search(question), _ASKS_METHOD.search(question)
    if wants_result or wants_method:
        from scholarai.answering.roles import ROLES, shipped  # loaded only where a role is asked for

        shares = dict(zip(ROLES, (model or shipped()).shares(texts).T, strict=True))
        if wants_result:
            found = shares["result"] + CONCLUSION_SHARE * shares["conclusion"]
            added += RESULT_WEIGHT * np.log(found + _LEAST_SHARE)
        if wants_method:
            added += METHOD_WEIGHT * np.log(shares["method"] + _LEAST_SHARE)
    thing = _numbered(question)
    if thing is not None:
        kind, head = thing
        added += NUMBER_BESIDE * np.array(
            [_stands_beside(text, head, _BESIDE[kind]) for text in texts], dtype=np.float64
        )
    return added


def with_best_marked(
    sections: Sequence[TextSection], evidence: Sequence[Evidence], question: str
) -> tuple[TextSection, ...]:
    """Return the sections with a mark on the citation that is rated highest, `preferences` included.

    A single citation is marked only where it decides a question for yes or no. Without ratings none is marked.
    """
    ratings = {(piece.paper_id, start): rating for piece in evidence for start, rating in piece.ratings}
    shown = [citation for section in sections for citation in section.citations]
    placed = [(ratings[place], one) for one in shown if (place := (one.paper_id, one.start)) in ratings]
    added = preferences(question, [one.text for _, one in placed]).tolist()
    rated = [(rating + more, one.number) for (rating, one), more in zip(placed, added, strict=True)]
    mark: CitationMark = "decides" if asks_yes_or_no(question) else "best"
    if not rated or (len(shown) == 1 and mark == "best"):
        return tuple(sections)
    best = max(rated)[1]
    return tuple(_with_mark(section, best, mark) for section in sections)


def overview(question: str, evidence: Sequence[Evidence], sentences: Sequence[Sentence], count: int) -> list[Sentence]:
    """Return the `count` sentences that best say what is asked of the paper as a whole, in the paper's order.

    Sentences with words of the question gain, most of all those in a section of that name: limitations, findings,
    future work. A paper that states no limitation or plan has none to show.
    """
    pieces = {piece.number: piece for piece in evidence}
    asked = set(question_terms(question))
    aspect = aspect_of(question) or ASPECTS[-1]
    length = max((piece.end for piece in evidence), default=1)
    sentences = _saying(sentences, pieces, aspect)
    gains = [_gain(sentence, pieces[sentence.number], asked, aspect, length) for sentence in sentences]
    chosen: list[Sentence] = []
    for index in sorted(range(len(sentences)), key=lambda index: -gains[index]):
        sentence = sentences[index]
        if len(chosen) < count and not (
            _says_nothing(sentence, aspect) or any(says_the_same(sentence, other) for other in chosen)
        ):
            chosen.append(sentence)
    return sorted(chosen, key=lambda s: (pieces[s.number].paper_id, pieces[s.number].start, s.position))


def _is_reference_list(piece: Evidence) -> bool:
    return any(title.strip().lower() in REFERENCE_SECTIONS for title in piece.section_path)


def _numbered(question: str) -> tuple[str, str] | None:
    """Return "count" or "amount" where a question asks for one, and the stem of the thing that is counted or measured."""
    for kind, pattern in (("count", _ASKS_COUNT), ("amount", _ASKS_AMOUNT)):
        asked = pattern.search(question)
        if asked:
            return kind, stem(asked[1].lower())
    return None


def _stands_beside(text: str, head: str, most: int) -> bool:
    """Tell whether a number stands within `most` words of a thing in its clause: "41 patients", "patients (n = 41)"."""
    numbers: list[int] = []
    things: list[int] = []
    place = 0
    for match in _TOKEN.finditer(text):
        if match["idle"] is not None:
            continue
        place += 1 if match["clause"] is None else most + 1
        if match["number"] is not None:
            numbers.append(place)
        elif stem(match[0].lower()) == head:
            things.append(place)
    return any(abs(number - thing) <= most for number in numbers for thing in things)


def _with_mark(section: TextSection, number: int, mark: CitationMark) -> TextSection:
    marked = (replace(one, mark=mark) if one.number == number else one for one in section.citations)
    return replace(section, citations=tuple(marked))


def _saying(sentences: Sequence[Sentence], pieces: Mapping[int, Evidence], aspect: Aspect) -> list[Sentence]:
    """Return the sentences that may be shown: where limitations or plans are asked for, only those about them."""
    told = [one for one in sentences if not _ASIDE.search(one.text)]
    if not aspect.late:
        return told
    titles = {number: " ".join(piece.section_path) for number, piece in pieces.items()}
    return [one for one in told if aspect.signs.search(one.text) or aspect.sections.search(titles[one.number])]


def _says_nothing(sentence: Sentence, aspect: Aspect) -> bool:
    """Tell whether a sentence answers nothing; where availability is asked for, a mere link is an answer."""
    return aspect.name != AVAILABILITY and answers_nothing(sentence.text)


def _gain(sentence: Sentence, piece: Evidence, asked: AbstractSet[str], aspect: Aspect, length: int) -> float:
    title = " ".join(piece.section_path)
    words = _WORD_GAIN * len(asked & set(sentence.stems)) / max(len(asked), 1)
    sections = _LATE_SECTIONS if aspect.late else _SECTIONS
    place = max((gain for pattern, gain in sections if pattern.search(title)), default=0.0)
    if not title:
        place = _edge_gain(sentence.start / length, late=aspect.late)
    is_named = asked & set(terms(title)) or (aspect.placed and aspect.sections.search(title))
    named = _NAMED_GAIN if is_named else place
    cue = _CUE_GAIN if aspect.signs.search(sentence.text) else 0.0
    if aspect.late and _OTHERS.search(sentence.text):
        cue -= _OTHERS_LOSS
    return max(place, named) + cue + words + _FIRST_GAIN / (1 + sentence.position)


def _edge_gain(share: float, *, late: bool) -> float:
    """Return what a sentence gains by its place in a text without sections."""
    if share < _BEGINNING:
        return -_EDGE_GAIN if late else _EDGE_GAIN
    return _EDGE_GAIN if share > _END else 0.0
