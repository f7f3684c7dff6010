use super::{FinalPosition, Icon, RouteLink};
use crate::app::App;
use leptos::prelude::*;
use protocol::ArchivedGame;
use ui_model::players::{FinishedLine, file_stem, final_position, replay_route};

/// Finished games, each in one line that leads to its replay.
#[component]
pub(crate) fn FinishedGames(games: Vec<ArchivedGame>) -> impl IntoView {
    let app = App::get();
    let row = move |game: &ArchivedGame| {
        let line = FinishedLine::new(app.language(), game);
        let picture = final_position(game);
        view! {
            <li data-archived=file_stem(&game.place) data-game=game.variant.clone()>
                <RouteLink class="finished" act="replay" to=replay_route(&game.place)>
                    {picture.map(|src| view! { <FinalPosition src/> })}
                    <span class="name">{line.left}</span>
                    <strong class="figure">{line.score}</strong>
                    <span class="name">{line.right}</span>
                    <span class="label how">{format!("{}\u{a0}· {}", line.game, line.ending)}</span>
                    <Icon d="M9 5L16 12L9 19"/>
                </RouteLink>
            </li>
        }
    };
    // A change of the language changes the rows.
    let rows = move || games.iter().map(row).collect_view();
    view! { <ol class="finished-games">{rows}</ol> }
}
