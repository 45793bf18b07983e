"""Whether the same paper is known again and others are kept apart: `python benchmarks/same_paper.py --data DIR [--show]`.

Takes the works of the labelled reference strings of references/anystyle below DIR, and makes of each one variants as other lists
and files print them, and near-misses that are other works. `core` was looked at while the rules were written; `gold` judges. Two works
count as found when `relation` says `same` or `version` and they share a key, by which a store finds them. All pairs of different
works of a set are compared too, and the joined ones are printed, since the sets hold some works more than once.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import unicodedata
import xml.etree.ElementTree as ET
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace

from scholarai.domain.identity import Publication, keys_of, relation
from scholarai.parsing.pdf.text.names import split_names

SEED = 18
VARIANTS_PER_WORK = 2
NEAR_MISSES_PER_WORK = 2
_YEAR = re.compile(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)")
_TEX = {
    "\u0301": "\\'",
    "\u0300": "\\`",
    "\u0308": '\\"',
    "\u0302": "\\^",
    "\u0303": "\\~",
    "\u030c": "\\v",
    "\u0327": "\\c",
}

# A given name or initials before a family name; groups and what was misread are no people.
_PERSON = re.compile(r"(?:[^\W\d_][^\W\d_.'\u2019-]*\.?[ -]){1,4}[^\W\d_][^\W\d_'\u2019-]+")
LONG_TITLE = 40
SHORTEST_HEAD = 14
# "Part 2" is no sub-title that one leaves out.
NUMBERED = re.compile(r"\d|\b[IVX]{1,4}\b")
OTHERS = (["Zoltan Qwersky"], ["Ada Xu-Brandt", "Ivo Yttrium"], ["P. Q. Zzyzx", "R. Vexler", "T. Uvwald"])

Change = Callable[[Publication, random.Random], Publication]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--show", action="store_true", help="print what was missed and what was joined")
    arguments = parser.parse_args()
    failed = False
    for name in ("core", "gold"):
        path = arguments.data / "references" / "anystyle" / f"{name}.xml"
        if not path.is_file():
            print(f"{path} is missing: pass --data DIR", file=sys.stderr)
            return 2
        works = [*_works(path)]
        missed = _measure(name, "variants found", _variants(works), wanted=True, show=arguments.show)
        joined = _measure(name, "near-misses joined", _near_misses(works), wanted=False, show=arguments.show)
        failed |= name == "gold" and (joined > 0 or missed > 0.02)
        _pairs(name, works, show=arguments.show)
    return int(failed)


def _works(path: Path) -> Iterator[Publication]:
    """Yield the works whose title, authors and year are labelled."""
    for number, sequence in enumerate(ET.parse(path).getroot()):
        fields = {part.tag: (part.text or "").strip(' .,;:"\u201c\u201d') for part in reversed(sequence)}
        years = _YEAR.findall(fields.get("date", ""))
        authors = tuple(map(_given_first, split_names(fields.get("author", ""))))
        if fields.get("title") and years and authors and all(map(_PERSON.fullmatch, authors)):
            doi = f"10.{1000 + number % 9000}/j.{number}(19){number:05d}"
            yield Publication(title=fields["title"], authors=authors, year=int(years[0]), doi=doi)


def _given_first(name: str) -> str:
    """Return "M. Fenner" for "Fenner M", as some lists print it."""
    *family, last = name.split()
    letters = last.replace(".", "")
    if family and letters.isupper() and len(letters) <= 3:
        return " ".join((*(f"{letter}." for letter in letters), *family))
    return name


def _variants(works: Sequence[Publication]) -> Iterator[tuple[str, Publication, Publication]]:
    """Yield each work beside others' spellings of it, some of them as the preprint of the other."""
    chance = random.Random(SEED)
    for work in works:
        for _ in range(VARIANTS_PER_WORK):
            other, names = replace(work, doi=None), []
            for group in (TITLES, NAMES, CUTS, YEARS):
                if group is TITLES or chance.random() < 0.5:
                    names.append(chance.choice([*group]))
                    other = group[names[-1]](other, chance)
            yield "+".join(names), replace(work, doi=chance.choice((work.doi, None))), other
        name = chance.choice([*IDENTIFIERS])
        known = replace(work, arxiv_id=_arxiv(work))
        yield name, known, IDENTIFIERS[name](known, chance)


def _near_misses(works: Sequence[Publication]) -> Iterator[tuple[str, Publication, Publication]]:
    """Yield each work beside other works of nearly its title, some of them spelled as others would."""
    chance = random.Random(SEED)
    for work in works:
        for name in chance.sample([*NEAR_MISSES], NEAR_MISSES_PER_WORK):
            other = NEAR_MISSES[name](replace(work, doi=chance.choice((f"{work.doi}x", None))), chance)
            if _letters(other) == _letters(work) and name not in SAME_TITLE:
                continue
            spelled = chance.choice([*NAMES])
            one = replace(work, doi=chance.choice((work.doi, None)))
            yield f"{name}+{spelled}", one, NAMES[spelled](other, chance)


