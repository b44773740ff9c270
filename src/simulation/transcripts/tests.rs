//! The simulator against a plain one that replays the same words in double precision, and against the exact engine.

use super::binomial::Binomial;
use super::*;
use crate::curve::PrivacyCurve;
use crate::mechanism::Demand;
use crate::numerics::count;

fn phase(noise_per_shift: f64, sample_rate: f64, num_steps: f64) -> PairPhase {
    PairPhase {
        noise_per_shift,
        sample_rate,
        num_steps,
    }
}

fn pair(shape: Shape, noise: Noise, phases: &[PairPhase]) -> DominatingPair {
    DominatingPair {
        shape,
        noise,
        phases: phases.to_vec(),
    }
}

const SINGLE: Shape = Shape::Mixture { group_size: 1 };
const BOTH: Wanted = Wanted {
    mirrored: true,
    member: true,
};

/// Four normals a lane from three words, by the functions of libm.
fn normals(generator: &mut QuadGenerator) -> [[f64; QUAD]; 4] {
    let words = [0; 3].map(|_: i32| generator.words().lanes());
    let mut normals = [[0.0; QUAD]; 4];
    for lane in 0..QUAD {
        let angles = [words[2][lane], words[2][lane] << 16];
        for (pair, angle) in angles.into_iter().enumerate() {
            let word = words[pair][lane];
            let odd = 2_147_483_648.0 - f64::from((word & 0x7fff_ffff) | 1);
            let radius = libm::sqrt(-2.0 * libm::log(odd / 2_147_483_648.0));
            let radius = if word >> 31 == 1 { -radius } else { radius };
            let turn = f64::from(angle.cast_signed()) / 2_147_483_648.0;
            let angle = turn * core::f64::consts::FRAC_PI_2;
            normals[2 * pair][lane] = radius * libm::sin(angle);
            normals[2 * pair + 1][lane] = radius * libm::cos(angle);
        }
    }
    normals
}

fn mixture_loss(phase: &PairPhase, x: f64) -> f64 {
    let m = phase.shift();
    libm::log1p(phase.sample_rate * libm::expm1(m * x - 0.5 * m * m))
}

/// The losses of [`Transcripts::block`], all of them, for Gaussian noise and a single record.
fn replay(pair: &DominatingPair, generator: &mut LaneGenerator) -> Block {
    let substitution = pair.shape == Shape::Substitution;
    let mut block = Block {
        out: [0.0; LANES],
        out_mirrored: [0.0; LANES],
        member: [0.0; LANES],
        member_mirrored: [0.0; LANES],
        linear: [0.0; LANES],
    };
    let mut squares = 0.0;
    for phase in &pair.phases {
        let m = phase.shift();
        let slope = phase.sample_rate * m;
        squares += slope * slope * phase.num_steps;
        let law = Binomial::new(phase.num_steps, phase.sample_rate);
        let loss = |x: f64| {
            mixture_loss(phase, x)
                - if substitution {
                    mixture_loss(phase, -x)
                } else {
                    0.0
                }
        };
        for (quad, generator) in generator.quads().iter_mut().enumerate() {
            let mut taking = [0.0; QUAD];
            for (lane, taking) in taking.iter_mut().enumerate() {
                *taking = law.draw(lane, generator);
            }
            let mut unit = [[0.0; QUAD]; 4];
            for step in 0..count(phase.num_steps) {
                if step % 4 == 0 {
                    unit = normals(generator);
                }
                for (lane, z) in unit[step % 4].into_iter().enumerate() {
                    let i = QUAD * quad + lane;
                    let shift = if (step as f64) < taking[lane] { m } else { 0.0 };
                    let out = if substitution { shift } else { 0.0 };
                    block.out[i] += loss(z - out);
                    block.out_mirrored[i] += loss(-z - out);
                    block.member[i] += loss(z + shift);
                    block.member_mirrored[i] += loss(-z + shift);
                    block.linear[i] += slope * z;
                }
            }
        }
    }
    block.linear = block.linear.map(|sum| sum / squares.sqrt());
    block
}

/// Largest difference of each loss and of the linear part, and mean difference of the summand of the advantage.
struct Difference {
    loss: f64,
    linear: f64,
    mean: f64,
    /// Standard deviation of the summand.
    deviation: f64,
}

