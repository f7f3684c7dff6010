//! Undercover from a player's seat: set-up steps, the player's mole, and the button that reveals
//! it.
//!
//! Everything is read from the seat's own view, which contains no secret of the opponent.

use crate::{GameModel, settings::Notation};
use game::sort_few;
use games::{
    AnyView,
    board::{BoardShape, Face, PieceKind, Point, Side, Step},
};
use i18n::Language;
use undercover::{First, Locks, Mole, Stage, UndercoverView};

/// A set-up choice that a seat still has to make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SetupStep {
    /// Lock up to `most` own pawns.
    Lock {
        /// 1 or 2.
        most: u8,
    },
    /// Choose the mole among the opponent's pawns.
    Choose,
    /// Arrange the own pawns.
    Place,
}

/// State of the button that reveals the mole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TurnKey {
    /// The mole can be revealed now.
    Ready(Step),
    /// Number of own moves required before the mole may be revealed.
    Barred(u16),
    /// The opponent is on move.
    NotYourTurn,
    /// The own general would be in check afterwards.
    Unsafe,
    /// The player waived the mole.
    Waived,
    /// The player has captured the mole.
    Lost,
    /// The mole is already revealed.
    Turned,
}

/// The undercover view of one seat.
#[derive(Clone, Debug)]
pub struct UndercoverSeat {
    view: UndercoverView,
    side: Side,
    legal: Vec<Step>,
}

const RIVER: BoardShape = BoardShape::River;

impl GameModel {
    /// The undercover view of a seat; `None` in other games.
    pub fn undercover(&self, seat: u8) -> Option<UndercoverSeat> {
        let AnyView::Undercover(view) = self.view(seat)? else { return None };
        Some(UndercoverSeat { view, side: self.side(seat)?, legal: self.legal_steps(seat) })
    }
}

impl UndercoverSeat {
    /// The set-up choice that the seat still has to make; `None` if there is none.
    pub fn step(&self) -> Option<SetupStep> {
        use game::{Turn, View};
        let Turn::Setup(owing) = self.view.turn() else { return None };
        if owing.is_empty() {
            return None;
        }
        match self.view.stage() {
            Stage::Lock => Some(SetupStep::Lock { most: self.view.options().locks }),
            Stage::Choose => Some(SetupStep::Choose),
            Stage::Place => Some(SetupStep::Place),
            Stage::Play => None,
        }
    }

    /// Whether the game is still in its set-up.
    pub fn is_setting_up(&self) -> bool {
        self.view.stage() != Stage::Play
    }

    /// The side that moves first, if the options fix it. Otherwise it is drawn by lot.
    pub const fn first_mover(&self) -> Option<Side> {
        match self.view.options().first {
            First::Random => None,
            First::Red => Some(Side::Red),
            First::Black => Some(Side::Black),
        }
    }

    /// The seat's side.
    pub const fn side(&self) -> Side {
        self.side
    }

    /// Position of the seat's unrevealed mole.
    pub fn mole(&self) -> Option<Point> {
        self.view.own_mole().map(Into::into)
    }

    /// State of the button that reveals the mole.
    pub fn key(&self) -> TurnKey {
        let side = own(self.side);
        let point = match self.view.mole(side).known() {
            Some(Mole::At(square)) => Point::from(square),
            Some(Mole::Waived) | None => return TurnKey::Waived,
            Some(Mole::Lost) => return TurnKey::Lost,
            Some(Mole::Turned) => return TurnKey::Turned,
        };
        let step = Step::TurnMole(point);
        match self.view.barred(side) {
            _ if self.legal.contains(&step) => TurnKey::Ready(step),
            0 if self.legal.is_empty() => TurnKey::NotYourTurn,
            0 => TurnKey::Unsafe,
            left => TurnKey::Barred(left),
        }
    }

    /// The locked pawns that this seat may see.
    pub fn locked(&self) -> Vec<Point> {
        let sides = [xiangqi::Side::Red, xiangqi::Side::Black];
        let known = sides.into_iter().filter_map(|side| self.view.locks(side).known());
        known.flat_map(Locks::iter).map(Into::into).collect()
    }

