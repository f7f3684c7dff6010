//! Puzzles: the corpus, the solver's progress, and a puzzle on the board.

mod account;
mod any_attempt;
mod corpus;
mod endings;
mod progress;
mod rush;
mod solver;
mod solving;
mod solving_time;

use crate::Variant;
use i18n::Message;

pub use account::{
    ATTEMPTS_AT_ONCE, AccountCopy, AccountPuzzles, MAX_RUSH, PuzzleAttempt, PuzzleFigures,
    PuzzleReport, PuzzleState,
};
pub use corpus::Corpus;
pub use endings::{
    ENDINGS, Ending, EndingGame, EndingGoal, EndingId, EndingState, EndingsDone, Exercise,
    HOLD_MOVES,
};
pub use progress::{Progress, progress_key};
pub use puzzles::{AnyPuzzle, ClassicCode, Goal, Theme};
pub use rush::{RUSH_ERRORS, RUSH_MS, Rush};
pub use solver::{Solver, guest_report};
pub use solving::{Solving, Step, Suspect, SuspectState};
pub use solving_time::solving_time;

/// A way of choosing puzzles.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PuzzleMode {
    /// The puzzle of the day, the same on every device.
    #[default]
    Daily,
    /// Puzzles near the solver's rating.
    Train,
    /// Puzzles of one theme.
    Theme(Theme),
    /// The list of themes.
    Themes,
    /// As many as possible in three minutes.
    Rush,
    /// Puzzles that the solver has missed.
    Missed,
    /// The list of named endings. Only in xiangqi.
    Endings,
    /// A named ending against the computer. Only in xiangqi.
    Ending(EndingId),
    /// The list of composed mates. Only in xiangqi.
    Classics,
    /// A composed mate against the computer. Only in xiangqi.
    Classic(ClassicCode),
    /// One puzzle, by its number in the corpus.
    One(PuzzleId),
}

/// Number of a puzzle in addresses: 35 bits of a hash of its position and the move before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PuzzleId(u64);

const ID_BITS: u32 = 35;
const DIGITS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz023456789";

impl PuzzleId {
    /// The id with this number; higher bits are dropped.
    pub(crate) const fn new(number: u64) -> PuzzleId {
        PuzzleId(number & ((1 << ID_BITS) - 1))
    }

    /// Parses seven letters and digits.
    pub fn read(text: &str) -> Option<PuzzleId> {
        if text.len() != (ID_BITS / 5) as usize {
            return None;
        }
        let mut number = 0;
        for byte in text.bytes().rev() {
            let digit = DIGITS.iter().position(|&digit| digit == byte)?;
            number = number << 5 | digit as u64;
        }
        Some(PuzzleId(number))
    }

    /// The id as seven letters and digits.
    pub fn text(self) -> String {
        (0..ID_BITS / 5).map(|at| char::from(DIGITS[(self.0 >> (at * 5)) as usize % 32])).collect()
    }
}

impl PuzzleMode {
    /// Parses the words of an address after `puzzles`. `None` if there is no such way.
    pub fn read(words: &[&str]) -> Option<PuzzleMode> {
        Some(match words {
            [] => PuzzleMode::Daily,
            ["train"] => PuzzleMode::Train,
            ["rush"] => PuzzleMode::Rush,
            ["missed"] => PuzzleMode::Missed,
            ["themes"] => PuzzleMode::Themes,
            ["endings"] => PuzzleMode::Endings,
            ["endings", code] => PuzzleMode::Ending(EndingId::from_code(code)?),
            ["classics"] => PuzzleMode::Classics,
            ["classics", code] => PuzzleMode::Classic(code.parse().ok()?),
            ["theme", code] => PuzzleMode::Theme(Theme::from_code(code)?),
            [id] => PuzzleMode::One(PuzzleId::read(id)?),
            _ => return None,
        })
    }

    /// Parses the words of an address after `puzzles` with the game, which may be left out for
    /// xiangqi. `None` if there is no such page.
    pub fn read_of_game(words: &[&str]) -> Option<(Variant, PuzzleMode)> {
        let game = words.split_first().and_then(|(word, rest)| Some((word.parse().ok()?, rest)));
        let (variant, words) = game.unwrap_or((Variant::Xiangqi, words));
        let mode = PuzzleMode::read(words)?;
        (variant == Variant::Xiangqi || !mode.is_exercise()).then_some((variant, mode))
    }

    /// Whether its positions are played against the computer. Only in xiangqi.
    pub const fn is_exercise(self) -> bool {
        use PuzzleMode::{Classic, Classics, Ending, Endings};
        matches!(self, Endings | Ending(_) | Classics | Classic(_))
    }

    /// The end of the address after `puzzles` in a game.
    pub fn path_of_game(self, variant: Variant) -> String {
        match variant {
            Variant::Xiangqi => self.path(),
            other => format!("/{other}{}", self.path()),
        }
    }

    /// The end of the address after `puzzles` and the game.
    pub fn path(self) -> String {
        match self {
            PuzzleMode::Daily => String::new(),
            PuzzleMode::Train => "/train".to_owned(),
            PuzzleMode::Rush => "/rush".to_owned(),
            PuzzleMode::Missed => "/missed".to_owned(),
            PuzzleMode::Themes => "/themes".to_owned(),
            PuzzleMode::Theme(theme) => format!("/theme/{}", theme.code()),
            PuzzleMode::Endings => "/endings".to_owned(),
            PuzzleMode::Ending(id) => format!("/endings/{}", id.ending().code),
            PuzzleMode::Classics => "/classics".to_owned(),
            PuzzleMode::Classic(code) => format!("/classics/{code}"),
            PuzzleMode::One(id) => format!("/{}", id.text()),
        }
    }
}

