//! Upgrade steps that SQL cannot do. A migration records them in `pending_upgrades`, and they run once, after all
//! migrations.

mod names;

use prompt_core::Prompt;
use prompt_core::number::quote_inexact;
use prompt_core::record::search_text;
use prompt_core::text::fold;
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use super::{Cell, Db, Result, Sql, SqlValue, Tx, row};
use crate::snapshot::{self, Previous};

/// The tables with free-form JSON, and the columns that hold it.
const FREE_JSON: [(&str, &[&str]); 4] = [
    ("prompts", &["content", "asset_fields", "asset_metadata"]),
    (
        "prompt_versions_old",
        &["content", "asset_fields", "asset_metadata"],
    ),
    ("components", &["content"]),
    ("component_versions_old", &["content"]),
];
row! {
    struct Searched {
        id: Uuid,
        title: String,
        description: String,
        tags: String,
        content: String,
        fields: String,
    }
}

struct SearchedTable {
    name: &'static str,
    /// Title, description, tags and two columns of JSON.
    columns: &'static str,
    /// The table of its tags and the key of that, if it has tags.
    tags: Option<(&'static str, &'static str)>,
}

const SEARCHED: [SearchedTable; 3] = [
    SearchedTable {
        name: "prompts",
        columns: "title, description, tags, content, asset_fields AS fields",
        tags: Some(("prompt_tags", "prompt_id")),
    },
    SearchedTable {
        name: "components",
        columns: "title, description, tags, content, '{}' AS fields",
        tags: Some(("component_tags", "component_id")),
    },
    SearchedTable {
        name: "collections",
        columns: "title, description, '[]' AS tags, '{}' AS content, '{}' AS fields",
        tags: None,
    },
];
const ROWS_PER_PAGE: i64 = 200;

/// The kinds of records whose histories are packed, and their text columns at that time.
const RECORDS: [(&str, &[&str]); 2] = [
    (
        "prompt",
        &[
            "title",
            "description",
            "prompt_type",
            "structure_type",
            "category",
            "type",
            "language",
            "complexity",
            "tags",
            "asset_fields",
            "asset_metadata",
            "content",
        ],
    ),
    (
        "component",
        &[
            "title",
            "description",
            "type",
            "category",
            "tags",
            "content",
        ],
    ),
];
/// Changelogs of versions that the program stored by itself, which are saves and no versions now.
const AUTOMATIC: [&str; 2] = [
    "Kept automatically before a restore",
    "Kept automatically before it was replaced",
];

/// Runs the pending steps in one transaction.
pub async fn run(db: &Db) -> Result<()> {
    let mut tx = db.begin().await?;
    if is_pending(&mut tx, "quote_large_integers").await? {
        for (table, columns) in FREE_JSON {
            for column in columns {
                quote_large_integers(&mut tx, table, column).await?;
            }
        }
    }
    if is_pending(&mut tx, "fold_searched_texts").await? {
        fold_searched_texts(&mut tx).await?;
    }
    if is_pending(&mut tx, "pack_versions").await? {
        for (kind, columns) in RECORDS {
            pack_versions(&mut tx, kind, columns).await?;
        }
    }
    if is_pending(&mut tx, "name_records").await? {
        names::name_records(&mut tx).await?;
    }
    if is_pending(&mut tx, "excerpts").await? {
        fill_excerpts(&mut tx).await?;
    }
    tx.commit().await
}

/// Stores the beginning of the text of every prompt.
async fn fill_excerpts(tx: &mut Tx) -> Result<()> {
    let read = format!(
        "SELECT id, structure_type, content, asset_fields FROM prompts WHERE id > $1 ORDER BY id LIMIT {ROWS_PER_PAGE}"
    );
    let mut last = Uuid::nil();
    loop {
        let query = tx.query(AssertSqlSafe(read.clone())).bind(last);
        let rows: Vec<(Uuid, String, String, String)> = query.all().await?;
        let Some((id, ..)) = rows.last() else {
            return Ok(());
        };
        last = *id;
        for (id, structure, content, fields) in rows {
            let prompt = Prompt {
                structure_type: structure.parse().unwrap_or_default(),
                content: serde_json::from_str(&content).unwrap_or_default(),
                asset_fields: serde_json::from_str(&fields).unwrap_or_default(),
                ..Prompt::default()
            };
            let write = tx.query("UPDATE prompts SET excerpt = $2 WHERE id = $1");
            write.bind(id).bind(prompt.excerpt()).execute().await?;
        }
    }
}

