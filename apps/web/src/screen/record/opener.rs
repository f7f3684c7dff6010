use crate::{
    app::App,
    parts::{Icon, ReadBox, RouteLink, SettingsButton, StartBoard},
};
use i18n::Message;
use leptos::prelude::*;
use ui_model::{Route, Variant, editor::Editor, records::Replay};

/// Opens a game or a position, or lists its problems.
#[component]
pub(crate) fn RecordOpener() -> impl IntoView {
    let app = App::get();
    app.set_title(app.title(Message::LoadFile));
    let on_position = Callback::new(move |editor: Editor| {
        app.go(Route::Editor(editor.variant(), editor.text()));
    });
    let on_game = Callback::new(move |game: Replay| {
        app.open_record(game);
    });
    view! {
        <main class="new pair" data-screen="record">
            <header class="bar">
                <button class="plain" data-act="back" aria-label=app.text(Message::Back) on:click=move |_| app.go(Route::Start)>
                    <Icon d="M15 5L8 12L15 19"/>
                </button>
                <h1>{app.text(Message::LoadFile)}</h1>
                <SettingsButton/>
            </header>
            <div class="sheet">
                <ReadBox on_position on_game is_remembered=true/>
                <RouteLink class="button" act="editor" to=Route::Editor(Variant::Xiangqi, String::new())>
                    {app.text(Message::SetUpBoard)}
                </RouteLink>
            </div>
            <StartBoard variant=Variant::Xiangqi/>
        </main>
    }
}
