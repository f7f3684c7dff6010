//! Password hashing with argon2id, with limited parallelism.

use crate::{
    base::{ApiError, bad, name::composed},
    limits::{HASHERS, WAITING_HASHES},
};
use argon2::{
    Algorithm, Argon2, Block, Params, Version,
    password_hash::phc::{Output, ParamsString, PasswordHash, Salt},
};
use axum::http::StatusCode;
use protocol::{PASSWORD_MAX, PASSWORD_MIN};
use std::sync::{Arc, Mutex};
use store::{MAX_PASSWORD_LANES, MAX_PASSWORD_MEMORY_KIB, MAX_PASSWORD_PASSES};
use tokio::sync::{OnceCell, Semaphore};

/// Memory for one hash, in KiB.
const MEMORY: u32 = 19 * 1024;
/// Number of passes over the memory.
const PASSES: u32 = 2;

/// Checks the length of a new password; its content is free.
///
/// # Errors
/// Says the allowed lengths.
pub(super) fn check(password: &str) -> Result<(), ApiError> {
    let message = || format!("expected a password of {PASSWORD_MIN} to {PASSWORD_MAX} characters");
    let fits = (PASSWORD_MIN..=PASSWORD_MAX).contains(&password.chars().count());
    if fits { Ok(()) } else { Err(bad("password", message())) }
}

/// Queue for a hash. Known clients do not wait behind a crowd of unknown ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Queue {
    /// Unknown clients.
    Strangers,
    /// Clients that are signed in, or on a known device.
    Known,
}

/// Limits for one queue: hashes at the same time, and waiting hashes.
struct Lane {
    permits: Arc<Semaphore>,
    places: Arc<Semaphore>,
    memory: HashMemory,
}

/// Memory for hashes, reused: when it was freed after each hash, the heap grew permanently, by 10
/// MB per sign-in.
#[derive(Clone, Default)]
struct HashMemory(Arc<Mutex<Vec<Vec<Block>>>>);

impl HashMemory {
    /// Runs `work` with unused or new memory.
    fn lend<T>(&self, work: impl FnOnce(&mut Vec<Block>) -> T) -> T {
        let kept = || self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let mut blocks = kept().pop().unwrap_or_default();
        let result = work(&mut blocks);
        kept().push(blocks);
        result
    }
}

impl Lane {
    fn new() -> Lane {
        let semaphore = |count| Arc::new(Semaphore::new(count));
        Lane {
            permits: semaphore(HASHERS),
            places: semaphore(HASHERS + WAITING_HASHES),
            memory: HashMemory::default(),
        }
    }
}

/// Hashes passwords on blocking threads, few at a time.
pub(super) struct Passwords {
    strangers: Lane,
    known: Lane,
    /// Seed of the decoy, a hash that fits no password. A sign-in with an unknown name verifies
    /// against it, so it takes as long as one with a known name.
    decoy_seed: [u8; 32],
    decoy: OnceCell<String>,
    /// Number of hashes computed; tests compare work instead of time.
    #[cfg(test)]
    pub(super) worked: std::sync::atomic::AtomicUsize,
}

impl Passwords {
    pub(super) fn new(decoy_seed: [u8; 32]) -> Passwords {
        Passwords {
            strangers: Lane::new(),
            known: Lane::new(),
            decoy_seed,
            decoy: OnceCell::new(),
            #[cfg(test)]
            worked: Default::default(),
        }
    }

    /// The decoy hash. The first verification computes it, whether the name is known or not.
    async fn decoy(&self, queue: Queue) -> Result<&String, ApiError> {
        let password = || crate::base::token::from_random(self.decoy_seed);
        self.decoy.get_or_try_init(|| self.hash(queue, password(), self.decoy_seed)).await
    }

