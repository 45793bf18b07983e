"""Entries come out of the library as they went in, in every format that bibliographies are exchanged in."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import rispy
from bibtexparser.entrypoint import parse_string
from msgspec.structs import asdict, replace
from unit.exporting.making import NOW, citation, collected

from scholarai.domain.bibliography_entry import BibliographyEntry
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.metadata import read_again
from scholarai.domain.paper import Metadata, Origin, Paper
from scholarai.domain.published_works import FoundWork
from scholarai.domain.works import Work, works_of
from scholarai.exporting.export_content import Collected
from scholarai.exporting.formulas import readable
from scholarai.exporting.records import as_bibtex, as_csl_json, as_ris
from scholarai.exporting.styles import as_text
from scholarai.parsing.reference_files.entries import read_entries

BIBLIOGRAPHY = r"""
@comment{kept = "by another program"}
@string{jdune = "Journal of Dunes \& Shores"}
A line between entries.

@ARTICLE{Holm:2011, AUTHOR = "H{\"o}lm, J{\"o}rn AND {\O}strup, {\AA}se", TITLE = "Winds over $10^{3}$ dunes: 50% & more",
  JOURNAL = jdune, YEAR = 2011, month = mar # "~12", volume = 3, number = {4}, pages = {17--29}, issn = {1549-1676},
  doi = {10.1234/jds\_11}, keywords = {dunes, winds}, abstract = {Of 41% of the dunes {more} is known.}}
@inproceedings{smit_sand, author = {Smit, A. B.}, title = {On Sand}, crossref = {days}, pages = {1-3}}
@proceedings{days, title = {Proceedings of the Sand Days}, editor = {Edel, Eva and Itten, Ivo}, year = {2003},
  publisher = {Velden Press}, address = {Velden}, isbn = {0-306-40615-2}}
@book{edited-book, editor = {Edel, Eva and von Itten, Ivo}, title = {An Edited Book}, year = {2012}, edition = {2nd},
  publisher = {Velden Press}, series = {Notes on Sand}, volume = {12}, address = {Bern}, isbn = {978-0-306-40615-7}}
