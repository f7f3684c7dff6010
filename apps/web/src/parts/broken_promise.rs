use crate::{app::App, browser, session::Session};
use leptos::prelude::*;
use ui_model::{BrokenPromise, catalogue::Message};

/// Says for good that the server does not keep to what it has signed, and what can be shown of it.
#[component]
pub(crate) fn BrokenPromiseNote() -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    move || {
        session.broken.get().map(|broken| {
            let (id, message) = match broken {
                BrokenPromise::OtherPast => ("other-past", Message::OtherPast),
                BrokenPromise::NotSigned => ("not-signed", Message::NotSigned),
                BrokenPromise::UnboundChance => ("unbound-chance", Message::UnboundChance),
            };
            view! {
                <section class="broken" role="alert" data-broken=id>
                    <strong>{app.say(Message::BrokenPromise)}</strong>
                    <p>{app.say(message)}</p>
                    <SaveProof/>
                </section>
            }
        })
    }
}

/// Keeps what this device can show of the game, where there is a server to show it of.
#[component]
pub(crate) fn SaveProof() -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let save = move |_| {
        let kept = session.proof().is_some_and(|proof| {
            let text = serde_json::to_string_pretty(&proof);
            let name = format!("{}.proof.json", proof.table);
            text.is_ok_and(|text| browser::download(&name, &text).is_ok())
        });
        if !kept {
            session.notice.set(Some(app.say(Message::StorageFull).to_owned()));
        }
    };
    let has_proof = Memo::new(move |_| session.read(|model| model.head.is_some()));
    move || {
        has_proof.get().then(|| {
            view! { <button data-act="save-proof" on:click=save>{app.say(Message::SaveProof)}</button> }
        })
    }
}
