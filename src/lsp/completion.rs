//! Legal plays after dice, and words.

use super::documents::View;
use super::matches::Matches;
use super::places::{At, entry_at};
use super::requests::Failure;
use super::server::Lazy;
use super::settings::Settings;
use super::words;
use crate::board::{Board, Roll, Side};
use crate::diag::{Edit, Span};
use crate::engine::Evaluator;
use crate::engine::cube::CubeState;
use crate::engine::met::MatchEquity;
use crate::engine::search::{Options, Search};
use crate::formats::{Format, sgf};
use crate::game::record::{Entry, Written};
use crate::game::{Act, Happening, MatchState};
use crate::notation::play::print;
use crate::rules::{Play, legal_plays};
use lsp_types::{CompletionItem, CompletionItemKind, CompletionTextEdit, Position, TextEdit};

/// Returns the texts that can be inserted at a position. Fails if the engine is required, but can't be loaded.
pub(super) fn completion(
    view: &View<'_>,
    position: Position,
    settings: &Settings,
    engine: &Lazy,
) -> Result<Vec<CompletionItem>, Failure> {
    let offset = view.text.offset(position);
    let Some(format) = view.matches.format else { return Ok(Vec::new()) };
    if let Some(dice) = Dice::before(view, offset) {
        return dice.plays(view, format, settings, engine);
    }
    if format.name == "sgf" {
        return in_open_bracket(view, offset, settings, engine);
    }
    Ok(if matches!(format.name, "mat" | "gam" | "snowie") { in_cell(view, offset) } else { Vec::new() })
}

/// Returns the texts that can be inserted in an SGF value whose bracket isn't closed yet, as if it were.
fn in_open_bracket(
    view: &View<'_>,
    offset: usize,
    settings: &Settings,
    engine: &Lazy,
) -> Result<Vec<CompletionItem>, Failure> {
    let text = view.text.as_str();
    let closed = format!("{}]{}", &text[..offset], &text[offset..]);
    let rules = view.config.given();
    let name = view.document_name();
    let Ok(matches) = Matches::of(name, &closed, &rules, &view.matches.list, &|| false) else {
        return Ok(Vec::new());
    };
    let Some(format) = matches.format else { return Ok(Vec::new()) };
    // Places before the bracket are the same in both texts.
    let view = View { matches: &matches, ..*view };
    match Dice::before(&view, offset) {
        Some(dice) => dice.plays(&view, format, settings, engine),
        None => Ok(Vec::new()),
    }
}

/// Written dice, and the part of their play written so far.
struct Dice<'a> {
    at: At<'a>,
    act: &'a Act,
    roll: Roll,
    /// The beginning of the play, and the end of its part up to the cursor, in the document.
    typed: (usize, usize),
    /// Whether a blank is missing before it.
    is_close: bool,
}

impl<'a> Dice<'a> {
    /// Finds the dice before the cursor.
    fn before(view: &View<'a>, offset: usize) -> Option<Self> {
        let (placed, inside) = view.matches.at(offset)?;
        let (line_start, _) = view.text.line_at(offset);
        let dice = |entry: &Entry| match &entry.written {
            Written::Turn { roll, .. } => Some(roll.span),
            _ => None,
        };
        let games = placed.piece.replayed.record.games.iter().enumerate();
        let entries = games.flat_map(|(game, record)| {
            record.entries.iter().enumerate().map(move |(entry, written)| (game, entry, written))
        });
        let line = line_start.saturating_sub(placed.offset) as u32;
        let on_line = entries.filter(|(.., entry)| entry.span.start >= line && entry.span.start < inside);
        // The last entry that begins before the cursor on its line.
        let (game, entry, written) = on_line.max_by_key(|(.., entry)| entry.span.start)?;
        let dice = dice(written).filter(|dice| dice.end <= inside)?;
        let text = &view.text.as_str()[placed.offset + dice.end as usize..offset];
        let skipped = text.len() - text.trim_start_matches([':', ' ', '\t', ')', ',']).len();
        let typed = &text[skipped..];
        // Two blanks end a cell, a bracket ends a value.
        let is_over = typed.contains("  ") || typed.contains(['\t', ']', '[', ';', '#']);
        let is_begun = written.span.end < inside && typed.ends_with(' ') && text.len() > 40;
        if is_over || is_begun {
            return None;
        }
        let at = At { placed, game, entry };
        let (_, act) = at.act()?;
        let roll = act.roll()?;
        let is_close = typed.len() == text.len() || text[..skipped].ends_with(':');
        Some(Self { at, act, roll, typed: (offset - typed.len(), offset), is_close })
    }

