"""A file is made a supplement of a paper over HTTP, is found with it, and becomes a paper of its own again."""

from __future__ import annotations

import io
import zipfile

import pytest
from functions.answers import check, check_problem
from functions.system import System, body_of
from functions.test_merging import TEXT, read

TABLES = b"# Supporting Information\n\nAll birthdays were drawn at random from a register.\n"


@pytest.fixture
def papers(system: System) -> tuple[str, str]:
    """Return the ids of a paper and of another file, both read."""
    return read(system, TEXT), read(system, TABLES)


def supplements_of(system: System, paper_id: str) -> list[str]:
    found = check(system.status.get("/papers", query_string={"supplements_of": paper_id}), "paper_list")
    return [one["id"] for one in found["papers"]]


def test_a_file_is_made_a_supplement_and_taken_back(system: System, papers: tuple[str, str]) -> None:
    paper, file = papers

    marked = check(system.status.patch(f"/papers/{file}", json={"supplement_of": paper}), "paper_view")
    listed = {one["paper_id"]: one for one in body_of(system.chat.get("/library"))["papers"]}
    found = supplements_of(system, paper)
    own = check(system.status.patch(f"/papers/{file}", json={"supplement_of": None}), "paper_view")

    assert (marked["supplement_of"], marked["metadata"]["title"]) == (paper, "On Birthdays (supplement: paper)")
    assert (listed[file]["supplement_of"], listed[paper]["supplement_of"]) == (paper, None)
    assert found == [file]
    assert (own["supplement_of"], own["metadata"]["title"]) == (None, "Supporting Information")
    assert supplements_of(system, paper) == []


def test_what_is_said_of_it_beside_is_stored_too(system: System, papers: tuple[str, str]) -> None:
    paper, file = papers

    marked = check(system.status.patch(f"/papers/{file}", json={"supplement_of": paper, "year": 2001}), "paper_view")
    again = check(system.status.patch(f"/papers/{file}", json={"year": 2002}), "paper_view")

    assert (marked["supplement_of"], marked["metadata"]["year"]) == (paper, 2001)
    assert (again["supplement_of"], again["metadata"]["year"]) == (paper, 2002)


def test_what_cannot_be_a_supplement_is_refused(system: System, papers: tuple[str, str]) -> None:
    paper, file = papers
    third = read(system, TABLES + b"\nMore.\n")
    hers = read(system.as_owner("stranger"), TEXT)
    system.status.patch(f"/papers/{file}", json={"supplement_of": paper})

    for of, status, code in (
        (third, 422, "supplement_invalid"),
        (file, 409, "supplement_nested"),
        (hers, 404, "paper_unknown"),
        ("a/b", 422, "body_invalid"),
    ):
        check_problem(system.status.patch(f"/papers/{third}", json={"supplement_of": of}), status, code)
    stranger = system.as_owner("stranger").status
    check_problem(stranger.patch(f"/papers/{hers}", json={"supplement_of": paper}), 404, "paper_unknown")
    check_problem(stranger.get("/papers", query_string={"supplements_of": paper}), 404, "paper_unknown")
    assert supplements_of(system, paper) == [file]


def exported(system: System, form: str, *paper_ids: str) -> str:
    wanted = {"papers": ";".join(paper_ids)} if paper_ids else {}
    reply = system.chat.get("/papers/export", query_string={"format": form, **wanted})
    if form != "obsidian":
        return reply.text
    with zipfile.ZipFile(io.BytesIO(reply.data)) as folder:
        (name,) = folder.namelist()
        return folder.read(name).decode()


@pytest.mark.parametrize("form", ["bibtex", "ris", "csl-json"])
def test_it_is_cited_under_the_entry_and_the_key_of_its_paper(system: System, form: str) -> None:
    file, paper = read(system, TABLES), read(system, TEXT)  # the one that was added first would have the plain key
    for one in (file, paper):
        system.status.patch(f"/papers/{one}", json={"authors": ["Ann Lee"], "year": 1998, "title": "On Birthdays"})
    alone = exported(system, form, paper)
    system.status.patch(f"/papers/{file}", json={"supplement_of": paper})

    every, only = exported(system, form), exported(system, form, file)

    assert every == only == alone.replace("lee1998birthdaysa", "lee1998birthdays")
    assert every.count("On Birthdays") == 1


def test_quotes_and_notes_of_it_are_with_those_of_its_paper_and_say_where_they_are_from(
    system: System, papers: tuple[str, str]
) -> None:
    paper, file = papers
    system.status.patch(f"/papers/{paper}", json={"authors": ["Ann Lee"], "year": 1998})
    system.status.patch(f"/papers/{file}", json={"supplement_of": paper})
    highlight = {"kind": "highlight", "marked": {"exact": "at random from a register"}, "text": "Which one?"}
    assert system.chat.post(f"/papers/{file}/notes", json=highlight).status_code == 201

    asked = body_of(system.chat.post("/chat", json={"question": "How were the birthdays drawn?", "library": True}))
    note = exported(system, "obsidian")
    talk = system.chat.get(f"/chat/{asked['session_id']}/export", query_string={"format": "md"}).text

    cited = [one["paper_id"] for section in asked["sections"] for one in section["citations"]]
    assert file in cited
    assert "drawn at random from a register" in note
    assert "supplement paper" in note.partition("## Notes")[0].partition("## Quotes")[2]
    assert "supplement paper" in note.partition("## Notes")[2]
    assert "Lee, 1998, supplement paper" in talk
    assert talk.partition("## Bibliography")[2].strip() == "- Lee, A. (1998). On Birthdays."
