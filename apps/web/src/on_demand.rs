//! Chunks of the program that a first game does not need, loaded on demand.
//!
//! The build (`cargo xtask ui`) splits the page's program. Code that only the functions below reach
//! becomes a separate file, one for each name in `wasm_split`. Code shared with the start page and
//! the tables stays in the first file.

use crate::{
    app::App,
    backend,
    board::{AdviceMark, UndercoverMarks},
    browser, parts, screen,
    session::Session,
    sound,
    undercover::{MoleFates, SetupPanel, TurnKeyBar, UndercoverInput},
};
use i18n::{Language, Message, refusal, variant_name};
use leptos::{
    prelude::*,
    reactive::computed::ScopedFuture,
    wasm_split::{SplitLoaderError, wasm_split},
};
use protocol::Place;
use ui_model::{
    DealCheck, Proof, Route, TableModel, Variant,
    music::Music,
    records::{self, Format, RecordFile},
    settings::Notation,
};

/// A chunk of the program could not be fetched.
pub(crate) type NotFetched = SplitLoaderError;

/// Delay before an optional part that failed to load is requested again, in milliseconds.
const COME_AGAIN_MS: u32 = 3_000;

/// A part of the page that is loaded on demand, with its input.
#[derive(Clone)]
pub(crate) enum LazyChunk {
    /// A whole screen.
    Screen(Route),
    /// The content of the settings dialog.
    Settings,
    /// The sign-in form.
    SignIn(Callback<()>),
    /// The panel with the link to a table.
    Invite(String),
    /// The panel that joins a table, for a visitor with the link.
    Join(String),
    /// Undercover's set-up.
    SetUp(Box<UndercoverInput>),
    /// Undercover's reveal button.
    TurnKey(Box<UndercoverInput>),
    /// Undercover's marks on the board.
    UndercoverMarks,
    /// The mark of a suggestion on the board.
    Advice,
    /// An opponent's offer with its answers, the claims against one who has left, and the question
    /// whether to play a move.
    Offers,
    /// The word that the player of a seat is disconnected.
    Away(u8),
    /// The place of a table of the server that has not arrived.
    AwaitedTable,
    /// A question that the player must confirm.
    Questions,
    /// The state of the connection to the server.
    Connection,
    /// The result of a finished game, over the board.
    Result,
    /// The result of a finished game, in the status bar.
    ResultLine,
    /// Details of a finished game.
    Ending,
    /// The warning that the server is not honest.
    BrokenPromise,
    /// The question how a game is to be saved.
    SaveDialog,
    /// The player's games, with a flag for their placeholder.
    MyGames(RwSignal<bool>),
    /// Live games and waiting players.
    Lobby,
    /// A game that was removed, while it can be brought back.
    RemovedGame,
    /// A board for a player without games.
    FirstBoard,
    /// A game's rules in short.
    RuleList(Variant),
    /// The tour of a game, with a callback for its end.
    Tour(Variant, Callback<()>),
}

#[wasm_split(form, wasm_split_path = ::leptos::wasm_split, fallible, preload(fetch_form))]
fn new_game_part(variant: Variant, rated: bool) -> Result<AnyView, NotFetched> {
    Ok(view! { <screen::NewGameForm variant rated/> }.into_any())
}

#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible, preload(fetch_game))]
fn invite_part(link: String) -> Result<AnyView, NotFetched> {
    Ok(view! { <parts::InvitePanel link/> }.into_any())
}

#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible)]
fn join_part(id: String) -> Result<AnyView, NotFetched> {
    Ok(view! { <parts::JoinPanel id/> }.into_any())
}

#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible)]
fn set_up_part(undercover_input: UndercoverInput) -> Result<AnyView, NotFetched> {
    Ok(view! { <SetupPanel undercover_input/> }.into_any())
}

#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible)]
fn turn_key_part(undercover_input: UndercoverInput) -> Result<AnyView, NotFetched> {
    Ok(view! { <TurnKeyBar undercover_input/> }.into_any())
}

