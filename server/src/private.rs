//! Files and folders that nobody else on the machine may read: they hold living reset links, and secrets of second factors.

use std::fs::{self, File};
use std::io;
use std::path::Path;

/// Makes a folder for its owner alone, and those above it that are missing. One that is there stays as it is.
pub fn new_folder(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(path)
}

/// Makes an empty file for its owner alone; one that is there is closed to everybody else.
pub fn create_owner_only(path: &Path) -> io::Result<()> {
    let mut options = File::options();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.write(true).create_new(true).open(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => close_to_others(path),
        made => made.map(drop),
    }
}

/// Takes from everybody but the owner what they may do with a file or folder that is there. A folder that everybody puts things
/// into, such as `/tmp`, stays as it is, and so does what belongs to somebody else.
#[cfg(unix)]
pub fn close_to_others(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;

    let mode = fs::metadata(path)?.permissions().mode();
    let is_shared = mode & 0o1000 != 0;
    let of_owner = mode & 0o7700;
    if is_shared || mode & 0o7777 == of_owner {
        return Ok(());
    }
    match fs::set_permissions(path, fs::Permissions::from_mode(of_owner)) {
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Ok(()),
        done => done,
    }
}

#[cfg(not(unix))]
pub fn close_to_others(_: &Path) -> io::Result<()> {
    Ok(())
}
