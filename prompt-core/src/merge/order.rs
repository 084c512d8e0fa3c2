//! Merges the order of a list.

use std::collections::{HashMap, HashSet};

use crate::lis::longest_increasing;

/// The side that wins when both moved an item to different places.
pub(super) enum Mover {
    Mine,
    Theirs,
}

/// Returns the ids of a list in merged order. `stays` selects the ids that remain in the list;
/// `both_moved` is called for each id that both sides moved to different places.
pub(super) fn merge_order<'a>(
    base: &[&'a str],
    mine: &[&'a str],
    theirs: &[&'a str],
    stays: &HashSet<&'a str>,
    mut both_moved: impl FnMut(&'a str) -> Mover,
) -> Vec<&'a str> {
    let in_base: HashMap<&str, usize> = base.iter().copied().zip(0..).collect();
    let in_mine: HashSet<&str> = mine.iter().copied().collect();
    let in_theirs: HashSet<&str> = theirs.iter().copied().collect();
    let in_all = |id: &&&'a str| {
        in_base.contains_key(**id) && in_mine.contains(**id) && in_theirs.contains(**id)
    };
    let my_common: Vec<&str> = mine.iter().filter(in_all).copied().collect();
    let their_common: Vec<&str> = theirs.iter().filter(in_all).copied().collect();

    let mut moved_by_me = HashSet::new();
    let mut moved_by_them = HashSet::new();
    if my_common != their_common {
        let moved = |common: &[&'a str]| -> HashSet<&'a str> {
            let places: Vec<usize> = common.iter().map(|id| in_base[id]).collect();
            let kept = longest_increasing(&places);
            let pairs = common.iter().copied().zip(kept);
            pairs.filter(|(_, kept)| !kept).map(|(id, _)| id).collect()
        };
        let by_them = moved(&their_common);
        moved_by_me = moved(&my_common);
        let before = |common: &[&'a str], id: &str| {
            let at = common.iter().position(|other| *other == id)?;
            at.checked_sub(1).map(|at| common[at])
        };
        for id in their_common.iter().filter(|id| by_them.contains(*id)) {
            let same_place = before(&my_common, id) == before(&their_common, id);
            let by_theirs = if !moved_by_me.contains(id) {
                true
            } else if same_place || !stays.contains(id) {
                false
            } else {
                matches!(both_moved(id), Mover::Theirs)
            };
            if by_theirs {
                moved_by_them.insert(*id);
            }
        }
    }

    let mut merged: Vec<&str> = mine
        .iter()
        .copied()
        .filter(|id| stays.contains(id) && !moved_by_them.contains(id))
        .collect();
    let mut placed: HashSet<&str> = merged.iter().copied().collect();
    // An item they placed follows its predecessor, preferably one that I did not move.
    let mut after: Option<&str> = None;
    let mut after_moved: Option<&str> = None;
    for id in theirs.iter().copied().filter(|id| stays.contains(id)) {
        if placed.insert(id) {
            let mut at = match after.or(after_moved) {
                Some(before) => merged
                    .iter()
                    .position(|other| *other == before)
                    .map_or(merged.len(), |at| at + 1),
                None => 0,
            };
            // Items that I added at this place come first.
            while merged
                .get(at)
                .is_some_and(|other| !in_theirs.contains(other) && !in_base.contains_key(other))
            {
                at += 1;
            }
            merged.insert(at, id);
        }
        if moved_by_me.contains(id) && !moved_by_them.contains(id) {
            after_moved = Some(id);
        } else {
            after = Some(id);
        }
    }
    let mut rest: Vec<&str> = stays
        .iter()
        .copied()
        .filter(|id| !placed.contains(id))
        .collect();
    rest.sort_unstable();
    merged.extend(rest);
    merged
}

#[cfg(test)]
mod tests {
    use super::*;

    fn merged(base: &str, mine: &str, theirs: &str) -> (String, Vec<String>) {
        let split = |text: &'static str| text.split_whitespace().collect::<Vec<_>>();
        let [base, mine, theirs] =
            [base, mine, theirs].map(|text| split(Box::leak(text.to_owned().into_boxed_str())));
        let stays = mine
            .iter()
            .chain(&theirs)
            .copied()
            .filter(|id| !base.contains(id) || (mine.contains(id) && theirs.contains(id)))
            .collect();
        let mut asked = Vec::new();
        let order = merge_order(&base, &mine, &theirs, &stays, |id| {
            asked.push(id.to_owned());
            Mover::Mine
        });
        (order.join(" "), asked)
    }

    #[test]
    fn moves_additions_and_removals_of_both_are_kept() {
        for (base, mine, theirs, order) in [
            ("a b c", "a b c", "c a b", "c a b"),
            ("a b c", "c a b", "a b c", "c a b"),
            ("a b c d", "b a c d", "a b d c", "b a d c"),
            ("a b c", "a x b c", "a b y c", "a x b y c"),
            ("a b", "a b x", "a b y", "a b x y"),
            ("a b c", "a c", "a b c y", "a c y"),
            ("a b c", "c b a", "c b a", "c b a"),
            ("a b c", "a b c", "y c b a", "y c b a"),
        ] {
            assert_eq!(
                merged(base, mine, theirs),
                (order.to_owned(), vec![]),
                "{base} | {mine} | {theirs}"
            );
        }
    }

    #[test]
    fn one_item_moved_to_two_places_is_asked_about() {
        let (order, asked) = merged("a b c d e", "e a b c d", "a b e c d");
        assert_eq!((order.as_str(), asked), ("e a b c d", vec!["e".to_owned()]));
    }
}
