use crate::{app::App, session::Session};
use i18n::{Message, rule_words, side_name};
use leptos::prelude::*;
use ui_model::TableModel;

/// The referee's explanation of the ending: observations, and the rule.
#[component]
pub(crate) fn EndingGrounds() -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let end = Memo::new(move |_| session.read(|model| model.end.clone()));
    move || {
        let end = end.get()?;
        let language = app.language();
        let flagged = session
            .read_table(TableModel::flagged)
            .map(|side| app.t_with(Message::FlagOf, &[side_name(language, side)]));
        let notation = app.notation();
        let grounds = session.read(|model| model.ground_words(language, notation));
        Some(view! {
            {flagged.map(|words| view! { <p class="ground-words" data-flagged=true>{words}</p> })}
            {grounds.map(|words| view! { <p class="ground-words" data-grounds=true>{words}</p> })}
            {rule_words(language, &end).map(|words| view! { <small data-rule-words=true>{words}</small> })}
        })
    }
}
