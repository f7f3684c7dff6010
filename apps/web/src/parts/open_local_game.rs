use crate::{
    app::App,
    backend::{self, CannotOpen},
};
use i18n::{Message, refusal};
use protocol::TablePlan;
use ui_model::Route;

/// Opens a new table on this device and shows it. Other local games are kept.
///
/// The error is a text for the player.
pub(crate) fn open_local_game(app: App, plan: TablePlan) -> Result<(), String> {
    let id = backend::open_local(app, plan).map_err(|why| match why {
        CannotOpen::Refused(no) => refusal(app.language(), no.code, &no.values, &no.message),
        CannotOpen::StorageFull => app.t(Message::StorageFull).to_owned(),
        CannotOpen::Failed(why) => why,
    })?;
    app.go(Route::Play(id));
    Ok(())
}
