//! Moves in the notations that people use: the move list, and moves typed by a player.

use crate::{GameModel, Variant, settings::Notation, undercover::pawn_words};
use game::Seat;
use games::{
    AnyAction,
    board::{Piece, Step},
};
use i18n::{Language, Message, fill, ground_words, in_script, short_name};
use protocol::HistoryEntry;
use undercover::UndercoverView;
use xiangqi::{
    Move, Position, Square,
    notation::{self, Notation as Written},
};

impl GameModel {
    /// The moves in a notation; entries that are no moves are in words. Only xiangqi and undercover
    /// have several notations.
    pub fn move_texts(&self, language: Language, written: Notation) -> Vec<String> {
        let mut position = self.board_at(&self.start);
        let text = |entry| self.entry_text(position.as_mut(), language, written, entry);
        self.history.iter().map(text).collect()
    }

    /// The text of the last move.
    pub fn last_move_text(&self, language: Language, written: Notation) -> Option<String> {
        let (last, before) = self.history.split_last()?;
        let mut position = self.board_at(&self.start);
        if let Some(position) = &mut position {
            for entry in before {
                if let Some(played) = move_of(position, &entry.done) {
                    position.make(played);
                }
            }
        }
        Some(self.entry_text(position.as_mut(), language, written, last))
    }

    /// The text of an entry in a notation or in words. A move is then made on the board.
    pub(crate) fn entry_text(
        &self,
        position: Option<&mut Position>,
        language: Language,
        written: Notation,
        entry: &HistoryEntry,
    ) -> String {
        let moved = position.and_then(|position| write_and_make(position, &entry.done, written));
        let text = moved.or_else(|| self.words_of(language, written, entry));
        let text = text.unwrap_or_else(|| entry.done.clone());
        in_script(language, text)
    }

    /// Texts of a line of actions that starts at the current position.
    pub fn line_texts(
        &self,
        language: Language,
        written: Notation,
        actions: &[String],
    ) -> Vec<String> {
        let mut position = self.board_at(&self.position);
        let seat = self.on_move().unwrap_or(0);
        let entry = |action: &String| HistoryEntry { seat, done: action.clone(), clock_ms: None };
        let text = |action| self.entry_text(position.as_mut(), language, written, &entry(action));
        actions.iter().map(text).collect()
    }

    /// The text of an action that is not in the move list yet.
    pub fn text_of(&self, language: Language, written: Notation, action: &str) -> String {
        // The action may have been played in the meantime or be illegal. Then its own text is
        // shown.
        let is_legal = |board: &Position| {
            action.parse::<Move>().is_ok_and(|played| board.check_move(played).is_ok())
        };
        let moved = self
            .board_at(&self.position)
            .filter(is_legal)
            .and_then(|mut board| write_and_make(&mut board, action, written));
        let seat = self.on_move().unwrap_or(0);
        let entry = HistoryEntry { seat, done: action.to_owned(), clock_ms: None };
        let text = moved.or_else(|| self.words_of(language, written, &entry));
        in_script(language, text.unwrap_or_else(|| action.to_owned()))
    }

    /// The referee's observations behind the ending, with moves in the reader's notation.
    pub fn ground_words(&self, language: Language, written: Notation) -> Option<String> {
        let end = self.end.as_ref()?;
        if end.grounds.is_empty() && end.detail.is_empty() {
            return None;
        }
        let texts = self.move_texts(language, written);
        let write = |seat: u8, done: &str| {
            let is_it = |entry: &HistoryEntry| entry.seat == seat && entry.done == done;
            let at = self.history.iter().rposition(is_it);
            at.and_then(|at| texts.get(at)).map_or_else(|| done.to_owned(), Clone::clone)
        };
        ground_words(language, end, &write)
    }

