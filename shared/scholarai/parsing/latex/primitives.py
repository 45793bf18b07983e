"""Primitives: commands that control how LaTeX source is expanded."""

from __future__ import annotations

import re

from scholarai.parsing.latex import conditionals, definitions
from scholarai.parsing.latex.boxes import BOX_PRIMITIVES, save_environment
from scholarai.parsing.latex.definitions import Macro
from scholarai.parsing.latex.expanded import Theorem
from scholarai.parsing.latex.expansion import Expander, Frame, Primitive
from scholarai.parsing.latex.hidden import is_far
from scholarai.parsing.latex.inputs import INPUT_PRIMITIVES
from scholarai.parsing.latex.scanning import read_argument, read_group, read_groups, read_option, skip_space
from scholarai.parsing.numbering import DISPLAY_ENVIRONMENTS

_CODE = frozenset({"verbatim", "verbatim*", "Verbatim", "BVerbatim", "lstlisting", "minted", "alltt", "spverbatim"})
_UNREAD = frozenset(
    {"comment", "tikzpicture", "tikzpicture*", "pgfpicture", "pspicture", "picture", "asy", "CCSXML", "VerbatimOut", "filecontents",
     "filecontents*", "circuitikz", "tikzcd", "forest", "pycode", "overpic", "axis"}
)  # fmt: skip
_DISPLAYS = DISPLAY_ENVIRONMENTS - {"subequations"}
_KNOWN_ENVIRONMENTS = _DISPLAYS | _CODE | {
    "abstract", "figure", "figure*", "table", "table*", "itemize", "enumerate", "description", "tabular", "thebibliography",
    "proof", "quote", "center", "document", "theorem", "lemma", "algorithm", "keyword", "keywords",
}  # fmt: skip
_CAPTION_OPTION = re.compile(r"caption\s*=\s*(\{(?:[^{}]|\{[^{}]*\})*\}|[^,\]]*)")
_TITLE_OPTION = re.compile(r"(?:name|title)\s*=\s*([^,]+)")
_BOOLEAN = re.compile(r"\\boolean\s*\{(\w+)\}|\\equal\s*\{([^{}]*)\}\s*\{([^{}]*)\}")
_DIMENSION = r"-?\s*+(?:[\d.]*+\s*+\\[A-Za-z]++|[\d.]++\s*+(?:true\s*+)?+(?:pt|em|ex|cm|mm|in|pc|bp|sp|dd|fill?l?))"
_LENGTH = re.compile(rf"\s*+(?:=\s*+)?+{_DIMENSION}(?:\s*+plus\s*+{_DIMENSION})?(?:\s*+minus\s*+{_DIMENSION})?\s?")
_SHIFTED = re.compile(r"\s*+\\(?:hbox|vbox|vtop)(?:\s*+(?:to|spread)[^{}]{0,80}+)?+(?=\s*+\{)")
_COUNT = re.compile(r"\s*+(?:=\s*+)?+(?:-?\d+|\\[A-Za-z@]+)\s?")
_RULE = re.compile(r"\s*+(?:\[[^\]]*+\]\s*+)?+(?:\([^)]*+\)\s*+)?+\{[^{}]*+\}")
# \epsfig{file=curve.eps,width=3cm}
_KEYED_GRAPHICS = frozenset({"epsfig", "psfig"})
_FILE_KEY = re.compile(r"(?:^|,)\s*+(?:file|figure)\s*+=\s*+([^,{}]+)")
_LABEL = re.compile(r"\\label\s*\{[^{}]*\}")
_NAME_IN_FULL = re.compile(r"((?:[^\\{}]|\\(?!endcsname)[A-Za-z@]++){1,200}?)\\endcsname(?![A-Za-z@])")
_MACRO = re.compile(r"\\([A-Za-z@]+)")
_SWITCH_NAME = re.compile(r"\s*\\if([A-Za-z@]+)")


def primitive_of(name: str) -> Primitive | None:
    """Return the primitive of a command's name, None for any other command."""
    if name in _PRIMITIVES:
        return _PRIMITIVES[name]
    return _take_branch if conditionals.is_conditional(name) else None


