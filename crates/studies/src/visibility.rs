use serde::{Deserialize, Serialize};

/// The readers of a study.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Visibility {
    /// Only its authors.
    #[default]
    Private,
    /// Every reader with the link.
    Link,
    /// Every reader. The study is in the list of public studies.
    Public,
}

impl Visibility {
    /// All of them, from the narrowest.
    pub const ALL: [Visibility; 3] = [Visibility::Private, Visibility::Link, Visibility::Public];

    /// Stable text in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Visibility::Private => "private",
            Visibility::Link => "link",
            Visibility::Public => "public",
        }
    }

    /// The visibility with this text. An unknown text is private.
    pub fn parse(text: &str) -> Visibility {
        let found = Visibility::ALL.into_iter().find(|visibility| visibility.as_str() == text);
        found.unwrap_or_default()
    }
}
