use crate::{board::Board, numbers::Numbers};
use anyhow::Result;
use boardlink::Button;
use sensing::Occupancy;
use xiangqi::{Move, Position, Square};

/// Durations of carrying a piece and of letting it settle, in milliseconds.
const CARRY_MS: u64 = 500;
const SETTLE_MS: u64 = 450;

/// A simulated player who knows the position.
pub(crate) struct Player<'a> {
    board: &'a mut Board,
    position: Position,
    on_board: Occupancy,
}

impl Player<'_> {
    /// Sets the pieces up and presses start.
    pub(crate) fn begin(board: &mut Board) -> Result<Player<'_>> {
        let position = Position::start();
        let on_board = Occupancy(position.occupied());
        board.show(1_000, on_board)?;
        board.wait(1_000)?;
        board.press(Button::Start)?;
        board.wait(100)?;
        Ok(Player { board, position, on_board })
    }

    /// The current position.
    pub(crate) const fn position(&self) -> &Position {
        &self.position
    }

    /// Makes a move; a captured piece is lifted before or after the capturing one. If the power
    /// fails before step `cut`, the player restores the position and then starts the move again.
    pub(crate) fn play(
        &mut self,
        played: Move,
        is_enemy_first: bool,
        cut: Option<usize>,
    ) -> Result<()> {
        let settled = self.on_board;
        let lifted = settled.with(played.from, false);
        let mut steps = vec![lifted];
        if self.position.piece_at(played.to).is_some() {
            if is_enemy_first {
                steps = vec![settled.with(played.to, false)];
            }
            steps.push(lifted.with(played.to, false));
        }
        steps.push(lifted.with(played.to, true));
        let cut = cut.map(|cut| cut % steps.len());
        for (number, step) in steps.into_iter().enumerate() {
            if cut == Some(number) {
                self.board.cut_power()?;
                self.show(900, settled)?;
                self.board.wait(2_000)?;
                return self.play(played, is_enemy_first, None);
            }
            self.show(CARRY_MS, step)?;
        }
        self.board.wait(SETTLE_MS)?;
        self.position.make(played);
        Ok(())
    }

    /// Makes an illegal move, waits for the alarm and puts the piece back. Returns whether there
    /// was one to make.
    pub(crate) fn try_illegal(&mut self, numbers: &mut Numbers) -> Result<bool> {
        let settled = self.on_board;
        let own: Vec<Square> = self.position.side(self.position.side_to_move()).collect();
        let Some(&from) = numbers.pick(&own) else { return Ok(false) };
        let tries: Vec<Move> = Square::all()
            .map(|to| Move::new(from, to))
            .filter(|tried| self.position.piece_at(tried.to).is_none())
            .filter(|tried| self.position.why_illegal(*tried).is_some())
            .collect();
        let Some(&tried) = numbers.pick(&tries) else { return Ok(false) };
        let lifted = settled.with(from, false);
        for step in [lifted, lifted.with(tried.to, true)] {
            self.show(CARRY_MS, step)?;
        }
        self.board.wait(SETTLE_MS)?;
        for step in [lifted, settled] {
            self.show(CARRY_MS, step)?;
        }
        self.board.wait(SETTLE_MS)?;
        Ok(true)
    }

    /// Red resigns.
    pub(crate) fn resign(self) -> Result<()> {
        self.board.press(Button::RedResign)?;
        self.board.wait(100)
    }

    fn show(&mut self, after_ms: u64, seen: Occupancy) -> Result<()> {
        self.on_board = seen;
        self.board.show(after_ms, seen)
    }
}
