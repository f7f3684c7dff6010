//! A chapter of a study on the analysis board: loading, sending edits, and edits of other authors.

use super::{
    RecordPlayer,
    study::{StorageKeys, Study},
};
use crate::{
    app::App,
    backend::studies::{self, StudyFailure},
    browser,
    parts::AwaitedScreen,
    session::Session,
};
use games::board::BoardShape;
use i18n::{Message, refusal};
use leptos::prelude::*;
use std::sync::Arc;
use ui_model::{
    records::Replay,
    studies::{
        Chapter, ChapterHead, Edit, Notice, RefusedEdit, Replica, SentEdit, StudyChanges, StudyId,
        StudyView, TreeEdit, diff, is_on_device, place as place_of, replay, route,
    },
};

/// Pause before edits are sent again, in milliseconds.
const AGAIN_MS: u32 = 3_000;

/// Prefix of the storage keys of edits that the server has not answered.
const UNANSWERED: &str = "chuhe.study-edits.";

/// Whether the edits of the page are on the server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SaveState {
    Saved,
    Saving,
    /// The server does not answer.
    Unsaved,
}

/// A notice in words, and the comment that can be restored: the path of its node, and its text.
pub(super) type NoticeWords = (String, Option<(String, String)>);

/// The study of the page. It is `Copy` because it holds only handles.
#[derive(Clone, Copy)]
pub(super) struct StudyLink {
    pub(super) id: StoredValue<StudyId>,
    /// Id of the shown chapter.
    pub(super) chapter: StoredValue<String>,
    pub(super) view: RwSignal<StudyView>,
    pub(super) state: RwSignal<SaveState>,
    /// What the reader should know about edits.
    pub(super) notices: RwSignal<Vec<NoticeWords>>,
    /// Whether the study can be read no longer.
    pub(super) is_gone: RwSignal<bool>,
    replica: StoredValue<Replica>,
    is_sending: StoredValue<bool>,
    board: StoredValue<Option<(Session, Study)>>,
}

/// A study that was loaded.
#[derive(Clone)]
struct Loaded {
    view: StudyView,
    head: ChapterHead,
    replica: Replica,
    game: Arc<Replay>,
}

/// A chapter of a study; the first one if the address names none.
#[component]
pub(crate) fn StudyScreen(
    /// Its id and that of the chapter.
    place: String,
) -> impl IntoView {
    let app = App::get();
    let (id, chapter) = place_of(&place);
    let chapter = chapter.to_owned();
    let loaded = RwSignal::new(None::<Loaded>);
    let trouble = RwSignal::new(None::<String>);
    let ask = Callback::new(move |()| {
        trouble.set(None);
        let (id, chapter) = (id.clone(), chapter.clone());
        leptos::task::spawn_local(async move {
            let found = load(app, &id, &chapter).await;
            // The page may have been left in the meantime.
            if trouble.is_disposed() {
                return;
            }
            match found {
                Ok(found) => {
                    app.replace_address(&route(&id, &found.head.id));
                    loaded.set(Some(found));
                }
                Err(why) => trouble.set(Some(studies::words(app, why))),
            }
        });
    });
    ask.run(());
    move || {
        if let Some(Loaded { view, head, replica, game }) = loaded.get() {
            let link = StudyLink {
                id: StoredValue::new(view.id.clone()),
                chapter: StoredValue::new(head.id.clone()),
                view: RwSignal::new(view),
                state: RwSignal::new(SaveState::Saved),
                notices: RwSignal::new(Vec::new()),
                is_gone: RwSignal::new(false),
                replica: StoredValue::new(replica),
                is_sending: StoredValue::new(false),
                board: StoredValue::new(None),
            };
            return view! { <RecordPlayer game plies=0 keys=StorageKeys::CHAPTER linked=link/> }
                .into_any();
        }
        view! { <AwaitedScreen name="study-loading" title=Message::Studies trouble ask/> }
            .into_any()
    }
}

async fn load(app: App, id: &StudyId, chapter: &str) -> Result<Loaded, StudyFailure> {
    let view = studies::view(app, id).await?;
    let mut heads = view.chapters.iter();
    let head = heads.find(|head| chapter.is_empty() || head.id == chapter);
    let head = head.cloned().ok_or(StudyFailure::Gone)?;
    let found = studies::chapter(app, id, &head.id).await?;
    // The server wrote the file, so an unreadable one comes from a newer version.
    let content = Chapter::read(&found.file).map_err(|no| StudyFailure::Refused(no.message))?;
    // The study was read before the chapter, so what the study's version contains is in it.
    let version = found.version.max(view.version);
    let mut replica = Replica::new(head.id.clone(), content, version);
    if view.can_edit {
        let stored = browser::stored(&unanswered_key(app, id, &head.id));
        let stored = stored.and_then(|text| serde_json::from_str::<Vec<SentEdit>>(&text).ok());
        replica.resume(stored.unwrap_or_default());
    }
    let game = replay(&replica.shown()).ok_or(StudyFailure::Gone)?;
    Ok(Loaded { view, head, replica, game })
}

