//! The contract with JavaScript, tested from its side: `wasm-pack test --node`.

#![cfg(target_family = "wasm")]

use js_sys::{Array, Error, JSON, JsString, Reflect, Uint8Array};
use prompt_wasm::app::compare::{diff_text, merge_prompts};
use prompt_wasm::app::component_document::{
    ComponentDocument, components_say_the_same, merge_components,
};
use prompt_wasm::app::document::Document;
use prompt_wasm::app::ids::new_id;
use prompt_wasm::importer::import_files;
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::wasm_bindgen_test;

fn imported(name: &str, bytes: &[u8]) -> JsValue {
    let read = import_files(vec![name.to_owned()], vec![bytes.into()]);
    read.expect("a report")
}

fn js(json: &str) -> JsValue {
    JSON::parse(json).expect("the test's own JSON parses")
}

fn get(value: &JsValue, path: &str) -> JsValue {
    path.split('.').fold(value.clone(), |value, key| {
        Reflect::get(&value, &key.into()).expect("an object")
    })
}

fn text(value: &JsValue, path: &str) -> String {
    get(value, path).as_string().expect(path)
}

/// A standard prompt with one segment.
fn prompt(content: &str) -> JsValue {
    let prompt = js(r#"{"title":"T","content":{"segments":[{"id":"s","type":"user"}]}}"#);
    let segment = get(&prompt, "content.segments.0");
    Reflect::set(&segment, &"content".into(), &content.into()).expect("an object");
    prompt
}

fn document(content: &str) -> Document {
    Document::open(&prompt(content)).expect("the prompt opens")
}

fn content_of(document: &Document) -> String {
    text(&document.item("s").expect("an item"), "content")
}

fn thrown<T: std::fmt::Debug>(result: Result<T, JsValue>) -> Error {
    result
        .expect_err("this must be refused")
        .dyn_into()
        .expect("what is thrown is an Error")
}

#[wasm_bindgen_test]
fn positions_are_those_of_javascript_strings() {
    for (before, start, end_before, typed, after) in [
        ("plain", 5, 5, "!", "plain!"),
        ("a😀b", 3, 4, "c", "a😀c"),
        ("a😀b", 1, 3, "", "ab"),
        ("漢字かな", 2, 3, "カ", "漢字カな"),
        ("👩‍👩‍👧 e\u{301}", 8, 9, "_", "👩‍👩‍👧_e\u{301}"),
        ("", 0, 0, "שלום", "שלום"),
    ] {
        let mut document = document(before);
        let is_another = document
            .splice("s".into(), "content", start, end_before, typed.into())
            .expect("the splice fits");
        assert_eq!(content_of(&document), after);
        assert!(is_another);
        let end = start + typed.encode_utf16().count();
        assert_eq!(
            document.splice("s".into(), "content", start, end, typed.into()),
            Ok(false),
            "the same once more"
        );
        // JavaScript reports the same.
        let before: JsString = before.into();
        let there = |from: usize, to: usize| before.substring(from as u32, to as u32);
        let expected = there(0, start)
            .concat(&typed.into())
            .concat(&there(end_before, before.length() as usize));
        assert_eq!(expected, after);
    }
}

#[wasm_bindgen_test]
fn a_splice_inside_a_surrogate_pair_is_refused_and_changes_nothing() {
    let mut document = document("a😀b");
    let error = thrown(document.splice("s".into(), "content", 2, 2, "x".into()));
    assert_eq!(text(&error, "code"), "bad_splice");
    assert_eq!(content_of(&document), "a😀b");
}

#[wasm_bindgen_test]
fn half_a_surrogate_pair_becomes_the_replacement_character() {
    let half = JsString::from_char_code(&[0xd83d]);
    let typed = JsString::from("\\ud83d \"😀\" \\").concat(&half);
    let edit = js(r#"{"op":"set_text","id":"s","field":"content"}"#);
    Reflect::set(&edit, &"text".into(), &typed).expect("an object");
    let mut document = document("");
    document.apply(&edit).expect("the text is taken");
    assert_eq!(content_of(&document), "\\ud83d \"😀\" \\\u{fffd}");
}

#[wasm_bindgen_test]
fn a_refusal_is_an_error_with_code_message_and_field() {
    let edit = js(r#"{"op":"remove_item","id":"gone"}"#);
    let error = thrown(document("").apply(&edit));
    assert_eq!(text(&error, "code"), "no_such_item");
    assert_eq!(
        String::from(error.message()),
        "There is no item 'gone' in this prompt"
    );
    let error = thrown(Document::open(&js(r#"{"title":7}"#)).map(JsValue::from));
    assert_eq!(text(&error, "code"), "wrong_shape");
    assert_eq!(text(&error, "field"), "prompt");
}

#[wasm_bindgen_test]
fn absent_is_absent_and_null_is_null() {
    let item = js(r#"{"op":"add_item","item":{"kind":"section","title":"S"},"index":null}"#);
    let mut document = Document::create(&js(r#"{"title":"T","structure_type":"structured"}"#))
        .expect("a new prompt");
    let id = text(
        &document.apply(&item).expect("an index of null is none"),
        "changed.0",
    );
    let section = document.item(&id).expect("an item");
    assert!(!Reflect::has(&section, &"description".into()).expect("an object"));
    assert!(document.item("gone").expect("no error").is_null());
    assert!(document.undo().expect("no error").is_object());
    assert!(document.undo().expect("no error").is_null());
}

#[wasm_bindgen_test]
fn undefined_fields_are_taken_for_absent() {
    let prompt = prompt("x");
    Reflect::set(&prompt, &"asset_fields".into(), &js("{}")).expect("an object");
    let segment = get(&prompt, "content.segments.0");
    Reflect::set(&segment, &"order".into(), &JsValue::UNDEFINED).expect("an object");
    assert!(Document::open(&prompt).is_ok());
}

#[wasm_bindgen_test]
fn unknown_keys_and_free_json_come_back_as_they_were() {
    let json = concat!(
        r#"{"title":"T","structure_type":"modulized","content":{"modules":[{"id":"m","config":"#,
        r#"{"a":[1,1.5,-0.25,1e300,null,true,{"b":"é😀"}],"big":9007199254740991,"__proto__":{"c":2}},"future":{"x":[null]}}],"#,
        r#""later":{"y":1}}}"#
    );
    let document = Document::open(&js(json)).expect("the prompt opens");
    let back = document.prompt().expect("a prompt");
    for path in [
        "content.modules.0.config",
        "content.modules.0.future",
        "content.later",
    ] {
        assert_eq!(
            JSON::stringify(&get(&back, path)).expect("plain JSON"),
            JSON::stringify(&get(&js(json), path)).expect("plain JSON"),
            "{path}"
        );
    }
}

#[wasm_bindgen_test]
fn an_integer_that_javascript_rounds_is_refused_and_the_configuration_stays() {
    let modules =
        r#"{"title":"T","structure_type":"modulized","content":{"modules":[{"id":"m"}]}}"#;
    let mut document = Document::open(&js(modules)).expect("the prompt opens");
    let mut set = |config: &str| {
        let edit = js(r#"{"op":"set_config","id":"m"}"#);
        Reflect::set(&edit, &"json".into(), &config.into()).expect("an object");
        document.apply(&edit)?;
        JSON::stringify(&get(&document.item("m")?, "config")).map(JsValue::from)
    };
    let kept = r#"{"id":"9007199254740993","n":[9007199254740991,-0.1,1e+300]}"#;
    assert_eq!(set(kept).expect("all of it is kept"), kept);
    for larger in ["9007199254740992", "123456789012345678901"] {
        let error = thrown(set(&format!(r#"{{"id":{larger}}}"#)));
        assert_eq!(text(&error, "code"), "inexact_number");
        assert_eq!(text(&error, "field"), "m.config");
    }
    let now = document.item("m").expect("the module");
    assert_eq!(text(&now, "config.id"), "9007199254740993");
}

/// The WebAssembly stack is small, and an overflow aborts the program.
#[wasm_bindgen_test]
fn files_that_nest_deeply_are_answered_and_the_instance_lives() {
    let twice = |open: &str, close: &str| open.repeat(5_000) + &close.repeat(5_000);
    let levels = (1..60).map(|level| format!("a{level}: &a{level} [*a{0}, *a{0}]\n", level - 1));
    let bomb = String::from("a0: &a0 [x, x]\n") + &levels.collect::<String>();
    // The maximum nesting depth.
    let deepest = "[".repeat(127) + &"]".repeat(127);
    for text in [
        twice("[", "]"),
        twice("{a: ", "}"),
        twice("{\"a\":", "}"),
        twice("- ", ""),
        twice("? ", ""),
        twice("<a>", "</a>"),
        twice("<section data-item='{}'>", "</section>"),
        bomb,
        deepest,
    ] {
        for name in [
            "a.yaml",
            "a.json",
            "a.xml",
            "a.html",
            "a.md",
            "a.prompty",
            "",
        ] {
            for whole in [text.clone(), format!("---\nx: {text}\n---\nBody\n")] {
                assert!(imported(name, whole.as_bytes()).is_object());
            }
        }
    }
}

#[wasm_bindgen_test]
fn a_megabyte_goes_in_and_out_whole() {
    let mega = "Zeile mit Umläuten, 漢字 und 😀.\n".repeat(30_000);
    assert!(mega.len() > 1_000_000);
    let mut document = document(&mega);
    assert_eq!(content_of(&document), mega);
    let end = mega.encode_utf16().count();
    document
        .splice("s".into(), "content", end, end, "Schluß".into())
        .expect("the splice fits");
    assert_eq!(content_of(&document), mega + "Schluß");
}

#[wasm_bindgen_test]
fn new_ids_are_unique_uuids_of_version_7() {
    let ids: std::collections::HashSet<_> = (0..1_000).map(|_| new_id()).collect();
    assert_eq!(ids.len(), 1_000);
    for id in ids {
        assert_eq!(id.len(), 36);
        assert_eq!(&id[14..15], "7");
    }
}

#[wasm_bindgen_test]
fn details_come_without_the_text() {
    let document = document("long text");
    let details = document.details().expect("details");
    assert_eq!(text(&details, "title"), "T");
    assert!(get(&details, "content.segments").is_undefined());
    let whole = document.prompt().expect("a prompt");
    assert_eq!(text(&whole, "content.segments.0.content"), "long text");
}

#[wasm_bindgen_test]
fn an_export_is_the_file_s_bytes() {
    let options =
        js(r#"{"format":"plain-text","include_metadata":false,"include_version_info":false}"#);
    let exported = document("größte 漢字 😀").export(&options).expect("a file");
    let bytes: Uint8Array = get(&exported, "bytes").dyn_into().expect("bytes");
    assert_eq!(bytes.to_vec(), "größte 漢字 😀\n".as_bytes());
    assert_eq!(text(&exported, "file_name"), "t-v1-0-0.txt");
    assert!(!Reflect::has(&exported, &"text".into()).expect("an object"));
}

/// WebAssembly searches for characters to escape sixteen bytes at a time, unlike the native code tested
/// in the core.
#[wasm_bindgen_test]
fn what_is_delicate_comes_back_wherever_it_stands() {
    for at in 0..40 {
        let (before, after) = ("-".repeat(at), "+".repeat(40 - at));
        let document = document(&format!("{before}<\u{b}&\n\"\\'{after}\u{7f}漢>\u{ffff}"));
        for format in ["xml", "json", "yaml", "html"] {
            let options = format!(
                r#"{{"format":"{format}","include_metadata":true,"include_version_info":true}}"#
            );
            let exported = document.export(&js(&options)).expect("a file");
            let bytes: Uint8Array = get(&exported, "bytes").dyn_into().expect("bytes");
            let imported = imported(&format!("a.{format}"), &bytes.to_vec());
            assert_eq!(
                text(&imported, "prompts.0.prompt.content.segments.0.content"),
                content_of(&document),
                "{format} {at}"
            );
        }
    }
}

#[wasm_bindgen_test]
fn a_comparison_of_texts_has_paired_rows_and_unified_lines() {
    let diff = diff_text("😀 一\nsame\n", "😀 二\r\nsame\n", 3, None).expect("a comparison");
    assert_eq!(text(&diff, "rows.0.kind"), "modified");
    assert_eq!(text(&diff, "rows.0.old.spans.1.text"), "一");
    assert_eq!(get(&diff, "rows.0.new.spans.1.changed"), true);
    assert_eq!(get(&diff, "rows.0.line_end_differs"), true);
    assert!(get(&diff, "rows.1.new.spans.0.changed").is_undefined());
    assert_eq!(text(&diff, "lines.1.kind"), "added");
    assert!(get(&diff, "lines.1.old_line").is_null());
    assert_eq!(get(&diff, "lines.length"), 3);
}

#[wasm_bindgen_test]
fn two_edits_of_one_prompt_are_merged_outside_of_a_document() {
    let (base, mine, theirs) = (prompt("a\nb\nc"), prompt("A\nb\nc"), prompt("a\nb\nC"));
    let merge = |choices: &str| merge_prompts(&base, &mine, &theirs, &js(choices));
    let merged = merge("[]").expect("a merge");
    assert_eq!(
        text(&merged, "prompt.content.segments.0.content"),
        "A\nb\nC"
    );
    assert_eq!(get(&merged, "conflicts.length"), 0);
    let wrong = thrown(merge(r#"[{"path":"title"}]"#));
    assert_eq!(text(&wrong, "code"), "wrong_shape");
}

/// Values that are neither a prompt nor an edit.
fn poison() -> Vec<JsValue> {
    let circle = js_sys::Object::new();
    Reflect::set(&circle, &"content".into(), &circle).expect("an object");
    let thrower = js_sys::Function::new_no_args(
        "return { get op() { throw new Error('op'); }, get title() { throw new Error('title'); }, \
         get content() { throw new Error('content'); } }",
    );
    vec![
        JsValue::NULL,
        JsValue::UNDEFINED,
        true.into(),
        f64::NAN.into(),
        (-1).into(),
        "prompt".into(),
        js_sys::Symbol::iterator().into(),
        js_sys::BigInt::from(u64::MAX).into(),
        Array::of2(&1.into(), &JsValue::NULL).into(),
        js_sys::Date::new_0().into(),
        js_sys::Map::new().into(),
        Uint8Array::new_with_length(8).into(),
        js_sys::Function::new_no_args("return 1").into(),
        circle.into(),
        thrower.call0(&JsValue::NULL).expect("an object"),
        js(r#"{"title":[],"content":{"segments":[{"id":{}}]}}"#),
        js(r#"{"content":{"segments":[{"order":-1}]}}"#),
        js(r#"{"content":{"modules":[{"wrappers":["nonsense"]}]}}"#),
        js(r#"{"op":"splice","id":1}"#),
        js(r#"{"op":"add_item","item":{"kind":"nothing"}}"#),
    ]
}

#[wasm_bindgen_test]
fn twenty_thousand_wrong_shapes_are_refused_and_the_instance_lives() {
    let mut document = document("still here");
    for round in 0..1_000 {
        for (at, value) in poison().into_iter().enumerate() {
            let refused = document.apply(&value).is_err();
            assert!(refused, "edit {at} in round {round}");
            // A few of them are read as an empty prompt; none may trap.
            if let Ok(opened) = Document::open(&value) {
                drop(opened);
            }
        }
    }
    assert_eq!(content_of(&document), "still here");
}

#[wasm_bindgen(inline_js = "
export function use_after_free(document) {
  document.free();
  try { document.skeleton(); return 'nothing was thrown'; }
  catch (error) { return error instanceof Error ? 'an Error' : String(error); }
}")]
extern "C" {
    fn use_after_free(document: Document) -> String;
}

#[wasm_bindgen_test]
fn a_freed_handle_throws_and_the_instance_lives() {
    assert_eq!(use_after_free(document("gone")), "an Error");
    assert_eq!(content_of(&document("alive")), "alive");
}

/// A library module.
fn component(text: &str) -> JsValue {
    let component = js(r#"{"title":"Tone","type":"module","content":{"moduleContent":""}}"#);
    let content = get(&component, "content");
    Reflect::set(&content, &"moduleContent".into(), &text.into()).expect("an object");
    component
}

#[wasm_bindgen_test]
fn a_component_is_edited_undone_and_saved() {
    let mut document = ComponentDocument::open(&component("one")).expect("the component opens");
    let state =
        |document: &ComponentDocument, key: &str| get(&document.state().expect("a state"), key);
    let content = |document: &ComponentDocument| {
        text(
            &document.component().expect("a component"),
            "content.moduleContent",
        )
    };
    assert_eq!(document.apply(&component("one two 😀")), Ok(true));
    assert_eq!(document.apply(&component("one two 😀")), Ok(false));
    assert_eq!(state(&document, "is_changed"), JsValue::TRUE);
    assert!(document.undo());
    assert_eq!(content(&document), "one");
    assert!(document.redo() && !document.redo());
    document
        .set_saved(&component("one two 😀"))
        .expect("a component");
    assert_eq!(state(&document, "is_changed"), JsValue::FALSE);
    document.follow_visibility(true);
    assert_eq!(
        get(&document.saved().expect("a component"), "is_public"),
        JsValue::TRUE
    );
    document
        .supersede(&component("theirs"), &component("mine"))
        .expect("components");
    assert!(document.undo());
    assert_eq!(content(&document), "theirs");
}

#[wasm_bindgen_test]
fn two_edits_of_a_component_are_merged() {
    let choices = Array::new().into();
    let merge = merge_components(
        &component("a\nb\n"),
        &component("A\nb\n"),
        &component("a\nB\n"),
        &choices,
    )
    .expect("a merge");
    assert_eq!(text(&merge, "component.content.moduleContent"), "A\nB\n");
    let merge = merge_components(&component("a"), &component("b"), &component("c"), &choices)
        .expect("a merge");
    assert_eq!(text(&merge, "conflicts.0.path"), "content.moduleContent");
    assert_eq!(
        components_say_the_same(&component("a"), &component("a")),
        Ok(true)
    );
    assert_eq!(
        components_say_the_same(&component("a"), &component("b")),
        Ok(false)
    );
    let error = thrown(ComponentDocument::open(&js(r#"{"title":7}"#)).map(JsValue::from));
    assert_eq!(text(&error, "code"), "wrong_shape");
}

/// The cases that the core, the server and the command line render too.
#[wasm_bindgen_test]
fn the_browser_renders_the_same_bytes() {
    let cases = js(include_str!("../../prompt-core/tests/rendered.json"));
    let cases: Array = cases.unchecked_into();
    for case in cases.iter() {
        let document = Document::open(&get(&case, "prompt")).expect("the prompt opens");
        let copy = document.rendered_copy(
            &get(&case, "values"),
            &get(&case, "includes"),
            &"text".into(),
        );
        assert_eq!(copy, Ok(text(&case, "text")), "{}", text(&case, "name"));
    }
}
