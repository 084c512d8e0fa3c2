//! Items that were added, removed or moved: their elements in the text of a file.

use std::ops::Range;

use serde_json::{Map, Value};

use super::super::dotprompt::{role_at, role_in};
use super::super::{File, IMPORTED, ImportFormat, plain_text};
use super::holes::{Field, Place, count, sum};
use super::places::Offsets;
use super::scalars::{Style, of_yaml};
use super::{Source, Syntax, blocks, reread, syntax};
use crate::export::prompty::role_of;
use crate::limits::ITEMS;
use crate::{Prompt, Section, Segment, SegmentType, StructureType};

/// The elements of a file, which is the original with distinct texts in it.
struct Layout {
    /// The file with line feeds.
    text: String,
    /// The file with its own line ends.
    file: String,
    offsets: Offsets,
    found: Vec<Place>,
    /// The number of first items that are no elements of the list, as the `system` beside `messages`.
    fixed: usize,
    elements: Vec<Range<usize>>,
    /// Whether they stand in brackets, as in JSON.
    is_inline: bool,
    /// Whether messages stand in tags like `<system>`.
    is_tagged: bool,
}

impl Layout {
    /// Finds the elements in the file with the texts of `probe`.
    fn of(source: &Source, probe: &Prompt) -> Option<(Self, Prompt)> {
        let name = source.name.as_deref();
        let file = source.fill(probe)?;
        let (_, again) = reread(&File { text: &file, name }, Some(source.format))?;
        let (_, found) = Source::with_places(&File { text: &file, name }, source.format, &again)?;
        let text = plain_text::with_line_feeds(&file).into_owned();
        let syntax = syntax(source.format, &text);
        let count = count(&again);
        let mut layout = Self {
            text,
            offsets: Offsets::of(&file),
            file,
            found,
            fixed: 0,
            elements: Vec::new(),
            is_inline: syntax == Syntax::Json,
            is_tagged: false,
        };
        match syntax {
            Syntax::Document => {
                layout.find_parts(&again, source.format)?;
                return Some((layout, again));
            }
            Syntax::Yaml if layout.find_entries(count).is_some() => return Some((layout, again)),
            Syntax::Toml => return None,
            Syntax::Yaml => layout.is_inline = true,
            Syntax::Json => {}
        }
        layout.elements = (0..count).rev().find_map(|at| {
            let (place, _) = layout.place(at)?;
            let from = if syntax == Syntax::Json {
                0
            } else {
                layout.text[..place.start].rfind("messages:")?
            };
            list_around(&layout.text, from, place, source.format)
        })?;
        layout.fixed = count.checked_sub(layout.elements.len())?;
        layout.fits(count).then_some((layout, again))
    }

    /// Finds the entries of a YAML list.
    fn find_entries(&mut self, count: usize) -> Option<()> {
        let mut elements: Vec<Range<usize>> = Vec::new();
        for at in 0..count {
            let (place, _) = self.place(at)?;
            let element = entry_around(&self.text, place)?;
            let overlaps = |last: &Range<usize>| last.end > element.start;
            if elements.last().is_some_and(overlaps) {
                return None;
            }
            elements.push(element);
        }
        self.elements = elements;
        Some(())
    }

    /// Finds the parts of a document: each begins with its role or its heading, if it has one, and ends where the next
    /// one begins.
    fn find_parts(&mut self, prompt: &Prompt, format: ImportFormat) -> Option<()> {
        let mut starts: Vec<usize> = Vec::new();
        let mut before = 0;
        let mut is_tagged = false;
        for at in 0..count(prompt) {
            let (place, hole) = self.place(at)?;
            let between = self.text.get(before..place.start)?;
            let mut at = before;
            let lines: Vec<(usize, &str)> = between
                .split_inclusive('\n')
                .map(|line| {
                    let start = at;
                    at += line.len();
                    (start, line.trim())
                })
                .collect();
            let last = |begins: &dyn Fn(&str) -> bool| {
                let found = lines.iter().rev().find(|(_, line)| begins(line));
                found.map(|(at, _)| *at)
            };
            let mark = match format {
                ImportFormat::Dotprompt => {
                    let tag = last(&|line| tag_of(line).is_some());
                    is_tagged |= tag.is_some();
                    let roles = between.match_indices("{{").map(|(at, _)| before + at);
                    let role = roles.filter(|at| role_in(&self.text, *at).is_some()).last();
                    tag.or(role)
                }
                ImportFormat::Prompty => last(&|line| role_of(line).is_some()),
                _ if matches!(hole.field, Field::Heading(_)) => {
                    Some(self.text[..place.start].rfind('\n').map_or(0, |at| at + 1))
                }
                _ if prompt.structure_type == StructureType::Standard => {
                    last(&|line| line.starts_with('#'))
                }
                _ => None,
            };
            starts.push(mark.unwrap_or(place.start));
            before = place.end;
        }
        let ends = starts.iter().skip(1).copied().chain([self.text.len()]);
        self.elements = starts
            .iter()
            .copied()
            .zip(ends)
            .map(|(start, end)| start..end)
            .collect();
        self.is_tagged = is_tagged;
        Some(())
    }

