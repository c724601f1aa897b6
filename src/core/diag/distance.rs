//! The distance between two words, for "did you mean".

/// The most characters that are compared one by one.
const LONGEST: usize = 256;

/// Returns the least number of characters to insert, delete, replace or exchange with their
/// neighbour that turns one text into the other, touching each place once (Damerau, "A technique
/// for computer detection and correction of spelling errors", 1964). Where more than 256 characters lie between
/// a common beginning and a common end, the answer is their number, so that long texts take no longer.
#[must_use]
pub fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let begins = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[begins..], &b[begins..]);
    let ends = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[..a.len() - ends], &b[..b.len() - ends]);
    if a.len().max(b.len()) > LONGEST {
        return a.len().max(b.len());
    }
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 0..a.len() {
        let mut row = vec![i + 1];
        for j in 0..b.len() {
            let replaced = last[j] + usize::from(a[i] != b[j]);
            let mut cost = replaced.min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j] {
                cost = cost.min(before[j - 1] + 1);
            }
            row.push(cost);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

/// Returns the end of a message on an unknown name: the known name that was meant, else all of them.
#[must_use]
pub fn choice(name: &str, known: &[&str]) -> String {
    let nearest = known.iter().map(|known| (distance(name, known), known)).min();
    let most = 2.min(name.chars().count() / 2);
    match nearest.filter(|(distance, _)| *distance <= most) {
        Some((_, nearest)) => format!("did you mean `{nearest}`?"),
        None => format!("choose from {}", known.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::{choice, distance};

    #[test]
    fn a_near_name_is_meant_and_a_far_one_is_none() {
        let known = ["mat", "snowie", "sgf"];
        assert_eq!(choice("snovie", &known), "did you mean `snowie`?");
        assert_eq!(choice("something", &known), "choose from mat, snowie, sgf");
        assert_eq!(choice("max", &known), "did you mean `mat`?");
        assert_eq!(choice("xyz", &known), "choose from mat, snowie, sgf");
    }

    #[test]
    fn each_slip_of_the_finger_counts_one() {
        assert_eq!(distance("double", "double"), 0);
        for slip in ["doubl", "doubble", "dpuble", "duoble", "odubls"] {
            assert_eq!(distance(slip, "double"), 1 + usize::from(slip == "odubls"), "{slip}");
            assert_eq!(distance("double", slip), distance(slip, "double"));
        }
        assert_eq!(distance("", "roll"), 4);
        assert_eq!(distance("übersetzt", "ubersetzt"), 1);
    }

    #[test]
    fn long_texts_are_compared_where_they_differ() {
        let long = "letters ".repeat(100_000);
        assert_eq!(distance(&long, &long), 0);
        assert_eq!(distance(&long, &format!("{long}s")), 1);
        assert_eq!(distance(&long, ""), long.len());
        assert_eq!(distance(&long, "8/5 6/5"), long.len(), "nothing at the beginning or the end agrees");
    }
}
