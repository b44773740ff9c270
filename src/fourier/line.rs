//! Method F: the law of the total loss by a Fourier series on a line in the complex plane, with its certificate.

use super::characteristic::Phases;
use super::panels::{
    Integrand, MOST_TERMS, NODES, OnPanels, Parts, Poles, Quadrature, legendre, of_run,
};
use super::power::Power;
use super::raised_characteristic::RaisedPhases;
use super::raised_step::RaisedStep;
use super::step::Step;
use super::tilted_law::{TiltedLaw, search};
use super::tilted_step::TiltedStep;
use super::truncation::{Decay, LayerCake};
use crate::numerics::complex::{self, Complex};
use crate::numerics::{Bisection, count};
use core::f64::consts::PI;

/// Error asked of each part of the certificate, relative to the mass of `nu_s`.
pub(crate) const TOLERANCE: f64 = 4e-15;
/// Node-frequency pairs that are spent on a line at first, and at most.
const SMALL_BUDGET: f64 = 4e6;
pub(crate) const BUDGET: f64 = 1e8;
/// Error of a line that is good enough for more not to be spent.
const NARROW: f64 = 1e-9;
/// What a frequency costs beside its nodes, in nodes.
const FREQUENCY_COST: f64 = 100.0;
/// Frequencies from which on the kernel is small enough by itself.
const HIGHEST: f64 = 1e15;
/// Largest product of a frequency and an order on panels.
const MOST_TURNS: f64 = 5e4;
/// What a node that turns on a raised line costs, in nodes on the axis, and what it takes to place one, in frequencies.
const RAISED_COST: f64 = 2.0;
const PLACING_COST: f64 = 100.0;
/// Most nodes on raised lines.
const MOST_RAISED: f64 = 1e5;
/// Frequencies that are summed side by side, and between two direct evaluations of sine and cosine.
const LANES: usize = 4;
const BLOCK: usize = 16 * LANES;
/// Phases up to which each gets a fine stack for the decay of its characteristic function, and the cells of the others.
const FINE_PHASES: usize = 8;
const CELLS_OF_MANY: f64 = 32.0;

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
    /// Probability of what the tilted measure leaves out: the integral may be larger by so much.
    left_out: f64,
    /// The line of what it leaves out, where there is one.
    beside: Option<Box<FourierLine>>,
    epsilon: (f64, f64),
}

