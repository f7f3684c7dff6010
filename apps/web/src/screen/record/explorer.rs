//! The opening explorer beside the analysis board.

use super::{engine::Engine, study::Study};
use crate::{
    app::{App, effect},
    backend, browser,
    parts::{Icon, RouteLink},
    session::Session,
};
use games::board::Step;
use i18n::{GAMES, Message, counted};
use leptos::prelude::*;
use protocol::{ExplorerAnswer, ExplorerCounts, ExplorerGame, ExplorerMove};
use std::{collections::HashMap, sync::Arc};
use ui_model::{
    GameModel, Speed, Variant,
    explorer::{ExplorerChoice, ExplorerSource, RATING_BANDS, game_route, opening_words},
    players::speed_message,
};

/// Storage key that says whether the explorer is open.
const IS_OPEN: &str = "chuhe.explorer";

/// Delay after the last move before a position is asked for, in milliseconds.
const PAUSE_MS: u32 = 150;

/// Maximum number of answers that are kept.
const KEPT: usize = 200;

/// Share of a result from which its bar has a number, in percent.
const MIN_NUMBERED: u64 = 20;

/// Result of a request: the answer, or the reason that the page shows.
type Reply = Result<Arc<ExplorerAnswer>, String>;

/// The switch of the explorer, the moves that were played in the shown position, and its games.
#[component]
pub(super) fn ExplorerPanel() -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let study = Study::get();
    let engine = Engine::get();
    let is_on = RwSignal::new(browser::stored(IS_OPEN).is_some_and(|text| text == "on"));
    // It helps as little as the computer in a game against a person.
    let is_open = Memo::new(move |_| is_on.get() && !engine.is_barred.get());
    let choice = RwSignal::new(ExplorerChoice::default());
    let shows_filters = RwSignal::new(false);
    let reply = RwSignal::new(None::<(String, Reply)>);
    let is_of_game = Memo::new(move |_| session.read(|model| model.variant == Variant::Xiangqi));
    let path = Memo::new(move |_| {
        if !is_open.get() || !is_of_game.get() {
            return None;
        }
        let plies = session.shown_plies();
        Some(choice.with(|choice| study.line.with(|line| choice.path(line, plies))))
    });
    ask_for_each(app, path, reply);
    // The answer for another position is never shown.
    let shown = Memo::new(move |_| {
        let path = path.get()?;
        reply.with(|reply| {
            let (of, reply) = reply.as_ref()?;
            (*of == path).then(|| reply.clone())
        })
    });
    // The last answer stays until the next one arrives, so that the page does not jump.
    let answer = Memo::new(move |last: Option<&Option<Arc<ExplorerAnswer>>>| match shown.get() {
        Some(Ok(answer)) => Some(answer),
        None if path.with(Option::is_some) => last.cloned().flatten(),
        Some(Err(_)) | None => None,
    });
    let is_waiting = move || shown.with(Option::is_none);
    let collections = Memo::new(move |last: Option<&Vec<String>>| match answer.get() {
        Some(answer) => answer.collections.iter().map(|it| it.name.clone()).collect(),
        None => last.cloned().unwrap_or_default(),
    });
    let toggle = move |_| {
        is_on.update(|on| *on = !*on);
        browser::store(IS_OPEN, if is_on.get_untracked() { "on" } else { "" });
    };
    let title = move || {
        let name = answer.get().and_then(|answer| {
            Some(opening_words(app.language(), answer.opening.as_ref()?).to_owned())
        });
        name.unwrap_or_else(|| app.t(Message::Explorer).to_owned())
    };
    let summary = move || {
        let counts = answer.get()?.counts;
        Some(counted(app.language(), GAMES, &grouped(counts.games())))
    };
    move || {
        is_of_game.get().then(|| view! {
            <section class="explorer" data-explorer=move || is_open.get().to_string()>
                <header>
                    <button
                        class="toggle"
                        role="switch"
                        data-act="explorer"
                        aria-checked=move || is_open.get().to_string()
                        aria-label=app.text(Message::Explorer)
                        disabled=move || engine.is_barred.get()
                        on:click=toggle
                    ></button>
                    <p class="state">
                        <strong data-opening=true>{title}</strong>
                        <small data-games=move || answer.get().map(|it| it.counts.games())>{summary}</small>
                    </p>
                    {move || is_open.get().then(|| view! {
                        <button
                            class="plain"
                            data-act="explorer-filters"
                            data-limited=move || choice.with(ExplorerChoice::is_limited).then_some("true")
                            aria-label=app.text(Message::ExplorerFilters)
                            aria-expanded=move || shows_filters.get().to_string()
                            on:click=move |_| shows_filters.update(|on| *on = !*on)
                        >
                            <Icon d="M4 6H20M7 12H17M10 18H14"/>
                        </button>
                    })}
                </header>
                {move || is_open.get().then(|| view! {
                    <Sources choice collections/>
                    {move || shows_filters.get().then(|| view! { <Filters choice/> })}
                    <div role="status">
                        {move || match shown.get() {
                            Some(Err(why)) => Some(view! { <p class="label" data-explorer-trouble=true>{why}</p> }.into_any()),
                            Some(Ok(answer)) if answer.moves.is_empty() => Some(
                                view! { <p class="label" data-explorer-none=true>{app.t(Message::ExplorerNone)}</p> }.into_any(),
                            ),
                            _ => None,
                        }}
                    </div>
                    <div class="answer" inert=is_waiting>
                        {move || answer.get().filter(|it| !it.moves.is_empty()).map(|answer| view! {
                            <MoveTable answer=Arc::clone(&answer)/>
                            <TopGames answer/>
                        })}
                    </div>
                })}
            </section>
        })
    }
}

