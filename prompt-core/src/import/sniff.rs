//! Finding out what a file is, by its content first and its name second, and handing it to its reader.

use serde_json::Value;

use super::remarks::Remarks;
use super::{Draft, File, ImportFormat, json, markdown, object, plain_text};

/// Reads a file in the given format, or in the one it looks like.
pub(super) fn read(
    file: &File<'_>,
    format: Option<ImportFormat>,
    remarks: &mut Remarks,
) -> (ImportFormat, Vec<Draft>) {
    let format = format.unwrap_or_else(|| container(file));
    match format {
        ImportFormat::Json => match json::parse(file.text, remarks) {
            Some(value) => data(value, format),
            None => (format, Vec::new()),
        },
        ImportFormat::Yaml => match super::yaml::parse_all(file.text) {
            Ok(documents) => {
                let mut drafts = Vec::new();
                for document in documents {
                    remarks.extend(document.remarks);
                    drafts.extend(data(document.value, format).1);
                }
                (format, drafts)
            }
            Err(problem) => {
                remarks.error(
                    "bad_yaml",
                    problem
                        .line
                        .map_or_else(String::new, |line| format!("line {line}")),
                    format!("This is not YAML that can be read: {}", problem.message),
                    "Correct the file and import it again",
                );
                (format, Vec::new())
            }
        },
        ImportFormat::Xml => (
            format,
            super::xml::read(file, remarks).into_iter().collect(),
        ),
        ImportFormat::Html => (format, vec![super::html::read(file)]),
        ImportFormat::Prompty => (format, vec![super::prompty::read(file)]),
        ImportFormat::Markdown => (format, vec![markdown::read(file)]),
        _ => (format, vec![plain_text::read(file)]),
    }
}

fn container(file: &File<'_>) -> ImportFormat {
    let extension = file.name.and_then(|name| Some(name.rsplit_once('.')?.1));
    match (file.text.trim_start().as_bytes().first(), extension) {
        (Some(b'{' | b'['), _) => ImportFormat::Json,
        (_, Some("prompty")) => ImportFormat::Prompty,
        (_, Some("xml")) => ImportFormat::Xml,
        (_, Some("html")) => ImportFormat::Html,
        (_, Some("yaml" | "yml")) => ImportFormat::Yaml,
        (_, Some("md")) => ImportFormat::Markdown,
        _ if file.text.trim_start().starts_with("---\n") => ImportFormat::Markdown,
        _ => ImportFormat::PlainText,
    }
}

fn data(value: Value, format: ImportFormat) -> (ImportFormat, Vec<Draft>) {
    match value {
        Value::Object(map) if object::is_prompt(&map) => (format, vec![object::read(map, format)]),
        _ => (format, Vec::new()),
    }
}
