"""`scholarai export` writes what the ending of its file says, whole or not at all."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import docx
import pymupdf
import pytest

from scholarai import Library
from scholarai.domain.errors import InvalidRequestError
from scholarai.local.cli import main
from scholarai.testing import sample_paper

QUESTION = "How many people make a shared birthday more likely than not?"


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("library")


@pytest.fixture(scope="module")
def session_id(data: Path) -> str:
    with Library(data) as library:
        library.add(sample_paper())
        return library.ask_saved(None, QUESTION).session_id


@pytest.fixture
def paper_id(data: Path, session_id: str) -> str:
    assert session_id
    with Library(data) as library:
        (paper,) = library.papers()
        return paper.id


def export(data: Path, *arguments: str | Path) -> int:
    return main(["export", *map(str, arguments), "--data", str(data)])


def test_papers_are_written_in_the_form_of_the_ending(data: Path, paper_id: str, tmp_path: Path) -> None:
    for name in ("a.bib", "a.ris", "a.json", "a.txt", "a.html", "a.zip"):
        assert export(data, paper_id[:6], "-o", tmp_path / name) == 0

    assert (tmp_path / "a.bib").read_text().startswith("@misc{")
    assert (tmp_path / "a.ris").read_text().startswith("TY  - ")
    assert len(json.loads((tmp_path / "a.json").read_text())) == 1
    assert "Shared Birthday" in (tmp_path / "a.txt").read_text()
    assert (tmp_path / "a.html").read_text().startswith("<!doctype html>")
    with zipfile.ZipFile(tmp_path / "a.zip") as folder:
        assert len(folder.namelist()) == 1


def test_a_conversation_is_written_as_word_in_a_style(data: Path, session_id: str, tmp_path: Path) -> None:
    target = tmp_path / "talk.docx"

    assert export(data, "--conversation", session_id, "--style", "ieee", "-o", target) == 0

    texts = [paragraph.text for paragraph in docx.Document(str(target)).paragraphs]
    assert QUESTION in texts
    assert texts[-1].startswith("[1] ")


def test_a_pdf_is_a_copy_with_marks(data: Path, session_id: str, tmp_path: Path) -> None:
    target = tmp_path / "marked.pdf"

    assert export(data, sample_paper(), "--conversation", session_id, "-o", target) == 0

    with pymupdf.open(target) as marked:
        assert [note.info["content"] for page in marked for note in page.annots()]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("-o", "a.doc"), "must end in one of .bib"),
        (("--conversation", "x", "-o", "a.bib"), "must end in one of .md"),
        (("--format", "pdf"), "name the file of one paper"),
        (("f8b7f002", "-o", "marked.pdf"), "name the file of one paper"),
        (("some", "--conversation", "x"), "leave the papers out"),
    ],
)
def test_a_wrong_call_says_what_is_right(
    data: Path, arguments: tuple[str, ...], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert export(data, *arguments) == 2
    assert says in capsys.readouterr().err


def test_what_fails_leaves_the_file_that_was_there(data: Path, session_id: str, tmp_path: Path) -> None:
    target = tmp_path / "talk.md"
    target.write_text("mine")

    assert session_id
    assert export(data, "--conversation", "unknown", "-o", target) == 4
    assert target.read_text() == "mine"
    assert [path.name for path in tmp_path.iterdir()] == ["talk.md"]


def test_an_unknown_form_or_style_is_refused_in_python(data: Path, session_id: str) -> None:
    with Library(data) as library:
        with pytest.raises(InvalidRequestError, match="format_unknown"):
            library.export("word")
        with pytest.raises(InvalidRequestError, match="style_unknown"):
            library.export_conversation(session_id, style="mine")
