"""Quotes the places that a question names, and reports those that a paper does not have."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from scholarai.answering.choosing import (
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
from scholarai.domain.counting import counted
from scholarai.domain.values import Value
from scholarai.retrieval.cues import Cue, find_cues
from scholarai.retrieval.kinds import kinds_of, own_words
from scholarai.retrieval.places import OTHER_KIND, find_places, number_of
from scholarai.retrieval.words import stem, terms

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
# Papers for which the answer lists what they have instead; nobody reads more. A guess.
_PAPERS_NAMED = 5
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
    sentences = unshown(_beside(leads, pieces), shown)
    if not asked and leads:
        chosen = [*leads, *sorted(sentences, key=lambda one: one.start)][:MOST_SENTENCES]
    else:
        chosen = best_sentences(question, sentences, after=leads)
    return chosen or unshown(list(_all_lines(pieces)), shown)[:MOST_SENTENCES]


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


def _beside(leads: Sequence[Sentence], pieces: Sequence[Evidence]) -> list[Sentence]:
    """Return the quotable sentences at the places, without the leads."""
    return [one for one in quotable_sentences(pieces) if _stands_in(one, pieces) and not _is_in(one, leads)]


def _stands_in(sentence: Sentence, pieces: Sequence[Evidence]) -> bool:
    end = sentence.start + len(sentence.text)
    return any(
        first <= sentence.start and end <= last
        for piece in pieces
        if piece.number == sentence.number
        for first, last in piece.named
    )


def _is_in(sentence: Sentence, others: Sequence[Sentence]) -> bool:
    end = sentence.start + len(sentence.text)
    return any(
        other.paper_id == sentence.paper_id and sentence.start < other.start + len(other.text) and end > other.start
        for other in others
    )


def _all_lines(pieces: Sequence[Evidence]) -> list[Sentence]:
    """Return the blocks at the named places, shown where no sentence is quotable."""
    places = {piece.number: piece.named for piece in pieces}
    return [
        one
        for one in lines_of(pieces)
        if any(low <= one.start and one.start + len(one.text) <= high for low, high in places[one.number])
    ]


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


def absent_places(question: str, papers: Sequence[PaperContent]) -> tuple[str, ...]:
    """Return a sentence for each place that the question names and that none of the papers has."""
    found = [absent_from(question, paper) for paper in papers]
    if len(papers) == 1:
        return tuple(f"The paper has no {one.called}. It {one.instead}" for one in found[0])
    return absent_from_all([("", absent) for absent in found])


def absent_from(question: str, paper: PaperContent) -> tuple[Absent, ...]:
    """Return the places that the question names and that a paper does not have."""
    cues = [cue for cue in find_cues(question) if cue.sure and not find_places(paper, cue)]
    return tuple(Absent(_called(cue), _instead(paper, cue)) for cue in cues)


def absent_from_all(found: Sequence[tuple[str, Sequence[Absent]]]) -> tuple[str, ...]:
    """Return a sentence for each place that no paper has; for a few papers with titles, also what they have instead.

    Args:
        found: The title of each paper, empty where it is not to be named, and the places that it does not have.
    """
    if not found:
        return ()
    common = set.intersection(*({one.called for one in absent} for _, absent in found))
    return tuple(
        " ".join((f"None of the papers has {called}.", *_instead_of(called, found)))
        for called in dict.fromkeys(one.called for one in found[0][1])
        if called in common
    )


def _instead_of(called: str, found: Sequence[tuple[str, Sequence[Absent]]]) -> list[str]:
    if len(found) > _PAPERS_NAMED:
        return []
    return [f"“{title}” {one.instead}" for title, absent in found if title for one in absent if one.called == called]


def _called(cue: Cue) -> str:
    text = re.sub(r"^(?:(?:the|in|its|their|paper's)\s+)+", "", cue.text, flags=re.IGNORECASE)
    return text if len(re.findall(r"\d+", text)) < 2 else f"{_AS_NAMED.get(cue.kind, cue.kind)} {cue.value}"


def _instead(paper: PaperContent, cue: Cue) -> str:
    """Return a clause that says what the paper has of the cue's kind."""
    if cue.kind == "page":
        return f"has {counted(len(paper.pages), 'page')}." if paper.pages else "has no pages in its source."
    if cue.kind == "reference":
        return f"has {counted(len(paper.references), 'entry', 'entries')} in its bibliography."
    return _listed(*_names(paper, cue))


def _names(paper: PaperContent, cue: Cue) -> tuple[str, list[str]]:
    """Return the word for things of the cue's kind, and the names of those that the paper has."""
    match cue.kind:
        case "figure":
            return "figure", [one.label for one in paper.figures if not OTHER_KIND.match(one.label)]
        case "table":
            return "table", [one.label for one in paper.tables]
        case "equation":
            return "numbered equation", [f"({number_of(one.label)})" for one in paper.equations if one.label]
        case "statement":
            kind = cue.value.split()[0]
            return kind, _statements(paper, kind)
        case _:
            return "section", _titles(paper)


def _statements(paper: PaperContent, kind: str) -> list[str]:
    opening = re.compile(rf"{kind}\s+\d+(?:\.\d+)*", re.IGNORECASE)
    return list(dict.fromkeys(match[0] for block in paper.blocks if (match := opening.match(block.text))))


def _titles(paper: PaperContent) -> list[str]:
    """Return the titles of the highest level, with their numbers."""
    top = min((one.level for one in paper.sections), default=1)
    titles = (f"{one.number or ''} {one.title}" for one in paper.sections if one.level == top)
    return [" ".join(title.split()) for title in titles]


def _listed(kind: str, names: Sequence[str]) -> str:
    if not names:
        return f"has no {kind}s that were recognized."
    if len(names) > _NAMED:
        return f"has {len(names)} {kind}s, from {names[0]} to {names[-1]}."
    return f"has {counted(len(names), kind)}: {', '.join(names)}."
