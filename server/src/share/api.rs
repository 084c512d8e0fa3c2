//! Handlers of the pages for visitors.

use std::fmt::Write as _;
use std::future::ready;
use std::sync::Arc;

use poem::http::{HeaderValue, StatusCode, header};
use poem::web::{Data, Form, Path, Query};
use poem::{
    Endpoint, EndpointExt as _, IntoEndpoint, IntoResponse, Request, Response, Route, get, handler,
};
use prompt_core::Prompt;
use prompt_core::name::{At, Reference, Target};
use prompt_core::render::{Values, is_fixed, references, render, variables};
use prompt_core::text::json_bytes;
use serde::Deserialize;
use serde_json::json;
use tokio::sync::Semaphore;
use url::Url;
use uuid::Uuid;

use super::collection_page::CollectionPage;
use super::document::{self, path};
use super::profile_page::ProfilePage;
use super::prompt_page::{At as Shown, PromptPage};
use super::skills::Skill;
use super::store::Listed;
use super::{form, links, report, skills, store};
use crate::access::Object;
use crate::app::App;
use crate::collections;
use crate::fetch::answer::{Question, answer};
use crate::fetch::includes;
use crate::fetch::kept::Kept;
use crate::fetch::model::FetchFormat;
use crate::fetch::resolve::{self, Found, Resolved};
use crate::heavy;
use crate::http::error::{ApiError, Result};
use crate::http::limit::Limiter;
use crate::profile;
use crate::records::{self, versions};
use crate::session::extractors::{Me, Viewer};
use crate::session::throttle;

/// The items of a collection on a page.
const ITEMS: usize = 100;
/// The most items of a collection in its index of skills.
const SKILLS: usize = 1_000;

/// Whoever asks, a page shows what a visitor may see.
pub(super) const VISITOR: Viewer = Viewer(None);

/// The pages below `/p`.
pub fn pages() -> impl Endpoint<Output = Response> {
    Route::new()
        .at(
            "/p/:handle/:name",
            get(show_prompt).head(show_prompt).post(fill_prompt),
        )
        .at(
            "/p/:handle/:name/SKILL.md",
            get(show_skill).head(show_skill),
        )
        .at(
            "/p/:handle/:name/.well-known/agent-skills/index.json",
            get(show_skills).head(show_skills),
        )
        .at(
            "/p/:handle/:name/.well-known/agent-skills/:skill/SKILL.md",
            get(show_skill_of_collection).head(show_skill_of_collection),
        )
        .at("/p/:handle", get(show_profile).head(show_profile))
        .map_to_response()
        .around(readable)
}

/// The pages of secret links, below `/s`.
pub fn linked_pages() -> impl Endpoint<Output = Response> {
    let page = get(show_linked).head(show_linked).post(fill_linked);
    let pages = Route::new().at("/s/:token", page);
    pages.map_to_response().around(readable)
}

/// Leads an address that ends in a slash to the page without it, and gives people a page for an address of nothing.
async fn readable<E: Endpoint<Output = Response>>(
    next: Arc<E>,
    request: Request,
) -> poem::Result<Response> {
    let Some(app) = request.data::<App>().cloned() else {
        return next.call(request).await;
    };
    let uri = request.original_uri();
    if let Some(path) = uri.path().strip_suffix('/') {
        // A page has at least one name after the first word, and `//` begins another site.
        if path.len() < 4 || path.contains("//") {
            return Ok(document::missing(app.config.origin()));
        }
        let query = uri.query().map(|query| format!("?{query}"));
        return Ok(moved(path, &query.unwrap_or_default()));
    }
    match next.call(request).await {
        // Also for a query of two versions.
        Err(error) if error.status().is_client_error() => {
            Ok(document::missing(app.config.origin()))
        }
        done => done,
    }
}

/// Takes the report of a page.
pub fn report() -> impl IntoEndpoint {
    poem::post(report::report)
}

/// Counts the requests of an address: a page is made anew for each, and nobody signs in for it.
pub fn limited<E: IntoEndpoint>(app: &App, pages: E) -> impl Endpoint + use<E> {
    let (limiter, app) = (Arc::new(Limiter::default()), app.clone());
    pages.into_endpoint().before(move |request: Request| {
        let client = throttle::origin(&app.sessions.client_address(&request));
        let counted = limiter.count(client, app.config.fetch_limit, app.now());
        ready(counted.map(|_| request).map_err(Into::into))
    })
}

