"""Systems that are put together from what they are given."""

from __future__ import annotations

from pathlib import Path

from scholarai.bootstrap import App
from scholarai.config import Settings


def system(folder: Path) -> App:
    return App(Settings.from_env({"SCHOLARAI_BACKEND": "embedded", "SCHOLARAI_DATA": str(folder)}))


def test_two_systems_of_one_process_share_no_store_and_no_open_paper(tmp_path: Path) -> None:
    one, two = system(tmp_path / "one"), system(tmp_path / "two")

    assert one.backend() is not two.backend()
    assert one.open_papers() is not two.open_papers()
    assert one.settings().data_dir != two.settings().data_dir


def test_a_system_makes_its_stores_once(tmp_path: Path) -> None:
    one = system(tmp_path)

    assert one.backend() is one.backend()
    assert one.open_papers() is one.open_papers()


def test_a_system_asks_the_model_that_it_is_given(tmp_path: Path) -> None:
    from scholarai.adapters.models.local import ExtractiveAnswerer

    given = ExtractiveAnswerer()
    app = App(system(tmp_path).settings(), answerer=given)

    assert app.answerer() is given
    assert app.ask_papers().answerer() is given
