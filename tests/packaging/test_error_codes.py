"""Every code that a caller can meet is explained in docs/errors.md, and has a German text or a reason to have none."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "shared" / "scholarai"
# Codes that stay inside a worker, or that only an operator meets, in logs.
INSIDE = {
    "busy",
    "moving",
    "out_of_time",
    "stopping",
    "extraction_lost",
    "signing_impossible",
    "store_too_new",
    "store_too_old",
    "store_log_unread",
    "library_not_found",
    "store_lost",
    "store_older",
    "store_damaged",
    "backup_unusable",
    "backup_kept",
}
GERMAN = ROOT / "web" / "src" / "texts" / "de" / "problems.ts"
# Codes that the German page shows in the server's English, by the reason.
ENGLISH = {
    "the detail names the field, the column or the value, and a text for all of them would not": (
        "edit_invalid filter_invalid mark_invalid metadata_invalid media_type_mismatch"
    ),
    "the detail is what a model or a person wrote": "refused question_harmful question_unanswerable",
    "the page sends no such call; a program of somebody's own is told": (
        "bad_cursor body_invalid collection_invalid confirmation_missing content_type_wrong depth_unknown format_unknown idempotency_key_invalid "
        "json_malformed limit_invalid mention_invalid not_finished origin_not_allowed "
        "parameter_repeated parameter_unknown path_unknown sign_in_incomplete start_invalid version_invalid"
    ),
    "`scholarai move` and the commands of an operator alone": (
        "copy_differs deleting_there file_changed move_lost newer_there not_understood other_owner_there owner_left_things "
        "owner_unusable paper_unfinished review_unfinished"
    ),
    "it stays inside a worker, which tries again": "claim_lost failed object_not_found output_missing owner_busy review_busy",
}
SPOKEN_OVER_HTTP = ("services", "entrypoints", "adapters/embedded", "adapters/gcp/identity.py", "domain", "retrieval")


def codes(source: Path) -> Iterator[str]:
    """Yield the codes of errors that a module makes: `SomeError("code", "sentence", ...)`."""
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id.endswith("Error"):
            first = node.args[0] if len(node.args) > 1 else None
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                yield first.value


def used_codes() -> set[str]:
    sources = [path for path in PACKAGE.rglob("*.py") if str(path.relative_to(PACKAGE)).startswith(SPOKEN_OVER_HTTP)]
    return {code for source in sources for code in codes(source)}


def documented_codes() -> set[str]:
    return set(re.findall(r"`([a-z_]+)`", (ROOT / "docs" / "errors.md").read_text(encoding="utf-8")))


def faults_of_reading() -> set[str]:
    """Return the codes of the first table of docs/errors.md: why a paper could not be read."""
    table = (ROOT / "docs" / "errors.md").read_text(encoding="utf-8").split("\n\n`needs_attention`")[0]
    return set(re.findall(r"^\| `([a-z_]+)` \|", table, re.MULTILINE))


def test_every_code_of_ours_is_documented() -> None:
    used = used_codes()

    assert len(used) > 30
    assert used - INSIDE - documented_codes() == set()


def test_every_code_that_the_page_can_meet_has_a_german_text_or_a_reason() -> None:
    german = set(re.findall(r"^  ([a-z_]+): ", GERMAN.read_text(encoding="utf-8"), re.MULTILINE))
    english = {code for listed in ENGLISH.values() for code in listed.split()}
    faults = faults_of_reading()

    assert len(faults) > 10
    assert (used_codes() | faults) - INSIDE - german - english == set()
    assert german & english == set()
    assert german - documented_codes() == set(), "no code is left that the server does not know"
