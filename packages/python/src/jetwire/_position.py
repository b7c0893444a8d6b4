"""Where a stream goes on after a restart."""

from __future__ import annotations

import os
from collections.abc import Awaitable
from pathlib import Path
from typing import Protocol


class PositionStore(Protocol):
    """Keeps the position of a stream between two runs of a program: in a file, or a row of a database."""

    def load(self) -> str | None:
        """Returns the position that was saved last; None if there is none."""

    def save(self, position: str) -> None:
        """Saves it. If it raises, the position is saved again later."""


class AsyncPositionStore(Protocol):
    """A position store for programs with asyncio. A `PositionStore` will do as well."""

    def load(self) -> Awaitable[str | None]: ...

    def save(self, position: str) -> Awaitable[None]: ...


class FileStore:
    """Keeps the position in a file. The file is replaced, so that it is never incomplete."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)

    def load(self) -> str | None:
        try:
            return self.path.read_text().strip() or None
        except FileNotFoundError:
            return None

    def save(self, position: str) -> None:
        written = self.path.with_name(f"{self.path.name}.new")
        written.write_text(f"{position}\n")
        written.replace(self.path)
