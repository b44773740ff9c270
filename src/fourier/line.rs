//! Method F: the law of the total loss by a Fourier series on a line in the complex plane, with its certificate.

#[cfg(not(first_module))]
use super::order_table::{OrderReading, OrderTable};
use super::panels::{Integrand, NODES, OnPanels, Parts, Quadrature};
use super::tilted_law::TiltedLaw;
use super::window::{Kernel, Window};
use crate::numerics::complex::{self, Complex};
use crate::numerics::legendre;
#[cfg(not(first_module))]
use core::cell::{Cell, OnceCell};
use core::f64::consts::PI;

/// Error asked of each part of the certificate, relative to the mass of `nu_s`.
pub(crate) const TOLERANCE: f64 = 4e-15;
/// Node-frequency pairs that are spent on a line at first, and at most.
pub(super) const SMALL_BUDGET: f64 = 4e6;
pub(crate) const BUDGET: f64 = 1e8;
/// Error of a line that is good enough for more not to be spent.
const NARROW: f64 = 1e-9;
/// Frequencies that are summed side by side, and between two direct evaluations of sine and cosine.
const LANES: usize = 4;
const BLOCK: usize = 16 * LANES;
/// Nodes that are summed side by side.
const PAIR: usize = 2;
/// Part of the error by which it may grow for fewer frequencies.
const TRIMMED: f64 = 1e-3;
/// Frequencies from which on a line is long: it has a table, which the small module has not, so that its digits are those of the whole one.
const MANY: usize = 8192;
/// Frequencies up to which a table takes some 25 megabytes at most, readings after which it costs no more than they did, and the part of the
/// error by which it may grow for that.
#[cfg(not(first_module))]
const MOST: usize = 1 << 18;
#[cfg(not(first_module))]
const OFTEN: u32 = 24;
#[cfg(not(first_module))]
const LITTLE: f64 = 0.1;

/// One integral of the law of the total loss, for `epsilon` in a range:
///
/// - on the line `s = 1/2`: the overlap `O(eps) = ∫ min(P, e^eps Q)`;
/// - for `s > 1`: the divergence `H(eps) = ∫ (P - e^eps Q)_+`;
/// - for `s < 0`: `∫ (Q - e^-eps P)_+`, the reverse divergence at `-eps`.
///
/// With `nu_s = P^s Q^(1-s)` of mass `e^K`, each is `e^(K + (1-s) eps) E[kappa(L - eps)]` for an explicit kernel, the last one
/// `e^-eps` times that,
/// and the expectation is exactly a series once the kernel is made periodic. Four errors, each bounded: the
/// window (exponential tail bounds), the truncation ([`Decay`]), the quadrature of the characteristic
/// function ([`super::quadrature_error`]), rounding. Far out in a tail a line through the saddle point keeps
/// relative accuracy.
pub(crate) struct FourierLine {
    s: f64,
    frequencies: Frequencies,
    re: Vec<f64>,
    im: Vec<f64>,
    /// `K`, and a bound of its error.
    log_mass: (f64, f64),
    /// Bound of the error of the series.
    error: f64,
    /// The part of it that is the rounding of a sum of all frequencies at an order.
    of_sum: f64,
    /// Probability of what the tilted measure leaves out: the integral may be larger by so much.
    left_out: f64,
    /// The line of what it leaves out, where there is one.
    beside: Option<Box<FourierLine>>,
    epsilon: (f64, f64),
    #[cfg(not(first_module))]
    often: Often,
}

/// How often the multiples of a frequency were summed, and the table from which they are read then.
#[cfg(not(first_module))]
#[derive(Default)]
struct Often {
    readings: Cell<u32>,
    table: OnceCell<Option<OrderTable>>,
}

/// Where the characteristic function was summed.
enum Frequencies {
    /// At the multiples of a frequency.
    Multiples(f64),
    /// At the nodes of a quadrature.
    Nodes {
        parts: Vec<Parts>,
        rule: Box<[(f64, f64); NODES]>,
    },
}

/// A function of epsilon and its first two derivatives, as the series gives them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    pub(crate) value: f64,
    pub(crate) slope: f64,
    pub(crate) curvature: f64,
    /// Bound of the error of `value`.
    pub(crate) error: f64,
}

