//! Generated prompts that read like real ones: sentences of the sample, and words of which a few are common and
//! many rare.

use prompt_core::{Category, Complexity, Prompt, PromptKind};
use rand::RngExt;
use rand::rngs::StdRng;
use serde_json::{Value, json};

use crate::http::error::Result;

const TAGS: [&str; 24] = [
    "code",
    "review",
    "email",
    "summary",
    "research",
    "teaching",
    "marketing",
    "data",
    "sql",
    "python",
    "rust",
    "translation",
    "interview",
    "planning",
    "legal",
    "support",
    "design",
    "testing",
    "story",
    "analysis",
    "meeting",
    "product",
    "security",
    "writing",
];
const DEEDS: [&str; 12] = [
    "Summarise",
    "Review",
    "Explain",
    "Draft",
    "Translate",
    "Compare",
    "Plan",
    "Classify",
    "Rewrite",
    "Check",
    "Outline",
    "Improve",
];
const THINGS: [&str; 12] = [
    "a meeting",
    "a contract",
    "a pull request",
    "a lesson",
    "a landing page",
    "a survey",
    "a bug report",
    "a press release",
    "an interview",
    "a data set",
    "a short story",
    "a roadmap",
];
const CATEGORIES: [Category; 6] = [
    Category::Ai,
    Category::Web,
    Category::Data,
    Category::Creative,
    Category::Business,
    Category::Research,
];
const SYLLABLES: [&str; 16] = [
    "ka", "lo", "mi", "ne", "ro", "su", "ta", "ve", "zi", "dor", "fen", "gal", "hin", "jor", "pel",
    "quin",
];

pub struct Writing {
    sentences: Vec<String>,
}

impl Writing {
    /// Collects its sentences from any JSON that contains prompts.
    pub fn new(sample: &Value) -> Self {
        let mut sentences = Vec::new();
        collect(sample, &mut sentences);
        Self { sentences }
    }

    /// Generates a prompt of about this many characters.
    pub fn prompt(
        &self,
        random: &mut StdRng,
        characters: usize,
        is_public: bool,
    ) -> Result<Prompt> {
        let wanted = random.random_range(characters * 2 / 5..=characters * 8 / 5);
        let deed = pick(random, &DEEDS);
        let thing = pick(random, &THINGS);
        let word = word(random);
        let tags: Vec<&str> = (0..random.random_range(0..5))
            .map(|_| pick(random, &TAGS))
            .collect();
        let (structure, content) = self.content(random, wanted);
        Ok(serde_json::from_value(json!({
            "title": format!("{deed} {thing} about {word}"),
            "description": self.text(random, 120),
            "structure_type": structure,
            "category": pick(random, &CATEGORIES),
            "type": pick(random, &[PromptKind::Assistant, PromptKind::Analyzer, PromptKind::Generator]),
            "complexity": pick(random, Complexity::ALL),
            "tags": tags,
            "is_public": is_public,
            "content": content,
        }))?)
    }

    fn content(&self, random: &mut StdRng, wanted: usize) -> (&'static str, Value) {
        let parts = random.random_range(2..7);
        let mut text = || self.text(random, wanted / parts);
        match wanted % 4 {
            0 | 1 => {
                let types = ["system", "context", "instruction", "user"];
                let segments: Vec<Value> = (0..parts)
                    .map(|at| json!({ "type": types[at % 4], "content": text() }))
                    .collect();
                ("standard", json!({ "segments": segments }))
            }
            2 => {
                let sections: Vec<Value> = (1..=parts)
                    .map(|at| json!({ "title": format!("Step {at}"), "content": text() }))
                    .collect();
                ("structured", json!({ "sections": sections }))
            }
            _ => {
                let modules: Vec<Value> = (1..=parts)
                    .map(|at| json!({ "title": format!("Module {at}"), "content": text(), "wrappers": ["format-json"] }))
                    .collect();
                ("modulized", json!({ "modules": modules }))
            }
        }
    }

    fn text(&self, random: &mut StdRng, characters: usize) -> String {
        let mut text = String::new();
        while text.len() < characters {
            text.push_str(&self.sentences[random.random_range(0..self.sentences.len())]);
            text.push_str(" Mind ");
            text.push_str(&word(random));
            text.push_str(" and ");
            text.push_str(&word(random));
            text.push_str(".\n");
        }
        text
    }
}

fn pick<T: Copy>(random: &mut StdRng, from: &[T]) -> T {
    from[random.random_range(0..from.len())]
}

/// One of four thousand words, the first ones often and the last ones rarely.
pub fn word(random: &mut StdRng) -> String {
    let rank: f64 = random.random::<f64>().powi(3) * 4096.0;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "0 to 4095"
    )]
    let rank = rank as usize;
    [rank % 16, rank / 16 % 16, rank / 256 % 16]
        .map(|at| SYLLABLES[at])
        .concat()
}

fn collect(value: &Value, sentences: &mut Vec<String>) {
    match value {
        Value::String(text) if text.len() > 20 => sentences.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|item| collect(item, sentences)),
        Value::Object(fields) => fields.values().for_each(|field| collect(field, sentences)),
        _ => {}
    }
}
