//! Gaussian steps that take the record at random, in single precision: the fast way.

mod drift;
mod products;

use super::binomial::Binomial;
use super::block::Wanted;
use super::noise_draws::{Draws, STEPS, UNITS};
use super::product::Product;
use super::totals::{Totals, add};
use crate::mechanism::{PairPhase, Shape};
use crate::numerics::whole;
use crate::random::{Amplitude, Exponential, Floats, Kernel, LARGEST_NORMAL, QUAD, QuadGenerator};
use core::f64::consts::LOG2_E;
use drift::drift;

/// A phase of steps whose ratio is `(1 - q) (1 + e)`, `e = c 2^x` with `c = q/(1 - q) e^(-m²/2)` and
/// `x = m z/ln 2`; the same with `-z` is `e' = c²/e`.
///
/// The noise is scaled as it is drawn, so `z` itself never appears, and `1 - q` waits for the end. Under substitution the
/// ratio is `(1 + e)/(1 + e')`.
///
/// Single precision moves `e` by less than `3e-6 + 1e-6 |x|` of itself, and the loss of a training by less than that
/// times `sum e/(1 + e)`. Roundings fall to either side; what does not, the rounding of coefficients, is integrated
/// against the law of the noise and taken off, which leaves a mean error of the loss below `3e-8 q` a step.
pub(super) struct Ratios {
    substitution: bool,
    num_steps: f64,
    /// Steps that take the record.
    taking: Binomial,
    amplitude: Amplitude,
    exponential: Exponential,
    square: Floats,
    /// `e^(m²)`: what a step that takes the record multiplies `e` by.
    taken: f64,
    /// `num_steps ln(1 - q)`, less what the kernel's own errors add to the mean loss; the same with `-z`.
    log_rest: [f64; 2],
    /// Units whose product single precision holds.
    units: usize,
    near_one: bool,
    /// Slope of the loss over the scale of the noise.
    weight: f64,
}

/// Products of one run: `out` and `mirrored` of all steps, and what the steps that take the record make of them.
struct Products {
    rest: [Product; 2],
    out: [Product; 2],
    member: [Product; 2],
    linear: [f64; QUAD],
}

/// Exponents of two of the normal numbers of single precision, with a little room.
const EXPONENTS: f64 = 124.0;

impl Ratios {
    /// None where a ratio leaves single precision: noise multipliers below about a sixth.
    pub(super) fn new(shape: Shape, phase: &PairPhase, slope: f64) -> Option<Self> {
        let q = phase.sample_rate;
        let m = phase.shift();
        let odds = q / (1.0 - q);
        let c = odds * libm::exp(-0.5 * m * m);
        let (log_c, reach) = (libm::log2(c), LARGEST_NORMAL * m * LOG2_E);
        let fits = log_c + reach <= EXPONENTS && (log_c - reach).min(2.0 * log_c) >= -EXPONENTS;
        let largest = libm::log2(1.0 + c * libm::exp2(reach));
        if !fits || 2.0 * log_c > EXPONENTS {
            return None;
        }
        let amplitude = Amplitude::new(m * LOG2_E);
        let exponential = Exponential::new(c);
        let square = single(c * c);
        let drift = drift(m, c, &amplitude, &exponential, square);
        Some(Self {
            substitution: shape == Shape::Substitution,
            num_steps: phase.num_steps,
            taking: Binomial::new(phase.num_steps, q),
            amplitude,
            exponential,
            square,
            taken: libm::exp(m * m),
            log_rest: drift.map(|drift| phase.num_steps * (libm::log1p(-q) - drift)),
            units: (2..=UNITS)
                .rev()
                .find(|&units| units as f64 * largest <= EXPONENTS)
                .unwrap_or(1),
            near_one: c * m.min(1.0) < NEAR_ONE,
            weight: slope / (m * LOG2_E),
        })
    }

    pub(super) fn run(
        &self,
        wanted: Wanted,
        generator: &mut QuadGenerator,
        kernel: &Kernel,
        draws: &mut Draws,
        totals: &mut Totals,
    ) {
        let mut taking = [0; QUAD];
        if wanted.member || self.substitution {
            for (lane, taking) in taking.iter_mut().enumerate() {
                *taking = whole(self.taking.draw(lane, generator));
            }
        }
        let mut products = Products {
            rest: [Product::ONE; 2],
            out: [Product::ONE; 2],
            member: [Product::ONE; 2],
            linear: [0.0; QUAD],
        };
        let num_steps = whole(self.num_steps);
        let head = taking
            .into_iter()
            .max()
            .unwrap_or(0)
            .next_multiple_of(STEPS as u64);
        let mut done = 0;
        while done < head.min(num_steps) {
            let steps = (num_steps - done).min(STEPS as u64);
            self.head(done, steps, taking, generator, kernel, draws, &mut products);
            done += steps;
        }
        let units = (num_steps - done) / STEPS as u64;
        self.body(units, wanted, generator, kernel, draws, &mut products);
        done += units * STEPS as u64;
        if done < num_steps {
            self.head(
                done,
                num_steps - done,
                taking,
                generator,
                kernel,
                draws,
                &mut products,
            );
        }
        self.total(&products, totals);
    }

    fn total(&self, products: &Products, totals: &mut Totals) {
        let logs = |products: &[Product; 2]| products.each_ref().map(Product::log);
        let [rest, rest_mirrored] = logs(&products.rest);
        let [out, out_mirrored] = logs(&products.out);
        if self.substitution {
            // The loss is odd: that of the member is minus that of the other record with `-z`.
            let rest: [f64; QUAD] = core::array::from_fn(|lane| {
                (rest[lane] - rest_mirrored[lane]) + (self.log_rest[0] - self.log_rest[1])
            });
            let out = core::array::from_fn(|lane| out[lane] + rest[lane]);
            let mirrored = core::array::from_fn(|lane| out_mirrored[lane] - rest[lane]);
            add(&mut totals.out, out);
            add(&mut totals.out_mirrored, mirrored);
            add(&mut totals.member, mirrored.map(|loss| -loss));
            add(&mut totals.member_mirrored, out.map(|loss| -loss));
        } else {
            let [member, member_mirrored] = logs(&products.member);
            let with = |rest: [f64; QUAD], head: [f64; QUAD], side: usize| {
                core::array::from_fn(|lane| rest[lane] + head[lane] + self.log_rest[side])
            };
            add(&mut totals.out, with(rest, out, 0));
            add(
                &mut totals.out_mirrored,
                with(rest_mirrored, out_mirrored, 1),
            );
            add(&mut totals.member, with(rest, member, 0));
            add(
                &mut totals.member_mirrored,
                with(rest_mirrored, member_mirrored, 1),
            );
        }
        add(
            &mut totals.linear,
            products.linear.map(|sum| sum * self.weight),
        );
    }
}

/// Ratios below which, in the middle of the law, a product is kept as what it exceeds 1 by.
const NEAR_ONE: f64 = 5e-5;

#[expect(
    clippy::cast_possible_truncation,
    reason = "a constant of single precision"
)]
fn single(number: f64) -> Floats {
    Floats::splat(number as f32)
}
