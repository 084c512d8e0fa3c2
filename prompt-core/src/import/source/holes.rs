//! The holes of a source: which text of a prompt stands in each, and how it is written there.

use std::borrow::Cow;
use std::ops::Range;

use serde_json::{Map, Value};

use super::super::diagnostics::Diagnostics;
use super::super::helicone;
use super::super::langchain::{from_f_string, to_f_string};
use super::super::lines::heading_text;
use super::blocks::Block;
use super::scalars::Style;
pub(super) use crate::content::source::sum;
use crate::limits::ITEMS;
use crate::{Prompt, StructureType};

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Piece {
    Text(String),
    Hole(Hole),
}

/// The place of a text.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Hole {
    pub(super) field: Field,
    pub(super) style: Style,
    /// Whether the text stands there as an f-string.
    pub(super) is_fstring: bool,
    /// The types of variables that Helicone writes with them, by name.
    pub(super) types: Option<Map<String, Value>>,
    /// The comment behind the mark of a block of YAML, with the blanks before it.
    pub(super) comment: Option<String>,
    /// How the text was written, if the style would write it in another way.
    pub(super) was: Option<String>,
    /// The sum of the text that stood there, to know it again at another place.
    pub(super) sum: Option<u32>,
    /// What is known of a block of a message that has several.
    pub(super) block: Option<Block>,
}

/// A hole with its range in the text with line feeds.
pub(super) type Place = (Range<usize>, Hole);

/// The most fields of a prompt: five details, and two for each item.
pub(super) const FIELDS: usize = 5 + 2 * ITEMS;

/// A text of a prompt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Field {
    Title,
    Description,
    /// The tags, one a line.
    Tags,
    Category,
    Language,
    Heading(usize),
    Content(usize),
    /// A block of the text of an item, whose blocks have a blank line between them.
    Block(usize, usize),
}

impl Field {
    pub(super) fn name(self) -> String {
        match self {
            Self::Title => "title".to_owned(),
            Self::Description => "description".to_owned(),
            Self::Tags => "tags".to_owned(),
            Self::Category => "category".to_owned(),
            Self::Language => "language".to_owned(),
            Self::Heading(at) => format!("{at}.title"),
            Self::Content(at) => at.to_string(),
            Self::Block(at, block) => format!("block.{at}.{block}"),
        }
    }

    pub(super) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "title" => Self::Title,
            "description" => Self::Description,
            "tags" => Self::Tags,
            "category" => Self::Category,
            "language" => Self::Language,
            name => match (name.strip_suffix(".title"), name.strip_prefix("block.")) {
                (Some(at), _) => Self::Heading(at.parse().ok()?),
                (None, Some(name)) => {
                    let (at, block) = name.split_once('.')?;
                    Self::Block(at.parse().ok()?, block.parse().ok()?)
                }
                (None, None) => Self::Content(name.parse().ok()?),
            },
        })
    }

    /// A number of its own, below [`FIELDS`] for a field of a prompt that is within the limits. Blocks have that of their
    /// item.
    pub(super) const fn number(self) -> usize {
        match self {
            Self::Title => 0,
            Self::Description => 1,
            Self::Tags => 2,
            Self::Category => 3,
            Self::Language => 4,
            Self::Heading(at) => at.saturating_mul(2).saturating_add(5),
            Self::Content(at) | Self::Block(at, _) => at.saturating_mul(2).saturating_add(6),
        }
    }

    /// The text of a field; that of its whole item for a block.
    pub(super) fn of(self, prompt: &Prompt) -> Cow<'_, str> {
        if self == Self::Tags {
            return Cow::from(prompt.tags.join("\n"));
        }
        Cow::from(match self {
            Self::Title => prompt.title.as_str(),
            Self::Description => &prompt.description,
            Self::Category => prompt.category.as_str(),
            Self::Language => prompt.language.as_str(),
            Self::Tags => "",
            Self::Heading(at) => prompt
                .content
                .sections
                .get(at)
                .map_or("", |section| section.title.as_str()),
            Self::Content(at) | Self::Block(at, _)
                if prompt.structure_type == StructureType::Standard =>
            {
                let segment = prompt.content.segments.get(at);
                segment.map_or("", |segment| segment.content.as_str())
            }
            Self::Content(at) | Self::Block(at, _) => {
                let section = prompt.content.sections.get(at);
                section.map_or("", |section| section.content.as_str())
            }
        })
    }

    pub(super) fn of_mut(self, prompt: &mut Prompt) -> Option<&mut String> {
        let content = &mut prompt.content;
        match self {
            Self::Title => Some(&mut prompt.title),
            Self::Description => Some(&mut prompt.description),
            Self::Tags | Self::Category | Self::Language | Self::Block(..) => None,
            Self::Heading(at) => Some(&mut content.sections.get_mut(at)?.title),
            Self::Content(at) if prompt.structure_type == StructureType::Standard => {
                Some(&mut content.segments.get_mut(at)?.content)
            }
            Self::Content(at) => Some(&mut content.sections.get_mut(at)?.content),
        }
    }
}

