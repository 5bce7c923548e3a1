//! Requests for files beside the pages: one at a time, at the pace of their hosts.

use crate::error::FetchError;
use crate::exchange::{Answer, Request};
use crate::pace::{Paces, WaitReason};
use crate::stop::StopSignal;
use crate::transport::Transport;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// Makes requests at the pace of their hosts, until the crawl is to stop.
pub struct PoliteClient {
    transport: Arc<Transport>,
    paces: Paces,
    stop: StopSignal,
}

impl PoliteClient {
    /// A client that shares its paces with those who fetch pages.
    pub fn new(transport: Arc<Transport>, paces: Paces, stop: StopSignal) -> Self {
        Self { transport, paces, stop }
    }

    /// Makes a request when it is the turn of its host; `None` if the crawl is to stop. `on_wait` is
    /// told of each wait.
    pub async fn fetch(
        &self,
        request: &Request,
        on_wait: &(dyn Fn(Duration, WaitReason) + Sync),
    ) -> Option<Result<Answer, FetchError>> {
        let now = Instant::now();
        if let Some((at, reason)) = self.paces.of(&request.url, |pace| pace.ready(now)) {
            self.pause(at - now, reason, on_wait).await?;
        }
        self.paces.of(&request.url, |pace| pace.start(Instant::now()));
        tokio::select! {
            answer = self.transport.exchange(request) => Some(answer),
            () = self.stop.stopped() => None,
        }
    }

    /// Sleeps; `None` if the crawl is to stop.
    pub(crate) async fn pause(
        &self,
        time: Duration,
        reason: WaitReason,
        on_wait: &(dyn Fn(Duration, WaitReason) + Sync),
    ) -> Option<()> {
        on_wait(time, reason);
        tokio::select! {
            () = sleep(time) => Some(()),
            () = self.stop.stopped() => None,
        }
    }
}
