//! The engine of the analysis board: its lines, the bar of winning chances and the arrow.

use super::{study::Study, view_from::knowledge_words};
use crate::{
    app::{App, effect},
    backend::{self, LiveEngine},
    browser,
    parts::Icon,
    session::Session,
};
use games::board::{Side, Step};
use i18n::Message;
use leptos::prelude::*;
use protocol::Analysis;
use std::{collections::BTreeMap, sync::Arc};
use ui_model::{GameModel, Knowledge, Variant, records::NodeId};

/// Storage key of the number of lines.
const LINES: &str = "chuhe.engine-lines";

/// Session storage key that says whether the engine is `on` or `off`.
const IS_ON: &str = "chuhe.engine";

/// Media query for a device without touch.
const NO_TOUCH: &str = "(pointer: fine), (pointer: none)";

/// Numbers of lines to choose from.
const LINE_COUNTS: [u8; 5] = [1, 2, 3, 4, 5];

/// Number of plies shown of each line; later ones say little.
const PLIES: usize = 10;

/// Minimum time between two questions whether the engine may help, while moves are gone through, in
/// milliseconds.
const MIN_RECHECK_MS: f64 = 10_000.0;

/// The engine's switches and its lines. It is `Copy` because it holds only handles.
#[derive(Clone, Copy)]
pub(super) struct Engine {
    /// Whether it analyses.
    pub(super) is_on: RwSignal<bool>,
    /// Whether it must not help, because the player has a running rated game of this kind.
    pub(super) is_barred: RwSignal<bool>,
    /// Whether it also looks at what the other side threatens.
    pub(super) shows_threat: RwSignal<bool>,
    /// Time of the last question whether it may help, in milliseconds of the page's clock.
    asked_ms: StoredValue<f64>,
    lines: RwSignal<u8>,
    found: RwSignal<Option<Found>>,
    /// Evaluations of the positions that were analysed.
    pub(super) evaluations: RwSignal<BTreeMap<NodeId, Evaluation>>,
    /// What the other side would play if it could move now, while `shows_threat` is set.
    threat: RwSignal<Option<Found>>,
    /// The move of the explorer under the pointer or with the focus, which has the arrow.
    pub(super) explored: RwSignal<Option<Step>>,
    /// Index of the line under the pointer or with the focus, whose first move has the arrow.
    pointed: RwSignal<Option<usize>>,
}

/// Lines of a position.
#[derive(Clone)]
struct Found {
    /// The position.
    node: NodeId,
    /// The seat that moves in the lines.
    seat: u8,
    seen: Arc<GameModel>,
    analysis: Analysis,
    /// Positions per second.
    speed: u64,
}

/// The evaluation of a position.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Evaluation {
    /// The score for the first seat, or its winning chances in percent.
    pub(super) text: String,
    /// Number of nodes of its search.
    nodes: u64,
}

impl Engine {
    /// Starts the engine of this component.
    pub(super) fn begin(app: App, session: Session, study: Study) -> Engine {
        let lines = browser::stored(LINES).and_then(|text| text.parse().ok());
        let lines = lines.filter(|lines| LINE_COUNTS.contains(lines)).unwrap_or(3);
        let engine = Engine {
            is_on: RwSignal::new(false),
            is_barred: RwSignal::new(false),
            shows_threat: RwSignal::new(false),
            asked_ms: StoredValue::new(f64::NEG_INFINITY),
            lines: RwSignal::new(lines),
            found: RwSignal::new(None),
            evaluations: RwSignal::new(BTreeMap::new()),
            threat: RwSignal::new(None),
            explored: RwSignal::new(None),
            pointed: RwSignal::new(None),
        };
        engine.follow(app, session, study);
        engine.remember(study);
        engine.advise(session, study);
        let is_on = match browser::session_stored(IS_ON) {
            Some(on) => on == "on",
            // On a desktop that is fast enough it is on until it is switched off.
            None => {
                let is_desk = app.wide.get_untracked() && browser::matches_media(NO_TOUCH);
                is_desk && browser::is_fast()
            }
        };
        let is_wanted = app.analyses_record.get_value() || is_on;
        app.analyses_record.set_value(false);
        engine.if_allowed(app, session, move || {
            if is_wanted {
                engine.is_on.set(true);
            }
        });
        engine
    }

