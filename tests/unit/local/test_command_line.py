"""How the command line is called, and what it says when it is called wrongly."""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import scholarai
from scholarai.api.progress import ProgressLine
from scholarai.local.cli import main
from scholarai.local.completion import completion
from scholarai.local.data_commands import StoreHeldError, hold
from scholarai.local.files import LinesError, opened, output_names, write_whole
from scholarai.local.parser import make_parser
from scholarai.local.passage_commands import Question, read_questions
from scholarai.local.server import first_page
from scholarai.local.terminal import code_of_all
from scholarai.local.welcome import open_browser, welcome


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
        ["ask", "--questions", "q.jsonl"],
        ["papers"],
        ["papers", "delete"],
        ["ops", "nothing"],
        ["ops", "--nothing"],
        ["ops", "backup", "save"],
        ["ops", "forget"],
        ["ops", "reindex", "all"],
        ["ops", "replay"],
        ["completion", "tcsh"],
        ["check", "paper.pdf"],
        ["check", "paper.pdf", "a quote", "--quotes", "q.jsonl"],
    ],
)
def test_a_call_that_cannot_be_ends_with_usage(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)

    assert ended.value.code == 2
    assert "usage: scholarai" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["ask", "search"])
def test_a_paper_in_the_place_of_the_question_is_pointed_out(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paper = tmp_path / "paper.pdf"
    paper.touch()

    with pytest.raises(SystemExit) as ended:
        main([command, "How many people?", str(paper)])

    assert ended.value.code == 2
    said = capsys.readouterr().err
    assert f"{paper} is a file or folder: the papers come first, then the QUESTION" in said
    assert f"scholarai {command} {paper} 'How many people?'" in said


def test_a_review_of_a_paper_in_the_place_of_the_question_is_pointed_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["review", str(tmp_path), "How many people?"])

    assert ended.value.code == 2
    assert f"the QUESTION comes first (scholarai review 'How many people?' {tmp_path})" in capsys.readouterr().err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a disk that is always full")
def test_a_full_disk_is_named_without_a_file(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    full = Path("/dev/full").open("w")  # noqa: SIM115  - closing it fails, too
    monkeypatch.setattr(sys, "stdout", full)

    code = main(["completion", "bash"])

    monkeypatch.undo()
    with contextlib.suppress(OSError):
        full.close()
    assert code == 1
    assert capsys.readouterr().err == "scholarai: No space left on device\n"


def test_several_files_need_a_folder(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["extract", "a.pdf", "b.pdf"]) == 2
    assert "-o DIR" in capsys.readouterr().err


def test_the_version_is_that_of_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])

    assert ended.value.code == 0
    assert capsys.readouterr().out == f"scholarai {scholarai.__version__}\n"


@pytest.mark.parametrize(
    "command",
    [
        *"serve extract search ask check review table papers ops completion".split(),
        "papers list",
        "papers add",
        "papers describe",
        "papers merge",
        "papers delete",
    ],
)
def test_every_command_has_examples_that_its_parser_takes(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*command.split(), "--help"])
    examples = capsys.readouterr().out.partition("examples:\n")[2]
    called = re.findall(rf"(scholarai {command}(?: [^|>)\n]*)?)", examples)

    assert ended.value.code == 0
    assert called
    for line in called:
        make_parser().parse_args(shlex.split(line)[1:])


