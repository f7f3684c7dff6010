use super::{BoardShape, Face, Piece, PieceKind, Point, Side, Step};
use std::collections::BTreeMap;

/// The pieces on a board, and the other fields of the position's text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scene {
    /// The board.
    pub shape: BoardShape,
    /// The faces by point.
    pub faces: BTreeMap<Point, Face>,
    /// The fields after the rows: turn, mode, scores, moles, … as the game writes them.
    pub words: Vec<String>,
    /// The face-down points in the order of the text. A face-down piece never moves.
    down: Vec<Point>,
}

impl Scene {
    /// Parses a position's text; `None` if it is invalid.
    pub fn read(shape: BoardShape, text: &str) -> Option<Scene> {
        let mut words = text.split(' ').map(str::to_owned);
        let rows = words.next()?;
        let (mut faces, mut down) = (BTreeMap::new(), Vec::new());
        let mut row = shape.rows();
        for line in rows.split('/') {
            row = row.checked_sub(1)?;
            let mut points =
                (0..shape.cols()).map(|col| Point { col, row }).filter(|&point| shape.has(point));
            for cell in cells(shape, line) {
                match cell? {
                    Cell::Empty(count) => {
                        for _ in 0..count {
                            points.next()?;
                        }
                    }
                    Cell::Face(face) => {
                        let point = points.next()?;
                        faces.insert(point, face);
                        if face == Face::Down {
                            down.push(point);
                        }
                    }
                }
            }
            if points.next().is_some() {
                return None;
            }
        }
        (row == 0).then(|| Scene { shape, faces, words: words.collect(), down })
    }

    /// The empty board.
    pub fn empty(shape: BoardShape) -> Scene {
        Scene { shape, faces: BTreeMap::new(), words: Vec::new(), down: Vec::new() }
    }

    /// The face on a point.
    pub fn at(&self, point: Point) -> Option<Face> {
        self.faces.get(&point).copied()
    }

    /// The field after the rows at this index, empty if there is none.
    pub fn word(&self, index: usize) -> &str {
        self.words.get(index).map_or("", String::as_str)
    }

    /// Banqi: the identities of face-down pieces, after the game, when the text names them.
    pub fn revealed(&self) -> Vec<(Point, Piece)> {
        if self.shape != BoardShape::Half {
            return Vec::new();
        }
        let letters = self.word(4).chars().filter_map(Piece::from_letter);
        let told = self.down.iter().copied().zip(letters);
        told.filter(|(point, _)| self.faces.get(point) == Some(&Face::Down)).collect()
    }

    /// Plays an action that is known to be legal and returns the captured face. The other fields
    /// keep the values of the parsed position.
    pub fn play(&mut self, done: &str) -> Option<Face> {
        if let Some(side) = side_leaving(self.shape, done) {
            self.clear(side);
            return None;
        }
        let revealed = done
            .split_once('=')
            .and_then(|(_, letter)| Piece::from_letter(letter.chars().next()?).map(Face::Open));
        match Step::read(self.shape, done)? {
            Step::Move(from, to) => {
                let mover = self.faces.remove(&from)?;
                let captured = self.faces.insert(to, mover);
                self.remove_placed_side(mover, to);
                // A captured face-down piece is returned with its identity.
                captured
                    .map(|face| if face == Face::Down { revealed.unwrap_or(face) } else { face })
            }
            Step::Flip(at) => {
                if let Some(face) = revealed {
                    self.faces.insert(at, face);
                }
                None
            }
            Step::TurnMole(at) => {
                if let Some(Face::Open(piece)) = self.faces.get_mut(&at) {
                    piece.side = if piece.side == Side::Red { Side::Black } else { Side::Red };
                }
                None
            }
        }
    }

