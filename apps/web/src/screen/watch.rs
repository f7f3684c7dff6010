use super::smart_board_hall::SmartBoardCard;
use crate::{
    app::{App, effect},
    backend, browser,
    parts::{ChoiceGroup, FinishedGames, Icon, MiniBoard, PageHeader, RouteLink, Unanswered},
    smart_board::subscribe_to_smart_boards,
    ticking::{run_every_seen, time_signal},
};
use board_art::Layout;
use games::board::BoardShape;
use i18n::{Message, variant_name};
use leptos::prelude::*;
use protocol::{ArchivedGame, BoardId, GameId};
use ui_model::{
    Route, Variant,
    live::{WatchedGame, order_to_watch},
    players::ArchiveFilter,
    smart_boards::SmartBoardList,
    start_scene,
};

/// Interval between two requests for running games, in milliseconds.
const LOOK_MS: u64 = 2_000;

/// Interval between two requests for finished games, in milliseconds.
const FINISHED_MS: u64 = 30_000;

/// Number of games shown on a day on which none has ended.
const LATEST: usize = 5;

/// Maximum number of games finished today.
const TODAY: usize = 12;

/// Games to watch: the strongest running game large, the others in miniature, the smart boards, and
/// the games that ended today.
#[component]
pub(crate) fn Watch(
    /// The first filter.
    variant: Option<Variant>,
) -> impl IntoView {
    let app = App::get();
    let filter = RwSignal::new(variant);
    effect(move || app.replace_address(&Route::Watch(filter.get())));
    let games = RwSignal::new(Vec::<WatchedGame>::new());
    // Whether the first answer is awaited, and why the last request failed.
    let is_awaited = RwSignal::new(true);
    let trouble = RwSignal::new(None::<String>);
    let look = move || {
        leptos::task::spawn_local(async move {
            let answer = backend::watched_games(app).await;
            // The page may have been left in the meantime.
            if is_awaited.is_disposed() {
                return;
            }
            is_awaited.set(false);
            match answer {
                Ok(told) => {
                    games.set(WatchedGame::read_all(told, browser::now_ms()));
                    trouble.set(None);
                }
                Err(why) => trouble.set(Some(why)),
            }
        });
    };
    look();
    run_every_seen(LOOK_MS, look);
    let now = time_signal(100);
    // The list is compared, so that a move redraws only its own board.
    let order = Memo::new(move |_| games.with(|games| order_to_watch(games, filter.get())));
    let first = Memo::new(move |_| order.with(|order| order.first().cloned()));
    let others = move || order.with(|order| order.iter().skip(1).cloned().collect::<Vec<_>>());
    let has_others = Memo::new(move |_| order.with(|order| order.len() > 1));
    let (smart_boards, _) = subscribe_to_smart_boards();
    let boards = Memo::new(move |_| match filter.get() {
        None | Some(Variant::Xiangqi) => smart_boards.with(SmartBoardList::playing),
        Some(_) => Vec::<BoardId>::new(),
    });
    let ask_again = Callback::new(move |()| look());
    view! {
        <main class="watch" data-screen="watch">
            <PageHeader title=app.title(Message::WatchGames)/>
            <GameFilter filter/>
            <div class="stage">
                {move || match first.get() {
                    Some(id) => view! { <Stage id games now/> }.into_any(),
                    None if is_awaited.get() => view! { <div class="coming"><div class="slab river" style="--ratio:0.9"></div></div> }.into_any(),
                    None => match trouble.get() {
                        Some(why) => view! { <div class="sheet"><Unanswered why ask=ask_again/></div> }.into_any(),
                        None => view! { <NoGame variant=filter.get()/> }.into_any(),
                    },
                }}
            </div>
            <div class="beside">
                {move || has_others.get().then(|| view! {
                    <section aria-label=app.text(Message::MoreGames)>
                        <ul class="watched">
                            <For each=others key=Clone::clone let(id)><WatchedCard id games now/></For>
                        </ul>
                    </section>
                })}
                {move || boards.with(|ids| !ids.is_empty()).then(|| view! {
                    <section>
                        <h2>{app.text(Message::Hall)}</h2>
                        <div class="tables">
                            <For each=move || boards.get() key=Clone::clone let(id)>
                                <SmartBoardCard id smart_boards now/>
                            </For>
                        </div>
                    </section>
                })}
                {move || view! { <Finished variant=filter.get()/> }}
            </div>
        </main>
    }
}

