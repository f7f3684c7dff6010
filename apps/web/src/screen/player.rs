use crate::{
    app::App,
    backend::players,
    browser,
    parts::{ArchivedGames, Awaited, ChallengeButton, PageHeader, RouteLink, Unanswered},
};
use i18n::{GAMES, Message, counted, variant_name};
use leptos::prelude::*;
use protocol::{ArchivedGame, LadderRow, PlayerProfile};
use ui_model::{
    Route, Variant,
    players::{ArchiveFilter, DEFAULT_SPEED, read_speed, speed_message, strength_text},
};

/// A player's page: ratings and latest games.
#[component]
pub(crate) fn Player(name: String) -> impl IntoView {
    let app = App::get();
    let filter = ArchiveFilter { player: name.clone(), ..ArchiveFilter::default() };
    let known = RwSignal::new(None::<Result<(PlayerProfile, Vec<ArchivedGame>), String>>);
    let asked = StoredValue::new((name.clone(), filter.clone()));
    let ask = Callback::new(move |()| {
        known.set(None);
        let (name, filter) = asked.get_value();
        leptos::task::spawn_local(async move {
            let answer = async {
                let player = players::player(app, &name).await?;
                let archive = players::archive(app, &filter, "").await?;
                Ok((player, archive.games))
            };
            // The page may have been left in the meantime.
            let _ = known.try_set(Some(answer.await));
        });
    });
    ask.run(());
    view! {
        <main class="new wide" data-screen="player" data-player=name.clone()>
            <PageHeader title=Signal::stored(name.clone())/>
            <div class="sheet" aria-live="polite">
                {move || match known.get() {
                    None => view! { <Awaited/> }.into_any(),
                    Some(Err(why)) => view! { <Unanswered why ask/> }.into_any(),
                    Some(Ok((player, games))) => {
                        let since = browser::format_day(app.language().tag(), player.since_ms.0);
                        let filter = filter.clone();
                        view! {
                            <p class="label">{app.t_with(Message::Since, &[&since])}</p>
                            <ChallengeButton name=player.name.clone()/>
                            <LadderCards rows=player.ladders/>
                            <section class="latest">
                                <h2>{app.t(Message::LatestGames)}</h2>
                                <ArchivedGames games/>
                                <RouteLink class="button" act="all-games" to=Route::Archive(filter)>{app.t(Message::AllGames)}</RouteLink>
                            </section>
                        }
                        .into_any()
                    }
                }}
            </div>
        </main>
    }
}

/// The player's ratings.
#[component]
fn LadderCards(rows: Vec<LadderRow>) -> impl IntoView {
    let app = App::get();
    let is_empty = rows.is_empty();
    let cards = rows.into_iter().map(|LadderRow { variant, speed, strength, games }| {
        let known = variant.parse::<Variant>().ok();
        let pace = read_speed(&speed);
        let game = known.map_or(variant.clone(), |known| variant_name(app.language(), known).to_owned());
        let words = pace.map_or(speed.clone(), |pace| app.t(speed_message(pace)).to_owned());
        let to = Route::Ranking(known.unwrap_or(Variant::Xiangqi), pace.unwrap_or(DEFAULT_SPEED));
        let count = counted(app.language(), GAMES, &games.to_string());
        let line = format!("{} {}\u{a0}· {count}", app.t(Message::Deviation), strength.deviation);
        view! {
            <RouteLink class="standing" to>
                <span>{game} "\u{a0}· " {words}</span>
                <strong data-standing=format!("{variant}/{speed}") data-rating=strength.rating>{strength_text(strength)}</strong>
                <small>{line}</small>
            </RouteLink>
        }
    });
    view! {
        <section class="latest">
            <h2>{app.t(Message::Standings)}</h2>
            {if is_empty {
                view! { <p class="label" data-empty="standings">{app.t(Message::NoStandings)}</p> }.into_any()
            } else {
                view! { <div class="standings">{cards.collect_view()}</div> }.into_any()
            }}
        </section>
    }
}