    /// What stands in the file, with its own line ends, in a range of the text.
    fn raw(&self, range: Range<usize>) -> &str {
        &self.file[self.offsets.original(range.start)..self.offsets.original(range.end)]
    }

    /// Whether each item is the element at its place, and what is fixed stands in none.
    fn fits(&self, count: usize) -> bool {
        let is_in = |range: &Range<usize>, place: &Range<usize>| {
            range.start <= place.start && place.end <= range.end
        };
        (0..count).all(|at| match self.place(at) {
            Some((place, _)) if at < self.fixed => {
                !self.elements.iter().any(|one| is_in(one, place))
            }
            Some((place, _)) => is_in(&self.elements[at - self.fixed], place),
            None => at >= self.fixed,
        })
    }

    fn hole(&self, field: Field) -> Option<&Place> {
        self.found.iter().find(|(_, hole)| hole.field == field)
    }

    /// The first place of an item.
    fn place(&self, at: usize) -> Option<&Place> {
        self.hole(Field::Heading(at))
            .or_else(|| self.hole(Field::Content(at)))
            .or_else(|| self.hole(Field::Block(at, 0)))
    }
}

/// A file whose items are rewritten.
struct Rewrite<'a> {
    source: &'a Source,
    layout: Layout,
    /// The prompt of the layout: its items are of the types that the file has.
    stood: Prompt,
    prompt: &'a Prompt,
    syntax: Syntax,
}

/// Rewrites the items of a file with those of a prompt. A heading keeps its level, unless it `demotes` those above which
/// another one stands now that is deeper.
pub(super) fn rewritten(source: &Source, prompt: &Prompt, demotes: bool) -> Option<String> {
    // The elements are found in a file whose every item has a text of its own.
    let mut probe = prompt.clone();
    let content = &mut probe.content;
    match prompt.structure_type {
        StructureType::Standard => content.segments.clear(),
        _ => content.sections.clear(),
    }
    let most = source.items();
    if most == 0 || most > ITEMS {
        return None;
    }
    for at in 0..most {
        let blocks = source.blocks(at).len();
        let text = match blocks {
            0 => format!("Text{at}"),
            blocks => blocks::joined((0..blocks).map(|block| format!("Text{at}.{block}"))),
        };
        match prompt.structure_type {
            StructureType::Standard => content.segments.push(Segment {
                content: text,
                ..Segment::default()
            }),
            _ => content.sections.push(Section {
                title: format!("Title{at}"),
                content: text,
                ..Section::default()
            }),
        }
    }
    let (mut layout, mut stood) = Layout::of(source, &probe)?;
    let fixed = layout.fixed;
    let aligned = alignment(source, &stood, prompt);
    if (0..fixed).any(|at| aligned.get(at).copied().flatten() != Some(at)) {
        return None;
    }
    if fixed > 0 {
        for at in 0..fixed {
            let wanted = Field::Content(at).of(prompt).into_owned();
            *Field::Content(at).of_mut(&mut probe)? = wanted;
        }
        (layout, stood) = Layout::of(source, &probe).filter(|(one, _)| one.fixed == fixed)?;
    }
    let rewrite = Rewrite {
        source,
        syntax: syntax(source.format, &layout.text),
        layout,
        stood,
        prompt,
    };
    let parts = aligned.into_iter().enumerate().skip(fixed);
    let parts = parts.map(|(at, kept)| Some((kept, rewrite.part(at, kept)?)));
    let mut parts = parts.collect::<Option<Vec<_>>>()?;
    if demotes {
        let mut deepest = 0;
        for (_, part) in &mut parts {
            let level = part.len() - part.trim_start_matches('#').len();
            if level > 0 {
                part.insert_str(0, &"#".repeat(deepest.max(level) - level));
                deepest = deepest.max(level);
            }
        }
    }
    let joined = joined(&rewrite.layout, parts, rewrite.syntax, source);
    let (layout, elements) = (&rewrite.layout, &rewrite.layout.elements);
    let (first, last) = (elements.first()?, elements.last()?);
    let head = layout.raw(0..first.start);
    let tail = layout.raw(last.end..layout.text.len());
    Some(format!("{head}{joined}{tail}"))
}

