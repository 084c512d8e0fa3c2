//! The messages of a prompt from its items.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::mustache::{self, Target};
use super::pieces::Pieces;
use super::template::Token;
use super::values::{Scope, given, text_of, value};
use super::{
    FILLED_BYTES, IMAGE_BYTES, IMAGES, INCLUDE_DEPTH, INCLUDED_BYTES, INCLUDES, Includes, Origin,
    Piece, ProblemKind, RenderProblem, Rendered, RenderedMessage, Role, Values, condition, fstring,
    images, jinja, template, wrapper,
};
use crate::asset::filled_fields;
use crate::content::outline::{Item, ItemKind, List};
use crate::content::settings::Settings;
use crate::content::template::TemplateLanguage;
use crate::import::IMPORTED;
use crate::{BlockAsset, BlockAssetType, Language, Prompt, SegmentType, StructureType, Wrapper};

/// The key of a content with the role of the message of a structure that has no roles.
const ROLE: &str = "role";
/// The key of a section with its depth in the outline, 1 to 4.
const LEVEL: &str = "level";
/// The key of a module's configuration with its condition.
pub(super) const CONDITION: &str = "condition";

/// What a further place of a module's text in a custom wrapper counts beside the text.
const AGAIN_BYTES: usize = 4096;

/// The treatment of the variables in texts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fill {
    /// Values and defaults are filled in.
    Values,
    /// Defaults are filled in; every module stands, whatever its condition.
    Defaults,
    /// Every variable is left as a piece of its own, whether it has a default or not.
    Nothing,
    /// Texts are left as they are written, with the logic of their template language.
    Verbatim,
}

pub(super) fn compose(prompt: &Prompt, values: &Values, includes: &impl Includes) -> Rendered {
    Renderer::of(values, includes, Fill::Values).rendered(prompt)
}

/// Composes the messages as a template: without values, and with every module whatever its condition.
pub(crate) fn compose_template(prompt: &Prompt, fill: Fill) -> Rendered {
    Renderer::of(&Map::new(), &(), fill).rendered(prompt)
}

/// A module's text with its wrappers, as it is rendered without values.
pub(crate) fn module_text(prompt: &Prompt, item: &Item<'_>) -> String {
    let values = Map::new();
    let mut renderer = Renderer::of(&values, &(), Fill::Defaults);
    let mut out = Pieces::default();
    let scope = Scope::of(prompt);
    renderer.wrapped_text(&scope, item, &mut out);
    out.pieces.into_iter().map(|piece| piece.text).collect()
}

struct Renderer<'a, I> {
    values: &'a Values,
    includes: &'a I,
    fill: Fill,
    /// The prompt that is rendered, of which its includes are parts.
    root: Option<&'a Prompt>,
    /// The references that led to the prompt being rendered.
    path: Vec<String>,
    /// The number of includes so far.
    included: usize,
    included_bytes: usize,
    /// The bytes of values so far, see [`FILLED_BYTES`].
    filled_bytes: usize,
    /// The steps that are left for sections of Mustache and Handlebars.
    steps: usize,
    /// The bytes that conditions may still read.
    condition_bytes: usize,
    /// The fuel that is left for templates of Jinja2.
    #[cfg(feature = "jinja")]
    fuel: u64,
    /// The number of images so far.
    images: usize,
    problems: Vec<RenderProblem>,
    remarks: Vec<RenderProblem>,
    /// The variables and includes that have a problem already.
    named: HashSet<(ProblemKind, String)>,
}

impl<'a, I: Includes> Renderer<'a, I> {
    fn of(values: &'a Values, includes: &'a I, fill: Fill) -> Self {
        Self {
            values,
            includes,
            fill,
            root: None,
            path: Vec::new(),
            included: 0,
            included_bytes: 0,
            filled_bytes: 0,
            steps: mustache::STEPS,
            condition_bytes: FILLED_BYTES,
            #[cfg(feature = "jinja")]
            fuel: jinja::engine::FUEL,
            images: 0,
            problems: Vec::new(),
            remarks: Vec::new(),
            named: HashSet::new(),
        }
    }

