//! Sums of numbers that are known by their logarithms.

/// `ln(e^a + e^b)`.
pub(crate) fn log_add(a: f64, b: f64) -> f64 {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    if low == f64::NEG_INFINITY {
        return high;
    }
    high + libm::log1p(libm::exp(low - high))
}
