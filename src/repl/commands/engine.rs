//! What commands of the engine say as long as there is none, where that is true all the same.

use super::Handlers;

pub(super) const COMMANDS: Handlers = &[
    ("clear cache", |_, _, _| Ok(())),
    ("clear hint", |_, _, answer| {
        answer.say("Analysis used for `hint' has been cleared");
        Ok(())
    }),
    ("show calibration", |_, _, answer| {
        answer.say("No evaluation speed has been recorded.");
        Ok(())
    }),
];
