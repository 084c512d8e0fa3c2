//! Snapshots of every prompt in `tests/inputs` in every format, stored in `tests/snapshots` for review.
//!
//! `UPDATE_SNAPSHOTS=1 cargo test -p prompt-core --test snapshots` rewrites the files; review the diff.

#![allow(
    clippy::unwrap_used,
    reason = "a helper of a test may fail as the test itself"
)]

mod support;

use std::path::Path;

use prompt_core::Prompt;
use prompt_core::export::{ExportFormat, ExportOptions, Formatting, Indentation, export};

/// All options enabled, as by default, and all disabled.
fn variants(format: ExportFormat) -> [(&'static str, ExportOptions); 2] {
    let bare = ExportOptions {
        format,
        include_metadata: false,
        include_version_info: false,
        formatting: Formatting {
            indentation: Indentation::Four,
            line_breaks: false,
            comments: false,
        },
    };
    [("", ExportOptions::new(format)), (".bare", bare)]
}

/// The file's text, followed by the warnings of the export.
fn snapshot(prompt: &Prompt, options: &ExportOptions) -> String {
    let exported = export(prompt, options);
    let warnings = exported.warnings.into_iter().map(|warning| {
        format!(
            "\n@@ {} at {}: {}",
            warning.code,
            warning.place.unwrap_or_default(),
            warning.message
        )
    });
    exported.text + &warnings.collect::<String>()
}

#[test]
fn every_format_of_every_input_is_as_it_was() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots");
    #[expect(
        clippy::disallowed_methods,
        reason = "whether snapshots are written anew is the tester's to say"
    )]
    let update = std::env::var("UPDATE_SNAPSHOTS").is_ok();
    let mut differing = Vec::new();
    for (name, prompt) in support::inputs() {
        for format in ExportFormat::ALL.iter().copied() {
            for (variant, options) in variants(format) {
                let path = folder.join(format!("{name}{variant}.{}", format.extension()));
                let text = snapshot(&prompt, &options);
                if update {
                    std::fs::write(&path, &text).unwrap();
                } else if std::fs::read(&path).ok().as_deref() != Some(text.as_bytes()) {
                    differing.push(path.file_name().unwrap().to_string_lossy().into_owned());
                }
            }
        }
    }
    assert!(
        differing.is_empty(),
        "different from tests/snapshots: {differing:?}; write them anew with UPDATE_SNAPSHOTS=1 and look at the difference"
    );
}
