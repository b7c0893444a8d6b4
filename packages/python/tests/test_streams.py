from __future__ import annotations

import asyncio
import logging
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import Balancer, Scene

import jetwire
from jetwire.models import Message, StreamFilter


@pytest.fixture
def streaming(scene: Scene, balancer: Balancer) -> Iterator[jetwire.Client]:
    with jetwire.Client(scene.url, api_key=scene.key, stream_url=balancer.url) as client:
        yield client


def started(stream: jetwire.Stream) -> jetwire.Started:
    for event in stream.events():
        if isinstance(event, jetwire.Started):
            return event
    raise AssertionError("the stream has ended")


def take(stream: jetwire.Stream, ids: list[str]) -> list[str]:
    """The ids of the messages that come, up to the last one of these."""
    taken: list[str] = []
    for message in stream:
        taken.append(message["id"])
        if message["id"] == ids[-1]:
            return taken
    raise AssertionError("the stream has ended")


def test_a_feed_is_found_by_way_of_the_rest_address(client: jetwire.Client, scene: Scene) -> None:
    with client.feed() as feed:
        account = started(feed).details["account"]
        assert scene.ident in [station["ident"] for station in account["stations"]]
        ids = scene.post("PYTHON FEED 1", "PYTHON FEED 2")
        assert take(feed, ids)[-2:] == ids


def test_a_restart_goes_on_behind_what_was_handled(client: jetwire.Client, scene: Scene, tmp_path: Path) -> None:
    store = jetwire.FileStore(tmp_path / "position")
    with client.feed(store=store) as feed:
        started(feed)
        first = scene.post("PYTHON STORE 1")
        take(feed, first)
        assert feed.position != first[0]
    assert store.load() == first[0]
    second = scene.post("PYTHON STORE 2", "PYTHON STORE 3")

    def fail() -> None:
        with client.feed(store=store) as feed:
            for message in feed:
                assert message["id"] == second[0]
                raise OSError("no disk")

    with pytest.raises(OSError, match="no disk"):
        fail()
    assert store.load() == first[0]
    resumed: list[jetwire.Resumed] = []
    with client.feed(store=store, on_resumed=resumed.append) as feed:
        assert take(feed, second) == second
        third = scene.post("PYTHON STORE 4")
        assert take(feed, third) == third
    assert resumed == [jetwire.Resumed(recovered=True, replayed=2)]
    assert [path.name for path in tmp_path.iterdir()] == ["position"]


def test_a_killed_gateway_loses_and_repeats_nothing(scene: Scene) -> None:
    balancer = Balancer(*scene.gateways)
    with jetwire.Client(scene.url, api_key=scene.key, stream_url=balancer.url) as client, client.feed() as feed:
        started(feed)
        ids = scene.post("PYTHON KILL 1")
        taken = take(feed, ids)
        os.kill(scene.gateway_pid, signal.SIGKILL)
        ids += scene.post(*(f"PYTHON KILL {n}" for n in range(2, 9)))
        taken += take(feed, ids)
        assert taken[-8:] == ids
        assert len(set(taken)) == len(taken)
    balancer.close()


def test_an_outage_is_told_and_survived(streaming: jetwire.Client, scene: Scene, balancer: Balancer) -> None:
    with streaming.feed() as feed:
        started(feed)
        ids = scene.post("PYTHON OUTAGE 1")
        take(feed, ids)
        balancer.is_open = False
        balancer.cut()
        lost: list[jetwire.Disconnected] = []
        for event in feed.events():
            if isinstance(event, jetwire.Disconnected):
                lost.append(event)
                assert 0 <= event.delay <= 16
            if len(lost) == 2:
                break
        ids += scene.post("PYTHON OUTAGE 2")
        balancer.is_open = True
        assert take(feed, ids) == ids[1:]


def test_attempts_have_an_end_if_wanted(streaming: jetwire.Client, balancer: Balancer) -> None:
    balancer.is_open = False
    with pytest.raises(jetwire.NoAnswerError, match="no connection"), streaming.feed(attempts_max=2) as feed:
        started(feed)


def test_a_gap_is_told_where_it_is(client: jetwire.Client, scene: Scene, caplog: pytest.LogCaptureFixture) -> None:
    old = "01800000-0000-7000-8000-000000000000"
    gaps: list[jetwire.Gap] = []
    with client.feed(after=old, on_gap=gaps.append) as feed:
        started(feed)
        ids = scene.post("PYTHON GAP 1")
        take(feed, ids)
    assert [gap.after for gap in gaps] == [old]
    with caplog.at_level(logging.WARNING), client.feed(after=old) as feed:
        started(feed)
        take(feed, scene.post("PYTHON GAP 2"))
    assert f"feed: messages after {old} are missing" in caplog.text


