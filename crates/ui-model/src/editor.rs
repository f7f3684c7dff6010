//! A board that somebody sets up: anything may lie anywhere, and what keeps it from being a position
//! is told as codes with values.

mod pasted;
mod rows;

use crate::{
    Variant,
    board::{BoardShape, Face, Kind, Piece, Point, Scene, Side},
};
use game::Dice;
use games::AnyGame;
use xiangqi::{Legality, Setup, SetupFault};

pub use pasted::{Pasted, read_pasted};

/// The games that can be set up.
pub const EDITABLE: [Variant; 2] = [Variant::Xiangqi, Variant::Banqi];

/// A board under the player's hands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Editor {
    variant: Variant,
    scene: Scene,
    turn: Side,
}

/// Why no game can start from a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetupProblem {
    /// Stable, kebab-case: `general-count`, `piece-count`, `piece-place`, ….
    pub code: &'static str,
    /// What the code is about, in the texts of the field.
    pub values: Vec<String>,
}

impl SetupProblem {
    fn new(code: &'static str, values: &[&dyn ToString]) -> SetupProblem {
        SetupProblem { code, values: values.iter().map(|value| value.to_string()).collect() }
    }
}

impl Editor {
    /// The usual start.
    pub fn start(variant: Variant) -> Editor {
        let rows = match variant {
            Variant::Banqi => "********/********/********/********",
            _ => "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR",
        };
        let mut editor = Editor::empty(variant);
        editor.scene.faces =
            Scene::read(editor.shape(), rows).map(|scene| scene.faces).unwrap_or_default();
        editor
    }

    /// The bare board.
    pub fn empty(variant: Variant) -> Editor {
        let scene = Scene::empty(BoardShape::of(variant));
        Editor { variant, scene, turn: Side::Red }
    }

    /// The board of a position's text, nonsense or not; nothing where the text has no such board.
    pub fn read(variant: Variant, text: &str) -> Option<Editor> {
        let Scene { shape, faces, words, .. } = Scene::read(BoardShape::of(variant), text)?;
        let turn =
            if words.first().is_some_and(|turn| turn == "b") { Side::Black } else { Side::Red };
        let mut scene = Scene::empty(shape);
        scene.faces = faces;
        Some(Editor { variant, scene, turn })
    }

    /// Which game is set up.
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// Its board.
    pub const fn shape(&self) -> BoardShape {
        BoardShape::of(self.variant)
    }

    /// What lies on the board.
    pub const fn scene(&self) -> &Scene {
        &self.scene
    }

    /// Who moves first.
    pub const fn turn(&self) -> Side {
        self.turn
    }

    /// Says who moves first.
    pub const fn set_turn(&mut self, side: Side) {
        self.turn = side;
    }

    /// Whether it matters who moves first: in banqi the first flip decides the colours, where
    /// nothing lies open yet.
    pub fn has_turn(&self) -> bool {
        self.variant != Variant::Banqi
            || self.scene.faces.values().any(|face| matches!(face, Face::Open(_)))
    }

    /// Lays a piece down, or takes away what lies there.
    pub fn put(&mut self, point: Point, face: Option<Face>) {
        match face {
            Some(face) => self.scene.faces.insert(point, face),
            None => self.scene.faces.remove(&point),
        };
    }

    /// Carries a piece elsewhere; what lay there is gone. `None` is beside the board.
    pub fn carry(&mut self, from: Point, to: Option<Point>) {
        if let Some(face) = self.scene.faces.remove(&from)
            && let Some(to) = to
        {
            self.scene.faces.insert(to, face);
        }
    }

    /// The pieces one can lay down, in the order of the palette.
    pub fn palette(&self) -> Vec<Face> {
        let sides = [Side::Red, Side::Black];
        let open = sides.into_iter().flat_map(|side| KINDS.map(|kind| Piece { side, kind }));
        let back = (self.variant == Variant::Banqi).then_some(Face::Down);
        open.map(Face::Open).chain(back).collect()
    }

    /// How many more of this a set has than lie on the board; below zero where there are too many.
    pub fn left(&self, face: Face) -> i32 {
        let laid = self.scene.faces.values().filter(|&&other| other == face).count() as i32;
        match face {
            Face::Open(piece) => set_count(piece.kind) - laid,
            Face::Down => self.unseen().len() as i32 - laid,
        }
    }

    /// The position's text, to be copied. What lies face down stands as `?`.
    pub fn text(&self) -> String {
        let rows = rows::write(&self.scene);
        match self.variant {
            Variant::Banqi => {
                let hidden = if self.backs() == 0 { "-" } else { "?" };
                format!("{rows} {} 0/0 0 0 {hidden}", self.turn_letter())
            }
            _ => format!("{rows} {} - - 0 1", self.turn_letter()),
        }
    }

