"""Corrects what fonts of a PDF say of their glyphs: by the glyphs' names, and by their drawings.

A font's map to Unicode may leave a glyph out, give it a code that is no character, or name another character than the one
that is printed. What is found is written into the open document's maps, so that all of MuPDF's text has it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache, partial
from itertools import islice
from types import ModuleType
from typing import TYPE_CHECKING, Any

from scholarai.adapters.reading.faces import SIGN_FONT, Face, is_unknown, value_of
from scholarai.parsing import tex_encodings
from scholarai.parsing.pdf.text.characters import clean
from scholarai.parsing.symbol_fonts import SYMBOL

if TYPE_CHECKING:
    from scholarai.adapters.reading.glyph_shapes import Shape, Shapes

# A drawing is a sign if it is that much like it, and by so much more than like any other. Measured on thirteen fonts in
# 2026-11: 19 of 20 signs are found, and of those taken 1 of 50 is another one of the same form.
_LEAST_LIKENESS = 0.77
_LEAST_LEAD = 0.03
# What a name or a look-alike must lead by before a font's own claim is given up, and digits before each other.
_LEAD_OVER_CLAIM = 0.05
_UNLIKE = 0.65
_LEAST_OF_LIGATURE = 0.85
_BELOW_THE_LINE_EM = -0.1
_LIGATURES = ("ffi", "ffl", "ff", "fi", "fl", "fj", "ft", "tt", "Th", "ct", "st")
# Papers of the Royal Society of Chemistry have them in fonts without letters, as private-use characters.
_PRIVATE_LIGATURES = {"\ue09d": "ft", "\ue103": "fi", "\ue104": "fl"}
# Springer's journals of some years take ligatures from fonts of their own, by letters: "diVerent", "signiWcant", "eYcient".
_LIGATURE_FONT = re.compile(r"/(?:[A-Z]{6}\+)?Ligature(?![a-z])")
_SET_AS = {"V": "ff", "W": "fi", "X": "fl", "Y": "ffi", "Z": "ffl"}
# Mathematical Pi has Greek letters in the order of the alphabets.
_BY_ORDER = dict(zip("abcdefghijklmnopqrstuvwx", "αβγδεζηθικλµνξοπρστυφχψω", strict=True))
# Less likeness is enough for the Greek letter that fonts of signs have at the place of the claimed Latin one.
_LEAST_OF_GREEK = 0.7
_DIGITS = "0123456789"
# Fonts hold digits by value, or by the names eight, five, four, nine, one, seven, six, three, two, zero.
_ORDERS = (_DIGITS, "8549176320")
# What a sign must lead by in a font of signs, and a letter that is taken for another one. In 40 papers of 2010 to 2015, letters that
# were named rightly led by up to .12 (2026-11).
_LEAD_IN_SIGN_FONT = 0.08
_LEAD_OF_LETTER = 0.15
# Less likeness is enough for a sign that is so much more alike than any other: ≈, ∼ and commas of publishers' fonts have .75 and
# lead by .19 to .27 (2026-11).
_LEAST_OF_CLEAR, _CLEAR_LEAD = 0.7, 0.15
# Names that symbol fonts have for other signs, and names of ligatures, of which MuPDF reads only the first letter.
_DOUBTFUL_NAMES = re.compile(r"/(?:onequarter|onehalf|threequarters|eth|Eth|thorn|Thorn)\b|/[A-Za-z]+_[A-Za-z]")
# These fonts have TeX's encodings, and name a glyph by what ASCII has at its code: the comma `semicolon`, the slash `equal`, and the
# ligature fi `FF`, the control character. Seen in a paper of Elsevier of 2004 (Macmillan) and in two of PubMed Central (TeX_CM).
_BY_CODE_FONT = re.compile(r"macmillan|\btex_cm", re.IGNORECASE)
_CONTROLS = {
    name: code
    for code, name in enumerate(
        "NUL SOH STX ETX EOT ENQ ACK BEL BS HT LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US".split()
    )
}
_FEW_LETTERS = 15
_STAND_INS = frozenset("¼½¾ðÞþÐ")
_OF_TEXT = re.compile("[!-~À-ÖØ-öø-ſ‘’“”‹›‰´¨˘ˇ˚¯ˆ˜˝˛¸]")
_QUOTES, _PRIMES = frozenset("‘’“”"), frozenset("′″")
# TeX's fonts of the pieces of circles and lines.
_PICTURE_FONT = re.compile(r"\+?l?(?:circle|line)w?\d+$", re.IGNORECASE)
_MOST_UNKNOWN = 12
# A font with more glyphs is not examined, nor are more fonts of a file.
_MOST_GLYPHS = 3_000
_MOST_FONTS = 600
# Each font takes up to 0.05 s; papers have up to forty.
_MOST_TEX_FONTS = 100
_BLOCK = 100
# Counted for a sign that no reference font has. A guess.
_LIKENESS_UNKNOWN = 0.5
# Large brackets and roots resemble no reference font. Fonts with them reach .35 to .58 and lead by .12 to .30: six fonts of four papers,
# two of which were made for this.
_LEAST_OF_LARGE, _LEAD_OF_LARGE = 0.35, 0.1
_TEX_SIGNS = tuple(sorted({sign for encoding in tex_encodings.ALL for sign in encoding}))


class FontRepairs:
    """Examines the fonts of one open document."""

    def __init__(self, pymupdf: ModuleType, document: Any, failures: tuple[type[Exception], ...]) -> None:
        self._pymupdf = pymupdf
        self._document = document
        self._failures: tuple[type[Exception], ...] = (*failures, LookupError)
        self._shapes = cache(partial(_shapes_of, pymupdf))
        self._examined: set[int] = set()
        self._recovered: set[tuple[int, frozenset[int]]] = set()
        self._unlike: set[tuple[int, int]] = set()

    def examine(self, page: Any) -> bool:
        """Correct what the fonts of a page say falsely; tell whether the page must be loaded anew."""
        new = [xref for xref in self.xrefs(page) if xref not in self._examined]
        changed = False
        for xref in new:
            if len(self._examined) > _MOST_FONTS:
                break
            self._examined.add(xref)
            if self._is_doubtful(xref):
                changed |= self._correct(xref, partial(_false_claims, shapes=self._shapes))
        return self._renewed() if changed else False

    def recover(self, page: Any) -> bool:
        """Name the glyphs of a page's fonts that these do not name; tell whether the page must be loaded anew."""
        fonts = page.get_fonts()
        # The trace has other names of fonts than the file, so what any of them lacks is looked for in all.
        used: frozenset[int] = frozenset()
        if any(kind == "Type0" for _, _, kind, *_ in fonts):
            signs = (sign for span in page.get_texttrace() for sign in span["chars"])
            used = frozenset(glyph for number, glyph, *_ in signs if glyph > 0 and is_unknown(chr(number)))
        changed = False
        for xref, extension, kind, *_ in fonts:
            glyphs = used if kind == "Type0" else frozenset()
            if not xref or (extension == "n/a" and kind != "Type3") or (xref, glyphs) in self._recovered:
                continue
            self._recovered.add((xref, glyphs))
            unlike = frozenset(code for font, code in self._unlike if font == xref)
            find = partial(_unknown_glyphs, glyphs=glyphs, unlike=unlike, shapes=self._shapes)
            changed |= self._correct(xref, find)
        return self._renewed() if changed else False

    def name_as_tex(self, xrefs: Collection[int]) -> None:
        """Name the glyphs of fonts that TeX made, whose own names may be numbers or those of other letters."""
        self._examined.update(xrefs)
        find = partial(_by_tex_encoding, shapes=self._shapes)
        for xref in islice(xrefs, _MOST_TEX_FONTS):
            # The size of a font of signs is only estimated: where nothing fits, its glyphs tell another one.
            if not self._correct(xref, find, em=1.0):
                self._correct(xref, find)

    def xrefs(self, page: Any) -> Iterable[int]:
        """Yield the fonts of a page's own resources. PyMuPDF's list also describes each font, which costs a twentieth of a page's time."""
        mupdf = self._pymupdf.mupdf
        resources = mupdf.pdf_dict_gets_inheritable(mupdf.pdf_page_from_fz_page(page.this).obj(), "Resources")
        fonts = mupdf.pdf_dict_gets(resources, "Font")
        for index in range(mupdf.pdf_dict_len(fonts)):
            number = mupdf.pdf_to_num(mupdf.pdf_dict_get_val(fonts, index))
            if number:  # else the font is written in place, as only old programs do
                yield number

    def _is_doubtful(self, xref: int) -> bool:
        """Tell whether a font has a map of its own to Unicode, or names that signs are known to go by."""
        keys = self._document.xref_get_key
        base = keys(xref, "BaseFont")[1]
        if keys(xref, "ToUnicode")[0] == "xref" or any(font.search(base) for font in _DOUBTFUL_FONTS):
            return True
        return _DOUBTFUL_NAMES.search(value_of(self._document, xref, "Encoding")) is not None

    def _correct(self, xref: int, find: Callable[[Face], dict[int, str]], em: float = 0.0) -> bool:
        """Write what is found of a font into its map, if it can be read; `em` as for `Face`."""
        try:
            face = Face(self._pymupdf, self._document, xref, self._shapes, em)
        except self._failures:
            return False
        try:
            # A glyph that does not look like its letter is not named by it, either.
            found = {code: text for code, text in find(face).items() if (xref, code) not in self._unlike}
            self._unlike |= {(xref, code) for code, text in found.items() if text == "\ufffd"}
            if found:
                self._write(xref, face, found)
        except self._failures:
            return False
        finally:
            face.close()
        return bool(found)

    def _write(self, xref: int, face: Face, found: Mapping[int, str]) -> None:
        document = self._document
        width = 4 if face.is_composite else 2
        lines = [f"<{code:0{width}X}> <{text.encode('utf-16-be').hex()}>" for code, text in sorted(found.items())]
        added = "".join(
            "\n".join([f"{len(block)} beginbfchar", *block, "endbfchar\n"])
            for block in (lines[at : at + _BLOCK] for at in range(0, len(lines), _BLOCK))
        ).encode()
        body = (
            face.map
            if b"endcmap" in face.map
            else _EMPTY_MAP.replace(b"FFFF", b"F" * width).replace(b"0000", b"0" * width)
        )
        at = body.rindex(b"endcmap")
        new = document.get_new_xref()
        document.update_object(new, "<<>>")
        document.update_stream(new, body[:at] + added + body[at:], compress=0)
        document.xref_set_key(xref, "ToUnicode", f"{new} 0 R")

    def _renewed(self) -> bool:
        self._pymupdf.TOOLS.store_shrink(100)
        return True


