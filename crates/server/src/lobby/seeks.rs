//! Players who wait for an opponent.

use crate::{
    accounts::Person,
    limits::{KEPT_SEEK_MS, SEEKS, SEEKS_PER_ADDRESS},
    lobby::{challenges::is_correspondence, profile::Profile, refresh_timer::RefreshTimer},
    net::networks,
};
use protocol::{AccountId, GameId, Seek, TablePlan, UnixMs};
use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};
use store::SEEK_PAUSE_MS;

/// Tables whose host waits for any opponent, oldest first. Each method holds the lock only briefly;
/// queries of tables and store happen without it.
#[derive(Default)]
pub(crate) struct Seeks(Mutex<SeekList>);

#[derive(Default)]
struct SeekList {
    waiting: Vec<WaitingSeek>,
    next: u64,
    /// Time of the last check of the waiting hosts.
    refreshed: RefreshTimer,
}

/// Table with a waiting host.
#[derive(Clone)]
pub(crate) struct WaitingSeek {
    pub(crate) seek: Seek,
    pub(crate) profile: Profile,
    pub(crate) since_ms: UnixMs,
    /// The creator, for the limits of the list in memory.
    maker: Person,
    /// Position in the list, in order of arrival.
    number: u64,
    /// Since when the host is away. Until the host comes back the seek is not listed.
    away_since_ms: Option<UnixMs>,
}

impl Seeks {
    /// All waiting seeks.
    pub(crate) fn list(&self) -> Vec<WaitingSeek> {
        let is_listed = |waiting: &&WaitingSeek| waiting.away_since_ms.is_none();
        self.lock().waiting.iter().filter(is_listed).cloned().collect()
    }

    /// All waiting seeks, and those whose host is away and may come back.
    pub(super) fn all(&self) -> Vec<WaitingSeek> {
        self.lock().waiting.clone()
    }

    /// Number of waiting seeks.
    pub(crate) fn count(&self) -> usize {
        self.list().len()
    }

    /// Lists a seek while its host is there, and forgets it if the host stays away.
    pub(super) fn note_host(&self, number: u64, is_there: bool, now_ms: UnixMs) {
        let mut list = self.lock();
        list.waiting.retain_mut(|waiting| {
            if waiting.number != number {
                return true;
            }
            let since_ms = *waiting.away_since_ms.get_or_insert(now_ms);
            waiting.away_since_ms = Some(since_ms).filter(|_| !is_there);
            is_there || now_ms.since(since_ms) < SEEK_PAUSE_MS
        });
    }

    /// Whether the waiting hosts are to be checked.
    pub(crate) fn is_due(&self, now_ms: UnixMs) -> bool {
        self.lock().refreshed.is_due(now_ms)
    }

    /// Removes a seek.
    pub(crate) fn forget(&self, number: u64) {
        self.lock().waiting.retain(|waiting| waiting.number != number);
    }

    /// Notes in the waiting seeks of an account whether it blocks another.
    pub(super) fn set_blocked(&self, account: &AccountId, other: &AccountId, is_blocked: bool) {
        for waiting in &mut self.lock().waiting {
            waiting.profile.set_blocked(account, other, is_blocked);
        }
    }

    /// Removes the seek of a table. Returns whether it had one.
    pub(crate) fn forget_table(&self, id: &GameId) -> bool {
        let waiting = &mut self.lock().waiting;
        let before = waiting.len();
        waiting.retain(|waiting| waiting.seek.table != *id);
        waiting.len() < before
    }

    /// Takes a seek, so that no other player joins its table at the same time.
    pub(crate) fn take(&self, number: u64) -> Option<WaitingSeek> {
        let waiting = &mut self.lock().waiting;
        let place = waiting.iter().position(|waiting| waiting.number == number)?;
        Some(waiting.remove(place))
    }

    /// Adds a seek. No seek is rejected; in a full list an older one is dropped, but none that stays
    /// while its host is away.
    pub(crate) fn add(&self, seek: &Seek, profile: Profile, maker: &Person, since_ms: UnixMs) {
        let mut list = self.lock();
        let number = list.next;
        list.next += 1;
        let (seek, maker) = (seek.clone(), maker.clone());
        let waiting = WaitingSeek { seek, profile, since_ms, maker, number, away_since_ms: None };
        if !waiting.stays() {
            list.make_room(&waiting.maker);
        }
        list.waiting.push(waiting);
    }

    /// Returns a taken seek to its position.
    pub(crate) fn put_back(&self, waiting: WaitingSeek) {
        let mut list = self.lock();
        let place = list.waiting.partition_point(|other| other.number < waiting.number);
        list.waiting.insert(place, waiting);
    }

