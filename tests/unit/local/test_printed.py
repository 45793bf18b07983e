"""Every command prints JSON that fits its published schema."""

from __future__ import annotations

import argparse
import contextlib
import io
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from jsonschema import Draft7Validator
from papers.pair import make_pdf, make_source
from printed import SCHEMA, fitting

from scholarai import bootstrap
from scholarai.local.cli import main
from scholarai.local.completion import parsers
from scholarai.local.parser import make_parser
from scholarai.testing import sample_paper

# They serve until they are ended, or print a program's own language.
WITHOUT_RESULT = {"serve", "mcp", "schema", "completion"}
# Compared where there is a Zotero, an outside service or a cloud: in tests/unit/zotero, test_discover_command.py and tests/contract.
ELSEWHERE = {
    *("zotero list", "zotero import", "zotero send", "discover"),
    *("move", "ops backup export", "ops backup restore", "ops reindex", "ops replay"),
}
SAMPLE, PAPER, OTHER, FOLDER = "SAMPLE", "PAPER", "OTHER", "FOLDER"
QUESTION = "How many people make a shared birthday more likely than not?"
QUOTE = "For 23 people the exact probability is 0.5073."
# In this order, since the later ones work on what the earlier ones made. Command, arguments, exit code, lines.
CALLS: Sequence[tuple[str, Sequence[str], int, int]] = (
    ("papers add", [SAMPLE], 0, 1),
    ("papers list", [], 0, 1),
    ("papers describe", [PAPER, "--year", "2026"], 0, 1),
    ("papers attach", [f"{FOLDER}/pair.pdf", f"{FOLDER}/pair.tex"], 0, 1),
    ("papers merge", [PAPER, OTHER, "--take", "title", "--keep"], 0, 1),
    ("papers references", [PAPER], 0, 4),
    ("papers related", [PAPER], 0, 1),
    ("papers missing", ["--limit", "3"], 0, 3),
    ("extract", [SAMPLE], 0, 1),
    ("search", [SAMPLE, QUESTION], 0, 1),
    ("ask", [SAMPLE, QUESTION], 0, 1),
    ("ask", [SAMPLE, "What does it say about Tungsten?"], 3, 1),
    ("ask", [SAMPLE, "--questions", f"{FOLDER}/questions.jsonl"], 0, 1),
    ("check", [SAMPLE, QUOTE], 0, 1),
    ("check", [QUOTE.replace("5073", "9073"), "--library"], 3, 1),
    ("check", ["--library", f"{FOLDER}/essay.md"], 0, 1),
    ("check", ["--library", "--references", f"{FOLDER}/essay.md"], 0, 0),
    ("review", [QUESTION, SAMPLE], 0, 1),
    ("table", [SAMPLE, "-q", QUESTION], 0, 1),
    ("eval", [], 0, 8),
    ("add", [SAMPLE], 0, 1),
    ("add", [f"{FOLDER}/essay.md", "--supplement-of", PAPER], 0, 1),
    ("retractions", ["show"], 0, 0),
    ("models", [], 0, 1),
    ("library list", [], 0, 1),
    ("library mark", [PAPER, "--tag", "thesis"], 0, 1),
    ("library collections", ["--make", "Thesis"], 0, 1),
    ("library note", [PAPER, "Compare with Lee", "--quote", QUOTE], 0, 1),
    ("library notes", [], 0, 1),
    ("export", ["-o", f"{FOLDER}/library.bib", "--json"], 0, 1),
    ("verify", [], 0, 1),
    ("backup", [f"{FOLDER}/library.tar"], 0, 1),
    ("restore", [f"{FOLDER}/library.tar"], 0, 1),
    ("ops papers", ["command-line"], 0, 3),
    ("ops leftovers", [], 0, 0),
    ("ops forget", ["nobody"], 0, 1),
    ("papers delete", [PAPER, "unknown"], 1, 1),
    ("papers delete", ["unknown", "none"], 4, 0),
)


def leaves(parser: argparse.ArgumentParser) -> Iterator[str]:
    """Yield the words of every command that runs."""
    for words, each in parsers(parser):
        if not any(isinstance(action, argparse._SubParsersAction) for action in each._actions):
            yield words


def test_every_command_names_what_it_prints() -> None:
    assert set(leaves(make_parser())) == {*SCHEMA["properties"], *WITHOUT_RESULT}
    assert set(SCHEMA["properties"]) == {command for command, *_ in CALLS} | ELSEWHERE


@pytest.mark.slow  # forty commands, twenty seconds of CPU
def test_what_commands_print_fits_their_schemas(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, data = tmp_path / "files", tmp_path / "data"
    folder.mkdir()
    make_pdf(folder / "pair.pdf")
    make_source(folder / "pair.tex")
    (folder / "essay.md").write_text(f'They write: "{QUOTE}"\n')
    (folder / "questions.jsonl").write_text(json.dumps({"question_id": 7, "question": QUESTION}) + "\n")
    monkeypatch.setenv("SCHOLARAI_DATA", str(data))
    monkeypatch.setenv("SCHOLARAI_BACKEND", "embedded")
    names = {SAMPLE: str(sample_paper()), FOLDER: str(folder)}
    seen = []
    for command, arguments, *_ in CALLS:
        written = io.StringIO()
        words = [names.get(word, word).replace(FOLDER, str(folder)) for word in arguments]
        for cached in (bootstrap.process.settings, bootstrap.process.backend):
            cached.cache_clear()
        with contextlib.redirect_stdout(written):
            code = main([*command.split(), *words])
        lines = fitting(command, written.getvalue())
        seen.append((command, arguments, code, len(lines)))
        if PAPER not in names:
            names[PAPER] = lines[0]["id"]
        elif command == "papers attach":
            names[OTHER] = lines[0]["id"]

    assert [was for was, call in zip(seen, CALLS, strict=True) if was != call] == []


@pytest.mark.parametrize("command", ["papers list", "ask"])
def test_a_command_s_schema_is_printed(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", *command.split()]) == 0

    Draft7Validator.check_schema(json.loads(capsys.readouterr().out))


def test_a_command_without_a_schema_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", "papers"]) == 2

    assert "there is no 'papers' that prints JSON" in capsys.readouterr().err
