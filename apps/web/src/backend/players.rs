//! Requests to the server about players: account, rankings, archive.

use super::server::{ask, get, get_for, get_text, post, post_as};
use crate::{app::App, seat_storage::SeatStorage};
use protocol::{
    Account, AccountFile, AcknowledgeWarning, Announcement, Archive, AuditEntry, CLAIMED_AT_ONCE,
    ChangeMailAddress, ChangePassword, Circle, ClaimGames, ClaimedGames, CloseAccount,
    ConfirmMailAddress, Credentials, ExplorerAnswer, FairPlay, ForgotPassword, GameId,
    GuestReportRequest, MailStatus, ModerationDesk, ModeratorActRequest, PlayerNames,
    PlayerProfile, PlayerResults, PresenceRequest, Ranking, Relation, RelationRequest,
    RemoveMailAddress, ReportRequest, ResetPassword, SettleReportRequest, SignedInDevice,
};
use ui_model::{
    Speed, Variant,
    players::{
        ArchiveFilter, fair_play_path, moderated_path, names_path, player_part_path, player_path,
    },
    seats::SeatCredentials,
};
use web_sys::RequestInit;

/// Asks who is signed in, and updates the page.
pub(crate) async fn recall(app: App) {
    // Without the server the account is unknown. Requests that need it will report the failure.
    if let Ok(account) = get_for::<Option<Account>>(app, "/api/account").await {
        app.set_account(account.map(|account| account.name));
    }
}

/// The signed-in account, with what moderators and the player have set for it.
pub(crate) async fn own_account(app: App) -> Result<Option<Account>, String> {
    get(app, "/api/account").await
}

/// Closes the account.
pub(crate) async fn close_account(app: App, password: String) -> Result<(), String> {
    post(app, "/api/account/close", &CloseAccount { password }).await
}

/// Sets whether other players see when the account is online.
pub(crate) async fn set_hidden(app: App, hidden: bool) -> Result<(), String> {
    let init = post_as(&PresenceRequest { hidden })?;
    init.set_method("PUT");
    ask(app, "/api/account/presence", &init, None).await
}

/// Acknowledges a moderator's warning that the player has seen.
pub(crate) async fn acknowledge_warning(app: App, warning: String) -> Result<(), String> {
    let init = post_as(&AcknowledgeWarning { warning })?;
    init.set_method("DELETE");
    ask(app, "/api/account/warning", &init, None).await
}

/// Reports a player to the moderators.
pub(crate) async fn report(app: App, name: &str, report: &ReportRequest) -> Result<(), String> {
    post(app, &player_part_path(name, "/report"), report).await
}

/// Reports a line of a person without an account.
pub(crate) async fn report_guest(
    app: App,
    table: &GameId,
    report: &GuestReportRequest,
) -> Result<(), String> {
    post(app, &format!("/api/tables/{table}/report"), report).await
}

/// Settles a report on a person without an account.
pub(crate) async fn settle_report(app: App, number: u64, reason: String) -> Result<(), String> {
    let path = format!("/api/moderation/reports/{number}/settle");
    post(app, &path, &SettleReportRequest { reason }).await
}

/// The moderators' line for all readers.
pub(crate) async fn announcement(app: App) -> Result<Announcement, String> {
    get(app, "/api/announcement").await
}

/// Sets the line for all readers.
pub(crate) async fn announce(app: App, text: String) -> Result<(), String> {
    let init = post_as(&Announcement { text })?;
    init.set_method("PUT");
    ask(app, "/api/moderation/announcement", &init, None).await
}

/// What moderators see first.
pub(crate) async fn moderation_desk(app: App) -> Result<ModerationDesk, String> {
    get(app, "/api/moderation").await
}

/// Entries of the audit log before a number.
pub(crate) async fn audit_log(app: App, before: u64) -> Result<Vec<AuditEntry>, String> {
    get(app, &format!("/api/moderation/log?before={before}")).await
}

/// What moderators see of an account.
pub(crate) async fn moderated_account(app: App, name: &str) -> Result<AccountFile, String> {
    get(app, &moderated_path(name)).await
}

/// Does something about an account.
pub(crate) async fn moderate(
    app: App,
    name: &str,
    request: &ModeratorActRequest,
) -> Result<(), String> {
    post(app, &moderated_path(name), request).await
}

/// Signals of fair play of an account.
pub(crate) async fn fair_play(app: App, name: &str) -> Result<FairPlay, String> {
    post(app, &fair_play_path(name), &()).await
}

/// Registers and signs in.
pub(crate) async fn register(app: App, credentials: &Credentials) -> Result<Account, String> {
    post(app, "/api/account", credentials).await
}

/// Number of finished games on the server that this device has played.
pub(crate) fn own_finished_games() -> usize {
    SeatCredentials::finished(SeatStorage).len()
}

