"""The clients: one that waits, and one to await."""

from __future__ import annotations

import asyncio
import json
import re
import threading
import time
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Callable, Optional, Union

import httpx

from . import _prompt
from ._cache import Cache, Copy, default_folder
from ._prompt import Prompt, PromptRefused, PromptUnavailable, Wanted

#: Beyond its `max-age`, how many seconds a copy is used while the server is asked again.
REVALIDATE = 30.0
#: How many seconds a server that did not give a prompt is asked for it in the background only.
RETRY = 10.0

Values = Mapping[str, Any]
_MAX_AGE = re.compile(r"max-age=(\d+)")
_NO_STORE = re.compile(r"\bno-store\b", re.IGNORECASE)


class _Default:
    """The folder for copies below the user's cache folder."""


class _Base:
    def __init__(
        self,
        server: str,
        *,
        token: Optional[str] = None,
        bundle: "Union[str, Path, Mapping[str, Any], None]" = None,
        timeout: float = 2.0,
        cache_dir: "Union[str, Path, None, type[_Default]]" = _Default,
        on_error: Optional[Callable[[Exception], None]] = None,
        now: Callable[[], float] = time.time,
    ):
        """`bundle` is what `promptcase bundle` wrote, or the file; `cache_dir=None` keeps no copies on disk. `on_error` is told
        why the server was not used; else a warning says it."""
        self._server = server.rstrip("/")
        self._token = token
        if isinstance(bundle, (str, Path)):
            bundle = json.loads(Path(bundle).read_text(encoding="utf-8"))
        self._bundle = bundle
        folder = default_folder() if cache_dir is _Default else cache_dir
        self._cache = Cache(Path(folder) if folder is not None else None)  # type: ignore[arg-type]
        self._timeout = timeout
        self._on_error = on_error or (lambda error: warnings.warn(f"promptcase: {error}", stacklevel=2))
        self._now = now
        self._running: set[str] = set()

    def _key(self, wanted: Wanted, values: Optional[Values]) -> str:
        # Copies of another token are none of this one's business.
        key = f"{self._server} {self._token or ''} {wanted.name}"
        return key if values is None else f"{key} {json.dumps(values, sort_keys=True, default=str)}"

    def _usable(self, kept: Optional[Copy]) -> "Optional[tuple[bool, bool]]":
        """Whether a copy is used without waiting: if so, whether it is stale, and whether the server is asked meanwhile."""
        if kept is None:
            return None
        now = self._now()
        age = now - kept.at
        # A clock that was set back says nothing about the age.
        if 0 <= age < kept.max_age:
            return False, False
        is_recent = 0 <= age < kept.max_age + REVALIDATE
        is_down = kept.failed_at is not None and 0 <= now - kept.failed_at < RETRY
        return (not is_recent, True) if is_recent or is_down else None

    def _request(self, wanted: Wanted, values: Optional[Values], kept: Optional[Copy]) -> "dict[str, Any]":
        headers = {"Accept": "application/json", "User-Agent": f"promptcase-python httpx/{httpx.__version__}"}
        if self._token:
            headers["Authorization"] = f"Bearer {self._token}"
        request: dict[str, Any] = {
            "method": "GET" if values is None else "POST",
            "url": f"{self._server}/api/fetch/{wanted.path}",
            "params": wanted.query if values is not None else {**wanted.query, "format": "pieces"},
            "headers": headers,
            "timeout": self._timeout,
        }
        if values is not None:
            request["json"] = {"values": dict(values)}
        elif kept and kept.tag:
            headers["If-None-Match"] = kept.tag
        return request

    def _take(
        self, key: str, wanted: Wanted, values: Optional[Values], kept: Optional[Copy], answer: httpx.Response
    ) -> Copy:
        """Keeps an answer; raises if it is no prompt."""
        cache_control = answer.headers.get("cache-control", "")
        age = _MAX_AGE.search(cache_control)
        max_age = float(age[1]) if age else 0.0
        if answer.status_code == 304 and kept:
            copy = Copy(kept.body, kept.tag, self._now(), max_age)
        else:
            if not answer.is_success:
                message = f"{wanted.name}: {answer.status_code} {_message(answer)}"
                if _is_refusal(answer.status_code):
                    raise PromptRefused(message, answer.status_code)
                raise PromptUnavailable(message)
            body = _prompt.read(answer.content)
            if body is None:
                raise PromptUnavailable(f"{wanted.name}: the answer is no prompt")
            copy = Copy(body, answer.headers.get("etag"), self._now(), max_age)
        # What a person filled in stays off the disk, whatever the server says.
        self._cache.set(key, copy, is_kept_on_disk=values is None and not _NO_STORE.search(cache_control))
        return copy

    def _failed(self, key: str, error: Exception) -> None:
        # A refusal is an answer: the server is asked again at once.
        if not isinstance(error, PromptRefused):
            self._cache.failed(key, self._now())
        self._on_error(error)

    def _fallback(self, wanted: Wanted, values: Optional[Values], kept: Optional[Copy], error: Exception) -> "_Found":
        if kept:
            return kept.body, "cache", True
        body = _prompt.bundled(self._bundle, wanted.name) if values is None else None
        if body:
            return body, "bundle", True
        raise PromptUnavailable(f"{wanted.name} is not available and no copy is kept: {error}") from error


