//! The two engines against each other, and the first against itself, on random schedules: intervals that both hold
//! the truth must overlap. The ignored tests are the long run.

use super::PrivacyCurve;
use super::least_line::least_line;
use crate::fourier::Lines;
use crate::grid::{GridCurve, GridDemand};
use crate::mechanism::{
    Demand, DominatingPair, Enclosure, Noise, PairPhase, SampledGaussian, Shape,
};
use crate::numerics::{Interval, count};
use crate::random::LaneGenerator;
pub(super) use crate::random::is_whole_run;

/// Uniform numbers from the crate's own generator.
pub(super) struct Random {
    generator: LaneGenerator,
    words: Vec<u32>,
}

impl Random {
    pub(super) fn new(stream: u64) -> Self {
        Self {
            generator: LaneGenerator::new(0x6d69_2d62, stream),
            words: Vec::new(),
        }
    }

    pub(super) fn uniform(&mut self) -> f64 {
        if self.words.is_empty() {
            self.words.extend(self.generator.words());
        }
        f64::from(self.words.pop().unwrap_or(0)) / 4_294_967_296.0
    }

    pub(super) fn log_uniform(&mut self, low: f64, high: f64) -> f64 {
        libm::exp(libm::log(low) + self.uniform() * libm::log(high / low))
    }

    /// A schedule over the whole parameter range, short and long, mild and hopeless.
    fn pair(&mut self, least_noise: f64) -> DominatingPair {
        let shape = match count(self.uniform() * 10.0) {
            0..6 => Shape::Mixture { group_size: 1 },
            6 => Shape::Mixture {
                group_size: 2 + count(self.uniform() * 4.0),
            },
            _ => Shape::Substitution,
        };
        let phases = (0..=count(self.uniform() * 3.0))
            .map(|_| PairPhase {
                noise_per_shift: self.log_uniform(least_noise, 100.0),
                sample_rate: self.log_uniform(1e-9, 1.0),
                num_steps: libm::floor(self.log_uniform(1.0, 1e6)),
            })
            .collect();
        DominatingPair {
            shape,
            noise: Noise::Gaussian,
            phases,
        }
    }
}

/// One phase or two whose laws have atoms, from runs in which they still count to long ones.
fn in_pieces(random: &mut Random) -> DominatingPair {
    let (shape, noise) = match count(random.uniform() * 3.0) {
        0 => (Shape::Mixture { group_size: 1 }, Noise::Laplace),
        1 => (Shape::Mirrored, Noise::Laplace),
        _ => (Shape::Mirrored, Noise::Gaussian),
    };
    let phases = (0..=count(random.uniform() * 2.0))
        .map(|_| {
            let noise_per_shift = random.log_uniform(0.3, 100.0);
            let num_steps = libm::floor(random.log_uniform(10.0, 1e5));
            let rate = random.log_uniform(0.03, 30.0) * noise_per_shift / libm::sqrt(num_steps);
            PairPhase {
                noise_per_shift,
                sample_rate: rate.clamp(1e-6, 1.0),
                num_steps,
            }
        })
        .collect();
    DominatingPair {
        shape,
        noise,
        phases,
    }
}

/// A schedule over the whole parameter range.
fn schedule(random: &mut Random) -> DominatingPair {
    random.pair(0.05)
}

/// One phase whose loss is neither negligible nor hopeless, so that the first engine resolves it at once.
fn resolved(random: &mut Random) -> DominatingPair {
    let phase = PairPhase {
        noise_per_shift: random.log_uniform(0.6, 100.0),
        sample_rate: 1.0,
        num_steps: libm::floor(random.log_uniform(100.0, 1e9)),
    };
    DominatingPair {
        shape: if random.uniform() < 0.7 {
            Shape::Mixture { group_size: 1 }
        } else {
            Shape::Substitution
        },
        noise: Noise::Gaussian,
        phases: vec![PairPhase {
            sample_rate: (random.log_uniform(0.01, 10.0) / scale(phase)).min(1.0),
            ..phase
        }],
    }
}

/// One phase of the whole range, few steps included.
fn any(random: &mut Random) -> DominatingPair {
    let mut pair = random.pair(0.4);
    pair.phases.truncate(1);
    pair
}

/// The Gaussian limit of the loss's standard deviation: far beyond it both intervals are empty tails.
fn scale(phase: PairPhase) -> f64 {
    let chi_square = libm::expm1(1.0 / (phase.noise_per_shift * phase.noise_per_shift));
    phase.sample_rate * libm::sqrt(phase.num_steps * chi_square)
}

/// Epochs of random allocation under Gaussian noise.
pub(super) fn epochs_of_bins(noise_per_shift: f64, bins: f64, epochs: f64) -> DominatingPair {
    DominatingPair {
        shape: Shape::Allocation,
        noise: Noise::Gaussian,
        phases: vec![PairPhase {
            noise_per_shift,
            sample_rate: 1.0 / bins,
            num_steps: bins * epochs,
        }],
    }
}

