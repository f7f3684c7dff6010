//! Prints the static start page: `cargo run -p ui-model --example first_page >
//! apps/web/static/index.html`.

fn main() {
    #[expect(clippy::print_stdout, reason = "printing is what this example is for")]
    {
        print!("{}", ui_model::first_page::html());
    }
}
