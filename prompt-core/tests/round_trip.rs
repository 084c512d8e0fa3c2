//! Round trips: with metadata and version info, importing an export of any format except plain text
//! restores an equal prompt.

mod support;

use prompt_core::export::{
    ExportFormat, ExportOptions, Exported, FILL_PROGRAM, Formatting, Indentation, export,
    export_to_fill,
};
use prompt_core::import::import;
use prompt_core::{Content, Prompt, Severity, StructureType};
use proptest::prelude::*;
use proptest::sample::select;
use support::prompt;

fn formatting() -> impl Strategy<Value = Formatting> {
    (select(&Indentation::ALL[..]), any::<bool>(), any::<bool>()).prop_map(
        |(indentation, line_breaks, comments)| Formatting {
            indentation,
            line_breaks,
            comments,
        },
    )
}

/// Exports and imports again, detecting the format by content, with and without the file's name.
fn round_trip(prompt: &Prompt, format: ExportFormat, formatting: Formatting) {
    let options = ExportOptions {
        formatting,
        ..ExportOptions::new(format)
    };
    comes_back(prompt, format, &export(prompt, &options));
}

fn comes_back(prompt: &Prompt, format: ExportFormat, exported: &Exported) {
    for name in [Some(exported.file_name.as_str()), None] {
        let imported = import(exported.text.as_bytes(), name, None);
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
        let odd: Vec<_> = back
            .diagnostics
            .iter()
            .filter(|remark| remark.severity != Severity::Info)
            .collect();
        assert!(odd.is_empty(), "{odd:?}\n{}", exported.text);
    }
}

/// The data that a format without metadata contains: the title, and the items in use without ids and
/// unknown keys.
fn bare(prompt: &Prompt) -> Prompt {
    let content = &prompt.content;
    let mut used = Content::default();
    match prompt.structure_type {
        StructureType::Standard => used.segments.clone_from(&content.segments),
        StructureType::Structured => used.sections.clone_from(&content.sections),
        StructureType::Modulized => used.modules.clone_from(&content.modules),
        StructureType::Advanced => used.blocks.clone_from(&content.blocks),
    }
    for item in &mut used.segments {
        item.id.clear();
        item.extra.clear();
    }
    for item in &mut used.sections {
        item.id.clear();
        item.extra.clear();
    }
    let modules = used.blocks.iter_mut().flat_map(|block| &mut block.modules);
    for item in used.modules.iter_mut().chain(modules) {
        item.id.clear();
        item.extra.clear();
    }
    for block in &mut used.blocks {
        block.id.clear();
        block.extra.clear();
        for asset in &mut block.assets {
            asset.id.clear();
            asset.extra.clear();
        }
    }
    let mut bare = Prompt {
        title: prompt.title.clone(),
        structure_type: prompt.structure_type,
        content: used,
        ..Prompt::default()
    };
    bare.content.normalise_read();
    bare
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
    fn a_page_that_fills_itself_in_gives_the_prompt_back(prompt in prompt(), formatting in formatting()) {
        let options = ExportOptions { formatting, ..ExportOptions::new(ExportFormat::Html) };
        let exported = export_to_fill(&prompt, &options, &(), FILL_PROGRAM);
        comes_back(&prompt, ExportFormat::Html, &exported);
    }

    #[test]
    fn prompty_gives_the_prompt_back(prompt in prompt(), formatting in formatting()) {
        round_trip(&prompt, ExportFormat::Prompty, formatting);
    }

    #[test]
    fn without_metadata_the_items_come_back_with_new_ids(prompt in prompt(), formatting in formatting()) {
        for format in [ExportFormat::Json, ExportFormat::Yaml, ExportFormat::Xml, ExportFormat::Html] {
            let options = ExportOptions {
                format,
                include_metadata: false,
                include_version_info: false,
                formatting: formatting.clone(),
            };
            let exported = export(&prompt, &options);
            let imported = import(exported.text.as_bytes(), None, None);
            prop_assert_eq!(imported.prompts.len(), 1, "{}", &exported.text);
            pretty_eq(&imported.prompts[0].prompt, &bare(&prompt), &exported.text);
        }
    }

    #[test]
    fn without_metadata_every_format_is_still_read(prompt in prompt(), formatting in formatting()) {
        for format in ExportFormat::ALL.iter().copied() {
            let options = ExportOptions {
                format,
                include_metadata: false,
                include_version_info: false,
                formatting: formatting.clone(),
            };
            let exported = export(&prompt, &options);
            let imported = import(exported.text.as_bytes(), Some(&exported.file_name), None);
            // A byte order mark alone is also an empty file.
            let is_empty = exported.text.trim_start_matches('\u{feff}').trim().is_empty();
            prop_assert!(imported.prompts.len() == 1 || is_empty, "{}", &exported.text);
        }
    }
}
