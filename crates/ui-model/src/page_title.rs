//! The title of a page that calls its player.

/// The title of a page without the number of calls in brackets before it.
///
/// ```
/// use ui_model::without_calls;
///
/// assert_eq!(without_calls("(2) Table"), "Table");
/// assert_eq!(without_calls("(Copy) Table"), "(Copy) Table");
/// ```
pub fn without_calls(title: &str) -> &str {
    let marked = title.strip_prefix('(').and_then(|rest| rest.split_once(") "));
    match marked {
        Some((count, plain)) if count.parse::<u8>().is_ok() => plain,
        _ => title,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_number_is_left_out() {
        for (title, plain) in [
            ("(1) Table", "Table"),
            ("(12) (1) Table", "(1) Table"),
            ("(Ada) Table", "(Ada) Table"),
            ("() Table", "() Table"),
            ("(-1) Table", "(-1) Table"),
            ("(1)Table", "(1)Table"),
            ("Table (1) ", "Table (1) "),
            ("", ""),
        ] {
            assert_eq!(without_calls(title), plain);
        }
    }
}