    /// The engine of this component.
    pub(super) fn get() -> Engine {
        expect_context()
    }

    /// Switches the engine on or off.
    pub(super) fn toggle(self, app: App, session: Session) {
        if self.is_on.get_untracked() {
            browser::session_store(IS_ON, "off");
            return self.is_on.set(false);
        }
        self.if_allowed(app, session, move || {
            browser::session_store(IS_ON, "on");
            self.is_on.set(true);
        });
    }

    /// Shows what the other side threatens beside the best move, or no longer. Does nothing in games
    /// without threats.
    pub(super) fn toggle_threat(self, app: App, session: Session) {
        if !untrack(|| has_threat(session)) {
            return;
        }
        self.shows_threat.update(|on| *on = !*on);
        if self.shows_threat.get_untracked() && !self.is_on.get_untracked() {
            self.toggle(app, session);
        }
    }

    /// Plays the best move that was found for the shown position.
    pub(super) fn play_best(self, app: App, session: Session, study: Study) {
        let node = untrack(|| study.node(session));
        let best = self.found.with_untracked(|found| {
            let found = found.as_ref().filter(|found| found.node == node)?;
            found.analysis.best().map(str::to_owned)
        });
        if let Some(best) = best {
            study.play(app, session, &best);
        }
    }

    /// Does `work` unless the player has a running contest of this kind. Updates `is_barred`.
    pub(super) fn if_allowed(self, app: App, session: Session, work: impl FnOnce() + 'static) {
        let variant = untrack(|| session.read(|game| Some(game.variant)));
        let Some(variant) = variant else { return };
        self.asked_ms.set_value(browser::now_ms());
        leptos::task::spawn_local(async move {
            let is_barred = backend::plays_contest(app, variant).await;
            // `None` if the page was left.
            let Some(was_barred) = self.is_barred.try_get_untracked() else { return };
            // An equal value would begin the analysis again.
            if was_barred != is_barred {
                self.is_barred.set(is_barred);
            }
            if !is_barred {
                work();
            }
        });
    }

    /// Updates `is_barred` while the engine is on or barred. A contest may have begun or ended in
    /// another tab.
    fn recheck(self, app: App, session: Session) {
        if self.is_on.get_untracked() || self.is_barred.get_untracked() {
            self.if_allowed(app, session, || {});
        }
    }

    /// An engine whose lines about the position in `shown` are put into `found`.
    fn start(
        self,
        session: Session,
        shown: StoredValue<Option<(NodeId, u8, Arc<GameModel>)>>,
        found: RwSignal<Option<Found>>,
    ) -> StoredValue<LiveEngine, LocalStorage> {
        let on_lines = move |analysis: Analysis, took: f64| {
            // The page may have been left in the meantime.
            let Some((node, seat, seen)) = shown.try_get_value().flatten() else { return };
            let speed = (analysis.nodes as f64 / took.max(1.0) * 1000.0) as u64;
            let _ = found.try_set(Some(Found { node, seat, seen, analysis, speed }));
        };
        let on_trouble = move || {
            if self.is_on.try_set(false).is_none() {
                session.tell(Message::PartUnreachable);
            }
        };
        let live = StoredValue::new_local(LiveEngine::new(on_lines, on_trouble));
        on_cleanup(move || {
            live.try_with_value(LiveEngine::stop);
        });
        live
    }

