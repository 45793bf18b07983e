"""Questions about a paper on Google's emulators: what is read how often, and what is kept."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from contract.conftest import Stand
from contract.making import ADA, a_paper
from doubles.firestore_calls import Call, FirestoreCalls
from doubles.models import TopicEmbedder
from doubles.written import bee_paper
from msgspec.structs import replace

from scholarai.adapters.gcp.backend import GcpBackend
from scholarai.adapters.system import RandomIds, SystemClock
from scholarai.domain.ids import PaperId, SessionId
from scholarai.domain.paper import Engine
from scholarai.domain.parts import to_parts
from scholarai.ports.stores import ContentRange
from scholarai.retrieval.vectors import EmbeddedChunk
from scholarai.services.chat.asking import AnswerSaved, AskPapers
from scholarai.services.chat.record import Question
from scholarai.services.library.open_papers import OpenPapers
from scholarai.services.library.passages import FindPassages
from scholarai.splitting import split
from scholarai.testing import ScriptedAnswerer

pytestmark = pytest.mark.emulator
BEES = PaperId("bees")
QUORUM = "The quorum was about twenty scouts at one site, as Figure 1 shows."
ASK = "How many scouts make the quorum?"


class Instance:
    """One instance of the chat function, with the bee paper in its database."""

    def __init__(self, backend: GcpBackend) -> None:
        self.backend = backend
        self.embedder = TopicEmbedder()
        self._store_paper()
        self.calls = FirestoreCalls(backend._firestore())
        self.chat = AskPapers(
            papers=backend.papers,
            sessions=backend.sessions,
            open_papers=OpenPapers(contents=backend.contents),
            find=FindPassages(embedder=lambda: self.embedder),
            answerer=lambda: ScriptedAnswerer(f'About twenty scouts are needed. <cite id="1">{QUORUM}</cite>'),
            clock=SystemClock(),
            ids=RandomIds(),
        )

    def ask(self, session_id: SessionId | None = None) -> AnswerSaved:
        papers = () if session_id else (BEES,)
        *_, last = self.chat.ask(Question(owner=ADA, text=ASK, paper_ids=papers, session_id=session_id))
        assert isinstance(last, AnswerSaved)
        return last

    def calls_about_the_paper(self) -> list[str]:
        about = [call.name for call in self.calls.calls if "/papers/" in _about(call)]
        self.calls.calls.clear()
        return about

    def _store_paper(self) -> None:
        content = bee_paper()
        chunks = split(content, generation=1)
        vectors = self.embedder.embed_texts([chunk.text for chunk in chunks])
        engine = Engine(version="1", settings="", space=self.embedder.space)
        paper = replace(a_paper(BEES), status="completed", generation=1, visible_generation=1, engine=engine)
        piece = ContentRange(
            generation=1,
            parts=to_parts(content),
            chunks=tuple(EmbeddedChunk(chunk=c, vectors=v) for c, v in zip(chunks, vectors, strict=True)),
        )
        self.backend.contents.write(BEES, piece, lambda _: paper)


def _about(call: Call) -> str:
    return " ".join([call.request.get("parent", ""), *call.request.get("documents", ())])


@pytest.fixture
def instance(gcp_stand: Stand) -> Instance:
    backend = gcp_stand.open()
    assert isinstance(backend, GcpBackend)
    return Instance(backend)


def test_an_answer_is_grounded_and_kept(instance: Instance) -> None:
    saved = instance.ask()

    found = instance.backend.sessions.read(saved.session_id)
    assert found is not None
    assert [message.state for message in found[1]] == ["complete", "complete"]
    assert found[1][1].answer == saved.answer
    assert saved.answer.sections[0].citations[0].verdict == "exact"


def test_a_paper_is_read_once_per_instance_and_generation(instance: Instance) -> None:
    first = instance.ask()
    cold = instance.calls_about_the_paper()
    instance.ask(first.session_id)
    warm = instance.calls_about_the_paper()

    assert sorted(cold) == ["batch_get_documents", "batch_get_documents", "run_query", "run_query"]
    assert warm == ["batch_get_documents", "batch_get_documents"]  # before the question, and before its answer is kept


def test_questions_at_once_in_one_session_keep_their_order(instance: Instance) -> None:
    session_id = instance.ask().session_id

    with ThreadPoolExecutor(5) as pool:
        saved = list(pool.map(lambda _: instance.ask(session_id), range(5)))

    found = instance.backend.sessions.read(session_id)
    assert found is not None
    assert [message.n for message in found[1]] == list(range(12))
    assert {item.message_n for item in saved} == {3, 5, 7, 9, 11}
    assert [message.role for message in found[1]] == ["user", "assistant"] * 6
