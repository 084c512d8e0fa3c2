//! Rewrites the document for client generators: a closed list becomes one enum, responses that operations share are
//! listed once, and no default value is an object.

use poem::http::StatusCode;
use serde_json::{Map, Value, json};

/// Rewrites every schema of a map, nested ones included.
pub fn schemas(map: &mut Value) {
    let all = map.as_object_mut().into_iter().flat_map(Map::values_mut);
    all.for_each(schema);
}

fn schema(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            join_words(fields);
            bound(fields);
            // An object as a default only repeats each field's own default, and few generators can parse it.
            if fields.get("default").is_some_and(Value::is_object) {
                fields.remove("default");
            }
            for (name, field) in fields {
                match name.as_str() {
                    // Keys below `properties` are property names, not schema keywords.
                    "properties" => schemas(field),
                    "default" | "example" | "enum" => {}
                    _ => schema(field),
                }
            }
        }
        Value::Array(list) => list.iter_mut().for_each(schema),
        _ => {}
    }
}

/// Rewrites the schemas of every parameter.
pub fn parameters(document: &mut Value) {
    for operation in operations(document) {
        let parameters = operation
            .get_mut("parameters")
            .and_then(Value::as_array_mut);
        let parameters = parameters.into_iter().flatten();
        parameters
            .filter_map(|parameter| parameter.get_mut("schema"))
            .for_each(schema);
    }
}

/// States for every operation who may ask: an empty list is everybody.
pub fn security(document: &mut Value) {
    for operation in operations(document).filter_map(Value::as_object_mut) {
        operation.entry("security").or_insert_with(|| json!([]));
    }
}

/// Sorts the tags as their operations are, instead of by name.
pub fn tags(document: &mut Value) {
    let used: Vec<Value> = operations(document)
        .filter_map(|operation| operation["tags"].get(0).cloned())
        .collect();
    if let Some(tags) = document["tags"].as_array_mut() {
        tags.sort_by_key(|tag| used.iter().position(|name| *name == tag["name"]));
    }
}

fn operations(document: &mut Value) -> impl Iterator<Item = &mut Value> {
    let paths = document.get_mut("paths").and_then(Value::as_object_mut);
    let paths = paths.into_iter().flat_map(Map::values_mut);
    paths
        .filter_map(Value::as_object_mut)
        .flat_map(Map::values_mut)
}

/// Adds bounds for formats such as `uint8`, which are not standard. `uint64` gets no upper bound, because many
/// programs cannot represent such numbers exactly.
fn bound(schema: &mut Map<String, Value>) {
    let most = match schema.get("format").and_then(Value::as_str) {
        Some("uint8") => Some(u32::from(u8::MAX)),
        Some("uint32") => Some(u32::MAX),
        Some("uint64") => None,
        _ => return,
    };
    schema.entry("minimum").or_insert(json!(0));
    if let Some(most) = most {
        schema.entry("maximum").or_insert(json!(most));
    }
}

/// Joins a closed list, which schemars derives as one schema per word, into one enum with a parallel list of
/// descriptions.
fn join_words(schema: &mut Map<String, Value>) {
    let Some(Value::Array(choices)) = schema.get("oneOf") else {
        return;
    };
    let words: Option<Vec<(&str, &str)>> = choices.iter().map(word).collect();
    let Some(words) = words.filter(|words| !words.is_empty()) else {
        return;
    };
    let mut description = schema["description"]
        .as_str()
        .unwrap_or_default()
        .to_owned();
    description.push('\n');
    let lines = words
        .iter()
        .map(|(word, meaning)| format!("\n- `{word}`: {meaning}"));
    description.extend(lines);
    let words: Vec<&str> = words.into_iter().map(|(word, _)| word).collect();
    let words = json!(words);
    schema.remove("oneOf");
    schema.insert("type".to_owned(), json!("string"));
    schema.insert("enum".to_owned(), words);
    schema.insert("description".to_owned(), json!(description));
}

/// The single word of a schema, and its description.
fn word(schema: &Value) -> Option<(&str, &str)> {
    let [Value::String(word)] = schema["enum"].as_array()?.as_slice() else {
        return None;
    };
    Some((word, schema["description"].as_str().unwrap_or_default()))
}

/// Moves every failure that operations share into `components/responses`, named after its status.
pub fn responses(document: &mut Value) {
    let mut shared = Map::new();
    for operation in operations(document) {
        let answers = operation
            .get_mut("responses")
            .and_then(Value::as_object_mut);
        let Some(answers) = answers else {
            continue;
        };
        for (status, answer) in answers.iter_mut() {
            let Some(name) = failure_name(status) else {
                continue;
            };
            if shared.get(&name).is_none_or(|known| known == answer) {
                let reference = json!({ "$ref": format!("#/components/responses/{name}") });
                shared.insert(name, std::mem::replace(answer, reference));
            }
        }
    }
    document["components"]["responses"] = Value::Object(shared);
}

/// `NotFound` for 404; `None` for a success.
fn failure_name(status: &str) -> Option<String> {
    let status: StatusCode = status.parse().ok()?;
    let reason = status.canonical_reason()?.replace(' ', "");
    (status.is_client_error() || status.is_server_error()).then_some(reason)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_are_described_become_one_enumeration() {
        let mut size = json!({ "description": "A size.", "oneOf": [
            { "type": "string", "enum": ["small"], "description": "Fits a hand." },
            { "type": "string", "enum": ["large"], "description": "Does not." },
        ] });
        schema(&mut size);
        assert_eq!(
            size,
            json!({
                "type": "string", "enum": ["small", "large"],
                "description": "A size.\n\n- `small`: Fits a hand.\n- `large`: Does not.",
            })
        );
        let mut number = json!({ "type": "integer", "format": "uint8", "minimum": 1 });
        schema(&mut number);
        assert_eq!(
            number,
            json!({ "type": "integer", "format": "uint8", "minimum": 1, "maximum": 255 })
        );
        let mut objects =
            json!({ "oneOf": [{ "type": "object" }, { "type": "string", "enum": ["a"] }] });
        let before = objects.clone();
        schema(&mut objects);
        assert_eq!(objects, before);
    }

    #[test]
    fn a_failure_that_differs_stays_where_it_is() {
        let mut document = json!({ "components": {}, "paths": {
            "/a": { "get": { "responses": { "200": { "description": "A" }, "404": { "description": "Gone" } } } },
            "/b": { "get": { "responses": { "404": { "description": "Gone" } } } },
            "/c": { "get": { "responses": { "404": { "description": "Never was" } } } },
        } });
        responses(&mut document);
        let reference = json!({ "$ref": "#/components/responses/NotFound" });
        let answers = |path: &str| document["paths"][path]["get"]["responses"].clone();
        assert_eq!(
            answers("/a"),
            json!({ "200": { "description": "A" }, "404": reference })
        );
        assert_eq!(answers("/b"), json!({ "404": reference }));
        assert_eq!(
            answers("/c"),
            json!({ "404": { "description": "Never was" } })
        );
        assert_eq!(
            document["components"]["responses"]["NotFound"]["description"],
            "Gone"
        );
    }
}
