//! Where a path is cut in two: just before the zero of `e^L`, beside which the integrand is small.

use super::integrand::Integrand;
use super::law::Law;
use super::route::{BEYOND_ZERO, BEYOND_ZERO_ON_SLANT, HIGHER, Route, through};
use crate::numerics::complex::Complex;

/// The angle of `e^(m y)` at the cut, and the least `m y` at the zero.
const ANGLE: f64 = 2.6;
const LEAST: f64 = 1.0;
/// Places at which a path may rise, up to so far beyond the zero.
const PLACES: usize = 32;
const FARTHEST: f64 = 1.4;
/// Heights to which a path may fall again from the cut, as shares of it.
const LOWER: [f64; 6] = [1.0, 0.75, 0.5, 0.25, 0.1, 0.0];

impl Law {
    /// None where the zero is too near.
    pub(super) fn cut(&self) -> Option<Complex<f64>> {
        let along = self.linear_from(0.0);
        (along * self.shift >= LEAST).then(|| Complex::new(along, ANGLE / self.shift))
    }
}

impl Integrand<'_> {
    /// From 0 to the cut.
    pub(super) fn turned(&self) -> Option<Route> {
        let cut = self.law.cut()?;
        let found = self.heights().map(|height| {
            let place = self.place_to_rise(cut, height);
            let start = Complex::new(0.0, 0.0);
            self.route(&[
                start,
                Complex::new(0.0, height),
                place,
                above(place, cut),
                cut,
            ])
        });
        self.highest(found.collect())
    }

    /// From 0 to a place on the real axis, and from there to the cut.
    pub(super) fn real_and_side(&self) -> Option<(Route, Route)> {
        let cut = self.law.cut()?;
        let place = self.place_to_rise(cut, 0.0);
        let start = Complex::new(0.0, 0.0);
        Some((
            self.route(&[start, place]),
            self.route(&[place, above(place, cut), cut]),
        ))
    }

    /// From the cut to infinity.
    pub(super) fn far(&self, tolerance: f64) -> Option<Route> {
        let law = self.law;
        let cut = law.cut()?;
        let mut best: Option<Route> = None;
        for share in LOWER {
            let low = Complex::new(cut.re, share * cut.im);
            let at = |along: f64| Complex::new(along, low.im);
            let slanted = {
                let end = at(law.linear_from(BEYOND_ZERO_ON_SLANT));
                let beyond = self.on_slant(end);
                beyond.map(|beyond| Route {
                    beyond,
                    ..self.route(&[cut, low, end])
                })
            };
            let straight = self.to_the_end(&[cut, low], cut.re + self.reach(low.im));
            let highest = self.highest_of_large();
            let zero = law.linear_from(BEYOND_ZERO);
            let again = if highest > HIGHER * low.im {
                let again = [cut, low, at(zero), Complex::new(zero, highest)];
                self.to_the_end(&again, zero + self.reach(highest))
            } else {
                None
            };
            for route in [slanted, straight, again].into_iter().flatten() {
                if route.beyond > tolerance * libm::exp(route.log) {
                    continue;
                }
                if best.as_ref().is_none_or(|best| route.log < best.log) {
                    best = Some(route);
                }
            }
        }
        best
    }

    fn to_the_end(&self, places: &[Complex<f64>], end: f64) -> Option<Route> {
        let mut places = places.to_vec();
        let end = Complex::new(end, places[places.len() - 1].im);
        places.push(end);
        Some(Route {
            beyond: self.beyond(end)?,
            ..self.route(&places)
        })
    }

    fn route(&self, places: &[Complex<f64>]) -> Route {
        let segments = through(places);
        Route {
            log: self.rough(&segments),
            beyond: 0.0,
            segments,
        }
    }

    /// The place at a height at which the integrand is least beyond where it is largest.
    fn place_to_rise(&self, cut: Complex<f64>, height: f64) -> Complex<f64> {
        let last = if height > 0.0 { 1.0 } else { FARTHEST };
        let places = (1..=PLACES).map(|index| {
            let along = cut.re * last * index as f64 / PLACES as f64;
            let place = Complex::new(along, height);
            (place, self.log_at(place))
        });
        let places: Vec<(Complex<f64>, f64)> = places.collect();
        let valleys = places.windows(3).filter(|three| {
            let [before, here, after] = [three[0].1, three[1].1, three[2].1];
            here <= before && here <= after
        });
        let last = places.last().filter(|last| last.1 < places[PLACES - 2].1);
        let least = valleys.map(|three| &three[1]).chain(last);
        let least = least.min_by(|a, b| a.1.total_cmp(&b.1));
        if let Some((place, _)) = least {
            return *place;
        }
        // Where both peaks are one, the way is what counts.
        let ways = places.iter().map(|&(place, _)| {
            let way = self.rough(&through(&[place, above(place, cut), cut]));
            (place, way)
        });
        let best = ways.min_by(|a, b| a.1.total_cmp(&b.1));
        best.map_or(cut, |(place, _)| place)
    }
}

/// The place above another at the height of a third.
fn above(place: Complex<f64>, high: Complex<f64>) -> Complex<f64> {
    Complex::new(place.re, high.im)
}
