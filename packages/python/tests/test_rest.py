from __future__ import annotations

import asyncio
from datetime import datetime, timedelta, timezone

import pytest
from conftest import Scene, until

import jetwire


def stored(client: jetwire.Client, scene: Scene, text: str, count: int) -> list[str]:
    """Waits until so many messages with a text are stored. Returns their ids, the newest first."""

    def listed() -> list[str] | None:
        ids = [one["id"] for one in client.list_messages(station=scene.ident, text=text, limit=100)]
        return ids if len(ids) == count else None

    result: list[str] = until(f"{count} messages {text}", listed)
    return result


def test_the_status_needs_no_key(scene: Scene) -> None:
    with jetwire.Client(scene.url) as client:
        assert client.read_status()["postgres"] is True


def test_a_list_goes_over_all_its_pages(client: jetwire.Client, scene: Scene) -> None:
    ids = scene.post(*(f"PYTHON PAGE {n}" for n in range(25)))
    assert stored(client, scene, "PYTHON PAGE", 25) == sorted(ids, reverse=True)
    pages: list[jetwire.Page] = []
    items = client.list_messages(station=scene.ident, text="PYTHON PAGE", limit=10, on_page=pages.append)
    assert [one["id"] for one in items] == sorted(ids, reverse=True)
    assert [page.next is not None for page in pages] == [True, True, False]
    assert "ratelimit" in pages[0].headers
    few = client.list_messages(station=scene.ident, text="PYTHON PAGE", limit=10, items_max=12)
    assert len(list(few)) == 12
    one_page = client.list_messages(station=scene.ident, text="PYTHON PAGE", limit=10, on_page=lambda _: False)
    assert len(list(one_page)) == 10


def test_after_goes_towards_newer_messages(client: jetwire.Client, scene: Scene) -> None:
    ids = scene.post(*(f"PYTHON AFTER {n}" for n in range(6)))
    stored(client, scene, "PYTHON AFTER", 6)

    def listed() -> set[str] | None:
        newer = client.list_messages(station=scene.ident, text="PYTHON AFTER", after=ids[0], limit=2)
        found = {one["id"] for one in newer}
        return found if len(found) == 5 else None

    # A list by `after` ends some seconds before now.
    assert until("the newer messages", listed) == set(ids[1:])


def test_one_message_and_its_station_are_read(client: jetwire.Client, scene: Scene) -> None:
    [posted] = scene.post("PYTHON ONE")
    stored(client, scene, "PYTHON ONE", 1)
    message = client.read_message(posted, include=["station"])
    assert (message["id"], message["text"]) == (posted, "PYTHON ONE")
    station = message["station"]
    assert station is not None
    assert station["ident"] == scene.ident
    assert abs(jetwire.message_id_time(posted) - datetime.now(timezone.utc)) < timedelta(minutes=5)


def test_parameters_are_numbers_times_and_lists(client: jetwire.Client, scene: Scene) -> None:
    since = datetime.now(timezone(timedelta(hours=2))) - timedelta(minutes=5)
    list(client.list_messages(since=since, label=["5Z", "H1"], has_position=True, bbox=[11.5, 55, 24, 69]))
    with pytest.raises(ValueError, match="since: the time must have a time zone"):
        list(client.list_messages(since=datetime(2026, 1, 1)))


def test_a_wrong_parameter_is_named(client: jetwire.Client) -> None:
    with pytest.raises(jetwire.InvalidRequestError) as raised:
        list(client.list_messages(limit=0, icao="xyz"))
    error = raised.value
    assert (error.status, error.code) == (400, "invalid_request")
    assert set(error.fields) == {"limit", "icao"}
    assert error.problem is not None
    assert error.problem["requestId"]


def test_refusals_are_exceptions_of_their_own(client: jetwire.Client, scene: Scene) -> None:
    with pytest.raises(jetwire.NotFoundError):
        client.read_station(2147483647)
    with pytest.raises(jetwire.ForbiddenError, match="manage"):
        client.remove_alert("0196f3a0-1234-7000-8000-00000000002a")
    with jetwire.Client(scene.url, api_key="jw_wrong") as wrong, pytest.raises(jetwire.UnauthorizedError) as raised:
        wrong.read_me()
    assert isinstance(raised.value, jetwire.RestError)


def test_a_service_that_is_not_there_is_tried_again_and_then_named() -> None:
    client = jetwire.Client("http://127.0.0.1:9", attempts_max=2)
    with client, pytest.raises(jetwire.NoAnswerError, match=r"http://127\.0\.0\.1:9: no connection") as raised:
        client.read_status()
    assert raised.value.status == 0


def test_a_token_is_asked_for_again_once_it_is_refused(scene: Scene) -> None:
    tokens = iter(["jw_old", scene.key])
    with jetwire.Client(scene.url, get_token=lambda: next(tokens)) as client:
        assert client.read_me()["username"]


def test_wrong_settings_are_refused_at_once(scene: Scene) -> None:
    with pytest.raises(ValueError, match=r"base_url must be the address of a service.*'jetwire\.example'"):
        jetwire.Client("jetwire.example")
    with pytest.raises(ValueError, match="attempts_max must be 1 or more"):
        jetwire.Client(scene.url, attempts_max=0)
    with pytest.raises(ValueError, match="not both"):
        jetwire.Client(scene.url, api_key="a", get_token=lambda: "b")


def test_the_client_for_asyncio_does_the_same(client: jetwire.Client, scene: Scene) -> None:
    ids = scene.post(*(f"PYTHON ASYNC {n}" for n in range(7)))
    stored(client, scene, "PYTHON ASYNC", 7)

    async def run() -> None:
        async def get_token() -> str:
            return scene.key

        async with jetwire.AsyncClient(scene.url, get_token=get_token) as one:
            me, status = await asyncio.gather(one.read_me(), one.read_status())
            assert me["username"]
            assert status["redis"] is True
            messages = one.list_messages(station=scene.ident, text="PYTHON ASYNC", limit=3)
            assert [message["id"] async for message in messages] == sorted(ids, reverse=True)
            with pytest.raises(jetwire.NotFoundError):
                await one.read_station(2147483647)

    asyncio.run(run())
