//! The ground of sifang: thirteen lines each way, land and water, without the corners.

use super::{CELL, middle};
use leptos::prelude::*;
use ui_model::board::{Ground, Layout, Point};

/// The board without anything on it.
pub(super) fn ground(layout: Layout) -> impl IntoView {
    let mut land = String::new();
    let mut water = String::new();
    for index in 0..13 {
        let row: Vec<Point> = Ground::Cross.points().filter(|point| point.row == index).collect();
        let col: Vec<Point> = Ground::Cross.points().filter(|point| point.col == index).collect();
        let kind = if index % 2 == 0 { &mut land } else { &mut water };
        for line in [row, col] {
            if let (Some(&first), Some(&last)) = (line.first(), line.last()) {
                let ((x1, y1), (x2, y2)) = (middle(layout, first), middle(layout, last));
                *kind += &format!("M{x1} {y1}L{x2} {y2}");
            }
        }
    }
    view! {
        <path class="table-top" d=outline()/>
        <path class="line land" d=land/>
        <path class="line water" d=water/>
    }
}

/// The board's outline, a cross with slanted inner corners.
fn outline() -> String {
    let size = 13.0 * CELL;
    let cut = 3.0 * CELL + 20.0;
    let far = size - cut;
    format!("M{cut} 0H{far}L{size} {cut}V{far}L{far} {size}H{cut}L0 {far}V{cut}Z")
}
