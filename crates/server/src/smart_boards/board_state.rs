use super::{
    SmartBoardError,
    elsewhere::Elsewhere,
    error::refuse,
    finished::{archive_place, finished, log_of},
    published::{Published, is_silent},
    reader::{Loaded, Reader, load},
};
use crate::{
    base::{AppendOutcome, InDoubt, LogWriter, name},
    limits::{BOARD_GAMES, BOARD_NAME_CHARS, GAMES_AT_HAND, RACES, WHY_CHARS},
};
use protocol::{
    ClaimSeat, CorrectSmartBoard, Correction, GameId, NAME_CHARS, SmartBoardCorrection,
    SmartBoardView,
};
use smart_boards::{BoardGame, Claimant, LogEntry, Moment, Note};
use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};
use store::{Append, Board, NewEvent, Store, StoreError};

/// Version of the rules that is stored with a board's game.
const RULES: u32 = 1;

/// State of one board: its latest game and its running games.
pub(super) struct BoardState {
    pub(super) board: Board,
    pub(super) store: Arc<dyn Store>,
    reader: Arc<Reader>,
    /// Changes by other servers, if there are any.
    pub(super) elsewhere: Elsewhere,
    /// The latest game and the running ones.
    games: HashMap<u32, Loaded>,
    /// Numbers of all games in order of their beginning. The last one is the latest, whatever its
    /// number: a board with a wrong clock may have skipped numbers, which must not hide later
    /// games.
    numbers: Vec<u32>,
    /// Number that a fresh post has to carry.
    pub(super) nonce: Arc<AtomicU64>,
    /// Game and number of events in the board's last report.
    pub(super) last_told: Option<(u32, u32)>,
    /// The game with an uncertain commit: only the store knows its state.
    in_doubt: Option<u32>,
    heard_ms: Option<u64>,
    was_silent: bool,
    /// Time of the last check whether time alone changed the board.
    checked_ms: u64,
    /// State last sent to the pages.
    shown: Option<SmartBoardView>,
}

impl BoardState {
    pub(super) async fn open(
        board: Board,
        store: Arc<dyn Store>,
        reader: Arc<Reader>,
        nonce: u64,
        now: Moment,
    ) -> Result<BoardState, StoreError> {
        let ids = store.games_with_prefix(&archive_place(&board.id)).await?;
        let mut state = BoardState {
            board,
            store,
            reader,
            elsewhere: Elsewhere::default(),
            games: HashMap::new(),
            numbers: numbers_of(&ids),
            nonce: Arc::new(AtomicU64::new(nonce)),
            last_told: None,
            in_doubt: None,
            heard_ms: None,
            was_silent: false,
            checked_ms: now.steady_ms,
            shown: None,
        };
        if state.latest() > 0 {
            state.read(state.latest(), now).await?;
        }
        state.hear_elsewhere(now).await?;
        Ok(state)
    }

    /// Reads everything from the store again.
    pub(super) async fn read_again(&mut self, now: Moment) -> Result<(), StoreError> {
        let ids = self.store.games_with_prefix(&archive_place(&self.board.id)).await?;
        self.numbers = numbers_of(&ids);
        self.games.clear();
        self.in_doubt = None;
        self.reader.forget_all(&archive_place(&self.board.id));
        match self.latest() {
            0 => Ok(()),
            latest => self.read(latest, now).await,
        }
    }

    /// Monotonic time of the last message, if any.
    pub(super) const fn heard_ms(&self) -> Option<u64> {
        self.heard_ms
    }

    pub(super) fn heard(&mut self, now_ms: u64) {
        self.heard_ms = Some(now_ms);
        self.was_silent = false;
    }

    /// Whether time alone has changed the board since the last call: it has become silent, or a
    /// claim has expired.
    pub(super) fn has_aged(&mut self, now_ms: u64) -> bool {
        let is_silent = is_silent(self.heard_ms, now_ms);
        let has_fallen = is_silent && !self.was_silent;
        self.was_silent = is_silent;
        let since_ms = std::mem::replace(&mut self.checked_ms, now_ms);
        let has_lapsed = |game: &BoardGame| game.has_lapsed(since_ms, now_ms);
        has_fallen || self.latest_game().is_some_and(has_lapsed)
    }

    pub(super) fn view(&self, now_ms: u64) -> SmartBoardView {
        self.published().view(now_ms)
    }

    /// State for readers without the lock.
    pub(super) fn published(&self) -> Published {
        let is_certain = self.in_doubt.is_none();
        let stored = self.games.iter().filter(|(_, held)| held.lines > 0 && is_certain);
        Published {
            board: self.board.clone(),
            elsewhere: self.elsewhere.clone(),
            latest: self.games.get(&self.latest()).map(|held| held.game.clone()),
            held: stored.map(|(number, held)| (*number, held.game.clone())).collect(),
            numbers: self.numbers(),
            heard_ms: self.heard_ms,
        }
    }

