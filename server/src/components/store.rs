//! Components in the database: reading one, and every way to change one.

use prompt_core::component::Component;
use prompt_core::{VersionNumber, VersionType, text, validate};
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use crate::access::VISIBLE_COMPONENT;
use crate::activity::{self, ActivityKind};
use crate::clock::{Timestamp, new_id};
use crate::components::drafts;
use crate::components::model::{ComponentSave, StoredComponent};
use crate::db::{Db, Sql, Tx, row};
use crate::http::error::{ApiError, Result, retry_on_deadlock};
use crate::idempotency::IdempotencyKey;
use crate::numbers::{self, Kind, version};
use crate::prompts::snapshots::keep;
use crate::prompts::store::REPLACED_NOTE;
use crate::search::fold;
use crate::session::extractors::Me;

/// The columns of a summary, for viewer `$1`.
pub const COLUMNS: &str = "c.id, c.user_id, u.full_name AS author_name, c.title, c.description, c.type, c.category, c.tags,
    c.is_public, c.version_major, c.version_minor, c.version_batch,
    COALESCE(n.usage_count, 0) AS usage_count,
    COALESCE(CAST(n.rating_sum AS DOUBLE PRECISION) / NULLIF(n.rating_count, 0), 0.0) AS rating,
    COALESCE(n.rating_count, 0) AS rating_count,
    (SELECT r.rating FROM component_ratings r WHERE r.component_id = c.id AND r.user_id = $1) AS my_rating,
    c.created_at, c.updated_at";

/// What a summary is read from.
pub const FROM: &str = "components c JOIN users u ON u.id = c.user_id LEFT JOIN component_counts n ON n.component_id = c.id";

fn select_whole() -> String {
    format!("SELECT {COLUMNS}, c.content FROM {FROM} WHERE c.id = $2 AND {VISIBLE_COMPONENT}")
}

/// A component the viewer may see.
pub async fn get(db: &Db, viewer: Uuid, id: Uuid) -> Result<StoredComponent> {
    let found = db
        .read(AssertSqlSafe(select_whole()))
        .bind(viewer)
        .bind(id)
        .optional()
        .await?;
    found.ok_or_else(|| ApiError::not_found("Component"))
}

/// The same inside a transaction.
pub async fn get_in(tx: &mut Tx, viewer: Uuid, id: Uuid) -> Result<StoredComponent> {
    let found = tx
        .query(AssertSqlSafe(select_whole()))
        .bind(viewer)
        .bind(id)
        .optional()
        .await?;
    found.ok_or_else(|| ApiError::not_found("Component"))
}

row! {
    /// What a person wrote, as columns. Snapshots hold the same.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Text {
        pub title: String,
        pub description: String,
        pub r#type: String,
        pub category: String,
        pub tags: String,
        pub content: String,
    }
}

row! {
    /// A component's row as it stands, in the form in which it is compared and copied.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Stored {
        pub id: Uuid,
        pub user_id: Uuid,
        pub text: Text,
        pub is_public: bool,
        pub version_major: i64,
        pub version_minor: i64,
        pub version_batch: i64,
    }
}

impl Text {
    /// Puts title and tags on one line, as they had not to be when it was stored.
    pub fn keep_names_on_one_line(&mut self) -> Result<()> {
        let mut tags: Vec<String> = serde_json::from_str(&self.tags)?;
        validate::keep_names_on_one_line(&mut self.title, &mut tags);
        self.tags = serde_json::to_string(&tags)?;
        Ok(())
    }

    pub fn of(component: &Component) -> Result<Self> {
        Ok(Self {
            title: component.title.clone(),
            description: component.description.clone(),
            r#type: component.r#type.to_string(),
            category: component.category.to_string(),
            tags: serde_json::to_string(&component.tags)?,
            content: serde_json::to_string(&component.content)?,
        })
    }

    /// Back to the core's type.
    fn to_component(&self, is_public: bool) -> Result<Component> {
        let word = |error: prompt_core::Error| ApiError::internal(&error);
        Ok(Component {
            title: self.title.clone(),
            description: self.description.clone(),
            r#type: self.r#type.parse().map_err(word)?,
            category: self.category.parse().map_err(word)?,
            tags: serde_json::from_str(&self.tags)?,
            is_public,
            content: serde_json::from_str(&self.content)?,
        })
    }

    fn search_text(&self) -> String {
        fold(&format!("{}\n{}", self.title, self.description))
    }
}

impl Stored {
    pub fn version(&self) -> VersionNumber {
        version(self.version_major, self.version_minor, self.version_batch)
    }
}

