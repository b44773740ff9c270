//! The tail of a run in which one large loss is likelier than many small ones.

use super::drawn_order::drawn_order;
use super::edge::Edge;
use super::large_loss_line::{LargeLoss, Places, is_rare};
use super::line::{FourierLine, Sample};
use super::saddle::Aim;
use super::small_observations::{SmallObservations, log_tail};
use super::smooth_step::SmoothStep;
use crate::numerics::{Bisection, log_add, normal};

/// Logarithm of the share of the tail that may come without a large observation.
const NEGLECTED: f64 = -18.0;
/// Half the range of orders, as observations.
const REACH: f64 = 0.2;
/// How often the range is moved to where the aim is.
const ATTEMPTS: usize = 4;
/// Smallest edge.
const LEAST_EDGE: f64 = 1.0;
/// The largest observation that is looked for, before its shift; nothing in numbers lies beyond.
const FARTHEST: f64 = 60.0;
const NOTHING: f64 = f64::MIN_POSITIVE;

/// A line through the upper tail of a run for the event that some observation is large, around the order to which one
/// observation alone leads; of the runs without one a Chernoff bound is left out. `None` where that would say
/// nothing.
pub(super) fn single_jump(steps: &[&SmoothStep], aim: Aim, tolerance: f64) -> Option<FourierLine> {
    if steps.iter().any(|step| step.stands_out()) {
        return None;
    }
    let (step, alone) = likeliest(steps, aim)?;
    // Where several draws are likelier than one, the order lies farther out.
    let among = drawn_order(step, aim)
        .and_then(|order| single_observation(step, Aim::Order(order)))
        .filter(|&among| among > alone);
    let mut z = among.unwrap_or(alone);
    let mut jump = Jump::new(steps, step, z);
    if let (Some(_), Aim::Divergence(log)) = (among, aim) {
        jump.log_size = jump.log_size.max(log);
    }
    let mut found = None;
    for _ in 0..ATTEMPTS {
        let (low, high) = (step.point(z - REACH).loss, step.point(z + REACH).loss);
        if low <= 0.0 {
            break;
        }
        let Some(line) = jump.line((low, high), tolerance) else {
            break;
        };
        let Some(epsilon) = aimed_at(&line, aim, step.point(z).loss) else {
            return Some(line);
        };
        let size = line.at(epsilon).value;
        found = Some(line);
        if low < epsilon && epsilon < high {
            break;
        }
        z = single_observation(step, Aim::Order(epsilon))?;
        jump = Jump::new(steps, step, z);
        // Several observations may weigh much more there than one.
        jump.log_size = jump.log_size.max(libm::log(size));
    }
    found
}

/// The step of which one observation leads farthest, and that observation.
fn likeliest<'a>(steps: &[&'a SmoothStep], aim: Aim) -> Option<(&'a SmoothStep, f64)> {
    let sampled = steps.iter().filter(|step| step.q < 1.0);
    let alone = sampled.filter_map(|&step| Some((step, single_observation(step, aim)?)));
    let far = |&(step, z): &(&SmoothStep, f64)| match aim {
        Aim::Order(_) => log_single_jump(step, z),
        Aim::Divergence(_) | Aim::Rate(_) => step.point(z).loss,
    };
    alone.max_by(|a, b| far(a).total_cmp(&far(b)))
}

/// One large observation among many small ones.
struct Jump<'a> {
    steps: &'a [&'a SmoothStep],
    /// Of which step it likely is, and which one.
    step: &'a SmoothStep,
    z: f64,
    /// The observation that leads as far in each phase; none where none does.
    places: Places,
    /// Logarithm of about the divergence.
    log_size: f64,
}

