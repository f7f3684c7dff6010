//! Puzzles, from the board to the analysis.

use anyhow::{Context, Result, ensure};
use browser::{Chromium, Page, Program, Size, with_page};
use ui_model::{Variant, puzzles::Corpus};

/// The corpus of these tests: mate in two after a move of Black, and mate in one.
const CORPUS: &str = "9/4k4/9/9/9/7r1/9/R8/1R7/3K5 b h4i4 a2a8e8e9b1b9 m1200 2rR\n\
    3k5/9/9/9/R8/9/9/9/9/4K4 w - a5d5 m600 1gR\n";

/// A script that replaces the corpus of a game by these lines.
fn with_corpus(game: &str, lines: &str) -> String {
    format!(
        "const plain = window.fetch.bind(window);
        window.fetch = (what, how) => String(what.url ?? what).endsWith('/corpus/{game}.txt')
            ? Promise.resolve(new Response(`{lines}`)) : plain(what, how);"
    )
}

async fn open(page: &Page, address: &str, mode: &str) -> Result<()> {
    page.goto(&format!("{address}/puzzles{mode}")).await?;
    page.see("main[data-screen='puzzles'] [data-board]").await
}

async fn tap(page: &Page, from: &str, to: &str) -> Result<()> {
    page.press(&format!("[data-square='{from}']")).await?;
    page.press(&format!("[data-square='{to}']")).await
}

#[tokio::test]
async fn the_daily_puzzle_is_solved_after_a_refuted_move() -> Result<()> {
    for size in [Size::Phone, Size::Desk] {
        with_page(size, &with_corpus("xiangqi", CORPUS), async |page, address| {
            open(page, address, "").await?;
            // The opponent's move leads to the puzzle.
            page.see("[data-piece='r'][data-at='i4']").await?;
            ensure!(page.fits().await?, "the puzzle sticks out to the side");
            page.shoot("puzzle-daily").await?;
            tap(page, "a2", "a3").await?;
            page.see("[data-piece='R'][data-at='a3']").await?;
            // The computer refutes the move, and it is taken back.
            page.see("main[data-said='refuted']").await?;
            page.see("[data-piece='R'][data-at='a2']").await?;
            page.see("[data-piece='r'][data-at='i4']").await?;
            tap(page, "a2", "a8").await?;
            page.see("main[data-said='right'] [data-piece='k'][data-at='e9']").await?;
            tap(page, "b1", "b9").await?;
            page.see("main[data-said='solved'] [data-piece='R'][data-at='b9']").await?;
            page.until("document.querySelectorAll('[data-solution] li').length === 2").await?;
            page.see("[data-took]").await?;
            page.see("[data-act='puzzle-harder']").await?;
            page.shoot("puzzle-solved").await?;
            page.act("puzzle-analyse").await?;
            page.see("main[data-screen='record'][data-plies='4']").await
        })
        .await?;
    }
    Ok(())
}

#[tokio::test]
async fn a_shown_solution_is_repeated_later() -> Result<()> {
    with_page(Size::Desk, &with_corpus("xiangqi", CORPUS), async |page, address| {
        open(page, address, "/theme/facing-generals").await?;
        page.see("[data-piece='R'][data-at='a5']").await?;
        page.act("puzzle-show").await?;
        page.see("main[data-said='shown'] [data-piece='R'][data-at='d5']").await?;
        page.act("missed").await?;
        page.see("main[data-mode='/missed'] [data-piece='R'][data-at='a5']").await?;
        tap(page, "a5", "d5").await?;
        page.see("main[data-said='solved']").await?;
        page.act("puzzle-next").await?;
        page.see("main[data-said='none-left']").await
    })
    .await
}

#[tokio::test]
async fn a_rush_counts_and_ends() -> Result<()> {
    // The choice between two puzzles would be random.
    let corpus = with_corpus("xiangqi", &CORPUS.replace("b h4i4 a2a8e8e9b1b9", "no puzzle"));
    with_page(Size::Phone, &corpus, async |page, address| {
        open(page, address, "/rush").await?;
        page.act("rush-start").await?;
        page.see("[data-rush='on']").await?;
        page.see("[data-piece='R'][data-at='a5']").await?;
        tap(page, "a5", "d5").await?;
        page.until("document.querySelector('[data-rush-solved]').innerText === '1'").await?;
        page.shoot("puzzle-rush").await?;
        page.act("rush-end").await?;
        page.see("[data-rush='over']").await?;
        page.until("document.querySelector('[data-act=\"rush\"] small').innerText.includes('1')")
            .await
    })
    .await
}

