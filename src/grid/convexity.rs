//! Repairs of a curve on knots that was lowered so far that it is no longer convex.

/// Deletes knots of negative mass: splitting it between the knots around keeps both totals and lowers the curve.
/// With the step 0 the knots lie at equal distances of the ratio, not of the loss.
pub(crate) fn convex(masses: &mut [f64], step: f64) -> Option<()> {
    if masses.iter().all(|mass| *mass >= 0.0) {
        return Some(());
    }
    let share = |part: usize, whole: usize| {
        if step == 0.0 {
            part as f64 / whole as f64
        } else {
            libm::expm1(-(part as f64) * step) / libm::expm1(-(whole as f64) * step)
        }
    };
    let mut kept: Vec<usize> = Vec::with_capacity(masses.len());
    for index in 0..masses.len() {
        kept.push(index);
        while let [.., left, middle, right] = kept[..] {
            if masses[middle] >= 0.0 {
                break;
            }
            let up = share(middle - left, right - left);
            masses[right] += masses[middle] * up;
            masses[left] += masses[middle] * (1.0 - up);
            masses[middle] = 0.0;
            kept.truncate(kept.len() - 2);
            kept.push(right);
        }
    }
    if masses[0] < 0.0 {
        flatten(masses, libm::exp(step))?;
    }
    if masses[masses.len() - 1] < 0.0 {
        masses.reverse();
        let done = flatten(masses, libm::exp(-step));
        masses.reverse();
        done?;
    }
    masses.iter().all(|mass| *mass >= 0.0).then_some(())
}

/// Where the lowered curve starts below its trivial value `1 - x` (or, read backwards, ends below 0), it is that
/// value up to the first knot where the curve is not below it: the masses up to the next knot move onto these two,
/// with both totals kept. `growth` is the ratio of the ratios of two knots.
fn flatten(masses: &mut [f64], growth: f64) -> Option<()> {
    // Mass up to a knot, and how far its mean lies beyond the knot.
    let (mut inside, mut beyond) = (0.0, 0.0);
    for index in 0..masses.len() - 1 {
        beyond = growth * beyond - inside;
        inside += masses[index];
        masses[index] = 0.0;
        if index == 0 || beyond > 0.0 {
            continue;
        }
        let both = inside + masses[index + 1];
        let right = growth * beyond + masses[index + 1];
        if right >= 0.0 && right <= both {
            masses[index] = both - right;
            masses[index + 1] = right;
            return Some(());
        }
    }
    None
}