impl<'a> Jump<'a> {
    fn new(steps: &'a [&'a SmoothStep], step: &'a SmoothStep, z: f64) -> Self {
        let places = places(steps, step, z);
        let alone = steps.iter().zip(&places);
        let alone = alone.filter_map(|(step, z)| Some(log_single_jump(step, (*z)?)));
        Self {
            steps,
            step,
            z,
            log_size: alone.fold(f64::NEG_INFINITY, log_add),
            places,
        }
    }

    fn line(&self, epsilon: (f64, f64), tolerance: f64) -> Option<FourierLine> {
        let log_target = self.log_size + NEGLECTED;
        let (edges, log_left_out) = self.edges_below(epsilon.0, log_target)?;
        let seen = self.steps.iter().zip(&self.places);
        let seen = seen.map(|(step, z)| match z {
            Some(z) => step.below(largest_seen(step, *z, log_target)),
            None => Some((*step).clone()),
        });
        let middle = self.step.point(self.z).loss;
        let seen: Option<Vec<SmoothStep>> = seen.collect();
        let large = LargeLoss::among(self.steps, seen?, &edges, Aim::Order(middle))?;
        let line = large.line(epsilon, tolerance)?;
        Some(line.of_most(libm::exp(log_left_out) * (1.0 + 1e-9) + NOTHING))
    }

    /// The highest edges below the places of which the rest has a tail of at most `e^log_target` at an order, and that tail.
    fn edges_below(&self, epsilon: f64, log_target: f64) -> Option<(Places, f64)> {
        const STEP: f64 = 0.25;
        let (steps, z) = (self.steps, self.z);
        let ats = (1_u32..).map(|k| z - STEP * f64::from(k));
        let edges: Vec<Places> = ats
            .map(|at| places(steps, self.step, at))
            .take_while(|places| {
                let is_above = places.iter().flatten().all(|&at| at > LEAST_EDGE);
                is_above && is_rare(steps.iter().copied(), places)
            })
            .collect();
        let of_places = |places: &Places| -> Vec<Edge> {
            let edge = |(step, at): (&&SmoothStep, &Option<f64>)| {
                let at = at.unwrap_or(FARTHEST + step.shift());
                Edge::new(at, step.reach(at))
            };
            steps.iter().zip(places).map(edge).collect()
        };
        let highest = of_places(edges.first()?);
        let small = steps.iter().zip(highest);
        let small: Vec<_> = small
            .map(|(step, edge)| SmallObservations::new(step, edge))
            .collect();
        let log_tail = |places: &Places| log_tail(&small, &of_places(places), epsilon, log_target);
        // The lower the edges, the smaller the tail.
        let first = edges.partition_point(|places| log_tail(places) > log_target);
        let places = edges.get(first)?;
        Some((places.clone(), log_tail(places)))
    }
}

/// The observation of each phase that says as much as `z` of a step; none beyond the farthest one, and of a phase that draws all records.
fn places(steps: &[&SmoothStep], step: &SmoothStep, z: f64) -> Places {
    let order = Aim::Order(step.point(z).loss);
    let place = |&other: &&SmoothStep| {
        if core::ptr::eq(other, step) {
            Some(z)
        } else if other.q < 1.0 {
            single_observation(other, order)
        } else {
            None
        }
    };
    steps.iter().map(place).collect()
}

/// The order that is aimed at as a line sees it from another, which further observations make differ from that of one alone.
pub(super) fn aimed_at(line: &FourierLine, aim: Aim, epsilon: f64) -> Option<f64> {
    aimed_from(&line.at(epsilon), aim, epsilon)
}

/// The same from what the line says there.
pub(super) fn aimed_from(here: &Sample, aim: Aim, epsilon: f64) -> Option<f64> {
    let rate = -libm::exp(-epsilon) * here.slope;
    let (log, slope) = match aim {
        Aim::Order(_) => return None,
        Aim::Divergence(log) => (libm::log(here.value) - log, here.slope / here.value),
        Aim::Rate(log) => (
            libm::log(rate) - log,
            libm::exp(-epsilon) * (here.slope - here.curvature) / rate,
        ),
    };
    let next = epsilon - log / slope;
    (next.is_finite() && next > 0.0 && slope < 0.0).then_some(next)
}

/// Where larger observations, of which one comes with a probability of `e^log_target`, are left out.
fn largest_seen(step: &SmoothStep, z: f64, log_target: f64) -> f64 {
    const STEP: f64 = 0.25;
    let mut end = z + 4.0 * STEP;
    while libm::log(step.num_steps() * step.inn_above(end)) > log_target {
        end += STEP;
    }
    // The edge is no wall.
    end + STEP
}

