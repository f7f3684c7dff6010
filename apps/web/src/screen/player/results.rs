use crate::{app::App, parts::ChoiceGroup};
use i18n::Message;
use leptos::prelude::*;
use protocol::{PlayerResults, Tally};
use ui_model::profile::{Grouping, share, tally_words};

/// The results by game, side or opponent.
#[component]
pub(super) fn Results(results: PlayerResults) -> impl IntoView {
    let app = App::get();
    if results.games == 0 {
        return ().into_any();
    }
    let grouping = RwSignal::new(Grouping::Game);
    let streaks = [
        ("current", Message::StreakCurrent, results.streaks.current),
        ("longest", Message::StreakLongest, results.streaks.longest),
    ];
    let streaks = streaks.map(|(name, message, count)| {
        view! { <span data-streak=name data-count=count>{app.t_with(message, &[&count.to_string()])}</span> }
    });
    let about =
        results.has_more.then(|| app.t_with(Message::LastGames, &[&results.games.to_string()]));
    let results = StoredValue::new(results);
    let list = Signal::derive(move || {
        let label = |it: Grouping| (it.id().to_owned(), app.t(it.message()).to_owned());
        let has_rows = |it: &Grouping| {
            results.with_value(|results| !it.rows(app.language(), results).is_empty())
        };
        Grouping::ALL.into_iter().filter(has_rows).map(label).collect()
    });
    let chosen = Signal::derive(move || grouping.get().id().to_owned());
    let choose = Callback::new(move |id: String| {
        let found = Grouping::ALL.into_iter().find(|it| it.id() == id);
        grouping.set(found.unwrap_or(Grouping::Game));
    });
    let rows = move || {
        let rows = results.with_value(|it| grouping.get().rows(app.language(), it));
        let row = |(name, tally): (String, Tally)| {
            view! {
                <li class="result-row" data-result=name.clone()>
                    <span>{name.clone()}</span>
                    <TallyBar tally/>
                    <span class="figure">{format!("{}\u{a0}%", share(tally))}</span>
                </li>
            }
        };
        rows.into_iter().map(row).collect_view()
    };
    let opponents = move || {
        (grouping.get() == Grouping::Opponent)
            .then(|| view! { <p class="label">{app.t(Message::OpponentAbout)}</p> })
    };
    view! {
        <section class="sheet latest" data-panel="results">
            <h2>{app.text(Message::Results)}</h2>
            <ChoiceGroup title=app.text(Message::Results) name="results" list chosen choose/>
            <ul class="result-rows">{rows}</ul>
            {opponents}
            <p class="streaks">{streaks}</p>
            {about.map(|about| view! { <p class="label">{about}</p> })}
        </section>
    }
    .into_any()
}

/// Wins, draws and losses as a bar.
#[component]
pub(super) fn TallyBar(tally: Tally) -> impl IntoView {
    let app = App::get();
    let Tally { won, drawn, lost } = tally;
    let parts = [("won", won), ("drawn", drawn), ("lost", lost)].map(|(class, count)| {
        (count > 0).then(
            || view! { <span class=class style=("flex-grow", count.to_string())>{count}</span> },
        )
    });
    let label = move || tally_words(app.language(), tally);
    view! { <span class="tally" role="img" aria-label=label>{parts}</span> }
}
