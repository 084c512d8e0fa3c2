//! A tokeniser for HTML. Scripts and styles are skipped.

/// The maximum length of a character reference.
const REFERENCE_BYTES: usize = 10;

/// A token of a page.
pub(super) enum Token<'a> {
    Start {
        name: String,
        attributes: Vec<(String, String)>,
    },
    End(String),
    Text(&'a str),
}

impl Token<'_> {
    pub(super) fn attribute(&self, wanted: &str) -> Option<&str> {
        match self {
            Self::Start { attributes, .. } => attributes
                .iter()
                .find(|(name, _)| name == wanted)
                .map(|(_, value)| value.as_str()),
            _ => None,
        }
    }
}

/// Splits a page into tokens.
pub(super) fn tokens(page: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut rest = page;
    while !rest.is_empty() {
        let after = rest.strip_prefix('<');
        if let Some(comment) = after.and_then(|after| after.strip_prefix("!--")) {
            rest = comment.find("-->").map_or("", |end| &comment[end + 3..]);
        } else if let Some(after) = after.filter(|after| after.starts_with(['!', '?'])) {
            rest = after.find('>').map_or("", |end| &after[end + 1..]);
        } else if let Some(after) = after.and_then(|after| after.strip_prefix('/'))
            && after.starts_with(|first: char| first.is_ascii_alphabetic())
        {
            let end = after.find('>').unwrap_or(after.len());
            let name = after[..end].split_whitespace().next().unwrap_or_default();
            tokens.push(Token::End(name.to_ascii_lowercase()));
            rest = after.get(end + 1..).unwrap_or_default();
        } else if let Some(after) =
            after.filter(|after| after.starts_with(|first: char| first.is_ascii_alphabetic()))
        {
            let (start, behind) = start_tag(after);
            rest = behind;
            if let Token::Start { name, .. } = &start
                && matches!(name.as_str(), "script" | "style" | "title" | "textarea")
            {
                // Such an element contains only text up to its end tag.
                let end = find_end(rest, name);
                let text = &rest[..end];
                rest = &rest[end..];
                let is_shown = matches!(name.as_str(), "title" | "textarea");
                tokens.push(start);
                if is_shown {
                    tokens.push(Token::Text(text));
                }
                continue;
            }
            tokens.push(start);
        } else {
            // A `<` that begins no tag is text.
            let first = rest.chars().next().map_or(0, char::len_utf8);
            let end = rest[first..]
                .find('<')
                .map_or(rest.len(), |end| end + first);
            tokens.push(Token::Text(&rest[..end]));
            rest = &rest[end..];
        }
    }
    tokens
}

/// Finds `</name`, ignoring case.
fn find_end(text: &str, name: &str) -> usize {
    let mut from = 0;
    while let Some(at) = text[from..].find("</") {
        let start = from + at;
        let after = text.as_bytes().get(start + 2..start + 2 + name.len());
        if after.is_some_and(|after| after.eq_ignore_ascii_case(name.as_bytes())) {
            return start;
        }
        from = start + 2;
    }
    text.len()
}

/// Parses a start tag after its `<`, and returns the rest of the text.
fn start_tag(text: &str) -> (Token<'static>, &str) {
    let name_end = text
        .find(|character: char| character.is_ascii_whitespace() || matches!(character, '/' | '>'))
        .unwrap_or(text.len());
    let name = text[..name_end].to_ascii_lowercase();
    let mut attributes = Vec::new();
    let mut rest = &text[name_end..];
    loop {
        rest = rest.trim_start_matches(|character: char| {
            character.is_ascii_whitespace() || character == '/'
        });
        if rest.is_empty() {
            break;
        }
        if let Some(after) = rest.strip_prefix('>') {
            rest = after;
            break;
        }
        let end = rest
            .char_indices()
            .skip(1)
            .find(|(_, one)| one.is_ascii_whitespace() || matches!(one, '/' | '>' | '='))
            .map_or(rest.len(), |(at, _)| at);
        let key = rest[..end].to_ascii_lowercase();
        rest = rest[end..].trim_start();
        let mut value = "";
        if let Some(after) = rest.strip_prefix('=') {
            let after = after.trim_start();
            let quote = after.chars().next().filter(|one| matches!(one, '"' | '\''));
            if let Some(quote) = quote {
                let inner = &after[1..];
                let end = inner.find(quote).unwrap_or(inner.len());
                value = &inner[..end];
                rest = inner.get(end + 1..).unwrap_or_default();
            } else {
                let end = after
                    .find(|one: char| one.is_ascii_whitespace() || one == '>')
                    .unwrap_or(after.len());
                value = &after[..end];
                rest = &after[end..];
            }
        }
        attributes.push((key, characters(value)));
    }
    (Token::Start { name, attributes }, rest)
}

/// Resolves the character references of a text. Unknown ones are left unchanged.
pub(super) fn characters(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        // Scans no further than a reference can extend, because a page may contain many unterminated
        // `&`.
        let reference = rest
            .bytes()
            .take(REFERENCE_BYTES + 2)
            .position(|byte| byte == b';')
            .map(|end| &rest[1..end]);
        if let Some((name, character)) =
            reference.and_then(|name| Some((name, reference_of(name)?)))
        {
            out.push(character);
            rest = &rest[name.len() + 2..];
        } else {
            out.push('&');
            rest = &rest[1..];
        }
    }
    out.push_str(rest);
    out
}

fn reference_of(name: &str) -> Option<char> {
    if let Some(number) = name.strip_prefix('#') {
        let number = match number.strip_prefix(['x', 'X']) {
            Some(digits) => u32::from_str_radix(digits, 16).ok()?,
            None => number.parse().ok()?,
        };
        return char::from_u32(number);
    }
    Some(match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => '\u{a0}',
        "ndash" => '–',
        "mdash" => '—',
        "hellip" => '…',
        "lsquo" => '‘',
        "rsquo" => '’',
        "ldquo" => '“',
        "rdquo" => '”',
        "bull" => '•',
        "copy" => '©',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_resolved_and_what_only_looks_like_one_stays() {
        for (text, shown) in [
            ("a &lt;b&gt; &amp;amp; &#65;&#x42;", "a <b> &amp; AB"),
            ("&hellip;&unknown;&;&", "…&unknown;&;&"),
            ("&ampersand;&amp", "&ampersand;&amp"),
            ("&#x00000041;&#x000000041;", "A&#x000000041;"),
            ("&é;&漢字漢字漢;", "&é;&漢字漢字漢;"),
        ] {
            assert_eq!(characters(text), shown);
        }
        // Takes linear time, regardless of the number of unterminated references.
        let many = "&amp".repeat(500_000);
        assert_eq!(characters(&many), many);
    }
}
