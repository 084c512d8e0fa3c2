//! The model: every record in memory, and what each person must see of it.

use std::collections::{BTreeMap, BTreeSet};

/// Words as people write them, each in several forms that a search must not tell apart. None contains another.
pub const WORDS: [&[&str]; 20] = [
    &["wombat", "WOMBAT", "Wombat"],
    &["borscht"],
    &["straße", "STRASSE", "Straße", "STRAẞE"],
    &["café", "cafe\u{301}", "CAFÉ", "CAFE\u{301}"],
    &["οδος", "ΟΔΟΣ", "οδοσ"],
    &["İzmir", "izmir", "IZMIR", "ızmır"],
    &["ﬁnch", "finch", "FINCH"],
    &["東京都"],
    &["ｶﾞｲﾄﾞ", "ガイド"],
    &["Привет", "привет", "ПРИВЕТ"],
    &["नमस्ते"],
    &["한글", "\u{1112}\u{1161}\u{11ab}\u{1100}\u{1173}\u{11af}"],
    &["שלום"],
    &["zig\u{ad}zag", "zigzag", "Zigzag"],
    &["qx", "QX"],
    &["🦀", "🦀\u{fe0f}"],
    &["100%", "100％"],
    &["under_line", "UNDER_LINE"],
    &["it's", "IT'S"],
    &["\"quoted\"", "\"QUOTED\""],
];

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Prompt,
    Component,
    Collection,
}

impl Kind {
    pub const ALL: [Self; 3] = [Self::Prompt, Self::Component, Self::Collection];

    pub fn path(self) -> &'static str {
        match self {
            Self::Prompt => "/api/prompts",
            Self::Component => "/api/components",
            Self::Collection => "/api/collections",
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Prompt => "prompt",
            Self::Component => "component",
            Self::Collection => "collection",
        }
    }
}

/// The text of a record: indexes of [`WORDS`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    pub title: Vec<usize>,
    pub description: Vec<usize>,
    /// Not of collections.
    pub body: Vec<usize>,
    /// Not of collections.
    pub tags: BTreeSet<usize>,
}

impl Text {
    pub fn has(&self, word: usize) -> bool {
        let texts = [&self.title, &self.description, &self.body];
        texts.iter().any(|text| text.contains(&word)) || self.tags.contains(&word)
    }
}

#[derive(Clone, Debug)]
pub struct Record {
    pub kind: Kind,
    pub id: String,
    pub owner: usize,
    pub text: Text,
    pub is_public: bool,
    /// The record whose deletion put it into the trash: itself, or a collection above it.
    pub trashed_with: Option<String>,
    /// Of a collection: the one it is in.
    pub parent: Option<String>,
    /// Of a collection: the prompts in it.
    pub items: BTreeSet<String>,
    /// Of a prompt or component: the text of every version number it ever had.
    pub history: BTreeMap<String, Text>,
    /// Of a smart collection: the word it searches, and whether in other people's public prompts too.
    pub filter: Option<(usize, bool)>,
}

impl Record {
    pub fn is_live(&self) -> bool {
        self.trashed_with.is_none()
    }

    pub fn is_visible_to(&self, person: usize) -> bool {
        self.is_live() && (self.owner == person || self.is_public)
    }
}

#[derive(Default)]
pub struct Model {
    pub records: BTreeMap<String, Record>,
}

impl Model {
    pub fn add(&mut self, record: Record) {
        self.records.insert(record.id.clone(), record);
    }

    pub fn at(&mut self, id: &str) -> &mut Record {
        self.records.get_mut(id).unwrap()
    }

    pub fn ids(&self, is_wanted: impl Fn(&Record) -> bool) -> BTreeSet<String> {
        let records = self.records.values().filter(|record| is_wanted(record));
        records.map(|record| record.id.clone()).collect()
    }

    /// Puts a record into the trash, a collection with the live ones below it.
    pub fn trash(&mut self, id: &str) {
        let mut below = vec![id.to_owned()];
        while let Some(next) = below.pop() {
            self.at(&next).trashed_with = Some(id.to_owned());
            below.extend(
                self.ids(|record| record.is_live() && record.parent.as_ref() == Some(&next)),
            );
        }
    }

    /// Restores what was deleted with a record. Below a collection that is gone, it goes to the top level.
    pub fn restore(&mut self, id: &str) {
        let parent = self.at(id).parent.clone();
        if parent.is_some_and(|parent| {
            self.records
                .get(&parent)
                .is_none_or(|parent| !parent.is_live())
        }) {
            self.at(id).parent = None;
        }
        for restored in self.ids(|record| record.trashed_with.as_deref() == Some(id)) {
            self.at(&restored).trashed_with = None;
        }
    }

    /// Deletes for ever what was deleted with a record.
    pub fn purge(&mut self, id: &str) {
        let purged = self.ids(|record| record.trashed_with.as_deref() == Some(id));
        self.records.retain(|id, _| !purged.contains(id));
        for record in self.records.values_mut() {
            record.items.retain(|item| !purged.contains(item));
            if record
                .parent
                .as_ref()
                .is_some_and(|parent| purged.contains(parent))
            {
                record.parent = None;
            }
        }
    }

    /// Whether a collection is inside another, or the same.
    pub fn is_inside(&self, id: &str, other: &str) -> bool {
        let mut at = Some(id.to_owned());
        while let Some(here) = at {
            if here == other {
                return true;
            }
            at = self
                .records
                .get(&here)
                .and_then(|record| record.parent.clone());
        }
        false
    }

    /// The prompts that a person sees in a collection.
    pub fn items(&self, collection: &Record, person: usize) -> BTreeSet<String> {
        match collection.filter {
            Some((word, all)) => self.ids(|record| {
                record.kind == Kind::Prompt
                    && record.text.has(word)
                    && record.is_visible_to(person)
                    && (record.is_public || person == collection.owner)
                    && (all || record.owner == collection.owner)
            }),
            None => self.ids(|record| {
                collection.items.contains(&record.id) && record.is_visible_to(person)
            }),
        }
    }
}
