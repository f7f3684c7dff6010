//! The computer in a replay: best moves of one position, and a review of all moves.

use super::{
    ply_marks::{Author, mark_plies},
    study::Study,
};
use crate::{
    app::{App, effect},
    backend::{self, Thinker},
    session::Session,
};
use games::board::{Side, Step};
use i18n::{Language, Message};
use leptos::prelude::*;
use protocol::{AnalysedLine, ReviewedPly, WorkerAdvice};
use ui_model::{
    GameModel, Variant,
    review::{MarkedMove, Review},
    settings::Notation,
};

/// Width and height of the chart of chances, in its own units.
const CHART: (f64, f64) = (300.0, 60.0);

/// The buttons for analysis, and the results.
#[component]
pub(super) fn Computer() -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let study = Study::get();
    let review = RwSignal::new(None::<Review>);
    let thinker = StoredValue::new_local(None::<Thinker>);
    // Another line is another game, so the review is dropped.
    effect(move || {
        study.line.track();
        thinker.set_value(None);
        review.set(None);
    });
    let count = Memo::new(move |_| session.read(|model| model.history.len()));
    let section = NodeRef::<leptos::html::Section>::new();
    let begin = move || {
        // On a wide screen the results are visible without scrolling.
        if let Some(section) = section.get_untracked().filter(|_| !app.wide.get_untracked()) {
            section.scroll_into_view();
        }
        review.set(Some(Review::default()));
        let on_ply = move |heard: ReviewedPly| hear(review, heard);
        let on_trouble = move || {
            // The player may have left the page.
            if review.try_set(None).is_none() {
                session.notice.set(Some(app.t(Message::PartUnreachable).to_owned()));
            }
        };
        let asked = untrack(|| session.read(|game| backend::review(game, on_ply, on_trouble)));
        if asked.is_none() {
            review.set(None);
            session.notice.set(Some(app.t(Message::ReviewCannot).to_owned()));
        }
        thinker.set_value(asked);
    };
    let is_asked = Memo::new(move |_| review.with(Option::is_some));
    // While the player has a rated game of this kind, the computer does not help.
    let is_off = RwSignal::new(false);
    if_allowed(app, session, is_off, || {});
    let toggle = move |_| {
        if is_asked.get_untracked() {
            thinker.set_value(None);
            review.set(None);
        } else {
            if_allowed(app, session, is_off, begin);
        }
    };
    let is_done = Memo::new(move |_| {
        review.with(|review| review.as_ref().is_some_and(|it| it.plies.len() >= count.get()))
    });
    effect(move || {
        if is_done.get() {
            review.with(|review| review.iter().for_each(|review| study.take_in(review)));
        }
    });
    let said = move || match (is_asked.get(), is_done.get()) {
        (true, true) => app.t(Message::ReviewDone),
        (true, false) => app.t(Message::ReviewBegun),
        (false, _) => "",
    };
    // The better move is shown in the position before a marked move.
    effect(move || {
        let plies = session.shown_plies();
        let better = review.with(|review| {
            let review = review.as_ref()?;
            session.read(|game| review.better(game, plies))
        });
        if is_asked.get() {
            session.advised.set(better);
        }
    });
    effect(move || {
        app.settings.track();
        let review = review.get().unwrap_or_default();
        mark_plies(Author::Computer, move |ply| {
            review.mark(ply).map(|mark| mark.sign().to_owned())
        });
    });
    view! {
        <section node_ref=section class="computer" data-review=move || is_done.get().to_string()>
            {move || is_off.get().then(|| view! {
                <p class="label" role="status" data-engine-off=true>{app.t(Message::EngineOff)}</p>
            })}
            <AskButton is_off/>
            // One button starts and stops, so that it keeps the keyboard focus.
            {move || (count.get() > 0 && !is_done.get()).then(|| view! {
                <button
                    data-act=move || if is_asked.get() { "stop-review" } else { "review" }
                    disabled=move || is_off.get()
                    on:click=toggle
                >
                    {move || app.t(if is_asked.get() { Message::ReviewStop } else { Message::Review })}
                </button>
            })}
            {move || (is_asked.get() && !is_done.get()).then(|| view! { <ReviewProgress review count/> })}
            <p class="spoken" role="status">{said}</p>
            {move || is_asked.get().then(|| view! {
                <Accuracies review/>
                <Chances review/>
            })}
            {move || is_done.get().then(|| view! { <MarkedMoves review/> })}
        </section>
    }
}

/// Adds the judgement of the next action. A review that cannot continue ends.
fn hear(review: RwSignal<Option<Review>>, heard: ReviewedPly) {
    // The page may have been left in the meantime.
    let _ = review.try_update(|review| match (review, heard.ply) {
        (Some(review), Some(ply)) => {
            review.plies.push(ply);
            review.accuracy = heard.accuracy;
        }
        (review, _) => *review = None,
    });
}

