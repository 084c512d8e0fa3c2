//! What is remembered of a file that was pulled or pushed: which prompt it is, and what the server had then. It stands beside
//! the file, in the folder `.promptcase`, and is what a push is merged from when somebody else saved meanwhile.

use std::fmt::Write as _;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use prompt_core::Prompt;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use crate::failure::Failure;
use crate::remote::Address;
use crate::{files, working};

pub const FOLDER: &str = ".promptcase";

/// A file's prompt on one server.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Record {
    pub server: Address,
    pub id: Uuid,
    /// Digest of the file when it said what the server had.
    pub sha256: String,
    /// Whether the file holds all of the prompt. A file that does not cannot be pushed back.
    pub is_whole: bool,
    /// Whether the file is in the form in which this program writes files. One that is not is never written anew.
    #[serde(default)]
    pub is_ours: bool,
    /// What the server had.
    pub prompt: Prompt,
    /// What the file said, where that was something else: an option overruled it, or it could not be written anew.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub said: Option<Prompt>,
    /// Set while the file is being written, so that a program that was killed in the midst of it is understood afterwards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    begun: Option<Begun>,
}

/// What a file was when writing it began.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Begun {
    /// Not there: one that is there now was written, and may have been edited since.
    New,
    /// There: only one that is as the digest says was written.
    Over,
}

impl Record {
    /// What the server has, for a file with these bytes that holds all of it.
    pub fn new(server: &Address, id: Uuid, bytes: &[u8], prompt: Prompt) -> Self {
        Self {
            server: server.clone(),
            id,
            sha256: digest(bytes),
            is_whole: true,
            is_ours: false,
            prompt,
            said: None,
            begun: None,
        }
    }

    /// Whether the server has something that the file does not say, beside who can find the prompt, which an option decides.
    pub fn lacks_something(&self) -> bool {
        (self.said.as_ref()).is_some_and(|said| !working::is_same_text(said, &self.prompt))
    }

    /// Whether the file was written before the program that began it ended.
    fn is_written(&self, stands: Option<&[u8]>) -> bool {
        match (self.begun, stands) {
            (None, _) | (Some(Begun::New), Some(_)) => true,
            (Some(Begun::Over), Some(bytes)) => digest(bytes) == self.sha256,
            (Some(_), None) => false,
        }
    }
}

/// What is remembered of one file: a record a server.
pub struct Records {
    path: PathBuf,
    records: Vec<Record>,
}

impl Records {
    /// Those of a file.
    pub fn beside(file: &Path) -> Result<Self, Failure> {
        let (path, records) = read(file)?;
        let records = records.map_err(|error| {
            let name = file.display();
            Failure::content(
                format!("{}: {error}", path.display()),
                format!(
                    "say which prompt it is, promptcase push {name} --id ID or pull ID -o {name} --force; if it is only deleted, the next sync makes a second file"
                ),
            )
        })?;
        Ok(Self { path, records })
    }

    /// Those of a file whose prompt is known: what cannot be read of them is written anew.
    pub fn to_write(file: &Path) -> Result<Self, Failure> {
        let (path, records) = read(file)?;
        let records = records.unwrap_or_default();
        Ok(Self { path, records })
    }

    /// The one of a server.
    pub fn of(&self, server: &Address) -> Option<&Record> {
        self.records.iter().find(|it| it.server == *server)
    }

    /// The one of a file with these bytes, where it is what some server had.
    pub fn of_bytes(&self, bytes: &[u8]) -> Option<&Record> {
        let digest = digest(bytes);
        self.records.iter().find(|it| it.sha256 == digest)
    }

    pub const fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// Remembers a record in place of the one of the same server.
    pub fn remember(mut self, record: Record) -> Result<(), Failure> {
        self.records.retain(|it| it.server != record.server);
        self.records.push(record);
        self.write()
    }

