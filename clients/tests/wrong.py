"""A server that answers as it is told, or not."""

import http.server
import json
import time

TONE = {
    "name": "@ada/tone",
    "id": "019c0000-0000-7000-8000-000000000001",
    "title": "Tone",
    "version": "1.0.0",
    "label": None,
    "is_fixed": True,
    "messages": [{"role": "user", "pieces": [{"text": "Be kind, "}, {"text": "{{name}}", "variable": "name"}, {"text": "."}]}],
    "settings": {"model": "gpt-5"},
    "problems": [{"kind": "missing_value", "name": "name", "item": "s1", "message": "name has no value"}],
}
TEXT = "Be kind, {{name}}."
RENDERED = {key: TONE[key] for key in ("name", "id", "title", "version", "label")} | {"problems": []}
RENDERED["messages"] = [{"role": "user", "content": "Be kind (rendered)."}]


def message(**fields):
    return TONE | {"messages": [{"role": "user", "pieces": [{"text": "Be bad."}]} | fields]}


# Answers that are not the prompt, by what is wrong with them.
BODIES = {
    "html": "<html>Sign in to the proxy</html>",
    "empty": "",
    "null": "null",
    "list": "[]",
    "deep": "[" * 100_000,
    "no bytes of UTF-8": b"\xff\xfe",
    "nothing": "{}",
    "no messages": TONE | {"messages": []},
    "no text": message(pieces=[{"text": " "}]),
    "half a character": message(pieces=[{"text": "\ud800"}]),
    "role": message(role="robot"),
    "pieces": message(pieces={}),
    "piece": message(pieces=[None]),
    "variable": message(pieces=[{"text": "a", "variable": {}}]),
    "settings": TONE | {"settings": "x"},
    "no settings": {key: value for key, value in TONE.items() if key != "settings"},
    "model": TONE | {"settings": {"model": 5}},
    "temperature": TONE | {"settings": {"temperature": "hot"}},
    "infinity": json.dumps(TONE | {"settings": {"temperature": 9}}).replace("9}", "1e999}"),
    "tools": TONE | {"settings": {"tools": [{}]}},
    "problems": TONE | {"problems": [{}]},
    "problem of null": TONE | {"problems": [None]},
    "problem of a number": TONE | {"problems": [1]},
    "title": TONE | {"title": {}},
    "id": TONE | {"id": None},
    "label of a number": TONE | {"label": 5},
    "another label": TONE | {"label": "staging"},
    "no version": TONE | {"version": ""},
    "is_fixed": TONE | {"is_fixed": "yes"},
}


class Wrong(http.server.BaseHTTPRequestHandler):
    """Answers with a prompt, unless `how` says what else."""

    protocol_version = "HTTP/1.1"
    #: Headers and body leave together: one after the other waits for the other side.
    wbufsize = -1
    #: A word, or the JSON of an answer.
    how = "ok"
    #: What POST answers, when GET is right.
    rendering = "ok"
    #: The methods of the requests.
    asked = []
    #: What is answered for other addresses than those of a prompt.
    elsewhere = None

    def handle(self):
        try:
            super().handle()
        except ConnectionError:
            pass  # Whoever waited is gone.

    def do_GET(self):
        self.answer(Wrong.how, TONE)

    def do_POST(self):
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.answer(Wrong.rendering if Wrong.how == "ok" else Wrong.how, RENDERED)

    def answer(self, how, right):
        Wrong.asked.append(self.command)
        status, body = 200, right
        if self.path.startswith("/elsewhere") and Wrong.elsewhere:
            body = Wrong.elsewhere
        elif not isinstance(how, str):
            body = how
        elif how in BODIES:
            body = BODIES[how]
        elif how in ("broken", "unchanged", "redirect", "refused", "part"):
            status = {"broken": 500, "unchanged": 304, "redirect": 302, "refused": 422, "part": 206}[how]
            body = {"message": f"It is {how}."} if how == "refused" else right if how == "part" else "oops" * (how == "broken")
        if how == "slow":
            time.sleep(3)
        text = body if isinstance(body, bytes) else (body if isinstance(body, str) else json.dumps(body)).encode()
        try:
            self.send(how, status, text)
        except OSError:
            self.close_connection = True

    def send(self, how, status, text):
        self.send_response(status)
        if how == "no store":
            self.send_header("Cache-Control", "private, No-Store")
        if how == "aged":
            self.send_header("Cache-Control", "public, max-age=30")
            self.send_header("Age", "25")
        if status == 302:
            self.send_header("Location", "/elsewhere")
        self.send_header("Content-Length", str(len(text)))
        if how == "gzip":
            self.send_header("Content-Encoding", "gzip")
        if how == "slow headers":
            return self.drip(b"X-Slow: " + b"y" * 40 + b"\r\n\r\n" + text)
        self.end_headers()
        if how == "slow body":
            return self.drip(text)
        self.wfile.write(text)

    def drip(self, rest):
        """Each byte is in time, and all of them never."""
        self.flush_headers()
        for byte in rest[:40]:
            self.wfile.write(bytes([byte]))
            self.wfile.flush()
            time.sleep(0.1)
        self.wfile.write(rest[40:])

    def log_message(self, *_):
        pass
