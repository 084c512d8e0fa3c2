//! The page of an account: its public prompts.

use maud::html;
use serde_json::json;

use super::document::{Head, page, path};
use super::store::Listed;

/// The page as HTML.
pub fn html(origin: &str, handle: &str, name: &str, bio: &str, prompts: &[Listed]) -> String {
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
        is_embeddable: false,
        is_listed: true,
        url,
        origin: origin.to_owned(),
        language: "en",
        about: Some(path(&[handle])),
    };
    page(&head, &body)
}