/// Whether a step is pending. It no longer is afterwards.
async fn is_pending(tx: &mut Tx, name: &str) -> Result<bool> {
    let delete = tx.query("DELETE FROM pending_upgrades WHERE name = $1");
    Ok(delete.bind(name).execute().await? > 0)
}

/// Recomputes the search texts and the tags that are searched: earlier versions only lowered the case, and left
/// out tags, component contents and collection descriptions.
async fn fold_searched_texts(tx: &mut Tx) -> Result<()> {
    for SearchedTable {
        name,
        columns,
        tags,
    } in SEARCHED
    {
        let read = format!(
            "SELECT id, {columns} FROM {name} WHERE id > $1 ORDER BY id LIMIT {ROWS_PER_PAGE}"
        );
        let write = format!("UPDATE {name} SET search_text = $2 WHERE id = $1");
        let mut last = Uuid::nil();
        loop {
            let query = tx.query(AssertSqlSafe(read.clone())).bind(last);
            let rows: Vec<Searched> = query.all().await?;
            let Some(row) = rows.last() else {
                break;
            };
            last = row.id;
            for row in rows {
                let tag_list: Vec<String> = serde_json::from_str(&row.tags).unwrap_or_default();
                let contents = [&row.content, &row.fields]
                    .map(|json| serde_json::from_str(json).unwrap_or_default());
                let text = search_text(&row.title, &row.description, &tag_list, &contents);
                let query = tx.query(AssertSqlSafe(write.clone())).bind(row.id);
                query.bind(fold(&text)).execute().await?;
                if let Some(tags) = tags {
                    fold_tags(tx, tags, row.id, &tag_list).await?;
                }
            }
        }
    }
    Ok(())
}

async fn fold_tags(
    tx: &mut Tx,
    (table, key): (&str, &str),
    id: Uuid,
    tags: &[String],
) -> Result<()> {
    let delete = format!("DELETE FROM {table} WHERE {key} = $1");
    tx.query(AssertSqlSafe(delete)).bind(id).execute().await?;
    let insert = format!("INSERT INTO {table} ({key}, tag) VALUES ($1, $2) ON CONFLICT DO NOTHING");
    for tag in tags {
        let insert = tx.query(AssertSqlSafe(insert.clone())).bind(id);
        insert.bind(fold(tag)).execute().await?;
    }
    Ok(())
}

/// Quotes integers that JavaScript would round. Earlier versions stored them as numbers, which a save now rejects.
async fn quote_large_integers(tx: &mut Tx, table: &str, column: &str) -> Result<()> {
    let read =
        format!("SELECT id, {column} FROM {table} WHERE id > $1 ORDER BY id LIMIT {ROWS_PER_PAGE}");
    let write = format!("UPDATE {table} SET {column} = $2 WHERE id = $1");
    let mut last = Uuid::nil();
    loop {
        let query = tx.query(AssertSqlSafe(read.clone())).bind(last);
        let rows: Vec<(Uuid, String)> = query.all().await?;
        let Some((id, _)) = rows.last() else {
            return Ok(());
        };
        last = *id;
        for (id, json) in &rows {
            let (quoted, numbers) = quote_inexact(json);
            if !numbers.is_empty() {
                let query = tx.query(AssertSqlSafe(write.clone())).bind(*id);
                query.bind(quoted.into_owned()).execute().await?;
            }
        }
    }
}

/// Moves every history from the old table into the new one, and appends the current text of each record.
async fn pack_versions(tx: &mut Tx, kind: &str, columns: &[&str]) -> Result<()> {
    let page = format!("SELECT id FROM {kind}s WHERE id > $1 ORDER BY id LIMIT {ROWS_PER_PAGE}");
    let mut last = Uuid::nil();
    loop {
        let query = tx.query(AssertSqlSafe(page.clone())).bind(last);
        let ids: Vec<(Uuid,)> = query.all().await?;
        let Some((id,)) = ids.last() else {
            break;
        };
        last = *id;
        for (id,) in ids {
            pack_history(tx, kind, columns, id).await?;
        }
    }
    let drop = format!("DROP TABLE {kind}_versions_old");
    tx.query(AssertSqlSafe(drop)).execute().await?;
    Ok(())
}

/// An entry of a history to be packed.
struct Entry {
    number: [i64; 3],
    is_named: bool,
    changelog: String,
    by: Uuid,
    at: i64,
    texts: Vec<String>,
}

