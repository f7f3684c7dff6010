use banqi::{Board, Color, Kind, Piece, Square, SquareSet};

/// How many numbers tell of each side.
const OF_SIDE: usize = 40;
/// How many numbers a position is told by: those of the side on move, then those of the other.
pub const FEATURES: usize = 2 * OF_SIDE;
/// What counts as one: features are whole numbers, and some are fractions.
pub const FEATURE_ONE: i16 = 16;

/// The numbers by which the network knows a position.
pub type Features = [i16; FEATURES];

// Where the numbers of a side begin; those of kinds are seven.
/// Its face-up pieces, by kind.
const OPEN: usize = 0;
/// Its pieces that may still come up, by kind.
const HIDDEN: usize = 7;
/// The other side's pieces that it may take at once, by kind.
const ATTACKED: usize = 14;
/// How near it is to others, by kind.
const NEAR: usize = 21;
/// The points it needs.
const NEEDED: usize = 28;
/// The face-down pieces that its cannons may take.
const SHOTS: usize = 29;
/// The empty squares it may go to.
const SPACE: usize = 30;
/// The points of what it attacks and what has nowhere to go,
const CAUGHT: usize = 31;
/// and of what nobody stands by.
const LOOSE: usize = 32;
/// What its general, its advisors and the others fear from beside them.
const DANGER: usize = 33;
/// What its pieces hope for from beside them.
const HOPE: usize = 36;
/// Whether the other general would be enough to win.
const IN_REACH: usize = 37;
/// How many pieces lie face down. Told of the side on move alone, as the next.
const DOWN: usize = 38;
/// The quiet plies.
const QUIET: usize = 39;

const WORTH_WEIGHT: i16 = 3;
const SPACE_WEIGHT: i16 = 4;
const DOWN_WEIGHT: i16 = 3;
/// Beyond these all is one.
const MOST_NEEDED: u16 = 60;
const MOST_QUIET: u16 = 60;
const MOST_FEARED: i32 = 200;

/// What is told of a position to the network that judges it, for the colour on move.
pub fn features(board: &Board, mover: Color) -> Features {
    let mut all = [0; FEATURES];
    let (own, other) = all.split_at_mut(OF_SIDE);
    let sides = [Side::of(board, mover), Side::of(board, mover.other())];
    sides[0].tell(board, &sides[1], own);
    sides[1].tell(board, &sides[0], other);
    own[DOWN] = board.face_down().len() as i16 * DOWN_WEIGHT;
    own[QUIET] = board.quiet().min(MOST_QUIET) as i16;
    all
}

/// What of a colour is asked for again and again.
struct Side {
    color: Color,
    /// Its face-up pieces by kind.
    each: [SquareSet; 7],
    /// Its pieces that may still come up, by kind.
    unseen: [i16; 7],
    /// The squares beside its pieces of each kind.
    beside: [SquareSet; 7],
    /// What its cannons may land on.
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
        let target = board.options().target.unwrap_or(MOST_NEEDED);
        let needed = target.saturating_sub(board.score(self.color)).min(MOST_NEEDED);
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

    /// What this side does to the other's pieces of a kind.
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

    /// What may come up beside this side's pieces: what they fear, and what they hope for.
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
            told[DANGER + class] = danger.min(MOST_FEARED) as i16;
        }
        told[HOPE] = hope.min(MOST_FEARED) as i16;
    }

    /// The squares beside its pieces.
    fn around(&self) -> SquareSet {
        self.beside.iter().fold(SquareSet::EMPTY, |all, &set| all.or(set))
    }

    /// The squares beside those of its pieces that walk.
    fn space(&self) -> SquareSet {
        let walkers = Kind::ALL.into_iter().filter(|&kind| kind != Kind::Cannon);
        walkers.fold(SquareSet::EMPTY, |all, kind| all.or(self.beside[kind as usize]))
    }
}

/// Whether a hunter takes the prey by going there, as all but cannons do.
fn walks_to(board: &Board, hunter: Kind, prey: Kind) -> bool {
    hunter != Kind::Cannon && board.options().outranks(hunter, prey)
}

/// How near hunters are to prey that they do not attack yet, over empty squares.
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
