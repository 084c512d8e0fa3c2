//! `promptcase import --to-server`: creates a prompt on the server for each one in the files.

use std::collections::HashMap;

use clap::Args;
use prompt_core::Prompt;
use prompt_core::import::ImportFormat;
use prompt_core::record::Record as _;
use uuid::Uuid;

use crate::collections::{Folders, all};
use crate::failure::{self, Failure, Outcome};
use crate::inputs::{self, Read};
use crate::remote::{Remote, Server, query};
use crate::terminal::one_line;
use crate::{files, prompts};

/// The most prompts that are added to a collection in one request.
const TOGETHER: usize = 500;
/// The longest title of a collection in characters.
const TITLE: usize = 200;

/// Where imported prompts go on the server.
#[derive(Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "they are switches of a command line"
)]
pub struct Upload {
    /// Create the prompts on the server instead of writing files; those that are there already are left out
    #[arg(long, conflicts_with_all = ["directory", "force"])]
    pub to_server: bool,
    /// Add them to this collection, which is created when missing
    #[arg(long, value_name = "TITLE", requires = "to_server")]
    collection: Option<String>,
    /// Add them to collections named like their folders
    #[arg(long, requires = "to_server")]
    folders: bool,
    /// Add this tag; may be repeated
    #[arg(long = "tag", value_name = "TAG", requires = "to_server")]
    tags: Vec<String>,
    /// Make them public
    #[arg(long, requires = "to_server")]
    public: bool,
    /// Say what would be created, and create nothing
    #[arg(long, requires = "to_server")]
    dry_run: bool,
    #[command(flatten)]
    remote: Remote,
}

impl Upload {
    pub fn run(&self, names: &[String], from: Option<ImportFormat>) -> Outcome {
        let server = self.remote.signed_in()?;
        let mut own = OwnPrompts::of(&server)?;
        let mut folders = Folders::new(&server);
        let mut code = failure::OK;
        let mut added: Vec<(Vec<String>, Uuid)> = Vec::new();
        for read in inputs::read_all(names, from) {
            let Read { name, imported, .. } = match read {
                Ok(read) => read,
                Err(failure) => {
                    files::note(&failure.to_string());
                    code = code.max(failure.code_among_others());
                    continue;
                }
            };
            prompts::note_all(&name, &imported.diagnostics);
            if imported.prompts.is_empty() {
                files::note(&prompts::no_prompt(&name).to_string());
                code = code.max(failure::NO);
            }
            for found in imported.prompts {
                prompts::note_all(&name, &found.diagnostics);
                match self.create(&server, &mut own, &name, found.prompt) {
                    Ok(Some(id)) => added.push((self.path(&name), id)),
                    Ok(None) => {}
                    Err(failure) => {
                        files::note(&format!("{name}: {failure}"));
                        code = code.max(failure.code_among_others());
                    }
                }
            }
        }
        let mut by_folder: HashMap<Vec<String>, Vec<Uuid>> = HashMap::new();
        for (path, id) in added {
            by_folder.entry(path).or_default().push(id);
        }
        for (path, ids) in by_folder {
            if let Some(folder) = folders.find(&path)? {
                for some in ids.chunks(TOGETHER) {
                    server.add_to_collection(folder, some)?;
                }
            }
        }
        Ok(code)
    }

    /// Creates a prompt unless the user has it already, and says so.
    fn create(
        &self,
        server: &Server,
        own: &mut OwnPrompts,
        name: &str,
        mut prompt: Prompt,
    ) -> Result<Option<Uuid>, Failure> {
        if let Some(id) = own.find(server, &prompt)? {
            say(&format!("{name}: {} is there already: {id}", prompt.title))?;
            return Ok(None);
        }
        prompt.tags.extend(self.tags.iter().cloned());
        prompt.is_public = self.public;
        if self.dry_run {
            say(&format!("{name}: would create {}", prompt.title))?;
            return Ok(None);
        }
        let stored = server.create(&prompt, Uuid::now_v7())?;
        say(&format!("{name}: {} {}", stored.prompt.title, stored.id))?;
        own.add(&stored.prompt, stored.id);
        Ok(Some(stored.id))
    }

    /// The titles of the collections of a file, the outermost first.
    fn path(&self, name: &str) -> Vec<String> {
        let mut path: Vec<String> = self.collection.iter().cloned().collect();
        if self.folders {
            let parts: Vec<&str> = name
                .split(['/', '\\'])
                .filter(|part| !matches!(*part, "" | "." | ".."))
                .collect();
            let folders = parts.split_last().map_or(&[][..], |(_, folders)| folders);
            path.extend(
                folders
                    .iter()
                    .map(|part| part.chars().take(TITLE).collect()),
            );
        }
        path
    }
}

fn say(line: &str) -> Result<(), Failure> {
    files::print(&(one_line(line) + "\n"))
}

/// The user's own prompts by title.
struct OwnPrompts {
    ids: HashMap<String, Vec<Uuid>>,
}

impl OwnPrompts {
    fn of(server: &Server) -> Result<Self, Failure> {
        let own = all(|page| {
            let mine = [(query::OWNER, "me"), (query::KIND, "all")];
            let mine = mine.map(|(name, value)| (name, value.to_owned()));
            server.prompts([mine.to_vec(), page].concat())
        })?;
        let mut ids: HashMap<String, Vec<Uuid>> = HashMap::new();
        for summary in own {
            ids.entry(summary.title).or_default().push(summary.id);
        }
        Ok(Self { ids })
    }

    fn add(&mut self, prompt: &Prompt, id: Uuid) {
        self.ids.entry(prompt.title.clone()).or_default().push(id);
    }

    /// The prompt with the same text, whatever its visibility and tags are.
    fn find(&self, server: &Server, prompt: &Prompt) -> Result<Option<Uuid>, Failure> {
        for id in self.ids.get(prompt.title.trim()).into_iter().flatten() {
            let mut stored = server.prompt(*id)?.prompt;
            stored.tags.clone_from(&prompt.tags);
            if stored.has_same_text(prompt) {
                return Ok(Some(*id));
            }
        }
        Ok(None)
    }
}