    /// The pawns that the current set-up step is about, numbered 1–5 from the player's right to
    /// left.
    pub fn pawns(&self, model: &GameModel) -> Vec<(u8, Point)> {
        let whose = match self.view.stage() {
            Stage::Choose => other(self.side),
            Stage::Lock | Stage::Place | Stage::Play => self.side,
        };
        let mut points: Vec<Point> = model
            .scene()
            .faces()
            .filter(|(_, face)| {
                matches!(face, Face::Open(piece) if piece.kind == PieceKind::Pawn && piece.side == whose)
            })
            .map(|(point, _)| point)
            .collect();
        let file = |point: Point| coordinates(self.side, point).0;
        sort_few(&mut points, |&a, &b| file(a) < file(b));
        (1..).zip(points).collect()
    }

    /// The player's number of the pawn that started as pawn `from_a` (1–5) counted from file `a`.
    /// It stays the same in every set-up step.
    pub const fn pawn_number(&self, from_a: u8) -> u8 {
        match self.side {
            Side::Black => from_a,
            _ => 6 - from_a,
        }
    }

    /// A point in the player's coordinates: (1, 1) is the player's right-hand corner, x counts
    /// across and y away from the player.
    pub fn coordinates(&self, point: Point) -> (u8, u8) {
        coordinates(self.side, point)
    }

    /// The pawn that a text names: a number `1`–`5`, coordinates `5,7` or `(5, 7)`, or a point
    /// `e6`. Ranks are counted as in the notation `written`, from 1 in SAN: `e7`.
    pub fn read_pawn(&self, model: &GameModel, written: Notation, typed: &str) -> Option<Point> {
        let pawns = self.pawns(model);
        let typed = typed.trim().to_ascii_lowercase();
        let is_pawn = |point: &Point| pawns.iter().any(|(_, pawn)| pawn == point);
        let from_zero = match (written, typed.split_at_checked(1)) {
            (Notation::San, Some((file, rank))) => {
                rank.parse::<u8>().ok().map(|rank| format!("{file}{}", rank.wrapping_sub(1)))
            }
            _ => None,
        };
        if let Some(point) = RIVER.parse(from_zero.as_deref().unwrap_or(&typed)) {
            return Some(point).filter(is_pawn);
        }
        let numbers: Option<Vec<u8>> = typed
            .split(|c: char| !c.is_ascii_digit())
            .filter(|part| !part.is_empty())
            .map(|part| part.parse().ok())
            .collect();
        match *numbers?.as_slice() {
            [number] => pawns.iter().find(|(n, _)| *n == number).map(|(_, point)| *point),
            [x, y] => pawns
                .iter()
                .map(|(_, point)| *point)
                .find(|&point| self.coordinates(point) == (x, y)),
            _ => None,
        }
    }
}

/// The fate of a mole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoleFate {
    /// It is unrevealed on this point.
    Hidden(Point),
    /// It was revealed on this point.
    Turned(Point),
    /// It was captured on this point, unrevealed.
    Captured(Point),
    /// The player waived it.
    Waived,
}

impl GameModel {
    /// The unrevealed moles after `plies` plies, each with its owner and point. Contains only moles
    /// that the start text names.
    pub fn moles_after(&self, plies: usize) -> Vec<(Side, Point)> {
        let hidden = |(side, fate)| match fate {
            MoleFate::Hidden(point) => Some((side, point)),
            MoleFate::Turned(_) | MoleFate::Captured(_) | MoleFate::Waived => None,
        };
        self.mole_fates_after(plies).into_iter().filter_map(hidden).collect()
    }

    /// The fates of the moles at the end, each with its owner. Contains only moles that the start
    /// text names; empty in other games.
    pub fn mole_fates(&self) -> Vec<(Side, MoleFate)> {
        self.mole_fates_after(self.history.len())
    }

