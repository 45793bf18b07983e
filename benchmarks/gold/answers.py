"""Writes what is true of studies as gold: structure for extraction, questions with evidence, and questions for reviews."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from gold.printed import CITED
from gold.studies import Equation, Figure, Section, Sentence, Study, Table
from scholarai.local.eval_command import squash

# A shorter piece beside a citation is in many sentences.
LEAST_FRAGMENT = 12
# Review questions, and for each the kind of fact whose paragraph an expert would cite.
THEMES = {
    "What is known about the gain of new methods over older ones in {field}?": "main",
    "Which circumstances change the outcome in {field}, and which do not?": "trend",
    "What do new methods cost in {field}, and how much care do they need?": "cost",
    "How were records collected in {field}, and which were excluded?": "sample",
    "Which instruments are used in {field}, and how often are they calibrated?": "device",
    "What has not been tested in {field}?": "limit",
    "What did earlier trials in {field} report?": "earlier",
    "How is chance kept out of comparisons in {field}?": "design",
}


def extraction_gold(study: Study) -> dict[str, Any]:
    """Return what a reader should find in the paper, in the form that scoring.py reads."""
    parts = [part for section in study.sections for part in section.parts]
    equations = [part for part in parts if isinstance(part, Equation)]
    captions = [part for part in parts if isinstance(part, Figure | Table)]
    sentences = [(place, one) for place, section in enumerate(study.sections) for one in _sentences(section)]
    return {
        "id": study.id,
        "title": study.title,
        "authors": list(study.authors),
        "language": study.language,
        "abstract": " ".join(sentence.text for sentence in study.abstract),
        "sections": [{"title": section.title, "level": section.level} for section in study.sections],
        "sentences": [
            {"section": place, "text": one.text, "squash": squash(one.text)}
            for place, one in sentences
            if not CITED.search(one.text)
        ],
        "citation_contexts": [
            {"section": place, "text": one.text, "fragments": fragments}
            for place, one in sentences
            if CITED.search(one.text) and (fragments := _fragments(one.text))
        ],
        "captions": [{"text": one.caption, "fragments": [squash(one.caption)]} for one in captions],
        "tables": [one.rows for one in captions if isinstance(one, Table)],
        "equations": [{"latex": one.latex} for one in equations],
        "n_numbered_equations": len(equations),
        "numbered_equation_check": {"agrees": True},
        "n_references": len(study.references),
        "references": [
            {"title": one.title, "year": one.year, "authors": [name for name, _ in one.authors], "doi": one.doi}
            for one in study.references
        ],
    }


def paper_row(study: Study) -> dict[str, Any]:
    """Return the plain text of a paper, as question sets keep it beside their questions."""
    return {
        "paper_id": study.id,
        "title": study.title,
        "abstract": " ".join(sentence.text for sentence in study.abstract),
        "sections": [
            {"heading": section.title, "paragraphs": [_plain(paragraph.sentences) for paragraph in section.paragraphs]}
            for section in study.sections
        ],
    }


def question_rows(study: Study) -> Iterator[dict[str, Any]]:
    """Yield each question that a sentence of the paper answers, with that sentence as its evidence."""
    asked = [one for section in study.sections for one in _sentences(section) if one.question]
    for number, one in enumerate(asked, start=1):
        yield {
            "paper_id": study.id,
            "question_id": f"{study.id}-{number:02d}",
            "question": one.question,
            "gold_answers": [one.answer],
            "gold_evidence_texts": [[_plain([one])]],
            "type": "extractive",
        }


def review_rows(studies: Sequence[Study]) -> Iterator[dict[str, Any]]:
    """Yield questions about a field's papers together, with the passages that an expert would cite."""
    for field in dict.fromkeys(study.field for study in studies):
        own = [study for study in studies if study.field == field and study.language == "en"]
        for number, (question, fact) in enumerate(THEMES.items(), start=1):
            yield {
                "paper_id": None,
                "question_id": f"{field.split()[-1]}-{number}",
                "question": question.format(field=field),
                "ctxs": [
                    {
                        "title": study.title,
                        "text": _passage(study, fact),
                        "year": study.year,
                        "authors": [{"name": name} for name in study.authors],
                    }
                    for study in own
                ],
            }


def _passage(study: Study, fact: str) -> str:
    """Return the paragraph that tells a fact."""
    paragraphs = [paragraph.sentences for section in study.sections for paragraph in section.paragraphs]
    return next(_plain(own) for own in paragraphs if any(sentence.fact == fact for sentence in own))


def _sentences(section: Section) -> list[Sentence]:
    return [sentence for paragraph in section.paragraphs for sentence in paragraph.sentences]


def _plain(sentences: Sequence[Sentence]) -> str:
    return " ".join(re.sub(r"\s+([.,;])", r"\1", CITED.sub("", sentence.text)) for sentence in sentences)


def _fragments(text: str) -> list[str]:
    return [piece for part in CITED.split(text)[::2] if len(piece := squash(part)) >= LEAST_FRAGMENT]