_Found = Any


def _is_refusal(status: int) -> bool:
    """Whether the request is what the server does not take. It is busy at 408 and 429."""
    return 400 <= status < 500 and status not in (408, 429)


def _message(answer: httpx.Response) -> str:
    """The API's sentence, or the beginning of whatever came instead."""
    try:
        return str(answer.json()["message"])
    except (ValueError, KeyError, TypeError):
        return answer.text[:100]


class Promptcase(_Base):
    """A client that waits for the server."""

    def __init__(self, server: str, *, http: Optional[httpx.Client] = None, **options: Any):
        super().__init__(server, **options)
        self._http = http or httpx.Client()

    def get(
        self,
        name: str,
        *,
        label: Optional[str] = None,
        version: Optional[str] = None,
        values: Optional[Values] = None,
    ) -> Prompt:
        """A prompt by its name, rendered with values. It raises only where the server gives none and there is no copy:
        neither in memory, nor on disk, nor in the bundle."""
        values = values or {}
        wanted = _prompt.wanted(name, label, version)
        body, source, is_stale = self._find(wanted, None)
        if _prompt.is_fillable(body, values):
            return _prompt.fill(body, values, source, is_stale)
        # Conditions, sections and lists are rendered by the server; each set of values has a copy of its own.
        return _prompt.fill(*self._with(wanted, values))

    def _with(self, wanted: Wanted, values: Values) -> Any:
        body, source, is_stale = self._find(wanted, values)
        return body, {}, source, is_stale

    def _find(self, wanted: Wanted, values: Optional[Values]) -> _Found:
        key = self._key(wanted, values)
        kept = self._cache.get(key)
        if (usable := self._usable(kept)) and kept:
            is_stale, asks = usable
            if asks and key not in self._running:
                self._running.add(key)
                threading.Thread(target=self._revalidate, args=(key, wanted, values, kept), daemon=True).start()
            return kept.body, "cache", is_stale
        try:
            return self._ask(key, wanted, values, kept).body, "server", False
        except Exception as error:  # Whatever goes wrong, a copy is better than none.
            self._failed(key, error)
            return self._fallback(wanted, values, kept, error)

    def _ask(self, key: str, wanted: Wanted, values: Optional[Values], kept: Optional[Copy]) -> Copy:
        return self._take(key, wanted, values, kept, self._http.request(**self._request(wanted, values, kept)))

    def _revalidate(self, key: str, wanted: Wanted, values: Optional[Values], kept: Copy) -> None:
        try:
            self._ask(key, wanted, values, kept)
        except Exception as error:
            self._failed(key, error)
        finally:
            self._running.discard(key)


class AsyncPromptcase(_Base):
    """The same client, to await."""

    def __init__(self, server: str, *, http: Optional[httpx.AsyncClient] = None, **options: Any):
        super().__init__(server, **options)
        self._http = http or httpx.AsyncClient()
        self._tasks: set[asyncio.Task[None]] = set()

    async def get(
        self,
        name: str,
        *,
        label: Optional[str] = None,
        version: Optional[str] = None,
        values: Optional[Values] = None,
    ) -> Prompt:
        """As `Promptcase.get`."""
        values = values or {}
        wanted = _prompt.wanted(name, label, version)
        body, source, is_stale = await self._find(wanted, None)
        if _prompt.is_fillable(body, values):
            return _prompt.fill(body, values, source, is_stale)
        body, source, is_stale = await self._find(wanted, values)
        return _prompt.fill(body, {}, source, is_stale)

    async def _find(self, wanted: Wanted, values: Optional[Values]) -> _Found:
        key = self._key(wanted, values)
        kept = self._cache.get(key)
        if (usable := self._usable(kept)) and kept:
            is_stale, asks = usable
            if asks and key not in self._running:
                self._running.add(key)
                task = asyncio.create_task(self._revalidate(key, wanted, values, kept))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
            return kept.body, "cache", is_stale
        try:
            return (await self._ask(key, wanted, values, kept)).body, "server", False
        except Exception as error:  # Whatever goes wrong, a copy is better than none.
            self._failed(key, error)
            return self._fallback(wanted, values, kept, error)

    async def _ask(self, key: str, wanted: Wanted, values: Optional[Values], kept: Optional[Copy]) -> Copy:
        return self._take(key, wanted, values, kept, await self._http.request(**self._request(wanted, values, kept)))

    async def _revalidate(self, key: str, wanted: Wanted, values: Optional[Values], kept: Copy) -> None:
        try:
            await self._ask(key, wanted, values, kept)
        except Exception as error:
            self._failed(key, error)
        finally:
            self._running.discard(key)
