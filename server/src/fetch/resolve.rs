//! Finding the prompt and the version that a name stands for.

use poem::http::StatusCode;
use prompt_core::name::{At, Handle, Label, Reference, Target};
use prompt_core::{Prompt, VersionNumber};
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use crate::access::{Object, VISIBLE_RECORD, is_member};
use crate::db::{Db, row};
use crate::http::error::{ApiError, Result};
use crate::names::handles;
use crate::records::columns::version;
use crate::records::{labels, store, versions};
use crate::session::extractors::Viewer;
use crate::session::tokens::{self, Limits};

row! {
    /// A record that a name stands for.
    #[derive(Clone, Debug)]
    pub struct Found {
        pub id: Uuid,
        pub workspace_id: Uuid,
        pub title: String,
        pub is_public: bool,
        /// Whether the viewer is a member of its workspace.
        pub is_own: bool,
        /// Its current names.
        pub slug: String,
        pub handle: Option<String>,
    }
}

impl Found {
    /// Its name: `@ada/code-review`.
    pub fn name(&self) -> String {
        match &self.handle {
            Some(handle) => format!("@{handle}/{}", self.slug),
            None => self.slug.clone(),
        }
    }
}

/// A record of a kind that the viewer may see. A name without a handle is one of the workspace `own`.
pub async fn record(
    db: &Db,
    viewer: Uuid,
    own: Uuid,
    object: Object,
    target: &Target,
) -> Result<Option<Found>> {
    let (table, is_own) = (object.table(), is_member!("r"));
    let kind = table.trim_end_matches('s');
    let select = format!(
        "SELECT r.id, r.workspace_id, r.title, r.is_public, {is_own} AS is_own,
             (SELECT name.slug FROM slugs name WHERE name.{kind}_id = r.id AND name.is_current) AS slug,
             (SELECT owner.handle FROM handles owner
                 WHERE owner.workspace_id = r.workspace_id AND owner.is_current) AS handle
         FROM {table} r"
    );
    let found = match target {
        Target::Id(id) => {
            let Ok(id) = id.parse::<Uuid>() else {
                return Ok(None);
            };
            let sql = format!("{select} WHERE r.id = $2 AND {VISIBLE_RECORD}");
            db.read(AssertSqlSafe(sql)).bind(viewer).bind(id).optional()
        }
        Target::Named {
            handle: Some(handle),
            slug,
        } if handle != Handle::ME => {
            let sql = format!(
                "{select} JOIN slugs s ON s.{kind}_id = r.id JOIN handles h ON h.workspace_id = s.workspace_id
                 WHERE h.handle = $2 AND s.slug = $3 AND {VISIBLE_RECORD}"
            );
            let query = db.read(AssertSqlSafe(sql)).bind(viewer);
            query.bind(handle.as_str()).bind(slug.as_str()).optional()
        }
        Target::Named { slug, .. } => {
            let sql = format!(
                "{select} JOIN slugs s ON s.{kind}_id = r.id
                 WHERE s.workspace_id = $2 AND s.slug = $3 AND {VISIBLE_RECORD}"
            );
            let query = db.read(AssertSqlSafe(sql)).bind(viewer);
            query.bind(own).bind(slug.as_str()).optional()
        }
    };
    Ok(found.await?)
}

/// A prompt and a version that a reference stands for.
#[derive(Clone, Debug)]
pub struct Resolved {
    pub found: Found,
    pub version: VersionNumber,
    pub label: Option<Label>,
    /// Whether the version was named, so that its text never changes.
    pub is_pinned: bool,
}

/// The prompt and version that a reference stands for, for a viewer who may see them and whose token may fetch them.
pub async fn permitted(db: &Db, viewer: Viewer, reference: &Reference) -> Result<Resolved> {
    let own = viewer.workspace();
    if let Some(token) = viewer.0.and_then(|me| me.limited) {
        let limits = Limits::of(db, token).await?;
        let label = match &reference.at {
            At::Label(label) => Some(label.as_str()),
            At::Newest | At::Version(_) => None,
        };
        if !limits.allow_label(label)? {
            return Err(tokens::limited());
        }
        // A label that is missing is told with those that exist, so the prompt is checked before.
        let found = record(db, viewer.id(), own, Object::Prompt, &reference.target).await?;
        if !limits.allow_prompt(found.ok_or_else(not_found)?.id)? {
            return Err(not_found());
        }
    }
    let resolved = prompt(db, viewer.id(), own, reference).await?;
    resolved.ok_or_else(not_found)
}

fn not_found() -> ApiError {
    ApiError::not_found(Object::Prompt.name())
}

/// The prompt and version that a reference stands for, for a viewer who may see them. `own` is the workspace of names
/// without a handle.
pub async fn prompt(
    db: &Db,
    viewer: Uuid,
    own: Uuid,
    reference: &Reference,
) -> Result<Option<Resolved>> {
    let found = record(db, viewer, own, Object::Prompt, &reference.target).await?;
    let Some(found) = found else {
        return Ok(None);
    };
    let (version, label) = match &reference.at {
        At::Version(number) => (*number, None),
        At::Newest => (current(db, found.id).await?, None),
        At::Label(label) => match labels::version_at(db, found.id, label).await? {
            Some(version) => (version, Some(label.clone())),
            None => return Err(no_such_label(db, found.id, label).await?),
        },
    };
    Ok(Some(Resolved {
        found,
        version,
        label,
        is_pinned: matches!(reference.at, At::Version(_)),
    }))
}

async fn current(db: &Db, id: Uuid) -> Result<VersionNumber> {
    let sql = "SELECT version_major, version_minor, version_batch FROM prompts WHERE id = $1";
    let found = db.read(sql).bind(id);
    let found: Option<(i64, i64, i64)> = found.optional().await?;
    let (major, minor, batch) = found.ok_or_else(not_found)?;
    Ok(version(major, minor, batch))
}

/// 404: the prompt has no such label. The message names those it has.
async fn no_such_label(db: &Db, prompt: Uuid, label: &Label) -> Result<ApiError> {
    let known = labels::of_prompt(db, prompt).await?;
    let hint = if known.is_empty() {
        "It has no labels: move one to a version first.".to_owned()
    } else {
        format!("Its labels: {}.", known.join(", "))
    };
    let message = format!("This prompt has no label {label}. {hint}");
    Ok(ApiError::new(StatusCode::NOT_FOUND, "no_such_label", message).at("label"))
}

/// Loads the text of a resolved prompt.
pub async fn text(db: &Db, viewer: Uuid, resolved: &Resolved) -> Result<(VersionNumber, Prompt)> {
    let id = resolved.found.id;
    if resolved.label.is_none() && !resolved.is_pinned {
        return store::numbered(db, viewer, id).await;
    }
    let mut prompt: Prompt = versions::snapshot(db, viewer, id, resolved.version).await?;
    prompt.is_public = resolved.found.is_public;
    Ok((resolved.version, prompt))
}

/// The workspace of an account or team by its handle.
pub async fn workspace(db: &Db, viewer: Viewer, handle: &str) -> Result<Option<Uuid>> {
    if handle == Handle::ME {
        return Ok(viewer.0.map(|me| me.workspace));
    }
    handles::workspace(db, handle).await
}
