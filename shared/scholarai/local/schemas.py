"""`scholarai schema` and `scholarai completion`: what is made of the parser of the command line."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence

from scholarai.domain.plugins import load
from scholarai.entrypoints.openapi import commands_schema
from scholarai.local.arguments import meant_by
from scholarai.local.completion import completion, parsers
from scholarai.local.parser import make_parser
from scholarai.local.terminal import DONE, USAGE, complain


def printed() -> Mapping[str, tuple[type, ...]]:
    """Return the types of the values that each command prints as JSON, by its words."""
    names = {words: parser.get_default("prints") for words, parser in parsers(make_parser())}
    return {words: tuple(load(f"scholarai.{name}") for name in of) for words, of in names.items() if of}


def show_schema(words: Sequence[str]) -> int:
    """Print the schema of one command, or of all as the properties of one object."""
    known = printed()
    name = " ".join(words)
    if name and name not in known:
        meant = meant_by(name, known) or f"; {', '.join(known)} do"
        return complain(f"there is no {name!r} that prints JSON{meant}", USAGE)
    schema = commands_schema(known, name)
    sys.stdout.write(json.dumps(schema, indent=2, ensure_ascii=False) + "\n")
    return DONE


def show_completion(shell: str) -> int:
    """Print the script that completes commands in a shell."""
    sys.stdout.write(completion(make_parser(), shell))
    return DONE
