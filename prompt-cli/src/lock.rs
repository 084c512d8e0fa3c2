//! A file lock that lets one process push, pull or sync in a folder at a time. Two concurrent syncs would
//! create two files for one new prompt and overwrite each other's records.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::ErrorKind;
use std::path::Path;

use crate::failure::Failure;
use crate::files;
use crate::records::{FOLDER, cannot};

const NAME: &str = "sync.lock";

/// Locks the folder of a file, waiting for other processes. Returns `None` when the folder does not exist.
pub fn beside(file: &Path) -> Result<Option<File>, Failure> {
    let above = file.parent().filter(|above| *above != Path::new(""));
    let above = above.unwrap_or(Path::new("."));
    above.is_dir().then(|| folder(above)).transpose()
}

/// Locks a folder, waiting for other processes. The lock is held while the returned file is open, and the
/// system releases it when the process dies.
pub fn folder(folder: &Path) -> Result<File, Failure> {
    let memory = folder.join(FOLDER);
    files::make_directory(&memory)?;
    let path = memory.join(NAME);
    let file = OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .open(&path)
        .map_err(|error| cannot(&path, &error))?;
    match file.try_lock() {
        Ok(()) => return Ok(file),
        Err(TryLockError::WouldBlock) => files::note(&format!(
            "Another promptcase is at work in {}: waiting for it",
            folder.display()
        )),
        // Some network file systems do not support locks; continue without one.
        Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {
            return Ok(file);
        }
        Err(TryLockError::Error(error)) => return Err(cannot(&path, &error)),
    }
    file.lock().map_err(|error| cannot(&path, &error))?;
    Ok(file)
}