pub(super) fn meet(first: Interval, second: Interval, slack: f64) -> bool {
    first.lower <= second.upper + slack && second.lower <= first.upper + slack
}

/// How many of the pairs both engines computed.
fn compare_engines(
    cases: usize,
    stream: u64,
    settings: fn(&mut Random) -> DominatingPair,
) -> usize {
    let mut random = Random::new(stream);
    let mut compared = 0;
    for case in 0..cases {
        let pair = settings(&mut random);
        let epsilon = 4.0 * random.uniform() - 1.0;
        let demand = Demand {
            epsilon: vec![epsilon],
            // Mostly with the small budget, so that many cases fit into the time.
            draft: random.uniform() < 0.9,
            ..Demand::default()
        };
        let Some(lines) = Lines::new(&pair, &demand, false) else {
            continue;
        };
        let grid = GridCurve::new(
            &pair,
            &GridDemand {
                width: 1e-6,
                least_points: 0,
                most_points: 1 << 14,
                epsilon_max: epsilon.abs(),
                smallest: 0.1,
            },
        );
        let Some(grid) = grid else {
            continue;
        };
        for epsilon in [0.0, epsilon] {
            let (first, second) = (lines.overlap(epsilon), grid.overlap(epsilon));
            assert!(
                meet(first, second, 0.0),
                "{case}: {first:?} and {second:?} at {epsilon} of {pair:?}"
            );
            let first = first.complement();
            let second = grid.hockey_stick(epsilon);
            assert!(
                meet(first, second, 0.0),
                "{case}: {first:?} and {second:?} at {epsilon} of {pair:?}"
            );
        }
        compared += 1;
    }
    compared
}

/// The first engine with another window, other frequencies and another quadrature: the same steps, cut into pieces.
fn compare_quadratures(
    cases: usize,
    stream: u64,
    settings: fn(&mut Random) -> DominatingPair,
) -> usize {
    let mut random = Random::new(stream);
    let mut compared = 0;
    for case in 0..cases {
        let pair = settings(&mut random);
        let phase = pair.phases[0];
        let pieces = 9.0;
        let mut cut = pair.clone();
        let piece = libm::floor(phase.num_steps / pieces);
        cut.phases = vec![
            PairPhase {
                num_steps: piece,
                ..phase
            };
            if piece > 0.0 { 8 } else { 0 }
        ];
        cut.phases.push(PairPhase {
            num_steps: phase.num_steps - 8.0 * piece,
            ..phase
        });
        let scale = scale(phase).min(1.0);
        // Mostly between the mean losses of both hypotheses: lines through tails take twenty times as long.
        let widest = if random.uniform() < 0.05 {
            3.0 * scale
        } else {
            0.4 * scale * scale
        };
        let epsilon = widest * random.uniform();
        let centred = Demand {
            draft: true,
            ..Demand::default()
        };
        let demand = Demand {
            epsilon: vec![epsilon],
            ..centred.clone()
        };
        let narrow = Lines::new(&pair, &centred, false);
        let wide = Lines::new(&cut, &demand, false);
        let (Some(narrow), Some(wide)) = (narrow, wide) else {
            continue;
        };
        let (first, second) = (narrow.overlap(0.0), wide.overlap(0.0));
        assert!(
            meet(first, second, 0.0),
            "{case}: {first:?} and {second:?} of {pair:?}"
        );
        let (first, second) = (narrow.overlap(epsilon), wide.overlap(epsilon));
        assert!(
            meet(first, second, 0.0),
            "{case}: {first:?} and {second:?} at {epsilon} of {pair:?}"
        );
        compared += 1;
    }
    compared
}

#[test]
fn engines_overlap() {
    let cases = if is_whole_run() { 800 } else { 140 };
    let compared = compare_engines(cases, 1, schedule);
    assert!(8 * compared >= 3 * cases, "{compared}");
}

/// Runs whose laws have atoms: the first engine resolves most of them, and both intervals of divergences in both tails, some of
/// them small, hold the truth.
#[test]
fn engines_overlap_on_laws_in_pieces() {
    let cases = if is_whole_run() { 600 } else { 100 };
    let compared = compare_engines(cases, 4, in_pieces) + compare_tails(cases / 10, 5);
    assert!(10 * compared >= 7 * cases, "{compared}");
}

