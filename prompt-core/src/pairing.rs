//! Pairs the items of two contents: by id, then by kind and title, then by similar text, then by
//! position. Paired items get one common id, so that all later steps compare ids.
//!
//! A derived id is weaker than an equal text, because it is only a hash of the text in the file. But if
//! both contents have the derived id, as imported prompts do, it is retained, and an item with an id of
//! its own is new.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet, VecDeque};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::mem;

use unicode_segmentation::UnicodeSegmentation;

use crate::content::Content;
use crate::content::derived::{Deriver, is_derived};
use crate::content::item::{ItemKind, ItemView};

/// The minimum similarity of two texts to count as an edit of one item, in thousandths.
const ALIKE: usize = 300;
/// A word that occurs in more items than this is ignored.
const COMMON_WORD: usize = 32;
/// The maximum number of words compared per item, so that pairing is as fast as reading.
const WORDS: usize = 500;

/// The rule for pairing by anything other than ids.
#[derive(Clone, Copy)]
struct Rule {
    /// Whether an id of the new content is retained and identifies the item.
    is_fixed: fn(&str) -> bool,
    /// Whether items with a fixed id can match old items without one.
    is_mutual: bool,
    /// Whether an item with an id of its own can match one with a derived id and another text.
    pairs_own: bool,
}

const WITHOUT_ID: Rule = Rule {
    is_fixed: |id| !id.is_empty(),
    is_mutual: false,
    pairs_own: true,
};
const DERIVED: Rule = Rule {
    is_fixed: is_own,
    is_mutual: false,
    pairs_own: true,
};

fn is_own(id: &str) -> bool {
    !is_derived(id)
}

/// Gives every item without an id the id of the stored item it matches, so that a save by a client that
/// ignores ids only changes what it edited. New items stay without an id, and a repeated id counts for
/// its first item.
pub fn fill_ids(stored: &Content, content: &mut Content) {
    let mut seen = HashSet::new();
    for id in ids_mut(content) {
        if !seen.insert(id.clone()) {
            id.clear();
        }
    }
    adopt(stored, content, WITHOUT_ID);
}

/// Gives every item without an id of its own, as in plain files, the id of the known item it matches.
pub fn adopt_ids(known: &Content, content: &mut Content) {
    adopt(known, content, DERIVED);
}

/// How much two contents have in common, in thousandths: all if they share the id of an item, else their words.
pub fn likeness(one: &Content, other: &Content) -> usize {
    /// The shortest id that nobody else gave to another item, as somebody may with `1`.
    const UNIQUE: usize = 20;
    let (one, other) = (entries(one), entries(other));
    let is_unique = |id: &&str| id.len() >= UNIQUE && is_own(id);
    let own: HashSet<&str> = one.iter().map(|item| item.id).filter(is_unique).collect();
    if other.iter().any(|item| own.contains(item.id)) {
        return 1_000;
    }
    let words = |items: &[Entry<'_>]| -> HashSet<u64> {
        let items = items.iter().filter(|item| item.kind.0 != ItemKind::Block);
        items.flat_map(|item| words(item, false)).collect()
    };
    let (one, other) = (words(&one), words(&other));
    2_000 * one.intersection(&other).count() / (one.len() + other.len()).max(1)
}

fn adopt(known: &Content, content: &mut Content, rule: Rule) {
    if all_ids(content, rule.is_fixed) || known.item_count() == 0 {
        return;
    }
    let sides = [entries(known), entries(content)];
    let groups = groups(&pairs(&sides[0], &sides[1], rule));
    let [_, ids] = common_ids(&sides, &groups, rule);
    set_ids(content, ids);
}

/// Returns the old and the new content with a common id for each item that is in both.
pub(crate) fn paired<'a>(
    old: &'a Content,
    new: &'a Content,
) -> (Cow<'a, Content>, Cow<'a, Content>) {
    if all_ids(old, is_own) && all_ids(new, is_own) {
        return (Cow::Borrowed(old), Cow::Borrowed(new));
    }
    let sides = [entries(old), entries(new)];
    let rule = Rule {
        pairs_own: !share_derived(&sides[0], &sides[1]),
        is_mutual: true,
        ..DERIVED
    };
    let groups = groups(&pairs(&sides[0], &sides[1], rule));
    let [old_ids, new_ids] = common_ids(&sides, &groups, rule);
    (with_ids(old, old_ids), with_ids(new, new_ids))
}

