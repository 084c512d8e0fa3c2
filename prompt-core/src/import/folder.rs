//! Files that belong together: a skill with its other files, a fabric pattern of two files.

use serde_json::{Map, Value};

use super::diagnostics::Diagnostics;
use super::{IMPORTED, ImportFormat, Imported, decode, documents, import, object, plain_text};
use crate::{Prompt, limits};

/// A file of a folder or an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedFile {
    /// Its path within the folder, with slashes.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// The names of the files that others belong to, in any case.
const SKILL: &str = "skill.md";
const SYSTEM: &str = "system.md";
const USER: &str = "user.md";

/// The largest text in KB that is kept with a skill.
const KEPT_KB: usize = 128;
/// Bytes of a prompt's content that stay free beside the files that are kept with it.
const FREE_BYTES: usize = 1024;

/// Imports the files of a folder. The result names the file that each part was read from; files that
/// belong to another one have no result of their own.
pub fn import_files(files: &[NamedFile], format: Option<ImportFormat>) -> Vec<(&str, Imported)> {
    let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    let groups = file_groups(&names).into_iter();
    let results = groups.filter_map(|group| {
        let group: Vec<&NamedFile> = group.iter().filter_map(|at| files.get(*at)).collect();
        let (first, others) = group.split_first()?;
        Some((first.name.as_str(), import_group(first, others, format)))
    });
    results.collect()
}

/// The files that belong together, as places in the list: the first of a group is the one that the others
/// belong to. Most groups are single files.
pub fn file_groups(names: &[&str]) -> Vec<Vec<usize>> {
    let in_folders = |wanted: &str| -> Vec<(&str, usize)> {
        let names = names.iter().enumerate();
        names
            .filter(|(_, name)| base(name).eq_ignore_ascii_case(wanted))
            .map(|(at, name)| (folder(name), at))
            .collect()
    };
    let find = |list: &[(&str, usize)], wanted: &str| {
        list.iter()
            .find(|(place, _)| *place == wanted)
            .map(|(_, at)| *at)
    };
    let mut skills = in_folders(SKILL);
    // A skill may have another name: the only document beside its folder of references.
    for place in names.iter().filter_map(|name| references(name)) {
        let mut documents = names
            .iter()
            .enumerate()
            .filter(|(_, name)| folder(name) == place && is_document(name));
        if find(&skills, place).is_none()
            && let (Some((at, _)), None) = (documents.next(), documents.next())
        {
            skills.push((place, at));
        }
    }
    let patterns = in_folders(SYSTEM);
    let owner = |at: usize, name: &str| {
        let skill = ancestors(name).find_map(|folder| find(&skills, folder));
        let is_user = base(name).eq_ignore_ascii_case(USER);
        let pattern = find(&patterns, folder(name)).filter(|_| is_user);
        skill.or(pattern).unwrap_or(at)
    };
    let mut groups: Vec<Vec<usize>> = vec![Vec::new(); names.len()];
    for (at, name) in names.iter().enumerate() {
        let owner = owner(at, name);
        let group = &mut groups[owner];
        if group.is_empty() {
            group.push(owner);
        }
        if at != owner {
            group.push(at);
        }
    }
    groups.retain(|group| !group.is_empty());
    groups
}

/// Imports a file with the files that belong to it, as [`file_groups`] has them.
pub fn import_group(
    first: &NamedFile,
    others: &[&NamedFile],
    format: Option<ImportFormat>,
) -> Imported {
    if let [user] = others
        && base(&first.name).eq_ignore_ascii_case(SYSTEM)
    {
        return pattern(first, user, format);
    }
    let mut imported = import(&first.bytes, Some(&first.name), format);
    if let [only] = &mut imported.prompts[..]
        && !others.is_empty()
    {
        let mut problems = Diagnostics::default();
        let content = serde_json::to_string(&only.prompt.content).unwrap_or_default();
        let most_bytes = limits::CONTENT_BYTES.saturating_sub(content.len() + FREE_BYTES);
        let kept = kept(folder(&first.name), others, most_bytes, &mut problems);
        only.diagnostics.extend(problems.into_list());
        object::keep_files(&mut only.prompt, kept);
    }
    imported
}

/// The other files of a skill that are kept with a prompt, by their path beside it. A path that leads elsewhere is left
/// out: whoever stored the prompt wrote it.
pub fn kept_files(prompt: &Prompt) -> Vec<(String, String)> {
    let imported = prompt.content.extra.get(IMPORTED);
    let files = imported.and_then(|imported| imported.get("files")?.as_object());
    let texts = files.into_iter().flatten();
    let texts = texts.filter_map(|(name, text)| Some((name.clone(), text.as_str()?.to_owned())));
    texts.filter(|(name, _)| is_safe(name)).collect()
}

/// Whether a file of a skill may be written under its name.
fn is_safe(name: &str) -> bool {
    // A part with a dot before it may be one that programs take orders from, as `.git`. Windows knows `.git` as `git~1`,
    // and leaves out dots and blanks at the end.
    let is_part = |part: &str| {
        !part.is_empty()
            && !part.starts_with('.')
            && !part.starts_with(char::is_whitespace)
            && !part.ends_with(['.', ' '])
            && !part.contains(['\\', ':', '~'])
            && !part.contains(is_unseen)
    };
    name.split('/').all(is_part) && !base(name).eq_ignore_ascii_case(SKILL)
}

