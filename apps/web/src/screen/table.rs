use crate::{
    app::App,
    backend,
    board::Board,
    lazy::{Lazy, LazyChunk, NotFetched},
    parts::{
        ActionBar, AfterGame, AwaitedTable, BrokenPromiseNote, CapturedPieces, ChatBeside,
        ChatButton, EndingGrounds, Icon, InvitePanel, JoinPanel, LoupeButton, MoveList, Questions,
        RatingChanges, RuleButton, SaveDialog, SaveProof, Seal, SeatPlate, SettingsButton,
        SharePicture, Standings, StatusBar, StorageWarningNote, TypeMove, call_on_my_turn,
        follow_confirmation_setting, follow_premove, is_zen, verdict,
    },
    screen::{NotFound, Tour},
    session::{Notice, Session},
    sound,
    ticking::clear_after,
    undercover::{DeviceHandover, MoleFates, SetupPanel, TurnKeyBar},
    undercover_input::UndercoverInput,
};
use i18n::{Message, variant_name};
use leptos::{context::Provider, prelude::*, wasm_split::wasm_split};
use protocol::{GameId, TurnState, UpdateEvent};
use ui_model::{DealCheck, GameModel, Route, TableModel, stored::StorageWarning};

/// A game just opened on this device.
#[component]
pub(crate) fn FreshTable(id: GameId) -> impl IntoView {
    let app = App::get();
    let session = Session::new();
    provide_context(session);
    if let Some(table) = app.take_fresh(&id) {
        backend::show_fresh(app, session, &id, table);
    }
    on_cleanup(move || session.leave());
    view! { <Table link=RwSignal::new(None)/> }
}

/// A stored game of this device.
#[component]
pub(crate) fn LocalTable(
    /// Id of the game; an empty id means the latest one.
    id: GameId,
) -> impl IntoView {
    let app = App::get();
    let session = Session::new();
    provide_context(session);
    let is_found = backend::resume_local(app, session, &id);
    // Without a game there is no latest one to continue.
    if !is_found && id.is_empty() {
        app.go(Route::Start);
    }
    on_cleanup(move || session.leave());
    if is_found || id.is_empty() {
        view! { <Table link=RwSignal::new(None)/> }.into_any()
    } else {
        view! { <NotFound/> }.into_any()
    }
}

/// A table on the server.
#[component]
pub(crate) fn RemoteTable(id: GameId) -> impl IntoView {
    let app = App::get();
    let session = Session::new();
    provide_context(session);
    let link = RwSignal::new(None);
    let table = id.clone();
    leptos::task::spawn_local(async move {
        link.set(Some(backend::link_for_others(app, &table).await));
    });
    backend::enter_remote(app, session, id.clone());
    follow_confirmation_setting(app, session);
    call_on_my_turn(app, session);
    let invited = Memo::new(move |_| session.invited.with(Option::is_some));
    on_cleanup(move || session.leave());
    view! {
        <Table link/>
        {move || invited.get().then(|| view! { <Lazy chunk=LazyChunk::new(fetch_join, { let id = id.clone(); move || join_panel(id.clone()) })/> })}
    }
}

/// Style sheets of undercover's parts.
const UNDERCOVER: &[&str] = &["/style/undercover.css"];

/// Style sheets of a finished game's details.
const ENDING: &[&str] = &["/style/players.css", "/style/print.css"];

/// Style sheets of the chat.
const CHAT: &[&str] = &["/style/chat.css"];

#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible, preload(fetch_chat_button))]
fn chat_button() -> Result<AnyView, NotFetched> {
    Ok(view! { <ChatButton/> }.into_any())
}

#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible, preload(fetch_chat))]
fn chat_beside() -> Result<AnyView, NotFetched> {
    Ok(view! { <ChatBeside/> }.into_any())
}

#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible, preload(fetch_join))]
fn join_panel(id: GameId) -> Result<AnyView, NotFetched> {
    Ok(view! { <JoinPanel id/> }.into_any())
}

#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible, preload(fetch_invite))]
fn invite_panel(link: String) -> Result<AnyView, NotFetched> {
    Ok(view! { <InvitePanel link/> }.into_any())
}

#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible, preload(fetch_set_up))]
fn set_up(undercover_input: UndercoverInput) -> Result<AnyView, NotFetched> {
    Ok(view! { <SetupPanel undercover_input/> }.into_any())
}

#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible, preload(fetch_turn_key))]
fn turn_key(undercover_input: UndercoverInput) -> Result<AnyView, NotFetched> {
    Ok(view! { <TurnKeyBar undercover_input/> }.into_any())
}

#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible, preload(fetch_broken_promise))]
fn broken_promise() -> Result<AnyView, NotFetched> {
    Ok(view! { <BrokenPromiseNote/> }.into_any())
}

