//! Renders a prompt with values: the messages that a model gets.
//!
//! Everything that shows, copies, runs or serves a rendered prompt uses [`render`], so all of them produce
//! the same text. `docs/rendering.md` describes the rules for a reader.
//!
//! A value is inserted once and never read again: braces in a value are text. What cannot be rendered stays
//! as it is written and is reported as a [`RenderProblem`], so that nothing is left out silently.

mod compose;
mod condition;
mod fixed;
mod fstring;
mod images;
mod jinja;
mod marks;
mod mustache;
mod pieces;
mod qualify;
mod rename;
mod template;
mod typed;
mod values;
mod variables;
mod wrapper;

use std::collections::HashSet;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::content::settings::Settings;
use crate::content::template::TemplateLanguage;
use crate::string_enum::string_enum;
use crate::{Content, Prompt};

pub use compose::role_of;
pub use fixed::is_fixed;
pub use images::{IMAGE_BYTES, IMAGE_TOKENS, IMAGES, ImageUrl, MessageContent, MessagePart};
pub use marks::{Mark, MarkKind, extract, marks, occurrences, proposed_name, written};
pub use qualify::qualify;
pub use rename::rename;
pub use typed::typed;
pub use variables::{VariableKind, VariablePlace, VariableUse, variables};
pub use wrapper::default_text as wrapper_text;

pub(crate) use compose::{Fill, compose_template, module_text};
pub(crate) use template::push_escaped;

/// The most prompts that include one another.
pub const INCLUDE_DEPTH: usize = 8;

/// The most includes of one rendering: prompts that include each other twice would double with every level.
pub const INCLUDES: usize = 1_000;
/// The most bytes that includes bring in.
pub const INCLUDED_BYTES: usize = 8 * 1024 * 1024;

/// The most bytes of values in one rendering, with the texts that sections and custom wrappers repeat: a value stands in
/// every place of its name.
pub const FILLED_BYTES: usize = 16 * 1024 * 1024;

/// Values by the names of variables.
pub type Values = Map<String, Value>;

string_enum! {
    /// The author of a message.
    pub enum Role as "role" {
        /// Sets up the model.
        System = "system", "System";
        /// The user of the model.
        User = "user", "User";
        /// The model.
        Assistant = "assistant", "Assistant";
    }
}

string_enum! {
    /// Where a piece of a rendered text comes from.
    pub enum Origin as "origin" {
        /// A text of the prompt.
        Text = "text", "Text";
        /// A heading, a list of assets or a blank line that rendering adds.
        Layout = "layout", "Layout";
        /// The instruction of a wrapper.
        Wrapper = "wrapper", "Wrapper";
        /// The value of a variable.
        Value = "value", "Value";
        /// The default of a variable without a value.
        Default = "default", "Default";
        /// A variable without a value, as it is written.
        Missing = "missing", "Missing";
        /// A part that cannot be rendered, as it is written.
        Failed = "failed", "Failed";
        /// An image, as it is named in a text.
        Image = "image", "Image";
        /// The place of a module that its condition leaves out. Its text is empty, its name is that of the module.
        LeftOut = "left_out", "Left out";
    }
}

/// A stretch of a rendered text of one origin.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Piece {
    /// Its text; the texts of all pieces in order are the text of the message.
    pub text: String,
    /// Where it comes from.
    pub origin: Origin,
    /// The id of the item it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub item: Option<String>,
    /// The variable, the include or the wrapper it stands for, or the title of the image.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub name: Option<String>,
    /// The address of the image that takes the place of the text where a model takes images: in messages of the user.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub image: Option<String>,
}

/// A rendered message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct RenderedMessage {
    /// Its author.
    pub role: Role,
    /// Its text in pieces.
    pub pieces: Vec<Piece>,
}

impl RenderedMessage {
    /// Its text.
    pub fn text(&self) -> String {
        self.pieces.iter().map(|piece| &*piece.text).collect()
    }
}

string_enum! {
    /// The reason why a part of a prompt is not rendered.
    pub enum ProblemKind as "problem" {
        /// A variable has neither a value nor a default.
        MissingValue = "missing_value", "Missing value";
        /// An included prompt does not exist or is not visible.
        MissingInclude = "missing_include", "Missing include";
        /// Prompts include one another in a circle.
        Cycle = "cycle", "Cycle";
        /// More than eight prompts include one another, or includes are more than a thousand or 8 MB.
        TooDeep = "too_deep", "Too deep";
        /// Values, in all places together, are more than 16 MB, or there are too many or too large images.
        TooLong = "too_long", "Too long";
        /// The condition of a module cannot be read, or, among remarks, is false.
        Condition = "condition", "Condition";
        /// The template's syntax is wrong or not supported.
        Template = "template", "Template";
        /// The settings have what no run can use: two tools of one name, a schema that refers to another document.
        Settings = "settings", "Settings";
        /// There is no text at all.
        NoText = "no_text", "No text";
    }
}

