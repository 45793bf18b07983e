"""The tools for agents, called by the protocol's official client over a real library."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import jsonschema
import mcp_types
import pytest
from mcp import Client

from scholarai import Library, ScholarError
from scholarai.domain.ids import PaperId
from scholarai.domain.object_names import LOCAL_OWNER
from scholarai.domain.verdicts import Verdict
from scholarai.local.welcome import sample_path
from scholarai.mcp.places import Links
from scholarai.mcp.server import make_server
from scholarai.mcp.tools import TOOLS, Desk
from scholarai.testing import HashEmbedder

PAGE = "http://127.0.0.1:8080"
TRUE = "For 23 people the exact probability is 0.5073."
FALSE = "For 23 people the exact probability is 0.9073."
BEES = "# Bees\n\n## Results\n\nThe swarm chose the largest box in 21 of 24 trials, as expected.\n"
# Tokens of JSON have four characters and more, with the tokenizers of today's models.
TOKEN_CHARACTERS = 4

Call = Callable[..., dict[str, Any]]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("library")
    (folder / "bees.md").write_text(BEES)
    with Library(folder / "data", embedder=HashEmbedder()) as opened:
        opened.of(LOCAL_OWNER).add(str(sample_path()))
        opened.of(LOCAL_OWNER).add(folder / "bees.md")
        yield opened


def desk_of(library: Library, owner: str = LOCAL_OWNER, *, takes_files: bool = True) -> Desk:
    return Desk(library=library.of(owner), links=Links(PAGE), takes_files=takes_files)


def result_of(desk: Desk, name: str, arguments: dict[str, Any]) -> mcp_types.CallToolResult:
    async def ask() -> mcp_types.CallToolResult:
        async with Client(make_server(lambda _: desk)) as client:
            return await client.call_tool(name, arguments)

    return asyncio.run(ask())


@pytest.fixture(scope="module")
def call(library: Library) -> Call:
    desk = desk_of(library)

    def call(name: str, /, **arguments: Any) -> dict[str, Any]:
        result = result_of(desk, name, arguments)
        assert not result.is_error, result.content
        assert json.loads(result.content[0].text) == result.structured_content  # type: ignore[union-attr]
        return dict(result.structured_content or {})

    return call


def fault(library: Library, name: str, arguments: dict[str, Any], **about: Any) -> str:
    result = result_of(desk_of(library, **about), name, arguments)
    assert result.is_error
    (said,) = result.content
    return said.text  # type: ignore[union-attr]


@pytest.fixture(scope="module")
def birthday(library: Library) -> PaperId:
    return next(paper.id for paper in library.of(LOCAL_OWNER).papers() if paper.metadata.title != "Bees")


def listed() -> list[mcp_types.Tool]:
    async def ask() -> list[mcp_types.Tool]:
        async with Client(make_server(lambda _: None)) as client:  # type: ignore[arg-type, return-value]
            return (await client.list_tools()).tools

    return asyncio.run(ask())


def test_the_list_of_tools_is_short() -> None:
    shown = mcp_types.ListToolsResult(tools=listed()).model_dump(by_alias=True, mode="json", exclude_none=True)

    assert len(json.dumps(shown, separators=(",", ":"))) / TOKEN_CHARACTERS <= 3_000


def test_every_tool_tells_what_it_takes_gives_and_changes() -> None:
    tools = {tool.name: tool for tool in listed()}

    assert set(tools) == {
        *("check_quotes", "check_text", "find_source", "search_library", "read", "ask", "add_paper", "list_papers")
    }
    changing = {name for name, tool in tools.items() if tool.annotations and not tool.annotations.read_only_hint}
    assert changing == {"ask", "add_paper"}
    for tool in tools.values():
        for schema in (tool.input_schema, tool.output_schema):
            assert schema is not None
            assert schema["type"] == "object"
            jsonschema.Draft202012Validator.check_schema(schema)


def test_a_changed_quote_comes_with_the_papers_words_and_their_place(call: Call, birthday: PaperId) -> None:
    (result,) = call("check_quotes", quotes=[FALSE], paper_ids=[birthday])["results"]

    assert (result["said"], result["verdict"], result["paper_id"]) == (False, "altered", birthday)
    assert result["changes"] == [{"kind": "number", "written": "0.9073", "printed": "0.5073"}]
    (place,) = result["places"]
    (box,) = place["boxes"]
    assert place["page"] == 1
    assert place["link"] == f"{PAGE}/papers/{birthday}?page=1&at=1,595,842,{','.join(f'{edge:g}' for edge in box)}"


def test_a_place_has_selectors_of_the_web_annotation_model(call: Call, library: Library, birthday: PaperId) -> None:
    (result,) = call("check_quotes", quotes=[TRUE])["results"]

    (place,) = result["places"]
    selectors = {one["type"]: one for one in place["selectors"]}
    assert set(selectors) == {"TextQuoteSelector", "TextPositionSelector", "FragmentSelector"}
    assert selectors["TextQuoteSelector"]["exact"] == TRUE
    assert selectors["TextQuoteSelector"]["suffix"].startswith(" The approximation")
    position = selectors["TextPositionSelector"]
    text = library.of(LOCAL_OWNER).content(library.of(LOCAL_OWNER).paper(birthday)).text()
    assert text[position["start"] : position["end"]] == TRUE
    assert selectors["FragmentSelector"]["value"].startswith("page=1&viewrect=")


def test_the_paper_that_says_a_quote_is_found_in_the_library(call: Call) -> None:
    quotes = [TRUE, "The swarm chose the largest box in 21 of 24 trials", "Pigs fly over red barns at noon."]

    first, second, third = call("check_quotes", quotes=quotes)["results"]

    assert (first["said"], second["said"], third["said"]) == (True, True, False)
    assert second["title"] == "Bees"
    assert second["places"][0]["link"].partition("?chars=")[2]
    assert (third["verdict"], third.get("places", [])) == ("not_found", [])


def test_a_quote_that_cannot_be_checked_loses_no_other(call: Call) -> None:
    empty, long, true = call("check_quotes", quotes=["", "x" * 20_000, TRUE])["results"]

    assert (empty["error"].partition(":")[0], long["error"].partition(":")[0]) == ("quote_empty", "quote_too_long")
    assert true["said"]


def test_a_text_is_checked_sentence_by_sentence(call: Call, birthday: PaperId) -> None:
    draft = f'# A draft\n\nIt says: "{FALSE}" It says: "{TRUE}" We ignore leap days, twins and the seasons.'

    checked = call("check_text", text=draft, paper_ids=[birthday])

    assert checked["counts"] == {"said": 2, "changed": 1, "not_checkable": 1}
    assert [one["outcome"] for one in checked["sentences"]] == ["changed", "said", "said"]
    assert checked["sentences"][0]["quotes"][0]["changes"][0]["printed"] == "0.5073"


def test_the_source_of_a_sentence_is_found(call: Call, birthday: PaperId) -> None:
    known, lost = call("find_source", sentences=[TRUE, "Pigs fly over red barns at noon."])["results"]

    assert known["papers"][0]["paper_id"] == birthday
    assert lost.get("papers", []) == []


def test_a_search_gives_passages_with_the_place_of_their_best_sentence(call: Call) -> None:
    (passage, *_) = call("search_library", query="Which box did the swarm choose?", limit=2)["passages"]

    assert passage["title"] == "Bees"
    assert "21 of 24 trials" in passage["text"]
    quote = next(one for one in passage["places"][0]["selectors"] if one["type"] == "TextQuoteSelector")
    assert quote["exact"] in passage["text"]


@pytest.mark.parametrize(
    ("part", "name", "holds"),
    [
        ("outline", "", "2.1 Exact probability (p. 1)"),
        ("section", "3", "Figure 1 shows"),
        ("section", "results", "Figure 1 shows"),
        ("page", "2", "References"),
        ("figure", "fig. 1", "Probability of a shared birthday by group size"),
        ("table", "Table 1", "by three methods"),
        ("reference", "[1]", "von Mises"),
    ],
)
def test_parts_of_a_paper_are_read_by_their_names(
    part: str, name: str, holds: str, call: Call, birthday: PaperId
) -> None:
    read = call("read", paper_id=birthday, part=part, name=name)

    assert holds in read["text"]
    assert read["places"][0]["link"].startswith(f"{PAGE}/papers/{birthday}")


def test_a_table_has_rows(call: Call, birthday: PaperId) -> None:
    assert ["23", "0.5073", "0.5000", "0.5112"] in call("read", paper_id=birthday, part="table", name="1")["rows"]


def test_a_section_with_those_below_it_is_read_in_pieces(call: Call, library: Library, tmp_path: Path) -> None:
    paper = tmp_path / "long.md"
    words = "\n\n".join(f"Sentence number {number} is about the long paper of this test." for number in range(400))
    paper.write_text(f"# Long\n\n## Results\n\n### Below\n\n{words}\n")
    paper_id = library.of(LOCAL_OWNER).add(paper).id

    pieces: list[str] = []
    start: int | None = 0
    while start is not None:
        read = call("read", paper_id=paper_id, part="section", name="Results", start=start)
        pieces.append(read["text"])
        start = read.get("next")

    assert len(pieces) > 2
    assert words in "".join(pieces)


@pytest.mark.parametrize("part", ["section", "page", "figure", "table", "reference"])
@pytest.mark.parametrize("name", ["", "99", "No such thing", "9" * 400, "²"])
def test_a_part_that_is_not_there_is_told_with_those_that_are(
    part: str, name: str, library: Library, birthday: PaperId
) -> None:
    said = fault(library, "read", {"paper_id": birthday, "part": part, "name": name})

    assert said.startswith(f"{part}_unknown: ")
    assert "there are" in said


def test_an_answer_has_numbered_quotes(call: Call, birthday: PaperId) -> None:
    answer = call("ask", question="How many people make a shared birthday more likely than not?", paper_ids=[birthday])

    assert "[1]" in answer["answer"]
    first = answer["citations"][0]
    assert (first["number"], first["said"], first["paper_id"]) == (1, True, birthday)
    assert first["places"][0]["boxes"]


def test_a_paper_is_added_with_its_progress(library: Library, tmp_path: Path) -> None:
    paper, seen = tmp_path / "ants.md", []
    paper.write_text("# Ants\n\nThe ants took the shorter path in most of the trials of this study.\n")

    async def add() -> mcp_types.CallToolResult:
        async def on_progress(progress: float, total: float | None, message: str | None) -> None:
            seen.append((progress, total))

        async with Client(make_server(lambda _: desk_of(library))) as client:
            return await client.call_tool(
                "check_quotes", {"quotes": [TRUE, FALSE, "x y"]}, progress_callback=on_progress
            ) and await client.call_tool("add_paper", {"source": str(paper)})

    added = asyncio.run(add()).structured_content or {}

    assert (added["title"], added["status"]) == ("Ants", "completed")
    assert seen == [(1, 3), (2, 3), (3, 3)]
    assert library.of(LOCAL_OWNER).paper(added["paper_id"]).filename == "ants.md"


def test_papers_are_listed_in_pages(call: Call) -> None:
    first = call("list_papers", limit=1)
    second = call("list_papers", limit=1, cursor=first["cursor"])

    assert first["total"] >= 2
    assert first["papers"][0]["paper_id"] != second["papers"][0]["paper_id"]
    assert [paper["title"] for paper in call("list_papers", words="swarm")["papers"]] == ["Bees"]


def test_files_of_the_machine_are_not_read_for_others(library: Library) -> None:
    said = fault(library, "add_paper", {"source": str(sample_path())}, takes_files=False)

    assert said.startswith("path_refused")


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("check_quotes", {"quotes": [TRUE]}),
        ("check_text", {"text": f'"{TRUE}"'}),
        ("read", {}),
        ("ask", {"question": "Why?"}),
        ("search_library", {"query": "Why?"}),
    ],
)
def test_a_paper_of_another_owner_is_unknown(
    name: str, arguments: dict[str, Any], library: Library, birthday: PaperId
) -> None:
    named = {"paper_id": birthday} if name == "read" else {"paper_ids": [birthday]}

    assert fault(library, name, arguments | named, owner="ada").startswith("paper_unknown")


def test_the_library_of_another_owner_is_empty(library: Library) -> None:
    desk = desk_of(library, "ada")

    def given(name: str, **arguments: Any) -> dict[str, Any]:
        return dict(result_of(desk, name, arguments).structured_content or {})

    assert given("list_papers")["total"] == 0
    assert given("search_library", query="shared birthday")["passages"] == []
    assert given("check_quotes", quotes=[TRUE])["results"][0]["verdict"] == "not_found"
    assert given("find_source", sentences=[TRUE])["results"] == [{"sentence": TRUE}]


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("check_quotes", {}),
        ("check_quotes", {"quotes": "not a list"}),
        ("check_quotes", {"quotes": []}),
        ("check_quotes", {"quotes": [TRUE] * 201}),
        ("check_quotes", {"quotes": [None]}),
        ("check_quotes", {"quotes": [TRUE], "unknown": 1}),
        ("check_text", {"text": "x" * 200_001}),
        ("read", {"paper_id": "x", "part": "everything"}),
        ("read", {"paper_id": "x", "start": -1}),
        ("list_papers", {"limit": 0}),
        ("list_papers", {"limit": "many"}),
    ],
)
def test_arguments_of_another_shape_are_told(name: str, arguments: dict[str, Any], library: Library) -> None:
    assert fault(library, name, arguments).startswith("arguments_invalid: ")


@pytest.mark.parametrize("hostile", ["\x00", "\u202e\u2066", "\ud83d", "\U000e0041", "<script>", "../../etc/passwd"])
def test_hostile_characters_break_no_session(hostile: str, library: Library) -> None:
    calls: list[tuple[str, dict[str, Any]]] = [
        ("check_quotes", {"quotes": [f"{hostile}{TRUE}{hostile}"]}),
        ("search_library", {"query": f"{hostile} birthday"}),
        ("read", {"paper_id": hostile}),
        ("list_papers", {"words": hostile, "cursor": hostile}),
        ("add_paper", {"source": f"/{hostile}"}),
    ]
    for tool in TOOLS:
        for name, arguments in calls:
            if tool.name == name:
                shown = result_of(desk_of(library), name, json.loads(json.dumps(arguments)))
                assert "internal" not in shown.content[0].text  # type: ignore[union-attr]


def test_a_fault_of_ours_ends_the_call_and_not_the_session(library: Library, caplog: pytest.LogCaptureFixture) -> None:
    class Broken(Links, frozen=True):
        def paper(self, paper_id: PaperId) -> str:
            raise ZeroDivisionError(paper_id)

    async def two() -> tuple[mcp_types.CallToolResult, mcp_types.CallToolResult]:
        desk = Desk(library=library.of(LOCAL_OWNER), links=Broken(PAGE), takes_files=True)
        async with Client(make_server(lambda _: desk)) as client:
            return await client.call_tool("list_papers", {}), await client.call_tool("check_quotes", {"quotes": [""]})

    broken, fine = asyncio.run(two())

    assert (broken.is_error, fine.is_error) == (True, False)
    assert broken.content[0].text.startswith("internal: ")  # type: ignore[union-attr]
    assert "tool failed" in caplog.text


def test_a_cancelled_call_stops_working(library: Library) -> None:
    under_way, done = threading.Event(), threading.Event()
    checked: list[str] = []

    class Slow(Links, frozen=True):
        def places(self, *_given: Any, **_named: Any) -> Any:
            checked.append("one")
            under_way.set()
            done.wait(5)
            return ()

    async def cancelled() -> None:
        desk = Desk(library=library.of(LOCAL_OWNER), links=Slow(PAGE), takes_files=True)
        async with Client(make_server(lambda _: desk)) as client:
            call = asyncio.create_task(client.call_tool("check_quotes", {"quotes": [TRUE] * 50}))
            await asyncio.to_thread(under_way.wait, 30)
            call.cancel()
            await asyncio.gather(call, return_exceptions=True)
            done.set()
            after = await client.call_tool("list_papers", {})
            assert not after.is_error

    asyncio.run(cancelled())

    assert len(checked) < 5


def test_the_verdicts_are_those_of_the_domain() -> None:
    schema = next(tool for tool in listed() if tool.name == "check_quotes").output_schema or {}

    assert set(schema["$defs"]["Quote"]["properties"]["verdict"]["enum"]) == set(Verdict.__args__)  # type: ignore[attr-defined]


def test_an_error_is_told_with_what_to_do(library: Library, tmp_path: Path) -> None:
    file = tmp_path / "broken.pdf"
    file.write_bytes(b"plain words")
    with pytest.raises(ScholarError) as told:
        library.add(file)

    assert fault(library, "add_paper", {"source": str(file)}) == told.value.in_words