    fn rendered(mut self, prompt: &'a Prompt) -> Rendered {
        self.root = Some(prompt);
        let mut messages = self.messages(prompt);
        // Models take images from the user only: elsewhere they are named.
        for message in messages.iter_mut().filter(|one| one.role != Role::User) {
            for piece in &mut message.pieces {
                piece.image = None;
            }
        }
        let settings = Settings::read(prompt.content.settings());
        for error in settings.unusable() {
            let field = error.field().unwrap_or_default();
            self.problem(ProblemKind::Settings, field, "", || error.to_string());
        }
        Rendered {
            messages,
            problems: self.problems,
            remarks: self.remarks,
            settings,
        }
    }

    fn messages(&mut self, prompt: &Prompt) -> Vec<RenderedMessage> {
        let scope = Scope::of(prompt);
        let list = List::of(&prompt.content, prompt.structure_type);
        let mut messages: Vec<(Role, Pieces)> = Vec::new();
        let mut first = Pieces::default();
        for field in filled_fields(prompt.prompt_type, &prompt.asset_fields) {
            first.part();
            first.push(field.label, Origin::Layout, "", None);
            first.push(": ", Origin::Layout, "", None);
            self.write(&scope, &field.text, "", &mut first);
        }
        if prompt.structure_type == StructureType::Standard {
            let mut context = Pieces::default();
            for item in &list.items {
                match item.kind {
                    ItemKind::Segment(SegmentType::Context) => {
                        context.part();
                        self.write(&scope, item.text, item.id, &mut context);
                    }
                    ItemKind::Segment(kind) => {
                        let mut message = Pieces::default();
                        let (before, after) = imported_images(item);
                        for address in before {
                            message.part();
                            self.image(address, "", item.id, &mut message);
                        }
                        message.part();
                        self.write(&scope, item.text, item.id, &mut message);
                        for address in after {
                            message.part();
                            self.image(address, "", item.id, &mut message);
                        }
                        messages.push((role_of(kind), message));
                    }
                    _ => {}
                }
            }
            if !context.is_empty() {
                add_context(&mut messages, context, prompt.language);
            }
        } else {
            let mut message = Pieces::default();
            for item in &list.items {
                self.item(&scope, item, 1, &mut message);
            }
            messages.push((role(prompt), message));
        }
        if !first.is_empty() {
            match messages.first_mut() {
                Some((_, message)) => {
                    first.part();
                    for piece in std::mem::take(&mut message.pieces) {
                        first.add(piece);
                    }
                    *message = first;
                }
                None => messages.push((role(prompt), first)),
            }
        }
        messages
            .into_iter()
            .map(|(role, message)| RenderedMessage {
                role,
                pieces: message.pieces,
            })
            // Providers refuse a message without text.
            .filter(|message| !message.content().is_blank())
            .collect()
    }

    /// Writes a section, module or block under its heading.
    fn item(&mut self, scope: &Scope<'_>, item: &Item<'_>, level: usize, out: &mut Pieces) {
        if !self.is_shown(scope, item, out) {
            return;
        }
        let own = item.extra.get(LEVEL).and_then(Value::as_u64);
        let own = own.and_then(|level| usize::try_from(level).ok());
        let level = own
            .filter(|own| item.kind == ItemKind::Section && (1..=4).contains(own))
            .unwrap_or(level);
        if !item.heading.trim().is_empty() {
            out.part();
            out.push(&"#".repeat(level), Origin::Layout, item.id, None);
            out.push(" ", Origin::Layout, item.id, None);
            self.write(scope, item.heading, item.id, out);
        }
        out.part();
        self.write(scope, item.description, item.id, out);
        out.part();
        self.wrapped_text(scope, item, out);
        for child in &item.children {
            self.item(scope, child, level + 1, out);
        }
        self.assets(scope, item, out);
    }

