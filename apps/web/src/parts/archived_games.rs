use super::{FinalPosition, Icon, RouteLink, keep_file};
use crate::{app::App, backend::players, browser};
use i18n::{Message, PLIES, clock_words, counted, reason_name, shown_name, variant_name};
use leptos::prelude::*;
use protocol::{ArchivedGame, ArchivedPlayer, CLOSED_NAME, Place};
use ui_model::{
    Route, Variant,
    players::{
        change_text, file_path, file_stem, final_position, replay_route, score_text, side_of_seat,
        strength_text,
    },
    records::{self, Format},
};

/// A list of finished games.
#[component]
pub(crate) fn ArchivedGames(games: Vec<ArchivedGame>) -> impl IntoView {
    let app = App::get();
    if games.is_empty() {
        return view! { <p class="empty" data-empty="archive">{app.t(Message::ArchiveEmpty)}</p> }
            .into_any();
    }
    let rows = games.into_iter().map(|game| view! { <ArchivedGameRow game/> }).collect_view();
    view! { <ol class="games">{rows}</ol> }.into_any()
}

/// A finished game: final position, players, ending, and links to the replay and the files.
#[component]
fn ArchivedGameRow(game: ArchivedGame) -> impl IntoView {
    let app = App::get();
    let variant = game.variant.parse::<Variant>().ok();
    let title = variant
        .map_or(game.variant.clone(), |known| variant_name(app.language(), known).to_owned());
    let reason = reason_name(app.language(), &game.reason);
    let plies = counted(app.language(), PLIES, &game.plies.to_string());
    // Games at tables are archived only if they are rated.
    let is_too_short = matches!(game.place, Place::Table { .. })
        && game.players.iter().all(|player| player.rated.is_none());
    let place = match &game.place {
        Place::Table { .. } => clock_words(app.language(), &game.clock),
        Place::Board { name, .. } => name.clone(),
    };
    let ended = browser::format_time(app.language().tag(), game.ended_ms.0);
    let players = (0..)
        .zip(&game.players)
        .map(|(seat, player): (u8, _)| {
            let score = score_text(&game, seat);
            let side = variant.and_then(|variant| side_of_seat(variant, seat));
            view! {
                <li data-side=side.map_or("none", |side| side.id()) data-score=score>
                    {side.map(|_| view! { <span class="emblem" aria-hidden="true"></span> })}
                    <PlayerLine player=player.clone()/>
                    <strong class="figure">{score}</strong>
                </li>
            }
        })
        .collect_view();
    view! {
        <li class="game" data-archived=file_stem(&game.place) data-game=game.variant.clone() data-reason=game.reason.clone()>
            {final_position(&game).map(|src| view! { <FinalPosition src/> })}
            <header>
                <strong>{title}</strong>
                <span class="label">{place}</span>
            </header>
            <ul>{players}</ul>
            <footer>
                <span class="label about">{format!("{reason}\u{a0}· {plies}\u{a0}· {ended}")}</span>
                <Downloads place=game.place.clone() variant/>
                {is_too_short.then(|| view! { <span class="label" data-too-short=true>{app.t(Message::TooShortToCount)}</span> })}
                <RouteLink class="button" act="replay" to=replay_route(&game.place)>
                    <Icon d="M8 5L18 12L8 19Z"/>
                    {app.t(Message::Replay)}
                </RouteLink>
            </footer>
        </li>
    }
}

/// A player's name, with the rating before the game and its change.
#[component]
fn PlayerLine(player: ArchivedPlayer) -> impl IntoView {
    let app = App::get();
    let ArchivedPlayer { name, rated } = player;
    // Only players with an account have a page; they are recognised by their rating.
    let shown = match (name.is_empty(), rated.is_some()) {
        _ if name == CLOSED_NAME => {
            let words = shown_name(app.language(), &name).to_owned();
            view! { <span class="name label">{words}</span> }.into_any()
        }
        (true, _) => {
            view! { <span class="name label">{app.t(Message::Unknown)}</span> }.into_any()
        }
        (false, true) => {
            view! { <span class="name"><RouteLink to=Route::Player(name.clone())>{name}</RouteLink></span> }
                .into_any()
        }
        (false, false) => view! { <span class="name">{name}</span> }.into_any(),
    };
    let rating = rated.map(|(before, change)| {
        view! {
            <span class="figure soft">{strength_text(before)}</span>
            <span class="figure" data-change=change>{change_text(change)}</span>
        }
    });
    view! { {shown} {rating} }
}

/// Download links of a game: the `.chuhe` file, and PGN for xiangqi.
#[component]
fn Downloads(place: Place, variant: Option<Variant>) -> impl IntoView {
    let app = App::get();
    let trouble = RwSignal::new(None::<String>);
    let path = file_path(&place);
    let known = variant.map_or(&[Format::Chuhe][..], records::formats);
    let files = known.iter().filter(|format| matches!(format, Format::Chuhe | Format::Pgn));
    let buttons = files.map(|&format| {
        let name = if format == Format::Pgn { "PGN" } else { ".chuhe" };
        let path = path.clone();
        let keep = move |_| {
            let path = path.clone();
            leptos::task::spawn_local(async move {
                let notation = app.notation_untracked();
                let done = match players::file(app, &path).await {
                    Ok(chuhe) => keep_file(chuhe, format, notation)
                        .await
                        .map_err(|why| app.t(why).to_owned()),
                    Err(why) => Err(why),
                };
                let _ = trouble.try_set(done.err());
            });
        };
        view! {
            <button class="file" data-download=format.as_str() aria-label=app.t_with(Message::DownloadAs, &[name]) on:click=keep>{name}</button>
        }
    });
    view! {
        {buttons.collect_view()}
        {move || trouble.get().map(|why| view! { <p class="trouble" role="alert" data-trouble=true>{why}</p> })}
    }
}
