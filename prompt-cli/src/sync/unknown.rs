//! Files of a folder that have no record.

use std::fs;
use std::path::PathBuf;

use prompt_core::Prompt;
use prompt_core::import::import;

use crate::records::{self, Record};
use crate::{file_names, inputs, working};

/// A file without a record.
pub struct Unknown {
    pub path: PathBuf,
    pub bytes: Vec<u8>,
    pub prompt: Prompt,
}

/// Finds the files of folders that contain one prompt and have no record.
pub fn files(folders: &[PathBuf], known: &[String]) -> Vec<Unknown> {
    let mut unknown = Vec::new();
    for folder in folders {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        paths.sort();
        for path in paths {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let is_known = known.contains(&file_names::key(&path.to_string_lossy()));
            if is_known || !inputs::is_readable(&name) || !path.is_file() {
                continue;
            }
            // Unreadable files and files in other formats belong to no prompt.
            let Ok(bytes) = fs::read(&path) else { continue };
            // The path, as push has it: the folder may be the title.
            let mut prompts = import(&bytes, Some(&path.to_string_lossy()), None).prompts;
            if let [_] = prompts[..] {
                let prompt = prompts.remove(0).prompt;
                unknown.push(Unknown {
                    path,
                    bytes,
                    prompt,
                });
            }
        }
    }
    unknown
}

/// Takes the file that a file which is gone became: the one with the same bytes, else the one with the same text.
pub fn renamed(record: &Record, unknown: &mut Vec<Unknown>) -> Option<Unknown> {
    let said = record.said.as_ref().unwrap_or(&record.prompt);
    let at = unknown
        .iter()
        .position(|file| records::digest(&file.bytes) == record.sha256)
        .or_else(|| {
            unknown
                .iter()
                .position(|file| working::is_same_text(&file.prompt, said))
        })?;
    Some(unknown.remove(at))
}
