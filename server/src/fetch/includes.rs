//! Loading the prompts that a prompt includes, and those that they include in turn.

use std::collections::{HashMap, HashSet};

use poem::http::StatusCode;
use prompt_core::Prompt;
use prompt_core::name::{Reference, Target};
use prompt_core::render::{INCLUDE_DEPTH, INCLUDED_BYTES, qualify, references};
use prompt_core::text::json_bytes;
use sha2::{Digest, Sha256};
use tokio::task::yield_now;
use uuid::Uuid;

use super::resolve;
use crate::access::Object;
use crate::db::Db;
use crate::heavy;
use crate::http::error::Result;

/// The most prompts loaded for one: a stranger's prompt may name thousands.
const PROMPTS: usize = 100;

/// Included prompts.
#[derive(Default)]
pub struct Included {
    /// By the references to them. One that does not exist, or that the viewer may not see, is left out.
    pub prompts: HashMap<String, Prompt>,
    /// Whether every reference names a version that stays readable.
    pub is_pinned: bool,
    /// Changes with the text of any of them.
    pub digest: Vec<u8>,
}

/// Loads the prompts that references name, as `viewer` may see them. `own` is the workspace of names without a handle.
pub async fn load(db: &Db, viewer: Uuid, own: Uuid, wanted: Vec<String>) -> Result<Included> {
    let mut included = Included {
        is_pinned: true,
        ..Included::default()
    };
    let mut digest = Sha256::new();
    let mut asked = HashSet::new();
    let mut wanted = wanted;
    let mut bytes = 0;
    for _ in 0..INCLUDE_DEPTH {
        let mut next = Vec::new();
        for written in wanted {
            if asked.contains(&written) {
                continue;
            }
            if asked.len() == PROMPTS || bytes > INCLUDED_BYTES {
                included.is_pinned = false;
                continue;
            }
            asked.insert(written.clone());
            let Ok(reference) = written.parse::<Reference>() else {
                continue;
            };
            let Some((found, is_lasting, prompt)) = one(db, viewer, own, &reference).await? else {
                digest.update(b"missing");
                // It may be published later.
                included.is_pinned = false;
                continue;
            };
            included.is_pinned &= is_lasting;
            let size = json_bytes(&prompt);
            bytes += size;
            digest.update(found.as_bytes());
            next.extend(heavy::apart(size, || references(&prompt)));
            included.prompts.insert(written, prompt);
            // Loading a hundred long ones takes long.
            yield_now().await;
        }
        wanted = next;
    }
    included.digest = digest.finalize().to_vec();
    Ok(included)
}

/// Loads what a stored prompt includes, as `viewer` may see it. Names without a handle are of its workspace.
pub async fn of_record(db: &Db, viewer: Uuid, id: Uuid, prompt: &Prompt) -> Result<Included> {
    let wanted = heavy::apart(json_bytes(prompt), || references(prompt));
    if wanted.is_empty() {
        return Ok(Included::default());
    }
    let target = Target::Id(id.to_string());
    let found = resolve::record(db, viewer, viewer, Object::Prompt, &target).await?;
    let own = found.map_or(Uuid::nil(), |found| found.workspace_id);
    load(db, viewer, own, wanted).await
}

/// A prompt, what identifies its text and whether that text stays; `None` if the viewer may not see it, or it has no such version or label.
async fn one(
    db: &Db,
    viewer: Uuid,
    own: Uuid,
    reference: &Reference,
) -> Result<Option<(String, bool, Prompt)>> {
    let loaded = async {
        let Some(resolved) = resolve::prompt(db, viewer, own, reference).await? else {
            return Ok(None);
        };
        let (version, prompt) = resolve::text(db, viewer, &resolved).await?;
        // Its own references are about its own workspace.
        let prompt = match &resolved.found.handle {
            Some(handle) if resolved.found.workspace_id != own => {
                heavy::apart(json_bytes(&prompt), || qualify(prompt, handle))
            }
            _ => prompt,
        };
        let text = format!("{} {version}", resolved.found.id);
        Ok(Some((text, resolved.is_lasting, prompt)))
    };
    match loaded.await {
        Err::<_, crate::http::error::ApiError>(error) if error.status == StatusCode::NOT_FOUND => {
            Ok(None)
        }
        loaded => loaded,
    }
}
