use crate::{Chromium, Page, Program, Size};
use anyhow::Result;

/// Opens one page beside a program, and closes both whatever comes of it. `early` runs before the
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

/// Two players' pages beside a program, each with storage of its own. The second is handed over, so
/// that it can be closed.
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
    // Whatever was frozen must be able to end.
    let _ = program.thaw();
    host.close().await?;
    chromium.stop().await?;
    program.kill().await?;
    result
}
