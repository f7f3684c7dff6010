//! A table on the screen: its model, and the backend that accepts commands.

use crate::{
    app::{App, effect},
    browser,
    journal::LoggedGame,
};
use board_art::Layout;
use games::board::{BoardView, Point, Side, Step};
use i18n::{Language, Message};
use leptos::{
    prelude::*,
    wasm_split::{SplitLoaderError, wasm_split},
};
use protocol::{CLOSED_NAME, ChatWords, Command, GameId, Offer, TableInfo, TurnState};
use std::{rc::Rc, sync::Arc};
use table::{GameExport, Proof};
use ui_model::{
    GameModel, TableModel, TranscriptViolation,
    clock_face::ClockFace,
    records::{self, Replay},
};

/// The backend of a table: the server, or this page itself.
pub(crate) trait TableBackend {
    /// Sends a command for the seat to act, or for the player's seat.
    fn send(&self, seat: u8, command: Command);
    /// Says a line in the viewer's chat. A table in this page has none.
    fn say(&self, _words: ChatWords) {}
    /// Switches the view to a seat.
    fn view_as(&self, seat: u8);
    /// Starts the same game again, if possible.
    fn restart(&self);
    /// The device's evidence of the game, if a server signs its transcript.
    fn proof(&self) -> Option<Proof>;
    /// Returns the source of the game's file. `None` if this backend keeps no game.
    fn file(&self) -> Option<GameFile>;
    /// The kind of backend.
    fn kind(&self) -> BackendKind;
    /// The page leaves the table.
    fn leave(&self);
}

/// Source of a game that is saved to a file.
pub(crate) enum GameFile {
    /// The log on this device of the game with this id.
    Log(GameId),
    /// The game that is shown, if all of it is known.
    Shown,
}

/// The kind of backend.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BackendKind {
    /// A table in this page.
    Local,
    /// A table on the server.
    Remote,
}

/// A short message to the player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Notice {
    /// A text of the catalogue. If the catalogue is still being loaded, it appears afterwards.
    Message(Message),
    /// Words in the current language.
    Words(String),
    /// The reason of a refusal, in the current language. It stays until the next action.
    Refusal(String),
}

impl Notice {
    /// The words in the current language.
    pub(crate) fn words(self, app: App) -> String {
        match self {
            Notice::Message(message) => app.t(message).to_owned(),
            Notice::Words(words) | Notice::Refusal(words) => words,
        }
    }
}

impl From<Message> for Notice {
    fn from(message: Message) -> Notice {
        Notice::Message(message)
    }
}

impl From<String> for Notice {
    fn from(words: String) -> Notice {
        Notice::Words(words)
    }
}

/// State of the connection to the backend.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ConnectionState {
    /// Connected.
    Live,
    /// Not connected yet.
    Connecting,
    /// The connection is lost, and the page keeps trying to reconnect.
    Lost,
    /// The table does not exist.
    Missing,
}

/// A question that the player must confirm.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Confirmation {
    /// Resign?
    Resign,
    /// Start the game again?
    Restart,
    /// Reveal the mole?
    Turn(Step),
}

/// A question about saving, with the file's text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Saving {
    /// Which format?
    Format(String),
    /// Sealed or revealed secrets?
    Secrets(String),
}

/// The content of a board.
#[derive(Clone)]
enum Shown {
    /// A game alone: a replay, or a step of a lesson.
    Game(Arc<GameModel>),
    /// A table with its game.
    Table(Box<TableModel>),
}

impl Shown {
    fn game(&self) -> &GameModel {
        match self {
            Shown::Game(game) => game,
            Shown::Table(table) => &table.game,
        }
    }
}

