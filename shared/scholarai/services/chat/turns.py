"""Places questions and answers in a conversation: the rules of turns and branches, without any store."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from msgspec.structs import replace

from scholarai.answering.turns import reply_to_courtesy
from scholarai.domain.chat import Answer, Citation, Message, Session
from scholarai.domain.errors import ConflictError, InvalidRequestError, NotFoundError
from scholarai.domain.ids import OwnerId, PaperId, SessionId
from scholarai.domain.repeats import Repeatable, key_reused
from scholarai.domain.values import Value

TITLE_CHARACTERS = 80
# A pending message older than this is abandoned: a request and its model cannot run so long on the platform.
PENDING = timedelta(minutes=15)
# A guess. Renewed three times per lease, so two renewals may fail.
LEASE = timedelta(seconds=30)
INTERRUPTED = "interrupted"
# The code of an answer that its asker ended.
STOPPED = "stopped"
# The parent of a conversation's first question.
START = -1


class Turnover(Value, frozen=True, kw_only=True):
    """A turn: a question and its answer in a session.

    `earlier` are the messages before it in its branch. `repeated` means that an earlier request with the same key has been
    answered already.
    """

    question: Message
    answer: Message
    earlier: tuple[Message, ...]
    repeated: bool = False


def new_session(
    session_id: SessionId, owner: OwnerId, paper_ids: Sequence[PaperId], question: str, now: datetime, kept: timedelta
) -> Session:
    """Return a session that is named after its first question."""
    return Session(
        id=session_id,
        owner=owner,
        paper_ids=tuple(dict.fromkeys(paper_ids)),
        title=_title(question),
        created_at=now,
        updated_at=now,
        expires_at=now + kept,
    )


def require_session(session: Session | None, owner: OwnerId, now: datetime) -> Session:
    """Return the session if it is this owner's and has not expired.

    Raises:
        NotFoundError: If not; another owner's session is as unknown as a missing one.
    """
    if session is None or session.owner != owner or session.expires_at <= now:
        raise NotFoundError("session_unknown", "there is no such conversation")
    return session


def place_turn(
    messages: Sequence[Message], question: str, repeatable: Repeatable | None, now: datetime, *, parent: int
) -> Turnover:
    """Return the turn of a question: after the answer `parent`, or the stored turn of the same request.

    Raises:
        ConflictError: If the same request is being answered right now.
        InvalidRequestError: If another question had the key, or `parent` is no answer of this conversation.
    """
    key = repeatable.key if repeatable else None
    at = next((m.n for m in messages if key is not None and m.role == "user" and m.idempotency_key == key), None)
    if at is None:
        n = len(messages)
        asked = Message(
            n=n,
            role="user",
            state="complete",
            created_at=now,
            text=question,
            idempotency_key=key,
            request_digest=repeatable.digest if repeatable else None,
            parent=require_answer(messages, parent),
        )
        pending = Message(n=n + 1, role="assistant", state="pending", created_at=now, lease_until=now + LEASE)
        return Turnover(question=asked, answer=pending, earlier=branch_to(messages, parent))
    asked, answer = messages[at], messages[at + 1]
    if asked.request_digest is not None and repeatable is not None:
        repeatable.require_same(asked)
    elif asked.text != question:  # a question that was asked of an earlier release
        raise key_reused()
    if answer.state == "pending" and not _is_abandoned(answer, now):
        raise ConflictError("being_answered", "this request is being answered right now", retry_after_s=2.0)
    repeated = answer.state == "complete"
    again = replace(answer, state="pending", created_at=now, lease_until=now + LEASE, error_code=None, stop=False)
    pending = answer if repeated else again
    return Turnover(question=asked, answer=pending, earlier=branch_to(messages, parent_of(asked)), repeated=repeated)


def with_turn(session: Session, messages: Sequence[Message], turn: Turnover, now: datetime, kept: timedelta) -> Session:
    """Return the session with the turn added and its branch as the current one.

    Each question extends the session's life (a clock that was set back does not shorten it), and the first question after a greeting
    renames it.
    """
    count = max(len(messages), turn.answer.n + 1)
    head = turn.answer.n if turn.answer.n >= len(messages) else _head_with(session, messages, turn.answer.n)
    greeting = not session.named and reply_to_courtesy(session.title, papers=1)
    named = replace(session, title=_title(turn.question.text)) if greeting else session
    return replace(
        named,
        message_count=count,
        updated_at=max(now, session.updated_at),
        expires_at=max(now + kept, session.expires_at),
        head=head,
    )


def answered(pending: Message, answer: Answer) -> Message:
    text = "".join(section.text for section in answer.sections).strip()
    return replace(pending, state="complete", text=text, answer=answer, lease_until=None, calls=(), error_code=None)


def failed(pending: Message, code: str) -> Message:
    """Return the message marked as failed, so that the request can be repeated."""
    return replace(pending, state="failed", error_code=code, lease_until=None)


def is_ours(pending: Message, messages: Sequence[Message]) -> bool:
    """Tell whether a pending answer still belongs to its worker: it has neither ended nor been taken over."""
    stored = messages[pending.n] if pending.n < len(messages) else None
    return stored is not None and stored.state == "pending" and stored.created_at == pending.created_at


def as_seen(message: Message, now: datetime) -> Message:
    """Return a message as readers see it: a pending one whose lease has expired has failed."""
    if message.state == "pending" and _is_abandoned(message, now):
        return failed(message, INTERRUPTED)
    return message


def questions_before(earlier: Sequence[Message]) -> list[str]:
    """Return the earlier questions as they were searched for, oldest first, without greetings and unclear ones."""
    pairs = zip(earlier[::2], earlier[1::2], strict=False)
    return [
        answer.answer.question_used if answer.answer else asked.text
        for asked, answer in pairs
        if answer.answer is None or answer.answer.remark not in {"courtesy", "unclear"}
    ]


def answers_before(earlier: Sequence[Message]) -> list[Answer]:
    """Return the answers that were given, oldest first."""
    return [message.answer for message in earlier if message.answer is not None and message.state == "complete"]


def quoted_before(earlier: Sequence[Message]) -> tuple[Citation, ...]:
    """Return the quotes of earlier answers that were found in a paper, oldest first."""
    return tuple(citation for answer in answers_before(earlier) for citation in quoted_in(answer))


def quoted_last(earlier: Sequence[Message]) -> tuple[Citation, ...]:
    """Return the quotes of the last answer that has any."""
    return next(filter(None, (quoted_in(answer) for answer in reversed(answers_before(earlier)))), ())


def quoted_in(answer: Answer) -> tuple[Citation, ...]:
    """Return the quotes of an answer that were found in a paper."""
    return tuple(c for section in answer.sections for c in section.citations if c.start is not None)


def parent_of(message: Message) -> int:
    """Return the number of the message that one follows, START for none.

    A message stored by a release without branches has no parent, and follows the message before it. So does one whose stored
    parent is no earlier answer.
    """
    stored = message.parent
    known = stored is not None and START <= stored < message.n and stored % 2 == 1 and message.n % 2 == 0
    return stored if known and stored is not None else message.n - 1


def branch_to(messages: Sequence[Message], end: int) -> tuple[Message, ...]:
    """Return the messages from the start to the message `end`, in order; none where `end` is START."""
    numbered = {message.n: message for message in messages}
    branch: list[Message] = []
    at = end
    while at in numbered:  # ends: a parent's number is smaller
        branch.append(numbered[at])
        at = parent_of(numbered[at])
    return tuple(reversed(branch))


def end_through(messages: Sequence[Message], n: int) -> int:
    """Return the last message of the latest branch that contains message `n`."""
    through = {n}
    for message in messages:
        if parent_of(message) in through:
            through.add(message.n)
    return max(through)


def head_of(session: Session, messages: Sequence[Message]) -> int:
    """Return the message at which the current branch ends, START where nothing was asked."""
    last = max((message.n for message in messages), default=START)
    return last if session.head is None else min(session.head, last)


def current_branch(session: Session, messages: Sequence[Message]) -> tuple[Message, ...]:
    """Return the messages of the branch that was last continued or chosen."""
    return branch_to(messages, head_of(session, messages))


def require_answer(messages: Sequence[Message], n: int) -> int:
    """Return the number if a question can follow it: START, or an answer of the conversation.

    Raises:
        InvalidRequestError: If not.
    """
    if n == START or (0 <= n < len(messages) and n % 2 == 1):
        return n
    raise InvalidRequestError(
        "parent_invalid",
        f"a question follows an answer of its conversation, or {START} for none, got {n}",
        action="Read the conversation again and name one of its answers.",
    )


def _head_with(session: Session, messages: Sequence[Message], n: int) -> int:
    """Return the end of the current branch if it contains this message, else of the latest branch that does."""
    known = any(message.n == n for message in current_branch(session, messages))
    return head_of(session, messages) if known else end_through(messages, n)


def _is_abandoned(pending: Message, now: datetime) -> bool:
    latest = pending.created_at + PENDING
    ends = min(pending.lease_until or latest, latest)
    return not now < ends <= now + PENDING  # a later end is of a clock that ran ahead


def _title(question: str) -> str:
    line = " ".join(question.split())
    if len(line) <= TITLE_CHARACTERS:
        return line
    return f"{line[:TITLE_CHARACTERS].rsplit(' ', 1)[0]}…"
