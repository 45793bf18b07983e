"""A quote may leave off what only adds, and not what turns or limits it; what governs it in its sentence decides.

In each sentence the quote stands in brackets, its parts joined by an ellipsis.
"""

from __future__ import annotations

import re

import pytest

from scholarai.citations import GroundingText, ground_quote
from scholarai.citations.borders import says_itself
from scholarai.citations.grounded_quote import Grounding
from scholarai.domain.content import BlockKind
from scholarai.domain.verdicts import TRUE_VERDICTS

TURNED_IN_FRONT = """
We have no reason to think that [the vaccine shortens the illness in adults].
Not one of the [surveyed wells contained arsenic above the limit].
At no depth did [the sediment contain traces of volcanic ash].
Fewer than half of [the pupils understood the purpose of the experiment].
The treaty did not [reduce the number of border incidents].
It is a myth that [goldfish forget what they learn within seconds].
The trial was too small to demonstrate that [the splint speeds up the healing of fractures].
That [sugar makes children restless] is not supported by blinded trials.
It has yet to be shown that [the vaccine stops transmission].
Proponents maintain that [a four-day week raises output per worker].
We set out to test whether [ravens remember the faces of cheats].
The model predicts that [the glacier loses a third of its mass by 2050].
In the eyes of the industry, [plain packaging has no effect on sales].
Folklore has it that [oysters are unsafe in months without an r].
The theory, popular in the 1950s, that [continents sink into the mantle] has been abandoned.
Investors were promised that [the mine would yield gold for fifty years].
Had the alloy been annealed, [the grains would have doubled in size].
If the soil is limed first, [earthworms return within two seasons].
In the absence of wind, [the drone flies for forty minutes].
In zebrafish, [the compound restored hearing within ten days].
Some of the [patients reported better sleep].
A larger trial might show that [the splint shortens the healing of fractures].
The guide tells visitors that [the well has no bottom].
The old ship is said to [carry the plague from port to port].
"""
LIMITED_BEHIND = """
[The drug lowered blood pressure] only in patients who also lost weight.
[All samples were free of lead], save for two from the old smelter.
[The algorithm finds the shortest path], unless weights are negative.
[Grapes ripened earlier in each vineyard], the two on the northern slope excluded.
[Wages rose in all sectors], with agriculture as the sole exception.
[The signal rose with the dose], but this did not hold above 5 mg.
[The glue sets in a minute], but not below freezing.
[Sales of bicycles grew by a third], although most of the growth was lost a year later.
[Taxes fell in most towns], but rose again the year after.
[The compiler accepts any file] smaller than 2 GB.
[Compound 12 reduced tumour growth by 60 %] in mice.
[The bond holds] up to 80 °C.
[The treatment was effective] in two of nine trials.
[The mood improved at the end of the shift] (p = 0.61).
[The particle was discovered in 1984], a claim that its authors retracted.
[The manuscript was dated to the ninth century], but the dating has since been refuted.
[Cold fusion was achieved at room temperature], but nobody could repeat it.
[Unemployment fell by 3 %], a figure that was later revised upwards.
[The potion cures warts], say the villagers.
[The chimpanzees learned to use verbs], their trainers insisted.
"""
HARMLESS = """
It is beyond dispute that [the ozone layer is recovering].
We show that [the polymer conducts heat along its chains].
It should not be forgotten that [the archive burned twice].
Nobody doubts that [the comet will return].
It is hardly surprising that [the cheaper tickets sold out first].
The suspicion that [the ledger had been altered] proved correct.
Contrary to what is often claimed, [the Vikings wore no horns].
Although nothing was known about its origin, [the statue was moved to the capital].
Not only the farmers but [also the millers paid the toll].
Without any doubt, [the seal is older than the document].
In this paper, [we describe a corpus of medieval charters].
All of [the interviewed pilots had fallen asleep in flight].
[The reactor was shut down in 1998], as the annual report states.
[The lenses were cleaned every morning], although they rarely looked dirty.
[We used a microphone with a flat response], not a smartphone.
[The queen signed the treaty], but her brother refused to attend.
[The village has two churches], neither of which is older than 1700.
[Temperatures were recorded every hour], even on holidays.
[The ship carried wine and oil], if rarely grain.
[The vessel sank in 1628], only a mile from the harbour.
[Interviews lasted an hour on average], with a break in the middle.
[The corpus], collected between 1990 and 1995, [contains two million words].
[The orchestra played] two symphonies and [toured eleven cities].
"""
HIDDEN = """
[The northern colony grew by 12 %], whereas the southern one [lost a third of its birds].
[Copper wires carried the signal for 80 km], and glass fibres [reached 400 km without a repeater].
[The northern colony grew by 12 %]. The southern one [lost a third of its birds].
[The parser is small]. Critics hold that [it understands every sentence].
[Mites covered every adult] in a study from Spain. [Our own birds] had next to none.
"""


