//! The board editor: palette, side to move, problems and actions.

mod board;
mod hand;
mod open;
mod palette;
mod picture;

use crate::{
    app::App,
    browser,
    parts::{Beginning, Icon, PageHeader, PlayDialog},
};
use board::{EditorBoard, Ghost};
use board_art::Layout;
use games::board::{BoardShape, Side};
use hand::{Hand, Workbench};
use i18n::{Message, reason_name, setup_words, side_name, variant_name};
use leptos::prelude::*;
use open::PasteDialog;
use palette::Palette;
use picture::PictureDialog;
use ui_model::{
    GameLink, Route, Variant,
    editor::{EDITABLE, Editor},
};

/// The editor of a position.
#[component]
pub(crate) fn EditorScreen(
    variant: Variant,
    /// The position's text, empty for the starting position.
    text: String,
) -> impl IntoView {
    let app = App::get();
    let read = Editor::read(variant, &text);
    let is_unread = read.is_err() && !text.is_empty();
    let bench = Workbench::new(app, read.unwrap_or_else(|_| Editor::start(variant)), is_unread);
    provide_context(bench);
    keep_in_address(app, bench);
    view! {
        <main class="study editor" data-screen="editor" data-game=variant.as_str()
            data-position=move || bench.editor.with(Editor::text)>
            <PageHeader title=app.title(Message::SetUpBoard)/>
            <div class="board-place"><EditorBoard/></div>
            <aside class="side">
                <GameChoice/>
                <Palette/>
                <FirstMove/>
                <Verdict/>
                <BoardTools/>
                <Uses/>
            </aside>
            <Ghost/>
        </main>
    }
}

/// Keeps the position in the address, so that it survives a reload and can be shared.
fn keep_in_address(app: App, bench: Workbench) {
    Effect::new(move |before: Option<String>| {
        let (variant, text) = bench.editor.with(|editor| (editor.variant(), editor.text()));
        if before.is_some_and(|before| before != text) {
            app.replace_address(&Route::Editor(variant, text.clone()));
        }
        text
    });
}

/// The choice of the game.
#[component]
fn GameChoice() -> impl IntoView {
    let app = App::get();
    let bench = Workbench::get();
    let games = EDITABLE.map(|variant| {
        let choose = move |_| {
            bench.hand.set(Hand::Empty);
            bench.chosen.set(None);
            bench.editor.set(Editor::start(variant));
        };
        view! {
            <button
                data-editor-game=variant.as_str()
                aria-pressed=move || bench.editor.with(|editor| editor.variant() == variant).to_string()
                on:click=choose
            >
                {move || variant_name(app.language(), variant)}
            </button>
        }
    });
    view! { <div class="choices small" role="group" aria-label=app.text(Message::GameTitle)>{games}</div> }
}

/// The choice of the side to move.
#[component]
fn FirstMove() -> impl IntoView {
    let app = App::get();
    let bench = Workbench::get();
    let sides = [Side::Red, Side::Black].map(|side| {
        view! {
            <button
                data-turn-of=side.id()
                aria-pressed=move || bench.editor.with(|editor| editor.turn() == side).to_string()
                on:click=move |_| bench.editor.update(|editor| editor.set_turn(side))
            >
                <span class="emblem" data-side=side.id()></span>
                {move || side_name(app.language(), side)}
            </button>
        }
    });
    let is_known = Memo::new(move |_| bench.editor.with(Editor::has_turn));
    view! {
        <div class="turn-row" class:idle=move || !is_known.get() role="group" aria-label=app.text(Message::EditorTurn)>
            <span class="label">{app.text(Message::EditorTurn)}</span>
            <div class="choices small">{sides}</div>
        </div>
    }
}

/// The verdict: whether a game can start, or the problems.
#[component]
fn Verdict() -> impl IntoView {
    let app = App::get();
    let bench = Workbench::get();
    let problems = Memo::new(move |_| bench.editor.with(Editor::problems));
    let ending = Memo::new(move |_| bench.editor.with(Editor::ending));
    let shape = move || bench.editor.with(Editor::shape);
    let list = move || {
        let rows = problems.get().into_iter().map(|problem| {
            view! { <li data-setup-problem=problem.code>{setup_words(app.language(), shape(), problem.code, &problem.values)}</li> }
        });
        rows.collect_view()
    };
    let odd = move || {
        let rows = bench.editor.with(Editor::oddities).into_iter().map(|oddity| {
            view! { <small data-setup-odd=true>{setup_words(app.language(), shape(), oddity.code, &oddity.values)}</small> }
        });
        rows.collect_view()
    };
    let has_backs = move || bench.editor.with(Editor::has_backs);
    view! {
        <div class="verdict-box" role="status" aria-live="polite">
            {move || bench.is_unread.get().then(|| view! {
                <p data-unread=true>{app.t(Message::EditorUnread)}</p>
            })}
            {move || if let Some((winner, reason)) = ending.get() {
                let result = match winner {
                    Some(Side::Black) => Message::BlackWins,
                    Some(_) => Message::RedWins,
                    None => Message::DrawnGame,
                };
                let words = [app.t(result), &reason_name(app.language(), reason)]
                    .map(str::to_owned);
                view! {
                    <p data-setup-over=reason>{app.t_with(Message::EditorOver, &[&words[0], &words[1]])}</p>
                }.into_any()
            } else if problems.with(Vec::is_empty) {
                view! {
                    <p class="fine" data-setup-ready=true>
                        <Icon d="M5 12L10 17L19 7"/>
                        {app.t(Message::EditorReady)}
                        {has_backs().then(|| view! { <small>{app.t(Message::EditorHidden)}</small> })}
                        {odd()}
                    </p>
                }.into_any()
            } else {
                view! { <ul class="faults">{list()}</ul> }.into_any()
            }}
        </div>
    }
}

