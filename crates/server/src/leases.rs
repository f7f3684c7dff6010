//! Leases for work that only one of several servers needs to do. They save work; correctness
//! depends on the log only.

use crate::app_state::AppState;
use std::{sync::Arc, time::Duration};
use tokio::{runtime::Handle, task::JoinHandle};

/// Duration of a lease without renewal. Afterwards its holder counts as gone.
const TERM: Duration = Duration::from_secs(3);
/// Renewal interval.
const RENEWED_EVERY: Duration = Duration::from_secs(1);

/// Lease that is renewed until it is dropped.
pub(crate) struct Lease {
    app: Arc<AppState>,
    name: String,
    /// Renewal task; `None` without other servers.
    renewing: Option<JoinHandle<()>>,
}

impl AppState {
    /// Takes a lease; `None` while another server holds it. Without other servers, or if the store
    /// fails, the lease is granted.
    pub(crate) async fn lease(self: &Arc<AppState>, name: String) -> Option<Lease> {
        let is_taken = self.take_lease(&name, TERM).await;
        if !is_taken {
            return None;
        }
        let (app, held) = (self.clone(), name.clone());
        let renewing = self.is_shared().then(|| {
            tokio::spawn(async move {
                loop {
                    tokio::time::sleep(RENEWED_EVERY).await;
                    app.take_lease(&held, TERM).await;
                }
            })
        });
        Some(Lease { app: self.clone(), name, renewing })
    }

    /// Takes a lease without renewal, otherwise as [`AppState::lease`].
    pub(crate) async fn take_lease(&self, name: &str, term: Duration) -> bool {
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
        let (app, name) = (self.app.clone(), std::mem::take(&mut self.name));
        let Ok(runtime) = Handle::try_current() else { return };
        runtime.spawn(async move {
            let Some(nodes) = app.store.cluster() else { return };
            // On failure the lease expires.
            let _ = nodes.release_lease(&name, &app.node).await;
        });
    }
}
