//! Finding the few bytes of a long text that must be written in another way, or that end a line.
//!
//! Many bytes are looked at together, by arithmetic on the numbers that eight of them make: texts are long, what is looked for
//! is rare, and a browser's program is compiled for its size, so that nothing here is left to the compiler.

/// Bytes that are looked for: some of ASCII, all below one, all beyond ASCII.
#[derive(Clone, Copy)]
pub(crate) struct Wanted<const COUNT: usize> {
    these: [u8; COUNT],
    below: u8,
    beyond_ascii: bool,
}

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = ONES << 7;

impl<const COUNT: usize> Wanted<COUNT> {
    pub(crate) const fn any_of(these: [u8; COUNT]) -> Self {
        Self {
            these,
            below: 0,
            beyond_ascii: false,
        }
    }

    /// And every byte below this one, which is one of ASCII.
    pub(crate) const fn or_below(self, below: u8) -> Self {
        Self { below, ..self }
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
        while let Some(block) = bytes[at..].first_chunk::<32>() {
            if self.is_among(block) {
                break;
            }
            at += block.len();
        }
        while let Some(word) = bytes[at..].first_chunk::<8>() {
            let found = self.among(u64::from_le_bytes(*word));
            if found != 0 {
                return at + (found.trailing_zeros() / 8) as usize;
            }
            at += word.len();
        }
        let rest = bytes[at..].iter().position(|byte| self.is(*byte));
        rest.map_or(bytes.len(), |place| at + place)
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
        byte < self.below || self.beyond_ascii && !byte.is_ascii() || self.these.contains(&byte)
    }

    /// Whether one of many bytes is looked for.
    fn is_among(&self, block: &[u8; 32]) -> bool {
        let words = block.as_chunks::<8>().0;
        let word = |at: usize| u64::from_le_bytes(words[at]);
        let (a, b, c, d) = (word(0), word(1), word(2), word(3));
        let below = ONES * u64::from(self.below);
        let lower = |word: u64| word.wrapping_sub(below) & !word;
        let mut found = lower(a) | lower(b) | lower(c) | lower(d);
        for byte in self.these {
            let same = ONES * u64::from(byte);
            let zero = |word: u64| (word ^ same).wrapping_sub(ONES) & !(word ^ same);
            found |= zero(a) | zero(b) | zero(c) | zero(d);
        }
        if self.beyond_ascii {
            found |= a | b | c | d;
        }
        found & HIGH != 0
    }

    /// Which of eight bytes are looked for: their high bits. Behind the first one that is, the next may seem to be.
    fn among(&self, word: u64) -> u64 {
        // A byte below n borrows from its high bit when n is subtracted, unless that bit was set before. The borrow may
        // reach into the next byte, but only when one was found already.
        let mut found = word.wrapping_sub(ONES * u64::from(self.below)) & !word;
        for byte in self.these {
            let zero = word ^ (ONES * u64::from(byte));
            found |= zero.wrapping_sub(ONES) & !zero;
        }
        if self.beyond_ascii {
            found |= word;
        }
        found & HIGH
    }
}

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
                (Wanted::any_of([0, 1]).or_beyond_ascii(), &|byte| !(2..0x80).contains(&byte)),
                (Wanted::any_of([b'a', b'b']).or_below(0x80), &|byte| byte < 0x80),
            ] {
                prop_assert_eq!(wanted.find(&bytes, from), expected(is));
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
