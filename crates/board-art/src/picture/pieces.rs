//! Pieces of a picture. Each different piece is defined once and reused.

use super::{
    canvas::{Canvas, stops},
    paint::{BACK_INK, LIP, Material, SHADOW, cut, material},
};
use crate::glyph;
use games::board::{BoardShape, BoardView, Face, Piece, Point, Side};
use std::collections::{BTreeMap, BTreeSet};

/// Draws every visible piece.
pub(super) fn draw(canvas: &mut Canvas, scene: &BoardView, is_traditional: bool) {
    let written = |piece: Piece| {
        if is_traditional { piece.traditional_character(scene.shape()) } else { piece.character() }
    };
    let seen: BTreeMap<Point, Face> =
        scene.faces().filter(|&(point, _)| canvas.shows(point)).collect();
    let kinds: BTreeSet<Face> = seen.values().copied().collect();
    define_characters(canvas, scene, &kinds, written);
    define_bodies(canvas, scene, &kinds);
    for face in kinds {
        let drawn = drawing(face, scene.shape(), written);
        canvas.define(&format!("\n<g id=\"{}\">{drawn}</g>", id(face)));
    }
    for (point, face) in seen {
        let (x, y) = canvas.middle(point);
        canvas.put(&format!("<use href=\"#{}\" x=\"{x}\" y=\"{y}\"/>", id(face)));
    }
    // After the end of a game the text names the pieces that stayed face down.
    for (point, piece) in scene.hidden() {
        if !canvas.shows(point) {
            continue;
        }
        let (x, y) = canvas.middle(point);
        canvas.put(&format!(
            "<g transform=\"translate({x} {y})\" opacity=\".6\">{}</g>",
            drawing(Face::Open(piece), scene.shape(), written)
        ));
    }
}

/// Defines each character once, for all colours.
fn define_characters(
    canvas: &mut Canvas,
    scene: &BoardView,
    seen: &BTreeSet<Face>,
    written: impl Fn(Piece) -> char,
) {
    let open = seen.iter().filter_map(|&face| match face {
        Face::Open(piece) => Some(piece),
        Face::Down => None,
    });
    let revealed = scene.hidden().into_iter().map(|(_, piece)| piece);
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

/// Defines the gradients and the body of each visible material, around the origin.
fn define_bodies(canvas: &mut Canvas, scene: &BoardView, seen: &BTreeSet<Face>) {
    let revealed = scene.hidden().into_iter().map(|(_, piece)| Face::Open(piece));
    let all = seen.iter().copied().chain(revealed).map(|face| material(face, scene.shape()));
    let materials: BTreeMap<&str, &Material> = all.map(|it| (it.id, it)).collect();
    canvas.define(&format!(
        "\n<radialGradient id=\"shade\">{}</radialGradient>",
        [(0.0, 0.5), (0.76, 0.5), (0.88, 0.16), (1.0, 0.0)]
            .map(|(at, dark)| format!(
                "<stop offset=\"{at}\" stop-color=\"{SHADOW}\" stop-opacity=\"{dark}\"/>"
            ))
            .concat()
    ));
    for Material { id, face, rim, wall } in materials.into_values() {
        let [light, middle, dark] = face;
        canvas.define(&format!(
            "\n<radialGradient id=\"{id}-top\" cx=\".36\" cy=\".3\" r=\".78\">{}</radialGradient>\
             <linearGradient id=\"{id}-rim\" x1=\".15\" y1=\".05\" x2=\".8\" y2=\".95\">{}</linearGradient>\
             <linearGradient id=\"{id}-wall\">{}</linearGradient>\
             <g id=\"{id}\"><circle cx=\"2.5\" cy=\"9\" r=\"51\" fill=\"url(#shade)\"/>\
             <circle cy=\"5\" r=\"45\" fill=\"url(#{id}-wall)\"/><circle r=\"45\" fill=\"url(#{id}-rim)\"/>\
             <circle r=\"41\" fill=\"url(#{id}-top)\" stroke=\"#000\" stroke-opacity=\".16\" stroke-width=\".9\"/></g>",
            stops(&[(0.0, light), (0.55, middle), (1.0, dark)]),
            stops(&[(0.0, rim[0]), (0.45, middle), (1.0, rim[1])]),
            stops(&[(0.0, wall[1]), (0.3, wall[0]), (0.62, wall[0]), (1.0, wall[1])]),
        ));
    }
}

/// A piece around the origin, with a radius of 45.
fn drawing(face: Face, ground: BoardShape, written: impl Fn(Piece) -> char) -> String {
    let body = format!("<use href=\"#{}\"/>", material(face, ground).id);
    body + &match face {
        Face::Down => format!(
            "<g fill=\"none\" stroke=\"{BACK_INK}\" stroke-width=\"2.6\"><circle r=\"36\"/><path d=\"M0 -26L22 0L0 26L-22 0ZM0 -13L11 0L0 13L-11 0Z\"/></g>"
        ),
        // On the board for four the body has the army's colour, so no ring is needed.
        Face::Open(piece) if ground == BoardShape::Cross => character(piece, ground, &written),
        Face::Open(piece) => ring(piece.side, ground) + &character(piece, ground, &written),
    }
}

/// The ring of a side: one for Red, two for Black.
fn ring(side: Side, ground: BoardShape) -> String {
    let [paint, _] = cut(side, ground);
    let radii: &[(f64, f64)] =
        if side == Side::Red { &[(37.2, 2.4)] } else { &[(38.4, 1.3), (35.2, 1.3)] };
    let rings = radii.iter().map(|(radius, width)| {
        format!(
            "<circle r=\"{radius}\" fill=\"none\" stroke=\"{paint}\" stroke-width=\"{width}\"/>"
        )
    });
    rings.collect()
}

/// A character carved into the face: its lit edge, its shaded wall, and its paint.
fn character(piece: Piece, ground: BoardShape, written: impl Fn(Piece) -> char) -> String {
    let [paint, shaded] = cut(piece.side, ground);
    let glyph = glyph_id(written(piece));
    let layer = |dx: f64, dy: f64, colour: &str, opacity: &str| {
        format!(
            "<use href=\"#{glyph}\" fill=\"{colour}\"{opacity} transform=\"translate({dx} {dy}) scale(.62) translate(-50 -50)\"/>"
        )
    };
    // Lacquered pieces have no lit edge.
    let lip = match ground {
        BoardShape::Cross => String::new(),
        BoardShape::River | BoardShape::Half => layer(0.9, 1.2, LIP, " fill-opacity=\".85\""),
    };
    lip + &layer(-0.5, -0.6, shaded, " fill-opacity=\".55\"") + &layer(0.0, 0.0, paint, "")
}
