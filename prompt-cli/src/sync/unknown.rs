//! Files of a folder that have no record.

use std::fs;
use std::path::PathBuf;

use prompt_core::Prompt;
use prompt_core::import::import;
use prompt_core::pairing::likeness;

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

/// The least likeness in thousandths of a file that was moved and edited, if it has the title that it had.
const ALIKE: usize = 500;
/// The least likeness of one with another title.
const VERY_ALIKE: usize = 800;

/// Takes the files that files which are gone became: those with the same bytes, then those with the same text, then
/// those with the same items or most of the words.
pub fn renamed(gone: &[&Record], unknown: &mut Vec<Unknown>) -> Vec<Option<Unknown>> {
    let mut found: Vec<Option<Unknown>> = gone.iter().map(|_| None).collect();
    let rules: [fn(&Record, &Unknown) -> usize; 3] = [
        |record, file| usize::from(records::digest(&file.bytes) == record.sha256),
        |record, file| usize::from(working::is_same_text(&file.prompt, said(record))),
        likeness_of,
    ];
    for rule in rules {
        for (record, place) in gone.iter().zip(&mut found) {
            if place.is_none() {
                let fits = unknown.iter().map(|file| rule(record, file)).enumerate();
                let best = fits.filter(|(_, fit)| *fit > 0);
                // The first of equal ones.
                let best = best.max_by_key(|(at, fit)| (*fit, usize::MAX - at));
                *place = best.map(|(at, _)| unknown.remove(at));
            }
        }
    }
    found
}

fn said(record: &Record) -> &Prompt {
    record.said.as_ref().unwrap_or(&record.prompt)
}

/// How alike a file is to one that is gone; 0 if it is another one.
fn likeness_of(record: &Record, file: &Unknown) -> usize {
    let said = said(record);
    let likeness = likeness(&said.content, &file.prompt.content);
    let least = if said.title == file.prompt.title {
        ALIKE
    } else {
        VERY_ALIKE
    };
    if likeness >= least { likeness } else { 0 }
}
