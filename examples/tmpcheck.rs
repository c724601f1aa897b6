//! tmp
fn main() {
    for a in std::env::args().skip(1) {
        let b = std::fs::read(&a).unwrap();
        let s = barpoint::diag::SourceFile::decode(a.as_str(), &b).unwrap();
        barpoint::analysis::check(&s, &Default::default(), &mut |d| {
            if d.code.is_pedantic() {
                return;
            }
            let lc = s.line_column(d.primary.span.start);
            println!(
                "{}:{}:{}: {}[{}] {} ({} follow) <<{}>>",
                a,
                lc.line,
                lc.column,
                d.severity.name(),
                d.code,
                d.primary.label_or(),
                d.consequences.len(),
                s.slice(d.primary.span)
            );
        });
    }
}
trait L {
    fn label_or(&self) -> String;
}
impl L for barpoint::diag::Label {
    fn label_or(&self) -> String {
        self.message.clone()
    }
}
