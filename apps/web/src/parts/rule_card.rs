use super::{Dialog, Icon};
use crate::{
    app::App,
    board::PieceFace,
    lazy::{Lazy, LazyChunk, NotFetched},
    session::Session,
};
use games::board::{BoardShape, Face, Piece, PieceKind};
use i18n::{Message, character_reading, game_rules, short_name, variant_name};
use leptos::{prelude::*, wasm_split::wasm_split};
use ui_model::{Offset, PieceDiagram, Variant};

/// Opens the rule card of the current game.
#[component]
pub(crate) fn RuleButton() -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let open = RwSignal::new(false);
    let variant = Memo::new(move |_| session.read(|model| Some(model.variant)));
    let title = move || {
        let name = variant.get().map_or("", |variant| variant_name(app.language(), variant));
        app.t_with(Message::RulesOf, &[name])
    };
    view! {
        <button class="plain" data-act="rules" aria-label=app.text(Message::RuleCard) on:click=move |_| open.set(true)>
            <Icon d="M5 4H19V20H5ZM8 8H16M8 12H16M8 16H13"/>
        </button>
        {move || variant.get().filter(|_| open.get()).map(|variant| view! {
            <Dialog
                title=Signal::derive(title)
                name="rules"
                on_close=Callback::new(move |()| open.set(false))
            >
                <Lazy chunk=LazyChunk::new(fetch_rules, move || rules(variant)).with_styles(&["/style/study.css"])/>
            </Dialog>
        })}
    }
}

#[wasm_split(screens, wasm_split_path = ::leptos::wasm_split, fallible, preload(fetch_rules))]
fn rules(variant: Variant) -> Result<AnyView, NotFetched> {
    Ok(view! { <RuleList variant/> }.into_any())
}

/// The rules of a game in short.
#[component]
pub(crate) fn RuleList(
    variant: Variant,
    /// Whether the rules are a page, whose heading is above theirs. A dialog's own heading is one
    /// level lower.
    #[prop(optional)]
    is_page: bool,
) -> impl IntoView {
    let app = App::get();
    let shape = BoardShape::of(variant);
    let chapters = game_rules(variant).iter().map(|chapter| {
        let names_pieces = chapter.title == Message::RulesPieces;
        let lines = chapter.lines.iter().map(|&(face, message)| {
            let name = move || match face {
                Some(Face::Open(piece)) if names_pieces => {
                    let reading = character_reading(app.language(), shape, piece);
                    Some(view! {
                        <b>{short_name(app.language(), shape, piece)}{reading.map(|it| view! { " " <small>{it}</small> })}</b>
                    })
                }
                _ => None,
            };
            view! {
                <li class:plain-line=face.is_none() class:drawn-line=names_pieces>
                    {face.map(|face| view! {
                        <svg viewBox="-50 -50 100 100" width="44" height="44" aria-hidden="true">
                            <PieceFace face shape/>
                        </svg>
                    })}
                    <span>{name}{app.text(message)}</span>
                    {match face {
                        Some(Face::Open(piece)) if names_pieces => Some(view! { <Reach piece shape/> }),
                        _ => None,
                    }}
                </li>
            }
        });
        let title = app.text(chapter.title);
        let heading = if is_page {
            view! { <h2>{title}</h2> }.into_any()
        } else {
            view! { <h3>{title}</h3> }.into_any()
        };
        view! {
            <section>
                {heading}
                <ul class="rule-card">{lines.collect_view()}</ul>
            </section>
        }
    });
    view! { <div class="rule-list" data-rules=variant.as_str()>{chapters.collect_view()}</div> }
}

/// Where a piece goes from the middle of five lines by five, as a drawing. The sentence beside it
/// says the same.
#[component]
fn Reach(piece: Piece, shape: BoardShape) -> impl IntoView {
    PieceDiagram::of(shape, piece.kind).map(|diagram| {
        let circles = |class: &'static str, radius: &'static str, offsets: Vec<Offset>| {
            offsets
                .into_iter()
                .map(|(x, y)| view! { <circle class=class cx=x * LINE cy=-y * LINE r=radius/> })
                .collect_view()
        };
        // In sifang the lines of the land and of the water cross.
        let crosses = shape == BoardShape::Cross
            && matches!(piece.kind, PieceKind::Chariot | PieceKind::Battleship);
        view! {
            <svg class="reach-board" viewBox="-46 -46 92 92" width="92" height="92" aria-hidden="true">
                <path class="reach-lines" d="M-36 -44V44M-18 -44V44M0 -44V44M18 -44V44M36 -44V44M-44 -36H44M-44 -18H44M-44 0H44M-44 18H44M-44 36H44"/>
                {crosses.then(|| view! {
                    <path class="reach-land" d="M-44 0H44"/>
                    <path class="reach-water" d="M0 -44V44"/>
                })}
                {circles("reach", "4.5", diagram.moves)}
                {circles("reach-screen", "7", diagram.screens)}
                {circles("reach-capture", "7", diagram.captures)}
                <g transform="scale(.19)"><PieceFace face=Face::Open(piece) shape/></g>
            </svg>
        }
    })
}

/// Distance of two lines in the diagram of a piece.
const LINE: i8 = 18;

/// Switches the magnifier. With it the first tap zooms in, so that points are large enough for a
/// finger.
#[component]
pub(crate) fn LoupeButton() -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    view! {
        <button
            class="plain"
            data-act="loupe"
            aria-label=app.text(Message::Loupe)
            aria-pressed=move || session.loupe.get().to_string()
            on:click=move |_| session.loupe.update(|on| *on = !*on)
        >
            <Icon d="M10 4A6 6 0 1 1 9.9 4M14.5 14.5L20 20M7 10H13M10 7V13"/>
        </button>
    }
}
