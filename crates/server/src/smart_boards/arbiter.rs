//! The arbiter, who registers boards and corrects their games.

use crate::{
    base::{ApiError, Config, Env, HubError, token},
    limits::{ARBITER_KEY_CHARS, GUESSERS, GUESSES_AT_ONCE, GUESSES_EVERY_MS},
    net::networks,
};
use axum::http::StatusCode;
use ipnet::IpNet;
use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use store::Store;

/// Admits the arbiter. Wrong keys are counted together with all other servers of the store.
pub(crate) struct Arbiter {
    store: Arc<dyn Store>,
    env: Arc<dyn Env>,
    key: ArbiterKey,
}

/// The arbiter's key and the clients that have tried wrong keys.
struct ArbiterKey {
    /// Hash of the key; `None` if there is no arbiter. Hashes are compared, so that the time of the
    /// comparison reveals nothing about a guess.
    hash: Option<String>,
    /// Wrong tries by network; those of this machine under `None`.
    guessers: Mutex<HashMap<Option<IpNet>, Guesses>>,
}

/// Wrong keys from one network. One try is forgiven per interval.
#[derive(Clone, Copy)]
struct Guesses {
    wrong: u64,
    since_ms: u64,
    /// Factor of the network's budget.
    factor: u64,
}

impl Arbiter {
    /// Creates the arbiter; an empty key means that there is none.
    ///
    /// # Errors
    /// If the key is too short.
    pub(crate) fn new(store: Arc<dyn Store>, config: &Config) -> Result<Arbiter, HubError> {
        Ok(Arbiter { store, env: config.env.clone(), key: ArbiterKey::new(&config.arbiter)? })
    }

    /// Checks the key; wrong keys are counted together with all other servers of the store.
    pub(crate) async fn admit(
        &self,
        given: Option<&str>,
        from: Option<IpAddr>,
    ) -> Result<(), ApiError> {
        let env = &self.env;
        let counted: Vec<(String, Duration, u32)> = from
            .into_iter()
            .flat_map(networks)
            .map(|(net, factor)| {
                let key = format!("arbiter {}", token::hash(&net.to_string()));
                let every = Duration::from_millis(GUESSES_EVERY_MS) / factor;
                (key, every, GUESSES_AT_ONCE as u32 * factor)
            })
            .collect();
        let nodes = self.store.cluster();
        if let Some(nodes) = nodes {
            for (key, every, at_once) in &counted {
                if !nodes.would_admit(key, env.now_ms(), *every, *at_once).await? {
                    return Err(too_many_keys());
                }
            }
        }
        let admitted = self.key.check(given, from, env.steady_ms());
        if let Some(nodes) = nodes
            && given.is_some()
            && admitted.is_err()
        {
            for (key, every, at_once) in &counted {
                nodes.admit(key, env.now_ms(), *every, *at_once).await?;
            }
        }
        admitted
    }

    /// Drops networks whose tries are all forgiven.
    pub(crate) fn forget(&self) {
        self.key.forget(self.env.steady_ms());
    }
}

impl ArbiterKey {
    /// Hashes the key; an empty one means that there is none.
    ///
    /// # Errors
    /// If the key is too short.
    fn new(key: &str) -> Result<ArbiterKey, HubError> {
        let length = key.chars().count();
        if (1..ARBITER_KEY_CHARS).contains(&length) {
            return Err(HubError::ArbiterKey(length));
        }
        let hash = (length > 0).then(|| token::hash(key));
        Ok(ArbiterKey { hash, guessers: Mutex::default() })
    }

