//! Smart boards: registration, messages from their bridges, and the live list for the pages.
//!
//! A board's game is a log in the store like any other. It holds the board's events and the notes
//! on them, in one order. An event is acknowledged only after its commit.

mod arbiter;
mod board_state;
mod elsewhere;
mod error;
mod finished;
mod listener;
mod listing;
mod locked_state;
mod post;
mod published;
mod reader;
mod run;
mod sharing;
mod smart_board;

pub(crate) use arbiter::Arbiter;

pub(crate) use error::SmartBoardError;
pub(crate) use finished::{archive_place, board_game};
pub(crate) use listener::Listener;
pub(crate) use post::SignedAnswer;

use crate::{
    accounts::Member,
    base::{Config, Env, Hints, HubError, name},
    limits::{BOARD_NAME_CHARS, BOARDS},
};
use board_state::BoardState;
use error::refuse;
use listing::{Listing, Watching};
use protocol::{
    AccountId, BoardId, ClaimSeat, CorrectSmartBoard, RegisterSmartBoard, RegisteredSmartBoard,
    SmartBoardView,
};
use reader::Reader;
use smart_board::SmartBoard;
use smart_boards::{BoardGame, Claimant, Key, Moment, chip_id};
use std::{
    collections::BTreeMap,
    net::IpAddr,
    sync::{Arc, PoisonError, RwLock},
};
use store::{Board, Store};
use tokio::sync::{Mutex, Notify, OwnedSemaphorePermit};

/// All boards of a server.
pub(crate) struct SmartBoards {
    store: Arc<dyn Store>,
    env: Arc<dyn Env>,
    by_id: RwLock<BTreeMap<BoardId, Arc<SmartBoard>>>,
    /// Notifies other servers of the store about changes of a board.
    hints: Option<Arc<dyn Hints>>,
    /// Signalled when another server has reported a change.
    hinted: Notify,
    /// Held while a board is registered. If a board gets two keys at once, the one stored last is
    /// used.
    registering: Mutex<()>,
    listing: Arc<Listing>,
    reader: Arc<Reader>,
}

impl SmartBoards {
    /// Loads all boards from the store.
    pub(crate) async fn open(
        store: Arc<dyn Store>,
        config: &Config,
    ) -> Result<SmartBoards, HubError> {
        let boards = SmartBoards {
            store,
            env: config.env.clone(),
            hints: config.hints.clone(),
            hinted: Notify::new(),
            by_id: RwLock::default(),
            registering: Mutex::default(),
            listing: Arc::default(),
            reader: Arc::default(),
        };
        for board in boards.store.boards().await? {
            boards.admit(board).await.map_err(|error| match error {
                SmartBoardError::Store(error) => HubError::from(error),
                SmartBoardError::RngError(error) => error.into(),
                SmartBoardError::Refused(refusal) => refusal.into(),
                _ => HubError::Busy,
            })?;
        }
        Ok(boards)
    }

    /// Registers a board, or gives a known one a new name and key.
    pub(crate) async fn register(
        &self,
        request: RegisterSmartBoard,
    ) -> Result<RegisteredSmartBoard, SmartBoardError> {
        if chip_id(&request.id).is_none() {
            return Err(refuse("board", "expected the board's number: 24 hex digits, lower case"));
        }
        let name = name::shown(&request.name, BOARD_NAME_CHARS)
            .map_err(|expected| refuse("name", expected))?;
        let _alone = self.registering.lock().await;
        let known = self.smart_board(&request.id).ok();
        if known.is_none() && self.list().len() >= BOARDS {
            return Err(refuse("boards", format!("a server has room for {BOARDS} boards")));
        }
        let key = Key::new(self.env.random()?);
        let board = Board { id: request.id, name, key: key.to_bytes() };
        self.store.put_board(board.clone()).await?;
        let id = board.id.clone();
        match known {
            Some(smart_board) => smart_board.rename(board).await,
            None => self.admit(board).await?,
        }
        self.tell(&id).await;
        Ok(RegisteredSmartBoard { key: key.to_hex() })
    }

