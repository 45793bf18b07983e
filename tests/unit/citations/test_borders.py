"""A quote may leave off what only adds, and not what turns or limits it; what governs it in its sentence decides.

In each sentence the quote stands in brackets, its parts joined by an ellipsis.
"""

from __future__ import annotations

import re

import pytest

from scholarai.citations import GroundingText, ground_quote
from scholarai.citations.borders import quoting_sentence_has
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
The guide would never admit [the well had run dry].
To few visitors [did the guide explain the meaning of the ruins].
Critics of the dam object: [the valley floods every spring].
The owners hope so much that [the boat will sail again].
The lamp fails if [the air in the room is damp].
Only [three of the wells contained arsenic].
Arsenic in wells alone [explains the illness of the village].
Allegedly [the well contained arsenic].
The well allegedly [contained arsenic].
The well was too deep to [reach the water].
The pump failed but not [the farmers].
Some [wells contained arsenic].
Many of the [wells contained arsenic].
Three of [the wells contained arsenic].
The plates lacked [a primer of zinc].
And in zebrafish, [the compound restored hearing within ten days].
The trial ran for a year and, if limed first, [the soil held more worms].
The mayor, the critics say that, [the dam leaks at its foot].
The dam, critics say, [leaks at its foot].
The dam, say the villagers, [leaks at its foot].
The idea was that [the dam leaks at its foot].
The press trumpeted that [the dam leaks at its foot].
It may well be that [the dam leaks at its foot].
He often intoned that [the dam leaks at its foot].
The warden told us again that [the dam leaks at its foot].
The warden convinced the mayor that [the dam leaks at its foot].
It is not the case that [the dam leaks at its foot].
This could mean that [the dam leaks at its foot].
The test was designed to show that [the dam leaks at its foot].
They fail to see that [the dam leaks at its foot].
The doubt that [the dam leaks at its foot] is old.
The hypothesis that [the dam leaks at its foot] was not confirmed.
Only in winter, [the dam leaks at its foot].
Should it rain, [the dam leaks at its foot].
As the mayor claimed, [the dam leaks at its foot].
According to the mayor, [the dam leaks at its foot].
Perhaps, [the dam leaks at its foot].
Among children, [the drug was better than salt].
The mayor, if re-elected, [raises the dam].
The mayor, never a friend of dams, [raised the dam].
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
[The syrup reduced coughing and was easy to give] in young children.
[The bond holds] up to 80 °C.
[The treatment was effective] in two of nine trials.
[The mood improved at the end of the shift] (p = 0.61).
[The particle was discovered in 1984], a claim that its authors retracted.
[The manuscript was dated to the ninth century], but the dating has since been refuted.
[Cold fusion was achieved at room temperature], but nobody could repeat it.
[Unemployment fell by 3 %], a figure that was later revised upwards.
[The potion cures warts], say the villagers.
[The potion cures warts], in the view of the cooks.
[The chimpanzees learned to use verbs], their trainers insisted.
[The bond holds] under ideal conditions.
[The bond holds] without heat.
[The bond holds] once the glue is dry.
[The bond is effective] below 80 °C.
[All samples were clean], the smallest excepted.
[All samples were clean] but the smallest only.
[Wells were dug] by monks alone.
[The fee is due], only if the boat sails.
[The fever fell] when the drug was given.
[The fever fell] in at least two towns.
[The effect of salt is safe] in mice.
[We saw every nest] failing in May.
[The mood improved] (p = .61).
[The mood improved], within the error of the scale.
[The mood improved], though not significantly.
[The mood improved], though not in winter.
[The mood improved], though never on Mondays.
[The mood improved], although mainly at night.
[The mood improved], although in winter.
[The mood improved], but in winter.
[All moods improved], though not everybody noticed.
[The prices rose], although the king fell ill.
[The prices rose], but the rise did not last.
[The prices rose], but it did not last.
[The queen signed the treaty], but the signing was only for show.
[The queen signed the treaty], it is thought.
[The count was 40]: so it seemed.
[The count was 40], a number never confirmed.
[The count was 40], a record that was forged.
[The count was 40], which turned out to be wrong.
[The count was 40], until it was corrected.
[The birds were counted], but this claim was never repeated.
[The birds were counted], or so they said.
[The birds were counted], as was believed.
[The birds were counted], so they claimed.
[The birds were counted] (only by night) and ringed.
"""
HARMLESS = """
It is beyond dispute that [the ozone layer is recovering].
We show that [the polymer conducts heat along its chains].
It should not be forgotten that [the archive burned twice].
The guide never spoke and [the visitors left within the hour].
Nobody doubts that [the comet will return].
It is hardly surprising that [the cheaper tickets sold out first].
The suspicion that [the ledger had been altered] proved correct.
Contrary to what is often claimed, [the Vikings wore no horns].
Although nothing was known about its origin, [the statue was moved to the capital].
Not only the farmers but [also the millers paid the toll].
Visitors [reached the summit before noon].
So loudly [did the engine roar] that nobody slept.
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
The survey of 2001 shows it: [the valley floods every spring].
In the spring of that year [sales of bicycles fell by half].
The keel was lengthened so that [the boat no longer rolled in heavy seas].
The lamp glows even if [the air in the room is damp].
The lamp never failed because [the air in the room is dry].
The well is dug to [reach the deeper water].
The pump failed and the well ran dry and [the farmers left the village].
The pump had no handle and [the farmers left the village].
Each of the three [wells contained arsenic].
The plates lacked a primer and had [a coat of zinc].
However, [the compound restored hearing within ten days].
The mayor, who never drove a car, [opened the new bridge].
[The bond holds] under these conditions.
[The bond holds], without heat.
[The bond held] once.
[The fever fell] in 1998.
[The fever fell] in most of these patients.
[We lowered the fever] in mice.
[The mood improved] (p = 0.02).
[The mood improved], though not everybody noticed.
[The mood of both improved], and not everybody noticed.
[The queen signed the treaty], but she was never crowned.
[The prices rose], but the king did not last.
[The count was 40], a record of the year.
[The birds were counted], according to our data.
[The birds were counted], as expected.
[The birds were counted], so the cat slept.
[The birds were counted], even if rarely.
[The birds were counted], if possible.
It is known beyond doubt that [the dam leaks at its foot].
We do not doubt that [the dam leaks at its foot].
The hypothesis that [the dam leaks at its foot] was confirmed.
We report that [the dam leaks at its foot].
The mayor ignored that [the dam leaks at its foot].
Only then, [the dam leaks at its foot].
As expected, [the dam leaks at its foot].
As in other towns, [the dam leaks at its foot].
According to our data, [the dam leaks at its foot].
In 1998, [the dam was higher than today].
In these mice, [the drug was better than salt].
At noon, [the nurse opened the door].
The mayor, after the flood, [raised the dam].
The mayor, speaking softly, [raised the dam].
The mayor, we argue, [raised the dam].
The mayor, when it was thought, [raised the dam].
The mayor said nothing, but the engineers, alarmed, [raised the dam].
"""
HIDDEN = """
[The northern colony grew by 12 %], whereas the southern one [lost a third of its birds].
[Copper wires carried the signal for 80 km], and glass fibres [reached 400 km without a repeater].
[Copper wires carried the signal for 80 km] and glass fibres [reached 400 km without a repeater].
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

    assert quoting_sentence_has(found.missing, sentence) is said