    /// Analyses each shown position while the engine is on and the page is visible.
    fn follow(self, app: App, session: Session, study: Study) {
        let shown = StoredValue::new(None);
        let live = self.start(session, shown, self.found);
        let threatening = StoredValue::new(None);
        let other = self.start(session, threatening, self.threat);
        let is_hidden = RwSignal::new(browser::document().hidden());
        let event = leptos::ev::Custom::<web_sys::Event>::new("visibilitychange");
        let handle = window_event_listener(event, move |_| {
            let hidden = browser::document().hidden();
            // `Some` if the page was left.
            if is_hidden.try_set(hidden).is_none() && !hidden {
                self.recheck(app, session);
            }
        });
        on_cleanup(move || handle.remove());
        // A comment on the shown move is no other position.
        let position = Memo::new(move |_| (session.shown_plies(), study.node(session)));
        let rests = move || !self.is_on.get() || is_hidden.get() || self.is_barred.get();
        effect(move || {
            let (plies, node) = position.get();
            let lines = self.lines.get();
            let knowledge = study.knowledge.get();
            self.found.set(None);
            // A line that is removed from the page may send no `pointerleave` and no `blur`.
            self.pointed.set(None);
            if browser::now_ms() - self.asked_ms.get_value() >= MIN_RECHECK_MS {
                self.recheck(app, session);
            }
            if rests() {
                shown.set_value(None);
                return live.with_value(LiveEngine::stop);
            }
            let seen = study.line.with_untracked(|line| line.seen_knowing(plies, knowledge));
            let Some((seat, seen)) = seen else {
                shown.set_value(None);
                return live.with_value(LiveEngine::pause);
            };
            let seen = Arc::new(seen);
            shown.set_value(Some((node, seat, Arc::clone(&seen))));
            let are_moles_public =
                seen.variant == Variant::Undercover && knowledge == Knowledge::All;
            live.with_value(|live| live.analyse(&seen, seat, lines, are_moles_public));
        });
        effect(move || {
            let (plies, node) = position.get();
            self.threat.set(None);
            let is_wanted = self.shows_threat.get();
            let seen = if rests() || !is_wanted {
                None
            } else {
                study.line.with_untracked(|line| line.threat_after(plies))
            };
            let Some((seat, seen)) = seen else {
                threatening.set_value(None);
                return other.with_value(LiveEngine::stop);
            };
            let seen = Arc::new(seen);
            threatening.set_value(Some((node, seat, Arc::clone(&seen))));
            other.with_value(|other| other.analyse(&seen, seat, 1, false));
        });
    }

    /// Keeps the evaluation of each analysed position for the list of moves.
    fn remember(self, study: Study) {
        effect(move || {
            let Some(found) = self.found.get() else { return };
            let Some(line) = found.analysis.lines.first() else { return };
            if !found.seen.has_two_sides() {
                return;
            }
            let text = if untrack(|| study.are_secrets()) {
                let (_, chance) = found.seen.shown_chance(found.seat, line.chance);
                format!("{:.0}%", 100.0 * chance)
            } else {
                found.seen.short_evaluation(found.seat, line)
            };
            let nodes = found.analysis.nodes;
            let known = self.evaluations.with_untracked(|all| all.get(&found.node).cloned());
            // A repeated search begins with fewer nodes than an earlier one had at its end.
            if known.as_ref().is_some_and(|known| known.nodes > nodes) {
                return;
            }
            let now = Evaluation { text, nodes };
            if known.is_some_and(|known| known.text == now.text) {
                // The list is not marked again.
                self.evaluations.update_untracked(|all| _ = all.insert(found.node, now));
            } else {
                self.evaluations.update(|all| _ = all.insert(found.node, now));
            }
        });
        // Other knowledge makes other evaluations.
        effect(move || {
            study.knowledge.track();
            self.evaluations.set(BTreeMap::new());
        });
        // A node that was undone has no evaluation. Its number is given to another move later.
        effect(move || {
            let is_there = |node: &NodeId| study.game.with(|game| game.tree().has(*node));
            study.game.track();
            if self.evaluations.with_untracked(|all| !all.keys().all(is_there)) {
                self.evaluations.update(|all| all.retain(|node, _| is_there(node)));
            }
        });
    }

