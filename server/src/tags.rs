//! The tags of a workspace: how often each is used, and renaming them in every record at once.

use std::collections::HashMap;

use poem_openapi::OpenApi;
use poem_openapi::param::Query;
use prompt_core::component::Component;
use prompt_core::text::{self, fold};
use prompt_core::{Prompt, VersionType, validate};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::access::Right;
use crate::app::App;
use crate::clock::Timestamp;
use crate::collections;
use crate::db::{Db, Sql, Tx};
use crate::http::error::{ApiError, Result, retry_on_deadlock};
use crate::http::json::{Json, WithEtag};
use crate::http::query::EnumParam;
use crate::http::tags::Tags;
use crate::prompts::model::RecordKind;
use crate::records::columns::Prepared;
use crate::records::store::{Write, lock_writable, write};
use crate::records::{Kind, numbers};
use crate::session::extractors::Me;

/// Maximum number of tags that one request renames.
const MOST_RENAMED: usize = 50;

/// A tag, and how many of your prompts and assets have it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TagCount {
    /// As most of them write it.
    #[schemars(example = &"support")]
    pub tag: String,
    pub count: u32,
}

/// The tags of a workspace, most used first.
#[derive(Serialize, JsonSchema)]
pub struct TagCounts {
    pub items: Vec<TagCount>,
}

/// Tags to rename. Renaming several, or to one that is in use, merges them.
#[derive(Deserialize, JsonSchema)]
pub struct TagRename {
    /// 1 to 50 tags; case is ignored.
    #[schemars(example = &["custmer", "customers"], length(min = 1, max = 50))]
    pub from: Vec<String>,
    /// The tag that takes their place.
    #[schemars(example = &"customer")]
    pub to: String,
}

/// The result of renaming tags.
#[derive(Serialize, JsonSchema)]
pub struct TagsRenamed {
    /// How many prompts, assets and components were changed.
    pub changed: u32,
}

pub struct TagsApi(pub App);

#[OpenApi(prefix_path = "/prompts/tags", tag = "Tags::Prompts")]
impl TagsApi {
    /// List your tags
    ///
    /// The tags of your own prompts and assets, most used first.
    #[oai(path = "/", method = "get", operation_id = "list_tags")]
    async fn list_tags(
        &self,
        me: Me,
        /// The tags of prompts, of assets or of both (the default).
        kind: Query<Option<EnumParam<RecordKind>>>,
    ) -> Result<WithEtag<TagCounts>> {
        let kind = kind.0.map_or(RecordKind::All, |word| word.0);
        let items = counts(&self.0.db, me, kind).await?;
        Ok(WithEtag(TagCounts { items }))
    }

    /// Rename or merge tags
    ///
    /// Changes every prompt, asset and component of your own that has one of the tags, and the filters of your smart
    /// collections: all or none. The patch number of what is changed rises.
    #[oai(path = "/rename", method = "post", operation_id = "rename_tags")]
    async fn rename_tags(
        &self,
        me: Me,
        Json(rename): Json<TagRename>,
    ) -> Result<Json<TagsRenamed>> {
        let changed = rename_all(&self.0.db, me, rename, self.0.now()).await?;
        Ok(Json(TagsRenamed { changed }))
    }
}

async fn counts(db: &Db, me: Me, kind: RecordKind) -> Result<Vec<TagCount>> {
    let condition = match kind {
        RecordKind::Prompt => "AND prompt_type = 'prompt'",
        RecordKind::Asset => "AND prompt_type <> 'prompt'",
        RecordKind::All => "",
    };
    let mut sql = Sql::new(&format!(
        "SELECT tags FROM prompts WHERE workspace_id = $1 AND deleted_at IS NULL AND tags <> '[]' {condition}"
    ));
    sql.bind(me.workspace);
    let rows: Vec<(String,)> = sql.read_slowly(db, me.id).all().await?;
    let mut spellings: HashMap<String, HashMap<String, u32>> = HashMap::new();
    for (tags,) in rows {
        for tag in serde_json::from_str::<Vec<String>>(&tags)? {
            let counts = spellings.entry(fold(&tag)).or_default();
            *counts.entry(tag).or_default() += 1;
        }
    }
    let mut items: Vec<TagCount> = spellings.into_values().filter_map(most_common).collect();
    items.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.tag.cmp(&b.tag)));
    Ok(items)
}

