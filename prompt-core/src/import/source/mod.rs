//! The source of an imported file: its text with holes where the texts of the prompt stood. Filled with the
//! texts of an edited prompt it is the same file outside of the edits.

mod blocks;
mod details;
mod difference;
mod elements;
mod holes;
mod places;
mod scalars;

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::detect::is_json;
use super::folder::kept_files;
use super::{
    BYTE_ORDER_MARK, FILE_BYTES, File, ImportFormat, diagnostics::Diagnostics, plain_text,
};
use crate::content::SOURCE;
use crate::export::{Exported, ForeignFormat, export_foreign, files_left_out, skill_name};
use crate::limits::ITEMS;
use crate::{Diagnostic, Prompt, Severity, StructureType};
use blocks::Block;
use difference::{differences, has_same_items};
use holes::{FIELDS, Field, Hole, Piece, Place, count, sum};
use places::{Offsets, assign, cut, in_document, tag_list};
use plain_text::is_named_by_folder;
use scalars::{Style, of_json, of_toml, of_yaml};

/// The largest file in KB whose source is kept.
const SOURCE_KB: usize = 256;

/// A file with holes.
#[derive(Debug, Clone, PartialEq)]
struct Source {
    format: ImportFormat,
    /// The end of its name, which some readers look at.
    name: Option<String>,
    is_crlf: bool,
    /// Whether it begins with a byte order mark.
    is_marked: bool,
    pieces: Vec<Piece>,
}

/// The syntax of a file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Syntax {
    Json,
    Yaml,
    Toml,
    Document,
}

fn syntax(format: ImportFormat, text: &str) -> Syntax {
    match format {
        ImportFormat::Prompty
        | ImportFormat::Dotprompt
        | ImportFormat::Cursor
        | ImportFormat::ClaudeCode
        | ImportFormat::Vscode
        | ImportFormat::Windsurf
        | ImportFormat::Fabric
        | ImportFormat::Markdown
        | ImportFormat::PlainText => Syntax::Document,
        ImportFormat::Gemini if !text.trim_start().starts_with('{') => Syntax::Toml,
        // YAML may begin like JSON, too.
        _ if text.trim_start().starts_with(['{', '[']) && is_json(text) => Syntax::Json,
        ImportFormat::Opencode => Syntax::Document,
        _ => Syntax::Yaml,
    }
}

/// Whether prompts of this format keep their source. Ours need none, and other texts have no more than
/// the prompt.
pub(super) const fn is_kept(format: ImportFormat) -> bool {
    !matches!(
        format,
        ImportFormat::Json
            | ImportFormat::Yaml
            | ImportFormat::Xml
            | ImportFormat::Html
            | ImportFormat::Markdown
            | ImportFormat::PlainText
            | ImportFormat::PromptsChat
            | ImportFormat::Poml
    )
}

/// Whether a Markdown file has a name that coding agents look for.
#[must_use]
pub fn is_instructions(name: &str) -> bool {
    let base = name.rsplit(['/', '\\']).next().unwrap_or_default();
    [
        "AGENTS.md",
        "CLAUDE.md",
        "GEMINI.md",
        "QWEN.md",
        "copilot-instructions.md",
        ".clinerules",
    ]
    .iter()
    .any(|known| base.eq_ignore_ascii_case(known))
}

/// Keeps the source of a file with its only prompt. Returns a remark if the file is too large for that.
pub(super) fn keep(
    prompt: &mut Prompt,
    file: &File<'_>,
    format: ImportFormat,
    is_marked: bool,
) -> Option<Diagnostic> {
    let is_own = prompt.content.extra.contains_key(SOURCE)
        || (format == ImportFormat::Prompty && file.text.contains("structure_type"));
    let is_named = format == ImportFormat::Markdown && file.name.is_some_and(is_instructions);
    if !(is_kept(format) || is_named) || is_own {
        return None;
    }
    if file.text.len() > SOURCE_KB * 1024 || count(prompt) > ITEMS {
        return Some(Diagnostic {
            code: "no_source".to_owned(),
            severity: Severity::Info,
            place: None,
            message: format!(
                "A file of more than {SOURCE_KB} KB or {ITEMS} items cannot be written back as it was"
            ),
            hint: None,
        });
    }
    if let Some(mut source) = Source::of(file, format, prompt) {
        source.is_marked = is_marked;
        prompt
            .content
            .extra
            .insert(SOURCE.to_owned(), source.stored());
    }
    None
}

