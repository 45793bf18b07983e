"""`scholarai eval`: asks questions with gold evidence, and says how the configured model does."""

from __future__ import annotations

import json
import re
import time
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scholarai.api.library import Library
from scholarai.api.progress import ProgressLine
from scholarai.domain.chat import Answer, Evidence
from scholarai.domain.errors import ScholarError
from scholarai.domain.values import to_json
from scholarai.local.files import LinesError, opened, read_lines
from scholarai.local.inputs import InputError, one_paper
from scholarai.local.terminal import DONE, SOME_FAILED, code_of, code_of_all, complain, keep_logs_quiet, show

# A guess: a shorter text may stand in any passage by chance.
LEAST_EVIDENCE = 16
# How much of a damaged evidence text must match a passage, in per cent of its letters and digits. A guess.
_DAMAGED = 90.0
# Evidence so much longer than a passage cannot stand in it; then half of its sentences must. Guesses.
_LONGER = 1.2
_LEAST_SENTENCE = 31


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldQuestion:
    """A question about one paper, with the texts of the paper that answer it; none where the paper does not answer."""

    id: Any
    text: str
    paper: Path
    evidence: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """One answer against its gold.

    Attributes:
        evidence: Number of evidence texts.
        found: How many of them stand in passages that the search found.
        quoted: How many of them stand in true quotes of the answer.
        citations: Number of quotes in the answer.
        standing: How many of these are true and long enough to prove something.
        unpriced_tokens: Tokens of models without a known price, which `cost_usd` leaves out.
    """

    question_id: Any
    model: str
    refused: bool
    evidence: int
    found: int
    quoted: int
    citations: int
    standing: int
    seconds: float
    input_tokens: int
    output_tokens: int
    cost_usd: float
    unpriced_tokens: int = 0


def read_gold(file: Path) -> Sequence[GoldQuestion]:
    """Return the questions of a file; paths of papers are relative to its folder.

    Raises:
        LinesError: If a line is not of that form.
    """

    def parse(row: Any) -> GoldQuestion:
        evidence = row["evidence"]
        if not isinstance(evidence, list) or not all(isinstance(text, str) for text in evidence):
            raise TypeError
        return GoldQuestion(
            id=row.get("question_id", row["question"]),
            text=str(row["question"]),
            paper=file.parent / str(row["paper"]),
            evidence=tuple(text for text in evidence if len(squash(text)) >= LEAST_EVIDENCE),
        )

    return read_lines(file, parse, "question, paper (a path) and evidence (a list of strings)")


def score(asked: GoldQuestion, answer: Answer, passages: Iterable[Evidence], seconds: float) -> Scored:
    """Return the scores of an answer that took `seconds`."""
    searched = [passage.text for passage in passages]
    citations = [citation for section in answer.sections for citation in section.citations]
    quotes = [f"{one.before} {one.text} {one.after}" for one in citations if one.stands]
    return Scored(
        question_id=asked.id,
        model=answer.usage.model,
        refused=answer.refusal is not None or (answer.search is not None and answer.search.outcome != "passages"),
        evidence=len(asked.evidence),
        found=sum(any(stands_in(text, passage) for passage in searched) for text in asked.evidence),
        quoted=sum(any(_quotes(text, quote) for quote in quotes) for text in asked.evidence),
        citations=len(citations),
        standing=len(quotes),
        seconds=round(seconds, 3),
        input_tokens=answer.usage.input_tokens,
        output_tokens=answer.usage.output_tokens,
        cost_usd=answer.usage.cost_usd,
        unpriced_tokens=answer.usage.unpriced_tokens,
    )


def report(rows: Sequence[Scored]) -> Iterator[str]:
    """Yield the totals over all answers as lines of text."""
    yield f"Answered by {', '.join(sorted({row.model for row in rows if row.model})) or 'the rules of ScholarAI'}"
    answered, unanswerable = [row for row in rows if row.evidence], [row for row in rows if not row.evidence]
    yield f"Questions: {len(rows)}, {len(answered)} with evidence in the paper"
    yield from _quality(rows)
    yield f"Refused or unsure, of questions with evidence: {_share(sum(row.refused for row in answered), len(answered))}"
    yield f"Refused or unsure, of those without: {_share(sum(row.refused for row in unanswerable), len(unanswerable))}"
    yield from _spending(rows)


