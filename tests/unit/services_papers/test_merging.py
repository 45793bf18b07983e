"""Two records of one paper become one: what is kept of both is kept, whenever the process ends."""

from __future__ import annotations

from pathlib import Path

import pytest
from doubles.readers import a_content
from msgspec.structs import replace
from unit.exporting.making import answered, citation
from unit.services_papers.system import ADA, BOB, System, paper_id_of
from unit.services_papers.test_crashes import Executioner, Killed
from unit.services_papers.test_outbox_and_deletion import a_session

from scholarai.adapters.embedded.backend import DEFAULT_BUCKET
from scholarai.domain.chat import Message, TextSection
from scholarai.domain.errors import ConflictError, InvalidRequestError, NotFoundError, TransientError
from scholarai.domain.ids import PaperId, SessionId
from scholarai.domain.marks import CollectionId, Marks
from scholarai.domain.notes import Note, NoteId, Target, TextQuoteSelector
from scholarai.domain.object_names import address_of
from scholarai.domain.paper import Merging, Metadata, Paper
from scholarai.services.own.notes import ReadNotes

DOWN = TransientError("store_down", "The store is down.")
SAID = "Sentence 1 of paragraph 3 says nothing new."
GONE = "Sentence 1 of paragraph 44 says nothing new."
NAMES = ("uploads/ada/p1/paper.pdf", "uploads/ada/p2/copy.pdf", "uploads/ada/p3/tables.pdf")


def id_of(name: str) -> PaperId:
    address = address_of(DEFAULT_BUCKET, name, ADA)
    assert address is not None
    return address.paper_id


FIRST, SECOND, SUPPLEMENT = map(id_of, NAMES)
# The second file is longer, so that its words stand elsewhere.
SHIFT = 45


def prepared(folder: Path) -> System:
    """Return a system with two files of one paper; the second one has a highlight, a conversation, a tag, a collection, a supplement."""
    system = System(folder, a_content(40))
    system.extract(system.put(NAMES[0], b"%PDF one"))
    system.reader.content = a_content(SHIFT)
    system.extract(system.put(NAMES[1], b"%PDF two"))
    system.papers.change(FIRST, lambda found: described(found, "A Title", 2001, Marks(tags=("mine",))))
    marks = Marks(tags=("Mine", "other"), favourite=True, read_state="read", collection_ids=(CollectionId("c1"),))
    system.papers.change(SECOND, lambda found: described(found, "a title", 2002, marks))
    supplement = system.put(NAMES[2], b"%PDF three")
    system.extract(supplement)
    system.papers.change(SUPPLEMENT, lambda found: found and replace(found, supplement_of=SECOND))
    now = system.clock.now()
    target = Target(generation=9, state="found", quote=TextQuoteSelector(exact=SAID))
    notes = (
        Note(id=NoteId("n1"), owner=ADA, kind="note", paper_ids=(FIRST,), created_at=now, updated_at=now, text="One."),
        Note(id=NoteId("n2"), owner=ADA, kind="highlight", paper_ids=(SECOND,), created_at=now, updated_at=now,
             text="Two.", target=target),
    )  # fmt: skip
    for note in notes:
        system.backend.notes.change(note.id, lambda _, note=note: note)  # type: ignore[misc]  # a default binds the loop's value
    a_session(system, "s1", SECOND)
    a_session(system, "s2", FIRST, SECOND)
    quotes = (citation(SAID, SECOND, start=0), citation(GONE, SECOND, start=1))
    said = Message(
        n=1,
        role="assistant",
        state="complete",
        created_at=now,
        answer=answered(TextSection(text="So.", citations=quotes)),
    )
    asked = Message(n=0, role="user", state="complete", created_at=now, text="What is new?")
    system.backend.sessions.change(a_session(system, "s3", SECOND), lambda session, _: (session, (asked, said)))
    system.calls.clear()
    return system


def described(found: Paper | None, title: str, year: int, marks: Marks) -> Paper:
    assert found is not None
    return replace(found, metadata=Metadata(title=title, year=year), marks=marks)


def merged(system: System, *, remove: bool = True) -> Paper:
    return system.merging.merge(ADA, FIRST, SECOND, ("year",), remove=remove)


