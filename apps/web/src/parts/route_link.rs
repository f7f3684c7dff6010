use crate::app::App;
use leptos::{ev::MouseEvent, prelude::*};
use ui_model::Route;

/// A link to another page of the application. It changes the page without a reload, and can still
/// be opened in another tab.
#[component]
pub(crate) fn RouteLink(
    /// Target page.
    to: Route,
    /// CSS class.
    #[prop(optional)]
    class: &'static str,
    /// Name for tests.
    #[prop(optional)]
    act: Option<&'static str>,
    children: Children,
) -> impl IntoView {
    let app = App::get();
    let href = to.href();
    let follow = move |event: MouseEvent| {
        if event.ctrl_key() || event.meta_key() || event.shift_key() || event.button() != 0 {
            return;
        }
        event.prevent_default();
        app.go(to.clone());
    };
    view! { <a class=class data-act=act href=href on:click=follow>{children()}</a> }
}
