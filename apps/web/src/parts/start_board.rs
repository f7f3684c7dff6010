use super::MiniBoard;
use crate::app::App;
use board_art::Layout;
use games::board::BoardShape;
use i18n::{Message, variant_name};
use leptos::prelude::*;
use ui_model::{Variant, start_scene};

/// The starting position of a game beside a form or a text. Shown only on wide screens.
#[component]
pub(crate) fn StartBoard(variant: Variant) -> impl IntoView {
    let app = App::get();
    let layout = Layout::for_seat(BoardShape::of(variant), 0, false);
    let label = Signal::derive(move || {
        app.t_with(Message::BoardOf, &[variant_name(app.language(), variant)])
    });
    let is_shown = Memo::new(move |_| app.wide.get());
    move || {
        is_shown.get().then(|| {
            let scene = start_scene(variant);
            view! {
                <div class="start-board" data-start-board=variant.as_str()>
                    <MiniBoard layout scene=Signal::stored(scene) last=Signal::stored(None) label/>
                </div>
            }
        })
    }
}
