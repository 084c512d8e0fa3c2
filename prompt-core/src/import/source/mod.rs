//! The source of an imported file: its text with holes where the texts of the prompt stood. Filled with the
//! texts of an edited prompt it is the same file outside of the edits.

mod elements;
mod scalars;

use std::borrow::Cow;
use std::ops::Range;

use serde_json::{Map, Value};

use super::langchain::{from_f_string, to_f_string};
use super::lines::heading_text;
use super::{File, ImportFormat, diagnostics::Diagnostics, front_matter, plain_text};
use crate::content::SOURCE;
use crate::export::Exported;
use crate::limits::ITEMS;
use crate::pairing::adopt_ids;
use crate::text::truncate;
use crate::{Diagnostic, Prompt, Severity, StructureType};
use scalars::{Scalar, Style, of_json, of_toml, of_yaml};

/// The largest file in KB whose source is kept.
const SOURCE_KB: usize = 256;

/// A file with holes.
#[derive(Debug, Clone, PartialEq)]
struct Source {
    format: ImportFormat,
    /// The end of its name, which some readers look at.
    name: Option<String>,
    is_crlf: bool,
    pieces: Vec<Piece>,
}

#[derive(Debug, Clone, PartialEq)]
enum Piece {
    Text(String),
    Hole(Hole),
}

/// The place of a text.
#[derive(Debug, Clone, PartialEq)]
struct Hole {
    field: Field,
    style: Style,
    /// Whether the text stands there as an f-string.
    is_fstring: bool,
    /// How the text was written, if the style would write it in another way.
    was: Option<String>,
}

/// A hole with its range in the text with line feeds.
type Place = (Range<usize>, Hole);

/// A text of a prompt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Field {
    Title,
    Description,
    Heading(usize),
    Content(usize),
}

impl Field {
    fn name(self) -> String {
        match self {
            Self::Title => "title".to_owned(),
            Self::Description => "description".to_owned(),
            Self::Heading(at) => format!("{at}.title"),
            Self::Content(at) => at.to_string(),
        }
    }

    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "title" => Self::Title,
            "description" => Self::Description,
            name => match name.strip_suffix(".title") {
                Some(at) => Self::Heading(at.parse().ok()?),
                None => Self::Content(name.parse().ok()?),
            },
        })
    }

    fn of(self, prompt: &Prompt) -> &str {
        match self {
            Self::Title => &prompt.title,
            Self::Description => &prompt.description,
            Self::Heading(at) => prompt
                .content
                .sections
                .get(at)
                .map_or("", |section| section.title.as_str()),
            Self::Content(at) if prompt.structure_type == StructureType::Standard => {
                let segment = prompt.content.segments.get(at);
                segment.map_or("", |segment| segment.content.as_str())
            }
            Self::Content(at) => {
                let section = prompt.content.sections.get(at);
                section.map_or("", |section| section.content.as_str())
            }
        }
    }

    fn of_mut(self, prompt: &mut Prompt) -> Option<&mut String> {
        let content = &mut prompt.content;
        match self {
            Self::Title => Some(&mut prompt.title),
            Self::Description => Some(&mut prompt.description),
            Self::Heading(at) => Some(&mut content.sections.get_mut(at)?.title),
            Self::Content(at) if prompt.structure_type == StructureType::Standard => {
                Some(&mut content.segments.get_mut(at)?.content)
            }
            Self::Content(at) => Some(&mut content.sections.get_mut(at)?.content),
        }
    }
}

/// The number of items in use.
fn count(prompt: &Prompt) -> usize {
    match prompt.structure_type {
        StructureType::Standard => prompt.content.segments.len(),
        _ => prompt.content.sections.len(),
    }
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
        ImportFormat::Gemini => Syntax::Toml,
        _ if text.trim_start().starts_with(['{', '[']) => Syntax::Json,
        ImportFormat::Opencode => Syntax::Document,
        _ => Syntax::Yaml,
    }
}

