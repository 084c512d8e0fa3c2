//! The files that a command reads: files, folders with all that is in them, archives.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::io::{Cursor, Read as _};
use std::path::{Path, PathBuf};

use prompt_core::import::{FILE_BYTES, ImportFormat, Imported, NamedFile, import, import_files};
use zip::ZipArchive;

use crate::failure::Failure;
use crate::files::{self, STREAM};

/// Endings of the files that are read in folders and archives.
const ENDINGS: &[&str] = &[
    "md",
    "mdc",
    "markdown",
    "txt",
    "json",
    "jsonc",
    "json5",
    "jsonl",
    "ndjson",
    "yaml",
    "yml",
    "toml",
    "prompty",
    "prompt",
    "csv",
    "tsv",
    "xml",
    "html",
    "htm",
    "poml",
    "skill",
    "zip",
    "cursorrules",
    "windsurfrules",
    "clinerules",
    "roomodes",
];
/// Folders that hold no prompts of their own.
const SKIPPED: &[&str] = &[
    ".git",
    ".hg",
    ".svn",
    ".promptcase",
    "node_modules",
    "target",
    "__MACOSX",
];
/// The most MB that are unpacked from one archive.
const ARCHIVE_MB: u64 = 256;
/// The most MB of one file, as the importer reads them.
const FILE_MB: u64 = FILE_BYTES as u64 / 1024 / 1024;
const ARCHIVE_BYTES: u64 = ARCHIVE_MB * 1024 * 1024;
/// The deepest folder that is walked.
const DEPTH: usize = 32;

/// A file that was read, with its prompts.
pub struct Read {
    /// Its name in messages.
    pub name: String,
    /// Its contents.
    pub bytes: Vec<u8>,
    pub imported: Imported,
}

/// Reads the files with these names, or of these patterns. Folders and archives are read whole, and a failure does not
/// stop the others.
pub fn read_all(names: &[String], from: Option<ImportFormat>) -> Vec<Result<Read, Failure>> {
    let mut found = Vec::new();
    let mut failed = Vec::new();
    for name in names {
        match matching(name) {
            Ok(more) => add_new(&mut found, more, names),
            Err(failure) => failed.push(Err(failure)),
        }
    }
    let mut results = read_named(&found, from);
    results.extend(failed);
    results
}

fn read_named(names: &[String], from: Option<ImportFormat>) -> Vec<Result<Read, Failure>> {
    // The two files of a pattern are one prompt, also when both are named.
    let is_second = |name: &&String| {
        let path = Path::new(name.as_str());
        let is_user = path
            .file_name()
            .is_some_and(|file| file.eq_ignore_ascii_case("user.md"));
        is_user && system_of(names, path).is_some()
    };
    names
        .iter()
        .filter(|name| !is_second(name))
        .flat_map(|name| {
            let mut seconds = names.iter().filter(is_second);
            let second = seconds.find(|user| system_of(names, Path::new(user)) == Some(name));
            match second.map(|user| pattern(name, user, from)) {
                Some(Ok(read)) => read,
                Some(Err(failure)) => vec![Err(failure)],
                None => read(name, from),
            }
        })
        .collect()
}

/// The file with the system's text that a user's text belongs to.
fn system_of<'n>(names: &'n [String], user: &Path) -> Option<&'n String> {
    names.iter().find(|name| {
        let path = Path::new(name.as_str());
        let is_system = path
            .file_name()
            .is_some_and(|file| file.eq_ignore_ascii_case("system.md"));
        is_system && path.parent() == user.parent()
    })
}

/// Reads the two files of a pattern.
fn pattern(
    system: &str,
    user: &str,
    from: Option<ImportFormat>,
) -> Result<Vec<Result<Read, Failure>>, Failure> {
    let mut found = Vec::new();
    for name in [system, user] {
        let bytes = files::read(name)?.bytes;
        let name = name.replace('\\', "/");
        found.push(NamedFile { name, bytes });
    }
    let first = found[0].bytes.clone();
    Ok(import_files(&found, from)
        .into_iter()
        .map(|(_, imported)| {
            Ok(Read {
                name: system.to_owned(),
                bytes: first.clone(),
                imported,
            })
        })
        .collect())
}

