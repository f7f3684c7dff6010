//! Studies of accounts: who may read and edit them, and how edits are accepted.
//!
//! The store holds the log of accepted edits with the state after them, and commits both together.
//! An edit is judged by the crate `studies`, then committed under the version that it was judged
//! for. If another edit came first, it is judged again. A study never reads a table or a game.

mod export;
mod names;

pub(crate) use export::StudyFormat;

use crate::{
    accounts::{Member, Standings},
    base::{ApiError, Config, Env, HubError, bad, token},
    limits::{
        CHANGES_AT_ONCE, CHANGES_LOOK_EVERY, CHANGES_WAIT, RACES, STUDIES_LISTED, STUDY_EXPORTS,
        STUDY_WORKERS,
    },
};
use ::studies::{
    Chapter, ChapterHead, ChapterView, Edit, EditRefused, EditReply, EditRequest, LoggedEdit,
    NewStudyRequest, RefusedEdit, SentEdit, StudyChanges, StudyList, StudyRow, StudyState,
    StudyView, Visibility, apply, clean_title, is_id,
    limits::{CHAPTERS, EDITS, LOG_BYTES, LOGGED_EDIT_BYTES, LOGGED_EDITS, STUDIES},
};
use axum::http::StatusCode;
use protocol::{AccountId, StudyId, UnixMs};
use serde::{Deserialize, Serialize};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};
use store::{ChapterChange, Store, StoreError, StoredStudy, StudyCommit, StudyEdit, StudyFilter};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore, broadcast},
    time::{Instant, timeout_at},
};

/// Number of changed studies that a waiting reader may be behind.
const WAITING_CHANGES: usize = 64;

/// The studies of a server.
pub(crate) struct Studies {
    store: Arc<dyn Store>,
    env: Arc<dyn Env>,
    standings: Arc<Standings>,
    /// Ids of the studies that this server has changed.
    changed: broadcast::Sender<StudyId>,
    /// Judging long chapters occupies a core for a while.
    turns: Arc<Semaphore>,
    /// Files hold all chapters of a study in memory, and do not delay edits.
    exports: Arc<Semaphore>,
}

/// A part of the list of studies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StudyKind {
    /// Studies that the reader owns or may edit.
    Mine,
    /// Public studies.
    Public,
}

/// What the table of studies has no column for.
#[derive(Serialize, Deserialize)]
struct Document {
    chapters: Vec<ChapterHead>,
    /// Version at which the study last ceased to be private. Readers who are no authors receive no
    /// edit up to it: what its authors removed before is not theirs to read.
    published: u64,
    /// Size of the logged edits, in bytes. Earlier servers did not count them.
    #[serde(default)]
    log_bytes: u64,
}

impl Document {
    /// The document of a new study.
    fn of(chapters: Vec<ChapterHead>) -> Document {
        Document { chapters, published: 0, log_bytes: 0 }
    }

    fn read(study: &StoredStudy) -> Document {
        // The first documents were only the list of chapters.
        let chapters = || serde_json::from_str(&study.document).unwrap_or_default();
        serde_json::from_str(&study.document).unwrap_or_else(|_| Document::of(chapters()))
    }

    fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// The account that sends edits.
struct Editor {
    account: AccountId,
    is_owner: bool,
    is_silenced: bool,
    /// Whether the server has looked up and checked the account that the edit adds or removes.
    by_name: bool,
}

/// An answer to edits, or that another edit came first.
enum Tried {
    Done(Vec<RefusedEdit>),
    Stale,
}

impl Studies {
    pub(crate) fn new(
        store: Arc<dyn Store>,
        config: &Config,
        standings: Arc<Standings>,
    ) -> Studies {
        let (changed, _) = broadcast::channel(WAITING_CHANGES);
        let turns = Arc::new(Semaphore::new(STUDY_WORKERS));
        let exports = Arc::new(Semaphore::new(STUDY_EXPORTS));
        Studies { store, env: config.env.clone(), standings, changed, turns, exports }
    }