/// Returns three contents, two of them edits of the first, with a common id for each item that is in
/// several.
pub(crate) fn paired_three<'a>(
    base: &'a Content,
    mine: &'a Content,
    theirs: &'a Content,
) -> [Cow<'a, Content>; 3] {
    let contents = [base, mine, theirs];
    if contents.iter().all(|content| all_ids(content, is_own)) {
        return contents.map(Cow::Borrowed);
    }
    let sides = contents.map(entries);
    let rule = Rule {
        pairs_own: !share_derived(&sides[0], &sides[1]) && !share_derived(&sides[0], &sides[2]),
        is_mutual: true,
        ..DERIVED
    };
    let mut groups: Vec<[Option<usize>; 3]> = (0..sides[0].len())
        .map(|at| [Some(at), None, None])
        .collect();
    // Theirs first: if both edits have an id for an item, other programs may already refer to theirs.
    for side in [2, 1] {
        for (new, old) in pairs(&sides[0], &sides[side], rule).into_iter().enumerate() {
            let Some(old) = old else { continue };
            let own = |side: usize, at: usize| Some(sides[side][at].id).filter(|id| is_own(id));
            let theirs = groups[old][2].and_then(|at| own(2, at));
            let is_other = |id| theirs.is_some_and(|theirs| theirs != id);
            if side == 2 || !own(1, new).is_some_and(is_other) {
                groups[old][side] = Some(new);
            }
        }
    }
    let [base_ids, my_ids, their_ids] = common_ids(&sides, &groups, rule);
    [
        with_ids(base, base_ids),
        with_ids(mine, my_ids),
        with_ids(theirs, their_ids),
    ]
}

fn all_ids(content: &Content, is_so: fn(&str) -> bool) -> bool {
    let mut all = true;
    content.each_place(|id, _| all &= is_so(id));
    all
}

fn groups(of_new: &[Option<usize>]) -> Vec<[Option<usize>; 2]> {
    let pairs = of_new.iter().enumerate();
    pairs
        .filter_map(|(new, old)| Some([Some((*old)?), Some(new)]))
        .collect()
}

/// Whether two contents share a derived id. Then one was made from the other, and equal ids mean equal
/// items.
fn share_derived(old: &[Entry<'_>], new: &[Entry<'_>]) -> bool {
    let derived = |item: &&Entry<'_>| !item.id.is_empty() && is_derived(item.id);
    let ids: HashSet<&str> = old.iter().filter(derived).map(|item| item.id).collect();
    new.iter().any(|item| ids.contains(item.id))
}

/// Computes the id changes that give each group a common id: by side, by position in reading order.
fn common_ids<const SIDES: usize>(
    sides: &[Vec<Entry<'_>>; SIDES],
    groups: &[[Option<usize>; SIDES]],
    rule: Rule,
) -> [HashMap<usize, String>; SIDES] {
    let fixed: [HashSet<&str>; SIDES] = sides.each_ref().map(|items| {
        let ids = items.iter().map(|item| item.id);
        ids.filter(|id| (rule.is_fixed)(id)).collect()
    });
    let mut given: [HashMap<usize, &str>; SIDES] = [(); SIDES].map(|()| HashMap::new());
    for group in groups {
        let ids = || (0..SIDES).filter_map(|side| Some(sides[side][group[side]?].id));
        let id = ids().find(|id| is_own(id));
        let Some(id) = id.or_else(|| ids().find(|id| !id.is_empty())) else {
            continue;
        };
        for side in 0..SIDES {
            if let Some(at) = group[side]
                // An item of another kind may have the id.
                && (sides[side][at].id == id || !fixed[side].contains(id))
            {
                given[side].insert(at, id);
            }
        }
    }
    let all = || sides.iter().flatten().map(|item| item.id.to_owned());
    let mut side = 0;
    given.map(|given| {
        let items = &sides[side];
        side += 1;
        let taken: HashSet<&str> = given.values().copied().collect();
        let mut deriver = Deriver::beside(all());
        let ids = items.iter().enumerate().filter_map(|(at, item)| {
            let id = match given.get(&at) {
                Some(id) => (*id).to_owned(),
                // The id now belongs to another item.
                None if taken.contains(item.id) => {
                    let mut id = String::new();
                    deriver.name(&mut id, word(item.kind), [item.title, item.text]);
                    id
                }
                None => return None,
            };
            (id != item.id).then_some((at, id))
        });
        ids.collect()
    })
}

fn with_ids(content: &Content, ids: HashMap<usize, String>) -> Cow<'_, Content> {
    if ids.is_empty() {
        return Cow::Borrowed(content);
    }
    let mut named = content.clone();
    set_ids(&mut named, ids);
    Cow::Owned(named)
}

