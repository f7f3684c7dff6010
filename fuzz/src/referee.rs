//! Checks every output of a board's referee against the rules of xiangqi, without reading the
//! sensors.

use sensing::{
    Alarm, CaptureOrder, Cause, Ending, Event, Output, Pieces, Played, Prompt, Reason, Referee,
    Settings,
};
use xiangqi::{IllegalMove, Kind, Move, Position, Side};

/// Maximum number of plies that are followed.
const PLIES: usize = 128;

/// The state that follows from the outputs so far.
#[derive(Clone)]
pub struct Witness {
    settings: Settings,
    seq: u32,
    at_ms: u64,
    stage: Stage,
    position: Position,
    pieces: Pieces,
    moves: [Move; PLIES],
    plies: usize,
    alarms: [u8; 2],
    /// Whether the time stepped back, after which play must continue at once.
    has_stepped: bool,
    /// The side that has reached the limit of alarms, after which the game must end.
    is_lost: Option<Side>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// No game has begun.
    Waiting,
    /// A game is being played.
    Playing,
    /// The settled position must be restored first.
    Blocked,
    /// The game has ended.
    Over,
}

impl Witness {
    /// Creates the state for a board that is switched on.
    pub fn new(settings: Settings) -> Witness {
        let position = Position::start();
        let nowhere = position.general(Side::Red);
        Witness {
            settings,
            seq: 0,
            at_ms: 0,
            stage: Stage::Waiting,
            pieces: Pieces::number(&position),
            position,
            moves: [Move::new(nowhere, nowhere); PLIES],
            plies: 0,
            alarms: [0; 2],
            has_stepped: false,
            is_lost: None,
        }
    }

    /// Checks an output.
    ///
    /// # Panics
    /// If the output is impossible in this state.
    pub fn hear(&mut self, output: &Output) {
        assert_eq!(output.seq, self.seq + 1, "numbers have no gaps");
        assert!(output.at_ms >= self.at_ms, "time never runs backwards");
        (self.seq, self.at_ms) = (output.seq, output.at_ms);
        let (stage, event) = (self.stage, output.event);
        let is_under_way = matches!(stage, Stage::Playing | Stage::Blocked);
        if self.has_stepped {
            assert_eq!(event, Event::Restored, "a step of time stops nothing");
        }
        if let (Some(_), Event::Move(_) | Event::Restored | Event::Turn(_)) = (self.is_lost, event)
        {
            panic!("the last alarm ends the game, but: {event:?}");
        }
        match event {
            Event::Setup => {
                assert!(!is_under_way);
                *self = Witness { seq: self.seq, at_ms: self.at_ms, ..Witness::new(self.settings) };
            }
            Event::Turn(side) => {
                assert!(stage != Stage::Over);
                assert_eq!(side, self.position.side_to_move());
                self.stage = Stage::Playing;
            }
            Event::Move(played) => self.played(&played, output.at_ms),
            Event::Alarm(alarm) => self.alarmed(&alarm),
            Event::Disturbed { cause: Cause::ClockStepped, points } => {
                assert!(points.is_empty());
                self.has_stepped = true;
            }
            Event::Disturbed { points, .. } => {
                assert!(!points.is_empty() && stage != Stage::Over);
                if is_under_way {
                    self.stage = Stage::Blocked;
                }
            }
            Event::Restored if std::mem::take(&mut self.has_stepped) => {}
            Event::Restored => {
                assert!(stage != Stage::Over);
                if is_under_way {
                    self.stage = Stage::Playing;
                }
            }
            Event::Ambiguous { points } => {
                assert!(!points.is_empty());
                assert!(matches!(stage, Stage::Playing | Stage::Waiting));
            }
            Event::Takeback { played, plies, .. } => {
                assert!(is_under_way && self.plies > 0);
                self.plies -= 1;
                assert_eq!((self.moves[self.plies], self.plies), (played, plies.into()));
                self.replay();
            }
            Event::Prompt { prompt: Prompt::TakeBack, .. } => {
                assert!(is_under_way);
                self.stage = Stage::Blocked;
            }
            Event::Repetition { times } => assert!(times > 1 && stage == Stage::Playing),
            Event::End(ending) => {
                assert!(is_under_way);
                self.ended(&ending);
                self.stage = Stage::Over;
            }
            Event::Pressed(_) | Event::Prompt { .. } => {}
        }
    }

    /// Compares the state with the referee's.
    ///
    /// # Panics
    /// If they differ.
    pub fn compare(&self, referee: &Referee) {
        assert!(!self.has_stepped && self.is_lost.is_none());
        assert!(referee.next_deadline().is_none_or(|due| due > referee.now_ms()), "it is overdue");
        // Before and after a game the pieces may be anywhere.
        if matches!(self.stage, Stage::Playing | Stage::Blocked) {
            assert_eq!(usize::from(referee.plies()), self.plies);
            assert_eq!(referee.position().key(), self.position.key());
            assert!(*referee.pieces() == self.pieces, "pieces keep their numbers");
            assert_eq!(referee.alarms(), self.alarms);
        }
    }

