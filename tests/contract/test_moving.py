"""A library that moves to another place and back is the same, whatever interrupts it; what must stay in the target stays."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from contract.conftest import Stand
from contract.libraries import ASK, SAMPLE, KilledError, Stopping, app_of, ask, at_folder, fill, held, readable, store
from contract.making import ADA, BOB, NOW, a_content, a_note, a_paper, a_review, a_session
from doubles.written import bee_paper
from msgspec.structs import replace

from scholarai.bootstrap import Backend
from scholarai.domain.collections import Collection
from scholarai.domain.errors import ConflictError, TransientError
from scholarai.domain.ids import OwnerId, PaperId, ReviewId, SessionId
from scholarai.domain.marks import CollectionId
from scholarai.domain.notes import NoteId
from scholarai.domain.object_names import announced_id
from scholarai.domain.paper import ObjectFinalized, Paper, Progress
from scholarai.domain.table_spec import TableSpec
from scholarai.domain.tables import FilledRow
from scholarai.domain.unreadable_documents import ODD_TITLE
from scholarai.domain.values import from_json, to_json
from scholarai.ports.reviews import Output
from scholarai.reviewing.tables import row_name
from scholarai.services.extraction.lease import NoClaimError, claim_paper
from scholarai.services.moving.library import MoveLibrary
from scholarai.services.papers.addresses import find_address

UID = OwnerId("kX93hUser")


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A library on this machine; nothing may change it, so that all tests share it."""
    backend = at_folder(tmp_path_factory.mktemp("here"))
    fill(backend)
    before = held(backend, ADA)
    yield backend
    assert held(backend, ADA) == before


@pytest.fixture
def elsewhere(stand: Stand) -> Backend:
    return stand.open()


def moved(source: Any, target: Any, before: OwnerId, after: OwnerId) -> list[str]:
    """Move everything, and return the names of what was copied."""
    moving = MoveLibrary(source=source, target=target)
    copied = [f"{job.kind} {job.id}" for job in moving.jobs({before: after}, NOW) if job.run()]
    moving.move_spending({before: after})
    return copied


def test_there_and_back_gives_an_equal_library_with_equal_answers(here: Any, elsewhere: Any, tmp_path: Path) -> None:
    back = at_folder(tmp_path / "back")

    copied = moved(here, elsewhere, ADA, UID)
    moved(elsewhere, back, UID, ADA)

    assert len(copied) == 11
    assert held(elsewhere, UID) == held(back, ADA) == held(here, ADA)
    answers = [ask(backend, owner) for backend, owner in ((elsewhere, UID), (back, ADA))]
    told = [message.answer for _, message in _conversation(here)]
    assert [answer.sections[0].citations[0].verdict for answer in answers] == ["exact", "exact"]
    assert answers == [replace(told[0], usage=answers[0].usage)] * 2
    assert list(back.verify().run()) == list(here.verify().run())
    assert elsewhere.papers.list(ADA, limit=9).papers == ()


def _conversation(backend: Any) -> Iterator[tuple[Any, Any]]:
    for session in backend.sessions.list(ADA, SAMPLE, limit=9).sessions:
        question, answer = backend.sessions.read(session.id)[1]
        assert question.text == ASK
        yield question, answer


def test_a_second_move_writes_nothing(here: Any, elsewhere: Any, tmp_path: Path) -> None:
    back = at_folder(tmp_path / "back")
    moved(here, elsewhere, ADA, UID)
    moved(elsewhere, back, UID, ADA)

    for source, target, before, after in (
        (here, elsewhere, ADA, UID),
        (elsewhere, back, UID, ADA),
        (back, here, ADA, ADA),
    ):
        watched = Stopping(target)
        assert moved(source, watched, before, after) == []
        assert watched.writes == 0


def test_a_claim_in_the_target_that_changed_nothing_moves_no_paper_again(here: Any, elsewhere: Any) -> None:
    moved(here, elsewhere, ADA, UID)
    for paper in elsewhere.papers.list(UID, limit=99).papers:
        elsewhere.papers.change(paper.id, lambda found: found and replace(found, epoch=found.epoch + 1))
    watched = Stopping(elsewhere)

    assert moved(here, watched, ADA, UID) == []
    assert watched.writes == 0


