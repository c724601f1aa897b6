//! A net in real numbers, as it is trained; it becomes a [`barpoint::engine::nets::Net`].

use crate::learn::Learner;
use crate::random::Random;
use barpoint::engine::inputs::Inputs;
use barpoint::engine::nets::{Net, Nets, Shape};
use multiversion::multiversion;

/// The number of neurons of the first layer that are added up together.
const TILE: usize = 64;

/// The parameters of a net, in the order of its shape.
#[derive(Clone, Debug)]
pub(crate) struct RealNet {
    pub(crate) shape: Shape,
    pub(crate) parameters: Vec<f32>,
}

/// The activations of a net's neurons for one position.
#[derive(Clone, Debug)]
pub(crate) struct Activations {
    /// The sums of the first layer; only the width of the net is used.
    pub(crate) first: [f32; 1024],
    /// The products of its neurons, half their number.
    pub(crate) products: [f32; 512],
    /// The second layer.
    pub(crate) second: [f32; 32],
    /// The chances of the six ends.
    pub(crate) chances: [f32; 6],
}

impl Default for Activations {
    fn default() -> Self {
        Self { first: [0.0; 1024], products: [0.0; 512], second: [0.0; 32], chances: [0.0; 6] }
    }
}

/// Returns the rows that aren't zero, with their values.
pub(crate) fn entries(inputs: &Inputs) -> impl Iterator<Item = (usize, f32)> {
    let rows = inputs.rows().iter().map(|&row| (usize::from(row), 1.0));
    rows.chain(inputs.values().map(|(row, value)| (usize::from(row), f32::from(value) / Inputs::ONE)))
}

impl RealNet {
    /// Evaluates a position and stores the activations.
    pub(crate) fn activate(&self, inputs: &Inputs, activations: &mut Activations) {
        let (shape, parameters) = (self.shape, &self.parameters);
        let first = &mut activations.first[..shape.width];
        first.copy_from_slice(&parameters[shape.first_bias()]);
        for (row, value) in entries(inputs) {
            add(first, value, &parameters[row * shape.width..(row + 1) * shape.width]);
        }
        multiply(first, &mut activations.products[..shape.products()]);
        let head = inputs.head();
        activations.second.copy_from_slice(&parameters[shape.second_bias(head)]);
        let rows = parameters[shape.second(head)].as_chunks::<32>().0;
        for (&value, row) in activations.products.iter().zip(rows) {
            if value > 0.0 {
                for (sum, weight) in activations.second.iter_mut().zip(row) {
                    *sum += value * weight;
                }
            }
        }
        let mut outputs = [0.0; 8];
        outputs.copy_from_slice(&parameters[shape.third_bias(head)]);
        for (value, row) in activations.second.iter_mut().zip(parameters[shape.third(head)].chunks_exact(8)) {
            *value = value.max(0.0);
            for (sum, weight) in outputs.iter_mut().zip(row) {
                *sum += *value * weight;
            }
        }
        let most = outputs[..6].iter().fold(f32::MIN, |most, &output| most.max(output));
        let powers: [f32; 6] = std::array::from_fn(|end| (outputs[end] - most).exp());
        let sum: f32 = powers.iter().sum();
        activations.chances = powers.map(|power| power / sum);
    }
}

/// Returns a net in a shape that is at least as wide, with the same evaluations: the new neurons are those of a random net,
/// and their products have no weight in the second layer yet. `None` if the shape is narrower or of another kind.
pub(crate) fn widened(net: &Net, shape: Shape, random: &mut Random) -> Option<RealNet> {
    let old = net.shape();
    if old.kind != shape.kind || old.width > shape.width {
        return None;
    }
    let (from, mut parameters) = (net.parameters(), Learner::random(shape, random).net.parameters);
    let rows = parameters[shape.first()].chunks_exact_mut(shape.width);
    for (row, own) in rows.zip(from[old.first()].chunks_exact(old.width)) {
        row[..old.width].copy_from_slice(own);
    }
    parameters[shape.first_bias()][..old.width].copy_from_slice(&from[old.first_bias()]);
    for head in 0..shape.kind.heads() {
        let (known, new) = parameters[shape.second(head)].split_at_mut(old.second(head).len());
        known.copy_from_slice(&from[old.second(head)]);
        new.fill(0.0);
        parameters[shape.second_bias(head)].copy_from_slice(&from[old.second_bias(head)]);
        parameters[shape.third(head)].copy_from_slice(&from[old.third(head)]);
        parameters[shape.third_bias(head)].copy_from_slice(&from[old.third_bias(head)]);
    }
    Some(RealNet { shape, parameters })
}

