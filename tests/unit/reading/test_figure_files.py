"""Figures of LaTeX and Markdown projects have pictures of their files."""

from __future__ import annotations

import io
import tarfile
import zipfile
from pathlib import Path

import pymupdf
import pytest

from scholarai.adapters.reading.limits import ReadLimits
from scholarai.adapters.reading.reader import SandboxedReader
from scholarai.domain.content import PaperContent
from scholarai.ports.reading import PaperSource

RED, BLUE = (1, 0, 0), (0, 0, 1)
LATEX = r"""\documentclass{article}\usepackage{graphicx,subcaption}\graphicspath{{figs/}}
\newcommand{\draw}[1]{\includegraphics[width=\linewidth]{#1}}
\begin{document}
\section{Results} Figure~\ref{fig:a} shows the curve that we measured over the years.
\begin{figure}\centering\draw{curve}\caption{A curve.}\label{fig:a}\end{figure}
\begin{figure}
\begin{subfigure}[b]{.5\textwidth}\includegraphics{left.png}\caption{The left one.}\end{subfigure}
\begin{subfigure}[b]{.5\textwidth}\includegraphics*[scale=2]{right}\caption{The right one.}\end{subfigure}
\caption{Two maps.}\end{figure}
\begin{figure}\includegraphics{lost}\caption{No file.}\end{figure}
\end{document}"""
MARKDOWN = "# A paper\n\nText of the paper stands here.\n\n![A map of all plots.](a%20map.png)\n\n![Far.](https://x.org/y.png)\n"


def square(color: tuple[float, float, float], *, png: bool) -> bytes:
    document = pymupdf.open()
    page = document.new_page(width=100, height=80)
    page.draw_rect(page.rect, fill=color, color=color)
    data: bytes = page.get_pixmap().tobytes("png") if png else document.tobytes()
    return data


PICTURES = {
    "paper/figs/curve.pdf": square(RED, png=False),
    "paper/figs/left.png": square(RED, png=True),
    "paper/figs/right.pdf": square(BLUE, png=False),
    "paper/figs/curve.txt": b"no picture",
}


def packed(path: Path, files: dict[str, bytes]) -> Path:
    if path.suffix == ".zip":
        with zipfile.ZipFile(path, "w") as archive:
            for name, data in files.items():
                archive.writestr(name, data)
    else:
        with tarfile.open(path, "w:gz") as tar:
            for name, data in files.items():
                entry = tarfile.TarInfo(name)
                entry.size = len(data)
                tar.addfile(entry, io.BytesIO(data))
    return path


def read(path: Path, images: Path) -> PaperContent:
    source = PaperSource(path=path, filename=path.name, media_type="", images=images)
    return SandboxedReader(ReadLimits()).read(source, lambda *_: None)


def colors(path: Path) -> list[tuple[int, ...]]:
    """Return the colours left and right of the middle of a picture."""
    picture = pymupdf.Pixmap(path.read_bytes())
    return [picture.pixel(picture.width // 4, picture.height // 2), picture.pixel(3 * picture.width // 4, 40)]


@pytest.mark.parametrize("name", ["paper.zip", "paper.tar.gz"])
def test_the_files_of_a_latex_figure_are_its_picture(tmp_path: Path, name: str) -> None:
    images = tmp_path / "images"
    images.mkdir()

    content = read(packed(tmp_path / name, {"paper/main.tex": LATEX.encode(), **PICTURES}), images)

    assert [figure.files for figure in content.figures if figure.files] == [
        ("curve",),
        ("left.png", "right"),
        ("lost",),
    ]
    assert sorted(path.name for path in images.iterdir()) == ["0.png", "1.png"]
    assert colors(images / "0.png") == [(255, 0, 0), (255, 0, 0)]
    assert colors(images / "1.png") == [(255, 0, 0), (0, 0, 255)]


def test_captions_of_parts_are_the_panels_of_their_figure(tmp_path: Path) -> None:
    content = read(packed(tmp_path / "paper.zip", {"main.tex": LATEX.encode()}), tmp_path)

    (panels,) = [figure.panels for figure in content.figures if figure.panels]
    assert panels == (("a", "The left one."), ("b", "The right one."))


def test_a_markdown_figure_is_the_file_beside_the_paper(tmp_path: Path) -> None:
    images = tmp_path / "images"
    images.mkdir()
    files = {"paper.md": MARKDOWN.encode(), "a map.png": square(BLUE, png=True)}

    content = read(packed(tmp_path / "paper.zip", files), images)

    assert [figure.files for figure in content.figures] == [("a map.png",), ()]
    assert [path.name for path in images.iterdir()] == ["0.png"]
    assert colors(images / "0.png") == [(0, 0, 255), (0, 0, 255)]


def test_a_file_that_cannot_be_drawn_costs_its_own_picture_alone(tmp_path: Path) -> None:
    images = tmp_path / "images"
    images.mkdir()
    files = {"main.tex": LATEX.encode(), **PICTURES, "paper/figs/curve.pdf": b"%PDF-1.4 no more"}

    content = read(packed(tmp_path / "paper.zip", files), images)

    assert len([figure for figure in content.figures if figure.files]) == 3
    assert [path.name for path in images.iterdir()] == ["1.png"]
