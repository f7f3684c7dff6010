//! Text in HTML.

/// Escapes a text for HTML, as content and in quoted attributes.
///
/// ```
/// assert_eq!(ui_model::escape_html("<b>\"A&B\""), "&lt;b&gt;&quot;A&amp;B&quot;");
/// ```
pub fn escape_html(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            _ => escaped.push(c),
        }
    }
    escaped
}