fn set_ids(content: &mut Content, ids: HashMap<usize, String>) {
    let mut places = ids_mut(content);
    for (at, id) in ids {
        *places[at] = id;
    }
}

/// Returns the ids of all items in reading order.
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

/// The kind of an item, and whether it is nested in a block. Items are only paired within the same
/// kind.
type Kind = (ItemKind, bool);

/// The name of a kind in derived ids.
const fn word((kind, is_nested): Kind) -> &'static str {
    match (kind, is_nested) {
        (ItemKind::Segment, _) => "segment",
        (ItemKind::Section, _) => "section",
        (ItemKind::Module, false) => "module",
        (ItemKind::Module, true) => "block module",
        (ItemKind::Block, _) => "block",
        (ItemKind::Asset, _) => "asset",
    }
}

/// An item to be paired.
struct Entry<'a> {
    id: &'a str,
    kind: Kind,
    /// Its list: the number of the block that contains it, 0 at the top level.
    list: usize,
    /// Its position in its list.
    index: usize,
    title: &'a str,
    text: &'a str,
    /// Its text including that of its nested items.
    whole: Cow<'a, str>,
}

/// Returns all items in reading order.
fn entries(content: &Content) -> Vec<Entry<'_>> {
    let mut entries: Vec<Entry<'_>> = Vec::with_capacity(content.item_count());
    let mut last_block = 0;
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
        if place.block().is_some() {
            let whole = entries[last_block].whole.to_mut();
            for part in ["\n", title, "\n", text] {
                whole.push_str(part);
            }
        } else {
            last_block = entries.len();
        }
        entries.push(Entry {
            id,
            kind: (place.kind(), place.block().is_some()),
            list: place.block().map_or(0, |block| block + 1),
            index: place.index(),
            title,
            text,
            whole: Cow::Borrowed(text),
        });
    });
    entries
}

/// Returns the old item of each new one. Blocks are paired before their nested items.
fn pairs(old: &[Entry<'_>], new: &[Entry<'_>], rule: Rule) -> Vec<Option<usize>> {
    let mut pairs = Pairs::new(old, new, rule);
    pairs.by_own_id();
    for is_nested in [false, true] {
        pairs.is_nested = is_nested;
        pairs.by_key(false, |item| (item.title, &item.whole));
        // Equal blocks have ids derived from their order, so their nested items are a better match.
        pairs.by_id(|item, _| item.kind.0 != ItemKind::Block);
        pairs.by_likeness(true);
        pairs.by_id(|_, _| true);
        pairs.by_key(true, |item| (item.title, ""));
        pairs.by_likeness(false);
        pairs.by_place();
    }
    pairs.of_new
}

struct Pairs<'a> {
    old: &'a [Entry<'a>],
    new: &'a [Entry<'a>],
    rule: Rule,
    /// The positions of the new blocks.
    new_blocks: Vec<usize>,
    /// The old item of each new one.
    of_new: Vec<Option<usize>>,
    /// The items that are not paired yet.
    is_open_old: Vec<bool>,
    is_open_new: Vec<bool>,
    /// Whether nested items or all others are being paired.
    is_nested: bool,
}

