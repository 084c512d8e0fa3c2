//! The page of an account: its public prompts.

use maud::html;
use serde_json::json;

use super::document::{Head, page, path};
use super::store::Listed;

/// What the page shows.
pub struct ProfilePage<'a> {
    pub origin: &'a str,
    pub handle: &'a str,
    pub name: &'a str,
    pub bio: &'a str,
    /// A page of the prompts, its number, and whether there is another.
    pub prompts: &'a [Listed],
    pub page: u32,
    pub has_more: bool,
}

impl ProfilePage<'_> {
    /// The page as HTML.
    pub fn html(&self) -> String {
        let &Self {
            origin,
            handle,
            name,
            bio,
            prompts,
            page: number,
            has_more,
        } = self;
        let url = format!("{origin}{}", path(&[handle]));
        let body = html! {
            main {
                h1 { (name) }
                p class="by" { "@" (handle) }
                @if !bio.is_empty() { p class="lead" { (bio) } }
                h2 { "Public prompts" }
                @if prompts.is_empty() { p class="lead" { "Nothing is public yet." } }
                ul class="list" {
                    @for prompt in prompts {
                        li {
                            a href=(path(&[handle, &prompt.slug])) { (prompt.title) }
                            @if !prompt.description.is_empty() { p { (prompt.description) } }
                        }
                    }
                }
                @if number > 1 || has_more {
                    p class="actions" {
                        @if number > 1 {
                            a class="button" rel="prev" href=(format!("{}?page={}", path(&[handle]), number - 1)) { "Newer" }
                        }
                        @if has_more {
                            a class="button" rel="next" href=(format!("{}?page={}", path(&[handle]), number + 1)) { "Older" }
                        }
                    }
                }
            }
        };
        let head = Head {
            title: format!("{name} (@{handle})"),
            description: format!("Public prompts by {name}."),
            data: json!({
                "@context": "https://schema.org",
                "@type": "ProfilePage",
                "mainEntity": { "@type": "Person", "name": name, "alternateName": handle, "url": url },
            }),
            is_embeddable: true,
            is_listed: true,
            url,
            origin: origin.to_owned(),
            language: "en",
            about: Some(path(&[handle])),
        };
        page(&head, &body)
    }
}
