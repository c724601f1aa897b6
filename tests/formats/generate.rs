//! Random records with everything that any format can express, played by the rules.

use crate::support::Random;
use barpoint::board::{BySide, Die, Place, Roll, Side};
use barpoint::diag::{Parsed, Span};
use barpoint::game::record::{
    Analysis, Anchor, Annotation, Candidate, Cause, Cell, Chances, Clock, CubeAnalysis, CubeWord, Entry,
    Evaluation, GameRecord, Header, MatchRecord, PlayAnalysis, PlayerScore, Property, Rating, Remark,
    RemarkKind, Setup, Spanned, Variation, Written, WrittenLeg, WrittenPlay, WrittenRoll, headers,
};
use barpoint::game::{Action, Event, MatchState, Phase, Replayed, Rules};
use barpoint::rules::{Leg, Outcome, Play, Variant, legal_plays};

/// Names as people have them, and unusual ones.
const NAMES: [&str; 12] = [
    "Anna",
    "Bert",
    "Jürgen Müller",
    "李四",
    "O'Neil [x]",
    "back\\slash",
    "a:b",
    "two  blanks",
    "a name of many more than thirty-one bytes",
    "\"quoted\"",
    "comma,1500",
    "Éva; Kovács",
];

const TEXTS: [&str; 9] = [
    "plain words",
    "brackets [in] a (text)",
    "a \\ backslash and ] more \\] of it",
    "\"quotes\" and 'quotes'",
    "ünïcödé ✓ 日本",
    "two\nlines",
    "; a semicolon # and a hash",
    "31: 8/5 6/5",
    "key=value; colon: x <tag> & more",
];

/// What a generated record may contain beyond rolls, plays, takes and passes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wishes {
    /// One in this number of decisions has a comment, an annotation and so on; 0 for none.
    pub(crate) notes: usize,
    /// Whether names and texts may be odd.
    pub(crate) odd: bool,
    /// At one in this number of rolls the game is drawn instead; 0 for never, since many formats have no word
    /// for it.
    pub(crate) draws: usize,
}

impl Wishes {
    /// Everything.
    pub(crate) const ALL: Self = Self { notes: 12, odd: true, draws: 0 };
    /// Only what follows from the rules of the game, with plain names.
    pub(crate) const PLAIN: Self = Self { notes: 0, odd: false, draws: 0 };
}

/// Generates a record and its meaning.
pub(crate) fn replayed(random: &mut Random, wishes: Wishes) -> Replayed {
    let record = record(random, wishes);
    let parsed = Parsed { value: record, diagnostics: Vec::new() };
    let (replayed, found) =
        barpoint::analysis::replayed(parsed, &barpoint::analysis::RulesOverride::default());
    let wrong = found.iter().find(|finding| finding.severity == barpoint::diag::Severity::Error);
    assert!(wrong.is_none(), "a generated record is legal: {wrong:?}");
    replayed
}

/// Generates a record.
pub(crate) fn record(random: &mut Random, wishes: Wishes) -> MatchRecord {
    let mut maker = Maker { random, wishes, record: MatchRecord::default() };
    maker.run();
    maker.record
}

struct Maker<'a> {
    random: &'a mut Random,
    wishes: Wishes,
    record: MatchRecord,
}

