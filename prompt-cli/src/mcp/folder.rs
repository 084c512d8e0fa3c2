//! The prompts of the files in a folder, as the protocol asks for them.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use prompt_core::Prompt;
use prompt_core::name::{At, Reference, Slug, Target};
use prompt_core::render::{Values, is_fixed, references, render};
use prompt_core::text::fold;
use prompt_mcp::{Change, Collection, Failure, Library, Loaded, NewVersion, Page, Saved, Summary};
use rmcp::model::Extensions;

use crate::failure::Failure as Stopped;
use crate::terminal::one_line;
use crate::{changes, files, inputs, prompts};

/// Prompts on a page.
const PAGE: usize = 100;
/// Names of files that say nothing about what is in them.
const NAMELESS: &[&str] = &["skill", "system", "user", "prompt", "readme", "index"];

/// The prompts in a folder. They are read again when a file changed.
pub struct FolderPrompts {
    folder: PathBuf,
    state: Mutex<State>,
}

struct State {
    seen: changes::Seen,
    prompts: Vec<(String, Prompt)>,
}

impl FolderPrompts {
    pub fn open(folder: PathBuf) -> Result<Self, Stopped> {
        if !folder.is_dir() {
            return Err(Stopped::usage(
                format!("there is no folder {}", folder.display()),
                "name a folder with prompts in it",
            ));
        }
        let state = Mutex::new(State {
            seen: changes::seen(&folder),
            prompts: read(&folder, true),
        });
        Ok(Self { folder, state })
    }

    /// Reads the folder again if a file changed, and says whether one did.
    pub fn refresh(&self) -> bool {
        let now = changes::seen(&self.folder);
        let mut state = self.lock();
        if state.seen == now {
            return false;
        }
        *state = State {
            seen: now,
            prompts: read(&self.folder, false),
        };
        true
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The prompts of a folder under their names, sorted.
fn read(folder: &Path, says: bool) -> Vec<(String, Prompt)> {
    let mut named: Vec<(String, Prompt)> = Vec::new();
    let folder = [folder.display().to_string()];
    for read in inputs::read_all(&folder, None) {
        let read = match read {
            Ok(read) => read,
            Err(failure) => {
                if says {
                    files::note(&failure.to_string());
                }
                continue;
            }
        };
        if says {
            prompts::note_all(&read.name, &read.imported.diagnostics);
        }
        let is_alone = read.imported.prompts.len() == 1;
        for imported in read.imported.prompts {
            let prompt = imported.prompt;
            if is_empty(&prompt) {
                if says {
                    let said = format!("{}: info: not offered, because it has no text", read.name);
                    files::note(&one_line(&said));
                }
                continue;
            }
            let slug = slug(&read.name, &prompt, is_alone);
            let slug = slug.first_free(|taken| named.iter().any(|(name, _)| name == taken));
            named.push((slug.to_string(), prompt));
        }
    }
    named.sort_by(|(one, _), (other, _)| one.cmp(other));
    named
}

/// Whether a prompt has no text whatever the values are.
fn is_empty(prompt: &Prompt) -> bool {
    let alone = HashMap::new();
    let rendered = render(prompt, &Values::new(), &alone);
    is_fixed(prompt, &alone) && rendered.text().trim().is_empty()
}

/// The name of a file that holds one prompt, else the title.
fn slug(file: &str, prompt: &Prompt, is_alone: bool) -> Slug {
    let stem = Path::new(file).file_name().and_then(|name| name.to_str());
    let stem = stem.and_then(|name| name.split('.').find(|part| !part.is_empty()));
    let stem = stem.filter(|stem| is_alone && !NAMELESS.contains(&&*stem.to_lowercase()));
    let title = stem.unwrap_or(&prompt.title);
    Slug::from_title(title, "prompt")
}

fn summary(name: &str, prompt: &Prompt) -> Summary {
    Summary {
        name: name.to_owned(),
        title: prompt.title.clone(),
        description: prompt.description.clone(),
        version: prompt.version(),
    }
}

impl State {
    /// The prompt of a reference. Files have no owners, versions and labels.
    fn find(&self, reference: &str) -> Option<&(String, Prompt)> {
        let parsed = reference.parse::<Reference>().ok()?;
        let Target::Named { handle: None, slug } = &parsed.target else {
            return None;
        };
        if parsed.at != At::Newest {
            return None;
        }
        self.prompts.iter().find(|(name, _)| name == slug.as_str())
    }

    fn loaded(&self, (name, prompt): &(String, Prompt)) -> Loaded {
        let mut includes = HashMap::new();
        let mut wanted = references(prompt);
        while let Some(reference) = wanted.pop() {
            if includes.contains_key(&reference) {
                continue;
            }
            if let Some((_, included)) = self.find(&reference) {
                wanted.extend(references(included));
                includes.insert(reference, included.clone());
            }
        }
        Loaded {
            summary: summary(name, prompt),
            prompt: prompt.clone(),
            includes,
        }
    }
}

fn read_only() -> Failure {
    let message = "This folder is offered for reading. Change its files.";
    Failure::refused("read_only", message)
}

impl Library for FolderPrompts {
    type Caller = ();

    fn caller(&self, _: &Extensions) -> Result<(), Failure> {
        self.refresh();
        Ok(())
    }

    fn can_write(&self, (): &()) -> bool {
        false
    }

    async fn list(&self, (): &(), cursor: Option<String>) -> Result<Page<Summary>, Failure> {
        let start = match cursor {
            None => 0,
            Some(cursor) => cursor.parse::<usize>().map_err(|_| {
                let message = "The cursor is not one this list gave out.";
                Failure::refused("unreadable", message).at("cursor")
            })?,
        };
        let state = self.lock();
        let rest = state.prompts.get(start..).unwrap_or_default();
        let next = (rest.len() > PAGE).then(|| (start + PAGE).to_string());
        Ok(Page {
            items: rest
                .iter()
                .take(PAGE)
                .map(|(name, prompt)| summary(name, prompt))
                .collect(),
            next_cursor: next,
        })
    }

    async fn search(&self, (): &(), words: &str, limit: usize) -> Result<Vec<Summary>, Failure> {
        let words = fold(words);
        let state = self.lock();
        let found = state.prompts.iter().filter(|(name, prompt)| {
            let text = fold(&serde_json::to_string(prompt).unwrap_or_default());
            let mut words = words.split_whitespace();
            words.all(|word| text.contains(word) || name.contains(word))
        });
        Ok(found
            .take(limit)
            .map(|(name, prompt)| summary(name, prompt))
            .collect())
    }

    async fn load(&self, (): &(), name: &str, _: bool) -> Result<Loaded, Failure> {
        let state = self.lock();
        let found = state.find(name);
        let found = found.ok_or_else(|| Failure::not_found("Prompt"))?;
        Ok(state.loaded(found))
    }

    async fn collections(&self, (): &(), _: Option<String>) -> Result<Page<Collection>, Failure> {
        Ok(Page {
            items: Vec::new(),
            next_cursor: None,
        })
    }

    async fn collection(&self, (): &(), _: &str) -> Result<(Collection, Page<Summary>), Failure> {
        Err(Failure::not_found("Collection"))
    }

    async fn save(&self, (): &(), _: Option<&str>, _: Change) -> Result<Saved, Failure> {
        Err(read_only())
    }

    async fn create_version(&self, (): &(), _: NewVersion) -> Result<Saved, Failure> {
        Err(read_only())
    }
}
