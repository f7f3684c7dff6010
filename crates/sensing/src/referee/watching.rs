//! From debounced changes to plies, alarms and disturbances.

use super::{Referee, Stage};
use crate::{
    Cause, Event, Output, Prompt, Reason,
    interpretation::Interpretation,
    reading::{Candidates, Due, Reader, Reading},
    sensors::Change,
};
use xiangqi::{Bitboard, Move, Square};

impl Referee {
    /// Handles a debounced change of a sensor.
    pub(super) fn changed(&mut self, change: Change, emit: &mut impl FnMut(Output)) {
        self.quiet_since = self.now;
        if matches!(self.stage, Stage::Ready | Stage::Playing) {
            if change.occupied {
                self.hypotheses.land(change.square);
            } else {
                if self.reader(false).is_answered_by(change.square) {
                    self.check(true, emit);
                }
                self.hypotheses.lift(change.square);
                self.touch();
            }
            self.tap(change, emit);
        }
        self.check(false, emit);
    }

    /// Checks the board. `is_pressed` if the side on move has pressed its clock.
    pub(super) fn check(&mut self, is_pressed: bool, emit: &mut impl FnMut(Output)) {
        match self.stage {
            Stage::SettingUp => self.check_for_setup(emit),
            // A player is answering a question.
            Stage::Ready | Stage::Playing if self.tapped.is_some() => {}
            Stage::Ready | Stage::Playing => self.check_for_plies(is_pressed, emit),
            Stage::Restoring | Stage::Resuming | Stage::TakingBack { .. } => {
                self.check_for_match(emit);
            }
            Stage::Over => self.check_for_next_game(emit),
        }
    }

    /// Prepares the next game once the pieces have been moved away and set up again.
    fn check_for_next_game(&mut self, emit: &mut impl FnMut(Output)) {
        if !self.differing().is_empty() {
            self.is_cleared = true;
        } else if self.is_cleared {
            self.clear();
            self.check_for_setup(emit);
        }
    }

    fn check_for_setup(&mut self, emit: &mut impl FnMut(Output)) {
        let differing = self.differing();
        if differing.is_empty() {
            self.prompted = Bitboard::EMPTY;
            self.check_at = None;
            self.stage = Stage::Ready;
            self.forget_touches();
            let mut out = self.out(emit);
            out.event(Event::Setup);
            out.prompt(Prompt::Ready);
            if core::mem::take(&mut self.is_start_pressed) {
                self.start(self.now, emit);
            }
        } else {
            self.prompt_correction(Prompt::SetUp, differing, emit);
        }
    }

    fn check_for_match(&mut self, emit: &mut impl FnMut(Output)) {
        let differing = self.differing();
        let is_as_it_stands = self.position().occupied() == self.sensors.stable();
        match self.stage {
            Stage::TakingBack { plies } if differing.is_empty() => self.take_back_to(plies, emit),
            // The players have changed their minds and restored the current position.
            Stage::TakingBack { .. } if is_as_it_stands && !self.prompted.is_empty() => {
                self.restored(emit);
            }
            Stage::TakingBack { .. } => self.prompt_correction(Prompt::TakeBack, differing, emit),
            _ if differing.is_empty() => self.restored(emit),
            _ => self.prompt_correction(Prompt::Restore, differing, emit),
        }
    }

    /// Continues play: the board shows the settled position again.
    pub(super) fn restored(&mut self, emit: &mut impl FnMut(Output)) {
        if self.stage == Stage::Resuming {
            self.timing.resume(self.now);
        }
        self.stage = Stage::Playing;
        self.prompted = Bitboard::EMPTY;
        self.check_at = None;
        self.forget_touches();
        let turn = self.position().side_to_move();
        let mut out = self.out(emit);
        out.event(Event::Restored);
        out.prompt(Prompt::Restored);
        out.event(Event::Turn(turn));
    }

    /// Prompts the players to correct the board, once nothing has changed for a while.
    fn prompt_correction(
        &mut self,
        prompt: Prompt,
        points: Bitboard,
        emit: &mut impl FnMut(Output),
    ) {
        if points == self.prompted {
            return;
        }
        let at = self.quiet_since.saturating_add(self.settings.patience_ms.into());
        if at > self.now {
            self.check_at = Some(at);
        } else {
            self.prompted = points;
            self.out(emit).prompt_at(prompt, points);
        }
    }

    /// Reads the hypotheses and acts on what is due. Repeats after every ply, because a reply may
    /// already be on the board.
    fn check_for_plies(&mut self, mut is_pressed: bool, emit: &mut impl FnMut(Output)) {
        while matches!(self.stage, Stage::Ready | Stage::Playing) {
            let flickering = self.sensors.flickering();
            if !flickering.is_empty() {
                self.disturbed(Cause::Flicker, flickering, emit);
                return;
            }
            let Due { reading, at, landed } = self.read(is_pressed);
            self.landed = landed;
            self.check_at = at;
            if at.is_none_or(|at| at > self.now) {
                return;
            }
            self.check_at = None;
            is_pressed = false;
            match reading {
                Reading::Ply(ply) => self.judge(ply, self.reader(false).landing_of(ply), emit),
                other => {
                    self.act(other, emit);
                    return;
                }
            }
        }
    }

