"""The course of a stream, whoever reads it: what to ask for, what a line means, and when to connect again.

The position is the message or the heartbeat that was received last, repeated or not and whatever its id: only from that
one on does the service know what is missing. Within a process a stream continues after it; the store gets it once
everything up to it has been handled.
"""

from __future__ import annotations

import json
import logging
import random
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from typing import Any, Literal, cast

import httpx

from ._errors import NoAnswerError, RestError, StreamEndedError, UnauthorizedError
from ._ids import message_id_floor
from .models import Message

log = logging.getLogger("jetwire")

LINE_MAX = 8 * 1024 * 1024
"""The longest line that is read, in bytes."""
FIRST_DELAY, LAST_DELAY = 1.0, 15.0
"""The bounds of the random wait before connecting again, in seconds."""
RETRY_AFTER_MAX = 600.0
"""The longest `Retry-After` that a stream waits for, in seconds."""
SILENCE_MAX = 40.0
"""Without a heartbeat for so many seconds, a stream connects again."""
CLOCK_SKEW = timedelta(minutes=1)
"""How far clocks may differ: a feed without a position begins this much earlier."""
RECENT_IDS = {"feed": 68_000, "watch": 5_000, "firehose": 0}
"""A resume of a feed repeats at most 50,000 messages and the minute before them; that of a watch, ten seconds."""

Source = Literal["feed", "watch", "firehose"]


@dataclass(frozen=True)
class Started:
    """The service sends what is accepted from now on."""

    source: Source
    details: Mapping[str, Any]
    """The `account` of a feed; the `filter`, the `share` and the `position` of a watch."""


@dataclass(frozen=True)
class MessageReceived:
    message: Message


@dataclass(frozen=True)
class Assembled:
    """The whole text of a message of several blocks, after its last part."""

    whole: Mapping[str, Any]


@dataclass(frozen=True)
class Gap:
    """Messages are missing here. `list_messages` has them."""

    after: str | None
    oldest: str | None


@dataclass(frozen=True)
class Resumed:
    """What was missed while disconnected has been sent."""

    recovered: bool
    replayed: int


@dataclass(frozen=True)
class Heartbeat:
    """Nothing came for a while, and everything has been received."""

    time: datetime
    position: str | None


@dataclass(frozen=True)
class Disconnected:
    """The connection is lost. The stream connects again after `delay` seconds."""

    reason: str
    delay: float


Event = Started | MessageReceived | Assembled | Gap | Resumed | Heartbeat | Disconnected


class Ended(NoAnswerError):
    """The service has ended the stream, and said when to come again."""

    def __init__(self, reason: str, delay: float) -> None:
        super().__init__(reason)
        self.delay = delay


