//! Prints a page with every drawing: `cargo run -p board-art --example glyphs > glyphs.html`.

use board_art::glyph;

fn main() {
    let mut page = String::from("<body style='background:#f3ead9;margin:8px'>");
    for c in glyph::characters() {
        page += &format!(
            "<svg viewBox='-22 -22 144 144' width='150'><circle cx='50' cy='50' r='70' fill='#f7dfb0' stroke='#a6792f' stroke-width='3'/><circle cx='50' cy='50' r='61' fill='none' stroke='#a3231b' stroke-width='2'/><g transform='translate(50 50) scale(.84) translate(-50 -50)'><path fill='#a3231b' d='{}'/></g></svg>",
            glyph::character_path(c)
        );
    }
    #[expect(clippy::print_stdout, reason = "printing is what this example is for")]
    {
        println!("{page}");
    }
}
