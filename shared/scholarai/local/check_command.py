"""`scholarai check`: holds quotes, or a whole text with its quotes, against papers."""

from __future__ import annotations

import json
import sys
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, TextIO

from msgspec.structs import asdict

from scholarai.adapters.reading.sniff import HEAD_BYTES, sniff
from scholarai.api import read
from scholarai.api.library import Library
from scholarai.api.progress import ProgressLine
from scholarai.domain.chat import HARMLESS_CHANGES, Change, place_label
from scholarai.domain.checked_text import (
    OUTCOME_WORDS,
    CheckedReferences,
    CheckedSentence,
    CheckedText,
    NearPassage,
    Outcome,
    QuoteInText,
    Whereabouts,
)
from scholarai.domain.checking import CheckedQuote, QuoteToCheck
from scholarai.domain.content import BlockKind, PaperContent
from scholarai.domain.errors import InvalidRequestError, ScholarError
from scholarai.domain.ids import PaperId
from scholarai.domain.invisible_characters import visible
from scholarai.domain.paper import Paper
from scholarai.domain.quote_wording import GAP, TOO_SHORT
from scholarai.domain.values import from_plain, to_json
from scholarai.domain.verdicts import TRUE_VERDICTS, VERDICT_ROWS
from scholarai.entrypoints.check_schemas import CheckedQuoteV1, CheckedSentenceV1
from scholarai.local.files import STDIO, LinesError, opened, read_lines, write_whole
from scholarai.local.inputs import InputError, add_all, inputs
from scholarai.local.question_parser import CHECK_FORMS
from scholarai.local.terminal import DONE, NOT_SAID, SOME_FAILED, Styles, code_of, complain, keep_logs_quiet, styles_of

_NOT_SAID: frozenset[Outcome] = frozenset({"changed", "cut", "joined", "not_found"})
# Formats whose files are checked as they are: the check reads Markdown, plain text and HTML itself, quotation marks and all.
_AS_THEY_ARE = frozenset({"markdown", "text", "html"})
_PREFIXES: dict[BlockKind, str] = {"heading": "# ", "list_item": "- "}
# Claims of somebody else's, or none.
_LEFT_OUT: frozenset[BlockKind] = frozenset({"reference", "equation", "code"})


class CheckedOfPapers(CheckedQuoteV1, frozen=True, kw_only=True):
    """What the paper that has a quote best says to it; of several papers without the quote, none is named."""

    paper_id: PaperId | None
    title: str

    @classmethod
    def of_paper(cls, quote: QuoteInText) -> CheckedOfPapers:
        return cls(**asdict(CheckedQuoteV1.of(quote.checked)), paper_id=quote.paper_id, title=quote.title)


class Wanted(NamedTuple):
    """How results are written: to a file, as lines of JSON, or for a reader at a terminal."""

    output: Path | None = None
    as_json: bool | None = None

    @property
    def readable(self) -> bool:
        as_json = not sys.stdout.isatty() if self.as_json is None else self.as_json
        return self.output is None and not as_json


def check(  # noqa: PLR0913  - the options of the command
    papers: Sequence[Path],
    quote: str | None,
    quotes: Path | None,
    text: Path | None,
    output: Path | None,
    *,
    as_json: bool,
    references: bool,
    model: bool,
    export: Path | None,
    data: Path | None,
) -> int:
    """Check a quote, a file of quotes, a text or the works that a text refers to, as the arguments say."""
    wanted = Wanted(output, as_json=as_json)
    if text is None:
        return _check_quotes(papers, quote, quotes, wanted, data)
    if references:
        return _check_references(text, wanted, data)
    return _check_text(text, papers, wanted, data, model=model, export=export)


def _check_quotes(
    papers: Sequence[Path], quote: str | None, quotes: Path | None, wanted: Wanted, data: Path | None
) -> int:
    """Write what papers say to each quote, without papers the whole library, and return the exit code."""
    keep_logs_quiet()
    try:
        given = [QuoteToCheck(quote_id="1", quote=quote or "")] if quotes is None else read_quotes(quotes)
        with ProgressLine(len(given)) as progress, opened(wanted.output) as lines, Library(data) as library:
            added = _against(library, papers, progress)
            one = added[0] if added is not None and len(added) == 1 else None
            codes = {SOME_FAILED} if progress.failures else set()
            for checked in library.check_among(added, given):
                if wanted.readable:
                    progress.clear()
                codes.add(_write(checked, lines, wanted, one))
                if checked.checked.error is not None:
                    complain(_named(checked.checked, quotes), SOME_FAILED)
                progress.finish(checked.title)
    except (LinesError, InputError) as error:
        return complain(str(error), code_of(error))
    except ScholarError as error:
        return complain(error.in_words, code_of(error))
    return next((code for code in (SOME_FAILED, NOT_SAID) if code in codes), DONE)


