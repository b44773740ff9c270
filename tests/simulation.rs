//! Monte Carlo: unbiased against the exact engine, exact in its sums, the same digits however it is cut.

use mi_bounds::{Demand, MonteCarloOptions, PrivacyCurve, SampledGaussian, Tally};
use statrs::distribution::{ChiSquared, ContinuousCDF};

fn options(run: SampledGaussian, samples: f64, seed: f64, confidence: f64) -> MonteCarloOptions {
    MonteCarloOptions::new(run, Some(samples), Some(seed), Some(confidence)).expect("valid")
}

fn chunks(options: &MonteCarloOptions) -> impl Iterator<Item = Tally> {
    let count = options.plan().chunks;
    std::iter::successors(Some(0.0), |index| Some(index + 1.0))
        .take_while(move |&index| index < count)
        .map(|index| options.chunk(index).expect("a chunk of the plan"))
}

fn tally(options: &MonteCarloOptions) -> Tally {
    chunks(options).fold(Tally::default(), |sum, chunk| sum + chunk)
}

fn grid() -> Vec<SampledGaussian> {
    let mut runs = Vec::new();
    for sigma in [0.5, 1.0, 2.0, 10.0] {
        for (q, steps) in [
            (1.0, 1.0),
            (1.0, 7.0),
            (0.3, 1.0),
            (0.1, 15.0),
            (0.05, 16.0),
            (0.02, 333.0),
            (1e-3, 1000.0),
            (5e-5, 5000.0),
        ] {
            runs.push(SampledGaussian::new(sigma, q, steps).expect("valid"));
        }
    }
    runs
}

/// Fixed seeds. Under the null the sum of squared standardised errors is chi-square; the suite of 32 runs raises
/// a false alarm with probability 1e-6 in each tail, and the limits fail for a bias of a quarter standard error.
#[test]
fn estimates_scatter_around_the_exact_value() {
    let runs = grid();
    let mut sum = 0.0;
    for (seed, run) in runs.iter().enumerate() {
        let options = options(*run, 50_000.0, seed as f64, 0.95);
        let result = options.result(&tally(&options));
        let exact = PrivacyCurve::new(run, &Demand::default()).advantage();
        let error = (result.advantage.estimate - exact.middle()) / result.standard_error;
        assert!(error.abs() < 6.0, "{run:?}: {error} standard errors");
        sum += error * error;
    }
    let law = ChiSquared::new(runs.len() as f64).expect("positive");
    let probability = law.cdf(sum);
    assert!(
        (1e-6..=1.0 - 1e-6).contains(&probability),
        "{sum} over {} runs",
        runs.len()
    );
}

#[test]
fn digits_do_not_depend_on_the_order_of_chunks() {
    let run = SampledGaussian::new(1.0, 0.01, 1000.0).expect("valid");
    let options = options(run, 100_000.0, 7.0, 0.95);
    let plan = options.plan();
    let chunks: Vec<Tally> = chunks(&options).collect();
    assert!(chunks.len() > 10);
    let forward = chunks
        .iter()
        .fold(Tally::default(), |sum, &chunk| sum + chunk);
    let backward = chunks
        .iter()
        .rev()
        .fold(Tally::default(), |sum, &chunk| sum + chunk);
    let (odd, even): (Vec<_>, Vec<_>) = chunks.iter().enumerate().partition(|(i, _)| i % 2 == 1);
    let halves = [odd, even].map(|half| {
        half.iter()
            .fold(Tally::default(), |sum, (_, chunk)| sum + **chunk)
    });
    assert_eq!(forward, backward);
    assert_eq!(forward, halves[0] + halves[1]);
    assert_eq!(forward.samples, plan.samples);
}

/// Any change of the stream, of a kernel or of the cut changes links that people have shared: it must be a decision.
#[test]
fn fixed_seed_fixed_counts() {
    let run = SampledGaussian::new(1.0, 0.01, 1000.0).expect("valid");
    let options = options(run, 8_000.0, 7.0, 0.95);
    let chunk = options.chunk(0.0).expect("a chunk");
    assert_eq!((chunk.samples, chunk.sum, chunk.sum_of_squares), FIXED);
}

const FIXED: (f64, f64, f64) = (8000.0, 21429484476.0, 7905634078.0);

#[test]
fn another_seed_and_another_chunk_give_other_counts() {
    let run = SampledGaussian::new(1.0, 0.01, 100.0).expect("valid");
    let sum = |seed, index| {
        options(run, 200_000.0, seed, 0.95)
            .chunk(index)
            .expect("a chunk")
            .sum
    };
    assert_ne!(sum(1.0, 0.0), sum(2.0, 0.0));
    assert_ne!(sum(1.0, 0.0), sum(1.0, 1.0));
}

/// 400 seeds, looked at after every chunk, confidence 0.9: an honest interval misses in at most 10 % of the runs; more
/// than 60 misses of 400 have probability below 1e-3 at exactly 10 %, and this interval is wider than that.
#[test]
fn intervals_hold_at_every_look() {
    let run = SampledGaussian::new(1.0, 0.3, 4.0).expect("valid");
    let exact = PrivacyCurve::new(&run, &Demand::default())
        .advantage()
        .middle();
    let mut misses = 0;
    let mut width: f64 = 0.0;
    for seed in 0..400 {
        let options = options(run, 4.0 * 65_536.0, f64::from(seed), 0.9);
        let mut sum = Tally::default();
        let mut held = true;
        for chunk in chunks(&options) {
            sum = sum + chunk;
            let figure = options.result(&sum).advantage;
            let (lower, upper) = (figure.lower.expect("an end"), figure.upper.expect("an end"));
            held &= lower <= exact && exact <= upper;
            width = width.max(upper - lower);
        }
        misses += i32::from(!held);
    }
    assert!(misses <= 60, "{misses} misses");
    // Not vacuous: at most three times as wide as a normal interval for the first chunk would be.
    assert!(width < 3.0 * 2.0 * 1.65 * 0.28 / 256.0, "{width}");
}

#[test]
fn indices_outside_of_the_plan_are_refused() {
    let run = SampledGaussian::new(1.0, 0.01, 1000.0).expect("valid");
    let options = options(run, 100.0, 7.0, 0.95);
    for index in [-1.0, 0.5, 1.0, f64::NAN, f64::INFINITY] {
        assert_eq!(
            options.chunk(index).expect_err("refused").parameter(),
            "index"
        );
    }
}
