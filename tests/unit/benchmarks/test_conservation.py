"""Every line of the generated papers ends in a block, a figure, a table or furniture, and a lost one would be found."""

from __future__ import annotations

import sys
from importlib.resources import files
from pathlib import Path

import pytest
from msgspec.structs import replace

BENCHMARKS = Path(__file__).resolve().parents[3] / "benchmarks"
sys.path.append(str(BENCHMARKS))  # the commands there import each other by their names

from conservation import left_out_of, lines_left_out  # noqa: E402  - after the path is set
from gold.studies import studies  # noqa: E402  - after the path is set
from make_papers import make  # noqa: E402  - after the path is set

from scholarai.adapters.reading.pdf import PdfFile  # noqa: E402  - after the path is set
from scholarai.parsing.pdf.layout.page import prepare  # noqa: E402
from scholarai.parsing.pdf.read import read_pages  # noqa: E402  - after the path is set

pytestmark = pytest.mark.slow

SAMPLE = Path(str(files("scholarai.local").joinpath("sample/sample-paper.pdf")))


def test_no_line_of_a_generated_paper_is_left_out(tmp_path: Path) -> None:
    papers = [SAMPLE, *make(tmp_path, studies()[::3])]

    assert {path.name: left_out_of(path) for path in papers} == {path.name: [] for path in papers}


def test_a_lost_block_is_found() -> None:
    pages = [prepare(layout) for layout in PdfFile(SAMPLE).pages() if layout is not None]
    content = read_pages(pages)
    lost = next(block for block in content.blocks if block.kind == "paragraph" and len(block.lines) == 4)
    rest = tuple(block for block in content.blocks if block is not lost)

    found = list(lines_left_out(pages, replace(content, blocks=rest)))

    assert [line.page_number for line in found] == [line.page_number for line in lost.lines]
