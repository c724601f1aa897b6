//! The incomplete gamma function, which gives the chances of chi-square.

/// e^-1, to the last place.
const INVERSE_E: f64 = 0.367_879_441_171_442_33;

/// Returns the regularised upper incomplete gamma function Q(a, x) = Γ(a, x) / Γ(a) for a = `halves` / 2 and
/// x ≥ 0, to within a relative error of 1e-12 down to 1e-250; smaller values may become 0.
///
/// Uses only the four basic operations and square roots, so that it is the same on every platform. Below x = a + 1 it
/// sums the series of P = 1 - Q, above it evaluates the continued fraction of Q by Lentz's method.
///
/// Sources: Milton Abramowitz, Irene Stegun, *Handbook of Mathematical Functions*, 1964, 6.5.29 and 6.5.31;
/// William J. Lentz, "Generating Bessel functions in Mie scattering calculations using continued fractions", 1976.
pub(super) fn upper(halves: u32, x: f64) -> f64 {
    let a = f64::from(halves) / 2.0;
    if x <= 0.0 {
        1.0
    } else if x < a + 1.0 {
        1.0 - scale(halves, x) * series(a, x)
    } else {
        scale(halves, x) * a * fraction(a, x)
    }
}

/// Returns x^a e^-x / Γ(a + 1) for a = `halves` / 2.
fn scale(halves: u32, x: f64) -> f64 {
    // Γ(1/2) = √π and Γ(1) = 1; the others follow in steps of one.
    let half = halves % 2 == 1;
    let mut scale = exponential(x);
    let mut a = if half { 0.5 } else { 0.0 };
    if half {
        scale *= x.sqrt() * std::f64::consts::FRAC_2_SQRT_PI;
    }
    for _ in 0..halves / 2 {
        a += 1.0;
        scale *= x / a;
    }
    scale
}

/// Returns e^-x for x ≥ 0.
fn exponential(x: f64) -> f64 {
    // e^-1000 is below the least positive number.
    let whole = x.min(1_000.0).floor();
    let rest = x.min(1_000.0) - whole;
    let (mut term, mut sum) = (1.0, 1.0);
    // The terms of e^rest are below the last place from n = 18 on.
    for n in 1..=20 {
        term *= rest / f64::from(n);
        sum += term;
    }
    let (mut power, mut base, mut exponent) = (1.0, INVERSE_E, whole as u32);
    while exponent > 0 {
        if exponent % 2 == 1 {
            power *= base;
        }
        base *= base;
        exponent /= 2;
    }
    power / sum
}

/// Returns the sum 1 + x/(a+1) + x²/((a+1)(a+2)) + …, for x below a + 1: each term is smaller than the one before.
fn series(a: f64, x: f64) -> f64 {
    let (mut term, mut sum, mut n) = (1.0, 1.0, a);
    while term > sum * f64::EPSILON {
        n += 1.0;
        term *= x / n;
        sum += term;
    }
    sum
}

/// Returns the continued fraction 1/(x+1-a - 1(1-a)/(x+3-a - 2(2-a)/(x+5-a - …))), for x from a + 1 on.
fn fraction(a: f64, x: f64) -> f64 {
    // Replaces a denominator of 0.
    const TINY: f64 = 1e-300;
    let not_nothing = |y: f64| if y.abs() < TINY { TINY } else { y };
    let mut whole = x + 1.0 - a;
    // Lentz's C and D: the ratios of successive numerators and denominators of the convergents.
    let (mut above, mut below) = (1.0 / TINY, 1.0 / whole);
    let mut value = below;
    // It converges within about √a steps; the limit only keeps the loop finite.
    for step in 1..10_000 {
        let step = f64::from(step);
        let numerator = step * (a - step);
        whole += 2.0;
        below = 1.0 / not_nothing(numerator * below + whole);
        above = not_nothing(whole + numerator / above);
        let change = above * below;
        value *= change;
        if (change - 1.0).abs() < f64::EPSILON {
            break;
        }
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_close(actual: f64, expected: f64, what: &str) {
        assert!((actual / expected - 1.0).abs() < 1e-12, "{what}: {actual:e} instead of {expected:e}");
    }

    #[test]
    fn whole_numbers_equal_the_sum_of_a_poisson_distribution() {
        // Q(a, x) = e^-x Σ x^i / i! for i below a (the handbook, 6.5.13).
        for a in 1..=20_u32 {
            for tenths in [1, 5, 10, 30, 75, 100, 200, 213, 400, 1_000] {
                let x = f64::from(tenths) / 10.0;
                let (mut term, mut sum) = (1.0, 1.0);
                for i in 1..a {
                    term *= x / f64::from(i);
                    sum += term;
                }
                assert_close(upper(2 * a, x), (-x).exp() * sum, &format!("Q({a}, {x})"));
            }
        }
    }

    #[test]
    fn halves_follow_the_recurrence_of_the_function() {
        // Q(a + 1, x) = Q(a, x) + x^a e^-x / Γ(a + 1), on both sides of the change of method.
        for halves in 1..=60 {
            for x in [0.01, 0.3, 1.0, 1.5, 2.0, 7.0, 10.5, 17.0, 31.0, 90.0] {
                let sum = upper(halves, x) + scale(halves, x);
                assert!((upper(halves + 2, x) - sum).abs() < 1e-13, "{halves} {x}");
            }
        }
    }

    #[test]
    fn far_out_it_vanishes_and_at_nothing_it_is_one() {
        assert!((upper(20, 0.0) - 1.0).abs() < f64::EPSILON);
        assert!(upper(20, 1e6).abs() < f64::MIN_POSITIVE);
        assert!(upper(1, 400.0) > 0.0);
    }
}