/// The format of the file that a prompt can be written back to.
pub fn source_format(prompt: &Prompt) -> Option<ImportFormat> {
    Source::read(prompt).map(|source| source.format)
}

/// Writes a prompt as the file that it was imported from: the same text outside of what was edited.
/// Returns `None` without a source, or if the file cannot hold the prompt's texts.
pub fn export_to_source(prompt: &Prompt) -> Option<Exported> {
    let source = Source::read(prompt)?;
    let (text, warnings) = source.written(prompt)?;
    let name = source.name.as_deref().unwrap_or("prompt");
    let mark = if source.is_marked { "\u{feff}" } else { "" };
    let files = kept_files(prompt);
    Some(Exported {
        text: mark.to_owned() + &text,
        file_name: match safe_name(name) {
            // A skill has a folder of its own.
            base if (source.is_skill() || !files.is_empty()) && !base.contains('/') => {
                format!("{}/{base}", skill_name(&prompt.title))
            }
            name => name,
        },
        media_type: "text/plain; charset=utf-8",
        files,
        warnings: files_left_out(prompt).into_iter().chain(warnings).collect(),
    })
}

/// Writes a prompt in the format of another tool: as the file that it was imported from if that is of this format.
pub fn export_for_tool(prompt: &Prompt, format: ForeignFormat) -> Exported {
    let is_original = Source::read(prompt).is_some_and(|source| {
        let name = source.name.as_deref().unwrap_or_default();
        // Claude Code and VS Code have several kinds of files, which their names tell apart.
        let is_kind = match format.import_format() {
            // A Markdown file may be of any tool.
            ImportFormat::Vscode | ImportFormat::Markdown => name.ends_with(format.ending()),
            ImportFormat::ClaudeCode => {
                format == ForeignFormat::Skill && name.ends_with(format.ending())
            }
            _ => true,
        };
        // Prompty has two versions.
        let is_only = format != ForeignFormat::Prompty1;
        source.format == format.import_format() && is_kind && is_only
    });
    let exported = export_foreign(prompt, format);
    match is_original.then(|| export_to_source(prompt)).flatten() {
        Some(original) => Exported {
            text: original.text,
            warnings: original.warnings,
            ..exported
        },
        None => exported,
    }
}

/// Writes a prompt into the text of a file, which stays the same outside of what was edited. Returns
/// `None` if the file holds no prompt or several, or cannot hold these texts.
pub fn rewrite_file(
    bytes: &[u8],
    file_name: Option<&str>,
    prompt: &Prompt,
) -> Option<(Vec<u8>, Vec<Diagnostic>)> {
    let mark = if bytes.starts_with(BYTE_ORDER_MARK) {
        BYTE_ORDER_MARK
    } else {
        b""
    };
    let text = std::str::from_utf8(&bytes[mark.len()..]).ok()?;
    let file = File {
        text,
        name: file_name,
    };
    let (format, only) = reread(&file, None)?;
    let source = Source::of(&file, format, &only)?;
    let (text, mut warnings) = source.written(prompt)?;
    warnings.extend(difference::of_own_fields(&only, prompt));
    warnings.extend(read_otherwise(&text, file_name, format));
    Some(([mark, text.as_bytes()].concat(), warnings))
}

/// A warning if a new text makes the file one of another format, as `user:` at the beginning of a text does.
fn read_otherwise(text: &str, name: Option<&str>, format: ImportFormat) -> Option<Diagnostic> {
    let (found, _) = super::detect::read(&File { text, name }, None, &mut Diagnostics::default());
    (found != format).then(|| Diagnostic {
        code: "read_as_other_format".to_owned(),
        severity: Severity::Warning,
        place: None,
        message: format!(
            "With this text the file is taken for {}, no longer for {}",
            found.label(),
            format.label()
        ),
        hint: Some("Begin the text in another way".to_owned()),
    })
}

/// Reads the only prompt of a file, without its source.
fn reread(file: &File<'_>, format: Option<ImportFormat>) -> Option<(ImportFormat, Prompt)> {
    let (format, mut drafts) = super::detect::read(file, format, &mut Diagnostics::default());
    if drafts.len() != 1 {
        return None;
    }
    let mut prompt = super::finish(drafts.remove(0)).prompt;
    prompt.content.extra.shift_remove(SOURCE);
    Some((format, prompt))
}

