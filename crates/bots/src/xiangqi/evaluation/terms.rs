/// A group of terms: one for each kind, count or point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Term {
    /// Name of the group.
    pub name: &'static str,
    /// Index of its first weight.
    pub start: usize,
    /// Number of weights.
    pub len: usize,
}

macro_rules! terms {
    ($($(#[$doc:meta])* $name:ident: $len:expr;)*) => {
        terms!(@start 0; $($(#[$doc])* $name: $len;)*);

        /// All groups in the order of their weights.
        pub const TERMS: &[Term] =
            &[$(Term { name: stringify!($name), start: $name, len: $len },)*];
    };
    (@start $start:expr; $(#[$doc:meta])* $name:ident: $len:expr; $($rest:tt)*) => {
        $(#[$doc])*
        pub(super) const $name: usize = $start;
        terms!(@start $name + $len; $($rest)*);
    };
    (@start $start:expr;) => {
        /// Number of weights.
        pub(super) const COUNT: usize = $start;
    };
}

terms! {
    /// The side to move.
    TEMPO: 1;
    /// A piece by kind.
    MATERIAL: 7;
    /// A piece by kind and point.
    PLACES: 7 * 50;
    /// A chariot, by the number of safe points it reaches.
    CHARIOT_REACH: 18;
    /// A horse, by the number of safe points it reaches.
    HORSE_REACH: 9;
    /// A cannon, by the number of safe points it can move to.
    CANNON_REACH: 18;
    /// The general, by the number of safe points it can move to.
    GENERAL_REACH: 5;
    /// An attacked enemy piece: by whether the attacker is to move, whether the piece is protected,
    /// the cheapest attacker, and the piece.
    THREATS: 2 * 2 * 5 * 6;
    /// Remaining advisors, by the strength of the attack.
    ADVISOR_SHELTER: 3 * 9;
    /// Remaining elephants, by the strength of the attack.
    ELEPHANT_SHELTER: 3 * 9;
    /// Number of enemy pieces that attack points around the general.
    BESIEGERS: 7;
    /// Number of attacked and unprotected points around the general.
    WEAK_POINTS: 9;
    /// An enemy cannon faces the general without a screen: along the file, along the rank.
    HOLLOW_CANNON: 2;
    /// An enemy cannon faces the general over two pieces: along the file or rank, by how many of
    /// them are the general's own.
    DOUBLE_SCREEN: 2 * 3;
    /// An own piece, by kind, between the general and an enemy chariot.
    CHARIOT_PIN: 7;
    /// An enemy piece between the general and an enemy chariot: along the file, along the rank.
    CHARIOT_BEHIND: 2;
    /// A single piece between the generals: own, enemy.
    FACING: 2;
    /// The enemy can check without being captured: by a chariot, by a horse.
    SAFE_CHECK: 2;
    /// Two adjacent pawns across the river.
    PAWN_PAIR: 1;
    /// A pawn across the river, by the number of enemy advisors and elephants.
    PAWN_BY_GUARDS: 5;
    /// Two pieces of a kind: horses, cannons, chariots.
    PAIRS: 3;
    /// A horse, cannon or chariot, by the number of pieces on the board in steps of four.
    BY_PIECES: 3 * 9;
    /// A horse, cannon or chariot, by the number of own advisors and elephants.
    BY_OWN_GUARDS: 3 * 5;
    /// A horse, cannon or chariot, by the number of enemy advisors and elephants.
    BY_ENEMY_GUARDS: 3 * 5;
    /// Chariots of both sides, if one has more.
    CHARIOTS: 9;
}
