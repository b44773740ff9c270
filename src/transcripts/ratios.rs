//! Gaussian steps that take the record at random, in single precision: the fast way.

use super::Wanted;
use super::binomial::Binomial;
use super::draws::{Draws, STEPS, UNITS};
use super::product::Product;
use super::totals::{Totals, add};
use crate::Phase;
use crate::dominating_pair::Shape;
use crate::lanes::{Amplitude, Exponential, Floats, Kernel, LARGEST_NORMAL, QUAD, QuadGenerator};
use crate::range::whole;
use core::f64::consts::LOG2_E;

/// A phase of steps whose ratio is `(1 - q) (1 + e)`, `e = c 2^x` with `c = q/(1 - q) e^(-m²/2)` and
/// `x = m z/ln 2`; the same with `-z` is `e' = c²/e`.
///
/// The noise is scaled as it is drawn, so `z` itself never appears, and `1 - q` waits for the end. Under substitution the
/// ratio is `(1 + e)/(1 + e')`.
///
/// Single precision changes the loss of a training by at most `sum_t (e_t + 2^-24)` times `6e-7` in the worst case,
/// and by `1e-7 sqrt(sum_t e_t²)` in all likelihood, as each rounding falls to either side.
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
    /// `num_steps ln(1 - q)`.
    log_rest: f64,
    /// Units whose product single precision holds.
    units: usize,
    /// Whether `e` is mostly so small that `1 + e` would lose its digits.
    small: bool,
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
    pub(super) fn new(shape: Shape, phase: &Phase, slope: f64) -> Option<Self> {
        let q = phase.sample_rate;
        let m = 1.0 / phase.noise_multiplier;
        let odds = q / (1.0 - q);
        let c = odds * libm::exp(-0.5 * m * m);
        let (log_c, reach) = (libm::log2(c), LARGEST_NORMAL * m * LOG2_E);
        let fits = log_c + reach <= EXPONENTS && (log_c - reach).min(2.0 * log_c) >= -EXPONENTS;
        let largest = libm::log2(1.0 + c * libm::exp2(reach));
        (fits && 2.0 * log_c <= EXPONENTS).then(|| Self {
            substitution: shape == Shape::Substitution,
            num_steps: phase.num_steps,
            taking: Binomial::new(phase.num_steps, q),
            amplitude: Amplitude::new(m * LOG2_E),
            exponential: Exponential::new(c),
            square: single(c * c),
            taken: libm::exp(m * m),
            log_rest: phase.num_steps * libm::log1p(-q),
            units: (2..=UNITS)
                .rev()
                .find(|&units| units as f64 * largest <= EXPONENTS)
                .unwrap_or(1),
            small: q * m.min(1.0) < SMALL,
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
            let rest: [f64; QUAD] = core::array::from_fn(|lane| rest[lane] - rest_mirrored[lane]);
            let out = core::array::from_fn(|lane| out[lane] + rest[lane]);
            let mirrored = core::array::from_fn(|lane| out_mirrored[lane] - rest[lane]);
            add(&mut totals.out, out);
            add(&mut totals.out_mirrored, mirrored);
            add(&mut totals.member, mirrored.map(|loss| -loss));
            add(&mut totals.member_mirrored, out.map(|loss| -loss));
        } else {
            let [member, member_mirrored] = logs(&products.member);
            let with = |rest: [f64; QUAD], head: [f64; QUAD]| {
                core::array::from_fn(|lane| rest[lane] + head[lane] + self.log_rest)
            };
            add(&mut totals.out, with(rest, out));
            add(&mut totals.out_mirrored, with(rest_mirrored, out_mirrored));
            add(&mut totals.member, with(rest, member));
            add(
                &mut totals.member_mirrored,
                with(rest_mirrored, member_mirrored),
            );
        }
        add(
            &mut totals.linear,
            products.linear.map(|sum| sum * self.weight),
        );
    }

    /// Up to four steps of which some take the record, one by one.
    #[expect(clippy::too_many_arguments, reason = "the state of a run")]
    fn head(
        &self,
        done: u64,
        steps: u64,
        taking: [u64; QUAD],
        generator: &mut QuadGenerator,
        kernel: &Kernel,
        draws: &mut Draws,
        products: &mut Products,
    ) {
        let noise = draws.gaussian(1, &self.amplitude, generator, kernel);
        for (step, x) in (done..done + steps).zip(noise.as_flattened()) {
            let e = kernel.exponential(&self.exponential, *x);
            let sides = [e.doubles(), (self.square / e).doubles()];
            let taken = taking.map(|taking| if step < taking { self.taken } else { 1.0 });
            for side in 0..2 {
                let (e, mirrored) = (sides[side], sides[1 - side]);
                if self.substitution {
                    products.out[side].multiply(core::array::from_fn(|lane| {
                        (1.0 + e[lane] / taken[lane]) / (1.0 + mirrored[lane] * taken[lane])
                    }));
                } else {
                    products.out[side].multiply(e.map(|e| 1.0 + e));
                    products.member[side]
                        .multiply(core::array::from_fn(|lane| 1.0 + e[lane] * taken[lane]));
                }
            }
            add(&mut products.linear, x.doubles());
        }
    }

    /// Steps of which none takes the record, four times `units`.
    fn body(
        &self,
        units: u64,
        wanted: Wanted,
        generator: &mut QuadGenerator,
        kernel: &Kernel,
        draws: &mut Draws,
        products: &mut Products,
    ) {
        let body = match (wanted.mirrored || self.substitution, self.small) {
            (false, false) => Self::steps::<false, false>,
            (false, true) => Self::steps::<false, true>,
            (true, false) => Self::steps::<true, false>,
            (true, true) => Self::steps::<true, true>,
        };
        body(self, units, generator, kernel, draws, products);
    }

    #[inline(never)]
    fn steps<const MIRRORED: bool, const SMALL: bool>(
        &self,
        mut left: u64,
        generator: &mut QuadGenerator,
        kernel: &Kernel,
        draws: &mut Draws,
        products: &mut Products,
    ) {
        while left > 0 {
            let units = left.min(self.units as u64) as usize;
            left -= units as u64;
            let noise = draws.gaussian(units, &self.amplitude, generator, kernel);
            // One product for each place in a unit: four short chains instead of a long one.
            let start = Growth::<SMALL>::one();
            let mut rest = [start; STEPS];
            let mut mirrored = [start; STEPS];
            let mut linear = Floats::splat(0.0);
            for x in noise {
                for i in 0..STEPS {
                    let e = kernel.exponential(&self.exponential, x[i]);
                    rest[i].grow(kernel, e);
                    if MIRRORED {
                        mirrored[i].grow(kernel, self.square / e);
                    }
                }
                linear = linear + ((x[0] + x[1]) + (x[2] + x[3]));
            }
            products.rest[0].multiply(Growth::product(rest));
            if MIRRORED {
                products.rest[1].multiply(Growth::product(mirrored));
            }
            add(&mut products.linear, linear.doubles());
        }
    }
}