const STORED: &str =
    "SELECT c.id, c.user_id, c.title, c.description, c.type, c.category, c.tags, c.content, c.is_public,
    c.version_major, c.version_minor, c.version_batch FROM components c";

/// A component of one's own that is about to be changed, locked against others until the transaction ends.
pub async fn own_for_update(tx: &mut Tx, me: Uuid, id: Uuid) -> Result<Stored> {
    let sql = format!(
        "{STORED} WHERE c.id = $1 AND c.user_id = $2 AND c.deleted_at IS NULL{}",
        tx.for_update()
    );
    let found = tx
        .query(AssertSqlSafe(sql))
        .bind(id)
        .bind(me)
        .optional()
        .await?;
    found.ok_or_else(|| ApiError::not_found("Component"))
}

/// Brings what a client sent into the form that is stored, and checks every rule.
fn prepare(component: Component) -> Result<Component> {
    let mut component = Component {
        title: component.title.trim().to_owned(),
        ..component
    };
    component.tags = text::clean_tags(component.tags);
    match component.validate().into_iter().next() {
        Some(error) => Err(error.into()),
        None => Ok(component),
    }
}

pub async fn create(
    db: &Db,
    me: Me,
    component: Component,
    key: Option<String>,
    now: Timestamp,
) -> Result<StoredComponent> {
    let key = key
        .map(|key| IdempotencyKey::of("component", key, &component))
        .transpose()?;
    let component = prepare(component)?;
    let mut tx = db.begin().await?;
    let id = new_id(now);
    if let Some(key) = key
        && let Some(created) = key.claim(&mut tx, me.id, id, now).await?
    {
        let created = get_in(&mut tx, me.id, created).await?;
        tx.commit().await?;
        return Ok(created);
    }
    insert(
        &mut tx,
        me.id,
        id,
        &Text::of(&component)?,
        &component.tags,
        component.is_public,
        now,
    )
    .await?;
    activity::record(&mut tx, me.id, ActivityKind::ComponentCreated, id, now).await?;
    let created = get_in(&mut tx, me.id, id).await?;
    tx.commit().await?;
    Ok(created)
}

/// Adds a component under the first version number; `false` when its id is taken.
pub async fn insert(
    tx: &mut Tx,
    owner: Uuid,
    id: Uuid,
    text: &Text,
    tags: &[String],
    is_public: bool,
    now: Timestamp,
) -> Result<bool> {
    let first = VersionNumber::INITIAL;
    let added = tx
        .query(
            "INSERT INTO components
                 (id, user_id, title, description, type, category, tags, is_public, version_major, version_minor,
                  version_batch, created_at, updated_at, search_text, content)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12, $13, $14)
             ON CONFLICT (id) DO NOTHING",
        )
        .bind(id)
        .bind(owner)
        .bind(text.title.as_str())
        .bind(text.description.as_str())
        .bind(text.r#type.as_str())
        .bind(text.category.as_str())
        .bind(text.tags.as_str())
        .bind(is_public)
        .bind(i64::from(first.major))
        .bind(i64::from(first.minor))
        .bind(i64::from(first.batch))
        .bind(now)
        .bind(text.search_text())
        .bind(text.content.as_str())
        .execute()
        .await?;
    if added == 1 {
        insert_tags(tx, id, tags).await?;
    }
    Ok(added == 1)
}

async fn insert_tags(tx: &mut Tx, id: Uuid, tags: &[String]) -> Result<()> {
    if tags.is_empty() {
        return Ok(());
    }
    let mut sql = Sql::new("INSERT INTO component_tags (component_id, tag) VALUES ");
    let id = sql.bind(id);
    let rows: Vec<String> = tags
        .iter()
        .map(|tag| format!("({id}, {})", sql.bind(fold(tag))))
        .collect();
    sql.push(&rows.join(", "));
    sql.push(" ON CONFLICT DO NOTHING");
    sql.query(tx).execute().await?;
    Ok(())
}

/// Saves a component over the version that was edited.
pub async fn save(
    db: &Db,
    me: Me,
    id: Uuid,
    save: ComponentSave,
    now: Timestamp,
) -> Result<StoredComponent> {
    retry_on_deadlock(|| save_once(db, me, id, save.clone(), now)).await
}

/// The content of a component that says nothing.
const EMPTY: &str = "{}";

