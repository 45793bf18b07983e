"""Removes hidden text from an article: styled content, and words that formulas do not draw."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

from scholarai.parsing.latex.hidden_formulas import holds_word, visible_formula

# What publishers call content for machines and screen readers, in attributes whose values are free.
_UNSEEN_USES = frozenset(
    "hidden hide invisible no-display nodisplay not-displayed do-not-display suppress suppressed screen-reader "
    "screen-reader-only sr-only text-to-speech tts".split()
)
_LOOKS = ("style", "style-type", "style-detail")
_USES = ("specific-use", "content-type", *_LOOKS)
_STYLES = ("mathcolor", "mathbackground", "mathsize", "hidden", *_USES)
# `visually-hidden`, `hidden-text`, `white-text`
_AROUND = re.compile(r"^(?:visually-?)(?=hidden)|-(?:text|content)$")


def remove_hidden(article: Element) -> bool:
    """Remove what readers do not see, and tell whether there were words in it."""
    has_hidden = False
    styled = [one for one in article.iter() if any(name in one.attrib for name in _STYLES)]
    if styled:
        from scholarai.parsing.css import Sheets  # few articles say styles

        for one in styled:
            if declared := _declared(one):
                one.set("style", declared)
        looks = dict(Sheets(()).looks(article))
        elements = {one for one, look in looks.items() if look is None or _is_for_others(one)}
        texts = {one for one, look in looks.items() if look is not None and not look.shows}
        has_hidden = _remove(article, elements, texts)
    return remove_from_formulas(article) or has_hidden


def _declared(element: Element) -> str:
    """Return what an element's attributes declare in the words of style sheets, in which any of them may be written."""
    from tinycss2.color4 import parse_color  # as above

    said = [element.get(name, "") for name in reversed(_USES)]
    colours = [_AROUND.sub("", element.get(name, "").strip()) for name in _LOOKS]
    return ";".join(
        [*(one for one in said if ":" in one), *(f"color:{one}" for one in colours if one and parse_color(one))]
    )


def remove_from_formulas(article: Element) -> bool:
    """Remove from formulas what they do not draw, and tell whether there were words in it."""
    has_hidden = False
    for formula in article.iter("tex-math"):
        source = formula.text or ""
        formula.text = visible_formula(source)
        has_hidden = has_hidden or formula.text != source
    for phantom in article.iter("mphantom"):
        has_hidden = has_hidden or holds_word("".join(phantom.itertext()))
        phantom.text = None
        phantom[:] = []
    return has_hidden


def _is_for_others(element: Element) -> bool:
    said = " ".join(element.get(name, "") for name in _USES).lower().replace("_", "-").split()
    return not _UNSEEN_USES.isdisjoint(_AROUND.sub("", one) for one in said)


def _remove(element: Element, elements: set[Element], texts: set[Element]) -> bool:
    has_hidden = False
    for child in element:
        if child in elements:
            has_hidden = has_hidden or any(text.strip() for text in child.itertext())
            child.text = None
            child[:] = []
        else:
            has_hidden = _remove(child, elements, texts) or has_hidden
    if element in texts:
        said = [element.text, *(child.tail for child in element)]
        has_hidden = has_hidden or any((text or "").strip() for text in said)
        element.text = None
        for child in element:
            child.tail = None
    return has_hidden