/// Number of best lines shown.
const LINES: u8 = 3;

/// Number of plies shown of each line; later ones say little.
const PLIES: usize = 8;

/// A line ready to be shown.
#[derive(Clone)]
struct Line {
    judged: String,
    moves: String,
    first: Option<Step>,
}

impl Line {
    /// Converts a line found in the view `seen` for the `side` on move.
    fn new(
        seen: &GameModel,
        language: Language,
        notation: Notation,
        side: &str,
        line: &AnalysedLine,
    ) -> Line {
        let actions = line.actions.get(..PLIES).unwrap_or(&line.actions);
        let first = line.actions.first();
        Line {
            judged: seen.evaluation_words(language, side, line),
            moves: seen.line_texts(language, notation, actions).join(" "),
            first: first.and_then(|first| Step::read(seen.shape(), first)),
        }
    }
}

/// The button that asks for the best moves of the shown position.
#[component]
fn AskButton(
    /// Whether the computer must not help.
    is_off: RwSignal<bool>,
) -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let study = Study::get();
    let is_thinking = RwSignal::new(false);
    let words = RwSignal::new(None::<String>);
    let lines = RwSignal::new(Vec::<Line>::new());
    let ask = move || {
        let plies = untrack(|| session.shown_plies());
        let seen = study.line.with_untracked(|line| line.seen_after(plies));
        let Some((seat, seen)) = seen else {
            return words.set(Some(app.t(Message::HintNone).to_owned()));
        };
        is_thinking.set(true);
        let about = seen.clone();
        let on_advice = move |advice: WorkerAdvice| {
            // The player may have left the page.
            if is_thinking.try_get_untracked() != Some(true) {
                return;
            }
            is_thinking.set(false);
            let notation = app.notation_untracked();
            let said = advice.analysis.and_then(|found| {
                session.advised.set(Step::read(about.shape(), found.best()?));
                let words = about.hint_words(app.language(), notation, &found);
                let side = session.side_words(app, seat);
                let shown = found
                    .lines
                    .iter()
                    .map(|line| Line::new(&about, app.language(), notation, &side, line));
                lines.set(shown.collect());
                words
            });
            words.set(Some(said.unwrap_or_else(|| app.t(Message::HintNone).to_owned())));
        };
        let on_trouble = move || {
            if is_thinking.try_get_untracked() == Some(true) {
                is_thinking.set(false);
                words.set(Some(app.t(Message::PartUnreachable).to_owned()));
            }
        };
        if !backend::ask_computer(&seen, seat, LINES, on_advice, on_trouble) {
            is_thinking.set(false);
        }
    };
    effect(move || {
        session.shown_plies();
        words.set(None);
        lines.set(Vec::new());
        is_thinking.set(false);
        if app.analyses_record.get_value() {
            app.analyses_record.set_value(false);
            if_allowed(app, session, is_off, ask);
        }
    });
    // A tap shows the first step of a line on the board.
    let row = move |Line { judged, moves, first }: Line| {
        view! {
            <li>
                <button data-line=true on:click=move |_| session.advised.set(first)>
                    <small>{judged}</small>
                    <span>{moves}</span>
                </button>
            </li>
        }
    };
    view! {
        <button data-act="ask-computer" disabled=move || is_thinking.get() || is_off.get() on:click=move |_| if_allowed(app, session, is_off, ask)>
            {move || app.t(if is_thinking.get() { Message::HintThinks } else { Message::AskComputer })}
        </button>
        <p class="advice-words" role="status" data-advice=move || words.with(Option::is_some).then_some("true")>
            {move || words.get()}
        </p>
        <ol class="lines">{move || lines.get().into_iter().map(row).collect_view()}</ol>
    }
}

/// Does `work` unless the player has a running rated game of this kind. Updates `is_off`.
fn if_allowed(app: App, session: Session, is_off: RwSignal<bool>, work: impl FnOnce() + 'static) {
    let variant = untrack(|| session.read(|game| Some(game.variant)));
    let Some(variant) = variant else { return };
    leptos::task::spawn_local(async move {
        let is_rated = backend::plays_rated(app, variant).await;
        // `Some` if the page was left.
        if is_off.try_set(is_rated).is_none() && !is_rated {
            work();
        }
    });
}

#[component]
fn ReviewProgress(review: RwSignal<Option<Review>>, count: Memo<usize>) -> impl IntoView {
    let app = App::get();
    let done =
        Memo::new(move |_| review.with(|review| review.as_ref().map_or(0, |it| it.plies.len())));
    let words = move || {
        let values = [(done.get() + 1).min(count.get()).to_string(), count.get().to_string()];
        app.t_with(Message::ReviewLooks, &[&values[0], &values[1]])
    };
    view! {
        <label class="progress">
            <span>{words}</span>
            <progress aria-label=app.text(Message::Review) max=move || count.get() value=move || done.get()></progress>
        </label>
    }
}

