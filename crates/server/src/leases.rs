//! What only one of several servers needs to do. Leases save work; what must happen once is decided by
//! the log.

use crate::app_state::AppState;
use std::{sync::Arc, time::Duration};
use tokio::{runtime::Handle, task::JoinHandle};

/// How long a lease lasts that nobody renews: then its holder is held to be gone.
const TERM: Duration = Duration::from_secs(3);
/// How often one is renewed.
const RENEWED_EVERY: Duration = Duration::from_secs(1);

/// Something that only this server does, until it is dropped.
pub(crate) struct Lease {
    app: Arc<AppState>,
    name: String,
    /// Who renews it, where there is anybody to keep it from.
    renewing: Option<JoinHandle<()>>,
}

impl AppState {
    /// Takes on what only one server needs to do; `None` while another does it. Where there are no
    /// others, or the store does not say, it is done here.
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

    /// Takes a lease that ends by itself; as [`AppState::lease`].
    pub(crate) async fn take_lease(&self, name: &str, term: Duration) -> bool {
        let Some(nodes) = self.store.nodes() else { return true };
        nodes.take_lease(name, &self.node, term).await.unwrap_or_else(|error| {
            tracing::debug!(name, %error, "a lease cannot be taken");
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
            let Some(nodes) = app.store.nodes() else { return };
            // If it fails, the lease ends by itself.
            let _ = nodes.end_lease(&name, &app.node).await;
        });
    }
}
