//! Requests to the writer thread.

use crate::{
    ActWithEffects, Advance, Append, Board, Challenge, ChallengeKey, ChapterChange, ClaimingPlayer,
    Finished, HiddenPage, LoginSession, NewMailAddress, NewPassword, NewReport, NewSeek, Player,
    PuzzleCommit, Relation, ReportLimit, StandingChange, StoreError, StoredStudy, StudyCommit,
};
use protocol::{AccountId, GameId, StudyId, UnixMs};
use std::thread::Thread;
use tokio::sync::{mpsc, oneshot, watch};

/// The writer stops waiting for more jobs at this number; more would hardly reduce the cost per
/// job.
pub(super) const MAX_GROUP: usize = 32;

pub(super) enum Job {
    Create { rules: u32, append: Append },
    Append(Append),
    DeleteOpen { game: GameId, expected: u64 },
    PutBoard(Board),
    AddPlayer { player: Player, session: LoginSession },
    SignIn { session: LoginSession, verified: String, instead: Option<String>, now_ms: UnixMs },
    SignOut { hash: String },
    SetPassword(NewPassword),
    SetMail(NewMailAddress),
    Advance(Advance),
    Challenge(ChallengeJob),
    Relation(RelationJob),
    ClaimSeat { game: Finished, seat: u8, player: ClaimingPlayer },
    KeepSeek(NewSeek),
    EndSeeks(Vec<GameId>),
    RecordPlayers { game: GameId, players: Vec<String> },
    RemovePlayers(Vec<GameId>),
    Moderation(ModerationJob),
    Study(StudyJob),
    Puzzles(PuzzleCommit),
    Alive(UnixMs),
    Probe,
}

/// A change of the challenges.
pub(super) enum ChallengeJob {
    Add { challenge: Challenge, max_open: u32 },
    Answer { game: GameId, recipient: AccountId, answer: String, now_ms: UnixMs },
    Renew { games: Vec<GameId>, now_ms: UnixMs, until_ms: UnixMs },
    End { challenges: Vec<ChallengeKey>, now_ms: UnixMs },
    Remove { challenges: Vec<ChallengeKey> },
}

/// A change of the followed and blocked accounts.
pub(super) enum RelationJob {
    Set { relation: Relation, max: u32 },
    Remove { account: AccountId, other: AccountId },
}

/// A change of accounts' standing, reports or the audit log.
pub(super) enum ModerationJob {
    Change { account: AccountId, verified: Option<String>, change: StandingChange },
    Report { report: NewReport, limit: ReportLimit },
    Act(ActWithEffects),
    Hidden(HiddenPage),
}

/// A change of the studies.
pub(super) enum StudyJob {
    Create { study: StoredStudy, chapters: Vec<ChapterChange>, max: u32 },
    Commit(StudyCommit),
    Delete(StudyId),
}

impl Job {
    pub(super) fn finishes(&self) -> bool {
        match self {
            Job::Create { append, .. } | Job::Append(append) => append.finished.is_some(),
            Job::ClaimSeat { .. } => true,
            _ => false,
        }
    }
}

/// Why a job was not done.
pub(super) enum JobError {
    /// A check failed before anything was written.
    Refused(StoreError),
    /// A statement failed; something may have been written.
    Failed(rusqlite::Error),
}

impl From<rusqlite::Error> for JobError {
    fn from(error: rusqlite::Error) -> JobError {
        JobError::Failed(error)
    }
}

impl From<StoreError> for JobError {
    fn from(error: StoreError) -> JobError {
        JobError::Refused(error)
    }
}

pub(super) type Reply = oneshot::Sender<Result<(), StoreError>>;

/// The writer's queue and thread, as seen by its users.
#[derive(Clone)]
pub(super) struct WriterHandle {
    pub(super) queue: mpsc::Sender<(Job, Reply)>,
    /// The writer's thread.
    pub(super) thread: Thread,
    pub(super) finished: watch::Receiver<u64>,
}

impl WriterHandle {
    /// Changes after every commit that finishes a game.
    pub(super) fn finished(&self) -> watch::Receiver<u64> {
        self.finished.clone()
    }

    pub(super) async fn ask(&self, job: Job) -> Result<(), StoreError> {
        let (reply, answer) = oneshot::channel();
        self.queue.send((job, reply)).await.map_err(|_| StoreError::Closed)?;
        if self.queue.max_capacity() - self.queue.capacity() >= MAX_GROUP {
            self.thread.unpark();
        }
        answer.await.map_err(|_| StoreError::Closed)?
    }
}
