//! The file of a prompt on the server: reading, writing and recording it.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use prompt_core::export::{ExportFormat, ExportOptions, Exported, ForeignFormat, export};
use prompt_core::import::{
    ImportFormat, export_for_tool, export_to_source, import, rewrite_file, source_format,
};
use prompt_core::pairing::adopt_ids;
use prompt_core::{Diagnostic, Prompt, VersionNumber};
use uuid::Uuid;

use crate::failure::Failure;
use crate::files::{self, STREAM};
use crate::prompts;
use crate::records::{self, Record, Records};
use crate::remote::Address;

/// A file with its parsed prompt.
pub struct Working {
    pub name: String,
    pub bytes: Vec<u8>,
    pub format: ImportFormat,
    pub prompt: Prompt,
}

impl Working {
    /// Parses a file that must contain one prompt. Items without ids adopt those of the matching items in the
    /// known prompt.
    pub fn read(
        name: &str,
        from: Option<ImportFormat>,
        known: Option<&Prompt>,
    ) -> Result<Self, Failure> {
        let input = files::read(name)?;
        let file_name = (name != STREAM).then_some(name);
        let imported = import(&input.bytes, file_name, from);
        let format = imported.format;
        let mut prompt = prompts::only(&input.name, imported)?;
        if let Some(known) = known {
            adopt(&mut prompt, known);
        }
        Ok(Self {
            format,
            prompt,
            name: name.to_owned(),
            bytes: input.bytes,
        })
    }

    /// The path, unless it is standard input.
    pub fn path(&self) -> Option<&Path> {
        (self.name != STREAM).then(|| Path::new(&self.name))
    }

    /// The format to rewrite the file in, if it is one of the seven.
    pub fn written_as(&self) -> Option<ExportFormat> {
        self.format.as_str().parse().ok()
    }
}

/// Completes a parsed prompt from a known one: items without ids adopt those of their matches, and an empty
/// prompt adopts the structure, which cannot change.
pub fn adopt(prompt: &mut Prompt, known: &Prompt) {
    adopt_ids(&known.content, &mut prompt.content);
    if prompt.content.has_no_items() {
        prompt.structure_type = known.structure_type;
    }
}

/// Gives the texts of a file the line ends around them that the prompt has, where the file, which says all else, has no
/// place for them.
pub fn adopt_ends(said: &mut Prompt, mine: &mut Prompt, base: &Prompt) {
    let known: Vec<_> = texts_by_id(&mut base.clone())
        .map(|(id, text)| (id, text.clone()))
        .collect();
    let find = |id: &str| known.iter().find(|(known, _)| known == id);
    let mut new = Vec::new();
    for (id, text) in texts_by_id(said) {
        let Some((_, known)) = find(&id) else {
            continue;
        };
        let inner = known.trim();
        if text != known && text.trim() == inner && !inner.is_empty() {
            text.clone_from(known);
            let at = known.find(inner).unwrap_or_default();
            new.push((id, &known[..at], &known[at + inner.len()..]));
        }
    }
    for (id, text) in texts_by_id(mine) {
        if let Some((_, head, tail)) = new.iter().find(|(known, ..)| *known == id) {
            *text = format!("{head}{}{tail}", text.trim());
        }
    }
}

/// The texts of segments and sections, each with the id of its item.
fn texts_by_id(prompt: &mut Prompt) -> impl Iterator<Item = (String, &mut String)> {
    let segments = prompt.content.segments.iter_mut();
    let sections = prompt.content.sections.iter_mut();
    segments
        .map(|one| (one.id.clone(), &mut one.content))
        .chain(sections.map(|one| (one.id.clone(), &mut one.content)))
}

/// Whether a file has the same text as a prompt, ignoring visibility, which an option sets.
pub fn is_same_text(file: &Prompt, prompt: &Prompt) -> bool {
    let mut file = Prompt {
        is_public: prompt.is_public,
        ..file.clone()
    };
    adopt(&mut file, prompt);
    file.says_the_same(prompt)
}

