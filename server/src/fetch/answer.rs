//! The answer to a fetch: its body, its tag and how long it may be kept.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::Arc;

use poem::http::{HeaderName, HeaderValue, StatusCode, header};
use poem::{IntoResponse, Response};
use poem_openapi::ApiResponse;
use poem_openapi::registry::{
    MetaHeader, MetaMediaType, MetaResponses, MetaSchema, MetaSchemaRef, Registry,
};
use poem_openapi::types::Type;
use prompt_core::export::{ExportFormat, ExportOptions, FILL_PROGRAM, export_to_fill, page_policy};
use prompt_core::render::{
    Origin, Piece, ProblemKind, RenderProblem, Rendered, Values, is_fixed, references, render,
};
use prompt_core::{Prompt, VersionNumber, text};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::kept::{Body, Kept};
use super::resolve::Resolved;
use super::{includes, resolve};
use crate::db::Db;
use crate::fetch::model::{
    FetchFormat, Fetched, FetchedMessage, FetchedMessages, FetchedPiece, FetchedPieces,
    FetchedSource, MessagePieces,
};
use crate::heavy;
use crate::http::error::{ApiError, Result};
use crate::http::limit::{LIMIT, Left, REMAINING, RESET};
use crate::http::openapi;
use crate::records::versions;
use crate::session::extractors::Viewer;

/// How long a client may use a text that a label, or no version, names.
const LABEL_SECONDS: u32 = 30;
/// How long it may use it beyond that while it asks again.
const STALE_SECONDS: u32 = 30;
const YEAR_SECONDS: u32 = 31_536_000;
/// A model would answer something.
const NO_TEXT: &str = "This prompt has no text with these values";

/// A prompt of fewer bytes with nothing but places, and without values, is rendered at once.
const SIMPLE_BYTES: usize = 4 * 1024;

/// A question for a prompt.
pub struct Question<'a> {
    pub resolved: Resolved,
    pub format: FetchFormat,
    pub values: &'a Values,
    /// The account whose view decides what is included: nil for what everybody may see.
    pub includer: Uuid,
    /// Whether the source carries the tests, whose values may be nobody else's business.
    pub with_tests: bool,
    /// The client's `If-None-Match`.
    pub known: Option<&'a str>,
}

/// The answer. Without a body it is 304.
pub struct FetchAnswer {
    body: Option<Arc<Body>>,
    tag: String,
    cache_control: String,
    /// The address of the prompt's current name.
    location: String,
    left: Option<Left>,
}

/// Answers a question for a viewer who may see the prompt.
pub async fn answer(
    db: &Db,
    viewer: Viewer,
    question: &Question<'_>,
    kept: &Kept,
) -> Result<FetchAnswer> {
    let digest = question.digest()?;
    let plain = hex(&digest);
    // A version never changes, so its text need not be read to know that the client has it, or that it is kept. The tag
    // of a text that includes others is longer, and never matches here.
    let is_known = question.knows(&plain);
    let body = kept.get(&digest).filter(|_| !is_known);
    if is_known || body.is_some() {
        let resolved = &question.resolved;
        if resolved.is_pinned {
            let (id, number) = (resolved.found.id, resolved.version);
            versions::expect::<Prompt>(db, viewer.id(), id, number).await?;
        }
        let is_shared = is_shared(resolved, !question.has_tests(), viewer);
        return Ok(FetchAnswer {
            body,
            ..question.unchanged(plain, is_shared)
        });
    }
    let (version, prompt) = resolve::text(db, viewer.id(), &question.resolved).await?;
    // A save may have come between.
    let question = &question.at(version);
    let resolved = &question.resolved;
    let digest = question.digest()?;
    let plain = hex(&digest);
    let bytes = text::json_bytes(&prompt);
    let wanted = if question.shows_includes() {
        heavy::apart(bytes, || references(&prompt))
    } else {
        Vec::new()
    };
    let has_includes = !wanted.is_empty();
    let included =
        includes::load(db, question.includer, resolved.found.workspace_id, wanted).await?;
    let is_whole = !has_includes && !question.has_tests();
    let is_shared = is_shared(resolved, is_whole, viewer);
    let tag = if has_includes {
        format!("{plain}-{}", hex(&included.digest))
    } else {
        plain
    };
    let cache = question.cache_control(is_shared, included.is_pinned);
    if question.knows(&tag) {
        return Ok(FetchAnswer {
            cache_control: cache,
            ..question.unchanged(tag, is_shared)
        });
    }
    let is_simple = bytes < SIMPLE_BYTES
        && !has_includes
        && question.values.is_empty()
        && is_fixed(&prompt, &());
    let write = || question.body(prompt, &included.prompts);
    let body = if is_simple {
        write()?
    } else {
        heavy::in_turn(write).await?
    };
    // Values are of one client, and what is included may change.
    let body = if has_includes || !question.values.is_empty() {
        body.into()
    } else {
        kept.keep(digest, body)
    };
    Ok(question.changed(tag, cache, body))
}

