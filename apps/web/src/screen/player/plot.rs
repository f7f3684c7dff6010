use crate::{app::App, browser, parts::ChoiceGroup};
use i18n::Message;
use leptos::prelude::*;
use protocol::RatingHistory;
use ui_model::profile::{PLOT, PlotLine, PlotTime, RatingPlot, ladder_name};

/// The ratings over time: a plot, and a table with the same lines in numbers.
#[component]
pub(super) fn RatingHistoryPlot(histories: Vec<RatingHistory>) -> impl IntoView {
    let app = App::get();
    let time = RwSignal::new(PlotTime::OneYear);
    let histories = StoredValue::new(histories);
    let list = Signal::derive(move || {
        let label = |time: PlotTime| (time.id().to_owned(), app.t(time.message()).to_owned());
        PlotTime::ALL.map(label).to_vec()
    });
    let chosen = Signal::derive(move || time.get().id().to_owned());
    let choose = Callback::new(move |id: String| {
        let found = PlotTime::ALL.into_iter().find(|time| time.id() == id);
        time.set(found.unwrap_or(PlotTime::All));
    });
    let plot = move || {
        let now_ms = browser::epoch_ms();
        histories.with_value(|histories| RatingPlot::new(histories, time.get(), now_ms))
    };
    view! {
        <section class="sheet latest rating-history" data-panel="history">
            <h2>{app.text(Message::RatingHistory)}</h2>
            <ChoiceGroup title=app.text(Message::RatingHistory) name="history-time" list chosen choose/>
            {move || match plot() {
                None => view! { <p class="label" data-empty="history">{app.t(Message::NoHistory)}</p> }.into_any(),
                Some(plot) => view! { <Plot plot/> }.into_any(),
            }}
        </section>
    }
}

#[component]
fn Plot(plot: RatingPlot) -> impl IntoView {
    let app = App::get();
    let (width, height) = PLOT;
    let tag = app.language().tag();
    let heights = plot.ratings.iter().map(|&(y, rating)| {
        view! {
            <path class="grid" d=format!("M60 {y:.1}H{:.1}", width - 12.0)/>
            <text class="mark" x="54" y=format!("{:.1}", y + 5.0) text-anchor="end">{rating}</text>
        }
    });
    let count = plot.times.len();
    let mut before = String::new();
    let times = plot.times.iter().enumerate().map(|(at, &(x, at_ms))| {
        let anchor = if at == 0 { "start" } else if at + 1 == count { "end" } else { "middle" };
        // A day is named once.
        let words = browser::format_short_day(tag, at_ms);
        let shown = if words == before { String::new() } else { words.clone() };
        before = words;
        view! { <text class=if at % 2 == 0 { "mark" } else { "mark between" } x=format!("{x:.1}") y=height - 8.0 text-anchor=anchor>{shown}</text> }
    });
    let lines = plot.lines.iter().enumerate().map(|(at, line)| {
        let (x, y) = line.end;
        view! {
            <path class=format!("trend trend-{at}") d=line.path.clone() data-line=format!("{}/{}", line.variant, line.speed)/>
            <circle class=format!("dot trend-{at}") cx=format!("{x:.1}") cy=format!("{y:.1}") r="4"/>
        }
    });
    let rows =
        plot.lines.iter().enumerate().map(|(at, line)| view! { <PlotRow at line=line.clone()/> });
    let heading = |message: Message| view! { <th scope="col" class="figure">{app.t(message)}</th> };
    view! {
        // The table below says the same in numbers.
        <svg class="plot" viewBox=format!("0 0 {width} {height}") aria-hidden="true">
            {heights.collect_view()}
            {times.collect_view()}
            {lines.collect_view()}
        </svg>
        <table class="places history-table">
            <thead>
                <tr>
                    <th scope="col">{app.t(Message::GameTitle)}</th>
                    {heading(Message::RatingFirst)}
                    {heading(Message::RatingLowest)}
                    {heading(Message::RatingHighest)}
                    {heading(Message::RatingLast)}
                </tr>
            </thead>
            <tbody>{rows.collect_view()}</tbody>
        </table>
    }
}

/// A line of the plot in numbers, with its stroke.
#[component]
fn PlotRow(at: usize, line: PlotLine) -> impl IntoView {
    let app = App::get();
    view! {
        <tr>
            <th scope="row">
                <svg class="trend-swatch" viewBox="0 0 24 8" aria-hidden="true"><path class=format!("trend trend-{at}") d="M1 4H23"/></svg>
                {ladder_name(app.language(), &line.variant, &line.speed)}
            </th>
            <td class="figure">{line.first}</td>
            <td class="figure">{line.lowest}</td>
            <td class="figure">{line.highest}</td>
            <td class="figure"><strong>{line.last}</strong></td>
        </tr>
    }
}