def test_a_watch_has_everything_that_its_filter_selects(
    streaming: jetwire.Client, scene: Scene, balancer: Balancer, tmp_path: Path
) -> None:
    store = jetwire.FileStore(tmp_path / "watch")
    with streaming.watch(tail="N5PW", store=store) as watch:
        assert started(watch).details["filter"] == {"tail": "N5PW"}
        scene.post("PYTHON OTHER", tail="N6PW")
        ids = scene.post("PYTHON WATCH 1", tail="N5PW")
        assert take(watch, ids) == ids
        balancer.cut()
        ids = scene.post("PYTHON WATCH 2", "PYTHON WATCH 3", tail="N5PW")
        assert take(watch, ids) == ids
    missed = scene.post("PYTHON WATCH 4", tail="N5PW")
    with streaming.watch(tail="N5PW", store=store) as watch:
        assert take(watch, missed) == missed


def test_the_firehose_comes_without_a_key(scene: Scene) -> None:
    with jetwire.Client(scene.url) as client, client.firehose(tail="N5PF") as firehose:
        started(firehose)
        ids = scene.post("PYTHON FIREHOSE", tail="N5PF")
        assert take(firehose, ids) == ids
        assert firehose.position is None


def test_what_is_wrong_is_refused_at_once(client: jetwire.Client, scene: Scene) -> None:
    with pytest.raises(jetwire.InvalidRequestError, match="at least one of tail"):
        next(iter(client.watch(source_type=["vdl"])))
    with pytest.raises(jetwire.InvalidRequestError) as raised:
        next(iter(client.watch(bbox=[1, 2, 3], tail="N1")))
    assert list(raised.value.fields) == ["bbox"]
    with jetwire.Client(scene.url, api_key="jw_wrong") as wrong, pytest.raises(jetwire.UnauthorizedError):
        next(iter(wrong.feed()))


def test_streams_have_all_filters_that_the_package_names(client: jetwire.Client) -> None:
    values: dict[str, Any] = {
        "bbox": [1],
        "tail": "?",
        "decoded": ["?"],
        "has_position": "?",
        "on_ground": "?",
        "authenticated": "?",
    }
    for name in StreamFilter.__annotations__:
        value: dict[str, Any] = {name: values.get(name, "?" * 200)}
        with pytest.raises(jetwire.InvalidRequestError) as raised:
            next(iter(client.firehose(**value)))
        assert name in raised.value.fields
        assert "is not a parameter of streams" not in str(raised.value), name


def test_streams_for_asyncio_do_the_same(scene: Scene, balancer: Balancer) -> None:
    saved: list[str] = []

    class Store:
        async def load(self) -> str | None:
            return saved[-1] if saved else None

        async def save(self, position: str) -> None:
            saved.append(position)

    gaps: list[str | None] = []

    async def on_gap(gap: jetwire.Gap) -> None:
        gaps.append(gap.after)

    async def take_async(stream: jetwire.AsyncStream, last: str) -> list[str]:
        taken: list[str] = []
        async for message in stream:
            taken.append(message["id"])
            if message["id"] == last:
                return taken
        raise AssertionError("the stream has ended")

    async def begun(stream: jetwire.AsyncStream) -> None:
        async for event in stream.events():
            if isinstance(event, jetwire.Started):
                return

    async def run() -> None:
        async with jetwire.AsyncClient(scene.url, api_key=scene.key, stream_url=balancer.url) as client:
            async with client.feed(store=Store()) as feed, client.watch(tail="N5PA") as watch:
                await asyncio.gather(begun(feed), begun(watch))
                ids = await asyncio.to_thread(scene.post, "PYTHON TOGETHER", tail="N5PA")
                both = await asyncio.gather(take_async(feed, ids[0]), take_async(watch, ids[0]))
                assert [one[-1:] for one in both] == [ids, ids]
                balancer.cut()
                ids = await asyncio.to_thread(scene.post, "PYTHON LATER 1", "PYTHON LATER 2", tail="N5PA")
                both = await asyncio.gather(take_async(feed, ids[1]), take_async(watch, ids[1]))
                assert list(both) == [ids, ids]
            assert saved[-1] == ids[1]
            async with client.feed(after="01800000-0000-7000-8000-000000000000", on_gap=on_gap) as feed:
                await begun(feed)
                [last] = await asyncio.to_thread(scene.post, "PYTHON GAP 3")
                await take_async(feed, last)
            assert gaps == ["01800000-0000-7000-8000-000000000000"]

    asyncio.run(run())


def test_a_stream_of_asyncio_ends_when_its_task_is_cancelled(scene: Scene) -> None:
    async def run() -> None:
        async with jetwire.AsyncClient(scene.url, api_key=scene.key) as client, client.feed() as feed:

            async def wait() -> list[Message]:
                return [message async for message in feed]

            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(wait(), 1)

    asyncio.run(run())