def _shapes_of(pymupdf: ModuleType) -> Shapes:
    from scholarai.adapters.reading.glyph_shapes import Shapes  # NumPy takes longer than most papers' fonts

    return Shapes(pymupdf)


_DOUBTFUL_FONTS = (SIGN_FONT, _LIGATURE_FONT, _BY_CODE_FONT)
_EMPTY_MAP = (
    b"/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /S def /CMapType 2 def\n"
    b"1 begincodespacerange <0000> <FFFF> endcodespacerange\nendcmap end end\n"
)


def _false_claims(face: Face, shapes: Callable[[], Shapes]) -> dict[int, str]:
    """Return the codes whose glyph is another character than the font says."""
    claims = face.claims()
    if len(claims) > _MOST_GLYPHS:
        return {}
    if _LIGATURE_FONT.match(face.base):
        return {code: _SET_AS[claim] for code, claim in claims.items() if claim in _SET_AS}
    found = dict(_cut_ligatures(face))
    if _BY_CODE_FONT.search(face.base):
        found |= _named_by_code(face, claims, shapes)
    if face.mapped:
        found |= _misnamed(face, claims, shapes)
    if face.is_symbol:
        named = {code: face.named(code) for code in claims.keys() - found.keys()}
        return found | {code: told for code, told in named.items() if told and not _is_same(told, claims[code])}
    if (face.is_of_signs or _STAND_INS & set(claims.values())) and not _sets_text(face, claims, shapes):
        found |= _signs(face, {code: claim for code, claim in claims.items() if code not in found}, shapes)
    return found