    /// Password hash in PHC string format, with salt and costs.
    pub(super) async fn hash(
        &self,
        queue: Queue,
        password: String,
        salt: [u8; 32],
    ) -> Result<String, ApiError> {
        self.work(queue, move |memory| {
            let (argon2, salt) = (argon2id()?, Salt::new(&salt[..16]).ok()?);
            let hash = output(&argon2, &composed(&password), &salt, memory)?;
            let hash = PasswordHash {
                algorithm: Algorithm::Argon2id.ident(),
                version: Some(Version::V0x13.into()),
                params: ParamsString::try_from(argon2.params()).ok()?,
                salt: Some(salt),
                hash: Some(hash),
            };
            Some(hash.to_string())
        })
        .await
    }

    /// Whether the password matches the hash. Without a hash the result is `false`, after the same
    /// work.
    pub(super) async fn verify(
        &self,
        queue: Queue,
        password: String,
        kept: Option<String>,
    ) -> Result<bool, ApiError> {
        let stored = kept.as_deref().and_then(usable);
        if kept.is_some() && stored.is_none() {
            tracing::warn!("stored password hash is malformed or too costly");
        }
        let is_somebodys = stored.is_some();
        let decoy = self.decoy(queue).await?;
        let (params, salt, hash) = stored.or_else(|| usable(decoy)).ok_or_else(failed)?;
        self.work(queue, move |memory| {
            // Longer passwords cannot match; cutting them limits the work.
            let password: String = composed(&password).chars().take(4 * PASSWORD_MAX).collect();
            let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
            // The comparison takes constant time.
            let is_right = hash == output(&argon2, &password, &salt, memory)?;
            Some(is_right && is_somebodys)
        })
        .await
    }

    async fn work<T: Send + 'static>(
        &self,
        queue: Queue,
        work: impl FnOnce(&mut Vec<Block>) -> Option<T> + Send + 'static,
    ) -> Result<T, ApiError> {
        #[cfg(test)]
        self.worked.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
        let lane = if queue == Queue::Known { &self.known } else { &self.strangers };
        let place = lane.places.clone().try_acquire_owned().map_err(|_| {
            let message = "too many are signing in; try again in a moment";
            ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "busy", message)
        })?;
        let permit = lane.permits.clone().acquire_owned().await.map_err(|_| failed())?;
        let memory = lane.memory.clone();
        let done = tokio::task::spawn_blocking(move || {
            // The work holds the permits, because the client may have disconnected.
            let _held = (place, permit);
            memory.lend(work)
        });
        done.await.ok().flatten().ok_or_else(failed)
    }
}

fn failed() -> ApiError {
    let message = "the server could not hash this password";
    ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "hash", message)
}

/// Parts of a stored hash. `None` if it is malformed, or too expensive to verify in memory or time;
/// then no password fits.
fn usable(stored: &str) -> Option<(Params, Salt, Output)> {
    let stored = PasswordHash::new(stored).ok()?;
    let params = Params::try_from(&stored).ok()?;
    let is_affordable = params.m_cost() <= MAX_PASSWORD_MEMORY_KIB
        && params.t_cost() <= MAX_PASSWORD_PASSES
        && params.p_cost() <= MAX_PASSWORD_LANES;
    let is_ours = stored.algorithm == Algorithm::Argon2id.ident();
    Some((params, stored.salt?, stored.hash?)).filter(|_| is_affordable && is_ours)
}

/// Computes a hash in the given memory.
fn output(
    argon2: &Argon2<'_>,
    password: &str,
    salt: &[u8],
    memory: &mut Vec<Block>,
) -> Option<Output> {
    let params = argon2.params();
    let mut out = vec![0; params.output_len().unwrap_or(Params::DEFAULT_OUTPUT_LEN)];
    memory.resize(params.block_count(), Block::new());
    argon2.hash_password_into_with_memory(password.as_bytes(), salt, &mut out, memory).ok()?;
    Output::new(&out).ok()
}

