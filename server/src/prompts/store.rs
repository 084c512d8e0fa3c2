//! Prompts in the database: reading one, and every way to change one.

use poem::http::StatusCode;
use prompt_core::{
    Content, Prompt, VersionNumber, VersionType, asset, limits, pairing, text, validate,
};
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use crate::access::{self, visible};
use crate::activity::{self, ActivityKind};
use crate::clock::{Timestamp, new_id};
use crate::db::{self, Db, Tx, row};
use crate::http::error::{ApiError, Result, retry_on_deadlock};
use crate::idempotency::IdempotencyKey;
use crate::numbers::{self, Kind, version};
use crate::prompts::counts::{self, Event};
use crate::prompts::model::{PromptSave, StoredPrompt};
use crate::prompts::snapshots;
use crate::search::fold;
use crate::session::extractors::Me;

/// The columns of a summary, for viewer `$1`.
pub const SUMMARY: &str = concat!("p.id, p.user_id, u.full_name AS author_name, u.avatar_url AS author_avatar_url,
    p.title, p.description, p.prompt_type, p.structure_type, p.category, p.type, p.language, p.complexity, p.tags,
    p.is_public,
    (SELECT o.id FROM prompts o WHERE o.id = p.forked_from AND ",
    visible!("o"),
    ")
        AS forked_from,
    p.version_major, p.version_minor, p.version_batch,
    COALESCE(c.view_count, 0) AS view_count, COALESCE(c.like_count, 0) AS like_count,
    COALESCE(c.fork_count, 0) AS fork_count,
    EXISTS (SELECT 1 FROM prompt_likes l WHERE l.prompt_id = p.id AND l.user_id = $1) AS is_liked,
    p.created_at, p.updated_at");

/// What a summary is read from.
pub const FROM: &str =
    "prompts p JOIN users u ON u.id = p.user_id LEFT JOIN prompt_counts c ON c.prompt_id = p.id";

fn select_whole() -> String {
    format!(
        "SELECT {SUMMARY}, p.asset_fields, p.asset_metadata, p.content FROM {FROM}
         WHERE p.id = $2 AND {}",
        access::VISIBLE_PROMPT
    )
}

/// A prompt the viewer may see.
pub async fn get(db: &Db, viewer: Uuid, id: Uuid) -> Result<StoredPrompt> {
    let found = db
        .read(AssertSqlSafe(select_whole()))
        .bind(viewer)
        .bind(id)
        .optional()
        .await?;
    found.ok_or_else(|| ApiError::not_found("Prompt"))
}

/// The same inside a transaction.
pub async fn get_in(tx: &mut Tx, viewer: Uuid, id: Uuid) -> Result<StoredPrompt> {
    let found = tx
        .query(AssertSqlSafe(select_whole()))
        .bind(viewer)
        .bind(id)
        .optional()
        .await?;
    found.ok_or_else(|| ApiError::not_found("Prompt"))
}

/// The columns of a [`Stored`].
const STORED: &str =
    "SELECT p.id, p.user_id, p.title, p.description, p.prompt_type, p.structure_type, p.category, p.type, p.language,
         p.complexity, p.tags, p.is_public, p.version_major, p.version_minor, p.version_batch, p.asset_fields,
         p.asset_metadata, p.content";

/// Where a prompt `$1` of account `$2` is.
const OWN: &str = "FROM prompts p WHERE p.id = $1 AND p.user_id = $2 AND p.deleted_at IS NULL";

/// A prompt of one's own, as it stands.
async fn own(db: &Db, me: Uuid, id: Uuid) -> Result<Stored> {
    let found = db
        .read(AssertSqlSafe(format!("{STORED} {OWN}")))
        .bind(id)
        .bind(me)
        .optional()
        .await?;
    found.ok_or_else(|| ApiError::not_found("Prompt"))
}

/// A prompt of one's own that is about to be changed, locked against others until the transaction ends.
pub async fn own_for_update(tx: &mut Tx, me: Uuid, id: Uuid) -> Result<Stored> {
    let sql = format!("{STORED} {OWN}{}", tx.for_update());
    let found = tx
        .query(AssertSqlSafe(sql))
        .bind(id)
        .bind(me)
        .optional()
        .await?;
    found.ok_or_else(|| ApiError::not_found("Prompt"))
}

row! {
    /// A prompt's row as it stands, in the form in which it is compared and copied.
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

row! {
    /// What a person wrote, as columns. Snapshots hold the same.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Text {
        pub title: String,
        pub description: String,
        pub prompt_type: String,
        pub structure_type: String,
        pub category: String,
        pub r#type: String,
        pub language: String,
        pub complexity: String,
        pub tags: String,
        pub asset_fields: String,
        pub asset_metadata: String,
        pub content: String,
    }
}

impl Text {
    pub fn of(prompt: &Prompt) -> Result<Self> {
        Ok(Self {
            title: prompt.title.clone(),
            description: prompt.description.clone(),
            prompt_type: prompt.prompt_type.to_string(),
            structure_type: prompt.structure_type.to_string(),
            category: prompt.category.to_string(),
            r#type: prompt.r#type.to_string(),
            language: prompt.language.to_string(),
            complexity: prompt.complexity.to_string(),
            tags: serde_json::to_string(&prompt.tags)?,
            asset_fields: serde_json::to_string(&prompt.asset_fields)?,
            asset_metadata: serde_json::to_string(&prompt.asset_metadata)?,
            content: serde_json::to_string(&prompt.content)?,
        })
    }

    /// Back to the core's type, with the given version.
    pub fn to_prompt(&self, version: VersionNumber, is_public: bool) -> Result<Prompt> {
        let word = |error: prompt_core::Error| ApiError::internal(&error);
        let mut prompt = Prompt {
            title: self.title.clone(),
            description: self.description.clone(),
            prompt_type: self.prompt_type.parse().map_err(word)?,
            structure_type: self.structure_type.parse().map_err(word)?,
            category: self.category.parse().map_err(word)?,
            r#type: self.r#type.parse().map_err(word)?,
            language: self.language.parse().map_err(word)?,
            complexity: self.complexity.parse().map_err(word)?,
            tags: serde_json::from_str(&self.tags)?,
            is_public,
            asset_fields: serde_json::from_str(&self.asset_fields)?,
            asset_metadata: serde_json::from_str(&self.asset_metadata)?,
            content: serde_json::from_str(&self.content)?,
            ..Prompt::default()
        };
        prompt.set_version(version);
        Ok(prompt)
    }
}

impl Stored {
    fn to_prompt(&self) -> Result<Prompt> {
        self.text.to_prompt(self.version(), self.is_public)
    }

    pub fn version(&self) -> VersionNumber {
        version(self.version_major, self.version_minor, self.version_batch)
    }
}

/// What a search looks into: everything a person wrote, case-folded.
pub fn search_text(prompt: &Prompt) -> Result<String> {
    let mut text = format!("{}\n{}\n", prompt.title, prompt.description);
    collect_text(&serde_json::to_value(&prompt.content)?, &mut text);
    Ok(fold(&text))
}

fn collect_text(value: &serde_json::Value, text: &mut String) {
    match value {
        serde_json::Value::String(string) => {
            text.push_str(string);
            text.push('\n');
        }
        serde_json::Value::Array(items) => items.iter().for_each(|item| collect_text(item, text)),
        serde_json::Value::Object(fields) => fields
            .iter()
            .filter(|(name, _)| !matches!(name.as_str(), "id" | "type" | "wrappers" | "config"))
            .for_each(|(_, field)| collect_text(field, text)),
        _ => {}
    }
}

/// Brings what a client sent into the form that is stored, and checks every rule.
pub fn prepare(prompt: Prompt) -> Result<Prompt> {
    prepare_over(prompt, &Content::default())
}

/// The same for what is saved over a stored content.
fn prepare_over(mut prompt: Prompt, stored: &Content) -> Result<Prompt> {
    pairing::fill_ids(stored, &mut prompt.content);
    prompt.content.normalise(&mut || Uuid::new_v4().to_string());
    prompt.tags = text::clean_tags(prompt.tags);
    prompt.title = validate::title(&prompt.title)?;
    if let Some(error) = prompt.validate().into_iter().next() {
        return Err(error.into());
    }
    prompt.asset_fields =
        asset::parse_fields(prompt.prompt_type, &prompt.asset_fields).map_err(ApiError::first)?;
    Ok(prompt)
}

pub async fn create(
    db: &Db,
    me: Me,
    draft: Prompt,
    key: Option<String>,
    now: Timestamp,
) -> Result<StoredPrompt> {
    let key = key
        .map(|key| IdempotencyKey::of("prompt", key, &draft))
        .transpose()?;
    let draft = prepare(draft)?;
    let mut tx = db.begin().await?;
    let id = new_id(now);
    if let Some(key) = key
        && let Some(created) = key.claim(&mut tx, me.id, id, now).await?
    {
        let created = get_in(&mut tx, me.id, created).await?;
        // Nothing is new, but what stands may only just have been written, and is answered once it is on the disk.
        tx.commit().await?;
        return Ok(created);
    }
    insert(&mut tx, me.id, id, &draft, None, now).await?;
    let created = get_in(&mut tx, me.id, id).await?;
    tx.commit().await?;
    Ok(created)
}

/// Whether an account may have one prompt more.
pub async fn check_room(tx: &mut Tx, owner: Uuid) -> Result<()> {
    let (count,) = tx
        .query("SELECT COUNT(*) FROM prompts WHERE user_id = $1 AND deleted_at IS NULL")
        .bind(owner)
        .one::<(i64,)>()
        .await?;
    if usize::try_from(count).is_ok_and(|count| count >= limits::PROMPTS_PER_ACCOUNT) {
        let message = format!(
            "An account may have at most {} prompts",
            limits::PROMPTS_PER_ACCOUNT
        );
        return Err(ApiError::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "too_many",
            message,
        ));
    }
    Ok(())
}

/// Adds a prompt after checking it and the account's limit.
pub async fn insert(
    tx: &mut Tx,
    owner: Uuid,
    id: Uuid,
    prompt: &Prompt,
    forked_from: Option<Uuid>,
    now: Timestamp,
) -> Result<()> {
    let text = Text::of(prompt)?;
    check_room(tx, owner).await?;
    tx.query(
        "INSERT INTO prompts
             (id, user_id, title, description, prompt_type, structure_type, category, type, language, complexity, tags,
              is_public, forked_from, version_major, version_minor, version_batch, created_at, updated_at,
              asset_fields, asset_metadata, content, search_text)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $17, $18, $19, $20, $21)",
    )
    .bind(id)
    .bind(owner)
    .bind(text.title)
    .bind(text.description)
    .bind(text.prompt_type)
    .bind(text.structure_type)
    .bind(text.category)
    .bind(text.r#type)
    .bind(text.language)
    .bind(text.complexity)
    .bind(text.tags)
    .bind(prompt.is_public)
    .bind(forked_from)
    .bind(i64::from(prompt.version_major))
    .bind(i64::from(prompt.version_minor))
    .bind(i64::from(prompt.version_batch))
    .bind(now)
    .bind(text.asset_fields)
    .bind(text.asset_metadata)
    .bind(text.content)
    .bind(search_text(prompt)?)
    .execute()
    .await?;
    insert_tags(tx, id, &prompt.tags).await?;
    let act = if forked_from.is_some() {
        ActivityKind::PromptForked
    } else {
        ActivityKind::PromptCreated
    };
    activity::record(tx, owner, act, id, now).await?;
    Ok(())
}

/// The tags of a prompt as rows, in one statement.
async fn insert_tags(tx: &mut Tx, id: Uuid, tags: &[String]) -> db::Result<()> {
    if tags.is_empty() {
        return Ok(());
    }
    let rows: Vec<String> = (0..tags.len())
        .map(|at| format!("($1, ${})", at + 2))
        .collect();
    let sql = format!(
        "INSERT INTO prompt_tags (prompt_id, tag) VALUES {} ON CONFLICT DO NOTHING",
        rows.join(", ")
    );
    let mut insert = tx.query(AssertSqlSafe(sql)).bind(id);
    for tag in tags {
        insert = insert.bind(tag.to_lowercase());
    }
    insert.execute().await?;
    Ok(())
}

/// Overwrites a prompt with what was written and gives it a version.
pub async fn write(tx: &mut Tx, before: &Stored, prompt: &Prompt, now: Timestamp) -> Result<()> {
    let text = Text::of(prompt)?;
    tx.query(
        "UPDATE prompts SET title = $2, description = $3, prompt_type = $4, structure_type = $5, category = $6,
             type = $7, language = $8, complexity = $9, tags = $10, is_public = $11, version_major = $12,
             version_minor = $13, version_batch = $14, updated_at = $15, asset_fields = $16, asset_metadata = $17,
             content = $18, search_text = $19
         WHERE id = $1",
    )
    .bind(before.id)
    .bind(text.title)
    .bind(text.description)
    .bind(text.prompt_type)
    .bind(text.structure_type)
    .bind(text.category)
    .bind(text.r#type)
    .bind(text.language)
    .bind(text.complexity)
    .bind(text.tags.clone())
    .bind(prompt.is_public)
    .bind(i64::from(prompt.version_major))
    .bind(i64::from(prompt.version_minor))
    .bind(i64::from(prompt.version_batch))
    .bind(now)
    .bind(text.asset_fields)
    .bind(text.asset_metadata)
    .bind(text.content)
    .bind(search_text(prompt)?)
    .execute()
    .await?;
    if text.tags != before.text.tags {
        tx.query("DELETE FROM prompt_tags WHERE prompt_id = $1")
            .bind(before.id)
            .execute()
            .await?;
        insert_tags(tx, before.id, &prompt.tags).await?;
    }
    activity::record(
        tx,
        before.user_id,
        ActivityKind::PromptSaved,
        before.id,
        now,
    )
    .await?;
    Ok(())
}

/// The changelog of a version that the server keeps because a save replaced it.
pub const REPLACED_NOTE: &str = "Kept automatically before it was replaced";

/// Saves a prompt over the version that was edited.
pub async fn save(
    db: &Db,
    me: Me,
    id: Uuid,
    save: PromptSave,
    now: Timestamp,
) -> Result<StoredPrompt> {
    check_limits(&save)?;
    // Mostly nobody changes it meanwhile. So the long part of the work is done before the transaction holds the writer.
    let seen = own(db, me.id, id).await?;
    let draft = prepare_save(&save, &seen)?;
    retry_on_deadlock(|| save_once(db, me, &save, &seen, &draft, now)).await
}

/// Refuses what is too large or too much, whatever is stored: matching its items with the stored ones takes long. Title and tags
/// that stood there may be kept as they are, and an id counts for the first item that has it.
fn check_limits(save: &PromptSave) -> Result<()> {
    let mut errors = Vec::new();
    errors.extend(validate::title(&save.title).err());
    if let Some(description) = &save.description.0 {
        errors.extend(validate::description(description).err());
    }
    if let Some(tags) = &save.tags.0 {
        validate::tags(&text::clean_tags(tags.clone()), &mut errors);
    }
    errors.extend(save.content.validate());
    let mut errors = errors.into_iter();
    match errors.find(|error| !matches!(error.code(), "not_valid" | "duplicate_id")) {
        Some(error) => Err(error.into()),
        None => Ok(()),
    }
}

/// The stored prompt as a save makes it.
fn prepare_save(save: &PromptSave, before: &Stored) -> Result<Prompt> {
    let stored = before.to_prompt()?;
    let mut prompt = save.clone().over(stored.clone());
    validate::keep_old_names(
        (&mut prompt.title, &mut prompt.tags),
        (&stored.title, &stored.tags),
    );
    prepare_over(prompt, &stored.content)
}

/// Saves a `draft` that was prepared over what was `seen` of the prompt.
async fn save_once(
    db: &Db,
    me: Me,
    save: &PromptSave,
    seen: &Stored,
    draft: &Prompt,
    now: Timestamp,
) -> Result<StoredPrompt> {
    let id = seen.id;
    let mut tx = db.begin().await?;
    let before = own_for_update(&mut tx, me.id, id).await?;
    let mut prompt = if before == *seen {
        draft.clone()
    } else {
        prepare_save(save, &before)?
    };
    let text = Text::of(&prompt)?;
    // Nothing changed, or a repeated request whose first answer was lost: there is nothing to do.
    if text == before.text && prompt.is_public == before.is_public {
        let stands = get_in(&mut tx, me.id, id).await?;
        tx.commit().await?;
        return Ok(stands);
    }
    expect_version(&mut tx, me.id, &before, save.base_version).await?;
    let stored = before.to_prompt()?;
    prompt.check_settled(&stored)?;
    // A number names a text; who sees it is no part of that.
    if text != before.text {
        // A program that misspells a list empties the prompt: what it said can be brought back.
        let is_emptied = prompt.content.has_no_items() && !stored.content.has_no_items();
        if save.keep_replaced || is_emptied {
            snapshots::keep(&mut tx, &before, REPLACED_NOTE, me.id, now).await?;
        }
        let part = VersionType::Batch;
        prompt.set_version(numbers::next(&mut tx, Kind::Prompt, id, before.version(), part).await?);
    }
    write(&mut tx, &before, &prompt, now).await?;
    let saved = get_in(&mut tx, me.id, id).await?;
    tx.commit().await?;
    Ok(saved)
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
    let mut tx = db.begin().await?;
    delete_in(&mut tx, me.id, id, now).await?;
    tx.commit().await?;
    Ok(())
}

/// Moves a prompt of one's own into the trash.
pub async fn delete_in(tx: &mut Tx, me: Uuid, id: Uuid, now: Timestamp) -> Result<()> {
    let deleted = tx
        .query("UPDATE prompts SET deleted_at = $3 WHERE id = $1 AND user_id = $2 AND deleted_at IS NULL")
        .bind(id)
        .bind(me)
        .bind(now)
        .execute()
        .await?;
    if deleted == 0 {
        Err(ApiError::not_found("Prompt"))
    } else {
        Ok(())
    }
}

pub async fn clone(db: &Db, me: Me, id: Uuid, now: Timestamp) -> Result<StoredPrompt> {
    retry_on_deadlock(|| clone_once(db, me, id, now)).await
}

async fn clone_once(db: &Db, me: Me, id: Uuid, now: Timestamp) -> Result<StoredPrompt> {
    let mut tx = db.begin().await?;
    let sql = format!(
        "{STORED} FROM prompts p WHERE p.id = $2 AND {}{}",
        access::VISIBLE_PROMPT,
        tx.for_key_share()
    );
    let original = tx
        .query(AssertSqlSafe(sql))
        .bind(me.id)
        .bind(id)
        .optional::<Stored>()
        .await?;
    let mut copy = (original.ok_or_else(|| ApiError::not_found("Prompt"))?)
        .text
        .to_prompt(VersionNumber::INITIAL, false)?
        .copy();
    copy.keep_names_on_one_line();
    let copy_id = new_id(now);
    insert(&mut tx, me.id, copy_id, &copy, Some(id), now).await?;
    counts::count(&mut tx, id, Event::Fork, 1, now).await?;
    let copy = get_in(&mut tx, me.id, copy_id).await?;
    tx.commit().await?;
    Ok(copy)
}
