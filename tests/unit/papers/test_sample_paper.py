"""The sample paper that ships is the one that our script makes."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pymupdf
from papers import sample


def test_the_script_makes_the_sample_paper_that_ships(tmp_path: Path) -> None:
    sample.make(tmp_path / "sample.pdf")
    made = pymupdf.open(tmp_path / "sample.pdf")
    shipped = pymupdf.open(stream=files("scholarai.local").joinpath("sample/sample-paper.pdf").read_bytes())

    assert [page.get_text() for page in made.pages()] == [page.get_text() for page in shipped.pages()]
