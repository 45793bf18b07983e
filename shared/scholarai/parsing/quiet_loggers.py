"""Keeps parsing libraries from logging the text of papers."""

from __future__ import annotations

import logging


def silence(library: str) -> None:
    """Turn a library's logger off: its messages quote the source that it reads."""
    logging.getLogger(library).setLevel(logging.CRITICAL + 1)
