"""Which messages of a conversation follow which: an edited question begins a new branch beside the earlier one."""

from __future__ import annotations

from collections.abc import Sequence

from scholarai.domain.chat import Message, Session
from scholarai.domain.errors import InvalidRequestError

# The parent of a conversation's first question.
START = -1


def parent_of(message: Message) -> int:
    """Return the number of the message that one follows, START for none.

    Messages of releases before branches have no parent stored and follow the message before them. So does one whose stored
    parent cannot be: it would have to be an answer that was there before.
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
    """Return the last message of the latest branch that goes through message `n`."""
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
    """Return the messages of the branch that was last gone on with or chosen."""
    return branch_to(messages, head_of(session, messages))


def require_answer(messages: Sequence[Message], n: int) -> int:
    """Return the number if a question can follow there: START, or an answer of the conversation.

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
