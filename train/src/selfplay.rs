//! Games of the nets against themselves, and labels for their positions.

use crate::random::Random;
use crate::starts::{Family, Wanted};
use barpoint::board::{Board, Roll};
use barpoint::engine::{Candidates, Chances, Class, Engine};

/// A position and its label, both from the view of the player on roll.
#[derive(Clone, Debug)]
pub(crate) struct Sample {
    pub(crate) board: Board,
    /// The chances of the label. They sum to 1, but the noise of a game may make one of them slightly
    /// negative.
    pub(crate) target: Chances,
}

/// The source of labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Teacher {
    /// The next position: TD(lambda).
    Next,
    /// A 1-ply search.
    Search,
}

/// The way games are played and labelled.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    pub(crate) teacher: Teacher,
    /// The weight of the rest of the game in a label. With 1 it is the result of the game, whatever was
    /// played.
    pub(crate) lambda: f32,
    /// The share of plays chosen at random among the candidates.
    pub(crate) explore: f32,
    /// The share of turns in which another candidate than the play is labelled as well.
    pub(crate) siblings: f32,
    /// The share of games that start from a rare family, from 0 to 1.
    pub(crate) rare: f32,
    /// `lambda` in these games.
    pub(crate) rare_lambda: f32,
    /// The families that they start from.
    pub(crate) families: Wanted,
}

/// The number of turns after which an unfinished game is left.
pub(crate) const LONGEST: usize = 500;

/// One turn of a game.
struct Turn {
    board: Board,
    /// The evaluation of the nets at 0-ply.
    value: Chances,
    /// The label before the rest of the game is known.
    base: Chances,
    /// Whether the best play was made, so that later positions are informative about this one.
    followed: bool,
}

/// The results of games.
#[derive(Clone, Debug, Default)]
pub(crate) struct Harvest {
    pub(crate) samples: Vec<Sample>,
    pub(crate) turns: usize,
    /// The sum of squared differences between the equities of labels and nets, of `turns` positions.
    pub(crate) surprise: f64,
    /// The cross-entropy of the contact net above that of the labels, before it is trained on them: the sum
    /// over this many positions.
    pub(crate) unlearnt: (f64, usize),
    /// For each family, in the order of [`Family::ALL`], `turns` and `surprise` of the games that started from it; they
    /// and `unlearnt` count the other games only.
    pub(crate) families: [(usize, f64); Family::ALL.len()],
}

impl Harvest {
    pub(crate) fn add(&mut self, other: Self) {
        self.samples.extend(other.samples);
        self.turns += other.turns;
        self.surprise += other.surprise;
        self.unlearnt.0 += other.unlearnt.0;
        self.unlearnt.1 += other.unlearnt.1;
        for (mine, theirs) in self.families.iter_mut().zip(other.families) {
            mine.0 += theirs.0;
            mine.1 += theirs.1;
        }
    }
}

