use crate::{
    app::App,
    parts::{Icon, PageHeader, RouteLink, RuleList, StartBoard},
};
use i18n::{Message, variant_name};
use leptos::prelude::*;
use ui_model::{Route, Variant, editor::EDITABLE};

/// The rules of a game, with links to the others.
#[component]
pub(crate) fn Rules(variant: Variant) -> impl IntoView {
    let app = App::get();
    let title = Signal::derive(move || {
        app.t_with(Message::RulesOf, &[variant_name(app.language(), variant)])
    });
    let others = Variant::ALL.map(|other| {
        let current = (other == variant).then_some("page");
        view! {
            <span aria-current=current>
                <RouteLink class="button" act="rules-of" to=Route::Rules(other)>{move || variant_name(app.language(), other)}</RouteLink>
            </span>
        }
    });
    view! {
        <main class="new pair" data-screen="rules" data-game=variant.as_str()>
            <StartBoard variant/>
            <PageHeader title/>
            <div class="sheet">
                <nav class="choices small">{others}</nav>
                <RouteLink class="button" act="learn" to=Route::Lesson(variant, 0, 0)>
                    <Icon d="M3 8L12 4L21 8L12 12ZM7 10V15C10 18 14 18 17 15V10M21 8V14"/>
                    {app.text(Message::Learn)}
                </RouteLink>
                <RuleList variant is_page=true/>
                {EDITABLE.contains(&variant).then(|| view! {
                    <RouteLink class="button" act="editor" to=Route::Editor(variant, String::new())>
                        <Icon d="M4 4H20V20H4ZM4 12H20M12 4V20"/>
                        {app.text(Message::SetUpBoard)}
                    </RouteLink>
                })}
                <RouteLink class="button main" act="new-game" to=Route::New(variant)>
                    <Icon d="M8 5L18 12L8 19Z"/>
                    {app.text(Message::StartGame)}
                </RouteLink>
            </div>
        </main>
    }
}