/// Where the characteristic function was summed.
enum Frequencies {
    /// At the multiples of a frequency.
    Multiples(f64),
    /// At the nodes of a quadrature.
    Nodes {
        parts: Vec<Parts>,
        rule: [(f64, f64); NODES],
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
    /// Sums the series for the orders from `epsilon.0` to `epsilon.1`; the window comes from the tails of `still`,
    /// the law under `nu_s` at frequency 0.
    ///
    /// All frequencies that the certificate asks for where they fit [`SMALL_BUDGET`]; else as many as fit, which give
    /// a wider interval, if that is narrow enough; else all of them where they fit `budget`. `None` where nothing
    /// is said.
    pub(crate) fn new(
        steps: &[Step],
        still: &TiltedLaw,
        epsilon: (f64, f64),
        budget: f64,
    ) -> Option<Self> {
        let series = Series::new(steps, still, epsilon);
        if let Some(line) = series.up_to(series.full, SMALL_BUDGET.min(budget)) {
            return Some(line);
        }
        if budget <= SMALL_BUDGET {
            return series.in_part(budget);
        }
        let series = series.refined();
        if let Some(line) = series
            .up_to(series.full, SMALL_BUDGET)
            .or_else(|| series.on_panels())
        {
            return Some(line);
        }
        match series.in_part(SMALL_BUDGET) {
            Some(line) if line.error <= NARROW => Some(line),
            partial => series.up_to(series.full, budget).or(partial),
        }
    }

    /// All frequencies that the certificate asks for, or `None` where they do not fit `budget`.
    pub(crate) fn whole(
        steps: &[Step],
        still: &TiltedLaw,
        epsilon: (f64, f64),
        budget: f64,
    ) -> Option<Self> {
        let series = Series::new(steps, still, epsilon);
        if let Some(line) = series.up_to(series.full, SMALL_BUDGET.min(budget)) {
            return Some(line);
        }
        let series = series.refined();
        series.up_to(series.full, budget)
    }

    /// The same on panels.
    pub(crate) fn whole_on_panels(
        steps: &[Step],
        still: &TiltedLaw,
        epsilon: (f64, f64),
    ) -> Option<Self> {
        Series::new(steps, still, epsilon).refined().on_panels()
    }

    /// On panels of frequencies for the orders around 0 that these serve, up to `largest`.
    pub(crate) fn around_zero(steps: &[Step], still: &TiltedLaw, largest: f64) -> Option<Self> {
        let mut series = Series::new(steps, still, (0.0, 0.0)).refined();
        let reach = largest.min(MOST_TURNS / series.full);
        series.epsilon = (-reach, reach);
        series.on_panels()
    }

    /// The sum of a characteristic function at the multiples of a frequency, each with a bound of its error, in the measure
    /// `still`; `truncation` bounds what the others would add.
    pub(super) fn of_series(
        still: &TiltedLaw,
        window: &Window,
        epsilon: (f64, f64),
        series: impl Iterator<Item = (Complex<f64>, f64)>,
        truncation: f64,
    ) -> Self {
        let step = 2.0 * PI / window.length;
        let (mut re, mut im) = (Vec::new(), Vec::new());
        let mut error = 0.0;
        let largest = epsilon.0.abs().max(epsilon.1.abs());
        for (k, (value, spoiled)) in series.enumerate() {
            let t = step * k as f64;
            let both = if k == 0 { 1.0 } else { 2.0 };
            let (kernel_re, kernel_im) = window.kernel.coefficient(k, t, window.length);
            let weight = both / window.length;
            re.push(weight * (kernel_re * value.re - kernel_im * value.im));
            im.push(weight * (kernel_re * value.im + kernel_im * value.re));
            let size = weight * libm::hypot(kernel_re, kernel_im);
            let evaluation = 64.0 + 4.0 * t * largest;
            error += size * (spoiled + complex::abs(value) * evaluation * f64::EPSILON);
        }
        // Whole lanes: the rest weighs nothing.
        let lanes = re.len().next_multiple_of(LANES);
        re.resize(lanes, 0.0);
        im.resize(lanes, 0.0);
        Self {
            s: still.s,
            frequencies: Frequencies::Multiples(step),
            re,
            im,
            log_mass: still.log_coefficient(),
            error: (error + truncation + window.error) * (1.0 + 1e-9),
            left_out: 0.0,
            beside: None,
            epsilon,
        }
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
        Some(Self {
            s: still.s,
            frequencies: Frequencies::Nodes {
                parts: quadrature.parts,
                rule: legendre(),
            },
            re: quadrature.values.iter().map(|value| value.re).collect(),
            im: quadrature.values.iter().map(|value| value.im).collect(),
            log_mass: still.log_coefficient(),
            error: (quadrature.error + truncation) * (1.0 + 1e-9),
            left_out: 0.0,
            beside: None,
            epsilon,
        })
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

    /// Whether it has this relative accuracy in the middle of its orders.
    pub(crate) fn resolves(&self, relative: f64) -> bool {
        let (low, high) = self.epsilon;
        let sample = self.at(0.5 * (low + high));
        sample.error <= relative * sample.value
    }

    /// Orders at which the certificate holds.
    pub(crate) fn epsilon(&self) -> (f64, f64) {
        self.epsilon
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

    fn own(&self, epsilon: f64) -> Sample {
        let [value, slope, curvature] = match &self.frequencies {
            Frequencies::Multiples(step) => self.sum_of_multiples(*step, epsilon),
            Frequencies::Nodes { parts, rule } => self.sum_of_nodes(parts, rule, epsilon),
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
            error: scale * (self.error * (1.0 + relative) + relative * value.abs()) * (1.0 + 1e-12)
                + self.left_out,
        }
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
            slope += (slopes[0] + slopes[1]) + (slopes[2] + slopes[3]);
            curvature -= (curvatures[0] + curvatures[1]) + (curvatures[2] + curvatures[3]);
            // Kahan's sum over the blocks: rounding does not grow with their number.
            let corrected = (part[0] + part[1]) + (part[2] + part[3]) - lost;
            let next = value + corrected;
            lost = (next - value) - corrected;
            value = next;
        }
        [value, slope, curvature]
    }

    fn sum_of_nodes(&self, parts: &[Parts], rule: &[(f64, f64); NODES], epsilon: f64) -> [f64; 3] {
        let (mut sums, mut first) = ([0.0; 3], 0);
        for parts in parts {
            let turns = rule.map(|(x, _)| libm::sincos(parts.half * x * epsilon));
            for &centre in &parts.centres {
                let (centre_sin, centre_cos) = libm::sincos(centre * epsilon);
                let mut part = [0.0; 3];
                let nodes = self.re[first..].iter().zip(&self.im[first..]);
                for (((sin, cos), (x, _)), (re, im)) in turns.iter().zip(rule).zip(nodes) {
                    let turned_sin = centre_sin * cos + centre_cos * sin;
                    let turned_cos = centre_cos * cos - centre_sin * sin;
                    let along = re * turned_cos + im * turned_sin;
                    let across = im * turned_cos - re * turned_sin;
                    let t = centre + parts.half * x;
                    part[0] += along;
                    part[1] += t * across;
                    part[2] -= t * t * along;
                }
                for (sum, part) in sums.iter_mut().zip(part) {
                    *sum += part;
                }
                first += NODES;
            }
        }
        sums
    }
}

/// How the logarithm of a line's integral grows with the order, beside the kernel.
pub(super) fn growth(s: f64) -> f64 {
    if s < 0.0 { -s } else { 1.0 - s }
}

/// What there is to sum: window and decay are known before any frequency is.
struct Series<'a> {
    steps: &'a [Step],
    still: &'a TiltedLaw,
    epsilon: (f64, f64),
    decay: Decay,
    window: Window,
    /// The frequency up to which the certificate asks for all, and a bound of what lies beyond for the kernel `1/t²`.
    full: f64,
    beyond: f64,
    /// The steps on raised lines.
    laws: Option<Vec<RaisedStep>>,
}

impl<'a> Series<'a> {
    fn new(steps: &'a [Step], still: &'a TiltedLaw, epsilon: (f64, f64)) -> Self {
        let decay = decay(steps, still);
        let window = Window::new(still, epsilon, TOLERANCE, 1.0);
        let full = decay.cutoff(TOLERANCE / window.kernel.steepness(), HIGHEST);
        let beyond = decay.tail(full);
        Self {
            steps,
            still,
            epsilon,
            decay,
            window,
            full,
            beyond,
            laws: None,
        }
    }