def _letters(work: Publication) -> str:
    return "".join(filter(str.isalnum, work.title or ""))


def _measure(
    name: str, what: str, pairs: Iterator[tuple[str, Publication, Publication]], *, wanted: bool, show: bool
) -> float:
    """Print how many pairs are joined, and return the share of those that are wrong."""
    total, joined = 0, 0
    wrong: Counter[str] = Counter()
    for label, one, other in pairs:
        found = relation(one, other)
        related = found is not None and bool({*keys_of(one)} & {*keys_of(other)})
        total += 1
        joined += related
        if related != wanted:
            wrong.update(label.split("+"))
            if show:
                print(f"  {label}: {found}\n    {one}\n    {other}")
    print(f"{name:5} {what}: {joined} of {total} ({joined / total:.4f}); wrong by kind: {dict(wrong.most_common(8))}")
    return 1 - joined / total if wanted else joined / total


def _pairs(name: str, works: Sequence[Publication], *, show: bool) -> None:
    """Compare all works of a set that share a key, without the made DOIs."""
    by_key: defaultdict[str, list[int]] = defaultdict(list)
    bare = [replace(work, doi=None) for work in works]
    for place, work in enumerate(bare):
        for key in keys_of(work):
            by_key[key].append(place)
    close = {(a, b) for places in by_key.values() for a in places for b in places if a < b}
    joined = [(bare[a], bare[b]) for a, b in sorted(close) if relation(bare[a], bare[b])]
    print(f"{name:5} {len(works)} works, {len(close)} pairs share a key, {len(joined)} are joined")
    for one, other in joined if show else ():
        print(f"    {one.title} | {one.authors} | {one.year}\n    {other.title} | {other.authors} | {other.year}\n")


def _title(change: Callable[[str, random.Random], str]) -> Change:
    return lambda work, chance: replace(work, title=change(work.title or "", chance))


def _authors(change: Callable[[Sequence[str], random.Random], Sequence[str]]) -> Change:
    return lambda work, chance: replace(work, authors=tuple(change(work.authors, chance)))


def _stripped(text: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))


def _tex_accents(text: str) -> str:
    split = unicodedata.normalize("NFD", text)
    return re.sub(
        r"(\w)([\u0300-\u0327])", lambda m: f"{{{_TEX.get(m[2], '')}{{{m[1]}}}}}" if m[2] in _TEX else m[0], split
    )


def _braced(text: str, chance: random.Random) -> str:
    return " ".join(
        f"{{{word[:1]}}}{word[1:]}" if word[:1].isupper() and chance.random() < 0.7 else word for word in text.split()
    )


def _one_word(text: str, chance: random.Random, before: str, after: str) -> str:
    words = text.split()
    place = chance.randrange(len(words))
    words[place] = f"{before}{words[place]}{after}"
    return " ".join(words)


def _punctuated(text: str, chance: random.Random) -> str:
    changes = (
        (":", " \u2014"),
        (" - ", ": "),
        ("-", "\u2010"),
        ("'", "\u2019"),
        (",", ""),
        (": ", ". "),
        ("\u2013", "--"),
        ('"', "\u201d"),
    )
    for sign, other in chance.sample(changes, 4):
        text = text.replace(sign, other)
    return chance.choice((f"{text}.", f"\u201c{text},\u201d", text))


def _without_subtitle(text: str, _: random.Random) -> str:
    head, colon, rest = text.partition(": ")
    return head if colon and len(head) > SHORTEST_HEAD and not NUMBERED.search(rest) else text


def _namesake(name: str) -> str:
    """Return a name of the same family name and another initial."""
    given, family = _split_name(name)
    return f"{'Q' if given and given[0][0] != 'Q' else 'Z'}. {family}"


def _split_name(name: str) -> tuple[list[str], str]:
    *given, family = name.split()
    return given, family


def _initials(name: str) -> str:
    given, family = _split_name(name)
    return " ".join((*(f"{word[0]}." for word in given), family))


def _family_first(name: str) -> str:
    given, family = _split_name(name)
    return f"{family}, {' '.join(given)}" if given else family


def _vancouver(name: str) -> str:
    given, family = _split_name(name)
    letters = "".join(word[0] for word in " ".join(given).replace(".", " ").split()[:3]).upper()
    return f"{family} {letters}" if letters else family


def _each(change: Callable[[str], str]) -> Change:
    return _authors(lambda names, _: [change(name) for name in names])


def _arxiv(work: Publication) -> str:
    number = sum(map(ord, work.title or ""))
    return f"{7 + number % 18:02d}{1 + number % 12:02d}.{number % 100_000:05d}"


def _only(**fields: object) -> Publication:
    return Publication(**fields)  # type: ignore[arg-type]