/// How many of the pairs have narrow tails by the first engine, which must meet those of the second.
fn compare_tails(cases: usize, stream: u64) -> usize {
    let mut random = Random::new(stream);
    let mut narrow = 0;
    for case in 0..cases {
        let pair = in_pieces(&mut random);
        let delta = random.log_uniform(1e-12, 1e-2);
        let demand = Demand {
            delta: Some(delta),
            ..Demand::default()
        };
        let Some(lines) = Lines::new(&pair, &demand, false) else {
            continue;
        };
        let grid = GridCurve::new(
            &pair,
            &GridDemand {
                width: 1e-5,
                least_points: 0,
                most_points: 1 << 16,
                epsilon_max: 20.0,
                smallest: delta,
            },
        );
        let Some(grid) = grid else {
            continue;
        };
        let mut resolved = false;
        for epsilon in [0.01, 0.1, 0.5, 1.0, 2.0, 4.0, 8.0] {
            let pairs = [
                (lines.hockey_stick(epsilon), grid.hockey_stick(epsilon)),
                (
                    lines.reverse_hockey_stick(epsilon),
                    grid.reverse_hockey_stick(epsilon),
                ),
            ];
            for (first, second) in pairs {
                let Some(first) = first else {
                    continue;
                };
                assert!(
                    meet(first, second, 0.0),
                    "{case}: {first:?} and {second:?} at {epsilon} of {pair:?}"
                );
                resolved |= first.width() < 1e-7 * first.upper;
            }
        }
        narrow += usize::from(resolved);
    }
    narrow
}

#[test]
fn quadratures_overlap() {
    let (few, many) = if is_whole_run() {
        (150, 2000)
    } else {
        (40, 500)
    };
    let compared = compare_quadratures(few, 2, any) + compare_quadratures(many, 3, resolved);
    assert!(20 * compared >= 19 * many, "{compared}");
}

/// The symmetrised rate meets what a search over all orders says, lies above both games and any mixture of their tests, and below every
/// line, on either side of order 0 and at it.
#[test]
fn symmetrised_rates_meet_the_search() {
    let mut random = Random::new(31);
    let mut at_the_kink = 0;
    for case in 0..if is_whole_run() { 400 } else { 60 } {
        let steps = [1.0, 2.0, 20.0, 300.0][case % 4];
        let (noise, rate) = if case % 8 < 4 {
            (random.log_uniform(0.5, 20.0), random.log_uniform(1e-3, 0.5))
        } else {
            (
                random.log_uniform(0.02, 0.2),
                random.log_uniform(1e-7, 1e-3),
            )
        };
        let run = SampledGaussian::new(noise, rate, steps).expect("a run");
        let fpr = random.log_uniform(1e-6, 0.99);
        let demand = Demand {
            fpr: vec![fpr],
            ..Demand::default()
        };
        let curve = PrivacyCurve::new(&run, &demand);
        let larger = |epsilon: f64| {
            let divergence = curve.hockey_stick(epsilon);
            divergence.larger(curve.reverse_hockey_stick(epsilon))
        };
        let found = curve.symmetrised_tpr(fpr);
        let sought = least_line(&larger, fpr);
        let what = format!("{noise} {rate} {steps} at {fpr}: {found:?} {sought:?}");
        assert!(
            fpr <= found.lower && found.lower <= found.upper && found.upper <= 1.0,
            "{what}"
        );
        assert!(
            found.lower <= sought.upper && sought.lower <= found.upper,
            "{what}"
        );
        for _ in 0..4 {
            let epsilon = (random.uniform() - 0.5) * random.log_uniform(1e-6, 10.0);
            let line = larger(epsilon).upper + fpr * libm::exp(epsilon);
            assert!(
                found.lower <= line * (1.0 + 1e-14),
                "{what} {epsilon} {line}"
            );
        }
        let share = random.uniform();
        let (one, other) = (2.0 * share * fpr, 2.0 * (1.0 - share) * fpr);
        if one.max(other) < 1.0 {
            let mixed = 0.5 * (curve.tpr(one).lower + curve.reversed_tpr(other).lower);
            assert!(found.upper >= mixed, "{what} {one} {other} {mixed}");
        }
        let kink = curve.advantage().upper + fpr;
        at_the_kink += usize::from((found.upper - kink).abs() < 1e-12 * kink);
    }
    assert!(at_the_kink > 5, "{at_the_kink}");
}

/// Runs in threads: each of them its own stream.
pub(super) fn in_threads(
    streams: core::ops::Range<u64>,
    run: impl Fn(u64) -> usize + Send + Sync + Copy,
) -> usize {
    std::thread::scope(|scope| {
        let threads: Vec<_> = streams
            .map(|stream| scope.spawn(move || run(stream)))
            .collect();
        threads
            .into_iter()
            .map(|thread| thread.join().expect("no violation"))
            .sum()
    })
}

#[test]
#[ignore = "the long run: npm run test:long"]
fn engines_overlap_on_50000_schedules() {
    let compared = in_threads(100..102, |stream| compare_engines(67_500, stream, schedule));
    println!("{compared} schedules compared, no violation");
    assert!(compared >= 50_000, "{compared}");
}

#[test]
#[ignore = "the long run: npm run test:long"]
fn quadratures_overlap_on_1000000_runs() {
    let compared = in_threads(200..202, |stream| {
        compare_quadratures(540_000, stream, resolved)
    });
    println!("{compared} runs compared, no violation");
    assert!(compared >= 1_000_000, "{compared}");
}