/// Plays one game.
pub(crate) fn game(
    engine: &Engine,
    style: Style,
    random: &mut Random,
    candidates: &mut Candidates,
) -> Harvest {
    let mut harvest = Harvest::default();
    let family = (random.unit() < style.rare).then(|| Family::draw(random, &style.families));
    let mut board = beginning(family, random, candidates);
    let lambda = if family.is_some() { style.rare_lambda } else { style.lambda };
    // The filter's net is blind for the fine differences between the plays of these games.
    candidates.is_exhaustive = family.is_some();
    let mut value = engine.evaluate(&board);
    let mut turns = Vec::new();
    while matches!(Class::of(&board), Class::Contact | Class::Race) && turns.len() < LONGEST {
        let roll = random.roll();
        let (next, next_value) = match style.teacher {
            Teacher::Next => engine.best_of_all(&board, roll, candidates),
            Teacher::Search => engine.best(&board, roll, candidates),
        };
        let list = candidates.list();
        let explored =
            (list.len() > 1 && random.unit() < style.explore).then(|| list[random.below(list.len())].1);
        let sibling =
            (list.len() > 1 && random.unit() < style.siblings).then(|| list[random.below(list.len())].1);
        let base = match style.teacher {
            Teacher::Next => next_value.flip(),
            Teacher::Search => engine.one_ply(&board, candidates),
        };
        let explored = explored.filter(|explored| *explored != next);
        turns.push(Turn { board, value, base, followed: explored.is_none() });
        if let Some(sibling) = sibling.filter(|&sibling| sibling != next && Some(sibling) != explored)
            && matches!(Class::of(&sibling), Class::Contact | Class::Race)
        {
            let target = engine.one_ply(&sibling, candidates);
            harvest.samples.push(Sample { board: sibling, target });
        }
        (board, value) = match explored {
            Some(explored) => (explored, engine.evaluate(&explored)),
            None => (next, next_value),
        };
    }
    harvest.turns = turns.len();
    if matches!(Class::of(&board), Class::Contact | Class::Race) {
        // Untrained nets can play on for ever; such a game is useless.
        harvest.samples.clear();
        return harvest;
    }
    // The difference between the next position's label and its evaluation by the nets.
    let mut news = Chances::default();
    let mut outcome = value.flip();
    for turn in turns.iter().rev() {
        let mut target = turn.base;
        if lambda >= 1.0 {
            target = outcome;
        } else if turn.followed {
            target.add(news.flip(), lambda);
        }
        news = target;
        news.add(turn.value, -1.0);
        outcome = outcome.flip();
        harvest.surprise += f64::from(news.equity()).powi(2);
        if family.is_none() && Class::of(&turn.board) == Class::Contact {
            harvest.unlearnt.0 += divergence(&target, &turn.value);
            harvest.unlearnt.1 += 1;
        }
        harvest.samples.push(Sample { board: turn.board, target });
    }
    if let Some(family) = family {
        harvest.families[family as usize] = (harvest.turns, harvest.surprise);
        (harvest.turns, harvest.surprise) = (0, 0.0);
    }
    harvest
}

/// Returns the cross-entropy of chances with a label, less that of the label with itself.
pub(crate) fn divergence(label: &Chances, chances: &Chances) -> f64 {
    let ends = label.0.iter().zip(chances.0);
    ends.filter(|(label, _)| **label > 1e-6)
        .map(|(label, chance)| f64::from(label * (label / chance.max(1e-9)).ln()))
        .sum()
}

/// Returns a starting position: the opening, or one of a family. In some games both sides first make random
/// plays, so that the nets see positions that good players avoid.
pub(crate) fn beginning(family: Option<Family>, random: &mut Random, candidates: &mut Candidates) -> Board {
    let mut board = family.map_or(Board::START, |family| family.start(random));
    let plies = match family {
        None if random.below(6) == 0 => random.below(24),
        None => 0,
        // Fewer random plays, as they soon destroy the structure.
        Some(_) => [0, 0, random.below(4), random.below(21)][random.below(4)],
    };
    for _ in 0..plies {
        candidates.generate(&board, random.roll());
        let list = candidates.list();
        let next = list[random.below(list.len())].1;
        if !matches!(Class::of(&next), Class::Contact | Class::Race) {
            break;
        }
        board = next;
    }
    board
}

/// Plays `games` games, each with random numbers of its own, on several threads. The result doesn't depend on
/// the number of threads.
pub(crate) fn games(engine: &Engine, style: Style, seeds: [u64; 2], games: usize, threads: usize) -> Harvest {
    let harvests = in_order(games, threads, |game_number, candidates| {
        game(engine, style, &mut Random::new(&[seeds[0], seeds[1], game_number as u64]), candidates)
    });
    let mut all = Harvest::default();
    for harvest in harvests {
        all.add(harvest);
    }
    all
}