TITLES: Mapping[str, Change] = {
    "as it is": _title(lambda text, _: text),
    "upper case": _title(lambda text, _: text.upper()),
    "lower case": _title(lambda text, _: text.lower()),
    "title case": _title(lambda text, _: text.title()),
    "no accents": _title(lambda text, _: _stripped(text)),
    "TeX accents": _title(lambda text, _: _tex_accents(text)),
    "punctuation": _title(_punctuated),
    "TeX braces": _title(_braced),
    "TeX command": _title(lambda text, chance: _one_word(text, chance, r"\emph{", "}")),
    "TeX formula": _title(lambda text, chance: _one_word(text, chance, "$", "$")),
    "HTML": _title(lambda text, chance: _one_word(text.replace("&", "&amp;"), chance, "<i>", "</i>")),
    "sub-title cut": _title(_without_subtitle),
    "ampersand": _title(lambda text, _: text.replace(" and ", " & ")),
    "hyphens": _title(lambda text, _: text.replace("-", "")),
    "spaces": _title(lambda text, _: text.replace("-", " ").replace(" ", "  ")),
}
NAMES: Mapping[str, Change] = {
    "initials": _each(_initials),
    "family first": _each(_family_first),
    "Vancouver": _each(_vancouver),
    "names without accents": _each(_stripped),
    "names with TeX accents": _each(_tex_accents),
    "names in capitals": _each(lambda name: " ".join((*_split_name(name)[0], _split_name(name)[1].upper()))),
}
CUTS: Mapping[str, Change] = {
    "et al. after one": _authors(lambda names, _: [f"{names[0]} et al."]),
    "et al. after three": _authors(lambda names, _: [*names[:3], "et al."] if len(names) > 3 else names),
}
YEARS: Mapping[str, Change] = {
    "year unknown": lambda work, _: replace(work, year=None) if len(work.title or "") > LONG_TITLE else work,
    "year of a preprint": lambda work, chance: replace(
        work, year=(work.year or 0) + chance.choice((-1, 1)), arxiv_id=_arxiv(work)
    ),
}
IDENTIFIERS: Mapping[str, Change] = {
    "arXiv version": lambda work, _: _only(arxiv_id=f"{work.arxiv_id}v3"),
    "arXiv link": lambda work, _: _only(arxiv_id=f"https://arxiv.org/pdf/{work.arxiv_id}v1"),
    "arXiv label": lambda work, _: replace(work, doi=None, arxiv_id=f"arXiv:{work.arxiv_id}"),
    "arXiv DOI": lambda work, _: _only(doi=f"https://doi.org/10.48550/arXiv.{work.arxiv_id}"),
    "DOI link": lambda work, _: _only(doi=f"https://doi.org/{work.doi}"),
    "DOI label": lambda work, _: _only(doi=f"doi: {(work.doi or '').upper()}."),
    "DOI escaped": lambda work, _: _only(
        doi=f"http://dx.doi.org/{(work.doi or '').replace('(', '%28').replace(')', '%29')}"
    ),
}
NEAR_MISSES: Mapping[str, Change] = {
    "part II": _title(
        lambda text, chance: text + chance.choice((": Part II", " II", ", Part 2", " (Part Two)", ". II"))
    ),
    "correction": _title(
        lambda text, chance: chance.choice(("Correction to: ", "Erratum: ", "Corrigendum to ")) + text
    ),
    "correction behind": _title(
        lambda text, chance: text + chance.choice((" (Erratum)", ": Correction", " - Corrigendum"))
    ),
    "comment": _title(lambda text, chance: chance.choice(("Comment on: ", "Comments on ", "A reply to ")) + text),
    "reply": _title(lambda text, chance: text + chance.choice((": Reply", ": a rejoinder", ": A comment"))),
    "retraction": _title(lambda text, _: f"Retracted: {text}"),
    "edition": _title(lambda text, chance: text + chance.choice((", 2nd edition", " (Second Edition)", ", Third Ed."))),
    "supplement": _title(lambda text, _: f"{text}: Supplementary material"),
    "another sub-title": _title(lambda text, _: f"{text.partition(': ')[0]}: A second look"),
    "one word more": _title(lambda text, chance: _one_word(text, chance, "not ", "")),
    "one word less": _title(lambda text, _: " ".join(text.split()[:-1]) if ": " not in text else f"{text} again"),
    "another number": _title(lambda text, _: f"{text} 2" if not re.search(r"\d", text) else re.sub(r"\d", "8", text)),
    "others": lambda work, chance: replace(work, authors=tuple(chance.choice(OTHERS))),
    "namesakes": lambda work, _: replace(work, authors=tuple(map(_namesake, work.authors))),
    "later": lambda work, _: replace(work, year=(work.year or 0) + 7, doi=None),
}
SAME_TITLE = frozenset({"others", "namesakes", "later"})


if __name__ == "__main__":
    sys.exit(main())
