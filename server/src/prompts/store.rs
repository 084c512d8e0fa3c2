//! Prompts and assets as records: their columns, rules and answers.

use prompt_core::name::Slug;
use prompt_core::record::Record as _;
use prompt_core::render;
use prompt_core::{
    Error, Prompt, PromptType, VersionNumber, asset, limits, pairing, text, validate,
};
use uuid::Uuid;

use crate::access::{LINK_IS_ALIVE, Object, VISIBLE_PROMPT, visible};
use crate::activity::{self, ActivityKind};
use crate::clock::Timestamp;
use crate::db::Tx;
use crate::http::error::{ApiError, Result};
use crate::names::slugs::{self, named};
use crate::prompts::counts::{self, Event};
use crate::prompts::model::{PromptPatch, StoredPrompt};
use crate::records::columns::{self, Column, columns};
use crate::records::{Kind, Save};

/// Columns that a summary omits.
const NOT_IN_SUMMARY: [&str; 3] = ["asset_fields", "asset_metadata", "content"];

/// The columns of a summary, for viewer `$1`.
pub fn summary() -> String {
    let details = columns::names::<Prompt>("p", |name| !NOT_IN_SUMMARY.contains(&name));
    format!(
        "p.id, p.workspace_id, p.user_id, {NAMED}, u.full_name AS author_name, u.avatar_url AS author_avatar_url, {details}, p.excerpt, p.is_public,
         (SELECT o.id FROM prompts o WHERE o.id = p.forked_from AND {VISIBLE_ORIGINAL}) AS forked_from,
         p.version_major, p.version_minor, p.version_batch,
         COALESCE(c.view_count, 0) AS view_count, COALESCE(c.like_count, 0) AS like_count,
         COALESCE(c.fork_count, 0) AS fork_count,
         EXISTS (SELECT 1 FROM prompt_likes l WHERE l.prompt_id = p.id AND l.user_id = $1) AS is_liked,
         EXISTS (SELECT 1 FROM prompt_favourites f WHERE f.prompt_id = p.id AND f.user_id = $1) AS is_favourite,
         (NOT p.is_public AND EXISTS (SELECT 1 FROM share_links link WHERE link.prompt_id = p.id AND {LINK_IS_ALIVE}))
             AS has_link,
         p.created_at, p.updated_at"
    )
}

const NAMED: &str = named!("prompt", "p");
const VISIBLE_ORIGINAL: &str = visible!("o");

/// The tables of a summary.
pub const FROM: &str =
    "prompts p JOIN users u ON u.id = p.user_id LEFT JOIN prompt_counts c ON c.prompt_id = p.id";

impl Kind for Prompt {
    type Answer = StoredPrompt;

    const KIND: &'static str = "prompt";
    const OBJECT: Object = Object::Prompt;
    const COLUMNS: &'static [Column<Self>] = columns![Prompt:
        "title" => title as text,
        "description" => description as text,
        "prompt_type" => prompt_type as word,
        "structure_type" => structure_type as word,
        "category" => category as word,
        "type" => r#type as word,
        "language" => language as word,
        "complexity" => complexity as word,
        "tags" => tags as json,
        "asset_fields" => asset_fields as json,
        "asset_metadata" => asset_metadata as json,
        "content" => content as json,
    ];
    const MAX_PER_ACCOUNT: Option<usize> = Some(limits::PROMPTS_PER_ACCOUNT);
    const CREATED: ActivityKind = ActivityKind::PromptCreated;
    const SAVED: ActivityKind = ActivityKind::PromptSaved;
    const VERSION_CREATED: ActivityKind = ActivityKind::VersionCreated;

    fn select() -> String {
        let summary = summary();
        let rest = columns::names::<Self>("p", |name| NOT_IN_SUMMARY.contains(&name));
        format!("SELECT {summary}, {rest} FROM {FROM} WHERE p.id = $2 AND {VISIBLE_PROMPT}")
    }

    fn word(&self) -> &'static str {
        match self.prompt_type {
            PromptType::Prompt => Self::KIND,
            _ => "asset",
        }
    }

    fn is_public(&self) -> bool {
        self.is_public
    }

    fn tags(&self) -> &[String] {
        &self.tags
    }

    fn version(&self) -> VersionNumber {
        self.version()
    }

    fn excerpt(&self) -> Option<String> {
        Some(self.excerpt())
    }

    fn set_version(&mut self, version: VersionNumber) {
        self.set_version(version);
    }

    fn prepare_over(mut self, stored: &Self) -> Result<Self> {
        pairing::fill_ids(&stored.content, &mut self.content);
        self.content.normalise(&mut || Uuid::new_v4().to_string());
        let mut prompt = self.prepare()?;
        prompt.asset_fields = asset::parse_fields(prompt.prompt_type, &prompt.asset_fields)
            .map_err(ApiError::first)?;
        Ok(prompt)
    }

    fn check_over(&self, stored: &Self) -> Result<(), Error> {
        self.check_settled(stored)
    }

    fn redact(&mut self) {
        self.content.redact();
    }

    fn copy(&self) -> Self {
        self.copy()
    }

    fn qualify(self, handle: &str) -> Self {
        render::qualify(self, handle)
    }

    async fn note_clone(
        tx: &mut Tx,
        user: Uuid,
        original: Uuid,
        copy: Uuid,
        now: Timestamp,
    ) -> Result<()> {
        tx.query("UPDATE prompts SET forked_from = $2 WHERE id = $1")
            .bind(copy)
            .bind(original)
            .execute()
            .await?;
        activity::record(tx, user, ActivityKind::PromptForked, copy, now).await?;
        counts::count(tx, original, Event::Fork, 1, now).await?;
        Ok(())
    }
}

impl Save<Prompt> for PromptPatch {
    fn base_version(&self) -> Option<VersionNumber> {
        self.base_version.0
    }

    fn over(&self, stored: Prompt) -> Prompt {
        self.clone().over(stored)
    }

    fn slug(&self) -> Result<Option<Slug>> {
        self.slug.0.as_deref().map(slugs::parse).transpose()
    }

    /// Checks limits first, because matching items with the stored ones is slow. Broken names and repeated ids are
    /// left to the save: an old title or tag may stay, and an id counts for the first item that has it.
    fn check(&self) -> Result<()> {
        let mut errors = Vec::new();
        if let Some(title) = &self.title.0 {
            errors.extend(validate::title(title).err());
        }
        if let Some(description) = &self.description.0 {
            errors.extend(validate::description(description).err());
        }
        if let Some(tags) = &self.tags.0 {
            validate::tags(&text::clean_tags(tags.clone()), &mut errors);
        }
        if let Some(content) = &self.content.0 {
            errors.extend(content.validate());
        }
        let mut errors = errors.into_iter();
        match errors.find(|error| !matches!(error.code(), "not_valid" | "duplicate_id")) {
            Some(error) => Err(error.into()),
            None => Ok(()),
        }
    }
}
