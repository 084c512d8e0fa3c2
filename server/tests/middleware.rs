//! Middleware: health checks, headers, request ids, the web app, and the error format.

use std::io::Write as _;

use crate::support::{Client, server, server_with};
use reqwest::Method;
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

#[tokio::test]
async fn the_process_says_that_it_lives_and_can_work() {
    let server = server().await;
    for path in ["/healthz", "/readyz"] {
        assert_eq!(server.visitor().get(path).await.status, 200, "{path}");
    }
    server.app.db.close().await;
    assert_eq!(server.visitor().get("/healthz").await.status, 200);
    assert_eq!(
        server
            .visitor()
            .get("/readyz")
            .await
            .fails(503, "not_ready")["code"],
        "not_ready"
    );
}

#[tokio::test]
async fn every_answer_carries_an_id_and_the_security_headers() {
    let server = server().await;
    let visitor = server.visitor();
    for path in [
        "/",
        "/api/auth/session",
        "/api/nowhere",
        "/healthz",
        "/api/docs",
    ] {
        let answer = visitor.get(path).await;
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("x-frame-options", "DENY"),
            ("referrer-policy", "strict-origin-when-cross-origin"),
            ("cross-origin-opener-policy", "same-origin"),
        ] {
            assert_eq!(answer.headers[name], value, "{path}");
        }
        let policy = answer.headers["content-security-policy"].to_str().unwrap();
        assert!(
            policy.starts_with("default-src 'none'") && policy.contains("frame-ancestors 'none'"),
            "{path}: {policy}"
        );
        assert!(answer.headers.contains_key("x-request-id"), "{path}");
        assert!(
            !answer.headers.contains_key("strict-transport-security"),
            "{path}"
        );
    }
    let page = visitor.get("/").await;
    let policy = page.headers["content-security-policy"].to_str().unwrap();
    let scripts = policy
        .split(';')
        .find(|part| part.trim().starts_with("script-src"))
        .unwrap();
    assert_eq!(scripts.trim(), "script-src 'self' 'wasm-unsafe-eval'");

    let named = async |visitor: &Client, id: &str| {
        let request = visitor.request(Method::GET, "/healthz");
        let answer = visitor.send(request.header("x-request-id", id)).await;
        answer.headers["x-request-id"] == id
    };
    // Only a proxy names requests.
    assert!(!named(&visitor, "from-a-proxy-1").await);
    let behind = server_with(|config| config.trusted_proxies = 1).await;
    assert!(named(&behind.visitor(), "from-a-proxy-1").await);
    assert!(!named(&behind.visitor(), "a\"b c").await);

    let tls = server_with(|config| config.public_url = "https://p.example.org".to_owned()).await;
    assert!(
        tls.visitor()
            .get("/")
            .await
            .headers
            .contains_key("strict-transport-security")
    );
}

#[tokio::test]
async fn pages_of_the_app_are_served_and_missing_files_are_missing() {
    let server = server().await;
    let visitor = server.visitor();
    for path in ["/", "/login", "/editor?prompt=1", "/any/unknown/path"] {
        let answer = visitor.get(path).await;
        assert_eq!(answer.status, 200, "{path}");
        assert!(
            answer.headers["content-type"]
                .to_str()
                .unwrap()
                .starts_with("text/html"),
            "{path}"
        );
        assert_eq!(answer.headers["cache-control"], "no-cache", "{path}");
    }
    visitor
        .get("/assets/gone-12345678.js")
        .await
        .fails(404, "not_found");
    visitor.get("/api").await.fails(404, "not_found");
    visitor.get("/api/").await.fails(404, "not_found");
    for (method, address, allowed) in [
        (Method::POST, "/login", "GET, HEAD"),
        (Method::DELETE, "/api/prompts", "GET, POST, HEAD"),
        (Method::POST, "/api/profile/avatar", "PUT, DELETE"),
        (Method::GET, "/api/prompts/bulk", "POST"),
        (Method::TRACE, "/healthz", "GET, HEAD"),
    ] {
        let answer = visitor.send(visitor.request(method, address)).await;
        assert_eq!(answer.headers["allow"], allowed, "{address}");
        answer.fails(405, "method_not_allowed");
    }
    assert_eq!(
        visitor
            .send(visitor.request(Method::HEAD, "/login"))
            .await
            .status,
        200
    );
}

#[tokio::test]
async fn answers_are_compressed_for_those_who_ask() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let prompt = ada
        .prompt(json!({ "description": "long ".repeat(300) }))
        .await;
    let path = crate::support::path(&prompt, "");
    let plain = ada.get(&path).await;
    for coding in ["gzip", "br"] {
        let answer = ada
            .send(
                ada.request(Method::GET, &path)
                    .header("accept-encoding", coding),
            )
            .await;
        assert_eq!(answer.headers["content-encoding"], coding);
        assert!(answer.bytes.len() < plain.bytes.len() / 2);
    }
}

