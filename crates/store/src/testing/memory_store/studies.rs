use super::MemoryStore;
use crate::{
    ChapterChange, StoreError, StoredChapter, StoredStudy, Studies, StudyCommit, StudyEdit,
    StudyFilter, studies::StudyRows,
};
use async_trait::async_trait;
use protocol::StudyId;
use std::cmp::Reverse;

#[async_trait]
impl Studies for MemoryStore {
    async fn create_study(
        &self,
        study: StoredStudy,
        chapters: Vec<ChapterChange>,
        max: u32,
    ) -> Result<(), StoreError> {
        let studies = &mut self.contents().studies;
        let own = studies.values().filter(|rows| rows.study.owner == study.owner);
        if own.count() >= max as usize {
            return Err(StoreError::TooManyStudies);
        }
        let study = with_sorted_authors(study);
        let mut rows = StudyRows { study, chapters: Vec::new(), edits: Vec::new() };
        change(&mut rows, chapters);
        studies.insert(rows.study.id.clone(), rows);
        Ok(())
    }

    async fn commit_study(&self, commit: StudyCommit) -> Result<(), StoreError> {
        let StudyCommit { study, expected, chapters, edits } = commit;
        let studies = &mut self.contents().studies;
        let rows =
            studies.get_mut(&study.id).ok_or_else(|| StoreError::NoStudy(study.id.clone()))?;
        let found = rows.study.version;
        if found != expected {
            return Err(StoreError::StaleStudy { study: study.id, expected, found });
        }
        let (owner, created_ms) = (rows.study.owner.clone(), rows.study.created_ms);
        rows.study = with_sorted_authors(StoredStudy { owner, created_ms, ..study });
        change(rows, chapters);
        rows.edits.extend(edits);
        Ok(())
    }

    async fn delete_study(&self, study: &StudyId) -> Result<(), StoreError> {
        self.contents().studies.remove(study);
        Ok(())
    }

    async fn study(&self, study: &StudyId) -> Result<Option<StoredStudy>, StoreError> {
        Ok(self.contents().studies.get(study).map(|rows| rows.study.clone()))
    }

    async fn study_chapter(
        &self,
        study: &StudyId,
        chapter: &str,
    ) -> Result<Option<StoredChapter>, StoreError> {
        let contents = self.contents();
        let rows = contents.studies.get(study);
        Ok(rows.and_then(|rows| rows.chapters.iter().find(|it| it.id == chapter).cloned()))
    }

    async fn study_chapters(
        &self,
        study: &StudyId,
        chapters: Vec<String>,
    ) -> Result<Vec<StoredChapter>, StoreError> {
        let contents = self.contents();
        let stored = contents.studies.get(study).map_or(&[][..], |rows| &rows.chapters);
        Ok(stored.iter().filter(|chapter| chapters.contains(&chapter.id)).cloned().collect())
    }

    async fn study_edits(
        &self,
        study: &StudyId,
        after: u64,
        limit: u32,
    ) -> Result<Vec<StudyEdit>, StoreError> {
        let contents = self.contents();
        let edits = contents.studies.get(study).into_iter().flat_map(|rows| &rows.edits);
        let edits = edits.filter(|edit| edit.version > after).take(limit as usize);
        Ok(edits.cloned().collect())
    }

    async fn stored_commands(
        &self,
        study: &StudyId,
        mut commands: Vec<String>,
    ) -> Result<Vec<String>, StoreError> {
        let contents = self.contents();
        let edits = contents.studies.get(study).map_or(&[][..], |rows| &rows.edits);
        commands.retain(|command| edits.iter().any(|edit| edit.command == *command));
        Ok(commands)
    }

    async fn studies(&self, filter: StudyFilter) -> Result<Vec<StoredStudy>, StoreError> {
        let contents = self.contents();
        let is_wanted =
            |study: &&StoredStudy| {
                let place = (study.updated_ms, study.id.clone());
                filter.author.as_ref().is_none_or(|account| {
                    study.owner == *account || study.authors.contains(account)
                }) && filter.visibility.as_ref().is_none_or(|it| study.visibility == *it)
                    && filter.after.as_ref().is_none_or(|after| place < *after)
            };
        let found = contents.studies.values().map(|rows| &rows.study).filter(is_wanted);
        let mut found: Vec<StoredStudy> = found.cloned().collect();
        found.sort_by_key(|study| Reverse((study.updated_ms, study.id.clone())));
        found.truncate(filter.limit as usize);
        Ok(found)
    }
}

fn with_sorted_authors(mut study: StoredStudy) -> StoredStudy {
    let owner = study.owner.clone();
    study.authors.retain(|account| *account != owner);
    study.authors.sort();
    study.authors.dedup();
    study
}

fn change(rows: &mut StudyRows, chapters: Vec<ChapterChange>) {
    let version = rows.study.version;
    for ChapterChange { id, document } in chapters {
        rows.chapters.retain(|chapter| chapter.id != id);
        rows.chapters.extend(document.map(|document| StoredChapter { id, version, document }));
    }
}
