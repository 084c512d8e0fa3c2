//! The page of a public prompt.

use std::borrow::Cow;

use maud::{Markup, PreEscaped, html};
use prompt_core::export::{ExportFormat, controls, messages};
use prompt_core::render::{Rendered, RenderedMessage, Values, VariableUse};
use prompt_core::{Language, Prompt, VersionNumber};
use serde_json::json;

use super::document::{Head, page, path};
use super::store::{Authorship, Version};

/// What the page shows.
pub struct PromptPage<'a> {
    pub origin: &'a str,
    pub handle: &'a str,
    /// The path of the page.
    pub path: String,
    /// Whether anybody may find it; otherwise only those who have its secret address.
    pub is_listed: bool,
    pub id: String,
    pub prompt: &'a Prompt,
    pub version: VersionNumber,
    /// The label or version that the address names.
    pub at: Option<At>,
    pub rendered: &'a Rendered,
    pub variables: &'a [VariableUse],
    pub values: &'a Values,
    /// Whether values only fill places, so that the page's script can do it.
    pub is_fixed: bool,
    pub authorship: &'a Authorship,
    pub versions: &'a [Version],
}

/// The text that an address names, if it is not the newest.
pub enum At {
    Version,
    Label(String),
}

impl At {
    /// The query of an address that names it.
    pub fn query(&self, version: VersionNumber) -> String {
        match self {
            Self::Version => format!("?version={version}"),
            Self::Label(label) => format!("?label={label}"),
        }
    }
}

/// The most bytes of the text on a page. Of a longer text it shows the beginning, and the files have all of it.
const TEXT_BYTES: usize = 200_000;
/// The most characters of a description in the head.
const DESCRIPTION_CHARS: usize = 200;

