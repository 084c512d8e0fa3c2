//! Finds a prompt by its id, its name, its title, or a file that was pulled.

use std::path::Path;

use prompt_core::name::{At, Reference, Target};
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

/// A prompt, and the number that its name says, if it says one.
struct Found {
    id: Uuid,
    number: Option<VersionNumber>,
}

/// Resolves an id, a name, a title, or a file that was pulled to a prompt's id.
pub fn find(server: &Server, name: &str) -> Result<Uuid, Failure> {
    Ok(find_at(server, name)?.id)
}

fn find_at(server: &Server, name: &str) -> Result<Found, Failure> {
    let whole = |id| Found { id, number: None };
    if let Ok(id) = name.parse() {
        return Ok(whole(id));
    }
    let path = Path::new(name);
    if path.is_file()
        && let Some(record) = Records::beside(path)?.of(server.address())
    {
        return Ok(whole(record.id));
    }
    let Ok(reference) = name.parse::<Reference>() else {
        return titled_at(server, name);
    };
    let why_not = match server.resolve(name)? {
        Ok(found) if found.kind == "prompt" => {
            if matches!(reference.target, Target::Named { handle: None, .. }) {
                only_named(server, name, found.id)?;
            }
            let number = (reference.at != At::Newest).then_some(found.version);
            return Ok(Found {
                id: found.id,
                number: number.flatten(),
            });
        }
        Ok(found) => Failure::server(
            format!("{} is the name of a {}", one_line(name), found.kind),
            "name a prompt or an asset; promptcase list shows them",
        ),
        Err(failure) => failure,
    };
    // A title may look like a name; one with a handle or a label is more likely a name.
    let is_name = matches!(
        reference.target,
        Target::Named {
            handle: Some(_),
            ..
        }
    ) || matches!(reference.at, At::Label(_));
    titled_at(server, name).map_err(|failure| if is_name { why_not } else { failure })
}

/// Refuses a name that is also the title of another of the user's own prompts.
fn only_named(server: &Server, name: &str, id: Uuid) -> Result<(), Failure> {
    let title = name
        .rsplit_once(['@', ':'])
        .map_or(name, |(title, _)| title);
    let same = called(&search(server, title, "me")?, title);
    if same.iter().all(|other| *other == id) {
        return Ok(());
    }
    let mut ids = vec![id];
    ids.extend(same.into_iter().filter(|other| *other != id));
    Err(several(title, &ids))
}

/// As [`by_title`], with the version behind the last `@`.
fn titled_at(server: &Server, name: &str) -> Result<Found, Failure> {
    let versioned = name.rsplit_once('@').and_then(|(name, number)| {
        let number = number.parse().ok()?;
        Some((name, Some(number)))
    });
    let (title, number) = versioned.unwrap_or((name, None));
    let id = match title.parse() {
        Ok(id) => id,
        Err(_) => by_title(server, title)?,
    };
    Ok(Found { id, number })
}

/// Loads a prompt as of the version or label of its name, as in `Code review@1.2.0` or `@ada/code-review:production`,
/// or as of `version`.
pub fn at_version(
    server: &Server,
    name: &str,
    version: Option<VersionNumber>,
) -> Result<Stored, Failure> {
    let found = find_at(server, name)?;
    let stored = server.prompt(found.id)?;
    let number = found.number.or(version);
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
        match &*called(&search(server, title, owner)?, title) {
            [] => {}
            [only] => return Ok(*only),
            ids => return Err(several(title, ids)),
        }
    }
    Err(Failure::server(
        format!("there is no prompt called {}", one_line(title)),
        "write its whole title, its name or its id; promptcase list shows them",
    ))
}

/// The prompts with this title, or else those that write it with other capitals.
fn called(candidates: &[Summary], title: &str) -> Vec<Uuid> {
    let ids = |is_called: &dyn Fn(&Summary) -> bool| -> Vec<Uuid> {
        let named = candidates.iter().filter(|it| is_called(it));
        named.map(|it| it.id).collect()
    };
    let same = ids(&|it| it.title == title);
    if same.is_empty() {
        ids(&|it| it.title.to_lowercase() == title.to_lowercase())
    } else {
        same
    }
}

/// The failure of a title or a name that several prompts have.
fn several(title: &str, ids: &[Uuid]) -> Failure {
    let named: Vec<_> = ids.iter().take(NAMED).map(Uuid::to_string).collect();
    Failure::usage(
        format!("{} prompts are called {}", ids.len(), one_line(title)),
        format!("name one by its id: {}", named.join(", ")),
    )
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
