"""`scholarai discover` lists works with numbers, adds those that are chosen, and names services that gave nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from doubles.literature import FakeInternet, crossref_work, listed
from printed import fitting

from scholarai import Library
from scholarai.bootstrap.literature import LiteratureServices
from scholarai.local.cli import main

ENGINE = crossref_work("10.1000/engine", "On the Engine")
LOOM = crossref_work("10.1000/loom", "RETRACTED: Looms of Jacquard", **{"is-referenced-by-count": 1204})


@pytest.fixture(autouse=True)
def internet(monkeypatch: pytest.MonkeyPatch) -> FakeInternet:
    made = FakeInternet()
    made.put("api.crossref.org", "/works", listed(LOOM, ENGINE))
    made.put("api.crossref.org", "/works/10.1000/engine", ENGINE)
    made.put("api.crossref.org", "/works/10.1000/loom", LOOM)
    monkeypatch.setattr(LiteratureServices, "client", lambda _: made.client())
    monkeypatch.setenv("SCHOLARAI_LITERATURE", "crossref")
    return made


def discover(data: Path, *arguments: str) -> int:
    return main(["discover", "--no-json", *arguments, "--data", str(data)])


def test_works_are_listed_with_what_is_known_of_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert discover(tmp_path, "looms") == 0

    told = capsys.readouterr()
    assert told.out.startswith("1. Looms of Jacquard\n   Ada Lovelace, The Engine Group. 1843. Notes\n")
    assert "10.1000/loom · retracted · cited by 1,204 · no open PDF known · crossref" in told.out
    assert "arxiv: service_off: SCHOLARAI_LITERATURE does not name it." in told.err


def test_chosen_works_are_added_by_their_numbers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert discover(tmp_path, "looms", "--add", "2") == 0

    with Library(tmp_path) as library:
        (paper,) = library.papers()
    assert paper.metadata.doi == "10.1000/engine"
    capsys.readouterr()
    discover(tmp_path, "looms")
    assert f"in your library: {paper.id}" in capsys.readouterr().out


def test_a_title_longer_than_the_name_of_a_file_is_looked_up(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["add", "On Looms and Engines " * 20, "--data", str(tmp_path)])

    assert "work_unknown" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["library.bib", "Thesis.PDF"])
def test_a_file_that_is_missing_is_no_title_to_look_up(
    name: str, tmp_path: Path, internet: FakeInternet, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["add", str(tmp_path / name), "--data", str(tmp_path)]) == 1

    assert f"{name}: file_missing: There is no such file or folder." in capsys.readouterr().err
    assert internet.asked == []


def test_a_number_that_no_work_has_is_refused_before_anything_is_added(tmp_path: Path) -> None:
    assert discover(tmp_path, "looms", "--add", "1", "3") == 2

    with Library(tmp_path) as library:
        assert list(library.papers()) == []


def test_each_work_is_an_object_with_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    discover(tmp_path, "looms", "--json")

    rows = fitting("discover", capsys.readouterr().out)
    assert [row["found"]["work"]["doi"] for row in rows] == ["10.1000/loom", "10.1000/engine"]


def test_the_command_fails_where_no_service_answered(
    tmp_path: Path, internet: FakeInternet, capsys: pytest.CaptureFixture[str]
) -> None:
    internet.put("api.crossref.org", "/works", "<html>", status=503)

    assert discover(tmp_path, "looms") == 5

    assert "crossref: service_unreachable: Crossref did not answer." in capsys.readouterr().err


@pytest.mark.parametrize("command", [["add"], ["papers", "add"]])
def test_a_file_is_added_as_a_supplement_and_one_that_is_there_becomes_one(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paper, appendix = tmp_path / "paper.md", tmp_path / "appendix.md"
    paper.write_text("# On Looms\n\nThe loom weaves.\n")
    appendix.write_text("# Appendix\n\nThe punched cards are listed.\n")
    main(["papers", "add", "--json", str(paper), "--data", str(tmp_path / "data")])
    paper_id = json.loads(capsys.readouterr().out)["id"]

    for _ in range(2):
        code = main(
            [*command, "--json", str(appendix), "--supplement-of", paper_id[:9], "--data", str(tmp_path / "data")]
        )
        assert (code, json.loads(capsys.readouterr().out)["supplement_of"]) == (0, paper_id)
    with Library(tmp_path / "data") as library:
        assert sorted(one.supplement_of or "" for one in library.papers()) == ["", paper_id]


def test_only_files_become_supplements_and_only_of_papers_that_are_there(
    tmp_path: Path, internet: FakeInternet, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "data"
    paper = tmp_path / "paper.md"
    paper.write_text("# On Looms\n\nThe loom weaves.\n")
    main(["papers", "add", "--json", str(paper), "--data", str(data)])
    paper_id = json.loads(capsys.readouterr().out)["id"]

    assert main(["add", "10.1000/engine", "--supplement-of", paper_id, "--data", str(data)]) == 2
    assert "'10.1000/engine' is no file of a paper" in capsys.readouterr().err
    assert main(["add", str(paper), "--supplement-of", "none", "--data", str(data)]) == 4
    assert "paper_unknown" in capsys.readouterr().err
    assert main(["add", str(paper), "--supplement-of", paper_id, "--data", str(data)]) == 2
    assert "supplement_invalid" in capsys.readouterr().err
    assert internet.asked == []
