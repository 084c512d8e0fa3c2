//! One sync of a folder at a time: two at once would each make a file for the same new prompt.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::ErrorKind;
use std::path::Path;

use crate::failure::Failure;
use crate::files;
use crate::records::{FOLDER, cannot};

const NAME: &str = "sync.lock";

/// Waits until nobody else syncs a folder. It holds as long as the file is open: a program that dies lets go of it.
pub fn sync(folder: &Path) -> Result<File, Failure> {
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
            "Another sync of {} is under way: waiting for it",
            folder.display()
        )),
        // Some network file systems have no locks; who syncs there alone is well.
        Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {
            return Ok(file);
        }
        Err(TryLockError::Error(error)) => return Err(cannot(&path, &error)),
    }
    file.lock().map_err(|error| cannot(&path, &error))?;
    Ok(file)
}