/// The choice of a game.
#[component]
fn GameFilter(filter: RwSignal<Option<Variant>>) -> impl IntoView {
    const ALL: &str = "all";
    let app = App::get();
    let list = Signal::derive(move || {
        let name = |variant: Variant| {
            (variant.to_string(), variant_name(app.language(), variant).to_owned())
        };
        let all = (ALL.to_owned(), app.t(Message::AnyGame).to_owned());
        [all].into_iter().chain(Variant::ALL.map(name)).collect()
    });
    let chosen = Signal::derive(move || filter.get().map_or(ALL, Variant::as_str).to_owned());
    let choose = Callback::new(move |id: String| filter.set(id.parse().ok()));
    view! { <ChoiceGroup title=app.text(Message::GameTitle) name="watch" list chosen choose/> }
}

/// A game, and its last state while the list no longer contains it.
fn follow(games: RwSignal<Vec<WatchedGame>>, id: &GameId) -> Option<Memo<WatchedGame>> {
    let first = games.with_untracked(|games| WatchedGame::of(games, id).cloned())?;
    let id = id.clone();
    Some(Memo::new(move |before: Option<&WatchedGame>| {
        let now = games.with(|games| WatchedGame::of(games, &id).cloned());
        now.or_else(|| before.cloned()).unwrap_or_else(|| first.clone())
    }))
}

/// The large board with its players.
#[component]
fn Stage(id: GameId, games: RwSignal<Vec<WatchedGame>>, now: RwSignal<f64>) -> impl IntoView {
    let app = App::get();
    let Some(watched) = follow(games, &id) else { return ().into_any() };
    let seats = watched.with_untracked(WatchedGame::seats_by_place);
    // Half of the players are above the board.
    let (above, below) = seats.split_at(seats.len() / 2);
    let plates = |seats: &[u8]| {
        let plate = |&seat: &u8| view! { <Plate seat watched now/> };
        view! { <div class="plates">{seats.iter().map(plate).collect_view()}</div> }
    };
    let (above, below) = (plates(above), plates(below));
    let terms = move || watched.with(|watched| watched.terms(app.language()));
    view! {
        {above}
        <RouteLink class="stage-board" act="watch-best" to=Route::Table(id.clone())>
            <Board watched/>
        </RouteLink>
        {below}
        <p class="label terms" data-stage=id.into_string()>
            <span>{terms}</span>
            <Spectators watched/>
        </p>
    }
    .into_any()
}

/// The board of a game.
#[component]
fn Board(watched: Memo<WatchedGame>) -> impl IntoView {
    let app = App::get();
    let layout = watched.with_untracked(|watched| watched.game.layout());
    let scene = Memo::new(move |_| watched.with(|watched| watched.game.scene.clone()));
    let last = Memo::new(move |_| watched.with(|watched| watched.game.last));
    let label = Signal::derive(move || watched.with(|watched| watched.game.about(app.language())));
    view! { <MiniBoard layout scene last label/> }
}

/// A player: side, name, rating and clock.
#[component]
fn Plate(seat: u8, watched: Memo<WatchedGame>, now: RwSignal<f64>) -> impl IntoView {
    let app = App::get();
    let player = Memo::new(move |_| watched.with(|it| it.game.player(app.language(), seat)));
    let side = move || watched.with(|it| it.game.side(seat).map_or("none", |side| side.id()));
    let clock = Memo::new(move |_| watched.with(|watched| watched.clock(seat, now.get())));
    view! {
        <span class="plate" class:on-move=move || player.get().1 data-side=side>
            <span class="emblem" aria-hidden="true"></span>
            <span class="name">{move || player.get().0}</span>
            {move || clock.get().map(|(left, is_low)| view! { <span class="clock" class:low=is_low>{left}</span> })}
        </span>
    }
}

/// The number of spectators, if there are any.
#[component]
fn Spectators(watched: Memo<WatchedGame>) -> impl IntoView {
    let app = App::get();
    let count = Memo::new(move |_| watched.with(|watched| watched.spectators));
    move || {
        let count = count.get();
        (count > 0).then(|| {
            let words = app.t_with(Message::WatchersCount, &[&count.to_string()]);
            view! {
                <span class="spectators" role="img" aria-label=words.clone() title=words>
                    <Icon d="M2 12C6 5 18 5 22 12C18 19 6 19 2 12M12 15A3 3 0 1 1 12 9A3 3 0 1 1 12 15"/>
                    {count}
                </span>
            }
        })
    }
}

