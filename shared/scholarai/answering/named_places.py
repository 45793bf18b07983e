"""Quotes the places that a question names, and reports those that a paper does not have."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from scholarai.answering.sentence_choice import (
    MOST_SENTENCES,
    Sentence,
    best_sentences,
    lines_of,
    quotable_sentences,
    sentence_at,
    shortened,
    unshown,
)
from scholarai.domain.chat import Evidence
from scholarai.domain.content import PaperContent
from scholarai.domain.plurals import counted
from scholarai.domain.values import Value
from scholarai.retrieval.place_names import Cue, find_cues
from scholarai.retrieval.places import OTHER_KIND, find_places, number_of
from scholarai.retrieval.question_kinds import kinds_of, own_words
from scholarai.retrieval.terms import stem, terms

# Places with more text than a reader wants to see at once. All others are quoted themselves, followed by their mentions.
WIDE = frozenset({"page", "section", "named_section"})
_COMPARES = re.compile(
    r"\b(?:compar\w*|differ\w*|support\w*|agree\w*|consistent|contradict\w*|elsewhere|rest of|other (?:sections|parts|pages)|"
    r"than|unlike|versus|vs)\b",
    re.IGNORECASE,
)
# Stems of words that ask for everything at a place.
_ASKING = frozenset(
    terms(
        "shows shown means states statement contents contains contained presents tells points happens discusses discussed covers "
        "talks symbols cited refers depicts illustrates looks learn does written done concludes concluded explained about introduces"
    )
)
# Longer lists are counted, with the first and the last name only. A guess.
_NAMED = 12
_AS_NAMED = {
    "figure": "Figure",
    "table": "Table",
    "section": "Section",
    "equation": "Equation",
    "reference": "reference",
}


def within_places(question: str, evidence: Sequence[Evidence]) -> tuple[Evidence, ...]:
    """Return only the evidence of the pages and sections that a question names, or all where it names none or compares."""
    wide = {cue.text for cue in find_cues(question) if cue.kind in WIDE}
    named = tuple(piece for piece in evidence if piece.named)
    is_bound = any(piece.pinned_by in wide for piece in named) and not _COMPARES.search(question)
    return named if is_bound else tuple(evidence)


def from_places(question: str, evidence: Sequence[Evidence], *, shown: Collection[str] = ()) -> list[Sentence] | None:
    """Return the sentences of the named places that answer and are not among `shown`, None where no place was found."""
    pieces = [piece for piece in evidence if piece.named]
    if not pieces:
        return None
    cues = {cue.text: cue for cue in find_cues(question)}
    asked = asked_of_places(question)
    leads = unshown(list(_leads(pieces, cues, asked)), shown)
    there = [one for one in quotable_sentences(pieces) if _is_within(one, pieces) and not _overlaps(one, leads)]
    sentences = unshown(there, shown)
    if not asked and leads:
        chosen = [*leads, *sorted(sentences, key=lambda one: one.start)][:MOST_SENTENCES]
    else:
        chosen = best_sentences(question, sentences, after=leads)
    # Where no sentence is quotable, the blocks at the places are shown.
    return chosen or unshown([one for one in lines_of(pieces) if _is_within(one, pieces)], shown)[:MOST_SENTENCES]


def asked_of_places(question: str) -> list[str]:
    """Return the terms of what is asked about the named places, none where everything there is asked for."""
    for text in sorted((cue.text for cue in find_cues(question)), key=len, reverse=True):
        question = question.replace(text, " ")
    return [stem(word) for word in own_words(question, kinds_of(question)) if stem(word) not in _ASKING]


def _leads(pieces: Sequence[Evidence], cues: dict[str, Cue], asked: Sequence[str]) -> Iterator[Sentence]:
    """Yield the text of each narrow place, and for a table the row with most of the asked terms."""
    for text, cue in cues.items():
        parts = [(piece, part) for piece in pieces if piece.pinned_by == text for part in piece.named]
        if cue.kind in WIDE or not parts:
            continue
        (piece, (start, end)), *others = parts
        yield sentence_at(piece, start - piece.start, start - piece.start + len(shortened(_text(piece, start, end))))
        if "table" in cue.kind:
            # The first row names the columns.
            rows = [row for piece, part in others[:1] for row in _rows(piece, *part)][1:]
            found = [len(set(asked) & set(terms(piece.text[first:last]))) for piece, first, last in rows]
            yield from [sentence_at(*rows[found.index(max(found))])] if max(found, default=0) else []
        if (
            cue.kind == "equation"
        ):  # the sentence that leads to a formula ends in a colon, so it is not quotable by itself
            yield from (
                sentence_at(piece, start - piece.start, end - piece.start) for piece, (start, end) in others[:2]
            )


def _is_within(sentence: Sentence, pieces: Sequence[Evidence]) -> bool:
    """Tell whether a sentence is within a named place."""
    ranges = (named for piece in pieces if piece.number == sentence.number for named in piece.named)
    return any(start <= sentence.start and sentence.start + len(sentence.text) <= end for start, end in ranges)


def _overlaps(sentence: Sentence, others: Sequence[Sentence]) -> bool:
    end = sentence.start + len(sentence.text)
    return any(
        other.paper_id == sentence.paper_id and sentence.start < other.start + len(other.text) and end > other.start
        for other in others
    )


def _rows(piece: Evidence, start: int, end: int) -> Iterator[tuple[Evidence, int, int]]:
    before = start - piece.start
    for row in _text(piece, start, end).split("\n"):
        yield piece, before, before + len(row)
        before += len(row) + 1


def _text(piece: Evidence, start: int, end: int) -> str:
    return piece.text[start - piece.start : end - piece.start]


class Absent(Value, frozen=True):
    """A place that a paper does not have, in the question's words, and a clause on what the paper has of that kind."""

    called: str
    instead: str


