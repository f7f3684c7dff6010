//! The computer's review of the game: marks, winning chances move by move, and practice.

use super::{
    engine::Engine,
    ply_marks::keep_marks,
    study::{Lesson, LessonState, Study},
    view_from::knowledge_words,
};
use crate::{
    app::{App, effect},
    backend::{self, RunningReview},
    browser,
    session::Session,
};
use games::board::Side;
use i18n::Message;
use leptos::prelude::*;
use protocol::ReviewedPly;
use ui_model::{
    Knowledge, Variant,
    review::{MarkedMove, Review},
};

/// Width and height of the chart of chances, in its own units.
const CHART: (f64, f64) = (300.0, 60.0);

/// The buttons of the review, and its results.
#[component]
pub(super) fn ReviewPanel() -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let study = Study::get();
    let engine = Engine::get();
    let review = study.review;
    let running = StoredValue::new_local(None::<RunningReview>);
    // Whose knowledge the review uses.
    let judged = StoredValue::new(Knowledge::default());
    let count = Memo::new(move |_| study.main.with(|main| main.model.history.len()));
    let is_asked = Memo::new(move |_| review.with(Option::is_some));
    effect(move || {
        if !is_asked.get() {
            running.set_value(None);
        }
    });
    // Whether the server makes the review.
    let on_server = StoredValue::new(false);
    let section = NodeRef::<leptos::html::Section>::new();
    let begin = move || {
        // On a narrow screen the results are below the moves.
        if let Some(section) = section.get_untracked().filter(|_| !app.wide.get_untracked()) {
            section.scroll_into_view();
        }
        study.reviewed.set(untrack(|| count.get()));
        let partner = study.main.with_untracked(|main| main.model.partner(0));
        review.set(Some(Review { partner, ..Review::default() }));
        let on_ply = move |heard: ReviewedPly| hear(review, heard);
        let on_trouble = move || {
            // The player may have left the page.
            if review.try_set(None).is_none() {
                session.tell(Message::PartUnreachable);
            }
        };
        let on_refusal = move |why: String| {
            if review.try_set(None).is_none() {
                session.tell(why);
            }
        };
        let main = study.main.get_untracked();
        let knowledge = study.knowledge.get_untracked();
        judged.set_value(knowledge);
        study.lesson.set(None);
        let asked = if on_server.get_value() {
            backend::review_on_server(app, &main.model, knowledge, on_ply, on_refusal)
        } else {
            backend::review(&main.model, knowledge, on_ply, on_trouble)
        };
        if asked.is_none() {
            review.set(None);
            session.tell(Message::ReviewCannot);
        }
        running.set_value(asked);
    };
    // Other knowledge makes other judgements.
    effect(move || {
        if study.knowledge.get() != judged.get_value() && is_asked.get_untracked() {
            engine.if_allowed(app, session, begin);
        }
    });
    let toggle = move |_| {
        if is_asked.get_untracked() {
            review.set(None);
        } else {
            on_server.set_value(false);
            engine.if_allowed(app, session, begin);
        }
    };
    let ask_server = move |_| {
        on_server.set_value(true);
        engine.if_allowed(app, session, begin);
    };
    let has_server = Memo::new(move |_| app.account.with(Option::is_some));
    // On a slow device the server is the first choice.
    let is_slow = !browser::is_fast();
    let is_done = Memo::new(move |_| {
        let count = study.reviewed.get();
        review.with(|review| review.as_ref().is_some_and(|it| it.plies.len() >= count))
    });
    effect(move || {
        if is_done.get() {
            study.keep();
        }
    });
    let shows_mistakes = RwSignal::new(false);
    let said = move || match (is_asked.get(), is_done.get()) {
        (true, true) => app.t(Message::ReviewDone),
        (true, false) => app.t(Message::ReviewBegun),
        (false, _) => "",
    };
    keep_marks(app, study, engine);
    view! {
        <section node_ref=section class="computer" data-review=move || is_done.get().to_string() data-mistakes=move || shows_mistakes.get().to_string()>
            // One button starts and stops, so that it keeps the keyboard focus.
            {move || (count.get() > 0 && !is_done.get()).then(|| view! {
                <button
                    data-act=move || if is_asked.get() { "stop-review" } else { "review" }
                    disabled=move || engine.is_barred.get()
                    on:click=toggle
                >
                    {move || app.t(if is_asked.get() { Message::ReviewStop } else { Message::Review })}
                </button>
            })}
            {move || (count.get() > 0 && !is_asked.get() && has_server.get()).then(|| view! {
                <button
                    class=is_slow.then_some("main")
                    data-act="review-on-server"
                    disabled=move || engine.is_barred.get()
                    on:click=ask_server
                >
                    {app.text(Message::ReviewOnServer)}
                </button>
            })}
            {move || (is_asked.get() && !is_done.get()).then(|| view! { <ReviewProgress review count=study.reviewed/> })}
            <p class="spoken" role="status">{said}</p>
            {move || is_asked.get().then(|| view! {
                <Chances review/>
                <Accuracies review/>
                {move || review_knowledge(app, session, study).map(|words| view! { <p class="label" data-judged-by=true>{words}</p> })}
            })}
            {move || is_done.get().then(|| view! {
                <PracticeButton/>
                // In a low window the list takes the place of the moves.
                <button class="mistakes-switch" data-act="mistakes" aria-pressed=move || shows_mistakes.get().to_string() on:click=move |_| shows_mistakes.update(|on| *on = !*on)>
                    {app.text(Message::ReviewMistakes)}
                </button>
                <MarkedMoves review/>
            })}
        </section>
    }
}

