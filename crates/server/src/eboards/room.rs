use super::{
    EboardError,
    finished::{archive_place, finished, log_of},
    refuse,
};
use crate::{
    limits::{SILENCE_MS, WHY_CHARS},
    log_owner::{Appended, Entry, LogOwner},
};
use protocol::{ClaimSeat, CorrectEboard, EboardCorrection, EboardState, EboardView};
use smart_boards::{BoardGame, Claimant, Finish, Note};
use std::{collections::HashMap, sync::Arc};
use store::{Board, LoggedEvent, NewEvent, Store, StoreError};

/// The rules' version that is noted with a board's game.
const RULES: u32 = 1;

/// One board: its games under way, its latest one.
pub(super) struct Room {
    pub(super) board: Board,
    pub(super) store: Arc<dyn Store>,
    /// Games that are not ended, and the latest.
    pub(super) games: HashMap<u32, BoardGame>,
    pub(super) latest: u32,
    /// The greatest number of a post.
    pub(super) last_n: u64,
    /// The game whose last commit failed: only the store knows how it stands.
    in_doubt: Option<u32>,
    heard_ms: Option<u64>,
    was_silent: bool,
    /// When it was last looked whether the pages must be told that time has passed.
    looked_ms: u64,
}

impl Room {
    pub(super) async fn open(
        board: Board,
        store: Arc<dyn Store>,
        now_ms: u64,
    ) -> Result<Room, StoreError> {
        let mut room = Room {
            board,
            store,
            games: HashMap::new(),
            latest: 0,
            last_n: 0,
            in_doubt: None,
            heard_ms: None,
            was_silent: false,
            looked_ms: now_ms,
        };
        if let Some(latest) = room.games().await?.pop() {
            room.latest = latest;
            room.want(latest, now_ms).await?;
        }
        Ok(room)
    }

    pub(super) fn rename(&mut self, board: Board) {
        self.board = board;
    }

    pub(super) fn heard(&mut self, now_ms: u64) {
        self.heard_ms = Some(now_ms);
        self.was_silent = false;
    }

    /// Whether time alone has changed something since this was last asked: the board has become
    /// silent, or a claim has lapsed.
    pub(super) fn has_aged(&mut self, now_ms: u64) -> bool {
        let is_silent = self.is_silent(now_ms);
        let has_fallen = is_silent && !self.was_silent;
        self.was_silent = is_silent;
        let since_ms = std::mem::replace(&mut self.looked_ms, now_ms);
        let has_lapsed = |game: &BoardGame| game.has_lapsed(since_ms, now_ms);
        has_fallen || self.games.get(&self.latest).is_some_and(has_lapsed)
    }

    fn is_silent(&self, now_ms: u64) -> bool {
        self.heard_ms.is_none_or(|heard| now_ms.saturating_sub(heard) > SILENCE_MS)
    }

    pub(super) fn view(&self, now_ms: u64) -> EboardView {
        let nothing_yet = BoardGame::new(0);
        let game = self.games.get(&self.latest).unwrap_or(&nothing_yet);
        let mut view = game.view(&self.board.id, &self.board.name, now_ms);
        if self.is_silent(now_ms) && view.state != EboardState::Over {
            view.state = EboardState::Offline;
        }
        view
    }

    /// The numbers of its games, in order.
    pub(super) async fn games(&self) -> Result<Vec<u32>, StoreError> {
        let ids = self.store.games_from(&archive_place(&self.board.id)).await?;
        Ok(ids.iter().filter_map(|id| id.rsplit(':').next()?.parse().ok()).collect())
    }

    /// A game as the store has it.
    pub(super) async fn load(
        &self,
        number: u32,
        now_ms: u64,
    ) -> Result<Option<BoardGame>, StoreError> {
        let log = match self.store.load(&self.log(number)).await {
            Ok(log) => log,
            Err(StoreError::NoGame(_)) => return Ok(None),
            Err(error) => return Err(error),
        };
        let audit = match self.store.load(&self.audit(number)).await {
            Ok(audit) => audit,
            Err(StoreError::NoGame(_)) => Vec::new(),
            Err(error) => return Err(error),
        };
        Ok(Some(BoardGame::from_logs(number, read(&log, now_ms), read(&audit, now_ms))))
    }

    /// Makes sure that a game is at hand, new or stored.
    pub(super) async fn want(&mut self, number: u32, now_ms: u64) -> Result<(), StoreError> {
        if !self.games.contains_key(&number) {
            let game = self.load(number, now_ms).await?;
            self.games.insert(number, game.unwrap_or_else(|| BoardGame::new(number)));
        }
        Ok(())
    }

    /// Reads a game again of which only the store knows how it stands.
    pub(super) async fn settle_doubt(&mut self, now_ms: u64) -> Result<(), StoreError> {
        if let Some(number) = self.in_doubt {
            let game = self.load(number, now_ms).await?;
            self.games.insert(number, game.unwrap_or_else(|| BoardGame::new(number)));
            self.in_doubt = None;
        }
        Ok(())
    }

    /// Commits what happened in a game from `first` on, and what is left of it if that is its end.
    pub(super) async fn commit(
        &mut self,
        number: u32,
        first: u32,
        events: Vec<NewEvent>,
        finish: Option<Finish>,
    ) -> Result<(), StoreError> {
        self.append(number, self.log(number), first.into(), events, finish).await
    }

