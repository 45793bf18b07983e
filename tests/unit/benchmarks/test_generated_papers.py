"""The generated papers are read nearly as their gold says, and the scorers tell a good reading from a bad one."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

BENCHMARKS = Path(__file__).resolve().parents[3] / "benchmarks"
sys.path.append(str(BENCHMARKS))  # the commands there import each other by their names

from evidence import hit_rates, papers_of, questions_of, sets_in  # noqa: E402  - after the path is set
from extraction import SETS, samples  # noqa: E402  - after the path is set
from gold.answers import paper_row, review_rows  # noqa: E402  - after the path is set
from gold.studies import studies  # noqa: E402  - after the path is set
from make_papers import make  # noqa: E402  - after the path is set
from scoring import means, score_paper  # noqa: E402  - after the path is set

from scholarai.adapters.reading.pdf import PdfFile  # noqa: E402  - after the path is set
from scholarai.domain.content import PaperContent  # noqa: E402  - after the path is set
from scholarai.domain.values import to_plain  # noqa: E402  - after the path is set
from scholarai.local.eval_command import stands_in  # noqa: E402  - after the path is set
from scholarai.parsing.latex import read_latex  # noqa: E402  - after the path is set
from scholarai.parsing.markdown import read_markdown  # noqa: E402  - after the path is set
from scholarai.parsing.pdf.read import read_pdf  # noqa: E402  - after the path is set
from scholarai.splitting import split  # noqa: E402  - after the path is set

pytestmark = pytest.mark.slow

# Looks that differ most: two columns, one column with years, German with notes, sans serif with line numbers.
LOOKS = ("reed-bed", "char-column", "type-hints", "erdsonde", "pulse-charge")
EXACT = (
    "title",
    "authors",
    "abstract",
    "captions",
    "heading_f1",
    "heading_level",
    "reading_order",
    "numbered_equations",
)
# Measured 2026-11-22, less one point in a hundred.
FLOORS = dict.fromkeys(EXACT, 1.0) | {"sentences_found": 0.98, "references": 0.98, "reference_titles_and_years": 0.98}

IN_SOURCES = (
    "title",
    "authors",
    "abstract",
    "sentences_found",
    "heading_f1",
    "latex_equations_whole",
    "captions",
    "references",
)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("generated")
    make(folder, [study for study in studies() if study.id in LOOKS])
    return folder


@pytest.fixture(scope="module")
def read(data: Path) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """The gold and the reading of each PDF."""
    found = []
    for sample in samples(data):
        if sample.column in SETS:
            pdf = PdfFile(sample.path)
            layouts = [layout for layout in pdf.pages() if layout is not None]
            found.append((json.loads(sample.gold.read_text()), plain(read_pdf(layouts, info=pdf.info()))))
            pdf.close()
    return found


def plain(content: PaperContent) -> dict[str, Any]:
    """Return a paper as the scorer takes it, with its chunks."""
    return {**to_plain(content), "chunks": [to_plain(chunk) for chunk in split(content, generation=1)]}


def test_generated_papers_of_different_looks_are_read_as_their_gold_says(read: Any) -> None:
    scores = means(score_paper(gold, content) for gold, content in read)

    assert len(read) == len(LOOKS)
    assert {name: scores[name] for name, floor in FLOORS.items() if scores[name] < floor} == {}


def test_a_paper_that_could_not_be_read_scores_nothing(read: Any) -> None:
    gold, _ = read[0]

    assert set(score_paper(gold, {}).values()) == {0.0}


@pytest.mark.parametrize(
    ("damage", "measure"),
    [
        (lambda content: content["sections"].pop(3), "heading_recall"),
        (lambda content: content["blocks"].reverse(), "reading_order"),
        (lambda content: content["references"].pop(), "references"),
        (lambda content: content["tables"].clear(), "table_cells"),
        (lambda content: content["chunks"].clear(), "sentences_unbroken"),
        (lambda content: content["authors"].pop(), "authors"),
        (lambda content: content.update(title=content["title"][:20]), "title"),
    ],
)  # fmt: skip
def test_what_is_lost_lowers_its_measure(read: Any, damage: Any, measure: str) -> None:
    gold, content = read[0]
    damaged = json.loads(json.dumps(content))
    damage(damaged)

    assert score_paper(gold, damaged)[measure] < score_paper(gold, content)[measure]


def test_the_sources_say_the_same_as_the_pdf(data: Path) -> None:
    scores = []
    for path in [*data.glob("pairs/*/src/*.tex"), *data.glob("markdown/*/*.md")]:
        folder = path.parent.parent if path.suffix == ".tex" else path.parent
        gold = json.loads((folder / f"{folder.name}.gold.json").read_text())
        scores.append(score_paper(gold, plain(_source(path))))

    found = means(scores)
    assert len(scores) == len(LOOKS)
    assert {name: found[name] for name in IN_SOURCES} == dict.fromkeys(IN_SOURCES, 1.0)


def _source(path: Path) -> PaperContent:
    if path.suffix == ".tex":
        return read_latex({path.name: path.read_bytes()})
    return read_markdown(path.read_text(), bibliographies={"paper.bib": (path.parent / "paper.bib").read_text()})


def test_each_question_is_answered_by_its_evidence_and_the_evidence_stands_in_the_paper(data: Path) -> None:
    for name in sets_in(data):
        papers = papers_of(data, name)
        for row in questions_of(data, name):
            [[evidence]], [answer] = row["gold_evidence_texts"], row["gold_answers"]

            assert answer.lower() in evidence.lower()
            assert evidence in papers[row["paper_id"]]


def test_a_hit_counts_from_the_rank_of_the_passage_that_holds_the_evidence(data: Path) -> None:
    row = questions_of(data, "nature")[0]
    [[evidence]] = row["gold_evidence_texts"]
    ranked = {str(row["question_id"]): ["Something else.", f"Before. {evidence} After."]}

    assert hit_rates([row], ranked) == {1: 0.0, 5: 1.0, 10: 1.0}
    assert not stands_in(evidence, "Something else that is long enough to be compared with the evidence of a question.")


def test_review_questions_name_passages_of_several_papers() -> None:
    paragraphs = {
        text for study in studies() for section in paper_row(study)["sections"] for text in section["paragraphs"]
    }

    for row in review_rows(studies()):
        assert len({passage["title"] for passage in row["ctxs"]}) > 1
        assert paragraphs.issuperset(passage["text"] for passage in row["ctxs"])
