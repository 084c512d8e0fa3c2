//! Prompts and collections as resources, for clients that let people attach them.

use prompt_core::export::{ExportFormat, ExportOptions, export};
use rmcp::model::{
    ErrorData, ListResourceTemplatesResult, ListResourcesResult, ReadResourceResult, Resource,
    ResourceContents, ResourceTemplate,
};
use serde_json::json;

use crate::library::{Failure, Kind, Library};
use crate::server::description;

const PROMPT: &str = "promptcase://prompts/";
const COLLECTION: &str = "promptcase://collections/";
/// The beginning of a cursor among collections.
const COLLECTIONS: &str = "collections.";
const MARKDOWN: &str = "text/markdown";
const JSON: &str = "application/json";

/// Collections first, then prompts.
pub async fn list<L: Library>(
    library: &L,
    caller: &L::Caller,
    mut cursor: Option<String>,
) -> Result<ListResourcesResult, Failure> {
    let mut found = Vec::new();
    let after = cursor
        .as_deref()
        .and_then(|one| one.strip_prefix(COLLECTIONS))
        .map(str::to_owned);
    if cursor.is_none() || after.is_some() {
        cursor = None;
        let page = library.collections(caller, after).await?;
        found.extend(page.items.into_iter().map(|one| {
            Resource::new(format!("{COLLECTION}{}", one.name), one.name)
                .with_title(one.title)
                .with_description(one.description)
                .with_mime_type(JSON)
        }));
        if let Some(next) = page.next_cursor {
            let mut result = ListResourcesResult::with_all_items(found);
            result.next_cursor = Some(format!("{COLLECTIONS}{next}"));
            return Ok(result);
        }
    }
    let page = library.list(caller, cursor).await?;
    for summary in page.items {
        let resource = Resource::new(format!("{PROMPT}{}", summary.name), &*summary.name)
            .with_title(&*summary.title)
            .with_description(description(&summary))
            .with_mime_type(MARKDOWN);
        found.push(resource);
    }
    let mut result = ListResourcesResult::with_all_items(found);
    result.next_cursor = page.next_cursor;
    Ok(result)
}

/// The addresses of prompts and collections that are not listed.
pub fn templates() -> ListResourceTemplatesResult {
    let prompt = ResourceTemplate::new(format!("{PROMPT}{{+name}}"), "prompt")
        .with_title("A prompt")
        .with_description(
            "A prompt by its name, also at a version or a label: @ada/code-review:production",
        )
        .with_mime_type(MARKDOWN);
    let collection = ResourceTemplate::new(format!("{COLLECTION}{{+name}}"), "collection")
        .with_title("A collection")
        .with_description("The prompts of a collection by its name: @ada/my-skills")
        .with_mime_type(JSON);
    ListResourceTemplatesResult::with_all_items(vec![prompt, collection])
}

/// The text of a prompt as Markdown, or the prompts of a collection as JSON.
pub async fn read<L: Library>(
    library: &L,
    caller: &L::Caller,
    uri: &str,
) -> Result<ReadResourceResult, ErrorData> {
    let text = async {
        if let Some(name) = uri.strip_prefix(PROMPT) {
            let loaded = library.load(caller, &decoded(name), true).await?;
            let options = ExportOptions {
                format: ExportFormat::Markdown,
                ..ExportOptions::default()
            };
            return Ok((export(&loaded.prompt, &options).text, MARKDOWN));
        }
        if let Some(name) = uri.strip_prefix(COLLECTION) {
            let (collection, prompts) = library.collection(caller, &decoded(name)).await?;
            let mut list = json!({
                "title": collection.title, "description": collection.description, "prompts": prompts.items,
            });
            if prompts.next_cursor.is_some() {
                let count = prompts.items.len();
                list["note"] = json!(format!(
                    "These are the newest {count} prompts of this collection. It has more: search_prompts finds them."
                ));
            }
            return Ok((list.to_string(), JSON));
        }
        Err(Failure::not_found("Resource"))
    };
    match text.await {
        Ok((text, media_type)) => Ok(ReadResourceResult::new(vec![
            ResourceContents::text(text, uri).with_mime_type(media_type),
        ])),
        Err(failure) if failure.kind == Kind::NotFound => {
            let data = json!({ "code": failure.code, "uri": uri });
            Err(ErrorData::resource_not_found(failure.message, Some(data)))
        }
        Err(failure) => Err(failure.error()),
    }
}

/// A name as it is written in an address: clients encode `@` and letters of other scripts.
fn decoded(name: &str) -> String {
    let mut bytes = Vec::with_capacity(name.len());
    let mut rest = name.as_bytes();
    while let [first, after @ ..] = rest {
        let hex = match after {
            [high, low, ..] if *first == b'%' => {
                let digit = |byte: &u8| char::from(*byte).to_digit(16);
                digit(high).zip(digit(low))
            }
            _ => None,
        };
        if let Some((high, low)) = hex {
            bytes.push(u8::try_from(high * 16 + low).unwrap_or_default());
            rest = &after[2..];
        } else {
            bytes.push(*first);
            rest = after;
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::decoded;

    #[test]
    fn names_in_addresses_are_decoded() {
        assert_eq!(decoded("%40ada/caf%C3%A9"), "@ada/café");
        assert_eq!(decoded("100%"), "100%");
        assert_eq!(decoded("%é"), "%é");
    }
}