    /// Whether the condition of a module holds. If it does not, its place is noted.
    fn is_shown(&mut self, scope: &Scope<'_>, item: &Item<'_>, out: &mut Pieces) -> bool {
        if !item.wrappers.contains(&Wrapper::ConditionalLogic) {
            return true;
        }
        let written = item.config.and_then(|config| config.get(CONDITION));
        let Some(written) = written
            .and_then(Value::as_str)
            .filter(|text| !text.trim().is_empty())
        else {
            self.problem(ProblemKind::Condition, "", item.id, || {
                "The configuration has no condition, so this module is always included".to_owned()
            });
            return true;
        };
        if self.fill != Fill::Values {
            self.problem(ProblemKind::Condition, written, item.id, || {
                format!("The condition '{written}' is dropped; the module is always included")
            });
            return true;
        }
        let values = self.values;
        let value = |name: &str| value(values, scope, name);
        self.included_bytes += written.len() * usize::from(!self.path.is_empty());
        match condition::holds(written, &mut self.condition_bytes, &value) {
            Ok(true) => true,
            Ok(false) => {
                let name = match item.heading.trim() {
                    "" => "Module",
                    heading => heading,
                };
                out.leave_out(item.id, name);
                self.remarks.push(RenderProblem {
                    kind: ProblemKind::Condition,
                    name: written.to_owned(),
                    item: item.id.to_owned(),
                    message: format!("'{name}' is left out: the condition '{written}' is false"),
                });
                false
            }
            Err(why) => {
                self.problem(ProblemKind::Condition, written, item.id, || {
                    format!("The condition cannot be read: {why}. The module is included")
                });
                true
            }
        }
    }

    /// Writes the text of an item with what its wrappers add.
    fn wrapped_text(&mut self, scope: &Scope<'_>, item: &Item<'_>, out: &mut Pieces) {
        let (before, after): (Vec<_>, Vec<_>) = item
            .wrappers
            .iter()
            .copied()
            .filter(|wrapper| *wrapper != Wrapper::Custom)
            .partition(|wrapper| *wrapper == Wrapper::ValidateInput);
        for wrapper in before {
            self.instruction(scope, wrapper, item, out);
        }
        out.part();
        let is_custom = item.wrappers.contains(&Wrapper::Custom);
        let around = if is_custom {
            let config = item.config.unwrap_or(&Value::Null);
            wrapper::default_text(Wrapper::Custom, scope.prompt.language, config)
        } else {
            String::new()
        };
        let mut parts = wrapper::around(&around);
        let first = parts.next().unwrap_or_default();
        let rest: Vec<&str> = parts.collect();
        if rest.is_empty() {
            // A template without a place for the text comes after it.
            self.write(scope, item.text, item.id, out);
            out.part();
        }
        self.write_added(scope, Wrapper::Custom, first, item.id, out);
        for (at, part) in rest.into_iter().enumerate() {
            if at > 0 {
                self.filled_bytes += item.text.len() + AGAIN_BYTES;
            }
            if self.is_full(item.id) {
                out.push("{{content}}", Origin::Failed, item.id, None);
                out.push(part, Origin::Failed, item.id, None);
                continue;
            }
            self.write(scope, item.text, item.id, out);
            self.write_added(scope, Wrapper::Custom, part, item.id, out);
        }
        for wrapper in after {
            self.instruction(scope, wrapper, item, out);
        }
    }

    /// Writes the instruction of a wrapper.
    fn instruction(
        &mut self,
        scope: &Scope<'_>,
        wrapper: Wrapper,
        item: &Item<'_>,
        out: &mut Pieces,
    ) {
        out.part();
        let config = item.config.unwrap_or(&Value::Null);
        let text = wrapper::default_text(wrapper, scope.prompt.language, config);
        // The braces of a JSON Schema are no variables.
        if scope.language == TemplateLanguage::Fstring && wrapper::has_json(wrapper, config) {
            return out.push(&text, Origin::Wrapper, item.id, Some(wrapper.as_str()));
        }
        self.write_added(scope, wrapper, &text, item.id, out);
    }

    /// Writes a text of a wrapper with the values of its variables.
    fn write_added(
        &mut self,
        scope: &Scope<'_>,
        wrapper: Wrapper,
        text: &str,
        item: &str,
        out: &mut Pieces,
    ) {
        let mut written = Pieces::default();
        self.write(scope, text, item, &mut written);
        for mut piece in written.pieces {
            // With the logic of its language it is a template like the text.
            if piece.origin == Origin::Text && self.fill != Fill::Verbatim {
                piece.origin = Origin::Wrapper;
                piece.name = Some(wrapper.as_str().to_owned());
            }
            out.add(piece);
        }
    }