class TestKilled:
    """Each point is a write of the target, before or after which the process ends."""

    @pytest.mark.emulator
    def test_on_the_way_to_the_cloud(self, here: Any, gcp_stand: Stand, again: Callable[[], Backend]) -> None:
        self._everywhere(here, ADA, again, UID, 24)

    @pytest.mark.slow
    def test_on_the_way_back(self, here: Any, elsewhere: Any, tmp_path: Path) -> None:
        moved(here, elsewhere, ADA, UID)
        numbers = iter(range(1_000))

        self._everywhere(elsewhere, UID, lambda: at_folder(tmp_path / f"back-{next(numbers)}"), ADA, 24)

    def test_the_ranges_of_a_long_paper_that_are_stored_are_not_written_again(self, tmp_path: Path) -> None:
        source, target = at_folder(tmp_path / "source"), at_folder(tmp_path / "target")
        readable(source, "long", a_content([f"Value {n} was measured. " * 400 for n in range(60)]), owner=ADA)
        whole = Stopping(at_folder(tmp_path / "whole"))
        moved(source, whole, ADA, UID)
        ranges = whole.calls.count("write")
        first = whole.calls.index("write")

        with pytest.raises(KilledError):
            moved(source, Stopping(target, first + 3, after=True), ADA, UID)  # three ranges
        rest = Stopping(target)
        moved(source, rest, ADA, UID)

        assert ranges > 4
        assert rest.calls.count("write") == ranges - 3

    def test_a_paper_that_is_moved_in_part_waits(self, tmp_path: Path) -> None:
        source, target = at_folder(tmp_path / "source"), at_folder(tmp_path / "target")
        paper = readable(source, "p1", a_content(["one"]), owner=ADA)
        source.papers.change(paper.id, lambda _: replace(paper, progress=Progress(stage="done", percent=100)))

        with pytest.raises(KilledError):
            moved(source, Stopping(target, 1, after=True), ADA, UID)

        (half,) = target.papers.list(UID, limit=9).papers
        assert (half.status, half.progress) == ("extracting", Progress(stage="waiting"))

    @staticmethod
    def _everywhere(source: Any, before: OwnerId, fresh: Callable[[], Any], after: OwnerId, points: int) -> None:
        expected = held(source, before)
        counted = Stopping(fresh())
        moved(source, counted, before, after)
        rng = random.Random(14)
        for at in sorted(rng.sample(range(1, counted.writes + 1), points)):
            target = fresh()
            with pytest.raises(KilledError):
                moved(source, Stopping(target, at, after=rng.random() < 0.5), before, after)

            moved(source, target, before, after)

            assert held(target, after) == expected, f"killed at write {at} of {counted.writes}"
            assert moved(source, target, before, after) == []


@pytest.fixture
def again(gcp_stand: Stand, storage_server: Any) -> Callable[[], Backend]:
    """Return what opens an empty cloud each time."""
    from scholarai.adapters.gcp.backend import GcpBackend
    from scholarai.config import Settings

    project = gcp_stand.open()._settings.project  # type: ignore[attr-defined]  # the backend has more than its protocol
    numbers = iter(range(1_000))

    def fresh() -> Backend:
        name = f"{project}-{next(numbers)}"
        storage_server.make_bucket(f"{name}-papers")
        env = {"SCHOLARAI_BACKEND": "gcp", "GOOGLE_CLOUD_PROJECT": name, "SCHOLARAI_PAPERS_BUCKET": f"{name}-papers"}
        return GcpBackend(Settings.from_env(env))

    return fresh


class TestEvents:
    def test_the_event_of_a_file_that_is_copied_starts_no_extraction(self, here: Any, elsewhere: Any) -> None:
        heard: list[str] = []

        class Delivering(Stopping):
            """The cloud delivers the event of an object at once, and again when all is done."""

            def call(self, write: Any, *given: Any, **named: Any) -> Any:
                result = super().call(write, *given, **named)
                if write.__name__ == "put":
                    heard.append(_delivered(elsewhere, given[0], result))
                return result

        moved(here, Delivering(elsewhere), ADA, UID)

        sample = elsewhere.papers.get(SAMPLE)
        assert heard.count("moving") == 2  # the two papers that have a file
        assert _delivered(elsewhere, sample.object_name, sample.generation) == "finished"
        assert sample.generation != sample.visible_generation
        assert elsewhere.objects.names(f"crops/{SAMPLE}/")

    def test_it_can_be_extracted_again_afterwards(self, here: Any, elsewhere: Any) -> None:
        moved(here, elsewhere, ADA, UID)
        app = app_of(elsewhere)
        waiting = app.papers.restart_extraction().restart(UID, SAMPLE)

        ended = app.extraction.extract_paper().extract(_event(elsewhere, waiting.object_name, waiting.generation))

        paper = elsewhere.papers.get(SAMPLE)
        assert (ended, paper.status, paper.visible_generation) == ("completed", "completed", waiting.generation)
        assert moved_error(here, elsewhere, SAMPLE) == "newer_there"


