//! The board editor. Pieces may be placed freely; problems that prevent a game are reported as
//! codes with values.

mod pasted;

use crate::Variant;
use game::{Dice, TextError};
use games::{
    AnyGame,
    board::{Arrangement, BoardShape, Face, Piece, PieceKind, Point, Side},
};
use xiangqi::{Kind, Legality, Setup, SetupFault, Square};

pub use pasted::{Pasted, read_pasted};

/// The games with an editor.
pub const EDITABLE: [Variant; 2] = [Variant::Xiangqi, Variant::Banqi];

/// A board being edited.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Editor {
    variant: Variant,
    board: Arrangement,
}

/// A reason why no game can start from a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetupProblem {
    /// Stable kebab-case code: `general-count`, `piece-count`, `piece-place`, ….
    pub code: &'static str,
    /// Values of the code, in the texts of the position format.
    pub values: Vec<String>,
}

/// Code of a pawn that cannot have come where it is.
const ODD_PLACE: &str = "odd-place";

impl SetupProblem {
    fn new(code: &'static str, values: &[&dyn ToString]) -> SetupProblem {
        SetupProblem { code, values: values.iter().map(|value| value.to_string()).collect() }
    }
}

impl Editor {
    /// The starting position.
    pub fn start(variant: Variant) -> Editor {
        Editor { variant, board: Arrangement::start(variant) }
    }

    /// The empty board.
    pub const fn empty(variant: Variant) -> Editor {
        Editor { variant, board: Arrangement::empty(variant) }
    }

    /// The board of a position's text, even if the position is illegal.
    ///
    /// # Errors
    /// Names the position in the text and what was expected there.
    pub fn read(variant: Variant, text: &str) -> Result<Editor, TextError> {
        Ok(Editor { variant, board: Arrangement::read(variant, text)? })
    }

    /// The game.
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// The shape of the board.
    pub const fn shape(&self) -> BoardShape {
        self.board.shape()
    }

    /// The pieces on the board, and the side to move.
    pub const fn board(&self) -> &Arrangement {
        &self.board
    }

    /// The side to move.
    pub fn turn(&self) -> Side {
        self.board.turn()
    }

    /// Sets the side to move.
    pub const fn set_turn(&mut self, side: Side) {
        self.board.set_turn(side);
    }

    /// Whether the side to move matters. In banqi the first flip decides the colours while all
    /// pieces are face down.
    pub fn has_turn(&self) -> bool {
        self.variant != Variant::Banqi
            || self.board.faces().any(|(_, face)| matches!(face, Face::Open(_)))
    }

    /// Puts a piece on a point, or clears the point.
    pub fn put(&mut self, point: Point, face: Option<Face>) {
        self.board.put(point, face);
    }

    /// Moves a piece to another point and replaces the piece there. `None` removes it from the
    /// board.
    pub fn carry(&mut self, from: Point, to: Option<Point>) {
        let face = self.board.at(from);
        self.board.put(from, None);
        if let (Some(_), Some(to)) = (face, to) {
            self.board.put(to, face);
        }
    }

    /// The pieces on offer, in the order of the palette.
    pub fn palette(&self) -> Vec<Face> {
        let sides = [Side::Red, Side::Black];
        let open = sides.into_iter().flat_map(|side| KINDS.map(|kind| Piece { side, kind }));
        let back = (self.variant == Variant::Banqi).then_some(Face::Down);
        open.map(Face::Open).chain(back).collect()
    }

    /// Number of pieces of this kind still available in a set. Negative if the board has too many.
    pub fn left(&self, face: Face) -> i32 {
        let laid = self.board.faces().filter(|&(_, other)| other == face).count() as i32;
        match face {
            Face::Open(piece) => set_count(piece.kind) - laid,
            Face::Down => self.unseen().len() as i32 - laid,
        }
    }

    /// The position's text for copying. Face-down pieces are written as `?`.
    pub fn text(&self) -> String {
        self.board.to_string()
    }

    /// The position's text for the referee, with face-down pieces drawn from the pieces not seen.
    /// `None` if the board has a problem.
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

    /// All problems of the board; empty if a game can start.
    pub fn problems(&self) -> Vec<SetupProblem> {
        match &self.board {
            Arrangement::River(setup) => xiangqi_problems(setup),
            Arrangement::Half(_) => self.banqi_problems(),
        }
    }

