//! Applies an edit and computes its inverse.

use serde::Serialize;

use super::Document;
use crate::content::edit::Edit;
use crate::content::item::{ItemKind, Place, TextField};
use crate::content::settings::Settings;
use crate::content::test_case::parse_tests;
use crate::content::{BlockAsset, Content};
use crate::prompt::Prompt;
use crate::{Error, ErrorKind, asset, text};

/// The effect of an edit, for a view that re-reads only the changed items.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Applied {
    /// The document's revision after the edit.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub revision: u64,
    /// Ids of items whose own text or nested items changed, including added and removed ones. An added
    /// item comes before its nested items.
    pub changed: Vec<String>,
    /// Whether the prompt's details changed.
    pub details_changed: bool,
    /// Whether items were added, removed or moved. Then `order` may also have changed in items that are
    /// not listed.
    pub structure_changed: bool,
}

/// Whether an edit is a user's and must be checked, or restores an earlier state and is always valid.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Rules {
    Checked,
    Restoring,
}

/// The effect of an edit and its inverse.
#[derive(Default)]
pub(super) struct Change {
    /// `None` if nothing changed.
    pub(super) inverse: Option<Edit>,
    pub(super) touched: Vec<String>,
    pub(super) details: bool,
    pub(super) structure: bool,
    /// Whether a new undo step begins here: a new word or line.
    pub(super) seam: bool,
}

impl Change {
    pub(super) fn details(inverse: Edit) -> Self {
        Self {
            inverse: Some(inverse),
            details: true,
            ..Self::default()
        }
    }

    pub(super) fn item(id: String, inverse: Edit) -> Self {
        Self {
            inverse: Some(inverse),
            touched: vec![id],
            ..Self::default()
        }
    }

    pub(super) fn structure(touched: Vec<String>, inverse: Edit) -> Self {
        Self {
            inverse: Some(inverse),
            touched,
            structure: true,
            ..Self::default()
        }
    }
}

/// Replaces a detail and returns the previous value if it was different.
pub(super) fn swap<T: PartialEq>(slot: &mut T, value: T) -> Option<T> {
    (*slot != value).then(|| std::mem::replace(slot, value))
}

