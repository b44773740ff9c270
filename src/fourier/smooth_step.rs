//! One step whose loss is analytic: density, loss, and how both continue into the complex plane.

use super::edge::{Below, Edge};
#[cfg(not(first_module))]
use super::merged_phases::{PhaseBox, StandsFor};
#[cfg(not(first_module))]
use super::records::Records;
use crate::mechanism::{PairPhase, Shape};
#[cfg(not(first_module))]
use crate::numerics::count;
use crate::numerics::normal;
use core::f64::consts::PI;
#[cfg(not(first_module))]
use std::rc::Rc;

/// What is left of an observation so far beyond an edge is 0 in numbers.
const FARTHEST: f64 = 8.0;

/// One step whose loss is an analytic function of one Gaussian observation `z`, in units of the noise.
#[derive(Clone, Debug)]
pub(crate) struct SmoothStep {
    pub(super) law: StepLaw,
    pub(super) q: f64,
    pub(super) m: f64,
    num_steps: f64,
    /// Observations above it are left to others.
    below: Option<Below>,
    /// The phases of a long schedule that this one is there for; the small module merges none.
    #[cfg(not(first_module))]
    stands_for: Option<StandsFor>,
}

#[derive(Clone, Debug)]
pub(super) enum StepLaw {
    Single,
    /// The small module leaves these to the whole one.
    #[cfg(not(first_module))]
    Group(Records),
    Substitution,
}

/// What one observation says.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Point {
    /// `L = ln P/Q`.
    pub(crate) loss: f64,
    /// `ln Q/phi`, less what is left to others.
    pub(crate) log_out: f64,
    /// Scale to which the relative rounding error of the loss refers; at least `|L|`.
    pub(crate) size: f64,
}

impl Point {
    /// Logarithm of the density of `P^s Q^(1-s)` at the observation `z` that says it, but for `1/sqrt(2 pi)`.
    fn log_density(&self, z: f64, s: f64) -> f64 {
        -0.5 * z * z + self.log_out + s * self.loss
    }
}

impl SmoothStep {
    /// `None` for the shapes whose loss is no analytic function of one observation.
    pub(crate) fn new(shape: Shape, phase: &PairPhase) -> Option<Self> {
        let (q, mut m) = (phase.sample_rate, phase.shift());
        let law = match shape {
            Shape::Mixture { group_size: 1 } => StepLaw::Single,
            Shape::Mixture { group_size } if q == 1.0 => {
                m *= group_size as f64;
                StepLaw::Single
            }
            #[cfg(not(first_module))]
            Shape::Mixture { group_size } => StepLaw::Group(Records::new(group_size, q, m)),
            #[cfg(first_module)]
            Shape::Mixture { .. } => return None,
            Shape::Substitution => StepLaw::Substitution,
            Shape::Mirrored | Shape::Allocation => return None,
        };
        Some(Self {
            law,
            q,
            m,
            num_steps: phase.num_steps,
            below: None,
            #[cfg(not(first_module))]
            stands_for: None,
        })
    }

    /// The same step in the place of others.
    #[cfg(not(first_module))]
    pub(super) fn standing_for(self, others: StandsFor) -> Self {
        Self {
            stands_for: Some(others),
            ..self
        }
    }

    /// Has the first of the steps that stand for a schedule say what all phases are, roughly.
    #[cfg(not(first_module))]
    pub(super) fn stand_for_all(&mut self, boxes: Rc<[PhaseBox]>) {
        if let Some(others) = &mut self.stands_for {
            others.boxes = boxes;
        }
    }

    /// What it stands for.
    #[cfg(not(first_module))]
    pub(super) fn stands_for(&self) -> Option<&StandsFor> {
        self.stands_for.as_ref()
    }

    /// How far, in logarithms, the characteristic function of a step on the line `s` up to the frequency `t` may be from those that it stands for.
    #[cfg(not(first_module))]
    pub(super) fn deviation(&self, s: f64, t: f64) -> f64 {
        let others = self.stands_for.as_ref();
        others.map_or(0.0, |others| others.deviation(s, t))
    }

    #[cfg(first_module)]
    pub(super) fn deviation(&self, _: f64, _: f64) -> f64 {
        0.0
    }

