//! Rewrites the document from OpenAPI 3.0, which poem-openapi and schemars write, to 3.1, whose schemas are JSON Schema.

use serde_json::{Map, Value, json};

/// Keys whose values are data, not schemas.
const DATA: [&str; 5] = ["default", "enum", "example", "examples", "const"];
/// Keys whose values are schemas by names of properties, or other maps by free names.
const MAPS: [&str; 3] = ["properties", "schemas", "paths"];

/// Rewrites a whole document.
pub fn upgrade(document: &mut Value) {
    document["openapi"] = json!("3.1.0");
    rewrite(document);
}

fn rewrite(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields.iter_mut() {
                match name.as_str() {
                    name if DATA.contains(&name) => {}
                    name if MAPS.contains(&name) => field
                        .as_object_mut()
                        .into_iter()
                        .flat_map(Map::values_mut)
                        .for_each(rewrite),
                    _ => rewrite(field),
                }
            }
            exclusive(fields, "exclusiveMinimum", "minimum");
            exclusive(fields, "exclusiveMaximum", "maximum");
            if fields.remove("nullable") == Some(json!(true)) {
                *value = with_null(std::mem::take(fields));
            }
        }
        Value::Array(list) => list.iter_mut().for_each(rewrite),
        _ => {}
    }
}

/// A flag beside a limit becomes the limit itself.
fn exclusive(fields: &mut Map<String, Value>, flag: &str, limit: &str) {
    match fields.get(flag) {
        Some(Value::Bool(true)) => {
            if let Some(limit) = fields.remove(limit) {
                fields.insert(flag.to_owned(), limit);
            }
        }
        Some(Value::Bool(false)) => drop(fields.remove(flag)),
        _ => {}
    }
}

/// A schema that also takes null.
fn with_null(mut fields: Map<String, Value>) -> Value {
    if fields.get("enum") == Some(&json!([null])) {
        return json!({ "type": "null" });
    }
    if let Some(Value::Array(words)) = fields.get_mut("enum")
        && !words.contains(&Value::Null)
    {
        words.push(Value::Null);
    }
    if let Some(kind @ Value::String(_)) = fields.get("type").cloned() {
        fields.insert("type".to_owned(), json!([kind, "null"]));
        return Value::Object(fields);
    }
    let null = json!({ "type": "null" });
    if let Some(Value::Array(choices)) = fields.get_mut("anyOf") {
        if !choices.contains(&null) {
            choices.push(null);
        }
        return Value::Object(fields);
    }
    // One schema that another refers to, with words about its use.
    let whole = match fields.remove("allOf") {
        Some(Value::Array(parts)) if parts.len() == 1 => parts,
        Some(parts) => vec![json!({ "allOf": parts })],
        None => match fields.remove("$ref") {
            Some(reference) => vec![json!({ "$ref": reference })],
            None => return Value::Object(fields),
        },
    };
    let choices: Vec<Value> = whole.into_iter().chain([null]).collect();
    fields.insert("anyOf".to_owned(), Value::Array(choices));
    Value::Object(fields)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schemas_become_json_schema() {
        let reference = json!({ "$ref": "#/components/schemas/A" });
        for (before, after) in [
            (
                json!({ "type": "string", "nullable": true }),
                json!({ "type": ["string", "null"] }),
            ),
            (
                json!({ "type": "string", "enum": ["a"], "nullable": true }),
                json!({ "type": ["string", "null"], "enum": ["a", null] }),
            ),
            (
                json!({ "allOf": [reference], "nullable": true, "description": "Its A." }),
                json!({ "anyOf": [reference, { "type": "null" }], "description": "Its A." }),
            ),
            (
                json!({ "anyOf": [reference, { "enum": [null], "nullable": true }] }),
                json!({ "anyOf": [reference, { "type": "null" }] }),
            ),
            (
                json!({ "minimum": 0, "exclusiveMinimum": true, "maximum": 2, "exclusiveMaximum": false }),
                json!({ "exclusiveMinimum": 0, "maximum": 2 }),
            ),
            // A property or an example may have any name and value.
            (
                json!({ "properties": { "nullable": { "type": "boolean" } }, "example": { "nullable": true } }),
                json!({ "properties": { "nullable": { "type": "boolean" } }, "example": { "nullable": true } }),
            ),
        ] {
            let mut schema = before;
            rewrite(&mut schema);
            assert_eq!(schema, after);
        }
    }
}
