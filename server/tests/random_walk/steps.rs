//! The steps of the walk: each asks the server for one change and makes the same one in the model.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use promptcase_server::clock::Clock;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use serde_json::{Value, json};

use super::model::{Kind, Model, Record, Text, WORDS};
use crate::support::{Client, version};

/// What a step does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    Create,
    Save,
    Publish,
    Clone,
    Trash,
    Restore,
    Purge,
    PutIn,
    TakeOut,
    Move,
    TagMany,
    GoBack,
    Trespass,
}

pub const ALL: [Step; 13] = [
    Step::Create,
    Step::Save,
    Step::Publish,
    Step::Clone,
    Step::Trash,
    Step::Restore,
    Step::Purge,
    Step::PutIn,
    Step::TakeOut,
    Step::Move,
    Step::TagMany,
    Step::GoBack,
    Step::Trespass,
];

/// How often each step is taken, in the order of [`ALL`].
const WEIGHTS: [usize; 13] = [8, 8, 5, 2, 5, 4, 2, 9, 4, 2, 2, 3, 3];

pub struct Walk {
    pub people: Vec<Client>,
    pub model: Model,
    /// How often each step changed something.
    pub done: BTreeMap<Step, usize>,
    pub log: Vec<String>,
    clock: Clock,
    random: StdRng,
    seed: u64,
}

impl Walk {
    pub fn new(people: Vec<Client>, clock: Clock, seed: u64) -> Self {
        Self {
            people,
            model: Model::default(),
            done: BTreeMap::new(),
            log: Vec::new(),
            clock,
            random: StdRng::seed_from_u64(seed),
            seed,
        }
    }

    /// Where a comparison failed: who looked, and the last steps before.
    pub fn context(&self, person: usize) -> String {
        let last = &self.log[self.log.len().saturating_sub(40)..];
        format!(
            "seen by {person}, seed {}, after {} steps:\n{}",
            self.seed,
            self.log.len(),
            last.join("\n")
        )
    }

    /// Takes one step. A step that has nothing to act on does nothing.
    pub async fn step(&mut self) {
        self.clock.advance(Duration::from_secs(1));
        let steps: Vec<Step> = ALL
            .into_iter()
            .zip(WEIGHTS)
            .flat_map(|(step, weight)| vec![step; weight])
            .collect();
        let step = *steps.choose(&mut self.random).unwrap();
        let person = self.random.random_range(0..self.people.len());
        let done = match step {
            Step::Create => self.create(person).await,
            Step::Save => self.save(person).await,
            Step::Publish => self.publish(person).await,
            Step::Clone => self.clone_one(person).await,
            Step::Trash => self.trash(person).await,
            Step::Restore => self.restore(person).await,
            Step::Purge => self.purge(person).await,
            Step::PutIn => self.put_in(person).await,
            Step::TakeOut => self.take_out(person).await,
            Step::Move => self.move_collection(person).await,
            Step::TagMany => self.tag_many(person).await,
            Step::GoBack => self.go_back(person).await,
            Step::Trespass => self.trespass(person).await,
        };
        if let Some(what) = done {
            *self.done.entry(step).or_default() += 1;
            self.log.push(format!("{person} {step:?} {what}"));
        }
    }

    fn words(&mut self, most: usize) -> Vec<usize> {
        let count = self.random.random_range(0..=most);
        (0..count)
            .map(|_| self.random.random_range(0..WORDS.len()))
            .collect()
    }

    fn text(&mut self, kind: Kind) -> Text {
        let mut text = Text {
            title: self.words(2),
            description: self.words(2),
            ..Text::default()
        };
        text.title.push(self.random.random_range(0..WORDS.len()));
        if kind != Kind::Collection {
            text.body = self.words(3);
            text.tags = self.words(2).into_iter().collect();
        }
        text
    }

    /// A record for which the condition holds.
    fn pick(&mut self, is_wanted: impl Fn(&Record) -> bool) -> Option<Record> {
        let ids: Vec<String> = self.model.ids(is_wanted).into_iter().collect();
        let id = ids.choose(&mut self.random)?;
        self.model.records.get(id).cloned()
    }