fn read(name: &str, from: Option<ImportFormat>) -> Vec<Result<Read, Failure>> {
    let path = Path::new(name);
    if name != STREAM && path.is_dir() {
        let mut found = Vec::new();
        let mut results = Vec::new();
        let mut skipped = Vec::new();
        walk(
            path,
            (path, ""),
            (0, false),
            &mut (&mut found, &mut skipped),
            &mut results,
        );
        tell_skipped(name, &skipped);
        results.extend(together(name, found, from));
        if results.is_empty() {
            results.push(Err(Failure::content(
                format!("{name}: there is no file of a kind that can be read in this folder"),
                "name the files themselves",
            )));
        }
        return results;
    }
    let input = match files::read(name) {
        Ok(input) => input,
        Err(failure) => return vec![Err(failure)],
    };
    if is_archive(&input.bytes) {
        let mut results = match unpacked(&input.name, &input.bytes) {
            Ok(found) => together(&input.name, found, from),
            Err(failure) => vec![Err(failure)],
        };
        if results.is_empty() {
            results.push(Err(Failure::content(
                format!(
                    "{}: there is no file of a kind that can be read in this archive",
                    input.name
                ),
                "name the files themselves",
            )));
        }
        return results;
    }
    if is_named_archive(name) {
        return vec![Err(no_archive(&input.name))];
    }
    let file_name = (name != STREAM).then_some(name);
    vec![Ok(Read {
        imported: import(&input.bytes, file_name, from),
        name: input.name,
        bytes: input.bytes,
    })]
}

/// Whether a file has the ending of an archive.
fn is_named_archive(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|ending| {
        ending.eq_ignore_ascii_case("zip") || ending.eq_ignore_ascii_case("skill")
    })
}

fn no_archive(name: &str) -> Failure {
    Failure::content(
        format!("{name}: this is no zip archive"),
        "pack it anew, or give a text another ending",
    )
}

/// Imports files that stand in one folder or archive.
fn together(
    whole: &str,
    found: Vec<NamedFile>,
    from: Option<ImportFormat>,
) -> Vec<Result<Read, Failure>> {
    let (archives, found): (Vec<_>, Vec<_>) =
        found.into_iter().partition(|file| is_archive(&file.bytes));
    let (broken, found): (Vec<_>, Vec<_>) = found
        .into_iter()
        .partition(|file| is_named_archive(&file.name));
    let bytes: BTreeMap<&str, &[u8]> = found
        .iter()
        .map(|file| (file.name.as_str(), file.bytes.as_slice()))
        .collect();
    let mut results: Vec<_> = import_files(&found, from)
        .into_iter()
        .map(|(name, imported)| {
            Ok(Read {
                name: format!("{}/{name}", whole.trim_end_matches('/')),
                bytes: bytes
                    .get(name)
                    .map(|bytes| bytes.to_vec())
                    .unwrap_or_default(),
                imported,
            })
        })
        .collect();
    for file in broken {
        let name = format!("{}/{}", whole.trim_end_matches('/'), file.name);
        results.push(Err(no_archive(&name)));
    }
    for archive in archives {
        let name = format!("{}/{}", whole.trim_end_matches('/'), archive.name);
        match unpacked(&name, &archive.bytes) {
            // An archive in an archive is not read, so that none can unpack without end.
            Ok(inner) => {
                let (deeper, inner): (Vec<_>, Vec<_>) =
                    inner.into_iter().partition(|file| is_archive(&file.bytes));
                for file in deeper {
                    files::note(&crate::terminal::one_line(&format!(
                        "{name}/{}: info: not read, because it is an archive in an archive",
                        file.name
                    )));
                }
                results.extend(together(&name, inner, from));
            }
            Err(failure) => results.push(Err(failure)),
        }
    }
    results
}

/// The most files that are named as skipped.
const NAMED: usize = 10;

/// Says which files of a folder or an archive are of no kind that is read.
fn tell_skipped(whole: &str, skipped: &[String]) {
    // Nobody means the files that systems leave behind.
    let names: Vec<&str> = skipped
        .iter()
        .map(String::as_str)
        .filter(|name| !name.rsplit('/').next().unwrap_or_default().starts_with('.'))
        .collect();
    if names.is_empty() {
        return;
    }
    let more = match names.len() {
        count if count > NAMED => format!(" and {} more", count - NAMED),
        _ => String::new(),
    };
    let shown = names[..names.len().min(NAMED)].join(", ");
    files::note(&crate::terminal::one_line(&format!(
        "{whole}: info: not read, because of their endings: {shown}{more}"
    )));
}

