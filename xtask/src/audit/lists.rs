use anyhow::{Context, Result};
use std::collections::BTreeSet;

/// The lists of deny.toml that the audit needs.
#[derive(Debug, PartialEq, Eq)]
pub struct Lists {
    /// Allowed licences.
    pub licences: BTreeSet<String>,
    /// Forbidden crates.
    pub banned: BTreeSet<String>,
}

impl Lists {
    /// Parses deny.toml.
    ///
    /// # Errors
    /// Names a list that is missing or contains something other than strings.
    pub fn read(text: &str) -> Result<Lists> {
        Ok(Lists {
            licences: list(text, "licenses", "allow")?,
            banned: list(text, "bans", "deny")?,
        })
    }
}

/// The strings of `KEY = [ … ]` in a section: the only TOML that the file uses for its lists.
fn list(text: &str, section: &str, key: &str) -> Result<BTreeSet<String>> {
    let lacking = || format!("[{section}] has no list `{key}`");
    let plain: String = text
        .lines()
        .filter(|line| !line.trim_start().starts_with('#'))
        .flat_map(|line| [line, "\n"])
        .collect();
    let plain = format!("\n{plain}");
    let (_, rest) = plain.split_once(&format!("\n[{section}]\n")).with_context(lacking)?;
    let section = rest.split("\n[").next().unwrap_or(rest);
    let section = format!("\n{section}");
    let (_, rest) = section.split_once(&format!("\n{key} = [")).with_context(lacking)?;
    let (list, _) = rest.split_once(']').with_context(lacking)?;
    let words = list.split(',').map(str::trim).filter(|word| !word.is_empty());
    words
        .map(|word| {
            let inner = word.strip_prefix('"').and_then(|word| word.strip_suffix('"'));
            inner.map(str::to_owned).with_context(|| format!("`{key}`: {word} is no text"))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read() {
        let text = "# a = [\n[licenses]\nallow = [\n  \"MIT\", \"ISC\",\n  # no\n  \"A WITH b\",\n]\n\n[bans]\nwildcards = \"deny\"\ndeny = [\"x\"]\n";
        let set = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
        let lists = Lists { licences: set(&["MIT", "ISC", "A WITH b"]), banned: set(&["x"]) };
        assert_eq!(Lists::read(text).expect("lists"), lists);
        for wrong in
            ["", "[licenses]\n[bans]\ndeny = []\n", "[licenses]\nallow = [1]\n[bans]\ndeny = []\n"]
        {
            assert!(Lists::read(wrong).is_err(), "{wrong}");
        }
    }
}
