//! Compares two versions of a component, field by field.

use serde_json::Value;

use super::{Change, ChangeType};
use crate::component::Component;

/// A named text of a component: its path, its label and the text.
type Part = (String, String, String);

/// Compares two components with their values in full. Visibility is ignored.
pub fn compare_components(old: &Component, new: &Component) -> Vec<Change> {
    let (old, new) = (parts(old), parts(new));
    let find = |parts: &[Part], path: &str| {
        let found = parts.iter().find(|(other, ..)| other == path);
        found.map(|(.., text)| text.clone())
    };
    let added = new.iter().filter(|(path, ..)| find(&old, path).is_none());
    let changes = old.iter().chain(added).filter_map(|(path, subject, _)| {
        let (old_value, new_value) = (find(&old, path), find(&new, path));
        if old_value == new_value {
            return None;
        }
        let (r#type, verb) = match (&old_value, &new_value) {
            (None, _) => (ChangeType::Added, "added"),
            (_, None) => (ChangeType::Removed, "removed"),
            _ => (ChangeType::Modified, "modified"),
        };
        Some(Change {
            r#type,
            path: path.clone(),
            subject: subject.clone(),
            old_value,
            new_value,
            description: format!("{subject} {verb}"),
        })
    });
    changes.collect()
}

/// The non-empty texts of a component in reading order.
fn parts(component: &Component) -> Vec<Part> {
    let Component {
        title,
        description,
        r#type,
        category,
        tags,
        content,
        is_public: _,
    } = component;
    let mut parts: Vec<Part> = Vec::new();
    let mut add = |path: &str, label: &str, text: &str| {
        if !text.is_empty() {
            parts.push((path.to_owned(), label.to_owned(), text.to_owned()));
        }
    };
    add("type", "Type", r#type.label());
    add("title", "Title", title);
    add("description", "Description", description);
    add("category", "Category", category.label());
    add("tags", "Tags", &tags.join(", "));
    let sections = content.template_structure.iter();
    for (at, section) in sections.flat_map(|template| &template.sections).enumerate() {
        let path = format!("content.templateStructure.sections[{at}]");
        let text = format!("{}\n\n{}", section.title, section.content);
        add(&path, &format!("Section {}", at + 1), &text);
    }
    // A content always serialises to an object.
    if let Ok(Value::Object(fields)) = serde_json::to_value(content) {
        for (key, value) in fields.iter().filter(|(key, _)| *key != "templateStructure") {
            let text = match value {
                Value::Null => String::new(),
                Value::String(text) => text.clone(),
                other => format!("{other:#}"),
            };
            add(&format!("content.{key}"), &label(key), &text);
        }
    }
    parts
}

/// Turns `moduleContent` into 'Module content'.
fn label(key: &str) -> String {
    let mut label = String::new();
    for letter in key.chars() {
        if label.is_empty() {
            label.extend(letter.to_uppercase());
        } else if letter.is_uppercase() {
            label.push(' ');
            label.extend(letter.to_lowercase());
        } else {
            label.push(letter);
        }
    }
    label
}
