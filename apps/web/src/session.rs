//! A table on the screen: what is known of it, and the backend that takes commands for it.

use crate::{
    app::{App, effect},
    backend::LoggedGame,
    browser, on_demand,
};
use leptos::prelude::*;
use protocol::{Command, Offer, TableInfo, TurnState};
use std::rc::Rc;
use table::GameExport;
use ui_model::{
    BrokenPromise, Proof, TableModel,
    board::{Layout, Point, Scene, Side, Step},
    catalogue::{self, Message},
    clock_face::ClockFace,
    records,
};

/// Whoever runs the table: the server, or this page itself.
pub(crate) trait TableBackend {
    /// Sends a command for a seat.
    fn send(&self, seat: u8, command: Command);
    /// Looks through the eyes of this seat from now on.
    fn view_as(&self, seat: u8);
    /// Starts the same game again, where that is possible.
    fn restart(&self);
    /// What this device can show of the game, where a server signs what it tells.
    fn proof(&self) -> Option<Proof>;
    /// Returns the source of the game's file. `None` if this backend does not know the whole game.
    fn file(&self) -> Option<GameFile>;
    /// Where it runs.
    fn kind(&self) -> BackendKind;
    /// The table ends for this page.
    fn leave(&self);
}

/// Source of a game that is saved to a file.
pub(crate) enum GameFile {
    /// The log on this device of the game with this id.
    Log(String),
    /// The text of the file.
    Text(String),
}

/// Where the table is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BackendKind {
    /// In this page.
    Local,
    /// On the server.
    Remote,
}

/// How well the backend can be reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ConnectionState {
    /// Now.
    Live,
    /// Not yet.
    Connecting,
    /// Not any more; the page keeps trying.
    Lost,
    /// Never: there is no such table.
    Missing,
}

/// A question that waits for the player's answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Confirmation {
    /// Really resign?
    Resign,
    /// Really start again?
    Restart,
    /// Really turn the mole?
    Turn(Step),
}

/// A file about which the player is asked, with its text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Saving {
    /// In which format?
    Format(String),
    /// With its secrets sealed, or revealed?
    Secrets(String),
}

/// A table on the screen. Copied freely: it only holds handles.
#[derive(Clone, Copy)]
pub(crate) struct Session {
    /// What is known of the table.
    pub(crate) model: RwSignal<Option<TableModel>>,
    /// The clocks.
    pub(crate) clocks: RwSignal<Option<ClockFace>>,
    /// How well the backend can be reached.
    pub(crate) connection: RwSignal<ConnectionState>,
    /// The seats this page may act for.
    pub(crate) seats: RwSignal<Vec<u8>>,
    /// A command on its way, until the server has answered it.
    pub(crate) sending: RwSignal<Option<Command>>,
    /// The seats somebody looks through, as the server tells; unknown before.
    pub(crate) here: RwSignal<Option<Vec<u8>>>,
    /// Evidence that the server is not honest, from the moment there is some.
    pub(crate) broken: RwSignal<Option<BrokenPromise>>,
    /// The computer's seat that waits for its turn to think, and its place in the queue.
    pub(crate) queued: RwSignal<Option<(u8, u32)>>,
    /// A table with an open seat at which the player does not sit yet.
    pub(crate) invited: RwSignal<Option<TableInfo>>,
    /// Something to tell the player.
    pub(crate) notice: RwSignal<Option<String>>,
    /// A question to the player.
    pub(crate) confirmation: RwSignal<Option<Confirmation>>,
    /// The game's file while the player is asked how to save it.
    pub(crate) saving: RwSignal<Option<Saving>>,
    /// Whether the player has just declined an offer: whoever did needs not be told.
    pub(crate) declines: StoredValue<bool>,
    /// The seat the device is to be passed to before anything is shown.
    pub(crate) handover: RwSignal<Option<u8>>,
    /// Whether the player has closed the result.
    pub(crate) result_closed: RwSignal<bool>,
    /// The ply looked back at, `None` for the present.
    pub(crate) past_ply: RwSignal<Option<usize>>,
    /// Half turns of the board asked for by the player.
    pub(crate) flipped: RwSignal<bool>,
    /// Banqi: taps look under pieces instead of playing.
    pub(crate) peeking: RwSignal<bool>,
    /// Whether taps on a small board come nearer first.
    pub(crate) loupe: RwSignal<bool>,
    /// In a record: the sides whose moles are shown.
    pub(crate) moles_of: RwSignal<Vec<Side>>,
    /// In a lesson: the piece whose moves are shown from the beginning.
    pub(crate) pointed_out: RwSignal<Option<Point>>,
    /// What somebody advises to play in the position that is shown.
    pub(crate) advised: RwSignal<Option<Step>>,
    /// Grows with everything heard, so that the same news twice is heard twice.
    pub(crate) update_count: RwSignal<u64>,
    backend: StoredValue<Option<Rc<dyn TableBackend>>, LocalStorage>,
}

