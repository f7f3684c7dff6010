/// A group of terms that belong together: one for each kind, count or place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Term {
    /// Its name.
    pub name: &'static str,
    /// Where its weights begin.
    pub start: usize,
    /// How many there are.
    pub len: usize,
}

macro_rules! terms {
    ($($(#[$doc:meta])* $name:ident: $len:expr;)*) => {
        terms!(@start 0; $($(#[$doc])* $name: $len;)*);

        /// All terms in the order of their weights.
        pub const TERMS: &[Term] =
            &[$(Term { name: stringify!($name), start: $name, len: $len },)*];
    };
    (@start $start:expr; $(#[$doc:meta])* $name:ident: $len:expr; $($rest:tt)*) => {
        $(#[$doc])*
        pub(super) const $name: usize = $start;
        terms!(@start $name + $len; $($rest)*);
    };
    (@start $start:expr;) => {
        /// How many weights there are.
        pub(super) const COUNT: usize = $start;
    };
}

terms! {
    /// Being on move.
    TEMPO: 1;
    /// A piece, by kind.
    MATERIAL: 7;
    /// By kind and place.
    PLACES: 7 * 50;
    /// By how many safe points a chariot reaches.
    CHARIOT_REACH: 18;
    /// By how many safe points a horse reaches.
    HORSE_REACH: 9;
    /// By how many safe points a cannon slides to.
    CANNON_REACH: 18;
    /// By how many safe points the general may step to.
    GENERAL_REACH: 5;
    /// An enemy piece under attack: by whether the attacker's side is on move, whether the piece
    /// is protected, the cheapest attacker and the piece.
    THREATS: 2 * 2 * 5 * 6;
    /// Advisors left, by how strong the attack on them could be.
    ADVISOR_SHELTER: 3 * 9;
    /// Elephants left, by how strong the attack on them could be.
    ELEPHANT_SHELTER: 3 * 9;
    /// How many enemy pieces attack points around the general.
    BESIEGERS: 7;
    /// How many points around the general are attacked and not protected.
    WEAK_POINTS: 9;
    /// An enemy cannon sees the general with nothing between: along the file, along the rank.
    HOLLOW_CANNON: 2;
    /// An enemy cannon sees the general over two pieces: along the file, along the rank, by how
    /// many of them are the general's own.
    DOUBLE_SCREEN: 2 * 3;
    /// An own piece, by kind, between the general and an enemy chariot.
    CHARIOT_PIN: 7;
    /// An enemy piece between the general and an enemy chariot: along the file, along the rank.
    CHARIOT_BEHIND: 2;
    /// A lone piece between the generals: an own one, an enemy one.
    FACING: 2;
    /// The enemy may check without being taken: a chariot, a horse.
    SAFE_CHECK: 2;
    /// Two crossed pawns side by side.
    PAWN_PAIR: 1;
    /// A crossed pawn, by how many advisors and elephants the enemy has left.
    PAWN_BY_GUARDS: 5;
    /// Two of a kind: horses, cannons, chariots.
    PAIRS: 3;
    /// A horse, a cannon or a chariot, by all pieces on the board in fours.
    BY_PIECES: 3 * 9;
    /// A horse, a cannon or a chariot, by the advisors and elephants of its own side.
    BY_OWN_GUARDS: 3 * 5;
    /// A horse, a cannon or a chariot, by the advisors and elephants of the other side.
    BY_ENEMY_GUARDS: 3 * 5;
    /// Chariots of both sides, where one has more.
    CHARIOTS: 9;
}
