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

    /// The best language for an `Accept-Language` header: `de, zh-TW;q=0.8, en;q=0.5`. English
    /// without a known language.
    pub fn of_header(accepted: &str) -> Language {
        let primary = |tag: &str| tag.split('-').next().unwrap_or_default().to_ascii_lowercase();
        let weighed = accepted.split(',').filter_map(|part| {
            let (tag, parameters) = part.split_once(';').unwrap_or((part, ""));
            let weight = parameters.trim().strip_prefix("q=").map_or(Ok(1.0), str::parse::<f32>);
            let is_known = Language::ALL.iter().any(|it| primary(it.tag()) == primary(tag.trim()));
            let weight = weight.ok().filter(|weight| is_known && *weight > 0.0)?;
            Some((tag.trim(), weight))
        });
        // Of equal weights the first tag counts.
        let best = weighed.reduce(|best, next| if next.1 > best.1 { next } else { best });
        Language::of_browser(best.map_or("", |(tag, _)| tag))
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

    #[test]
    fn headers_are_understood() {
        for (header, language) in [
            ("zh-CN,zh;q=0.9,en;q=0.8", Language::SimplifiedChinese),
            ("de, en;q=0.5, zh-TW;q=0.8", Language::TraditionalChinese),
            ("en-US,en;q=0.5", Language::English),
            ("fr", Language::English),
            ("zh;q=0, *", Language::English),
            ("zh;q=x", Language::English),
            ("", Language::English),
            (";;,,=q", Language::English),
        ] {
            assert_eq!(Language::of_header(header), language, "{header}");
        }
    }
}