    /// The phases that it and others stand for, roughly.
    #[cfg(not(first_module))]
    pub(super) fn boxes(&self) -> Option<&[PhaseBox]> {
        self.stands_for.as_ref().map(|others| &others.boxes[..])
    }

    /// Whether it stands for others, whose observations are not its own.
    pub(super) fn stands_for_others(&self) -> bool {
        #[cfg(not(first_module))]
        let is_merged = self.stands_for.is_some();
        #[cfg(first_module)]
        let is_merged = false;
        is_merged
    }

    /// The same step without what counts as large. A strong tilt would give that all the weight where the record is rarely drawn.
    pub(super) fn below(&self, at: f64) -> Option<Self> {
        let below = Below::new(self, Edge::new(at, self.reach(at)))?;
        Some(Self {
            below: Some(below),
            ..self.clone()
        })
    }

    /// Bound of the probability that one of all steps of "in" sees an observation that is left out.
    pub(super) fn left_out(&self) -> f64 {
        self.below
            .map_or(0.0, |below| self.num_steps * below.inn() * (1.0 + 1e-9))
    }

    /// What the step lacks of the moments of a whole one: see [`Below::moments`].
    pub(super) fn lacking(&self, s: f64) -> [(f64, f64); 2] {
        self.below.map_or([(0.0, 0.0); 2], |below| below.moments(s))
    }

    /// The edge above which observations are left to others.
    pub(super) fn edge(&self) -> Option<Edge> {
        self.below.map(|below| below.edge)
    }

    /// Sizes that were added up for `log_out` of a point.
    pub(super) fn log_out_condition(&self, z: f64, point: &Point) -> f64 {
        let kept = self.edge().map_or(0.0, |edge| {
            edge.log_small(z).abs() * (4.0 + edge.exponent(z).abs())
        });
        point.log_out.abs() + kept
    }

    /// Whether a drawn record stands out by so much that the number of draws says all.
    pub(super) fn stands_out(&self) -> bool {
        const SHIFT: f64 = 15.0;
        self.m > SHIFT
    }

    /// The most that an observation is shifted.
    pub(super) fn shift(&self) -> f64 {
        self.m * self.records()
    }

    /// Logarithm of the density of `P^s Q^(1-s)`, but for `1/sqrt(2 pi)`.
    pub(super) fn log_density(&self, z: f64, s: f64) -> f64 {
        self.point(z).log_density(z, s)
    }

    /// The same of the step with all observations.
    pub(super) fn log_whole_density(&self, z: f64, s: f64) -> f64 {
        self.whole_point(z).log_density(z, s)
    }

    /// Logarithm of a bound of the mass of `P^s Q^(1-s)` outward of `z`. The logarithm of a density grows outward by its slope
    /// bound `b` at most, so that mass is at most `density(z) Mills(z - b)`.
    pub(super) fn log_beyond(&self, z: f64, s: f64, sign: f64) -> f64 {
        let (left, right) = self.slopes(s);
        let x = z - if sign > 0.0 { right } else { left };
        self.log_density(sign * z, s) + 0.5 * x * x + normal::log_sf(x)
    }

    pub(crate) fn num_steps(&self) -> f64 {
        self.num_steps
    }

    /// Logarithm of the likelihood ratio at shift `m` and rate `q`, and the ratio less one.
    fn sampled(&self, z: f64) -> (f64, f64) {
        let exponent = self.m * z - 0.5 * self.m * self.m;
        if exponent > 600.0 {
            return (exponent + libm::log(self.q), f64::INFINITY);
        }
        let excess = self.q * libm::expm1(exponent);
        let log_ratio = if self.q == 1.0 {
            exponent
        } else {
            libm::log1p(excess)
        };
        (log_ratio, excess)
    }

    pub(crate) fn point(&self, z: f64) -> Point {
        let mut point = self.whole_point(z);
        if let Some(edge) = self.edge() {
            point.log_out += edge.log_small(z);
        }
        point
    }