    /// Lists the legal plays, the best first if the engine is required.
    fn plays(
        &self,
        view: &View<'_>,
        format: &Format,
        settings: &Settings,
        engine: &Lazy,
    ) -> Result<Vec<CompletionItem>, Failure> {
        let board = &self.act.before;
        let mut plays: Vec<(Play, Option<f32>)> =
            legal_plays(board, self.roll).into_iter().map(|(play, _)| (play, None)).collect();
        let Some(&(first, _)) = plays.first() else { return Ok(Vec::new()) };
        let Some(notation) = self.notation(view, format, &first) else { return Ok(Vec::new()) };
        if settings.engine {
            let evaluator: &dyn Evaluator = engine.get().map_err(Failure::refused)?;
            let state = self.at.state().map(|state| CubeState::of(&state, self.act.by));
            let options = Options { plies: 0, ..Options::default() };
            let search = state.and_then(|state| {
                Search::new(evaluator, MatchEquity::reaching(state.most_away()), state, options)
            });
            if let Some(mut search) = search {
                let evaluated = search.plays(board, self.roll).into_iter();
                plays =
                    evaluated.map(|evaluated| (evaluated.play, Some(evaluated.evaluation.equity))).collect();
            }
        }
        let (start, end) = self.replaced();
        let range = view.text.range(start, end);
        let item = |(number, (play, equity)): (usize, (Play, Option<f32>))| {
            let label = notation.write(board, &play, self.act.by);
            let text = self.spaced(notation, &label);
            CompletionItem {
                label,
                kind: Some(CompletionItemKind::VALUE),
                detail: equity.map(|equity| format!("{equity:+.3}")),
                sort_text: Some(format!("{number:05}")),
                text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(range, text))),
                ..CompletionItem::default()
            }
        };
        Ok(plays.into_iter().enumerate().map(item).collect())
    }

    /// Returns the part of the document that a play replaces: the text from the cursor to the next cell is an earlier
    /// attempt at the play.
    fn replaced(&self) -> (usize, usize) {
        let (start, end) = self.typed;
        let placed = self.at.placed;
        let cell = self.at.written().span.end as usize;
        let rest = placed.text().get(end - placed.offset..cell).unwrap_or("");
        // The bracket that ends an SGF value is kept, and an edit of a completion is of one line.
        (start, end + rest.find([']', '\r', '\n']).unwrap_or(rest.len()))
    }

    /// Returns a play, with the missing blank before it.
    fn spaced(&self, notation: Notation, play: &str) -> String {
        let lead = if self.is_close && !matches!(notation, Notation::Letters) { " " } else { "" };
        format!("{lead}{play}")
    }

    /// Finds the notation of plays in this record, so that an inserted play is read correctly.
    fn notation(&self, view: &View<'_>, format: &Format, play: &Play) -> Option<Notation> {
        let placed = self.at.placed;
        let rules = view.config.given();
        let (start, end) = self.replaced();
        let span = Span::new(start - placed.offset, end - placed.offset);
        let is_read = |notation: &Notation| {
            let text = self.spaced(*notation, &notation.write(&self.act.before, play, self.act.by));
            // A last line without an end would be taken as cut off.
            let edits = [Edit::new(span, text), Edit::insert(placed.text().len() as u32, "\n")];
            let Some((replayed, _)) = placed.replayed_after(&edits, format, &rules) else { return false };
            let acts = replayed.games.get(self.at.game).map(|game| &game.acts);
            let read = acts.and_then(|acts| acts.iter().find(|act| act.entry == Some(self.at.entry as u32)));
            read.is_some_and(|act| {
                let is_played = matches!(act.what, Happening::Played { .. });
                is_played && act.before == self.act.before && act.after() == Some(play.after(&act.before))
            })
        };
        Notation::of(format, self.act.by).iter().copied().find(is_read)
    }
}

#[derive(Clone, Copy, Debug)]
enum Notation {
    /// `13/7* 8/7`.
    Slashes,
    /// `13/7*, 8/7`.
    Commas,
    /// `hefe`.
    Letters,
    /// `13-7 8-7`.
    Dashes,
    /// `12-18 17-18`: in the other player's numbering.
    OtherDashes,
}

