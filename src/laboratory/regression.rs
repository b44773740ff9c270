//! Linear regression of one column on others, over parts of a table, by normal equations that a record joins and leaves.

/// Most columns that are regressed on, and what stands before them.
pub(super) const MOST_PREDICTORS: usize = 8;
const MOST: usize = MOST_PREDICTORS + 1;
/// Of the number of records, what is added to the diagonal: a part on which columns depend on each other has coefficients, too, close
/// to the shortest ones that fit.
const RIDGE: f64 = 1e-9;

/// Records with a one and standardised columns, and the number that is foretold.
pub(super) struct Regression {
    rows: Vec<[f64; MOST]>,
    foretold: Vec<f64>,
    /// Mean and standard deviation of each column.
    laws: Vec<(f64, f64)>,
}

/// The normal equations of some records.
#[derive(Clone, Copy)]
pub(super) struct Normal {
    products: [[f64; MOST]; MOST],
    sides: [f64; MOST],
    records: f64,
}

impl Regression {
    /// The place of a column that is constant, if there is one.
    pub(super) fn new(foretold: Vec<f64>, columns: &[Vec<f64>]) -> Result<Self, usize> {
        let mut rows = vec![[0.0; MOST]; foretold.len()];
        let mut laws = Vec::new();
        for (place, column) in columns.iter().enumerate() {
            let count = column.len() as f64;
            let mean = column.iter().map(|x| x / count).sum::<f64>();
            let variance = column.iter().map(|x| (x - mean) * ((x - mean) / count));
            let deviation = libm::sqrt(variance.sum::<f64>());
            if !(deviation > 1e-12 * mean.abs() && deviation.is_finite()) {
                return Err(place);
            }
            for (row, x) in rows.iter_mut().zip(column) {
                row[0] = 1.0;
                row[place + 1] = (x - mean) / deviation;
            }
            laws.push((mean, deviation));
        }
        Ok(Self {
            rows,
            foretold,
            laws,
        })
    }

    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// Coefficients: the intercept, and one for each column.
    pub(super) fn width(&self) -> usize {
        self.laws.len() + 1
    }

    pub(super) fn normal(&self, records: &[usize]) -> Normal {
        let mut normal = Normal {
            products: [[0.0; MOST]; MOST],
            sides: [0.0; MOST],
            records: records.len() as f64,
        };
        for &record in records {
            self.add(&mut normal, record, 1.0);
        }
        normal
    }

    pub(super) fn exchanged(&self, normal: &Normal, out: usize, other: usize) -> Normal {
        let mut exchanged = *normal;
        self.add(&mut exchanged, out, -1.0);
        self.add(&mut exchanged, other, 1.0);
        exchanged
    }

    fn add(&self, normal: &mut Normal, record: usize, times: f64) {
        let (row, width) = (&self.rows[record], self.width());
        for i in 0..width {
            let weighted = times * row[i];
            for (sum, x) in normal.products[i].iter_mut().zip(&row[..=i]) {
                *sum += weighted * x;
            }
            normal.sides[i] += weighted * self.foretold[record];
        }
    }

    /// The coefficients in the columns' own units, by Cholesky's decomposition.
    pub(super) fn solved(&self, normal: &Normal) -> Vec<f64> {
        let width = self.width();
        let mut factor = normal.products;
        let mut solution = normal.sides;
        for i in 0..width {
            factor[i][i] += RIDGE * normal.records;
            for j in 0..=i {
                let (row, other) = (factor[i], factor[j]);
                let inner: f64 = row[..j].iter().zip(&other[..j]).map(|(a, b)| a * b).sum();
                let rest = row[j] - inner;
                factor[i][j] = if i == j {
                    libm::sqrt(rest.max(RIDGE))
                } else {
                    rest / other[j]
                };
            }
            let inner: f64 = (0..i).map(|j| factor[i][j] * solution[j]).sum();
            solution[i] = (solution[i] - inner) / factor[i][i];
        }
        for i in (0..width).rev() {
            let inner: f64 = (i + 1..width).map(|j| factor[j][i] * solution[j]).sum();
            solution[i] = (solution[i] - inner) / factor[i][i];
        }
        let slopes = self.laws.iter().zip(&solution[1..]);
        let slopes: Vec<f64> = slopes.map(|((_, deviation), x)| x / deviation).collect();
        let shift: f64 = self.laws.iter().zip(&slopes).map(|((m, _), b)| m * b).sum();
        let mut coefficients = vec![solution[0] - shift];
        coefficients.extend(slopes);
        coefficients
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// Another route: what is left of the foretold numbers is orthogonal to every column, and to one.
    #[test]
    fn what_is_left_is_orthogonal_to_the_columns() {
        let mut random = Random::seeded(8, 0);
        let columns: Vec<Vec<f64>> = [(1e3, 5.0), (0.0, 1e-3), (-4.0, 1.0)]
            .iter()
            .map(|(mean, spread)| (0..40).map(|_| mean + spread * random.normal()).collect())
            .collect();
        let foretold: Vec<f64> = (0..40)
            .map(|i| 2.0 + 0.3 * columns[0][i] - 5.0 * columns[1][i] + 0.1 * random.normal())
            .collect();
        let regression = Regression::new(foretold.clone(), &columns).expect("no constant column");
        let half: Vec<usize> = (0..40).step_by(2).collect();
        let found = regression.solved(&regression.normal(&half));
        let left = |i: &usize| {
            let slopes = columns.iter().zip(&found[1..]);
            foretold[*i] - found[0] - slopes.map(|(column, b)| b * column[*i]).sum::<f64>()
        };
        assert!(half.iter().map(left).sum::<f64>().abs() < 1e-5);
        for (column, mean) in columns.iter().zip([1e3, 0.0, -4.0]) {
            let terms = half.iter().map(|i| left(i) * (column[*i] - mean));
            let size = half.iter().map(|i| (column[*i] - mean).abs()).sum::<f64>();
            assert!(terms.sum::<f64>().abs() < 1e-6 * size);
        }
        assert!((found[1] - 0.3).abs() < 0.05, "{found:?}");
    }

    /// Of two columns that are the same each has half of the slope: the shortest coefficients that fit.
    #[test]
    fn columns_that_depend_on_each_other_share_the_slope() {
        let column: Vec<f64> = (0..10).map(f64::from).collect();
        let foretold = column.iter().map(|x| 3.0 * x + 1.0).collect();
        let regression = Regression::new(foretold, &[column.clone(), column]).expect("columns");
        let found = regression.solved(&regression.normal(&[0, 1, 2, 5, 9]));
        for (found, expected) in found.iter().zip([1.0, 1.5, 1.5]) {
            assert!((found - expected).abs() < 1e-5, "{found}");
        }
        assert_eq!(
            Regression::new(vec![1.0; 3], &[vec![2.0; 3]]).err(),
            Some(0)
        );
    }
}
