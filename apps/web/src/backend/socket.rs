//! A socket to the server. It reconnects on its own, pings when idle, and detects a dead peer.

use crate::browser::{self, Listener};
use protocol::{GONE_AFTER_MS, PING_AFTER_MS, ToServer};
use serde::Serialize;
use std::{
    cell::{Cell, RefCell},
    rc::{Rc, Weak},
};
use wasm_bindgen::{JsCast, closure::Closure};
use web_sys::{MessageEvent, WebSocket};

/// Interval of the housekeeping timer.
const PULSE_MS: u32 = 500;
/// First and longest wait between two attempts, in intervals.
const FIRST_WAIT: u32 = 1;
const MAX_WAIT: u32 = 8;

/// An event of the socket.
pub(super) enum SocketEvent {
    /// The socket is open, and the client should send its greeting.
    Open,
    /// The socket is closed. It reconnects on its own.
    Lost,
    /// The text of a message of the server.
    Message(String),
}

/// A connection to a table or to the lobby. Dropping it closes the socket.
pub(super) struct ServerSocket {
    inner: Rc<Inner>,
    _listeners: [Listener; 2],
}

struct Inner {
    address: String,
    on_event: Box<dyn Fn(SocketEvent)>,
    socket: RefCell<Option<Socket>>,
    received_at: Cell<f64>,
    sent_at: Cell<f64>,
    wait: Cell<u32>,
    pulses_left: Cell<u32>,
    closed: Cell<bool>,
}

struct Socket {
    socket: WebSocket,
    _on_open: Closure<dyn FnMut()>,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_close: Closure<dyn FnMut()>,
}

impl Drop for Socket {
    fn drop(&mut self) {
        self.socket.set_onopen(None);
        self.socket.set_onmessage(None);
        self.socket.set_onclose(None);
        let _ = self.socket.close();
    }
}

impl ServerSocket {
    /// Connects to a path of the server and keeps the connection alive.
    pub(super) fn connect(path: &str, on_event: impl Fn(SocketEvent) + 'static) -> ServerSocket {
        let location = browser::window().location();
        let secure = location.protocol().is_ok_and(|protocol| protocol == "https:");
        let scheme = if secure { "wss" } else { "ws" };
        let host = location.host().unwrap_or_default();
        let inner = Rc::new(Inner {
            address: format!("{scheme}://{host}{path}"),
            on_event: Box::new(on_event),
            socket: RefCell::new(None),
            received_at: Cell::new(browser::now_ms()),
            sent_at: Cell::new(browser::now_ms()),
            wait: Cell::new(FIRST_WAIT),
            pulses_left: Cell::new(0),
            closed: Cell::new(false),
        });
        inner.open();
        watch_connection(Rc::downgrade(&inner));
        let _listeners = close_while_hidden(&inner);
        ServerSocket { inner, _listeners }
    }

    /// Sends a message if the socket is open. The caller resends messages that must arrive.
    pub(super) fn send(&self, message: &impl Serialize) {
        let Ok(text) = serde_json::to_string(message) else { return };
        self.inner.send(&text);
    }

    /// Closes the socket and opens a new one at once.
    pub(super) fn reconnect(&self) {
        let inner = self.inner.clone();
        // Not within the socket's own callback, which would be dropped while it runs.
        browser::run_after(0, move || {
            if !inner.closed.get() {
                inner.open();
            }
        });
    }
}

impl Drop for ServerSocket {
    fn drop(&mut self) {
        self.inner.closed.set(true);
        let inner = self.inner.clone();
        browser::run_after(0, move || *inner.socket.borrow_mut() = None);
    }
}

impl Inner {
    fn open(self: &Rc<Self>) {
        self.pulses_left.set(0);
        self.received_at.set(browser::now_ms());
        let Ok(socket) = WebSocket::new(&self.address) else { return };
        let me = Rc::downgrade(self);
        let on_open = Closure::<dyn FnMut()>::new({
            let me = me.clone();
            move || notify(&me, SocketEvent::Open)
        });
        let on_message = Closure::<dyn FnMut(MessageEvent)>::new({
            let me = me.clone();
            move |event: MessageEvent| {
                if let Some(message) = event.data().as_string() {
                    if let Some(inner) = me.upgrade() {
                        inner.wait.set(FIRST_WAIT);
                    }
                    notify(&me, SocketEvent::Message(message));
                }
            }
        });
        let on_close = Closure::<dyn FnMut()>::new(move || connection_lost(&me));
        socket.set_onopen(Some(on_open.as_ref().unchecked_ref()));
        socket.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        socket.set_onclose(Some(on_close.as_ref().unchecked_ref()));
        let socket =
            Socket { socket, _on_open: on_open, _on_message: on_message, _on_close: on_close };
        *self.socket.borrow_mut() = Some(socket);
    }

    fn send(&self, text: &str) {
        if let Some(Socket { socket, .. }) = &*self.socket.borrow()
            && socket.ready_state() == WebSocket::OPEN
            && socket.send_with_str(text).is_ok()
        {
            self.sent_at.set(browser::now_ms());
        }
    }

    /// Schedules a reconnect with an increasing delay.
    fn schedule_reconnect(&self) {
        if self.pulses_left.get() == 0 {
            self.pulses_left.set(self.wait.get());
            self.wait.set((self.wait.get() * 2).min(MAX_WAIT));
            (self.on_event)(SocketEvent::Lost);
        }
    }
}

fn notify(me: &Weak<Inner>, what: SocketEvent) {
    if let Some(inner) = me.upgrade().filter(|inner| !inner.closed.get()) {
        inner.received_at.set(browser::now_ms());
        (inner.on_event)(what);
    }
}

fn connection_lost(me: &Weak<Inner>) {
    if let Some(inner) = me.upgrade().filter(|inner| !inner.closed.get()) {
        inner.schedule_reconnect();
    }
}

/// Closes the socket while a left page is kept in the browser's back/forward cache. The player is
/// not looking at the table then, and the server must know.
fn close_while_hidden(inner: &Rc<Inner>) -> [Listener; 2] {
    let me = Rc::downgrade(inner);
    let hide = browser::listen(&browser::window(), "pagehide", move |_| {
        if let Some(inner) = me.upgrade() {
            *inner.socket.borrow_mut() = None;
        }
    });
    let me = Rc::downgrade(inner);
    let show = browser::listen(&browser::window(), "pageshow", move |_| {
        let Some(inner) = me.upgrade().filter(|inner| !inner.closed.get()) else { return };
        if inner.socket.borrow().is_none() {
            inner.open();
        }
    });
    [hide, show]
}

fn watch_connection(me: Weak<Inner>) {
    browser::run_after(PULSE_MS, move || {
        let Some(inner) = me.upgrade().filter(|inner| !inner.closed.get()) else { return };
        let now = browser::now_ms();
        let quiet = now - inner.received_at.get();
        match inner.pulses_left.get() {
            1 => inner.open(),
            0 if quiet > GONE_AFTER_MS as f64 => inner.schedule_reconnect(),
            0 if quiet.min(now - inner.sent_at.get()) > PING_AFTER_MS as f64 => {
                // Every socket of the server answers it.
                if let Ok(ping) = serde_json::to_string(&ToServer::Ping) {
                    inner.send(&ping);
                }
            }
            0 => {}
            left => inner.pulses_left.set(left - 1),
        }
        watch_connection(Rc::downgrade(&inner));
    });
}
