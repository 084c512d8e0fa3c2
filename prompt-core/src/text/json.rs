//! JSON: writing values, measuring them, and finding NUL in them.

use serde::Serialize;

/// How many bytes a value has as JSON, without writing it anywhere.
pub fn json_bytes(value: &impl Serialize) -> usize {
    struct Count(usize);

    impl std::io::Write for Count {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0 += bytes.len();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    let mut count = Count(0);
    match write_json(value, &mut count) {
        Ok(()) => count.0,
        // Only a map whose keys are no strings cannot be written, and no type of ours has one.
        Err(_) => usize::MAX,
    }
}

/// A value as JSON text.
pub fn json(value: &(impl Serialize + ?Sized)) -> serde_json::Result<Vec<u8>> {
    let mut text = Vec::new();
    write_json(value, &mut text)?;
    Ok(text)
}

/// All that writes JSON goes through one kind of writer, so that no type is compiled once for each: a browser downloads it.
fn write_json(
    value: &(impl Serialize + ?Sized),
    writer: &mut dyn std::io::Write,
) -> serde_json::Result<()> {
    serde_json::to_writer(writer, value)
}

/// Whether a NUL stands anywhere in a value.
pub(crate) fn json_has_nul(value: &impl Serialize) -> bool {
    const ESCAPE: &[u8] = b"\\u0000";

    /// Finds the escape JSON has for NUL. A backslash of the text itself comes doubled, so it is taken off in pairs.
    #[derive(Default)]
    struct Look {
        /// Bytes of the escape seen so far, also across pieces.
        seen: usize,
        found: bool,
    }

    impl std::io::Write for Look {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            if self.seen == 0 && !bytes.contains(&b'\\') {
                return Ok(bytes.len());
            }
            for &byte in bytes {
                self.seen = if byte == ESCAPE[self.seen] {
                    self.seen + 1
                } else {
                    // The second half of `\\\\` must not begin an escape; every other byte after a backslash ends one.
                    usize::from(byte == b'\\' && self.seen != 1)
                };
                if self.seen == ESCAPE.len() {
                    self.found = true;
                    self.seen = 0;
                }
            }
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    let mut look = Look::default();
    write_json(value, &mut look).is_ok() && look.found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nul_is_found_and_what_only_looks_like_it_is_not() {
        for (text, found) in [
            ("a\0b", true),
            ("\0", true),
            ("\\\0", true),
            ("\u{1}\0", true),
            ("\\u0000", false),
            ("\\\\u0000", false),
            ("u0000", false),
            ("", false),
        ] {
            assert_eq!(json_has_nul(&[text]), found, "{text:?}");
        }
    }
}
