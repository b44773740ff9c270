//! Simulated trainings, sixteen at a time: the total loss of each, drawn step by step in double precision.

use crate::dominating_pair::{DominatingPair, Shape};
use crate::lanes::{Kernel, LANES, LaneGenerator};
use crate::range::whole;
use crate::{Noise, Phase};

/// Draws trainings of a pair.
pub(crate) struct Transcripts {
    shape: Shape,
    noise: Noise,
    phases: Vec<Phase>,
}

/// What is wanted beside the losses under "out".
#[derive(Clone, Copy, Default)]
pub(crate) struct Wanted {
    pub(crate) mirrored: bool,
    pub(crate) member: bool,
}

/// Total losses `ln(in/out)` of sixteen trainings, all on the same noise `z`.
#[derive(Default)]
pub(crate) struct Block {
    /// Drawn under "out".
    pub(crate) out: [f64; LANES],
    /// The same on `-z`.
    pub(crate) out_mirrored: [f64; LANES],
    /// Drawn under "in", on the same `z`.
    pub(crate) member: [f64; LANES],
    /// Both.
    pub(crate) member_mirrored: [f64; LANES],
    /// `sum c_t z_t / sqrt(sum c_t²)` with `c_t = q_t m_t`: standard normal for Gaussian noise.
    pub(crate) linear: [f64; LANES],
}

impl Transcripts {
    /// `None` for the pair that is known by its curve alone.
    pub(crate) fn new(pair: &DominatingPair) -> Option<Self> {
        (pair.shape != Shape::Mirrored).then(|| Self {
            shape: pair.shape,
            noise: pair.noise,
            phases: pair.phases.clone(),
        })
    }

    pub(crate) fn num_steps(&self) -> f64 {
        self.phases.iter().map(|phase| phase.num_steps).sum()
    }

    /// `sqrt(sum (q_t m_t)²)`.
    pub(crate) fn linear_mu(&self) -> f64 {
        libm::sqrt(
            self.phases
                .iter()
                .map(|phase| {
                    let c = phase.sample_rate / phase.noise_multiplier;
                    c * c * phase.num_steps
                })
                .sum(),
        )
    }

    pub(crate) fn block(&self, wanted: Wanted, generator: &mut LaneGenerator, _: &Kernel) -> Block {
        let mut block = Block::default();
        for phase in &self.phases {
            let c = phase.sample_rate / phase.noise_multiplier;
            match self.shape {
                Shape::Allocation => self.epochs(phase, wanted, generator, &mut block, c),
                _ => self.steps(phase, wanted, generator, &mut block, c),
            }
        }
        let norm = self.linear_mu();
        block.linear = block.linear.map(|sum| sum / norm);
        block
    }

    fn steps(
        &self,
        phase: &Phase,
        wanted: Wanted,
        generator: &mut LaneGenerator,
        block: &mut Block,
        c: f64,
    ) {
        let (q, m) = (phase.sample_rate, 1.0 / phase.noise_multiplier);
        let step = Step::new(self.shape, self.noise, q, m);
        let mut noise = NoiseSource::new(self.noise);
        for _ in 0..whole(phase.num_steps) {
            let z = noise.draw(generator);
            let shifts = if wanted.member || self.shape == Shape::Substitution {
                self.sampled(q, generator).map(|records| records * m)
            } else {
                [0.0; LANES]
            };
            for lane in 0..LANES {
                let (z, shift) = (z[lane], shifts[lane]);
                let outward = if self.shape == Shape::Substitution {
                    -shift
                } else {
                    0.0
                };
                block.linear[lane] += c * z;
                block.out[lane] += step.loss(z + outward);
                if wanted.mirrored {
                    block.out_mirrored[lane] += step.loss(outward - z);
                }
                if wanted.member {
                    block.member[lane] += step.loss(z + shift);
                }
                if wanted.member && wanted.mirrored {
                    block.member_mirrored[lane] += step.loss(shift - z);
                }
            }
        }
    }

    /// How many of the records enter the step, in each lane.
    fn sampled(&self, q: f64, generator: &mut LaneGenerator) -> [f64; LANES] {
        let group = match self.shape {
            Shape::Mixture { group_size } => group_size,
            _ => 1,
        };
        let mut records = [0.0; LANES];
        for _ in 0..group {
            for (count, coin) in records.iter_mut().zip(uniforms(generator)) {
                *count += f64::from(u8::from(coin < q));
            }
        }
        records
    }