fn difference(pair: &DominatingPair, blocks: usize) -> Difference {
    let transcripts = Transcripts::new(pair).expect("has steps");
    let mut fast = LaneGenerator::new(11, 5);
    let mut plain = fast.clone();
    let kernel = Kernel::new();
    let mut difference = Difference {
        loss: 0.0,
        linear: 0.0,
        mean: 0.0,
        deviation: 0.0,
    };
    let n = (LANES * blocks) as f64;
    let (mut sum, mut squares) = (0.0, 0.0);
    let summand = |loss: f64| -libm::expm1(loss.min(0.0));
    for _ in 0..blocks {
        let [a, b] = [
            transcripts.block(BOTH, &mut fast, &kernel),
            replay(pair, &mut plain),
        ];
        let losses = [
            (a.out, b.out),
            (a.out_mirrored, b.out_mirrored),
            (a.member, b.member),
            (a.member_mirrored, b.member_mirrored),
        ];
        for (x, y) in losses.into_iter().flat_map(|(a, b)| a.into_iter().zip(b)) {
            difference.loss = difference.loss.max((x - y).abs());
        }
        for (x, y) in a.linear.into_iter().zip(b.linear) {
            difference.linear = difference.linear.max((x - y).abs());
        }
        for (x, y) in a.out.into_iter().zip(b.out) {
            let summand = [x, y].map(summand);
            difference.mean += (summand[0] - summand[1]) / n;
            sum += summand[1] / n;
            squares += summand[1] * summand[1] / n;
        }
    }
    difference.deviation = (squares - sum * sum).sqrt();
    difference
}

/// The kernel's bias must drown in any run: below a hundredth of the interval of 1e7 trainings.
#[test]
fn single_precision_is_no_bias() {
    for (s, q, t, blocks) in [
        (1.0, 0.01, 1000.0, 120),
        (2.0, 0.02, 2500.0, 120),
        (0.5, 0.001, 2000.0, 120),
        (5.0, 0.05, 1000.0, 120),
    ] {
        for shape in [SINGLE, Shape::Substitution] {
            let pair = pair(shape, Noise::Gaussian, &[phase(s, q, t)]);
            let Difference {
                loss,
                linear,
                mean,
                deviation,
            } = difference(&pair, blocks);
            let width = 2.0 * 1.96 * deviation / 1e7_f64.sqrt();
            assert!(loss < 4e-5, "{pair:?}: {loss:e}");
            assert!(linear < 4e-6, "{pair:?}: {linear:e}");
            assert!(
                mean.abs() < width / 100.0,
                "{pair:?}: {mean:e} of {width:e}"
            );
        }
    }
}

#[test]
fn losses_are_those_of_a_plain_simulator() {
    let gauss = Noise::Gaussian;
    for shape in [SINGLE, Shape::Substitution] {
        for phases in [
            &[phase(1.0, 1e-6, 1001.0)][..],
            &[phase(0.2, 0.01, 101.0), phase(3.0, 0.2, 1.0)],
            &[phase(0.05, 0.01, 103.0), phase(1.0, 1e-9, 2.0)],
            &[
                phase(0.7, 0.9, 99.0),
                phase(100.0, 0.999_999, 3.0),
                phase(1e4, 0.3, 50.0),
            ],
        ] {
            let Difference { loss, linear, .. } = difference(&pair(shape, gauss, phases), 20);
            assert!(loss < 1e-4, "{phases:?}: {loss:e}");
            assert!(linear < 4e-6, "{phases:?}: {linear:e}");
        }
    }
}

/// Mean and variance of the summand of the advantage, from each of the four losses.
fn advantages(pair: &DominatingPair, blocks: usize) -> [(f64, f64); 4] {
    let transcripts = Transcripts::new(pair).expect("has steps");
    let mut generator = LaneGenerator::new(3, 8);
    let kernel = Kernel::new();
    let mut sums = [(0.0, 0.0); 4];
    let n = (LANES * blocks) as f64;
    for _ in 0..blocks {
        let block = transcripts.block(BOTH, &mut generator, &kernel);
        let member = |loss: f64| -loss;
        for (sum, losses) in sums.iter_mut().zip([
            block.out,
            block.out_mirrored,
            block.member.map(member),
            block.member_mirrored.map(member),
        ]) {
            for loss in losses {
                let summand = -libm::expm1(loss.min(0.0));
                sum.0 += summand / n;
                sum.1 += summand * summand / n;
            }
        }
    }
    sums.map(|(mean, squares)| (mean, squares - mean * mean))
}

