"""Markdown is read with its front matter, formulas, tables and notes, and whatever else it may hold."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scholarai.domain.content import PaperContent
from scholarai.parsing.markdown import read_markdown
from scholarai.parsing.markdown.reader import read_front_matter
from scholarai.splitting import split

HEAD = """---
title: 'Splitter: cuts *papers* in \\textsf{R}'
tags:
  - Python
authors:
  - name: Ann Lee^[Corresponding author]
    orcid: 0000-0001-2345-6789
    affiliation: "1, 2"
  - given-names: Bo
    surname: Wu
    affiliation: 2
affiliations:
  - name: Uni X
    index: 1
  - name: Uni Y
    index: 2
date: 13 August 2017
bibliography: paper.bib
---

"""
BIB = """@article{doe, author = {Doe, Jane and Roe, R.}, title = {On {T}hings}, year = 2001, doi = {10.1000/x}}
@book{poe_99, author = {Poe, E. A.}, title = {Tales}, year = 1999}"""


def read(body: str) -> PaperContent:
    return read_markdown(body, bibliographies={"paper.bib": BIB})


def texts(content: PaperContent, kind: str = "paragraph") -> list[str]:
    return [block.text for block in content.blocks if block.kind == kind]


def test_the_head_names_title_authors_and_affiliations() -> None:
    content = read(HEAD + "# Summary\n\nText.")

    assert content.title == "Splitter: cuts papers in R"
    assert [(a.name, a.orcid, a.affiliation) for a in content.authors] == [
        ("Ann Lee", "0000-0001-2345-6789", "Uni X; Uni Y"),
        ("Bo Wu", None, "Uni Y"),
    ]
    assert (content.year, content.keywords) == (2017, ("Python",))
    assert [(s.title, s.level) for s in content.sections] == [("Summary", 1)]


def test_the_summary_that_a_paper_begins_with_is_its_abstract() -> None:
    assert read(HEAD + "# Summary\n\nShort.\n\n# Need\n\nLong.").abstract == "Short."
    assert read("# Need\n\nLong.\n\n# Summary\n\nShort.").abstract is None


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (
            "H~2~O at 10^3^ m or 10^-3^ m, ^14^C, but ~5 of ~6 and a^2 or b^2.",
            "H₂O at 10³ m or 10⁻³ m, ¹⁴C, but ~5 of ~6 and a^2 or b^2.",
        ),
        ("In 1973<sup>4,5</sup> SO<sub>2</sub> at 10<sup>*-6*</sup> g.", "In 1973⁴,⁵ SO₂ at 10⁻⁶ g."),
        (r"So \(a=b\) and \(x\), but \(see Doe\) and \[1\].", "So $a=b$ and $x$, but (see Doe) and [1]."),
        ("It is ~~not~~ so.", "It is so."),
        ("A [link](x.org){target=_blank}, `code`{.r} and [*small* caps]{.smallcaps}.", "A link, code and small caps."),
        ("Pages 3--5 --- or so -- with --all.", "Pages 3–5 — or so – with --all."),
        ("One {{< pagebreak >}} two.", "One two."),
        ("$$ a = b $$ {#eq-one}\n\nBy @eq-one.", "By Equation (1)."),
        ("$$\na = b\n$$ {#eq:one}\n\nBy [@eq:one].", "By Equation (1)."),
        ("::: {#thm-a}\nSo.\n:::\n\nBy @thm-a.", "So.|By Theorem 1."),
        (":::: {.note}\nOne.\n\n::: warning\nTwo.\n:::\n\n::::\nThree.", "One.|Two.|Three."),
    ],
)
def test_the_signs_of_pandoc_and_quarto_are_read_as_printed(source: str, text: str) -> None:
    assert "|".join(texts(read(source))) == text


def test_divisions_and_code_that_is_run_have_captions() -> None:
    content = read(
        "See @fig-a, @tbl-b, @fig-c and \\@ref(fig:d).\n\n::: {#fig-a}\n![](a.png)\n\nThe *first* one.\n:::\n\n"
        "::: {#tbl-b}\n\n| n |\n|---|\n| 1 |\n\nThe values.\n:::\n\n"
        '```{python}\n#| label: fig-c\n#| fig-cap: "The second."\n#| echo: false\nplot()\n```\n\n'
        '```{r d, fig.cap="The third."}\nplot(d)\n```\n'
    )

    assert texts(content) == ["See Figure 1, Table 1, Figure 2 and 3."]
    assert [f.caption for f in content.figures] == [
        "Figure 1: The first one.",
        "Figure 2: The second.",
        "Figure 3: The third.",
    ]
    assert [(t.caption, t.rows) for t in content.tables] == [("Table 1: The values.", (("n",), ("1",)))]
    assert texts(content, "code") == ["plot(d)"]


def test_raw_latex_is_read_and_what_is_not_included_is_noted() -> None:
    content = read(
        "```{=latex}\n\\begin{equation}a=b\\end{equation}\n```\n\n```{=html}\n<hr>\n```\n\n{{< include more.qmd >}}"
    )

    assert [(b.kind, b.text) for b in content.blocks] == [("equation", r"\begin{equation}a=b\end{equation} (1)")]
    assert [note.code for note in content.notes] == ["input_missing"]


def test_a_plain_paper_takes_its_title_from_the_first_heading() -> None:
    content = read("# The title\n\n## Abstract\n\nShort.\n\n## Methods\n\nOne.\n\nTwo.\n\n### Data\n\nThree.\n")

    assert (content.title, content.abstract) == ("The title", "Short.")
    assert [(s.title, s.level) for s in content.sections] == [("Abstract", 1), ("Methods", 1), ("Data", 2)]
    assert next(c.text for c in split(content, generation=1)) == "Abstract\n\nShort."


def test_headings_may_be_underlined_and_numbered() -> None:
    content = read("1 Intro\n=======\n\nx\n\n1.2 Deep {#sec:deep}\n---------\n\nSee @sec:deep.\n\n2 Next\n======\n\ny")

    assert [(s.number, s.title, s.level) for s in content.sections] == [
        ("1", "Intro", 1),
        ("1.2", "Deep", 2),
        ("2", "Next", 1),
    ]
    assert texts(content)[1] == "See Section 1.2."


@pytest.mark.parametrize(
    ("source", "text", "keys"),
    [
        ("So [@doe; @poe_99].", "So (Doe and Roe 2001; Poe 1999).", ("doe", "poe_99")),
        ("So [see @doe, p. 3].", "So (see Doe and Roe 2001, p. 3).", ("doe",)),
        ("So @poe_99 says.", "So Poe (1999) says.", ("poe_99",)),
        ("So Doe [-@doe] says.", "So Doe (2001) says.", ("doe",)),
    ],
)
def test_citations_are_resolved_with_the_bibliography(source: str, text: str, keys: tuple[str, ...]) -> None:
    content = read(source)

    assert texts(content) == [text]
    assert [span.reference_ids for span in content.cite_spans] == [keys]
    assert {reference.id for reference in content.references} == set(keys)


def test_addresses_and_links_are_no_citations() -> None:
    content = read("Write to me@doe.org or [@doe](https://x.org/@doe).")

    assert content.cite_spans == ()


def test_entries_stand_under_the_heading_that_waits_for_them() -> None:
    content = read("# Text\n\nSo @doe.\n\n# References\n")

    assert [(b.kind, b.text) for b in content.blocks][2:] == [
        ("heading", "References"),
        ("reference", "Jane Doe, R. Roe (2001). On Things. https://doi.org/10.1000/x"),
    ]


def test_displays_of_every_kind_are_equations() -> None:
    content = read(
        "We have $$ a = b $$ and\n$$\nc = d\n$$\nthen\n\n$$\\label{eq:e} e = f $$\n\n\\begin{align}\n g &= h\n\\end{align}\n\nby \\eqref{eq:e}."
    )

    assert [e.latex for e in content.equations] == [
        "$$ a = b $$",
        "$$\nc = d\n$$",
        "$$ e = f$$",
        "\\begin{align}\ng &= h\n\\end{align}",
    ]
    assert [e.label for e in content.equations] == [None, None, "1", "2"]
    assert texts(content) == ["We have", "and", "then", "by (1)."]


def test_prices_are_no_formulas() -> None:
    assert texts(read("It costs $5 here and $6 there, but $x_1$ is free.")) == [
        "It costs $5 here and $6 there, but $x_1$ is free."
    ]


def test_figures_and_tables_have_captions_and_cells() -> None:
    content = read(
        "See \\autoref{fig:a} and @tbl:b.\n\n![A *nice* one.\\label{fig:a}](a.png){ width=50% }\n\n"
        "| n | v |\n|---|---|\n| a | $1$ |\n\n: The values. {#tbl:b}\n"
    )

    assert texts(content) == ["See Figure 1 and Table 1."]
    assert [(f.label, f.caption) for f in content.figures] == [("Figure 1", "Figure 1: A nice one.")]
    assert [(t.label, t.caption, t.rows) for t in content.tables] == [
        ("Table 1", "Table 1: The values.", (("n", "v"), ("a", "$1$")))
    ]


def test_raw_latex_figures_and_grid_tables_are_read() -> None:
    content = read(
        "Before.\n\\begin{figure}\n\\includegraphics{a}\n\\caption{Raw $x$.}\n\\end{figure}\n\n"
        "+---+---+\n| a | b |\n+===+===+\n| c | d |\n|   | e |\n+---+---+\n"
    )

    assert content.figures[0].caption == "Figure 1: Raw $x$."
    assert content.tables[0].rows == (("a", "b"), ("c", "d e"))


def test_cells_of_a_grid_may_cover_rows_and_columns() -> None:
    content = read(
        "+------+-------------+\n| Site | Growth      |\n|      +------+------+\n|      | 2018 | 2019 |\n"
        "+======+======+======+\n| A | B| 3.1  | 2.9  |\n+------+------+------+\n"
    )

    assert content.tables[0].rows == (("Site", "Growth", ""), ("", "2018", "2019"), ("A | B", "3.1", "2.9"))
    assert content.tables[0].spans == ((0, 0, 2, 1), (0, 1, 1, 2))
    assert content.tables[0].header_rows == 2


def test_lists_code_footnotes_and_comments() -> None:
    content = read(
        "Text[^1] <!-- hidden\n\ncomment --> here.\n\n- one\n- two\n\n```python\nx = 1\n```\n\n[^1]: A *note*.\n"
    )

    assert ("footnote", "A note.") in [(b.kind, b.text) for b in content.blocks]
    assert texts(content, "list_item") == ["one", "two"]
    assert texts(content, "code") == ["x = 1"]
    assert "hidden" not in content.text()


def test_scripts_are_dropped_and_tags_taken_off() -> None:
    assert texts(read("<script>evil()</script>\n\n<div>Kept <b>text</b></div>\n")) == ["Kept text"]


@pytest.mark.parametrize(
    ("head", "code"),
    [
        ("a: [", "front_matter_unreadable"),
        ("a: &x [1]\nb: *x", "front_matter_unreadable"),
        ("- a list", "front_matter_unreadable"),
    ],
)
def test_a_broken_head_is_noted_and_the_text_read(head: str, code: str) -> None:
    content = read(f"---\n{head}\n---\n\n# T\n\nText.")

    assert [note.code for note in content.notes] == [code]
    assert texts(content) == ["Text."]


def test_backslashes_of_tex_in_a_quoted_title_are_read() -> None:
    assert read('---\ntitle: "The \\emph{real} $\\alpha$"\ndate: "\\today"\n---\n\nx').title == "The real $\\alpha$"


PIECES = ["$", "$$", "\n", "\n\n", "[", "]", "(", ")", "@a", "*", "_", "`", "```", "|", "# ", "- ", "> ", "\\begin{figure}", "\\end{figure}", "\\", "{", "}", "<", "!--", "[^1]", "^[", "a", " ", "---\n", "+---+", "![", "\\cite{a}"]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=40))
def test_any_text_is_read_and_split(pieces: list[str]) -> None:
    content = read("".join(pieces))

    assert all(content.text()[block.start : block.end] == block.text for block in content.blocks)
    split(content, generation=1)


@pytest.mark.parametrize(
    ("date", "year"), [("2024-02-30", 2024), ("2024-13-01", 2024), ("2024-02-28T25:61:00", 2024), ("2024-02-03", 2024)]
)
def test_a_wrong_date_costs_nothing(date: str, year: int) -> None:
    head = read_front_matter(f"---\ntitle: On Bees\ndate: {date}\n---\nText").head()

    assert (head.title, head.year) == ("On Bees", year)


@pytest.mark.parametrize(
    "value",
    ["!!timestamp never", "!!int many", "!!bool maybe", "!!float x", "!!binary é", "1" * 5_000, "!!set [a]", "!!omap a",
     "{? {a: b} : c}", "!!python/object:os.system x", "&a [*a]", "[" * 90_000, "0o9", "1:99:99999999999999999999.5", "!!null x"],
)  # fmt: skip
def test_a_value_that_is_not_what_it_says_leaves_the_text(value: str) -> None:
    read = read_front_matter(f"---\ntitle: On Bees\nodd: {value}\n---\nText")

    assert read.body == "Text"
    assert read.problem is not None or read.head().title == "On Bees"


@pytest.mark.parametrize("value", ["0x" + "f" * 5_000, "!!int 0x" + "f" * 5_000, "1_0", "1.10", "yes", "007"])
def test_a_title_stands_as_it_is_written(value: str) -> None:
    head = read_front_matter(f"---\ntitle: {value}\n---\nText").head()

    assert head.title == value.removeprefix("!!int ")


def test_raised_and_lowered_digits_of_a_field_are_printed_as_such() -> None:
    head = read_front_matter('---\ntitle: "SO~2~ at 10^-6^ of $x^2+y^2$ in m<sup>3</sup>"\n---\nText').head()

    assert head.title == "SO₂ at 10⁻⁶ of $x^2+y^2$ in m³"


def test_a_title_that_swallowed_the_abstract_stays_in_the_text() -> None:
    abstract = "Maintenance treatment was assessed in 610 patients. " * 10

    content = read_markdown(f"# On treatment {abstract}\n\n## Methods\n\nWe asked.\n", bibliographies={})

    assert "610 patients" in content.text()


def test_a_usual_title_is_not_repeated_in_the_text() -> None:
    content = read_markdown("# On treatment\n\n## Methods\n\nWe asked.\n", bibliographies={})

    assert (content.title, "On treatment" in content.text()) == ("On treatment", False)