/// Which text of a prompt is asked for.
#[derive(Deserialize)]
pub(super) struct Asked {
    version: Option<String>,
    label: Option<String>,
    /// Where a page of a collection begins.
    cursor: Option<String>,
}

/// The page of a prompt or a collection, or the text of a prompt as a file: `/p/ada/code-review`,
/// `/p/ada/code-review.md`.
#[handler]
pub async fn show_prompt(
    app: Data<&App>,
    Path((handle, name)): Path<(String, String)>,
    Query(asked): Query<Asked>,
) -> Response {
    // A slug has no full stop.
    let shown = match name.split_once('.') {
        Some((slug, ending)) => match find(&app, &handle, slug, &asked).await {
            Ok(resolved) => match former(&resolved, &handle, slug) {
                Some((path, query)) => Ok(moved(&format!("{path}.{ending}"), &query)),
                None => file(&app, VISITOR, Ok(resolved), ending).await,
            },
            Err(error) => Err(error),
        },
        None => match page(&app, &handle, &name, &asked, &[]).await {
            Err(error) if error.status == StatusCode::NOT_FOUND => {
                collection_page(&app, &handle, &name, asked.cursor).await
            }
            shown => shown,
        },
    };
    or_missing(&app, shown)
}

/// A prompt as an agent skill.
#[handler]
pub async fn show_skill(app: Data<&App>, Path((handle, slug)): Path<(String, String)>) -> Response {
    let shown = async {
        let resolved = find(&app, &handle, &slug, &NEWEST).await?;
        let (_, prompt) = resolve::text(&app.db, Uuid::nil(), &resolved).await?;
        let name = skills::name(&resolved.found.slug);
        let skill = heavy::in_turn(|| Skill::of(prompt, name)).await;
        Ok(skill.into_response())
    };
    or_missing(&app, shown.await)
}

/// The index of the prompts of a collection as agent skills.
#[handler]
pub async fn show_skills(
    app: Data<&App>,
    Path((handle, slug)): Path<(String, String)>,
) -> Response {
    let shown = async { Ok(skills::index(&skills_of(&app, &handle, &slug).await?)?) };
    or_missing(&app, shown.await)
}

/// A skill of a collection's index.
#[handler]
pub async fn show_skill_of_collection(
    app: Data<&App>,
    Path((handle, slug, name)): Path<(String, String, String)>,
) -> Response {
    let shown = async {
        let listed = skill_names(&app, &handle, &slug).await?;
        let mut listed = listed.into_iter();
        let found = listed.find(|(_, other)| *other == name);
        let (id, name) = found.ok_or_else(not_found)?;
        let skill = skill(&app, id, name).await?.ok_or_else(not_found)?;
        Ok(skill.into_response())
    };
    or_missing(&app, shown.await)
}

/// The page with values, for browsers without scripts and for prompts with conditions. Nothing is stored.
#[handler]
pub async fn fill_prompt(
    app: Data<&App>,
    Path((handle, slug)): Path<(String, String)>,
    Query(asked): Query<Asked>,
    Form(fields): Form<Vec<(String, String)>>,
) -> Response {
    let shown = page(&app, &handle, &slug, &asked, &fields).await;
    not_kept(or_missing(&app, shown))
}

/// The page of a secret link, or its text as a file: `/s/TOKEN`, `/s/TOKEN.md`.
#[handler]
pub async fn show_linked(
    app: Data<&App>,
    Path(name): Path<String>,
    Query(asked): Query<Asked>,
) -> Response {
    // A token has no full stop.
    let shown = match name.split_once('.') {
        Some((token, ending)) => match find_linked(&app, token, &asked).await {
            Ok((viewer, resolved)) => file(&app, viewer, Ok(resolved), ending).await,
            Err(error) => Err(error),
        },
        None => linked_page(&app, &name, &asked, &[]).await,
    };
    not_kept(or_missing(&app, shown))
}

/// As [`fill_prompt`], for a secret link.
#[handler]
pub async fn fill_linked(
    app: Data<&App>,
    Path(token): Path<String>,
    Query(asked): Query<Asked>,
    Form(fields): Form<Vec<(String, String)>>,
) -> Response {
    let shown = linked_page(&app, &token, &asked, &fields).await;
    not_kept(or_missing(&app, shown))
}