#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible, preload(fetch_storage_warning))]
fn storage_warning() -> Result<AnyView, NotFetched> {
    Ok(view! { <StorageWarningNote/> }.into_any())
}

#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible, preload(fetch_save_dialog))]
fn save_dialog() -> Result<AnyView, NotFetched> {
    Ok(view! { <SaveDialog/> }.into_any())
}

#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible, preload(fetch_result))]
fn result() -> Result<AnyView, NotFetched> {
    Ok(view! { <GameResult docks=true/> }.into_any())
}

#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible, preload(fetch_awaited_table))]
fn awaited_table() -> Result<AnyView, NotFetched> {
    Ok(view! { <AwaitedTable/> }.into_any())
}

#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible, preload(fetch_questions))]
fn questions() -> Result<AnyView, NotFetched> {
    Ok(view! { <Questions/> }.into_any())
}

#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible, preload(fetch_ending))]
fn ending() -> Result<AnyView, NotFetched> {
    Ok(view! {
        <EndingGrounds/>
        <Standings/>
        <MoleFates/>
        <RatingChanges/>
        <div class="answers"><SharePicture/><CheckDeal/></div>
    }
    .into_any())
}

/// Verifies a game's revealed seed, together with the data that this device stored.
#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible)]
fn check_deal(session: Session) -> Result<Option<DealCheck>, NotFetched> {
    // The player may have left the table in the meantime.
    if session.update_count.is_disposed() {
        return Ok(None);
    }
    let found = untrack(|| session.read_table(TableModel::check_deal));
    Ok(match session.proof() {
        Some(proof) => found.map(|found| found.held_against(&proof)),
        None => found,
    })
}

/// A table: board, players and actions.
#[component]
fn Table(link: RwSignal<Option<String>>) -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let undercover_input = UndercoverInput::new(session);
    bind_arrow_keys(session);
    announce_updates(app, session);
    follow_premove(app, session);
    sound::prepare(app);
    let deferred = session.deferred();
    let waiting = Memo::new(move |_| session.read(GameModel::has_open_seat));
    let known = Memo::new(move |_| session.read(|_| true));
    let has_loupe = Memo::new(move |_| session.read(|model| model.variant.seats()) == 4);
    let has_set_up = Memo::new(move |_| session.read(|model| model.variant.has_setup()));
    let is_asked = Memo::new(move |_| session.confirmation.with(Option::is_some));
    let is_over = Memo::new(move |_| session.read(GameModel::is_over));
    let is_broken = Memo::new(move |_| session.broken.with(Option::is_some));
    let lacks_storage = Memo::new(move |_| app.storage_warning.get() == StorageWarning::Shown);
    let is_saving = Memo::new(move |_| session.saving.with(Option::is_some));
    // An attribute for the style sheet. A selector on the page's content would be evaluated again
    // with every move.
    let phase = move || {
        let sets_up = session.read(|model| matches!(model.turn, TurnState::Setup { .. }));
        let watches = session.seats.with(Vec::is_empty);
        match () {
            () if sets_up && !watches => Some("setup"),
            () if waiting.get() && link.with(Option::is_some) => Some("invite"),
            () if watches => Some("watch"),
            () => None,
        }
    };
    view! {
        // Only the table uses the deferred session. The panel that joins the table is outside this
        // scope.
        <Provider value=deferred>
            <main
                class="table"
                data-screen="table"
                data-game=move || session.read(|model| model.variant.as_str())
                data-phase=phase
                data-zen=move || is_zen(app, session).then_some("true")
                // Attributes for the state that the whole page shows, and not only the board.
                data-turn=move || deferred.read(|model| model.on_move()).map(|seat| seat.to_string())
                data-over=move || deferred.read(|model| model.is_over()).to_string()
                data-plies=move || deferred.read(|model| model.history.len())
            >
                <header class="bar">
                    <button class="plain" data-act="home" aria-label=app.text(Message::Home) on:click=move |_| app.go(Route::Start)>
                        <Icon d="M15 5L8 12L15 19"/>
                    </button>
                    <h1>{move || session.read(|game| variant_name(app.language(), game.variant))}</h1>
                    <ModeChip/>
                    {move || has_loupe.get().then(|| view! { <LoupeButton/> })}
                    {move || session.has_chat.get().then(|| view! { <Lazy chunk=LazyChunk::new(fetch_chat_button, chat_button).with_styles(CHAT) is_optional=true/> })}
                    <RuleButton/>
                    <SettingsButton/>
                </header>
                {move || (!known.get() && session.invited.with(Option::is_none)).then(|| view! { <Lazy chunk=LazyChunk::new(fetch_awaited_table, awaited_table)/> })}
                {move || known.get().then(|| view! {
                    <div class="board-place"><Board session undercover_input/></div>
                    // A first game has no result for a while.
                    {move || is_over.get().then(|| view! { <Lazy chunk=LazyChunk::new(fetch_result, result)/> })}
                    <SeatPlates/>
                    {move || has_set_up.get().then(|| view! { <Lazy chunk=LazyChunk::new(fetch_turn_key, move || turn_key(undercover_input)).with_styles(UNDERCOVER)/> })}
                    <StatusBar/>
                    <aside class="side">
                        {move || is_broken.get().then(|| view! { <Lazy chunk=LazyChunk::new(fetch_broken_promise, broken_promise)/> })}
                        {move || lacks_storage.get().then(|| view! { <Lazy chunk=LazyChunk::new(fetch_storage_warning, storage_warning)/> })}
                        {move || has_set_up.get().then(|| view! { <Lazy chunk=LazyChunk::new(fetch_set_up, move || set_up(undercover_input)).with_styles(UNDERCOVER)/> })}
                        {move || waiting.get().then(|| link.get().map(|link| view! { <Lazy chunk=LazyChunk::new(fetch_invite, move || invite_panel(link.clone()))/> }))}
                        <MoveList walks=true/>
                        <TypeMove/>
                        {move || session.has_chat.get().then(|| view! { <Lazy chunk=LazyChunk::new(fetch_chat, chat_beside).with_styles(CHAT) is_optional=true/> })}
                    </aside>
                    <ActionBar/>
                    {move || is_asked.get().then(|| view! { <Lazy chunk=LazyChunk::new(fetch_questions, questions)/> })}
                    {move || is_saving.get().then(|| view! { <Lazy chunk=LazyChunk::new(fetch_save_dialog, save_dialog)/> })}
                    <DeviceHandover/>
                    <Tour/>
                    <Toast/>
                    <MoveAnnouncer/>
                })}
            </main>
        </Provider>
    }
}

