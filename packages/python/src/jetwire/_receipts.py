"""Proves that a copy of a station's messages is complete."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from ._ids import message_id_time
from .models import ListReceipts

MINUTE = timedelta(minutes=1)


@dataclass(frozen=True)
class ReceiptDifference:
    """A minute of a station in which a copy differs from the service."""

    minute: datetime
    expected: int
    """Messages that the service has stored on time."""
    found: int
    """Those of the copy that count among them."""
    missing: list[str] | None
    """The ids that the copy lacks; None if the receipts have no ids. Redacted ones are no hole."""


def compare_receipts(receipts: ListReceipts, ids: Iterable[str]) -> list[ReceiptDifference]:
    """Compares the ids of a copy with the receipts of a station.

    Messages that were stored late, or were redacted since, are no difference.

    :param receipts: the answer of `list_receipts`; with `ids=True` the missing ones are named
    :param ids: all ids of the station's messages in the copy, in any order; others than of these minutes are ignored
    :returns: the minutes in which the copy is not complete; none if it is
    """
    since, until = time_of(receipts["since"]), time_of(receipts["until"])
    by_minute: dict[datetime, set[str]] = {}
    for one in ids:
        time = message_id_time(one)
        if since <= time < until:
            by_minute.setdefault(time.replace(second=0, microsecond=0), set()).add(one)
    differences = []
    for receipt in receipts["receipts"]:
        minute = time_of(receipt["minute"])
        counted = (by_minute.pop(minute, set()) | set(receipt["redacted"])) - set(receipt["late"])
        if len(counted) == receipt["count"] and digest_of(counted) == receipt["digest"]:
            continue
        stored = receipt.get("ids")
        missing = None if stored is None else [one for one in stored if one not in counted]
        differences.append(ReceiptDifference(minute, receipt["count"], len(counted), missing))
    # Minutes of which the service has nothing.
    differences += [ReceiptDifference(minute, 0, len(own), []) for minute, own in by_minute.items()]
    return sorted(differences, key=lambda difference: difference.minute)


def time_of(text: str) -> datetime:
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def digest_of(ids: set[str]) -> str:
    return hashlib.sha256("".join(f"{one}\n" for one in sorted(ids)).encode()).hexdigest()
