//! Evaluates SPDX expressions such as `MIT OR (Apache-2.0 AND Zlib)`.

use std::collections::BTreeSet;

/// Whether a licence expression is allowed; `None` if it cannot be parsed.
pub fn is_allowed(expression: &str, allowed: &BTreeSet<String>) -> Option<bool> {
    // The old form `MIT/Apache-2.0` means `OR`.
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = words.as_slice();
    let result = any(&mut rest, allowed)?;
    rest.is_empty().then_some(result)
}

/// `a OR b OR …`
fn any(rest: &mut &[&str], allowed: &BTreeSet<String>) -> Option<bool> {
    let mut result = all(rest, allowed)?;
    while let ["OR", after @ ..] = *rest {
        *rest = after;
        result |= all(rest, allowed)?;
    }
    Some(result)
}

/// `a AND b AND …`
fn all(rest: &mut &[&str], allowed: &BTreeSet<String>) -> Option<bool> {
    let mut result = one(rest, allowed)?;
    while let ["AND", after @ ..] = *rest {
        *rest = after;
        result &= one(rest, allowed)?;
    }
    Some(result)
}

/// A licence, one with an exception, or an expression in parentheses.
fn one(rest: &mut &[&str], allowed: &BTreeSet<String>) -> Option<bool> {
    match *rest {
        ["(", after @ ..] => {
            *rest = after;
            let result = any(rest, allowed)?;
            let [")", after @ ..] = *rest else { return None };
            *rest = after;
            Some(result)
        }
        ["OR" | "AND" | "WITH" | ")", ..] | [] => None,
        [licence, "WITH", exception, after @ ..] => {
            *rest = after;
            Some(allowed.contains(&format!("{licence} WITH {exception}")))
        }
        [licence, after @ ..] => {
            *rest = after;
            Some(allowed.contains(*licence))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions() {
        let allowed = ["MIT", "ISC", "Apache-2.0 WITH LLVM-exception"].map(str::to_owned).into();
        for (expression, expected) in [
            ("MIT", Some(true)),
            ("GPL-3.0", Some(false)),
            ("GPL-3.0 OR MIT", Some(true)),
            ("GPL-3.0/MIT", Some(true)),
            ("MIT AND GPL-3.0", Some(false)),
            ("MIT AND ISC OR GPL-3.0", Some(true)),
            ("(MIT OR GPL-3.0) AND ISC", Some(true)),
            ("(MIT OR GPL-3.0) AND Zlib", Some(false)),
            ("Apache-2.0 WITH LLVM-exception OR GPL-3.0", Some(true)),
            ("Apache-2.0", Some(false)),
            ("", None),
            ("MIT OR", None),
            ("(MIT", None),
            ("MIT ISC", None),
            ("MIT)", None),
        ] {
            assert_eq!(is_allowed(expression, &allowed), expected, "{expression}");
        }
    }
}
