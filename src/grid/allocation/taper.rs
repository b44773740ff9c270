//! Where large summands are left out of a sum that they cannot be in.

/// `T(y) = erfc((y - place)/width)/2`: 1 up to a value, 0 beyond `end`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Taper {
    place: f64,
    width: f64,
}

/// Width of the taper as a share of the value up to which it is 1, and how many widths lie between both.
const WIDTH: f64 = 0.02;
const BEFORE: f64 = 6.3;
/// How many widths beyond its middle it is 0.
const AFTER: f64 = 8.5;
/// Width of a wide taper as a share of its place.
const WIDE: f64 = 0.1;

impl Taper {
    /// Width of a taper as a share of what it leaves.
    pub(super) const SHARE: f64 = WIDTH;

    /// 1 up to `kept` but for 1e-18.
    pub(super) fn new(kept: f64) -> Self {
        Self::narrow(kept, WIDTH * kept)
    }

    /// With a wide flank around a value.
    pub(super) fn wide(place: f64) -> Self {
        Self {
            place,
            width: WIDE * place,
        }
    }

    /// 1 up to `kept`, with a flank of this width.
    pub(super) fn narrow(kept: f64, width: f64) -> Self {
        Self {
            place: kept + BEFORE * width,
            width,
        }
    }

    pub(super) fn width(&self) -> f64 {
        self.width
    }

    /// The value up to which all is kept.
    pub(super) fn kept(&self) -> f64 {
        self.place - BEFORE * self.width
    }

    /// The value beyond which nothing is kept.
    pub(super) fn end(&self) -> f64 {
        self.place + AFTER * self.width
    }

    /// What is kept of a value.
    pub(super) fn at(&self, value: f64) -> f64 {
        0.5 * libm::erfc((value - self.place) / self.width)
    }

    /// What is left out of a value.
    pub(super) fn lost(&self, value: f64) -> f64 {
        0.5 * libm::erfc((self.place - value) / self.width)
    }

    /// Logarithm of a bound of its modulus at a complex value: `|erfc(a + ib)| <= e^(b² - a²)` for `a >= 0`, and
    /// `erfc(-x) = 2 - erfc(x)`.
    pub(super) fn log_modulus(&self, re: f64, im: f64) -> f64 {
        log_half_erfc((re - self.place) / self.width, im / self.width)
    }

    /// Logarithm of a bound of `|1 - T|` at a complex value.
    pub(super) fn log_lost(&self, re: f64, im: f64) -> f64 {
        log_half_erfc((self.place - re) / self.width, im / self.width)
    }

    /// Logarithm of a bound of its modulus at all complex values with a real part of at least `re` and an imaginary part
    /// of at most `im`.
    pub(super) fn log_largest(&self, re: f64, im: f64) -> f64 {
        if re >= self.place {
            self.log_modulus(re, im)
        } else {
            log_one_and(im * im / (self.width * self.width))
        }
    }
}

/// Logarithm of a bound of `|erfc(a + ib)/2|`.
fn log_half_erfc(a: f64, b: f64) -> f64 {
    let power = b * b - a * a;
    if a >= 0.0 { power } else { log_one_and(power) }
}

/// `ln(1 + e^power)`, from above.
fn log_one_and(power: f64) -> f64 {
    if power > 40.0 {
        power + 1e-15
    } else {
        libm::log1p(libm::exp(power))
    }
}
