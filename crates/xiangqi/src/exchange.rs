//! Static exchange evaluation.

use crate::{Bitboard, Kind, Move, Position, Side, Square, occupancy::Occupancy, tables};

/// Order of captures: the least valuable piece first, the general last.
const BY_VALUE: [Kind; 7] = [
    Kind::Pawn,
    Kind::Advisor,
    Kind::Elephant,
    Kind::Horse,
    Kind::Cannon,
    Kind::Chariot,
    Kind::General,
];

impl Position {
    /// Whether the exchange that a legal move starts on its target gains at least `threshold` for
    /// the mover.
    ///
    /// Both sides capture with the least valuable piece that may capture, and stop when that is
    /// better. `values` are the values of pieces by [`Kind`]. After every capture, screens, legs
    /// and eyes are evaluated again, and a capture that leaves the own general attacked is not
    /// made.
    ///
    /// ```
    /// use xiangqi::Position;
    ///
    /// // General, advisor, elephant, horse, chariot, cannon, pawn.
    /// let values = [5_000, 200, 200, 430, 950, 470, 100];
    /// // The cannon captures a horse, and a chariot captures the cannon.
    /// let played = "b2b9".parse().unwrap();
    /// assert!(Position::start().wins_exchange(played, &values, -40));
    /// assert!(!Position::start().wins_exchange(played, &values, 0));
    /// ```
    pub fn wins_exchange(&self, played: Move, values: &[i32; 7], threshold: i32) -> bool {
        let value_at =
            |square| self.piece_at(square).map_or(0, |piece| values[piece.kind as usize]);
        // The mover's gain beyond the threshold if the opponent does not recapture.
        let balance = value_at(played.to) - threshold;
        if balance < 0 {
            return false;
        }
        // What the side to capture still lacks.
        let mut deficit = value_at(played.from) - balance;
        if deficit <= 0 {
            return true;
        }
        let mut exchange = Exchange::after(self, played);
        let (mut side, mut wins) = (!self.turn, true);
        while let Some((from, kind)) = exchange.least_valuable_attacker(side) {
            wins = !wins;
            deficit = values[kind as usize] - deficit;
            if deficit < i32::from(wins) {
                break;
            }
            exchange.capture(from);
            side = !side;
        }
        wins
    }
}

/// State of an exchange on one point.
struct Exchange<'a> {
    position: &'a Position,
    target: Square,
    occupancy: Occupancy,
    /// Points of pieces that were captured or moved to the target, and the target.
    removed: u128,
}

impl<'a> Exchange<'a> {
    fn after(position: &'a Position, played: Move) -> Exchange<'a> {
        Exchange {
            position,
            target: played.to,
            occupancy: position.occupancy().after(played.from, played.to),
            removed: 1 << played.from.index() | 1 << played.to.index(),
        }
    }

    /// The least valuable piece of a side that may capture now.
    fn least_valuable_attacker(&self, side: Side) -> Option<(Square, Kind)> {
        let own = self.position.sides[side.index()] & !self.removed;
        BY_VALUE.into_iter().find_map(|kind| {
            let mut takers = Bitboard(self.attackers(side, kind) & own);
            takers.find(|&from| !self.leaves_attacked(side, from)).map(|from| (from, kind))
        })
    }

    /// Pieces of a kind that attack the target.
    fn attackers(&self, side: Side, kind: Kind) -> u128 {
        let (position, target) = (self.position, self.target);
        if kind == Kind::General {
            return tables::general_attacks(target) & 1 << position.general(side).index();
        }
        let pieces = position.kinds[kind as usize - 1];
        if pieces & position.sides[side.index()] == 0 {
            return 0;
        }
        pieces
            & match kind {
                Kind::Pawn => tables::pawn_attackers(side, target),
                Kind::Advisor => tables::advisor_attacks(target),
                Kind::Elephant => self.occupancy.elephant_attacks(target),
                Kind::Horse => self.occupancy.horse_attackers(target),
                Kind::Cannon => self.occupancy.cannon_attacks(target),
                Kind::Chariot => self.occupancy.chariot_attacks(target),
                Kind::General => 0,
            }
    }

    /// Whether a capture from `from` leaves the own general attacked.
    fn leaves_attacked(&self, side: Side, from: Square) -> bool {
        let own = self.position.general(side);
        let general = if from == own { self.target } else { own };
        let occupancy = self.occupancy.after(from, self.target);
        self.position.general_attacked(side, general, occupancy, self.removed)
    }

    fn capture(&mut self, from: Square) {
        self.occupancy = self.occupancy.after(from, self.target);
        self.removed |= 1 << from.index();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    const VALUES: [i32; 7] = [5_000, 210, 210, 430, 950, 470, 100];

    /// Gain of the side to move on a real board, if it either stops or captures with its least
    /// valuable piece.
    fn gain(position: &mut Position, target: Square) -> i32 {
        let mut takers: Vec<Move> = Vec::new();
        position.for_each_legal_capture(|played| takers.push(played));
        takers.retain(|played| played.to == target);
        let rank = |played: &Move| {
            let kind = position.piece_at(played.from).unwrap().kind;
            BY_VALUE.iter().position(|&other| other == kind)
        };
        let Some(&played) = takers.iter().min_by_key(|played| (rank(played), played.from)) else {
            return 0;
        };
        let taken = VALUES[position.piece_at(target).unwrap().kind as usize];
        let undo = position.make(played);
        let value = taken - gain(position, target);
        position.unmake(played, undo);
        value.max(0)
    }

    /// Compares with exchanges played on the board, over random games.
    #[test]
    fn agrees_with_playing_it_out() {
        let seed = 20_260_722_u64;
        let mut state = seed;
        let mut next = move |below: usize| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % below
        };
        let mut exchanges = 0;
        for game in 0..60 {
            let mut position = Position::start();
            for ply in 0..160 {
                let legal = position.legal_moves();
                if legal.is_empty() {
                    break;
                }
                for &played in &legal {
                    let taken =
                        position.piece_at(played.to).map_or(0, |piece| VALUES[piece.kind as usize]);
                    let undo = position.make(played);
                    let value = taken - gain(&mut position, played.to);
                    position.unmake(played, undo);
                    exchanges += usize::from(value != taken);
                    for threshold in [value, value + 1, 0, 1, -90, 300] {
                        assert_eq!(
                            position.wins_exchange(played, &VALUES, threshold),
                            value >= threshold,
                            "seed {seed} game {game} ply {ply}: {} {played} threshold {threshold} value {value}",
                            position.fen(),
                        );
                    }
                }
                position.make(legal[next(legal.len())]);
            }
        }
        assert!(exchanges > 5_000, "only {exchanges} exchanges went on");
    }
}