    /// Checks the key. A client with too many wrong tries is rejected, even with the right key.
    fn check(
        &self,
        given: Option<&str>,
        from: Option<IpAddr>,
        now_ms: u64,
    ) -> Result<(), ApiError> {
        let Some(given) = given else { return Err(not_the_arbiter()) };
        let keys: Vec<(Option<IpNet>, u64)> = match from {
            None => vec![(None, 1)],
            Some(from) => networks(from).map(|(net, factor)| (Some(net), factor.into())).collect(),
        };
        let mut guessers = self.guessers.lock().unwrap_or_else(PoisonError::into_inner);
        let may_guess = keys.iter().all(|(key, _)| {
            let known = guessers.get(key).map(|guesses| guesses.at(now_ms));
            known.map_or(guessers.len() < GUESSERS, Guesses::is_few)
        });
        if !may_guess {
            return Err(too_many_keys());
        }
        if self.hash.as_deref() == Some(&token::hash(given)) {
            return Ok(());
        }
        for (key, factor) in keys {
            let first = Guesses { wrong: 0, since_ms: now_ms, factor };
            let known = guessers.get(&key).map_or(first, |guesses| guesses.at(now_ms));
            guessers.insert(key, Guesses { wrong: known.wrong + 1, ..known });
        }
        Err(not_the_arbiter())
    }

    /// Drops networks whose tries are all forgiven.
    fn forget(&self, now_ms: u64) {
        let mut guessers = self.guessers.lock().unwrap_or_else(PoisonError::into_inner);
        guessers.retain(|_, guesses| guesses.at(now_ms).wrong > 0);
    }
}

impl Guesses {
    /// The remaining tries at a time.
    fn at(self, now_ms: u64) -> Guesses {
        let every_ms = GUESSES_EVERY_MS / self.factor;
        let forgotten = now_ms.saturating_sub(self.since_ms) / every_ms;
        Guesses {
            wrong: self.wrong.saturating_sub(forgotten),
            since_ms: self.since_ms.saturating_add(forgotten * every_ms),
            factor: self.factor,
        }
    }

    const fn is_few(self) -> bool {
        self.wrong < GUESSES_AT_ONCE * self.factor
    }
}

fn too_many_keys() -> ApiError {
    let message = "too many wrong keys from this address; wait some minutes";
    ApiError::new(StatusCode::TOO_MANY_REQUESTS, "too-often", message)
}

fn not_the_arbiter() -> ApiError {
    let message = "only the arbiter may do this: the request wants the arbiter's key";
    ApiError::new(StatusCode::UNAUTHORIZED, "arbiter", message)
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "0123456789abcdef";

    #[test]
    fn keys_that_can_be_guessed_are_refused() {
        for (key, is_good) in [("", true), ("k", false), (&KEY[1..], false), (KEY, true)] {
            assert_eq!(ArbiterKey::new(key).is_ok(), is_good, "{key}");
        }
        let no_key = ArbiterKey::new("").unwrap();
        assert!(no_key.check(Some(""), None, 0).is_err());
    }

    #[test]
    fn guesses_come_to_an_end() {
        let arbiter = ArbiterKey::new(KEY).unwrap();
        let [one, other] =
            [[192, 0, 2, 1], [192, 0, 2, 2]].map(|address| Some(IpAddr::from(address)));
        let guess = |from, now_ms| arbiter.check(Some("a wrong one"), from, now_ms).is_err();
        assert!((0..1_000).all(|_| guess(one, 1_000)));
        assert!(arbiter.check(Some(KEY), one, 1_000).is_err(), "nor the right one");
        assert!(arbiter.check(Some(KEY), other, 1_000).is_ok(), "but from elsewhere");
        arbiter.forget(1_000 + GUESSES_EVERY_MS - 1);
        assert!(arbiter.check(Some(KEY), one, 1_000 + GUESSES_EVERY_MS - 1).is_err());
        arbiter.forget(1_000 + GUESSES_EVERY_MS);
        assert!(arbiter.check(Some(KEY), one, 1_000 + GUESSES_EVERY_MS).is_ok());
        arbiter.forget(1_000 + GUESSES_AT_ONCE * GUESSES_EVERY_MS);
        assert!(arbiter.guessers.lock().unwrap().is_empty());
        // The right key is never counted.
        assert!((0..1_000).all(|_| arbiter.check(Some(KEY), other, 1_000).is_ok()));
    }
}
