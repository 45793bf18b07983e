"""Whole texts held against the bee paper: an outcome for each sentence, whatever the text is."""

from __future__ import annotations

import pytest
from contract.making import a_content
from doubles.written import bee_paper
from msgspec.structs import replace
from unit.services_chat.system import ADA, BEES, BOB
from unit.services_checking.checker import Checker

from scholarai.domain.errors import InvalidRequestError, NotFoundError, NotReadyError
from scholarai.domain.ids import PaperId
from scholarai.domain.limits import TEXT_CHARACTERS
from scholarai.exporting.checked_texts import as_html, as_markdown
from scholarai.services.checking import text

MARKED = "We marked 4,000 workers with paint so that every scout could be told apart."
BOX = "Each box had an entrance of 15 square centimetres facing south [2]."


@pytest.mark.parametrize(
    ("sentence", "outcome"),
    [
        (f"They write: “{MARKED}”", "said"),
        (f"They write: “{MARKED.replace('4,000', '9,000')}”", "changed"),
        (
            "They write: “We marked 4,000 workers with paint so that the swarm flies once a quorum is reached.”",
            "joined",
        ),
        ("They write: “the time after which half of the scouts have stopped dancing”", "said"),
        ("They write: “Every bee casts one ballot, which the queen then counts.”", "not_found"),
        (MARKED, "said"),
        ("In 24 trials.", "closest"),
        (BOX, "said"),
        (BOX.replace(" [2]", ""), "said"),
        (f"{MARKED.removesuffix('.')} [7].", "said"),
        ("Some 4,000 workers were given a mark of paint.", "closest"),
        ("| A | 40 litres | 21 |", "said"),
        ("The paper does not say how old the queen was.", "not_checkable"),
        ("What does that mean for beekeepers?", "not_checkable"),
        ("```\nprint('We marked 4,000 workers with paint')\n```", "not_checkable"),
    ],
)
def test_a_sentence_has_the_outcome_of_its_words(checker: Checker, sentence: str, outcome: str) -> None:
    assert checker.one(sentence).outcome == outcome


def test_the_worst_quote_of_a_sentence_decides(checker: Checker) -> None:
    changed = MARKED.replace("4,000", "9,000")

    found = checker.one(f"First “{MARKED}” and then “{changed}” and “the swarm flies once a quorum is reached”.")

    assert (found.outcome, [one.checked.verdict for one in found.quotes]) == ("changed", ["exact", "altered", "exact"])


def test_ranges_count_in_the_text_that_comes_back(checker: Checker) -> None:
    pasted = f"<p>They\u200b write: <q>{MARKED.replace('4,000', '9,000')}</q></p><ul><li>The quorum was thirty scouts.</li></ul>"

    checked = checker.check(pasted)

    said = [checked.text[one.start : one.end] for one in checked.sentences]
    (quote,) = checked.sentences[0].quotes
    (differs,) = checked.sentences[1].nearest[0].differs
    assert said == [one.text for one in checked.sentences]
    assert checked.text[quote.start : quote.end] == MARKED.replace("4,000", "9,000")
    assert (checked.text[differs.start : differs.end], differs.said, differs.printed) == ("thirty", "thirty", "twenty")


@pytest.mark.parametrize(
    ("claim", "kind", "said", "printed"),
    [
        ("They marked 9,000 workers with paint.", "number", "9,000", "4,000"),
        ("Each box had an entrance of 15 square metres facing south.", "unit", "metres", "centimetres"),
        ("Swarms choose badly because scouts stop dancing for rich sites by Zeppelin.", "name", "Zeppelin", ""),
        ("Scouts do not dance for good sites, and the swarm flies once a quorum is reached.", "negation", "do not", ""),
        (
            "No scouts dance for good sites, and the swarm flies once a quorum is reached.",
            "negation",
            "No scouts",
            "Scouts",
        ),
    ],
)
def test_a_claim_tells_what_differs_from_the_nearest_passage(
    checker: Checker, claim: str, kind: str, said: str, printed: str
) -> None:
    found = checker.one(claim)

    differs = [(one.kind, one.said, one.printed) for one in found.nearest[0].differs]
    assert (found.outcome, differs) == ("closest", [(kind, said, printed)])


@pytest.mark.parametrize(
    "claim",
    [
        "About twenty scouts at one site were the quorum.",
        "In nearly nine of ten trials the swarm took the best site.",
        "Half of the scouts have stopped dancing after the time b.",
        "Lindauer showed it earlier.",
        "Die Königin bleibt im Stock, und 7 Arbeiterinnen folgen ihr.",
        "Coral reefs lose half of their fish within a decade.",
    ],
)
def test_true_and_foreign_claims_differ_in_nothing(checker: Checker, claim: str) -> None:
    found = checker.one(claim)

    assert (found.outcome, [one.differs for one in found.nearest]) == ("closest", [()] * len(found.nearest))


