//! The longest increasing subsequence: the elements whose order did not change when a list was
//! reordered.

/// Marks the elements of a longest increasing subsequence, in O(n log n).
pub(crate) fn longest_increasing(values: &[usize]) -> Vec<bool> {
    // For each length, the index of the smallest last element; and for each element its predecessor.
    let mut ends: Vec<usize> = Vec::new();
    let mut before = vec![None; values.len()];
    for (at, value) in values.iter().enumerate() {
        let length = ends.partition_point(|end| values[*end] < *value);
        before[at] = length.checked_sub(1).map(|shorter| ends[shorter]);
        if length == ends.len() {
            ends.push(at);
        } else {
            ends[length] = at;
        }
    }
    let mut kept = vec![false; values.len()];
    let mut next = ends.last().copied();
    while let Some(at) = next {
        kept[at] = true;
        next = before[at];
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fewest_elements_count_as_moved() {
        for (values, kept) in [
            (&[][..], &[][..]),
            (&[0, 1, 2], &[true, true, true]),
            (&[2, 0, 1], &[false, true, true]),
            (&[0, 2, 1, 3], &[true, false, true, true]),
            (&[3, 2, 1, 0], &[false, false, false, true]),
        ] {
            assert_eq!(longest_increasing(values), kept, "{values:?}");
        }
    }
}
