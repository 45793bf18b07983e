"""Finds the attributes that papers are compared by (task, data, method, sample, main number, limitation) from cues in sentences."""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Mapping, Sequence

from scholarai.answering.choosing import Sentence
from scholarai.domain.review import TableColumn
from scholarai.domain.values import Value

# A cell is read at a glance. A guess.
CELL_WORDS = 18
# What a sentence's worth for a cell has beside its cue: in a fitting section, about the paper itself, with words of the question,
# and less the later it stands. Guesses from reading tables.
_PLACED, _OWN, _ASKED, _LATE = 1.0, 0.8, 1.5, 0.5
_UNIT = (
    r"(?:patients|participants|subjects|students|people|adults|children|women|men|volunteers|mice|rats|samples|cases|trials"
    r"|studies|papers|articles|documents|sentences|words|tokens|images|examples|instances|questions|pairs|stars|observations"
    r"|measurements|simulations|genomes|sequences|reads|species|users|tweets|reviews|annotators|languages|events|records)"
)
# Words between a number and what it counts, no verbs: "Chapter 7 presents examples" counts none.
_COUNTED = r"(?:(?!presents?\b|shows?\b|gives?\b|lists?\b|uses?\b|has\b|describes?\b)[a-z-]+ ){0,2}"
_DATA = r"\b(?:data\s?sets?|corp(?:us|ora)|benchmarks?|treebanks?|databases?|data)\b"
# Behind "this study": what it found or lacks is not what it set out to do.
_NO_FINDING = (
    r"(?! (?:suggest|support|show|demonstrate|found|find|that\b|ha[sd]\b|may\b|might\b|could\b"
    r"|provides? (?:\w+ )?(?:support|evidence)\b))"
)
# No year, no number of a table, no part of a name or a DOI.
_FIGURE = r"(?<![\w./-])(?:\d+(?:\.\d+)? ?(?:%|percent\b)|\d*\.\d+)(?![\w/-])"
_POINTS = re.compile(
    r"(?:\b(?:Table|Tab\.|Figure|Fig\.|Section|Sec\.|Appendix|Chapter|Lecture|Module|Week|Step|Theorem|Lemma|Proposition"
    r"|Corollary)|§) ?\d",
    re.IGNORECASE,
)
# What every study says of its permissions, its money and its appendix.
_PERMITTED = re.compile(
    r"\b(?:in accordance with|approved by|approval|ethic(?:s|al)|informed consent|declaration of helsinki|review board|scholarship"
    r"|grants?|funded|supplementary|online version)\b",
    re.IGNORECASE,
)
# Says that there are limitations and not which; the next sentence names the first one.
_ANNOUNCES = re.compile(
    r"\b(?:has|have|had|is|are|were|of|to|by|given|considering|despite|note|mention|acknowledge) (?:(?:the|these|those|its|their|our|a number of|several|considerable|serious|inherent"
    r"|some|many|certain|various|important|potential|following|possible|methodological|major|two|three|four|five|six) ){0,3}"
    r"(?:limitations|weaknesses|shortcomings|caveats)\b(?! of\b|(?: in)? that\b|:|,? (?:such as|including|namely|because|as|since)\b)",
    re.IGNORECASE,
)
# What was done with cells and solutions; its figures are no results.
_HANDLED = r"\b(?:grown|cultured|incubated|maintained|washed|fixed|stained|supplemented|dissolved|diluted|centrifuged|purchased)\b"
# Before a cue it says that the thing is another's, or none.
_DENIED = re.compile(
    r"\b(?:not|never|without|unlike|neither|nor|instead of|rather than)\b(?:\W+\w+){0,4}\W*$", re.IGNORECASE
)
# Words that no cell begins with, and that none ends with.
_OPENING = frozenset("and as because but for if since so that then when where whereas which while who whose".split())
_JOINING = frozenset(
    "a an and as at because but by for from has have if in into is of on or so than that the their then these this those to was were"
    " when where whereas which while who whose will with would".split()
)
_OWN_WORK = re.compile(
    r"\b(?:[Ww]e|[Oo]ur|[Tt]he (?:proposed |present )?(?:method|approach|model|system)"
    r"|[Tt]his (?:paper|study|work|article|package|module|course|review))\b"
)


class _Column(Value, frozen=True, kw_only=True):
    """A column: its cues, the strongest first, and the sections where it is likely said.

    Cues from the one numbered `loose` on tell of the paper only in such a section, or where the sentence speaks of its own work.
    A sentence with `never` is not taken, and where `announced`, one is that follows a sentence which announces limitations.
    """

    description: str
    cues: tuple[str, ...]
    sections: str
    loose: int = 4
    never: str = r"(?!)"
    announced: bool = False


