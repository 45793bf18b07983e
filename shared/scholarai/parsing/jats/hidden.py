"""Removes hidden text from an article: styled content, and words that formulas do not draw."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from scholarai.parsing.latex.hidden_formulas import visible_formula

# What publishers call content for machines and screen readers, in `specific-use` and `style-type`. The values are free.
_UNSEEN_USES = frozenset(
    "hidden hide invisible no-display nodisplay not-displayed do-not-display suppress suppressed screen-reader "
    "screen-reader-only sr-only".split()
)
_STYLES = ("style", "style-type", "specific-use")


def remove_hidden(article: Element) -> bool:
    """Remove what readers do not see, and tell whether there were words in it."""
    has_hidden = False
    if any(name in one.attrib for one in article.iter() for name in _STYLES):
        from scholarai.parsing.css import Sheets  # few articles say styles

        looks = dict(Sheets(()).looks(article))
        elements = {one for one, look in looks.items() if look is None or _is_for_others(one)}
        texts = {one for one, look in looks.items() if look is not None and not look.shows}
        has_hidden = _remove(article, elements, texts)
    return remove_from_formulas(article) or has_hidden


def remove_from_formulas(article: Element) -> bool:
    """Remove from formulas in LaTeX what they do not draw, and tell whether there was any."""
    has_hidden = False
    for formula in article.iter("tex-math"):
        source = formula.text or ""
        formula.text = visible_formula(source)
        has_hidden = has_hidden or formula.text != source
    return has_hidden


def _is_for_others(element: Element) -> bool:
    said = f"{element.get('specific-use', '')} {element.get('style-type', '')}".lower().replace("_", "-").split()
    return not _UNSEEN_USES.isdisjoint(said)


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
