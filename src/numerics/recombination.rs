//! Few of many weighted points with the same sums: Tchakaloff's theorem, by steps of the simplex method.

/// Smallest pivot beside the largest, and what is left of a function beside the largest one that another explains.
const SMALLEST: f64 = 1e-11;
const LEAST: f64 = 1e-14;

/// Orthonormal functions on the points that span what these do, the first one first, each given by its values; what is nothing beside the
/// largest is left out.
pub(crate) fn independent(mut functions: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let mut basis: Vec<Vec<f64>> = Vec::new();
    let square = |values: &[f64]| -> f64 { values.iter().map(|value| value * value).sum() };
    let most = functions.iter().map(|f| square(f)).fold(0.0, f64::max);
    while !functions.is_empty() {
        let sizes = functions.iter().map(|function| square(function));
        let largest = sizes.enumerate().max_by(|a, b| a.1.total_cmp(&b.1));
        let place = if basis.is_empty() {
            0
        } else {
            largest.map_or(0, |(place, _)| place)
        };
        let mut next = functions.swap_remove(place);
        // Once more: what rounding has left of the others.
        for other in &basis {
            remove(&mut next, other);
        }
        let size = libm::sqrt(square(&next));
        if size.is_nan() || size <= LEAST * libm::sqrt(most) {
            break;
        }
        next.iter_mut().for_each(|value| *value /= size);
        for function in &mut functions {
            remove(function, &next);
        }
        basis.push(next);
    }
    basis
}

/// Takes from a function its part along another of norm 1.
fn remove(function: &mut [f64], other: &[f64]) {
    let along: f64 = function.iter().zip(other).map(|(a, b)| a * b).sum();
    for (value, other) in function.iter_mut().zip(other) {
        *value -= along * other;
    }
}

/// Places of points and weights, all positive, with which the functions, given by their values at all points, sum to what they sum to with
/// the positive `weights` there, up to rounding. Mostly there are as many points as functions.
pub(crate) fn recombined(functions: &[Vec<f64>], weights: &[f64]) -> Vec<(usize, f64)> {
    let most = functions.len();
    let mut kept: Vec<(usize, f64)> = weights.iter().copied().enumerate().collect();
    while kept.len() > most {
        // Groups of points at their centres of mass: about half of these, and so of the points, is left.
        let groups: Vec<&[(usize, f64)]> = kept.chunks(kept.len().div_ceil(2 * most)).collect();
        let mass = |group: &[(usize, f64)]| -> f64 { group.iter().map(|&(_, w)| w).sum() };
        let masses: Vec<f64> = groups.iter().map(|group| mass(group)).collect();
        let row = |function: &Vec<f64>| -> Vec<f64> {
            let of_group = |(group, mass): (&&[(usize, f64)], &f64)| {
                let sum: f64 = group.iter().map(|&(p, w)| w * function[p]).sum();
                sum / mass
            };
            groups.iter().zip(&masses).map(of_group).collect()
        };
        let left = Tableau::new(functions.iter().map(row).collect(), masses.clone()).vertex();
        let before = kept.len();
        kept = groups
            .iter()
            .zip(left.iter().zip(&masses))
            .filter(|(_, (left, _))| **left > 0.0)
            .flat_map(|(group, (left, mass))| group.iter().map(move |&(p, w)| (p, w * left / mass)))
            .collect();
        if kept.len() == before {
            break;
        }
    }
    kept
}

/// Equations between the weights of columns, in terms of as many basic columns.
struct Tableau {
    rows: Vec<Vec<f64>>,
    weights: Vec<f64>,
    /// The basic column of each row.
    basic: Vec<usize>,
}

impl Tableau {
    /// Solves for basic columns, the largest pivots first.
    fn new(mut rows: Vec<Vec<f64>>, weights: Vec<f64>) -> Self {
        let mut basic = Vec::new();
        let mut largest = 0.0_f64;
        for first in 0..rows.len() {
            let mut pivot = (0.0, first, 0);
            for (i, row) in rows.iter().enumerate().skip(first) {
                for (j, value) in row.iter().enumerate() {
                    if value.abs() > pivot.0 {
                        pivot = (value.abs(), i, j);
                    }
                }
            }
            let (size, row, column) = pivot;
            largest = largest.max(size);
            if size <= SMALLEST * largest {
                break;
            }
            rows.swap(first, row);
            eliminate(&mut rows, first, column);
            basic.push(column);
        }
        rows.truncate(basic.len());
        Self {
            rows,
            weights,
            basic,
        }
    }