    /// The same up to the frequency from which on the nodes of raised lines are damped: `sum |m| e^(-t Im L)` falls with the
    /// frequency, too, and faster than the staircase says where the density has a spike.
    fn refined(self) -> Self {
        let (steps, still) = (self.steps, self.still);
        let share = TOLERANCE / steps.len() as f64;
        let law =
            |(step, phase)| RaisedStep::new(step, phase, still.s, self.full, share, MOST_RAISED);
        let laws: Option<Vec<RaisedStep>> = steps.iter().zip(&still.phases).map(law).collect();
        let Some(laws) = laws else {
            return self;
        };
        let log_modulus = |t: f64| -> f64 { laws.iter().map(|law| law.log_modulus(t)).sum() };
        let log_tolerance = libm::log(TOLERANCE / self.window.kernel.steepness());
        let stays = |t: f64| log_modulus(t) - libm::log(t) >= log_tolerance;
        let search = Bisection::logarithmic(100).until(|low, high| high / low <= 1.05);
        let (_, last) = search.bracket(1.0, self.full.max(2.0), stays);
        let (full, beyond) = if last < self.full {
            let nearby = libm::exp(log_modulus(last)) / (PI * last);
            (last, nearby + self.beyond)
        } else {
            (self.full, self.beyond)
        };
        Self {
            full,
            beyond,
            laws: Some(laws),
            ..self
        }
    }

