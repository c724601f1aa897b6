//! The tour of the README: every example in it is run.

#[test]
fn the_tour_is_true() {
    trycmd::TestCases::new().case("README.md");
}
