"""Every regular expression of a package, and inputs that are made to be slow for it."""

from __future__ import annotations

import ast
import importlib
import inspect
import itertools
import pkgutil
import re
import warnings
from collections.abc import Iterator
from types import ModuleType
from typing import Any, NamedTuple

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    import sre_constants as codes
    import sre_parse as parsing

METHODS = ("match", "fullmatch", "search", "sub", "subn", "split", "findall", "finditer")
# One of each kind that patterns tell apart; a pattern's own characters are added.
COMMON = " \n\t\r0aAzZé中_-–.,:;!?'\"()[]{}<>/\\|&#%$^*+=@~\x00\u200b"
# Ends of texts at which a pattern that matched so far may fail.
ENDS = ("", "!", "\x00\n")
MOST_HEADS = 6


class Use(NamedTuple):
    """One pattern and how one module uses it."""

    where: str  # the module, then the name or the line
    pattern: re.Pattern[Any]
    method: str


def uses(package: str) -> list[Use]:
    """Return the patterns of all modules of a package: those in its values, and those of its calls of `re` that are constant."""
    found: dict[tuple[str | bytes, int, str], Use] = {}
    for module in _modules(package):
        tree = ast.parse(inspect.getsource(module))
        for use in (*_values(module, tree), *_calls(module, tree)):
            found.setdefault((use.pattern.pattern, use.pattern.flags, use.method), use)
    return list(found.values())


def _modules(package: str) -> Iterator[ModuleType]:
    for found in pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}."):
        if not found.name.endswith("__main__"):
            yield importlib.import_module(found.name)


def _values(module: ModuleType, tree: ast.Module) -> Iterator[Use]:
    for name, value in vars(module).items():
        for pattern in _held(value):
            for method in _methods(tree, name):
                yield Use(f"{module.__name__}.{name}", pattern, method)


def _held(value: object, depth: int = 3) -> Iterator[re.Pattern[Any]]:
    """Yield the patterns in a value: itself, or what its containers hold."""
    if isinstance(value, re.Pattern):
        yield value
    elif depth and isinstance(value, (tuple, list, frozenset, set)):
        for item in value:
            yield from _held(item, depth - 1)
    elif depth and isinstance(value, dict):
        yield from _held([*value.keys(), *value.values()], depth)


def _methods(tree: ast.Module, name: str) -> set[str]:
    """Return what is called on a name; a pattern that is handed on or looked up is searched for."""
    called = {
        node.func.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in METHODS
        if isinstance(node.func.value, ast.Name) and node.func.value.id == name
    }
    return called or {"finditer"}


def _calls(module: ModuleType, tree: ast.Module) -> Iterator[Use]:
    """Yield the patterns that functions of `re` are given, where they depend on nothing but the module's own names."""
    for statement in ast.walk(tree):
        for call in (node for node in ast.iter_child_nodes(statement) if isinstance(node, ast.Call)):
            function = ast.unparse(call.func).removeprefix("re.")
            if ast.unparse(call.func).startswith("re.") and call.args and function in {*METHODS, "compile"}:
                methods = {function} if function in METHODS else _assigned_methods(tree, statement)
                pattern = _compiled(call, module)
                where = f"{module.__name__}:{call.lineno}"
                yield from (Use(where, pattern, method) for method in methods if pattern)


def _assigned_methods(tree: ast.Module, statement: ast.AST) -> set[str]:
    """Return what is called on a pattern that a statement makes."""
    if isinstance(statement, ast.Attribute):
        return {statement.attr}
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    return _methods(tree, ast.unparse(targets[0]) if targets else "")


def _compiled(call: ast.Call, module: ModuleType) -> re.Pattern[Any] | None:
    """Return the pattern of a call of `re`, None where a name in it is known only when the call is made."""
    flags = [part for part in [*call.args[1:], *(word.value for word in call.keywords)] if "re." in ast.unparse(part)]
    source = ", ".join(map(ast.unparse, [call.args[0], *flags]))
    try:
        compiled: re.Pattern[Any] = eval(f"re.compile({source})", {**vars(module), "re": re})
    except NameError:
        return None
    return compiled


