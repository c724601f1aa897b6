//! The same errors in SGF, and those that only its nodes and heads can have.

use super::kinds::KINDS;
use super::layout::{Base, Game, Slot};
use super::slips::SLIPS;
use super::{Place, Planted, bases, candidates, most, told, try_to_plant};
use crate::support::{Random, report};
use barpoint::analysis::{RulesOverride, check};
use barpoint::board::Side;
use barpoint::diag::{Code, Severity, SourceFile};
use barpoint::formats::sgf;
use barpoint::game::{Ending, Happening};
use std::fmt::Write as _;

/// The errors that SGF can't contain: it doesn't write the cube's value, and its nodes have no columns and numbers.
const NOT_HERE: [&str; 4] = ["wrong cube value", "double left out", "missing row", "repeated row"];

/// One game as a tree, before it is written.
#[derive(Clone)]
struct Tree {
    names: [String; 2],
    number: u32,
    length: u32,
    scores: [i64; 2],
    is_crawford: bool,
    result: Option<String>,
    /// The side of each node, and its value.
    nodes: Vec<(Side, String)>,
}

/// Returns the letter of a player's point in its own numbering; 25 is the bar and 0 off.
fn letter(side: Side, point: u8) -> char {
    match (point, side) {
        (25, _) => 'y',
        (0, _) => 'z',
        (point, Side::Zero) => char::from(b'a' + point - 1),
        (point, Side::One) => char::from(b'a' + 24 - point),
    }
}

/// Returns the value of a node for a cell of .mat: legs as they were made, if they are the record's own.
fn value(cell: &Slot, made: Option<&[(u8, u8)]>) -> String {
    let text = cell.text.as_str();
    let Some((dice, plays)) = text.split_once(':') else {
        return match text.split(' ').next() {
            Some("Takes") => "take",
            Some("Drops") => "drop",
            _ => "double",
        }
        .to_owned();
    };
    let mut value = dice.trim().to_owned();
    let point = |text: &str| match text.trim_end_matches('*') {
        "bar" => 25,
        "off" => 0,
        number => number.parse().expect("a point"),
    };
    let mut leg = |from: u8, to: u8| value.extend([letter(cell.side, from), letter(cell.side, to)]);
    match made {
        Some(legs) => legs.iter().for_each(|&(from, to)| leg(from, to)),
        None => {
            for play in plays.split_whitespace() {
                let points: Vec<u8> = play.split('/').map(point).collect();
                points.windows(2).for_each(|pair| leg(pair[0], pair[1]));
            }
        }
    }
    value
}

impl Tree {
    /// Translates a game, changed or not.
    fn new(base: &Base, index: usize, game: &Game) -> Self {
        let original = &base.record.games[index];
        let legs = |cell: usize| {
            let told = base.told.iter().find(|told| (told.game, told.cell) == (index, cell))?;
            let Happening::Played { play, .. } = told.happening else { return None };
            Some(play.steps().iter().map(|step| (step.from(), step.to())).collect::<Vec<_>>())
        };
        let plays = |text: &str| text.split_once(':').map(|(_, plays)| plays.to_owned());
        let mut nodes = Vec::new();
        let mut result = None;
        for cell in &game.cells {
            if cell.is_result {
                let points: String = cell.text.chars().filter(char::is_ascii_digit).collect();
                let winner = if cell.side == Side::Zero { 'W' } else { 'B' };
                let is_resigned =
                    base.ended[index].result.is_some_and(|result| result.ending == Ending::Resigned);
                result = Some(format!("{winner}+{points}{}", if is_resigned { "R" } else { "" }));
                continue;
            }
            // A play that stands in the record as well is written as it was made.
            let same = original.cells.iter().position(|other| {
                other.side == cell.side
                    && plays(&other.text).is_some()
                    && plays(&other.text) == plays(&cell.text)
            });
            nodes.push((cell.side, value(cell, same.and_then(legs).as_deref())));
        }
        let is_crawford = base
            .told
            .iter()
            .find(|told| told.game == index)
            .is_some_and(|told| told.before.is_crawford_game());
        let length = if base.is_money { 0 } else { base.length };
        Self {
            names: game.names.clone(),
            number: game.number,
            length,
            scores: game.scores,
            is_crawford,
            result,
            nodes,
        }
    }

