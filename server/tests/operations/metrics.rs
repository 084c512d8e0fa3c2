//! Metrics of the running server.

use crate::support::{server, server_with};
use promptcase_server::config::Config;
use reqwest::Method;

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