#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible)]
fn undercover_marks_part() -> Result<AnyView, NotFetched> {
    Ok(view! { <UndercoverMarks/> }.into_any())
}

#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible)]
fn advice_part() -> Result<AnyView, NotFetched> {
    Ok(view! { <AdviceMark/> }.into_any())
}

#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible)]
fn offers_part() -> Result<AnyView, NotFetched> {
    Ok(view! { <parts::Offers/> <parts::Claims/> <parts::MoveConfirmation/> }.into_any())
}

#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible)]
fn away_part(seat: u8) -> Result<AnyView, NotFetched> {
    Ok(view! { <parts::AwayWord seat/> }.into_any())
}

#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible)]
fn awaited_table_part() -> Result<AnyView, NotFetched> {
    Ok(view! { <parts::AwaitedTable/> }.into_any())
}

#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible)]
fn questions_part() -> Result<AnyView, NotFetched> {
    Ok(view! { <parts::Questions/> }.into_any())
}

#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible)]
fn connection_part() -> Result<AnyView, NotFetched> {
    Ok(view! { <parts::Connection/> }.into_any())
}

#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible)]
fn result_part() -> Result<AnyView, NotFetched> {
    Ok(view! { <screen::GameResult docks=true/> }.into_any())
}

#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible)]
fn result_line_part() -> Result<AnyView, NotFetched> {
    Ok(view! { <parts::ResultLine/> }.into_any())
}

#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible)]
fn ending_part() -> Result<AnyView, NotFetched> {
    Ok(view! {
        <parts::EndingGrounds/>
        <parts::Standings/>
        <MoleFates/>
        <parts::RatingChanges/>
        <div class="answers"><parts::SharePicture/><screen::CheckDeal/></div>
    }
    .into_any())
}

#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible)]
fn broken_promise_part() -> Result<AnyView, NotFetched> {
    Ok(view! { <parts::BrokenPromiseNote/> }.into_any())
}

#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible)]
fn save_dialog_part() -> Result<AnyView, NotFetched> {
    Ok(view! { <parts::SaveDialog/> }.into_any())
}

#[wasm_split(screens, wasm_split_path = ::leptos::wasm_split, fallible, preload(fetch_screens))]
fn records_part(route: Route) -> Result<AnyView, NotFetched> {
    Ok(match route {
        Route::SmartBoardGame(board, game) => {
            let place = Place::Board { board, name: String::new(), game };
            view! { <screen::StoredGame place/> }.into_any()
        }
        Route::TableGame(table) => {
            view! { <screen::StoredGame place=Place::Table { table }/> }.into_any()
        }
        Route::Open => view! { <screen::RecordOpener/> }.into_any(),
        _ => view! { <screen::Record/> }.into_any(),
    })
}

/// Converts a `.chuhe` file to a format. `None` if the format does not support its game.
#[wasm_split(screens, wasm_split_path = ::leptos::wasm_split, fallible)]
pub(crate) fn convert_record(
    chuhe: String,
    format: Format,
    notation: Notation,
) -> Result<Option<RecordFile>, NotFetched> {
    Ok(records::convert(&chuhe, format, notation))
}

#[wasm_split(screens, wasm_split_path = ::leptos::wasm_split, fallible)]
fn players_part(route: Route) -> Result<AnyView, NotFetched> {
    Ok(match route {
        Route::Ranking(variant, speed) => view! { <screen::Ranking variant speed/> }.into_any(),
        Route::Player(name) => view! { <screen::Player name/> }.into_any(),
        Route::Archive(filter) => view! { <screen::Archive filter/> }.into_any(),
        _ => view! { <screen::Account/> }.into_any(),
    })
}

#[wasm_split(screens, wasm_split_path = ::leptos::wasm_split, fallible)]
fn sign_in_part(on_done: Callback<()>) -> Result<AnyView, NotFetched> {
    Ok(view! { <parts::SignIn on_done/> }.into_any())
}

