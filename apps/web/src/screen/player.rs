mod days;
mod plot;
mod results;

use crate::{
    app::{App, effect},
    backend::players,
    browser,
    parts::{
        Awaited, ChallengeButton, FinishedGames, PageHeader, PresenceLine, RelationButtons,
        ReportButton, RouteLink, Unanswered,
    },
};
use days::DaysPlayed;
use i18n::{GAMES, Message, counted};
use leptos::prelude::*;
use plot::RatingHistoryPlot;
use protocol::{
    ArchivedGame, HeadToHead, LadderRow, PlayerProfile, PlayerResults, RatingHistory, Relation,
};
use results::{Results, TallyBar};
use ui_model::{
    Route, Variant,
    players::{ArchiveFilter, DEFAULT_SPEED, change_text, read_speed, strength_text},
    profile::{CHANGE_DAYS, ladder_name, recent_change},
};

/// Number of latest games on the page.
const LATEST: usize = 8;

/// What the server knows of a player.
#[derive(Clone)]
struct Known {
    profile: PlayerProfile,
    results: PlayerResults,
    latest: Vec<ArchivedGame>,
}

/// A player's page: ratings and their history, results and latest games.
#[component]
pub(crate) fn Player(name: String) -> impl IntoView {
    let app = App::get();
    let filter = ArchiveFilter { player: name.clone(), ..ArchiveFilter::default() };
    let known = RwSignal::new(None::<Result<Known, String>>);
    let asked = StoredValue::new((name.clone(), filter.clone()));
    let ask = Callback::new(move |()| {
        known.set(None);
        let (name, filter) = asked.get_value();
        leptos::task::spawn_local(async move {
            let answer = async {
                let profile = players::player(app, &name).await?;
                let results = players::results(app, &name).await?;
                let mut latest = players::archive(app, &filter, "").await?.games;
                latest.truncate(LATEST);
                Ok(Known { profile, results, latest })
            };
            // The page may have been left in the meantime.
            let _ = known.try_set(Some(answer.await));
        });
    });
    let account = Memo::new(move |_| app.account.get());
    effect(move || {
        // The relation to the player and the games against the player are those of the reader.
        account.track();
        ask.run(());
    });
    let shown = move || {
        // All texts are made again when the language changes.
        let _ = app.language();
        known.get()
    };
    view! {
        <main class="new wide" data-screen="player" data-player=name.clone()>
            <PageHeader title=Signal::stored(name.clone())/>
            {move || match shown() {
                None => view! { <div class="sheet" aria-live="polite"><Awaited/></div> }.into_any(),
                Some(Err(why)) => view! { <div class="sheet" aria-live="polite"><Unanswered why ask/></div> }.into_any(),
                Some(Ok(known)) => view! { <KnownPlayer known filter=filter.clone()/> }.into_any(),
            }}
        </main>
    }
}

#[component]
fn KnownPlayer(known: Known, filter: ArchiveFilter) -> impl IntoView {
    let app = App::get();
    let Known { profile, results, latest } = known;
    let since = browser::format_day(app.language().tag(), profile.since_ms.0);
    let is_empty = latest.is_empty();
    let met = results.with_reader.clone();
    let histories = results.histories.clone();
    let rated = results.histories.clone();
    let activity = results.activity.clone();
    let presence = profile.presence.clone();
    let (name, relation) = (profile.name.clone(), RwSignal::new(results.relation));
    let is_blocked = Memo::new(move |_| relation.get() == Some(Relation::Block));
    view! {
        <div class="profile">
            <section class="sheet person">
                <p class="label">{app.t_with(Message::Since, &[&since])}</p>
                {presence.map(|presence| view! { <PresenceLine presence/> })}
                <div class="person-acts">
                    <RelationButtons name=name.clone() relation/>
                    {
                        let name = name.clone();
                        move || (!is_blocked.get()).then(|| view! { <ChallengeButton name=name.clone() is_main=true/> })
                    }
                    <ReportButton name=name.clone()/>
                </div>
            </section>
            <LadderCards rows=profile.ladders histories=rated/>
            {(!histories.is_empty()).then(|| view! { <RatingHistoryPlot histories/> })}
            <Results results/>
            {activity.map(|activity| view! { <DaysPlayed activity/> })}
            {met.map(|met| view! { <Met name met/> })}
            <section class="sheet latest" data-panel="latest">
                <header>
                    <h2>{app.t(Message::LatestGames)}</h2>
                    <RouteLink act="all-games" to=Route::Archive(filter)>{app.t(Message::AllGames)}</RouteLink>
                </header>
                {if is_empty {
                    view! { <p class="label" data-empty="archive">{app.t(Message::NoResults)}</p> }.into_any()
                } else {
                    view! { <FinishedGames games=latest/> }.into_any()
                }}
            </section>
        </div>
    }
}

/// The reader and the player: their results against each other.
#[component]
fn Met(name: String, met: HeadToHead) -> impl IntoView {
    let app = App::get();
    let HeadToHead { tally, last } = met;
    view! {
        <section class="sheet latest" data-panel="met" data-won=tally.won data-lost=tally.lost>
            <h2>{app.t_with(Message::YouAnd, &[&name])}</h2>
            {if tally.games() == 0 {
                view! { <p class="label">{app.t(Message::NeverMet)}</p> }.into_any()
            } else {
                view! {
                    <TallyBar tally/>
                    <p class="label">{app.t(Message::LastMeeting)}</p>
                    <FinishedGames games=last.into_iter().collect()/>
                }
                .into_any()
            }}
        </section>
    }
}

/// The player's ratings.
#[component]
fn LadderCards(
    rows: Vec<LadderRow>,
    /// The ratings over time.
    histories: Vec<RatingHistory>,
) -> impl IntoView {
    let app = App::get();
    let now_ms = browser::epoch_ms();
    let change = move |variant: &str, speed: &str| {
        let change = recent_change(&histories, variant, speed, now_ms)?;
        let class = match change {
            1.. => "change gain",
            0 => "change",
            _ => "change loss",
        };
        let title = app.t_with(Message::ActivityDays, &[&CHANGE_DAYS.to_string()]);
        Some(
            view! { <span class=class data-recent=change title=title>{change_text(change)}</span> },
        )
    };
    let is_empty = rows.is_empty();
    let cards = rows.into_iter().map(|LadderRow { variant, speed, strength, games }| {
        let known = variant.parse::<Variant>().ok();
        let pace = read_speed(&speed);
        let to = Route::Ranking(known.unwrap_or(Variant::Xiangqi), pace.unwrap_or(DEFAULT_SPEED));
        let count = counted(app.language(), GAMES, &games.to_string());
        let line = format!("{} {}\u{a0}· {count}", app.t(Message::Deviation), strength.deviation);
        let change = change(&variant, &speed);
        view! {
            <RouteLink class="standing" to>
                <span>{ladder_name(app.language(), &variant, &speed)}</span>
                <span class="standing-rating">
                    <strong data-standing=format!("{variant}/{speed}") data-rating=strength.rating>{strength_text(strength)}</strong>
                    {change}
                </span>
                <small>{line}</small>
            </RouteLink>
        }
    });
    view! {
        <section class="sheet latest ladder-cards">
            <h2>{app.t(Message::Standings)}</h2>
            {if is_empty {
                view! { <p class="label" data-empty="standings">{app.t(Message::NoStandings)}</p> }.into_any()
            } else {
                view! { <div class="standings">{cards.collect_view()}</div> }.into_any()
            }}
        </section>
    }
}
