// The browser has these functions already.
use board_art::{glyph, tenth};
use js_sys::Math;
use leptos::prelude::*;
use std::f64::consts::TAU;

/// Definitions of all characters, pictures and materials, shared by all pieces.
#[component]
pub(crate) fn Sprite() -> impl IntoView {
    let characters = glyph::characters().map(|c| {
        view! { <path id=format!("c-{c}") d=glyph::character_path(c)/> }
    });
    let pictures = glyph::PICTURES.iter().map(|(id, d)| {
        view! { <path id=format!("p-{id}") d=*d fill-rule="evenodd"/> }
    });
    view! {
        <svg class="sprite" width="0" height="0" aria-hidden="true">
            <defs>
                {characters.collect_view()}
                {pictures.collect_view()}
                <path id="grain" d=grain()/>
                <path id="back" d=back()/>
                {MATERIALS.map(material)}
                {METALS.map(metal)}
                {PAINTS.map(paint)}
                <radialGradient id="shade">
                    {[(0.0, "shade-full"), (0.76, "shade-full"), (0.88, "shade-soft"), (1.0, "shade-none")].map(stop)}
                </radialGradient>
            </defs>
        </svg>
    }
}

/// A material: its name, then the classes of light, middle and dark, of the light and dark rim, and
/// of the light and dark side wall.
type Material = (&'static str, [&'static str; 7]);

const MATERIALS: [Material; 7] = [
    ("pale", ["p-hi", "p", "p-lo", "p-rim-hi", "p-rim-lo", "p-wall-hi", "p-wall-lo"]),
    (
        "dark",
        [
            "p-dark-hi",
            "p-dark",
            "p-dark-lo",
            "p-dark-rim-hi",
            "p-dark-rim-lo",
            "p-dark",
            "p-dark-rim-lo",
        ],
    ),
    ("back", ["k-hi", "k", "k-lo", "k-rim-hi", "k-rim-lo", "k", "k-rim-lo"]),
    ("red", ["a-red-hi", "a-red", "a-red-lo", "a-red-hi", "a-red-lo", "a-red", "a-red-lo"]),
    (
        "green",
        [
            "a-green-hi",
            "a-green",
            "a-green-lo",
            "a-green-hi",
            "a-green-lo",
            "a-green",
            "a-green-lo",
        ],
    ),
    (
        "yellow",
        [
            "a-yellow-hi",
            "a-yellow",
            "a-yellow-lo",
            "a-yellow-hi",
            "a-yellow-lo",
            "a-yellow",
            "a-yellow-lo",
        ],
    ),
    ("blue", ["a-blue-hi", "a-blue", "a-blue-lo", "a-blue-hi", "a-blue-lo", "a-blue", "a-blue-lo"]),
];

/// The rims of the teams: name, light and dark.
const METALS: [(&str, [&str; 2]); 2] =
    [("sun", ["a-sun", "a-sun-lo"]), ("moon", ["a-moon", "a-moon-lo"])];

/// The paint of a carved character, darker under the upper edge.
const PAINTS: [(&str, [&str; 2]); 2] =
    [("paint-red", ["p-red-lo", "p-red"]), ("paint-black", ["p-black-lo", "p-black"])];

fn stop((offset, token): (f64, &'static str)) -> impl IntoView {
    // The shadow's stops have an opacity from the style sheet.
    let style =
        if token.starts_with("shade") { None } else { Some(format!("stop-color:var(--{token})")) };
    view! { <stop class=token offset=offset style=style/> }
}

fn material((name, [hi, mid, lo, rim_hi, rim_lo, wall_hi, wall_lo]): Material) -> impl IntoView {
    view! {
        <radialGradient id=format!("{name}-top") cx="0.36" cy="0.3" r="0.78">
            {[(0.0, hi), (0.55, mid), (1.0, lo)].map(stop)}
        </radialGradient>
        <linearGradient id=format!("{name}-rim") x1="0.15" y1="0.05" x2="0.8" y2="0.95">
            {[(0.0, rim_hi), (0.45, mid), (1.0, rim_lo)].map(stop)}
        </linearGradient>
        <linearGradient id=format!("{name}-wall") x1="0" y1="0" x2="1" y2="0">
            {[(0.0, wall_lo), (0.3, wall_hi), (0.62, wall_hi), (1.0, wall_lo)].map(stop)}
        </linearGradient>
    }
}

fn metal((name, [light, dark]): (&'static str, [&'static str; 2])) -> impl IntoView {
    view! {
        <linearGradient id=format!("{name}-rim") x1="0.1" y1="0" x2="0.9" y2="1">
            {[(0.0, light), (0.5, light), (1.0, dark)].map(stop)}
        </linearGradient>
    }
}

fn paint((name, [dark, full]): (&'static str, [&'static str; 2])) -> impl IntoView {
    view! {
        <linearGradient id=name x1="0" y1="0" x2="0.6" y2="1">
            {[(0.0, dark), (0.37, full), (1.0, full)].map(stop)}
        </linearGradient>
    }
}

/// The grain of a piece's face.
fn grain() -> String {
    [-31.0_f64, -22.0, -15.0, -5.0, 3.0, 14.0, 20.0, 31.0]
        .iter()
        .zip(0..)
        .map(|(&y, i)| {
            let half = (40.0_f64 * 40.0 - y * y).sqrt();
            let (left, right) = (tenth(-half), tenth(half));
            let (bend, lift) = ((i * 7) % 11 - 5, 9 + (i * 5) % 7);
            format!("M{left} {y}Q{bend} {} {right} {y}", y - f64::from(lift))
        })
        .collect()
}

/// Banqi's back: a flower of eight petals within a ring of thunder marks.
fn back() -> String {
    let at = |r: f64, angle: f64| {
        format!("{} {}", tenth(r * Math::cos(angle)), tenth(r * Math::sin(angle)))
    };
    let mut d = String::new();
    for i in 0..8 {
        let a = f64::from(i) / 8.0 * TAU;
        d += &format!(
            "M{}C{} {} {}C{} {} {}M{}L{}",
            at(7.0, a),
            at(14.0, a - 0.62),
            at(23.0, a - 0.42),
            at(25.5, a),
            at(23.0, a + 0.42),
            at(14.0, a + 0.62),
            at(7.0, a),
            at(12.0, a),
            at(20.0, a)
        );
    }
    for i in 0..24 {
        let a = f64::from(i) / 24.0 * TAU;
        let (b, c) = (a + TAU / 48.0, a + TAU / 24.0);
        d += &format!(
            "M{}L{}L{}L{}L{}M{}L{}",
            at(30.5, a),
            at(35.0, a),
            at(35.0, b),
            at(32.0, b),
            at(32.0, a + TAU / 96.0),
            at(30.5, b),
            at(30.5, c)
        );
    }
    d + "M4.5 0A4.5 4.5 0 1 1 -4.5 0A4.5 4.5 0 1 1 4.5 0M38.2 0A38.2 38.2 0 1 1 -38.2 0A38.2 38.2 0 1 1 38.2 0M28 0A28 28 0 1 1 -28 0A28 28 0 1 1 28 0"
}

/// A small icon in the text's colour.
#[component]
pub(crate) fn Icon(
    /// The path on a field of 24 × 24, drawn as a line.
    d: &'static str,
) -> impl IntoView {
    view! {
        <svg class="sign" viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
            <path d=d/>
        </svg>
    }
}
