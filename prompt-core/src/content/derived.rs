//! Ids for items of files without ids. They are derived from the item's text and its position among
//! equal items, so
//! reading a file twice returns the same prompt.

use std::collections::{HashMap, HashSet};

use super::Content;

/// Whether an item has no permanent id: none at all, or one derived from its text.
pub(crate) fn is_derived(id: &str) -> bool {
    // UUID version 8 is reserved for custom schemes (RFC 9562).
    id.is_empty() || (id.len() == 36 && id.as_bytes()[14] == b'8' && id.as_bytes()[8] == b'-')
}

impl Content {
    /// Gives every item without an id a derived one.
    pub(super) fn derive_ids(&mut self) {
        let mut deriver = Deriver::default();
        self.each_place(|id, _| {
            deriver.taken.insert(id.to_owned());
        });
        for item in &mut self.segments {
            deriver.name(&mut item.id, "segment", ["", &item.content]);
        }
        for item in &mut self.sections {
            deriver.name(&mut item.id, "section", [&item.title, &item.content]);
        }
        for item in &mut self.modules {
            deriver.name(&mut item.id, "module", [&item.title, &item.content]);
        }
        for block in &mut self.blocks {
            deriver.name(&mut block.id, "block", [&block.title, &block.description]);
            for item in &mut block.modules {
                deriver.name(&mut item.id, "block module", [&item.title, &item.content]);
            }
            for item in &mut block.assets {
                let title = item.title.as_deref().unwrap_or_default();
                deriver.name(&mut item.id, "asset", [title, &item.reference]);
            }
        }
    }
}

/// The id of the `number`-th item with these texts.
pub(super) fn derived_id(kind: &str, texts: [&str; 2], number: usize) -> String {
    uuid(digest(kind, texts), number)
}

/// Derives ids that no other item has.
#[derive(Default)]
pub(crate) struct Deriver {
    taken: HashSet<String>,
    /// The number of items with equal texts.
    numbers: HashMap<[u64; 2], usize>,
}

impl Deriver {
    /// Creates a deriver that avoids the ids already taken.
    pub(crate) fn beside(taken: impl Iterator<Item = String>) -> Self {
        Self {
            taken: taken.collect(),
            ..Self::default()
        }
    }

    pub(crate) fn name(&mut self, id: &mut String, kind: &str, texts: [&str; 2]) {
        if !id.is_empty() {
            return;
        }
        let digest = digest(kind, texts);
        let number = self.numbers.entry(digest).or_default();
        // An equal item may already have this id from an earlier read.
        loop {
            *id = uuid(digest, *number);
            *number += 1;
            if self.taken.insert(id.clone()) {
                return;
            }
        }
    }
}

fn digest(kind: &str, [title, text]: [&str; 2]) -> [u64; 2] {
    let parts = [kind, "\0", title, "\0", text];
    let bytes = || parts.iter().flat_map(|part| part.bytes());
    [
        fnv(0xcbf2_9ce4_8422_2325, bytes()),
        fnv(0x6c62_272e_07bb_0142, bytes()),
    ]
}

/// The Fowler–Noll–Vo hash, which is stable across platforms and versions.
fn fnv(seed: u64, bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(seed, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

fn uuid(digest: [u64; 2], number: usize) -> String {
    let [one, two] = digest.map(|half| fnv(half, number.to_string().bytes()));
    format!(
        "{:08x}-{:04x}-8{:03x}-{:04x}-{:012x}",
        one >> 32,
        one >> 16 & 0xffff,
        one & 0xfff,
        two >> 48 & 0x3fff | 0x8000,
        two & 0xffff_ffff_ffff
    )
}