    /// Checks the signature of a bridge's message before it waits for anything, and reserves a
    /// place in the board's queue.
    pub(crate) fn recognise(
        &self,
        id: &BoardId,
        mac: &str,
        body: String,
    ) -> Result<SignedPost, SmartBoardError> {
        let smart_board = self.smart_board(id)?;
        let key = smart_board.key_of(body.as_bytes(), mac).ok_or(SmartBoardError::Signature)?;
        let place = smart_board.wait_in_line(&body)?;
        Ok(SignedPost { smart_board, key, body, _place: place })
    }

    /// Processes a message and signs the answer.
    pub(crate) async fn answer(&self, post: SignedPost) -> SignedAnswer {
        let SignedPost { smart_board, key, body, _place } = post;
        let now = self.now();
        let mut state = smart_board.lock().await;
        let answer = state.answer(body.as_bytes(), now).await;
        let change = state.change(now);
        self.note(&mut state, now).await;
        drop(state);
        self.listing.spread(change);
        SignedAnswer::new(&answer, smart_board.id(), &key)
    }

    /// Records an arbiter's correction.
    pub(crate) async fn correct(
        &self,
        id: &BoardId,
        request: CorrectSmartBoard,
    ) -> Result<(), SmartBoardError> {
        let smart_board = self.smart_board(id)?;
        smart_board.lock().await.correct(request, self.now()).await?;
        self.tell(id).await;
        Ok(())
    }

    /// Stores a player's claim of a seat.
    pub(crate) async fn claim(
        &self,
        id: &BoardId,
        request: ClaimSeat,
        player: Member,
    ) -> Result<(), SmartBoardError> {
        let smart_board = self.smart_board(id)?;
        smart_board.lock().await.claim(request, claimant(player), self.now()).await?;
        self.tell(id).await;
        Ok(())
    }

    /// Withdraws a player's claim.
    pub(crate) async fn withdraw(
        &self,
        id: &BoardId,
        request: ClaimSeat,
        player: Member,
    ) -> Result<(), SmartBoardError> {
        let smart_board = self.smart_board(id)?;
        smart_board.lock().await.withdraw(request, &claimant(player), self.now()).await?;
        self.tell(id).await;
        Ok(())
    }

    /// All boards as a JSON list, by name.
    pub(crate) fn views(&self) -> Arc<str> {
        self.listing.now(self).list.clone()
    }

    /// Whether an account plays at a board now.
    pub(crate) fn is_played_by(&self, account: &AccountId) -> bool {
        let now_ms = self.now().steady_ms;
        let plays = |smart_board: &Arc<SmartBoard>| {
            let published = smart_board.published();
            published.latest.as_ref().is_some_and(|game| game.is_played_by(account, now_ms))
        };
        self.list().iter().any(plays)
    }

    /// One board. During a commit it is the state before it.
    pub(crate) async fn view(&self, id: &BoardId) -> Result<SmartBoardView, SmartBoardError> {
        let now = self.now();
        let smart_board = self.smart_board(id)?;
        if let Some(mut state) = smart_board.try_lock() {
            state.hear_elsewhere(now).await?;
        }
        Ok(smart_board.published().view(now.steady_ms))
    }

    /// Numbers of a board's games, in ascending order.
    pub(crate) async fn games(&self, id: &BoardId) -> Result<Vec<u32>, SmartBoardError> {
        let smart_board = self.smart_board(id)?;
        if let Some(mut state) = smart_board.try_lock() {
            state.catch_up(self.now()).await?;
        }
        Ok(smart_board.published().numbers.clone())
    }