    /// Writes a file and remembers what it is. A program that is killed in the midst of it leaves the file as it was, with what was
    /// remembered of it, or the new one with its record: never a file of which nobody knows what it is.
    pub fn remember_written(
        mut self,
        record: Record,
        file: &Path,
        text: &str,
    ) -> Result<(), Failure> {
        let begun = if file.exists() {
            Begun::Over
        } else {
            Begun::New
        };
        self.records.push(Record {
            begun: Some(begun),
            ..record.clone()
        });
        self.write()?;
        files::write_file(file, text)?;
        self.remember(record)
    }

    fn write(&self) -> Result<(), Failure> {
        if let Some(folder) = self.path.parent() {
            files::make_directory(folder)?;
        }
        files::write_file(&self.path, &files::json(&self.records)?)
    }
}

/// Where the records of a file are, and those that are there or why they cannot be understood.
fn read(file: &Path) -> Result<(PathBuf, serde_json::Result<Vec<Record>>), Failure> {
    let path = beside(file, ".json");
    match fs::read(&path) {
        Ok(json) => {
            let records = serde_json::from_slice(&json).map(|records| written(records, file));
            Ok((path, records))
        }
        Err(error) if error.kind() == ErrorKind::NotFound => Ok((path, Ok(Vec::new()))),
        Err(error) => Err(cannot(&path, &error)),
    }
}

/// The records that count: one that was begun takes the place of the one before if its file was written.
fn written(records: Vec<Record>, file: &Path) -> Vec<Record> {
    let (begun, mut records): (Vec<_>, Vec<_>) =
        records.into_iter().partition(|it| it.begun.is_some());
    if begun.is_empty() {
        return records;
    }
    // A file that cannot be read is told of where it is needed.
    let stands = fs::read(file).ok();
    for record in begun {
        if record.is_written(stands.as_deref()) {
            records.retain(|it| it.server != record.server);
            records.push(Record {
                begun: None,
                ..record
            });
        }
    }
    records
}

/// Refuses where nothing could be remembered of a file afterwards.
pub fn check(file: &Path) -> Result<(), Failure> {
    let path = beside(file, ".json");
    if let Some(folder) = path.parent() {
        files::make_directory(folder)?;
    }
    files::check(&path).map_err(|error| cannot(&path, &error))
}

/// A file of which something is remembered, and what that is where it can be read.
pub type Known = (String, Result<Record, Failure>);

/// The files of a folder of which something is remembered, by name.
pub fn in_folder(folder: &Path, server: &Address) -> Result<Vec<Known>, Failure> {
    let records = folder.join(FOLDER);
    let entries = match fs::read_dir(&records) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(cannot(&records, &error)),
    };
    let mut found = Vec::new();
    for entry in entries {
        let entry = entry.map_err(|error| cannot(&records, &error))?;
        let name = entry.file_name();
        let Some(name) = name.to_str().and_then(|name| name.strip_suffix(".json")) else {
            continue;
        };
        let record = match Records::beside(&folder.join(name)) {
            Ok(records) => records.of(server).cloned().map(Ok),
            Err(failure) => Some(Err(failure)),
        };
        found.extend(record.map(|record| (name.to_owned(), record)));
    }
    found.sort_by(|(a, _), (b, _)| a.cmp(b));
    Ok(found)
}

/// Keeps what a file was before it is written anew, and says where.
pub fn keep(file: &Path) -> Result<PathBuf, Failure> {
    let kept = beside(file, ".before");
    fs::copy(file, &kept).map_err(|error| cannot(&kept, &error))?;
    Ok(kept)
}

/// Names the bytes of a file.
pub fn digest(bytes: &[u8]) -> String {
    let mut hex = String::new();
    for byte in Sha256::digest(bytes) {
        // Writing to a string does not fail.
        let _ = write!(hex, "{byte:02x}");
    }
    hex
}

/// The file in which something is remembered of another.
pub fn beside(file: &Path, ending: &str) -> PathBuf {
    let name = file.file_name().unwrap_or(file.as_os_str());
    let mut name = name.to_owned();
    name.push(ending);
    file.with_file_name(FOLDER).join(name)
}

/// What is remembered cannot be read or written.
pub fn cannot(path: &Path, error: &std::io::Error) -> Failure {
    Failure::file(
        &path.display().to_string(),
        error,
        "make the folder .promptcase beside the file readable and writable",
    )
}