    /// The position's text as a referee needs it: what lies face down is drawn from the pieces that
    /// are not seen. `None` while something is wrong with the board.
    pub fn deal(&self, dice: &mut dyn Dice) -> Option<String> {
        if !self.problems().is_empty() {
            return None;
        }
        let text = self.text();
        let backs = self.backs();
        if backs == 0 {
            return Some(text);
        }
        let mut unseen = self.unseen();
        let drawn = (0..backs).map(|_| {
            let at = dice.roll(unseen.len() as u32) as usize;
            unseen.swap_remove(at).text(self.shape())
        });
        let drawn: String = drawn.collect();
        Some(text.replace('?', &drawn))
    }

    /// Everything that keeps a game from starting here; nothing where one can.
    pub fn problems(&self) -> Vec<SetupProblem> {
        match self.variant {
            Variant::Banqi => self.banqi_problems(),
            _ => self.xiangqi_problems(),
        }
    }

    /// Who has won before the first move, if anybody, and why, as a referee's code; nothing where the
    /// game can go on.
    pub fn ending(&self) -> Option<(Option<Side>, &'static str)> {
        let text = self.deal(&mut First)?;
        let game = AnyGame::from_text(self.variant, "", &text).ok()?;
        let outcome = game.outcome()?;
        let won = outcome.winners.iter().next().map(|seat| match game.seat_letter(seat) {
            'b' => Side::Black,
            _ => Side::Red,
        });
        Some((won, outcome.reason.as_str()))
    }

    fn xiangqi_problems(&self) -> Vec<SetupProblem> {
        // The rows are our own: they are always read.
        let Ok(setup) = self.text().parse::<Setup>() else { return Vec::new() };
        let faults = setup.faults(Legality::Traditional);
        // That the generals look at each other is a check as well, and says more.
        let faces =
            |fault: &SetupFault| matches!(fault, SetupFault::Check { .. }) && self.generals_face();
        let problem = |fault: &SetupFault| match faces(fault) {
            true => SetupProblem::new("generals-face", &[]),
            false => SetupProblem { code: fault.code(), values: fault.values() },
        };
        faults.iter().map(problem).collect()
    }

    /// Whether the generals stand on one file with nothing between them.
    fn generals_face(&self) -> bool {
        let open = |(&point, face): (&Point, &Face)| match face {
            Face::Open(piece) => Some((point, piece.kind)),
            Face::Down => None,
        };
        let pieces: Vec<(Point, Kind)> = self.scene.faces.iter().filter_map(open).collect();
        let generals: Vec<Point> = pieces
            .iter()
            .filter(|(_, kind)| *kind == Kind::General)
            .map(|&(point, _)| point)
            .collect();
        let [one, other] = generals[..] else { return false };
        let (low, high) = (one.row.min(other.row), one.row.max(other.row));
        let is_between = |point: Point| point.col == one.col && low < point.row && point.row < high;
        one.col == other.col && !pieces.iter().any(|&(point, _)| is_between(point))
    }

    fn banqi_problems(&self) -> Vec<SetupProblem> {
        if self.scene.faces.is_empty() {
            return vec![SetupProblem::new("no-pieces", &[])];
        }
        // More cannot lie face down than are left: the board has as many squares as a set pieces.
        let mut problems = Vec::new();
        for face in self.palette() {
            let left = self.left(face);
            if let Face::Open(piece) = face
                && left < 0
            {
                let most = set_count(piece.kind);
                let letter = piece.text(self.shape());
                problems.push(SetupProblem::new("piece-count", &[&letter, &most, &(most - left)]));
            }
        }
        problems
    }

    fn turn_letter(&self) -> char {
        match (self.variant, self.turn) {
            (Variant::Banqi, _) if !self.has_turn() => '-',
            (_, Side::Black) => 'b',
            (Variant::Banqi, _) => 'r',
            _ => 'w',
        }
    }

    /// How many pieces lie face down.
    fn backs(&self) -> usize {
        self.scene.faces.values().filter(|face| **face == Face::Down).count()
    }

    /// The pieces of a set that do not lie open.
    fn unseen(&self) -> Vec<Piece> {
        let mut unseen = Vec::new();
        for face in self.palette() {
            if let Face::Open(piece) = face {
                let left = usize::try_from(self.left(face)).unwrap_or(0);
                unseen.extend(std::iter::repeat_n(piece, left));
            }
        }
        unseen
    }
}