    /// The same of the step with all observations.
    pub(super) fn whole_point(&self, z: f64) -> Point {
        match &self.law {
            StepLaw::Single => {
                let (loss, _) = self.sampled(z);
                Point {
                    loss,
                    log_out: 0.0,
                    size: loss.abs(),
                }
            }
            StepLaw::Substitution => {
                let (near, _) = self.sampled(-z.abs());
                let (far, _) = self.sampled(z.abs());
                // ln p(z) - ln p(-z) through the difference p(z) - p(-z) = 2 q e^(-m²/2) sinh(m z).
                let x = self.m * z.abs();
                let exponent = x - 0.5 * self.m * self.m;
                let loss = if self.q == 1.0 {
                    2.0 * x
                } else if exponent < 600.0 {
                    let excess = -self.q * libm::exp(exponent) * libm::expm1(-2.0 * x);
                    libm::log1p(excess * libm::exp(-near))
                } else {
                    far - near
                };
                Point {
                    loss: loss.copysign(z),
                    log_out: if z > 0.0 { near } else { far },
                    size: loss,
                }
            }
            #[cfg(not(first_module))]
            StepLaw::Group(records) => {
                let (loss, size) = records.loss(z);
                Point {
                    loss,
                    log_out: 0.0,
                    size,
                }
            }
        }
    }

    /// `ln dL/dz`.
    pub(crate) fn log_slope(&self, z: f64) -> f64 {
        let posterior = |z: f64| -> f64 {
            let (log_ratio, _) = self.sampled(z);
            libm::log(self.q * self.m) + self.m * z - 0.5 * self.m * self.m - log_ratio
        };
        match &self.law {
            StepLaw::Single => posterior(z),
            StepLaw::Substitution => {
                let (a, b) = (posterior(z.abs()), posterior(-z.abs()));
                a + libm::log1p(libm::exp(b - a))
            }
            #[cfg(not(first_module))]
            StepLaw::Group(records) => libm::log(records.slope(z)),
        }
    }

    /// Upper bound of the curvature over a range of the log-density of the loss under `P^s Q^(1-s)`.
    ///
    /// The number of records behind an observation is a sum of independent Bernoulli variables (the
    /// generating polynomial `sum_j binom q^j (1-q)^(k-j) r^(j²) u^j`, `0 < r <= 1`, has real roots only),
    /// so `L'' <= m² k/4` and `-(ln L')'' <= m²/4`. Of one record both are `m² p (1 - p)`, see [`Self::bend`]. Where at most `e` records are
    /// expected behind any observation, `e = L'/m` at the end of the range, the variance of their number is at most `e`, and with the
    /// third cumulant `-(ln L')'' <= m² (e + e²)`; the same holds of a substitution with both sides' records together.
    pub(crate) fn density_curvature(&self, s: f64, (left, right): (f64, f64)) -> f64 {
        let square = self.m * self.m;
        let expected = |z: f64| libm::exp(self.log_slope(z)) / self.m * (1.0 + 1e-9);
        let of_slope = |e: f64| (e + e * e).min(0.25);
        match &self.law {
            StepLaw::Single => (s.max(0.0) + 1.0) * self.bend(right) - 1.0,
            #[cfg(not(first_module))]
            StepLaw::Group(_) => {
                let e = expected(right);
                square * (s.max(0.0) * e.min(0.25 * self.records()) + of_slope(e)) - 1.0
            }
            StepLaw::Substitution => {
                // `s p (1 - p)` of one side, `1 - s` times that of the other.
                let most = if s >= 1.0 {
                    s * expected(right).min(0.25)
                } else {
                    0.25 * s.max(1.0 - s)
                };
                square * (most + of_slope(expected(right.max(-left)))) - 1.0
            }
        }
    }

    /// Lower bound of the curvature of `ln(P^s Q^(1-s))` over a range, as a positive number.
    pub(crate) fn level_bend(&self, s: f64, (left, right): (f64, f64)) -> f64 {
        let quarter = 0.25 * self.m * self.m;
        1.0 + match &self.law {
            StepLaw::Single => (-s).max(0.0) * self.bend(right),
            #[cfg(not(first_module))]
            StepLaw::Group(_) => (-s).max(0.0) * quarter * self.turned(right),
            StepLaw::Substitution => {
                (s - 1.0).max(0.0) * self.bend(-left) + (-s).max(0.0) * self.bend(right)
            }
        }
    }

