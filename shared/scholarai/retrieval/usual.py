"""How rare a term is in papers of several fields: what a question's words say before any paper is looked at."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path

import msgspec

USUAL_FILE = Path(__file__).parent / "data" / "usual_terms.json"
# Rarity of a term that the file does not know: found in papers of one field at most.
UNKNOWN = 1.0


@functools.cache
def usual_terms() -> Mapping[str, float]:
    """Return the rarity, from 0 (in all papers) to 1, of the terms that papers of several fields use; read with the first question.

    The file has the terms of each rarity together, as benchmarks/train_refusal.py writes it.
    """
    stored = msgspec.json.decode(USUAL_FILE.read_bytes(), type=dict[str, str])
    return {term: float(rarity) for rarity, terms in stored.items() for term in terms.split()}