    /// Commits what is to be noted because of what the board said, and follows it. It never changes
    /// what is left of a game.
    pub(super) async fn write(
        &mut self,
        number: u32,
        notes: Vec<Note>,
        now_ms: u64,
    ) -> Result<(), EboardError> {
        let Some(first) = self.games.get(&number).map(BoardGame::notes) else { return Ok(()) };
        let texts = notes.iter().map(|note| to_log(note, now_ms)).collect::<Result<_, _>>()?;
        self.append(number, self.audit(number), first, texts, None).await?;
        if let Some(game) = self.games.get_mut(&number) {
            notes.into_iter().for_each(|note| game.note(note, now_ms));
        }
        self.followed(number);
        Ok(())
    }

    /// A game has followed what was committed.
    pub(super) fn followed(&mut self, number: u32) {
        self.in_doubt = None;
        self.latest = self.latest.max(number);
    }

    /// Puts something right.
    pub(super) async fn correct(
        &mut self,
        request: CorrectEboard,
        now_ms: u64,
    ) -> Result<(), EboardError> {
        let CorrectEboard { game: number, by, what, why } = request;
        if why.trim().is_empty() || why.chars().count() > WHY_CHARS {
            return Err(refuse("why", format!("expected a reason of 1 to {WHY_CHARS} characters")));
        }
        let correction = EboardCorrection { at_ms: now_ms, by, what, why };
        let decide = |game: &BoardGame| {
            game.correct(correction, now_ms).map_err(|why| refuse("correction", why))
        };
        self.decide(number, decide, now_ms).await
    }

    /// A player claims a seat of the latest game.
    pub(super) async fn claim(
        &mut self,
        request: ClaimSeat,
        player: Claimant,
        now_ms: u64,
    ) -> Result<(), EboardError> {
        self.must_be_latest(request.game)?;
        let decide = |game: &BoardGame| Ok(game.claim(&request.side, player, now_ms)?);
        self.decide(request.game, decide, now_ms).await
    }

    /// A player takes a claim back.
    pub(super) async fn withdraw(
        &mut self,
        request: ClaimSeat,
        player: &Claimant,
        now_ms: u64,
    ) -> Result<(), EboardError> {
        self.must_be_latest(request.game)?;
        let decide = |game: &BoardGame| Ok(game.withdraw(&request.side, player, now_ms)?);
        self.decide(request.game, decide, now_ms).await
    }

    /// Decides on a game as the store has it, commits what is to be noted together with what is
    /// left of the game then, and follows it.
    async fn decide(
        &mut self,
        number: u32,
        decide: impl FnOnce(&BoardGame) -> Result<Note, EboardError>,
        now_ms: u64,
    ) -> Result<(), EboardError> {
        self.settle_doubt(now_ms).await?;
        let stored = self.load(number, now_ms).await?;
        let mut game = stored.ok_or(EboardError::NoGame(number))?;
        let note = decide(&game)?;
        let (first, text) = (game.notes(), to_log(&note, now_ms)?);
        game.note(note.clone(), now_ms);
        self.append(number, self.audit(number), first, vec![text], game.finish()).await?;
        self.in_doubt = None;
        if let Some(held) = self.games.get_mut(&number) {
            held.note(note, now_ms);
        }
        Ok(())
    }

    fn must_be_latest(&self, number: u32) -> Result<(), EboardError> {
        match self.latest {
            0 => Err(refuse("no-game", "no game has begun on this board")),
            latest if latest == number => Ok(()),
            latest => {
                Err(refuse("game", format!("seats are claimed in game {latest}, the latest")))
            }
        }
    }

    /// Appends to one of a game's logs. Until [`Room::followed`] the game is in doubt, also if
    /// whoever asked goes away meanwhile; what did not happen leaves it as it was.
    async fn append(
        &mut self,
        number: u32,
        log: String,
        expected: u64,
        events: Vec<NewEvent>,
        finish: Option<Finish>,
    ) -> Result<(), StoreError> {
        let finished = finish.map(|finish| finished(&self.board, number, finish));
        self.in_doubt = Some(number);
        let mut owner = LogOwner::new(self.store.clone(), log.clone(), RULES, expected);
        match owner.append(Entry { finished, ..Entry::events(events) }).await {
            Appended::Committed => Ok(()),
            Appended::Refused(error) => {
                self.in_doubt = None;
                Err(error)
            }
            Appended::InDoubt(error) => Err(error),
            Appended::Overtaken(found) => {
                Err(StoreError::Stale { game: log, expected, found: found.len() as u64 })
            }
        }
    }

    pub(super) fn log(&self, number: u32) -> String {
        log_of(&self.board.id, number)
    }

    fn audit(&self, number: u32) -> String {
        format!("arbiter:{}:{number:010}", self.board.id)
    }
}

pub(super) fn event(kind: &'static str, public: String, now_ms: u64) -> NewEvent {
    NewEvent { kind, seat: None, command: None, public, secret: String::new(), at_ms: now_ms }
}

fn to_log(note: &Note, now_ms: u64) -> Result<NewEvent, EboardError> {
    let text = serde_json::to_string(note).map_err(|error| refuse("json", error.to_string()))?;
    Ok(event(note.kind(), text, now_ms))
}

/// What a log holds, with its times; nothing has happened in the future.
fn read<T: serde::de::DeserializeOwned>(log: &[LoggedEvent], now_ms: u64) -> Vec<(Option<T>, u64)> {
    let read = |text: &str| serde_json::from_str(text).ok();
    log.iter().map(|stored| (read(&stored.public), stored.at_ms.min(now_ms))).collect()
}
