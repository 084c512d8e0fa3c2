//! A file that stands for a prompt of the server: read, written and remembered.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use prompt_core::export::{ExportFormat, ExportOptions, export};
use prompt_core::import::{ImportFormat, import};
use prompt_core::pairing::adopt_ids;
use prompt_core::{Prompt, VersionNumber};
use uuid::Uuid;

use crate::failure::Failure;
use crate::files::{self, STREAM};
use crate::prompts;
use crate::records::{self, Record, Records};
use crate::remote::Address;

/// A file as it was read.
pub struct Working {
    pub name: String,
    pub bytes: Vec<u8>,
    pub format: ImportFormat,
    pub prompt: Prompt,
}

impl Working {
    /// Reads the one prompt of a file. Items that have no id are those of the known prompt that they were.
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

    /// The file, unless it is standard input.
    pub fn path(&self) -> Option<&Path> {
        (self.name != STREAM).then(|| Path::new(&self.name))
    }

    /// The format in which the file can be written again, where it is one of the seven.
    pub fn written_as(&self) -> Option<ExportFormat> {
        self.format.as_str().parse().ok()
    }
}

/// Completes what was read from a file by a known prompt: items that have no id take over that of the item they were, and a file
/// with nothing in it takes over the structure, which stays.
pub fn adopt(prompt: &mut Prompt, known: &Prompt) {
    adopt_ids(&known.content, &mut prompt.content);
    if prompt.content.has_no_items() {
        prompt.structure_type = known.structure_type;
    }
}

/// Whether a file says the same as a prompt, beside who can find it, which an option decides.
pub fn is_same_text(file: &Prompt, prompt: &Prompt) -> bool {
    let mut file = Prompt {
        is_public: prompt.is_public,
        ..file.clone()
    };
    adopt(&mut file, prompt);
    file.says_the_same(prompt)
}

/// What a file says, with the ids it had when it was pushed to this server.
pub fn read_as_pushed(name: &str, server: &Address) -> Result<Prompt, Failure> {
    let path = Path::new(name);
    let records = (name != STREAM && path.is_file()).then(|| Records::beside(path));
    let records = records.transpose()?;
    let record = records.as_ref().and_then(|records| records.of(server));
    Ok(Working::read(name, None, record.map(|record| &record.prompt))?.prompt)
}

/// Writes what the server has to a file, in a text that was made of it, and remembers it. Says whether the file holds all of
/// it.
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

/// Writes a file anew, as another prompt in the same format. What it was is kept beside it. Nothing is written where the format
/// cannot hold all of the prompt. `holds` says what it then holds.
pub fn rewrite(
    working: &Working,
    record: &Record,
    prompt: Prompt,
    holds: &str,
) -> Result<bool, Failure> {
    let (Some(path), Some(format)) = (working.path(), working.written_as()) else {
        return Ok(false);
    };
    if !record.is_ours {
        return Ok(false);
    }
    let text = export(&prompt, &ExportOptions::new(format)).text;
    if !says(&text, path, &prompt) {
        return Ok(false);
    }
    let kept = records::keep(path)?;
    write(path, &text, &record.server, record.id, prompt)?;
    files::note(&format!(
        "{} {holds}; as it was it is kept in {}.",
        working.name,
        kept.display()
    ));
    Ok(true)
}

/// Whether a file is, byte for byte, what this program makes of a prompt.
pub fn is_as_written(bytes: &[u8], format: Option<ExportFormat>, prompt: &Prompt) -> bool {
    format
        .is_some_and(|format| export(prompt, &ExportOptions::new(format)).text.as_bytes() == bytes)
}

/// Whether a file that is as it is remembered may be written anew: it is in the form in which this program writes files.
pub fn may_rewrite(record: &Record, file: &Path, bytes: &[u8]) -> bool {
    // Of what an earlier version remembered, it does not say.
    let format = || prompts::format_of(&file.to_string_lossy());
    record.is_ours || is_as_written(bytes, format(), &record.prompt)
}

/// Refuses to write over what a person wrote and nobody else has, unless it is forced; over a file in a form of another program;
/// and over what is no file at all, of which nothing could be remembered.
pub fn guard(file: &Path, is_forced: bool) -> Result<(), Failure> {
    if fs::metadata(file).is_ok_and(|found| !found.is_file()) {
        return Err(Failure::usage(
            format!("{} is no file", file.display()),
            "name a file, or leave out -o to print the prompt",
        ));
    }
    if is_forced {
        return Ok(());
    }
    let bytes = match fs::read(file) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => {
            return Err(Failure::file(
                &file.display().to_string(),
                &error,
                "name another file",
            ));
        }
    };
    let records = Records::beside(file)?;
    let name = file.display();
    if let Some(record) = records.of_bytes(&bytes) {
        if may_rewrite(record, file, &bytes) {
            return Ok(());
        }
        Err(Failure::usage(
            format!("{name} is not in a form that promptcase writes, and would lose its own"),
            "name another file, or --force to write over it",
        ))
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

/// Whether a text, read again, says the same as a prompt and who can find it. A push of one that does not say that would hide the
/// prompt.
pub fn says(text: &str, file: &Path, prompt: &Prompt) -> bool {
    let name = file.to_string_lossy();
    let imported = import(text.as_bytes(), Some(&name), None);
    let [only] = imported.prompts.as_slice() else {
        return false;
    };
    only.prompt.is_public == prompt.is_public && is_same_text(&only.prompt, prompt)
}

/// How messages call a prompt.
pub fn called(prompt: &Prompt, number: VersionNumber) -> String {
    crate::terminal::one_line(&format!("{} {number}", prompt.title))
}
