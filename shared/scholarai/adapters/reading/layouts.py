"""A page as MuPDF finds its text and paths, as a plain layout value."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain, groupby
from operator import itemgetter
from types import ModuleType
from typing import Any

from scholarai.adapters.reading.faces import is_unknown
from scholarai.adapters.reading.parted_words import closed_up, joined_words
from scholarai.adapters.reading.styles import kinds_of
from scholarai.adapters.reading.visibility import Fill, shown
from scholarai.domain.content import Box, Matrix
from scholarai.parsing.coordinates import TENTHS, tenths_box
from scholarai.parsing.layout import Graphic, PageLayout, RawLine, Span, Style
from scholarai.parsing.pdf.layout.regions import painted_areas
from scholarai.parsing.pdf.layout.thresholds import PAGES, REGIONS
from scholarai.parsing.pdf.text.characters import ACCENT, accented

# The cosine of a text direction beyond which it counts as along or across the page; between them it is slanted.
_STRAIGHT = 0.98
_MAX_COORDINATE_PT = 20_000
_VECTOR = 3
# Only pages that may hold a caption need their pictures' areas.
_CAPTION_LIKE = re.compile(r"\s*(?:supp|extended|online|fig|tab|alg|list|scheme|chart|plate|box|abb)", re.IGNORECASE)
_VOWELS = frozenset("aeiouyıAEIOUY")
_MOST_GRAPHICS = 20_000
_SCAN_CHARACTERS = 200
_NEAR_WHITE = 0xF2F2F2
# Fewer words may come from different word breaks. A guess.
_LEAST_WORDS = 4
# Words that stand in place of the printed ones; a path that cuts off what follows; what may end that, and text.
_ACTUAL_TEXT = re.compile(rb"/ActualText\b")
_CUT = re.compile(rb"W(?<!\wW)\*?\s+n\b")
_RESTORED_OR_TEXT = re.compile(rb"\b(?:Q|BT)\b")

# How many first letters of two lines are compared, and how far one that was printed twice stands from itself.
_ALIKE = 3
_TWICE_PT = 1.5
_WORD = re.compile(r"\w+")
# Rounding moves a page by less.
_NO_SHIFT_PT = 0.01

_Rectangle = tuple[float, float, float, float]


def page_layout(pymupdf: ModuleType, page: Any, page_number: int) -> PageLayout:
    """Return an open page as it is displayed."""
    # Ligatures come expanded without TEXT_PRESERVE_LIGATURES; without a clip, off-page text is seen and can be noted.
    # Painted paths come in the same pass; images do not, since the dictionary would decode them.
    # A glyph of which nothing is known comes as a replacement character: its number would pass for another sign.
    flags = pymupdf.TEXT_PRESERVE_WHITESPACE
    # Clipped text, and text that a screen reader is to say instead of the printed one, is not on the page.
    printed = flags | _vector_flags(pymupdf) | pymupdf.TEXT_CLIP | pymupdf.TEXT_IGNORE_ACTUALTEXT
    area = page.rect
    width, height = area.width, area.height
    rotation = tuple(page.rotation_matrix) if page.rotation else None
    text_page = page.get_textpage(flags=printed)
    blocks = text_page.extractDICT()["blocks"]
    twice = _prints_twice(blocks)
    if twice:
        # MuPDF keeps one of the letters that stand on one another, as bold; looking for them takes thrice the time.
        text_page = page.get_textpage(flags=printed | pymupdf.TEXT_COLLECT_STYLES)
        blocks = text_page.extractDICT()["blocks"]
    if any(ACCENT.search(span["text"]) for span in _all_spans(blocks)):
        _accent_letters(blocks, text_page.extractRAWDICT()["blocks"])
    ends = _word_ends(text_page.extractWORDS())
    lines: list[RawLine] = []
    vectors: list[_Vector] = []
    number = -1  # of the text block: words count those alone
    spaced = False  # a block without lines is white space of 0 pt
    for block in blocks:
        if block["type"] == _VECTOR:
            vectors.append((len(lines), block))
            continue
        number += 1
        found = block.get("lines", ())
        spaced = spaced or not found
        for line_number, line in enumerate(found):
            raw = _raw_line(line, ends.get((number, line_number), ()))
            if raw is None:
                continue
            raw = turned(raw, rotation) if rotation else raw
            whole = joined_words(lines[-1], raw) if spaced and lines else None
            if whole is not None:
                lines[-1] = whole
            else:
                lines.append(raw)
            spaced = False
    if twice:
        lines = _once(lines)
    graphics, fills = _graphics(pymupdf, page, vectors, lines, (width, height))
    if rotation:
        graphics = tuple(graphic._replace(box=turned_box(graphic.box, rotation)) for graphic in graphics)
        fills = [fill._replace(box=turned_box(fill.box, rotation)) for fill in fills]
    return PageLayout(
        page_number,
        round(width, 1),
        round(height, 1),
        tuple(shown(page, lines, fills)),
        graphics,
        links=_links(pymupdf, page, rotation) if page_number <= PAGES.title_pages else (),
        more_text=_has_more_text(page, flags, lines),
        to_pdf=_to_pdf(pymupdf, page),
    )


def has_unknown_signs(page: PageLayout) -> bool:
    """Tell whether a page has glyphs of which its fonts do not say what they are."""
    return is_unknown("".join([span.text for line in page.lines for span in line.spans]) or " ")


def _to_pdf(pymupdf: ModuleType, page: Any) -> Matrix | None:
    """Return the matrix from displayed points to the PDF's coordinates, or None if it only flips the y axis.

    PyMuPDF's own matrices leave the crop box of a turned page out; its `cropbox` counts y from the top of the media box.
    """
    area = page.rect
    turn = page.derotation_matrix if page.rotation else None
    width = (area * turn).width if turn else area.width
    crop, media = page.cropbox, page.mediabox
    unit = crop.width / width if width else 1.0
    flip = (unit, 0.0, 0.0, -unit, crop.x0, media.y1 - crop.y0)
    a, b, c, d, e, f = (round(float(number), 3) + 0.0 for number in (turn * pymupdf.Matrix(*flip) if turn else flip))
    usual = (1.0, 0.0, 0.0, -1.0, 0.0, area.height)
    found = (a, b, c, d, e, f)
    return None if all(abs(one - other) < _NO_SHIFT_PT for one, other in zip(found, usual, strict=True)) else found


# How many lines come before a painted path, and the path.
_Vector = tuple[int, dict[str, Any]]


def _all_spans(blocks: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    return (span for block in blocks for line in block.get("lines", ()) for span in line["spans"])


def _accent_letters(blocks: list[dict[str, Any]], drawn: list[dict[str, Any]]) -> None:
    """Compose letters with the accents that are drawn over them and come behind them: `Sa´nchez`. TeX has them before: `S´anchez`.

    An acute accent beside letters is typed for an apostrophe: `Student´s`; before a vowel it may be meant for that: `Garc´ıa`.

    Args:
        blocks: Blocks whose spans have `text`, which is changed.
        drawn: The same blocks, whose spans have `chars`.
    """
    before: dict[str, Any] = {}
    signs = [sign for span in _all_spans(drawn) for sign in span["chars"]]
    behind = chain(signs[1:], [{}])
    for span, same in zip(_all_spans(blocks), _all_spans(drawn), strict=True):
        letters: list[str] = []
        for sign, after in zip(same["chars"], behind, strict=False):
            is_over = _stands_over(sign, before)
            if letters and is_over and letters[-1].isalpha() and ACCENT.match(sign["c"]):
                letters[-1] = accented(letters[-1], sign["c"])
            elif sign["c"] == "´" and before.get("c", "").isalpha() and not (is_over or _is_accented(after, sign)):
                letters.append("’")
            else:
                letters.append(sign["c"])
            before = sign
        span["text"] = "".join(letters)


def _is_accented(letter: dict[str, Any], accent: dict[str, Any]) -> bool:
    return _stands_over(accent, letter) or letter.get("c", "") in _VOWELS


def _stands_over(sign: dict[str, Any], letter: dict[str, Any]) -> bool:
    if not letter:
        return False
    left, _, right, _ = sign["bbox"]
    return bool(letter["bbox"][0] < (left + right) / 2 < letter["bbox"][2])


def _vector_flags(pymupdf: ModuleType) -> int:
    return int(pymupdf.TEXT_COLLECT_VECTORS) | int(getattr(pymupdf, "TEXT_LAZY_VECTORS", 0))


def _prints_twice(blocks: list[dict[str, Any]]) -> bool:
    """Tell whether two lines that begin alike are printed over each other, which makes text look bold."""
    places: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for block in blocks:
        for line in block.get("lines", ()):
            spans = line["spans"]
            word = spans[0]["text"].lstrip()[:_ALIKE].rstrip() if spans else ""
            if not word:
                continue
            x, y = line["bbox"][0], line["bbox"][3]
            found = places[word]
            for left, low in found:
                if abs(x - left) <= _TWICE_PT and abs(y - low) <= _TWICE_PT:
                    return True
            found.append((x, y))
    return False


def _once(lines: list[RawLine]) -> list[RawLine]:
    """Return the lines without copies that are offset from the original by up to a tenth of their size; MuPDF removes only closer ones."""
    kept: dict[tuple[str, ...], list[int]] = defaultdict(list)
    found: list[RawLine] = []
    for line in lines:
        same = kept[tuple([span.text for span in line.spans])]
        x, y = line.box.x0, line.box.y1
        first = next(
            (at for at in same if max(abs(x - found[at].box.x0), abs(y - found[at].box.y1)) <= _TWICE_PT), None
        )
        if first is None:
            same.append(len(found))
            found.append(line)
        else:
            bold = [span._replace(style=span.style._replace(bold=True)) for span in found[first].spans]
            found[first] = found[first]._replace(spans=tuple(bold))
    return found


def _word_ends(words: list[tuple[Any, ...]]) -> dict[tuple[int, int], list[float]]:
    """Return x0, y0, x1, y1 of each word in turn, by block and line."""
    ends: dict[tuple[int, int], list[float]] = defaultdict(list)
    for word in words:
        ends[word[5:7]] += word[:4]
    return ends


def _raw_line(line: dict[str, Any], ends: Sequence[float]) -> RawLine | None:
    """Return a line with the ends of its words, None where it has no text or stands nowhere."""
    box = line["bbox"]
    x0, y0, x1, y1 = box
    most = _MAX_COORDINATE_PT
    # Broken files place things at infinity; comparisons with NaN fail as well.
    if not (-most < x0 <= x1 < most and -most < y0 <= y1 < most):
        return None
    try:
        spans = _spans(line)
        across, down = line["dir"]
        first = 1 if abs(down) > abs(across) else 0
        extents = tuple([TENTHS[tenths] for tenths in map(_rounded, [10 * end for end in ends[first::2]])])
    except (ValueError, OverflowError):  # NaN, infinity
        return None
    if not spans:
        return None
    found = RawLine(spans, tenths_box(box), extents, _direction(across, down))
    return closed_up(found) if found.direction == (1, 0) else found


# Half the time of `round`, which looks for this method first.
_rounded = float.__round__


def _spans(line: dict[str, Any]) -> tuple[Span, ...]:
    """Return spans, those of one style that follow one another as one: MuPDF parts words from the white between them."""
    found = line["spans"]
    kinds = kinds_of(found)
    if kinds and kinds.count(kinds[0]) == len(kinds):
        one = _span(kinds[0], found, line["bbox"])
        return (one,) if one.text else ()
    spans = []
    for kind, parts in groupby(zip(kinds, found, strict=True), key=itemgetter(0)):
        same = [part for _, part in parts]
        spans.append(_span(kind, same, same[0]["bbox"] if len(same) == 1 else _hull(same)))
    return tuple([span for span in spans if span.text])


def _span(kind: tuple[Style, bool], parts: list[dict[str, Any]], box: _Rectangle) -> Span:
    style, raised = kind
    text = parts[0]["text"] if len(parts) == 1 else "".join([part["text"] for part in parts])
    return _new(Span, (text, style, box, TENTHS[round(10 * parts[0]["origin"][1])], raised))


# What NamedTuple's constructor does, without its call.
_new = tuple.__new__


def _hull(spans: list[dict[str, Any]]) -> _Rectangle:
    x0, y0, x1, y1 = zip(*[span["bbox"] for span in spans], strict=True)
    return min(x0), min(y0), max(x1), max(y1)


def _direction(across: float, down: float) -> tuple[int, int]:
    if across > _STRAIGHT:
        return (1, 0)
    if abs(down) > _STRAIGHT:
        return (0, 1 if down > 0 else -1)
    return (-1, 0) if across < -_STRAIGHT else (0, 0)


def _links(pymupdf: Any, page: Any, rotation: Matrix | None) -> tuple[tuple[Box, str], ...]:
    """Return the web links of a page: on title pages ORCID iDs and DOIs are often links under an icon.

    `get_links` of PyMuPDF would also look up where links inside the paper lead, for which it reads every page.
    """
    links = []
    link = pymupdf.mupdf.fz_load_links(page.this)
    while link.m_internal:
        uri = link.uri()
        if uri and pymupdf.mupdf.fz_is_external_link(uri) and not uri.startswith("file:"):
            area = link.rect()
            box = tenths_box((area.x0, area.y0, area.x1, area.y1))
            links.append((turned_box(box, rotation) if rotation else box, uri))
        link = link.next()
    return tuple(links)


def _graphics(
    pymupdf: Any, page: Any, vectors: list[_Vector], lines: list[RawLine], size: tuple[float, float]
) -> tuple[tuple[Graphic, ...], list[Fill]]:
    """Return what is painted on a page: rules and coloured backgrounds always, pictures where a caption may name them."""
    boxes = []
    graphics = []
    fills = []
    most = _MAX_COORDINATE_PT
    for after, vector in vectors:
        x0, y0, x1, y1 = box = vector["bbox"]
        if not (-most < x0 <= x1 < most and -most < y0 <= y1 < most):
            continue
        boxes.append(box)
        if x1 - x0 < REGIONS.least_pt:
            continue
        fill = None if vector["stroked"] or y1 - y0 <= REGIONS.thin_pt else vector["color"]
        graphics.append(Graphic(tenths_box(box), fill=fill))
        if fill is not None:
            fills.append(Fill(after, graphics[-1].box, fill))
    if _needs_images(lines):
        graphics += [Graphic(tenths_box(box), image=True) for box in _image_boxes(pymupdf, page)]
    if len(graphics) > _MOST_GRAPHICS or not any(_CAPTION_LIKE.match(line.spans[0].text) for line in lines):
        return tuple(graphics[:_MOST_GRAPHICS]), fills
    return (*graphics, *map(Graphic, painted_areas(boxes, *size))), fills


def _needs_images(lines: list[RawLine]) -> bool:
    """Tell whether the places of images matter: in scans, and under white text. Finding them takes ten times as long as text."""
    characters = 0
    white = False
    for line in lines:
        for span in line.spans:
            characters += len(span.text)
            white = white or span.style.color >= _NEAR_WHITE
    return characters < _SCAN_CHARACTERS or white


def _image_boxes(pymupdf: Any, page: Any) -> list[_Rectangle]:
    """Return where images stand; `page.get_image_info` would also describe each."""
    text_page = page.get_textpage(flags=pymupdf.TEXT_PRESERVE_IMAGES)
    text = pymupdf.mupdf.FZ_STEXT_BLOCK_TEXT
    found = (block.m_internal for block in text_page.this)
    boxes = [block.bbox for block in found if block.type != text]
    return [(box.x0, box.y0, box.x1, box.y1) for box in boxes]


def _cuts_text(contents: bytes) -> bool:
    """Tell whether text begins between a path that cuts off and the next restored state."""
    cut = _CUT.search(contents)
    while cut is not None:
        following = _RESTORED_OR_TEXT.search(contents, cut.end())
        if following is None:
            return False
        if following[0] == b"BT":
            return True
        cut = _CUT.search(contents, following.end())
    return False


def _has_more_text(page: Any, flags: int, lines: list[RawLine]) -> bool:
    """Tell whether the file holds words for the page that are not printed, if its contents have operators that can hide text.

    Text that a form inside the page clips is left out without being noticed here: examining each form would take longer
    than reading the page.
    """
    contents = page.read_contents()
    if not _ACTUAL_TEXT.search(contents) and not _cuts_text(contents):
        return False
    unprinted = Counter(_WORD.findall(page.get_textpage(flags=flags).extractTEXT()))
    unprinted.subtract(word for line in lines for word in _WORD.findall("".join([span.text for span in line.spans])))
    return sum(count for count in unprinted.values() if count > 0) >= _LEAST_WORDS


def turned(line: RawLine, matrix: Matrix) -> RawLine:
    """Return a line as it stands on the displayed page."""
    spans = tuple(span._replace(box=turned_box(Box(*span.box), matrix)) for span in line.spans)
    a, b, c, d, *_ = matrix
    across, down = line.direction
    direction = (round(across * a + down * c), round(across * b + down * d))
    vertical = line.vertical
    ends = []
    for low, high in zip(line.extents[::2], line.extents[1::2], strict=True):
        word = Box(line.box.x0, low, line.box.x1, high) if vertical else Box(low, line.box.y0, high, line.box.y1)
        box = turned_box(word, matrix)
        ends += [box.y0, box.y1] if direction[0] == 0 else [box.x0, box.x1]
    if direction[0]:
        descent = PAGES.descent_ems
        spans = tuple(span._replace(baseline_pt=span.box[3] - descent * span.style.size_pt) for span in spans)
    return RawLine(spans, turned_box(line.box, matrix), tuple(ends), direction)


def turned_box(box: Box, matrix: Matrix) -> Box:
    """Return a box as it stands on the displayed page."""
    a, b, c, d, e, f = matrix
    xs = sorted((box.x0 * a + box.y0 * c + e, box.x1 * a + box.y1 * c + e))
    ys = sorted((box.x0 * b + box.y0 * d + f, box.x1 * b + box.y1 * d + f))
    return tenths_box((xs[0], ys[0], xs[1], ys[1]))
