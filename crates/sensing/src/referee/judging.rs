//! Judging a ply by the rules.

use super::{Referee, Stage};
use crate::{Alarm, CaptureOrder, Ending, Event, Output, PieceCode, Played, Prompt, Reason};
use xiangqi::{Bitboard, IllegalMove, Kind, Move, RepetitionRule, Side, Square, draw_reason};

impl Referee {
    /// Judges a ply that was made on the board, and plays it or raises an alarm.
    pub(super) fn judge(&mut self, ply: Move, landed: u64, emit: &mut impl FnMut(Output)) {
        match self.fault_of(ply) {
            None => self.play(ply, landed, emit),
            Some((reason, points)) => {
                let mover = self.position().side_to_move();
                let side = self.position().piece_at(ply.from).map_or(mover, |piece| piece.side);
                self.alarm(side, reason, Some(ply), points, emit);
            }
        }
    }

    /// Why a ply is illegal, and the points concerned besides its own.
    fn fault_of(&self, ply: Move) -> Option<(Reason, Bitboard)> {
        let position = self.position();
        let none = Bitboard::EMPTY;
        if let Some(fault) = position.why_illegal(ply).filter(|fault| !self.is_forgiven(fault, ply))
        {
            let is_cannon =
                position.piece_at(ply.from).is_some_and(|piece| piece.kind == Kind::Cannon);
            return Some((Reason::of(&fault, is_cannon), fault.points()));
        }
        if let Some(touched) = self.touched.filter(|&touched| touched != ply.from) {
            return Some((Reason::TouchMove, Bitboard::only(touched)));
        }
        let is_capture = position.piece_at(ply.to).is_some();
        let is_strict = self.settings.capture_order == CaptureOrder::Strict;
        if is_capture && is_strict && self.hypotheses.is_lifted_before(ply.to, ply.from) {
            return Some((Reason::WrongOrder, none));
        }
        None
    }

    /// Whether the rules forbid a ply, regardless of how the pieces were handled.
    pub(super) fn refuses(&self, ply: Move) -> bool {
        self.position().why_illegal(ply).is_some_and(|fault| !self.is_forgiven(&fault, ply))
    }

    /// Whether a ply would capture a general.
    pub(super) fn captures_general(&self, ply: Move) -> bool {
        self.position().piece_at(ply.to).is_some_and(|piece| piece.kind == Kind::General)
    }

    /// Whether `capture_general` allows a ply that the rules forbid. A move may then leave the
    /// general attacked, and one general may capture the other along an open file.
    fn is_forgiven(&self, fault: &IllegalMove, ply: Move) -> bool {
        self.settings.capture_general
            && match fault {
                IllegalMove::LeavesGeneralAttacked(_) | IllegalMove::GeneralsFace(_) => true,
                IllegalMove::NotHowItMoves => self.is_capture_between_generals(ply),
                _ => false,
            }
    }

    fn is_capture_between_generals(&self, ply: Move) -> bool {
        let position = self.position();
        let turn = position.side_to_move();
        ply == Move::new(position.general(turn), position.general(!turn))
            && ply.from.file() == ply.to.file()
            && position.attackers_to(ply.to, turn).contains(ply.from)
    }

    /// Plays a legal ply.
    fn play(&mut self, ply: Move, landed: u64, emit: &mut impl FnMut(Output)) {
        if self.stage == Stage::Ready {
            self.start(landed, emit);
        }
        let is_capture = self.position().piece_at(ply.to).is_some();
        let (piece, captured) = self.score.play(ply, self.timing.left());
        self.hypotheses.settle(ply, is_capture);
        self.forget_question();
        self.touch();
        let turn = self.position().side_to_move();
        self.timing.press(turn, landed, self.now);
        let played = Played {
            action: ply,
            piece,
            captured,
            ply: self.plies(),
            landed_ms: landed,
            clocks: self.timing.shown(landed.max(self.now)),
            left: self.timing.left(),
        };
        let mut out = self.out(emit);
        out.event(Event::Move(played));
        if captured != PieceCode::NONE {
            out.prompt(Prompt::Capture);
        }
        match self.ending_of(captured) {
            Some(ending) => self.end(ending, emit),
            None => self.hand_over(turn, emit),
        }
    }

