"""Letters of symbol fonts, which Word and old PDFs store as their places in the font."""

from __future__ import annotations

# The encoding of Adobe's Symbol (PDF reference 1.7, annex D.5) from 0x20 on and from 0xA0 on; "\ufffd" where it has no sign.
SYMBOL = dict(
    [
        *enumerate(
            " !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼",
            0x20,
        ),
        *enumerate(
            "€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪\ufffd〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭",
            0xA0,
        ),
    ]
)
# Signs of Wingdings that papers use; the others are ornaments.
_WINGDINGS = {
    0x6C: "●",
    0x6E: "■",
    0x6F: "□",
    0x9F: "•",
    0xA7: "▪",
    0xA8: "◻",
    0xD8: "➢",
    0xDF: "←",
    0xE0: "→",
    0xE8: "➔",
}
_WINGDINGS |= {0xE1: "↑", 0xE2: "↓", 0xF0: "⇨", 0xFB: "✗", 0xFC: "✓", 0xFD: "☒", 0xFE: "☑"}
_FONTS = {"symbol": SYMBOL, "symbol mt": SYMBOL, "opensymbol": SYMBOL, "wingdings": _WINGDINGS}
_OTHERS = ("wingdings", "webdings", "zapf", "marlett", "monotype sorts")
# Word adds this to a place in a symbol font.
PRIVATE = 0xF000
UNREAD = "\ufffd"


def is_symbol_font(font: str) -> bool:
    return font.lower() in _FONTS or font.lower().startswith(_OTHERS)


def sign(code: int, font: str) -> str:
    """Return the sign at a place in a symbol font, of Symbol where no other is named; `UNREAD` for one without a letter."""
    place = code - PRIVATE if PRIVATE <= code <= PRIVATE + 0xFF else code
    usual = {} if is_symbol_font(font) else SYMBOL
    found = _FONTS.get(font.lower(), usual).get(place)
    return found or (chr(place) if 0xFF < place < 0xE000 else UNREAD)


def in_letters(text: str, font: str) -> str:
    """Return a text whose font may be one of symbols in letters."""
    is_symbols = is_symbol_font(font)
    if text.isascii() and not is_symbols:
        return text
    return "".join(
        sign(ord(one), font)
        if PRIVATE + 0x20 <= ord(one) <= PRIVATE + 0xFF or (is_symbols and ord(one) <= 0xFF and not one.isspace())
        else one
        for one in text
    )