    /// Keeps the arrows on the board: the threat, and the move of the explorer or of the line that the player points at,
    /// the engine's best move, or else the better move of a review. A mistake that is being practised
    /// has no arrow, nor have moves that are guessed.
    fn advise(self, session: Session, study: Study) {
        effect(move || {
            let (plies, node) = (session.shown_plies(), study.node(session));
            let is_asked = study.is_guessing()
                || study.lesson.with(|lesson| lesson.is_some_and(|it| !it.state.is_done()));
            let pointed = self.pointed.get();
            let best = self.found.with(|found| {
                let found = found.as_ref().filter(|found| found.node == node)?;
                let pointed = pointed.and_then(|at| found.analysis.lines.get(at)?.actions.first());
                let action = pointed.map(String::as_str).or_else(|| found.analysis.best())?;
                Step::read(found.seen.shape(), action)
            });
            let better = || {
                let is_main = study.leaves().is_none_or(|leaves| plies <= leaves);
                study.review.with(|review| {
                    let review = review.as_ref().filter(|_| is_main)?;
                    study.main.with(|main| review.better(&main.model, plies))
                })
            };
            let step = if self.is_on.get() { best } else { better() };
            let step = self.explored.get().or(step);
            session.advised.set(step.filter(|_| !is_asked));
            let threat = self.threat.with(|threat| {
                let threat = threat.as_ref().filter(|threat| threat.node == node)?;
                Step::read(threat.seen.shape(), threat.analysis.best()?)
            });
            session.threatened.set(threat.filter(|_| !is_asked));
        });
    }

    /// Winning chances of the first side in the shown position, as far as they are known. `None` in
    /// a race of four.
    fn chance(self, session: Session, study: Study) -> Option<f64> {
        if !session.read(|model| model.has_two_sides()) {
            return None;
        }
        let (plies, node) = (session.shown_plies(), study.node(session));
        let of_engine = self.found.with(|found| {
            let found = found.as_ref().filter(|found| found.node == node)?;
            let chance = found.analysis.lines.first()?.chance;
            Some(found.seen.shown_chance(found.seat, chance).1)
        });
        of_engine.or_else(|| {
            let is_main = study.leaves().is_none_or(|leaves| plies <= leaves);
            let are_secrets = study.are_secrets();
            study.review.with(|review| {
                let review = review.as_ref().filter(|it| is_main && !it.plies.is_empty())?;
                review.chances(are_secrets).get(plies).copied()
            })
        })
    }
}

/// The bar of winning chances beside the board of a game of two sides.
#[component]
pub(super) fn ChanceBar() -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let study = Study::get();
    let engine = Engine::get();
    let is_shown = Memo::new(move |_| {
        let has_two_sides = session.read(|model| model.has_two_sides());
        has_two_sides && (engine.is_on.get() || study.review.with(Option::is_some))
    });
    // The last known value stays until the next position has one.
    let chance = Memo::new(move |last: Option<&f64>| {
        engine.chance(session, study).or(last.copied()).unwrap_or(0.5)
    });
    let side = move |is_first: bool| {
        let seat = |model: &GameModel| if is_first { 0 } else { model.other_side() };
        session.read(|model| model.side(seat(model))).map_or("none", Side::id)
    };
    let is_first_below = Memo::new(move |_| {
        let bottom = session.bottom_seat(app);
        session.read(|model| model.is_first_side(bottom))
    });
    let share = move || if is_first_below.get() { chance.get() } else { 1.0 - chance.get() };
    let percent = move || format!("{:.0}", 100.0 * chance.get());
    move || {
        is_shown.get().then(|| view! {
            <div
                class="chance-bar"
                role="meter"
                aria-valuemin="0"
                aria-valuemax="100"
                aria-valuenow=percent
                aria-label=move || app.t_with(Message::ReviewChance, &[&session.party_words(app, 0), &percent()])
                data-chance-bar=percent
                data-side=move || side(!is_first_below.get())
            >
                <span data-side=move || side(is_first_below.get()) style=("--share", move || format!("{:.3}", share()))></span>
            </div>
        })
    }
}