/// Requests each position that stays for a moment. Known answers are shown at once.
fn ask_for_each(app: App, path: Memo<Option<String>>, reply: RwSignal<Option<(String, Reply)>>) {
    let known = StoredValue::new(HashMap::<String, Arc<ExplorerAnswer>>::new());
    effect(move || {
        let Some(asked) = path.get() else { return };
        if let Some(answer) = known.with_value(|known| known.get(&asked).cloned()) {
            return reply.set(Some((asked, Ok(answer))));
        }
        let is_current = {
            let asked = asked.clone();
            move || path.try_get_untracked().flatten().as_ref() == Some(&asked)
        };
        browser::run_after(PAUSE_MS, move || {
            if !is_current() {
                return;
            }
            leptos::task::spawn_local(async move {
                let found = backend::players::explore(app, &asked).await.map(Arc::new);
                // The page may have been left in the meantime.
                if !is_current() {
                    return;
                }
                if let Ok(answer) = &found {
                    known.update_value(|known| {
                        if known.len() >= KEPT {
                            known.clear();
                        }
                        known.insert(asked.clone(), Arc::clone(answer));
                    });
                }
                let _ = reply.try_set(Some((asked, found)));
            });
        });
    });
}

/// The choice of the source: the server, the reader's games, or a collection.
#[component]
fn Sources(choice: RwSignal<ExplorerChoice>, collections: Memo<Vec<String>>) -> impl IntoView {
    let app = App::get();
    let button = move |id: String, label: Signal<String>, source: ExplorerSource| {
        let mine = source.clone();
        view! {
            <button
                data-source=id
                aria-pressed=move || choice.with(|choice| choice.source == mine).to_string()
                on:click=move |_| choice.update(|choice| choice.source = source.clone())
            >
                {label}
            </button>
        }
    };
    let fixed = move |message: Message| Signal::derive(move || app.t(message).to_owned());
    view! {
        <div class="choices small sources" role="group" aria-label=app.text(Message::ExplorerSource)>
            {button("archive".to_owned(), fixed(Message::ExplorerServer), ExplorerSource::Archive)}
            {move || app.account.get().map(|_| {
                button("mine".to_owned(), fixed(Message::MyGames), ExplorerSource::Mine)
            })}
            {move || {
                let names = collections.get().into_iter();
                let of = |name: String| {
                    let label = name.clone();
                    let label = Signal::derive(move || label.clone());
                    button(format!("collection {name}"), label, ExplorerSource::Collection(name))
                };
                names.map(of).collect_view()
            }}
        </div>
    }
}

