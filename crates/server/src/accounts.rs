//! Accounts: a name and a password, and who is signed in.
//!
//! A password is hashed with argon2id; a session is 256 bits of chance in a cookie that no script
//! can read. The store keeps hashes of both. Whoever asks with a wrong password learns nothing from
//! the words of the answer nor from the time it takes.

mod cookie;
mod device;
mod likeness;
mod login_throttle;
mod name;
mod password;

pub(crate) use cookie::is_carried as carries_session;

use crate::{
    api_error::ApiError,
    config::{Config, NoChance, Source},
    error::HubError,
    limits::{NAMES_TOLD, SESSION_MS},
    name::fault,
    token,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use cookie::Cookies;
use game::Refusal;
use likeness::Likenesses;
use login_throttle::{Count, LoginThrottle};
use password::{Passwords, Queue};
use protocol::{ChangePassword, Credentials, GUEST_NAMES};
use std::{net::IpAddr, sync::Arc};
use store::{NewPassword, Player, Session, Store, StoreError};

/// Somebody who is signed in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Member {
    /// The account, for ever.
    pub(crate) id: String,
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
    source: Arc<dyn Source>,
    cookies: Cookies,
    passwords: Passwords,
    throttle: LoginThrottle,
    likenesses: Likenesses,
}

/// Somebody has just signed in: what goes into the cookies is told this once.
pub(crate) struct SignedIn {
    pub(crate) member: Member,
    token: String,
    device: String,
}

impl Accounts {
    pub(crate) async fn open(store: Arc<dyn Store>, config: &Config) -> Result<Accounts, HubError> {
        let source = config.source.clone();
        let cookies = Cookies::new(&config.addresses);
        let passwords = Passwords::new(source.random()?);
        let likenesses = Likenesses::of(&store.player_names().await?);
        let throttle = LoginThrottle::new();
        Ok(Accounts { store, source, cookies, passwords, throttle, likenesses })
    }

    /// Who is signed in with the cookie of this request, if anybody.
    ///
    /// # Errors
    /// When the store cannot say. A cookie that is none of ours, or over, is nobody's.
    pub(crate) async fn signed_in(&self, headers: &HeaderMap) -> Result<Option<Member>, ApiError> {
        Ok(self.session(headers).await?.map(|(player, _)| player.into()))
    }

