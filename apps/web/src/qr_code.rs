use crate::{app::App, browser};
use board_art::picture::QrCode;
use leptos::prelude::*;
use qrcode::{Color, EcLevel};
use ui_model::Route;

/// The QR code of an address. `None` if it is too long.
pub(crate) fn qr_code(address: &str) -> Option<QrCode> {
    let code = qrcode::QrCode::with_error_correction_level(address, EcLevel::M).ok()?;
    let modules = code.width();
    let colors = code.to_colors();
    let dark = colors.iter().enumerate().filter(|(_, color)| **color == Color::Dark);
    let path = dark.map(|(at, _)| format!("M{} {}h1v1h-1z", at % modules, at / modules)).collect();
    Some(QrCode { modules, path })
}

/// The QR code of the page that shows a game of the server. `None` for other games, and on the
/// computer that serves the page, whose address other devices cannot open.
pub(crate) fn game_code(app: App) -> Option<QrCode> {
    let game = app.route.with_untracked(|route| match route {
        Route::Table(id) | Route::TableGame(id, _) => Some(id.clone()),
        _ => None,
    })?;
    if browser::public_host().is_empty() {
        return None;
    }
    let origin = browser::window().location().origin().ok()?;
    qr_code(&format!("{origin}{}", Route::TableGame(game, 0).href()))
}
