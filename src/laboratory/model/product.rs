//! Products of small matrices in single precision.
//!
//! A block of the result stays in registers while its sums grow, each in the order of the inner index: the digits do not depend
//! on how wide the machine's vectors are, and none of the operations is fused.

use crate::random::{Floats, QUAD, Words};

const ROWS: usize = 4;
const COLUMNS: usize = 2 * QUAD;

/// `c += a b` for `a` of `depth` columns and `b` of `columns`.
pub(super) fn add_product(a: &[f32], b: &[f32], c: &mut [f32], depth: usize, columns: usize) {
    blocks(
        c,
        columns,
        |row, column| {
            let rows: [&[f32]; ROWS] = core::array::from_fn(|r| &a[(row + r) * depth..][..depth]);
            let left = (0..depth).map(|k| rows.map(|row| row[k]));
            grow(left, b, columns, column)
        },
        |row, column| {
            let row = &a[row * depth..][..depth];
            let products = row.iter().zip(b.chunks_exact(columns));
            products.map(|(a, b)| a * b[column]).sum()
        },
    );
}

/// `c += a' b` for `a` of `rows` columns and `b` of `columns`, both of the same depth.
pub(super) fn add_transposed_product(
    a: &[f32],
    b: &[f32],
    c: &mut [f32],
    rows: usize,
    columns: usize,
) {
    blocks(
        c,
        columns,
        |row, column| {
            let left = a.chunks_exact(rows).map(|a| {
                let a = &a[row..][..ROWS];
                [a[0], a[1], a[2], a[3]]
            });
            grow(left, b, columns, column)
        },
        |row, column| {
            let products = a.chunks_exact(rows).zip(b.chunks_exact(columns));
            products.map(|(a, b)| a[row] * b[column]).sum()
        },
    );
}

/// Cuts `c` into blocks, and what is left into single numbers.
#[inline(always)]
fn blocks(
    c: &mut [f32],
    columns: usize,
    block: impl Fn(usize, usize) -> [[f32; COLUMNS]; ROWS],
    single: impl Fn(usize, usize) -> f32,
) {
    let whole = columns / COLUMNS * COLUMNS;
    for (place, lines) in c.chunks_mut(ROWS * columns).enumerate() {
        let row = place * ROWS;
        let full = lines.len() == ROWS * columns;
        if full {
            for column in (0..whole).step_by(COLUMNS) {
                let sums = block(row, column);
                for (line, sums) in lines.chunks_exact_mut(columns).zip(&sums) {
                    for (c, sum) in line[column..].iter_mut().zip(sums) {
                        *c += sum;
                    }
                }
            }
        }
        let from = if full { whole } else { 0 };
        for (r, line) in lines.chunks_exact_mut(columns).enumerate() {
            for (column, c) in line.iter_mut().enumerate().skip(from) {
                *c += single(row + r, column);
            }
        }
    }
}

#[inline(always)]
fn grow(
    left: impl Iterator<Item = [f32; ROWS]>,
    b: &[f32],
    columns: usize,
    column: usize,
) -> [[f32; COLUMNS]; ROWS] {
    let mut sums = [[Floats::splat(0.0); COLUMNS / QUAD]; ROWS];
    for (left, line) in left.zip(b.chunks_exact(columns)) {
        let (quads, _) = line[column..].as_chunks::<QUAD>();
        for q in 0..COLUMNS / QUAD {
            let b = Words::of(quads[q].map(f32::to_bits)).floats();
            for r in 0..ROWS {
                sums[r][q] = sums[r][q] + Floats::splat(left[r]) * b;
            }
        }
    }
    sums.map(|quads| {
        let [one, two] = quads.map(Floats::singles);
        core::array::from_fn(|c| if c < QUAD { one[c] } else { two[c - QUAD] })
    })
}

/// The rows of `a`, of `columns` numbers each, as columns.
pub(super) fn transpose(a: &[f32], columns: usize) -> Vec<f32> {
    let rows = a.len() / columns;
    let mut turned = vec![0.0; a.len()];
    for (row, line) in a.chunks_exact(columns).enumerate() {
        for (column, number) in line.iter().enumerate() {
            turned[column * rows + row] = *number;
        }
    }
    turned
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn products_are_those_of_plain_sums_for_all_shapes() {
        let mut random = Random::seeded(1, 0);
        // Whole numbers, whose sums are exact.
        let mut matrix = |count: usize| -> Vec<f32> {
            (0..count).map(|_| random.index(9) as f32 - 4.0).collect()
        };
        for rows in 1..10 {
            for columns in 1..19 {
                for depth in [1, 2, 7] {
                    let (a, b) = (matrix(rows * depth), matrix(depth * columns));
                    let mut expected = matrix(rows * columns);
                    let (mut one, mut two) = (expected.clone(), expected.clone());
                    for row in 0..rows {
                        for column in 0..columns {
                            for k in 0..depth {
                                expected[row * columns + column] +=
                                    a[row * depth + k] * b[k * columns + column];
                            }
                        }
                    }
                    add_product(&a, &b, &mut one, depth, columns);
                    assert_eq!(one, expected);
                    add_transposed_product(&transpose(&a, depth), &b, &mut two, rows, columns);
                    assert_eq!(two, expected);
                }
            }
        }
    }
}
