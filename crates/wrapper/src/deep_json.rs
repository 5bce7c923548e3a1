//! JSON as deep as templates are.
//!
//! A template is nested some four times as deep in JSON as its pages are: deeper than `serde_json` reads by
//! itself, and deeper than the stack of any thread may hold. Who keeps wrappers writes and reads them here.

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io;
use std::thread;
use thiserror::Error;

/// Bytes of stack for reading and writing, enough for [`MAX_DEPTH`] in any build. The operating system gives
/// memory only to what is used of it.
const STACK: usize = 64 << 20;

/// Deepest nesting that is read. A page has a depth of 512, of which each may be a list with its items:
/// seven levels of JSON at most.
pub const MAX_DEPTH: usize = 4096;

/// Why a value was not written as JSON, or not read.
#[derive(Debug, Error)]
pub enum DeepJsonError {
    /// It is no JSON, or not of the type that is read.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// It is nested deeper than anything that was written.
    #[error("it is nested deeper than {MAX_DEPTH} levels")]
    TooDeep,
    /// No thread can be started.
    #[error("no thread can be started ({0})")]
    Thread(#[source] io::Error),
}

/// A value as JSON.
///
/// # Errors
/// If it cannot be told in JSON, or no thread can be started.
pub fn to_vec<T: Serialize + Sync>(value: &T) -> Result<Vec<u8>, DeepJsonError> {
    Ok(on_deep_stack(|| serde_json::to_vec(value))??)
}

/// The value that [`to_vec`] was given.
///
/// # Errors
/// If the bytes are no JSON of that type or nested deeper than [`MAX_DEPTH`], or no thread can be started.
pub fn from_slice<T: DeserializeOwned + Send>(json: &[u8]) -> Result<T, DeepJsonError> {
    if depth(json) > MAX_DEPTH {
        return Err(DeepJsonError::TooDeep);
    }
    let value = on_deep_stack(|| {
        let mut reader = serde_json::Deserializer::from_slice(json);
        // Its own limit would end at pages of depth 30; ours was looked at before.
        reader.disable_recursion_limit();
        let value = T::deserialize(&mut reader)?;
        reader.end()?;
        Ok::<T, serde_json::Error>(value)
    })?;
    Ok(value?)
}

/// How deep the brackets of a JSON text are nested, whether or not they fit.
fn depth(json: &[u8]) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    let (mut in_text, mut is_escaped) = (false, false);
    for byte in json {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if in_text => is_escaped = true,
            b'"' => in_text = !in_text,
            _ if in_text => {}
            b'[' | b'{' => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

/// Does recursive work on a stack that is large enough for it.
fn on_deep_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, DeepJsonError> {
    thread::scope(|scope| {
        let worker = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        let worker = worker.map_err(DeepJsonError::Thread)?;
        Ok(worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_in_texts_do_not_count() {
        assert_eq!(depth(br#"{"a[":["\"[{",[1]]}"#), 3);
        assert_eq!(depth(b"]]]}"), 0);
        assert_eq!(depth(b""), 0);
    }

    #[test]
    fn what_is_too_deep_is_refused_before_it_is_read() {
        let deep = "[".repeat(1 << 20);
        assert!(matches!(from_slice::<bool>(deep.as_bytes()), Err(DeepJsonError::TooDeep)));
    }
}
