use crate::{
    ActWithEffects, Advance, Append, Board, Challenge, ChallengeKey, ChapterChange, ClaimingPlayer,
    Finished, HiddenPage, Ladders, LoginSession, NewMailAddress, NewPassword, NewReport, NewSeek,
    Player, PuzzleCommit, Relation, ReportLimit, StandingChange, Store, StoreError, StoredStudy,
    StudyCommit,
};
use protocol::{AccountId, GameId, StudyId, UnixMs};

/// The kinds of operations that can fail.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operation {
    /// Creates a game.
    Create,
    /// Appends events.
    Append,
    /// Deletes a game that has not begun.
    Delete,
    /// Records a heartbeat.
    Heartbeat,
    /// Tests whether a game could be stored.
    Probe,
    /// Registers a smart board.
    PutBoard,
    /// Changes an account, a session or the audit log, or adds a report.
    ChangeAccount,
    /// Changes a challenge or a seek that stays.
    ChangeChallenge,
    /// Reads the challenges or the seeks that stay.
    ReadChallenges,
    /// Changes who follows or blocks whom.
    ChangeRelation,
    /// Reads who follows or blocks whom.
    ReadRelations,
    /// Changes a study.
    ChangeStudy,
    /// Reads studies.
    ReadStudies,
    /// Changes progress in puzzles.
    ChangePuzzles,
    /// Reads progress in puzzles and ratings of puzzles.
    ReadPuzzles,
    /// Advances the ladders.
    AdvanceLadders,
    /// Reads a game's events.
    Load,
    /// Reads other data of games: tokens, lists of games, the last heartbeat.
    ReadGames,
    /// Reads the registered smart boards.
    ReadBoards,
    /// Reads accounts, sessions, reports and the audit log.
    ReadAccounts,
    /// Reads finished games.
    ReadArchive,
    /// Reads the ladders.
    ReadLadders,
    /// Claims deadlines or takes a lease.
    Claim,
    /// Counts a use against a limit.
    Admit,
    /// Reads or changes other data of several servers.
    Share,
    /// Reads or changes the shared state of smart boards.
    ShareBoards,
}

impl Operation {
    /// The operations that store a game or its events, and the two that detect an outage.
    pub const GAME_WRITES: [Operation; 4] =
        [Operation::Create, Operation::Append, Operation::Heartbeat, Operation::Probe];
}

/// A store with ladders.
pub trait WholeStore: Store + Ladders {}

impl<S: Store + Ladders + ?Sized> WholeStore for S {}

/// A write that has not been committed.
#[derive(Clone)]
pub enum Write {
    /// [`crate::GameLog::create`]
    Create {
        /// Version of the rules.
        rules: u32,
        /// The first events.
        append: Append,
    },
    /// [`crate::GameLog::append`]
    Append(Append),
    /// [`crate::GameLog::delete_open`]
    Delete {
        /// The game's id.
        game: GameId,
        /// Length of the log that the caller expects.
        expected: u64,
    },
    /// [`crate::GameLog::mark_alive`], with its time in Unix ms
    Heartbeat(UnixMs),
    /// [`crate::GameLog::health`]
    Probe,
    /// [`crate::SmartBoards::put_board`]
    PutBoard(Board),
    /// [`crate::Accounts::add_player`]
    AddPlayer(Player, LoginSession),
    /// [`crate::Accounts::add_session`]
    AddSession {
        /// The new session.
        session: LoginSession,
        /// The stored hash that the password was verified against.
        verified: String,
        /// The session to end.
        instead: Option<String>,
        /// Current time, Unix ms.
        now_ms: UnixMs,
    },
    /// [`crate::Accounts::end_session`], with the session's hash
    EndSession(String),
    /// [`crate::Accounts::set_password`]
    SetPassword(NewPassword),
    /// [`crate::Accounts::set_mail`]
    SetMail(NewMailAddress),
    /// [`crate::Challenges::add_challenge`]
    AddChallenge {
        /// The challenge.
        challenge: Box<Challenge>,
        /// Maximum number of open challenges of the challenger.
        max_open: u32,
    },
    /// [`crate::Challenges::answer_challenge`]
    AnswerChallenge {
        /// Id of the waiting table.
        game: GameId,
        /// Account id of the recipient.
        recipient: AccountId,
        /// The recipient's answer.
        answer: String,
        /// Current time, Unix ms.
        now_ms: UnixMs,
    },
    /// [`crate::Challenges::renew_challenges`]
    RenewChallenges {
        /// Ids of the waiting tables.
        games: Vec<GameId>,
        /// Current time, Unix ms.
        now_ms: UnixMs,
        /// New time of expiry, Unix ms.
        until_ms: UnixMs,
    },
    /// [`crate::Challenges::end_challenges`]
    EndChallenges(Vec<ChallengeKey>, UnixMs),
    /// [`crate::Challenges::remove_challenges`]
    RemoveChallenges(Vec<ChallengeKey>),
    /// [`crate::Archive::claim_seat`]
    ClaimSeat(Box<Finished>, u8, ClaimingPlayer),
    /// [`crate::KeptSeeks::keep_seek`]
    KeepSeek(Box<NewSeek>),
    /// [`crate::KeptSeeks::end_kept_seeks`]
    EndKeptSeeks(Vec<GameId>),
    /// [`crate::Relations::set_relation`]
    SetRelation(Box<Relation>, u32),
    /// [`crate::Relations::remove_relation`]
    RemoveRelation(AccountId, AccountId),
    /// [`crate::Moderation::change_standing`]
    ChangeStanding {
        /// Id of the account.
        account: AccountId,
        /// The stored hash that the password was verified against.
        verified: Option<String>,
        /// The change.
        change: StandingChange,
    },
    /// [`crate::Moderation::add_report`]
    AddReport(Box<NewReport>, ReportLimit),
    /// [`crate::Moderation::act`]
    Act(Box<ActWithEffects>),
    /// [`crate::Moderation::add_hidden_page`]
    AddHiddenPage(Box<HiddenPage>),
    /// [`crate::Studies::create_study`]
    CreateStudy(Box<StoredStudy>, Vec<ChapterChange>, u32),
    /// [`crate::Studies::commit_study`]
    CommitStudy(Box<StudyCommit>),
    /// [`crate::Studies::delete_study`]
    DeleteStudy(StudyId),
    /// [`crate::Puzzles::commit_puzzles`]
    CommitPuzzles(Box<PuzzleCommit>),
    /// [`crate::Ladders::advance`]
    Advance(Box<Advance>),
}