impl Source {
    /// Finds the texts of a prompt in its file.
    fn of(file: &File<'_>, format: ImportFormat, prompt: &Prompt) -> Option<Self> {
        Self::with_places(file, format, prompt).map(|(source, _)| source)
    }

    /// The source of a file, and where its holes are in the text with line feeds.
    fn with_places(
        file: &File<'_>,
        format: ImportFormat,
        prompt: &Prompt,
    ) -> Option<(Self, Vec<Place>)> {
        if matches!(
            prompt.structure_type,
            StructureType::Modulized | StructureType::Advanced
        ) || count(prompt) > ITEMS
        {
            return None;
        }
        let text = plain_text::with_line_feeds(file.text);
        let offsets = Offsets::of(file.text);
        let mut found = Vec::new();
        match syntax(format, &text) {
            Syntax::Json => assign(&text, of_json(&text), prompt, format, &mut found),
            Syntax::Yaml => assign(&text, of_yaml(&text), prompt, format, &mut found),
            Syntax::Toml => assign(&text, of_toml(&text), prompt, format, &mut found),
            Syntax::Document => in_document(&text, prompt, &mut found),
        }
        tag_list(&text, syntax(format, &text), prompt, &mut found);
        let is_crlf = is_crlf(file.text);
        let source = Self {
            format,
            name: file.name.map(end_of_name),
            is_crlf,
            is_marked: false,
            pieces: cut(file.text, &text, &offsets, &found, is_crlf, prompt),
        };
        let is_whole = !found.is_empty() && source.fill(prompt).as_deref() == Some(file.text);
        is_whole.then_some((source, found))
    }

