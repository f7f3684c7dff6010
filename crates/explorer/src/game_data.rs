use crate::{
    IndexError,
    bytes::{Bytes, put, put_text},
    filter::{self, Class},
    source::SourceId,
};
use clock::Speed;
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use xiangqi::{Move, Position, Square};

/// Number of plies of a game whose positions are indexed.
pub const MAX_INDEXED_PLIES: usize = 60;

/// Maximum number of moves of a stored game.
const MAX_MOVES: usize = 4_000;

/// Result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameResult {
    /// Red wins.
    Red,
    /// Draw.
    Draw,
    /// Black wins.
    Black,
    /// The source does not say.
    Unknown,
}

impl GameResult {
    /// Every result, in the order of the index.
    pub const ALL: [GameResult; 4] =
        [GameResult::Red, GameResult::Draw, GameResult::Black, GameResult::Unknown];

    pub(crate) fn of(code: u64) -> Result<GameResult, IndexError> {
        let result = GameResult::ALL.get(code as usize).copied();
        result.ok_or(IndexError::Damaged("no such result"))
    }
}

/// Day, month or year of a game. Unknown parts are 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Hash, Debug)]
pub struct Date {
    /// Year; 0 for an unknown date.
    pub year: u16,
    /// Month, from 1.
    pub month: u8,
    /// Day, from 1.
    pub day: u8,
}

impl Date {
    /// Year of the first month of the index.
    const FIRST: u16 = 1900;

    /// Reads `2026.11.28`, also with `-` or `/`, and with unknown parts at the end. A text that is no
    /// date is an unknown date.
    ///
    /// ```
    /// use explorer::Date;
    ///
    /// assert_eq!(Date::read("2026.11.28").to_string(), "2026.11.28");
    /// assert_eq!(Date::read("1986-5").to_string(), "1986.05");
    /// assert_eq!(Date::read("1986.??.??").to_string(), "1986");
    /// assert_eq!(Date::read("last year"), Date::default());
    /// ```
    pub fn read(text: &str) -> Date {
        let mut parts = text.trim().split(['.', '-', '/']).map(|part| part.trim().parse::<u16>());
        let mut next = |range: std::ops::RangeInclusive<u16>| {
            let part = parts.next().and_then(Result::ok);
            part.filter(|part| range.contains(part))
        };
        let Some(year) = next(1000..=2999) else { return Date::default() };
        let month = next(1..=12).unwrap_or_default() as u8;
        let day = if month == 0 { 0 } else { next(1..=31).unwrap_or_default() as u8 };
        Date { year, month, day }
    }

    /// Day of a Unix time in milliseconds, UTC.
    ///
    /// ```
    /// use explorer::Date;
    ///
    /// assert_eq!(Date::of_unix_ms(1_795_867_200_000).to_string(), "2026.11.28");
    /// assert_eq!(Date::of_unix_ms(0).to_string(), "1970.01.01");
    /// ```
    pub fn of_unix_ms(ms: u64) -> Date {
        // Days since 0000-03-01, in eras of 400 years.
        let days = ms / 86_400_000 + 719_468;
        let (era, day_of_era) = (days / 146_097, days % 146_097);
        let year_of_era =
            (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let month_from_march = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
        let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
        let year = year_of_era + era * 400 + u64::from(month <= 2);
        Date { year: year.min(2_999) as u16, month: month as u8, day: day as u8 }
    }

    /// Number of the month in the index; 0 for an unknown date. A date without a month counts as
    /// January.
    pub const fn month(self) -> u16 {
        match self.year {
            0 => 0,
            year if year < Date::FIRST => 1,
            year => {
                let month = if self.month == 0 { 1 } else { self.month };
                (year - Date::FIRST) * 12 + month as u16
            }
        }
    }

    const fn code(self) -> u64 {
        (self.year as u64 * 13 + self.month as u64) * 32 + self.day as u64
    }

    fn of_code(code: u64) -> Date {
        let (months, day) = (code / 32, code % 32);
        Date { year: (months / 13).min(9_999) as u16, month: (months % 13) as u8, day: day as u8 }
    }
}

impl std::fmt::Display for Date {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Date { year: 0, .. } => Ok(()),
            Date { year, month: 0, .. } => write!(f, "{year:04}"),
            Date { year, month, day: 0 } => write!(f, "{year:04}.{month:02}"),
            Date { year, month, day } => write!(f, "{year:04}.{month:02}.{day:02}"),
        }
    }
}

