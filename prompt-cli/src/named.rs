//! Finds a prompt by its id, its title, or a file that was pulled.

use std::path::Path;

use prompt_core::{Prompt, VersionNumber};
use uuid::Uuid;

use crate::failure::Failure;
use crate::records::Records;
use crate::remote::{Server, Stored, Summary, query};
use crate::terminal::one_line;
use crate::working;

/// Result pages searched for a title. A title that matches more is too common to serve as a name.
const PAGES: usize = 5;
/// Ids listed in the failure when several prompts share a title.
const NAMED: usize = 5;

/// Resolves an id, a title, or a file that was pulled to a prompt's id.
pub fn find(server: &Server, name: &str) -> Result<Uuid, Failure> {
    if let Ok(id) = name.parse() {
        return Ok(id);
    }
    let path = Path::new(name);
    if path.is_file()
        && let Some(record) = Records::beside(path)?.of(server.address())
    {
        return Ok(record.id);
    }
    by_title(server, name)
}

/// Loads a prompt, as of the version behind the last `@` of its name, as in `Code review@1.2.0`, or as of `version`.
pub fn at_version(
    server: &Server,
    name: &str,
    version: Option<VersionNumber>,
) -> Result<Stored, Failure> {
    let versioned = name.rsplit_once('@').and_then(|(name, number)| {
        let number = number.parse().ok()?;
        Some((name, Some(number)))
    });
    let (name, number) = versioned.unwrap_or((name, version));
    let stored = server.prompt(find(server, name)?)?;
    let Some(number) = number else {
        return Ok(stored);
    };
    Ok(Stored {
        prompt: server.prompt_at(stored.id, number, &stored.prompt)?,
        ..stored
    })
}

/// Finds the user's own prompt with this title, or else a public one.
fn by_title(server: &Server, title: &str) -> Result<Uuid, Failure> {
    for owner in ["me", "all"] {
        let candidates = search(server, title, owner)?;
        let same: Vec<&Summary> = candidates.iter().filter(|it| it.title == title).collect();
        let alike = |it: &&Summary| it.title.to_lowercase() == title.to_lowercase();
        let named = if same.is_empty() {
            candidates.iter().filter(alike).collect()
        } else {
            same
        };
        match named.as_slice() {
            [] => {}
            [only] => return Ok(only.id),
            several => {
                let ids: Vec<String> = several
                    .iter()
                    .take(NAMED)
                    .map(|it| it.id.to_string())
                    .collect();
                return Err(Failure::usage(
                    format!("{} prompts are called {}", several.len(), one_line(title)),
                    format!("name one by its id: {}", ids.join(", ")),
                ));
            }
        }
    }
    Err(Failure::server(
        format!("there is no prompt called {}", one_line(title)),
        "write its whole title or its id; promptcase list shows both",
    ))
}

/// Finds one of the user's own prompts with the same text.
pub fn same_text(server: &Server, prompt: &Prompt) -> Result<Option<Stored>, Failure> {
    for found in search(server, &prompt.title, "me")? {
        if found.title == prompt.title {
            let stored = server.prompt(found.id)?;
            if working::is_same_text(prompt, &stored.prompt) {
                return Ok(Some(stored));
            }
        }
    }
    Ok(None)
}

/// Searches for prompts by the words of a title.
fn search(server: &Server, title: &str, owner: &str) -> Result<Vec<Summary>, Failure> {
    let mut found = Vec::new();
    let mut cursor = None;
    for _ in 0..PAGES {
        let mut asked = vec![
            (query::KIND, "all".to_owned()),
            (query::OWNER, owner.to_owned()),
            (query::SEARCH, title.to_owned()),
            (query::LIMIT, "100".to_owned()),
        ];
        asked.extend(cursor.map(|cursor| (query::CURSOR, cursor)));
        let page = server.prompts(asked)?;
        found.extend(page.items.into_iter().map(|it| it.read));
        cursor = page.next_cursor;
        if cursor.is_none() {
            break;
        }
    }
    Ok(found)
}
