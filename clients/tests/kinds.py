"""The client libraries, each behind the same methods."""

import asyncio
import json
import math
import subprocess
import threading
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
DAY = 86_400.0


class Failed(Exception):
    pass


class Sync:
    """The client that waits."""

    def __init__(self, url, **options):
        self.now, self.told, self.alarms = time.time(), [], options.pop("alarms", False)
        self.client = self.opened(url, now=lambda: self.now, on_error=self.tell, **options)

    def opened(self, url, **options):
        from promptcase import Promptcase

        return Promptcase(url, **options)

    def tell(self, error):
        self.told.append(str(error))
        if self.alarms:
            raise RuntimeError("an alarm")

    def get(self, name, **options):
        return self.described(lambda: self.client.get(name, **options))

    def described(self, ask):
        from promptcase import to_anthropic, to_langchain, to_openai

        try:
            prompt = ask()
        except Exception as error:
            raise Failed(f"{type(error).__name__}: {error}") from error
        fields = ("name", "title", "version", "label", "messages", "text", "settings", "problems", "source", "is_stale")
        return {name: getattr(prompt, name) for name in fields} | {
            "openai": to_openai(prompt),
            "anthropic": to_anthropic(prompt),
            "langchain": to_langchain(prompt),
        }

    def errors(self):
        told, self.told = self.told, []
        return told

    def close(self):
        pass


class Async(Sync):
    """The client to await, on a loop of its own."""

    def opened(self, url, **options):
        from promptcase import AsyncPromptcase

        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()
        return AsyncPromptcase(url, **options)

    def get(self, name, **options):
        ask = self.client.get(name, **options)
        return self.described(lambda: asyncio.run_coroutine_threadsafe(ask, self.loop).result(60))

    def close(self):
        self.loop.call_soon_threadsafe(self.loop.stop)


def is_no_json(value):
    return isinstance(value, float) and not math.isfinite(value)


class TypeScript:
    """The client in Node."""

    def __init__(self, url, *, timeout=2.0, bundle=None, cache_dir=None, token=None, alarms=False):
        if bundle is not None:
            bundle = json.loads(Path(bundle).read_text())
        self.process = subprocess.Popen(
            ["node", HERE / "client_driver.mjs"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._now = time.time()
        options = {"server": url, "timeout": timeout * 1000, "bundle": bundle, "alarms": alarms}
        options["cache_dir"] = None if cache_dir is None else str(cache_dir)
        if token:
            options["token"] = token
        self.do("clock", at=self._now)
        self.do("open", **options)

    def do(self, command, **options):
        self.process.stdin.write(json.dumps({"command": command, **options}) + "\n")
        self.process.stdin.flush()
        told = json.loads(self.process.stdout.readline())
        if "error" in told:
            raise Failed(told["error"])
        return told["result"]

    def get(self, name, values=None, **options):
        # JSON has no such numbers.
        named = {key: {"number": str(value)} if is_no_json(value) else value for key, value in (values or {}).items()}
        return self.do("get", name=name, values=named, **options)

    def errors(self):
        return self.do("errors")

    @property
    def now(self):
        return self._now

    @now.setter
    def now(self, at):
        self._now = at
        self.do("clock", at=at)

    def close(self):
        self.process.kill()
        self.process.wait()


KINDS = [Sync, Async, TypeScript]


def eventually(look, patience=20.0):
    end = time.time() + patience
    while True:
        if found := look():
            return found
        assert time.time() < end, "it did not happen"
        time.sleep(0.05)
