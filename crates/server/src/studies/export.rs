//! Files of studies.

use super::{Studies, heads, no_chapter, refusal, turn, work_in};
use crate::{
    accounts::Member,
    base::{ApiError, bad},
};
use ::studies::Chapter;
use protocol::StudyId;
use record::{Format, Record, Tag, write_as};
use std::str::FromStr;
use xiangqi::notation::Notation;

/// A file to save.
pub(crate) struct StudyFile {
    pub(crate) name: String,
    pub(crate) text: String,
}

/// Format of a study's file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StudyFormat {
    /// One chapter.
    Chuhe,
    /// One chapter, or all chapters of xiangqi.
    Pgn,
}

impl FromStr for StudyFormat {
    type Err = ApiError;

    fn from_str(text: &str) -> Result<StudyFormat, ApiError> {
        match text {
            "chuhe" => Ok(StudyFormat::Chuhe),
            "pgn" => Ok(StudyFormat::Pgn),
            _ => Err(bad("format", "format: expected `chuhe` or `pgn`")),
        }
    }
}

impl Studies {
    /// The file of a chapter, or of all chapters. `notation` is that of the moves in PGN.
    ///
    /// # Errors
    /// `no-study`, `no-chapter`, `format` if the format does not support the game, or if the store
    /// fails.
    pub(crate) async fn file(
        &self,
        id: &StudyId,
        reader: Option<&Member>,
        chapter: Option<&str>,
        format: StudyFormat,
        notation: Notation,
    ) -> Result<StudyFile, ApiError> {
        let study = self.open(id, reader).await?;
        let mut wanted = heads(&study);
        if let Some(chapter) = chapter {
            wanted.retain(|head| head.id == chapter);
        } else if format == StudyFormat::Chuhe {
            let message = "a `.chuhe` file has one game; expected `chapter`";
            return Err(bad("format", message));
        } else {
            wanted.retain(|head| head.variant == games::Variant::Xiangqi.as_str());
        }
        if wanted.is_empty() && chapter.is_some() {
            return Err(no_chapter());
        }
        let turn = turn(&self.exports).await?;
        let contents = self.contents(id, &wanted).await?;
        let titles = wanted.into_iter().map(|head| head.title);
        let documents: Vec<_> = titles.zip(contents.into_iter().map(|(_, text)| text)).collect();
        let extension = if format == StudyFormat::Pgn { "pgn" } else { "chuhe" };
        let place = chapter.map(|chapter| format!("-{chapter}")).unwrap_or_default();
        let name = format!("study-{id}{place}.{extension}");
        let title = study.title;
        let text = work_in(turn, move || text(&title, &documents, format, notation)).await??;
        Ok(StudyFile { name, text })
    }
}

fn text(
    study: &str,
    documents: &[(String, String)],
    format: StudyFormat,
    notation: Notation,
) -> Result<String, ApiError> {
    let mut files = Vec::new();
    for (title, document) in documents {
        let record = named(Chapter::read(document).map_err(refusal)?.record(), study, title);
        let written = match format {
            StudyFormat::Chuhe => write_as(&record, Format::Chuhe, Notation::Iccs),
            StudyFormat::Pgn => write_as(&record, Format::Pgn, notation),
        };
        files.push(written.map_err(|error| bad("format", format!("{title}: {error}")))?);
    }
    if files.is_empty() {
        return Err(bad("format", "PGN is a format of xiangqi; the study has no chapter of it"));
    }
    Ok(files.join("\n"))
}

/// The record with the titles of study and chapter, where the game has none.
fn named(mut record: Record, study: &str, title: &str) -> Record {
    for (tag, text) in [(Tag::Event, study), (Tag::Title, title)] {
        if record.tags.get(tag).is_empty() {
            record.tags.set(tag, text);
        }
    }
    record
}
