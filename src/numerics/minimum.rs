//! The minimum of a function.

/// Where a function that falls and then rises in the order is lowest.
pub(crate) fn lowest(value: &dyn Fn(f64) -> f64) -> f64 {
    const GOLDEN: f64 = 0.618033988749895;
    let mut reach = 1.0;
    while reach < 700.0
        && (value(reach) < value(0.5 * reach) || value(-reach) < value(-0.5 * reach))
    {
        reach *= 2.0;
    }
    let (mut low, mut high) = (-reach, reach);
    let (mut left, mut right) = (high - GOLDEN * (high - low), low + GOLDEN * (high - low));
    let (mut at_left, mut at_right) = (value(left), value(right));
    while high - low > 1e-7 * (1.0 + low.abs()) {
        if at_left <= at_right {
            (high, right, at_right) = (right, left, at_left);
            left = high - GOLDEN * (high - low);
            at_left = value(left);
        } else {
            (low, left, at_left) = (left, right, at_right);
            right = low + GOLDEN * (high - low);
            at_right = value(right);
        }
    }
    0.5 * (low + high)
}
