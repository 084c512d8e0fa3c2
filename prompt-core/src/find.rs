//! Finding the few bytes of a long text that must be written in another way, or that end a line.
//!
//! Many bytes are looked at together: texts are long, what is looked for is rare, and a browser's program is compiled for its
//! size, so that nothing here is left to the compiler. In a browser sixteen bytes are one value (`simd128`); elsewhere eight
//! bytes make a number, and the rest is arithmetic.

/// Bytes that are looked for: some of ASCII, all below one but for an exception, all beyond ASCII.
#[derive(Clone, Copy)]
pub(crate) struct Wanted<const COUNT: usize> {
    these: [u8; COUNT],
    below: u8,
    except: Option<u8>,
    beyond_ascii: bool,
}

impl Wanted<0> {
    /// Every byte below this one, which is one of ASCII.
    pub(crate) const fn below(below: u8) -> Self {
        Self::any_of([]).or_below(below)
    }
}

impl<const COUNT: usize> Wanted<COUNT> {
    pub(crate) const fn any_of(these: [u8; COUNT]) -> Self {
        Self {
            these,
            below: 0,
            except: None,
            beyond_ascii: false,
        }
    }

    /// And every byte below this one, which is one of ASCII.
    pub(crate) const fn or_below(self, below: u8) -> Self {
        Self { below, ..self }
    }

    /// But not this one of them.
    pub(crate) const fn except(self, byte: u8) -> Self {
        Self {
            except: Some(byte),
            ..self
        }
    }

    /// And every byte of a character beyond ASCII.
    pub(crate) const fn or_beyond_ascii(self) -> Self {
        Self {
            beyond_ascii: true,
            ..self
        }
    }

    /// Where the first of them from `from` on stands, or the end.
    pub(crate) fn find(self, bytes: &[u8], from: usize) -> usize {
        let mut at = from.min(bytes.len());
        while let Some(block) = bytes[at..].first_chunk::<BLOCK>() {
            if let Some(place) = self.find_in(block) {
                return at + place;
            }
            at += block.len();
        }
        let rest = bytes[at..].iter().position(|byte| self.is(*byte));
        rest.map_or(bytes.len(), |place| at + place)
    }

    /// Tells where each of them stands.
    pub(crate) fn for_each(self, bytes: &[u8], mut tell: impl FnMut(usize)) {
        let (whole, rest) = bytes.as_chunks::<BLOCKS>();
        for (at, blocks) in whole.iter().enumerate() {
            self.each_in(blocks, |place| tell(at * BLOCKS + place));
        }
        for (at, byte) in rest.iter().enumerate() {
            if self.is(*byte) {
                tell(whole.len() * BLOCKS + at);
            }
        }
    }

    /// Writes a text with something else in the place of these bytes, all of which are of ASCII.
    pub(crate) fn push_replaced(
        self,
        out: &mut String,
        text: &str,
        replace: impl Fn(&mut String, u8),
    ) {
        let bytes = text.as_bytes();
        let mut start = 0;
        loop {
            let at = self.find(bytes, start);
            out.push_str(&text[start..at]);
            let Some(byte) = bytes.get(at) else {
                break;
            };
            replace(out, *byte);
            start = at + 1;
        }
    }

    fn is(self, byte: u8) -> bool {
        byte < self.below && self.except != Some(byte)
            || self.beyond_ascii && !byte.is_ascii()
            || self.these.contains(&byte)
    }
}

#[cfg(target_feature = "simd128")]
mod block {
    use std::arch::wasm32::{
        u8x16_bitmask, u8x16_eq, u8x16_lt, u8x16_splat, u64x2, v128_andnot, v128_or,
    };

    use super::Wanted;

    pub(super) const BLOCK: usize = 16;
    pub(super) const BLOCKS: usize = 4 * BLOCK;

    impl<const COUNT: usize> Wanted<COUNT> {
        /// Where the first of these bytes stands that is looked for.
        pub(super) fn find_in(&self, block: &[u8; BLOCK]) -> Option<usize> {
            let found = self.among(block);
            (found != 0).then(|| found.trailing_zeros() as usize)
        }

        /// Tells where each of these bytes stands that is looked for. Where a line ends cannot be foreseen, so that each look
        /// whether there is another one costs more than the bytes: it is done once for four blocks.
        pub(super) fn each_in(&self, blocks: &[u8; BLOCKS], mut tell: impl FnMut(usize)) {
            let blocks = blocks.as_chunks::<BLOCK>().0;
            let among = |at: usize| u64::from(self.among(&blocks[at])) << (at * BLOCK);
            let mut found = among(0) | among(1) | among(2) | among(3);
            while found != 0 {
                tell(found.trailing_zeros() as usize);
                found &= found - 1;
            }
        }