    fn holes(&self) -> impl Iterator<Item = &Hole> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Hole(hole) => Some(hole),
            Piece::Text(_) => None,
        })
    }

    fn is_skill(&self) -> bool {
        let name = self.name.as_deref().unwrap_or_default();
        self.format == ImportFormat::ClaudeCode && name.to_ascii_lowercase().ends_with("skill.md")
    }

    fn read_again(&self, text: &str) -> Option<(ImportFormat, Prompt)> {
        let file = File {
            text,
            name: self.name.as_deref(),
        };
        reread(&file, Some(self.format))
    }

    /// The file with the texts of a prompt. `None` if it would be larger than any file that is read.
    fn fill(&self, prompt: &Prompt) -> Option<String> {
        let mut out = String::new();
        let mut cut: Vec<(usize, Vec<String>)> = Vec::new();
        for piece in &self.pieces {
            if out.len() > FILE_BYTES {
                return None;
            }
            match piece {
                Piece::Text(text) => out.push_str(text),
                Piece::Hole(hole) => {
                    let mut text = hole.field.of(prompt);
                    if let Field::Block(item, block) = hole.field {
                        if !cut.iter().any(|(at, _)| *at == item) {
                            cut.push((item, self.cut(item, prompt)));
                        }
                        let found = cut.iter().find(|(at, _)| *at == item);
                        let found = found.and_then(|(_, parts)| parts.get(block));
                        text = Cow::from(found.map_or("", String::as_str));
                    }
                    let is_changed = || hole.sum.is_some_and(|old| old != sum(&text));
                    let is_name = || self.format == ImportFormat::ClaudeCode && is_after_name(&out);
                    if hole.field == Field::Title && is_name() && is_changed() {
                        // The name of a skill or an agent is an identifier.
                        text = Cow::from(skill_name(&text));
                    }
                    match hole.as_it_was(&text) {
                        Some(was) => out.push_str(was),
                        None => out.push_str(&hole.written(&text, self.is_crlf)),
                    }
                }
            }
        }
        (out.len() <= FILE_BYTES).then_some(out)
    }

    /// The blocks of an item, in order.
    fn blocks(&self, item: usize) -> Vec<&Hole> {
        let is_of = |hole: &&Hole| matches!(hole.field, Field::Block(at, _) if at == item);
        self.holes().filter(is_of).collect()
    }

    /// The texts of an item's blocks. All of it stands in the first one if it cannot be cut, which does not read the same.
    fn cut(&self, item: usize, prompt: &Prompt) -> Vec<String> {
        let whole = Field::Content(item).of(prompt);
        match blocks::split(&self.blocks(item), &whole) {
            Some(parts) => parts.into_iter().map(str::to_owned).collect(),
            None => vec![whole.into_owned()],
        }
    }

    /// The file with the texts and items of a prompt, and warnings of what it does not hold.
    fn written(&self, prompt: &Prompt) -> Option<(String, Vec<Diagnostic>)> {
        // An item that was moved keeps its spelling, which filling the places in their order would not.
        let is_small = count(prompt) <= ITEMS;
        let is_moved = is_small && self.is_moved(prompt);
        // The marks of a message that is gone would stay.
        let is_removed = is_small && self.items() > count(prompt);
        if (is_moved || is_removed)
            && let Some(moved) = self.rewritten(prompt)
        {
            return Some(moved);
        }
        let text = self.fill(prompt)?;
        if let Some((_, again)) = self.read_again(&text)
            && self.has_same_items(&again, prompt)
        {
            return Some(self.with_details(text, &again, prompt));
        }
        if text.len() > SOURCE_KB * 1024 || count(prompt) > ITEMS {
            return None;
        }
        if is_moved {
            return None;
        }
        self.rewritten(prompt)
    }

    /// The file with its items rewritten.
    fn rewritten(&self, prompt: &Prompt) -> Option<(String, Vec<Diagnostic>)> {
        [false, true].into_iter().find_map(|demotes| {
            let text = elements::rewritten(self, prompt, demotes)?;
            let (_, again) = self.read_again(&text)?;
            self.has_same_items(&again, prompt)
                .then(|| self.with_details(text, &again, prompt))
        })
    }

    /// The number of items that have a place.
    fn items(&self) -> usize {
        let numbers = self.holes().filter_map(|hole| match hole.field {
            Field::Content(at) | Field::Heading(at) | Field::Block(at, _) => Some(at + 1),
            _ => None,
        });
        numbers.max().unwrap_or_default()
    }

    /// Whether a text stands at another place than in the file.
    fn is_moved(&self, prompt: &Prompt) -> bool {
        let places = self.holes().filter_map(|hole| match hole.field {
            Field::Content(_) | Field::Heading(_) => Some((hole.sum?, hole.field)),
            Field::Block(item, 0) => Some((hole.block?.whole, Field::Content(item))),
            _ => None,
        });
        let places: Vec<_> = places.collect();
        let mut sums: Vec<u32> = places.iter().map(|(sum, _)| *sum).collect();
        sums.sort_unstable();
        let no_text = sum("");
        places.iter().any(|(old, field)| {
            let new = sum(&field.of(prompt));
            new != *old && new != no_text && sums.binary_search(&new).is_ok()
        })
    }

    fn has_same_items(&self, again: &Prompt, prompt: &Prompt) -> bool {
        let is_document = syntax(self.format, "") == Syntax::Document;
        has_same_items(again, prompt, is_document)
    }

    /// The text with the details that it has no key for yet, and warnings of those that it cannot have.
    fn with_details(
        &self,
        mut text: String,
        again: &Prompt,
        prompt: &Prompt,
    ) -> (String, Vec<Diagnostic>) {
        let mut stands = again.clone();
        for field in [Field::Title, Field::Description, Field::Tags] {
            let wanted = field.of(prompt);
            if self.holes().any(|hole| hole.field == field) {
                continue;
            }
            if field.of(&stands).trim() == wanted.trim() || wanted.trim().is_empty() {
                continue;
            }
            let tried = details::with_key(&text, self.format, field, &wanted, self.is_crlf);
            if let Some(tried) = tried
                && let Some((_, read)) = self.read_again(&tried)
                && field.of(&read) == wanted
                && self.has_same_items(&read, prompt)
                && differences(&read, prompt).len() < differences(&stands, prompt).len()
            {
                (text, stands) = (tried, read);
            }
        }
        let warnings = differences(&stands, prompt);
        (text, warnings)
    }

    /// The source as it is stored in a content.
    fn stored(&self) -> Value {
        let mut map = Map::new();
        map.insert("format".to_owned(), Value::from(self.format.as_str()));
        if let Some(name) = &self.name {
            map.insert("name".to_owned(), Value::from(name.as_str()));
        }
        if self.is_crlf {
            map.insert("crlf".to_owned(), Value::from(true));
        }
        if self.is_marked {
            map.insert("mark".to_owned(), Value::from(true));
        }
        let pieces = self.pieces.iter().map(|piece| match piece {
            Piece::Text(text) => Value::from(text.as_str()),
            Piece::Hole(hole) => {
                let mut map = Map::new();
                map.insert("text".to_owned(), Value::from(hole.field.name()));
                map.insert("as".to_owned(), Value::from(hole.style.name()));
                if hole.is_fstring {
                    map.insert("fstring".to_owned(), Value::from(true));
                }
                if let Some(types) = &hole.types {
                    map.insert("types".to_owned(), Value::from(types.clone()));
                }
                if let Some(comment) = &hole.comment {
                    map.insert("comment".to_owned(), Value::from(comment.as_str()));
                }
                if let Some(was) = &hole.was {
                    map.insert("was".to_owned(), Value::from(was.as_str()));
                }
                if let Some(sum) = hole.sum {
                    map.insert("sum".to_owned(), Value::from(sum));
                }
                if let Some(block) = &hole.block {
                    map.insert("block".to_owned(), block.stored());
                }
                Value::Object(map)
            }
        });
        map.insert("pieces".to_owned(), pieces.collect());
        Value::Object(map)
    }

    /// Reads the source that a content stores. A text stands at one place at most.
    fn read(prompt: &Prompt) -> Option<Self> {
        let map = prompt.content.extra.get(SOURCE)?.as_object()?;
        // A field has all bits of its number, a block one of those of its item.
        let mut placed = vec![0_u64; FIELDS];
        let pieces = map.get("pieces")?.as_array()?.iter().map(|piece| {
            if let Value::String(text) = piece {
                return Some(Piece::Text(text.clone()));
            }
            let text = |key: &str| piece.get(key).and_then(Value::as_str);
            let field = Field::named(text("text")?)?;
            let bits = match field {
                Field::Block(_, block) => 1_u64.checked_shl(u32::try_from(block).ok()?)?,
                _ => u64::MAX,
            };
            let placed = placed.get_mut(field.number())?;
            if *placed & bits != 0 {
                return None;
            }
            *placed |= bits;
            Some(Piece::Hole(Hole {
                field,
                style: Style::named(text("as")?)?,
                is_fstring: piece.get("fstring").is_some(),
                types: piece.get("types").and_then(Value::as_object).cloned(),
                comment: text("comment").map(str::to_owned),
                was: text("was").map(str::to_owned),
                sum: piece
                    .get("sum")
                    .and_then(Value::as_u64)
                    .and_then(|sum| u32::try_from(sum).ok()),
                block: piece.get("block").and_then(Block::read),
            }))
        });
        Some(Self {
            format: map.get("format")?.as_str()?.parse().ok()?,
            name: map.get("name").and_then(Value::as_str).map(str::to_owned),
            is_crlf: map.contains_key("crlf"),
            is_marked: map.contains_key("mark"),
            pieces: pieces.collect::<Option<_>>()?,
        })
    }
}

