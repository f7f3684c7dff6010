use banqi::{Board, Color, Kind, Piece, Square, SquareSet};

/// Number of features per side.
const OF_SIDE: usize = 40;
/// Number of features of a position: those of the side to move, then those of the other.
pub const FEATURES: usize = 2 * OF_SIDE;
/// Fixed-point one: features are integers, and some represent fractions.
pub const FEATURE_ONE: i16 = 16;

/// The network's input.
pub type Features = [i16; FEATURES];

// Offsets of the features of a side. Features by kind have seven entries.
/// Face-up pieces by kind.
const OPEN: usize = 0;
/// Face-down pieces by kind.
const HIDDEN: usize = 7;
/// The opponent's pieces that can be captured at once, by kind.
const ATTACKED: usize = 14;
/// Nearness to the opponent's pieces, by kind.
const NEAR: usize = 21;
/// Points needed to win.
const NEEDED: usize = 28;
/// Face-down pieces that cannons can capture.
const SHOTS: usize = 29;
/// Empty squares that pieces can move to.
const SPACE: usize = 30;
/// Points of attacked pieces that cannot escape.
const CAUGHT: usize = 31;
/// Points of attacked pieces that are not protected.
const LOOSE: usize = 32;
/// Danger for the general, the advisors and the others from face-down neighbours.
const DANGER: usize = 33;
/// Expected gain from face-down neighbours.
const HOPE: usize = 36;
/// Whether capturing the opponent's general would win.
const IN_REACH: usize = 37;
/// Number of face-down pieces; only for the side to move, like the next one.
const DOWN: usize = 38;
/// Quiet plies.
const QUIET: usize = 39;

const WORTH_WEIGHT: i16 = 3;
const SPACE_WEIGHT: i16 = 4;
const DOWN_WEIGHT: i16 = 3;
/// Larger values are clamped to these.
const MAX_NEEDED: u16 = 60;
const MAX_QUIET: u16 = 60;
const MAX_FEARED: i32 = 200;

/// Computes the features of a position for the side to move.
pub fn features(board: &Board, mover: Color) -> Features {
    let mut all = [0; FEATURES];
    let (own, other) = all.split_at_mut(OF_SIDE);
    let sides = [Side::of(board, mover), Side::of(board, mover.other())];
    sides[0].tell(board, &sides[1], own);
    sides[1].tell(board, &sides[0], other);
    own[DOWN] = board.face_down().len() as i16 * DOWN_WEIGHT;
    own[QUIET] = board.quiet().min(MAX_QUIET) as i16;
    all
}

/// Sets of a colour that several features need.
struct Side {
    color: Color,
    /// Face-up pieces by kind.
    each: [SquareSet; 7],
    /// Face-down pieces by kind.
    unseen: [i16; 7],
    /// Squares next to the pieces of each kind.
    beside: [SquareSet; 7],
    /// Squares that its cannons can capture on.
    jumps: SquareSet,
}

impl Side {
    fn of(board: &Board, color: Color) -> Side {
        let each = Kind::ALL.map(|kind| board.squares_of(Piece::new(color, kind)));
        let cannons = each[Kind::Cannon as usize];
        let captures = cannons.fold(SquareSet::EMPTY, |all, from| all.or(board.targets(from)));
        Side {
            color,
            each,
            unseen: Kind::ALL.map(|kind| board.unseen().count(Piece::new(color, kind)).into()),
            beside: each.map(SquareSet::beside),
            jumps: captures.and(board.occupied()),
        }
    }

    fn tell(&self, board: &Board, enemy: &Side, told: &mut [i16]) {
        for kind in Kind::ALL {
            self.tell_pieces(kind, told);
            self.tell_hunt(board, enemy, kind, told);
        }
        self.tell_neighbours(board, enemy, told);
        let down = board.face_down();
        let empty = SquareSet::ALL.minus(board.occupied());
        told[SHOTS] = self.jumps.and(down).len() as i16 * FEATURE_ONE;
        told[SPACE] = self.space().and(empty).len() as i16 * SPACE_WEIGHT;
        let target = board.options().target.unwrap_or(MAX_NEEDED);
        let needed = target.saturating_sub(board.score(self.color)).min(MAX_NEEDED);
        told[NEEDED] = needed as i16;
        let general = Kind::General as usize;
        let has_general = enemy.each[general].len() as i16 + enemy.unseen[general] > 0;
        let in_reach = has_general && needed <= Kind::General.points();
        told[IN_REACH] = if in_reach { FEATURE_ONE } else { 0 };
    }

    fn tell_pieces(&self, kind: Kind, told: &mut [i16]) {
        let at = kind as usize;
        let weight = if kind == Kind::Soldier { FEATURE_ONE / 2 } else { FEATURE_ONE };
        told[OPEN + at] = self.each[at].len() as i16 * weight;
        told[HIDDEN + at] = self.unseen[at] * weight;
    }