/// A table on the screen. It is `Copy` because it holds only handles.
#[derive(Clone, Copy)]
pub(crate) struct Session {
    /// The content of the board; `None` before the first snapshot.
    shown: RwSignal<Option<Shown>>,
    /// The clocks.
    pub(crate) clocks: RwSignal<Option<ClockFace>>,
    /// State of the connection to the backend.
    pub(crate) connection: RwSignal<ConnectionState>,
    /// The seats for which this page may act.
    pub(crate) seats: RwSignal<Vec<u8>>,
    /// A command without an answer from the server.
    pub(crate) sending: RwSignal<Option<Command>>,
    /// Whether the player confirms each move.
    pub(crate) confirms_moves: StoredValue<bool>,
    /// A move that the player has yet to confirm.
    pub(crate) unconfirmed: RwSignal<Option<String>>,
    /// Whether the player may plan a move while another player thinks.
    pub(crate) has_premoves: RwSignal<bool>,
    /// The steps that the player may plan now. They are found after each change of the game.
    pub(crate) plans: RwSignal<Vec<Step>>,
    /// The planned move. It is never sent before the player's turn.
    pub(crate) premove: RwSignal<Option<Step>>,
    /// Number of plies when it was planned.
    pub(crate) premove_plies: StoredValue<u32>,
    /// A planned move that was just dropped, while the board shows that.
    pub(crate) dropped_premove: RwSignal<Option<Step>>,
    /// The seats whose players are connected; `None` before the server has reported them.
    pub(crate) here: RwSignal<Option<Vec<u8>>>,
    /// The absent seats whose opponent may claim the game, each with the page's time of that.
    pub(crate) absent: RwSignal<Vec<(u8, f64)>>,
    /// Evidence that the server is not honest, from the moment there is some.
    pub(crate) broken: RwSignal<Option<TranscriptViolation>>,
    /// The computer seat that waits in the thinking queue, with its place.
    pub(crate) queued: RwSignal<Option<(u8, u32)>>,
    /// A table with an open seat that the player has not joined.
    pub(crate) invited: RwSignal<Option<TableInfo>>,
    /// Whether the viewer has a chat.
    pub(crate) has_chat: RwSignal<bool>,
    /// The line that the viewer is typing in the chat.
    pub(crate) chat_draft: RwSignal<String>,
    /// The typed line sent last; empty after a phrase. It returns to the field if it is refused.
    pub(crate) chat_sent: StoredValue<String>,
    /// A short message to the player.
    pub(crate) notice: RwSignal<Option<Notice>>,
    /// A question that the player must confirm.
    pub(crate) confirmation: RwSignal<Option<Confirmation>>,
    /// The file to be saved while the player chooses how.
    pub(crate) saving: RwSignal<Option<Saving>>,
    /// Whether the player has just declined an offer, and so needs no message about it.
    pub(crate) declines: StoredValue<bool>,
    /// The seat that the device is to be handed to; the board is covered until then.
    pub(crate) handover: RwSignal<Option<u8>>,
    /// Whether the player has closed the result.
    pub(crate) result_closed: RwSignal<bool>,
    /// The shown past ply; `None` for the current position.
    pub(crate) past_ply: RwSignal<Option<usize>>,
    /// Whether the player has rotated the board by half a turn.
    pub(crate) flipped: RwSignal<bool>,
    /// Banqi: whether taps peek instead of playing.
    pub(crate) peeking: RwSignal<bool>,
    /// Whether the magnifier is on.
    pub(crate) loupe: RwSignal<bool>,
    /// In a replay: the sides whose moles are shown.
    pub(crate) moles_of: RwSignal<Vec<Side>>,
    /// In a lesson or puzzle: the piece whose moves are shown without a tap.
    pub(crate) pointed_out: RwSignal<Option<Point>>,
    /// The suggested step in the shown position.
    pub(crate) advised: RwSignal<Option<Step>>,
    /// In an analysis: the step that the other side threatens in the shown position.
    pub(crate) threatened: RwSignal<Option<Step>>,
    /// Number of updates, so that two equal updates in a row are both announced.
    pub(crate) update_count: RwSignal<u64>,
    backend: StoredValue<Option<Rc<dyn TableBackend>>, LocalStorage>,
}