    /// Includes the prompts of a block and lists its files, addresses and images.
    fn assets(&mut self, scope: &Scope<'_>, item: &Item<'_>, out: &mut Pieces) {
        for asset in item.assets {
            if asset.r#type == BlockAssetType::Prompt {
                out.part();
                let raw = format!("{{{{> {}}}}}", asset.reference);
                self.include(&asset.reference, &raw, &asset.id, out);
            }
        }
        let listed = item
            .assets
            .iter()
            .filter(|asset| asset.r#type != BlockAssetType::Prompt);
        for (at, asset) in listed.enumerate() {
            if at == 0 {
                out.part();
                out.push(
                    words(scope.prompt.language).1,
                    Origin::Layout,
                    item.id,
                    None,
                );
                out.push(":", Origin::Layout, item.id, None);
            }
            out.push("\n- ", Origin::Layout, item.id, None);
            self.listed(scope, asset, out);
        }
    }

    fn listed(&mut self, scope: &Scope<'_>, asset: &BlockAsset, out: &mut Pieces) {
        let title = asset.title.as_deref().unwrap_or_default();
        if !title.is_empty() {
            self.write(scope, title, &asset.id, out);
            out.push(": ", Origin::Layout, &asset.id, None);
        }
        if asset.r#type == BlockAssetType::Image {
            self.referenced_image(scope, asset, out);
        } else {
            self.write(scope, &asset.reference, &asset.id, out);
        }
        let description = asset.description.as_deref().unwrap_or_default();
        if !description.is_empty() {
            out.push(" (", Origin::Layout, &asset.id, None);
            self.write(scope, description, &asset.id, out);
            out.push(")", Origin::Layout, &asset.id, None);
        }
    }

    /// Writes an image at the address that its reference makes, or the reference if it makes none.
    fn referenced_image(&mut self, scope: &Scope<'_>, asset: &BlockAsset, out: &mut Pieces) {
        let mut written = Pieces::default();
        self.write(scope, &asset.reference, &asset.id, &mut written);
        let title = asset.title.as_deref().unwrap_or_default();
        let text: String = written.pieces.iter().map(|piece| &*piece.text).collect();
        if images::is_address(&text) {
            return self.image(text, title, &asset.id, out);
        }
        // A template keeps the place of an image that a variable names.
        if let [piece] = &mut *written.pieces
            && piece.origin == Origin::Missing
            && self.fill == Fill::Nothing
        {
            piece.image = Some(piece.text.clone());
        }
        written.pieces.into_iter().for_each(|piece| out.add(piece));
    }

    /// Writes an image, or its address alone if it is too large or there are too many.
    fn image(&mut self, address: String, title: &str, item: &str, out: &mut Pieces) {
        self.images += 1;
        let is_taken = self.images <= IMAGES && address.len() <= IMAGE_BYTES && !self.is_full(item);
        if !is_taken {
            self.problem(ProblemKind::TooLong, "images", item, || {
                let most = IMAGE_BYTES / 1024 / 1024;
                format!("More than {IMAGES} images, or one of more than {most} MB, are not sent")
            });
        }
        self.filled_bytes += address.len();
        out.add(Piece {
            text: images::shown(&address),
            origin: if is_taken {
                Origin::Image
            } else {
                Origin::Failed
            },
            item: (!item.is_empty()).then(|| item.to_owned()),
            name: (!title.is_empty()).then(|| title.to_owned()),
            image: is_taken.then_some(address),
        });
    }

    /// Writes another prompt's text, or its reference and a problem.
    fn include(&mut self, reference: &str, raw: &str, item: &str, out: &mut Pieces) {
        let fail = |this: &mut Self, out: &mut Pieces, kind, why: String| {
            this.problem(kind, reference, item, || why);
            out.push(raw, Origin::Failed, item, Some(reference));
        };
        if self.path.iter().any(|one| one == reference) {
            return fail(
                self,
                out,
                ProblemKind::Cycle,
                format!("'{reference}' includes itself"),
            );
        }
        if self.path.len() == INCLUDE_DEPTH {
            let why = format!("More than {INCLUDE_DEPTH} prompts include one another");
            return fail(self, out, ProblemKind::TooDeep, why);
        }
        self.included += 1;
        if self.included > INCLUDES || self.included_bytes > INCLUDED_BYTES {
            let why = format!(
                "More than {INCLUDES} includes, or {} MB, are not rendered",
                INCLUDED_BYTES / 1024 / 1024
            );
            return fail(self, out, ProblemKind::TooDeep, why);
        }
        let Some(prompt) = self.includes.find(reference) else {
            let why = format!("There is no '{reference}' that you can include");
            return fail(self, out, ProblemKind::MissingInclude, why);
        };
        let is_root = |root: &Prompt| root.title == prompt.title && root.content == prompt.content;
        if self.root.is_some_and(is_root) {
            let why = format!("'{reference}' is the prompt itself");
            return fail(self, out, ProblemKind::Cycle, why);
        }
        self.path.push(reference.to_owned());
        for message in self.messages(prompt) {
            for piece in message.pieces {
                out.add(Piece {
                    item: (!item.is_empty()).then(|| item.to_owned()),
                    name: piece.name.or_else(|| Some(reference.to_owned())),
                    ..piece
                });
            }
            out.part();
        }
        self.path.pop();
        // Text that follows the include stands on the same line.
        out.is_new_part = false;
    }

    /// Writes a text with the values of its variables.
    fn write(&mut self, scope: &Scope<'_>, text: &str, item: &str, out: &mut Pieces) {
        // What is read counts, because a section may leave out the most of it.
        self.included_bytes += text.len() * usize::from(!self.path.is_empty());
        match scope.language {
            _ if self.fill == Fill::Verbatim => out.push(text, Origin::Text, item, None),
            TemplateLanguage::None => out.push(text, Origin::Text, item, None),
            TemplateLanguage::Promptcase => self.tokens(scope, template::tokens(text), item, out),
            TemplateLanguage::Fstring => self.tokens(scope, fstring::tokens(text), item, out),
            TemplateLanguage::Mustache | TemplateLanguage::Handlebars
                if self.fill == Fill::Nothing && mustache::has_logic(text, scope.language) =>
            {
                self.problem(ProblemKind::Template, "sections", item, || {
                    "The sections of the template are left as they are written".to_owned()
                });
                out.push(text, Origin::Failed, item, None);
            }
            TemplateLanguage::Mustache | TemplateLanguage::Handlebars => {
                let steps = self.steps;
                let mut writer = Writer {
                    values: self.values,
                    renderer: self,
                    scope,
                    item,
                    out,
                };
                match mustache::render(text, scope.language, steps, &mut writer) {
                    Ok(left) => self.steps = left,
                    Err(why) => {
                        self.problem(ProblemKind::Template, &why, item, || {
                            format!("The template is not rendered: {why}")
                        });
                        out.push(text, Origin::Failed, item, None);
                    }
                }
            }
            #[cfg(feature = "jinja")]
            TemplateLanguage::Jinja2 if self.fill == Fill::Values && jinja::has_logic(text) => {
                self.jinja(scope, text, item, out);
            }
            TemplateLanguage::Jinja2 => {
                let tokens = jinja::tokens(text);
                let is_left = |sign: &&str| {
                    tokens
                        .iter()
                        .any(|token| matches!(token, Token::Text(text) if text.contains(*sign)))
                };
                if let Some(sign) = ["{%", "{#", "{{"].into_iter().find(is_left) {
                    self.problem(ProblemKind::Template, "jinja2", item, || {
                        format!(
                            "The Jinja2 syntax {sign} is not rendered; only variables are filled in"
                        )
                    });
                }
                self.tokens(scope, tokens, item, out);
            }
        }
    }

    /// Writes a template of Jinja2, or the template as it is written if it fails.
    #[cfg(feature = "jinja")]
    fn jinja(&mut self, scope: &Scope<'_>, text: &str, item: &str, out: &mut Pieces) {
        use jinja::engine::{Failure, Part};

        let most = (FILLED_BYTES.saturating_sub(self.filled_bytes) / 64) as u64;
        let values = self.values;
        let lookup = |name: &str| value(values, scope, name);
        let done = match jinja::engine::render(text, self.fuel.min(most), &lookup) {
            Ok(done) => done,
            Err(failure) => {
                // What a template used that failed is not known.
                self.fuel /= 2;
                let (kind, why) = match failure {
                    Failure::TooMuch => {
                        let most = FILLED_BYTES / 1024 / 1024;
                        let why = format!(
                            "The template takes too long or yields more than {most} MB. Make its loops shorter"
                        );
                        (ProblemKind::TooLong, why)
                    }
                    Failure::Wrong(why) => (
                        ProblemKind::Template,
                        format!("The template is not rendered: {why}"),
                    ),
                };
                let name = why.clone();
                self.problem(kind, &name, item, || why);
                return out.push(text, Origin::Failed, item, None);
            }
        };
        self.fuel = self.fuel.saturating_sub(done.fuel);
        for name in done.missing {
            self.missing_value(name, item);
        }
        for part in done.parts {
            match part {
                Part::Text(text) => {
                    self.filled_bytes += text.len();
                    out.push(&text, Origin::Text, item, None);
                }
                Part::Value { name, text } => {
                    self.filled_bytes += text.len();
                    out.push(&text, self.origin(name), item, Some(name));
                }
                Part::Missing { name, raw } => out.push(raw, Origin::Missing, item, Some(name)),
            }
        }
    }

    fn tokens(&mut self, scope: &Scope<'_>, tokens: Vec<Token<'_>>, item: &str, out: &mut Pieces) {
        for token in tokens {
            match token {
                Token::Text(text) | Token::Quoted(text) => {
                    out.push(text, Origin::Text, item, None);
                }
                Token::Unread(raw) => {
                    self.problem(ProblemKind::Template, raw, item, || {
                        format!("{raw} is not filled in: write {{name}}, or a doubled brace for one in the text")
                    });
                    out.push(raw, Origin::Failed, item, None);
                }
                Token::Include { reference, raw }
                    if scope.language == TemplateLanguage::Promptcase =>
                {
                    self.include(reference, raw, item, out);
                }
                Token::Include { raw, .. } => out.push(raw, Origin::Text, item, None),
                Token::Variable { name, raw } => match self.value(scope, name) {
                    Some(value) => self.put(name, raw, value, item, out),
                    None => self.missing(name, raw, item, out),
                },
            }
        }
    }

    fn value<'v>(&self, scope: &Scope<'v>, name: &str) -> Option<&'v Value>
    where
        'a: 'v,
    {
        matches!(self.fill, Fill::Values | Fill::Defaults)
            .then(|| value(self.values, scope, name))
            .flatten()
    }

    /// Writes the value of a variable, or the variable as it is written if there is no room left.
    fn put(&mut self, name: &str, raw: &str, value: &Value, item: &str, out: &mut Pieces) {
        // Before its text is made, which may take long for a list.
        if self.is_full(item) {
            return out.push(raw, Origin::Failed, item, Some(name));
        }
        let text = text_of(value);
        self.filled_bytes += text.len();
        out.push(&text, self.origin(name), item, Some(name));
    }

    fn is_full(&mut self, item: &str) -> bool {
        let is_full = self.filled_bytes > FILLED_BYTES;
        if is_full {
            self.problem(ProblemKind::TooLong, "values", item, || {
                let most = FILLED_BYTES / 1024 / 1024;
                format!("Values of more than {most} MB are not filled in")
            });
        }
        is_full
    }

    fn missing(&mut self, name: &str, raw: &str, item: &str, out: &mut Pieces) {
        self.missing_value(name, item);
        out.push(raw, Origin::Missing, item, Some(name));
    }

    fn missing_value(&mut self, name: &str, item: &str) {
        self.problem(ProblemKind::MissingValue, name, item, || {
            format!("'{name}' has no value")
        });
    }

    fn origin(&self, name: &str) -> Origin {
        if given(self.values, name).is_some() {
            Origin::Value
        } else {
            Origin::Default
        }
    }

    fn problem(
        &mut self,
        kind: ProblemKind,
        name: &str,
        item: &str,
        message: impl FnOnce() -> String,
    ) {
        let is_first = self.named.insert((
            kind,
            format!(
                "{name}\n{}",
                if kind == ProblemKind::Condition {
                    item
                } else {
                    ""
                }
            ),
        ));
        if is_first {
            self.problems.push(RenderProblem {
                kind,
                name: name.to_owned(),
                item: item.to_owned(),
                message: message(),
            });
        }
    }
}

