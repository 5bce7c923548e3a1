//! What is wrong with a TLS connection, in words that say what can be done about it.

use rustls::{CertificateError, Error as TlsError};
use std::error::Error;
use std::io;

/// Why there is no TLS connection.
pub(crate) struct Refusal {
    pub(crate) reason: String,
    /// Whether the server would have to change something: another attempt goes no better.
    pub(crate) stays: bool,
}

/// What an error and its sources say of TLS, if they do.
pub(crate) fn refusal(error: &(dyn Error + 'static)) -> Option<Refusal> {
    let mut next = Some(error);
    while let Some(error) = next {
        if let Some(error) = error.downcast_ref::<TlsError>() {
            return Some(judge(error));
        }
        let io = error.downcast_ref::<io::Error>();
        if io.is_some_and(is_cut_off) {
            let reason = "the server broke off before the connection was secure".to_owned();
            return Some(Refusal { reason, stays: false });
        }
        // An I/O error stands for what it wraps, whose source it gives as its own.
        let inner = io.and_then(io::Error::get_ref).map(|inner| inner as &(dyn Error + 'static));
        next = inner.or_else(|| error.source());
    }
    None
}

/// Whether a connection ended within the handshake; the TLS library says so in a text alone.
fn is_cut_off(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::UnexpectedEof && error.to_string() == "tls handshake eof"
}

fn judge(error: &TlsError) -> Refusal {
    let reason = match error {
        TlsError::InvalidCertificate(why) => of_certificate(why),
        TlsError::InvalidMessage(_) => {
            "the server does not speak TLS there: is it an address with http://?".to_owned()
        }
        TlsError::AlertReceived(alert) => {
            format!("the server refused a secure connection ({alert:?})")
        }
        other => format!("no secure connection: {other}"),
    };
    Refusal { reason, stays: matches!(error, TlsError::InvalidCertificate(_)) }
}

fn of_certificate(why: &CertificateError) -> String {
    use CertificateError::{
        Expired, ExpiredContext, NotValidForName, NotValidForNameContext, NotValidYet,
        NotValidYetContext, Revoked, UnknownIssuer,
    };
    match why {
        Expired | ExpiredContext { .. } => {
            "the certificate of the server has expired (or the clock here is wrong)".to_owned()
        }
        NotValidYet | NotValidYetContext { .. } => {
            "the certificate of the server is not valid yet (or the clock here is wrong)".to_owned()
        }
        NotValidForName | NotValidForNameContext { .. } => {
            "the certificate of the server is for another host".to_owned()
        }
        Revoked => "the certificate of the server has been revoked".to_owned(),
        UnknownIssuer => {
            format!("the certificate of the server is signed by nobody known here{TRUST}")
        }
        other => format!("the certificate of the server is not valid ({other}){TRUST}"),
    }
}

/// How to trust a certificate of one's own.
const TRUST: &str = "; SSL_CERT_FILE can name a file of further issuers to trust";
