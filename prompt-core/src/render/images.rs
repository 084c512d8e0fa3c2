//! Images in messages: an address on the web, or the image itself as a `data:` address. Nothing is ever fetched.

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::RenderedMessage;

/// The estimated tokens of an image, whose size is not known: about those of one of 1024 by 1024 pixels.
pub const IMAGE_TOKENS: usize = 1_000;
/// The most images of one rendering.
pub const IMAGES: usize = 100;
/// The most bytes of one `data:` address.
pub const IMAGE_BYTES: usize = 5 * 1024 * 1024;

const MEDIA_TYPES: [&str; 4] = ["image/png", "image/jpeg", "image/gif", "image/webp"];

/// What a message says, as the chat API of `OpenAI` takes it: a text, or parts if it has images.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum MessageContent {
    /// A text alone.
    Text(String),
    /// Texts and images in their order.
    Parts(Vec<MessagePart>),
}

/// A text or an image of a message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MessagePart {
    /// `text` or `image_url`.
    pub r#type: &'static str,
    /// The text of a part `text`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The image of a part `image_url`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image_url: Option<ImageUrl>,
}

/// Where an image is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ImageUrl {
    /// An address on the web, or the image itself as a `data:` address.
    pub url: String,
}

impl MessageContent {
    /// Builds a content from a text and the images in it, each at the range of the text that it takes the place of.
    pub(crate) fn of(text: String, images: &[(std::ops::Range<usize>, String)]) -> Self {
        if images.is_empty() {
            return Self::Text(text);
        }
        let mut parts = Vec::new();
        let mut end = 0;
        for (range, url) in images {
            push_text(&mut parts, &text[end..range.start]);
            parts.push(MessagePart {
                r#type: "image_url",
                text: None,
                image_url: Some(ImageUrl { url: url.clone() }),
            });
            end = range.end;
        }
        push_text(&mut parts, &text[end..]);
        Self::Parts(parts)
    }

    /// Whether there is nothing to say.
    pub fn is_blank(&self) -> bool {
        match self {
            Self::Text(text) => text.trim().is_empty(),
            Self::Parts(parts) => parts.is_empty(),
        }
    }

    /// The form of Anthropic's API: a text, or blocks.
    pub fn anthropic(&self) -> Value {
        let Self::Parts(parts) = self else {
            return json!(self);
        };
        let block = |part: &MessagePart| {
            let Some(image) = &part.image_url else {
                return json!(part);
            };
            let source = match data(&image.url) {
                Some((media_type, data)) => {
                    json!({ "type": "base64", "media_type": media_type, "data": data })
                }
                None => json!({ "type": "url", "url": image.url }),
            };
            json!({ "type": "image", "source": source })
        };
        parts.iter().map(block).collect()
    }
}

/// Adds a text without the line breaks that set it apart from an image. Providers refuse a text of blanks.
fn push_text(parts: &mut Vec<MessagePart>, text: &str) {
    let text = text.trim_matches(['\n', '\r']);
    if !text.trim().is_empty() {
        parts.push(MessagePart {
            r#type: "text",
            text: Some(text.to_owned()),
            image_url: None,
        });
    }
}

impl RenderedMessage {
    /// What it says, with its images.
    pub fn content(&self) -> MessageContent {
        let mut text = String::new();
        let mut images = Vec::new();
        for piece in &self.pieces {
            let start = text.len();
            text.push_str(&piece.text);
            if let Some(url) = &piece.image {
                images.push((start..text.len(), url.clone()));
            }
        }
        MessageContent::of(text, &images)
    }

    /// The number of images that go to a model.
    pub fn images(&self) -> usize {
        let pieces = self.pieces.iter();
        pieces.filter(|piece| piece.image.is_some()).count()
    }
}

/// Whether a text is the address of an image that a model may get: of the web, or the image itself.
pub(super) fn is_address(text: &str) -> bool {
    // Without what an address must escape, and what would end it in a template.
    let is_plain = |rest: &str| {
        !rest.is_empty()
            && rest
                .bytes()
                .all(|one| one.is_ascii_graphic() && !b"{}\"'`<>\\".contains(&one))
    };
    text.strip_prefix("https://").is_some_and(is_plain) || data(text).is_some()
}

/// The media type and the base64 of a `data:` address of an image.
fn data(address: &str) -> Option<(&str, &str)> {
    let (media_type, data) = address.strip_prefix("data:")?.split_once(";base64,")?;
    let is_base64 = |one: u8| one.is_ascii_alphanumeric() || matches!(one, b'+' | b'/' | b'=');
    let is_image =
        MEDIA_TYPES.contains(&media_type) && !data.is_empty() && data.bytes().all(is_base64);
    is_image.then_some((media_type, data))
}

/// An address as it is shown in a text: the image itself would be no text to read.
pub(super) fn shown(address: &str) -> String {
    match data(address) {
        Some((media_type, data)) => format!("data:{media_type} ({} KB)", data.len().div_ceil(1366)),
        None => address.to_owned(),
    }
}

/// The addresses of the images in the parts of an imported message: those before its text, and those after it.
pub(super) fn imported(parts: &Value) -> (Vec<String>, Vec<String>) {
    let parts = match parts {
        Value::Array(parts) => parts.as_slice(),
        part => std::slice::from_ref(part),
    };
    let is_image = |part: &&Value| part.as_object().and_then(address_of).is_some();
    let before = parts.iter().take_while(is_image).count();
    let addresses = |parts: &[Value]| -> Vec<String> {
        let objects = parts.iter().filter_map(Value::as_object);
        objects.filter_map(address_of).collect()
    };
    (addresses(&parts[..before]), addresses(&parts[before..]))
}

/// The address in an image part of `OpenAI`, Anthropic or MCP.
fn address_of(part: &Map<String, Value>) -> Option<String> {
    let text = |map: &Map<String, Value>, key: &str| Some(map.get(key)?.as_str()?.to_owned());
    let of_data = |map: &Map<String, Value>, kind: &str| {
        Some(format!(
            "data:{};base64,{}",
            text(map, kind)?,
            text(map, "data")?
        ))
    };
    let address = match part.get("type")?.as_str()? {
        "image_url" | "input_image" => match part.get("image_url")? {
            Value::Object(image) => text(image, "url"),
            _ => text(part, "image_url"),
        },
        "image" => match part.get("source").and_then(Value::as_object) {
            Some(source) => text(source, "url").or_else(|| of_data(source, "media_type")),
            None => of_data(part, "mimeType"),
        },
        _ => None,
    };
    address.filter(|address| is_address(address))
}
