//! JSON: writes and measures values, and finds NUL in them.

use serde::Serialize;

/// Returns the size of a value as JSON in bytes, without allocating the text.
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
        // Only a map with keys other than strings fails to serialise, and none of our types has one.
        Err(_) => usize::MAX,
    }
}

/// Serialises a value as JSON.
///
/// # Errors
///
/// Returns an error if the value has a map whose keys are not strings.
pub fn json(value: &(impl Serialize + ?Sized)) -> serde_json::Result<Vec<u8>> {
    let mut text = Vec::new();
    write_json(value, &mut text)?;
    Ok(text)
}

/// All JSON goes through one writer type, so that serialisers are compiled only once for the browser.
fn write_json(
    value: &(impl Serialize + ?Sized),
    writer: &mut dyn std::io::Write,
) -> serde_json::Result<()> {
    serde_json::to_writer(writer, value)
}

/// Whether a value contains NUL.
pub(crate) fn json_has_nul(value: &impl Serialize) -> bool {
    const ESCAPE: &[u8] = b"\\u0000";

    /// Finds the JSON escape of NUL. A literal backslash is doubled, so backslashes are consumed in
    /// pairs.
    #[derive(Default)]
    struct Look {
        /// The number of bytes of the escape matched so far, across writes.
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
                    // The second backslash of `\\\\` must not begin an escape; any other byte after a
                    // backslash ends one.
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
