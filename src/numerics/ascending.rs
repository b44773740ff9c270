//! Numbers in ascending order.

/// The places of the numbers in the order in which they rise, none of them NaN. By insertion: they are few or mostly rise, and
/// the library's sort would be a hundredth of the module that arrives first.
pub(crate) fn ascending(numbers: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..numbers.len()).collect();
    for end in 1..order.len() {
        let mut at = end;
        while at > 0 && numbers[order[at - 1]] > numbers[order[at]] {
            order.swap(at - 1, at);
            at -= 1;
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_numbers_keep_their_order() {
        assert_eq!(ascending(&[0.5, 0.1, 0.5, 0.0, 0.1]), [3, 1, 4, 0, 2]);
        assert!(ascending(&[]).is_empty());
    }
}
