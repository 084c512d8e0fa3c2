//! The embedded web app: the files of `web/dist`, cached according to their names.

use std::collections::HashMap;
use std::io::Write as _;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use poem::endpoint::make_sync;
use poem::http::{HeaderValue, StatusCode, header};
use poem::{Endpoint, Request, Response, handler};
use rust_embed::{EmbeddedFile, RustEmbed};
use serde_json::Value;

use crate::http::compression::{Accepted, Coding};
use crate::http::error::{ApiError, Result};
use crate::session::sessions;

#[derive(RustEmbed)]
#[folder = "../web/dist"]
#[allow_missing = true]
struct Dist;

/// What the app may load: its own files, WebAssembly, and uploaded pictures. Monaco needs inline styles.
const APP_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; \
    base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'";

/// Swagger UI is one page with inline scripts.
const DOCS_POLICY: &str = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; \
    connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

const NOT_BUILT: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Promptcase</title>\
    <h1>The web app is not in this program</h1>\
    <p>Build it with <code>npm ci &amp;&amp; npm run build</code> in <code>web/</code> and build the server again, or \
    run <code>make run</code>, which does both.</p><p>The API is at <a href=\"/api/docs\">/api/docs</a>.</p></html>";

/// Serves any path outside the API: a file of the app, or the app itself, which has its own routes.
#[handler]
pub fn page(request: &Request) -> Result<Response> {
    let path = request.uri().path().trim_start_matches('/');
    if path.starts_with("api/") || path == "api" {
        return Err(ApiError::new(
            StatusCode::NOT_FOUND,
            "not_found",
            "There is nothing at this address",
        ));
    }
    if let Some(file) = Dist::get(path).filter(|_| !path.is_empty()) {
        return Ok(serve(request, path, &file));
    }
    // A missing asset belongs to an older build. Responding with the app would make the browser run it as a script.
    if path.starts_with("assets/") {
        return Err(ApiError::new(
            StatusCode::NOT_FOUND,
            "not_found",
            "This file belongs to another build of the app",
        ));
    }
    // Users with a session see another header on public pages, so only visitors get the prerendered ones.
    let drawn = if sessions::is_sent(request) {
        None
    } else {
        public_page(path)
    };
    match drawn.or_else(|| named(APP.to_owned())) {
        Some((name, file)) => Ok(serve(request, &name, &file)),
        None => Ok(html(NOT_BUILT.to_owned(), APP_POLICY)),
    }
}

/// Whether a path is that of a file of the app, which holds nothing of the instance. Pages are no files.
pub fn is_file(path: &str) -> bool {
    let name = path.trim_start_matches('/');
    let plain = name.strip_suffix(".br").unwrap_or(name);
    plain.strip_suffix(".html").is_none() && Dist::get(name).is_some()
}

/// The app without a prerendered page.
const APP: &str = "index.html";

type Page = (String, EmbeddedFile);

fn named(name: String) -> Option<Page> {
    let file = Dist::get(&name)?;
    Some((name, file))
}

/// The app with a prerendered public page, for visitors. `web/build/finish.mjs` writes these files.
fn public_page(path: &str) -> Option<Page> {
    let name = match path.trim_end_matches('/') {
        "" => "home",
        name @ ("features" | "terms" | "privacy" | "refund-policy") => name,
        _ => return None,
    };
    named(format!("pages/{name}.html"))
}

fn serve(request: &Request, path: &str, file: &EmbeddedFile) -> Response {
    let hash = file.metadata.sha256_hash();
    let etag = format!("\"{}\"", BASE64_URL_SAFE_NO_PAD.encode(&hash[..16]));
    // Vite puts a content hash into the names under assets/, so those files never change.
    let cache = if path.starts_with("assets/") {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let is_known = request
        .header(header::IF_NONE_MATCH)
        .is_some_and(|known| known.contains(&etag));

    let mut response = if is_known {
        Response::builder()
            .status(StatusCode::NOT_MODIFIED)
            .finish()
    } else {
        let mime = mime_guess::from_path(path).first_or_octet_stream();
        let is_text = mime.type_() == "text"
            || matches!(
                mime.subtype().as_str(),
                "javascript" | "json" | "wasm" | "svg"
            );
        let brotli = Dist::get(&format!("{path}.br"));
        let coding = request.extensions().get::<Accepted>().and_then(|accepted| {
            accepted.best(|coding| match coding {
                Coding::Brotli => brotli.is_some(),
                Coding::Gzip => is_text && file.data.len() > 1024,
            })
        });
        let charset = if is_text && mime.subtype() != "wasm" {
            "; charset=utf-8"
        } else {
            ""
        };
        let builder = Response::builder().content_type(format!("{}{charset}", mime.essence_str()));
        match (coding, brotli) {
            (Some(Coding::Brotli), Some(brotli)) => builder
                .header(header::CONTENT_ENCODING, Coding::Brotli.name())
                .body(brotli.data.into_owned()),
            (Some(Coding::Gzip), _) => builder
                .header(header::CONTENT_ENCODING, Coding::Gzip.name())
                .body(compressed(path, hash, &file.data).as_ref().clone()),
            _ => builder.body(file.data.to_vec()),
        }
    };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    let varies = if mime_guess::from_path(path).first() == Some(mime_guess::mime::TEXT_HTML) {
        "accept-encoding, cookie"
    } else {
        "accept-encoding"
    };
    headers.insert(header::VARY, HeaderValue::from_static(varies));
    if let Ok(value) = HeaderValue::from_str(&etag) {
        headers.insert(header::ETAG, value);
    }
    headers.insert(
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(APP_POLICY),
    );
    response
}

type CompressedFiles = HashMap<(String, [u8; 32]), Arc<Vec<u8>>>;

/// Compressed files are cached in memory: there are few of them and they are requested often.
fn compressed(path: &str, hash: [u8; 32], data: &[u8]) -> Arc<Vec<u8>> {
    static FILES: LazyLock<Mutex<CompressedFiles>> = LazyLock::new(Mutex::default);
    let key = (path.to_owned(), hash);
    if let Some(done) = FILES
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .get(&key)
    {
        return Arc::clone(done);
    }
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    // Writing to memory cannot fail.
    let done = Arc::new(
        gzip.write_all(data)
            .and_then(|()| gzip.finish())
            .unwrap_or_default(),
    );
    FILES
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .insert(key, Arc::clone(&done));
    done
}

/// The OpenAPI document as JSON, serialised on the first request.
pub fn json(document: &'static Value) -> impl Endpoint + 'static {
    let text = LazyLock::new(|| serde_json::to_string_pretty(document).unwrap_or_default());
    make_sync(move |_| {
        Response::builder()
            .content_type("application/json")
            .body(text.clone())
    })
}

/// The OpenAPI document as an interactive page, rendered on the first request. `swagger` returns poem's page and
/// the document in it, which is replaced by the completed one.
pub fn docs(
    swagger: impl FnOnce() -> (String, String) + Send + 'static,
    document: &'static Value,
) -> impl Endpoint + 'static {
    let text = LazyLock::new(|| {
        let (swagger, theirs) = swagger();
        // `</` inside the document would end the script element it is embedded in.
        let ours = document.to_string().replace("</", "<\\/");
        swagger.replace(&theirs, &ours)
    });
    make_sync(move |_| html(text.clone(), DOCS_POLICY))
}

fn html(body: String, policy: &'static str) -> Response {
    let mut response = Response::builder()
        .content_type("text/html; charset=utf-8")
        .body(body);
    response.headers_mut().insert(
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(policy),
    );
    response
        .headers_mut()
        .insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}
