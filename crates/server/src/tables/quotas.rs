//! Limits for new tables, analyses and chat lines.

use crate::{
    base::HubError,
    limits::{
        ANALYSES_AT_ONCE, ANALYSES_EVERY, CHAT_PER_ADDRESS, CHAT_PER_ADDRESS_EVERY, OWN_TABLES,
        OWN_TABLES_EVERY, TABLES_AT_ONCE, TABLES_EVERY, TABLES_PER_ACCOUNT,
        TABLES_PER_ACCOUNT_EVERY,
    },
    net::{AddressLimiter, quota},
};
use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, RateLimiter};
use protocol::AccountId;
use std::{net::IpAddr, num::NonZeroU32};

/// Counts recently opened tables by address and by account, analyses by account, and chat lines by
/// address.
pub(crate) struct Quotas {
    addresses: AddressLimiter,
    accounts: DefaultKeyedRateLimiter<AccountId>,
    own: DefaultDirectRateLimiter,
    analyses: DefaultKeyedRateLimiter<AccountId>,
    chat: AddressLimiter,
}

impl Quotas {
    pub(crate) fn new() -> Quotas {
        Quotas {
            addresses: AddressLimiter::new(TABLES_EVERY, TABLES_AT_ONCE),
            accounts: RateLimiter::keyed(quota(TABLES_PER_ACCOUNT_EVERY, TABLES_PER_ACCOUNT)),
            own: RateLimiter::direct(quota(OWN_TABLES_EVERY, OWN_TABLES)),
            analyses: RateLimiter::keyed(quota(ANALYSES_EVERY, ANALYSES_AT_ONCE)),
            chat: AddressLimiter::new(CHAT_PER_ADDRESS_EVERY, CHAT_PER_ADDRESS),
        }
    }

    /// Admits a new table. Without an address, the client is this machine.
    ///
    /// # Errors
    /// [`HubError::TooOften`] at the limit.
    pub(crate) fn admit(
        &self,
        address: Option<IpAddr>,
        account: Option<&AccountId>,
    ) -> Result<(), HubError> {
        let has_own = match address {
            Some(address) => self.addresses.admit(address),
            None => self.own.check().is_ok(),
        };
        let is_admitted =
            has_own && account.is_none_or(|id| self.accounts.check_key(&id.to_owned()).is_ok());
        if is_admitted { Ok(()) } else { Err(HubError::TooOften) }
    }

    /// Admits an analysis of `count` positions for an account.
    pub(crate) fn admit_analysis(&self, account: &AccountId, count: NonZeroU32) -> bool {
        matches!(self.analyses.check_key_n(&account.to_owned(), count), Ok(Ok(())))
    }

    /// Admits a chat line from an address; `None` is this machine.
    pub(crate) fn admit_chat(&self, address: Option<IpAddr>) -> bool {
        address.is_none_or(|address| self.chat.admit(address))
    }

    /// Drops counters that are full again.
    pub(crate) fn forget(&self) {
        self.addresses.forget();
        self.accounts.retain_recent();
        self.analyses.retain_recent();
        self.chat.forget();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_counted_by_address_and_by_account() {
        let quotas = Quotas::new();
        let count = |address: Option<&str>, account: Option<&str>| {
            let account = account.map(AccountId::from);
            let address = address.map(|text| text.parse().unwrap());
            (0..5_000).take_while(|_| quotas.admit(address, account.as_ref()).is_ok()).count()
        };
        let (crowd, player) = (TABLES_AT_ONCE.get(), TABLES_PER_ACCOUNT.get());
        for (address, account, expected) in [
            (Some("192.0.2.1"), None, crowd),
            (Some("192.0.2.1"), Some("ada"), 0),
            (Some("2001:db8::1"), None, crowd),
            (Some("2001:db8::2"), None, 0),
            (Some("192.0.2.2"), Some("bo"), player),
            // An account's limit is the same from another address.
            (Some("192.0.2.3"), Some("bo"), 0),
            (Some("192.0.2.3"), Some("cy"), player),
        ] {
            assert_eq!(count(address, account), expected as usize, "{address:?} {account:?}");
        }
        // The loop takes time, during which more are admitted.
        let own = count(None, None) as u32;
        assert!((OWN_TABLES.get()..2 * OWN_TABLES.get()).contains(&own), "{own}");
    }
    #[test]
    fn chat_lines_are_counted_by_address() {
        let quotas = Quotas::new();
        let count = |address: Option<&str>| {
            let address = address.map(|text| text.parse().unwrap());
            (0..1_000).take_while(|_| quotas.admit_chat(address)).count() as u32
        };
        let burst = CHAT_PER_ADDRESS.get();
        assert!((burst..2 * burst).contains(&count(Some("192.0.2.1"))));
        assert!((burst..2 * burst).contains(&count(Some("192.0.2.2"))));
        assert_eq!(count(None), 1_000, "this machine");
    }
}
