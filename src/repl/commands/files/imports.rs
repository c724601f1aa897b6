//! Reading files as GNU Backgammon does, for a session that stands in for it.

use crate::analysis::RulesOverride;
use crate::board::Side;
use crate::diag::{Parsed, SourceFile, Span};
use crate::formats::{Format, gnubg, jellyfish};
use crate::game::record::{
    Anchor, Entry, GameRecord, Header, MatchRecord, Remark, RemarkKind, Written, headers,
};
use crate::game::{MatchState, Phase, Rules};
use crate::repl::answer::{Answer, Done, Refusal};
use crate::repl::record::continued::{Found, Kind, takes_beaver};
use crate::repl::record::{applied, load};
use crate::repl::session::{Session, cube_limit};
use crate::repl::settings::{Reply, VARIANTS};
use crate::rules::Variant;

/// The number of variants that GNU Backgammon tries.
const TRIED: usize = 5;

/// Refuses a record without games.
pub(super) fn no_game(file: &str) -> Refusal {
    Refusal::complain(format_args!("{file}: there is no game in it"))
}

/// Returns GNU Backgammon's message for a file without backgammon that it reads as SGF: it depends on the first
/// characters, without blanks and small letters.
pub(super) fn not_sgf(bytes: &[u8]) -> &'static str {
    let is_read = |byte: &u8| !byte.is_ascii_whitespace() && !byte.is_ascii_lowercase();
    let begin: Vec<u8> = bytes.iter().copied().filter(is_read).take(2).collect();
    let sign = match begin[..] {
        [] | [b'(', b';'] => return "warning: no backgammon games in SGF file",
        [b'(', sign] | [sign, ..] => sign,
    };
    if matches!(sign, b'(' | b')' | b';' | b'[' | b']' | b'A'..=b'Z') {
        "syntax error"
    } else {
        "illegal character in SGF file"
    }
}

/// The beginning of an SGF file that GNU Backgammon recognises.
const SGF: &[u8] = b"(;FF[4]GM[6]";

/// Returns `true` if GNU Backgammon recognises a file of this format by its content. It doesn't know its own text, nor
/// any output of FIBS.
pub(super) fn recognises(format: &Format, bytes: &[u8]) -> bool {
    match format.name {
        "gam" => recognises_game(bytes),
        // It expects these two properties first.
        "sgf" => bytes.iter().filter(|byte| !byte.is_ascii_whitespace()).take(SGF.len()).eq(SGF),
        name => {
            matches!(name, "mat" | "pos" | "snowie-position" | "sgg" | "tmg" | "bgroom" | "party")
        }
    }
}

/// Returns `true` if GNU Backgammon takes text for that of one game: its first line has two names of ASCII
/// characters, each a single word, and the next text is `1)`.
fn recognises_game(bytes: &[u8]) -> bool {
    let mut lines = bytes.split(|&byte| byte == b'\n');
    let line = lines.next().unwrap_or_default();
    let mut rest = lines.map(<[u8]>::trim_ascii).filter(|line| !line.is_empty());
    line.is_ascii()
        && line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).count() == 2
        && rest.next().is_some_and(|line| line.starts_with(b"1)"))
}

/// Makes a record the match of the session after a change.
pub(super) fn take(
    session: &mut Session,
    answer: &mut Answer,
    format: &Format,
    source: &SourceFile,
    parsed: Parsed<MatchRecord>,
    change: impl FnOnce(&mut load::Loaded),
) -> Done {
    if parsed.value.games.is_empty() {
        return Err(match format.name {
            "sgf" => {
                let message = not_sgf(source.text().as_bytes());
                Refusal::complain(format_args!("{}: {message}", source.name()))
            }
            _ => no_game(source.name()),
        });
    }
    if format.name == "pos" && parsed.value.games.iter().all(|game| game.entries.is_empty()) {
        answer.complain("Error reading Jellyfish file");
        return Err(Refusal::say("This file is not a valid Jellyfish .pos file!\n"));
    }
    let loaded = match format.name {
        "mat" | "snowie" | "gam" => {
            text(session, answer, format, source, parsed);
            None
        }
        "sgf" | "pos" | "snowie-position" => Some(list(session, format, source, parsed)),
        _ => Some(record(session, format, parsed)),
    };
    if let Some(mut loaded) = loaded {
        change(&mut loaded);
        if format.name == "sgf" {
            loaded.name_players(&session.game.names, true);
        }
        session.take_over(loaded);
        if format.name == "sgf" {
            session.mark_by_analyses();
        }
        look_under(session);
        session.draw(answer);
    }
    Ok(())
}

