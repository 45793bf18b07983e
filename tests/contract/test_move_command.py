"""`scholarai move`, as its user calls it."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from contract.conftest import Stand
from contract.libraries import at_folder, fill, held, readable
from contract.making import ADA, a_content, a_note, a_paper, a_session
from printed import fitting

from scholarai.adapters.gcp.backend import GcpBackend
from scholarai.domain.collections import Collection, Collections
from scholarai.domain.ids import OwnerId
from scholarai.domain.marks import CollectionId
from scholarai.local.cli import main
from scholarai.local.data_commands import hold
from scholarai.local.terminal import NOT_FOUND, TRY_AGAIN, USAGE

UID = OwnerId("kX93hUser")
# Ends the process for good in the middle of the write of that number.
KILLED = """
import os, signal, sys
from contract.libraries import KilledError, Stopping
from scholarai.local import move_command
from scholarai.local.cli import main
whole = move_command.MoveLibrary
move_command.MoveLibrary = lambda source, target: whole(source=source, target=Stopping(target, int(sys.argv[1]), after=True))
try:
    main(sys.argv[2:])
except KilledError:
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture
def cloud(gcp_stand: Stand, monkeypatch: pytest.MonkeyPatch) -> GcpBackend:
    """A cloud that the environment's settings name."""
    opened = gcp_stand.open()
    assert isinstance(opened, GcpBackend)
    monkeypatch.setenv("GOOGLE_CLOUD_PROJECT", opened._settings.project)
    monkeypatch.setenv("SCHOLARAI_PAPERS_BUCKET", opened._settings.papers_bucket)
    return opened


def move(*arguments: str, data: Path) -> int:
    return main(["move", *arguments, "--data", str(data)])