def _by_tex_encoding(face: Face, shapes: Callable[[], Shapes]) -> dict[int, str]:
    """Return the signs of a font by the one of TeX's encodings that fits its drawings best, none if no encoding fits."""
    drawn = {code: shape for code in face.listed if (shape := face.shape(code)) is not None}
    likeness = {
        code: {sign: score for score, sign in shapes().best(shape, _TEX_SIGNS)} for code, shape in drawn.items()
    }
    one_width = len(drawn) > 1 and len({face.advance(code) for code in drawn}) == 1
    count = max(len(drawn), 1)
    fits = {
        encoding: sum(
            likeness[code].get(sign, _LIKENESS_UNKNOWN) for code, sign in enumerate(encoding) if code in drawn
        )
        / count
        for encoding in ((tex_encodings.TYPEWRITER,) if one_width else ()) + tex_encodings.PROPORTIONAL
    }
    best, second = sorted(fits, key=lambda encoding: fits[encoding], reverse=True)[:2]
    is_of_large_signs = (
        best is tex_encodings.EXTENSION and fits[best] > _LEAST_OF_LARGE and fits[best] - fits[second] > _LEAD_OF_LARGE
    )
    is_sure = fits[best] > _UNLIKE or is_of_large_signs
    return {code: sign for code, sign in enumerate(best) if code in drawn} if is_sure else {}


