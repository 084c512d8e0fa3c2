//! Measures the nesting depth of a YAML text before it is parsed.
//!
//! The parser visits all open brackets for every token, so a hundred kilobytes of `{a: {a: {a: …` take
//! minutes. One pass counts the brackets first. Indentation and dashes are cheap for the parser.

use std::borrow::Cow;

use crate::byte_set::ByteSet;

/// The maximum nesting of values. The parser rejects deeper ones too.
pub(super) const DEPTH: usize = 128;

/// Returns the line in which brackets exceed the maximum nesting.
pub(super) fn too_deep(text: &str) -> Option<usize> {
    if !has_brackets(text.as_bytes(), DEPTH + 1) {
        return None;
    }
    Scan::new(with_line_feeds(text).as_bytes()).too_deep()
}

/// The number of comments, and the line of the first one.
pub(super) fn comments(text: &str) -> (usize, usize) {
    if !text.contains('#') {
        return (0, 0);
    }
    let text = with_line_feeds(text);
    let mut scan = Scan::new(text.as_bytes());
    scan.too_deep();
    (scan.comments, scan.first_comment)
}

/// Whether a text has at least this many opening brackets.
fn has_brackets(bytes: &[u8], many: usize) -> bool {
    const OPEN: ByteSet = ByteSet::of(b"[{");
    let mut next = 0;
    (0..many).all(|_| {
        let at = OPEN.find(bytes, next);
        next = at + 1;
        at < bytes.len()
    })
}

/// Replaces the other line breaks of YAML by line feeds. Most texts contain none of the bytes they
/// begin with.
fn with_line_feeds(text: &str) -> Cow<'_, str> {
    const FIRST: ByteSet = ByteSet::of(&[0xc2, 0xe2]);
    const ENDS: [char; 3] = ['\u{85}', '\u{2028}', '\u{2029}'];
    let mut at = FIRST.find(text.as_bytes(), 0);
    while at < text.len() {
        if text[at..].starts_with(ENDS) {
            return Cow::Owned(text.replace(ENDS, "\n"));
        }
        at = FIRST.find(text.as_bytes(), at + 1);
    }
    Cow::Borrowed(text)
}

struct Scan<'a> {
    bytes: &'a [u8],
    at: usize,
    line: usize,
    line_start: usize,
    /// The number of open brackets.
    depth: usize,
    /// The column of the collection that the values of this line belong to. Lines indented further
    /// continue a value.
    parent: Option<usize>,
    /// Whether the last line ended inside a plain scalar, which continues on lines indented further.
    in_plain: bool,
    comments: usize,
    /// The line of the first comment.
    first_comment: usize,
}

