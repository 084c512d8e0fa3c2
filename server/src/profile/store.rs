//! Profiles in the database, and the activity of users.

use prompt_core::name::Handle;
use prompt_core::profile::ProfileFigures;
use prompt_core::validate::{self, ProfileFields};
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use crate::access::{personal_workspace, visible};
use crate::activity::ActivityKind;
use crate::clock::Timestamp;
use crate::db::{Db, row};
use crate::http::error::{ApiError, Result};
use crate::http::pagination::{self, Page};
use crate::names::handles;
use crate::profile::model::{Activity, ObjectType, Profile, ProfileChange};
use crate::session::extractors::Me;

pub async fn get(db: &Db, viewer: Uuid, id: Uuid) -> Result<Profile> {
    let found = db
        .read(
            "SELECT u.id, COALESCE(h.handle, '') AS handle, u.full_name, CASE WHEN u.id = $1 THEN u.email END AS email,
                 u.bio, u.website, u.github_username, u.twitter_username, u.avatar_url, u.created_at
             FROM users u LEFT JOIN handles h ON h.workspace_id = u.id AND h.is_current WHERE u.id = $2",
        )
        .bind(viewer)
        .bind(id)
        .optional()
        .await?;
    found.ok_or_else(|| ApiError::not_found("Profile"))
}

