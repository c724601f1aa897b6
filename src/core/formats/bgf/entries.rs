//! The moves of a .bgf file: plays, cube actions, and `BGBlitz`'s analysis of them.

use super::parse::{Reader, property};
use super::value::{Node, Value};
use crate::board::{Place, Side};
use crate::diag::Code;
use crate::game::record::{
    Analysis, Candidate, Cell, Chances, CubeAnalysis, CubeWord, Entry, Evaluation, Notes, PlayAnalysis,
    Written, WrittenLeg, WrittenPlay, WrittenRoll,
};
use crate::notation::play::{self as notation, PlayOptions};
use crate::rules::Leg;

/// The numbering of the points in plays: for each side, whether they increase as it moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct View {
    rises: [bool; 2],
}

impl View {
    /// Derives the numbering from the plays of all games: in its own numbering, a side's points decrease.
    pub(super) fn of(games: &Value) -> Self {
        let mut up = [0i32; 2];
        for play in
            games.items().iter().flat_map(|game| game.get("moves").map(Value::items).unwrap_or_default())
        {
            let Some(side) = side(play) else { continue };
            for (from, to) in hops(play) {
                // The bar and off may have the same number for both sides.
                if (1..=24).contains(&from) && (1..=24).contains(&to) {
                    up[side.index()] += if to > from { 1 } else { -1 };
                }
            }
        }
        Self { rises: up.map(|up| up > 0) }
    }

    /// Returns a hop as a leg in the mover's own numbering.
    fn leg(self, side: Side, from: i64, to: i64) -> Option<Leg> {
        let point = |number: i64| {
            let own = if self.rises[side.index()] { 25 - number } else { number };
            u8::try_from(own).ok().and_then(Place::from_number)
        };
        let from = if matches!(from, 0 | 25) { Some(Place::Bar) } else { point(from) };
        let to = if matches!(to, 0 | 25) { Some(Place::Off) } else { point(to) };
        Some(Leg { from: from?, to: to?, hit: false })
    }
}

/// Returns the side that moves.
fn side(play: &Value) -> Option<Side> {
    match play.get("player")?.int()? {
        1 => Some(Side::Zero),
        -1 => Some(Side::One),
        _ => None,
    }
}

/// Returns the hops of a play as written; -1 means none.
fn hops(play: &Value) -> impl Iterator<Item = (i64, i64)> {
    ends(play).filter(|&(from, to)| from >= 0 && to >= 0)
}

/// Returns the ends of the hops of a play, also of those without content; -1 means none.
fn ends(play: &Value) -> impl Iterator<Item = (i64, i64)> {
    let list = |key: &str| play.get(key).map(Value::items).unwrap_or_default();
    let number = |list: &[Value], at: usize| list.get(at).and_then(Value::int).unwrap_or(-1);
    let (from, to) = (list("from"), list("to"));
    (0..from.len().max(to.len())).map(move |at| (number(from, at), number(to, at)))
}

/// Reads a move. `None` if it has no content.
pub(super) fn entry(reader: &mut Reader, play: &Value, view: View, before: &[Entry]) -> Option<Entry> {
    if play.is_nothing() {
        return None;
    }
    let kind = play.get("type").and_then(Value::text).unwrap_or_default().to_ascii_lowercase();
    let has_dice = play.get("red").is_some() && play.get("green").is_some();
    let side = side(play);
    if side.is_none() {
        let place = play.get("player").map_or(play.span, |player| player.span);
        reader.report(Code::RecordValue, place, "the player is 1 (green) or -1 (red)");
    }
    let is = |words: &[&str]| words.iter().any(|word| kind.contains(word));
    let pending = before.last().is_some_and(|entry| matches!(entry.written, Written::Cube { .. }));
    let cube = |word| Written::Cube { word, value: None };
    let written = match () {
        () if is(&["beaver"]) => cube(CubeWord::Beaver),
        () if is(&["raccoon"]) => cube(CubeWord::Raccoon),
        () if is(&["redouble"]) => cube(CubeWord::Redouble),
        () if is(&["double"]) => cube(CubeWord::Double),
        () if is(&["take", "accept"]) && pending => Written::Take,
        () if is(&["pass", "drop", "reject"]) && pending => Written::Pass,
        () if is(&["resign"]) => Written::Resign,
        () if has_dice && (kind.is_empty() || is(&["move"])) => turn(reader, play, side, view),
        () => {
            let place = play.get("type").map_or(play.span, |kind| kind.span);
            reader.report(Code::RecordUnknown, place, "unknown kind of move");
            Written::Unreadable
        }
    };
    let mut entry = Entry::new(side, play.span, written);
    let notes = notes(play, &entry.written, view, side.unwrap_or(Side::Zero));
    entry.notes = Some(notes).filter(|notes| *notes != Notes::default()).map(Box::new);
    Some(entry)
}