/// The filters: speeds, rating, months and a player.
#[component]
fn Filters(choice: RwSignal<ExplorerChoice>) -> impl IntoView {
    let app = App::get();
    let speeds = Speed::ALL.map(|speed| {
        let is_chosen = move || choice.with(|choice| choice.speeds.contains(&speed));
        let toggle = move |_| {
            choice.update(|choice| match choice.speeds.iter().position(|it| *it == speed) {
                Some(at) => _ = choice.speeds.remove(at),
                None => choice.speeds.push(speed),
            });
        };
        view! {
            <button data-speed=speed.as_str() aria-pressed=move || is_chosen().to_string() on:click=toggle>
                {app.text(speed_message(speed))}
            </button>
        }
    });
    let ratings = RATING_BANDS.into_iter().filter(|band| *band > 0).map(|band| {
        view! {
            <option value=band selected=move || choice.with(|choice| choice.least_rating == Some(band))>
                {format!("{band}+")}
            </option>
        }
    });
    let month = move |name: &'static str,
                      message: Message,
                      get: fn(&mut ExplorerChoice) -> &mut String| {
        let value = choice.try_update_untracked(|choice| get(choice).clone()).unwrap_or_default();
        view! {
            <label>
                <span class="label">{app.text(message)}</span>
                <input
                    type="text"
                    inputmode="numeric"
                    placeholder="2026-01"
                    maxlength="7"
                    data-filter=name
                    value=value
                    on:change=move |event| choice.update(|choice| *get(choice) = event_target_value(&event))
                />
            </label>
        }
    };
    view! {
        <div class="filters">
            <div class="choices small" role="group" aria-label=app.text(Message::SpeedTitle)>{speeds.into_iter().collect_view()}</div>
            <label>
                <span class="label">{app.text(Message::ExplorerRating)}</span>
                <select
                    data-filter="rating"
                    on:change=move |event| choice.update(|choice| choice.least_rating = event_target_value(&event).parse().ok())
                >
                    <option value="">{app.text(Message::ExplorerAny)}</option>
                    {ratings.collect_view()}
                </select>
            </label>
            {move || choice.with(|choice| choice.source != ExplorerSource::Mine).then(|| view! {
                <label>
                    <span class="label">{app.text(Message::Player)}</span>
                    <input
                        type="text"
                        data-filter="player"
                        maxlength="60"
                        autocomplete="off"
                        value=choice.with_untracked(|choice| choice.player.clone())
                        on:change=move |event| choice.update(|choice| choice.player = event_target_value(&event))
                    />
                </label>
            })}
            {month("since", Message::ExplorerSince, |choice| &mut choice.since)}
            {month("until", Message::ExplorerUntil, |choice| &mut choice.until)}
        </div>
    }
}

/// The moves with their numbers of games and results. A tap plays the move.
#[component]
fn MoveTable(answer: Arc<ExplorerAnswer>) -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let study = Study::get();
    let engine = Engine::get();
    let plies = untrack(|| session.shown_plies());
    let seen = study.line.with_untracked(|line| line.seen_after(plies));
    let seen = seen.map(|(_, seen)| seen);
    // The names and the notation follow the settings.
    let rows = move || {
        let all = answer.counts.games();
        let row =
            |row: &ExplorerMove| move_row(app, session, study, engine, row, all, seen.as_ref());
        answer.moves.iter().map(row).collect_view()
    };
    on_cleanup(move || _ = engine.explored.try_set(None));
    view! {
        <table>
            <thead>
                <tr>
                    <th scope="col">{app.text(Message::ExplorerMove)}</th>
                    <th scope="col">{app.text(Message::GamesPlayed)}</th>
                    <th scope="col">{app.text(Message::ExplorerResults)}</th>
                    <th scope="col">{app.text(Message::ExplorerMean)}</th>
                </tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
    }
}