/// The name of a theme.
pub const fn theme_name(theme: Theme) -> Message {
    match theme {
        Theme::MateInOne => Message::ThemeMateInOne,
        Theme::MateInTwo => Message::ThemeMateInTwo,
        Theme::MateInThree => Message::ThemeMateInThree,
        Theme::MateInMore => Message::ThemeMateInMore,
        Theme::DoubleCannon => Message::ThemeDoubleCannon,
        Theme::CannonBehindHorse => Message::ThemeCannonBehindHorse,
        Theme::SmotheredPalace => Message::ThemeSmotheredPalace,
        Theme::TroughHorse => Message::ThemeTroughHorse,
        Theme::CornerHorse => Message::ThemeCornerHorse,
        Theme::AnglerHorse => Message::ThemeAnglerHorse,
        Theme::IronBolt => Message::ThemeIronBolt,
        Theme::AlternatingChariots => Message::ThemeAlternatingChariots,
        Theme::FacingGenerals => Message::ThemeFacingGenerals,
        Theme::HeartChariot => Message::ThemeHeartChariot,
        Theme::HeavenAndEarthCannons => Message::ThemeHeavenAndEarthCannons,
        Theme::ThreeOnOneWing => Message::ThemeThreeOnOneWing,
        Theme::MoonFromTheSea => Message::ThemeMoonFromTheSea,
        Theme::Stalemate => Message::ThemeStalemate,
        Theme::Fork => Message::ThemeFork,
        Theme::DiscoveredCheck => Message::ThemeDiscoveredCheck,
        Theme::DoubleCheck => Message::ThemeDoubleCheck,
        Theme::Sacrifice => Message::ThemeSacrifice,
        Theme::QuietMove => Message::ThemeQuietMove,
        Theme::Defence => Message::ThemeDefence,
        Theme::ChariotEndgame => Message::ThemeChariotEndgame,
        Theme::HorseEndgame => Message::ThemeHorseEndgame,
        Theme::CannonEndgame => Message::ThemeCannonEndgame,
        Theme::PawnEndgame => Message::ThemePawnEndgame,
        Theme::MixedEndgame => Message::ThemeMixedEndgame,
        Theme::TurnToWin => Message::ThemeTurnToWin,
        Theme::TurnToSave => Message::ThemeTurnToSave,
        Theme::AnyMole => Message::ThemeAnyMole,
        Theme::WhichMole => Message::ThemeWhichMole,
        Theme::OpenRace => Message::ThemeOpenRace,
        Theme::AnyFlip => Message::ThemeAnyFlip,
        Theme::QuietWin => Message::ThemeQuietWin,
        Theme::Ending => Message::ThemeEnding,
        Theme::MarshalHunt => Message::ThemeMarshalHunt,
        Theme::LastMarshal => Message::ThemeLastMarshal,
        Theme::MarshalSaved => Message::ThemeMarshalSaved,
    }
}

/// The task of a puzzle, without the number of moves.
pub fn goal_name(puzzle: &AnyPuzzle) -> Message {
    match (puzzle.variant(), puzzle.goal(), puzzle.side_letter()) {
        (Variant::Sifang, Goal::Save, _) => Message::PuzzleSaveMarshal,
        (Variant::Sifang, ..) => Message::PuzzleTakeMarshal,
        (Variant::Banqi, ..) => Message::PuzzleWinRace,
        (_, Goal::NameMole, _) => Message::PuzzleNameMole,
        (_, Goal::Save, 'w') => Message::PuzzleRedHolds,
        (_, Goal::Save, _) => Message::PuzzleBlackHolds,
        (_, _, 'w') => Message::PuzzleRedWins,
        _ => Message::PuzzleBlackWins,
    }
}

/// What is to be found, with a place for the number of moves.
pub const fn goal_about(puzzle: &AnyPuzzle) -> Message {
    match (puzzle.variant(), puzzle.goal()) {
        (Variant::Xiangqi | Variant::Undercover, Goal::Mate) => Message::PuzzleMateIn,
        (_, Goal::Save) => Message::PuzzleOnlyMove,
        (_, Goal::NameMole) => Message::PuzzleNameMoleAbout,
        (Variant::Xiangqi | Variant::Undercover, Goal::Win) => Message::PuzzleOnlyMove,
        (Variant::Sifang | Variant::Banqi, Goal::Mate | Goal::Win) => Message::PuzzleInMoves,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_theme_is_explained_in_a_sentence() {
        for &theme in Theme::ALL {
            let about = i18n::theme_about(theme.code());
            let about = about.unwrap_or_else(|| panic!("{}", theme.code()));
            for language in i18n::Language::ALL.iter().copied() {
                let text = about.in_language(language);
                assert!(text.ends_with(['.', '。']) && text.chars().count() <= 100, "{text}");
            }
        }
    }

    #[test]
    fn ids_are_read_back() {
        for number in [0, 1, 31, 32, (1 << 35) - 1, u64::MAX, 0x9e37_79b9_7f4a_7c15] {
            let id = PuzzleId::new(number);
            assert_eq!(PuzzleId::read(&id.text()), Some(id), "{number}");
        }
        for text in ["", "aaaaaa", "aaaaaaaa", "aaaaaa1", "aaaaaal", "aaaaaaé"] {
            assert_eq!(PuzzleId::read(text), None, "{text}");
        }
    }

    #[test]
    fn every_theme_has_its_name() {
        let mut names: Vec<Message> = Theme::ALL.iter().map(|&theme| theme_name(theme)).collect();
        names.dedup();
        assert_eq!(names.len(), Theme::ALL.len());
    }
}