_COLUMNS: Mapping[str, _Column] = {
    "Task": _Column(
        description="What the paper sets out to do.",
        cues=(
            r"\b(?:aim|goal|purpose|objective)s? (?:of(?! (?:any|an?|all|most|every|\w+ing)\b)|is|was|are|were)\b|\b(?:we|paper|study|work|article) aims?\b",
            r"\b[Ww]e (?:address|study|investigate|examine|explore|tackle|consider|focus on|describe|present|introduce)\b",
            rf"\b[Tt]his (?:paper|study|work|article|package|module|review|course(?! was\b))\b{_NO_FINDING}|\b(?:task|problem) of\b(?! th(?:is|ese|at|ose)\b)",
        ),
        sections=r"abstract|introduc|summary|need",
        never=_ANNOUNCES.pattern,
    ),
    "Data": _Column(
        description="What the work rests on: corpora, data sets, observations.",
        cues=(
            rf"\b[Ww]e (?:\w+ ){{0,2}}(?:us|evaluat|train|test|collect|experiment|creat|compil|obtain|extract)\w*\b.{{0,80}}?{_DATA}",
            rf"\b(?:trained|evaluated|tested|experiment\w*|collected|compiled|extracted) (?:\w+ ){{0,6}}{_DATA}",
            rf"{_DATA} (?:from|of|were|was|are|is|contains?|consists?|has|have|for)\b",
        ),
        sections=r"data|experiment|method|material|corpus|setup",
        loose=2,
    ),
    "Method": _Column(
        description="How it is done.",
        cues=(
            r"\b[Ww]e (?:propose|present|introduce|develop|employ|apply|use|implement|train|adopt|measure|compare)d?\b",
            r"\b(?:[Oo]ur|[Tt]he proposed) (?:\w+ ){0,2}(?:method|approach|model|system|algorithm|framework|package)\b",
            r"\b(?:method|approach|model|algorithm|classifier|technique)\b.{0,40}\b(?:is|are|was|were) (?:based|used|trained|applied)\b",
        ),
        sections=r"abstract|method|approach|model|introduc|algorithm",
        loose=2,
    ),
    "Sample": _Column(
        description="How many of what were looked at.",
        cues=(
            rf"(?<![\w./–-])(?!(?:19|20)\d\d )\d[\d,. ]*{_COUNTED}{_UNIT}\b",
            r"\b[Nn] ?= ?\d[\d,]*",
            r"(?<!\bthe )(?<!\bthese )(?<!\bthose )(?<!\bboth )\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve|twenty) (?:[a-z-]+ )?(?:patients|participants|trials|studies)\b",
        ),
        sections=r"abstract|data|method|material|experiment|participant",
    ),
    "Main number": _Column(
        description="The figure that stands for the result.",
        cues=(
            rf"\b(?:achiev|reach|improv|increas|decreas|reduc|outperform)\w*\b.{{0,80}}?{_FIGURE}",
            rf"\b(?:obtain|report|result|gave)\w*\b.{{0,40}}?\b(?:of|to|by|with|be) {_FIGURE}",
            rf"\b(?:accuracy|precision|recall|F-?1|F-?score|F-?measure|BLEU|AUC|error rate|scores?)\b.{{0,40}}?{_FIGURE}",
            rf"{_FIGURE}|\bp ?[<=] ?0?\.\d+",
        ),
        sections=r"abstract|result|evaluat|experiment|conclu",
        loose=3,
        never=_HANDLED,
    ),
    "Limitation": _Column(
        description="What the paper says it cannot do.",
        cues=(
            r"\b[Ll]imit(?:ation|ed (?:to|by))s?\b(?! (?:of|in) (?:the )?(?:previous|existing|prior|current|these|those|other|such))|\b(?:drawback|shortcoming|weakness|caveat)(?:es|s)?\b",
            r"\b(?:cannot|can not|could not|fails? to|failed to|(?:is|are|was|were) (?:unable|not able) to)\b",
            r"\bfuture (?:work|research|studies)\b|\bremains? (?:\w+ ){0,2}(?:unclear|unknown|open|difficult|challenging)\b",
        ),
        sections=r"limit|discuss|conclu|future|error",
        loose=0,
        never=_ANNOUNCES.pattern,
        announced=True,
    ),
}
# The order in which columns take their sentences: "we" stands in all of them, a per cent sign in few.
_PLAINEST_FIRST = ("Limitation", "Main number", "Sample", "Data", "Task", "Method")
COLUMNS = tuple(TableColumn(name=name, description=column.description) for name, column in _COLUMNS.items())


class Stated(Value, frozen=True, kw_only=True):
    """What a sentence states: a few words of it, verbatim but for "…" where they were cut."""

    value: str
    sentence: Sentence


