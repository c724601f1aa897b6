//! Random scripts. They are written while the referee plays them: the next fitting command is read off its board, so a
//! script continues sensibly whatever came before.

use super::left_out::Done;
use super::pool;
use super::run::{Script, Talk, Way, remembered};
use super::seen::Seen;
use crate::gnubg::Gnubg;
use crate::support::Random;
use barpoint::board::Roll;
use barpoint::notation::play::print;

/// The number of commands of the shortest script after its settings, and how many more the longest has.
const COMMANDS: (usize, usize) = (30, 120);

/// Returns the script of a seed.
pub(super) fn script(gnubg: &Gnubg, seed: u64, way: Way) -> Script {
    // A change of the author's text makes new scripts.
    let key =
        ("script", include_str!("write.rs"), include_str!("pool.rs"), include_str!("left_out.rs"), seed, way);
    let commands = remembered(&key, || Author::new(seed, way).write(&mut Talk::new(gnubg)));
    Script { name: format!("seed {seed}"), way, marked: true, commands }
}

/// The author of a script.
struct Author {
    random: Random,
    commands: Vec<String>,
    /// The percentage of commands that are chosen regardless of what fits.
    noise: usize,
    names: (&'static str, &'static str),
    /// Whether the setting is on that hides the IDs above the board.
    is_raw: bool,
    seen: Option<Seen>,
    done: Done,
    way: Way,
}

/// Returns a random element.
fn pick<'a, T: ?Sized>(random: &mut Random, from: &[&'a T]) -> &'a T {
    from[random.below(from.len())]
}

impl Author {
    fn new(seed: u64, way: Way) -> Self {
        let mut random = Random::new(seed);
        let names = [
            ("Alice", "Bob"),
            ("anna", "Berta"),
            ("a b", "x_y"),
            ("O", "X"),
            ("Zoë", "ABCDEFGHIJKLMNOPQRSTUVW"),
        ];
        let names = names[random.below(names.len() * 2) % names.len()];
        let noise = [8, 15, 25, 45][random.below(4)];
        Self {
            random,
            commands: Vec::new(),
            noise,
            names,
            is_raw: false,
            seen: None,
            done: Done::default(),
            way,
        }
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.random.below(100) < percent
    }

    fn write(mut self, talk: &mut Talk) -> Vec<String> {
        // Where the referee crashes, the script ends before.
        let _ = self.tell(talk);
        self.commands
    }

    fn tell(&mut self, talk: &mut Talk) -> Option<()> {
        for command in self.settings() {
            self.say(talk, command)?;
        }
        let start = self.start();
        self.say(talk, start)?;
        let mut left = COMMANDS.0 + self.random.below(COMMANDS.1 + 1);
        while left > 0 {
            left -= 1;
            let command = if self.chance(self.noise) {
                pool::anything(&mut self.random, self.seen.as_ref())
            } else {
                self.fitting()
            };
            let is_automatic = self.way == Way::File && command.contains(" on") && command.starts_with("se");
            if is_automatic || self.done.leaves_out(&command, self.seen.as_ref()) {
                continue;
            }
            self.say(talk, command)?;
        }
        for command in ["show board", "show score", "show pipcount", "list game", "show scoresheet"] {
            if !self.done.leaves_out(command, self.seen.as_ref()) {
                self.say(talk, command.to_owned())?;
            }
        }
        Some(())
    }

    /// Sends a command, and reads the board after it.
    fn say(&mut self, talk: &mut Talk, command: String) -> Option<()> {
        let done = talk.ask(&command);
        if done.is_none() {
            crate::support::report(0, &format!("cases: it crashed: {command} behind {:?}", self.commands));
        }
        done?;
        if let Some(state) = command.strip_prefix("set output rawboard ") {
            self.is_raw = state == "on";
        }
        if self.is_raw {
            talk.ask("set output rawboard off")?;
        }
        self.seen = Seen::last_in(&talk.ask("show board")?);
        if self.is_raw {
            talk.ask("set output rawboard on")?;
        }
        self.done.remember(&command);
        self.commands.push(command);
        Some(())
    }

