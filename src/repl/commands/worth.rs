//! Values at the score: `show gammonvalues`, `show marketwindow`, `mwc2eq`, `eq2mwc`.

use super::{Call, Handlers};
use crate::board::{Board, BySide, Side};
use crate::engine::cube::{CubeState, Owner, Stakes};
use crate::engine::met::{Terms, UNKNOWN_SCORE};
use crate::engine::search::{Options, Search};
use crate::engine::{Chances, Evaluator};
use crate::repl::answer::{Answer, Done, Refusal};
use crate::repl::session::Session;
use std::fmt::Write as _;

pub(super) const COMMANDS: Handlers = &[
    ("eq2mwc", eq2mwc),
    ("mwc2eq", mwc2eq),
    ("show gammonvalues", gammon_values),
    ("show marketwindow", market_window),
];

/// Returns the values of a game's outcomes in a state of the cube: points for money, match winning chances in a match.
fn terms(session: &Session, state: &CubeState) -> Result<Terms, Refusal> {
    let terms = state.terms(&session.match_equities(state.most_away()));
    terms.ok_or_else(|| Refusal::complain(UNKNOWN_SCORE))
}

/// Returns the values for the conversions of a match. After its end nothing is left to win or to lose: GNU Backgammon
/// converts everything to the winner's 100 %.
fn match_terms(session: &Session) -> Result<Terms, Refusal> {
    // At the beginning of a game, its score has values even before the opening roll.
    if session.game.state.rules().is_money() {
        return Err(Refusal::say("Command only valid in match play"));
    }
    match (session.is_match_over(), session.settings.compat) {
        (false, _) => {}
        (true, true) => return Ok(Terms { ends: [1.0; 6] }),
        (true, false) => {
            return Err(Refusal::say("The match is over.").help("`new match` begins another one"));
        }
    }
    // The side from whose view the board is shown: after a game, too.
    let by = if session.is_begun() { session.fields().on_roll } else { session.game.state.on_roll() };
    let state = session.cube_state(by);
    let is_late = matches!(state.stakes, Stakes::Match { away, opponent, .. } if away == 1 || opponent == 1);
    if by == Side::Zero || is_late {
        return terms(session, &state);
    }
    // As in GNU Backgammon, the chances of player 1 are those that player 0 lacks: the last digit depends on that. The
    // values after the Crawford game are those of the trailer, who may be either player.
    let zero = terms(session, &session.cube_state(Side::Zero))?;
    Ok(Terms { ends: std::array::from_fn(|end| 1.0 - zero.ends[5 - end]) })
}

/// Returns the gammon and backgammon values of both players, from the values of the outcomes for player 0.
///
/// They are [`Terms::gammon_price`] and [`Terms::backgammon_price`], in the order of operations with which single precision gives
/// the digits of GNU Backgammon, fitted to 300 of its answers: 299 are equal.
fn prices(zero: &Terms) -> BySide<[f32; 2]> {
    let [lost3, lost2, lost1, won1, won2, won3] = zero.ends;
    let middle = f32::midpoint(won1, lost1);
    let single = won1 - middle;
    let values = |gammon: f32, backgammon: f32| {
        let gammon = 0.5 * (gammon / single - 1.0);
        [gammon, gammon + 0.5 * (backgammon / single)]
    };
    BySide::new(values(won2 - middle, won3 - won2), values(middle - lost2, lost2 - lost3))
}

fn gammon_values(session: &mut Session, _: &mut Call<'_>, answer: &mut Answer) -> Done {
    session.must_play()?;
    answer.say("Player           Gammon value    Backgammon value");
    let prices = prices(&terms(session, &session.cube_state(Side::Zero))?);
    for side in Side::ALL {
        let state = session.cube_state(side);
        let is_single =
            matches!(state.stakes, Stakes::Money { jacoby: true, .. }) && state.owner == Owner::Centred;
        let values = if is_single { [0.0; 2] } else { prices[side] };
        let name = session.name(side);
        // GNU Backgammon counts bytes.
        let beyond = if session.settings.compat { name.len() - name.chars().count() } else { 0 };
        let width = 16 - beyond.min(16);
        answer.say(format_args!("{name:<width$} {:7.5}         {:7.5}", values[0], values[1]));
    }
    Ok(())
}

/// Reads an optional number; anything else counts as none.
fn number(call: &mut Call<'_>) -> Option<f32> {
    call.words.next()?.text.parse().ok().filter(|number: &f32| number.is_finite())
}

/// `eq2mwc [EQUITY]`.
fn eq2mwc(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let terms = match_terms(session)?;
    let equity = number(call).unwrap_or(0.0);
    let line =
        |equity: f32| format!("MWC for equity = {equity:+.3}: {:6.2}%", 100.0 * terms.worth_of(equity));
    answer.say(line(-1.0));
    answer.say(line(1.0));
    answer.say("By linear interpolation:");
    answer.say(line(equity));
    Ok(())
}

