//! Progress on standard error: bars on a terminal, a plain line now and then elsewhere.

use crate::advice;
use crate::output::printable;
use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use sitewrap_pipeline::{Event, Observer, Stage};
use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;

/// Least time between two plain lines of one stage.
const LINE_INTERVAL: Duration = Duration::from_secs(3);

/// Standard error, shared by progress, messages and log lines, so that none tears another.
#[derive(Clone)]
pub(crate) struct Console(Arc<Shared>);

struct Shared {
    bars: MultiProgress,
    mode: Mode,
    /// Whether to tell the CPU seconds of each stage.
    cpu: bool,
    running: Mutex<Option<Running>>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Bars,
    Lines,
    Quiet,
}

/// The stage under way.
struct Running {
    stage: Stage,
    bar: ProgressBar,
    total: Option<u64>,
    done: u64,
    status: String,
    begun: Instant,
    cpu: ProcessTime,
    last_line: Instant,
}

impl Console {
    /// A console for a command; `quiet` shows errors only, `cpu` tells the cost of each stage.
    pub(crate) fn new(quiet: bool, cpu: bool) -> Self {
        let mode = match (quiet, io::stderr().is_terminal()) {
            (true, _) => Mode::Quiet,
            (false, true) => Mode::Bars,
            (false, false) => Mode::Lines,
        };
        let bars = match mode {
            Mode::Bars => MultiProgress::with_draw_target(ProgressDrawTarget::stderr_with_hz(10)),
            _ => MultiProgress::with_draw_target(ProgressDrawTarget::hidden()),
        };
        Self(Arc::new(Shared { bars, mode, cpu, running: Mutex::new(None) }))
    }

    /// Says something that is no data: a line on standard error, unless it is to be quiet.
    pub(crate) fn say(&self, line: &str) {
        if self.0.mode != Mode::Quiet {
            self.write(format!("{}\n", printable(line)).as_bytes());
        }
    }

    /// Says why the command failed, quiet or not.
    pub(crate) fn fail(&self, line: &str) {
        self.write(format!("{}\n", printable(line)).as_bytes());
    }

    /// Runs `print` while no bar is on the screen; for data on a standard output that is the same
    /// terminal.
    pub(crate) fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        self.0.bars.suspend(print)
    }

    fn write(&self, bytes: &[u8]) {
        // A standard error that is closed leaves nobody to tell.
        let _ = self.0.bars.suspend(|| io::stderr().lock().write_all(bytes));
    }

    fn running(&self) -> MutexGuard<'_, Option<Running>> {
        self.0.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn start(&self, stage: Stage, total: Option<u64>) {
        let bar = match total {
            Some(total) => ProgressBar::new(total).with_style(bar_style()),
            None => ProgressBar::new_spinner().with_style(spinner_style()),
        };
        let bar = self.0.bars.add(bar.with_prefix(stage.name()));
        if self.0.mode == Mode::Bars {
            bar.enable_steady_tick(Duration::from_millis(100));
        }
        let now = Instant::now();
        *self.running() = Some(Running {
            stage,
            bar,
            total,
            done: 0,
            status: String::new(),
            begun: now,
            cpu: ProcessTime::now(),
            last_line: now,
        });
    }

    fn advance(&self, stage: Stage, by: u64, status: Option<&str>) {
        let line = {
            let mut running = self.running();
            let Some(running) = running.as_mut().filter(|running| running.stage == stage) else {
                return;
            };
            running.done += by;
            running.bar.inc(by);
            if let Some(status) = status {
                status.clone_into(&mut running.status);
                running.bar.set_message(printable(status));
            }
            if self.0.mode != Mode::Lines || running.last_line.elapsed() < LINE_INTERVAL {
                return;
            }
            running.last_line = Instant::now();
            running.line()
        };
        self.say(&line);
    }

    /// Takes the bar of a stage from the screen.
    fn take_down(&self, stage: Stage) -> Option<Running> {
        let running = self.running().take_if(|running| running.stage == stage)?;
        running.bar.finish_and_clear();
        self.0.bars.remove(&running.bar);
        Some(running)
    }

    fn finish(&self, stage: Stage, summary: &str) {
        let Some(running) = self.take_down(stage) else { return };
        let mut line =
            format!("{:>9}  {summary} in {}", stage.name(), seconds(running.begun.elapsed()));
        if self.0.cpu {
            let _ = write!(line, " ({} CPU", seconds(running.cpu.elapsed()));
            if let Some(peak) = peak_memory() {
                let _ = write!(line, ", peak memory so far {peak}");
            }
            line.push(')');
        }
        self.say(&line);
    }
}

