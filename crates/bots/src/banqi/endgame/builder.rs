use super::{
    material::{Material, Placing, index},
    table::{MAX_DISTANCE, Table, Verdict},
};
use crate::limits::ENDGAME_PIECES;
use banqi::{Kind, Options, Square};
use std::collections::BTreeMap;

/// A table under construction.
///
/// First every placement is evaluated by its captures, using smaller tables. Then, distance by
/// distance, quiet moves are undone: a placement with a move to a lost one is won, and a placement
/// with moves only to won ones is lost. The rest is drawn.
#[derive(Clone, Debug)]
pub(super) struct Builder {
    pub(super) material: Material,
    men: Vec<Man>,
    table: Table,
    /// Number of quiet moves that are not known to lose; [`HELD`] if a capture holds the draw.
    open: Vec<u8>,
    stage: Stage,
    /// Longest distance permitted by the rules.
    longest: u8,
}

/// A piece of the material.
#[derive(Clone, Debug)]
struct Man {
    color: usize,
    is_cannon: bool,
    steps: bool,
    /// Which of the other pieces it captures by rank.
    takes: [bool; ENDGAME_PIECES],
    /// The material after its capture; `None` if it is the last piece of its colour.
    after: Option<After>,
}

/// The material without one of its pieces.
#[derive(Clone, Debug)]
struct After {
    material: Material,
    /// Index of each of its pieces in the larger material.
    order: [u8; ENDGAME_PIECES],
    is_swapped: bool,
}

#[derive(Clone, Copy, Debug)]
enum Stage {
    /// Captures have been evaluated up to this index.
    Captures(usize),
    /// Placements with this distance have been undone up to this index; `found` if any were
    /// decided.
    Quiet {
        distance: u8,
        at: usize,
        found: bool,
    },
    Done,
}

/// Larger than any number of moves.
const HELD: u8 = 255;

/// Cost of a placement that is processed; one that is skipped costs 1.
const LOOK: usize = 16;

impl Builder {
    /// Begins a table. `limit` is the number of quiet plies that ends in a draw.
    pub(super) fn new(material: Material, options: &Options, limit: u8) -> Builder {
        let pieces: Vec<_> = material.pieces().collect();
        let man = |(at, piece): (usize, &banqi::Piece)| {
            let mut takes = [false; ENDGAME_PIECES];
            for (takes, prey) in takes.iter_mut().zip(&pieces) {
                *takes = piece.color != prey.color
                    && piece.kind != Kind::Cannon
                    && options.outranks(piece.kind, prey.kind);
            }
            let after = material.without(at).map(|left| {
                let (material, order, is_swapped) = Material::of(&left);
                let order = order.map(|place| place + u8::from(usize::from(place) >= at));
                After { material, order, is_swapped }
            });
            Man {
                color: piece.color.index(),
                is_cannon: piece.kind == Kind::Cannon,
                steps: piece.kind != Kind::Cannon || options.cannon_steps,
                takes,
                after,
            }
        };
        Builder {
            material,
            men: pieces.iter().enumerate().map(man).collect(),
            table: Table::new(material.placings()),
            open: vec![0; material.placings()],
            stage: Stage::Captures(0),
            longest: limit.min(MAX_DISTANCE),
        }
    }

    /// Whether construction is complete.
    pub(super) const fn is_done(&self) -> bool {
        matches!(self.stage, Stage::Done)
    }

    /// The table; complete once [`Builder::is_done`].
    pub(super) fn into_table(self) -> Table {
        self.table
    }

    /// Performs about `budget` units of work. `smaller` contains the tables of the materials after
    /// captures ([`Material::smaller`]).
    pub(super) fn work(&mut self, smaller: &BTreeMap<Material, Table>, mut budget: usize) {
        let mut after = [None; ENDGAME_PIECES];
        for (after, man) in after.iter_mut().zip(&self.men) {
            *after = man.after.as_ref().and_then(|left| smaller.get(&left.material));
        }
        while budget > 0 {
            let (spent, next) = match self.stage {
                Stage::Captures(at) if at < self.table.size() => {
                    self.judge_captures(at, &after);
                    (LOOK, Stage::Captures(at + 1))
                }
                Stage::Captures(_) => (1, Stage::Quiet { distance: 0, at: 0, found: true }),
                Stage::Quiet { distance, at, found } if at < self.table.size() => {
                    let (is_of_it, has_found) = self.take_back(at, distance);
                    let spent = if is_of_it { LOOK } else { 1 };
                    (spent, Stage::Quiet { distance, at: at + 1, found: found || has_found })
                }
                Stage::Quiet { distance, found, .. } => {
                    // Captures yield distances up to 1, so these two are always processed.
                    let goes_on = found || distance == 0;
                    let distance = distance + 1;
                    if goes_on && distance < self.longest {
                        (1, Stage::Quiet { distance, at: 0, found: false })
                    } else {
                        (1, Stage::Done)
                    }
                }
                Stage::Done => break,
            };
            self.stage = next;
            budget = budget.saturating_sub(spent);
        }
    }

