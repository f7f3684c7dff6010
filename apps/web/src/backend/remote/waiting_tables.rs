//! Tables of the server that wait for players.

use super::credentials::{has_seat, load_credentials, store_credentials};
use crate::{
    app::App,
    backend::server,
    browser::{self, BrowserStorage},
    session::Session,
};
use i18n::Message;
use leptos::{
    prelude::*,
    wasm_split::{SplitLoaderError as NotFetched, wasm_split},
};
use protocol::{
    ChallengeRequest, DeclineReason, DeclineRequest, GameId, InviteRequest, JoinRequest,
    OpenRequest, ReservedSeat, Seek, TablePlan,
};
use ui_model::{Route, Variant, is_correspondence, seats::SeatCredentials};

/// Opens a table on the server and returns its id. The error is a text for the player.
pub(crate) async fn open_remote(
    app: App,
    plan: TablePlan,
    reserved: Vec<ReservedSeat>,
) -> Result<GameId, String> {
    let request = InviteRequest { plan, name: app.player_name(), reserved };
    let created = server::open(app, &request).await.map_err(|why| why.words(app))?;
    store_credentials(&created.table, &SeatCredentials::new(created.token, created.seats));
    Ok(created.table)
}

/// Joins a player who seeks the same game, or opens a waiting table.
///
/// If this browser already waits for such a game, its table is returned: the server does not know
/// guests, so it would pair the player with themselves. If it waits for another game, that request
/// is cancelled, unless the other game is by correspondence; if an opponent has come in the meantime,
/// that table is returned.
pub(crate) async fn pair_remote(app: App, plan: TablePlan) -> Result<GameId, String> {
    let with_seat = |seek: Seek| load_credentials(&seek.table).map(|seat| (seek, seat));
    let own: Vec<_> =
        server::seeks(app).await.unwrap_or_default().into_iter().filter_map(with_seat).collect();
    let wanted = |plan: &TablePlan| (plan.min_rating, plan.max_rating);
    let is_same =
        |seek: &Seek| seek.plan.terms() == plan.terms() && wanted(&seek.plan) == wanted(&plan);
    if let Some((seek, _)) = own.iter().find(|(seek, _)| is_same(seek)) {
        return Ok(seek.table.clone());
    }
    let is_waiting = |(seek, seat): &(Seek, SeatCredentials)| {
        seat.is_seek && !is_correspondence(&seek.plan.clock)
    };
    for (seek, seat) in own.into_iter().filter(is_waiting) {
        match server::cancel(app, &seek.table, &seat.token).await {
            Ok(()) | Err(server::Failure::Missing) => {
                SeatCredentials::forget(BrowserStorage, &seek.table);
            }
            Err(server::Failure::Refused(error)) if error.code == "not-alone" => {
                return Ok(seek.table);
            }
            Err(why) => return Err(why.words(app)),
        }
    }
    let request = OpenRequest { plan, name: app.player_name() };
    let created = server::pair(app, &request).await.map_err(|why| why.words(app))?;
    let credentials = SeatCredentials::new(created.token, created.seats);
    store_credentials(&created.table, &SeatCredentials { is_seek: true, ..credentials });
    Ok(created.table)
}

/// Challenges a player and opens the table that waits for them. The error is a text for the player.
pub(crate) async fn challenge_remote(
    app: App,
    to: String,
    plan: TablePlan,
) -> Result<GameId, String> {
    let request = ChallengeRequest { to, plan };
    let created = server::challenge(app, &request).await.map_err(|why| why.words(app))?;
    let table = created.table;
    store_credentials(&table, &SeatCredentials::new(created.token, created.seats));
    Ok(table)
}

/// Declines a challenge. It may have ended in the meantime, which needs no message.
pub(crate) async fn decline_challenge(app: App, table: GameId, reason: DeclineReason) {
    let _ = server::decline(app, &table, &DeclineRequest { reason }).await;
}

