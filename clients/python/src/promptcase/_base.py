"""What the clients have in common: which copy is used, what is asked, and which answer is kept."""

from __future__ import annotations

import json
import os
import re
import time
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Callable, Generic, Optional, TypeVar, Union

import httpx

from . import _check, _prompt
from ._api import FetchedPieces
from ._cache import Cache, Copy, default_folder
from ._names import Wanted
from ._prompt import PromptRefused, PromptUnavailable, Source

#: Beyond its `max-age`, how many seconds a copy is used while the server is asked again.
REVALIDATE = 30.0
#: How many seconds a server that did not give a prompt is asked for it in the background only.
RETRY = 10.0

Values = Mapping[str, Any]
_MAX_AGE = re.compile(r"max-age=(\d{1,12})")
_AGE = re.compile(r"(\d{1,12})$")
_NO_STORE = re.compile(r"\bno-store\b", re.IGNORECASE)


class _Default:
    """The folder for copies below the user's cache folder."""


@dataclass(frozen=True)
class Asked:
    """A question to the server: for a text with its places, or for one that is rendered with values."""

    wanted: Wanted
    #: The values as JSON.
    values: Optional[str] = None

    @property
    def template(self) -> "Asked":
        return Asked(self.wanted)


@dataclass(frozen=True)
class Answer:
    status: int
    headers: httpx.Headers
    content: bytes
    #: The method and the address that answered in the end.
    method: str
    url: httpx.URL
    is_redirected: bool


@dataclass(frozen=True)
class Found:
    body: FetchedPieces
    source: Source
    is_stale: bool
    #: Whether the server is asked meanwhile.
    asks: bool = False


class NoAnswer(PromptUnavailable):
    """Nothing came, or not in time."""


Http = TypeVar("Http", httpx.Client, httpx.AsyncClient)


