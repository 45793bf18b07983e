"""How the command line is called, and what it says when it is called wrongly."""

from __future__ import annotations

import io
import os
import time
from pathlib import Path

import pytest

from scholarai.local.cli import main
from scholarai.local.holding import StoreHeldError, hold
from scholarai.local.jsonl import LinesError
from scholarai.local.progress import ProgressLine
from scholarai.local.search_command import Question, read_questions
from scholarai.local.welcome import welcome


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["publish"],
        ["serve", "--port", "0"],
        ["serve", "--port", "many"],
        ["extract"],
        ["search", "paper.pdf"],
        ["search", "paper.pdf", "why?", "--questions", "q.jsonl"],
        ["search", "paper.pdf", "why?", "-k", "0"],
        ["ask", "why?"],
        ["check", "paper.pdf"],
        ["check", "paper.pdf", "a quote", "--quotes", "q.jsonl"],
    ],
)
def test_a_call_that_cannot_be_ends_with_usage(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)

    assert ended.value.code == 2
    assert "usage: scholarai" in capsys.readouterr().err


def test_several_files_need_a_folder(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["extract", "a.pdf", "b.pdf"]) == 2
    assert "-o DIR" in capsys.readouterr().err


def test_files_that_would_overwrite_each_other_are_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["extract", "one/paper.pdf", "two/paper.pdf", "-o", str(tmp_path)]) == 2
    assert "paper" in capsys.readouterr().err


def test_questions_keep_the_ids_that_their_file_gives_them(tmp_path: Path) -> None:
    file = tmp_path / "q.jsonl"
    file.write_text('{"question_id": 917, "question": "How large?"}\n\n{"question_id": "b", "question": "Why?"}\n')

    assert read_questions(file) == [Question(id=917, text="How large?"), Question(id="b", text="Why?")]


@pytest.mark.parametrize("line", ["{", "[]", '{"question": "no id"}', '"text"'])
def test_a_line_that_is_no_question_is_named(tmp_path: Path, line: str) -> None:
    file = tmp_path / "q.jsonl"
    file.write_text(f'{{"question_id": 1, "question": "Why?"}}\n{line}\n')

    with pytest.raises(LinesError, match=r"q\.jsonl:2"):
        read_questions(file)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_drawn_on_a_terminal_and_wiped_at_the_end() -> None:
    terminal = Terminal()

    with ProgressLine(2, terminal) as progress:
        progress.advance("paper.pdf", 5, 10)

    assert "25% paper.pdf" in terminal.getvalue()
    assert terminal.getvalue().endswith("\r\x1b[2K")


def test_progress_says_nothing_in_a_pipe_but_what_stays() -> None:
    pipe = io.StringIO()

    with ProgressLine(2, pipe) as progress:
        progress.advance("paper.pdf", 5, 10)
        progress.say("paper.pdf: damaged: It is.")
        progress.finish("paper.pdf")

    assert pipe.getvalue() == "paper.pdf: damaged: It is.\n"


def test_a_folder_is_held_by_one_server_until_it_ends(tmp_path: Path) -> None:
    first = hold(tmp_path)
    child = os.fork()
    if child == 0:
        try:
            hold(tmp_path, patience_s=0.2)
        except StoreHeldError:
            os._exit(0)
        os._exit(1)

    assert os.waitpid(child, 0)[1] == 0
    first.close()
    started = time.monotonic()
    hold(tmp_path).close()
    assert time.monotonic() - started < 5


def test_the_welcome_names_its_own_address_only() -> None:
    text = welcome("http://127.0.0.1:9")

    assert "http://127.0.0.1:9/papers/sample-paper/chat" in text
    assert "8080" not in text