    /// New state for the pages as JSON, if it has changed other than by running clocks.
    pub(super) fn change(&mut self, now: Moment) -> Option<Arc<str>> {
        let view = self.view(now.steady_ms);
        let text = serde_json::to_string(&view).ok()?;
        let shown = SmartBoardView { running_ms: 0, ..view };
        if self.shown.as_ref() == Some(&shown) {
            return None;
        }
        self.shown = Some(shown);
        Some(text.into())
    }

    /// Numbers of the games, in ascending order.
    pub(super) fn numbers(&self) -> Vec<u32> {
        let mut numbers = self.numbers.clone();
        numbers.sort_unstable();
        numbers
    }

    /// Number that a fresh post has to carry.
    pub(super) fn nonce(&self) -> u64 {
        self.nonce.load(Ordering::Relaxed)
    }

    /// Whether the maximum number of games is reached.
    pub(super) const fn is_full(&self) -> bool {
        self.numbers.len() >= BOARD_GAMES
    }

    /// Whether a game with this number has begun.
    pub(super) fn knows(&self, number: u32) -> bool {
        self.numbers.contains(&number)
    }

    /// Number of the game that began last; 0 before the first.
    pub(super) fn latest(&self) -> u32 {
        self.numbers.last().copied().unwrap_or_default()
    }

    pub(super) fn latest_game(&self) -> Option<&BoardGame> {
        self.games.get(&self.latest()).map(|held| &*held.game)
    }

    pub(super) fn game_mut(&mut self, number: u32) -> Option<&mut BoardGame> {
        self.games.get_mut(&number).map(|held| Arc::make_mut(&mut held.game))
    }

    /// A game, loaded from the store if needed; it may be new.
    pub(super) async fn want(
        &mut self,
        number: u32,
        now: Moment,
    ) -> Result<&BoardGame, SmartBoardError> {
        if number == 0 {
            return Err(refuse("game", "games are numbered from 1"));
        }
        if !self.games.contains_key(&number) {
            self.read(number, now).await?;
        }
        self.games.get(&number).map(|held| &*held.game).ok_or(SmartBoardError::NoGame(number))
    }

    /// Reads a game from the store; a missing one is new.
    async fn read(&mut self, number: u32, now: Moment) -> Result<(), StoreError> {
        let loaded = load(&*self.store, &self.board.id, number, now).await?;
        let new = || Loaded { game: Arc::new(BoardGame::new(number)), lines: 0 };
        self.games.insert(number, loaded.unwrap_or_else(new));
        Ok(())
    }

    /// Reads a game again after an uncertain commit.
    pub(super) async fn settle_doubt(&mut self, now: Moment) -> Result<(), StoreError> {
        if let Some(number) = self.in_doubt {
            self.read(number, now).await?;
            self.follow(number);
        }
        Ok(())
    }

    /// Records an arbiter's correction.
    pub(super) async fn correct(
        &mut self,
        request: CorrectSmartBoard,
        now: Moment,
    ) -> Result<(), SmartBoardError> {
        self.catch_up(now).await?;
        let CorrectSmartBoard { game: number, by, what, why } = request;
        let by = name::shown(&by, BOARD_NAME_CHARS).map_err(|expected| refuse("by", expected))?;
        let why = name::shown(&why, WHY_CHARS).map_err(|expected| refuse("why", expected))?;
        let what = match what {
            Correction::Names { red, black } => {
                Correction::Names { red: player_name(&red)?, black: player_name(&black)? }
            }
            what => what,
        };
        let correction = SmartBoardCorrection { at_ms: now.unix_ms, by, what, why };
        let decide = |game: &BoardGame| {
            game.correct(correction.clone(), now.steady_ms).map_err(|why| refuse("correction", why))
        };
        self.decide(number, decide, now).await
    }

    /// Claims a seat of the latest game for a player.
    pub(super) async fn claim(
        &mut self,
        request: ClaimSeat,
        player: Claimant,
        now: Moment,
    ) -> Result<(), SmartBoardError> {
        self.catch_up(now).await?;
        self.must_be_latest(request.game)?;
        let decide =
            |game: &BoardGame| Ok(game.claim(&request.side, player.clone(), now.steady_ms)?);
        self.decide(request.game, decide, now).await
    }

    /// Withdraws a player's claim.
    pub(super) async fn withdraw(
        &mut self,
        request: ClaimSeat,
        player: &Claimant,
        now: Moment,
    ) -> Result<(), SmartBoardError> {
        self.catch_up(now).await?;
        self.must_be_latest(request.game)?;
        let decide = |game: &BoardGame| Ok(game.withdraw(&request.side, player, now.steady_ms)?);
        self.decide(request.game, decide, now).await
    }

