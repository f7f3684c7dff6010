//! The sessions of accounts, and the devices that have them.

use super::{Accounts, SignedIn, device};
use crate::{
    base::{ApiError, RngError, token},
    limits::SESSION_MS,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use protocol::{AccountId, SignedInDevice};
use store::{LoginSession, Player};

impl Accounts {
    /// The devices on which the account of the request is signed in.
    pub(crate) async fn devices(
        &self,
        headers: &HeaderMap,
    ) -> Result<Vec<SignedInDevice>, ApiError> {
        let (player, own) = self.session(headers).await?.ok_or_else(ApiError::sign_in)?;
        let sessions = self.store.sessions_of(&player.id, self.env.now_ms()).await?;
        let device = |session: LoginSession| SignedInDevice {
            id: session_id(&session.hash).to_owned(),
            since_ms: session.until_ms - SESSION_MS,
            is_this: session.hash == own,
        };
        Ok(sessions.into_iter().map(device).collect())
    }

    /// Signs the account of the request out on one of its devices.
    pub(crate) async fn sign_out_device(
        &self,
        headers: &HeaderMap,
        id: &str,
    ) -> Result<(), ApiError> {
        let (player, _) = self.session(headers).await?.ok_or_else(ApiError::sign_in)?;
        let sessions = self.store.sessions_of(&player.id, self.env.now_ms()).await?;
        let found = sessions.iter().find(|session| session_id(&session.hash) == id);
        let session = found.ok_or_else(|| {
            let message = "this account is not signed in on such a device";
            ApiError::new(StatusCode::NOT_FOUND, "no-session", message)
        })?;
        Ok(self.store.end_session(&session.hash).await?)
    }

    /// Cookies of a new session: the session token and the device proof.
    pub(crate) fn cookies(
        &self,
        headers: &HeaderMap,
        new: &SignedIn,
    ) -> impl Iterator<Item = HeaderValue> {
        let session = self.cookies.keep(headers, &new.token);
        session.into_iter().chain(self.cookies.keep_device(headers, &new.device))
    }

    /// Cookie that deletes the session cookie.
    pub(crate) fn no_cookie(&self, headers: &HeaderMap) -> Option<HeaderValue> {
        self.cookies.forget(headers)
    }

    /// The account of the session cookie, and the session's hash.
    pub(super) async fn session(
        &self,
        headers: &HeaderMap,
    ) -> Result<Option<(Player, String)>, ApiError> {
        let Some(token) = self.cookies.read(headers) else { return Ok(None) };
        let hash = token::hash(token);
        let player = self.store.session(&hash, self.env.now_ms()).await?;
        Ok(player.map(|player| (player, hash)))
    }

    /// Number of this device, if the account has signed in on it.
    pub(super) fn known_device(&self, headers: &HeaderMap, player: &Player) -> Option<String> {
        device::number(self.cookies.device(headers), &player.id, &player.password)
    }

    /// Device cookie after a sign-in with this password.
    pub(super) fn new_device(
        &self,
        headers: &HeaderMap,
        player: &Player,
        password: &str,
    ) -> Result<String, RngError> {
        let (old, random) = (self.cookies.device(headers), self.env.random()?);
        Ok(device::cookie(old, &player.id, &player.password, password, random))
    }

    /// A new session of an account, with its token.
    pub(super) fn new_session(
        &self,
        player: &AccountId,
    ) -> Result<(String, LoginSession), RngError> {
        let token = token::from_random(self.env.random()?);
        let until_ms = self.env.now_ms() + SESSION_MS;
        let session =
            LoginSession { hash: token::hash(&token), player: player.to_owned(), until_ms };
        Ok((token, session))
    }
}

/// Public id of a session: the first digits of its hash.
fn session_id(hash: &str) -> &str {
    hash.get(..16).unwrap_or(hash)
}
