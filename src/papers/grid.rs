//! Where a figure is computed.

/// `points` values from `first` to `last`, equally far apart.
pub(super) fn even(first: f64, last: f64, points: u32) -> Vec<f64> {
    let step = (last - first) / f64::from(points - 1);
    (0..points)
        .map(|i| rounded(first + step * f64::from(i)))
        .collect()
}

/// The same with equal ratios; it may run downward.
pub(super) fn logarithmic(first: f64, last: f64, points: u32) -> Vec<f64> {
    let step = libm::log(last / first) / f64::from(points - 1);
    (0..points)
        .map(|i| rounded(first * libm::exp(step * f64::from(i))))
        .collect()
}

/// To six digits: what is computed is what is printed.
fn rounded(value: f64) -> f64 {
    if value == 0.0 {
        return 0.0;
    }
    let scale = libm::pow(10.0, 5.0 - libm::floor(libm::log10(value.abs())));
    libm::round(value * scale) / scale
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_are_met_and_digits_are_few() {
        assert_eq!(even(0.02, 1.0, 50)[..3], [0.02, 0.04, 0.06]);
        assert_eq!(even(0.0, 1.0, 3), [0.0, 0.5, 1.0]);
        assert_eq!(logarithmic(0.01, 10.0, 4), [0.01, 0.1, 1.0, 10.0]);
        assert_eq!(logarithmic(300.0, 3.0, 3), [300.0, 30.0, 3.0]);
    }
}