    /// As many frequencies as fit `budget`.
    fn in_part(&self, budget: f64) -> Option<FourierLine> {
        let mut cutoff = self.full;
        loop {
            cutoff *= 0.5;
            if self.decay.tail(cutoff) > 0.5 {
                return None;
            }
            let line = self.up_to(cutoff, budget);
            if line.is_some() {
                return line;
            }
        }
    }

    /// The sum of the frequencies below `cutoff`, `None` where their nodes do not fit `budget`.
    fn up_to(&self, cutoff: f64, budget: f64) -> Option<FourierLine> {
        let (steps, still) = (self.steps, self.still);
        let frequencies = libm::ceil(cutoff * self.window.length / (2.0 * PI)).max(8.0);
        let last = frequencies * 2.0 * PI / self.window.length;
        let paths = if still.highest * (1.0 - 1e-9) >= last {
            still.phases.iter().map(Path::AtRest).collect()
        } else {
            let most = budget.max(2e4 * steps.len() as f64) / frequencies - FREQUENCY_COST;
            paths(steps, still, last, frequencies, most)?
        };
        Some(self.sum(&paths, count(frequencies)))
    }

    /// The integral on panels of growing length, `None` where they give no certificate or would have too many nodes.
    fn on_panels(&self) -> Option<FourierLine> {
        let largest = self.epsilon.0.abs().max(self.epsilon.1.abs());
        if largest * self.full > 2.0 * MOST_TURNS {
            return None;
        }
        let laws = self.laws.as_deref()?;
        let run = of_run(laws);
        let terms = laws.iter().map(|law| law.nodes.len()).sum();
        FourierLine::on_panels(
            self.still,
            &self.window.kernel,
            self.epsilon,
            (&run, 1.0, terms, MOST_TERMS),
            self.full,
            self.beyond,
        )
    }

    fn sum(&self, paths: &[Path], frequencies: usize) -> FourierLine {
        let step = 2.0 * PI / self.window.length;
        let mut powers = vec![Power::default(); frequencies + 1];
        for path in paths {
            path.multiply(&mut powers, step);
        }
        let last = step * frequencies as f64;
        let known = if last >= self.full { self.beyond } else { 1.0 };
        let truncation = self.window.kernel.excess() * self.decay.tail(last).min(known);
        let series = powers.iter().map(Power::value);
        FourierLine::of_series(self.still, &self.window, self.epsilon, series, truncation)
    }
}

/// Where the characteristic function of one phase is integrated.
pub(super) enum Path<'a> {
    /// On the real axis, by the nodes of the law at rest.
    AtRest(&'a TiltedStep),
    /// On the real axis, by more nodes.
    Real(TiltedStep),
    /// Above it.
    Raised(RaisedStep),
}

/// For each phase the path that costs less, for so many frequencies up to `t`; `None` if more than `most` nodes would turn at
/// each of them.
pub(super) fn paths<'a>(
    steps: &[Step],
    still: &'a TiltedLaw,
    t: f64,
    frequencies: f64,
    most: f64,
) -> Option<Vec<Path<'a>>> {
    let share = TOLERANCE / steps.len() as f64;
    let search = search(steps.len());
    let mut left = most;
    let cost = |raised: &RaisedStep| {
        let placing = PLACING_COST * raised.nodes.len() as f64 / frequencies;
        RAISED_COST * RaisedPhases::turning(raised, t / frequencies, frequencies) + placing
    };
    let path = |(step, phase): (&Step, &'a TiltedStep)| {
        let placed = (left * frequencies / PLACING_COST).min(MOST_RAISED);
        let raised = RaisedStep::new(step, phase, still.s, t, share, placed);
        let raised = raised.filter(|raised| cost(raised) <= left);
        let cheaper = raised.as_ref().map_or(left, cost);
        let path = match TiltedStep::new(step, still.s, t, share, cheaper, search) {
            Some(real) => Path::Real(real),
            None => Path::Raised(raised?),
        };
        left -= match &path {
            Path::AtRest(phase) => phase.nodes.len() as f64,
            Path::Real(phase) => phase.nodes.len() as f64,
            Path::Raised(raised) => cost(raised),
        };
        Some(path)
    };
    steps.iter().zip(&still.phases).map(path).collect()
}