class Base(Generic[Http]):
    def __init__(
        self,
        server: str,
        *,
        http: Optional[Http] = None,
        token: Optional[str] = None,
        bundle: "Union[str, Path, Mapping[str, Any], None]" = None,
        timeout: float = 2.0,
        cache_dir: "Union[str, Path, None, type[_Default]]" = _Default,
        on_error: Optional[Callable[[Exception], object]] = None,
        now: Callable[[], float] = time.time,
    ):
        """`bundle` is what `promptcase bundle` wrote, or the file; `cache_dir=None` keeps no copies on disk. `on_error` is told
        why the server, or the bundle, was not used; else a warning says it."""
        self._server = server.rstrip("/")
        #: The address that the server redirects to, if it is the https of the same host.
        self._moved_to: Optional[str] = None
        # One that was read from a file ends with a line.
        self._token = token.strip() if token else None
        self._given_http: Optional[Http] = http
        self._own_http: "Optional[tuple[object, Http]]" = None
        folder = default_folder() if cache_dir is _Default else cache_dir
        self._cache = Cache(Path(folder) if folder is not None else None)  # type: ignore[arg-type]
        self._timeout = timeout
        self._on_error = on_error or (lambda error: warnings.warn(f"promptcase: {error}", stacklevel=2))
        self._now = now
        #: What the server is asked in the background, and until when that can last.
        self._running: "dict[str, float]" = {}
        self._bundle = self._opened(bundle)

    def _opened(self, bundle: "Union[str, Path, Mapping[str, Any], None]") -> Any:
        """The bundle. One that cannot be read is told, and none: the server is there without it."""
        try:
            if isinstance(bundle, (str, Path)):
                bundle = json.loads(Path(bundle).read_text(encoding="utf-8"))
            if bundle is not None and not _check.is_bundle(bundle):
                raise ValueError("it is not what `promptcase bundle` writes")
            return bundle
        except Exception as error:
            self._tell(ValueError(f"the bundle is not used: {error}"))
            return None

    def _http_of(self, owner: object, new: "Callable[[], Http]") -> Http:
        """The HTTP client. Its connections belong to a process, and to an event loop."""
        if self._given_http is not None:
            return self._given_http
        if self._own_http is None or self._own_http[0] != owner:
            self._own_http = owner, new()
        return self._own_http[1]

    def _tell(self, error: Exception) -> None:
        try:
            self._on_error(error)
        except Exception:  # Warnings may be errors, and alarms may fail: the application has its prompt all the same.
            pass

    def _json(self, values: Values) -> str:
        try:
            # The order of values makes no other prompt, so it makes no other copy.
            return _prompt.to_json(dict(sorted(values.items())))
        except Exception as error:
            self._tell(error)
            raise

    def _key(self, asked: Asked) -> str:
        # Copies of another token are none of this one's business.
        key = f"{self._server} {self._token or ''} {asked.wanted.name}"
        return key if asked.values is None else f"{key} {asked.values}"

    def _is_down(self, asked: Asked) -> bool:
        """Whether the server failed to give this, or anything of this prompt, a moment ago."""
        times = map(self._cache.failed_at, {self._key(asked), self._key(asked.template)})
        return any(at is not None and 0 <= self._now() - at < RETRY for at in times)

    def _at_hand(self, asked: Asked, kept: Optional[Copy]) -> Optional[Found]:
        """What is used without waiting for the server."""
        age = self._now() - kept.at if kept else -1.0
        # A clock that was set back says nothing about the age.
        if kept and 0 <= age < kept.max_age:
            return Found(kept.body, "cache", False)
        if kept and 0 <= age < kept.max_age + REVALIDATE:
            return Found(kept.body, "cache", False, asks=True)
        if not self._is_down(asked):
            return None
        found = self._copied(asked, kept)
        return replace(found, asks=True) if found else None

    def _copied(self, asked: Asked, kept: Optional[Copy]) -> Optional[Found]:
        """What there is without the server."""
        if kept:
            return Found(kept.body, "cache", True)
        body = _check.bundled(self._bundle, asked.wanted) if asked.values is None else None
        return Found(body, "bundle", True) if body else None

    def _begins(self, key: str) -> bool:
        """Whether the server is to be asked in the background: once for all who wait for the same. A fork has no threads."""
        now = time.monotonic()
        if self._running.get(key, now) > now:
            return False
        self._running[key] = now + 2 * self._timeout + 1
        return True

    def _background(self, asked: Asked) -> Asked:
        """A server that may be down is asked for one text, not for each set of values."""
        return asked.template if self._is_down(asked) else asked

    def _request(self, asked: Asked, kept: Optional[Copy]) -> "dict[str, Any]":
        wanted, headers = asked.wanted, {"Accept": "application/json"}
        headers["User-Agent"] = f"promptcase-python httpx/{httpx.__version__}"
        if self._token:
            headers["Authorization"] = f"Bearer {self._token}"
        request: "dict[str, Any]" = {
            "method": "GET" if asked.values is None else "POST",
            "url": f"{self._moved_to or self._server}/api/fetch/{wanted.path}",
            "params": wanted.query if asked.values is not None else {**wanted.query, "format": "pieces"},
            "headers": headers,
            "timeout": self._timeout,
            "follow_redirects": True,
        }
        if asked.values is not None:
            headers["Content-Type"] = "application/json"
            request["content"] = f'{{"values":{asked.values}}}'.encode("utf-8", "surrogatepass")
        elif kept and kept.tag:
            headers["If-None-Match"] = kept.tag
        return request

    def _is_moved(self, asked: Asked, answer: Answer) -> bool:
        """Whether the server is to be asked again at the https of its host. A redirect loses the token and the values."""
        if not answer.is_redirected:
            return False
        url, end = answer.url, f"/api/fetch/{asked.wanted.path}"
        address = str(url.copy_with(query=None, fragment=None))
        own = httpx.URL(self._server)
        if self._moved_to is None and url.scheme == "https" and url.host == own.host and address.endswith(end):
            self._moved_to = address[: -len(end)]
            return True
        if asked.values is not None and answer.method != "POST":
            raise PromptUnavailable(f"{self._server} redirects to {url.scheme}://{url.netloc.decode()}: use that address")
        return False

    def _take(self, asked: Asked, kept: Optional[Copy], answer: Answer) -> Copy:
        """The copy of an answer; raises if it is not the prompt."""
        wanted = asked.wanted
        max_age = _seconds(_MAX_AGE.search(answer.headers.get("cache-control", "")))
        # A cache on the way has had it for some time.
        at = self._now() - _seconds(_AGE.match(answer.headers.get("age", "")))
        if answer.status == 304 and kept:
            return Copy(kept.body, kept.tag, at, max_age)
        if answer.status != 200:
            message = f"{wanted.name}: {answer.status} {_message(answer)}"
            if _is_refusal(answer.status):
                raise PromptRefused(message, answer.status)
            raise PromptUnavailable(message)
        body = _check.read(answer.content, wanted, is_rendered=asked.values is not None)
        if body is None:
            raise PromptUnavailable(f"{wanted.name}: the answer is no prompt")
        before = kept or self._cache.get(self._key(asked.template), wanted)
        is_other = before is not None and body["id"] != before.body["id"] and body["name"] != before.body["name"]
        if is_other and not wanted.is_named(body["name"]):
            raise PromptUnavailable(f"{wanted.name}: the answer is {body['name']}, another prompt")
        return Copy(body, answer.headers.get("etag"), at, max_age)

    def _keep(self, asked: Asked, copy: Copy, answer: Answer) -> Copy:
        no_store = _NO_STORE.search(answer.headers.get("cache-control", ""))
        # What a person filled in stays off the disk, whatever the server says.
        self._cache.set(self._key(asked), copy, is_kept_on_disk=asked.values is None and not no_store)
        return copy

    def _with_settings(self, copy: Copy, template: Optional[Copy]) -> Optional[Copy]:
        """Rendered messages come without the settings, which are those of the template of the same version."""
        if template is None or template.body["version"] != copy.body["version"]:
            return None
        body: FetchedPieces = {**copy.body, "settings": template.body["settings"]}
        return replace(copy, body=body)

    def _failed(self, asked: Asked, error: Exception) -> None:
        # A refusal is an answer: the server is asked again at once.
        if not isinstance(error, PromptRefused):
            self._cache.failed(self._key(asked), self._now())
        # One that does not answer is down for all values; a wrong answer may be about these alone.
        if not isinstance(error, PromptUnavailable) or isinstance(error, NoAnswer):
            self._cache.failed(self._key(asked.template), self._now())
        self._tell(error)

    def _fallback(self, asked: Asked, kept: Optional[Copy], error: Exception) -> Found:
        if found := self._copied(asked, kept):
            return found
        raise PromptUnavailable(f"{asked.wanted.name} is not available and no copy is kept: {error}") from error

    def _late(self) -> NoAnswer:
        return NoAnswer(f"{self._server} gave no answer within {self._timeout:g} seconds")


def _seconds(found: "Optional[re.Match[str]]") -> float:
    return float(found[1]) if found else 0.0


def _is_refusal(status: int) -> bool:
    """Whether the request is what the server does not take. It is busy at 408 and 429."""
    return 400 <= status < 500 and status not in (408, 429)


def _message(answer: Answer) -> str:
    """The API's sentence, or the beginning of whatever came instead."""
    try:
        return str(json.loads(answer.content)["message"])
    except (ValueError, KeyError, TypeError, RecursionError):
        return answer.content[:100].decode(errors="replace")
