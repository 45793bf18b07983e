"""A user's file as the paper that it belongs to."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from scholarai.adapters.temporary_directories import LockedTemporaryDirectories
from scholarai.api.sources import as_typed, open_source, papers_in
from scholarai.domain.errors import PaperFaultError
from scholarai.domain.formats import ATTACHED_SOURCE, NAMED_PDF


@pytest.fixture
def work(tmp_path: Path) -> LockedTemporaryDirectories:
    return LockedTemporaryDirectories(tmp_path / "work")


@contextmanager
def packed(path: Path, work: LockedTemporaryDirectories, pdf: Path | None = None) -> Iterator[zipfile.ZipFile]:
    with open_source(path, work, pdf=pdf) as source, zipfile.ZipFile(source.path) as archive:
        yield archive


def test_a_pdf_comes_as_it_is(tmp_path: Path, work: LockedTemporaryDirectories) -> None:
    (tmp_path / "paper.pdf").write_bytes(b"%PDF-")
    (tmp_path / "refs.bib").write_text("@book{a}")

    with open_source(tmp_path / "paper.pdf", work) as source:
        assert (source.path, source.media_type) == (tmp_path / "paper.pdf", "application/pdf")


def test_a_latex_file_brings_what_lies_below_its_folder_but_no_other_paper(
    tmp_path: Path, work: LockedTemporaryDirectories
) -> None:
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

    with packed(tmp_path / "paper.tex", work) as archive:
        assert archive.namelist() == ["paper.tex", "refs.bib", "sections/one.tex"]


def test_a_markdown_file_brings_the_bibliographies_beside_it(tmp_path: Path, work: LockedTemporaryDirectories) -> None:
    (tmp_path / "paper.md").write_text("# Title")
    (tmp_path / "paper.bib").write_text("@book{a}")
    (tmp_path / "README.md").write_text("# Not this")

    with packed(tmp_path / "paper.md", work) as archive:
        assert archive.namelist() == ["paper.md", "paper.bib"]


def test_the_same_files_make_the_same_bytes(tmp_path: Path, work: LockedTemporaryDirectories) -> None:
    (tmp_path / "paper.md").write_text("# Title")
    (tmp_path / "paper.bib").write_text("@book{a}")
    made = []
    for _ in range(2):
        with open_source(tmp_path / "paper.md", work) as source:
            made.append(source.path.read_bytes())
        (tmp_path / "paper.bib").touch()

    assert made[0] == made[1]


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path, work: LockedTemporaryDirectories) -> None:
    (tmp_path / "secret.bib").write_text("@book{secret}")
    folder = tmp_path / "paper"
    folder.mkdir()
    (folder / "paper.md").write_text("# Title")
    (folder / "refs.bib").symlink_to(tmp_path / "secret.bib")

    with open_source(folder / "paper.md", work) as source:
        assert source.path == folder / "paper.md"


@pytest.mark.parametrize(("name", "code"), [("missing.pdf", "file_missing"), (".", "folder_without_paper")])
def test_what_is_no_paper_is_a_fault_of_the_input(
    tmp_path: Path, work: LockedTemporaryDirectories, name: str, code: str
) -> None:
    with (
        pytest.raises(PaperFaultError, match=code),
        open_source(tmp_path / name, work),
    ):
        pass


def test_a_folder_with_a_latex_document_is_one_paper(tmp_path: Path, work: LockedTemporaryDirectories) -> None:
    folder = a_project(tmp_path / "project")

    assert papers_in(folder).papers == (folder,)
    with (
        open_source(folder, work) as source,
        zipfile.ZipFile(source.path) as bundle,
    ):
        assert source.filename == "project.zip"
        assert bundle.namelist() == ["anything.tex", "parts/one.tex"]


def test_a_project_with_more_files_than_a_paper_has_is_refused(
    tmp_path: Path, work: LockedTemporaryDirectories
) -> None:
    folder = a_project(tmp_path / "project")
    for n in range(501):
        (folder / "parts" / f"{n}.tex").write_text("x")

    with (
        pytest.raises(PaperFaultError, match="too_large"),
        open_source(folder, work),
    ):
        pass


def test_any_other_folder_stands_for_the_papers_in_it_and_below(tmp_path: Path) -> None:
    for name in ("b.pdf", "a.PDF", "c.tar.gz", ".hidden.pdf", "README.md", "storage/K1/z.pdf", ".git/x.pdf"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"%PDF-")
    (tmp_path / "deeper.pdf").mkdir()

    found = papers_in(tmp_path)

    assert [str(file.relative_to(tmp_path)) for file in found.papers] == [
        "a.PDF", "b.pdf", "c.tar.gz", "storage/K1/z.pdf",
    ]  # fmt: skip
    assert [file.name for file in found.left_out] == ["README.md"]


def test_a_project_below_a_folder_is_one_paper_and_its_other_pdfs_are_left_out(tmp_path: Path) -> None:
    project = a_project(tmp_path / "all" / "project")
    for name in ("anything.pdf", "figure.pdf", "parts/chart.pdf"):
        (project / name).write_bytes(b"%PDF-")
    (tmp_path / "all" / "one.pdf").write_bytes(b"%PDF-")

    found = papers_in(tmp_path / "all")

    assert found.papers == (tmp_path / "all" / "one.pdf", project)
    assert [file.name for file in found.left_out] == ["figure.pdf"]


def test_links_between_folders_are_not_followed(tmp_path: Path) -> None:
    (tmp_path / "one.pdf").write_bytes(b"%PDF-")
    (tmp_path / "round").symlink_to(tmp_path, target_is_directory=True)

    assert [file.name for file in papers_in(tmp_path).papers] == ["one.pdf"]


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("https://arxiv.org/abs/1706.03762", "scholarai add https://arxiv.org/abs/1706.03762"),
        ("10.1371/journal.pone.0000217", "scholarai add 10.1371/journal.pone.0000217"),
        ("https://example.org/a b.pdf", "curl -LO 'https://example.org/a b.pdf'"),
    ],
)
def test_an_address_in_the_place_of_a_file_says_what_to_do(
    work: LockedTemporaryDirectories, given: str, told: str
) -> None:
    with pytest.raises(PaperFaultError, match="not_a_file") as raised, open_source(Path(given), work):
        pass

    assert raised.value.action.endswith(told)
    assert as_typed(Path(given)) == given


def test_a_folder_without_papers_is_named(tmp_path: Path) -> None:
    with pytest.raises(PaperFaultError, match="folder_empty"):
        papers_in(tmp_path)


def a_project(folder: Path) -> Path:
    (folder / "parts").mkdir(parents=True)
    (folder / "anything.tex").write_text(r"\documentclass{article}\begin{document}\input{parts/one}\end{document}")
    (folder / "parts" / "one.tex").write_text("One.")
    return folder


@pytest.mark.parametrize("named", ["paper.tex", "paper.md", "."])
def test_a_source_brings_the_pdf_that_is_called_as_it_is(
    tmp_path: Path, work: LockedTemporaryDirectories, named: str
) -> None:
    (tmp_path / "paper.tex").write_text("\\documentclass{article}", "utf-8")
    (tmp_path / "paper.md").write_text("# Results", "utf-8")
    (tmp_path / "paper.pdf").write_bytes(b"%PDF-1.4")
    (tmp_path / "figure.pdf").write_bytes(b"%PDF-1.4")

    with packed(tmp_path / named, work) as archive:
        assert [name for name in archive.namelist() if name.endswith(".pdf")] == ["paper.pdf"]


@pytest.mark.parametrize("name", ["paper.tex", "paper.xml"])
def test_a_named_pdf_is_packed_under_its_own_name(tmp_path: Path, work: LockedTemporaryDirectories, name: str) -> None:
    (tmp_path / name).write_text("<article/>", "utf-8")
    (tmp_path / "paper.pdf").write_bytes(b"%PDF-1.4 of an old version")
    (tmp_path / "printed.pdf").write_bytes(b"%PDF-1.4")

    with packed(tmp_path / name, work, pdf=tmp_path / "printed.pdf") as archive:
        assert archive.namelist() == [name, NAMED_PDF]
        assert archive.read(NAMED_PDF) == b"%PDF-1.4"


@pytest.mark.parametrize("name", ["project.tar.gz", "project.zip"])
def test_a_pdf_is_packed_beside_the_archive_of_its_source(
    tmp_path: Path, work: LockedTemporaryDirectories, name: str
) -> None:
    (tmp_path / name).write_bytes(b"PK")
    (tmp_path / "printed.pdf").write_bytes(b"%PDF-1.4")

    with packed(tmp_path / name, work, pdf=tmp_path / "printed.pdf") as archive:
        assert archive.namelist() == [f"{ATTACHED_SOURCE}{name}", NAMED_PDF]


def test_a_pdf_is_put_beside_a_source_alone(tmp_path: Path, work: LockedTemporaryDirectories) -> None:
    name = "paper.pdf"
    (tmp_path / name).write_bytes(b"%PDF-1.4")

    with (
        pytest.raises(PaperFaultError, match="not_a_source"),
        open_source(tmp_path / name, work, pdf=tmp_path / name),
    ):
        pass


def test_a_name_longer_than_a_files_may_be_is_of_no_file(work: LockedTemporaryDirectories) -> None:
    with pytest.raises(PaperFaultError, match="file_missing"), open_source(Path("x" * 300), work):
        pass


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no pipes with a name")
@pytest.mark.parametrize("kind", ["pipe", "link to a device"])
def test_what_never_ends_is_refused_before_it_is_read(
    kind: str, tmp_path: Path, work: LockedTemporaryDirectories
) -> None:
    given = tmp_path / "paper.pdf"
    if kind == "pipe":
        os.mkfifo(given)
    else:
        given.symlink_to(os.devnull)

    with pytest.raises(PaperFaultError, match="not_a_file"), open_source(given, work):
        pass