async fn save_once(
    db: &Db,
    me: Me,
    id: Uuid,
    save: ComponentSave,
    now: Timestamp,
) -> Result<StoredComponent> {
    let mut tx = db.begin().await?;
    let before = own_for_update(&mut tx, me.id, id).await?;
    let stored = before.text.to_component(before.is_public)?;
    let (edited, draft) = (save.base_version, save.draft.clone());
    let mut component = save.over(stored.clone());
    validate::keep_old_names(
        (&mut component.title, &mut component.tags),
        (&stored.title, &stored.tags),
    );
    let component = prepare(component)?;
    let text = Text::of(&component)?;
    // A save that changes nothing, or a repeated request whose first answer was lost, only clears the draft.
    if text != before.text || component.is_public != before.is_public {
        expect_version(&mut tx, me.id, &before, edited).await?;
        // An empty content may be a mistake of the program that sent it: the old one can be brought back.
        if text.content == EMPTY && before.text.content != EMPTY {
            keep(&mut tx, &before, REPLACED_NOTE, me.id, now).await?;
        }
        // A number names a text; who sees it is no part of that.
        let number = if text == before.text {
            before.version()
        } else {
            let part = VersionType::Batch;
            numbers::next(&mut tx, Kind::Component, id, before.version(), part).await?
        };
        write(&mut tx, &before, &text, component.is_public, number, now).await?;
    }
    drafts::clear(&mut tx, id, &draft).await?;
    let saved = get_in(&mut tx, me.id, id).await?;
    tx.commit().await?;
    Ok(saved)
}

/// Overwrites a component with what was written and gives it a version.
pub async fn write(
    tx: &mut Tx,
    before: &Stored,
    text: &Text,
    is_public: bool,
    number: VersionNumber,
    now: Timestamp,
) -> Result<()> {
    tx.query(
        "UPDATE components SET title = $2, description = $3, type = $4, category = $5, tags = $6, is_public = $7,
             version_major = $8, version_minor = $9, version_batch = $10, updated_at = $11, search_text = $12,
             content = $13
         WHERE id = $1",
    )
    .bind(before.id)
    .bind(text.title.as_str())
    .bind(text.description.as_str())
    .bind(text.r#type.as_str())
    .bind(text.category.as_str())
    .bind(text.tags.as_str())
    .bind(is_public)
    .bind(i64::from(number.major))
    .bind(i64::from(number.minor))
    .bind(i64::from(number.batch))
    .bind(now)
    .bind(text.search_text())
    .bind(text.content.as_str())
    .execute()
    .await?;
    if text.tags != before.text.tags {
        let tags: Vec<String> = serde_json::from_str(&text.tags)?;
        tx.query("DELETE FROM component_tags WHERE component_id = $1")
            .bind(before.id)
            .execute()
            .await?;
        insert_tags(tx, before.id, &tags).await?;
    }
    activity::record(
        tx,
        before.user_id,
        ActivityKind::ComponentSaved,
        before.id,
        now,
    )
    .await?;
    Ok(())
}

/// Refuses to go on when the client edited another version than the current one.
pub async fn expect_version(
    tx: &mut Tx,
    me: Uuid,
    now: &Stored,
    edited: VersionNumber,
) -> Result<()> {
    if now.version() == edited {
        return Ok(());
    }
    let current = get_in(tx, me, now.id).await?;
    Err(ApiError::saved_meanwhile(now.version(), edited, &current))
}

pub async fn delete(db: &Db, me: Me, id: Uuid, now: Timestamp) -> Result<()> {
    let deleted = db
        .write("UPDATE components SET deleted_at = $3 WHERE id = $1 AND user_id = $2 AND deleted_at IS NULL")
        .bind(id)
        .bind(me.id)
        .bind(now)
        .execute()
        .await?;
    if deleted == 0 {
        Err(ApiError::not_found("Component"))
    } else {
        Ok(())
    }
}

pub async fn clone(db: &Db, me: Me, id: Uuid, now: Timestamp) -> Result<StoredComponent> {
    let mut tx = db.begin().await?;
    let sql = format!("{STORED} WHERE c.id = $2 AND {VISIBLE_COMPONENT}");
    let original = tx
        .query(AssertSqlSafe(sql))
        .bind(me.id)
        .bind(id)
        .optional::<Stored>()
        .await?;
    let mut text = original
        .ok_or_else(|| ApiError::not_found("Component"))?
        .text;
    text.title = text::copy_title(&text.title);
    text.keep_names_on_one_line()?;
    let tags: Vec<String> = serde_json::from_str(&text.tags)?;
    let copy = new_id(now);
    insert(&mut tx, me.id, copy, &text, &tags, false, now).await?;
    activity::record(&mut tx, me.id, ActivityKind::ComponentCreated, copy, now).await?;
    let copy = get_in(&mut tx, me.id, copy).await?;
    tx.commit().await?;
    Ok(copy)
}
