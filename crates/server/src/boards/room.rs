use super::{BoardError, refuse};
use boardlink::Event;
use boards::BoardGame;
use protocol::{BoardCorrection, BoardState, BoardView, CorrectBoard};
use std::{collections::HashMap, sync::Arc};
use store::{Append, Board, NewEvent, Store, StoreError};

/// After so long without a word a board is offline, in milliseconds; its bridge speaks every ten
/// seconds.
const SILENCE_MS: u64 = 30_000;
/// The longest reason of an arbiter, in characters.
const WHY_CHARS: usize = 400;
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
    /// The game whose last commit failed or was broken off: only the store knows how it stands.
    in_doubt: Option<u32>,
    heard_ms: Option<u64>,
    was_silent: bool,
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

    /// Whether it has become silent since this was last asked.
    pub(super) fn has_fallen_silent(&mut self, now_ms: u64) -> bool {
        let is_silent = self.is_silent(now_ms);
        let has_fallen = is_silent && !self.was_silent;
        self.was_silent = is_silent;
        has_fallen
    }

    fn is_silent(&self, now_ms: u64) -> bool {
        self.heard_ms.is_none_or(|heard| now_ms.saturating_sub(heard) > SILENCE_MS)
    }

    pub(super) fn view(&self, now_ms: u64) -> BoardView {
        let nothing_yet = BoardGame::new(0);
        let game = self.games.get(&self.latest).unwrap_or(&nothing_yet);
        let mut view = game.view(&self.board.id, &self.board.name, now_ms);
        if self.is_silent(now_ms) && view.state != BoardState::Over {
            view.state = BoardState::Offline;
        }
        view
    }

    /// The numbers of its games, in order.
    pub(super) async fn games(&self) -> Result<Vec<u32>, StoreError> {
        let ids = self.store.games_from(&format!("board:{}:", self.board.id)).await?;
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
        let mut game = BoardGame::new(number);
        for stored in log {
            match serde_json::from_str::<Event>(&stored.public) {
                // In the order of the log no event can be missing.
                Ok(event) => _ = game.apply(&event, stored.at_ms.min(now_ms)),
                Err(_) => game.lose(stored.seq as u32 + 1),
            }
        }
        match self.store.load(&self.audit(number)).await {
            Ok(audit) => {
                for stored in audit {
                    if let Ok(correction) = serde_json::from_str(&stored.public) {
                        // It could be done when it was stored.
                        let _ = game.correct(correction);
                    }
                }
            }
            Err(StoreError::NoGame(_)) => {}
            Err(error) => return Err(error),
        }
        Ok(Some(game))
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

    /// Commits what happened in a game from `first` on. Until [`Room::followed`] the game is in doubt: a bridge that hangs up ends this in the
    /// middle, and a store that fails may have committed all the same.
    pub(super) async fn commit(
        &mut self,
        number: u32,
        first: u32,
        events: Vec<NewEvent>,
    ) -> Result<(), StoreError> {
        self.in_doubt = Some(number);
        append(&*self.store, self.log(number), first.into(), events).await
    }

    /// A game has followed what was committed.
    pub(super) fn followed(&mut self, number: u32) {
        self.in_doubt = None;
        self.latest = self.latest.max(number);
    }

    /// Puts something right: first into the audit trail, then on the screens.
    pub(super) async fn correct(
        &mut self,
        request: CorrectBoard,
        now_ms: u64,
    ) -> Result<(), BoardError> {
        let CorrectBoard { game: number, by, what, why } = request;
        if why.trim().is_empty() || why.chars().count() > WHY_CHARS {
            return Err(refuse("why", format!("expected a reason of 1 to {WHY_CHARS} characters")));
        }
        let loaded = self.load(number, now_ms).await?;
        let mut game = loaded.ok_or(BoardError::NoGame(number))?;
        let expected = match self.store.load(&self.audit(number)).await {
            Ok(audit) => audit.len() as u64,
            Err(StoreError::NoGame(_)) => 0,
            Err(error) => return Err(error.into()),
        };
        let correction = BoardCorrection { at_ms: now_ms, by, what, why };
        game.correct(correction.clone()).map_err(|why| refuse("correction", why))?;
        let text = serde_json::to_string(&correction)
            .map_err(|error| refuse("json", error.to_string()))?;
        append(&*self.store, self.audit(number), expected, vec![event("correction", text, now_ms)])
            .await?;
        if let Some(held) = self.games.get_mut(&number) {
            // The same as what was just tried on the stored one.
            let _ = held.correct(correction);
        }
        Ok(())
    }

    fn log(&self, number: u32) -> String {
        format!("board:{}:{number:010}", self.board.id)
    }

    fn audit(&self, number: u32) -> String {
        format!("arbiter:{}:{number:010}", self.board.id)
    }
}

pub(super) fn event(kind: &'static str, public: String, now_ms: u64) -> NewEvent {
    NewEvent { kind, seat: None, command: None, public, secret: String::new(), at_ms: now_ms }
}

async fn append(
    store: &dyn Store,
    game: String,
    expected: u64,
    events: Vec<NewEvent>,
) -> Result<(), StoreError> {
    let append = Append { game, expected, events, token: None, deadline_ms: None, finished: None };
    match expected {
        0 => store.create(RULES, append).await,
        _ => store.append(append).await,
    }
}