impl Rewrite<'_> {
    /// The element of an item, made from the one that it was or from one of the same form.
    fn part(&self, at: usize, kept: Option<usize>) -> Option<String> {
        let (fixed, format) = (self.layout.fixed, self.source.format);
        let is_alike = |from: usize| key(&self.stood, from) == key(self.prompt, at);
        let kept = kept.filter(|from| *from >= fixed);
        let part = match kept {
            Some(from) => self.element(from, at).and_then(|part| {
                let part = self.with_mark(at, part)?;
                let is_section = self.prompt.structure_type != StructureType::Standard;
                if is_section || is_alike(from) {
                    return Some(part);
                }
                with_role(&part, &role(self.prompt, at, format)?, self.syntax, format)
            }),
            // Comments are no part of a form.
            None if self.layout.is_inline => (fixed..fixed + self.layout.elements.len())
                .rev()
                .find(|from| is_alike(*from) && self.layout.place(*from).is_some())
                .and_then(|from| self.element(from, at)),
            None => None,
        };
        part.or_else(|| {
            let new = self.new_element(at)?;
            // A document has one kind of line ends.
            let new = match self.syntax {
                Syntax::Document => new.replace("\r\n", "\n"),
                _ => new,
            };
            Some(if self.source.is_crlf {
                new.replace('\n', "\r\n")
            } else {
                new
            })
        })
    }

    /// Writes an element for an item that the file does not have.
    fn new_element(&self, at: usize) -> Option<String> {
        let format = self.source.format;
        let model = &self.layout.text[self.layout.elements.last()?.clone()];
        let is_message = self.prompt.structure_type == StructureType::Standard;
        if is_message
            && (self.layout.is_tagged || (self.layout.is_inline && self.syntax == Syntax::Yaml))
        {
            let role = role(self.prompt, at, format)?;
            let text = Field::Content(at).of(self.prompt);
            return Some(if self.layout.is_tagged {
                let role = tag_role(&role);
                format!("<{role}>\n{text}\n</{role}>\n")
            } else {
                format!(
                    "{{role: {role}, content: {}}}",
                    Style::YamlDouble.encode(&text)
                )
            });
        }
        new_element(self.prompt, at, model, self.syntax, format)
    }

    /// The part of a document, with the role that its first message may lack, unless it is the first one.
    fn with_mark(&self, at: usize, part: String) -> Option<String> {
        let format = self.source.format;
        let inner = part.trim_start();
        let first = inner.lines().next().unwrap_or_default();
        let has_mark = match format {
            // Text outside of tags is the user's.
            ImportFormat::Dotprompt => self.layout.is_tagged || role_at(inner).is_some(),
            ImportFormat::Prompty => role_of(first).is_some(),
            _ => true,
        };
        if at == 0 || has_mark {
            return Some(part);
        }
        let line_end = if self.source.is_crlf { "\r\n" } else { "\n" };
        let role = role(&self.stood, 0, format)?;
        Some(match format {
            ImportFormat::Prompty => format!("{role}:{line_end}{inner}"),
            _ => format!("{{{{role \"{role}\"}}}}{line_end}{inner}"),
        })
    }

    /// The text of an element with the texts of an item, each written as it stands in the file if it is the same.
    fn element(&self, from: usize, at: usize) -> Option<String> {
        let range = &self.layout.elements[from - self.layout.fixed];
        let mut text = self.layout.raw(range.clone()).to_owned();
        let offset = |at: usize| {
            let offsets = &self.layout.offsets;
            offsets.original(at) - offsets.original(range.start)
        };
        // The last place first, so that the others stay where they are.
        for (old, new) in [
            (Field::Content(from), Field::Content(at)),
            (Field::Heading(from), Field::Heading(at)),
        ] {
            let wanted = new.of(self.prompt);
            let Some((place, hole)) = self.layout.hole(old) else {
                let blocks = self.source.blocks(from);
                if !blocks.is_empty() && matches!(old, Field::Content(_)) {
                    let parts = blocks::split(&blocks, &wanted)?;
                    for (block, part) in parts.iter().enumerate().rev() {
                        let (place, hole) = self.layout.hole(Field::Block(from, block))?;
                        let written = hole.written(part, self.source.is_crlf);
                        text.replace_range(offset(place.start)..offset(place.end), &written);
                    }
                    continue;
                }
                if old.of(&self.stood) != wanted && matches!(old, Field::Content(_)) {
                    // A heading with nothing below it.
                    let (heading, _) = self.layout.hole(Field::Heading(from))?;
                    let at = offset(heading.end);
                    let line_end = text[at..]
                        .find(['\r', '\n'])
                        .map_or(text.len(), |end| at + end);
                    if !text[line_end..].trim().is_empty() {
                        return None;
                    }
                    text.truncate(line_end);
                    let below = format!("\n\n{}\n\n", wanted.replace("\r\n", "\n"));
                    text.push_str(&if self.source.is_crlf {
                        below.replace('\n', "\r\n")
                    } else {
                        below
                    });
                }
                continue;
            };
            let stood = self.source.holes().find(|one| one.field == old);
            let was = stood.and_then(|one| one.as_it_was(&wanted));
            // What stands there now shows no more that all signs were escaped.
            let is_ascii =
                |one: &&super::Hole| one.style == Style::JsonAscii && hole.style == Style::Json;
            let written = match was {
                Some(was) => was.to_owned(),
                None => stood
                    .filter(is_ascii)
                    .unwrap_or(hole)
                    .written(&wanted, self.source.is_crlf),
            };
            text.replace_range(offset(place.start)..offset(place.end), &written);
        }
        Some(text)
    }
}

