use serde::{Deserialize, Serialize};

/// A language of the pages.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Language {
    /// 简体中文.
    #[serde(rename = "zh-Hans")]
    SimplifiedChinese,
    /// 繁體中文.
    #[serde(rename = "zh-Hant")]
    TraditionalChinese,
    /// English.
    #[serde(rename = "en")]
    English,
}

impl Language {
    /// All languages, in the order shown.
    pub const ALL: &[Language] =
        &[Language::SimplifiedChinese, Language::TraditionalChinese, Language::English];

    /// Language tag for `lang` attributes.
    pub const fn tag(self) -> &'static str {
        match self {
            Language::SimplifiedChinese => "zh-Hans",
            Language::TraditionalChinese => "zh-Hant",
            Language::English => "en",
        }
    }

    /// Language tag for speech synthesis.
    pub const fn voice(self) -> &'static str {
        match self {
            Language::SimplifiedChinese => "zh-CN",
            Language::TraditionalChinese => "zh-TW",
            Language::English => "en-US",
        }
    }

    /// Name of the language in itself.
    pub const fn own_name(self) -> &'static str {
        match self {
            Language::SimplifiedChinese => "简体中文",
            Language::TraditionalChinese => "繁體中文",
            Language::English => "English",
        }
    }

    /// The best language for a browser's language tag: `zh-TW`, `en-GB`, ….
    pub fn of_browser(tag: &str) -> Language {
        let tag = tag.to_ascii_lowercase();
        let traditional = ["hant", "-tw", "-hk", "-mo"].iter().any(|part| tag.contains(part));
        if !tag.starts_with("zh") {
            Language::English
        } else if traditional {
            Language::TraditionalChinese
        } else {
            Language::SimplifiedChinese
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browsers_are_understood() {
        for (tag, language) in [
            ("zh", Language::SimplifiedChinese),
            ("zh-CN", Language::SimplifiedChinese),
            ("zh-Hant-TW", Language::TraditionalChinese),
            ("zh-HK", Language::TraditionalChinese),
            ("en-GB", Language::English),
            ("de", Language::English),
            ("", Language::English),
        ] {
            assert_eq!(Language::of_browser(tag), language, "{tag}");
        }
    }
}
