//! A table on the server. The page holds one seat's view; what it sends carries an id, so that it
//! is done once however often it has to be sent.

use super::{
    server,
    wire::{Heard, Wire},
};
use crate::{
    app::App,
    browser,
    session::{HostKind, Link, Session, TableBackend},
};
use leptos::prelude::*;
use protocol::{Command, JoinRequest, OpenRequest, Seek, TablePlan, ToClient, ToServer};
use serde::{Deserialize, Serialize};
use std::{
    cell::{Cell, RefCell},
    rc::{Rc, Weak},
};
use ui_model::{Route, TableModel, Variant, catalogue::Message};

/// Seats that this browser holds at a table.
#[derive(Clone, Default, Serialize, Deserialize)]
struct Held {
    token: String,
    seats: Vec<u8>,
}

fn held_key(table: &str) -> String {
    format!("chuhe.seat.{table}")
}

fn held(table: &str) -> Option<Held> {
    serde_json::from_str(&browser::kept(&held_key(table))?).ok()
}

fn hold(table: &str, held: &Held) {
    if let Ok(text) = serde_json::to_string(held) {
        browser::keep(&held_key(table), &text);
    }
}

/// Opens a table on the server and returns its id; the error is for the player.
pub(crate) async fn open_remote(app: App, plan: TablePlan) -> Result<String, String> {
    let request = OpenRequest { plan, name: app.player_name(), salt: browser::random_hex::<16>()? };
    let created = server::open(app, &request).await?;
    hold(&created.table, &Held { token: created.token, seats: created.seats });
    Ok(created.table)
}

/// Sits down with whoever seeks the same game, or opens a table that waits.
pub(crate) async fn pair_remote(app: App, plan: TablePlan) -> Result<String, String> {
    let request = OpenRequest { plan, name: app.player_name(), salt: browser::random_hex::<16>()? };
    let created = server::pair(app, &request).await?;
    hold(&created.table, &Held { token: created.token, seats: created.seats });
    Ok(created.table)
}

/// Who waits for anybody to play this game.
pub(crate) async fn seekers(app: App, variant: Variant) -> Vec<Seek> {
    let mut seeks = server::seeks(app).await;
    seeks.retain(|seek| seek.plan.variant == variant.as_str() && held(&seek.table).is_none());
    seeks
}

/// The address of a table for somebody else: a page opened at `localhost` names an address that the
/// network knows.
pub(crate) async fn link_for_others(app: App, table: &str) -> String {
    let location = browser::window().location();
    let here = location.hostname().unwrap_or_default();
    let path = Route::Table(table.to_owned()).href();
    let is_private = matches!(here.as_str(), "localhost" | "127.0.0.1" | "[::1]");
    let known = if is_private { server::addresses(app).await } else { Vec::new() };
    match known.into_iter().next() {
        Some(address) => format!("{}{path}", address.trim_end_matches('/')),
        None => format!("{}{path}", location.origin().unwrap_or_default()),
    }
}

/// Takes an open seat; the error is for the player.
pub(crate) async fn join_remote(app: App, table: &str, seat: Option<u8>) -> Result<(), String> {
    let request = JoinRequest { name: app.player_name(), salt: browser::random_hex::<16>()?, seat };
    let joined = server::join(app, table, &request).await?;
    hold(table, &Held { token: joined.token, seats: vec![joined.seat] });
    Ok(())
}

/// Puts a table of the server on the screen: with the seats this browser holds; without any, the
/// player is asked to sit down where a seat is open, and watches otherwise.
pub(crate) fn enter_remote(app: App, session: Session, id: String) {
    if let Some(held) = held(&id) {
        Remote::start(app, session, id, held);
        return;
    }
    leptos::task::spawn_local(async move {
        match server::info(app, &id).await {
            Ok(info) if !info.over && info.seats.iter().any(|seat| !seat.taken) => {
                session.link.set(Link::Live);
                session.invited.set(Some(info));
            }
            Ok(_) => watch_remote(app, session, id),
            Err(why) => {
                session.link.set(Link::Missing);
                session.notice.set(Some(why));
            }
        }
    });
}

/// Puts a table on the screen without a seat.
pub(crate) fn watch_remote(app: App, session: Session, id: String) {
    Remote::start(app, session, id, Held::default());
}

/// A command that the server has not answered yet.
#[derive(Clone, Serialize, Deserialize)]
struct Pending {
    id: String,
    seat: u8,
    command: Command,
}

struct Remote {
    app: App,
    session: Session,
    id: String,
    held: Held,
    wire: RefCell<Option<Wire>>,
    pending: RefCell<Option<Pending>>,
    eyes: Cell<Option<u8>>,
    /// The next greeting asks for everything: the game is over and nothing is hidden any more.
    whole: Cell<bool>,
    me: RefCell<Weak<Remote>>,
    gone: Cell<bool>,
}

impl Remote {
    fn start(app: App, session: Session, id: String, held: Held) {
        let pending =
            browser::kept(&pending_key(&id)).and_then(|text| serde_json::from_str(&text).ok());
        session.seats.set(held.seats.clone());
        session.invited.set(None);
        let remote = Rc::new(Remote {
            app,
            session,
            eyes: Cell::new(held.seats.first().copied()),
            whole: Cell::new(false),
            id,
            held,
            wire: RefCell::new(None),
            pending: RefCell::new(pending),
            me: RefCell::new(Weak::new()),
            gone: Cell::new(false),
        });
        *remote.me.borrow_mut() = Rc::downgrade(&remote);
        session.set_host(remote.clone());
        remote.connect();
    }

