use crate::{app::App, browser};
use leptos::{ev::KeyboardEvent, prelude::*};
use ui_model::catalogue::Message;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// Something over the page that is closed with Escape, beside it, or with its own button.
#[component]
pub(crate) fn Dialog(
    /// Its heading.
    #[prop(into)]
    title: Signal<String>,
    /// Its name for tests.
    name: &'static str,
    /// What closing it does.
    on_close: Callback<()>,
    children: Children,
) -> impl IntoView {
    let app = App::get();
    let panel = NodeRef::<leptos::html::Section>::new();
    // Whoever opened it has the focus again afterwards.
    let opener = StoredValue::new_local(browser::document().active_element());
    on_cleanup(move || {
        let opener = opener.try_get_value().flatten();
        if let Some(opener) = opener.and_then(|opener| opener.dyn_into::<HtmlElement>().ok()) {
            let _ = opener.focus();
        }
    });
    Effect::new(move |_| {
        if let Some(panel) = panel.get() {
            let _ = panel.focus();
        }
    });
    let on_key = move |event: KeyboardEvent| {
        if event.key() == "Escape" {
            event.stop_propagation();
            on_close.run(());
        }
    };
    view! {
        <div class="veil" on:click=move |_| on_close.run(())>
            <section
                class="dialog"
                node_ref=panel
                role="dialog"
                aria-modal="true"
                aria-label=move || title.get()
                data-dialog=name
                tabindex="-1"
                on:click=|event| event.stop_propagation()
                on:keydown=on_key
            >
                <header>
                    <h2>{move || title.get()}</h2>
                    <button class="plain" data-act="close" aria-label=app.text(Message::Close) on:click=move |_| on_close.run(())>
                        <super::Icon d="M6 6L18 18M18 6L6 18"/>
                    </button>
                </header>
                {children()}
            </section>
        </div>
    }
}