    /// Upper bound of `m² p (1 - p)` of one record up to `right`, where it was drawn with probability `p`.
    fn bend(&self, right: f64) -> f64 {
        let drawn = self.posterior(right) * (1.0 + 1e-9);
        let spread = if drawn < 0.5 {
            drawn * (1.0 - drawn)
        } else {
            0.25
        };
        spread * self.m * self.m
    }

    /// Probability that one record was drawn, given the observation that it moves upward.
    fn posterior(&self, z: f64) -> f64 {
        let (log_ratio, _) = self.sampled(z);
        libm::exp(libm::log(self.q) + self.m * z - 0.5 * self.m * self.m - log_ratio)
    }

    /// Largest height in the complex plane up to which density and loss are analytic to the left of an observation, with room to spare:
    /// records that are nothing beside one do not turn the ratio.
    pub(crate) fn height(&self, right: f64) -> f64 {
        let height = 0.95 * PI / (self.m * self.seen_up_to(right));
        self.edge().map_or(height, |edge| height.min(edge.height()))
    }

    /// How many records are seen at observations up to `right`.
    #[cfg_attr(first_module, allow(unused_variables, reason = "only groups ask"))]
    fn seen_up_to(&self, right: f64) -> f64 {
        match &self.law {
            #[cfg(not(first_module))]
            StepLaw::Group(records) => records.seen_up_to(right) as f64,
            StepLaw::Single | StepLaw::Substitution => 1.0,
        }
    }

    /// Of how many records `|w(x + iy)|` is at least `w(x) cos(my/2)` to their power, up to `right`: of a product of
    /// `sqrt(1 - 4 p (1 - p) sin²(my/2))`, where the `p` add up to the records that are expected behind an observation.
    fn turned(&self, right: f64) -> f64 {
        let expected = libm::exp(self.log_slope(right)) / self.m;
        self.records().min(4.0 * expected * (1.0 + 1e-9))
    }

    /// Bound of the slope of the loss up to an observation, and of how fast that grows.
    #[cfg_attr(first_module, allow(unused_variables, reason = "only groups ask"))]
    pub(super) fn reach(&self, at: f64) -> f64 {
        match &self.law {
            #[cfg(not(first_module))]
            StepLaw::Group(records) => (records.slope(at) * (1.0 + 1e-9)).max(self.m),
            StepLaw::Single | StepLaw::Substitution => self.m,
        }
    }

    /// Where the density of `P^s Q^(1-s)` has no mode to the right.
    pub(super) fn last_mode(&self, s: f64) -> f64 {
        let last = self.slopes(s).1;
        match &self.law {
            #[cfg(not(first_module))]
            StepLaw::Group(records) => {
                const STEPS: usize = 60;
                const NEAR: f64 = 0.01;
                // The slope of the loss grows with the observation.
                let mut last = last;
                for _ in 0..STEPS {
                    let next = s.max(0.0) * records.slope(last);
                    if last - next < NEAR {
                        break;
                    }
                    last = next;
                }
                last
            }
            StepLaw::Single | StepLaw::Substitution => last,
        }
    }

    /// Spacing of nodes at which a sum is about its integral: a share of the height of the nearest singularity.
    pub(super) fn rough_spacing(&self) -> f64 {
        const MOST: f64 = 0.3;
        /// Farther observations count under strong tilts only.
        const FAR: f64 = 20.0;
        (0.25 * self.height(FAR)).min(MOST)
    }

    /// Bound of the argument of the ratio at height `y` over `[left, right]`; it grows with `x` on either side.
    pub(crate) fn ratio_argument(&self, left: f64, right: f64, turn: &Turn) -> f64 {
        match &self.law {
            StepLaw::Single => self.argument(right, turn),
            StepLaw::Substitution => self.argument(right, turn) + self.argument(-left, turn),
            #[cfg(not(first_module))]
            StepLaw::Group(records) => records.argument(right, turn.y),
        }
    }