def judged(sentence: str) -> tuple[Grounding, str]:
    plain = re.sub(r"[\[\]]", "", sentence)
    paper = GroundingText.of(f"A first sentence stands in front of it. {plain} Another one follows behind, as they do.")
    quote = " … ".join(part.strip(" ,") for part in re.findall(r"\[([^\]]*)\]", sentence))
    return ground_quote(quote, paper), paper.text


def blocks(*items: tuple[BlockKind, str]) -> GroundingText:
    text = "\n\n".join(item for _, item in items)
    kinds = {text.index(item): kind for kind, item in items}
    paper = GroundingText.of(text)
    return GroundingText(text=text, index=paper.index, kinds=kinds)


@pytest.mark.parametrize("sentence", TURNED_IN_FRONT.strip().splitlines())
def test_what_turns_a_quote_may_not_be_left_off_in_front(sentence: str) -> None:
    found, text = judged(sentence)

    assert (found.verdict, [missing.side for missing in found.missing]) == ("cut", ["before"])
    assert all(text[missing.start : missing.end] == missing.text for missing in found.missing)


@pytest.mark.parametrize("sentence", LIMITED_BEHIND.strip().splitlines())
def test_what_limits_a_quote_may_not_be_left_off_behind(sentence: str) -> None:
    found, text = judged(sentence)

    assert (found.verdict, [missing.side for missing in found.missing]) == ("cut", ["after"])
    assert all(text[missing.start : missing.end] == missing.text for missing in found.missing)


@pytest.mark.parametrize("sentence", HARMLESS.strip().splitlines())
def test_what_only_adds_may_be_left_off(sentence: str) -> None:
    found, _ = judged(sentence)

    assert (found.verdict in TRUE_VERDICTS, found.missing) == (True, ())


@pytest.mark.parametrize("sentence", HIDDEN.strip().splitlines())
def test_an_ellipsis_may_not_hide_a_contrast_or_the_subject_of_what_follows(sentence: str) -> None:
    found, _ = judged(sentence)

    assert (found.verdict, bool(found.missing)) == ("spliced", True)


def test_of_two_places_of_the_same_words_the_whole_one_counts() -> None:
    paper = GroundingText.of(
        "We doubted at first that the dam is safe for the valley. Years later it is clear that the dam is safe for the valley."
    )

    assert ground_quote("the dam is safe for the valley", paper).verdict == "exact"


def test_an_item_of_a_list_is_governed_by_its_lead_in() -> None:
    paper = blocks(
        ("paragraph", "The trial ran for a year. The following did not improve in any group:"),
        ("list_item", "reaction time at the end of the shift"),
        ("list_item", "sleep on days off"),
        ("paragraph", "Three measures were taken every week:"),
        ("list_item", "number of awakenings in the night"),
    )
    found = ground_quote("sleep on days off", paper)

    assert (found.verdict, [missing.side for missing in found.missing]) == ("cut", ["above"])
    assert found.missing[0].text == "The following did not improve in any group:"
    assert ground_quote("number of awakenings in the night", paper).verdict == "exact"


def test_a_heading_joined_to_its_sentence_is_spliced() -> None:
    paper = blocks(
        ("heading", "Signs of harm that were absent"),
        ("paragraph", "Broken wings occurred in one chick of 640, as was to be expected of them."),
    )

    assert ground_quote("Signs of harm that were absent Broken wings occurred in one chick", paper).verdict == "spliced"
    assert ground_quote("Signs of harm that were absent", paper).verdict == "exact"
    assert ground_quote("Broken wings occurred in one chick of 640", paper).verdict == "exact"


def test_a_row_of_a_table_has_no_sentence_to_be_cut_from() -> None:
    paper = blocks(
        ("paragraph", "The marks of both subjects are shown here, and that is all of it."),
        ("table", "Subject | Before | After\nReading | 0.08 | 0.06\nArithmetic | 0.19 | 0.07"),
    )

    assert ground_quote("Arithmetic: Before 0.19, After 0.07", paper).verdict == "normalized"
    assert ground_quote("Arithmetic 0.19 0.07", paper).verdict == "normalized"
    assert ground_quote("Arithmetic: After 0.19", paper).verdict not in TRUE_VERDICTS


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        ("The authors find no sign that it does so", True),
        ("They deny that, having no reason to think so", True),
        ("The authors write", False),
    ],
)
def test_a_sentence_may_say_itself_what_its_quote_leaves_off(sentence: str, said: bool) -> None:
    found, _ = judged("We have no reason to think that [the vaccine shortens the illness in adults].")

    assert says_itself(found.missing, sentence) is said