#[wasm_split(smart_boards, wasm_split_path = ::leptos::wasm_split, fallible, preload(fetch_smart_boards))]
fn smart_boards_part(route: Route) -> Result<AnyView, NotFetched> {
    Ok(match route {
        Route::SmartBoard(id) => view! { <screen::SmartBoardScreen id/> }.into_any(),
        _ => view! { <screen::SmartBoardHall/> }.into_any(),
    })
}

#[wasm_split(screens, wasm_split_path = ::leptos::wasm_split, fallible)]
fn rules_part(route: Route) -> Result<AnyView, NotFetched> {
    let variant = match route {
        Route::Rules(variant) => variant,
        _ => Variant::Xiangqi,
    };
    Ok(view! { <screen::Rules variant/> }.into_any())
}

#[wasm_split(screens, wasm_split_path = ::leptos::wasm_split, fallible)]
fn rule_list_part(variant: Variant) -> Result<AnyView, NotFetched> {
    Ok(view! { <parts::RuleList variant/> }.into_any())
}

#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible)]
fn settings_part() -> Result<AnyView, NotFetched> {
    Ok(view! { <parts::Settings/> }.into_any())
}

#[wasm_split(screens, wasm_split_path = ::leptos::wasm_split, fallible)]
fn lesson_part(variant: Variant, chapter: usize, step: usize) -> Result<AnyView, NotFetched> {
    Ok(view! { <screen::LessonScreen variant chapter step/> }.into_any())
}

#[wasm_split(screens, wasm_split_path = ::leptos::wasm_split, fallible)]
fn tour_part(variant: Variant, close: Callback<()>) -> Result<AnyView, NotFetched> {
    Ok(view! { <screen::TourIdeas variant close/> }.into_any())
}

#[wasm_split(screens, wasm_split_path = ::leptos::wasm_split, fallible)]
fn editor_part(variant: Variant, text: String) -> Result<AnyView, NotFetched> {
    Ok(view! { <screen::EditorScreen variant text/> }.into_any())
}

/// A table on the server, or a stored table of this device.
#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible)]
fn table_part(route: Route) -> Result<AnyView, NotFetched> {
    Ok(match route {
        Route::Table(id) => view! { <screen::RemoteTable id/> }.into_any(),
        Route::Play(id) => view! { <screen::LocalTable id/> }.into_any(),
        _ => view! { <screen::LocalTable id=String::new()/> }.into_any(),
    })
}

/// Reloads a local table that another page has continued.
#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible)]
pub(crate) fn catch_up(app: App, session: Session, id: String) -> Result<(), NotFetched> {
    // The player may have left the table in the meantime.
    if !session.update_count.is_disposed() {
        backend::catch_up(app, session, &id);
    }
    Ok(())
}

/// Starts a game of this device again.
#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible)]
pub(crate) fn restart_local(local: std::rc::Rc<backend::LocalBackend>) -> Result<(), NotFetched> {
    local.play_again();
    Ok(())
}

/// Takes an open seat of a table and shows the table. `is_joining` is reset if that fails, and
/// `trouble` gets the reason.
#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible)]
pub(crate) fn take_seat(
    app: App,
    table: String,
    is_joining: RwSignal<bool>,
    trouble: RwSignal<Option<String>>,
) -> Result<(), NotFetched> {
    backend::take_seat(app, table, is_joining, trouble);
    Ok(())
}

/// Cancels a waiting table on the server.
#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible)]
pub(crate) fn cancel_table(app: App, session: Session) -> Result<(), NotFetched> {
    // The player may have left the table in the meantime.
    if !session.update_count.is_disposed() {
        backend::cancel_table(app, session);
    }
    Ok(())
}

#[wasm_split(lobby, wasm_split_path = ::leptos::wasm_split, fallible, preload(fetch_lobby))]
fn lobby_part() -> Result<AnyView, NotFetched> {
    Ok(view! { <parts::LiveGames/> <parts::WaitingPlayers/> }.into_any())
}

#[wasm_split(lobby, wasm_split_path = ::leptos::wasm_split, fallible)]
fn removed_game_part() -> Result<AnyView, NotFetched> {
    Ok(view! { <parts::RemovedGameToast/> }.into_any())
}