def is_whole(system: System, *, removed: bool) -> None:
    """Check all that is there after a merge."""
    paper, other = system.backend.papers.get(FIRST), system.backend.papers.get(SECOND)
    assert paper is not None
    assert (paper.metadata.title, paper.metadata.year) == ("A Title", 2002)
    assert paper.updated_at == paper.merged[0].at
    assert (paper.marks.tags, paper.marks.favourite, paper.marks.read_state) == (("mine", "other"), True, "read")
    assert paper.marks.collection_ids == ("c1",)
    assert [one.paper_id for one in paper.merged] == [SECOND]
    assert (other is None) == removed
    assert other is None or (other.merging, other.deleting) == (None, False)
    assert {note.id for note in system.backend.notes.list(ADA, FIRST, limit=9).notes} == {"n1", "n2"}
    talks = {one.id: one.paper_ids for one in system.backend.sessions.list(ADA, FIRST, limit=9).sessions}
    assert talks == {"s1": (FIRST,), "s2": (FIRST,), "s3": (FIRST,)}
    assert system.backend.sessions.list(ADA, SECOND, limit=9).sessions == ()
    assert system.backend.notes.list(ADA, SECOND, limit=9).notes == ()
    supplement = system.backend.papers.get(SUPPLEMENT)
    assert supplement is not None
    assert (supplement.supplement_of, supplement.metadata.title) == (FIRST, "A Title (supplement: tables)")
    assert not system.backend.papers.unfinished(limit=9)


@pytest.mark.parametrize("remove", [True, False])
def test_what_is_kept_of_both_records_is_kept(tmp_path: Path, remove: bool) -> None:
    system = prepared(tmp_path)

    merged(system, remove=remove)

    is_whole(system, removed=remove)


def test_a_highlight_and_a_quote_stand_where_the_first_file_has_their_words(tmp_path: Path) -> None:
    system = prepared(tmp_path)

    merged(system)

    opened = system.merging.open_papers
    reading = ReadNotes(notes=system.backend.notes, papers=system.backend.papers, open_papers=opened)
    (note,) = (one for one in reading.list(ADA, FIRST, limit=9).notes if one.id == "n2")
    stored = system.backend.sessions.read(a_session_id("s3"))
    paper = system.backend.papers.get(FIRST)
    assert stored is not None
    assert paper is not None
    answer = stored[1][1].answer
    assert answer is not None
    found, gone = answer.sections[0].citations
    text = opened().open(paper).index.text
    assert note.target is not None
    assert note.target.state == "found"
    assert text[note.target.positions[0].start : note.target.positions[0].end] == SAID
    assert (found.paper_id, found.verdict) == (FIRST, "exact")
    assert text[found.start : found.end] == SAID
    assert gone.paper_id == FIRST
    assert gone.verdict not in {"exact", "normalized"}


def a_session_id(name: str) -> SessionId:
    return SessionId(name)


@pytest.mark.slow
@pytest.mark.parametrize("remove", [True, False])
def test_whatever_the_moment_of_a_merge_the_sweeper_finishes_it(tmp_path: Path, remove: bool) -> None:
    undisturbed = prepared(tmp_path / "undisturbed")
    counter = Executioner(undisturbed)
    merged(undisturbed, remove=remove)
    assert counter.moments > 20

    for moment in range(1, counter.moments + 1):
        system = prepared(tmp_path / str(moment))
        executioner = Executioner(system)
        executioner.at = moment
        with pytest.raises(Killed):
            merged(system, remove=remove)
        system.sweep_outbox()

        other = system.backend.papers.get(SECOND)
        paper = system.backend.papers.get(FIRST)
        if paper is not None and not paper.merged:  # killed before the plan was stored: nothing has happened
            assert other is not None
            assert (other.merging, other.deleting) == (None, False)
            assert len(system.backend.notes.list(ADA, SECOND, limit=9).notes) == 1
        else:
            is_whole(system, removed=remove)


def test_a_paper_that_is_half_merged_is_out_of_sight_and_cannot_be_deleted(tmp_path: Path) -> None:
    system = prepared(tmp_path)
    with system.failing("notes.change", DOWN), pytest.raises(TransientError):
        merged(system)

    assert {one.id for one in system.backend.papers.list(ADA, limit=9).papers} == {FIRST, SUPPLEMENT}
    with pytest.raises(NotFoundError):
        system.delete(ADA, SECOND)

    merged(system)
    is_whole(system, removed=True)


def test_a_paper_that_its_owner_deletes_while_it_is_half_merged_does_not_come_back(tmp_path: Path) -> None:
    system = prepared(tmp_path)
    with system.failing("notes.change", DOWN), pytest.raises(TransientError):
        merged(system, remove=False)
    with system.failing("contents.drop", DOWN), pytest.raises(TransientError):
        system.delete(ADA, SECOND)

    system.sweep_outbox()
    system.sweep_outbox()

    is_whole(system, removed=True)


