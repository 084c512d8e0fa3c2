//! Idempotency keys of creations whose response may be lost. Each attempt is recorded beside the file before it
//! is sent, so a repeated push reuses its key and creates nothing twice.

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

/// A creation that was sent and whose response is not recorded yet.
#[derive(Serialize, Deserialize)]
pub struct Attempt {
    server: Address,
    /// SHA-256 of the request body.
    sha256: String,
    /// The idempotency key.
    pub key: Uuid,
}

impl Attempt {
    /// Loads the unfinished attempt of a file on this server, or starts a new one.
    pub fn of(file: &Path, server: &Address) -> Result<Self, Failure> {
        let path = beside(file, ENDING);
        let begun: Option<Self> = match fs::read(&path) {
            // An unreadable attempt is treated as absent.
            Ok(json) => serde_json::from_slice(&json).ok(),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(cannot(&path, &error)),
        };
        Ok(begun
            .filter(|attempt| attempt.server == *server)
            .unwrap_or_else(|| Self::new(server)))
    }

    /// Starts an attempt with a new idempotency key.
    pub fn new(server: &Address) -> Self {
        Self {
            server: server.clone(),
            sha256: String::new(),
            key: Uuid::now_v7(),
        }
    }

    /// Whether this body was sent before without a recorded response.
    pub fn is_of(&self, body: &[u8]) -> bool {
        self.sha256 == digest(body)
    }

    /// Saves the attempt before the request is sent. A different body gets a new idempotency key.
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

    /// Deletes the attempt once its response is recorded.
    pub fn end(file: &Path) -> Result<(), Failure> {
        let path = beside(file, ENDING);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(cannot(&path, &error)),
            _ => Ok(()),
        }
    }
}
