//! The frame of every page: head, header, footer, style, script and their content security policy.

use std::sync::LazyLock;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use poem::Response;
use poem::http::{HeaderName, HeaderValue, StatusCode, header};
use prompt_core::export::FILL_PROGRAM;
use sha2::{Digest, Sha256};

use super::report;

/// Every visitor gets the same pages and files.
pub const PUBLIC_CACHE: &str = "public, max-age=30, stale-while-revalidate=30";

const STYLE: &str = include_str!("page.css");

/// Only the page's own style, and the style and script that fill a prompt in, by their hashes.
static POLICY: LazyLock<String> = LazyLock::new(|| {
    let hash = |text: &str| BASE64_STANDARD.encode(Sha256::digest(text));
    format!(
        "default-src 'none'; style-src 'sha256-{}' 'sha256-{}'; script-src 'sha256-{}'; img-src 'self'; \
         base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
        hash(STYLE),
        hash(FILL_PROGRAM.style),
        hash(FILL_PROGRAM.script)
    )
});

/// The path of a page below `/p`. Names may be in any script.
pub fn path(names: &[&str]) -> String {
    names.iter().fold("/p".to_owned(), |path, name| {
        let name: String = url::form_urlencoded::byte_serialize(name.as_bytes()).collect();
        format!("{path}/{name}")
    })
}

/// What a page says about itself in its head.
pub struct Head {
    pub title: String,
    pub description: String,
    /// Its address.
    pub url: String,
    /// `PUBLIC_URL` without a trailing slash.
    pub origin: String,
    /// Data about the page for search engines.
    pub data: serde_json::Value,
    /// Whether programs can ask for title and author to embed a link.
    pub is_embeddable: bool,
    /// Whether search engines may list it.
    pub is_listed: bool,
    /// The language of its text, as in `lang`.
    pub language: &'static str,
    /// The path that a report of it names; none for a page that nobody wrote.
    pub about: Option<String>,
}

/// A page around a body.
pub fn page(head: &Head, body: &Markup) -> String {
    let Head {
        title,
        description,
        url,
        origin,
        ..
    } = head;
    let oembed: String = url::form_urlencoded::byte_serialize(url.as_bytes()).collect();
    // `<` in a text would end the element.
    let data = head.data.to_string().replace('<', "\\u003c");
    let markup = html! {
        (DOCTYPE)
        html lang=(head.language) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) " · Promptcase" }
                meta name="description" content=(description);
                @if head.is_listed {
                    link rel="canonical" href=(url);
                } @else {
                    meta name="robots" content="noindex";
                    // A link to another site would tell it the secret address.
                    meta name="referrer" content="no-referrer";
                }
                link rel="icon" href="/favicon.svg" type="image/svg+xml";
                @if head.is_embeddable {
                    link rel="alternate" type="application/json+oembed" title=(title)
                        href=(format!("{origin}/oembed?url={oembed}"));
                }
                meta property="og:site_name" content="Promptcase";
                meta property="og:type" content="article";
                meta property="og:title" content=(title);
                meta property="og:description" content=(description);
                @if head.is_listed { meta property="og:url" content=(url); }
                meta property="og:image" content=(format!("{origin}/social.png"));
                meta name="twitter:card" content="summary_large_image";
                style { (PreEscaped(STYLE)) }
                style { (PreEscaped(FILL_PROGRAM.style)) }
                @if head.is_listed { script type="application/ld+json" { (PreEscaped(data)) } }
            }
            body {
                header {
                    a class="brand" href="/" { "Promptcase" }
                    nav {
                        a href="/features" { "Features" }
                        a href="/login" { "Sign in" }
                    }
                }
                (body)
                footer {
                    @if let Some(about) = &head.about { (report::form(about)) }
                    a href="/" { "Promptcase" } " keeps prompts, versions them and shares them."
                }
                script { (PreEscaped(FILL_PROGRAM.script)) }
            }
        }
    };
    markup.into_string()
}

/// A response with a page.
pub fn response(status: StatusCode, body: String) -> Response {
    let mut response = Response::builder()
        .status(status)
        .content_type("text/html; charset=utf-8")
        .body(body);
    let mut set = |name: HeaderName, value: &str| {
        if let Ok(value) = HeaderValue::from_str(value) {
            response.headers_mut().insert(name, value);
        }
    };
    set(header::CONTENT_SECURITY_POLICY, &POLICY);
    let cache = if status.is_success() {
        PUBLIC_CACHE
    } else {
        "no-store"
    };
    set(header::CACHE_CONTROL, cache);
    response
}

/// The page in the place of one that does not exist, or that a visitor may not see.
pub fn missing(origin: &str) -> Response {
    let head = Head {
        title: "Nothing to see here".to_owned(),
        description: "This page does not exist or is not public.".to_owned(),
        url: origin.to_owned(),
        origin: origin.to_owned(),
        data: serde_json::json!({}),
        is_embeddable: false,
        is_listed: true,
        language: "en",
        about: None,
    };
    let body = html! {
        main {
            h1 { "There is nothing to see here" }
            p class="lead" {
                "This page does not exist, or its author has not made it public. If it is yours, "
                a href="/login" { "sign in" }
                " and make it public in its details."
            }
        }
    };
    response(StatusCode::NOT_FOUND, page(&head, &body))
}

/// A page with a sentence of the server's own.
pub fn notice(origin: &str, status: StatusCode, title: &str, text: &str) -> Response {
    let head = Head {
        title: title.to_owned(),
        description: text.to_owned(),
        url: origin.to_owned(),
        origin: origin.to_owned(),
        data: serde_json::json!({}),
        is_embeddable: false,
        is_listed: false,
        language: "en",
        about: None,
    };
    let body = html! { main { h1 { (title) } p class="lead" { (text) } } };
    let mut response = response(status, page(&head, &body));
    let cache = HeaderValue::from_static("no-store");
    response.headers_mut().insert(header::CACHE_CONTROL, cache);
    response
}
