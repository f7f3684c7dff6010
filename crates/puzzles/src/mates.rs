//! Patterns of mate.

use crate::{Theme, Themes};
use xiangqi::{Bitboard, Kind, Legality, Move, Piece, Position, Side, Square};

/// Finds the patterns of the checks of a line and of its final position. `positions[k]` is the
/// position before `line[k]`.
pub(crate) fn find(positions: &[Position], line: &[Move], found: &mut Themes) {
    let Some(last) = positions.last() else { return };
    let solver = !last.side_to_move();
    if positions.len() < 2 || line.len().is_multiple_of(2) {
        return;
    }
    for position in positions.iter().skip(1).step_by(2) {
        let board = Mated::of(position, solver);
        if board.has_horse_check(&[(2, 8), (6, 8)]) {
            found.insert(Theme::TroughHorse);
        }
        if board.has_horse_check(&[(3, 7), (5, 7)]) && board.general_at() == (4, 9) {
            found.insert(Theme::CornerHorse);
        }
    }
    if last.has_legal_move() {
        return;
    }
    let mated = Mated::of(last, solver);
    if mated.checkers.is_empty() {
        found.insert(Theme::Stalemate);
        return;
    }
    for (theme, is_here) in [
        (Theme::DoubleCannon, mated.is_double_cannon()),
        (Theme::CannonBehindHorse, mated.is_cannon_behind_horse()),
        (Theme::SmotheredPalace, mated.is_smothered()),
        (Theme::AnglerHorse, mated.is_angler_horse()),
        (Theme::IronBolt, mated.is_iron_bolt()),
        (Theme::FacingGenerals, mated.is_facing_generals()),
        (Theme::HeavenAndEarthCannons, mated.is_heaven_and_earth()),
        (Theme::ThreeOnOneWing, mated.is_three_on_one_wing()),
        (Theme::MoonFromTheSea, mated.is_moon_from_the_sea()),
    ] {
        if is_here {
            found.insert(theme);
        }
    }
    if mated.is_two_chariots() && alternates(positions, line) {
        found.insert(Theme::AlternatingChariots);
    }
    let is_heart =
        |(position, played): (&Position, &Move)| is_chariot_into_heart(position, *played);
    if positions.iter().zip(line).step_by(2).any(is_heart) {
        found.insert(Theme::HeartChariot);
    }
}

/// Whether the last two moves of the solver are checks by two chariots.
fn alternates(positions: &[Position], line: &[Move]) -> bool {
    let own: Vec<(&Position, Move)> =
        positions.iter().zip(line.iter().copied()).step_by(2).collect();
    let [.., (before, first), (_, second)] = own.as_slice() else { return false };
    let is_chariot = |(position, played): &(&Position, Move)| {
        position.piece_at(played.from).is_some_and(|piece| piece.kind == Kind::Chariot)
            && position.gives_check(*played)
    };
    first.to != second.from
        && before.piece_at(second.from).is_some()
        && own.iter().rev().take(2).all(is_chariot)
}

/// Whether a chariot captures an advisor in the centre of the palace, where a piece guards it.
fn is_chariot_into_heart(position: &Position, played: Move) -> bool {
    let solver = position.side_to_move();
    let kind_at = |square| position.piece_at(square).map(|piece: Piece| piece.kind);
    if (played.to.file(), solver.relative_rank(played.to.rank())) != (4, 8)
        || kind_at(played.from) != Some(Kind::Chariot)
        || kind_at(played.to) != Some(Kind::Advisor)
    {
        return false;
    }
    let mut after = position.clone();
    after.make(played);
    let guards = after.attackers_to(played.to, !solver);
    !(guards & !Bitboard::only(after.general(!solver))).is_empty()
}

/// A position with the general of the side to move in check or mated, seen by the solver.
struct Mated<'a> {
    position: &'a Position,
    solver: Side,
    general: Square,
    /// The pieces that give check.
    checkers: Bitboard,
}

