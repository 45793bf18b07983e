"""Reads a paper's own definitions of macros and environments."""

from __future__ import annotations

import re
from dataclasses import dataclass

from scholarai.parsing.latex.scanning import (
    LONGEST_ARGUMENT,
    group_end,
    read_argument,
    read_group,
    read_option,
    skip_space,
)

NEW_COMMANDS = frozenset(
    {"newcommand", "renewcommand", "providecommand", "DeclareRobustCommand", "newrobustcmd", "renewrobustcmd",
     "NewDocumentCommand", "RenewDocumentCommand", "ProvideDocumentCommand", "DeclareDocumentCommand", "DeclareSIUnit"}
)  # fmt: skip
PLAIN_DEFINITIONS = frozenset({"def", "gdef", "edef", "xdef"})
NEW_ENVIRONMENTS = frozenset(
    {
        "newenvironment",
        "renewenvironment",
        "NewDocumentEnvironment",
        "RenewDocumentEnvironment",
        "DeclareDocumentEnvironment",
    }
)
# What xparse passes for an argument that is not given, and for a star that is or is not.
NO_VALUE = "-NoValue-"
STARRED, UNSTARRED = r"\BooleanTrue", r"\BooleanFalse"
# Commands that keep their meaning even if a paper redefines them, since the reader handles them.
UNDERSTOOD = frozenset(
    """
    section subsection subsubsection paragraph subparagraph chapter part title author abstract caption label ref eqref
    cref Cref autoref pageref nameref cite citep citet citealp citealt citeauthor citeyear parencite textcite autocite
    footnote item emph textbf textit texttt textsc maketitle appendix bibliography bibliographystyle printbibliography
    begin end input include document newtheorem thanks includegraphics epsfig psfig epsfbox epsffile acknowledgments
    acknowledgements keywords href url
    and par verb text ensuremath mathrm mathbf left right frac sqrt vspace hspace newline newpage centering item bibitem
    newblock affiliation affil address institute email orcid doi subtitle date affiliations texorpdfstring bibinfo
    LaTeX TeX LaTeXe BibTeX bibfield bibnamefont bibfnamefont natexlab selectlanguage relax hline toprule midrule bottomrule
    """.split()
)

_REFERENCE = re.compile(r"\\(ref|eqref|autoref|cref|Cref|pageref|nameref)\s*\{[^{}#]+#1")
_NAMED = r"\\(?:csname\s*+([^\\{}]{1,200}?)(?:\\expandafter)?\\endcsname|([A-Za-z@]+|.))"
_NAME = re.compile(rf"\s*+(?:\{{\s*+)?+{_NAMED}\s*\}}?")
_ALIAS = re.compile(
    rf"\s*+{_NAMED}\s*+(?:=\s*+(?!\Z))?+(?:\\csname\s*+([^\\{{}}]{{1,200}}?)\\endcsname|(\\(?:[A-Za-z@]+|.)|\S))"
)
_PARAMETERS = re.compile(r"((?:#\d)*)\s*(?=\{)")
# Of xparse: m, s, o, O{default}, t<sign>, r(), R(){default}, d(), D(){default}, g, G{default}, v.
_XPARSE_ITEM = re.compile(
    r"[\s+!]*+(?:([msogv])|(O|G)\s*\{((?:[^{}]|\{[^{}]*\})*)\}|(t)(\S)|([rd])(\S\S)|([RD])(\S\S)\s*\{((?:[^{}]|\{[^{}]*\})*)\})\s*"
)
_MOST_PARAMETERS = 9
_PARAMETER = re.compile(r"#([1-9])|##")


@dataclass(frozen=True, slots=True)
class Macro:
    """A macro's replacement text; `default` is the value of its first argument if that is optional.

    `parameters` are those of xparse, each as its kind, its delimiters and its default.
    """

    name: str
    body: str
    arity: int = 0
    default: str | None = None
    is_alias: bool = False
    parameters: tuple[tuple[str, str, str], ...] = ()

    def filled(self, arguments: list[str]) -> str:
        if not self.arity:
            return self.body
        given = dict(enumerate(arguments, start=1))
        return _PARAMETER.sub(lambda m: given.get(int(m.group(1)), "") if m.group(1) else "#", self.body)


@dataclass(frozen=True, slots=True)
class UserEnvironment:
    opening: Macro
    closing: Macro


def refers_to_prefixed_label(macro: Macro) -> bool:
    r"""Tell whether a macro refers to a label made of a prefix and its argument, as in `\ref{eq:#1}`."""
    reference = _REFERENCE.search(macro.body)
    return reference is not None and reference.group(1) != macro.name


def read_macro(text: str, at: int, command: str) -> tuple[Macro | None, int]:
    """Return the macro that `command` defines from `at` on, None if unsupported, and where the definition ends."""
    if text[at : at + 1] == "*":
        at += 1
    name = _NAME.match(text, at)
    if name is None:
        return None, at
    if command in PLAIN_DEFINITIONS:
        return _plain(text, name)
    if command.endswith("DocumentCommand"):
        return _xparse(text, name)
    arity, default, end = _arity(text, name.end())
    body = read_argument(text, end)
    if body is None:
        return None, end
    return Macro(_name_of(name), body[0], arity, default), body[1]