impl Path<'_> {
    /// Multiplies each frequency by the power of the phase.
    pub(super) fn multiply(&self, powers: &mut [Power], step: f64) {
        let last = step * (powers.len() - 1) as f64;
        match self {
            Path::AtRest(phase) => multiply_real(powers, phase, step, last),
            Path::Real(phase) => multiply_real(powers, phase, step, last),
            Path::Raised(phase) => {
                let mut phases = RaisedPhases::new(phase, step);
                let next = || phases.next();
                multiply(powers, phase.num_steps, phase.quadrature_error, next);
            }
        }
    }
}

fn multiply_real(powers: &mut [Power], phase: &TiltedStep, step: f64, last: f64) {
    let mut phases = Phases::new(phase, step, last);
    let next = || phases.next();
    multiply(powers, phase.num_steps, phase.quadrature_error, next);
}

/// `next` gives the characteristic function of one step, less 1, at each frequency in turn, and a bound of its rounding.
fn multiply(
    powers: &mut [Power],
    num_steps: f64,
    quadrature_error: f64,
    mut next: impl FnMut() -> (f64, f64, f64),
) {
    for power in powers {
        let (re, im, rounding) = next();
        power.multiply(Complex { re, im }, rounding + quadrature_error, num_steps);
    }
}

fn decay(steps: &[Step], still: &TiltedLaw) -> Decay {
    let most_cells = if steps.len() <= FINE_PHASES {
        f64::INFINITY
    } else {
        CELLS_OF_MANY
    };
    Decay(
        steps
            .iter()
            .zip(&still.phases)
            .map(|(step, phase)| {
                let coefficient = phase.log_coefficient + phase.log_coefficient_error;
                LayerCake::new(step, still.s, coefficient, most_cells)
            })
            .collect(),
    )
}

/// Logarithm of the largest value of `e^(-c y) - e^(-(c+1) y)` for `y > 0`, which is `(1 + 1/c)^-c/(1 + c)`.
pub(super) fn log_peak(c: f64) -> f64 {
    -c * libm::log1p(1.0 / c) - libm::log1p(c)
}

/// The function of `y = L - eps` whose expectation is wanted, made periodic.
pub(super) enum Kernel {
    /// `e^(-|y|/2)`, cut at the edges of the window where `cut`, else summed over all periods.
    Overlap { cut: bool, length: f64 },
    /// `e^(-c y) - e^(-(c+1) y)` for `y > 0`, summed over all periods.
    Above(f64),
    /// The mirror image.
    Below(f64),
}

impl Kernel {
    /// Fourier coefficient at frequency `t = 2 pi k/Y`, times `Y`.
    fn coefficient(&self, k: usize, t: f64, length: f64) -> (f64, f64) {
        match *self {
            Self::Overlap { cut, .. } => {
                let edge = if !cut {
                    1.0
                } else if k.is_multiple_of(2) {
                    -libm::expm1(-0.25 * length)
                } else {
                    1.0 + libm::exp(-0.25 * length)
                };
                (edge / (0.25 + t * t), 0.0)
            }
            // 1/((c + it)(c + 1 + it))
            Self::Above(c) => inverse(c * (c + 1.0) - t * t, (2.0 * c + 1.0) * t),
            Self::Below(c) => inverse(c * (c + 1.0) - t * t, -(2.0 * c + 1.0) * t),
        }
    }

