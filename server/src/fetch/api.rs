//! Handlers of names and fetching.

use std::sync::Arc;

use poem::Request;
use poem::http::{StatusCode, header};
use poem_openapi::OpenApi;
use poem_openapi::param::{Header, Path, Query};
use prompt_core::VersionNumber;
use prompt_core::name::{At, Reference, Target, is_handle};
use prompt_core::render::Values;
use uuid::Uuid;

use super::answer::{FetchAnswer, Question, answer};
use super::kept::Kept;
use super::usage::{self, Key};
use super::{includes, resolve};
use crate::access::Object;
use crate::app::App;
use crate::counter::Counter;
use crate::fetch::model::{
    FetchFormat, FetchValues, IncludedPrompts, IncludesWanted, NamedKind, PromptUsage, ResolvedName,
};
use crate::http::error::{ApiError, Result};
use crate::http::json::{Json, WithEtag};
use crate::http::limit::{Left, Limiter};
use crate::http::query::EnumParam;
use crate::http::tags::Tags;
use crate::profile;
use crate::session::extractors::{Me, Viewer};
use crate::session::throttle;

/// The default days of a usage report.
const USAGE_DAYS: u32 = 30;
/// The most references that are loaded at once.
const REFERENCES: usize = 100;

pub struct FetchApi {
    app: App,
    limiter: Arc<Limiter>,
    counter: Counter<Key>,
    kept: Kept,
}

impl FetchApi {
    pub fn new(app: App) -> Self {
        Self {
            app,
            limiter: Arc::default(),
            counter: Counter::default(),
            kept: Kept::default(),
        }
    }
}

/// The name, version and form of a prompt that is asked for.
struct Asked<'a> {
    handle: &'a str,
    slug: &'a str,
    label: Option<&'a str>,
    version: Option<VersionNumber>,
    format: Option<&'a str>,
    values: &'a Values,
}