def _sets_text(face: Face, claims: Mapping[int, str], shapes: Callable[[], Shapes]) -> bool:
    """Tell whether a font sets text: it has many letters, and most look like them. Some publishers name text and symbol fonts alike."""
    letters = {code: claim for code, claim in claims.items() if claim.isascii() and claim.isalpha()}
    if len(letters) < _FEW_LETTERS:
        return False
    if not face.is_of_signs:
        return True
    drawn = [(shape, claim) for code, claim in letters.items() if (shape := face.shape(code)) is not None]
    return sum(_likeness(shape, claim, shapes) > _UNLIKE for shape, claim in drawn) > len(letters) / 2


def _likeness(shape: Shape, claim: str, shapes: Callable[[], Shapes]) -> float:
    """Return how much a drawing looks like a character, 1 if no reference font has that."""
    return max((score for score, _ in shapes().best(shape, claim)), default=1.0)


def _cut_ligatures(face: Face) -> Iterator[tuple[int, str]]:
    """Yield the codes of ligatures, such as `T_h`, for which the font's map or MuPDF gives only the first letters."""
    for code, name in face.listed.items():
        told = face.text_of(name) if "_" in name else ""
        claim = face.claim(code)
        if claim != told and told.startswith(claim):
            yield code, told


def _misnamed(face: Face, claims: Mapping[int, str], shapes: Callable[[], Shapes]) -> dict[int, str]:
    """Return the codes for which a font's map has white space or another character than the one that is drawn."""
    found: dict[int, str] = {}
    is_named = False
    for code, claim in claims.items():
        if claim.isspace():
            if face.has_ink(code):
                found[code] = _recovered(face, code, claims, shapes) or "\ufffd"
            continue
        name = face.name(code)
        is_named |= bool(name)
        told = face.numbered(claim) or face.text_of(name)
        if told and not _is_same(told, claim) and _looks_more_like(face, code, told, claim, shapes):
            found[code] = told
    found |= _lost_capitals(face, claims)
    return found if is_named else found | _false_digits(face, claims, shapes)


def _named_by_code(face: Face, claims: Mapping[int, str], shapes: Callable[[], Shapes]) -> dict[int, str]:
    """Return the signs of a font that names its glyphs by what usual fonts have at TeX's codes, where the drawings agree."""
    found = {}
    for code, claim in claims.items():
        shape = face.shape(code)
        if shape is None or claim.isalnum() or len(claim) != 1:
            continue
        at = tex_encodings.TEXT.index(claim) if claim in tex_encodings.TEXT else ord(claim)
        told, likeness = _of_tex(at, shape, shapes)
        if likeness > _likeness(shape, claim, shapes) + _LEAD_IN_SIGN_FONT:
            found[code] = told
    return found


def _of_tex(at: int, shape: Shape, shapes: Callable[[], Shapes]) -> tuple[str, float]:
    """Return the sign that TeX's fonts for text and formulas have at a code and that a glyph resembles more, with the likeness."""
    signs = tuple(encoding[at] for encoding in (tex_encodings.TEXT, tex_encodings.ITALIC) if at < len(encoding))
    likeness, told = max(shapes().best(shape, signs), default=(0.0, "\ufffd"))
    return told, likeness


def _lost_capitals(face: Face, claims: Mapping[int, str]) -> dict[int, str]:
    """Return the capitals of a font's encoding that its map names as small letters which the font also has."""
    if not face.states_encoding:
        return {}
    return {
        code: claim.upper()
        for code, claim in claims.items()
        if claim.islower() and face.encoded(code) == claim.upper() and claims.get(ord(claim[0])) == claim
    }


