use super::{MiniBoard, RouteLink};
use crate::app::App;
use board_art::Layout;
use games::board::BoardShape;
use i18n::{Message, variant_name};
use leptos::prelude::*;
use ui_model::{Route, Variant, start_scene};

/// Placeholder of an empty list: the reason, a board on which the player can change that, and a
/// link to a new game.
#[component]
pub(crate) fn EmptyPlace(
    /// Name of the list.
    name: &'static str,
    /// Reason.
    why: Message,
    /// The game to play.
    variant: Variant,
    /// Whether the game is played on this device.
    #[prop(default = true)]
    is_here: bool,
) -> impl IntoView {
    let app = App::get();
    let layout = Layout::for_seat(BoardShape::of(variant), 0, false);
    let label = Signal::derive(move || {
        app.t_with(Message::BoardOf, &[variant_name(app.language(), variant)])
    });
    let scene = Signal::stored(start_scene(variant));
    view! {
        <div class="empty" data-empty=name>
            <div class="empty-board"><MiniBoard layout scene last=Signal::stored(None) label/></div>
            <p>{app.t(why)}</p>
            {is_here.then(|| view! {
                <RouteLink class="button main" act="play-rated" to=Route::NewRated(variant)>{app.t(Message::PlayRated)}</RouteLink>
            })}
        </div>
    }
}