    /// Makes an account and signs it in.
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
        let key = name::key(&name);
        // Before the costly hash; of two at the same moment the store refuses one.
        if self.store.player_by_key(&key).await?.is_some() {
            return Err(StoreError::NameTaken.into());
        }
        if self.likenesses.is_taken(&name, None) {
            let message = "this name looks like another player's; choose another";
            return Err(ApiError::new(StatusCode::CONFLICT, "name-alike", message));
        }
        let chance = self.source.random()?;
        let password = self.passwords.hash(Queue::Strangers, wanted.password, chance).await?;
        let now_ms = self.source.now_ms();
        let id = token::short_id(self.source.random()?);
        let player = Player { id, key, name, password, since_ms: now_ms };
        let (token, session) = self.new_session(&player.id)?;
        let device = self.new_device(headers, &player, &player.password)?;
        let member = Member::from(player.clone());
        self.store.add_player(player, session).await?;
        self.likenesses.add(&member.name);
        self.sign_out(headers).await?;
        tracing::info!(player = member.id, "registered");
        Ok(SignedIn { member, token, device })
    }

    /// Signs in. The session so far, if there was one, ends: nobody keeps a token from before.
    pub(crate) async fn sign_in(
        &self,
        given: Credentials,
        headers: &HeaderMap,
        address: Option<IpAddr>,
    ) -> Result<SignedIn, ApiError> {
        // What can be nobody's name is not counted: it would only fill the memory.
        if !name::fits(&given.name) {
            return Err(wrong_credentials());
        }
        let key = name::key(&given.name);
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
        let (token, session) = self.new_session(&player.id)?;
        let device = self.new_device(headers, &player, &player.password)?;
        let instead = self.cookies.read(headers).map(token::hash);
        let (proven, now_ms) = (player.password.clone(), self.source.now_ms());
        self.store.add_session(session, proven, instead, now_ms).await.map_err(unproven)?;
        Ok(SignedIn { member: player.into(), token, device })
    }

    /// Ends the session of this request, if it has one; of several each.
    pub(crate) async fn sign_out(&self, headers: &HeaderMap) -> Result<(), ApiError> {
        for token in self.cookies.all(headers) {
            self.store.end_session(&token::hash(token)).await?;
        }
        Ok(())
    }

    /// Gives the one who is signed in another password; every other session of theirs ends, and
    /// every other device is as good as new. What this one can prove from now on.
    pub(crate) async fn change_password(
        &self,
        change: ChangePassword,
        headers: &HeaderMap,
    ) -> Result<Option<HeaderValue>, ApiError> {
        let (player, kept) = self.session(headers).await?.ok_or_else(nobody)?;
        password::check(&change.new)?;
        // Whoever has got at a session tries no faster for having many.
        self.throttle.admit_device(&player.key, String::new())?;
        self.count(&login_throttle::try_at_device(&player.key, "")).await?;
        let proven = player.password.clone();
        if !self.passwords.verify(Queue::Known, change.old, Some(proven.clone())).await? {
            let message = "the current password is wrong";
            return Err(ApiError::new(StatusCode::UNAUTHORIZED, "old-password", message));
        }
        let chance = self.source.random()?;
        let password = self.passwords.hash(Queue::Known, change.new, chance).await?;
        let device = self.new_device(headers, &player, &password)?;
        let new = NewPassword { player: player.id, proven, password, kept };
        self.store.set_password(new).await.map_err(unproven)?;
        Ok(self.cookies.keep_device(headers, &device))
    }

    /// What makes a browser bring the session along from now on, and prove that it was here.
    pub(crate) fn cookies(
        &self,
        headers: &HeaderMap,
        new: &SignedIn,
    ) -> impl Iterator<Item = HeaderValue> {
        let session = self.cookies.keep(headers, &new.token);
        session.into_iter().chain(self.cookies.keep_device(headers, &new.device))
    }

    /// What makes it forget the session.
    pub(crate) fn no_cookie(&self, headers: &HeaderMap) -> Option<HeaderValue> {
        self.cookies.forget(headers)
    }

    /// Takes in the names of accounts that were made at other servers. Which names are taken the store
    /// knows; which look alike is known a little later.
    pub(crate) async fn read_names(&self) {
        match self.store.player_names().await {
            Ok(names) => names.iter().for_each(|name| self.likenesses.add(name)),
            Err(error) => tracing::debug!(%error, "no names can be read"),
        }
    }

    /// Forgets who has not tried for long.
    pub(crate) fn forget(&self) {
        self.throttle.forget();
    }

    /// Counts with all other servers what this one lets pass.
    async fn count(&self, counts: &[Count]) -> Result<(), ApiError> {
        let Some(nodes) = self.store.nodes() else { return Ok(()) };
        let now_ms = self.source.now_ms();
        for Count { key, every, at_once } in counts {
            if !nodes.admit(key, now_ms, *every, at_once.get()).await? {
                return Err(login_throttle::too_often());
            }
        }
        Ok(())
    }

    /// Whether this may be the name of whoever has this account, or none: that of another account
    /// may not, nor one that looks like it. Names that pages give to guests are everybody's.
    ///
    /// # Errors
    /// When it may not, or the store cannot say.
    pub(crate) async fn check_name(
        &self,
        typed: &str,
        account: Option<&Member>,
    ) -> Result<(), HubError> {
        // What is no name is refused by the table.
        let Some(name) = table::clean_name(typed) else { return Ok(()) };
        if let Some(fault) = fault(&name) {
            return Err(Refusal::new("name", fault).into());
        }
        let key = name::key(&name);
        let is_own = |own: &&Member| name::key(&own.name) == key;
        if is_guests(&key) || account.filter(is_own).is_some() {
            return Ok(());
        }
        if likeness::is_reserved(&name) {
            return Err(Refusal::new("name-reserved", name::RESERVED).into());
        }
        if self.store.player_by_key(&key).await?.is_some() {
            let message =
                "this is the name of a player with an account; sign in, or choose another";
            return Err(Refusal::new("name-registered", message).into());
        }
        if self.likenesses.is_taken(&name, account.map(|own| own.name.as_str())) {
            let message = "this name looks like that of a player with an account; choose another";
            return Err(Refusal::new("name-alike", message).into());
        }
        Ok(())
    }

    /// The account whose name this is, whatever its case.
    pub(crate) async fn find(&self, name: &str) -> Result<Player, ApiError> {
        let player = self.store.player_by_key(&name::key(name)).await?;
        player.ok_or_else(|| {
            ApiError::new(StatusCode::NOT_FOUND, "no-player", "there is no player of this name")
        })
    }

    /// The names of accounts that begin so, whatever their case; nothing begins like all of them.
    pub(crate) async fn names_beginning(&self, begins: &str) -> Result<Vec<String>, ApiError> {
        match name::key(begins) {
            key if key.is_empty() => Ok(Vec::new()),
            key => Ok(self.store.names_beginning(&key, NAMES_TOLD).await?),
        }
    }

    /// The player of the cookie, and the session's hash.
    async fn session(&self, headers: &HeaderMap) -> Result<Option<(Player, String)>, ApiError> {
        let Some(token) = self.cookies.read(headers) else { return Ok(None) };
        let hash = token::hash(token);
        let player = self.store.session(&hash, self.source.now_ms()).await?;
        Ok(player.map(|player| (player, hash)))
    }

    /// The number of the device, if this account has signed in there.
    fn known_device(&self, headers: &HeaderMap, player: &Player) -> Option<String> {
        device::number(self.cookies.device(headers), &player.id, &player.password)
    }

    /// What a device can prove at which this account, with this password, has just signed in.
    fn new_device(
        &self,
        headers: &HeaderMap,
        player: &Player,
        password: &str,
    ) -> Result<String, NoChance> {
        let (old, chance) = (self.cookies.device(headers), self.source.random()?);
        Ok(device::cookie(old, &player.id, &player.password, password, chance))
    }

    fn new_session(&self, player: &str) -> Result<(String, Session), NoChance> {
        let token = token::from_random(self.source.random()?);
        let until_ms = self.source.now_ms() + SESSION_MS;
        let session = Session { hash: token::hash(&token), player: player.to_owned(), until_ms };
        Ok((token, session))
    }
}

