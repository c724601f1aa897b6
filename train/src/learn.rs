//! Gradient descent on one net: Adam (Kingma and Ba, 2015) on the cross-entropy between the net's chances and
//! those of the labels, and the running mean of the weights, which is the net that plays.

use crate::net::{Activations, RealNet, add, cut, entries};
use crate::random::Random;
use crate::selfplay::{Sample, divergence};
use barpoint::engine::Chances;
use barpoint::engine::inputs::Inputs;
use barpoint::engine::nets::{Net, Shape};
use multiversion::multiversion;

/// The number of positions in a step.
pub(crate) const BATCH: usize = 256;
/// The number of parts of a step, even with fewer threads, so that the result is the same.
const PARTS: usize = 2;
/// The difference of equity, in points, at which the share of a play in the order of a roll falls to 1/e.
const ORDER_SCALE: f32 = 0.04;
/// The weight of the chances where the order is learnt, a position; a roll's order counts 1.
const CHANCES_TOO: f32 = 0.1;
/// The number of steps between two updates of the mean.
const MEAN_EVERY: u64 = 8;

/// A net in training.
#[derive(Clone, Debug)]
pub(crate) struct Learner {
    /// The weights that change.
    pub(crate) net: RealNet,
    /// Their running mean.
    pub(crate) mean: RealNet,
    /// Adam's first moments.
    pub(crate) momentum: Vec<f32>,
    /// Adam's second moments.
    pub(crate) variance: Vec<f32>,
    /// The number of steps made.
    pub(crate) steps: u64,
}

/// The pace of the steps of a round.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    pub(crate) rate: f32,
    /// The share of the mean that stays at each of its updates.
    pub(crate) keep: f32,
}

impl Learner {
    /// Starts with random weights.
    pub(crate) fn random(shape: Shape, random: &mut Random) -> Self {
        let mut parameters = vec![0.0; shape.parameters()];
        // About twenty inputs are on at a time; a quarter of the products isn't zero, most of them are small.
        // All heads start with the same weights, so that rarely used ones don't start differently.
        let mut fill = |parameters: &mut [f32], deviation: f32| {
            parameters.iter_mut().for_each(|parameter| *parameter = deviation * random.normal());
        };
        fill(&mut parameters[shape.first()], 0.15);
        parameters[shape.first_bias()].fill(0.5);
        fill(&mut parameters[shape.second(0)], 1.5 * (2.0 / shape.products() as f32).sqrt());
        fill(&mut parameters[shape.third(0)], 0.05);
        for row in parameters[shape.third(0)].chunks_exact_mut(8) {
            row[6..].fill(0.0);
        }
        for head in 1..shape.kind.heads() {
            parameters.copy_within(shape.second(0).start..shape.third_bias(0).end, shape.second(head).start);
        }
        Self::new(RealNet { shape, parameters })
    }

    /// Starts with a net.
    pub(crate) fn new(net: RealNet) -> Self {
        let zeros = vec![0.0; net.parameters.len()];
        Self { mean: net.clone(), net, momentum: zeros.clone(), variance: zeros, steps: 0 }
    }

    /// Makes one step on some samples, and returns the sum of their losses: the cross-entropies, less those
    /// of a perfect net.
    pub(crate) fn step(&mut self, samples: &[&Sample], pace: Pace, work: &mut Work, threads: usize) -> f64 {
        self.descend(samples, pace, work, threads, Part::gather)
    }

    /// Makes one step on some rolls, each of them the samples after its plays: towards their chances, and more so
    /// towards their order. Returns the sum of the losses of the order.
    pub(crate) fn order(&mut self, rolls: &[&[Sample]], pace: Pace, work: &mut Work, threads: usize) -> f64 {
        self.descend(rolls, pace, work, threads, Part::gather_order)
    }