impl Maker<'_> {
    fn one_of(&mut self, times: usize) -> bool {
        times > 0 && self.random.below(times) == 0
    }

    fn text(&mut self) -> String {
        let texts = if self.wishes.odd { &TEXTS[..] } else { &TEXTS[..1] };
        texts[self.random.below(texts.len())].to_owned()
    }

    fn header(&mut self, key: &str, value: impl Into<String>) {
        self.record.headers.push(Header::new(key, value, Span::default()));
    }

    fn rules(&mut self) -> Rules {
        let mut rules =
            if self.one_of(3) { Rules::money() } else { Rules::match_play(1 + self.random.below(9) as u16) };
        let variants = [Variant::Standard, Variant::Standard, Variant::Standard, Variant::Nackgammon];
        rules.variant = variants[self.random.below(variants.len())];
        self.record.length = Some(Spanned::new(u32::from(rules.length), Span::default()));
        if rules.variant != Variant::Standard {
            let name = rules.variant.to_string();
            self.header(headers::VARIATION, name);
        }
        if rules.is_money() {
            rules.jacoby = self.one_of(2);
            self.header(headers::JACOBY, if rules.jacoby { "On" } else { "Off" });
            rules.beavers = u8::MAX;
            if self.one_of(2) {
                rules.beavers = self.random.below(4) as u8;
                let beavers = rules.beavers.to_string();
                self.header(headers::BEAVER, beavers);
            }
            if self.one_of(2) {
                rules.automatic_doubles = 1 + self.random.below(3) as u8;
                let doubles = rules.automatic_doubles.to_string();
                self.header(headers::AUTOMATIC_DOUBLES, doubles);
            }
        } else if self.one_of(6) {
            rules.crawford = false;
            self.header(headers::CRAWFORD, "Off");
        }
        if self.one_of(8) {
            rules.cube_limit = 4 << self.random.below(5);
            let limit = rules.cube_limit.to_string();
            self.header(headers::CUBE_LIMIT, limit);
        }
        rules
    }

    fn facts(&mut self) {
        for key in [
            headers::EVENT,
            headers::SITE,
            headers::ROUND,
            headers::TRANSCRIBER,
            headers::ANNOTATOR,
            "Weather",
        ] {
            if self.wishes.notes > 0 && self.one_of(2) {
                let text = self.text();
                self.header(key, text);
            }
        }
        if self.wishes.notes > 0 && self.one_of(2) {
            self.header(headers::DATE, "2026.11.21");
            self.header(headers::TIME, "14:30");
        }
        if self.wishes.notes > 0 && self.one_of(4) {
            self.header(headers::ELO[0], "1612.5");
            self.header(headers::ELO[1], "1702");
        }
        if self.wishes.notes > 0 && self.one_of(2) {
            self.comment(Anchor::MATCH);
        }
    }

    fn comment(&mut self, anchor: Anchor) {
        let text = self.text();
        let remark = Remark { kind: RemarkKind::Comment, anchor, span: Span::default(), text };
        self.record.remarks.push(remark);
    }

    fn run(&mut self) {
        let rules = self.rules();
        let names = if self.wishes.odd { &NAMES[..] } else { &NAMES[..2] };
        let zero = self.random.below(names.len());
        let one = (zero + 1 + self.random.below(names.len() - 1)) % names.len();
        let names = [names[zero], names[one]];
        self.facts();
        let mut state = MatchState::new(rules);
        for number in 1..=1 + self.random.below(5) as u32 {
            self.game(&mut state, number, names);
            if matches!(state.phase(), Phase::MatchOver(_))
                || state.apply(Side::Zero, &Action::NextGame).is_err()
            {
                break;
            }
        }
    }

    fn game(&mut self, state: &mut MatchState, number: u32, names: [&str; 2]) {
        let player = |side: Side| {
            let score = Spanned::new(i64::from(state.score().points[side]), Span::default());
            let name = Spanned::new(names[side.index()].to_owned(), Span::default());
            Some(PlayerScore { name, rating: None, score: Some(score) })
        };
        let mut game = GameRecord {
            number: Some(Spanned::new(number, Span::default())),
            players: BySide(Side::ALL.map(player)),
            is_crawford: Some(state.is_crawford_game()),
            ..GameRecord::default()
        };
        let index = self.record.games.len();
        loop {
            let throw = |random: &mut Random| Die::new(1 + random.below(6) as u8).expect("a die");
            let dice = BySide([throw(self.random), throw(self.random)]);
            if let Ok(Event::Opened { .. }) = state.apply(Side::Zero, &Action::Open(dice)) {
                break;
            }
        }
        game.automatic_doubles = Some(state.automatic_doubles()).filter(|doubles| *doubles > 0);
        if self.one_of(self.wishes.notes) {
            self.comment(Anchor::game(index));
        }
        for turn in 0.. {
            let from = game.entries.len();
            match state.phase() {
                Phase::ToRoll => self.rolls(state, &mut game, turn),
                Phase::ToPlay(roll) => self.plays(state, &mut game, roll),
                Phase::ToAnswerDouble(_) => self.answer(state, &mut game),
                _ => break,
            }
            for entry in from..game.entries.len() {
                self.adorn(&mut game.entries[entry], index, entry);
            }
        }
        if let Phase::GameOver(result) | Phase::MatchOver(result) = state.phase() {
            let points = Some(Spanned::new(result.points, Span::default()));
            let written = match result.winner {
                Some(_) => Written::Wins { points, and_match: None },
                None => Written::Drawn,
            };
            game.entries.push(Entry::new(result.winner, Span::default(), written));
        }
        self.record.games.push(game);
    }

    fn push(game: &mut GameRecord, by: Side, written: Written) {
        game.entries.push(Entry::new(Some(by), Span::default(), written));
    }

    fn rolls(&mut self, state: &mut MatchState, game: &mut GameRecord, turn: u32) {
        let by = state.on_roll();
        if state.may_double(by).is_ok() && self.one_of(7) {
            let word = if state.cube().owner.is_some() { CubeWord::Redouble } else { CubeWord::Double };
            let value = Some(Spanned::new(state.cube().value * 2, Span::default()));
            state.apply(by, &Action::Double).expect("a double");
            return Self::push(game, by, Written::Cube { word, value });
        }
        if self.one_of(self.wishes.draws) {
            state.apply(by, &Action::Draw).expect("a draw");
            return;
        }
        if turn > 300 || self.one_of(90) {
            return self.resign(state, game, by);
        }
        if self.one_of(self.wishes.notes * 40) {
            return self.set(state, game);
        }
        let roll = Roll::ALL[self.random.below(21)];
        state.apply(by, &Action::Roll(roll)).expect("a roll");
    }

    fn plays(&mut self, state: &mut MatchState, game: &mut GameRecord, roll: Roll) {
        let by = state.on_roll();
        let plays = legal_plays(state.board(), roll);
        let written = WrittenRoll {
            digits: [b'0' + roll.high().pips(), b'0' + roll.low().pips()],
            span: Span::default(),
        };
        if !state.is_first_turn() && self.one_of(150) {
            // Given up after the roll.
            Self::push(game, by, Written::Turn { roll: written, cell: Cell::Empty });
            let outcome = self.outcome();
            state.apply(by, &Action::Resign(outcome)).expect("a resignation");
            state.apply(!by, &Action::AcceptResignation).expect("accepted");
            return;
        }
        let play = if plays.is_empty() { Play::DANCE } else { plays[self.random.below(plays.len())].0 };
        let mut legs = WrittenPlay::new(Span::default());
        for step in play.steps() {
            let place = |number| Place::from_number(number).expect("a place");
            let leg = Leg { from: place(step.from()), to: place(step.to()), hit: false };
            legs.push(WrittenLeg { leg, span: Span::default() });
        }
        let cell = if play.is_dance() { Cell::Empty } else { Cell::Play(legs) };
        Self::push(game, by, Written::Turn { roll: written, cell });
        state.apply(by, &Action::Play(play)).expect("a legal play");
    }

    fn answer(&mut self, state: &mut MatchState, game: &mut GameRecord) {
        let Phase::ToAnswerDouble(offer) = state.phase() else { return };
        let by = offer.responder;
        if self.one_of(2) && state.clone().apply(by, &Action::Beaver).is_ok() {
            let word = if offer.beavers == 0 { CubeWord::Beaver } else { CubeWord::Raccoon };
            let value = Some(Spanned::new(offer.value * 2, Span::default()));
            state.apply(by, &Action::Beaver).expect("a beaver");
            Self::push(game, by, Written::Cube { word, value });
        } else if self.one_of(3) {
            state.apply(by, &Action::Pass).expect("a pass");
            Self::push(game, by, Written::Pass);
        } else {
            state.apply(by, &Action::Take).expect("a take");
            Self::push(game, by, Written::Take);
        }
    }

    fn outcome(&mut self) -> Outcome {
        [Outcome::Single, Outcome::Gammon, Outcome::Backgammon][self.random.below(3)]
    }

    /// Adds a resignation in one of the ways in which records write it.
    fn resign(&mut self, state: &mut MatchState, game: &mut GameRecord, by: Side) {
        let outcome = self.outcome();
        state.apply(by, &Action::Resign(outcome)).expect("a resignation");
        let points = Spanned::new(state.cube().value * state.multiplier(outcome), Span::default());
        let way = self.random.below(4);
        match way {
            0 => Self::push(game, by, Written::Resign),
            1 => {
                let cause = [None, Some(Cause::TimeOut), Some(Cause::Left), Some(Cause::Forfeit)];
                let cause = if self.wishes.notes > 0 { cause[self.random.below(4)] } else { None };
                Self::push(game, by, Written::Losses { points: Some(points), cause });
            }
            _ => {
                let offer = Written::OfferResignation { outcome: Some(outcome), points: None };
                Self::push(game, by, offer);
                if way == 2 {
                    Self::push(game, !by, Written::RefuseResignation);
                    state.apply(!by, &Action::RefuseResignation).expect("refused");
                    return;
                }
                Self::push(game, !by, Written::AcceptResignation);
            }
        }
        state.apply(!by, &Action::AcceptResignation).expect("accepted");
    }

    /// Sets a position in the middle of a game.
    fn set(&mut self, state: &mut MatchState, game: &mut GameRecord) {
        let checkers = state.rules().variant.start().board().checkers();
        let mut lanes = [0_i8; 26];
        let mut place = |sign: i8, bar: usize, random: &mut Random| {
            for _ in 0..checkers - random.below(3) as u8 {
                loop {
                    let lane = 1 + random.below(25);
                    let lane = if lane == 25 { bar } else { lane };
                    if lanes[lane] * sign >= 0 {
                        lanes[lane] += sign;
                        break;
                    }
                }
            }
        };
        place(1, 25, self.random);
        place(-1, 0, self.random);
        let on_roll = if self.one_of(2) { Side::Zero } else { Side::One };
        let setup = Setup { board: Some(lanes), on_roll: Some(on_roll), ..Setup::default() };
        let written = Written::Set(Box::new(setup));
        // The replay knows best how such an entry is understood.
        let so_far = GameRecord {
            entries: vec![Entry::new(None, Span::default(), written.clone())],
            ..GameRecord::default()
        };
        let record =
            MatchRecord { length: self.record.length, games: vec![so_far], ..MatchRecord::default() };
        let rules = state.rules().clone();
        let given = barpoint::analysis::RulesOverride { variant: Some(rules.variant), ..Default::default() };
        let parsed = Parsed { value: record, diagnostics: Vec::new() };
        let (meant, _) = barpoint::analysis::replayed(parsed, &given);
        let Some(act) = meant.games[0].acts.first() else { return };
        state.place(act.before, on_roll, None);
        game.entries.push(Entry::new(None, Span::default(), written));
    }

    /// Adds comments, annotations and the like.
    fn adorn(&mut self, entry: &mut Entry, game: usize, index: usize) {
        let every = self.wishes.notes;
        if self.one_of(every) {
            self.comment(Anchor::entry(game, index));
        }
        let is_turn = matches!(entry.written, Written::Turn { .. });
        let is_cube = matches!(entry.written, Written::Cube { .. } | Written::Take | Written::Pass);
        let annotations = [
            Annotation::VeryBad,
            Annotation::Bad,
            Annotation::Doubtful,
            Annotation::Good,
            Annotation::VeryGood,
        ];
        if is_turn && self.one_of(every) {
            entry.notes_mut().play = Some(annotations[self.random.below(annotations.len())]);
        }
        if is_cube && self.one_of(every) {
            entry.notes_mut().cube = Some(annotations[self.random.below(3)]);
        }
        if is_turn && self.one_of(every) {
            let ratings = [Rating::VeryUnlucky, Rating::Unlucky, Rating::Lucky, Rating::VeryLucky];
            entry.notes_mut().luck = Some(ratings[self.random.below(4)]);
        }
        if is_turn && self.one_of(every * 4) {
            entry.notes_mut().luck_value = Some(-0.125);
        }
        if is_turn && self.one_of(every * 8) {
            let is_mwc =
                matches!(&entry.written, Written::Turn { roll, .. } if roll.digits[0] == roll.digits[1]);
            let evaluation = Evaluation {
                settings: "3-ply".into(),
                chances: Some(Chances {
                    win: 0.5125,
                    win_gammon: 0.125,
                    win_backgammon: 0.0625,
                    lose_gammon: 0.25,
                    lose_backgammon: 0.0,
                }),
                equity: Some(-0.0625).filter(|_| !is_mwc),
                mwc: Some(0.53125).filter(|_| is_mwc),
                error: None,
            };
            let leg = Leg { from: Place::Bar, to: Place::from_number(20).expect("a place"), hit: true };
            let candidate = Candidate { legs: [leg].into_iter().collect(), evaluation };
            let analysis =
                PlayAnalysis { program: "xg".into(), candidates: vec![candidate], played: Some(0) };
            entry.notes_mut().analyses.push(Analysis::Play(analysis));
        }
        if is_cube && self.one_of(every * 8) {
            let analysis = CubeAnalysis {
                program: "bgblitz".into(),
                equity_no_double: Some(0.5),
                equity_double_take: Some(0.75),
                equity_double_pass: Some(1.0),
                ..CubeAnalysis::default()
            };
            entry.notes_mut().analyses.push(Analysis::Cube(Box::new(analysis)));
        }
        if self.one_of(every * 8) {
            entry.notes_mut().clock =
                Some(Clock { used: Some(12_500), left: Some(90_000), ..Clock::default() });
        }
        if self.one_of(every * 8) {
            let values = Spanned::new(vec!["one".to_owned(), self.text()], Span::default());
            entry.notes_mut().properties.push(Property { key: "sgf:KO".to_owned(), values });
        }
        if is_turn && self.one_of(every * 20) {
            let mut variation = Variation::default();
            let mut other = Entry { notes: None, ..entry.clone() };
            other.span = Span::default();
            variation.entries.push(other);
            variation.comments.push((0, self.text()));
            entry.notes_mut().variations.push(variation);
        }
    }
}

