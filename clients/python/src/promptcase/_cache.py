"""Copies of what the server gave: in memory, and in files that outlive the process."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
import threading
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Optional

from ._api import FetchedPieces
from ._prompt import checked

#: Copies of values of many requests must not fill the memory.
MOST = 1000


@dataclass(frozen=True)
class Copy:
    """A text as the server gave it."""

    body: FetchedPieces
    tag: Optional[str]
    #: When the server gave it, in seconds.
    at: float
    #: How long it may be used without asking again, in seconds.
    max_age: float


class Cache:
    """Copies by keys. A folder of None keeps none on disk."""

    def __init__(self, folder: Optional[Path]):
        self._folder = folder
        self._copies: "dict[str, Copy]" = {}
        self._lock = threading.Lock()

    def get(self, key: str) -> Optional[Copy]:
        with self._lock:
            if copy := self._copies.get(key):
                return copy
        copy = self._read(key)
        if copy:
            self._keep(key, copy)
        return copy

    def set(self, key: str, copy: Copy) -> None:
        self._keep(key, copy)
        if self._folder is None:
            return
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            # Readable by the owner alone.
            handle, part = tempfile.mkstemp(dir=self._folder)
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(asdict(copy), file)
            os.replace(part, self._path(key))
        except OSError:
            pass  # A full or read-only disk costs a copy and nothing else.

    def _keep(self, key: str, copy: Copy) -> None:
        with self._lock:
            self._copies.pop(key, None)
            self._copies[key] = copy
            if len(self._copies) > MOST:
                del self._copies[next(iter(self._copies))]

    def _read(self, key: str) -> Optional[Copy]:
        if self._folder is None:
            return None
        try:
            kept = json.loads(self._path(key).read_text(encoding="utf-8"))
            body = checked(kept["body"])
            tag = kept["tag"] if isinstance(kept["tag"], str) else None
            return Copy(body, tag, float(kept["at"]), float(kept["max_age"])) if body else None
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def _path(self, key: str) -> Path:
        assert self._folder is not None
        return self._folder / f"{hashlib.sha256(key.encode()).hexdigest()}.json"


def default_folder() -> Optional[Path]:
    """Below the user's cache folder; None for a user without one."""
    try:
        home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    except RuntimeError:
        return None
    return Path(home) / "promptcase" / "client"
