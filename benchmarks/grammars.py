"""Papers with odd front matter, bibliographies, tables and bookmarks, made by the grammars of their formats."""

from __future__ import annotations

from typing import NamedTuple

from hypothesis import strategies as st

# Every paper says this, so a reading without it has lost text.
MARKER = "The bees of the ninth hive dance in the light."
_ODD_TEXTS = (
    *(
        "",
        "~",
        "On Bees",
        "é中\u200b",
        "\\alpha_{1}",
        "a: b",
        "# x",
        "- y",
        "%",
        "@",
        "'",
        '"',
        "\\",
        "{",
        "}",
        "[",
        "]",
        "$x$",
        "&",
        "\t",
    ),
    *(
        "2024-02-30",
        "2024-13-01",
        "0000-00-00",
        "12:60:99",
        "1_000",
        "0x",
        "0b2",
        "1e999",
        ".inf",
        ".NaN",
        "9" * 5_000,
        "yes",
        "null",
    ),
)
_TEXTS = st.sampled_from(_ODD_TEXTS) | st.text("aB1 {}\\\"',&|%#~^_$.", max_size=12)


class Case(NamedTuple):
    """One paper: its main file's ending, its text, and the files beside it."""

    ending: str
    text: str
    beside: tuple[tuple[str, str], ...] = ()


# YAML front matter

_TAGS = "!!bool !!int !!float !!null !!timestamp !!binary !!set !!omap !!pairs !!seq !!map !!str !!python/object:os.system ! !a".split()
_SCALARS = st.one_of(
    _TEXTS,
    _TEXTS.map(lambda text: f'"{text}"'),
    _TEXTS.map(lambda text: "'" + text.replace("'", "''") + "'"),
    st.sampled_from(
        ['"\\xZZ"', '"\\u12"', "|+9\n  x", ">-\n\n   x", "|\n x\n\ty", "*a", "*none", "? x", "<<", "=", "---", "..."]
    ),
)
_VALUES = st.recursive(
    _SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda items: "[" + ", ".join(items) + "]"),
        st.lists(st.tuples(_SCALARS, inner), max_size=3).map(
            lambda items: "{" + ", ".join(f"{k}: {v}" for k, v in items) + "}"
        ),
        st.lists(inner, max_size=3).map(lambda items: "".join(f"\n  - {item}" for item in items)),
        st.lists(st.tuples(_SCALARS, inner), max_size=3).map(lambda items: "".join(f"\n  {k}: {v}" for k, v in items)),
        st.tuples(st.sampled_from(_TAGS), inner).map(" ".join),
        inner.map(lambda value: f"&a {value}"),
        st.tuples(inner, st.integers(1, 60)).map(lambda deep: "[" * deep[1] + deep[0] + "]" * deep[1]),
    ),
    max_leaves=8,
)
_FIELDS = st.sampled_from(
    "title authors author date doi tags keywords abstract affiliations bibliography journal <<".split()
) | _SCALARS  # fmt: skip
yaml_heads = st.lists(st.tuples(_FIELDS, _VALUES), max_size=6).map(
    lambda fields: Case(
        "md", "---\n" + "".join(f"{k}: {v}\n" for k, v in fields) + f"---\n\n# Introduction\n\n{MARKER}\n"
    )
)

# BibTeX

