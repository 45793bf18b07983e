"""`scholarai.client` against the real local server."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from e2e.serving import EXTRACTING_S, Server
from papers import pair

from scholarai.client import Answered, ApiError, Begun, Client, Delta, Extraction, TextSectionV1
from scholarai.testing import sample_paper

pytestmark = pytest.mark.slow

QUESTION = "How many people make a shared birthday more likely than not?"
TRUE = "For 23 people the exact probability is 0.5073."


@pytest.fixture(scope="module")
def client(server: Server) -> Iterator[Client]:
    with Client(f"http://127.0.0.1:{server.port}") as made:
        yield made


@pytest.fixture(scope="module")
def paper_id(client: Client) -> str:
    created = client.upload(sample_paper())
    client.wait(created.paper_id)
    return created.paper_id


def test_an_upload_and_an_extraction_tell_how_far_they_are(client: Client, tmp_path: Path) -> None:
    sent: list[tuple[int, int]] = []
    seen: list[Extraction] = []
    new = _other_file(tmp_path / "new.pdf")

    created = client.upload(new, on_progress=lambda *told: sent.append(told))
    paper = client.wait(created.paper_id, on_progress=seen.append)

    assert sent[-1] == (new.stat().st_size, new.stat().st_size)
    assert seen[-1].status == "completed"
    assert (paper.status, paper.counts.pages) == ("completed", 2)
    assert paper.id in {each.id for each in client.papers()}


def test_a_file_that_is_there_already_is_not_sent_again(client: Client, paper_id: str) -> None:
    sent: list[tuple[int, int]] = []

    created = client.upload(sample_paper(), on_progress=lambda *told: sent.append(told))

    assert (created.paper_id, created.upload, sent) == (paper_id, None, [])


def test_a_source_is_attached_to_a_paper_that_is_a_pdf(client: Client, tmp_path: Path) -> None:
    pdf = client.upload(pair.make_pdf(tmp_path / "tides.pdf")).paper_id
    source = client.upload(pair.make_source(tmp_path / "tides.tex")).paper_id
    for one in (pdf, source):
        client.wait(one)

    client.attach(pdf, source)
    client.wait(pdf)

    content = client.content(pdf)
    assert (content.source_format, len(content.pages)) == ("latex", 1)


def test_an_answer_carries_its_quotes_and_boxes(client: Client, paper_id: str) -> None:
    answer = client.ask([paper_id], QUESTION)

    citation = answer.sections[0].citations[0]
    assert citation.verdict == "exact"
    assert len(citation.pages[0].boxes[0]) == 4


def test_papers_conversations_and_marked_pdfs_are_files(client: Client, paper_id: str) -> None:
    answer = client.ask(paper_id, QUESTION)

    assert b"Shared Birthday" in client.export_papers("txt", [paper_id], style="mla")
    assert client.export_conversation(answer.session_id, "docx").startswith(b"PK")
    assert client.annotated(paper_id, answer.session_id).startswith(b"%PDF")
    with pytest.raises(ApiError, match="format_unknown"):
        client.export_papers("word")


def test_a_stream_begins_with_its_place_and_ends_with_the_answer(client: Client, paper_id: str) -> None:
    events = list(client.stream(paper_id, QUESTION))

    assert isinstance(events[0], Begun)
    assert isinstance(events[-1], Answered)
    assert any(isinstance(event, Delta) for event in events)
    assert any(isinstance(event, TextSectionV1) and event.citations for event in events)
    assert events[-1].session_id == events[0].session_id


def test_a_stream_that_is_left_early_harms_no_later_call(client: Client, paper_id: str) -> None:
    for event in client.stream(paper_id, QUESTION):
        assert isinstance(event, Begun)
        break

    assert client.paper(paper_id).id == paper_id


def test_a_call_with_the_key_of_an_earlier_one_is_answered_once(client: Client, paper_id: str) -> None:
    first = client.ask(paper_id, QUESTION, key="the-same")
    second = client.ask(paper_id, QUESTION, key="the-same")

    assert (second.session_id, second.message_n) == (first.session_id, first.message_n)


def test_any_number_of_quotes_is_checked_in_order(client: Client, paper_id: str) -> None:
    found = client.check(paper_id, [TRUE, *["No such words stand there."] * 200, TRUE])

    assert [each.quote_id for each in found] == list(range(202))
    assert [found[0].verdict, found[1].verdict, found[-1].verdict] == ["exact", "not_found", "exact"]


def test_the_library_is_searched(client: Client, paper_id: str) -> None:
    found = client.search("shared birthday", limit=50)

    assert paper_id in {each.paper_id for each in found.papers}
    assert client.search("shared birthday", year_from=1900, year_to=1901).papers == ()


def test_a_review_is_written_exported_and_deleted(client: Client, paper_id: str) -> None:
    started = client.review(QUESTION, [paper_id])
    ended = client.wait_for_review(started.id, timeout_s=EXTRACTING_S)

    assert ended.review.state == "completed"
    assert ended.report is not None
    assert client.export(started.id).startswith("# ")
    assert json.loads(client.export(started.id, "json"))["report"]["sections"]
    client.delete_review(started.id)
    with pytest.raises(ApiError, match="review_unknown"):
        client.export(started.id)


def test_a_table_is_filled_changed_exported_and_deleted(client: Client, paper_id: str) -> None:
    started = client.table("Birthdays", [QUESTION, {"question": QUESTION, "kind": "number"}], [paper_id])
    filled = client.wait_for_table(started.id, timeout_s=EXTRACTING_S)
    client.change_table(started.id, add_columns=[{"kind": "computed", "expression": "c2 * 2"}], title="Doubled")

    changed = client.get_table(started.id)
    assert (filled.table.state, changed.table.title) == ("ready", "Doubled")
    assert [cell.state for cell in changed.rows[0].cells] == ["candidate"] * 3
    assert changed.rows[0].cells[2].number == 46
    assert client.estimate_table(2, [paper_id]).cost.free
    with pytest.raises(ApiError, match="collection_unknown"):
        client.table("Birthdays", [QUESTION], collection="unknown")
    assert started.id in {one.id for one in client.tables()}
    assert client.export_table(started.id).startswith("\ufeffpaper,title,year".encode())
    assert json.loads(client.export_table(started.id, "json"))["table"]["id"] == started.id
    client.delete_table(started.id)
    with pytest.raises(ApiError, match="table_unknown"):
        client.stop_table(started.id)


def test_content_comes_whole_and_a_deleted_paper_is_unknown(client: Client, tmp_path: Path) -> None:
    created = client.upload(_other_file(tmp_path / "other.pdf"))
    client.wait(created.paper_id)

    assert any(TRUE in block.text for block in client.content(created.paper_id).blocks)
    client.delete(created.paper_id)
    with pytest.raises(ApiError) as refused:
        client.paper(created.paper_id)

    assert (refused.value.status, refused.value.code, refused.value.retryable) == (404, "paper_unknown", False)


def test_a_failed_extraction_raises_its_own_code(client: Client, tmp_path: Path) -> None:
    (tmp_path / "broken.pdf").write_bytes(b"%PDF-1.7 and nothing else")

    created = client.upload(tmp_path / "broken.pdf")

    with pytest.raises(ApiError) as failed:
        client.wait(created.paper_id)
    assert failed.value.code == "damaged"
    assert failed.value.action


def test_a_server_that_is_not_there_is_an_error_that_may_pass() -> None:
    with Client("http://127.0.0.1:9") as nobody, pytest.raises(ApiError) as unreachable:
        nobody.paper("p")

    assert (unreachable.value.code, unreachable.value.retryable) == ("unreachable", True)


def test_a_question_that_cannot_be_asked_is_refused_in_a_stream_too(client: Client, paper_id: str) -> None:
    with pytest.raises(ApiError, match="question_invalid") as refused:
        list(client.stream(paper_id, "  "))

    assert refused.value.detail


def _other_file(path: Path) -> Path:
    """Write the sample paper with bytes that no other file of the library has: the sample itself is others' too."""
    path.write_bytes(sample_paper().read_bytes() + b"\n% " + path.name.encode() + b"\n")
    return path
