use crate::app::App;
use i18n::Message;
use leptos::prelude::*;
use ui_model::stored::StorageWarning;

/// Warns that the browser has no room for the player's seat, until the player closes the warning.
#[component]
pub(crate) fn StorageWarningNote() -> impl IntoView {
    let app = App::get();
    let close = move |_| app.storage_warning.set(StorageWarning::Closed);
    view! {
        <section class="broken" role="alert" data-storage="full">
            <p>{app.text(Message::SeatNotStored)}</p>
            <button data-act="close-storage-warning" on:click=close>{app.text(Message::Close)}</button>
        </section>
    }
}
