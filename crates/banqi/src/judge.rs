use crate::{Action, Board, Color, Kind, Piece, Square, square::between};
use alloc::format;
use game::{Refusal, Seat};

/// Explanations of illegal actions. They depend on public facts only, so a refusal reveals no
/// secret.
impl Board {
    /// Checks whether `seat` may play `action` now. The game must not be over.
    pub(crate) fn judge(&self, seat: Seat, action: Action) -> Result<(), Refusal> {
        if seat != self.mover() {
            return Err(Refusal::new("not-your-turn", "It is the other player's turn."));
        }
        match action {
            Action::Flip(square) => self.judge_flip(square),
            Action::Move(from, to) => self.judge_move(from, to),
        }
    }

    fn judge_flip(&self, square: Square) -> Result<(), Refusal> {
        if self.face_down().contains(square) {
            return Ok(());
        }
        Err(match self.piece(square) {
            Some(_) => {
                Refusal::new("face-up", format!("The piece on {square} is face up already."))
                    .with(square)
            }
            None => no_piece(square),
        })
    }

    fn judge_move(&self, from: Square, to: Square) -> Result<(), Refusal> {
        let piece = match self.piece(from) {
            Some(piece) => piece,
            None if self.face_down().contains(from) => return Err(face_down(from)),
            None => return Err(no_piece(from)),
        };
        let Some(mover) = self.turn() else {
            let message = "The first action flips a piece: its colour is the first player's.";
            return Err(Refusal::new("flip-first", message));
        };
        if piece.color != mover {
            let message = format!("The piece on {from} belongs to {}.", name(piece.color));
            return Err(Refusal::new("not-your-piece", message).with(from));
        }
        if from == to {
            return Err(Refusal::new("same-square", format!("The piece is on {to} already.")));
        }
        if self.targets(from).contains(to) {
            return Ok(());
        }
        if self.piece(to).is_some_and(|other| other.color == mover) {
            return Err(
                Refusal::new("own-piece", format!("Your own piece stands on {to}.")).with(to)
            );
        }
        Err(match piece.kind {
            Kind::Cannon => self.refuse_cannon(from, to),
            _ => self.refuse_walk(piece, from, to),
        })
    }

    fn refuse_walk(&self, piece: Piece, from: Square, to: Square) -> Refusal {
        if !from.neighbours().contains(to) {
            let message = format!("{to} is not next to {from}: pieces go one square at a time.");
            return Refusal::new("not-adjacent", message);
        }
        let Some(prey) = self.piece(to) else { return face_down(to) };
        let (hunter, prey) = (piece.kind, prey.kind);
        let code = match (hunter, prey) {
            (Kind::General, Kind::Soldier) => "general-soldier",
            (Kind::General, Kind::General) => "generals",
            (Kind::Soldier, Kind::Cannon) => "soldier-cannon",
            _ => "rank-too-low",
        };
        Refusal::new(
            code,
            format!("The {} may not take the {} on {to}.", hunter.name(), prey.name()),
        )
    }

    fn refuse_cannon(&self, from: Square, to: Square) -> Refusal {
        let adjacent = from.neighbours().contains(to);
        if !self.occupied().contains(to) {
            let message = if self.options().cannon_steps {
                format!("{to} is empty: without a capture the cannon steps one square.")
            } else {
                format!("{to} is empty: the cannon moves only by capturing.")
            };
            return Refusal::new("nothing-to-capture", message);
        }
        let Some(between) = between(from, to) else {
            let message = format!("{to} is on neither the rank nor the file of {from}.");
            return Refusal::new("not-in-line", message);
        };
        let screens = between.and(self.occupied()).len();
        if screens != 1 {
            let message = match (screens, adjacent) {
                (_, true) => format!("The cannon on {from} needs one piece to jump before {to}."),
                _ => {
                    format!("The cannon jumps exactly one piece; before {to} there are {screens}.")
                }
            };
            return Refusal::new("screen", message);
        }
        face_down(to)
    }
}

fn no_piece(square: Square) -> Refusal {
    Refusal::new("no-piece", format!("There is no piece on {square}.")).with(square)
}

fn face_down(square: Square) -> Refusal {
    Refusal::new("face-down", format!("The piece on {square} is face down.")).with(square)
}

const fn name(color: Color) -> &'static str {
    match color {
        Color::Red => "Red",
        Color::Black => "Black",
    }
}
