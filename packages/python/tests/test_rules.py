"""What needs no service: when to try again, where a key may be sent, what a line is."""

from __future__ import annotations

import json
from datetime import datetime, timezone
from email.utils import format_datetime
from typing import Any, get_args, get_type_hints

import httpx
import pytest

import jetwire
from jetwire import _errors, _request, _stream
from jetwire.models import Problem


def settings() -> _request.Settings:
    return _request.Settings("https://jetwire.example/", timeout=1, attempts_max=4, retry_after_max=60)


def test_each_code_of_a_problem_has_its_exception() -> None:
    assert set(get_args(get_type_hints(Problem)["code"])) == set(_errors.BY_CODE)


@pytest.mark.parametrize(
    ("method", "attempt", "status", "retry_after", "tried_again"),
    [
        ("GET", 1, 503, None, True),
        ("GET", 4, 503, None, False),
        ("GET", 1, 404, None, False),
        ("GET", 1, 0, None, True),
        ("POST", 1, 503, None, False),
        ("POST", 1, 0, None, False),
        ("POST", 1, 429, 2.0, True),
        ("GET", 1, 429, 61.0, False),
    ],
)
def test_only_what_passes_is_tried_again(
    method: str, attempt: int, status: int, retry_after: float | None, tried_again: bool
) -> None:
    delay = settings().delay(method, attempt, _errors.RestError("", status=status, retry_after=retry_after))
    assert (delay is not None) == tried_again
    if delay is not None:
        assert delay == retry_after if retry_after is not None else 0.25 <= delay <= 8


def test_retry_after_is_seconds_or_a_date() -> None:
    assert _request.read_retry_after("7") == 7
    later = _request.read_retry_after(format_datetime(datetime(2100, 1, 1, tzinfo=timezone.utc), usegmt=True))
    assert later is not None
    assert later > 3600
    assert _request.read_retry_after("Wed, 21 Oct 2015 07:28:00 GMT") == 0
    assert _request.read_retry_after("soon") is None
    assert _request.read_retry_after(None) is None


def test_an_answer_that_asks_to_wait_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = [httpx.Response(429, headers={"retry-after": "3"}, json={}), httpx.Response(200, json={"time": "now"})]
    waits: list[float] = []
    monkeypatch.setattr("time.sleep", waits.append)
    http = httpx.Client(transport=httpx.MockTransport(lambda _: answers.pop(0)))
    client = jetwire.Client("https://jetwire.example", api_key="jw_key", http=http)
    assert client.read_status()["time"] == "now"
    assert waits == [3]


def test_an_answer_that_is_no_problem_is_an_error_all_the_same() -> None:
    http = httpx.Client(transport=httpx.MockTransport(lambda _: httpx.Response(404, text="<html>")))
    with pytest.raises(jetwire.RestError, match="The service answered 404"):
        jetwire.Client("https://jetwire.example", http=http).read_status()
    http = httpx.Client(transport=httpx.MockTransport(lambda _: httpx.Response(200, text="<html>")))
    with pytest.raises(jetwire.RestError, match="The answer is not JSON"):
        jetwire.Client("https://jetwire.example", http=http).read_status()


def test_a_page_of_another_origin_does_not_get_the_key() -> None:
    asked: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(str(request.url))
        return httpx.Response(200, json=[], headers={"link": '<https://evil.example/v1/x>; rel="next"'})

    http = httpx.Client(transport=httpx.MockTransport(answer))
    client = jetwire.Client("https://jetwire.example/jetwire/", api_key="jw_key", http=http)
    assert list(client.list_stations(mine=True)) == []
    assert asked == ["https://jetwire.example/jetwire/v1/stations?mine=true"]


