//! Every number the search goes by, in one place: those that a tuner may set, and those that stand.

/// A number of the search, with what it may be set to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Param {
    /// Its name, as [`Params::set`] takes it.
    pub name: &'static str,
    /// What it is unless set.
    pub default: i32,
    /// The least it may be.
    pub least: i32,
    /// The most it may be.
    pub most: i32,
}

macro_rules! params {
    ($($(#[$doc:meta])* $name:ident = $default:literal in $least:literal..=$most:literal;)*) => {
        /// The numbers of the search. Scores are in hundredths of a pawn, depths in plies.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct Params {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Params {
            /// All of them.
            pub const ALL: &'static [Param] = &[$(Param {
                name: stringify!($name),
                default: $default,
                least: $least,
                most: $most,
            },)*];

            /// What they are unless set.
            pub const DEFAULT: Params = Params { $($name: $default,)* };

            /// Sets the one with this name, cut to what it may be; `false` if there is none.
            ///
            /// ```
            /// use search::Params;
            ///
            /// let mut params = Params::default();
            /// assert!(params.set("null_base", 1_000) && !params.set("nothing", 1));
            /// let known = Params::ALL.iter().find(|param| param.name == "null_base");
            /// assert_eq!(known.map(|param| param.most), Some(params.null_base));
            /// ```
            pub fn set(&mut self, name: &str, value: i32) -> bool {
                match name {
                    $(stringify!($name) => self.$name = value.clamp($least, $most),)*
                    _ => return false,
                }
                true
            }
        }
    };
}

params! {
    /// Half the width of the first window around the score of the depth before.
    aspiration_width = 18 in 5..=100;
    /// From which depth on windows are used.
    aspiration_depth = 4 in 2..=10;

    /// Razoring: this far below alpha, and so much more by the square of the depth.
    razor_base = 260 in 100..=800;
    /// See `razor_base`.
    razor_slope = 160 in 50..=500;
    /// The greatest depth for razoring.
    razor_depth = 5 in 1..=12;

    /// Reverse futility: so far above beta for each ply of depth.
    reverse_futility_slope = 75 in 20..=250;
    /// The greatest depth for it.
    reverse_futility_depth = 8 in 2..=14;

    /// Null move: the depth left is less by this,
    null_base = 3 in 1..=6;
    /// and by the depth divided by this,
    null_divisor = 3 in 2..=8;
    /// and by how far the evaluation is above beta divided by this,
    null_evaluation = 200 in 50..=800;
    /// which makes so many plies at most.
    null_spare = 3 in 0..=6;
    /// It is tried where the evaluation is so far above beta,
    null_margin = 60 in -100..=300;
    /// less this for each ply of depth.
    null_slope = 20 in 0..=60;
    /// From this depth on what a null move says is verified.
    null_verify = 14 in 6..=30;

    /// ProbCut: a capture so far above beta at reduced depth is enough.
    probcut_margin = 180 in 50..=500;
    /// From which depth on.
    probcut_depth = 5 in 3..=12;
    /// By how much the depth is reduced.
    probcut_reduction = 4 in 2..=6;

    /// Futility of quiet actions: the base,
    futility_base = 90 in 0..=400;
    /// and for each ply of reduced depth.
    futility_slope = 85 in 20..=300;
    /// The greatest reduced depth for it.
    futility_depth = 8 in 2..=14;
    /// Late quiet actions are left out after so many, more with the square of the depth.
    late_move_base = 4 in 1..=12;
    /// The exchange a quiet action may lose, by the square of the reduced depth.
    see_quiet = 22 in 5..=100;
    /// The greatest reduced depth for it.
    see_quiet_depth = 8 in 2..=14;
    /// The exchange a capture may lose, by depth.
    see_capture = 90 in 20..=300;
    /// The greatest depth for it.
    see_capture_depth = 8 in 2..=14;
    /// Quiet actions whose history is worse than this times the depth are left out.
    history_pruning = 3200 in 500..=8000;
    /// The greatest reduced depth for it.
    history_pruning_depth = 4 in 1..=10;

    /// Late move reductions, in 1,024ths of a ply: the base,
    reduction_base = 600 in 0..=2048;
    /// and by log₂ of depth times log₂ of place, each in 1,024ths, divided by this.
    reduction_divisor = 4600 in 2000..=12000;
    /// How much history makes a ply of reduction.
    reduction_history = 9000 in 2000..=30000;
    /// How much history of a capture makes a 1,024th of a ply.
    reduction_capture_history = 16 in 4..=64;
    /// More, in 1,024ths of a ply, where an action is expected to cut off,
    reduction_cut_node = 1400 in 0..=3072;
    /// and where the mover stands worse than before.
    reduction_worsening = 512 in 0..=2048;
    /// Less on principal variations, or what was one,
    reduction_pv = 1024 in 0..=3072;
    /// and where a check is given or answered.
    reduction_check = 1024 in 0..=3072;

    /// From which depth on an action is tested for being the only good one.
    singular_depth = 7 in 4..=14;
    /// By how much less deep the table's score of it may be.
    singular_entry = 3 in 1..=6;
    /// How much worse the others must be, in 64ths of a point for each ply of depth.
    singular_margin = 80 in 20..=300;
    /// So far below even that the action is extended twice.
    singular_double = 22 in 5..=100;

    /// How much deeper a check that loses nothing is searched.
    check_extension = 1 in 0..=1;

    /// Without a table action from this depth on, the depth is less by one.
    reduce_unknown_depth = 4 in 2..=10;

    /// History bonus by depth,
    bonus_slope = 170 in 50..=400;
    /// less this,
    bonus_offset = 90 in 0..=400;
    /// and at most this.
    bonus_most = 1700 in 500..=4000;

    /// Captures in quiescence that cannot come nearer to alpha than this are left out.
    quiescence_margin = 140 in 20..=500;
    /// So many plies of quiescence try checks that are no captures.
    quiescence_checks = 2 in 0..=4;
    /// After so many actions of quiescence no quiet one is tried.
    quiescence_tries = 3 in 1..=10;
}