/// The page of an account.
#[handler]
pub async fn show_profile(
    app: Data<&App>,
    Path(handle): Path<String>,
    Query(asked): Query<PageNumber>,
) -> Response {
    let shown = async {
        let handle = bare(&handle);
        let workspace = resolve::workspace(&app.db, VISITOR, &handle).await?;
        let workspace = workspace.ok_or_else(not_found)?;
        let profile = profile::store::get(&app.db, Uuid::nil(), workspace).await?;
        if profile.handle != handle {
            let query = asked.page.map(|page| format!("?page={page}"));
            return Ok(moved(&path(&[&profile.handle]), &query.unwrap_or_default()));
        }
        let page = asked.page.unwrap_or(1).clamp(1, PAGES);
        let (prompts, has_more) = store::listed(&app.db, workspace, page).await?;
        let name = match profile.full_name.trim() {
            "" => &profile.handle,
            name => name,
        };
        let shown = ProfilePage {
            origin: app.config.origin(),
            handle: &handle,
            name,
            bio: &profile.bio,
            prompts: &prompts,
            page,
            has_more,
        };
        let html = shown.html();
        Ok(document::response(StatusCode::OK, html))
    };
    or_missing(&app, shown.await)
}

/// What a page that embeds an address needs to know of it (oEmbed 1.0, JSON only).
#[handler]
pub async fn show_oembed(app: Data<&App>, Query(asked): Query<Embedded>) -> Response {
    let shown = async {
        if asked.format.is_some_and(|format| format != "json") {
            return Ok(StatusCode::NOT_IMPLEMENTED.into_response());
        }
        let url = Url::parse(&asked.url).map_err(|_| not_found())?;
        let of_this_site = url.origin().ascii_serialization() == app.config.origin();
        let segments: Vec<_> = url
            .path_segments()
            .into_iter()
            .flatten()
            .map(decoded)
            .collect();
        if !of_this_site {
            return Err(not_found());
        }
        let embedded = match &segments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            ["p", handle, slug] => embedded(&app, handle, slug).await?,
            ["p", handle] => embedded_profile(&app, handle).await?,
            _ => return Err(not_found()),
        };
        let body = json!({
            "version": "1.0",
            "type": "link",
            "title": embedded.title,
            "author_name": embedded.author,
            "author_url": format!("{}{}", app.config.origin(), path(&[&embedded.handle])),
            "provider_name": "Promptcase",
            "provider_url": app.config.origin(),
        });
        let response = Response::builder().content_type("application/json");
        Ok(response.body(body.to_string()))
    };
    shown.await.unwrap_or_else(|error| error.response())
}

/// Which page of a list.
#[derive(Deserialize)]
struct PageNumber {
    page: Option<u32>,
}

/// The most pages of a list: an account has 10,000 prompts at most.
const PAGES: u32 = 100;

/// The address that an oEmbed consumer asks about.
#[derive(Deserialize)]
struct Embedded {
    url: String,
    format: Option<String>,
}

/// What a page that embeds an address shows.
struct EmbeddedPage {
    title: String,
    author: String,
    handle: String,
}

/// A prompt or a collection.
async fn embedded(app: &App, handle: &str, slug: &str) -> Result<EmbeddedPage> {
    let (found, author) = match find(app, handle, slug, &NEWEST).await {
        Ok(resolved) => {
            let author = store::authorship(&app.db, Uuid::nil(), resolved.found.id).await?;
            (resolved.found, author.ok_or_else(not_found)?.author_name)
        }
        Err(error) if error.status == StatusCode::NOT_FOUND => {
            let found = find_collection(app, handle, slug).await?;
            let detail = collections::list::detail(&app.db, VISITOR, found.id).await?;
            (found, detail.collection.author_name)
        }
        Err(error) => return Err(error),
    };
    Ok(EmbeddedPage {
        title: found.title,
        author,
        handle: found.handle.ok_or_else(not_found)?,
    })
}