impl<'a> Scan<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            at: 0,
            line: 1,
            line_start: 0,
            depth: 0,
            parent: None,
            in_plain: false,
            comments: 0,
            first_comment: 0,
        }
    }

    fn too_deep(&mut self) -> Option<usize> {
        while self.at < self.bytes.len() {
            if self.depth > 0 || !self.is_text_line() {
                self.tokens();
                if self.depth > DEPTH {
                    return Some(self.line);
                }
            } else if self.in_plain {
                // A comment ends the text that goes on here.
                self.skip_while(|byte| !matches!(byte, b'#' | b'\n' | b'\r'));
                let is_comment = self.bytes.get(self.at) == Some(&b'#')
                    && matches!(self.bytes[self.at - 1], b' ' | b'\t');
                if is_comment {
                    self.comment();
                }
            }
            self.skip_line();
        }
        None
    }

    /// Whether a line between brackets is empty or continues a text.
    fn is_text_line(&mut self) -> bool {
        if self.is_marker() {
            self.parent = None;
            self.in_plain = false;
            self.at += 3;
            return false;
        }
        self.skip_while(|byte| byte == b' ');
        if self.ends_line(self.at) {
            return true;
        }
        self.in_plain &= self.is_inside();
        self.in_plain
    }

    /// Scans the tokens of a line, or of several lines if a quoted scalar spans them.
    fn tokens(&mut self) {
        // The column of the key, if the first token is one.
        let mut first = None;
        while self.depth <= DEPTH {
            self.skip_while(|byte| byte == b' ' || byte == b'\t');
            let column = self.at - self.line_start;
            let Some(&byte) = self.bytes.get(self.at) else {
                return;
            };
            match byte {
                b'\n' | b'\r' => return,
                b'#' => return self.comment(),
                b'[' | b'{' => self.depth += 1,
                b']' | b'}' => self.depth = self.depth.saturating_sub(1),
                b',' if self.depth > 0 => {}
                b':' if self.depth > 0 || self.is_blank(self.at + 1) => {
                    if self.depth == 0 {
                        self.parent = Some(first.take().unwrap_or(column));
                    }
                    self.at += 1;
                    continue;
                }
                b'-' | b'?' if self.is_blank(self.at + 1) => {
                    if self.depth == 0 {
                        self.parent = Some(column);
                    }
                    self.at += 1;
                    first = None;
                    continue;
                }
                b'|' | b'>' if self.depth == 0 => return self.skip_block(),
                b'"' | b'\'' => self.skip_quoted(byte),
                b'&' | b'*' | b'!' => {
                    let in_flow = self.depth > 0;
                    self.skip_while(|byte| {
                        !(byte.is_ascii_whitespace() || in_flow && is_flow(byte))
                    });
                    first.get_or_insert(column);
                    continue;
                }
                _ => {
                    self.skip_plain();
                    first.get_or_insert(column);
                    self.in_plain = self.depth == 0 && self.ends_line(self.at);
                    continue;
                }
            }
            first.get_or_insert(column);
            self.at += 1;
        }
    }

    fn comment(&mut self) {
        if self.comments == 0 {
            self.first_comment = self.line;
        }
        self.comments += 1;
        self.in_plain = false;
    }

    /// Skips a plain scalar: to the end of the line, or to a key, a comment or a bracket.
    fn skip_plain(&mut self) {
        const STOPS: ByteSet = ByteSet::of(b"\n\r#:");
        let in_flow = self.depth > 0;
        // Always advances by at least one byte.
        self.at += 1;
        loop {
            if !in_flow {
                self.at = STOPS.find(self.bytes, self.at);
            }
            let Some(&byte) = self.bytes.get(self.at) else {
                return;
            };
            let ends = match byte {
                b'\n' | b'\r' => true,
                b'#' => matches!(self.bytes[self.at - 1], b' ' | b'\t'),
                b':' => self.is_blank(self.at + 1) || in_flow,
                _ => in_flow && is_flow(byte),
            };
            if ends {
                return;
            }
            self.at += 1;
        }
    }

    /// Skips to the closing quote. A doubled quote inside looks like a second scalar, with the same
    /// result.
    fn skip_quoted(&mut self, quote: u8) {
        self.at += 1;
        while let Some(&byte) = self.bytes.get(self.at) {
            match byte {
                b'\\' if quote == b'"' => self.at += 1,
                b'\n' | b'\r' => {
                    self.skip_line();
                    continue;
                }
                _ if byte == quote => return,
                _ => {}
            }
            self.at += 1;
        }
    }

    /// Skips the block scalar after `|` or `>`.
    fn skip_block(&mut self) {
        loop {
            let end = (self.at, self.line, self.line_start);
            self.skip_line();
            if self.at >= self.bytes.len() {
                return;
            }
            let is_marker = self.is_marker();
            self.skip_while(|byte| byte == b' ');
            if is_marker || !(self.ends_line(self.at) || self.is_inside()) {
                (self.at, self.line, self.line_start) = end;
                return;
            }
        }
    }

    /// Whether this position is indented further than the surrounding collection.
    fn is_inside(&self) -> bool {
        self.parent
            .is_none_or(|parent| self.at - self.line_start > parent)
    }

    /// Whether a line is a document marker.
    fn is_marker(&self) -> bool {
        let rest = &self.bytes[self.at..];
        (rest.starts_with(b"---") || rest.starts_with(b"...")) && self.is_blank(self.at + 3)
    }

    /// Skips to the start of the next line.
    fn skip_line(&mut self) {
        const ENDS: ByteSet = ByteSet::of(b"\n\r");
        self.at = ENDS.find(self.bytes, self.at);
        let rest = &self.bytes[self.at..];
        self.at += if rest.starts_with(b"\r\n") { 2 } else { 1 };
        self.line += 1;
        self.line_start = self.at;
    }

    fn skip_while(&mut self, goes_on: impl Fn(u8) -> bool) {
        while self.bytes.get(self.at).is_some_and(|byte| goes_on(*byte)) {
            self.at += 1;
        }
    }

    fn is_blank(&self, at: usize) -> bool {
        self.ends_line(at) || matches!(self.bytes[at], b' ' | b'\t')
    }

    fn ends_line(&self, at: usize) -> bool {
        self.bytes
            .get(at)
            .is_none_or(|byte| matches!(byte, b'\n' | b'\r'))
    }
}

