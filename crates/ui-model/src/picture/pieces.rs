//! The pieces of a picture: each different one is drawn once and used wherever it lies.

use super::{
    canvas::Canvas,
    paint::{BACK, BACK_EDGE, BACK_INK, DISC, DISC_EDGE, DISC_RING, SHADOW, ink},
};
use crate::{
    board::{BoardShape, Face, Piece, Scene},
    glyph,
};
use std::collections::BTreeSet;

/// Draws every piece that is seen.
pub(super) fn draw(canvas: &mut Canvas, scene: &Scene, is_traditional: bool) {
    let written = |piece: Piece| match is_traditional {
        true => piece.traditional_character(scene.shape),
        false => piece.character(),
    };
    let seen: Vec<_> = scene.faces.iter().filter(|&(&point, _)| canvas.shows(point)).collect();
    let kinds: BTreeSet<Face> = seen.iter().map(|&(_, &face)| face).collect();
    define_characters(canvas, scene, &kinds, written);
    for face in kinds {
        let drawn = drawing(face, scene.shape, written);
        canvas.define(&format!("\n<g id=\"{}\">{drawn}</g>", id(face)));
    }
    for (&point, &face) in seen {
        let (x, y) = canvas.middle(point);
        canvas.put(&format!("<use href=\"#{}\" x=\"{x}\" y=\"{y}\"/>", id(face)));
    }
    // Once the game is over, what lay face down to the end.
    for (point, piece) in scene.revealed() {
        if !canvas.shows(point) {
            continue;
        }
        let (x, y) = canvas.middle(point);
        canvas.put(&format!(
            "<g transform=\"translate({x} {y})\" opacity=\".6\">{}</g>",
            drawing(Face::Open(piece), scene.shape, written)
        ));
    }
}

/// Each character is drawn once, whatever its colour.
fn define_characters(
    canvas: &mut Canvas,
    scene: &Scene,
    seen: &BTreeSet<Face>,
    written: impl Fn(Piece) -> char,
) {
    let open = seen.iter().filter_map(|&face| match face {
        Face::Open(piece) => Some(piece),
        Face::Down => None,
    });
    let revealed = scene.revealed().into_iter().map(|(_, piece)| piece);
    let characters: BTreeSet<char> = open.chain(revealed).map(written).collect();
    for c in characters {
        canvas.define(&format!(
            "\n<path id=\"{}\" d=\"{}\"/>",
            glyph_id(c),
            glyph::character_path(c)
        ));
    }
}

fn glyph_id(c: char) -> String {
    format!("u{:x}", u32::from(c))
}

fn id(face: Face) -> String {
    match face {
        Face::Down => "back".to_owned(),
        Face::Open(piece) => format!("{}-{}", piece.side.id(), piece.kind.id()),
    }
}

/// A piece around the origin, with a radius of 45.
fn drawing(face: Face, ground: BoardShape, written: impl Fn(Piece) -> char) -> String {
    let shade =
        format!("<circle cx=\"2\" cy=\"5\" r=\"45\" fill=\"{SHADOW}\" fill-opacity=\".3\"/>");
    match face {
        Face::Down => shade + &back(),
        // With four sides the colour must be seen from afar.
        Face::Open(piece) if ground == BoardShape::Cross => {
            shade + &lacquered(piece, written(piece))
        }
        Face::Open(piece) => shade + &carved(piece, written(piece)),
    }
}

fn disc(fill: &str, edge: &str) -> String {
    format!("<circle r=\"44\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"3\"/>")
}

fn back() -> String {
    disc(BACK, BACK_EDGE)
        + &format!(
            "<g fill=\"none\" stroke=\"{BACK_INK}\" stroke-width=\"2.6\"><circle r=\"36\"/><path d=\"M0 -26L22 0L0 26L-22 0ZM0 -13L11 0L0 13L-11 0Z\"/></g>"
        )
}

/// Pale wood with a coloured character.
fn carved(piece: Piece, written: char) -> String {
    let ink = ink(piece.side);
    disc(DISC, DISC_EDGE)
        + &format!(
            "<circle r=\"37.5\" fill=\"{DISC_RING}\" fill-opacity=\".6\" stroke=\"{ink}\" stroke-width=\"2.4\"/>"
        )
        + &character(written, ink)
}

/// Coloured, with a pale character.
fn lacquered(piece: Piece, written: char) -> String {
    disc(ink(piece.side), DISC_EDGE)
        + &format!(
            "<circle r=\"37.5\" fill=\"none\" stroke=\"{DISC}\" stroke-opacity=\".75\" stroke-width=\"2\"/>"
        )
        + &character(written, DISC)
}

fn character(written: char, colour: &str) -> String {
    format!(
        "<use href=\"#{}\" fill=\"{colour}\" transform=\"scale(.62) translate(-50 -50)\"/>",
        glyph_id(written)
    )
}
