//! A minimal Markdown parser: headings, fences and other lines, enough to find the parts of a document.
//!
//! A `#` in a fence, in a comment or in indented code is not a heading. A fence is only closed by a run of
//! the same kind that is at least as long.

/// A piece of a document with its position.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Piece<'a> {
    pub(super) kind: Kind<'a>,
    /// Its start offset.
    pub(super) start: usize,
    /// Its end offset, without the last line feed.
    pub(super) end: usize,
}

/// The kind of a piece.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Kind<'a> {
    /// `## Text`.
    Heading { level: usize, text: &'a str },
    /// A fence with its info string and its content.
    Fence { info: &'a str, text: &'a str },
    /// Any other line.
    Line(&'a str),
}

/// Splits a document that has line feeds as line endings.
pub(super) fn pieces(document: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut at = 0;
    // The end of the comment or the element that the current line is in.
    let mut hidden_to = 0;
    let mut is_searched = [true; BLOCKS.len()];
    while at < document.len() {
        let (line, next) = line_at(document, at);
        let mut end = at + line.len();
        let mut next_start = next;
        if at >= hidden_to
            && let Some((block, offset)) = html_block(line)
            && is_searched[block]
        {
            let start = at + offset + BLOCKS[block].0.len();
            match document[start..].find(BLOCKS[block].1) {
                // A comment that ends on its line hides no other line.
                Some(length) if start + length > end || offset == 0 => hidden_to = start + length,
                Some(_) => {}
                // No later block of this kind ends either.
                None => is_searched[block] = false,
            }
        }
        if at < hidden_to {
            pieces.push(Piece {
                kind: Kind::Line(line),
                start: at,
                end,
            });
            at = next;
            continue;
        }
        let kind = if let Some(fence) = opening(line) {
            let text_start = next;
            let mut text_end = text_start;
            let mut found = false;
            let mut cursor = next;
            while cursor < document.len() {
                let (inner, after) = line_at(document, cursor);
                if closes(inner, fence) {
                    // The line feed before the closing line belongs to the fence.
                    text_end = cursor.saturating_sub(1).max(text_start);
                    end = cursor + inner.len();
                    next_start = after;
                    found = true;
                    break;
                }
                cursor = after;
            }
            if !found {
                text_end = document.len();
                end = document.len();
                next_start = document.len();
            }
            Kind::Fence {
                info: fence.info,
                text: document.get(text_start..text_end).unwrap_or_default(),
            }
        } else if let Some((level, text)) = heading(line) {
            Kind::Heading { level, text }
        } else {
            Kind::Line(line)
        };
        pieces.push(Piece {
            kind,
            start: at,
            end,
        });
        at = next_start;
    }
    pieces
}

/// Returns the line that begins here, and the start of the next one.
fn line_at(document: &str, at: usize) -> (&str, usize) {
    let rest = &document[at..];
    match rest.find('\n') {
        Some(length) => (&rest[..length], at + length + 1),
        None => (rest, document.len()),
    }
}

/// The starts and ends of HTML blocks that may hold anything but Markdown (`CommonMark`, 4.6).
const BLOCKS: [(&str, &str); 4] = [
    ("<!--", "-->"),
    ("<pre", "</pre>"),
    ("<script", "</script>"),
    ("<style", "</style>"),
];

/// The kind of HTML block that begins on a line, and where. A comment may begin behind other text.
fn html_block(line: &str) -> Option<(usize, usize)> {
    let text = without_indentation(line)?;
    let block = BLOCKS.iter().position(|(start, _)| {
        text.strip_prefix(start).is_some_and(|rest| {
            *start == "<!--" || rest.is_empty() || rest.starts_with([' ', '\t', '>'])
        })
    });
    if let Some(block) = block {
        return Some((block, line.len() - text.len()));
    }
    let at = line.rfind("<!--")?;
    let is_code = line[..at].matches('`').count() % 2 == 1;
    let is_heading = heading(line).is_some();
    (!is_code && !is_heading).then_some((0, at))
}

#[derive(Clone, Copy)]
struct Fence<'a> {
    byte: u8,
    length: usize,
    info: &'a str,
}

