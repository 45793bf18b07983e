"""Google's emulators as the functions' dependencies: reached through proxies, so that they can be away, break off, and start again."""

from __future__ import annotations

import itertools
import json
import threading
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

import emulators
from doubles.cloud.proxy import Proxy

_EXPORT_S = 60.0
# An empty answer may come while a message is on its way inside the emulator.
_EMPTY_PULLS = 5
_BETWEEN_PULLS_S = 0.1


class Firestore:
    """The database; a restart keeps what was committed, as the real one does, through an export of the emulator's."""

    def __init__(self, folder: Path, project: str) -> None:
        self.emulator = emulators.firestore_at(folder)
        self.emulator.start()
        self.proxy = Proxy(self.emulator.port)
        self._project = project
        self._exports = itertools.count(1)

    def restart(self) -> None:
        """Break every connection, end the process, and start another with the same documents."""
        self.proxy.cut()
        try:
            name = f"export-{next(self._exports)}"
            exported = self._export(name)
            self.emulator.kill()
            self.emulator.start(f"--seed_from_export={exported}")
        finally:
            self.proxy.mend()

    def clear(self) -> None:
        """Remove every document."""
        place = f"http://{self.emulator.address}/emulator/v1/projects/{self._project}/databases/(default)/documents"
        urllib.request.urlopen(urllib.request.Request(place, method="DELETE"), timeout=_EXPORT_S).close()

    def close(self) -> None:
        self.proxy.close()
        self.emulator.stop()

    def _export(self, name: str) -> Path:
        order = {
            "database": f"projects/{self._project}/databases/(default)",
            "export_directory": str(self.emulator.folder),
            "export_name": name,
        }
        request = urllib.request.Request(
            f"http://{self.emulator.address}/emulator/v1/projects/{self._project}:export",
            json.dumps(order).encode(),
            {"Content-Type": "application/json"},
        )
        urllib.request.urlopen(request, timeout=_EXPORT_S).close()
        return self.emulator.folder / name / f"{name}.overall_export_metadata"


class PubSub:
    """The topics, with a subscription to each that is followed; what was published and not pulled yet survives a restart."""

    def __init__(self, folder: Path, project: str, topics: tuple[str, ...], followed: tuple[str, ...]) -> None:
        self.emulator = emulators.pubsub_at(folder)
        self.emulator.start()
        self.proxy = Proxy(self.emulator.port)
        self._project, self._topics, self._followed = project, topics, followed
        # Held by each puller, so that nothing is in a puller's hands while the emulator is replaced.
        self.pulling = threading.Lock()
        self.pulls: list[Callable[[], int]] = []

    def subscription(self, topic: str) -> str:
        return f"projects/{self._project}/subscriptions/{topic}-followed"

    def make_resources(self) -> None:
        from google.cloud.pubsub_v1 import PublisherClient, SubscriberClient

        with PublisherClient() as publisher, SubscriberClient() as subscriber:
            for topic in self._topics:
                publisher.create_topic(name=f"projects/{self._project}/topics/{topic}", timeout=30)
            for topic in self._followed:
                subscriber.create_subscription(
                    name=self.subscription(topic), topic=f"projects/{self._project}/topics/{topic}", timeout=30
                )

    def restart(self) -> None:
        """Break every connection, let what was published be pulled, and replace the process."""
        self.proxy.cut()
        try:
            with self.pulling:
                self._drain()
                self.emulator.kill()
                self.emulator.start()
                self.make_resources()
        finally:
            self.proxy.mend()

    def close(self) -> None:
        self.proxy.close()
        self.emulator.stop()

    def _drain(self) -> None:
        """Take whatever was published: the real service would keep it, the emulator forgets it."""
        empty = 0
        while empty < _EMPTY_PULLS:
            empty = 0 if sum(pull() for pull in self.pulls) else empty + 1
            time.sleep(_BETWEEN_PULLS_S)
