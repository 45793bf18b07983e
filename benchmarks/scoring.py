"""Scores what was read from a paper against its gold, measure by measure from 0 to 1.

Strings are compared by their letters and digits, so that hyphenation, spacing and accents do not count. A measure that the
gold has nothing for is left out; a paper that could not be read is scored as an empty one.
"""

from __future__ import annotations

import re
import statistics
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from rapidfuzz import fuzz
from scoring_links import link_scores
from scoring_tables import cells_f1

from scholarai.local.eval_command import squash

Scores = dict[str, float]
Content = Mapping[str, Any]

# How alike two strings must be, in per cent: a lost ligature or a sign set as an image is forgiven. Guesses.
ALIKE = {"title": 90.0, "abstract": 85.0, "heading": 92.0, "author": 85.0, "reference": 90.0}
BODY_KINDS = frozenset(("paragraph", "list_item", "footnote", "theorem"))
# Headings that a gold may leave out; a reader that finds them is not wrong.
FREE_HEADINGS = tuple(
    "abstract summary keywords contents acknowledg references bibliography appendix zusammenfassung literatur".split()
)
CHUNK_CHARACTERS = 2_000
# A shorter formula stands in many chunks by chance.
LEAST_FORMULA = 6

_NUMBERED = re.compile(r"^\s*(?:appendix\s+)?(?:\d+(?:\.\d+)*|[ivx]+|[a-z](?:\.\d+)*)[.):]?\s+", re.IGNORECASE)
_NOT_A_NAME = re.compile(r"[\s,.\-]+")
_NOT_FORMULA = re.compile(r"\s|\\label\{[^}]*\}")


def score_paper(gold: Content, found: Content) -> Scores:
    """Return the measures of one paper.

    Args:
        gold: What the paper holds (gold/answers.py writes it).
        found: A `PaperContent` as plain data, with its `chunks`.
    """
    measures = (_title_page, _headings, _body, _floats, _references, _equations, _chunks)
    return {name: value for measure in measures for name, value in measure(gold, found).items()}


def means(rows: Iterable[Scores]) -> Scores:
    """Return the mean of each measure over the papers that have it."""
    found: dict[str, list[float]] = {}
    for row in rows:
        for name, value in row.items():
            found.setdefault(name, []).append(value)
    return {name: statistics.mean(values) for name, values in sorted(found.items())}


def _title_page(gold: Content, found: Content) -> Scores:
    scores: Scores = {}
    for name in ("title", "abstract"):
        if gold.get(name):
            scores[name] = float(fuzz.ratio(squash(gold[name]), squash(found.get(name))) >= ALIKE[name])
    if gold.get("doi"):
        scores["doi"] = float(squash(gold["doi"]) == squash(found.get("doi")))
    if wanted := [_name(name) for name in gold.get("authors") or () if squash(name)]:
        have = [_name(author["name"]) for author in found.get("authors", ())]
        scores["authors"] = 2 * len(_paired(wanted, have, ALIKE["author"])) / (len(wanted) + len(have)) if have else 0.0
    return scores


