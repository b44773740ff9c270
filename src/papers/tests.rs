use super::*;
#[test]
fn scratch() {
    for figure in PaperFigure::ALL {
        let start = std::time::Instant::now();
        let result = PaperFigureOptions { figure: *figure, first_point: None, points: None }.result().unwrap();
        println!("== {} points {} {:?}", figure.name(), result.points, start.elapsed());
        for series in &result.series {
            let show: Vec<String> = series.estimate.iter().enumerate().step_by(8).map(|(i, v)| format!("{:.4}:{}", result.x[i], v.map_or("-".into(), |v| format!("{v:.5e}")))).collect();
            println!("   {:50} {:?} {}", series.name, series.kind, show.join(" "));
        }
    }
}
