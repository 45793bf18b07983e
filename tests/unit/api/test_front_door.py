"""What `import scholarai` gives, and what it costs."""

from __future__ import annotations

import asyncio
import inspect
import io
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace

import pytest
from papers import pair

import scholarai
from scholarai import AnswerStream, Library
from scholarai.api.progress import NotebookBar, ProgressLine, shown_progress
from scholarai.domain.errors import InvalidRequestError
from scholarai.domain.marks import MarkChange
from scholarai.retrieval.vectors import WindowVectors
from scholarai.services.own.notes import NewNote
from scholarai.testing import HashEmbedder, ScriptedAnswerer, sample_paper

QUESTION = "How many people make a shared birthday more likely than not?"
TRUE = "For 23 people the exact probability is 0.5073."


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return Library(tmp_path_factory.mktemp("library"), embedder=HashEmbedder())


def birthdays(folder: Path) -> Path:
    """Write a paper that is read in a moment."""
    file = folder / "birthdays.md"
    file.write_text(f"# On Birthdays\n\n## Results\n\n{TRUE}\n")
    return file


def rain(folder: Path) -> Path:
    """Write another one."""
    file = folder / "rain.md"
    file.write_text("# Rain\n\nIn Paris the rain fell for ten days.\n")
    return file


def test_the_import_of_the_package_loads_nothing_else() -> None:
    code = "import sys; before = set(sys.modules); import scholarai; print(sorted(set(sys.modules) - before))"

    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert ran.stdout.strip() == "['scholarai']"


def test_every_public_name_is_there() -> None:
    assert [name for name in scholarai.__all__ if getattr(scholarai, name) is None] == []
    assert set(scholarai.__all__) <= set(dir(scholarai))


def test_a_name_that_is_not_public_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'ground'"):
        _ = scholarai.ground


@pytest.mark.parametrize("name", [n for n in scholarai.__all__ if inspect.isroutine(getattr(scholarai, n))])
def test_every_public_function_has_an_example(name: str) -> None:
    assert ">>>" in (getattr(scholarai, name).__doc__ or "")


def test_every_error_of_the_interface_is_one_to_catch() -> None:
    errors = [value for name in scholarai.__all__ if inspect.isclass(value := getattr(scholarai, name))]

    assert [e for e in errors if issubclass(e, Exception) and not issubclass(e, scholarai.ScholarError)] == [
        scholarai.SettingsError
    ]


def test_a_library_reads_the_same_file_once_whatever_its_name(library: Library, tmp_path: Path) -> None:
    renamed = tmp_path / "renamed.pdf"
    renamed.write_bytes(sample_paper().read_bytes())

    first, second = library.add(sample_paper()), library.add(renamed)

    assert first.id == second.id
    assert [paper.filename for paper in library.papers()] == ["sample-paper.pdf"]
    assert library.paper(first.id) == second


def test_two_libraries_of_one_process_hold_their_own_papers(library: Library, tmp_path: Path) -> None:
    library.add(sample_paper())

    with Library(tmp_path) as other:
        assert list(other.papers()) == []


def test_a_paper_whose_reading_was_interrupted_often_is_read_in_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Interrupted(HashEmbedder):
        def embed_texts(self, texts: Sequence[str]) -> Sequence[WindowVectors]:
            raise KeyboardInterrupt

    monkeypatch.setenv("SCHOLARAI_MAX_ATTEMPTS", "1")
    for _ in range(2):
        with Library(tmp_path / "data", embedder=Interrupted()) as library, pytest.raises(KeyboardInterrupt):
            library.add(birthdays(tmp_path))

    with Library(tmp_path / "data", embedder=HashEmbedder()) as library:
        assert library.add(birthdays(tmp_path)).status == "completed"


def test_a_deleted_paper_is_gone_and_its_file_is_not(tmp_path: Path) -> None:
    file = birthdays(tmp_path)
    with Library(tmp_path / "data", embedder=HashEmbedder()) as library:
        paper = library.add(file)
        library.delete(paper)

        assert list(library.papers()) == []
        assert file.exists()
        with pytest.raises(scholarai.NotFoundError):
            library.content(paper)