    /// The text of an entry that is no move: a flip, a revealed mole, a side that leaves.
    fn words_of(
        &self,
        language: Language,
        written: Notation,
        entry: &HistoryEntry,
    ) -> Option<String> {
        let say = |message: Message, values: &[&str]| fill(message.in_language(language), values);
        let seat = Seat::checked(entry.seat)?;
        let played = AnyAction::parse_played(self.variant, seat, &entry.done).ok()?;
        if played.action.named_seat().is_some() {
            return Some(say(Message::MoveLeft, &[]));
        }
        let shape = self.shape();
        let revealed = played.revealed.and_then(Piece::from_letter);
        match Step::of(played.action)? {
            Step::TurnMole(point) => {
                let side = self.side(entry.seat)?;
                let pawn = pawn_words(language, written, side, side, point);
                Some(say(Message::MoveTurned, &[&pawn]))
            }
            Step::Flip(point) => {
                let name = shape.name(point);
                Some(match revealed {
                    Some(piece) => {
                        say(Message::MoveFlipped, &[&name, &short_name(language, shape, piece)])
                    }
                    None => say(Message::MoveFlippedDown, &[&name]),
                })
            }
            Step::Move(from, to) => {
                let name = |point| written.point_name(shape, point);
                let text = format!("{}–{}", name(from), name(to));
                // A face-down piece that a cannon captured is known from now on.
                Some(match revealed {
                    Some(piece) => format!("{text} {}", short_name(language, shape, piece)),
                    None => text,
                })
            }
        }
    }

    /// Parses a typed move in any notation. A text with several meanings is in the reader's.
    ///
    /// # Errors
    /// The reason in English. An illegal action is returned as well, because the referee gives the
    /// better reason.
    pub fn read_typed(&self, written: Notation, typed: &str) -> Result<String, String> {
        let plain: String =
            typed.trim().to_ascii_lowercase().chars().filter(|c| !matches!(c, '-' | ' ')).collect();
        let is_action = !plain.contains('=') && Step::read(self.shape(), &plain).is_some();
        let board = self.board_at(&self.position);
        let illegal = board.as_ref().and_then(|board| notation::read_illegal(board, typed));
        let read = board.map(|board| notation::read_as(&board, typed, written.into()));
        match read {
            Some(Ok(played)) => Ok(played.to_string()),
            // An illegal action: the referee gives the reason.
            _ if is_action => Ok(plain),
            Some(Err(error)) => illegal.map(|played| played.to_string()).ok_or(error.message),
            None => Err(format!("`{}` is no action of {}", typed.trim(), self.variant)),
        }
    }

    /// The board of a position's text, in the games with these notations.
    pub(crate) fn board_at(&self, text: &str) -> Option<Position> {
        match self.variant {
            Variant::Xiangqi => Position::from_fen(text).ok(),
            Variant::Undercover => {
                let options = self.options.parse().ok()?;
                let view: UndercoverView =
                    game::View::from_text(options, game::Observer::Spectator, text).ok()?;
                Some(view.board().clone())
            }
            Variant::Sifang | Variant::Banqi => None,
        }
    }
}

impl From<Notation> for Written {
    fn from(notation: Notation) -> Written {
        match notation {
            Notation::Chinese => Written::Chinese,
            Notation::Wxf => Written::Wxf,
            Notation::Vietnamese => Written::Vietnamese,
            Notation::Iccs => Written::Iccs,
            Notation::San => Written::San,
        }
    }
}

/// Writes a move and makes it on the board; `None` if the entry is no move.
fn write_and_make(position: &mut Position, done: &str, written: Notation) -> Option<String> {
    let played = move_of(position, done)?;
    let text = notation::write(position, played, written.into());
    position.make(played);
    Some(text)
}