#[OpenApi(tag = "Tags::Fetch")]
impl FetchApi {
    /// Fetch a prompt
    ///
    /// By its name, at a label or a version, else at its newest text. A missing label is 404, never another text.
    /// The tag is strong; a version may be kept for ever, a label for the seconds in `Cache-Control`.
    #[expect(clippy::too_many_arguments, reason = "one argument a parameter")]
    #[oai(
        path = "/fetch/:handle/:slug",
        method = "get",
        operation_id = "fetch_prompt"
    )]
    async fn fetch_prompt(
        &self,
        request: &Request,
        viewer: Viewer,
        /// The handle of its owner, with or without `@`; `me` for your own.
        handle: Path<String>,
        /// The slug of the prompt or asset.
        slug: Path<String>,
        /// A label, such as `production`.
        label: Query<Option<String>>,
        /// A version number. Not together with a label.
        version: Query<Option<EnumParam<VersionNumber>>>,
        /// `messages` (the default) and `text` are rendered, `pieces` are messages with the places of variables, `source` is the prompt itself; `md`, `txt`, `json`,
        /// `yaml`, `xml`, `html` and `prompty` are files.
        format: Query<Option<String>>,
        /// The tags of the answers that you have.
        #[oai(name = "If-None-Match")]
        known: Header<Option<String>>,
    ) -> Result<FetchAnswer> {
        let asked = Asked {
            handle: &handle.0,
            slug: &slug.0,
            label: label.0.as_deref(),
            version: version.0.map(|version| version.0),
            format: format.0.as_deref(),
            values: &Values::new(),
        };
        // The header may be there several times.
        let tags = request.headers().get_all(header::IF_NONE_MATCH).iter();
        let tags: Vec<&str> = tags.filter_map(|tag| tag.to_str().ok()).collect();
        let known = known.0.map(|_| tags.join(","));
        self.fetch(request, viewer, asked, known.as_deref()).await
    }

    /// Render a prompt with values
    ///
    /// As fetching it, with values for its variables. Nothing is stored.
    #[expect(clippy::too_many_arguments, reason = "one argument a parameter")]
    #[oai(
        path = "/fetch/:handle/:slug",
        method = "post",
        operation_id = "render_prompt"
    )]
    async fn render_prompt(
        &self,
        request: &Request,
        viewer: Viewer,
        /// The handle of its owner, with or without `@`; `me` for your own.
        handle: Path<String>,
        /// The slug of the prompt or asset.
        slug: Path<String>,
        /// A label, such as `production`.
        label: Query<Option<String>>,
        /// A version number. Not together with a label.
        version: Query<Option<EnumParam<VersionNumber>>>,
        /// `messages` (the default) or `text`.
        format: Query<Option<String>>,
        Json(given): Json<FetchValues>,
    ) -> Result<FetchAnswer> {
        let asked = Asked {
            handle: &handle.0,
            slug: &slug.0,
            label: label.0.as_deref(),
            version: version.0.map(|version| version.0),
            format: format.0.as_deref(),
            values: &given.values,
        };
        let format = FetchFormat::parse(asked.format)?;
        if !format.is_rendered() || format == FetchFormat::Pieces {
            let message = "Values are only for messages and text. Fetch other formats with GET.";
            return Err(ApiError::rule("format", "not_rendered", message));
        }
        Ok(self.fetch(request, viewer, asked, None).await?.not_kept())
    }

    /// Load what a prompt includes
    ///
    /// The prompts that references name, with those that they include in turn, as you may see them.
    #[oai(path = "/includes", method = "post", operation_id = "load_includes")]
    async fn load_includes(
        &self,
        request: &Request,
        viewer: Viewer,
        Json(wanted): Json<IncludesWanted>,
    ) -> Result<Json<IncludedPrompts>> {
        let db = &self.app.db;
        self.count(request, viewer)?;
        if wanted.references.len() > REFERENCES {
            let message = format!("At most {REFERENCES} references are loaded at once");
            return Err(ApiError::rule("references", "too_many", message));
        }
        let own = match wanted.prompt_id {
            None => viewer.workspace(),
            Some(id) => {
                let target = Target::Id(id.to_string());
                let own = viewer.workspace();
                let found = resolve::record(db, viewer.id(), own, Object::Prompt, &target).await?;
                found.ok_or_else(not_found)?.workspace_id
            }
        };
        let included = includes::load(db, viewer.id(), own, wanted.references).await?;
        Ok(Json(IncludedPrompts {
            prompts: included.prompts,
        }))
    }

    /// Find what a name stands for
    ///
    /// A prompt, asset, component or collection by `@handle/slug`, or one of your own by its slug; a prompt also with
    /// `@version` or `:label`; a profile by `@handle`. A former name leads to the record too.
    #[oai(path = "/names", method = "get", operation_id = "resolve_name")]
    async fn resolve_name(
        &self,
        viewer: Viewer,
        /// Such as `@ada/code-review`.
        name: Query<String>,
    ) -> Result<WithEtag<ResolvedName>> {
        Ok(WithEtag(self.resolve(viewer, &name.0).await?))
    }

    /// Read how often a prompt was fetched
    ///
    /// For members of the prompt's workspace. Counts arrive within some seconds.
    #[oai(
        path = "/prompts/:id/usage",
        method = "get",
        operation_id = "get_prompt_usage"
    )]
    async fn get_prompt_usage(
        &self,
        me: Me,
        id: Path<Uuid>,
        /// The number of days up to today: 1 to 365, default 30.
        days: Query<Option<u32>>,
    ) -> Result<Json<PromptUsage>> {
        let days = days.0.unwrap_or(USAGE_DAYS);
        if !(1..=usage::MOST_DAYS).contains(&days) {
            let message = format!("days must be between 1 and {}", usage::MOST_DAYS);
            return Err(ApiError::rule("days", "out_of_range", message));
        }
        let (db, now) = (&self.app.db, self.app.now());
        Ok(Json(usage::of_prompt(db, me.id, id.0, days, now).await?))
    }
}

fn not_found() -> ApiError {
    ApiError::not_found(Object::Prompt.name())
}

impl FetchApi {
    async fn fetch(
        &self,
        request: &Request,
        viewer: Viewer,
        asked: Asked<'_>,
        known: Option<&str>,
    ) -> Result<FetchAnswer> {
        let left = self.count(request, viewer)?;
        let answer = self.answer(request, viewer, asked, known).await;
        match left {
            Some(left) => answer
                .map(|answer| answer.with(left))
                .map_err(|error| left.on(error)),
            None => answer,
        }
    }