/// Parses a file, with the ids recorded at its last push to this server.
pub fn read_as_pushed(name: &str, server: &Address) -> Result<Prompt, Failure> {
    let path = Path::new(name);
    let records = (name != STREAM && path.is_file()).then(|| Records::beside(path));
    let records = records.transpose()?;
    let record = records.as_ref().and_then(|records| records.of(server));
    Ok(Working::read(name, None, record.map(|record| &record.prompt))?.prompt)
}

/// Writes an exported prompt to a file with its record, and returns whether the file contains the whole prompt.
pub fn write(
    file: &Path,
    text: &str,
    server: &Address,
    id: Uuid,
    prompt: Prompt,
) -> Result<bool, Failure> {
    let is_whole = says(text, file, &prompt);
    let mut record = Record::new(server, id, text.as_bytes(), prompt);
    record.is_whole = is_whole;
    record.is_ours = true;
    Records::to_write(file)?.remember_written(record, file, text)?;
    Ok(is_whole)
}

/// Writes another program's file with its record, and returns whether the file has the prompt's texts. What else it has no
/// place for is recorded as not said.
pub fn write_back(
    file: &Path,
    text: &str,
    server: &Address,
    id: Uuid,
    prompt: Prompt,
) -> Result<bool, Failure> {
    let mut said = import(text.as_bytes(), Some(&file.to_string_lossy()), None).prompts;
    let said = said.pop().map(|said| {
        let mut said = said.prompt;
        adopt(&mut said, &prompt);
        said
    });
    // A tool's file may have the texts of several items in one, or variables in another form.
    let is_whole = said.as_ref().is_some_and(|said| has_texts(said, &prompt));
    let mut record = Record::new(server, id, text.as_bytes(), prompt);
    record.is_whole = is_whole;
    record.said = said.filter(|said| !said.says_the_same(&record.prompt));
    Records::to_write(file)?.remember_written(record, file, text)?;
    Ok(is_whole)
}

/// Whether a file has every item's text, apart from line ends.
fn has_texts(said: &Prompt, prompt: &Prompt) -> bool {
    fn texts(prompt: &Prompt) -> Vec<String> {
        let content = &prompt.content;
        let segments = content.segments.iter().map(|one| &one.content);
        let sections = content
            .sections
            .iter()
            .flat_map(|one| [&one.title, &one.content]);
        let texts = segments.chain(sections);
        texts
            .map(|text| text.replace("\r\n", "\n").trim().to_owned())
            .collect()
    }
    said.content.modules.len() == prompt.content.modules.len()
        && said.content.blocks.len() == prompt.content.blocks.len()
        && texts(said) == texts(prompt)
}

/// A file with another prompt in it.
pub struct Renewed {
    pub text: String,
    pub warnings: Vec<Diagnostic>,
    /// The other files of a skill, by their path beside it.
    pub beside: Vec<(String, String)>,
    /// Whether it is in a form of this program.
    pub is_ours: bool,
}

impl Renewed {
    pub fn of(exported: Exported, is_ours: bool) -> Self {
        Self {
            text: exported.text,
            warnings: exported.warnings,
            beside: exported.files,
            is_ours,
        }
    }
}

