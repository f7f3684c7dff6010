//! Accounts with name and password, and their sessions.
//!
//! Passwords are hashed with argon2id. A session is a random 256-bit token in a cookie that scripts
//! cannot read. The store keeps only hashes of both. A failed sign-in reveals neither by its text
//! nor by its duration whether the account exists.

mod block_lists;
mod cookie;
mod device;
mod likeness;
mod login_throttle;
mod mail_code;
mod mailer;
mod name;
mod password;
mod password_code;
mod password_mac;
mod person;
mod reset_code;
mod standings;
mod visitor;

pub use reset_code::reset_link;

pub(crate) use block_lists::BlockList;
pub(crate) use person::Person;
pub(crate) use standings::Standings;
pub(crate) use visitor::Visitor;

pub(crate) use cookie::is_carried as carries_session;

use crate::{
    base::{ApiError, Config, Env, HubError, RngError, name::fault, token},
    limits::{
        ACCOUNTS_OF_A_MAIL, BLOCKS_READ_EVERY, CONFIRMATION_MS, NAMES_TOLD, RESET_LINK_MS,
        SESSION_MS,
    },
    ops::MailCounts,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use block_lists::BlockLists;
use cookie::Cookies;
use game::Refusal;
use i18n::Language;
use likeness::Likenesses;
use login_throttle::{Count, LoginThrottle, MailTarget};
use mailer::{Mailer, Matter};
use password::{Passwords, Queue};
use protocol::{
    AccountId, ChangeMailAddress, ChangePassword, Credentials, GUEST_NAMES, MailStatus,
    ResetPassword, SignedInDevice, mail_address, shortened_mail_address,
};
use std::{net::IpAddr, sync::Arc};
use store::{
    LoginSession, NewMailAddress, NewPassword, Player, Standing, StandingChange, Store, StoreError,
};

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

    /// The accounts that an account blocks. While the store cannot be read the list may be
    /// empty; [`Accounts::follow_blocks`] reads it later.
    pub(crate) async fn block_list(&self, account: &AccountId) -> Arc<BlockList> {
        let list = self.block_lists.list(account);
        self.read_blocks(vec![account.clone()]).await;
        list
    }

    /// Notes whether an account blocks another, as stored.
    pub(crate) fn note_block(&self, account: &AccountId, other: &AccountId, is_blocked: bool) {
        self.block_lists.note(account, other, is_blocked);
    }

    /// Reads whom the viewers of tables have blocked at other servers, forever.
    pub(crate) async fn follow_blocks(&self) {
        let mut ticks = tokio::time::interval(BLOCKS_READ_EVERY);
        loop {
            ticks.tick().await;
            let accounts = self.block_lists.accounts();
            if !accounts.is_empty() {
                self.read_blocks(accounts).await;
            }
        }
    }

    async fn read_blocks(&self, accounts: Vec<AccountId>) {
        match self.store.blocked_by(accounts.clone()).await {
            Ok(blocked) => self.block_lists.set(&accounts, blocked),
            Err(error) => tracing::debug!(%error, "failed to read blocked accounts"),
        }
    }

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

    fn mailer(&self) -> Result<&Mailer, ApiError> {
        self.mailer.as_ref().ok_or_else(|| {
            ApiError::new(StatusCode::NOT_FOUND, "no-mail", "this server sends no mail")
        })
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

    /// Loads names that were registered at other servers. The store rejects equal names; this check
    /// for similar names may lag a little.
    pub(crate) async fn read_names(&self) {
        match self.store.player_names().await {
            Ok(names) => names.iter().for_each(|name| self.likenesses.add(name)),
            Err(error) => tracing::debug!(%error, "failed to read account names"),
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

    /// Checks that an account or a guest may use a name. Names of other accounts and names similar
    /// to them are rejected. The default names of guests are free for all.
    ///
    /// # Errors
    /// If the name is rejected, or the store cannot be read.
    pub(crate) async fn check_name(
        &self,
        typed: &str,
        account: Option<&Member>,
    ) -> Result<(), HubError> {
        // The table rejects invalid names.
        let Some(name) = table::clean_name(typed) else { return Ok(()) };
        if let Some(fault) = fault(&name) {
            return Err(Refusal::new("name", fault).into());
        }
        let key = likeness::key(&name);
        let is_own = |own: &&Member| likeness::key(&own.name) == key;
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

    /// Finds an open account by name, ignoring case.
    ///
    /// # Errors
    /// `no-player`, `account-closed`, or if the store cannot be read.
    pub(crate) async fn find(&self, name: &str) -> Result<Player, ApiError> {
        let player = self.find_any(name).await?;
        match player.standing.closed_ms {
            None => Ok(player),
            Some(_) => Err(closed(StatusCode::GONE)),
        }
    }

    /// Finds an account by name, ignoring case, also a closed one.
    pub(crate) async fn find_any(&self, name: &str) -> Result<Player, ApiError> {
        let player = self.store.player_by_key(&likeness::key(name)).await?;
        player.ok_or_else(|| {
            ApiError::new(StatusCode::NOT_FOUND, "no-player", "there is no player of this name")
        })
    }

    /// Whether an account other than this one has a name.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub(crate) async fn is_name_of_another(
        &self,
        name: &str,
        own: &AccountId,
    ) -> Result<bool, StoreError> {
        let player = self.store.player_by_key(&likeness::key(name)).await?;
        Ok(player.is_some_and(|player| player.id != *own))
    }

    /// Names of accounts with a prefix, ignoring case. An empty prefix matches none.
    pub(crate) async fn names_beginning(&self, begins: &str) -> Result<Vec<String>, ApiError> {
        match likeness::key(begins) {
            key if key.is_empty() => Ok(Vec::new()),
            key => Ok(self.store.names_with_prefix(&key, NAMES_TOLD).await?),
        }
    }

    /// The account of the session cookie, and the session's hash.
    async fn session(&self, headers: &HeaderMap) -> Result<Option<(Player, String)>, ApiError> {
        let Some(token) = self.cookies.read(headers) else { return Ok(None) };
        let hash = token::hash(token);
        let player = self.store.session(&hash, self.env.now_ms()).await?;
        Ok(player.map(|player| (player, hash)))
    }

    /// Number of this device, if the account has signed in on it.
    fn known_device(&self, headers: &HeaderMap, player: &Player) -> Option<String> {
        device::number(self.cookies.device(headers), &player.id, &player.password)
    }

    /// Device cookie after a sign-in with this password.
    fn new_device(
        &self,
        headers: &HeaderMap,
        player: &Player,
        password: &str,
    ) -> Result<String, RngError> {
        let (old, random) = (self.cookies.device(headers), self.env.random()?);
        Ok(device::cookie(old, &player.id, &player.password, password, random))
    }

    fn new_session(&self, player: &AccountId) -> Result<(String, LoginSession), RngError> {
        let token = token::from_random(self.env.random()?);
        let until_ms = self.env.now_ms() + SESSION_MS;
        let session =
            LoginSession { hash: token::hash(&token), player: player.to_owned(), until_ms };
        Ok((token, session))
    }
}

/// Error for an account that is closed.
fn closed(status: StatusCode) -> ApiError {
    ApiError::new(status, "account-closed", "this account is closed")
}

/// Public id of a session: the first digits of its hash.
fn session_id(hash: &str) -> &str {
    hash.get(..16).unwrap_or(hash)
}

/// Error for a reset link with an unknown name, a wrong code, or one that is used or expired.
fn outdated_link() -> ApiError {
    let message = "this link is not valid any more; ask for a new one";
    ApiError::new(StatusCode::FORBIDDEN, "reset-link", message)
}

/// Error for a link that confirms a mail address, with a wrong code or one that is expired.
fn outdated_mail_link() -> ApiError {
    let message = "this link is not valid any more, or for another account";
    ApiError::new(StatusCode::FORBIDDEN, "mail-link", message)
}

/// The key by which accounts are stored, for a name in any case.
pub fn account_key(name: &str) -> String {
    likeness::key(name)
}

/// Whether a key belongs to a default name of guests.
fn is_guests(key: &str) -> bool {
    GUEST_NAMES.iter().any(|guest| likeness::key(guest) == key)
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