    /// Writes the tree: the head with a line for each group of properties, then a line per node.
    fn write(&self, base: &Base, text: &mut String) {
        let rules = match (base.is_money, self.is_crawford) {
            (true, _) => "",
            (_, true) => "RU[Crawford:CrawfordGame]",
            _ => "RU[Crawford]",
        };
        let [ws, bs] = self.scores;
        let _ = writeln!(
            text,
            "(;FF[4]GM[6]CA[UTF-8]\nMI[length:{}][game:{}][ws:{ws}][bs:{bs}]\nPW[{}]PB[{}]\n{rules}",
            self.length,
            self.number - 1,
            self.names[0],
            self.names[1]
        );
        let _ = writeln!(text, "{}", self.result.as_ref().map(|it| format!("RE[{it}]")).unwrap_or_default());
        for (side, value) in &self.nodes {
            let _ = writeln!(text, ";{}[{value}]", if *side == Side::Zero { 'W' } else { 'B' });
        }
        text.push_str(")\n");
    }
}

/// The lines of a tree, counted from its first.
const SCORES: usize = 1;
const NAMES: usize = 2;
const HEAD: usize = 0;
const RESULT: usize = 4;
const NODES: usize = 5;

fn trees(base: &Base) -> Vec<Tree> {
    base.record.games.iter().enumerate().map(|(index, game)| Tree::new(base, index, game)).collect()
}

/// Writes a match with one tree replaced; returns the text and the line where that tree begins.
fn written(base: &Base, trees: &[Tree], game: usize) -> (String, usize) {
    let mut text = String::new();
    let mut line = 0;
    for (index, tree) in trees.iter().enumerate() {
        if index == game {
            line = text.lines().count();
        }
        tree.write(base, &mut text);
    }
    (text, line + 1)
}

/// Returns the findings in each match of a file, without notes: code and line.
fn found(text: &str) -> Vec<(Code, u64)> {
    let mut found = Vec::new();
    for source in sgf::FORMAT.matches("planted", Box::new(text.as_bytes())) {
        let source: SourceFile = source.expect("text in memory");
        check(&sgf::FORMAT, &source, &RulesOverride::default(), &mut |finding| {
            if finding.severity > Severity::Note {
                found.push((finding.code, source.line_column(finding.primary.span.start).line));
            }
        });
    }
    found
}

/// Returns the records that are also clean as SGF.
fn clean() -> Vec<Base> {
    let is_clean = |base: &Base| found(&written(base, &trees(base), 0).0).is_empty();
    bases().into_iter().filter(is_clean).collect()
}

/// An error that a tree can have: the changed trees, the line in the tree, and the code.
type Plant = fn(&Base, &mut [Tree], usize, &mut Random) -> Option<(usize, Code)>;

/// Errors of nodes and heads.
const MORE: &[(&str, Plant)] = &[
    ("missing node", missing_node),
    ("repeated node", repeated_node),
    ("node of the other player", other_player),
    ("players exchanged from a node on", players_exchanged),
    ("wrong score at the head of a later game", wrong_score),
    ("another length at the head of a later game", other_length),
    ("another number at the head of a later game", other_number),
    ("a name changed at the head of a later game", other_name),
    ("the Crawford game not marked", no_crawford),
];

fn below(limit: usize, random: &mut Random) -> Option<usize> {
    (limit > 0).then(|| random.below(limit))
}

/// A play is left out: the next one is by the same player again.
fn missing_node(_: &Base, trees: &mut [Tree], game: usize, random: &mut Random) -> Option<(usize, Code)> {
    let nodes = &mut trees[game].nodes;
    let at = 1 + below(nodes.len().checked_sub(3)?, random)?;
    let is_play = |index: usize| nodes[index].1.starts_with(|c: char| c.is_ascii_digit());
    (is_play(at - 1) && is_play(at) && is_play(at + 1)).then_some(())?;
    nodes.remove(at);
    Some((NODES + at, Code::TurnWrongSide))
}

/// A play is repeated.
fn repeated_node(_: &Base, trees: &mut [Tree], game: usize, random: &mut Random) -> Option<(usize, Code)> {
    let nodes = &mut trees[game].nodes;
    let at = below(nodes.len().checked_sub(2)?, random)?;
    nodes[at].1.starts_with(|c: char| c.is_ascii_digit()).then_some(())?;
    let node = nodes[at].clone();
    nodes.insert(at, node);
    Some((NODES + at + 1, Code::TurnWrongSide))
}