    /// Decides on a game and commits the resulting note.
    async fn decide(
        &mut self,
        number: u32,
        decide: impl Fn(&BoardGame) -> Result<Note, SmartBoardError>,
        now: Moment,
    ) -> Result<(), SmartBoardError> {
        let mut committed = self.decide_once(number, &decide, now).await;
        for _ in 0..RACES {
            if !matches!(committed, Err(SmartBoardError::Store(StoreError::Stale { .. }))) {
                break;
            }
            // Another server has appended first; decide again on the new state.
            self.read_again(now).await?;
            committed = self.decide_once(number, &decide, now).await;
        }
        self.put_away();
        committed
    }

    async fn decide_once(
        &mut self,
        number: u32,
        decide: impl FnOnce(&BoardGame) -> Result<Note, SmartBoardError>,
        now: Moment,
    ) -> Result<(), SmartBoardError> {
        self.settle_doubt(now).await?;
        if !self.knows(number) {
            return Err(SmartBoardError::NoGame(number));
        }
        let mut after = self.want(number, now).await?.clone();
        let note = decide(&after)?;
        after.note(note.clone(), now);
        self.commit(after, vec![LogEntry::Note { note }], now).await
    }

    fn must_be_latest(&self, number: u32) -> Result<(), SmartBoardError> {
        match self.latest() {
            0 => Err(refuse("no-game", "no game has begun on this board")),
            latest if latest == number => Ok(()),
            latest => {
                Err(refuse("game", format!("seats are claimed in game {latest}, the latest")))
            }
        }
    }

    /// Commits new entries of a game, with its archive row if that has changed. A failed commit
    /// leaves the game unchanged. Until the result is known, even if the client disconnects, the
    /// game is marked as uncertain.
    pub(super) async fn commit(
        &mut self,
        after: BoardGame,
        lines: Vec<LogEntry>,
        now: Moment,
    ) -> Result<(), SmartBoardError> {
        let number = after.number();
        let Some(held) = self.games.get_mut(&number) else { return Ok(()) };
        if lines.is_empty() {
            // Data that is only shown is not stored.
            held.game = Arc::new(after);
            return Ok(());
        }
        let expected = held.lines;
        let finish = after.finish().filter(|finish| held.game.finish().as_ref() != Some(finish));
        let finished = finish.map(|finish| finished(&self.board, number, finish));
        let events = lines.iter().map(|line| to_log(line, now)).collect::<Result<_, _>>()?;
        let log = log_of(&self.board.id, number);
        self.in_doubt = Some(number);
        let mut writer = LogWriter::new(self.store.clone(), log.clone(), RULES, expected);
        let append = Append { finished, ..writer.next(events) };
        let appended = writer.append(append).await;
        self.reader.forget(&log);
        match appended {
            Ok(AppendOutcome::Committed) => {}
            Ok(AppendOutcome::Refused(error)) => {
                self.in_doubt = None;
                return Err(error.into());
            }
            Err(InDoubt(error)) => return Err(error.into()),
            Ok(AppendOutcome::Conflict { log: found, .. }) => {
                let found = found.len() as u64;
                return Err(StoreError::Stale { game: log, expected, found }.into());
            }
            Ok(AppendOutcome::Deleted) => {
                self.in_doubt = None;
                return Err(StoreError::NoGame(log).into());
            }
        }
        let lines = expected + lines.len() as u64;
        self.games.insert(number, Loaded { game: Arc::new(after), lines });
        self.follow(number);
        Ok(())
    }

    /// A game in memory equals the store again.
    fn follow(&mut self, number: u32) {
        self.in_doubt = None;
        let is_stored = self.games.get(&number).is_some_and(|held| held.lines > 0);
        if is_stored && !self.knows(number) {
            self.numbers.push(number);
        }
    }

    /// Keeps the latest game and a few running ones in memory: a board plays one game at a time.
    pub(super) fn put_away(&mut self) {
        let latest = self.latest();
        self.games.retain(|&number, held| number == latest || held.game.is_under_way());
        let others = self.games.keys().copied().filter(|number| *number != latest);
        let surplus: Vec<u32> = others.skip(GAMES_AT_HAND).collect();
        for number in surplus {
            self.games.remove(&number);
        }
    }
}

/// Numbers of a board's games, in order of their beginning.
fn numbers_of(ids: &[GameId]) -> Vec<u32> {
    ids.iter().filter_map(|id| id.rsplit(':').next()?.parse().ok()).collect()
}

/// Player name given by an arbiter; empty if unknown.
fn player_name(typed: &str) -> Result<String, SmartBoardError> {
    match typed.trim() {
        "" => Ok(String::new()),
        typed => name::shown(typed, NAME_CHARS).map_err(|expected| refuse("name", expected)),
    }
}

fn to_log(line: &LogEntry, now: Moment) -> Result<NewEvent, SmartBoardError> {
    let public = serde_json::to_string(line).map_err(|error| refuse("json", error.to_string()))?;
    let (kind, at_ms) = (line.kind(), now.unix_ms);
    Ok(NewEvent { kind, seat: None, command: None, public, secret: String::new(), at_ms })
}
