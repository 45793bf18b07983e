"""Systems that are put together from what they are given."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from scholarai.bootstrap import App
from scholarai.bootstrap.once import once
from scholarai.config import Settings


def system(folder: Path) -> App:
    return App(Settings.from_env({"SCHOLARAI_BACKEND": "embedded", "SCHOLARAI_DATA": str(folder)}))


def test_two_systems_of_one_process_share_no_store_and_no_open_paper(tmp_path: Path) -> None:
    one, two = system(tmp_path / "one"), system(tmp_path / "two")

    assert one.backend() is not two.backend()
    assert one.passages.open_papers() is not two.passages.open_papers()
    assert one.settings().data_dir != two.settings().data_dir


def test_a_system_makes_its_stores_once(tmp_path: Path) -> None:
    one = system(tmp_path)

    assert one.backend() is one.backend()
    assert one.passages.open_papers() is one.passages.open_papers()


class Maker:
    """Makes an object that two threads ask for at the same time."""

    def __init__(self) -> None:
        self.asking = threading.Barrier(2)
        self.made = 0

    @once
    def thing(self) -> object:
        self.made += 1
        threading.Event().wait(0.05)  # longer than the other thread takes to ask
        return object()

    def ask(self) -> object:
        self.asking.wait()
        return self.thing()


def test_two_threads_that_ask_first_at_the_same_time_get_one_object() -> None:
    maker = Maker()

    with ThreadPoolExecutor(2) as pool:
        one, other = pool.map(lambda _: maker.ask(), range(2))

    assert one is other is maker.thing()
    assert maker.made == 1


def test_what_is_made_once_can_be_passed_on_and_forgotten() -> None:
    maker = Maker()
    factory = maker.thing
    first = factory()
    maker.thing.cache_clear()

    assert factory() is maker.thing()
    assert factory() is not first


def test_a_system_asks_the_model_that_it_is_given(tmp_path: Path) -> None:
    from scholarai.adapters.models.local import ExtractiveAnswerer

    given = ExtractiveAnswerer()
    app = App(system(tmp_path).settings(), answerer=given)

    assert app.models.answerer() is given
    assert app.chat.ask_papers().answerer() is given


def test_the_services_of_a_system_belong_to_it(tmp_path: Path) -> None:
    one, two = system(tmp_path / "one"), system(tmp_path / "two")

    assert one.library.list_missing() is one.library.list_missing()
    assert one.library.list_missing() is not two.library.list_missing()
    assert one.papers.owned_papers().papers is one.backend().papers
