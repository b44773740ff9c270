//! Moments about 1 of what an epoch shows beside the mean of its observations, by independent copies of it.
//!
//! With `f` of each pair of copies, see [`super::residual`], `E (y - 1)^k` is the sum of `E prod f` over all graphs on `k` copies that leave none of
//! them alone. Of `f = beta + h` with `E h = 0` a graph of `h` with a bridge has the mean 0, as what lies beyond it may be relabelled: what is left
//! are graphs without bridges, and a power of `beta` for each further edge. Nothing cancels.

use super::residual::log_second;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// Moments from the second on.
pub(super) const MOMENTS: usize = 5;
/// Rounding of a sum of terms.
const ROUNDING: f64 = 64.0 * f64::EPSILON;

/// The moments from the second to the sixth, and bounds of their errors.
pub(super) fn moments(shift: f64, bins: f64) -> [(f64, f64); MOMENTS] {
    static COPIES: OnceLock<[Copies; MOMENTS]> = OnceLock::new();
    let copies = COPIES.get_or_init(|| core::array::from_fn(|index| Copies::new(index + 2)));
    let square = shift * shift;
    let beta = libm::expm1(log_second(square, bins));
    let same = libm::expm1(square * (1.0 - 1.0 / bins)) - beta;
    let other = libm::expm1(-square / bins) - beta;
    copies
        .each_ref()
        .map(|copies| copies.moment((same, other), beta, bins))
}

/// Graphs without bridges that are alike, and how many they are.
struct Alike {
    /// Places of all copies, and in how many ways the copies may share them so.
    places: usize,
    ways: f64,
    /// Edges between copies at one place and at two, and copies without any.
    same: usize,
    other: usize,
    alone: usize,
    times: f64,
}

/// All graphs on so many copies.
struct Copies {
    count: usize,
    graphs: Vec<Alike>,
}

impl Copies {
    fn new(count: usize) -> Self {
        let edges = Edges::new(count);
        let stars: Vec<u32> = (0..count)
            .map(|copy| edges.where_both(|a, b| a == copy || b == copy))
            .collect();
        let alone = |graph: u32| stars.iter().filter(|star| graph & **star == 0).count();
        let kept: Vec<(u32, usize)> = (0..1_u32 << edges.0.len())
            .filter(|graph| !edges.has_bridge(*graph))
            .map(|graph| (graph, alone(graph)))
            .collect();
        let mut graphs = Vec::new();
        for (sizes, ways) in shares(count) {
            let sizes_of = sizes.iter().enumerate();
            let places: Vec<usize> = sizes_of
                .flat_map(|(place, size)| core::iter::repeat_n(place, *size))
                .collect();
            let at_one = edges.where_both(|a, b| places[a] == places[b]);
            let mut times = BTreeMap::new();
            for (graph, alone) in &kept {
                let same = (graph & at_one).count_ones();
                let key = (same, graph.count_ones() - same, *alone);
                *times.entry(key).or_insert(0.0) += 1.0;
            }
            graphs.extend(
                times
                    .into_iter()
                    .map(|((same, other, alone), times)| Alike {
                        places: sizes.len(),
                        ways,
                        same: same as usize,
                        other: other as usize,
                        alone,
                        times,
                    }),
            );
        }
        Self { count, graphs }
    }

    fn moment(&self, (same, other): (f64, f64), beta: f64, bins: f64) -> (f64, f64) {
        let (mut sum, mut size) = (0.0, 0.0);
        for alike in &self.graphs {
            // That the copies share places so: each further place is another one.
            let share = (0..alike.places).fold(alike.ways, |share, place| {
                share * (1.0 - place as f64 / bins)
            }) * libm::pow(bins, alike.places as f64 - self.count as f64);
            let term = alike.times
                * share
                * libm::pow(same, alike.same as f64)
                * libm::pow(other, alike.other as f64)
                * self.further(alike, beta);
            sum += term;
            size += term.abs();
        }
        (sum, ROUNDING * size)
    }

    /// The powers of `beta` of all further edges with which no copy is alone, by inclusion and exclusion of those that are: whole numbers.
    fn further(&self, alike: &Alike, beta: f64) -> f64 {
        let edges = alike.same + alike.other;
        let most = pairs(self.count) - edges;
        let terms = (0..=most).rev().map(|more| {
            (0..=alike.alone).fold(0.0, |sum, left| {
                let free = (pairs(self.count - left)).saturating_sub(edges);
                let sign = if left % 2 == 0 { 1.0 } else { -1.0 };
                sum + sign * choices(alike.alone, left) * choices(free, more)
            })
        });
        terms.fold(0.0, |sum, term| sum * beta + term)
    }
}

fn pairs(count: usize) -> usize {
    count * count.saturating_sub(1) / 2
}

fn choices(of: usize, some: usize) -> f64 {
    (0..some).fold(1.0, |product, k| {
        product * (of as f64 - k as f64) / (k as f64 + 1.0)
    })
}

/// The pairs of copies; a graph has a bit for each.
struct Edges(Vec<(usize, usize)>);

impl Edges {
    fn new(count: usize) -> Self {
        let pairs = (0..count).flat_map(|second| (0..second).map(move |first| (first, second)));
        Self(pairs.collect())
    }

    /// Those of which both copies fulfil a condition.
    fn where_both(&self, fulfil: impl Fn(usize, usize) -> bool) -> u32 {
        let edges = self.0.iter().enumerate();
        edges.fold(0, |graph, (index, (a, b))| {
            graph | u32::from(fulfil(*a, *b)) << index
        })
    }

    /// Whether some edge alone joins what it joins.
    fn has_bridge(&self, graph: u32) -> bool {
        let edges = || self.0.iter().enumerate();
        let is_bridge = |(index, (from, to)): (usize, &(usize, usize))| {
            let rest = graph & !(1 << index);
            let mut reached = 1_u32 << from;
            loop {
                let before = reached;
                for (other, (a, b)) in edges() {
                    let ends = 1 << a | 1 << b;
                    if rest >> other & 1 == 1 && reached & ends != 0 {
                        reached |= ends;
                    }
                }
                if reached == before {
                    return reached >> to & 1 == 0;
                }
            }
        };
        edges().any(|edge| graph >> edge.0 & 1 == 1 && is_bridge(edge))
    }
}

/// Ways to share places: how many copies are at each of them, falling, and in how many ways the copies may be those.
fn shares(count: usize) -> Vec<(Vec<usize>, f64)> {
    fn extend(left: usize, most: usize, sizes: &mut Vec<usize>, all: &mut Vec<Vec<usize>>) {
        if left == 0 {
            all.push(sizes.clone());
        }
        for size in (1..=most.min(left)).rev() {
            sizes.push(size);
            extend(left - size, size, sizes, all);
            sizes.pop();
        }
    }
    let mut all = Vec::new();
    extend(count, count, &mut Vec::new(), &mut all);
    let factorial = |n: usize| (1..=n).fold(1.0, |product, k| product * k as f64);
    let with_ways = all.into_iter().map(|sizes| {
        let within: f64 = sizes.iter().map(|size| factorial(*size)).product();
        let alike: f64 = (1..=count)
            .map(|size| factorial(sizes.iter().filter(|own| **own == size).count()))
            .product();
        let ways = factorial(count) / (within * alike);
        (sizes, ways)
    });
    with_ways.collect()
}