def test_a_second_record_is_merged(tmp_path: Path) -> None:
    with Library(tmp_path / "data", embedder=HashEmbedder()) as library:
        paper, other = library.add(rain(tmp_path)), library.add(birthdays(tmp_path))
        library.describe(other, {"year": 1998})
        note = library.own.add_note(other, NewNote(kind="note", text="Compare with Lee"))

        merged = library.merge(paper, other, fields=["year"])

        assert (merged.id, merged.metadata.year) == (paper.id, 1998)
        assert [one.id for one in library.papers()] == [paper.id]
        assert [(one.id, one.paper_ids) for one in library.own.notes(paper)] == [(note.id, (paper.id,))]
        with pytest.raises(scholarai.InvalidRequestError, match="merge_invalid"):
            library.merge(paper, paper)


def test_a_library_asks_the_model_it_is_given(tmp_path: Path) -> None:
    model = ScriptedAnswerer(f'Even odds. <cite id="1">{TRUE}</cite>')
    with Library(tmp_path / "data", answerer=model, embedder=HashEmbedder()) as library:
        answer = library.ask([birthdays(tmp_path)], QUESTION)

    assert answer.usage.model == "scripted"
    assert answer.sections[0].citations[0].text == TRUE
    assert [request.question for request in model.requests] == [QUESTION]


def test_a_quote_without_a_word_is_an_error_and_a_false_one_is_not(library: Library) -> None:
    assert library.check(sample_paper(), "No such words stand there at all.").verdict == "not_found"
    with pytest.raises(scholarai.InvalidRequestError, match="quote_empty"):
        library.check(sample_paper(), "—")


def test_a_search_gives_as_many_passages_as_are_wanted(library: Library) -> None:
    assert len(library.search(sample_paper(), "limitations", k=3)) == 3


def test_a_review_that_finds_nothing_raises_why(library: Library) -> None:
    with pytest.raises(scholarai.ReviewFailedError) as raised:
        library.review(sample_paper(), "What do papers since 2090 find on shared birthdays?")

    assert raised.value.code
    assert raised.value.report is None


def test_a_table_has_a_row_per_paper_a_cell_per_column_and_a_true_quote_behind_each_value(tmp_path: Path) -> None:
    # With the installed model: the double's vectors say nothing of what a sentence answers.
    library = Library(tmp_path)
    columns: list[str | scholarai.Column] = [
        QUESTION,
        scholarai.Column(name="People", question=QUESTION, kind="number"),
        scholarai.Column(kind="computed", name="Pairs", expression="c2 * (c2 - 1) / 2"),
        "any-field.method",
    ]

    made = library.table(sample_paper(), columns)

    words, people, pairs, _ = made.rows[0].cells
    assert (words.citations[0].verdict, people.number, pairs.value) == ("exact", 23.0, "253")
    assert pairs.operands[0].citations == people.citations
    assert made.spec.columns[3].question == "Which method is used?"
    assert library.estimate_table(3, sample_paper()).cost.free


def test_a_table_of_a_collection_has_its_papers(library: Library) -> None:
    paper = library.add(sample_paper())
    chance = library.own.make_collection("Chance")
    library.own.mark([paper], MarkChange(add_to=(chance,)))

    made = library.table(None, QUESTION, collection=chance)

    assert [row.paper_id for row in made.rows] == [paper.id]
    assert library.estimate_table(1, collection=chance).papers == 1


def test_a_refreshed_table_has_what_came_into_its_collection(library: Library, tmp_path: Path) -> None:
    first, second = library.add(sample_paper()), library.add(rain(tmp_path))
    chance = library.own.make_collection("Rain")
    library.own.mark([first], MarkChange(add_to=(chance,)))
    made = library.table(None, QUESTION, collection=chance)
    library.own.mark([second], MarkChange(add_to=(chance,)))
    asked: list[int] = []

    refreshed = library.refresh_table(made.review.id, on_step=asked.append)

    assert [row.paper_id for row in refreshed.rows] == [first.id, second.id]
    assert refreshed.rows[0] == made.rows[0], "what is filled stays"
    assert all(cell.state != "pending" for cell in refreshed.rows[1].cells)
    assert asked[-1] == 2
    assert next(library.tables()).id == made.review.id


