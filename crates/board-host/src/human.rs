//! Simulated players at a board.
//!
//! [`People`] play games at one board, one after the other. A [`Session`] is one game: the inputs
//! from sensors and buttons, and what the players intended. Everything depends only on the seed and
//! the settings.
//!

//! The hands bounce, drag pieces over other points, capture in either order, and adjust pieces.
//! They reply before a landing has settled, or lift a piece for the reply even before it. They
//! knock pieces over, lay things on the board, take moves back, and attempt something illegal for
//! every reason that the board knows.
//!

//! They never do what no sensor could distinguish:
//! - adjust an opponent's piece while holding one of their own, which looks like a capture;
//! - lift a piece for the reply too early that could itself have made the awaited landing;
//! - in two hurried plies in a row, lift the piece that has just landed before their own. In this
//!   and the previous case the board asks.

mod hand;
mod noise;
mod random;
mod tries;

use hand::Hand;
use random::Random;
use sensing::{Button, CaptureOrder, Cause, Input, Occupancy, Reason, Settings};
use xiangqi::{Bitboard, IllegalMove, Kind, Move, Position, Square};

/// How the players play.
#[derive(Clone, Debug)]
pub struct Habits {
    /// Seed of all random choices.
    pub seed: u64,
    /// Noise of hands and sensors, 0 to 100.
    pub noise: u32,
    /// Settings of the board.
    pub settings: Settings,
    /// Maximum number of plies of a game.
    pub plies: usize,
    /// The moves to play; `None` for random ones.
    pub moves: Option<Vec<Move>>,
}

/// One game at the board.
#[derive(Debug)]
pub struct Session {
    /// The inputs with their times, in order.
    pub inputs: Vec<(u64, Input)>,
    /// What the players intended, in order.
    pub truth: Vec<Expected>,
    /// Landing times of the plies, in milliseconds.
    pub landings: Vec<u64>,
}

/// An event that the referee should report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expected {
    /// A ply.
    Ply(Move),
    /// An illegal attempt, with its reason.
    Try(Reason),
    /// A disturbance.
    Disturbance(Cause),
    /// The board shows the settled position again.
    Restored,
    /// An ambiguous move that the player then has to point out.
    Unclear,
    /// The last ply is taken back.
    Takeback(Move),
    /// The game has ended, or the previous one was abandoned.
    End(game::Reason),
}

/// Players at one board, who play one game after another.
#[derive(Debug)]
pub struct People {
    now_ms: u64,
    on_board: Occupancy,
    /// Whether the last game has no end.
    is_under_way: bool,
}

impl People {
    /// Creates players before the board is switched on.
    pub const fn new() -> People {
        People { now_ms: 0, on_board: Occupancy::EMPTY, is_under_way: false }
    }

    /// Plays the next game: resets an unfinished one, sets the pieces up and starts.
    pub fn play(&mut self, habits: &Habits) -> Session {
        let random = Random::new(habits.seed);
        let hand = Hand::new(random, habits.noise.min(100), self.now_ms, self.on_board);
        let mut table = Table::new(hand, habits.settings);
        self.set_up(&mut table.hand);
        table.hand.press(Button::Start);
        table.hand.rest(300, 900);
        match &habits.moves {
            Some(moves) => table.play_all(moves),
            None => table.play_random(habits.plies),
        }
        table.hand.wait_long();
        let mut truth = Vec::new();
        if self.is_under_way {
            truth.push(Expected::End(game::Reason::Abandoned));
        }
        *self = People {
            now_ms: table.hand.now(),
            on_board: table.hand.occupancy(),
            is_under_way: !table.is_over(),
        };
        truth.append(&mut table.truth);
        Session { inputs: table.hand.into_inputs(), truth, landings: table.landings }
    }

    fn set_up(&self, hand: &mut Hand) {
        let start = Occupancy(Position::start().occupied());
        if self.is_under_way {
            hand.press(Button::Reset);
            hand.rest(300, 900);
        }
        if self.on_board == Occupancy::EMPTY {
            hand.land_piece(start);
        } else {
            hand.set_up(start);
        }
        hand.rest(600, 900);
    }
}

impl Default for People {
    fn default() -> People {
        People::new()
    }
}

