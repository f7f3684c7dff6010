use crate::is_correspondence;
use clock::Controls;
use game::Seat;
use games::board::{BoardShape, Point};
use i18n::Language;
use protocol::NAME_CHARS;
use serde::{Deserialize, Serialize};

pub use clock::Speed;

/// A closed choice with a stable name for storage and style sheets.
macro_rules! choice {
    ($(#[$doc:meta])* $type:ident { $($(#[$variant_doc:meta])* $variant:ident = $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
        pub enum $type { $($(#[$variant_doc])* #[serde(rename = $text)] $variant,)* }

        impl $type {
            /// All values, in the order shown.
            pub const ALL: &[$type] = &[$($type::$variant,)*];

            /// Stable name for style sheets, storage and tests.
            pub const fn id(self) -> &'static str {
                match self { $($type::$variant => $text,)* }
            }
        }
    };
}

choice! {
    /// Colour theme of the pages.
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
    /// Look of the pieces.
    PieceSet {
        /// Brush characters.
        #[default]
        Brush = "brush",
        /// Pictures, for players who do not read Chinese.
        Pictures = "pictures",
        /// Sides differ by shape and lightness, not by colour.
        Contrast = "contrast",
        /// Letters as in position texts.
        Letters = "letters",
    }
}

choice! {
    /// Notation of the move list.
    Notation {
        /// 炮二平五.
        #[default]
        Chinese = "chinese",
        /// C2=5.
        Wxf = "wxf",
        /// P2-5.
        Vietnamese = "vietnamese",
        /// h2e2.
        #[serde(alias = "uci")]
        Iccs = "iccs",
        /// Che3.
        San = "san",
    }
}

choice! {
    /// Speed at which pieces slide and turn, and panels move.
    Motion {
        /// They jump.
        Off = "none",
        /// Half the time.
        Fast = "fast",
        /// The usual time.
        #[default]
        Normal = "normal",
    }
}

impl Notation {
    /// Whether moves name files by letters, and not by numbers that each side counts.
    pub const fn has_letters(self) -> bool {
        matches!(self, Notation::Iccs | Notation::San)
    }

    /// Name of a point for a reader of this notation. On the river board SAN counts ranks from 1.
    pub fn point_name(self, shape: BoardShape, point: Point) -> String {
        match (shape, self) {
            (BoardShape::River, Notation::San) => shape.name(Point { row: point.row + 1, ..point }),
            _ => shape.name(point),
        }
    }

    /// The usual first move, written in this notation.
    pub const fn example(self) -> &'static str {
        match self {
            Notation::Chinese => "炮二平五",
            Notation::Wxf => "C2=5",
            Notation::Vietnamese => "P2-5",
            Notation::Iccs => "h2e2",
            Notation::San => "Che3",
        }
    }
}

choice! {
    /// How the mole is shown to its owner.
    Marker {
        /// Not shown.
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

/// A player's settings for all games, stored by the browser.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct PageSettings {
    /// `None` follows the browser.
    pub language: Option<Language>,
    /// Colour theme; `None` follows the system's light or dark mode.
    pub theme: Option<Theme>,
    /// Look of the pieces.
    pub pieces: PieceSet,
    /// Notation of moves; `None` follows the language. Before this was a choice, each device stored
    /// a notation under another name.
    #[serde(rename = "written")]
    pub notation: Option<Notation>,
    /// Sound effects.
    pub sounds: bool,
    /// Volume of effects and music in percent, 0–100.
    pub volume: u8,
    /// Music.
    pub music: bool,
    /// Short vibration when a piece is picked up or put down, on devices that support it.
    pub haptics: bool,
    /// Whether the player has already been offered pictures instead of characters.
    pub pictures_asked: bool,
    /// Whether coordinates are shown on the board.
    pub coordinates: bool,
    /// Speed at which pieces slide and turn, and panels move. An earlier version stored a switch
    /// under another name.
    pub motion: Motion,
    /// Whether ratings, the chat and the move list are hidden while the player is in a game.
    pub zen: bool,
    /// Whether the destinations of a selected piece are shown.
    pub destinations: bool,
    /// Whether the board turns to the side to move in games on one device.
    pub auto_flip: bool,
    /// Whether the browser notifies the player when it is their turn in a hidden page.
    pub notify_turn: bool,
    /// Whether the player confirms a resignation.
    pub confirm_resign: bool,
    /// The speeds of online games in which the player confirms each move.
    pub confirm_moves: Speeds,
    /// Whether the player confirms each move of a game with days per move. Earlier versions stored no
    /// such choice and counted these games as classical.
    pub confirm_days: bool,
    /// The player's name at new tables.
    pub name: String,
    /// The mole's marker.
    pub mole_marker: Marker,
    /// Whether the mole's coordinates are shown beside the board.
    pub mole_coordinates: bool,
    /// Whether the mole's position is spoken.
    pub mole_voice: bool,
    /// Whether a single tap on the mole offers to reveal it; otherwise a double tap does.
    pub mole_single_tap: bool,
}

/// Full volume, in percent.
const MAX_VOLUME: u8 = 100;

/// A set of speeds. A bit for each place in [`Speed::ALL`].
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Speeds(u8);

impl Speeds {
    /// Whether a speed is in the set.
    pub fn has(self, speed: Speed) -> bool {
        self.0 & Speeds::bit(speed) != 0
    }

    /// Adds or removes a speed.
    pub fn set(&mut self, speed: Speed, is_in: bool) {
        if is_in { self.0 |= Speeds::bit(speed) } else { self.0 &= !Speeds::bit(speed) }
    }

    /// Whether the speed of a seat's clock is in the set. `clock` is the text of the time control.
    pub fn has_clock(self, clock: &str, seat: u8) -> bool {
        let controls = clock.parse::<Controls>();
        self.0 != 0 && controls.is_ok_and(|it| self.has(Speed::of(it.of(Seat::new(seat)))))
    }

    fn bit(speed: Speed) -> u8 {
        let place = Speed::ALL.iter().position(|&other| other == speed);
        1 << place.unwrap_or_default()
    }
}

impl Default for PageSettings {
    fn default() -> PageSettings {
        PageSettings {
            language: None,
            theme: None,
            pieces: PieceSet::default(),
            notation: None,
            sounds: true,
            volume: 100,
            music: false,
            haptics: true,
            pictures_asked: false,
            coordinates: false,
            motion: Motion::default(),
            zen: false,
            destinations: true,
            auto_flip: false,
            notify_turn: false,
            confirm_resign: true,
            confirm_moves: Speeds::default(),
            confirm_days: true,
            name: String::new(),
            mole_marker: Marker::default(),
            mole_coordinates: true,
            mole_voice: false,
            mole_single_tap: true,
        }
    }
}

impl PageSettings {
    /// The settings of a player's first visit. A wide window has room for coordinates, and a newcomer
    /// needs them to follow the moves.
    pub fn of_first_visit(is_wide: bool) -> PageSettings {
        PageSettings { coordinates: is_wide, ..PageSettings::default() }
    }

    /// Parses stored settings. `None` if the text is invalid. A name that is too long is cut.
    pub fn parse(kept: &str) -> Option<PageSettings> {
        let mut settings: PageSettings = serde_json::from_str(kept).ok()?;
        if settings.notation.is_none() {
            settings.notation = former_notation(kept);
        }
        if has_former_stillness(kept) {
            settings.motion = Motion::Off;
        }
        settings.volume = settings.volume.min(MAX_VOLUME);
        if let Some((end, _)) = settings.name.char_indices().nth(NAME_CHARS) {
            settings.name.truncate(end);
        }
        Some(settings)
    }

    /// Whether the player of a seat confirms each move of an online game. `clock` is the text of the
    /// time control.
    pub fn confirms_moves(&self, clock: &str, seat: u8) -> bool {
        if is_correspondence(clock) {
            self.confirm_days
        } else {
            self.confirm_moves.has_clock(clock, seat)
        }
    }

    /// The factor by which sounds are scaled. The ear hears half the volume as about a quarter of
    /// the amplitude.
    pub fn gain(&self) -> f32 {
        (f32::from(self.volume.min(MAX_VOLUME)) / f32::from(MAX_VOLUME)).powi(2)
    }

    /// The theme to show, given the system's dark mode.
    pub fn theme_for(&self, is_dark: bool) -> Theme {
        self.theme.unwrap_or(if is_dark { Theme::Ink } else { Theme::Paper })
    }

    /// The notation of moves for a reader of this language: the chosen one, otherwise the usual one of
    /// the language.
    pub fn notation_for(&self, language: Language) -> Notation {
        let is_usual = |written: &&Notation| written.id() == language.notation();
        let usual = || Notation::ALL.iter().find(is_usual).copied().unwrap_or_default();
        self.notation.unwrap_or_else(usual)
    }

    /// Whether to offer pictures to a reader of this language: once, and only if no choice was
    /// made.
    pub fn asks_for_pictures(&self, language: Language) -> bool {
        let is_usual = self.pieces == PieceSet::default() && self.notation.is_none();
        language == Language::English && is_usual && !self.pictures_asked
    }

    /// Stores the answer: pictures, or no change.
    pub fn answer_pictures(&mut self, wants_pictures: bool) {
        self.pictures_asked = true;
        if wants_pictures {
            self.pieces = PieceSet::Pictures;
        }
    }

    /// The settings as text for storage.
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// The notation that an earlier version stored. Chinese was also stored without a choice.
fn former_notation(kept: &str) -> Option<Notation> {
    #[derive(Deserialize)]
    struct Former {
        notation: Notation,
    }
    let former: Former = serde_json::from_str(kept).ok()?;
    Some(former.notation).filter(|&notation| notation != Notation::Chinese)
}

/// Whether an earlier version stored that animations are switched off.
fn has_former_stillness(kept: &str) -> bool {
    #[derive(Deserialize)]
    struct Former {
        animation: bool,
    }
    let former = serde_json::from_str::<Former>(kept);
    former.is_ok_and(|former| !former.animation)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_newcomer_with_a_wide_window_sees_coordinates() {
        for is_wide in [false, true] {
            assert_eq!(PageSettings::of_first_visit(is_wide).coordinates, is_wide);
        }
        // Later visits keep what was stored.
        assert!(PageSettings::parse("{}").is_some_and(|settings| !settings.coordinates));
    }

    #[test]
    fn the_former_switch_of_animations_is_known() {
        for (kept, motion) in [
            ("{}", Motion::Normal),
            (r#"{"animation":true}"#, Motion::Normal),
            (r#"{"animation":false}"#, Motion::Off),
            (r#"{"motion":"fast"}"#, Motion::Fast),
            (r#"{"motion":"none"}"#, Motion::Off),
        ] {
            let settings = PageSettings::parse(kept).expect("settings");
            assert_eq!(settings.motion, motion, "{kept}");
            assert_eq!(PageSettings::parse(&settings.to_text()), Some(settings));
        }
    }

    #[test]
    fn settings_survive_being_kept() {
        let settings = PageSettings {
            language: Some(Language::TraditionalChinese),
            theme: Some(Theme::Ink),
            pieces: PieceSet::Contrast,
            name: "王积薪".to_owned(),
            ..PageSettings::default()
        };
        assert_eq!(PageSettings::parse(&settings.to_text()), Some(settings));
    }

    #[test]
    fn the_volume_scales_sounds() {
        for (volume, gain) in [(0, 0.0), (50, 0.25), (100, 1.0), (255, 1.0)] {
            let kept = PageSettings::parse(&format!(r#"{{"volume":{volume}}}"#)).expect("settings");
            assert_eq!(kept.gain(), gain, "{volume}");
        }
        assert_eq!(PageSettings::parse("{}").map(|settings| settings.gain()), Some(1.0));
    }

    #[test]
    fn usual_notations_are_known() {
        for language in Language::ALL {
            let is_usual = |written: &Notation| written.id() == language.notation();
            assert!(Notation::ALL.iter().any(is_usual), "{language:?}");
        }
    }

    #[test]
    fn notations_follow_the_language_until_one_is_chosen() {
        let mut settings = PageSettings::default();
        assert_eq!(settings.notation_for(Language::Vietnamese), Notation::Vietnamese);
        assert_eq!(settings.notation_for(Language::TraditionalChinese), Notation::Chinese);
        settings.notation = Some(Notation::Chinese);
        let kept = PageSettings::parse(&settings.to_text()).expect("settings");
        assert_eq!(kept.notation_for(Language::Vietnamese), Notation::Chinese);
    }

    #[test]
    fn moves_are_confirmed_at_the_chosen_speeds() {
        let mut speeds = Speeds::default();
        assert!(Speed::ALL.iter().all(|&speed| !speeds.has(speed)));
        speeds.set(Speed::Blitz, true);
        speeds.set(Speed::Classical, true);
        speeds.set(Speed::Blitz, false);
        for (clock, seat, has) in [
            ("1+1", 0, false),
            ("5+3", 0, false),
            ("60+30", 0, true),
            ("none", 1, true),
            ("5+3/60+30", 0, false),
            ("5+3/60+30", 1, true),
            ("soon", 0, false),
        ] {
            assert_eq!(speeds.has_clock(clock, seat), has, "{clock} {seat}");
        }
        let settings = PageSettings { confirm_moves: speeds, ..PageSettings::default() };
        assert_eq!(PageSettings::parse(&settings.to_text()), Some(settings));
    }

    /// Settings of earlier versions have no choice for games with days per move.
    #[test]
    fn moves_by_correspondence_are_confirmed_unless_switched_off() {
        for (kept, days, classical) in [
            ("{}", true, false),
            (r#"{"confirm_moves":0}"#, true, false),
            (r#"{"confirm_moves":8}"#, true, true),
            (r#"{"confirm_moves":8,"confirm_days":false}"#, false, true),
        ] {
            let settings = PageSettings::parse(kept).expect("settings");
            assert_eq!(settings.confirms_moves("3d-move", 0), days, "{kept}");
            assert_eq!(settings.confirms_moves("60+30", 1), classical, "{kept}");
            assert_eq!(PageSettings::parse(&settings.to_text()), Some(settings));
        }
    }

    #[test]
    fn without_a_choice_the_system_decides() {
        let chosen = PageSettings { theme: Some(Theme::Wood), ..PageSettings::default() };
        for (settings, is_dark, theme) in [
            (PageSettings::default(), false, Theme::Paper),
            (PageSettings::default(), true, Theme::Ink),
            (chosen.clone(), false, Theme::Wood),
            (chosen, true, Theme::Wood),
        ] {
            assert_eq!(settings.theme_for(is_dark), theme);
        }
    }

    #[test]
    fn moves_are_written_as_the_reader_knows_them() {
        use Language::{English, SimplifiedChinese};
        let usual = PageSettings::default();
        assert_eq!(usual.notation_for(English), Notation::San);
        assert_eq!(usual.notation_for(SimplifiedChinese), Notation::Chinese);
        let chosen = PageSettings { notation: Some(Notation::Chinese), ..PageSettings::default() };
        assert_eq!(chosen.notation_for(English), Notation::Chinese);
        assert_eq!(PageSettings::parse(&chosen.to_text()), Some(chosen));
        // Earlier versions stored the usual notation, too.
        for (stored, notation) in [
            (r#"{"notation":"chinese"}"#, None),
            (r#"{"notation":"wxf"}"#, Some(Notation::Wxf)),
            (r#"{"notation":"wxf","written":"chinese"}"#, Some(Notation::Chinese)),
        ] {
            let read = PageSettings::parse(stored).map(|settings| settings.notation);
            assert_eq!(read, Some(notation), "{stored}");
        }
    }

    #[test]
    fn pictures_are_asked_for_once() {
        let mut settings = PageSettings::default();
        assert!(settings.asks_for_pictures(Language::English));
        assert!(!settings.asks_for_pictures(Language::SimplifiedChinese));
        let chosen = PageSettings { pieces: PieceSet::Letters, ..PageSettings::default() };
        assert!(!chosen.asks_for_pictures(Language::English));
        let mut keeps = settings.clone();
        keeps.answer_pictures(false);
        assert!(!keeps.asks_for_pictures(Language::English));
        assert_eq!(keeps.pieces, PieceSet::Brush);
        settings.answer_pictures(true);
        assert_eq!((settings.pieces, settings.notation), (PieceSet::Pictures, None));
    }

    #[test]
    fn older_and_broken_settings_are_no_trouble() {
        for text in ["", "null", "5", r#"{"theme":"neon"}"#, r#"{"sounds":1e9}"#, "\u{0}"] {
            assert_eq!(PageSettings::parse(text), None, "{text}");
        }
        let older = PageSettings::parse(r#"{"theme":"jade","gone":1}"#);
        assert_eq!(
            older,
            Some(PageSettings { theme: Some(Theme::Jade), ..PageSettings::default() })
        );
        let long = format!(r#"{{"name":"{}"}}"#, "楚".repeat(1_000));
        let name = PageSettings::parse(&long).expect("settings").name;
        assert_eq!(name.chars().count(), NAME_CHARS);
    }
}