def _name_of(found: re.Match[str]) -> str:
    return str(found[1] or found[2])


def read_alias(text: str, at: int) -> tuple[Macro | None, int]:
    r"""Return the macro that a `\let` defines from `at` on, and where the definition ends."""
    match = _ALIAS.match(text, at)
    if match is None:
        return None, at
    body = rf"\csname {match[3]}\endcsname" if match[3] else match[4]
    return Macro(_name_of(match), body, is_alias=True), match.end()


def read_environment(text: str, at: int, command: str) -> tuple[str, UserEnvironment | None, int]:
    """Return the name and the environment defined from `at` on, and where the definition ends."""
    if text[at : at + 1] == "*":
        at += 1
    name = read_group(text, at)
    if name is None:
        return "", None, at
    parameters: tuple[tuple[str, str, str], ...] | None = ()
    if command.endswith("DocumentEnvironment"):
        spec = read_group(text, name[1])
        parameters, end = (_parameters(spec[0]), spec[1]) if spec else (None, name[1])
        arity, default = len(parameters or ()), _default(parameters or ())
    else:
        arity, default, end = _arity(text, name[1])
    opening = read_group(text, end)
    closing = read_group(text, opening[1]) if opening else None
    if opening is None or closing is None or parameters is None:
        return name[0], None, end
    begins, ends = (Macro(name[0], part[0], arity, default, parameters=parameters) for part in (opening, closing))
    return name[0].strip(), UserEnvironment(begins, ends), closing[1]


def _arity(text: str, at: int) -> tuple[int, str | None, int]:
    count = read_option(text, at)
    if count is None or not count[0].strip().isdigit():
        return 0, None, at
    default = read_option(text, count[1])
    end = default[1] if default else count[1]
    return min(int(count[0]), 9), default[0] if default else None, end


def _plain(text: str, name: re.Match[str]) -> tuple[Macro | None, int]:
    parameters = _PARAMETERS.match(text, name.end())
    if parameters is None:  # delimited parameters are unsupported: skip the definition
        brace = text.find("{", name.end(), name.end() + 200)
        end = group_end(text, brace) if brace >= 0 else None
        return None, end if end is not None else name.end()
    end = group_end(text, parameters.end())
    if end is None:
        return None, parameters.end()
    return Macro(_name_of(name), text[parameters.end() + 1 : end - 1], len(parameters.group(1)) // 2), end


def _xparse(text: str, name: re.Match[str]) -> tuple[Macro | None, int]:
    spec = read_group(text, name.end())
    body = read_group(text, spec[1]) if spec else None
    if spec is None or body is None:
        return None, name.end()
    parameters = _parameters(spec[0])
    if parameters is None:
        return None, body[1]
    return Macro(_name_of(name), body[0], len(parameters), _default(parameters), parameters=parameters), body[1]


def _parameters(spec: str) -> tuple[tuple[str, str, str], ...] | None:
    """Return xparse's parameters, None where there are too many or unsupported ones."""
    found, at = [], 0
    while match := _XPARSE_ITEM.match(spec, at):
        kind = match[1] or match[2] or match[4] or match[6] or match[8]
        given = match[3] if match[3] is not None else match[10] if match[10] is not None else NO_VALUE
        found.append((kind, match[5] or match[7] or match[9] or "", given))
        at = match.end()
    return tuple(found) if at == len(spec) and len(found) <= _MOST_PARAMETERS else None


def _default(parameters: tuple[tuple[str, str, str], ...]) -> str | None:
    return None if all(kind == "m" for kind, _, _ in parameters) else NO_VALUE


def read_macro_arguments(text: str, at: int, macro: Macro) -> tuple[list[str], int]:
    """Return the arguments of a use of `macro` that ends at `at`, and where they end."""
    arguments: list[str] = []
    if macro.parameters:
        for parameter in macro.parameters:
            given, at = _xparse_argument(text, at, *parameter)
            arguments.append(given)
        return arguments, at
    if macro.default is not None:
        option = read_option(text, at)
        arguments.append(option[0] if option else macro.default)
        at = option[1] if option else at
    while len(arguments) < macro.arity:
        argument = read_argument(text, at)
        if argument is None:
            break
        arguments.append(argument[0])
        at = argument[1]
    return arguments, skip_space(text, at) if macro.arity == 0 else at


def _xparse_argument(text: str, at: int, kind: str, marks: str, default: str) -> tuple[str, int]:
    """Return one argument of xparse, and where it ends."""
    start = skip_space(text, at)
    if kind in "st":
        is_given = text.startswith(marks or "*", start)
        return (STARRED, start + 1) if is_given else (UNSTARRED, at)
    if kind in "mv":
        found = read_argument(text, start)
    elif kind in "oO":
        found = read_option(text, start)
    elif kind in "gG":
        found = read_group(text, start)
    else:
        end = text.find(marks[1], start, start + LONGEST_ARGUMENT) if text.startswith(marks[0], start) else -1
        found = (text[start + 1 : end], end + 1) if end >= 0 else None
    if found is None or found[0] == NO_VALUE:
        return default, found[1] if found else at
    return found