#[tokio::test]
async fn what_a_client_refuses_is_not_sent() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let prompt = ada
        .prompt(json!({ "description": "long ".repeat(300) }))
        .await;
    let path = crate::support::path(&prompt, "");
    for (accepts, coding) in [
        ("br;q=0", None),
        ("gzip;q=0, br;q=0", None),
        ("br;q=0, gzip", Some("gzip")),
        ("br;q=0.2, gzip;q=0.8", Some("gzip")),
        ("*;q=0", None),
    ] {
        // An API response, and a page, which is served even without a built web app.
        for address in [path.as_str(), "/"] {
            let request = ada
                .request(Method::GET, address)
                .header("accept-encoding", accepts);
            let answer = ada.send(request).await;
            assert_eq!(answer.status, 200, "{address}");
            let sent = answer.headers.get("content-encoding");
            let sent = sent.map(|coding| coding.to_str().unwrap());
            if sent.is_some() || address == path {
                assert_eq!(sent, coding, "{address}: {accepts}");
            }
        }
    }
}

#[tokio::test]
async fn the_interactive_documentation_is_there() {
    let server = server().await;
    let page = server.visitor().get("/api/docs").await;
    assert_eq!(page.status, 200);
    assert!(page.text().contains("\"operationId\":\"save_prompt\""));
}

#[test]
fn unsafe_settings_are_refused() {
    use clap::Parser;
    use promptcase_server::config::Config;

    #[derive(Parser)]
    struct Program {
        #[command(flatten)]
        config: Config,
    }
    let check = |arguments: &[&str]| {
        let program = Program::try_parse_from(std::iter::once(&"server").chain(arguments)).unwrap();
        program.config.check()
    };
    assert_eq!(check(&[]), Ok(()));
    assert_eq!(check(&["--unsafe-fast-passwords"]), Ok(()));
    for reachable in [
        ["--listen", "0.0.0.0:80"],
        ["--public-url", "https://prompts.example.org"],
        ["--trusted-proxies", "1"],
    ] {
        let told = check(&["--unsafe-fast-passwords", reachable[0], reachable[1]]).unwrap_err();
        assert!(told.contains("UNSAFE_FAST_PASSWORDS"), "{told}");
    }
    assert!(
        check(&["--public-url", "example.org"])
            .unwrap_err()
            .contains("PUBLIC_URL")
    );
}

#[tokio::test]
async fn a_header_that_cannot_be_read_is_not_taken_as_not_sent() {
    let server = server().await;
    let ada = server.person("Ada").await;
    for name in ["Authorization", "Idempotency-Key", "X-Provider-Key"] {
        let value = reqwest::header::HeaderValue::from_bytes(b"sk-\xe9").unwrap();
        let request = ada
            .request(Method::POST, "/api/generations")
            .header(name, value)
            .json(&json!({ "user_input": "a prompt" }));
        let told = ada.send(request).await.fails(400, "unreadable");
        assert_eq!(told["field"], name);
    }
}

#[tokio::test]
async fn a_body_that_is_packed_is_refused_unread() {
    let server = server().await;
    let body = br#"{"email":"ada@example.org","password":"wrong one"}"#;
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    packed.write_all(body).unwrap();
    // Thirteen megabytes of spaces after it, compressed to a few kilobytes.
    packed.write_all(&vec![b' '; 13 * 1024 * 1024]).unwrap();
    let packed = packed.finish().unwrap();
    let send = async |codings: &[&str], body: &[u8]| {
        let visitor = server.visitor();
        let mut request = visitor
            .request(Method::POST, "/api/auth/login")
            .header("content-type", "application/json");
        for coding in codings {
            request = request.header("content-encoding", *coding);
        }
        visitor.send(request.body(body.to_vec())).await
    };
    for codings in [
        &["gzip"][..],
        &["GZIP"],
        &["deflate"],
        &["br"],
        &["zstd"],
        &["identity", "gzip"],
        &["identity, gzip"],
        &["nonsense"],
    ] {
        let told = send(codings, &packed).await;
        assert_eq!(
            told.error(),
            (415, "unsupported_media_type".to_owned()),
            "{codings:?}"
        );
        assert!(told.headers.contains_key("x-content-type-options"));
    }
    for codings in [&[][..], &["identity"]] {
        let told = send(codings, body).await;
        assert_eq!(
            told.error(),
            (401, "invalid_login".to_owned()),
            "{codings:?}"
        );
    }
}