def _event(backend: Any, name: str, generation: int) -> ObjectFinalized:
    return ObjectFinalized(
        bucket=backend.objects.bucket, name=name, generation=generation, size_bytes=1, content_type="application/pdf"
    )


def _delivered(backend: Any, name: str, generation: int) -> str:
    """Deliver an object's event as extraction takes it, and return why there was nothing to do."""
    event = _event(backend, name, generation)
    address = find_address(backend.papers, event.bucket, name, OwnerId("local"))
    if address is None:
        return app_of(backend).extraction.extract_paper().extract(event)
    try:
        claim_paper(backend.papers, address, event, NOW, timedelta(seconds=60), 5)
    except NoClaimError as error:
        return error.reason
    return "claimed"


def moved_error(source: Any, target: Any, item: str, owner: OwnerId = UID) -> str | None:
    """Move one item, and return the code of what keeps it from that."""
    (job,) = [job for job in MoveLibrary(source=source, target=target).jobs({ADA: owner}, NOW) if job.id == item]
    try:
        job.run()
    except ConflictError as error:
        return error.code
    return None


class TestRefused:
    """What keeps a paper from being copied; the target stays as it is."""

    @pytest.mark.parametrize(
        ("there", "code"),
        [
            ({"updated_at": NOW + timedelta(days=9_000)}, "newer_there"),
            ({"deleting": True}, "deleting_there"),
        ],
    )
    def test_another_paper_in_the_target(self, here: Any, elsewhere: Any, there: dict[str, Any], code: str) -> None:
        paper = a_paper(SAMPLE, **({"owner": UID} | there))
        store(elsewhere, paper)

        assert moved_error(here, elsewhere, SAMPLE) == code
        assert elsewhere.papers.get(SAMPLE) == paper

    @pytest.mark.parametrize(
        ("paper", "code"),
        [
            (a_paper("p", status="extracting"), "paper_unfinished"),
            (a_paper("p", status="completed", sha256="0" * 64), "file_changed"),
        ],
    )
    def test_a_paper_that_is_not_in_order(self, elsewhere: Any, tmp_path: Path, paper: Paper, code: str) -> None:
        source = at_folder(tmp_path / "source")
        source.objects.put(paper.object_name, b"%PDF", content_type="application/pdf")
        store(source, paper)

        assert moved_error(source, elsewhere, "p") == code
        assert elsewhere.papers.get(PaperId("p")) is None

    def test_a_paper_that_is_deleted_while_it_is_copied(self, here: Any, elsewhere: Any) -> None:
        with pytest.raises(KilledError):
            moved(here, Stopping(elsewhere, 4), ADA, UID)
        (on_its_way,) = elsewhere.papers.list(UID, limit=9).papers
        app_of(elsewhere).deletion.delete_paper().delete(UID, on_its_way.id)

        assert elsewhere.papers.get(on_its_way.id) is None
        assert moved(here, elsewhere, ADA, UID)
        assert held(elsewhere, UID) == held(here, ADA)

    def test_newer_conversations_and_reviews_stay(self, here: Any, elsewhere: Any) -> None:
        (session,) = here.sessions.list(ADA, None, limit=9).sessions
        later = session.updated_at + timedelta(seconds=1)
        elsewhere.sessions.create(replace(session, owner=UID, updated_at=later))
        elsewhere.reviews.change(ReviewId("v1"), lambda _: a_review(owner=UID, updated_at=NOW + timedelta(seconds=1)))

        assert moved_error(here, elsewhere, session.id) == moved_error(here, elsewhere, "v1") == "newer_there"
        assert elsewhere.sessions.read(session.id)[1] == ()

    def test_a_review_that_is_copied_in_part_is_not_shown_as_complete(self, here: Any, elsewhere: Any) -> None:
        with pytest.raises(KilledError):
            moved_error(here, Stopping(elsewhere, 3, after=True), "v1")  # after the first of its outputs

        review = elsewhere.reviews.get(ReviewId("v1"))

        assert (review.state, review.step) == ("running", None)

    def test_a_review_that_is_being_written(self, elsewhere: Any, tmp_path: Path) -> None:
        source = at_folder(tmp_path / "source")
        source.reviews.change(ReviewId("v1"), lambda _: a_review(step="plan"))

        assert moved_error(source, elsewhere, "v1") == "review_unfinished"
        assert elsewhere.reviews.get(ReviewId("v1")) is None


