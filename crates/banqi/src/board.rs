use crate::{
    Action, Bag, Color, Kind, Options, OwnCaptureScores, Piece, Square, SquareSet, square::jumps,
};
use alloc::vec::Vec;
use game::Seat;

/// Public state of a game: every square, the side to move, scores, counters, and the pieces that
/// may still be revealed.
///
/// A search over random events uses it. [`Board::reveals`] tells which actions reveal a piece,
/// [`Board::unseen`] lists the possible pieces, and [`Board::make`] takes the revealed one.
///
/// ```
/// use banqi::{Action, Board, Options, Piece};
///
/// let mut board = Board::start(Options::SEED);
/// let flip: Action = "c2".parse()?;
/// assert!(board.reveals(flip));
/// // A search tries each piece that may be revealed, weighted by its count.
/// let chances: u32 = board.unseen().kinds().map(|(_, count)| u32::from(count)).sum();
/// assert_eq!(chances, 32);
/// let undo = board.make(flip, Piece::from_letter('k'));
/// assert_eq!(board.unseen().len(), 31);
/// board.unmake(flip, undo);
/// assert_eq!(board, Board::start(Options::SEED));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    pub(crate) options: Options,
    squares: [Option<Piece>; Square::COUNT],
    /// Face-up pieces by colour.
    of: [SquareSet; 2],
    /// Face-up pieces by [`Piece::index`].
    each: [SquareSet; Piece::COUNT],
    down: SquareSet,
    unseen: Bag,
    pub(crate) turn: Option<Color>,
    /// Points of each colour, by [`Color::index`].
    pub(crate) scores: [u16; 2],
    pub(crate) quiet: u16,
    pub(crate) ply: u32,
    zobrist: u64,
}

/// State that [`Board::unmake`] needs to undo an action.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    captured: Option<Piece>,
    revealed: Option<Piece>,
    turn: Option<Color>,
    scores: [u16; 2],
    quiet: u16,
}

impl Board {
    /// Creates an empty board before the first flip, with no unseen pieces.
    pub(crate) fn empty(options: Options) -> Board {
        Board {
            options,
            squares: [None; Square::COUNT],
            of: [SquareSet::EMPTY; 2],
            each: [SquareSet::EMPTY; Piece::COUNT],
            down: SquareSet::EMPTY,
            unseen: Bag::EMPTY,
            turn: None,
            scores: [0; 2],
            quiet: 0,
            ply: 0,
            zobrist: 0,
        }
    }

    /// Creates the starting board of a new deal: all 32 pieces are face down.
    pub fn start(options: Options) -> Board {
        let mut board = Board::empty(options);
        Square::all().for_each(|square| board.lay_down(square));
        board.set_unseen(Bag::full());
        board
    }

    /// The options of the game.
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// The face-up piece on `square`.
    pub const fn piece(&self, square: Square) -> Option<Piece> {
        self.squares[square.index()]
    }

    /// The squares with a face-down piece.
    pub const fn face_down(&self) -> SquareSet {
        self.down
    }

    /// The squares with a face-up piece of `color`.
    pub const fn face_up(&self, color: Color) -> SquareSet {
        self.of[color.index()]
    }

    /// The squares with this piece, face up.
    pub const fn squares_of(&self, piece: Piece) -> SquareSet {
        self.each[piece.index()]
    }

    /// The squares with a piece, face up or face down.
    pub const fn occupied(&self) -> SquareSet {
        self.of[0].or(self.of[1]).or(self.down)
    }

    /// The pieces that may still be revealed, with their counts.
    ///
    /// These are more than the face-down pieces only if the board was parsed from a text that does
    /// not name the captured pieces.
    pub const fn unseen(&self) -> &Bag {
        &self.unseen
    }

    /// The colour to move; `None` before the first flip.
    pub const fn turn(&self) -> Option<Color> {
        self.turn
    }

    /// Points of `color`.
    pub const fn score(&self, color: Color) -> u16 {
        self.scores[color.index()]
    }

    /// Plies since the last flip or capture.
    pub const fn quiet(&self) -> u16 {
        self.quiet
    }

    /// Plies played since the start.
    pub const fn ply(&self) -> u32 {
        self.ply
    }

    /// The seat to move. Seat 0 acts on even plies.
    pub const fn mover(&self) -> Seat {
        Seat::new((self.ply % 2) as u8)
    }

    /// The colour of `seat`; `None` before the first flip.
    pub fn color_of(&self, seat: Seat) -> Option<Color> {
        let turn = self.turn?;
        Some(if seat == self.mover() { turn } else { turn.other() })
    }

    /// The seat of `color`; `None` before the first flip.
    pub fn seat_of(&self, color: Color) -> Option<Seat> {
        Seat::first(2).find(|&seat| self.color_of(seat) == Some(color))
    }