/// Joins elements. Comments between two of them stay, also if one is gone.
fn joined(
    layout: &Layout,
    mut parts: Vec<(Option<usize>, String)>,
    syntax: Syntax,
    source: &Source,
) -> String {
    let elements = &layout.elements;
    let gap = |at: usize| layout.raw(elements[at].end..elements[at + 1].start);
    let line_end = if source.is_crlf { "\r\n" } else { "\n" };
    let index = |kept: Option<usize>| kept.and_then(|at| at.checked_sub(layout.fixed));
    if layout.is_inline {
        let usual = if elements.len() > 1 { gap(0) } else { ", " };
        let mut out = String::new();
        let mut before = None;
        for (kept, part) in parts {
            let kept = index(kept);
            match (before, kept) {
                (None, _) => {}
                (Some(Some(one)), Some(other)) if one + 1 == other => out.push_str(gap(one)),
                _ => out.push_str(usual),
            }
            out.push_str(&part);
            before = Some(kept);
        }
        return out;
    }
    let end = elements.len().saturating_sub(1);
    let (start, stop) = match (elements.first(), elements.last()) {
        (Some(first), Some(last)) => (first.start, last.end),
        _ => return String::new(),
    };
    let count = parts.len();
    for (at, (kept, part)) in parts.iter_mut().enumerate() {
        if !part.ends_with('\n') {
            part.push_str(line_end);
        }
        // What was the last part has no blank line before a next one.
        let was_last = index(*kept) == Some(end);
        let is_part = syntax == Syntax::Document && source.format != ImportFormat::Dotprompt;
        let has_blank = part.ends_with("\n\n") || part.ends_with("\n\r\n");
        if is_part && was_last && at + 1 < count && !has_blank {
            part.push_str(line_end);
        }
    }
    let last_part = parts.last().map_or(String::new(), |(_, part)| part.clone());
    let mut out = String::new();
    let mut next = 0;
    for (kept, part) in parts {
        if let Some(at) = index(kept) {
            while next < at {
                out.push_str(gap(next));
                next += 1;
            }
        }
        out.push_str(&part);
    }
    // The end of the file stays as it was, unless line ends are part of the last text.
    let keeps_ends = syntax == Syntax::Yaml
        && last_part
            .lines()
            .any(|line| line.ends_with("|+") || line.ends_with(">+"));
    if !keeps_ends {
        let stood = layout.raw(start..stop);
        let without_end = |text: &str| text.trim_end_matches(['\r', '\n']).len();
        out.truncate(without_end(&out));
        out.push_str(&stood[without_end(stood)..]);
    }
    while next < end {
        out.push_str(gap(next));
        next += 1;
    }
    out
}

