"""Keeps parsing libraries from logging what stands in a paper."""

from __future__ import annotations

import logging


def silence(library: str) -> None:
    """Turn a library's logger off: its messages quote the source that it reads."""
    logging.getLogger(library).setLevel(logging.CRITICAL + 1)