impl FourierLine {
    /// The sum of a characteristic function at the multiples of a frequency, each with a bound of its error, in the measure
    /// `still`; `truncation` bounds what the others would add. `None` where a bound is no number.
    pub(super) fn of_series(
        still: &TiltedLaw,
        window: &Window,
        epsilon: (f64, f64),
        series: impl Iterator<Item = (Complex<f64>, f64)>,
        truncation: f64,
    ) -> Option<Self> {
        let step = 2.0 * PI / window.length;
        let (mut re, mut im) = (Vec::new(), Vec::new());
        let (mut error, mut of_sum) = (0.0, 0.0);
        let largest = epsilon.0.abs().max(epsilon.1.abs());
        for (k, (value, spoiled)) in series.enumerate() {
            let t = step * k as f64;
            let both = if k == 0 { 1.0 } else { 2.0 };
            let (kernel_re, kernel_im) = window.kernel.coefficient(k, t, window.length);
            let weight = both / window.length;
            re.push(weight * (kernel_re * value.re - kernel_im * value.im));
            im.push(weight * (kernel_re * value.im + kernel_im * value.re));
            let size = weight * libm::hypot(kernel_re, kernel_im);
            let rounded = size * complex::abs(value) * f64::EPSILON;
            of_sum += rounded * (56.0 + 4.0 * t * largest);
            error += size * spoiled + 8.0 * rounded;
        }
        let error = (error + of_sum + truncation + window.error) * (1.0 + 1e-9);
        if error.is_nan() {
            return None;
        }
        // Whole lanes: the rest weighs nothing.
        let lanes = re.len().next_multiple_of(LANES);
        re.resize(lanes, 0.0);
        im.resize(lanes, 0.0);
        let line = Self {
            s: still.s,
            frequencies: Frequencies::Multiples(step),
            re,
            im,
            log_mass: still.log_coefficient(),
            error,
            of_sum,
            left_out: 0.0,
            beside: None,
            epsilon,
            #[cfg(not(first_module))]
            often: Often::default(),
        };
        Some(line.trimmed())
    }

    /// The integral of a function on panels up to `last`, about of this size and with so many terms, and at most so many on all
    /// panels; `truncation` bounds what lies beyond, for the kernel
    /// `1/t²`.
    pub(super) fn on_panels(
        still: &TiltedLaw,
        kernel: &Kernel,
        epsilon: (f64, f64),
        (function, size, terms, most_terms): (OnPanels, f64, usize, f64),
        last: f64,
        truncation: f64,
    ) -> Option<Self> {
        let kernel = kernel.over_all();
        let integrand = Integrand {
            function,
            size,
            terms,
            most_terms,
            kernel: &|t| {
                let (re, im) = kernel.coefficient(0, t, 0.0);
                Complex { re, im }
            },
            poles: kernel.poles(),
            largest: epsilon.0.abs().max(epsilon.1.abs()),
        };
        let quadrature = Quadrature::new(&integrand, last)?;
        let line = Self {
            s: still.s,
            frequencies: Frequencies::Nodes {
                parts: quadrature.parts,
                rule: Box::new(legendre()),
            },
            re: quadrature.values.iter().map(|value| value.re).collect(),
            im: quadrature.values.iter().map(|value| value.im).collect(),
            log_mass: still.log_coefficient(),
            error: (quadrature.error + truncation) * (1.0 + 1e-9),
            of_sum: 0.0,
            left_out: 0.0,
            beside: None,
            epsilon,
            #[cfg(not(first_module))]
            often: Often::default(),
        };
        Some(line.trimmed())
    }

    /// Without the last frequencies, whose terms are small beside the error, as every reading sums all of them.
    fn trimmed(mut self) -> Self {
        let (mut kept, mut left_out) = (self.re.len(), 0.0);
        while kept > NODES {
            let first = kept - NODES;
            let mut with_these = left_out;
            for k in first..kept {
                with_these += self.re[k].abs() + self.im[k].abs();
            }
            if with_these > TRIMMED * self.error {
                break;
            }
            (kept, left_out) = (first, with_these);
        }
        self.re.truncate(kept);
        self.im.truncate(kept);
        if let Frequencies::Nodes { parts, .. } = &mut self.frequencies {
            let mut parts_kept = kept / NODES;
            parts.retain_mut(|parts| {
                parts.centres.truncate(parts_kept);
                parts_kept -= parts.centres.len();
                !parts.centres.is_empty()
            });
        }
        self.error += left_out * (1.0 + 1e-9);
        self
    }

    /// The same for a law of which the tilted measure leaves out events of this probability.
    pub(crate) fn of_most(self, left_out: f64) -> Self {
        Self {
            left_out: self.left_out + left_out,
            ..self
        }
    }

    /// The sum with a line for what this leaves out, for the orders that both serve.
    pub(crate) fn beside(self, other: Self) -> Self {
        let (low, high) = other.epsilon;
        Self {
            epsilon: (self.epsilon.0.max(low), self.epsilon.1.min(high)),
            beside: Some(Box::new(other)),
            ..self
        }
    }

