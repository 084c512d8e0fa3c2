//! A prompt as a file in any of the core's formats.

use poem::http::{HeaderName, HeaderValue, header};
use poem::{IntoResponse, Response};
use poem_openapi::param::{Header, Path, Query};
use poem_openapi::registry::{MetaHeader, MetaResponses, MetaSchema, Registry};
use poem_openapi::types::Type;
use poem_openapi::{ApiResponse, OpenApi};
use prompt_core::export::{
    ExportFormat, ExportOptions, Exported, FILL_PROGRAM, ForeignFormat, Formatting, Indentation,
    export, export_to_fill,
};
use prompt_core::import::{export_for_tool, export_to_source};
use prompt_core::{Prompt, VersionNumber};
use uuid::Uuid;

use crate::access::{self, Object};
use crate::app::App;
use crate::fetch::includes::{self, Included};
use crate::heavy;
use crate::http::error::{ApiError, Result};
use crate::http::openapi;
use crate::http::query::EnumParam;
use crate::http::tags::Tags;
use crate::records::{store, versions};
use crate::session::extractors::Viewer;

pub struct ExportApi(pub App);

#[OpenApi(tag = "Tags::Prompts")]
impl ExportApi {
    /// Export a prompt or asset as a file
    ///
    /// The format is taken from `format`, else from the Accept header, else it is Markdown. The formats of other tools have no
    /// options.
    #[expect(clippy::too_many_arguments, reason = "one argument a query parameter")]
    #[oai(
        path = "/prompts/:id/export",
        method = "get",
        operation_id = "export_prompt"
    )]
    async fn export_prompt(
        &self,
        viewer: Viewer,
        id: Path<Uuid>,
        /// `plain-text`, `markdown`, `yaml`, `html`, `xml`, `json` or `prompty`, or a file extension such as `md`; the format of
        /// another tool: `skill`, `claude-command`, `claude-agent`, `agents-md`, `cursor`, `vscode-prompt`,
        /// `vscode-instructions`, `vscode-agent`, `gemini`, `dotprompt`, `prompty-1`, `github-models`, `langchain`, `langfuse`,
        /// `openai`, `anthropic` or `promptfoo`; or `original`, the file that the prompt was imported from.
        format: Query<Option<String>>,
        /// A version number; if left out, the current text.
        version: Query<Option<EnumParam<VersionNumber>>>,
        /// Whether to write details, ids and other metadata. Default: true.
        include_metadata: Query<Option<bool>>,
        /// Whether to write the version number. Default: true.
        include_version_info: Query<Option<bool>>,
        /// Spaces per level of nested output: 2 (the default), 4 or 8.
        indentation: Query<Option<u8>>,
        /// Whether to write blank lines between parts. Default: true.
        line_breaks: Query<Option<bool>>,
        /// Whether to write explanatory comments, in formats that have them. Default: true.
        comments: Query<Option<bool>>,
        /// The format, if `format` is left out.
        #[oai(name = "Accept")]
        accept: Header<Option<String>>,
    ) -> Result<ExportFile> {
        let indentation = Indentation::try_from(indentation.0.unwrap_or(2))
            .map_err(|message| ApiError::rule("indentation", "out_of_range", message))?;
        let format = choose_format(format.0.as_deref(), accept.0.as_deref())?;
        let options = ExportOptions {
            format: match format {
                Format::Own(format) => format,
                Format::Tool(_) | Format::Original => ExportFormat::default(),
            },
            include_metadata: include_metadata.0.unwrap_or(true),
            include_version_info: include_version_info.0.unwrap_or(true),
            formatting: Formatting {
                indentation,
                line_breaks: line_breaks.0.unwrap_or(true),
                comments: comments.0.unwrap_or(true),
            },
        };
        let (db, viewer) = (&self.0.db, viewer.id());
        let is_member = access::sees(db, Object::Prompt, viewer, id.0).await?;
        let mut prompt: Prompt = match version.0 {
            Some(number) => versions::snapshot(db, viewer, id.0, number.0).await?,
            None => store::record(db, viewer, id.0).await?,
        };
        if !is_member {
            prompt.content.redact();
        }
        let included = match format {
            Format::Own(ExportFormat::Html) => {
                includes::of_record(db, viewer, id.0, &prompt).await?
            }
            _ => Included::default(),
        };
        let file = heavy::in_turn(|| match format {
            Format::Own(ExportFormat::Html) => Some(export_to_fill(
                &prompt,
                &options,
                &included.prompts,
                FILL_PROGRAM,
            )),
            Format::Own(_) => Some(export(&prompt, &options)),
            Format::Tool(format) => Some(export_for_tool(&prompt, format)),
            Format::Original => export_to_source(&prompt),
        });
        let file = file.await.ok_or_else(|| {
            let message = "This prompt was not imported from a file that can hold its texts";
            ApiError::rule("format", "no_original", message)
        })?;
        Ok(ExportFile(file))
    }
}

/// What a prompt is written as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    Own(ExportFormat),
    /// The format of another tool.
    Tool(ForeignFormat),
    /// The file that the prompt was imported from.
    Original,
}

fn choose_format(format: Option<&str>, accept: Option<&str>) -> Result<Format> {
    if let Some(format) = format {
        if format == "original" {
            return Ok(Format::Original);
        }
        let own = ExportFormat::from_extension(format).map_or_else(|| format.parse(), Ok);
        return own.map(Format::Own).or_else(|error: prompt_core::Error| {
            let tool = format.parse().map(Format::Tool);
            tool.map_err(|_: prompt_core::Error| error.at("format").into())
        });
    }
    let wanted = by_weight(accept.unwrap_or_default());
    let known = wanted.into_iter().filter_map(|media_type| {
        ExportFormat::ALL
            .iter()
            .copied()
            .find(|format| essence(format.media_type()) == media_type)
    });
    Ok(Format::Own(known.into_iter().next().unwrap_or_default()))
}

