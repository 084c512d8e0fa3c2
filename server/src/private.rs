//! Files and folders that only their owner on the machine may read: they hold valid reset links and second-factor
//! secrets.

use std::fs::{self, File};
use std::io;
use std::path::Path;

/// Creates a folder and its missing parents for the owner alone. An existing folder stays unchanged.
pub fn new_folder(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(path)
}

/// Creates an empty file for its owner alone. An existing file is closed to other users.
pub fn create_owner_only(path: &Path) -> io::Result<()> {
    let mut options = File::options();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.write(true).create_new(true).open(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => close_to_others(path),
        made => made.map(drop),
    }
}

/// Removes all permissions but the owner's from an existing file or folder. Shared folders such as `/tmp` (with the
/// sticky bit) and files of other owners stay unchanged.
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