    fn forget_question(&mut self) {
        self.asked = None;
        self.tapped = None;
        self.touched = None;
        self.landed = None;
        self.prompted = Bitboard::EMPTY;
    }

    /// Announces the side on move, check and repetition.
    fn hand_over(&mut self, turn: Side, emit: &mut impl FnMut(Output)) {
        let is_check = self.position().in_check(turn);
        let counts = self.settings.rules.repetition != RepetitionRule::Off;
        let times = if counts { self.score.occurrences() } else { 1 };
        let mut out = self.out(emit);
        out.event(Event::Turn(turn));
        if is_check {
            out.prompt(Prompt::Check);
        }
        if times > 1 {
            out.event(Event::Repetition { times });
            out.prompt(if times == 2 { Prompt::SecondOccurrence } else { Prompt::ThirdOccurrence });
        }
        out.prompt(Referee::turn_prompt(turn));
    }

    pub(super) const fn turn_prompt(turn: Side) -> Prompt {
        match turn {
            Side::Red => Prompt::RedToMove,
            Side::Black => Prompt::BlackToMove,
        }
    }

    /// How the last ply ended the game, if it did.
    fn ending_of(&self, captured: PieceCode) -> Option<Ending> {
        let position = self.position();
        let turn = position.side_to_move();
        let won = |reason| Some(Ending { reason, winner: Some(!turn) });
        if captured.piece().is_some_and(|piece| piece.kind == Kind::General) {
            return won(game::Reason::GeneralCaptured);
        }
        if !position.has_legal_move() && !self.has_forgiven_move() {
            return won(if position.in_check(turn) {
                game::Reason::Checkmate
            } else {
                game::Reason::Stalemate
            });
        }
        draw_reason(position, &self.settings.rules).map(|reason| Ending { reason, winner: None })
    }

    /// Whether the side on move has a move that only `capture_general` allows.
    fn has_forgiven_move(&self) -> bool {
        let position = self.position();
        self.settings.capture_general
            && position.side(position.side_to_move()).any(|from| {
                Square::all().any(|to| {
                    let ply = Move::new(from, to);
                    position.why_illegal(ply).is_some_and(|fault| self.is_forgiven(&fault, ply))
                })
            })
    }

    /// Raises an alarm: play waits until the board shows the settled position again.
    pub(super) fn alarm(
        &mut self,
        side: Side,
        reason: Reason,
        tried: Option<Move>,
        others: Bitboard,
        emit: &mut impl FnMut(Output),
    ) {
        let own: Bitboard = tried.into_iter().flat_map(|tried| [tried.from, tried.to]).collect();
        let points = own | others;
        if self.stage == Stage::Ready {
            // Before the game there is no alarm: the pieces are set up again.
            self.stage = Stage::SettingUp;
            self.forget_touches();
            self.check_at = None;
            self.prompted = self.differing();
            let points = self.prompted;
            self.out(emit).prompt_at(Prompt::SetUp, points);
            return;
        }
        let alarms = &mut self.alarms[side.index()];
        *alarms = alarms.saturating_add(1);
        let count = *alarms;
        self.stage = Stage::Restoring;
        self.forget_touches();
        self.check_at = None;
        self.prompted = self.differing();
        let differing = self.prompted;
        let mut out = self.out(emit);
        out.event(Event::Alarm(Alarm { side, reason, tried, points, count }));
        out.prompt_at(Prompt::Alarm(reason), points);
        if self.settings.alarm_limit.is_some_and(|limit| count >= limit) {
            let ending = Ending { reason: game::Reason::Alarms, winner: Some(!side) };
            self.end(ending, emit);
        } else {
            self.out(emit).prompt_at(Prompt::Restore, differing);
        }
    }
}