impl Session {
    /// A session that shows nothing. Its backend is set later.
    pub(crate) fn new() -> Session {
        Session {
            shown: RwSignal::new(None),
            clocks: RwSignal::new(None),
            connection: RwSignal::new(ConnectionState::Connecting),
            seats: RwSignal::new(Vec::new()),
            sending: RwSignal::new(None),
            confirms_moves: StoredValue::new(false),
            unconfirmed: RwSignal::new(None),
            has_premoves: RwSignal::new(false),
            plans: RwSignal::new(Vec::new()),
            premove: RwSignal::new(None),
            premove_plies: StoredValue::new(0),
            dropped_premove: RwSignal::new(None),
            here: RwSignal::new(None),
            absent: RwSignal::new(Vec::new()),
            broken: RwSignal::new(None),
            queued: RwSignal::new(None),
            invited: RwSignal::new(None),
            has_chat: RwSignal::new(false),
            chat_draft: RwSignal::new(String::new()),
            chat_sent: StoredValue::new(String::new()),
            notice: RwSignal::new(None),
            confirmation: RwSignal::new(None),
            saving: RwSignal::new(None),
            declines: StoredValue::new(false),
            handover: RwSignal::new(None),
            result_closed: RwSignal::new(false),
            past_ply: RwSignal::new(None),
            flipped: RwSignal::new(false),
            peeking: RwSignal::new(false),
            loupe: RwSignal::new(false),
            moles_of: RwSignal::new(vec![Side::Red, Side::Black]),
            pointed_out: RwSignal::new(None),
            advised: RwSignal::new(None),
            threatened: RwSignal::new(None),
            update_count: RwSignal::new(0),
            backend: StoredValue::new_local(None),
        }
    }

    /// The session of this component.
    pub(crate) fn get() -> Session {
        expect_context()
    }

    /// A deferred copy of the session for the parts around the board. It receives each update after
    /// the board has been painted. The work for a move is split into two tasks and two frames, so
    /// that input in between is handled.
    pub(crate) fn deferred(self) -> Session {
        let shown = RwSignal::new(self.shown.get_untracked());
        let follow = move || {
            // The player may have left the table in the meantime.
            let _ = shown.try_set(self.shown.try_get_untracked().flatten());
        };
        let waits = StoredValue::new(false);
        effect(move || {
            let is_same = |now: &Shown, before: &Shown| now.game().you == before.game().you;
            let can_wait = self.shown.with(|now| {
                let before = shown.read_untracked();
                now.as_ref().zip(before.as_ref()).is_some_and(|(now, before)| is_same(now, before))
            });
            // Updates are not deferred when the viewing seat changes, because a frame could show
            // another player's secret. They are not deferred in a hidden page either, because it is
            // not painted.
            if !can_wait || browser::document().hidden() {
                return follow();
            }
            if !waits.get_value() {
                waits.set_value(true);
                request_animation_frame(move || {
                    browser::run_after(0, move || {
                        let _ = waits.try_set_value(false);
                        follow();
                    });
                });
            }
        });
        Session { shown, ..self }
    }

    /// Sets the backend.
    pub(crate) fn set_backend(self, backend: Rc<dyn TableBackend>) {
        self.backend.set_value(Some(backend));
    }

    /// Calls the backend, if there is one.
    pub(crate) fn with_backend(self, call: impl FnOnce(&dyn TableBackend)) {
        if let Some(backend) = self.backend.get_value() {
            call(&*backend);
        }
    }

    /// Switches the view to a seat.
    pub(crate) fn view_as(self, seat: u8) {
        browser::window().scroll_to_with_x_and_y(0.0, 0.0);
        self.with_backend(|backend| backend.view_as(seat));
    }

    /// Whether the board is covered for a handover. Until it is uncovered, neither taps nor keys
    /// have an effect.
    pub(crate) fn is_covered(self) -> bool {
        self.handover.with_untracked(Option::is_some)
    }

