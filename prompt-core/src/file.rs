//! Files attached to a generation request, and profile pictures.

use serde::{Deserialize, Serialize};

use crate::messages::Message;
use crate::{Error, ErrorKind};

/// The maximum number of files per request.
pub const MOST_FILES: usize = 5;
/// The maximum size of a file in bytes.
pub const MOST_BYTES: u64 = 10 * 1024 * 1024;
/// The supported file extensions.
pub const EXTENSIONS: &[&str] = &[
    ".txt", ".md", ".yaml", ".json", ".pdf", ".docx", ".png", ".jpg", ".gif",
];
/// The extensions of plain text files.
pub const TEXT_EXTENSIONS: &[&str] = &[".txt", ".md", ".yaml", ".json"];
/// The maximum number of characters of all files sent with a request. The rest is cut and reported.
pub const CONTEXT_CHARS: usize = 24_000;

/// A file selected in the browser.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct FileInfo {
    /// Its name with the extension.
    pub name: String,
    /// Its size in bytes.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub size: u64,
}

/// The result of checking a batch of files.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Admission {
    /// The indices of the accepted files in the batch.
    pub accepted: Vec<usize>,
    /// The errors of the rejected files.
    pub refused: Vec<Error>,
}

/// Checks files before they are added to those already attached. Each file is checked separately, but a
/// batch that would exceed the maximum number of files is rejected as a whole.
pub fn admit(already_there: usize, files: &[FileInfo]) -> Admission {
    if already_there + files.len() > MOST_FILES {
        return Admission {
            accepted: Vec::new(),
            refused: vec![ErrorKind::Said(Message::TooManyFiles).into()],
        };
    }
    let mut admission = Admission::default();
    for (at, file) in files.iter().enumerate() {
        match check(file) {
            Ok(()) => admission.accepted.push(at),
            Err(error) => admission.refused.push(error),
        }
    }
    admission
}

/// Checks the size and type of one file.
///
/// # Errors
///
/// Returns an error if the file is too large or its type is not supported.
pub fn check(file: &FileInfo) -> Result<(), Error> {
    if file.size > MOST_BYTES {
        return Err(ErrorKind::FileTooLarge {
            name: file.name.clone(),
        }
        .at(&file.name));
    }
    let extension = extension(&file.name);
    if EXTENSIONS.contains(&extension.as_str()) {
        Ok(())
    } else {
        Err(ErrorKind::FileTypeNotSupported { extension }.at(&file.name))
    }
}

/// Returns the extension of a file name with its dot, in lower case; empty if there is none.
pub fn extension(name: &str) -> String {
    match name.rfind('.') {
        Some(dot) => name[dot..].to_lowercase(),
        None => String::new(),
    }
}

/// Whether a media type is accepted for a profile picture.
pub fn is_image(media_type: &str) -> bool {
    matches!(
        media_type,
        "image/png" | "image/jpeg" | "image/gif" | "image/webp"
    )
}

/// One attached file with its extracted text; images have none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ContextFile {
    /// Its name.
    pub name: String,
    /// Its text, if it has any.
    #[serde(default)]
    pub text: Option<String>,
}

/// The share of the attached texts that is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ContextBudget {
    /// The number of characters of all texts.
    pub whole: usize,
    /// The number of characters sent.
    pub sent: usize,
}

/// Computes how much of the texts fits.
pub fn context_budget(files: &[ContextFile]) -> ContextBudget {
    let texts = files.iter().filter_map(|file| file.text.as_ref());
    let whole = texts.map(|text| text.chars().count()).sum();
    ContextBudget {
        whole,
        sent: whole.min(CONTEXT_CHARS),
    }
}