/// Whether a cache may give the answer to everybody. What is included depends on who asks, and members may read saves
/// that others may not.
fn is_shared(resolved: &Resolved, is_whole: bool, viewer: Viewer) -> bool {
    let is_for_all = is_whole && !(resolved.is_pinned && resolved.found.is_own);
    resolved.found.is_public && (is_for_all || viewer.0.is_none())
}

fn hex(bytes: &[u8]) -> String {
    let mut text = String::new();
    for byte in bytes.iter().take(8) {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

impl Question<'_> {
    /// The question about the text under another number.
    fn at(&self, version: VersionNumber) -> Self {
        let resolved = Resolved {
            version,
            ..self.resolved.clone()
        };
        Self { resolved, ..*self }
    }

    fn has_tests(&self) -> bool {
        self.with_tests && !self.format.is_rendered()
    }

    /// Whether what the prompt includes is part of the answer.
    fn shows_includes(&self) -> bool {
        self.format.is_rendered() || self.format == FetchFormat::File(ExportFormat::Html)
    }

    /// Changes with everything that the answer depends on, apart from the texts that are included.
    fn digest(&self) -> Result<[u8; 32]> {
        let mut digest = Sha256::new();
        let label = self.resolved.label.as_ref();
        let parts = [
            // Another version of the program may render differently.
            env!("CARGO_PKG_VERSION"),
            &self.resolved.found.id.to_string(),
            &self.resolved.found.name(),
            &self.resolved.version.to_string(),
            if self.resolved.found.is_public {
                "public"
            } else {
                ""
            },
            label.map_or("", |label| label.as_str()),
            self.format.as_str(),
            if self.has_tests() { "tests" } else { "" },
            &serde_json::to_string(self.values)?,
        ];
        for part in parts {
            digest.update(part);
            digest.update([0]);
        }
        Ok(digest.finalize().into())
    }

    /// Writes the answer.
    fn body(&self, prompt: Prompt, includes: &HashMap<String, Prompt>) -> Result<Body> {
        if !self.format.is_rendered() {
            return self.source(prompt, includes);
        }
        let mut rendered = render(&prompt, self.values, includes);
        if rendered.text().trim().is_empty() {
            if self.format == FetchFormat::Text {
                return Err(ApiError::rule("text", "no_text", NO_TEXT));
            }
            rendered.problems.push(RenderProblem {
                kind: ProblemKind::NoText,
                name: self.resolved.found.name(),
                item: String::new(),
                message: NO_TEXT.to_owned(),
            });
        }
        self.rendered(&prompt, rendered, includes)
    }

    fn knows(&self, tag: &str) -> bool {
        let known = self.known.unwrap_or_default().split(',');
        known
            .map(|one| one.trim().trim_start_matches("W/").trim_matches('"'))
            .any(|one| one == tag)
    }

    fn cache_control(&self, is_shared: bool, is_whole: bool) -> String {
        let who = if is_shared { "public" } else { "private" };
        if self.resolved.is_lasting && is_whole {
            format!("{who}, max-age={YEAR_SECONDS}, immutable")
        } else {
            format!("{who}, max-age={LABEL_SECONDS}, stale-while-revalidate={STALE_SECONDS}")
        }
    }

    fn unchanged(&self, tag: String, is_shared: bool) -> FetchAnswer {
        FetchAnswer {
            body: None,
            tag,
            cache_control: self.cache_control(is_shared, true),
            location: self.location(),
            left: None,
        }
    }

    fn changed(&self, tag: String, cache_control: String, body: Arc<Body>) -> FetchAnswer {
        FetchAnswer {
            body: Some(body),
            cache_control,
            ..self.unchanged(tag, false)
        }
    }

    /// The address of the prompt under its current name; empty for another text than that of the address alone.
    fn location(&self) -> String {
        let found = &self.resolved.found;
        let is_plain = self.format == FetchFormat::Messages && !self.resolved.is_pinned;
        if !is_plain || self.resolved.label.is_some() {
            return String::new();
        }
        let slug = percent_encoded(&found.slug);
        format!(
            "/api/fetch/{}/{slug}",
            found.handle.as_deref().unwrap_or("me")
        )
    }

    fn label(&self) -> Option<String> {
        self.resolved.label.as_ref().map(ToString::to_string)
    }

    /// The media type and the body of a text that is not rendered.
    fn source(&self, mut prompt: Prompt, includes: &HashMap<String, Prompt>) -> Result<Body> {
        if !self.with_tests {
            prompt.content.redact();
        }
        if let FetchFormat::File(format) = self.format {
            let options = ExportOptions {
                format,
                ..ExportOptions::default()
            };
            let file = export_to_fill(&prompt, &options, includes, FILL_PROGRAM);
            return Ok(Body::new(file.media_type, file.text));
        }
        let found = &self.resolved.found;
        let source = FetchedSource {
            name: found.name(),
            id: found.id,
            version: self.resolved.version,
            label: self.label(),
            prompt,
        };
        Ok(Body::new(JSON, serde_json::to_string(&source)?))
    }

    fn rendered(
        &self,
        prompt: &Prompt,
        rendered: Rendered,
        includes: &HashMap<String, Prompt>,
    ) -> Result<Body> {
        match self.format {
            FetchFormat::Text => return Ok(Body::new(TEXT, rendered.text())),
            FetchFormat::Pieces => {
                let body = self.pieces(prompt, rendered, includes);
                return Ok(Body::new(JSON, serde_json::to_string(&body)?));
            }
            _ => {}
        }
        let found = &self.resolved.found;
        let messages = rendered.messages.iter().map(|message| FetchedMessage {
            role: message.role,
            content: message.content(),
        });
        let body = FetchedMessages {
            name: found.name(),
            id: found.id,
            title: prompt.title.clone(),
            version: self.resolved.version,
            label: self.label(),
            messages: messages.collect(),
            problems: rendered.problems,
            remarks: rendered.remarks,
        };
        Ok(Body::new(JSON, serde_json::to_string(&body)?))
    }
}

impl Question<'_> {
    fn pieces(
        &self,
        prompt: &Prompt,
        rendered: Rendered,
        includes: &HashMap<String, Prompt>,
    ) -> FetchedPieces {
        let messages = rendered.messages.into_iter().map(|message| MessagePieces {
            role: message.role,
            pieces: message
                .pieces
                .into_iter()
                .filter(|piece| piece.origin != Origin::LeftOut)
                .map(piece)
                .collect(),
        });
        FetchedPieces {
            name: self.resolved.found.name(),
            id: self.resolved.found.id,
            title: prompt.title.clone(),
            version: self.resolved.version,
            label: self.label(),
            is_fixed: is_fixed(prompt, includes),
            messages: messages.collect(),
            settings: rendered.settings,
            problems: rendered.problems,
            remarks: rendered.remarks,
        }
    }
}