/// A finished game as the index stores it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameData {
    /// Id of the game on this server; empty for an imported game.
    pub reference: String,
    /// FEN of the start; empty for the usual start.
    pub start: String,
    /// Moves in order.
    pub moves: Vec<Move>,
    /// Result.
    pub result: GameResult,
    /// Names of Red and Black; empty if unknown.
    pub names: [String; 2],
    /// Ratings of Red and Black; 0 if unknown.
    pub ratings: [u16; 2],
    /// Speed, if known.
    pub speed: Option<Speed>,
    /// Date.
    pub date: Date,
    /// Tournament or match; empty if unknown.
    pub event: String,
}

impl GameData {
    /// Mean rating of the rated players.
    pub fn mean_rating(&self) -> Option<u16> {
        match self.ratings {
            [0, 0] => None,
            [one, 0] | [0, one] => Some(one),
            [red, black] => Some(u16::midpoint(red, black)),
        }
    }

    /// Whether the start is a position and every move is legal. Only such games can be indexed.
    pub fn is_legal(&self) -> bool {
        let Ok(mut position) = self.start() else { return false };
        self.moves.len() <= MAX_MOVES
            && self.moves.iter().all(|&played| {
                let is_legal = position.check_move(played).is_ok();
                if is_legal {
                    position.make(played);
                }
                is_legal
            })
    }

    pub(crate) fn class(&self) -> Class {
        Class::new(self.speed, self.mean_rating())
    }

    /// Position of the start.
    pub(crate) fn start(&self) -> Result<Position, IndexError> {
        if self.start.is_empty() {
            return Ok(Position::start());
        }
        Position::from_fen(&self.start).map_err(|_| IndexError::Damaged("no such position"))
    }

    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(64 + 2 * self.moves.len());
        let result = self.result as u8;
        bytes.push(result << 4 | filter::code_of(self.speed));
        put(&mut bytes, self.date.code());
        self.ratings.iter().for_each(|&rating| put(&mut bytes, rating.into()));
        self.names.iter().for_each(|name| put_text(&mut bytes, name));
        for text in [&self.event, &self.reference, &self.start] {
            put_text(&mut bytes, text);
        }
        put(&mut bytes, self.moves.len() as u64);
        self.moves.iter().for_each(|&played| put(&mut bytes, code_of(played).into()));
        bytes
    }

    pub(crate) fn decode(bytes: &[u8]) -> Result<GameData, IndexError> {
        let mut bytes = Bytes(bytes);
        let first = bytes.byte()?;
        let result = GameResult::of(u64::from(first >> 4))?;
        let speed = match first & 15 {
            0 => None,
            code => Some(
                *Speed::ALL
                    .get(usize::from(code) - 1)
                    .ok_or(IndexError::Damaged("no such speed"))?,
            ),
        };
        let date = Date::of_code(bytes.number()?);
        let ratings = [bytes.number()? as u16, bytes.number()? as u16];
        let names = [bytes.text()?.to_owned(), bytes.text()?.to_owned()];
        let event = bytes.text()?.to_owned();
        let reference = bytes.text()?.to_owned();
        let start = bytes.text()?.to_owned();
        let count = bytes.number()? as usize;
        if count > MAX_MOVES {
            return Err(IndexError::Damaged("a game is too long"));
        }
        let moves = (0..count).map(|_| move_of(bytes.number()?)).collect::<Result<_, _>>()?;
        Ok(GameData { reference, start, moves, result, names, ratings, speed, date, event })
    }

    /// Calls `each` with every indexed position and the code of the move that was played in it:
    /// each pair once, and at most [`MAX_INDEXED_PLIES`] pairs.
    ///
    /// # Errors
    /// If a move cannot be played in its position.
    pub(crate) fn replay_indexed(&self, mut each: impl FnMut(u64, u16)) -> Result<(), IndexError> {
        let mut seen = BTreeSet::new();
        self.replay(|before, played| {
            let pair = (before.key(), code_of(played));
            if seen.insert(pair) {
                each(pair.0, pair.1);
            }
            seen.len() < MAX_INDEXED_PLIES
        })
    }

    /// Calls `each` with the position before every move, until it returns `false`.
    ///
    /// # Errors
    /// If a move cannot be played in its position.
    pub(crate) fn replay(
        &self,
        mut each: impl FnMut(&Position, Move) -> bool,
    ) -> Result<(), IndexError> {
        let mut position = self.start()?;
        for &played in &self.moves {
            if !can_make(&position, played) {
                return Err(IndexError::Damaged("a move does not fit its position"));
            }
            if !each(&position, played) {
                break;
            }
            position.make(played);
        }
        Ok(())
    }
}

