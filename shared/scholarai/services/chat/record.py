"""Stores questions and answers in conversations, and leaves out the words of papers that were deleted meanwhile."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractContextManager
from datetime import datetime, timedelta
from typing import Any

from msgspec.structs import replace

from scholarai.domain.chat import Answer, Message, Session
from scholarai.domain.coverage import Coverage
from scholarai.domain.depth import Depth, KeptCall
from scholarai.domain.errors import ClaimLostError, NotFoundError
from scholarai.domain.ids import OwnerId, PaperId, SessionId
from scholarai.domain.repeats import Repeatable, key_reused
from scholarai.domain.usage import Usage
from scholarai.domain.values import Value
from scholarai.ports.clock import Clock, IdSource
from scholarai.ports.stores import PaperStore, SessionStore
from scholarai.services.chat.turns import (
    LEASE,
    PENDING,
    START,
    Turnover,
    head_of,
    is_ours,
    new_session,
    place_turn,
    require_answer,
    require_session,
    with_turn,
)
from scholarai.services.concurrency import map_concurrently
from scholarai.services.leases import RENEWALS_PER_LEASE, heartbeat
from scholarai.services.library.open_papers import left_out_paper
from scholarai.services.spending import Spending

_log = logging.getLogger(__name__)

# Codes of answers that were stopped, or whose conversation was deleted. They count as questions: otherwise users could evade
# a daily limit by stopping each answer before its end.
_NOT_WANTED = frozenset({"answer_stopped", "claim_lost"})
# Enough for an answer that takes PENDING, the most that one may take.
_RENEWALS = int(PENDING / LEASE) * RENEWALS_PER_LEASE
_NOTHING = Usage()
_LEFT_OUT = "A paper was deleted while the question was answered; what it says is left out."


class Question(Value, frozen=True, kw_only=True):
    """A question about papers, about the whole library, or in a session, which has its papers.

    Attributes:
        depth: None: the depth of the settings.
        parent: The number of the answer that the question follows, -1 for none; it begins a branch if another question
            follows that answer already. None: the end of the current branch.
    """

    owner: OwnerId
    text: str
    paper_ids: tuple[PaperId, ...] = ()
    session_id: SessionId | None = None
    idempotency_key: str | None = None
    library: bool = False
    depth: Depth | None = None
    parent: int | None = None


class ChatRecord(Value, frozen=True, kw_only=True):
    """Stores questions and answers in sessions.

    `kept` is how long a session is kept after its last question; a heartbeat renews the `lease` of an answer in progress.
    """

    sessions: SessionStore
    clock: Clock
    ids: IdSource
    kept: timedelta
    spending: Spending | None = None
    lease: timedelta = LEASE

    def session_of(self, question: Question) -> Session | None:
        """Return the session that a question continues, or None for a new one.

        Raises:
            NotFoundError: If it is unknown, expired, another owner's, or not about these papers.
        """
        if question.session_id is None:
            return None
        found = self.sessions.read(question.session_id)
        session = require_session(found[0] if found else None, question.owner, self.clock.now())
        if not set(question.paper_ids) <= set(session.paper_ids):
            raise NotFoundError("session_unknown", "there is no such conversation about this paper")
        return session

    def save_question(
        self, question: Question, session: Session | None, paper_ids: Sequence[PaperId]
    ) -> tuple[SessionId, Turnover]:
        """Store a question and its pending answer, creating the session if needed, and return their place.

        A repeated request returns the stored place, whatever the owner has used since.

        Raises:
            ConflictError: If the same request is being answered right now.
            InvalidRequestError: If another question had its key, or `parent` is no answer of the session.
            LimitReachedError: If the owner has reached a daily limit.
        """
        now = self.clock.now()
        require_room = self.spending.room_of(question.owner) if self.spending else _no_limit
        # Whoever asks again after an answer broke off knows the conversation that the question began: it is no part of the request.
        repeatable = Repeatable.of(question.owner, "question", question.idempotency_key, question.text, question.depth)
        session_id, is_there = (session.id, True) if session else self._place_of(repeatable, question, now)
        if not is_there:
            require_room()
            require_answer((), START if question.parent is None else question.parent)
            self.sessions.create(new_session(session_id, question.owner, paper_ids, question.text, now, self.kept))
        placed: list[Turnover] = []

        def rule(stored: Session, messages: Sequence[Message]) -> tuple[Session, Sequence[Message]]:
            require_session(stored, question.owner, now)
            parent = head_of(stored, messages) if question.parent is None else question.parent
            turn = place_turn(messages, question.text, repeatable, now, parent=parent)
            if not turn.repeated:
                require_room()
            placed[:] = [turn]
            written = () if turn.repeated else (turn.question, turn.answer)
            return with_turn(stored, messages, turn, now, self.kept), written

        self.sessions.change(session_id, rule)
        return session_id, placed[0]

    def save_answer(self, owner: OwnerId, session_id: SessionId, message: Message, *, lost: Usage = _NOTHING) -> bool:
        """Store an answer or a failure, and return False if the session was deleted meanwhile; it stays deleted.

        Nothing is stored if the lease expired and another worker took the request over. `lost` is the usage of an answer that
        nobody read to its end, and counts like that of other answers. If the same request is repeated, the calls of a deeper
        answer are counted again, although they are not paid again.
        """

        def rule(stored: Session, messages: Sequence[Message]) -> tuple[Session, Sequence[Message]]:
            # Recount: two duplicates of a request may both have created the session.
            counted = replace(stored, message_count=max(stored.message_count, len(messages)))
            if not is_ours(message, messages):
                return counted, ()
            # A failed answer may be tried again, and its paid calls were stored since the question was.
            calls = messages[message.n].calls if message.state == "failed" else ()
            return counted, (replace(message, calls=calls),)

        if self.spending and message.answer:
            self.spending.record(owner, message.answer.usage)
        elif self.spending and message.error_code in _NOT_WANTED:
            self.spending.record(owner, lost)
        elif self.spending and lost != _NOTHING:
            self.spending.record(owner, lost, questions=0)  # what failed may be asked again
        try:
            self.sessions.change(session_id, rule)
        except NotFoundError:
            _log.info("answer of a deleted session dropped")
            return False
        _log.info("answer saved", extra=_figures(message))
        return True

    def save_stopped(self, session_id: SessionId, message: Message) -> None:
        """Store what was checked of an answer that its asker stopped; nothing if it was taken over or deleted instead."""

        def rule(stored: Session, messages: Sequence[Message]) -> tuple[Session, Sequence[Message]]:
            there = messages[message.n] if message.n < len(messages) else None
            ours = there is not None and there.created_at == message.created_at
            return stored, ((message,) if ours else ())

        with contextlib.suppress(NotFoundError):
            self.sessions.change(session_id, rule)

    def keep_call(self, session_id: SessionId, pending: Message, call: KeptCall) -> bool:
        """Store a paid call with the answer that it is for, and tell whether the caller wants the answer now.

        Raises:
            ClaimLostError: If another worker answers, or the session was deleted.
        """
        return self._write(session_id, pending, lambda stored: replace(stored, calls=(*stored.calls, call))).stop

    def kept_alive(
        self, session_id: SessionId, pending: Message, *, lost: Callable[[], object] = lambda: None
    ) -> AbstractContextManager[None]:
        """Renew the answer's lease in the background while the body runs. Leaving does not wait for a renewal in progress.

        `lost` is called if the answer was stopped or taken over, or its session deleted.
        """
        left = iter(range(_RENEWALS))

        def renew() -> None:
            try:
                self._renew(session_id, pending)
            except ClaimLostError:
                lost()
                raise

        return heartbeat(
            renew,
            self.lease,
            has_time=lambda: next(left, None) is not None,
            about={"kind": "answer"},
            join_s=0,
        )

    def _renew(self, session_id: SessionId, pending: Message) -> None:
        self._write(session_id, pending, lambda stored: replace(stored, lease_until=self.clock.now() + LEASE))

    def _write(self, session_id: SessionId, pending: Message, change: Callable[[Message], Message]) -> Message:
        """Change the stored message of an answer under way, and return it."""

        def rule(stored: Session, messages: Sequence[Message]) -> tuple[Session, Sequence[Message]]:
            if not is_ours(pending, messages):
                raise ClaimLostError("claim_lost", "another worker answers")
            return stored, (change(messages[pending.n]),)

        try:
            return self.sessions.change(session_id, rule)[1][0]
        except NotFoundError as gone:
            raise ClaimLostError("claim_lost", "the session was deleted") from gone

    def _place_of(self, repeatable: Repeatable | None, question: Question, now: datetime) -> tuple[SessionId, bool]:
        """Return the session that the same request began, or the id of a new one, and whether it is there.

        Raises:
            InvalidRequestError: If a question about other papers had the key.
        """
        if repeatable is None:
            return SessionId(self.ids.new()), False
        ids = [SessionId(one) for one in repeatable.ids(now)]
        there = next((session[0] for one in ids if (session := self.sessions.read(one)) is not None), None)
        if there is None:
            return ids[-1], False
        if question.paper_ids and set(question.paper_ids) != set(there.paper_ids):
            raise key_reused()
        return there.id, True


def without_deleted(answer: Answer, papers: PaperStore, owner: OwnerId) -> Answer:
    """Return an answer without the words of papers that its owner no longer has.

    The deletion of a paper also deletes the conversations that it finds, but not one that begins after that search.

    Raises:
        NotFoundError: If nothing is left of the answer.
    """
    quoted = sorted(_quoted_papers(answer))
    there = map_concurrently(papers.get, quoted)
    gone = {
        paper_id
        for paper_id, paper in zip(quoted, there, strict=True)
        if paper is None or paper.deleting or paper.owner != owner
    }
    return _without(answer, gone) if gone else answer


def _figures(message: Message) -> dict[str, Any]:
    """Return the countable facts of an answer, never its text."""
    if message.answer is None:
        return {"state": message.state, "code": message.error_code}
    answer = message.answer
    citations = [citation for section in answer.sections for citation in section.citations]
    standing = sum(citation.stands for citation in citations)
    return {
        "state": message.state,
        "refused": answer.refusal is not None,
        "degraded": answer.degraded or "",
        "grounded": standing,
        "not_found": len(citations) - standing + answer.dropped_citations,
    }


def _no_limit() -> None:
    """Allow every question."""


def _quoted_papers(answer: Answer) -> frozenset[PaperId]:
    cited = {citation.paper_id for section in answer.sections for citation in section.citations}
    nearest = answer.refusal.nearest if answer.refusal is not None else ()
    closest = {paper.paper_id for paper in answer.coverage.papers if paper.closest} if answer.coverage else set()
    return frozenset(cited | closest | {passage.paper_id for passage in nearest})


def _without(answer: Answer, gone: Collection[PaperId]) -> Answer:
    sections = tuple(
        section for section in answer.sections if not any(citation.paper_id in gone for citation in section.citations)
    )
    refusal = answer.refusal
    nearest = tuple(one for one in refusal.nearest if one.paper_id not in gone) if refusal else ()
    if not any(section.citations for section in sections) and not nearest:
        raise NotFoundError("paper_unknown", "the paper was deleted while it was asked")
    return replace(
        answer,
        sections=sections,
        refusal=replace(refusal, nearest=nearest) if refusal else None,
        notes=(*answer.notes, _LEFT_OUT),
        coverage=None if answer.coverage is None else _covered(answer.coverage, gone),
    )


def _covered(coverage: Coverage, gone: Collection[PaperId]) -> Coverage:
    papers = (
        left_out_paper(paper.paper_id, "", "deleted") if paper.paper_id in gone else paper for paper in coverage.papers
    )
    return replace(coverage, papers=tuple(papers))
