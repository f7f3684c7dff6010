use super::{Dialog, Icon, after_game::rematch, open_replay::open_replay, save::save_game};
use crate::{
    app::App,
    backend,
    lazy::NotFetched,
    session::{BackendKind, Confirmation, Session},
};
use i18n::{Message, PLIES, counted};
use leptos::prelude::*;
use protocol::{Command, Offer, TurnState};
use ui_model::{GameModel, clock_face::ClockFace};

/// The player's actions other than moves.
#[component]
pub(crate) fn ActionBar() -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    // Each is a memo, so that a move rebuilds only the buttons that change.
    let over = Memo::new(move |_| session.read(|model| model.is_over()));
    let begun = Memo::new(move |_| session.read(|model| !model.history.is_empty()));
    let seated = Memo::new(move |_| session.seats.with(|seats| !seats.is_empty()));
    let waiting = Memo::new(move |_| session.read(|model| model.turn == TurnState::Waiting));
    let training = Memo::new(move |_| session.read_table(|table| table.training));
    let peeks = Memo::new(move |_| session.read(|model| model.variant.hides_pieces()));
    // A game can be replayed once the player may know all of it.
    let known =
        Memo::new(move |_| session.read(|model| model.is_over() || model.variant.is_open()));
    let acts = Memo::new(move |_| session.acting_seat().is_some());
    // Once all players have joined, one player alone cannot cancel the game.
    let open = Memo::new(move |_| waiting.get() && session.read(GameModel::has_open_seat));
    let out = Memo::new(move |_| session.is_out());
    let local = move || session.backend_kind() == Some(BackendKind::Local);
    // Only people on other devices receive time.
    let gives_time = Memo::new(move |_| {
        let is_duel = session.seats.with(|own| own.len() == 1)
            && session.read(|game| {
                game.seats.len() == 2 && game.seats.iter().all(|seat| seat.level.is_none())
            });
        is_duel && session.clocks.with(|face| face.as_ref().is_some_and(ClockFace::is_timed))
    });
    // Unavailable actions are disabled and not hidden, so that no button moves when a game starts
    // or a turn ends.
    let plays = move || seated.get() && !over.get() && !waiting.get() && !out.get();
    let needs_move = ["undo", "draw", "give-time", "restart", "save"];
    // On a phone rarely used actions are not behind the last button.
    let is_rare = |act: &str| ["give-time", "restart", "save", "replay"].contains(&act);
    let shows_all = RwSignal::new(false);
    let button = move |act: &'static str, message: Message, d: &'static str, work: Callback<()>| {
        let disabled = move || match act {
            "hint" => !acts.get(),
            "replay" => !begun.get() || !known.get(),
            _ => needs_move.contains(&act) && !begun.get(),
        };
        view! {
            <button class="act" class:rare=is_rare(act) data-act=act disabled=disabled on:click=move |_| { shows_all.set(false); work.run(()); }>
                <Icon d/>
                <span>{app.text(message)}</span>
            </button>
        }
    };
    let undo = Callback::new(move |()| {
        let plies = untrack(|| session.plies_to_undo());
        if training.get_untracked() {
            session.send(Command::Undo { plies });
        } else {
            session.offer(Offer::Takeback { plies });
        }
    });
    let resign = Callback::new(move |()| {
        if app.settings.with_untracked(|settings| settings.confirm_resign) {
            session.confirmation.set(Some(Confirmation::Resign));
        } else {
            session.send(Command::Resign);
        }
    });
    let hint = Callback::new(move |()| run(session, backend::ask_hint(app, session)));
    let save = Callback::new(move |()| run(session, save_game(app, session)));
    view! {
        <div class="actions" class:all=move || shows_all.get() role="toolbar">
            {move || plays().then(|| {
                let message = if local() || training.get() { Message::Undo } else { Message::AskTakeback };
                button("undo", message, "M9 6L4 11L9 16M4 11H15A5 5 0 0 1 15 20H11", undo)
            })}
            {move || plays().then(|| {
                button("draw", Message::OfferDraw, "M4 9H20M4 15H20", Callback::new(move |()| session.offer(Offer::Draw)))
            })}
            {move || plays().then(|| {
                button("resign", Message::Resign, "M6 21V4L18 8L6 12", resign)
            })}
            {move || (plays() && gives_time.get()).then(|| {
                button("give-time", Message::GiveTime, "M12 4A8 8 0 1 0 20 12M12 8V12L15 14M19 2V8M16 5H22", Callback::new(move |()| session.send(Command::GiveTime)))
            })}
            {move || (seated.get() && over.get()).then(|| {
                button("rematch", Message::Rematch, "M5 12A7 7 0 0 1 18 8M18 4V8H14M19 12A7 7 0 0 1 6 16M6 20V16H10", Callback::new(move |()| rematch(session)))
            })}
            {move || (local() && !over.get()).then(|| {
                button("restart", Message::Restart, "M19 12A7 7 0 1 1 17 7M17 3V7H13", Callback::new(move |()| session.confirmation.set(Some(Confirmation::Restart))))
            })}
            {move || (training.get() && plays()).then(|| {
                button("hint", Message::Hint, "M9 18H15M10 21H14M12 3A6 6 0 0 0 9 14V15H15V14A6 6 0 0 0 12 3", hint)
            })}
            {move || (training.get() && peeks.get()).then(|| view! { <PeekButton/> })}
            {move || (seated.get() && open.get() && !local()).then(|| {
                button("cancel-table", Message::CancelTable, "M6 6L18 18M18 6L6 18", Callback::new(move |()| run(session, backend::cancel_table(app, session))))
            })}
            {button("flip", Message::Flip, "M8 4V20M8 4L4 8M8 4L12 8M16 20V4M16 20L12 16M16 20L20 16", Callback::new(move |()| session.flipped.update(|on| *on = !*on)))}
            {move || (!waiting.get()).then(|| {
                button("save", Message::Save, "M12 4V14M8 10L12 14L16 10M5 18H19", save)
            })}
            {move || (!waiting.get()).then(|| {
                button("replay", Message::Replay, "M8 5L18 12L8 19Z", Callback::new(move |()| open_replay(app, session)))
            })}
            {move || (!waiting.get()).then(|| view! {
                <button class="act others" data-act="more" aria-expanded=move || shows_all.get().to_string() on:click=move |_| shows_all.update(|all| *all = !*all)>
                    <Icon d="M5 12H5.1M12 12H12.1M19 12H19.1"/>
                    <span>{app.text(Message::More)}</span>
                </button>
            })}
        </div>
    }
}

