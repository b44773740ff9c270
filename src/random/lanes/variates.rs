//! Normals, Laplace variables and powers of two in single precision, by polynomials of least largest error.

use super::quad::{Floats, Words};
use core::f64::consts::{LN_2, SQRT_2};

/// Largest normal drawn: `sqrt(2 ln 2^31)`, and a little for the rounding. Beyond lie 5.4e-11 of the law.
pub(crate) const LARGEST_NORMAL: f64 = 6.5556;

/// The numbers behind the kernels, one a vector.
///
/// Engines of WebAssembly build a vector constant anew at every use, at the price of several instructions. Behind a
/// barrier the numbers are loaded instead, one instruction each.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kernel {
    sign: Words,
    odd: Words,
    exponent: Words,
    mantissa: Words,
    whole: Words,
    root: Words,
    half_turn: Floats,
    one: Floats,
    log: [Floats; 3],
    round: Floats,
}

/// Sine and cosine of [`Kernel::point`], times what the normals are to be multiplied by.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Amplitude {
    sin: [Floats; 4],
    cos: [Floats; 5],
    laplace: Floats,
}

impl Amplitude {
    pub(crate) fn new(factor: f64) -> Self {
        // The radius comes as sqrt(-2^23 log2 u).
        let normal = factor * libm::sqrt(2.0 * LN_2) / (2048.0 * SQRT_2);
        let scaled = |coefficient: f64| Floats::splat(narrow(coefficient * normal));
        Self {
            // Error 6e-7 and 5e-8 of the amplitude.
            sin: [
                1.570_791_011_1,
                -0.645_892_849_55,
                0.079_434_344_618,
                -4.333_095_293_3e-3,
            ]
            .map(scaled),
            cos: [
                0.999_999_953_47,
                -1.233_698_214_7,
                0.253_650_744_8,
                -2.081_062_774_4e-2,
                8.581_907_195_7e-4,
            ]
            .map(scaled),
            laplace: Floats::splat(narrow(factor * LN_2 / 8_388_608.0)),
        }
    }
}

impl Amplitude {
    /// By how much of `factor` the normals' standard deviation exceeds it, for the rounding of the coefficients.
    pub(crate) fn error(&self, factor: f64) -> f64 {
        const ANGLES: i32 = 32;
        let radius = 2048.0 * SQRT_2 / libm::sqrt(2.0 * LN_2);
        let value = |coefficients: &[Floats], square: f64| {
            coefficients
                .iter()
                .rev()
                .fold(0.0, |sum, c| sum * square + c.doubles()[0])
        };
        let squares: f64 = (0..ANGLES)
            .map(|i| {
                let a = (f64::from(i) + 0.5) / f64::from(ANGLES);
                let sin = a * value(&self.sin, a * a);
                let cos = value(&self.cos, a * a);
                sin * sin + cos * cos
            })
            .sum();
        libm::sqrt(squares / f64::from(ANGLES)) * radius / factor - 1.0
    }
}

/// The square roots of `c 2^x`, `-1/2 <= x <= 1/2`, as a polynomial.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Exponential([Floats; 5]);

impl Exponential {
    /// For `c 2^x`; `c` and what it is multiplied by must be normal numbers of single precision.
    pub(crate) fn new(c: f64) -> Self {
        let root = libm::sqrt(c);
        Self(SQUARE_ROOT_OF_POWER.map(|coefficient| Floats::splat(narrow(coefficient * root))))
    }

    /// By how much of `c 2^x` the polynomial exceeds it.
    pub(crate) fn error(&self, c: f64, x: f64) -> f64 {
        let rest = x - libm::rint(x);
        let root = self.0.iter().rev().fold(0.0, |sum, coefficient| {
            sum * rest + coefficient.doubles()[0]
        });
        root * root / (c * libm::exp2(rest)) - 1.0
    }
}

