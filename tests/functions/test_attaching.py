"""A source that is attached to a paper's PDF: the source's text on the PDF's pages, and everything that was made of the paper stays."""

from __future__ import annotations

import io
import shutil
import tarfile
import zipfile
from pathlib import Path
from typing import Any

import pytest
from functions.answers import check, check_problem
from functions.conftest import prepared
from functions.system import SAMPLE, System, body_of, finalized
from papers import pair
from werkzeug.test import TestResponse

from scholarai import bootstrap
from scholarai.domain.formats import ATTACHED_SOURCE, NAMED_PDF
from scholarai.domain.ids import PaperId

Both = tuple[PaperId, PaperId]
MARKED = "gaps were closed by linear interpolation"


@pytest.fixture(scope="module")
def pdf(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return pair.make_pdf(tmp_path_factory.mktemp("pdf") / "tides.pdf").read_bytes()


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        archive.add(pair.make_source(tmp_path_factory.mktemp("source") / "tides.tex"), "tides.tex")
    return packed.getvalue()


@pytest.fixture(scope="module")
def both_read(tmp_path_factory: pytest.TempPathFactory, pdf: bytes, project: bytes) -> tuple[Path, Both]:
    return prepared(
        tmp_path_factory.mktemp("library"),
        lambda system: (read(system, pdf, "tides.pdf"), read(system, project, "tides.tar.gz")),
    )


@pytest.fixture
def both(both_read: tuple[Path, Both], tmp_path: Path) -> Both:
    """Return the ids of the PDF and of its source, which are both read."""
    data, ids = both_read
    shutil.copytree(data, tmp_path / "data", dirs_exist_ok=True)
    return ids


def read(system: System, data: bytes, filename: str) -> PaperId:
    """Return a paper that has been extracted."""
    paper_id, event = system.upload(data, filename)
    assert system.send(event).status_code == 200
    return paper_id


def attach(system: System, paper_id: str, source_id: str) -> TestResponse:
    return system.status.post(f"/papers/{paper_id}/source", json={"source_id": source_id})


def extract_again(system: System, paper_id: PaperId) -> dict[str, Any]:
    """Deliver the event of the paper's new file and return what is read then."""
    paper = bootstrap.process.backend().papers.get(paper_id)
    assert paper is not None
    event = finalized(name=paper.object_name, generation=str(paper.generation), size="1")
    assert system.send(event).status_code == 200
    return check(system.status.get(f"/papers/{paper_id}/content"), "content_view")


def test_the_source_gives_the_text_and_the_pdf_its_places(system: System, both: Both) -> None:
    paper_id, source_id = both

    waiting = check(attach(system, paper_id, source_id), "extraction", 202)
    content = extract_again(system, paper_id)

    assert waiting["status"] == "uploaded"
    assert (content["source_format"], len(content["pages"])) == ("latex", 1)
    assert "\\frac" in content["equations"][0]["latex"]
    assert all(block["boxes"] for block in content["blocks"])
    paper = check(system.status.get(f"/papers/{paper_id}"), "paper_view")
    assert (paper["filename"], paper["media_type"], paper["status"]) == ("tides.zip", "application/zip", "completed")


def test_notes_and_conversations_keep_their_places(system: System, both: Both) -> None:
    paper_id, source_id = both
    made = system.chat.post(f"/papers/{paper_id}/notes", json={"kind": "highlight", "marked": {"exact": MARKED}})
    check(made, "note_view", 201)
    asked = body_of(system.chat.post(f"/papers/{paper_id}/chat", json={"question": "How were gaps closed?"}))

    attach(system, paper_id, source_id)
    extract_again(system, paper_id)

    (note,) = body_of(system.chat.get(f"/papers/{paper_id}/notes"))["notes"]
    target = note["target"]
    assert (target["state"], target["quote"]["exact"]) == ("found", MARKED)
    assert target["pages"][0]["page_number"] == 1
    messages = body_of(system.chat.get(f"/chat/{asked['session_id']}"))["messages"]
    assert messages[-1]["answer"]["sections"]


def test_the_archive_holds_both_files_and_the_source_stays_a_paper(
    system: System, both: Both, pdf: bytes, project: bytes
) -> None:
    paper_id, source_id = both

    attach(system, paper_id, source_id)

    assert packed_of(paper_id) == {NAMED_PDF: pdf, f"{ATTACHED_SOURCE}tides.tar.gz": project}
    assert system.extraction(source_id)["status"] == "completed"


def test_a_second_source_takes_the_place_of_the_first(system: System, both: Both, tmp_path: Path, pdf: bytes) -> None:
    paper_id, first = both
    tex = pair.make_source(tmp_path / "tides.tex").read_bytes()
    attach(system, paper_id, first)
    extract_again(system, paper_id)

    assert attach(system, paper_id, read(system, tex, "tides.tex")).status_code == 202

    assert packed_of(paper_id) == {NAMED_PDF: pdf, f"{ATTACHED_SOURCE}tides.tex": tex}
    assert extract_again(system, paper_id)["source_format"] == "latex"


def packed_of(paper_id: PaperId) -> dict[str, bytes]:
    paper = bootstrap.process.backend().papers.get(paper_id)
    assert paper is not None
    with zipfile.ZipFile(io.BytesIO(bootstrap.process.backend().objects.read(paper.object_name))) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_what_cannot_be_attached_is_named_and_changes_nothing(system: System, both: Both) -> None:
    paper_id, source_id = both
    other = read(system, SAMPLE.read_bytes(), "sample.pdf")
    before = {one: system.extraction(one) for one in (paper_id, source_id, other)}

    check_problem(attach(system, other, source_id), 409, "not_the_same_paper")
    check_problem(attach(system, paper_id, other), 409, "not_a_source")
    check_problem(attach(system, source_id, source_id), 422, "source_is_the_paper")
    check_problem(attach(system, paper_id, "unknown"), 404, "paper_unknown")
    markdown = f"# {pair.TITLE}\n\n{pair.MEASURED}\n\n{pair.LIMITS}\n".encode()
    check_problem(attach(system, source_id, read(system, markdown, "tides.md")), 409, "not_a_pdf")

    assert {one: system.extraction(one) for one in before} == before


def test_a_paper_that_is_not_read_yet_is_waited_for(system: System, both: Both, project: bytes) -> None:
    paper_id, _ = both
    source_id, _ = system.upload(project, "tides.tar.gz")

    check_problem(attach(system, paper_id, source_id), 425, "paper_not_ready")


def test_files_that_are_too_large_together_are_refused(
    system: System, both: Both, pdf: bytes, project: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    paper_id, source_id = both
    monkeypatch.setattr("scholarai.services.papers.attaching.MOST_BYTES", len(pdf) + len(project) - 1)

    check_problem(attach(system, paper_id, source_id), 413, "too_large")


def test_both_files_go_with_the_paper(system: System, both: Both) -> None:
    paper_id, source_id = both
    attach(system, paper_id, source_id)
    extract_again(system, paper_id)

    for one in (paper_id, source_id):
        assert system.status.delete(f"/papers/{one}").status_code == 204

    folder = bootstrap.process.settings().data_dir / "objects"
    assert [file for file in folder.rglob("*") if file.is_file()] == []


@pytest.mark.parametrize(("room", "status"), [(-1, 413), (0, 202)])
def test_a_packed_pdf_counts_with_its_own_size(
    system: System, both: Both, pdf: bytes, project: bytes, monkeypatch: pytest.MonkeyPatch, room: int, status: int
) -> None:
    large, packed = pdf + b"\n" * 100_000, io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(NAMED_PDF, large)
        archive.writestr(f"{ATTACHED_SOURCE}tides.tar.gz", project)
    paper_id = read(system, packed.getvalue(), "tides.zip")
    monkeypatch.setattr("scholarai.services.papers.attaching.MOST_BYTES", len(large) + len(project) + room)

    assert attach(system, paper_id, both[1]).status_code == status
