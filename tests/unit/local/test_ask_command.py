"""What `scholarai ask` prints: the paper's own words, what is wrong with a quote, and what an answer lacks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from scholarai.api.library import Library
from scholarai.domain.chat import Answer, Change, Citation, Doubt, Passage, Refusal, SearchOutcome, TextSection
from scholarai.domain.coverage import ClosestPassage, Coverage, CoveredPaper
from scholarai.domain.ids import ChunkId, PaperId
from scholarai.domain.usage import Usage
from scholarai.domain.verdicts import VERDICTS
from scholarai.local.ask_command import answer_lines, ask
from scholarai.local.terminal import USAGE

TEXT = "The share is 97 percent."


def citation(**about: Any) -> Citation:
    given: dict[str, Any] = {"quote": TEXT, "text": TEXT, "verdict": "exact", "start": 0, "end": len(TEXT)}
    return Citation(number=1, paper_id=PaperId("p"), chunk_id=ChunkId("c"), label="p. 3", **(given | about))


def printed(*sections: TextSection, **about: Any) -> str:
    given: dict[str, Any] = {"sections": sections, "usage": Usage(model="m"), "question_used": "q"}
    answer = Answer(**(given | about))
    return "\n".join(answer_lines(answer, {}))


def section(*citations: Citation, **about: Any) -> TextSection:
    return TextSection(**({"text": "Most of it, it says.", "citations": citations} | about))


def test_a_true_quote_is_shown_in_the_paper_s_words() -> None:
    text = printed(section(citation(quote="the SHARE is 97 percent", verdict="normalized")))

    assert "[1] p. 3 (the same words, set differently):\n    “The share is 97 percent.”" in text
    assert "SHARE" not in text


def test_a_quote_that_the_answer_says_in_full_is_not_repeated() -> None:
    text = printed(section(citation(), text=f"It says: “{TEXT}”"))

    assert text.count(TEXT) == 1
    assert "[1] p. 3 (exact)\n" in text


def test_a_changed_word_is_struck_through_even_where_the_answer_says_the_paper_s_words() -> None:
    change = Change(kind="number", quote_start=13, quote_end=15, text_start=13, text_end=15)
    false = citation(quote="The share is 87 percent.", verdict="altered", changes=(change,))

    text = printed(section(false, text=TEXT))

    assert "[1] p. 3 (ALTERED: the paper says something else here):\n    “The share is ~~87~~ **97** percent.”" in text


def test_a_quote_from_nowhere_is_struck_through_whole() -> None:
    text = printed(section(citation(verdict="not_found", text="", quote="They fly.", start=None, end=None)))

    assert "(NOT FOUND in the paper):\n    written: ~~They fly.~~" in text


def test_rows_of_several_papers_have_headings_and_every_paper_is_accounted_for() -> None:
    covered = [
        ("a", "On Kettles", "cited", None),
        ("b", "On Pots", "nothing_found", None),
        ("c", "", "left_out", "deleted"),
    ]
    closest = CoveredPaper(
        paper_id=PaperId("d"),
        title="On Pans",
        outcome="closest",
        closest=ClosestPassage(text="Pans are flat.", label="p. 2, Pans"),
    )
    coverage = Coverage(
        papers=(
            *(
                CoveredPaper(paper_id=PaperId(paper_id), title=title, outcome=outcome, reason=reason)  # type: ignore[arg-type]
                for paper_id, title, outcome, reason in covered
            ),
            closest,
        )
    )

    text = printed(section(citation(), part="On Kettles", note="cites other work"), kind="extracts", coverage=coverage)

    assert "\nOn Kettles (cites other work):\n\n[1] p. 3\n" in text
    counted = (
        "1 of 4 papers is quoted; 1 was searched and is not quoted; of 1 the closest passage is named; 1 was left out."
    )
    assert counted in " ".join(text.split())
    assert "    Closest in “On Pans” (p. 2, Pans): “Pans are flat.”\n" in text
    assert "    Searched, not quoted: On Pots\n    Left out, deleted: c" in text


def test_of_many_papers_the_closest_passages_of_twenty_are_named() -> None:
    closest = ClosestPassage(text="Pans are flat.", label="p. 2")
    papers = tuple(
        CoveredPaper(paper_id=PaperId(str(n)), title=f"On Pans {n}", outcome="closest", closest=closest)
        for n in range(23)
    )
    gone = CoveredPaper(paper_id=PaperId("gone"), title="", outcome="left_out", reason="deleted")

    text = printed(section(citation()), kind="extracts", coverage=Coverage(papers=(*papers, gone)))

    assert text.count("Closest in “") == 20
    assert "    Closest in 3 more: see --json\n    Left out, deleted: gone" in text


def test_the_first_passage_stands_in_its_paragraph_and_the_others_alone() -> None:
    found = citation(before=f"… {'before ' * 60}it.", after=f"After it.{' after' * 60} …")
    further = (Passage(paper_id=PaperId("p"), chunk_id=ChunkId("c"), text="More of it.", label="p. 7"),)
    search = SearchOutcome(
        outcome="missing",
        message="The paper never mentions “Brazil”. These passages come closest to the rest of the question.",
        missing=("Brazil",),
        without="Did scouts dance?",
        also_searched=("scout bees",),
        further=further,
    )

    text = printed(
        section(found, text=f"“{TEXT}”"), section(citation(before="No.", after="No.")), kind="extracts", search=search
    )

    lines = text.splitlines()
    assert lines[:4] == [search.message, "Without it: Did scouts dance?", "Also searched: scout bees", ""]
    first = " ".join(lines[lines.index("[1] p. 3") + 1 : lines.index("[1] p. 3", lines.index("[1] p. 3") + 1)])
    assert f"it. »{TEXT}« After it." in first
    assert first.split()[:2] == ["…", "before"]  # "…" says that text was left off
    assert first.split()[-2:] == ["after", "…"]
    assert 150 < len(first.partition("»")[0]) < 250
    assert "No." not in text
    assert "Further passages: p. 7" in lines
    assert "Answered by" not in text
    assert text.count("connect a language model") == 1


def test_what_a_model_was_shown_and_took_stands_below_its_answer() -> None:
    usage = Usage(
        model="m", input_tokens=21_400, output_tokens=300, cost_usd=0.0161, context="whole", cached_tokens=20_000
    )

    text = printed(section(citation()), usage=usage)

    assert text.endswith(
        "Answered by m.\nIt was shown whole papers: 21,400 tokens read, 20,000 of them from the provider's cache, 300 "
        "written; $0.0161."
    )
    assert "It was shown" not in printed(section(citation()))


@pytest.mark.parametrize("verdict", VERDICTS)
def test_no_false_quote_looks_like_a_true_one(verdict: str) -> None:
    text = printed(section(citation(verdict=verdict)))

    assert any(word in text for word in ("ALTERED", "SPLICED", "NOT FOUND")) == (
        verdict in {"altered", "spliced", "not_found"}
    )


def test_a_quote_that_proves_nothing_and_one_with_a_hole_say_so() -> None:
    text = printed(section(citation(proves=False, gap=True)))

    assert "(exact) [too short to prove anything] [the page shows more here than could be read" in text


def test_doubts_of_each_section_stand_under_the_answer() -> None:
    number = Doubt(kind="number", text="87", start=0, end=2)
    name = Doubt(kind="name", text="BERT", start=0, end=4)

    lines = printed(section(citation(), doubts=(number, name)), section(doubts=(number,))).splitlines()

    assert '“Most of it, it says.” [differs: "87" (number), "BERT" (name)]' in lines
    assert '“Most of it, it says.” [differs: "87" (number)]' in lines


def test_lists_tables_and_code_keep_their_lines() -> None:
    long = "Draw 20,000 groups of twenty-three people each, and write down whether any two of them share a birthday."
    text = printed(
        section(citation(), text=f"The steps:\n\n1. {long}"),
        section(citation(), text="\n   - Count.\n\n| Gruppe | n |\n|---|---|\n| Süd | 5"),
        section(citation(), text=f" | {long} |\n\n```\nx =  1\n```"),
        section(text="\n\nDone."),
    )

    assert text.split("\n\n[1] p. 3")[0] == (
        "The steps:\n\n"
        "1. Draw 20,000 groups of twenty-three people each, and write down whether any two of them share a\n"
        "   birthday. [1]\n"
        "   - Count.\n\n"
        f"| Gruppe | n |\n|---|---|\n| Süd | 5 [1] | {long} |\n\n"
        "```\nx =  1\n```\n\n [1]\n\nDone."
    )


def test_an_answer_without_a_quote_says_so_first() -> None:
    text = printed(section(text="They sing.", uncited=True))

    assert text.startswith("No quote of the papers stands behind this answer.\n\nThey sing.\n")
    assert "[no quote" not in text


def test_a_decline_is_the_model_s_words_with_the_closest_passages_in_four_lines_each() -> None:
    long = Passage(paper_id=PaperId("p"), chunk_id=ChunkId("c"), text="The kettle boils. " * 60, label="p. 3")
    refusal = Refusal(reason="model_declined", message="It was only simulated.", nearest=(long, long), by_model=True)

    lines = printed(refusal=refusal).splitlines()

    assert lines[:5] == ["The model declined: “It was only simulated.”", "", "Closest passages:", "", "p. 3:"]
    assert [line[:8] for line in lines[5:9]] == ["    The ", "    kett", "    boil", "    The "]
    assert lines[8].endswith(" …")
    assert lines[9:11] == ["", "p. 3:"]
    assert lines[15:] == ["", "Answered by m."]


def test_what_an_answer_lacks_is_said() -> None:
    whole = printed(section(citation()))
    lacking = printed(section(citation()), truncated=True, partial=True, degraded="model_busy")

    for words in ("not complete", "not answered by the papers", "could not be reached (model_busy)"):
        assert words in lacking
        assert words not in whole


def test_a_refusal_has_no_quotes() -> None:
    text = printed(refusal=Refusal(reason="weak_evidence", message="The paper does not say."))

    assert text.startswith("The paper does not say.")
    assert "[1]" not in text


def test_how_a_question_was_taken_stands_under_the_answer() -> None:
    assert "It was searched word for word." in printed(section(), notes=("It was searched word for word.",))


def test_more_files_than_a_question_takes_are_refused_before_one_is_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    papers = [tmp_path / f"{n}.md" for n in range(201)]
    for paper in papers:
        paper.write_text("# Tea\n\nBlack tea stands for four minutes.\n")

    code = ask(papers, "How long does tea stand?", data=tmp_path / "data")

    assert code == USAGE
    assert capsys.readouterr().err == (
        "scholarai: papers_invalid: 201 papers are named, and a question takes 200 at most. Name fewer papers, or add them"
        " (scholarai papers add), and ask the whole library by --library.\n"
    )
    with Library(tmp_path / "data") as library:
        assert list(library.papers()) == []
