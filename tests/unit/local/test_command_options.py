"""The function that runs a command takes the options of its parser, which no type checker sees."""

from __future__ import annotations

import inspect

from scholarai.domain.plugins import load
from scholarai.local.cli import OF_THE_PARSER
from scholarai.local.completion import parsers
from scholarai.local.parser import make_parser

# What `question_parser` makes of the arguments before the command is run.
MADE = {"ask": {"question"}, "search": {"question"}, "check": {"quote", "text"}}
USED_UP = {"check": {"whole_library"}}


def test_each_command_takes_the_options_of_its_parser() -> None:
    with_actions = []
    for words, parser in parsers(make_parser()):
        if runs := parser.get_default("runs"):
            names = {action.dest for action in parser._actions} | set(parser._defaults)
            given = names - OF_THE_PARSER - {"help"} - USED_UP.get(words, set()) | MADE.get(words, set())
            inspect.signature(load(f"scholarai.local.{runs}")).bind(**dict.fromkeys(given))
        else:
            with_actions.append(words)

    assert with_actions == ["", "papers", "library", "zotero", "ops", "ops backup"]
