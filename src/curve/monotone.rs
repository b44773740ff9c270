//! Fine sweeps, also across the borders between engines: less noise, more sampling and more steps never lower a figure, so
//! that no certificate lies wholly below one before it.

use super::PrivacyCurve;
use super::tests::{Random, in_threads, is_whole_run};
use crate::mechanism::{Demand, DominatingPair, Noise, PairPhase, Shape};
use crate::numerics::{Interval, count};

/// What a sweep reads.
#[derive(Clone, Copy, Debug)]
enum Figure {
    Advantage,
    Tpr(f64),
    Epsilon(f64),
    Delta(f64),
}

impl Figure {
    fn any(random: &mut Random) -> Self {
        match count(4.0 * random.uniform()) {
            0 => Self::Advantage,
            1 => Self::Tpr(random.log_uniform(1e-9, 0.3)),
            2 => Self::Epsilon(random.log_uniform(1e-9, 1e-3)),
            _ => Self::Delta(random.log_uniform(1e-3, 5.0)),
        }
    }

    fn read(self, phase: PairPhase) -> Interval {
        let mut demand = Demand::default();
        match self {
            Self::Advantage => {}
            Self::Tpr(fpr) => demand.fpr = vec![fpr],
            Self::Epsilon(delta) => demand.delta = Some(delta),
            Self::Delta(epsilon) => demand.epsilon = vec![epsilon],
        }
        let pair = DominatingPair {
            shape: Shape::Mixture { group_size: 1 },
            noise: Noise::Gaussian,
            phases: vec![phase],
        };
        let curve = PrivacyCurve::of(&pair, &demand);
        match self {
            Self::Advantage => curve.advantage(),
            Self::Tpr(fpr) => curve.tpr(fpr),
            Self::Epsilon(delta) => curve.epsilon(delta).0,
            Self::Delta(epsilon) => curve.hockey_stick(epsilon),
        }
    }
}

/// How many points of random sweeps were read.
fn sweep(sweeps: usize, points: usize, stream: u64) -> usize {
    let mut random = Random::new(stream);
    let mut read = 0;
    for sweep in 0..sweeps {
        let figure = Figure::any(&mut random);
        let start = PairPhase {
            noise_per_shift: random.log_uniform(0.05, 30.0),
            sample_rate: random.log_uniform(1e-7, 0.5),
            num_steps: libm::floor(random.log_uniform(1.0, 1e6)),
        };
        let swept = count(3.0 * random.uniform());
        let mut least = f64::NEG_INFINITY;
        for point in 0..points {
            let share = point as f64 / points as f64;
            let factor = 1.0 + share;
            let phase = match swept {
                0 => PairPhase {
                    noise_per_shift: start.noise_per_shift * (1.0 - 0.5 * share),
                    ..start
                },
                1 => PairPhase {
                    sample_rate: start.sample_rate * factor,
                    ..start
                },
                _ => PairPhase {
                    num_steps: libm::floor(start.num_steps * factor),
                    ..start
                },
            };
            let found = figure.read(phase);
            assert!(
                found.lower <= found.upper,
                "{sweep} {figure:?} {phase:?} {found:?}"
            );
            assert!(
                found.upper >= least,
                "{sweep} {figure:?} {phase:?} {found:?} {least}"
            );
            least = least.max(found.lower);
            read += 1;
        }
    }
    read
}

#[test]
fn figures_never_fall_in_a_sweep() {
    let sweeps = if is_whole_run() { 6 } else { 2 };
    assert_eq!(sweep(sweeps, 6, 11), 6 * sweeps);
}

#[test]
#[ignore = "the long run: npm run test:long"]
fn figures_never_fall_in_200_sweeps() {
    let read = in_threads(300..302, |stream| sweep(100, 500, stream));
    println!("{read} points of 200 sweeps, none below one before it");
    assert_eq!(read, 100_000);
}