    fn lock(&self) -> MutexGuard<'_, SeekList> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SeekList {
    /// Drops the oldest seek of this maker, or of the maker's network, if it has the maximum number.
    /// In a full list, drops the oldest of the maker with the most; guests before accounts.
    fn make_room(&mut self, maker: &Person) {
        let mut counts: HashMap<&Person, usize> = HashMap::new();
        let is_here = |waiting: &&WaitingSeek| !waiting.stays();
        for waiting in self.waiting.iter().filter(is_here) {
            *counts.entry(&waiting.maker).or_default() += 1;
        }
        let has_enough =
            *maker != Person::Own && counts.get(maker).is_some_and(|&own| own >= SEEKS_PER_ADDRESS);
        let crowd = maker.guest().into_iter().flat_map(networks).find(|(net, factor)| {
            let here = self.waiting.iter().filter(is_here);
            let near = here.filter(|waiting| waiting.maker.is_in(*net));
            near.count() >= SEEKS_PER_ADDRESS * *factor as usize
        });
        let place = if has_enough {
            self.position(|waiting| waiting.maker == *maker)
        } else if let Some((net, _)) = crowd {
            self.position(|waiting| waiting.maker.is_in(net))
        } else if self.waiting.iter().filter(is_here).count() >= SEEKS {
            let crowd = |maker: &Person| {
                let is_guest = maker.account().is_none();
                (counts.get(maker).copied(), is_guest)
            };
            let most = self.waiting.iter().filter(is_here).map(|it| crowd(&it.maker)).max();
            self.position(|waiting| Some(crowd(&waiting.maker)) == most)
        } else {
            None
        };
        if let Some(place) = place {
            self.waiting.remove(place);
        }
    }

    /// Position of the first seek with a present host of which this is so.
    fn position(&self, is_so: impl Fn(&WaitingSeek) -> bool) -> Option<usize> {
        self.waiting.iter().position(|waiting| !waiting.stays() && is_so(waiting))
    }
}

impl WaitingSeek {
    /// A seek of the list in the store, which has counted its creator's seeks.
    pub(crate) const fn listed(
        seek: Seek,
        profile: Profile,
        since_ms: UnixMs,
        number: u64,
    ) -> WaitingSeek {
        WaitingSeek { seek, profile, since_ms, maker: Person::Own, number, away_since_ms: None }
    }

    /// Whether the host is away, so that the seek is not listed.
    pub(super) const fn is_paused(&self) -> bool {
        self.away_since_ms.is_some()
    }

    /// Position in the list.
    pub(crate) const fn number(&self) -> u64 {
        self.number
    }

    /// Whether the seek stays while its host is away.
    pub(super) fn stays(&self) -> bool {
        stays(&self.seek.plan, self.profile.account())
    }

    /// Whether the seek is too old to stay.
    pub(super) fn has_expired(&self, now_ms: UnixMs) -> bool {
        self.stays() && now_ms.since(self.since_ms) >= KEPT_SEEK_MS
    }

    /// Whether the plan has the same terms.
    pub(crate) fn suits(&self, plan: &TablePlan) -> bool {
        self.seek.plan.terms() == plan.terms()
    }
}

/// Whether a seek stays while its host is away. A guest cannot be found again.
pub(super) fn stays(plan: &TablePlan, account: Option<&AccountId>) -> bool {
    account.is_some() && is_correspondence(plan)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seek(clock: usize) -> Seek {
        let plan = TablePlan {
            variant: "xiangqi".into(),
            options: String::new(),
            clock: format!("{clock}"),
            setup_seconds: 0,
            seats: Vec::new(),
            start: None,
            training: false,
            rated: false,
            ..TablePlan::default()
        };
        Seek { table: format!("{clock}").into(), name: String::new(), strength: None, plan }
    }

    /// A crowd of seeks displaces itself; other players still wait.
    #[test]
    fn a_crowd_does_not_fill_the_list() {
        let seeks = Seeks::default();
        let (ada, guest) = (Person::Account("ada".into()), Person::Guest([192, 0, 2, 1].into()));
        let waits = |clock: usize| {
            seeks.list().iter().any(|waiting| waiting.seek.plan.clock == format!("{clock}"))
        };
        seeks.add(&seek(0), Profile::guest(), &ada, UnixMs(0));
        for clock in 1..=2 * SEEKS_PER_ADDRESS {
            seeks.add(&seek(clock), Profile::guest(), &guest, UnixMs(0));
        }
        assert_eq!(seeks.list().len(), 1 + SEEKS_PER_ADDRESS);
        assert!(waits(0) && waits(2 * SEEKS_PER_ADDRESS) && !waits(1));
        // From many addresses, two each.
        for clock in 1_000..1_000 + 2 * SEEKS {
            let stranger = Person::Guest((clock as u32 / 2).to_be_bytes().into());
            seeks.add(&seek(clock), Profile::guest(), &stranger, UnixMs(0));
        }
        assert_eq!(seeks.list().len(), SEEKS);
        assert!(waits(0), "who has an account stays");
        seeks.add(&seek(9), Profile::guest(), &Person::Own, UnixMs(0));
        assert!(waits(9) && seeks.list().len() == SEEKS);
        // Seeks that stay neither count nor give way.
        let mut stays = seek(10);
        stays.plan.clock = "3d-move".into();
        seeks.add(&stays, Profile::of("bo", 1_500, 0, &[]), &ada, UnixMs(0));
        for clock in 0..2 * SEEKS_PER_ADDRESS {
            seeks.add(&seek(clock), Profile::guest(), &ada, UnixMs(0));
        }
        assert!(waits(2 * SEEKS_PER_ADDRESS - 1) && !waits(1));
        assert!(seeks.list().iter().any(WaitingSeek::stays));
        seeks.add(&seek(9), Profile::guest(), &Person::Own, UnixMs(0));
        let number = seeks.list().last().map(|waiting| waiting.number).expect("the last");
        assert_eq!(seeks.take(number).map(|taken| taken.maker), Some(Person::Own));
        assert!(seeks.take(number).is_none(), "it is taken");
    }
}