/// The players' plates at their edges, with captured pieces.
#[component]
pub(super) fn SeatPlates() -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let seats = Memo::new(move |_| session.read(|model| model.variant.seats()));
    let bottom = Memo::new(move |_| session.bottom_seat(app));
    let at = move |turns: u8| Signal::derive(move || (bottom.get() + turns) % seats.get().max(1));
    let taken = move |turns: u8| {
        let seat = at(turns);
        Signal::derive(move || session.read(|model| model.side(seat.get())))
    };
    move || {
        if seats.get() == 4 {
            view! {
                <SeatPlate seat=at(0) place="bottom"/>
                <SeatPlate seat=at(1) place="right"/>
                <SeatPlate seat=at(2) place="top"/>
                <SeatPlate seat=at(3) place="left"/>
            }
            .into_any()
        } else {
            view! {
                <div class="strip top"><SeatPlate seat=at(1) place="top"><CapturedPieces side=taken(0)/></SeatPlate></div>
                <div class="strip bottom"><SeatPlate seat=at(0) place="bottom"><CapturedPieces side=taken(1)/></SeatPlate></div>
            }
            .into_any()
        }
    }
}

/// Sifang: the teams and the direction of play.
#[component]
pub(super) fn ModeChip() -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let mode = Memo::new(move |_| session.read(GameModel::mode_message));
    move || {
        mode.get().map(|mode| view! {
            <span class="tag mode" data-mode-chip=true data-direction="counterclockwise" title=app.t(Message::Counterclockwise)>
                {app.t(mode)} " ↺"
            </span>
        })
    }
}

/// The result of the game. At a table it covers the board until it is closed; a line in the status
/// bar shows it again.
#[component]
pub(super) fn GameResult(
    /// Whether it covers the board. The content behind it can wait.
    docks: bool,
) -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let end = Memo::new(move |_| session.read(|model| model.end.clone()));
    let shown = move || end.get().filter(|_| !docks || !session.result_closed.get());
    let was_shown = StoredValue::new(false);
    move || {
        shown().map(|end| {
            let again = was_shown.get_value();
            was_shown.set_value(true);
            let (seal, title) = verdict(app, session, &end.winners);
            let reason = session.ending_words(app);
            view! {
                <section class="ending" class:docked=docks class:again=again data-ending=end.reason.clone() role="status">
                    {docks.then(|| view! {
                        <button class="plain" data-act="close-result" aria-label=app.t(Message::Close) on:click=move |_| session.result_closed.set(true)>
                            <Icon d="M6 6L18 18M18 6L6 18"/>
                        </button>
                    })}
                    <div class="verdict">
                        <Seal character=seal/>
                        <div>
                            <strong>{title}</strong>
                            <span>{reason}</span>
                        </div>
                    </div>
                    <Lazy chunk=LazyChunk::new(fetch_ending, ending).with_styles(ENDING)/>
                    {docks.then(|| view! { <AfterGame/> })}
                </section>
            }
        })
    }
}

