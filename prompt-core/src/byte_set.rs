//! Sets of bytes, used to find the few bytes of a text that must be escaped or that end a line.

/// A set of bytes, as a table.
#[derive(Clone, Copy)]
pub(crate) struct ByteSet([bool; 256]);

impl ByteSet {
    pub(crate) const fn of(bytes: &[u8]) -> Self {
        let mut table = [false; 256];
        let mut at = 0;
        while at < bytes.len() {
            table[bytes[at] as usize] = true;
            at += 1;
        }
        Self(table)
    }

    /// Adds every byte below `below`.
    pub(crate) const fn or_below(mut self, below: u8) -> Self {
        let mut byte = 0;
        while byte < below {
            self.0[byte as usize] = true;
            byte += 1;
        }
        self
    }

    /// Removes a byte.
    pub(crate) const fn except(mut self, byte: u8) -> Self {
        self.0[byte as usize] = false;
        self
    }

    /// Returns the index of the first byte of the set at or after `from`, or the length.
    pub(crate) fn find(&self, bytes: &[u8], from: usize) -> usize {
        let rest = bytes.get(from..).unwrap_or_default();
        let place = rest.iter().position(|byte| self.0[usize::from(*byte)]);
        place.map_or(bytes.len(), |place| from + place)
    }

    /// Appends a text and replaces each byte of the set. The set must only contain ASCII.
    pub(crate) fn push_replaced(
        &self,
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_byte_of_the_set_is_found() {
        const SET: ByteSet = ByteSet::of(b"\"\x7f").or_below(b' ').except(b'\n');
        for (text, from, found) in [
            ("", 0, 0),
            ("plain\n", 0, 6),
            ("plain\t\"", 0, 5),
            ("plain\t\"", 6, 6),
            ("漢\u{7f}", 0, 3),
            ("x", 9, 1),
        ] {
            assert_eq!(SET.find(text.as_bytes(), from), found, "{text:?}");
        }
    }

    #[test]
    fn bytes_of_the_set_are_replaced_and_nothing_else() {
        let mut out = String::new();
        ByteSet::of(b"<&").push_replaced(&mut out, "a<é&漢😀", |out, byte| {
            out.push_str(if byte == b'<' { "&lt;" } else { "&amp;" });
        });
        assert_eq!(out, "a&lt;é&amp;漢😀");
    }
}
