//! Tables of numbers as they come in.

use super::error::Error;

/// Number of rows of a matrix of finite numbers.
pub(crate) fn rows(
    name: &'static str,
    values: &[f64],
    columns: usize,
    least: usize,
) -> Result<usize, Error> {
    let problem = if columns == 0 || !values.len().is_multiple_of(columns) {
        format!(
            "has {} numbers, no whole number of rows of {columns}",
            values.len()
        )
    } else if values.len() / columns < least {
        format!(
            "has {} rows; at least {least} are needed",
            values.len() / columns
        )
    } else if let Some(i) = values.iter().position(|x| !x.is_finite()) {
        format!(
            "is {} in row {}, column {}; it must be a finite number",
            values[i],
            i / columns + 1,
            i % columns + 1
        )
    } else {
        return Ok(values.len() / columns);
    };
    Err(Error::Malformed {
        parameter: name.into(),
        problem,
    })
}
