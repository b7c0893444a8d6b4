"""The client for programs with asyncio. tools/generate.py writes `_client.py`, the one without, from this file."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from datetime import datetime
from inspect import isawaitable  # async only
from types import TracebackType
from typing import TYPE_CHECKING, Any

import httpx

from ._errors import NoAnswerError, RestError, StreamEndedError
from ._ids import message_id_floor
from ._operations import AsyncOperations
from ._position import AsyncPositionStore, PositionStore
from ._request import OnPage, Pages, Settings, no_answer, query_of, read_answer
from ._stream import (
    SILENCE_MAX,
    Course,
    Ended,
    Event,
    Gap,
    Lines,
    MessageReceived,
    Resumed,
    log,
    redirected,
)
from .models import Message

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack

    from .models import StreamFilter


class AsyncClient(AsyncOperations):
    """A client of a service: REST, and streams that go on after every interruption.

    :param base_url: the address that `/v1` is relative to: `https://jetwire.example`
    :param api_key: an API key of your account
    :param get_token: returns a session token, instead of an API key; called before each request
    :param stream_url: the address of streams, if it is another host than that of `base_url`
    :param timeout: the longest wait for a connection or for more of an answer, in seconds
    :param attempts_max: attempts of a request, including the first
    :param retry_after_max: the longest `Retry-After` that is waited for, in seconds; with a longer one the request
        fails at once, and its error has the time
    :param http: replaces the HTTP client, for example for a proxy or certificates; it is not closed
    """

    def __init__(
        self,
        base_url: str,
        *,
        api_key: str | None = None,
        get_token: Callable[[], str | Awaitable[str]] | None = None,
        stream_url: str | None = None,
        timeout: float = 15.0,
        attempts_max: int = 4,
        retry_after_max: float = 60.0,
        http: httpx.AsyncClient | None = None,
    ) -> None:
        if api_key is not None and get_token is not None:
            raise ValueError("give api_key or get_token, not both")
        self._settings = Settings(base_url, timeout, attempts_max, retry_after_max)
        self._stream_url = (stream_url or base_url).rstrip("/") + "/v1/stream"
        self._api_key = api_key
        self._get_token = get_token
        self._http = http or httpx.AsyncClient(timeout=timeout)
        self._owns_http = http is None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Closes the connections."""
        if self._owns_http:
            await self._http.aclose()

    def feed(
        self,
        *,
        store: AsyncPositionStore | PositionStore | None = None,
        after: str | None = None,
        since: datetime | None = None,
        assembled: bool = False,
        on_gap: Callable[[Gap], Awaitable[None] | None] | None = None,
        on_resumed: Callable[[Resumed], Awaitable[None] | None] | None = None,
        attempts_max: int | None = None,
    ) -> AsyncStream:
        """Every message of your own stations, in order and without a hole.

        :param store: keeps the position, so that the next process goes on where this one ended
        :param after: begins after this message if the store has no position
        :param since: begins at this time if the store has no position and there is no `after`
        :param assembled: whether `events` has the wholes of messages of several blocks as well
        :param on_gap: called, in order with the messages, where some are missing; by default that is logged
        :param on_resumed: called when all messages that were missed while disconnected have come
        :param attempts_max: attempts to connect without success after which the error is raised; by default endless
        """
        if after is None and since is not None:
            after = message_id_floor(since)
        course = Course("feed", {"assembled": "true"} if assembled else {}, after, attempts_max)
        return AsyncStream(self, course, store, on_gap, on_resumed)

    def watch(
        self,
        *,
        store: AsyncPositionStore | PositionStore | None = None,
        after: str | None = None,
        on_gap: Callable[[Gap], Awaitable[None] | None] | None = None,
        on_resumed: Callable[[Resumed], Awaitable[None] | None] | None = None,
        attempts_max: int | None = None,
        **filter: Unpack[StreamFilter],
    ) -> AsyncStream:
        """Every message that a narrow filter selects, of all visible stations. It goes on for an hour back.

        The parameters are those of `feed`, and the filter.
        """
        course = Course("watch", query_of(filter), after, attempts_max)
        return AsyncStream(self, course, store, on_gap, on_resumed)

    def firehose(self, *, attempts_max: int | None = None, **filter: Unpack[StreamFilter]) -> AsyncStream:
        """A sample of all messages, each transmission once, for displays. It has no position."""
        return AsyncStream(self, Course("firehose", query_of(filter), None, attempts_max), None, None, None)

    async def _headers(self) -> dict[str, str]:
        if self._get_token is None:
            return {} if self._api_key is None else {"Authorization": f"Bearer {self._api_key}"}
        token = self._get_token()
        if isawaitable(token):  # async only
            token = await token  # async only
        return {"Authorization": f"Bearer {token}"}

    async def _send(
        self, method: str, url: str, query: Mapping[str, str] | None = None, body: Any = None
    ) -> httpx.Response:
        """Sends a request, and again after failures that pass. Returns a response without an error."""
        may_renew_token = self._get_token is not None
        attempt = 0
        while True:
            attempt += 1
            try:
                headers = await self._headers()
                response = await self._http.request(method, url, params=query, json=body, headers=headers)
                if not response.is_success:
                    read_answer(response)
                return response
            except httpx.TransportError as error:
                failure: RestError = no_answer(url, error, self._settings.timeout)
                failure.__cause__ = error
            except RestError as error:
                failure = error
            if failure.status == 401 and may_renew_token:
                may_renew_token = False
                continue
            delay = self._settings.delay(method, attempt, failure)
            if delay is None:
                raise failure
            await asyncio.sleep(delay)

    async def _call(self, method: str, path: str, query: Mapping[str, Any], body: Any = None) -> Any:
        url = self._settings.address(path)
        return read_answer(await self._send(method, url, query_of(query), body))

    async def _pages(
        self, path: str, query: Mapping[str, Any], items_max: int | None, on_page: OnPage | None
    ) -> AsyncIterator[Any]:
        pages = Pages(query, items_max, on_page)
        url: str | None = self._settings.address(path)
        parameters: dict[str, str] | None = query_of(query)
        while url is not None and pages.left != 0:
            items, url = pages.items(await self._send("GET", url, parameters))
            parameters = None
            for item in items:
                yield item

    @asynccontextmanager
    async def _open(self, query: Mapping[str, str]) -> AsyncIterator[httpx.Response]:
        url = str(httpx.URL(self._stream_url, params=query))
        headers = {**await self._headers(), "Accept": "application/x-ndjson", "Accept-Encoding": "identity"}
        timeout = httpx.Timeout(self._settings.timeout, read=SILENCE_MAX)
        for _ in range(2):
            async with self._http.stream(
                "GET", url, headers=headers, timeout=timeout, follow_redirects=False
            ) as response:
                if not response.is_redirect:
                    if not response.is_success:
                        await response.aread()
                        read_answer(response)
                    yield response
                    return
                url = redirected(url, response.headers["location"], with_key="Authorization" in headers)
        raise NoAnswerError(f"{self._stream_url} redirects more than once")