def _is_same(one: str, other: str) -> bool:
    return one == other or _plain(one) == _plain(other)


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def _looks_more_like(face: Face, code: int, told: str, claim: str, shapes: Callable[[], Shapes]) -> bool:
    """Tell whether a glyph looks like the character of its name rather than like the one that its font claims."""
    shape = face.shape(code)
    if shape is None or len(told) != 1 or len(claim) != 1:
        return False
    if shapes().dash(shape):
        return _is_dash(told) and not _is_dash(claim)
    likeness = {character: score for score, character in shapes().best(shape, told + claim)}
    if claim not in likeness:
        return False
    return likeness[claim] < (likeness[told] - _LEAD_OVER_CLAIM if told in likeness else _UNLIKE)


def _is_dash(text: str) -> bool:
    return unicodedata.category(text) == "Pd" or text in "\u2212\u00ad"


def _false_digits(face: Face, claims: Mapping[int, str], shapes: Callable[[], Shapes]) -> dict[int, str]:
    """Return the digits of a font without names that are drawn as others; those in a usual order need no look."""
    digits = {code: claim for code, claim in claims.items() if len(claim) == 1 and claim in _DIGITS}
    claimed = [claim for _, claim in sorted(digits.items())]
    is_ascii = face.is_composite or all(
        chr(code) in {claim, chr(code).strip(_DIGITS)} for code, claim in digits.items()
    )
    if is_ascii and any(claimed == [digit for digit in order if digit in claimed] for order in _ORDERS):
        return {}
    found = {}
    for code, claim in digits.items():
        shape = face.shape(code)
        if shape is None:
            continue
        best = shapes().best(shape, _DIGITS)
        own = next(score for score, character in best if character == claim)
        if best[0][0] > own + _LEAD_OVER_CLAIM:
            found[code] = best[0][1]
    return found


def _signs(face: Face, claims: Mapping[int, str], shapes: Callable[[], Shapes]) -> dict[int, str]:
    """Return the signs that a font of signs names as letters, digits, punctuation or fractions, by their codes."""
    judged = {
        code: claim
        for code, claim in claims.items()
        if len(claim) == 1 and (_OF_TEXT.match(claim) or claim in _STAND_INS)
    }
    shown = ((code, face.shape(code), claim) for code, claim in judged.items())
    found = {code: _drawn_sign(shape, claim, shapes) for code, shape, claim in shown if shape is not None}
    return {code: sign for code, sign in found.items() if sign}


def _drawn_sign(shape: Shape, claim: str, shapes: Callable[[], Shapes]) -> str:
    """Return the sign that a glyph shows, a replacement character if it resembles none, nothing if its font may name it rightly."""
    bar = shapes().dash(shape)
    if bar:
        return bar
    # Small capitals are drawn as the other case.
    other_case = claim.swapcase() if claim.isascii() else claim
    own = max(_likeness(shape, claim, shapes), _likeness(shape, other_case, shapes))
    if own > 1 - _LEAD_IN_SIGN_FONT:  # nothing can lead by that; drawing all signs takes as long as reading pages
        return ""
    best, other = shapes().best(shape)[:2]
    if claim in _QUOTES and best[1] in _PRIMES:
        return ""
    least, lead = _LEAST_LIKENESS, _LEAD_IN_SIGN_FONT
    if _is_in_place_of(best[1], claim):
        least, lead = _LEAST_OF_GREEK, _LEAD_OVER_CLAIM
    elif claim.isalnum() and best[1].isalnum():  # letters of two alphabets, and O and 0, may be alike
        least, lead = max(least, other[0] + _LEAST_LEAD), _LEAD_OF_LETTER
    elif best[0] - other[0] >= _CLEAR_LEAD:
        least = _LEAST_OF_CLEAR
    if best[0] >= max(least, own + lead) and not _is_same(best[1], claim):
        return best[1]
    is_unlike = own < _UNLIKE and best[0] < max(_LEAST_LIKENESS, other[0] + _LEAST_LEAD)
    return "\ufffd" if is_unlike else ""


def _is_in_place_of(greek: str, latin: str) -> bool:
    """Tell whether fonts of signs put this Greek letter where others have this Latin one, as Symbol (µ for m) or Mathematical Pi (µ for l)."""
    letters = {SYMBOL.get(ord(latin), ""), _BY_ORDER.get(latin.lower(), "")}
    return latin.isascii() and latin.isalpha() and _plain(greek) in map(_plain, letters)


