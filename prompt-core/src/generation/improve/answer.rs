//! Parses a model's answer: the same content with improved texts.

use serde_json::{Map, Value};

use super::{ImprovementConfig, Scope};
use crate::content::item::Place;
use crate::content::normalise::{Listed, renumber};
use crate::content::{Block, Content, Module, Section, Segment};
use crate::generation::answer::{as_text, json_objects};
use crate::messages::Message;
use crate::prompt::StructureType;
use crate::{Error, ErrorKind};

/// Parses a model's answer to an improvement request and returns the prompt's whole proposed content.
/// Existing parts keep their ids and all data except texts; texts that the answer omits or empties stay
/// the same.
///
/// # Errors
///
/// Returns an error if the answer is not JSON or does not match the parts of the prompt.
pub fn parse_improvement(
    config: &ImprovementConfig,
    answer: &str,
    ids: &mut impl FnMut() -> String,
) -> Result<Content, Error> {
    let scope = config.scope()?;
    let answered = json_objects(answer)
        .find_map(|object| answered(&object, scope.structure))
        .ok_or(ErrorKind::Said(Message::GenerationNotJson))?;
    let improved = improve(&scope, &answered)
        .and_then(|improved| put_back(config, improved).transpose())
        .ok_or(ErrorKind::Said(Message::ImprovementNotKept))?;
    let mut content = improved?;
    content.normalise(ids);
    Ok(content)
}

/// Applies the answered items to the scope. Returns `None` if the answer does not match it.
fn improve(scope: &Scope, answered: &[Answered]) -> Option<Content> {
    let (now, none) = (&scope.content, Content::default());
    Some(match scope.structure {
        StructureType::Standard => Content {
            segments: improve_list("", &now.segments, answered)?,
            ..none
        },
        StructureType::Structured => Content {
            sections: improve_list("", &now.sections, answered)?,
            ..none
        },
        StructureType::Modulized => Content {
            modules: improve_list("", &now.modules, answered)?,
            ..none
        },
        StructureType::Advanced => Content {
            blocks: improve_list("", &now.blocks, answered)?,
            ..none
        },
    })
}

/// Merges the improved parts back into the prompt's content. Returns `None` if one part was requested
/// and others were returned.
fn put_back(config: &ImprovementConfig, improved: Content) -> Result<Option<Content>, Error> {
    let mut content = config.prompt.content.clone();
    let Some(id) = &config.part else {
        match config.prompt.structure_type {
            StructureType::Standard => content.segments = improved.segments,
            StructureType::Structured => content.sections = improved.sections,
            StructureType::Modulized => content.modules = improved.modules,
            StructureType::Advanced => content.blocks = improved.blocks,
        }
        return Ok(Some(content));
    };
    let is_replaced = match config.place(id)? {
        Place::Segment(at) => replace(&mut content.segments[at], improved.segments),
        Place::Section(at) => replace(&mut content.sections[at], improved.sections),
        Place::Module(at) => replace(&mut content.modules[at], improved.modules),
        Place::BlockModule(block, at) => {
            replace(&mut content.blocks[block].modules[at], improved.modules)
        }
        Place::Block(at) => replace(&mut content.blocks[at], improved.blocks),
        Place::BlockAsset(..) => false,
    };
    Ok(is_replaced.then_some(content))
}

/// Replaces the old item with the single improved one.
fn replace<T: Part>(old: &mut T, improved: Vec<T>) -> bool {
    match <[T; 1]>::try_from(improved) {
        Ok([mut new]) if new.id() == old.id() => {
            new.set_order(old.order());
            *old = new;
            true
        }
        _ => false,
    }
}

/// An item of the model's answer.
struct Answered {
    key: Option<String>,
    kind: Option<String>,
    title: Option<String>,
    description: Option<String>,
    content: Option<String>,
    /// `None` if the answer has no modules.
    modules: Option<Vec<Self>>,
}

/// The items of an answer, or `None` if it is not a list of items or is empty.
fn answered(object: &Map<String, Value>, structure: StructureType) -> Option<Vec<Answered>> {
    let items = items(object.get(structure.list_name())?)?;
    (!items.is_empty()).then_some(items)
}

fn items(list: &Value) -> Option<Vec<Answered>> {
    let item = |item: &Value| {
        let object = item.as_object()?;
        let text = |key: &str| {
            let text = as_text(object.get(key)?)?;
            (!text.trim().is_empty()).then_some(text)
        };
        Some(Answered {
            key: text("id").map(|key| key.trim().to_owned()),
            kind: text("type"),
            title: text("title"),
            description: text("description"),
            content: text("content"),
            modules: match object.get("modules") {
                None | Some(Value::Null) => None,
                Some(list) => Some(items(list)?),
            },
        })
    };
    list.as_array()?.iter().map(item).collect()
}

