"""Removes the thoughts that models write before their answers, where their server does not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain

from scholarai.adapters.models.endpoint import Piece

# How thoughts begin and end: with Qwen and DeepSeek, with others, and with Magistral.
_TAGS = {"<think>": "</think>", "<thinking>": "</thinking>", "<thought>": "</thought>", "[THINK]": "[/THINK]"}
_END = "</think>"


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