#[tokio::test]
async fn a_body_is_limited_however_it_is_announced() {
    let server = server().await;
    let send = async |head: &str, chunk: &[u8], times: usize| {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        let head = format!(
            "POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n{head}\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        for _ in 0..times {
            // The server may have responded and closed the connection.
            if stream.write_all(chunk).await.is_err() {
                break;
            }
        }
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).await.unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    };
    let chunk = [b"100000\r\n", &vec![b' '; 0x10_0000][..], b"\r\n"].concat();
    let told = send("Transfer-Encoding: chunked", &chunk, 13).await;
    assert_eq!(told, "HTTP/1.1 413");
    let told = send("Content-Length: 13000000", b"", 0).await;
    assert_eq!(told, "HTTP/1.1 413");
}

#[tokio::test]
async fn http2_without_tls_is_not_spoken() {
    let server = server().await;
    // The start of an HTTP/2 connection: the preface and an empty SETTINGS frame.
    let begin = [
        &b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"[..],
        &[0, 0, 0, 4, 0, 0, 0, 0, 0],
    ]
    .concat();
    for at_once in [begin.len(), 1, 5] {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        stream.set_nodelay(true).unwrap();
        for some in begin.chunks(at_once) {
            if stream.write_all(some).await.is_err() {
                break;
            }
            tokio::task::yield_now().await;
        }
        // The connection is closed without a single frame.
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer).await;
        assert_eq!(answer, b"", "{at_once} bytes at once");
    }
    // HTTP/1 methods with the same prefix are served.
    for method in ["P", "PR", "PRI", "PRIO", "PUT", "POST"] {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        let request =
            format!("{method} /api/nowhere HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        assert!(answer.starts_with("HTTP/1.1 4"), "{method}: {answer}");
    }
}

#[tokio::test]
async fn a_page_of_one_account_does_nothing_in_the_name_of_another() {
    let server = server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    let create = |as_whom: &Client, expected: &str| {
        let request = as_whom.request(Method::POST, "/api/prompts");
        request
            .header("Expected-User", expected)
            .json(&json!({ "title": "Ada's secret" }))
    };
    // Ada's page sends the cookie of Bob, who signed in in another tab.
    let refused = bob.send(create(&bob, ada.id())).await;
    let message = "Another account is signed in here now, so nothing was done.";
    assert_eq!(refused.fails(412, "other_user")["message"], message);
    let logout = bob.request(Method::POST, "/api/auth/logout");
    let logout = logout.header("Expected-User", ada.id());
    bob.send(logout).await.fails(412, "other_user");
    assert_eq!(
        bob.get("/api/prompts?owner=me").await.ok()["items"],
        json!([])
    );
    ada.send(create(&ada, ada.id())).await.created();

    // A visitor gets 401 instead, and an invalid id is a client error.
    let visitor = server.visitor();
    let asked = visitor.send(create(&visitor, ada.id())).await;
    asked.fails(401, "not_authenticated");
    let unread = ada.send(create(&ada, "Ada")).await;
    assert_eq!(unread.fails(400, "unreadable")["field"], "Expected-User");
}

#[tokio::test]
async fn what_travels_unprotected_is_said_at_the_start() {
    let safe = server().await.app.config.clone();
    let warnings = |database: Option<&str>, mail: Option<&str>, listen: &str, url: &str| {
        let mut config = safe.clone();
        config.database_url = database.map(str::to_owned);
        config.smtp_url = mail.map(str::to_owned);
        config.listen = listen.parse().unwrap();
        config.public_url = url.to_owned();
        config.warnings().len()
    };
    let (here, https) = ("127.0.0.1:8080", "https://p.example.org");
    for (database, mail, listen, url, expected) in [
        (None, None, here, https, 0),
        (None, None, "0.0.0.0:8080", https, 0),
        (None, None, "0.0.0.0:8080", "http://p.example.org", 1),
        (
            Some("postgres://ada@db.example.org/p"),
            None,
            here,
            https,
            1,
        ),
        (
            Some("postgres://ada@db.example.org/p?sslmode=require"),
            None,
            here,
            https,
            1,
        ),
        (
            Some("postgres://ada@db.example.org/p?sslmode=verify-full"),
            None,
            here,
            https,
            0,
        ),
        (Some("postgres://ada@localhost/p"), None, here, https, 0),
        (
            Some("postgres://ada@127.0.0.1:5433/p"),
            None,
            here,
            https,
            0,
        ),
        (
            Some("postgres:///p?host=/run/postgresql"),
            None,
            here,
            https,
            0,
        ),
        (
            Some("sqlite:data/p.db"),
            Some("smtps://a:b@mail.example.org"),
            here,
            https,
            0,
        ),
        (None, Some("smtp://mail.example.org:25"), here, https, 1),
        (
            None,
            Some("smtp://mail.example.org?tls=opportunistic"),
            here,
            https,
            1,
        ),
        (
            None,
            Some("smtp://mail.example.org?tls=required"),
            here,
            https,
            0,
        ),
        (None, Some("smtp://localhost:25"), here, https, 0),
    ] {
        let found = warnings(database, mail, listen, url);
        assert_eq!(found, expected, "{database:?} {mail:?} {listen} {url}");
    }
}