    fn pick_own(&mut self, person: usize) -> Option<Record> {
        self.pick(|record| record.owner == person && record.is_live())
    }

    /// Words as a person writes them.
    fn written(&mut self, words: impl IntoIterator<Item = usize>) -> Vec<String> {
        let forms = words
            .into_iter()
            .map(|word| WORDS[word].choose(&mut self.random).unwrap());
        forms.map(|form| (*form).to_owned()).collect()
    }

    /// The fields of a record with a text.
    fn fields(&mut self, kind: Kind, text: &Text, is_public: bool) -> Value {
        let title = self.written(text.title.clone()).join(" ");
        let description = self.written(text.description.clone()).join("\n");
        let mut fields =
            json!({ "title": title, "description": description, "is_public": is_public });
        if kind != Kind::Collection {
            fields["tags"] = json!(self.written(text.tags.clone()));
            let body = self.written(text.body.clone()).join(" ");
            fields["content"] = match kind {
                Kind::Prompt => {
                    json!({ "segments": [{ "id": "s", "order": 0, "type": "system", "content": body }] })
                }
                _ => json!({ "moduleContent": body }),
            };
        }
        fields
    }

    fn add(
        &mut self,
        owner: usize,
        kind: Kind,
        text: Text,
        is_public: bool,
        created: &Value,
    ) -> String {
        let id = created["id"].as_str().unwrap().to_owned();
        self.model.add(Record {
            kind,
            id: id.clone(),
            owner,
            text,
            is_public,
            trashed_with: None,
            parent: None,
            items: BTreeSet::new(),
            history: BTreeMap::new(),
            filter: None,
        });
        self.note_version(&id, created);
        id
    }

    /// Notes the text that a record has under its number.
    fn note_version(&mut self, id: &str, stored: &Value) {
        let record = self.model.at(id);
        if record.kind != Kind::Collection {
            record.history.insert(version(stored), record.text.clone());
        }
    }

    async fn create(&mut self, person: usize) -> Option<String> {
        let kind = *Kind::ALL.choose(&mut self.random)?;
        let text = self.text(kind);
        let is_public = self.random.random_bool(0.5);
        let mut fields = self.fields(kind, &text, is_public);
        let (mut parent, mut filter) = (None, None);
        if kind == Kind::Collection {
            parent = self
                .pick(|record| {
                    record.kind == Kind::Collection && record.owner == person && record.is_live()
                })
                .map(|record| record.id);
            fields["parent_id"] = json!(parent);
            if self.random.random_bool(0.3) {
                let (word, all) = (
                    self.random.random_range(0..WORDS.len()),
                    self.random.random_bool(0.5),
                );
                fields["is_smart"] = json!(true);
                let search = self.written([word]).remove(0);
                fields["filter"] =
                    json!({ "search": search, "owner": if all { "all" } else { "me" } });
                filter = Some((word, all));
            }
        }
        let created = self.people[person]
            .post(kind.path(), fields)
            .await
            .created();
        let id = self.add(person, kind, text, is_public, &created);
        self.model.at(&id).parent = parent;
        self.model.at(&id).filter = filter;
        Some(format!("{kind:?} {id}"))
    }

    /// Sends a record's new state.
    async fn put(&mut self, record: &Record, text: &Text, is_public: bool) {
        let path = format!("{}/{}", record.kind.path(), record.id);
        let mut fields = self.fields(record.kind, text, is_public);
        let client = &self.people[record.owner];
        if record.kind != Kind::Collection {
            let stored = client.get(&path).await.ok();
            fields["base_version"] = json!(version(&stored));
            fields["prompt_type"] = stored["prompt_type"].clone();
            if record.kind == Kind::Component {
                fields.as_object_mut().unwrap().remove("prompt_type");
            }
        }
        let saved = client.put(&path, fields).await.ok();
        let changed = self.model.at(&record.id);
        changed.text = text.clone();
        changed.is_public = is_public;
        self.note_version(&record.id, &saved);
    }

