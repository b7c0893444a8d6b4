"""Message ids: UUIDs of version 7, which begin with the time at which the service received the message."""

from __future__ import annotations

from datetime import datetime, timezone


def message_id_time(message_id: str) -> datetime:
    """Returns when the service received the message."""
    return datetime.fromtimestamp(int(message_id[:8] + message_id[9:13], 16) / 1000, timezone.utc)


def message_id_floor(time: datetime) -> str:
    """Returns the smallest id of messages that were received at or after a time, which must have a time zone."""
    if time.tzinfo is None:
        raise ValueError("the time must have a time zone, for example datetime.now(timezone.utc)")
    digits = f"{max(0, int(time.timestamp() * 1000)):012x}"
    return f"{digits[:8]}-{digits[8:]}-7000-8000-000000000000"
