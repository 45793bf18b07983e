"""Fields of bibliography entries that a source does not mark are read from their text."""

from scholarai.parsing.bibliography import Bibliography, Entry
from scholarai.parsing.bibtex import entry_of

PRINTED = "J. Doe and B. Roe. A census of whales in the northern sea. Journal of Whales, 2019. arXiv:2101.00001v2."


def test_the_text_of_an_entry_tells_what_its_source_does_not_mark() -> None:
    (read,) = Bibliography({"w": Entry(key="w", raw=PRINTED)}).references()

    assert read.title == "A census of whales in the northern sea"
    assert read.authors == ("J. Doe", "B. Roe")
    assert (read.year, read.venue, read.arxiv_id) == (2019, "Journal of Whales", "2101.00001")


def test_what_a_source_marks_is_believed() -> None:
    entry = Entry(key="w", raw=PRINTED, title="Another", authors=("A. Nix",), year=2001, venue="Here", doi="10.1/x")

    (read,) = Bibliography({"w": entry}).references()

    assert (read.title, read.authors, read.year, read.venue) == ("Another", ("A. Nix",), 2001, "Here")


def test_a_key_without_a_text_tells_nothing() -> None:
    (read,) = Bibliography({"doe2019": Entry(key="doe2019", raw="doe2019")}).references()

    assert (read.title, read.authors, read.venue) == (None, (), None)


def test_a_record_of_bibtex_names_its_journal_and_its_preprint() -> None:
    record = {
        "ID": "w",
        "title": "Whales",
        "author": "Doe, J.",
        "journal": "Journal of {W}hales",
        "eprint": "2101.00001v1",
    }

    assert entry_of(record).venue == "Journal of Whales"
    assert entry_of(record).arxiv_id is None
    assert entry_of(record | {"archiveprefix": "arXiv"}).arxiv_id == "2101.00001"