/// Undercover: whose knowledge the review uses.
fn review_knowledge(app: App, session: Session, study: Study) -> Option<String> {
    let is_undercover = study.main.with(|main| main.model.variant == Variant::Undercover);
    is_undercover.then(|| match study.knowledge.get() {
        Knowledge::Mover => app.t(Message::ReviewKnowsMover).to_owned(),
        knowledge => knowledge_words(app, session, knowledge, 0),
    })
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

#[component]
fn ReviewProgress(review: RwSignal<Option<Review>>, count: RwSignal<usize>) -> impl IntoView {
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

/// The accuracy of each seat, with its numbers of marked moves.
#[component]
fn Accuracies(review: RwSignal<Option<Review>>) -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let accuracy = Memo::new(move |_| {
        review.with(|review| {
            let review = review.as_ref()?;
            let known = review.accuracy.iter().enumerate();
            let row = |(seat, percent): (usize, &Option<f64>)| {
                let seat = seat as u8;
                Some((seat, (*percent)?, review.counts(seat), review.seat_luck(seat)))
            };
            Some(known.filter_map(row).collect::<Vec<_>>())
        })
    });
    let rows = move || {
        let rows = accuracy.get().unwrap_or_default().into_iter().map(|row| {
            let (seat, percent, counts, luck) = row;
            let luck = luck.map(|luck| {
                view! { <small data-luck=seat>{luck_words(app, luck)}</small> }
            });
            let percent = format!("{percent:.0}");
            let side = session.side_words(app, seat);
            let [inaccuracies, mistakes, blunders] = counts;
            let counts = format!("?! {inaccuracies} · ? {mistakes} · ?? {blunders}");
            view! {
                <p data-accuracy=seat>
                    <span class=format!("seat-{seat}")>{side}</span>
                    {app.t_with(Message::ReviewAccuracy, &[&percent])}
                    " "
                    <small>{counts}</small>
                    {luck}
                </p>
            }
        });
        rows.collect_view()
    };
    let has_rows =
        Memo::new(move |_| accuracy.with(|rows| rows.as_ref().is_some_and(|it| !it.is_empty())));
    view! {
        <div class="accuracies">{rows}</div>
        {move || has_rows.get().then(|| view! {
            <details class="review-about" data-review-about=true>
                <summary>{app.text(Message::ReviewMeaning)}</summary>
                <p class="label">{app.text(Message::ReviewAbout)}</p>
            </details>
        })}
    }
}

/// Luck in percent of the points, with its sign.
fn luck_words(app: App, percent: f64) -> String {
    app.t_with(Message::ReviewLuck, &[&format!("{percent:+.0}")])
}

/// The chart of the first side's chances in games of two sides, with a dot for each marked move. A tap
/// shows the position.
#[component]
fn Chances(review: RwSignal<Option<Review>>) -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let study = Study::get();
    let count = move || study.reviewed.get();
    let has_two_sides = Memo::new(move |_| session.read(|model| model.has_two_sides()));
    let are_secrets = Memo::new(move |_| study.are_secrets());
    let path = move |of: fn(&Review, usize, bool, (f64, f64)) -> String| {
        move || {
            let secrets = are_secrets.get();
            review.with(|review| review.as_ref().map(|it| of(it, count(), secrets, CHART)))
        }
    };
    let dots = move || {
        let secrets = are_secrets.get();
        let dots = review.with(|review| review.as_ref().map(|it| it.dots(count(), secrets, CHART)));
        let dots = dots.unwrap_or_default().into_iter().map(|(ply, mark, (x, y))| {
            // A line without length is a round dot, however the chart is stretched.
            view! { <path class="dot" data-dot=ply data-mark=mark.id() d=format!("M{x:.1} {y:.1}h0")/> }
        });
        dots.collect_view()
    };
    let shown = move || {
        let plies = session.shown_plies();
        study.leaves().map_or(plies, |leaves| plies.min(leaves))
    };
    let now = move || CHART.0 * shown() as f64 / count().max(1) as f64;
    let chance = move || {
        let plies = shown();
        let (chance, luck) = review.with(|review| {
            let review = review.as_ref()?;
            let chances = review.chances(are_secrets.get());
            Some((chances.get(plies).copied()?, review.luck(plies)))
        })?;
        let percent = format!("{:.0}", 100.0 * chance);
        let chance = app.t_with(Message::ReviewChance, &[&session.party_words(app, 0), &percent]);
        let luck = luck.map(|luck| format!(" · {}", luck_words(app, luck)));
        Some(chance + &luck.unwrap_or_default())
    };
    let chart = NodeRef::<leptos::svg::Svg>::new();
    let on_click = move |event: web_sys::MouseEvent| {
        let Some(chart) = chart.get_untracked() else { return };
        let bounds = chart.get_bounding_client_rect();
        let along = (f64::from(event.client_x()) - bounds.left()) / bounds.width().max(1.0);
        let plies = (along * untrack(count) as f64).round().max(0.0);
        study.go_to_ply(session, plies as usize);
    };
    move || {
        has_two_sides.get().then(|| view! {
        <figure class="chances" data-side=move || session.read(|model| model.side(0)).map_or("none", Side::id)>
            <svg
                node_ref=chart
                data-chances=true
                role="img"
                aria-label=move || app.t_with(Message::ReviewChances, &[&session.party_words(app, 0)])
                viewBox=format!("0 0 {} {}", CHART.0, CHART.1)
                preserveAspectRatio="none"
                on:click=on_click
            >
                <path class="area" d=path(Review::area)/>
                <path class="even" d=format!("M0 {}H{}", CHART.1 / 2.0, CHART.0)/>
                <path class="curve" d=path(Review::curve)/>
                <path class="now" d=move || format!("M{:.1} 0V{}", now(), CHART.1)/>
                {dots}
            </svg>
            <figcaption data-chance=true>{chance}</figcaption>
        </figure>
    })
    }
}

