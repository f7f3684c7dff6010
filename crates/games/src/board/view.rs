use super::{Arrangement, BoardShape, Face, Piece, Point, Side, Step};
use crate::{AnyAction, AnyPlayed, AnyView, Variant};
use alloc::vec::Vec;
use game::{Observer, Seat, TextError};

/// The board of a view, to be drawn: faces by point, the state of each side, the general in check.
///
/// A board is made from a view and never from a game, so it knows what its observer may know.
/// [`BoardView::play`] shows an announced action without judging it again: it is for the history of
/// a game, which the referee has judged.
///
/// ```
/// use games::{Variant, board::{BoardShape, BoardView, Face}};
///
/// let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
/// let mut board = BoardView::read(Variant::Xiangqi, "", start)?;
/// let change = board.play_text("h2h9").ok_or("a cannon is there")?;
/// // The cannon has captured a horse.
/// assert_eq!(change.captured.map(|face| face.text(BoardShape::River)).as_deref(), Some("n"));
/// let h9 = BoardShape::River.parse("h9").ok_or("a point")?;
/// assert!(matches!(board.at(h9), Some(Face::Open(piece)) if piece.character() == '炮'));
/// assert_eq!(board.faces().count(), 31);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct BoardView {
    shape: BoardShape,
    position: Shown,
}

/// What a board shows, in the types of its game.
#[derive(Clone, Debug)]
enum Shown {
    Nothing,
    Arranged(Arrangement),
    Xiangqi(xiangqi::Position),
    Undercover(undercover::UndercoverView),
    Sifang(sifang::Position),
    Banqi {
        board: banqi::Board,
        /// The face-down pieces by square, if the view shows them: the game is over.
        hidden: Vec<(banqi::Square, banqi::Piece)>,
    },
}

/// How a side stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SideStatus {
    /// In play.
    Playing,
    /// Its general is in check.
    InCheck,
    /// Sifang: the side has won this place in the race.
    Placed(u8),
    /// Sifang: its marshal counts as captured. Its other pieces play on, if it has any.
    MarshalLost,
}

/// What an announced action changed on a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardChange {
    /// The move, the flip or the turn of a mole; `None` if a side left the game.
    pub step: Option<Step>,
    /// The captured piece. A face-down piece has its face if the action revealed it.
    pub captured: Option<Face>,
    /// The piece that was turned up.
    pub revealed: Option<Piece>,
    /// Sifang: the pieces of a side that left the board, with their points.
    pub removed: Vec<(Point, Piece)>,
}

impl BoardView {
    /// The board of a view.
    pub fn of(view: &AnyView) -> BoardView {
        let position = match view {
            AnyView::Xiangqi(view) => Shown::Xiangqi(view.position().clone()),
            AnyView::Undercover(view) => Shown::Undercover(view.clone()),
            AnyView::Sifang(view) => Shown::Sifang(view.position().clone()),
            AnyView::Banqi(view) => {
                let board = view.board().clone();
                let down =
                    banqi::Square::reading_order().filter(|&at| board.face_down().contains(at));
                let hidden =
                    down.zip(view.revealed().unwrap_or_default().iter().copied()).collect();
                Shown::Banqi { board, hidden }
            }
        };
        BoardView { shape: BoardShape::of(view.variant()), position }
    }

    /// Parses the text of a view.
    ///
    /// # Errors
    /// As [`AnyView::from_text`].
    pub fn read(variant: Variant, options: &str, text: &str) -> Result<BoardView, TextError> {
        // The observer decides only which actions are legal.
        AnyView::from_text(variant, options, Observer::Spectator, text)
            .map(|view| BoardView::of(&view))
    }

    /// The empty board.
    pub const fn empty(shape: BoardShape) -> BoardView {
        BoardView { shape, position: Shown::Nothing }
    }

    /// Shape of the board.
    pub const fn shape(&self) -> BoardShape {
        self.shape
    }

    /// The face on a point.
    pub fn at(&self, point: Point) -> Option<Face> {
        let open = |piece: Piece| Face::Open(piece);
        match &self.position {
            Shown::Nothing => None,
            Shown::Arranged(arrangement) => arrangement.at(point),
            Shown::Xiangqi(position) => position.piece_at(point.river()?).map(Into::into).map(open),
            Shown::Undercover(view) => {
                view.board().piece_at(point.river()?).map(Into::into).map(open)
            }
            Shown::Sifang(position) => {
                position.board().at(point.cross()?).map(Into::into).map(open)
            }
            Shown::Banqi { board, .. } => {
                let square = point.half()?;
                match board.piece(square) {
                    Some(piece) => Some(open(piece.into())),
                    None => board.face_down().contains(square).then_some(Face::Down),
                }
            }
        }
    }

    /// The faces with their points, south to north and west to east.
    pub fn faces(&self) -> impl Iterator<Item = (Point, Face)> {
        self.shape.points().filter_map(|point| Some((point, self.at(point)?)))
    }