/// The text of a file with another prompt: in our form if the file is in it, else the same file outside of
/// what differs. `None` if the file cannot hold the prompt's texts.
pub fn renewed(record: &Record, file: &Path, bytes: &[u8], prompt: &Prompt) -> Option<Renewed> {
    let name = file.to_string_lossy();
    if let Some(format) = prompts::format_of(&name)
        && may_rewrite(record, file, bytes)
    {
        let exported = export(prompt, &ExportOptions::new(format));
        return Some(Renewed::of(exported, true));
    }
    let is_kept = is_kept_source(&record.prompt, bytes);
    let as_tool = || {
        // A file that somebody else wrote keeps its form, even if a tool's would be the same.
        let is_written = !record.is_whole || !is_kept;
        let (tool, number) = is_written.then(|| tool_of(&name, bytes, &record.prompt))??;
        let mut prompt = prompt.clone();
        // A push raises the number and leaves the file as it is.
        if prompt.version() == record.prompt.version() {
            prompt.set_version(number);
        }
        Some(Renewed::of(export_for_tool(&prompt, tool), false))
    };
    let kept = is_kept.then(|| in_new_form(record, bytes, prompt));
    kept.flatten()
        .or_else(as_tool)
        .or_else(|| back(&name, bytes, prompt))
}

const MARK: char = '\u{feff}';

/// Whether a file is the one that the server keeps with a prompt. It may have a byte order mark, or none.
fn is_kept_source(prompt: &Prompt, bytes: &[u8]) -> bool {
    let plain = |text: &str| text.trim_start_matches(MARK).to_owned();
    let text = std::str::from_utf8(bytes).ok();
    let kept = text.and_then(|_| export_to_source(prompt));
    kept.zip(text)
        .is_some_and(|(kept, text)| plain(&kept.text) == plain(text))
}

/// The tool for which a file was written from a prompt, if it still is what was written, and the version that it tells.
fn tool_of(name: &str, bytes: &[u8], prompt: &Prompt) -> Option<(ForeignFormat, VersionNumber)> {
    let mut written = prompt.clone();
    if let Some(number) = told_version(bytes) {
        written.set_version(number);
    }
    let is_as_written = |tool: &&ForeignFormat| {
        name.ends_with(tool.ending()) && export_for_tool(&written, **tool).text.as_bytes() == bytes
    };
    let tool = ForeignFormat::ALL.iter().find(is_as_written).copied()?;
    Some((tool, written.version()))
}

/// The version that a skill tells among its details.
fn told_version(bytes: &[u8]) -> Option<VersionNumber> {
    let text = std::str::from_utf8(bytes).ok()?;
    let (_, value) = text.split_once("\n  version: \"")?;
    value.split('"').next()?.parse().ok()
}

/// The file that the server keeps with a prompt, in the place of the one that it kept with the recorded one. It may
/// have more that is new than the prompt: somebody else pushed it with other details of its own format.
fn in_new_form(record: &Record, bytes: &[u8], prompt: &Prompt) -> Option<Renewed> {
    let is_same_format = source_format(prompt) == source_format(&record.prompt);
    let mut new = Renewed::of(is_same_format.then(|| export_to_source(prompt))??, false);
    new.text = new.text.trim_start_matches(MARK).to_owned();
    if bytes.starts_with(MARK.to_string().as_bytes()) {
        new.text.insert(0, MARK);
    }
    Some(new)
}

/// Another program's file with the texts of a prompt.
pub fn back(name: &str, bytes: &[u8], prompt: &Prompt) -> Option<Renewed> {
    let (bytes, warnings) = rewrite_file(bytes, Some(name), prompt)?;
    Some(Renewed {
        text: String::from_utf8(bytes).ok()?,
        warnings,
        beside: Vec::new(),
        is_ours: false,
    })
}

/// Writes the file that a prompt came from, if the path has its name or an ending that only such files have.
pub fn source_for(file: &str, prompt: &Prompt) -> Option<Exported> {
    /// Endings that no format of ours has, or only in this form.
    const ENDINGS: [&str; 9] = [
        ".prompty",
        ".prompt",
        ".mdc",
        ".toml",
        ".prompt.md",
        ".instructions.md",
        ".agent.md",
        ".prompt.yml",
        ".prompt.yaml",
    ];
    source_format(prompt)?;
    let exported = export_to_source(prompt)?;
    let base = file.rsplit(['/', '\\']).next().unwrap_or(file);
    let their_base = exported.file_name.rsplit('/').next().unwrap_or_default();
    let is_same = base.eq_ignore_ascii_case(their_base)
        || ENDINGS
            .iter()
            .any(|ending| base.ends_with(ending) && exported.file_name.ends_with(ending));
    is_same.then_some(exported)
}