impl<'a> Pairs<'a> {
    fn new(old: &'a [Entry<'a>], new: &'a [Entry<'a>], rule: Rule) -> Self {
        Self {
            old,
            new,
            rule,
            new_blocks: blocks(new),
            of_new: vec![None; new.len()],
            is_open_old: vec![true; old.len()],
            is_open_new: vec![true; new.len()],
            is_nested: false,
        }
    }

    /// Pairs items with equal ids, if the id is fixed or the text is equal too.
    fn by_own_id(&mut self) {
        let rule = self.rule;
        self.by_id(|old, new| {
            (rule.is_fixed)(new.id) || (old.title, &old.whole) == (new.title, &new.whole)
        });
        for (is_open, item) in self.is_open_old.iter_mut().zip(self.old) {
            *is_open &= rule.is_mutual || !item.id.is_empty();
        }
        for (is_open, item) in self.is_open_new.iter_mut().zip(self.new) {
            *is_open &= rule.is_mutual || !(rule.is_fixed)(item.id);
        }
    }

    fn by_id(&mut self, is_same: impl Fn(&Entry<'_>, &Entry<'_>) -> bool) {
        let with_id = self.old.iter().enumerate();
        let places: HashMap<(Kind, &str), usize> = with_id
            .filter(|(_, item)| !item.id.is_empty())
            .map(|(at, item)| ((item.kind, item.id), at))
            .collect();
        for (new, item) in self.new.iter().enumerate() {
            if let Some(old) = places.get(&(item.kind, item.id)).copied()
                && self.is_open_old[old]
                && self.is_open_new[new]
                && is_same(&self.old[old], item)
            {
                self.pair(old, new);
            }
        }
    }

    fn pair(&mut self, old: usize, new: usize) {
        self.of_new[new] = Some(old);
        self.is_open_old[old] = false;
        self.is_open_new[new] = false;
    }

    /// The unpaired old items.
    fn open_old(&self) -> impl Iterator<Item = usize> + use<'a> {
        open(&self.is_open_old, self.old, self.is_nested)
    }

    fn open_new(&self) -> impl Iterator<Item = usize> + use<'a> {
        open(&self.is_open_new, self.new, self.is_nested)
    }

    /// Whether an old and a new item, each with or without an id of its own, can be versions of one
    /// item.
    const fn may_be_edited(&self, is_own_old: bool, is_own_new: bool) -> bool {
        if self.rule.is_mutual {
            !(is_own_old && is_own_new) && (self.rule.pairs_own || is_own_old == is_own_new)
        } else {
            true
        }
    }

    /// The old list of an item that stayed in its list; `None` if its block is new.
    fn old_list(&self, new: usize) -> Option<usize> {
        match self.new[new].list.checked_sub(1) {
            None => Some(0),
            Some(block) => {
                let old = self.of_new[self.new_blocks[block]]?;
                Some(self.old[old].index + 1)
            }
        }
    }

    /// Pairs items with an equal key: first within the same block, and in order of appearance.
    fn by_key(&mut self, is_edited: bool, key: for<'e> fn(&'e Entry<'_>) -> (&'e str, &'e str)) {
        let (olds, news) = (self.old, self.new);
        for is_same_list in [true, false] {
            let mut waiting: HashMap<_, VecDeque<usize>> = HashMap::new();
            let slot = |item: &'a Entry<'a>, list: usize, is_own: bool| {
                let key = Some(key(item)).filter(|key| *key != ("", ""))?;
                Some((item.kind, key, is_same_list.then_some(list), is_own))
            };
            for old in self.open_old() {
                let item = &olds[old];
                if let Some(slot) = slot(item, item.list, is_own(item.id)) {
                    waiting.entry(slot).or_default().push_back(old);
                }
            }
            for new in self.open_new() {
                let Some(list) = self.old_list(new).or((!is_same_list).then_some(0)) else {
                    continue;
                };
                let item = &news[new];
                let found = [false, true].into_iter().find_map(|is_own_old| {
                    let may_be = if is_edited {
                        self.may_be_edited(is_own_old, is_own(item.id))
                    } else {
                        // An equal text, for which one side only has derived ids, is the same item.
                        !(self.rule.is_mutual && is_own_old && is_own(item.id))
                    };
                    let slot = slot(item, list, is_own_old).filter(|_| may_be)?;
                    waiting.get_mut(&slot)?.pop_front()
                });
                if let Some(old) = found {
                    self.pair(old, new);
                }
            }
        }
    }

    /// Pairs items with common words: first within the same block if the titles are equal, then the
    /// most similar first.
    fn by_likeness(&mut self, is_titled: bool) {
        let (olds, news) = (self.old, self.new);
        let mut sizes = vec![0; olds.len()];
        let mut having = Vec::new();
        for old in self.open_old() {
            let words = words(&olds[old], is_titled);
            sizes[old] = words.len();
            having.extend(words.into_iter().map(|word| (word, old)));
        }
        having.sort_unstable();
        let mut candidates = Vec::new();
        let mut common = vec![0; olds.len()];
        for new in self.open_new() {
            let (item, words) = (&news[new], words(&news[new], is_titled));
            let mut found = Vec::new();
            for word in &words {
                let items = &having[having.partition_point(|(other, _)| other < word)..];
                let is_common = items
                    .get(COMMON_WORD)
                    .is_some_and(|(other, _)| other == word);
                let items = items
                    .iter()
                    .take_while(|(other, _)| other == word && !is_common);
                for (_, old) in items {
                    if common[*old] == 0 {
                        found.push(*old);
                    }
                    common[*old] += 1;
                }
            }
            let list = self.old_list(new);
            for old in found {
                let common = mem::take(&mut common[old]);
                let likeness = 2_000 * common / (sizes[old] + words.len());
                let may_be = self.may_be_edited(is_own(olds[old].id), is_own(item.id));
                if may_be && likeness >= ALIKE {
                    let is_elsewhere = is_titled && list != Some(olds[old].list);
                    let unlikeness = usize::MAX - likeness;
                    candidates.push((is_elsewhere, unlikeness, old.abs_diff(new), old, new));
                }
            }
        }
        candidates.sort_unstable();
        for (_, _, _, old, new) in candidates {
            if self.is_open_old[old] && self.is_open_new[new] {
                self.pair(old, new);
            }
        }
    }

    /// Pairs items that follow the same item, or are the first of the same list.
    fn by_place(&mut self) {
        let all = self.old.iter().enumerate();
        let lists: HashMap<_, usize> = all
            .map(|(at, item)| ((item.kind, item.list, item.index), at))
            .collect();
        let mut next: HashMap<(Kind, usize), usize> = HashMap::new();
        for new in 0..self.new.len() {
            let item = &self.new[new];
            if item.kind.1 != self.is_nested {
                continue;
            }
            let Some(list) = self.old_list(new) else {
                continue;
            };
            let next = next.entry((item.kind, item.list)).or_default();
            if let Some(old) = self.of_new[new] {
                if self.old[old].list == list {
                    *next = self.old[old].index + 1;
                }
            } else if self.is_open_new[new]
                && let Some(old) = lists.get(&(item.kind, list, *next)).copied()
                && self.is_open_old[old]
                && self.may_be_edited(is_own(self.old[old].id), is_own(item.id))
            {
                *next += 1;
                self.pair(old, new);
            }
        }
    }
}

