use crate::{
    Filter, GameData, Index, IndexError, Opening, SourceId,
    entry::Entry,
    filter::Class,
    game_data::{Date, move_of},
    opening, player_key,
};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use tokio::sync::Semaphore;
use xiangqi::{Move, Position};

/// Maximum number of games of a player that are replayed.
const PLAYER_GAMES: u32 = 2_000;
/// Questions about a player that are answered at the same time. Each occupies a core while it replays
/// the games.
static REPLAYS: Semaphore = Semaphore::const_new(2);
/// Maximum number of listed games.
const TOP_GAMES: usize = 8;
/// Number of games from which the listed ones are chosen.
const CANDIDATES: usize = 24;

/// A question about a position.
#[derive(Clone, Debug)]
pub struct Question {
    /// Where the games come from.
    pub source: SourceId,
    /// The position.
    pub position: Position,
    /// Only games of this player: an account id for the archive, a name for a collection.
    pub player: Option<String>,
    /// Only these games.
    pub filter: Filter,
}

/// Numbers of games by result.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    /// Red won.
    pub red: u64,
    /// Draws.
    pub draws: u64,
    /// Black won.
    pub black: u64,
    /// Games without a known result.
    pub unknown: u64,
}

impl Counts {
    /// Number of games.
    pub const fn games(&self) -> u64 {
        self.red + self.draws + self.black + self.unknown
    }

    fn add(&mut self, [red, draws, black, unknown]: [u64; 4]) {
        self.red += red;
        self.draws += draws;
        self.black += black;
        self.unknown += unknown;
    }
}

/// A move that was played in the position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveRow {
    /// The move.
    pub played: Move,
    /// Games in which it was played.
    pub counts: Counts,
    /// Mean rating in the rated games.
    pub mean_rating: Option<u16>,
    /// Date of the latest game.
    pub last: Date,
}

/// A game in which the position occurred.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameSummary {
    /// Its number in the index.
    pub number: u64,
    /// The move that was played in the position.
    pub played: Option<Move>,
    /// The game.
    pub data: GameData,
}

impl GameSummary {
    /// Number of moves before the first occurrence of a position; 0 if it does not occur.
    pub fn plies_before(&self, position: &Position) -> usize {
        let (mut plies, mut found) = (0, false);
        // A damaged game is shown from its start.
        let _ = self.data.replay(|before, _| {
            found = before.key() == position.key();
            plies += usize::from(!found);
            !found
        });
        if found { plies } else { 0 }
    }
}

/// What is known of a position.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Answer {
    /// All games.
    pub counts: Counts,
    /// The moves, the most frequent first.
    pub moves: Vec<MoveRow>,
    /// Games of the strongest players, the latest of each.
    pub top: Vec<GameSummary>,
}

/// Sum of a move's games.
#[derive(Default)]
struct Sum {
    counts: Counts,
    rating_sum: u64,
    rated: u64,
    /// Month and number of the latest game.
    latest: (u16, u64),
    last: Date,
}

/// Answers a question.
///
/// # Errors
/// If the index cannot be read.
pub async fn ask(index: &dyn Index, question: &Question) -> Result<Answer, IndexError> {
    match &question.player {
        Some(player) => of_player(index, question, player).await,
        None => of_all(index, question).await,
    }
}

async fn of_all(index: &dyn Index, question: &Question) -> Result<Answer, IndexError> {
    let Question { source, position, filter, .. } = question;
    let rows = index.rows(*source, position.key(), filter.months()).await?;
    let mut sums: BTreeMap<u16, Sum> = BTreeMap::new();
    // Games by rating band, month and number.
    let mut listed: BTreeSet<(u8, u16, u64)> = BTreeSet::new();
    for (month, bytes) in rows {
        for ((class, played), stats) in Entry::decode(&bytes)?.0 {
            if !filter.has_class(class) {
                continue;
            }
            let sum = sums.entry(played).or_default();
            sum.counts.add(stats.results);
            if class.band() > 0 {
                sum.rating_sum += stats.rating_sum;
                sum.rated += stats.count();
            }
            for number in stats.games {
                sum.latest = sum.latest.max((month, number));
                listed.insert((class.band(), month, number));
                if listed.len() > CANDIDATES {
                    listed.pop_first();
                }
            }
        }
    }
    // A key may belong to another position by chance. Its moves rarely fit.
    sums.retain(|&played, _| {
        move_of(played.into()).is_ok_and(|played| position.check_move(played).is_ok())
    });
    let latest = sums.values().map(|sum| sum.latest.1);
    let numbers: BTreeSet<u64> =
        listed.iter().map(|&(.., number)| number).chain(latest).filter(|&it| it > 0).collect();
    let mut games = BTreeMap::new();
    for (number, bytes) in index.games(numbers.into_iter().collect()).await? {
        games.insert(number, GameData::decode(&bytes)?);
    }
    for sum in sums.values_mut() {
        sum.last = games.get(&sum.latest.1).map_or(Date::default(), |game| game.date);
    }
    let top = listed.iter().filter_map(|(.., number)| {
        let data = games.remove(number)?;
        Some(summary(*number, data, position.key()))
    });
    let top = top.collect();
    Ok(answer(sums, top))
}

