//! What a stranger found at the table: each of these failed once.

use anyhow::{Context, Result, ensure};
use browser::{Page, Size, start, with_page};

/// The points of the pawns that are picked.
async fn picked(page: &Page) -> Result<usize> {
    let script = "return document.querySelectorAll('.pawn-number.picked').length";
    page.ask(script, vec![]).await?.as_u64().map(|count| count as usize).context("a count")
}

/// The numbers on the pawns, from the left.
async fn numbers(page: &Page) -> Result<String> {
    let script = "return [...document.querySelectorAll('.pawn-number')]
        .map(e => [e.getBoundingClientRect().x, e.querySelector('text').textContent])
        .sort((a, b) => a[0] - b[0]).map(pair => pair[1]).join('')";
    Ok(page.ask(script, vec![]).await?.as_str().context("numbers")?.to_owned())
}

#[tokio::test]
async fn each_step_of_a_set_up_begins_with_nothing_picked() -> Result<()> {
    with_page(Size::Phone, "", async |page, address| {
        page.goto(&format!("{address}#/new/undercover")).await?;
        page.press("[data-opponent='computer']").await?;
        page.press("details.more summary").await?;
        page.press("[data-field='locks'] [data-value='2']").await?;
        page.press("[data-field='rearrange'] [data-value='manual']").await?;
        start(page, "undercover").await?;
        page.see("[data-setup='lock']").await?;
        page.press("[data-square='c3']").await?;
        ensure!(picked(page).await? == 1, "nothing is picked");
        page.act("setup-done").await?;
        page.see("[data-setup='choose']").await?;
        ensure!(
            page.has("[data-setup='choose'] ~ * [data-act='setup-done']:disabled").await?,
            "what was locked is chosen already"
        );
        page.act("mole-random").await?;
        page.see("[data-setup='place']").await?;
        let before = numbers(page).await?;
        page.press("[data-square='a3']").await?;
        ensure!(picked(page).await? == 1, "the first tap picks nothing");
        ensure!(numbers(page).await? == before, "the first tap swaps");
        page.press("[data-square='e3']").await?;
        ensure!(numbers(page).await? != before, "the second tap does not swap");
        Ok(())
    })
    .await
}
