//! `barpoint serve`: answers requests in JSON, on all cores.

mod answer;
mod queue;
mod request;

use crate::cli::error::{CommandError, Done};
use crate::cli::evaluator;
use crate::cli::jobs::Jobs;
use crate::host::exit::Exit;
use crate::host::lines::{LONGEST_LINE, Line, Lines};
use crate::output::json::{Ask, ServeAnswerJson, ServeRequestJson, ServedJson};
use crate::output::ui::Ui;
use queue::Queue;
use std::io::{self, BufRead};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread;

/// The arguments of `serve`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The number of threads.
    #[command(flatten)]
    pub jobs: Jobs,
    /// The engine's files.
    #[command(flatten)]
    pub sources: evaluator::Sources,
}

/// An answer, or what went wrong with the input.
type Said = io::Result<ServeAnswerJson>;

/// The most answers that wait to be written; then the threads wait for the program that reads them.
const WAITING: usize = 1024;

/// Runs the subcommand: reads requests to the end of the input, and writes each answer as soon as it is there.
pub(crate) fn run(args: &Args, input: impl BufRead + Send + 'static, ui: &mut Ui<'_>) -> Done {
    let engine = args.sources.load()?;
    let jobs = args.jobs.count();
    let queue = Arc::new(Queue::default());
    let (sender, answers) = mpsc::sync_channel(WAITING);
    let reader = Reader { queue: Arc::clone(&queue), sender: sender.clone(), jobs };
    // It may wait for input when the program ends, so nobody waits for it.
    thread::spawn(move || reader.run(input));
    thread::scope(|scope| {
        for _ in 0..jobs {
            let (sender, queue, engine) = (sender.clone(), &queue, &engine);
            scope.spawn(move || {
                while let Some((job, idle)) = queue.take() {
                    // If the answers aren't read any more, the program is ending.
                    let mut tell = |answer| drop(sender.send(Ok(answer)));
                    let answer = answer::answer(&job, engine, 1 + idle, &mut tell);
                    queue.done(&job);
                    tell(answer);
                }
            });
        }
        drop(sender);
        let done = write(&answers, ui);
        // Threads that wait to hand out an answer end.
        drop(answers);
        queue.close();
        queue.cancel(None);
        done
    })
}

/// Writes the answers, and sends them off whenever none waits.
fn write(answers: &Receiver<Said>, ui: &mut Ui<'_>) -> Done {
    let cannot_read = |error| CommandError::cannot_read("standard input", &error);
    while let Ok(answer) = answers.recv() {
        ui.json(&answer.map_err(cannot_read)?)?;
        while let Ok(answer) = answers.try_recv() {
            ui.json(&answer.map_err(cannot_read)?)?;
        }
        ui.flush()?;
    }
    Ok(Exit::Clean)
}

/// Reads the requests.
struct Reader {
    queue: Arc<Queue>,
    sender: SyncSender<Said>,
    jobs: usize,
}

impl Reader {
    fn run(self, input: impl BufRead) {
        if let Err(error) = self.read(input) {
            // If the answers aren't read any more, the program is ending.
            let _ = self.sender.send(Err(error));
        }
        self.queue.close();
    }

    fn read(&self, mut input: impl BufRead) -> io::Result<()> {
        let mut lines = Lines::new(LONGEST_LINE);
        let mut is_first = true;
        let refuse = |id, message: String| self.say(answer::refused(message).answer(id, Vec::new()));
        while let Some(line) = lines.next(&mut input)? {
            match line {
                Line::Whole(line) => {
                    // A byte order mark at the start is no part of the first request.
                    let text = if is_first { line.trim_start_matches('\u{feff}') } else { &line };
                    match lines.wrong() {
                        Some(place) => {
                            refuse(None, format!("the line is not UTF-8 text from byte {place} on"));
                        }
                        None if text.trim().is_empty() => {}
                        None => match request::read(text) {
                            Ok(request) => self.take(request, line.len()),
                            Err((id, message)) => refuse(id, message),
                        },
                    }
                }
                Line::TooLong => refuse(None, format!("a line has more than {LONGEST_LINE} bytes")),
            }
            is_first = false;
        }
        Ok(())
    }

    /// Puts a request into the queue, or answers what needs no work.
    fn take(&self, request: ServeRequestJson, bytes: usize) {
        let result = match request.ask {
            Ask::Cancel => {
                let (ended, stopped) = self.queue.cancel(request.of.as_ref());
                let cancelled = ended.len() as u64 + stopped;
                for job in ended {
                    self.say(ServeAnswerJson::new(Some(job.request.id), "cancelled"));
                }
                ServedJson::Cancelled { cancelled }
            }
            Ask::Version => ServedJson::Version { version: env!("CARGO_PKG_VERSION"), jobs: self.jobs },
            _ => return self.queue.add(request, bytes),
        };
        self.say(ServeAnswerJson { result: Some(result), ..ServeAnswerJson::new(Some(request.id), "done") });
    }

    /// Writes a line; if the answers aren't read any more, the program is ending.
    fn say(&self, answer: ServeAnswerJson) {
        let _ = self.sender.send(Ok(answer));
    }
}