/// `W` is written for `B`, or the other way round; the letters are those of the play.
fn other_player(_: &Base, trees: &mut [Tree], game: usize, random: &mut Random) -> Option<(usize, Code)> {
    let nodes = &mut trees[game].nodes;
    let at = 1 + below(nodes.len().checked_sub(2)?, random)?;
    (nodes[at].1.len() > 4 && nodes[at - 1].1.len() > 4 && nodes[at - 1].1 != "double").then_some(())?;
    nodes[at].1.starts_with(|c: char| c.is_ascii_digit()).then_some(())?;
    nodes[at].0 = !nodes[at].0;
    Some((NODES + at, Code::TurnWrongSide))
}

/// From some node on, `W` is written for `B` and the other way round; the letters are those of the plays.
fn players_exchanged(
    _: &Base,
    trees: &mut [Tree],
    game: usize,
    random: &mut Random,
) -> Option<(usize, Code)> {
    let nodes = &mut trees[game].nodes;
    let at = 1 + below(nodes.len().checked_sub(4)?, random)?;
    let is_play = |index: usize| nodes[index].1.starts_with(|c: char| c.is_ascii_digit());
    (is_play(at - 1) && is_play(at) && nodes[at].1.len() > 4).then_some(())?;
    nodes[at..].iter_mut().for_each(|node| node.0 = !node.0);
    Some((NODES + at, Code::TurnWrongSide))
}

fn wrong_score(base: &Base, trees: &mut [Tree], game: usize, random: &mut Random) -> Option<(usize, Code)> {
    if game == 0 || base.is_money {
        return None;
    }
    let side = random.below(2);
    let right = trees[game].scores[side];
    let other = random.below(base.length as usize) as i64;
    trees[game].scores[side] = other;
    (other != right).then_some((SCORES, Code::ScoreContradiction))
}

fn other_length(base: &Base, trees: &mut [Tree], game: usize, random: &mut Random) -> Option<(usize, Code)> {
    if game == 0 || base.is_money {
        return None;
    }
    trees[game].length = 1 + random.below(25) as u32;
    (trees[game].length != base.length).then_some((SCORES, Code::RecordValue))
}

fn other_number(_: &Base, trees: &mut [Tree], game: usize, random: &mut Random) -> Option<(usize, Code)> {
    let right = trees[game].number;
    trees[game].number = 1 + random.below(trees.len() + 2) as u32;
    (game > 0 && trees[game].number != right).then_some((SCORES, Code::RecordValue))
}

fn other_name(_: &Base, trees: &mut [Tree], game: usize, random: &mut Random) -> Option<(usize, Code)> {
    if game == 0 {
        return None;
    }
    trees[game].names[random.below(2)] += "x";
    Some((NAMES, Code::NamesChanged))
}

fn no_crawford(_: &Base, trees: &mut [Tree], game: usize, _: &mut Random) -> Option<(usize, Code)> {
    let was = std::mem::take(&mut trees[game].is_crawford);
    was.then_some((HEAD, Code::ScoreCrawford))
}

/// Returns the line in the tree of a planted error of .mat.
fn line_of(planted: &Planted) -> Option<usize> {
    let cells = &planted.changed.cells;
    match planted.place {
        Place::Cell(cell, _) if cells[cell].is_result => Some(RESULT),
        Place::Cell(cell, _) => Some(NODES + cells[..cell].iter().filter(|cell| !cell.is_result).count()),
        Place::Names => Some(NAMES),
        Place::Score(_) => Some(SCORES),
        Place::Row(_) => None,
    }
}

/// Returns the SGF reader's code for an error that has another code in .mat.
const fn code_of(code: Code) -> Code {
    match code {
        Code::MatDice => Code::RecordValue,
        other => other,
    }
}

fn complaint(base: &Base, text: &str, expected: &[(Code, usize)], got: &[(Code, u64)]) -> String {
    let mut complaint = format!("{}: expected {expected:?}, found {got:?}", base.name);
    let lines = expected.iter().map(|(_, line)| *line).chain(got.iter().map(|(_, line)| *line as usize));
    for line in lines {
        let _ = write!(complaint, "\n    {}", text.lines().nth(line - 1).unwrap_or(""));
    }
    complaint
}

