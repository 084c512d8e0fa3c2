"""Copies of what the server gave: in memory, and in files that outlive the process."""

from __future__ import annotations

import hashlib
import json
import os
import re
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Optional

from ._api import FetchedPieces
from ._check import checked
from ._names import Wanted

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


class Cache:
    """Copies by keys. A folder of None keeps none on disk."""

    def __init__(self, folder: Optional[Path]):
        self._folder = folder
        self._copies: "dict[str, Copy]" = {}
        self._failures: "dict[str, float]" = {}
        self._own_lock = os.getpid(), threading.Lock()
        self._writes = 0
        self._prune()

    @property
    def _lock(self) -> threading.Lock:
        """The lock of this process: a fork may come while another thread holds it."""
        if self._own_lock[0] != os.getpid():
            self._own_lock = os.getpid(), threading.Lock()
        return self._own_lock[1]

    def get(self, key: str, wanted: Wanted) -> Optional[Copy]:
        with self._lock:
            if copy := self._copies.get(key):
                _put(self._copies, key, copy)
                return copy
        copy = self._read(key, wanted)
        if copy:
            self._keep(key, copy)
        return copy

    def failed(self, key: str, now: float) -> None:
        """Notes that the server gave nothing."""
        with self._lock:
            _put(self._failures, key, now)

    def failed_at(self, key: str) -> Optional[float]:
        """When the server last failed to give what it has not given since, in seconds."""
        return self._failures.get(key)

    def set(self, key: str, copy: Copy, *, is_kept_on_disk: bool) -> None:
        self._keep(key, copy)
        with self._lock:
            self._failures.pop(key, None)
        if self._folder is None:
            return
        if not is_kept_on_disk:
            self._delete(self._path(key))
            return
        try:
            self._write(self._folder, key, copy)
        except Exception:  # A full or read-only disk costs a copy and nothing else.
            pass
        self._writes += 1
        if self._writes % WRITES == 0:
            self._prune()

    def _write(self, folder: Path, key: str, copy: Copy) -> None:
        kept = {"body": copy.body, "tag": copy.tag, "at": copy.at, "max_age": copy.max_age}
        text = json.dumps(kept)
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        # Readable by the owner alone.
        handle, part = tempfile.mkstemp(dir=folder, prefix=f"{self._path(key).name}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(f"{_digest(key, text)}\n{text}")
            os.replace(part, self._path(key))
        except BaseException:
            self._delete(Path(part))
            raise

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
            _put(self._copies, key, copy)

    def _read(self, key: str, wanted: Wanted) -> Optional[Copy]:
        if self._folder is None:
            return None
        try:
            digest, _, text = self._path(key).read_text(encoding="utf-8").partition("\n")
            if digest != _digest(key, text):
                return None
            try:
                os.utime(self._path(key))
            except OSError:
                pass  # A read-only disk.
            kept = json.loads(text)
            body = checked(kept["body"], wanted)
            tag = kept["tag"] if isinstance(kept["tag"], str) else None
            return Copy(body, tag, float(kept["at"]), float(kept["max_age"])) if body else None
        except Exception:  # Whatever is there, it is no copy.
            return None

    def _path(self, key: str) -> Path:
        assert self._folder is not None
        return self._folder / f"{_sha256('python ' + key)}.json"


def _put(held: "dict[str, Any]", key: str, value: Any) -> None:
    """Puts a value last; the first one, which was not used for longest, goes when there are too many."""
    held.pop(key, None)
    held[key] = value
    if len(held) > MOST:
        del held[next(iter(held))]


def _digest(key: str, text: str) -> str:
    """Whether a file is what was written for this key. The key has the token, so that nobody else can write one."""
    return _sha256(f"{key}\n{text}")


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def default_folder() -> Optional[Path]:
    """Below the user's cache folder; None for a user without one."""
    try:
        home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    except RuntimeError:
        return None
    return Path(home) / "promptcase" / "client"