    /// Applies `read` to one game of a board. Readers wait for each other but for no commit.
    pub(crate) async fn game<T: Send + 'static>(
        &self,
        id: &BoardId,
        number: u32,
        read: impl FnOnce(&BoardGame) -> T + Send + 'static,
    ) -> Result<T, SmartBoardError> {
        let smart_board = self.smart_board(id)?;
        if let Some(mut state) = smart_board.try_lock() {
            state.catch_up(self.now()).await?;
        }
        let game = match smart_board.published().held.get(&number) {
            Some(game) => game.clone(),
            None => self.reader.game(&self.store, id, number, self.now()).await?,
        };
        self.reader.work(move || read(&game)).await
    }

    /// One game of a board as shown by the pages.
    pub(crate) async fn game_view(
        &self,
        id: &BoardId,
        number: u32,
    ) -> Result<SmartBoardView, SmartBoardError> {
        let name = self.smart_board(id)?.published().board.name.clone();
        let (id_shown, now_ms) = (id.to_owned(), self.now().steady_ms);
        self.game(id, number, move |game| game.view(&id_shown, &name, now_ms)).await
    }

    /// Stream of all boards as JSON, followed by every change.
    pub(crate) fn watch(&self, from: Option<IpAddr>) -> Result<Watching, SmartBoardError> {
        // Subscribed before the snapshot, so that no change is missed.
        let mut watching = self.listing.watch(from)?;
        watching.begin(self.listing.now(self));
        Ok(watching)
    }

    /// Publishes boards that have fallen silent and claims that have expired. Each board is published
    /// to other servers by its own task, so a commit that hangs delays no other board.
    pub(crate) fn publish_aged(self: &Arc<Self>) {
        let now = self.now();
        for smart_board in self.list() {
            // A board with a running commit is checked next time.
            let Some(mut state) = smart_board.try_lock() else { continue };
            let change = if state.has_aged(now.steady_ms) { state.change(now) } else { None };
            let is_noted = change.is_some() && state.is_latest() && self.are_shared();
            drop(state);
            self.listing.spread(change);
            if is_noted {
                let boards = self.clone();
                tokio::spawn(async move { boards.note_latest(&smart_board).await });
            }
        }
    }

    /// Publishes a board to other servers, unless one of them has written a later view.
    async fn note_latest(&self, smart_board: &SmartBoard) {
        let mut state = smart_board.lock().await;
        if state.is_latest() {
            self.note(&mut state, self.now()).await;
        }
    }

    /// Current time, by both clocks.
    fn now(&self) -> Moment {
        Moment { unix_ms: self.env.now_ms(), steady_ms: self.env.steady_ms() }
    }

    /// Opens a board's state.
    async fn admit(&self, board: Board) -> Result<(), SmartBoardError> {
        let id = board.id.clone();
        let [a, b, c, d, e, f, g, h, ..] = self.env.random()?;
        let nonce = u64::from_be_bytes([a, b, c, d, e, f, g, h]);
        let key = Key::new(board.key);
        let (store, reader) = (self.store.clone(), self.reader.clone());
        let state = BoardState::open(board, store, reader, nonce, self.now()).await?;
        let smart_board = Arc::new(SmartBoard::new(key, state));
        self.by_id.write().unwrap_or_else(PoisonError::into_inner).insert(id, smart_board);
        Ok(())
    }

    /// Publishes a board's change.
    async fn tell(&self, id: &BoardId) {
        if let Ok(smart_board) = self.smart_board(id) {
            let now = self.now();
            let mut state = smart_board.lock().await;
            let change = state.change(now);
            self.note(&mut state, now).await;
            drop(state);
            self.listing.spread(change);
        }
    }

    fn smart_board(&self, id: &BoardId) -> Result<Arc<SmartBoard>, SmartBoardError> {
        let by_id = self.by_id.read().unwrap_or_else(PoisonError::into_inner);
        by_id.get(id).cloned().ok_or(SmartBoardError::NoBoard)
    }

    fn list(&self) -> Vec<Arc<SmartBoard>> {
        let by_id = self.by_id.read().unwrap_or_else(PoisonError::into_inner);
        by_id.values().cloned().collect()
    }
}

/// Message with a bridge's valid signature.
pub(crate) struct SignedPost {
    smart_board: Arc<SmartBoard>,
    key: Key,
    body: String,
    _place: OwnedSemaphorePermit,
}