/// The corpus of undercover in this test: turning the mole on d8 is the only way out.
const UNDERCOVER: &str = "3k5/3p5/9/9/9/9/9/P8/9/4K4 w - - 0 40 d8/a2 0/0;@d8;s900;S\n";

#[tokio::test]
async fn the_mole_is_turned_in_a_puzzle_of_undercover() -> Result<()> {
    with_page(Size::Phone, &with_corpus("undercover", UNDERCOVER), async |page, address| {
        open(page, address, "").await?;
        page.act("undercover").await?;
        page.see("main[data-variant='undercover'] [data-piece='p'][data-at='d8']").await?;
        ensure!(page.fits().await?, "the puzzle sticks out to the side");
        page.shoot("puzzle-undercover").await?;
        tap(page, "a2", "a3").await?;
        page.see("main[data-said='refuted']").await?;
        page.see("[data-piece='P'][data-at='a2']").await?;
        page.act("turn").await?;
        page.act("confirm").await?;
        page.see("main[data-said='solved'] [data-piece='P'][data-at='d8']").await?;
        page.act("puzzle-analyse").await?;
        page.see("main[data-screen='record'][data-plies='1']").await
    })
    .await
}

/// The corpus of undercover in this test: Red's last move tells that the pawn on e3 is its mole.
const WHICH_MOLE: &str = "3ak4/4a4/7r1/9/p8/2p3p1P/P3p1n2/9/3K1c3/3A1A3 w - - 0 40 e3/- 0/0;\
    a3a4 mole:e3;n1500;W\n";

#[tokio::test]
async fn the_mole_is_named_in_a_puzzle_of_undercover() -> Result<()> {
    with_page(Size::Phone, &with_corpus("undercover", WHICH_MOLE), async |page, address| {
        open(page, address, "/undercover").await?;
        page.see("[data-piece='P'][data-at='a4']").await?;
        page.see("[data-suspect='g4'][data-state='open']").await?;
        ensure!(page.fits().await?, "the puzzle sticks out to the side");
        page.shoot("puzzle-which-mole").await?;
        page.press("[data-square='g4']").await?;
        page.see("main[data-said='not-mole'] [data-suspect='g4'][data-state='excluded']").await?;
        page.act("puzzle-hint").await?;
        page.see("[data-suspect='c4'][data-state='excluded']").await?;
        page.shoot("puzzle-which-mole-hint").await?;
        page.press("[data-square='e3']").await?;
        page.see("main[data-said='solved'] [data-suspect='e3'][data-state='mole']").await?;
        page.act("puzzle-analyse").await?;
        page.see("main[data-screen='record'][data-plies='1']").await
    })
    .await
}

#[tokio::test]
async fn an_ending_is_played_against_the_computer() -> Result<()> {
    with_page(Size::Phone, "", async |page, address| {
        page.goto(&format!("{address}/puzzles/endings")).await?;
        page.until("document.querySelectorAll('[data-act=\"ending\"]').length >= 40").await?;
        ensure!(page.fits().await?, "the list sticks out to the side");
        page.shoot("endings").await?;
        page.goto(&format!("{address}/puzzles/endings/pawn-king")).await?;
        page.see("[data-state='player']").await?;
        tap(page, "f5", "f6").await?;
        // The computer answers, and the move is taken back with its reply.
        page.see("[data-piece='P'][data-at='f6']").await?;
        page.until("!document.querySelector('[data-piece=\"k\"][data-at=\"d9\"]')").await?;
        page.see("[data-state='player']").await?;
        page.shoot("ending").await?;
        page.act("ending-back").await?;
        page.see("[data-piece='P'][data-at='f5']").await?;
        page.see("[data-piece='k'][data-at='d9']").await
    })
    .await
}

#[tokio::test]
async fn a_composed_mate_is_played_against_the_computer() -> Result<()> {
    with_page(Size::Phone, "", async |page, address| {
        page.goto(&format!("{address}/puzzles/classics")).await?;
        page.until("document.querySelectorAll('[data-act=\"ending\"]').length >= 119").await?;
        ensure!(page.fits().await?, "the list sticks out to the side");
        page.shoot("classics").await?;
        page.press("[data-act='ending'][href$='/classics/j3']").await?;
        page.see("[data-state='player']").await?;
        page.see("[data-origin]").await?;
        page.act("ending-hint").await?;
        page.see("[data-mark='chosen']").await?;
        ensure!(page.fits().await?, "the help sticks out to the side");
        // A mate in two. One reply is legal.
        tap(page, "g5", "g9").await?;
        page.see("[data-piece='C'][data-at='g9']").await?;
        page.see("[data-state='player']").await?;
        tap(page, "h5", "h9").await?;
        page.see("[data-state='reached']").await?;
        page.shoot("classic-solved").await?;
        page.act("ending-next").await?;
        page.see("main[data-mode='/classics/s013']").await?;
        // The list knows what was solved. Unknown numbers are a page that does not exist.
        page.goto(&format!("{address}/puzzles/classics")).await?;
        page.see("[href$='/classics/j3'] .result-box").await?;
        page.goto(&format!("{address}/puzzles/classics/s999")).await?;
        page.see("main[data-screen='not-found']").await
    })
    .await
}

