"""Draws a PostScript figure by Ghostscript's library, where the system has it; runs inside the reading process.

A program of its own could not be started there, and no file be written: the picture comes back in memory. The structures and
constants are those of Ghostscript's `iapi.h` and `gdevdsp.h`.
"""

from __future__ import annotations

import ctypes
import re
import sys
from collections.abc import Sequence
from ctypes import CFUNCTYPE, c_char_p, c_int, c_uint, c_void_p
from functools import cache
from typing import Any, NamedTuple

ENDINGS = (".eps", ".ps")
_LIBRARIES = {"linux": ("libgs.so.10", "libgs.so.9"), "darwin": ("libgs.dylib",), "win32": ("gsdll64.dll",)}
# As the pictures of pages; a figure larger than a page is drawn with fewer dots.
_DOTS_PER_INCH = 200
_MOST_DOTS = 2_400
_POINTS_PER_INCH = 72
# The library takes less than 64 KB at once.
_PIECE_BYTES = 32_768
_NEEDS_MORE = -106
# Red, green and blue of eight bits each, from the top row down.
_FORMAT = 0x804
_COLOURS = 3
_BOX = re.compile(rb"^%%BoundingBox:[ \t]*(\(atend\)|[-+.\d]+[ \t]+[-+.\d]+[ \t]+[-+.\d]+[ \t]+[-+.\d]+)", re.MULTILINE)
# Begins a file that holds a preview beside the program, whose place and length are the next two numbers.
_WITH_PREVIEW = b"\xc5\xd0\xd3\xc6"

_Handled = CFUNCTYPE(c_int, c_void_p, c_void_p)
_PreSized = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int, c_int, c_uint)
_Sized = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int, c_int, c_uint, c_void_p)
_Paged = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int)
_Updated = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int, c_int, c_int)
_Stream = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int)


class _Display(ctypes.Structure):
    """`display_callback` in its first version."""

    _fields_ = (
        ("size", c_int),
        ("version_major", c_int),
        ("version_minor", c_int),
        ("open", _Handled),
        ("preclose", _Handled),
        ("close", _Handled),
        ("presize", _PreSized),
        ("sized", _Sized),
        ("sync", _Handled),
        ("page", _Paged),
        ("update", _Updated),
        ("allocate", c_void_p),
        ("free", c_void_p),
    )


class _Page(NamedTuple):
    """The pixels of a rendered page, in rows without padding."""

    width: int
    height: int
    samples: bytes


class _Drawn:
    """Takes the first page that the library draws; its memory goes with the library's next step."""

    def __init__(self) -> None:
        self.page: _Page | None = None
        self._size = (0, 0, 0)
        self._address: int | None = None
        done = _Handled(lambda *_: 0)
        self.display = _Display(
            ctypes.sizeof(_Display), 1, 0, done, done, done, _PreSized(lambda *_: 0), _Sized(self._sized), done,
            _Paged(self._paged), _Updated(lambda *_: 0), None, None,
        )  # fmt: skip

    def _sized(self, _handle: Any, _device: Any, width: int, height: int, row: int, _format: int, address: Any) -> int:
        self._size, self._address = (width, height, row), address
        return 0

    def _paged(self, *_: Any) -> int:
        if self.page is None and self._address is not None:
            width, height, row = self._size
            data = ctypes.string_at(self._address, row * height)
            rows = (data[start : start + width * _COLOURS] for start in range(0, len(data), row))
            self.page = _Page(width, height, b"".join(rows))
        return 0


def endings() -> Sequence[str]:
    """Return the endings of the files that can be drawn here: none without the library."""
    return ENDINGS if _library() is not None else ()


def picture(pymupdf: Any, data: bytes) -> Any:
    """Return the first page of a figure as a pixmap with its resolution, on white.

    Raises:
        ValueError: If the file does not say how large it is, or nothing was drawn.
    """
    program = _program(data)
    x0, y0, x1, y1 = _box(program)
    width, height = x1 - x0, y1 - y0
    if min(width, height) <= 0:
        raise ValueError("the figure has no size")
    dots = min(_DOTS_PER_INCH, _MOST_DOTS * _POINTS_PER_INCH / max(width, height))
    moved = b"%f %f translate\n" % (-x0, -y0)
    page = _first_page(
        moved + program + b"\nshowpage\n",
        (f"-r{dots:f}", f"-dDEVICEWIDTHPOINTS={width:f}", f"-dDEVICEHEIGHTPOINTS={height:f}"),
    )
    drawn = pymupdf.Pixmap(pymupdf.csRGB, page.width, page.height, page.samples, False)
    drawn.set_dpi(round(dots), round(dots))
    return drawn


def _program(data: bytes) -> bytes:
    if not data.startswith(_WITH_PREVIEW):
        return data
    start, length = (int.from_bytes(data[at : at + 4], "little") for at in (4, 8))
    return data[start : start + length]


def _box(program: bytes) -> tuple[float, ...]:
    found: list[bytes] = _BOX.findall(program)
    # A figure inside the figure has a box of its own.
    told = found[-1] if found and found[0] == b"(atend)" else found[0] if found else b""
    try:
        x0, y0, x1, y1 = map(float, told.split())
    except ValueError:
        raise ValueError("the figure does not say how large it is") from None
    return x0, y0, x1, y1


def _first_page(program: bytes, options: Sequence[str]) -> _Page:
    library, instance, drawn = _library(), c_void_p(), _Drawn()
    if library is None or library.gsapi_new_instance(ctypes.byref(instance), None) < 0:
        raise ValueError("PostScript cannot be drawn here")
    # Nothing is read from the standard input, and nobody reads messages.
    streams = _Stream(lambda *_: 0), _Stream(lambda _handle, _data, length: length)
    try:
        library.gsapi_set_stdio(instance, streams[0], streams[1], streams[1])
        library.gsapi_set_display_callback(instance, ctypes.byref(drawn.display))
        if library.gsapi_init_with_args(instance, *_arguments(options)) == 0:
            _run(library, instance, program)
    finally:
        library.gsapi_exit(instance)
        library.gsapi_delete_instance(instance)
    if drawn.page is None:
        raise ValueError("nothing was drawn")
    return drawn.page


def _arguments(options: Sequence[str]) -> tuple[int, Any]:
    fixed = (
        "gs",
        "-dSAFER",
        "-dNOPAUSE",
        "-dBATCH",
        "-dQUIET",
        "-dFIXEDMEDIA",
        "-dTextAlphaBits=4",
        "-dGraphicsAlphaBits=4",
    )
    every = (*fixed, "-sDEVICE=display", f"-dDisplayFormat={_FORMAT}", *options)
    return len(every), (c_char_p * len(every))(*(option.encode() for option in every))


def _run(library: Any, instance: c_void_p, program: bytes) -> None:
    """Run a program as far as it goes."""
    code = c_int()
    if library.gsapi_run_string_begin(instance, 0, ctypes.byref(code)) < 0:
        return
    for start in range(0, len(program), _PIECE_BYTES):
        piece = program[start : start + _PIECE_BYTES]
        if library.gsapi_run_string_continue(instance, piece, len(piece), 0, ctypes.byref(code)) != _NEEDS_MORE:
            return
    library.gsapi_run_string_end(instance, 0, ctypes.byref(code))


@cache
def _library() -> Any | None:
    for name in _LIBRARIES.get(sys.platform, ()):
        try:
            return ctypes.CDLL(name)
        except OSError:
            continue
    return None