    /// Sifang, solo: removes a side that has won its place because its marshal reached the centre
    /// or the start of another marshal.
    fn remove_placed_side(&mut self, mover: Face, to: Point) {
        const MIDDLE: i8 = 6;
        const STARTS: [(i8, i8, Side); 4] = [
            (MIDDLE, 0, Side::Red),
            (12, MIDDLE, Side::Green),
            (MIDDLE, 12, Side::Yellow),
            (0, MIDDLE, Side::Blue),
        ];
        let Face::Open(Piece { side, kind: PieceKind::General }) = mover else { return };
        if self.shape != BoardShape::Cross || self.word(1) != "solo" {
            return;
        }
        let reached = to == Point::new(MIDDLE, MIDDLE)
            || STARTS.iter().any(|&(col, row, owner)| to == Point::new(col, row) && owner != side);
        if reached {
            self.clear(side);
        }
    }

    fn clear(&mut self, side: Side) {
        self.faces.retain(|_, face| !matches!(face, Face::Open(piece) if piece.side == side));
    }
}

/// Sifang, solo: the side that leaves with `out:g`.
fn side_leaving(shape: BoardShape, done: &str) -> Option<Side> {
    let mut letters = done.strip_prefix("out:").filter(|_| shape == BoardShape::Cross)?.chars();
    Some(Piece::from_letters(letters.next()?, 'M')?.side)
}

enum Cell {
    Empty(u32),
    Face(Face),
}

