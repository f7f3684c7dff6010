use crate::catalogue::Language;
use serde::{Deserialize, Serialize};

/// A closed choice that is shown, stored and set on the page by its name.
macro_rules! choice {
    ($(#[$doc:meta])* $type:ident { $($(#[$variant_doc:meta])* $variant:ident = $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
        pub enum $type { $($(#[$variant_doc])* #[serde(rename = $text)] $variant,)* }

        impl $type {
            /// All of them, in the order they are offered.
            pub const ALL: &[$type] = &[$($type::$variant,)*];

            /// Its name for style sheets, storage and tests.
            pub const fn id(self) -> &'static str {
                match self { $($type::$variant => $text,)* }
            }
        }
    };
}

choice! {
    /// The colours of the pages.
    Theme {
        /// Warm paper.
        #[default]
        Paper = "paper",
        /// A wooden table.
        Wood = "wood",
        /// A pale green stone.
        Jade = "jade",
        /// Dark.
        Ink = "ink",
    }
}

choice! {
    /// What pieces look like.
    PieceSet {
        /// Our own brush characters.
        #[default]
        Brush = "brush",
        /// Pictures, for those who read no Chinese.
        Pictures = "pictures",
        /// Sides told apart by shape and lightness, not by colour.
        Contrast = "contrast",
        /// Letters as in the texts.
        Letters = "letters",
    }
}

choice! {
    /// How the move list is written.
    Notation {
        /// 炮二平五.
        #[default]
        Chinese = "chinese",
        /// C2=5.
        Wxf = "wxf",
        /// H2-E2.
        Iccs = "iccs",
        /// h2e2.
        Uci = "uci",
    }
}

choice! {
    /// How the owner sees its mole.
    Marker {
        /// Not at all.
        Off = "off",
        /// A floating cursor.
        #[default]
        Cursor = "cursor",
        /// A number.
        Number = "number",
        /// A letter.
        Letter = "letter",
        /// A pattern on the piece.
        Pattern = "pattern",
    }
}

/// What a player has chosen for all games, kept by the browser.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// `None` follows the browser.
    pub language: Option<Language>,
    /// Colours; `None` follows the system: light or dark.
    pub theme: Option<Theme>,
    /// Pieces.
    pub pieces: PieceSet,
    /// Move list.
    pub notation: Notation,
    /// Sound effects.
    pub sounds: bool,
    /// Music.
    pub music: bool,
    /// A tick in the hand when a piece is taken up and put down, where a device has it.
    pub haptics: bool,
    /// Whether the player was asked for pictures instead of characters.
    pub pictures_asked: bool,
    /// Coordinates on the board.
    pub coordinates: bool,
    /// Marks where a chosen piece may go.
    pub destinations: bool,
    /// On one device: turn the board to the side on move.
    pub auto_flip: bool,
    /// The name under which the player sits down.
    pub name: String,
    /// The mole's marker.
    pub mole_marker: Marker,
    /// The mole's coordinates beside the board.
    pub mole_coordinates: bool,
    /// The mole's position, spoken.
    pub mole_voice: bool,
    /// Tapping the mole asks whether to turn it: after one tap, or only after two.
    pub mole_single_tap: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            language: None,
            theme: None,
            pieces: PieceSet::default(),
            notation: Notation::default(),
            sounds: true,
            music: false,
            haptics: true,
            pictures_asked: false,
            coordinates: false,
            destinations: true,
            auto_flip: false,
            name: String::new(),
            mole_marker: Marker::default(),
            mole_coordinates: true,
            mole_voice: false,
            mole_single_tap: true,
        }
    }
}

impl Settings {
    /// Reads what was kept. What cannot be read is as if nothing had been kept.
    pub fn read(kept: &str) -> Settings {
        serde_json::from_str(kept).unwrap_or_default()
    }

    /// The colours to show, where the system is dark or not.
    pub fn theme_for(&self, is_dark: bool) -> Theme {
        self.theme.unwrap_or(if is_dark { Theme::Ink } else { Theme::Paper })
    }

    /// Whether to ask a reader of this language for pictures: once, and nobody who has chosen.
    pub fn asks_for_pictures(&self, language: Language) -> bool {
        let is_usual = self.pieces == PieceSet::default() && self.notation == Notation::default();
        language == Language::English && is_usual && !self.pictures_asked
    }

    /// Takes the answer: pictures and WXF, or all as it is.
    pub fn answer_pictures(&mut self, wants_pictures: bool) {
        self.pictures_asked = true;
        if wants_pictures {
            self.pieces = PieceSet::Pictures;
            self.notation = Notation::Wxf;
        }
    }

    /// The text to keep.
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_survive_being_kept() {
        let settings = Settings {
            language: Some(Language::TraditionalChinese),
            theme: Some(Theme::Ink),
            pieces: PieceSet::Contrast,
            name: "王积薪".to_owned(),
            ..Settings::default()
        };
        assert_eq!(Settings::read(&settings.to_text()), settings);
    }

    #[test]
    fn without_a_choice_the_system_decides() {
        let chosen = Settings { theme: Some(Theme::Wood), ..Settings::default() };
        for (settings, is_dark, theme) in [
            (Settings::default(), false, Theme::Paper),
            (Settings::default(), true, Theme::Ink),
            (chosen.clone(), false, Theme::Wood),
            (chosen, true, Theme::Wood),
        ] {
            assert_eq!(settings.theme_for(is_dark), theme);
        }
    }

    #[test]
    fn pictures_are_asked_for_once() {
        let mut settings = Settings::default();
        assert!(settings.asks_for_pictures(Language::English));
        assert!(!settings.asks_for_pictures(Language::SimplifiedChinese));
        let chosen = Settings { pieces: PieceSet::Letters, ..Settings::default() };
        assert!(!chosen.asks_for_pictures(Language::English));
        let mut keeps = settings.clone();
        keeps.answer_pictures(false);
        assert!(!keeps.asks_for_pictures(Language::English));
        assert_eq!(keeps.pieces, PieceSet::Brush);
        settings.answer_pictures(true);
        assert_eq!((settings.pieces, settings.notation), (PieceSet::Pictures, Notation::Wxf));
    }

    #[test]
    fn older_and_broken_settings_are_no_trouble() {
        assert_eq!(Settings::read(""), Settings::default());
        let older = Settings::read(r#"{"theme":"jade","gone":1}"#);
        assert_eq!(older, Settings { theme: Some(Theme::Jade), ..Settings::default() });
    }
}