def _check_text(
    text: Path, papers: Sequence[Path], wanted: Wanted, data: Path | None, *, model: bool, export: Path | None
) -> int:
    """Write what became of each sentence of a text, compared with papers or the whole library, and return the exit code."""
    keep_logs_quiet()
    try:
        words = _text_of(text)
        with ProgressLine() as progress, opened(wanted.output) as lines, Library(data) as library:
            checked = library.check_text(_against(library, papers, progress), words, model=model)
            progress.clear()
            _write_text(checked, lines, wanted, of_library=not papers)
            if export is not None:
                _export(library, checked, papers, export)
    except InputError as error:
        return complain(str(error), code_of(error))
    except ScholarError as error:
        return complain(f"{text}: {error.in_words}", code_of(error))
    if progress.failures:
        return SOME_FAILED
    return NOT_SAID if any(sentence.outcome in _NOT_SAID for sentence in checked.sentences) else DONE


def _check_references(text: Path, wanted: Wanted, data: Path | None) -> int:
    """Write which works a text refers to exist as far as one can search, and return the exit code."""
    keep_logs_quiet()
    try:
        words = _text_of(text)
        with opened(wanted.output) as lines, Library(data) as library:
            checked = library.check_references(words)
            if wanted.readable:
                written: Iterable[str] = reference_lines(checked, styles_of(lines))
            else:
                written = (to_json(reference).decode() for reference in checked.references)
                for note in checked.notes:
                    complain(note, DONE)
            lines.writelines(f"{line}\n" for line in written)
    except InputError as error:
        return complain(str(error), code_of(error))
    except ScholarError as error:
        return complain(f"{text}: {error.in_words}", code_of(error))
    return (
        NOT_SAID if any(reference.found == "nowhere" or reference.differs for reference in checked.references) else DONE
    )


def _export(library: Library, checked: CheckedText, papers: Sequence[Path], file: Path) -> None:
    """Write a checked text as a document.

    Raises:
        InvalidRequestError: If a PDF is wanted and there are several papers.
    """
    form = CHECK_FORMS[file.suffix.lower()]
    if form != "pdf":
        write_whole(file, library.export_check(checked, form))
        return
    with inputs(papers) as given:
        if len(given.papers) != 1:
            raise InvalidRequestError("pdf_of_several", "only one paper can be marked in a PDF", action="Name one.")
        write_whole(file, library.export_check(checked, "pdf", file=given.papers[0]))


def read_quotes(file: Path) -> Sequence[QuoteToCheck]:
    """Return the quotes of a file with `quote_id` and `quote` per line; empty lines and other fields are skipped.

    Raises:
        LinesError: If a line is not of that form.
    """
    return read_lines(file, _quote, "quote_id (a string or a whole number) and quote (a string)")


def _quote(row: Any) -> QuoteToCheck:
    read = from_plain(QuoteToCheck, row)
    quote_id = _whole(read.quote_id) if isinstance(read.quote_id, str) else read.quote_id
    return QuoteToCheck(quote_id=quote_id, quote=_whole(read.quote))


