use core::fmt;

macro_rules! themes {
    ($($(#[$doc:meta])* $name:ident $letter:literal $code:literal,)*) => {
        /// A tactic or a kind of position.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Theme {
            $($(#[$doc])* $name,)*
        }

        impl Theme {
            /// Every theme, in the order in which pages list them.
            pub const ALL: &[Theme] = &[$(Theme::$name,)*];

            /// Letter in the text of a puzzle.
            pub const fn letter(self) -> char {
                match self { $(Theme::$name => $letter,)* }
            }

            /// Stable code for addresses, such as `double-cannon`.
            pub const fn code(self) -> &'static str {
                match self { $(Theme::$name => $code,)* }
            }
        }
    };
}

themes! {
    /// Mate with one move.
    MateInOne '1' "mate-1",
    /// Mate with two moves.
    MateInTwo '2' "mate-2",
    /// Mate with three moves.
    MateInThree '3' "mate-3",
    /// Mate with four or more moves.
    MateInMore '4' "mate-4",
    /// 重炮: a cannon checks over the other cannon.
    DoubleCannon 'c' "double-cannon",
    /// 马后炮: a cannon checks over a horse that stands two points from the general.
    CannonBehindHorse 'h' "cannon-behind-horse",
    /// 闷宫: a cannon mates a general that its own pieces shut in.
    SmotheredPalace 'm' "smothered-palace",
    /// 卧槽马: a horse checks from the point before the elephant's starting point.
    TroughHorse 't' "trough-horse",
    /// 挂角马: a horse checks from the palace's corner on the general's side of the river.
    CornerHorse 'k' "corner-horse",
    /// 钓鱼马: a horse outside the palace's front corner takes the general's escapes.
    AnglerHorse 'a' "angler-horse",
    /// 铁门栓: a central cannon pins the guards, and a chariot or pawn mates beside the general.
    IronBolt 'i' "iron-bolt",
    /// 双车错: two chariots check in turn on neighbouring lines.
    AlternatingChariots 'r' "alternating-chariots",
    /// 白脸将: the own general takes a file from the other.
    FacingGenerals 'g' "facing-generals",
    /// 大刀剜心: a chariot captures the advisor in the centre of the palace.
    HeartChariot 'x' "heart-chariot",
    /// 天地炮: one cannon on the central file, the other on the last rank.
    HeavenAndEarthCannons 'e' "heaven-and-earth-cannons",
    /// 三子归边: chariot, horse and cannon mate from one wing.
    ThreeOnOneWing 'w' "three-on-one-wing",
    /// 海底捞月: a chariot or cannon on the last rank mates a general from behind.
    MoonFromTheSea 'l' "moon-from-the-sea",
    /// 困毙: the defender has no legal move and is not in check.
    Stalemate 'z' "stalemate",
    /// One piece attacks two.
    Fork 'f' "fork",
    /// 抽将: a move opens the line of another piece to the general.
    DiscoveredCheck 'd' "discovered-check",
    /// Two pieces check at once.
    DoubleCheck 'b' "double-check",
    /// A piece is given up for more.
    Sacrifice 's' "sacrifice",
    /// A move that neither captures nor checks.
    QuietMove 'q' "quiet-move",
    /// The only move that saves the game.
    Defence 'v' "defence",
    /// Of horses, chariots and cannons, only chariots are left.
    ChariotEndgame 'R' "chariot-endgame",
    /// Of horses, chariots and cannons, only horses are left.
    HorseEndgame 'N' "horse-endgame",
    /// Of horses, chariots and cannons, only cannons are left.
    CannonEndgame 'C' "cannon-endgame",
    /// Of the pieces that cross the river, only pawns are left.
    PawnEndgame 'P' "pawn-endgame",
    /// At most four horses, chariots and cannons of different kinds are left.
    MixedEndgame 'M' "mixed-endgame",
    /// Undercover: turning the mole wins.
    TurnToWin 'T' "turn-to-win",
    /// Undercover: turning the mole answers the opponent's threat.
    TurnToSave 'S' "turn-to-save",
    /// Undercover: a mate against every possible mole of the opponent.
    AnyMole 'A' "any-mole",
    /// Undercover: the opponent's last move tells which pawn is its mole.
    WhichMole 'W' "which-mole",
    /// Banqi: a race for points with every piece face up.
    OpenRace 'O' "open-race",
    /// Banqi: a win for every order of the pieces that are still face down.
    AnyFlip 'F' "any-flip",
    /// Banqi: the winning move captures nothing.
    QuietWin 'Q' "quiet-win",
    /// Banqi: a won ending with few pieces, where points do not count.
    Ending 'E' "ending",
    /// Sifang: a marshal falls by force.
    MarshalHunt 'H' "marshal-hunt",
    /// Sifang: the second marshal falls, which ends the game.
    LastMarshal 'L' "last-marshal",
    /// Sifang: the only move that saves a marshal.
    MarshalSaved 'V' "marshal-saved",
}

impl Theme {
    /// The theme with this letter.
    pub fn from_letter(letter: char) -> Option<Theme> {
        Theme::ALL.iter().copied().find(|theme| theme.letter() == letter)
    }

    /// Whether the theme is a tactic of xiangqi, and not a kind of another game's puzzles.
    pub const fn is_of_xiangqi(self) -> bool {
        self as u32 <= Theme::MixedEndgame as u32
    }

    /// The theme with this code.
    pub fn from_code(code: &str) -> Option<Theme> {
        Theme::ALL.iter().copied().find(|theme| theme.code() == code)
    }
}

/// A set of themes.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Themes(u64);

impl Themes {
    /// Whether the theme is in the set.
    pub const fn contains(self, theme: Theme) -> bool {
        self.0 >> theme as u32 & 1 != 0
    }

    /// The themes in the order of [`Theme::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Theme> {
        Theme::ALL.iter().copied().filter(move |&theme| self.contains(theme))
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) const fn insert(&mut self, theme: Theme) {
        self.0 |= 1 << theme as u32;
    }

    /// The letters of the themes, in the order of [`Theme::ALL`].
    pub(crate) fn letters(self) -> String {
        self.iter().map(Theme::letter).collect()
    }

    pub(crate) fn from_letters(letters: &str) -> Option<Themes> {
        let mut set = Themes::default();
        for letter in letters.chars() {
            set.insert(Theme::from_letter(letter)?);
        }
        Some(set)
    }
}

impl fmt::Debug for Themes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Theme::code)).finish()
    }
}
