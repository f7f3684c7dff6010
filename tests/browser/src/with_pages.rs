use crate::{Chromium, Page, Program, Size};
use anyhow::Result;

/// Starts a program and opens one page, and closes both after the test. `early` runs before the
/// page's own scripts.
pub async fn with_page(
    size: Size,
    early: &str,
    test: impl AsyncFn(&Page, &str) -> Result<()>,
) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let program = Program::start(folder.path(), 0).await?;
    let chromium = Chromium::start().await?;
    let page = chromium.open(size, early).await?;
    let result = test(&page, program.address()).await;
    page.close().await?;
    chromium.stop().await?;
    program.kill().await?;
    result
}

/// Starts a program and opens the pages of two players with separate storage. The second one is
/// passed by value, so that the test can close it.
pub async fn with_two(
    sizes: [Size; 2],
    test: impl AsyncFn(&Page, Page, &Program) -> Result<()>,
) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let program = Program::start(folder.path(), 0).await?;
    let chromium = Chromium::start().await?;
    let host = chromium.open(sizes[0], "").await?;
    let guest = chromium.open(sizes[1], "").await?;
    let result = test(&host, guest, &program).await;
    // A paused process could not end.
    let _ = program.thaw();
    host.close().await?;
    chromium.stop().await?;
    program.kill().await?;
    result
}
