use crate::{app::App, browser, parts::Icon};
use i18n::{GAMES, Message, counted};
use leptos::prelude::*;
use protocol::Activity;
use ui_model::{
    DayStreak,
    profile::{ActiveDay, active_days},
};

/// Fewest days that are called a streak.
const LEAST: u32 = 2;

/// The days of the last weeks on which the player has played: a column for each week, a square for
/// each day, and the days in a row.
#[component]
pub(super) fn DaysPlayed(activity: Activity) -> impl IntoView {
    let app = App::get();
    let tag = app.language().tag();
    let weeks = activity.games.len().div_ceil(7).to_string();
    let total = counted(app.language(), GAMES, &activity.games.iter().sum::<u32>().to_string());
    let title = app.t_with(Message::ActivityWeeks, &[&weeks]);
    let DayStreak { current, longest } = DayStreak::of(&activity);
    let days = active_days(&activity);
    let first = days.first().map(|day| browser::format_short_day(tag, day.at_ms));
    let square = |ActiveDay { at_ms, games, shade, row }: ActiveDay| {
        let day = browser::format_day(tag, at_ms);
        let words = format!("{day}: {}", counted(app.language(), GAMES, &games.to_string()));
        view! { <span data-shade=shade data-games=games style=("grid-row", row.to_string()) title=words></span> }
    };
    let squares: Vec<_> = days.into_iter().map(square).collect();
    view! {
        <section class="sheet latest days-played" data-panel="activity">
            <header>
                <h2>{app.t(Message::DaysPlayed)}</h2>
                <p class="streaks">
                    {(current >= LEAST).then(|| view! {
                        <strong data-day-streak=current>
                            <Icon d="M12 3C13 8 18 10 18 15A6 6 0 0 1 6 15C6 12 8 11 9 8C10 10 11 10 12 11C13 9 13 6 12 3Z"/>
                            {app.t_with(Message::DaysInARow, &[&current.to_string()])}
                        </strong>
                    })}
                    {(longest >= LEAST).then(|| view! {
                        <span class="label" data-longest=longest>{app.t_with(Message::DaysInARowBest, &[&longest.to_string()])}</span>
                    })}
                </p>
            </header>
            <div class="activity-days" role="img" aria-label=format!("{title}: {total}")>{squares}</div>
            <p class="activity-ends label" aria-hidden="true"><span>{first}</span><span>{app.t(Message::PuzzleToday)}</span></p>
        </section>
    }
}
