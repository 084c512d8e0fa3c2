//! The common interface of prompts and components: they are prepared, compared and searched alike.

use serde_json::Value;

use crate::component::Component;
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

    /// The text to search in.
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

    /// Title, description and every text of the content.
    fn search_text(&self) -> String {
        let mut text = format!("{}\n{}\n", self.title, self.description);
        // A content always serialises to JSON.
        if let Ok(content) = serde_json::to_value(&self.content) {
            collect_texts(&content, &mut text);
        }
        text
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

    /// Title and description.
    fn search_text(&self) -> String {
        format!("{}\n{}", self.title, self.description)
    }
}

/// Appends every text except ids, types, wrappers and configurations.
fn collect_texts(value: &Value, text: &mut String) {
    match value {
        Value::String(string) => {
            text.push_str(string);
            text.push('\n');
        }
        Value::Array(items) => items.iter().for_each(|item| collect_texts(item, text)),
        Value::Object(fields) => fields
            .iter()
            .filter(|(name, _)| !matches!(name.as_str(), "id" | "type" | "wrappers" | "config"))
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
    fn a_search_looks_into_what_a_person_wrote() {
        let prompt = prompt(json!({
            "title": "T", "description": "D", "structure_type": "modulized",
            "content": { "modules": [
                { "id": "a", "title": "M", "description": "", "content": "C", "wrappers": ["format-json"], "config": { "k": "v" } },
            ] },
        }));
        let words: Vec<_> = prompt
            .search_text()
            .split_whitespace()
            .map(str::to_owned)
            .collect();
        assert_eq!(words, ["T", "D", "M", "C"]);
        let component = component(
            json!({ "title": "T", "description": "D", "content": { "moduleContent": "C" } }),
        );
        assert_eq!(component.search_text(), "T\nD");
    }

    #[test]
    fn who_may_see_it_is_no_part_of_the_text() {
        let shown = component(json!({ "title": "T", "is_public": true }));
        let hidden = component(json!({ "title": "T" }));
        assert!(shown.has_same_text(&hidden) && !shown.says_the_same(&hidden));
        assert!(!shown.has_same_text(&component(json!({ "title": "U" }))));
    }
}