/// Whether a text ends with the key of a name, and the quote of its value.
fn is_after_name(text: &str) -> bool {
    let key = text.trim_end_matches(['"', '\'', ' ']);
    key.ends_with("\nname:")
}

/// Whether most lines of a file end with a carriage return and a line feed.
fn is_crlf(text: &str) -> bool {
    text.matches("\r\n").count() * 2 > text.matches('\n').count()
}

/// The name of a file; with its folder if that is its title.
fn end_of_name(name: &str) -> String {
    let mut parts = name.rsplit(['/', '\\']);
    let base = parts.next().unwrap_or_default();
    match parts.next() {
        Some(folder) if is_named_by_folder(base) => format!("{folder}/{base}"),
        _ => base.to_owned(),
    }
}

/// The name of a file, with its folder if that is its title. A name that leads elsewhere loses its folder.
fn safe_name(name: &str) -> String {
    let name = end_of_name(name);
    let is_safe =
        |part: &str| !matches!(part.trim(), "" | "." | "..") && !part.contains([':', '\0']);
    match name.split_once('/') {
        Some((folder, base)) if is_safe(folder) && is_safe(base) => name,
        Some((_, base)) => base.to_owned(),
        None => name,
    }
}

/// A name of the same kind that gives another title.
pub(super) fn other_name(name: &str) -> String {
    let base = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let mark = if is_named_by_folder(base) { "/" } else { "-" };
    format!("another-name{mark}{base}")
}