    /// Weights of basic columns alone.
    fn vertex(mut self) -> Vec<f64> {
        for column in 0..self.weights.len() {
            if !self.basic.contains(&column) {
                self.drop(column);
            }
        }
        self.weights
    }

    /// Takes the weight of a column, or where that would make another one negative, that of a basic column whose place it takes.
    fn drop(&mut self, column: usize) {
        // Less of this column is more of the basic ones, by this much each; the other way a basic one may vanish, too.
        let falls = |sign: f64| {
            let ratios = self.rows.iter().enumerate().filter_map(|(i, row)| {
                let rate = -sign * row[column];
                (rate > 0.0).then(|| (self.weights[self.basic[i]] / rate, i))
            });
            ratios.min_by(|a, b| a.0.total_cmp(&b.0))
        };
        let (less, more) = (falls(1.0), falls(-1.0));
        let own = self.weights[column];
        let size =
            |found: Option<(f64, usize)>| found.map_or(0.0, |(_, i)| self.rows[i][column].abs());
        let (step, row) = match less {
            Some((step, row)) if step < own => match more {
                Some((other, place)) if size(more) > size(less) => (-other, place),
                _ => (step, row),
            },
            _ => {
                self.shift(column, own);
                self.weights[column] = 0.0;
                return;
            }
        };
        self.shift(column, step);
        self.weights[column] -= step;
        let replaced = core::mem::replace(&mut self.basic[row], column);
        self.weights[replaced] = 0.0;
        eliminate(&mut self.rows, row, column);
    }

    /// Moves so much weight from a column to the basic ones.
    fn shift(&mut self, column: usize, weight: f64) {
        for (row, &basic) in self.rows.iter().zip(&self.basic) {
            let moved = self.weights[basic] + weight * row[column];
            self.weights[basic] = moved.max(0.0);
        }
    }
}

/// Makes a column that of a unit in one row.
fn eliminate(rows: &mut [Vec<f64>], place: usize, column: usize) {
    let mut pivot = core::mem::take(&mut rows[place]);
    let scale = pivot[column];
    pivot.iter_mut().for_each(|value| *value /= scale);
    for row in rows.iter_mut().filter(|row| !row.is_empty()) {
        let factor = row[column];
        if factor != 0.0 {
            for (value, other) in row.iter_mut().zip(&pivot) {
                *value -= factor * other;
            }
        }
    }
    rows[place] = pivot;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As many points as independent functions keep all sums, with positive weights.
    #[test]
    fn sums_are_kept() {
        let points: Vec<(f64, f64)> = (0..700)
            .map(|p| {
                let x = 2.0 * libm::fmod(f64::from(p) * 0.618_033_988_75, 1.0) - 1.0;
                (x, libm::sin(7.0 * x) * 0.9)
            })
            .collect();
        let weights: Vec<f64> = (0..700).map(|p| 1.0 + f64::from(p % 5)).collect();
        let mut functions = Vec::new();
        for i in 0..6 {
            for j in 0..(6 - i) {
                let value =
                    |&(x, y): &(f64, f64)| libm::pow(x, f64::from(i)) * libm::pow(y, f64::from(j));
                functions.push(points.iter().map(value).collect::<Vec<f64>>());
            }
        }
        // The same once more depends on the others.
        functions.push(functions[3].clone());
        let basis = independent(functions.clone());
        assert_eq!(basis.len(), 21);
        let kept = recombined(&basis, &weights);
        assert!(kept.len() <= 21, "{}", kept.len());
        assert!(kept.iter().all(|&(_, weight)| weight > 0.0));
        for function in functions {
            let all: f64 = function.iter().zip(&weights).map(|(f, w)| f * w).sum();
            let few: f64 = kept.iter().map(|&(p, w)| w * function[p]).sum();
            assert!((all - few).abs() < 1e-10, "{all} {few}");
        }
    }

    /// Points on a line need as many as its polynomials.
    #[test]
    fn a_line_needs_fewer() {
        let x: Vec<f64> = (0..400).map(|p| f64::from(p) / 200.0 - 1.0).collect();
        let mut functions = Vec::new();
        for i in 0..8 {
            for j in 0..(8 - i) {
                functions.push(
                    x.iter()
                        .map(|x| libm::pow(*x, f64::from(i + j)))
                        .collect::<Vec<f64>>(),
                );
            }
        }
        let basis = independent(functions);
        assert_eq!(basis.len(), 8);
        assert_eq!(recombined(&basis, &vec![1.0; 400]).len(), 8);
    }
}