def _name(name: str) -> str:
    """Return a name's words without initials, in the order of the alphabet: "Hall, Ann B." is "Ann Hall"."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return " ".join(sorted(word for word in _NOT_A_NAME.split(plain) if len(word) > 1))


def _paired(wanted: Sequence[str], have: Sequence[str], least: float) -> list[tuple[int, int]]:
    """Pair each wanted string with the most alike one that is left, if it is alike enough."""
    left = dict(enumerate(have))
    pairs = []
    for place, text in enumerate(wanted):
        best = max(left, key=lambda other: fuzz.ratio(text, left[other]), default=None)
        if best is not None and fuzz.ratio(text, left[best]) >= least:
            del left[best]
            pairs.append((place, best))
    return pairs


def _bare(title: str) -> str:
    """Return a heading without its number."""
    return squash(_NUMBERED.sub("", title.strip()))


def _headings(gold: Content, found: Content) -> Scores:
    wanted = [one for one in gold.get("sections", ()) if not one.get("has_math") and _bare(one["title"])]
    if not wanted:
        return {}
    have = [one for one in found.get("sections", ()) if _bare(one["title"])]
    pairs = _paired([_bare(one["title"]) for one in wanted], [_bare(one["title"]) for one in have], ALIKE["heading"])
    taken = {place for _, place in pairs}
    more = [one for place, one in enumerate(have) if place not in taken and not _is_free(one["title"], gold)]
    precision = len(pairs) / (len(pairs) + len(more)) if pairs else 0.0
    recall = len(pairs) / len(wanted)
    tops = [min((one["level"] for one in some), default=0) for some in (wanted, have)]
    levels = [wanted[at]["level"] - tops[0] == have[place]["level"] - tops[1] for at, place in pairs]
    return {
        "heading_precision": precision,
        "heading_recall": recall,
        "heading_f1": 2 * precision * recall / (precision + recall) if pairs else 0.0,
        "heading_level": statistics.mean(levels) if levels else 0.0,
    }


def _is_free(title: str, gold: Content) -> bool:
    return _bare(title).startswith(FREE_HEADINGS) or squash(title) == squash(gold.get("title"))


def _body(gold: Content, found: Content) -> Scores:
    """Score the sentences: found at all, in the order of the gold, below the right heading."""
    sentences = gold.get("sentences")
    if not sentences:
        return {}
    text, starts, headings = _flow(found)
    placed = [(text.find(one["squash"]), one) for one in sentences]
    hits = [(place, one) for place, one in placed if place >= 0]
    order = [before < after for (before, _), (after, _) in pairwise(hits)]
    scores = {"sentences_found": len(hits) / len(sentences), "reading_order": statistics.mean(order) if order else 0.0}
    inside = [
        fuzz.ratio(headings[bisect_right(starts, place) - 1], heading) >= ALIKE["heading"]
        for place, one in hits
        if (heading := _gold_heading(gold, one)) is not None
    ]
    if inside or not hits:
        scores["sentence_in_section"] = statistics.mean(inside) if inside else 0.0
    return scores


def _flow(found: Content) -> tuple[str, list[int], list[str]]:
    """Return the running text, and of each of its blocks the start and the heading above it."""
    titles = {section["id"]: _bare(section["title"]) for section in found.get("sections", ())}
    text, starts, headings = "", [], []
    for block in found.get("blocks", ()):
        if block["kind"] in BODY_KINDS:
            starts.append(len(text))
            headings.append(titles.get(block.get("section_id"), ""))
            text += squash(block["text"])
    return text, starts, headings


def _gold_heading(gold: Content, sentence: Content) -> str | None:
    place, sections = sentence.get("section"), gold.get("sections", ())
    if place is None or not 0 <= place < len(sections) or sections[place].get("has_math"):
        return None
    return _bare(sections[place]["title"])


def _floats(gold: Content, found: Content) -> Scores:
    scores: Scores = {}
    shown = [squash(one.get("caption")) for kind in ("figures", "tables") for one in found.get(kind, ())]
    if wanted := [one["fragments"] for one in gold.get("captions", ()) if one.get("fragments")]:
        scores["captions"] = _share(wanted, lambda pieces: any(_holds(caption, pieces) for caption in shown))
    if tables := gold.get("tables"):
        scores["table_cells"] = cells_f1(tables, found.get("tables", ()))
    return scores


def _references(gold: Content, found: Content) -> Scores:
    scores: Scores = {}
    have = found.get("references", ())
    if count := gold.get("n_references"):
        scores["references"] = max(0.0, 1 - abs(len(have) - count) / count)
    if wanted := gold.get("references"):
        titles = [squash(one.get("title")) for one in have]
        pairs = _paired([squash(one["title"]) for one in wanted], titles, ALIKE["reference"])
        # A gold without a year does not say that none is printed: it may stand within the title.
        whole = [at for at, place in pairs if wanted[at]["year"] in {None, have[place].get("year")}]
        scores["reference_titles_and_years"] = len(whole) / len(wanted)
    return scores | link_scores(gold.get("linked", {}), found)


def _equations(gold: Content, found: Content) -> Scores:
    scores: Scores = {}
    shown = [block["text"] for block in found.get("blocks", ()) if block["kind"] == "equation"]
    count = gold.get("n_numbered_equations")
    agreed = (gold.get("numbered_equation_check") or {}).get("agrees")
    if count and agreed and found.get("source_format") != "markdown":  # which numbers nothing itself
        numbers = range(1, count + 1)
        scores["numbered_equations"] = _share(
            numbers, lambda n: any(re.search(rf"\(\s*{n}\s*\)", one) for one in shown)
        )
    formulas = [_NOT_FORMULA.sub("", one.get("latex", "")) for one in gold.get("equations", ())]
    formulas = [one for one in formulas if len(one) >= LEAST_FORMULA]
    if formulas and found.get("source_format") in {"latex", "markdown"}:
        packed = [_NOT_FORMULA.sub("", chunk["text"]) for chunk in found["chunks"]]
        scores["latex_equations_whole"] = _share(formulas, lambda formula: any(formula in one for one in packed))
    return scores


def _chunks(gold: Content, found: Content) -> Scores:
    """Score whether chunks keep whole what belongs together, among what was read at all."""
    chunks = [squash(chunk["text"]) for chunk in found.get("chunks", ())]
    text = "".join(squash(block["text"]) for block in found.get("blocks", ()))
    groups = {
        "citation_contexts": [one["fragments"] for one in gold.get("citation_contexts", ()) if one.get("fragments")],
        "sentences_unbroken": [[one["squash"]] for one in gold.get("sentences", ())],
    }
    scores: Scores = {}
    for name, wanted in groups.items():
        if wanted:
            read = [pieces for pieces in wanted if _holds(text, pieces)]
            scores[name] = _share(read, lambda pieces: any(_holds(chunk, pieces) for chunk in chunks))
    if equations := [squash(block["text"]) for block in found.get("blocks", ()) if block["kind"] == "equation"]:
        scores["equations_unbroken"] = _share(equations, lambda one: any(one in chunk for chunk in chunks))
    if sizes := [len(chunk["text"]) for chunk in found.get("chunks", ()) if chunk.get("kind") != "reference"]:
        scores["chunks_within_2000"] = _share(sizes, lambda size: size <= CHUNK_CHARACTERS)
    return scores


def _holds(text: str, pieces: Iterable[str]) -> bool:
    return all(piece in text for piece in pieces)


def _share(items: Sequence[Any], holds: Callable[[Any], bool]) -> float:
    return sum(map(holds, items)) / len(items) if items else 0.0