async fn embedded_profile(app: &App, handle: &str) -> Result<EmbeddedPage> {
    let workspace = resolve::workspace(&app.db, VISITOR, &bare(handle)).await?;
    let workspace = workspace.ok_or_else(not_found)?;
    let profile = profile::store::get(&app.db, Uuid::nil(), workspace).await?;
    Ok(EmbeddedPage {
        title: format!("{} (@{})", profile.full_name, profile.handle),
        author: profile.full_name,
        handle: profile.handle,
    })
}

/// The addresses of what is public, for search engines: a map of it, or a list of maps where one would be too large.
#[handler]
pub async fn show_sitemap(app: Data<&App>, Query(asked): Query<PageNumber>) -> Response {
    let written = async {
        let origin = app.config.origin();
        let pages = store::mapped_pages(&app.db).await?;
        let mut xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned();
        if asked.page.is_none() && pages > 1 {
            xml.push_str("<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n");
            for page in 1..=pages {
                let _ = writeln!(
                    xml,
                    "<sitemap><loc>{origin}/sitemap.xml?page={page}</loc></sitemap>"
                );
            }
            xml.push_str("</sitemapindex>\n");
        } else {
            xml.push_str("<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n");
            let page = asked.page.unwrap_or(1).clamp(1, pages.max(1));
            for mapped in store::mapped(&app.db, page).await? {
                // A path is percent-encoded, so it has no character that XML reserves.
                let Some(handle) = &mapped.handle else {
                    continue;
                };
                let path = match &mapped.slug {
                    Some(slug) => path(&[handle, slug]),
                    None => path(&[handle]),
                };
                let _ = writeln!(
                    xml,
                    "<url><loc>{origin}{path}</loc><lastmod>{}</lastmod></url>",
                    mapped.updated_at
                );
            }
            xml.push_str("</urlset>\n");
        }
        let response = Response::builder()
            .content_type("application/xml")
            .header(header::CACHE_CONTROL, "public, max-age=3600");
        Ok::<_, ApiError>(response.body(xml))
    };
    written.await.unwrap_or_else(|error| error.response())
}

pub(super) fn not_found() -> ApiError {
    ApiError::not_found("Page")
}

fn or_missing(app: &App, shown: Result<Response>) -> Response {
    shown.unwrap_or_else(|error| match error.status {
        status if status.is_client_error() => document::missing(app.config.origin()),
        _ => error.response(),
    })
}