/// The text of a reason.
pub(crate) const fn decline_words(reason: DeclineReason) -> Message {
    match reason {
        DeclineReason::No => Message::DeclineNo,
        DeclineReason::Later => Message::DeclineLater,
        DeclineReason::Game => Message::DeclineGame,
        DeclineReason::Clock => Message::DeclineClock,
        DeclineReason::Rated => Message::DeclineRated,
        DeclineReason::Casual => Message::DeclineCasual,
    }
}

/// Cancels the waiting table and leaves it.
#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible)]
pub(crate) fn cancel_table(app: App, session: Session) -> Result<(), NotFetched> {
    // The player may have left the table in the meantime.
    if session.update_count.is_disposed() {
        return Ok(());
    }
    let Route::Table(id) = app.route.get_untracked() else { return Ok(()) };
    leptos::task::spawn_local(async move {
        match cancel_remote(app, &id).await {
            // The player may have left the table in the meantime.
            Ok(()) if app.route.get_untracked() == Route::Table(id) => app.go(Route::Start),
            Ok(()) => {}
            Err(why) => session.tell(why),
        }
    });
    Ok(())
}

/// Cancels a waiting table on the server and forgets it here. The error is a text for the player:
/// another player has joined in the meantime, or the server is unreachable.
async fn cancel_remote(app: App, table: &GameId) -> Result<(), String> {
    if let Some(SeatCredentials { token, .. }) = load_credentials(table) {
        server::cancel(app, table, &token).await.map_err(|why| why.words(app))?;
    }
    SeatCredentials::forget(BrowserStorage, table);
    Ok(())
}

/// Players who wait for an opponent in this game, or in any game.
///
/// # Errors
/// The reason why the server does not answer, in the player's words.
pub(crate) async fn seekers(app: App, variant: Option<Variant>) -> Result<Vec<Seek>, String> {
    let mut seeks = server::seeks(app).await?;
    seeks.retain(|seek| {
        variant.is_none_or(|variant| seek.plan.variant == variant.as_str())
            && !has_seat(&seek.table)
    });
    Ok(seeks)
}

/// The address of a table for other people. A page opened at `localhost` returns an address that
/// other devices can reach.
pub(crate) async fn link_for_others(app: App, table: &GameId) -> String {
    let path = Route::Table(table.clone()).href();
    let known = if browser::is_on_loopback() { server::addresses(app).await } else { Vec::new() };
    match known.into_iter().next() {
        Some(address) => format!("{}{path}", address.trim_end_matches('/')),
        None => format!("{}{path}", browser::window().location().origin().unwrap_or_default()),
    }
}

/// The seats of a waiting table that are reserved for accounts; none if the server cannot be asked.
pub(crate) async fn reserved_seats(app: App, table: &GameId) -> Vec<ReservedSeat> {
    server::reserved(app, table).await
}

/// The seats of the player who opened a table; empty if the server cannot be reached.
pub(crate) async fn host_seats(app: App, table: &GameId) -> Vec<u8> {
    let info = server::info(app, table).await;
    info.map(|info| info.plan.host_seats()).unwrap_or_default()
}

/// Joins an open seat. The error is a text for the player.
pub(crate) async fn join_remote(app: App, table: &GameId, seat: Option<u8>) -> Result<(), String> {
    let request = JoinRequest { name: app.player_name(), seat };
    let joined = server::join(app, table, &request).await.map_err(|why| why.words(app))?;
    store_credentials(table, &SeatCredentials::new(joined.token, vec![joined.seat]));
    Ok(())
}

/// Joins the first open seat of a table and shows the table, even if the player has left the page:
/// the game has begun. `is_joining` is reset if that fails, and `trouble` gets the reason.
#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible)]
pub(crate) fn take_seat(
    app: App,
    table: GameId,
    is_joining: RwSignal<bool>,
    trouble: RwSignal<Option<String>>,
) -> Result<(), NotFetched> {
    leptos::task::spawn_local(async move {
        match join_remote(app, &table, None).await {
            Ok(()) => app.go(Route::Table(table)),
            Err(why) => {
                // The page may have been left in the meantime.
                is_joining.try_set(false);
                trouble.try_set(Some(why));
            }
        }
    });
    Ok(())
}
