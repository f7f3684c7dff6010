//! Limits the bytes that an upgraded connection may send between two messages.
//!
//! A WebSocket message may be cut into any number of frames, empty ones too. They are read below the
//! level at which messages are counted, so bytes are counted here.

use std::{
    io,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    task::{Context, Poll},
};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// Number of bytes that may still be read.
#[derive(Debug)]
pub(super) struct ReadBudget(AtomicU64);

impl ReadBudget {
    /// A budget without a limit, as for requests, which have separate limits.
    pub(super) fn unlimited() -> Arc<ReadBudget> {
        Arc::new(ReadBudget(AtomicU64::new(u64::MAX)))
    }

    /// Allows this many bytes from now on.
    pub(super) fn allow(&self, bytes: u64) {
        self.0.store(bytes, Relaxed);
    }

    /// Whether it is used up.
    pub(super) fn is_spent(&self) -> bool {
        self.0.load(Relaxed) == 0
    }

    fn spend(&self, bytes: u64) {
        let left = self.0.load(Relaxed);
        if left != u64::MAX {
            self.0.store(left.saturating_sub(bytes), Relaxed);
        }
    }
}

/// A stream that fails when its budget is used up.
pub(super) struct BudgetedStream<S> {
    stream: S,
    budget: Arc<ReadBudget>,
}

impl<S> BudgetedStream<S> {
    pub(super) fn new(stream: S, budget: Arc<ReadBudget>) -> BudgetedStream<S> {
        BudgetedStream { stream, budget }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for BudgetedStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.budget.is_spent() {
            let error = io::Error::new(io::ErrorKind::InvalidData, "too many bytes in one message");
            return Poll::Ready(Err(error));
        }
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(cx, buffer);
        self.budget.spend(buffer.filled().len().saturating_sub(before) as u64);
        read
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for BudgetedStream<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(cx, parts)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    #[tokio::test]
    async fn reading_ends_with_the_budget() {
        let (mut far, near) = tokio::io::duplex(1_024);
        let budget = ReadBudget::unlimited();
        let mut near = BudgetedStream::new(near, budget.clone());
        far.write_all(&[7; 100]).await.unwrap();
        let mut buffer = [0; 50];
        near.read_exact(&mut buffer).await.unwrap();
        budget.allow(50);
        near.read_exact(&mut buffer).await.unwrap();
        assert!(budget.is_spent());
        far.write_all(&[7; 1]).await.unwrap();
        let error = near.read(&mut buffer).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::InvalidData);
        budget.allow(1);
        assert_eq!(near.read(&mut buffer).await.unwrap(), 1);
        near.write_all(b"answer").await.unwrap();
    }
}
