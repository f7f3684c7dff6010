//! Chapters of studies that are not private, for pictures and for other sites.

use crate::{app::Hub, base::HubError, pictures::Scene};
use protocol::StudyId;
use std::{net::IpAddr, sync::Arc};
use studies::ChapterHead;
use ui_model::records::Replay;

/// A chapter that any site may show, with the title of its study.
pub(super) async fn open_replay(
    hub: &Hub,
    id: &StudyId,
    chapter: &str,
    address: Option<IpAddr>,
) -> Result<Option<(String, ChapterHead, Arc<Replay>)>, HubError> {
    let Some((title, head)) = hub.studies.open_chapter(id, chapter).await? else {
        return Ok(None);
    };
    let Some(file) = hub.studies.open_content(id, &head.id).await? else { return Ok(None) };
    let replay = hub.pictures.replay(file.into(), address).await?;
    Ok(replay.map(|replay| (title, head, replay)))
}

/// The position of a replay after a number of plies, or its last one.
pub(super) fn scene_of(replay: &Replay, plies: usize) -> Scene {
    let plies = plies.min(replay.model.history.len());
    let last = plies.checked_sub(1).and_then(|at| replay.model.history.get(at));
    Scene {
        variant: replay.model.variant,
        options: replay.model.options.clone(),
        position: replay.position_after(plies),
        last: last.map(|entry| entry.done.clone()),
        is_traditional: false,
    }
}