/// The switch of the engine, its evaluation and its lines.
#[component]
pub(super) fn EnginePanel() -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let study = Study::get();
    let engine = Engine::get();
    let has_options = RwSignal::new(false);
    // Lines of another position are never shown.
    let found = move || {
        let node = study.node(session);
        engine.found.get().filter(|found| found.node == node)
    };
    let value = move || {
        let found = found()?;
        let line = found.analysis.lines.first()?;
        Some(found.seen.short_evaluation(found.seat, line))
    };
    let chance = move || {
        let found = found()?;
        let chance = found.analysis.lines.first()?.chance;
        let (seat, chance) = found.seen.shown_chance(found.seat, chance);
        let percent = format!("{:.0}", 100.0 * chance);
        Some(app.t_with(Message::ReviewChance, &[&session.party_words(app, seat), &percent]))
    };
    let progress = move || {
        let found = found().filter(|found| !found.analysis.lines.is_empty())?;
        let values = [found.analysis.depth.to_string(), rounded(found.speed)];
        let state = || app.t_with(Message::EngineState, &[&values[0], &values[1]]);
        if !found.seen.variant.has_secrets() {
            return Some(state());
        }
        let knowledge = study.knowledge.get();
        let known = knowledge_words(app, session, knowledge, found.seat);
        // With a hidden mole it weighs the possible ones, and does not search by depth.
        let has_depth = knowledge == Knowledge::All;
        Some(if has_depth { format!("{} · {known}", state()) } else { known })
    };
    // Screen readers read each new text, and the numbers change with each answer of the engine.
    let state = Memo::new(move |_| match found() {
        Some(found) if found.analysis.lines.is_empty() => app.t(Message::EngineNothing),
        Some(_) => "",
        None if engine.is_on.get() && can_move(session, study) => app.t(Message::HintThinks),
        None if engine.is_on.get() => app.t(Message::GameOver),
        None => "",
    });
    let point = move |line: Option<usize>| {
        // Leaving the page blurs the line after the signals are gone.
        let _ = engine.pointed.try_set(line);
    };
    let row = move |found: &Found, at: usize| {
        let notation = app.notation();
        let line = &found.analysis.lines[at];
        let actions = line.actions.get(..PLIES).unwrap_or(&line.actions);
        let moves = found.seen.line_texts(app.language(), notation, actions).join(" ");
        let value = found.seen.short_evaluation(found.seat, line);
        let first = line.actions.first().cloned().unwrap_or_default();
        let play = move |_| study.play(app, session, &first);
        view! {
            <li>
                <button
                    data-line=true
                    on:click=play
                    on:pointerenter=move |_| point(Some(at))
                    on:pointerleave=move |_| point(None)
                    on:focus=move |_| point(Some(at))
                    on:blur=move |_| point(None)
                >
                    <b>{value}</b>
                    <span>{moves}</span>
                </button>
            </li>
        }
    };
    let rows = move || {
        let found = found()?;
        Some((0..found.analysis.lines.len()).map(|at| row(&found, at)).collect_view())
    };
    let reasons = move || {
        let found = found()?;
        found.seen.hint_words(app.language(), app.notation(), &found.analysis)
    };
    // Beside the best lines: the threat, and the colours of both arrows.
    let threat = move || {
        if !engine.shows_threat.get() || !engine.is_on.get() {
            return None;
        }
        let node = study.node(session);
        let found = engine.threat.get().filter(|found| found.node == node);
        let words =
            match found.as_ref().and_then(|found| Some((found, found.analysis.lines.first()?))) {
                Some((found, line)) => {
                    let actions = line.actions.get(..1).unwrap_or_default();
                    let moves = found.seen.line_texts(app.language(), app.notation(), actions);
                    let value = found.seen.short_evaluation(found.seat, line);
                    format!("{} {value}", moves.join(" "))
                }
                None if found.is_some() || !can_threaten(session, study) => {
                    app.t(Message::EngineNoThreat).to_owned()
                }
                None => "…".to_owned(),
            };
        Some(view! {
            <p class="arrows" data-threat-line=true>
                <span class="advice-key">{app.text(Message::BestMove)}</span>
                <span class="threat-key">{app.text(Message::Threat)}": "<b>{words}</b></span>
            </p>
        })
    };
    let counts = LINE_COUNTS.map(|count| {
        let choose = move |_| {
            browser::store(LINES, &count.to_string());
            engine.lines.set(count);
        };
        view! {
            <button data-line-count=count aria-pressed=move || (engine.lines.get() == count).to_string() on:click=choose>{count}</button>
        }
    });
    let has_threat = Memo::new(move |_| has_threat(session));
    // With a hidden mole there is one line.
    let has_lines = Memo::new(move |_| {
        let has_secrets = session.read(|model| model.variant.has_secrets());
        !has_secrets || study.knowledge.get() == Knowledge::All
    });
    view! {
        <section class="engine" data-engine=move || engine.is_on.get().to_string()>
            <header>
                <button
                    class="toggle"
                    role="switch"
                    data-act="engine"
                    aria-checked=move || engine.is_on.get().to_string()
                    aria-label=app.text(Message::Engine)
                    disabled=move || engine.is_barred.get()
                    on:click=move |_| engine.toggle(app, session)
                ></button>
                <strong class="value" data-value=true>{move || value().unwrap_or_else(|| if engine.is_on.get() { "…".to_owned() } else { app.t(Message::Engine).to_owned() })}</strong>
                <p class="state" data-depth=move || found().map(|found| found.analysis.depth)>
                    {move || chance().map(|chance| view! { <b>{chance}</b> })}
                    <small>{progress}</small>
                    <small role="status">{move || state.get()}</small>
                </p>
                <button class="plain" data-act="engine-options" aria-label=app.text(Message::Options) aria-expanded=move || has_options.get().to_string() on:click=move |_| has_options.update(|on| *on = !*on)>
                    <Icon d="M4 7H13M17 7H20M15 5V9M4 17H14M18 17H20M16 15V19"/>
                </button>
            </header>
            {move || engine.is_barred.get().then(|| view! {
                <p class="label" role="status" data-engine-off=true>{app.t(Message::EngineOff)}</p>
            })}
            <div class="engine-options" hidden=move || !has_options.get()>
                <div class="line-counts" hidden=move || !has_lines.get()>
                    <span class="label">{app.text(Message::EngineLines)}</span>
                    <div class="choices small" role="group" aria-label=app.text(Message::EngineLines)>
                        {counts}
                    </div>
                </div>
                {move || has_threat.get().then(|| view! {
                    <button data-act="threat" aria-pressed=move || engine.shows_threat.get().to_string() on:click=move |_| engine.toggle_threat(app, session)>
                        {app.text(Message::EngineThreat)}
                    </button>
                })}
            </div>
            <ol class="lines">{rows}</ol>
            {threat}
            {move || reasons().map(|words| view! { <p class="advice-words" data-advice=true>{words}</p> })}
        </section>
    }
}

/// Whether the engine can show threats in this game: a side may pass only in xiangqi.
pub(super) fn has_threat(session: Session) -> bool {
    session.read(|model| model.variant == Variant::Xiangqi)
}

/// Whether a seat can move in the shown position.
fn can_move(session: Session, study: Study) -> bool {
    let plies = session.shown_plies();
    study.line.with(|line| line.seen_after(plies).is_some())
}

/// Whether the shown position has a threat to look for: not in check.
fn can_threaten(session: Session, study: Study) -> bool {
    let plies = session.shown_plies();
    study.line.with(|line| line.threat_after(plies).is_some())
}

/// A large number with three digits at most: `950`, `352k`, `1.2M`.
fn rounded(number: u64) -> String {
    match number {
        0..1_000 => number.to_string(),
        1_000..1_000_000 => format!("{}k", number / 1_000),
        _ => format!("{:.1}M", number as f64 / 1e6),
    }
}