def _begin(expander: Expander, frame: Frame, _: str) -> None:
    group = read_group(frame.text, frame.at)
    if group is None:
        return
    name, frame.at = group[0].strip(), group[1]
    if expander.sink.in_formula:
        expander.sink.begin_in_formula(name)
    elif name == "document":
        expander.begin_document()
    elif name in _CODE or name in _UNREAD or name in expander.excluded:
        _take_raw(expander, frame, name)
    elif name == "lrbox":
        save_environment(expander, frame)
    elif name in _DISPLAYS or name == "math":
        expander.sink.open_formula(rf"\begin{{{name}}}", name)
    elif name in expander.environments:
        opening = expander.environments[name].opening
        arguments: list[str] = []
        if opening.arity:
            arguments, frame.at = definitions.read_macro_arguments(frame.text, frame.at, opening)
        expander.environment_arguments[name] = arguments
        expander.sink.add(r"\begingroup ")
        expander.push(opening.filled(arguments), rf"\begin {name}", frame.folder)
    elif name in {"restatable", "restatable*"}:
        _restate(expander, frame, rf"\end{{{name}}}")
    else:
        expander.sink.begin(name)


def _end(expander: Expander, frame: Frame, _: str) -> None:
    group = read_group(frame.text, frame.at)
    if group is None:
        return
    name, frame.at = group[0].strip(), group[1]
    if name in expander.environments:
        closing = expander.environments[name].closing.filled(expander.environment_arguments.get(name, []))
        expander.push(rf"{closing}\endgroup ", rf"\end {name}", frame.folder)
    elif expander.sink.in_formula:
        expander.sink.end_in_formula(name)
    elif name == "document":
        expander.end_document()
    else:
        expander.sink.end(name)


def _restate(expander: Expander, frame: Frame, closing: str) -> None:
    """Read thm-restate's theorem as one of its kind, and let its command print it again without a number."""
    note = read_option(frame.text, frame.at)
    found = read_groups(frame.text, note[1] if note else frame.at, 2)
    end = frame.text.find(closing, found[1]) if found else -1
    if found is None or end < 0:
        return
    (kind, name), start = found
    body = frame.text[start:end]
    frame.at = end + len(closing)
    again = Macro(name, rf"\begin{{{kind}*}}{_LABEL.sub('', body)}\end{{{kind}*}}", 1, "", parameters=(("s", "", ""),))
    expander.macros.setdefault(name, again)
    named = f"[{note[0]}]" if note else ""
    expander.push(rf"\begin{{{kind}}}{named}{body}\end{{{kind}}}", "restatable…", frame.folder)


def _take_raw(expander: Expander, frame: Frame, name: str) -> None:
    """Read an environment verbatim: code is kept, drawings and comments are skipped."""
    closing = rf"\end{{{name}}}"
    end = frame.text.find(closing, frame.at)
    body = frame.text[frame.at : end if end >= 0 else len(frame.text)]
    frame.at = end + len(closing) if end >= 0 else len(frame.text)
    if name not in _CODE or name in expander.excluded:
        return
    option = read_option(body, 0) if body.lstrip(" \t").startswith("[") else None
    if option is not None:
        body = body[option[1] :]
        if caption := _CAPTION_OPTION.search(option[0]):
            expander.push(rf"\captionof{{listing}}{{{caption.group(1).strip('{}')}}}", "caption", frame.folder)
    language = read_group(body, 0) if name == "minted" else None
    expander.sink.add_code(body[language[1] :] if language else body, inline=False)


def _verb(expander: Expander, frame: Frame, name: str) -> None:
    at = frame.at + frame.text.startswith("*", frame.at)
    option = read_option(frame.text, at) if frame.text.startswith("[", at) else None
    at = option[1] if option else at
    language = read_group(frame.text, at) if name in {"mintinline", "mint"} else None
    at = language[1] if language else at
    if frame.text.startswith("{", at) and (group := read_group(frame.text, at)):
        code, frame.at = group
    else:
        end = frame.text.find(frame.text[at : at + 1] or "|", at + 1)
        if end <= at:
            return
        code, frame.at = frame.text[at + 1 : end], end + 1
    expander.sink.add_code(code, inline=True)


def _url(expander: Expander, frame: Frame, name: str) -> None:
    """Read a URL verbatim, including per cent signs; of a link, keep only the text."""
    group = read_group(frame.text, frame.at)
    if group is not None and not expander.sink.in_formula:
        frame.at = group[1]
        if name != "href":
            expander.sink.add_code(group[0].strip(), inline=True)


