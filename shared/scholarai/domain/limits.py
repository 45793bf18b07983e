"""Limits and other numbers that several modules share, each with its source."""

from __future__ import annotations

KIB = 1024
MIB = 1024 * KIB
GIB = 1024 * MIB

# Firestore, https://cloud.google.com/firestore/quotas
DOCUMENT_BYTES = 1 * MIB
NEAREST_RESULTS = 1_000
VECTOR_DIMENSIONS = 2_048
# Cloud Run functions
EVENT_FUNCTION_S = 540

# A guess that leaves a document room for keys and index entries.
CONTENT_PART_BYTES = 600 * KIB
# Keeps a range's transaction well below Firestore's 10 MiB per request with 3,072-dimension vectors at 8 bytes each.
RANGE_CHUNKS = 40
# Together with the chunks below 4 MiB, the largest message of Google's Firestore emulator.
RANGE_PART_BYTES = 2 * MIB

CHUNK_CHARACTERS = 2_000
QUESTION_CHARACTERS = 8_000
PAPERS_PER_CHAT = 200
# Papers that a list may name by their ids: those of one conversation, whose ids make a URL of about 7 KB.
PAPERS_PER_LIST = PAPERS_PER_CHAT
# Papers of one owner with the same file that are looked at. A guess: more than anybody uploads by mistake.
SAME_FILES = 20
# Supplements of one paper that are looked at at once. A guess: more than any paper has.
SUPPLEMENTS = 100
# Papers that one request may name; a review of the whole library names none. A guess: a request's body stays small.
PAPERS_PER_REVIEW = 500
# Passages that a review may be asked to search, and to read: the second costs a model's tokens. A guess, twice what it reads at most.
PASSAGES_RETRIEVED = NEAREST_RESULTS
PASSAGES_READ = 200
# Offset of the ranks that are fused. G. Cormack, C. Clarke, S. Büttcher, "Reciprocal rank fusion outperforms Condorcet", 2009, use
# 60; 20 did better on our sample papers.
FUSION_RANK = 20
# Tokens that a model may think, which count as output. Answers from excerpts need little thought; a guess, about twice what low
# thinking of Gemini 3 takes.
THINKING_TOKENS = 2_048
# Tokens of a prompt beside the papers: instructions, the question, earlier turns.
BESIDE_TOKENS = 3_000
# Works that one call may add: each costs a download and an extraction. A guess.
WORKS_PER_CALL = 10
# Two lines of a list. A guess.
SESSION_TITLE_CHARACTERS = 200
# A quote is a sentence or a paragraph; a longer one was never closed, and takes over 50 ms to look for. A guess.
QUOTE_CHARACTERS = 2_400
QUOTES_PER_CALL = 200
# A text that is checked as a whole: fifty pages, and the sentences of it that are looked at, each of which takes a tenth of a second
# in a large library. Sentences whose source is looked for in one call. Guesses.
TEXT_CHARACTERS = 200_000
SENTENCES_PER_TEXT = 1_000
SENTENCES_PER_CALL = 100
SOURCES_PER_SENTENCE = 20
NOTE_CHARACTERS = 20_000
# Three pages of text; a highlight is a sentence or a paragraph. A guess.
MARKED_CHARACTERS = 12_000
LAST_YEAR = 9_999


def sized(count: int) -> str:
    """Return a number of bytes for people: "100 MiB", "1.5 KiB", "0 bytes"."""
    unit, name = next(((one, name) for one, name in ((MIB, "MiB"), (KIB, "KiB")) if count >= one), (1, "bytes"))
    return f"{count / unit:,.1f}".removesuffix(".0") + f" {name}"
