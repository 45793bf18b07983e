from __future__ import annotations

import pytest

from scholarai.domain.sentences import sentence_spans


def sentences(text: str, **spans: list[tuple[int, int]]) -> list[str]:
    return [text[start:end] for start, end in sentence_spans(text, **spans)]


@pytest.mark.parametrize(
    "text",
    [
        "This follows Smith et al. Nature has it.".replace("Nature", "nature"),
        "As Fig. 3 and Eq. (2) show, it holds.",
        "See Refs. [3] and Secs. 2 and 3.",
        "It is small, i.e. Gaussian, at 3.5 keV.",
        "J. R. Smith and A. Müller agree.",
        "We take approx. 30 samples, cf. Table 1.",
        "We write $x. Y$ for it.",
    ],
)
def test_a_full_stop_inside_a_sentence_ends_none(text: str) -> None:
    formulas = [(text.index("$"), text.rindex("$") + 1)] if "$" in text else []

    assert sentences(text, glued=formulas) == [text]


@pytest.mark.parametrize(
    "parts",
    [
        ["It works.", "We show it."],
        ["It uses lists, sets, etc.", "The rest is new."],
        ["“Is it so?”", "Yes (we think so).", "[It is.]", "3 tests ran."],
        ["Consider type A.", "The next one is B."],
        ["Others saw it.⁵", "So did we.⁷,⁹–¹²", "It is common in Asia.¹⁻³", "It rose to 10³.", "Then it fell."],
        ["结果很好。", "我们继续。"],
        ["It took 33.9 ms. ".strip(), "Nor was it slow.", "It is 5 m. ".strip(), "Each one."],
        ["Das gilt z.B. Immer.".replace("Immer", "immer"), "Über Nacht nicht."],
    ],
)
def test_sentences_end_where_a_reader_ends_them(parts: list[str]) -> None:
    assert sentences(" ".join(parts)) == parts


def test_a_sentence_ends_behind_a_raised_mark_that_the_next_one_follows_without_a_space() -> None:
    assert sentences("One billion have it.⁴Many risk factors exist.") == [
        "One billion have it.⁴",
        "Many risk factors exist.",
    ]


def test_cjk_sentences_need_no_space_between_them() -> None:
    assert sentences("结果很好。我们继续。") == ["结果很好。", "我们继续。"]


def test_a_textual_citation_begins_its_own_sentence() -> None:
    text = "It was seen. [12] shows it again."

    assert sentences(text, markers=[(13, 17)]) == ["It was seen.", "[12] shows it again."]
