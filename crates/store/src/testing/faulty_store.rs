use super::{FaultPlan, Operation, Switches, WholeStore, Write};
use crate::{
    Accounts, Act, ActWithEffects, Advance, Append, Archive, ArchiveFilter, Board, Challenge,
    ChallengeKey, Challenges, ChapterChange, ClaimingPlayer, ClusterStore, Cursor, Ended, Finished,
    GameLog, HiddenPage, KeptSeeks, LadderFold, LadderMeeting, LadderPlayer, Ladders, ListedSeek,
    LoggedEvent, LoginSession, MarkedAccount, Moderation, NewMailAddress, NewPassword, NewReport,
    NewSeek, Player, PuzzleCommit, Puzzles, RatedGame, Relation, Relations, Report, ReportLimit,
    SeatToken, SeatedPlayers, SharedBoardChange, SharedBoardState, SharedChatLine,
    SharedSmartBoards, SmartBoards, StandingChange, StoreError, StoredChapter, StoredPuzzle,
    StoredSolver, StoredStudy, Studies, StudyCommit, StudyEdit, StudyFilter, Usage,
};
use async_trait::async_trait;
use protocol::{AccountId, BoardId, GameId, LadderId, StudyId, UnixMs};
use std::{collections::HashMap, sync::Arc, time::Duration};
use tokio::sync::watch;

/// A store whose operations fail as a plan says.
///
/// Writes are executed in the order of the calls, and to their end even if the caller stops
/// waiting, as real stores do. All calls need a tokio runtime.
pub struct FaultyStore<S, P = Switches> {
    store: Arc<S>,
    plan: Arc<P>,
}

impl<S: Default, P: Default> Default for FaultyStore<S, P> {
    fn default() -> FaultyStore<S, P> {
        FaultyStore::new(S::default(), P::default())
    }
}

impl<S, P> FaultyStore<S, P> {
    /// Wraps a store.
    pub fn new(store: S, plan: P) -> FaultyStore<S, P> {
        FaultyStore { store: Arc::new(store), plan: Arc::new(plan) }
    }

    /// The wrapped store, which never fails.
    pub fn inner(&self) -> &S {
        &self.store
    }

    /// The plan.
    pub fn faults(&self) -> &P {
        &self.plan
    }
}

impl<S: WholeStore + 'static, P: FaultPlan> FaultyStore<S, P> {
    async fn write(&self, write: Write) -> Result<(), StoreError> {
        let (store, plan) = (self.store.clone(), self.plan.clone());
        let written = tokio::spawn(async move { plan.write(write, &*store).await });
        written.await.unwrap_or(Err(StoreError::Closed))
    }

    async fn read(&self, operation: Operation) -> Result<&S, StoreError> {
        self.plan.read(operation, &GameId::default()).await?;
        Ok(&self.store)
    }

    /// The operations for several servers, which exist if this is called.
    async fn shared(&self, operation: Operation) -> Result<&dyn ClusterStore, StoreError> {
        self.plan.read(operation, &GameId::default()).await?;
        self.store.cluster().ok_or(StoreError::Closed)
    }

    async fn shared_board(&self) -> Result<&dyn SharedSmartBoards, StoreError> {
        self.plan.read(Operation::ShareBoards, &GameId::default()).await?;
        self.store.shared_boards().ok_or(StoreError::Closed)
    }
}

