//! `REQUIRE_SIGN_IN`: a visitor is answered only what signing in needs.

use std::collections::BTreeSet;

use reqwest::header::{ACCEPT, AUTHORIZATION, CACHE_CONTROL, LOCATION};
use reqwest::redirect::Policy;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::support::{Client, TestServer, path, server_with};

/// The operations that a visitor may send.
const OPEN_OPERATIONS: [&str; 9] = [
    "confirm_email",
    "forgot_password",
    "get_session",
    "preview_team_invitation",
    "register",
    "reset_password",
    "sign_in",
    "sign_out",
    "start_oidc",
];

/// The pages of the app that a visitor may open.
const OPEN_PAGES: [&str; 9] = [
    "/confirm-email",
    "/forgot-password",
    "/join",
    "/login",
    "/privacy",
    "/refund-policy",
    "/register",
    "/reset-password",
    "/terms",
];

async fn closed_server() -> TestServer {
    server_with(|config| config.require_sign_in = true).await
}

/// Ada's public prompt with a secret link; returns the prompt, its public page and its secret page.
async fn shared(ada: &Client) -> (Value, String, String) {
    let prompt = ada
        .prompt(json!({ "title": "Code review", "is_public": true }))
        .await;
    let link = ada.put(&path(&prompt, "/link"), json!({})).await.json();
    let secret = link["path"].as_str().unwrap().to_owned();
    (prompt, "/p/ada/code-review".to_owned(), secret)
}

/// The answer to somebody who opens an address in a browser, without following it.
async fn opened(server: &TestServer, address: &str) -> (StatusCode, String) {
    // Sets the crypto provider up.
    drop(server.visitor());
    let client = reqwest::Client::builder().redirect(Policy::none());
    let request = client
        .build()
        .unwrap()
        .get(format!("http://{}{address}", server.address));
    let answer = request
        .header(ACCEPT, "text/html,*/*;q=0.8")
        .send()
        .await
        .unwrap();
    let to = answer.headers().get(LOCATION).cloned();
    let to = to.map_or_else(String::new, |to| to.to_str().unwrap().to_owned());
    (answer.status(), to)
}

#[tokio::test]
async fn a_visitor_is_answered_no_operation_but_those_of_signing_in() {
    let server = closed_server().await;
    let ada = server.person("Ada").await;
    let (prompt, ..) = shared(&ada).await;
    let visitor = server.visitor();
    let document = ada.get("/api/openapi.json").await.ok();
    let mut open = BTreeSet::new();
    let mut closed = 0;
    for (route, operations) in document["paths"].as_object().unwrap() {
        let words = route.split('/').map(|word| match word {
            "{handle}" => "ada",
            "{slug}" => "code-review",
            parameter if parameter.starts_with('{') => prompt["id"].as_str().unwrap(),
            word => word,
        });
        let address = words.collect::<Vec<_>>().join("/");
        for (method, operation) in operations.as_object().unwrap() {
            let id = operation["operationId"].as_str().unwrap();
            let method: Method = method.to_uppercase().parse().unwrap();
            let request = visitor.request(method.clone(), &address);
            let answer = visitor.send(request.json(&json!({}))).await;
            let is_refused = answer.status == StatusCode::UNAUTHORIZED
                && answer.json()["code"] == "not_authenticated";
            if is_refused {
                closed += 1;
            } else {
                open.insert(id.to_owned());
            }
            if method == Method::GET {
                let head = visitor
                    .send(visitor.request(Method::HEAD, &address))
                    .await
                    .status;
                assert_eq!(head == StatusCode::UNAUTHORIZED, is_refused, "HEAD {id}");
            }
        }
    }
    assert_eq!(open, OPEN_OPERATIONS.map(str::to_owned).into());
    assert!(closed > 100, "{closed} operations were walked");
}