#[test]
fn generated_records_are_legal_and_hold_everything() {
    use barpoint::formats::inventory::{Kind, inventory};
    let mut kinds: Vec<Kind> = Vec::new();
    for seed in 0..400 {
        let record = replayed(&mut Random::new(seed), Wishes::ALL);
        kinds.extend(inventory(&record).iter().map(|item| item.kind));
        kinds.sort_unstable();
        kinds.dedup();
    }
    // An illegal play isn't generated, nor a resignation without an answer, nor what only a reader or a writer of a file
    // finds.
    let never = [
        Kind::AnalysisPart,
        // Only SGF has them; tests/cli/convert.rs has a record with marks.
        Kind::Mark,
        Kind::IllegalPlay,
        Kind::OfferedResignation,
        Kind::LeftOut,
        Kind::Overruled,
        Kind::Finding,
        Kind::Team,
        // Matches begin with game 1; tests/cli/convert.rs has one that doesn't.
        Kind::GameNumber,
        Kind::MatchId,
        Kind::Program,
        Kind::CubeUse,
        Kind::Unknown,
    ];
    let lacking: Vec<&Kind> =
        Kind::ALL.iter().filter(|kind| !kinds.contains(kind) && !never.contains(kind)).collect();
    assert!(lacking.is_empty(), "never generated: {lacking:?}");
}
