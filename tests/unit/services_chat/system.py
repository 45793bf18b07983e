"""The chat services over an embedded store in a folder, with the bee paper in it and the model in hand."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

from doubles.models import TopicEmbedder
from doubles.stores import embedded
from doubles.watched import Watched, When
from doubles.written import bee_paper
from msgspec.structs import replace

from scholarai.adapters.system import RandomIds
from scholarai.domain.chat import Answer, Message
from scholarai.domain.content import PaperContent
from scholarai.domain.ids import OwnerId, PaperId, SessionId
from scholarai.domain.paper import Engine, Failure, Paper, PaperStatus, Progress
from scholarai.domain.parts import to_parts
from scholarai.ports.models import Answerer, Embedder, TextModel
from scholarai.ports.stores import ContentRange
from scholarai.prompting.prompt import ChatLimits
from scholarai.retrieval.vectors import EmbeddedChunk
from scholarai.services.chat.asking import AnswerSaved, AskPapers, ChatEvent, ChatRules
from scholarai.services.chat.record import ChatRecord, Question
from scholarai.services.chat.sessions import RunningAnswers, Sessions
from scholarai.services.library.open_papers import OpenPapers
from scholarai.services.library.passages import FindPassages, NearestPapers
from scholarai.splitting import split
from scholarai.testing import ManualClock, ScriptedAnswerer

ADA, BOB = OwnerId("ada"), OwnerId("bob")
BEES = PaperId("bees")
QUORUM = "The quorum was about twenty scouts at one site, as Figure 1 shows."
# The excerpt that holds it is the first one for the questions of these tests.
GOOD = f'About twenty scouts are needed. <cite id="1">{QUORUM}</cite>'
ASK = "How many scouts make the quorum?"
KEPT = timedelta(days=30)


class System:
    def __init__(self, folder: Path) -> None:
        self.clock = ManualClock()
        self.backend = embedded(folder, self.clock.now)
        self.embedder: Embedder | None = TopicEmbedder()
        self.model: Answerer = ScriptedAnswerer(GOOD)
        self.rewriter: TextModel | None = None
        self.limits = ChatLimits()
        self.calls: list[str] = []
        self.open_papers = OpenPapers(contents=self._watched("contents"))
        self.ids = RandomIds()

    def _watched(self, name: str) -> Any:
        def note(call: str, when: When) -> None:
            if when == "before":
                self.calls.append(call)

        return Watched(name, getattr(self.backend, name), note)

    def add_paper(self, paper_id: PaperId = BEES, content: PaperContent | None = None, owner: OwnerId = ADA) -> None:
        """Store an extracted paper."""
        content = content or bee_paper()
        chunks = split(content, generation=1)
        vectors = TopicEmbedder().embed_texts([chunk.text for chunk in chunks])
        engine = Engine(version="1", settings="", space=TopicEmbedder().space)
        paper = replace(self.paper(paper_id, owner), status="completed", visible_generation=1, engine=engine)
        piece = ContentRange(
            generation=1,
            parts=to_parts(content),
            chunks=tuple(EmbeddedChunk(chunk=c, vectors=v) for c, v in zip(chunks, vectors, strict=True)),
        )
        self.backend.contents.write(paper_id, piece, lambda _: paper)

    def add_unready(self, paper_id: PaperId, status: PaperStatus, *, eta_s: int | None = None) -> None:
        failure = Failure(code="encrypted", message="it is encrypted", action="Decrypt it.", retryable=False)
        paper = replace(
            self.paper(paper_id, ADA),
            status=status,
            failure=failure if status == "failed" else None,
            progress=Progress(eta_s=eta_s),
        )
        self.backend.papers.change(paper_id, lambda _: paper)

    def paper(self, paper_id: PaperId, owner: OwnerId) -> Paper:
        now = self.clock.now()
        return Paper(
            id=paper_id, owner=owner, filename="p.pdf", object_name="o", generation=1, created_at=now, updated_at=now
        )

    @property
    def chat(self) -> AskPapers:
        return AskPapers(
            papers=self.backend.papers,
            sessions=self.backend.sessions,
            open_papers=self.open_papers,
            find=FindPassages(embedder=lambda: self.embedder),
            answerer=lambda: self.model,
            clock=self.clock,
            ids=self.ids,
            rules=ChatRules(kept=KEPT, limits=self.limits),
            rewriter=lambda: self.rewriter,
            nearest=self.nearest,
        )

    @property
    def nearest(self) -> NearestPapers:
        return NearestPapers(
            catalog=lambda: self.backend.catalog,
            search=lambda: self._watched("search"),
            embedder=lambda: self.embedder,
        )

    @property
    def record(self) -> ChatRecord:
        return ChatRecord(sessions=self.backend.sessions, clock=self.clock, ids=self.ids, kept=KEPT)

    def events(self, text: str = ASK, **about: Any) -> list[ChatEvent]:
        return list(self.chat.ask(self.question(text, **about)))

    def ask(self, text: str = ASK, **about: Any) -> AnswerSaved:
        last = self.events(text, **about)[-1]
        assert isinstance(last, AnswerSaved)
        return last

    def answer(self, text: str = ASK, **about: Any) -> Answer:
        return self.ask(text, **about).answer

    def question(self, text: str, **about: Any) -> Question:
        if "session_id" not in about:
            about.setdefault("paper_ids", (BEES,))
        return Question(**{"owner": ADA, "text": text, **about})

    def messages(self, session_id: SessionId, owner: OwnerId = ADA) -> tuple[Message, ...]:
        return self.sessions().get(owner, session_id)[1]

    def sessions(self, running: RunningAnswers | None = None) -> Sessions:
        return Sessions(
            sessions=self.backend.sessions,
            papers=self.backend.papers,
            clock=self.clock,
            running=running or RunningAnswers(),
        )

    @property
    def only_session(self) -> SessionId:
        (session,) = self.sessions().page(ADA, None, limit=10).sessions
        return session.id
