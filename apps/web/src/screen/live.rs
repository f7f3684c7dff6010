use super::hall::{ArbiterKey, TextField};
use crate::{
    app::App,
    host::hall,
    parts::{Picture, SettingsButton},
    smart::{Still, listen},
    ticking::time_every,
    voice,
};
use leptos::prelude::*;
use protocol::{BoardView, CorrectBoard, Correction};
use ui_model::{
    Route,
    board::{Ground, Scene},
    boards,
    catalogue::Message,
    clock_face::LOW_MS,
};

/// One smart board: position, clocks, what it says and wants.
#[component]
pub(crate) fn Live(id: String) -> impl IntoView {
    let app = App::get();
    let (hall, is_live) = listen();
    let now = time_every(100);
    let id = StoredValue::new(id);
    let heard = Memo::new(move |_| hall.with(|hall| id.with_value(|id| hall.board(id).cloned())));
    let board = Memo::new(move |_| heard.get().map(|(view, _)| view));
    let read = move |read: fn(&BoardView) -> String| {
        Signal::derive(move || board.with(|board| board.as_ref().map(read).unwrap_or_default()))
    };
    let says =
        Memo::new(move |_| board.with(|board| boards::words(board.as_ref()?, app.language())));
    let aloud = RwSignal::new(false);
    // The text is there in any case; the voice is its twin.
    Effect::new(move |before: Option<Option<String>>| {
        let now = says.get();
        if let Some(words) =
            now.as_ref().filter(|_| before.is_some() && before != Some(now.clone()))
            && aloud.get_untracked()
        {
            voice::speak(app.language(), words);
        }
        now
    });
    let clocks = Memo::new(move |_| {
        let now = now.get();
        heard.with(|heard| {
            let (view, at) = heard.as_ref()?;
            boards::clocks(view, now - at)
        })
    });
    let clock =
        move |side: usize| move || clocks.with(|clocks| Some(clocks.as_ref()?[side].clone()));
    let is_low = move |side: usize| {
        move || {
            heard.with(|heard| {
                heard
                    .as_ref()
                    .and_then(|(view, _)| view.clocks)
                    .is_some_and(|left| left[side] < LOW_MS)
            })
        }
    };
    let plate = move |side: usize, class: &'static str, letter: &'static str, name: Message| {
        let own_name = move || {
            board
                .with(|board| board.as_ref().map(|board| board.names[side].clone()))
                .filter(|name| !name.is_empty())
                .unwrap_or_else(|| app.say(name).to_owned())
        };
        let on_move = move || {
            board.with(|board| {
                board.as_ref().is_some_and(|board| board.turn.as_deref() == Some(letter))
            })
        };
        let alarms =
            move || board.with(|board| board.as_ref().map_or(0, |board| board.alarms[side]));
        view! {
            <div class="seat" class:on-move=on_move data-side=class data-on-move=move || on_move().to_string()>
                <span class="emblem" aria-hidden="true"></span>
                <span class="name">{own_name}</span>
                <span class="note">{move || (alarms() > 0).then(|| format!("{} {}", app.say(Message::Alarms), alarms()))}</span>
                {move || clock(side)().map(|left| view! { <span class="clock" class:low=is_low(side) data-clock=side role="timer">{left}</span> })}
            </div>
        }
    };
    let state = move || board.with(|board| board.as_ref().map(|board| board.state));
    view! {
        <main class="table live" data-screen="board" data-smart=id.get_value()
            data-state=move || state().map_or("", boards::state_id)
            data-plies=move || board.with(|board| board.as_ref().map_or(0, |board| board.moves.len()))>
            <header class="bar">
                <button class="plain" data-act="back" aria-label=move || app.say(Message::Back) on:click=move |_| app.go(Route::Hall)>
                    <Picture d="M15 5L8 12L15 19"/>
                </button>
                <h1>{read(|view| view.name.clone())}</h1>
                {move || (!is_live.get()).then(|| view! { <span class="tag" role="status" data-link=true>{app.say(Message::Offline)}</span> })}
                <SettingsButton/>
            </header>
            <div class="board-place">
                <Still
                    scene=Signal::derive(move || board.with(|board| board.as_ref().map_or_else(|| Scene::empty(Ground::River), boards::scene)))
                    last=Signal::derive(move || board.with(|board| board.as_ref().and_then(boards::last_step)))
                    points=Signal::derive(move || board.with(|board| board.as_ref().map(boards::points).unwrap_or_default()))
                    label=read(|view| view.name.clone())
                />
            </div>
            <div class="strip top">{plate(1, "black", "b", Message::Black)}</div>
            <div class="strip bottom">{plate(0, "red", "w", Message::Red)}</div>
            <aside class="side">
                <p class="says" role="status" aria-live="polite" data-says=true>
                    {move || says.get().or_else(|| state().map(|state| app.say(boards::state_message(state)).to_owned()))}
                </p>
                <label class="switch">
                    <span>{move || app.say(Message::Speak)}</span>
                    <input type="checkbox" role="switch" data-setting="speak" prop:checked=move || aloud.get() on:change=move |_| aloud.update(|on| *on = !*on)/>
                </label>
                <ol class="board-moves" data-moves=true>
                    {move || board.with(|board| board.as_ref().map(boards::moves).unwrap_or_default()).into_iter().map(|text| view! { <li>{text}</li> }).collect_view()}
                </ol>
                {move || board.with(|board| board.as_ref().filter(|board| !board.doubts.is_empty()).map(|board| view! {
                    <section class="doubts" data-doubts=board.doubts.len()>
                        <h2>{app.say(Message::Doubts)}</h2>
                        {board.doubts.iter().map(|doubt| view! { <p>{app.fill(Message::DoubtAt, &[&doubt.ply.to_string(), &doubt.why])}</p> }).collect_view()}
                    </section>
                }))}
                {move || board.with(|board| board.as_ref().filter(|board| !board.corrections.is_empty()).map(|board| view! {
                    <section data-corrections=board.corrections.len()>
                        <h2>{app.say(Message::Corrections)}</h2>
                        {board.corrections.iter().map(|done| view! { <p>{format!("{}: {} — {}", done.by, what(app, &done.what), done.why)}</p> }).collect_view()}
                    </section>
                }))}
                {move || board.with(|board| board.as_ref().filter(|board| board.game > 0).map(|board| view! {
                    <a class="button" data-act="save" download href=format!("/api/boards/{}/games/{}/record.pgn", board.id, board.game)>{app.say(Message::SaveGame)}</a>
                }))}
                <Correct board/>
            </aside>
        </main>
    }
}