/// Runs `count` pieces of work on several threads and returns the results in their order.
pub(crate) fn in_order<T: Send>(
    count: usize,
    threads: usize,
    work: impl Fn(usize, &mut Candidates) -> T + Sync,
) -> Vec<T> {
    let mut results: Vec<Option<T>> = (0..count).map(|_| None).collect();
    if threads <= 1 {
        let mut candidates = Candidates::default();
        return (0..count).map(|piece| work(piece, &mut candidates)).collect();
    }
    let next = std::sync::atomic::AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..threads)
            .map(|_| {
                scope.spawn(|| {
                    let mut candidates = Candidates::default();
                    let mut done = Vec::new();
                    loop {
                        let piece = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                        if piece >= count {
                            return done;
                        }
                        done.push((piece, work(piece, &mut candidates)));
                    }
                })
            })
            .collect();
        for thread in threads {
            for (piece, result) in thread.join().expect("a thread that ends") {
                results[piece] = Some(result);
            }
        }
    });
    results.into_iter().flatten().collect()
}

/// Plays a game of two engines against each other from a position, both at 0-ply, and returns the points that the first one
/// wins, cubeless; bear-offs count their equity.
pub(crate) fn duel(
    engines: [&dyn Player; 2],
    judge: &Engine,
    (mut board, first): (Board, usize),
    random: &mut Random,
    candidates: &mut Candidates,
) -> f64 {
    let mut on_roll = first;
    for _ in 0..LONGEST {
        if matches!(Class::of(&board), Class::Over | Class::Bearoff) {
            break;
        }
        board = engines[on_roll].play(&board, random.roll(), random, candidates);
        on_roll = 1 - on_roll;
    }
    let equity = f64::from(judge.evaluate(&board).equity());
    if on_roll == 0 { equity } else { -equity }
}

/// A player.
pub(crate) trait Player: Sync {
    /// Returns the position after a play, from the view of the opponent.
    fn play(&self, board: &Board, roll: Roll, random: &mut Random, candidates: &mut Candidates) -> Board;
}

impl Player for Engine {
    fn play(&self, board: &Board, roll: Roll, _: &mut Random, candidates: &mut Candidates) -> Board {
        self.best_of_all(board, roll, candidates).0
    }
}

/// A player of random plays.
pub(crate) struct Anyhow;

impl Player for Anyhow {
    fn play(&self, board: &Board, roll: Roll, random: &mut Random, candidates: &mut Candidates) -> Board {
        // A generator of its own, so that the dice stay the same for the other player.
        let mut own = Random::new(&[random.clone().next()]);
        candidates.generate(board, roll);
        let list = candidates.list();
        list[own.below(list.len())].1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::State;

    #[test]
    fn the_number_of_threads_changes_nothing() {
        let engine = Engine::with_nets(State::new(1).nets());
        let style = Style {
            teacher: Teacher::Next,
            lambda: 1.0,
            explore: 1.0,
            siblings: 0.0,
            rare: 0.5,
            rare_lambda: 1.0,
            families: [true; Family::ALL.len()],
        };
        let [one, three] = [1, 3].map(|threads| games(&engine, style, [1, 2], 4, threads));
        assert!(one.samples.len() > 50);
        assert_eq!(one.samples.len(), three.samples.len());
        for (one, other) in one.samples.iter().zip(&three.samples) {
            assert_eq!((one.board, one.target), (other.board, other.target));
        }
    }

    #[test]
    fn labels_of_a_finished_game_are_how_it_ended() {
        let engine = Engine::with_nets(State::new(1).nets());
        let style = Style {
            teacher: Teacher::Next,
            lambda: 1.0,
            explore: 1.0,
            siblings: 0.0,
            rare: 0.5,
            rare_lambda: 1.0,
            families: [true; Family::ALL.len()],
        };
        let harvest = games(&engine, style, [3, 4], 4, 1);
        // The last position of a game comes first. From one turn to the previous one, only the view changes.
        let same = harvest.samples.windows(2).filter(|pair| pair[0].target == pair[1].target.flip()).count();
        assert!(same >= harvest.samples.len() - 4, "{same} of {}", harvest.samples.len());
        for sample in &harvest.samples {
            assert!((sample.target.0.iter().sum::<f32>() - 1.0).abs() < 1e-4);
        }
    }
}