fn is_flow(byte: u8) -> bool {
    matches!(byte, b',' | b'[' | b']' | b'{' | b'}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_that_nest_too_deeply_are_found_with_their_line() {
        let open = |one: &str, times: usize| one.repeat(times);
        for (text, line) in [
            (open("[", 129), 1),
            (open("{", 129), 1),
            (open("{a: ", 129), 1),
            (open("{\"[\": ", 129), 1),
            (open("[[],", 129), 1),
            (open("[\n", 129), 129),
            (open("[\r\n", 129), 129),
            (open("[ # [\n", 129), 129),
            (format!("a: |\n  [[\nb: {}", open("[", 129)), 3),
            (format!("a:\n  - |2\n    [[\n  - {}", open("{b: ", 129)), 4),
            (
                format!("a: 'it''s [ '\nb: \"\\\"[\"\nc: {}", open("[", 129)),
                3,
            ),
            (format!("a: |\n  x\n\n---\n{}", open("[", 129)), 5),
            (
                format!("a: text\n  goes on\nb: !t &x {}", open("[", 129)),
                3,
            ),
            (format!("# x\u{85}{}", open("[", 129)), 2),
            (format!("- - &a [[\n]] : {}", open("[", 129)), 2),
        ] {
            assert_eq!(too_deep(&text), Some(line), "{text}");
        }
    }

    #[test]
    fn comments_are_told_from_texts() {
        for (text, found) in [
            ("a: 1\nb: 2 # two\n# three\n", (2, 2)),
            ("a: x#y\nb: '# no'\nc: \"\n# no\n\"\nd: |\n  # no\n", (0, 0)),
            ("a: |\n  x\n# yes\nb: [1, # yes\n 2]\n", (2, 3)),
            ("a: text\n  goes on # yes\nb: http://x/#no\n", (1, 2)),
        ] {
            assert_eq!(comments(text), found, "{text}");
        }
    }

    #[test]
    fn brackets_of_texts_and_those_that_are_closed_are_none() {
        let many = "[{".repeat(100);
        for text in [
            "[".repeat(128),
            "[{}, []]\n".repeat(100),
            format!("# {many}"),
            format!("a: x {many}"),
            format!("a: x\n  {many}\n  {many}"),
            format!("a: '{many}'\nb: \"\n{many}\n\""),
            format!("a: |\n  {many}\n\n  {many}\nb: >-\n {many}"),
            format!("- |\n  {many}\n- - >\n    {many}\n  - k: |\n      {many}"),
            format!("--- |\n{many}\n{many}"),
            format!("a: [x{}]", "\n, 'it''s [', \"[\", # [\n y".repeat(100)),
            format!("? |\n  {many}\n: |\n  {many}"),
            format!("a:\n    |\n  {many}"),
        ] {
            assert_eq!(too_deep(&text), None, "{text}");
        }
    }
}
