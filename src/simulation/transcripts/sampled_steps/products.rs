//! Products over steps: one by one where some take the record, in units of four where none does.

use super::{Products, Ratios};
use crate::random::{Floats, Kernel, QUAD, QuadGenerator};
use crate::simulation::transcripts::block::Wanted;
use crate::simulation::transcripts::noise_draws::{Draws, STEPS, at_most};
use crate::simulation::transcripts::totals::add;

impl Ratios {
    /// Up to four steps of which some take the record, one by one.
    #[expect(clippy::too_many_arguments, reason = "the state of a run")]
    pub(super) fn head(
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
    pub(super) fn body(
        &self,
        units: u64,
        wanted: Wanted,
        generator: &mut QuadGenerator,
        kernel: &Kernel,
        draws: &mut Draws,
        products: &mut Products,
    ) {
        let body = match (wanted.mirrored || self.substitution, self.near_one) {
            (false, false) => Self::steps::<false, false>,
            (false, true) => Self::steps::<false, true>,
            (true, false) => Self::steps::<true, false>,
            (true, true) => Self::steps::<true, true>,
        };
        body(self, units, generator, kernel, draws, products);
    }

    #[inline(never)]
    fn steps<const MIRRORED: bool, const LESS_ONE: bool>(
        &self,
        mut left: u64,
        generator: &mut QuadGenerator,
        kernel: &Kernel,
        draws: &mut Draws,
        products: &mut Products,
    ) {
        while left > 0 {
            let units = at_most(self.units, left);
            left -= units as u64;
            let noise = draws.gaussian(units, &self.amplitude, generator, kernel);
            // One product for each place in a unit: four short chains instead of a long one.
            let mut rest = [Floats::splat(if LESS_ONE { 0.0 } else { 1.0 }); STEPS];
            let mut mirrored = rest;
            let mut linear = Floats::splat(0.0);
            for x in noise {
                for i in 0..STEPS {
                    let e = kernel.exponential(&self.exponential, x[i]);
                    rest[i] = grown::<LESS_ONE>(rest[i], e);
                    if MIRRORED {
                        mirrored[i] = grown::<LESS_ONE>(mirrored[i], self.square / e);
                    }
                }
                linear = linear + ((x[0] + x[1]) + (x[2] + x[3]));
            }
            products.rest[0].multiply(product::<LESS_ONE>(rest));
            if MIRRORED {
                products.rest[1].multiply(product::<LESS_ONE>(mirrored));
            }
            add(&mut products.linear, linear.doubles());
        }
    }
}

/// `product (1 + e)`; near 1, both products are less 1. Either way what is added has digits to spare, so that the
/// rounding has no side that it prefers.
#[inline(always)]
fn grown<const LESS_ONE: bool>(product: Floats, e: Floats) -> Floats {
    if LESS_ONE {
        (product + e) + product * e
    } else {
        product + product * e
    }
}

/// The product of all factors.
#[inline(always)]
fn product<const LESS_ONE: bool>(factors: [Floats; STEPS]) -> [f64; QUAD] {
    let missing = if LESS_ONE { 1.0 } else { 0.0 };
    let [a, b, c, d] = factors.map(|factor| factor.doubles().map(|value| value + missing));
    core::array::from_fn(|lane| (a[lane] * b[lane]) * (c[lane] * d[lane]))
}