/// Looks at dice under a double at the end of a file, as GNU Backgammon does while it reads on.
fn look_under(session: &mut Session) {
    if session.game.dice_under.is_some() {
        session.game.history.look();
    }
}

/// Loads a list of moves, or a position.
fn list(
    session: &Session,
    format: &Format,
    source: &SourceFile,
    mut parsed: Parsed<MatchRecord>,
) -> load::Loaded {
    let is_position = format.name != "sgf";
    // A position of Jellyfish and an SGF file name the rule of a match, too.
    let jacoby = match format.name {
        "pos" => Some(jellyfish::has_jacoby(source.bytes())),
        "sgf" => says(source, "Jacoby").then_some(true),
        _ => None,
    };
    load::state_empty_plays(&mut parsed.value);
    if !is_position {
        applied::keep_resignations(&mut parsed.value, source.text());
    }
    let entries = parsed.value.games.iter().map(|game| game.entries.clone()).collect();
    let mut loaded =
        load::load_all_set(parsed, &RulesOverride { jacoby, is_certain: true, ..RulesOverride::default() });
    for game in &mut loaded.history.games {
        // In a match file, a score that ends the match counts as none.
        let goal = i64::from(game.start.rules().length);
        let players = game.head.players.0.iter_mut().flatten();
        for score in players.filter_map(|player| player.score.as_mut()) {
            if !is_position && goal > 0 && score.value >= goal {
                score.value = 0;
            }
        }
        game.begin_at_stated_score();
    }
    limit_cube(session, &mut loaded);
    loaded.apply(entries, is_position);
    state_rules(&mut loaded, format.name, source);
    loaded
}

/// Loads a record of a program whose files have nothing in common with match text, with the rules that are set.
fn record(session: &Session, format: &Format, mut parsed: Parsed<MatchRecord>) -> load::Loaded {
    let is_money = parsed.value.length.is_none_or(|length| length.value == 0);
    let mut jacoby = is_money.then_some(session.settings.jacoby);
    if format.name == "tmg" {
        // These files state the rule, and a match has none.
        jacoby = Some(is_money && parsed.value.stated_jacoby().unwrap_or(true));
        name_server(&mut parsed.value);
    }
    let mut loaded =
        load::load_all_set(parsed, &RulesOverride { jacoby, is_certain: true, ..RulesOverride::default() });
    limit_cube(session, &mut loaded);
    loaded.state_rules(|rules| rules.cube = session.settings.cube);
    loaded
}

/// Gives a .tmg record the facts that GNU Backgammon states: the place, and the number of the match in a
/// comment, but no ratings.
fn name_server(record: &mut MatchRecord) {
    record.headers.retain(|header| !is_rating(header));
    let id = record.header(headers::MATCH_ID).map(|id| id.value.value.clone());
    record.headers.push(Header::new(headers::SITE, "TrueMoneyGames", Span::default()));
    record.remarks.extend(id.map(|id| comment(format!("TMG MatchID: {id}"))));
}

/// Makes a comment on the match.
fn comment(text: String) -> Remark {
    Remark { kind: RemarkKind::Comment, anchor: Anchor::MATCH, span: Span::default(), text }
}