/// Collects the files below a folder, in the order of their names, and the names of those that are not read.
fn walk(
    folder: &Path,
    (root, below): (&Path, &str),
    (depth, is_in_skill): (usize, bool),
    all: &mut (&mut Vec<NamedFile>, &mut Vec<String>),
    results: &mut Vec<Result<Read, Failure>>,
) {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) => {
            let name = folder.display().to_string();
            results.push(Err(Failure::file(
                &name,
                &error,
                "name a folder that can be read",
            )));
            return;
        }
    };
    let mut entries: Vec<_> = entries.flatten().map(|entry| entry.file_name()).collect();
    entries.sort();
    let is_skill = is_in_skill
        || entries
            .iter()
            .any(|name| name.eq_ignore_ascii_case("skill.md"));
    for entry in entries {
        let path = folder.join(&entry);
        let name = entry.to_string_lossy();
        let inner = format!("{below}{name}");
        if path.is_dir() {
            // A link could lead back to a folder above.
            if depth < DEPTH && !path.is_symlink() && !SKIPPED.contains(&&*name) {
                let place = (depth + 1, is_skill);
                walk(&path, (root, &format!("{inner}/")), place, all, results);
            }
        } else if files::leads_out(&path, root) {
            if path.is_file() {
                files::note(&crate::terminal::one_line(&format!(
                    "{}: info: not read, because it is a link out of the folder",
                    path.display()
                )));
            }
        } else if is_skill || below.contains("references/") || is_readable(&name) {
            match read_regular(&path) {
                Ok(Some(bytes)) => all.0.push(NamedFile { name: inner, bytes }),
                Ok(None) => {}
                Err(failure) => results.push(Err(failure)),
            }
        } else {
            all.1.push(inner);
        }
    }
}

/// Reads a file of a folder, within the size that is imported. Pipes and devices have no bytes of their own: `None`.
fn read_regular(path: &Path) -> Result<Option<Vec<u8>>, Failure> {
    let name = path.display().to_string();
    let failed = |error| Failure::file(&name, &error, "make it readable, or leave it out");
    // Opening a pipe would wait for its writer.
    if !fs::metadata(path).map_err(failed)?.is_file() {
        return Ok(None);
    }
    let is_packed = path.extension().is_some_and(|ending| {
        ending.eq_ignore_ascii_case("zip") || ending.eq_ignore_ascii_case("skill")
    });
    let most_mb = if is_packed { ARCHIVE_MB } else { FILE_MB };
    let file = fs::File::open(path).map_err(failed)?;
    let mut bytes = Vec::new();
    file.take(most_mb * 1024 * 1024 + 1)
        .read_to_end(&mut bytes)
        .map_err(failed)?;
    if bytes.len() as u64 > most_mb * 1024 * 1024 {
        return Err(Failure::content(
            format!("{name}: this file has more than {most_mb} MB"),
            "split it, or leave it out",
        ));
    }
    Ok(Some(bytes))
}

/// Whether a file's name is that of a prompt, or of a file that may hold one.
pub fn is_readable(name: &str) -> bool {
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    ENDINGS.contains(&ending.to_lowercase().as_str())
}

/// Whether a folder is one that holds prompts of its own.
pub fn is_walked(folder: &Path) -> bool {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    !SKIPPED.contains(&&*name)
}

/// The names of files for commands that take each for itself: folders with all that is in them, and patterns such as
/// `prompts/*.md` where no shell has replaced them.
pub fn expanded(names: &[String]) -> Result<Vec<String>, Failure> {
    let mut found = Vec::new();
    for name in names {
        let path = Path::new(name);
        if name != STREAM && path.is_dir() {
            let before = found.len();
            files_below(path, 0, &mut found);
            if found.len() == before {
                return Err(Failure::content(
                    format!("{name}: there is no file of a kind that can be read in this folder"),
                    "name the files themselves",
                ));
            }
        } else {
            add_new(&mut found, matching(name)?, names);
        }
    }
    Ok(found)
}

/// Adds names that are not there yet if some are patterns, which may meet the same file.
fn add_new(found: &mut Vec<String>, more: Vec<String>, asked: &[String]) {
    if !asked.iter().any(|name| is_pattern(name)) {
        found.extend(more);
        return;
    }
    let mut there: HashSet<PathBuf> = found.iter().map(PathBuf::from).collect();
    for name in more {
        if there.insert(PathBuf::from(&name)) {
            found.push(name);
        }
    }
}

/// Whether a name is a pattern that files have. Titles have such characters, too.
pub fn is_pattern_of_files(name: &str) -> bool {
    is_pattern(name) && matching(name).is_ok()
}

/// Whether a name is a pattern, and no file is called so.
fn is_pattern(name: &str) -> bool {
    name.contains(['*', '?', '[']) && !Path::new(name).exists()
}

