//! The template language of a prompt: the syntax of its variables.

use serde_json::Value;

use super::Content;
use crate::string_enum::string_enum;

/// The content key that stores a language other than the default.
const KEY: &str = "template_language";

string_enum! {
    /// The syntax of the variables in a prompt's texts. What was imported keeps its own.
    #[derive(Default)]
    pub enum TemplateLanguage as "template language" {
        /// Our own: `{{name}}` is a variable, and nothing else has a meaning.
        #[default]
        Promptcase = "promptcase", "Promptcase";
        /// Mustache: `{{name}}`, `{{#section}}`.
        Mustache = "mustache", "Mustache";
        /// Jinja2 and Nunjucks: `{{ name | filter }}`, `{% if x %}`.
        Jinja2 = "jinja2", "Jinja2";
        /// Handlebars: `{{name}}`, `{{#if x}}`, `{{helper x}}`.
        Handlebars = "handlebars", "Handlebars";
        /// Python's format strings: `{name}`.
        Fstring = "fstring", "f-string";
        /// Plain text without variables.
        None = "none", "None";
    }
}

impl Content {
    /// The template language of its texts.
    pub fn template_language(&self) -> TemplateLanguage {
        let named = self.extra.get(KEY).and_then(Value::as_str);
        named.and_then(|name| name.parse().ok()).unwrap_or_default()
    }

    /// Sets the template language. The default is not stored.
    pub fn set_template_language(&mut self, language: TemplateLanguage) {
        self.extra.shift_remove(KEY);
        if language != TemplateLanguage::default() {
            self.extra
                .insert(KEY.to_owned(), Value::from(language.as_str()));
        }
    }
}
