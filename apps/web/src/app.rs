use crate::{
    browser::{self, BrowserStorage},
    journal::RemovedGame,
};
use i18n::{Language, Message};
use leptos::prelude::*;
use protocol::{DeclineReason, GameId, NAME_CHARS};
use std::sync::Arc;
use table::Table;
use ui_model::{
    NewGame, Route, Variant,
    records::Replay,
    settings::{Notation, PageSettings},
    stored::{self, StorageWarning},
};

use wasm_bindgen::JsValue;
use web_sys::History;

const SETTINGS: &str = "chuhe.settings";

/// Storage key of the last signed-in name. It is used until the server has answered, which may be
/// unreachable.
const ACCOUNT: &str = "chuhe.account";

/// Media query for enough room for a board beside a form. The style sheet of the screens uses the
/// same query.
const WIDE: &str = "(min-width: 1000px) and (min-height: 600px)";

/// Media query for dark colours.
const DARK: &str = "(prefers-color-scheme: dark)";

/// Session storage key of the open record, with the variations tried since it was opened.
pub(crate) const OPEN_RECORD: &str = "chuhe.record";

/// Session storage key of that record as it was opened.
pub(crate) const FIRST_RECORD: &str = "chuhe.first-record";

/// Session storage key of the number of shown plies.
pub(crate) const SHOWN_PLY: &str = "chuhe.record-ply";

/// Runs `work` now, and again whenever a signal that it has read changes.
///
/// Leptos compiles an effect for each type of closure, 1.1 KB each time. A boxed closure has one type.
pub(crate) fn effect(work: impl FnMut() + 'static) {
    let work: Box<dyn FnMut()> = Box::new(work);
    Effect::new(work);
}

/// State that every component may use: language, settings and the current route.
#[derive(Clone, Copy)]
pub(crate) struct App {
    /// The player's settings.
    pub(crate) settings: RwSignal<PageSettings>,
    /// The shown page.
    pub(crate) route: RwSignal<Route>,
    /// The replayed game.
    pub(crate) record: RwSignal<Option<Arc<Replay>>>,
    /// Whether the computer analyses the first position of that game as soon as it is shown.
    pub(crate) analyses_record: StoredValue<bool>,
    /// Whether the settings are open.
    pub(crate) settings_open: RwSignal<bool>,
    /// Name of the signed-in player, as far as the page knows.
    pub(crate) account: RwSignal<Option<String>>,
    /// Whether the sign-in dialog is open. It can appear over any page.
    pub(crate) sign_in_open: RwSignal<bool>,
    /// What became of the message that confirms a new account's mail address, and where to send it
    /// again, until the player has read it.
    pub(crate) mail_notice: RwSignal<Option<[String; 2]>>,
    /// Number of open challenges to the player that the player has put aside.
    pub(crate) challenges_aside: RwSignal<usize>,
    /// Whether the player wants to see those challenges again.
    pub(crate) shows_challenges: RwSignal<bool>,
    /// Warning that the browser has no room for a seat or a command.
    pub(crate) storage_warning: RwSignal<StorageWarning>,
    /// Name of the player whose card is open.
    pub(crate) player_card: RwSignal<Option<String>>,
    /// A game just removed from this device, while it can be restored.
    pub(crate) removed_game: RwSignal<Option<RemovedGame>>,
    /// The waiting table at which the player stays present while the page shows something else.
    pub(crate) waits_at: RwSignal<Option<GameId>>,
    /// The table of the challenge that was declined last, and why.
    pub(crate) declined: RwSignal<Option<(GameId, DeclineReason)>>,
    /// The waiting table that was shown last, and the page's time since when.
    pub(crate) waited_since: StoredValue<Option<(GameId, f64)>>,
    /// The table opened last on this device with its id, until it is shown.
    pub(crate) fresh_table: StoredValue<Option<(GameId, Table)>, LocalStorage>,
    /// The game that "Play now" opens, until it has been opened; `None` for the usual one.
    pub(crate) wanted_game: StoredValue<Option<NewGame>>,
    /// The game chosen on the start page; `None` for the game last played.
    pub(crate) chosen_game: RwSignal<Option<Variant>>,
    /// Whether the window is higher than wide.
    pub(crate) portrait: RwSignal<bool>,
    /// Whether there is room for a board beside a form.
    pub(crate) wide: RwSignal<bool>,
    /// Whether the system asks for dark colours.
    is_dark: RwSignal<bool>,
    /// Whether texts arrived after they were asked for, so that all are shown again.
    pub(crate) has_late_texts: RwSignal<bool>,
    /// Whether texts are being loaded.
    pub(crate) loads_texts: StoredValue<bool>,
    /// The current language, and whether late texts are there. A memo, so that other settings do not
    /// update texts.
    language: Memo<(Language, bool)>,
}