/// A tag as most records spell it, with the number of all spellings.
fn most_common(spellings: HashMap<String, u32>) -> Option<TagCount> {
    let count = spellings.values().sum();
    let common = spellings
        .into_iter()
        .max_by(|(a, m), (b, n)| m.cmp(n).then_with(|| b.cmp(a)));
    common.map(|(tag, _)| TagCount { tag, count })
}

async fn rename_all(db: &Db, me: Me, rename: TagRename, now: Timestamp) -> Result<u32> {
    me.expect(Right::Write)?;
    let to = validate::tag(&rename.to).map_err(|error| error.at("to"))?;
    let from: Vec<String> = text::clean_tags(rename.from);
    if from.is_empty() || from.len() > MOST_RENAMED {
        let message = format!("from must name 1 to {MOST_RENAMED} tags");
        return Err(ApiError::rule("from", "out_of_range", message));
    }
    let rename = TagRename { from, to };
    retry_on_deadlock(|| rename_once(db, me, &rename, now)).await
}

async fn rename_once(db: &Db, me: Me, rename: &TagRename, now: Timestamp) -> Result<u32> {
    let mut tx = db.begin().await?;
    let mut changed = 0;
    for id in tagged::<Prompt>(&mut tx, me, rename).await? {
        changed += u32::from(rename_in::<Prompt>(&mut tx, me, id, rename, now).await?);
    }
    for id in tagged::<Component>(&mut tx, me, rename).await? {
        changed += u32::from(rename_in::<Component>(&mut tx, me, id, rename, now).await?);
    }
    collections::store::rename_tags(&mut tx, me.workspace, &rename.from, &rename.to, now).await?;
    tx.commit().await?;
    Ok(changed)
}

/// The records of the workspace with one of the tags, always in the same order, so that two renames do not deadlock.
async fn tagged<K: Kind>(tx: &mut Tx, me: Me, rename: &TagRename) -> Result<Vec<Uuid>> {
    let kind = K::KIND;
    let mut sql = Sql::new(&format!(
        "SELECT r.id FROM {kind}s r WHERE r.workspace_id = $1 AND r.deleted_at IS NULL AND EXISTS
             (SELECT 1 FROM {kind}_tags t WHERE t.{kind}_id = r.id AND t.tag IN ("
    ));
    sql.bind(me.workspace);
    let tags: Vec<String> = rename.from.iter().map(|tag| sql.bind(fold(tag))).collect();
    sql.push(&tags.join(", "));
    sql.push(")) ORDER BY r.id");
    let rows: Vec<(Uuid,)> = sql.query(tx).all().await?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

async fn rename_in<K: Kind>(
    tx: &mut Tx,
    me: Me,
    id: Uuid,
    rename: &TagRename,
    now: Timestamp,
) -> Result<bool> {
    let before = lock_writable::<K>(tx, me.id, id).await?;
    let mut record = before.record()?;
    let (_, tags) = record.names_mut();
    *tags = text::rename_tags(std::mem::take(tags), &rename.from, &rename.to);
    let new = Prepared::of_old(record)?;
    if new.texts == before.snapshot.texts {
        return Ok(false);
    }
    let number = numbers::next::<K>(tx, id, before.version(), VersionType::Batch).await?;
    let write_as = Write {
        number,
        note: "",
        at: now,
    };
    write(tx, me, &before, &new, write_as).await?;
    Ok(true)
}
