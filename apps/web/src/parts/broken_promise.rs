use crate::{app::App, browser, lazy::NotFetched, session::Session};
use i18n::Message;
use leptos::{prelude::*, wasm_split::wasm_split};
use table::Proof;
use ui_model::{Mismatch, TranscriptViolation};

/// Warns that the server is not honest, for as long as the table is open, and offers the proof.
#[component]
pub(crate) fn BrokenPromiseNote() -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    move || {
        session.broken.get().map(|broken| {
            let (id, message) = match broken {
                TranscriptViolation::OtherPast => ("other-past", Message::OtherPast),
                TranscriptViolation::NotSigned => ("not-signed", Message::NotSigned),
                TranscriptViolation::UnboundChance => ("unbound-chance", Message::UnboundChance),
                TranscriptViolation::Shown(Mismatch::Rules) => ("rules", Message::ShownRules),
                TranscriptViolation::Shown(Mismatch::Plan) => ("plan", Message::ShownPlan),
                TranscriptViolation::Shown(Mismatch::Players) => ("players", Message::ShownPlayers),
                TranscriptViolation::Shown(Mismatch::Moves) => ("moves", Message::ShownMoves),
                TranscriptViolation::Shown(Mismatch::Board) => ("board", Message::ShownBoard),
                TranscriptViolation::Shown(Mismatch::Result) => ("result", Message::ShownResult),
            };
            view! {
                <section class="broken" role="alert" data-broken=id>
                    <strong>{app.t(Message::BrokenPromise)}</strong>
                    <p>{app.t(message)}</p>
                    <SaveProof/>
                </section>
            }
        })
    }
}

/// Saves the proof of a game that a server has signed.
#[component]
pub(crate) fn SaveProof() -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let save = move |_| {
        let Some(proof) = session.proof() else {
            session.tell(Message::StorageFull);
            return;
        };
        leptos::task::spawn_local(async move {
            if let Err(trouble) = keep(proof).await {
                session.tell(trouble);
            }
        });
    };
    let has_proof = Memo::new(move |_| session.read_table(|table| table.head.is_some()));
    move || {
        has_proof.get().then(|| {
            view! { <button data-act="save-proof" on:click=save>{app.t(Message::SaveProof)}</button> }
        })
    }
}

async fn keep(proof: Proof) -> Result<(), Message> {
    let name = format!("{}.proof.json", proof.table);
    let text = proof_text(proof).await.map_err(|_| Message::PartUnreachable)?;
    let text = text.ok_or(Message::StorageFull)?;
    browser::download(&name, &text).map_err(|_| Message::StorageFull)
}

/// A proof as a file; `None` if it cannot be written.
#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible)]
fn proof_text(proof: Proof) -> Result<Option<String>, NotFetched> {
    Ok(serde_json::to_string_pretty(&proof).ok())
}