def stated(sentences: Sequence[Sentence], sections: Mapping[int, str], asked: Collection[str]) -> list[Stated | None]:
    """Return what a paper states for each of `COLUMNS`, None where it states nothing; no sentence serves twice.

    Args:
        sentences: The paper's, in order.
        sections: The section of each evidence number.
        asked: Terms of the question: of several sentences with a cue, those on the question are taken.
    """
    fit = [one for one in sentences if not (_POINTS.search(one.text) or _PERMITTED.search(one.text))]
    named = _named_behind(fit, sections)
    used: set[int] = set()
    found: dict[str, Stated | None] = {}
    for name in _PLAINEST_FIRST:
        column = _COLUMNS[name]
        rated = [
            (_worth(column, rank, one, sections.get(one.number, ""), asked) - _LATE * place / len(fit), place, match)
            for place, one in enumerate(fit)
            if place not in used
            for rank, match in _first_cue(
                column, one, sections.get(one.number, ""), named=column.announced and place in named
            )
        ]
        best = max(rated, default=None, key=lambda item: (item[0], -item[1]))
        used |= {best[1]} if best else set()
        found[name] = Stated(value=clipped(fit[best[1]].text, best[2].span()), sentence=fit[best[1]]) if best else None
    return [found[name] for name in _COLUMNS]


def _named_behind(sentences: Sequence[Sentence], sections: Mapping[int, str]) -> frozenset[int]:
    """Return the places of sentences that come at once behind one that announces limitations of the paper itself."""
    column = _COLUMNS["Limitation"]
    return frozenset(
        place
        for place, (before, one) in enumerate(itertools.pairwise(sentences), start=1)
        if (one.number, one.position) == (before.number, before.position + 1)
        and _ANNOUNCES.search(before.text)
        and (_OWN_WORK.search(before.text) or _is_placed(column, sections.get(before.number, "")))
    )


def _first_cue(column: _Column, sentence: Sentence, section: str, *, named: bool) -> list[tuple[int, re.Match[str]]]:
    """Return the first cue that the sentence has and that tells of the paper itself, as a list of one; else of none.

    `named`: an announcement before the sentence is its cue.
    """
    if re.search(column.never, sentence.text, re.IGNORECASE):
        return []
    if named and (beginning := re.match(r"\S*", sentence.text)):
        return [(0, beginning)]
    own = _OWN_WORK.search(sentence.text) is not None or _is_placed(column, section)
    for rank, cue in enumerate(column.cues[: None if own else column.loose]):
        match = re.search(cue, sentence.text)
        if match and not (column.loose and _DENIED.search(sentence.text[: match.start()])):
            return [(rank, match)]
    return []


def _is_placed(column: _Column, section: str) -> bool:
    return re.search(column.sections, section, re.IGNORECASE) is not None


def _worth(column: _Column, rank: int, sentence: Sentence, section: str, asked: Collection[str]) -> float:
    hits = len(set(asked) & set(sentence.stems)) / max(len(asked), 1)
    placed = _is_placed(column, section)
    own = _OWN_WORK.search(sentence.text) is not None
    return len(column.cues) - rank + _PLACED * placed + _OWN * own + _ASKED * hits


def clipped(text: str, around: tuple[int, int]) -> str:
    """Return some words around a place: from the beginning of its clause, or the place itself where that is far."""
    words = list(re.finditer(r"\S+", text))
    first = next(n for n, word in enumerate(words) if word.end() > around[0])
    last = next((n for n, word in enumerate(words) if word.end() >= around[1]), len(words) - 1)
    begins = [
        n
        for n in range(first + 1)
        if n == 0 or (words[n - 1][0][-1] in ",;:—–.?!" and _is_even(text[: words[n].start()]))
    ]
    start = max(begins[-1], min(first, last - CELL_WORDS + 2))
    start = start if last - start < CELL_WORDS else first
    while 0 < start < first and words[start][0].lower() in _OPENING:
        start += 1
    end = _cell_end(words, start, last)
    cut = text[words[start].start() : words[end - 1].end()].rstrip(".,;:")
    return ("… " if start else "") + " ".join(cut.split()) + (" …" if end < len(words) else "")


def _cell_end(words: Sequence[re.Match[str]], start: int, last: int) -> int:
    """Return the place behind a cell's last word: the end of a clause behind word `last` where there is one, else no joining word."""
    end = min(len(words), start + CELL_WORDS)
    if end == len(words):
        return end
    clauses = [n + 1 for n in range(last, end) if words[n][0][-1] in ",;:.?!" and n + 1 - start >= CELL_WORDS // 3]
    if clauses:
        return clauses[-1]
    while end - 1 > last and words[end - 1][0].lower() in _JOINING:
        end -= 1
    return end


def _is_even(text: str) -> bool:
    """Tell whether every bracket that a text opens is closed in it."""
    return text.count("(") == text.count(")")