    /// Evaluates a placement by its captures only.
    fn judge_captures(&mut self, at: usize, smaller: &[Option<&Table>; ENDGAME_PIECES]) {
        let Placing { squares, mover, .. } = self.material.placing(at);
        let squares = &squares[..self.men.len()];
        let occupied = squares.iter().fold(0, |set, &square| set | 1u32 << square);
        if occupied.count_ones() < squares.len() as u32 {
            return self.table.set_impossible(at);
        }
        let (mut quiet, mut captures, mut holds) = (0, false, false);
        for (hunter, man) in self.men.iter().enumerate().filter(|(_, man)| man.color == mover) {
            let from = squares[hunter];
            let beside = BESIDE[usize::from(from)];
            if man.steps {
                quiet += (beside & !occupied).count_ones() as u8;
            }
            for (prey, &to) in squares.iter().enumerate() {
                let is_taken = if man.is_cannon {
                    self.men[prey].color != mover && screens(squares, from, to) == 1
                } else {
                    man.takes[prey] && beside >> to & 1 == 1
                };
                if !is_taken {
                    continue;
                }
                captures = true;
                match self.after_capture(squares, hunter, prey, smaller) {
                    Verdict::Loss(_) => return self.table.set(at, Verdict::Win(1)),
                    Verdict::Draw => holds = true,
                    Verdict::Win(_) => {}
                }
            }
        }
        match quiet {
            0 if !holds => self.table.set(at, Verdict::Loss(captures.into())),
            _ => self.open[at] = if holds { HELD } else { quiet },
        }
    }

    /// The verdict for the other side after it has lost a piece.
    fn after_capture(
        &self,
        squares: &[u8],
        hunter: usize,
        prey: usize,
        smaller: &[Option<&Table>; ENDGAME_PIECES],
    ) -> Verdict {
        let (Some(after), Some(table)) = (&self.men[prey].after, smaller[prey]) else {
            return Verdict::Loss(0);
        };
        let mut left = [0; ENDGAME_PIECES];
        let count = squares.len() - 1;
        for (square, &man) in left.iter_mut().zip(&after.order[..count]) {
            let man = usize::from(man);
            *square = squares[if man == hunter { prey } else { man }];
        }
        let mover = self.men[prey].color ^ usize::from(after.is_swapped);
        table.get(index(&left[..count], mover)).unwrap_or(Verdict::Draw)
    }

    /// Undoes quiet moves from a placement if its distance is `distance`. Returns whether it is,
    /// and whether any placement was decided.
    fn take_back(&mut self, at: usize, distance: u8) -> (bool, bool) {
        let known = self.table.get(at);
        let is_lost = match known {
            Some(Verdict::Win(plies)) if plies == distance => false,
            Some(Verdict::Loss(plies)) if plies == distance => true,
            _ => return (false, false),
        };
        let Placing { mut squares, mover, .. } = self.material.placing(at);
        let count = self.men.len();
        let occupied = squares[..count].iter().fold(0, |set, &square| set | 1u32 << square);
        let before = 1 - mover;
        let mut found = false;
        for man in 0..count {
            if self.men[man].color != before || !self.men[man].steps {
                continue;
            }
            let to = squares[man];
            let mut from = BESIDE[usize::from(to)] & !occupied;
            while from != 0 {
                squares[man] = from.trailing_zeros() as u8;
                from &= from - 1;
                found |= self.learn(index(&squares[..count], before), is_lost, distance + 1);
            }
            squares[man] = to;
        }
        (true, found)
    }

    /// Records that a quiet move leads from this placement to one that is lost or won for the other
    /// side. Returns whether that decides the placement.
    fn learn(&mut self, at: usize, is_lost: bool, distance: u8) -> bool {
        if self.table.get(at) != Some(Verdict::Draw) {
            return false;
        }
        if is_lost {
            self.table.set(at, Verdict::Win(distance));
            return true;
        }
        let open = &mut self.open[at];
        if *open == HELD {
            return false;
        }
        *open -= 1;
        if *open == 0 {
            self.table.set(at, Verdict::Loss(distance));
        }
        *open == 0
    }
}

/// Number of pieces between two squares on one rank or file; `usize::MAX` if they share neither.
fn screens(squares: &[u8], from: u8, to: u8) -> usize {
    let (low, high) = (from.min(to), from.max(to));
    let is_between: fn(u8, u8) -> bool = match (from >> 2 == to >> 2, from & 3 == to & 3) {
        (true, _) => |one, other| one >> 2 == other >> 2,
        (_, true) => |one, other| one & 3 == other & 3,
        _ => return usize::MAX,
    };
    squares
        .iter()
        .filter(|&&square| low < square && square < high && is_between(square, from))
        .count()
}

/// Bit set of the squares next to each square.
static BESIDE: [u32; Square::COUNT] = {
    let mut table = [0; Square::COUNT];
    let mut square = 0;
    while square < Square::COUNT {
        let (file, rank) = (square / 4, square % 4);
        if file > 0 {
            table[square] |= 1 << (square - 4);
        }
        if file < 7 {
            table[square] |= 1 << (square + 4);
        }
        if rank > 0 {
            table[square] |= 1 << (square - 1);
        }
        if rank < 3 {
            table[square] |= 1 << (square + 1);
        }
        square += 1;
    }
    table
};
