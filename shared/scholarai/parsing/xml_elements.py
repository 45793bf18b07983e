"""Parses XML into elements without name spaces, within bounds, fetching nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from html.entities import html5
from types import MappingProxyType
from xml.etree import ElementTree as ET
from xml.etree.ElementTree import Element

from scholarai.domain.superscripts import lowered, raised

SHIFTS: Mapping[str, Callable[[str], str]] = MappingProxyType({"sup": raised, "sub": lowered})
# Deeper than any paper; every walk over the elements may recurse.
DEEPEST = 150
# Declared by DTDs, which are not fetched.
_ENTITIES = {name.removesuffix(";"): value for name, value in html5.items() if name.endswith(";")}


class XmlError(ValueError):
    """A document that cannot be parsed, or that nests too deeply."""


def root_of(source: bytes) -> Element:
    """Return the outermost element of a document.

    Expat loads no external entity or DTD, and ends when internal ones multiply.

    Raises:
        XmlError: If it is no XML, or nests too deeply.
    """
    parser = ET.XMLParser(target=PlainNames())  # noqa: S314  expat bounds entities and loads none from outside
    parser.entity.update(_ENTITIES)
    try:
        parser.feed(source)
        root: Element = parser.close()
    except (ET.ParseError, LookupError, ValueError) as error:
        raise XmlError(str(error)) from error
    return root


class PlainNames(ET.TreeBuilder):
    """Builds elements whose names and attributes lack their name spaces, so that all versions of a format look alike."""

    def __init__(self) -> None:
        super().__init__()
        self._depth = 0

    def start(self, tag: str, attrs: dict[str, str]) -> Element:
        self._depth += 1
        if self._depth > DEEPEST:
            raise XmlError("elements nest too deeply")
        return super().start(_local(tag), {_local(name): value for name, value in attrs.items()})

    def end(self, tag: str) -> Element:
        self._depth -= 1
        return super().end(_local(tag))


def text_of(element: Element | None, *, without: frozenset[str] = frozenset()) -> str:
    """Return the text inside an element as one line; elements named in `without` are left out."""
    if element is None:
        return ""
    return " ".join("".join(_pieces(element, without)).split())


def printed_text_of(element: Element | None, *, without: frozenset[str] = frozenset()) -> str:
    """Return what `text_of` does, with raised and lowered digits as such."""
    if element is None:
        return ""
    return " ".join("".join(_pieces(element, without, SHIFTS)).split())


def _pieces(
    element: Element, without: frozenset[str], shifts: Mapping[str, Callable[[str], str]] = MappingProxyType({})
) -> Iterator[str]:
    yield element.text or ""
    for child in element:
        if child.tag in shifts:
            yield shifts[child.tag]("".join(_pieces(child, without)))
        elif child.tag not in without:
            yield from _pieces(child, without, shifts)
        # publishers leave it to the printer to part the names of a person
        yield child.tail or (" " if child.tag == "surname" else "")


def _local(name: str) -> str:
    return name.rpartition("}")[2].rpartition(":")[2]