def _quality(rows: Sequence[Scored]) -> Iterator[str]:
    texts = sum(row.evidence for row in rows)
    yield f"Evidence found by the search: {_share(sum(row.found for row in rows), texts)}"
    yield f"Evidence quoted by the answer: {_share(sum(row.quoted for row in rows), texts)}"
    yield f"Quotes that stand: {_share(sum(row.standing for row in rows), sum(row.citations for row in rows))}"


def _spending(rows: Sequence[Scored]) -> Iterator[str]:
    read, written = sum(row.input_tokens for row in rows), sum(row.output_tokens for row in rows)
    yield f"Tokens: {read:,} read, {written:,} written"
    yield f"Cost: {_cost(sum(row.cost_usd for row in rows), sum(row.unpriced_tokens for row in rows))}"
    times = sorted(row.seconds for row in rows)
    if times:
        yield f"Seconds per answer: {times[len(times) // 2]:.2f} in the middle, {times[-1]:.2f} at most"


def stands_in(evidence: str, passage: str) -> bool:
    """Tell whether a passage holds an evidence text, or half of the sentences of one that is longer than it."""
    from rapidfuzz import fuzz

    wanted, text = squash(evidence), squash(passage)
    if wanted in text:
        return True
    if len(evidence) <= _LONGER * len(passage) and fuzz.partial_ratio(wanted, text) >= _DAMAGED:
        return True
    sentences = [one for one in re.split(r"(?<=[.!?])\s+", evidence) if len(one) >= _LEAST_SENTENCE]
    return len(sentences) > 1 and 2 * sum(squash(sentence) in text for sentence in sentences) >= len(sentences)


def squash(text: str | None) -> str:
    """Return the letters and digits of a text in lower case, without accents."""
    plain = unicodedata.normalize("NFKD", text or "").lower()
    return "".join(c for c in plain if c.isalnum() and not unicodedata.combining(c))


def _quotes(evidence: str, quote: str) -> bool:
    """Tell whether a quote is a part of an evidence text, or holds it."""
    said = squash(quote)
    return (len(said) >= LEAST_EVIDENCE and said in squash(evidence)) or stands_in(evidence, quote)


def _cost(usd: float, unpriced_tokens: int) -> str:
    """Return what all answers cost; tokens without a known price are named, not counted as free."""
    if not unpriced_tokens:
        return f"{usd:.4f} USD"
    beside = f"{usd:.4f} USD, and " if usd else ""
    return f"{beside}price not known of {unpriced_tokens:,} tokens (SCHOLARAI_MODEL_PRICES names it)"


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.3f} ({part} of {whole})" if whole else "–"


# Questions on the sample paper, so that the command can be tried.
SAMPLE = Path(__file__).parent / "sample" / "questions.jsonl"


def evaluate(questions: Path | None, also: Path | None, *, as_json: bool = False, data: Path | None = None) -> int:
    """Print scores over all questions, or with `as_json` those of each, write a line per question to `also` if it is given, and return the exit code.

    Without `questions`, those on the sample paper are asked.

    A question that fails is named on stderr and counts in no score.
    """
    keep_logs_quiet()
    try:
        asked = read_gold(questions or SAMPLE)
        with Library(data) as library:
            scored, failed = _scored(library, asked, also)
    except LinesError as error:
        return complain(str(error), SOME_FAILED)
    codes = [DONE for _ in scored] + [complain(*fault) for fault in failed]
    if as_json:
        for row in scored:
            show(row, "", as_json=True)
    else:
        print(*report(scored), sep="\n")
    return code_of_all(codes)


def _scored(
    library: Library, asked: Sequence[GoldQuestion], output: Path | None
) -> tuple[list[Scored], list[tuple[str, int]]]:
    """Return the scores, and a message with its exit code for each question that failed."""
    scored: list[Scored] = []
    failed: list[tuple[str, int]] = []
    with ProgressLine(len(asked)) as progress, opened(output) if output else nullcontext() as lines:
        for item in asked:
            try:
                row = _asked(library, item, progress)
            except (ScholarError, InputError) as error:
                said = error.in_words if isinstance(error, ScholarError) else error
                failed.append((f"question {json.dumps(item.id)}: {said}".rstrip(), code_of(error)))
            else:
                scored.append(row)
                if lines is not None:
                    lines.write(to_json(row).decode() + "\n")
            progress.finish(item.text)
    return scored, failed


def _asked(library: Library, item: GoldQuestion, progress: ProgressLine) -> Scored:
    paper = one_paper(library, item.paper, progress)
    started = time.monotonic()
    answer = library.ask(paper, item.text)
    seconds = time.monotonic() - started
    return score(item, answer, library.search(paper, item.text), seconds)