class AsyncStream:
    """A stream that lasts across interruptions.

    Iterating yields its messages, `events` everything. A message counts as handled when the next one is asked for, or
    when a `with` block around the stream ends without an exception; then the position goes to the store.
    """

    def __init__(
        self,
        client: AsyncClient,
        course: Course,
        store: AsyncPositionStore | PositionStore | None,
        on_gap: Callable[[Gap], Awaitable[None] | None] | None,
        on_resumed: Callable[[Resumed], Awaitable[None] | None] | None,
    ) -> None:
        self._client = client
        self._store = store
        self._on_gap = on_gap
        self._on_resumed = on_resumed
        self._saved: str | None = None
        self._course = course
        self._events = self._read()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self._course.advance()
        await self.aclose()

    @property
    def position(self) -> str | None:
        """The `after` with which another process goes on behind what has been handled; None before the start."""
        return self._course.handled

    async def aclose(self) -> None:
        """Ends the stream and saves the position of what has been handled."""
        await self._events.aclose()
        await self._save()

    def events(self) -> AsyncIterator[Event]:
        """Everything that the stream consists of, from where it is."""
        return self._events

    async def __aiter__(self) -> AsyncIterator[Message]:
        async for event in self._events:
            if isinstance(event, MessageReceived):
                yield event.message
            elif isinstance(event, Gap):
                if self._on_gap is None:
                    log.warning("%s: messages after %s are missing", self._course.source, event.after)
                    continue
                done = self._on_gap(event)  # async only
                if isawaitable(done):  # async only
                    await done  # async only
                # sync only: self._on_gap(event)
            elif isinstance(event, Resumed) and self._on_resumed is not None:
                done = self._on_resumed(event)  # async only
                if isawaitable(done):  # async only
                    await done  # async only
                # sync only: self._on_resumed(event)

    async def _read(self) -> AsyncGenerator[Event, None]:
        await self._load()
        while True:
            try:
                async with self._client._open(self._course.parameters()) as response:
                    lines = Lines()
                    async for data in response.aiter_raw():
                        for line in lines.add(data):
                            event = self._course.read(line)
                            if event is not None:
                                yield event
                                self._course.advance()
                        # Before the wait for more: what has been handled is not repeated after a crash.
                        await self._save()
                raise Ended("the connection was closed", 0)
            except (httpx.TransportError, RestError, StreamEndedError) as error:
                may_renew_token = self._client._get_token is not None
                disconnected = self._course.wait_after(error, may_renew_token=may_renew_token)
            yield disconnected
            await asyncio.sleep(disconnected.delay)

    async def _load(self) -> None:
        if self._store is None:
            return
        loaded = self._store.load()
        if isawaitable(loaded):  # async only
            loaded = await loaded  # async only
        self._saved = loaded
        self._course.begin_at(loaded)

    async def _save(self) -> None:
        position = self._course.handled
        if self._store is None or position is None or position == self._saved:
            return
        try:
            done = self._store.save(position)  # async only
            if isawaitable(done):  # async only
                await done  # async only
            # sync only: self._store.save(position)
            self._saved = position
        except Exception:
            log.exception("the position could not be saved; it is saved again later")