impl PromptPage<'_> {
    /// The page as HTML.
    pub fn html(&self) -> String {
        let prompt = self.prompt;
        let author = self.author();
        let title = format!("{} by {author}", prompt.title);
        let description = if prompt.description.is_empty() {
            let text = self.rendered.text();
            text.chars().take(DESCRIPTION_CHARS).collect()
        } else {
            prompt.description.clone()
        };
        let language = match prompt.language {
            Language::English => "en",
            Language::French => "fr",
            Language::German => "de",
            Language::Spanish => "es",
        };
        let data = json!({
            "@context": "https://schema.org",
            "@type": "CreativeWork",
            "name": prompt.title,
            "description": description,
            "author": { "@type": "Person", "name": author, "url": format!("{}{}", self.origin, path(&[self.handle])) },
            "dateModified": self.authorship.updated_at.to_string(),
            "version": self.version.to_string(),
            "inLanguage": language,
            "keywords": prompt.tags,
            "url": self.url(),
        });
        let head = Head {
            title,
            description,
            url: self.url(),
            origin: self.origin.to_owned(),
            data,
            is_embeddable: self.is_listed,
            is_listed: self.is_listed,
            language,
            about: Some(self.path.clone()),
        };
        page(&head, &self.body())
    }

    fn author(&self) -> &str {
        match self.authorship.author_name.trim() {
            "" => "Anonymous",
            name => name,
        }
    }

    fn url(&self) -> String {
        format!("{}{}", self.origin, self.path)
    }

    /// The query that names the shown text.
    fn query(&self) -> String {
        let at = self.at.as_ref();
        at.map_or_else(String::new, |at| at.query(self.version))
    }

    fn body(&self) -> Markup {
        let (prompt, path_here) = (self.prompt, &self.path);
        let changed = self.authorship.updated_at.to_string();
        let day = changed.get(..10).unwrap_or_default();
        let (shown, is_cut) = beginning(&self.rendered.messages);
        html! {
            main {
                h1 { (prompt.title) }
                p class="by" {
                    "by "
                    @if self.is_listed { a href=(path(&[self.handle])) { (self.author()) } }
                    @else { (self.author()) }
                    " · version " (self.version)
                    @if self.at.is_none() { " · changed on " time datetime=(changed) { (day) } }
                }
                @if !prompt.description.is_empty() { p class="lead" { (prompt.description) } }
                @if !prompt.tags.is_empty() {
                    ul class="tags" aria-label="Tags" { @for tag in &prompt.tags { li { (tag) } } }
                }
                @if let Some(at) = &self.at {
                    p class="lead" {
                        @match at {
                            At::Version => { "This is version " (self.version) ". " }
                            At::Label(label) => { "This is the text that the label " (label) " stands at. " }
                        }
                        a href=(path_here) { "See the newest text" } "."
                    }
                }
                (self.form())
                h2 { "Prompt" }
                @if is_cut { p class="lead" { "This is the beginning of a long text. The files below have all of it." } }
                p class="actions" {
                    @if !is_cut { button class="primary" type="button" data-action="copy" hidden { "Copy" } }
                    @if !self.variables.is_empty() {
                        button type="button" data-action="link" hidden { "Copy link with values" }
                    }
                    @if self.is_listed {
                        a class="button" data-open href=(format!("/editor?prompt={}", self.id)) { "Open in Promptcase" }
                    }
                }
                p role="status" {}
                @if self.rendered.messages.is_empty() { p class="lead" { "This prompt has no text yet." } }
                (PreEscaped(messages(&shown)))
                (self.formats())
                (self.history())
            }
        }
    }

    fn form(&self) -> Markup {
        if self.variables.is_empty() {
            return html! {};
        }
        html! {
            h2 { "Fill in" }
            form method="post" action=(format!("{}{}", self.path, self.query()))
                data-variables=(if self.is_fixed { "fixed" } else { "rendered" }) {
                (PreEscaped(controls(self.variables, self.values)))
                p class="actions" { button type="submit" { "Fill in" } }
            }
        }
    }

    fn formats(&self) -> Markup {
        html! {
            h2 { "As a file" }
            ul class="formats" {
                @for format in ExportFormat::ALL {
                    li {
                        a href=(format!("{}.{}{}", self.path, format.extension(), self.query())) { (format.label()) }
                    }
                }
                @if self.is_listed && self.at.is_none() {
                    li { a href=(format!("{}/SKILL.md", self.path)) { "Agent skill" } }
                }
            }
        }
    }

    fn history(&self) -> Markup {
        if self.versions.is_empty() {
            return html! {};
        }
        html! {
            h2 { "Versions" }
            ul class="list" {
                @for version in self.versions {
                    @let created = version.created_at.to_string();
                    li {
                        a href=(format!("{}?version={}", self.path, version.number)) { (version.number) }
                        " · " time datetime=(created) { (created.get(..10).unwrap_or_default()) }
                        @if !version.changelog.is_empty() { p { (version.changelog) } }
                    }
                }
            }
        }
    }
}

/// As many messages, and of the last one as much, as a page shows; and whether that is not all.
fn beginning(messages: &[RenderedMessage]) -> (Cow<'_, [RenderedMessage]>, bool) {
    let bytes = |message: &RenderedMessage| {
        message
            .pieces
            .iter()
            .map(|piece| piece.text.len())
            .sum::<usize>()
    };
    if messages.iter().map(bytes).sum::<usize>() <= TEXT_BYTES {
        return (Cow::Borrowed(messages), false);
    }
    let mut left = TEXT_BYTES;
    let mut shown = messages.to_vec();
    for piece in shown.iter_mut().flat_map(|message| &mut message.pieces) {
        let end = (0..=left.min(piece.text.len()))
            .rev()
            .find(|&at| piece.text.is_char_boundary(at));
        piece.text.truncate(end.unwrap_or_default());
        left -= piece.text.len().min(left);
    }
    for message in &mut shown {
        message.pieces.retain(|piece| !piece.text.is_empty());
    }
    shown.retain(|message| !message.pieces.is_empty());
    (Cow::Owned(shown), true)
}
