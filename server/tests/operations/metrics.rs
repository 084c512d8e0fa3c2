//! Metrics of the running server.

use crate::support::{path, server, server_with};
use promptcase_server::config::Config;
use reqwest::Method;
use serde_json::json;

#[tokio::test]
async fn figures_are_for_this_machine_or_for_whoever_has_the_token() {
    let open = server().await;
    open.visitor().get("/api/auth/session").await.ok();
    // An unknown method creates no new time series.
    let odd = Method::from_bytes(b"BREW").unwrap();
    let odd = open.visitor().request(odd, "/api/auth/session");
    assert_eq!(open.visitor().send(odd).await.status, 405);
    let figures = open.visitor().get("/metrics").await;
    assert_eq!(figures.status, 200);
    assert!(
        figures.text().contains("http_requests_total{"),
        "{}",
        figures.text()
    );
    assert!(
        figures
            .text()
            .contains("http_request_duration_seconds_bucket{")
    );
    assert!(figures.text().contains(r#"method="other",status="405""#));
    assert!(!figures.text().contains("BREW"), "{}", figures.text());
    let forwarded = open
        .visitor()
        .request(Method::GET, "/metrics")
        .header("x-forwarded-for", "1.2.3.4");
    open.visitor().send(forwarded).await.fails(404, "not_found");

    let closed = server_with(|config| config.metrics_token = Some("secret".to_owned())).await;
    closed
        .visitor()
        .get("/metrics")
        .await
        .fails(404, "not_found");
    let wrong = closed
        .visitor()
        .request(Method::GET, "/metrics")
        .bearer_auth("guess");
    closed.visitor().send(wrong).await.fails(404, "not_found");
    let right = closed
        .visitor()
        .request(Method::GET, "/metrics")
        .bearer_auth("secret");
    assert_eq!(closed.visitor().send(right).await.status, 200);
}

#[tokio::test]
async fn figures_are_never_open_through_a_proxy() {
    let open = server().await;
    for (name, value) in [
        ("x-forwarded-for", &b"\xe9"[..]),
        ("x-forwarded-for", b""),
        ("X-Forwarded-For", b"127.0.0.1"),
        ("forwarded", b"for=192.0.2.6"),
        ("via", b"1.1 proxy"),
    ] {
        let value = reqwest::header::HeaderValue::from_bytes(value).unwrap();
        let visitor = open.visitor();
        let request = visitor.request(Method::GET, "/metrics");
        let told = visitor.send(request.header(name, value)).await;
        told.fails(404, "not_found");
    }
    // A proxy that sends no `X-Forwarded-For`, as nginx by default.
    let behind: [fn(&mut Config); 3] = [
        |config| config.trusted_proxies = 1,
        |config| config.public_url = "https://prompts.example.org".to_owned(),
        |config| config.public_url = "http://192.0.2.7:8080/".to_owned(),
    ];
    for change in behind {
        let server = server_with(change).await;
        let told = server.visitor().get("/metrics").await;
        told.fails(404, "not_found");
        let with_token =
            server.twin_with(|config| config.metrics_token = Some("secret".to_owned()));
        let visitor = with_token.await.visitor();
        let request = visitor.request(Method::GET, "/metrics");
        let told = visitor.send(request.bearer_auth("secret")).await;
        assert_eq!(told.status, 200);
    }
    for here in [
        "http://127.0.0.1:8080",
        "http://[::1]:8080",
        "http://demo.localhost",
    ] {
        let server = server_with(|config| config.public_url = here.to_owned()).await;
        assert_eq!(server.visitor().get("/metrics").await.status, 200, "{here}");
    }
}

#[tokio::test]
async fn figures_say_what_they_are_and_name_routes_and_no_person() {
    let server = server().await;
    let ada = server.person("Ada").await;
    let prompt = ada.prompt(json!({})).await;
    ada.get(&path(&prompt, "")).await.ok();
    ada.get("/no/such/page").await;
    let figures = server.visitor().get("/metrics").await;
    assert_eq!(
        figures.headers["content-type"],
        "text/plain; version=0.0.4; charset=utf-8"
    );
    let figures = figures.text();
    for line in [
        "# HELP http_requests_total Answered requests by route, method and status.",
        "# TYPE http_requests_total counter",
        "# TYPE http_request_duration_seconds histogram",
        "# TYPE database_statement_seconds histogram",
        "http_requests_total{route=\"/api/prompts/{id}\",method=\"GET\",status=\"200\"}",
        "http_requests_total{route=\"/api/prompts\",method=\"POST\",status=\"201\"}",
        "build_info{version=\"",
        "# HELP accounts ",
        "\nprompts ",
        "\nmails_waiting ",
        "\nwebhook_messages_waiting ",
        "\nruns_pending ",
        "\nprocess_resident_memory_bytes ",
        "\nprocess_open_fds ",
        "\nprocess_cpu_seconds_total ",
    ] {
        assert!(figures.contains(line), "{line} is missing in {figures}");
    }
    for name in [ada.id(), prompt["id"].as_str().unwrap(), "no/such"] {
        assert!(!figures.contains(name), "{name}");
    }
}
