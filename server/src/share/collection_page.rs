//! The page of a public collection.

use maud::html;
use serde_json::json;
use url::form_urlencoded::byte_serialize;

use super::document::{Head, page, path};
use super::store::{Listed, Named};

/// What the page shows.
pub struct CollectionPage<'a> {
    pub origin: &'a str,
    pub handle: &'a str,
    pub author: &'a str,
    pub slug: &'a str,
    pub title: &'a str,
    pub description: &'a str,
    pub collections: &'a [Named],
    pub prompts: &'a [Listed],
    /// Whether these are not the newest prompts.
    pub is_later: bool,
    /// Where the next page begins.
    pub next: Option<&'a str>,
    /// The most prompts that are installed as skills, if there may be more.
    pub most_skills: Option<usize>,
}

impl CollectionPage<'_> {
    /// The page as HTML.
    pub fn html(&self) -> String {
        let here = path(&[self.handle, self.slug]);
        let url = format!("{}{here}", self.origin);
        let body = html! {
            main {
                h1 { (self.title) }
                p class="by" { "Collection by " a href=(path(&[self.handle])) { (self.author) } }
                @if !self.description.is_empty() { p class="lead" { (self.description) } }
                @if !self.collections.is_empty() {
                    h2 { "Collections" }
                    ul class="list" {
                        @for collection in self.collections {
                            li { a href=(path(&[self.handle, &collection.slug])) { (collection.title) } }
                        }
                    }
                }
                h2 { "Prompts" }
                @if self.prompts.is_empty() { p class="lead" { "Nothing here is public yet." } }
                ul class="list" {
                    @for prompt in self.prompts {
                        li {
                            a href=(path(&[prompt.handle.as_deref().unwrap_or(self.handle), &prompt.slug])) {
                                (prompt.title)
                            }
                            @if !prompt.description.is_empty() { p { (prompt.description) } }
                        }
                    }
                }
                @if self.is_later || self.next.is_some() {
                    p class="actions" {
                        @if self.is_later { a class="button" href=(here) { "Newest" } }
                        @if let Some(next) = self.next {
                            a class="button" rel="next" href=(format!("{here}?cursor={}", encoded(next))) { "Older" }
                        }
                    }
                }
                @if !self.prompts.is_empty() {
                    h2 { "As skills" }
                    p class="lead" { "Puts these prompts into the skills folder of a coding agent:" }
                    pre { "npx skills add " (url) }
                    @if let Some(most) = self.most_skills { p class="lead" { "At most " (most) " of them, the newest." } }
                }
            }
        };
        let head = Head {
            title: format!("{} by {}", self.title, self.author),
            description: match self.description {
                "" => format!("Prompts collected by {}.", self.author),
                text => text.to_owned(),
            },
            data: json!({
                "@context": "https://schema.org",
                "@type": "CollectionPage",
                "name": self.title,
                "url": url,
            }),
            is_embeddable: true,
            is_listed: true,
            url,
            origin: self.origin.to_owned(),
            language: "en",
            about: Some(here),
        };
        page(&head, &body)
    }
}

/// A text as the value of a query.
fn encoded(text: &str) -> String {
    byte_serialize(text.as_bytes()).collect()
}