def _whole(text: str) -> str:
    """Replace halves of surrogate pairs, which JSON's escapes can hold and UTF-8 cannot."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _against(library: Library, papers: Sequence[Path], progress: ProgressLine) -> Sequence[Paper] | None:
    """Add the papers that something is compared with, and return them; None stands for the whole library.

    Raises:
        InputError: If one cannot be read.
        ScholarError: If the library is to be taken, and is empty.
    """
    if papers:
        return add_all(library, papers, progress)
    if next(library.papers(), None) is None:
        raise ScholarError("library_empty", "The library has no paper.", action="Add some: scholarai papers add")
    return None


def _write(quote: QuoteInText, lines: TextIO, wanted: Wanted, one: Paper | None) -> int:
    """Write what the one paper, or the best of several, says to a quote, and return the exit code that it calls for."""
    checked = quote.checked
    if not wanted.readable:
        lines.write(f"{to_json(CheckedOfPapers.of_paper(quote)).decode()}\n")
    elif checked.error is None:
        paper = quote.title if one is None else one.filename
        lines.writelines(f"{line}\n" for line in quote_lines(quote.quote, checked, paper, styles_of(lines)))
    if checked.error is not None:
        return SOME_FAILED
    return DONE if checked.verdict in TRUE_VERDICTS else NOT_SAID


def _named(checked: CheckedQuote, file: Path | None) -> str:
    fault = checked.error
    code, detail = ("", "") if fault is None else (fault.code, fault.detail)
    which = "" if file is None else f"{file}: quote {json.dumps(checked.quote_id)}: "
    return f"{which}{code}: {detail}"


def _write_text(checked: CheckedText, lines: TextIO, wanted: Wanted, *, of_library: bool) -> None:
    if wanted.readable:
        written: Iterable[str] = text_lines(checked, styles_of(lines), of_library=of_library)
    else:
        written = (to_json(CheckedSentenceV1.of(sentence)).decode() for sentence in checked.sentences)
        for note in checked.notes:
            complain(note, DONE)
    lines.writelines(f"{line}\n" for line in written)


def _text_of(path: Path) -> str:
    """Return the text of a file: as it is if it is Markdown, plain text or HTML, else what our readers make of it.

    Raises:
        InputError: If it cannot be read.
    """
    with _one(path) as file:
        try:
            if file.is_file():
                given = file.read_bytes()
                kind = sniff(given[:HEAD_BYTES], file.name)
                if kind is None or kind.name in _AS_THEY_ARE:
                    return given.decode("utf-8-sig")
        except UnicodeDecodeError:
            pass  # our readers know other encodings
        try:
            return _in_markdown(read(file))
        except ScholarError as error:
            raise InputError(path, error) from error


@contextmanager
def _one(path: Path) -> Iterator[Path]:
    if path != STDIO:
        yield path
        return
    with inputs([path]) as given:
        if given.faults:
            raise given.faults[0]
        yield given.papers[0]


def _in_markdown(content: PaperContent) -> str:
    blocks = (block for block in content.blocks if block.kind not in _LEFT_OUT)
    return "\n\n".join(_PREFIXES.get(block.kind, "") + " ".join(block.text.split()) for block in blocks)


FOUND_WORDS: Mapping[Whereabouts, str] = {
    "library": "in the library",
    "cited": "cited by a paper of the library",
    "service": "known to a service",
    "nowhere": "NOT FOUND anywhere that was searched",
    "unclear": "too little of it can be read",
}
_IN_NONE = "NOT FOUND in any of the papers"
_CLOSEST = "NO QUOTE: the passage that comes closest"
# Of a passage that is only near: enough to see what it is about.
_NEAR_CHARACTERS = 300
_TITLE_CHARACTERS = 60
_LABEL = 8


def quote_lines(quote: str, checked: CheckedQuote, paper: str, styles: Styles) -> Iterator[str]:
    """Yield a quote with its verdict, its changed words marked, and the paper's own words below it.

    `paper` is empty where several were searched and none says it.
    """
    verdict = checked.verdict or "not_found"
    said = verdict in TRUE_VERDICTS
    words = "; ".join([VERDICT_ROWS[verdict].words if paper else _IN_NONE, *_remarks(checked)])
    where = f" ({_where(checked, paper)})" if checked.places else ""
    yield (styles.good if said else styles.bad).format(visible(words)) + styles.faint.format(visible(where))
    changes = [change for change in checked.changes if change.kind not in HARMLESS_CHANGES]
    yield _line("quote", _marked(quote, [(one.quote_start, one.quote_end) for one in changes], styles.struck))
    if checked.text and not said:
        yield _line("paper", _marked(checked.text, _printed(changes), styles.right))
    if checked.missing:
        yield from _missing_lines(checked, styles)
    yield ""


def text_lines(checked: CheckedText, styles: Styles, *, of_library: bool) -> Iterator[str]:
    """Yield what became of each sentence that claims something, and a summary."""
    for sentence in checked.sentences:
        yield from _sentence_lines(sentence, styles)
    counted = ", ".join(f"{count} {OUTCOME_WORDS[outcome]}" for outcome, count in checked.counts.items() if count)
    against = "the library" if of_library else _compared_papers(checked)
    yield f"{_counted(len(checked.sentences), 'sentence')}, held against {against}: {counted}."
    yield from map(visible, checked.notes)


def reference_lines(checked: CheckedReferences, styles: Styles) -> Iterator[str]:
    """Yield each reference with where its work was found and what differs, and the places that were searched."""
    for reference in checked.references:
        wrong = reference.found == "nowhere" or reference.differs or reference.notices
        where = ", ".join(filter(None, (FOUND_WORDS[reference.found], reference.source)))
        yield (styles.bad if wrong else styles.good).format(visible(where))
        yield _line("text", _flat(reference.reference.raw))
        if reference.title:
            yield _line("work", _flat(reference.title))
        for other in reference.differs:
            said, known = styles.struck.format(_flat(other.said)), styles.right.format(_flat(other.known))
            yield _line(other.field, f"{said} {known}")
        for notice in reference.notices:
            yield _line("notice", styles.bad.format(_flat(notice.kind)))
        yield ""
    yield f"{_counted(len(checked.references), 'reference')}; looked in: {', '.join(checked.looked) or 'nothing'}."
    yield from map(visible, checked.notes)


def _sentence_lines(sentence: CheckedSentence, styles: Styles) -> Iterator[str]:
    for quote in sentence.quotes:
        yield from quote_lines(quote.quote, quote.checked, quote.title, styles)
    if sentence.outcome == "closest":
        yield styles.faint.format(_CLOSEST)
        yield _line("text", visible(" ".join(sentence.text.split())))
    if sentence.outcome in {"closest", "not_found"}:
        yield from _near_lines(sentence.nearest[:1], styles)
        yield ""


def _near_lines(nearest: Sequence[NearPassage], styles: Styles) -> Iterator[str]:
    for near in nearest:
        words = " ".join(near.text.split())
        cut = words if len(words) <= _NEAR_CHARACTERS else f"{words[:_NEAR_CHARACTERS]} …"
        place = ", ".join(filter(None, (place_label(near.section_path, near.page_numbers), _short(near.title))))
        yield _line("nearest", f"{visible(cut)} {styles.faint.format(visible(f'({place})'))}")
        for difference in near.differs:
            other = styles.right.format(visible(difference.printed)) if difference.printed else "nothing of the kind"
            yield _line(
                "differs", f"{difference.kind}: {styles.struck.format(visible(difference.said))}, there {other}"
            )


def _missing_lines(checked: CheckedQuote, styles: Styles) -> Iterator[str]:
    """Yield the paper's sentence with the words that the quote leaves off, and those that stand above it."""
    ranges = []
    for one in checked.missing:
        at = checked.sentence.find(one.text)
        if at < 0 or one.side == "above":
            yield _line("above", styles.right.format(_flat(one.text)))
        else:
            ranges.append((at, at + len(one.text)))
    yield _line("whole", _marked(checked.sentence, ranges, styles.right))


