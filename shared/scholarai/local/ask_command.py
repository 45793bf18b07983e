"""`scholarai ask`: a question answered from papers, its quotes checked and numbered."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import asdict

from scholarai.api.library import Library
from scholarai.api.progress import ProgressLine
from scholarai.domain.answer_text import joined
from scholarai.domain.chat import Answer, Citation, Passage, Refusal, TextSection
from scholarai.domain.coverage import Coverage, coverage_in_words, unquoted_papers
from scholarai.domain.depth import Depth, event_in_words
from scholarai.domain.errors import ScholarError
from scholarai.domain.ids import PaperId
from scholarai.domain.invisible_characters import visible
from scholarai.domain.limits import PAPERS_PER_CHAT
from scholarai.domain.quote_markup import PLAIN, marked
from scholarai.domain.quote_wording import DECLINED, UNQUOTED, is_unquoted, lacks_in_words, marks_in_words, remarks_on
from scholarai.domain.usage import Usage
from scholarai.domain.verdicts import TRUE_VERDICTS, VERDICT_ROWS
from scholarai.entrypoints.calls import render_checked
from scholarai.entrypoints.chat_schemas import Answered
from scholarai.local.files import LinesError, opened
from scholarai.local.inputs import InputError, add_all
from scholarai.local.passage_commands import Question as Asked
from scholarai.local.passage_commands import read_questions
from scholarai.local.terminal import DONE, NOT_SAID, SOME_FAILED, code_of, code_of_all, complain, keep_logs_quiet
from scholarai.services.chat.asking import AnswerSaved
from scholarai.services.spending import require_papers

_WIDTH = 100
_PASSAGE_LINES = 4
# Of the paragraph of the first passage, on each side.
_LINES_BESIDE = 2
_LIST_MARKS = re.compile(r"\s*(?:(?:[-*+>]|\d{1,9}[.)])\s+)*")
_NO_MODEL = "To get a written answer, connect a language model: scholarai models"
_DEGRADED = "The model could not be reached ({}); these are sentences of the papers, chosen by rules."


class AnsweredQuestion(Answered, frozen=True, kw_only=True):
    """The answer to a question of a file, whose id it has."""

    question_id: Any


def ask(  # noqa: PLR0913  - the options of the command
    files: Sequence[Path],
    question: str | None,
    questions: Path | None = None,
    output: Path | None = None,
    *,
    as_json: bool = False,
    whole_library: bool = False,
    depth: Depth | None = None,
    data: Path | None = None,
) -> int:
    """Answer from all files together, or from the whole library, write the answers and return the exit code.

    A refusal is an answer, with an exit code of its own. With `questions` each gets a line of JSON and a conversation of its own.
    """
    keep_logs_quiet()
    try:
        asked = [Asked(id=None, text=question or "")] if questions is None else read_questions(questions)
        with (
            ProgressLine(len(asked) if questions else 0) as progress,
            opened(output) as lines,
            Library(data) as library,
        ):
            papers = list(library.papers()) if whole_library else add_all(library, files, progress, check=_require_few)
            names = {paper.id: paper.filename for paper in papers} if len(papers) > 1 else {}
            codes: list[int] = []
            not_said = False
            for item in asked:
                try:
                    saved = library.ask_saved(
                        None if whole_library else papers,
                        item.text,
                        depth=depth,
                        on_event=lambda event: progress.say(event_in_words(event)),
                    )
                except ScholarError as error:
                    if questions is None:
                        raise
                    progress.say(_failed(item, questions, error))
                    codes.append(code_of(error))
                else:
                    codes.append(DONE)
                    not_said = _is_not_said(saved.answer)
                    lines.write(_line(saved, item) if as_json or questions else _text(saved.answer, names))
                progress.finish(item.text)
    except (LinesError, InputError) as error:
        return complain(str(error), code_of(error))
    except ScholarError as error:
        return complain(error.in_words, code_of(error))
    if progress.failures:
        return SOME_FAILED
    if any(codes):
        return code_of_all(codes)
    return NOT_SAID if questions is None and not_said else DONE


def _is_not_said(answer: Answer) -> bool:
    """Tell whether the papers do not answer: a refusal, or a word of the question that stands nowhere in them."""
    return answer.refusal is not None or (answer.search is not None and answer.search.outcome == "missing")


def _require_few(files: Sequence[Path]) -> None:
    """Refuse more files than a question takes before any of them is read."""
    require_papers(
        [str(file) for file in files],
        PAPERS_PER_CHAT,
        "a question",
        "add them (scholarai papers add), and ask the whole library by --library",
    )


def _text(answer: Answer, names: Mapping[PaperId, str]) -> str:
    return "\n".join(answer_lines(answer, names)) + "\n"


def _line(saved: AnswerSaved, asked: Asked) -> str:
    answered = Answered.at(saved.session_id, saved.message_n, saved.answer)
    line = answered if asked.id is None else AnsweredQuestion(question_id=asked.id, **asdict(answered))
    return f"{render_checked(line).decode()}\n"


def _failed(asked: Asked, questions: Path, error: ScholarError) -> str:
    name = f"scholarai: {questions}: question {json.dumps(asked.id)}"
    return f"{name}: {error.in_words}"


def answer_lines(answer: Answer, names: Mapping[PaperId, str]) -> Iterator[str]:
    """Yield an answer as a terminal shows it: text, warnings, quotes in the paper's own words; papers by their `names`.

    Control characters are made visible, so nothing can move the terminal's cursor or reverse its text.
    """
    return map(visible, _lines(answer, names))


def _lines(answer: Answer, names: Mapping[PaperId, str]) -> Iterator[str]:
    if answer.remark is not None:
        yield from _remark_lines(answer)
        return
    if answer.refusal is not None:
        yield from _refusal_lines(answer.refusal, names)
    if answer.kind == "extracts":
        yield from _extract_lines(answer, names)
        yield from _coverage_lines(answer.coverage)
        return
    if is_unquoted(answer.sections):
        yield UNQUOTED
        yield ""
    if answer.sections:
        yield from _wrapped(joined(answer.sections, _numbers).strip("\n"))
    yield from _warning_lines(answer)
    shown: set[int] = set()
    for section in answer.sections:
        for citation in section.citations:
            if citation.number not in shown:
                shown.add(citation.number)
                yield ""
                yield from _citation_lines(citation, names, said=_says(section, citation))
    yield from _coverage_lines(answer.coverage)
    yield ""
    words = ", found by words alone" if answer.retrieval == "lexical" else ""
    yield f"Answered by {answer.usage.model or 'the rules of ScholarAI'}{words}."
    yield from _usage_lines(answer.usage)


def _usage_lines(usage: Usage) -> Iterator[str]:
    """Yield what the model was shown, and what it cost."""
    if usage.context is None:
        return
    cached = f", {usage.cached_tokens:,} of them from the provider's cache" if usage.cached_tokens else ""
    cost = f"; ${usage.cost_usd:.4f}" if usage.cost_usd else ""
    shown = "whole papers" if usage.context == "whole" else "passages"
    yield f"It was shown {shown}: {usage.input_tokens:,} tokens read{cached}, {usage.output_tokens:,} written{cost}."


def _numbers(section: TextSection) -> str:
    numbers = "".join(f"[{citation.number}]" for citation in section.citations)
    return numbers and f" {numbers}"


def _wrapped(text: str) -> Iterator[str]:
    """Yield the lines of a Markdown text: long ones go on below their words, and those of tables and code stay."""
    code = False
    for line in text.split("\n"):
        fence = line.lstrip().startswith(("```", "~~~"))
        code = code != fence
        if code or fence or line.lstrip().startswith("|") or not line.strip():
            yield line.rstrip()
        else:
            below = " " * len(_LIST_MARKS.match(line)[0])  # type: ignore[index]  # it matches every line
            yield from textwrap.wrap(line, _WIDTH, subsequent_indent=below, break_on_hyphens=False)


def _remark_lines(answer: Answer) -> Iterator[str]:
    """Yield a fixed sentence."""
    for section in answer.sections:
        yield from textwrap.wrap(section.text, _WIDTH)


def _extract_lines(answer: Answer, names: Mapping[PaperId, str]) -> Iterator[str]:
    """Yield how sure the search was and the passages, each with its place: the first one in its paragraph, then sentences."""
    if answer.search is not None:
        yield from textwrap.wrap(answer.search.message, _WIDTH)
        if answer.search.without:
            yield from textwrap.wrap(f"Without it: {answer.search.without}", _WIDTH)
        if answer.search.also_searched:
            yield from textwrap.wrap(f"Also searched: {', '.join(answer.search.also_searched)}", _WIDTH)
    first = True
    for before, section in zip((None, *answer.sections), answer.sections, strict=False):
        if section.part and (before is None or before.part != section.part):
            yield ""
            note = f" ({section.note})" if section.note else ""
            yield from textwrap.wrap(f"{section.part}{note}:", _WIDTH)
        if not section.citations:
            yield f"    {section.text}"
        for citation in section.citations:
            yield ""
            yield f"[{citation.number}] {_place(citation, names)}"
            passage = _in_paragraph(citation) if first else " ".join(citation.text.split())
            yield from textwrap.wrap(passage, _WIDTH, initial_indent="    ", subsequent_indent="    ")
            first = False
    if answer.search is not None and answer.search.further:
        places = "; ".join(dict.fromkeys(_place(passage, names) for passage in answer.search.further))
        yield ""
        yield from textwrap.wrap(f"Further passages: {places}", _WIDTH, subsequent_indent="    ")
    yield from _warning_lines(answer)
    if answer.degraded is None:
        yield ""
        yield _NO_MODEL


def _in_paragraph(citation: Citation) -> str:
    """Return a quote between at most two lines of what stands before it, and of what stands after it."""
    before = textwrap.wrap(citation.before, _WIDTH - 4)
    after = textwrap.wrap(citation.after, _WIDTH - 4)
    cut_before = ["…"] if len(before) > _LINES_BESIDE else []
    cut_after = ["…"] if len(after) > _LINES_BESIDE else []
    return " ".join(
        [
            *cut_before,
            *before[-_LINES_BESIDE:],
            f"»{' '.join(citation.text.split())}«",
            *after[:_LINES_BESIDE],
            *cut_after,
        ]
    )


def _coverage_lines(coverage: Coverage | None) -> Iterator[str]:
    """Yield the outcome for each paper that was asked; quoted papers are only counted."""
    if coverage is None:
        return
    yield ""
    yield from textwrap.wrap(coverage_in_words(coverage), _WIDTH)
    for name, titles in unquoted_papers(coverage):
        yield from textwrap.wrap(
            f"{name}: {'; '.join(titles)}", _WIDTH, initial_indent="    ", subsequent_indent="    "
        )


def _warning_lines(answer: Answer) -> Iterator[str]:
    """Yield what a reader must know before trusting the answer: the marked sentences, what is missing, and the notes."""
    marks = marks_in_words(answer.sections) if answer.kind == "answer" else ()
    if marks:
        yield ""
    for line in marks:
        yield from textwrap.wrap(line, _WIDTH, subsequent_indent="    ")
    degraded = (_DEGRADED.format(answer.degraded),) if answer.degraded is not None else ()
    for line in (*degraded, *lacks_in_words(answer)):
        yield ""
        yield from textwrap.wrap(line, _WIDTH)


def _says(section: TextSection, citation: Citation) -> bool:
    """Tell whether a section contains a quote in full, in the paper's own words."""
    words = " ".join((citation.text or citation.quote).split())
    return citation.verdict in TRUE_VERDICTS and words in " ".join(section.text.split())


