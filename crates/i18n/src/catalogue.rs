//! The format of the catalogue files: `key = text` in UTF-8, one message on each line, as in
//! `.properties` files. The build script of this crate and `cargo xtask ui` include this file.

use std::collections::{BTreeMap, BTreeSet};

/// Prefix of the keys that describe the language itself.
const ABOUT: &str = "language.";

/// Prefix of the keys of lessons, which are no messages: the name of the game and of the text
/// follow.
const LESSON: &str = "lesson.";

/// Separator of the texts in a packed catalogue.
const BETWEEN: &str = "\n";

/// A parsed catalogue file.
#[derive(Clone)]
pub(crate) struct Catalogue {
    /// What the file says about the language, by key without its prefix.
    pub(crate) about: BTreeMap<String, String>,
    /// The texts of lessons, by key without its prefix.
    pub(crate) lessons: BTreeMap<String, String>,
    /// The messages with their keys, in the order of the file.
    pub(crate) messages: Vec<(String, String)>,
}

impl Catalogue {
    /// Parses a file. A line is empty, a comment after `#`, or `key = text`. `\uXXXX` in a text is
    /// a character, and `\\` a backslash.
    ///
    /// # Errors
    /// Names the line and what is wrong there.
    pub(crate) fn parse(file: &str) -> Result<Catalogue, String> {
        let (mut about, mut lessons) = (BTreeMap::new(), BTreeMap::new());
        let mut messages = Vec::new();
        let mut keys = BTreeSet::new();
        for (number, line) in (1..).zip(file.lines()) {
            let at = |problem: &str| format!("line {number}: {problem}: `{line}`");
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let (key, text) = line.split_once('=').ok_or_else(|| at("no `=`"))?;
            let key = key.trim_end().to_owned();
            let is_sign = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-');
            if key.is_empty() || !key.chars().all(is_sign) {
                return Err(at("invalid key"));
            }
            let text = unescaped(text.trim_start()).ok_or_else(|| at("invalid escape"))?;
            if text.is_empty() || text.contains('\n') {
                return Err(at("a text has one line and is not empty"));
            }
            if !keys.insert(key.clone()) {
                return Err(at("the key is used before"));
            }
            if let Some(key) = key.strip_prefix(ABOUT) {
                about.insert(key.to_owned(), text);
            } else if let Some(key) = key.strip_prefix(LESSON) {
                lessons.insert(key.to_owned(), text);
            } else {
                messages.push((key, text));
            }
        }
        Ok(Catalogue { about, lessons, messages })
    }

    /// A text about the language.
    ///
    /// # Errors
    /// Names the missing key.
    pub(crate) fn about(&self, key: &str) -> Result<&str, String> {
        self.about.get(key).map(String::as_str).ok_or_else(|| format!("no `{ABOUT}{key}`"))
    }

    /// The keys of `reference` that have no text here.
    pub(crate) fn missing(&self, reference: &Catalogue) -> Vec<String> {
        let own: BTreeSet<&str> = self.messages.iter().map(|(key, _)| key.as_str()).collect();
        let keys = reference.messages.iter().map(|(key, _)| key.as_str());
        let messages = keys.filter(|key| !own.contains(key)).map(str::to_owned);
        let lessons = reference.lessons.keys().filter(|key| !self.lessons.contains_key(*key));
        messages.chain(lessons.map(|key| format!("{LESSON}{key}"))).collect()
    }

