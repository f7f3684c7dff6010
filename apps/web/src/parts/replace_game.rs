use super::Dialog;
use crate::{app::App, backend};
use leptos::prelude::*;
use protocol::TablePlan;
use ui_model::{Route, catalogue::Message};

/// Opens a table on this device and goes there; asks first where that would end an unfinished game.
///
/// The error is for the player.
pub(crate) fn open_local_game(app: App, plan: TablePlan) -> Result<(), String> {
    if backend::has_unfinished_local_game() {
        app.replacing_game.set(Some(plan));
        return Ok(());
    }
    backend::open_local(app, plan)?;
    app.go(Route::Play);
    Ok(())
}

/// Asks whether the unfinished game is to be given up for the new one.
#[component]
pub(crate) fn ReplaceGameDialog() -> impl IntoView {
    let app = App::get();
    let trouble = RwSignal::new(None::<String>);
    let close = Callback::new(move |()| app.replacing_game.set(None));
    let replace = move |_| {
        let Some(plan) = app.replacing_game.get_untracked() else { return };
        match backend::open_local(app, plan) {
            Ok(()) => {
                app.replacing_game.set(None);
                app.go(Route::Play);
            }
            Err(why) => trouble.set(Some(why)),
        }
    };
    let keep = move |_| {
        app.replacing_game.set(None);
        app.go(Route::Play);
    };
    move || {
        app.replacing_game.with(Option::is_some).then(|| {
            view! {
                <Dialog title=app.title(Message::ReplaceGame) name="replace-game" on_close=close>
                    <p>{app.text(Message::ReplaceGameAsk)}</p>
                    {move || trouble.get().map(|why| view! { <p class="trouble" role="alert" data-trouble=true>{why}</p> })}
                    <div class="answers">
                        <button data-act="continue" on:click=keep>{app.text(Message::Continue)}</button>
                        <button class="main" data-act="confirm" on:click=replace>{app.text(Message::ReplaceGameDo)}</button>
                    </div>
                </Dialog>
            }
        })
    }
}
