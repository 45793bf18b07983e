"""Finds the words after a quote by which its sentence limits it or takes it back.

The rest of the sentence is split at punctuation, and each part is judged by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from scholarai.citations.cutting import words as w
from scholarai.citations.cutting.tokens import SIGNS, has_verb, is_negator, is_verb, without_idle
from scholarai.citations.meaning import meaning, value_of
from scholarai.domain.values import Value

_STOPS = frozenset(";.")
_OPENING = frozenset("and because which that who while since but".split())
# The usual level of significance.
_LEVEL = 0.05
# Letters of two words that have a stem in common ("dated", "dating"), words of an addition that names a source, and words at the
# end of a quote in which its last noun stands. Guesses.
_STEM, _SOURCE_WORDS, _LAST_NOUN = 4, 8, 4
_OPENING_CLAUSES = frozenset("that which who whom whose because although though while whereas if when where".split())


class Addition(Value, frozen=True, kw_only=True):
    """What a sentence adds behind a quote, up to the next sign.

    `sign` is the one in front of it, "" for none, `joint` a conjunction at its beginning, and `words` what follows that.
    """

    words: Sequence[str]
    sign: str
    joint: str

    @classmethod
    def of(cls, chunk: Sequence[str], sign: str) -> Addition:
        words, joint = without_idle(chunk), ""
        while words and words[0] in w.CONCESSIVE:
            taken = 2 if words[0] == "even" and words[1:2] in (["though"], ["although"]) else 1
            joint, words = joint or " ".join(words[:taken]), words[taken:]
        return cls(words=words, sign=sign, joint=joint)


def limited_after(quote: Sequence[str], after: Sequence[str]) -> tuple[int, int] | None:
    """Return the range of the words behind a quote that limit it or take it back; None where they do neither."""
    if quote[-1] in w.DETERMINERS or quote[-1] in w.PREPOSITIONS:
        return None  # torn inside a phrase, it says nothing yet
    start, sign, bracketed = 0, "", False
    for at in range(len(after) + 1):
        if at < len(after) and after[at] not in SIGNS:
            continue
        if at > start and not (bracketed and sign != "(") and _limits(after[start:at], quote, sign):
            return start, at
        if at == len(after) or after[at] in _STOPS:
            return None
        sign, start = after[at], at + 1
        bracketed = sign == "(" or (bracketed and sign != ")")
    return None


def _limits(chunk: Sequence[str], quote: Sequence[str], sign: str) -> bool:
    added = Addition.of(chunk, sign)
    conceded = added.words[:1] == ["if"] and len(added.words) > 1 and _is_conceded(added.words[1])
    if not added.words or conceded or w.WIDENING.begin(chunk) or w.NO_LIMITS.begin(added.words):
        return False
    return any(rule(added, quote) for rule in RULES)


def _is_conceded(form: str) -> bool:
    return form in w.CONCEDED or form.endswith("ly")


def _is_limit(added: Addition, _: Sequence[str]) -> bool:
    """A condition or an exception: "unless …", "apart from …", ", the smallest excepted"."""
    words = added.words
    if words[0] == "without" and added.sign:
        return False
    exception = words[0] in ("with", "as") and w.EXCEPTIONS.meets(words)
    postposed = words[-1] in w.POSTPOSED and (bool(added.sign) or words[-1] in w.LIMITERS)
    once = words[0] == "once" and not added.sign and not added.joint and len(words) > 2
    return w.LIMITS.begin(words) or exception or postposed or once


def _is_limiter(added: Addition, _: Sequence[str]) -> bool:
    """A word like "only" at the beginning or the end of a phrase: "only in winter", "in the two largest only"."""
    words = added.words
    if added.sign:
        return words[0] == "only" and len(words) > 1 and (words[1] in w.SETTINGS or words[1] in w.AFTER_ONLY)
    phrase = _phrase(words)
    return w.LIMITERS.meets([*phrase[:3], phrase[-1]])


def _is_setting(added: Addition, quote: Sequence[str]) -> bool:
    """The group, place or time of a finding: "in mice"."""
    words = _phrase(added.words)
    if added.sign or added.joint or words[0] not in w.SETTINGS or len(words) < 2:
        return False
    if words[0] == "when" and "we" not in quote and not w.BE.meets(quote):
        return True
    dated = len(words) == 2 and words[1][0].isdigit()
    selected = words[1].endswith("ing") or words[1] == "least"
    return not dated and not selected and not w.DEICTIC.meets(words[1:5]) and is_finding(quote)


def _is_bound(added: Addition, quote: Sequence[str]) -> bool:
    """The range for which a statement holds: "up to 80 °C", "under ideal conditions", "in two of nine trials"."""
    words = added.words
    if added.sign or (w.BE.meets(quote[:-1]) and quote[-1] not in w.EVALUATING):
        return False
    if words[0] == "under":
        return w.CIRCUMSTANCES.meets(words) and not w.DEICTIC.meets(words)
    if words[0] == "in" and len(words) > 3 and words[2] == "of":
        return all(form[0].isdigit() or value_of(form) is not None for form in (words[1], words[3]))
    return words[0] in w.BOUNDS and any(form[0].isdigit() for form in words[:4])


def _narrows_all(added: Addition, quote: Sequence[str]) -> bool:
    """A modifier of what the quote says of all: "any file | smaller than 2 GB", "every nest | that failed"."""
    noun = quote[-_LAST_NOUN:]
    at = max((at for at, form in enumerate(noun) if form in w.UNIVERSALS), default=None)
    if added.sign or added.joint or at is None or has_verb(noun, at):
        return False
    return added.words[0] in w.NARROWING or added.words[0].endswith("ing")


def _is_insignificant(added: Addition, _: Sequence[str]) -> bool:
    """Tell whether the words give a p-value above the usual level, or an effect within its error."""
    words = added.words
    if words[0] == "within" and w.WITHIN_ERRORS.meets(words[:4]):
        return True
    for at in range(len(words) - 2):
        if words[at] == "p" and words[at + 1] in ("=", ">", "≥") and words[at + 2][-1].isdigit():
            return float(f"0{words[at + 2].replace(',', '.')}") > _LEVEL
    return words[0] == "not" and "significant" in words[:4]


def _restricts(added: Addition, quote: Sequence[str]) -> bool:
    """Tell whether the words after "but" or "although" restrict what the quote says."""
    words, joint = added.words, added.joint
    if not joint or joint in w.ADDING or joint == "even":
        return False
    if words[0] in ("not", "never") and len(words) > 1:
        following = words[1]
        placed = any(following in known for known in (w.PREPOSITIONS, w.SETTINGS, w.BOUNDS, w.UNIVERSALS, w.CONCEDED))
        return placed or following.endswith("ly") or _says_of_all(quote)
    if words[0] in w.RESTRICTING:
        return True
    if words[0] in w.SETTINGS and (joint != "but" or not has_verb(words)):
        return True
    if joint not in ("but", "yet", "however"):
        return compares(quote)  # a concession limits a change or a comparison, and gives depth to everything else
    return _speaks_against(words, quote)


def _says_of_all(quote: Sequence[str]) -> bool:
    """Tell whether a quote speaks of all of something; "of each" only counts it out."""
    return any(form in w.UNIVERSALS and before != "of" for before, form in pairwise(["", *quote]))


def _speaks_against(words: Sequence[str], quote: Sequence[str]) -> bool:
    """Tell whether a clause behind "but" is about the quote's statement, and denies or limits it."""
    same_subject, pointing = is_verb(words, 0), _points_back(words, quote)
    opposites = meaning().opposites
    if any(not opposites.get(form, frozenset()).isdisjoint(words) for form in quote if form in w.COMPARING):
        return same_subject or pointing
    retracts, lasting = w.RETRACTING.meets(words), w.LASTING.meets(words)
    limits = retracts or lasting or w.LIMITERS.meets(words)
    if not limits and not any(map(is_negator, words)):
        return False
    taken_back = (retracts and words[0] in w.ARTICLES) or (lasting and w.PRONOUNS.meets(words))
    return same_subject or taken_back or (pointing and (limits or compares(quote)))


