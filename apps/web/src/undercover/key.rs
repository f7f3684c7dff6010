use crate::{
    app::App,
    parts::Icon,
    session::Session,
    undercover_input::{UndercoverInput, ask_to_turn, turn_key_reason},
    voice,
};
use i18n::Message;
use leptos::prelude::*;
use ui_model::{
    settings::Marker,
    undercover::{TurnKey, mole_words},
};

/// The button that turns the mole, the mole's coordinates, and the settings for showing it.
#[component]
pub(crate) fn TurnKeyBar(undercover_input: UndercoverInput) -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let key = Memo::new(move |_| {
        let playing = !session.read(|model| model.is_over());
        undercover_input
            .seat()
            .filter(|seat| playing && !seat.is_setting_up())
            .map(|seat| seat.key())
    });
    let place = Memo::new(move |_| {
        let seat = undercover_input.seat()?;
        let mole = seat.mole().filter(|_| !session.read(|model| model.is_over()))?;
        let notation = app.notation();
        Some(mole_words(app.language(), notation, seat.side(), mole))
    });
    announce_mole(app, place);
    let reason = move || key.get().and_then(|key| turn_key_reason(app, key));
    let is_spent = |key: TurnKey| matches!(key, TurnKey::Turned | TurnKey::Lost | TurnKey::Waived);
    view! {
        // A mole that cannot turn any more needs no button.
        {move || key.get().map(|now| if is_spent(now) {
            view! {
                <div class="key-bar" data-panel="mole">
                    <span class="note" data-turn-reason=true>{reason}</span>
                </div>
            }.into_any()
        } else { view! {
            <div class="key-bar" data-panel="mole">
                <button
                    class="key"
                    data-act="turn"
                    disabled=!matches!(now, TurnKey::Ready(_))
                    title=reason
                    on:click=move |_| ask_to_turn(app, session, now)
                >
                    <Icon d="M4 12A8 8 0 0 1 18 7M18 3V7H14M20 12A8 8 0 0 1 6 17M6 21V17H10"/>
                    <span>{app.text(Message::TurnKey)}</span>
                </button>
                // Its space is reserved, because nothing at a table moves during play.
                <span class="note">{move || reason().map(|why| view! { <span data-turn-reason=true>{why}</span> })}</span>
                {move || app.settings.with(|settings| settings.mole_coordinates).then(|| place.get()).flatten().map(|at| view! {
                    <span class="tag" data-mole-at=true>{app.t_with(Message::MoleAt, &[&at])}</span>
                })}
                <MoleSettings/>
            </div>
        }.into_any() })}
    }
}

/// The settings of the mole's marker, coordinates and voice.
#[component]
fn MoleSettings() -> impl IntoView {
    let app = App::get();
    let open = RwSignal::new(false);
    let name = |marker| match marker {
        Marker::Off => Message::None,
        Marker::Cursor => Message::MarkerCursor,
        Marker::Number => Message::MarkerNumber,
        Marker::Letter => Message::MarkerLetter,
        Marker::Pattern => Message::MarkerPattern,
    };
    let markers = move || {
        Marker::ALL
            .iter()
            .map(|&marker| view! {
                <button
                    data-marker=marker.id()
                    aria-pressed=move || app.settings.with(|settings| settings.mole_marker == marker).to_string()
                    on:click=move |_| app.settings.update(|settings| settings.mole_marker = marker)
                >
                    {move || app.t(name(marker))}
                </button>
            })
            .collect_view()
    };
    view! {
        <button
            class="plain"
            data-act="mole-settings"
            aria-label=app.text(Message::MoleMarker)
            on:click=move |_| open.set(true)
        >
            <Icon d="M2 12C6 5 18 5 22 12C18 19 6 19 2 12ZM12 9A3 3 0 1 1 12 15A3 3 0 1 1 12 9"/>
        </button>
        {move || open.get().then(|| view! {
            <crate::parts::Dialog
                title=app.title(Message::MoleMarker)
                name="mole"
                on_close=Callback::new(move |()| open.set(false))
            >
                <div class="choices">{markers()}</div>
                <crate::parts::Switch name="mole-coordinates" message=Message::MoleShowCoordinates get=|s| s.mole_coordinates set=|s, on| s.mole_coordinates = on/>
                <crate::parts::Switch name="mole-voice" message=Message::MoleVoice get=|s| s.mole_voice set=|s, on| s.mole_voice = on/>
                <crate::parts::Switch name="mole-single-tap" message=Message::MoleSingleTap get=|s| s.mole_single_tap set=|s, on| s.mole_single_tap = on/>
            </crate::parts::Dialog>
        })}
    }
}

/// Announces the mole's position at the start and after each of its moves. Without a voice the text
/// beside the board remains.
fn announce_mole(app: App, place: Memo<Option<String>>) {
    Effect::new(move |before: Option<Option<String>>| {
        let now = place.get();
        let wanted = app.settings.with(|settings| settings.mole_voice);
        if let Some(at) = now.as_ref().filter(|_| wanted && before.as_ref() != Some(&now)) {
            let text = app.t_with(Message::MoleAt, &[at]);
            voice::speak(app.language(), &text);
        }
        if wanted { now } else { None }
    });
}
