//! Which items of two contents are the same: by id where both have it, else by kind and title, else by likeness of text, else
//! by place. What is paired gets one id, so that all else goes by ids.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet, VecDeque};

use unicode_segmentation::UnicodeSegmentation;

use crate::content::Content;
use crate::content::derived::is_derived;
use crate::content::item::{ItemKind, ItemView};

/// How much two texts have in common to be taken for one that was edited, in thousandths.
const ALIKE: usize = 300;
/// A word of more items than this says nothing about which of them an item is.
const COMMON_WORD: usize = 32;

/// Which items may be paired by something else than their ids.
#[derive(Clone, Copy)]
struct Rule {
    /// By the id of the item that gives its own.
    from: fn(&str) -> bool,
    /// By the id of the item that gets another.
    to: fn(&str) -> bool,
}

const WITHOUT_ID: Rule = Rule {
    from: |_| true,
    to: str::is_empty,
};
const DERIVED: Rule = Rule {
    from: |_| true,
    to: is_derived,
};
const DERIVED_FROM_NAMED: Rule = Rule {
    from: |id| !is_derived(id),
    to: is_derived,
};

/// Gives every item without an id that of the item it was, so that a save by a program that knows no ids changes only what it
/// says. Items that are new stay without one, and an id counts for the first item that has it.
pub fn fill_ids(stored: &Content, content: &mut Content) {
    let mut seen = HashSet::new();
    for id in ids_mut(content) {
        if !seen.insert(id.clone()) {
            id.clear();
        }
    }
    let ids = new_ids(stored, content, WITHOUT_ID);
    set_ids(content, ids);
}

/// Gives every item without an id of its own, as those of plain files are, that of the item it was.
pub fn adopt_ids(known: &Content, content: &mut Content) {
    let ids = new_ids(known, content, DERIVED);
    set_ids(content, ids);
}

/// The old and the new content with one id for each item that is in both.
pub(crate) fn paired<'a>(
    old: &'a Content,
    new: &'a Content,
) -> (Cow<'a, Content>, Cow<'a, Content>) {
    let new = adopted(old, new);
    let old = adopted_from_named(&new, old);
    (old, new)
}

/// Three contents, two of them edits of the first, with one id for each item that is in several.
pub(crate) fn paired_three<'a>(
    base: &'a Content,
    mine: &'a Content,
    theirs: &'a Content,
) -> [Cow<'a, Content>; 3] {
    let mut base = adopted_from_named(theirs, base);
    if let Cow::Owned(content) = adopted_from_named(mine, &base) {
        base = Cow::Owned(content);
    }
    let mine = adopted(&base, mine);
    let theirs = adopted(&base, theirs);
    [base, mine, theirs]
}

/// A content whose items with derived ids have those of another content where they are in it.
fn adopted<'a>(from: &Content, content: &'a Content) -> Cow<'a, Content> {
    adopted_where(from, content, DERIVED)
}

/// The same, but only from items that have an id of their own.
fn adopted_from_named<'a>(from: &Content, content: &'a Content) -> Cow<'a, Content> {
    adopted_where(from, content, DERIVED_FROM_NAMED)
}

fn adopted_where<'a>(from: &Content, content: &'a Content, rule: Rule) -> Cow<'a, Content> {
    let ids = new_ids(from, content, rule);
    if ids.is_empty() {
        return Cow::Borrowed(content);
    }
    let mut adopted = content.clone();
    set_ids(&mut adopted, ids);
    Cow::Owned(adopted)
}

fn set_ids(content: &mut Content, ids: HashMap<usize, String>) {
    let mut places = ids_mut(content);
    for (at, id) in ids {
        *places[at] = id;
    }
}

/// The ids of all items, in reading order.
fn ids_mut(content: &mut Content) -> Vec<&mut String> {
    let mut ids = Vec::with_capacity(content.item_count());
    ids.extend(content.segments.iter_mut().map(|item| &mut item.id));
    ids.extend(content.sections.iter_mut().map(|item| &mut item.id));
    ids.extend(content.modules.iter_mut().map(|item| &mut item.id));
    for block in &mut content.blocks {
        ids.push(&mut block.id);
        ids.extend(block.modules.iter_mut().map(|item| &mut item.id));
        ids.extend(block.assets.iter_mut().map(|item| &mut item.id));
    }
    ids
}