/// Whether a move can be made without breaking the board. Stored moves were legal when they were
/// stored, so this only protects against damage.
fn can_make(position: &Position, played: Move) -> bool {
    let mover = position.side_to_move();
    let is_own = position.piece_at(played.from).is_some_and(|piece| piece.side == mover);
    let is_free = position
        .piece_at(played.to)
        .is_none_or(|piece| piece.side != mover && piece.kind != xiangqi::Kind::General);
    is_own && is_free
}

pub(crate) const fn code_of(played: Move) -> u16 {
    (played.from.index() * Square::COUNT + played.to.index()) as u16
}

pub(crate) fn move_of(code: u64) -> Result<Move, IndexError> {
    let (from, to) = (code as usize / Square::COUNT, code as usize % Square::COUNT);
    match (Square::from_index(from), Square::from_index(to)) {
        (Some(from), Some(to)) => Ok(Move::new(from, to)),
        _ => Err(IndexError::Damaged("no such move")),
    }
}

/// A game to add, with what identifies it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IndexedGame {
    /// The same game has the same identity within a source.
    pub identity: Vec<u8>,
    /// Players by whom the game is found: account ids or names.
    pub players: Vec<String>,
    /// The game.
    pub data: GameData,
}

impl IndexedGame {
    /// A game of this server.
    pub fn archived(players: Vec<String>, data: GameData) -> IndexedGame {
        IndexedGame { identity: data.reference.clone().into_bytes(), players, data }
    }

    /// A game of a collection. It is identified by its start, moves, result, players and date, and
    /// found by the players' names.
    pub fn imported(data: GameData) -> IndexedGame {
        let mut identity = Vec::new();
        put_text(&mut identity, &data.start);
        data.moves.iter().for_each(|&played| put(&mut identity, code_of(played).into()));
        identity.push(data.result as u8);
        data.names.iter().for_each(|name| put_text(&mut identity, name));
        put(&mut identity, data.date.code());
        let players = data.names.iter().filter(|name| !name.is_empty()).cloned().collect();
        IndexedGame { identity, players, data }
    }

    /// The game's identity in all sources.
    pub(crate) fn key(&self, source: SourceId) -> i64 {
        hash(source, b"game", &self.identity)
    }

    /// Keys of its players, each once.
    pub(crate) fn player_keys(&self, source: SourceId) -> Vec<i64> {
        let mut keys: Vec<i64> =
            self.players.iter().map(|player| player_key(source, player)).collect();
        keys.sort_unstable();
        keys.dedup();
        keys
    }
}

/// Key of a player of a source, by account id or name. Capitals in names do not matter.
pub fn player_key(source: SourceId, player: &str) -> i64 {
    hash(source, b"player", player.trim().to_lowercase().as_bytes())
}

fn hash(source: SourceId, kind: &[u8], text: &[u8]) -> i64 {
    let mut hash = Sha256::new();
    hash.update(source.0.to_le_bytes());
    hash.update([kind.len() as u8]);
    hash.update(kind);
    hash.update(text);
    let digest = hash.finalize();
    let mut first = [0; 8];
    first.copy_from_slice(&digest[..8]);
    i64::from_le_bytes(first)
}