/// Removes the indentation of a line, unless it is indented code.
fn without_indentation(line: &str) -> Option<&str> {
    let text = line.trim_start_matches(' ');
    (line.len() - text.len() < 4).then_some(text)
}

fn opening(line: &str) -> Option<Fence<'_>> {
    let text = without_indentation(line)?;
    let byte = *text.as_bytes().first()?;
    if byte != b'`' && byte != b'~' {
        return None;
    }
    let info = text.trim_start_matches(char::from(byte));
    let length = text.len() - info.len();
    // Three backticks closed on the same line are a code span.
    (length >= 3 && !(byte == b'`' && info.contains('`'))).then_some(Fence {
        byte,
        length,
        info: info.trim(),
    })
}

fn closes(line: &str, fence: Fence<'_>) -> bool {
    without_indentation(line).is_some_and(|text| {
        let text = text.trim_end();
        text.len() >= fence.length && text.bytes().all(|byte| byte == fence.byte)
    })
}

/// Parses the level and text of a heading.
fn heading(line: &str) -> Option<(usize, &str)> {
    let text = without_indentation(line)?;
    let rest = text.trim_start_matches('#');
    let level = text.len() - rest.len();
    if !(1..=6).contains(&level) || !(rest.is_empty() || rest.starts_with([' ', '\t'])) {
        return None;
    }
    let rest = rest.trim();
    // Trailing `#` marks after a blank are a closing sequence (CommonMark).
    let without_marks = rest.trim_end_matches('#');
    let text = if without_marks.is_empty() || without_marks.ends_with([' ', '\t']) {
        without_marks.trim_end()
    } else {
        rest
    };
    Some((level, text))
}

/// Removes the backslash escapes from a heading's text.
pub(super) fn heading_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match (character, characters.peek()) {
            ('\\', Some(next)) if next.is_ascii_punctuation() => {
                out.push(*next);
                characters.next();
            }
            _ => out.push(character),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headings(document: &str) -> Vec<&str> {
        pieces(document)
            .into_iter()
            .filter_map(|piece| match piece.kind {
                Kind::Heading { text, .. } => Some(text),
                _ => None,
            })
            .collect()
    }

    #[test]
    fn only_headings_are_headings() {
        for (document, expected) in [
            ("# A\n\ntext\n\n## B ##\n", vec!["A", "B"]),
            ("```sh\n# no\n```\n# yes", vec!["yes"]),
            ("````\n```\n# no\n```\n# no\n````\n# yes", vec!["yes"]),
            ("~~~\n```\n# no\n~~~\n# yes", vec!["yes"]),
            ("    # code\n#tag\n####### seven\n# C#", vec!["C#"]),
            ("```unclosed\n# no", vec![]),
            ("``` a ``` b\n# yes", vec!["yes"]),
            ("#\n# #", vec!["", ""]),
            ("# A\n\n<!--\n# no\n\n## no\n-->\n# B", vec!["A", "B"]),
            ("<!-- a --> b\n# yes", vec!["yes"]),
            ("text <!-- a\n# no\n--> b\n# yes", vec!["yes"]),
            ("`<!--` a\n# yes\n-->", vec!["yes"]),
            ("a <!-- b --> c\n# yes\n-->", vec!["yes"]),
            (
                "<pre>\n# no\n</pre>\n# yes\n<prefix>\n# also",
                vec!["yes", "also"],
            ),
            ("<!-- never closed\n# yes", vec!["yes"]),
            ("```\n<!--\n```\n# yes\n-->", vec!["yes"]),
        ] {
            assert_eq!(headings(document), expected, "{document:?}");
        }
    }

    #[test]
    fn a_fence_gives_its_text_exactly() {
        for (document, expected) in [
            ("```text\na\n\nb\n```\n", "a\n\nb"),
            ("```text\n\n\n```\n", "\n"),
            ("```text\n```\n", ""),
            ("```text\n  a  \n```", "  a  "),
        ] {
            let Kind::Fence { info, text } = pieces(document)[0].kind else {
                panic!("{document:?} begins no fence");
            };
            assert_eq!((info, text), ("text", expected), "{document:?}");
        }
    }
}