@pytest.mark.parametrize(
    ("mixed", "in_order"),
    [
        ("check essay.md --model papers/", "check --model essay.md papers/"),
        ("check essay.md --export a.html papers/ --json b.pdf", "check --json --export a.html essay.md papers/ b.pdf"),
        ("check paper.pdf --json -- --a-quote", "check --json paper.pdf -- --a-quote"),
        ("ask a.pdf --depth deep b.pdf 'Why?'", "ask --depth deep a.pdf b.pdf 'Why?'"),
        ("extract a.pdf -o out b.pdf", "extract -o out a.pdf b.pdf"),
    ],
)
def test_options_may_stand_between_the_arguments(mixed: str, in_order: str) -> None:
    parser = make_parser()

    assert parser.parse_args(shlex.split(mixed)) == parser.parse_args(shlex.split(in_order))


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("papers lst", "there is no 'lst'. Did you mean list?"),
        ("export --style appa", "there is no 'appa'. Did you mean apa?"),
        ("library mark f8 --state raed", "there is no 'raed'. Did you mean read?"),
        ("papers describe f8 --titel x", "unrecognized arguments: --titel x. Did you mean --title?\n"),
        ("ask paper.pdf Why? --stram", "unrecognized arguments: --stram\n"),
        ("--json ask paper.pdf Why?", "unrecognized arguments: --json. --json must come after 'ask'"),
        ("--stram", "are required: COMMAND. There is no option --stram\n"),
        ("--verson", "are required: COMMAND. There is no option --verson. Did you mean --version?"),
        ("library", "are required: ACTION\n"),
        ("schema papers lits", "there is no 'papers lits' that prints JSON. Did you mean papers list"),
    ],
)
def test_what_was_meant_is_named(typed: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with contextlib.suppress(SystemExit):
        assert main(typed.split()) == 2

    assert said in capsys.readouterr().err


def test_a_mistyped_number_is_named_in_plain_words(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["search", "paper.pdf", "why?", "-k", "abc"])

    assert "a whole number is needed, got 'abc'" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["r.doc", "r", "r.md.bak"])
def test_a_report_of_an_unknown_ending_is_refused_before_any_work(
    name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["review", "Why?", str(tmp_path / "missing.pdf"), "-o", str(tmp_path / name)]) == 2

    said = capsys.readouterr().err
    assert ".json" in said
    assert "file_missing" not in said


def test_the_tools_of_operators_are_listed_and_say_how_they_are_called(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ops"]) == 0
    listed = capsys.readouterr().out
    with pytest.raises(SystemExit) as ended:
        main(["ops", "backup", "export", "--help"])

    assert re.findall(r"^    (\w+)(?: |$)", listed, re.MULTILINE) == [
        "backup",
        "forget",
        "leftovers",
        "papers",
        "reindex",
        "replay",
    ]
    assert ended.value.code == 0
    assert "scholarai ops backup export copy.jsonl.gz" in capsys.readouterr().out


def test_a_tool_without_settings_says_what_is_missing_and_leaves_no_file(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("GOOGLE_CLOUD_PROJECT", raising=False)

    assert main(["ops", "backup", "export", str(tmp_path / "copy.jsonl.gz")]) == 2
    assert "GOOGLE_CLOUD_PROJECT must name the project" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_completion_script_knows_commands_and_options(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", shell]) == 0

    script = capsys.readouterr().out
    for word in ("extract", "budget", "delete", "leftovers"):
        assert word in script


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash here")
@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("scholarai rev", ["review"]),
        ("scholarai papers d", ["describe", "delete"]),
        ("scholarai ask paper.pdf --q", ["--questions"]),
        ("scholarai ops le", ["leftovers"]),
        ("scholarai completion f", ["fish"]),
    ],
)
def test_bash_completes_what_was_begun(typed: str, offered: list[str]) -> None:
    words = shlex.join(typed.split())
    script = completion(make_parser(), "bash")
    script += f"COMP_WORDS=({words}); COMP_CWORD={len(typed.split()) - 1}; _scholarai; echo ${{COMPREPLY[@]}}"

    ran = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)

    assert ran.stdout.split() == offered


def test_outputs_are_named_by_stem_and_by_folder_where_stems_are_shared(tmp_path: Path) -> None:
    papers = [tmp_path / name for name in ("one/main.tex", "two/main.tex", "two/MAIN.pdf", "three/other.pdf")]

    names = output_names(papers)

    assert [names[paper] for paper in papers] == ["one-main", "two-main.tex", "two-MAIN.pdf", "other"]


def test_outputs_of_folders_of_the_same_name_stay_apart(tmp_path: Path) -> None:
    papers = [tmp_path / name / "paper" / "main.tex" for name in ("a", "b")]

    assert len({name.casefold() for name in output_names(papers).values()}) == 2


def write_and_stop(output: Path, stop: BaseException) -> None:
    with opened(output) as lines:
        lines.write("a line\n")
        raise stop


def test_finished_lines_stay_where_the_user_interrupts_and_no_draft_does(tmp_path: Path) -> None:
    output = tmp_path / "out.jsonl"

    with pytest.raises(KeyboardInterrupt):
        write_and_stop(output, KeyboardInterrupt())

    assert output.read_text() == "a line\n"
    assert list(tmp_path.iterdir()) == [output]


