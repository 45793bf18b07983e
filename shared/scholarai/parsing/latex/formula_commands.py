"""Collects the paper's own commands that its formulas use, for the renderer of formulas."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from scholarai.domain.content import FormulaCommand
from scholarai.parsing.latex.definitions import Macro

# Bounds for hostile sources, far above what papers use.
_MOST = 300
_LONGEST = 1_000

_NAME = re.compile(r"\\([A-Za-z@]+)")


def commands_of(formulas: Iterable[str], macros: Mapping[str, Macro]) -> tuple[FormulaCommand, ...]:
    """Return the macros that the formulas use, directly or through other macros, by name.

    Macros with an optional argument are left out, since `FormulaCommand` has no default value.
    """
    found: dict[str, FormulaCommand] = {}
    texts = list(formulas)
    while texts and len(found) < _MOST:
        for name in _NAME.findall(texts.pop()):
            macro = macros.get(name)
            if macro is not None and name not in found and macro.default is None and len(macro.body) <= _LONGEST:
                found[name] = FormulaCommand(name=name, arity=macro.arity, body=macro.body)
                texts.append(macro.body)
    return tuple(found[name] for name in sorted(found)[:_MOST])
