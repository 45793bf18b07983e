"""What an owner can do with papers besides asking them."""

from __future__ import annotations

from typing import Any, cast

import pytest
from doubles.watched import Watched
from unit.services_papers.system import ADA, BOB, System, paper_id_of

from scholarai.domain.errors import ConflictError, InvalidRequestError, NotFoundError, NotReadyError, PaperFaultError
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.limits import MIB
from scholarai.domain.paper import Paper
from scholarai.services.papers.owned_papers import GetContent, Papers, RestartExtraction
from scholarai.services.papers.uploads import AnnouncePaper

ENCRYPTED = PaperFaultError("encrypted", "The file is locked with a password.")


def papers_of(system: System) -> Papers:
    return Papers(papers=system.papers, signer=system.backend.signer, clock=system.clock)


def get_content(system: System, owner: OwnerId, paper_id: PaperId) -> object:
    return GetContent(papers=system.papers, contents=system.contents).get(owner, paper_id)


class TestAnnouncing:
    def test_it_gives_a_paper_that_waits_and_a_permission_for_its_file(self, system: System) -> None:
        announcement = system.announce(filename="My paper (final).pdf")

        paper = announcement.paper
        assert (paper.status, paper.owner, paper.filename) == ("uploaded", ADA, "My paper (final).pdf")
        assert paper.object_name == f"uploads/ada/{paper.id}/My_paper_final_.pdf"
        assert announcement.upload is not None
        assert announcement.upload.headers["content-type"] == "application/pdf"
        assert system.backend.papers.get(paper.id) == paper

    def test_its_file_becomes_that_very_paper(self, system: System) -> None:
        paper = system.announce(filename="Größe & Maß.pdf").paper
        event = system.put(paper.object_name)

        assert system.extract(event) == "completed"
        assert (system.paper(event).id, system.paper(event).filename) == (paper.id, "Größe & Maß.pdf")

    @pytest.mark.parametrize(
        "filename", ["", " ", "..", "a/b.pdf", "a\\b.pdf", "a\nb.pdf", "a\u202eb.pdf", "a\x00.pdf", "x" * 256]
    )
    def test_a_name_that_no_file_has_is_refused(self, system: System, filename: str) -> None:
        with pytest.raises(InvalidRequestError, match="filename_invalid") as caught:
            system.announce(filename=filename)

        assert caught.value.status == 422

    @pytest.mark.parametrize(
        ("values", "code", "status"),
        [
            ({"media_type": "image/png"}, "media_type_unknown", 415),
            ({"size_bytes": 0}, "file_empty", 422),
            ({"size_bytes": MIB + 1}, "too_large", 413),
        ],
    )
    def test_what_cannot_be_a_paper_is_refused(
        self, system: System, values: dict[str, object], code: str, status: int
    ) -> None:
        service = AnnouncePaper(
            papers=system.papers,
            signer=system.backend.signer,
            clock=system.clock,
            ids=_OneId(),
            max_bytes=MIB,
        )
        with pytest.raises(InvalidRequestError, match=code) as caught:
            service.announce(ADA, filename="a.pdf", **values)  # type: ignore[arg-type]  # wrong values on purpose

        assert caught.value.status == status
        assert system.backend.papers.get(PaperId("id1")) is None


class TestReading:
    def test_an_owner_sees_the_own_papers_newest_first(self, system: System) -> None:
        first = system.announce().paper
        system.clock.advance(1)
        second = system.announce().paper
        system.announce(BOB)

        assert papers_of(system).page(ADA, limit=10).papers == (second, first)

    @pytest.mark.parametrize("owner", [BOB, ADA])
    def test_the_paper_of_another_owner_or_none_is_unknown(self, system: System, owner: OwnerId) -> None:
        paper_id = system.announce().paper.id if owner == BOB else PaperId("nothing")

        with pytest.raises(NotFoundError, match="paper_unknown"):
            papers_of(system).get(owner, paper_id)
        with pytest.raises(NotFoundError, match="paper_unknown"):
            get_content(system, owner, paper_id)
        with pytest.raises(NotFoundError, match="paper_unknown"):
            papers_of(system).link_file(owner, paper_id)
        with pytest.raises(NotFoundError, match="paper_unknown"):
            system.restart(owner, paper_id)

    def test_the_content_of_a_completed_paper_is_what_was_read(self, system: System) -> None:
        event = system.upload()
        system.extract(event)

        assert get_content(system, ADA, paper_id_of(event)) == system.reader.content

    def test_before_extraction_the_content_is_not_ready(self, system: System) -> None:
        with pytest.raises(NotReadyError) as caught:
            get_content(system, ADA, system.announce().paper.id)

        assert caught.value.retry_after_s is not None

    def test_a_failed_paper_has_no_content_and_says_why(self, system: System) -> None:
        event = system.upload()
        with system.failing("reader.read", ENCRYPTED):
            system.extract(event)

        with pytest.raises(ConflictError, match="locked with a password"):
            get_content(system, ADA, paper_id_of(event))

    def test_a_file_has_a_link_once_it_has_arrived(self, system: System) -> None:
        event = system.upload()
        with pytest.raises(NotFoundError, match="file_unknown"):
            papers_of(system).link_file(ADA, paper_id_of(event))
        system.extract(event)

        assert papers_of(system).link_file(ADA, paper_id_of(event)).startswith("http")


class TestStartingAgain:
    def test_a_failed_paper_is_extracted_anew_by_a_new_generation(self, system: System) -> None:
        event = system.upload()
        with system.failing("reader.read", ENCRYPTED):
            system.extract(event)
        system.clock.advance(1)
        waiting = system.restart(ADA, paper_id_of(event))
        again = system.take_event()

        assert (waiting.status, waiting.failure, waiting.generation) == ("uploaded", None, again.generation)
        assert system.extract(again) == "completed"

    def test_a_late_event_of_the_failed_generation_starts_nothing(self, system: System) -> None:
        event = system.upload()
        with system.failing("reader.read", ENCRYPTED):
            system.extract(event)
        system.clock.advance(1)
        system.restart(ADA, paper_id_of(event))

        assert system.extract(event) == "superseded"

    def test_an_event_that_is_faster_than_the_answer_is_not_undone(self, system: System) -> None:
        event = system.upload()
        system.extract(event)
        system.clock.advance(1)

        def extract_at_once(call: str, when: str) -> None:
            if (call, when) == ("objects.touch", "after"):
                system.extract(system.take_event())

        objects = cast("Any", Watched("objects", system.backend.objects, extract_at_once))
        service = RestartExtraction(papers=system.papers, objects=objects, clock=system.clock)

        assert service.restart(ADA, paper_id_of(event)).status == "completed"

    def test_a_paper_that_is_being_extracted_is_left_alone(self, system: System) -> None:
        event = system.upload()
        met: list[Paper] = []

        def restart(page: int) -> None:
            with pytest.raises(ConflictError, match="already_extracting"):
                system.restart(ADA, paper_id_of(event))
            met.append(system.paper(event))

        system.reader.during = restart
        system.extract(event)

        assert met

    def test_a_paper_whose_file_never_came_cannot_start(self, system: System) -> None:
        with pytest.raises(ConflictError, match="file_missing"):
            system.restart(ADA, system.announce().paper.id)

    def test_the_old_content_stays_readable_meanwhile(self, system: System) -> None:
        event = system.upload()
        system.extract(event)
        system.clock.advance(1)
        system.restart(ADA, paper_id_of(event))

        assert get_content(system, ADA, paper_id_of(event)) == system.reader.content


class _OneId:
    def new(self) -> str:
        return "id1"