def test_a_table_that_asks_nothing_is_refused(library: Library) -> None:
    with pytest.raises(scholarai.InvalidRequestError, match="column_invalid"):
        library.table(sample_paper(), " ")


def test_a_file_that_is_no_paper_says_why(tmp_path: Path) -> None:
    (tmp_path / "broken.pdf").write_bytes(b"%PDF-1.7 and nothing else")

    with pytest.raises(scholarai.PaperFaultError) as raised:
        scholarai.read(tmp_path / "broken.pdf")

    assert raised.value.code == "damaged"
    assert raised.value.action


def test_a_closed_library_opens_again_and_serves_several_threads(library: Library) -> None:
    paper = library.add(sample_paper())
    library.close()
    found: list[str | None] = []
    threads = [
        threading.Thread(target=lambda: found.append(library.check(paper, TRUE).verdict), daemon=True) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=30)

    assert found == ["exact"] * 4


def test_progress_is_told_while_a_paper_is_read(tmp_path: Path) -> None:
    told: list[int] = []
    with Library(tmp_path / "data", embedder=HashEmbedder()) as library:
        library.add(birthdays(tmp_path), on_percent=told.append)

    assert told == sorted(told)
    assert 0 <= told[0] <= told[-1] == 100


def test_a_source_is_attached_to_a_paper_that_keeps_its_id_and_notes(tmp_path: Path) -> None:
    pdf, tex = pair.make_pdf(tmp_path / "print.pdf"), pair.make_source(tmp_path / "tides.tex")
    with Library(tmp_path / "data", embedder=HashEmbedder()) as library:
        before = library.add(pdf)

        paper = library.attach(pdf, tex)

        content = library.content(paper)
        assert (paper.id, paper.status, content.source_format) == (before.id, "completed", "latex")
        assert all(block.boxes for block in content.blocks)
        assert library.add(pdf).id == paper.id
        assert library.content(paper).source_format == "latex"


@pytest.mark.parametrize("call", ["ask", "review", "estimate_review"])
def test_a_depth_that_there_is_not_is_refused(library: Library, call: str) -> None:
    paper = library.add(sample_paper())
    asked = {"ask": (paper, QUESTION), "review": (paper, QUESTION), "estimate_review": (paper,)}

    with pytest.raises(InvalidRequestError, match="deepest") as refused:
        getattr(library, call)(*asked[call], depth="deepest")

    assert refused.value.code == "depth_unknown"


def test_a_format_of_references_that_there_is_not_is_refused(library: Library, tmp_path: Path) -> None:
    file = tmp_path / "works.bib"
    file.write_text("@misc{a, title = {Salt marshes}}")

    with pytest.raises(InvalidRequestError, match="endnote"):
        list(library.add_entries(file, form="endnote"))  # type: ignore[arg-type]  # what a person may type


def test_a_bar_shows_how_far_reading_is_where_somebody_looks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = {"terminal": (Terminal(), None), "switched off": (Terminal(), False), "pipe": (io.StringIO(), None)}
    shown = {}
    for name, (stream, progress) in wanted.items():
        monkeypatch.setattr("sys.stderr", stream)
        for pause in ("_PATIENCE_S", "_EVERY_S"):
            monkeypatch.setattr(f"scholarai.api.progress.{pause}", 0.0)
        with Library(tmp_path / name, embedder=HashEmbedder(), progress=progress) as library:
            library.search([birthdays(tmp_path), rain(tmp_path)], QUESTION)
        shown[name] = stream.getvalue()

    assert "2 of 2 rain.md" in shown["terminal"]
    assert shown["terminal"].endswith("\r\x1b[2K")
    assert (shown["switched off"], shown["pipe"]) == ("", "")


