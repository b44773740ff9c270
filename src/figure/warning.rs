//! What a reader should know before using a number.

use serde::Serialize;

/// Something a reader should know before using a number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Warning {
    /// A stable word for programs.
    pub code: &'static str,
    /// The same for people.
    pub message: String,
}

impl Warning {
    pub(crate) fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
        }
    }

    /// A share in four digits, cut off after them.
    pub(crate) fn share(value: f64) -> String {
        let (mut decimals, mut unit, mut scaled) = (4, 1e4, value);
        while scaled < 0.1 && decimals < 16 {
            (decimals, unit, scaled) = (decimals + 1, unit * 10.0, scaled * 10.0);
        }
        format!("{:.decimals$}", libm::floor(value * unit) / unit)
    }

    /// That a delta is too large for a data set of so many records.
    pub(crate) fn of_delta(delta: Option<f64>, dataset_size: Option<f64>) -> Option<Self> {
        let (delta, share) = (delta?, 1.0 / dataset_size?);
        (delta > share).then(|| {
            Self::new(
                "delta_above_one_over_n",
                format!(
                    "Delta {delta} is above one over the number of records, {share:.1e}: a mechanism that publishes one record \
                     at random would keep such a promise."
                ),
            )
        })
    }
}
