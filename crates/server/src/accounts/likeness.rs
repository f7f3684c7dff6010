//! Which names look alike: in another width, with letters of another script, with `rn` for `m`.

use super::name;
use std::{
    collections::HashMap,
    hash::{BuildHasher, RandomState},
    sync::{PoisonError, RwLock},
};
use unicode_normalization::UnicodeNormalization;
use unicode_security::confusable_detection::skeleton;

/// What the names of all accounts look like, as hashes. They are read once: a database has one server.
#[derive(Default)]
pub(super) struct Likenesses {
    hasher: RandomState,
    /// Of each look the account's key; `None` where several look so.
    looks: RwLock<HashMap<u64, Option<u64>>>,
}

impl Likenesses {
    /// Those of these names.
    pub(super) fn of(names: &[String]) -> Likenesses {
        let likenesses = Likenesses::default();
        names.iter().for_each(|name| likenesses.add(name));
        likenesses
    }

    /// One more account has this name.
    pub(super) fn add(&self, name: &str) {
        let key = self.hasher.hash_one(name::key(name));
        let mut looks = self.looks.write().unwrap_or_else(PoisonError::into_inner);
        for look in looks_of(name) {
            let of = looks.entry(self.hasher.hash_one(look)).or_insert(Some(key));
            if *of != Some(key) {
                *of = None;
            }
        }
    }

    /// Whether somebody's name looks like this one, other than the account's that is named `own`.
    pub(super) fn is_taken(&self, name: &str, own: Option<&str>) -> bool {
        let own = own.map(|own| self.hasher.hash_one(name::key(own)));
        let looks = self.looks.read().unwrap_or_else(PoisonError::into_inner);
        let mut found =
            looks_of(name).into_iter().filter_map(|look| looks.get(&self.hasher.hash_one(look)));
        found.any(|of| of.is_none() || *of != own)
    }
}

/// Two names look alike if they do as they are written, or without case. Both, since case changes
/// what a letter looks like: `I` is like `l`, and `i` is not.
fn looks_of(name: &str) -> [String; 2] {
    let written: String = name.trim().nfkc().collect();
    let without_case: String = written.chars().flat_map(char::to_lowercase).collect();
    let look = |kind: &str, text: &str| kind.chars().chain(skeleton(text)).collect();
    [look("written ", &written), look("without case ", &without_case)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_looks_alike_is_taken() {
        let likenesses = Likenesses::of(&["Adam", "楚河", "Вова", "Ian"].map(str::to_owned));
        for (name, is_taken) in [
            ("Adam", true),
            ("ADAM", true),
            ("Ａｄａｍ", true),
            ("ａｄａｍ", true),
            ("Аdаm", true),
            ("АDАM", true),
            ("Adarn", true),
            ("𝐀𝐝𝐚𝐦", true),
            ("Ⓐⓓⓐⓜ", true),
            ("A\u{301}dam", false),
            ("Adam2", false),
            ("Eve", false),
            ("楚河", true),
            ("楚汉", false),
            ("Boвa", true),
            ("lan", true),
            ("Lan", false),
            ("Xian", false),
        ] {
            assert_eq!(likenesses.is_taken(name, None), is_taken, "{name}");
        }
        // One's own name, however it is written; but not when it looks like another's as well.
        assert!(!likenesses.is_taken("Ａｄａｍ", Some("adam")));
        assert!(likenesses.is_taken("Ａｄａｍ", Some("Ian")));
        likenesses.add("Аdаm");
        assert!(likenesses.is_taken("Ａｄａｍ", Some("adam")));
    }
}