/// Lets the player look under face-down pieces while it is pressed in.
#[component]
fn PeekButton() -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    view! {
        <button class="act" data-act="peek" aria-pressed=move || session.peeking.get().to_string() on:click=move |_| session.peeking.update(|on| *on = !*on)>
            <Icon d="M2 12C6 5 18 5 22 12C18 19 6 19 2 12ZM12 9A3 3 0 1 1 12 15A3 3 0 1 1 12 9"/>
            <span>{app.text(Message::Peek)}</span>
        </button>
    }
}

/// Runs an action whose code is loaded on demand.
fn run(session: Session, act: impl Future<Output = Result<(), NotFetched>> + 'static) {
    leptos::task::spawn_local(async move {
        if act.await.is_err() {
            session.tell(Message::PartUnreachable);
        }
    });
}

/// Confirmation questions to the player.
#[component]
pub(crate) fn Questions() -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    move || {
        session.confirmation.get().map(|ask| {
            let (message, yes) = match ask {
                Confirmation::Resign => (Message::ResignAsk, Message::Resign),
                Confirmation::Restart => (Message::RestartAsk, Message::Restart),
                Confirmation::Turn(_) => (Message::TurnAsk, Message::Confirm),
            };
            let on_yes = move |_| {
                session.confirmation.set(None);
                match ask {
                    Confirmation::Resign => session.send(Command::Resign),
                    Confirmation::Restart => session.restart(),
                    Confirmation::Turn(step) => {
                        let shape = untrack(|| session.read(|model| Some(model.shape())));
                        if let Some(shape) = shape {
                            session.play(step.text(shape));
                        }
                    }
                }
            };
            view! {
                <Dialog
                    title=Signal::derive(move || app.t(message).to_owned())
                    name="ask"
                    on_close=Callback::new(move |()| session.confirmation.set(None))
                >
                    <div class="answers">
                        <button data-act="cancel" on:click=move |_| session.confirmation.set(None)>{app.t(Message::Cancel)}</button>
                        <button class="main" data-act="confirm" on:click=on_yes>{app.t(yes)}</button>
                    </div>
                </Dialog>
            }
        })
    }
}

/// An opponent's offer in the status bar, where it covers neither the board nor a button.
#[component]
pub(super) fn Offers() -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let answer = move |yes: bool| {
        session.declines.set_value(!yes);
        session.send(Command::Answer { yes });
    };
    let offered = Memo::new(move |_| {
        let seats = session.seats.get();
        session.read_table(|table| {
            let (by, offer) = table.offer?;
            // Spectators have no answer to give.
            Some((by, offer, seats.contains(&by), !seats.is_empty()))
        })
    });
    move || {
        offered.get().map(|(by, offer, mine, plays)| {
            let name = session.side_words(app, by);
            let text = match offer {
                Offer::Draw if mine => app.t(Message::DrawSent).to_owned(),
                Offer::Takeback { .. } if mine => app.t(Message::TakebackSent).to_owned(),
                Offer::Rematch if mine => app.t(Message::OfferSent).to_owned(),
                Offer::Draw => app.t_with(Message::OfferedDraw, &[&name]),
                Offer::Takeback { plies } => {
                    let plies = counted(app.language(), PLIES, &plies.to_string());
                    app.t_with(Message::OfferedTakeback, &[&name, &plies])
                }
                Offer::Rematch => app.t_with(Message::OfferedRematch, &[&name]),
            };
            view! {
                <div class="offer" class:sent=mine role="alert" data-offer=true>
                    <span>{text}</span>
                    {(plays && !mine).then(|| view! {
                        <button class="main" data-act="accept" on:click=move |_| answer(true)>{app.t(Message::Accept)}</button>
                        <button data-act="decline" on:click=move |_| answer(false)>{app.t(Message::Decline)}</button>
                    })}
                </div>
            }
        })
    }
}
