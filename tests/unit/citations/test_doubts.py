"""A sentence of an answer is doubted where it says something else than its quotes, and nowhere else."""

from __future__ import annotations

import time

import pytest

from scholarai.citations.doubting.doubts import find_doubts, with_doubts
from scholarai.domain.chat import TextSection

QUOTE = "The proposed sampler reduces the error of deep models by 12.5 % within two hours of training on 1,204 images."
KILN = "Firing rate | Glazed | Unglazed | Cracked\nslow | 41 | 38 | 2\nfast | 52 | 49 | 11\nflash | 60 | 55 | 24"

# The smallest table.
TABLE = "Rate | Glazed | Unglazed\nslow | 41 | 38\nfast | 52 | 49"


def doubted(sentence: str, *quotes: str, known: tuple[str, ...] = ()) -> list[tuple[str, str]]:
    return [(doubt.kind, doubt.text) for doubt in find_doubts(sentence, quotes or (QUOTE,), known)]


@pytest.mark.parametrize(
    ("quote", "sentence", "kind", "words"),
    [
        (QUOTE, "The error falls by 15.2 %.", "number", "15.2"),
        (QUOTE, "Training took seven hours.", "number", "seven"),
        (QUOTE, "The sampler was trained on 1,402 images.", "number", "1,402"),
        ("The kiln was heated to 980 °C.", "The kiln was heated to 890 °C.", "number", "890"),
        ("A gram of glaze holds 10⁷ grains.", "A gram of glaze holds 107 grains.", "number", "107"),
        ("A gram of glaze holds 10⁷ grains.", "A gram of glaze holds 10 grains.", "number", "10"),
        ("Each pot was glazed three times.", "Each pot was glazed two times.", "number", "two"),
        (QUOTE, "Training took two weeks.", "unit", "two"),
        ("Glaze was 2 to 9 µm thick.", "The glaze is 2 to 9 mm thick.", "unit", "9"),
        ("The server has 64 megabytes.", "It has 64 gigabytes of memory.", "unit", "64"),
        ("Coated pots lost 40 % less mass.", "They lost 40 percentage points less mass.", "unit", "40"),
        ("Eight pots (19%) broke in the kiln.", "Eight percent of the pots broke.", "unit", "Eight"),
        ("Pots of red clay were not admitted.", "Pots of red clay were admitted as well.", "negation", "admitted"),
        ("None of the potters complained of smoke.", "Some of the potters complained of smoke.", "negation", "potters"),
        ("We found no evidence that salt weakens the glaze.", "Salt weakens the glaze.", "negation", "Salt"),
        ("Seldom were pots found cracked in slow kilns.", "Pots were found cracked in slow kilns.", "negation", "Pots"),
        ("The error is never more than 0.011.", "The error is always more than 0.011.", "comparison", "0.011"),
        ("At least three firings are needed.", "At most three firings are needed.", "comparison", "three"),
        ("Pots fired twice lost 40 % less mass.", "Pots fired twice lost 40 % more mass.", "comparison", "more"),
        ("Yield of pots fell by 9.1 points in winter.", "Yield rose by 9.1 points in winter.", "comparison", "rose"),
        ("Ash glaze is less toxic than lead glaze.", "Ash glaze is more toxic than lead glaze.", "comparison", "more"),
        ("The log has 31 entries.", "It has 30 entries.", "number", "30"),
        ("The mass was 2.449 kg.", "It was 2.5 kg.", "number", "2.5"),
        ("It took 90 minutes.", "It took 2 hours.", "number", "2"),
        ("Three of 12 pots broke.", "26 % broke.", "number", "26"),
        (TABLE, "The slow rate glazed 38 pots.", "number", "38"),
        (TABLE, "Of the unglazed ones, 41 pots were fast.", "number", "41"),
        (KILN, "The slow firing rate gave 38 glazed pots.", "number", "38"),
        (KILN, "With the fast rate 60 pots were unglazed.", "number", "60"),
        (KILN, "A fast firing gave 60 pots.", "number", "60"),
    ],
)  # fmt: skip
def test_what_the_quote_has_otherwise_is_doubted(quote: str, sentence: str, kind: str, words: str) -> None:
    assert doubted(sentence, quote)[:1] == [(kind, words)]


