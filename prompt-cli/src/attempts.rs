//! Creations whose answer may not come. What was sent is noted beside the file first, so that a push that is repeated asks for
//! the same again, and nothing is created twice.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::failure::Failure;
use crate::files;
use crate::records::{beside, cannot, digest};
use crate::remote::Address;

const ENDING: &str = ".new";

/// A creation that was begun.
#[derive(Serialize, Deserialize)]
pub struct Attempt {
    server: Address,
    /// Digest of what was sent.
    sha256: String,
    /// What tells the server that it is asked for the same again.
    pub key: Uuid,
}

impl Attempt {
    /// The one that was begun with a file and did not end, or a new one.
    pub fn of(file: &Path, server: &Address) -> Result<Self, Failure> {
        let path = beside(file, ENDING);
        let begun: Option<Self> = match fs::read(&path) {
            // One that cannot be read is as good as none.
            Ok(json) => serde_json::from_slice(&json).ok(),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(cannot(&path, &error)),
        };
        Ok(begun
            .filter(|attempt| attempt.server == *server)
            .unwrap_or_else(|| Self::new(server)))
    }

    /// A new one.
    pub fn new(server: &Address) -> Self {
        Self {
            server: server.clone(),
            sha256: String::new(),
            key: Uuid::now_v7(),
        }
    }

    /// Whether this was sent before, and the answer did not come.
    pub fn is_of(&self, body: &[u8]) -> bool {
        self.sha256 == digest(body)
    }

    /// Notes what is about to be sent. Something else than last time is another creation.
    pub fn begin(&mut self, file: &Path, body: &[u8]) -> Result<(), Failure> {
        let sha256 = digest(body);
        if self.sha256 != sha256 {
            self.sha256 = sha256;
            self.key = Uuid::now_v7();
        }
        let path = beside(file, ENDING);
        if let Some(folder) = path.parent() {
            files::make_directory(folder)?;
        }
        files::write_file(&path, &files::json(self)?)
    }

    /// Forgets it: the answer came and is remembered.
    pub fn end(file: &Path) -> Result<(), Failure> {
        let path = beside(file, ENDING);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(cannot(&path, &error)),
            _ => Ok(()),
        }
    }
}
