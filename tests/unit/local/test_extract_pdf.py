"""`scholarai extract` puts a source on the pages of its PDF."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from papers import pair

from scholarai.local.cli import main
from scholarai.local.extract_command import extract


def test_a_source_is_put_on_the_pages_of_the_named_pdf(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, pdf = pair.make_source(tmp_path / "paper.tex"), pair.make_pdf(tmp_path / "printed.pdf")

    code = main(["extract", str(source), "--pdf", str(pdf)])

    extracted = json.loads(capsys.readouterr().out)
    assert code == 0
    assert [equation["latex"] is not None for equation in extracted["equations"]] == [True, True]
    assert all(block["boxes"] for block in extracted["blocks"])


def test_a_pdf_belongs_to_one_paper(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sources = [pair.make_source(tmp_path / name) for name in ("a.tex", "b.tex")]

    code = extract(sources, tmp_path / "out", pdf=pair.make_pdf(tmp_path / "c.pdf"))

    assert code == 2
    assert "--pdf needs one paper" in capsys.readouterr().err
