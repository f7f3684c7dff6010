use crate::{
    Action, Bag, BanqiView, Board, Color, Options, Piece, Position, Square, SquareSet, Undo,
    text::write_hidden, view::game_over,
};
use alloc::{format, string::String, vec::Vec};
use game::{
    Dice, Game, Observer, Outcome, Played, Position as _, Reason, Refusal, Resample, Seat, Secret,
    TextError, Turn, Warning, sort_few,
};

/// State of a game of banqi as the referee holds it.
///
/// Seat 0 acts first. The colour of the first flipped piece becomes its colour.
///
/// ```
/// use banqi::{Banqi, Options};
/// use game::{Game, Seat};
///
/// // A cannon jumps one piece and captures a face-down piece, which is revealed.
/// let mut game = Banqi::from_text(Options::SEED, "8/8/8/C1*2*2 r 0/0 0 2 cP")?;
/// let done = game.play(Seat::new(0), "a1f1".parse()?)?;
/// assert_eq!(done.to_string(), "a1f1=P");
/// // It was Red's own pawn: Black gets the point.
/// assert_eq!(game.truth_text(), "8/8/8/2*2C2 b 0/1 0 3 c");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Banqi {
    position: Position,
    history: Vec<Played<Action>>,
    /// For each action of the history: how to undo it, and the board before it.
    past: Vec<Past>,
    outcome: Option<Outcome>,
}

/// The shuffle: the piece on each square, and the squares that start face up.
#[derive(Clone, Debug)]
pub struct Deal {
    /// In reading order.
    pieces: Secret<Vec<Piece>>,
    face_up: SquareSet,
}

#[derive(Clone)]
struct Past {
    undo: Undo,
    board: OpenBoard,
}

/// Facts that must be equal for a position to count as repeated.
type OpenBoard = ([Option<Piece>; Square::COUNT], SquareSet, Option<Color>);

/// Number of occurrences of a position that draws the game.
const REPETITIONS: usize = 3;

impl Banqi {
    /// The board with its face-down pieces. For the referee only.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Everything public about the position.
    pub const fn board(&self) -> &Board {
        &self.position.board
    }

    /// The face-down piece on `square`, for a training table where the player may peek.
    ///
    /// Only the referee can answer; a table with an opponent must not ask.
    ///
    /// ```
    /// use banqi::{Banqi, Kind, Options};
    /// use game::Game;
    ///
    /// let game = Banqi::from_text(Options::SEED, "*7/8/8/K6p r 0/0 0 2 c")?;
    /// assert_eq!(game.peek("a4".parse()?).map(|piece| piece.kind), Some(Kind::Cannon));
    /// assert_eq!(game.peek("a1".parse()?), None, "the general lies open");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn peek(&self, square: Square) -> Option<Piece> {
        self.position.under(square)
    }

    fn at(position: Position) -> Banqi {
        let outcome = position.board.outcome();
        Banqi { position, history: Vec::new(), past: Vec::new(), outcome }
    }

    fn open_board(&self) -> OpenBoard {
        let (squares, down) = self.board().open_squares();
        (squares, down, self.board().turn())
    }

    /// Number of occurrences of the current position. Flips and captures are irreversible, so only
    /// the plies since the last of them are compared.
    fn occurrences(&self) -> usize {
        let now = self.open_board();
        let quiet = self.past.iter().rev().take(self.board().quiet().into());
        1 + quiet.filter(|past| past.board == now).count()
    }

    fn ended(&self) -> Option<Outcome> {
        self.board().outcome().or_else(|| {
            let repeated = self.occurrences() >= REPETITIONS;
            repeated.then(|| self.board().outcome_of(Reason::Repetition, None))
        })
    }
}

impl Game for Banqi {
    const VARIANT: &'static str = "banqi";
    const SEATS: u8 = 2;

    type Options = Options;
    type Deal = Deal;
    type Action = Action;
    type View = BanqiView;

    fn deal(options: &Options, dice: &mut dyn Dice) -> Deal {
        let mut pieces: Vec<Piece> = Bag::full().pieces().collect();
        dice.shuffle(&mut pieces);
        let mut face_up = SquareSet::EMPTY;
        if options.face_up_at_start > 0 {
            let mut squares: Vec<Square> = Square::all().collect();
            dice.shuffle(&mut squares);
            face_up = squares.into_iter().take(options.face_up_at_start.into()).collect();
        }
        Deal { pieces: Secret::new(pieces), face_up }
    }

