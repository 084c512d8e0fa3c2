//! The common interface of prompts and components: they are prepared, compared and searched alike.

use serde::Serialize;
use serde_json::Value;

use crate::compare::{Change, compare, compare_components};
use crate::component::Component;
use crate::content::SOURCE;
use crate::content::test_case::redact;
use crate::text::clean_tags;
use crate::{Error, Prompt};

/// A record with a title, a description, tags, visibility and content.
pub trait Record: Sized {
    /// The title and the tags.
    fn names_mut(&mut self) -> (&mut String, &mut Vec<String>);

    /// Whether it is visible to other users.
    fn is_public_mut(&mut self) -> &mut bool;

    /// Returns every violated rule with its field.
    fn validate(&self) -> Vec<Error>;

    /// Whether saving this over `other` would change nothing.
    fn says_the_same(&self, other: &Self) -> bool;

    /// The changes from this record to a newer one. Visibility is ignored.
    fn changes_to(&self, newer: &Self) -> Vec<Change>;

    /// The text to search in: title, description, tags and every text of the content that all readers see.
    fn search_text(&self) -> String;

    /// Trims the title, cleans the tags and validates the record, which is then ready to be stored.
    ///
    /// # Errors
    ///
    /// Returns the first violated rule.
    fn prepare(mut self) -> Result<Self, Error> {
        let (title, tags) = self.names_mut();
        *title = title.trim().to_owned();
        *tags = clean_tags(std::mem::take(tags));
        match self.validate().into_iter().next() {
            Some(error) => Err(error),
            None => Ok(self),
        }
    }

    /// Whether both are equal except for their visibility.
    fn has_same_text(&self, other: &Self) -> bool
    where
        Self: Clone,
    {
        let mut other = other.clone();
        *other.is_public_mut() = *self.clone().is_public_mut();
        self.says_the_same(&other)
    }
}

impl Record for Prompt {
    fn names_mut(&mut self) -> (&mut String, &mut Vec<String>) {
        (&mut self.title, &mut self.tags)
    }

    fn is_public_mut(&mut self) -> &mut bool {
        &mut self.is_public
    }

    fn validate(&self) -> Vec<Error> {
        self.validate()
    }

    fn says_the_same(&self, other: &Self) -> bool {
        self.says_the_same(other)
    }

    fn changes_to(&self, newer: &Self) -> Vec<Change> {
        compare(self, newer).changes
    }

    fn search_text(&self) -> String {
        let contents = [json(&self.content), json(&self.asset_fields)];
        search_text(&self.title, &self.description, &self.tags, &contents)
    }
}

impl Record for Component {
    fn names_mut(&mut self) -> (&mut String, &mut Vec<String>) {
        (&mut self.title, &mut self.tags)
    }

    fn is_public_mut(&mut self) -> &mut bool {
        &mut self.is_public
    }

    fn validate(&self) -> Vec<Error> {
        self.validate()
    }

    fn says_the_same(&self, other: &Self) -> bool {
        self == other
    }

    fn changes_to(&self, newer: &Self) -> Vec<Change> {
        compare_components(self, newer)
    }

    fn search_text(&self) -> String {
        let contents = [json(&self.content)];
        search_text(&self.title, &self.description, &self.tags, &contents)
    }
}

/// The text to search in, of a record with these contents: see [`Record::search_text`].
pub fn search_text(title: &str, description: &str, tags: &[String], contents: &[Value]) -> String {
    let mut text = format!("{title}\n{description}\n{}\n", tags.join("\n"));
    for content in contents {
        let mut content = content.clone();
        if let Some(fields) = content.as_object_mut() {
            redact(fields);
        }
        collect_texts(&content, &mut text);
    }
    text
}

/// A content as JSON, which every content can be written as.
fn json(content: &impl Serialize) -> Value {
    serde_json::to_value(content).unwrap_or_default()
}

/// The fields whose values are ids, come from closed lists, or repeat what another field says.
const CLOSED: [&str; 6] = ["id", "type", "wrappers", "wrapperType", "assetType", SOURCE];

/// Appends every text except ids and words of closed lists.
fn collect_texts(value: &Value, text: &mut String) {
    match value {
        Value::String(string) => {
            text.push_str(string);
            text.push('\n');
        }
        Value::Array(items) => items.iter().for_each(|item| collect_texts(item, text)),
        Value::Object(fields) => fields
            .iter()
            .filter(|(name, _)| !CLOSED.contains(&name.as_str()))
            .for_each(|(_, field)| collect_texts(field, text)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn prompt(json: Value) -> Prompt {
        serde_json::from_value(json).unwrap()
    }

    fn component(json: Value) -> Component {
        serde_json::from_value(json).unwrap()
    }

    #[test]
    fn both_kinds_are_prepared_in_the_same_way() {
        let names = json!({ "title": "  Tone ", "tags": [" calm ", "", "calm"] });
        let (prompt, component) = (prompt(names.clone()), component(names));
        let (prompt, component) = (prompt.prepare().unwrap(), component.prepare().unwrap());
        for (title, tags) in [
            (prompt.title, prompt.tags),
            (component.title, component.tags),
        ] {
            assert_eq!((title.as_str(), tags), ("Tone", vec!["calm".to_owned()]));
        }
    }

    #[test]
    fn the_source_of_a_file_is_not_searched() {
        let prompt = prompt(json!({
            "title": "T",
            "content": { "imported_source": { "pieces": ["hidden"] }, "imported": { "fields": { "model": "shown" } } },
        }));
        let text = prompt.search_text();
        assert!(text.contains("shown") && !text.contains("hidden"), "{text}");
    }

    #[test]
    fn the_first_broken_rule_is_named() {
        let untitled = json!({ "title": " ", "description": "x".repeat(2_001) });
        let field = |error: Error| error.field().map(str::to_owned);
        assert_eq!(
            prompt(untitled.clone()).prepare().map_err(field),
            Err(Some("title".to_owned()))
        );
        assert_eq!(
            component(untitled).prepare().map_err(field),
            Err(Some("title".to_owned()))
        );
    }

    #[test]
    fn a_search_looks_into_everything_that_a_person_wrote() {
        let words = |record: String| {
            let words = record.split_whitespace().map(str::to_owned);
            words.collect::<Vec<_>>()
        };
        let prompt = prompt(json!({
            "title": "T", "description": "D", "tags": ["one", "two"], "structure_type": "modulized",
            "content": { "modules": [
                { "id": "a", "title": "M", "description": "", "content": "C", "wrappers": ["format-json"], "config": { "k": "v" } },
            ], "tests": [{ "name": "private", "values": { "v": "private" } }] },
            "asset_fields": { "url": "U" },
        }));
        let found = ["T", "D", "one", "two", "M", "C", "v", "U"];
        assert_eq!(words(prompt.search_text()), found);
        let component = component(json!({
            "title": "T", "description": "D", "tags": ["one"], "type": "wrapper",
            "content": { "wrapperType": "custom", "wrapperLogic": "L", "wrapperConfig": { "k": ["v"] } },
        }));
        assert_eq!(words(component.search_text()), ["T", "D", "one", "L", "v"]);
    }

    #[test]
    fn who_may_see_it_is_no_part_of_the_text() {
        let shown = component(json!({ "title": "T", "is_public": true }));
        let hidden = component(json!({ "title": "T" }));
        assert!(shown.has_same_text(&hidden) && !shown.says_the_same(&hidden));
        assert!(!shown.has_same_text(&component(json!({ "title": "U" }))));
    }
}
