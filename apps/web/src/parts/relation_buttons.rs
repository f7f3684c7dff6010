use crate::{app::App, backend::players};
use i18n::Message;
use leptos::prelude::*;
use protocol::Relation;

/// Buttons to follow and to block a player. A guest is asked to sign in; there are none for the
/// reader's own page. A blocked player can only be unblocked.
#[component]
pub(crate) fn RelationButtons(
    name: String,
    /// The reader's relation to the player. The buttons change it.
    relation: RwSignal<Option<Relation>>,
) -> impl IntoView {
    let app = App::get();
    let is_blocked = Memo::new(move |_| relation.get() == Some(Relation::Block));
    let trouble = RwSignal::new(None::<String>);
    let is_sending = RwSignal::new(false);
    let name = StoredValue::new(name);
    let set = move |wanted: Option<Relation>| {
        if app.account.with_untracked(Option::is_none) {
            app.sign_in_open.set(true);
            return;
        }
        is_sending.set(true);
        trouble.set(None);
        leptos::task::spawn_local(async move {
            let answer = players::relate(app, &name.get_value(), wanted).await;
            // The page may have been left in the meantime.
            if is_sending.try_set(false).is_some() {
                return;
            }
            match answer {
                Ok(()) => relation.set(wanted),
                Err(why) => trouble.set(Some(why)),
            }
        });
    };
    let is_other = move || app.account.with(|own| own.as_ref() != Some(&name.get_value()));
    // One state has one wording: following is a pressed button, and blocking has two names.
    let button = move |kind: Relation, act: &'static str, off: Message, on: Message| {
        let is_on = move || relation.get() == Some(kind);
        let pressed = move || (kind == Relation::Follow).then(|| is_on().to_string());
        view! {
            <button
                data-act=act
                aria-pressed=pressed
                disabled=move || is_sending.get()
                on:click=move |_| set((!is_on()).then_some(kind))
            >
                {move || app.t(if is_on() { on } else { off })}
            </button>
        }
    };
    move || {
        is_other().then(|| view! {
            {move || (!is_blocked.get()).then(|| button(Relation::Follow, "follow", Message::Follow, Message::Follow))}
            {button(Relation::Block, "block", Message::Block, Message::Unblock)}
            <div role="status">
                {move || is_blocked.get().then(|| view! { <p class="label" data-blocked=true>{app.t(Message::BlockedAbout)}</p> })}
                {move || trouble.get().map(|why| view! { <p class="trouble" role="alert" data-trouble=true>{why}</p> })}
            </div>
        })
    }
}
