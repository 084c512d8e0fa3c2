//! The details of a prompt as the front matter of a Markdown document.

use super::ExportOptions;
use super::data::{DataWriter, write_list};
use super::yaml::YamlWriter;
use crate::content::outline::Outline;

/// Writes the front matter with its fences, or nothing if it would be empty.
pub(super) fn write(outline: &Outline<'_>, options: &ExportOptions) -> String {
    if !options.include_metadata && !options.include_version_info {
        return String::new();
    }
    let mut yaml = YamlWriter::front_matter(options);
    yaml.begin_map();
    if options.include_metadata {
        yaml.comment("The prompt's details. Promptcase reads them back with the text below.");
        yaml.pair("title", &outline.prompt.title);
        yaml.pair("description", &outline.prompt.description);
        write_details(outline, options, &mut yaml);
    }
    if options.include_version_info {
        yaml.pair("version", &outline.prompt.version().to_string());
    }
    yaml.end_map();
    format!("---\n{}---\n", yaml.finish())
}

/// Writes all details except title, description, version and the items in use.
pub(super) fn write_details(
    outline: &Outline<'_>,
    options: &ExportOptions,
    out: &mut impl DataWriter,
) {
    let prompt = outline.prompt;
    out.pair("prompt_type", prompt.prompt_type.as_str());
    out.pair("structure_type", prompt.structure_type.as_str());
    out.pair("category", prompt.category.as_str());
    out.pair("type", prompt.r#type.as_str());
    out.pair("language", prompt.language.as_str());
    out.pair("complexity", prompt.complexity.as_str());
    out.key("tags");
    out.begin_list(prompt.tags.len());
    for tag in &prompt.tags {
        out.next();
        out.text(tag);
    }
    out.end_list();
    out.key("is_public");
    out.truth(prompt.is_public);
    for (key, map) in [
        ("asset_fields", &prompt.asset_fields),
        ("asset_metadata", &prompt.asset_metadata),
        ("extra", &prompt.content.extra),
    ] {
        if !map.is_empty() {
            out.key(key);
            out.begin_map();
            out.pairs(map);
            out.end_map();
        }
    }
    if !outline.unused.is_empty() {
        out.key("unused");
        out.begin_map();
        for list in &outline.unused {
            write_list(list, options, out);
        }
        out.end_map();
    }
}