    async fn answer(
        &self,
        request: &Request,
        viewer: Viewer,
        asked: Asked<'_>,
        known: Option<&str>,
    ) -> Result<FetchAnswer> {
        let db = &self.app.db;
        let format = FetchFormat::parse(asked.format)?;
        let reference = asked.reference()?;
        let resolved = resolve::permitted(db, viewer, &reference).await?;
        let now = self.app.now();
        let key = Key {
            prompt: resolved.found.id,
            hour: now.hour(),
            version: resolved.version,
            label: resolved
                .label
                .as_ref()
                .map(ToString::to_string)
                .unwrap_or_default(),
            client: usage::client(request.header(header::USER_AGENT)),
        };
        let question = Question {
            with_tests: resolved.found.is_own,
            resolved,
            format,
            values: asked.values,
            includer: viewer.id(),
            known,
        };
        let answer = answer(db, viewer, &question, &self.kept).await?;
        self.counter.count(db, key, now);
        Ok(answer)
    }

    fn count(&self, request: &Request, viewer: Viewer) -> Result<Option<Left>> {
        let client = match viewer.0 {
            Some(me) => me.id.to_string(),
            None => throttle::origin(&self.app.sessions.client_address(request)),
        };
        let limit = self.app.config.fetch_limit;
        self.limiter.count(client, limit, self.app.now())
    }

    async fn resolve(&self, viewer: Viewer, name: &str) -> Result<ResolvedName> {
        let (db, own) = (&self.app.db, viewer.workspace());
        let handle = name
            .trim()
            .strip_prefix('@')
            .filter(|rest| !rest.contains('/'));
        if let Some(handle) = handle {
            let handle = handle.to_ascii_lowercase();
            let workspace = resolve::workspace(db, viewer, &handle).await?;
            // The personal workspace of an account has the account's id.
            let id = workspace.ok_or_else(|| ApiError::not_found("Profile"))?;
            let profile = profile::store::get(db, viewer.id(), id).await?;
            return Ok(ResolvedName {
                kind: NamedKind::Profile,
                id,
                title: profile.full_name,
                name: format!("@{}", profile.handle),
                version: None,
            });
        }
        let reference: Reference = name.parse()?;
        if let Some(resolved) = resolve::prompt(db, viewer.id(), own, &reference).await? {
            return Ok(ResolvedName {
                kind: NamedKind::Prompt,
                id: resolved.found.id,
                title: resolved.found.title.clone(),
                name: resolved.found.name(),
                version: Some(resolved.version),
            });
        }
        if reference.at == At::Newest {
            for (object, kind) in [
                (Object::Component, NamedKind::Component),
                (Object::Collection, NamedKind::Collection),
            ] {
                let found = resolve::record(db, viewer.id(), own, object, &reference.target);
                if let Some(found) = found.await? {
                    return Ok(ResolvedName {
                        kind,
                        id: found.id,
                        title: found.title.clone(),
                        name: found.name(),
                        version: None,
                    });
                }
            }
        }
        let message = "There is nothing of this name";
        Err(ApiError::new(StatusCode::NOT_FOUND, "not_found", message))
    }
}

impl Asked<'_> {
    /// A name that cannot be one is the name of nothing, so it is 404.
    fn reference(&self) -> Result<Reference> {
        let at = match (self.label, self.version) {
            (None, None) => At::Newest,
            (None, Some(version)) => At::Version(version),
            (Some(label), None) => At::Label(label.parse()?),
            (Some(_), Some(_)) => {
                let message = "Ask for a label or for a version, not for both";
                return Err(ApiError::rule("version", "label_or_version", message));
            }
        };
        let handle = self.handle.trim_start_matches('@').to_ascii_lowercase();
        if !is_handle(&handle) {
            return Err(not_found());
        }
        let slug = self.slug.parse().map_err(|_| not_found())?;
        let handle = Some(handle);
        let target = Target::Named { handle, slug };
        Ok(Reference { target, at })
    }
}
