"""What a request is made of, and when it is made again. It opens no connection."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import quote

import httpx

from ._errors import NoAnswerError, RestError, error_of

TRANSIENT = frozenset({0, 429, 502, 503, 504})
IDEMPOTENT = frozenset({"GET", "HEAD", "PUT", "DELETE"})
FIRST_RETRY, LAST_RETRY = 0.5, 8.0
"""The bounds of the wait before another attempt, in seconds."""


@dataclass(frozen=True)
class Page:
    """A page of a list, besides its items."""

    headers: Mapping[str, str]
    next: str | None
    """The address of the page that follows; None at the end."""


OnPage = Callable[[Page], object]
"""Called for each page of a list; if it returns False, the list ends after that page."""


@dataclass(frozen=True)
class Settings:
    """How requests are made."""

    base_url: str
    timeout: float
    attempts_max: int
    retry_after_max: float

    def __post_init__(self) -> None:
        url = httpx.URL(self.base_url)
        if url.scheme not in ("http", "https") or not url.host:
            raise ValueError(
                "base_url must be the address of a service, for example https://jetwire.example, "
                f"and not {self.base_url!r}"
            )
        if self.attempts_max < 1:
            raise ValueError(f"attempts_max must be 1 or more, and not {self.attempts_max}")

    def address(self, path: str) -> str:
        return self.base_url.rstrip("/") + path

    def delay(self, method: str, attempt: int, error: RestError) -> float | None:
        """Returns how long to wait before the next attempt, in seconds; None if there should be none."""
        repeatable = error.status in TRANSIENT if method in IDEMPOTENT else error.status == 429
        if attempt >= self.attempts_max or not repeatable:
            return None
        if error.retry_after is not None:
            return error.retry_after if error.retry_after <= self.retry_after_max else None
        back_off: float = min(LAST_RETRY, FIRST_RETRY * 2.0 ** (attempt - 1))
        return back_off * random.uniform(0.5, 1)


def part(value: str | int) -> str:
    """A parameter in the path of an address."""
    return quote(str(value), safe="")


def query_of(query: Mapping[str, Any]) -> dict[str, str]:
    """The parameters as text, without those that are None. `from_` is sent as `from`."""
    return {name.rstrip("_"): text_of(name, value) for name, value in query.items() if value is not None}


def text_of(name: str, value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, datetime):
        if value.tzinfo is None:
            raise ValueError(f"{name}: the time must have a time zone")
        return value.astimezone(timezone.utc).isoformat().replace("+00:00", "Z")
    if isinstance(value, list | tuple | set | frozenset):
        return ",".join(text_of(name, one) for one in value)
    raise TypeError(f"{name} must not be {type(value).__name__}")


def read_retry_after(header: str | None) -> float | None:
    """Reads `Retry-After` (RFC 9110, section 10.2.3) as seconds from now."""
    if header is None:
        return None
    if re.fullmatch(r"\d{1,9}", header.strip()):
        return float(header)
    try:
        time = parsedate_to_datetime(header)
    except ValueError:
        return None
    time = time if time.tzinfo is not None else time.replace(tzinfo=timezone.utc)
    return max(0.0, (time - datetime.now(timezone.utc)).total_seconds())


def read_answer(response: httpx.Response) -> Any:
    """Returns the parsed body; None if it is empty.

    :raises RestError: if the answer is an error, or not JSON
    """
    try:
        body = json.loads(response.content) if response.content else None
    except ValueError:
        if response.is_success:
            raise RestError("The answer is not JSON", status=response.status_code) from None
        body = None
    if response.is_success:
        return body
    raise error_of(response.status_code, body, read_retry_after(response.headers.get("retry-after")))


def no_answer(url: str, error: Exception, timeout: float) -> NoAnswerError:
    origin = httpx.URL(url)
    reason = (
        f"no answer within {timeout:g} s"
        if isinstance(error, httpx.TimeoutException)
        else f"no connection ({type(error).__name__}: {error})"
    )
    return NoAnswerError(f"{origin.scheme}://{origin.netloc.decode()}: {reason}")


class Pages:
    """Follows the pages of a list, whoever fetches them."""

    def __init__(self, query: Mapping[str, Any], items_max: int | None, on_page: OnPage | None) -> None:
        # With `after` and without `before` a list goes towards newer items.
        self.ascends = query.get("after") is not None and query.get("before") is None
        self.left = items_max
        self.on_page = on_page

    def items(self, response: httpx.Response) -> tuple[list[Any], str | None]:
        """Returns the items of a page that are wanted, and the address of the next page; None at the end."""
        body = read_answer(response)
        if not isinstance(body, list):
            raise RestError("The answer is not a list", status=response.status_code)
        following = self.link(response)
        goes_on = self.on_page is None or self.on_page(Page(response.headers, following)) is not False
        items = body if self.left is None else body[: self.left]
        if self.left is not None:
            self.left -= len(items)
        # Ascending pages always have a link, because newer items may follow. An empty page is the end,
        # unless the service searched only a part of the time range.
        is_end = self.ascends and not body and "x-searched-until" not in response.headers
        return items, following if goes_on and not is_end and self.left != 0 else None

    def link(self, response: httpx.Response) -> str | None:
        """Addresses of another origin are ignored, because the API key is sent along."""
        wanted = "prev" if self.ascends else "next"
        for target, parameters in re.findall(r"<([^>]*)>([^<]*)", response.headers.get("link", "")):
            if re.search(rf';\s*rel="?{wanted}"?\s*(?:[;,]|$)', parameters, re.IGNORECASE):
                url = response.request.url.join(target)
                return str(url) if origin_of(url) == origin_of(response.request.url) else None
        return None


def origin_of(url: httpx.URL) -> tuple[str, bytes]:
    return url.scheme, url.netloc