#[async_trait]
impl<S: WholeStore + 'static, P: FaultPlan> GameLog for FaultyStore<S, P> {
    async fn create(&self, rules: u32, append: Append) -> Result<(), StoreError> {
        self.write(Write::Create { rules, append }).await
    }

    async fn append(&self, append: Append) -> Result<(), StoreError> {
        self.write(Write::Append(append)).await
    }

    async fn load(&self, game: &GameId) -> Result<Vec<LoggedEvent>, StoreError> {
        self.plan.read(Operation::Load, game).await?;
        self.store.load(game).await
    }

    async fn load_since(&self, game: &GameId, known: u64) -> Result<Vec<LoggedEvent>, StoreError> {
        self.plan.read(Operation::Load, game).await?;
        self.store.load_since(game, known).await
    }

    async fn tokens(&self, game: &GameId) -> Result<Vec<SeatToken>, StoreError> {
        self.read(Operation::ReadGames).await?.tokens(game).await
    }

    async fn open_before(&self, before_ms: UnixMs, limit: u32) -> Result<Vec<GameId>, StoreError> {
        self.read(Operation::ReadGames).await?.open_before(before_ms, limit).await
    }

    async fn delete_open(&self, game: &GameId, expected: u64) -> Result<(), StoreError> {
        self.write(Write::Delete { game: game.to_owned(), expected }).await
    }

    async fn games_with_deadline(&self) -> Result<Vec<GameId>, StoreError> {
        self.read(Operation::ReadGames).await?.games_with_deadline().await
    }

    async fn games_with_prefix(&self, prefix: &str) -> Result<Vec<GameId>, StoreError> {
        self.read(Operation::ReadGames).await?.games_with_prefix(prefix).await
    }

    async fn mark_alive(&self, now_ms: UnixMs) -> Result<(), StoreError> {
        self.write(Write::Heartbeat(now_ms)).await
    }

    async fn last_alive(&self) -> Result<Option<UnixMs>, StoreError> {
        self.read(Operation::ReadGames).await?.last_alive().await
    }

    async fn usage(&self) -> Result<Usage, StoreError> {
        self.store.usage().await
    }

    async fn health(&self) -> Result<(), StoreError> {
        self.write(Write::Probe).await
    }

    fn cluster(&self) -> Option<&dyn ClusterStore> {
        self.store.cluster().is_some().then_some(self)
    }
}

#[async_trait]
impl<S: WholeStore + 'static, P: FaultPlan> Accounts for FaultyStore<S, P> {
    async fn add_player(&self, player: Player, session: LoginSession) -> Result<(), StoreError> {
        self.write(Write::AddPlayer(player, session)).await
    }

    async fn player_by_key(&self, key: &str) -> Result<Option<Player>, StoreError> {
        self.read(Operation::ReadAccounts).await?.player_by_key(key).await
    }

    async fn names_of(
        &self,
        ids: Vec<AccountId>,
    ) -> Result<HashMap<AccountId, String>, StoreError> {
        self.read(Operation::ReadAccounts).await?.names_of(ids).await
    }

    async fn names_with_prefix(&self, key: &str, limit: u32) -> Result<Vec<String>, StoreError> {
        self.read(Operation::ReadAccounts).await?.names_with_prefix(key, limit).await
    }

    async fn player_names(&self) -> Result<Vec<String>, StoreError> {
        self.read(Operation::ReadAccounts).await?.player_names().await
    }

    async fn add_session(
        &self,
        session: LoginSession,
        verified: String,
        instead: Option<String>,
        now_ms: UnixMs,
    ) -> Result<(), StoreError> {
        self.write(Write::AddSession { session, verified, instead, now_ms }).await
    }

    async fn session(&self, hash: &str, now_ms: UnixMs) -> Result<Option<Player>, StoreError> {
        self.read(Operation::ReadAccounts).await?.session(hash, now_ms).await
    }

    async fn sessions_of(
        &self,
        player: &AccountId,
        now_ms: UnixMs,
    ) -> Result<Vec<LoginSession>, StoreError> {
        self.read(Operation::ReadAccounts).await?.sessions_of(player, now_ms).await
    }

    async fn end_session(&self, hash: &str) -> Result<(), StoreError> {
        self.write(Write::EndSession(hash.to_owned())).await
    }

    async fn set_password(&self, new: NewPassword) -> Result<(), StoreError> {
        self.write(Write::SetPassword(new)).await
    }

    async fn set_mail(&self, new: NewMailAddress) -> Result<(), StoreError> {
        self.write(Write::SetMail(new)).await
    }

    async fn players_by_mail(&self, mail: &str, limit: u32) -> Result<Vec<Player>, StoreError> {
        self.read(Operation::ReadAccounts).await?.players_by_mail(mail, limit).await
    }
}

