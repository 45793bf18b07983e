"""Pages, articles, Word files and texts made to fetch, to multiply, or to nest without end."""

from __future__ import annotations

from collections.abc import Iterator

from attacks.making import CANARY, MIB, PROSE, Maker, zip_of


def hostile_markup(server: str) -> Iterator[tuple[str, Maker]]:
    """Yield name and maker of each file; what they would fetch is at `server`."""
    address = f"{server}/{CANARY}".encode()
    yield from _declared(address)
    yield from _remote(address)
    yield from _endless()


def _declared(address: bytes) -> Iterator[tuple[str, Maker]]:
    """Yield documents whose declarations fetch or multiply."""
    laughs = b"".join(b'<!ENTITY e%d "%s">' % (n, b"&e%d;" % (n - 1) * 10) for n in range(1, 12))
    doctypes = {
        "laughs": b'<!DOCTYPE article [<!ENTITY e0 "laugh">%s]>' % laughs,
        "entity": b'<!DOCTYPE article [<!ENTITY e11 SYSTEM "%s">]>' % address,
        "file-entity": b'<!DOCTYPE article [<!ENTITY e11 SYSTEM "file:///etc/passwd">]>',
        "dtd": b'<!DOCTYPE article SYSTEM "%s">' % address,
        "parameter": b'<!DOCTYPE article [<!ENTITY %% p SYSTEM "%s"> %%p;]>' % address,
    }
    for name, doctype in doctypes.items():
        article = doctype + b"<article><body><p>%s&e11;</p></body></article>" % PROSE
        word = doctype + b"<document><body><p><r><t>%s&e11;</t></r></p></body></document>" % PROSE
        yield f"{name}.xml", lambda article=article: article  # type: ignore[misc]  # a default binds the loop's value
        yield f"{name}.docx", lambda word=word: _docx(word)  # type: ignore[misc]  # a default binds the loop's value
        yield f"{name}.html", lambda doctype=doctype: doctype + b"<html><p>%s&e11;" % PROSE  # type: ignore[misc]  # a default binds the loop's value


def _remote(address: bytes) -> Iterator[tuple[str, Maker]]:
    yield "remote.html", lambda: _remote_page(address)
    yield (
        "remote.xml",
        lambda: (
            b'<?xml-stylesheet href="%s"?><article xmlns:xi="http://www.w3.org/2001/XInclude"><body><xi:include href="%s"/><p>%s'
            b'<graphic href="%s"/></p></body></article>' % (address, address, PROSE, address)
        ),
    )
    yield (
        "remote.docx",
        lambda: _docx(
            b'<document><body><p><r><t>%s</t><pict><imagedata href="%s"/></pict></r></p><altChunk id="r1"/></body></document>'
            % (PROSE, address)
        ),
    )


def _endless() -> Iterator[tuple[str, Maker]]:
    yield "deep.html", lambda: b"<html>" + b"<div>" * 500_000 + PROSE
    yield "deep.xml", lambda: b"<article><body>" + b"<sec>" * 500_000 + PROSE
    yield "deep.docx", lambda: _docx(b"<document><body>" + b"<sdt>" * 500_000 + PROSE)
    yield "deep-formula.html", lambda: b"<html><p><math>" + b"<mrow>" * 100_000 + b"x</math>" + PROSE
    attributes = b" ".join(b'a%d="x"' % number for number in range(500_000))
    yield "attributes.html", lambda: b"<html><p %s>%s</p>" % (attributes, PROSE)
    yield "attributes.xml", lambda: b"<article><body><p %s>%s</p></body></article>" % (attributes, PROSE)
    yield "one-attribute.html", lambda: b'<html><p title="%s">%s</p>' % (b"x" * (12 * MIB), PROSE)
    yield "tables.html", lambda: b"<html>" + b"<table><tr><td>" * 50_000 + PROSE
    yield (
        "spans.html",
        lambda: (
            b"<html><table>"
            + b'<tr><td rowspan="65534" colspan="1000">x</td><td>y</td></tr>' * 2_000
            + b"</table>"
            + PROSE
        ),
    )
    yield "open-tags.html", lambda: b"<html><p>" + b"<b><i><font color=red>" * 20_000 + PROSE
    yield "bomb.docx", lambda: _docx(b"<document><body>" + b" " * (100 * MIB))
    yield "headings.txt", lambda: b"A title\n\n" + b"1.1 Results\n" * 30_000 + PROSE
    yield "one-line.txt", lambda: b"A title\n\n" + b"a-" * (10 * MIB)


def _remote_page(address: bytes) -> bytes:
    return (
        b'<!DOCTYPE html><html><head><base href="%s/"><link rel="stylesheet" href="%s"><script src="%s"></script>'
        b'<meta http-equiv="refresh" content="0;url=%s"></head><body><img src="%s" srcset="%s 2x"><iframe src="%s"></iframe>'
        b'<object data="%s"></object><p style="background:url(%s)">%s</p></body></html>'
        % (address, address, address, address, address, address, address, address, address, PROSE)
    )


def _docx(document: bytes) -> bytes:
    return zip_of({"[Content_Types].xml": b"<Types/>", "word/document.xml": document})