#[wasm_split(lobby, wasm_split_path = ::leptos::wasm_split, fallible)]
fn first_board_part() -> Result<AnyView, NotFetched> {
    Ok(view! {
        <parts::RouteLink act="first-board" to=Route::Now><parts::StartBoard variant=Variant::Xiangqi/></parts::RouteLink>
    }
    .into_any())
}

#[wasm_split(lobby, wasm_split_path = ::leptos::wasm_split, fallible)]
fn my_games_part(is_held: RwSignal<bool>) -> Result<AnyView, NotFetched> {
    Ok(view! { <parts::MyGames is_held/> }.into_any())
}

/// Asks the computer for the best move.
#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible)]
pub(crate) fn ask_hint(app: App, session: Session) -> Result<(), NotFetched> {
    // The player may have left the table in the meantime.
    if !session.update_count.is_disposed() {
        backend::ask_hint(app, session);
    }
    Ok(())
}

/// Plays a typed move; `false` if the text is no move.
#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible)]
pub(crate) fn play_typed(app: App, session: Session, typed: String) -> Result<bool, NotFetched> {
    // The player may have left the table in the meantime.
    Ok(!session.update_count.is_disposed() && parts::play_typed(app, session, &typed))
}

/// Saves the game to a file, or asks for the format.
#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible)]
pub(crate) fn save_game(app: App, session: Session) -> Result<(), NotFetched> {
    // The player may have left the table in the meantime.
    if !session.update_count.is_disposed() {
        parts::save(app, session);
    }
    Ok(())
}

/// Ends the game as a contest and saves it with its secrets.
#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible)]
pub(crate) fn reveal_and_save(app: App, session: Session) -> Result<(), NotFetched> {
    // The player may have left the table in the meantime.
    if !session.update_count.is_disposed() {
        parts::save_revealed(app, session);
    }
    Ok(())
}

/// Opens the replay of a game.
#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible)]
pub(crate) fn replay_game(app: App, session: Session) -> Result<(), NotFetched> {
    // The player may have left the table in the meantime.
    if !session.update_count.is_disposed() {
        screen::replay(app, session);
    }
    Ok(())
}

/// The text of a refusal.
#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible)]
pub(crate) fn refusal_words(
    language: Language,
    code: String,
    values: Vec<String>,
    message: String,
) -> Result<String, NotFetched> {
    Ok(refusal(language, &code, &values, &message))
}

/// Plays music until it is switched off.
#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible)]
pub(crate) fn start_music(app: App) -> Result<(), NotFetched> {
    sound::play_on(app, Music::default());
    Ok(())
}

/// A proof as a file; `None` if it cannot be written.
#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible)]
pub(crate) fn proof_text(proof: Proof) -> Result<Option<String>, NotFetched> {
    Ok(serde_json::to_string_pretty(&proof).ok())
}

/// Verifies a game's revealed seed, together with the data that this device stored.
#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible)]
pub(crate) fn check_deal(session: Session) -> Result<Option<DealCheck>, NotFetched> {
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

/// The additional style sheets of a part.
const fn styles_of(chunk: &LazyChunk) -> &'static [&'static str] {
    match chunk {
        // A lesson shows undercover's key.
        LazyChunk::Screen(Route::Lesson(..)) => &["/style/study.css", "/style/undercover.css"],
        LazyChunk::Screen(Route::Editor(..) | Route::Rules(_))
        | LazyChunk::Tour(..)
        | LazyChunk::RuleList(_) => &["/style/study.css"],
        LazyChunk::SetUp(_) | LazyChunk::TurnKey(_) => &["/style/undercover.css"],
        LazyChunk::Screen(
            Route::Open | Route::Record | Route::SmartBoardGame(..) | Route::TableGame(_),
        ) => &["/style/record.css", "/style/print.css"],
        LazyChunk::Screen(
            Route::Account | Route::Ranking(..) | Route::Player(_) | Route::Archive(_),
        )
        | LazyChunk::SignIn(_) => &["/style/players.css"],
        // The list of boards may be empty.
        LazyChunk::Screen(Route::SmartBoardHall) => &["/style/players.css", "/style/eboards.css"],
        LazyChunk::Screen(Route::SmartBoard(_)) => &["/style/eboards.css"],
        LazyChunk::Ending => &["/style/players.css", "/style/print.css"],
        _ => &[],
    }
}

