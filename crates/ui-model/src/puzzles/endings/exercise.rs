use super::{EndingGoal, EndingId};
use crate::puzzles::PuzzleMode;
use i18n::{Language, Message, fill};
use puzzles::Classic;

/// A position that is played against the computer. Red is the player, and moves first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exercise {
    /// A named ending.
    Ending(EndingId),
    /// A composed mate.
    Classic(Classic),
}

impl Exercise {
    /// The named endings.
    pub fn endings() -> impl Iterator<Item = Exercise> {
        EndingId::all().map(Exercise::Ending)
    }

    /// The composed mates.
    pub fn classics() -> impl Iterator<Item = Exercise> {
        Classic::all().map(Exercise::Classic)
    }

    /// The exercise with this code.
    pub fn read(code: &str) -> Option<Exercise> {
        let ending = EndingId::from_code(code).map(Exercise::Ending);
        ending.or_else(|| Some(Exercise::Classic(Classic::find(code.parse().ok()?)?)))
    }

    /// Stable code.
    pub fn code(self) -> String {
        match self {
            Exercise::Ending(id) => id.ending().code.to_owned(),
            Exercise::Classic(classic) => classic.code.to_string(),
        }
    }

    /// What the player has to reach.
    pub const fn goal(self) -> EndingGoal {
        match self {
            Exercise::Ending(id) => id.ending().goal,
            Exercise::Classic(classic) => EndingGoal::MateIn(classic.moves),
        }
    }

    /// The board of a FEN.
    pub const fn board(self) -> &'static str {
        match self {
            Exercise::Ending(id) => id.ending().board,
            Exercise::Classic(classic) => classic.board,
        }
    }

    /// The name for a reader of this language. Composed mates have Chinese titles and the numbers of
    /// their collection.
    pub fn name(self, language: Language) -> String {
        match self {
            Exercise::Ending(id) => id.ending().name.in_language(language).to_owned(),
            Exercise::Classic(classic) => {
                let title = classic.title(language.has_traditional_pieces());
                match classic.code.number() {
                    Some(number) => fill(
                        Message::ClassicName.in_language(language),
                        &[&number.to_string(), title],
                    ),
                    None => title.to_owned(),
                }
            }
        }
    }

    /// Length and origin of a composed mate, in words. `None` for named endings.
    pub fn source(self, language: Language) -> Option<String> {
        let Exercise::Classic(classic) = self else { return None };
        let is_of_book = classic.code.number().is_some();
        let message = if is_of_book { Message::ClassicSource } else { Message::ClassicStreet };
        Some(fill(message.in_language(language), &[&classic.moves.to_string()]))
    }

    /// The exercise after this one in its list, or the first.
    pub fn next(self) -> Exercise {
        match self {
            Exercise::Ending(id) => Exercise::Ending(id.next()),
            Exercise::Classic(classic) => {
                let mut rest =
                    Classic::all().skip_while(|other| other.code != classic.code).skip(1);
                Exercise::Classic(rest.next().or_else(|| Classic::all().next()).unwrap_or(classic))
            }
        }
    }

    /// Its page.
    pub const fn mode(self) -> PuzzleMode {
        match self {
            Exercise::Ending(id) => PuzzleMode::Ending(id),
            Exercise::Classic(classic) => PuzzleMode::Classic(classic.code),
        }
    }
}