    async fn save(&mut self, person: usize) -> Option<String> {
        let record = self.pick_own(person)?;
        let text = self.text(record.kind);
        self.put(&record, &text, record.is_public).await;
        Some(record.id)
    }

    async fn publish(&mut self, person: usize) -> Option<String> {
        let record = self.pick_own(person)?;
        let is_public = !record.is_public;
        if record.kind == Kind::Prompt && self.random.random_bool(0.5) {
            let change = json!({ "action": "set_public", "is_public": is_public, "prompt_ids": [record.id] });
            self.people[person]
                .post("/api/prompts/bulk", change)
                .await
                .ok();
            self.model.at(&record.id).is_public = is_public;
        } else {
            self.put(&record, &record.text, is_public).await;
        }
        Some(format!("{} {is_public}", record.id))
    }

    async fn clone_one(&mut self, person: usize) -> Option<String> {
        let record =
            self.pick(|record| record.kind != Kind::Collection && record.is_visible_to(person))?;
        let path = format!("{}/{}/clone", record.kind.path(), record.id);
        let cloned = self.people[person].post(&path, json!({})).await.created();
        let mut text = record.text;
        text.title = text_of(record.kind, &cloned).title;
        let id = self.add(person, record.kind, text, false, &cloned);
        Some(format!("{} as {id}", record.id))
    }

    async fn trash(&mut self, person: usize) -> Option<String> {
        let record = self.pick_own(person)?;
        let path = format!("{}/{}", record.kind.path(), record.id);
        self.people[person].delete(&path).await.done();
        self.model.trash(&record.id);
        Some(record.id)
    }

    fn pick_trashed(&mut self, person: usize) -> Option<Record> {
        self.pick(|record| {
            record.owner == person && record.trashed_with.as_ref() == Some(&record.id)
        })
    }

    async fn restore(&mut self, person: usize) -> Option<String> {
        let record = self.pick_trashed(person)?;
        let path = format!("/api/trash/{}/{}/restore", record.kind.name(), record.id);
        self.people[person].post(&path, json!({})).await.done();
        self.model.restore(&record.id);
        Some(record.id)
    }

    async fn purge(&mut self, person: usize) -> Option<String> {
        let record = self.pick_trashed(person)?;
        let path = format!("/api/trash/{}/{}", record.kind.name(), record.id);
        self.people[person].delete(&path).await.done();
        self.model.purge(&record.id);
        Some(record.id)
    }

    fn pick_folder(&mut self, person: usize) -> Option<Record> {
        self.pick(|record| {
            record.kind == Kind::Collection
                && record.owner == person
                && record.is_live()
                && record.filter.is_none()
        })
    }

    async fn put_in(&mut self, person: usize) -> Option<String> {
        let folder = self.pick_folder(person)?;
        let prompt =
            self.pick(|record| record.kind == Kind::Prompt && record.is_visible_to(person))?;
        let path = format!("/api/collections/{}/items", folder.id);
        let added = self.people[person]
            .post(&path, json!({ "prompt_ids": [prompt.id] }))
            .await;
        assert!(added.status.is_success(), "{}", added.text());
        self.model.at(&folder.id).items.insert(prompt.id.clone());
        Some(format!("{} in {}", prompt.id, folder.id))
    }

    async fn take_out(&mut self, person: usize) -> Option<String> {
        let folder = self.pick_folder(person)?;
        let path = format!("/api/collections/{}/items", folder.id);
        let listed = self.people[person]
            .get(&format!("{path}?limit=100"))
            .await
            .ok();
        let item = listed["items"].as_array()?.choose(&mut self.random)?;
        let (id, prompt) = (item["id"].as_str()?, item["prompt_id"].as_str()?);
        self.people[person]
            .delete(&format!("{path}/{id}"))
            .await
            .done();
        self.model.at(&folder.id).items.remove(prompt);
        Some(format!("{prompt} of {}", folder.id))
    }