def test_a_bar_that_was_never_drawn_wipes_nothing_of_a_terminal() -> None:
    terminal = Terminal()

    with ProgressLine(1, terminal, patience_s=60) as bar:
        bar.finish("paper.pdf")

    assert terminal.getvalue() == ""


def test_a_notebook_has_a_bar_below_its_cell_and_nothing_is_left_of_it() -> None:
    shown: list[dict[str, str]] = []

    def display(data: dict[str, str], *, raw: bool, display_id: str, update: bool) -> None:
        assert (raw, update) == (True, bool(shown))
        assert display_id
        shown.append(data)

    with NotebookBar(display) as bar:
        bar.expect(2)
        bar._next_at = 0.0
        bar.advance("<paper>.pdf", 50, 100)

    assert shown[0]["text/html"] == '<progress value="0.25"></progress> 1 of 2 &lt;paper&gt;.pdf'
    assert shown[1:] == [{"text/html": "", "text/plain": ""}]


@pytest.mark.parametrize("shell", [None, SimpleNamespace(), SimpleNamespace(kernel="of a notebook")])
def test_a_notebook_is_told_by_its_kernel(monkeypatch: pytest.MonkeyPatch, shell: object) -> None:
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
    monkeypatch.setitem(sys.modules, "IPython.display", SimpleNamespace(display=print))

    assert isinstance(shown_progress(None), NotebookBar) is hasattr(shell, "kernel")
    assert not isinstance(shown_progress(False), NotebookBar)


def test_work_that_is_over_at_once_shows_no_bar_in_a_notebook() -> None:
    with NotebookBar(lambda *_, **__: pytest.fail("a bar was shown")) as bar:
        bar.finish("paper.pdf")


def streamed(folder: Path, text: str) -> AnswerStream:
    library = Library(folder / "data", answerer=ScriptedAnswerer(text), embedder=HashEmbedder())
    return library.stream(birthdays(folder), QUESTION)


def test_an_answer_arrives_in_pieces_and_stands_whole_at_the_end(tmp_path: Path) -> None:
    stream = streamed(tmp_path, f'So it is. <cite id="1">{TRUE}</cite>')

    pieces = list(stream)

    assert len(pieces) > 1
    assert "".join(pieces).strip() == "So it is."
    assert stream.answer.sections[0].citations[0].verdict == "exact"


def test_the_whole_answer_can_be_had_after_the_first_piece(tmp_path: Path) -> None:
    stream = streamed(tmp_path, f'So it is. <cite id="1">{TRUE}</cite>')
    next(iter(stream))

    assert stream.answer.text == "So it is. [1]"


def test_a_stopped_answer_has_no_end(tmp_path: Path) -> None:
    stream = streamed(tmp_path, f'So it is. <cite id="1">{TRUE}</cite>')
    next(iter(stream))

    stream.close()

    with pytest.raises(RuntimeError, match="stopped before its end"):
        _ = stream.answer


def test_a_refusal_is_a_piece(tmp_path: Path) -> None:
    with Library(tmp_path / "data", embedder=HashEmbedder()) as library:
        stream = library.stream(birthdays(tmp_path), "What was the weather on Mars on the third of May?")

        pieces = list(stream)

    assert "".join(pieces).strip()
    assert stream.answer.text


def test_an_answer_is_read_by_asyncio_while_other_tasks_run(tmp_path: Path) -> None:
    async def both() -> tuple[list[str], int]:
        stream, ticks = streamed(tmp_path, f'So it is. <cite id="1">{TRUE}</cite>'), 0
        reading = asyncio.create_task(read(stream))
        while not reading.done():
            await asyncio.sleep(0)
            ticks += 1
        return await reading, ticks

    async def read(stream: AnswerStream) -> list[str]:
        return [piece async for piece in stream]

    pieces, ticks = asyncio.run(both())

    assert "".join(pieces).strip() == "So it is."
    assert ticks > len(pieces)