impl<'a> Mated<'a> {
    fn of(position: &'a Position, solver: Side) -> Mated<'a> {
        let general = position.general(!solver);
        Mated { position, solver, general, checkers: position.attackers_to(general, solver) }
    }

    fn own(&self, kind: Kind) -> Bitboard {
        self.position.pieces(self.solver, kind)
    }

    /// File, and rank from the solver's side.
    const fn place(&self, square: Square) -> (u8, u8) {
        (square.file(), self.solver.relative_rank(square.rank()))
    }

    const fn general_at(&self) -> (u8, u8) {
        self.place(self.general)
    }

    fn has_horse_check(&self, places: &[(u8, u8)]) -> bool {
        let mut horses = self.checkers & self.own(Kind::Horse);
        horses.any(|horse| places.contains(&self.place(horse)))
    }

    /// The cannons that give check, with their screens.
    fn cannon_checks(&self) -> impl Iterator<Item = (Square, Square)> {
        let cannons = self.checkers & self.own(Kind::Cannon);
        let occupied = self.position.occupied();
        let general = self.general;
        cannons.filter_map(move |cannon| {
            let screen = (Bitboard::between(cannon, general) & occupied).first()?;
            Some((cannon, screen))
        })
    }

    fn is_double_cannon(&self) -> bool {
        self.cannon_checks().any(|(_, screen)| self.own(Kind::Cannon).contains(screen))
    }

    fn is_cannon_behind_horse(&self) -> bool {
        self.cannon_checks().any(|(_, screen)| {
            self.own(Kind::Horse).contains(screen)
                && Bitboard::between(screen, self.general).len() == 1
        })
    }

    fn is_smothered(&self) -> bool {
        let defenders = self.position.side(!self.solver);
        let advisors = self.position.pieces(!self.solver, Kind::Advisor);
        if self.checkers.len() != 1 {
            return false;
        }
        self.cannon_checks().any(|(cannon, screen)| {
            let on_line = |step: Square| {
                step.file() == general_line(self.general, cannon).0.unwrap_or(9)
                    || step.rank() == general_line(self.general, cannon).1.unwrap_or(10)
            };
            advisors.contains(screen)
                && palace_steps(self.general).all(|step| defenders.contains(step) || on_line(step))
        })
    }

    fn is_angler_horse(&self) -> bool {
        let mut horses = self.own(Kind::Horse) & !self.checkers;
        horses.any(|horse| {
            [(2, 7), (6, 7)].contains(&self.place(horse)) && self.escapes_without(&[horse])
        })
    }

    fn is_iron_bolt(&self) -> bool {
        let (file, rank) = self.general_at();
        let beside = |checker: Square| {
            let (other, at) = self.place(checker);
            at == rank && other.abs_diff(file) == 1
        };
        let bolts = self.own(Kind::Chariot) | self.own(Kind::Pawn);
        let pins = |cannon: Square| {
            cannon.file() == file
                && (Bitboard::between(cannon, self.general) & self.position.occupied()).len() == 2
        };
        rank == 9
            && (self.checkers & bolts).any(beside)
            && self.own(Kind::Cannon).any(|cannon| pins(cannon) && self.escapes_without(&[cannon]))
    }

    fn is_two_chariots(&self) -> bool {
        let chariots = self.own(Kind::Chariot);
        let is_neighbour = |one: Square, other: Square| {
            one.rank() == self.general.rank() && other.rank().abs_diff(one.rank()) == 1
                || one.file() == self.general.file() && other.file().abs_diff(one.file()) == 1
        };
        (self.checkers & chariots).any(|checker| {
            (chariots & !Bitboard::only(checker))
                .any(|other| is_neighbour(checker, other) && self.escapes_without(&[other]))
        })
    }

    /// Whether the solver's general alone forbids a legal move: with it elsewhere there is one.
    fn is_facing_generals(&self) -> bool {
        let own = self.position.general(self.solver);
        let elsewhere = Square::all().filter(|square| {
            let (file, rank) = self.place(*square);
            (3..=5).contains(&file) && rank <= 2 && square.file() != own.file()
        });
        elsewhere.filter(|square| self.position.piece_at(*square).is_none()).any(|square| {
            let mut setup = self.position.to_setup();
            setup.board[own.index()] = None;
            setup.board[square.index()] = Some(Piece { side: self.solver, kind: Kind::General });
            let Ok(moved) = Position::from_setup(&setup, Legality::Undercover) else {
                return false;
            };
            moved.legal_moves().into_iter().any(|escape| {
                escape.from == self.general && escape.to.file() == own.file()
                    || escape.from.file() == own.file() && self.general.file() == own.file()
            })
        })
    }

    fn is_heaven_and_earth(&self) -> bool {
        let cannons = self.own(Kind::Cannon);
        let heaven = cannons.clone().find(|&cannon| cannon.file() == 4 && self.place(cannon).1 < 9);
        let earth = cannons.clone().find(|&cannon| self.place(cannon).1 == 9);
        let (Some(heaven), Some(earth)) = (heaven, earth) else { return false };
        self.escapes_without(&[heaven]) && self.escapes_without(&[earth])
    }

    /// Whether a chariot, a horse and a cannon stand beyond the river on one wing, and the mate
    /// needs each of them.
    fn is_three_on_one_wing(&self) -> bool {
        let needed = |kind: Kind, is_left: bool| {
            self.own(kind).any(|square| {
                let (file, rank) = self.place(square);
                let is_there = if is_left { file <= 3 } else { file >= 5 };
                is_there && rank >= 5 && self.escapes_without(&[square])
            })
        };
        [true, false].into_iter().any(|is_left| {
            [Kind::Chariot, Kind::Horse, Kind::Cannon].into_iter().all(|it| needed(it, is_left))
        })
    }

    /// Whether a chariot or cannon on the last rank checks along a file, and the own general takes
    /// another.
    fn is_moon_from_the_sea(&self) -> bool {
        let from_behind =
            |checker: Square| self.place(checker).1 == 9 && checker.file() == self.general.file();
        let hunters = self.own(Kind::Chariot) | self.own(Kind::Cannon);
        (self.checkers & hunters).any(from_behind) && self.is_facing_generals()
    }

    /// Whether the defender would have a legal move without these pieces.
    fn escapes_without(&self, removed: &[Square]) -> bool {
        let mut setup = self.position.to_setup();
        for square in removed {
            setup.board[square.index()] = None;
        }
        Position::from_setup(&setup, Legality::Undercover)
            .is_ok_and(|position| position.has_legal_move())
    }
}

/// The file or the rank that a general and a cannon share.
fn general_line(general: Square, cannon: Square) -> (Option<u8>, Option<u8>) {
    let file = Some(general.file()).filter(|&file| file == cannon.file());
    let rank = Some(general.rank()).filter(|&rank| rank == cannon.rank());
    (file, rank)
}

/// The points of the palace that a general on this point could step to.
fn palace_steps(general: Square) -> impl Iterator<Item = Square> {
    let steps = [(1, 0), (-1, 0), (0, 1), (0, -1)];
    steps
        .into_iter()
        .filter_map(move |(files, ranks)| general.offset(files, ranks))
        .filter(|square| (3..=5).contains(&square.file()) && !(3..=6).contains(&square.rank()))
}