def _graphics(expander: Expander, frame: Frame, command: str) -> None:
    frame.at += frame.text.startswith("*", frame.at)
    for _ in range(2):
        if (option := read_option(frame.text, frame.at)) is not None:
            frame.at = option[1]
    if (name := read_group(frame.text, frame.at)) is not None:
        frame.at = name[1]
        told = expander.expand(name[0]) if "\\" in name[0] else name[0]
        keyed = _FILE_KEY.search(told) if command in _KEYED_GRAPHICS else None
        expander.sink.add_graphic(keyed[1].strip() if keyed else told)


def _define(expander: Expander, frame: Frame, name: str) -> None:
    if name == "let":
        macro, frame.at = definitions.read_alias(frame.text, frame.at)
    else:
        option = read_option(frame.text, frame.at) if name == "DeclareSIUnit" else None
        macro, frame.at = definitions.read_macro(frame.text, option[1] if option else frame.at, name)
    if macro is None or macro.name in _PRIMITIVES:
        return
    if macro.name in definitions.UNDERSTOOD and not definitions.refers_to_prefixed_label(macro):
        return
    if name.startswith(("provide", "Provide")) and macro.name in expander.macros:
        return
    if expander.in_style:
        if "@" in macro.name:
            return
        macro = Macro(macro.name, macro.body, macro.arity, macro.default, is_alias=True)
    expander.macros[macro.name] = macro


def _define_operator(_expander: Expander, frame: Frame, _name: str) -> None:
    _, frame.at = definitions.read_macro(frame.text, frame.at, "newcommand")


def _define_environment(expander: Expander, frame: Frame, command: str) -> None:
    name, environment, frame.at = definitions.read_environment(frame.text, frame.at, command)
    if environment is not None and name not in _KNOWN_ENVIRONMENTS and not expander.in_style:
        expander.environments[name] = environment


def _define_theorem(expander: Expander, frame: Frame, _: str) -> None:
    starred = frame.text.startswith("*", frame.at)
    name = read_group(frame.text, frame.at + starred)
    shared = read_option(frame.text, name[1]) if name else None
    title = read_group(frame.text, shared[1] if shared else name[1]) if name else None
    if name is None or title is None:
        return
    within = read_option(frame.text, title[1])
    frame.at = within[1] if within else title[1]
    counter = None if starred else shared[0] if shared else name[0]
    expander.result.theorems[name[0]] = Theorem(title[0], counter, within[0] if within else None)


def _declare_theorem(expander: Expander, frame: Frame, _: str) -> None:
    option = read_option(frame.text, frame.at)
    name = read_group(frame.text, option[1] if option else frame.at)
    if name is not None:
        frame.at = name[1]
        title = _TITLE_OPTION.search(option[0]) if option else None
        shown = title.group(1).strip("{} ") if title else name[0].title()
        expander.result.theorems[name[0]] = Theorem(shown, name[0])


def _new_switch(expander: Expander, frame: Frame, name: str) -> None:
    if name == "newif":
        match = _SWITCH_NAME.match(frame.text, frame.at)
        found = (match.group(1), match.end()) if match else None
    else:
        found = read_group(frame.text, frame.at)
    if found is not None:
        frame.at = found[1]
        expander.switches.setdefault(found[0], False)


def _set_switch(expander: Expander, frame: Frame, name: str) -> None:
    found = read_groups(frame.text, frame.at, 1 if name.startswith("toggle") else 2)
    if found is not None:
        groups, frame.at = found
        expander.switches[groups[0]] = groups[1].strip() == "true" if len(groups) > 1 else name == "toggletrue"


def _take_branch(expander: Expander, frame: Frame, name: str) -> None:
    """Continue with the branch of a conditional that is printed."""
    holds, at = conditionals.evaluate(name, frame.text, frame.at, expander.switches, expander.macros)
    found = conditionals.branches(frame.text, at)
    if found is None:
        frame.at = at
        return
    chosen = found[0] if holds else found[1]
    frame.at = found[2]
    expander.push(frame.text[chosen[0] : chosen[1]], f"\\{name}…", frame.folder)