    fn mole_fates_after(&self, plies: usize) -> Vec<(Side, MoleFate)> {
        let mut board = self.start_board();
        let Some(view) = board.undercover() else { return Vec::new() };
        let fate = |owner: xiangqi::Side| match view.mole(owner).known()? {
            Mole::At(square) => Some((owner, MoleFate::Hidden(square.into()))),
            Mole::Waived => Some((owner, MoleFate::Waived)),
            Mole::Lost | Mole::Turned => None,
        };
        let mut fates: Vec<(xiangqi::Side, MoleFate)> =
            xiangqi::Side::BOTH.into_iter().filter_map(fate).collect();
        for entry in self.history.iter().take(plies) {
            board.play_text(&entry.done);
            let Some(view) = board.undercover() else { continue };
            for (owner, fate) in &mut fates {
                if let MoleFate::Hidden(at) = *fate {
                    *fate = match view.mole(*owner).known() {
                        Some(Mole::At(square)) => MoleFate::Hidden(square.into()),
                        Some(Mole::Turned) => MoleFate::Turned(at),
                        Some(Mole::Lost) => MoleFate::Captured(at),
                        Some(Mole::Waived) | None => *fate,
                    };
                }
            }
        }
        fates.into_iter().map(|(owner, fate)| (owner.into(), fate)).collect()
    }
}

/// Handles a tap on an own pawn in the locking step: selects or deselects it. Returns `false` and
/// changes nothing when `most` other pawns are already selected.
pub fn toggle_lock(picked: &mut Vec<Point>, point: Point, most: u8) -> bool {
    if let Some(at) = picked.iter().position(|other| *other == point) {
        picked.remove(at);
        return true;
    }
    let has_room = picked.len() < usize::from(most);
    if has_room {
        picked.push(point);
    }
    has_room
}

/// The action that locks these pawns.
pub fn lock_action(points: &[Point]) -> Option<String> {
    let square = |point: &Point| RIVER.name(*point).parse().ok();
    let locks = match points {
        [] => Locks::NONE,
        [one] => Locks::one(square(one)?),
        [one, other] => Locks::two(square(one)?, square(other)?)?,
        _ => return None,
    };
    Some(format!("lock:{locks}"))
}

/// The action that chooses this pawn as the mole.
pub fn choose_action(point: Point) -> String {
    format!("mole:{}", RIVER.name(point))
}

/// The action that arranges the pawns. `order` names for each starting point the pawn (`1`–`5` from
/// file `a`) that goes there.
pub fn place_action(order: [u8; 5]) -> String {
    format!("place:{}", order.map(|pawn| char::from(b'0' + pawn)).iter().collect::<String>())
}

/// The starting point of a pawn before the game, 0–4 from file `a`.
pub fn starting_point(point: Point) -> Option<usize> {
    usize::try_from(point.col).ok().filter(|col| col % 2 == 0).map(|col| col / 2)
}

/// A pawn by its file as `owner` counts files, from its own right hand: `P5`, 5路卒. With ICCS
/// and SAN it is the name of its point. `colour` is the pawn's colour.
pub fn pawn_words(
    language: Language,
    written: Notation,
    owner: Side,
    colour: Side,
    point: Point,
) -> String {
    let (file, _) = coordinates(owner, point);
    match written {
        Notation::Iccs | Notation::San => written.point_name(RIVER, point),
        Notation::Vietnamese => format!("B{file}"),
        _ if !language.is_chinese() => format!("P{file}"),
        _ if colour == Side::Black => format!("{file}路卒"),
        _ => format!("{file}路兵"),
    }
}

/// An unrevealed mole of `owner`: the pawn and its coordinates as `owner` counts them, such as
/// `P5 (5, 7)`, or in Chinese 第5路第7行的卒. With ICCS and SAN it is the name of its point.
pub fn mole_words(language: Language, written: Notation, owner: Side, point: Point) -> String {
    let pawn = pawn_words(language, written, owner, other(owner), point);
    match written {
        Notation::Iccs | Notation::San => pawn,
        Notation::Chinese | Notation::Wxf if language.is_chinese() => {
            let (x, y) = coordinates(owner, point);
            let pawn = if other(owner) == Side::Black { '卒' } else { '兵' };
            format!("第{x}路第{y}行的{pawn}")
        }
        Notation::Chinese | Notation::Wxf | Notation::Vietnamese => {
            let (x, y) = coordinates(owner, point);
            format!("{pawn} ({x}, {y})")
        }
    }
}

