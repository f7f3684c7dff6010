//! Smart boards: who may speak, what they said, and the hall that shows them all.
//!
//! A board's game is a log in the store like any other. An event is acknowledged after its commit
//! and never before; the log's own sequence is the board's, so that nothing is stored twice and a
//! gap is noticed and asked for.

pub(crate) mod broker;
mod finished;
mod post;
mod room;

pub(crate) use finished::archive_place;

use crate::{
    config::{NoChance, Source},
    limits::{BOARD_NAME_CHARS, BOARDS, WAITING_VIEWS},
};
use game::Refusal;
use protocol::{ClaimSeat, CorrectEboard, EboardView, RegisterEboard, RegisteredEboard};
use room::Room;
use smart_boards::{Claimant, Key, Post, board_id};
use std::{
    collections::BTreeMap,
    sync::{Arc, PoisonError, RwLock},
};
use store::{Board, Store, StoreError};
use tokio::sync::{Mutex, broadcast};

/// All boards of a server.
pub(crate) struct Eboards {
    store: Arc<dyn Store>,
    source: Arc<dyn Source>,
    rooms: RwLock<BTreeMap<String, Arc<Mutex<Room>>>>,
    changes: broadcast::Sender<Arc<str>>,
}

impl Eboards {
    /// Takes up every board the store knows.
    pub(crate) async fn open(
        store: Arc<dyn Store>,
        source: Arc<dyn Source>,
    ) -> Result<Eboards, StoreError> {
        let mut rooms = BTreeMap::new();
        for board in store.boards().await? {
            let id = board.id.clone();
            let room = Room::open(board, store.clone(), source.now_ms()).await?;
            rooms.insert(id, Arc::new(Mutex::new(room)));
        }
        let (changes, _) = broadcast::channel(WAITING_VIEWS);
        Ok(Eboards { store, source, rooms: RwLock::new(rooms), changes })
    }

    /// Lets a board in, or gives a known one a new name and key.
    pub(crate) async fn register(
        &self,
        request: RegisterEboard,
    ) -> Result<RegisteredEboard, EboardError> {
        if board_id(&request.id).is_none() {
            return Err(refuse("board", "expected the board's number: 24 hex digits, lower case"));
        }
        let name = named("name", &request.name)?;
        let is_known = self.room(&request.id).is_ok();
        if !is_known && self.list().len() >= BOARDS {
            return Err(refuse("boards", format!("a server has room for {BOARDS} boards")));
        }
        let key = Key::new(self.source.random()?);
        let board = Board { id: request.id.clone(), name, key: key.to_bytes() };
        self.store.put_board(board.clone()).await?;
        match self.room(&request.id) {
            Ok(room) => room.lock().await.rename(board),
            Err(_) => {
                let room = Room::open(board, self.store.clone(), self.source.now_ms()).await?;
                self.rooms
                    .write()
                    .unwrap_or_else(PoisonError::into_inner)
                    .insert(request.id.clone(), Arc::new(Mutex::new(room)));
            }
        }
        self.tell(&request.id).await;
        Ok(RegisteredEboard { key: key.to_hex() })
    }

    /// Takes a bridge's message; the answer is JSON for the board.
    pub(crate) async fn post(
        &self,
        id: &str,
        body: &[u8],
        signature: &str,
    ) -> Result<smart_boards::Reply, EboardError> {
        let room = self.room(id)?;
        let mut room = room.lock().await;
        let post = room.open_post(body, signature)?;
        self.take(&mut room, post).await
    }

    /// Takes a message in that has been found to be the board's.
    async fn take(&self, room: &mut Room, post: Post) -> Result<smart_boards::Reply, EboardError> {
        let reply = room.take(post, self.source.now_ms()).await?;
        self.spread(&room.view(self.source.now_ms()));
        Ok(reply)
    }

    /// Puts something right.
    pub(crate) async fn correct(
        &self,
        id: &str,
        request: CorrectEboard,
    ) -> Result<(), EboardError> {
        let by = named("by", &request.by)?;
        let room = self.room(id)?;
        room.lock().await.correct(CorrectEboard { by, ..request }, self.source.now_ms()).await?;
        self.tell(id).await;
        Ok(())
    }

