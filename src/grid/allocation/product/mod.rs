//! The law of the ratio of several epochs, the product of those of each: integrals of polynomials over the places of one between which what
//! the other has beyond is one polynomial.
//!
//! `E (xy - a)_+ = int p(y) y h(a/y) dy` with the density `p` of one factor and the curve `h` of the other.

mod continuation;
mod density;
mod integrands;
mod known_places;
mod piece;
mod polynomial_law;
mod series;
mod stretch;
#[cfg(test)]
mod tests;

use self::integrands::{Farther, There};
use self::known_places::{KnownPlaces, Place};
use self::piece::Towards;
use self::polynomial_law::{Lacking, PolynomialLaw};
use self::stretch::{Integrand, Stretch, Sums, left_open};
use super::ratio_curve::{Beyond, OF_RATIO, RatioCurve, RatioLaw, Sum};
use core::cell::RefCell;
use std::rc::Rc;

/// What the rule on a stretch may leave open, as a share of what it makes.
const OPEN: f64 = 1e-11;
/// How often a stretch is halved for that.
const MOST_HALVINGS: u32 = 6;
/// Share of the largest bound of a stretch below which one is not summed.
const NEGLIGIBLE: f64 = 1e-18;
/// What the integral of a bound may be more than its sum.
const OF_BOUNDS: f64 = 1.01;
/// How much less than of a product may be missing of its factors.
const LESS: f64 = 1e-4;

/// The law.
pub(crate) struct ProductLaw {
    laws: [Rc<PolynomialLaw>; 2],
    known: RefCell<KnownPlaces>,
}

/// The curve of several epochs.
pub(crate) type ProductCurve = RatioCurve<ProductLaw>;

impl ProductCurve {
    /// Two epochs and more, each with a shift and a number of bins; what is not in it holds about as much under "in" as `spare` says, at least
    /// and at most. None where that takes too long.
    pub(crate) fn new(pairs: &[(f64, f64)], spare: (f64, f64)) -> Option<Self> {
        let mut epochs = KnownEpochs::default();
        Some(Self(epochs.product(pairs, spare)?))
    }
}

/// The epochs whose laws are known.
#[derive(Default)]
struct KnownEpochs(Vec<((f64, f64), Rc<PolynomialLaw>)>);

impl KnownEpochs {
    /// Of the larger half and the rest.
    fn product(&mut self, pairs: &[(f64, f64)], spare: (f64, f64)) -> Option<ProductLaw> {
        let (first, rest) = pairs.split_at(pairs.len().div_ceil(2));
        let law = self.law(first, spare)?;
        let other = if rest == first {
            law.clone()
        } else {
            self.law(rest, spare)?
        };
        Some(ProductLaw {
            laws: [law, other],
            known: RefCell::default(),
        })
    }

    fn law(&mut self, pairs: &[(f64, f64)], spare: (f64, f64)) -> Option<Rc<PolynomialLaw>> {
        let &[pair] = pairs else {
            // So that what is missing of the density is nothing beside what the product lacks.
            let less = ((LESS * spare.0).max(f64::MIN_POSITIVE), LESS * spare.1);
            let product = self.product(pairs, less)?;
            return PolynomialLaw::of_product(&product, spare.0).map(Rc::new);
        };
        // The first that is asked for lacks least.
        if let Some((_, law)) = self.0.iter().find(|(known, _)| *known == pair) {
            return Some(law.clone());
        }
        let law = Rc::new(PolynomialLaw::of_epoch(pair, spare)?);
        self.0.push((pair, law.clone()));
        Some(law)
    }
}