    fn read(&self, is_pressed: bool) -> Due {
        self.reader(is_pressed).read()
    }

    pub(super) fn reader(&self, is_pressed: bool) -> Reader<'_> {
        Reader {
            hypotheses: &self.hypotheses,
            interpretations: Interpretation::of_all(&self.hypotheses, self.score.position()),
            sensors: &self.sensors,
            position: self.score.position(),
            settings: &self.settings,
            quiet_since: self.quiet_since,
            is_pressed,
            now: self.now,
        }
    }

    /// Acts on a reading that is not a ply.
    fn act(&mut self, reading: Reading, emit: &mut impl FnMut(Output)) {
        let mover = self.position().side_to_move();
        match reading {
            Reading::Rest => self.rest(emit),
            Reading::Wait | Reading::Ply(_) => {}
            Reading::Ask(candidates) => self.ask(candidates, emit),
            Reading::OwnCapture(tried) => {
                self.alarm(mover, Reason::OwnPiece, Some(tried), Bitboard::EMPTY, emit);
            }
            Reading::TwoMoves(first, second) => {
                let points: Bitboard = [second.from, second.to].into_iter().collect();
                self.alarm(mover, Reason::TwoMoves, Some(first), points, emit);
            }
            Reading::Trespass(tried) => {
                self.alarm(!mover, Reason::NotYourTurn, Some(tried), Bitboard::EMPTY, emit);
            }
            Reading::Stranger => {
                let points = self.differing();
                self.alarm(mover, Reason::UnknownPiece, None, points, emit);
            }
            Reading::Extra => self.disturbed(Cause::Extra, self.differing(), emit),
            Reading::Missing => self.disturbed(Cause::Missing, self.differing(), emit),
            Reading::Scattered => self.disturbed(Cause::Scattered, self.differing(), emit),
        }
    }

    /// Every piece is on its point again.
    fn rest(&mut self, emit: &mut impl FnMut(Output)) {
        let was_asked = self.asked.is_some();
        self.forget_touches();
        if was_asked {
            self.out(emit).event(Event::Restored);
        }
        if let Some(touched) = self.touched.filter(|_| self.stage == Stage::Playing) {
            let points = Bitboard::only(touched);
            if self.prompted != points {
                self.prompted = points;
                self.out(emit).prompt_at(Prompt::MoveTouched, points);
            }
        }
    }

    fn ask(&mut self, candidates: Candidates, emit: &mut impl FnMut(Output)) {
        if self.asked.is_some_and(|(asked, _)| asked == candidates) {
            return;
        }
        self.asked = Some((candidates, self.landed.unwrap_or(self.quiet_since)));
        let points = candidates.points();
        let mut out = self.out(emit);
        out.event(Event::Ambiguous { points });
        out.prompt_at(Prompt::WhichMove, points);
    }

    /// Handles the answer to a question: the piece that moved is lifted and put down again.
    fn tap(&mut self, change: Change, emit: &mut impl FnMut(Output)) {
        let Some((asked, landed)) = self.asked else { return };
        let tapped = self.tapped.take();
        if !change.occupied {
            self.tapped = asked.ending_on(change.square).map(|_| change.square);
        } else if tapped == Some(change.square)
            && let Some(ply) = asked.ending_on(change.square)
        {
            self.judge(ply, landed, emit);
            let is_settled = self.position().occupied() == self.sensors.stable();
            if self.stage == Stage::Playing && is_settled {
                self.forget_touches();
                self.touched = None;
            }
        }
    }

    /// With touch-move, records the first own piece that the side on move has lifted and that has a
    /// legal move.
    pub(super) fn touch(&mut self) {
        if self.settings.touch_move && self.touched.is_none() {
            let own = self.position().side(self.position().side_to_move());
            let can_move =
                |from: Square| Square::all().any(|to| !self.refuses(Move::new(from, to)));
            self.touched = self.hypotheses.first_lifted(own, can_move);
        }
    }

    /// Reports a disturbance: play waits until the board shows the settled position again.
    pub(super) fn disturbed(
        &mut self,
        cause: Cause,
        points: Bitboard,
        emit: &mut impl FnMut(Output),
    ) {
        self.forget_touches();
        // A player who knocks a piece over has not touched it to move it.
        self.touched = None;
        self.check_at = None;
        self.prompted = points;
        let is_playing = self.stage == Stage::Playing;
        self.stage = if is_playing { Stage::Restoring } else { Stage::SettingUp };
        let mut out = self.out(emit);
        out.event(Event::Disturbed { cause, points });
        out.prompt_at(Prompt::Disturbed, points);
    }
}
