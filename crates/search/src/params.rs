//! Parameters of the search: those that can be tuned, and fixed ones.

/// Tunable parameter with its range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Param {
    /// Name, as accepted by [`Params::set`].
    pub name: &'static str,
    /// Default value.
    pub default: i32,
    /// Minimum value.
    pub least: i32,
    /// Maximum value.
    pub most: i32,
}

macro_rules! params {
    ($($(#[$doc:meta])* $name:ident = $default:literal in $least:literal..=$most:literal;)*) => {
        /// Tunable parameters of the search. Scores are in hundredths of a pawn, depths in plies.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct Params {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Params {
            /// All parameters.
            pub const ALL: &'static [Param] = &[$(Param {
                name: stringify!($name),
                default: $default,
                least: $least,
                most: $most,
            },)*];

            /// The default values.
            pub const DEFAULT: Params = Params { $($name: $default,)* };

            /// Sets the parameter with this name, clamped to its range. Returns `false` if there is
            /// none.
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
    /// Aspiration window: half of its initial width around the score of the previous depth.
    aspiration_width = 18 in 5..=100;
    /// Aspiration window: minimum depth.
    aspiration_depth = 4 in 2..=10;

    /// Razoring: base of the margin below alpha.
    razor_base = 260 in 100..=800;
    /// Razoring: addition to the margin, times depth squared.
    razor_slope = 160 in 50..=500;
    /// Razoring: maximum depth.
    razor_depth = 5 in 1..=12;

    /// Reverse futility: margin above beta for each ply of depth.
    reverse_futility_slope = 75 in 20..=250;
    /// Reverse futility: maximum depth.
    reverse_futility_depth = 8 in 2..=14;

    /// Null move: constant part of the depth reduction.
    null_base = 3 in 1..=6;
    /// Null move: the depth divided by this is added to the reduction.
    null_divisor = 3 in 2..=8;
    /// Null move: the evaluation above beta divided by this is added to the reduction.
    null_evaluation = 200 in 50..=800;
    /// Null move: maximum of the addition by `null_evaluation`.
    null_spare = 3 in 0..=6;
    /// Null move: required evaluation above beta.
    null_margin = 60 in -100..=300;
    /// Null move: decrease of `null_margin` for each ply of depth.
    null_slope = 20 in 0..=60;
    /// Null move: minimum depth at which its result is verified.
    null_verify = 14 in 6..=30;

    /// ProbCut: how far above beta the reduced search of a capture must score.
    probcut_margin = 180 in 50..=500;
    /// ProbCut: minimum depth.
    probcut_depth = 5 in 3..=12;
    /// ProbCut: depth reduction.
    probcut_reduction = 4 in 2..=6;

    /// Futility of quiet actions: base of the margin.
    futility_base = 90 in 0..=400;
    /// Futility of quiet actions: addition for each ply of reduced depth.
    futility_slope = 85 in 20..=300;
    /// Futility of quiet actions: maximum reduced depth.
    futility_depth = 8 in 2..=14;
    /// Late move pruning: number of actions after which quiet ones are skipped, plus the squared
    /// depth.
    late_move_base = 4 in 1..=12;
    /// Exchange pruning of quiet actions: permitted loss, times reduced depth squared.
    see_quiet = 22 in 5..=100;
    /// Exchange pruning of quiet actions: maximum reduced depth.
    see_quiet_depth = 8 in 2..=14;
    /// Exchange pruning of captures: permitted loss for each ply of depth.
    see_capture = 90 in 20..=300;
    /// Exchange pruning of captures: maximum depth.
    see_capture_depth = 8 in 2..=14;
    /// History pruning: quiet actions whose history is below minus this for each ply are skipped.
    history_pruning = 3200 in 500..=8000;
    /// History pruning: maximum reduced depth.
    history_pruning_depth = 4 in 1..=10;

    /// Late move reduction, in 1,024ths of a ply: constant part.
    reduction_base = 600 in 0..=2048;
    /// Late move reduction: divisor of log₂(depth) × log₂(move count), each in 1,024ths.
    reduction_divisor = 4600 in 2000..=12000;
    /// Late move reduction: history value that changes it by one ply.
    reduction_history = 9000 in 2000..=30000;
    /// Late move reduction: capture history that changes it by 1/1,024 ply.
    reduction_capture_history = 16 in 4..=64;
    /// Late move reduction: addition at expected cut nodes, in 1,024ths of a ply.
    reduction_cut_node = 1400 in 0..=3072;
    /// Late move reduction: addition if the evaluation is not improving, in 1,024ths of a ply.
    reduction_worsening = 512 in 0..=2048;
    /// Late move reduction: decrease on current or earlier principal variations, in 1,024ths of a
    /// ply.
    reduction_pv = 1024 in 0..=3072;
    /// Late move reduction: decrease for checks and evasions, in 1,024ths of a ply.
    reduction_check = 1024 in 0..=3072;

    /// Singular extension: minimum depth.
    singular_depth = 7 in 4..=14;
    /// Singular extension: maximum difference between this depth and that of the table entry.
    singular_entry = 3 in 1..=6;
    /// Singular extension: margin below the table score for each ply of depth, in 64ths of a
    /// hundredth of a pawn.
    singular_margin = 80 in 20..=300;
    /// Singular extension: additional margin for a double extension.
    singular_double = 22 in 5..=100;

    /// Extension of a check that does not lose material, in plies.
    check_extension = 1 in 0..=1;

    /// Internal iterative reduction: minimum depth at which a node without a table action is
    /// reduced by one ply.
    reduce_unknown_depth = 4 in 2..=10;

    /// History bonus for each ply of depth.
    bonus_slope = 170 in 50..=400;
    /// History bonus: constant that is subtracted.
    bonus_offset = 90 in 0..=400;
    /// History bonus: maximum.
    bonus_most = 1700 in 500..=4000;

    /// Quiescence: captures that stay this far below alpha are skipped.
    quiescence_margin = 140 in 20..=500;
    /// Quiescence: number of plies in which quiet checks are searched.
    quiescence_checks = 2 in 0..=4;
    /// Quiescence: number of actions after which quiet ones are skipped.
    quiescence_tries = 3 in 1..=10;
}

