//! Where rates lie on a law, from those that were found before.

/// A place: its order, the logarithm of the mass right of it and how fast that falls.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) order: f64,
    pub(super) log: f64,
    pub(super) slope: f64,
}

/// Steps to a place, and the logarithm of a mass that is met.
const MOST_STEPS: usize = 60;
const MET: f64 = 1e-10;

/// Places in their order.
#[derive(Default)]
pub(super) struct KnownPlaces(Vec<Place>);

impl KnownPlaces {
    /// About the place right of which so much mass lies, between two orders left and right of which there are all and nothing: by Newton's
    /// method from what lies between its neighbours.
    pub(super) fn find(&mut self, mass: f64, ends: (f64, f64), at: impl Fn(f64) -> Place) -> Place {
        let log = libm::log(mass);
        let index = self.0.partition_point(|place| place.log > log);
        let before = index.checked_sub(1).map(|index| self.0[index]);
        let after = self.0.get(index).copied();
        let mut low = before.map_or(ends.0, |place| place.order);
        let mut high = after.map_or(ends.1, |place| place.order);
        let between = before
            .zip(after)
            .map(|(before, after)| order_between(before, after, log));
        let inside = |order: f64, low: f64, high: f64| order > low && order < high;
        let start = between.filter(|order| inside(*order, low, high));
        let mut order = start.unwrap_or(0.5 * (low + high));
        let mut found = at(order);
        for _ in 0..MOST_STEPS {
            let excess = found.log - log;
            if excess.abs() <= MET {
                break;
            }
            if excess > 0.0 {
                low = order;
            } else {
                high = order;
            }
            let newton = order - excess / found.slope;
            let next = if inside(newton, low, high) {
                newton
            } else {
                0.5 * (low + high)
            };
            if next == order || !inside(next, low, high) {
                break;
            }
            order = next;
            found = at(order);
        }
        let index = self.0.partition_point(|place| place.order < found.order);
        self.0.insert(index, found);
        found
    }
}

/// The order at which the cubic through two places has this logarithm.
fn order_between(before: Place, after: Place, log: f64) -> f64 {
    let length = after.log - before.log;
    let share = (log - before.log) / length;
    let rest = 1.0 - share;
    rest * rest * (1.0 + 2.0 * share) * before.order
        + share * share * (3.0 - 2.0 * share) * after.order
        + share * rest * length * (rest / before.slope - share / after.slope)
}
