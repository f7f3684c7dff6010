//! Errors of the JSON parser in plain English.

/// Describes an error of `serde_json` or of `axum`'s extractors to a person: the field, what is
/// wrong with it, and the place in the text. Values are not repeated, because they may be secret.
pub(crate) fn explain(error: &str) -> String {
    explained(error, false)
}

/// As [`explain`], for a text that is JSON and has another shape than expected. The parser describes
/// an empty value in the place of a name like an error of the syntax.
pub(crate) fn explain_shape(error: &str) -> String {
    explained(error, true)
}

fn explained(error: &str, is_json: bool) -> String {
    let error = PREFIXES.iter().find_map(|prefix| error.strip_prefix(prefix)).unwrap_or(error);
    let (error, place) = split_place(error);
    let (field, error) = split_field(error);
    let is = if field.is_empty() { "this".to_owned() } else { format!("the field `{field}`") };
    let said = if let Some(name) = between(error, "missing field `", "`") {
        format!("the field `{}` is missing", joined(field, name))
    } else if let Some(name) = between(error, "duplicate field `", "`") {
        format!("the field `{}` is there twice", joined(field, name))
    } else if let Some(name) = between(error, "unknown field `", "`") {
        format!("the field `{}` is unknown{}", joined(field, name), choices(error))
    } else if error.starts_with("unknown variant") {
        format!("{is} has an unknown value{}", choices(error))
    } else if let Some((found, wanted)) = mismatch(error) {
        format!("{is} is {found}; expected {wanted}")
    } else if error.starts_with("invalid length") && error.contains("struct ") {
        format!("{is} is a list; expected an object")
    } else if error.starts_with("data did not match any variant") {
        format!("{is} has none of the allowed forms")
    } else if error.starts_with("EOF while parsing") {
        "this is no JSON: it ends too early".to_owned()
    } else if is_json && SYNTAX.iter().any(|syntax| error.starts_with(syntax)) {
        format!("{is} has a value that is not allowed")
    } else if SYNTAX.iter().any(|syntax| error.starts_with(syntax)) {
        format!("this is no JSON: {error}")
    } else if NUMBERS.contains(&error) {
        format!("{is} is something else; expected a whole number from 0")
    } else if field.is_empty() {
        error.to_owned()
    } else {
        format!("{is}: {error}")
    };
    said + &place
}

/// Beginnings that `axum` adds.
const PREFIXES: &[&str] = &[
    "Failed to deserialize the JSON body into the target type: ",
    "Failed to parse the request body as JSON: ",
    "Failed to deserialize query string: ",
    "Failed to deserialize form: ",
    "Invalid URL: ",
];

/// Beginnings of syntax errors of `serde_json`.
const SYNTAX: &[&str] = &[
    "expected ",
    "trailing ",
    "key must be",
    "control character",
    "invalid escape",
    "invalid number",
    "invalid unicode",
    "number out of range",
    "lone leading surrogate",
    "unexpected end",
    "recursion limit",
];

/// Errors of a number in an address.
const NUMBERS: &[&str] = &[
    "invalid digit found in string",
    "number too large to fit in target type",
    "cannot parse integer from empty string",
];

/// Splits ` at line 1 column 2` off.
fn split_place(error: &str) -> (&str, String) {
    let place = error.rsplit_once(" at line ").and_then(|(error, place)| {
        let (line, column) = place.split_once(" column ")?;
        // An error of a value that was parsed before has no place.
        (line != "0").then(|| (error, format!(" (line {line}, column {column})")))
    });
    place.unwrap_or_else(|| (error.trim_end_matches(" at line 0 column 0"), String::new()))
}

/// Splits the path of a field off, as in `plan.clock: invalid type: …`.
fn split_field(error: &str) -> (&str, &str) {
    let is_path = |path: &str| {
        let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.[]?".contains(&byte);
        !path.is_empty() && path.bytes().all(is_part)
    };
    match error.split_once(": ") {
        Some((path, rest)) if is_path(path) => (path.trim_matches(['.', '?']), rest),
        _ => ("", error),
    }
}

fn joined(path: &str, name: &str) -> String {
    let is_there = path.is_empty() || path == name || path.ends_with(&format!(".{name}"));
    match (is_there, path) {
        (true, "") => name.to_owned(),
        (true, path) => path.to_owned(),
        (false, path) => format!("{path}.{name}"),
    }
}

fn between<'a>(text: &'a str, before: &str, after: &str) -> Option<&'a str> {
    text.strip_prefix(before)?.split_once(after).map(|(name, _)| name)
}

/// The allowed names, as in ``expected one of `a`, `b` ``.
fn choices(error: &str) -> String {
    match error.split_once(", expected ") {
        Some((_, names)) => format!("; expected {names}"),
        None => String::new(),
    }
}