    fn played(&mut self, played: &Played, at_ms: u64) {
        assert_eq!(self.stage, Stage::Playing, "no move but in a game, on a board as it should be");
        let (turn, ply) = (self.position.side_to_move(), played.action);
        assert!(self.allows(ply), "{ply} in {}", self.position.fen());
        assert!(played.landed_ms <= at_ms);
        assert_eq!(played.piece.piece(), self.position.piece_at(ply.from));
        assert_eq!(played.captured.piece(), self.position.piece_at(ply.to));
        assert_eq!(played.piece, self.pieces.at(ply.from));
        assert_eq!(self.pieces.play(ply), played.captured);
        self.position.make(ply);
        assert_ne!(self.position.side_to_move(), turn);
        self.moves[self.plies] = ply;
        self.plies += 1;
        assert_eq!(usize::from(played.ply), self.plies);
        if !self.settings.controls.of(turn.seat()).is_limited() {
            assert_eq!(played.clocks, [0; 2]);
        }
    }

    /// Whether the settings allow a ply.
    fn allows(&self, ply: Move) -> bool {
        match self.position.why_illegal(ply) {
            None => true,
            Some(IllegalMove::LeavesGeneralAttacked(_) | IllegalMove::GeneralsFace(_)) => {
                self.settings.capture_general
            }
            Some(IllegalMove::NotHowItMoves) if self.settings.capture_general => {
                let kind = |square| self.position.piece_at(square).map(|piece| piece.kind);
                [ply.from, ply.to].map(kind) == [Some(Kind::General); 2]
                    && ply.from.file() == ply.to.file()
            }
            Some(_) => false,
        }
    }

    /// Checks that an alarm's reason is correct.
    fn alarmed(&mut self, alarm: &Alarm) {
        assert_eq!(self.stage, Stage::Playing);
        let turn = self.position.side_to_move();
        let fault = alarm.tried.and_then(|tried| self.position.why_illegal(tried));
        let is_true = match alarm.reason {
            Reason::NotYourTurn => fault == Some(IllegalMove::NotYourPiece),
            Reason::OwnPiece => fault == Some(IllegalMove::OwnPiece),
            Reason::NotHowItMoves => {
                matches!(fault, Some(IllegalMove::NotHowItMoves | IllegalMove::Blocked(_)))
            }
            Reason::BlockedLeg => matches!(fault, Some(IllegalMove::BlockedLeg(_))),
            Reason::BlockedEye => matches!(fault, Some(IllegalMove::BlockedEye(_))),
            Reason::River => fault == Some(IllegalMove::River),
            Reason::Palace => fault == Some(IllegalMove::Palace),
            Reason::Screen => {
                matches!(fault, Some(IllegalMove::Screen(_) | IllegalMove::Blocked(_)))
            }
            Reason::LeavesGeneralAttacked => {
                matches!(fault, Some(IllegalMove::LeavesGeneralAttacked(_)))
                    && !self.settings.capture_general
            }
            Reason::GeneralsFace => {
                matches!(fault, Some(IllegalMove::GeneralsFace(_)))
                    && !self.settings.capture_general
            }
            Reason::WrongOrder => {
                self.settings.capture_order == CaptureOrder::Strict
                    && alarm.tried.is_some_and(|tried| {
                        self.allows(tried) && self.position.piece_at(tried.to).is_some()
                    })
            }
            Reason::TouchMove => {
                self.settings.touch_move && alarm.tried.is_some_and(|tried| self.allows(tried))
            }
            Reason::TwoMoves => alarm.tried.is_some_and(|tried| {
                self.position.piece_at(tried.from).is_some_and(|piece| piece.side == turn)
            }),
            Reason::UnknownPiece => true,
        };
        assert!(is_true, "{alarm:?} in {}", self.position.fen());
        let blamed = if alarm.reason == Reason::NotYourTurn { !turn } else { turn };
        assert_eq!(alarm.side, blamed);
        let count = &mut self.alarms[alarm.side.index()];
        *count = count.saturating_add(1);
        assert_eq!(alarm.count, *count);
        let is_last = self.settings.alarm_limit.is_some_and(|limit| *count >= limit);
        self.is_lost = is_last.then_some(alarm.side);
        self.stage = Stage::Blocked;
    }

    fn ended(&mut self, ending: &Ending) {
        let turn = self.position.side_to_move();
        match ending.reason {
            game::Reason::Checkmate | game::Reason::Stalemate => {
                assert!(!self.position.has_legal_move());
                let is_mate = ending.reason == game::Reason::Checkmate;
                assert_eq!(self.position.in_check(turn), is_mate);
                assert_eq!(ending.winner, Some(!turn));
            }
            game::Reason::FlagFall => assert_eq!(ending.winner, Some(!turn)),
            game::Reason::Alarms => {
                assert_eq!(ending.winner, self.is_lost.take().map(|loser| !loser));
            }
            game::Reason::GeneralCaptured => {
                assert!(self.settings.capture_general && ending.winner == Some(!turn));
            }
            game::Reason::Resignation => assert!(ending.winner.is_some()),
            _ => {}
        }
        assert!(self.is_lost.is_none());
    }

    fn replay(&mut self) {
        self.position = Position::start();
        self.pieces = Pieces::number(&self.position);
        for &played in &self.moves[..self.plies] {
            self.pieces.play(played);
            self.position.make(played);
        }
    }
}