/// Reads dice and play.
fn turn(reader: &mut Reader, play: &Value, side: Option<Side>, view: View) -> Written {
    let die = |key: &str| play.get(key).and_then(Value::int).filter(|pips| (0..=9).contains(pips));
    let span =
        play.get("red").zip(play.get("green")).map_or(play.span, |(red, green)| red.span.to(green.span));
    let digits = ["red", "green"].map(|key| die(key).map_or(b'?', |pips| b'0' + pips as u8));
    let roll = WrittenRoll { digits, span };
    if roll.roll().is_none() {
        reader.report(Code::RecordValue, span, "dice show 1 to 6");
    }
    let place = play.get("from").zip(play.get("to")).map_or(play.span, |(from, to)| from.span.to(to.span));
    let mut written = WrittenPlay::new(place);
    for key in ["from", "to"] {
        let points = reader.field(play, key, "a list of points", Value::list);
        let is_list = points.is_some() || play.get(key).is_none_or(|points| points.node == Node::Null);
        let is_point = |item: &Value| item.int().is_some() || item.node == Node::Null;
        let wrong = points.and_then(|points| points.value.iter().find(|item| !is_point(item)));
        if let Some(wrong) = wrong {
            reader.report(Code::RecordValue, wrong.span, "a point is a whole number");
        }
        if wrong.is_some() || !is_list {
            return Written::Turn { roll, cell: Cell::Unreadable(place) };
        }
    }
    if let Some((from, to)) = ends(play).find(|&(from, to)| (from < 0) != (to < 0)) {
        let label = format!("a step needs a start and an end, not {from} and {to}");
        reader.report(Code::RecordValue, place, label);
        return Written::Turn { roll, cell: Cell::Unreadable(place) };
    }
    for (from, to) in hops(play) {
        let Some(leg) = view.leg(side.unwrap_or(Side::Zero), from, to) else {
            reader.report(Code::RecordValue, place, format!("{from} and {to} aren't both points"));
            return Written::Turn { roll, cell: Cell::Unreadable(place) };
        };
        written.push(WrittenLeg { leg, span: place });
    }
    let cell = if written.is_empty() { Cell::Empty } else { Cell::Play(written) };
    Written::Turn { roll, cell }
}

/// Reads the facts about a move apart from its action.
fn notes(play: &Value, written: &Written, view: View, side: Side) -> Notes {
    let mut notes = Notes::default();
    for (key, value) in play.entries() {
        match key.to_ascii_lowercase().as_str() {
            "type" | "player" | "red" | "green" | "from" | "to" => {}
            _ if value.is_nothing() => {}
            "luck" => {
                notes.luck_value = value.get("luckPlain").unwrap_or(value).float();
                let rest = value.entries().iter().filter(|(key, _)| !key.eq_ignore_ascii_case("luckPlain"));
                notes.properties.extend(rest.map(|(key, value)| property(&format!("luck.{key}"), value)));
            }
            "equity" if !value.entries().is_empty() => equity(value, written, &mut notes),
            "moveanalysis" if !value.items().is_empty() => {
                notes.analyses.push(Analysis::Play(candidates(value, view, side)));
            }
            _ => notes.properties.push(property(key, value)),
        }
    }
    notes
}

