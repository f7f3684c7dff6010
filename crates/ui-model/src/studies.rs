use crate::{Route, records::Replay, stored::Storage};
use protocol::{AccountId, UnixMs};
use record::ReplayedRecord;
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, sync::Arc};

pub use ::studies::*;
pub use protocol::StudyId;

/// Prefix of the ids of studies on this device. The server makes no such ids.
const DEVICE: &str = "device-";

/// Prefix of the storage keys of studies on this device.
const KEYS: &str = "chuhe.study.";

/// A study on this device, of a player without an account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DeviceStudy {
    /// Title of the study.
    pub title: String,
    /// Time of the last edit.
    pub updated_ms: UnixMs,
    /// The chapters in order.
    pub chapters: Vec<ChapterHead>,
    /// The contents of the chapters as `.chuhe` files, by id.
    files: BTreeMap<String, String>,
}

/// The page of a chapter; of the first one if `chapter` is empty.
pub fn route(id: &StudyId, chapter: &str) -> Route {
    let slash = if chapter.is_empty() { "" } else { "/" };
    Route::Study(format!("{id}{slash}{chapter}"))
}

/// The study and the chapter of a [`Route::Study`]. The chapter is empty if the route names none.
pub fn place(text: &str) -> (StudyId, &str) {
    let (id, chapter) = text.split_once('/').unwrap_or((text, ""));
    (id.into(), chapter)
}

/// Whether the study with this id is on this device.
pub fn is_on_device(id: &StudyId) -> bool {
    id.starts_with(DEVICE)
}

impl DeviceStudy {
    /// A study with these chapters.
    ///
    /// # Errors
    /// The refusal of a chapter, or of the title.
    pub fn new(request: &NewStudyRequest, now: UnixMs) -> Result<DeviceStudy, EditRefused> {
        let mut study = DeviceStudy {
            title: clean_title(&request.title)?,
            updated_ms: now,
            chapters: Vec::new(),
            files: BTreeMap::new(),
        };
        request.chapters.iter().try_for_each(|edit| study.edit(edit, now))?;
        Ok(study)
    }

    /// Carries out an edit, as the server does.
    ///
    /// # Errors
    /// [`EditRefused`]; then nothing is changed.
    pub fn edit(&mut self, edit: &Edit, now: UnixMs) -> Result<(), EditRefused> {
        let mut state = StudyState {
            title: self.title.clone(),
            visibility: Visibility::Private,
            owner: AccountId::default(),
            authors: Vec::new(),
            chapters: self.chapters.clone(),
        };
        let mut contents = BTreeMap::new();
        if let Some((id, file)) = edit.chapter().and_then(|id| self.files.get_key_value(id)) {
            contents.insert(id.clone(), Chapter::read(file)?);
        }
        apply(&mut state, &mut contents, edit)?;
        if let Some(id) = edit.chapter() {
            match contents.get(id) {
                Some(content) => _ = self.files.insert(id.to_owned(), content.text()),
                None => _ = self.files.remove(id),
            }
        }
        (self.title, self.chapters, self.updated_ms) = (state.title, state.chapters, now);
        Ok(())
    }

    /// The content of a chapter as a `.chuhe` file.
    pub fn file(&self, chapter: &str) -> Option<&str> {
        self.files.get(chapter).map(String::as_str)
    }

    /// The study as its reader sees it.
    pub fn view(&self, id: &StudyId) -> StudyView {
        StudyView {
            id: id.clone(),
            title: self.title.clone(),
            visibility: Visibility::Private,
            owner: String::new(),
            authors: Vec::new(),
            chapters: self.chapters.clone(),
            version: 0,
            can_edit: true,
            is_owner: true,
        }
    }

    /// The study in a list.
    pub fn row(&self, id: &StudyId) -> StudyRow {
        StudyRow {
            id: id.clone(),
            title: self.title.clone(),
            owner: String::new(),
            visibility: Visibility::Private,
            chapters: self.chapters.clone(),
            updated_ms: self.updated_ms,
        }
    }

    /// The request that creates the same study on the server.
    pub fn request(&self) -> NewStudyRequest {
        let chapter = |head: &ChapterHead| Edit::AddChapter {
            chapter: head.id.clone(),
            title: head.title.clone(),
            file: self.files.get(&head.id).cloned().unwrap_or_default(),
            side: head.side,
            guess: head.guess,
        };
        NewStudyRequest {
            title: self.title.clone(),
            visibility: Visibility::Private,
            chapters: self.chapters.iter().map(chapter).collect(),
        }
    }

    /// Stores the study. Returns `false` if there is no room.
    pub fn store(&self, storage: impl Storage, id: &StudyId) -> bool {
        let text = serde_json::to_string(self).unwrap_or_default();
        storage.set(&format!("{KEYS}{id}"), &text)
    }
}

