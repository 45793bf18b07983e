"""What happens to a true sentence on its way into an answer: harmless damage, a turned meaning, two places made one.

Each rule takes a sentence and returns it changed, or None where it has nothing to change. The words that turn a sentence
are data (data/turned_words.toml), other ones than the product's own tables.
"""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

Rule = Callable[[str, random.Random], "str | None"]

WORDS = Path(__file__).with_name("data") / "turned_words.toml"
LETTERS = "abcdefghijklmnopqrstuvwxyz"

_NUMBER = re.compile(r"(?<![\w.,])\d+(?:[.,]\d+)*(?![\w])")
_CITED = re.compile(r"\s*(?:\([^()]*\b(?:19|20)\d\d[^()]*\)|\[\d[\d,;\s–-]*\])")
_AUXILIARY = re.compile(r"\b(?:is|are|was|were|can|will|does|do|has|have|should|may|would|must|could)\b(?! not\b)")
_NEGATION = re.compile(r"\b(?:not|no|never|without|cannot|nor|neither|hardly|rarely|unlikely)\b", re.IGNORECASE)
_NAME = re.compile(r"(?<=[a-z,] )[A-Z][\w-]{2,}")
_SIDES = re.compile(
    r"(?P<left>.{15,}?)\b(?P<verb>outperforms?|than|over|causes?|leads? to|before|after|compared (?:to|with))\b"
    r"(?P<right>.{15,}?)(?P<end>[.?!])$"
)


def harmless() -> dict[str, Rule]:
    """Return the rules that leave the meaning alone: misprints and what quoting leaves out."""
    return {
        "2 % wrong letters": wrong_letters(0.02),
        "5 % wrong letters": wrong_letters(0.05),
        "an article dropped": _without_article,
        "citations dropped": lambda text, _: _CITED.sub("", text) if _CITED.search(text) else None,
        "LaTeX for signs": _in_latex,
    }


def turning(words: Path = WORDS) -> dict[str, Rule]:
    """Return the rules that turn what a sentence says, by the words of a lexicon."""
    lexicon = tomllib.loads(words.read_text(encoding="utf-8"))
    return {
        "one digit": _one_digit,
        "one digit and wrong letters": _then(_one_digit, wrong_letters(0.02)),
        "one digit and an article dropped": _then(_one_digit, _without_article),
        "decimal point": lambda text, _: re.sub(r"(\d)\.(\d)", r"\1\2", text, count=1) if re.search(r"\d\.\d", text) else None,
        "sign dropped": lambda text, _: re.sub(r"(\d)\s?%", r"\1", text, count=1) if re.search(r"\d\s?%", text) else None,
        "number word": _swapped(lexicon["number_words"]),
        "unit or counted thing": _swapped(lexicon["units"]),
        "not inserted": _negated,
        "negation removed": _affirmed,
        "negation behind an ellipsis": _negation_elided,
        "comparison turned": _swapped(lexicon["opposites"]),
        "hedge hardened": _swapped(lexicon["hedges"]),
        "name replaced": _name_replaced(list(lexicon["names"])),
        "sides swapped": _sides_swapped,
    }  # fmt: skip


def joined(sentence: str, far: str) -> Iterator[tuple[str, str]]:
    """Yield what two sentences of one paper, far apart, are put together to."""
    first, last = sentence.split(), far.split()
    halves = " ".join(first[: len(first) // 2]), " ".join(last[len(last) // 2 :])
    yield "two halves with an ellipsis", " ... ".join(halves)
    yield "two halves without a mark", " ".join(halves)
    yield "two whole sentences", f"{sentence} {far}"


def wrong_letters(share: float) -> Rule:
    def rule(text: str, chance: random.Random) -> str:
        return "".join(chance.choice(LETTERS) if c.isalpha() and chance.random() < share else c for c in text)

    return rule


def _then(first: Rule, second: Rule) -> Rule:
    def rule(text: str, chance: random.Random) -> str | None:
        once = first(text, chance)
        return None if once is None else second(once, chance)

    return rule


def _swapped(table: Mapping[str, str]) -> Rule:
    def rule(text: str, chance: random.Random) -> str | None:
        places = [match for match in re.finditer(r"[A-Za-z]+", text) if match[0] in table or match[0].lower() in table]
        if not places:
            return None
        place = chance.choice(places)
        new = table.get(place[0]) or table[place[0].lower()]
        new = new[0].upper() + new[1:] if place[0][0].isupper() and not place[0].isupper() else new
        return text[: place.start()] + new + text[place.end() :]

    return rule


def _one_digit(text: str, chance: random.Random) -> str | None:
    places = [match for match in _NUMBER.finditer(text) if not re.fullmatch(r"(?:19|20)\d\d", match[0])]
    if not places:
        return None
    place = chance.choice(places)
    at = chance.choice([at for at in range(*place.span()) if text[at].isdigit()])
    digit = chance.choice([digit for digit in "0123456789" if digit != text[at]])
    return text[:at] + digit + text[at + 1 :]


def _without_article(text: str, chance: random.Random) -> str | None:
    places = list(re.finditer(r" (?:the|an?)(?= )", text))
    if not places:
        return None
    place = chance.choice(places)
    return text[: place.start()] + text[place.end() :]


def _in_latex(text: str, _: random.Random) -> str | None:
    signs = {
        "%": r"\%",
        "≤": r"$\leq$",
        "≥": r"$\geq$",
        "×": r"$\times$",
        "±": r"$\pm$",
        "α": r"$\alpha$",
        "β": r"$\beta$",
    }
    changed = "".join(signs.get(c, c) for c in text)
    return None if changed == text else changed


def _negated(text: str, _: random.Random) -> str | None:
    place = _AUXILIARY.search(text)
    return None if place is None else f"{text[: place.end()]} not{text[place.end() :]}"


def _affirmed(text: str, _: random.Random) -> str | None:
    rules = {
        r"\bcannot\b": "can",
        r" not\b": "",
        r"\bno\b": "a",
        r"\bwithout\b": "with",
        r" never\b": "",
        r"\bunlikely\b": "likely",
    }
    for negation, plain in rules.items():
        changed = re.sub(negation, plain, text, count=1, flags=re.IGNORECASE)
        if changed != text:
            return changed
    return None


def _negation_elided(text: str, _: random.Random) -> str | None:
    place = _NEGATION.search(text)
    if place is None or place.start() < 25 or len(text) - place.end() < 25:
        return None
    return f"{text[: place.start()].rstrip()} ... {text[place.end() :].lstrip()}"


def _name_replaced(names: list[str]) -> Rule:
    def rule(text: str, chance: random.Random) -> str | None:
        places = list(_NAME.finditer(text))
        if not places:
            return None
        place = chance.choice(places)
        new = chance.choice([name for name in names if name != place[0]])
        return text[: place.start()] + new + text[place.end() :]

    return rule


def _sides_swapped(text: str, _: random.Random) -> str | None:
    found = _SIDES.match(text)
    return None if found is None else f"{found['right'].strip()} {found['verb']} {found['left'].strip()}{found['end']}"