/// Reads `BGBlitz`'s evaluation of the position, and of the cube in it.
fn equity(value: &Value, written: &Written, notes: &mut Notes) {
    let number = |key: &str| value.get(key).and_then(Value::float);
    let evaluation =
        Evaluation { chances: chances(value), equity: number("equity"), ..Evaluation::default() };
    let decision = value.get("cubeDecision").filter(|decision| !decision.entries().is_empty());
    if let Some(decision) = decision {
        let number = |key: &str| decision.get(key).and_then(Value::float);
        notes.analyses.push(Analysis::Cube(Box::new(CubeAnalysis {
            program: "bgblitz".into(),
            no_double: evaluation,
            equity_no_double: number("eqNoDouble"),
            equity_double_take: number("eqDoubleTake"),
            equity_double_pass: number("eqDoublePass"),
            ..CubeAnalysis::default()
        })));
        let rest = decision.entries().iter().filter(|(key, _)| !key.to_ascii_lowercase().starts_with("eq"));
        notes.properties.extend(rest.map(|(key, value)| property(&format!("cubeDecision.{key}"), value)));
    } else if let Written::Turn { cell: Cell::Play(play), .. } = written {
        // The equity of a play is that of the actual play.
        let legs = play.legs().map(|leg| leg.leg).collect();
        notes.analyses.push(Analysis::Play(PlayAnalysis {
            program: "bgblitz".into(),
            candidates: vec![Candidate { legs, evaluation }],
            played: Some(0),
        }));
    } else {
        notes.properties.push(property("equity", value));
        return;
    }
    let known = "equity myWins oppWins myGammon oppGammon myBackgammon oppBackgammon cubeDecision";
    let is_known = |key: &str| known.split(' ').any(|known| known.eq_ignore_ascii_case(key));
    let rest = value.entries().iter().filter(|(key, value)| !is_known(key) && !value.is_nothing());
    notes.properties.extend(rest.map(|(key, value)| property(&format!("equity.{key}"), value)));
}

/// Reads chances; written as percentages if one of them is more than 1.
fn chances(value: &Value) -> Option<Chances> {
    let number = |key: &str| value.get(key).and_then(Value::float);
    let win = number("myWins")?;
    let of = |key: &str| number(key).unwrap_or(0.0);
    let scale = if win > 1.0 || of("oppWins") > 1.0 { 0.01 } else { 1.0 };
    let all = [win, of("myGammon"), of("myBackGammon"), of("oppGammon"), of("oppBackGammon")];
    Some(all.map(|chance| chance * scale).into())
}

fn candidates(list: &Value, view: View, side: Side) -> PlayAnalysis {
    let mut analysis = PlayAnalysis { program: "bgblitz".into(), ..PlayAnalysis::default() };
    for (index, item) in list.items().iter().enumerate() {
        if item.get("played").and_then(Value::bool) == Some(true) {
            analysis.played = Some(index as u32);
        }
        let legs: Vec<Leg> = match item.get("move") {
            Some(Value { node: Node::Text(text), .. }) => {
                let play = notation::parse(text.trim().as_bytes(), 0, PlayOptions::RECORD);
                play.map(|play| play.legs().map(|leg| leg.leg).collect()).unwrap_or_default()
            }
            play => hops(play.unwrap_or(item)).filter_map(|(from, to)| view.leg(side, from, to)).collect(),
        };
        let settings = item.get("ply").map_or_else(String::new, |ply| format!("{ply} ply"));
        let eq = item.get("eq").or(item.get("equity"));
        let equity = eq.and_then(|eq| eq.float().or_else(|| eq.get("equity")?.float()));
        let chances = eq.and_then(chances).or_else(|| chances(item));
        let settings = settings.into();
        let evaluation = Evaluation { settings, chances, equity, ..Evaluation::default() };
        analysis.candidates.push(Candidate { legs: legs.into(), evaluation });
    }
    analysis
}