    /// Banqi: the pieces that lie face down, if the view shows them because the game is over.
    pub fn hidden(&self) -> Vec<(Point, Piece)> {
        match &self.position {
            Shown::Banqi { hidden, .. } => {
                hidden.iter().map(|&(square, piece)| (square.into(), piece.into())).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Undercover: the view with what its observer knows of the moles.
    pub const fn undercover(&self) -> Option<&undercover::UndercoverView> {
        match &self.position {
            Shown::Undercover(view) => Some(view),
            _ => None,
        }
    }

    /// Undercover: the moles that the view shows and that are not turned, with their owners.
    pub fn moles(&self) -> Vec<(Side, Point)> {
        let Some(view) = self.undercover() else { return Vec::new() };
        let known =
            |owner: xiangqi::Side| Some((owner.into(), view.mole(owner).known()?.square()?.into()));
        xiangqi::Side::BOTH.into_iter().filter_map(known).collect()
    }

    /// How a side stands.
    pub fn status(&self, side: Side) -> SideStatus {
        if let Some((position, side)) = self.sifang_side(side) {
            return match position.status(side) {
                sifang::Status::InPlay => SideStatus::Playing,
                sifang::Status::Placed(place) => SideStatus::Placed(place),
                sifang::Status::Fallen(_) => SideStatus::MarshalLost,
            };
        }
        let is_checked = self.xiangqi().is_some_and(|position| {
            xiangqi::Side::BOTH
                .into_iter()
                .any(|it| Side::from(it) == side && position.in_check(it))
        });
        if is_checked { SideStatus::InCheck } else { SideStatus::Playing }
    }

    /// The general in check. Sifang and banqi have no check.
    pub fn checked_general(&self) -> Option<Point> {
        let position = self.xiangqi()?;
        let checked = xiangqi::Side::BOTH.into_iter().find(|&side| position.in_check(side))?;
        Some(position.general(checked).into())
    }

    /// Banqi: a side's points.
    pub fn points(&self, side: Side) -> Option<u16> {
        let Shown::Banqi { board, .. } = &self.position else { return None };
        banqi::Color::ALL
            .into_iter()
            .find(|&color| Side::from(color) == side)
            .map(|color| board.score(color))
    }

    /// Whether the same faces are on the same points of both boards.
    pub fn has_faces_of(&self, other: &BoardView) -> bool {
        self.shape == other.shape && self.faces().eq(other.faces())
    }

    /// Sifang: whether a side has no piece left to play.
    pub fn is_out(&self, side: Side) -> bool {
        self.sifang_side(side).is_some_and(|(position, side)| position.is_out(side))
    }

    /// Sifang: whether a side has lost its marshal, and with it the race, but still has pieces to
    /// play.
    pub fn plays_without_marshal(&self, side: Side) -> bool {
        self.sifang_side(side).is_some_and(|(position, side)| position.plays_without_marshal(side))
    }

    fn sifang_side(&self, side: Side) -> Option<(&sifang::Position, sifang::Side)> {
        match &self.position {
            Shown::Sifang(position) => Some((position, army(side)?)),
            _ => None,
        }
    }

    /// The side to move. `None` on an empty board, and in banqi before the first flip.
    pub fn turn(&self) -> Option<Side> {
        match &self.position {
            Shown::Nothing => None,
            Shown::Arranged(arrangement) => Some(arrangement.turn()),
            Shown::Xiangqi(position) => Some(position.side_to_move().into()),
            Shown::Undercover(view) => Some(view.board().side_to_move().into()),
            Shown::Sifang(position) => Some(position.side_to_move().into()),
            Shown::Banqi { board, .. } => board.turn().map(Into::into),
        }
    }

    /// The steps that a side may plan before its turn: every move of its pieces that some position
    /// allows, and every flip. The board may change before the turn, so pieces in between and on
    /// the target do not matter.
    ///
    /// ```
    /// use games::{Variant, board::{BoardShape, BoardView, Side, Step}};
    ///
    /// let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    /// let board = BoardView::read(Variant::Xiangqi, "", start)?;
    /// let plans = board.premoves(Some(Side::Black));
    /// // A recapture on a point where Black's own horse is now.
    /// assert!(Step::read(BoardShape::River, "i9h9").is_some_and(|step| plans.contains(&step)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn premoves(&self, side: Option<Side>) -> Vec<Step> {
        let mut plans = Vec::new();
        for (from, face) in self.faces() {
            match face {
                Face::Down => plans.push(Step::Flip(from)),
                Face::Open(piece) if Some(piece.side) == side => {
                    plans.extend(self.reach(from).into_iter().map(|to| Step::Move(from, to)));
                }
                Face::Open(_) => {}
            }
        }
        plans
    }

    /// The points to which the piece on a point can move in some position.
    fn reach(&self, from: Point) -> Vec<Point> {
        let reach = || -> Option<Vec<Point>> {
            Some(match &self.position {
                Shown::Nothing | Shown::Arranged(_) => return None,
                Shown::Xiangqi(_) | Shown::Undercover(_) => {
                    let square = from.river()?;
                    let piece = self.xiangqi()?.piece_at(square)?;
                    piece.reach(square).map(Point::from).collect()
                }
                Shown::Sifang(position) => {
                    let point = from.cross()?;
                    let piece = position.board().at(point)?;
                    piece.reach(point).into_iter().map(Point::from).collect()
                }
                Shown::Banqi { board, .. } => board.reach(from.half()?).map(Point::from).collect(),
            })
        };
        reach().unwrap_or_default()
    }

    fn xiangqi(&self) -> Option<&xiangqi::Position> {
        match &self.position {
            Shown::Xiangqi(position) => Some(position),
            Shown::Undercover(view) => Some(view.board()),
            _ => None,
        }
    }

    /// Plays an announced action and returns what changed. `None`, and no change, if the action is
    /// of another game, has no place on the board, or moves no piece.
    pub fn play(&mut self, played: &AnyPlayed) -> Option<BoardChange> {
        let change = BoardChange {
            step: Step::of(played.action),
            captured: None,
            revealed: None,
            removed: Vec::new(),
        };
        match (&mut self.position, played.action) {
            (Shown::Xiangqi(position), AnyAction::Xiangqi(played)) => {
                position.piece_at(played.from)?;
                Some(change.with_captured(position.make(played).captured()))
            }
            (Shown::Undercover(view), AnyAction::Undercover(action)) => {
                let captured = match action {
                    undercover::Action::Move(played) => view.board().piece_at(played.to),
                    _ => None,
                };
                view.replay(action).then(|| change.with_captured(captured))
            }
            (Shown::Sifang(position), AnyAction::Sifang(action)) => {
                play_sifang(position, action, change)
            }
            (Shown::Banqi { board, hidden }, AnyAction::Banqi(action)) => {
                let revealed = played.revealed.and_then(banqi::Piece::from_letter);
                if board.reveals(action) != revealed.is_some() {
                    return None;
                }
                let captured = match action {
                    banqi::Action::Flip(_) => None,
                    banqi::Action::Move(from, to) => {
                        board.piece(from)?;
                        revealed.or_else(|| board.piece(to))
                    }
                };
                board.make(action, revealed);
                hidden.retain(|(square, _)| *square != action.target());
                let revealed = revealed.map(Into::into);
                Some(BoardChange { revealed, ..change.with_captured(captured) })
            }
            _ => None,
        }
    }

    /// Plays the text of an announced action, as [`BoardView::play`].
    pub fn play_text(&mut self, done: &str) -> Option<BoardChange> {
        let variant = match &self.position {
            Shown::Nothing | Shown::Arranged(_) => return None,
            Shown::Xiangqi(_) => Variant::Xiangqi,
            Shown::Undercover(_) => Variant::Undercover,
            Shown::Sifang(_) => Variant::Sifang,
            Shown::Banqi { .. } => Variant::Banqi,
        };
        // The board itself knows the side to move.
        self.play(&AnyAction::parse_played(variant, Seat::new(0), done).ok()?)
    }
}

/// Boards are equal if they show the same pieces, moles and side to move. Counters of plies do not
/// matter.
impl PartialEq for BoardView {
    fn eq(&self, other: &BoardView) -> bool {
        self.has_faces_of(other)
            && self.turn() == other.turn()
            && self.hidden() == other.hidden()
            && self.moles() == other.moles()
    }
}

impl From<Arrangement> for BoardView {
    fn from(arrangement: Arrangement) -> BoardView {
        BoardView { shape: arrangement.shape(), position: Shown::Arranged(arrangement) }
    }
}

impl BoardChange {
    fn with_captured<P: Into<Piece>>(self, captured: Option<P>) -> BoardChange {
        BoardChange { captured: captured.map(|piece| Face::Open(piece.into())), ..self }
    }
}

/// Plays a move, or removes the side that leaves.
fn play_sifang(
    position: &mut sifang::Position,
    action: sifang::Action,
    change: BoardChange,
) -> Option<BoardChange> {
    let before = position.board().clone();
    let (leaver, captured) = match action {
        sifang::Action::Move(played) => {
            let mover = before.at(played.from)?;
            game::Position::make(position, played);
            (mover.side, before.at(played.to))
        }
        sifang::Action::Out(side) => {
            position.leave(side);
            (side, None)
        }
    };
    let mut change = change.with_captured(captured);
    if !position.board().has_pieces(leaver) {
        let gone = before.pieces().filter(|(_, piece)| piece.side == leaver);
        change.removed = gone.map(|(point, piece)| (point.into(), piece.into())).collect();
    }
    Some(change)
}

/// The side of the board for four.
const fn army(side: Side) -> Option<sifang::Side> {
    match side {
        Side::Red => Some(sifang::Side::Red),
        Side::Green => Some(sifang::Side::Green),
        Side::Yellow => Some(sifang::Side::Yellow),
        Side::Blue => Some(sifang::Side::Blue),
        Side::Black => None,
    }
}