/// The objects of the JSON list that a place stands in: a list of messages, which have roles; and in `LangChain` the
/// one under `messages`. YAML has such lists, too.
fn list_around(
    text: &str,
    from: usize,
    place: &Range<usize>,
    format: ImportFormat,
) -> Option<Vec<Range<usize>>> {
    /// A list or an object that is open, with the objects that stand in it.
    struct Open {
        start: usize,
        inner: Vec<Range<usize>>,
    }
    let mut open: Vec<Open> = Vec::new();
    let mut quote = None;
    let mut is_escaped = false;
    // In YAML an apostrophe within a word is text.
    let mut begins_value = false;
    for (at, byte) in text.bytes().enumerate().skip(from) {
        if let Some(open) = quote {
            match byte {
                _ if is_escaped => is_escaped = false,
                b'\\' if open == b'"' => is_escaped = true,
                _ if byte == open => quote = None,
                _ => {}
            }
            continue;
        }
        let begins = begins_value;
        if !byte.is_ascii_whitespace() {
            begins_value = matches!(byte, b'[' | b'{' | b',' | b':');
        }
        match byte {
            b'"' => quote = Some(byte),
            b'\'' if begins => quote = Some(byte),
            b'{' | b'[' => open.push(Open {
                start: at,
                inner: Vec::new(),
            }),
            b'}' => {
                let one = open.pop()?;
                if let Some(outer) = open.last_mut() {
                    outer.inner.push(one.start..at + 1);
                }
            }
            b']' => {
                let list = open.pop()?;
                let is_around = list.start < place.start && place.end <= at;
                if is_around && !list.inner.is_empty() {
                    let before = text[..list.start].trim_end();
                    let is_messages = match format {
                        ImportFormat::Langchain => before
                            .strip_suffix(':')
                            .is_some_and(|key| key.trim_end().ends_with("\"messages\"")),
                        _ => text[list.start..at].contains("role"),
                    };
                    if is_messages {
                        return Some(list.inner);
                    }
                }
            }
            _ => {}
        }
    }
    None
}

/// The entry of a YAML list around a place, with its line feed.
fn entry_around(text: &str, place: &Range<usize>) -> Option<Range<usize>> {
    let line_at = text[..place.start].rfind('\n').map_or(0, |at| at + 1);
    let mut column = place.start - line_at;
    let mut start = line_at;
    let dash = loop {
        let line = text[start..].split('\n').next().unwrap_or_default();
        let blanks = line.len() - line.trim_start_matches(' ').len();
        if line[blanks..].starts_with("- ") && blanks < column {
            break blanks;
        }
        if !line.trim().is_empty() {
            column = column.min(blanks + 1);
        }
        start = text[..start.checked_sub(1)?]
            .rfind('\n')
            .map_or(0, |at| at + 1);
    };
    let mut end = text[place.end..]
        .find('\n')
        .map_or(text.len(), |at| place.end + at + 1);
    while end < text.len() {
        let line = text[end..].split_inclusive('\n').next().unwrap_or_default();
        let blanks = line.len() - line.trim_start_matches(' ').len();
        if !line.trim().is_empty() && blanks <= dash {
            break;
        }
        end += line.len();
    }
    Some(start..end)
}

/// The role of a line that opens a message, as `<system>`.
fn tag_of(line: &str) -> Option<&str> {
    let role = line.strip_prefix('<')?.split('>').next()?;
    matches!(role, "system" | "user" | "assistant" | "tool").then_some(role)
}

/// A role of dotprompt as the name of a tag.
fn tag_role(role: &str) -> &str {
    if role == "model" { "assistant" } else { role }
}

type Key = (String, Option<Value>);

