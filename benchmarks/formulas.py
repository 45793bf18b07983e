"""Compares formulas in LaTeX by what they print: each becomes rows of signs with their scripts, fractions, roots and matrices."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from formula_commands import (
    ACCENTS,
    AFTER_CENTERED,
    ANGLES,
    DROPPED,
    FACES,
    FUNCTIONS,
    MATRICES,
    ROWS,
    SPACING,
    SWITCHES,
    SYNONYMS,
    UNREADABLE,
    UNSEEN,
    UPRIGHT,
)
from formula_rows import Atom, Row, UnreadableError, frozen

_TOKEN = re.compile(r"\\[A-Za-z]+\*?|\\.|[^\s]", re.DOTALL)


def rows_of(latex: str, macros: Mapping[str, tuple[int, str]]) -> list[Row]:
    """Return the lines of a display, without its alignment, numbers, spacing and sizes of brackets.

    Args:
        latex: The formula, with or without its environment.
        macros: The paper's own commands: their number of arguments and body.

    Raises:
        UnreadableError: If it holds a drawing, or its braces do not match.
    """
    if "tikz" in latex or "includegraphics" in latex or r"\xymatrix" in latex:
        raise UnreadableError
    text = re.sub(r"(?<!\\)%.*", "", latex)
    text = re.sub(r"^\s*(?:\$\$|\\\[|\\\()|(?:\$\$|\\\]|\\\))\s*$", "", text)
    parser = _Parser(_TOKEN.findall(text), macros)
    rows = parser.rows(frozenset(), "")
    return [row for row in ([frozen(row) for row in rows]) if row]


class _Parser:
    def __init__(self, tokens: list[str], macros: Mapping[str, tuple[int, str]]) -> None:
        self._tokens = tokens
        self._macros = macros
        self._at = 0
        self._expanded = 0

    def _next(self) -> str | None:
        return self._tokens[self._at] if self._at < len(self._tokens) else None

    def _take(self) -> str:
        if self._at >= len(self._tokens):
            raise UnreadableError
        self._at += 1
        return self._tokens[self._at - 1]

    def rows(self, ends: frozenset[str], face: str, *, cells: bool = False) -> Any:
        """Return rows up to one of `ends`; as lists of cells if `cells`."""
        rows: list[list[list[Atom]]] = [[[]]]
        while (token := self._next()) is not None and token not in ends:
            if token in {r"\\", r"\cr", r"\newline"}:
                self._take()
                self._skip_option()
                rows.append([[]])
            elif token == "&":
                self._take()
                rows[-1].append([])
            else:
                self._step(rows[-1][-1], face, rows if not cells else None)
                if self._switched is not None:
                    face, self._switched = self._switched, None
        if cells:
            return [row for row in rows if any(row)]
        return [[atom for cell in row for atom in cell] for row in rows]

    _switched: str | None = None

    def _skip_option(self) -> None:
        if self._next() == "*":
            self._take()
        if self._next() == "[" and re.match(r"[-\d.]", "".join(self._tokens[self._at + 1 : self._at + 2])):
            self._skip_to("]")

    def _group(self, face: str) -> list[Atom]:
        """Return the argument that follows."""
        token = self._take()
        if token == "{":
            return self._rest(face)
        out: list[Atom] = []
        self._at -= 1
        self._step(out, face, None)
        return out

    def _rest(self, face: str) -> list[Atom]:
        rows = self.rows(frozenset({"}"}), face)
        self._take()
        return [atom for row in rows for atom in row]

    def _script(self, out: list[Atom], face: str, name: str) -> None:
        script = self._group("" if face == "rm-text" else face)
        if not out:
            out.append(Atom(""))
        getattr(out[-1], name).extend(script)

    def _step(self, out: list[Atom], face: str, rows: list[list[list[Atom]]] | None) -> None:
        token = self._take()
        if token == "{":
            out += self._rest(face)
        elif token in "^_" and len(token) == 1:
            self._script(out, face, "above" if token == "^" else "below")
        elif token == "'":
            (out or [Atom("")])[-1].above.append(Atom(r"\prime"))
        elif token == "$":
            inner = self.rows(frozenset({"$"}), "")
            self._take()
            out += [atom for row in inner for atom in row]
        elif token == "}":
            raise UnreadableError
        elif token in SPACING:
            pass
        elif token.startswith("\\") and len(token) > 1 and token[1].isalpha():
            self._command(token[1:], out, face, rows)
        else:
            out.append(Atom(self._faced(token, face)))

    def _faced(self, sign: str, face: str) -> str:
        if face == "rm" and len(sign) == 1 and not sign.isalpha():
            return sign
        if face in {"it", "rm"} and not sign.isalpha():
            return sign
        if face == "bold" and UPRIGHT.fullmatch(sign):
            face = "bf"
        if face in {"bf", "sf", "tt", "cal", "frak", "bb", "scr"} and not (sign.isalpha() or UPRIGHT.fullmatch(sign)):
            return sign
        return f"{face}:{sign}" if face else sign

    def _command(self, name: str, out: list[Atom], face: str, rows: list[list[list[Atom]]] | None) -> None:
        if name in self._macros:
            self._expand(name)
        elif name in SWITCHES:
            self._switched = FACES[name]
        elif name == "begin":
            self._environment(out, face, rows)
        elif name in _HANDLERS:
            _HANDLERS[name](self, name, out, face)
        elif name in UNREADABLE:
            raise UnreadableError
        else:
            out.append(Atom(self._faced(SYNONYMS.get(name, f"\\{name}"), face)))

    def styled(self, name: str, out: list[Atom], face: str) -> None:
        inner = FACES[name]
        if face.startswith("bold") and inner in {"it", "cal"}:
            inner = f"bold-{inner}"
        elif face in {"bf", "it", "sf"} and inner in {"bold", "rm"}:
            inner = face
        elif face == "rm" and inner == "bold":
            inner = "bf"
        out += self._group(inner)

    def unseen(self, _name: str, out: list[Atom], _face: str) -> None:
        """Read a command that prints nothing, such as the size of the bracket that follows."""
        if self._next() in {".", "<", ">"}:
            out += [Atom(sign) for sign in ANGLES.get(self._take(), ())]

    def dropped(self, _name: str, _out: list[Atom], face: str) -> None:
        self._group(face)

    def fraction(self, _name: str, out: list[Atom], face: str) -> None:
        out.append(Atom(("frac", self._group(face), self._group(face))))

    def over(self, _name: str, out: list[Atom], face: str) -> None:
        above = list(out)
        rest = self.rows(frozenset({"}"}), face)
        out[:] = [Atom(("frac", above, [atom for row in rest for atom in row]))]

    def root(self, _name: str, out: list[Atom], face: str) -> None:
        degree: list[Atom] = []
        if self._next() == "[":
            self._take()
            degree = [atom for row in self.rows(frozenset({"]"}), face) for atom in row]
            self._take()
        out.append(Atom(("sqrt", degree, self._group(face))))

    def accent(self, name: str, out: list[Atom], face: str) -> None:
        out.append(Atom((name, self._group(face))))

    def stacked(self, name: str, out: list[Atom], face: str) -> None:
        script, base = self._group(face), self._group(face) or [Atom("")]
        getattr(base[-1], "below" if name == "underset" else "above").extend(script)
        out += base

    def negated(self, _name: str, out: list[Atom], face: str) -> None:
        base = self._group(face)
        sign = base[0].sign if base else ""
        out.append(Atom({"=": r"\neq", r"\in": r"\notin"}.get(sign, rf"\not{sign}")))

    def function(self, name: str, out: list[Atom], _face: str) -> None:
        out += [Atom(f"rm:{letter}") for letter in name]

    def binomial(self, _name: str, out: list[Atom], face: str) -> None:
        above, below = self._group(face), self._group(face)
        out += [Atom("("), Atom(("matrix", [[above], [below]])), Atom(")")]

    def substack(self, _name: str, out: list[Atom], face: str) -> None:
        self._take()
        found = self.rows(frozenset({"}"}), face)
        self._take()
        out.append(Atom(("matrix", [[row] for row in found])))

    def degree(self, _name: str, out: list[Atom], _face: str) -> None:
        (out or [Atom("")])[-1].above.append(Atom(r"\circ"))

    def dots(self, _name: str, out: list[Atom], _face: str) -> None:
        out.append(Atom(r"\cdots" if self._next() in AFTER_CENTERED else r"\ldots"))

    def defined(self, _name: str, out: list[Atom], _face: str) -> None:
        out += [Atom(":"), Atom("=")]

    def _expand(self, name: str) -> None:
        self._expanded += 1
        if self._expanded > 2_000:
            raise UnreadableError
        count, body = self._macros[name]
        values = []
        for _ in range(count):
            start = self._at
            if self._take() == "{":
                depth = 1
                while depth:
                    token = self._take()
                    depth += (token == "{") - (token == "}")
                values.append(self._tokens[start + 1 : self._at - 1])
            else:
                values.append([self._tokens[start]])
        tokens: list[str] = []
        found = _TOKEN.findall(body)
        index = 0
        while index < len(found):
            if found[index] == "#" and index + 1 < len(found) and found[index + 1].isdigit():
                tokens += values[int(found[index + 1]) - 1]
                index += 2
            else:
                tokens.append(found[index])
                index += 1
        self._tokens[self._at : self._at] = tokens

    def _environment(self, out: list[Atom], face: str, rows: list[list[list[Atom]]] | None) -> None:
        name = self._name()
        plain = name.rstrip("*")
        if plain in MATRICES or plain in {"cases", "dcases"}:
            self._matrix(name, out, face)
            return
        if not ROWS.fullmatch(plain):
            raise UnreadableError
        if plain in {"alignat", "alignedat"}:
            self._skip_group()
        if name in {"aligned", "gathered", "split"} and self._next() == "[":
            self._skip_to("]")
        inner = self.rows(frozenset({r"\end"}), face)
        self._take()
        self._name()
        if name == "aligned" and out and out[-1].sign == r"\{" and self._is_open_end():
            out.append(Atom(("cases", inner)))
        elif rows is None:
            out += [atom for row in inner for atom in row]
        else:
            out += inner[0]
            rows += [[row] for row in inner[1:]]

    def _matrix(self, name: str, out: list[Atom], face: str) -> None:
        if name == "array":
            self._skip_group()
        cells = self.rows(frozenset({r"\end"}), face, cells=True)
        self._take()
        self._name()
        fences = MATRICES.get(name.rstrip("*"), ())
        lines = ("cases", [[atom for cell in row for atom in cell] for row in cells])
        if "cases" in name:
            out += [Atom(r"\{"), Atom(lines)]
        elif not fences and out and out[-1].sign == r"\{" and self._is_open_end():
            out.append(Atom(lines))
        else:
            out += [Atom(fences[0]), Atom(("matrix", cells)), Atom(fences[1])] if fences else [Atom(("matrix", cells))]

    def _skip_to(self, end: str) -> None:
        while self._take() != end:
            pass

    def _is_open_end(self) -> bool:
        """Tell whether no bracket closes here."""
        return not (self._next() == r"\right" and self._tokens[self._at + 1 : self._at + 2] == [r"\}"])

    def _name(self) -> str:
        if self._take() != "{":
            raise UnreadableError
        name = ""
        while (token := self._take()) != "}":
            name += token
        return name

    def _skip_group(self) -> None:
        if self._take() == "[":
            self._skip_to("]")
            self._take()
        depth = 1
        while depth:
            token = self._take()
            depth += (token == "{") - (token == "}")


_HANDLERS: dict[str, Callable[[_Parser, str, list[Atom], str], None]] = {
    **dict.fromkeys(UNSEEN, _Parser.unseen),
    **dict.fromkeys(DROPPED, _Parser.dropped),
    **dict.fromkeys(FACES.keys() - SWITCHES, _Parser.styled),
    **dict.fromkeys(("frac", "dfrac", "tfrac", "cfrac", "nicefrac"), _Parser.fraction),
    **dict.fromkeys(ACCENTS, _Parser.accent),
    **dict.fromkeys(("overset", "stackrel", "underset"), _Parser.stacked),
    **dict.fromkeys(FUNCTIONS, _Parser.function),
    **dict.fromkeys(("degree", "celsius"), _Parser.degree),
    **dict.fromkeys(("coloneqq", "coloneq"), _Parser.defined),
    "over": _Parser.over,
    "sqrt": _Parser.root,
    "not": _Parser.negated,
    "binom": _Parser.binomial,
    "substack": _Parser.substack,
    "dots": _Parser.dots,
}