/// Audibert, Munos and Szepesvári 2009, Theorem 1, at `ln(3/delta) = 19`: 60 comparisons, and one false alarm in a
/// million seeds.
#[test]
fn every_loss_estimates_the_exact_advantage() {
    const LOOKS: f64 = 19.0;
    const BLOCKS: usize = 1500;
    let (gauss, laplace) = (Noise::Gaussian, Noise::Laplace);
    let group = |group_size| Shape::Mixture { group_size };
    for (shape, noise, phases) in [
        (SINGLE, gauss, &[phase(1.0, 0.01, 1000.0)][..]),
        (
            SINGLE,
            gauss,
            &[
                phase(1.0, 0.01, 300.0),
                phase(2.0, 0.05, 203.0),
                phase(3.0, 1.0, 3.0),
            ],
        ),
        (SINGLE, gauss, &[phase(0.12, 0.02, 21.0)]),
        (Shape::Substitution, gauss, &[phase(1.0, 0.01, 1000.0)]),
        (Shape::Substitution, gauss, &[phase(0.12, 0.02, 21.0)]),
        (Shape::Substitution, gauss, &[phase(9.0, 1.0, 5.0)]),
        (group(4), gauss, &[phase(2.0, 0.01, 300.0)]),
        (group(4), gauss, &[phase(20.0, 1.0, 7.0)]),
        (group(60), gauss, &[phase(40.0, 0.5, 9.0)]),
        (SINGLE, laplace, &[phase(2.0, 0.05, 100.0)]),
        (SINGLE, laplace, &[phase(0.3, 0.01, 50.0)]),
        (SINGLE, laplace, &[phase(20.0, 1.0, 50.0)]),
        (Shape::Substitution, laplace, &[phase(2.0, 0.05, 100.0)]),
        (Shape::Allocation, gauss, &[phase(1.0, 0.02, 500.0)]),
        (Shape::Allocation, gauss, &[phase(0.3, 0.1, 20.0)]),
    ] {
        let pair = pair(shape, noise, phases);
        let exact = PrivacyCurve::of(&pair, &Demand::default()).advantage();
        let n = (LANES * BLOCKS) as f64;
        for (mean, variance) in advantages(&pair, BLOCKS) {
            let error = (2.0 * variance.max(0.0) * LOOKS / n).sqrt() + 3.0 * LOOKS / n;
            assert!(
                exact.lower - error <= mean && mean <= exact.upper + error,
                "{pair:?}: {mean} +- {error} against {exact:?}"
            );
        }
    }
}

#[test]
fn losses_are_numbers_everywhere() {
    let kernel = Kernel::new();
    for noise in [Noise::Gaussian, Noise::Laplace] {
        for shape in [
            SINGLE,
            Shape::Mixture { group_size: 100 },
            Shape::Substitution,
            Shape::Allocation,
        ] {
            for s in [0.005, 0.02, 0.16, 0.17, 0.3, 1.0, 30.0, 1e4] {
                for q in [1e-9, 1e-4, 1.0 / 16.0, 0.5, 1.0 - 1e-9, 1.0] {
                    let bins = f64::round(1.0 / q);
                    if shape == Shape::Allocation && bins > 100.0 {
                        continue;
                    }
                    let pair = pair(shape, noise, &[phase(s, q, 3.0 * bins.min(20.0))]);
                    let transcripts = Transcripts::new(&pair).expect("has steps");
                    let mut generator = LaneGenerator::new(2, 9);
                    let block = transcripts.block(BOTH, &mut generator, &kernel);
                    for loss in [
                        block.out,
                        block.out_mirrored,
                        block.member,
                        block.member_mirrored,
                    ] {
                        let finite = |loss: f64| loss.abs() < f64::INFINITY;
                        assert!(loss.into_iter().all(finite), "{pair:?}: {loss:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn a_long_schedule_is_simulated() {
    let phases: Vec<PairPhase> = (1..=10_000)
        .map(|i| phase(1.0 + f64::from(i) * 1e-4, 0.01, 1.0))
        .collect();
    let transcripts = Transcripts::new(&pair(SINGLE, Noise::Gaussian, &phases)).expect("has steps");
    let block = transcripts.block(BOTH, &mut LaneGenerator::new(1, 1), &Kernel::new());
    assert!(block.out.into_iter().all(|loss| loss.abs() < 20.0));
    assert_eq!(transcripts.num_steps(), 10_000.0);
    assert!(Transcripts::new(&pair(Shape::Mirrored, Noise::Gaussian, &phases)).is_none());
}

/// The linear part is standard normal: mean and variance of 16,000, at six standard errors.
#[test]
fn the_linear_part_is_standard_normal() {
    for shape in [
        SINGLE,
        Shape::Substitution,
        Shape::Mixture { group_size: 3 },
        Shape::Allocation,
    ] {
        let phases = [
            phase(1.0, 0.25, 8.0),
            phase(0.1, 0.125, 16.0),
            phase(3.0, 1.0, 3.0),
        ];
        let transcripts =
            Transcripts::new(&pair(shape, Noise::Gaussian, &phases)).expect("has steps");
        let (mut sum, mut squares) = (0.0, 0.0);
        let mut generator = LaneGenerator::new(1, 1);
        for _ in 0..1000 {
            for value in transcripts
                .block(BOTH, &mut generator, &Kernel::new())
                .linear
            {
                sum += value;
                squares += value * value;
            }
        }
        let n: f64 = 16_000.0;
        assert!((sum / n.sqrt()).abs() < 6.0, "{shape:?}: {sum}");
        assert!(
            ((squares - n) / (2.0 * n).sqrt()).abs() < 6.0,
            "{shape:?}: {squares}"
        );
    }
}