    fn descend<T: Sync>(
        &mut self,
        samples: &[T],
        pace: Pace,
        work: &mut Work,
        threads: usize,
        gather: impl Fn(&mut Part, &RealNet, &[T]) -> f64 + Sync,
    ) -> f64 {
        let shape = self.net.shape;
        let net = &self.net;
        let (mine, rest) = samples.split_at(samples.len().div_ceil(PARTS));
        let [first, second] = &mut work.parts;
        for part in [&mut *first, &mut *second] {
            part.gradient.clear();
            part.gradient.resize(shape.parameters(), 0.0);
        }
        let loss = if threads > 1 {
            std::thread::scope(|scope| {
                let other = scope.spawn(|| gather(second, net, rest));
                gather(first, net, mine) + other.join().expect("a thread that ends")
            })
        } else {
            gather(first, net, mine) + gather(second, net, rest)
        };
        add_up(&mut first.gradient, &second.gradient);
        self.steps += 1;
        let steps = self.steps.min(100_000) as i32;
        let correction = (1.0 - 0.9f32.powi(steps), 1.0 - 0.999f32.powi(steps));
        adam(
            &mut self.net.parameters,
            &first.gradient,
            &mut self.momentum,
            &mut self.variance,
            1.0 / samples.len() as f32,
            pace.rate / correction.0,
            1.0 / correction.1,
        );
        // The exported weights are whole numbers with this range.
        let features = shape.kind.features() * shape.width;
        let from = shape.first().end - features;
        for weight in &mut self.net.parameters[from..shape.first().end] {
            *weight = weight.clamp(-Net::FEATURE_REACH, Net::FEATURE_REACH);
        }
        for head in 0..shape.kind.heads() {
            for weight in &mut self.net.parameters[shape.second(head)] {
                *weight = weight.clamp(-Net::SECOND_REACH, Net::SECOND_REACH);
            }
        }
        if self.steps.is_multiple_of(MEAN_EVERY) {
            // Early means forget faster, so that the random weights at the start don't stay in them.
            let updates = (self.steps / MEAN_EVERY) as f32;
            let keep = pace.keep.min(updates / (10.0 + updates));
            average(&mut self.mean.parameters, &self.net.parameters, keep);
        }
        loss
    }
}

/// The buffers of a step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Work {
    parts: [Part; PARTS],
}

/// The buffers of a part of a step.
#[derive(Clone, Debug, Default)]
struct Part {
    gradient: Vec<f32>,
    activations: Activations,
}

impl Part {
    /// Computes the gradient of some samples, and returns the sum of their losses.
    fn gather(&mut self, net: &RealNet, samples: &[&Sample]) -> f64 {
        let mut loss = 0.0;
        for sample in samples {
            let inputs = Inputs::of(&sample.board, net.shape.kind);
            net.activate(&inputs, &mut self.activations);
            let chances = self.activations.chances;
            loss += divergence(&sample.target, &Chances(chances));
            self.add(net, &inputs, std::array::from_fn(|end| chances[end] - sample.target.0[end]));
        }
        loss
    }

    /// Computes the gradient of some rolls, and returns the sum of their losses. The plays of a roll have shares that fall
    /// with their equity, by the targets and by the net, and the loss is the cross-entropy of the shares, less that of a
    /// perfect net (ListNet: Cao, Qin, Liu, Tsai and Li, 2007).
    fn gather_order(&mut self, net: &RealNet, rolls: &[&[Sample]]) -> f64 {
        let mut loss = 0.0;
        for plays in rolls {
            let found: Vec<_> = plays
                .iter()
                .map(|play| {
                    let inputs = Inputs::of(&play.board, net.shape.kind);
                    net.activate(&inputs, &mut self.activations);
                    (inputs, Chances(self.activations.chances))
                })
                .collect();
            let wanted = shares(plays.iter().map(|play| play.target.equity()));
            let given = shares(found.iter().map(|(_, chances)| chances.equity()));
            for (((play, (inputs, chances)), wanted), given) in
                plays.iter().zip(&found).zip(wanted).zip(given)
            {
                if wanted > 1e-6 {
                    loss += f64::from(wanted) * f64::from(wanted / given.max(1e-9)).ln();
                }
                // The slope by the equity, which is the opponent's, and then by the outputs.
                let slope = (wanted - given) / ORDER_SCALE;
                let equity = chances.equity();
                let error = std::array::from_fn(|end| {
                    let chance = chances.0[end];
                    slope * chance * (Chances::POINTS[end] - equity)
                        + CHANCES_TOO * (chance - play.target.0[end])
                });
                net.activate(inputs, &mut self.activations);
                self.add(net, inputs, error);
            }
        }
        loss
    }

    /// Adds the gradient of a position that the activations are of, by the slopes of the outputs.
    fn add(&mut self, net: &RealNet, inputs: &Inputs, slopes: [f32; 6]) {
        let mut error = [0.0; 8];
        error[..6].copy_from_slice(&slopes);
        let split = self.gradient.split_at_mut(net.shape.first().end);
        backward(&net.parameters, net.shape, inputs, &self.activations, &error, split);
    }
}

/// Returns the share of each play of a roll by the equity of the opponent after it.
fn shares(equities: impl Iterator<Item = f32> + Clone) -> impl Iterator<Item = f32> {
    let least = equities.clone().fold(f32::INFINITY, f32::min);
    let powers = equities.map(move |equity| ((least - equity) / ORDER_SCALE).exp());
    let sum: f32 = powers.clone().sum();
    powers.map(move |power| power / sum)
}

