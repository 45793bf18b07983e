from __future__ import annotations

import pytest

from scholarai.parsing.bibtex import read_bibtex


def test_names_are_read_in_every_order() -> None:
    (entry,) = read_bibtex(
        ["@misc{a, author = {van der Berg, Jan and Ludwig van Beethoven and {CERN and Friends} and others}}"], None
    ).values()

    assert entry.authors == ("Jan van der Berg", "Ludwig van Beethoven", "CERN and Friends")
    assert entry.families == ("van der Berg", "van Beethoven", "CERN and Friends")


def test_accents_braces_and_formulas_become_text() -> None:
    (entry,) = read_bibtex(["@misc{a, title = {{\\'E}tude of the {K}\\\"ahler $x^2$ -- \\emph{new}}}"], None).values()

    assert entry.title == "Étude of the Kähler $x^2$ – new"


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("#3 & more, ~5 or 41% of {R}oofs. Then", "#3 & more, ~5 or 41% of Roofs. Then"),
        (r"5\% \& J.~Sand, Table~3, ma\~nana", "5% & J. Sand, Table 3, mañana"),
        (r"see \url{http://x.org/~me/a%20b?c=1&d=2} and \href{http://x.org/%7E}{the 5% page}",
         "see http://x.org/~me/a%20b?c=1&d=2 and the 5% page"),
        ("$a & b$ at 5 %", "$a & b$ at 5 %"),
        (r"{\ce{CO2}} at \num{2e-7} to \SI{3}{\kilo\metre\per\second}, 4~\si{\percent}", "CO₂ at 2 × 10⁻⁷ to 3 km s⁻¹, 4 %"),
    ],
)  # fmt: skip
def test_a_field_loses_none_of_its_signs(written: str, text: str) -> None:
    assert read_bibtex([f"@misc{{a, title = {{{written}}}}}"], None)["a"].title == text


def test_names_are_parted_by_and_in_any_case() -> None:
    source = "@misc{a, author = {Moor, Ida AND Sand, Bo\n  And  Ferdinand Alder and OTHERS}}"

    assert read_bibtex([source], None)["a"].authors == ("Ida Moor", "Bo Sand", "Ferdinand Alder")


def test_an_entry_takes_from_its_volume_what_it_lacks() -> None:
    source = (
        "@InCollection{a, author={I. Moor}, title={On silt}, crossref={Vol}, pages={1--3}}"
        "@inproceedings{b, author={B. Sand}, title={On mud}, crossref={vol}, year=2004}"
        "@proceedings{vol, title={Days of Sand}, editor={C. Alder}, doi={10.1000/vol}, year=2003, pages={1--99}}"
    )

    a, b = read_bibtex([source], {"a", "b"}).values()

    assert (a.title, a.authors, a.venue, a.year, a.doi) == ("On silt", ("I. Moor",), "Days of Sand", 2003, None)
    assert (b.venue, b.year, b.raw) == ("Days of Sand", 2004, "B. Sand (2004). On mud. Days of Sand")


def test_journals_named_by_macro_are_spelled_out() -> None:
    (entry,) = read_bibtex(["@article{a, title={T}, journal = aap, year = 2001}"], None).values()

    assert entry.raw == "(2001). T. Astronomy and Astrophysics"


def test_a_value_is_joined_of_texts_and_strings() -> None:
    source = '@string{press = "Press"}@string{cup = "Cambridge " # press}@book{a, title={A #1}, publisher = cup # " (" # {UK} # ")"}'

    assert read_bibtex([source], None)["a"].raw == "A #1. Cambridge Press (UK)"


def test_a_field_that_comes_twice_counts_as_it_came_first() -> None:
    assert read_bibtex(["@misc{a, title={First}, Title={Second}}"], None)["a"].title == "First"


def test_a_missing_comma_costs_the_field_behind_it_alone() -> None:
    entry = read_bibtex(["@misc{a, author={A. Bo}\n title={T}, year=2001}"], None)["a"]

    assert (entry.authors, entry.title, entry.year) == (("A. Bo",), None, 2001)


@pytest.mark.parametrize("head", ["@misc{a, title", "@ Misc\n{ a, TITLE", "@misc(a, title"])
def test_an_entry_may_begin_as_bibtex_lets_it(head: str) -> None:
    assert read_bibtex([f"{head} = {{T}}{')' if '(' in head else '}'}"], None)["a"].title == "T"


def test_strings_that_double_each_other_stay_short() -> None:
    doubling = "".join(f"@string{{s{n + 1} = s{n} # s{n}}}\n" for n in range(20))

    entry = read_bibtex([f'@string{{s0 = "word "}}\n{doubling}@misc{{a, author = s20}}'], None)["a"]

    assert len(entry.authors[0]) <= 4_000


def test_one_malformed_entry_costs_no_other() -> None:
    source = "@article{a, title = {One}}\n@article{b, title = {Two}, = }\n@article{c, title = {Three\n@article{d, title = {Four}}"

    entries = read_bibtex([source], None)

    assert {"a", "d"} <= set(entries)


def test_an_entry_of_braces_without_end_costs_no_other() -> None:
    deep = "{" * 3000
    source = f"@article{{a, title = {{One}}}}\n@article{{b, title = {{{deep}x}}\n@article{{c, title = {{Three}}}}"

    assert {"a", "c"} <= set(read_bibtex([source], None))


def test_only_the_wanted_keys_are_read() -> None:
    assert list(read_bibtex(["@misc{a, title={x}}@misc{b, title={y}}"], {"b"})) == ["b"]


def test_braces_that_never_close_are_closed_with_their_entry() -> None:
    entries = read_bibtex(["@article{a, title = {One" + " {" * 40 + " two}\n\n@article{b, title = {Three}}"], None)

    assert {key: entry.title for key, entry in entries.items()} == {"a": "One two", "b": "Three"}


def test_biblatex_dates_and_places_count() -> None:
    (entry,) = read_bibtex(["@article{a, author={A. Bo}, title={T}, journaltitle={J}, date={2019-03}}"], None).values()

    assert (entry.year, entry.raw) == (2019, "A. Bo (2019). T. J")
