"""`scholarai ask`: a question answered from papers, its quotes checked and numbered."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from scholarai import bootstrap
from scholarai.domain.chat import Answer, Citation, Passage
from scholarai.domain.errors import ScholarError
from scholarai.domain.ids import PaperId
from scholarai.entrypoints.chat_schemas import Answered
from scholarai.entrypoints.replies import render_checked
from scholarai.local.exits import DONE, SOME_FAILED, complain
from scholarai.local.library import OWNER, Library
from scholarai.local.progress import ProgressLine
from scholarai.local.quiet import keep_logs_quiet
from scholarai.services.chat import AnswerSaved, Question

_WIDTH = 100
_VERDICTS = {
    "exact": "exact",
    "normalized": "exact but for spacing and hyphens",
    "fuzzy": "similar",
    "not_found": "NOT FOUND in the paper",
}


def ask(files: Sequence[Path], question: str, *, as_json: bool) -> int:
    """Answer from all files together, print the answer and return the exit code; a refusal is an answer."""
    keep_logs_quiet()
    names: dict[PaperId, str] = {}
    with ProgressLine(len(files)) as progress:
        library = Library()
        for file in files:
            try:
                names[library.add(file, progress).id] = file.name
            except ScholarError as error:
                return complain(f"{file}: {error.code}: {error.detail} {error.action}".rstrip(), SOME_FAILED)
            progress.finish(file.name)
    try:
        saved = _answered(question, tuple(names))
    except ScholarError as error:
        return complain(f"{error.code}: {error.detail} {error.action}".rstrip(), SOME_FAILED)
    if as_json:
        answered = Answered.of(saved.answer, saved.session_id, saved.message_n)
        sys.stdout.write(f"{render_checked(answered).decode()}\n")
    else:
        sys.stdout.write("\n".join(_lines(saved.answer, names if len(names) > 1 else {})) + "\n")
    return DONE


def _answered(question: str, paper_ids: tuple[PaperId, ...]) -> AnswerSaved:
    *_, last = bootstrap.ask_papers().run(Question(owner=OWNER, text=question, paper_ids=paper_ids))
    if not isinstance(last, AnswerSaved):
        raise TypeError("a question that raises nothing ends with a saved answer")
    return last


def _lines(answer: Answer, names: Mapping[PaperId, str]) -> Iterator[str]:
    if answer.refusal is not None:
        yield from textwrap.wrap(answer.refusal.message, _WIDTH)
        for passage in answer.refusal.nearest:
            yield ""
            yield from _passage_lines(passage, names)
    for section in answer.sections:
        marks = "".join(f"[{citation.number}]" for citation in section.citations)
        yield from textwrap.wrap(f"{section.text} {marks}".strip(), _WIDTH)
    shown: set[int] = set()
    for section in answer.sections:
        for citation in section.citations:
            if citation.number not in shown:
                shown.add(citation.number)
                yield ""
                yield from _citation_lines(citation, names, said=citation.quote in section.text)
    yield ""
    words = ", found by words alone" if answer.retrieval == "lexical" else ""
    yield f"Answered by {answer.usage.model or 'the rules of ScholarAI'}{words}."


def _citation_lines(citation: Citation, names: Mapping[PaperId, str], *, said: bool) -> Iterator[str]:
    """Yield where a quote stands and how true it is; the quote too, unless the answer says it in full."""
    yield f"[{citation.number}] {_place(citation, names)} ({_VERDICTS[citation.verdict]})" + ("" if said else ":")
    if said:
        return
    yield from textwrap.wrap(f"“{citation.quote}”", _WIDTH, initial_indent="    ", subsequent_indent="    ")


def _passage_lines(passage: Passage, names: Mapping[PaperId, str]) -> Iterator[str]:
    yield f"Nearest: {_place(passage, names)}:"
    text = textwrap.shorten(passage.text, 3 * _WIDTH, placeholder=" …")
    yield from textwrap.wrap(text, _WIDTH, initial_indent="    ", subsequent_indent="    ")


def _place(pointer: Citation | Passage, names: Mapping[PaperId, str]) -> str:
    name = names.get(pointer.paper_id)
    return f"{name}, {pointer.label}" if name else pointer.label