impl App {
    /// The initial state from the browser.
    pub(crate) fn new() -> App {
        let settings = stored::read(BrowserStorage, SETTINGS, PageSettings::parse)
            .unwrap_or_else(|| PageSettings::of_first_visit(browser::matches_media(WIDE)));
        let settings = RwSignal::new(settings);
        let of_browser = first_language();
        let has_late_texts = RwSignal::new(false);
        App {
            settings,
            route: RwSignal::new(current_route()),
            record: RwSignal::new(None),
            analyses_record: StoredValue::new(false),
            settings_open: RwSignal::new(false),
            account: RwSignal::new(stored::read(BrowserStorage, ACCOUNT, read_account).flatten()),
            sign_in_open: RwSignal::new(false),
            mail_notice: RwSignal::new(None),
            challenges_aside: RwSignal::new(0),
            shows_challenges: RwSignal::new(false),
            storage_warning: RwSignal::new(StorageWarning::default()),
            player_card: RwSignal::new(None),
            removed_game: RwSignal::new(None),
            waits_at: RwSignal::new(None),
            declined: RwSignal::new(None),
            waited_since: StoredValue::new(None),
            fresh_table: StoredValue::new_local(None),
            wanted_game: StoredValue::new(None),
            chosen_game: RwSignal::new(None),
            portrait: RwSignal::new(is_portrait()),
            wide: RwSignal::new(browser::matches_media(WIDE)),
            is_dark: RwSignal::new(browser::matches_media(DARK)),
            has_late_texts,
            loads_texts: StoredValue::new(false),
            language: Memo::new(move |_| {
                let chosen = settings.with(|settings| settings.language);
                (chosen.unwrap_or(of_browser), has_late_texts.get())
            }),
        }
    }

    /// Whether the site's bar is above the page: there is room for it, and no game is played.
    pub(crate) fn has_site_bar(self) -> bool {
        let is_game =
            |route: &Route| matches!(route, Route::Now | Route::Play(_) | Route::Table(_));
        self.wide.get() && !self.route.with(is_game)
    }

    /// Follows changes of the address and the window.
    pub(crate) fn follow_browser(self) {
        self.follow_address();
        for event in ["popstate", "hashchange"] {
            browser::listen(&browser::window(), event, move |_| {
                // Dialogs belong to the page that was left.
                self.settings_open.set(false);
                self.sign_in_open.set(false);
                self.follow_address();
            })
            .keep();
        }
        browser::listen(&browser::window(), "resize", move |_| {
            self.portrait.set(is_portrait());
            self.wide.set(browser::matches_media(WIDE));
        })
        .keep();
        if let Ok(Some(dark)) = browser::window().match_media(DARK) {
            browser::listen(&dark, "change", move |_| {
                self.is_dark.set(browser::matches_media(DARK));
            })
            .keep();
        }
    }

    /// The app of this component.
    pub(crate) fn get() -> App {
        expect_context()
    }

    /// The current language.
    pub(crate) fn language(self) -> Language {
        self.language.get().0
    }

    /// The current language, without following it.
    pub(crate) fn language_untracked(self) -> Language {
        self.language.get_untracked().0
    }

    /// The notation of moves: the chosen one, or else that of the language.
    pub(crate) fn notation(self) -> Notation {
        let language = self.language();
        self.settings.with(|settings| settings.notation_for(language))
    }

    /// As [`App::notation`], without following changes.
    pub(crate) fn notation_untracked(self) -> Notation {
        untrack(|| self.notation())
    }