#[async_trait]
impl<S: WholeStore + 'static, P: FaultPlan> Archive for FaultyStore<S, P> {
    async fn archive(&self, filter: ArchiveFilter) -> Result<Vec<Finished>, StoreError> {
        self.read(Operation::ReadArchive).await?.archive(filter).await
    }

    async fn finished_games(&self, games: Vec<GameId>) -> Result<Vec<Finished>, StoreError> {
        self.read(Operation::ReadArchive).await?.finished_games(games).await
    }

    async fn finished_since(
        &self,
        cursor: Cursor,
        limit: u32,
    ) -> Result<(Vec<Finished>, Cursor), StoreError> {
        self.read(Operation::ReadArchive).await?.finished_since(cursor, limit).await
    }

    async fn claim_seat(
        &self,
        game: Finished,
        seat: u8,
        player: ClaimingPlayer,
    ) -> Result<(), StoreError> {
        self.write(Write::ClaimSeat(Box::new(game), seat, player)).await
    }

    fn finished_hint(&self) -> watch::Receiver<u64> {
        self.store.finished_hint()
    }

    fn ladders(&self) -> Option<&dyn Ladders> {
        self.store.ladders().is_some().then_some(self)
    }
}

#[async_trait]
impl<S: WholeStore + 'static, P: FaultPlan> Ladders for FaultyStore<S, P> {
    async fn ladder_fold(&self) -> Result<LadderFold, StoreError> {
        self.read(Operation::ReadLadders).await?.ladder_fold().await
    }

    async fn finished_so_far(&self) -> Result<Cursor, StoreError> {
        self.read(Operation::ReadLadders).await?.finished_so_far().await
    }

    async fn finished_in_order(
        &self,
        behind: Option<Ended>,
        limit: u32,
    ) -> Result<Vec<Finished>, StoreError> {
        self.read(Operation::ReadLadders).await?.finished_in_order(behind, limit).await
    }

    async fn rated_games(&self, games: Vec<GameId>) -> Result<Vec<RatedGame>, StoreError> {
        self.read(Operation::ReadLadders).await?.rated_games(games).await
    }

    async fn rated_from(
        &self,
        ladder: &LadderId,
        from: Ended,
    ) -> Result<Vec<RatedGame>, StoreError> {
        self.read(Operation::ReadLadders).await?.rated_from(ladder, from).await
    }

    async fn ladder_players(
        &self,
        ladders: Vec<LadderId>,
        players: Vec<AccountId>,
    ) -> Result<Vec<LadderPlayer>, StoreError> {
        self.read(Operation::ReadLadders).await?.ladder_players(ladders, players).await
    }

    async fn ladder_breadths(
        &self,
        ladders: Vec<LadderId>,
        rank: u32,
    ) -> Result<Vec<(LadderId, u32)>, StoreError> {
        self.read(Operation::ReadLadders).await?.ladder_breadths(ladders, rank).await
    }

    async fn ladder_top(
        &self,
        ladder: &LadderId,
        now_ms: UnixMs,
        breadth: u32,
        most: u32,
    ) -> Result<Vec<LadderPlayer>, StoreError> {
        self.read(Operation::ReadLadders).await?.ladder_top(ladder, now_ms, breadth, most).await
    }

    async fn meetings(
        &self,
        ladder: &LadderId,
        pairs: Vec<(AccountId, AccountId)>,
        after_ms: UnixMs,
    ) -> Result<Vec<LadderMeeting>, StoreError> {
        self.read(Operation::ReadLadders).await?.meetings(ladder, pairs, after_ms).await
    }

    async fn advance(&self, advance: Advance) -> Result<(), StoreError> {
        self.write(Write::Advance(Box::new(advance))).await
    }
}