/// Whether some file systems leave out a character of a name, or it cannot be seen.
const fn is_unseen(one: char) -> bool {
    matches!(one, '\0'..='\x1f' | '\x7f' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// The folder whose `references` a file is in.
fn references(name: &str) -> Option<&str> {
    let (place, inner) = name.split_once("references/")?;
    let place = place.strip_suffix('/').or(place.is_empty().then_some(""))?;
    (!inner.is_empty()).then_some(place)
}

fn is_document(name: &str) -> bool {
    let ending = base(name).rsplit_once('.').map_or("", |(_, ending)| ending);
    ending.eq_ignore_ascii_case("md")
}

/// The folders that a file is in, the innermost first; last the whole.
fn ancestors(name: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(folder(name)), |inner| {
        (!inner.is_empty()).then(|| folder(inner))
    })
}

fn folder(name: &str) -> &str {
    name.rsplit_once('/').map_or("", |(folder, _)| folder)
}

fn base(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

/// Keeps the texts among the other files of a skill, as many as a content of this size holds.
fn kept(
    place: &str,
    files: &[&NamedFile],
    most_bytes: usize,
    diagnostics: &mut Diagnostics,
) -> Map<String, Value> {
    let mut kept = Map::new();
    let mut unsafe_names = Vec::new();
    let mut no_texts = Vec::new();
    let mut too_many = Vec::new();
    let mut left_bytes = most_bytes;
    for file in files {
        let name = file.name.strip_prefix(place).unwrap_or(&file.name);
        let name = name.trim_start_matches('/');
        if !is_safe(name) {
            unsafe_names.push(name);
            continue;
        }
        let text = decode::decode(&file.bytes, &mut Diagnostics::default());
        let Some(text) = text.filter(|text| text.len() <= KEPT_KB * 1024 && !text.contains('\0'))
        else {
            no_texts.push(name);
            continue;
        };
        let text = Value::from(text);
        // A colon and a comma stand beside the two in JSON.
        let bytes = Value::from(name).to_string().len() + text.to_string().len() + 2;
        if bytes <= left_bytes {
            left_bytes -= bytes;
            kept.insert(name.to_owned(), text);
        } else {
            too_many.push(name);
        }
    }
    let each = format!("Only texts of at most {KEPT_KB} KB are kept with a skill");
    left_out(&no_texts, &each, diagnostics);
    let names = "Files in hidden folders or with a dot before their name are not kept with a skill";
    left_out(&unsafe_names, names, diagnostics);
    let all = format!(
        "A skill and its files have room for {} MB",
        limits::CONTENT_BYTES / 1024 / 1024
    );
    left_out(&too_many, &all, diagnostics);
    if !kept.is_empty() {
        diagnostics.info(
            "files_kept",
            "",
            match kept.len() {
                1 => "1 other file of the skill is kept with it".to_owned(),
                count => format!("{count} other files of the skill are kept with it"),
            },
        );
    }
    kept
}

/// Names the files that are not kept, for a reason.
fn left_out(names: &[&str], reason: &str, diagnostics: &mut Diagnostics) {
    let (place, files) = match names {
        [] => return,
        [only] => (*only, "this file was left out".to_owned()),
        names => (
            "",
            format!("{} files were left out: {}", names.len(), names.join(", ")),
        ),
    };
    diagnostics.warn("left_out", place, format!("{reason}; {files}"));
}

/// Reads a fabric pattern: a system message and, unless it is empty, a user message.
fn pattern(system: &NamedFile, user: &NamedFile, format: Option<ImportFormat>) -> Imported {
    let name = Some(user.name.as_str());
    let second = import(&user.bytes, name, format.or(Some(ImportFormat::Fabric)));
    let text = decode::decode(&user.bytes, &mut Diagnostics::default()).unwrap_or_default();
    let name = Some(system.name.as_str());
    if second.prompts.is_empty() || text.trim().is_empty() {
        return import(&system.bytes, name, format);
    }
    let mut diagnostics = Diagnostics::default();
    let Some(first) = decode::decode(&system.bytes, &mut diagnostics) else {
        return import(&system.bytes, name, format);
    };
    let (first, text) = (
        plain_text::with_line_feeds(&first),
        plain_text::with_line_feeds(&text),
    );
    let draft = documents::pair(&system.name, &first, &text, diagnostics);
    Imported {
        format: ImportFormat::Fabric,
        prompts: vec![super::finish(draft)],
        diagnostics: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn other_files_lead_nowhere_and_give_no_program_orders() {
        let is_kept = |name: &str| {
            let mut prompt = Prompt::default();
            let files = json!({ "files": { name: "x" } });
            prompt.content.extra.insert(IMPORTED.to_owned(), files);
            kept_files(&prompt).len() == 1
        };
        for name in ["references/r.md", "a b/c-d_e.1.txt", "git/x", "日本.md"] {
            assert!(is_kept(name), "{name}");
        }
        for name in [
            "../x",
            "/x",
            "a//b",
            "a/../b",
            ".git/config",
            ".GIT/config",
            "a/.Git/HEAD",
            "git~1/config",
            "GIT~1/config",
            " .git/config",
            "a./b",
            "a /b",
            "\u{200c}.git/config",
            ".g\u{200c}it/config",
            ".PROMPTCASE/x",
            ".vscode/tasks.json",
            "c:x",
            "a\\b",
            "a\nb",
            "skill.md",
        ] {
            assert!(!is_kept(name), "{name:?}");
        }
    }
}
