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
const SHAPES: &[Shape] = &[
    shape("sk-ant-", 24, "an Anthropic key"),
    shape("sk-proj-", 24, "an OpenAI key"),
    shape("sk-or-", 24, "an OpenRouter key"),
    shape("sk-lf-", 24, "a Langfuse key"),
    shape("sk-", 24, "an OpenAI key"),
    shape("AKIA", 16, "an AWS access key"),
    shape("ASIA", 16, "an AWS access key"),
    shape("ABSK", 80, "an Amazon Bedrock key"),
    shape("github_pat_", 30, "a GitHub token"),
    shape("ghp_", 30, "a GitHub token"),
    shape("gho_", 30, "a GitHub token"),
    shape("ghu_", 30, "a GitHub token"),
    shape("ghs_", 30, "a GitHub token"),
    shape("ghr_", 30, "a GitHub token"),
    shape("glpat-", 20, "a GitLab token"),
    shape("gldt-", 20, "a GitLab token"),
    shape("glrt-", 20, "a GitLab token"),
    shape("xoxb-", 20, "a Slack token"),
    shape("xoxp-", 20, "a Slack token"),
    shape("xoxa-", 20, "a Slack token"),
    shape("xoxc-", 20, "a Slack token"),
    shape("xoxd-", 20, "a Slack token"),
    shape("xoxe-", 20, "a Slack token"),
    shape("xoxr-", 20, "a Slack token"),
    shape("xoxs-", 20, "a Slack token"),
    shape("xapp-", 20, "a Slack token"),
    shape("AIza", 30, "a Google API key"),
    shape("GOCSPX-", 24, "a Google OAuth secret"),
    shape("sk_live_", 16, "a Stripe key"),
    shape("rk_live_", 16, "a Stripe key"),
    shape("sk_test_", 16, "a Stripe key"),
    shape("rk_test_", 16, "a Stripe key"),
    shape("whsec_", 24, "a webhook secret"),
    shape("hf_", 30, "a Hugging Face token"),
    shape("npm_", 30, "an npm token"),
    shape("pypi-", 40, "a PyPI token"),
    shape("gsk_", 40, "a Groq key"),
    shape("xai-", 40, "an xAI key"),
    shape("pplx-", 40, "a Perplexity key"),
    shape("nvapi-", 40, "an NVIDIA key"),
    shape("r8_", 30, "a Replicate token"),
    shape("tgp_v1_", 30, "a Together key"),
    shape("csk-", 30, "a Cerebras key"),
    shape("jina_", 40, "a Jina key"),
    shape("tvly-", 24, "a Tavily key"),
    shape("pcsk_", 40, "a Pinecone key"),
    shape("lsv2_pt_", 30, "a LangSmith key"),
    shape("lsv2_sk_", 30, "a LangSmith key"),
    shape("dop_v1_", 40, "a DigitalOcean token"),
    shape("dapi", 32, "a Databricks token"),
    shape("shpat_", 30, "a Shopify token"),
    shape("shpss_", 30, "a Shopify secret"),
    shape("sbp_", 36, "a Supabase token"),
    shape("lin_api_", 30, "a Linear key"),
    shape("ntn_", 36, "a Notion token"),
    shape("figd_", 30, "a Figma token"),
    shape("dckr_pat_", 20, "a Docker token"),
    shape("PMAK-", 40, "a Postman key"),
    shape("ATATT3x", 60, "an Atlassian token"),
    shape("sntrys_", 40, "a Sentry token"),
    shape("promptcase_", 32, "a Promptcase token"),
    shape("AGE-SECRET-KEY-1", 40, "an age key"),
];

/// What a key with dots in it begins with, and the fewest characters that follow.
const DOTTED: &[Shape] = &[
    shape("SG.", 40, "a SendGrid key"),
    shape("ya29.", 30, "a Google access token"),
    shape("hvs.", 24, "a Vault token"),
    shape("dp.pt.", 30, "a Doppler token"),
];

