//! The mail addresses of accounts.

use super::{
    Accounts,
    login_throttle::MailTarget,
    mail_code,
    mailer::{Mailer, Matter},
    unproven,
};
use crate::{
    base::{ApiError, HubError},
    limits::CONFIRMATION_MS,
};
use axum::http::{HeaderMap, StatusCode};
use game::Refusal;
use i18n::Language;
use protocol::{ChangeMailAddress, MailStatus, mail_address, shortened_mail_address};
use store::{NewMailAddress, Player};

impl Accounts {
    /// Whether this server sends mail, and the address of the request's account, shortened.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub(crate) async fn mail_status(&self, headers: &HeaderMap) -> Result<MailStatus, ApiError> {
        let player = self.player(headers).await?;
        let address = player.and_then(|player| player.mail);
        let address = address.map(|mail| shortened_mail_address(&mail));
        Ok(MailStatus { offered: self.mailer.is_some(), address })
    }

    /// Sends a link to a new mail address of the account of the request, after its password is given
    /// again. Nothing is stored until the link is opened.
    ///
    /// # Errors
    /// `no-mail` without a mail server, the fault of the address, `old-password`, and `too-often`.
    pub(crate) async fn change_mail(
        &self,
        change: ChangeMailAddress,
        language: Language,
        headers: &HeaderMap,
    ) -> Result<(), ApiError> {
        let mailer = self.mailer()?;
        let (player, _) = self.session(headers).await?.ok_or_else(ApiError::sign_in)?;
        let mail = mail_address(&change.address).map_err(|fault| {
            let refusal =
                Refusal { code: fault.code(), values: fault.values(), message: fault.to_string() };
            HubError::Refused(refusal)
        })?;
        self.verified(&player, change.password).await?;
        for target in [MailTarget::Confirm(&player.id), MailTarget::Address(&mail)] {
            self.throttle.admit_mail(&target)?;
            self.count(&target.counts()).await?;
        }
        let until_ms = self.env.now_ms() + CONFIRMATION_MS;
        let link = mail_code::confirmation_link(mailer.site(), &player, &mail, until_ms);
        let matter = Matter::Confirm(&link);
        mailer.send(self.env.random(), mail, language, &player.name, matter)
    }

    /// Stores the mail address of a link for the account of the request. The previous address gets a
    /// message.
    ///
    /// # Errors
    /// `mail-link` for a code that is wrong, of another account or expired, and if the store fails.
    pub(crate) async fn confirm_mail(
        &self,
        code: &str,
        language: Language,
        headers: &HeaderMap,
    ) -> Result<(), ApiError> {
        let (player, _) = self.session(headers).await?.ok_or_else(ApiError::sign_in)?;
        let mail = mail_code::confirmed(code, &player, self.env.now_ms());
        let mail = mail.ok_or_else(outdated_mail_link)?;
        self.set_mail(player, None, Some(mail), language).await
    }

    /// Removes the mail address of the account of the request after its password is given again. The
    /// address gets a message.
    ///
    /// # Errors
    /// `old-password` for a wrong password, and if the store fails.
    pub(crate) async fn remove_mail(
        &self,
        password: String,
        language: Language,
        headers: &HeaderMap,
    ) -> Result<(), ApiError> {
        let (player, _) = self.session(headers).await?.ok_or_else(ApiError::sign_in)?;
        let verified = self.verified(&player, password).await?;
        self.set_mail(player, Some(verified), None, language).await
    }

    async fn set_mail(
        &self,
        player: Player,
        verified: Option<String>,
        mail: Option<String>,
        language: Language,
    ) -> Result<(), ApiError> {
        let verified = verified.unwrap_or_else(|| player.password.clone());
        let new = NewMailAddress { player: player.id.clone(), verified, mail: mail.clone() };
        self.store.set_mail(new).await.map_err(unproven)?;
        tracing::info!(player = player.id.as_str(), "mail address changed");
        let previous = player.mail.filter(|previous| Some(previous) != mail.as_ref());
        if let (Some(mailer), Some(previous)) = (&self.mailer, previous) {
            let random = self.env.random();
            // The change counts, even if its message cannot be sent.
            let _ = mailer.send(random, previous, language, &player.name, Matter::Removed);
        }
        Ok(())
    }

    /// The mailer.
    ///
    /// # Errors
    /// `no-mail` without a mail server.
    pub(super) fn mailer(&self) -> Result<&Mailer, ApiError> {
        self.mailer.as_ref().ok_or_else(|| {
            ApiError::new(StatusCode::NOT_FOUND, "no-mail", "this server sends no mail")
        })
    }
}

/// Error for a link that confirms a mail address, with a wrong code or one that is expired.
fn outdated_mail_link() -> ApiError {
    let message = "this link is not valid any more, or for another account";
    ApiError::new(StatusCode::FORBIDDEN, "mail-link", message)
}