impl Document {
    pub(super) fn change(&mut self, edit: Edit, rules: Rules) -> Result<Change, Error> {
        if rules == Rules::Checked {
            refuse_nul(&edit)?;
        }
        let prompt = &mut self.prompt;
        let mut seam = false;
        let inverse =
            match edit {
                Edit::SetTitle { mut title } => {
                    // Pasted text may contain a tab. Replacing each with one blank preserves the caret
                    // position.
                    if rules == Rules::Checked {
                        text::keep_on_one_line(&mut title);
                    }
                    seam = !goes_on(&prompt.title, &title);
                    swap(&mut prompt.title, title).map(|title| Edit::SetTitle { title })
                }
                Edit::SetDescription { description } => {
                    seam = !goes_on(&prompt.description, &description);
                    swap(&mut prompt.description, description)
                        .map(|description| Edit::SetDescription { description })
                }
                Edit::SetCategory { category } => swap(&mut prompt.category, category)
                    .map(|category| Edit::SetCategory { category }),
                Edit::SetType { r#type } => {
                    swap(&mut prompt.r#type, r#type).map(|r#type| Edit::SetType { r#type })
                }
                Edit::SetLanguage { language } => swap(&mut prompt.language, language)
                    .map(|language| Edit::SetLanguage { language }),
                Edit::SetComplexity { complexity } => {
                    if rules == Rules::Checked
                        && complexity != prompt.complexity
                        && self.is_complexity_locked()
                    {
                        return Err(ErrorKind::ComplexityLocked.at("complexity"));
                    }
                    swap(&mut self.prompt.complexity, complexity)
                        .map(|complexity| Edit::SetComplexity { complexity })
                }
                Edit::SetTags { mut tags } => {
                    let tags = match rules {
                        Rules::Checked => {
                            for tag in &mut tags {
                                text::keep_on_one_line(tag);
                            }
                            text::clean_tags(tags)
                        }
                        Rules::Restoring => tags,
                    };
                    swap(&mut prompt.tags, tags).map(|tags| Edit::SetTags { tags })
                }
                Edit::SetPublic { is_public } => swap(&mut prompt.is_public, is_public)
                    .map(|is_public| Edit::SetPublic { is_public }),
                Edit::SetAssetField { name, value } => {
                    let mut fields = prompt.asset_fields.clone();
                    let value = asset::stored_value(prompt.prompt_type, &name, value);
                    if value.is_null() {
                        fields.shift_remove(&name);
                    } else {
                        fields.insert(name, value);
                    }
                    swap(&mut prompt.asset_fields, fields)
                        .map(|fields| Edit::SetAssetFields { fields })
                }
                Edit::SetAssetFields { fields } => swap(&mut prompt.asset_fields, fields)
                    .map(|fields| Edit::SetAssetFields { fields }),
                Edit::SetAssetMetadata { metadata } => swap(&mut prompt.asset_metadata, metadata)
                    .map(|metadata| Edit::SetAssetMetadata { metadata }),
                Edit::SetVariables { schema } => prompt
                    .content
                    .set_variables(schema)
                    .map(|schema| Edit::SetVariables { schema }),
                Edit::SetSettings { settings } => {
                    if rules == Rules::Checked {
                        Settings::parse(&settings, prompt.content.settings())?;
                    }
                    let former = prompt.content.set_settings(settings);
                    former.map(|settings| Edit::SetSettings { settings })
                }
                Edit::SetTests { tests } => {
                    if rules == Rules::Checked {
                        parse_tests(&tests, prompt.content.stored_tests())?;
                    }
                    let former = prompt.content.set_tests(tests);
                    former.map(|tests| Edit::SetTests { tests })
                }
                other => return self.change_content(other, rules),
            };
        Ok(Change {
            seam,
            ..inverse.map_or_else(Change::default, Change::details)
        })
    }

    fn change_content(&mut self, edit: Edit, rules: Rules) -> Result<Change, Error> {
        match edit {
            Edit::SetStructure { structure_type } => {
                if structure_type == self.prompt.structure_type {
                    return Ok(Change::default());
                }
                if rules == Rules::Checked && self.is_structure_locked() {
                    return Err(ErrorKind::StructureLocked.at("structure_type"));
                }
                let mut next = self.prompt.clone();
                next.structure_type = structure_type;
                next.content = Content::default();
                next.content
                    .set_variables(self.prompt.content.variables().clone());
                next.content
                    .set_settings(self.prompt.content.settings().clone());
                next.content
                    .set_tests(self.prompt.content.stored_tests().clone());
                Ok(self.replace_prompt(next))
            }
            Edit::SetContent { mut content } => {
                if rules == Rules::Checked {
                    content.normalise(&mut self.ids);
                }
                if *content == self.prompt.content {
                    return Ok(Change::default());
                }
                let (former, touched) = self.replace_content(*content);
                let content = Box::new(former);
                Ok(Change::structure(touched, Edit::SetContent { content }))
            }
            Edit::SetPrompt { mut prompt } => {
                if rules == Rules::Checked {
                    if prompt.structure_type != self.prompt.structure_type
                        && self.is_structure_locked()
                    {
                        return Err(ErrorKind::StructureLocked.at("structure_type"));
                    }
                    prompt.content.normalise(&mut self.ids);
                    prompt.keep_names_on_one_line();
                    prompt.tags = text::clean_tags(std::mem::take(&mut prompt.tags));
                }
                prompt.set_version(self.prompt.version());
                if *prompt == self.prompt {
                    return Ok(Change::default());
                }
                Ok(self.replace_prompt(*prompt))
            }
            Edit::AddItem {
                item,
                index,
                parent,
            } => self.add(*item, index, parent, rules),
            Edit::DuplicateItem { id } => self.duplicate(&id),
            Edit::RemoveItem { id } => self.remove(&id),
            Edit::MoveItem { id, index, parent } => self.move_item(id, index, parent.as_deref()),
            Edit::Batch { edits } => self.batch(edits, rules),
            other => self.change_item(other, rules),
        }
    }

    fn replace_prompt(&mut self, next: Prompt) -> Change {
        let former = std::mem::replace(&mut self.prompt, next);
        let touched = self.refresh_places();
        Change {
            details: true,
            ..Change::structure(
                touched,
                Edit::SetPrompt {
                    prompt: Box::new(former),
                },
            )
        }
    }

    fn replace_content(&mut self, content: Content) -> (Content, Vec<String>) {
        let former = std::mem::replace(&mut self.prompt.content, content);
        (former, self.refresh_places())
    }

    /// Recomputes the places of all items and returns all ids before and after.
    fn refresh_places(&mut self) -> Vec<String> {
        let former = std::mem::replace(&mut self.places, self.prompt.content.places());
        let gone = former
            .into_keys()
            .filter(|id| !self.places.contains_key(id));
        let mut touched: Vec<String> = gone.collect();
        touched.sort_unstable();
        self.prompt
            .content
            .each_place(|id, _| touched.push(id.to_owned()));
        touched
    }

    pub(super) fn place(&self, id: &str) -> Result<Place, Error> {
        self.places.get(id).copied().ok_or_else(|| {
            Error::from(ErrorKind::NoSuchItem {
                what: "item",
                id: id.to_owned(),
            })
        })
    }
}

pub(super) fn checked_reference(reference: &str, id: &str) -> Result<String, Error> {
    if !BlockAsset::is_reference(reference) {
        return Err(ErrorKind::Required { what: "Reference" }.at(format!("{id}.reference")));
    }
    Ok(reference.trim().to_owned())
}

pub(super) fn no_such_item(kind: ItemKind, id: &str) -> Error {
    ErrorKind::NoSuchItem {
        what: kind.as_str(),
        id: id.to_owned(),
    }
    .into()
}

pub(super) fn no_such_field(kind: ItemKind, field: TextField, id: &str) -> Error {
    ErrorKind::NoSuchField {
        what: kind.as_str(),
        field: field.as_str(),
    }
    .at(id)
}

/// Whether a text extends the previous one within a word, so that both are undone together.
fn goes_on(before: &str, after: &str) -> bool {
    after.strip_prefix(before).is_some_and(|typed| {
        let begins_a_word = typed.starts_with(|first: char| !first.is_whitespace())
            && before.ends_with(char::is_whitespace);
        !begins_a_word && !typed.contains('\n')
    })
}

/// Rejects NUL in typed text. Whole contents are checked by validation.
fn refuse_nul(edit: &Edit) -> Result<(), Error> {
    let (field, text) = match edit {
        Edit::SetTitle { title } => ("title", title),
        Edit::SetDescription { description } => ("description", description),
        Edit::SetText { id, text, .. }
        | Edit::Splice { id, text, .. }
        | Edit::SpliceUtf16 { id, text, .. } => (id.as_str(), text),
        _ => return Ok(()),
    };
    if text.contains('\0') {
        return Err(ErrorKind::ContainsNul { what: "The text" }.at(field));
    }
    Ok(())
}
