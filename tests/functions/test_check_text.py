"""`POST /check` and `POST /find-source` through the framework: a whole text against papers, and where sentences come from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pymupdf
from functions.answers import check_problem
from functions.system import System
from werkzeug.test import TestResponse

from scholarai.domain.ids import PaperId

TRUE = "For 23 people the exact probability is 0.5073."
TEXT = f"""# What it says

The authors write: “{TRUE.replace("0.5073", "0.9073")}” They also write: "{TRUE}" [1]

Sheep dream of electric fences. Is that so?
"""


def post(system: System, path: str, **body: object) -> TestResponse:
    return system.chat.post(path, json=body)


def checked(system: System, text: str, paper_ids: Sequence[str] | None) -> list[dict[str, Any]]:
    response = post(system, "/check", text=text, paper_ids=paper_ids)
    assert response.status_code == 200, response.get_data(as_text=True)
    return list(response.get_json()["sentences"])


def test_each_sentence_of_a_text_has_its_outcome(system: System, paper_id: PaperId) -> None:
    for papers in ([paper_id], None):
        sentences = checked(system, TEXT, papers)

        assert [one["outcome"] for one in sentences] == [
            "not_checkable",
            "changed",
            "said",
            "closest",
            "not_checkable",
        ]
        (false,), (true,) = (one["quotes"] for one in sentences[1:3])
        assert [change["kind"] for change in false["checked"]["changes"]] == ["number"]
        assert TEXT[true["start"] : true["end"]] == TRUE
        assert [place["page_number"] for place in true["checked"]["places"]] == [1]


def test_the_source_of_a_sentence_is_found_in_the_library(system: System, paper_id: PaperId) -> None:
    response = post(system, "/find-source", sentences=[TRUE, "Sheep dream of electric fences."])

    true, foreign = response.get_json()["results"]
    assert [(one["paper_id"], one["checked"]["verdict"]) for one in true["papers"]] == [(paper_id, "exact")]
    assert (true["nearest"], foreign["papers"]) == ([], [])


def test_texts_that_cannot_be_checked_are_refused(system: System, paper_id: PaperId) -> None:
    check_problem(post(system, "/check", text="…", paper_ids=[paper_id]), 422, "text_invalid")
    check_problem(post(system, "/check", text="word " * 50_000, paper_ids=[paper_id]), 422, "text_invalid")
    check_problem(post(system, "/check", text=TRUE, paper_ids=[]), 422, "papers_missing")
    check_problem(post(system, "/check", text=TRUE, paper_ids=["unknown-1"]), 404, "paper_unknown")
    check_problem(post(system, "/find-source", sentences=["…"]), 422, "text_invalid")


def test_a_checked_text_is_exported_as_a_document_and_as_marks_in_the_pdf(system: System, paper_id: PaperId) -> None:
    hostile = TEXT.replace("Sheep", "<script>Sheep</script>")
    answer = post(system, "/check", text=hostile, paper_ids=[paper_id]).get_json()

    markdown, page, pdf = (
        post(system, "/check/export", checked=answer, form=form, paper_id=paper_id) for form in ("md", "html", "pdf")
    )

    assert "2. **changed:**" in markdown.get_data(as_text=True)
    assert "~~0.9073~~ **0.5073**" in markdown.get_data(as_text=True)
    assert "<del>0.9073</del> <ins>0.5073</ins>" in page.get_data(as_text=True)
    assert "<script>" not in page.get_data(as_text=True)
    with pymupdf.open(stream=pdf.data) as marked:
        said = [note.info["content"] for leaf in marked for note in leaf.annots()]
    assert len(said) == 2
    assert "~~0.9073~~ **0.5073**" in said[0]
    check_problem(post(system, "/check/export", checked=answer, form="pdf"), 422, "papers_missing")
    check_problem(post(system, "/check/export", checked={"text": 1}), 422, "body_invalid")
    answer["sentences"][1]["quotes"][0]["checked"]["places"][0]["width_pt"] = None
    check_problem(post(system, "/check/export", checked=answer), 422, "body_invalid")


def test_references_of_a_text_are_looked_for(system: System, paper_id: PaperId) -> None:
    text = "As Lamp (2020) says.\n\n## References\n\n[1] A. Lamp. How houses of wood are lit by lamps. 2020."

    answer = post(system, "/check-references", text=text).get_json()

    (reference,) = answer["references"]
    assert (reference["found"], reference["reference"]["year"], answer["looked"]) == ("nowhere", 2020, ["the library"])