    /// Lists studies, the last edited first. `after` continues an earlier list.
    ///
    /// # Errors
    /// `sign-in` for the list of a guest, `after`, or if the store fails.
    pub(crate) async fn list(
        &self,
        kind: StudyKind,
        reader: Option<&Member>,
        after: Option<&str>,
    ) -> Result<StudyList, ApiError> {
        let author = match kind {
            StudyKind::Public => None,
            StudyKind::Mine => Some(reader.ok_or_else(ApiError::sign_in)?.id.clone()),
        };
        let visibility = match kind {
            StudyKind::Public => Some(Visibility::Public.as_str().to_owned()),
            StudyKind::Mine => None,
        };
        let after = after.map(read_place).transpose()?;
        let filter = StudyFilter { author, visibility, after, limit: STUDIES_LISTED + 1 };
        let mut found = self.store.studies(filter).await?;
        let has_more = found.len() > STUDIES_LISTED as usize;
        found.truncate(STUDIES_LISTED as usize);
        let last = found.last().filter(|_| has_more);
        let next = last.map(|study| format!("{}-{}", study.updated_ms.0, study.id));
        let names = self.names(found.iter().map(|study| &study.owner)).await?;
        let row = |study: StoredStudy| StudyRow {
            owner: names.of(&study.owner),
            visibility: Visibility::parse(&study.visibility),
            chapters: heads(&study),
            id: study.id,
            title: study.title,
            updated_ms: study.updated_ms,
        };
        Ok(StudyList { studies: found.into_iter().map(row).collect(), next })
    }

    /// Creates a study.
    ///
    /// # Errors
    /// The refusal of a chapter, too many studies, or if the store fails.
    pub(crate) async fn create(
        &self,
        member: &Member,
        request: NewStudyRequest,
    ) -> Result<StudyId, ApiError> {
        let NewStudyRequest { title, visibility, chapters } = request;
        self.check_voice(member, visibility == Visibility::Private)?;
        if !(1..=CHAPTERS).contains(&chapters.len()) {
            return Err(bad("study-limit", format!("expected 1 to {CHAPTERS} chapters")));
        }
        if !chapters.iter().all(|edit| matches!(edit, Edit::AddChapter { .. })) {
            return Err(bad("study-edit", "a new study consists of chapters: `add-chapter`"));
        }
        let mut state = StudyState {
            title: clean_title(&title).map_err(refusal)?,
            visibility,
            owner: member.id.clone(),
            authors: Vec::new(),
            chapters: Vec::new(),
        };
        let contents = self
            .work(move || {
                let mut contents = BTreeMap::new();
                for edit in &chapters {
                    apply(&mut state, &mut contents, edit)?;
                }
                Ok((state, texts(&contents)))
            })
            .await?;
        let (state, contents) = contents.map_err(refusal)?;
        self.add(member, state, contents).await
    }

    /// Copies a study that the reader may see as the reader's own private study.
    ///
    /// # Errors
    /// As [`Studies::create`], and `no-study`.
    pub(crate) async fn copy(&self, id: &StudyId, member: &Member) -> Result<StudyId, ApiError> {
        let study = self.open(id, Some(member)).await?;
        let state = StudyState {
            title: study.title.clone(),
            visibility: Visibility::Private,
            owner: member.id.clone(),
            authors: Vec::new(),
            chapters: heads(&study),
        };
        let contents = self.contents(id, &state.chapters).await?;
        self.add(member, state, contents).await
    }

    /// Ids and contents of chapters, in their order.
    async fn contents(
        &self,
        id: &StudyId,
        chapters: &[ChapterHead],
    ) -> Result<Vec<(String, String)>, ApiError> {
        let ids = chapters.iter().map(|head| head.id.clone()).collect();
        let mut stored = self.stored(id, ids).await?;
        let mut contents = Vec::with_capacity(chapters.len());
        for head in chapters {
            contents.push(stored.remove_entry(&head.id).ok_or_else(no_chapter)?);
        }
        Ok(contents)
    }

