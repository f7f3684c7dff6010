use serde::{Deserialize, Serialize};

include!(concat!(env!("OUT_DIR"), "/languages.rs"));

impl Language {
    /// Whether the texts are in Chinese characters.
    pub fn is_chinese(self) -> bool {
        self.script().starts_with("Han")
    }

    /// Whether the texts are in traditional Chinese characters.
    pub fn is_traditional_chinese(self) -> bool {
        self.script() == "Hant"
    }

    /// Whether pieces show traditional characters.
    pub fn has_traditional_pieces(self) -> bool {
        self.characters() == "traditional"
    }

    /// The language with this tag.
    pub fn with_tag(tag: &str) -> Option<Language> {
        Language::ALL.iter().copied().find(|language| language.tag() == tag)
    }

    /// The best language for a browser's language tag: `zh-TW`, `en-GB`, …. English for an unknown
    /// tag.
    pub fn of_browser(tag: &str) -> Language {
        let tag = tag.to_ascii_lowercase();
        let is_meant = |prefix: &str| {
            let rest = tag.strip_prefix(&prefix.to_ascii_lowercase());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
        };
        let matches = Language::ALL.iter().flat_map(|&language| {
            let prefixes = language.browser_tags().split(' ');
            prefixes.filter(|prefix| is_meant(prefix)).map(move |prefix| (prefix.len(), language))
        });
        let best = matches.max_by_key(|(length, _)| *length);
        best.map_or(Language::English, |(_, language)| language)
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
            ("zh-Hans-HK", Language::SimplifiedChinese),
            ("zh-Hant-TW", Language::TraditionalChinese),
            ("zh-HK", Language::TraditionalChinese),
            ("en-GB", Language::English),
            ("vi", Language::Vietnamese),
            ("vi-VN", Language::Vietnamese),
            ("de", Language::English),
            ("zho", Language::English),
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
            ("vi-VN,vi;q=0.9,en;q=0.5", Language::Vietnamese),
            (";;,,=q", Language::English),
        ] {
            assert_eq!(Language::of_header(header), language, "{header}");
        }
    }

    #[test]
    fn languages_are_described() {
        for &language in Language::ALL {
            assert!(matches!(language.script(), "Hans" | "Hant" | "Latn"), "{language:?}");
            assert!(matches!(language.characters(), "simplified" | "traditional"), "{language:?}");
            assert_eq!(Language::of_browser(language.tag()), language);
            assert_eq!(Language::with_tag(language.tag()), Some(language));
            assert_eq!(Language::of_browser(language.voice()), language);
        }
    }
}
