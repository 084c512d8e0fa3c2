//! Files that belong together: a skill with its other files, a fabric pattern of two files.

use serde_json::{Map, Value};

use super::diagnostics::Diagnostics;
use super::{ImportFormat, Imported, decode, documents, import, object, plain_text};

/// A file of a folder or an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedFile {
    /// Its path within the folder, with slashes.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// The largest text in bytes that is kept with a skill.
const KEPT_BYTES: usize = 128 * 1024;

/// Imports the files of a folder. The result names the file that each part was read from; files that are
/// part of another one have no result of their own.
pub fn import_files(files: &[NamedFile], format: Option<ImportFormat>) -> Vec<(&str, Imported)> {
    let skills: Vec<&str> = files
        .iter()
        .filter(|file| base(&file.name).eq_ignore_ascii_case("skill.md"))
        .map(|file| folder(&file.name))
        .collect();
    let skill_of = |name: &str| {
        skills
            .iter()
            .copied()
            .filter(|skill| is_below(name, skill))
            .max_by_key(|skill| skill.len())
    };
    let mut results = Vec::new();
    for file in files {
        let (place, name) = (folder(&file.name), base(&file.name).to_lowercase());
        let skill = skill_of(&file.name);
        let is_skill = skill == Some(place) && name == "skill.md";
        if skill.is_some() && !is_skill {
            continue;
        }
        let beside = |wanted: &str| {
            files.iter().find(|other| {
                folder(&other.name) == place && base(&other.name).eq_ignore_ascii_case(wanted)
            })
        };
        if name == "user.md" && beside("system.md").is_some() {
            continue;
        }
        let mut imported = match beside("user.md") {
            Some(user) if name == "system.md" => pattern(file, user, format),
            _ => import(&file.bytes, Some(&file.name), format),
        };
        if is_skill && let [only] = &mut imported.prompts[..] {
            let others = files
                .iter()
                .filter(|other| other.name != file.name && skill_of(&other.name) == skill);
            let mut problems = Diagnostics::default();
            let kept = kept(place, others, &mut problems);
            only.diagnostics.extend(problems.into_list());
            object::keep_files(&mut only.prompt, kept);
        }
        results.push((file.name.as_str(), imported));
    }
    results
}

fn folder(name: &str) -> &str {
    name.rsplit_once('/').map_or("", |(folder, _)| folder)
}

fn base(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

fn is_below(name: &str, folder: &str) -> bool {
    folder.is_empty()
        || name
            .strip_prefix(folder)
            .is_some_and(|rest| rest.starts_with('/'))
}

/// Keeps the texts among the other files of a skill.
fn kept<'f>(
    place: &str,
    files: impl Iterator<Item = &'f NamedFile>,
    diagnostics: &mut Diagnostics,
) -> Map<String, Value> {
    let mut kept = Map::new();
    for file in files {
        let name = file.name.strip_prefix(place).unwrap_or(&file.name);
        let name = name.trim_start_matches('/');
        let text = decode::decode(&file.bytes, &mut Diagnostics::default());
        match text.filter(|text| text.len() <= KEPT_BYTES && !text.contains('\0')) {
            Some(text) => {
                kept.insert(name.to_owned(), Value::from(text));
            }
            None => diagnostics.warn(
                "left_out",
                name,
                format!("Only texts of at most {KEPT_BYTES} bytes are kept with a skill; this file was left out"),
            ),
        }
    }
    if !kept.is_empty() {
        diagnostics.info(
            "files_kept",
            "",
            format!("{} other files of the skill are kept with it", kept.len()),
        );
    }
    kept
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
