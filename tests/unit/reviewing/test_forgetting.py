"""A deleted paper's own words leave a report wherever they stand, also where a model quoted them otherwise."""

from __future__ import annotations

from msgspec.structs import replace

from scholarai.domain.chat import Change, Citation, Doubt, TextSection
from scholarai.domain.ids import ChunkId, PaperId
from scholarai.domain.review import Report, ReviewedPaper, ReviewSection
from scholarai.domain.values import to_json
from scholarai.reviewing.forgetting import QUOTATION_GONE, GonePaper, forget

BEES, ANTS = PaperId("bees"), PaperId("ants")
TEXT = "In 97 of 100 trials the swarm of bees took the best site of all five."
QUOTE = "In many trials, a swarm took some site or other."
SAID = "They found that in 97 of 100 trials the swarm of bees took the best site."


def report() -> Report:
    change = Change(kind="number", quote_start=3, quote_end=7, text_start=3, text_end=12)
    bees, ants = (
        Citation(
            number=n, paper_id=paper_id, chunk_id=ChunkId("1-0001"), quote=QUOTE, text=text, changes=(change,),
            verdict="altered", label="p. 3", start=5, end=5 + len(text),
        )
        for n, (paper_id, text) in enumerate(((BEES, TEXT), (ANTS, "Ants took no site.")), start=1)
    )  # fmt: skip
    doubt = Doubt(kind="number", text="97", start=19, end=21)
    text = (
        TextSection(text=SAID, citations=(bees,), doubts=(doubt,)),
        TextSection(text="Ants do not, in 97 ways.", citations=(bees, ants), doubts=(doubt,)),
    )
    section = ReviewSection(
        id="s1", title="Sites", format="synthesis", tldr="Sites. Taken.", text=text, sources=2, model="m", lead=(ants,)
    )
    papers = tuple(ReviewedPaper(paper_id=name, generation=1, label=f"({name})", title=name) for name in (BEES, ANTS))
    return Report(title="Swarms", sections=(section,), papers=papers)


def test_a_sentence_that_repeats_the_paper_s_words_goes_with_its_doubts() -> None:
    left = forget(report(), GonePaper(BEES, [report()]))

    assert isinstance(left, Report)
    repeating, own = left.sections[0].text
    assert (repeating.text, repeating.doubts) == (QUOTATION_GONE, ())
    assert (own.text, len(own.doubts)) == ("Ants do not, in 97 ways.", 1)


def test_neither_the_paper_s_words_nor_what_was_made_of_them_is_kept() -> None:
    left = forget(report(), GonePaper(BEES, [report()]))

    assert isinstance(left, Report)
    gone = [c for part in left.sections[0].text for c in part.citations if c.paper_id == BEES]
    assert {(c.quote, c.text, c.changes, c.start, c.verdict) for c in gone} == {("", "", (), None, "not_found")}
    assert b"best site" not in to_json(left)
    assert b"Ants took no site." in to_json(left)


def test_a_lead_that_quotes_the_paper_goes_with_it() -> None:
    led = replace(report().sections[0], tldr="“Ants took no site.”")
    made = replace(report(), sections=(led,), silent=report().papers)

    left = forget(made, GonePaper(ANTS, [made]))

    assert isinstance(left, Report)
    assert (left.sections[0].tldr, left.sections[0].lead[0].quote) == (QUOTATION_GONE, "")
    assert [paper.deleted for paper in left.silent] == [False, True]
