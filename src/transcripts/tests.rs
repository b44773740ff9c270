//! The simulator against a plain one that replays the same words in double precision, and against the exact engine.

use super::binomial::Binomial;
use super::*;
use crate::range::count;
use crate::{Demand, PrivacyCurve};

fn phase(noise_multiplier: f64, sample_rate: f64, num_steps: f64) -> Phase {
    Phase {
        noise_multiplier,
        sample_rate,
        num_steps,
    }
}

fn pair(shape: Shape, noise: Noise, phases: &[Phase]) -> DominatingPair {
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

fn mixture_loss(phase: &Phase, x: f64) -> f64 {
    let m = 1.0 / phase.noise_multiplier;
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
        let m = 1.0 / phase.noise_multiplier;
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
    };
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
            difference.mean += (summand(x) - summand(y)) / (LANES * blocks) as f64;
        }
    }
    difference
}

#[test]
fn print_differences() {
    for (s, q, t) in [
        (1.0, 0.01, 1000.0),
        (2.0, 0.02, 2500.0),
        (0.5, 0.001, 2000.0),
        (5.0, 0.05, 1000.0),
        (1.0, 1e-6, 1001.0),
        (0.2, 0.01, 101.0),
        (0.05, 0.01, 103.0),
        (1.0, 1.0, 33.0),
        (0.7, 0.9, 99.0),
    ] {
        for shape in [SINGLE, Shape::Substitution] {
            let pair = pair(shape, Noise::Gaussian, &[phase(s, q, t)]);
            let Difference { loss, linear, mean } = difference(&pair, 60);
            println!("{s} {q} {t} {shape:?}: {loss:e} {linear:e} {mean:e}");
        }
    }
}

/// Estimates of the advantage from each of the four losses, with their standard errors.
fn advantages(pair: &DominatingPair, blocks: usize) -> [(f64, f64); 4] {
    let transcripts = Transcripts::new(pair).expect("has steps");
    let mut generator = LaneGenerator::new(3, 8);
    let kernel = Kernel::new();
    let mut sums = [(0.0, 0.0); 4];
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
                assert!(loss < f64::INFINITY || loss == f64::INFINITY, "{loss}");
                let summand = -libm::expm1(loss.min(0.0));
                sum.0 += summand;
                sum.1 += summand * summand;
            }
        }
    }
    let n = (LANES * blocks) as f64;
    sums.map(|(sum, squares)| {
        let mean = sum / n;
        (mean, ((squares / n - mean * mean).max(0.0) / n).sqrt())
    })
}

#[test]
fn print_advantages() {
    let gauss = Noise::Gaussian;
    for pair in [
        pair(SINGLE, gauss, &[phase(1.0, 0.01, 1000.0)]),
        pair(
            SINGLE,
            gauss,
            &[
                phase(1.0, 0.01, 300.0),
                phase(2.0, 0.05, 203.0),
                phase(3.0, 1.0, 3.0),
            ],
        ),
        pair(SINGLE, gauss, &[phase(0.1, 0.01, 20.0)]),
        pair(SINGLE, gauss, &[phase(0.02, 0.01, 20.0)]),
        pair(Shape::Substitution, gauss, &[phase(1.0, 0.01, 1000.0)]),
        pair(Shape::Substitution, gauss, &[phase(0.1, 0.01, 20.0)]),
        pair(Shape::Substitution, gauss, &[phase(9.0, 1.0, 5.0)]),
        pair(
            Shape::Mixture { group_size: 4 },
            gauss,
            &[phase(2.0, 0.01, 300.0)],
        ),
        pair(
            Shape::Mixture { group_size: 4 },
            gauss,
            &[phase(20.0, 1.0, 7.0)],
        ),
        pair(
            Shape::Mixture { group_size: 60 },
            gauss,
            &[phase(40.0, 0.5, 9.0)],
        ),
        pair(SINGLE, Noise::Laplace, &[phase(2.0, 0.05, 100.0)]),
        pair(SINGLE, Noise::Laplace, &[phase(0.3, 0.01, 50.0)]),
        pair(SINGLE, Noise::Laplace, &[phase(20.0, 1.0, 50.0)]),
        pair(Shape::Allocation, gauss, &[phase(1.0, 0.02, 500.0)]),
        pair(Shape::Allocation, gauss, &[phase(0.3, 0.1, 20.0)]),
    ] {
        let curve = PrivacyCurve::of(&pair, &Demand::default());
        println!("{pair:?}\n  {:?}", curve.advantage());
        let middle = 0.5 * (curve.advantage().lower + curve.advantage().upper);
        for (mean, error) in advantages(&pair, 1000) {
            println!("  {mean} {error} {}", (mean - middle) / error);
        }
    }
}
