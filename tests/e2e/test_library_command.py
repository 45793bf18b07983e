"""`scholarai library` as a user runs it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from e2e.command import scholarai
from e2e.test_commands import SAMPLE
from functions.answers import check_shape

pytestmark = pytest.mark.slow


def test_papers_are_marked_collected_noted_and_found(tmp_path: Path) -> None:
    data = tmp_path / "library"
    paper = json.loads(scholarai(data, "papers", "add", SAMPLE).stdout)["id"]
    scholarai(data, "library", "collections", "--make", "Thesis")
    tree = scholarai(data, "library", "collections", "--make", "Thesis/Chapter 2", "--no-json")
    scholarai(data, "library", "mark", paper[:8], "--tag", "chance", "--state", "read", "--into", "thesis/chapter 2")
    quote = "Twenty-three people are enough"
    note = scholarai(data, "library", "note", paper[:8], "compare with Lee", "--quote", quote, "--no-json")

    found = scholarai(data, "library", "list", "birthday", "--tag", "chance", "--collection", "Thesis", "--json")

    table = scholarai(data, "table", "--collection", "Thesis", "-q", "How many people are enough?", "--no-json")

    assert table.stdout.count("\n|") == 3, table.stderr  # head, rule and one paper
    assert tree.stdout == "Thesis\n  Chapter 2\n"
    assert note.stdout.endswith(f"\thighlight\tp. 1 “{quote}” compare with Lee\n")
    listed = json.loads(found.stdout)
    check_shape(listed, "library_list")
    assert [one["paper_id"] for one in listed["papers"]] == [paper]
    assert listed["papers"][0]["notes"] == 1
    assert scholarai(data, "library", "notes", paper[:8], "--no-json").stdout == note.stdout
    assert scholarai(data, "library", "notes", "--delete", note.stdout[:8]).returncode == 0
    assert scholarai(data, "library", "notes").stdout == ""
    assert scholarai(data, "verify").returncode == 0


def test_a_table_is_of_files_or_of_a_collection(tmp_path: Path) -> None:
    none: list[Path | str] = []
    for sources in (none, [SAMPLE, "--collection", "Thesis"]):
        ran = scholarai(tmp_path / "library", "table", *sources, "-q", "How many?")

        assert (ran.returncode, ran.stderr) == (2, "scholarai: table: PAPER or --collection is needed, not both\n")


def test_what_is_not_there_is_named_with_a_way_on(tmp_path: Path) -> None:
    ran = scholarai(tmp_path / "library", "library", "list", "--collection", "Nothing")

    assert (ran.returncode, ran.stdout) == (4, "")
    assert ran.stderr.startswith("scholarai: collection_unknown: ")
