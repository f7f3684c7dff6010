use serde::Serialize;
use serde_json::{Map, Value};

/// Why a question cannot be answered.
#[derive(Debug, Serialize)]
pub(crate) struct QueryError {
    pub(crate) code: String,
    pub(crate) message: String,
    /// Index of the action that failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) at: Option<usize>,
}

impl QueryError {
    pub(crate) fn new(code: impl Into<String>, message: impl Into<String>) -> QueryError {
        QueryError { code: code.into(), message: message.into(), at: None }
    }

    pub(crate) fn to_json(&self) -> String {
        let mut json = Map::new();
        json.insert("error".into(), serde_json::to_value(self).unwrap_or_default());
        let mut json = Value::Object(json);
        json.sort_all_objects();
        json.to_string()
    }
}