/// Tools for the whole board.
#[component]
fn BoardTools() -> impl IntoView {
    let app = App::get();
    let bench = Workbench::get();
    let tool = move |act: &'static str, message: Message, d: &'static str, work: Callback<()>| {
        view! {
            <button class="act" data-act=act on:click=move |_| work.run(())>
                <Icon d/>
                <span>{app.text(message)}</span>
            </button>
        }
    };
    let begin = |make: fn(Variant) -> Editor| {
        Callback::new(move |()| {
            bench.chosen.set(None);
            bench.editor.update(|editor| *editor = make(editor.variant()));
        })
    };
    let flip = Callback::new(move |()| bench.flipped.update(|on| *on = !*on));
    view! {
        <div class="tools" role="toolbar" aria-label=app.text(Message::SetUpBoard)>
            <button class="act" data-act="undo" disabled=move || bench.past.with(Vec::is_empty) on:click=move |_| bench.undo()>
                <Icon d="M9 6L4 11L9 16M4 11H15A5 5 0 0 1 15 20H11"/>
                <span>{app.text(Message::BringBack)}</span>
            </button>
            {tool("clear", Message::EditorClear, "M5 7H19M9 7V4H15V7M7 7L8 20H16L17 7", begin(Editor::empty))}
            {tool("usual-start", Message::EditorStart, "M4 4H20V20H4ZM4 12H20M12 4V20", begin(Editor::start))}
            {tool("flip", Message::Flip, "M8 4V20M8 4L4 8M8 4L12 8M16 20V4M16 20L12 16M16 20L20 16", flip)}
            {tool("copy-fen", Message::CopyPosition, "M9 9H20V20H9ZM5 15H4V4H15V5", Callback::new(move |()| {
                let text = bench.editor.with_untracked(Editor::text);
                // The page may have been left in the meantime.
                browser::copy_text(&text, move |is_copied| _ = bench.copied.try_set(Some(is_copied)));
            }))}
        </div>
        <p class="spoken" role="status">{move || (bench.copied.get() == Some(true)).then(|| app.t(Message::Copied))}</p>
        // If the browser refuses, the text can be copied from the field.
        {move || (bench.copied.get() == Some(false)).then(|| {
            let text = bench.editor.with_untracked(Editor::text);
            view! { <textarea readonly rows="3" aria-label=app.text(Message::CopyPosition) data-input="copied" prop:value=text></textarea> }
        })}
    }
}

/// Actions with the position: play, analyse, save a picture.
#[component]
fn Uses() -> impl IntoView {
    let app = App::get();
    let bench = Workbench::get();
    let dialog = RwSignal::new(None::<&'static str>);
    let close = Callback::new(move |()| dialog.set(None));
    let cannot_play = Memo::new(move |_| {
        bench.editor.with(|editor| !editor.problems().is_empty() || editor.ending().is_some())
    });
    let is_faulty = Memo::new(move |_| bench.editor.with(|editor| !editor.problems().is_empty()));
    let analyse = move |_| {
        if let Some((variant, position)) = bench.deal() {
            app.analyses_record.set_value(true);
            app.go(Route::Analysis(variant, GameLink { position, ..GameLink::default() }));
        }
    };
    view! {
        <div class="uses">
            <button class="main" data-act="play-here" disabled=move || cannot_play.get() on:click=move |_| dialog.set(Some("play"))>
                <Icon d="M8 5L18 12L8 19Z"/>
                <span>{app.text(Message::ContinueHere)}</span>
            </button>
            <button data-act="analyse" disabled=move || is_faulty.get() on:click=analyse>{app.text(Message::Analyse)}</button>
            <button data-act="paste" on:click=move |_| dialog.set(Some("paste"))>{app.text(Message::PastePosition)}</button>
            <button data-act="picture" disabled=move || is_faulty.get() on:click=move |_| dialog.set(Some("picture"))>{app.text(Message::SavePicture)}</button>
        </div>
        {move || match dialog.get() {
            Some("play") => beginning(bench)
                .map(|beginning| view! { <PlayDialog beginning on_close=close/> })
                .into_any(),
            Some("paste") => view! { <PasteDialog on_close=close/> }.into_any(),
            Some(_) => view! { <PictureDialog on_close=close/> }.into_any(),
            None => ().into_any(),
        }}
    }
}

/// The game that starts here; `None` if the board has a problem.
fn beginning(bench: Workbench) -> Option<Beginning> {
    let (variant, text) = bench.deal()?;
    let turn = bench.editor.with_untracked(|editor| editor.has_turn().then(|| editor.turn()));
    Some(Beginning { variant, options: String::new(), turn, text })
}

/// The layout of a board. Banqi is upright on a phone.
fn layout(app: App, shape: BoardShape, is_flipped: bool) -> Layout {
    let upright = shape == BoardShape::Half && app.portrait.get();
    Layout::new(shape, u8::from(upright) + if is_flipped { 2 } else { 0 })
}
