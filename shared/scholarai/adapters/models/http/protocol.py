"""What the protocols of servers share: fitting prompts, asking, reading replies, and what is kept of the servers' answers."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any, ClassVar

from scholarai.adapters.models.adapting import Asking, adapted
from scholarai.adapters.models.capabilities import needs_of
from scholarai.adapters.models.endpoint import Piece, fault_of_end
from scholarai.adapters.models.faults import CallFailedError
from scholarai.adapters.models.http.connection import Connection
from scholarai.adapters.models.http.fitting import check_read, fitted
from scholarai.domain.values import Value
from scholarai.prompting.prompt import Prompt, turns_before

Events = Iterable[dict[str, Any]]
# What a server may take to say something of its model before a question is sent. A guess.
ASK_S = 2.0
# Failures after which a server is asked again: it is not there yet.
_NOT_YET = frozenset({"model_unreachable", "model_unavailable", "model_busy"})
# What servers said of their models, by what was asked, the address and the model: each is asked once a process.
_TOLD: dict[tuple[str, str, str], dict[str, Any]] = {}
# How thoughts begin and end: with Qwen and DeepSeek, with others, and with Magistral.
_TAGS = {"<think>": "</think>", "<thinking>": "</thinking>", "<thought>": "</thought>", "[THINK]": "[/THINK]"}
_END = "</think>"


class Sampling(Value, frozen=True, kw_only=True):
    """The settings of sampling that are sent where a protocol has them."""

    top_p: float | None = None
    top_k: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpEndpoint:
    """Implements `Endpoint` for a server that lists its models, but for what differs between protocols.

    Attributes:
        connection: The server.
        sampling: As it is set.
        is_hosted: Whether a company runs the server.
        window_set: Tokens that the model reads and writes at once, as they are set; 0: what the server tells.
        window_assumed: Where it tells nothing; 0: as many as it likes, and the server refuses what does not fit.
    """

    connection: Connection
    sampling: Sampling = field(default_factory=Sampling)
    is_hosted: bool = True
    window_set: int = 0
    window_assumed: int = 0

    path: ClassVar[str]
    forbidden: ClassVar[frozenset[str]] = frozenset()

    def pieces(self, prompt: Prompt, model: str, timeout_s: float, *, streamed: bool) -> Generator[Piece, None, None]:
        def call(asking: Asking) -> Generator[Piece, None, None]:
            return self._asked(asking, model, timeout_s, streamed=streamed)

        return adapted(self.connection.server.base_url, model, prompt, call, is_hosted=self.is_hosted)

    def _asked(self, asking: Asking, model: str, timeout_s: float, *, streamed: bool) -> Generator[Piece, None, None]:
        server, told = self.connection.server, self.window(model)
        prompt = fitted(asking.prompt, told or self.window_assumed or None, server)
        body = self.body(replace(asking, prompt=prompt), model, streamed=streamed)
        read = None
        with closing(self.connection.events(self.path, body, timeout_s, asking.sent)) as events:
            for piece in without_thoughts(self.read(events), thinks=needs_of(model).thinks):
                read = piece.tokens[0] if piece.tokens else read
                if piece.finish is not None and read is not None:
                    yield Piece(tokens=piece.tokens, cached=piece.cached, model=piece.model)
                    check_read(prompt, read, server, self.window_of(body, model))
                yield piece

    def body(self, asking: Asking, model: str, *, streamed: bool) -> dict[str, Any]:
        """Return the request."""
        raise NotImplementedError

    def read(self, events: Events) -> Iterator[Piece]:
        """Yield the pieces of a stream's events, or of a whole reply, which may also come where a stream was asked for."""
        raise NotImplementedError

    def fault(self, finish: str | None, *, has_text: bool) -> CallFailedError | None:
        return fault_of_end(finish, has_text=has_text, forbidden=self.forbidden)

    def models(self) -> list[str]:
        """Return the names of the models that the server has, or that the key may use."""
        raise NotImplementedError

    def window(self, _model: str) -> int | None:
        """Return how many tokens a model reads and writes at once at most, where it is set or the server tells."""
        return self.window_set or None

    def usual_window(self, model: str) -> int | None:
        """Return how many tokens it reads and writes at once as it is usually loaded."""
        return self.window(model)

    def window_of(self, _body: Mapping[str, Any], model: str) -> int | None:
        """Return the window in which a request was answered, where it is known."""
        return self.window(model)

    def takes_images(self, _model: str) -> bool | None:
        """Return whether a model reads images, None where the server does not tell."""
        return None

    def ask_once(self, what: str, model: str, ask: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        """Return what the server says of a model or of itself, asked once; nothing where it does not say."""
        known = (what, self.connection.server.base_url, model)
        if known not in _TOLD:
            try:
                said = ask()
            except CallFailedError as failure:
                if failure.error.code in _NOT_YET:
                    return {}
                said = {}
            # LM Studio loads a model with the first question, and tells its window then.
            if said.get("state") == "not-loaded":
                return said
            _TOLD[known] = said
        return _TOLD[known]


def turns_of(prompt: Prompt) -> list[dict[str, Any]]:
    """Return what stands before a request as messages: the prefix with a word of receipt, and the earlier turns."""
    return [
        {"role": "assistant" if turn.role in {"assistant", "model"} else "user", "content": turn.text}
        for turn in turns_before(prompt)
    ]


def with_system(prompt: Prompt) -> list[dict[str, Any]]:
    """Return the earlier turns behind the instructions, where these are a message, too."""
    return [*([{"role": "system", "content": prompt.system}] if prompt.system else []), *turns_of(prompt)]


def rows_of(value: Any) -> list[dict[str, Any]]:
    """Return the objects of a list, none of anything else."""
    return [row for row in value if isinstance(row, dict)] if isinstance(value, list) else []


def object_of(value: Any) -> dict[str, Any]:
    """Return an object, an empty one of anything else."""
    return value if isinstance(value, dict) else {}


def text_of(content: Any) -> str:
    """Return the text of a message's content: a string, or parts, of which those that are text count."""
    if isinstance(content, str):
        return content
    texts = [part.get("text") for part in rows_of(content) if part.get("type") == "text"]
    return "".join(text for text in texts if isinstance(text, str))


def positive(value: Any) -> int | None:
    """Return a whole number above zero, None of anything else."""
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else None


def without_thoughts(pieces: Iterable[Piece], *, thinks: bool) -> Iterator[Piece]:
    """Yield a reply without the thoughts at its beginning; thoughts that never end leave nothing.

    Args:
        pieces: Of the reply.
        thinks: Whether the model is known to think. The chat templates of some begin the thoughts, so that only their end
            is in the reply: then what was yielded before it is void.
    """
    past = _past_tags(iter(pieces))
    return _past_end(past) if thinks else past


def _past_tags(pieces: Iterator[Piece]) -> Iterator[Piece]:
    begun = ""
    for piece in pieces:
        begun = (begun + piece.text).lstrip()
        closing = next((end for tag, end in _TAGS.items() if begun.startswith(tag)), "")
        if closing:
            yield from _stripped(_behind(closing, chain([replace(piece, text=begun)], pieces)))
        elif piece.finish is None and any(tag.startswith(begun) for tag in _TAGS):
            yield replace(piece, text="")
        else:
            yield replace(piece, text=begun)
            yield from pieces


def _past_end(pieces: Iterator[Piece]) -> Iterator[Piece]:
    tail = ""
    for piece in pieces:
        _, found, rest = (tail + piece.text).partition(_END)
        if found:
            yield Piece(voids=True)
            yield from _stripped(chain([replace(piece, text=rest)], pieces))
        else:
            yield piece
        tail = (tail + piece.text)[1 - len(_END) :]


def _behind(closing: str, pieces: Iterator[Piece]) -> Iterator[Piece]:
    tail = ""
    for piece in pieces:
        _, found, rest = (tail + piece.text).partition(closing)
        yield replace(piece, text=rest)
        if found:
            yield from pieces
        tail = (tail + piece.text)[1 - len(closing) :]


def _stripped(pieces: Iterator[Piece]) -> Iterator[Piece]:
    for piece in pieces:
        text = piece.text.lstrip()
        yield replace(piece, text=text)
        if text:
            yield from pieces
