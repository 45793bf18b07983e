"""What TeX's own fonts have at each of their codes: by Knuth's The TeXbook, appendix F, and by LaTeX's encoding T1, of Cork."""

from __future__ import annotations

import string

_CAPITALS = "ΓΔΘΛΞΠΣΥΦΨΩ"
_LETTERS = string.ascii_uppercase
_SMALL = string.ascii_lowercase
_LIGATURES = ("ff", "fi", "fl", "ffi", "ffl")

TEXT = (
    *_CAPITALS, *_LIGATURES, *"ıȷ`´ˇ˘¯˚¸ßæœøÆŒØ",
    *" !”#$%&’()*+,-./0123456789:;¡=¿?@", *_LETTERS, *"[“]ˆ˙‘", *_SMALL, *"–—˝˜¨",
)  # fmt: skip
CORK = (
    *"`´ˆ˜¨˝˚ˇ˘¯˙¸˛‚‹›“”„«»–—\u200b₀ıȷ", *_LIGATURES, *'␣!"#$%&’()*+,-./0123456789:;<=>?@', *_LETTERS, *"[\\]^_‘", *_SMALL,
    *"{|}~-ĂĄĆČĎĚĘĞĹĽŁŃŇŊŐŔŘŚŠŞŤŢŰŮŸŹŽŻĲİđ§ăąćčďěęğĺľłńňŋőŕřśšşťţűůÿźžżĳ¡¿£",
    *"ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖŒØÙÚÛÜÝÞ", "SS", *"àáâãäåæçèéêëìíîïðñòóôõöœøùúûüýþß",
)  # fmt: skip
TYPEWRITER = (
    *_CAPITALS, *"↑↓'¡¿ıȷ`´ˇ˘¯˚¸ßæœøÆŒØ",
    *'␣!"#$%&’()*+,-./0123456789:;<=>?@', *_LETTERS, *"[\\]^_‘", *_SMALL, *"{|}~¨",
)  # fmt: skip
ITALIC = (
    *_CAPITALS, *"αβγδϵζηθικλμνξπρστυϕχψωεϑϖϱςφ↼↽⇀⇁↪↩▷◁0123456789.,</>⋆∂", *_LETTERS,
    *"♭♮♯⌣⌢ℓ", *_SMALL, *"ıȷ℘\u20d7⁀",
)  # fmt: skip
SYMBOLS = (
    *"−·×∗÷⋄±∓⊕⊖⊗⊘⊙◯∘•≍≡⊆⊇≤≥≼≽∼≈⊂⊃≪≫≺≻←→↑↓↔↗↘≃⇐⇒⇑⇓⇔↖↙∝′∞∈∋△▽/↦∀∃¬∅ℜℑ⊤⊥ℵ", *_LETTERS,
    *"∪∩⊎∧∨⊢⊣⌊⌋⌈⌉{}⟨⟩|∥↕⇕\\≀√∐∇∫⊔⊓⊑⊒§†‡¶♣♢♡♠",
)  # fmt: skip
EXTENSION = (
    *"()[]⌊⌋⌈⌉{}⟨⟩|∥/\\()()[]⌊⌋⌈⌉{}⟨⟩/\\()[]⌊⌋⌈⌉{}⟨⟩/\\/\\⎛⎞⎡⎤⎣⎦⎢⎥⎧⎫⎩⎭⎨⎬⎪⏐⎝⎠⎜⎟⟨⟩⊔⊔∮∮⊙⊙⊕⊕⊗⊗",
    *"∑∏∫⋃⋂⊎⋀⋁∑∏∫⋃⋂⊎⋀⋁∐∐ˆˆˆ˜˜˜[]⌊⌋⌈⌉{}√√√√⎷⏐√⏐↑↓⏞⏞⏟⏟⇑⇓",
)
# The likelier one first, where two fit as well.
PROPORTIONAL = (TEXT, CORK, ITALIC, SYMBOLS, EXTENSION)
ALL = (*PROPORTIONAL, TYPEWRITER)
