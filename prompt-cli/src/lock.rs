//! One program at a time in a folder: two syncs at once would each make a file for the same new prompt, and what one remembers of
//! a file would be written over by the other.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::ErrorKind;
use std::path::Path;

use crate::failure::Failure;
use crate::files;
use crate::records::{FOLDER, cannot};

const NAME: &str = "sync.lock";

/// Waits until nobody else pushes, pulls or syncs in the folder of a file. A folder that is not there has nobody in it.
pub fn beside(file: &Path) -> Result<Option<File>, Failure> {
    let above = file.parent().filter(|above| *above != Path::new(""));
    let above = above.unwrap_or(Path::new("."));
    above.is_dir().then(|| folder(above)).transpose()
}

/// Waits until nobody else pushes, pulls or syncs in a folder. It holds as long as the file is open: a program that dies lets go of it.
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
        // Some network file systems have no locks; who works there alone is well.
        Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {
            return Ok(file);
        }
        Err(TryLockError::Error(error)) => return Err(cannot(&path, &error)),
    }
    file.lock().map_err(|error| cannot(&path, &error))?;
    Ok(file)
}