/// A response that no cache may keep.
fn not_kept(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Leads to a current name. A name may be taken back, so a browser asks again.
fn moved(path: &str, query: &str) -> Response {
    let mut response = StatusCode::TEMPORARY_REDIRECT.into_response();
    if let Ok(to) = HeaderValue::from_str(&format!("{path}{query}")) {
        response.headers_mut().insert(header::LOCATION, to);
    }
    response
}

/// A handle as it is stored: without its `@`, in small letters.
pub(super) fn bare(handle: &str) -> String {
    handle.trim_start_matches('@').to_ascii_lowercase()
}

pub(super) fn decoded(segment: &str) -> String {
    let pairs = url::form_urlencoded::parse(segment.as_bytes());
    pairs.map(|(name, _)| name.into_owned()).collect()
}

pub(super) const NEWEST: Asked = Asked {
    version: None,
    label: None,
    cursor: None,
};

impl Asked {
    fn at(&self) -> Result<At> {
        match (&self.version, &self.label) {
            (Some(version), None) => Ok(At::Version(version.parse()?)),
            (None, Some(label)) => Ok(At::Label(label.parse()?)),
            (None, None) => Ok(At::Newest),
            (Some(_), Some(_)) => Err(not_found()),
        }
    }
}

/// The prompt at an address, as a visitor may see it.
pub(super) async fn find(app: &App, handle: &str, slug: &str, asked: &Asked) -> Result<Resolved> {
    let at = asked.at()?;
    let target = Target::Named {
        handle: Some(bare(handle)),
        slug: slug.parse()?,
    };
    let reference = Reference { target, at };
    let found = resolve::prompt(&app.db, Uuid::nil(), Uuid::nil(), &reference).await?;
    found.ok_or_else(not_found)
}

/// The collection at an address, as a visitor may see it.
pub(super) async fn find_collection(app: &App, handle: &str, slug: &str) -> Result<Found> {
    let target = Target::Named {
        handle: Some(bare(handle)),
        slug: slug.parse()?,
    };
    let nobody = Uuid::nil();
    let found = resolve::record(&app.db, nobody, nobody, Object::Collection, &target).await?;
    found.ok_or_else(not_found)
}

async fn collection_page(
    app: &App,
    handle: &str,
    slug: &str,
    cursor: Option<String>,
) -> Result<Response> {
    let db = &app.db;
    let found = find_collection(app, handle, slug).await?;
    let current = found.handle.as_deref().ok_or_else(not_found)?;
    if bare(handle) != current || slug != found.slug {
        return Ok(moved(&path(&[current, &found.slug]), ""));
    }
    let shown = collections::list::detail(db, VISITOR, found.id).await?;
    let shown = &shown.collection;
    let is_later = cursor.is_some();
    let items = collections::items::list(db, VISITOR, found.id, cursor, ITEMS).await?;
    let may_exceed = is_later || items.next_cursor.is_some();
    let prompts = items.items.into_iter().filter_map(|item| item.prompt);
    let prompts: Vec<Listed> = prompts
        .map(|prompt| Listed {
            title: prompt.title,
            description: prompt.description,
            slug: prompt.slug,
            handle: prompt.handle,
        })
        .collect();
    let page = CollectionPage {
        origin: app.config.origin(),
        handle: current,
        author: match shown.author_name.trim() {
            "" => current,
            name => name,
        },
        slug: &found.slug,
        title: &shown.title,
        description: &shown.description,
        collections: &store::collections_in(db, found.id).await?,
        prompts: &prompts,
        is_later,
        next: items.next_cursor.as_deref(),
        most_skills: may_exceed.then_some(SKILLS),
    };
    Ok(document::response(StatusCode::OK, page.html()))
}

/// The public prompts of a public collection with the names of their skills. Of two with the same slug, the one that is
/// in the collection longer has it as its name.
async fn skill_names(app: &App, handle: &str, slug: &str) -> Result<Vec<(Uuid, String)>> {
    let found = find_collection(app, handle, slug).await?;
    let items = collections::items::list(&app.db, VISITOR, found.id, None, SKILLS).await?;
    let mut prompts: Vec<_> = items
        .items
        .into_iter()
        .filter_map(|item| {
            let prompt = item.prompt?;
            // What a filter finds was not added at a time.
            let at = (item.id != prompt.id).then_some(item.added_at);
            Some((at, prompt.id, prompt.slug))
        })
        .collect();
    prompts.sort();
    let names = skills::told_apart(prompts.iter().map(|(_, _, slug)| slug.as_str()));
    let ids = prompts.iter().map(|(_, id, _)| *id);
    Ok(ids.zip(names).collect())
}

/// A prompt as a skill under this name; `None` if it is public no more.
async fn skill(app: &App, id: Uuid, name: String) -> Result<Option<Skill>> {
    let found = records::store::record::<Prompt>(&app.db, Uuid::nil(), id).await;
    match found {
        Ok(prompt) => Ok(Some(heavy::in_turn(|| Skill::of(prompt, name)).await)),
        Err(error) if error.status == StatusCode::NOT_FOUND => Ok(None),
        Err(error) => Err(error),
    }
}

/// The public prompts of a public collection as skills.
async fn skills_of(app: &App, handle: &str, slug: &str) -> Result<Vec<Skill>> {
    // An index reads and writes every prompt of the collection.
    static ONE_AT_A_TIME: Semaphore = Semaphore::const_new(1);
    let _turn = ONE_AT_A_TIME.acquire().await;
    let mut skills = Vec::new();
    for (id, name) in skill_names(app, handle, slug).await? {
        skills.extend(skill(app, id, name).await?);
    }
    Ok(skills)
}

/// The prompt of a secret link, and the account whose eyes it lends.
pub(super) async fn find_linked(
    app: &App,
    token: &str,
    asked: &Asked,
) -> Result<(Viewer, Resolved)> {
    let db = &app.db;
    let link = links::find(db, token).await?.ok_or_else(not_found)?;
    let target = Target::Id(link.prompt_id.to_string());
    let reference = Reference {
        target,
        at: asked.at()?,
    };
    let found = resolve::prompt(db, link.user_id, Uuid::nil(), &reference).await?;
    let resolved = found.ok_or_else(not_found)?;
    if resolved.is_pinned && !versions::is_named(db, link.prompt_id, resolved.version).await? {
        return Err(not_found());
    }
    Ok((Viewer(Some(Me::personal(link.user_id))), resolved))
}

async fn linked_page(
    app: &App,
    token: &str,
    asked: &Asked,
    fields: &[(String, String)],
) -> Result<Response> {
    let (viewer, resolved) = find_linked(app, token, asked).await?;
    let path = format!("/s/{token}");
    shown(app, viewer.id(), &resolved, path, false, fields).await
}

async fn page(
    app: &App,
    handle: &str,
    slug: &str,
    asked: &Asked,
    fields: &[(String, String)],
) -> Result<Response> {
    let resolved = find(app, handle, slug, asked).await?;
    let found = &resolved.found;
    let current = found.handle.as_deref().ok_or_else(not_found)?;
    if let Some((path, query)) = former(&resolved, handle, slug) {
        return Ok(moved(&path, &query));
    }
    let path = path(&[current, &found.slug]);
    shown(app, Uuid::nil(), &resolved, path, true, fields).await
}

/// The path and the query of a prompt under its current name, if it was asked for by a former one.
fn former(resolved: &Resolved, handle: &str, slug: &str) -> Option<(String, String)> {
    let found = &resolved.found;
    let current = found.handle.as_deref()?;
    if bare(handle) == current && slug == found.slug {
        return None;
    }
    let at = shown_at(resolved);
    let query = at.map_or_else(String::new, |at| at.query(resolved.version));
    Some((path(&[current, &found.slug]), query))
}

/// Which text of a prompt is shown, if it is not the newest.
fn shown_at(resolved: &Resolved) -> Option<Shown> {
    match &resolved.label {
        Some(label) => Some(Shown::Label(label.to_string())),
        None => resolved.is_pinned.then_some(Shown::Version),
    }
}

/// The page of a prompt that the viewer may see. What it includes is what a visitor may see.
async fn shown(
    app: &App,
    viewer: Uuid,
    resolved: &Resolved,
    path: String,
    is_listed: bool,
    fields: &[(String, String)],
) -> Result<Response> {
    let (db, found) = (&app.db, &resolved.found);
    let (version, prompt) = resolve::text(db, viewer, resolved).await?;
    let wanted = heavy::apart(json_bytes(&prompt), || references(&prompt));
    let included = includes::load(db, Uuid::nil(), found.workspace_id, wanted).await?;
    let authorship = store::authorship(db, viewer, found.id).await?;
    let authorship = authorship.ok_or_else(not_found)?;
    let versions = store::versions(db, viewer, found.id).await?;
    let handle = found.handle.as_deref().ok_or_else(not_found)?;
    let html = heavy::in_turn(|| {
        let variables = variables(&prompt, &included.prompts);
        let values = form::values(&variables, fields);
        let page = PromptPage {
            origin: app.config.origin(),
            handle,
            path,
            is_listed,
            id: found.id.to_string(),
            prompt: &prompt,
            version,
            at: shown_at(resolved),
            rendered: &render(&prompt, &values, &included.prompts),
            variables: &variables,
            values: &values,
            is_fixed: is_fixed(&prompt, &included.prompts),
            authorship: &authorship,
            versions: &versions,
        };
        page.html()
    });
    Ok(document::response(StatusCode::OK, html.await))
}

/// The text of a prompt as a file.
async fn file(
    app: &App,
    viewer: Viewer,
    resolved: Result<Resolved>,
    ending: &str,
) -> Result<Response> {
    let FetchFormat::File(format) = FetchFormat::parse(Some(ending))? else {
        return Err(not_found());
    };
    let question = Question {
        resolved: resolved?,
        format: FetchFormat::File(format),
        with_tests: false,
        // Whoever has a secret link reads the linked prompt, and no other one of its owner.
        includer: Uuid::nil(),
        values: &Values::new(),
        known: None,
    };
    let answer = answer(&app.db, viewer, &question, &Kept::default()).await?;
    let mut response = answer.into_response();
    // A page of a version is gone as soon as its prompt is private, whatever is in front of the server.
    let headers = response.headers_mut();
    let cache = HeaderValue::from_static(document::PUBLIC_CACHE);
    headers.insert(header::CACHE_CONTROL, cache);
    Ok(response)
}