    fn start(options: Options, deal: Deal) -> Banqi {
        let mut board = Board::empty(options);
        let mut hidden = Vec::new();
        for (square, piece) in Square::reading_order().zip(deal.pieces.into_exposed()) {
            if deal.face_up.contains(square) {
                board.lay(square, piece);
            } else {
                board.lay_down(square);
                hidden.push(piece);
            }
        }
        Banqi::at(Position::lay_out(board, hidden))
    }

    fn from_text(options: Options, text: &str) -> Result<Banqi, TextError> {
        Position::from_text(options, text).map(Banqi::at)
    }

    fn truth_text(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = self.board().write_open(&mut text);
        text.push(' ');
        let _ = write_hidden(&mut text, &self.position.hidden());
        text
    }

    fn options(&self) -> &Options {
        self.board().options()
    }

    fn turn(&self) -> Turn {
        match self.outcome {
            Some(_) => Turn::Over,
            None => Turn::Seat(self.board().mover()),
        }
    }

    fn seat_letter(&self, seat: Seat) -> char {
        self.board().color_of(seat).map_or('-', Color::letter)
    }

    /// `None` for `-`, the letter of both seats before the first flip.
    fn seat_of(&self, letter: char) -> Option<Seat> {
        self.board().seat_of(Color::from_letter(letter)?)
    }

    fn legal(&self, seat: Seat) -> Vec<Action> {
        let mut actions = Vec::new();
        if self.turn() == Turn::Seat(seat) {
            self.board().actions_into(&mut actions);
            sort_few(&mut actions, |a, b| a < b);
        }
        actions
    }

    fn judge(&self, seat: Seat, action: Action) -> Result<(), Refusal> {
        match self.outcome {
            Some(_) => Err(game_over()),
            None => self.board().judge(seat, action),
        }
    }

    fn play_judged(&mut self, seat: Seat, action: Action) -> Played<Action> {
        let board = self.open_board();
        let revealed = self.position.revealed_by(action);
        let undo = self.position.make(action);
        let played = Played { seat, action, revealed: revealed.map(Piece::letter) };
        self.past.push(Past { undo, board });
        self.history.push(played);
        self.outcome = self.ended();
        played
    }

    fn undo(&mut self) -> bool {
        let (Some(played), Some(past)) = (self.history.pop(), self.past.pop()) else {
            return false;
        };
        self.position.unmake(played.action, past.undo);
        self.outcome = self.ended();
        true
    }

    fn history(&self) -> &[Played<Action>] {
        &self.history
    }

    fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    fn conclude(&mut self, outcome: Outcome) {
        self.outcome = Some(outcome);
    }

    fn view(&self, observer: Observer) -> BanqiView {
        let board = self.board().clone();
        match &self.outcome {
            None => BanqiView::running(observer, board),
            Some(outcome) => {
                BanqiView::finished(observer, board, self.position.hidden(), outcome.clone())
            }
        }
    }

    fn warning(&self) -> Option<Warning> {
        if self.outcome.is_some() {
            return None;
        }
        let occurrences = self.occurrences();
        if occurrences > 1 {
            let more = REPETITIONS - occurrences;
            let message = format!(
                "repetition: this position has occurred {occurrences} times; {more} more draws the game"
            );
            return Some(Warning::new("repetition-count", message).with(occurrences).with(more));
        }
        let left = self.options().quiet_limit?.checked_sub(self.board().quiet())?;
        (left <= 10).then(|| {
            let message =
                format!("quiet-limit: {left} more plies without a flip or capture draw the game");
            Warning::new("quiet-limit", message).with(left)
        })
    }
}

impl Resample for Banqi {
    /// Shuffles the face-down pieces, for every observer alike. A finished game hides nothing.
    fn resample(&self, _observer: Observer, dice: &mut dyn Dice) -> Banqi {
        let mut other = self.clone();
        if self.outcome.is_none() {
            other.position.reshuffle(dice);
        }
        other
    }
}
