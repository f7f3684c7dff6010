//! Accounts with name and password, and their sessions.
//!
//! Passwords are hashed with argon2id. A session is a random 256-bit token in a cookie that scripts
//! cannot read. The store keeps only hashes of both. A failed sign-in reveals neither by its text
//! nor by its duration whether the account exists.

mod account_names;
mod block_lists;
mod cookie;
mod device;
mod forgotten_passwords;
mod likeness;
mod login_throttle;
mod mail_addresses;
mod mail_code;
mod mailer;
mod name;
mod password;
mod password_code;
mod password_mac;
mod person;
mod reset_code;
mod sessions;
mod standings;
mod visitor;

pub use account_names::account_key;
pub use reset_code::reset_link;

pub(crate) use block_lists::BlockList;
pub(crate) use person::Person;
pub(crate) use standings::Standings;
pub(crate) use visitor::Visitor;

pub(crate) use cookie::is_carried as carries_session;

use crate::{
    base::{ApiError, Config, Env, HubError, token},
    ops::MailCounts,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use block_lists::BlockLists;
use cookie::Cookies;
use likeness::Likenesses;
use login_throttle::{Count, LoginThrottle};
use mailer::Mailer;
use password::{Passwords, Queue};
use protocol::{AccountId, ChangePassword, Credentials};
use std::{net::IpAddr, sync::Arc};
use store::{NewPassword, Player, Standing, StandingChange, Store, StoreError};

/// Signed-in account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Member {
    /// Id of the account; never changes.
    pub(crate) id: AccountId,
    /// The name as it was registered.
    pub(crate) name: String,
}

impl From<Player> for Member {
    fn from(player: Player) -> Member {
        Member { id: player.id, name: player.name }
    }
}

/// All accounts of a server.
pub(crate) struct Accounts {
    store: Arc<dyn Store>,
    env: Arc<dyn Env>,
    cookies: Cookies,
    passwords: Passwords,
    throttle: LoginThrottle,
    likenesses: Likenesses,
    standings: Arc<Standings>,
    block_lists: BlockLists,
    /// `None` for a server that sends no mail.
    mailer: Option<Mailer>,
}

/// Result of a sign-in. Contains the secrets for the cookies.
pub(crate) struct SignedIn {
    pub(crate) player: Player,
    token: String,
    device: String,
}

impl Accounts {
    pub(crate) async fn open(
        store: Arc<dyn Store>,
        config: &Config,
        mails: MailCounts,
    ) -> Result<Accounts, HubError> {
        let env = config.env.clone();
        let cookies = Cookies::new(&config.addresses);
        let passwords = Passwords::new(env.random()?);
        let likenesses = Likenesses::of(&store.player_names().await?);
        let throttle = LoginThrottle::new();
        let standings = Arc::new(Standings::default());
        standings.set(store.marked_accounts().await?);
        let mailer = Mailer::new(config, mails);
        let block_lists = BlockLists::default();
        Ok(Accounts {
            store,
            env,
            cookies,
            passwords,
            throttle,
            likenesses,
            standings,
            block_lists,
            mailer,
        })
    }

    /// Returns the account of the request's session cookie.
    ///
    /// # Errors
    /// If the store cannot be read. An unknown or expired cookie is not an error.
    pub(crate) async fn signed_in(&self, headers: &HeaderMap) -> Result<Option<Member>, ApiError> {
        Ok(self.player(headers).await?.map(Member::from))
    }