/// Each account has its own, so that it sends no edits of another one.
fn unanswered_key(app: App, id: &StudyId, chapter: &str) -> String {
    let account = app.account.with_untracked(|account| account.clone()).unwrap_or_default();
    format!("{UNANSWERED}{account}.{id}.{chapter}")
}

impl StudyLink {
    /// The study of this component.
    pub(super) fn get() -> StudyLink {
        expect_context()
    }

    /// The shown chapter in the list.
    pub(super) fn head(self) -> Option<ChapterHead> {
        let id = self.chapter.get_value();
        self.view.with(|view| view.chapters.iter().find(|head| head.id == id).cloned())
    }

    /// Whether the reader edits the chapter.
    pub(super) fn can_edit(self) -> bool {
        self.view.with(|view| view.can_edit)
    }

    /// Connects the study with the board that shows it.
    pub(super) fn attach(self, app: App, session: Session, study: Study) {
        self.board.set_value(Some((session, study)));
        // A reader may become an author while the page is shown, and an author a reader.
        study.on_edit.set_value(Some(Callback::new(move |()| self.edited(app))));
        if let Some(head) = untrack(|| self.head()) {
            session.flipped.set(head.side == 1);
            if head.guess && !self.view.with_untracked(|view| view.can_edit) {
                study.begin_guess(session, head.side);
            }
        }
        self.send(app);
        // The browser knows earlier than the next try that the connection is back.
        let online =
            window_event_listener(leptos::ev::Custom::new("online"), move |_: web_sys::Event| {
                self.send(app)
            });
        on_cleanup(move || online.remove());
        let id = self.id.get_value();
        if !is_on_device(&id) {
            leptos::task::spawn_local(self.follow(app, id));
        }
    }

    /// Notes that the player has changed the shown chapter, and sends the change.
    fn edited(self, app: App) {
        if !self.view.with_untracked(|view| view.can_edit) {
            return;
        }
        let Some((_, study)) = self.board.get_value() else { return };
        let tree = study.game.with_untracked(|game| Arc::clone(game.tree_handle()));
        let note = |replica: &mut Replica| replica.edited(&tree, studies::new_id);
        if self.replica.try_update_value(note) == Some(true) {
            self.keep(app);
            self.send(app);
        }
    }

    /// Stores the unanswered edits, so that a closed page loses none.
    fn keep(self, app: App) {
        let key =
            self.id.with_value(|id| self.chapter.with_value(|it| unanswered_key(app, id, it)));
        self.replica.with_value(|replica| match replica.pending() {
            [] => browser::remove_stored(&key),
            pending => {
                _ = browser::store(&key, &serde_json::to_string(pending).unwrap_or_default());
            }
        });
    }

    /// Whether the server has all edits, which the page then says. An answer may be lost while the
    /// edit arrives, and come with the changes of the study.
    fn is_saved(self) -> bool {
        let is_saved = self.replica.with_value(|it| it.pending().is_empty());
        let is_shown = self.state.with_untracked(|state| *state == SaveState::Saved);
        if is_saved && !is_shown && !self.is_sending.get_value() {
            self.state.set(SaveState::Saved);
        }
        is_saved
    }

    /// Sends edits until all are answered.
    fn send(self, app: App) {
        if self.is_sending.get_value() || self.is_saved() {
            return;
        }
        self.is_sending.set_value(true);
        self.state.set(SaveState::Saving);
        let id = self.id.get_value();
        leptos::task::spawn_local(async move {
            loop {
                let next = self
                    .replica
                    .try_with_value(|replica| (replica.version(), replica.unanswered().to_vec()));
                // The page may have been left.
                let Some((since, edits)) = next else { return };
                if edits.is_empty() {
                    break;
                }
                let reply = studies::edit(app, &id, since, edits.clone()).await;
                if self.state.is_disposed() {
                    return;
                }
                match reply {
                    Ok(reply) => {
                        let settled = if reply.changes.more { &[][..] } else { &edits };
                        self.take(app, &reply.changes, &reply.refused, settled);
                    }
                    Err(StudyFailure::Unreachable | StudyFailure::SignedOut(_)) => {
                        self.state.set(SaveState::Unsaved);
                        self.is_sending.set_value(false);
                        browser::run_after(AGAIN_MS, move || {
                            if !self.state.is_disposed() {
                                self.send(app);
                            }
                        });
                        return;
                    }
                    Err(why) => {
                        // None of them can be stored.
                        let message = studies::words(app, why);
                        let refused = edits.into_iter().map(|sent| RefusedEdit {
                            id: sent.id,
                            code: String::new(),
                            message: message.clone(),
                        });
                        let refused: Vec<_> = refused.collect();
                        self.take(app, &StudyChanges::default(), &refused, &[]);
                    }
                }
            }
            self.is_sending.set_value(false);
            self.state.set(SaveState::Saved);
        });
    }