/// The kinds of a set, as the palette shows them.
const KINDS: [Kind; 7] = [
    Kind::General,
    Kind::Advisor,
    Kind::Elephant,
    Kind::Horse,
    Kind::Chariot,
    Kind::Cannon,
    Kind::Pawn,
];

/// How many of a kind each side has.
const fn set_count(kind: Kind) -> i32 {
    match kind {
        Kind::General => 1,
        Kind::Pawn => 5,
        _ => 2,
    }
}

/// Draws the first of what is left: whether a game is over does not hang on what lies face down.
struct First;

impl Dice for First {
    fn roll(&mut self, _: u32) -> u32 {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(variant: Variant, text: &str) -> Vec<String> {
        let editor = Editor::read(variant, text).expect(text);
        let problems = editor.problems().into_iter();
        problems.map(|problem| format!("{} {}", problem.code, problem.values.join(" "))).collect()
    }

    #[test]
    fn the_usual_starts_can_be_played() {
        for variant in EDITABLE {
            let editor = Editor::start(variant);
            assert_eq!(editor.problems(), [], "{variant}");
            assert_eq!(editor.ending(), None, "{variant}");
            let text = editor.deal(&mut First).expect("a position");
            assert!(AnyGame::from_text(variant, "", &text).is_ok(), "{text}");
            assert_eq!(Editor::read(variant, &editor.text()), Some(editor), "{variant}");
        }
    }

    #[test]
    fn every_problem_is_told() {
        for (variant, text, expected) in [
            (
                Variant::Xiangqi,
                "9/9/9/9/9/9/9/9/9/9 w",
                &["general-count w 0", "general-count b 0"][..],
            ),
            (
                Variant::Xiangqi,
                "p2k5/9/9/9/9/RRR6/9/9/9/A3K4 b",
                &["piece-count R 2 3", "piece-place A a0", "piece-place p a9"],
            ),
            (Variant::Xiangqi, "3k5/9/9/9/9/9/9/9/9/3K5 w", &["generals-face "]),
            (Variant::Xiangqi, "3k5/9/9/3R5/9/9/9/9/9/3K5 w", &["just-moved-check b"]),
            (Variant::Xiangqi, "3k5/9/9/9/9/9/9/9/9/4K4 w", &[]),
            (Variant::Banqi, "8/8/8/8 r", &["no-pieces "]),
            (Variant::Banqi, "KK6/8/8/8 r", &["piece-count K 1 2"]),
            (Variant::Banqi, "********/********/********/*******K r", &[]),
            (Variant::Banqi, "********/********/********/****aaaK r", &["piece-count a 2 3"]),
        ] {
            assert_eq!(codes(variant, text), expected, "{text}");
        }
    }

    #[test]
    fn what_can_be_started_is_what_the_referee_takes() {
        for (variant, text) in [
            (Variant::Banqi, "k7/8/8/7K b"),
            (Variant::Banqi, "k**5/8/8/7K r"),
            (Variant::Banqi, "***5/8/8/8 r"),
            (Variant::Xiangqi, "3k5/9/9/9/9/9/9/9/9/4K4 b"),
        ] {
            let editor = Editor::read(variant, text).expect(text);
            let dealt = editor.deal(&mut First).expect(text);
            assert!(AnyGame::from_text(variant, "", &dealt).is_ok(), "{dealt}");
        }
    }

    #[test]
    fn a_game_that_is_over_is_known() {
        for (text, ending) in [
            ("R3k4/1R7/9/9/9/9/9/9/9/3K5 b", Some((Some(Side::Red), "checkmate"))),
            ("R3k4/9/9/9/9/9/9/9/9/3K5 b", None),
        ] {
            let editor = Editor::read(Variant::Xiangqi, text).expect(text);
            assert_eq!(editor.ending(), ending, "{text}");
        }
    }

    #[test]
    fn pieces_come_and_go() {
        let mut editor = Editor::empty(Variant::Xiangqi);
        let at = |name: &str| BoardShape::River.parse(name).expect(name);
        let king = Face::Open(Piece::from_letter('K').expect("a piece"));
        assert_eq!(editor.left(king), 1);
        editor.put(at("e0"), Some(king));
        assert_eq!(editor.left(king), 0);
        editor.carry(at("e0"), Some(at("d1")));
        assert_eq!(editor.text(), "9/9/9/9/9/9/9/9/3K5/9 w - - 0 1");
        editor.set_turn(Side::Black);
        editor.carry(at("d1"), None);
        assert_eq!(editor.text(), "9/9/9/9/9/9/9/9/9/9 b - - 0 1");
    }
}
