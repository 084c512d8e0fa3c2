//! The prompts that a prompt includes, as far as the account that runs it may see them.

use std::collections::{HashMap, HashSet};

use prompt_core::Prompt;
use prompt_core::render::{INCLUDE_DEPTH, references};
use uuid::Uuid;

use crate::db::Db;
use crate::http::error::Result;
use crate::records::store;

/// The most prompts loaded for one: a prompt may name thousands.
const PROMPTS: usize = 100;

/// Loads the prompts that a prompt includes, and those that they include, by the references to them. One that does
/// not exist or is not visible is left out.
pub async fn load(db: &Db, viewer: Uuid, prompt: &Prompt) -> Result<HashMap<String, Prompt>> {
    let mut found = HashMap::new();
    let mut asked = HashSet::new();
    let mut wanted = references(prompt);
    for _ in 0..INCLUDE_DEPTH {
        let mut next = Vec::new();
        for reference in wanted {
            if asked.len() >= PROMPTS || !asked.insert(reference.clone()) {
                continue;
            }
            let Ok(id) = reference.parse::<Uuid>() else {
                continue;
            };
            match store::record::<Prompt>(db, viewer, id).await {
                Ok(included) => {
                    next.extend(references(&included));
                    found.insert(reference, included);
                }
                Err(error) if error.status == poem::http::StatusCode::NOT_FOUND => {}
                Err(error) => return Err(error),
            }
        }
        if next.is_empty() {
            break;
        }
        wanted = next;
    }
    Ok(found)
}