/// Applies the answered items to a list in its existing order; each new item follows the item it was
/// added after. Returns `None` if none of the existing items is in the answer.
fn improve_list<T: Part>(parent: &str, now: &[T], answered: &[Answered]) -> Option<Vec<T>> {
    // A model that omitted all keys and nothing else returned the items in order.
    let by_position = now.len() == answered.len() && answered.iter().all(|item| item.key.is_none());
    let mut improved: Vec<Option<T>> = now.iter().map(|_| None).collect();
    let mut added: Vec<Vec<T>> = vec![Vec::new(); now.len() + 1];
    let mut behind = 0;
    for (position, item) in answered.iter().enumerate() {
        let known = if by_position {
            Some(position)
        } else {
            let key = item.key.as_ref();
            key.and_then(|wanted| (0..now.len()).find(|at| &super::key(parent, *at) == wanted))
        };
        match known {
            Some(at) if improved[at].is_none() => {
                improved[at] = Some(now[at].improved(&super::key(parent, at), item)?);
                behind = at + 1;
            }
            _ => added[behind].push(T::new(item)?),
        }
    }
    if !now.is_empty() && !answered.is_empty() && improved.iter().all(Option::is_none) {
        return None;
    }
    let mut added = added.into_iter();
    let mut list = added.next().unwrap_or_default();
    for (item, additions) in improved.into_iter().zip(added) {
        list.extend(item);
        list.extend(additions);
    }
    renumber(&mut list);
    Some(list)
}

/// Replaces a text by the answered one, unless they are equivalent. Line endings of the old text are
/// preserved.
fn text(old: &str, new: Option<&String>) -> String {
    let Some(new) = new else {
        return old.to_owned();
    };
    let new = new.replace("\r\n", "\n");
    if new.trim() == old.replace("\r\n", "\n").trim() {
        old.to_owned()
    } else if old.contains("\r\n") {
        new.replace('\n', "\r\n")
    } else {
        new
    }
}

/// An item that can be improved.
trait Part: Clone + Listed {
    fn id(&self) -> &str;
    /// Returns the item with improved texts; `key` is its key in the request.
    fn improved(&self, key: &str, answered: &Answered) -> Option<Self>;
    /// Creates an item that did not exist before.
    fn new(answered: &Answered) -> Option<Self>;
}

impl Part for Segment {
    fn id(&self) -> &str {
        &self.id
    }

    fn improved(&self, _: &str, answered: &Answered) -> Option<Self> {
        Some(Self {
            content: text(&self.content, answered.content.as_ref()),
            ..self.clone()
        })
    }

    fn new(answered: &Answered) -> Option<Self> {
        let kind = answered.kind.as_ref();
        let kind = kind.and_then(|word| word.to_lowercase().parse().ok());
        Some(Self {
            r#type: kind.unwrap_or_default(),
            content: answered.content.clone()?,
            ..Self::default()
        })
    }
}

impl Part for Section {
    fn id(&self) -> &str {
        &self.id
    }

    fn improved(&self, _: &str, answered: &Answered) -> Option<Self> {
        let description = self.description.as_deref().unwrap_or_default();
        let description = text(description, answered.description.as_ref());
        Some(Self {
            title: text(&self.title, answered.title.as_ref()),
            description: Some(description).filter(|text| !text.is_empty()),
            content: text(&self.content, answered.content.as_ref()),
            ..self.clone()
        })
    }

    fn new(answered: &Answered) -> Option<Self> {
        Some(Self {
            title: answered.title.clone().unwrap_or_default(),
            description: answered.description.clone(),
            content: answered.content.clone()?,
            ..Self::default()
        })
    }
}

impl Part for Module {
    fn id(&self) -> &str {
        &self.id
    }

    fn improved(&self, _: &str, answered: &Answered) -> Option<Self> {
        Some(Self {
            title: text(&self.title, answered.title.as_ref()),
            description: text(&self.description, answered.description.as_ref()),
            content: text(&self.content, answered.content.as_ref()),
            ..self.clone()
        })
    }

    fn new(answered: &Answered) -> Option<Self> {
        Some(Self {
            title: answered.title.clone().unwrap_or_default(),
            description: answered.description.clone().unwrap_or_default(),
            content: answered.content.clone()?,
            ..Self::default()
        })
    }
}

impl Part for Block {
    fn id(&self) -> &str {
        &self.id
    }

    fn improved(&self, key: &str, answered: &Answered) -> Option<Self> {
        let modules = match &answered.modules {
            Some(modules) => improve_list(key, &self.modules, modules)?,
            None => self.modules.clone(),
        };
        Some(Self {
            title: text(&self.title, answered.title.as_ref()),
            description: text(&self.description, answered.description.as_ref()),
            modules,
            ..self.clone()
        })
    }

    fn new(answered: &Answered) -> Option<Self> {
        let modules = answered.modules.iter().flatten().map(Module::new);
        Some(Self {
            title: answered.title.clone().unwrap_or_default(),
            description: answered.description.clone().unwrap_or_default(),
            modules: modules.collect::<Option<_>>()?,
            ..Self::default()
        })
    }
}