/// What an item is, and whether it nests in a block: no item goes from one to another.
type Kind = (ItemKind, bool);

/// An item as it is paired.
struct Entry<'a> {
    id: &'a str,
    kind: Kind,
    /// The block it nests in, by its position.
    block: Option<usize>,
    /// Its position in its list.
    index: usize,
    title: &'a str,
    text: &'a str,
}

/// All items, in reading order.
fn entries(content: &Content) -> Vec<Entry<'_>> {
    let mut entries = Vec::with_capacity(content.item_count());
    content.each_place(|id, place| {
        let (title, text) = match content.view(place) {
            Some(ItemView::Segment(item)) => ("", item.content.as_str()),
            Some(ItemView::Section(item)) => (item.title.as_str(), item.content.as_str()),
            Some(ItemView::Module(item)) => (item.title.as_str(), item.content.as_str()),
            Some(ItemView::Block {
                title, description, ..
            }) => (title, description),
            Some(ItemView::Asset(item)) => (
                item.title.as_deref().unwrap_or_default(),
                item.reference.as_str(),
            ),
            None => ("", ""),
        };
        entries.push(Entry {
            id,
            kind: (place.kind(), place.block().is_some()),
            block: place.block(),
            index: place.index(),
            title,
            text,
        });
    });
    entries
}

/// The ids that items are to have, by their place in reading order.
fn new_ids(from: &Content, content: &Content, rule: Rule) -> HashMap<usize, String> {
    let mut is_wanted = false;
    content.each_place(|id, _| is_wanted |= (rule.to)(id));
    if !is_wanted {
        return HashMap::new();
    }
    let (old, new) = (entries(from), entries(content));
    let mut pairs = Pairs::by_id(&old, &new, rule);
    pairs.by_text(|item| (item.kind, item.title, item.text));
    pairs.by_text(|item| (item.kind, item.title, ""));
    pairs.by_likeness();
    pairs.by_place();
    let taken: HashSet<&str> = new.iter().map(|item| item.id).collect();
    let paired = pairs.of_new.iter().enumerate();
    paired
        .filter_map(|(at, pair)| {
            let id = old[(*pair)?].id;
            // An item of another kind may have it.
            (!taken.contains(id)).then(|| (at, id.to_owned()))
        })
        .collect()
}

struct Pairs<'a> {
    old: &'a [Entry<'a>],
    new: &'a [Entry<'a>],
    /// The old item of each new one.
    of_new: Vec<Option<usize>>,
    /// Which items may still be paired.
    is_open_old: Vec<bool>,
    is_open_new: Vec<bool>,
}

