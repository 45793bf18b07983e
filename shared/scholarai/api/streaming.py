"""Answers as they are written, for loops of programs with and without asyncio."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor

from scholarai.domain.chat import Answer
from scholarai.services.chat.asking import AnswerSaved, ChatEvent
from scholarai.services.chat.reply import AnswerRestarted, SectionFinished, TextWritten

_AGAIN = "\n\n(The answer begins again.)\n\n"


class AnswerStream:
    """Pieces of an answer's text, for `for` and `async for`; they can be read once.

    The text is the model's as it writes, and its quotes are checked as their section ends: what stands is `answer`. Without a model
    each piece is a passage. Where the model begins again, a piece says so, and what came before it is void.
    """

    def __init__(self, events: Generator[ChatEvent], *, by_passage: bool) -> None:
        """Read the events of an answer, section by section where it is made of passages."""
        self._pieces = self._read(events, by_passage=by_passage)
        self._answer: Answer | None = None

    def __iter__(self) -> Iterator[str]:
        return self._pieces

    async def __aiter__(self) -> AsyncIterator[str]:
        loop = asyncio.get_running_loop()
        thread = ThreadPoolExecutor(1)  # of its own, so that all of the answer runs in one
        try:
            while (piece := await loop.run_in_executor(thread, next, self._pieces, None)) is not None:
                yield piece
        finally:
            thread.shutdown(wait=False)

    def close(self) -> None:
        """Stop the answer; one that nobody refers to any more is stopped, too."""
        self._pieces.close()

    @property
    def answer(self) -> Answer:
        """The whole answer, every quote checked; pieces that were not read yet are passed over."""
        for _ in self._pieces:
            pass
        if self._answer is None:
            raise RuntimeError("the answer was stopped before its end")
        return self._answer

    def _read(self, events: Generator[ChatEvent], *, by_passage: bool) -> Generator[str]:
        stands = False  # Whether anything that was given still stands.
        with contextlib.closing(events):
            for event in events:
                match event:
                    case TextWritten() if not by_passage:
                        stands = True
                        yield event.text
                    case SectionFinished() if by_passage:
                        stands = True
                        yield f"{event.section.text.strip()}\n\n"
                    case AnswerRestarted() if stands:
                        stands = False
                        yield _AGAIN
                    case AnswerSaved():
                        self._answer = event.answer
                        if not stands:  # what is known at once, or a refusal
                            yield event.answer.text