    /// Orders at which the certificate holds.
    pub(crate) fn epsilon(&self) -> (f64, f64) {
        self.epsilon
    }

    /// Whether its error is so small that more is not spent on it.
    pub(super) fn is_narrow(&self) -> bool {
        self.error <= NARROW
    }

    /// Whether it has so many frequencies that it is read from a table.
    pub(super) fn is_long(&self) -> bool {
        self.re.len() >= MANY
    }

    pub(super) fn serves(&self, epsilon: f64) -> bool {
        let (low, high) = self.epsilon;
        low <= epsilon && epsilon <= high
    }

    /// The integral at `epsilon` with its certified error.
    pub(crate) fn at(&self, epsilon: f64) -> Sample {
        let own = self.own(epsilon);
        let Some(other) = &self.beside else {
            return own;
        };
        let other = other.at(epsilon);
        Sample {
            value: own.value + other.value,
            slope: own.slope + other.slope,
            curvature: own.curvature + other.curvature,
            error: own.error + other.error + f64::EPSILON * (own.value.abs() + other.value.abs()),
        }
    }

    /// What the error at `epsilon` is at least, without the sum.
    pub(super) fn least_error(&self, epsilon: f64) -> f64 {
        let (log_mass, _) = self.log_mass;
        let beside = self.beside.as_ref();
        libm::exp(log_mass + growth(self.s) * epsilon) * self.error
            + self.left_out
            + beside.map_or(0.0, |other| other.least_error(epsilon))
    }

    fn own(&self, epsilon: f64) -> Sample {
        let ([value, slope, curvature], rounding) = match &self.frequencies {
            Frequencies::Multiples(step) => self.read_multiples(*step, epsilon),
            Frequencies::Nodes { parts, rule } => (self.sum_of_nodes(parts, rule, epsilon), 0.0),
        };
        let rate = growth(self.s);
        let (log_mass, uncertainty) = self.log_mass;
        let exponent = log_mass + rate * epsilon;
        let scale = libm::exp(exponent);
        let relative = libm::expm1(uncertainty)
            + 4.0 * f64::EPSILON * (1.0 + log_mass.abs() + (rate * epsilon).abs());
        Sample {
            value: scale * value,
            slope: scale * (rate * value + slope),
            curvature: scale * (rate * rate * value + 2.0 * rate * slope + curvature),
            error: scale
                * ((self.error + rounding) * (1.0 + relative) + relative * value.abs())
                * (1.0 + 1e-12)
                + self.left_out,
        }
    }

    /// The sum at an order, and what its error is above that of the line.
    fn read_multiples(&self, step: f64, epsilon: f64) -> ([f64; 3], f64) {
        #[cfg(not(first_module))]
        if let Some(OrderReading { sums, error }) = self.read_table(step, epsilon) {
            return (sums, error);
        }
        (self.sum_of_multiples(step, epsilon), 0.0)
    }

    /// The sum from the table, once it is read often; none where that is not as exact, about.
    #[cfg(not(first_module))]
    fn read_table(&self, step: f64, epsilon: f64) -> Option<OrderReading> {
        let Often { readings, table } = &self.often;
        if !self.is_long() || self.re.len() > MOST {
            return None;
        }
        if readings.get() < OFTEN {
            readings.set(readings.get() + 1);
            return None;
        }
        let lay = || {
            let table = OrderTable::new(step, (&self.re, &self.im), self.epsilon)?;
            (table.error <= LITTLE * self.error + self.of_sum).then_some(table)
        };
        let mut reading = table.get_or_init(lay).as_ref()?.at(epsilon)?;
        reading.error = (reading.error - self.of_sum).max(0.0);
        (reading.error <= LITTLE * self.error).then_some(reading)
    }