#[tokio::test]
async fn a_visitor_is_led_from_every_page_to_the_sign_in_and_back() {
    let server = closed_server().await;
    let ada = server.person("Ada").await;
    let (_, public, secret) = shared(&ada).await;
    let table = include_str!("../../web/src/app/paths.ts");
    let pages = table.lines().filter_map(|line| {
        let (page, rest) = line.trim().strip_prefix('"')?.split_once('"')?;
        rest.starts_with(": {").then_some(page)
    });
    let pages: Vec<&str> = pages.collect();
    assert!(pages.len() >= 25, "{pages:?}");
    let others = [
        &public,
        &format!("{public}.md"),
        &format!("{public}.png"),
        &format!("{public}/SKILL.md"),
        &format!("{public}/.well-known/agent-skills/index.json"),
        "/p/ada",
        &secret,
        &format!("{secret}.md"),
        "/oembed?url=http%3A%2F%2Flocalhost%3A8080%2Fp%2Fada%2Fcode-review",
        "/sitemap.xml",
        "/report?page=%2Fp%2Fada%2Fcode-review",
        "/index.html",
        "/pages/home.html",
        "/any/unknown/path",
        "/api/docs",
        "/api/openapi.json",
        "/api/nowhere",
        "//api/prompts",
        "/login/",
    ];
    let visitor = server.visitor();
    let mut open = BTreeSet::new();
    for address in pages.iter().copied().chain(others) {
        let (status, to) = opened(&server, address).await;
        if status != StatusCode::SEE_OTHER {
            open.insert(address.to_owned());
            continue;
        }
        let back = to.strip_prefix("/login").unwrap();
        let back = url::form_urlencoded::parse(back.trim_start_matches('?').as_bytes()).next();
        let back = back.map_or_else(|| "/".to_owned(), |(_, from)| from.into_owned());
        assert_eq!(back, address);
        // A program reads no form.
        visitor.get(address).await.fails(401, "not_authenticated");
        let sent = visitor.request(Method::POST, address).json(&json!({}));
        visitor.send(sent).await.fails(401, "not_authenticated");
    }
    assert_eq!(open, OPEN_PAGES.map(str::to_owned).into());

    // What programs and probes need, which tells nothing of the instance.
    for address in [
        "/healthz",
        "/readyz",
        "/.well-known/oauth-protected-resource",
        "/.well-known/oauth-protected-resource/mcp",
    ] {
        assert_eq!(visitor.get(address).await.status, 200, "{address}");
    }
    let robots = visitor.get("/robots.txt").await.text();
    assert_eq!(robots, "User-agent: *\nDisallow: /\n");
    let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" });
    let mcp = visitor.post("/mcp", message).await;
    assert!(mcp.headers.contains_key("www-authenticate"));
    mcp.fails(401, "not_authenticated");
}

#[tokio::test]
async fn members_and_their_programs_see_what_is_public_and_no_cache_keeps_it_for_others() {
    let server = closed_server().await;
    let ada = server.person("Ada").await;
    let bob = server.person("Bob").await;
    let (prompt, public, secret) = shared(&ada).await;
    let fetched = "/api/fetch/ada/code-review?format=source";
    for address in [
        &public,
        &secret,
        &path(&prompt, ""),
        "/sitemap.xml",
        fetched,
        "/",
    ] {
        let answer = bob.get(address).await;
        assert_eq!(answer.status, 200, "{address}");
        let kept = answer.headers.get(CACHE_CONTROL).cloned();
        let kept = kept.map_or_else(String::new, |kept| kept.to_str().unwrap().to_owned());
        assert!(!kept.contains("public"), "{address}: {kept}");
    }
    assert_eq!(
        bob.get("/api/auth/session").await.ok()["sign_in_required"],
        true
    );

    let visitor = server.visitor();
    let unknown = visitor
        .request(Method::GET, fetched)
        .header(AUTHORIZATION, "Bearer of-nobody");
    visitor.send(unknown).await.fails(401, "invalid_token");
    let ended = server.visitor();
    ended
        .post(
            "/api/auth/login",
            json!({ "email": "bob@example.org", "password": crate::support::PASSWORD }),
        )
        .await
        .ok();
    assert_eq!(ended.get(&public).await.status, 200);
    bob.post("/api/auth/logout", json!({})).await;
    bob.get(&public).await.fails(401, "not_authenticated");
}