impl Notation {
    /// Returns the notations that may be a format's own, the likeliest first: some formats can read more than
    /// they write.
    const fn of(format: &Format, by: Side) -> &'static [Self] {
        match format.name.as_bytes() {
            b"sgf" => &[Self::Letters],
            // FIBS numbers the points from one player's view.
            b"oldmoves" | b"javafibs" if matches!(by, Side::One) => &[Self::OtherDashes, Self::Dashes],
            b"oldmoves" | b"javafibs" => &[Self::Dashes, Self::OtherDashes],
            b"sgg" => &[Self::Commas],
            _ => &[Self::Slashes, Self::Dashes, Self::OtherDashes],
        }
    }

    fn write(self, board: &Board, play: &Play, by: Side) -> String {
        let dashes = |number: &dyn Fn(u8) -> String| {
            let steps = play.steps().iter();
            steps
                .map(|step| format!("{}-{}", number(step.from()), number(step.to())))
                .collect::<Vec<_>>()
                .join(" ")
        };
        let named = |number: u8| match number {
            25 => Some("bar".to_owned()),
            0 => Some("off".to_owned()),
            _ => None,
        };
        match self {
            Self::Slashes => print::gnubg(board, play).to_string(),
            Self::Commas => print::gnubg(board, play).to_string().replace(' ', ", "),
            Self::Letters => sgf::letters(play, by),
            Self::Dashes => dashes(&|number| named(number).unwrap_or_else(|| number.to_string())),
            Self::OtherDashes => dashes(&|number| named(number).unwrap_or_else(|| (25 - number).to_string())),
        }
    }
}

/// Lists the words that can be inserted in a cell without dice, or at the head of the record.
fn in_cell(view: &View<'_>, offset: usize) -> Vec<CompletionItem> {
    let (start, line) = view.text.line_at(offset);
    let before = &line[..offset - start];
    let word_start = before
        .rfind(|c: char| !c.is_alphabetic() && c != '>' && c != '=')
        .map_or(0, |at| at + before[at..].chars().next().map_or(0, char::len_utf8));
    // The whole of a word is replaced, also where the cursor is inside it.
    let range = view.text.range(start + word_start, offset + rest_of_words(&line[offset - start..]));
    let item = |text: String, kind| CompletionItem {
        label: text.clone(),
        kind: Some(kind),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(range, text))),
        ..CompletionItem::default()
    };
    let lead = before[..word_start].trim();
    if before.trim_start().starts_with([';', '#']) {
        let is_key = lead.trim_start_matches([';', '#', ' ']) == "[";
        let keys = if is_key { words::headers() } else { Vec::new() };
        // What is written after the key stays.
        let rest = &line[offset - start..];
        let after = rest.trim_start_matches(char::is_alphabetic);
        let range = view.text.range(start + word_start, offset + rest.len() - after.len());
        let value = match after.trim() {
            "" => " \"\"]",
            "]" => " \"\"",
            _ => "",
        };
        let item = |key: &str| {
            let text = format!("{key}{value}");
            CompletionItem {
                text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(range, text.clone()))),
                ..item(text, CompletionItemKind::PROPERTY)
            }
        };
        return keys.into_iter().map(item).collect();
    }
    if lead.is_empty() {
        let next = view.matches.at(offset).map_or(1, |(placed, inside)| {
            let games = placed.piece.replayed.record.games.iter();
            1 + games.filter(|game| game.heading.end < inside && !game.heading.is_empty()).count()
        });
        return vec![item(format!("Game {next}"), CompletionItemKind::KEYWORD)];
    }
    // After a row's number, or two blanks after a cell.
    let is_cell = lead.ends_with(')') || before[..word_start].ends_with("  ") || before.contains('\t');
    if !is_cell {
        return Vec::new();
    }
    let state = state_at(view, offset);
    words::of_cell(state.as_ref()).into_iter().map(|word| item(word, CompletionItemKind::KEYWORD)).collect()
}

/// Returns the length of the rest of the words that begin before a text: `bles => 4` of `Doubles => 4`, but not the
/// words of the next cell.
fn rest_of_words(text: &str) -> usize {
    let goes_on = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '=' | '>');
    let mut end =
        text.len() - text.trim_start_matches(|c: char| c.is_alphabetic() || c == '=' || c == '>').len();
    while let Some(next) = text[end..].strip_prefix(' ') {
        let word = next.split([' ', '\t']).next().unwrap_or_default();
        if word.is_empty() || !word.chars().all(goes_on) {
            break;
        }
        end += 1 + word.len();
    }
    end
}

/// Returns the state after the last entry before an offset, if its game continues.
fn state_at(view: &View<'_>, offset: usize) -> Option<MatchState> {
    let (placed, inside) = view.matches.at(offset)?;
    if entry_at(view.matches, offset).is_some_and(|at| at.written().span.start < inside && at.act().is_some())
    {
        return None;
    }
    let replayed = &placed.piece.replayed;
    let game = replayed.record.games.iter().rposition(|game| game.heading.start <= inside)?;
    let before = |entry: u32| {
        let entry = replayed.record.games[game].entry(Some(entry));
        entry.is_some_and(|entry| entry.span.end <= inside && !matches!(entry.written, Written::Unreadable))
    };
    let last = replayed.games[game].acts.iter().rposition(|act| act.entry.is_some_and(before))?;
    let mut state = None;
    replayed.walk_after(game, |act, after| {
        if act == last {
            state = Some(after.clone());
        }
    });
    state
}
