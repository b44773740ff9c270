//! Complex numbers near 0 and 1, without cancellation; the same digits on every platform.

pub(crate) use realfft::num_complex::Complex;

/// `e^z - 1`.
///
/// Relative error: a few units where the real part is above -1, absolute below; the rounding of `z` itself aside.
pub(crate) fn expm1(z: Complex<f64>) -> Complex<f64> {
    let (sin, cos) = libm::sincos(z.im);
    let half = libm::sin(0.5 * z.im);
    let excess = libm::expm1(z.re);
    Complex {
        re: excess * cos - 2.0 * half * half,
        im: (excess + 1.0) * sin,
    }
}

/// `ln(1 + z)`, the branch that is real on the real axis.
pub(crate) fn log1p(z: Complex<f64>) -> Complex<f64> {
    let (x, y) = (z.re, z.im);
    let modulus = if x > -0.5 {
        0.5 * libm::log1p(2.0 * x + x * x + y * y)
    } else {
        libm::log(libm::hypot(1.0 + x, y))
    };
    Complex {
        re: modulus,
        im: libm::atan2(y, 1.0 + x),
    }
}

/// `|z|`.
pub(crate) fn abs(z: Complex<f64>) -> f64 {
    libm::hypot(z.re, z.im)
}

/// `e^z`.
pub(crate) fn exp(z: Complex<f64>) -> Complex<f64> {
    let (sin, cos) = libm::sincos(z.im);
    let modulus = libm::exp(z.re);
    Complex {
        re: modulus * cos,
        im: modulus * sin,
    }
}