/// A composed mate whose solution was shown is mated, but does not count as done.
#[tokio::test]
async fn the_solution_of_a_composed_mate_is_shown() -> Result<()> {
    with_page(Size::Phone, "", async |page, address| {
        page.goto(&format!("{address}/puzzles/classics/j3")).await?;
        page.see("[data-state='player']").await?;
        page.act("ending-show").await?;
        page.see("[data-state='reached']").await?;
        page.act("ending-next").await?;
        page.see("main[data-mode='/classics/s013']").await?;
        page.goto(&format!("{address}/puzzles/classics")).await?;
        page.see("[href$='/classics/j3']").await?;
        ensure!(!page.has("[href$='/classics/j3'] .result-box").await?, "it counts as done");
        Ok(())
    })
    .await
}

/// Moves of the solver, each with a square on which a piece stands before it.
type Solution = &'static [(&'static str, &'static str, &'static str)];

/// A puzzle of sifang and one of banqi, each with its solution.
const OTHER_GAMES: [(&str, &str, Solution); 2] = [
    (
        "sifang",
        "7/yI,6,yM,1/6,rT,2,gI,1/1,yI,6,yF,4/3,yF,9/13/13/13/bM,10,gI,1/5,yT,4,gI,2/2,bI,8/3,rI,5/3,rI,1,rM,1 r ns -/x1/-/- 1 212;8k11k;s400;V",
        &[("8k", "11k", "8k")],
    ),
    (
        "banqi",
        "1a2bnk1/1R2aP1K/3P2C1/3AAN2 r 35/28 0 91 -;f3g3 b4a4 g2g4;m412;OQ",
        &[("f3", "g3", "f3"), ("g2", "g4", "a4")],
    ),
];

#[tokio::test]
async fn puzzles_of_the_other_games_are_solved() -> Result<()> {
    for (game, line, solution) in OTHER_GAMES {
        with_page(Size::Phone, &with_corpus(game, line), async |page, address| {
            open(page, address, &format!("/{game}")).await?;
            ensure!(page.fits().await?, "{game}: the puzzle sticks out to the side");
            for (at, (from, to, stands)) in solution.iter().enumerate() {
                page.see(&format!("[data-piece][data-at='{stands}']")).await?;
                tap(page, from, to).await?;
                let said = if at + 1 == solution.len() { "solved" } else { "right" };
                page.see(&format!("main[data-said='{said}']")).await?;
            }
            page.act("puzzle-analyse").await?;
            page.see("main[data-screen='record']").await
        })
        .await?;
    }
    Ok(())
}

#[tokio::test]
async fn a_puzzle_has_an_address_and_refuses_illegal_moves() -> Result<()> {
    let corpus = with_corpus("xiangqi", &CORPUS.replace("b h4i4 a2a8e8e9b1b9", "no puzzle"));
    with_page(Size::Desk, &corpus, async |page, address| {
        open(page, address, "/train").await?;
        let id = page.attribute("main[data-puzzle]", "data-puzzle").await?;
        page.act("themes").await?;
        page.press("[href$='/theme/facing-generals']").await?;
        page.see("main[data-mode='/theme/facing-generals'][data-puzzle]").await?;
        open(page, address, &format!("/{id}")).await?;
        page.see(&format!("main[data-puzzle='{id}'] [data-piece='R'][data-at='a5']")).await?;
        tap(page, "a5", "c7").await?;
        page.see("main[data-said='refused'] [data-piece='R'][data-at='a5']").await?;
        tap(page, "a5", "d5").await?;
        page.see("main[data-said='solved']").await
    })
    .await
}

#[tokio::test]
async fn three_errors_end_a_rush() -> Result<()> {
    let corpus = with_corpus("xiangqi", &CORPUS.replace("b h4i4 a2a8e8e9b1b9", "no puzzle"));
    with_page(Size::Desk, &corpus, async |page, address| {
        open(page, address, "/rush").await?;
        page.act("rush-start").await?;
        for error in 1..=3 {
            page.see("[data-rush='on']").await?;
            page.see("[data-piece='R'][data-at='a5']").await?;
            tap(page, "a5", "a6").await?;
            page.until(&format!(
                "document.querySelectorAll('[data-rush] .missed').length >= {error} ||
                 document.querySelector('[data-rush=\"over\"]')"
            ))
            .await?;
        }
        page.see("[data-rush='over']").await?;
        page.see("[data-rush-over]").await
    })
    .await
}