    fn argument(&self, x: f64, turn: &Turn) -> f64 {
        let exponent = self.m * x - 0.5 * self.m * self.m;
        if exponent > 600.0 {
            return self.m * turn.y;
        }
        let sampled = self.q * libm::exp(exponent);
        libm::atan2(sampled * turn.sin, 1.0 - self.q + sampled * turn.cos)
    }

    pub(crate) fn turn(&self, y: f64) -> Turn {
        let (sin, cos) = libm::sincos(self.m * y);
        Turn { y, sin, cos }
    }

    /// Logarithm of a bound of `|P^s Q^(1-s)|` at height `y` over its value on the axis, phases aside, over `[left, right]`:
    /// `|w(x + iy)|` is at most `w(x)`, and at least `w(x) cos(my/2)` to the power of the records, see [`Self::log_kept`] for one. A substitution
    /// has two such ratios, of `x` and of `-x`.
    pub(crate) fn log_growth(&self, s: f64, y: f64, (left, right): (f64, f64)) -> f64 {
        let growth = 0.5 * y * y;
        match &self.law {
            StepLaw::Single if s < 0.0 => growth + s * self.log_kept(y, (left, right)),
            #[cfg(not(first_module))]
            StepLaw::Group(_) if s < 0.0 => {
                growth + s * self.turned(right) * libm::log(libm::cos(0.5 * self.m * y))
            }
            StepLaw::Substitution if s < 0.0 => growth + s * self.log_kept(y, (left, right)),
            StepLaw::Substitution if s > 1.0 => {
                growth + (1.0 - s) * self.log_kept(y, (-right, -left))
            }
            _ => growth,
        }
    }

    /// Logarithm of a bound from below of `|w(x + iy)|/w(x)` of one record over a range: its square is
    /// `1 - 4 p (1 - p) sin²(my/2)` with the probability `p` that `x` was drawn, which grows with `x`.
    fn log_kept(&self, y: f64, (left, right): (f64, f64)) -> f64 {
        let (low, high) = (self.posterior(left), self.posterior(right));
        let spread = if high < 0.5 {
            high * (1.0 - high)
        } else if low > 0.5 {
            low * (1.0 - low)
        } else {
            0.25
        };
        let sin = libm::sin(0.5 * self.m * y);
        let least = 0.5 * libm::log1p(-4.0 * spread.min(0.25) * sin * sin);
        least.max(libm::log(libm::cos(0.5 * self.m * y))) * (1.0 + 1e-12)
    }

    /// The observation from which on one record is certainly the likelier hypothesis.
    fn turning_point(&self) -> f64 {
        0.5 * self.m * (2.0 - self.sides())
    }

    /// An observation from which on the shift of "in" says more than that of "out", if it shifts as well.
    pub(super) fn undecided(&self) -> f64 {
        match &self.law {
            #[cfg(not(first_module))]
            StepLaw::Group(records) => records.turning_point(),
            StepLaw::Single | StepLaw::Substitution => 0.5 * self.m,
        }
    }

    /// An observation beyond which "in" shows one in all steps with about this probability at most.
    pub(super) fn farthest(&self, log_probability: f64) -> f64 {
        let undrawn = libm::sqrt(2.0 * (libm::log(self.num_steps) - log_probability));
        #[cfg(not(first_module))]
        if let StepLaw::Group(_) = &self.law {
            const STEP: f64 = 0.5;
            let mut end = undrawn;
            while libm::log(self.num_steps * self.inn_above(end)) > log_probability {
                end += STEP;
            }
            return end;
        }
        self.m + undrawn
    }