/// Shows the position before the next mistake after a ply and asks for a better move, or says that
/// there is none.
fn ask_lesson(app: App, session: Session, study: Study, after: usize) {
    match next_lesson(app, session, study, after) {
        Some(ply) => {
            study.lesson.set(Some(Lesson { ply, state: LessonState::Asked }));
            study.go_to_ply(session, ply - 1);
        }
        None => {
            study.lesson.set(None);
            session.tell(Message::PracticeDone);
        }
    }
}

/// The next mistake after a ply that can be practised.
fn next_lesson(app: App, session: Session, study: Study, after: usize) -> Option<usize> {
    let is_duel = untrack(|| session.read(|model| model.variant.seats())) == 2;
    let bottom = is_duel.then(|| untrack(|| session.bottom_seat(app)));
    study.review.with_untracked(|review| {
        let review = review.as_ref()?;
        // The player's own mistakes come first; a player without any improves the others.
        let own = review.next_lesson(bottom, 0).and(bottom);
        review.next_lesson(own, after)
    })
}

/// Plays the better move of a lesson.
fn show_solution(app: App, session: Session, study: Study, ply: usize) {
    let best = study
        .review
        .with_untracked(|review| review.as_ref()?.plies.get(ply.checked_sub(1)?)?.best.clone());
    study.lesson.set(Some(Lesson { ply, state: LessonState::Shown }));
    study.go_to_ply(session, ply - 1);
    if let Some(best) = best {
        study.play(app, session, &best);
    }
}

