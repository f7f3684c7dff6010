use super::hand::{Hand, Workbench};
use crate::{
    app::App,
    parts::{Dialog, ReadBox},
};
use i18n::Message;
use leptos::prelude::*;
use ui_model::{editor::Editor, records::Replay};

/// A box for a pasted text or a file: a position goes to the board, a game is opened.
#[component]
pub(super) fn PasteDialog(on_close: Callback<()>) -> impl IntoView {
    let app = App::get();
    let bench = Workbench::get();
    let on_position = Callback::new(move |editor: Editor| {
        bench.hand.set(Hand::Empty);
        bench.chosen.set(None);
        bench.editor.set(editor);
        on_close.run(());
    });
    let on_game = Callback::new(move |game: Replay| {
        app.open_record(game);
    });
    view! {
        <Dialog title=app.title(Message::PastePosition) name="paste" on_close>
            <ReadBox on_position on_game/>
        </Dialog>
    }
}