impl<'a> Pairs<'a> {
    fn by_id(old: &'a [Entry<'a>], new: &'a [Entry<'a>], rule: Rule) -> Self {
        let places: HashMap<(Kind, &str), usize> = old
            .iter()
            .enumerate()
            .filter(|(_, item)| !item.id.is_empty())
            .map(|(at, item)| ((item.kind, item.id), at))
            .collect();
        let may_give = |item: &Entry<'_>| !item.id.is_empty() && (rule.from)(item.id);
        let mut pairs = Self {
            old,
            new,
            of_new: vec![None; new.len()],
            is_open_old: old.iter().map(may_give).collect(),
            is_open_new: new.iter().map(|item| (rule.to)(item.id)).collect(),
        };
        for (at, item) in new.iter().enumerate() {
            if let Some(old) = places.get(&(item.kind, item.id)) {
                pairs.pair(*old, at);
            }
        }
        pairs
    }

    fn pair(&mut self, old: usize, new: usize) {
        self.of_new[new] = Some(old);
        self.is_open_old[old] = false;
        self.is_open_new[new] = false;
    }

    /// Pairs what has the same words about it, those that come first with those that come first.
    fn by_text(&mut self, key: for<'e> fn(&Entry<'e>) -> (Kind, &'e str, &'e str)) {
        let says = |item: &Entry<'a>| {
            Some(key(item)).filter(|(_, title, text)| !title.is_empty() || !text.is_empty())
        };
        let mut waiting: HashMap<_, VecDeque<usize>> = HashMap::new();
        for at in open(&self.is_open_old) {
            if let Some(key) = says(&self.old[at]) {
                waiting.entry(key).or_default().push_back(at);
            }
        }
        let open: Vec<usize> = open(&self.is_open_new).collect();
        for new in open {
            let found = says(&self.new[new]).and_then(|key| waiting.get_mut(&key));
            if let Some(old) = found.and_then(VecDeque::pop_front) {
                self.pair(old, new);
            }
        }
    }

    /// Pairs what has words in common, the most alike first.
    fn by_likeness(&mut self) {
        let words = |item: &Entry<'a>| -> HashSet<&'a str> { item.text.unicode_words().collect() };
        let mut sizes = HashMap::new();
        let mut having: HashMap<&str, Vec<usize>> = HashMap::new();
        for old in open(&self.is_open_old) {
            let words = words(&self.old[old]);
            sizes.insert(old, words.len());
            for word in words {
                having.entry(word).or_default().push(old);
            }
        }
        let mut candidates = Vec::new();
        for new in open(&self.is_open_new) {
            let words = words(&self.new[new]);
            let mut common: HashMap<usize, usize> = HashMap::new();
            for word in &words {
                for old in having
                    .get(word)
                    .filter(|items| items.len() <= COMMON_WORD)
                    .into_iter()
                    .flatten()
                {
                    *common.entry(*old).or_default() += 1;
                }
            }
            for (old, common) in common {
                let likeness = 2_000 * common / (sizes[&old] + words.len());
                let same_kind = self.old[old].kind == self.new[new].kind;
                if same_kind && likeness >= ALIKE {
                    candidates.push((usize::MAX - likeness, old.abs_diff(new), old, new));
                }
            }
        }
        candidates.sort_unstable();
        for (_, _, old, new) in candidates {
            if self.is_open_old[old] && self.is_open_new[new] {
                self.pair(old, new);
            }
        }
    }

    /// Pairs what stands behind the same item, or first in the same list.
    fn by_place(&mut self) {
        let block_at = |entries: &[Entry<'_>]| -> Vec<usize> {
            let all = entries.iter().enumerate();
            all.filter_map(|(at, item)| (item.kind.0 == ItemKind::Block).then_some(at))
                .collect()
        };
        let (old_blocks, new_blocks) = (block_at(self.old), block_at(self.new));
        let lists: HashMap<_, usize> = self
            .old
            .iter()
            .enumerate()
            .map(|(at, item)| ((item.kind, item.block, item.index), at))
            .collect();
        let mut next: HashMap<(Kind, Option<usize>), usize> = HashMap::new();
        for new in 0..self.new.len() {
            let item = &self.new[new];
            // The old block is known by now: a block stands before what nests in it.
            let block = match item.block {
                None => None,
                Some(block) => {
                    let Some(old) = self.of_new[new_blocks[block]] else {
                        continue;
                    };
                    old_blocks.binary_search(&old).ok()
                }
            };
            let next = next.entry((item.kind, item.block)).or_default();
            if let Some(old) = self.of_new[new] {
                if self.old[old].block == block {
                    *next = self.old[old].index + 1;
                }
            } else if self.is_open_new[new]
                && let Some(old) = lists.get(&(item.kind, block, *next)).copied()
                && self.is_open_old[old]
            {
                *next += 1;
                self.pair(old, new);
            }
        }
    }
}

/// The places that are open.
fn open(is_open: &[bool]) -> impl Iterator<Item = usize> + '_ {
    let all = is_open.iter().enumerate();
    all.filter_map(|(at, is_open)| is_open.then_some(at))
}