// What no tuner sets: limits that values are made for, and the search where evaluation does not prune.

/// History values stay within it on either side.
pub(crate) const HISTORY_LIMIT: i32 = 16_384;
/// How many units of correction history make a hundredth of a pawn.
pub(crate) const CORRECTION_GRAIN: i32 = 256;
/// Corrections stay within it on either side.
pub(crate) const CORRECTION_LIMIT: i32 = 96 * CORRECTION_GRAIN;
/// So many 256ths of a correction are replaced at most, one for each ply of depth.
pub(crate) const CORRECTION_STEP: i32 = 16;
/// An entry of a search before is worth so many plies less for each search since.
pub(crate) const ENTRY_AGEING: i32 = 8;
/// A bound replaces an entry of the same search that is this much deeper, and no deeper one.
pub(crate) const ENTRY_DEPTH: i32 = 4;
/// Where evaluation does not prune: actions after so many are searched a ply less deep,
pub(crate) const LATE: usize = 4;
/// after so many two plies,
pub(crate) const VERY_LATE: usize = 16;
/// from this depth on;
pub(crate) const VERY_LATE_DEPTH: i32 = 5;
/// and threats are answered by every action only so many plies deep in quiescence.
pub(crate) const CHECKS: i32 = 2;
/// No action is searched less deep below this depth.
pub(crate) const REDUCTION_DEPTH: i32 = 3;

impl Default for Params {
    fn default() -> Params {
        Params::DEFAULT
    }
}

/// Late move reductions by depth and place, in 1,024ths of a ply.
pub(crate) struct Reductions([[i16; 64]; 64]);

impl Reductions {
    pub(crate) fn new(params: &Params) -> Reductions {
        let mut table = [[0; 64]; 64];
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (place, cell) in row.iter_mut().enumerate().skip(1) {
                let product = log2(depth as u32) * log2(place as u32);
                let reduction = params.reduction_base + product / params.reduction_divisor;
                *cell = reduction.min(i16::MAX.into()) as i16;
            }
        }
        Reductions(table)
    }

    #[inline]
    pub(crate) fn of(&self, depth: i32, place: usize) -> i32 {
        self.0[depth.clamp(0, 63) as usize][place.min(63)].into()
    }
}

/// The binary logarithm of a number from 1 to 65,535 in 1,024ths, rounded down: by whole numbers,
/// so that every machine gets the same.
const fn log2(number: u32) -> i32 {
    let whole = number.ilog2();
    // One bit of the fraction at a time: squaring doubles the logarithm.
    let mut mantissa = (number as u64) << (32 - whole);
    let mut log = whole as i32;
    let mut bit = 0;
    while bit < 10 {
        mantissa = ((mantissa as u128 * mantissa as u128) >> 32) as u64;
        log <<= 1;
        if mantissa >= 2 << 32 {
            mantissa >>= 1;
            log |= 1;
        }
        bit += 1;
    }
    log
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms() {
        let table = [(1, 0), (2, 1_024), (3, 1_623), (10, 3_401), (64, 6_144), (63, 6_120)];
        for (number, expected) in table {
            assert_eq!(log2(number), expected, "{number}");
        }
    }

    #[test]
    fn sets_by_name() {
        let mut params = Params::default();
        for param in Params::ALL {
            assert!(param.least <= param.default && param.default <= param.most, "{param:?}");
            assert!(params.set(param.name, param.most + 1), "{param:?}");
        }
        assert_eq!(params.aspiration_width, 100, "cut to the most");
        assert!(!params.set("nonsense", 1));
    }
}