def test_of_several_papers_the_best_verdict_counts(checker: Checker) -> None:
    other = replace(bee_paper(), title="Wasps")
    blocks = tuple(replace(block, text=block.text.replace("4,000", "9,000")) for block in other.blocks)
    checker.system.add_paper(PaperId("wasps"), replace(other, blocks=blocks))

    for papers in (None, (BEES, PaperId("wasps"))):
        (true, false) = checker.check(f"“{MARKED}” “{MARKED.replace('4,000', '9,000')}”", papers).sentences

        assert [(one.outcome, one.quotes[0].paper_id) for one in (true, false)] == [("said", "bees"), ("said", "wasps")]


def test_a_paper_that_cannot_be_read_is_named_and_the_others_are_asked(checker: Checker) -> None:
    checker.system.add_unready(PaperId("late"), "uploaded")

    checked = checker.check(MARKED, (BEES, PaperId("late")))

    assert ([one.outcome for one in checked.sentences], len(checked.notes)) == (["said"], 1)
    with pytest.raises(NotReadyError):
        checker.check(MARKED, (PaperId("late"),))


def test_only_one_s_own_papers_are_asked(checker: Checker) -> None:
    with pytest.raises(NotFoundError):
        checker.check(MARKED, (BEES,), owner=BOB)
    (one,) = checker.check(f"“{MARKED}”", None, owner=BOB).sentences

    assert (one.outcome, one.quotes[0].paper_id, one.nearest) == ("not_found", None, ())


@pytest.mark.parametrize("given", ["", " \n…", "word " * (TEXT_CHARACTERS // 5 + 1), "<p>\u200b</p>"])
def test_a_text_without_words_or_of_a_book_is_refused(checker: Checker, given: str) -> None:
    with pytest.raises(InvalidRequestError) as error:
        checker.check(given)

    assert error.value.code == "text_invalid"


def test_a_quote_of_twenty_thousand_characters_comes_back_in_pieces(checker: Checker) -> None:
    words = bee_paper().text().split("2 Methods")[1].split("2.1 Wooden")[0].strip()

    found = checker.one(f"They write: “{(words + ' ') * 12}”")

    assert len(found.quotes) > 5
    assert {one.checked.error for one in found.quotes} == {None}


def test_of_a_text_of_too_many_sentences_the_first_ones_are_checked(
    checker: Checker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(text, "SENTENCES_PER_TEXT", 10)

    checked = checker.check(" ".join(f"Bee {n} flew." for n in range(12)))

    assert (checked.counts["closest"], checked.counts["not_checkable"]) == (10, 2)
    assert checked.notes == ("Only the first 10 of 12 sentences were checked.",)


def test_the_source_of_a_sentence_is_its_paper_or_what_is_nearest(checker: Checker) -> None:
    exact, altered, foreign = checker.service.find_source(
        ADA, [MARKED, MARKED.replace("4,000", "9,000"), "Bees count votes."], limit=2
    )

    assert [one.checked.verdict for one in exact.papers] == ["exact"]
    assert ([one.checked.verdict for one in altered.papers], len(altered.nearest)) == (["altered"], 2)
    assert (exact.nearest, foreign.papers, len(foreign.nearest)) == ((), (), 2)


def test_a_document_shows_what_each_sentence_is_and_no_markup_of_the_text(checker: Checker) -> None:
    checked = checker.check(f"<b>One</b> says “{MARKED.replace('4,000', '9,000')}”. <i>They</i> marked 9,000 workers.")

    markdown, page = as_markdown(checked), as_html(checked)

    assert "2 sentences: 1 changed, 1 no quote" in markdown
    assert "We marked ~~9,000~~ **4,000** workers" in markdown
    assert "differs (number): “9,000”, “4,000” there" in markdown
    assert "<b>" not in page
    assert "We marked <del>9,000</del> <ins>4,000</ins> workers" in page


def test_words_cut_off_from_what_denies_them_are_cut_in_quotes_and_differ_in_claims(checker: Checker) -> None:
    content = a_content(
        ["We found no evidence that the paint harms the workers of a colony of bees. The end is near now."]
    )
    checker.system.add_paper(PaperId("paint"), content)
    harms = "the paint harms the workers of a colony of bees"

    checked = checker.check(
        f"They say: “{harms}”. The paint harms the workers of a colony of bees.", (PaperId("paint"),)
    )

    quoted, claimed = checked.sentences
    assert (quoted.outcome, claimed.outcome) == ("cut", "closest")
    assert [(one.kind, one.said) for one in claimed.nearest[0].differs] == [("negation", claimed.text)]
    assert "left off: **We found no evidence that**" in as_markdown(checked)


def test_a_number_that_stands_beside_the_nearest_sentence_is_no_difference(checker: Checker) -> None:
    near = "In the first house we tested lamps of glass, and 12 lamps burned there."
    checker.system.add_paper(PaperId("lamps"), a_content([f"{near} The second one had 30 of them."]))
    checker.system.add_paper(PaperId("alone"), a_content([near]))

    beside, alone = (
        checker.check("Of the tested lamps of the first house, 30 lamps burned.", (PaperId(one),)).sentences[0]
        for one in ("lamps", "alone")
    )

    assert [beside.nearest[0].text, alone.nearest[0].text] == [near, near]
    assert [[one.said for one in found.nearest[0].differs] for found in (beside, alone)] == [[], ["30"]]
