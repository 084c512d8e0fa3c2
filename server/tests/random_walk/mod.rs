//! A random walk: several people do what the app can do, beside a simple model in memory. After any sequence, every
//! search, list, count, trash and collection must say what the model says.
//!
//! `WALK_SEED=7 WALK_STEPS=5000` walk on another way and longer.

mod model;
mod steps;

use std::collections::BTreeSet;

use serde_json::Value;

use crate::support::{Client, server, version};
use model::{Kind, Record, WORDS};
use steps::Walk;

const SEED: u64 = 1;
const STEPS: usize = 240;
/// Everything is compared after this many steps.
const BETWEEN_CHECKS: usize = 40;
const PEOPLE: [&str; 3] = ["Ada", "Bob", "Cleo"];

#[tokio::test]
async fn after_any_sequence_every_search_list_and_count_is_right() {
    let (seed, steps) = (setting("WALK_SEED", SEED), setting("WALK_STEPS", STEPS));
    let server = server().await;
    let mut people = Vec::new();
    for name in PEOPLE {
        people.push(server.person(name).await);
    }
    let mut walk = Walk::new(people, server.clock.clone(), seed);
    for step in 1..=steps {
        walk.step().await;
        if step % BETWEEN_CHECKS == 0 || step == steps {
            check(&walk).await;
        }
    }
    // A walk that stands still would prove nothing.
    let kinds = walk.done.len();
    assert!(
        steps < STEPS || kinds == steps::ALL.len(),
        "only {:?}",
        walk.done
    );
}

fn setting<T: std::str::FromStr>(name: &str, default: T) -> T {
    #[expect(
        clippy::disallowed_methods,
        reason = "a setting of the tests, not of the server"
    )]
    let set = std::env::var(name);
    set.ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(default)
}

async fn check(walk: &Walk) {
    for person in 0..PEOPLE.len() {
        for kind in Kind::ALL {
            check_searches(walk, person, kind).await;
        }
        check_prompts_by_tag(walk, person).await;
        check_trash(walk, person).await;
        for record in walk.model.records.values() {
            check_record(walk, person, record).await;
        }
    }
    let has_history = |record: &&Record| record.kind != Kind::Collection && record.is_live();
    for record in walk.model.records.values().filter(has_history) {
        check_history(walk, record).await;
    }
}

async fn check_searches(walk: &Walk, person: usize, kind: Kind) {
    let path = kind.path();
    let is_one = |record: &Record| record.kind == kind && record.is_visible_to(person);
    let context = || walk.context(person);
    // Collections are listed by level.
    let level = if kind == Kind::Collection {
        "&parent_id=any"
    } else {
        ""
    };
    for (owner, is_own) in [("all", false), ("me", true)] {
        let path = format!("{path}?owner={owner}{level}");
        let listed = ids(&walk.people[person], &path).await;
        let expected = walk
            .model
            .ids(|record| is_one(record) && (!is_own || record.owner == person));
        assert_eq!(listed, expected, "{path} {}", context());
    }
    for (word, forms) in WORDS.iter().enumerate() {
        let form = forms[walk.log.len() % forms.len()];
        let found = ids(
            &walk.people[person],
            &format!("{path}?search={}", encoded(form)),
        )
        .await;
        let expected = walk
            .model
            .ids(|record| is_one(record) && record.text.has(word));
        assert_eq!(found, expected, "{path}?search={form} {}", context());
        if kind == Kind::Component {
            let path = format!("{path}/counts?search={}", encoded(form));
            let counted = walk.people[person].get(&path).await.ok();
            assert_eq!(counted["all"], expected.len(), "{path} {}", context());
        }
    }
}

async fn check_prompts_by_tag(walk: &Walk, person: usize) {
    for (word, forms) in WORDS.iter().enumerate() {
        let path = format!("/api/prompts?tags={}", encoded(forms[forms.len() - 1]));
        let expected = walk.model.ids(|record| {
            record.kind == Kind::Prompt
                && record.is_visible_to(person)
                && record.text.tags.contains(&word)
        });
        let found = ids(&walk.people[person], &path).await;
        assert_eq!(found, expected, "{path} {}", walk.context(person));
    }
}

async fn check_trash(walk: &Walk, person: usize) {
    let found = ids(&walk.people[person], "/api/trash?").await;
    let expected = walk
        .model
        .ids(|record| record.owner == person && record.trashed_with.as_ref() == Some(&record.id));
    assert_eq!(found, expected, "the trash {}", walk.context(person));
}

async fn check_record(walk: &Walk, person: usize, record: &Record) {
    let path = format!("{}/{}", record.kind.path(), record.id);
    let answer = walk.people[person].get(&path).await;
    let context = || format!("{path} {record:?} {}", walk.context(person));
    if !record.is_visible_to(person) {
        assert_eq!(
            answer.error(),
            (404, "not_found".to_owned()),
            "{}",
            context()
        );
        return;
    }
    let seen = answer.ok();
    assert_eq!(
        steps::text_of(record.kind, &seen),
        record.text,
        "{}",
        context()
    );
    assert_eq!(seen["is_public"], record.is_public, "{}", context());
    if record.kind == Kind::Collection {
        let items = walk.people[person]
            .get(&format!("{path}/items?limit=100"))
            .await
            .ok();
        let items: BTreeSet<String> = items["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|item| item["prompt_id"].as_str().unwrap().to_owned())
            .collect();
        let expected = walk.model.items(record, person);
        assert_eq!(items, expected, "items of {}", context());
        assert_eq!(
            seen["item_count"],
            expected.len(),
            "item_count of {}",
            context()
        );
        let below = walk
            .model
            .ids(|other| other.parent.as_ref() == Some(&record.id) && other.is_visible_to(person));
        assert_eq!(
            seen["child_count"],
            below.len(),
            "child_count of {}",
            context()
        );
    }
}

/// Every number that a record ever had has the text it had then.
async fn check_history(walk: &Walk, record: &Record) {
    let client = &walk.people[record.owner];
    let path = format!("{}/{}/versions", record.kind.path(), record.id);
    let listed = client.get(&format!("{path}?limit=100")).await.ok();
    let listed: BTreeSet<String> = listed["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(version)
        .collect();
    let expected: BTreeSet<String> = record.history.keys().cloned().collect();
    let context = || walk.context(record.owner);
    assert_eq!(listed, expected, "{path} {}", context());
    for (number, text) in &record.history {
        let entry = client.get(&format!("{path}/{number}")).await.ok();
        assert_eq!(
            &steps::text_of(record.kind, &entry),
            text,
            "{path}/{number} {}",
            context()
        );
    }
}

/// The ids on all pages of a list, each once.
async fn ids(client: &Client, path: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut cursor = String::new();
    loop {
        let page = client.get(&format!("{path}&limit=7{cursor}")).await.ok();
        for item in page["items"].as_array().unwrap() {
            // Six samples belong to the product.
            if item["author_name"] != "Promptcase" {
                let is_new = found.insert(item["id"].as_str().unwrap().to_owned());
                assert!(is_new, "{path} lists {item} twice");
            }
        }
        let Value::String(next) = &page["next_cursor"] else {
            return found;
        };
        cursor = format!("&cursor={}", encoded(next));
    }
}

/// A word for a query.
fn encoded(word: &str) -> String {
    url::form_urlencoded::byte_serialize(word.as_bytes()).collect()
}