/// The number of items in use.
pub(super) fn count(prompt: &Prompt) -> usize {
    match prompt.structure_type {
        StructureType::Standard => prompt.content.segments.len(),
        _ => prompt.content.sections.len(),
    }
}

impl Hole {
    pub(super) const fn of(field: Field, style: Style) -> Self {
        Self {
            field,
            style,
            is_fstring: false,
            types: None,
            comment: None,
            was: None,
            sum: None,
            block: None,
        }
    }

    /// The text that something written in its place means.
    pub(super) fn reads(&self, raw: &str) -> Option<String> {
        let text = self.style.decode(raw)?;
        if self.types.is_some() {
            return Some(helicone::converted(&text, &mut Map::new()));
        }
        Some(match (self.is_fstring, self.field) {
            (true, _) => from_f_string(&text, &mut Diagnostics::default()),
            (_, Field::Heading(_) | Field::Title) if self.style == Style::Raw => {
                heading_text(&text)
            }
            _ => text,
        })
    }

    /// How this text stood in the file, if it is the one that stood there and the style would write it in another way.
    pub(super) fn as_it_was(&self, text: &str) -> Option<&str> {
        let was = self.was.as_deref()?;
        (self.reads(&was.replace("\r\n", "\n")).as_deref() == Some(text)).then_some(was)
    }

    pub(super) fn written(&self, text: &str, is_crlf: bool) -> String {
        // A document has one kind of line ends.
        let lf =
            (self.style == Style::Raw && text.contains('\r')).then(|| text.replace("\r\n", "\n"));
        let text = lf.as_deref().unwrap_or(text);
        let text = if self.is_fstring {
            self.style.encode(&to_f_string(text))
        } else if let Some(types) = &self.types {
            self.style.encode(&helicone::with_types(text, types))
        } else {
            self.style.encode(text)
        };
        let text = self.with_comment(text);
        if is_crlf {
            text.replace('\n', "\r\n")
        } else {
            text
        }
    }

    /// A block with its comment, which ends the first line.
    fn with_comment(&self, mut text: String) -> String {
        let comment = self.comment.as_deref().unwrap_or_default();
        if matches!(self.style, Style::YamlBlock(_)) && is_comment(comment) {
            let at = text.find('\n').unwrap_or(text.len());
            text.insert_str(at, comment);
        }
        text
    }
}

/// Whether a text is a comment of YAML, with blanks before it.
fn is_comment(text: &str) -> bool {
    text.starts_with([' ', '\t'])
        && text.trim_start().starts_with('#')
        && !text.contains(['\n', '\r'])
}

/// The comment behind the mark of a block.
pub(super) fn comment_of(raw: &str) -> Option<String> {
    let first = raw.split(['\r', '\n']).next().unwrap_or_default();
    let mark = first.find([' ', '\t'])?;
    let comment = &first[mark..];
    is_comment(comment).then(|| comment.to_owned())
}