    /// The function itself, of which this is made periodic.
    fn over_all(&self) -> Self {
        match *self {
            Self::Overlap { length, .. } => Self::Overlap { cut: false, length },
            Self::Above(c) => Self::Above(c),
            Self::Below(c) => Self::Below(c),
        }
    }

    /// The poles of its Fourier transform.
    fn poles(&self) -> Poles {
        match *self {
            Self::Overlap { .. } => Poles(0.5, 0.5),
            Self::Above(c) | Self::Below(c) => Poles(c, c + 1.0),
        }
    }

    /// Largest ratio of a coefficient to `1/t²`.
    fn excess(&self) -> f64 {
        match *self {
            Self::Overlap { cut: true, length } => 1.0 + libm::exp(-0.25 * length),
            _ => 1.0,
        }
    }

    /// How much smaller than 1 the kernel is.
    pub(super) fn steepness(&self) -> f64 {
        match *self {
            Self::Overlap { .. } => 1.0,
            Self::Above(c) | Self::Below(c) => 1.0 + c * (c + 1.0),
        }
    }
}

fn inverse(re: f64, im: f64) -> (f64, f64) {
    let square = re * re + im * im;
    (re / square, -im / square)
}

/// The period of the kernel.
pub(super) struct Window {
    pub(super) length: f64,
    pub(super) kernel: Kernel,
    error: f64,
}

impl Window {
    /// For a part of the law of this mass, with an error of about `tolerance` of it.
    pub(super) fn new(law: &TiltedLaw, epsilon: (f64, f64), tolerance: f64, mass: f64) -> Self {
        let log_half = libm::log(0.5 * tolerance * mass);
        let above = law.upper_tail(log_half) - epsilon.0;
        let below = epsilon.1 + law.lower_tail(log_half);
        let length = 2.0 * above.max(below).max(1e-300) * (1.0 + 1e-9);
        let outside = tolerance * mass + law.outside();
        let s = law.s;
        if (0.0..=1.0).contains(&s) {
            return Self::overlap(law, epsilon, length, outside);
        }
        let c = (s - 1.0).max(-s);
        // Within the window the periods beyond it add at most this; outside of it the kernel is at most its peak.
        let tolerance = tolerance / (1.0 + c * (c + 1.0));
        let length = length.max(-2.0 * libm::log(tolerance) / c);
        let wrapped = libm::exp(-0.5 * c * length) / -libm::expm1(-c * length);
        let peak = libm::exp(-c * libm::log1p(1.0 / c)) / (1.0 + c);
        Self {
            length,
            kernel: if s > 1.0 {
                Kernel::Above(c)
            } else {
                Kernel::Below(c)
            },
            error: wrapped * (mass + outside) + 2.0 * peak * outside,
        }
    }

    fn overlap(law: &TiltedLaw, epsilon: (f64, f64), length: f64, outside: f64) -> Self {
        // Summed over all periods, the kernel is off by at most 2 e^(-(Y-|eps|)/2)/(1 - e^(-Y/2)) for
        // every law, in units of the mass 1: each period contributes an overlap at another epsilon.
        let largest = epsilon.0.abs().max(epsilon.1.abs());
        let (log_mass, _) = law.log_coefficient();
        let free = 2.0 * (libm::log(3.0 / TOLERANCE) - log_mass) + largest;
        if length < free {
            Self {
                length,
                kernel: Kernel::Overlap { cut: true, length },
                error: outside,
            }
        } else {
            Self {
                length: free,
                kernel: Kernel::Overlap {
                    cut: false,
                    length: free,
                },
                error: TOLERANCE,
            }
        }
    }
}