/// Returns the mean of the weights of several sets of nets, or `None` if their shapes differ or there are none.
pub(crate) fn mean(all: &[Nets]) -> Option<Nets> {
    let of = |pick: fn(&Nets) -> &Net| {
        let shape = pick(all.first()?).shape();
        let mut sums = vec![0.0; shape.parameters()];
        for net in all.iter().map(pick) {
            if net.shape() != shape {
                return None;
            }
            for (sum, parameter) in sums.iter_mut().zip(net.parameters()) {
                *sum += parameter / all.len() as f32;
            }
        }
        Net::new(shape, &sums)
    };
    Some(Nets {
        contact: of(|nets| &nets.contact)?,
        race: of(|nets| &nets.race)?,
        filter: of(|nets| &nets.filter)?,
        lopsided: of(|nets| &nets.lopsided)?,
        lopsided_filter: of(|nets| &nets.lopsided_filter)?,
    })
}

/// Returns the activation of a neuron of the first layer: its sum, cut off at both ends.
pub(crate) const fn cut(sum: f32) -> f32 {
    sum.clamp(0.0, Net::CLIP)
}

/// Multiplies the first half of each tile by the second half.
fn multiply(first: &[f32], products: &mut [f32]) {
    const HALF: usize = Shape::TILE / 2;
    for (tile, products) in first.as_chunks::<{ Shape::TILE }>().0.iter().zip(products.as_chunks_mut().0) {
        let (one, other) = tile.split_at(HALF);
        *products = std::array::from_fn::<f32, HALF, _>(|lane| cut(one[lane]) * cut(other[lane]));
    }
}

/// Adds a row times a value.
#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512dq+avx512vl",
    "x86_64+avx2+bmi1+bmi2+lzcnt+popcnt",
    "aarch64+neon"
))]
pub(crate) fn add(sums: &mut [f32], value: f32, row: &[f32]) {
    for (sums, row) in sums.as_chunks_mut::<TILE>().0.iter_mut().zip(row.as_chunks::<TILE>().0) {
        for lane in 0..TILE {
            sums[lane] += value * row[lane];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::State;
    use barpoint::board::Board;
    use barpoint::engine::inputs::Kind;

    #[test]
    fn a_wider_net_evaluates_as_before() {
        let narrow = Shape::new(Kind::Contact, 128).expect("a shape");
        let mut random = Random::new(&[9]);
        let parameters = Learner::random(narrow, &mut random).net.parameters;
        let net = Net::new(narrow, &parameters).expect("as many as the shape says");
        let wide = Shape::new(Kind::Contact, 384).expect("a shape");
        let wider = widened(&net, wide, &mut random).expect("a wider shape");
        let wider = Net::new(wide, &wider.parameters).expect("as many as the shape says");
        for family in [crate::starts::Family::Snake, crate::starts::Family::Wild] {
            for _ in 0..20 {
                let inputs = Inputs::of(&family.start(&mut random), Kind::Contact);
                assert_eq!(net.evaluate(&inputs), wider.evaluate(&inputs));
            }
        }
        assert_ne!(net.evaluate(&Inputs::of(&Board::START, Kind::Contact)).0, [1.0 / 6.0; 6]);
        assert!(widened(&wider, narrow, &mut random).is_none(), "narrower");
        assert!(widened(&net, Shape { kind: Kind::Race, width: 384 }, &mut random).is_none(), "another kind");
    }

    #[test]
    fn the_mean_of_a_set_of_nets_with_itself_is_that_set_and_that_of_two_lies_between_them() {
        let [one, other] = [1, 2].map(|seed| State::new(seed).nets());
        let same = mean(&[one.clone(), one.clone()]).expect("equal shapes");
        assert_eq!(same.to_bytes(), one.to_bytes());
        let between = mean(&[one.clone(), other.clone()]).expect("equal shapes");
        let parameters = [&one, &other, &between].map(|nets| nets.contact.parameters());
        for ((one, other), between) in parameters[0].iter().zip(&parameters[1]).zip(&parameters[2]) {
            // A step of the whole numbers is smaller than this.
            assert!((0.5 * (one + other) - between).abs() < 0.02, "{one} {other} {between}");
        }
        assert!(mean(&[]).is_none());
    }
}
