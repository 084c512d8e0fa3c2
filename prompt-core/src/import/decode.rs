//! Decodes bytes: UTF-8, or UTF-16 with a byte order mark.

use super::diagnostics::Diagnostics;

/// Returns the text of a file without its byte order mark, or `None` if the bytes are not text.
pub(super) fn decode(bytes: &[u8], diagnostics: &mut Diagnostics) -> Option<String> {
    match bytes {
        [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes, diagnostics),
        [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes, diagnostics),
        [0xef, 0xbb, 0xbf, rest @ ..] => utf8(rest, diagnostics),
        [b'P', b'K', 3 | 5, 4 | 6, ..] => {
            diagnostics.error(
                "archive",
                "",
                "The file is an archive".to_owned(),
                "Unpack it, and import the files in it",
            );
            None
        }
        _ => utf8(bytes, diagnostics),
    }
}

fn utf8(bytes: &[u8], diagnostics: &mut Diagnostics) -> Option<String> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Some(text.to_owned()),
        Err(error) => {
            let line = bytes[..error.valid_up_to()]
                .split(|byte| *byte == b'\n')
                .count();
            diagnostics.error(
                "not_utf8",
                format!("line {line}"),
                format!(
                    "The file is not UTF-8 text: byte {} is not part of any character",
                    error.valid_up_to() + 1
                ),
                "Save the file as UTF-8 and import it again",
            );
            None
        }
    }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16, diagnostics: &mut Diagnostics) -> Option<String> {
    let (pairs, odd) = bytes.as_chunks::<2>();
    let units = pairs.iter().map(|pair| unit(*pair));
    let text: Result<String, _> = char::decode_utf16(units).collect();
    match text {
        Ok(text) if odd.is_empty() => Some(text),
        _ => {
            diagnostics.error(
                "not_utf16",
                "",
                "The file says it is UTF-16, but its bytes are not".to_owned(),
                "Save the file as UTF-8 and import it again",
            );
            None
        }
    }
}