/// Whether prompts of this format keep their source. Ours need none, and other texts have no more than
/// the prompt.
const fn is_kept(format: ImportFormat) -> bool {
    !matches!(
        format,
        ImportFormat::Json
            | ImportFormat::Yaml
            | ImportFormat::Xml
            | ImportFormat::Html
            | ImportFormat::Markdown
            | ImportFormat::PlainText
            | ImportFormat::PromptsChat
    )
}

/// Keeps the source of a file with its only prompt. Returns a remark if the file is too large for that.
pub(super) fn keep(
    prompt: &mut Prompt,
    file: &File<'_>,
    format: ImportFormat,
) -> Option<Diagnostic> {
    let is_own = prompt.content.extra.contains_key(SOURCE)
        || (format == ImportFormat::Prompty && file.text.contains("structure_type"));
    if !is_kept(format) || is_own {
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
    if let Some(source) = Source::of(file, format, prompt) {
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
    Some(Exported {
        text,
        file_name: name.rsplit('/').next().unwrap_or(name).to_owned(),
        media_type: "text/plain; charset=utf-8",
        warnings,
    })
}

/// Writes a prompt into the text of a file, which stays the same outside of what was edited. Returns
/// `None` if the file holds no prompt or several, or cannot hold these texts.
pub fn rewrite_file(
    bytes: &[u8],
    file_name: Option<&str>,
    prompt: &Prompt,
) -> Option<(Vec<u8>, Vec<Diagnostic>)> {
    const MARK: &[u8] = b"\xef\xbb\xbf";
    let mark = if bytes.starts_with(MARK) { MARK } else { b"" };
    let text = std::str::from_utf8(&bytes[mark.len()..]).ok()?;
    let file = File {
        text,
        name: file_name,
    };
    let (format, only) = reread(&file, None)?;
    let source = Source::of(&file, format, &only)?;
    let (text, warnings) = source.written(prompt)?;
    Some(([mark, text.as_bytes()].concat(), warnings))
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
        let is_crlf = file.text.contains("\r\n");
        let source = Self {
            format,
            name: file.name.map(end_of_name),
            is_crlf,
            pieces: cut(file.text, &text, &offsets, &found, is_crlf, prompt),
        };
        let is_whole = !found.is_empty() && source.fill(prompt) == file.text;
        is_whole.then_some((source, found))
    }

    fn holes(&self) -> impl Iterator<Item = &Hole> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Hole(hole) => Some(hole),
            Piece::Text(_) => None,
        })
    }

    fn read_again(&self, text: &str) -> Option<(ImportFormat, Prompt)> {
        let file = File {
            text,
            name: self.name.as_deref(),
        };
        reread(&file, Some(self.format))
    }

    /// The file with the texts of a prompt.
    fn fill(&self, prompt: &Prompt) -> String {
        let mut out = String::new();
        for piece in &self.pieces {
            match piece {
                Piece::Text(text) => out.push_str(text),
                Piece::Hole(hole) => {
                    let text = hole.field.of(prompt);
                    match &hole.was {
                        Some(was)
                            if hole.reads(&was.replace("\r\n", "\n")).as_deref() == Some(text) =>
                        {
                            out.push_str(was);
                        }
                        _ => out.push_str(&hole.written(text, self.is_crlf)),
                    }
                }
            }
        }
        out
    }

    /// The file with the texts and items of a prompt, and warnings of what it does not hold.
    fn written(&self, prompt: &Prompt) -> Option<(String, Vec<Diagnostic>)> {
        let text = self.fill(prompt);
        if let Some((_, again)) = self.read_again(&text)
            && has_same_items(&again, prompt)
        {
            return Some((text, differences(&again, prompt)));
        }
        if text.len() > SOURCE_KB * 1024 || count(prompt) > ITEMS {
            return None;
        }
        let text = elements::rewritten(self, &text, prompt)?;
        let (_, again) = self.read_again(&text)?;
        has_same_items(&again, prompt).then(|| (text, differences(&again, prompt)))
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
        let pieces = self.pieces.iter().map(|piece| match piece {
            Piece::Text(text) => Value::from(text.as_str()),
            Piece::Hole(hole) => {
                let mut map = Map::new();
                map.insert("text".to_owned(), Value::from(hole.field.name()));
                map.insert("as".to_owned(), Value::from(hole.style.name()));
                if hole.is_fstring {
                    map.insert("fstring".to_owned(), Value::from(true));
                }
                if let Some(was) = &hole.was {
                    map.insert("was".to_owned(), Value::from(was.as_str()));
                }
                Value::Object(map)
            }
        });
        map.insert("pieces".to_owned(), pieces.collect());
        Value::Object(map)
    }

    /// Reads the source that a content stores.
    fn read(prompt: &Prompt) -> Option<Self> {
        let map = prompt.content.extra.get(SOURCE)?.as_object()?;
        let pieces = map.get("pieces")?.as_array()?.iter().map(|piece| {
            if let Value::String(text) = piece {
                return Some(Piece::Text(text.clone()));
            }
            let text = |key: &str| piece.get(key).and_then(Value::as_str);
            Some(Piece::Hole(Hole {
                field: Field::named(text("text")?)?,
                style: Style::named(text("as")?)?,
                is_fstring: piece.get("fstring").is_some(),
                was: text("was").map(str::to_owned),
            }))
        });
        Some(Self {
            format: map.get("format")?.as_str()?.parse().ok()?,
            name: map.get("name").and_then(Value::as_str).map(str::to_owned),
            is_crlf: map.contains_key("crlf"),
            pieces: pieces.collect::<Option<_>>()?,
        })
    }
}