#[async_trait]
impl<S: WholeStore + 'static, P: FaultPlan> Challenges for FaultyStore<S, P> {
    async fn add_challenge(&self, challenge: Challenge, max_open: u32) -> Result<(), StoreError> {
        self.write(Write::AddChallenge { challenge: Box::new(challenge), max_open }).await
    }

    async fn challenges_at(&self, game: &GameId) -> Result<Vec<Challenge>, StoreError> {
        self.read(Operation::ReadChallenges).await?.challenges_at(game).await
    }

    async fn challenges(&self, now_ms: UnixMs) -> Result<Vec<Challenge>, StoreError> {
        self.read(Operation::ReadChallenges).await?.challenges(now_ms).await
    }

    async fn answer_challenge(
        &self,
        game: &GameId,
        recipient: &AccountId,
        answer: &str,
        now_ms: UnixMs,
    ) -> Result<(), StoreError> {
        let (game, recipient, answer) = (game.clone(), recipient.clone(), answer.to_owned());
        self.write(Write::AnswerChallenge { game, recipient, answer, now_ms }).await
    }

    async fn renew_challenges(
        &self,
        games: Vec<GameId>,
        now_ms: UnixMs,
        until_ms: UnixMs,
    ) -> Result<(), StoreError> {
        self.write(Write::RenewChallenges { games, now_ms, until_ms }).await
    }

    async fn end_challenges(
        &self,
        challenges: Vec<ChallengeKey>,
        now_ms: UnixMs,
    ) -> Result<(), StoreError> {
        self.write(Write::EndChallenges(challenges, now_ms)).await
    }

    async fn remove_challenges(&self, challenges: Vec<ChallengeKey>) -> Result<(), StoreError> {
        self.write(Write::RemoveChallenges(challenges)).await
    }
}

#[async_trait]
impl<S: WholeStore + 'static, P: FaultPlan> KeptSeeks for FaultyStore<S, P> {
    async fn keep_seek(&self, seek: NewSeek) -> Result<(), StoreError> {
        self.write(Write::KeepSeek(Box::new(seek))).await
    }

    async fn kept_seeks(&self, now_ms: UnixMs) -> Result<Vec<NewSeek>, StoreError> {
        self.read(Operation::ReadChallenges).await?.kept_seeks(now_ms).await
    }

    async fn end_kept_seeks(&self, games: Vec<GameId>) -> Result<(), StoreError> {
        self.write(Write::EndKeptSeeks(games)).await
    }
}

#[async_trait]
impl<S: WholeStore + 'static, P: FaultPlan> Studies for FaultyStore<S, P> {
    async fn create_study(
        &self,
        study: StoredStudy,
        chapters: Vec<ChapterChange>,
        max: u32,
    ) -> Result<(), StoreError> {
        self.write(Write::CreateStudy(Box::new(study), chapters, max)).await
    }

    async fn commit_study(&self, commit: StudyCommit) -> Result<(), StoreError> {
        self.write(Write::CommitStudy(Box::new(commit))).await
    }

    async fn delete_study(&self, study: &StudyId) -> Result<(), StoreError> {
        self.write(Write::DeleteStudy(study.clone())).await
    }

    async fn study(&self, study: &StudyId) -> Result<Option<StoredStudy>, StoreError> {
        self.read(Operation::ReadStudies).await?.study(study).await
    }

    async fn study_chapter(
        &self,
        study: &StudyId,
        chapter: &str,
    ) -> Result<Option<StoredChapter>, StoreError> {
        self.read(Operation::ReadStudies).await?.study_chapter(study, chapter).await
    }

    async fn study_chapters(
        &self,
        study: &StudyId,
        chapters: Vec<String>,
    ) -> Result<Vec<StoredChapter>, StoreError> {
        self.read(Operation::ReadStudies).await?.study_chapters(study, chapters).await
    }

    async fn study_edits(
        &self,
        study: &StudyId,
        after: u64,
        limit: u32,
    ) -> Result<Vec<StudyEdit>, StoreError> {
        self.read(Operation::ReadStudies).await?.study_edits(study, after, limit).await
    }

    async fn stored_commands(
        &self,
        study: &StudyId,
        commands: Vec<String>,
    ) -> Result<Vec<String>, StoreError> {
        self.read(Operation::ReadStudies).await?.stored_commands(study, commands).await
    }

    async fn studies(&self, filter: StudyFilter) -> Result<Vec<StoredStudy>, StoreError> {
        self.read(Operation::ReadStudies).await?.studies(filter).await
    }
}

