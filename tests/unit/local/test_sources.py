"""A user's file as the paper that it belongs to."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from scholarai.adapters.workroom import LockedWorkroom
from scholarai.domain.errors import PaperFaultError
from scholarai.local.sources import open_source


def test_a_pdf_comes_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "paper.pdf").write_bytes(b"%PDF-")
    (tmp_path / "refs.bib").write_text("@book{a}")

    with open_source(tmp_path / "paper.pdf", LockedWorkroom(tmp_path / "work")) as source:
        assert (source.path, source.media_type) == (tmp_path / "paper.pdf", "application/pdf")


def test_a_latex_file_brings_what_lies_below_its_folder_but_no_other_paper(tmp_path: Path) -> None:
    (tmp_path / "sections").mkdir()
    (tmp_path / ".git").mkdir()
    for name, text in {
        "paper.tex": r"\documentclass{article}\input{sections/one}",
        "sections/one.tex": "One.",
        "refs.bib": "@book{a}",
        "other.tex": r"\documentclass{article}",
        "notes.txt": "mine",
        ".git/hidden.tex": "no",
    }.items():
        (tmp_path / name).write_text(text)

    with (
        open_source(tmp_path / "paper.tex", LockedWorkroom(tmp_path / "work")) as source,
        zipfile.ZipFile(source.path) as bundle,
    ):
        assert bundle.namelist() == ["paper.tex", "refs.bib", "sections/one.tex"]


def test_a_markdown_file_brings_the_bibliographies_beside_it(tmp_path: Path) -> None:
    (tmp_path / "paper.md").write_text("# Title")
    (tmp_path / "paper.bib").write_text("@book{a}")
    (tmp_path / "README.md").write_text("# Not this")

    with (
        open_source(tmp_path / "paper.md", LockedWorkroom(tmp_path / "work")) as source,
        zipfile.ZipFile(source.path) as bundle,
    ):
        assert bundle.namelist() == ["paper.md", "paper.bib"]


def test_the_same_files_make_the_same_bytes(tmp_path: Path) -> None:
    (tmp_path / "paper.md").write_text("# Title")
    (tmp_path / "paper.bib").write_text("@book{a}")
    made = []
    for _ in range(2):
        with open_source(tmp_path / "paper.md", LockedWorkroom(tmp_path / "work")) as source:
            made.append(source.path.read_bytes())
        (tmp_path / "paper.bib").touch()

    assert made[0] == made[1]


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "secret.bib").write_text("@book{secret}")
    folder = tmp_path / "paper"
    folder.mkdir()
    (folder / "paper.md").write_text("# Title")
    (folder / "refs.bib").symlink_to(tmp_path / "secret.bib")

    with open_source(folder / "paper.md", LockedWorkroom(tmp_path / "work")) as source:
        assert source.path == folder / "paper.md"


@pytest.mark.parametrize("name", ["missing.pdf", "."])
def test_what_is_no_file_is_a_fault_of_the_input(tmp_path: Path, name: str) -> None:
    with (
        pytest.raises(PaperFaultError, match="file_missing"),
        open_source(tmp_path / name, LockedWorkroom(tmp_path / "work")),
    ):
        pass
