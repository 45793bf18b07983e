"""Brings events to functions as Eventarc and Pub/Sub do, at least once and in any order, as badly as it is told to."""

from __future__ import annotations

import base64
import heapq
import itertools
import json
import random
import threading
import time
import warnings
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from typing import Any

from doubles.cloud.instances import Function, Instance

CALL_S = 600.0
_FIRST_WAIT_S = 0.2
# A guess: soon enough for tests, seldom enough to cost nothing.
_PULL_EVERY_S = 0.1
# Longer than any event of a test; the real one keeps them for a day.
_MOST_TRIES = 200


@dataclass(slots=True, kw_only=True)
class Manner:
    """How events travel; each a probability from 0 to 1, or seconds. May be changed while the router runs.

    Attributes:
        duplicate: An event is delivered once more, at the same time.
        delay_s: Most that an event waits before its first delivery, so that later ones overtake it.
        refuse: An attempt ends as 503 before the function hears of it.
        forget: The function's success is taken for a failure, so the event comes again.
        kill: The instance is killed while it works on the event, and started again.
        kill_after_s: Most that it may work before it is killed.
        longest_wait_s: Most that an event waits before it is tried again.
    """

    duplicate: float = 0.0
    delay_s: float = 0.0
    refuse: float = 0.0
    forget: float = 0.0
    kill: float = 0.0
    kill_after_s: float = 1.0
    longest_wait_s: float = 5.0
    chance: random.Random = field(default_factory=random.Random)


@dataclass(slots=True, kw_only=True)
class _Delivery:
    function: Function
    headers: Mapping[str, str]
    body: bytes
    tries: int = 0


@dataclass(slots=True)
class Tally:
    """What happened to events."""

    delivered: int = 0
    repeated: int = 0
    killed: int = 0
    given_up: int = 0


class Router:
    """Delivers until it is closed, with so many deliveries at once, each with the token that `token` makes for it."""

    def __init__(self, manner: Manner, *, workers: int = 2, token: Callable[[], str] = lambda: "") -> None:
        self.manner = manner
        self._token = token
        self.tally = Tally()
        self._waiting: list[tuple[float, int, _Delivery]] = []
        self._numbers = itertools.count()
        self._changed = threading.Condition()
        self._in_progress = 0
        self._closed = False
        self._threads = [threading.Thread(target=self._run, daemon=True) for _ in range(workers)]
        for thread in self._threads:
            thread.start()

    def send_event(self, function: Function, event: Mapping[str, Any]) -> None:
        """Deliver a CloudEvent in its structured form."""
        self._send(function, {"Content-Type": "application/cloudevents+json"}, event)

    def push(self, function: Function, message: Mapping[str, Any]) -> None:
        """Deliver a message as a push subscription does."""
        self._send(function, {"Content-Type": "application/json"}, message)

    def wait_until_idle(self, timeout_s: float) -> bool:
        """Wait until every event was accepted; tell whether that happened in time."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._waiting and not self._in_progress, timeout_s)

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        for thread in self._threads:
            thread.join(CALL_S)

    def _send(self, function: Function, headers: Mapping[str, str], value: Mapping[str, Any]) -> None:
        chance = self.manner.chance
        for _ in range(1 + (chance.random() < self.manner.duplicate)):
            delivery = _Delivery(function=function, headers=headers, body=json.dumps(value).encode())
            self._put(delivery, chance.uniform(0, self.manner.delay_s))

    def _put(self, delivery: _Delivery, wait_s: float) -> None:
        with self._changed:
            heapq.heappush(self._waiting, (time.monotonic() + wait_s, next(self._numbers), delivery))
            self._changed.notify_all()

    def _run(self) -> None:
        while (delivery := self._take()) is not None:
            accepted = self._attempt(delivery)
            if not accepted:
                self._again(delivery)
            with self._changed:
                self._in_progress -= 1
                self.tally.delivered += accepted
                self._changed.notify_all()

    def _take(self) -> _Delivery | None:
        with self._changed:
            while not self._closed:
                now = time.monotonic()
                if self._waiting and self._waiting[0][0] <= now:
                    self._in_progress += 1
                    return heapq.heappop(self._waiting)[2]
                self._changed.wait(max(self._waiting[0][0] - now, 0.0) if self._waiting else None)
        return None

    def _again(self, delivery: _Delivery) -> None:
        delivery.tries += 1
        if delivery.tries >= _MOST_TRIES:
            self.tally.given_up += 1
            return
        self.tally.repeated += 1
        self._put(delivery, min(self.manner.longest_wait_s, _FIRST_WAIT_S * 2 ** min(delivery.tries, 8)))

    def _attempt(self, delivery: _Delivery) -> bool:
        manner, chance = self.manner, self.manner.chance
        if chance.random() < manner.refuse:
            return False
        instance = delivery.function.next()
        if chance.random() < manner.kill:
            self.tally.killed += 1
            threading.Timer(chance.uniform(0, manner.kill_after_s), instance.kill).start()
        return _call(instance, delivery, self._token()) and chance.random() >= manner.forget


def _call(instance: Instance, delivery: _Delivery, token: str) -> bool:
    """Call the function and tell whether it accepted the event; a killed instance is started again."""
    try:
        instance.start()
        connection = HTTPConnection("127.0.0.1", instance.port, timeout=CALL_S)
        try:
            headers = {**delivery.headers, "Authorization": f"Bearer {token}"}
            connection.request("POST", "/", body=delivery.body, headers=headers)
            answer = connection.getresponse()
            answer.read()
        finally:
            connection.close()
    except (OSError, HTTPException, RuntimeError):
        return False
    return 200 <= answer.status < 300


class Puller:
    """Takes messages from a subscription and hands each to `push`; a message is kept until it was handed over."""

    def __init__(
        self,
        subscriber: Any,
        subscription: str,
        push: Callable[[Mapping[str, Any]], None],
        pulling: AbstractContextManager[Any],
    ) -> None:
        self._subscriber, self._subscription, self._push, self._pulling = subscriber, subscription, push, pulling
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._closed.set()
        self._thread.join(10)

    def _run(self) -> None:
        from google.api_core.exceptions import GoogleAPICallError, RetryError

        while not self._closed.is_set():
            try:
                with self._pulling:
                    found = self.take()
            except (GoogleAPICallError, RetryError):
                found = 0  # the emulator is starting again
            if not found:
                self._closed.wait(_PULL_EVERY_S)

    def take(self) -> int:
        """Take what is there now, hand it over, and return how much it was."""
        with warnings.catch_warnings(
            action="ignore", category=DeprecationWarning
        ):  # a patient pull would hold others up
            pulled = self._subscriber.pull(
                subscription=self._subscription, max_messages=50, return_immediately=True, timeout=5, retry=None
            ).received_messages
        for item in pulled:
            self._push(
                {
                    "subscription": self._subscription,
                    "message": {
                        "data": base64.b64encode(item.message.data).decode(),
                        "attributes": dict(item.message.attributes),
                        "messageId": item.message.message_id,
                    },
                }
            )
        if pulled:
            ids = [item.ack_id for item in pulled]
            self._subscriber.acknowledge(subscription=self._subscription, ack_ids=ids, timeout=5)
        return len(pulled)
