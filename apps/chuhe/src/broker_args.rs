//! The MQTT options of `chuhe serve` and `chuhe board bridge`.

use crate::{input, terminal};
use anyhow::{Context, Result, ensure};
use broker::{Broker, Credentials};
use std::path::PathBuf;

/// Variable with the password if no file is given. There is no option for it, because other users
/// can read command lines.
const PASSWORD: &str = "CHUHE_MQTT_PASSWORD";

/// Certificates and credentials. The broker's address is an option of each command: `--mqtt`.
#[derive(clap::Args)]
pub struct BrokerArgs {
    /// PEM file with the certificate authorities of the broker, instead of those that browsers
    /// trust
    #[arg(long, env = "CHUHE_MQTT_CA", value_name = "FILE")]
    mqtt_ca: Option<PathBuf>,
    /// User name for the broker
    #[arg(long, env = "CHUHE_MQTT_USER", value_name = "NAME")]
    mqtt_user: Option<String>,
    /// File whose first line is the broker's password; by default the variable CHUHE_MQTT_PASSWORD
    #[arg(long, env = "CHUHE_MQTT_PASSWORD_FILE", value_name = "FILE")]
    mqtt_password_file: Option<PathBuf>,
}

impl BrokerArgs {
    /// Whether any of the options is given.
    pub fn is_given(&self) -> bool {
        self.mqtt_ca.is_some() || self.mqtt_user.is_some() || self.mqtt_password_file.is_some()
    }

    /// Creates the broker for an address.
    pub fn broker(&self, address: &str) -> Result<Broker> {
        let roots = self.mqtt_ca.as_deref().map(input::roots).transpose()?;
        let broker = Broker::new(address, roots.as_ref()).context("--mqtt")?;
        let Some(user) = self.mqtt_user.clone() else {
            ensure!(self.mqtt_password_file.is_none(), "--mqtt-password-file requires --mqtt-user");
            return Ok(broker);
        };
        let password = match &self.mqtt_password_file {
            Some(file) => input::small_text(file)?.lines().next().unwrap_or_default().to_owned(),
            None => std::env::var(PASSWORD).with_context(|| {
                format!(
                    "the broker's password is missing: --mqtt-password-file FILE, or {PASSWORD}"
                )
            })?,
        };
        if !broker.is_encrypted() {
            terminal::complain(format_args!(
                "the password for {broker} is sent unencrypted; mqtts:// encrypts it"
            ));
        }
        Ok(broker.with_credentials(Credentials { user, password }))
    }
}