/// A correction in a few words.
fn what(app: App, what: &Correction) -> String {
    match what {
        Correction::Note => String::new(),
        Correction::Names { red, black } => format!("{red} – {black}"),
        Correction::Move { ply, action } => app.fill(Message::DoubtAt, &[&ply.to_string(), action]),
        Correction::Seat { side, player } => {
            let side = app.say(if side == "w" { Message::Red } else { Message::Black });
            match player {
                Some(player) => app.fill(Message::ConfirmSeat, &[side, player]),
                None => app.fill(Message::FreeSeat, &[side]),
            }
        }
        Correction::Result { winner } => app
            .say(match winner.as_deref() {
                Some("w") => Message::RedWins,
                Some(_) => Message::BlackWins,
                None => Message::DrawnGame,
            })
            .to_owned(),
    }
}

/// The arbiter puts something right.
#[component]
fn Correct(board: Memo<Option<BoardView>>) -> impl IntoView {
    let app = App::get();
    let [by, why, ply, action] = std::array::from_fn(|_| RwSignal::new(String::new()));
    let trouble = RwSignal::new(None::<String>);
    let send = move |what: Correction| {
        let Some((id, game)) =
            board.with_untracked(|board| Some((board.as_ref()?.id.clone(), board.as_ref()?.game)))
        else {
            return;
        };
        let request = CorrectBoard { game, by: by.get_untracked(), what, why: why.get_untracked() };
        let key = hall::arbiter_key();
        leptos::task::spawn_local(async move {
            trouble.set(hall::correct(app, &key, &id, &request).await.err());
        });
    };
    let result = move |name: &'static str, winner: Option<&'static str>, label: Message| {
        view! {
            <button type="button" data-act=name on:click=move |_| send(Correction::Result { winner: winner.map(str::to_owned) })>
                {move || app.say(label)}
            </button>
        }
    };
    let fix_move = move |_| {
        let ply = ply.get_untracked().trim().parse().unwrap_or(0);
        send(Correction::Move { ply, action: action.get_untracked().trim().to_owned() });
    };
    view! {
        <details class="sheet arbiter">
            <summary>{move || app.say(Message::Arbiter)}</summary>
            <p>{move || app.say(Message::ArbiterAbout)}</p>
            <ArbiterKey/>
            <TextField name="by" label=Message::ArbiterName value=by/>
            <TextField name="why" label=Message::ArbiterWhy value=why/>
            <div class="answers">
                {result("red-wins", Some("w"), Message::RedWins)}
                {result("black-wins", Some("b"), Message::BlackWins)}
                {result("drawn", None, Message::DrawnGame)}
                <button type="button" data-act="note" on:click=move |_| send(Correction::Note)>{move || app.say(Message::AddNote)}</button>
            </div>
            <div class="answers">
                <TextField name="ply" label=Message::PlyNumber value=ply/>
                <TextField name="action" label=Message::PlayedInstead value=action/>
                <button type="button" data-act="correct-move" on:click=fix_move>{move || app.say(Message::CorrectMove)}</button>
            </div>
            {move || trouble.get().map(|why| view! { <p class="trouble" role="alert" data-trouble=true>{why}</p> })}
        </details>
    }
}