impl Observer for Console {
    fn observe(&self, event: Event<'_>) {
        match event {
            Event::Started { stage, total } => self.start(stage, total),
            Event::Advanced { stage, by } => self.advance(stage, by, None),
            Event::Status { stage, text } => self.advance(stage, 0, Some(text)),
            Event::Finished { stage, summary } => self.finish(stage, summary),
            Event::Abandoned { stage } => drop(self.take_down(stage)),
            Event::Note(line) => self.say(&format!("{:>9}  {line}", "")),
            Event::Warning(line) => self.say(&format!("warning: {line}")),
            Event::Topic(topic) => {
                if let Some(advice) = advice::on(topic) {
                    self.say(&format!("{:>9}  {advice}", ""));
                }
            }
            _ => {}
        }
    }
}

impl Running {
    /// How the stage stands, as a plain line.
    fn line(&self) -> String {
        let mut line = format!("{:>9}  {}", self.stage.name(), self.done);
        if let Some(total) = self.total {
            let _ = write!(line, "/{total}");
        }
        let rate = self.done as f64 / self.begun.elapsed().as_secs_f64();
        let _ = write!(line, " ({rate:.0}/s)");
        if !self.status.is_empty() {
            let _ = write!(line, ", {}", self.status);
        }
        line
    }
}

fn bar_style() -> ProgressStyle {
    style("{prefix:>9.bold} [{bar:30.cyan/dim}] {pos}/{len} {rate:>7} {left:>9}  {wide_msg:.dim}")
        .progress_chars("=> ")
        .with_key("left", |state: &ProgressState, out: &mut dyn std::fmt::Write| {
            // There is no telling before the first step.
            if state.pos() > 0 {
                let _ = write!(out, "ETA {}", seconds(state.eta()));
            }
        })
}

fn spinner_style() -> ProgressStyle {
    style("{prefix:>9.bold} {spinner} {pos} {rate:>7}  {wide_msg:.dim}")
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template)
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .with_key("rate", |state: &ProgressState, out: &mut dyn std::fmt::Write| {
            let _ = write!(out, "{:.0}/s", state.per_sec());
        })
}

/// A time as people say it: `0.03 s`, `3.1 s`, `12 s`, `3 min 20 s`.
pub(crate) fn seconds(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 0.995 {
        format!("{seconds:.2} s")
    } else if seconds < 9.95 {
        format!("{seconds:.1} s")
    } else if seconds < 119.5 {
        format!("{seconds:.0} s")
    } else {
        let whole = seconds.round() as u64;
        format!("{} min {} s", whole / 60, whole % 60)
    }
}

/// The most memory the process has held so far, where the system tells (Linux).
fn peak_memory() -> Option<String> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(format!("{} MB", kib / 1024))
}

/// Log lines go where the messages go, so that they do not tear the bars.
pub(crate) struct LogWriter(Console);

impl Write for LogWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> tracing_subscriber::fmt::MakeWriter<'a> for Console {
    type Writer = LogWriter;

    fn make_writer(&'a self) -> LogWriter {
        LogWriter(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_as_people_say_them() {
        let told = [30, 3_140, 9_960, 119_400, 200_000].map(Duration::from_millis).map(seconds);
        assert_eq!(told, ["0.03 s", "3.1 s", "10 s", "119 s", "3 min 20 s"]);
    }
}
