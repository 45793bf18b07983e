"""Says how sure a search without a model is of what it found, and refuses where a model declines or papers have no text."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from scholarai.domain.chat import Answer, Citation, Evidence, Passage, Refusal, SearchOutcome, place_label
from scholarai.domain.ids import PaperId
from scholarai.domain.usage import Usage
from scholarai.retrieval.terms import tokens
from scholarai.services.library.open_papers import OpenPaper
from scholarai.services.library.passages import Passages

# Passages shown with a refusal, and words of a passage that is more than a heading. Guesses.
NEAREST = 3
_LEAST_WORDS = 8

_NO_TEXT = "There is no text in the paper to answer from."
_DECLINED = "The model found no answer to this question in what it was shown. These passages come closest."
_NOT_FOUND = "No passage was found for this question."
PASSAGES = "Passages that may answer."
CLOSEST = "No passage clearly answers; these come closest."
_MISSING = "The paper never mentions {words}. These passages come closest to the rest of the question."
_ENGLISH = re.compile(r"\b(?:the|of|is|are|what|which|how|why|who|where|when|does|do|did)\b", re.IGNORECASE)
# A word that names one thing: with a capital inside a sentence or behind its first letter, or with a digit among its letters.
_NAME = re.compile(r"(?<=[\w,;:(] )[A-Z][\w-]*|\b\w+[A-Z][\w-]*|\b[A-Za-z]+-?\d\w*")


def outcome_of(question: str, found: Passages, texts: Sequence[str]) -> SearchOutcome:
    """Return how sure the search is of what it found for a question in papers with these texts.

    Only names are called missing: another word may be said in other words. A question in another language has none, since every
    noun of it may have a capital.
    """
    english = _ENGLISH.search(question) is not None
    names = [name for name in _NAME.findall(question) if set(tokens(name)) & set(found.absent)] if english else []
    missing = tuple(name for name in names if not any(_letters(name) in _letters(text) for text in texts))
    if missing:
        words = " or ".join(f"“{name}”" for name in missing)
        rest = re.sub(rf"\b(?:{'|'.join(map(re.escape, missing))})\b", "", question)
        return SearchOutcome(
            outcome="missing",
            message=_MISSING.format(words=words),
            missing=missing,
            also_searched=found.also,
            without=re.sub(r"\s+(?=[?.!,])|(?<=\s)\s+", "", rest).strip(),
        )
    return SearchOutcome(
        outcome="closest" if found.weak else "passages",
        message=CLOSEST if found.weak else PASSAGES,
        also_searched=found.also,
    )


def with_outcome(answer: Answer, outcome: SearchOutcome) -> Answer:
    """Return an answer with how sure the search was; that it was not is a note, too, for readers that know no `search`."""
    notes = () if outcome.outcome == "passages" else (outcome.message,)
    return replace(answer, search=outcome, notes=(*notes, *answer.notes))


def further_passages(
    answer: Answer, evidence: Sequence[Evidence], papers: Mapping[PaperId, OpenPaper]
) -> tuple[Passage, ...]:
    """Return the passages that an answer quotes nothing of, best first, without bare headings."""
    quoted = [citation for section in answer.sections for citation in section.citations]
    left = [
        piece
        for piece in evidence
        if piece.paper_id in papers
        and len(piece.text.split()) >= _LEAST_WORDS
        and not any(_holds(piece, one) for one in quoted)
    ]
    return tuple(_passage(piece, papers[piece.paper_id]) for piece in left)


def refuse(reason: str, nearest: Sequence[Evidence], papers: Mapping[PaperId, OpenPaper], *, by_rules: bool) -> Refusal:
    """Return the answer that is shown when the answerer declines; `reason` is a model's own sentence, empty where it gave none."""
    return Refusal(
        reason="model_declined",
        message=reason or (_NOT_FOUND if by_rules else _DECLINED),
        nearest=_nearest(nearest, papers),
        by_model=bool(reason),
    )


def refused_in_code(question: str) -> Answer:
    """Return the answer where no paper has any text."""
    refusal = Refusal(reason="no_text", message=_NO_TEXT)
    return Answer(sections=(), usage=Usage(), question_used=question, refusal=refusal)


def _nearest(evidence: Sequence[Evidence], papers: Mapping[PaperId, OpenPaper]) -> tuple[Passage, ...]:
    shown = [item for item in evidence if item.paper_id in papers][:NEAREST]
    return tuple(_passage(item, papers[item.paper_id]) for item in shown)


def _passage(item: Evidence, paper: OpenPaper) -> Passage:
    return Passage(
        paper_id=item.paper_id,
        chunk_id=item.chunk_id,
        text=item.text,
        label=place_label(item.section_path, item.page_numbers),
        pages=paper.locator.locate([(item.start, item.end)]),
    )


def _holds(piece: Evidence, citation: Citation) -> bool:
    inside = citation.start is not None and piece.start <= citation.start < piece.end
    return inside and piece.paper_id == citation.paper_id


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.lower()))