def _take_choice(expander: Expander, frame: Frame, name: str) -> None:
    r"""Continue with one branch of `\ifthenelse{test}{yes}{no}` or a similar command."""
    found = read_groups(frame.text, frame.at, 3)
    if found is not None:
        (test, yes, no), frame.at = found
        expander.push(yes if _holds(expander, name, test) else no, name, frame.folder)


def _holds(expander: Expander, name: str, test: str) -> bool:
    if name in {"iftoggle", "ifbool"}:
        return expander.switches.get(test.strip(), True)
    if name in {"ifblank", "ifstrempty"}:
        return not test.strip()
    if name == "ifdefempty":
        macro = expander.macros.get(test.strip().lstrip("\\"))
        return macro is None or not macro.body.strip()
    match = _BOOLEAN.search(test)
    if match is None:
        return True
    return expander.switches.get(match.group(1), True) if match.group(1) else match.group(2) == match.group(3)


def _exclude(expander: Expander, frame: Frame, _: str) -> None:
    group = read_group(frame.text, frame.at)
    if group is not None:
        frame.at = group[1]
        expander.excluded.add(group[0].strip())


def _count_within(expander: Expander, frame: Frame, _: str) -> None:
    found = read_groups(frame.text, frame.at, 2)
    if found is not None:
        (counter, outer), frame.at = found
        if outer.strip() in {"section", "chapter"}:
            expander.result.within_section.add(counter.strip())


def _ensure_math(expander: Expander, frame: Frame, name: str) -> None:
    group = read_group(frame.text, frame.at)
    if group is None or expander.sink.in_formula:
        expander.sink.add("\\" + name)
    else:
        frame.at = group[1]
        expander.push(f"${group[0]}$", "ensuremath…", frame.folder)


def _skip_length(expander: Expander, frame: Frame, name: str) -> None:
    r"""Skip the length after a command such as `\\vskip 1em plus 2pt`; in a formula, keep it."""
    if expander.sink.in_formula:
        expander.sink.add("\\" + name)
    elif match := _LENGTH.match(frame.text, frame.at):
        frame.at = match.end()
        _move_far(expander, frame, name, match[0].strip(" ="))


def _move_far(expander: Expander, frame: Frame, name: str, length: str) -> None:
    """Write a space or a shift that takes text off the page as LaTeX's own commands, of which `Visibility` knows."""
    if not is_far(length):
        return
    if name in {"kern", "hskip", "vskip"}:
        expander.sink.add(rf"\{'vspace' if name == 'vskip' else 'hspace'}{{{length}}}")
    elif (name in {"raise", "lower", "moveleft", "moveright"}) and (box := _SHIFTED.match(frame.text, frame.at)):
        frame.at = box.end()
        expander.sink.add(rf"\raisebox{{{length}}}")


def _group(expander: Expander, _frame: Frame, name: str) -> None:
    """Keep the borders of a group, at which colours end."""
    if not expander.sink.in_formula:
        expander.sink.add(rf"\{name} ")


def _skip_number(_expander: Expander, frame: Frame, _name: str) -> None:
    if match := _COUNT.match(frame.text, frame.at):
        frame.at = match.end()


def _skip_rule(_expander: Expander, frame: Frame, _name: str) -> None:
    if match := _RULE.match(frame.text, frame.at):
        frame.at = match.end()


def _call_by_name(expander: Expander, frame: Frame, _: str) -> None:
    r"""Read `\csname name\endcsname` as the command of that name."""
    found = _NAME_IN_FULL.match(frame.text, frame.at)
    if found is not None:
        frame.at = found.end()
        expander.command(frame, _MACRO.sub(lambda used: _printed(expander, used[1]), found[1]).strip())


def _printed(expander: Expander, name: str) -> str:
    macro = expander.macros.get(name)
    return macro.body if macro is not None and not macro.arity and "\\" not in macro.body else ""


