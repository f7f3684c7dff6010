//! New passwords for players who have forgotten theirs.

use super::{
    Accounts, SignedIn, likeness,
    login_throttle::{self, MailTarget},
    mailer::Matter,
    name, password,
    password::Queue,
    reset_code::{self, reset_link},
};
use crate::{
    base::{ApiError, token},
    limits::{ACCOUNTS_OF_A_MAIL, RESET_LINK_MS},
};
use axum::http::{HeaderMap, StatusCode};
use i18n::Language;
use protocol::{ResetPassword, mail_address};
use std::{net::IpAddr, sync::Arc};
use store::{NewPassword, Player, StoreError};

impl Accounts {
    /// Sends a link for a new password to the confirmed mail address of an account, which is named by
    /// its name or by that address. Returns before the account is looked up, so that neither the
    /// answer nor its time says whether there is one.
    ///
    /// # Errors
    /// `no-mail` without a mail server, `too-often`, and `busy`.
    pub(crate) async fn forgot_password(
        self: &Arc<Self>,
        name: String,
        language: Language,
        address: Option<IpAddr>,
    ) -> Result<(), ApiError> {
        let mailer = self.mailer()?;
        self.throttle.admit_forgotten(address)?;
        self.count(&login_throttle::forgotten(address)).await?;
        let place = mailer.request()?;
        let accounts = self.clone();
        tokio::spawn(async move {
            let _place = place;
            if let Err(error) = accounts.send_reset_links(&name, language).await {
                tracing::debug!(%error, "failed to look up an account for a new password");
            }
        });
        Ok(())
    }

    async fn send_reset_links(&self, typed: &str, language: Language) -> Result<(), StoreError> {
        let Some(mailer) = &self.mailer else { return Ok(()) };
        let typed = typed.trim();
        let mut players = Vec::new();
        if name::fits(typed) {
            players.extend(self.store.player_by_key(&likeness::key(typed)).await?);
        }
        if let Ok(mail) = mail_address(typed) {
            players.extend(self.store.players_by_mail(&mail, ACCOUNTS_OF_A_MAIL).await?);
        }
        for player in players {
            let Some(mail) = player.mail.clone() else { continue };
            let target = MailTarget::Reset(&player.id);
            let is_admitted = player.standing.closed_ms.is_none()
                && self.throttle.admit_mail(&target).is_ok()
                && self.count(&target.counts()).await.is_ok();
            if !is_admitted {
                continue;
            }
            let until_ms = self.env.now_ms() + RESET_LINK_MS;
            let link = reset_link(mailer.site(), &player, until_ms);
            let matter = Matter::Reset(&link);
            let sent = mailer.send(self.env.random(), mail, language, &player.name, matter);
            match sent {
                Ok(()) => tracing::info!(player = player.id.as_str(), "reset link sent by mail"),
                Err(_) => tracing::warn!(player = player.id.as_str(), "reset link not sent"),
            }
        }
        Ok(())
    }

    /// Sets a new password with the code of a link, and signs in. All other sessions end.
    pub(crate) async fn reset_password(
        &self,
        reset: ResetPassword,
        headers: &HeaderMap,
        address: Option<IpAddr>,
    ) -> Result<SignedIn, ApiError> {
        password::check(&reset.password)?;
        if !name::fits(&reset.name) {
            return Err(outdated_link());
        }
        // Counted as tries of a password: each one costs a hash if the code is right.
        let key = likeness::key(&reset.name);
        self.throttle.admit(&key, address)?;
        self.count(&login_throttle::try_of_stranger(&key, address)).await?;
        let player = self.store.player_by_key(&key).await?;
        let is_valid = |player: &Player| {
            player.standing.closed_ms.is_none()
                && reset_code::is_valid(&reset.code, player, self.env.now_ms())
        };
        let player = player.filter(is_valid).ok_or_else(outdated_link)?;
        let random = self.env.random()?;
        let password = self.passwords.hash(Queue::Known, reset.password, random).await?;
        let (token, session) = self.new_session(&player.id)?;
        let device = self.new_device(headers, &player, &password)?;
        let new = NewPassword {
            player: player.id.clone(),
            verified: player.password.clone(),
            password: password.clone(),
            kept_session: String::new(),
        };
        let outdated = |error| match error {
            StoreError::PasswordChanged => outdated_link(),
            error => error.into(),
        };
        self.store.set_password(new).await.map_err(outdated)?;
        let instead = self.cookies.read(headers).map(token::hash);
        let now_ms = self.env.now_ms();
        self.store.add_session(session, password, instead, now_ms).await.map_err(outdated)?;
        tracing::info!(player = player.id.as_str(), "password reset");
        Ok(SignedIn { player, token, device })
    }
}

/// Error for a reset link with an unknown name, a wrong code, or one that is used or expired.
fn outdated_link() -> ApiError {
    let message = "this link is not valid any more; ask for a new one";
    ApiError::new(StatusCode::FORBIDDEN, "reset-link", message)
}
