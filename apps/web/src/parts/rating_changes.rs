use crate::{app::App, backend::players, session::Session};
use i18n::Message;
use leptos::prelude::*;
use protocol::{ArchivedGame, Place, Strength};
use ui_model::{
    Route,
    players::{ArchiveFilter, change_text, strength_text},
};

/// The rating changes of a finished rated game, from the archive.
#[component]
pub(crate) fn RatingChanges() -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let found = RwSignal::new(None::<ArchivedGame>);
    let asked = untrack(|| {
        session.read_table(|table| {
            let game = Some(&table.game).filter(|game| table.rated && game.is_over())?;
            Some(game.seats.first()?.name.clone())
        })
    });
    if let (Some(player), Route::Table(table)) = (asked, app.route.get_untracked()) {
        let filter = ArchiveFilter { player, ..ArchiveFilter::default() };
        leptos::task::spawn_local(async move {
            // The server archives a game before it announces the end. An older game may be on a
            // later page of the archive; then its changes are not shown.
            let page = players::archive(app, &filter, "").await;
            let is_this = |game: &ArchivedGame| matches!(&game.place, Place::Table { table: id } if *id == table);
            let game = page.ok().and_then(|page| page.games.into_iter().find(is_this));
            let _ = found.try_set(game);
        });
    }
    move || {
        found.get().map(|game| {
            if game.players.iter().all(|player| player.rated.is_none()) {
                let words = app.t(Message::TooShortToCount);
                return view! { <p data-too-short=true>{words}</p> }.into_any();
            }
            let rows = game.players.into_iter().filter_map(|player| {
                let (before, change) = player.rated?;
                let after = Strength { rating: before.rating + change, ..before };
                Some(view! {
                    <li data-changed=player.name.clone() data-change=change>
                        <span class="name">{player.name.clone()}</span>
                        <span class="figure soft">{strength_text(before)}</span>
                        <strong class="figure">{change_text(change)}</strong>
                        <span class="figure">{strength_text(after)}</span>
                    </li>
                })
            });
            view! { <ul class="changes" aria-label=app.t(Message::RatingsAfter)>{rows.collect_view()}</ul> }.into_any()
        })
    }
}