_BRACED = st.recursive(
    _TEXTS, lambda inner: st.lists(inner, max_size=3).map(lambda parts: "{" + " ".join(parts) + "}"), max_leaves=6
)
_NAMES = st.sampled_from(
    ["", "de la Cruz, A.", "{A and B}", "and", "others", "A and and B", ",", ", , ,", "von", "Ä, Ö, Ü, X"]
)
_BIB_PARTS = st.one_of(
    _BRACED.map(lambda text: "{" + text + "}"),
    _BRACED.map(lambda text: f'"{text}"'),
    _NAMES.map(lambda names: "{" + names + "}"),
    st.sampled_from(["jan", "feb", "13", "sept", "MMM", "none", "-1", "1e9", "{", "}", '"', "#", "s"]),
)
_BIB_VALUES = st.lists(_BIB_PARTS, min_size=1, max_size=3).map(" # ".join)
_BIB_NAMES = (
    st.sampled_from("author editor title year date month doi url crossref xref journal pages ids options ID".split())
    | _TEXTS
)
_BIB_FIELDS = st.tuples(_BIB_NAMES, st.sampled_from([" = ", "=", " ", "= =", ""]), _BIB_VALUES).map("".join)
_BIB_ENTRIES = st.tuples(
    st.sampled_from(["article", "Book", "misc", "online", "string", "comment", "preamble", "", "xdata", "set"]),
    st.sampled_from(["{", "(", " {", ""]),
    st.sampled_from(["key,", "bees,", "a b,", ",", "", "ä:/_-,", "s = "]),
    st.lists(_BIB_FIELDS, max_size=5),
    st.sampled_from([", ", ",\n", "\n", ",,"]),
    st.sampled_from(["}", ")", "", "}}", "},"]),
).map(lambda entry: f"@{entry[0]}{entry[1]}{entry[2]}{entry[4].join(entry[3])}{entry[5]}\n")
_BIBLIOGRAPHIES = st.lists(_BIB_ENTRIES | _TEXTS, max_size=5).map("".join)
bibtex_files = _BIBLIOGRAPHIES.map(
    lambda text: Case("md", f"# Bees\n\n{MARKER} [@bees; @key]\n\n# References\n", (("paper.bib", text),))
)

# biblatex

_GROUPS = _BRACED.map(lambda text: "{" + text + "}")
_PEOPLE = st.one_of(
    st.lists(_GROUPS, max_size=9).map(lambda places: "{" + "".join(places) + "}"),
    st.tuples(_BRACED, _BRACED).map(
        lambda name: f"{{{{hash=1}}{{family={{{name[0]}}},\n familyi={{B}},given={{{name[1]}}}}}}}"
    ),
    _BRACED,
)
_BBL_FIELDS = st.one_of(
    st.tuples(st.sampled_from(["author", "editor", "translator", ""]), st.lists(_PEOPLE, max_size=3)).map(
        lambda name: rf"\name{{{name[0]}}}{{{len(name[1])}}}{{}}{{%" + "\n".join(name[1]) + "}"
    ),
    st.tuples(st.sampled_from(["title", "year", "pages", "note", ""]), _GROUPS).map(
        lambda pair: rf"\field{{{pair[0]}}}{pair[1]}"
    ),
    _GROUPS.map(lambda text: rf"\list{{publisher}}{{1}}{{{text}%}}"),
    _TEXTS.map(lambda text: "\\verb{doi}\n\\verb " + text + "\n\\endverb"),
    st.sampled_from(
        [r"\strng{namehash}{x}", r"\field{title}", r"\name{author}", r"\verb{doi}", r"\endverb", r"\keyw{", "{", "}"]
    ),
)
_BBL_ENTRIES = st.tuples(
    st.sampled_from(["bees", "key", "", "a b", "é"]),
    st.lists(_BBL_FIELDS, max_size=6),
    st.sampled_from([r"\endentry", "", r"\entry"]),
).map(lambda entry: rf"\entry{{{entry[0]}}}{{article}}{{}}" + "\n".join(entry[1]) + f"\n{entry[2]}\n")
_BBL_FRAMES = st.sampled_from(
    [
        (r"\refsection{0}\datalist[entry]{nty/global//global/global}", r"\enddatalist\endrefsection"),
        (r"\refsection{0}\sortlist[entry]{nty/global/}", r"\endsortlist\endrefsection"),
        (r"\sortlist{entry}{nty}", r"\endsortlist"),
        ("", ""),
    ]
)
biblatex_files = st.tuples(_BBL_FRAMES, st.lists(_BBL_ENTRIES, max_size=4)).map(
    lambda made: Case(
        "tex",
        _latex(r"\cite{bees,key} \printbibliography"),
        (("main.bbl", "\n".join([made[0][0], *made[1], made[0][1]])),),
    )
)