// Fixed parameters: limits of stored values, and settings for games without selective search.

/// Maximum absolute history value.
pub(crate) const HISTORY_LIMIT: i32 = 16_384;
/// Units of correction history in a hundredth of a pawn.
pub(crate) const CORRECTION_GRAIN: i32 = 256;
/// Maximum absolute correction.
pub(crate) const CORRECTION_LIMIT: i32 = 96 * CORRECTION_GRAIN;
/// Maximum weight of a new correction, in 256ths. The weight is the depth plus one.
pub(crate) const CORRECTION_STEP: i32 = 16;
/// A table entry loses this many plies of worth with each later search.
pub(crate) const ENTRY_AGEING: i32 = 8;
/// A bound does not replace a current entry that is deeper by more than this.
pub(crate) const ENTRY_DEPTH: i32 = 4;
/// Non-selective search: actions after this number are reduced by one ply.
pub(crate) const LATE: usize = 4;
/// Non-selective search: actions after this number are reduced by two plies.
pub(crate) const VERY_LATE: usize = 16;
/// Minimum depth for [`VERY_LATE`].
pub(crate) const VERY_LATE_DEPTH: i32 = 5;
/// Non-selective search: number of quiescence plies in which all answers to a check are searched.
pub(crate) const CHECKS: i32 = 2;
/// Minimum depth for reductions.
pub(crate) const REDUCTION_DEPTH: i32 = 3;

impl Default for Params {
    fn default() -> Params {
        Params::DEFAULT
    }
}

/// Table of late move reductions by depth and move count, in 1,024ths of a ply.
pub(crate) struct Reductions([[i16; 64]; 64]);

impl Reductions {
    pub(crate) fn new(params: &Params) -> Reductions {
        let mut table = [[0; 64]; 64];
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (move_count, cell) in row.iter_mut().enumerate().skip(1) {
                let product = log2(depth as u32) * log2(move_count as u32);
                let reduction = params.reduction_base + product / params.reduction_divisor;
                *cell = reduction.min(i16::MAX.into()) as i16;
            }
        }
        Reductions(table)
    }

    #[inline]
    pub(crate) fn of(&self, depth: i32, move_count: usize) -> i32 {
        self.0[depth.clamp(0, 63) as usize][move_count.min(63)].into()
    }
}

/// Binary logarithm of a number from 1 to 65,535, in 1,024ths, rounded down. Uses integers, so that
/// it is the same on every machine.
const fn log2(number: u32) -> i32 {
    let whole = number.ilog2();
    // Computes one fractional bit at a time: squaring doubles the logarithm.
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
        assert_eq!(params.aspiration_width, 100, "clamped to the maximum");
        assert!(!params.set("nonsense", 1));
    }
}