    /// A player claims a seat.
    pub(crate) async fn claim(
        &self,
        id: &str,
        request: ClaimSeat,
        player: Claimant,
    ) -> Result<(), EboardError> {
        let room = self.room(id)?;
        room.lock().await.claim(request, player, self.source.now_ms()).await?;
        self.tell(id).await;
        Ok(())
    }

    /// A player takes a claim back.
    pub(crate) async fn withdraw(
        &self,
        id: &str,
        request: ClaimSeat,
        player: &Claimant,
    ) -> Result<(), EboardError> {
        let room = self.room(id)?;
        room.lock().await.withdraw(request, player, self.source.now_ms()).await?;
        self.tell(id).await;
        Ok(())
    }

    /// Every board, by name.
    pub(crate) async fn views(&self) -> Vec<EboardView> {
        let mut views = Vec::new();
        for room in self.list() {
            views.push(room.lock().await.view(self.source.now_ms()));
        }
        views.sort_by(|a, b| (&a.name, &a.id).cmp(&(&b.name, &b.id)));
        views
    }

    /// One board.
    pub(crate) async fn view(&self, id: &str) -> Result<EboardView, EboardError> {
        Ok(self.room(id)?.lock().await.view(self.source.now_ms()))
    }

    /// The numbers of a board's games.
    pub(crate) async fn games(&self, id: &str) -> Result<Vec<u32>, EboardError> {
        Ok(self.room(id)?.lock().await.games().await?)
    }

    /// One game of a board.
    pub(crate) async fn game(
        &self,
        id: &str,
        number: u32,
    ) -> Result<smart_boards::BoardGame, EboardError> {
        let room = self.room(id)?;
        let game = room.lock().await.load(number, self.source.now_ms()).await?;
        game.ok_or(EboardError::NoGame(number))
    }

    /// Every change of every board from now on, as JSON.
    pub(crate) fn watch(&self) -> broadcast::Receiver<Arc<str>> {
        self.changes.subscribe()
    }

    /// Says so when a board has fallen silent or a claim has lapsed.
    pub(crate) async fn look_for_silence(&self) {
        let now_ms = self.source.now_ms();
        for room in self.list() {
            let mut room = room.lock().await;
            if room.has_aged(now_ms) {
                let view = room.view(now_ms);
                drop(room);
                self.spread(&view);
            }
        }
    }

    async fn tell(&self, id: &str) {
        if let Ok(view) = self.view(id).await {
            self.spread(&view);
        }
    }

    fn spread(&self, view: &EboardView) {
        if let Ok(text) = serde_json::to_string(view) {
            // Nobody may be watching.
            let _ = self.changes.send(text.into());
        }
    }

    fn room(&self, id: &str) -> Result<Arc<Mutex<Room>>, EboardError> {
        let rooms = self.rooms.read().unwrap_or_else(PoisonError::into_inner);
        rooms.get(id).cloned().ok_or(EboardError::NoBoard)
    }

    fn list(&self) -> Vec<Arc<Mutex<Room>>> {
        let rooms = self.rooms.read().unwrap_or_else(PoisonError::into_inner);
        rooms.values().cloned().collect()
    }
}

/// Why something about a board cannot be done.
#[derive(Debug, thiserror::Error)]
pub(crate) enum EboardError {
    #[error("there is no such board; the arbiter lets boards in")]
    NoBoard,
    #[error("this board has no game {0}")]
    NoGame(u32),
    #[error("the message is not signed with this board's key")]
    Signature,
    #[error("{0}")]
    Refused(#[from] Refusal),
    #[error("{0}")]
    Store(#[from] StoreError),
    #[error("{0}")]
    NoChance(#[from] NoChance),
}

fn refuse(code: &'static str, message: impl Into<String>) -> EboardError {
    EboardError::Refused(Refusal::new(code, message.into()))
}

fn named(what: &'static str, name: &str) -> Result<String, EboardError> {
    let name = name.trim();
    let fits = (1..=BOARD_NAME_CHARS).contains(&name.chars().count());
    if !fits || name.chars().any(char::is_control) {
        return Err(refuse(what, format!("expected `{what}`: 1 to {BOARD_NAME_CHARS} characters")));
    }
    Ok(name.to_owned())
}
