"""What the tests share. They need a service: packages/testbed/test/python-package.test.ts starts one, and runs them."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest

import jetwire

if "JETWIRE_URL" not in os.environ:
    pytest.exit("These tests need a service: packages/testbed/test/python-package.test.ts runs them", returncode=1)

WAIT_MAX = 30.0


class Scene:
    """The service that is tested, as its variables describe it."""

    url = os.environ["JETWIRE_URL"]
    key = os.environ["JETWIRE_KEY"]
    ingest = os.environ["JETWIRE_INGEST"]
    ident = os.environ["JETWIRE_IDENT"]
    station = int(os.environ["JETWIRE_STATION"])
    gateways = json.loads(os.environ["JETWIRE_GATEWAYS"])
    """The addresses of two gateways. The first one is a process of its own."""
    gateway_pid = int(os.environ["JETWIRE_GATEWAY_PID"])
    past_station = int(os.environ["JETWIRE_PAST_STATION"])
    """A station whose messages came a quarter of an hour ago."""

    def post(self, *texts: str, tail: str = "N77PY") -> list[str]:
        """Sends messages of the station. Returns their ids."""
        lines = [
            {
                "timestamp": time.time(),
                "station_id": self.ident,
                "channel": 1,
                "freq": 131.55,
                "level": -20.5,
                "error": 0,
                "mode": "2",
                "label": "5Z",
                "block_id": str(number % 10),
                "ack": False,
                "tail": tail,
                "flight": "UA0042",
                "msgno": f"M{number % 100:02}A",
                "text": text,
                "app": {"name": "acarsdec", "ver": "4.0"},
            }
            for number, text in enumerate(texts)
        ]
        body = "".join(json.dumps(line) + "\n" for line in lines).encode()
        request = urllib.request.Request(self.ingest, body, {"content-type": "application/x-ndjson"})
        with urllib.request.urlopen(request, timeout=WAIT_MAX) as response:
            return [item["id"] for item in json.load(response)["items"]]


@pytest.fixture
def scene() -> Scene:
    return Scene()


@pytest.fixture
def client(scene: Scene) -> Iterator[jetwire.Client]:
    with jetwire.Client(scene.url, api_key=scene.key) as client:
        yield client


class Balancer:
    """Passes each connection on to the first target that accepts it, as a balancer in front of gateways does."""

    def __init__(self, *targets: str) -> None:
        self.targets = [(urlsplit(one).hostname or "", urlsplit(one).port or 0) for one in targets]
        self.is_open = True
        self._connections: list[socket.socket] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                inner, _ = self._listener.accept()
            except OSError:
                return
            outer = self._connect() if self.is_open else None
            if outer is None:
                inner.close()
                continue
            self._connections += [inner, outer]
            for source, target in ((inner, outer), (outer, inner)):
                threading.Thread(target=self._copy, args=(source, target), daemon=True).start()

    def _connect(self) -> socket.socket | None:
        for target in self.targets:
            try:
                return socket.create_connection(target)
            except OSError:
                continue
        return None

    @staticmethod
    def _copy(source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                target.sendall(data)
        for one in (source, target):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    def cut(self) -> None:
        """Ends all connections."""
        for one in self._connections:
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
        self._connections.clear()

    def close(self) -> None:
        self._listener.close()
        self.cut()


@pytest.fixture
def balancer(scene: Scene) -> Iterator[Balancer]:
    one = Balancer(scene.gateways[1])
    yield one
    one.close()


def until(what: str, condition: Callable[[], Any]) -> Any:
    """Waits for a condition, and returns what it returned."""
    end = time.monotonic() + WAIT_MAX
    while time.monotonic() < end:
        result = condition()
        if result:
            return result
        time.sleep(0.05)
    raise AssertionError(f"{what} did not come")