/// Fetches the chunk of a part and its style sheets.
async fn fetch(chunk: &LazyChunk) -> Result<(), NotFetched> {
    let styles = styles_of(chunk).iter().filter_map(|style| browser::load_style(style));
    let styles: Vec<_> = styles.collect();
    fetch_piece(chunk).await?;
    for style in styles {
        // A part without its style is better than none.
        let _ = style.await;
    }
    Ok(())
}

async fn fetch_piece(chunk: &LazyChunk) -> Result<(), NotFetched> {
    match chunk {
        LazyChunk::Settings
        | LazyChunk::Invite(_)
        | LazyChunk::Join(_)
        | LazyChunk::SetUp(_)
        | LazyChunk::TurnKey(_)
        | LazyChunk::UndercoverMarks
        | LazyChunk::Advice
        | LazyChunk::Offers
        | LazyChunk::Away(_)
        | LazyChunk::AwaitedTable
        | LazyChunk::Questions
        | LazyChunk::Connection
        | LazyChunk::Result
        | LazyChunk::ResultLine
        | LazyChunk::Ending
        | LazyChunk::BrokenPromise
        | LazyChunk::SaveDialog => fetch_game().await,
        // The form of a new game is a separate chunk, so that a first visitor waits for nothing
        // else.
        LazyChunk::Screen(Route::New(_) | Route::NewRated(_)) => fetch_form().await,
        LazyChunk::Screen(Route::Play(_) | Route::Table(_)) => fetch_game().await,
        LazyChunk::MyGames(_)
        | LazyChunk::Lobby
        | LazyChunk::RemovedGame
        | LazyChunk::FirstBoard => fetch_lobby().await,
        LazyChunk::Screen(Route::SmartBoardHall | Route::SmartBoard(_)) => {
            fetch_smart_boards().await
        }
        LazyChunk::Screen(_)
        | LazyChunk::SignIn(_)
        | LazyChunk::RuleList(_)
        | LazyChunk::Tour(..) => fetch_screens().await,
    }
}

/// Builds a part after its chunk has been loaded.
async fn build(chunk: LazyChunk) -> Result<AnyView, NotFetched> {
    match chunk {
        LazyChunk::Settings => settings_part().await,
        LazyChunk::SignIn(on_done) => sign_in_part(on_done).await,
        LazyChunk::Invite(link) => invite_part(link).await,
        LazyChunk::Join(id) => join_part(id).await,
        LazyChunk::SetUp(input) => set_up_part(*input).await,
        LazyChunk::TurnKey(input) => turn_key_part(*input).await,
        LazyChunk::UndercoverMarks => undercover_marks_part().await,
        LazyChunk::Advice => advice_part().await,
        LazyChunk::Offers => offers_part().await,
        LazyChunk::Away(seat) => away_part(seat).await,
        LazyChunk::AwaitedTable => awaited_table_part().await,
        LazyChunk::Questions => questions_part().await,
        LazyChunk::Connection => connection_part().await,
        LazyChunk::Result => result_part().await,
        LazyChunk::ResultLine => result_line_part().await,
        LazyChunk::Ending => ending_part().await,
        LazyChunk::BrokenPromise => broken_promise_part().await,
        LazyChunk::SaveDialog => save_dialog_part().await,
        LazyChunk::MyGames(is_held) => my_games_part(is_held).await,
        LazyChunk::Lobby => lobby_part().await,
        LazyChunk::RemovedGame => removed_game_part().await,
        LazyChunk::FirstBoard => first_board_part().await,
        LazyChunk::RuleList(variant) => rule_list_part(variant).await,
        LazyChunk::Tour(variant, close) => tour_part(variant, close).await,
        LazyChunk::Screen(route) => match route {
            Route::New(variant) => new_game_part(variant, false).await,
            Route::NewRated(variant) => new_game_part(variant, true).await,
            Route::Play(_) | Route::Table(_) => table_part(route).await,
            Route::Open | Route::Record | Route::SmartBoardGame(..) | Route::TableGame(_) => {
                records_part(route).await
            }
            Route::SmartBoardHall | Route::SmartBoard(_) => smart_boards_part(route).await,
            Route::Rules(_) => rules_part(route).await,
            Route::Lesson(variant, chapter, step) => lesson_part(variant, chapter, step).await,
            Route::Editor(variant, text) => editor_part(variant, text).await,
            _ => players_part(route).await,
        },
    }
}