/// Takes the finished games of this device along into the account. Failures need no message: the
/// games stay listed on the device.
pub(crate) async fn claim_games(app: App) {
    for seats in SeatCredentials::finished(SeatStorage).chunks(CLAIMED_AT_ONCE) {
        let claim = ClaimGames { seats: seats.to_vec() };
        let claimed: Result<ClaimedGames, _> = post(app, "/api/account/games", &claim).await;
        if claimed.is_err() {
            return;
        }
    }
}

/// Signs in.
pub(crate) async fn sign_in(app: App, credentials: &Credentials) -> Result<Account, String> {
    post(app, "/api/session", credentials).await
}

/// Signs out.
pub(crate) async fn sign_out(app: App) -> Result<(), String> {
    let init = RequestInit::new();
    init.set_method("DELETE");
    ask(app, "/api/session", &init, None).await
}

/// Changes the password.
pub(crate) async fn change_password(app: App, change: &ChangePassword) -> Result<(), String> {
    let init = post_as(change)?;
    init.set_method("PUT");
    ask(app, "/api/account/password", &init, None).await
}

/// Whether the server sends mail, and the signed-in account's address.
pub(crate) async fn mail_status(app: App) -> Result<MailStatus, String> {
    get(app, "/api/account/mail").await
}

/// Asks for a link that confirms a mail address.
pub(crate) async fn change_mail(app: App, address: &str, password: String) -> Result<(), String> {
    let (address, language) = (address.to_owned(), own_language(app));
    let init = post_as(&ChangeMailAddress { address, password, language })?;
    init.set_method("PUT");
    ask(app, "/api/account/mail", &init, None).await
}

/// Confirms a mail address with the code of a link.
pub(crate) async fn confirm_mail(app: App, code: String) -> Result<(), String> {
    let body = ConfirmMailAddress { code, language: own_language(app) };
    post(app, "/api/account/mail/confirm", &body).await
}

/// Removes the mail address.
pub(crate) async fn remove_mail(app: App, password: String) -> Result<(), String> {
    let body = RemoveMailAddress { password, language: own_language(app) };
    post(app, "/api/account/mail/remove", &body).await
}

/// Asks for a link for a new password, by the name or the mail address of an account.
pub(crate) async fn forgot_password(app: App, name: &str) -> Result<(), String> {
    let body = ForgotPassword { name: name.to_owned(), language: own_language(app) };
    post(app, "/api/account/forgot", &body).await
}

/// The language of messages to the player.
fn own_language(app: App) -> Option<String> {
    Some(app.language_untracked().tag().to_owned())
}

/// Sets a new password with the code of a link, and signs in.
pub(crate) async fn reset_password(app: App, reset: &ResetPassword) -> Result<Account, String> {
    post(app, "/api/account/reset", reset).await
}

/// The devices on which the account is signed in.
pub(crate) async fn devices(app: App) -> Result<Vec<SignedInDevice>, String> {
    get(app, "/api/account/sessions").await
}

/// Signs the account out on another device.
pub(crate) async fn sign_out_device(app: App, id: &str) -> Result<(), String> {
    let init = RequestInit::new();
    init.set_method("DELETE");
    ask(app, &format!("/api/account/sessions/{id}"), &init, None).await
}

/// The ranking of a game and speed.
pub(crate) async fn ranking(app: App, variant: Variant, speed: Speed) -> Result<Ranking, String> {
    get(app, &format!("/api/ranking/{}/{}", variant.as_str(), speed.as_str())).await
}

/// A player.
pub(crate) async fn player(app: App, name: &str) -> Result<PlayerProfile, String> {
    get(app, &player_path(name)).await
}

/// The results of a player.
pub(crate) async fn results(app: App, name: &str) -> Result<PlayerResults, String> {
    get(app, &player_part_path(name, "/results")).await
}

/// Follows or blocks a player, or ends both.
pub(crate) async fn relate(app: App, name: &str, relation: Option<Relation>) -> Result<(), String> {
    let init = match relation {
        Some(relation) => post_as(&RelationRequest { relation })?,
        None => RequestInit::new(),
    };
    init.set_method(if relation.is_some() { "PUT" } else { "DELETE" });
    ask(app, &player_part_path(name, "/relation"), &init, None).await
}

/// The players whom the signed-in player follows and blocks.
pub(crate) async fn circle(app: App) -> Result<Circle, String> {
    get(app, "/api/account/relations").await
}

/// Names of players that start with a text.
pub(crate) async fn names(app: App, begins: &str) -> Result<Vec<String>, String> {
    get::<PlayerNames>(app, &names_path(begins)).await.map(|found| found.names)
}

/// A page of the archive.
pub(crate) async fn archive(
    app: App,
    filter: &ArchiveFilter,
    before: &str,
) -> Result<Archive, String> {
    get(app, &format!("/api/archive{}", filter.query(before))).await
}

/// What was played in a position, by the path and query of a request.
pub(crate) async fn explore(app: App, path: &str) -> Result<ExplorerAnswer, String> {
    get(app, path).await
}

/// The file of a game.
pub(crate) async fn file(app: App, path: &str) -> Result<String, String> {
    get_text(app, path).await
}