/// The cells of one row. An entry is `None` for an invalid cell.
fn cells(shape: BoardShape, line: &str) -> Vec<Option<Cell>> {
    match shape {
        BoardShape::River | BoardShape::Half => line
            .chars()
            .map(|c| match c {
                '*' => Some(Cell::Face(Face::Down)),
                _ => match c.to_digit(10) {
                    Some(count) => Some(Cell::Empty(count)),
                    None => Piece::from_letter(c).map(|piece| Cell::Face(Face::Open(piece))),
                },
            })
            .collect(),
        BoardShape::Cross => line
            .split(',')
            .map(|cell| {
                if let Ok(count) = cell.parse::<u8>() {
                    return Some(Cell::Empty(count.into()));
                }
                let mut letters = cell.chars();
                let piece = Piece::from_letters(letters.next()?, letters.next()?)?;
                letters.next().is_none().then_some(Cell::Face(Face::Open(piece)))
            })
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RIVER: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    const CROSS: &str = "yB,yC,1,yM,1,yC,yB/2,yT,yI,yI,yI,yT,2/4,yF,yA,yF,4/bB,5,yA,5,gB/bC,bT,9,gT,gC/1,bI,bF,7,gF,gI,1/bM,bI,bA,bA,5,gA,gA,gI,gM/1,bI,bF,7,gF,gI,1/bC,bT,9,gT,gC/bB,5,rA,5,gB/4,rF,rA,rF,4/2,rT,rI,rI,rI,rT,2/rB,rC,1,rM,1,rC,rB r ns -/-/-/- 0 0";

    fn text_at(scene: &Scene, name: &str) -> String {
        let point = scene.shape.parse(name).expect("a point");
        scene.at(point).map_or_else(String::new, |face| face.text(scene.shape))
    }

    #[test]
    fn the_starts_are_read() {
        let river = Scene::read(BoardShape::River, RIVER).unwrap();
        assert_eq!(river.faces.len(), 32);
        assert_eq!(text_at(&river, "h2"), "C");
        assert_eq!(text_at(&river, "e9"), "k");
        assert_eq!(river.word(0), "w");
        let cross = Scene::read(BoardShape::Cross, CROSS).unwrap();
        assert_eq!(cross.faces.len(), 56);
        for (name, piece) in
            [("7a", "rM"), ("13g", "gM"), ("7m", "yM"), ("1g", "bM"), ("10a", "rB")]
        {
            assert_eq!(text_at(&cross, name), piece, "{name}");
        }
        let half = "********/********/********/*****P** r 0/0 0 1 ?";
        assert_eq!(text_at(&Scene::read(BoardShape::Half, half).unwrap(), "f1"), "P");
    }

    #[test]
    fn texts_that_do_not_fit_are_refused() {
        for (shape, text) in [
            (BoardShape::River, ""),
            (BoardShape::River, "9/9/9/9/9/9/9/9/9 w"),
            (BoardShape::River, "9/9/9/9/9/9/9/9/9/8 w"),
            (BoardShape::River, "9/9/9/9/9/9/9/9/9/x8 w"),
            (BoardShape::River, "9/9/9/9/9/9/9/9/9/9/9 w"),
            (BoardShape::Half, "8/8/8/9 r"),
            (BoardShape::Cross, "7/9/11/13/13/13/13/13/13/13/11/9/rQ,6 r ns"),
        ] {
            assert_eq!(Scene::read(shape, text), None, "{text}");
        }
    }

    #[test]
    fn played_actions_move_flip_turn_and_capture() {
        let mut river = Scene::read(BoardShape::River, RIVER).unwrap();
        assert_eq!(river.play("h2h9").unwrap().text(BoardShape::River), "n");
        assert_eq!(text_at(&river, "h9"), "C");
        assert_eq!(river.play("@e6"), None);
        assert_eq!(text_at(&river, "e6"), "P");

        let mut half =
            Scene::read(BoardShape::Half, "********/********/********/******** - 0/0").unwrap();
        assert_eq!(half.play("a1=c"), None);
        assert_eq!(text_at(&half, "a1"), "c");
        assert_eq!(half.play("a1c1=N").unwrap().text(BoardShape::Half), "N");
        assert_eq!(text_at(&half, "c1"), "c");
    }

    #[test]
    fn what_lay_face_down_is_shown_once_it_is_told() {
        let half = |hidden: &str| {
            let text = format!("8/4*3/8/*6* r 0/0 0 9 {hidden}");
            let scene = Scene::read(BoardShape::Half, &text).unwrap();
            let shown = scene.revealed().into_iter();
            shown
                .map(|(point, piece)| BoardShape::Half.name(point) + &piece.text(BoardShape::Half))
                .collect::<Vec<_>>()
        };
        assert_eq!(half("kPn"), ["e3k", "a1P", "h1n"]);
        assert!(half("?").is_empty());
    }

    /// Other face-down pieces keep their place when one is flipped or captured.
    #[test]
    fn what_is_turned_up_lies_face_down_no_longer() {
        let text = "8/4*3/8/C*2**2 r 0/0 0 9 kPnR";
        let mut half = Scene::read(BoardShape::Half, text).unwrap();
        let shown = |half: &Scene| {
            let name = |(point, piece): (Point, Piece)| {
                BoardShape::Half.name(point) + &piece.text(BoardShape::Half)
            };
            half.revealed().into_iter().map(name).collect::<Vec<_>>()
        };
        assert_eq!(shown(&half), ["e3k", "b1P", "e1n", "f1R"]);
        half.play("e3=k");
        assert_eq!(shown(&half), ["b1P", "e1n", "f1R"]);
        half.play("a1e1=n");
        assert_eq!(shown(&half), ["b1P", "f1R"]);
        half.play("e1e2");
        assert_eq!(shown(&half), ["b1P", "f1R"]);
    }

    #[test]
    fn who_wins_the_race_leaves_the_board() {
        let solo = CROSS.replace(" ns ", " solo ");
        let mut cross = Scene::read(BoardShape::Cross, &solo).unwrap();
        cross.play("7a7g");
        assert_eq!(cross.faces.len(), 42);
        let mut doubles = Scene::read(BoardShape::Cross, CROSS).unwrap();
        doubles.play("7a7g");
        assert_eq!(doubles.faces.len(), 56);
    }

    #[test]
    fn who_gives_up_alone_leaves_the_board() {
        let mut cross = Scene::read(BoardShape::Cross, &CROSS.replace(" ns ", " solo ")).unwrap();
        assert_eq!(cross.play("out:y"), None);
        assert_eq!(cross.faces.len(), 42);
        assert!(cross.faces.values().all(|face| !face.text(BoardShape::Cross).starts_with('y')));
    }
}