def test_a_failure_leaves_what_was_there(tmp_path: Path) -> None:
    output = tmp_path / "out.jsonl"
    output.write_text("earlier\n")

    with pytest.raises(LinesError):
        write_and_stop(output, LinesError())

    assert output.read_text() == "earlier\n"
    assert list(tmp_path.iterdir()) == [output]


@pytest.mark.parametrize("name", ["missing/out.jsonl", "folder"])
def test_an_output_that_cannot_be_written_is_named_before_any_work(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    output = tmp_path / name

    with pytest.raises(OSError, match=re.escape(str(output))):
        write_and_stop(output, AssertionError("work was done"))
    with pytest.raises(OSError, match=re.escape(str(output))):
        write_whole(output, "text")

    assert list(tmp_path.iterdir()) == [tmp_path / "folder"]


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


@pytest.mark.parametrize("paper", ["paper.md", "missing.md"])
def test_a_command_leaves_no_handler_of_signals_behind(paper: str, tmp_path: Path) -> None:
    (tmp_path / "paper.md").write_text("# A title\n\nA sentence of a paper.\n")
    before = signal.getsignal(signal.SIGTERM)

    main(["extract", str(tmp_path / paper), "-o", str(tmp_path / "out.json")])

    assert signal.getsignal(signal.SIGTERM) is before


def test_progress_is_drawn_on_a_terminal_and_wiped_at_the_end() -> None:
    terminal = Terminal()

    with ProgressLine(2, terminal) as progress:
        progress.advance("paper.pdf", 5, 10)

    assert "25% 1 of 2 paper.pdf" in terminal.getvalue()
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
    hold(tmp_path, patience_s=0).close()


def test_the_welcome_names_its_own_address_only() -> None:
    text = welcome("http://127.0.0.1:9", page=False, model=None, token=None)

    assert "http://127.0.0.1:9/papers/sample-paper/chat" in text
    assert "8080" not in text


def test_the_welcome_beside_a_page_is_an_address_and_who_answers() -> None:
    alone = welcome("http://127.0.0.1:9", page=True, model=None, token=None)
    helped = welcome("http://127.0.0.1:9", page=True, model="ollama/llama3.1:8b", token=None)

    assert "curl" not in alone + helped
    assert "http://127.0.0.1:9" in alone
    assert "No language model is connected" in alone
    assert "settings" in alone
    assert "ollama/llama3.1:8b answers." in helped


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a desktop is taken for granted")
@pytest.mark.parametrize(("display", "opened"), [("", []), (":0", ["http://127.0.0.1:9"])])
def test_a_browser_is_opened_on_a_desktop_alone(
    monkeypatch: pytest.MonkeyPatch, display: str, opened: list[str]
) -> None:
    seen: list[str] = []
    monkeypatch.setattr("webbrowser.open", seen.append)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("DISPLAY", display)

    open_browser("http://127.0.0.1:9")
    for thread in threading.enumerate():
        if thread.name == "browser":
            thread.join(5)

    assert seen == opened


def test_a_new_library_begins_with_the_example_of_the_check(tmp_path: Path) -> None:
    (tmp_path / "objects").mkdir()
    assert first_page(tmp_path) == first_page(tmp_path / "none") == "/check"

    (tmp_path / "objects" / "a-paper").write_bytes(b"%PDF")
    assert first_page(tmp_path) == "/"


@pytest.mark.parametrize(
    "option", [("--threshold", "1.5"), ("--threshold", "much"), ("--n-rerank", "0"), ("--n-retrieval", "few")]
)
def test_a_bound_of_a_review_that_cannot_be_is_refused_before_a_paper_is_read(
    option: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["review", "Why?", "missing.pdf", *option])

    assert ended.value.code == 2
    assert option[0] in capsys.readouterr().err


@pytest.mark.parametrize(
    ("codes", "code"), [([], 0), ([0, 0], 0), ([4, 4], 4), ([5], 5), ([4, 5], 1), ([0, 4], 1), ([0, 5, 0], 1)]
)
def test_inputs_that_all_fail_alike_have_the_code_of_their_kind(codes: list[int], code: int) -> None:
    assert code_of_all(codes) == code
