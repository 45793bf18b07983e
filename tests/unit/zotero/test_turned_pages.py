"""Marks on pages that are turned, cropped or do not begin at zero stand in Zotero where they stand here."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pymupdf
import pytest
from contract.making import a_paper
from doubles.zotero import put_highlight, put_paper
from unit.zotero.world import ADA, P1, World

from scholarai.adapters.reading.formats import read_file
from scholarai.adapters.reading.limits import ReadLimits
from scholarai.domain.content import Box, Page
from scholarai.domain.zotero import box_on_page, rect_in_pdf

SAYS = "momentum decays slowly in time"
# In the PDF's own coordinates: where its text begins, and what of it shows.
LEFT, BASELINE = 100, 200
MEDIA, CROP = "[-40 30 560 830]", "[50 100 450 700]"


def printed(path: Path, keys: dict[str, str]) -> bytes:
    """Write a PDF of one page with the words at their place, and keys of the page as the file is to have them."""
    document = pymupdf.open()
    page = document.new_page(width=600, height=800)
    page.insert_text((1, 1), " ", fontname="helv")  # which makes the font known
    drawn = f"BT /helv 12 Tf {LEFT} {BASELINE} Td ({SAYS}) Tj ET".encode()
    document.update_stream(page.get_contents()[0], drawn)
    for name, value in keys.items():
        document.xref_set_key(page.xref, name, value)
    document.save(path)
    return path.read_bytes()


def with_printed(folder: Path, keys: dict[str, str]) -> World:
    """Return a world whose paper was read from such a PDF, which Zotero has, too."""
    file = printed(folder / "paper.pdf", keys)
    world = World(folder)
    put_paper(world.zotero)
    world.zotero.files["PDFS2222"] = file
    content = read_file(folder / "paper.pdf", "paper.pdf", ReadLimits(), lambda *_: None)
    world.read_paper(a_paper(P1, owner=ADA, sha256=hashlib.sha256(file).hexdigest()), content)
    return world


PAGES = pytest.mark.parametrize(
    "keys",
    [
        {"Rotate": turn} | boxes
        for turn in ("0", "90", "180", "270")
        for boxes in ({}, {"CropBox": CROP}, {"MediaBox": MEDIA}, {"MediaBox": MEDIA, "CropBox": CROP})
    ],
    ids=lambda keys: " ".join(keys) + keys["Rotate"],
)


@PAGES
def test_a_highlight_goes_out_to_where_its_words_are_in_the_pdf(tmp_path: Path, keys: dict[str, str]) -> None:
    world = with_printed(tmp_path, keys)
    world.bring()
    world.mark("momentum decays")

    world.send()

    ((_, data),) = world.zotero.annotations().items()
    ((left, bottom, right, top),) = json.loads(data["annotationPosition"])["rects"]
    assert left == pytest.approx(LEFT, abs=1.5)
    assert bottom < BASELINE < top
    assert top - bottom < 20, "a line that is printed upright is wide and low"
    assert 70 < right - left < 110


@PAGES
def test_a_region_of_zotero_covers_the_same_words_here(tmp_path: Path, keys: dict[str, str]) -> None:
    world = with_printed(tmp_path, keys)
    region: dict[str, Any] = {"pageIndex": 0, "rects": [[LEFT, BASELINE - 3, LEFT + 90, BASELINE + 9]]}
    put_highlight(world.zotero, annotationType="image", annotationText="", annotationPosition=json.dumps(region))

    world.bring()

    (note,) = world.notes()
    assert note.target is not None
    ((box,),) = (page.boxes for page in note.target.pages)
    ((line,),) = (
        block.boxes
        for block in world.app.passages.open_papers().open(world.paper()).index.content.blocks
        if SAYS in block.text
    )
    assert line.x0 - 2 <= box.x0 <= box.x1 <= line.x1 + 2
    assert line.y0 - 2 <= box.y0 <= box.y1 <= line.y1 + 2


def test_what_goes_out_comes_back_the_same() -> None:
    page = Page(page_number=1, width_pt=800.0, height_pt=1200.0, to_pdf=(0.0, 0.5, 0.5, 0.0, 50.0, 400.0))
    box = Box(10.0, 20.0, 110.0, 40.0)

    assert box_on_page(rect_in_pdf(box, page), page) == pytest.approx(box)


def test_a_matrix_that_cannot_be_turned_round_is_left_aside() -> None:
    page = Page(page_number=1, width_pt=600.0, height_pt=800.0, to_pdf=(0.0, 0.0, 0.0, 0.0, 0.0, 0.0))

    assert rect_in_pdf(Box(10, 20, 30, 40), page) == (10, 760, 30, 780)