    /// Contents of those of these chapters that are stored, by id. A study has at most [`CHAPTERS`].
    async fn stored(
        &self,
        id: &StudyId,
        chapters: Vec<String>,
    ) -> Result<BTreeMap<String, String>, StoreError> {
        if chapters.is_empty() {
            return Ok(BTreeMap::new());
        }
        let stored = self.store.study_chapters(id, chapters).await?;
        Ok(stored.into_iter().map(|chapter| (chapter.id, chapter.document)).collect())
    }

    async fn add(
        &self,
        member: &Member,
        state: StudyState,
        contents: Vec<(String, String)>,
    ) -> Result<StudyId, ApiError> {
        let id: StudyId = token::short_id(self.env.random()?).into();
        let now = self.env.now_ms();
        let study = StoredStudy {
            id: id.clone(),
            owner: member.id.clone(),
            authors: Vec::new(),
            title: state.title,
            visibility: state.visibility.as_str().to_owned(),
            document: Document::of(state.chapters).text(),
            version: 0,
            created_ms: now,
            updated_ms: now,
        };
        let contents = contents.into_iter();
        let contents = contents.map(|(id, text)| ChapterChange { id, document: Some(text) });
        match self.store.create_study(study, contents.collect(), STUDIES).await {
            Ok(()) => Ok(id),
            Err(StoreError::TooManyStudies) => {
                let message = format!("an account has at most {STUDIES} studies; delete one first");
                Err(bad("study-limit", message))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// A study as a reader sees it.
    ///
    /// # Errors
    /// `no-study` also for a private study of others, or if the store fails.
    pub(crate) async fn view(
        &self,
        id: &StudyId,
        reader: Option<&Member>,
    ) -> Result<StudyView, ApiError> {
        let study = self.open(id, reader).await?;
        let names = self.names(study.authors.iter().chain([&study.owner])).await?;
        let is_owner = reader.is_some_and(|reader| reader.id == study.owner);
        let is_author = reader.is_some_and(|reader| study.authors.contains(&reader.id));
        Ok(StudyView {
            chapters: heads(&study),
            visibility: Visibility::parse(&study.visibility),
            owner: names.of(&study.owner),
            authors: study.authors.iter().map(|account| names.of(account)).collect(),
            version: study.version,
            can_edit: is_owner || is_author,
            is_owner,
            id: study.id,
            title: study.title,
        })
    }

    /// A chapter as a reader sees it.
    ///
    /// # Errors
    /// As [`Studies::view`], and `no-chapter`.
    pub(crate) async fn chapter(
        &self,
        id: &StudyId,
        chapter: &str,
        reader: Option<&Member>,
    ) -> Result<ChapterView, ApiError> {
        let study = self.open(id, reader).await?;
        let found = self.store.study_chapter(id, chapter).await?.ok_or_else(no_chapter)?;
        // A chapter whose last change is older is the same at the version of the study.
        let version = found.version.max(study.version);
        Ok(ChapterView { version, file: found.document })
    }

    /// Title of a study, and its chapter with this id, for a reader without an account. `None` for a
    /// private study and for an unknown one.
    pub(crate) async fn open_chapter(
        &self,
        id: &StudyId,
        chapter: &str,
    ) -> Result<Option<(String, ChapterHead)>, HubError> {
        let Some(study) = self.store.study(id).await? else { return Ok(None) };
        if Visibility::parse(&study.visibility) == Visibility::Private {
            return Ok(None);
        }
        let mut chapters = heads(&study).into_iter();
        let found = chapters.find(|head| chapter.is_empty() || head.id == chapter);
        Ok(found.map(|head| (study.title, head)))
    }

    /// Content of a chapter of a study that is not private.
    pub(crate) async fn open_content(
        &self,
        id: &StudyId,
        chapter: &str,
    ) -> Result<Option<String>, HubError> {
        let found = self.store.study_chapter(id, chapter).await?;
        Ok(found.map(|found| found.document))
    }

    /// Carries out edits.
    ///
    /// # Errors
    /// `no-study`, `study-rights` for a reader who is no author, `study-limit`, or if the store fails.
    /// Refusals of single edits are in the reply.
    pub(crate) async fn edit(
        &self,
        id: &StudyId,
        member: &Member,
        request: EditRequest,
    ) -> Result<EditReply, ApiError> {
        let EditRequest { since, edits } = request;
        if edits.len() > EDITS {
            return Err(bad("study-limit", format!("one request has at most {EDITS} edits")));
        }
        if let Some(wrong) = edits.iter().find(|sent| !is_id(&sent.id)) {
            let shown: String = wrong.id.chars().take(40).collect();
            let message = format!("`{}` is no id of an edit", shown.escape_debug());
            return Err(bad("study-id", message));
        }
        for _ in 0..RACES {
            let study = self.open(id, Some(member)).await?;
            if study.owner != member.id && !study.authors.contains(&member.id) {
                let message = "only the authors of this study may change it";
                return Err(ApiError::new(StatusCode::FORBIDDEN, "study-rights", message));
            }
            self.check_voice(member, has_one_reader(&study))?;
            match self.try_edit(study, member, &edits).await? {
                Tried::Done(refused) => {
                    let changes = self.changes_since(id, since, None).await?;
                    return Ok(EditReply { changes, refused });
                }
                Tried::Stale => {}
            }
        }
        Err(HubError::Busy.into())
    }

    async fn try_edit(
        &self,
        study: StoredStudy,
        member: &Member,
        edits: &[SentEdit],
    ) -> Result<Tried, ApiError> {
        let ids = edits.iter().map(|sent| sent.id.clone()).collect();
        let known: BTreeSet<String> =
            self.store.stored_commands(&study.id, ids).await?.into_iter().collect();
        let mut seen = BTreeSet::new();
        let is_new = |sent: &&SentEdit| !known.contains(&sent.id) && seen.insert(sent.id.clone());
        let new: Vec<SentEdit> = edits.iter().filter(is_new).cloned().collect();
        if new.is_empty() {
            return Ok(Tried::Done(Vec::new()));
        }
        if study.version + new.len() as u64 > LOGGED_EDITS {
            return Err(too_many_edits());
        }
        // A chapter that cannot be read can be removed.
        let named = new.iter().filter_map(|sent| match &sent.edit {
            Edit::Tree { chapter, .. } => Some(chapter.as_str()),
            _ => None,
        });
        let named: BTreeSet<&str> = named.collect();
        let ids = heads(&study).into_iter().map(|head| head.id);
        let ids = ids.filter(|id| named.contains(id.as_str())).collect();
        let documents = self.stored(&study.id, ids).await?;
        let editor = Editor {
            account: member.id.clone(),
            is_owner: study.owner == member.id,
            is_silenced: self.standings.is_silenced(&member.id),
            by_name: false,
        };
        let now = self.env.now_ms();
        let before = study.clone();
        let (commit, refused) =
            self.work(move || judge(before, &documents, &editor, new, now)).await?;
        if commit.edits.is_empty() {
            return Ok(Tried::Done(refused));
        }
        match self.store.commit_study(commit).await {
            Ok(()) => {
                // There may be no reader.
                let _ = self.changed.send(study.id);
                Ok(Tried::Done(refused))
            }
            Err(StoreError::StaleStudy { .. }) => Ok(Tried::Stale),
            Err(StoreError::NoStudy(_)) => Err(no_study()),
            Err(error) => Err(error.into()),
        }
    }

    /// Adds or removes an author. The owner may do both, and an author may leave. Does nothing if the
    /// account is an author, or none, already.
    ///
    /// # Errors
    /// `no-study`, `study-rights`, `study-muted`, `study-blocked`, `study-limit`, or if the store fails.
    pub(crate) async fn set_author(
        &self,
        id: &StudyId,
        member: &Member,
        author: &AccountId,
        is_author: bool,
    ) -> Result<(), ApiError> {
        let account = author.clone();
        let edit =
            if is_author { Edit::AddAuthor { account } } else { Edit::RemoveAuthor { account } };
        for _ in 0..RACES {
            let study = self.open(id, Some(member)).await?;
            let is_listed = study.authors.contains(author);
            let leaves = !is_author && *author == member.id && is_listed;
            if study.owner != member.id && !leaves {
                return Err(owner_only());
            }
            if is_author == is_listed || study.owner == *author {
                return Ok(());
            }
            if study.version >= LOGGED_EDITS {
                return Err(too_many_edits());
            }
            if is_author {
                self.check_voice(member, false)?;
                let blocked = self.store.blocked_among(&study.owner, vec![author.clone()]).await?;
                if !blocked.is_empty() {
                    let message = "you have blocked this player, or the player has blocked you";
                    return Err(ApiError::new(StatusCode::FORBIDDEN, "study-blocked", message));
                }
            }
            let sent = SentEdit { id: token::short_id(self.env.random()?), edit: edit.clone() };
            let editor = Editor {
                account: member.id.clone(),
                is_owner: true,
                is_silenced: false,
                by_name: true,
            };
            let now = self.env.now_ms();
            let (commit, refused) = judge(study, &BTreeMap::new(), &editor, vec![sent], now);
            if let Some(refused) = refused.into_iter().next() {
                return Err(bad(&refused.code, refused.message));
            }
            match self.store.commit_study(commit).await {
                Ok(()) => {
                    let _ = self.changed.send(id.clone());
                    return Ok(());
                }
                Err(StoreError::StaleStudy { .. }) => {}
                Err(StoreError::NoStudy(_)) => return Err(no_study()),
                Err(error) => return Err(error.into()),
            }
        }
        Err(HubError::Busy.into())
    }

    /// Deletes a study with its log.
    ///
    /// # Errors
    /// `no-study`, `study-rights`, or if the store fails.
    pub(crate) async fn delete(&self, id: &StudyId, member: &Member) -> Result<(), ApiError> {
        let study = self.open(id, Some(member)).await?;
        if study.owner != member.id {
            return Err(owner_only());
        }
        self.store.delete_study(id).await?;
        let _ = self.changed.send(id.clone());
        Ok(())
    }

    /// The edits after a version. If there are none, waits for one if `waits`.
    ///
    /// # Errors
    /// `no-study`, also after the study became private or was deleted, or if the store fails.
    pub(crate) async fn changes(
        &self,
        id: &StudyId,
        reader: Option<&Member>,
        since: u64,
        waits: bool,
    ) -> Result<StudyChanges, ApiError> {
        let until = Instant::now() + CHANGES_WAIT;
        // An edit between the reading and the waiting is not missed.
        let mut changed = self.changed.subscribe();
        loop {
            let study = self.open(id, reader).await?;
            let is_author = reader.is_some_and(|reader| is_author(&study, &reader.id));
            let Document { chapters, published, .. } = Document::read(&study);
            let since = if is_author { since } else { since.max(published) };
            if study.version > since || !waits || Instant::now() >= until {
                let shown = (!is_author).then_some(&*chapters);
                return self.changes_since(id, since, shown).await;
            }
            // Edits at other servers are found by looking.
            let look_again = until.min(Instant::now() + CHANGES_LOOK_EVERY);
            while let Ok(Ok(other)) = timeout_at(look_again, changed.recv()).await {
                if other == *id {
                    break;
                }
            }
        }
    }

    /// The edits after a version. With `shown`, only those of these chapters have a content.
    async fn changes_since(
        &self,
        id: &StudyId,
        since: u64,
        shown: Option<&[ChapterHead]>,
    ) -> Result<StudyChanges, ApiError> {
        let found = self.store.study_edits(id, since, CHANGES_AT_ONCE).await?;
        let more = found.len() == CHANGES_AT_ONCE as usize;
        let names = self.names(found.iter().map(|edit| &edit.account)).await?;
        let version = found.last().map_or(since, |edit| edit.version);
        let is_shown = |edit: &Edit| match edit {
            // Only edits of the moves are sent; the rest would name accounts by their ids.
            Edit::Tree { chapter, .. } => {
                shown.is_none_or(|heads| heads.iter().any(|head| head.id == *chapter))
            }
            _ => false,
        };
        let logged = |edit: StudyEdit| LoggedEdit {
            version: edit.version,
            author: names.of(&edit.account),
            edit: serde_json::from_str(&edit.text).ok().filter(is_shown),
            id: edit.command,
        };
        Ok(StudyChanges { version, edits: found.into_iter().map(logged).collect(), more })
    }

    /// A study that the reader may see.
    async fn open(&self, id: &StudyId, reader: Option<&Member>) -> Result<StoredStudy, ApiError> {
        let study = self.store.study(id).await?.ok_or_else(no_study)?;
        let is_author = reader.is_some_and(|reader| is_author(&study, &reader.id));
        let is_open = Visibility::parse(&study.visibility) != Visibility::Private;
        if is_author || is_open { Ok(study) } else { Err(no_study()) }
    }

    /// A muted account writes only for itself.
    fn check_voice(&self, member: &Member, has_one_reader: bool) -> Result<(), ApiError> {
        if has_one_reader || !self.standings.is_silenced(&member.id) {
            return Ok(());
        }
        let message = "moderators have muted your account; only private studies without other \
                       authors can be changed";
        Err(ApiError::new(StatusCode::FORBIDDEN, "study-muted", message))
    }

    /// Runs work that occupies a core.
    async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let turn = turn(&self.turns).await?;
        work_in(turn, work).await
    }
}

async fn turn(turns: &Arc<Semaphore>) -> Result<OwnedSemaphorePermit, ApiError> {
    Ok(turns.clone().acquire_owned().await.map_err(|_| HubError::Busy)?)
}

/// Runs work that occupies a core, and ends the turn after it.
async fn work_in<T: Send + 'static>(
    turn: OwnedSemaphorePermit,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, ApiError> {
    let done = tokio::task::spawn_blocking(move || {
        let _turn = turn;
        work()
    });
    Ok(done.await.map_err(|_| HubError::Busy)?)
}

fn is_author(study: &StoredStudy, account: &AccountId) -> bool {
    study.owner == *account || study.authors.contains(account)
}

/// Whether only the owner may see the study.
fn has_one_reader(study: &StoredStudy) -> bool {
    Visibility::parse(&study.visibility) == Visibility::Private && study.authors.is_empty()
}

/// Judges edits one after the other. Returns the commit of the accepted ones, and the refused ones.
fn judge(
    mut study: StoredStudy,
    documents: &BTreeMap<String, String>,
    editor: &Editor,
    edits: Vec<SentEdit>,
    now: UnixMs,
) -> (StudyCommit, Vec<RefusedEdit>) {
    let Document { chapters, mut published, mut log_bytes } = Document::read(&study);
    let expected = study.version;
    let mut state = StudyState {
        title: study.title.clone(),
        visibility: Visibility::parse(&study.visibility),
        owner: study.owner.clone(),
        authors: study.authors.clone(),
        chapters,
    };
    let (mut contents, mut unreadable) = (BTreeMap::new(), BTreeMap::new());
    for (id, text) in documents {
        match Chapter::read(text) {
            Ok(chapter) => _ = contents.insert(id.clone(), chapter),
            Err(why) => _ = unreadable.insert(id.as_str(), why),
        }
    }
    let (mut accepted, mut refused) = (Vec::new(), Vec::new());
    let mut changed = BTreeSet::new();
    for SentEdit { id, edit } in edits {
        let text = logged_text(&edit);
        let was_private = state.visibility == Visibility::Private;
        let judged = check(&edit, &text, log_bytes, editor).and_then(|()| {
            let why = edit.chapter().and_then(|chapter| unreadable.get(chapter));
            match why.filter(|_| matches!(edit, Edit::Tree { .. })) {
                Some(why) => Err(EditRefused::clone(why)),
                None => apply(&mut state, &mut contents, &edit),
            }
        });
        match judged {
            Ok(()) => {
                changed.extend(edit.chapter().map(str::to_owned));
                log_bytes += text.len() as u64;
                study.version += 1;
                if was_private && state.visibility != Visibility::Private {
                    published = study.version;
                }
                accepted.push(StudyEdit {
                    version: study.version,
                    command: id,
                    account: editor.account.clone(),
                    text,
                    at_ms: now,
                });
            }
            Err(EditRefused { code, message }) => {
                refused.push(RefusedEdit { id, code: code.to_owned(), message });
            }
        }
    }
    study.title = state.title;
    state.visibility.as_str().clone_into(&mut study.visibility);
    study.authors = state.authors;
    study.document = Document { chapters: state.chapters, published, log_bytes }.text();
    study.updated_ms = now;
    let change = |id: String| {
        let document = contents.get(&id).map(Chapter::text);
        ChapterChange { id, document }
    };
    let chapters = changed.into_iter().map(change).collect();
    (StudyCommit { study, expected, chapters, edits: accepted }, refused)
}

/// Checks what an edit needs besides its effect. `text` is the edit as the log has it, and
/// `log_bytes` the size of the log so far.
fn check(edit: &Edit, text: &str, log_bytes: u64, editor: &Editor) -> Result<(), EditRefused> {
    let publishes = matches!(edit, Edit::Visibility { visibility }
        if *visibility != Visibility::Private);
    let is_of_authors = matches!(edit, Edit::AddAuthor { .. } | Edit::RemoveAuthor { .. });
    if edit.is_of_owner() && !editor.is_owner {
        Err(EditRefused::new("study-rights", "only the owner of the study may do this"))
    } else if is_of_authors && !editor.by_name {
        let message = "authors are added and removed by their names, at `authors/NAME`";
        Err(EditRefused::new("study-edit", message))
    } else if publishes && editor.is_silenced {
        Err(EditRefused::new("study-muted", "moderators have muted your account"))
    } else if text.len() > LOGGED_EDIT_BYTES {
        Err(EditRefused::limit(format!("an edit has at most {LOGGED_EDIT_BYTES} bytes")))
    } else if log_bytes + text.len() as u64 > LOG_BYTES {
        let message =
            format!("the edits of a study have at most {LOG_BYTES} bytes; copy it to go on");
        Err(EditRefused::limit(message))
    } else {
        Ok(())
    }
}

/// An edit as the log has it. The file of a chapter is only in the chapter.
fn logged_text(edit: &Edit) -> String {
    let written = match edit {
        Edit::AddChapter { chapter, title, side, guess, .. } => {
            let (chapter, title, file) = (chapter.clone(), title.clone(), String::new());
            serde_json::to_string(&Edit::AddChapter {
                chapter,
                title,
                file,
                side: *side,
                guess: *guess,
            })
        }
        edit => serde_json::to_string(edit),
    };
    written.unwrap_or_default()
}

/// The list of chapters in a study's document.
fn heads(study: &StoredStudy) -> Vec<ChapterHead> {
    Document::read(study).chapters
}

fn texts(contents: &BTreeMap<String, Chapter>) -> Vec<(String, String)> {
    contents.iter().map(|(id, chapter)| (id.clone(), chapter.text())).collect()
}

/// Reads the place in a list: time of the last edit, and id.
fn read_place(text: &str) -> Result<(UnixMs, StudyId), ApiError> {
    let place = text.split_once('-');
    let place = place.and_then(|(ms, id)| Some((UnixMs(ms.parse().ok()?), id.into())));
    place.ok_or_else(|| bad("after", "expected the `next` of an earlier list"))
}

fn refusal(refused: EditRefused) -> ApiError {
    bad(refused.code, refused.message)
}

fn no_study() -> ApiError {
    ApiError::new(StatusCode::NOT_FOUND, "no-study", "there is no such study")
}

fn no_chapter() -> ApiError {
    ApiError::new(StatusCode::NOT_FOUND, "no-chapter", "there is no such chapter")
}

fn too_many_edits() -> ApiError {
    let message = format!("a study has at most {LOGGED_EDITS} edits; copy it to go on");
    bad("study-limit", message)
}

fn owner_only() -> ApiError {
    let message = "only the owner of the study may do this";
    ApiError::new(StatusCode::FORBIDDEN, "study-rights", message)
}
