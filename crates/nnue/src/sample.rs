use core::{fmt, str::FromStr};
use xiangqi::{Kind, Legality, Piece, Position, Setup, Side, Square};

/// Training sample: a position, its score by a search, and the result of its game.
///
/// ```
/// use nnue::{GameResult, Sample};
/// use xiangqi::Position;
///
/// let sample = Sample::new(&Position::start(), 23, GameResult::Draw, 7);
/// assert_eq!(Sample::from_bytes(&sample.to_bytes())?, sample);
/// assert_eq!(sample.position()?, Position::start());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample {
    /// Bit set of the occupied points, with the lowest bit for `a0`.
    occupied: u128,
    /// Four bits for each piece, in the order of the points.
    codes: [u8; 16],
    turn: Side,
    quiet: u16,
    full_move: u16,
    /// Score by a search, for Red, in hundredths of a pawn.
    pub score: i16,
    /// Result of the game.
    pub result: GameResult,
    /// Number of the game. Positions of one game are similar, so a split must keep them together.
    pub game: u32,
}

/// Result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameResult {
    /// Black won.
    BlackWon,
    /// The game was drawn.
    Draw,
    /// Red won.
    RedWon,
}

impl GameResult {
    const ALL: [GameResult; 3] = [GameResult::BlackWon, GameResult::Draw, GameResult::RedWon];

    /// Red's score: 0, ½ or 1.
    pub const fn points(self) -> f32 {
        match self {
            GameResult::BlackWon => 0.0,
            GameResult::Draw => 0.5,
            GameResult::RedWon => 1.0,
        }
    }
}

/// Error for bytes or a line that is not a valid sample.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SampleError {
    /// Number of the sample in the file, from 1.
    pub number: usize,
    /// Description of the error.
    pub reason: String,
}

impl fmt::Display for SampleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "sample {}: {}", self.number, self.reason)
    }
}

impl core::error::Error for SampleError {}

/// First bytes of every binary sample; no text starts with them. The second byte is the format
/// version.
const MARK: [u8; 2] = [0xC8, 1];

// The number that stores the occupied points also stores the side to move and the result.
const BLACK_TO_MOVE: u128 = 1 << 90;
const RESULT_SHIFT: u32 = 91;

impl Sample {
    /// Number of bytes of a sample in a file.
    pub const BYTES: usize = 40;

    /// Creates a sample from a position and a score for Red. The score is clamped to 16 bits.
    pub fn new(position: &Position, score: i32, result: GameResult, game: u32) -> Sample {
        let mut codes = [0; 16];
        for (place, (_, piece)) in position.all_pieces().enumerate() {
            codes[place / 2] |= code(piece) << (4 * (place % 2));
        }
        Sample {
            occupied: position.occupied().bits(),
            codes,
            turn: position.side_to_move(),
            quiet: position.quiet(),
            full_move: position.full_move(),
            score: score.clamp(i16::MIN.into(), i16::MAX.into()) as i16,
            result,
            game,
        }
    }

    /// The side to move.
    pub const fn turn(&self) -> Side {
        self.turn
    }

    /// Score and game result from the view of the side to move.
    pub fn for_mover(&self) -> (f32, f32) {
        let (score, points) = (f32::from(self.score), self.result.points());
        if self.turn == Side::Red { (score, points) } else { (-score, 1.0 - points) }
    }

    /// Iterates over every piece with its point, from `a0` on.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        let (codes, mut left) = (self.codes, self.occupied);
        (0..).map_while(move |place| {
            let square = Square::from_index(left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some((square, piece(codes.get(place / 2)? >> (4 * (place % 2)) & 15)?))
        })
    }

    /// The position. Pawns may be turned, as in undercover xiangqi.
    ///
    /// # Errors
    /// Why the board is illegal. A sample made from a position never fails.
    pub fn position(&self) -> Result<Position, game::TextError> {
        let mut setup =
            Setup { turn: self.turn, quiet: self.quiet, full_move: self.full_move, ..Setup::EMPTY };
        for (square, piece) in self.pieces() {
            setup.board[square.index()] = Some(piece);
        }
        Position::from_setup(&setup, Legality::Undercover)
    }

    /// Serialises the sample for a file.
    pub fn to_bytes(&self) -> [u8; Sample::BYTES] {
        let black = if self.turn == Side::Black { BLACK_TO_MOVE } else { 0 };
        let board = self.occupied | black | (self.result as u128) << RESULT_SHIFT;
        let mut bytes = [0; Sample::BYTES];
        bytes[..2].copy_from_slice(&MARK);
        bytes[2..14].copy_from_slice(&board.to_le_bytes()[..12]);
        bytes[14..30].copy_from_slice(&self.codes);
        bytes[30..32].copy_from_slice(&self.score.to_le_bytes());
        bytes[32..34].copy_from_slice(&self.quiet.to_le_bytes());
        bytes[34..36].copy_from_slice(&self.full_move.to_le_bytes());
        bytes[36..].copy_from_slice(&self.game.to_le_bytes());
        bytes
    }