    async fn move_collection(&mut self, person: usize) -> Option<String> {
        let moved = self.pick(|record| {
            record.kind == Kind::Collection && record.owner == person && record.is_live()
        })?;
        let to = self.pick(|record| {
            record.kind == Kind::Collection && record.owner == person && record.is_live()
        })?;
        let path = format!("/api/collections/{}/parent", moved.id);
        let answer = self.people[person]
            .put(&path, json!({ "parent_id": to.id }))
            .await;
        if self.model.is_inside(&to.id, &moved.id) {
            assert_eq!(answer.status.as_u16(), 422, "{}", answer.text());
        } else {
            assert!(answer.status.is_success(), "{}", answer.text());
            self.model.at(&moved.id).parent = Some(to.id.clone());
        }
        Some(format!("{} to {}", moved.id, to.id))
    }

    async fn tag_many(&mut self, person: usize) -> Option<String> {
        let prompts = self.model.ids(|record| {
            record.kind == Kind::Prompt && record.owner == person && record.is_live()
        });
        let prompts: Vec<String> = prompts.into_iter().take(3).collect();
        if prompts.is_empty() {
            return None;
        }
        let word = self.random.random_range(0..WORDS.len());
        let change =
            json!({ "action": "add_tags", "tags": [WORDS[word][0]], "prompt_ids": prompts });
        self.people[person]
            .post("/api/prompts/bulk", change)
            .await
            .ok();
        for id in &prompts {
            self.model.at(id).text.tags.insert(word);
            let stored = self.people[person]
                .get(&format!("/api/prompts/{id}"))
                .await
                .ok();
            self.note_version(id, &stored);
        }
        Some(format!("{word} on {prompts:?}"))
    }

    /// Restores any earlier text.
    async fn go_back(&mut self, person: usize) -> Option<String> {
        let record = self.pick(|record| {
            record.kind != Kind::Collection && record.owner == person && record.is_live()
        })?;
        let numbers: Vec<_> = record.history.iter().collect();
        let (number, text) = *numbers.choose(&mut self.random)?;
        let path = format!("{}/{}", record.kind.path(), record.id);
        let client = &self.people[person];
        let base = json!({ "base_version": version(&client.get(&path).await.ok()) });
        let restored = client
            .post(&format!("{path}/versions/{number}/restore"), base)
            .await
            .ok();
        self.model.at(&record.id).text = text.clone();
        self.note_version(&record.id, &restored);
        Some(format!("{} to {number}", record.id))
    }

    /// Tries to change what belongs to another, in vain.
    async fn trespass(&mut self, person: usize) -> Option<String> {
        let record = self.pick(|record| record.owner != person)?;
        let path = format!("{}/{}", record.kind.path(), record.id);
        let client = &self.people[person];
        client.delete(&path).await.fails(404, "not_found");
        let trash = format!("/api/trash/{}/{}", record.kind.name(), record.id);
        client
            .post(&format!("{trash}/restore"), json!({}))
            .await
            .fails(404, "not_found");
        client.delete(&trash).await.fails(404, "not_found");
        Some(record.id)
    }
}

/// The words in a record as the server returns it.
pub fn text_of(kind: Kind, record: &Value) -> Text {
    let words = |text: &Value| {
        let text = text.as_str().unwrap();
        text.split_whitespace()
            .filter_map(word_of)
            .collect::<Vec<_>>()
    };
    let body = match kind {
        Kind::Prompt => words(&record["content"]["segments"][0]["content"]),
        Kind::Component => words(&record["content"]["moduleContent"]),
        Kind::Collection => Vec::new(),
    };
    let tags = record["tags"].as_array().into_iter().flatten();
    Text {
        title: words(&record["title"]),
        description: words(&record["description"]),
        body,
        tags: tags
            .filter_map(|tag| word_of(tag.as_str().unwrap()))
            .collect(),
    }
}

fn word_of(written: &str) -> Option<usize> {
    WORDS.iter().position(|forms| forms.contains(&written))
}