    /// The text with a name in the lessons of a game. `reference` provides a missing text.
    pub(crate) fn lesson<'a>(
        &'a self,
        reference: &'a Catalogue,
        game: &str,
        name: &str,
    ) -> Option<&'a str> {
        let key = format!("{game}.{name}");
        self.lessons.get(&key).or_else(|| reference.lessons.get(&key)).map(String::as_str)
    }

    /// The two parts of a packed catalogue: the texts in the order of `reference`, one on each line.
    /// `reference` also provides missing texts.
    pub(crate) fn packed(&self, reference: &Reference) -> [String; 2] {
        let own: BTreeMap<&str, &str> =
            self.messages.iter().map(|(key, text)| (key.as_str(), text.as_str())).collect();
        reference.parts().map(|part| {
            let texts = part.iter().map(|(key, text)| *own.get(key.as_str()).unwrap_or(&&**text));
            texts.collect::<Vec<_>>().join(BETWEEN)
        })
    }

    /// Checks that the messages are those of `reference` with the same values, and that its lessons
    /// have the other texts. Texts may be missing.
    ///
    /// # Errors
    /// Names a key that the reference does not have, or a message with other values.
    pub(crate) fn check(&self, reference: &Catalogue) -> Result<(), String> {
        let texts: BTreeMap<&str, &str> =
            reference.messages.iter().map(|(key, text)| (key.as_str(), text.as_str())).collect();
        for (key, text) in &self.messages {
            let Some(wanted) = texts.get(key.as_str()) else {
                return Err(format!("`{key}` is no message of the reference"));
            };
            if places(text) != places(wanted) {
                return Err(format!("`{key}` has other values than the reference: `{text}`"));
            }
        }
        match self.lessons.keys().find(|key| !reference.lessons.contains_key(*key)) {
            Some(key) => Err(format!("`{LESSON}{key}` is no text of the reference")),
            None => Ok(()),
        }
    }
}

/// The catalogue that defines the messages, in the order in which programs number them: those of
/// the first load are first.
pub(crate) struct Reference {
    /// The catalogue, with its messages in that order.
    pub(crate) catalogue: Catalogue,
    /// Number of messages of the first load.
    pub(crate) first: usize,
}

impl Reference {
    /// Orders the messages of a catalogue. `first` lists the keys of the first load, one on each
    /// line; `reason.*` lists all keys that begin with `reason.`.
    ///
    /// # Errors
    /// Names a line that is no key.
    pub(crate) fn new(mut catalogue: Catalogue, first: &str) -> Result<Reference, String> {
        let lines = first.lines().map(str::trim);
        let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
        let listed: BTreeSet<&str> = lines.collect();
        let is_first = |key: &str| {
            let is_group = |(prefix, _): (&str, &str)| listed.contains(&*format!("{prefix}.*"));
            listed.contains(key) || key.split_once('.').is_some_and(is_group)
        };
        for line in &listed {
            let is_key = |(key, _): &(String, String)| match line.strip_suffix('*') {
                Some(prefix) => key.starts_with(prefix),
                None => key == line,
            };
            if !catalogue.messages.iter().any(is_key) {
                return Err(format!("`{line}` is no message"));
            }
        }
        let messages = std::mem::take(&mut catalogue.messages);
        let (mut ordered, others): (Vec<_>, Vec<_>) =
            messages.into_iter().partition(|(key, _)| is_first(key));
        let first = ordered.len();
        ordered.extend(others);
        catalogue.messages = ordered;
        Ok(Reference { catalogue, first })
    }

    fn parts(&self) -> [&[(String, String)]; 2] {
        let (first, others) = self.catalogue.messages.split_at(self.first);
        [first, others]
    }
}

/// The numbers of the placeholders in a text.
fn places(text: &str) -> BTreeSet<&str> {
    let inside = text.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0));
    inside.collect()
}

/// A text with its escapes replaced; `None` if one is invalid.
fn unescaped(text: &str) -> Option<String> {
    let mut whole = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\\') {
        whole.push_str(before);
        rest = match after.strip_prefix('\\') {
            Some(after) => {
                whole.push('\\');
                after
            }
            None => {
                let digits = after.strip_prefix('u')?.get(..4)?;
                whole.push(char::from_u32(u32::from_str_radix(digits, 16).ok()?)?);
                &after[5..]
            }
        };
    }
    whole.push_str(rest);
    Some(whole)
}
