//! Checks pages with axe-core, the accessibility checker. `cargo verify browser` downloads it.

use anyhow::{Context, Result, ensure};
use browser::{ENGLISH, Page, Size, open, with_page};
use serde_json::json;

/// Path of the script, relative to this crate.
const AXE: &str = "../../target/verify/axe/axe_playwright_python/axe.min.js";

/// Addresses, each with a selector of its loaded page.
const PAGES: &[(&str, &str)] = &[
    ("/", "main[data-screen='start'] [data-quick]"),
    ("/watch", "main[data-screen='watch']"),
    ("/puzzles", "main[data-screen='puzzles'][data-puzzle]"),
    ("/puzzles/themes", "main[data-screen='puzzles'] .theme-list"),
    ("/puzzles/rush", "main[data-screen='puzzles']"),
    ("/puzzles/endings/pawn-king", "main[data-screen='endings'] svg.board"),
    ("/puzzles/classics", "main[data-screen='endings'] .theme-list"),
    ("/puzzles/undercover", "main[data-screen='puzzles'][data-puzzle]"),
    ("/learn", "main[data-screen]"),
    ("/rules/xiangqi", "main[data-screen='rules']"),
    ("/analysis", "main[data-screen='record'] svg.board"),
    ("/studies", "main[data-screen='studies']"),
    ("/editor", "main[data-screen='editor'] svg.board"),
    ("/ranking", "main[data-screen='ranking']"),
    ("/account", "main[data-screen='account']"),
    ("/boards", "main[data-screen]"),
    ("/nothing", "main[data-screen]"),
];

/// Serious and critical findings, and headings that skip a level: rule, number of elements, the first
/// element, what is wrong.
const FINDINGS: &str = "const done = arguments[arguments.length - 1];
    const options = {
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'],
        rules: { 'heading-order': { enabled: true } },
    };
    axe.run(document, options).then(
        found => done(found.violations
            .filter(it => ['serious', 'critical'].includes(it.impact) || it.id === 'heading-order')
            .map(it => [it.id, it.nodes.length, it.nodes[0].html.slice(0, 200), it.nodes[0].failureSummary])),
        error => done([String(error)]))";

async fn check(page: &Page, axe: &str, what: &str) -> Result<()> {
    page.ask(axe, vec![]).await?;
    let found = page.ask_async(FINDINGS, vec![]).await?;
    ensure!(found == json!([]), "{what}: {found:#}");
    Ok(())
}

#[tokio::test]
async fn pages_have_no_serious_findings() -> Result<()> {
    let axe = std::fs::read_to_string(AXE)
        .with_context(|| format!("{AXE}: `cargo verify browser` downloads it"))?;
    for size in Size::BOTH {
        with_page(size, ENGLISH, async |page, address| {
            for (path, loaded) in PAGES {
                page.goto(&format!("{address}{path}")).await?;
                page.see(loaded).await.with_context(|| (*path).to_owned())?;
                check(page, &axe, &format!("{path}, {}", size.name())).await?;
            }
            open(page, address, "xiangqi").await?;
            page.play("h2", Some("e2")).await?;
            check(page, &axe, &format!("a table, {}", size.name())).await?;
            page.act("settings").await?;
            page.see("[data-dialog='settings']").await?;
            check(page, &axe, &format!("the settings, {}", size.name())).await
        })
        .await?;
    }
    Ok(())
}