fn piece(piece: Piece) -> FetchedPiece {
    let is_place = matches!(
        piece.origin,
        Origin::Value | Origin::Default | Origin::Missing
    );
    FetchedPiece {
        text: piece.text,
        variable: piece.name.filter(|_| is_place),
        image: piece.image,
    }
}

const JSON: &str = "application/json";
const TEXT: &str = "text/plain; charset=utf-8";

fn percent_encoded(text: &str) -> String {
    let mut encoded = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || byte == b'-' {
            encoded.push(char::from(byte));
        } else {
            let _ = write!(encoded, "%{byte:02X}");
        }
    }
    encoded
}

impl FetchAnswer {
    /// The answer with what its client has left.
    #[must_use]
    pub fn with(mut self, left: Left) -> Self {
        self.left = Some(left);
        self
    }

    /// The answer to values of one client, which no cache may give to another.
    #[must_use]
    pub fn not_kept(mut self) -> Self {
        "private, no-store".clone_into(&mut self.cache_control);
        self.location.clear();
        self
    }
}

impl IntoResponse for FetchAnswer {
    fn into_response(self) -> Response {
        let mut response = match self.body {
            Some(body) => {
                let Body { media_type, text } = Arc::unwrap_or_clone(body);
                let response = Response::builder().content_type(media_type);
                if media_type == ExportFormat::Html.media_type() {
                    // Its own policy would not lift a stricter one.
                    let policy = format!("{}; frame-ancestors 'none'", page_policy());
                    response
                        .header(header::CONTENT_SECURITY_POLICY, policy)
                        .body(text)
                } else {
                    response.body(text)
                }
            }
            None => StatusCode::NOT_MODIFIED.into_response(),
        };
        let headers = response.headers_mut();
        let mut set = |name: HeaderName, value: &str| match HeaderValue::from_str(value) {
            Ok(value) => {
                headers.insert(name, value);
            }
            Err(error) => drop(ApiError::internal(&error)),
        };
        set(header::ETAG, &format!("\"{}\"", self.tag));
        set(header::CACHE_CONTROL, &self.cache_control);
        if !self.location.is_empty() {
            set(header::CONTENT_LOCATION, &self.location);
        }
        set(
            header::VARY,
            "Authorization, Cookie, Workspace, Accept-Encoding",
        );
        if let Some(left) = self.left {
            headers.extend(left.headers());
        }
        response
    }
}

