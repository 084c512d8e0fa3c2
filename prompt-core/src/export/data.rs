//! The prompt as data: the keys and values of JSON and YAML, in order.
//!
//! Both formats contain the same data and differ only in syntax.

use serde_json::{Map, Value};

use super::ExportOptions;
use crate::content::BlockAsset;
use crate::content::outline::{Item, ItemKind, List, Outline};

/// A streaming writer of ordered data.
pub(super) trait DataWriter {
    /// Opens a map.
    fn begin_map(&mut self);
    /// Closes the map.
    fn end_map(&mut self);
    /// Writes the key of the next value of the map.
    fn key(&mut self, key: &str);
    /// Opens a list with this many values.
    fn begin_list(&mut self, length: usize);
    /// Starts the next value of the list.
    fn next(&mut self);
    /// Closes the list.
    fn end_list(&mut self);
    /// Writes a text.
    fn text(&mut self, text: &str);
    /// Writes a number.
    fn number(&mut self, number: usize);
    /// Writes a boolean.
    fn truth(&mut self, truth: bool);
    /// Writes free JSON.
    fn value(&mut self, value: &Value);

    /// Starts a new part of the file, for formats that separate parts.
    fn part(&mut self) {}
    /// Writes a comment, in formats that support them.
    fn comment(&mut self, _text: &str) {}

    /// Writes a key with a text.
    fn pair(&mut self, key: &str, text: &str) {
        self.key(key);
        self.text(text);
    }

    /// Writes the entries of a map of free JSON.
    fn pairs(&mut self, map: &Map<String, Value>) {
        for (key, value) in map {
            self.key(key);
            self.value(value);
        }
    }
}

/// Writes the prompt. Without metadata it only writes the title, the structure and the items in use.
pub(super) fn write_prompt(
    outline: &Outline<'_>,
    options: &ExportOptions,
    out: &mut impl DataWriter,
) {
    let prompt = outline.prompt;
    out.comment("A prompt. Promptcase reads this file back; so does every YAML parser.");
    out.begin_map();
    out.pair("title", &prompt.title);
    if options.include_metadata {
        out.pair("description", &prompt.description);
        out.pair("prompt_type", prompt.prompt_type.as_str());
    }
    out.pair("structure_type", prompt.structure_type.as_str());
    if options.include_metadata {
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
    }
    if options.include_version_info {
        for (key, part) in [
            ("version_major", prompt.version_major),
            ("version_minor", prompt.version_minor),
            ("version_batch", prompt.version_batch),
        ] {
            out.key(key);
            out.number(part as usize);
        }
    }
    if options.include_metadata {
        for (key, map) in [
            ("asset_fields", &prompt.asset_fields),
            ("asset_metadata", &prompt.asset_metadata),
        ] {
            if !map.is_empty() {
                out.key(key);
                out.begin_map();
                out.pairs(map);
                out.end_map();
            }
        }
    }
    out.part();
    out.comment("The prompt's text, in the order in which it is read. Only the list that structure_type names is in use.");
    out.key("content");
    out.begin_map();
    write_list(&outline.used, options, out);
    if options.include_metadata {
        for list in &outline.unused {
            write_list(list, options, out);
        }
        out.pairs(&prompt.content.extra);
    }
    out.end_map();
    out.end_map();
}

/// Writes one of the four lists under its key.
pub(super) fn write_list(list: &List<'_>, options: &ExportOptions, out: &mut impl DataWriter) {
    out.key(list.structure.list_name());
    write_items(&list.items, options, out);
}

fn write_items(items: &[Item<'_>], options: &ExportOptions, out: &mut impl DataWriter) {
    out.begin_list(items.len());
    for item in items {
        if item.at > 0 {
            out.part();
        }
        out.next();
        write_item(item, options, out);
    }
    out.end_list();
}

fn write_item(item: &Item<'_>, options: &ExportOptions, out: &mut impl DataWriter) {
    out.begin_map();
    if options.include_metadata {
        out.pair("id", item.id);
        out.key("order");
        out.number(item.at);
    }
    if let ItemKind::Segment(segment_type) = item.kind {
        out.pair("type", segment_type.as_str());
    } else {
        out.pair("title", item.heading);
        // Only the description of a section is optional.
        if item.kind != ItemKind::Section || !item.description.is_empty() {
            out.pair("description", item.description);
        }
    }
    if item.kind == ItemKind::Block {
        out.key("modules");
        write_items(&item.children, options, out);
        out.key("assets");
        write_assets(item.assets, options, out);
    } else {
        out.pair("content", item.text);
    }
    if item.kind == ItemKind::Module {
        out.key("wrappers");
        out.begin_list(item.wrappers.len());
        for wrapper in item.wrappers {
            out.next();
            out.text(wrapper.as_str());
        }
        out.end_list();
    }
    if let Some(config) = item.config {
        out.key("config");
        out.value(config);
    }
    if options.include_metadata {
        out.pairs(item.extra);
    }
    out.end_map();
}

/// Writes the assets of a block as a list.
pub(super) fn write_assets(
    assets: &[BlockAsset],
    options: &ExportOptions,
    out: &mut impl DataWriter,
) {
    out.begin_list(assets.len());
    for asset in assets {
        out.next();
        out.begin_map();
        if options.include_metadata {
            out.pair("id", &asset.id);
        }
        out.pair("type", asset.r#type.as_str());
        out.pair("reference", &asset.reference);
        for (key, text) in [("title", &asset.title), ("description", &asset.description)] {
            if let Some(text) = text {
                out.pair(key, text);
            }
        }
        if options.include_metadata {
            out.pairs(&asset.extra);
        }
        out.end_map();
    }
    out.end_list();
}