/// A running game in miniature.
#[component]
fn WatchedCard(id: GameId, games: RwSignal<Vec<WatchedGame>>, now: RwSignal<f64>) -> impl IntoView {
    let app = App::get();
    let Some(watched) = follow(games, &id) else { return ().into_any() };
    let seats = watched.with_untracked(WatchedGame::seats_by_place);
    let plate = |&seat: &u8| view! { <Plate seat watched now/> };
    let (above, below) = seats.split_at(seats.len() / 2);
    let above = above.iter().map(plate).collect_view();
    let below = below.iter().map(plate).collect_view();
    let to = Route::Table(id.clone());
    view! {
        <li data-watched=id.into_string() data-plies=move || watched.with(|watched| watched.game.plies)>
            <RouteLink class="live-link" act="watch" to>
                <span class="title">
                    <strong>{move || watched.with(|watched| variant_name(app.language(), watched.game.variant))}</strong>
                    <Spectators watched/>
                </span>
                {above}
                <Board watched/>
                {below}
            </RouteLink>
        </li>
    }
    .into_any()
}

/// Shown while no game is played: a way to start one.
#[component]
fn NoGame(variant: Option<Variant>) -> impl IntoView {
    let app = App::get();
    let words = move || match variant {
        Some(variant) => app.t_with(Message::WatchNoGame, &[variant_name(app.language(), variant)]),
        None => app.t(Message::WatchEmpty).to_owned(),
    };
    let to = variant.map_or(Route::Start, Route::NewRated);
    let board = variant.unwrap_or(Variant::Xiangqi);
    let layout = Layout::for_seat(BoardShape::of(board), 0, false);
    let scene = Signal::stored(start_scene(board));
    let label = Signal::derive(move || {
        app.t_with(Message::BoardOf, &[variant_name(app.language(), board)])
    });
    view! {
        <div class="empty" data-empty="watch">
            <div class="empty-board"><MiniBoard layout scene last=Signal::stored(None) label/></div>
            <p>{words}</p>
            <RouteLink class="button main" act="play" to>{app.text(Message::Play)}</RouteLink>
        </div>
    }
}

async fn latest_games(app: App, filter: &ArchiveFilter) -> Result<Vec<ArchivedGame>, String> {
    backend::players::archive(app, filter, "").await.map(|page| page.games)
}

/// The games that ended today, or the latest if none has. While no game of the chosen kind has ended,
/// those of all kinds.
#[component]
fn Finished(variant: Option<Variant>) -> impl IntoView {
    let app = App::get();
    let found = RwSignal::new(None::<Result<Vec<ArchivedGame>, String>>);
    let filter = ArchiveFilter { variant, ..ArchiveFilter::default() };
    let asked = StoredValue::new(filter);
    let ask = Callback::new(move |()| {
        leptos::task::spawn_local(async move {
            let mut games = latest_games(app, &asked.get_value()).await;
            if variant.is_some() && games.as_ref().is_ok_and(Vec::is_empty) {
                games = latest_games(app, &ArchiveFilter::default()).await;
            }
            // The page may have been left in the meantime. A list stays if it cannot be read again.
            let has_list = found.try_with_untracked(|found| matches!(found, Some(Ok(_))));
            if has_list == Some(false) || games.is_ok() {
                let _ = found.try_set(Some(games));
            }
        });
    });
    ask.run(());
    run_every_seen(FINISHED_MS, move || ask.run(()));
    move || match found.get()? {
        Err(why) => Some(view! { <div class="sheet"><Unanswered why ask/></div> }.into_any()),
        Ok(games) if games.is_empty() => None,
        Ok(mut games) => {
            let today = browser::day(browser::epoch_ms());
            let count = games.iter().filter(|game| browser::day(game.ended_ms.0) == today).count();
            games.truncate(if count > 0 { count.min(TODAY) } else { LATEST });
            let title = if count > 0 { Message::FinishedToday } else { Message::LatestGames };
            let all = Route::Archive(asked.get_value());
            Some(
                view! {
                    <section class="sheet" data-panel="finished">
                        <header>
                            <h2>{app.text(title)}</h2>
                            <RouteLink act="all-games" to=all>{app.text(Message::AllGames)}</RouteLink>
                        </header>
                        <FinishedGames games/>
                    </section>
                }
                .into_any(),
            )
        }
    }
}