def _citation_lines(citation: Citation, names: Mapping[PaperId, str], *, said: bool) -> Iterator[str]:
    """Yield a quote's place and verdict, and the paper's words unless the answer contains them (`said`)."""
    remarks = "".join(f" [{remark}]" for remark in remarks_on(citation))
    verdict = f"({VERDICT_ROWS[citation.verdict].words}){remarks}"
    yield f"[{citation.number}] {_place(citation, names)} {verdict}" + ("" if said else ":")
    if said:
        return
    yield from textwrap.wrap(marked(citation, PLAIN), _WIDTH, initial_indent="    ", subsequent_indent="    ")


def _refusal_lines(refusal: Refusal, names: Mapping[PaperId, str]) -> Iterator[str]:
    """Yield why nothing is answered, in the model's words if it declined, and the closest passages."""
    message = " ".join(refusal.message.split())
    yield from textwrap.wrap(DECLINED.format(message) if refusal.by_model else message, _WIDTH)
    if refusal.nearest:
        yield ""
        yield "Closest passages:"
    for passage in refusal.nearest:
        yield ""
        yield f"{_place(passage, names)}:"
        yield from textwrap.wrap(
            passage.text,
            _WIDTH,
            initial_indent="    ",
            subsequent_indent="    ",
            max_lines=_PASSAGE_LINES,
            placeholder=" …",
        )


def _place(pointer: Citation | Passage, names: Mapping[PaperId, str]) -> str:
    name = names.get(pointer.paper_id)
    return f"{name}, {pointer.label}" if name else pointer.label