/// The move of an entry. A revealed mole is instead turned on the board.
fn move_of(position: &mut Position, done: &str) -> Option<Move> {
    if let Some(square) = done.strip_prefix('@').and_then(|square| square.parse::<Square>().ok()) {
        position.make_turn(square);
    }
    done.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_game;

    fn with_moves(variant: &str, moves: &[&str]) -> GameModel {
        let mut model =
            test_game(variant, if variant == "undercover" { "first=red" } else { "" }, 0);
        model.history = (0..)
            .zip(moves)
            .map(|(i, done)| HistoryEntry { seat: i % 2, done: (*done).to_owned(), clock_ms: None })
            .collect();
        model
    }

    #[test]
    fn the_list_is_written_in_every_notation() {
        let model = with_moves("xiangqi", &["h2e2", "h9g7", "h0g2"]);
        assert_eq!(
            model.move_texts(Language::SimplifiedChinese, Notation::Wxf),
            ["C2=5", "H8+7", "H2+3"]
        );
        assert_eq!(model.move_texts(Language::SimplifiedChinese, Notation::Chinese)[0], "炮二平五");
        assert_eq!(
            model.move_texts(Language::SimplifiedChinese, Notation::Iccs),
            ["h2e2", "h9g7", "h0g2"]
        );
        assert_eq!(
            model.move_texts(Language::Vietnamese, Notation::Vietnamese),
            ["P2-5", "M8.7", "M2.3"]
        );
        assert_eq!(model.move_texts(Language::English, Notation::San), ["Che3", "Ng8", "Ng3"]);
    }

    #[test]
    fn the_example_of_a_notation_is_the_usual_first_move() {
        let model = with_moves("xiangqi", &["h2e2"]);
        for written in Notation::ALL {
            let texts = model.move_texts(Language::SimplifiedChinese, *written);
            assert_eq!(texts, [written.example()], "{written:?}");
        }
    }

    #[test]
    fn the_last_move_is_written_as_the_list_writes_it() {
        let model = with_moves("undercover", &["h2e2", "h9g7", "h0g2", "b9c7"]);
        for written in Notation::ALL {
            let texts = model.move_texts(Language::TraditionalChinese, *written);
            let last = model.last_move_text(Language::TraditionalChinese, *written);
            assert_eq!(last.as_ref(), texts.last(), "{written:?}");
        }
        assert_eq!(
            with_moves("xiangqi", &[]).last_move_text(Language::English, Notation::Iccs),
            None
        );
    }

    #[test]
    fn what_is_on_its_way_is_named_even_when_it_has_arrived() {
        let mut model = with_moves("xiangqi", &[]);
        let text = |model: &GameModel, action: &str| {
            model.text_of(Language::English, Notation::Wxf, action)
        };
        assert_eq!(text(&model, "h2e2"), "C2=5");
        assert_eq!(text(&model, "e5e6"), "e5–e6");
        model.position =
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1".to_owned();
        assert_eq!(text(&model, "h2e2"), "h2–e2");
        assert_eq!(text(&model, "nonsense"), "nonsense");
    }

    #[test]
    fn a_turned_mole_is_a_pawn_of_its_owner_in_the_list() {
        let mut model = with_moves("undercover", &["@e6", "a9a8", "e6e7"]);
        model.start =
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 e6/? 0/0"
                .to_owned();
        assert_eq!(
            model.move_texts(Language::SimplifiedChinese, Notation::Wxf),
            ["亮卧底（5路兵）", "R1+1", "P++1"]
        );
    }

    #[test]
    fn what_is_typed_is_understood() {
        let model = with_moves("xiangqi", &[]);
        let read = |typed| model.read_typed(Notation::Chinese, typed);
        for typed in ["h2e2", "H2-E2", "C2=5", "炮二平五", "砲二平五", "Che3", "P2-5"] {
            assert_eq!(read(typed).as_deref(), Ok("h2e2"), "{typed}");
        }
        // Illegal, but an action: the referee gives the reason.
        assert_eq!(read("a0a5").as_deref(), Ok("a0a5"));
        for (typed, action) in [("车九进五", "a0a5"), ("R9+5", "a0a5"), ("马八进九", "b0a2")]
        {
            assert_eq!(read(typed).as_deref(), Ok(action), "{typed}");
        }
        for (typed, action) in [("相七进九", "c0a2"), ("兵五退一", "e3e2"), ("帅五平六", "e0d0")]
        {
            assert_eq!(read(typed).as_deref(), Ok(action), "{typed}");
        }
        for typed in ["", "炮五平五", "hello"] {
            assert!(read(typed).is_err(), "{typed}");
        }
        let mut cannon = test_game("xiangqi", "", 0);
        cannon.position = "3k5/9/9/7C1/7P1/9/9/9/9/5K3 w - - 0 1".to_owned();
        for (written, action) in [(Notation::Wxf, "h5i5"), (Notation::Vietnamese, "h6h7")] {
            assert_eq!(cannon.read_typed(written, "P2.1").as_deref(), Ok(action), "{written:?}");
        }
        let banqi = test_game("banqi", "", 0);
        assert_eq!(banqi.read_typed(Notation::Iccs, " C2 ").as_deref(), Ok("c2"));
        assert!(banqi.read_typed(Notation::Iccs, "炮二平五").is_err());
    }
}
