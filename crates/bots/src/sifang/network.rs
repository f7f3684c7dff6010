//! What judges sifang where everybody is alone and races: a small network, of whole numbers only, so that
//! it says the same on every machine.

use sifang::{Kind, Point, Position, Side, Status};
use std::sync::{Arc, LazyLock};

/// How many neurons lie between what the network is told and its answer.
pub const NEURONS: usize = 32;
/// How many things it may be told.
pub const INPUTS: usize = OF_STATUS + 4 * STATUSES + 1;

const KINDS: usize = 7;
/// Pieces by side, kind and place.
const OF_PIECES: usize = 4 * KINDS * Point::PLACES;
const OF_STATUS: usize = OF_PIECES;
/// In play is no news; three places, and fallen.
const STATUSES: usize = 4;

/// One, of the weights into neurons and of what a neuron sums up to.
pub const NEURON_ONE: i16 = 127;
/// One, of the weights of neurons.
pub const OUTPUT_ONE: i16 = 1_024;
/// One, of the logarithm of the odds.
pub(super) const LOGIT_ONE: i32 = 1_024;

/// A network with one layer between what it is told and its answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    /// The weights of each input into the neurons.
    pub rows: Box<[[i8; NEURONS]]>,
    /// What is added to each neuron.
    pub biases: [i16; NEURONS],
    /// The weight of each neuron's square.
    pub outputs: [i16; NEURONS],
    /// What is added to the answer.
    pub bias: i32,
}

/// No bias of a neuron is larger, so that no sum of a position overflows.
pub const MOST_BIAS: i16 = 8_192;

impl Network {
    /// Reads what [`Network::to_bytes`] writes; `None` if it is anything else.
    pub fn from_bytes(bytes: &[u8]) -> Option<Network> {
        let (rows, rest) = bytes.split_at_checked(INPUTS * NEURONS)?;
        let (rows, _) = rows.as_chunks::<NEURONS>();
        let (shorts, bias) = rest.split_at_checked(4 * NEURONS)?;
        let (shorts, _) = shorts.as_chunks::<2>();
        let short = |at: usize| i16::from_le_bytes(shorts[at]);
        let network = Network {
            rows: rows.iter().map(|row| row.map(|byte| byte as i8)).collect(),
            biases: core::array::from_fn(short),
            outputs: core::array::from_fn(|at| short(NEURONS + at)),
            bias: i32::from_le_bytes(bias.try_into().ok()?),
        };
        network
            .biases
            .iter()
            .all(|bias| bias.unsigned_abs() <= MOST_BIAS.unsigned_abs())
            .then_some(network)
    }

    /// The bytes of its file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        bytes.extend(self.rows.iter().flatten().map(|&weight| weight as u8));
        bytes.extend(self.biases.iter().chain(&self.outputs).flat_map(|it| it.to_le_bytes()));
        bytes.extend(self.bias.to_le_bytes());
        bytes
    }

    /// The logarithm of the odds of a point that `root` makes, in 1,024ths.
    pub(super) fn logit(&self, position: &Position, root: Side) -> i32 {
        let mut sums = self.biases;
        each_input(position, root, |input| {
            for (sum, &weight) in sums.iter_mut().zip(&self.rows[input]) {
                *sum += i16::from(weight);
            }
        });
        let mut all = i64::from(self.bias);
        for (sum, &weight) in sums.into_iter().zip(&self.outputs) {
            let said = i64::from(sum.clamp(0, NEURON_ONE));
            all += said * said * i64::from(weight);
        }
        let one = i64::from(NEURON_ONE) * i64::from(NEURON_ONE) * i64::from(OUTPUT_ONE);
        (all * i64::from(LOGIT_ONE) / one) as i32
    }
}

/// The network that ships; `None` if its file were damaged, which a test rules out.
pub fn shipped_network() -> Option<Arc<Network>> {
    static SHIPPED: LazyLock<Option<Arc<Network>>> =
        LazyLock::new(|| Network::from_bytes(include_bytes!("alone.nn")).map(Arc::new));
    SHIPPED.clone()
}

/// Hands everything that the network is told of a position to `take`, as `root` sees it: the board
/// turned so that it sits south, the others in the order of play.
pub fn each_input(position: &Position, root: Side, mut take: impl FnMut(usize)) {
    // How many turns after `root` a side moves.
    let nth = |side: Side| (side.index() + 4 - root.index()) % 4;
    for (point, piece) in position.board().pieces() {
        let group = nth(piece.side) * KINDS + kind_index(piece.kind);
        take(group * Point::PLACES + seen_by(root, point));
    }
    for side in Side::ALL {
        let status = match position.status(side) {
            Status::InPlay => continue,
            Status::Placed(place) => usize::from(place.clamp(1, 3)) - 1,
            Status::Fallen(_) => 3,
        };
        take(OF_STATUS + nth(side) * STATUSES + status);
    }
    if position.side_to_move() == root {
        take(INPUTS - 1);
    }
}

/// Whether an input is a piece: then what it is, wherever it stands.
pub fn group_of(input: usize) -> Option<usize> {
    (input < OF_PIECES).then_some(input / Point::PLACES)
}

/// How many [`group_of`] tells apart.
pub const GROUPS: usize = 4 * KINDS;

const fn kind_index(kind: Kind) -> usize {
    match kind {
        Kind::Marshal => 0,
        Kind::Infantry => 1,
        Kind::Tank => 2,
        Kind::Battleship => 3,
        Kind::Artillery => 4,
        Kind::Cavalry => 5,
        Kind::Fighter => 6,
    }
}

/// Where a point lies for a side that sees itself south: [`Point::index`] of the point there.
const fn seen_by(side: Side, point: Point) -> usize {
    let at = point.index();
    let (x, y) = (at % 13, at / 13);
    match side {
        Side::Red => at,
        Side::Green => (12 - x) * 13 + y,
        Side::Yellow => (12 - y) * 13 + (12 - x),
        Side::Blue => x * 13 + (12 - y),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Position as _;
    use sifang::Options;

    fn start() -> Position {
        Position::start("mode=solo".parse::<Options>().expect("options"))
    }

    #[test]
    fn the_network_that_ships_is_whole() {
        let network = shipped_network().expect("a network");
        let bytes = network.to_bytes();
        assert_eq!(bytes, include_bytes!("alone.nn"));
        assert_eq!(Network::from_bytes(&bytes[1..]), None);
        assert_eq!(Network::from_bytes(&[&bytes[..], &[0]].concat()), None);
        // Whoever has lost its marshal has little to hope for, whoever it is.
        for side in Side::ALL {
            let before = network.logit(&start(), side);
            let mut position = start();
            position.leave(side);
            assert!(network.logit(&position, side) < before - 1_024, "{side}");
        }
    }

    /// After the same step of each, to its left, all sides see the same board.
    #[test]
    fn all_sides_see_alike() {
        let mut position = start();
        for step in ["6c5d", "11f10e", "8k9j", "3h4i"] {
            position.make(step.parse().expect("a move"));
        }
        let told = |position: &Position, side| {
            let mut inputs = Vec::new();
            each_input(position, side, |input| inputs.push(input));
            inputs.sort_unstable();
            inputs
        };
        let [mover, others @ ..] = Side::ALL.map(|side| told(&position, side));
        assert_eq!(mover.len(), 56 + 1, "and that it is on move");
        for other in others {
            assert_eq!(other, mover[..56]);
        }
        // And another one when one of them stands elsewhere.
        position.make("7d7e".parse().expect("a move"));
        assert_ne!(told(&position, Side::Green)[..56], mover[..56]);
    }
}