@pytest.mark.emulator
class TestMove:
    def test_a_library_goes_to_a_named_user_and_back(
        self, cloud: GcpBackend, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        here, back = tmp_path / "here", tmp_path / "back"
        fill(at_folder(here))

        codes = [
            move("--to", "gcp", "--as", UID, data=here),
            move("--to", "gcp", "--as", UID, data=here),
            move("--to", "embedded", "--owner", UID, "--as", ADA, data=back),
        ]

        assert codes == [0, 0, 0]
        everything = {"paper": 4, "conversation": 1, "review": 1, "note": 3}
        assert fitting("move", capsys.readouterr().out) == [
            {"copied": everything, "there": 0, "left_out": []},
            {"copied": dict.fromkeys(everything, 0), "there": 11, "left_out": []},
            {"copied": everything, "there": 0, "left_out": []},
        ]
        assert held(at_folder(back), ADA) == held(cloud, UID) == held(at_folder(here), ADA)

    def test_two_owners_can_become_one(self, cloud: GcpBackend, tmp_path: Path) -> None:
        here = at_folder(tmp_path)
        readable(here, "p1", a_content(["of the page"]), owner=OwnerId("local"))
        readable(here, "p2", a_content(["of the command line"]), owner=OwnerId("command-line"))

        assert move("--to", "gcp", data=tmp_path) == USAGE
        assert cloud.papers.list(OwnerId("local"), limit=9).papers == ()
        assert move("--to", "gcp", "--as", UID, data=tmp_path) == 0
        assert {paper.id for paper in cloud.papers.list(UID, limit=9).papers} == {"p1", "p2"}
        assert move("--to", "embedded", data=tmp_path / "back") == 0  # what everybody has
        assert held(at_folder(tmp_path / "back"), UID) == held(cloud, UID)

    def test_who_has_only_collections_notes_or_a_conversation_is_moved_too(
        self, cloud: GcpBackend, tmp_path: Path
    ) -> None:
        here, back = at_folder(tmp_path), tmp_path / "back"
        tree = Collections(owner=OwnerId("tree"), items=(Collection(id=CollectionId("c1"), name="Thesis"),))
        here.collections.change(tree.owner, lambda _: tree)
        note = a_note("n1", owner="noter")
        here.notes.change(note.id, lambda _: note)
        here.sessions.create(a_session(owner="talker"))

        assert move("--to", "gcp", data=tmp_path) == 0
        assert move("--to", "embedded", data=back) == 0

        for store in (cloud, at_folder(back)):
            assert store.collections.get(tree.owner).items == tree.items
            assert store.notes.get(note.id) == note
            assert len(store.sessions.list(OwnerId("talker"), None, limit=9).sessions) == 1

    def test_an_id_that_no_user_can_have_gets_nothing(
        self, cloud: GcpBackend, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        at_folder(tmp_path).sessions.create(a_session())

        assert move("--to", "gcp", "--owner", ADA, "--as", "a/b", data=tmp_path) == USAGE

        assert "owner_unusable" in capsys.readouterr().err
        assert cloud.sessions.read(a_session().id) is None

    def test_what_is_left_out_is_named_and_the_rest_is_copied(
        self, cloud: GcpBackend, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        here = at_folder(tmp_path)
        readable(here, "p1", a_content(["one"]), owner=ADA)
        readable(here, "p2", a_content(["two"]), owner=ADA)
        waiting = a_paper("p1", owner=ADA, status="extracting")
        here.papers.change(waiting.id, lambda _: waiting)

        assert move("--to", "gcp", data=tmp_path) == 1

        said = capsys.readouterr()
        assert "paper p1: paper_unfinished" in said.err
        (moved,) = fitting("move", said.out)
        assert (moved["copied"]["paper"], moved["left_out"][0]["code"]) == (1, "paper_unfinished")
        assert [paper.id for paper in cloud.papers.list(ADA, limit=9).papers] == ["p2"]

    def test_two_people_move_the_same_paper_into_one_deployment(
        self, cloud: GcpBackend, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        for name in ("ada", "bob"):
            readable(at_folder(tmp_path / name), "p1", a_content(["the same file"]), owner=OwnerId("command-line"))
        moves = [("ada", "ada"), ("bob", "bob"), ("bob", "bob")]

        assert [move("--to", "gcp", "--as", to, data=tmp_path / folder) for folder, to in moves] == [0, 0, 0]

        assert [one["copied"]["paper"] for one in fitting("move", capsys.readouterr().out)][1:] == [1, 0]
        papers = [cloud.papers.list(OwnerId(name), limit=9).papers for name in ("ada", "bob")]
        assert [len(of) for of in papers] == [1, 1]
        assert papers[0][0].id == "p1" != papers[1][0].id

    def test_a_library_that_is_served_is_left_alone(
        self, cloud: GcpBackend, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        readable(at_folder(tmp_path), "p1", a_content(["one"]), owner=ADA)

        with hold(tmp_path):
            assert move("--to", "gcp", data=tmp_path) == TRY_AGAIN

        assert "stop it first" in capsys.readouterr().err
        assert cloud.papers.list(ADA, limit=9).papers == ()

    @pytest.mark.slow
    def test_processes_that_are_killed_lose_and_double_nothing(self, cloud: GcpBackend, tmp_path: Path) -> None:
        fill(at_folder(tmp_path / "here"))
        assert move("--to", "gcp", "--as", UID, data=tmp_path / "here") == 0
        rng = random.Random(2)
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}

        for n in range(20):
            back = ["move", "--to", "embedded", "--owner", UID, "--as", ADA, "--data", str(tmp_path / f"back-{n // 4}")]
            ended = subprocess.run(
                [sys.executable, "-c", KILLED, str(rng.randint(1, 7)), *back], env=environment, check=False
            )
            assert ended.returncode == -signal.SIGKILL
            if n % 4 == 3:  # four ends on the way, then one that goes through
                assert main(back) == 0
                assert held(at_folder(tmp_path / f"back-{n // 4}"), ADA) == held(cloud, UID)


class TestRefused:
    """What is missing is said, and nothing is changed."""

    @pytest.fixture(autouse=True)
    def library(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        for name in ("GOOGLE_CLOUD_PROJECT", "SCHOLARAI_PAPERS_BUCKET", "GOOGLE_APPLICATION_CREDENTIALS"):
            monkeypatch.delenv(name, raising=False)
        here = at_folder(tmp_path)
        readable(here, "p1", a_content(["one"]), owner=ADA)
        here.close()
        return tmp_path

    @pytest.fixture
    def named(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("GOOGLE_CLOUD_PROJECT", "nowhere")
        monkeypatch.setenv("SCHOLARAI_PAPERS_BUCKET", "nowhere-papers")

    def test_without_settings(self, library: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert move("--to", "gcp", data=library) == 2
        assert "GOOGLE_CLOUD_PROJECT" in capsys.readouterr().err

    def test_without_credentials(
        self, library: Path, named: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setenv("GOOGLE_APPLICATION_CREDENTIALS", str(library / "missing.json"))
        for name in ("FIRESTORE_EMULATOR_HOST", "STORAGE_EMULATOR_HOST"):
            monkeypatch.delenv(name, raising=False)

        assert move("--to", "gcp", data=library) == USAGE
        assert "credentials_missing" in capsys.readouterr().err

    def test_a_folder_without_a_library(self, library: Path, named: None, capsys: pytest.CaptureFixture[str]) -> None:
        assert move("--to", "gcp", data=library / "nothing") == NOT_FOUND
        assert "library_not_found" in capsys.readouterr().err
        assert not (library / "nothing").exists()
