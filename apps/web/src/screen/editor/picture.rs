use super::hand::Workbench;
use crate::{app::App, browser, parts::Dialog};
use board_art::picture::{Picture, svg};
use games::board::BoardShape;
use i18n::{Message, variant_name};
use leptos::prelude::*;
use ui_model::editor::Editor;

/// Length of a PNG's longer side, in pixels.
const PNG_PIXELS: f64 = 1600.0;

/// Saves a picture of the position.
#[component]
pub(super) fn PictureDialog(on_close: Callback<()>) -> impl IntoView {
    let app = App::get();
    let bench = Workbench::get();
    let trouble = RwSignal::new(false);
    let name = move || bench.editor.with_untracked(|editor| editor.variant().as_str());
    let save_svg = move |_| {
        let kept = draw(app, bench)
            .is_some_and(|text| browser::download(&format!("{}.svg", name()), &text).is_ok());
        trouble.set(!kept);
    };
    let save_png = move |_| {
        let Some(text) = draw(app, bench) else { return trouble.set(true) };
        leptos::task::spawn_local(async move {
            let kept = match browser::paint(&text, PNG_PIXELS).await {
                Ok(blob) => browser::download_blob(&format!("{}.png", name()), &blob).is_ok(),
                Err(_) => false,
            };
            let _ = trouble.try_set(!kept);
        });
    };
    view! {
        <Dialog title=app.title(Message::SavePicture) name="picture" on_close>
            <div class="picture-shown" inner_html=move || draw(app, bench).unwrap_or_default()></div>
            <div class="formats">
                <button class="big" data-save-picture="svg" on:click=save_svg>
                    <strong>"SVG"</strong>
                    <small>{app.text(Message::PictureSvg)}</small>
                </button>
                <button class="big" data-save-picture="png" on:click=save_png>
                    <strong>"PNG"</strong>
                    <small>{app.text(Message::PicturePng)}</small>
                </button>
            </div>
            {move || trouble.get().then(|| view! { <p class="trouble" role="alert" data-trouble=true>{app.t(Message::PictureFailed)}</p> })}
        </Dialog>
    }
}

/// The position as an SVG, with the board's current orientation.
fn draw(app: App, bench: Workbench) -> Option<String> {
    let (variant, text) = bench.deal()?;
    let layout = bench.layout.get_untracked();
    let is_half = layout.shape == BoardShape::Half;
    let picture = Picture {
        bottom: if is_half { 0 } else { layout.turns / 2 },
        is_upright: is_half && layout.turns % 2 == 1,
        title: format!(
            "{} {}",
            variant_name(app.language(), variant),
            bench.editor.with_untracked(Editor::text)
        ),
        is_traditional: app.language().has_traditional_pieces(),
        ..Picture::default()
    };
    svg(variant, &text, &picture).ok()
}
