//! Finding the prompt and the version that a name stands for.

use poem::http::StatusCode;
use prompt_core::name::{At, Handle, Label, Reference, Target};
use prompt_core::{Prompt, VersionNumber};
use uuid::Uuid;

use crate::access::{Object, VISIBLE_RECORD, is_member};
use crate::db::{Db, Sql, row};
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
    let Some((mut sql, condition)) = select(viewer, own, object, target, "") else {
        return Ok(None);
    };
    sql.push(&condition);
    Ok(sql.read(db).optional().await?)
}

/// The SELECT of the records that a target names, with more columns, up to its joins, and its condition. `None` if the
/// target is no id.
fn select(
    viewer: Uuid,
    own: Uuid,
    object: Object,
    target: &Target,
    columns: &str,
) -> Option<(Sql, String)> {
    let (table, is_own) = (object.table(), is_member!("r"));
    let kind = table.trim_end_matches('s');
    let mut sql = Sql::new(&format!(
        "SELECT r.id, r.workspace_id, r.title, r.is_public, {is_own} AS is_own,
             (SELECT name.slug FROM slugs name WHERE name.{kind}_id = r.id AND name.is_current) AS slug,
             (SELECT owner.handle FROM handles owner
                 WHERE owner.workspace_id = r.workspace_id AND owner.is_current) AS handle{columns}
         FROM {table} r"
    ));
    // The conditions on the viewer are about `$1`.
    sql.bind(viewer);
    let named = match target {
        Target::Id(id) => format!("r.id = {}", sql.bind(id.parse::<Uuid>().ok()?)),
        Target::Named {
            handle: Some(handle),
            slug,
        } if handle != Handle::ME => {
            sql.push(&format!(
                " JOIN slugs s ON s.{kind}_id = r.id JOIN handles h ON h.workspace_id = s.workspace_id"
            ));
            let (handle, slug) = (sql.bind(handle.as_str()), sql.bind(slug.as_str()));
            format!("h.handle = {handle} AND s.slug = {slug}")
        }
        Target::Named { slug, .. } => {
            sql.push(&format!(" JOIN slugs s ON s.{kind}_id = r.id"));
            let (own, slug) = (sql.bind(own), sql.bind(slug.as_str()));
            format!("s.workspace_id = {own} AND s.slug = {slug}")
        }
    };
    Some((sql, format!(" WHERE {named} AND {VISIBLE_RECORD}")))
}

/// A prompt and a version that a reference stands for.
#[derive(Clone, Debug)]
pub struct Resolved {
    pub found: Found,
    pub version: VersionNumber,
    pub label: Option<Label>,
    /// Whether the version was named, so that its text never changes.
    pub is_pinned: bool,
    /// Whether that text stays readable, too: others than members do not see a save of a public prompt once there is a newer one.
    pub is_lasting: bool,
}

row! {
    /// A prompt with the number of its newest text, or of the text at the label that was asked for: NULL if it has none.
    struct Numbered {
        found: Found,
        version_major: Option<i64>,
        version_minor: Option<i64>,
        version_batch: Option<i64>,
    }
}

/// The prompt and version that a reference stands for, for a viewer who may see them and whose token may fetch them.
pub async fn permitted(db: &Db, viewer: Viewer, reference: &Reference) -> Result<Resolved> {
    let limits = match viewer.0.and_then(|me| me.limited) {
        Some(token) => Some(Limits::of(db, token).await?),
        None => None,
    };
    if let Some(limits) = &limits {
        let label = match &reference.at {
            At::Label(label) => Some(label.as_str()),
            At::Newest | At::Version(_) => None,
        };
        if !limits.allow_label(label)? {
            return Err(tokens::limited());
        }
    }
    let numbered = numbered(db, viewer.id(), viewer.workspace(), reference).await?;
    let numbered = numbered.ok_or_else(not_found)?;
    // A label that is missing is told with those that exist, so the prompt is checked before.
    if let Some(limits) = &limits
        && !limits.allow_prompt(db, numbered.found.id).await?
    {
        return Err(not_found());
    }
    let knows_labels = limits.is_none_or(|limits| limits.labels.is_none());
    numbered.at(db, reference, knows_labels).await
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
    match numbered(db, viewer, own, reference).await? {
        Some(numbered) => Ok(Some(numbered.at(db, reference, true).await?)),
        None => Ok(None),
    }
}

