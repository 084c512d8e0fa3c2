//! Notices changes of the files in a folder.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::inputs;

/// The files of a folder as they were seen: their sizes and times.
pub type Seen = BTreeMap<PathBuf, (u64, Option<SystemTime>)>;

/// Looks at the files of a folder, without reading them.
pub fn seen(folder: &Path) -> Seen {
    fn look(folder: &Path, found: &mut Seen) {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let Ok(data) = entry.metadata() else { continue };
            if data.is_dir() {
                if inputs::is_walked(&path) {
                    look(&path, found);
                }
            } else {
                found.insert(path, (data.len(), data.modified().ok()));
            }
        }
    }
    let mut found = Seen::new();
    look(folder, &mut found);
    found
}