/// The unpaired positions, either of nested items or of all others.
fn open<'a>(
    is_open: &[bool],
    items: &'a [Entry<'a>],
    is_nested: bool,
) -> impl Iterator<Item = usize> + use<'a> {
    let is_open: Vec<bool> = is_open.to_vec();
    let all = items.iter().zip(is_open).enumerate();
    all.filter(move |(_, (item, is_open))| *is_open && item.kind.1 == is_nested)
        .map(|(at, _)| at)
}

/// The first distinct words of an item, as numbers. Words of another kind, or of another title if that
/// matters, get other numbers.
fn words(item: &Entry<'_>, is_titled: bool) -> Vec<u64> {
    if is_titled && item.title.is_empty() {
        return Vec::new();
    }
    let mut of_group = DefaultHasher::new();
    (item.kind, is_titled.then_some(item.title)).hash(&mut of_group);
    let number = |word: &str| {
        let mut hasher = of_group.clone();
        word.hash(&mut hasher);
        hasher.finish()
    };
    let words = item.whole.unicode_words().take(WORDS);
    let mut words: Vec<u64> = words.map(number).collect();
    words.sort_unstable();
    words.dedup();
    words
}

/// The positions of the blocks.
fn blocks(items: &[Entry<'_>]) -> Vec<usize> {
    let all = items.iter().enumerate();
    all.filter_map(|(at, item)| (item.kind.0 == ItemKind::Block).then_some(at))
        .collect()
}
