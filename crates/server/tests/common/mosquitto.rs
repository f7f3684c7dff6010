//! Debian's Mosquitto on a separate port.

use std::{path::Path, time::Duration};
use tokio::process::{Child, Command};

/// Starts a broker without persistence, with the folder's configuration file if there is one.
/// Returns when its port answers.
pub(crate) async fn mosquitto(folder: &Path, port: u16) -> Child {
    let file = folder.join("mosquitto.conf");
    let settings = std::fs::read_to_string(&file).unwrap_or_else(|_| {
        format!("listener {port} 127.0.0.1\nallow_anonymous true\nset_tcp_nodelay true\n")
    });
    std::fs::write(&file, settings).unwrap();
    let program = ["/usr/sbin/mosquitto", "/usr/bin/mosquitto"]
        .into_iter()
        .find(|program| Path::new(program).exists())
        .unwrap_or("mosquitto");
    let broker = Command::new(program)
        .arg("-c")
        .arg(file)
        .kill_on_drop(true)
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("mosquitto is missing; `cargo verify tools` installs it");
    let up = async {
        while tokio::net::TcpStream::connect(("127.0.0.1", port)).await.is_err() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(120), up).await.expect("the broker answers");
    broker
}
