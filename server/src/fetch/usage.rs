//! Counting what is fetched.

use std::collections::HashSet;

use prompt_core::VersionNumber;
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use crate::access::{self, Object};
use crate::clock::Timestamp;
use crate::counter::{Count, Counted};
use crate::db::{self, Db, Sql, SqlValue};
use crate::fetch::model::{PromptUsage, Usage, UsageRow};
use crate::http::error::{ApiError, Result};
use crate::records::columns::{parts, version};

/// Characters of a client's name.
const CLIENT_CHARS: usize = 40;
/// Names of clients of one prompt in one interval; further ones count as [`OTHER`].
const CLIENTS: usize = 20;
/// Rows of one prompt and hour; further clients count as [`OTHER`].
const ROWS: i64 = 100;
const OTHER: &str = "other";
/// The most days of a report.
pub const MOST_DAYS: u32 = 365;
/// Rows of an answer.
const ANSWER_ROWS: usize = 200;

/// What was fetched.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key {
    pub prompt: Uuid,
    /// Hours since 1970 in UTC.
    pub hour: i64,
    pub version: VersionNumber,
    /// Empty without one.
    pub label: String,
    pub client: String,
}

impl Counted for Key {
    const EVENTS: &'static str = "fetches";

    fn join<'a>(&mut self, waiting: impl Iterator<Item = &'a Self>) {
        let same = waiting.filter(|known| known.prompt == self.prompt);
        if same.take(CLIENTS).count() == CLIENTS {
            OTHER.clone_into(&mut self.client);
        }
    }

    async fn add(db: &Db, counts: &[(Self, Count)]) -> Result<()> {
        add(db, counts).await
    }
}

/// Deletes the counts of days that no report shows any more.
pub async fn forget_old(db: &Db, now: Timestamp) -> db::Result<u64> {
    let delete = db
        .write("DELETE FROM fetch_usage WHERE hour < $1")
        .bind((now.day() - i64::from(MOST_DAYS)) * 24);
    delete.execute().await
}

async fn add(db: &Db, counts: &[(Key, Count)]) -> Result<()> {
    let ids: HashSet<Uuid> = counts.iter().map(|(key, _)| key.prompt).collect();
    let mut ids: Vec<Uuid> = ids.into_iter().collect();
    ids.sort_unstable();
    let mut tx = db.begin().await?;
    // A prompt may have been deleted meanwhile.
    let mut sql = Sql::new("SELECT id FROM prompts WHERE id IN (");
    let places = sql.bind_all(&ids);
    sql.push(&format!("{places}) ORDER BY id{}", tx.for_key_share()));
    let there: Vec<(Uuid,)> = sql.query(&mut tx).all().await?;
    let mut full = HashSet::new();
    for (id,) in &there {
        let hour = counts.iter().map(|(key, _)| key.hour).max();
        let rows = tx
            .query("SELECT COUNT(*) FROM fetch_usage WHERE prompt_id = $1 AND hour = $2")
            .bind(*id)
            .bind(hour.unwrap_or_default())
            .one::<(i64,)>()
            .await?;
        if rows.0 >= ROWS {
            full.insert(*id);
        }
    }
    for (key, count) in counts {
        if !there.iter().any(|(id,)| *id == key.prompt) {
            continue;
        }
        let client = if full.contains(&key.prompt) {
            OTHER
        } else {
            &key.client
        };
        let [major, minor, batch] = parts(key.version);
        let values: Vec<(&str, SqlValue)> = vec![
            ("prompt_id", key.prompt.into()),
            ("hour", key.hour.into()),
            ("version_major", major.into()),
            ("version_minor", minor.into()),
            ("version_batch", batch.into()),
            ("label", key.label.as_str().into()),
            ("client", client.into()),
            ("requests", count.times.into()),
            ("last_at", count.last.0.into()),
        ];
        let mut sql = Sql::insert("fetch_usage", values);
        sql.push(
            " ON CONFLICT (prompt_id, hour, version_major, version_minor, version_batch, label, client)
              DO UPDATE SET requests = fetch_usage.requests + excluded.requests,
                  last_at = CASE WHEN excluded.last_at > fetch_usage.last_at THEN excluded.last_at
                      ELSE fetch_usage.last_at END",
        );
        sql.query(&mut tx).execute().await?;
    }
    tx.commit().await?;
    Ok(())
}

/// The name of a program: the first word of its User-Agent without its version. Browsers all begin with `Mozilla`.
pub fn client(user_agent: Option<&str>) -> String {
    let word = user_agent.unwrap_or_default();
    let word = word.split(['/', ' ']).next().unwrap_or_default();
    let name: String = word
        .chars()
        .filter(|one| one.is_ascii_alphanumeric() || matches!(one, '-' | '_' | '.'))
        .take(CLIENT_CHARS)
        .collect();
    match name.as_str() {
        "" => "unknown".to_owned(),
        "Mozilla" => "browser".to_owned(),
        _ => name,
    }
}

/// How often a prompt was fetched in the last days, for members of its workspace.
pub async fn of_prompt(
    db: &Db,
    viewer: Uuid,
    prompt: Uuid,
    days: u32,
    now: Timestamp,
) -> Result<PromptUsage> {
    if !access::sees(db, Object::Prompt, viewer, prompt).await? {
        return Err(ApiError::not_found(Object::Prompt.name()));
    }
    let sql = format!(
        "SELECT version_major, version_minor, version_batch, label, client,
             CAST(SUM(requests) AS BIGINT) AS requests, MAX(last_at) AS last_at,
             CAST(SUM(SUM(requests)) OVER () AS BIGINT) AS total
         FROM fetch_usage WHERE prompt_id = $1 AND hour >= $2
         GROUP BY version_major, version_minor, version_batch, label, client
         ORDER BY 6 DESC, version_major DESC, version_minor DESC, version_batch DESC, label, client LIMIT {ANSWER_ROWS}"
    );
    let first = (now.day() - i64::from(days) + 1) * 24;
    let query = db.read(AssertSqlSafe(sql)).bind(prompt).bind(first);
    let rows: Vec<UsageRow> = query.all().await?;
    let requests = rows.first().map_or(0, |row| row.total);
    let items = rows.into_iter().map(|row| Usage {
        version: version(row.version_major, row.version_minor, row.version_batch),
        label: Some(row.label).filter(|label| !label.is_empty()),
        client: row.client,
        requests: row.requests,
        last_used_at: row.last_at,
    });
    Ok(PromptUsage {
        days,
        requests,
        items: items.collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_is_called_by_the_first_word_of_its_user_agent() {
        for (agent, name) in [
            (Some("promptcase-client/1.2.0 node"), "promptcase-client"),
            (Some("python-requests/2.32"), "python-requests"),
            (Some("curl/8.5"), "curl"),
            (Some("Mozilla/5.0 (X11; Linux)"), "browser"),
            (Some("<script>/1"), "script"),
            (Some(""), "unknown"),
            (None, "unknown"),
        ] {
            assert_eq!(client(agent), name, "{agent:?}");
        }
        assert_eq!(client(Some(&"a".repeat(100))).len(), CLIENT_CHARS);
    }
}