/// A loading skeleton, with the name of the game if a game was tapped.
#[component]
fn LoadingSkeleton(asked: Option<Variant>) -> impl IntoView {
    let app = App::get();
    let page = asked.map(|variant| {
        let title = Signal::derive(move || variant_name(app.language(), variant).to_owned());
        view! {
            <parts::PageHeader title/>
            <div class="sheet coming" data-coming=variant.as_str()><span></span><span></span><span></span></div>
        }
    });
    view! { <main class="new pair" aria-busy="true">{page}</main> }
}

/// A part, shown after its chunk has been loaded, or a button to try again.
#[component]
pub(crate) fn Lazy(chunk: LazyChunk) -> impl IntoView {
    let app = App::get();
    let is_screen = matches!(chunk, LazyChunk::Screen(_));
    let asked = match &chunk {
        LazyChunk::Screen(Route::New(variant) | Route::NewRated(variant)) => Some(*variant),
        _ => None,
    };
    // A game does not wait for its tour, nor the start page for the lobby. Such optional parts are
    // requested again without a message.
    let is_needed = !matches!(
        chunk,
        LazyChunk::Tour(..)
            | LazyChunk::MyGames(_)
            | LazyChunk::Lobby
            | LazyChunk::RemovedGame
            | LazyChunk::FirstBoard
            | LazyChunk::UndercoverMarks
            | LazyChunk::Advice
    );
    let arrived = StoredValue::new_local(None::<AnyView>);
    // `None` until the result of loading is known.
    let came = RwSignal::new(None::<bool>);
    // The loaded part belongs to this component. The button that requested it again may be gone by
    // then.
    let owner = Owner::current();
    let come = move || {
        let chunk = chunk.clone();
        came.set(None);
        let arrive = async move {
            let fetched = fetch(&chunk).await;
            // The page may have been left in the meantime.
            if came.is_disposed() {
                return;
            }
            let built = match fetched {
                Ok(()) => build(chunk).await.ok(),
                Err(_) => None,
            };
            let is_here = built.is_some();
            arrived.set_value(built);
            came.set(Some(is_here));
        };
        if let Some(owner) = &owner {
            let arrive = owner.with(|| ScopedFuture::new_untracked(arrive));
            leptos::task::spawn_local(arrive);
        }
    };
    come();
    move || match came.get() {
        Some(true) => arrived.try_update_value(Option::take).flatten(),
        None => is_screen.then(|| view! { <LoadingSkeleton asked/> }.into_any()),
        Some(false) if !is_needed => {
            let come = come.clone();
            browser::run_after(COME_AGAIN_MS, move || {
                if !came.is_disposed() {
                    come();
                }
            });
            None
        }
        Some(false) => {
            let come = come.clone();
            let trouble = view! {
                <p class="trouble" role="alert" data-trouble=true>{app.t(Message::PartUnreachable)}</p>
                <button class="main" data-act="try-again" on:click=move |_| come()>{app.t(Message::TryAgain)}</button>
            };
            Some(if is_screen {
                view! {
                    <main class="new" data-screen="unreachable">
                        <parts::PageHeader title=app.title(Message::AppName)/>
                        <div class="sheet">{trouble}</div>
                    </main>
                }
                .into_any()
            } else {
                trouble.into_any()
            })
        }
    }
}