async fn pack_history(tx: &mut Tx, kind: &str, columns: &[&str], id: Uuid) -> Result<()> {
    let names = columns.join(", ");
    let number = "version_major, version_minor, version_batch";
    let current = format!(
        "SELECT {number}, '' AS changelog, user_id AS created_by, updated_at AS created_at, {names}
         FROM {kind}s WHERE id = $1"
    );
    let old = format!(
        "SELECT {number}, changelog, created_by, created_at, {names}
         FROM {kind}_versions_old WHERE {kind}_id = $1 ORDER BY created_at, id"
    );
    let mut history = Vec::new();
    for (sql, is_version) in [(old, true), (current, false)] {
        let rows = tx.query(AssertSqlSafe(sql)).bind(id).cells().await?;
        history.extend(rows.into_iter().map(|row| Entry::of(row, is_version)));
    }
    let Some(mut current) = history.pop() else {
        return Ok(());
    };
    if let Some(at) = history
        .iter()
        .position(|entry| entry.number == current.number)
    {
        let same = history.remove(at);
        if same.texts == current.texts {
            current = same;
        } else {
            // A restore once gave a number a second time: the newer text keeps it.
            let [major, minor, patch] = same.number;
            let freed = Entry {
                number: [major, minor, next_patch(tx, kind, id, same.number).await?],
                changelog: format!("{} (was {major}.{minor}.{patch})", same.changelog)
                    .trim()
                    .to_owned(),
                ..same
            };
            history.insert(at, freed);
        }
    }
    history.push(current);
    let mut before: Option<(Vec<u8>, i64)> = None;
    for (seq, entry) in (1_i64..).zip(history) {
        let texts = columns
            .iter()
            .copied()
            .zip(entry.texts.iter().map(String::as_str));
        let text = snapshot::write(texts).map_err(|error| sqlx::Error::Encode(error.into()))?;
        let previous = before.as_ref().map(|(text, depth)| Previous {
            text,
            depth: *depth,
        });
        let packed = snapshot::pack(&text, previous)?;
        before = Some((text, packed.depth));
        let record_id = format!("{kind}_id");
        let [major, minor, patch] = entry.number;
        let values: Vec<(&str, SqlValue)> = vec![
            (&record_id, id.into()),
            ("seq", seq.into()),
            ("version_major", major.into()),
            ("version_minor", minor.into()),
            ("version_batch", patch.into()),
            ("is_named", entry.is_named.into()),
            ("changelog", entry.changelog.into()),
            ("changes", "[]".into()),
            ("created_by", entry.by.into()),
            ("created_at", entry.at.into()),
            (
                "title",
                entry.texts.first().map_or("", String::as_str).into(),
            ),
            ("depth", packed.depth.into()),
            ("digest", packed.digest.into()),
            ("snapshot", packed.bytes.into()),
        ];
        Sql::insert(&format!("{kind}_versions"), values)
            .query(tx)
            .execute()
            .await?;
    }
    Ok(())
}

impl Entry {
    fn of(row: Vec<(String, Cell)>, is_version: bool) -> Self {
        let mut entry = Self {
            number: [0; 3],
            is_named: false,
            changelog: String::new(),
            by: Uuid::nil(),
            at: 0,
            texts: Vec::new(),
        };
        for (name, cell) in row {
            match (name.as_str(), cell) {
                ("version_major", Cell::Number(number)) => entry.number[0] = number,
                ("version_minor", Cell::Number(number)) => entry.number[1] = number,
                ("version_batch", Cell::Number(number)) => entry.number[2] = number,
                ("changelog", Cell::Text(text)) => entry.changelog = text,
                ("created_by", Cell::Id(id)) => entry.by = id,
                ("created_at", Cell::Number(at)) => entry.at = at,
                (_, Cell::Text(text)) => entry.texts.push(text),
                _ => {}
            }
        }
        entry.is_named = is_version && !AUTOMATIC.contains(&entry.changelog.as_str());
        entry
    }
}

/// Takes the next unused number of a line for a text that loses its number.
async fn next_patch(
    tx: &mut Tx,
    kind: &str,
    id: Uuid,
    [major, minor, patch]: [i64; 3],
) -> Result<i64> {
    let sql = format!(
        "INSERT INTO {kind}_numbers ({kind}_id, version_major, version_minor, last_batch) VALUES ($1, $2, $3, $4)
         ON CONFLICT ({kind}_id, version_major, version_minor) DO UPDATE SET last_batch =
             CASE WHEN {kind}_numbers.last_batch < excluded.last_batch THEN excluded.last_batch
                  ELSE {kind}_numbers.last_batch + 1 END
         RETURNING last_batch"
    );
    let query = tx
        .query(AssertSqlSafe(sql))
        .bind(id)
        .bind(major)
        .bind(minor);
    let (next,) = query.bind(patch + 1).one::<(i64,)>().await?;
    Ok(next)
}