    /// Bound of `|P - Q|` up to a height over its value on the axis, the growth of the normal density aside, from `left` on, if "in" is
    /// the likelier one there. Of `j` records `|e^(a + ib) - 1| <= e^a - 1 + e^a |b|`, `e^a/(e^a - 1) <= 1 + 1/a`; of a substitution
    /// `|sinh(a + ib)| <= sinh(a) (1 + |b|/a)`. Of so many records that they alone are as likely farther to the right, which are rare,
    /// at most `e^a - 1` and twice their probability.
    pub(super) fn excess_growth(&self, left: f64, height: f64) -> Option<f64> {
        #[cfg(not(first_module))]
        if let StepLaw::Group(records) = &self.law {
            /// Least distance from where so many records are as likely, and most share of the others.
            const BEYOND: f64 = 0.25;
            const RARE: f64 = 1e-2;
            let likelier = libm::floor(2.0 * (left - BEYOND) / self.m).min(self.records());
            if likelier < 1.0 {
                return None;
            }
            let beyond = left - 0.5 * likelier * self.m;
            let growth = 1.0 + height * (likelier * self.m + 1.0 / beyond);
            let rest =
                records.more_than(count(likelier)) / libm::expm1(self.whole_point(left).loss);
            let is_rare = (0.0..=RARE).contains(&rest);
            return is_rare.then_some((growth * (1.0 + rest) + 2.0 * rest) * (1.0 + 1e-9));
        }
        let beyond = left - self.turning_point();
        (beyond > 0.0).then(|| 1.0 + height * (self.m + 1.0 / beyond))
    }

    /// Bound of the integral of `(1 - v) |P - Q|` outside of a range of which [`Self::excess_growth`] speaks, where at most
    /// `e^log_left` of "in" is left to others to the left of it.
    ///
    /// There `|P - Q|` is at most `P` times `w - 1` or `1/w - 1`. Of a substitution it is odd, so that the part between `-left` and 0 is
    /// at most that between 0 and `left`, and before it `1 - v <= e^(k (z - at))`. To the right of the range the difference of two normal laws is
    /// the mass between two places.
    pub(super) fn excess_outside(
        &self,
        edge: Edge,
        (left, right): (f64, f64),
        log_left: f64,
    ) -> f64 {
        const ODD: f64 = 3.0;
        let inn = libm::exp(log_left);
        let excess = libm::expm1(self.whole_point(left).loss);
        let between = |shift: f64, length: f64| {
            let from = right - shift;
            let flat = if from > 0.0 {
                length * normal::density(from)
            } else {
                f64::INFINITY
            };
            normal::sf(from).min(flat)
        };
        let outside = match &self.law {
            StepLaw::Substitution => {
                let far = libm::exp(edge.steepness * (-left - edge.at));
                ODD * inn * excess + self.q * (far + between(self.m, 2.0 * self.m))
            }
            _ => {
                let lacking = libm::expm1(-self.smallest_loss());
                let beyond = |(shift, log_weight)| libm::exp(log_weight) * between(shift, shift);
                inn * excess.max(lacking) + self.shifts().map(beyond).sum::<f64>()
            }
        };
        outside * (1.0 + 1e-9)
    }

    /// By which factor `(P - Q)/P` grows over a range to the right of where both are as likely, from above.
    pub(super) fn excess_spread(&self, (left, right): (f64, f64)) -> f64 {
        let share = |z: f64| -libm::expm1(-self.whole_point(z).loss);
        share(right) / share(left) * (1.0 + 1e-9)
    }

    /// Most the argument of the ratio can be at height `y`, to the left of an observation.
    pub(crate) fn largest_argument(&self, y: f64, right: f64) -> f64 {
        self.sides() * self.seen_up_to(right) * self.m * y * (1.0 + 1e-15)
    }

    /// How many of the hypotheses shift with the record.
    pub(super) fn sides(&self) -> f64 {
        if matches!(self.law, StepLaw::Substitution) {
            2.0
        } else {
            1.0
        }
    }

    /// Each shift of "in" and the logarithm of its probability.
    pub(super) fn shifts(&self) -> impl Iterator<Item = (f64, f64)> {
        #[cfg(not(first_module))]
        if let StepLaw::Group(records) = &self.law {
            return None
                .into_iter()
                .chain(Some(records.shifts()).into_iter().flatten());
        }
        let one = Some((self.m, libm::log(self.q)));
        #[cfg(not(first_module))]
        return one.into_iter().chain(None.into_iter().flatten());
        #[cfg(first_module)]
        one.into_iter()
    }

    /// Probability of an observation above `z` under "in".
    pub(super) fn inn_above(&self, z: f64) -> f64 {
        let above = |(shift, log_weight)| libm::exp(log_weight) * normal::sf(z - shift);
        (1.0 - self.moved()) * normal::sf(z) + self.shifts().map(above).sum::<f64>()
    }

