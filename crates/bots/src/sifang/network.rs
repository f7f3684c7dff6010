//! The network for solo races in sifang, computed in integers so that all machines agree.

use sifang::{Kind, Point, Position, Side, Status};
use std::sync::{Arc, LazyLock};

/// Number of hidden neurons.
pub const NEURONS: usize = 32;
/// Number of inputs.
pub const INPUTS: usize = OF_STATUS + 4 * STATUSES + 1;

const KINDS: usize = 7;
/// Inputs for pieces by side, kind and point.
const OF_PIECES: usize = 4 * KINDS * Point::PLACES;
const OF_STATUS: usize = OF_PIECES;
/// Being in play has no input; three places, and fallen.
const STATUSES: usize = 4;

/// Fixed-point one of the input weights and activations.
pub const NEURON_ONE: i16 = 127;
/// Fixed-point one of the output weights.
pub const OUTPUT_ONE: i16 = 1_024;
/// Fixed-point one of log odds.
pub(super) const LOGIT_ONE: i32 = 1_024;

/// A network with one hidden layer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    /// Weights of each input into the neurons.
    pub rows: Box<[[i8; NEURONS]]>,
    /// Bias of each neuron.
    pub biases: [i16; NEURONS],
    /// Weight of each neuron's squared activation.
    pub outputs: [i16; NEURONS],
    /// Output bias.
    pub bias: i32,
}

/// Maximum absolute bias of a neuron, so that sums cannot overflow.
pub const MAX_BIAS: i16 = 8_192;

impl Network {
    /// Reads the format of [`Network::to_bytes`]; `None` if the bytes are anything else.
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
            .all(|bias| bias.unsigned_abs() <= MAX_BIAS.unsigned_abs())
            .then_some(network)
    }

    /// The content of the network file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        bytes.extend(self.rows.iter().flatten().map(|&weight| weight as u8));
        bytes.extend(self.biases.iter().chain(&self.outputs).flat_map(|it| it.to_le_bytes()));
        bytes.extend(self.bias.to_le_bytes());
        bytes
    }

    /// Log odds of winning a point for `root`, in 1,024ths.
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

/// The network that ships. `None` only if its file were damaged, which a test excludes.
pub fn shipped_network() -> Option<Arc<Network>> {
    static SHIPPED: LazyLock<Option<Arc<Network>>> =
        LazyLock::new(|| Network::from_bytes(include_bytes!("alone.nn")).map(Arc::new));
    SHIPPED.clone()
}

/// Calls `take` for every active input as `root` sees it: the board rotated so that `root` is
/// south, the others in playing order.
pub fn each_input(position: &Position, root: Side, mut take: impl FnMut(usize)) {
    // Number of turns after `root`.
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

/// The piece that an input stands for, independent of its point; `None` for other inputs.
pub fn group_of(input: usize) -> Option<usize> {
    (input < OF_PIECES).then_some(input / Point::PLACES)
}

/// Number of values of [`group_of`].
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

/// The index of a point for a side that sees itself in the south.
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
        // A side without its marshal has little hope, whichever side it is.
        for side in Side::ALL {
            let before = network.logit(&start(), side);
            let mut position = start();
            position.leave(side);
            assert!(network.logit(&position, side) < before - 1_024, "{side}");
        }
    }

    /// After the same step to the left by each side, all sides see the same board.
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
        // And a different one when one of them stands elsewhere.
        position.make("7d7e".parse().expect("a move"));
        assert_ne!(told(&position, Side::Green)[..56], mover[..56]);
    }
}
