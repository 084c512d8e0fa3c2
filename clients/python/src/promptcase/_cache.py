"""Copies of what the server gave: in memory, and in files that outlive the process."""

from __future__ import annotations

import hashlib
import json
import os
import re
import tempfile
import threading
import time
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Optional

from ._api import FetchedPieces
from ._prompt import checked

#: Copies of values of many requests must not fill the memory, and those of many prompts not the disk.
MOST = 1000
MOST_BYTES = 100_000_000
#: How many seconds a file that nobody reads is kept.
UNUSED = 30 * 86_400
#: Writes between looks for files to delete.
WRITES = 100
#: Other files may be in a folder that was named by the application.
_FILE = re.compile(r"[0-9a-f]{64}\.json.*")


@dataclass(frozen=True)
class Copy:
    """A text as the server gave it."""

    body: FetchedPieces
    tag: Optional[str]
    #: When the server gave it, in seconds.
    at: float
    #: How long it may be used without asking again, in seconds.
    max_age: float
    #: When the server last failed to give a newer one, in seconds.
    failed_at: Optional[float] = None


class Cache:
    """Copies by keys. A folder of None keeps none on disk."""

    def __init__(self, folder: Optional[Path]):
        self._folder = folder
        self._copies: "dict[str, Copy]" = {}
        self._lock = threading.Lock()
        self._writes = 0
        self._prune()

    def get(self, key: str) -> Optional[Copy]:
        with self._lock:
            if copy := self._copies.get(key):
                return copy
        copy = self._read(key)
        if copy:
            self._keep(key, copy)
        return copy

    def failed(self, key: str, now: float) -> None:
        """Notes that the server gave no newer copy."""
        with self._lock:
            if copy := self._copies.get(key):
                self._copies[key] = replace(copy, failed_at=now)

    def set(self, key: str, copy: Copy, *, is_kept_on_disk: bool) -> None:
        self._keep(key, copy)
        if self._folder is None:
            return
        if not is_kept_on_disk:
            self._delete(self._path(key))
            return
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            # Readable by the owner alone.
            handle, part = tempfile.mkstemp(dir=self._folder, prefix=f"{self._path(key).name}.")
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(asdict(copy), file)
            os.replace(part, self._path(key))
        except OSError:
            pass  # A full or read-only disk costs a copy and nothing else.
        self._writes += 1
        if self._writes % WRITES == 0:
            self._prune()

    def _prune(self) -> None:
        """Deletes copies that nobody read for long, and beyond the limits those that were read least recently."""
        if self._folder is None:
            return
        found = []
        try:
            for entry in os.scandir(self._folder):
                if _FILE.fullmatch(entry.name):
                    known = entry.stat()
                    found.append((known.st_mtime, known.st_size, Path(entry.path)))
        except OSError:
            return  # Another process deletes too, or there is no folder yet.
        size = 0
        for index, (used_at, own, path) in enumerate(sorted(found, reverse=True)):
            size += own
            if index >= MOST or size > MOST_BYTES or time.time() - used_at >= UNUSED:
                self._delete(path)

    def _delete(self, path: Path) -> None:
        try:
            path.unlink()
        except OSError:
            pass

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
            try:
                os.utime(self._path(key))
            except OSError:
                pass  # A read-only disk.
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