/// Id of a new study on this device, from random digits.
pub fn device_id(random: &str) -> StudyId {
    format!("{DEVICE}{random}").into()
}

/// The study of this device with this id.
pub fn device_study(storage: impl Storage, id: &StudyId) -> Option<DeviceStudy> {
    serde_json::from_str(&storage.get(&format!("{KEYS}{id}"))?).ok()
}

/// All studies of this device, the last edited first. What cannot be read is left out.
pub fn device_studies(storage: impl Storage) -> Vec<(StudyId, DeviceStudy)> {
    let ids = storage.keys(KEYS).into_iter().filter_map(|key| {
        let id = StudyId::from(key.strip_prefix(KEYS)?);
        is_on_device(&id).then_some(id)
    });
    let found = ids.filter_map(|id| Some((id.clone(), device_study(storage, &id)?)));
    let mut found: Vec<_> = found.collect();
    found.sort_by_key(|(_, study)| std::cmp::Reverse(study.updated_ms));
    found
}

/// Removes a study from this device.
pub fn remove_device_study(storage: impl Storage, id: &StudyId) {
    storage.remove(&format!("{KEYS}{id}"));
}

/// A chapter as a replay. `None` if its moves do not fit.
pub fn replay(chapter: &Chapter) -> Option<Arc<Replay>> {
    Some(Arc::new(Replay::new(ReplayedRecord::new(chapter.record())?)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;

    thread_local! {
        static STORED: RefCell<BTreeMap<String, String>> = const { RefCell::new(BTreeMap::new()) };
    }

    #[derive(Clone, Copy)]
    struct Memory;

    impl Storage for Memory {
        fn get(self, key: &str) -> Option<String> {
            STORED.with_borrow(|stored| stored.get(key).cloned())
        }

        fn set(self, key: &str, text: &str) -> bool {
            STORED.with_borrow_mut(|stored| stored.insert(key.to_owned(), text.to_owned()));
            true
        }

        fn remove(self, key: &str) {
            STORED.with_borrow_mut(|stored| stored.remove(key));
        }

        fn keys(self, prefix: &str) -> Vec<String> {
            STORED.with_borrow(|stored| {
                stored.keys().filter(|key| key.starts_with(prefix)).cloned().collect()
            })
        }
    }

    fn add(chapter: &str, moves: &str) -> Edit {
        let games = record::pgn::read(moves.as_bytes()).expect("a game");
        Edit::AddChapter {
            chapter: chapter.into(),
            title: format!("Chapter {chapter}"),
            file: record::write(&games[0]).expect("legal moves"),
            side: 1,
            guess: false,
        }
    }

    #[test]
    fn a_route_names_study_and_chapter() {
        for (id, chapter, href) in [("k3x9", "", "/study/k3x9"), ("k3x9", "c1", "/study/k3x9/c1")] {
            let route = route(&id.into(), chapter);
            assert_eq!((route.href().as_str(), Route::read(href, "")), (href, route.clone()));
            let Route::Study(text) = route else { panic!("{route:?}") };
            assert_eq!(place(&text), (id.into(), chapter));
        }
    }

    /// A player without an account keeps studies, which move to the account later.
    #[test]
    fn a_study_stays_on_the_device() {
        let request = NewStudyRequest {
            title: "Openings\u{202e}".into(),
            visibility: Visibility::Public,
            chapters: vec![add("a", "1. h2e2 *"), add("b", "1. b2e2 *")],
        };
        let mut study = DeviceStudy::new(&request, UnixMs(5)).expect("a study");
        let id = device_id("0a1b");
        let play = |action: &str| Edit::Tree {
            chapter: "a".into(),
            change: TreeEdit::Play { path: "h2e2".into(), action: action.into() },
        };
        study.edit(&play("h9g7"), UnixMs(7)).expect("a legal move");
        let refused = study.edit(&play("h9h7"), UnixMs(9)).map_err(|no| no.code);
        assert_eq!((refused, study.updated_ms), (Err("study-move"), UnixMs(7)));
        study.edit(&Edit::RemoveChapter { chapter: "b".into() }, UnixMs(8)).expect("not the last");
        assert!(study.store(Memory, &id));
        Memory.set("chuhe.study.device-x", "{}");
        Memory.set("chuhe.study.other", "{}");
        assert_eq!(device_studies(Memory), [(id.clone(), study.clone())]);
        assert_eq!((study.title.as_str(), study.file("b")), ("Openings", None));
        let request = study.request();
        let again = DeviceStudy::new(&request, UnixMs(8)).expect("its own study");
        assert_eq!(again, study);
        assert!(again.view(&id).can_edit && is_on_device(&id));
        let chapter = Chapter::read(study.file("a").expect("a chapter")).expect("its own file");
        assert_eq!(replay(&chapter).expect("legal moves").model.history.len(), 2);
        remove_device_study(Memory, &id);
        assert_eq!(device_study(Memory, &id), None);
    }
}