/// The button that verifies the chance of the game.
#[component]
fn CheckDeal() -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let checked = RwSignal::new(None::<DealCheck>);
    let reveal = move || session.read(|model| model.end.as_ref()?.reveal.clone());
    let check = move |_| {
        leptos::task::spawn_local(async move {
            // The player may have left the table in the meantime.
            match check_deal(session).await {
                Ok(found) => _ = checked.try_set(found),
                Err(_) => session.tell(Message::PartUnreachable),
            }
        });
    };
    move || {
        reveal().map(|reveal| {
            let commitment = session.read_table(|table| table.commitment.clone());
            view! {
                <button data-act="check-deal" on:click=check>{app.t(Message::CheckDeal)}</button>
                {move || checked.get().map(|verdict| {
                    let (id, message) = match verdict {
                        DealCheck::Honest => ("honest", Message::DealHonest),
                        DealCheck::WrongSeed => ("wrong-seed", Message::DealWrongSeed),
                        DealCheck::Differs => ("differs", Message::DealDiffers),
                        DealCheck::NotMine => ("not-mine", Message::DealNotMine),
                        DealCheck::NotProven => ("not-proven", Message::DealNotProven),
                    };
                    view! {
                        <div class="deal" data-deal=id>
                            <p>{app.t(message)}</p>
                            <small>{app.t(Message::DealPromise)}<code>{commitment.clone()}</code></small>
                            <small>{app.t(Message::DealSeed)}<code>{reveal.seed.clone()}</code></small>
                            <SaveProof/>
                        </div>
                    }
                })}
            }
        })
    }
}

/// Duration of a toast, in milliseconds.
const TOAST_MS: u32 = 4_000;

/// The table's last message to its player, in the status bar. It disappears with the next command, and
/// after some seconds unless it is a hint or the reason of a refusal. It takes no tap.
#[component]
pub(super) fn Toast() -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    clear_after(TOAST_MS, session.notice, move || session.keeps_notice());
    view! {
        <div class="toasts" role="status" aria-live="polite">
            {move || session.notice.get().map(|notice| view! {
                <p class="notice" data-notice=true>{notice.words(app)}</p>
            })}
        </div>
    }
}

/// Announces each move once to screen readers.
#[component]
fn MoveAnnouncer() -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let text = Memo::new(move |_| {
        let notation = app.notation();
        let last = session.read(|model| {
            let seat = model.history.last()?.seat;
            Some((seat, model.last_move_text(app.language(), notation)?))
        });
        let (seat, text) = last?;
        Some(app.t_with(Message::Played, &[&session.side_words(app, seat), &text]))
    });
    view! { <p class="spoken" aria-live="polite" data-live=true>{move || text.get()}</p> }
}

/// Announces updates with a message and a sound.
fn announce_updates(app: App, session: Session) {
    Effect::new(move |said: Option<u64>| {
        let heard = session.update_count.get();
        if said == Some(heard) {
            return heard;
        }
        let (sound, text) = untrack(|| {
            session.read_table(|table| {
                let is_own = matches!(table.last_event, Some(UpdateEvent::Declined))
                    && session.declines.get_value();
                (table.sound(), table.notice(app.language()).filter(|_| !is_own))
            })
        });
        if let Some(sound) = sound {
            sound::play(app, sound);
        }
        if text.is_some() {
            session.notice.set(text.map(Notice::Words));
        }
        heard
    });
}

/// Arrow keys navigate through the game, unless they have another function.
pub(super) fn bind_arrow_keys(session: Session) {
    let handle = window_event_listener(leptos::ev::keydown, move |event| {
        let in_field = event.target().is_some_and(|target| {
            wasm_bindgen::JsCast::dyn_ref::<web_sys::Element>(&target).is_some_and(|element| {
                ["INPUT", "SELECT", "TEXTAREA"].contains(&element.tag_name().as_str())
                    || element.has_attribute("data-square")
            })
        });
        if in_field
            || session.is_covered()
            || event.ctrl_key()
            || event.alt_key()
            || event.meta_key()
        {
            return;
        }
        let now = untrack(|| session.shown_plies());
        let plies = match event.key().as_str() {
            "ArrowLeft" => now.saturating_sub(1),
            "ArrowRight" => now + 1,
            "Home" => 0,
            "End" => usize::MAX,
            _ => return,
        };
        event.prevent_default();
        session.show_ply(plies);
    });
    on_cleanup(move || handle.remove());
}
