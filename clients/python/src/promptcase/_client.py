"""The clients: one that waits, and one to await."""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextvars
import os
import threading
import time
from dataclasses import replace
from typing import Any, Optional

import httpx

from . import _names, _prompt
from ._base import Answer, Asked, Base, Found, Values
from ._cache import Copy
from ._prompt import Prompt, PromptUnavailable


def _ended(answer: httpx.Response, content: bytes) -> Answer:
    request = answer.request
    return Answer(answer.status_code, answer.headers, content, request.method, request.url, bool(answer.history))


class Promptcase(Base[httpx.Client]):
    """A client that waits for the server."""

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
        values = {key: _prompt.plain(value) for key, value in (values or {}).items()}
        asked = Asked(_names.wanted(name, label, version))
        found = self._find(asked)
        if _prompt.is_fillable(found.body, values):
            return _prompt.fill(found.body, values, found.source, found.is_stale)
        try:
            # Conditions, sections and lists are rendered by the server; each set of values has a copy of its own.
            rendered = self._find(replace(asked, values=self._json(values)))
        except Exception as error:
            return _prompt.fill_roughly(found.body, values, found.source, found.is_stale, error)
        return _prompt.fill(rendered.body, {}, rendered.source, rendered.is_stale)

    def _find(self, asked: Asked) -> Found:
        kept = self._cache.get(self._key(asked), asked.wanted)
        if found := self._at_hand(asked, kept):
            if found.asks:
                self._revalidate(self._background(asked))
            return found
        if asked.values is not None and self._is_down(asked):
            self._revalidate(asked.template)
            raise PromptUnavailable(f"{self._server} does not answer")
        try:
            return Found(self._ask(asked, kept).body, "server", False)
        except Exception as error:  # Whatever goes wrong, a copy is better than none.
            self._failed(asked, error)
            return self._fallback(asked, kept, error)

    def _ask(self, asked: Asked, kept: Optional[Copy]) -> Copy:
        answer = self._answer(self._request(asked, kept))
        if self._is_moved(asked, answer):
            answer = self._answer(self._request(asked, kept))
        copy = self._take(asked, kept, answer)
        if asked.values is not None:
            template = self._cache.get(self._key(asked.template), asked.wanted)
            full = self._with_settings(copy, template) or self._with_settings(copy, self._ask(asked.template, template))
            if full is None:
                raise PromptUnavailable(f"{asked.wanted.name} was changed meanwhile")
            copy = full
        return self._keep(asked, copy, answer)

    def _answer(self, request: "dict[str, Any]") -> Answer:
        """Sends a request. The time is that of the whole answer, so another thread waits for what comes bit by bit."""
        http = self._http_of(os.getpid(), httpx.Client)
        future: "concurrent.futures.Future[Answer]" = concurrent.futures.Future()
        end = time.monotonic() + self._timeout
        context = contextvars.copy_context()

        def wait() -> None:
            try:
                future.set_result(context.run(self._read, http, request, end))
            except BaseException as error:
                future.set_exception(error)

        threading.Thread(target=wait, daemon=True, name="promptcase").start()
        try:
            return future.result(self._timeout)
        except (concurrent.futures.TimeoutError, httpx.TimeoutException):
            raise self._late() from None

    def _read(self, http: httpx.Client, request: "dict[str, Any]", end: float) -> Answer:
        content = bytearray()
        with http.stream(**request) as answer:
            for chunk in answer.iter_bytes():
                content += chunk
                if time.monotonic() > end:
                    raise self._late()
        return _ended(answer, bytes(content))

    def _revalidate(self, asked: Asked) -> None:
        """Asks the server in the background."""
        key = self._key(asked)
        if not self._begins(key):
            return

        def ask() -> None:
            try:
                self._ask(asked, self._cache.get(key, asked.wanted))
            except Exception as error:
                self._failed(asked, error)
            finally:
                self._running.pop(key, None)

        try:
            threading.Thread(target=ask, daemon=True, name="promptcase").start()
        except RuntimeError as error:  # A process that ends, or has too many threads.
            self._running.pop(key, None)
            self._failed(asked, error)


_tasks: "set[asyncio.Task[None]]" = set()


class AsyncPromptcase(Base[httpx.AsyncClient]):
    """The same client, to await."""

    async def get(
        self,
        name: str,
        *,
        label: Optional[str] = None,
        version: Optional[str] = None,
        values: Optional[Values] = None,
    ) -> Prompt:
        """As `Promptcase.get`."""
        values = {key: _prompt.plain(value) for key, value in (values or {}).items()}
        asked = Asked(_names.wanted(name, label, version))
        found = await self._find(asked)
        if _prompt.is_fillable(found.body, values):
            return _prompt.fill(found.body, values, found.source, found.is_stale)
        try:
            rendered = await self._find(replace(asked, values=self._json(values)))
        except Exception as error:
            return _prompt.fill_roughly(found.body, values, found.source, found.is_stale, error)
        return _prompt.fill(rendered.body, {}, rendered.source, rendered.is_stale)

    async def _find(self, asked: Asked) -> Found:
        kept = self._cache.get(self._key(asked), asked.wanted)
        if found := self._at_hand(asked, kept):
            if found.asks:
                self._revalidate(self._background(asked))
            return found
        if asked.values is not None and self._is_down(asked):
            self._revalidate(asked.template)
            raise PromptUnavailable(f"{self._server} does not answer")
        try:
            return Found((await self._ask(asked, kept)).body, "server", False)
        except Exception as error:  # Whatever goes wrong, a copy is better than none.
            self._failed(asked, error)
            return self._fallback(asked, kept, error)

    async def _ask(self, asked: Asked, kept: Optional[Copy]) -> Copy:
        answer = await self._answer(self._request(asked, kept))
        if self._is_moved(asked, answer):
            answer = await self._answer(self._request(asked, kept))
        copy = self._take(asked, kept, answer)
        if asked.values is not None:
            template = self._cache.get(self._key(asked.template), asked.wanted)
            full = self._with_settings(copy, template)
            full = full or self._with_settings(copy, await self._ask(asked.template, template))
            if full is None:
                raise PromptUnavailable(f"{asked.wanted.name} was changed meanwhile")
            copy = full
        return self._keep(asked, copy, answer)

    async def _answer(self, request: "dict[str, Any]") -> Answer:
        http = self._http_of(asyncio.get_running_loop(), httpx.AsyncClient)
        try:
            answer = await asyncio.wait_for(http.request(**request), self._timeout)
        except (asyncio.TimeoutError, httpx.TimeoutException):
            raise self._late() from None
        return _ended(answer, answer.content)

    def _revalidate(self, asked: Asked) -> None:
        key = self._key(asked)
        if not self._begins(key):
            return

        async def ask() -> None:
            try:
                await self._ask(asked, self._cache.get(key, asked.wanted))
            except Exception as error:
                self._failed(asked, error)
            finally:
                self._running.pop(key, None)

        task = asyncio.get_running_loop().create_task(ask())
        # A loop holds its tasks weakly.
        _tasks.add(task)
        task.add_done_callback(_tasks.discard)