/// What an element of an item has beside its text.
fn key(prompt: &Prompt, at: usize) -> Key {
    let content = &prompt.content;
    let key = match prompt.structure_type {
        StructureType::Standard => content
            .segments
            .get(at)
            .map(|one| (one.r#type.to_string(), one.extra.get(IMPORTED).cloned())),
        _ => content
            .sections
            .get(at)
            .map(|one| (one.title.clone(), None)),
    };
    key.unwrap_or_default()
}

/// The old item of each new one: the longest common sequence, first of equal items, then of equal types or titles;
/// then items that were moved, and equal texts in another role.
fn alignment(source: &Source, stood: &Prompt, prompt: &Prompt) -> Vec<Option<usize>> {
    type Item = (Key, u32, u32);
    // A text that was a hole is known by its sum.
    let old_sum = |field: Field| {
        if let Field::Content(at) = field
            && let Some(block) = source.blocks(at).first().and_then(|hole| hole.block)
        {
            return block.whole;
        }
        let hole = source.holes().find(|hole| hole.field == field);
        match hole.map(|hole| hole.sum) {
            Some(Some(sum)) => sum,
            // Sources of earlier versions have none: the text now at its place stands for it.
            Some(None) => sum(&field.of(prompt)),
            None => sum(&field.of(stood)),
        }
    };
    let item = |prompt: &Prompt, at: usize, sum: &dyn Fn(Field) -> u32| -> Item {
        let key = match prompt.structure_type {
            StructureType::Standard => key(prompt, at),
            _ => Key::default(),
        };
        (key, sum(Field::Heading(at)), sum(Field::Content(at)))
    };
    let old: Vec<Item> = (0..count(stood))
        .map(|at| item(stood, at, &old_sum))
        .collect();
    let new: Vec<Item> = (0..count(prompt))
        .map(|at| item(prompt, at, &|field| sum(&field.of(prompt))))
        .collect();
    let is_kind = |one: &Item, other: &Item| one.0 == other.0 && one.1 == other.1;
    let exact = old.len() + new.len();
    let weight = |i: usize, j: usize| match is_kind(&old[i], &new[j]) {
        true if old[i].2 == new[j].2 => exact,
        true => 1,
        false => 0,
    };
    let mut weights = vec![vec![0_usize; new.len() + 1]; old.len() + 1];
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            let skipped = weights[i + 1][j].max(weights[i][j + 1]);
            weights[i][j] = match weight(i, j) {
                0 => skipped,
                weight => skipped.max(weights[i + 1][j + 1] + weight),
            };
        }
    }
    let mut aligned = vec![None; new.len()];
    let mut is_free = vec![true; old.len()];
    let (mut i, mut j) = (0, 0);
    while i < old.len() && j < new.len() {
        let weight = weight(i, j);
        if weight > 0 && weights[i][j] == weights[i + 1][j + 1] + weight {
            aligned[j] = Some(i);
            is_free[i] = false;
            i += 1;
            j += 1;
        } else if weights[i][j] == weights[i + 1][j] {
            i += 1;
        } else {
            j += 1;
        }
    }
    let no_text = sum("");
    for is_alike in [
        &(|one: &Item, other: &Item| one == other) as &dyn Fn(&Item, &Item) -> bool,
        &|one, other| one.2 == other.2 && one.2 != no_text,
        &is_kind,
    ] {
        let mut unaligned: Vec<usize> = (0..old.len()).filter(|i| is_free[*i]).collect();
        for (new, place) in new
            .iter()
            .zip(&mut aligned)
            .filter(|(_, place)| place.is_none())
        {
            if let Some(at) = unaligned.iter().position(|i| is_alike(&old[*i], new)) {
                let i = unaligned.remove(at);
                *place = Some(i);
                is_free[i] = false;
            }
        }
    }
    aligned
}

/// The role of an item as its format has it; none for a section.
fn role(prompt: &Prompt, at: usize, format: ImportFormat) -> Option<String> {
    if prompt.structure_type != StructureType::Standard {
        return None;
    }
    let segment = prompt.content.segments.get(at)?;
    let kept = segment.extra.get(IMPORTED).and_then(Value::as_object);
    let kept_role = kept.and_then(|kept| kept.get("role")?.as_str());
    let role = kept_role.unwrap_or(match segment.r#type {
        SegmentType::User => "user",
        SegmentType::Assistant if format == ImportFormat::Dotprompt => "model",
        SegmentType::Assistant => "assistant",
        SegmentType::System | SegmentType::Context | SegmentType::Instruction => "system",
    });
    Some(role.to_owned())
}

