"""An archive with a paper's source and its PDF is one paper: the source's text, with places on the PDF's pages."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest
from functions.answers import check
from functions.system import System, body_of
from papers import pair


@pytest.mark.parametrize(("source", "pdf"), [("paper.tex", "paper.pdf"), ("tides.html", "print.pdf")])
def test_a_source_and_its_pdf_are_one_paper(system: System, tmp_path: Path, source: str, pdf: str) -> None:
    tex = pair.make_source(tmp_path / "paper.tex").read_bytes()
    page = f"<html><body><h1>Tides</h1><p>{pair.MEASURED}</p><p>{pair.LIMITS}</p></body></html>".encode()
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr(source, tex if source.endswith(".tex") else page)
        archive.writestr(pdf, pair.make_pdf(tmp_path / "print.pdf").read_bytes())

    paper_id, event = system.upload(data.getvalue(), "tides.zip")
    assert system.send(event).status_code == 200

    paper = check(system.status.get(f"/papers/{paper_id}"), "paper_view")
    assert (paper["status"], paper["media_type"], paper["counts"]["pages"]) == ("completed", "application/zip", 1)
    question = {"question": "How were gaps in the measurements closed?"}
    answer = body_of(system.chat.post(f"/papers/{paper_id}/chat", json=question))
    (page_boxes, *_) = answer["sections"][0]["citations"][0]["pages"]
    assert page_boxes["page_number"] == 1
    assert page_boxes["boxes"]