/// Loads match text; tries another variant if a play is illegal.
fn text(
    session: &mut Session,
    answer: &mut Answer,
    format: &Format,
    source: &SourceFile,
    mut parsed: Parsed<MatchRecord>,
) {
    let is_game = format.name == "gam";
    let games = gnubg::games(source).filter(|games| is_game && games.len() > 1);
    let has_games = games.is_some();
    if let Some(games) = games {
        parsed.value.games = games;
    }
    let is_money = parsed.value.length.is_none_or(|length| length.value == 0);
    // GNU Backgammon uses the rule that is set.
    let jacoby = (is_money && !is_game).then_some(session.settings.jacoby);
    let is_said = session.settings.confirm.default != Reply::Ask;
    let mut is_stated = false;
    for read in 0..=TRIED {
        // The last time it is read as standard; what the text states holds every time.
        let variant = VARIANTS[..TRIED].get(read).filter(|_| read > 0 && !is_stated).map(|row| row.0);
        let given = RulesOverride { jacoby, variant, is_certain: true, ..RulesOverride::default() };
        let mut loaded = load::load_all_set(parsed.clone(), &given);
        is_stated |= read == 0 && loaded.rules.variant != Variant::Standard;
        limit_cube(session, &mut loaded);
        loaded.state_rules(|rules| rules.cube = session.settings.cube);
        // One game, and a match that no variant fits, are read to the end.
        let kind = match (is_game, read == TRIED) {
            (true, _) => Kind::Game,
            (_, true) => Kind::Lenient,
            _ => Kind::Strict,
        };
        let mut found = found(source, &parsed.value);
        for game in &mut found {
            game.differs |= has_games;
        }
        let outcome = loaded.go_on(found, kind, source.text());
        for line in outcome.said {
            answer.say(line);
        }
        loaded.take_beavers();
        let has_errors = outcome.unmade.is_some() || kind == Kind::Strict && loaded.stop_at_error();
        loaded.sort_steps();
        if !has_errors {
            loaded.play_forced();
        }
        if format.name == "mat" {
            keep_comment(&mut loaded.record, source.text());
        }
        for remark in &mut loaded.record.remarks {
            if remark.kind == RemarkKind::Comment {
                // A comment that it reads gets a line end.
                remark.text.push('\n');
            }
        }
        // In match text it knows no rating but that after a name.
        loaded.record.headers.retain(|header| !is_rating(header));
        for header in &mut loaded.record.headers {
            if header.key.value.eq_ignore_ascii_case(headers::TRANSCRIBER) {
                // That is what it calls the annotator there.
                headers::ANNOTATOR.clone_into(&mut header.key.value);
            }
        }
        // A match without a date gets today's, a game or a position none.
        if format.name == "mat" && loaded.record.header(headers::DATE).is_none() {
            let today = crate::repl::record::begun(session.host.today());
            loaded.record.headers.extend(today.headers);
        }
        session.take_over(loaded);
        look_under(session);
        if session.game.history.current().is_some_and(|game| takes_beaver(&game.moves)) {
            session.game.history.look();
        }
        if let Some(unmade) = outcome.unmade.or(outcome.left_out) {
            session.leave_on_roll(unmade);
        }
        session.draw(answer);
        // A game isn't tried as one of another variant.
        let Some((.., name)) = VARIANTS[..TRIED].get(read).filter(|_| has_errors && kind == Kind::Strict)
        else {
            return;
        };
        if is_said && !session.confirm(&question(name), answer) {
            return;
        }
    }
}

/// Returns `true` if a header is a player's rating.
fn is_rating(header: &Header) -> bool {
    headers::ELO.iter().any(|elo| header.key.value.eq_ignore_ascii_case(elo))
}

/// What the headers that GNU Backgammon knows begin with.
const KNOWN: [&str; 17] = [
    "Site ",
    "Match ID ",
    "Event ",
    "Round ",
    "Player 1 ",
    "Player 2 ",
    "EventDate ",
    "EventTime ",
    "Unrated ",
    "Crawford ",
    "CubeLimit ",
    "Transcriber ",
    "Jacoby ",
    "Beaver ",
    "Variation \"Backgammon\"",
    "Variation \"NackGammon\"",
    "Variation \"HyperGammon (",
];

/// Makes the comments before the first game one, as GNU Backgammon does; headers that it doesn't know are comments.
fn keep_comment(record: &mut MatchRecord, text: &str) {
    let is_head = |line: &&str| !line.trim_start().starts_with(|c: char| c.is_ascii_digit());
    let end: usize = text.split_inclusive('\n').take_while(is_head).map(str::len).sum();
    let said = text[..end].lines().filter_map(|line| line.strip_prefix(';')).map(str::trim_start);
    let is_known = |line: &&str| {
        line.strip_prefix('[').is_some_and(|header| KNOWN.iter().any(|known| header.starts_with(known)))
    };
    let said: Vec<&str> = said.filter(|line| !is_known(line) && !line.is_empty()).collect();
    let is_there = |remark: &Remark| {
        remark.kind == RemarkKind::Comment
            && remark.anchor == Anchor::MATCH
            && (remark.span.start as usize) < end
    };
    record.remarks.retain(|remark| !is_there(remark));
    if !said.is_empty() {
        record.remarks.insert(0, comment(said.join("\n")));
    }
}

