//! Messages of several blocks of text, each with a place of its own. In a prompt a blank line stands between two blocks.

use serde_json::Value;

use super::holes::{Field, Hole, sum};
use super::scalars::{Scalar, Style};

/// The most blocks of one text.
const MOST: usize = 64;
/// What stands between the blocks of a text.
const GAP: &str = "\n\n";

/// A block as it stood in the file, to know it again in an edited text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Block {
    pub(super) bytes: usize,
    pub(super) paragraphs: usize,
    /// The sum of the whole text.
    pub(super) whole: u32,
}

impl Block {
    pub(super) fn stored(&self) -> Value {
        Value::from(vec![
            Value::from(self.bytes),
            Value::from(self.paragraphs),
            Value::from(self.whole),
        ])
    }

    pub(super) fn read(stored: &Value) -> Option<Self> {
        let number = |at: usize| stored.get(at)?.as_u64();
        Some(Self {
            bytes: usize::try_from(number(0)?).ok()?,
            paragraphs: usize::try_from(number(1)?).ok()?,
            whole: u32::try_from(number(2)?).ok()?,
        })
    }
}

/// The scalars that are the blocks of a text: several of one key, in order, each written as its style writes it.
pub(super) fn find(
    wanted: &str,
    read: &[Option<String>],
    scalars: &[Option<Scalar>],
    file: &str,
) -> Vec<usize> {
    /// Scalars that are tried as the first block.
    const TRIES: usize = 64;
    let begins = |at: usize| {
        let text = read[at].as_deref()?;
        scalars[at].as_ref()?;
        wanted.strip_prefix(text)?.strip_prefix(GAP)
    };
    let firsts = (0..scalars.len()).filter_map(|at| Some((at, begins(at)?)));
    let found = firsts
        .take(TRIES)
        .find_map(|(first, rest)| follow(first, rest, read, scalars));
    let is_usual = |at: &usize| {
        let written = |scalar: &Scalar| {
            let raw = &file[scalar.start..scalar.end];
            read[*at]
                .as_deref()
                .map(|text| scalar.style.encode(text))
                .as_deref()
                == Some(raw)
        };
        scalars[*at].as_ref().is_some_and(written)
    };
    found
        .filter(|found| found.iter().all(is_usual))
        .unwrap_or_default()
}

/// The blocks that begin with a scalar, if the next ones of its key hold the rest of the text.
fn follow(
    first: usize,
    mut rest: &str,
    read: &[Option<String>],
    scalars: &[Option<Scalar>],
) -> Option<Vec<usize>> {
    let key = &scalars[first].as_ref()?.key;
    let mut found = vec![first];
    for at in first + 1..scalars.len() {
        let Some(scalar) = &scalars[at] else { continue };
        let is_content = |key: &String| matches!(key.as_str(), "content" | "text");
        if scalar.key != *key && !(is_content(&scalar.key) && is_content(key)) {
            continue;
        }
        if found.len() == MOST {
            return None;
        }
        found.push(at);
        let after = rest.strip_prefix(read[at].as_deref()?)?;
        if after.is_empty() {
            return Some(found);
        }
        rest = after.strip_prefix(GAP)?;
    }
    None
}

/// The text of blocks.
pub(super) fn joined(blocks: impl Iterator<Item = String>) -> String {
    blocks.collect::<Vec<_>>().join(GAP)
}

/// The hole of a block.
pub(super) fn hole(place: (usize, usize), style: Style, text: &str, wanted: &str) -> Hole {
    let block = Block {
        bytes: text.len(),
        paragraphs: text.matches(GAP).count() + 1,
        whole: sum(wanted),
    };
    Hole {
        sum: Some(sum(text)),
        block: Some(block),
        ..Hole::of(Field::Block(place.0, place.1), style)
    }
}

/// Cuts an edited text into its blocks: those that stayed the same are known at both ends, and what is between them
/// has as many paragraphs as before. `None` if there are too few.
pub(super) fn split<'t>(holes: &[&Hole], text: &'t str) -> Option<Vec<&'t str>> {
    let is_same = |hole: &Hole, text: &str| hole.sum == Some(sum(text));
    let bytes = |hole: &Hole| hole.block.map_or(0, |block| block.bytes);
    let mut rest = text;
    let mut head = Vec::new();
    let mut tail = Vec::new();
    let mut middle = holes;
    while let [first, others @ ..] = middle
        && !others.is_empty()
        && let Some((block, after)) = rest.split_at_checked(bytes(first))
        && let Some(after) = after.strip_prefix(GAP)
        && is_same(first, block)
    {
        head.push(block);
        (rest, middle) = (after, others);
    }
    while let [others @ .., last] = middle
        && !others.is_empty()
        && let Some(at) = rest.len().checked_sub(bytes(last))
        && let Some((before, block)) = rest.split_at_checked(at)
        && let Some(before) = before.strip_suffix(GAP)
        && is_same(last, block)
    {
        tail.push(block);
        (rest, middle) = (before, others);
    }
    let (_, others) = middle.split_last()?;
    for hole in others {
        let paragraphs = hole.block.map_or(1, |block| block.paragraphs.max(1));
        let (at, _) = rest.match_indices(GAP).nth(paragraphs - 1)?;
        head.push(&rest[..at]);
        rest = &rest[at + GAP.len()..];
    }
    head.push(rest);
    head.extend(tail.into_iter().rev());
    Some(head)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edited_text_is_cut_where_its_blocks_were() {
        let blocks = ["One.", "Two.\n\nTwo again.", "Three."];
        let whole = blocks.join(GAP);
        let holes: Vec<Hole> = blocks
            .iter()
            .enumerate()
            .map(|(at, block)| hole((0, at), Style::Json, block, &whole))
            .collect();
        let holes: Vec<&Hole> = holes.iter().collect();
        for (text, expected) in [
            (whole.as_str(), Some(&blocks[..])),
            // One was edited, and has more paragraphs than before.
            (
                "One.\n\nTwo.\n\nMore.\n\nTwo again.\n\nThree.",
                Some(&["One.", "Two.\n\nMore.\n\nTwo again.", "Three."]),
            ),
            (
                "New.\n\nOne!\n\nTwo.\n\nTwo again.\n\nThree.",
                Some(&["New.\n\nOne!", "Two.\n\nTwo again.", "Three."]),
            ),
            // All were.
            ("1\n\n2\n\n2\n\n3\n\n3", Some(&["1", "2\n\n2", "3\n\n3"])),
            ("One.\n\nThree.", None),
            ("", None),
        ] {
            let found = split(&holes, text);
            assert_eq!(found.as_deref(), expected, "{text:?}");
        }
    }
}