async fn of_player(
    index: &dyn Index,
    question: &Question,
    player: &str,
) -> Result<Answer, IndexError> {
    let question = question.clone();
    with_games_of(index, question.source, player, move |found| of_games(&question, found)).await
}

/// Does work on the latest games of a player as bytes, the latest first, in its turn.
async fn with_games_of<T: Send + 'static>(
    index: &dyn Index,
    source: SourceId,
    player: &str,
    work: impl FnOnce(Vec<(u64, Vec<u8>)>) -> Result<T, IndexError> + Send + 'static,
) -> Result<T, IndexError> {
    let busy = || IndexError::Database("the index was closed".to_owned());
    // Held until the replays end, also if the question is dropped.
    let turn = REPLAYS.acquire().await.map_err(|_| busy())?;
    let found = index.games_of(player_key(source, player), PLAYER_GAMES).await?;
    let done = tokio::task::spawn_blocking(move || {
        let _turn = turn;
        work(found)
    });
    done.await.map_err(|error| IndexError::Database(error.to_string()))?
}

/// Answers from whole games, the latest first.
fn of_games(question: &Question, found: Vec<(u64, Vec<u8>)>) -> Result<Answer, IndexError> {
    let Question { position, filter, .. } = question;
    let (first, last) = filter.months();
    let mut sums: BTreeMap<u16, Sum> = BTreeMap::new();
    let mut top = Vec::new();
    for (number, bytes) in found {
        let data = GameData::decode(&bytes)?;
        let (class, month): (Class, u16) = (data.class(), data.date.month());
        if !filter.has_class(class) || !(first..=last).contains(&month) {
            continue;
        }
        let mut moves = BTreeSet::new();
        data.replay_indexed(|before, played| {
            if before == position.key() {
                moves.insert(played);
            }
        })?;
        for &played in &moves {
            let sum = sums.entry(played).or_default();
            let mut results = [0; 4];
            results[data.result as usize] = 1;
            sum.counts.add(results);
            if let Some(rating) = data.mean_rating() {
                sum.rating_sum += u64::from(rating);
                sum.rated += 1;
            }
            sum.last = sum.last.max(data.date);
        }
        if let Some(&played) = moves.first()
            && top.len() < CANDIDATES
        {
            top.push(GameSummary { number, played: move_of(played.into()).ok(), data });
        }
    }
    Ok(answer(sums, top))
}

/// The openings of a player's latest games, by the games' references. Games without a known opening
/// and those from another position than the usual are left out.
///
/// # Errors
/// If the index cannot be read.
pub async fn openings_of(
    index: &dyn Index,
    source: SourceId,
    player: &str,
) -> Result<HashMap<String, &'static Opening>, IndexError> {
    with_games_of(index, source, player, |found| {
        let mut named = HashMap::new();
        for (_, bytes) in found {
            let data = GameData::decode(&bytes)?;
            if let Some(opening) = opening(&data.moves).filter(|_| data.start.is_empty()) {
                named.insert(data.reference, opening);
            }
        }
        Ok(named)
    })
    .await
}

fn summary(number: u64, data: GameData, key: u64) -> GameSummary {
    let mut found = None;
    // A damaged game is listed without its move.
    let _ = data.replay(|position, played| {
        found = (position.key() == key).then_some(played);
        found.is_none()
    });
    GameSummary { number, played: found, data }
}

fn answer(sums: BTreeMap<u16, Sum>, mut top: Vec<GameSummary>) -> Answer {
    let mut answer = Answer::default();
    for (played, sum) in sums {
        let Counts { red, draws, black, unknown } = sum.counts;
        answer.counts.add([red, draws, black, unknown]);
        if let Ok(played) = move_of(played.into()) {
            let mean_rating = sum.rating_sum.checked_div(sum.rated).map(|mean| mean as u16);
            answer.moves.push(MoveRow { played, counts: sum.counts, mean_rating, last: sum.last });
        }
    }
    answer.moves.sort_by_key(|row| std::cmp::Reverse(row.counts.games()));
    let strength = |game: &GameSummary| (game.data.mean_rating(), game.data.date, game.number);
    top.sort_by_key(|game| std::cmp::Reverse(strength(game)));
    top.truncate(TOP_GAMES);
    answer.top = top;
    answer
}