    /// Parses the output of [`Sample::to_bytes`].
    ///
    /// # Errors
    /// Names what is wrong and in which byte. An illegal board is rejected.
    pub fn from_bytes(bytes: &[u8; Sample::BYTES]) -> Result<Sample, String> {
        if bytes[..2] != MARK {
            return Err(format!("expected bytes {MARK:02x?} first, found {:02x?}", &bytes[..2]));
        }
        let word = |at: usize| [bytes[at], bytes[at + 1]];
        let mut board = [0; 16];
        board[..12].copy_from_slice(&bytes[2..14]);
        let board = u128::from_le_bytes(board);
        let result = GameResult::ALL.get((board >> RESULT_SHIFT) as usize);
        let mut codes = [0; 16];
        codes.copy_from_slice(&bytes[14..30]);
        let sample = Sample {
            occupied: board & (BLACK_TO_MOVE - 1),
            codes,
            turn: if board & BLACK_TO_MOVE == 0 { Side::Red } else { Side::Black },
            score: i16::from_le_bytes(word(30)),
            quiet: u16::from_le_bytes(word(32)),
            full_move: u16::from_le_bytes(word(34)),
            game: u32::from_le_bytes([bytes[36], bytes[37], bytes[38], bytes[39]]),
            result: *result.ok_or_else(|| format!("byte 13: no result in {:02x}", bytes[13]))?,
        };
        // The same limits as in a FEN.
        let counts = sample.quiet < u16::MAX && (1..u16::MAX).contains(&sample.full_move);
        if !counts {
            return Err("bytes 32 to 35: counters that no position has".to_owned());
        }
        let position = sample.position().map_err(|error| error.message)?;
        // Codes without a piece and codes without a point are not in the position.
        if Sample::new(&position, sample.score.into(), sample.result, sample.game) == sample {
            Ok(sample)
        } else {
            Err("bytes 14 to 29: unknown pieces, or pieces without a point".to_owned())
        }
    }

    /// Parses a file of samples: either concatenated outputs of [`Sample::to_bytes`], or lines of
    /// text.
    ///
    /// A line `FEN;score;points` does not name its game. Games are then numbered from 0, and a new
    /// one starts where the move number decreases.
    ///
    /// ```
    /// use nnue::Sample;
    ///
    /// let text = "3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 60;840;1";
    /// let samples = Sample::read_all(text.as_bytes())?;
    /// assert_eq!(samples[0].to_string(), text);
    /// let error = Sample::read_all(&samples[0].to_bytes()[..30]).unwrap_err();
    /// assert_eq!(error.to_string(), "sample 1: the file ends after 30 of its 40 bytes");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Names the first invalid sample.
    pub fn read_all(bytes: &[u8]) -> Result<Vec<Sample>, SampleError> {
        if bytes.first() == MARK.first() { read_packed(bytes) } else { read_lines(bytes) }
    }
}

fn read_packed(bytes: &[u8]) -> Result<Vec<Sample>, SampleError> {
    let (whole, rest) = bytes.as_chunks::<{ Sample::BYTES }>();
    let mut samples = Vec::with_capacity(whole.len());
    for (at, bytes) in whole.iter().enumerate() {
        let sample = Sample::from_bytes(bytes);
        samples.push(sample.map_err(|reason| SampleError { number: at + 1, reason })?);
    }
    if rest.is_empty() {
        return Ok(samples);
    }
    let reason = format!("the file ends after {} of its {} bytes", rest.len(), Sample::BYTES);
    Err(SampleError { number: whole.len() + 1, reason })
}

fn read_lines(bytes: &[u8]) -> Result<Vec<Sample>, SampleError> {
    let mut samples: Vec<Sample> = Vec::new();
    let mut game = 0;
    for (at, line) in bytes.split(|&byte| byte == b'\n').enumerate() {
        if line.is_empty() {
            continue;
        }
        let fault = |reason| SampleError { number: at + 1, reason };
        let line = core::str::from_utf8(line)
            .map_err(|_| fault("expected a line of text, found bytes".to_owned()))?;
        let sample: Sample = line.parse().map_err(fault)?;
        if samples.last().is_some_and(|last| last.full_move > sample.full_move) {
            game += 1;
        }
        samples.push(Sample { game, ..sample });
    }
    Ok(samples)
}

impl FromStr for Sample {
    type Err = String;

    fn from_str(line: &str) -> Result<Sample, String> {
        let mut fields = line.split(';');
        let mut next = |what: &str| fields.next().ok_or_else(|| format!("{what} is missing"));
        let setup: Result<Setup, _> = next("the position")?.parse();
        let position = setup.and_then(|setup| Position::from_setup(&setup, Legality::Undercover));
        let position = position.map_err(|fault| fault.message)?;
        let score = next("the score")?;
        let score: i16 = score.parse().map_err(|_| format!("expected a score, found `{score}`"))?;
        let result = match next("the result")? {
            "0" => GameResult::BlackWon,
            "0.5" => GameResult::Draw,
            "1" => GameResult::RedWon,
            other => return Err(format!("expected 0, 0.5 or 1, found `{other}`")),
        };
        Ok(Sample::new(&position, score.into(), result, 0))
    }
}

impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = self.position().map_err(|_| fmt::Error)?;
        write!(f, "{};{};{}", position.fen(), self.score, self.result.points())
    }
}

const fn code(piece: Piece) -> u8 {
    piece.side as u8 * 7 + piece.kind as u8
}

fn piece(code: u8) -> Option<Piece> {
    let side = *Side::BOTH.get(usize::from(code / 7))?;
    Some(Piece { side, kind: Kind::ALL[usize::from(code % 7)] })
}