    /// Starts the same game again, if possible.
    pub(crate) fn restart(self) {
        if self.is_covered() {
            return;
        }
        self.with_backend(|backend| backend.restart());
    }

    /// Writes the game to a file with its secrets, for a player who has chosen to reveal them. Only
    /// the parts that arrive on demand call this: reading a log is not part of the first files.
    pub(crate) fn open_file(self) -> Option<String> {
        match self.backend.get_value()?.file()? {
            GameFile::Log(id) => self.write_open(LoggedGame::read(&id)?),
            GameFile::Shown => untrack(|| self.read(records::write)),
        }
    }

    /// The replay of the game. `None` while a part of it is hidden from this page.
    pub(crate) fn replay(self) -> Option<Replay> {
        match self.backend.get_value()?.file()? {
            GameFile::Log(id) => {
                let game = LoggedGame::read(&id).filter(|game| !game.has_secrets)?;
                let day = browser::day(game.export.since_ms);
                Replay::of_export(self.without_names(game.export), &day)
            }
            GameFile::Shown => untrack(|| self.read(Replay::of_game)),
        }
    }

    /// Writes the game to a file without anything that this page must not know. The secrets of a
    /// running game are sealed.
    pub(crate) fn file(self) -> Option<String> {
        match self.backend.get_value()?.file()? {
            GameFile::Log(id) => {
                let game = LoggedGame::read(&id)?;
                if !game.has_secrets {
                    return self.write_open(game);
                }
                let day = browser::day(game.export.since_ms);
                let export = self.without_names(game.export);
                let key = browser::random().ok()?;
                records::write_sealed(export, &game.events, &day, key, browser::epoch_ms())
            }
            GameFile::Shown => untrack(|| self.read(records::write)),
        }
    }

    fn write_open(self, game: LoggedGame) -> Option<String> {
        let day = browser::day(game.export.since_ms);
        records::write_export(self.without_names(game.export), &day)
    }

    /// Removes the names if several people play at this device: they share one name.
    fn without_names(self, mut export: GameExport) -> GameExport {
        if untrack(|| self.shares_device()) {
            export.names.iter_mut().for_each(String::clear);
        }
        export
    }

    /// Ends a local game as a contest, so that its secrets may be revealed. Against the computer
    /// the player resigns; several players at one device agree on a draw.
    pub(crate) fn end_contest(self) {
        let seats = self.seats.get_untracked();
        self.with_backend(|backend| match seats[..] {
            [] => {}
            [seat] => backend.send(seat, Command::Resign),
            // All seats of one device agree together.
            [seat, ..] => backend.send(seat, Command::Offer { offer: Offer::Draw }),
        });
    }

    /// The device's evidence of the game, if a server signs its transcript.
    pub(crate) fn proof(self) -> Option<Proof> {
        self.backend.get_value().and_then(|backend| backend.proof())
    }

    /// Leaves the backend.
    pub(crate) fn leave(self) {
        self.with_backend(|backend| backend.leave());
    }

    /// The kind of backend.
    pub(crate) fn backend_kind(self) -> Option<BackendKind> {
        self.backend.get_value().map(|backend| backend.kind())
    }

    /// Shows a game without a table.
    pub(crate) fn show_game(self, game: Arc<GameModel>) {
        self.show(Shown::Game(game));
    }

    /// Shows a table.
    pub(crate) fn show_table(self, table: TableModel) {
        self.show(Shown::Table(Box::new(table)));
    }

    fn show(self, now: Shown) {
        self.shown.update_untracked(|shown| *shown = Some(now));
        self.show_changes();
    }

    /// Shows nothing until the next snapshot.
    pub(crate) fn show_nothing(self) {
        self.shown.set(None);
    }