const fn coordinates(side: Side, point: Point) -> (u8, u8) {
    let (x, y) = match side {
        Side::Black => (point.col + 1, 10 - point.row),
        _ => (9 - point.col, point.row + 1),
    };
    (x.unsigned_abs(), y.unsigned_abs())
}

const fn own(side: Side) -> xiangqi::Side {
    match side {
        Side::Black => xiangqi::Side::Black,
        _ => xiangqi::Side::Red,
    }
}

const fn other(side: Side) -> Side {
    match side {
        Side::Black => Side::Red,
        _ => Side::Black,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_game;

    fn table(options: &str, seat: u8) -> GameModel {
        test_game("undercover", options, seat)
    }

    fn point(name: &str) -> Point {
        RIVER.parse(name).expect(name)
    }

    #[test]
    fn each_side_counts_from_its_own_right_hand() {
        for (side, name, counted) in [
            (Side::Red, "i0", (1, 1)),
            (Side::Red, "e6", (5, 7)),
            (Side::Black, "a9", (1, 1)),
            (Side::Black, "c3", (3, 7)),
        ] {
            assert_eq!(coordinates(side, point(name)), counted, "{side:?} {name}");
        }
    }

    #[test]
    fn a_mole_is_named_as_its_owner_writes_moves() {
        let [hans, english] = [Language::SimplifiedChinese, Language::English];
        for (language, written, owner, name, words) in [
            (hans, Notation::Chinese, Side::Red, "e6", "第5路第7行的卒"),
            (hans, Notation::Chinese, Side::Black, "c3", "第3路第7行的兵"),
            (english, Notation::Wxf, Side::Black, "c3", "P3 (3, 7)"),
            (english, Notation::Iccs, Side::Black, "c3", "c3"),
            (english, Notation::Iccs, Side::Red, "e6", "e6"),
            (english, Notation::San, Side::Red, "e6", "e7"),
            (Language::Vietnamese, Notation::Vietnamese, Side::Black, "c3", "B3 (3, 7)"),
        ] {
            assert_eq!(mole_words(language, written, owner, point(name)), words);
        }
        let revealed = pawn_words(hans, Notation::Chinese, Side::Red, Side::Red, point("e6"));
        assert_eq!(revealed, "5路兵");
    }

    #[test]
    fn red_chooses_among_black_pawns_in_three_ways() {
        let model = table("", 0);
        let seat = model.undercover(0).expect("undercover");
        assert_eq!(seat.step(), Some(SetupStep::Choose));
        let pawns = seat.pawns(&model);
        assert_eq!(pawns.first(), Some(&(1, point("i6"))));
        assert_eq!(pawns.last(), Some(&(5, point("a6"))));
        for typed in ["3", " e6", "E6", "5,7", "(5, 7)"] {
            let read = seat.read_pawn(&model, Notation::Wxf, typed);
            assert_eq!(read, Some(point("e6")), "{typed}");
        }
        for (typed, expected) in
            [("e7", Some(point("e6"))), ("3", Some(point("e6"))), ("e6", None), ("e0", None)]
        {
            assert_eq!(seat.read_pawn(&model, Notation::San, typed), expected, "{typed}");
        }
        for typed in ["", "6", "e3", "5,6", "1 2 3", "x"] {
            assert_eq!(seat.read_pawn(&model, Notation::Wxf, typed), None, "{typed}");
        }
        assert_eq!(choose_action(point("e6")), "mole:e6");
    }

    #[test]
    fn locks_come_first_where_they_are_played() {
        let model = table("locks=2", 1);
        let seat = model.undercover(1).expect("undercover");
        assert_eq!(seat.step(), Some(SetupStep::Lock { most: 2 }));
        assert_eq!(seat.pawns(&model).first(), Some(&(1, point("a6"))));
        assert_eq!(lock_action(&[]).as_deref(), Some("lock:-"));
        let both = lock_action(&[point("e6"), point("c6")]).expect("two locks");
        assert_eq!(lock_action(&[point("c6"), point("e6")]), Some(both));
        assert_eq!(lock_action(&[point("c6"), point("c6")]), None);
    }

    #[test]
    fn a_lock_more_than_allowed_replaces_none() {
        let [a, c, e] = ["a3", "c3", "e3"].map(point);
        let mut picked = Vec::new();
        assert!(toggle_lock(&mut picked, a, 2) && toggle_lock(&mut picked, c, 2));
        assert!(!toggle_lock(&mut picked, e, 2));
        assert_eq!(picked, [a, c]);
        assert!(toggle_lock(&mut picked, a, 2), "a second tap frees it");
        assert!(toggle_lock(&mut picked, e, 2));
        assert_eq!(picked, [c, e]);
    }

    #[test]
    fn a_pawn_has_one_number_in_every_step() {
        for (seat, name) in [(0, "a3"), (1, "a6")] {
            let model = table("rearrange=manual selection=random", seat);
            let own = model.undercover(seat).expect("undercover");
            let pawns: std::collections::BTreeMap<Point, u8> =
                own.pawns(&model).into_iter().map(|(number, point)| (point, number)).collect();
            let first = point(name);
            if let Some(number) = pawns.get(&first) {
                assert_eq!(own.pawn_number(1), *number, "seat {seat}");
            }
            assert_eq!(own.pawn_number(1) + own.pawn_number(5), 6);
        }
    }

    #[test]
    fn the_order_is_written_from_file_a() {
        assert_eq!(place_action([2, 1, 3, 4, 5]), "place:21345");
        assert_eq!(starting_point(point("a3")), Some(0));
        assert_eq!(starting_point(point("i6")), Some(4));
        assert_eq!(starting_point(point("b3")), None);
    }

    #[test]
    fn moles_are_followed_through_a_record() {
        let mut model = table("", 0);
        model.start =
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 e6/c3 0/0"
                .to_owned();
        model.history = [(0, "h2e2"), (1, "e6e5"), (0, "e2e5"), (1, "@c3")]
            .map(|(seat, done)| protocol::HistoryEntry {
                seat,
                done: done.to_owned(),
                clock_ms: None,
            })
            .to_vec();
        let names = |plies| -> Vec<String> {
            model.moles_after(plies).iter().map(|(_, point)| RIVER.name(*point)).collect()
        };
        assert_eq!(names(0), ["e6", "c3"]);
        assert_eq!(names(2), ["e5", "c3"]);
        assert_eq!(names(3), ["c3"]);
        assert!(names(4).is_empty());
        let fates = vec![
            (Side::Red, MoleFate::Captured(point("e5"))),
            (Side::Black, MoleFate::Turned(point("c3"))),
        ];
        assert_eq!(model.mole_fates(), fates);
        model.start = model.start.replace("e6/c3", "e6/?");
        assert_eq!(model.moles_after(0).len(), 1);
        model.start = model.start.replace("e6/?", "-/c3");
        model.history.clear();
        let fates =
            vec![(Side::Red, MoleFate::Waived), (Side::Black, MoleFate::Hidden(point("c3")))];
        assert_eq!(model.mole_fates(), fates);
    }

    #[test]
    fn the_key_gives_its_reason() {
        let fen = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
        for (rest, seat, key) in [
            ("e6/? 3/3", 0, TurnKey::Barred(3)),
            ("e6/? 0/0", 0, TurnKey::Ready(Step::TurnMole(point("e6")))),
            ("?/c3 0/0", 1, TurnKey::NotYourTurn),
            ("-/? 0/0", 0, TurnKey::Waived),
            ("x/? 0/0", 0, TurnKey::Lost),
            ("+/? 0/0", 0, TurnKey::Turned),
        ] {
            let mut model = table("", seat);
            model.position = format!("{fen} {rest}");
            let seat = model.undercover(seat).expect(rest);
            assert_eq!(seat.key(), key, "{rest}");
        }
    }
}
