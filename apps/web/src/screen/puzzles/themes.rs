use super::desk::Desk;
use crate::{app::App, parts::RouteLink};
use i18n::theme_about;
use leptos::prelude::*;
use ui_model::{
    Route,
    puzzles::{PuzzleMode, Theme, theme_name},
};

/// All themes with their numbers of puzzles.
#[component]
pub(super) fn ThemeList() -> impl IntoView {
    let app = App::get();
    let desk = Desk::get();
    let rows = move || {
        let corpus = desk.corpus.get()?;
        let row = |(theme, count): (Theme, usize)| {
            view! {
                <li>
                    <RouteLink act="theme" to=Route::Puzzles(desk.variant, PuzzleMode::Theme(theme))>
                        <strong>{app.text(theme_name(theme))}</strong>
                        <small>{count}</small>
                        {theme_about(theme.code()).map(|about| view! { <span data-about=true>{app.text(about)}</span> })}
                    </RouteLink>
                </li>
            }
        };
        Some(corpus.themes().map(row).collect_view())
    };
    view! { <ul class="theme-list" data-themes=true>{rows}</ul> }
}