fn move_row(
    app: App,
    session: Session,
    study: Study,
    engine: Engine,
    row: &ExplorerMove,
    all: u64,
    seen: Option<&GameModel>,
) -> impl IntoView + use<> {
    let written = seen.map(|seen| {
        let actions = [row.action.clone()];
        seen.line_texts(app.language(), app.notation(), &actions).join(" ")
    });
    let opening = row.opening.as_ref().map(|it| opening_words(app.language(), it).to_owned());
    let step = seen.and_then(|seen| Step::read(seen.shape(), &row.action));
    let point = move |is_at: bool| {
        // Leaving the page blurs the row after the signals are gone.
        let _ = engine.explored.try_set(if is_at { step } else { None });
    };
    let games = row.counts.games();
    let share = format!("{}%", (games * 200 + all) / (2 * all.max(1)));
    let last = match row.last.as_str() {
        "" => String::new(),
        date => app.t_with(Message::ExplorerLast, &[date]),
    };
    let action = row.action.clone();
    let play = action.clone();
    view! {
        <tr
            data-explored=action
            title=last
            on:click=move |_| study.play(app, session, &play)
            on:pointerenter=move |_| point(true)
            on:pointerleave=move |_| point(false)
        >
            <td>
                <button on:focus=move |_| point(true) on:blur=move |_| point(false)>
                    <b>{written.unwrap_or_else(|| row.action.clone())}</b>
                    {opening.map(|name| view! { <small>{name}</small> })}
                </button>
            </td>
            <td><b>{grouped(games)}</b><small>{share}</small></td>
            <td>{result_bar(app, row.counts)}</td>
            <td>{row.rating}</td>
        </tr>
    }
}

/// The shares of the results as a bar.
fn result_bar(app: App, counts: ExplorerCounts) -> impl IntoView {
    let percents = counts.percents();
    let texts = percents.map(|percent| percent.to_string());
    let label = app.t_with(Message::ExplorerShares, &[&texts[0], &texts[1], &texts[2]]);
    let part = |class: &'static str, percent: u64| {
        (percent > 0).then(|| {
            let number = (percent >= MIN_NUMBERED).then(|| format!("{percent}%"));
            view! { <span class=class style=("flex-grow", percent.to_string())>{number}</span> }
        })
    };
    (counts.games() > counts.unknown).then(|| {
        view! {
            <span class="results" role="img" aria-label=label>
                {part("red", percents[0])}
                {part("draw", percents[1])}
                {part("black", percents[2])}
            </span>
        }
    })
}

/// Games of the strongest players, each a link to the position in it.
#[component]
fn TopGames(answer: Arc<ExplorerAnswer>) -> impl IntoView {
    let app = App::get();
    let side = |game: &ExplorerGame, seat: usize| {
        let name = match game.names[seat].as_str() {
            "" => "?".to_owned(),
            name => name.to_owned(),
        };
        let rating = Some(game.ratings[seat]).filter(|rating| *rating > 0);
        view! { <span>{name} {rating.map(|rating| view! { " " <small>{rating}</small> })}</span> }
    };
    let rows = answer.top.iter().map(|game| {
        let result = match game.result.as_str() {
            "1/2-1/2" => "½–½".to_owned(),
            result => result.replace('-', "–"),
        };
        let year = game.date.split('.').next().unwrap_or_default().to_owned();
        let (red, black) = (side(game, 0), side(game, 1));
        view! {
            <li title=game.event.clone()>
                <RouteLink to=game_route(game)>
                    {red}
                    <b>{result}</b>
                    {black}
                    <small>{year}</small>
                </RouteLink>
            </li>
        }
    });
    let rows = rows.collect_view();
    view! {
        <section class="top-games" data-top-games=true>
            <h2>{app.text(Message::ExplorerTop)}</h2>
            <ul>{rows}</ul>
        </section>
    }
}

/// A number with groups of three digits: `10\u{a0}027`.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push('\u{a0}');
        }
        text.push(digit);
    }
    text
}