/// An element with another role in the place of its own.
fn with_role(element: &str, role: &str, syntax: Syntax, format: ImportFormat) -> Option<String> {
    let range = match syntax {
        Syntax::Json => {
            let at = element.find("\"role\"")? + "\"role\"".len();
            let value = element[at..].trim_start().strip_prefix(':')?.trim_start();
            let start = element.len() - value.len() + 1;
            let length = value.strip_prefix('"')?.find('"')?;
            start..start + length
        }
        Syntax::Yaml => {
            let scalars = of_yaml(element);
            let scalar = scalars.iter().find(|one| one.key == "role")?;
            let mut text = element.to_owned();
            text.replace_range(scalar.start..scalar.end, &scalar.style.encode(role));
            return Some(text);
        }
        Syntax::Document if tag_of(element).is_some() => {
            let old = tag_of(element)?;
            let (open, close) = (1..1 + old.len(), element.rfind(&format!("</{old}>"))? + 2);
            let mut text = element.to_owned();
            text.replace_range(close..close + old.len(), tag_role(role));
            text.replace_range(open, tag_role(role));
            return Some(text);
        }
        Syntax::Document if format == ImportFormat::Prompty => {
            role_of(element.lines().next()?)?;
            let start = element.len() - element.trim_start_matches(['#', ' ']).len();
            let word = |one: char| !one.is_alphanumeric();
            start..start + element[start..].find(word)?
        }
        Syntax::Document if format == ImportFormat::Dotprompt => {
            let (name, _) = role_at(element.strip_prefix("{{").map(|_| element)?)?;
            let start = element.find(name)?;
            // The first match could be in the word `role` itself.
            let start = if name == "role" {
                element.rfind(name)?
            } else {
                start
            };
            start..start + name.len()
        }
        Syntax::Document | Syntax::Toml => return None,
    };
    let mut text = element.to_owned();
    text.replace_range(range, role);
    Some(text)
}

/// Writes an element for an item that the file does not have.
fn new_element(
    prompt: &Prompt,
    at: usize,
    model: &str,
    syntax: Syntax,
    format: ImportFormat,
) -> Option<String> {
    if prompt.structure_type == StructureType::Structured {
        let section = prompt.content.sections.get(at)?;
        let marks = model.len() - model.trim_start_matches('#').len();
        if section.title.is_empty() {
            return Some(format!("{}\n\n", section.content));
        }
        let gap = if section.content.is_empty() {
            ""
        } else {
            "\n\n"
        };
        let marks = "#".repeat(marks.max(1));
        return Some(format!(
            "{marks} {}\n\n{}{gap}",
            section.title, section.content
        ));
    }
    let segment = prompt.content.segments.get(at)?;
    let kept = segment.extra.get(IMPORTED).and_then(Value::as_object);
    let role = role(prompt, at, format)?;
    let role = role.as_str();
    let text = &segment.content;
    Some(match syntax {
        Syntax::Json => {
            // Constructors of LangChain have no element that a role and a text would make.
            if !model.contains("\"role\"") || !model.contains("\"content\"") {
                return None;
            }
            let mut map = Map::new();
            map.insert("role".to_owned(), Value::from(role));
            map.insert("content".to_owned(), Value::from(text.as_str()));
            for (key, value) in kept.into_iter().flatten() {
                if key != "role" && key != "content" {
                    map.insert(key.clone(), value.clone());
                }
            }
            spaced(&Value::Object(map))
        }
        Syntax::Yaml => {
            let dash = " ".repeat(model.len() - model.trim_start_matches(' ').len());
            let style = Style::YamlBlock(dash.len() + 4);
            format!(
                "{dash}- role: {role}\n{dash}  content: {}\n",
                style.encode(text)
            )
        }
        Syntax::Toml => return None,
        Syntax::Document => match format {
            ImportFormat::Prompty => format!("{role}:\n{text}\n\n"),
            ImportFormat::Dotprompt => format!("{{{{role \"{role}\"}}}}\n{text}\n"),
            _ => return None,
        },
    })
}

/// A JSON object on one line, with blanks between its parts.
fn spaced(value: &Value) -> String {
    match value {
        Value::Object(map) => {
            let parts: Vec<_> = map
                .iter()
                .map(|(key, value)| format!("{}: {value}", Value::from(key.as_str())))
                .collect();
            format!("{{{}}}", parts.join(", "))
        }
        value => value.to_string(),
    }
}