    /// The captured pieces as far as the board knows: the full set without the face-up and the
    /// unseen pieces.
    ///
    /// ```
    /// use banqi::{Board, Color, Options};
    ///
    /// let board = Board::from_text(Options::SEED, "8/8/8/K6p r 7/3 0 40 -")?;
    /// assert_eq!((board.gone().len(), board.gone().count_of(Color::Red)), (30, 15));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn gone(&self) -> Bag {
        let mut here = self.unseen;
        self.squares.iter().flatten().for_each(|&piece| here.put(piece));
        Bag::full().minus(&here)
    }

    /// Appends every legal action, unsorted. Appends none if the board ends the game.
    ///
    /// ```
    /// use banqi::{Board, Options};
    ///
    /// // Four face-down pieces can be flipped, and two pieces can move.
    /// let board = Board::from_text(Options::SEED, "8/8/8/KA**1**p r 0/0 0 2 ?")?;
    /// let mut actions = Vec::new();
    /// board.actions_into(&mut actions);
    /// let mut texts: Vec<String> = actions.iter().map(ToString::to_string).collect();
    /// texts.sort();
    /// assert_eq!(texts, ["a1a2", "b1b2", "c1", "d1", "f1", "g1"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn actions_into(&self, list: &mut Vec<Action>) {
        if !self.is_over() {
            self.any_actions_into(list);
        }
    }

    fn any_actions_into(&self, list: &mut Vec<Action>) {
        list.extend(self.down.map(Action::Flip));
        let Some(mover) = self.turn else { return };
        for from in self.face_up(mover) {
            list.extend(self.targets(from).map(|to| Action::Move(from, to)));
        }
    }

    /// Destinations of the face-up piece on `from`, even if its side is not to move. Empty if there
    /// is no such piece.
    ///
    /// ```
    /// use banqi::{Board, Options, Square};
    ///
    /// // The general captures an advisor but no pawn, and may step to the empty square.
    /// let board = Board::from_text(Options::SEED, "8/a7/Kp6/8 r 0/0 0 2 -")?;
    /// let targets: Vec<Square> = board.targets("a2".parse()?).collect();
    /// assert_eq!(targets, ["a1".parse()?, "a3".parse()?]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn targets(&self, from: Square) -> SquareSet {
        let Some(piece) = self.piece(from) else { return SquareSet::EMPTY };
        let empty = SquareSet::ALL.minus(self.occupied());
        if piece.kind != Kind::Cannon {
            let prey = self.prey(piece);
            return from.neighbours().and(empty.or(prey));
        }
        let mut prey = self.face_up(piece.color.other());
        if self.options.cannon_takes_hidden {
            prey = prey.or(self.down);
        }
        let captures = jumps(from, self.occupied()).and(prey);
        let steps =
            if self.options.cannon_steps { from.neighbours().and(empty) } else { SquareSet::EMPTY };
        captures.or(steps)
    }

    /// Squares to which the face-up piece on `from` can move in some position. A legal move is
    /// always among them. Empty if there is no such piece.
    ///
    /// ```
    /// use banqi::{Board, Options};
    ///
    /// let board = Board::from_text(Options::SEED, "8/a7/Kp5C/8 r 0/0 0 2 -")?;
    /// assert_eq!(board.reach("a2".parse()?).len(), 3);
    /// // The cannon captures anywhere on its lines, but not on the next square.
    /// assert_eq!(board.reach("h2".parse()?).len(), 7);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn reach(&self, from: Square) -> SquareSet {
        match self.piece(from).map(|piece| piece.kind) {
            None => SquareSet::EMPTY,
            Some(Kind::Cannon) => {
                let is_in_line = |to: &Square| to.file() == from.file() || to.rank() == from.rank();
                let lines = Square::all().filter(is_in_line);
                let lines = lines.fold(SquareSet::EMPTY, |all, to| all.or(SquareSet::only(to)));
                let near =
                    if self.options.cannon_steps { SquareSet::EMPTY } else { from.neighbours() };
                lines.minus(SquareSet::only(from)).minus(near)
            }
            Some(_) => from.neighbours(),
        }
    }

    /// The face-up enemy pieces that `hunter` may capture by rank. `hunter` is not a cannon.
    fn prey(&self, hunter: Piece) -> SquareSet {
        let enemy = hunter.color.other();
        Kind::ALL
            .into_iter()
            .filter(|&kind| self.options.outranks(hunter.kind, kind))
            .fold(SquareSet::EMPTY, |prey, kind| prey.or(self.squares_of(Piece::new(enemy, kind))))
    }

    /// Whether `action` reveals a piece: a flip, or the capture of a face-down piece.
    pub const fn reveals(&self, action: Action) -> bool {
        self.down.contains(action.target())
    }

    /// Whether `action` captures a piece.
    pub const fn captures(&self, action: Action) -> bool {
        match action {
            Action::Flip(_) => false,
            Action::Move(_, to) => self.occupied().contains(to),
        }
    }

    /// Plays a legal action without checking it.
    ///
    /// `revealed` is the revealed piece. It must be present exactly when the action
    /// [reveals](Board::reveals) one.
    pub fn make(&mut self, action: Action, revealed: Option<Piece>) -> Undo {
        debug_assert_eq!(self.reveals(action), revealed.is_some());
        let mut undo = Undo {
            captured: None,
            revealed,
            turn: self.turn,
            scores: self.scores,
            quiet: self.quiet,
        };
        if let Some(piece) = revealed {
            self.lift_down(action.target());
            self.change_unseen(|unseen| unseen.take(piece), piece);
        }
        match action {
            Action::Flip(square) => {
                if let Some(piece) = revealed {
                    self.lay(square, piece);
                    self.turn.get_or_insert(piece.color);
                }
            }
            Action::Move(from, to) => {
                let mover = self.lift(from);
                undo.captured = revealed.or_else(|| self.lift(to));
                if let Some(mover) = mover {
                    self.lay(to, mover);
                    if let Some(captured) = undo.captured {
                        self.score_capture(mover.color, captured);
                    }
                }
            }
        }
        let progress = revealed.is_some() || undo.captured.is_some();
        self.quiet = if progress { 0 } else { self.quiet.saturating_add(1) };
        self.turn = self.turn.map(Color::other);
        self.ply += 1;
        undo
    }

    /// Undoes `action`, with the value that [`Board::make`] returned for it.
    pub fn unmake(&mut self, action: Action, undo: Undo) {
        match action {
            Action::Flip(square) => {
                self.lift(square);
            }
            Action::Move(from, to) => {
                if let Some(mover) = self.lift(to) {
                    self.lay(from, mover);
                }
                if let (Some(captured), None) = (undo.captured, undo.revealed) {
                    self.lay(to, captured);
                }
            }
        }
        if let Some(piece) = undo.revealed {
            self.lay_down(action.target());
            self.change_unseen(|unseen| unseen.put(piece), piece);
        }
        self.turn = undo.turn;
        self.scores = undo.scores;
        self.quiet = undo.quiet;
        self.ply -= 1;
    }

    /// Returns the board before the last `moves`, none of which flipped or captured a piece. `None`
    /// if they do not lead here.
    ///
    /// ```
    /// use banqi::{Action, Board, Options};
    ///
    /// let board = Board::from_text(Options::SEED, "1K6/8/8/6k1 r 2/0 2 30 -")?;
    /// let moves: Vec<Action> = vec!["a4b4".parse()?, "h1g1".parse()?];
    /// let before = board.before_moves(&moves).ok_or("they lead here")?;
    /// assert_eq!(before, Board::from_text(Options::SEED, "K7/8/8/7k r 2/0 0 28 -")?);
    /// assert_eq!(board.before_moves(&["c4c3".parse()?]), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn before_moves(&self, moves: &[Action]) -> Option<Board> {
        let mut board = self.clone();
        for &played in moves.iter().rev() {
            let Action::Move(from, to) = played else { return None };
            board.piece(to)?;
            if board.occupied().contains(from) || board.ply == 0 {
                return None;
            }
            let undo = Undo {
                captured: None,
                revealed: None,
                turn: board.turn.map(Color::other),
                scores: board.scores,
                quiet: board.quiet.checked_sub(1)?,
            };
            board.unmake(played, undo);
        }
        Some(board)
    }

    /// Removes the pieces that were revealed since the start of the game from the unseen pieces.
    ///
    /// This completes a board that was parsed from a text without the captured pieces. If the game
    /// started with all pieces face down, the unseen pieces are then exactly the face-down ones.
    /// Does nothing if the board already knows them, or if `revealed` is impossible.
    pub fn recall(&mut self, revealed: impl IntoIterator<Item = Piece>) {
        let mut came_up = Bag::EMPTY;
        revealed.into_iter().for_each(|piece| came_up.put(piece));
        let here = Bag::full().minus(&self.unseen);
        let unseen = self.unseen.minus(&came_up.minus(&here));
        if unseen.len() >= self.down.len() {
            self.set_unseen(unseen);
        }
    }

    /// Passes the turn without an action. The colours must be decided.
    ///
    /// The rules never allow this. A search uses it in place of a flip far from the fighting
    /// pieces.
    pub fn wait(&mut self) -> Undo {
        let undo = Undo {
            captured: None,
            revealed: None,
            turn: self.turn,
            scores: self.scores,
            quiet: self.quiet,
        };
        self.quiet = 0;
        self.turn = self.turn.map(Color::other);
        self.ply += 1;
        undo
    }

    /// Undoes [`Board::wait`], with the value it returned.
    pub fn unwait(&mut self, undo: Undo) {
        self.turn = undo.turn;
        self.quiet = undo.quiet;
        self.ply -= 1;
    }

    fn score_capture(&mut self, by: Color, captured: Piece) {
        let own = by == captured.color;
        if !own || self.options.own_capture_scores == OwnCaptureScores::Opponent {
            self.scores[captured.color.other().index()] += captured.kind.points();
        }
    }

    /// Hash of everything that determines which actions may follow: squares, unseen pieces, side to
    /// move and scores. Within sixteen plies of the quiet limit it includes the number of quiet
    /// plies.
    pub fn key(&self) -> u64 {
        let mut key = self.zobrist;
        key ^= mix(u64::from(self.scores[0]) << 16 | u64::from(self.scores[1]) | 2 << 32);
        key ^= mix(3 << 32 | self.turn.map_or(2, |color| color as u64));
        match self.options.quiet_limit {
            Some(limit) if self.quiet + 16 > limit => key ^ mix(4 << 32 | u64::from(self.quiet)),
            _ => key,
        }
    }

    /// Contents of every square. Repetition compares these and the side to move.
    pub(crate) const fn open_squares(&self) -> ([Option<Piece>; Square::COUNT], SquareSet) {
        (self.squares, self.down)
    }

    pub(crate) fn set_unseen(&mut self, unseen: Bag) {
        Piece::all().for_each(|piece| {
            self.change_unseen(|bag| bag.copy(&unseen, piece), piece);
        });
    }

    fn change_unseen(&mut self, change: impl FnOnce(&mut Bag), piece: Piece) {
        self.zobrist ^= count_key(&self.unseen, piece);
        change(&mut self.unseen);
        self.zobrist ^= count_key(&self.unseen, piece);
    }

    pub(crate) fn lay(&mut self, square: Square, piece: Piece) {
        self.squares[square.index()] = Some(piece);
        self.of[piece.color.index()].insert(square);
        self.each[piece.index()].insert(square);
        self.zobrist ^= ZOBRIST[square.index()][piece.index()];
    }

    fn lift(&mut self, square: Square) -> Option<Piece> {
        let piece = self.squares[square.index()].take()?;
        self.of[piece.color.index()].remove(square);
        self.each[piece.index()].remove(square);
        self.zobrist ^= ZOBRIST[square.index()][piece.index()];
        Some(piece)
    }

    pub(crate) fn lay_down(&mut self, square: Square) {
        self.down.insert(square);
        self.zobrist ^= ZOBRIST[square.index()][Piece::COUNT];
    }

    fn lift_down(&mut self, square: Square) {
        self.down.remove(square);
        self.zobrist ^= ZOBRIST[square.index()][Piece::COUNT];
    }
}

