"""Expands a LaTeX document as TeX would: inputs, comments, conditionals, and the paper's own macros."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable
from dataclasses import dataclass, field

from scholarai.parsing.latex import conditionals, definitions
from scholarai.parsing.latex.definitions import Macro, UserEnvironment
from scholarai.parsing.latex.project import Project
from scholarai.parsing.latex.scanning import read_group, read_option
from scholarai.parsing.latex.sink import Sink
from scholarai.parsing.numbering import DISPLAY_ENVIRONMENTS

# Bounds for hostile sources; real papers stay two orders of magnitude below.
MOST_EXPANSIONS = 100_000
MOST_CHARACTERS = 20_000_000
DEEPEST_EXPANSION = 100

_TOKEN = re.compile(r"\\(?:[A-Za-z]+|.)|[%${}]|[^\\%${}]+|\\", re.DOTALL)
_TOKEN_AT = re.compile(r"\\(?:[A-Za-z@]+|.)|[%${}]|[^\\%${}]+|\\", re.DOTALL)
_COMMENT = re.compile(r"[^\n]*\n?[ \t]*")
_BARE_NAME = re.compile(r"[ \t]*([^\s\\{}%]+)")
_CODE = frozenset({"verbatim", "verbatim*", "Verbatim", "BVerbatim", "lstlisting", "minted", "alltt", "spverbatim"})
_UNREAD = frozenset(
    {"comment", "tikzpicture", "tikzpicture*", "pgfpicture", "pspicture", "picture", "asy", "CCSXML", "filecontents",
     "filecontents*", "circuitikz", "tikzcd", "forest", "pycode", "overpic", "axis"}
)  # fmt: skip
_DISPLAYS = DISPLAY_ENVIRONMENTS - {"subequations"}
_INPUTS = {
    "input": 1,
    "include": 1,
    "subfile": 1,
    "subfileinclude": 1,
    "import": 2,
    "subimport": 2,
    "InputIfFileExists": 1,
}
_DOCUMENT = re.compile(r"\\begin\s*\{document\}(.*?)(?:\\end\s*\{document\}|\Z)", re.DOTALL)
_CAPTION_OPTION = re.compile(r"caption\s*=\s*(\{(?:[^{}]|\{[^{}]*\})*\}|[^,\]]*)")
_BOOLEAN = re.compile(r"\\boolean\s*\{(\w+)\}|\\equal\s*\{([^{}]*)\}\s*\{([^{}]*)\}")


@dataclass(slots=True)
class _Frame:
    text: str
    name: str
    folder: str
    at: int = 0


@dataclass(slots=True)
class Theorem:
    """A kind of theorem: its printed name, the counter it shares, and the counter it restarts with."""

    title: str
    counter: str | None
    within: str | None = None


@dataclass(slots=True)
class Expanded:
    """What a document expands to."""

    preamble: str
    body: str
    sink: Sink
    macros: dict[str, Macro]
    theorems: dict[str, Theorem]
    within_section: set[str] = field(default_factory=set)
    """Counters, such as "equation", that restart with each section."""
    bibliographies: list[str] = field(default_factory=list)
    notes: list[tuple[str, str]] = field(default_factory=list)
    expand: Callable[[str], str] = str
    """Expands a piece of source with all macros of the paper known."""


class Expander:
    """One expansion of one document."""

    def __init__(self, project: Project, main: str) -> None:
        self._project = project
        self._root = posixpath.dirname(main)
        self._main = main
        self._frames: list[_Frame] = []
        self._sink = Sink()
        self._preamble: str | None = None
        self._macros: dict[str, Macro] = {}
        self._environments: dict[str, UserEnvironment] = {}
        self._switches: dict[str, bool] = {}
        self._excluded: set[str] = set()
        self._at_is_letter = False
        self._in_style = False
        self._expansions = 0
        self._characters = 0
        self._result = Expanded("", "", self._sink, self._macros, {})
        self._handlers = self._commands()

    def run(self) -> Expanded:
        self._push(self._project.text(self._main), self._main, self._root)
        self._expand_frames()
        text = self._sink.text()
        if self._preamble is None:
            self._preamble = ""
        self._result.preamble, self._result.body = self._preamble, text
        self._result.expand = self.expand
        return self._result

    def _expand_frames(self) -> None:
        while self._frames:
            frame = self._frames[-1]
            match = (_TOKEN_AT if self._at_is_letter else _TOKEN).match(frame.text, frame.at)
            if match is None:
                self._frames.pop()
                self._in_style = self._in_style and any(f.name.endswith(".sty") for f in self._frames)
                continue
            frame.at = match.end()
            self._token(frame, match.group())

    def expand(self, source: str) -> str:
        """Return another piece of source expanded, with all that the document defined."""
        self._sink.restart()
        self._push(source, "…", self._root)
        self._expand_frames()
        return self._sink.text()

    def _token(self, frame: _Frame, token: str) -> None:
        if token[0] == "\\" and len(token) > 1:
            self._command(frame, token[1:])
        elif token == "%":
            frame.at = _COMMENT.match(frame.text, frame.at).end()  # type: ignore[union-attr] - matches the empty text too
        elif token == "{":
            self._sink.open_group()
        elif token == "}":
            self._sink.close_group()
        elif token == "$":
            self._dollar(frame)
        else:
            self._sink.add(token)

    def _dollar(self, frame: _Frame) -> None:
        double = frame.text.startswith("$", frame.at)
        if self._sink.in_formula:
            if double and self._sink.dollar("$$"):
                frame.at += 1
            elif not self._sink.dollar("$"):
                self._sink.add("$")
        elif double:
            frame.at += 1
            self._sink.open_formula("$$", "$$")
        else:
            self._sink.open_formula("$", "$")

    def _command(self, frame: _Frame, name: str) -> None:
        handler = self._handlers.get(name)
        if handler is not None:
            handler(frame, name)
        elif conditionals.is_conditional(name):
            self._conditional(frame, name)
        elif name.endswith(("true", "false")) and name.removesuffix("true").removesuffix("false") in self._switches:
            self._switches[name.removesuffix("true").removesuffix("false")] = name.endswith("true")
        elif name in self._macros:
            self._macro(frame, self._macros[name])
        elif name in "()[]" and len(name) == 1:
            self._bracket(name)
        else:
            self._sink.add("\\" + name)

    def _bracket(self, name: str) -> None:
        if name in ")]":
            if not self._sink.dollar("\\" + name):
                self._sink.add("\\" + name if self._sink.in_formula else "")
        elif self._sink.in_formula:
            self._sink.add("\\" + name)
        else:
            self._sink.open_formula("\\" + name, "\\)" if name == "(" else "\\]")

    def _macro(self, frame: _Frame, macro: Macro) -> None:
        """Expand a macro of the paper; in a formula only one that stands for a fixed text, so that it can be read alone."""
        if any(f.name == "\\" + macro.name for f in self._frames) or len(self._frames) > DEEPEST_EXPANSION:
            self._sink.add("\\" + macro.name)
            return
        if self._sink.in_formula:
            if macro.arity or macro.is_alias:
                self._sink.add("\\" + macro.name)
                return
            self._push(macro.body, "\\" + macro.name, frame.folder)
            return
        while frame.at >= len(frame.text) and macro.arity and len(self._frames) > 1:
            self._frames.pop()
            frame = self._frames[-1]
        arguments, end = definitions.read_macro_arguments(frame.text, frame.at, macro)
        if macro.arity:
            frame.at = end
        self._push(macro.filled(arguments), "\\" + macro.name, frame.folder)

    def _push(self, text: str, name: str, folder: str) -> None:
        self._expansions += 1
        self._characters += len(text)
        if self._expansions > MOST_EXPANSIONS or self._characters > MOST_CHARACTERS:
            self._note("expansion_cut", "macros or inputs expand to more than a paper can hold; the rest was left out")
            return
        self._frames.append(_Frame(text, name, folder))

    def _note(self, code: str, detail: str) -> None:
        if (code, detail) not in self._result.notes:
            self._result.notes.append((code, detail))

    # Commands, one method each, by the table at the end.

    def _begin(self, frame: _Frame, _: str) -> None:
        group = read_group(frame.text, frame.at)
        if group is None:
            return
        name, frame.at = group[0].strip(), group[1]
        if self._sink.in_formula:
            self._sink.begin_in_formula(name)
        elif name == "document":
            if self._preamble is None:
                self._preamble = self._sink.text()
                self._sink.restart()
                self._at_is_letter = False
        elif name in _CODE or name in _UNREAD or name in self._excluded:
            self._raw(frame, name)
        elif name in _DISPLAYS or name == "math":
            self._sink.open_formula(rf"\begin{{{name}}}", name)
        elif name in self._environments:
            opening = self._environments[name].opening
            arguments, end = definitions.read_macro_arguments(frame.text, frame.at, opening)
            frame.at = end if opening.arity else frame.at
            self._push(opening.filled(arguments), rf"\begin {name}", frame.folder)
        else:
            self._sink.begin(name)

    def _end(self, frame: _Frame, _: str) -> None:
        group = read_group(frame.text, frame.at)
        if group is None:
            return
        name, frame.at = group[0].strip(), group[1]
        if self._sink.in_formula and name not in self._environments:
            self._sink.end_in_formula(name)
        elif name == "document":
            self._frames.clear()
        elif name in self._environments:
            self._push(self._environments[name].closing, rf"\end {name}", frame.folder)
        else:
            self._sink.end(name)

    def _raw(self, frame: _Frame, name: str) -> None:
        """Take an environment as it stands: code is kept, drawings and comments are not."""
        closing = frame.text.find(rf"\end{{{name}}}", frame.at)
        end = closing if closing >= 0 else len(frame.text)
        body = frame.text[frame.at : end]
        frame.at = end + len(rf"\end{{{name}}}") if closing >= 0 else end
        if name not in _CODE or name in self._excluded:
            return
        option = read_option(body, 0) if body.lstrip(" \t").startswith("[") else None
        if option is not None:
            body = body[option[1] :]
            if caption := _CAPTION_OPTION.search(option[0]):
                self._push(rf"\captionof{{listing}}{{{caption.group(1).strip('{}')}}}", "caption", frame.folder)
        language = read_group(body, 0) if name == "minted" else None
        self._sink.add_code(body[language[1] :] if language else body, inline=False)

    def _verb(self, frame: _Frame, _: str) -> None:
        at = frame.at + frame.text.startswith("*", frame.at)
        option = read_option(frame.text, at) if frame.text.startswith("[", at) else None
        at = option[1] if option else at
        if frame.text.startswith("{", at) and (group := read_group(frame.text, at)):
            frame.at = group[1]
            self._sink.add_code(group[0], inline=True)
            return
        end = frame.text.find(frame.text[at : at + 1] or "|", at + 1)
        if end > at:
            self._sink.add_code(frame.text[at + 1 : end], inline=True)
            frame.at = end + 1

    def _url(self, frame: _Frame, name: str) -> None:
        """Take an address as it stands, a per cent sign included; of a link only its text is kept."""
        group = read_group(frame.text, frame.at)
        if group is not None and not self._sink.in_formula:
            frame.at = group[1]
            if name != "href":
                self._sink.add_code(group[0].strip(), inline=True)

    def _graphics(self, frame: _Frame, name: str) -> None:
        for read in (read_option, read_option, read_group):
            if (found := read(frame.text, frame.at)) is not None:
                frame.at = found[1]

    def _define(self, frame: _Frame, name: str) -> None:
        macro, frame.at = (
            definitions.read_alias(frame.text, frame.at)
            if name in {"let", "futurelet"}
            else definitions.read_macro(frame.text, frame.at, name)
        )
        if macro is None or macro.name in definitions.UNDERSTOOD or macro.name in self._handlers:
            return
        if name.startswith("provide") and macro.name in self._macros:
            return
        if self._in_style:
            if "@" in macro.name:
                return
            macro = Macro(macro.name, macro.body, macro.arity, macro.default, is_alias=True)
        self._macros[macro.name] = macro

    def _operator(self, frame: _Frame, name: str) -> None:
        _, frame.at = definitions.read_macro(frame.text, frame.at, "newcommand")

    def _define_environment(self, frame: _Frame, _: str) -> None:
        name, environment, frame.at = definitions.read_environment(frame.text, frame.at)
        if environment is not None and name not in _KNOWN_ENVIRONMENTS and not self._in_style:
            self._environments[name] = environment

    def _theorem(self, frame: _Frame, command: str) -> None:
        text, at = frame.text, frame.at
        starred = text.startswith("*", at)
        option = read_option(text, at + starred)
        name = read_group(text, option[1] if option else at + starred)
        if name is None:
            return
        frame.at = name[1]
        if command == "declaretheorem":
            title = re.search(r"(?:name|title)\s*=\s*([^,]+)", option[0]) if option else None
            self._result.theorems[name[0]] = Theorem(title.group(1).strip("{} ") if title else name[0].title(), name[0])
            return
        shared = read_option(text, name[1])
        title_group = read_group(text, shared[1] if shared else name[1])
        if title_group is None:
            return
        within = read_option(text, title_group[1])
        frame.at = within[1] if within else title_group[1]
        counter = None if starred else shared[0] if shared else name[0]
        self._result.theorems[name[0]] = Theorem(title_group[0], counter, within[0] if within else None)

    def _new_switch(self, frame: _Frame, name: str) -> None:
        if name == "newif":
            match = re.compile(r"\s*\\if([A-Za-z@]+)").match(frame.text, frame.at)
            found = (match.group(1), match.end()) if match else None
        else:
            found = read_group(frame.text, frame.at)
        if found is not None:
            frame.at = found[1]
            self._switches.setdefault(found[0], False)

    def _set_switch(self, frame: _Frame, name: str) -> None:
        group = read_group(frame.text, frame.at)
        if group is None:
            return
        frame.at = group[1]
        value = name == "toggletrue"
        if name in {"setboolean", "settoggle", "setbool"}:
            given = read_group(frame.text, frame.at)
            value, frame.at = (given[0].strip() == "true", given[1]) if given else (value, frame.at)
        self._switches[group[0]] = value

    def _conditional(self, frame: _Frame, name: str) -> None:
        holds, at = conditionals.evaluate(name, frame.text, frame.at, self._switches, self._macros)
        found = conditionals.branches(frame.text, at)
        if found is None:
            frame.at = at
            return
        chosen = found[0] if holds else found[1]
        frame.at = found[2]
        self._push(frame.text[chosen[0] : chosen[1]], "\\" + name + "…", frame.folder)

    def _choice(self, frame: _Frame, name: str) -> None:
        """Take the branch of `\\ifthenelse{test}{yes}{no}` and its like."""
        groups = []
        at = frame.at
        for _ in range(3):
            group = read_group(frame.text, at)
            if group is None:
                return
            groups.append(group[0])
            at = group[1]
        frame.at = at
        self._push(groups[1] if self._chosen(name, groups[0]) else groups[2], name, frame.folder)

    def _chosen(self, name: str, test: str) -> bool:
        if name in {"iftoggle", "ifbool"}:
            return self._switches.get(test.strip(), True)
        if name in {"ifdefempty", "ifblank", "ifstrempty"}:
            known = self._macros.get(test.strip().lstrip("\\"))
            return not (known.body if known else test if name != "ifdefempty" else "").strip()
        match = _BOOLEAN.search(test)
        if match is None:
            return True
        return self._switches.get(match.group(1), True) if match.group(1) else match.group(2) == match.group(3)

    def _input(self, frame: _Frame, name: str) -> None:
        names = []
        for _ in range(_INPUTS[name]):
            group = read_group(frame.text, frame.at)
            if group is None and not names and (bare := _BARE_NAME.match(frame.text, frame.at)):
                group = (bare.group(1), bare.end())
            if group is None:
                return
            names.append(group[0].strip())
            frame.at = group[1]
        path = self._project.find("/".join(names), [self._root, frame.folder, ""], (".tex",))
        if path is None:
            self._note("input_missing", f"the included file {names[-1][:80]!r} is not in the upload")
        elif any(f.name == path for f in self._frames):
            self._note("input_cycle", f"the file {path[:80]!r} includes itself; its second reading was left out")
        else:
            text = self._project.text(path)
            inner = _DOCUMENT.search(text)
            self._push((inner.group(1) if inner else text) + "\n", path, posixpath.dirname(path))

    def _package(self, frame: _Frame, _: str) -> None:
        """Read the macros of a style file that came with the paper; its formulas stay as written."""
        option = read_option(frame.text, frame.at)
        group = read_group(frame.text, option[1] if option else frame.at)
        if group is None:
            return
        self._sink.add(rf"\usepackage[{option[0] if option else ''}]{{{group[0]}}}")
        frame.at = group[1]
        for name in group[0].split(","):
            path = self._project.find(name, [self._root], (".sty",))
            if path is not None and path.endswith(".sty") and self._preamble is None:
                self._in_style = True
                self._push(self._project.text(path), path, self._root)

    def _bibliography(self, frame: _Frame, name: str) -> None:
        option = read_option(frame.text, frame.at)
        group = read_group(frame.text, option[1] if option else frame.at)
        if group is not None and name != "printbibliography":
            frame.at = group[1]
            self._result.bibliographies += [part.strip() for part in group[0].split(",") if part.strip()]
        elif option is not None:
            frame.at = option[1]
        if name == "addbibresource":
            return
        printed = self._printed_bibliography()
        self._sink.add(r"\scholarbibliography{}")
        if printed is not None and not any(f.name == printed for f in self._frames):
            self._push(self._project.text(printed), printed, self._root)

    def _printed_bibliography(self) -> str | None:
        """Return the .bbl file of the paper, if it has one that LaTeX itself would typeset."""
        found = list(self._project.with_extension(".bbl"))
        stem = posixpath.splitext(self._main)[0]
        chosen = next((path for path in found if posixpath.splitext(path)[0] == stem), None)
        if chosen is None and len(found) == 1:
            chosen = found[0]
        return chosen if chosen is not None and r"\bibitem" in self._project.text(chosen) else None

    def _exclude(self, frame: _Frame, _: str) -> None:
        group = read_group(frame.text, frame.at)
        if group is not None:
            frame.at = group[1]
            self._excluded.add(group[0].strip())

    def _within(self, frame: _Frame, _: str) -> None:
        counter = read_group(frame.text, frame.at)
        outer = read_group(frame.text, counter[1]) if counter else None
        if counter and outer:
            frame.at = outer[1]
            if outer[0].strip() in {"section", "chapter"}:
                self._result.within_section.add(counter[0].strip())

    def _ensuremath(self, frame: _Frame, name: str) -> None:
        group = read_group(frame.text, frame.at)
        if group is None or self._sink.in_formula:
            self._sink.add("\\" + name)
            return
        frame.at = group[1]
        self._push(f"${group[0]}$", "ensuremath…", frame.folder)

    def _csname(self, frame: _Frame, _: str) -> None:
        end = frame.text.find(r"\endcsname", frame.at)
        frame.at = end + len(r"\endcsname") if end >= 0 else frame.at

    def _letters(self, _: _Frame, name: str) -> None:
        self._at_is_letter = name == "makeatletter"

    def _nothing(self, _frame: _Frame, _name: str) -> None:
        pass

    def _stop(self, _frame: _Frame, _name: str) -> None:
        self._frames.pop()

    def _commands(self) -> dict[str, Callable[[_Frame, str], None]]:
        table: dict[str, Callable[[_Frame, str], None]] = {
            "begin": self._begin, "end": self._end, "verb": self._verb, "lstinline": self._verb, "mintinline": self._nothing,
            "url": self._url, "href": self._url, "path": self._url, "nolinkurl": self._url, "includegraphics": self._graphics,
            "let": self._define, "DeclareMathOperator": self._operator, "newtheorem": self._theorem,
            "declaretheorem": self._theorem, "spnewtheorem": self._theorem, "usepackage": self._package,
            "RequirePackage": self._package, "numberwithin": self._within, "counterwithin": self._within,
            "excludecomment": self._exclude, "ensuremath": self._ensuremath, "csname": self._csname,
            "makeatletter": self._letters, "makeatother": self._letters, "endinput": self._stop,
            "xspace": self._nothing, "expandafter": self._nothing, "protect": self._nothing, "bgroup": self._nothing,
            "egroup": self._nothing, "begingroup": self._nothing, "endgroup": self._nothing, "fi": self._nothing,
            "else": self._nothing, "relax": self._nothing, "long": self._nothing, "global": self._nothing,
        }  # fmt: skip
        table |= dict.fromkeys(definitions.NEW_COMMANDS | definitions.PLAIN_DEFINITIONS, self._define)
        table |= dict.fromkeys(definitions.NEW_ENVIRONMENTS, self._define_environment)
        table |= dict.fromkeys(_INPUTS, self._input)
        table |= dict.fromkeys(("newif", "newboolean", "newbool", "newtoggle"), self._new_switch)
        table |= dict.fromkeys(("setboolean", "setbool", "settoggle", "toggletrue", "togglefalse"), self._set_switch)
        table |= dict.fromkeys(
            ("ifthenelse", "iftoggle", "ifbool", "ifdefempty", "ifblank", "ifstrempty"), self._choice
        )
        table |= dict.fromkeys(("bibliography", "printbibliography", "addbibresource"), self._bibliography)
        return table


_KNOWN_ENVIRONMENTS = _DISPLAYS | _CODE | frozenset(
    {"abstract", "figure", "figure*", "table", "table*", "itemize", "enumerate", "description", "tabular", "thebibliography",
     "proof", "quote", "center", "document", "theorem", "lemma", "algorithm", "keyword", "keywords"}
)  # fmt: skip
