use super::{
    AccountCopy, EndingsDone, Exercise, Progress, PuzzleAttempt, PuzzleId, PuzzleReport,
    account::apply, progress_key,
};
use crate::{
    Variant,
    stored::{self, Storage},
};

/// The solver of a game's puzzles on this device: a guest or an account. An account's progress is a
/// copy of the server's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solver {
    /// The game.
    pub variant: Variant,
    /// Name of the account; `None` for a guest.
    pub account: Option<String>,
}

impl Solver {
    /// The solver's progress.
    pub fn progress(&self, storage: impl Storage) -> Progress {
        match &self.account {
            Some(account) => AccountCopy::read(storage, self.variant, account).progress().clone(),
            None => guest(storage, self.variant).unwrap_or_default(),
        }
    }

    /// Notes an attempt at a puzzle that has this rating in its file. Returns the progress, and the
    /// change of the rating; the server may correct an account's. A guest's progress was `shown`.
    pub fn attempt(
        &self,
        storage: impl Storage,
        shown: Progress,
        id: PuzzleId,
        attempt: PuzzleAttempt,
        rating: u16,
    ) -> (Progress, i32) {
        self.change(
            storage,
            shown,
            |progress| {
                let counts = !attempt.unrated && !progress.has_seen(id);
                apply(progress, id, &attempt, Progress::of_file(rating), counts)
            },
            |copy| copy.add(id, attempt.clone(), rating),
        )
    }

    /// Notes the result of a rush. Returns the progress, and whether it is a new best. A guest's
    /// progress was `shown`.
    pub fn end_rush(
        &self,
        storage: impl Storage,
        shown: Progress,
        solved: u32,
    ) -> (Progress, bool) {
        self.change(
            storage,
            shown,
            |progress| progress.end_rush(solved),
            |copy| copy.end_rush(solved),
        )
    }

    /// The endings that were played as they should be.
    pub fn endings(&self, storage: impl Storage) -> EndingsDone {
        match &self.account {
            Some(account) => {
                EndingsDone::of_codes(AccountCopy::read(storage, self.variant, account).endings())
            }
            None => EndingsDone::read(storage),
        }
    }

    /// Notes an exercise whose goal was reached. Returns all of them.
    pub fn add_ending(&self, storage: impl Storage, exercise: Exercise) -> EndingsDone {
        let Some(account) = &self.account else {
            let mut done = EndingsDone::read(storage);
            done.add(exercise, storage);
            return done;
        };
        let add = |copy: &mut AccountCopy| copy.add_ending(exercise);
        let (copy, ()) = AccountCopy::change(storage, self.variant, account, add);
        EndingsDone::of_codes(copy.endings())
    }

    /// A guest's progress goes on even if nothing can be stored.
    fn change<T>(
        &self,
        storage: impl Storage,
        mut shown: Progress,
        of_guest: impl FnOnce(&mut Progress) -> T,
        of_account: impl FnOnce(&mut AccountCopy) -> T,
    ) -> (Progress, T) {
        if let Some(account) = &self.account {
            let (copy, result) = AccountCopy::change(storage, self.variant, account, of_account);
            return (copy.progress().clone(), result);
        }
        let result = of_guest(&mut shown);
        storage.set(progress_key(self.variant), &shown.to_text());
        (shown, result)
    }
}

/// The progress of a guest; `None` if there is none.
fn guest(storage: impl Storage, variant: Variant) -> Option<Progress> {
    stored::read(storage, progress_key(variant), Progress::parse)
}

/// The report with which an account takes a guest's progress in a game along; `None` if there is
/// nothing to take.
pub fn guest_report(
    storage: impl Storage,
    variant: Variant,
    account: &str,
) -> Option<PuzzleReport> {
    let device = guest(storage, variant);
    let endings = match variant {
        Variant::Xiangqi => EndingsDone::read(storage).codes().to_vec(),
        _ => Vec::new(),
    };
    if device.is_none() && endings.is_empty() {
        return None;
    }
    let account = account.to_owned();
    Some(PuzzleReport { account, device, endings, ..PuzzleReport::default() })
}

impl PuzzleReport {
    /// Removes a guest's progress that an account has taken along.
    pub fn forget_guest(storage: impl Storage, variant: Variant) {
        storage.remove(progress_key(variant));
        if variant == Variant::Xiangqi {
            EndingsDone::forget(storage);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stored::tests::Memory;
    use protocol::UnixMs;

    #[test]
    fn guests_and_accounts_have_their_own_progress() {
        let memory = Memory::new(1_000_000);
        let solver = |account: Option<&str>| Solver {
            variant: Variant::Xiangqi,
            account: account.map(str::to_owned),
        };
        let id = PuzzleId::new(7);
        let attempt = |solved| {
            let at_ms = UnixMs(1_000);
            PuzzleAttempt { puzzle: id.text(), solved, at_ms, unrated: false, daily: solved }
        };
        assert_eq!(guest_report(&memory, Variant::Xiangqi, "Ada"), None);
        let new = Progress::default();
        let (guest, up) = solver(None).attempt(&memory, new.clone(), id, attempt(true), 1_500);
        let ada = solver(Some("Ada"));
        let (ada, down) = ada.attempt(&memory, new, id, attempt(false), 1_500);
        assert!(up > 0 && down < 0 && guest.has_solved_daily(0) && !ada.has_solved_daily(0));
        assert!(solver(None).end_rush(&memory, guest, 5).1);
        assert!(solver(Some("Ada")).end_rush(&memory, ada, 4).1);
        let ending = Exercise::endings().next().expect("an ending");
        assert_eq!(solver(None).add_ending(&memory, ending).codes().len(), 1);
        for (account, best, endings) in [(None, 5, 1), (Some("Ada"), 4, 0), (Some("Bo"), 0, 0)] {
            let it = solver(account);
            assert_eq!(it.progress(&memory).best_rush(), best, "{account:?}");
            assert_eq!(it.endings(&memory).codes().len(), endings, "{account:?}");
        }
        assert_eq!(solver(Some("Ada")).add_ending(&memory, ending).codes().len(), 1);
        // The account takes the guest's progress along, and the next account does not.
        let report = guest_report(&memory, Variant::Xiangqi, "Bo").expect("a report");
        assert_eq!(report.device, Some(solver(None).progress(&memory)));
        assert_eq!((report.endings.len(), &*report.account), (1, "Bo"));
        PuzzleReport::forget_guest(&memory, Variant::Xiangqi);
        assert_eq!(guest_report(&memory, Variant::Xiangqi, "Bo"), None);
        assert_eq!(solver(None).progress(&memory), Progress::default());
        assert_eq!(solver(Some("Ada")).progress(&memory).best_rush(), 4);
    }
}