impl ApiResponse for FetchAnswer {
    fn meta() -> MetaResponses {
        let described = |name: &HeaderName, description: &str, required| MetaHeader {
            name: name.to_string(),
            description: Some(description.to_owned()),
            required,
            deprecated: false,
            schema: String::schema_ref(),
        };
        let headers = || {
            vec![
                described(
                    &header::ETAG,
                    "Names this answer: send it as `If-None-Match`.",
                    true,
                ),
                described(
                    &header::CACHE_CONTROL,
                    "How long the answer may be kept: a version for ever, a label for some seconds.",
                    true,
                ),
                described(&LIMIT, "Requests a minute.", false),
                described(&REMAINING, "Requests left in this minute.", false),
                described(&RESET, "Seconds until they are counted anew.", false),
            ]
        };
        let files = ExportFormat::ALL
            .iter()
            .map(|format| format.media_type())
            .chain([TEXT])
            .filter(|media_type| !media_type.starts_with(JSON))
            .map(|content_type| MetaMediaType {
                content_type,
                schema: MetaSchemaRef::Inline(Box::new(MetaSchema::new("string"))),
            });
        let json = MetaMediaType {
            content_type: JSON,
            schema: MetaSchemaRef::Reference(openapi::name::<Fetched>()),
        };
        let mut content: Vec<MetaMediaType> = std::iter::once(json).chain(files).collect();
        let mut seen = std::collections::HashSet::new();
        content.retain(|media| seen.insert(media.content_type));
        let unchanged = "Not modified: what `If-None-Match` names is still the answer.";
        MetaResponses {
            responses: vec![
                openapi::response(200, "The prompt.", content, headers()),
                openapi::response(304, unchanged, vec![], headers()),
            ],
        }
    }

    fn register(registry: &mut Registry) {
        openapi::register::<Fetched>(registry);
    }
}
