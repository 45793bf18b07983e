"""Puts the parts of the cloud together and takes them apart again."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Any, Self

from doubles.cloud.dependencies import Firestore, PubSub
from doubles.cloud.front import Front
from doubles.cloud.instances import Function
from doubles.cloud.router import Manner, Puller, Router
from doubles.identity import CertificateServer, Key
from doubles.storage_server.server import StorageServer

from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.object_names import upload_name
from scholarai.entrypoints.events import SWEEP_DUE

PROJECT = "local-cloud"
BUCKET = f"{PROJECT}-papers"
TOPICS = ("paper-events", "paper-failures", "review-steps")
PUSH_ACCOUNT = f"pusher@{PROJECT}.iam.gserviceaccount.com"
AUDIENCE = "https://local-cloud.example"
FOLLOWED = ("paper-events", "review-steps")


class LocalCloud:
    """A project of its own, from entering to leaving.

    `counts` says how many instances each function has, functions it leaves out are not run; `forked`, `edit` and `own` are those of
    `Function`. With `proxied` the functions reach the emulators through proxies that may be cut; each call takes longer.

    Attributes:
        firestore: The database; may be cut off and restarted.
        pubsub: The topics; may be cut off and restarted.
        announced: What was published on the events topic, each message as a push would bring it.
        on_announced: Called with each of them as it comes.
        sent: Every event of the bucket so far.
        storage: The bucket's server.
        manner: How events travel; change it at any time.
        functions: By name.
    """

    def __init__(
        self,
        folder: Path,
        *,
        settings: Mapping[str, str] | None = None,
        counts: Mapping[str, int] = MappingProxyType({"status": 1, "chat": 1, "extract": 1, "review": 1}),
        port: int = 0,
        manner: Manner | None = None,
        edit: Callable[[Path], None] = lambda _: None,
        forked: bool = False,
        own: Callable[[str, int], Mapping[str, str]] = lambda _name, _number: {},
        proxied: bool = False,
    ) -> None:
        self._folder = folder
        self._proxied = proxied
        self._settings = dict(settings or {})
        self._counts = counts
        self._port = port
        self._making: dict[str, Any] = {"edit": edit, "forked": forked, "own": own}
        self._stack = contextlib.ExitStack()
        self.manner = manner or Manner()
        self.announced: list[Mapping[str, Any]] = []
        self.on_announced: Callable[[Mapping[str, Any]], None] = lambda _: None
        self.sent: list[Mapping[str, Any]] = []
        self._key = Key("local-cloud")

    def __enter__(self) -> Self:
        with contextlib.ExitStack() as stack:
            self._start(stack)
            self._stack = stack.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.front.port}"

    def token(self, owner: str) -> str:
        """Return an ID token, as Identity Platform would sign it."""
        return self._key.token(PROJECT, owner)

    @property
    def operator(self) -> Mapping[str, str]:
        """What an operator's shell needs to look into database, bucket and topics; nothing of who may call."""
        names = ("GOOGLE_", "SCHOLARAI_", "FIRESTORE_", "PUBSUB_", "STORAGE_")
        return {
            name: value
            for name, value in self._own_environment().items()
            if name.startswith(names) and "_PUSH" not in name and not name.endswith("_CERTIFICATES")
        }

    def put(self, owner: str, paper_id: str, filename: str, data: bytes) -> None:
        """Write an object beside the API, as another system might."""
        name = upload_name(OwnerId(owner), PaperId(paper_id), filename)
        self.bucket.blob(name).upload_from_string(data, content_type="application/pdf")

    def sweep(self) -> None:
        """Do what the scheduler does every few minutes."""
        event = {"specversion": "1.0", "id": "sweep", "source": "//cloudscheduler.googleapis.com", "type": SWEEP_DUE}
        self.router.send_event(self.functions["extract"], event)

    def _start(self, stack: contextlib.ExitStack) -> None:
        for name in ("firestore", "pubsub", "storage"):
            (self._folder / name).mkdir(parents=True)
        self.storage = StorageServer(self._folder / "storage")
        stack.callback(self.storage.close)
        self.firestore = Firestore(self._folder / "firestore", PROJECT)
        stack.callback(self.firestore.close)
        self.pubsub = PubSub(self._folder / "pubsub", PROJECT, TOPICS, FOLLOWED)
        stack.callback(self.pubsub.close)
        certificates = CertificateServer()
        certificates.keys.append(self._key)
        stack.callback(certificates.close)
        self.environment = self._environment(certificates.url)
        stack.enter_context(_in_environment(self._own_environment()))
        self._make_resources()
        self.functions = {
            name: Function(name, self._folder, self.environment, count, **self._making)
            for name, count in self._counts.items()
        }
        for function in self.functions.values():
            stack.callback(function.stop)
            function.start()
        self.router = Router(self.manner, workers=self._counts["extract"] + 1, token=self._push_token)
        stack.callback(self.router.close)
        announcer = self.storage.announce_to(self._deliver)
        stack.callback(self.storage.dismiss, announcer)
        self._follow_steps(stack)
        self.front = Front(self.functions, self._port)
        stack.callback(self.front.close)

    def deliver_again(self, event: Mapping[str, Any]) -> None:
        """Deliver an event of the bucket once more, however old it is."""
        self.router.send_event(self.functions["extract"], event)

    def _push_token(self) -> str:
        return self._key.push_token(PUSH_ACCOUNT, AUDIENCE)

    def _deliver(self, event: Mapping[str, Any]) -> None:
        self.sent.append(event)
        self.deliver_again(event)

    def _heard(self, message: Mapping[str, Any]) -> None:
        self.announced.append(message)
        self.on_announced(message)

    def _reached(self, dependency: Firestore | PubSub) -> str:
        return f"127.0.0.1:{dependency.proxy.port}" if self._proxied else dependency.emulator.address

    def _own_environment(self) -> dict[str, str]:
        """Return what clients of this process need; they reach the emulators without a proxy."""
        return self.environment | {
            "FIRESTORE_EMULATOR_HOST": self.firestore.emulator.address,
            "PUBSUB_EMULATOR_HOST": self.pubsub.emulator.address,
        }

    def _environment(self, certificates: str) -> dict[str, str]:
        known = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("SCHOLARAI_", "GEMINI_", "GOOGLE_", "K_", "OTEL_"))
        }
        return known | {
            "SCHOLARAI_BACKEND": "gcp",
            "GOOGLE_CLOUD_PROJECT": PROJECT,
            "SCHOLARAI_PAPERS_BUCKET": BUCKET,
            "SCHOLARAI_IDENTITY": "firebase",
            "SCHOLARAI_IDENTITY_CERTIFICATES": certificates,
            "FIRESTORE_EMULATOR_HOST": self._reached(self.firestore),
            "PUBSUB_EMULATOR_HOST": self._reached(self.pubsub),
            "STORAGE_EMULATOR_HOST": self.storage.url,
            "GOOGLE_APPLICATION_CREDENTIALS": str(self.storage.key_file),
            "SCHOLARAI_PUSH_ACCOUNTS": PUSH_ACCOUNT,
            "SCHOLARAI_PUSH_AUDIENCE": AUDIENCE,
            "SCHOLARAI_PUSH_CERTIFICATES": certificates,
            "THREADS": "16",
            **self._settings,
        }

    def _make_resources(self) -> None:
        from google.cloud.storage import Client

        self.storage.make_bucket(BUCKET)
        self.bucket = Client(project=PROJECT).bucket(BUCKET)
        self.pubsub.make_resources()

    def _follow_steps(self, stack: contextlib.ExitStack) -> None:
        """Pull the steps of reviews and push them to `review`, and keep what is announced for tests to look at."""
        from google.cloud.pubsub_v1 import SubscriberClient

        subscriber: Any = SubscriberClient()
        stack.callback(subscriber.close)
        followers = {
            "review-steps": lambda message: self.router.push(self.functions["review"], message),
            "paper-events": self._heard,
        }
        for topic, follow in followers.items():
            puller = Puller(subscriber, self.pubsub.subscription(topic), follow, self.pubsub.pulling)
            stack.callback(puller.close)
            self.pubsub.pulls.append(puller.take)


@contextlib.contextmanager
def _in_environment(environment: Mapping[str, str]) -> Any:
    """Set what Google's libraries read, for clients of this process."""
    names = [name for name in environment if name.endswith("_EMULATOR_HOST")] + ["GOOGLE_APPLICATION_CREDENTIALS"]
    before = {name: os.environ.get(name) for name in names}
    os.environ |= {name: environment[name] for name in names}
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
