//! Records of pulled and pushed files: the prompt's id and the server's last known state. They are stored
//! beside the file, in the folder `.promptcase`, and are the base of a merge when another client saved
//! meanwhile.

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

/// The prompt of a file on one server.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Record {
    pub server: Address,
    pub id: Uuid,
    /// SHA-256 of the file when it matched the server.
    pub sha256: String,
    /// Whether the file contains the whole prompt. A partial file cannot be pushed back.
    pub is_whole: bool,
    /// Whether the file is formatted as this program writes it. Only such files are rewritten.
    #[serde(default)]
    pub is_ours: bool,
    /// The prompt as the server last had it: the base of a merge.
    pub prompt: Prompt,
    /// The prompt as parsed from the file, where it differs: an option overruled it, or the file could not be
    /// rewritten.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub said: Option<Prompt>,
    /// Set while the file is being written, so that the next run can recover from a crash.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    begun: Option<Begun>,
}

/// The state of a file when a write began.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Begun {
    /// Absent: a file that exists now was written, and may have been edited since.
    New,
    /// Present: the write finished only if the digest matches.
    Over,
}

impl Record {
    /// Builds the record of a file with these bytes that contains the whole prompt.
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

    /// Whether the server's text differs from the file's, ignoring visibility, which an option sets.
    pub fn lacks_something(&self) -> bool {
        (self.said.as_ref()).is_some_and(|said| !working::is_same_text(said, &self.prompt))
    }

    /// Whether the write finished before the process ended.
    fn is_written(&self, stands: Option<&[u8]>) -> bool {
        match (self.begun, stands) {
            (None, _) | (Some(Begun::New), Some(_)) => true,
            (Some(Begun::Over), Some(bytes)) => digest(bytes) == self.sha256,
            (Some(_), None) => false,
        }
    }
}

/// The records of one file, one per server.
pub struct Records {
    path: PathBuf,
    records: Vec<Record>,
}

impl Records {
    /// Loads the records of a file.
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

    /// Loads the records of a file whose prompt is known. Unreadable records are replaced.
    pub fn to_write(file: &Path) -> Result<Self, Failure> {
        let (path, records) = read(file)?;
        let records = records.unwrap_or_default();
        Ok(Self { path, records })
    }

    /// Returns the record for a server.
    pub fn of(&self, server: &Address) -> Option<&Record> {
        self.records.iter().find(|it| it.server == *server)
    }

    /// Returns the record whose digest matches these bytes.
    pub fn of_bytes(&self, bytes: &[u8]) -> Option<&Record> {
        let digest = digest(bytes);
        self.records.iter().find(|it| it.sha256 == digest)
    }

    pub const fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// Saves a record, replacing the one for the same server.
    pub fn remember(mut self, record: Record) -> Result<(), Failure> {
        self.records.retain(|it| it.server != record.server);
        self.records.push(record);
        self.write()
    }

    /// Writes a file and its record so that a crash leaves either the old file with its old record or the new
    /// file with its new one.
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

/// Returns the path of a file's records, and the records or the parse error.
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

/// Resolves unfinished writes: a begun record replaces the earlier one if its file was written.
fn written(records: Vec<Record>, file: &Path) -> Vec<Record> {
    let (begun, mut records): (Vec<_>, Vec<_>) =
        records.into_iter().partition(|it| it.begun.is_some());
    if begun.is_empty() {
        return records;
    }
    // An unreadable file is reported where it is used.
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

/// Checks that the record of a file can be written.
pub fn check(file: &Path) -> Result<(), Failure> {
    let path = beside(file, ".json");
    if let Some(folder) = path.parent() {
        files::make_directory(folder)?;
    }
    files::check(&path).map_err(|error| cannot(&path, &error))
}

/// A file name with its record, or the failure to load it.
pub type Known = (String, Result<Record, Failure>);

/// Lists the files of a folder that have a record for this server, by name.
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

/// Forgets the record of a file for a server, as when the file has another name now.
pub fn forget(file: &Path, server: &Address) -> Result<(), Failure> {
    let mut records = Records::to_write(file)?;
    records.records.retain(|it| it.server != *server);
    if !records.records.is_empty() {
        return records.write();
    }
    match fs::remove_file(&records.path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(cannot(&records.path, &error)),
        _ => Ok(()),
    }
}

/// Copies a file before it is rewritten, and returns the copy's path.
pub fn keep(file: &Path) -> Result<PathBuf, Failure> {
    let kept = beside(file, ".before");
    fs::copy(file, &kept).map_err(|error| cannot(&kept, &error))?;
    Ok(kept)
}

/// SHA-256 as hexadecimal digits.
pub fn digest(bytes: &[u8]) -> String {
    let mut hex = String::new();
    for byte in Sha256::digest(bytes) {
        // Writing to a `String` cannot fail.
        let _ = write!(hex, "{byte:02x}");
    }
    hex
}

/// The path of a file's companion in the folder `.promptcase`.
pub fn beside(file: &Path, ending: &str) -> PathBuf {
    let name = file.file_name().unwrap_or(file.as_os_str());
    let mut name = name.to_owned();
    name.push(ending);
    file.with_file_name(FOLDER).join(name)
}

/// The failure to read or write a record.
pub fn cannot(path: &Path, error: &std::io::Error) -> Failure {
    Failure::file(
        &path.display().to_string(),
        error,
        "make the folder .promptcase beside the file readable and writable",
    )
}