impl Options {
    /// Whether a face-up `hunter`, other than a cannon, may capture a face-up enemy `prey` by rank.
    ///
    /// ```
    /// use banqi::{Kind, Options};
    ///
    /// let seed = Options::SEED;
    /// assert!(seed.outranks(Kind::Chariot, Kind::Horse));
    /// assert!(seed.outranks(Kind::Soldier, Kind::General));
    /// assert!(!seed.outranks(Kind::General, Kind::Soldier));
    /// let other = Options { general_takes_soldier: true, ..seed };
    /// assert!(other.outranks(Kind::General, Kind::Soldier));
    /// ```
    pub const fn outranks(&self, hunter: Kind, prey: Kind) -> bool {
        match (hunter, prey) {
            (Kind::Soldier, Kind::General) => true,
            (Kind::Soldier, Kind::Cannon) => false,
            (Kind::General, Kind::Soldier) => self.general_takes_soldier,
            (Kind::General, Kind::General) => self.generals_take_each_other,
            _ => hunter as u8 >= prey as u8,
        }
    }
}

/// Random numbers for each square with each piece or a face-down piece.
static ZOBRIST: [[u64; Piece::COUNT + 1]; Square::COUNT] = {
    let mut table = [[0; Piece::COUNT + 1]; Square::COUNT];
    let mut square = 0;
    while square < Square::COUNT {
        let mut piece = 0;
        while piece <= Piece::COUNT {
            table[square][piece] = mix((square * 16 + piece) as u64);
            piece += 1;
        }
        square += 1;
    }
    table
};

/// Part of the hash for the number of unseen copies of `piece`.
const fn count_key(unseen: &Bag, piece: Piece) -> u64 {
    mix(1 << 32 | (piece.index() as u64) << 8 | unseen.count(piece) as u64)
}

/// Spreads the bits of a number over all 64 bits (finalizer of SplitMix64).
const fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