/// Words that stand for a password in examples.
const EXAMPLES: [&str; 6] = [
    "password",
    "passwd",
    "pass",
    "secret",
    "yourpassword",
    "pwd",
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
        for at in passwords(line) {
            add(at, "an address with a password");
        }
        if let Some(at) = aws_secret(line) {
            add(at, "an AWS secret key");
        } else if let Some(at) = named_password(line) {
            add(at, "a password");
        }
        if let Some(at) = slack_address(line) {
            add(at, "a Slack webhook address");
        }
        if let Some(at) = telegram(line) {
            add(at, "a Telegram bot token");
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
    let dotted = DOTTED.iter().find(|shape| {
        let rest = word.strip_prefix(shape.begins);
        rest.is_some_and(|rest| rest.len() >= shape.least && is_random(rest))
    });
    if let Some(shape) = dotted {
        return Some(shape.name);
    }
    let key = word.split('.').next().unwrap_or(word);
    // AWS's documentation has keys that end so.
    if key.ends_with("EXAMPLE") {
        return None;
    }
    // These have letters only.
    if let Some(rest) = key.strip_prefix("hf_")
        && rest.len() == 34
        && rest.bytes().all(|one| one.is_ascii_alphabetic())
        && is_mixed(rest)
    {
        return Some("a Hugging Face token");
    }
    if let Some(rest) = key.strip_prefix("SK").or(key.strip_prefix("AC"))
        && rest.len() == 32
        && rest
            .bytes()
            .all(|one| matches!(one, b'0'..=b'9' | b'a'..=b'f'))
        && is_random(rest)
    {
        return Some("a Twilio key");
    }
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

/// Whether letters are as mixed as in a key, and no words.
fn is_mixed(rest: &str) -> bool {
    let has = |test: fn(&u8) -> bool| rest.bytes().any(|one| test(&one));
    let mut characters: Vec<u8> = rest.bytes().collect();
    characters.sort_unstable();
    characters.dedup();
    has(u8::is_ascii_uppercase)
        && has(u8::is_ascii_lowercase)
        && characters.len() >= FEWEST_CHARACTERS
}

/// A webhook's address, whose last part is a secret.
fn slack_address(line: &str) -> Option<usize> {
    const HOST: &str = "hooks.slack.com/";
    let at = line.find(HOST)?;
    let rest = &line[at + HOST.len()..];
    let is_part = |one: char| is_key_character(one) || one == '/';
    let path = rest.split(|one| !is_part(one)).next()?;
    let is_secret = |part: &str| part.len() >= 20 && is_random(part);
    path.split('/').any(is_secret).then_some(at)
}

/// The number of a bot, a colon and 35 characters.
fn telegram(line: &str) -> Option<usize> {
    let colons = line.match_indices(':').map(|(at, _)| at);
    colons.into_iter().find_map(|at| {
        let number = line[..at]
            .bytes()
            .rev()
            .take_while(u8::is_ascii_digit)
            .count();
        let secret = line[at + 1..].split(|one| !is_key_character(one)).next()?;
        let is_token = (8..=10).contains(&number) && secret.len() == 35 && is_random(secret);
        is_token.then_some(at - number)
    })
}

/// A value behind a name that says that it is secret, as in `DB_PASSWORD=…`, `api_key: "…"`, `AccountKey=…` or behind
/// `Bearer`.
fn named_password(line: &str) -> Option<usize> {
    const NAMES: [&str; 8] = [
        "password",
        "passwd",
        "api_key",
        "apikey",
        "api-key",
        "accountkey",
        "client_secret",
        "bearer",
    ];
    const LEAST: usize = 8;
    /// No longer word is looked at: the rest of a line may hold a thousand names.
    const MOST: usize = 200;
    let lower = line.to_ascii_lowercase();
    NAMES.iter().find_map(|name| {
        let mut seen = 0;
        lower.match_indices(name).find_map(|(at, _)| {
            if at < seen {
                return None;
            }
            let behind = &line[at + name.len()..];
            let inner = behind.trim_start_matches(['"', '\'']).trim_start();
            let value = match (*name, inner.strip_prefix(['=', ':'])) {
                (_, Some(value)) => value.trim_start(),
                ("bearer", None) if behind.starts_with(' ') => inner,
                _ => return None,
            };
            let value = value.trim_start_matches(['"', '\'', '`']);
            let is_over = |one: char| {
                one.is_whitespace() || matches!(one, '"' | '\'' | '`' | ',' | ';' | '<' | '>')
            };
            let mut ends = value.char_indices().take(MOST);
            let end = ends.find(|(_, one)| is_over(*one));
            let end = end.or_else(|| value.char_indices().nth(MOST));
            let word = &value[..end.map_or(value.len(), |(end, _)| end)];
            let begin = line.len() - value.len();
            seen = begin + word.len();
            let is_secret = word.len() >= LEAST && is_password(word) && is_secret_word(word);
            is_secret.then_some(begin)
        })
    })
}

/// Whether a word is none of a language or a program: it has digits and letters, and is no name, call or example.
fn is_secret_word(word: &str) -> bool {
    let letters = word.bytes().filter(u8::is_ascii_alphabetic).count();
    let lower = word.to_ascii_lowercase();
    let is_example = ["example", "your", "placeholder", "changeme", "token"]
        .iter()
        .any(|part| lower.contains(part));
    let is_code = word.contains(['.', '(', '[', '/']) && !word.contains(['+', '=']);
    letters >= 3 && !is_example && !is_code && is_random(word) && name_of(word).is_none()
}

fn private_key(line: &str) -> Option<usize> {
    let at = line.find("-----BEGIN ")?;
    let rest = &line[at..];
    let is_private = ["PRIVATE KEY-----", "PRIVATE KEY BLOCK-----"]
        .iter()
        .any(|end| rest.contains(end));
    is_private.then_some(at)
}

/// The addresses of a line that hold a password, as `postgres://ada:1815@db` does.
fn passwords(line: &str) -> impl Iterator<Item = usize> {
    let is_over = |one: char| {
        one.is_whitespace() || matches!(one, '/' | '?' | '#' | '"' | '\'' | '`' | '<' | '>' | '\\')
    };
    line.match_indices("://").filter_map(move |(at, mark)| {
        let rest = &line[at + mark.len()..];
        let authority = rest.split(is_over).next().unwrap_or(rest);
        let (user, _) = authority.rsplit_once('@')?;
        let (_, password) = user.split_once(':')?;
        let scheme = line[..at].trim_end_matches(|one: char| {
            one.is_ascii_alphanumeric() || matches!(one, '+' | '-' | '.')
        });
        is_password(password).then_some(scheme.len())
    })
}

/// Whether a word is no variable, no asterisks and none of the words that examples have.
fn is_password(word: &str) -> bool {
    let plain: String = word
        .chars()
        .filter(|one| !matches!(one, '-' | '_'))
        .flat_map(char::to_lowercase)
        .collect();
    let is_filled = word.contains(['{', '[', '('])
        || word.starts_with('$')
        || (word.starts_with('%') && word.ends_with('%'));
    let is_masked = plain
        .chars()
        .all(|one| matches!(one, '*' | 'x' | '.' | '…' | '•'));
    !is_filled && !is_masked && !EXAMPLES.contains(&plain.as_str())
}

/// A secret of 40 characters behind its usual name.
fn aws_secret(line: &str) -> Option<usize> {
    const LENGTH: usize = 40;
    let lower = line.to_ascii_lowercase();
    let name = ["secret_access_key", "secretaccesskey", "aws_secret"]
        .iter()
        .find_map(|name| lower.find(name).map(|at| at + name.len()))?;
    let is_part = |one: char| one.is_ascii_alphanumeric() || matches!(one, '/' | '+');
    let rest = &line[name..];
    let mut words = rest.split(|one| !is_part(one));
    let word = words.find(|word| word.len() == LENGTH && is_random(word))?;
    Some(name + rest.find(word)?)
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
        for shape in SHAPES.iter().chain(DOTTED) {
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
        for end in ["PRIVATE KEY-----", "PRIVATE KEY BLOCK-----"] {
            let pem = ["-----BEGIN RSA", end].join(" ");
            assert_eq!(secrets(&pem)[0].name, "a private key");
        }
        let secret = key("", 19) + "/" + &key("", 20);
        for name in [
            "aws_secret_access_key = ",
            "\"SecretAccessKey\": \"",
            "AWS_SECRET=",
        ] {
            assert_eq!(
                secrets(&format!("{name}{secret}"))[0].name,
                "an AWS secret key"
            );
        }
    }

    #[test]
    fn a_long_line_of_names_is_looked_through_once() {
        // By reading the rest of the line behind each of the names this would take hours.
        let line = "password=".repeat(100_000);
        assert!(secrets(&line).is_empty());
    }

    #[test]
    fn passwords_in_addresses_are_found_and_placeholders_are_not() {
        for (text, column) in [
            ("postgres://u:pw@host", 1),
            (
                "Connect to `mysql://root:hunter2@db.example.org:3306/app?ssl=1`.",
                13,
            ),
            (
                "DATABASE_URL=postgresql+asyncpg://app:p%40ss@10.0.0.1/db",
                14,
            ),
            ("Ü https://ada:l0ve@lace@example.org/x", 3),
            ("redis://:abc123@cache", 1),
        ] {
            let found = secrets(text);
            assert_eq!(found.len(), 1, "{text}");
            assert_eq!(found[0].name, "an address with a password");
            assert_eq!(found[0].column, column, "{text}");
        }
        for text in [
            "postgres://user:password@host/db",
            "postgres://user:{{password}}@host",
            "postgres://user:$PASSWORD@host and ${X}",
            "postgres://user:<password>@host",
            "https://user:****@example.org and ftp://u:xxx@h",
            "https://example.org:8080/a@b and mailto:ada@example.org",
            "https://example.org/?next=http://x:1/@y",
            "ssh://git@github.com:22/x",
        ] {
            assert_eq!(secrets(text), [], "{text}");
        }
    }

    #[test]
    fn secrets_are_found_by_their_names_and_addresses() {
        let hex: String = "0f1e2d3c4b5a69788796a5b4c3d2e1f0".to_owned();
        let letters = "aBcDeFgHiJkLmNoPqRsTuVwXyZaBcDeFgH";
        let path = ["T0A1B2C3D", "B0A1B2C3D", &key("", 24)].join("/");
        for (text, name) in [
            (format!("hf_{letters}"), "a Hugging Face token"),
            (
                format!("https://hooks.slack.com/services/{path}"),
                "a Slack webhook address",
            ),
            (
                format!("bot 123456789:{}", key("AA", 33)),
                "a Telegram bot token",
            ),
            (format!("SK{hex}"), "a Twilio key"),
            (
                format!("AccountName=a;AccountKey={}==;", key("", 86)),
                "a password",
            ),
            (format!("DB_PASSWORD={}", key("", 12)), "a password"),
            (format!("\"api_key\": \"{}\"", key("", 20)), "a password"),
            (
                format!("Authorization: Bearer {}", key("", 30)),
                "a password",
            ),
        ] {
            let found = secrets(&text);
            assert_eq!(
                found.iter().map(|one| one.name).collect::<Vec<_>>(),
                [name],
                "{text}"
            );
        }
        for text in [
            "AKIAIOSFODNN7EXAMPLE",
            "password: at least 8 characters",
            "PASSWORD=$DB_PASSWORD",
            "PASSWORD={{password}}",
            "api_key=os.environ[\"OPENAI_API_KEY_2\"]",
            "api_key: YOUR_API_KEY_2",
            "The bearer of this letter1 is Ada",
            "Authorization: Bearer <token>",
            "password=changeme123",
            "hf_models_and_other_things_without_a_digit",
            "at 12:30 a meeting",
        ] {
            assert_eq!(secrets(text), [], "{text}");
        }
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