def test_a_newer_review_leaves_nothing_of_its_copy_of_before(elsewhere: Any, tmp_path: Path) -> None:
    source = at_folder(tmp_path / "source")
    for version in (1, 2):
        review = a_review(state="completed", version=version, updated_at=NOW + timedelta(seconds=version))
        source.reviews.clear(review.id)
        output = Output(name=f"result-{version}", json="{}")
        source.reviews.change(review.id, lambda _, review=review: review, [output])  # type: ignore[misc]

        assert moved(source, elsewhere, ADA, UID) == ["review v1"]

    assert held(elsewhere, UID) == held(source, ADA)
    assert list(elsewhere.reviews.read_all_outputs(ReviewId("v1"))) == ["result-2"]


@pytest.mark.parametrize("lossy", ["write", "put"])
def test_a_copy_that_differs_is_noticed_and_made_again(here: Any, elsewhere: Any, lossy: str) -> None:
    class Losing(Stopping):
        """A store that keeps less than it was given."""

        def call(self, write: Any, *given: Any, **named: Any) -> Any:
            if write.__name__ == lossy == "write":
                given = (given[0], replace(given[1], chunks=given[1].chunks[:-1]), *given[2:])
            elif write.__name__ == lossy:
                given = (given[0], given[1][:-1])
            return super().call(write, *given, **named)

    with pytest.raises(TransientError, match="copy_differs"):
        moved(here, Losing(elsewhere), ADA, UID)

    assert [paper.status for paper in elsewhere.papers.list(UID, limit=9).papers] == ["extracting"]
    moved(here, elsewhere, ADA, UID)
    assert held(elsewhere, UID) == held(here, ADA)


class TestTwoOwners:
    """Colleagues with the same papers, as the command line names them, or with copies of one data folder."""

    def test_each_gets_everything_and_it_comes_home_unchanged(self, here: Any, elsewhere: Any, tmp_path: Path) -> None:
        moved(here, elsewhere, ADA, UID)
        adas = held(elsewhere, UID)

        copied = moved(here, elsewhere, ADA, BOB)

        assert len(copied) == 11
        assert held(elsewhere, UID) == adas == held(here, ADA)
        bobs = {kind: len(names) for kind, names in _by_kind(held(elsewhere, BOB)).items()}
        assert bobs == {kind: len(names) for kind, names in _by_kind(adas).items()}
        assert not (_names(held(elsewhere, BOB)) & _names(adas)) - {"collections"}
        assert moved(here, elsewhere, ADA, BOB) == moved(here, elsewhere, ADA, UID) == []
        assert moved(elsewhere, here, BOB, ADA) == []  # each item is compared with the one that it came from
        assert moved(elsewhere, here, UID, ADA) == []

    def test_what_one_deletes_stays_with_the_other(self, here: Any, elsewhere: Any) -> None:
        moved(here, elsewhere, ADA, UID)
        moved(here, elsewhere, ADA, BOB)
        adas = held(elsewhere, UID)

        (review,) = elsewhere.reviews.list(BOB, limit=9).reviews
        elsewhere.reviews.clear(review.id)  # no calls of a model, as the reviews of a library have them
        for paper in elsewhere.papers.list(BOB, limit=9).papers:
            app_of(elsewhere).deletion.delete_paper().delete(BOB, paper.id)

        assert held(elsewhere, UID) == adas
        assert elsewhere.papers.list(BOB, limit=9).papers == ()

    def test_when_the_first_has_left_the_second_stays_as_they_are(self, here: Any, elsewhere: Any) -> None:
        moved(here, elsewhere, ADA, UID)
        moved(here, elsewhere, ADA, BOB)
        app_of(elsewhere).deletion.delete_paper().delete(UID, PaperId("bees"))

        assert moved(here, elsewhere, ADA, BOB) == []

    def test_answers_notes_and_rows_point_to_the_papers_of_their_owner(self, elsewhere: Any, tmp_path: Path) -> None:
        source = at_folder(tmp_path / "source")
        readable(source, "bees", bee_paper(), owner=ADA)
        row = FilledRow(paper_id=PaperId("bees"), title="bees", cells={})
        table = TableSpec(paper_ids=(PaperId("bees"),), columns=())
        review = a_review(state="completed", papers=(PaperId("bees"),), table=table)
        output = Output(name=row_name(row.paper_id), json=to_json(row).decode())
        source.reviews.change(review.id, lambda _: review, [output])
        note = a_note("n1", owner=ADA, paper_ids=(PaperId("bees"),), text="bees")
        source.notes.change(note.id, lambda _: note)
        moved(source, elsewhere, ADA, UID)

        moved(source, elsewhere, ADA, BOB)

        (paper,) = elsewhere.papers.list(BOB, limit=9).papers
        (copy,) = elsewhere.reviews.list(BOB, limit=9).reviews
        (stored,) = elsewhere.notes.list(BOB, None, limit=9).notes
        assert announced_id(f"uploads/bob/{paper.id}/bees.pdf") == paper.id != "bees"
        assert copy.papers == copy.table.paper_ids == stored.paper_ids == (paper.id,)
        assert stored.text == "bees"
        rows = elsewhere.reviews.read_all_outputs(copy.id)
        assert [from_json(FilledRow, rows[row_name(paper.id)]).paper_id] == [paper.id]

    def test_a_process_that_is_killed_doubles_nothing(self, here: Any, elsewhere: Any) -> None:
        moved(here, elsewhere, ADA, UID)
        adas = held(elsewhere, UID)
        for at in (2, 5, 9, 14):
            with pytest.raises(KilledError):
                moved(here, Stopping(elsewhere, at, after=True), ADA, BOB)

        moved(here, elsewhere, ADA, BOB)

        assert len(held(elsewhere, BOB)) == len(adas)
        assert moved(elsewhere, here, BOB, ADA) == []
        assert held(elsewhere, UID) == adas


