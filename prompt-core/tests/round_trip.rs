//! What is exported comes back: with metadata and version info, every format but plain text gives an equal prompt.

mod support;

use prompt_core::export::{ExportFormat, ExportOptions, Formatting, Indentation, export};
use prompt_core::import::import;
use prompt_core::{Prompt, Severity};
use proptest::prelude::*;
use proptest::sample::select;
use support::{counter, prompt};

fn formatting() -> impl Strategy<Value = Formatting> {
    (select(&Indentation::ALL[..]), any::<bool>(), any::<bool>()).prop_map(
        |(indentation, line_breaks, comments)| Formatting {
            indentation,
            line_breaks,
            comments,
        },
    )
}

/// Exports and imports again, with the format found by content alone.
fn round_trip(prompt: &Prompt, format: ExportFormat, formatting: Formatting) {
    let options = ExportOptions {
        formatting,
        ..ExportOptions::new(format)
    };
    let exported = export(prompt, &options);
    let imported = import(
        exported.text.as_bytes(),
        Some(&exported.file_name),
        None,
        &mut counter(),
    );
    assert_eq!(
        imported.format.as_str(),
        format.as_str(),
        "{}",
        exported.text
    );
    assert_eq!(imported.diagnostics, [], "{}", exported.text);
    let [back] = &imported.prompts[..] else {
        panic!("{} prompts from\n{}", imported.prompts.len(), exported.text);
    };
    pretty_eq(&back.prompt, prompt, &exported.text);
    let errors: Vec<_> = back
        .diagnostics
        .iter()
        .filter(|remark| remark.severity != Severity::Info)
        .collect();
    assert!(errors.is_empty(), "{errors:?}\n{}", exported.text);
}

fn pretty_eq(back: &Prompt, prompt: &Prompt, text: &str) {
    assert!(
        back == prompt,
        "---- file\n{text}\n---- back\n{back:#?}\n---- prompt\n{prompt:#?}\n---- file quoted\n{text:?}"
    );
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn json_gives_the_prompt_back(prompt in prompt(), formatting in formatting()) {
        round_trip(&prompt, ExportFormat::Json, formatting);
    }

    #[test]
    fn yaml_gives_the_prompt_back(prompt in prompt(), formatting in formatting()) {
        round_trip(&prompt, ExportFormat::Yaml, formatting);
    }

    #[test]
    fn markdown_gives_the_prompt_back(prompt in prompt(), formatting in formatting()) {
        round_trip(&prompt, ExportFormat::Markdown, formatting);
    }

    #[test]
    fn xml_gives_the_prompt_back(prompt in prompt(), formatting in formatting()) {
        round_trip(&prompt, ExportFormat::Xml, formatting);
    }

    #[test]
    fn html_gives_the_prompt_back(prompt in prompt(), formatting in formatting()) {
        round_trip(&prompt, ExportFormat::Html, formatting);
    }

    #[test]
    fn prompty_gives_the_prompt_back(prompt in prompt(), formatting in formatting()) {
        round_trip(&prompt, ExportFormat::Prompty, formatting);
    }
}
