"""Servers behind redirects: from http to https, and to elsewhere."""

import http.server
import ssl
import subprocess
import threading

import pytest
from kinds import DAY, Failed
from wrong import RENDERED, TONE, Wrong


def test_a_redirect_does_not_lose_the_values(opened, wrong):
    client = opened(wrong)
    client.get("@ada/tone")
    # It leads to a text without the values: POST becomes GET on the way.
    Wrong.rendering, Wrong.elsewhere = "redirect", RENDERED
    got = client.get("@ada/tone", values={"name": ["Ada"]})
    assert got["text"] == 'Be kind, ["Ada"].'
    assert "redirects to" in got["problems"][0]["message"]
    # A text without values is the same there.
    Wrong.elsewhere, Wrong.how = TONE, "redirect"
    client.now += DAY
    assert client.get("@ada/tone")["source"] == "server"


class Secure(Wrong):
    """A prompt for those who have the token."""

    asked = []

    def answer(self, how, right):
        Secure.asked.append((self.command, self.headers.get("Authorization")))
        if self.headers.get("Authorization") == "Bearer pc_t":
            return super().answer(how, right)
        return super().send("", 404, b'{"message": "Prompt not found"}')


class Redirect(http.server.BaseHTTPRequestHandler):
    """What web servers answer at port 80."""

    to = ""

    def do_GET(self):
        self.send_response(301)
        self.send_header("Location", f"{Redirect.to}{self.path}")
        self.send_header("Content-Length", "0")
        self.end_headers()

    do_POST = do_GET

    def log_message(self, *_):
        pass


@pytest.fixture
def moved(tmp_path, monkeypatch):
    """The http address of a server that is at https."""
    key, cert = tmp_path / "key.pem", tmp_path / "cert.pem"
    subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    make = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", *subject]
    subprocess.run([*make, "-keyout", key, "-out", cert], check=True, capture_output=True)
    monkeypatch.setenv("SSL_CERT_FILE", str(cert))
    monkeypatch.setenv("NODE_EXTRA_CA_CERTS", str(cert))
    secure, plain = (http.server.ThreadingHTTPServer(("localhost", 0), kind) for kind in (Secure, Redirect))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(cert, key)
    secure.socket = context.wrap_socket(secure.socket, server_side=True)
    for server in (secure, plain):
        threading.Thread(target=server.serve_forever, daemon=True).start()
    Redirect.to = f"https://localhost:{secure.server_address[1]}"
    Wrong.how, Wrong.rendering, Wrong.elsewhere = "ok", "ok", None
    Secure.asked.clear()
    yield f"http://localhost:{plain.server_address[1]}"
    for server in (secure, plain):
        server.shutdown()
        server.server_close()


def test_the_https_of_the_same_host_gets_the_token_and_the_values(opened, moved):
    # A token that was read from a file ends with a line.
    client = opened(moved, token="pc_t\n")
    assert client.get("@ada/tone")["source"] == "server"
    assert client.get("@ada/tone", values={"name": ["Ada"]})["text"] == "Be kind (rendered)."
    assert client.errors() == []
    # From then on it is asked there.
    assert ("POST", "Bearer pc_t") in Secure.asked
    client.now += DAY
    client.get("@ada/tone")
    assert [token for _, token in Secure.asked].count(None) == 1


def test_another_host_does_not_get_the_token(opened, moved):
    # 127.0.0.1 is not localhost.
    with pytest.raises(Failed, match="404 Prompt not found|not available"):
        opened(moved.replace("localhost", "127.0.0.1"), token="pc_t").get("@ada/tone")
    assert ("GET", "Bearer pc_t") not in Secure.asked