    /// Adds the features of hunting the opponent's pieces of a kind.
    fn tell_hunt(&self, board: &Board, enemy: &Side, kind: Kind, told: &mut [i16]) {
        let at = kind as usize;
        let prey = enemy.each[at];
        if prey.is_empty() {
            return;
        }
        let (mut hunters, mut beside) = (SquareSet::EMPTY, SquareSet::EMPTY);
        for hunter in Kind::ALL.into_iter().filter(|&hunter| walks_to(board, hunter, kind)) {
            hunters = hunters.or(self.each[hunter as usize]);
            beside = beside.or(self.beside[hunter as usize]);
        }
        let empty = SquareSet::ALL.minus(board.occupied());
        let attacked = prey.and(beside.or(self.jumps));
        let worth = kind.points() as i16 * WORTH_WEIGHT;
        told[ATTACKED + at] = attacked.len() as i16 * FEATURE_ONE;
        told[LOOSE] += attacked.minus(enemy.around()).len() as i16 * worth;
        let is_caught = |square: &Square| {
            let ways = square.neighbours().and(empty).minus(beside);
            ways.is_empty() || kind == Kind::Cannon
        };
        told[CAUGHT] += attacked.filter(is_caught).count() as i16 * worth;
        told[NEAR + at] = nearness(hunters, prey.minus(attacked), empty);
    }

    /// Adds the danger and the expected gain from face-down neighbours.
    fn tell_neighbours(&self, board: &Board, enemy: &Side, told: &mut [i16]) {
        let unseen = board.unseen().len().max(1) as i32;
        let down = board.face_down();
        let (mut danger, mut hope) = ([0; 3], 0);
        for kind in Kind::ALL {
            let beside = |square: Square| square.neighbours().and(down).len() as i32;
            let neighbours: i32 = self.each[kind as usize].map(beside).sum();
            if neighbours == 0 {
                continue;
            }
            let (mut feared, mut hoped) = (0, 0);
            for other in Kind::ALL {
                let count = i32::from(enemy.unseen[other as usize]);
                if walks_to(board, other, kind) {
                    feared += count;
                }
                if walks_to(board, kind, other) {
                    hoped += count * i32::from(other.points());
                }
            }
            let (class, worth) = match kind {
                Kind::General => (0, 5),
                Kind::Advisor => (1, 5),
                _ => (2, i32::from(kind.points())),
            };
            danger[class] += neighbours * feared * worth * 16 / unseen;
            hope += neighbours * hoped * 4 / unseen;
        }
        for (class, danger) in danger.into_iter().enumerate() {
            told[DANGER + class] = danger.min(MAX_FEARED) as i16;
        }
        told[HOPE] = hope.min(MAX_FEARED) as i16;
    }

    /// Squares next to its pieces.
    fn around(&self) -> SquareSet {
        self.beside.iter().fold(SquareSet::EMPTY, |all, &set| all.or(set))
    }

    /// Squares next to its pieces other than cannons.
    fn space(&self) -> SquareSet {
        let walkers = Kind::ALL.into_iter().filter(|&kind| kind != Kind::Cannon);
        walkers.fold(SquareSet::EMPTY, |all, kind| all.or(self.beside[kind as usize]))
    }
}

/// Whether a hunter captures the prey by stepping, as all kinds but cannons do.
fn walks_to(board: &Board, hunter: Kind, prey: Kind) -> bool {
    hunter != Kind::Cannon && board.options().outranks(hunter, prey)
}

/// Nearness of hunters to prey that they do not attack yet, over empty squares.
fn nearness(hunters: SquareSet, prey: SquareSet, empty: SquareSet) -> i16 {
    const NEARNESS: [i16; 6] = [16, 10, 6, 4, 3, 2];
    if hunters.is_empty() || prey.is_empty() {
        return 0;
    }
    let mut reached = hunters.beside().and(empty);
    let mut left = prey;
    let mut sum = 0;
    for near in NEARNESS {
        let around = reached.beside();
        let hit = around.and(left);
        sum += hit.len() as i16 * near;
        left = left.minus(hit);
        let next = reached.or(around.and(empty));
        if left.is_empty() || next == reached {
            break;
        }
        reached = next;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use banqi::Options;

    const BOARD: &str = "1a1c1P1p/4**R1/B1a2*1k/1A1P1K** b 23/42 1 66 Prbpn";

    fn told(text: &str) -> Features {
        let board = Board::from_text(Options::SEED, text).unwrap();
        features(&board, board.turn().unwrap())
    }

    #[test]
    fn a_mirrored_board_is_the_same() {
        let (rows, rest) = BOARD.split_once(' ').unwrap();
        let upside_down: Vec<&str> = rows.rsplit('/').collect();
        assert_eq!(told(BOARD), told(&format!("{} {rest}", upside_down.join("/"))));
        let turned: String = rows.chars().rev().collect();
        assert_eq!(told(BOARD), told(&format!("{turned} {rest}")));
    }

    #[test]
    fn exchanged_colours_are_the_same() {
        let swapped = "1A1C1p1P/4**r1/b1A2*1K/1a1p1k** r 42/23 1 66 pRBPN";
        assert_eq!(told(BOARD), told(swapped));
    }

    #[test]
    fn hunters_are_near_over_empty_squares_only() {
        let empty = SquareSet::ALL;
        let [hunter, prey] = ["a1", "a4"].map(|text| SquareSet::only(text.parse().unwrap()));
        assert_eq!(nearness(hunter, prey, empty), 10);
        assert_eq!(nearness(hunter, prey, empty.minus(hunter.beside())), 0);
    }
}