    /// As [`Accounts::signed_in`], with all that is stored of the account.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub(crate) async fn player(&self, headers: &HeaderMap) -> Result<Option<Player>, ApiError> {
        Ok(self.session(headers).await?.map(|(player, _)| player))
    }

    /// Creates an account and signs it in.
    pub(crate) async fn register(
        &self,
        wanted: Credentials,
        headers: &HeaderMap,
        address: Option<IpAddr>,
    ) -> Result<SignedIn, ApiError> {
        let name = name::checked(&wanted.name)?;
        password::check(&wanted.password)?;
        self.throttle.admit_newcomer(address)?;
        self.count(&login_throttle::newcomer(address)).await?;
        let key = likeness::key(&name);
        // Checked before the expensive hash. If two registrations race, the store rejects one.
        if self.store.player_by_key(&key).await?.is_some() {
            return Err(StoreError::NameTaken.into());
        }
        if self.likenesses.is_taken(&name, None) {
            let message = "this name looks like another player's; choose another";
            return Err(ApiError::new(StatusCode::CONFLICT, "name-alike", message));
        }
        let random = self.env.random()?;
        let password = self.passwords.hash(Queue::Strangers, wanted.password, random).await?;
        let now_ms = self.env.now_ms();
        let id = AccountId::from(token::short_id(self.env.random()?));
        let standing = Standing::default();
        let player = Player { id, key, name, password, since_ms: now_ms, standing, mail: None };
        let (token, session) = self.new_session(&player.id)?;
        let device = self.new_device(headers, &player, &player.password)?;
        self.store.add_player(player.clone(), session).await?;
        self.likenesses.add(&player.name);
        self.sign_out(headers).await?;
        tracing::info!(player = player.id.as_str(), "account registered");
        Ok(SignedIn { player, token, device })
    }

    /// Signs in. An existing session of the request ends, so that its token cannot be used any
    /// more.
    pub(crate) async fn sign_in(
        &self,
        given: Credentials,
        headers: &HeaderMap,
        address: Option<IpAddr>,
    ) -> Result<SignedIn, ApiError> {
        // Impossible names are not counted, as their counters would only use memory.
        if !name::fits(&given.name) {
            return Err(wrong_credentials());
        }
        let key = likeness::key(&given.name);
        let player = self.store.player_by_key(&key).await?;
        let queue = match player.as_ref().and_then(|player| self.known_device(headers, player)) {
            Some(device) => {
                self.throttle.admit_device(&key, device.clone())?;
                self.count(&login_throttle::try_at_device(&key, &device)).await?;
                Queue::Known
            }
            None => {
                self.throttle.admit(&key, address)?;
                self.count(&login_throttle::try_of_stranger(&key, address)).await?;
                Queue::Strangers
            }
        };
        let kept = player.as_ref().map(|player| player.password.clone());
        let is_right = self.passwords.verify(queue, given.password, kept).await?;
        let Some(player) = player.filter(|_| is_right) else { return Err(wrong_credentials()) };
        // Only the owner learns this.
        if player.standing.closed_ms.is_some() {
            return Err(closed(StatusCode::FORBIDDEN));
        }
        let (token, session) = self.new_session(&player.id)?;
        let device = self.new_device(headers, &player, &player.password)?;
        let instead = self.cookies.read(headers).map(token::hash);
        let (proven, now_ms) = (player.password.clone(), self.env.now_ms());
        self.store.add_session(session, proven, instead, now_ms).await.map_err(unproven)?;
        Ok(SignedIn { player, token, device })
    }

    /// Ends the sessions of all session cookies in the request.
    pub(crate) async fn sign_out(&self, headers: &HeaderMap) -> Result<(), ApiError> {
        for token in self.cookies.all(headers) {
            self.store.end_session(&token::hash(token)).await?;
        }
        Ok(())
    }

    /// Changes the password of the signed-in account. All other sessions end, and all other devices
    /// lose their proof. Returns the new device cookie.
    pub(crate) async fn change_password(
        &self,
        change: ChangePassword,
        headers: &HeaderMap,
    ) -> Result<Option<HeaderValue>, ApiError> {
        let (player, kept) = self.session(headers).await?.ok_or_else(ApiError::sign_in)?;
        password::check(&change.new)?;
        let proven = self.verified(&player, change.old).await?;
        let random = self.env.random()?;
        let password = self.passwords.hash(Queue::Known, change.new, random).await?;
        let device = self.new_device(headers, &player, &password)?;
        let new = NewPassword { player: player.id, verified: proven, password, kept_session: kept };
        self.store.set_password(new).await.map_err(unproven)?;
        Ok(self.cookies.keep_device(headers, &device))
    }

    /// Closes the account of the request after its password is given again. All of its sessions end,
    /// and its name stays taken.
    ///
    /// # Errors
    /// `old-password` for a wrong password, and if the store fails.
    pub(crate) async fn close(
        &self,
        password: String,
        headers: &HeaderMap,
    ) -> Result<Member, ApiError> {
        let (player, _) = self.session(headers).await?.ok_or_else(ApiError::sign_in)?;
        let verified = self.verified(&player, password).await?;
        let change = StandingChange::Close(self.env.now_ms());
        self.store.change_standing(&player.id, Some(verified), change).await.map_err(unproven)?;
        self.read_standings().await;
        tracing::info!(player = player.id.as_str(), "account closed");
        Ok(player.into())
    }

    /// Sets whether other players see when the account of the request is online.
    ///
    /// # Errors
    /// If there is no session, and if the store fails.
    pub(crate) async fn set_hidden(
        &self,
        is_hidden: bool,
        headers: &HeaderMap,
    ) -> Result<(), ApiError> {
        self.change_own(StandingChange::Hidden(is_hidden), headers).await
    }

    /// Acknowledges a warning to the account of the request. A later warning stays.
    ///
    /// # Errors
    /// If there is no session, and if the store fails.
    pub(crate) async fn acknowledge_warning(
        &self,
        warning: String,
        headers: &HeaderMap,
    ) -> Result<(), ApiError> {
        self.change_own(StandingChange::Acknowledge(warning), headers).await
    }

    async fn change_own(
        &self,
        change: StandingChange,
        headers: &HeaderMap,
    ) -> Result<(), ApiError> {
        let (player, _) = self.session(headers).await?.ok_or_else(ApiError::sign_in)?;
        self.store.change_standing(&player.id, None, change).await?;
        self.read_standings().await;
        Ok(())
    }

    /// Checks the current password of a signed-in account. Returns the stored hash that it fits.
    async fn verified(&self, player: &Player, password: String) -> Result<String, ApiError> {
        // The limit is per account, so more sessions allow no more tries.
        self.throttle.admit_device(&player.key, String::new())?;
        self.count(&login_throttle::try_at_device(&player.key, "")).await?;
        let proven = player.password.clone();
        if self.passwords.verify(Queue::Known, password, Some(proven.clone())).await? {
            return Ok(proven);
        }
        let message = "the current password is wrong";
        Err(ApiError::new(StatusCode::UNAUTHORIZED, "old-password", message))
    }

    /// Closed, muted and hidden accounts.
    pub(crate) fn standings(&self) -> &Arc<Standings> {
        &self.standings
    }

    /// Reads which accounts are closed, muted and hidden.
    pub(crate) async fn read_standings(&self) {
        match self.store.marked_accounts().await {
            Ok(marked) => self.standings.set(marked),
            Err(error) => tracing::debug!(%error, "failed to read the standing of accounts"),
        }
    }

    /// Drops counters of old tries.
    pub(crate) fn forget(&self) {
        self.throttle.forget();
    }

    /// Counts tries together with all other servers of the store.
    async fn count(&self, counts: &[Count]) -> Result<(), ApiError> {
        let Some(nodes) = self.store.cluster() else { return Ok(()) };
        let now_ms = self.env.now_ms();
        for Count { key, every, at_once } in counts {
            if !nodes.admit(key, now_ms, *every, at_once.get()).await? {
                return Err(login_throttle::too_often());
            }
        }
        Ok(())
    }
}

