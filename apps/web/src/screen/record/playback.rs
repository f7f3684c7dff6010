use crate::{app::App, browser, parts::Icon, session::Session};
use i18n::Message;
use leptos::prelude::*;

/// Automatic playback with a choice of speed.
#[component]
pub(super) fn Playback() -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let playing = RwSignal::new(false);
    let speed = RwSignal::new(1.0_f64);
    let is_empty = Memo::new(move |_| session.read(|model| model.history.is_empty()));
    let run = StoredValue::new(0_u32);
    let toggle = move |_| {
        playing.update(|on| *on = !*on);
        // Each press starts a new run. The timer of an older run stops on its own.
        run.update_value(|run| *run += 1);
        if playing.get_untracked() {
            if session.past_ply.get_untracked().is_none() {
                session.show_ply(0);
            }
            schedule_next_ply(session, playing, speed, run, run.get_value());
        }
    };
    on_cleanup(move || {
        run.try_update_value(|run| *run += 1);
    });
    let speeds = move || {
        [("0.5", 0.5), ("1", 1.0), ("2", 2.0), ("4", 4.0)].map(|(text, value)| {
        view! {
            <button data-speed=text aria-pressed=move || (speed.get() == value).to_string() on:click=move |_| speed.set(value)>
                {text} "×"
            </button>
        }
    })
    };
    // A position without moves has nothing to play.
    move || {
        (!is_empty.get()).then(|| view! {
        <div class="playback">
            <button class="main" data-act="play" data-playing=move || playing.get().to_string() on:click=toggle>
                {move || {
                    let (d, message) = if playing.get() { ("M8 5V19M16 5V19", Message::Pause) } else { ("M8 5L18 12L8 19Z", Message::PlayAll) };
                    view! { <Icon d/><span>{app.t(message)}</span> }
                }}
            </button>
            <div class="choices small" role="group" aria-label=app.text(Message::Speed)>{speeds()}</div>
        </div>
    })
    }
}

fn schedule_next_ply(
    session: Session,
    playing: RwSignal<bool>,
    speed: RwSignal<f64>,
    run: StoredValue<u32>,
    mine: u32,
) {
    let Some(speed_now) = speed.try_get_untracked() else { return };
    browser::run_after((1000.0 / speed_now) as u32, move || {
        if run.try_get_value() != Some(mine) || playing.try_get_untracked() != Some(true) {
            return;
        }
        match session.past_ply.get_untracked() {
            Some(past) => {
                session.show_ply(past + 1);
                schedule_next_ply(session, playing, speed, run, mine);
            }
            None => playing.set(false),
        }
    });
}
