"""A folder for Obsidian: a file per paper with front matter that YAML reads and names that every system takes."""

from __future__ import annotations

import io
import re
import zipfile
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from unit.exporting.making import citation, collected, paper

from scholarai.exporting.export_content import Collected
from scholarai.exporting.obsidian import as_zip

ODD = "Deep: \"quotes\", 'x' # {y} [z] $\\alpha$ - & *a* !b |c >d %e @f `g`"


def notes(given: Collected) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(b"".join(as_zip(given)))) as folder:
        assert folder.testzip() is None
        return {name: folder.read(name).decode() for name in folder.namelist()}


def front_of(note: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(note.split("---\n")[1])
    return found


def test_front_matter_has_what_is_known() -> None:
    known: dict[str, Any] = {
        "title": ODD,
        "authors": ("Ann van Dijk", "Bo Lee Jr."),
        "year": 1998,
        "doi": "10.1/a_b",
        "keywords": ("machine learning", "2020", "C++"),
    }

    ((name, note),) = notes(collected(paper(1, **known))).items()

    front = front_of(note)
    assert front["title"] == ODD
    assert front["authors"] == ["Ann van Dijk", "Bo Lee Jr."]
    assert (front["year"], front["doi"], front["citekey"]) == (1998, "10.1/a_b", "dijk1998deep")
    assert front["tags"] == ["machine-learning", "C"]
    assert name.startswith("ScholarAI/dijk1998deep Deep")
    assert "[10.1/a\\_b](<https://doi.org/10.1/a_b>)" in note


def test_quotes_stand_with_their_places_and_cannot_be_markup() -> None:
    quote = citation("we *use* [[links]] <b>here</b>")

    (note,) = notes(collected(paper(1, title="A"), quotes=[quote])).values()

    assert "> “we \\*use\\* \\[\\[links\\]\\] \\<b\\>here\\</b\\>”\n> — p. 3, Results" in note


@pytest.mark.parametrize("title", ["CON", 'a/b\\c:d*e?f"g<h>i|j', "x" * 300, "trailing. . ", "", "..", "[[x]]#^y"])
def test_names_are_safe_on_windows(title: str) -> None:
    (name,) = notes(collected(paper(1, title=title)))

    folder, _, file = name.partition("/")
    assert folder == "ScholarAI"
    assert not re.search(r'[<>:"/\\|?*#^\[\]\x00-\x1f]', file)
    assert not file.removesuffix(".md").endswith((" ", "."))
    assert len(file) < 120


def test_names_that_differ_in_case_alone_stay_apart() -> None:
    given = [paper(1, title="Same"), paper(2, title="SAME")]
    names = [name.lower() for name in notes(collected(*given))]

    assert len(set(names)) == 2


@given(title=st.text(max_size=40), keyword=st.text(max_size=20), abstract=st.text(max_size=60))
def test_front_matter_is_read_back_whatever_a_paper_says(title: str, keyword: str, abstract: str) -> None:
    (note,) = notes(collected(paper(1, title=title, keywords=(keyword,), abstract=abstract))).values()

    assert front_of(note)["scholarai"] == "p1"
