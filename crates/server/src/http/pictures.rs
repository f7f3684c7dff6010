//! Pictures for the previews of links: `/t/ID.png`, `/game/ID.png`, `/study/ID/CHAPTER.png` and
//! `/picture/GAME.png`. With `?thumbnail`, the board alone and small, for lists of games.

use super::{
    chapters::{open_replay, scene_of},
    request::{has_tag, text},
};
use crate::{
    app::Hub,
    base::{ApiError, HubError},
    net::Client,
    pictures::Scene,
};
use axum::{
    body::Body,
    http::{HeaderMap, Response, StatusCode, Uri, header},
    response::IntoResponse,
};
use games::Variant;
use i18n::Language;
use protocol::{GameId, StudyId, TableInfo};
use ui_model::{Route, preview::variant_picture};

/// Query of a picture with traditional characters on the pieces.
const TRADITIONAL: &str = "traditional";

/// Query of a small picture of the board alone.
const THUMBNAIL: &str = "thumbnail";

/// What a picture is of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Subject {
    /// A table: its present or final position.
    Table(GameId),
    /// A chapter of a study: the last position of its main line.
    Chapter(StudyId, String),
    /// The first position of a game.
    Start(Variant),
}

impl Subject {
    /// The subject of a path without its first slash; `None` for other paths.
    pub(super) fn read(path: &str) -> Option<Subject> {
        let name = path.strip_suffix(".png")?;
        if let Some(variant) = name.strip_prefix("picture/") {
            return variant.parse().ok().map(Subject::Start);
        }
        match Route::read(name, "") {
            Route::Table(id) | Route::TableGame(id, _) => Some(Subject::Table(id)),
            Route::Study(place) => {
                let (id, chapter) = ui_model::studies::place(&place);
                Some(Subject::Chapter(id, chapter.to_owned()))
            }
            _ => None,
        }
    }
}

/// The path of a table's picture; `None` if its position is not for everyone. The number of plies
/// makes readers of old previews ask again.
pub(super) fn of_table(info: &TableInfo, language: Language) -> Option<String> {
    let has_begun = info.seats.iter().all(|seat| seat.taken);
    let path = if info.over {
        format!("/game/{}.png?ply={}", info.table, info.plies)
    } else if has_begun && info.plan.is_public {
        format!("/t/{}.png?ply={}", info.table, info.plies)
    } else {
        let variant: Variant = info.plan.variant.parse().ok()?;
        format!("{}?", variant_picture(variant))
    };
    let path = if language.has_traditional_pieces() { path + "&" + TRADITIONAL } else { path };
    Some(path.trim_end_matches('?').replace("?&", "?"))
}

/// The position that every spectator of a table may see. `None` before the game, and for a running
/// game that is known only to those with its link.
pub(super) async fn scene(hub: &Hub, id: &GameId) -> Result<Option<Scene>, HubError> {
    let table = hub.tables.spectated(id).await?;
    if !table.has_started() || !(table.is_over() || table.plan().is_public) {
        return Ok(None);
    }
    let (state, last, _) = table.public_state(hub.app.now_ms().0);
    Ok(Some(Scene {
        variant: table.variant(),
        options: table.plan().options.clone(),
        position: state.position,
        last,
        is_traditional: false,
    }))
}

/// Serves a picture. A table that is not for everyone has the same answer as an unknown one.
pub(super) async fn serve(
    hub: &Hub,
    subject: Subject,
    client: Client,
    uri: &Uri,
    headers: &HeaderMap,
) -> Response<Body> {
    let no_picture = || text(StatusCode::NOT_FOUND, "there is no picture here\n");
    if !hub.app.config.has_pictures {
        return no_picture();
    }
    let (scene, max_age) = match subject {
        Subject::Start(variant) => (Scene::start(variant), 86_400),
        Subject::Chapter(id, chapter) => {
            match open_replay(hub, &id, &chapter, client.address).await {
                Ok(Some((_, _, replay))) => (scene_of(&replay, usize::MAX), 10),
                Ok(None) => return no_picture(),
                Err(error) => return ApiError::from(error).into_response(),
            }
        }
        Subject::Table(id) => match scene(hub, &id).await {
            Ok(Some(scene)) => (scene, 10),
            Ok(None) | Err(HubError::NoTable(_)) => return no_picture(),
            Err(error) => return ApiError::from(error).into_response(),
        },
    };
    let asks = |word| uri.query().is_some_and(|it| it.split('&').any(|it| it == word));
    let scene = Scene { is_traditional: asks(TRADITIONAL), ..scene };
    let drawing = if asks(THUMBNAIL) { scene.thumbnail() } else { scene.card() };
    let Some(drawing) = drawing else { return no_picture() };
    let response = Response::builder()
        .header(header::CONTENT_TYPE, "image/png")
        .header(header::CACHE_CONTROL, format!("public, max-age={max_age}"))
        .header(header::ETAG, &drawing.tag);
    if has_tag(headers, &drawing.tag) {
        return response.status(StatusCode::NOT_MODIFIED).body(Body::empty()).unwrap_or_default();
    }
    match hub.pictures.png(drawing, client.address).await {
        Ok(png) => response.body(Body::from(png)).unwrap_or_default(),
        Err(error) => ApiError::from(error).into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_pictures_are_read() {
        for (path, subject) in [
            ("t/k3x9.png", Some(Subject::Table("k3x9".into()))),
            ("game/k3x9.png", Some(Subject::Table("k3x9".into()))),
            ("study/k3x9/c1.png", Some(Subject::Chapter("k3x9".into(), "c1".into()))),
            ("study/k3x9.png", Some(Subject::Chapter("k3x9".into(), String::new()))),
            ("picture/banqi.png", Some(Subject::Start(Variant::Banqi))),
            ("picture/chess.png", None),
            ("t/.png", None),
            ("t/a/b.png", None),
            ("icon.png", None),
            ("t/k3x9", None),
        ] {
            assert_eq!(Subject::read(path), subject, "{path}");
        }
    }
}