/// A puzzle of the real corpus, which the server knows: mate in one by c8c0.
const KNOWN: &str =
    "2bakn3/2c1a4/n3b4/p5R1p/4C4/2P3P1P/P3P1r2/2N6/4A1N2/2BAK1B2 w c2d4 c8c0 m1324 1m\n";

/// An account has the same rating in every browser.
#[tokio::test]
async fn progress_belongs_to_the_account() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let program = Program::start(folder.path(), 0).await?;
    let chromium = Chromium::start().await?;
    let corpus = with_corpus("xiangqi", KNOWN);
    let first = chromium.open(Size::Desk, &corpus).await?;
    let second = chromium.open(Size::Desk, &corpus).await?;
    let result = two_browsers(&first, &second, program.address()).await;
    first.close().await?;
    second.close().await?;
    chromium.stop().await?;
    program.kill().await?;
    result
}

async fn two_browsers(first: &Page, second: &Page, address: &str) -> Result<()> {
    const RATING: &str = "[data-puzzle-rating]";
    register(first, address, "register").await?;
    open(first, address, "/train").await?;
    ensure!(first.text(RATING).await? == "1500?", "a new account");
    first.see("[data-piece='N'][data-at='d4']").await?;
    tap(first, "c8", "c0").await?;
    first.see("main[data-said='solved'] [data-figures]").await?;
    ensure!(first.text("[data-figures]").await?.contains("100"), "one account, which solved it");
    let rating = first.text(RATING).await?;
    ensure!(rating != "1500?", "the rating has moved");
    // The guest of the second browser has no rating. The account has the same one there.
    open(second, address, "/train").await?;
    ensure!(second.text(RATING).await? == "1500?", "a guest");
    register(second, address, "sign-in").await?;
    open(second, address, "/train").await?;
    second.until(&format!("document.querySelector('{RATING}').textContent === '{rating}'")).await
}

async fn register(page: &Page, address: &str, mode: &str) -> Result<()> {
    page.goto(address).await?;
    page.act("account").await?;
    page.press(&format!("[data-mode='{mode}']")).await?;
    page.write("[data-input='account-name']", "Ada").await?;
    page.write("[data-input='password']", "over the river").await?;
    page.act("send-account").await?;
    page.see("main[data-screen='start']").await
}

/// A set of puzzles that was loaded once works without the server: on the first visit, when the set is
/// read before the offline copy of the pages is made, as well as later.
#[tokio::test]
async fn a_loaded_set_works_offline() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let program = Program::start(folder.path(), 0).await?;
    let chromium = Chromium::start().await?;
    let page = chromium.open(Size::Phone, "").await?;
    let result = offline(&page, program).await;
    page.close().await?;
    chromium.stop().await?;
    result
}

async fn offline(page: &Page, program: Program) -> Result<()> {
    const KEPT: &str = "const done = arguments[0];
        (async () => {
            while (!navigator.serviceWorker.controller || !await caches.match('/corpus/xiangqi.txt')) {
                await new Promise(again => setTimeout(again, 100));
            }
            done(true);
        })()";
    let address = program.address().to_owned();
    let corpus = Corpus::read(Variant::Xiangqi, KNOWN).context("a puzzle")?;
    let known = format!("/{}", corpus.id(0).context("an id")?.text());
    open(page, &address, &known).await?;
    page.see("[data-piece='N'][data-at='d4']").await?;
    page.ask_async(KEPT, vec![]).await?;
    program.kill().await?;

    open(page, &address, &known).await?;
    page.see("[data-piece='N'][data-at='d4']").await?;
    // The computer refutes a wrong move.
    tap(page, "a6", "a5").await?;
    page.see("main[data-said='refuted']").await?;
    page.see("[data-piece='p'][data-at='a6']").await?;
    tap(page, "c8", "c0").await?;
    page.see("main[data-said='solved'] [data-piece='c'][data-at='c0']").await?;
    page.shoot("puzzle-offline").await?;
    // The other puzzles of the set are there, too.
    open(page, &address, "/train").await?;
    page.see("main[data-puzzle]").await?;
    open(page, &address, "").await?;
    page.see("main[data-puzzle]").await?;
    // A set that was not loaded says so.
    page.goto(&format!("{address}/puzzles/banqi")).await?;
    page.see("main[data-screen='puzzles'] [data-trouble]").await
}