    /// The record's step is taken to be the first of its epoch: which one it is changes nothing in the law of the loss.
    fn epochs(
        &self,
        phase: &Phase,
        wanted: Wanted,
        generator: &mut LaneGenerator,
        block: &mut Block,
        c: f64,
    ) {
        let m = 1.0 / phase.noise_multiplier;
        let bins = phase.bins();
        let mut noise = NoiseSource::new(self.noise);
        for _ in 0..whole(phase.num_steps / bins) {
            let [mut out, mut out_mirrored, mut member, mut member_mirrored] = [[0.0; LANES]; 4];
            for step in 0..whole(bins) {
                let z = noise.draw(generator);
                let shift = if step == 0 { m } else { 0.0 };
                let add = |sum: &mut f64, x: f64| *sum += libm::exp(m * x - 0.5 * m * m);
                for lane in 0..LANES {
                    let z = z[lane];
                    block.linear[lane] += c * z;
                    add(&mut out[lane], z);
                    add(&mut out_mirrored[lane], -z);
                    add(&mut member[lane], z + shift);
                    add(&mut member_mirrored[lane], shift - z);
                }
            }
            let close = |total: &mut [f64; LANES], sums: &[f64; LANES]| {
                for (total, sum) in total.iter_mut().zip(sums) {
                    *total += libm::log(sum / bins);
                }
            };
            close(&mut block.out, &out);
            if wanted.mirrored {
                close(&mut block.out_mirrored, &out_mirrored);
            }
            if wanted.member {
                close(&mut block.member, &member);
            }
            if wanted.member && wanted.mirrored {
                close(&mut block.member_mirrored, &member_mirrored);
            }
        }
    }
}

/// The loss of one step by its observation.
struct Step {
    shape: Shape,
    noise: Noise,
    q: f64,
    m: f64,
    /// `Binomial(k, q)(j)` for `j = 0..=k`.
    weights: Vec<f64>,
}

impl Step {
    fn new(shape: Shape, noise: Noise, q: f64, m: f64) -> Self {
        let weights = match shape {
            Shape::Mixture { group_size } if group_size > 1 => binomial(group_size, q),
            _ => Vec::new(),
        };
        Self {
            shape,
            noise,
            q,
            m,
            weights,
        }
    }

    fn loss(&self, x: f64) -> f64 {
        let (q, m) = (self.q, self.m);
        let exponent = match self.noise {
            Noise::Gaussian => |x: f64, m: f64| m * x - 0.5 * m * m,
            Noise::Laplace => |x: f64, m: f64| x.abs() - (x - m).abs(),
        };
        let single = |x: f64| mixed(q, exponent(x, m));
        if !self.weights.is_empty() {
            let mut shift = 0.0;
            let mut ratio = 0.0;
            for weight in &self.weights {
                ratio += weight * libm::exp(exponent(x, shift));
                shift += m;
            }
            return libm::log(ratio);
        }
        match self.shape {
            Shape::Substitution => single(x) - single(-x),
            _ => single(x),
        }
    }
}

/// `ln(1 - q + q e^a)`.
fn mixed(q: f64, a: f64) -> f64 {
    if q == 1.0 {
        a
    } else if a > 600.0 {
        a + libm::log(q)
    } else {
        libm::log1p(q * libm::expm1(a))
    }
}

fn binomial(k: usize, q: f64) -> Vec<f64> {
    let mut weights = vec![1.0];
    for _ in 0..k {
        let mut next = vec![0.0; weights.len() + 1];
        for (j, weight) in weights.iter().enumerate() {
            next[j] += weight * (1.0 - q);
            next[j + 1] += weight * q;
        }
        weights = next;
    }
    weights
}

/// Noise of unit scale; of two normals that come together the second waits for the next step.
struct NoiseSource {
    noise: Noise,
    waiting: Option<[f64; LANES]>,
}

impl NoiseSource {
    fn new(noise: Noise) -> Self {
        Self {
            noise,
            waiting: None,
        }
    }

    fn draw(&mut self, generator: &mut LaneGenerator) -> [f64; LANES] {
        if let Some(waiting) = self.waiting.take() {
            return waiting;
        }
        let first = uniforms(generator);
        let second = uniforms(generator);
        let mut z = [0.0; LANES];
        match self.noise {
            Noise::Laplace => {
                for lane in 0..LANES {
                    let size = -libm::log(first[lane]);
                    z[lane] = if second[lane] < 0.5 { size } else { -size };
                }
            }
            Noise::Gaussian => {
                let mut other = [0.0; LANES];
                for lane in 0..LANES {
                    let radius = libm::sqrt(-2.0 * libm::log(first[lane]));
                    let (sin, cos) = libm::sincos(core::f64::consts::TAU * second[lane]);
                    z[lane] = radius * cos;
                    other[lane] = radius * sin;
                }
                self.waiting = Some(other);
            }
        }
        z
    }
}

/// Uniform in `(0, 1)`, from 52 bits.
fn uniforms(generator: &mut LaneGenerator) -> [f64; LANES] {
    let (high, low) = (generator.words(), generator.words());
    core::array::from_fn(|lane| {
        let word = (u64::from(high[lane]) << 20) | u64::from(low[lane] >> 12);
        (word as f64 + 0.5) / 4_503_599_627_370_496.0
    })
}