    fn sum_of_multiples(&self, step: f64, epsilon: f64) -> [f64; 3] {
        let (mut value, mut lost, mut slope, mut curvature) = (0.0, 0.0, 0.0, 0.0);
        let angle = step * epsilon;
        let (turn_sin, turn_cos) = libm::sincos(angle * LANES as f64);
        // Four frequencies side by side, so that their rotations do not wait for each other.
        let offsets: [(f64, f64); LANES] = core::array::from_fn(|l| libm::sincos(angle * l as f64));
        for (block, (re, im)) in self.re.chunks(BLOCK).zip(self.im.chunks(BLOCK)).enumerate() {
            let first = (block * BLOCK) as f64;
            let (start_sin, start_cos) = libm::sincos(angle * first);
            let mut sin = offsets.map(|(s, c)| start_sin * c + start_cos * s);
            let mut cos = offsets.map(|(s, c)| start_cos * c - start_sin * s);
            let mut part = [0.0; LANES];
            let mut slopes = [0.0; LANES];
            let mut curvatures = [0.0; LANES];
            let mut t: [f64; LANES] = core::array::from_fn(|l| step * (first + l as f64));
            for (re, im) in re.chunks_exact(LANES).zip(im.chunks_exact(LANES)) {
                for l in 0..LANES {
                    let along = re[l] * cos[l] + im[l] * sin[l];
                    let across = im[l] * cos[l] - re[l] * sin[l];
                    part[l] += along;
                    slopes[l] += t[l] * across;
                    curvatures[l] += t[l] * t[l] * along;
                    (sin[l], cos[l]) = (
                        sin[l] * turn_cos + cos[l] * turn_sin,
                        cos[l] * turn_cos - sin[l] * turn_sin,
                    );
                    t[l] += step * LANES as f64;
                }
            }
            slope += sum(slopes);
            curvature -= sum(curvatures);
            // Kahan's sum over the blocks: rounding does not grow with their number.
            let corrected = sum(part) - lost;
            let next = value + corrected;
            lost = (next - value) - corrected;
            value = next;
        }
        [value, slope, curvature]
    }

    fn sum_of_nodes(&self, parts: &[Parts], rule: &[(f64, f64); NODES], epsilon: f64) -> [f64; 3] {
        let (mut sums, mut first) = ([0.0; 3], 0);
        for parts in parts {
            let mut turns = [(0.0, (0.0, 0.0)); NODES];
            for (turn, (x, _)) in turns.iter_mut().zip(rule) {
                let offset = parts.half * x;
                *turn = (offset, libm::sincos(offset * epsilon));
            }
            for &centre in &parts.centres {
                let (re, im) = (&self.re[first..][..NODES], &self.im[first..][..NODES]);
                // The sums around the centre with the powers of the offset, which turn as one.
                let (mut along, mut across) = ([[0.0; PAIR]; 3], [[0.0; PAIR]; 3]);
                for k in (0..NODES).step_by(PAIR) {
                    for l in 0..PAIR {
                        let (offset, (sin, cos)) = turns[k + l];
                        let mut a = re[k + l] * cos + im[k + l] * sin;
                        let mut b = im[k + l] * cos - re[k + l] * sin;
                        along[0][l] += a;
                        across[0][l] += b;
                        (a, b) = (a * offset, b * offset);
                        along[1][l] += a;
                        across[1][l] += b;
                        along[2][l] += a * offset;
                        across[2][l] += b * offset;
                    }
                }
                let (sin, cos) = libm::sincos(centre * epsilon);
                let both = |k: usize| {
                    let (a, b) = (along[k][0] + along[k][1], across[k][0] + across[k][1]);
                    (a * cos + b * sin, b * cos - a * sin)
                };
                let [(a, b), (a1, b1), (a2, _)] = [both(0), both(1), both(2)];
                sums[0] += a;
                sums[1] += centre * b + b1;
                sums[2] -= centre * (centre * a + 2.0 * a1) + a2;
                first += NODES;
            }
        }
        sums
    }
}

/// The sum of what was added up side by side.
fn sum([a, b, c, d]: [f64; LANES]) -> f64 {
    (a + b) + (c + d)
}

/// The most accurate reading of an order by the lines that serve it; only those are summed that may give it.
pub(super) fn most_accurate<'a>(
    lines: impl Iterator<Item = &'a FourierLine> + Clone,
    epsilon: f64,
) -> Option<Sample> {
    let serving = lines.filter(|line| line.serves(epsilon));
    let least = |line: &FourierLine| line.least_error(epsilon);
    let first = serving
        .clone()
        .min_by(|a, b| least(a).total_cmp(&least(b)))?;
    let mut best = first.at(epsilon);
    for line in serving {
        if least(line) < best.error && !core::ptr::eq(line, first) {
            let sample = line.at(epsilon);
            if sample.error < best.error {
                best = sample;
            }
        }
    }
    Some(best)
}

/// What the error of any reading of an order by these lines is at least; infinite where none serves it.
pub(super) fn least_error<'a>(lines: impl Iterator<Item = &'a FourierLine>, epsilon: f64) -> f64 {
    lines
        .filter(|line| line.serves(epsilon))
        .map(|line| line.least_error(epsilon))
        .fold(f64::INFINITY, f64::min)
}

/// How the logarithm of a line's integral grows with the order, beside the kernel.
pub(super) fn growth(s: f64) -> f64 {
    if s < 0.0 { -s } else { 1.0 - s }
}