/// The files of a pattern such as `prompts/**/*.md`, in the order of their names; else the name itself.
fn matching(name: &str) -> Result<Vec<String>, Failure> {
    if !is_pattern(name) {
        return Ok(vec![name.to_owned()]);
    }
    let paths = glob::glob(name).map_err(|error| {
        Failure::usage(
            format!("{name}: {error}"),
            "write a pattern such as prompts/*.md",
        )
    })?;
    let is_meant = |part: &str| !SKIPPED.contains(&part) || name.contains(part);
    let found: Vec<String> = paths
        .flatten()
        .filter(|path| path.is_file())
        .filter(|path| {
            let mut parts = path.iter();
            parts.all(|part| is_meant(&part.to_string_lossy()))
        })
        .map(|path| path.to_string_lossy().into_owned())
        .collect();
    if found.is_empty() {
        return Err(Failure::content(
            format!("{name}: no file has such a name"),
            "name existing files, or a folder",
        ));
    }
    Ok(found)
}

/// The name of the one file that a command takes, of which a pattern has one.
pub fn one(name: &str) -> Result<String, Failure> {
    let mut found = matching(name)?;
    match found.len() {
        1 => Ok(found.remove(0)),
        count => Err(Failure::usage(
            format!("{name} is the pattern of {count} files, and one is needed"),
            "name one of them",
        )),
    }
}

/// The archive's prompts, if a file's bytes are those of one.
pub fn of_archive(
    name: &str,
    bytes: &[u8],
    from: Option<ImportFormat>,
) -> Option<Result<Vec<Read>, Failure>> {
    is_archive(bytes).then(|| {
        let found = unpacked(name, bytes)?;
        together(name, found, from).into_iter().collect()
    })
}

fn files_below(folder: &Path, depth: usize, found: &mut Vec<String>) {
    let mut paths: Vec<_> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            if depth < DEPTH && !path.is_symlink() && is_walked(&path) {
                files_below(&path, depth + 1, found);
            }
        } else if is_readable(&path.to_string_lossy()) && path.is_file() {
            found.push(path.to_string_lossy().into_owned());
        }
    }
}

/// Whether bytes begin like a zip archive, as a `.skill` is one.
fn is_archive(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06")
}

/// Unpacks an archive in memory. Nothing is written, and sizes are limited.
fn unpacked(name: &str, bytes: &[u8]) -> Result<Vec<NamedFile>, Failure> {
    let broken = |error: &dyn std::fmt::Display| {
        Failure::content(
            format!("{name}: this archive cannot be read: {error}"),
            "unpack it, and name the folder",
        )
    };
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|error| broken(&error))?;
    let mut left = ARCHIVE_BYTES;
    let mut found = Vec::new();
    for at in 0..archive.len() {
        let file = archive.by_index(at).map_err(|error| broken(&error))?;
        let inner = file.name().replace('\\', "/");
        let is_skipped = inner.split('/').any(|part| SKIPPED.contains(&part));
        if file.is_dir() || is_skipped {
            continue;
        }
        let mut bytes = Vec::new();
        let most = left.min(FILE_BYTES as u64 + 1);
        file.take(most)
            .read_to_end(&mut bytes)
            .map_err(|error| broken(&error))?;
        left -= bytes.len() as u64;
        if left == 0 {
            return Err(Failure::content(
                format!("{name}: this archive unpacks to more than {ARCHIVE_MB} MB"),
                "unpack it, and name the files",
            ));
        }
        found.push(NamedFile { name: inner, bytes });
    }
    let folder = |name: &str| name.rfind('/').map_or(0, |at| at + 1);
    let names = found.iter().map(|file| file.name.as_str());
    let skills: Vec<String> = names
        .filter(|name| name[folder(name)..].eq_ignore_ascii_case("skill.md"))
        .map(|name| name[..folder(name)].to_owned())
        .collect();
    // As in a folder, everything in the folder of a skill belongs to it.
    let is_read = |file: &NamedFile| {
        let is_in_skill = skills
            .iter()
            .any(|skill| file.name.starts_with(skill.as_str()));
        is_in_skill || file.name.contains("references/") || is_readable(&file.name)
    };
    let (mut read, skipped): (Vec<_>, Vec<_>) = found.into_iter().partition(is_read);
    let skipped: Vec<String> = skipped.into_iter().map(|file| file.name).collect();
    tell_skipped(name, &skipped);
    read.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(read)
}
