//! The attacker who knows all records, what is published and the law of the noise, and asks which halves explain an output best.

use super::halves::Outputs;
use crate::numerics::log_add;

/// The law of the noise, by its density up to a constant; `r` is the length of the noise and `s` its scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoiseDensity {
    /// `exp(-r/s)`: Laplace noise, of one number.
    Exponential,
    /// `exp(-r/s)/r^(d - 1)`, as a radius `|Laplace|` makes it (erratum E12).
    PiledUp,
}

/// Says "member" where the halves with the record explain an output better than those without.
pub(super) struct Posterior {
    with: Mixture,
    without: Mixture,
}

/// A mixture of the noise around the outputs of halves.
enum Mixture {
    Line(Line),
    Cloud(Cloud),
}

impl Posterior {
    pub(super) fn new(outputs: &Outputs, scale: f64, density: NoiseDensity) -> Self {
        let width = outputs.units.len();
        let mixture = |centres: &[f64]| {
            if width == 1 {
                Mixture::Line(Line::new(centres, scale))
            } else {
                Mixture::Cloud(Cloud {
                    centres: centres.to_vec(),
                    width,
                    scale,
                    density,
                })
            }
        };
        Self {
            with: mixture(&outputs.with),
            without: mixture(&outputs.without),
        }
    }

    /// Whether the record is likelier in than out; `published` is in the units of the outputs.
    pub(super) fn names(&self, published: &[f64]) -> bool {
        self.with.log_density(published) > self.without.log_density(published)
    }
}

impl Mixture {
    /// Up to a constant that is the same for all mixtures of the scale.
    fn log_density(&self, at: &[f64]) -> f64 {
        match self {
            Self::Line(line) => line.log_density(at[0]),
            Self::Cloud(cloud) => cloud.log_density(at),
        }
    }
}

/// Laplace laws of one scale: sums over the centres below and above any place, by their logarithms.
struct Line {
    centres: Vec<f64>,
    below: Vec<f64>,
    above: Vec<f64>,
    scale: f64,
}

impl Line {
    fn new(centres: &[f64], scale: f64) -> Self {
        let mut centres = centres.to_vec();
        centres.sort_unstable_by(f64::total_cmp);
        let running = |sums: &mut Vec<f64>, term: f64| {
            let last = sums.last().copied().unwrap_or(f64::NEG_INFINITY);
            sums.push(log_add(last, term));
        };
        let mut below = vec![f64::NEG_INFINITY];
        for centre in &centres {
            running(&mut below, centre / scale);
        }
        let mut above = vec![f64::NEG_INFINITY];
        for centre in centres.iter().rev() {
            running(&mut above, -centre / scale);
        }
        above.reverse();
        Self {
            centres,
            below,
            above,
            scale,
        }
    }

    fn log_density(&self, at: f64) -> f64 {
        let place = self.centres.partition_point(|&centre| centre <= at);
        let sum = log_add(
            self.below[place] - at / self.scale,
            self.above[place] + at / self.scale,
        );
        sum - libm::log(self.centres.len().max(1) as f64)
    }
}

/// Laws of one scale around points.
struct Cloud {
    centres: Vec<f64>,
    width: usize,
    scale: f64,
    density: NoiseDensity,
}

/// What is smaller than the largest term by this power of e adds nothing.
const NEGLIGIBLE: f64 = -45.0;

impl Cloud {
    fn log_density(&self, at: &[f64]) -> f64 {
        let width = self.width as f64;
        let steepness = match self.density {
            NoiseDensity::Exponential => 0.0,
            NoiseDensity::PiledUp => 0.5 * (width - 1.0),
        };
        let terms: Vec<f64> = self
            .centres
            .chunks_exact(self.width)
            .map(|centre| {
                let squares = centre.iter().zip(at).map(|(c, x)| (x - c) * (x - c));
                let square = squares.sum::<f64>() / width;
                let log = if steepness > 0.0 {
                    steepness * libm::log(square.max(f64::MIN_POSITIVE))
                } else {
                    0.0
                };
                -libm::sqrt(square) / self.scale - log
            })
            .collect();
        let largest = terms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let near = terms.iter().map(|term| term - largest);
        let near = near.filter(|below| *below > NEGLIGIBLE).map(libm::exp);
        largest + libm::log(near.sum::<f64>()) - libm::log(terms.len().max(1) as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mixture_is_the_sum_of_its_laws() {
        let centres = [0.25, -1.0, 2.0, 0.25];
        let line = Line::new(&centres, 0.5);
        let cloud = Cloud {
            centres: centres.to_vec(),
            width: 1,
            scale: 0.5,
            density: NoiseDensity::Exponential,
        };
        for at in [-3.0, -1.0, 0.1, 0.25, 1.0, 9.0] {
            let terms = centres
                .iter()
                .map(|centre: &f64| libm::exp(-(at - centre).abs() / 0.5));
            let direct = libm::log(terms.sum::<f64>() / 4.0);
            assert!((line.log_density(at) - direct).abs() < 1e-12, "{at}");
            assert!((cloud.log_density(&[at]) - direct).abs() < 1e-12, "{at}");
        }
    }

    #[test]
    fn a_radius_that_piles_up_divides_by_the_length() {
        let density = |density| {
            let (centres, width, scale) = (vec![0.0, 0.0, 3.0, 0.0], 2, 1.5);
            Cloud {
                centres,
                width,
                scale,
                density,
            }
            .log_density(&[0.0, 4.0])
        };
        let lengths = [16.0_f64, 25.0].map(|square| libm::sqrt(square / 2.0));
        let plain = lengths.map(|r| libm::exp(-r / 1.5));
        let piled = lengths.map(|r| libm::exp(-r / 1.5) / r);
        let log = |terms: [f64; 2]| libm::log((terms[0] + terms[1]) / 2.0);
        assert!((density(NoiseDensity::Exponential) - log(plain)).abs() < 1e-12);
        assert!((density(NoiseDensity::PiledUp) - log(piled)).abs() < 1e-12);
    }
}
