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

/// The most prompts on a page of a list.
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
    /// A page in the site map.
    pub struct Mapped {
        pub updated_at: Timestamp,
        /// The slug of a prompt or a collection; NULL for a profile.
        pub slug: Option<String>,
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

/// A page of the public prompts of a workspace, newest first, and whether there are more.
pub async fn listed(db: &Db, workspace: Uuid, page: u32) -> Result<(Vec<Listed>, bool)> {
    let named = named!("prompt", "p");
    let sql = format!(
        "SELECT p.title, p.description, {named} FROM prompts p
         WHERE p.workspace_id = $2 AND {VISIBLE_PROMPT} ORDER BY p.updated_at DESC, p.id LIMIT {} OFFSET {}",
        LISTED + 1,
        LISTED * (page as usize - 1)
    );
    let query = db.read(AssertSqlSafe(sql)).bind(Uuid::nil());
    let mut listed: Vec<Listed> = query.bind(workspace).all().await?;
    let has_more = listed.len() > LISTED;
    listed.truncate(LISTED);
    Ok((listed, has_more))
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

/// How many site maps there are.
pub async fn mapped_pages(db: &Db) -> Result<u32> {
    let sql = format!(
        "SELECT (SELECT COUNT(*) FROM prompts p WHERE {VISIBLE_PROMPT})
             + (SELECT COUNT(*) FROM collections c WHERE {VISIBLE_COLLECTION})
             + (SELECT COUNT(DISTINCT p.workspace_id) FROM prompts p WHERE {VISIBLE_PROMPT})"
    );
    let query = db.read_slowly(Uuid::nil(), AssertSqlSafe(sql));
    let (count,) = query.bind(Uuid::nil()).one::<(i64,)>().await?;
    let pages = usize::try_from(count).unwrap_or_default().div_ceil(MAPPED);
    Ok(u32::try_from(pages).unwrap_or(u32::MAX))
}

/// A site map: prompts, collections, and the accounts that have any of them, each in the order of its ids, so that an
/// address stays on its page.
pub async fn mapped(db: &Db, page: u32) -> Result<Vec<Mapped>> {
    let sql = format!(
        "SELECT page.updated_at,
             CASE page.kind
                 WHEN 1 THEN (SELECT name.slug FROM slugs name WHERE name.prompt_id = page.id AND name.is_current)
                 WHEN 2 THEN (SELECT name.slug FROM slugs name WHERE name.collection_id = page.id AND name.is_current)
             END AS slug,
             (SELECT owner.handle FROM handles owner
                 WHERE owner.workspace_id = page.workspace_id AND owner.is_current) AS handle
         FROM (SELECT 1 AS kind, p.id, p.workspace_id, p.updated_at FROM prompts p WHERE {VISIBLE_PROMPT}
             UNION ALL SELECT 2, c.id, c.workspace_id, c.updated_at FROM collections c WHERE {VISIBLE_COLLECTION}
             UNION ALL SELECT 3, p.workspace_id, p.workspace_id, MAX(p.updated_at) FROM prompts p
                 WHERE {VISIBLE_PROMPT} GROUP BY p.workspace_id
             ORDER BY kind, id LIMIT {MAPPED} OFFSET {}) AS page
         ORDER BY page.kind, page.id",
        MAPPED * (page.max(1) as usize - 1)
    );
    let query = db.read_slowly(Uuid::nil(), AssertSqlSafe(sql));
    Ok(query.bind(Uuid::nil()).all().await?)
}