def _unknown_glyphs(
    face: Face, glyphs: frozenset[int], unlike: frozenset[int], shapes: Callable[[], Shapes]
) -> dict[int, str]:
    """Return what the glyphs are of which a font says nothing, a replacement character where that cannot be told.

    The codes `unlike` are known to resemble nothing.
    """
    codes = [code for code in face.codes(glyphs) if code not in unlike][:_MOST_GLYPHS]
    if _PICTURE_FONT.search(face.base):
        return dict.fromkeys(codes, " ")
    claims = {code: face.claim(code) for code in codes}
    # Some private characters are those of well-known fonts.
    unknown = [c for c, claim in claims.items() if is_unknown(claim) and (claim < "\ue000" or clean(claim) == claim)]
    private = {code: claims[code] for code in unknown if "\ue000" <= claims[code] <= "\uf8ff"}
    claims |= face.claims()
    # MuPDF takes a zero-width space by this old name for nothing.
    joiners = {code: "\u200b" for code, claim in face.mapped.items() if claim == "\ufeff"}
    # Where all letters are unknown, the words of the page's picture tell more than single drawings.
    if len(unknown) > _MOST_UNKNOWN and len(unknown) > len(claims) / 2:
        return {code: face.named(code) or private.get(code, "\ufffd") for code in unknown}
    found = {code: _recovered(face, code, claims, shapes) for code in unknown}
    return {code: text or private.get(code, "\ufffd") for code, text in found.items()} | joiners


def _recovered(face: Face, code: int, claims: Mapping[int, str], shapes: Callable[[], Shapes]) -> str:
    """Return what a glyph is, by its name or its drawing; empty if that cannot be told."""
    told = face.named(code) or (face.symbol(code) if face.is_symbol else "")
    if told:
        return told
    shape = face.shape(code)
    if shape is None:
        return " " if face.advance(code) > 0 else "\u200b"
    if _BY_CODE_FONT.search(face.base) and face.name(code) in _CONTROLS:
        return _of_tex(_CONTROLS[face.name(code)], shape, shapes)[0]
    known = {claim: other for other, claim in claims.items() if len(claim) == 1 and not is_unknown(claim)}
    bar = shapes().dash(shape, face.advance(known["+"]) if "+" in known else 0.0)
    told = bar or ("µ" if _is_micro(face, code, known, shapes) else _private_ligature(face.claim(code), shape, shapes))
    if told:
        return told
    wholes = ((text, _side_by_side(face, text, known)) for text in _LIGATURES)
    ligatures = [(shapes().same(shape, whole), text) for text, whole in wholes if whole is not None]
    ligatures = [*sorted(ligatures, reverse=True), (0.0, ""), (0.0, "")]
    signs = [*(found for found in shapes().best(shape) if found[1] not in known), (0.0, ""), (0.0, "")]
    (one, _), (other, twin), *rest = signs
    is_latin = sum(letter.isascii() and letter.isalpha() for letter in known) >= _FEW_LETTERS
    # I looks like iota, and a quotation mark like a prime.
    if is_latin and one - other < _LEAST_LEAD and (twin.isascii() or twin in _QUOTES):
        signs = [(one, twin), *rest]
    is_sure = ligatures[0][0] > max(_LEAST_LIKENESS, ligatures[1][0] + _LEAD_OVER_CLAIM, signs[0][0])
    if is_sure or ligatures[0][0] >= max(_LEAST_OF_LIGATURE, signs[0][0]):
        return ligatures[0][1]
    return signs[0][1] if signs[0][0] > max(_LEAST_LIKENESS, signs[1][0] + _LEAST_LEAD) else ""


def _private_ligature(claim: str, shape: Shape, shapes: Callable[[], Shapes]) -> str:
    """Return the ligature that a private-use character stands for, empty if the glyph does not look like it."""
    ligature = _PRIVATE_LIGATURES.get(claim, "")
    return ligature if ligature and shapes().best(shape, (ligature,))[0][0] > _LEAST_LIKENESS else ""


def _is_micro(face: Face, code: int, codes: Mapping[str, int], shapes: Callable[[], Shapes]) -> bool:
    """Tell whether a glyph is the font's own u with a stroke below the line."""
    shape, above = face.shape(code), face.shape_of([code], above=True)
    letter = face.shape_of([codes["u"]], above=True) if "u" in codes else None
    if shape is None or above is None or letter is None or shape.bottom > _BELOW_THE_LINE_EM:
        return False
    return shapes().same(above, letter) >= _LEAST_OF_LIGATURE


def _side_by_side(face: Face, text: str, codes: Mapping[str, int]) -> Shape | None:
    return face.shape_of([codes[letter] for letter in text]) if codes.keys() >= set(text) else None