/// Adds the gradient of one sample: of the first layer's weights, and of all later ones.
#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512dq+avx512vl",
    "x86_64+avx2+bmi1+bmi2+lzcnt+popcnt",
    "aarch64+neon"
))]
fn backward(
    parameters: &[f32],
    shape: Shape,
    inputs: &Inputs,
    activations: &Activations,
    error: &[f32; 8],
    (first_gradient, gradient): (&mut [f32], &mut [f32]),
) {
    const TILE: usize = Shape::TILE;
    let behind = shape.first().end;
    let inside = |range: std::ops::Range<usize>| range.start - behind..range.end - behind;
    let head = inputs.head();
    // The outputs.
    let mut second = [0.0; 32];
    {
        let weights = &parameters[shape.third(head)];
        for (((second, &value), row), gradient) in second
            .iter_mut()
            .zip(&activations.second)
            .zip(weights.chunks_exact(8))
            .zip(gradient[inside(shape.third(head))].chunks_exact_mut(8))
        {
            let mut sum = 0.0;
            for ((gradient, error), weight) in gradient.iter_mut().zip(error).zip(row) {
                *gradient += value * error;
                sum += error * weight;
            }
            *second = if value > 0.0 { sum } else { 0.0 };
        }
        for (gradient, error) in gradient[inside(shape.third_bias(head))].iter_mut().zip(error) {
            *gradient += error;
        }
    }
    // The second layer. A product is zero where one of its neurons is cut off at zero, which makes the slopes
    // of both zero.
    let mut products = [0.0; 512];
    let rows = parameters[shape.second(head)].as_chunks::<32>().0;
    let gradients = gradient[inside(shape.second(head))].as_chunks_mut::<32>().0;
    for product in 0..shape.products() {
        let value = activations.products[product];
        if value > 0.0 {
            let (row, gradient) = (&rows[product], &mut gradients[product]);
            let mut sums = [0.0; 16];
            for part in 0..2 {
                for (lane, sum) in sums.iter_mut().enumerate() {
                    let at = 16 * part + lane;
                    gradient[at] += value * second[at];
                    *sum += row[at] * second[at];
                }
            }
            products[product] = sums.iter().sum();
        }
    }
    for (gradient, second) in gradient[inside(shape.second_bias(head))].iter_mut().zip(&second) {
        *gradient += second;
    }
    // The first layer.
    let mut first = [0.0; 1024];
    for tile in 0..shape.width / TILE {
        for lane in 0..TILE / 2 {
            let slope = products[tile * TILE / 2 + lane];
            let (one, other) = (tile * TILE + lane, tile * TILE + TILE / 2 + lane);
            let sums = (activations.first[one], activations.first[other]);
            // Both are above zero where the slope isn't zero.
            first[one] = if sums.0 < Net::CLIP { slope * cut(sums.1) } else { 0.0 };
            first[other] = if sums.1 < Net::CLIP { slope * cut(sums.0) } else { 0.0 };
        }
    }
    let first = &first[..shape.width];
    add(&mut gradient[inside(shape.first_bias())], 1.0, first);
    for (row, value) in entries(inputs) {
        add(&mut first_gradient[row * shape.width..(row + 1) * shape.width], value, first);
    }
}

#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512dq+avx512vl",
    "x86_64+avx2+bmi1+bmi2+lzcnt+popcnt",
    "aarch64+neon"
))]
fn add_up(sums: &mut [f32], others: &[f32]) {
    for (sum, other) in sums.iter_mut().zip(others) {
        *sum += other;
    }
}

#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512dq+avx512vl",
    "x86_64+avx2+bmi1+bmi2+lzcnt+popcnt",
    "aarch64+neon"
))]
fn adam(
    parameters: &mut [f32],
    gradient: &[f32],
    momentum: &mut [f32],
    variance: &mut [f32],
    scale: f32,
    rate: f32,
    correction: f32,
) {
    for (((parameter, gradient), momentum), variance) in
        parameters.iter_mut().zip(gradient).zip(momentum).zip(variance)
    {
        let gradient = gradient * scale;
        *momentum = 0.9 * *momentum + 0.1 * gradient;
        *variance = 0.999 * *variance + 0.001 * gradient * gradient;
        *parameter -= rate * *momentum / ((*variance * correction).sqrt() + 1e-7);
    }
}

