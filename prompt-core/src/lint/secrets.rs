//! Secrets in texts, recognised by the shapes of well-known keys.

/// A secret on one line of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Secret {
    /// The line, counted from 1.
    pub line: usize,
    /// Its place in the line, in characters counted from 1.
    pub column: usize,
    /// What it looks like: `an OpenAI key`.
    pub name: &'static str,
}

/// A shape: what a key begins with, and the fewest letters, digits, `-` and `_` that follow.
struct Shape {
    begins: &'static str,
    least: usize,
    name: &'static str,
}

const fn shape(begins: &'static str, least: usize, name: &'static str) -> Shape {
    Shape {
        begins,
        least,
        name,
    }
}

/// The first that fits names the key, so longer beginnings come first.
const SHAPES: [Shape; 25] = [
    shape("sk-ant-", 24, "an Anthropic key"),
    shape("sk-proj-", 24, "an OpenAI key"),
    shape("sk-or-", 24, "an OpenRouter key"),
    shape("sk-", 24, "an OpenAI key"),
    shape("AKIA", 16, "an AWS access key"),
    shape("ASIA", 16, "an AWS access key"),
    shape("github_pat_", 30, "a GitHub token"),
    shape("ghp_", 30, "a GitHub token"),
    shape("gho_", 30, "a GitHub token"),
    shape("ghu_", 30, "a GitHub token"),
    shape("ghs_", 30, "a GitHub token"),
    shape("ghr_", 30, "a GitHub token"),
    shape("glpat-", 20, "a GitLab token"),
    shape("xoxb-", 20, "a Slack token"),
    shape("xoxp-", 20, "a Slack token"),
    shape("xoxa-", 20, "a Slack token"),
    shape("AIza", 30, "a Google API key"),
    shape("sk_live_", 16, "a Stripe key"),
    shape("rk_live_", 16, "a Stripe key"),
    shape("sk_test_", 16, "a Stripe key"),
    shape("hf_", 30, "a Hugging Face token"),
    shape("npm_", 30, "an npm token"),
    shape("pypi-", 40, "a PyPI token"),
    shape("gsk_", 40, "a Groq key"),
    shape("xai-", 40, "an xAI key"),
];

/// The fewest different characters of a real key: placeholders such as `sk-xxxxxxxx` have fewer.
const FEWEST_CHARACTERS: usize = 8;

/// Finds secrets in a text. Placeholders, with few different characters or without digits, are not found.
///
/// ```
/// let found = prompt_core::lint::secrets("Use ghp_16C7e42F292c6912E7710c838347Ae178B4a.");
/// assert_eq!((found[0].column, found[0].name), (5, "a GitHub token"));
/// ```
pub fn secrets(text: &str) -> Vec<Secret> {
    let mut found = Vec::new();
    for (index, line) in text.split('\n').enumerate() {
        let mut add = |at: usize, name| {
            found.push(Secret {
                line: index + 1,
                column: line[..at].chars().count() + 1,
                name,
            });
        };
        if let Some(at) = private_key(line) {
            add(at, "a private key");
        }
        for (at, word) in words(line) {
            if let Some(name) = name_of(word) {
                add(at, name);
            }
        }
    }
    found
}

/// The words of a line with their places. A word has letters, digits, `-`, `_` and `.`.
fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_part = |one: char| is_key_character(one) || one == '.';
    let mut at = 0;
    std::iter::from_fn(move || {
        at += line[at..].find(is_part)?;
        let start = at;
        at += line[at..]
            .find(|one| !is_part(one))
            .unwrap_or(line.len() - at);
        Some((start, &line[start..at]))
    })
}

fn name_of(word: &str) -> Option<&'static str> {
    if is_json_web_token(word) {
        return Some("a JSON Web Token");
    }
    let key = word.split('.').next().unwrap_or(word);
    let shape = SHAPES.iter().find(|shape| key.starts_with(shape.begins))?;
    let rest = &key[shape.begins.len()..];
    (rest.len() >= shape.least && is_random(rest)).then_some(shape.name)
}

/// Three parts, of which the first two are JSON objects in Base64.
fn is_json_web_token(word: &str) -> bool {
    let parts: Vec<&str> = word.split('.').collect();
    matches!(parts[..], [head, body, signature]
        if head.starts_with("eyJ") && body.starts_with("eyJ") && signature.len() >= 20)
}

fn is_random(rest: &str) -> bool {
    let mut characters: Vec<u8> = rest.bytes().collect();
    characters.sort_unstable();
    characters.dedup();
    characters.len() >= FEWEST_CHARACTERS && rest.bytes().any(|one| one.is_ascii_digit())
}

fn private_key(line: &str) -> Option<usize> {
    let at = line.find("-----BEGIN ")?;
    line[at..].contains("PRIVATE KEY-----").then_some(at)
}

const fn is_key_character(one: char) -> bool {
    one.is_ascii_alphanumeric() || matches!(one, '-' | '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A key of this shape, built here so that no scanner finds one in this file.
    fn key(begins: &str, length: usize) -> String {
        let random = "a7Kq2Zx9Bm4Wt6Yn1Cv8";
        begins.to_owned() + &random.chars().cycle().take(length).collect::<String>()
    }

    #[test]
    fn keys_are_found_by_their_shape_and_place() {
        for shape in &SHAPES {
            let text = format!("Über:\n  key = \"{}\";", key(shape.begins, shape.least));
            let found = secrets(&text);
            assert_eq!(found.len(), 1, "{text}");
            assert_eq!((found[0].line, found[0].column), (2, 10), "{text}");
        }
        let token = format!("{}.{}.{}", key("eyJ", 20), key("eyJ", 40), key("", 43));
        assert_eq!(
            secrets(&format!("Bearer {token}"))[0].name,
            "a JSON Web Token"
        );
        let pem = ["-----BEGIN RSA", "PRIVATE KEY-----"].join(" ");
        assert_eq!(secrets(&pem)[0].name, "a private key");
    }

    #[test]
    fn words_that_only_resemble_keys_are_not_found() {
        for text in [
            "sk-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
            "sk-your-api-key-goes-right-here-please",
            "the risk-benefit-analysis-of-everything-in-2026",
            "AKIA",
            "npm_config_registry_and_other_settings_of_npm",
            "eyJhbGciOi.eyJzdWIi",
            "-----BEGIN PUBLIC KEY-----",
            "https://example.org/hf_models/index.html",
        ] {
            assert_eq!(secrets(text), [], "{text}");
        }
    }
}