/// What was found and what was expected instead.
fn mismatch(error: &str) -> Option<(&'static str, String)> {
    let rest =
        error.strip_prefix("invalid type: ").or_else(|| error.strip_prefix("invalid value: "));
    let (found, wanted) = rest?.rsplit_once(", expected ")?;
    let found = match found.split([' ', '`']).next().unwrap_or_default() {
        "integer" | "floating" => "a number",
        "string" | "character" => "a text",
        "boolean" => "true or false",
        "map" => "an object",
        "sequence" => "a list",
        "null" | "unit" | "Option" => "empty",
        _ => "something else",
    };
    let number = ["i8", "i16", "i32", "i64", "isize"];
    let count = ["u8", "u16", "u32", "u64", "usize"];
    let wanted = match wanted {
        "a string" | "a borrowed string" | "string" => "a text".to_owned(),
        "a boolean" => "true or false".to_owned(),
        "a sequence" => "a list".to_owned(),
        "a map" => "an object".to_owned(),
        "f64" | "f32" => "a number".to_owned(),
        wanted if number.contains(&wanted) => "a whole number".to_owned(),
        wanted if count.contains(&wanted) => "a whole number from 0".to_owned(),
        wanted if wanted.contains("enum ") => "one of its forms".to_owned(),
        wanted if wanted.starts_with("struct ") => "an object".to_owned(),
        wanted if wanted.starts_with("tuple ") => "a list".to_owned(),
        wanted => wanted.to_owned(),
    };
    // The number is negative, too large, or a fraction.
    let found = if found == "a number" { "another number" } else { found };
    Some((found, wanted))
}

#[cfg(test)]
mod tests {
    use super::{explain, explain_shape};

    #[test]
    fn errors_in_plain_english() {
        for (error, expected) in [
            ("missing field `x` at line 1 column 2", "the field `x` is missing (line 1, column 2)"),
            (
                "Failed to deserialize the JSON body into the target type: plan: missing field \
                 `variant` at line 1 column 12",
                "the field `plan.variant` is missing (line 1, column 12)",
            ),
            (
                "seat: invalid type: string \"a\", expected u8 at line 1 column 9",
                "the field `seat` is a text; expected a whole number from 0 (line 1, column 9)",
            ),
            (
                "invalid type: map, expected a string at line 2 column 1",
                "this is an object; expected a text (line 2, column 1)",
            ),
            (
                "unknown field `extra`, expected `name` or `seat` at line 1 column 8",
                "the field `extra` is unknown; expected `name` or `seat` (line 1, column 8)",
            ),
            (
                "level: unknown variant `best`, expected one of `weak`, `strong` at line 1 column 3",
                "the field `level` has an unknown value; expected one of `weak`, `strong` (line 1, \
                 column 3)",
            ),
            (
                "data did not match any variant of untagged enum Shape",
                "this has none of the allowed forms",
            ),
            (
                "EOF while parsing an object at line 1 column 1",
                "this is no JSON: it ends too early (line 1, column 1)",
            ),
            (
                "Failed to parse the request body as JSON: expected value at line 1 column 1",
                "this is no JSON: expected value (line 1, column 1)",
            ),
            (
                "plan.clock: a clock has two parts at line 1 column 30",
                "the field `plan.clock`: a clock has two parts (line 1, column 30)",
            ),
            (
                "Failed to deserialize query string: maxwidth: invalid digit found in string",
                "the field `maxwidth` is something else; expected a whole number from 0",
            ),
        ] {
            assert_eq!(explain(error), expected, "{error}");
        }
    }

    #[test]
    fn a_wrong_shape_is_no_syntax_error() {
        let error = "Failed to parse the request body as JSON: relation: expected value at line 1 \
                     column 13";
        assert_eq!(
            explain_shape(error),
            "the field `relation` has a value that is not allowed (line 1, column 13)"
        );
        assert_eq!(explain(error), "this is no JSON: expected value (line 1, column 13)");
        let missing = "missing field `name` at line 1 column 2";
        assert_eq!(explain_shape(missing), explain(missing));
    }

    /// The real parser's errors for a real request neither name a type nor repeat a value.
    #[test]
    fn errors_of_the_parser() {
        for body in [
            "{",
            "[]",
            "7",
            r#"{"name":5}"#,
            r#"{"name":"a","seat":"secret"}"#,
            r#"{"name":"a","seat":1234}"#,
            r#"{"name":"a","other":1}"#,
        ] {
            let error = serde_json::from_str::<protocol::JoinRequest>(body).expect_err(body);
            let said = explain(&error.to_string());
            let is_plain = !["struct", "variant", "JoinRequest", "u8", "secret", "1234"]
                .iter()
                .any(|word| said.contains(word));
            assert!(is_plain, "{body}: {said}");
        }
    }
}