#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512dq+avx512vl",
    "x86_64+avx2+bmi1+bmi2+lzcnt+popcnt",
    "aarch64+neon"
))]
fn average(mean: &mut [f32], parameters: &[f32], keep: f32) {
    for (mean, parameter) in mean.iter_mut().zip(parameters) {
        *mean = keep * *mean + (1.0 - keep) * parameter;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use barpoint::board::Board;
    use barpoint::engine::inputs::Kind;

    const TARGET: [f32; 6] = [0.01, 0.1, 0.35, 0.4, 0.12, 0.02];

    fn activated(net: &RealNet, board: &Board) -> Chances {
        let mut activations = Activations::default();
        net.activate(&Inputs::of(board, net.shape.kind), &mut activations);
        Chances(activations.chances)
    }

    fn cross_entropy(target: &Chances, chances: &Chances) -> f64 {
        target.0.iter().zip(chances.0).map(|(&t, c)| -f64::from(t) * f64::from(c).ln()).sum()
    }

    /// Compares a gradient with the change of a loss.
    fn compare(net: &RealNet, gradient: &[f32], loss: impl Fn(&RealNet) -> f64) {
        let mut checked = 0;
        for index in (0..net.shape.parameters()).step_by(7) {
            let slope = f64::from(gradient[index]);
            if slope.abs() < 2e-3 {
                continue;
            }
            let mut net = net.clone();
            net.parameters[index] += 1e-3;
            let above = loss(&net);
            net.parameters[index] -= 2e-3;
            let measured = (above - loss(&net)) / 2e-3;
            assert!((measured - slope).abs() < 0.05 * slope.abs() + 1e-3, "{index}: {measured} {slope}");
            checked += 1;
        }
        assert!(checked > 50, "{checked}");
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        let shape = Shape::new(Kind::Contact, 128).expect("a shape");
        let learner = Learner::random(shape, &mut Random::new(&[5]));
        let mut work = Work::default();
        let sample = Sample { board: Board::START, target: Chances(TARGET) };
        learner.clone().step(&[&sample], Pace { rate: 0.0, keep: 1.0 }, &mut work, 1);
        compare(&learner.net, &work.parts[0].gradient, |net| {
            cross_entropy(&sample.target, &activated(net, &sample.board))
        });
    }

    #[test]
    fn the_gradient_of_an_order_is_the_slope_of_its_loss() {
        let shape = Shape::new(Kind::Raw, 128).expect("a shape");
        let learner = Learner::random(shape, &mut Random::new(&[7]));
        let mut random = Random::new(&[8]);
        let plays: Vec<Sample> = [0.0, 0.02, -0.05, 0.3]
            .map(|more| {
                let mut target = Chances(TARGET);
                (target.0[2], target.0[3]) = (target.0[2] - 0.1 * more, target.0[3] + 0.1 * more);
                Sample { board: crate::starts::Family::Wild.start(&mut random), target }
            })
            .into();
        let mut work = Work::default();
        learner.clone().order(&[&plays], Pace { rate: 0.0, keep: 1.0 }, &mut work, 1);
        compare(&learner.net, &work.parts[0].gradient, |net| {
            let found: Vec<Chances> = plays.iter().map(|play| activated(net, &play.board)).collect();
            let wanted = shares(plays.iter().map(|play| play.target.equity()));
            let given = shares(found.iter().map(|chances| chances.equity()));
            let order: f64 = wanted.zip(given).map(|(w, g)| -f64::from(w) * f64::from(g).ln()).sum();
            let chances: f64 =
                plays.iter().zip(&found).map(|(play, found)| cross_entropy(&play.target, found)).sum();
            order + f64::from(CHANCES_TOO) * chances
        });
    }

    #[test]
    fn steps_lead_to_the_target() {
        let shape = Shape::new(Kind::Race, 128).expect("a shape");
        let mut learner = Learner::random(shape, &mut Random::new(&[6]));
        let sample = Sample { board: Board::START, target: Chances([0.0, 0.1, 0.3, 0.4, 0.15, 0.05]) };
        let mut work = Work::default();
        for _ in 0..200 {
            learner.step(&[&sample], Pace { rate: 1e-3, keep: 0.9 }, &mut work, 1);
        }
        // In whole numbers, as the program uses it.
        let net = Net::new(shape, &learner.mean.parameters).expect("as many as the shape says");
        let chances = net.evaluate(&Inputs::of(&Board::START, Kind::Race));
        for (chance, target) in chances.0.iter().zip(sample.target.0) {
            assert!((chance - target).abs() < 0.02, "{chances:?}");
        }
    }
}
