use crate::{
    app::{App, effect},
    backend::players,
    parts::{Awaited, ChoiceGroup, EmptyPlace, PageHeader, RouteLink, Unanswered},
};
use i18n::{Message, level_name, variant_name};
use leptos::prelude::*;
use protocol::{Ranking as Table, RankingRow};
use ui_model::{
    Level, Route, Speed, Variant,
    players::{read_speed, speed_message, strength_text},
    profile::{tally_figures, tally_words},
};

/// The ranking of one game and speed.
#[component]
pub(crate) fn Ranking(
    /// The first game.
    variant: Variant,
    /// The first speed.
    speed: Speed,
) -> impl IntoView {
    let app = App::get();
    let ladder = RwSignal::new((variant, speed));
    let table = RwSignal::new(None::<Result<Table, String>>);
    let ask = move |asked: (Variant, Speed)| {
        leptos::task::spawn_local(async move {
            let answer = players::ranking(app, asked.0, asked.1).await;
            // Another ladder or page may have been opened in the meantime.
            if ladder.try_get_untracked() == Some(asked) {
                table.set(Some(answer));
            }
        });
    };
    effect(move || {
        let asked = ladder.get();
        app.replace_address(&Route::Ranking(asked.0, asked.1));
        ask(asked);
    });
    let ask_again = Callback::new(move |()| {
        table.set(None);
        ask(ladder.get_untracked());
    });
    view! {
        <main class="new wide" data-screen="ranking" data-ladder=move || { let (variant, speed) = ladder.get(); format!("{}/{}", variant.as_str(), speed.as_str()) }>
            <PageHeader title=app.title(Message::Ranking)/>
            <div class="sheet">
                <Ladders ladder/>
                <div aria-live="polite">
                    {move || match table.get() {
                        None => view! { <Awaited/> }.into_any(),
                        Some(Err(why)) => view! { <Unanswered why ask=ask_again/> }.into_any(),
                        Some(Ok(table)) if table.players.is_empty() => {
                            let variant = ladder.get_untracked().0;
                            view! {
                                <EmptyPlace name="ranking" why=Message::RankingEmpty variant/>
                                <LevelLadder variant/>
                            }.into_any()
                        },
                        Some(Ok(table)) => view! { <RankingTable players=table.players/> }.into_any(),
                    }}
                </div>
            </div>
        </main>
    }
}

/// The choice of game and speed.
#[component]
fn Ladders(ladder: RwSignal<(Variant, Speed)>) -> impl IntoView {
    let app = App::get();
    let variants = Signal::derive(move || {
        Variant::ALL
            .map(|variant| {
                (variant.as_str().to_owned(), variant_name(app.language(), variant).to_owned())
            })
            .to_vec()
    });
    let speeds = Signal::derive(move || {
        Speed::ALL
            .map(|speed| (speed.as_str().to_owned(), app.t(speed_message(speed)).to_owned()))
            .to_vec()
    });
    let choose_variant = Callback::new(move |id: String| {
        ladder.update(|ladder| ladder.0 = id.parse().unwrap_or(ladder.0));
    });
    let choose_speed = Callback::new(move |id: String| {
        ladder.update(|ladder| ladder.1 = read_speed(&id).unwrap_or(ladder.1));
    });
    view! {
        <div class="ladders">
            <ChoiceGroup
                title=app.title(Message::GameTitle)
                name="ladder-game"
                list=variants
                chosen=Signal::derive(move || ladder.get().0.as_str().to_owned())
                choose=choose_variant
            />
            <ChoiceGroup
                title=app.title(Message::SpeedTitle)
                name="ladder-speed"
                list=speeds
                chosen=Signal::derive(move || ladder.get().1.as_str().to_owned())
                choose=choose_speed
            />
        </div>
    }
}

/// The computer's levels on the scale of the players, strongest first.
#[component]
fn LevelLadder(variant: Variant) -> impl IntoView {
    let app = App::get();
    let rows = Level::ALL.into_iter().rev().map(|level| {
        view! {
            <tr data-level=level.to_string()>
                <th scope="row">{level_name(app.language(), level)}</th>
                <td class="figure">{level.rating(variant)}</td>
            </tr>
        }
    });
    view! {
        <table class="places levels-ladder">
            <thead>
                <tr>
                    <th scope="col">{app.t(Message::VsComputer)}</th>
                    <th scope="col" class="figure">{app.t(Message::Rating)}</th>
                </tr>
            </thead>
            <tbody>{rows.collect_view()}</tbody>
        </table>
    }
}

/// The ranked players. A provisional rating has no rank.
#[component]
fn RankingTable(players: Vec<RankingRow>) -> impl IntoView {
    let app = App::get();
    let heading = |message: Message, class: &'static str| {
        view! { <th scope="col" class=class>{app.t(message)}</th> }
    };
    let is_guess = players.iter().any(|player| player.strength.provisional);
    let rows = (1..).zip(players).map(|(place, row): (u32, _)| {
        let RankingRow { name, strength, games, tally } = row;
        let own = app.account.with_untracked(|own| own.as_ref() == Some(&name));
        let to = Route::Player(name.clone());
        let place = if strength.provisional { "–".to_owned() } else { place.to_string() };
        let words = name.clone();
        view! {
            <tr data-ranked=name data-own=own.to_string()>
                <td class="figure">{place}</td>
                <th scope="row"><RouteLink to>{words}</RouteLink></th>
                <td class="figure" data-rating=strength.rating>{strength_text(strength)}</td>
                <td class="figure soft">{strength.deviation}</td>
                <td class="figure soft">{games}</td>
                <td class="figure soft" data-tally=true title=tally_words(app.language(), tally)>{tally_figures(tally)}</td>
            </tr>
        }
    });
    view! {
        <table class="places">
            <thead>
                <tr>
                    {heading(Message::Place, "figure")}
                    {heading(Message::Player, "")}
                    {heading(Message::Rating, "figure")}
                    {heading(Message::Deviation, "figure")}
                    {heading(Message::GamesPlayed, "figure")}
                    {heading(Message::WonDrawnLost, "figure")}
                </tr>
            </thead>
            <tbody>{rows.collect_view()}</tbody>
        </table>
        {is_guess.then(|| view! { <p class="label">{app.t(Message::Provisional)}</p> })}
    }
}