#[async_trait]
impl<S: WholeStore + 'static, P: FaultPlan> Puzzles for FaultyStore<S, P> {
    async fn solver(
        &self,
        account: &AccountId,
        game: &str,
    ) -> Result<Option<StoredSolver>, StoreError> {
        self.read(Operation::ReadPuzzles).await?.solver(account, game).await
    }

    async fn rated_puzzles(
        &self,
        game: &str,
        puzzles: Vec<String>,
    ) -> Result<Vec<StoredPuzzle>, StoreError> {
        self.read(Operation::ReadPuzzles).await?.rated_puzzles(game, puzzles).await
    }

    async fn commit_puzzles(&self, commit: PuzzleCommit) -> Result<(), StoreError> {
        self.write(Write::CommitPuzzles(Box::new(commit))).await
    }
}

#[async_trait]
impl<S: WholeStore + 'static, P: FaultPlan> Relations for FaultyStore<S, P> {
    async fn set_relation(&self, relation: Relation, max: u32) -> Result<(), StoreError> {
        self.write(Write::SetRelation(Box::new(relation), max)).await
    }

    async fn remove_relation(
        &self,
        account: &AccountId,
        other: &AccountId,
    ) -> Result<(), StoreError> {
        self.write(Write::RemoveRelation(account.clone(), other.clone())).await
    }

    async fn relations(&self, account: &AccountId) -> Result<Vec<Relation>, StoreError> {
        self.read(Operation::ReadRelations).await?.relations(account).await
    }

    async fn blocked_by(
        &self,
        accounts: Vec<AccountId>,
    ) -> Result<Vec<(AccountId, AccountId)>, StoreError> {
        self.read(Operation::ReadRelations).await?.blocked_by(accounts).await
    }

    async fn blocked_among(
        &self,
        other: &AccountId,
        accounts: Vec<AccountId>,
    ) -> Result<Vec<AccountId>, StoreError> {
        self.read(Operation::ReadRelations).await?.blocked_among(other, accounts).await
    }
}