/// Rates times shift below which a product is kept as what it exceeds 1 by.
const SMALL: f64 = 1e-3;

/// A product of factors `1 + e`: itself, or less 1 where the factors are so near 1 that this has more digits.
#[derive(Clone, Copy)]
struct Growth<const LESS_ONE: bool>(Floats);

impl<const LESS_ONE: bool> Growth<LESS_ONE> {
    #[inline(always)]
    fn one() -> Self {
        Self(Floats::splat(if LESS_ONE { 0.0 } else { 1.0 }))
    }

    #[inline(always)]
    fn grow(&mut self, kernel: &Kernel, e: Floats) {
        self.0 = if LESS_ONE {
            (self.0 + e) + self.0 * e
        } else {
            self.0 * (kernel.one() + e)
        };
    }

    #[inline(always)]
    fn product(factors: [Self; STEPS]) -> [f64; QUAD] {
        let [a, b, c, d] = factors.map(|factor| {
            factor
                .0
                .doubles()
                .map(|value| if LESS_ONE { 1.0 + value } else { value })
        });
        core::array::from_fn(|lane| (a[lane] * b[lane]) * (c[lane] * d[lane]))
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "a constant of single precision"
)]
fn single(number: f64) -> Floats {
    Floats::splat(number as f32)
}
