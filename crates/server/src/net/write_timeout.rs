//! Timeout for writes to a connection.

use crate::limits::WRITE;
use std::{
    io,
    pin::Pin,
    task::{Context, Poll, ready},
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    time::{Instant, Sleep, sleep_until},
};

/// Fails if the remote side reads nothing for [`WRITE`]. Otherwise a client that requests much and
/// reads nothing would hold memory and connection forever.
pub(super) struct WriteTimeout<S> {
    stream: S,
    /// Timer that runs while data waits to be written.
    patience: Option<Pin<Box<Sleep>>>,
}

impl<S> WriteTimeout<S> {
    pub(super) fn new(stream: S) -> WriteTimeout<S> {
        WriteTimeout { stream, patience: None }
    }
}

impl<S: AsyncWrite + Unpin> WriteTimeout<S> {
    fn write(
        &mut self,
        cx: &mut Context<'_>,
        write: impl FnOnce(Pin<&mut S>, &mut Context<'_>) -> Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        if let Poll::Ready(written) = write(Pin::new(&mut self.stream), cx) {
            self.patience = None;
            return Poll::Ready(written);
        }
        let patience =
            self.patience.get_or_insert_with(|| Box::pin(sleep_until(Instant::now() + WRITE)));
        ready!(patience.as_mut().poll(cx));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for WriteTimeout<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for WriteTimeout<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.write(cx, |stream, cx| stream.poll_write(cx, bytes))
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.write(cx, |stream, cx| stream.poll_write_vectored(cx, parts))
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

    #[tokio::test(start_paused = true)]
    async fn who_takes_nothing_is_given_up() {
        let (near, mut far) = tokio::io::duplex(4);
        let mut near = WriteTimeout::new(near);
        near.write_all(b"1234").await.unwrap();
        // A slow reader is not a failed one.
        let began = Instant::now();
        let slow = tokio::spawn(async move {
            let mut taken = [0; 1];
            for _ in 0..4 {
                tokio::time::sleep(WRITE * 3 / 4).await;
                far.read_exact(&mut taken).await.unwrap();
            }
            far
        });
        near.write_all(b"5678").await.unwrap();
        assert!(began.elapsed() > WRITE * 2);
        let _far = slow.await.unwrap();
        let error = near.write_all(b"9").await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    }
}
