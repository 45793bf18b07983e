"""Pictures of figures, tables and equations come with a PDF's content where they are wanted, and never instead of it."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from pathlib import Path

import pymupdf
import pytest
from msgspec.structs import replace
from papers import sample
from papers.typeset import Paper

from scholarai.adapters.reading.figure_images import render_images
from scholarai.adapters.reading.limits import ReadLimits
from scholarai.adapters.reading.reader import SandboxedReader
from scholarai.domain.content import Box, Equation, Figure, PaperContent
from scholarai.domain.figure_images import image_regions
from scholarai.ports.reading import PaperSource


@pytest.fixture(scope="module")
def paper(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the sample paper: one figure, one table, two equations."""
    path = tmp_path_factory.mktemp("images") / "paper.pdf"
    sample.make(path)
    return path


def read(path: Path, images: Path | None, limits: ReadLimits | None = None) -> PaperContent:
    source = PaperSource(path=path, filename=path.name, media_type="application/pdf", images=images)
    return SandboxedReader(limits or ReadLimits()).read(source, lambda *_: None)


def pictures(folder: Path) -> dict[str, pymupdf.Pixmap]:
    return {path.name: pymupdf.Pixmap(path.read_bytes()) for path in sorted(folder.iterdir())}


def test_each_figure_table_and_equation_has_a_picture_of_its_region(paper: Path, tmp_path: Path) -> None:
    content = read(paper, tmp_path)

    made = pictures(tmp_path)
    assert set(made) == {f"{region.index}.png" for region in image_regions(content)}
    assert set(made) == {"0.png", "1.png", "2.png", "3.png"}
    curve = made["0.png"]
    assert any(_is_blue(curve.pixel(x, curve.height // 2)) for x in range(curve.width))


def _is_blue(colour: tuple[int, int, int]) -> bool:
    red, _, blue = colour
    return blue - red > 100


def test_the_content_is_the_same_with_pictures_and_without(paper: Path, tmp_path: Path) -> None:
    assert read(paper, tmp_path) == read(paper, None)


@pytest.mark.skipif(sys.platform != "linux", reason="children are found in /proc")
def test_a_reader_that_is_killed_while_it_draws_draws_once_more(tmp_path: Path) -> None:
    paper, images = tmp_path / "paper.pdf", tmp_path / "images"
    images.mkdir()
    figures = paper_of_figures(paper, 40)
    killed: list[int] = []

    def kill_at_the_first_picture() -> None:
        until = time.monotonic() + 60
        while not list(images.iterdir()) and time.monotonic() < until:
            time.sleep(0.001)
        for child in Path(f"/proc/{os.getpid()}/task/{reading}/children").read_text().split():
            if b"scholarai.adapters.reading.child" in Path(f"/proc/{child}/cmdline").read_bytes():
                killed.append(int(child))
                os.kill(killed[-1], signal.SIGKILL)

    reading = threading.get_native_id()
    killer = threading.Thread(target=kill_at_the_first_picture)
    killer.start()
    content = read(paper, images)
    killer.join()

    assert len(killed) == 1
    assert len(content.figures) == figures == len(pictures(images))


def paper_of_figures(path: Path, count: int) -> int:
    with pymupdf.open() as document:
        for number in range(1, count + 1):
            page = document.new_page()
            page.insert_textbox(
                (72, 72, 500, 190), f"Kettle {number} boils on a slow fire, and four cats watch it. " * 6
            )
            page.draw_circle((300, 300), 100, color=(0, 0, 1), fill=(0.8, 0.8, 1))
            page.insert_text((72, 450), f"Figure {number}. The kettle at noon.")
        document.save(path)
    return count


def test_pictures_that_take_too_long_are_missing_and_the_content_is_there(paper: Path, tmp_path: Path) -> None:
    content = read(paper, tmp_path, ReadLimits(images_s=0.0))

    assert len(content.figures) == 1
    assert pictures(tmp_path) == {}


def test_a_picture_is_made_smaller_until_it_fits(paper: Path, tmp_path: Path) -> None:
    content = read(paper, tmp_path)
    whole = {path.name: path.stat().st_size for path in tmp_path.iterdir()}

    limits = ReadLimits(image_bytes=whole["0.png"] - 1)
    smaller = dict(render_images(paper, content, limits))

    assert 0 < len(smaller[0]) < whole["0.png"]
    assert dict(render_images(paper, content, ReadLimits(image_bytes=100))) == {}


def test_no_side_of_a_picture_is_longer_than_the_limit(paper: Path) -> None:
    content = read(paper, None)

    for _, png in render_images(paper, content, ReadLimits(image_pixels=120)):
        picture = pymupdf.Pixmap(png)
        assert 100 <= max(picture.width, picture.height) <= 120


@pytest.mark.parametrize("turned", [0, 90, 180, 270])
def test_a_region_of_a_turned_page_is_cut_where_the_page_shows_it(tmp_path: Path, turned: int) -> None:
    document = pymupdf.open()
    page = document.new_page(width=600, height=800)
    page.draw_rect(pymupdf.Rect(100, 200, 180, 240), fill=(1, 0, 0), color=None)
    page.set_rotation(turned)
    shown = pymupdf.Rect(100, 200, 180, 240) * page.rotation_matrix
    document.save(tmp_path / "turned.pdf")
    figure = Figure(label="Figure 1", caption="", page_number=1, boxes=(Box(*shown),))

    ((_, png),) = render_images(
        tmp_path / "turned.pdf", PaperContent(source_format="pdf", figures=(figure,)), ReadLimits()
    )

    picture = pymupdf.Pixmap(png)
    assert picture.pixel(picture.width // 2, picture.height // 2) == (255, 0, 0)
    assert picture.pixel(2, 2) == (255, 255, 255)


def test_an_equation_is_drawn_with_its_number_and_the_lines_beside_it_in_its_own_column(tmp_path: Path) -> None:
    paper_of_equations(tmp_path / "paper.pdf", 40)
    content = read(tmp_path / "paper.pdf", tmp_path)

    shown = {}
    with pymupdf.open(tmp_path / "paper.pdf") as document:
        for region in image_regions(content):
            assert isinstance(region.item, Equation)
            assert region.page_number
            assert region.box
            text = document[region.page_number - 1].get_text(clip=pymupdf.Rect(*region.box))
            # Glyphs of the lines above and below reach into the region, but not whole words.
            shown[int(region.item.label or "")] = {word for word in text.split() if word.startswith(("after", "("))}
            picture = pymupdf.Pixmap((tmp_path / f"{region.index}.png").read_bytes())
            assert picture.n == 1
            assert picture.width / picture.height == pytest.approx(
                (region.box.x1 - region.box.x0 + 6) / (region.box.y1 - region.box.y0 + 6), rel=0.05
            )

    both = {n: {f"({n})", f"after{n - 1:02}", f"after{n:02}"} for n in range(1, 41)}
    assert list(shown) == list(both)
    assert all({f"({n})"} < words <= both[n] for n, words in shown.items())
    assert any(words == {f"({n})", f"after{n:02}"} for n, words in shown.items()), "none at the top of a column"
    assert any(words == {f"({n})", f"after{n - 1:02}"} for n, words in shown.items()), "none at the end of a column"
    assert sum(words == both[n] for n, words in shown.items()) > 30


def paper_of_equations(path: Path, count: int) -> None:
    paper = Paper()
    paper.title("Forty Equations", "The ScholarAI Authors", "Made by a script")
    paper.paragraph("after00 " * 15, indent=0)
    for number in range(1, count + 1):
        # One formula at the top of every page would be a running head.
        paper.equation(f"q = {'abcdefghijk'[number % 11]} + exp( − t / s )", number)
        paper.paragraph(f"after{number:02} " * (30 + number % 4 * 11), indent=0)
    paper.save(path)


def test_a_page_that_is_not_there_costs_its_own_pictures_alone(paper: Path) -> None:
    content = read(paper, None)
    lost = Figure(label="Figure 9", caption="", page_number=99, boxes=(Box(0, 0, 100, 100),))

    made = dict(render_images(paper, replace(content, figures=(lost, *content.figures)), ReadLimits()))

    assert sorted(made) == [1, 2, 3, 4]


def test_what_is_no_pdf_any_more_gives_no_pictures(paper: Path, tmp_path: Path) -> None:
    content = read(paper, None)
    (tmp_path / "other").write_bytes(b"no longer a paper")

    assert dict(render_images(tmp_path / "other", content, ReadLimits())) == {}