# Tables


def _latex(body: str) -> str:
    preamble = r"\documentclass{article}\usepackage{booktabs,multirow,siunitx,longtable}"
    return f"{preamble}\n\\begin{{document}}\n{MARKER}\n\n{body}\n\\end{{document}}\n"


_SPANS = st.sampled_from(["1", "2", "-1", "0", "99", "", "x", "10000000"])
_COLUMNS = st.sampled_from(
    ["lcr", "|l|p{3cm}@{}r|", "S[table-format=2.3]", "*{3}{c}", "*{99999}{l}", "*{2}{*{2}{c}}", "", "{", "X>{$}c<{$}"]
)
_ENVIRONMENTS = st.sampled_from(["tabular", "tabular*", "tabularx", "longtable", "array", "table", "tblr", "matrix"])


def _tabular(cells: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    rows = st.lists(st.lists(cells, max_size=3).map(" & ".join), max_size=4)
    breaks = st.sampled_from(
        [r"\\", r"\\[2pt]", r"\\*", r"\tabularnewline", r"\\ \hline", r"\\ \cmidrule(lr){1-9}", r"\cr", ""]
    )
    ends = st.sampled_from([True, True, False])
    return st.tuples(_ENVIRONMENTS, _COLUMNS, rows, breaks, ends).map(
        lambda made: (
            f"\\begin{{{made[0]}}}{{{made[1]}}}"
            + f"{made[3]}\n".join(made[2])
            + (f"\\end{{{made[0]}}}" if made[4] else "")
        )
    )


_LATEX_CELLS = st.recursive(
    _TEXTS
    | st.sampled_from(
        [r"\SI{1.2e3}{\meter}", r"\num{1,2 +- 3}", r"\hline", r"\toprule", r"\endhead", r"\caption{C}\label{t}"]
    ),
    lambda inner: st.one_of(
        st.tuples(_SPANS, _COLUMNS, inner).map(lambda cell: rf"\multicolumn{{{cell[0]}}}{{{cell[1]}}}{{{cell[2]}}}"),
        st.tuples(_SPANS, inner).map(lambda cell: rf"\multirow{{{cell[0]}}}{{*}}{{{cell[1]}}}"),
        st.tuples(_SPANS, inner).map(lambda cell: rf"\multirow[t]{{{cell[0]}}}*{{{cell[1]}"),
        _tabular(inner),
        inner.map(lambda text: f"{{{text}}}"),
    ),
    max_leaves=6,
)
latex_tables = _tabular(_LATEX_CELLS).map(lambda table: Case("tex", _latex(table)))

_MD_CELLS = _TEXTS | st.sampled_from(
    [r"\|", "`a|b`", "<td>", "<!--", "![f](f.png)", "[^1]", "[@bees]", "$a|b$", "**a", "<b hidden>"]
)
_MD_ROWS = st.lists(_MD_CELLS, max_size=5).map(lambda cells: "| " + " | ".join(cells) + " |")
_MD_RULES = st.lists(st.sampled_from(["---", ":--", "--:", ":-:", "-", ":", "===", ""]), max_size=5).map(
    lambda r: "|" + "|".join(r) + "|"
)
_MD_CAPTIONS = st.sampled_from(["", "Table: C {#tbl:a}", "Table 1: C", ": C {#", ": C {a=b}"])
markdown_tables = st.tuples(_MD_CAPTIONS, _MD_ROWS, _MD_RULES, st.lists(_MD_ROWS, max_size=4), _MD_CAPTIONS).map(
    lambda made: Case(
        "md", f"# Bees\n\n{MARKER}\n\n{made[0]}\n\n{made[1]}\n{made[2]}\n" + "\n".join(made[3]) + f"\n\n{made[4]}\n"
    )
)

_TAG_NAMES = st.sampled_from(
    ["table", "tr", "td", "th", "thead", "tbody", "caption", "colgroup", "p", "span", "template", "svg"]
)
_ATTRIBUTES = st.sampled_from(
    [
        "",
        ' rowspan="2"',
        ' colspan="99999999"',
        " rowspan=-1",
        ' style="display:none"',
        " hidden",
        ' style="color:#fff',
        " a=b>",
        " <",
    ]
)


def _element(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    ends = st.sampled_from([True, True, True, False])
    return st.tuples(_TAG_NAMES, _ATTRIBUTES, st.lists(inner, max_size=4), ends).map(
        lambda made: f"<{made[0]}{made[1]}>" + "".join(made[2]) + (f"</{made[0]}>" if made[3] else "")
    )


html_tables = st.recursive(_TEXTS | st.just("\n"), _element, max_leaves=16).map(
    lambda inner: Case("md", f"# Bees\n\n{MARKER}\n\n<table>{inner}</table>\n")
)

# Bookmarks of a PDF


def _objects(bookmarks: list[tuple[str, int, int, int, str]]) -> list[str]:
    lines = "\n".join(f"BT /F1 11 Tf 72 {780 - 14 * n} Td ({MARKER}) Tj ET" for n in range(4))
    font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"
    return [
        "<</Type/Catalog/Pages 2 0 R/Outlines 5 0 R>>",
        "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 {font}>>>>>>",
        f"<</Length {len(lines)}>>\nstream\n{lines}\nendstream",
        f"<</Type/Outlines/First 6 0 R/Last {5 + len(bookmarks)} 0 R/Count 1>>",
        *(
            f"<</Title{title}/Parent {5 + parent} 0 R/First {5 + first} 0 R/Next {5 + after} 0 R{place}>>"
            for title, parent, first, after, place in bookmarks
        ),
    ]


def packed(objects: list[str]) -> str:
    """Return a PDF file of these objects, the catalogue first; one byte for each character."""
    body, starts = "%PDF-1.4\n", []
    for number, text in enumerate(objects, start=1):
        starts.append(len(body))
        body += f"{number} 0 obj\n{text}\nendobj\n"
    table = "".join(f"{start:010d} 00000 n \n" for start in starts)
    size = len(objects) + 1
    return f"{body}xref\n0 {size}\n0000000000 65535 f \n{table}trailer<</Size {size}/Root 1 0 R>>\nstartxref\n{len(body)}\n%%EOF"


_TITLES = st.sampled_from(["(b)", "()", "<FEFF>", "<ZZ>", "/N", "3 0 R", "[(a)]", "(\\", "null", ""])
_PLACES = st.sampled_from(
    [
        "/Dest[3 0 R/Fit]",
        "/Dest[99 0 R/XYZ null null 0]",
        "/Dest(n)",
        "/A<</S/URI/URI(x)>>",
        "/A 6 0 R",
        "/Dest[3 0 R/XYZ 1e99]",
        "/Count -9",
    ]
)
_NEAR = st.integers(0, 7)
pdf_bookmarks = st.lists(st.tuples(_TITLES, _NEAR, _NEAR, _NEAR, _PLACES), min_size=1, max_size=7).map(
    lambda bookmarks: Case("pdf", packed(_objects(bookmarks)))
)

GRAMMARS: dict[str, st.SearchStrategy[Case]] = {
    "yaml": yaml_heads,
    "bibtex": bibtex_files,
    "biblatex": biblatex_files,
    "latex-tables": latex_tables,
    "markdown-tables": markdown_tables,
    "html-tables": html_tables,
    "pdf-bookmarks": pdf_bookmarks,
}