def _names(library: dict[str, Any]) -> set[str]:
    return {name for name in library if not name.startswith(("link", "spent"))}  # by Zotero's key, and by day


def _by_kind(library: dict[str, Any]) -> dict[str, list[str]]:
    kinds: dict[str, list[str]] = {}
    for name in library:
        kinds.setdefault(name.split()[0], []).append(name)
    return kinds


def test_collections_of_the_target_stay_beside_those_that_come(elsewhere: Any, tmp_path: Path) -> None:
    source = at_folder(tmp_path / "source")
    thesis, recipes = (Collection(id=CollectionId(name), name=name) for name in ("thesis", "recipes"))
    source.collections.change(ADA, lambda found: replace(found, items=(thesis,), updated_at=NOW))
    elsewhere.collections.change(UID, lambda found: replace(found, items=(recipes,), updated_at=NOW))

    assert moved(source, elsewhere, ADA, UID) == [f"collections {ADA}"]
    assert elsewhere.collections.get(UID).items == (thesis, recipes)
    assert moved(source, elsewhere, ADA, UID) == []


def test_a_collection_that_was_renamed_later_in_the_target_stays(elsewhere: Any, tmp_path: Path) -> None:
    source = at_folder(tmp_path / "source")
    thesis = Collection(id=CollectionId("c1"), name="Thesis")
    renamed = replace(thesis, name="Dissertation")
    source.collections.change(ADA, lambda found: replace(found, items=(thesis,), updated_at=NOW))
    later = NOW + timedelta(seconds=1)
    elsewhere.collections.change(UID, lambda found: replace(found, items=(renamed,), updated_at=later))

    assert moved_error(source, elsewhere, ADA) == "newer_there"
    assert elsewhere.collections.get(UID).items == (renamed,)


def test_what_this_program_does_not_understand_stays_where_it_is(elsewhere: Any, tmp_path: Path) -> None:
    source = at_folder(tmp_path / "source")
    source.notes.change(NoteId("n1"), lambda _: a_note("n1", owner=ADA, text=ODD_TITLE))

    assert moved_error(source, elsewhere, "n1") == "not_understood"
    assert elsewhere.notes.get(NoteId("n1")) is None


def test_an_expired_conversation_is_left_out(elsewhere: Any, tmp_path: Path) -> None:
    source = at_folder(tmp_path / "source")
    source.sessions.create(a_session("old", expires_at=NOW))
    source.sessions.create(a_session("young"))

    assert moved(source, elsewhere, ADA, UID) == ["conversation young"]
    assert elsewhere.sessions.read(SessionId("old")) is None


def test_a_paper_that_was_read_again_replaces_the_copy_of_before(here: Any, elsewhere: Any, tmp_path: Path) -> None:
    first = at_folder(tmp_path / "first")
    moved(here, first, ADA, ADA)
    moved(first, elsewhere, ADA, UID)
    app = app_of(first)
    waiting = app.papers.restart_extraction().restart(ADA, SAMPLE)
    app.extraction.extract_paper().extract(_event(first, waiting.object_name, waiting.generation))

    assert moved(first, elsewhere, ADA, UID) == [f"paper {SAMPLE}"]
    assert held(elsewhere, UID) == held(first, ADA)