    /// Receives the edits of other authors while the page is shown.
    async fn follow(self, app: App, id: StudyId) {
        loop {
            // A hidden page leaves its connection to others.
            while browser::is_hidden() {
                browser::pause(AGAIN_MS).await;
            }
            let Some(since) = self.replica.try_with_value(Replica::version) else { return };
            let changes = studies::changes(app, &id, since).await;
            if self.state.is_disposed() {
                return;
            }
            match changes {
                Ok(changes) => self.take(app, &changes, &[], &[]),
                Err(StudyFailure::Gone) => {
                    self.is_gone.set(true);
                    return;
                }
                Err(_) => browser::pause(AGAIN_MS).await,
            }
        }
    }

    /// Takes an answer of the server, and shows what it changes. `settled` are the edits that need no
    /// other answer.
    fn take(self, app: App, changes: &StudyChanges, refused: &[RefusedEdit], settled: &[SentEdit]) {
        let Some((session, study)) = self.board.get_value() else { return };
        let known = self.replica.with_value(Replica::version);
        let received = self.replica.try_update_value(|replica| {
            let mut notices = replica.receive(changes);
            notices.extend(replica.refuse(refused));
            replica.settle(settled);
            (notices, replica.shown())
        });
        let Some((notices, shown)) = received else { return };
        self.keep(app);
        self.is_saved();
        let tree = study.game.with_untracked(|game| Arc::clone(game.tree_handle()));
        let edits: Vec<TreeEdit> = if self.view.with_untracked(|view| view.can_edit) {
            diff(BoardShape::of(shown.variant()), &tree, shown.tree())
        } else {
            // The reader's own variations stay.
            let chapter = self.chapter.get_value();
            let new = changes.edits.iter().filter(|edit| edit.version > known);
            new.filter_map(|logged| match &logged.edit {
                Some(Edit::Tree { chapter: of, change }) if *of == chapter => Some(change.clone()),
                _ => None,
            })
            .collect()
        };
        if !edits.is_empty() {
            study.adopt(session, &edits, shown.tree());
        }
        let words: Vec<_> = notices.into_iter().map(|it| notice_words(app, study, it)).collect();
        if !words.is_empty() {
            self.notices.update(|notices| notices.extend(words));
        }
        if changes.edits.iter().any(|logged| logged.edit.is_none()) {
            self.look_again(app);
        }
    }

    /// Reads the title, the authors and the chapters again.
    pub(super) fn look_again(self, app: App) {
        let id = self.id.get_value();
        leptos::task::spawn_local(async move {
            let view = studies::view(app, &id).await;
            if self.state.is_disposed() {
                return;
            }
            match view {
                Ok(view) => {
                    self.view.set(view);
                    // What was played as a reader is an author's now.
                    self.edited(app);
                }
                Err(StudyFailure::Gone) => self.is_gone.set(true),
                // The next change brings it.
                Err(_) => {}
            }
        });
    }

    /// Makes an edit that concerns no moves. `on_done` receives the trouble, if there is some.
    pub(super) fn edit(self, app: App, edit: Edit, on_done: Callback<Option<String>>) {
        let id = self.id.get_value();
        leptos::task::spawn_local(async move {
            let trouble = studies::edit_study(app, &id, edit).await.err();
            if !self.state.is_disposed() {
                self.look_again(app);
                // The dialog may be closed.
                _ = on_done.try_run(trouble);
            }
        });
    }

    /// Puts a lost comment in place of the present one.
    pub(super) fn restore(self, path: &str, text: &str) {
        let Some((session, study)) = self.board.get_value() else { return };
        let node = study.game.with_untracked(|game| game.tree().find(path));
        if let Some(node) = node {
            study.change(session, |game| game.set_comment(node, text));
            study.go_to(session, node);
        }
    }
}

/// A notice in words.
fn notice_words(app: App, study: Study, notice: Notice) -> NoticeWords {
    match notice {
        Notice::Overwritten { path, text, by } => {
            let place = study.game.with_untracked(|game| {
                let found = game.tree().find(&path);
                found.and_then(|node| {
                    game.move_text(node, app.language_untracked(), app.notation_untracked())
                })
            });
            let place = place.unwrap_or_else(|| app.t(Message::StudyLostStart).to_owned());
            let by = i18n::shown_name(app.language_untracked(), &by).to_owned();
            (app.t_with(Message::StudyLost, &[&by, &place, &text]), Some((path, text)))
        }
        Notice::Refused { code, message, text } => {
            let why = refusal(app.language_untracked(), &code, &[], &message);
            let mut words = app.t_with(Message::StudyRefused, &[&why]);
            if !text.is_empty() {
                words += &format!(" “{text}”");
            }
            (words, None)
        }
    }
}