@pytest.mark.parametrize(
    ("target", "is_allowed"),
    [
        ("https://jetwire.example:8443/v1/stream", True),
        ("/elsewhere", True),
        ("http://jetwire.example/v1/stream", False),
        ("https://evil.example/v1/stream", False),
    ],
)
def test_a_redirected_stream_takes_the_key_to_its_own_host_only(target: str, is_allowed: bool) -> None:
    url = "https://jetwire.example/v1/stream"
    if is_allowed:
        assert _stream.redirected(url, target, with_key=True).startswith("https://jetwire.example")
        return
    with pytest.raises(jetwire.RestError, match="stream_url"):
        _stream.redirected(url, target, with_key=True)
    assert _stream.redirected(url, target, with_key=False) == target


def test_lines_end_at_line_feeds_only_and_have_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = _stream.Lines()
    text = "a\u2028b\x85c\r".encode()
    assert lines.add(text[:4]) == []
    assert lines.add(text[4:] + b"\nd\ne") == [text, b"d"]
    assert lines.add(b"\n") == [b"e"]
    monkeypatch.setattr(_stream, "LINE_MAX", 10)
    with pytest.raises(_stream.Ended, match="a line of more than 10 bytes"):
        lines.add(b"x" * 11)


def line(event: str, **data: Any) -> bytes:
    return json.dumps({"event": event, "data": data}).encode()


def test_a_repeated_message_comes_once_and_moves_the_position() -> None:
    course = _stream.Course("feed", {}, None, None)
    assert isinstance(course.read(line("message", id="b")), jetwire.MessageReceived)
    course.advance()
    assert isinstance(course.read(line("message", id="a")), jetwire.MessageReceived)
    course.advance()
    assert course.read(line("message", id="b")) is None
    assert course.handled == "b"
    assert course.parameters()["after"] == "b"
    assert course.read(line("of a later release", x=1)) is None
    assert course.read(b"") is None


def test_a_line_that_is_no_event_ends_the_connection() -> None:
    course = _stream.Course("watch", {}, "p", None)
    for broken in (b"<html>", b"[]", b'{"event":"message"}', line("message", no_id=1)):
        with pytest.raises(_stream.Ended, match="a line that is no event"):
            course.read(broken)
    assert course.parameters()["after"] == "p"


def test_the_end_of_a_stream_says_whether_to_come_again() -> None:
    course = _stream.Course("feed", {}, None, None)
    with pytest.raises(_stream.Ended, match="restarting") as raised:
        course.read(line("end", reason="restarting", retryMs=2000))
    assert 2 <= course.wait_after(raised.value, may_renew_token=False).delay <= 3
    with pytest.raises(jetwire.StreamEndedError, match="API key revoked") as ended:
        course.read(line("end", reason="API key revoked", retryMs=None))
    with pytest.raises(jetwire.StreamEndedError):
        course.wait_after(ended.value, may_renew_token=False)


def test_a_token_that_has_expired_is_renewed_once() -> None:
    course = _stream.Course("feed", {}, None, None)
    expired = jetwire.StreamEndedError("Token expired")
    assert course.wait_after(expired, may_renew_token=True).delay <= 1
    with pytest.raises(jetwire.StreamEndedError):
        course.wait_after(expired, may_renew_token=True)


def test_the_wait_before_connecting_again_grows_to_a_bound() -> None:
    course = _stream.Course("feed", {}, None, None)
    delays = [course.wait_after(httpx.ConnectError("refused"), may_renew_token=False).delay for _ in range(500)]
    assert delays[0] <= 1
    assert 10 < max(delays) <= 15
    wait = _errors.error_of(429, {}, 30.0)
    assert course.wait_after(wait, may_renew_token=False).delay == 30
    with pytest.raises(jetwire.RateLimitedError):
        course.wait_after(_errors.error_of(429, {}, 3600.0), may_renew_token=False)


def test_times_need_a_zone() -> None:
    time = datetime(2026, 1, 31, 23, 59, 58, tzinfo=timezone.utc)
    assert jetwire.message_id_time(jetwire.message_id_floor(time)) == time
    with pytest.raises(ValueError, match="time zone"):
        jetwire.message_id_floor(datetime(2026, 1, 31))
