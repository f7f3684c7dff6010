use super::Picture;
use crate::{app::App, browser};
use leptos::prelude::*;
use qrcode::{EcLevel, QrCode};
use ui_model::catalogue::Message;

/// The link to a table, as text and as a code to photograph.
#[component]
pub(crate) fn Invite(
    /// The address of the table.
    link: String,
) -> impl IntoView {
    let app = App::get();
    let copied = RwSignal::new(false);
    let shown = link.clone();
    let copy = move |_| {
        // The answer is a promise; a browser that refuses leaves the link to be selected by hand.
        let _ = browser::window().navigator().clipboard().write_text(&link);
        copied.set(true);
    };
    let code = code_path(&shown);
    view! {
        <section class="invite" data-panel="invite">
            <h2>{move || app.say(Message::InviteTitle)}</h2>
            <p>{move || app.say(Message::InviteAbout)}</p>
            {code.map(|(size, d)| view! {
                <svg class="code" viewBox=format!("-4 -4 {} {}", size + 8, size + 8) role="img" aria-label="QR">
                    <rect x="-4" y="-4" width=size + 8 height=size + 8 fill="#fff"/>
                    <path d=d fill="#000" shape-rendering="crispEdges"/>
                </svg>
            })}
            <input type="text" readonly data-invite-link prop:value=shown.clone() aria-label=move || app.say(Message::InviteTitle)/>
            <button class="main" data-act="copy-link" on:click=copy>
                <Picture d="M9 9H20V20H9ZM5 15H4V4H15V5"/>
                <span>{move || app.say(if copied.get() { Message::Copied } else { Message::CopyLink })}</span>
            </button>
        </section>
    }
}

/// The dark modules of a QR code as one path, and its size in modules.
fn code_path(text: &str) -> Option<(usize, String)> {
    let code = QrCode::with_error_correction_level(text, EcLevel::M).ok()?;
    let size = code.width();
    let dark = code.to_colors();
    let mut d = String::new();
    for (i, color) in dark.iter().enumerate() {
        if *color == qrcode::Color::Dark {
            d += &format!("M{} {}h1v1h-1z", i % size, i / size);
        }
    }
    Some((size, d))
}