/// Error for an account that is closed.
fn closed(status: StatusCode) -> ApiError {
    ApiError::new(status, "account-closed", "this account is closed")
}

/// The same error for an unknown name and a wrong password.
fn wrong_credentials() -> ApiError {
    let message = "the name or the password is wrong";
    ApiError::new(StatusCode::UNAUTHORIZED, "password", message)
}

/// A password that was changed during its verification counts as wrong.
fn unproven(error: StoreError) -> ApiError {
    match error {
        StoreError::PasswordChanged => wrong_credentials(),
        error => error.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering;

    /// Signing in with an unknown name does the same work as with a known one, so the duration
    /// reveals nothing.
    #[tokio::test]
    async fn a_strangers_name_costs_as_much_work() {
        let folder = tempfile::tempdir().unwrap();
        let store = store::SqliteStore::open(&folder.path().join("chuhe.db")).await.unwrap();
        let key = commit_reveal::SigningKey::from_bytes([5; 32]);
        let config = Config::system(Vec::new(), String::new(), key);
        let accounts =
            Accounts::open(Arc::new(store), &config, MailCounts::default()).await.ok().unwrap();
        let headers = HeaderMap::new();
        let given = |name: &str, password: &str| Credentials {
            name: name.to_owned(),
            password: password.to_owned(),
        };
        accounts.register(given("Ada", "her password"), &headers, None).await.ok().unwrap();
        // The first sign-in also computes the decoy hash.
        accounts.sign_in(given("Ada", "her password"), &headers, None).await.ok().unwrap();
        for (name, password, fits) in [
            ("Ada", "her password", true),
            ("Ada", "wrong wrong", false),
            ("Absent", "wrong wrong", false),
        ] {
            let before = accounts.passwords.worked.load(Ordering::SeqCst);
            let signed_in = accounts.sign_in(given(name, password), &headers, None).await;
            assert_eq!(signed_in.is_ok(), fits, "{name}");
            assert_eq!(accounts.passwords.worked.load(Ordering::SeqCst), before + 1, "{name}");
        }
    }
}
