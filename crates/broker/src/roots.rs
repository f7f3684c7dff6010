use rustls::{
    ClientConfig, RootCertStore,
    crypto::ring,
    pki_types::{CertificateDer, pem::PemObject},
};
use std::{fmt, sync::Arc};

/// The certificate authorities to trust for TLS.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Roots {
    /// Those that browsers trust.
    #[default]
    Public,
    /// Only these certificates, in DER form: a private authority.
    Own(Vec<Vec<u8>>),
}

impl Roots {
    /// Reads the certificates of a PEM file.
    ///
    /// # Errors
    /// If the file contains none, or one that cannot be read.
    pub fn from_pem(text: &[u8]) -> Result<Roots, CertificateError> {
        let mut store = RootCertStore::empty();
        let mut certificates = Vec::new();
        for (number, item) in (1..).zip(CertificateDer::pem_slice_iter(text)) {
            let unreadable = |why: &dyn fmt::Display| {
                CertificateError(format!("certificate {number} cannot be read: {why}"))
            };
            let certificate = item.map_err(|error| unreadable(&error))?;
            certificates.push(certificate.to_vec());
            store.add(certificate).map_err(|error| unreadable(&error))?;
        }
        if certificates.is_empty() {
            let expected = "expected `-----BEGIN CERTIFICATE-----`, found none";
            return Err(CertificateError(expected.to_owned()));
        }
        Ok(Roots::Own(certificates))
    }

    /// A TLS client configuration that trusts these authorities.
    ///
    /// # Errors
    /// If a certificate cannot be read.
    pub fn client_config(&self) -> Result<Arc<ClientConfig>, CertificateError> {
        let mut store = RootCertStore::empty();
        match self {
            Roots::Public => store.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned()),
            Roots::Own(list) => {
                for der in list {
                    store
                        .add(CertificateDer::from(der.clone()))
                        .map_err(|error| CertificateError(error.to_string()))?;
                }
            }
        }
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|error| CertificateError(error.to_string()))?
            .with_root_certificates(store)
            .with_no_client_auth();
        Ok(Arc::new(config))
    }
}

/// Why a file contains no usable certificates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CertificateError(String);

impl fmt::Display for CertificateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for CertificateError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_certificate_is_refused() {
        for (text, expected) in [
            ("", "found none"),
            ("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n", "found none"),
            ("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n", "certificate 1"),
            ("-----BEGIN CERTIFICATE-----\n?\n-----END CERTIFICATE-----\n", "certificate 1"),
            ("-----BEGIN CERTIFICATE-----\nAAAA\n", "certificate 1"),
        ] {
            let error = Roots::from_pem(text.as_bytes()).expect_err(text).to_string();
            assert!(error.contains(expected), "{text:?}: {error}");
        }
        assert!(Roots::Public.client_config().is_ok());
    }
}
