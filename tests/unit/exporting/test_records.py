"""BibTeX, RIS and CSL-JSON say what is known of a paper, and programs of others read them back."""

from __future__ import annotations

import json
from typing import Any

import pytest
import rispy
from bibtexparser.entrypoint import parse_string
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from unit.exporting.making import NOW, collected, paper, works

from scholarai.domain.notices import WorkNotice
from scholarai.domain.people import person
from scholarai.exporting import styles
from scholarai.exporting.records import as_bibtex, as_csl_json, as_ris

ARTICLE: dict[str, Any] = {
    "title": "The DNA of {braces}, 50 % & $x_1$ #2 ~ ^ \\alpha",
    "authors": ("Ann B. van der Berg", "Lee, Bo", "Carl-Otto Müller Jr.", "The Example Group"),
    "year": 2019,
    "venue": "Journal of Tests & Trials",
    "doi": "10.1000/a_b(c)<d>{e}%",
    "abstract": "First line.\nSecond line }.",
    "keywords": ("one two", "three"),
}
HOSTILE = st.text(st.characters(codec="utf-8") | st.sampled_from('{}\\%$_#&~^"@,=\n\r\t<>'), max_size=60)


def as_text(pieces: Any) -> str:
    return b"".join(pieces).decode()


def read_bibtex(text: str) -> list[tuple[str, str, dict[str, str]]]:
    found = parse_string(text)
    assert found.failed_blocks == []
    return [(e.entry_type, e.key, {f.key: f.value for f in e.fields}) for e in found.entries]


def test_bibtex_has_type_key_names_and_identifiers() -> None:
    ((kind, key, fields),) = read_bibtex(as_text(as_bibtex(collected(paper(1, **ARTICLE)))))

    assert (kind, key) == ("article", "berg2019dna")
    assert fields["author"] == "van der Berg, Ann B. and Lee, Bo and Müller, Jr., Carl-Otto and {The Example Group}"
    assert fields["journal"] == r"Journal of Tests \& Trials"
    assert fields["doi"] == "10.1000/a_b(c)<d>%7Be%7D%"
    assert fields["title"].startswith(r"The {DNA} of \textbraceleft{}braces\textbraceright{}, 50 \% \& {$x_1$} \#2")


@pytest.mark.parametrize(
    ("known", "kind", "field"),
    [
        ({"venue": "Proceedings of Tests"}, "inproceedings", "booktitle"),
        ({"arxiv_id": "2101.00001"}, "article", "journal"),
        ({"venue": "arXiv preprint"}, "article", "journal"),
        ({"venue": "PhD thesis, University of Tests"}, "phdthesis", "school"),
        ({"venue": "Technical Report 12"}, "techreport", "institution"),
        ({}, "misc", "title"),
    ],
)
def test_the_venue_tells_the_type(known: dict[str, Any], kind: str, field: str) -> None:
    ((found, _, fields),) = read_bibtex(as_text(as_bibtex(collected(paper(1, title="A title", **known)))))

    assert found == kind
    assert field in fields


def test_papers_that_would_have_the_same_key_get_letters_in_the_order_in_which_they_were_added() -> None:
    alike = [paper(n, title="The Dates", authors=("Ann Lee",), year=1998) for n in (3, 2, 1)]

    assert [work.key for work in works(*alike)] == ["lee1998datesb", "lee1998datesa", "lee1998dates"]


def test_a_key_that_ends_like_another_with_its_letter_is_still_unique() -> None:
    found = works(
        paper(1, title="Dates", year=1998), paper(2, title="Datesa", year=1998), paper(3, title="Dates", year=1998)
    )

    assert len({work.key for work in found}) == 3


def test_ris_is_read_back() -> None:
    (record,) = rispy.loads(as_text(as_ris(collected(paper(1, **ARTICLE)))))

    assert record["type_of_reference"] == "JOUR"
    assert record["title"] == ARTICLE["title"].replace("$x_1$", "x₁")
    assert record["authors"] == ["van der Berg, Ann B.", "Lee, Bo", "Müller, Carl-Otto, Jr.", "The Example Group"]
    assert (record["year"], record["doi"]) == ("2019", ARTICLE["doi"])
    assert record["abstract"] == "First line. Second line }."
    assert record["keywords"] == ["one two", "three"]


def test_csl_json_has_names_in_parts_and_leaves_out_what_is_not_known() -> None:
    first, second = json.loads(as_text(as_csl_json(collected(paper(1, **ARTICLE), paper(2)))))

    assert first["author"][0] == {"family": "Berg", "given": "Ann B.", "non-dropping-particle": "van der"}
    assert first["author"][3] == {"literal": "The Example Group"}
    assert first["issued"] == {"date-parts": [[2019]]}
    assert second == {"id": "anonfile", "type": "document", "title": "file 2.pdf"}


def test_a_retraction_is_in_every_record() -> None:
    notice = WorkNotice(kind="retraction", source="crossref", at=NOW, on="2026-01-01")
    retracted = collected(replace(paper(1, **ARTICLE), notices=(notice,)))

    said = "retracted on 2026-01-01"
    assert f"note = {{{said}}}" in as_text(as_bibtex(retracted))
    assert f"N1  - {said}\r\n" in as_text(as_ris(retracted))
    assert json.loads(as_text(as_csl_json(retracted)))[0]["note"] == said
    assert as_text(styles.as_text(retracted)).endswith(f"[{said}]\n\n")


def test_no_papers_are_an_empty_file_that_can_be_read() -> None:
    assert as_text(as_bibtex(collected())) == ""
    assert as_text(as_ris(collected())) == ""
    assert json.loads(as_text(as_csl_json(collected()))) == []


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("Ludwig van Beethoven", ("Ludwig", "van", "Beethoven", "")),
        ("van Beethoven, Ludwig", ("Ludwig", "van", "Beethoven", "")),
        ("Martin Luther King Jr.", ("Martin Luther", "", "King", "Jr.")),
        ("King, Jr., Martin Luther", ("Martin Luther", "", "King", "Jr.")),
        ("Madonna", ("", "", "Madonna", "")),
        ("ATLAS Collaboration", ("", "", "ATLAS Collaboration", "")),
        ("A, B, C, D", ("", "", "A, B, C, D", "")),
        ("van", ("", "", "van", "")),
        ("van der", ("van", "", "der", "")),
    ],
)
def test_names_are_taken_apart(name: str, parts: tuple[str, str, str, str]) -> None:
    found = person(name)

    assert (found.given, found.particle, found.family, found.suffix) == parts


@given(title=HOSTILE, author=HOSTILE, venue=HOSTILE, doi=HOSTILE)
def test_whatever_a_paper_says_each_record_is_one_record(title: str, author: str, venue: str, doi: str) -> None:
    odd = collected(paper(1, title=title, authors=(author,), venue=venue, doi=doi), paper(2, title="Plain"))

    assert len(read_bibtex(as_text(as_bibtex(odd)))) == 2
    assert len(rispy.loads(as_text(as_ris(odd)))) == 2
    assert len(json.loads(as_text(as_csl_json(odd)))) == 2
