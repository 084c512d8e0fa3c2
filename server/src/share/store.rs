//! What a visitor may read of public prompts, beyond their text.

use prompt_core::VersionNumber;
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use crate::access::{VISIBLE_COLLECTION, VISIBLE_PROMPT};
use crate::clock::Timestamp;
use crate::db::{Db, row};
use crate::http::error::Result;
use crate::names::slugs::named;
use crate::records::columns::version;

/// The most prompts in a list.
const LISTED: usize = 200;
/// The most addresses of a site map.
const MAPPED: usize = 50_000;

row! {
    /// A public prompt in a list.
    pub struct Listed {
        pub title: String,
        pub description: String,
        pub slug: String,
        pub handle: Option<String>,
    }
}

row! {
    /// A public collection in a list.
    pub struct Named {
        pub title: String,
        pub slug: String,
    }
}

row! {
    /// A public prompt in the site map.
    pub struct Mapped {
        pub updated_at: Timestamp,
        pub slug: String,
        pub handle: Option<String>,
    }
}

row! {
    /// Who wrote a prompt, and when it changed.
    pub struct Authorship {
        pub author_name: String,
        pub updated_at: Timestamp,
    }
}

row! {
    struct NamedVersion {
        version_major: i64,
        version_minor: i64,
        version_batch: i64,
        changelog: String,
        created_at: Timestamp,
    }
}

/// A version in a list.
pub struct Version {
    pub number: VersionNumber,
    pub changelog: String,
    pub created_at: Timestamp,
}

/// The author of a prompt that the viewer may see.
pub async fn authorship(db: &Db, viewer: Uuid, prompt: Uuid) -> Result<Option<Authorship>> {
    let sql = format!(
        "SELECT COALESCE(u.full_name, '') AS author_name, p.updated_at
         FROM prompts p LEFT JOIN users u ON u.id = p.user_id WHERE p.id = $2 AND {VISIBLE_PROMPT}"
    );
    let query = db.read(AssertSqlSafe(sql)).bind(viewer).bind(prompt);
    Ok(query.optional().await?)
}

/// The named versions of a prompt that the viewer may see, newest first.
pub async fn versions(db: &Db, viewer: Uuid, prompt: Uuid) -> Result<Vec<Version>> {
    let sql = format!(
        "SELECT v.version_major, v.version_minor, v.version_batch, v.changelog, v.created_at
         FROM prompt_versions v JOIN prompts p ON p.id = v.prompt_id
         WHERE v.prompt_id = $2 AND v.is_named AND {VISIBLE_PROMPT} ORDER BY v.seq DESC LIMIT 20"
    );
    let query = db.read(AssertSqlSafe(sql)).bind(viewer).bind(prompt);
    let rows: Vec<NamedVersion> = query.all().await?;
    let versions = rows.into_iter().map(|row| Version {
        number: version(row.version_major, row.version_minor, row.version_batch),
        changelog: row.changelog,
        created_at: row.created_at,
    });
    Ok(versions.collect())
}

/// The public prompts of a workspace, newest first.
pub async fn listed(db: &Db, workspace: Uuid) -> Result<Vec<Listed>> {
    let named = named!("prompt", "p");
    let sql = format!(
        "SELECT p.title, p.description, {named} FROM prompts p
         WHERE p.workspace_id = $2 AND {VISIBLE_PROMPT} ORDER BY p.updated_at DESC, p.id LIMIT {LISTED}"
    );
    let query = db.read(AssertSqlSafe(sql)).bind(Uuid::nil());
    Ok(query.bind(workspace).all().await?)
}

/// The public collections directly in a collection, by title.
pub async fn collections_in(db: &Db, collection: Uuid) -> Result<Vec<Named>> {
    let sql = format!(
        "SELECT c.title,
             (SELECT name.slug FROM slugs name WHERE name.collection_id = c.id AND name.is_current) AS slug
         FROM collections c
         WHERE c.parent_id = $2 AND {VISIBLE_COLLECTION} ORDER BY c.title, c.id LIMIT {LISTED}"
    );
    let query = db.read(AssertSqlSafe(sql)).bind(Uuid::nil());
    Ok(query.bind(collection).all().await?)
}

/// The names of all public prompts, newest first.
pub async fn mapped(db: &Db) -> Result<Vec<Mapped>> {
    let named = named!("prompt", "p");
    let sql = format!(
        "SELECT p.updated_at, {named} FROM prompts p
         WHERE {VISIBLE_PROMPT} ORDER BY p.updated_at DESC, p.id LIMIT {MAPPED}"
    );
    let query = db.read(AssertSqlSafe(sql)).bind(Uuid::nil());
    Ok(query.all().await?)
}