/// The game as the players know it, and their hands.
struct Table {
    hand: Hand,
    settings: Settings,
    position: Position,
    played: Vec<Move>,
    truth: Vec<Expected>,
    landings: Vec<u64>,
    /// With touch-move, the piece that must be moved.
    touched: Option<Square>,
    /// Whether the next ply is made before the last landing has settled, and whether the last ply
    /// was.
    is_rushed: bool,
    was_rushed: bool,
    /// The next move, whose piece is in the air already.
    early: Option<Move>,
    /// Keys of all positions since the last capture.
    keys: Vec<u64>,
}

impl Table {
    fn new(hand: Hand, settings: Settings) -> Table {
        Table {
            hand,
            settings,
            position: Position::start(),
            played: Vec::new(),
            truth: Vec::new(),
            landings: Vec::new(),
            touched: None,
            is_rushed: false,
            was_rushed: false,
            early: None,
            keys: vec![Position::start().key()],
        }
    }

    fn play_all(&mut self, moves: &[Move]) {
        while self.played.len() < moves.len() {
            self.pause();
            // During the pause the players may have taken back a move.
            let played = moves[self.played.len()];
            if !self.allowed().contains(&played)
                || self.touched.is_some_and(|touched| touched != played.from)
            {
                break;
            }
            self.ply(played, None);
            if self.is_over() {
                break;
            }
        }
    }

    fn play_random(&mut self, plies: usize) {
        while self.played.len() < plies {
            let played = match self.early {
                Some(early) => early,
                None => {
                    self.pause();
                    let Some(played) = self.choose() else { break };
                    played
                }
            };
            let early = self.choose_early(played);
            self.ply(played, early);
            if self.is_over() {
                break;
            }
        }
    }

    /// Simulates what happens between two plies.
    fn pause(&mut self) {
        let was_rushed = std::mem::take(&mut self.is_rushed);
        if self.played.len() > 1 && self.hand.noisy(25) {
            // A reply before the landing has settled.
            self.hand.rest(60, 350);
            self.is_rushed = true;
            self.was_rushed = was_rushed;
            return;
        }
        self.hand.rest(600, 1_500);
        if self.hand.noisy(12) {
            self.adjust();
        }
        if self.hand.noisy(12) {
            self.try_something();
        }
        if self.hand.noisy(5) {
            self.disturb();
        }
        if self.hand.noisy(3) {
            self.take_back();
        }
    }

    /// Picks a legal move; 40 % of the time a capture, if there is one.
    fn choose(&mut self) -> Option<Move> {
        let mut allowed = self.allowed();
        if let Some(touched) = self.touched {
            allowed.retain(|played| played.from == touched);
        }
        let captures: Vec<Move> = allowed
            .iter()
            .copied()
            .filter(|played| self.position.piece_at(played.to).is_some())
            .collect();
        if self.hand.random.chance(40) && !captures.is_empty() {
            return self.hand.random.pick(&captures);
        }
        self.hand.random.pick(&allowed)
    }

    /// Picks the reply to `played` if its piece is to be lifted early: one that could not have made
    /// the landing itself.
    fn choose_early(&mut self, played: Move) -> Option<Move> {
        if !self.hand.noisy(5) {
            return None;
        }
        let mut after = self.position.clone();
        after.make(played);
        let mut passed = self.position.clone();
        passed.make_null();
        let mut replies = Vec::new();
        after.for_each_legal_move(|reply| {
            let is_elsewhere = reply.from != played.to && reply.to != played.to;
            let could_land =
                passed.why_illegal(Move::new(reply.from, played.to)).is_none_or(|fault| {
                    matches!(
                        fault,
                        IllegalMove::LeavesGeneralAttacked(_) | IllegalMove::GeneralsFace(_)
                    )
                });
            if is_elsewhere && !could_land {
                replies.push(reply);
            }
        });
        let ends = self.ends_game(played);
        self.hand.random.pick(&replies).filter(|_| !ends && after.in_check(after.side_to_move()))
    }

