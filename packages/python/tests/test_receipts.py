from __future__ import annotations

import hashlib
from datetime import datetime, timedelta, timezone

from conftest import Scene

import jetwire


def test_a_complete_copy_equals_its_receipts_and_a_hole_is_found(client: jetwire.Client, scene: Scene) -> None:
    since = datetime.now(timezone.utc) - timedelta(minutes=30)
    messages = client.list_messages(station=str(scene.past_station), since=since, items_max=None)
    ids = [message["id"] for message in messages]
    assert len(ids) == 9
    receipts = client.list_receipts(station=scene.past_station, since=since, ids=True)
    assert jetwire.compare_receipts(receipts, ids) == []
    hole = ids.pop(4)
    [difference] = jetwire.compare_receipts(receipts, ids)
    assert difference.missing == [hole]
    assert difference.found == difference.expected - 1
    assert difference.minute == jetwire.message_id_time(hole).replace(second=0, microsecond=0)
    without_ids = client.list_receipts(station=scene.past_station, since=since)
    assert [one.missing for one in jetwire.compare_receipts(without_ids, ids)] == [None]


def test_what_was_late_or_redacted_is_no_difference() -> None:
    ids = [f"019c1300-{n:04}-7000-8000-000000000000" for n in range(1, 4)]
    minute = jetwire.message_id_time(ids[0]).replace(second=0, microsecond=0)
    lines = "".join(f"{one}\n" for one in ids[:2])
    receipt = {
        "minute": minute.isoformat().replace("+00:00", "Z"),
        "count": 2,
        "digest": hashlib.sha256(lines.encode()).hexdigest(),
        "redacted": [ids[1]],
        "late": [ids[2]],
    }
    receipts = {
        "station": {"id": 7, "ident": "AB"},
        "since": (minute - timedelta(minutes=1)).isoformat(),
        "until": (minute + timedelta(minutes=1)).isoformat(),
        "receipts": [receipt],
    }
    assert jetwire.compare_receipts(receipts, [ids[2], ids[0]]) == []  # type: ignore[arg-type]
    [difference] = jetwire.compare_receipts(receipts, [ids[2]])  # type: ignore[arg-type]
    assert (difference.expected, difference.found) == (2, 1)
    empty = {**receipts, "receipts": []}
    [surplus] = jetwire.compare_receipts(empty, ids[:1])  # type: ignore[arg-type]
    assert (surplus.minute, surplus.expected, surplus.found, surplus.missing) == (minute, 0, 1, [])