    /// Probability that a record takes part in a step.
    pub(crate) fn moved(&self) -> f64 {
        match &self.law {
            StepLaw::Single | StepLaw::Substitution => self.q,
            #[cfg(not(first_module))]
            StepLaw::Group(records) => -libm::expm1(records.log_none()),
        }
    }

    /// How often a record takes part in a step of the run, on average.
    pub(super) fn expected_draws(&self) -> f64 {
        self.num_steps * self.q * self.records()
    }

    /// Roughly the variance of all steps' loss: right where it is small.
    pub(crate) fn rough_variance(&self) -> f64 {
        let growth = libm::expm1((self.m * self.m).min(2.0));
        let rate = (self.q * self.records()).min(1.0);
        self.num_steps * self.sides() * self.sides() * rate * rate * growth
    }

    /// Smallest value of the loss.
    pub(crate) fn smallest_loss(&self) -> f64 {
        match &self.law {
            StepLaw::Single if self.q < 1.0 => libm::log1p(-self.q),
            #[cfg(not(first_module))]
            StepLaw::Group(records) => records.log_none(),
            StepLaw::Single | StepLaw::Substitution => f64::NEG_INFINITY,
        }
    }

    /// Largest relative error of [`Point::loss`], in terms of [`Point::size`], for `|z| <= reach`.
    ///
    /// Rounding the exponent `m z - m²/2` shifts it by at most two units of its largest term, and
    /// `|p a / ln w| <= 1 + |a|` bounds what that does to the logarithm; the rest adds less than eight units.
    /// The weights of a group are logarithms, summed up in as many steps as there are records; of records that are nothing beside one
    /// the rounding is nothing, too.
    pub(crate) fn loss_relative_error(&self, reach: f64) -> f64 {
        let seen = self.seen_up_to(reach);
        let shift = self.m * seen;
        let weights = match &self.law {
            #[cfg(not(first_module))]
            StepLaw::Group(records) => {
                records.largest_log(count(seen)).min(750.0) + 50.0 * (seen + 1.0)
            }
            StepLaw::Single | StepLaw::Substitution => 0.0,
        };
        f64::EPSILON * (12.0 + weights + 2.0 * shift * (reach + shift))
    }

    /// How fast at most the logarithm of `P^s Q^(1-s)/phi` grows to the left of 0 and to the right.
    pub(crate) fn slopes(&self, s: f64) -> (f64, f64) {
        let shift = self.m * self.records();
        match &self.law {
            // The slope of the loss grows with the observation.
            StepLaw::Single => (self.left_slope(s, 0.0), s.max(0.0) * shift),
            StepLaw::Substitution if s > 1.0 => (0.0, (2.0 * s - 1.0) * shift),
            StepLaw::Substitution if s < 0.0 => ((1.0 - 2.0 * s) * shift, 0.0),
            StepLaw::Substitution => ((1.0 - s) * shift, s * shift),
            #[cfg(not(first_module))]
            StepLaw::Group(_) => ((-s).max(0.0) * shift, s.max(0.0) * shift),
        }
    }

    /// Points to the left and right of which `P^s Q^(1-s)` has a mass of at most `2 e^(log_tolerance + log_scale)`, `P`
    /// and `Q` of at most `2 e^log_tolerance` each. `log_scale` is at most the logarithm of the whole mass.
    pub(crate) fn range(&self, s: f64, log_tolerance: f64, log_scale: f64) -> (f64, f64) {
        let demands = [
            (s, log_tolerance + log_scale),
            (1.0, log_tolerance),
            (0.0, log_tolerance),
        ];
        let mut ends = [0.0_f64; 2];
        for &(power, log_tolerance) in &demands {
            let (left, right) = self.slopes(power);
            for (end, slope, sign) in [(0, left, -1.0), (1, right, 1.0)] {
                let mut x = libm::sqrt((-2.0 * log_tolerance).max(4.0)) - 1.0;
                while self.log_beyond(slope + x, power, sign) > log_tolerance {
                    x += 0.25;
                }
                ends[end] = ends[end].max(slope + x);
            }
        }
        ends[1] = match self.edge() {
            Some(edge) => self.end_above(edge, &demands).min(ends[1]),
            None => self.drawn_in(ends[1], 1.0, &demands),
        };
        (-self.drawn_in(ends[0], -1.0, &demands), ends[1])
    }

