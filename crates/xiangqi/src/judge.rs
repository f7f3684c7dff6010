//! The referee that explains itself: why a move may not be played.

use crate::{Kind, Move, Piece, Position, Side, Square, check::file_mask};
use alloc::{format, string::String, vec::Vec};
use game::Refusal;

impl Position {
    /// Why the side to move may not play `played`, or that it may.
    ///
    /// # Errors
    /// `no-piece`, `not-your-piece`, `own-piece`, `not-how-it-moves`, `palace`, `river`,
    /// `blocked-leg`, `blocked-eye`, `blocked`, `screen`, `generals-face`,
    /// `leaves-general-attacked`; the sentence names pieces and points.
    pub fn judge(&self, played: Move) -> Result<(), Refusal> {
        let Move { from, to } = played;
        let Some(piece) = self.piece_at(from) else {
            return Err(Refusal::new("no-piece", format!("no piece stands on {from}")));
        };
        if piece.side != self.turn {
            return Err(Refusal::new(
                "not-your-piece",
                format!("{piece} on {from} cannot be moved by {}", self.turn),
            ));
        }
        if let Some(own) = self.piece_at(to).filter(|target| target.side == piece.side) {
            return Err(Refusal::new("own-piece", format!("{own} stands on {to} already")));
        }
        if !self.is_pseudo_legal(played) {
            return Err(self.misstep(piece, from, to));
        }
        if self.leaves_attacked(played) {
            return Err(self.exposure(played));
        }
        Ok(())
    }

    /// Why a piece does not move like this.
    fn misstep(&self, piece: Piece, from: Square, to: Square) -> Refusal {
        let files = to.file() as i8 - from.file() as i8;
        let ranks = to.rank() as i8 - from.rank() as i8;
        let (across, along) = (files.unsigned_abs(), ranks.unsigned_abs());
        let name = piece.kind.name();
        let shape = |how: &str| {
            Refusal::new(
                "not-how-it-moves",
                format!("{} {name} moves {how}; {from}–{to} is not that", article(piece.kind)),
            )
        };
        match piece.kind {
            Kind::General if across + along == 1 => outside_palace(name, to),
            Kind::General => shape("one point straight"),
            Kind::Advisor if across == 1 && along == 1 => outside_palace(name, to),
            Kind::Advisor => shape("one point diagonally"),
            Kind::Elephant if across == 2 && along == 2 => {
                if piece.side.is_across(to.rank()) {
                    return Refusal::new(
                        "river",
                        format!("an elephant may not cross the river to {to}"),
                    );
                }
                let eye = from.offset(files / 2, ranks / 2).unwrap_or(from);
                Refusal::new(
                    "blocked-eye",
                    format!("{} on {eye} blocks the elephant's eye", self.name_at(eye)),
                )
            }
            Kind::Elephant => shape("two points diagonally"),
            Kind::Horse if across.min(along) == 1 && across.max(along) == 2 => {
                let leg = from.offset(files / 2, ranks / 2).unwrap_or(from);
                Refusal::new(
                    "blocked-leg",
                    format!("{} on {leg} blocks the horse's leg", self.name_at(leg)),
                )
            }
            Kind::Horse => shape("one point straight and one diagonally outward"),
            Kind::Chariot | Kind::Cannon if (across == 0) == (along == 0) => {
                shape("along a rank or a file")
            }
            Kind::Chariot => {
                let way = self.on_the_way(from, to);
                Refusal::new("blocked", format!("{} is in the chariot's way", self.list(&way)))
            }
            Kind::Cannon => self.cannon_misstep(from, to),
            Kind::Pawn => self.pawn_misstep(piece.side, from, files, ranks),
        }
    }

    fn cannon_misstep(&self, from: Square, to: Square) -> Refusal {
        let way = self.on_the_way(from, to);
        if self.piece_at(to).is_none() {
            let message =
                format!("{} is in the cannon's way to the empty point {to}", self.list(&way));
            return Refusal::new("blocked", message);
        }
        let found = match way.len() {
            0 => String::from("none"),
            _ => self.list(&way),
        };
        let message = format!(
            "a cannon captures over exactly one piece; between {from} and {to} stands {found}"
        );
        Refusal::new("screen", message)
    }

    fn pawn_misstep(&self, side: Side, from: Square, files: i8, ranks: i8) -> Refusal {
        let message = if ranks == 0 && files.abs() == 1 {
            format!("the pawn on {from} has not crossed the river and may not step sideways")
        } else if files == 0 && ranks == -side.forward() {
            String::from("a pawn never moves back")
        } else {
            String::from("a pawn moves one point forward, beyond the river also sideways")
        };
        Refusal::new("not-how-it-moves", message)
    }

    /// How a move leaves the mover's general attacked.
    fn exposure(&self, played: Move) -> Refusal {
        let side = self.turn;
        let mut after = self.clone();
        after.make(played);
        let general = after.general(side);
        let attackers: Vec<Square> = after.attackers_to(general, !side).collect();
        let other = after.general(!side);
        let facing = after.occupancy().reach(general) >> other.index() & 1 != 0
            && file_mask(general) >> other.index() & 1 != 0;
        if facing && attackers == [other] {
            let message = format!(
                "the generals on {general} and {other} would face each other on an open file"
            );
            return Refusal::new("generals-face", message);
        }
        let message = format!(
            "{side}'s general on {general} would be attacked by {}",
            after.list(&attackers)
        );
        Refusal::new("leaves-general-attacked", message)
    }

    /// The pieces strictly between two points of one line.
    fn on_the_way(&self, from: Square, to: Square) -> Vec<Square> {
        let files = (to.file() as i8 - from.file() as i8).signum();
        let ranks = (to.rank() as i8 - from.rank() as i8).signum();
        core::iter::successors(from.offset(files, ranks), |square| square.offset(files, ranks))
            .take_while(|&square| square != to)
            .filter(|&square| self.piece_at(square).is_some())
            .collect()
    }

    fn name_at(&self, square: Square) -> String {
        self.piece_at(square).map_or_else(|| String::from("nothing"), |piece| format!("{piece}"))
    }

    fn list(&self, squares: &[Square]) -> String {
        let names: Vec<String> =
            squares.iter().map(|&square| format!("{} on {square}", self.name_at(square))).collect();
        match names.split_last() {
            Some((last, [])) => last.clone(),
            Some((last, others)) => format!("{} and {last}", others.join(", ")),
            None => String::from("nothing"),
        }
    }
}

fn outside_palace(name: &str, to: Square) -> Refusal {
    Refusal::new("palace", format!("{to} lies outside the palace, which the {name} may not leave"))
}

const fn article(kind: Kind) -> &'static str {
    match kind {
        Kind::Advisor | Kind::Elephant => "an",
        _ => "a",
    }
}