class Course:
    """The state of one stream."""

    def __init__(
        self, source: Source, query: Mapping[str, str], position: str | None, attempts_max: int | None
    ) -> None:
        self.source = source
        self.query = {**query, "source": source, "format": "ndjson"}
        self.attempts_max = attempts_max
        self.received = position
        self.handled = position
        self.failures = 0
        self._recent: dict[str, None] = {}

    def begin_at(self, position: str | None) -> None:
        """Begins at the position that an earlier process has saved, if there is one."""
        if position is not None:
            self.received = self.handled = position

    def parameters(self) -> dict[str, str]:
        """The query of the next request."""
        after = {} if self.received is None or self.source == "firehose" else {"after": self.received}
        return {**self.query, **after}

    def read(self, line: bytes) -> Event | None:
        """Reads a line; None if there is nothing new in it.

        :raises Ended: if the service ends the stream for now
        :raises StreamEndedError: if it ends it for good
        """
        if not line.strip():
            return None
        try:
            event = json.loads(line)
            return self._event(event["event"], event["data"])
        except (ValueError, KeyError, TypeError) as error:
            raise Ended(f"a line that is no event ({type(error).__name__})", FIRST_DELAY) from error

    def _event(self, name: str, data: dict[str, Any]) -> Event | None:
        # It lasted: the next outage begins with a short wait again.
        self.failures = 0
        if name == "message":
            self.received = data["id"]
            if self._is_new(data["id"]):
                return MessageReceived(cast(Message, data))
            self.handled = self.received
            return None
        if name == "started":
            self._begin(data.get("position"))
            return Started(self.source, data)
        if name == "heartbeat":
            self.received = data["position"] or self.received
            return Heartbeat(datetime.fromisoformat(data["time"].replace("Z", "+00:00")), data["position"])
        if name == "gap":
            return Gap(data["after"], data["oldest"])
        if name == "resumed":
            return Resumed(data["recovered"], data["replayed"])
        if name == "assembled":
            return Assembled(data)
        if name == "end":
            if data["retryMs"] is None:
                raise StreamEndedError(data["reason"])
            raise Ended(data["reason"], data["retryMs"] / 1000)
        # Streams only grow: an event of a later release.
        return None

    def _begin(self, position: str | None) -> None:
        if self.received is not None or self.source == "firehose":
            return
        # Without a position, messages sent during an outage before the first one would be lost.
        self.received = position or message_id_floor(datetime.now(timezone.utc) - CLOCK_SKEW)

    def _is_new(self, message_id: str) -> bool:
        if message_id in self._recent:
            return False
        self._recent[message_id] = None
        if len(self._recent) > RECENT_IDS[self.source]:
            del self._recent[next(iter(self._recent))]
        return True

    def advance(self) -> None:
        """Everything that was received has been handled."""
        self.handled = self.received

    def wait_after(self, error: Exception, *, may_renew_token: bool) -> Disconnected:
        """What follows when a connection could not be made or was lost.

        :raises JetwireError: if the next attempt would fail as well
        """
        self.failures += 1
        if isinstance(error, httpx.TransportError):
            silent = isinstance(error, httpx.ReadTimeout)
            reason = f"nothing came for {SILENCE_MAX:g} s" if silent else f"{type(error).__name__}: {error}"
            failure: Exception = NoAnswerError(f"no connection ({reason})")
            failure.__cause__ = error
        else:
            failure = error
        is_final = not is_passing(failure)
        if may_renew_token and isinstance(failure, StreamEndedError | UnauthorizedError):
            is_final = self.failures > 1
        if is_final or (self.attempts_max is not None and self.failures >= self.attempts_max):
            raise failure
        bound: float = min(LAST_DELAY, FIRST_DELAY * 2.0 ** min(self.failures - 1, 10))
        delay = random.uniform(0.1, bound)
        if isinstance(failure, Ended):
            # The clients of a stopped gateway should not all come at the same moment.
            delay = max(delay, failure.delay + random.uniform(0, 1))
        if isinstance(failure, RestError) and failure.retry_after is not None:
            delay = max(delay, failure.retry_after)
        log.info("%s: %s; connecting again in %.1f s", self.source, failure, delay)
        return Disconnected(str(failure), delay)


def is_passing(error: Exception) -> bool:
    if not isinstance(error, RestError) or (error.retry_after or 0) > RETRY_AFTER_MAX:
        return False
    return isinstance(error, NoAnswerError) or error.status == 429 or error.status >= 500


class Lines:
    """Splits bytes at line feeds only: texts of messages have other characters that some count as line ends."""

    def __init__(self) -> None:
        self._rest = bytearray()

    def add(self, data: bytes) -> list[bytes]:
        """Returns the lines that the data completes.

        :raises Ended: if a line is too long
        """
        self._rest += data
        if b"\n" not in data:
            if len(self._rest) > LINE_MAX:
                raise Ended(f"a line of more than {LINE_MAX} bytes", FIRST_DELAY)
            return []
        *lines, rest = bytes(self._rest).split(b"\n")
        self._rest = bytearray(rest)
        return lines


def redirected(url: str, target: str, *, with_key: bool) -> str:
    """Returns where a stream is served instead, if the key may be sent there: to the same host, not in the clear."""
    here, there = httpx.URL(url), httpx.URL(url).join(target)
    is_safe = here.host == there.host and (there.scheme == "https" or here.scheme == "http")
    if with_key and not is_safe:
        raise RestError(
            f"{here.host} serves streams at another address: if you trust it, give it as stream_url: "
            f"{there.scheme}://{there.netloc.decode()}",
            status=307,
        )
    return str(there)