fn argon2id() -> Option<Argon2<'static>> {
    let params = Params::new(MEMORY, PASSES, 1, None).ok()?;
    Some(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_the_right_password_fits() {
        let passwords = Passwords::new([7; 32]);
        let hash =
            passwords.hash(Queue::Known, "cafe\u{301} au lait".into(), [1; 32]).await.ok().unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        let again =
            passwords.hash(Queue::Known, "cafe\u{301} au lait".into(), [2; 32]).await.ok().unwrap();
        assert_ne!(hash, again, "salted");
        for (password, kept, fits) in [
            ("caf\u{e9} au lait", Some(&hash), true),
            ("cafe au lait", Some(&hash), false),
            ("", Some(&hash), false),
            ("caf\u{e9} au lait", None, false),
            // The decoy's own password fits no account either.
            (crate::base::token::from_random([7; 32]).as_str(), None, false),
        ] {
            let verified = passwords.verify(Queue::Known, password.into(), kept.cloned()).await;
            assert_eq!(verified.ok(), Some(fits), "{password}");
        }
    }

    /// A hash that would take 4 GiB or an hour, or that is malformed, fits no password, after the
    /// same work.
    #[tokio::test]
    async fn a_costly_hash_is_not_computed() {
        let passwords = Passwords::new([7; 32]);
        let salt_and_hash = "c2FsdHNhbHRzYWx0c2FsdA$ZGlnZXN0ZGlnZXN0ZGlnZXN0ZGlnZXN0ZGlnZXN0ZGk";
        for costs in ["m=4194304,t=1,p=1", "m=19456,t=100000000,p=1", "m=19456,t=1,p=255"] {
            for kept in [
                format!("$argon2id$v=19${costs}${salt_and_hash}"),
                format!("$argon2i$v=19$m=19456,t=2,p=1${salt_and_hash}"),
                "none".to_owned(),
                String::new(),
            ] {
                let verified = passwords.verify(Queue::Known, "a password".into(), Some(kept));
                assert_eq!(verified.await.ok(), Some(false), "{costs}");
            }
        }
        // One for the decoy, and one for each verification.
        assert_eq!(passwords.worked.load(std::sync::atomic::Ordering::SeqCst), 13);
        let kept = passwords.known.memory.0.lock().unwrap();
        assert!(kept.iter().all(|blocks| blocks.len() == MEMORY as usize));
    }

    /// A long queue of unknown clients is rejected; known clients are served.
    #[tokio::test]
    async fn known_people_do_not_queue_behind_strangers() {
        let passwords = Passwords::new([7; 32]);
        let places = HASHERS + WAITING_HASHES;
        let _crowd = passwords.strangers.places.clone().acquire_many_owned(places as u32).await;
        let verify = |queue| passwords.verify(queue, "a password".into(), None);
        assert!(verify(Queue::Strangers).await.is_err());
        assert_eq!(verify(Queue::Known).await.ok(), Some(false));
    }

    /// The memory is reused, one buffer per parallel hash.
    #[tokio::test]
    async fn memory_is_kept() {
        let passwords = Passwords::new([7; 32]);
        let verify = || passwords.verify(Queue::Strangers, "a password".into(), None);
        for _ in 0..3 {
            let verified = tokio::join!(verify(), verify(), verify(), verify());
            assert_eq!([verified.0.ok(), verified.3.ok()], [Some(false); 2]);
        }
        let kept = passwords.strangers.memory.0.lock().unwrap();
        assert!((1..=HASHERS).contains(&kept.len()), "{}", kept.len());
        assert!(kept.iter().all(|blocks| blocks.len() == MEMORY as usize));
    }

    /// Verifying against the decoy has the same memory and number of passes as any other hash.
    #[tokio::test]
    async fn the_decoy_costs_as_much() {
        let passwords = Passwords::new([7; 32]);
        let hash = passwords.hash(Queue::Known, "a password".into(), [1; 32]).await.ok().unwrap();
        let costs = |hash: &str| hash.rsplitn(3, '$').nth(2).map(str::to_owned);
        assert_eq!(costs(passwords.decoy(Queue::Known).await.ok().unwrap()), costs(&hash));
    }

    #[test]
    fn lengths_count_characters() {
        for (password, fits) in [
            ("1234567".to_owned(), false),
            ("12345678".to_owned(), true),
            ("楚".repeat(8), true),
            ("楚".repeat(128), true),
            ("x".repeat(129), false),
        ] {
            assert_eq!(check(&password).is_ok(), fits, "{password}");
        }
    }
}