    /// Returns the commands before the first game.
    fn settings(&mut self) -> Vec<String> {
        let (zero, one) = self.names;
        let mut all = vec![
            format!("set player 0 name {zero}"),
            format!("set player 1 name {one}"),
            format!("set defaultnames \"{zero}\" \"{one}\""),
            "set player 0 human".to_owned(),
            "set player 1 human".to_owned(),
        ];
        for (switch, on) in [("roll", 45), ("move", 40), ("bearoff", 40), ("game", 40), ("crawford", 85)] {
            // What happens by itself between the lines happens in a pipe only, and the script is written in one.
            let is_on = self.chance(on) && (self.way == Way::Pipe || switch == "crawford");
            let state = if is_on { "on" } else { "off" };
            all.push(format!("set automatic {switch} {state}"));
        }
        let random = &mut self.random;
        for (often, settings) in [
            (4, &["set automatic doubles 1", "set automatic doubles 3", "set automatic doubles 0"][..]),
            (4, &["set beavers 0", "set beavers 1", "set beavers 2", "set beavers 3"]),
            (4, &["set jacoby off", "set jacoby on"]),
            (
                6,
                &[
                    "set variation nackgammon",
                    "set variation 3-chequer-hypergammon",
                    "set variation 2",
                    "set variation 1",
                ],
            ),
            (6, &["set matchlength 1", "set matchlength 3", "set matchlength 0"]),
            (6, &["set clockwise on"]),
            (8, &["set output rawboard on"]),
            (12, &["set display off"]),
            (14, &["set cube use off"]),
            (9, &["set confirm new off", "set confirm save off"]),
        ] {
            if random.below(often) == 0 {
                all.push(pick(random, settings).to_owned());
            }
        }
        let seed = random.below(1_000_000);
        all.push(if random.below(2) == 0 {
            "set rng mersenne".to_owned()
        } else {
            format!("set rng mersenne {seed}")
        });
        all.push(format!("set seed {seed}"));
        all
    }

    /// Returns the beginning of a match or session.
    fn start(&mut self) -> String {
        let starts = [
            "new match",
            "new match 1",
            "new match 2",
            "new match 3",
            "new match 3",
            "new match 5",
            "new match 7",
            "new match 0",
            "new session",
            "new session",
            "new session",
            "new match 11",
            "new game",
        ];
        pick(&mut self.random, &starts).to_owned()
    }

    /// Returns a command that continues the game.
    fn fitting(&mut self) -> String {
        let Some(seen) = self.seen else { return self.between() };
        if !seen.playing {
            return self.between();
        }
        let random = &mut self.random;
        let answers: &[&str] = if seen.resignation_offered {
            &["accept", "accept", "agree", "reject", "reject", "decline"]
        } else if seen.double_offered && seen.is_money {
            &["take", "take", "accept", "drop", "pass", "reject", "redouble", "redouble", "beaver", "double"]
        } else if seen.double_offered {
            &["take", "take", "take", "accept", "drop", "pass", "reject", "redouble"]
        } else if let Some(dice) = seen.dice {
            return self.play(&seen, dice);
        } else {
            match random.below(40) {
                0..7 => &["double"],
                7 => &[
                    "resign",
                    "resign 1",
                    "resign 2",
                    "resign 3",
                    "resign normal",
                    "resign single",
                    "resign g",
                    "resign backgammon",
                ],
                8 => return pool::late_board(random),
                _ => &["roll"],
            }
        };
        pick(random, answers).to_owned()
    }

    /// Returns a command between games.
    fn between(&mut self) -> String {
        match self.random.below(10) {
            0 => self.start(),
            1 => "new session".to_owned(),
            2 => "show score".to_owned(),
            3 => pick(
                &mut self.random,
                &["previous", "previous 3", "next", "next 200", "first game", "list game"],
            )
            .to_owned(),
            4..6 => "new match 3".to_owned(),
            _ => "new game".to_owned(),
        }
    }

    /// Returns a play, mostly a legal one, in a random notation.
    fn play(&mut self, seen: &Seen, dice: (u8, u8)) -> String {
        let random = &mut self.random;
        match random.below(60) {
            0 => return "move".to_owned(),
            1 => return pool::illegal_play(random),
            2 => return pool::late_board(random),
            3 => return pick(random, &["resign", "resign 2", "resign 3"]).to_owned(),
            _ => {}
        }
        let roll = Roll::from_pips(dice.0, dice.1).expect("dice of a Match ID");
        let plays = barpoint::rules::legal_plays(&seen.board, roll);
        let plays: Vec<_> = plays.iter().filter(|(play, _)| !play.is_dance()).collect();
        if plays.is_empty() {
            return "move".to_owned();
        }
        let (play, _) = plays[random.below(plays.len())];
        let text = match random.below(6) {
            0 => print::plain(&seen.board, play).to_string().trim_end().to_owned(),
            1 => print::gnubg(&seen.board, play).to_string().replace('*', ""),
            2 => print::gnubg(&seen.board, play).to_string().replace("bar", "Bar").replace(' ', ", "),
            _ => print::gnubg(&seen.board, play).to_string(),
        };
        let prefix = ["", "", "move ", "mo ", "  "][random.below(5)];
        format!("{prefix}{text}")
    }
}