    /// The winner and the reason code if the game is already over. The winner is `None` for a draw.
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

    /// Pieces that cannot have come where they are. A game can start nevertheless.
    pub fn oddities(&self) -> Vec<SetupProblem> {
        let Arrangement::River(setup) = &self.board else { return Vec::new() };
        let problem = |fault: SetupFault| SetupProblem { code: ODD_PLACE, values: fault.values() };
        setup.oddities().map(problem).collect()
    }

    fn banqi_problems(&self) -> Vec<SetupProblem> {
        if self.board.faces().next().is_none() {
            return vec![SetupProblem::new("no-pieces", &[])];
        }
        // There cannot be too many face-down pieces: the board has as many squares as a set has
        // pieces.
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

    /// Whether a piece lies face down.
    pub fn has_backs(&self) -> bool {
        self.backs() > 0
    }

    /// Number of face-down pieces.
    fn backs(&self) -> usize {
        self.board.faces().filter(|(_, face)| *face == Face::Down).count()
    }

    /// The pieces of a set that are not face up.
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

fn xiangqi_problems(setup: &Setup) -> Vec<SetupProblem> {
    // Facing generals are also a check, but the more specific problem is reported.
    let faces =
        |fault: &SetupFault| matches!(fault, SetupFault::Check { .. }) && generals_face(setup);
    let problem = |fault: &SetupFault| {
        if faces(fault) {
            SetupProblem::new("generals-face", &[])
        } else {
            SetupProblem { code: fault.code(), values: fault.values() }
        }
    };
    setup.faults(Legality::Composed).iter().map(problem).collect()
}

/// Whether the generals face each other on an open file.
fn generals_face(setup: &Setup) -> bool {
    let is_general = |(_, piece): &(Square, xiangqi::Piece)| piece.kind == Kind::General;
    let generals: Vec<Square> =
        setup.pieces().filter(is_general).map(|(square, _)| square).collect();
    // The points come in order, the lower rank first.
    let [low, high] = generals[..] else { return false };
    let is_between = |square: Square| {
        square.file() == low.file() && low.rank() < square.rank() && square.rank() < high.rank()
    };
    low.file() == high.file() && !setup.pieces().any(|(square, _)| is_between(square))
}

/// The kinds of a set in the order of the palette.
const KINDS: [PieceKind; 7] = [
    PieceKind::General,
    PieceKind::Advisor,
    PieceKind::Elephant,
    PieceKind::Horse,
    PieceKind::Chariot,
    PieceKind::Cannon,
    PieceKind::Pawn,
];

/// Number of pieces of a kind per side.
const fn set_count(kind: PieceKind) -> i32 {
    match kind {
        PieceKind::General => 1,
        PieceKind::Pawn => 5,
        _ => 2,
    }
}

/// Draws the first remaining piece. Whether a game is over does not depend on face-down pieces.
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
            assert_eq!(Editor::read(variant, &editor.text()), Ok(editor), "{variant}");
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
                &["piece-count R 2 3", "piece-place A a0"],
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

    /// Classical compositions have pawns on their own side of the board.
    #[test]
    fn composed_positions_have_a_warning() {
        for (text, odd) in [
            ("3k1p3/4P4/9/9/6CCR/3n4c/2Pn5/8B/5p3/4K4 w", &["p f9"][..]),
            ("3k5/9/9/9/9/9/1P7/9/3P5/4K4 w", &["P d1", "P b3"]),
            ("3k5/9/9/9/9/9/2P6/9/9/4K4 w", &[]),
        ] {
            let editor = Editor::read(Variant::Xiangqi, text).expect(text);
            assert_eq!(editor.problems(), [], "{text}");
            let found = editor.oddities().into_iter();
            let found: Vec<String> = found.map(|oddity| oddity.values.join(" ")).collect();
            assert_eq!(found, odd, "{text}");
        }
        assert_eq!(Editor::start(Variant::Banqi).oddities(), []);
    }

    #[test]
    fn what_can_be_started_is_what_the_referee_takes() {
        for (variant, text) in [
            (Variant::Xiangqi, "3k1p3/4P4/9/9/6CCR/3n4c/2Pn5/8B/5p3/4K4 w"),
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