/// A part of a prompt that is not rendered, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct RenderProblem {
    /// The reason.
    pub kind: ProblemKind,
    /// The variable, the include or the condition.
    pub name: String,
    /// The id of the item.
    pub item: String,
    /// The reason in words.
    pub message: String,
}

/// A rendered prompt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Rendered {
    /// The messages in order. A message without text is left out.
    pub messages: Vec<RenderedMessage>,
    /// What is not rendered. Each variable is named once.
    pub problems: Vec<RenderProblem>,
    /// What is left out as the prompt says: modules whose condition is false.
    pub remarks: Vec<RenderProblem>,
    /// The model and how it answers, as the prompt says. A view reads them from the document.
    #[serde(skip)]
    #[cfg_attr(feature = "ts", ts(skip))]
    pub settings: Settings,
}

string_enum! {
    /// The form in which a rendered prompt is copied.
    #[derive(Default)]
    pub enum CopyFormat as "copy format" {
        /// The text alone.
        #[default]
        Text = "text", "Text";
        /// The messages under the names of their roles.
        Markdown = "markdown", "Markdown";
        /// The messages as chat APIs take them.
        Messages = "messages", "Messages (JSON)";
    }
}

impl Rendered {
    /// The text to copy.
    pub fn copy(&self, format: CopyFormat) -> String {
        match format {
            CopyFormat::Text => self.text(),
            CopyFormat::Markdown => {
                let messages = self.messages.iter();
                let written: Vec<_> = messages
                    .map(|message| format!("**{}**\n\n{}", message.role.label(), message.text()))
                    .collect();
                written.join("\n\n")
            }
            CopyFormat::Messages => format!("{:#}", self.messages_json()),
        }
    }

    /// The text to paste: the messages without their roles, a blank line between them.
    pub fn text(&self) -> String {
        let texts: Vec<_> = self.messages.iter().map(RenderedMessage::text).collect();
        texts.join("\n\n")
    }

    /// The messages as the JSON that chat APIs take: `[{"role": …, "content": …}]`. The content is a text, or parts if there
    /// are images.
    pub fn messages_json(&self) -> Value {
        let messages = self.messages.iter().map(
            |message| serde_json::json!({ "role": message.role, "content": message.content() }),
        );
        messages.collect()
    }
}

/// The prompts that a prompt may include.
pub trait Includes {
    /// The prompt that a reference names: a slug, `@handle/slug`, either with `@version` or `:label`, or an id.
    fn find(&self, reference: &str) -> Option<&Prompt>;
}

/// No prompt can be included.
impl Includes for () {
    fn find(&self, _: &str) -> Option<&Prompt> {
        None
    }
}

impl<S: std::hash::BuildHasher> Includes for std::collections::HashMap<String, Prompt, S> {
    fn find(&self, reference: &str) -> Option<&Prompt> {
        self.get(reference)
    }
}

/// Renders a prompt with values.
///
/// ```
/// use prompt_core::{Content, Prompt, Segment, SegmentType, render::render};
/// use serde_json::json;
///
/// let segment = |r#type, content: &str| Segment { r#type, content: content.into(), ..Segment::default() };
/// let mut prompt = Prompt::default();
/// prompt.content.segments = vec![
///     segment(SegmentType::System, "You are {{role}}."),
///     segment(SegmentType::Instruction, "Greet {{name}}."),
/// ];
/// let values = json!({ "role": "a host", "name": "{{role}}" });
/// let rendered = render(&prompt, values.as_object().unwrap(), &());
/// assert_eq!(rendered.text(), "You are a host.\n\nGreet {{role}}.");
/// assert!(rendered.problems.is_empty());
/// ```
pub fn render(prompt: &Prompt, values: &Values, includes: &impl Includes) -> Rendered {
    compose::compose(prompt, values, includes)
}

/// Whether a prompt has templates of Jinja2 with more than variables, which only programs with the feature `jinja` render.
pub fn needs_jinja(prompt: &Prompt) -> bool {
    prompt.content.template_language() == TemplateLanguage::Jinja2
        && variables::texts(prompt)
            .iter()
            .any(|(_, text)| jinja::has_logic(text))
}

/// The references of a prompt to others, as they are written: what a caller loads before it renders.
pub fn references(prompt: &Prompt) -> Vec<String> {
    let mut found = Vec::new();
    let mut known = HashSet::new();
    let mut note = |reference: &str| {
        if known.insert(reference.to_owned()) {
            found.push(reference.to_owned());
        }
    };
    for (_, text) in variables::texts(prompt) {
        if prompt.content.template_language() == TemplateLanguage::Promptcase {
            for token in template::tokens(text) {
                if let template::Token::Include { reference, .. } = token {
                    note(reference);
                }
            }
        }
    }
    for asset in prompt_assets(&prompt.content) {
        note(&asset.reference);
    }
    found
}

fn prompt_assets(content: &Content) -> impl Iterator<Item = &crate::BlockAsset> {
    let assets = content.blocks.iter().flat_map(|block| &block.assets);
    assets.filter(|asset| asset.r#type == crate::BlockAssetType::Prompt)
}
