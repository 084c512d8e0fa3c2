//! The instructions that wrappers add to the text of a module, in the language of the prompt.
//!
//! A module's configuration may change them: `wrapper_texts` holds a text per wrapper, and the keys that
//! [`default_text`] names are the parameters of the texts.

use serde_json::Value;

use super::values::text_of;
use crate::{Language, Wrapper};

/// The key of a module's configuration with its own texts of wrappers, by wrapper.
const OWN_TEXTS: &str = "wrapper_texts";

/// A wrapper's text in the four languages of prompts: without its parameter, and with it at `{}`.
struct Texts {
    wrapper: Wrapper,
    /// The key of the configuration that holds the parameter.
    key: &'static str,
    plain: [&'static str; 4],
    with: [&'static str; 4],
}

/// The texts in English, French, German and Spanish.
const TEXTS: [Texts; 13] = [
    Texts {
        wrapper: Wrapper::FormatJson,
        key: "schema",
        plain: [
            "Answer with a single JSON value and nothing else.",
            "Répondez uniquement par une valeur JSON, sans rien d'autre.",
            "Antworte nur mit einem einzigen JSON-Wert.",
            "Responde solo con un único valor JSON.",
        ],
        with: [
            "Answer with a single JSON value and nothing else. It must match this JSON Schema:\n{}",
            "Répondez uniquement par une valeur JSON, sans rien d'autre. Elle doit respecter ce JSON Schema :\n{}",
            "Antworte nur mit einem einzigen JSON-Wert. Er muss diesem JSON-Schema entsprechen:\n{}",
            "Responde solo con un único valor JSON. Debe cumplir este JSON Schema:\n{}",
        ],
    },
    Texts {
        wrapper: Wrapper::FormatList,
        key: "items",
        plain: [
            "Answer as a bulleted list.",
            "Répondez sous forme de liste à puces.",
            "Antworte als Aufzählung.",
            "Responde en forma de lista con viñetas.",
        ],
        with: [
            "Answer as a bulleted list of {} items.",
            "Répondez sous forme de liste à puces de {} éléments.",
            "Antworte als Aufzählung mit {} Punkten.",
            "Responde en forma de lista con viñetas de {} elementos.",
        ],
    },
    Texts {
        wrapper: Wrapper::FormatTable,
        key: "columns",
        plain: [
            "Answer as a table.",
            "Répondez sous forme de tableau.",
            "Antworte als Tabelle.",
            "Responde en forma de tabla.",
        ],
        with: [
            "Answer as a table with these columns: {}.",
            "Répondez sous forme de tableau avec ces colonnes : {}.",
            "Antworte als Tabelle mit diesen Spalten: {}.",
            "Responde en forma de tabla con estas columnas: {}.",
        ],
    },
    Texts {
        wrapper: Wrapper::ValidateInput,
        key: "rules",
        plain: [
            "First check that the input is complete and valid. If it is not, say what is wrong and stop.",
            "Vérifiez d'abord que l'entrée est complète et valide. Sinon, indiquez le problème et arrêtez-vous.",
            "Prüfe zuerst, ob die Eingabe vollständig und gültig ist. Falls nicht, nenne das Problem und höre auf.",
            "Primero comprueba que la entrada está completa y es válida. Si no lo es, indica el problema y detente.",
        ],
        with: [
            "First check the input: {}. If it does not pass, say what is wrong and stop.",
            "Vérifiez d'abord l'entrée : {}. Si elle ne convient pas, indiquez le problème et arrêtez-vous.",
            "Prüfe zuerst die Eingabe: {}. Falls sie nicht besteht, nenne das Problem und höre auf.",
            "Primero comprueba la entrada: {}. Si no es válida, indica el problema y detente.",
        ],
    },
    Texts {
        wrapper: Wrapper::TransformData,
        key: "transform",
        plain: [
            "Transform the data as described before you use it.",
            "Transformez les données comme indiqué avant de les utiliser.",
            "Wandle die Daten wie beschrieben um, bevor du sie verwendest.",
            "Transforma los datos como se indica antes de usarlos.",
        ],
        with: [
            "Transform the data before you use it: {}.",
            "Transformez les données avant de les utiliser : {}.",
            "Wandle die Daten um, bevor du sie verwendest: {}.",
            "Transforma los datos antes de usarlos: {}.",
        ],
    },
    Texts {
        wrapper: Wrapper::ErrorHandling,
        key: "fallback",
        plain: [
            "If something is missing or unclear, say so instead of guessing.",
            "S'il manque quelque chose ou si quelque chose n'est pas clair, dites-le au lieu de deviner.",
            "Wenn etwas fehlt oder unklar ist, sage es, statt zu raten.",
            "Si falta algo o no está claro, dilo en lugar de suponerlo.",
        ],
        with: [
            "If something is missing or unclear: {}.",
            "S'il manque quelque chose ou si quelque chose n'est pas clair : {}.",
            "Wenn etwas fehlt oder unklar ist: {}.",
            "Si falta algo o no está claro: {}.",
        ],
    },
    Texts {
        wrapper: Wrapper::FormatMarkdown,
        key: "style",
        plain: [
            "Answer in Markdown.",
            "Répondez en Markdown.",
            "Antworte in Markdown.",
            "Responde en Markdown.",
        ],
        with: [
            "Answer in Markdown: {}.",
            "Répondez en Markdown : {}.",
            "Antworte in Markdown: {}.",
            "Responde en Markdown: {}.",
        ],
    },
    Texts {
        wrapper: Wrapper::FormatYaml,
        key: "keys",
        plain: [
            "Answer with valid YAML and nothing else.",
            "Répondez uniquement par du YAML valide, sans rien d'autre.",
            "Antworte nur mit gültigem YAML.",
            "Responde solo con YAML válido.",
        ],
        with: [
            "Answer with valid YAML and nothing else. Use these keys: {}.",
            "Répondez uniquement par du YAML valide. Utilisez ces clés : {}.",
            "Antworte nur mit gültigem YAML. Verwende diese Schlüssel: {}.",
            "Responde solo con YAML válido. Usa estas claves: {}.",
        ],
    },
    Texts {
        wrapper: Wrapper::FormatXml,
        key: "elements",
        plain: [
            "Answer with well-formed XML and nothing else.",
            "Répondez uniquement par du XML bien formé, sans rien d'autre.",
            "Antworte nur mit wohlgeformtem XML.",
            "Responde solo con XML bien formado.",
        ],
        with: [
            "Answer with well-formed XML and nothing else. Use these elements: {}.",
            "Répondez uniquement par du XML bien formé. Utilisez ces éléments : {}.",
            "Antworte nur mit wohlgeformtem XML. Verwende diese Elemente: {}.",
            "Responde solo con XML bien formado. Usa estos elementos: {}.",
        ],
    },
    Texts {
        wrapper: Wrapper::FormatCsv,
        key: "columns",
        plain: [
            "Answer as CSV with a header row and nothing else.",
            "Répondez uniquement en CSV, avec une ligne d'en-tête.",
            "Antworte nur als CSV mit einer Kopfzeile.",
            "Responde solo en CSV con una fila de encabezado.",
        ],
        with: [
            "Answer as CSV and nothing else, with these columns in a header row: {}.",
            "Répondez uniquement en CSV, avec ces colonnes en ligne d'en-tête : {}.",
            "Antworte nur als CSV mit diesen Spalten in der Kopfzeile: {}.",
            "Responde solo en CSV con estas columnas en la fila de encabezado: {}.",
        ],
    },
    Texts {
        wrapper: Wrapper::Summarize,
        key: "length",
        plain: [
            "Keep the answer to a short summary.",
            "Limitez la réponse à un court résumé.",
            "Fasse die Antwort kurz zusammen.",
            "Limita la respuesta a un breve resumen.",
        ],
        with: [
            "Keep the answer to a summary of at most {}.",
            "Limitez la réponse à un résumé de {} au maximum.",
            "Fasse die Antwort in höchstens {} zusammen.",
            "Limita la respuesta a un resumen de {} como máximo.",
        ],
    },
    Texts {
        wrapper: Wrapper::Translate,
        key: "language",
        plain: [
            "Write the answer in English.",
            "Rédigez la réponse en français.",
            "Schreibe die Antwort auf Deutsch.",
            "Escribe la respuesta en español.",
        ],
        with: [
            "Translate the answer into {}.",
            "Traduisez la réponse en {}.",
            "Übersetze die Antwort ins {}.",
            "Traduce la respuesta al {}.",
        ],
    },
    // A text around `{{content}}`; without one it changes nothing.
    Texts {
        wrapper: Wrapper::Custom,
        key: "template",
        plain: [""; 4],
        with: ["{}"; 4],
    },
];

/// The instruction of a wrapper in a language, with the parameters of a module's configuration: the text that
/// [`render`](super::render) adds. It is empty for `no_wrapper`, for `conditional-logic`, which leaves the
/// module out instead, and for `custom` without a `template`.
pub fn default_text(wrapper: Wrapper, language: Language, config: &Value) -> String {
    let own = config
        .get(OWN_TEXTS)
        .and_then(|texts| texts.get(wrapper.as_str()));
    if let Some(text) = own.and_then(Value::as_str) {
        return text.to_owned();
    }
    let Some(texts) = TEXTS.iter().find(|texts| texts.wrapper == wrapper) else {
        return String::new();
    };
    let at = match language {
        Language::English => 0,
        Language::French => 1,
        Language::German => 2,
        Language::Spanish => 3,
    };
    let parameter = config.get(texts.key).map(parameter).unwrap_or_default();
    if parameter.trim().is_empty() {
        texts.plain[at].to_owned()
    } else {
        texts.with[at].replacen("{}", &parameter, 1)
    }
}

/// The place of the module's text in the template of a custom wrapper.
const CONTENT: [&str; 2] = ["{{content}}", "{{ content }}"];

/// The stretches of a custom wrapper's template around the places of the module's text.
pub(super) fn around(template: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(template);
    std::iter::from_fn(move || {
        let text = rest?;
        let place = text.match_indices("{{").find_map(|(at, _)| {
            let sign = CONTENT.iter().find(|sign| text[at..].starts_with(**sign))?;
            Some((at, sign.len()))
        });
        let Some((at, length)) = place else {
            rest = None;
            return Some(text);
        };
        rest = Some(&text[at + length..]);
        Some(&text[..at])
    })
}

/// Whether the parameter of a wrapper is an object of JSON.
pub(super) fn has_json(wrapper: Wrapper, config: &Value) -> bool {
    let is_nested = |value: &Value| value.is_object() || value.is_array();
    parameter_of(wrapper, config).is_some_and(|value| match value {
        Value::Array(list) => list.iter().any(is_nested),
        value => is_nested(value),
    })
}

/// The texts of a module's configuration that a wrapper writes, which may have variables.
pub(super) fn written_texts(wrapper: Wrapper, config: &Value) -> Vec<&str> {
    fn collect<'a>(value: &'a Value, texts: &mut Vec<&'a str>) {
        match value {
            Value::String(text) => texts.push(text),
            Value::Array(list) => list.iter().for_each(|one| collect(one, texts)),
            Value::Object(map) => map.values().for_each(|one| collect(one, texts)),
            _ => {}
        }
    }
    let mut texts = Vec::new();
    match parameter_of(wrapper, config) {
        Some(Value::String(text)) if wrapper == Wrapper::Custom => texts.extend(around(text)),
        Some(value) => collect(value, &mut texts),
        None => {}
    }
    texts
}

/// The own text of a wrapper, or its parameter.
fn parameter_of(wrapper: Wrapper, config: &Value) -> Option<&Value> {
    let own = config
        .get(OWN_TEXTS)
        .and_then(|texts| texts.get(wrapper.as_str()));
    own.filter(|own| own.is_string()).or_else(|| {
        let texts = TEXTS.iter().find(|texts| texts.wrapper == wrapper)?;
        config.get(texts.key)
    })
}

/// A parameter as text: the entries of a list are separated by commas.
fn parameter(value: &Value) -> String {
    match value {
        Value::Array(list) if list.iter().all(|one| !one.is_object() && !one.is_array()) => {
            let entries: Vec<_> = list.iter().map(|one| text_of(one).into_owned()).collect();
            entries.join(", ")
        }
        other => text_of(other).into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_wrapper_says_something_in_every_language() {
        let silent = [
            Wrapper::NoWrapper,
            Wrapper::ConditionalLogic,
            Wrapper::Custom,
        ];
        for wrapper in Wrapper::ALL {
            for language in Language::ALL {
                let text = default_text(*wrapper, *language, &json!({}));
                assert_eq!(
                    text.is_empty(),
                    silent.contains(wrapper),
                    "{wrapper} {language}"
                );
            }
        }
    }

    #[test]
    fn parameters_of_the_configuration_are_written_and_own_texts_win() {
        let text = |wrapper, config| default_text(wrapper, Language::English, &config);
        assert_eq!(
            text(Wrapper::FormatTable, json!({ "columns": ["Name", "Age"] })),
            "Answer as a table with these columns: Name, Age."
        );
        assert_eq!(
            text(
                Wrapper::FormatJson,
                json!({ "schema": { "type": "object" } })
            ),
            "Answer with a single JSON value and nothing else. It must match this JSON Schema:\n{\"type\":\"object\"}"
        );
        assert_eq!(
            text(Wrapper::Translate, json!({ "language": "Dutch" })),
            "Translate the answer into Dutch."
        );
        let own = json!({ "wrapper_texts": { "summarize": "Be brief." }, "length": 3 });
        assert_eq!(text(Wrapper::Summarize, own), "Be brief.");
    }
}
