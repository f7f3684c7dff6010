use crate::{
    app::App,
    browser,
    session::Session,
    ticking::time_signal,
    undercover_input::{UNCHANGED, UndercoverInput},
};
use i18n::{Message, side_name};
use leptos::{ev::SubmitEvent, prelude::*};
use protocol::TurnState;
use ui_model::{
    clock_face::{LOW_MS, show_long_ms},
    undercover::{SetupStep, choose_action, lock_action, place_action},
};

/// The panel of the current set-up step.
#[component]
pub(crate) fn SetupPanel(undercover_input: UndercoverInput) -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let step = Memo::new(move |_| {
        undercover_input.seat().filter(|seat| seat.is_setting_up()).map(|seat| seat.step())
    });
    let in_setup = move || session.read(|model| matches!(model.turn, TurnState::Setup { .. }));
    // On a phone the panel is below the board, so the page scrolls back up after each step.
    Effect::new(move |before: Option<Option<Option<SetupStep>>>| {
        let now = step.get();
        if before.flatten().is_some_and(|before| Some(before) != now) {
            browser::window().scroll_to_with_x_and_y(0.0, 0.0);
        }
        now
    });
    move || {
        if !in_setup() {
            return None;
        }
        let panel = match step.get()? {
            None => {
                view! { <p data-setup="waiting">{app.t(Message::WaitingForOther)}</p> }.into_any()
            }
            Some(SetupStep::Lock { most }) => {
                view! { <LockStep undercover_input most/> }.into_any()
            }
            Some(SetupStep::Choose) => view! { <ChooseStep undercover_input/> }.into_any(),
            Some(SetupStep::Place) => view! { <PlaceStep undercover_input/> }.into_any(),
        };
        Some(view! { <section class="setup" data-panel="setup"><SetupCountdown/>{panel}</section> })
    }
}

#[component]
fn LockStep(undercover_input: UndercoverInput, most: u8) -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let lock = move |_| {
        if let Some(action) = undercover_input.picked.with_untracked(|picked| lock_action(picked)) {
            session.play(action);
        }
    };
    view! {
        <h2 data-setup="lock">{app.text(Message::SetupLocks)}</h2>
        <p>{move || app.t_with(Message::SetupLocksAbout, &[&most.to_string()])}</p>
        <button class="main" data-act="setup-done" on:click=lock>
            {app.text(Message::Ready)} " · " {move || undercover_input.picked.with(Vec::len)} "/" {most}
        </button>
    }
}

#[component]
fn ChooseStep(undercover_input: UndercoverInput) -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let choose = move |_| {
        if let Some(point) =
            undercover_input.picked.with_untracked(|picked| picked.first().copied())
        {
            session.play(choose_action(point));
        }
    };
    let first = move || match undercover_input.seat()?.first_mover() {
        Some(side) => Some(app.t_with(Message::SetupFirst, &[side_name(app.language(), side)])),
        None => Some(app.t(Message::SetupFirstDrawn).to_owned()),
    };
    view! {
        <h2 data-setup="choose">{app.text(Message::SetupMole)}</h2>
        <p>{app.text(Message::SetupMoleAbout)} " " {first}</p>
        <div class="pick">
            <PawnNumbers undercover_input/>
            <button class="main" data-act="setup-done" disabled=move || undercover_input.picked.with(Vec::is_empty) on:click=choose>
                {app.text(Message::Confirm)}
            </button>
        </div>
        <div class="answers">
            <button data-act="mole-random" on:click=move |_| undercover_input.pick_random()>{app.text(Message::MoleRandom)}</button>
            <button data-act="mole-waive" on:click=move |_| session.play("mole:-".to_owned())>{app.text(Message::MoleWaive)}</button>
        </div>
        <PawnField undercover_input/>
    }
}

/// Buttons with the pawns' numbers.
#[component]
fn PawnNumbers(undercover_input: UndercoverInput) -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let numbers = move || {
        (1..=5_u8)
            .map(|number| {
                let point = move || {
                    let seat = undercover_input.seat()?;
                    let notation = app.notation();
                    session.read(|game| seat.read_pawn(game, notation, &number.to_string()))
                };
                let is_picked = move || {
                    undercover_input
                        .picked
                        .with(|picked| point().is_some_and(|point| picked.contains(&point)))
                };
                view! {
                    <button
                        data-number=number
                        aria-pressed=move || is_picked().to_string()
                        on:click=move |_| {
                            if let Some(point) = untrack(point) {
                                undercover_input.intercept_tap(app, point, None, &[]);
                            }
                        }
                    >
                        {number}
                    </button>
                }
            })
            .rev()
            .collect_view()
    };
    view! { <div class="choices">{numbers()}</div> }
}

/// A field for the pawn's coordinates or number.
#[component]
fn PawnField(undercover_input: UndercoverInput) -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let typed = RwSignal::new(String::new());
    let on_submit = move |event: SubmitEvent| {
        event.prevent_default();
        let text = typed.get_untracked();
        let pawn = untrack(|| {
            let seat = undercover_input.seat()?;
            session.read(|game| seat.read_pawn(game, app.notation(), &text))
        });
        match pawn {
            Some(point) => {
                undercover_input.intercept_tap(app, point, None, &[]);
                typed.set(String::new());
            }
            None => session.tell(app.t_with(Message::NotReadable, &[&text])),
        }
    };
    view! {
        <form on:submit=on_submit>
            <input
                type="text"
                data-input="mole"
                autocomplete="off"
                placeholder=app.text(Message::MoleCoordinates)
                aria-label=app.text(Message::MoleCoordinates)
                prop:value=move || typed.get()
                on:input=move |event| typed.set(event_target_value(&event))
            />
        </form>
    }
}

#[component]
fn PlaceStep(undercover_input: UndercoverInput) -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    view! {
        <h2 data-setup="place">{app.text(Message::SetupRearrange)}</h2>
        <p>{app.text(Message::SetupRearrangeAbout)}</p>
        <div class="answers">
            <button data-act="keep-order" on:click=move |_| session.play(place_action(UNCHANGED))>{app.text(Message::KeepOrder)}</button>
            <button class="main" data-act="setup-done" on:click=move |_| session.play(place_action(undercover_input.order.get_untracked()))>{app.text(Message::Ready)}</button>
        </div>
    }
}

/// The time left for the step, if it is limited.
#[component]
fn SetupCountdown() -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let now = time_signal(250);
    // In whole seconds, so that the text changes once a second.
    let left = Memo::new(move |_| {
        let now = now.get();
        session.clocks.with(|clocks| clocks.as_ref()?.setup_ms(now).map(|ms| ms.div_ceil(1000)))
    });
    let text = move |seconds: u64| match seconds * 1000 {
        0..LOW_MS => format!("0:0{seconds}"),
        ms => show_long_ms(app.language(), ms),
    };
    move || {
        left.get().map(
            |seconds| view! { <span class="clock" data-countdown=seconds>{text(seconds)}</span> },
        )
    }
}
