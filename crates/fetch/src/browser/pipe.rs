//! Orders to the browser and what it says: the Chrome DevTools Protocol over a pair of pipes, JSON
//! messages that end in a zero byte.

use super::error::RenderError;
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{ChildStdin, ChildStdout};
use std::thread;
use tokio::sync::mpsc::{Receiver, Sender, channel};

/// The largest message that is read, in bytes; a browser that sends a larger one is ended.
const MAX_MESSAGE_BYTES: u64 = 128 << 20;
/// Messages that wait at most, on their way in and out.
const MESSAGES: usize = 64;

/// Both pipes. Each has a thread, since pipes of processes block; the threads end with the browser.
pub(crate) struct Pipe {
    orders: Sender<Vec<u8>>,
    messages: Receiver<Value>,
    /// Events that came while an answer was waited for.
    early: VecDeque<Value>,
    last_id: u64,
}

impl Pipe {
    pub(crate) fn new(mut input: ChildStdin, output: ChildStdout) -> Self {
        let (orders, mut waiting) = channel::<Vec<u8>>(MESSAGES);
        let (sender, messages) = channel(MESSAGES);
        thread::spawn(move || {
            while let Some(order) = waiting.blocking_recv() {
                if input.write_all(&order).and_then(|()| input.flush()).is_err() {
                    return;
                }
            }
        });
        thread::spawn(move || read(output, &sender));
        Self { orders, messages, early: VecDeque::new(), last_id: 0 }
    }

    /// Gives an order, to a session or to the browser itself; gives its number.
    pub(crate) async fn order(
        &mut self,
        method: &str,
        params: Value,
        session: Option<&str>,
    ) -> Result<u64, RenderError> {
        self.last_id += 1;
        let mut message = json!({"id": self.last_id, "method": method, "params": params});
        if let Some(session) = session {
            message["sessionId"] = session.into();
        }
        let mut bytes = message.to_string().into_bytes();
        bytes.push(0);
        self.orders.send(bytes).await.map_err(|_| RenderError::Gone)?;
        Ok(self.last_id)
    }

    /// Gives an order and waits for the answer; what else comes meanwhile is kept for
    /// [`Pipe::next`].
    pub(crate) async fn ask(
        &mut self,
        method: &str,
        params: Value,
        session: Option<&str>,
    ) -> Result<Value, RenderError> {
        let id = self.order(method, params, session).await?;
        loop {
            let mut message = self.messages.recv().await.ok_or(RenderError::Gone)?;
            if message["id"] != id {
                self.early.push_back(message);
            } else if let Some(problem) = message["error"]["message"].as_str() {
                return Err(RenderError::Refused(format!("{method}: {problem}")));
            } else {
                return Ok(message["result"].take());
            }
        }
    }

    /// The next message that is not the answer to [`Pipe::ask`]. Nothing is lost when this is given
    /// up while it waits.
    pub(crate) async fn next(&mut self) -> Result<Value, RenderError> {
        match self.early.pop_front() {
            Some(message) => Ok(message),
            None => self.messages.recv().await.ok_or(RenderError::Gone),
        }
    }

    /// Forgets events that nobody has asked for: those of a page that is done.
    pub(crate) fn forget(&mut self) {
        self.early.clear();
    }
}

/// Hands on messages until the browser ends or says something that is none.
fn read(output: ChildStdout, sender: &Sender<Value>) {
    let mut output = BufReader::new(output);
    loop {
        let mut bytes = Vec::new();
        let read = (&mut output).take(MAX_MESSAGE_BYTES).read_until(0, &mut bytes);
        let whole = matches!(read, Ok(length) if length > 0) && bytes.pop() == Some(0);
        let message = if whole { serde_json::from_slice(&bytes).ok() } else { None };
        let Some(message) = message else { return };
        if sender.blocking_send(message).is_err() {
            return;
        }
    }
}