    /// A message in the current language.
    pub(crate) fn t(self, message: Message) -> &'static str {
        message.in_language(self.language())
    }

    /// A message as a signal, which follows the language. The single type avoids a separate view
    /// type for each use.
    pub(crate) fn text(self, message: Message) -> Signal<&'static str> {
        Signal::derive(move || self.t(message))
    }

    /// A message as a signal for components that also accept names.
    pub(crate) fn title(self, message: Message) -> Signal<String> {
        Signal::derive(move || self.t(message).to_owned())
    }

    /// A message with values.
    pub(crate) fn t_with(self, message: Message, values: &[&str]) -> String {
        i18n::fill(self.t(message), values)
    }

    /// Sets the window's title from the shown content, which may be empty.
    pub(crate) fn set_title(self, shown: Signal<String>) {
        effect(move || {
            let mut title = shown.get();
            if !title.is_empty() {
                title += " · ";
            }
            // Runs after the frame in which the move was painted.
            browser::run_after(0, move || browser::document().set_title(&(title + "楚河 chuhe")));
        });
    }

    /// Why the challenge of this table was declined; `None` if it was not.
    pub(crate) fn declined_at(self, table: &GameId) -> Option<DeclineReason> {
        self.declined.with(|declined| {
            declined.as_ref().filter(|(at, _)| at == table).map(|(_, reason)| *reason)
        })
    }

    /// Shows the page of the current address. An old link is replaced by the page's address.
    fn follow_address(self) {
        let route = current_route();
        if has_old_link() {
            self.replace_address(&route);
        }
        if self.route.with_untracked(|shown| *shown != route) {
            self.route.set(route);
        }
    }

    /// Opens another page.
    pub(crate) fn go(self, route: Route) {
        if let Ok(history) = browser::window().history() {
            let depth = JsValue::from_f64(depth(&history) + 1.0);
            let _ = history.push_state_with_url(&depth, "", Some(&route.href()));
        }
        browser::announce_page();
        self.route.set(route);
        // In the next frame the new page is in the document, and the old page no longer determines
        // the scroll position.
        request_animation_frame(|| browser::window().scroll_to_with_x_and_y(0.0, 0.0));
    }

    /// Whether the table with this id was just opened.
    pub(crate) fn has_fresh(self, id: &GameId) -> bool {
        self.fresh_table.with_value(|kept| kept.as_ref().is_some_and(|kept| kept.0 == *id))
    }

    /// Takes the table with this id if it was just opened and not shown yet.
    pub(crate) fn take_fresh(self, id: &GameId) -> Option<Table> {
        let is_it = |kept: &mut (GameId, Table)| kept.0 == *id;
        let taken = self.fresh_table.try_update_value(|kept| kept.take_if(is_it));
        taken.flatten().map(|(_, table)| table)
    }

    /// Opens the replay of a game at its beginning.
    pub(crate) fn open_record(self, game: Replay) {
        self.open_record_at(game, 0);
    }

    fn open_record_at(self, game: Replay, plies: usize) {
        browser::session_store(FIRST_RECORD, &game.text());
        browser::session_store(SHOWN_PLY, &plies.to_string());
        self.record.set(Some(Arc::new(game)));
        self.go(Route::Record);
    }

    /// Opens the replay of a game after `plies`. If this tab opened it last, the variations tried
    /// there and the shown position are kept.
    pub(crate) fn reopen_record(self, game: Replay, plies: usize) {
        if browser::session_stored(FIRST_RECORD).is_some_and(|first| first == game.text()) {
            self.record.set(None);
            self.go(Route::Record);
        } else {
            self.open_record_at(game, plies);
        }
    }

    /// Goes back, or to the start page if the previous page is not part of the application.
    pub(crate) fn back(self) {
        match browser::window().history() {
            Ok(history) if depth(&history) > 0.0 => {
                let _ = history.back();
            }
            _ => self.go(Route::Start),
        }
    }

    /// Changes the address of the current page without redrawing it.
    pub(crate) fn replace_address(self, route: &Route) {
        if let Ok(history) = browser::window().history() {
            let depth = JsValue::from_f64(depth(&history));
            let _ = history.replace_state_with_url(&depth, "", Some(&route.href()));
        }
        browser::announce_page();
    }

    /// The player's name at new tables.
    pub(crate) fn player_name(self) -> String {
        let typed = self.settings.with_untracked(|settings| settings.name.trim().to_owned());
        match self.account.get_untracked() {
            Some(name) => name,
            None if typed.is_empty() => self.t(Message::Guest).to_owned(),
            None => typed,
        }
    }

    /// Stores the signed-in player.
    pub(crate) fn set_account(self, name: Option<String>) {
        browser::store(ACCOUNT, name.as_deref().unwrap_or_default());
        self.account.set(name);
    }

    /// Warns the player, once while this page is open, if a seat or a command was not stored.
    pub(crate) fn note_stored(self, is_stored: bool) {
        self.storage_warning.update(|warning| *warning = warning.after(is_stored));
    }

    /// Applies the settings to the page, and stores them when they change.
    pub(crate) fn apply_settings(self) {
        effect(move || {
            let settings = self.settings.get();
            if let Some(root) = browser::document().document_element() {
                let _ =
                    root.set_attribute("data-theme", settings.theme_for(self.is_dark.get()).id());
                let _ = root.set_attribute("data-pieces", settings.pieces.id());
                let _ = root.set_attribute("data-motion", settings.motion.id());
                let _ = root.set_attribute("lang", self.language().tag());
            }
            browser::store(SETTINGS, &settings.to_text());
        });
    }
}

/// The language of the static page, which `start.js` has chosen by the settings or the browser.
pub(crate) fn first_language() -> Language {
    let root = browser::document().document_element();
    let tag = root.and_then(|root| root.get_attribute("lang")).unwrap_or_default();
    Language::with_tag(&tag).unwrap_or(Language::English)
}

/// Parses the stored name of the account. An empty text means that no account is signed in.
fn read_account(name: &str) -> Option<Option<String>> {
    let is_name = name.chars().count() <= NAME_CHARS && !name.contains(char::is_control);
    is_name.then(|| Some(name.to_owned()).filter(|name| !name.is_empty()))
}

/// Number of pages of this application before the current one in the browser's history.
fn depth(history: &History) -> f64 {
    history.state().ok().and_then(|state| state.as_f64()).unwrap_or(0.0)
}

/// The page of the current address. A link from a time when the page was in the fragment still
/// works.
fn current_route() -> Route {
    let location = browser::window().location();
    let old = Route::read_old(&location.hash().unwrap_or_default());
    old.unwrap_or_else(|| {
        let query = location.search().unwrap_or_default();
        let path = location.pathname().unwrap_or_default();
        Route::read(&path, query.strip_prefix('?').unwrap_or_default())
    })
}

/// Whether the address has its page in the fragment.
fn has_old_link() -> bool {
    browser::window().location().hash().is_ok_and(|hash| hash.starts_with("#/"))
}

fn is_portrait() -> bool {
    browser::matches_media("(orientation: portrait)")
}