fn claimant(Member { id, name }: Member) -> Claimant {
    Claimant { id, name }
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardlink::{Body, Event, Settings, ToHost};
    use commit_reveal::SigningKey;
    use smart_boards::Post;
    use std::time::Duration;
    use store::testing::{Fault, FaultyStore, MemoryStore, Operation, Switches};

    /// A server with two boards.
    async fn two_boards(store: Arc<dyn Store>) -> (Arc<SmartBoards>, [BoardId; 2]) {
        let config = Config::system(Vec::new(), String::new(), SigningKey::from_bytes([5; 32]));
        let boards = SmartBoards::open(store, &config).await.expect("boards");
        let ids = ["a1", "b2"].map(|digits| BoardId::from(digits.repeat(12)));
        for id in &ids {
            let board = Board { id: id.clone(), name: format!("Table {id:.2}"), key: [7; 32] };
            boards.admit(board).await.expect("let in");
        }
        (Arc::new(boards), ids)
    }

    /// Both boards have no message yet, so both are found silent.
    #[tokio::test(start_paused = true)]
    async fn a_commit_delays_the_ageing_of_no_other_board() {
        let memory = MemoryStore::default().node(true);
        let store: Arc<FaultyStore<MemoryStore>> =
            Arc::new(FaultyStore::new(memory, Switches::default()));
        let (boards, ids) = two_boards(store.clone()).await;
        let mut watching = boards.watch(None).expect("state");
        for _ in &ids {
            watching.next().await.expect("a board");
        }
        store.faults().start(Fault::Hangs, &[Operation::ShareBoards]);
        let before = store.faults().calls(&[Operation::ShareBoards]);
        boards.publish_aged();
        let changes = async {
            for _ in &ids {
                watching.next().await.expect("a change");
            }
        };
        tokio::time::timeout(Duration::from_secs(1), changes).await.expect("no wait");
        tokio::time::sleep(Duration::from_millis(1)).await;
        let calls = store.faults().calls(&[Operation::ShareBoards]) - before;
        assert_eq!(calls, ids.len(), "each board is published by itself");
        // A board whose commit still hangs is left out.
        boards.publish_aged();
        tokio::time::sleep(Duration::from_millis(1)).await;
        assert_eq!(store.faults().calls(&[Operation::ShareBoards]) - before, calls);
        store.faults().stop(Fault::Hangs);
        for id in &ids {
            assert!(boards.view(id).await.is_ok());
        }
    }

    /// During a commit of one board, all boards can be read, watched and checked, in the state
    /// before it.
    #[tokio::test(start_paused = true)]
    async fn a_commit_holds_up_no_reader() {
        let store = Arc::new(FaultyStore::<MemoryStore>::default());
        let (boards, ids) = two_boards(store.clone()).await;
        let post = |n: u64, seq: u32, body: Body| {
            let event = Event { game: 1, seq, at_ms: seq, body };
            let post = Post { n, nonce: None, messages: vec![ToHost::Event(event)] };
            let body = serde_json::to_string(&post).expect("json");
            let mac = Key::new([7; 32]).sign(&ids[0], body.as_bytes());
            boards.recognise(&ids[0], &mac, body).expect("the board's")
        };
        let begun = boards.answer(post(1, 0, Body::Setup { settings: Settings::default() })).await;
        assert_eq!(begun.status, 200);
        store.faults().start(Fault::Hangs, &[Operation::Append]);
        let committing = boards.answer(post(2, 1, Body::Restored));
        tokio::pin!(committing);
        let pause = tokio::time::timeout(Duration::from_millis(10), &mut committing).await;
        assert!(pause.is_err(), "the commit hangs");
        let readers = async {
            let list: Vec<SmartBoardView> = serde_json::from_str(&boards.views()).expect("a list");
            assert_eq!(list.len(), 2);
            assert_eq!(boards.view(&ids[0]).await.expect("a view").game, 1);
            assert_eq!(boards.games(&ids[0]).await.ok(), Some(vec![1]));
            let events = boards.game(&ids[0], 1, BoardGame::next).await;
            assert_eq!(events.ok(), Some(1), "as it was before the commit");
            assert!(boards.game_view(&ids[0], 1).await.is_ok());
            let mut watching = boards.watch(None).expect("state");
            for _ in &ids {
                watching.next().await.expect("a board");
            }
            boards.publish_aged();
        };
        tokio::time::timeout(Duration::from_secs(1), readers).await.expect("no wait");
        store.faults().stop(Fault::Hangs);
        assert_eq!(committing.await.status, 200);
        assert_eq!(boards.game(&ids[0], 1, BoardGame::next).await.ok(), Some(2));
    }
}