/// The media types of an Accept header, the preferred one first, without those of weight 0.
fn by_weight(accept: &str) -> Vec<&str> {
    let weigh = |range: &str| -> f32 {
        let mut parameters = range.split(';').skip(1);
        let weight = parameters.find_map(|parameter| parameter.trim().strip_prefix("q="));
        weight.and_then(|weight| weight.parse().ok()).unwrap_or(1.0)
    };
    let mut ranges: Vec<(f32, &str)> = accept
        .split(',')
        .map(|range| (weigh(range), essence(range)))
        .filter(|(weight, _)| *weight > 0.0)
        .collect();
    ranges.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    ranges
        .into_iter()
        .map(|(_, media_type)| media_type)
        .collect()
}

/// A media type without its parameters.
fn essence(media_type: &str) -> &str {
    media_type.split(';').next().unwrap_or_default().trim()
}

const WARNINGS: HeaderName = HeaderName::from_static("x-export-warnings");

pub struct ExportFile(Exported);

impl IntoResponse for ExportFile {
    fn into_response(self) -> Response {
        // Each once: a header of many kilobytes is refused by proxies.
        let mut codes: Vec<&str> = Vec::new();
        for warning in &self.0.warnings {
            if !codes.contains(&warning.code.as_str()) {
                codes.push(warning.code.as_str());
            }
        }
        let warnings = HeaderValue::from_str(&codes.join(", "));
        // The folder of a skill is no part of the file's name.
        let name = self.0.file_name.rsplit('/').next().unwrap_or_default();
        let disposition = HeaderValue::from_str(&attachment(name));
        let mut response = Response::builder()
            .content_type(self.0.media_type)
            .body(self.0.text);
        let headers = response.headers_mut();
        if let Ok(disposition) = disposition {
            headers.insert(header::CONTENT_DISPOSITION, disposition);
        }
        if let Ok(warnings) = warnings {
            headers.insert(WARNINGS, warnings);
        }
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        response
    }
}

/// A `Content-Disposition: attachment` with the file name twice: encoded as RFC 6266 requires for any script, and
/// in ASCII for clients without support.
fn attachment(name: &str) -> String {
    let plain: String = name
        .chars()
        .map(|c| {
            if c.is_ascii_alphanumeric() || matches!(c, '.' | '-') {
                c
            } else {
                '_'
            }
        })
        .collect();
    let mut encoded = String::new();
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-') {
            encoded.push(char::from(byte));
        } else {
            encoded.push('%');
            encoded.push(char::from(b"0123456789ABCDEF"[usize::from(byte >> 4)]));
            encoded.push(char::from(b"0123456789ABCDEF"[usize::from(byte & 15)]));
        }
    }
    format!("attachment; filename=\"{plain}\"; filename*=UTF-8''{encoded}")
}

impl ApiResponse for ExportFile {
    fn meta() -> MetaResponses {
        let warnings = MetaHeader {
            name: WARNINGS.to_string(),
            description: Some(
                "Codes of what the format could not hold as it is, separated by commas.".to_owned(),
            ),
            required: false,
            deprecated: false,
            schema: String::schema_ref(),
        };
        let mut media_types: Vec<_> = ExportFormat::ALL
            .iter()
            .map(|format| format.media_type())
            .collect();
        for format in ForeignFormat::ALL {
            if !media_types.contains(&format.media_type()) {
                media_types.push(format.media_type());
            }
        }
        let text = MetaSchema::new("string");
        openapi::file("The file.", media_types, &text, vec![warnings])
    }

    fn register(_: &mut Registry) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_format_is_found_by_name_ending_or_accept_header() {
        for (format, accept, expected) in [
            (Some("yaml"), None, ExportFormat::Yaml),
            (Some("md"), Some("text/html"), ExportFormat::Markdown),
            (Some("plain-text"), None, ExportFormat::PlainText),
            (
                None,
                Some("text/html,application/xhtml+xml;q=0.9"),
                ExportFormat::Html,
            ),
            (
                None,
                Some("image/png, application/xml;q=0.5"),
                ExportFormat::Xml,
            ),
            (
                None,
                Some("application/xml;q=0.1, application/json; q=0.8, text/html;q=0.2"),
                ExportFormat::Json,
            ),
            (
                None,
                Some("text/html;q=0, application/xml;q=0.3"),
                ExportFormat::Xml,
            ),
            (None, Some("*/*"), ExportFormat::Markdown),
            (None, None, ExportFormat::Markdown),
        ] {
            assert_eq!(
                choose_format(format, accept).unwrap(),
                Format::Own(expected),
                "{format:?} {accept:?}"
            );
        }
        for (format, expected) in [
            ("skill", Format::Tool(ForeignFormat::Skill)),
            ("cursor", Format::Tool(ForeignFormat::Cursor)),
            ("original", Format::Original),
        ] {
            assert_eq!(choose_format(Some(format), None).unwrap(), expected);
        }
        let error = choose_format(Some("docx"), None).unwrap_err();
        assert_eq!(
            (error.status.as_u16(), error.body.field.as_deref()),
            (422, Some("format"))
        );
        assert_eq!(error.body.message, "Unsupported export format: docx");
    }

    #[test]
    fn a_file_name_in_any_script_survives_the_header() {
        assert_eq!(
            attachment("über-v1-0-0.md"),
            "attachment; filename=\"_ber-v1-0-0.md\"; filename*=UTF-8''%C3%BCber-v1-0-0.md"
        );
    }
}
