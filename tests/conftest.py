"""Fixtures that every tier may use."""

from __future__ import annotations

import logging
import signal
from collections.abc import Iterator

import pytest
from emulators import firestore_emulator, pubsub_emulator, storage_server
from hypothesis import HealthCheck, settings

__all__ = ["firestore_emulator", "own_logger_as_it_was", "pubsub_emulator", "storage_server"]

# A busy machine may take longer to make and to run an example than Hypothesis allows by default.
settings.register_profile("busy", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile(
    "quick", settings.get_profile("busy"), max_examples=25
)  # of a hundred: what `make test` tries
settings.load_profile("busy")

# A shell starts background jobs with SIGINT ignored, and child processes inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the files of slow tests first: most have one or two, and at the end the other processes would wait for them."""
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: item.path not in slow)


@pytest.fixture(autouse=True)
def own_logger_as_it_was() -> Iterator[None]:
    """Put our logger back: a command that runs in the test's process takes it over, as it would in its own."""
    logger = logging.getLogger("scholarai")
    handlers, level, propagate = list(logger.handlers), logger.level, logger.propagate
    yield
    logger.handlers[:], logger.propagate = handlers, propagate
    logger.setLevel(level)