/// The prompt that a reference is about, with the number of its text. One statement: every fetch asks it.
async fn numbered(
    db: &Db,
    viewer: Uuid,
    own: Uuid,
    reference: &Reference,
) -> Result<Option<Numbered>> {
    let (row, target) = match &reference.at {
        At::Label(_) => ("labelled", &reference.target),
        At::Newest | At::Version(_) => ("r", &reference.target),
    };
    let columns = format!(", {row}.version_major, {row}.version_minor, {row}.version_batch");
    let Some((mut sql, condition)) = select(viewer, own, Object::Prompt, target, &columns) else {
        return Ok(None);
    };
    if let At::Label(label) = &reference.at {
        let name = sql.bind(label.as_str());
        sql.push(&format!(
            " LEFT JOIN labels labelled ON labelled.prompt_id = r.id AND labelled.name = {name}"
        ));
    }
    sql.push(&condition);
    Ok(sql.read(db).optional().await?)
}

impl Numbered {
    /// The version that the reference stands for.
    async fn at(self, db: &Db, reference: &Reference, knows_labels: bool) -> Result<Resolved> {
        let found = self.found;
        let number = match (self.version_major, self.version_minor, self.version_batch) {
            (Some(major), Some(minor), Some(batch)) => Some(version(major, minor, batch)),
            _ => None,
        };
        let (version, label) = match &reference.at {
            At::Version(number) => (*number, None),
            At::Newest => (number.ok_or_else(not_found)?, None),
            At::Label(label) => match number {
                Some(version) => (version, Some(label.clone())),
                None => return Err(no_such_label(db, found.id, label, knows_labels).await?),
            },
        };
        let is_pinned = matches!(reference.at, At::Version(_));
        let is_lasting =
            is_pinned && (found.is_own || versions::is_named(db, found.id, version).await?);
        Ok(Resolved {
            found,
            version,
            label,
            is_pinned,
            is_lasting,
        })
    }
}

/// 404: the prompt has no such label. The message names those it has, unless the token may only know some.
async fn no_such_label(
    db: &Db,
    prompt: Uuid,
    label: &Label,
    knows_labels: bool,
) -> Result<ApiError> {
    let known = labels::of_prompt(db, prompt).await?;
    let hint = if !knows_labels {
        "Move it to a version first.".to_owned()
    } else if known.is_empty() {
        "It has no labels: move one to a version first.".to_owned()
    } else {
        format!("Its labels: {}.", known.join(", "))
    };
    let message = format!("This prompt has no label {label}. {hint}");
    Ok(ApiError::new(StatusCode::NOT_FOUND, "no_such_label", message).at("label"))
}

/// Loads the text of a resolved prompt. Others than members get it without what only these read.
pub async fn text(db: &Db, viewer: Uuid, resolved: &Resolved) -> Result<(VersionNumber, Prompt)> {
    let id = resolved.found.id;
    let (version, mut prompt): (_, Prompt) = if resolved.label.is_none() && !resolved.is_pinned {
        store::numbered(db, viewer, id).await?
    } else {
        let mut prompt: Prompt = versions::snapshot(db, viewer, id, resolved.version).await?;
        prompt.is_public = resolved.found.is_public;
        (resolved.version, prompt)
    };
    if !resolved.found.is_own {
        prompt.content.redact();
    }
    Ok((version, prompt))
}

/// The workspace of an account or team by its handle.
pub async fn workspace(db: &Db, viewer: Viewer, handle: &str) -> Result<Option<Uuid>> {
    if handle == Handle::ME {
        return Ok(viewer.0.map(|me| me.workspace));
    }
    handles::workspace(db, handle).await
}
