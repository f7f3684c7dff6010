//! Leases for work that only one of several servers needs to do. They save work; correctness
//! depends on the log only.

use std::{sync::Arc, time::Duration};
use store::Store;
use tokio::{runtime::Handle, task::JoinHandle};

/// Duration of a lease without renewal. Afterwards its holder counts as gone.
const TERM: Duration = Duration::from_secs(3);
/// Renewal interval.
const RENEWED_EVERY: Duration = Duration::from_secs(1);

/// Lease that is renewed until it is dropped.
pub(crate) struct Lease {
    leases: Leases,
    name: String,
    /// Renewal task; `None` without other servers.
    renewing: Option<JoinHandle<()>>,
}

/// The leases of this server.
#[derive(Clone)]
pub(crate) struct Leases {
    store: Arc<dyn Store>,
    /// Id of this server among those of the store.
    node: String,
}

impl Leases {
    pub(crate) fn new(store: Arc<dyn Store>, node: String) -> Leases {
        Leases { store, node }
    }

    /// Takes a lease; `None` while another server holds it. Without other servers, or if the store
    /// fails, the lease is granted.
    pub(crate) async fn hold(&self, name: String) -> Option<Lease> {
        if !self.take(&name, TERM).await {
            return None;
        }
        let (leases, held) = (self.clone(), name.clone());
        let renewing = self.store.cluster().is_some().then(|| {
            tokio::spawn(async move {
                loop {
                    tokio::time::sleep(RENEWED_EVERY).await;
                    leases.take(&held, TERM).await;
                }
            })
        });
        Some(Lease { leases: self.clone(), name, renewing })
    }

    /// Takes a lease without renewal, otherwise as [`Leases::hold`].
    pub(crate) async fn take(&self, name: &str, term: Duration) -> bool {
        let Some(nodes) = self.store.cluster() else { return true };
        nodes.take_lease(name, &self.node, term).await.unwrap_or_else(|error| {
            tracing::debug!(name, %error, "failed to take lease");
            true
        })
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        let Some(renewing) = &self.renewing else { return };
        renewing.abort();
        let (leases, name) = (self.leases.clone(), std::mem::take(&mut self.name));
        let Ok(runtime) = Handle::try_current() else { return };
        runtime.spawn(async move {
            let Some(nodes) = leases.store.cluster() else { return };
            // On failure the lease expires.
            let _ = nodes.release_lease(&name, &leases.node).await;
        });
    }
}