def _take_value(expander: Expander, frame: Frame, name: str) -> None:
    r"""Continue with the branch of xparse's `\IfValueTF{#1}{yes}{no}` or a similar command."""
    at = skip_space(frame.text, frame.at)
    bare = (
        (definitions.NO_VALUE, at + len(definitions.NO_VALUE))
        if frame.text.startswith(definitions.NO_VALUE, at)
        else None
    )
    tested = bare or read_argument(frame.text, at)
    found = read_groups(frame.text, tested[1], 2 if name.endswith("TF") else 1) if tested else None
    if tested is None or found is None:
        return
    test, (ways, frame.at) = tested[0], found
    if name.startswith("IfBoolean"):
        holds = test.strip() == definitions.STARRED
    elif name.startswith("IfBlank"):
        holds = not test.strip()
    else:
        holds = (test.strip() == definitions.NO_VALUE) == name.startswith("IfNoValue")
    if name.endswith("TF"):
        expander.push(ways[0] if holds else ways[1], f"\\{name}…", frame.folder)
    elif holds == name.endswith("T"):
        expander.push(ways[0], f"\\{name}…", frame.folder)


def _skip_drawing(_expander: Expander, frame: Frame, _name: str) -> None:
    """Skip a drawing that a command holds, such as chemfig's, with its options."""
    frame.at += frame.text.startswith("*", frame.at)
    while option := read_option(frame.text, frame.at):
        frame.at = option[1]
    if group := read_group(frame.text, frame.at):
        frame.at = group[1]


def _set_letters(expander: Expander, _: Frame, name: str) -> None:
    expander.at_is_letter = name == "makeatletter"


def _end_input(expander: Expander, _frame: Frame, _name: str) -> None:
    expander.end_text()


def _nothing(_expander: Expander, _frame: Frame, _name: str) -> None:
    pass


_PRIMITIVES: dict[str, Primitive] = {
    "begin": _begin,
    "end": _end,
    **dict.fromkeys(("verb", "Verb", "lstinline", "mintinline", "mint"), _verb),
    **dict.fromkeys(("url", "href", "path", "nolinkurl"), _url),
    **dict.fromkeys(("includegraphics", "epsfbox", "epsffile", *_KEYED_GRAPHICS), _graphics),
    **dict.fromkeys((*definitions.NEW_COMMANDS, *definitions.PLAIN_DEFINITIONS, "let"), _define),
    "DeclareMathOperator": _define_operator,
    **dict.fromkeys(definitions.NEW_ENVIRONMENTS, _define_environment),
    **dict.fromkeys(("newtheorem", "spnewtheorem"), _define_theorem),
    "declaretheorem": _declare_theorem,
    **dict.fromkeys(("newif", "newboolean", "newbool", "newtoggle"), _new_switch),
    **dict.fromkeys(("setboolean", "setbool", "settoggle", "toggletrue", "togglefalse"), _set_switch),
    **dict.fromkeys(("ifthenelse", "iftoggle", "ifbool", "ifdefempty", "ifblank", "ifstrempty"), _take_choice),
    **INPUT_PRIMITIVES,
    **BOX_PRIMITIVES,
    "excludecomment": _exclude,
    **dict.fromkeys(("numberwithin", "counterwithin"), _count_within),
    "ensuremath": _ensure_math,
    "csname": _call_by_name,
    **dict.fromkeys(
        (f"If{test}{ways}" for test in ("Value", "NoValue", "Boolean", "Blank") for ways in ("TF", "T", "F")), _take_value
    ),
    **dict.fromkeys(("chemfig", "tikz", "setchemfig"), _skip_drawing),
    **dict.fromkeys(("cmidrule", "cline"), _skip_rule),
    **dict.fromkeys(
        ("spacefactor", "penalty", "hyphenpenalty", "exhyphenpenalty", "clubpenalty", "widowpenalty", "interlinepenalty",
         "tolerance", "pretolerance", "hbadness", "vbadness"),
        _skip_number,
    ),
    **dict.fromkeys(
        ("vskip", "hskip", "kern", "raise", "lower", "moveleft", "moveright", "parskip", "parindent", "baselineskip",
         "leftskip", "rightskip", "topskip", "abovedisplayskip", "belowdisplayskip", "tabcolsep", "columnsep", "looseness",
         "epsfxsize", "epsfysize"),
        _skip_length,
    ),
    **dict.fromkeys(("makeatletter", "makeatother"), _set_letters),
    "endinput": _end_input,
    **dict.fromkeys(
        ("xspace", "expandafter", "protect", "bgroup", "egroup", "fi", "else", "relax", "long", "global"), _nothing
    ),
    **dict.fromkeys(("begingroup", "endgroup"), _group),
}  # fmt: skip