/// The accuracy of each seat.
#[component]
fn Accuracies(review: RwSignal<Option<Review>>) -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let accuracy = Memo::new(move |_| {
        review.with(|review| review.as_ref().map(|it| it.accuracy.clone()).unwrap_or_default())
    });
    let rows = move || {
        let known =
            accuracy.get().into_iter().enumerate().filter_map(|(seat, it)| Some((seat, it?)));
        known
            .map(|(seat, percent)| {
                let percent = format!("{percent:.0}");
                let side = session.side_words(app, seat as u8);
                view! {
                    <p data-accuracy=seat>
                        <span class=format!("seat-{seat}")>{side}</span>
                        {app.t_with(Message::ReviewAccuracy, &[&percent])}
                    </p>
                }
            })
            .collect_view()
    };
    view! { <div class="accuracies">{rows}</div> }
}

/// The chart of the first seat's chances in games for two. A tap shows the position.
#[component]
fn Chances(review: RwSignal<Option<Review>>) -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let count = move || session.read(|model| model.history.len());
    let is_duel = Memo::new(move |_| session.read(|model| model.variant.seats()) == 2);
    // In undercover each side overestimates itself because of its own mole.
    let are_secrets =
        Memo::new(move |_| session.read(|model| model.variant == Variant::Undercover));
    let area = move || {
        let secrets = are_secrets.get();
        review.with(|review| review.as_ref().map(|it| it.area(count(), secrets, CHART)))
    };
    let now = move || CHART.0 * session.shown_plies() as f64 / count().max(1) as f64;
    let chance = move || {
        let plies = session.shown_plies();
        let chance = review.with(|review| {
            let chances = review.as_ref()?.chances(are_secrets.get());
            chances.get(plies).copied()
        })?;
        let percent = format!("{:.0}", 100.0 * chance);
        Some(app.t_with(Message::ReviewChance, &[&session.side_words(app, 0), &percent]))
    };
    let chart = NodeRef::<leptos::svg::Svg>::new();
    let on_click = move |event: web_sys::MouseEvent| {
        let Some(chart) = chart.get_untracked() else { return };
        let bounds = chart.get_bounding_client_rect();
        let along = (f64::from(event.client_x()) - bounds.left()) / bounds.width().max(1.0);
        let plies = (along * untrack(count) as f64).round().max(0.0);
        session.show_ply(plies as usize);
    };
    move || {
        is_duel.get().then(|| view! {
        <figure class="chances" data-side=move || session.read(|model| model.side(0)).map_or("none", Side::id)>
            <svg
                node_ref=chart
                data-chances=true
                role="img"
                aria-label=move || app.t_with(Message::ReviewChances, &[&session.side_words(app, 0)])
                viewBox=format!("0 0 {} {}", CHART.0, CHART.1)
                preserveAspectRatio="none"
                on:click=on_click
            >
                <rect width=CHART.0 height=CHART.1/>
                <path class="area" d=area/>
                <path class="even" d=format!("M0 {}H{}", CHART.1 / 2.0, CHART.0)/>
                <path class="now" d=move || format!("M{:.1} 0V{}", now(), CHART.1)/>
            </svg>
            <figcaption data-chance=true>{chance}</figcaption>
        </figure>
    })
    }
}

/// The marked moves. A tap shows the position before the move with an arrow for the better one.
#[component]
fn MarkedMoves(review: RwSignal<Option<Review>>) -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let marked_moves = Memo::new(move |_| {
        let notation = app.notation();
        review.with(|review| {
            let review = review.as_ref()?;
            session.read(|game| Some(review.marked_moves(game, app.language(), notation)))
        })
    });
    let row = move |marked: MarkedMove| {
        let MarkedMove { ply, seat, mark, played, better } = marked;
        let round = session.read(|model| {
            model.rounds().iter().position(|row| row.iter().any(|&(_, it)| it == ply))
        });
        let number = round.map(|round| format!("{}. ", round + 1));
        view! {
            <li>
                <button data-moment=ply data-mark=mark.id() on:click=move |_| session.show_ply(ply - 1)>
                    <span class=format!("seat-{seat}")>{number}{played}<b>{mark.sign()}</b></span>
                    <small>
                        {app.text(mark.words())}" · "
                        {app.t_with(Message::ReviewBetter, &[&better])}
                    </small>
                </button>
            </li>
        }
    };
    move || {
        let marked_moves = marked_moves.get().unwrap_or_default();
        if marked_moves.is_empty() {
            return view! { <p data-flawless=true>{app.t(Message::ReviewFlawless)}</p> }.into_any();
        }
        view! { <ol class="moments">{marked_moves.into_iter().map(row).collect_view()}</ol> }
            .into_any()
    }
}
