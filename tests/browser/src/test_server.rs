use anyhow::Result;
use commit_reveal::SigningKey;
use protocol::UnixMs;
use server::{Config, Env, Hub, RngError};
use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};
use store::SqliteStore;
use tokio::{net::TcpListener, task::JoinHandle};

/// The arbiter's key.
pub const ARBITER: &str = "the arbiter of the test";

/// Server in the test process with a settable clock and repeatable random numbers. Two equal games
/// produce the same bytes, so every difference comes from a secret.
pub struct TestServer {
    address: String,
    env: Arc<SetEnv>,
    task: JoinHandle<()>,
}

impl TestServer {
    /// Starts a server on a port; 0 chooses a free one.
    pub async fn start(folder: &Path, port: u16) -> Result<TestServer> {
        let store = SqliteStore::open(&folder.join("chuhe.db")).await?;
        let env = Arc::new(SetEnv {
            now_ms: AtomicU64::new(1_700_000_000_000),
            drawn: AtomicU64::new(0),
        });
        let key = SigningKey::from_bytes([5; 32]);
        let config = Config { env: env.clone(), ..Config::system(Vec::new(), ARBITER.into(), key) };
        let hub = Hub::start(config, Arc::new(store)).await?;
        let listener = TcpListener::bind(("127.0.0.1", port)).await?;
        let address = format!("http://{}", listener.local_addr()?);
        let task = tokio::spawn(async move {
            server::serve(listener, hub, std::future::pending()).await;
        });
        Ok(TestServer { address, env, task })
    }

    /// Advances the server's clock.
    pub fn pass(&self, ms: u64) {
        self.env.now_ms.fetch_add(ms, Ordering::SeqCst);
    }

    /// Address of the server.
    pub fn address(&self) -> &str {
        &self.address
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

struct SetEnv {
    now_ms: AtomicU64,
    drawn: AtomicU64,
}

impl Env for SetEnv {
    fn now_ms(&self) -> UnixMs {
        UnixMs(self.now_ms.load(Ordering::SeqCst))
    }

    fn random(&self) -> Result<[u8; 32], RngError> {
        let count = self.drawn.fetch_add(1, Ordering::SeqCst);
        Ok(std::array::from_fn(|i| {
            (count.wrapping_mul(151) as u8).wrapping_add((i as u8).wrapping_mul(43))
        }))
    }
}