impl Hole {
    /// The text that something written in its place means.
    fn reads(&self, raw: &str) -> Option<String> {
        let text = self.style.decode(raw)?;
        Some(match (self.is_fstring, self.field) {
            (true, _) => from_f_string(&text, &mut Diagnostics::default()),
            (_, Field::Heading(_) | Field::Title) if self.style == Style::Raw => {
                heading_text(&text)
            }
            _ => text,
        })
    }

    fn written(&self, text: &str, is_crlf: bool) -> String {
        let text = if self.is_fstring {
            self.style.encode(&to_f_string(text))
        } else {
            self.style.encode(text)
        };
        if is_crlf {
            text.replace('\n', "\r\n")
        } else {
            text
        }
    }
}

/// Whether two prompts have the same items, apart from their ids.
fn has_same_items(again: &Prompt, prompt: &Prompt) -> bool {
    let mut again = again.content.clone();
    adopt_ids(&prompt.content, &mut again);
    let is_same = |one: &Map<String, Value>, other: &Map<String, Value>| {
        one.get(super::IMPORTED) == other.get(super::IMPORTED)
    };
    again.segments.len() == prompt.content.segments.len()
        && again.sections.len() == prompt.content.sections.len()
        && again
            .segments
            .iter()
            .zip(&prompt.content.segments)
            .all(|(one, other)| {
                one.content == other.content
                    && one.r#type == other.r#type
                    && is_same(&one.extra, &other.extra)
            })
        && again
            .sections
            .iter()
            .zip(&prompt.content.sections)
            .all(|(one, other)| one.content == other.content && one.title == other.title)
}

/// What a prompt has and its file does not.
fn differences(again: &Prompt, prompt: &Prompt) -> Vec<Diagnostic> {
    let mut warnings = Vec::new();
    let mut tell = |place: &str, value: &str| {
        warnings.push(Diagnostic {
            code: "not_in_file".to_owned(),
            severity: Severity::Warning,
            place: Some(place.to_owned()),
            message: format!("The file has no place for this change of the {place}: {value}"),
            hint: Some("Export it in another format to keep it".to_owned()),
        });
    };
    for (place, found, wanted) in [
        ("title", &again.title, &prompt.title),
        ("description", &again.description, &prompt.description),
    ] {
        if found.trim() != wanted.trim() {
            tell(place, &truncate(wanted, 60));
        }
    }
    if again.tags != prompt.tags {
        tell("tags", &prompt.tags.join(", "));
    }
    for (place, is_same, value) in [
        (
            "category",
            again.category == prompt.category,
            prompt.category.label(),
        ),
        (
            "language",
            again.language == prompt.language,
            prompt.language.label(),
        ),
    ] {
        if !is_same {
            tell(place, value);
        }
    }
    warnings
}

