//! The comment on the shown move, its glyphs, and edits of the variation.

use super::study::Study;
use crate::{
    app::{App, effect},
    browser,
    parts::Icon,
    session::Session,
};
use i18n::Message;
use leptos::prelude::*;
use ui_model::records::NodeId;

/// Maximum length of a comment, in characters.
const MAX_COMMENT: &str = "4000";

/// Pause in typing after which a comment is saved, in milliseconds.
const PAUSE_MS: u32 = 1_000;

/// The glyphs with their names.
const GLYPHS: [(u8, &str, Message); 6] = [
    (1, "!", Message::GlyphGood),
    (3, "!!", Message::GlyphBrilliant),
    (5, "!?", Message::GlyphInteresting),
    (6, "?!", Message::GlyphDubious),
    (2, "?", Message::ReviewMistake),
    (4, "??", Message::ReviewBlunder),
];

/// What is typed in the comment field.
struct Draft {
    /// The move that was shown when it was typed.
    node: NodeId,
    text: String,
    /// Whether the comment has this text already.
    is_saved: bool,
}

/// The editor of the shown move.
#[component]
pub(super) fn MoveEditor() -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let study = Study::get();
    let node = Memo::new(move |_| study.node(session));
    let is_root = move || node.get() == NodeId::ROOT;
    let comment = Memo::new(move |_| {
        let node = node.get();
        study.game.with(|game| game.tree().comment(node).to_owned())
    });
    let glyphs = Memo::new(move |_| {
        let node = node.get();
        study.game.with(|game| game.tree().glyphs(node).to_vec())
    });
    let is_variation = Memo::new(move |_| {
        let node = node.get();
        study.game.with(|game| game.tree().depth(node) > 0)
    });
    // The typed text with its move. On a phone the move can change while the field keeps the focus,
    // and the wheel and the playback change it as well.
    let draft = StoredValue::new(None::<Draft>);
    let save = move || {
        if let Some(Draft { node, text, is_saved: false }) =
            draft.try_update_value(Option::take).flatten()
        {
            study.change(session, |game| game.set_comment(node, &text));
        }
    };
    // Also after a pause in typing, because the page may be closed while the field has the focus.
    let typings = StoredValue::new(0_u32);
    let type_text = move |text: String| {
        draft.set_value(Some(Draft { node: node.get_untracked(), text, is_saved: false }));
        typings.update_value(|typings| *typings += 1);
        let now = typings.get_value();
        browser::run_after(PAUSE_MS, move || {
            if typings.try_get_value() != Some(now) {
                return;
            }
            // The field keeps the text as it is typed, with its spaces.
            let unsaved = draft.try_update_value(|draft| {
                let draft = draft.as_mut().filter(|draft| !draft.is_saved)?;
                draft.is_saved = true;
                Some((draft.node, draft.text.clone()))
            });
            if let Some((node, text)) = unsaved.flatten() {
                study.change(session, |game| game.set_comment(node, &text));
            }
        });
    };
    effect(move || {
        let shown = node.get();
        let is_of_other =
            |draft: &Option<Draft>| draft.as_ref().is_some_and(|draft| draft.node != shown);
        if draft.with_value(is_of_other) {
            untrack(save);
        }
    });
    let can_undo = Memo::new(move |_| study.game.with(|game| game.can_undo()));
    let name = move || {
        let notation = app.notation();
        let plies = session.shown_plies();
        let text = study.line.with(|line| {
            let texts = line.model.move_texts(app.language(), notation);
            plies.checked_sub(1).and_then(|at| texts.get(at).cloned())
        });
        text.unwrap_or_default()
    };
    let glyph_buttons = move || {
        GLYPHS.map(|(glyph, sign, message)| {
            view! {
                <button
                    data-glyph=glyph
                    aria-label=move || app.t(message)
                    title=move || app.t(message)
                    aria-pressed=move || glyphs.with(|glyphs| glyphs.contains(&glyph)).to_string()
                    on:click=move |_| study.change(session, |game| game.toggle_glyph(node.get_untracked(), glyph))
                >
                    {sign}
                </button>
            }
        })
    };
    let edit = move |act: &'static str,
                     message: Message,
                     d: &'static str,
                     work: fn(Study, Session, NodeId)| {
        view! {
            <button class="plain" data-act=act aria-label=move || app.t(message) title=move || app.t(message)
                on:click=move |_| {
                    save();
                    work(study, session, node.get_untracked());
                }>
                <Icon d/>
            </button>
        }
    };
    let undo = move |_| {
        save();
        if let Some(plies) = study.change(session, |game| game.undo()) {
            session.show_ply(plies);
        }
    };
    view! {
        <section class="editing" data-node-shown=move || node.get().number()>
            <header>
                <span class="label">{name}</span>
                {move || (!is_root()).then(|| view! {
                    <div class="glyphs" role="group" aria-label=app.text(Message::Glyphs)>{glyph_buttons()}</div>
                })}
            </header>
            <textarea
                rows="2"
                maxlength=MAX_COMMENT
                data-input="comment"
                aria-label=move || app.t(if is_root() { Message::CommentOnGame } else { Message::CommentOnMove })
                placeholder=move || app.t(if is_root() { Message::CommentOnGame } else { Message::CommentOnMove })
                // Another move without a comment empties the field, too.
                // A comment of another author does not replace what is being typed.
                prop:value=move || {
                    let (node, stored) = (node.get(), comment.get());
                    let typed = draft.with_value(|draft| {
                        draft.as_ref().filter(|it| it.node == node).map(|it| it.text.clone())
                    });
                    typed.unwrap_or(stored)
                }
                on:input=move |event| type_text(event_target_value(&event))
                on:change=move |_| save()
            ></textarea>
            <div class="line-tools" role="toolbar" aria-label=app.text(Message::RecordOtherLines)>
                {move || is_variation.get().then(|| view! {
                    {edit("promote", Message::LinePromote, "M12 20V5M6 11L12 5L18 11", |study, session, node| { study.change(session, |game| game.promote(node)); })}
                    {edit("make-main", Message::LineMain, "M12 20V8M6 13L12 7L18 13M5 3H19", |study, session, node| { study.change(session, |game| game.make_main(node)); })}
                })}
                {move || (!is_root()).then(|| edit("delete-line", Message::LineDelete, "M5 7H19M9 7V4H15V7M7 7L8 20H16L17 7", |study, session, node| {
                    if let Some(plies) = study.change(session, |game| game.remove(node)) {
                        session.show_ply(plies);
                    }
                }))}
                <button class="plain" data-act="undo-edit" disabled=move || !can_undo.get() aria-label=app.text(Message::BringBack) title=app.text(Message::BringBack) on:click=undo>
                    <Icon d="M9 6L4 11L9 16M4 11H15A5 5 0 0 1 15 20H11"/>
                </button>
            </div>
        </section>
    }
}