def test_nothing_is_merged_into_a_paper_that_is_gone(tmp_path: Path) -> None:
    system = prepared(tmp_path)
    with system.failing("notes.change", DOWN), pytest.raises(TransientError):
        merged(system)
    system.delete(ADA, FIRST)

    system.sweep_outbox()

    other = system.backend.papers.get(SECOND)
    assert other is not None
    assert (other.merging, other.deleting) == (None, False)
    assert [note.id for note in system.backend.notes.list(ADA, SECOND, limit=9).notes] == ["n2"]


def test_a_paper_that_is_being_deleted_is_not_merged(tmp_path: Path) -> None:
    system = prepared(tmp_path)
    system.papers.change(SECOND, lambda found: found and replace(found, deleting=True))

    with pytest.raises(NotFoundError):
        merged(system)

    assert [note.id for note in system.backend.notes.list(ADA, FIRST, limit=9).notes] == ["n1"]


def test_two_papers_that_are_merged_into_each_other_at_one_moment_are_both_kept(tmp_path: Path) -> None:
    system = prepared(tmp_path)
    with system.failing("notes.change", DOWN), pytest.raises(TransientError):
        merged(system)
    with pytest.raises((ConflictError, NotFoundError)):
        system.merging.merge(ADA, SECOND, FIRST)

    system.sweep_outbox()

    assert system.backend.papers.get(FIRST) is not None
    is_whole(system, removed=True)


@pytest.mark.parametrize(
    ("first", "second", "error"),
    [(FIRST, FIRST, InvalidRequestError), (FIRST, PaperId("p9"), NotFoundError), (PaperId("p9"), FIRST, NotFoundError)],
)
def test_what_cannot_be_merged_is_refused(
    tmp_path: Path, first: PaperId, second: PaperId, error: type[Exception]
) -> None:
    system = prepared(tmp_path)

    with pytest.raises(error):
        system.merging.merge(ADA, first, second)

    assert len(system.backend.papers.list(ADA, limit=9).papers) == 3


def test_nothing_is_merged_into_a_supplement_of_another_paper(tmp_path: Path) -> None:
    system = prepared(tmp_path)
    before = system.backend.papers.list(ADA, limit=9)

    for other in (FIRST, SECOND):
        with pytest.raises(ConflictError, match="merge_supplement"):
            system.merging.merge(ADA, SUPPLEMENT, other)

    assert system.backend.papers.list(ADA, limit=9) == before


def test_another_owner_s_paper_is_unknown_and_stays_as_it_is(tmp_path: Path) -> None:
    system = prepared(tmp_path)
    hers = system.put("uploads/bob/p3/paper.pdf", b"%PDF three")
    system.extract(hers)
    before = system.backend.papers.get(paper_id_of(hers))

    for first, second in ((FIRST, paper_id_of(hers)), (paper_id_of(hers), SECOND)):
        with pytest.raises(NotFoundError):
            system.merging.merge(ADA, first, second)
    with pytest.raises(NotFoundError):
        system.merging.merge(BOB, FIRST, SECOND)

    assert system.backend.papers.get(paper_id_of(hers)) == before


@pytest.mark.parametrize("busy", [FIRST, SECOND])
def test_a_paper_that_is_being_read_is_not_merged(tmp_path: Path, busy: PaperId) -> None:
    system = prepared(tmp_path)
    system.papers.change(busy, lambda found: found and replace(found, status="extracting"))

    with pytest.raises(ConflictError, match="merge_unread"):
        merged(system)


@pytest.mark.parametrize("busy", [FIRST, SECOND])
def test_a_paper_that_is_being_merged_is_not_merged_with_another(tmp_path: Path, busy: PaperId) -> None:
    system = prepared(tmp_path)
    plan = Merging(into=PaperId("p9"), at=system.clock.now(), remove=False)
    system.papers.change(busy, lambda found: found and replace(found, merging=plan))

    with pytest.raises(ConflictError, match="merge_busy"):
        merged(system)

    stored = system.backend.papers.get(busy)
    assert stored is not None
    assert stored.merging == plan


def test_a_text_is_not_merged_into_a_record_without_one(tmp_path: Path) -> None:
    system = prepared(tmp_path)
    system.papers.change(FIRST, lambda found: found and replace(found, status="record", visible_generation=None))

    with pytest.raises(ConflictError, match="merge_backwards"):
        merged(system)


def test_a_repeated_call_with_a_key_is_one_merge(tmp_path: Path) -> None:
    system = prepared(tmp_path)

    first = system.merging.merge(ADA, FIRST, SECOND, idempotency_key="k")
    again = system.merging.merge(ADA, FIRST, SECOND, idempotency_key="k")

    assert again == first
    with pytest.raises(InvalidRequestError, match="idempotency_key_reused"):
        system.merging.merge(ADA, FIRST, SECOND, ("title",), idempotency_key="k")