pub async fn update(db: &Db, me: Me, change: ProfileChange, now: Timestamp) -> Result<()> {
    let handle: Option<Handle> = change.handle.as_deref().map(str::parse).transpose()?;
    let mut tx = db.begin().await?;
    let sql = format!(
        "SELECT full_name, bio, website, github_username, twitter_username FROM users WHERE id = $1{}",
        tx.for_update()
    );
    let (full_name, bio, website, github_username, twitter_username) = tx
        .query(AssertSqlSafe(sql))
        .bind(me.id)
        .optional::<(String, String, String, String, String)>()
        .await?
        .ok_or_else(ApiError::not_authenticated)?;
    let mut name = change.full_name.unwrap_or_else(|| full_name.clone());
    validate::keep_old_names((&mut name, &mut []), (&full_name, &[]));
    let fields = ProfileFields {
        full_name: name,
        bio: change.bio.unwrap_or(bio),
        website: change.website.unwrap_or(website),
        github_username: change.github_username.unwrap_or(github_username),
        twitter_username: change.twitter_username.unwrap_or(twitter_username),
    };
    let fields = fields.parse().map_err(ApiError::first)?;
    tx.query(
        "UPDATE users SET full_name = $2, bio = $3, website = $4, github_username = $5, twitter_username = $6
         WHERE id = $1",
    )
    .bind(me.id)
    .bind(fields.full_name)
    .bind(fields.bio)
    .bind(fields.website)
    .bind(fields.github_username)
    .bind(fields.twitter_username)
    .execute()
    .await?;
    if let Some(handle) = handle {
        handles::rename(&mut tx, personal_workspace(me.id), &handle, now).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Activity `a` with its object, if viewer `$1` may see it. Likes are visible to their user alone.
pub const VISIBLE_ACTIVITY: &str = concat!(
    "activity a
    LEFT JOIN prompts p ON p.id = a.object_id AND ",
    visible!("p"),
    "
    LEFT JOIN components m ON m.id = a.object_id AND ",
    visible!("m"),
    "
    LEFT JOIN collections c ON c.id = a.object_id AND ",
    visible!("c"),
    "
    WHERE a.user_id = $2 AND (p.id IS NOT NULL OR m.id IS NOT NULL OR c.id IS NOT NULL)
        AND (a.user_id = $1 OR a.kind <> 'prompt_liked')"
);

row! {
    struct Row {
        kind: String,
        object_id: Uuid,
        prompt_title: Option<String>,
        component_title: Option<String>,
        collection_title: Option<String>,
        times: i64,
        at: Timestamp,
    }
}

pub async fn activity(
    db: &Db,
    viewer: Uuid,
    user: Uuid,
    cursor: Option<&str>,
    limit: usize,
) -> Result<Page<Activity>> {
    get(db, viewer, user).await?;
    let (before, object, kind) = match cursor {
        Some(cursor) => pagination::decode_cursor::<(i64, Uuid, String)>(cursor)?,
        None => (i64::MAX, Uuid::max(), String::new()),
    };
    let sql = format!(
        "SELECT a.kind, a.object_id, p.title AS prompt_title, m.title AS component_title, c.title AS collection_title,
             a.times, a.at
         FROM {VISIBLE_ACTIVITY} AND (a.at, a.object_id, a.kind) < ($3, $4, $5)
         ORDER BY a.at DESC, a.object_id DESC, a.kind DESC LIMIT {}",
        limit + 1
    );
    let rows: Vec<Row> = db
        .read(AssertSqlSafe(sql))
        .bind(viewer)
        .bind(user)
        .bind(before)
        .bind(object)
        .bind(kind)
        .all()
        .await?;
    let page = Page::cut(rows, limit, |row| {
        (row.at.0, row.object_id, row.kind.clone())
    });
    page.try_map(|row| {
        let (object_type, title) = match (row.prompt_title, row.component_title) {
            (Some(title), _) => (ObjectType::Prompt, title),
            (None, Some(title)) => (ObjectType::Component, title),
            (None, None) => (
                ObjectType::Collection,
                row.collection_title.unwrap_or_default(),
            ),
        };
        Ok(Activity {
            kind: serde_json::from_value(row.kind.into())?,
            object_type,
            object_id: row.object_id,
            title,
            times: row.times,
            at: row.at,
        })
    })
}

/// The days on which a user created or saved something that the viewer may see.
pub async fn work_days(db: &Db, viewer: Uuid, user: Uuid) -> Result<Vec<i64>> {
    let kinds: Vec<String> = ActivityKind::WORK
        .iter()
        .map(|act| format!("'{}'", act.as_str()))
        .collect();
    // The user's own streak does not end because an item was deleted later.
    let from = if viewer == user {
        "activity a WHERE a.user_id = $2 AND a.user_id = $1"
    } else {
        VISIBLE_ACTIVITY
    };
    let sql = format!(
        "SELECT DISTINCT a.day FROM {from} AND a.kind IN ({}) ORDER BY a.day DESC",
        kinds.join(", ")
    );
    let days: Vec<(i64,)> = db
        .read(AssertSqlSafe(sql))
        .bind(viewer)
        .bind(user)
        .all()
        .await?;
    Ok(days.into_iter().map(|(day,)| day).collect())
}

row! {
    /// The figures that a query can sum.
    struct Totals {
        total_prompts: i64,
        total_views: i64,
        total_likes: i64,
        total_forks: i64,
        total_collections: i64,
        avg_rating: f64,
    }
}

/// All figures of a workspace except the streak.
pub async fn figures(db: &Db, viewer: Uuid, workspace: Uuid) -> Result<ProfileFigures> {
    let totals: Totals = db
        .read(concat!(
            "SELECT
                 COALESCE(SUM(CASE WHEN p.prompt_type = 'prompt' THEN 1 ELSE 0 END), 0) AS total_prompts,
                 CAST(COALESCE(SUM(n.view_count), 0) AS BIGINT) AS total_views,
                 CAST(COALESCE(SUM(n.like_count), 0) AS BIGINT) AS total_likes,
                 CAST(COALESCE(SUM(n.fork_count), 0) AS BIGINT) AS total_forks,
                 (SELECT COUNT(*) FROM collections c
                  WHERE c.workspace_id = $2 AND ",
            visible!("c"),
            ")
                     AS total_collections,
                 (SELECT COALESCE(CAST(SUM(r.rating_sum) AS DOUBLE PRECISION) / NULLIF(SUM(r.rating_count), 0), 0.0)
                  FROM components m JOIN component_counts r ON r.component_id = m.id
                  WHERE m.workspace_id = $2 AND ",
            visible!("m"),
            ")
                     AS avg_rating
             FROM prompts p LEFT JOIN prompt_counts n ON n.prompt_id = p.id
             WHERE p.workspace_id = $2 AND ",
            visible!("p"),
        ))
        .bind(viewer)
        .bind(workspace)
        .one()
        .await?;
    let count = |number: i64| u32::try_from(number).unwrap_or(u32::MAX);
    Ok(ProfileFigures {
        total_prompts: count(totals.total_prompts),
        total_views: count(totals.total_views),
        total_likes: count(totals.total_likes),
        total_forks: count(totals.total_forks),
        total_collections: count(totals.total_collections),
        avg_rating: totals.avg_rating,
        streak_days: 0,
    })
}
