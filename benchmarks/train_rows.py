"""Compares learned labels of printed rows with those of the reader's rules: `python benchmarks/train_rows.py ZOO --data DIR`.

Labels the rows of ZOO (make_zoo.py writes it), of DIR/pairs and of DIR/jats by their sources, learns a tagger on ZOO/tuning
(boosted trees, and a chain of logistic labels), and prints precision, recall and F1 of each label for the rules, for each tagger
alone, and for the trees as a judge that overrules the rules where it is sure. Learning needs `pip install lightgbm`; the product
does not. docs/architecture.md says what was decided. `--keep FILE` keeps the labelled rows for another run.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from row_tagger.features import Features, features
from row_tagger.models import Labels, Model, Scores, best_path, boosted, logistic, transitions
from row_tagger.pages import printed
from row_tagger.ruled import ruled_labels
from row_tagger.truth import true_labels
from row_tagger.units import LABELS, Unit, units_of_content, units_of_zoo

import scholarai

SETS = ("tuning", "held-back", "pairs", "jats")
# The weights of steps in a chain, of which the best on a quarter of the tuning papers is taken.
STEP_WEIGHTS = (0.0, 0.25, 0.5, 1.0)
# The labels of the rules that the judge may overrule, by their beginnings, and how sure it must be.
DOUBTFUL = ("heading", "paragraph", "caption")
SURE = 0.95
UNKNOWN = -1


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Paper:
    """The rows of one paper: true labels, those of the rules, features, and the CPU seconds that it took to read and describe it."""

    set_name: str
    name: str
    pages: int
    truth: Labels
    ruled: Labels
    rows: Features
    read_s: float
    described_s: float


Tagger = Callable[[Paper], Labels]


def main() -> int:
    options = _options()
    papers = _papers(options)
    if not papers:
        print(f"no papers in {options.zoo} and {options.data}: make_zoo.py makes the first", file=sys.stderr)
        return 2
    _print_counts(papers)
    tuning = [paper for paper in papers if paper.set_name == "tuning"]
    taggers = learned(tuning, options.sure)
    for name in SETS[1:]:
        own = [paper for paper in papers if paper.set_name == name]
        if own:
            _print_scores(name, own, taggers)
    return 0


def learned(tuning: Sequence[Paper], sure: float) -> Mapping[str, Tagger]:
    """Return the taggers to compare, learned from papers."""
    names = sorted({paper.name for paper in tuning})
    hidden = [paper for paper in tuning if paper.name in names[::4]]
    shown = [paper for paper in tuning if paper.name not in names[::4]]
    found: dict[str, Tagger] = {"rules": lambda paper: paper.ruled}
    learners: Mapping[str, Callable[[Features, Labels], Model]] = {"trees": boosted, "chain": logistic}
    for title, learn in learners.items():
        weight = best_weight(learn(*_labelled(shown)).scores, shown, hidden)
        model = learn(*_labelled(tuning))
        steps = weight * transitions([paper.truth for paper in tuning])
        ms = _ms_a_page(model.scores, hidden)
        print(f"{title}: steps weigh {weight}, {model.size_bytes / 1e6:.2f} MB, {ms:.1f} ms a page")
        found[title] = _path_tagger(model.scores, steps)
        if title == "trees":
            found["trees, no steps"] = _path_tagger(model.scores, 0 * steps)
            found[f"judge ({sure})"] = _judge(model.scores, sure)
    return found


def best_weight(scores: Callable[[Features], Scores], shown: Sequence[Paper], hidden: Sequence[Paper]) -> float:
    """Return the weight of steps with which most rows of hidden papers get their true label."""
    steps = transitions([paper.truth for paper in shown])
    own = [(scores(paper.rows), paper.truth) for paper in hidden]

    def right(weight: float) -> int:
        return sum(int((best_path(found, weight * steps) == truth).sum()) for found, truth in own)

    return max(STEP_WEIGHTS, key=right)


def _path_tagger(scores: Callable[[Features], Scores], steps: Scores) -> Tagger:
    return lambda paper: best_path(scores(paper.rows), steps)


def _judge(scores: Callable[[Features], Scores], sure: float) -> Tagger:
    doubtful = [place for place, label in enumerate(LABELS) if label.startswith(DOUBTFUL)]

    def judged(paper: Paper) -> Labels:
        found = scores(paper.rows)
        best = found.argmax(axis=1)
        other = [kind(LABELS[one]) != kind(LABELS[two]) for one, two in zip(best, paper.ruled, strict=True)]
        overruled = np.isin(paper.ruled, doubtful) & (found.max(axis=1) > np.log(sure)) & np.array(other, bool)
        return np.where(overruled, best, paper.ruled)

    return judged


def kind(label: str) -> str:
    """Return a label without its level and without whether it goes on."""
    return label.rstrip("+").partition("-")[0]


def _labelled(papers: Sequence[Paper]) -> tuple[Features, Labels]:
    rows, truth = np.vstack([paper.rows for paper in papers]), np.concatenate([paper.truth for paper in papers])
    return rows[truth >= 0], truth[truth >= 0]


def _ms_a_page(scores: Callable[[Features], Scores], papers: Sequence[Paper]) -> float:
    began = time.process_time()
    for paper in papers:
        scores(paper.rows)
    return 1_000 * (time.process_time() - began) / sum(paper.pages for paper in papers)


def _print_counts(papers: Sequence[Paper]) -> None:
    print(f"{'set':12}{'papers':>8}{'pages':>8}{'rows':>9}{'labelled':>10}{'ms a page: read':>18}{'features':>10}")
    for name in SETS:
        own = [paper for paper in papers if paper.set_name == name]
        rows, pages = sum(len(paper.truth) for paper in own), sum(paper.pages for paper in own)
        if rows:
            known = sum(int((paper.truth >= 0).sum()) for paper in own) / rows
            times = [1_000 * sum(one) / pages for one in ((p.read_s for p in own), (p.described_s for p in own))]
            print(f"{name:12}{len(own):8}{pages:8}{rows:9}{known:10.3f}{times[0]:18.1f}{times[1]:10.1f}")


def _print_scores(name: str, papers: Sequence[Paper], taggers: Mapping[str, Tagger]) -> None:
    """Print precision, recall and F1 of each label and tagger, then the share of rows with the true label and kind."""
    truth = np.concatenate([paper.truth for paper in papers])
    found = {title: np.concatenate([tagger(paper) for paper in papers]) for title, tagger in taggers.items()}
    print(f"\n{name}\n{'label':12}{'rows':>8}" + "".join(f"{title:>21}" for title in found))
    counts = Counter(truth.tolist())
    for place, label in enumerate(LABELS):
        if counts[place]:
            cells = (" {:6.3f} {:6.3f} {:6.3f}".format(*_scores(truth, own, place)) for own in found.values())
            print(f"{label:12}{counts[place]:8}" + "".join(cells))
    kinds = np.array([LABELS.index(next(one for one in LABELS if kind(one) == kind(label))) for label in LABELS])
    for title, of in (("label right", np.arange(len(LABELS))), ("kind right", kinds)):
        whole = (_share(of[truth[truth >= 0]], own[truth >= 0], of) for own in found.values())
        print(f"{title:12}{'':8}" + "".join(f"{share:21.4f}" for share in whole))


def _share(truth: Labels, found: Labels, of: NDArray[np.intp]) -> float:
    return float(np.mean((found != UNKNOWN) & (of[found] == truth)))


def _scores(truth: Labels, found: Labels, label: int) -> tuple[float, float, float]:
    """Return precision, recall and F1 of a label over the rows whose truth is known."""
    known = truth != UNKNOWN
    right = int(((found == label) & (truth == label)).sum())
    given, wanted = int(((found == label) & known).sum()), int((truth == label).sum())
    return right / max(1, given), right / max(1, wanted), 2 * right / max(1, given + wanted)


def _papers(options: argparse.Namespace) -> list[Paper]:
    if options.keep is not None and options.keep.exists():
        return [*_kept(options.keep)]
    papers = [_paper(name, path, units) for name, path, units in _sources(options)]
    if options.keep is not None:
        _keep(options.keep, papers)
    return papers


def _sources(options: argparse.Namespace) -> Iterator[tuple[str, Path, list[Unit]]]:
    for name in SETS[:2]:
        for path in sorted((options.zoo / name).glob("*/*/*.pdf")):
            yield name, path, units_of_zoo(path.parent / "src" / "paper.html")
    for name, source in (("pairs", "src"), ("jats", "*.jats.xml")):
        for path in sorted((options.data / name).glob("*/*.pdf")):
            yield name, path, units_of_content(scholarai.read(next(path.parent.glob(source))))


def _paper(name: str, path: Path, units: Sequence[Unit]) -> Paper:
    paper = printed(path)
    began = time.process_time()
    described = features(paper.rows, paper.pages)
    spent = time.process_time() - began
    return Paper(
        set_name=name,
        name=path.stem,
        pages=len(paper.pages),
        truth=_places(true_labels(paper.rows, paper.pages, units)),
        ruled=_places(ruled_labels(paper)),
        rows=described,
        read_s=paper.read_s,
        described_s=spent,
    )


def _places(labels: Sequence[str | None]) -> Labels:
    return np.array([UNKNOWN if label is None else LABELS.index(label) for label in labels], np.intp)


def _keep(file: Path, papers: Sequence[Paper]) -> None:
    sizes = [(paper.pages, len(paper.truth), paper.read_s, paper.described_s) for paper in papers]
    np.savez_compressed(
        file,
        names=np.array([(paper.set_name, paper.name) for paper in papers]),
        sizes=np.array(sizes),
        truth=np.concatenate([paper.truth for paper in papers]),
        ruled=np.concatenate([paper.ruled for paper in papers]),
        rows=np.vstack([paper.rows for paper in papers]),
    )


def _kept(file: Path) -> Iterator[Paper]:
    with np.load(file) as kept:
        truth, ruled, rows, at = kept["truth"], kept["ruled"], kept["rows"], 0
        for (name, paper), (pages, count, read_s, described_s) in zip(kept["names"], kept["sizes"], strict=True):
            own = slice(at, at := at + int(count))
            yield Paper(
                set_name=str(name),
                name=str(paper),
                pages=int(pages),
                truth=truth[own],
                ruled=ruled[own],
                rows=rows[own],
                read_s=float(read_s),
                described_s=float(described_s),
            )


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("zoo", type=Path, metavar="ZOO")
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--sure", type=float, default=SURE, help="how sure the judge must be")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="read the labelled rows from here, or write them")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
