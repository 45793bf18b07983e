"""Papers and conversations leave as files: over HTTP, with what a person corrected, and only one's own."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

import pymupdf
import pytest
from functions.answers import check_problem
from functions.system import SAMPLE, System, body_of

from scholarai import bootstrap
from scholarai.domain.ids import PaperId

QUESTION = "How many people make a shared birthday more likely than not?"


@pytest.fixture
def session_id(system: System, paper_id: str) -> str:
    asked = body_of(system.chat.post(f"/papers/{paper_id}/chat", json={"question": QUESTION}))
    found: str = asked["session_id"]
    return found


def correct(system: System, paper_id: str, **changes: Any) -> None:
    assert system.status.patch(f"/papers/{paper_id}", json=changes).status_code == 200


def test_a_correction_is_in_every_export_at_once(system: System, paper_id: str) -> None:
    correct(
        system,
        paper_id,
        title="On Dates",
        authors=["Ann Priestley"],
        year=1851,
        venue="Annals of Dates",
        doi="10.1000/a_b",
    )

    bibtex = system.chat.get("/papers/export?format=bibtex")
    ris = system.chat.get(f"/papers/export?format=ris&papers={paper_id}")
    items = system.chat.get("/papers/export?format=csl-json")
    apa = system.chat.get("/papers/export?format=txt&style=apa")

    assert bibtex.text.startswith("@article{priestley1851dates,\n  title = {On Dates},\n  author = {Priestley, Ann},")
    assert bibtex.headers["Content-Type"] == "application/x-bibtex; charset=utf-8"
    assert bibtex.headers["Content-Disposition"] == 'attachment; filename="papers.bib"'
    assert "AU  - Priestley, Ann\r\n" in ris.text
    assert json.loads(items.text)[0]["id"] == "priestley1851dates"
    assert apa.text == "Priestley, A. (1851). On Dates. Annals of Dates. https://doi.org/10.1000/a_b\n\n"


def test_notes_for_obsidian_hold_what_conversations_quote(system: System, paper_id: str, session_id: str) -> None:
    answer = system.chat.get("/papers/export?format=obsidian")

    with zipfile.ZipFile(io.BytesIO(answer.data)) as folder:
        (note,) = (folder.read(name).decode() for name in folder.namelist())
    assert answer.headers["Content-Type"] == "application/zip"
    assert "## Quotes\n\n> “" in note
    assert session_id


@pytest.mark.parametrize(
    ("form", "begins"), [("md", b"# "), ("html", b"<!doctype html>"), ("docx", b"PK"), ("pdf", b"%PDF")]
)
def test_a_conversation_leaves_with_its_quotes(system: System, session_id: str, form: str, begins: bytes) -> None:
    answer = system.chat.get(f"/chat/{session_id}/export?format={form}&style=ieee")

    assert answer.status_code == 200, answer.text
    assert answer.data.startswith(begins)
    assert answer.headers["Content-Disposition"] == f'attachment; filename="conversation.{form}"'
    assert form in {"docx", "pdf"} or (QUESTION in answer.text and "Bibliography" in answer.text)


@pytest.mark.parametrize(
    ("path", "code", "status"),
    [
        ("/papers/export?format=word", "format_unknown", 422),
        ("/papers/export?format=txt&style=mine", "style_unknown", 422),
        ("/papers/export?papers=;", "papers_missing", 422),
        ("/papers/export?papers=unknown", "paper_unknown", 404),
        ("/chat/unknown/export", "session_unknown", 404),
        ("/chat/unknown/export?format=word", "format_unknown", 422),
    ],
)
def test_what_cannot_be_exported_is_refused(system: System, path: str, code: str, status: int) -> None:
    answer = system.chat.get(path)

    check_problem(answer, status, code)


def test_a_library_without_papers_is_an_empty_file(system: System) -> None:
    answer = system.chat.get("/papers/export?format=bibtex")

    assert (answer.status_code, answer.data) == (200, b"")


def test_a_marked_copy_of_the_pdf_has_the_quotes_and_the_stored_file_stays(
    system: System, paper_id: str, session_id: str
) -> None:
    answer = system.chat.get(f"/papers/{paper_id}/annotated?session={session_id}")

    assert answer.status_code == 200, answer.text
    assert answer.headers["Content-Type"] == "application/pdf"
    with pymupdf.open(stream=answer.data, filetype="pdf") as marked:
        notes = [annotation.info["content"] for page in marked for annotation in page.annots()]
    assert notes
    assert all(QUESTION in note for note in notes)
    stored = bootstrap.process.backend().papers.get(PaperId(paper_id))
    assert stored is not None
    assert bootstrap.process.backend().objects.read(stored.object_name) == SAMPLE.read_bytes()


def test_without_a_conversation_the_quotes_of_all_of_them_are_marked(
    system: System, paper_id: str, session_id: str
) -> None:
    one = system.chat.get(f"/papers/{paper_id}/annotated?session={session_id}")
    every = system.chat.get(f"/papers/{paper_id}/annotated")

    assert _notes_in(every.data) == _notes_in(one.data) != []


def test_without_quotes_the_copy_has_ones_own_marks_alone(system: System, paper_id: str, session_id: str) -> None:
    kept = {"kind": "highlight", "marked": {"exact": "Twenty-three people are enough"}, "text": "Mine"}
    assert system.chat.post(f"/papers/{paper_id}/notes", json=kept).status_code == 201

    own = system.chat.get(f"/papers/{paper_id}/annotated?quotes=false")
    every = system.chat.get(f"/papers/{paper_id}/annotated")

    assert _notes_in(own.data) == ["Mine"]
    assert len(_notes_in(every.data)) > 1
    check_problem(system.chat.get(f"/papers/{paper_id}/annotated?quotes=no"), 422, "filter_invalid")


def _notes_in(pdf: bytes) -> list[str]:
    with pymupdf.open(stream=pdf, filetype="pdf") as marked:
        return [found.info["content"] for page in marked for found in page.annots()]


def test_a_paper_without_pages_cannot_be_marked(system: System) -> None:
    paper_id, event = system.upload(b"# A title\n\nSome text of a paper that says something.\n", "paper.md")
    assert system.send(event).status_code == 200

    check_problem(system.chat.get(f"/papers/{paper_id}/annotated"), 409, "pdf_missing")


def test_anothers_conversation_marks_nothing(system: System, paper_id: str) -> None:
    check_problem(system.chat.get(f"/papers/{paper_id}/annotated?session=unknown"), 404, "session_unknown")
    assert system.as_owner("bob").chat.get(f"/papers/{paper_id}/annotated").status_code == 404


def test_highlights_notes_and_tags_of_ones_own_leave_too(system: System, paper_id: str) -> None:
    kept = {"kind": "highlight", "marked": {"exact": "Twenty-three people are enough"}, "text": "So *few*!"}
    assert system.chat.post(f"/papers/{paper_id}/notes", json=kept).status_code == 201
    assert (
        system.chat.patch("/library/papers", json={"paper_ids": [paper_id], "add_tags": ["to read"]}).status_code == 200
    )

    folder = system.chat.get("/papers/export?format=obsidian")
    pdf = system.chat.get(f"/papers/{paper_id}/annotated")

    with zipfile.ZipFile(io.BytesIO(folder.data)) as files:
        (note,) = (files.read(name).decode() for name in files.namelist())
    assert "> Twenty-three people are enough\n> — p. " in note
    assert "So \\*few\\*!" in note
    assert '"to-read"' in note
    with pymupdf.open(stream=pdf.data, filetype="pdf") as marked:
        assert [found.info["content"] for page in marked for found in page.annots()] == ["So *few*!"]