impl Session {
    /// A table of which nothing is known yet; its backend follows.
    pub(crate) fn new() -> Session {
        Session {
            model: RwSignal::new(None),
            clocks: RwSignal::new(None),
            connection: RwSignal::new(ConnectionState::Connecting),
            seats: RwSignal::new(Vec::new()),
            sending: RwSignal::new(None),
            here: RwSignal::new(None),
            broken: RwSignal::new(None),
            queued: RwSignal::new(None),
            invited: RwSignal::new(None),
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
            update_count: RwSignal::new(0),
            backend: StoredValue::new_local(None),
        }
    }

    /// The session this component belongs to.
    pub(crate) fn get() -> Session {
        expect_context()
    }

    /// The same table for what stands around its board: it hears of a move when the board with it has
    /// been painted. What is done for a move is so two tasks and two frames, and whoever taps in
    /// between is heard.
    pub(crate) fn aside(self) -> Session {
        let model = RwSignal::new(self.model.get_untracked());
        let follow = move || {
            // The table may have been left meanwhile.
            let _ = model.try_set(self.model.try_get_untracked().flatten());
        };
        let waits = StoredValue::new(false);
        effect(move || {
            let is_same = |now: &TableModel, shown: &TableModel| now.you == shown.you;
            let can_wait = self.model.with(|now| {
                let shown = model.read_untracked();
                now.as_ref().zip(shown.as_ref()).is_some_and(|(now, shown)| is_same(now, shown))
            });
            // Nobody sees for a moment what is another one's, and a page that is not seen is not
            // painted.
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
        Session { model, ..self }
    }

    /// Gives the session its backend.
    pub(crate) fn set_backend(self, backend: Rc<dyn TableBackend>) {
        self.backend.set_value(Some(backend));
    }

    /// Calls the backend, if there is one.
    pub(crate) fn with_backend(self, call: impl FnOnce(&dyn TableBackend)) {
        if let Some(backend) = self.backend.get_value() {
            call(&*backend);
        }
    }

    /// Looks through the eyes of a seat from now on.
    pub(crate) fn view_as(self, seat: u8) {
        browser::window().scroll_to_with_x_and_y(0.0, 0.0);
        self.with_backend(|backend| backend.view_as(seat));
    }

    /// Whether the board is covered until the device has been passed on. Until then nobody acts: not
    /// by a finger, which the cover stops, and not by a key, which nothing covers.
    pub(crate) fn is_covered(self) -> bool {
        self.handover.with_untracked(Option::is_some)
    }

    /// Starts the same game again.
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
            GameFile::Text(text) => Some(text),
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
            GameFile::Text(text) => Some(text),
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

    /// Ends a game of this device as a contest, so that its secrets may be seen: a player against
    /// the computer resigns, several players at one device agree on a draw.
    pub(crate) fn end_contest(self) {
        let seats = self.seats.get_untracked();
        self.with_backend(|backend| match seats[..] {
            [] => {}
            [seat] => backend.send(seat, Command::Resign),
            // Seats of one device consent together.
            [seat, ..] => backend.send(seat, Command::Offer { offer: Offer::Draw }),
        });
    }

    /// What this device can show of the game.
    pub(crate) fn proof(self) -> Option<Proof> {
        self.backend.get_value().and_then(|backend| backend.proof())
    }

    /// Lets go of the backend.
    pub(crate) fn leave(self) {
        self.with_backend(|backend| backend.leave());
    }

    /// Where the table is.
    pub(crate) fn backend_kind(self) -> Option<BackendKind> {
        self.backend.get_value().map(|backend| backend.kind())
    }

    /// Takes over what the backend knows now.
    pub(crate) fn show(self, model: TableModel) {
        if !model.is_over() {
            self.result_closed.set(false);
        }
        let clocks = ClockFace::of_state(&model.state, browser::now_ms());
        self.clocks.set(clocks);
        self.past_ply.set(None);
        self.drop_hint();
        self.queued.set(None);
        self.update_count.set(self.update_count.get_untracked() + 1);
        self.model.set(Some(model));
    }

    /// A part of the model; the default while nothing is known.
    pub(crate) fn read<T: Default>(self, part: impl FnOnce(&TableModel) -> T) -> T {
        self.model.with(|model| model.as_ref().map(part).unwrap_or_default())
    }

    /// The seat for which the player may act now.
    pub(crate) fn acting_seat(self) -> Option<u8> {
        let seats = self.seats.get();
        self.read(|model| match model.state.turn {
            TurnState::Seat { seat } => seats.contains(&seat).then_some(seat),
            TurnState::Setup { you: true } => model.you.filter(|you| seats.contains(you)),
            TurnState::Setup { you: false } | TurnState::Waiting | TurnState::Over => None,
        })
    }

    /// Whether the player has nothing more to play in a game that goes on.
    pub(crate) fn is_out(self) -> bool {
        let seats = self.seats.get();
        !seats.is_empty() && self.read(|model| seats.iter().all(|&seat| model.is_out(seat)))
    }

    /// The seat through which the player acts when it is nobody's turn in particular.
    pub(crate) fn own_seat(self) -> Option<u8> {
        let seats = self.seats.get();
        self.acting_seat()
            .or_else(|| self.read(|model| model.you))
            .or_else(|| seats.first().copied())
    }

    /// Sends a command for the seat that may act, or the player's own.
    pub(crate) fn send(self, command: Command) {
        if self.is_covered() {
            return;
        }
        self.notice.set(None);
        if let Some(seat) = self.own_seat() {
            self.with_backend(|backend| backend.send(seat, command));
        }
    }

    /// Plays an action.
    pub(crate) fn play(self, action: String) {
        self.send(Command::Act { action });
    }

    /// Makes an offer.
    pub(crate) fn offer(self, offer: Offer) {
        self.declines.set_value(false);
        self.send(Command::Offer { offer });
    }

    /// Shows why something was refused. The words for it arrive with the first refusal.
    pub(crate) fn refused(self, app: App, code: &str, values: &[String], message: &str) {
        let (code, values, message) = (code.to_owned(), values.to_vec(), message.to_owned());
        let language = app.language();
        leptos::task::spawn_local(async move {
            let words = on_demand::refusal_words(language, code, values, message).await;
            let words = words.unwrap_or_else(|_| app.say(Message::NotPossible).to_owned());
            // The table may have been left meanwhile.
            let _ = self.notice.try_set(Some(words));
        });
    }

    /// Whether a person who sits here has gone: their page is closed or cut off.
    pub(crate) fn is_away(self, seat: u8) -> bool {
        let is_person = self.read(|model| {
            model.seat(seat).is_some_and(|state| state.taken && state.level.is_none())
        });
        let is_own = self.seats.with(|seats| seats.contains(&seat));
        let is_here = self.here.with(|here| here.as_ref().is_none_or(|here| here.contains(&seat)));
        is_person && !is_own && !is_here && !self.read(TableModel::is_over)
    }

    /// The action that is on its way, if it is one.
    pub(crate) fn sending_action(self) -> Option<String> {
        self.sending.with(|command| match command {
            Some(Command::Act { action }) => Some(action.clone()),
            _ => None,
        })
    }

    /// The plies that are shown.
    pub(crate) fn shown_plies(self) -> usize {
        let all = self.read(|model| model.history.len());
        self.past_ply.get().map_or(all, |past| past.min(all))
    }

    /// Looks at the board after so many plies.
    pub(crate) fn show_ply(self, plies: usize) {
        let all = self.model.with_untracked(|model| model.as_ref().map_or(0, |m| m.history.len()));
        self.past_ply.set((plies < all).then_some(plies));
        self.drop_hint();
    }

    /// Whether the player is shown a hint.
    pub(crate) fn has_hint(self) -> bool {
        self.advised.with_untracked(Option::is_some)
            && self.seats.with_untracked(|seats| !seats.is_empty())
    }

    /// Removes the arrow of a hint from the board, and its words.
    fn drop_hint(self) {
        if self.has_hint() {
            self.notice.set(None);
        }
        self.advised.set(None);
    }

    /// The board that is shown.
    pub(crate) fn scene(self) -> Option<Scene> {
        let plies = self.shown_plies();
        self.model.with(|model| Some(model.as_ref()?.scene_after(plies)))
    }

    /// The name of a seat as shown: the player's, the computer's level, or the empty seat.
    pub(crate) fn seat_name(self, app: App, seat: u8) -> String {
        self.read(|model| {
            let Some(state) = model.seat(seat) else { return String::new() };
            match &state.level {
                _ if !state.taken => app.say(Message::SeatIsOpen).to_owned(),
                Some(level) => format!(
                    "{}\u{a0}· {}",
                    app.say(Message::VsComputer),
                    catalogue::level_words(app.language(), level)
                ),
                // Several people at one device sat down under one name; a file may know none.
                None if self.shares_device() || state.name.is_empty() => match model.side(seat) {
                    Some(side) => catalogue::side_name(app.language(), side).to_owned(),
                    None => app.fill(Message::PlayerNumber, &[&(seat + 1).to_string()]),
                },
                None => state.name.clone(),
            }
        })
    }

    /// Whether several people play at this device.
    pub(crate) fn shares_device(self) -> bool {
        self.seats.with(Vec::len) > 1
    }

    /// The side of a seat in words; its name where it has none yet.
    pub(crate) fn side_words(self, app: App, seat: u8) -> String {
        match self.read(|model| model.side(seat)) {
            Some(side) => {
                app.fill(Message::SideWords, &[catalogue::side_name(app.language(), side)])
            }
            None => self.seat_name(app, seat),
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

    /// How the board lies.
    pub(crate) fn layout(self, app: App, upright: bool) -> Option<Layout> {
        let bottom = self.bottom_seat(app);
        let flipped = self.flipped.get();
        self.model.with(|model| {
            let shape = model.as_ref()?.shape();
            let layout = Layout::for_seat(shape, bottom, upright);
            let is_half = shape == ui_model::board::BoardShape::Half;
            Some(if is_half && flipped { Layout::new(shape, layout.turns + 2) } else { layout })
        })
    }
}

impl Session {
    /// What may be played now, taken apart for the board; nothing while looking back.
    pub(crate) fn legal_steps(self) -> Vec<Step> {
        let Some(seat) = self.acting_seat().filter(|_| self.past_ply.get().is_none()) else {
            return Vec::new();
        };
        self.read(|model| model.legal_steps(seat))
    }

    /// How many plies undo takes back: to the player's own last move.
    pub(crate) fn plies_to_undo(self) -> u16 {
        let seats = self.seats.get();
        self.read(|model| model.plies_to_undo(&seats))
    }
}