impl ProductLaw {
    /// All stretches for products at a ratio.
    fn stretches(&self, ratio: f64) -> Vec<Stretch<'_>> {
        let [first, second] = &self.laws;
        let mut all = Vec::with_capacity(first.pieces.len() + second.pieces.len());
        for piece in &first.pieces {
            let (from, mut high) = (piece.from(), piece.to());
            let mut ends = second.ends_up_to(ratio / high);
            loop {
                let next = second.ends.get(ends);
                let low = next.map_or(from, |end| (ratio / end).clamp(from, high));
                let region = second.region_after(ends);
                if low < high {
                    all.push(Stretch {
                        piece,
                        region,
                        low,
                        high,
                    });
                }
                if low <= from {
                    break;
                }
                (high, ends) = (low, ends + 1);
            }
        }
        all
    }

    /// The integrals over all stretches.
    fn sums(&self, ratio: f64, integrand: &dyn Integrand) -> Sums {
        self.sums_over(self.stretches(ratio), ratio, integrand)
    }

    /// The same over some; of those that are nothing beside the largest one, a bound alone.
    fn sums_over(&self, stretches: Vec<Stretch>, ratio: f64, integrand: &dyn Integrand) -> Sums {
        let bounds: Vec<_> = stretches
            .iter()
            .map(|stretch| integrand.most(stretch))
            .collect();
        let largest = |index: usize| bounds.iter().map(|bound| bound[index]).fold(0.0, f64::max);
        let nothing = [0, 1].map(|index| NEGLIGIBLE * largest(index));
        let mut sums = Sums::default();
        for (stretch, bound) in stretches.into_iter().zip(bounds) {
            if bound[0] <= nothing[0] && bound[1] <= nothing[1] {
                sums[0].error += bound[0];
                sums[1].error += bound[1];
            } else {
                self.add(&mut sums, stretch, (ratio, integrand), MOST_HALVINGS);
            }
        }
        sums
    }

    fn add(
        &self,
        sums: &mut Sums,
        stretch: Stretch,
        (ratio, integrand): (f64, &dyn Integrand),
        halvings: u32,
    ) {
        let Some(here) = integrand.sums(&stretch) else {
            return;
        };
        let enough = here.map(|sum| OPEN * sum.value.abs());
        // Beyond the ends of the law it is a polynomial of a degree for which the rule is exact.
        let open = self.laws[1]
            .piece(stretch.region)
            .map_or([0.0; 2], |other| {
                left_open(&stretch, (ratio, other), integrand, enough)
            });
        if halvings > 0 && (open[0] > enough[0] || open[1] > enough[1]) {
            for half in stretch.halves() {
                self.add(sums, half, (ratio, integrand), halvings - 1);
            }
            return;
        }
        for ((sum, here), open) in sums.iter_mut().zip(here).zip(open) {
            sum.add(here.value, OF_BOUNDS * here.error + open);
        }
    }

    fn beyond(&self, ratio: f64, towards: Towards) -> Beyond {
        let other = &self.laws[1];
        let [out, distance] = self.sums(
            ratio,
            &Farther {
                other,
                ratio,
                towards,
            },
        );
        Beyond { out, distance }
    }

    /// Logarithms of the ratios between which the products of the pieces lie.
    fn orders(&self) -> (f64, f64) {
        let [first, second] = &self.laws;
        (
            libm::log(first.first()) + libm::log(second.first()),
            libm::log(first.last()) + libm::log(second.last()),
        )
    }

    /// The density of the pieces' product.
    fn density(&self, ratio: f64) -> Sum {
        let [first, other] = &self.laws;
        let there = There { other, ratio };
        if !Rc::ptr_eq(first, other) {
            let [density, _] = self.sums(ratio, &there);
            return density;
        }
        // Of equal factors either is as often the larger one; where the middle is, is rounded.
        let middle = libm::sqrt(ratio);
        let stretches = self.stretches(ratio).into_iter();
        let larger = stretches.filter(|stretch| stretch.high > middle);
        let larger = larger.map(|stretch| Stretch {
            low: stretch.low.max(middle),
            ..stretch
        });
        let [half, _] = self.sums_over(larger.collect(), ratio, &there);
        let most = first.piece(first.region(middle)).map_or(0.0, |piece| {
            (piece.peak + piece.error) * (piece.peak + piece.error)
        });
        Sum {
            value: 2.0 * half.value,
            error: 2.0 * half.error + OF_RATIO * most,
        }
    }
}

impl RatioLaw for ProductLaw {
    fn right_of(&self, ratio: f64) -> Beyond {
        self.beyond(ratio, Towards::Right)
    }

    fn left_of(&self, ratio: f64) -> Beyond {
        self.beyond(ratio, Towards::Left)
    }

    /// Where one factor is missing, the other may be anywhere, at a mean of 1.
    fn missing(&self, _ratio: f64) -> f64 {
        let of = |law: &PolynomialLaw| {
            let Lacking {
                left,
                missing,
                from,
                ..
            } = law.lacking;
            missing * (1.0 / from).max(1.0) + left * law.first().max(1.0)
        };
        self.laws.iter().map(|law| of(law)).sum::<f64>() * (1.0 + 1e-9)
    }

    /// What is missing right of a ratio of one factor is left of that of both only where the other is small.
    fn missing_left(&self, ratio: f64) -> f64 {
        let of = |law: &PolynomialLaw, other: &PolynomialLaw| {
            let Lacking {
                left,
                missing,
                from,
                ..
            } = law.lacking;
            let most = ratio / from;
            let found = other.beyond(other.region(most), &[most], Towards::Left);
            let small = found.map_or(0.0, |[found]| found.mass.value + found.mass.error);
            let small = small + other.lacking.left + other.lacking.missing;
            left + missing / from * small.min(1.0)
        };
        let [first, second] = &self.laws;
        (of(first, second) + of(second, first)) * (1.0 + 1e-9)
    }

    fn place(&self, mass: f64) -> (f64, f64) {
        let at = |order: f64| {
            let ratio = libm::exp(order);
            let (right, density) = (self.right_of(ratio).out.value, self.density(ratio).value);
            Place {
                order,
                log: libm::log(right),
                slope: -ratio * density / right,
            }
        };
        let Place { order, log, slope } = self.known.borrow_mut().find(mass, self.orders(), at);
        let ratio = libm::exp(order);
        (ratio, -slope * libm::exp(log) / ratio)
    }
}