    /// Makes a ply; the piece of `early` is lifted before it lands.
    fn ply(&mut self, played: Move, early: Option<Move>) {
        let is_in_air = self.early.take() == Some(played);
        let is_capture = self.position.piece_at(played.to).is_some();
        // The board cannot follow two such captures in a row, and asks.
        let is_snatch = self.is_rushed && self.was_rushed;
        let enemy_first = is_capture
            && !is_in_air
            && !is_snatch
            && self.settings.capture_order == CaptureOrder::Lenient
            && self.hand.random.chance(50);
        // Nor can it follow three pieces in the air in a hurry.
        let early = early.filter(|_| !(enemy_first && self.is_rushed));
        if enemy_first {
            self.hand.lift(played.to);
            self.hand.rest(100, 500);
        }
        if !is_in_air {
            self.hand.lift(played.from);
        }
        if is_capture && !enemy_first {
            self.hand.rest(100, 500);
            self.hand.lift(played.to);
        }
        if let Some(early) = early {
            self.hand.rest(60, 300);
            self.hand.lift(early.from);
            self.early = Some(early);
        }
        let unclear = if is_capture { self.unclear(played) } else { None };
        let landed = unclear.unwrap_or_else(|| {
            self.hand.carry(played.from, played.to);
            self.hand.put_ms()
        });
        self.landings.push(landed);
        self.record(played);
        if self.early.is_some() {
            self.hand.rest(500, 900);
        }
    }

    /// Records a ply in the players' knowledge.
    fn record(&mut self, played: Move) {
        self.truth.push(Expected::Ply(played));
        self.played.push(played);
        self.touched = None;
        let captured = self.position.make(played).captured();
        if captured.is_some() {
            self.keys.clear();
        }
        self.keys.push(self.position.key());
        if let Some(reason) = self.ending(captured.is_some_and(|piece| piece.kind == Kind::General))
        {
            self.truth.push(Expected::End(reason));
        }
    }

    /// How the game has ended, if it has.
    fn ending(&self, is_general_captured: bool) -> Option<game::Reason> {
        let turn = self.position.side_to_move();
        if is_general_captured {
            return Some(game::Reason::GeneralCaptured);
        }
        if self.allowed().is_empty() {
            return Some(if self.position.in_check(turn) {
                game::Reason::Checkmate
            } else {
                game::Reason::Stalemate
            });
        }
        if let Some(reason) = xiangqi::draw_reason(&self.position, &self.settings.rules) {
            return Some(reason);
        }
        let times = self.keys.iter().filter(|&&key| key == self.position.key()).count();
        if times < 3 {
            return None;
        }
        match xiangqi::repetition::rule(
            &Position::start(),
            &self.played,
            self.settings.rules.repetition,
        ) {
            xiangqi::repetition::Ruling::Over(outcome) => Some(outcome.reason),
            _ => None,
        }
    }

    fn is_over(&self) -> bool {
        matches!(self.truth.last(), Some(Expected::End(_)))
    }

    fn ends_game(&self, played: Move) -> bool {
        let mut after = self.position.clone();
        let captured = after.make(played).captured();
        captured.is_some_and(|piece| piece.kind == Kind::General)
            || !after.has_legal_move()
            || xiangqi::draw_reason(&after, &self.settings.rules).is_some()
    }

    /// Every legal move under the settings, in the order of the points.
    fn allowed(&self) -> Vec<Move> {
        let side = self.position.side(self.position.side_to_move());
        side.flat_map(|from| Square::all().map(move |to| Move::new(from, to)))
            .filter(|&played| self.is_allowed(played))
            .collect()
    }

    /// Whether a move is legal under the settings.
    fn is_allowed(&self, played: Move) -> bool {
        match self.position.why_illegal(played) {
            None => true,
            Some(IllegalMove::LeavesGeneralAttacked(_) | IllegalMove::GeneralsFace(_)) => {
                self.settings.capture_general
            }
            Some(IllegalMove::NotHowItMoves) => self.settings.capture_general && self.faces(played),
            Some(_) => false,
        }
    }

    /// Whether one general captures the other along an open file.
    fn faces(&self, played: Move) -> bool {
        let turn = self.position.side_to_move();
        let (own, other) = (self.position.general(turn), self.position.general(!turn));
        let (low, high) = (own.index().min(other.index()), own.index().max(other.index()));
        let file: Bitboard = Square::all()
            .filter(|square| {
                (low + 1..high).contains(&square.index()) && square.file() == own.file()
            })
            .collect();
        played == Move::new(own, other)
            && own.file() == other.file()
            && (file & self.position.occupied()).is_empty()
    }

    /// With touch-move, records the first touched piece that can move.
    fn touch(&mut self, square: Square) {
        let is_own = self.position.side(self.position.side_to_move()).contains(square);
        if self.settings.touch_move && self.touched.is_none() && is_own {
            let can_move = self.allowed().iter().any(|played| played.from == square);
            self.touched = can_move.then_some(square);
        }
    }
}