    /// How fast at most the logarithm of `P^s Q^(1-s)/phi` grows to the left of an observation.
    pub(super) fn left_slope(&self, s: f64, from: f64) -> f64 {
        match &self.law {
            StepLaw::Substitution => self.slopes(s).0,
            _ => (-s).max(0.0) * libm::exp(self.log_slope(from)) * (1.0 + 1e-9),
        }
    }

    /// The larger one of the slopes where observations are kept.
    pub(super) fn steepest(&self, s: f64) -> f64 {
        let (left, right) = self.slopes(s);
        match self.edge() {
            Some(edge) => {
                let farthest = s.max(0.0) * libm::exp(self.log_slope(edge.at + FARTHEST));
                left.max(right.min(farthest))
            }
            None => left.max(right),
        }
    }

    /// Where all densities, and with them the masses beyond, have fallen below their bounds.
    pub(super) fn end_above(&self, edge: Edge, demands: &[(f64, f64)]) -> f64 {
        const STEP: f64 = 1.0 / 64.0;
        let mut end = edge.at;
        while end < edge.at + FARTHEST {
            let falls = demands.iter().all(|&(power, log_tolerance)| {
                edge.fall(end) >= 2.0 * power.max(0.0) * self.reach(end) + 2.0
                    && self.log_density(end, power) <= log_tolerance
            });
            if falls {
                break;
            }
            end += STEP;
        }
        end
    }

    /// The end of a range to the right, moved inward while the mass that it leaves out stays below a bound: of a group, far from where all
    /// are drawn.
    #[cfg_attr(first_module, allow(unused_variables, reason = "only groups ask"))]
    pub(super) fn last_seen(&self, end: f64, demand: (f64, f64)) -> f64 {
        match &self.law {
            #[cfg(not(first_module))]
            StepLaw::Group(_) => self.drawn_in(end, 1.0, &[demand; 3]),
            StepLaw::Single | StepLaw::Substitution => end,
        }
    }

    /// The end of a range, moved inward while all masses that it leaves out stay below their bounds. A steep bound of the
    /// slopes puts the end far out where the record is rarely drawn and a tilt is large.
    fn drawn_in(&self, end: f64, sign: f64, demands: &[(f64, f64); 3]) -> f64 {
        const NEAR: f64 = 14.0;
        const STEP: f64 = 0.25;
        const STEP_OF_GROUP: f64 = 0.05;
        const SHARE: f64 = 1.0 / 64.0;
        const SHARE_OF_GROUP: f64 = 1.0 / 512.0;
        let (step, share) = if self.records() > 1.0 {
            (STEP_OF_GROUP, SHARE_OF_GROUP)
        } else {
            (STEP, SHARE)
        };
        let mut end = end;
        let mut masses = [0.0; 3];
        let mut outer = self.point(sign * end);
        while end > NEAR {
            let next = end - (end * share).max(step);
            let inner = self.point(sign * next);
            for (mass, &(power, log_tolerance)) in masses.iter_mut().zip(demands) {
                // In the cell no part is above its value at one of the ends.
                let density = -0.5 * next * next
                    + inner.log_out.max(outer.log_out)
                    + (power * inner.loss).max(power * outer.loss);
                *mass += (end - next) * libm::exp(density - log_tolerance);
            }
            if masses
                .iter()
                .any(|&mass: &f64| mass.is_nan() || mass >= 1.0)
            {
                break;
            }
            (end, outer) = (next, inner);
        }
        end
    }

    pub(super) fn records(&self) -> f64 {
        match &self.law {
            #[cfg(not(first_module))]
            StepLaw::Group(records) => records.most() as f64,
            StepLaw::Single | StepLaw::Substitution => 1.0,
        }
    }
}

/// A height in the complex plane with the turn that it gives to `e^(mz)`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn {
    pub(crate) y: f64,
    sin: f64,
    cos: f64,
}