def _remarks(checked: CheckedQuote) -> tuple[str, ...]:
    short = not checked.proves and checked.verdict not in {None, "not_found"}
    return (*([TOO_SHORT] if short else []), *([GAP] if checked.gap else []))


def _where(checked: CheckedQuote, paper: str) -> str:
    pages = [place.page.page_number for place in checked.places if place.page is not None]
    return ", ".join(filter(None, (place_label((), pages) if pages else "", _short(paper))))


def _short(title: str) -> str:
    return textwrap.shorten(title, _TITLE_CHARACTERS, placeholder=" …")


def _printed(changes: Sequence[Change]) -> list[tuple[int, int]]:
    return [(change.text_start, change.text_end) for change in changes]


def _marked(text: str, ranges: Sequence[tuple[int, int]], style: str) -> str:
    """Return a text on one line with ranges of it in a style; what overlaps an earlier range is not marked twice."""
    parts, at = [], 0
    for start, end in sorted(ranges):
        if start < at or start == end:
            continue
        parts += [_flat(text[at:start]), style.format(_flat(text[start:end]))]
        at = end
    return "".join((*parts, _flat(text[at:])))


def _flat(text: str) -> str:
    return visible(text.replace("\n", " "))


def _line(label: str, words: str) -> str:
    return f"    {label:<{_LABEL}}{words}"


def _compared_papers(checked: CheckedText) -> str:
    return _short(checked.papers[0].title) if len(checked.papers) == 1 else _counted(len(checked.papers), "paper")


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"