/// The name of a file; with its folder if that is its title.
fn end_of_name(name: &str) -> String {
    let mut parts = name.rsplit(['/', '\\']);
    let base = parts.next().unwrap_or_default();
    let is_named_by_folder = ["skill.md", "system.md", "user.md"]
        .iter()
        .any(|name| base.eq_ignore_ascii_case(name));
    match parts.next() {
        Some(folder) if is_named_by_folder => format!("{folder}/{base}"),
        _ => base.to_owned(),
    }
}

/// Offsets in a text before its line ends became line feeds.
struct Offsets(Vec<usize>);

impl Offsets {
    fn of(text: &str) -> Self {
        // The offsets of the carriage returns that were removed.
        let bytes = text.as_bytes();
        let removed = bytes.windows(2).enumerate();
        Self(
            removed
                .filter(|(_, pair)| *pair == b"\r\n")
                .map(|(at, _)| at)
                .collect(),
        )
    }

    /// The offset in the file of an offset in the text with line feeds.
    fn original(&self, at: usize) -> usize {
        // The return number n stood n bytes further on in the file than in the text.
        let mut low = 0;
        let mut high = self.0.len();
        while low < high {
            let middle = usize::midpoint(low, high);
            if self.0[middle] - middle < at {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        at + low
    }
}

/// Cuts a file into its texts and the pieces between them.
fn cut(
    file: &str,
    text: &str,
    offsets: &Offsets,
    found: &[Place],
    is_crlf: bool,
    prompt: &Prompt,
) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut at = 0;
    for (range, hole) in found {
        let (start, end) = (offsets.original(range.start), offsets.original(range.end));
        if start > at {
            pieces.push(Piece::Text(file[at..start].to_owned()));
        }
        let mut hole = hole.clone();
        let raw = &file[start..end];
        if hole.written(hole.field.of(prompt), is_crlf) != raw
            && hole.reads(&text[range.clone()]).is_some()
        {
            hole.was = Some(raw.to_owned());
        }
        pieces.push(Piece::Hole(hole));
        at = end;
    }
    if at < file.len() {
        pieces.push(Piece::Text(file[at..].to_owned()));
    }
    pieces
}

/// Inserts a hole at its place, unless another one overlaps it.
fn insert(found: &mut Vec<Place>, range: Range<usize>, hole: Hole) {
    let at = found.partition_point(|(other, _)| other.start < range.start);
    let is_before = |(other, _): &Place| other.end <= range.start;
    let is_behind = |(other, _): &Place| other.start >= range.end;
    let fits_before = at == 0 || is_before(&found[at - 1]);
    if fits_before && found.get(at).is_none_or(is_behind) {
        found.insert(at, (range, hole));
    }
}

/// The fields of a prompt whose texts are looked for.
fn fields(prompt: &Prompt) -> Vec<Field> {
    let mut fields = vec![Field::Title, Field::Description];
    for at in 0..count(prompt) {
        if prompt.structure_type == StructureType::Structured {
            fields.push(Field::Heading(at));
        }
        fields.push(Field::Content(at));
    }
    fields.retain(|field| !field.of(prompt).is_empty());
    fields
}

/// Keys under which titles stand.
const TITLES: [&str; 6] = [
    "title",
    "name",
    "displayName",
    "act",
    "repo_handle",
    "label",
];
/// Keys under which texts stand in most files.
const CONTENTS: [&str; 9] = [
    "content",
    "text",
    "template",
    "prompt",
    "instructions",
    "system",
    "input",
    "value",
    "promptPrefix",
];

/// Finds the scalars with the texts of a prompt.
fn assign(
    text: &str,
    scalars: Vec<Scalar>,
    prompt: &Prompt,
    format: ImportFormat,
    found: &mut Vec<Place>,
) {
    let is_langchain = format == ImportFormat::Langchain;
    let read: Vec<_> = scalars
        .iter()
        .map(|scalar| scalar.style.decode(&text[scalar.start..scalar.end]))
        .collect();
    let plain = read.iter().enumerate();
    let mut texts: Vec<(Cow<'_, str>, usize, bool)> = plain
        .filter_map(|(at, text)| Some((Cow::from(text.as_deref()?), at, false)))
        .collect();
    if is_langchain {
        let converted = read.iter().enumerate().filter_map(|(at, text)| {
            let text = from_f_string(text.as_deref()?, &mut Diagnostics::default());
            Some((Cow::from(text), at, true))
        });
        texts.extend(converted);
    }
    // Sorted, so that each text of the prompt is found among thousands without a look at all of them.
    texts.sort();
    let mut scalars: Vec<Option<Scalar>> = scalars.into_iter().map(Some).collect();
    for field in fields(prompt) {
        let wanted = field.of(prompt);
        let keys: &[&str] = match field {
            Field::Title => &TITLES,
            Field::Description => &["description"],
            _ => &CONTENTS,
        };
        let is_content = matches!(field, Field::Content(_));
        let from = texts.partition_point(|(text, ..)| text.as_ref() < wanted);
        let same = texts[from..].iter().take_while(|(text, ..)| text == wanted);
        let free = same.filter(|(_, at, is_converted)| {
            scalars[*at].is_some() && (is_content || !is_converted)
        });
        let is_of_key = |at: usize| {
            let scalar = scalars[at].as_ref();
            scalar.is_some_and(|scalar| keys.contains(&scalar.key.as_str()))
        };
        // A text may stand under any key, as a list of texts has none.
        let mut free = free.map(|(_, at, _)| *at);
        let first = free.clone().next().filter(|_| is_content);
        let place = free.find(|at| is_of_key(*at)).or(first);
        if let Some(at) = place
            && let Some(scalar) = scalars[at].take()
        {
            let is_fstring =
                is_content && texts.binary_search(&(Cow::from(wanted), at, true)).is_ok();
            let hole = Hole {
                field,
                style: scalar.style,
                is_fstring,
                was: None,
            };
            insert(found, scalar.start..scalar.end, hole);
        }
    }
}

/// Finds the texts of a prompt in a document: details in its front matter, texts below it.
fn in_document(text: &str, prompt: &Prompt, found: &mut Vec<Place>) {
    let body_at = front_matter::body_offset(text).unwrap_or(0);
    let mut details = prompt.clone();
    details.structure_type = StructureType::Standard;
    details.content.segments.clear();
    let scalars = of_yaml(&text[..body_at]);
    assign(text, scalars, &details, ImportFormat::Markdown, found);
    let raw = |field: Field| Hole {
        field,
        style: Style::Raw,
        is_fstring: false,
        was: None,
    };
    let has_title = found.iter().any(|(_, hole)| hole.field == Field::Title);
    let mut at = body_at;
    if !has_title && let Some(range) = heading(text, at, &prompt.title) {
        at = range.end;
        insert(found, range, raw(Field::Title));
    }
    for field in fields(prompt) {
        let wanted = field.of(prompt);
        let range = match field {
            Field::Heading(_) => heading(text, at, wanted),
            Field::Content(_) => text[at..]
                .find(wanted)
                .map(|offset| at + offset..at + offset + wanted.len()),
            Field::Title | Field::Description => None,
        };
        if let Some(range) = range {
            at = range.end;
            insert(found, range, raw(field));
        }
    }
}

/// Finds the text of a heading.
fn heading(text: &str, from: usize, wanted: &str) -> Option<Range<usize>> {
    let mut at = from;
    for line in text[from..].split_inclusive('\n') {
        let start = at;
        at += line.len();
        let marks = line.trim_start_matches(' ').trim_start_matches('#');
        if marks.len() == line.trim_start_matches(' ').len() || !marks.starts_with([' ', '\t']) {
            continue;
        }
        let inner = marks.trim_start();
        let start = start + line.len() - inner.len();
        let trimmed = inner.trim_end();
        let without_marks = trimmed.trim_end_matches('#');
        for title in [trimmed, without_marks.trim_end()] {
            if heading_text(title) == wanted {
                return Some(start..start + title.len());
            }
        }
    }
    None
}
