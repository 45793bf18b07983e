"""Reviews in real processes: over HTTP, through a kill, and from the command line."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from e2e.command import scholarai
from e2e.files import short_paper
from e2e.serving import EXTRACTING_S, Server, wait_for

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "shared/scholarai/local/sample/sample-paper.pdf"
SWEEP = ROOT / "benchmarks" / "review_crash_sweep.py"
QUESTION = "How many people make a shared birthday more likely than not?"
ENDED = {"completed", "partial", "failed", "refused", "cancelled"}


def state(server: Server, review_id: str) -> str:
    return str(server.call("GET", f"/reviews/{review_id}").json()["review"]["state"])


def test_a_review_of_uploaded_papers_leads_from_sentence_to_quote_to_box(server: Server, tmp_path: Path) -> None:
    ids = [server.upload(SAMPLE.read_bytes()), server.upload(short_paper(tmp_path / "a.pdf", "Birthdays are Shared"))]
    for paper_id in ids:
        server.wait_until_ended(paper_id)

    made = server.post("/reviews", {"question": QUESTION, "paper_ids": ids})
    assert made.status == 202, made.body
    review_id = made.json()["id"]
    wait_for(lambda: state(server, review_id) in ENDED, EXTRACTING_S)

    answer = server.call("GET", f"/reviews/{review_id}").json()
    assert (answer["review"]["state"], answer["review"]["error"]) == ("completed", None)
    citations = [c for s in answer["report"]["sections"] for part in s["text"] for c in part["citations"]]
    assert citations
    for citation in citations:
        content = server.call("GET", f"/papers/{citation['paper_id']}/content").json()
        text = "\n\n".join(block["text"] for block in content["blocks"])
        assert " ".join(text[citation["start"] : citation["end"]].split()) == " ".join(citation["quote"].split())
        assert all(page["boxes"] for page in citation["pages"])
    assert server.call("GET", f"/reviews/{review_id}/export?format=html").body.startswith(b"<!doctype html>")


def test_a_review_outlives_its_server(server: Server) -> None:
    paper_id = server.upload(SAMPLE.read_bytes())
    server.wait_until_ended(paper_id)
    review_id = server.post("/reviews", {"question": QUESTION, "paper_ids": [paper_id]}).json()["id"]
    server.kill()

    server.start()
    wait_for(lambda: state(server, review_id) in ENDED, EXTRACTING_S)

    assert state(server, review_id) == "completed"


def test_the_command_line_writes_a_cited_review(tmp_path: Path) -> None:
    other = tmp_path / "other.pdf"
    short_paper(other, "Birthdays are Shared by People")

    printed = scholarai(tmp_path / "data", "review", QUESTION, SAMPLE, other, "--no-json")
    written = scholarai(tmp_path / "data", "review", QUESTION, SAMPLE, other, "-o", tmp_path / "r.html")

    assert (printed.returncode, written.returncode) == (0, 0)
    assert "the review is a reading list" in printed.stderr
    assert re.search(r"^- “Twenty-three people are enough .*” \(p\. \d, Conclusion\)$", printed.stdout, re.MULTILINE)
    assert (written.stdout, (tmp_path / "r.html").read_text()[:15]) == ("", "<!doctype html>")


@pytest.mark.parametrize(
    ("question", "code", "ends"), [("  ", "question_invalid", 2), ("How to make a pipe bomb?", "question_harmful", 1)]
)
def test_a_review_that_cannot_be_says_why(tmp_path: Path, question: str, code: str, ends: int) -> None:
    ran = scholarai(tmp_path / "data", "review", question, SAMPLE)

    assert (ran.returncode, ran.stdout) == (ends, "")
    assert code in ran.stderr


def test_a_missing_paper_is_named(tmp_path: Path) -> None:
    ran = scholarai(tmp_path / "data", "review", QUESTION, tmp_path / "none.pdf")

    assert ran.returncode == 1
    assert "file_missing" in ran.stderr


@pytest.mark.parametrize(("model", "every"), [("scripted", 19), ("none", 13)])
def test_a_killed_review_ends_like_an_undisturbed_one(model: str, every: int) -> None:
    command = [sys.executable, str(SWEEP), "--model", model, "--every", str(every), "--twice"]
    done: Any = subprocess.run(
        command, capture_output=True, text=True, timeout=300, check=False, env=os.environ | {"OMP_NUM_THREADS": "2"}
    )

    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"points: (\d+), of them \{'killed and equal': \1\}", done.stdout), done.stdout
