"""A client of Jetwire: REST, and streams of messages of aircraft that lose nothing."""

from ._async_client import AsyncClient, AsyncStream
from ._client import Client, Stream
from ._errors import (
    ConflictError,
    ForbiddenError,
    GoneError,
    InternalError,
    InvalidRequestError,
    JetwireError,
    NoAnswerError,
    NotFoundError,
    RateLimitedError,
    RestError,
    StreamEndedError,
    UnauthorizedError,
    UnavailableError,
)
from ._ids import message_id_floor, message_id_time
from ._position import AsyncPositionStore, FileStore, PositionStore
from ._receipts import ReceiptDifference, compare_receipts
from ._request import Page
from ._stream import (
    Assembled,
    Disconnected,
    Event,
    Gap,
    Heartbeat,
    MessageReceived,
    Resumed,
    Started,
)

__version__ = "0.1.0"

__all__ = [
    "Assembled",
    "AsyncClient",
    "AsyncPositionStore",
    "AsyncStream",
    "Client",
    "ConflictError",
    "Disconnected",
    "Event",
    "FileStore",
    "ForbiddenError",
    "Gap",
    "GoneError",
    "Heartbeat",
    "InternalError",
    "InvalidRequestError",
    "JetwireError",
    "MessageReceived",
    "NoAnswerError",
    "NotFoundError",
    "Page",
    "PositionStore",
    "RateLimitedError",
    "ReceiptDifference",
    "RestError",
    "Resumed",
    "Started",
    "Stream",
    "StreamEndedError",
    "UnauthorizedError",
    "UnavailableError",
    "compare_receipts",
    "message_id_floor",
    "message_id_time",
]
