use crate::{app::App, session::Session};
use leptos::prelude::*;
use ui_model::{
    TableModel,
    catalogue::{Message, ground_words, rule_words, side_name},
};

/// Why the referee ended the game so: what was seen, and the rule.
#[component]
pub(crate) fn EndingGrounds() -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let end = Memo::new(move |_| session.read(|model| model.state.end.clone()));
    move || {
        let end = end.get()?;
        let language = app.language();
        let flagged = session
            .read(TableModel::flagged)
            .map(|side| app.fill(Message::FlagOf, &[side_name(language, side)]));
        Some(view! {
            {flagged.map(|words| view! { <p class="ground-words" data-flagged=true>{words}</p> })}
            {ground_words(language, &end).map(|words| view! { <p class="ground-words" data-grounds=true>{words}</p> })}
            {rule_words(language, &end).map(|words| view! { <small data-rule-words=true>{words}</small> })}
        })
    }
}
