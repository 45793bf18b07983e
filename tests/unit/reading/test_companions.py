"""An archive with a paper's source and its PDF is read as one paper."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from pathlib import Path

import pymupdf
import pytest
from papers import pair, sample
from unit.reading.sample_files import SENTENCES, tar_of, text_pdf

from scholarai.adapters.reading.figure_images import render_images
from scholarai.adapters.reading.formats import read_file
from scholarai.adapters.reading.limits import ReadLimits
from scholarai.domain.content import PaperContent
from scholarai.domain.errors import PaperFaultError
from scholarai.domain.figure_images import image_regions
from scholarai.domain.formats import ATTACHED_SOURCE, NAMED_PDF

TEXT = " ".join(SENTENCES)
JATS = f"<article><front/><body><sec><title>Results</title><p>{TEXT}</p></sec></body></article>"
HTML = f"<html><body><h1>Results</h1><p>{TEXT}</p></body></html>"


def _read(path: Path) -> PaperContent:
    return read_file(path, path.name, ReadLimits(), lambda *_: None)


def _zip(path: Path, files: Mapping[str, Path | str]) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, file in files.items():
            archive.writestr(name, file if isinstance(file, str) else file.read_bytes())
    return path


@pytest.fixture(scope="module")
def tex(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return pair.make_source(tmp_path_factory.mktemp("source") / "paper.tex")


@pytest.fixture(scope="module")
def pdf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return pair.make_pdf(tmp_path_factory.mktemp("printed") / "printed.pdf")


@pytest.mark.parametrize(
    "names", [("paper.tex", "paper.pdf"), ("src/main.tex", "build/Main.pdf"), ("a.tex", NAMED_PDF)]
)
def test_a_project_stands_on_the_pages_of_its_pdf(tmp_path: Path, tex: Path, pdf: Path, names: tuple[str, str]) -> None:
    content = _read(_zip(tmp_path / "paper.zip", dict(zip(names, (tex, pdf), strict=True))))

    assert (content.source_format, len(content.pages)) == ("latex", 1)
    assert all(block.boxes for block in content.blocks)


def test_paper_md_is_the_paper_and_not_a_file_whose_name_ends_so(tmp_path: Path) -> None:
    texts = {"whitepaper.md": "# On the side\n\nOther words.", "joss/Paper.md": f"# Results\n\n{TEXT}"}

    content = _read(_zip(tmp_path / "project.zip", texts))

    assert content.title == "Results"


def test_a_tar_of_a_project_does_too(tmp_path: Path, tex: Path, pdf: Path) -> None:
    content = _read(tar_of(tmp_path / "p.tar.gz", {"ms.tex": tex.read_bytes(), "ms.pdf": pdf.read_bytes()}))

    assert len(content.pages) == 1


def test_the_pdf_of_a_figure_is_not_the_papers(tmp_path: Path, tex: Path, pdf: Path) -> None:
    content = _read(_zip(tmp_path / "paper.zip", {"paper.tex": tex, "levels.pdf": pdf}))

    assert (content.pages, content.notes) == ((), ())


@pytest.mark.parametrize(
    ("name", "text", "kind"),
    [("a.xml", JATS, "jats"), ("b.html", HTML, "html"), ("c.txt", f"Results\n\n{TEXT}", "text")],
)
def test_one_source_and_one_pdf_are_one_paper(tmp_path: Path, name: str, text: str, kind: str) -> None:
    printed = text_pdf(tmp_path / "any.pdf", [f"Results\n\n{TEXT}"])

    content = _read(_zip(tmp_path / "paper.zip", {name: text, "any.pdf": printed}))

    assert (content.source_format, len(content.pages)) == (kind, 1)
    assert next(block for block in content.blocks if TEXT in block.text).boxes


def test_a_pdf_that_a_person_named_must_be_that_of_the_source(tmp_path: Path, tex: Path) -> None:
    sample.make(tmp_path / "other.pdf")

    with pytest.raises(PaperFaultError, match="not_the_same_paper"):
        _read(_zip(tmp_path / "paper.zip", {"paper.tex": tex, NAMED_PDF: tmp_path / "other.pdf"}))


@pytest.mark.parametrize("name", ["paper.tex", "project.tar.gz", "project.zip"])
def test_an_attached_source_stands_on_the_pages_of_its_pdf(tmp_path: Path, tex: Path, pdf: Path, name: str) -> None:
    sample.make(tmp_path / "other.pdf")
    packed = {"ms.tex": tex.read_bytes(), "ms.pdf": (tmp_path / "other.pdf").read_bytes()}
    given = {
        "paper.tex": tex,
        "project.tar.gz": tar_of(tmp_path / "project.tar.gz", packed),
        "project.zip": _zip(tmp_path / "project.zip", {"ms.tex": tex, "ms.pdf": tmp_path / "other.pdf"}),
    }

    content = _read(_zip(tmp_path / "paper.zip", {NAMED_PDF: pdf, f"{ATTACHED_SOURCE}{name}": given[name]}))

    assert (content.source_format, len(content.pages)) == ("latex", 1)
    assert all(block.boxes for block in content.blocks)


def test_an_attached_source_that_is_an_article_is_read_by_its_name(tmp_path: Path) -> None:
    printed = text_pdf(tmp_path / "any.pdf", [f"Results\n\n{TEXT}"])

    content = _read(_zip(tmp_path / "paper.zip", {NAMED_PDF: printed, f"{ATTACHED_SOURCE}a.xml": JATS}))

    assert (content.source_format, len(content.pages)) == ("jats", 1)


@pytest.mark.parametrize(("name", "code"), [("a.pdf", "unsupported_format"), ("a.zip", "no_main_file")])
def test_an_attached_file_that_is_no_source_is_named(tmp_path: Path, pdf: Path, name: str, code: str) -> None:
    inner = _zip(tmp_path / "inner.zip", {NAMED_PDF: pdf, f"{ATTACHED_SOURCE}a.bin": "none"})
    given = {"a.pdf": pdf, "a.zip": inner}

    with pytest.raises(PaperFaultError, match=code):
        _read(_zip(tmp_path / "paper.zip", {NAMED_PDF: pdf, f"{ATTACHED_SOURCE}{name}": given[name]}))


def test_attached_archives_are_not_opened_within_each_other(tmp_path: Path, tex: Path, pdf: Path) -> None:
    inner = _zip(tmp_path / "inner.zip", {NAMED_PDF: pdf, f"{ATTACHED_SOURCE}deep.zip": tex})
    outer = _zip(tmp_path / "outer.zip", {NAMED_PDF: pdf, f"{ATTACHED_SOURCE}a.zip": inner})

    with pytest.raises(PaperFaultError, match="no_main_file"):
        _read(outer)


@pytest.mark.parametrize("damaged", [False, True])
def test_a_pdf_that_nobody_named_is_left_alone_when_it_is_another(tmp_path: Path, tex: Path, damaged: bool) -> None:
    sample.make(tmp_path / "other.pdf")
    other: Path | str = "%PDF-1.4 of nothing" if damaged else tmp_path / "other.pdf"

    content = _read(_zip(tmp_path / "paper.zip", {"paper.tex": tex, "paper.pdf": other}))

    assert [note.code for note in content.notes] == ["pdf_not_used"]
    assert content.text() == _read(tex).text()


def test_two_sources_of_unlike_names_are_no_paper(tmp_path: Path, pdf: Path) -> None:
    with pytest.raises(PaperFaultError, match="no_main_file"):
        _read(_zip(tmp_path / "paper.zip", {"a.xml": JATS, "b.xml": JATS, "a.pdf": pdf}))


def test_pictures_of_figures_are_cut_from_the_pages(tmp_path: Path, tex: Path, pdf: Path) -> None:
    archive = _zip(tmp_path / "paper.zip", {"paper.tex": tex, "paper.pdf": pdf})
    content = _read(archive)

    drawn = dict(render_images(archive, content, ReadLimits()))

    assert [region.page_number for region in image_regions(content)] == [1, 1, 1, 1]
    assert sorted(drawn) == [0, 1, 2, 3]
    assert pymupdf.Pixmap(drawn[0]).width > 400