def _takes_back(added: Addition, quote: Sequence[str]) -> bool:
    """An addition says that the statement was wrong, was withdrawn or did not last: ", a count that was corrected later"."""
    words = added.words
    if not added.sign and not added.joint:
        return False
    if added.sign == ":" and w.SEEMING.meets(words):
        return True
    negated = any(is_negator(form) or form in w.EXCLUDING for form in words)
    noun = words[0] in w.ARTICLES and len(words) > 1 and words[1] in w.CLAIM_NOUNS
    if noun and (negated or w.DOUBLED_BACK.meets(words)):
        return True
    wrong = w.RETRACTING.meets(words) or ("turned", "out") in pairwise(words)
    relative = words[0] in w.ARTICLES and any(form in ("that", "which") for form in words[2:4])
    refers = noun or relative or words[0] in ("from", "as", "until", "or") or _points_back(words, quote)
    return refers and (wrong or (negated and w.LASTING.meets(words)))


def _points_back(words: Sequence[str], quote: Sequence[str]) -> bool:
    """Tell whether a clause begins with a pronoun, or with a noun for what the quote says: "the dating" of "was dated"."""
    if words[0] in w.PRONOUNS and (len(words) < 2 or words[1] not in w.CLAIM_NOUNS):
        return True
    if words[0] not in w.ARTICLES or len(words) < 2:
        return False
    stem = words[1][:_STEM]
    return words[1] in w.CLAIM_NOUNS or any(len(form) >= _STEM and form.startswith(stem) for form in quote)