/// `2^(x/2)` for `-1/2 <= x <= 1/2`, relative error 8e-8.
const SQUARE_ROOT_OF_POWER: [f64; 5] = [
    0.999_999_988_3,
    0.346_572_781_77,
    0.060_056_955_333,
    6.951_011_764_3e-3,
    6.003_813_659_6e-4,
];

impl Kernel {
    pub(crate) fn new() -> Self {
        // sqrt(1/2); and -2^31 sqrt(1/2), the sign and exponent of the numbers whose logarithm is taken.
        const ROOT: u32 = 0x3f35_04f3;
        const EXPONENT: u32 = (1 << 31) + (31 << 23) + ROOT;
        core::hint::black_box(Self {
            sign: Words::splat(1 << 31),
            odd: Words::splat((1 << 31) | 1),
            exponent: Words::splat(EXPONENT),
            mantissa: Words::splat(0x007f_ffff),
            whole: Words::splat(0xff80_0000),
            root: Words::splat(ROOT),
            half_turn: Floats::splat(1.0 / 2_147_483_648.0),
            one: Floats::splat(1.0),
            log: [2.885_391_29, 0.961_470_81, 0.598_973_88]
                .map(|coefficient| Floats::splat(narrow(-8_388_608.0 * coefficient))),
            // 1.5 * 2^23: adding it rounds to a whole number and leaves that in the low bits.
            round: Floats::splat(12_582_912.0),
        })
    }

    /// `-2^23 log2 u` with `u` uniform on the odd multiples of `2^-31` below 1; never negative.
    ///
    /// The error is below `2^23 * 6e-8` or as many times the value.
    #[inline(always)]
    fn minus_log(&self, word: Words) -> Floats {
        // A word with its highest and lowest bit set is, as a signed number, minus an odd number below 2^31.
        let bits = (word | self.odd).signed().words() - self.exponent;
        // u = 2^n m with m in [sqrt(1/2), sqrt(2)), ln m = 2 artanh((m - 1)/(m + 1)).
        let n = (bits & self.whole).signed();
        let m = ((bits & self.mantissa) + self.root).floats();
        let s = (m - self.one) / (m + self.one);
        let square = s * s;
        let [l1, l3, l5] = self.log;
        // Not negative: for n = 0 the series is that of m <= 1, else the whole number outweighs it.
        s * (l1 + square * (l3 + square * l5)) - n
    }

    /// The radius of a point of the normal law of the plane, in units of [`Amplitude`], with either sign.
    #[inline(always)]
    pub(crate) fn radius(&self, word: Words) -> Floats {
        (self.minus_log(word).sqrt().words() ^ (word & self.sign)).floats()
    }

    /// Two independent normals, by Box and Muller's polar form: `radius` times sine and cosine of an angle on the half
    /// circle. The other half is the sign of the radius.
    ///
    /// With `2^16` angles or more, equally spaced, every moment below that order is the moment of the full circle.
    #[inline(always)]
    pub(crate) fn point(
        &self,
        amplitude: &Amplitude,
        radius: Floats,
        angle: Words,
    ) -> (Floats, Floats) {
        // In units of a quarter of the circle.
        let a = angle.signed() * self.half_turn;
        let square = a * a;
        let [s1, s3, s5, s7] = amplitude.sin;
        let [c0, c2, c4, c6, c8] = amplitude.cos;
        let sin = a * (s1 + square * (s3 + square * (s5 + square * s7)));
        let cos = c0 + square * (c2 + square * (c4 + square * (c6 + square * c8)));
        (radius * sin, radius * cos)
    }

    /// A Laplace variable of scale 1 times the amplitude.
    #[inline(always)]
    pub(crate) fn laplace(&self, amplitude: &Amplitude, word: Words) -> Floats {
        ((self.minus_log(word) * amplitude.laplace).words() ^ (word & self.sign)).floats()
    }