@pytest.mark.parametrize(
    ("quote", "sentence"),
    [
        (QUOTE, QUOTE),
        (QUOTE, "Two hours of training on about 1,200 images lower the error by an eighth."),
        ("The score rose from 91 % to 93 %.", "It rose by two percentage points."),
        ("The log has 31 entries in March and 29 in May.", "There were two more entries in March, 60 in all."),
        ("The kiln ran 48 hours.", "It was fired for two days."),
        ("A firing takes 12 minutes.", "That makes five firings an hour."),
        ("We fired 212 pots in 37 kilns.", "Nearly six pots were fired in a kiln."),
        ("Half of the potters used salt.", "50 % of the potters did."),
        ("The rate was 29.7 % in men.", "In men it was about 30 %."),
        ("Of 212 pots, 31 broke.", "15 percent of the pots broke."),
        ("Of 12 pots, three broke.", "25 % broke."),
        ("They fired two thousand three hundred pots.", "They fired 2,300 pots."),
        ("The flux is 2e-7 per second.", "The flux is 2 × 10−7 per second."),
        ("The log has 31 entries.", "It has about 30 entries."),
        ("The mass was 2.449 kg.", "It was 2.4 kg."),
        ("The mass was 2.449 kg.", "It was 2.45 kg."),
        ("It took 7,312 s.", "It took more than 7,000 s."),
        ("It took 7,312 s.", "It took 2 hours."),
        ("It took 90 minutes.", "It took 1.5 hours."),
        ("The share was 0.25.", "It was 25 %."),
        ("The share was 25 %.", "It was 0.25."),
        ("It rose from 40 to 60.", "It rose by 50 %."),
        ("It fell from 60 kg to 30 kg.", "It was halved."),
        (TABLE, "The slow rate glazed 41 pots."),
        ("The hazard ratio was 1.86.", "The risk is 86 % higher."),
        ("The droplets have a radius of 2.5 mm.", "They are 5 mm across."),
        ("It takes 11 ms a sentence.", "That is about ninety sentences a second."),
        ("The share rose with p = 0.031.", "The rise is significant at the usual level of 0.05."),
        ("Salt, ash and lead were tried in two kilns.", "Three glazes were tried: salt, ash and lead."),
        ("Encoder (n = 41) and decoder (n = 40) were used.", "As Figure 7 and [12] on page 4 show, both were used."),
        ("It reaches 87.4 % (Smith et al., 2019).", "Smith et al. (2017) report 87.4 %."),
        ("Glazed pots weighed 1.2 ± 0.1 kg.", "They weighed between 1.1 and 1.3 kg."),
        ("Pots of red clay were not admitted.", "Pots of red clay were excluded."),
        ("The estimate is not stable under load.", "The estimate is unstable under load."),
        ("It would be wrong to conclude that salt cures glaze.", "Salt is no cure for the glaze."),
        ("All pots were fired, except the six references.", "The six references were not fired."),
        ("Vomiting was more frequent with AQ.", "Vomiting was less frequent without AQ."),
        ("Fluoride lowered the yield of A, not that of B.", "Fluoride did not lower the yield of B."),
        ("The samples were stored for up to 3 months.", "No sample was stored for more than three months."),
        ("The phase is stable only above 12 GPa.", "The phase is unstable below 12 GPa."),
        ("Deep soils store more carbon than shallow soils.", "Shallow soils store less carbon than deep soils."),
        ("The smaller the kiln, the less likely a crack is.", "The larger the kiln, the more likely a crack is."),
        ("Does salt make glaze more brittle than ash does?", "Salt makes glaze less brittle than ash does."),
        ("Red clay outperforms white clay in kilns.", "In kilns white clay is outperformed by red clay."),
        ("Neither salt nor ash cracked the pots, but together they did.", "Salt and ash together cracked the pots."),
        (KILN, "Flash firing cracked 24 pots, fast firing 11."),
        (KILN, "Fast firing glazed 11 more pots than the slow one."),
    ],
)
def test_what_follows_from_the_quote_is_not_doubted(quote: str, sentence: str) -> None:
    assert doubted(sentence, quote) == []