#[async_trait]
impl<S: WholeStore + 'static, P: FaultPlan> Moderation for FaultyStore<S, P> {
    async fn change_standing(
        &self,
        account: &AccountId,
        verified: Option<String>,
        change: StandingChange,
    ) -> Result<(), StoreError> {
        let account = account.clone();
        self.write(Write::ChangeStanding { account, verified, change }).await
    }

    async fn marked_accounts(&self) -> Result<Vec<MarkedAccount>, StoreError> {
        self.read(Operation::ReadAccounts).await?.marked_accounts().await
    }

    async fn add_report(&self, report: NewReport, limit: ReportLimit) -> Result<(), StoreError> {
        self.write(Write::AddReport(Box::new(report), limit)).await
    }

    async fn open_reports(&self, limit: u32) -> Result<Vec<Report>, StoreError> {
        self.read(Operation::ReadAccounts).await?.open_reports(limit).await
    }

    async fn reports_on(&self, account: &AccountId, limit: u32) -> Result<Vec<Report>, StoreError> {
        self.read(Operation::ReadAccounts).await?.reports_on(account, limit).await
    }

    async fn act(&self, act: ActWithEffects) -> Result<(), StoreError> {
        self.write(Write::Act(Box::new(act))).await
    }

    async fn acts(
        &self,
        account: Option<AccountId>,
        before: Option<u64>,
        limit: u32,
    ) -> Result<Vec<Act>, StoreError> {
        self.read(Operation::ReadAccounts).await?.acts(account, before, limit).await
    }

    async fn last_act(&self, kind: &str) -> Result<Option<Act>, StoreError> {
        self.read(Operation::ReadAccounts).await?.last_act(kind).await
    }

    async fn add_hidden_page(&self, hidden: HiddenPage) -> Result<(), StoreError> {
        self.write(Write::AddHiddenPage(Box::new(hidden))).await
    }

    async fn hidden_pages(&self, game: &GameId) -> Result<Vec<HiddenPage>, StoreError> {
        self.read(Operation::ReadAccounts).await?.hidden_pages(game).await
    }
}

#[async_trait]
impl<S: WholeStore + 'static, P: FaultPlan> SmartBoards for FaultyStore<S, P> {
    async fn put_board(&self, board: Board) -> Result<(), StoreError> {
        self.write(Write::PutBoard(board)).await
    }

    async fn boards(&self) -> Result<Vec<Board>, StoreError> {
        self.read(Operation::ReadBoards).await?.boards().await
    }

    fn shared_boards(&self) -> Option<&dyn SharedSmartBoards> {
        self.store.shared_boards().is_some().then_some(self)
    }
}

#[async_trait]
impl<S: WholeStore + 'static, P: FaultPlan> SharedSmartBoards for FaultyStore<S, P> {
    async fn board_state(
        &self,
        board: &BoardId,
        nonce: u64,
    ) -> Result<SharedBoardState, StoreError> {
        self.shared_board().await?.board_state(board, nonce).await
    }

    async fn changed_boards(
        &self,
        known: Vec<(BoardId, u64)>,
    ) -> Result<Vec<SharedBoardState>, StoreError> {
        self.shared_board().await?.changed_boards(known).await
    }

    async fn record_board_change(&self, change: SharedBoardChange) -> Result<u64, StoreError> {
        self.shared_board().await?.record_board_change(change).await
    }
}

#[async_trait]
impl<S: WholeStore + 'static, P: FaultPlan> SeatedPlayers for FaultyStore<S, P> {
    async fn record_players(&self, game: &GameId, players: Vec<String>) -> Result<(), StoreError> {
        self.read(Operation::Share).await?.record_players(game, players).await
    }

    async fn games_of_player(&self, player: &str, limit: u32) -> Result<Vec<GameId>, StoreError> {
        self.read(Operation::Share).await?.games_of_player(player, limit).await
    }

    async fn remove_players(&self, games: Vec<GameId>) -> Result<(), StoreError> {
        self.read(Operation::Share).await?.remove_players(games).await
    }
}