    fn connect(&self) {
        let me = self.me.borrow().clone();
        let wire = Wire::connect(&self.id, move |heard| {
            if let Some(remote) = me.upgrade().filter(|remote| !remote.gone.get()) {
                remote.hear(heard);
            }
        });
        *self.wire.borrow_mut() = Some(wire);
    }

    fn hear(&self, heard: Heard) {
        match heard {
            Heard::Open => {
                let seen =
                    self.session.model.with_untracked(|model| model.as_ref().map_or(0, |m| m.n));
                let last = if self.whole.get() { 0 } else { seen };
                let hello =
                    ToServer::Hello { token: self.held.token.clone(), last, seat: self.eyes.get() };
                self.say(&hello);
            }
            Heard::Lost => self.session.link.set(Link::Lost),
            Heard::Said(message) => self.take(*message),
        }
    }

    fn take(&self, message: ToClient) {
        match message {
            ToClient::Snapshot(snapshot) => {
                self.whole.set(false);
                if let Some(model) = TableModel::new(*snapshot) {
                    self.session.show(model);
                }
                self.is_live();
            }
            ToClient::Update(told) => {
                let heard = self
                    .session
                    .model
                    .try_update_untracked(|model| model.as_mut().map(|model| model.hear(*told)));
                match heard.flatten() {
                    Some(Ok(())) => {
                        if let Some(model) = self.session.model.get_untracked() {
                            let rematch = model.rematch.clone();
                            if model.wants_whole() && !self.whole.replace(true) {
                                self.reconnect();
                            }
                            self.session.show(model);
                            self.follow(rematch);
                        }
                        self.is_live();
                    }
                    // Something was missed: say hello again, and the server sends what is missing.
                    Some(Err(_)) | None => self.reconnect(),
                }
            }
            ToClient::Ack { id, .. } => {
                self.answered(&id);
                self.is_live();
            }
            ToClient::Refused { id, code, message } => {
                self.answered(&id);
                self.session.refused(self.app, &code, &message);
                self.is_live();
            }
            ToClient::Error { code, message } => {
                if code == "no-table" || code == "not-found" {
                    self.session.link.set(Link::Missing);
                }
                self.session.refused(self.app, &code, &message);
            }
            ToClient::Stalled { clocks } => {
                if let Some(model) = self.session.model.get_untracked() {
                    self.session.show(model.with_clocks(clocks));
                }
                let message = "the server cannot store anything now; the clocks stand still";
                self.session.refused(self.app, "stalled", message);
                self.is_live();
            }
            ToClient::Pong => self.is_live(),
        }
    }

    /// The server has shown that it listens: what still waits is sent again.
    fn is_live(&self) {
        if self.session.link.get_untracked() != Link::Live {
            self.session.link.set(Link::Live);
            self.send_pending();
        }
    }

    fn say(&self, message: &ToServer) {
        if let Some(wire) = &*self.wire.borrow() {
            wire.say(message);
        }
    }

    fn send_pending(&self) {
        let pending = self.pending.borrow().clone();
        if let Some(Pending { id, seat, command }) = pending {
            self.session.waiting.set(true);
            let expect =
                self.session.model.with_untracked(|model| model.as_ref().map_or(0, |m| m.n));
            self.say(&ToServer::Do { id, expect, seat, command });
        }
    }

    fn answered(&self, id: &str) {
        let answered = self.pending.borrow().as_ref().is_some_and(|pending| pending.id == id);
        if answered {
            *self.pending.borrow_mut() = None;
            browser::forget(&pending_key(&self.id));
            self.session.waiting.set(false);
        }
    }

    fn reconnect(&self) {
        if let Some(wire) = &*self.wire.borrow() {
            wire.reconnect();
        }
    }

    /// Goes on to the table of the rematch; each seat has moved on by one.
    fn follow(&self, rematch: Option<String>) {
        let Some(table) = rematch else { return };
        let seats = self
            .session
            .model
            .with_untracked(|model| model.as_ref().map_or(2, |model| model.variant.seats()));
        let moved = self.held.seats.iter().map(|seat| (seat + 1) % seats).collect();
        if !self.held.token.is_empty() {
            hold(&table, &Held { token: self.held.token.clone(), seats: moved });
        }
        self.app.go(Route::Table(table));
    }
}

fn pending_key(table: &str) -> String {
    format!("chuhe.pending.{table}")
}

impl TableBackend for Remote {
    fn send(&self, seat: u8, command: Command) {
        if self.pending.borrow().is_some() {
            self.session.notice.set(Some(self.app.say(Message::MoveWaits).to_owned()));
            return;
        }
        let Ok(id) = browser::random_hex::<16>() else { return };
        let pending = Pending { id, seat, command };
        if let Ok(text) = serde_json::to_string(&pending) {
            browser::keep(&pending_key(&self.id), &text);
        }
        *self.pending.borrow_mut() = Some(pending);
        if self.session.link.get_untracked() == Link::Live {
            self.send_pending();
        } else {
            self.session.waiting.set(true);
        }
    }

    fn look(&self, seat: u8) {
        if self.held.seats.contains(&seat) {
            self.eyes.set(Some(seat));
            // Another viewer has another sequence: begin from a snapshot.
            self.session.model.set(None);
            self.reconnect();
        }
    }

    fn restart(&self) {}

    fn file(&self) -> Option<String> {
        let session = self.session;
        session.model.with_untracked(|model| ui_model::records::write(model.as_ref()?))
    }

    fn kind(&self) -> HostKind {
        HostKind::Remote
    }

    fn leave(&self) {
        self.gone.set(true);
        *self.wire.borrow_mut() = None;
    }
}