/// The observation that alone leads to what is aimed at.
fn single_observation(step: &SmoothStep, aim: Aim) -> Option<f64> {
    let log_steps = libm::log(step.num_steps());
    let search = Bisection::linear(40);
    let far = FARTHEST + step.shift();
    let z = match aim {
        Aim::Order(epsilon) => search.bracket(0.0, far, |z| step.point(z).loss < epsilon).0,
        Aim::Rate(log) => {
            search
                .bracket(0.0, far, |z| log_steps + normal::log_sf(z) > log)
                .0
        }
        Aim::Divergence(log) => {
            search
                .bracket(0.0, far, |z| log_single_jump(step, z) > log)
                .0
        }
    };
    (z > 0.0 && z < far - 1.0).then_some(z)
}

/// Logarithm of `T` times the divergence of one step at the order of an observation, for a substitution about.
fn log_single_jump(step: &SmoothStep, z: f64) -> f64 {
    let log_steps = libm::log(step.num_steps());
    let of_shift = |(shift, log_weight): (f64, f64)| {
        let (log_inn, log_out) = (normal::log_sf(z - shift), normal::log_shifted_sf(z, shift));
        let share = -libm::expm1(log_out - log_inn);
        log_steps + log_weight + log_inn + libm::log(share.max(1e-12))
    };
    let shifts = step.shifts().map(of_shift);
    shifts.fold(f64::NEG_INFINITY, log_add)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fourier::large_loss_line::TOLERANCE;
    use crate::mechanism::{PairPhase, Shape};

    fn step(noise_per_shift: f64, sample_rate: f64, num_steps: f64) -> SmoothStep {
        let phase = PairPhase {
            noise_per_shift,
            sample_rate,
            num_steps,
        };
        SmoothStep::new(Shape::Mixture { group_size: 1 }, &phase).expect("Gaussian")
    }

    /// Of phases that are alike the event is that of all their steps.
    #[test]
    fn phases_that_are_alike_are_one() {
        for (noise, rate, steps, log) in [
            (0.52, 5.5e-5, 12.0, -27.6),
            (1.134, 3.1e-5, 3000.0, -34.5),
            (0.8, 1e-3, 100.0, -16.1),
        ] {
            let whole = step(noise, rate, steps);
            let halves = [
                step(noise, rate, 0.25 * steps),
                step(noise, rate, 0.75 * steps),
            ];
            for aim in [Aim::Divergence(log), Aim::Rate(log)] {
                let line =
                    |steps: &[&SmoothStep]| single_jump(steps, aim, TOLERANCE).expect("a line");
                let (one, parts) = (line(&[&whole]), line(&[&halves[0], &halves[1]]));
                let (low, high) = one.epsilon();
                for share in [0.2, 0.5, 0.8] {
                    let epsilon = low + share * (high - low);
                    if !parts.serves(epsilon) {
                        continue;
                    }
                    let (a, b) = (one.at(epsilon), parts.at(epsilon));
                    let off = (a.value - b.value).abs();
                    assert!(off <= a.error + b.error, "{noise}: {off:e}");
                    let most = 10.0 * a.error + 1e-9 * a.value;
                    assert!(b.error <= most, "{noise}: {:e} above {most:e}", b.error);
                }
            }
        }
    }

    /// A phase in which nothing leads as far leaves the event to the others.
    #[test]
    fn a_quiet_phase_adds_no_event() {
        let (loud, quiet) = (step(0.5, 1e-4, 100.0), step(60.0, 1e-4, 100.0));
        let steps = [&quiet, &loud];
        let (likely, z) = likeliest(&steps, Aim::Rate(-20.0)).expect("a step");
        assert!(core::ptr::eq(likely, &raw const loud));
        assert_eq!(places(&steps, likely, z), [None, Some(z)]);
        let line = single_jump(&steps, Aim::Rate(-20.0), TOLERANCE).expect("a line");
        let alone = single_jump(&[&loud], Aim::Rate(-20.0), TOLERANCE).expect("a line");
        let (low, high) = alone.epsilon();
        let epsilon = 0.5 * (low + high);
        // The quiet phase moves the loss by about its spread, a millionth.
        let (a, b) = (line.at(epsilon), alone.at(epsilon));
        assert!(
            (a.value / b.value - 1.0).abs() < 1e-3,
            "{} {}",
            a.value,
            b.value
        );
    }
}
