use crate::{
    app::{App, effect},
    browser,
};
use i18n::Message;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// A modal dialog. Escape, a press beside it or its own button close it.
#[component]
pub(crate) fn Dialog(
    /// The heading.
    #[prop(into)]
    title: Signal<String>,
    /// Name for tests.
    name: &'static str,
    /// Called when it is closed.
    on_close: Callback<()>,
    children: Children,
) -> impl IntoView {
    let app = App::get();
    // The browser's modal dialog traps the keyboard and makes the page behind it inert.
    let veil = NodeRef::<leptos::html::Dialog>::new();
    let panel = NodeRef::<leptos::html::Section>::new();
    // The opener gets the focus back after the page is reachable again.
    let opener = StoredValue::new_local(browser::document().active_element());
    let opened = StoredValue::new_local(None::<web_sys::HtmlDialogElement>);
    on_cleanup(move || {
        if let Some(veil) = opened.try_get_value().flatten() {
            veil.close();
        }
        let opener = opener.try_get_value().flatten();
        if let Some(opener) = opener.and_then(|opener| opener.dyn_into::<HtmlElement>().ok()) {
            let _ = opener.focus();
        }
    });
    effect(move || {
        if let (Some(veil), Some(panel)) = (veil.get(), panel.get()) {
            let _ = veil.show_modal();
            opened.set_value(Some(veil));
            let _ = panel.focus();
        }
    });
    // Escape: the owner of the dialog removes it.
    let on_cancel = move |event: web_sys::Event| {
        event.prevent_default();
        on_close.run(());
    };
    // Only a press that starts beside the dialog closes it. The click after the tap that opened it
    // belongs to that tap.
    let pressed_beside = StoredValue::new(false);
    let close_if_pressed = move |_| {
        if pressed_beside.get_value() {
            on_close.run(());
        }
    };
    view! {
        <dialog
            class="veil"
            node_ref=veil
            on:cancel=on_cancel
            on:pointerdown=move |_| pressed_beside.set_value(true)
            on:click=close_if_pressed
        >
            <section
                class="dialog"
                node_ref=panel
                aria-label=move || title.get()
                data-dialog=name
                tabindex="-1"
                on:pointerdown=move |event| {
                    event.stop_propagation();
                    pressed_beside.set_value(false);
                }
                on:click=|event| event.stop_propagation()
            >
                <header>
                    <h2>{move || title.get()}</h2>
                    <button class="plain" data-act="close" aria-label=app.text(Message::Close) on:click=move |_| on_close.run(())>
                        <super::Icon d="M6 6L18 18M18 6L6 18"/>
                    </button>
                </header>
                {children()}
            </section>
        </dialog>
    }
}
