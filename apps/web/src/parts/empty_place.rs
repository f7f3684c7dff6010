use super::{MiniBoard, RouteLink};
use crate::app::App;
use leptos::prelude::*;
use ui_model::{
    Route, Variant,
    board::{BoardShape, Layout},
    catalogue::{Message, variant_name},
    start_scene,
};

/// Where a list has nothing to show: why, the board on which that can be changed, and the way there if
/// it leads through the pages.
#[component]
pub(crate) fn EmptyPlace(
    /// Which list.
    name: &'static str,
    /// Why there is nothing.
    why: Message,
    /// The game to play.
    variant: Variant,
    /// Whether it is played here.
    #[prop(default = true)]
    is_here: bool,
) -> impl IntoView {
    let app = App::get();
    let layout = Layout::for_seat(BoardShape::of(variant), 0, false);
    let label = Signal::derive(move || {
        app.fill(Message::BoardOf, &[variant_name(app.language(), variant)])
    });
    let scene = Signal::stored(start_scene(variant));
    view! {
        <div class="empty" data-empty=name>
            <div class="empty-board"><MiniBoard layout scene last=Signal::stored(None) label/></div>
            <p>{app.say(why)}</p>
            {is_here.then(|| view! {
                <RouteLink class="button main" act="play-rated" to=Route::NewRated(variant)>{app.say(Message::PlayRated)}</RouteLink>
            })}
        </div>
    }
}
