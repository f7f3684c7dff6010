//! Prints the pages' icon: `cargo run -p board-art --example icon > apps/web/static/icon.svg`.

use board_art::glyph;

fn main() {
    let mut wave = String::from("M-20 0");
    for _ in 0..9 {
        wave += "q32 -18 64 0";
    }
    #[expect(clippy::print_stdout, reason = "printing is what this example is for")]
    {
        println!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 512 512\">\
             <rect width=\"512\" height=\"512\" fill=\"#f0ddb5\"/>\
             <g fill=\"none\" stroke=\"#7fa39c\" stroke-width=\"9\" stroke-linecap=\"round\">\
             <path d=\"{wave}\" transform=\"translate(0 96)\"/><path d=\"{wave}\" transform=\"translate(0 428)\"/></g>\
             <circle cx=\"256\" cy=\"258\" r=\"172\" fill=\"#fdf3dc\" stroke=\"#b88a4a\" stroke-width=\"11\"/>\
             <circle cx=\"256\" cy=\"258\" r=\"147\" fill=\"none\" stroke=\"#a81c16\" stroke-width=\"8\"/>\
             <path fill=\"#a81c16\" transform=\"translate(256 258) scale(2.3) translate(-50 -50)\" d=\"{}\"/></svg>",
            glyph::character_path('楚')
        );
    }
}