/// Formats the attached files and selected components for a request: their number, then each with its
/// text, cut to the budget. Empty if there are none.
pub fn context_text(files: &[ContextFile], components: &[ContextFile]) -> String {
    let mut parts = Vec::new();
    let mut left = CONTEXT_CHARS;
    if !files.is_empty() {
        let head = format!("Uploaded {} context files", files.len());
        parts.push(listed(head, files, &mut left));
    }
    if !components.is_empty() {
        let head = format!("Components to build on: {}", components.len());
        parts.push(listed(head, components, &mut left));
    }
    parts.join("\n\n")
}

fn listed(mut whole: String, files: &[ContextFile], left: &mut usize) -> String {
    for file in files {
        whole.push_str("\n\n### ");
        whole.push_str(&file.name);
        let Some(text) = &file.text else {
            whole.push_str("\n(an image; only its name is given)");
            continue;
        };
        whole.push('\n');
        if let Some((end, _)) = text.char_indices().nth(*left) {
            whole.push_str(&text[..end]);
            whole.push_str("\n(cut here: the files are longer than fits)");
            *left = 0;
        } else {
            whole.push_str(text);
            *left -= text.chars().count();
        }
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str, size: u64) -> FileInfo {
        FileInfo {
            name: name.to_owned(),
            size,
        }
    }

    #[test]
    fn each_file_is_judged_with_the_words_of_the_specification() {
        for (name, size, words) in [
            ("a.txt", 0, ""),
            ("A.MD", MOST_BYTES, ""),
            (
                "b.md",
                MOST_BYTES + 1,
                "File b.md is too large. Maximum size is 10MB.",
            ),
            ("c.exe", 1, "File type .exe is not supported."),
            ("archive.tar.gz", 1, "File type .gz is not supported."),
            ("Makefile", 1, "File type  is not supported."),
            (".json", 1, ""),
        ] {
            let said =
                check(&file(name, size)).map_or_else(|error| error.to_string(), |()| String::new());
            assert_eq!(said, words, "{name}");
        }
    }

    #[test]
    fn a_batch_that_is_too_many_is_refused_whole() {
        let three = [file("a.txt", 1), file("b.exe", 1), file("c.md", 1)];
        let admission = admit(2, &three);
        assert_eq!(admission.accepted, [0, 2]);
        assert_eq!(admission.refused.len(), 1);
        let admission = admit(3, &three);
        assert!(admission.accepted.is_empty());
        assert_eq!(admission.refused[0].to_string(), "Maximum 5 files allowed.");
    }

    #[test]
    fn context_is_cut_to_its_budget() {
        let files = [
            ContextFile {
                name: "a.md".into(),
                text: Some("漢".repeat(CONTEXT_CHARS - 1)),
            },
            ContextFile {
                name: "b.md".into(),
                text: Some("xy".into()),
            },
            ContextFile {
                name: "c.png".into(),
                text: None,
            },
        ];
        let text = context_text(&files, &[]);
        assert!(text.starts_with("Uploaded 3 context files\n\n### a.md\n漢"));
        assert!(text.contains("### b.md\nx\n(cut here"));
        assert!(text.ends_with("### c.png\n(an image; only its name is given)"));
        let budget = context_budget(&files);
        assert_eq!(
            (budget.whole, budget.sent),
            (CONTEXT_CHARS + 1, CONTEXT_CHARS)
        );
        assert_eq!(context_text(&[], &[]), "");
    }

    #[test]
    fn components_share_the_budget_and_are_no_files() {
        let text = |name: &str, text: String| ContextFile {
            name: name.into(),
            text: Some(text),
        };
        let files = [text("a.md", "x".repeat(CONTEXT_CHARS - 2))];
        let components = [text("Module: Polite", "kind".into())];
        assert!(context_text(&files, &components).ends_with(
            "\n\nComponents to build on: 1\n\n### Module: Polite\nki\n(cut here: the files are longer than fits)"
        ));
        assert_eq!(
            context_text(&[], &components),
            "Components to build on: 1\n\n### Module: Polite\nkind"
        );
        let budget = context_budget(&components);
        assert_eq!((budget.whole, budget.sent), (4, 4));
    }
}