def absent_places(question: str, paper: PaperContent) -> tuple[Absent, ...]:
    """Return the places that the question names and that a paper does not have."""
    cues = [cue for cue in find_cues(question) if cue.sure and not find_places(paper, cue)]
    return tuple(Absent(_called(cue), _instead(paper, cue)) for cue in cues)


def absent_from_all(papers: Sequence[Sequence[Absent]]) -> tuple[str, ...]:
    """Return a sentence for each place that none of some papers has, given those that each does not have."""
    if len(papers) == 1:
        return tuple(f"The paper has no {one.called}. It {one.instead}" for one in papers[0])
    names = [dict.fromkeys(one.called for one in absent) for absent in papers]
    return tuple(f"None of the papers has {name}." for name in (names or [{}])[0] if all(name in own for own in names))


def _called(cue: Cue) -> str:
    text = re.sub(r"^(?:(?:the|in|its|their|paper's)\s+)+", "", cue.text, flags=re.IGNORECASE)
    return text if len(re.findall(r"\d+", text)) < 2 else f"{_AS_NAMED.get(cue.kind, cue.kind)} {cue.value}"


def _instead(paper: PaperContent, cue: Cue) -> str:
    """Return a clause that says what the paper has of the cue's kind."""
    match cue.kind:
        case "page":
            return f"has {counted(len(paper.pages), 'page')}." if paper.pages else "has no pages in its source."
        case "reference":
            return f"has {counted(len(paper.references), 'entry', 'entries')} in its bibliography."
        case "figure":
            kind, names = "figure", [one.label for one in paper.figures if not OTHER_KIND.match(one.label)]
        case "table":
            kind, names = "table", [one.label for one in paper.tables]
        case "equation":
            kind, names = "numbered equation", [f"({number_of(one.label)})" for one in paper.equations if one.label]
        case "statement":
            kind = cue.value.split()[0]
            opening = re.compile(rf"{kind}\s+\d+(?:\.\d+)*", re.IGNORECASE)
            names = [match[0] for block in paper.blocks if (match := opening.match(block.text))]
        case _:
            kind, top = "section", min((one.level for one in paper.sections), default=1)
            names = [f"{one.number or ''} {one.title}" for one in paper.sections if one.level == top]
    names = list(dict.fromkeys(" ".join(name.split()) for name in names))
    if not names:
        return f"has no {kind}s that were recognized."
    if len(names) > _NAMED:
        return f"has {len(names)} {kind}s, from {names[0]} to {names[-1]}."
    return f"has {counted(len(names), kind)}: {', '.join(names)}."
