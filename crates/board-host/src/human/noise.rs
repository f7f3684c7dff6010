//! Actions that are not moves: adjusting, knocking over, laying things down, taking back.

use super::{Expected, Table};
use sensing::{Button, Cause};
use xiangqi::{Move, Square};

impl Table {
    /// Adjusts one to three own pieces at once, or one of the opponent's.
    pub(super) fn adjust(&mut self) {
        let mover = self.position.side_to_move();
        let is_own = self.hand.random.chance(60);
        let side = if is_own { mover } else { !mover };
        let pieces: Vec<Square> = self.position.side(side).collect();
        let count = if is_own { self.hand.random.between(1, 3) } else { 1 };
        let pieces = self.hand.random.draw(&pieces, count as usize);
        for &square in &pieces {
            self.touch(square);
            self.hand.lift(square);
            self.hand.rest(40, 250);
        }
        for &square in &pieces {
            self.hand.rest(40, 250);
            self.hand.put(square);
        }
        self.hand.rest(500, 900);
    }

    /// Disturbs the board and restores it.
    pub(super) fn disturb(&mut self) {
        match self.hand.random.between(0, 4) {
            0 => self.sweep(),
            1 => self.lose_some(),
            2 => self.lay_something(3_000),
            3 => self.lay_something(250),
            _ => self.break_sensor(),
        }
    }

    /// A sleeve knocks off many pieces.
    fn sweep(&mut self) {
        let all: Vec<Square> = self.position.occupied().collect();
        if all.len() < 9 {
            return;
        }
        let count = self.hand.random.between(7, 9) as usize;
        let pieces = self.hand.random.draw(&all, count);
        for &square in &pieces {
            self.hand.lift(square);
            self.hand.rest(5, 60);
        }
        self.hand.rest(800, 2_000);
        for &square in &pieces {
            self.hand.put(square);
            self.hand.rest(100, 700);
        }
        self.restored(Cause::Scattered);
    }

    /// Some pieces fall off the table and come back after a while.
    fn lose_some(&mut self) {
        let mover = self.position.side_to_move();
        let others: Vec<Square> = self.position.side(!mover).collect();
        let count = self.hand.random.between(1, 3) as usize;
        let pieces = self.hand.random.draw(&others, count);
        for &square in &pieces {
            self.hand.lift(square);
            self.hand.rest(5, 60);
        }
        let missing_ms = u64::from(self.settings.missing_ms);
        self.hand.rest(missing_ms + 300, missing_ms + 3_000);
        for &square in &pieces {
            self.hand.put(square);
            self.hand.rest(100, 700);
        }
        self.restored(Cause::Missing);
    }

    /// Lays something on an empty point. For less than the settle time it is ignored.
    fn lay_something(&mut self, at_least: u64) {
        let empty: Vec<Square> = (!self.position.occupied()).collect();
        let Some(square) = self.hand.random.pick(&empty) else { return };
        self.hand.put(square);
        self.hand.rest(at_least, at_least + 80);
        self.hand.lift(square);
        if at_least > 400 {
            self.restored(Cause::Extra);
        } else {
            self.hand.rest(500, 900);
        }
    }

    /// A sensor flickers.
    fn break_sensor(&mut self) {
        let all: Vec<Square> = Square::all().collect();
        let Some(square) = self.hand.random.pick(&all) else { return };
        let half_period = self.hand.random.between(4, 60);
        self.hand.flicker(square, half_period, 5_000);
        self.hand.rest(9_000, 10_000);
        self.restored(Cause::Flicker);
    }

    fn restored(&mut self, cause: Cause) {
        self.touched = None;
        self.truth.push(Expected::Disturbance(cause));
        self.truth.push(Expected::Restored);
        self.hand.rest(700, 1_500);
    }

    /// The players take back the last ply.
    pub(super) fn take_back(&mut self) {
        let Some(last) = self.played.pop() else { return };
        let before = self.replayed();
        self.hand.press(Button::Takeback);
        self.hand.rest(300, 900);
        self.hand.lift(last.to);
        self.hand.carry(last.to, last.from);
        if before.piece_at(last.to).is_some() {
            self.hand.rest(200, 700);
            self.hand.put(last.to);
        }
        self.position = before;
        self.touched = None;
        self.truth.push(Expected::Takeback(last));
        self.hand.rest(700, 1_500);
    }

    /// The position after the remaining plies; also recomputes the keys since its last capture.
    fn replayed(&mut self) -> xiangqi::Position {
        let mut position = xiangqi::Position::start();
        self.keys = vec![position.key()];
        for &played in &self.played {
            if position.make(played).captured().is_some() {
                self.keys.clear();
            }
            self.keys.push(position.key());
        }
        position
    }

    /// Sometimes captures while another enemy piece is in the air too, so that the capture is
    /// ambiguous. The player then lifts the piece once more to point out the move. Returns the
    /// landing time.
    pub(super) fn unclear(&mut self, played: Move) -> Option<u64> {
        if self.early.is_some() || !self.hand.noisy(4) {
            return None;
        }
        let mover = self.position.side_to_move();
        let others: Vec<Square> =
            self.position.side(!mover).filter(|&square| square != played.to).collect();
        let other = self.hand.random.pick(&others)?;
        self.hand.rest(60, 200);
        self.hand.lift(other);
        self.hand.rest(60, 200);
        self.hand.put(other);
        self.hand.rest(60, 200);
        self.hand.put(played.to);
        let landed = self.hand.put_ms();
        self.hand.rest(600, 1_200);
        self.hand.lift(played.to);
        self.hand.rest(100, 300);
        self.hand.put(played.to);
        self.hand.rest(100, 300);
        self.truth.push(Expected::Unclear);
        Some(landed)
    }
}