    /// Changes the table without showing it. [`Session::show_changes`] shows all changes at once.
    /// `None` without a table.
    pub(crate) fn change_table<T>(self, change: impl FnOnce(&mut TableModel) -> T) -> Option<T> {
        let changed = self.shown.try_update_untracked(|shown| match shown {
            Some(Shown::Table(table)) => Some(change(table)),
            Some(Shown::Game(_)) | None => None,
        });
        changed.flatten()
    }

    /// Shows the game or the table after a change.
    pub(crate) fn show_changes(self) {
        if untrack(|| self.read(|game| !game.is_over())) {
            self.result_closed.set(false);
        }
        let clocks = untrack(|| self.read_table(|table| table.clocks.clone()));
        self.clocks.set(clocks.map(|clocks| ClockFace::new(clocks, browser::now_ms())));
        self.past_ply.set(None);
        self.unconfirmed.set(None);
        self.drop_hint();
        self.queued.set(None);
        self.update_count.set(self.update_count.get_untracked() + 1);
        self.shown.notify();
    }

    /// A part of the game; the default value if nothing is shown.
    pub(crate) fn read<T: Default>(self, part: impl FnOnce(&GameModel) -> T) -> T {
        self.shown.with(|shown| shown.as_ref().map(|it| part(it.game())).unwrap_or_default())
    }

    /// A part of the table; the default value if no table is shown.
    pub(crate) fn read_table<T: Default>(self, part: impl FnOnce(&TableModel) -> T) -> T {
        self.shown.with(|shown| match shown {
            Some(Shown::Table(table)) => part(table),
            Some(Shown::Game(_)) | None => T::default(),
        })
    }

    /// The seat for which the player may act now.
    pub(crate) fn acting_seat(self) -> Option<u8> {
        let seats = self.seats.get();
        self.read(|model| match model.turn {
            TurnState::Seat { seat } => seats.contains(&seat).then_some(seat),
            TurnState::Setup { you: true } => model.you.filter(|you| seats.contains(you)),
            TurnState::Setup { you: false } | TurnState::Waiting | TurnState::Over => None,
        })
    }

    /// Whether the player's game is over while the other players go on.
    pub(crate) fn is_out(self) -> bool {
        let seats = self.seats.get();
        !seats.is_empty() && self.read(|model| seats.iter().all(|&seat| model.is_out(seat)))
    }

    /// The player's seat for actions outside their turn.
    pub(crate) fn own_seat(self) -> Option<u8> {
        let seats = self.seats.get();
        self.acting_seat()
            .or_else(|| self.read(|model| model.you))
            .or_else(|| seats.first().copied())
    }

    /// Sends a command for the seat to act, or for the player's seat.
    pub(crate) fn send(self, command: Command) {
        if self.is_covered() {
            return;
        }
        self.notice.set(None);
        if let Some(seat) = self.own_seat() {
            self.with_backend(|backend| backend.send(seat, command));
        }
    }

    /// Plays an action, or asks the player to confirm it.
    pub(crate) fn play(self, action: String) {
        let is_move = || untrack(|| self.read(|game| matches!(game.turn, TurnState::Seat { .. })));
        if self.confirms_moves.get_value() && is_move() {
            self.unconfirmed.set(Some(action));
        } else {
            self.send(Command::Act { action });
        }
    }

    /// Makes an offer.
    pub(crate) fn offer(self, offer: Offer) {
        self.declines.set_value(false);
        self.send(Command::Offer { offer });
    }

    /// Shows the reason of a refusal. The texts are loaded with the first refusal.
    pub(crate) fn refused(self, app: App, code: &str, values: &[String], message: &str) {
        let (code, message) = (code.to_owned(), message.to_owned());
        let language = app.language();
        let notation = app.notation_untracked();
        let words = |game: &GameModel| Some(game.value_words(language, notation, values));
        let values = untrack(|| self.read(words)).unwrap_or_else(|| values.to_vec());
        leptos::task::spawn_local(async move {
            let words = refusal_words(language, code, values, message).await;
            let words = words.unwrap_or_else(|_| app.t(Message::NotPossible).to_owned());
            // The player may have left the table in the meantime.
            self.tell(Notice::Refusal(words));
        });
    }

