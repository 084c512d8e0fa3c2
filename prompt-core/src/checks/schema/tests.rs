use serde_json::json;

use super::*;

fn validate(schema: &Value, value: &Value) -> Result<(), String> {
    super::validate(&mut Budget::default(), schema, value).unwrap()
}

#[test]
fn keywords_accept_and_reject() {
    for (schema, good, bad) in [
        (json!({ "type": ["string", "null"] }), json!(null), json!(1)),
        (json!({ "type": "integer" }), json!(2.0), json!(2.5)),
        (
            json!({ "const": { "a": 1 } }),
            json!({ "a": 1.0 }),
            json!({ "a": 2 }),
        ),
        (json!({ "enum": ["a", 2] }), json!(2), json!("b")),
        (
            json!({ "required": ["a"] }),
            json!({ "a": null }),
            json!({}),
        ),
        (
            json!({ "properties": { "a": { "type": "string" } } }),
            json!({ "a": "x" }),
            json!({ "a": 1 }),
        ),
        (
            json!({ "properties": { "a": true }, "additionalProperties": false }),
            json!({ "a": 1 }),
            json!({ "b": 1 }),
        ),
        (
            json!({ "patternProperties": { "^x-": { "type": "string" } }, "additionalProperties": false }),
            json!({ "x-a": "" }),
            json!({ "x-a": 1 }),
        ),
        (
            json!({ "propertyNames": { "maxLength": 1 } }),
            json!({ "a": 1 }),
            json!({ "ab": 1 }),
        ),
        (
            json!({ "dependentRequired": { "a": ["b"] } }),
            json!({ "a": 1, "b": 2 }),
            json!({ "a": 1 }),
        ),
        (
            json!({ "minProperties": 1, "maxProperties": 1 }),
            json!({ "a": 1 }),
            json!({}),
        ),
        (
            json!({ "items": { "type": "number" } }),
            json!([1, 2]),
            json!([1, "2"]),
        ),
        (
            json!({ "prefixItems": [{ "type": "number" }], "items": false }),
            json!([1]),
            json!([1, 2]),
        ),
        (
            json!({ "items": [{ "type": "number" }] }),
            json!([1, "x"]),
            json!(["x"]),
        ),
        (
            json!({ "minItems": 1, "maxItems": 2 }),
            json!([1]),
            json!([1, 2, 3]),
        ),
        (
            json!({ "uniqueItems": true }),
            json!([1, "1"]),
            json!([1, 1.0]),
        ),
        (
            json!({ "contains": { "const": 1 }, "maxContains": 1 }),
            json!([1, 2]),
            json!([1, 1]),
        ),
        (
            json!({ "minLength": 2, "maxLength": 2 }),
            json!("日本"),
            json!("日"),
        ),
        (json!({ "pattern": "^a+$" }), json!("aa"), json!("b")),
        (
            json!({ "minimum": 1, "exclusiveMaximum": 2 }),
            json!(1),
            json!(2),
        ),
        (
            json!({ "maximum": 2, "exclusiveMinimum": 1 }),
            json!(2),
            json!(1),
        ),
        (json!({ "multipleOf": 0.1 }), json!(0.3), json!(0.35)),
        (
            json!({ "allOf": [{ "minimum": 1 }, { "maximum": 2 }] }),
            json!(1),
            json!(3),
        ),
        (
            json!({ "anyOf": [{ "const": 1 }, { "const": 2 }] }),
            json!(2),
            json!(3),
        ),
        (
            json!({ "oneOf": [{ "minimum": 1 }, { "maximum": 2 }] }),
            json!(3),
            json!(1),
        ),
        (json!({ "not": { "const": 1 } }), json!(2), json!(1)),
        (
            json!({ "if": { "const": 1 }, "then": false, "else": { "const": 2 } }),
            json!(2),
            json!(1),
        ),
        (
            json!({ "$defs": { "a/b": { "const": 1 } }, "$ref": "#/$defs/a~1b" }),
            json!(1),
            json!(2),
        ),
    ] {
        assert_eq!(validate(&schema, &good), Ok(()), "{schema}");
        assert!(validate(&schema, &bad).is_err(), "{schema} takes {bad}");
    }
    let nested = json!({ "properties": { "a": { "items": { "type": "string" } } } });
    let told = validate(&nested, &json!({ "a": ["x", 1] })).unwrap_err();
    assert_eq!(told, "The answer at /a/1 is a number, not a text");
}

#[test]
fn a_schema_that_cannot_be_used_is_told_and_ends() {
    let mut doubled = json!({ "$defs": { "0": false } });
    for at in 1..60 {
        let before = format!("#/$defs/{}", at - 1);
        doubled["$defs"][at.to_string()] =
            json!({ "anyOf": [{ "$ref": before }, { "$ref": before }] });
    }
    doubled["$ref"] = json!("#/$defs/59");
    let mut patterns = json!({ "patternProperties": {} });
    for at in 0..60 {
        patterns["patternProperties"][format!("a{at}")] = json!(true);
    }
    for (schema, told) in [
        (json!({ "$ref": "#" }), "takes too long"),
        (json!({ "not": { "$ref": "#" } }), "takes too long"),
        (doubled, "takes too long"),
        (patterns, "more than 50 patterns"),
        (
            json!({ "$ref": "https://example.com/s.json" }),
            "which is not in it",
        ),
        (json!({ "unevaluatedProperties": false }), "not supported"),
        (json!({ "propertyNames": { "pattern": "(" } }), "not valid"),
        (
            json!({ "properties": { "a": 3 } }),
            "has a part that is none",
        ),
    ] {
        let problem = validate(&schema, &json!({ "a": 1 })).unwrap_err();
        assert!(problem.contains(told), "{schema}: {problem}");
    }
}

/// Long texts, names and choices count, too: each of these would compare gigabytes.
#[test]
fn work_is_counted_by_bytes_and_names() {
    let wide: Vec<String> = (0..1_000).map(|at| format!("name {at}")).collect();
    let fields: Map<String, Value> = wide.iter().map(|name| (name.clone(), json!(1))).collect();
    let long = "x".repeat(100_000);
    let again = |schema: Value| {
        let many = vec![schema; 2_000];
        json!({ "allOf": many })
    };
    for (schema, value) in [
        (again(json!({ "required": wide })), json!(fields)),
        (
            again(json!({ "dependentRequired": { "name 1": wide } })),
            json!(fields),
        ),
        (again(json!({ "const": fields })), json!(fields)),
        (again(json!({ "enum": [long, fields] })), json!(fields)),
        (again(json!({ "minLength": 1 })), json!(long)),
        (again(json!({ "const": long })), json!(long)),
        (again(json!({ "pattern": "x$" })), json!(long)),
    ] {
        let told = validate(&schema, &value).unwrap_err();
        assert!(told.contains("takes too long"), "{told}");
    }
}

#[test]
fn a_long_choice_is_quoted_by_its_beginning() {
    let long = json!({ "const": "é".repeat(10_000) });
    let told = validate(&long, &json!(1)).unwrap_err();
    assert!(told.len() < 300 && told.contains("éé"), "{told}");
    let short = json!({ "enum": ["a", 2] });
    let told = validate(&short, &json!("b")).unwrap_err();
    assert_eq!(told, "The answer must be one of “[\"a\",2]”");
}
