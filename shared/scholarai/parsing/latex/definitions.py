"""Reads a paper's own definitions of macros and environments."""

from __future__ import annotations

import re
from dataclasses import dataclass

from scholarai.parsing.latex.scanning import group_end, read_argument, read_group, read_option, skip_space

NEW_COMMANDS = frozenset(
    {"newcommand", "renewcommand", "providecommand", "DeclareRobustCommand", "newrobustcmd", "renewrobustcmd",
     "NewDocumentCommand", "RenewDocumentCommand", "ProvideDocumentCommand", "DeclareDocumentCommand"}
)  # fmt: skip
PLAIN_DEFINITIONS = frozenset({"def", "gdef", "edef", "xdef"})
NEW_ENVIRONMENTS = frozenset({"newenvironment", "renewenvironment"})
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
_NAME = re.compile(r"\s*+(?:\{\s*+)?+\\([A-Za-z@]+|.)\s*\}?")
_PARAMETERS = re.compile(r"((?:#\d)*)\s*(?=\{)")
_XPARSE_ITEM = re.compile(r"m|s|O\{[^{}]*\}|o|\+|\s")
_PARAMETER = re.compile(r"#([1-9])|##")


@dataclass(frozen=True, slots=True)
class Macro:
    """A macro's replacement text; `default` is the value of its first argument if that is optional."""

    name: str
    body: str
    arity: int = 0
    default: str | None = None
    is_alias: bool = False

    def filled(self, arguments: list[str]) -> str:
        if not self.arity:
            return self.body
        given = dict(enumerate(arguments, start=1))
        return _PARAMETER.sub(lambda m: given.get(int(m.group(1)), "") if m.group(1) else "#", self.body)


@dataclass(frozen=True, slots=True)
class UserEnvironment:
    opening: Macro
    closing: str


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
    return Macro(name.group(1), body[0], arity, default), body[1]


def read_alias(text: str, at: int) -> tuple[Macro | None, int]:
    r"""Return the macro that a `\let` defines from `at` on, and where the definition ends."""
    match = re.compile(r"\s*+\\([A-Za-z@]+|.)\s*+(?:=\s*+(?!\Z))?+(\\(?:[A-Za-z@]+|.)|\S)").match(text, at)
    if match is None:
        return None, at
    return Macro(match.group(1), match.group(2), is_alias=True), match.end()


def read_environment(text: str, at: int) -> tuple[str, UserEnvironment | None, int]:
    """Return the name and the environment defined from `at` on, and where the definition ends."""
    if text[at : at + 1] == "*":
        at += 1
    name = read_group(text, at)
    if name is None:
        return "", None, at
    arity, default, end = _arity(text, name[1])
    opening = read_group(text, end)
    closing = read_group(text, opening[1]) if opening else None
    if opening is None or closing is None:
        return name[0], None, end
    return name[0].strip(), UserEnvironment(Macro(name[0], opening[0], arity, default), closing[0]), closing[1]


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
    return Macro(name.group(1), text[parameters.end() + 1 : end - 1], len(parameters.group(1)) // 2), end


def _xparse(text: str, name: re.Match[str]) -> tuple[Macro | None, int]:
    spec = read_group(text, name.end())
    body = read_group(text, spec[1]) if spec else None
    if spec is None or body is None:
        return None, name.end()
    items = [item for item in _XPARSE_ITEM.findall(spec[0]) if item.strip() and item != "+"]
    if "".join(items) != re.sub(r"[\s+]", "", spec[0]) or any(item[0] in "soO" for item in items[1:]) or "s" in items:
        return None, body[1]
    default = None
    if items and items[0] != "m":
        default = items[0][2:-1] if items[0].startswith("O") else ""
    return Macro(name.group(1), body[0], len(items), default), body[1]


def read_macro_arguments(text: str, at: int, macro: Macro) -> tuple[list[str], int]:
    """Return the arguments of a use of `macro` that ends at `at`, and where they end."""
    arguments: list[str] = []
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