    /// Shows a short message to the player, who may have left the table in the meantime.
    pub(crate) fn tell(self, notice: impl Into<Notice>) {
        let _ = self.notice.try_set(Some(notice.into()));
    }

    /// Whether the message stays until the next action: a hint, and the reason of a refusal.
    pub(crate) fn keeps_notice(self) -> bool {
        self.has_hint()
            || self.notice.with_untracked(|notice| matches!(notice, Some(Notice::Refusal(_))))
    }

    /// Whether the player of a seat is disconnected.
    pub(crate) fn is_away(self, seat: u8) -> bool {
        let is_person = self.read(|model| {
            model.seat(seat).is_some_and(|state| state.taken && state.level.is_none())
        });
        let is_own = self.seats.with(|seats| seats.contains(&seat));
        let is_here = self.here.with(|here| here.as_ref().is_none_or(|here| here.contains(&seat)));
        is_person && !is_own && !is_here && !self.read(GameModel::is_over)
    }

    /// The action that is not confirmed yet, or else the one in the unanswered command.
    pub(crate) fn sending_action(self) -> Option<String> {
        self.unconfirmed.get().or_else(|| self.sent_action())
    }

    /// The action in the unanswered command, if it is one.
    pub(crate) fn sent_action(self) -> Option<String> {
        self.sending.with(|command| match command {
            Some(Command::Act { action }) => Some(action.clone()),
            _ => None,
        })
    }

    /// Number of plies shown.
    pub(crate) fn shown_plies(self) -> usize {
        let all = self.read(|model| model.history.len());
        self.past_ply.get().map_or(all, |past| past.min(all))
    }

    /// Shows the board after `plies` plies.
    pub(crate) fn show_ply(self, plies: usize) {
        let all = untrack(|| self.read(|game| game.history.len()));
        self.past_ply.set((plies < all).then_some(plies));
        self.drop_hint();
    }

    /// Whether the player is shown a hint.
    fn has_hint(self) -> bool {
        self.advised.with_untracked(Option::is_some)
            && self.seats.with_untracked(|seats| !seats.is_empty())
    }

    /// Removes the arrow of a hint from the board, its words, and the reason of a refusal.
    fn drop_hint(self) {
        if self.keeps_notice() {
            self.notice.set(None);
        }
        self.advised.set(None);
    }

    /// The shown board.
    pub(crate) fn scene(self) -> Option<BoardView> {
        let plies = self.shown_plies();
        self.read(|game| Some(game.scene_after(plies)))
    }

    /// The displayed name of a seat: the player's, the computer's level, or an open seat.
    pub(crate) fn seat_name(self, app: App, seat: u8) -> String {
        self.read(|model| {
            let Some(state) = model.seat(seat) else { return String::new() };
            match &state.level {
                _ if !state.taken => app.t(Message::SeatIsOpen).to_owned(),
                Some(level) => format!(
                    "{}\u{a0}· {}",
                    app.t(Message::VsComputer),
                    i18n::level_words(app.language(), level)
                ),
                // Players of one device share one name, so it is removed.
                None if self.shares_device() || state.name.is_empty() => match model.side(seat) {
                    Some(side) => i18n::side_name(app.language(), side).to_owned(),
                    None => app.t_with(Message::PlayerNumber, &[&(seat + 1).to_string()]),
                },
                None => i18n::shown_name(app.language(), &state.name).to_owned(),
            }
        })
    }

    /// Name of the account that sits there; `None` for guests, computers and closed accounts.
    pub(crate) fn account_of(self, seat: u8) -> Option<String> {
        self.read(|model| {
            // Only accounts have a strength.
            let state = model.seat(seat).filter(|state| state.strength.is_some())?;
            Some(state.name.clone()).filter(|name| name != CLOSED_NAME)
        })
    }

