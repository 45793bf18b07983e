"""`scholarai completion`: makes scripts for shells that complete commands and options, from the parser."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping

SHELLS = ("bash", "zsh", "fish")

_BASH = """_scholarai() {{
  local word="${{COMP_WORDS[COMP_CWORD]}}" path="" place known
  for ((place = 1; place < COMP_CWORD; place++)); do
    known=" ${{path:+$path }}${{COMP_WORDS[place]}} "
    case "{paths}" in *"|${{known:1:-1}}|"*) path="${{known:1:-1}}" ;; esac
  done
  local words=""
  case "$path" in
{cases}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}}
complete -o default -F _scholarai scholarai
"""
_ZSH = "autoload -U +X bashcompinit && bashcompinit\n"


def completion(parser: argparse.ArgumentParser, shell: str) -> str:
    """Return the script for one of `SHELLS`; files are completed where nothing else is."""
    words = {path: list(_words(each)) for path, each in parsers(parser)}
    return _fish(words) if shell == "fish" else (_ZSH if shell == "zsh" else "") + _bash(words)


def _bash(words: Mapping[str, list[tuple[str, str]]]) -> str:
    cases = "\n".join(f'    "{path}") words="{" ".join(word for word, _ in of)}" ;;' for path, of in words.items())
    return _BASH.format(paths=f"|{'|'.join(filter(None, words))}|", cases=cases)


def _fish(words: Mapping[str, list[tuple[str, str]]]) -> str:
    lines = []
    for path, of in words.items():
        inner = " ".join(word for word, _ in of if not word.startswith("-"))
        seen = "".join(f"__fish_seen_subcommand_from {name}; and " for name in path.split())
        where = seen + (f"not __fish_seen_subcommand_from {inner}" if inner else "true")
        for word, says in of:
            kind = (
                f"-l {word[2:]}" if word.startswith("--") else f"-s {word[1:]}" if word[0] == "-" else f"-f -a {word}"
            )
            lines.append(f"complete -c scholarai -n '{where}' {kind} -d '{says}'")
    return "\n".join(lines) + "\n"


def parsers(parser: argparse.ArgumentParser, path: str = "") -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """Yield every parser by the words that lead to it."""
    yield path, parser
    for action in parser._actions:  # noqa: SLF001  - argparse has no public way to look at a parser
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001
            for name, inner in action.choices.items():
                yield from parsers(inner, f"{path} {name}".strip())


def _words(parser: argparse.ArgumentParser) -> Iterator[tuple[str, str]]:
    """Yield what can be completed: options and fixed words, each with a short description."""
    for action in parser._actions:  # noqa: SLF001
        text = " ".join((action.help or "").replace("'", "").split("(")[0].split())
        for option in action.option_strings:
            yield option, text
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001
            yield from ((choice.dest, choice.help or "") for choice in action._choices_actions)  # noqa: SLF001
        elif action.choices is not None and not action.option_strings:
            yield from ((str(choice), "") for choice in action.choices)