/// Exists only if the wrapped store is shared ([`GameLog::cluster`]).
#[async_trait]
impl<S: WholeStore + 'static, P: FaultPlan> ClusterStore for FaultyStore<S, P> {
    fn cluster_id(&self) -> &str {
        self.store.cluster().map_or("", |cluster| cluster.cluster_id())
    }

    fn is_first(&self) -> bool {
        self.store.cluster().is_some_and(|cluster| cluster.is_first())
    }

    async fn clock_ms(&self) -> Result<UnixMs, StoreError> {
        self.shared(Operation::Share).await?.clock_ms().await
    }

    async fn changed_logs(&self, known: Vec<(GameId, u64)>) -> Result<Vec<GameId>, StoreError> {
        self.shared(Operation::Share).await?.changed_logs(known).await
    }

    async fn claim_due(
        &self,
        now_ms: UnixMs,
        until_ms: UnixMs,
        limit: u32,
    ) -> Result<Vec<GameId>, StoreError> {
        self.shared(Operation::Claim).await?.claim_due(now_ms, until_ms, limit).await
    }

    async fn take_lease(
        &self,
        name: &str,
        holder: &str,
        term: Duration,
    ) -> Result<bool, StoreError> {
        self.shared(Operation::Claim).await?.take_lease(name, holder, term).await
    }

    async fn release_lease(&self, name: &str, holder: &str) -> Result<(), StoreError> {
        self.shared(Operation::Share).await?.release_lease(name, holder).await
    }

    async fn set_presence(
        &self,
        node: &str,
        seats: Vec<(GameId, String)>,
        until_ms: UnixMs,
    ) -> Result<(), StoreError> {
        self.shared(Operation::Share).await?.set_presence(node, seats, until_ms).await
    }

    async fn present_elsewhere(
        &self,
        node: &str,
        games: Vec<GameId>,
        now_ms: UnixMs,
    ) -> Result<Vec<(GameId, String)>, StoreError> {
        self.shared(Operation::Share).await?.present_elsewhere(node, games, now_ms).await
    }

    async fn seeks(&self, now_ms: UnixMs, after_ms: UnixMs) -> Result<Vec<ListedSeek>, StoreError> {
        self.shared(Operation::Share).await?.seeks(now_ms, after_ms).await
    }

    async fn take_seek(
        &self,
        number: i64,
        now_ms: UnixMs,
        until_ms: UnixMs,
    ) -> Result<Option<ListedSeek>, StoreError> {
        self.shared(Operation::Share).await?.take_seek(number, now_ms, until_ms).await
    }

    async fn add_seek(&self, seek: NewSeek, max_per_creator: u32) -> Result<(), StoreError> {
        self.shared(Operation::Share).await?.add_seek(seek, max_per_creator).await
    }

    async fn return_seek(&self, number: i64, until_ms: UnixMs) -> Result<(), StoreError> {
        self.shared(Operation::Share).await?.return_seek(number, until_ms).await
    }

    async fn renew_seeks(&self, games: Vec<GameId>, until_ms: UnixMs) -> Result<(), StoreError> {
        self.shared(Operation::Share).await?.renew_seeks(games, until_ms).await
    }

    async fn remove_seeks(&self, games: Vec<GameId>) -> Result<(), StoreError> {
        self.shared(Operation::Share).await?.remove_seeks(games).await
    }

    async fn admit(
        &self,
        key: &str,
        now_ms: UnixMs,
        every: Duration,
        at_once: u32,
    ) -> Result<bool, StoreError> {
        self.shared(Operation::Admit).await?.admit(key, now_ms, every, at_once).await
    }

    async fn would_admit(
        &self,
        key: &str,
        now_ms: UnixMs,
        every: Duration,
        at_once: u32,
    ) -> Result<bool, StoreError> {
        self.shared(Operation::Admit).await?.would_admit(key, now_ms, every, at_once).await
    }

    async fn add_chat_lines(
        &self,
        lines: Vec<(GameId, String)>,
        until_ms: UnixMs,
    ) -> Result<(), StoreError> {
        self.shared(Operation::Share).await?.add_chat_lines(lines, until_ms).await
    }

    async fn last_chat_number(&self) -> Result<i64, StoreError> {
        self.shared(Operation::Share).await?.last_chat_number().await
    }

    async fn chat_lines_after(
        &self,
        number: i64,
        limit: u32,
    ) -> Result<Vec<SharedChatLine>, StoreError> {
        self.shared(Operation::Share).await?.chat_lines_after(number, limit).await
    }

    async fn remove_expired(&self, now_ms: UnixMs) -> Result<(), StoreError> {
        self.shared(Operation::Share).await?.remove_expired(now_ms).await
    }
}