#[test]
fn one_planted_error_gives_one_finding_at_its_node() {
    let bases = clean();
    report(bases.len(), "clean records to plant errors in as SGF");
    let mut complaints = Vec::new();
    for (number, (name, kind)) in KINDS.iter().enumerate().filter(|(_, (name, _))| !NOT_HERE.contains(name)) {
        let mut random = Random::new(20_261_123 + number as u64);
        let (mut plantings, mut wrong) = (0, Vec::new());
        for (index, at) in candidates(&bases, kind, &mut random) {
            let base = &bases[index];
            let Some(planted) = try_to_plant(base, kind, at, &mut random) else { continue };
            let Some(line) = line_of(&planted) else { continue };
            let mut trees = trees(base);
            trees[planted.game] = Tree::new(base, planted.game, &planted.changed);
            let (text, first) = written(base, &trees, planted.game);
            let expected = [(code_of(planted.code), first + line)];
            let got = found(&text);
            plantings += 1;
            if got != expected.map(|(code, line)| (code, line as u64)) {
                wrong.push(complaint(base, &text, &expected, &got));
            }
            if plantings == most() {
                break;
            }
        }
        complaints.extend(told("planted errors of SGF", name, plantings, &wrong));
    }
    for (number, (name, plant)) in MORE.iter().enumerate() {
        let mut random = Random::new(77 + number as u64);
        let (mut plantings, mut wrong) = (0, Vec::new());
        for _ in 0..20 * most() {
            let base = &bases[random.below(bases.len())];
            let mut trees = trees(base);
            let game = random.below(trees.len());
            let Some((line, code)) = plant(base, &mut trees, game, &mut random) else { continue };
            let (text, first) = written(base, &trees, game);
            let got = found(&text);
            plantings += 1;
            if got != [(code, (first + line) as u64)] {
                wrong.push(complaint(base, &text, &[(code, first + line)], &got));
            }
            if plantings == most() {
                break;
            }
        }
        complaints.extend(told("planted errors of SGF", name, plantings, &wrong));
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

/// The slips that nodes can have.
const SLIPS_HERE: [&str; 12] = [
    "die misread",
    "point misread by one",
    "digit left out",
    "digits exchanged",
    "leg written twice",
    "another legal play",
    "points of the opponent",
    "drop for a take",
    "take left out",
    "cube action on another row",
    "cube action twice",
    "result left out",
];

/// Returns `true` if a cell can be written as a node.
fn has_node(slot: &Slot) -> bool {
    slot.text.split_once(':').is_none_or(|(_, play)| {
        play.split(['/', ' ']).all(|point| {
            let point = point.trim_end_matches('*');
            matches!(point, "" | "bar" | "off") || point.parse::<u8>().is_ok_and(|point| point <= 25)
        })
    })
}

/// Plants errors of every kind; returns for each the texts, and the meaning of the records without the error.
pub(super) fn plantings(each: usize) -> Vec<(&'static str, Vec<(String, String)>)> {
    let bases = clean();
    let originals: Vec<String> = bases
        .iter()
        .map(|base| super::repair::meaning(&sgf::FORMAT, &written(base, &trees(base), 0).0))
        .collect();
    let mut all = Vec::new();
    let kinds = KINDS.iter().filter(|(name, _)| !NOT_HERE.contains(name));
    let slips = SLIPS.iter().filter(|(name, _)| SLIPS_HERE.contains(name));
    for (number, (name, kind)) in kinds.chain(slips).enumerate() {
        let mut random = Random::new(20_261_125 + number as u64);
        let mut texts = Vec::new();
        for (index, at) in candidates(&bases, kind, &mut random) {
            let base = &bases[index];
            let Some(planted) = try_to_plant(base, kind, at, &mut random) else { continue };
            let is_slip = SLIPS_HERE.contains(name);
            if line_of(&planted).is_none() && !is_slip || !planted.changed.cells.iter().all(has_node) {
                continue;
            }
            let mut trees = trees(base);
            trees[planted.game] = Tree::new(base, planted.game, &planted.changed);
            let text = written(base, &trees, planted.game).0;
            // What nobody can find isn't a mistake that can be mended.
            if is_slip && found(&text).is_empty() {
                continue;
            }
            texts.push((text, originals[index].clone()));
            if texts.len() == each {
                break;
            }
        }
        all.push((*name, texts));
    }
    for (number, (name, plant)) in MORE.iter().enumerate() {
        let mut random = Random::new(78 + number as u64);
        let mut texts = Vec::new();
        for _ in 0..20 * each {
            let index = random.below(bases.len());
            let base = &bases[index];
            let mut trees = trees(base);
            let game = random.below(trees.len());
            if plant(base, &mut trees, game, &mut random).is_some() {
                texts.push((written(base, &trees, game).0, originals[index].clone()));
            }
            if texts.len() == each {
                break;
            }
        }
        all.push((*name, texts));
    }
    all
}