        /// Which of these bytes are looked for: a bit for each.
        fn among(&self, block: &[u8; BLOCK]) -> u16 {
            let words = block.as_chunks::<8>().0;
            let word = |at: usize| u64::from_le_bytes(words[at]);
            let all = u64x2(word(0), word(1));
            let same = |byte: u8| u8x16_eq(all, u8x16_splat(byte));
            let mut found = u8x16_lt(all, u8x16_splat(self.below));
            if let Some(byte) = self.except {
                found = v128_andnot(found, same(byte));
            }
            for byte in self.these {
                found = v128_or(found, same(byte));
            }
            if self.beyond_ascii {
                // Of what was found only high bits count.
                found = v128_or(found, all);
            }
            u8x16_bitmask(found)
        }
    }
}

#[cfg(not(target_feature = "simd128"))]
mod block {
    use super::Wanted;

    pub(super) const BLOCK: usize = 32;
    pub(super) const BLOCKS: usize = BLOCK;

    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = ONES << 7;

    impl<const COUNT: usize> Wanted<COUNT> {
        /// Where the first of these bytes stands that is looked for.
        pub(super) fn find_in(&self, block: &[u8; BLOCK]) -> Option<usize> {
            let words = block.as_chunks::<8>().0;
            let among = |word: usize| self.among(u64::from_le_bytes(words[word]));
            let found = [among(0), among(1), among(2), among(3)];
            if found == [0; 4] {
                return None;
            }
            let word = found.iter().position(|found| *found != 0)?;
            Some(word * 8 + (found[word].trailing_zeros() / 8) as usize)
        }

        /// Tells where each of these bytes stands that is looked for.
        pub(super) fn each_in(&self, block: &[u8; BLOCK], mut tell: impl FnMut(usize)) {
            let words = block.as_chunks::<8>().0;
            let among = |word: usize| self.among(u64::from_le_bytes(words[word]));
            let found = [among(0), among(1), among(2), among(3)];
            if found == [0; 4] {
                return;
            }
            for (word, mut found) in found.into_iter().enumerate() {
                while found != 0 {
                    let place = word * 8 + (found.trailing_zeros() / 8) as usize;
                    if self.is(block[place]) {
                        tell(place);
                    }
                    found &= found - 1;
                }
            }
        }

        /// Which of eight bytes are looked for: their high bits. Behind the first one that is, the next may seem to be.
        fn among(&self, word: u64) -> u64 {
            // With its high bit set no byte borrows from the next one.
            let below = ONES * u64::from(self.below);
            let mut found = !((word | HIGH).wrapping_sub(below)) & !word;
            if let Some(byte) = self.except {
                let other = word ^ (ONES * u64::from(byte));
                found &= ((other & !HIGH) + !HIGH) | other;
            }
            for byte in self.these {
                // Zero borrows from its high bit when one is subtracted, unless that bit was set before. The borrow may reach
                // into the next byte, but only when one was found already.
                let zero = word ^ (ONES * u64::from(byte));
                found |= zero.wrapping_sub(ONES) & !zero;
            }
            if self.beyond_ascii {
                found |= word;
            }
            found & HIGH
        }
    }
}

use block::{BLOCK, BLOCKS};

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_wanted_is_found_wherever_it_stands(bytes in proptest::collection::vec(prop_oneof![3 => Just(b'-'), 1 => any::<u8>()], 0..120), from in 0usize..130) {
            let expected = |is: &dyn Fn(u8) -> bool| {
                (from..bytes.len()).find(|at| is(bytes[*at])).unwrap_or(bytes.len())
            };
            for (wanted, is) in [
                (Wanted::any_of([b'\n', 0xef]), &(|byte: u8| byte == b'\n' || byte == 0xef) as &dyn Fn(u8) -> bool),
                (Wanted::any_of([b'"', 0x7f]).or_below(b' '), &|byte| byte < b' ' || byte == b'"' || byte == 0x7f),
                (Wanted::any_of([b'-', 0x7f]).or_below(b' ').except(b'\n'), &|byte| byte < b' ' && byte != b'\n' || byte == b'-' || byte == 0x7f),
                (Wanted::any_of([0xfe, 0xff]).or_below(0x80).except(b'-'), &|byte| byte < 0x80 && byte != b'-' || byte >= 0xfe),
                (Wanted::any_of([0, 1]).or_beyond_ascii(), &|byte| !(2..0x80).contains(&byte)),
                (Wanted::any_of([b'a', b'b']).or_below(0x80), &|byte| byte < 0x80),
            ] {
                prop_assert_eq!(wanted.find(&bytes, from), expected(is));
                let mut all = Vec::new();
                wanted.for_each(&bytes, |at| all.push(at));
                let expected: Vec<_> = (0..bytes.len()).filter(|at| is(bytes[*at])).collect();
                prop_assert_eq!(all, expected);
            }
        }

        #[test]
        fn what_is_wanted_is_replaced_and_nothing_else(text in "[a<&é漢😀]{0,40}") {
            let mut out = String::new();
            Wanted::any_of([b'<', b'&']).push_replaced(&mut out, &text, |out, byte| {
                out.push_str(if byte == b'<' { "&lt;" } else { "&amp;" });
            });
            prop_assert_eq!(out, text.replace('&', "&amp;").replace('<', "&lt;"));
        }
    }
}