/// Begins the practice of mistakes.
#[component]
fn PracticeButton() -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let study = Study::get();
    let is_shown = Memo::new(move |_| {
        let has_mistakes = study.review.with(|it| it.as_ref()?.next_lesson(None, 0)).is_some();
        has_mistakes && study.lesson.with(Option::is_none)
    });
    move || {
        is_shown.get().then(|| view! {
            <button data-act="practice" on:click=move |_| ask_lesson(app, session, study, 0)>{app.text(Message::Practice)}</button>
        })
    }
}

/// Practice: the player improves the mistakes one by one.
#[component]
pub(super) fn Practice() -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let study = Study::get();
    let question = move |lesson: Lesson| {
        let notation = app.notation();
        study.main.with(|main| {
            let at = lesson.ply - 1;
            let played = main.model.move_texts(app.language(), notation).get(at).cloned();
            let seat = main.model.history.get(at).map_or(0, |entry| entry.seat);
            let side = session.side_words(app, seat);
            app.t_with(Message::PracticeAsk, &[&played.unwrap_or_default(), &side])
        })
    };
    let place = NodeRef::<leptos::html::Section>::new();
    let card = move |lesson: Lesson| {
        let (state, answer) = match lesson.state {
            LessonState::Asked => ("none", ""),
            LessonState::Wrong => ("wrong", app.t(Message::PracticeWrong)),
            LessonState::Solved => ("right", app.t(Message::PracticeRight)),
            LessonState::Shown => ("shown", app.t(Message::PuzzleShown)),
        };
        let next = if lesson.state.is_done() {
            let has_next = next_lesson(app, session, study, lesson.ply).is_some();
            has_next.then(|| view! { <button class="main" data-act="practice-next" on:click=move |_| ask_lesson(app, session, study, lesson.ply)>{app.text(Message::PracticeNext)}</button> }).into_any()
        } else {
            view! { <button data-act="practice-show" on:click=move |_| show_solution(app, session, study, lesson.ply)>{app.text(Message::PracticeShow)}</button> }.into_any()
        };
        view! {
            <section node_ref=place class="practice" data-practice=lesson.ply data-answer=state>
                <p>{question(lesson)}</p>
                <p role="status"><b>{answer}</b></p>
                <div class="practice-tools">
                    {next}
                    <button data-act="practice-end" on:click=move |_| study.lesson.set(None)>{app.text(Message::Close)}</button>
                </div>
            </section>
        }
    };
    // Beside the board the panel may be scrolled away from the question.
    effect(move || {
        if study.lesson.with(Option::is_some) {
            browser::bring_into_view_soon(place);
        }
    });
    move || study.lesson.get().map(card)
}

/// The marked moves. A tap shows the position before the move with an arrow for the better one.
#[component]
fn MarkedMoves(review: RwSignal<Option<Review>>) -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let study = Study::get();
    let marked_moves = Memo::new(move |_| {
        let notation = app.notation();
        review.with(|review| {
            let review = review.as_ref()?;
            study.main.with(|main| Some(review.marked_moves(&main.model, app.language(), notation)))
        })
    });
    let row = move |marked: MarkedMove| {
        let MarkedMove { ply, seat, mark, played, better } = marked;
        let number = study.main.with(|main| {
            let rounds = main.model.rounds();
            let round = rounds.iter().position(|row| row.iter().any(|&(_, it)| it == ply))?;
            let is_first = rounds.get(round)?.first().is_some_and(|&(_, it)| it == ply);
            // As in chess, dots stand for the moves of the round before this one.
            Some(format!("{}{} ", round + 1, if is_first { "." } else { "…" }))
        });
        view! {
            <li>
                <button data-moment=ply data-mark=mark.id() on:click=move |_| study.go_to_ply(session, ply - 1)>
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
        // A list of better moves would answer what is being practised.
        if study.lesson.with(Option::is_some) {
            return ().into_any();
        }
        if marked_moves.is_empty() {
            return view! { <p data-flawless=true>{app.t(Message::ReviewFlawless)}</p> }.into_any();
        }
        view! { <ol class="moments">{marked_moves.into_iter().map(row).collect_view()}</ol> }
            .into_any()
    }
}