@online{page, author = {Wit, Hanna}, title = {A Page}, date = {2019-05-03}, url = {https://example.org/a_b?c=%20d&e#f~g}}
@thesis{thesis, author = {van der Berg, Ann and {de la Cruz}, Juan}, title = {{RNA} and {Bayesian} Models},
  type = {Master's thesis}, institution = {University of {\L}\'od\'z}, date = {2015-03}}
@phdthesis{phd, author = {Garc{\'\i}a M{\'a}rquez, Gabriel}, title = {Cien {$\alpha$}-Helices}, school = {Bonn}, year = 1967}
@techreport{report, author = {{The Dune Collaboration}}, title = {A Report}, institution = {Dune Lab}, number = {DL-12}, year = 2012}
@article{kings, author = {King, Jr., Martin and Nash, John F., Jr. and {Barnes and Noble}}, title = {Is It?},
  journal = {Dreams}, year = {1955}, language = {german}, note = {In \emph{German}}}
@incollection{chapter, author = {Brinch Hansen, Per}, title = {A Chapter}, booktitle = {A Big Book}, editor = {von Neumann, John},
  chapter = {7}, pages = {100--120}, publisher = {MIT Press}, year = {1970}}
@misc{preprint, author = {Vogel, Vera and others}, title = {Attention to Sand}, eprint = {1706.03762}, archiveprefix = {arXiv}, year = 2017}
@manual{manual, author = {{Sand Core Team}}, title = {Sand: A Language}, organization = {Sand Foundation}, year = 2013}
"""
FORMATS: dict[str, Callable[[Collected], Iterator[bytes]]] = {
    "bibtex": as_bibtex,
    "ris": as_ris,
    "csl-json": as_csl_json,
}
# What a format has no field for: RIS and CSL know fewer types and no "and others", and have formulas as plain text.
OF_BIBTEX = {"bibtex_type": "", "bibtex_title": "", "more_authors": False, "title": ""}


def stored(found: list[FoundWork]) -> list[Paper]:
    return [
        Paper(
            id=PaperId(f"p{number}"),
            owner=OwnerId("ann"),
            filename="file.pdf",
            object_name=f"uploads/ann/p{number}/file.pdf",
            created_at=NOW,
            updated_at=NOW,
            metadata=work.metadata(),
        )
        for number, work in enumerate(found)
    ]


def read(data: bytes) -> list[FoundWork]:
    entries = read_entries(data)
    assert [entry.fault for entry in entries if entry.fault] == []
    return [entry.work for entry in entries if entry.work is not None]


def exported(found: list[FoundWork], form: str) -> bytes:
    return b"".join(FORMATS[form](collected(*stored(found))))


def differences(one: Work, other: Work) -> dict[str, tuple[object, object]]:
    """Return the fields in which two works differ, without those that only BibTeX has."""
    parts = [
        asdict(work) | asdict(replace(work.entry, **OF_BIBTEX)) | {"key": work.key, "title": work.title, "entry": None}
        for work in (one, other)
    ]
    for known in parts:
        # RIS has no particles.
        known["people"] = [
            (f"{one.particle} {one.family}".strip(), one.given, one.suffix) for one in known.pop("authors")
        ]
        known["publisher"] = "" if known["publisher"] == known["venue"] else known["publisher"]
    return {name: (value, parts[1][name]) for name, value in parts[0].items() if value != parts[1][name]}


@pytest.mark.parametrize("second", FORMATS)
@pytest.mark.parametrize("first", FORMATS)
def test_entries_survive_an_export_and_an_import(first: str, second: str) -> None:
    start = read(exported(read(BIBLIOGRAPHY.encode()), first))
    end = read(exported(start, second))

    assert len(end) == 12
    for before, after in zip(works_of(stored(start)), works_of(stored(end)), strict=True):
        if second == "bibtex" and first == "bibtex":
            assert after == before
        else:
            plain = before if second == "bibtex" else replace(before, title=readable(before.title))
            assert differences(plain, after) == {}


@pytest.mark.parametrize("form", FORMATS)
def test_what_bibtex_says_is_what_each_format_says(form: str) -> None:
    start = works_of(stored(read(BIBLIOGRAPHY.encode())))
    end = works_of(stored(read(exported(read(BIBLIOGRAPHY.encode()), form))))

    for before, after in zip(start, end, strict=True):
        plain = before.title.replace("$10^{3}$", "10³").replace(r"$\alpha$", "α")
        assert differences(before if form == "bibtex" else replace(before, title=plain), after) == {}


def test_bibtex_has_the_fields_of_the_file_in_its_own_words() -> None:
    found = parse_string(exported(read(BIBLIOGRAPHY.encode()), "bibtex").decode())
    entries = {entry.key: ({f.key: f.value for f in entry.fields}, entry.entry_type) for entry in found.entries}

    assert found.failed_blocks == []
    assert list(entries)[:4] == ["Holm:2011", "smit_sand", "days", "edited-book"]
    article, _ = entries["Holm:2011"]
    assert article["author"] == "Hölm, Jörn and Østrup, Åse"
    assert article["title"] == r"Winds over $10^{3}$ dunes: 50\% \& more"
    assert (article["month"], article["day"], article["year"]) == ("mar", "12", "2011")
    assert article["doi"] == "10.1234/jds_11"
    paper, _ = entries["smit_sand"]
    assert (paper["booktitle"], paper["year"]) == ("Proceedings of the Sand Days", "2003")
    book, kind = entries["edited-book"]
    assert (kind, book["editor"], book["isbn"]) == ("book", "Edel, Eva and von Itten, Ivo", "978-0-306-40615-7")
    assert "author" not in book
    assert entries["page"][0]["url"] == "https://example.org/a_b?c=%20d&e#f~g"
    assert entries["thesis"][0]["author"] == "van der Berg, Ann and {de la Cruz}, Juan"
    assert entries["thesis"][0]["title"] == "{RNA} and {Bayesian} Models"
    assert entries["kings"][0]["author"] == "King, Jr., Martin and Nash, Jr., John F. and {Barnes and Noble}"
    assert entries["preprint"][0]["author"] == "Vogel, Vera and others"
    assert {key: kind for key, (_, kind) in entries.items() if key in {"days", "phd", "manual", "preprint"}} == {
        "days": "proceedings",
        "phd": "phdthesis",
        "manual": "manual",
        "preprint": "misc",
    }


def test_other_programs_read_ris_and_csl_json() -> None:
    works = read(BIBLIOGRAPHY.encode())
    records = {record["id"]: record for record in rispy.loads(exported(works, "ris").decode())}
    items = {item["id"]: item for item in json.loads(exported(works, "csl-json"))}

    assert records["Holm:2011"]["date"] == "2011/03/12/"
    assert records["smit_sand"]["secondary_authors"] == ["Edel, Eva", "Itten, Ivo"]
    assert records["kings"]["authors"][:2] == ["King, Martin, Jr.", "Nash, John F., Jr."]
    assert items["Holm:2011"]["issued"] == {"date-parts": [[2011, 3, 12]]}
    assert items["phd"]["author"] == [{"family": "García Márquez", "given": "Gabriel"}]
    assert items["edited-book"]["editor"][1] == {"family": "Itten", "given": "Ivo", "non-dropping-particle": "von"}
    assert (items["report"]["number"], items["report"]["type"]) == ("DL-12", "report")


def test_a_correction_by_a_person_counts_more_than_the_entry() -> None:
    (paper,) = stored(read(rb"@book{b, editor={Edel, Eva}, title={The {RNA} World}, year=2001, month=may}"))
    corrected: dict[str, Any] = {"title": "The DNA World", "authors": ("Ivo Itten",), "year": 2002}
    (work,) = works_of([replace(paper, metadata=replace(paper.metadata, **corrected))])
    text = b"".join(as_bibtex(Collected(works=(work,), style="apa", quotes={}, notes={}))).decode()

    assert "title = {The {DNA} World}" in text
    assert "author = {Itten, Ivo}" in text
    assert "year = {2002}" in text
    assert "month" not in text


def test_what_the_entry_says_stays_when_its_pdf_is_read() -> None:
    (work,) = read(b"@article{mine, author={Edel, Eva}, title={Sand}, journal={Dunes}, volume=3, year=2001}")
    (record,) = stored([work])
    record = replace(record, origins=tuple(Origin(field=name, source="file", at=NOW) for name in work.described()))
    paper = read_again(record, Metadata(title="On Sand", authors=("E. Edel",)), ["title", "authors"], NOW)
    (exported_work,) = works_of([paper])

    assert exported_work.key == "mine"
    assert (exported_work.title, exported_work.venue, exported_work.volume) == ("On Sand", "Dunes", "3")


def test_nobody_is_an_author() -> None:
    (paper,) = stored(read(b"@misc{, author={Anonymous Authors}, title={Yellow Fins}, year=2001}"))
    (work,) = works_of([paper])

    assert work.authors == ()
    assert work.key == "anon2001yellow"


OTHER_FIELDS = r"""
@article{landsberg, author={Landsberg, J. M.}, title={Series}, journal={Ann. Phys.}, booktitle={Essays on {L}ie}, year={2002/03},
  mrnumber={1890629 (2003:17)}, adsurl={http://ads.example/abs/2002AnPhy.1%26A}, eid={A16}, organization={Sand Foundation},
  publisher={Velden}, eprint={hal-0123}, eprinttype={hal}, file={/home/ann/landsberg.pdf}, note={unread}, isbn={no number},
  annote={Read {twice}}, issn={1549-1676}}
"""


def fields_of(source: str) -> dict[str, str]:
    entries = parse_string(exported(read(source.encode()), "bibtex").decode()).entries
    return {field.key: field.value for entry in entries for field in entry.fields}


def test_fields_that_nothing_reads_stay_in_bibtex_but_for_paths_on_a_disk() -> None:
    given = {field.key: field.value for field in parse_string(OTHER_FIELDS).entries[0].fields}

    del given["file"]
    assert fields_of(OTHER_FIELDS) == given


def test_quotes_are_added_to_what_the_file_annotates() -> None:
    (paper,) = stored(read(OTHER_FIELDS.encode()))
    text = b"".join(as_bibtex(collected(paper, quotes=[citation("sand moves", "p0")]))).decode()

    assert text.count("annote = ") == 1
    assert re.search(r"annote = \{Read \{twice\}; .*sand moves", text)


def test_a_corrected_year_counts_more_than_that_of_the_file() -> None:
    (paper,) = stored(read(OTHER_FIELDS.encode()))
    text = b"".join(as_bibtex(collected(replace(paper, metadata=replace(paper.metadata, year=1999))))).decode()

    assert "year = {1999}" in text
    assert "2002" not in text.replace("2002AnPhy", "")


def test_a_field_whose_braces_would_end_its_entry_is_left_out() -> None:
    found = fields_of(r"@misc{one, title={Sand}, odd={opened \{ and not closed}, plain={kept}}")

    assert ("odd" in found, found["plain"]) == (False, "kept")


@pytest.mark.parametrize(
    ("written", "name"),
    [
        (r"\mnras", "Monthly Notices of the RAS"),
        ("apjl", "Astrophysical Journal, Letters"),
        (r"{\aap}", "Astronomy and Astrophysics"),
    ],
)
def test_the_macro_of_a_journal_is_its_name(written: str, name: str) -> None:
    value = written if written.isalpha() else f"{{{written}}}"

    assert fields_of(f"@article{{a, title={{Sand}}, journal={value}, eprint={{1706.03762}}}}")["journal"] == name


def test_formulas_stay_in_every_field_of_bibtex_and_prices_are_text() -> None:
    source = r"@article{a, title={T}, author={Sim, R.~$\beta$}, journal={Acta in 8$^\circ$}, abstract={Over $\sim$100 of $N_{\rm eff}$ at \$5--\$6.}}"
    found = fields_of(source)

    assert found["journal"] == r"Acta in 8$^\circ$"
    assert found["abstract"] == r"Over $\sim$100 of $N_{\rm eff}$ at \$5–\$6."


def test_keys_that_differ_in_case_alone_are_told_apart() -> None:
    papers = stored(read(b"@misc{Lee, title={One thing}}\n@misc{lee, title={Another thing}}"))

    assert [work.key for work in works_of(papers)] == ["Lee", "leea"]


@pytest.mark.parametrize("formula", [r"$\input{/etc/passwd}$", "$a}$", "$^^41$", r"costs $5 and $6"])
def test_dollars_that_are_no_harmless_formula_are_text(formula: str) -> None:
    (paper,) = stored([FoundWork(source="file", title=formula, entry=BibliographyEntry())])
    text = b"".join(as_bibtex(collected(paper))).decode()

    assert r"\$" in text
    assert "{$" not in text
    assert r"\input" not in text


def test_a_question_ends_without_a_full_stop_in_a_list_of_references() -> None:
    text = b"".join(as_text(collected(*stored(read(BIBLIOGRAPHY.encode()))))).decode()

    assert "Is It? Dreams" in text
    assert "?." not in text
    assert text.count("An Edited Book") == 1
    assert text.count("von Itten") == 1