/// Returns the entries of each game as GNU Backgammon finds them, and whether they aren't those of the record.
fn found(source: &SourceFile, record: &MatchRecord) -> Vec<Found> {
    let theirs = gnubg::entries(source);
    let mut theirs = if theirs.len() == record.games.len() { theirs } else { Vec::new() };
    theirs.resize(record.games.len(), None);
    let shape = |entries: &[Entry]| {
        let all = entries.iter().filter(|entry| entry.written != Written::Empty);
        all.map(|entry| (entry.side, std::mem::discriminant(&entry.written))).collect::<Vec<_>>()
    };
    let found = |(ours, theirs): (&GameRecord, Option<Vec<Entry>>)| match theirs {
        Some(entries) => {
            let is_unknown = |entry: &Entry| entry.written == Written::Unreadable;
            let differs = entries.iter().any(is_unknown) || shape(&entries) != shape(&ours.entries);
            Found { entries, differs }
        }
        None => Found { entries: ours.entries.clone(), differs: false },
    };
    record.games.iter().zip(theirs).map(found).collect()
}

fn question(name: &str) -> String {
    format!("Import as a {name} match had errors. Try a different variation?")
}

/// Asks, as GNU Backgammon does, whether match text may be that of another variant; returns how often it was
/// read.
pub(super) fn variants(session: &mut Session, answer: &mut Answer) -> usize {
    let is_said = session.settings.confirm.default != Reply::Ask;
    for (read, (.., name)) in VARIANTS.into_iter().take(TRIED).enumerate() {
        if is_said && !session.confirm(&question(name), answer) {
            return read + 1;
        }
    }
    TRIED + 1
}

/// Goes back to the only decision of a match of one game, as GNU Backgammon does.
pub(super) fn go_to_only_decision(session: &mut Session, answer: &mut Answer) {
    let decision = applied::only_decision(&session.game.history.games);
    if let Some(place) = decision {
        // It was said already where the match opens at its first game.
        if !session.settings.first_game {
            answer.say("No game in progress.");
        }
        session.go_to(0, place);
    }
}

/// Returns `true` if an SGF file names a rule.
fn says(source: &SourceFile, word: &str) -> bool {
    let words = source.text().split_once("RU[").and_then(|(_, rest)| rest.split_once(']'));
    words.is_some_and(|(words, _)| words.split(':').any(|said| said == word))
}

/// Begins every game with the cube limit that GNU Backgammon has, which isn't in any file.
fn limit_cube(session: &Session, loaded: &mut load::Loaded) {
    loaded.state_rules(|rules| rules.cube_limit = cube_limit(&session.settings, rules.length));
}

/// Sets the rules that GNU Backgammon reads in a file, even those that only matter in the other kind of play.
fn state_rules(loaded: &mut load::Loaded, format: &str, source: &SourceFile) {
    match format {
        "sgf" => {
            let (crawford, jacoby) = (says(source, "Crawford"), says(source, "Jacoby"));
            loaded.state_rules(|rules| (rules.crawford, rules.jacoby) = (crawford, jacoby));
        }
        "snowie-position" => loaded.state_rules(|rules| rules.crawford = true),
        "pos" => {
            let jacoby = jellyfish::has_jacoby(source.bytes());
            loaded.state_rules(|rules| (rules.crawford, rules.jacoby) = (true, jacoby));
            // GNU Backgammon calls player 0 that; it shows the other name's bytes unconverted.
            for game in &mut loaded.history.games {
                "Jellyfish".clone_into(&mut game.names[Side::Zero]);
                let name = &mut game.names[Side::One];
                let (bytes, _, failed) = encoding_rs::WINDOWS_1252.encode(name);
                if let (false, Ok(text)) = (failed, String::from_utf8(bytes.into_owned())) {
                    *name = text;
                }
            }
        }
        _ => {}
    }
}

impl Session {
    /// Drops the match, as GNU Backgammon does when it can't read match text. The board stays, with nobody on roll: it is
    /// taken for player 1's; and so do the cube, the dice and the variant.
    pub(super) fn forget_match(&mut self) {
        let (board, dice, cube) = (self.board(), self.fields().dice, self.game.state.cube());
        let rules = Rules { variant: self.game.state.rules().variant, ..self.rules(0) };
        self.game.history.clear();
        self.game.record = MatchRecord::default();
        self.game.state = MatchState::new(rules);
        self.game.history.begin(self.game.state.clone(), self.game.names.clone());
        if let Some(game) = self.game.history.current_mut() {
            game.is_unread = true;
        }
        self.game.state.place(board, Side::One, None);
        self.game.state.place_cube(cube);
        self.game.state.place_phase(Phase::OpeningRoll);
        self.game.dice_under = dice;
        self.game.pending = false;
        self.game.last_opening = None;
        self.kept.file = None;
    }
}