/// `mwc2eq [CHANCE]`: up to 1 it is a share, above that a percentage.
fn mwc2eq(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let terms = match_terms(session)?;
    let even = terms.worth_of(0.0);
    let chance = number(call).map_or(even, |chance| if chance > 1.0 { chance / 100.0 } else { chance });
    let line = |chance: f32, equity: f32| {
        // As the C library writes 0 / 0.
        let equity = if equity.is_nan() { "  -nan".to_owned() } else { format!("{equity:+6.3}") };
        format!("Equity for MWC = {:6.2}%: {equity}", 100.0 * chance)
    };
    answer.say(line(terms.worth_of(-1.0), -1.0));
    answer.say(line(terms.worth_of(1.0), 1.0));
    answer.say("By linear interpolation:");
    answer.say(line(chance, terms.equity(chance)));
    Ok(())
}

/// Reads the rates of `show marketwindow`: gammons of player 0 and of player 1, then their backgammons, as shares or, above
/// 1, as percentages. Returns chances with these rates from the view of player 0; `None` without a rate.
fn given_rates(session: &Session, call: &mut Call<'_>) -> Result<Option<Chances>, Refusal> {
    const KINDS: [&str; 4] = ["gammon", "gammon", "backgammon", "backgammon"];
    let (mut rates, mut count) = ([0.0_f32; 4], 0);
    while count < rates.len()
        && let Some(word) = call.words.next()
    {
        let rate = word.text.parse().ok().filter(|rate: &f32| rate.is_finite() && *rate >= 0.0);
        let Some(rate) = rate else {
            // GNU Backgammon stops reading there.
            if session.settings.compat {
                break;
            }
            return Err(Refusal::complain(format_args!(
                "`{}` isn't a rate: write shares or percentages, as in `show marketwindow 20 30`",
                word.text
            ))
            .at(word.place));
        };
        rates[count] = if rate > 1.0 { rate / 100.0 } else { rate };
        if rates[count] > 1.0 {
            let (kind, player) = (KINDS[count], count % 2);
            let line = format!("illegal {kind} ratio for player {player}: {:.6}", rates[count]);
            return Err(Refusal::say(line).at(word.place));
        }
        count += 1;
    }
    let [gammons, others, backgammons, their_backgammons] = rates;
    Ok((count > 0).then_some(Chances([
        0.5 * their_backgammons,
        0.5 * others,
        0.5 * (1.0 - others - their_backgammons),
        0.5 * (1.0 - gammons - backgammons),
        0.5 * gammons,
        0.5 * backgammons,
    ])))
}

/// `show marketwindow [RATES]`, by default with the gammon rates of the present position.
fn market_window(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    session.must_play()?;
    let (on_roll, board) = (session.game.state.on_roll(), *session.game.state.board());
    let evaluation = session.settings.evaluations.of_hint().cube.evaluation;
    let chances = match given_rates(session, call)? {
        Some(given) if on_roll == Side::Zero => given,
        Some(given) => given.flip(),
        None => session.asked(on_roll, evaluation, |search| search.evaluate(&board).chances)?,
    };
    let of = BySide::new(
        if on_roll == Side::Zero { chances } else { chances.flip() },
        if on_roll == Side::One { chances } else { chances.flip() },
    );
    for side in Side::ALL {
        let [gammons, backgammons] = rates(of[side]);
        let name = session.name(side);
        answer.say(format_args!(
            "Player {name:<25}: gammon rate {:6.2}%, bg rate {:6.2}%",
            100.0 * gammons,
            100.0 * backgammons
        ));
    }
    let is_money = session.game.state.rules().is_money();
    if !is_money {
        answer.put("\n\n");
    }
    for side in Side::ALL {
        if is_money {
            let name = session.name(side);
            let jacoby = session.game.state.rules().jacoby && session.game.state.cube().owner.is_none();
            answer.put(money_window(name, of[side], jacoby));
        } else {
            answer.put(match_window(session, side, of[side])?);
        }
    }
    Ok(())
}

/// Returns the shares of gammons and of backgammons among the wins.
fn rates(chances: Chances) -> [f32; 2] {
    let win = chances.win();
    if win > 1e-6 { [chances.0[4] / win, chances.0[5] / win] } else { [0.0; 2] }
}