/// The addresses of the images of an imported message, before and after its text.
fn imported_images(item: &Item<'_>) -> (Vec<String>, Vec<String>) {
    let content = item
        .extra
        .get(IMPORTED)
        .and_then(|kept| kept.get("content"));
    content.map(images::imported).unwrap_or_default()
}

/// Who says a segment.
#[must_use]
pub const fn role_of(kind: SegmentType) -> Role {
    match kind {
        SegmentType::System | SegmentType::Context => Role::System,
        SegmentType::User | SegmentType::Instruction => Role::User,
        SegmentType::Assistant => Role::Assistant,
    }
}

/// The role of the message of a structure that has no roles.
fn role(prompt: &Prompt) -> Role {
    let role = prompt.content.extra.get(ROLE).and_then(Value::as_str);
    role.and_then(|role| role.parse().ok())
        .unwrap_or(Role::User)
}

/// Puts the context under a heading at the end of the system message.
fn add_context(messages: &mut Vec<(Role, Pieces)>, context: Pieces, language: Language) {
    let at = messages
        .iter()
        .position(|(role, message)| *role == Role::System && !message.is_empty())
        .unwrap_or_else(|| {
            messages.insert(0, (Role::System, Pieces::default()));
            0
        });
    let Some((_, system)) = messages.get_mut(at) else {
        return;
    };
    system.part();
    system.push("# ", Origin::Layout, "", None);
    system.push(words(language).0, Origin::Layout, "", None);
    system.part();
    for piece in context.pieces {
        system.add(piece);
    }
}

