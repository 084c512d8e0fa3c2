//! Files of a folder that have no record.

use std::fs;
use std::path::{Path, PathBuf};

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

/// The least likeness in thousandths of a file that was moved and edited, if it has the title that it had, or its name.
const ALIKE: usize = 500;
/// The least likeness of one with another title.
const VERY_ALIKE: usize = 800;

/// Takes the files that files which are gone became: those with the same bytes, then those with the same text, then
/// those with the same items or most of the words.
pub fn renamed(gone: &[(&Path, &Record)], unknown: &mut Vec<Unknown>) -> Vec<Option<Unknown>> {
    let mut found: Vec<Option<Unknown>> = gone.iter().map(|_| None).collect();
    let rules: [fn(&Path, &Record, &Unknown) -> usize; 3] = [
        |_, record, file| usize::from(records::digest(&file.bytes) == record.sha256),
        |_, record, file| usize::from(working::is_same_text(&file.prompt, said(record))),
        likeness_of,
    ];
    for rule in rules {
        for ((path, record), place) in gone.iter().zip(&mut found) {
            if place.is_none() {
                let fits = unknown
                    .iter()
                    .map(|file| rule(path, record, file))
                    .enumerate();
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

/// Whether two files have one name, or one has the name of the other in its own.
fn are_named_alike(one: &Path, other: &Path) -> bool {
    /// Names that are in many others.
    const SHORT_BYTES: usize = 4;
    let stem =
        |path: &Path| file_names::key(&path.file_stem().unwrap_or_default().to_string_lossy());
    let (one_stem, other_stem) = (stem(one), stem(other));
    let is_in = |inner: &str, outer: &str| inner.len() > SHORT_BYTES && outer.contains(inner);
    one.file_name() == other.file_name()
        || is_in(&one_stem, &other_stem)
        || is_in(&other_stem, &one_stem)
}

/// How alike a file is to one that is gone; 0 if it is another one.
fn likeness_of(path: &Path, record: &Record, file: &Unknown) -> usize {
    let said = said(record);
    let likeness = likeness(&said.content, &file.prompt.content);
    let least = if said.title == file.prompt.title || are_named_alike(path, &file.path) {
        ALIKE
    } else {
        VERY_ALIKE
    };
    if likeness >= least { likeness } else { 0 }
}