/// Returns the points of money play by Janowski ("Take-Points in Money Games", 1993), where W and L are the
/// average values of a win and a loss; that of an initial double under the Jacoby rule is as GNU Backgammon
/// 1.07.001 prints it.
fn money_window(name: &str, chances: Chances, jacoby: bool) -> String {
    let mean = |chances: Chances| 1.0 + rates(chances)[0] + 2.0 * rates(chances)[1];
    let (won, lost) = (mean(chances), mean(chances.flip()));
    let (dead, live) = (won + lost, won + lost + 0.5);
    let even = lost / dead;
    let initial = if jacoby { (lost - 0.25) / (dead - 0.5) } else { even };
    let cash = (lost + 1.0) / live;
    let rows = [
        ("Take Point (TP)", (lost - 0.5) / dead, (lost - 0.5) / live),
        ("Beaver Point (BP)", even, lost / live),
        ("Raccoon Point (RP)", even, (lost + 0.5) / live),
        ("Initial Double Point (IDP)", initial, cash),
        ("Redouble Point (RDP)", even, cash),
        ("Cash Point (CP)", (lost + 0.5) / dead, cash),
        ("Too good Point (TGP)", (lost + 1.0) / dead, cash),
    ];
    let mut text = format!(
        "\nPlayer {name} cube parameters:\n\nCube parameter               Dead Cube      Live Cube\n"
    );
    for (words, dead, live) in rows {
        let _ = writeln!(text, "{words:<28} {:7.3}%     {:7.3}%", 100.0 * dead, 100.0 * live);
    }
    text
}

/// A match at one cube value: a player's match winning chances after a loss, a win, and a win by a pass.
struct Stake {
    lost: f32,
    won: f32,
    passed: f32,
}

impl Stake {
    fn of(terms: &Terms, chances: Chances) -> Self {
        let mean = |[gammons, backgammons]: [f32; 2], ends: [f32; 3]| {
            (1.0 - gammons - backgammons) * ends[0] + gammons * ends[1] + backgammons * ends[2]
        };
        let ends = terms.ends;
        Self {
            lost: mean(rates(chances.flip()), [ends[2], ends[1], ends[0]]),
            won: mean(rates(chances), [ends[3], ends[4], ends[5]]),
            passed: ends[3],
        }
    }

    /// Returns the winning chance from which a turned cube is better than this one, and the one from which it
    /// is better than a pass.
    fn window(&self, turned: &Self) -> [f32; 2] {
        let (risk, gain) = (self.lost - turned.lost, turned.won - self.won);
        let double = if gain > 0.0 { risk / (risk + gain) } else { 1.0 };
        [double, (self.passed - turned.lost) / (turned.won - turned.lost)]
    }
}

/// Returns the market window of a match: from the double point to the cash point.
fn match_window(session: &Session, by: Side, chances: Chances) -> Result<String, Refusal> {
    let state = CubeState { owner: Owner::Centred, ..session.cube_state(by) };
    let Stakes::Match { away, opponent, .. } = state.stakes else { return Ok(String::new()) };
    let at = |turns: u32| {
        let turned = CubeState { value: state.value.saturating_mul(1 << turns), ..state };
        Ok(Stake::of(&terms(session, &turned)?, chances))
    };
    let (now, doubled) = (at(0)?, at(1)?);
    let mut text = format!("Player {} market window:\n\n", session.name(by));
    let mut line = |words: &str, [double, cash]: [f32; 2]| {
        let _ = writeln!(text, "{words}{:6.2}% - {:6.2}%", 100.0 * double, 100.0 * cash);
    };
    let dead = now.window(&doubled);
    let turned = 2 * state.value as usize;
    if opponent <= turned {
        line("Dead cube: ", dead);
    } else if away <= turned {
        // A player who takes loses the match with this game anyway, so redoubles at once.
        line("Dead cube (opponent doesn't redouble): ", dead);
        line("Dead cube (opponent redoubles):", now.window(&at(2)?));
    } else {
        let cash = session.live_cash(by, chances, state)?;
        line("Dead cube: ", dead);
        line("Live cube:", [dead[0], cash]);
    }
    if opponent > turned {
        text.push('\n');
    }
    Ok(text)
}

impl Session {
    /// Returns the winning chance at which the opponent of a side passes, with a fully live cube.
    fn live_cash(&self, by: Side, chances: Chances, state: CubeState) -> Result<f32, Refusal> {
        let fixed = Fixed(chances);
        let options = Options { plies: 0, ..Options::default() };
        let board = self.game.state.board_of(by);
        let table = self.match_equities(state.most_away());
        let mut search =
            Search::new(&fixed, &table, state, options).ok_or_else(|| Refusal::complain(UNKNOWN_SCORE))?;
        Ok(search.cube(&board).window.map_or(1.0, |window| window.live.cash))
    }
}

/// An evaluator that always returns the same chances.
struct Fixed(Chances);

impl Evaluator for Fixed {
    fn chances(&self, _: &Board) -> Chances {
        self.0
    }
}