@pytest.mark.parametrize(
    ("quote", "sentence"),
    [
        ("The Reynolds number reaches 103 in all runs.", "The Reynolds number reaches 10^3."),
        ("The Reynolds number reaches 103 in all runs.", "The Reynolds number reaches 1,000."),
        ("It took 105 steps.", "It took 100,000 steps."),
        ("The flux is 2 × 10−7 per second.", "The flux is 2e-7 per second."),
        ("We averaged 2145 drops.", "214 drops were averaged."),
        ("It covers 0.5 m2 in H2O.", "It covers half a square metre in H₂O."),
    ],
)
def test_a_number_that_may_have_lost_its_power_is_not_judged(quote: str, sentence: str) -> None:
    assert doubted(sentence, quote) == []


def test_a_number_of_the_question_needs_no_quote() -> None:
    assert doubted("Training took nine hours.") != []
    assert doubted("Training took nine hours.", known=("Does training take nine hours?",)) == []


@pytest.mark.parametrize(
    ("sentence", "words"),
    [
        ("Die Fehler sanken um 12,5 % auf 1.204 Bildern.", []),
        ("Die Fehler sanken um 15,2 % auf 1.204 Bildern.", ["15,2"]),
        ("L'erreur ne baisse pas de 12,5 % sur les 1 204 images.", []),
    ],
)
def test_of_another_language_the_numbers_are_judged(sentence: str, words: list[str]) -> None:
    assert [text for _, text in doubted(sentence)] == words


def test_a_quote_that_agrees_clears_what_another_one_turns() -> None:
    sentence = "Salt weakens the red glaze."

    assert doubted(sentence, "Salt does not weaken the red glaze.") != []
    assert doubted(sentence, "Salt does not weaken the red glaze.", "In May salt weakened the red glaze.") == []


def test_without_quotes_nothing_is_doubted() -> None:
    assert find_doubts("It needs 3 steps.", []) == ()
    assert find_doubts("It needs 3 steps.", [" "]) == ()


def test_a_section_carries_its_doubts_in_order_and_apart() -> None:
    text = "The error rises by 15.2 % within three hours."
    section = with_doubts(TextSection(text=text), [QUOTE])

    assert [text[doubt.start : doubt.end] for doubt in section.doubts] == [doubt.text for doubt in section.doubts]
    assert [doubt.text for doubt in section.doubts][-2:] == ["15.2", "three"]


def test_a_section_without_doubts_stays_as_it_is() -> None:
    section = TextSection(text=QUOTE)

    assert with_doubts(section, [QUOTE]) is section


@pytest.mark.slow
@pytest.mark.parametrize(
    "hostile",
    [
        "not ", "the ", "one ", "hundred and ", "higher lower ", "1 ", "−1 ", "20 000 ", "figure 1 and ", "[1 ", "(a b ", "a-", "1/",
        "figure 1-1-", "\n", ". ", "模", "A", "9", " ×10", " 10^", "no more than ", f"step{' ' * 900}", "1 2 3, 4 of 5 and 6. ",
    ],
)  # fmt: skip
def test_twice_the_text_takes_twice_the_time(hostile: str) -> None:
    def cost(length: int) -> float:
        text = (hostile * length)[:length]
        began = time.process_time()
        find_doubts(text, [QUOTE * 10, text[:2_000]], ["Why 3?"])
        return time.process_time() - began

    cost(100)

    assert cost(8_000) < 8 * cost(2_000) + 0.5