    /// Whether several people play on this device.
    pub(crate) fn shares_device(self) -> bool {
        self.seats.with(Vec::len) > 1
    }

    /// The side of a seat in words; its name if it has no side yet.
    pub(crate) fn side_words(self, app: App, seat: u8) -> String {
        match self.read(|model| model.side(seat)) {
            Some(side) => app.t_with(Message::SideWords, &[i18n::side_name(app.language(), side)]),
            None => self.seat_name(app, seat),
        }
    }

    /// The side of a seat in words, or the name of its team.
    pub(crate) fn party_words(self, app: App, seat: u8) -> String {
        match self.read(|model| model.team(seat)) {
            Some(team) => app.t(team.message()).to_owned(),
            None => self.side_words(app, seat),
        }
    }

    /// The reason of the ending as this player reads it.
    pub(crate) fn ending_words(self, app: App) -> Option<String> {
        let own = self.seats.get();
        self.read(|model| model.ending_words(app.language(), &own))
    }

    /// The seat at the bottom of the board.
    pub(crate) fn bottom_seat(self, app: App) -> u8 {
        let seats = self.seats.get();
        let turned = app.settings.with(|settings| settings.auto_flip) && seats.len() > 1;
        let base = match self.acting_seat() {
            Some(acting) if turned => acting,
            _ => self.read(|model| model.you).or(seats.first().copied()).unwrap_or(0),
        };
        let count = self.read(|model| model.variant.seats()).max(1);
        let turns = if self.flipped.get() { count / 2 } else { 0 };
        (base + turns) % count
    }

    /// The layout of the board.
    pub(crate) fn layout(self, app: App, upright: bool) -> Option<Layout> {
        let bottom = self.bottom_seat(app);
        let flipped = self.flipped.get();
        self.read(|game| {
            let shape = game.shape();
            let layout = Layout::for_seat(shape, bottom, upright);
            let is_half = shape == games::board::BoardShape::Half;
            Some(if is_half && flipped { Layout::new(shape, layout.turns + 2) } else { layout })
        })
    }
}

impl Session {
    /// The legal steps; empty while a past position is shown.
    pub(crate) fn legal_steps(self) -> Vec<Step> {
        let Some(seat) = self.acting_seat().filter(|_| self.past_ply.get().is_none()) else {
            return Vec::new();
        };
        self.read(|model| model.legal_steps(seat))
    }

    /// The seat for which the player may plan a move now: the only seat of this page, while another
    /// player thinks and the current position is shown.
    pub(crate) fn planning_seat(self) -> Option<u8> {
        if !self.has_premoves.get() || self.past_ply.get().is_some() {
            return None;
        }
        let seat =
            self.seats.with(|seats| if let [seat] = seats[..] { Some(seat) } else { None })?;
        let waits = |model: &GameModel| model.on_move().is_some_and(|on_move| on_move != seat);
        self.read(waits).then_some(seat)
    }

    /// Plans a move for the player's next turn.
    pub(crate) fn plan(self, step: Step) {
        let plies = untrack(|| self.read(|model| model.history.len()));
        self.premove_plies.set_value(plies as u32);
        self.dropped_premove.set(None);
        self.premove.set(Some(step));
    }

    /// Cancels the planned move. Returns whether there was one.
    pub(crate) fn cancel_premove(self) -> bool {
        let is_planned = self.premove.with_untracked(Option::is_some);
        if is_planned {
            self.premove.set(None);
        }
        is_planned
    }

    /// Number of plies to take back, up to the player's own last move.
    pub(crate) fn plies_to_undo(self) -> u16 {
        let seats = self.seats.get();
        self.read(|model| model.plies_to_undo(&seats))
    }
}

/// The text of a refusal.
#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible)]
fn refusal_words(
    language: Language,
    code: String,
    values: Vec<String>,
    message: String,
) -> Result<String, SplitLoaderError> {
    Ok(i18n::refusal(language, &code, &values, &message))
}
