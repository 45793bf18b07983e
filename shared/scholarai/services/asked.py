"""Checks what questions and reviews are asked with: the length of the question, and the number of papers."""

from __future__ import annotations

from collections.abc import Collection

from scholarai.domain.errors import InvalidRequestError
from scholarai.domain.limits import QUESTION_CHARACTERS


def require_question(text: str) -> None:
    """Raise InvalidRequestError if a question is empty or too long."""
    if not text:
        raise InvalidRequestError("question_invalid", "the question is empty", action="Write what you want to know.")
    if len(text) > QUESTION_CHARACTERS:
        detail = f"the question has {len(text):,} characters, and {QUESTION_CHARACTERS:,} are the most"
        raise InvalidRequestError("question_invalid", detail, action="Shorten the question.")


def require_papers(papers: Collection[str], most: int, taker: str, instead: str) -> None:
    """Raise InvalidRequestError if no paper or too many are named.

    Args:
        papers: Their ids, each once.
        most: Papers that are taken.
        taker: What takes them, such as "a question".
        instead: How to have the whole library.
    """
    if not papers:
        raise InvalidRequestError(
            "papers_invalid", f"{taker} needs at least one paper", action=f"Name a paper, or {instead}."
        )
    if len(papers) > most:
        detail = f"{len(papers):,} papers are named, and {taker} takes {most:,} at most"
        raise InvalidRequestError("papers_invalid", detail, action=f"Name fewer papers, or {instead}.")