def _is_source(added: Addition, _: Sequence[str]) -> bool:
    """An addition names whose word it was: "say the villagers", ", as was believed", ", in the view of the cooks"."""
    words = added.words
    if w.SOURCES.begin(words) and words[0] != "or":
        return not w.OWN.meets(words)
    if not added.sign or len(words) > _SOURCE_WORDS:
        return False
    if words[0] == "as":
        return w.CLAIMING.meets(words[1:]) and not w.OWN.meets(words) and not w.FORESEEING.meets(words)
    if words[0] in ("or", "so"):
        return words[:2] == ["or", "so"] or (len(words) > 1 and words[1] in w.PRONOUNS and w.CLAIMING.meets(words))
    return reports(words)


RULES = (
    _is_limit,
    _is_limiter,
    _is_setting,
    _is_bound,
    _narrows_all,
    _is_insignificant,
    _restricts,
    _takes_back,
    _is_source,
)


def reports(words: Sequence[str]) -> bool:
    """Tell whether a phrase between signs says whose word a sentence is: "say the villagers", "critics say"."""
    return (words[0] in w.REPORTING and len(words) < 5) or (
        1 < len(words) <= _SOURCE_WORDS and words[-1] in w.REPORTING
    )


def _phrase(words: Sequence[str]) -> Sequence[str]:
    """Return the words up to the next clause."""
    end = next((at for at, form in enumerate(words) if at and form in _OPENING), len(words))
    return words[:end]


def is_finding(quote: Sequence[str]) -> bool:
    """Tell whether a quote states what was found: it compares, judges, or says in one clause what something did."""
    if "we" in quote or "i" in quote:
        return False
    verbs = [at for at in range(1, len(quote)) if is_verb(quote, at)]
    if not verbs or not _OPENING_CLAUSES.isdisjoint(quote[verbs[0] :]):
        return False
    judges = quote[verbs[-1]] in w.BE and quote[-1] in w.EVALUATING
    return judges or compares(quote[verbs[0] :]) or (len(verbs) == 1 and _is_past_action(quote, verbs[0]))


def compares(quote: Sequence[str]) -> bool:
    """Tell whether a quote has a comparative or a verb of change."""
    return w.COMPARING.meets(quote)


def _is_past_action(quote: Sequence[str], verb: int) -> bool:
    form, before = quote[verb], quote[verb - 1]
    past = form in w.PASTS or form.endswith("ed")
    return past and before not in w.DETERMINERS and before not in w.PREPOSITIONS