/// Whether it is the key of a name that pages give to guests.
fn is_guests(key: &str) -> bool {
    GUEST_NAMES.iter().any(|guest| name::key(guest) == key)
}

/// The same words for a name that nobody has and for a password that is not its own.
fn wrong_credentials() -> ApiError {
    let message = "there is no account of this name with this password";
    ApiError::new(StatusCode::UNAUTHORIZED, "password", message)
}

/// A password that was changed while it was proven is a wrong one.
fn unproven(error: StoreError) -> ApiError {
    match error {
        StoreError::PasswordChanged => wrong_credentials(),
        error => error.into(),
    }
}

/// Something was asked that takes an account.
fn nobody() -> ApiError {
    ApiError::new(StatusCode::UNAUTHORIZED, "sign-in", "sign in first")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering;

    /// Whether a name is anybody's cannot be told from how long the answer takes: the same work is
    /// done.
    #[tokio::test]
    async fn a_strangers_name_costs_as_much_work() {
        let folder = tempfile::tempdir().unwrap();
        let store = store::SqliteStore::open(&folder.path().join("chuhe.db")).await.unwrap();
        let key = commit_reveal::SigningKey::from_bytes([5; 32]);
        let config = Config::system(Vec::new(), String::new(), key);
        let accounts = Accounts::open(Arc::new(store), &config).await.ok().unwrap();
        let headers = HeaderMap::new();
        let given = |name: &str, password: &str| Credentials {
            name: name.to_owned(),
            password: password.to_owned(),
        };
        accounts.register(given("Ada", "her password"), &headers, None).await.ok().unwrap();
        // The first to be asked for costs more, whoever it is.
        accounts.sign_in(given("Ada", "her password"), &headers, None).await.ok().unwrap();
        for (name, password, fits) in [
            ("Ada", "her password", true),
            ("Ada", "wrong wrong", false),
            ("Nobody", "wrong wrong", false),
        ] {
            let before = accounts.passwords.worked.load(Ordering::SeqCst);
            let signed_in = accounts.sign_in(given(name, password), &headers, None).await;
            assert_eq!(signed_in.is_ok(), fits, "{name}");
            assert_eq!(accounts.passwords.worked.load(Ordering::SeqCst), before + 1, "{name}");
        }
    }
}