impl Write {
    /// The kind of this write.
    pub const fn operation(&self) -> Operation {
        match self {
            Write::Create { .. } => Operation::Create,
            Write::Append(_) => Operation::Append,
            Write::Delete { .. } => Operation::Delete,
            Write::Heartbeat(_) => Operation::Heartbeat,
            Write::Probe => Operation::Probe,
            Write::PutBoard(_) => Operation::PutBoard,
            Write::AddPlayer(..)
            | Write::AddSession { .. }
            | Write::EndSession(_)
            | Write::SetPassword(_)
            | Write::SetMail(_)
            | Write::ChangeStanding { .. }
            | Write::ClaimSeat(..)
            | Write::AddReport(..)
            | Write::Act(_)
            | Write::AddHiddenPage(_) => Operation::ChangeAccount,
            Write::AddChallenge { .. }
            | Write::AnswerChallenge { .. }
            | Write::RenewChallenges { .. }
            | Write::EndChallenges(..)
            | Write::RemoveChallenges(_)
            | Write::KeepSeek(_)
            | Write::EndKeptSeeks(_) => Operation::ChangeChallenge,
            Write::SetRelation(..) | Write::RemoveRelation(..) => Operation::ChangeRelation,
            Write::CreateStudy(..) | Write::CommitStudy(_) | Write::DeleteStudy(_) => {
                Operation::ChangeStudy
            }
            Write::CommitPuzzles(_) => Operation::ChangePuzzles,
            Write::Advance(_) => Operation::AdvanceLadders,
        }
    }

    /// Commits this write to a store.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn commit(self, store: &dyn WholeStore) -> Result<(), StoreError> {
        match self {
            Write::Create { rules, append } => store.create(rules, append).await,
            Write::Append(append) => store.append(append).await,
            Write::Delete { game, expected } => store.delete_open(&game, expected).await,
            Write::Heartbeat(now_ms) => store.mark_alive(now_ms).await,
            Write::Probe => store.health().await,
            Write::PutBoard(board) => store.put_board(board).await,
            Write::AddPlayer(player, session) => store.add_player(player, session).await,
            Write::AddSession { session, verified, instead, now_ms } => {
                store.add_session(session, verified, instead, now_ms).await
            }
            Write::EndSession(hash) => store.end_session(&hash).await,
            Write::SetPassword(new) => store.set_password(new).await,
            Write::SetMail(new) => store.set_mail(new).await,
            Write::AddChallenge { challenge, max_open } => {
                store.add_challenge(*challenge, max_open).await
            }
            Write::AnswerChallenge { game, recipient, answer, now_ms } => {
                store.answer_challenge(&game, &recipient, &answer, now_ms).await
            }
            Write::RenewChallenges { games, now_ms, until_ms } => {
                store.renew_challenges(games, now_ms, until_ms).await
            }
            Write::EndChallenges(challenges, now_ms) => {
                store.end_challenges(challenges, now_ms).await
            }
            Write::RemoveChallenges(challenges) => store.remove_challenges(challenges).await,
            Write::ClaimSeat(game, seat, player) => store.claim_seat(*game, seat, player).await,
            Write::KeepSeek(seek) => store.keep_seek(*seek).await,
            Write::EndKeptSeeks(games) => store.end_kept_seeks(games).await,
            Write::SetRelation(relation, max) => store.set_relation(*relation, max).await,
            Write::RemoveRelation(account, other) => store.remove_relation(&account, &other).await,
            Write::ChangeStanding { account, verified, change } => {
                store.change_standing(&account, verified, change).await
            }
            Write::AddReport(report, limit) => store.add_report(*report, limit).await,
            Write::Act(act) => store.act(*act).await,
            Write::AddHiddenPage(hidden) => store.add_hidden_page(*hidden).await,
            Write::CreateStudy(study, chapters, max) => {
                store.create_study(*study, chapters, max).await
            }
            Write::CommitStudy(commit) => store.commit_study(*commit).await,
            Write::DeleteStudy(study) => store.delete_study(&study).await,
            Write::CommitPuzzles(commit) => store.commit_puzzles(*commit).await,
            Write::Advance(advance) => store.advance(*advance).await,
        }
    }
}