def attacks(pattern: re.Pattern[Any], characters: int) -> Iterator[Any]:
    """Yield texts of about so many characters: what the pattern may begin with, a piece over and over, and an end."""
    tree: Any = parsing.parse(pattern.pattern, pattern.flags)
    heads = list(dict.fromkeys(itertools.islice(_openings(tree), MOST_HEADS)))
    pieces = dict.fromkeys([*_kinds(tree), *heads, *_bodies(tree), *_between(list(tree))])
    for head, piece, end in itertools.product(["", *heads], pieces, ENDS):
        if piece:
            text = head + piece * (characters // len(piece)) + end
            yield text.encode("utf-8", "replace") if isinstance(pattern.pattern, bytes) else text


def _nodes(tree: Any) -> Iterator[tuple[Any, Any]]:
    """Yield each operation of a parsed pattern, the outer ones first."""
    for operation, data in tree:
        yield operation, data
        for part in _parts(operation, data):
            yield from _nodes(part)


def _parts(operation: Any, data: Any) -> list[Any]:
    if operation is codes.BRANCH:
        return list(data[1])
    if operation is codes.ATOMIC_GROUP:
        return [data]
    if operation in _REPEATS or operation is codes.SUBPATTERN or operation in {codes.ASSERT, codes.ASSERT_NOT}:
        return [data[-1]]
    return []


_REPEATS = {codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT}


def _kinds(tree: Any) -> list[str]:
    """Return one character of each kind that the repeated parts of a pattern tell apart."""
    nodes = [node for operation, data in _nodes(tree) if operation in _REPEATS for node in _nodes(data[2])]
    sets = [_matcher(*node) for node in nodes if node[0] in _CHARACTERS]
    own = [chr(data) for operation, data in nodes if operation is codes.LITERAL]
    kinds: dict[tuple[bool, ...], str] = {}
    for character in [*COMMON, *own]:
        kinds.setdefault(tuple(bool(one.match(character)) for one in sets), character)
    return list(kinds.values())


_CHARACTERS = {codes.IN, codes.LITERAL, codes.NOT_LITERAL}


def _matcher(operation: Any, data: Any) -> re.Pattern[str]:
    """Return a pattern of the one character that an operation stands for."""
    if operation is codes.IN:
        inner = "".join(map(_member, data))
        return re.compile(f"[{inner}]")
    return re.compile(f"[{'^' if operation is codes.NOT_LITERAL else ''}{_literal(data)}]")


def _literal(code: int) -> str:
    return f"\\U{code:08x}"


_CATEGORIES = {
    codes.CATEGORY_DIGIT: r"\d",
    codes.CATEGORY_NOT_DIGIT: r"\D",
    codes.CATEGORY_SPACE: r"\s",
    codes.CATEGORY_NOT_SPACE: r"\S",
    codes.CATEGORY_WORD: r"\w",
    codes.CATEGORY_NOT_WORD: r"\W",
}


def _member(member: tuple[Any, Any]) -> str:
    operation, data = member
    if operation is codes.NEGATE:
        return "^"
    if operation is codes.RANGE:
        return f"{_literal(data[0])}-{_literal(data[1])}"
    return _CATEGORIES[data] if operation is codes.CATEGORY else _literal(data)


def _bodies(tree: Any) -> Iterator[str]:
    """Yield what each repeated part and each alternative may be."""
    for operation, data in _nodes(tree):
        for part in _parts(operation, data):
            yield _example(part)
            if operation in _REPEATS:
                yield _example(part) * 2
            yield from _between(list(part))


def _between(sequence: list[tuple[Any, Any]]) -> Iterator[str]:
    """Yield what may stand between two repeats that follow each other in a sequence."""
    repeats = [at for at, (operation, _) in enumerate(sequence) if operation in _REPEATS]
    for first, second in itertools.pairwise(repeats):
        yield from (_example(sequence[first:second]), _example(sequence[first + 1 : second]) + " ")


def _openings(tree: Any) -> Iterator[str]:
    """Yield what a text may begin with so that the pattern reaches each of its repeats."""
    before = ""
    for operation, data in tree:
        for part in _parts(operation, data):
            if operation not in {codes.ASSERT, codes.ASSERT_NOT}:
                yield from (before + inner for inner in _openings(part))
        if operation in _REPEATS:
            yield before
        before += _example([(operation, data)])
    yield before


def _example(tree: Any) -> str:
    """Return a short text that a parsed pattern matches, as far as its assertions allow."""
    return "".join(itertools.starmap(_one, tree))


def _one(operation: Any, data: Any) -> str:
    if operation is codes.LITERAL:
        return chr(data)
    if operation in {codes.IN, codes.NOT_LITERAL}:
        one = _matcher(operation, data)
        return next(
            (character for character in [*"aA0 ", *COMMON] if one.match(character)),
            _first(data) if operation is codes.IN else "",
        )
    if operation is codes.ANY:
        return "a"
    if operation in _REPEATS:
        return _example(data[2]) * max(int(data[0]), 1)
    if operation in {codes.SUBPATTERN, codes.ATOMIC_GROUP}:
        return _example(_parts(operation, data)[0])
    return _example(data[1][0]) if operation is codes.BRANCH else ""


def _first(data: Any) -> str:
    """Return the first character that a set lists."""
    for operation, value in data:
        if operation in {codes.LITERAL, codes.RANGE}:
            return chr(value if operation is codes.LITERAL else value[0])
    return ""