/// Rewrites a file with another prompt, after copying the old file. Returns `false` without writing if the file
/// cannot hold the whole prompt.
pub fn rewrite(
    working: &Working,
    record: &Record,
    prompt: Prompt,
    holds: &str,
) -> Result<bool, Failure> {
    let Some(path) = working.path() else {
        return Ok(false);
    };
    let Some(new) = renewed(record, path, &working.bytes, &prompt) else {
        return Ok(false);
    };
    if new.is_ours && !says(&new.text, path, &prompt) {
        return Ok(false);
    }
    let kept = records::keep(path)?;
    prompts::note_all(&working.name, &new.warnings);
    if new.is_ours {
        write(path, &new.text, &record.server, record.id, prompt)?;
    } else {
        write_back(path, &new.text, &record.server, record.id, prompt)?;
    }
    files::note(&format!(
        "{} {holds}; as it was it is kept in {}.",
        working.name,
        kept.display()
    ));
    Ok(true)
}

/// Whether a file is byte for byte this program's export of a prompt.
pub fn is_as_written(bytes: &[u8], format: Option<ExportFormat>, prompt: &Prompt) -> bool {
    format
        .is_some_and(|format| export(prompt, &ExportOptions::new(format)).text.as_bytes() == bytes)
}

/// Whether an unchanged file may be rewritten: only if it is formatted as this program writes it.
pub fn may_rewrite(record: &Record, file: &Path, bytes: &[u8]) -> bool {
    // Records of earlier versions lack `is_ours`.
    let format = || prompts::format_of(&file.to_string_lossy());
    record.is_ours || is_as_written(bytes, format(), &record.prompt)
}

/// Refuses to overwrite unpushed changes, unless forced; always refuses anything but a regular file, since no
/// record could be stored. Returns the bytes of a file in another program's form, which is to be written back.
pub fn guard(file: &Path, is_forced: bool) -> Result<Option<Vec<u8>>, Failure> {
    if fs::metadata(file).is_ok_and(|found| !found.is_file()) {
        return Err(Failure::usage(
            format!("{} is no file", file.display()),
            "name a file, or leave out -o to print the prompt",
        ));
    }
    let bytes = match fs::read(file) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(_) if is_forced => return Ok(None),
        Err(error) => {
            return Err(Failure::file(
                &file.display().to_string(),
                &error,
                "name another file",
            ));
        }
    };
    if is_forced {
        return Ok(None);
    }
    let records = Records::beside(file)?;
    let name = file.display();
    if let Some(record) = records.of_bytes(&bytes) {
        let is_ours = may_rewrite(record, file, &bytes);
        Ok((!is_ours).then_some(bytes))
    } else if records.is_empty() {
        Err(Failure::usage(
            format!("{name} is there already"),
            "name another file, or --force to write over it",
        ))
    } else {
        Err(Failure::usage(
            format!("{name} has changes that were not pushed"),
            format!("push them first: promptcase push {name}; or --force to write over them"),
        ))
    }
}

/// Whether a text, parsed again, yields the same prompt with the same visibility. Pushing a file that omits the
/// visibility would make the prompt private.
pub fn says(text: &str, file: &Path, prompt: &Prompt) -> bool {
    let name = file.to_string_lossy();
    let imported = import(text.as_bytes(), Some(&name), None);
    let [only] = imported.prompts.as_slice() else {
        return false;
    };
    only.prompt.is_public == prompt.is_public && is_same_text(&only.prompt, prompt)
}

/// The title and version of a prompt in messages.
pub fn called(prompt: &Prompt, number: VersionNumber) -> String {
    crate::terminal::one_line(&format!("{} {number}", prompt.title))
}