    /// `c 2^x`, relative error below 6e-7, while that is a normal number.
    #[inline(always)]
    pub(crate) fn exponential(&self, exponential: &Exponential, x: Floats) -> Floats {
        let shifted = x + self.round;
        let rest = x - (shifted - self.round);
        let [e0, e1, e2, e3, e4] = exponential.0;
        let root = e0 + rest * (e1 + rest * (e2 + rest * (e3 + rest * e4)));
        ((root * root).words() + shifted.words().left::<23>()).floats()
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "coefficients of single precision"
)]
fn narrow(number: f64) -> f32 {
    number as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::f64::consts::FRAC_PI_2;

    const HALF: f64 = 2_147_483_648.0;

    /// All numbers below `2^24`, and all the floats that the larger ones are rounded to.
    #[test]
    fn logarithms_are_accurate() {
        let kernel = Kernel::new();
        for i in 0..1_u32 << 23 {
            let (small, large) = (2 * i + 1, ((1 << 23) + i) << 7 | 1);
            // Odd numbers below 2^31 come from their complement.
            let words = [small, large, small, large].map(|odd| (1_u32 << 31) - odd);
            let logs = kernel.minus_log(Words::of(words)).doubles();
            for (odd, log) in [(small, logs[0]), (large, logs[1])] {
                let exact = -libm::log2(f64::from(odd) / HALF);
                let value = log / 8_388_608.0;
                let error = (value - exact).abs() / exact.max(1.0);
                assert!(log >= 0.0 && error < 1.5e-7, "{odd}: {error:e}");
            }
        }
    }

    #[test]
    fn points_are_accurate() {
        let kernel = Kernel::new();
        let amplitude = Amplitude::new(1.0);
        let largest = kernel.radius(Words::splat((1 << 31) - 1));
        for i in 0..1_u32 << 22 {
            let angle = i << 10 | i >> 12;
            let (sin, cos) = kernel.point(&amplitude, largest, Words::splat(angle));
            let turn = f64::from(angle.cast_signed()) / HALF * FRAC_PI_2;
            let length = libm::sqrt(2.0 * 31.0 * LN_2);
            let errors = [
                sin.doubles()[0].abs() - (length * libm::sin(turn)).abs(),
                cos.doubles()[0].abs() - length * libm::cos(turn),
            ];
            assert!(
                errors.into_iter().all(|error| error.abs() < 6e-6),
                "{i}: {errors:?}"
            );
            let beyond = sin.doubles()[0].abs().max(cos.doubles()[0].abs());
            assert!(beyond <= LARGEST_NORMAL, "{beyond}");
        }
        assert!(amplitude.error(1.0).abs() < 2e-7);
    }

    #[test]
    fn exponentials_are_accurate() {
        let kernel = Kernel::new();
        for c in [1.0, 6.127e-3, 1e-9, 3e20] {
            let exponential = Exponential::new(c);
            for i in -2_000_000..2_000_000 {
                let x = narrow(f64::from(i) * 2.7e-5);
                if c * libm::exp2(f64::from(x)) > 3e38 {
                    break;
                }
                let value = kernel.exponential(&exponential, Floats::splat(x)).doubles()[0];
                let error = value / (c * libm::exp2(f64::from(x))) - 1.0;
                assert!(error.abs() < 6e-7, "{c} {x}: {error:e}");
            }
            let error = exponential.error(c, 0.3);
            assert!(error.abs() < 4e-7, "{c}: {error:e}");
        }
    }

    #[test]
    fn laplace_variables_are_logarithms() {
        let kernel = Kernel::new();
        let amplitude = Amplitude::new(3.0);
        for word in [1, 77, 1 << 30, (1 << 31) - 1, 1 << 31, u32::MAX] {
            let odd = HALF - f64::from((word & 0x7fff_ffff) | 1);
            let exact = -3.0 * libm::log(odd / HALF) * if word >> 31 == 1 { -1.0 } else { 1.0 };
            let value = kernel.laplace(&amplitude, Words::splat(word)).doubles()[0];
            assert!(
                (value - exact).abs() <= 1e-6 * exact.abs().max(1.0),
                "{word}"
            );
        }
    }
}
