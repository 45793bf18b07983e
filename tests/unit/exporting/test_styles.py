"""Bibliographies in the ten styles that are carried.

Expectations were compared with those of pandoc 2.17 on 2026-11-23. It says the same but for these: it fails on Chicago's file, misreads
names in those of Vancouver and AMA, says "arXiv" twice in IEEE and "Preprint" or "Published online" of articles whose volume is not
known in Harvard and AMA, puts Harvard's commas inside quotation marks, and capitalises a title without author in MLA.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from unit.exporting.making import collected, paper, works

from scholarai.exporting.styles import STYLE_NAMES, STYLES, as_html, as_text, bibliography, style_named

ARTICLE: dict[str, Any] = {
    "title": "Deep learning of things",
    "authors": ("Ann B. Berg", "Bo Lee", "Carl-Otto Müller"),
    "year": 2019,
    "venue": "Journal of Tests",
    "doi": "10.1000/a_b",
}
PREPRINT: dict[str, Any] = {
    "title": "Attention is all",
    "authors": ("Zoe Young",),
    "year": 2017,
    "arxiv_id": "1706.03762",
}
EXPECTED = {
    "apa": (
        "Berg, A. B., Lee, B., & Müller, C.-O. (2019). Deep learning of things. Journal of Tests. https://doi.org/10.1000/a_b",
        "Young, Z. (2017). Attention is all (arXiv:1706.03762). arXiv. https://arxiv.org/abs/1706.03762",
        "A title alone. (n.d.).",
    ),
    "ieee": (
        "[1] A. B. Berg, B. Lee, and C.-O. Müller, “Deep learning of things,” Journal of Tests, 2019, doi: 10.1000/a_b.",
        "[2] Z. Young, “Attention is all,” 2017, arXiv: 1706.03762. [Online]. Available: https://arxiv.org/abs/1706.03762",
        "[3] “A title alone.”",
    ),
    "vancouver": (
        "1. Berg AB, Lee B, Müller CO. Deep learning of things. Journal of Tests. 2019. doi:10.1000/a_b",
        "2. Young Z. Attention is all [Internet]. arXiv; 2017. Available from: https://arxiv.org/abs/1706.03762",
        "3. A title alone.",
    ),
    "nature": (
        "1. Berg, A. B., Lee, B. & Müller, C.-O. Deep learning of things. Journal of Tests https://doi.org/10.1000/a_b (2019) doi:10.1000/a_b.",
        "2. Young, Z. Attention is all. Preprint at https://arxiv.org/abs/1706.03762 (2017).",
        "3. A title alone.",
    ),
    "chicago": (
        "Berg, Ann B., Bo Lee, and Carl-Otto Müller. 2019. “Deep Learning of Things.” Journal of Tests. https://doi.org/10.1000/a_b.",
        "Young, Zoe. 2017. “Attention Is All.” arXiv:1706.03762. Preprint, arXiv. https://arxiv.org/abs/1706.03762.",
        "“A title alone.” n.d.",
    ),
    "harvard": (
        "Berg, A.B., Lee, B. and Müller, C.-O. (2019) “Deep learning of things”, Journal of Tests. Available at: https://doi.org/10.1000/a_b.",
        "Young, Z. (2017) “Attention is all”. arXiv. Available at: https://arxiv.org/abs/1706.03762.",
        "“A title alone” (no date).",
    ),
    "acm": (
        "[2] Ann B. Berg, Bo Lee, and Carl-Otto Müller. 2019. Deep learning of things. Journal of Tests (2019). https://doi.org/10.1000/a_b",
        "[3] Zoe Young. 2017. Attention is all. Retrieved from https://arxiv.org/abs/1706.03762",
        "[1] A title alone.",
    ),
    "ams": (
        "[1] Berg, Ann B., Lee, Bo, and Müller, Carl-Otto, Deep learning of things, Journal of Tests (2019).",
        "[2] Young, Zoe, Attention is all, arXiv, 2017.",
        "[3] A title alone.",
    ),
    "ama": (
        "1. Berg AB, Lee B, Müller CO. Deep learning of things. Journal of Tests. 2019. doi:10.1000/a_b",
        "2. Young Z. Attention is all. arXiv. Preprint posted online 2017:arXiv:1706.03762. https://arxiv.org/abs/1706.03762",
        "3. A title alone.",
    ),
    "mla": (
        "Berg, Ann B., et al. “Deep Learning of Things.” Journal of Tests, 2019, https://doi.org/10.1000/a_b.",
        "Young, Zoe. “Attention Is All.” arXiv:1706.03762, arXiv, 2017, https://arxiv.org/abs/1706.03762.",
        "“A title alone.”",
    ),
}


def entries(name: str, form: Any = "text", *papers: Any) -> list[str]:
    style = style_named(name)
    assert style is not None
    return [entry for _, entry in bibliography(works(*papers), style, form)]


@pytest.mark.parametrize("name", STYLE_NAMES)
def test_each_style_sets_an_article_a_preprint_and_a_bare_title(name: str) -> None:
    found = entries(name, "text", paper(1, **ARTICLE), paper(2, **PREPRINT), paper(3, title="A title alone"))

    assert sorted(found) == sorted(EXPECTED[name])


def test_ten_styles_are_carried_with_their_licence() -> None:
    assert len(STYLES) == len(EXPECTED) == 10


def test_works_of_the_same_people_and_year_get_letters() -> None:
    found = entries("apa", "text", paper(1, **ARTICLE), paper(2, **{**ARTICLE, "title": "Another"}))

    assert [re.findall(r"\((\d{4}\w)\)", entry) for entry in found] == [["2019a"], ["2019b"]]


def test_numbers_follow_the_order_of_citing_beyond_nine() -> None:
    found = entries("ieee", "text", *(paper(n, title=f"Title {n}") for n in range(1, 13)))

    assert [entry.split()[0] for entry in found] == [f"[{n}]" for n in range(1, 13)]
    assert found[10] == "[11] “Title 11.”"


def test_markup_of_a_style_is_html_and_that_of_a_title_is_text() -> None:
    hostile = paper(1, **{**ARTICLE, "title": "<script>alert(1)</script> & <b>", "doi": "10.1/<i>"})

    (entry,) = entries("apa", "html", hostile)
    (plain,) = entries("apa", "text", hostile)

    assert "<i>Journal of Tests</i>" in entry
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; &lt;b&gt;" in entry
    assert set(re.findall(r"<[^>]*>", entry)) == {"<i>", "</i>"}
    assert "<script>alert(1)</script> & <b>. Journal" in plain


def test_a_bibliography_is_a_text_or_a_page_that_runs_nothing() -> None:
    papers = collected(paper(1, **ARTICLE), style="mla")

    text, page = b"".join(as_text(papers)).decode(), b"".join(as_html(papers)).decode()

    assert text == f"{EXPECTED['mla'][0]}\n\n"
    assert '<p id="berg2019deep">Berg, Ann B., et al.' in page
    assert "<script" not in page


@given(
    name=st.sampled_from(STYLE_NAMES),
    title=st.text(max_size=40),
    author=st.text(max_size=30),
    venue=st.text(max_size=30),
    year=st.none() | st.integers(1, 9999),
)
def test_whatever_a_paper_says_it_becomes_one_entry_without_markup_of_its_own(
    name: str, title: str, author: str, venue: str, year: int | None
) -> None:
    (entry,) = entries(name, "html", paper(1, title=title, authors=(author,), venue=venue, year=year))

    assert "\n" not in entry
    assert set(re.findall(r"<[^>]*>", entry)) <= {"<i>", "</i>", "<b>", "</b>"}