/// The headings of the context and of the listed assets in a language.
const fn words(language: Language) -> (&'static str, &'static str) {
    match language {
        Language::English => ("Context", "References"),
        Language::French => ("Contexte", "Références"),
        Language::German => ("Kontext", "Verweise"),
        Language::Spanish => ("Contexto", "Referencias"),
    }
}

/// Writes what a Mustache template yields.
struct Writer<'w, 'a, 'v, I> {
    values: &'v Values,
    renderer: &'w mut Renderer<'a, I>,
    scope: &'w Scope<'v>,
    item: &'w str,
    out: &'w mut Pieces,
}

impl<'v, I: Includes> Target<'v> for Writer<'_, '_, 'v, I> {
    fn value(&self, name: &str) -> Option<&'v Value> {
        matches!(self.renderer.fill, Fill::Values | Fill::Defaults)
            .then(|| value(self.values, self.scope, name))
            .flatten()
    }

    fn text(&mut self, text: &str) {
        // A section repeats it.
        self.renderer.filled_bytes += text.len();
        if !self.renderer.is_full(self.item) {
            self.out.push(text, Origin::Text, self.item, None);
        }
    }

    fn put(&mut self, name: &str, value: &Value) {
        let raw = format!("{{{{{name}}}}}");
        self.renderer.put(name, &raw, value, self.item, self.out);
    }

    fn missing(&mut self, name: &str, raw: &str) {
        self.renderer.missing(name, raw, self.item, self.out);
    }

    fn image(&mut self, address: &str, raw: &str) {
        if self.renderer.is_full(self.item) {
            return self.out.push(raw, Origin::Failed, self.item, None);
        }
        if images::is_address(address) {
            return self
                .renderer
                .image(address.to_owned(), "", self.item, self.out);
        }
        self.renderer.filled_bytes += address.len();
        self.unsupported(raw, "its value is no address of an image");
    }

    fn unsupported(&mut self, raw: &str, why: &str) {
        self.renderer
            .problem(ProblemKind::Template, raw, self.item, || {
                format!("{raw} is not rendered: {why}")
            });
        self.out.push(raw, Origin::Failed, self.item, None);
    }
}
