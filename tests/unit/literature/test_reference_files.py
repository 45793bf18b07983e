"""Files of references come in whole; what is broken in them is told with its line."""

from __future__ import annotations

import json

import pytest

from scholarai.domain.errors import InvalidRequestError
from scholarai.parsing.reference_files.entries import FileEntry, read_entries

BROKEN = (
    "@article{b0,\n  title = {Never closed,\n  year = 1999\n}\n\n",
    "@article{b1\n title = {No comma}\n}\n\n",
    '@book{b2, title = "unclosed, year = 2000}\n\n',
    "@misc{b3, author = {No Title}}\n\n",
)


def bibtex_entry(number: int) -> str:
    return (
        f"@article{{k{number},\n  title = {{On the {{E}}ngine {number}}},\n"
        f'  author = {{Lovelace, Ada and M{{\\"u}}ller, Karl}},\n  journal = {{Notes \\& Queries}},\n'
        f"  year = 18{number % 100:02d},\n  doi = {{https://doi.org/10.1000/X_{number}}}\n}}\n\n"
    )


def test_a_bibtex_entry_has_its_fields() -> None:
    (entry,) = read_entries(bibtex_entry(7).encode())

    assert entry.work is not None
    assert entry.work.title == "On the Engine 7"
    assert entry.work.authors == ("Ada Lovelace", "Karl Müller")
    assert (entry.work.venue, entry.work.year, entry.work.doi) == ("Notes & Queries", 1807, "10.1000/x_7")


def test_five_thousand_entries_come_in_although_some_are_broken() -> None:
    text, expected = "", []
    for number in range(5_000):
        if number % 100 == 50:
            expected.append(text.count("\n") + 1)
            text += BROKEN[number // 100 % len(BROKEN)]
        text += bibtex_entry(number)

    entries = read_entries(text.encode())

    assert sum(entry.work is not None for entry in entries) == 5_000
    assert [entry.line for entry in entries if entry.fault] == expected


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_files_of_other_encodings_are_read(encoding: str) -> None:
    (entry,) = read_entries("@book{a, title = {Über Maschinen}}".encode(encoding))

    assert entry.work is not None
    assert entry.work.title == "Über Maschinen"


def test_biblatex_eprints_are_arxiv_ids() -> None:
    (entry,) = read_entries(b"@online{a, title={T}, eprint={2101.00001v2}, eprinttype={arXiv}}")

    assert entry.work is not None
    assert entry.work.arxiv_id == "2101.00001"


RIS = """TY  - JOUR
AU  - Lovelace, Ada
AU  - Müller, Karl, Jr.
TI  - On the
Engine
JO  - Notes
PY  - 1843/09/01
DO  - 10.1000/ABC
ER  -

TY  - CONF
T1  - Second
UR  - https://arxiv.org/abs/2101.00001
TY  - GEN
AU  - Nobody
ER  -
stray line
"""


def test_ris_entries_have_their_fields_and_broken_ones_their_line() -> None:
    entries = read_entries(RIS.encode())

    first, second, third, stray = entries
    assert first.work is not None
    assert (first.work.title, first.work.authors) == ("On the Engine", ("Ada Lovelace", "Karl Müller Jr."))
    assert (first.work.year, first.work.doi, first.work.venue) == (1843, "10.1000/abc", "Notes")
    assert second.work is not None
    assert second.work.arxiv_id == "2101.00001"
    assert [(one.line, bool(one.fault)) for one in (third, stray)] == [(14, True), (17, True)]


def csl_item(number: int) -> str:
    return json.dumps({
        "type": "article-journal", "title": f"On the Engine {number}", "DOI": f"10.1000/{number}",
        "author": [{"family": "Lovelace", "given": "Ada"}, {"literal": "The Group"}],
        "issued": {"date-parts": [[1843]]}, "container-title": "Notes", "PMID": "25349395",
    })  # fmt: skip


def test_csl_json_items_have_their_fields() -> None:
    (entry,) = read_entries(f"[{csl_item(1)}]".encode())

    assert entry.work is not None
    assert (entry.work.title, entry.work.authors) == ("On the Engine 1", ("Ada Lovelace", "The Group"))
    assert (entry.work.year, entry.work.pmid, entry.work.kind) == (1843, "25349395", "article-journal")


def test_a_broken_item_of_csl_json_costs_itself_alone() -> None:
    items = [csl_item(1), '{"title": "broken" "DOI": 3}', csl_item(2), '"a text"', csl_item(3)]

    entries = read_entries(("[\n" + ",\n".join(items) + "\n]").encode())

    assert [(one.line, one.work is not None) for one in entries] == [
        (2, True),
        (3, False),
        (4, True),
        (5, False),
        (6, True),
    ]


@pytest.mark.parametrize("data", [b"", b"just a text", b"\x00\xff\x00"])
def test_what_is_no_file_of_references_is_refused(data: bytes) -> None:
    with pytest.raises(InvalidRequestError):
        read_entries(data)


@pytest.mark.parametrize(
    "data", [b"[" + b'{"a":' * 50_000, b"[" + b"{" * 200_000, b"@a{" * 20_000, b"TY  - \n" * 50_000]
)
def test_hostile_files_end_soon(data: bytes) -> None:
    entries = read_entries(data)

    assert all(isinstance(entry, FileEntry) for entry in entries)


@pytest.mark.parametrize(
    ("text", "venue"),
    [
        ("@article{a, title={On the Engine}, publisher={Press}}", None),
        ("@book{a, title={On the Engine}, publisher={Press}}", None),
        ("@misc{a, title={On the Engine}, publisher={arXiv}}", "arXiv"),
        ("@phdthesis{a, title={On the Engine}, school={College}, publisher={Press}}", "College"),
        ("TY  - BOOK\nTI  - On the Engine\nPB  - Press\nER  - \n", None),
        ("TY  - THES\nTI  - On the Engine\nPB  - College\nER  - \n", "College"),
        (json.dumps([{"type": "book", "title": "On the Engine", "publisher": "Press"}]), None),
        (json.dumps([{"type": "thesis", "title": "On the Engine", "publisher": "College"}]), "College"),
    ],
)
def test_a_publisher_is_the_venue_of_theses_and_preprints_alone(text: str, venue: str | None) -> None:
    (entry,) = read_entries(text.encode())

    assert entry.work is not None
    assert entry.work.publisher in {"Press", "College", "arXiv"}
    assert entry.work.venue == venue
