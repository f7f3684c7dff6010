//! Texts in pictures.

/// Escapes a text for SVG.
pub(super) fn escape(text: &str) -> String {
    let plain = text.chars().filter(|c| !c.is_control());
    plain.fold(String::new(), |mut escaped, c| {
        match c {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            _ => escaped.push(c),
        }
        escaped
    })
}

/// The approximate width of a text, in multiples of its size.
pub(super) fn ems(text: &str) -> f64 {
    text.chars().map(|c| if u32::from(c) < 0x2e80 { 0.6 } else { 1.0 }).sum()
}
