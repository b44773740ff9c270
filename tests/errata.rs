//! Each corrected formula against the numbers of an independent program, and away from what is printed.
//! "000" is Mahloujifar et al., "001" Cherubin et al., "002" Thudi et al., "003" Izzo et al., "004" Humphries et al.

use mi_bounds::{
    AttributesOptions, Bounds, Demand, Estimator, Guarantee, Mechanism, MipTable,
    MonteCarloOptions, NeighboringRelation, Phase, PrivacyCurve, RunOptions, SampledGaussian,
    absence, chi_square, chi_square_replaced, closed_form, closed_form_error_term,
    closed_form_replaced, deletion_capacity, erlingsson, errata, error_term, group_delta,
    group_variation, honest_error_term, humphries, noise_from_security, positive_accuracy,
    printed_deletion_capacity, printed_scale, record_delta, subpopulation_cap, tpr_from_security,
};

fn curve(noise_multiplier: f64, sample_rate: f64, num_steps: f64, fpr: &[f64]) -> PrivacyCurve {
    let run = SampledGaussian::new(noise_multiplier, sample_rate, num_steps).expect("valid");
    let demand = Demand {
        fpr: fpr.to_vec(),
        epsilon: vec![2.0],
        ..Demand::default()
    };
    PrivacyCurve::new(&run, &demand)
}

fn close(value: f64, reference: f64) {
    assert!(
        (value - reference).abs() <= 6e-7,
        "{value} against {reference}"
    );
}

/// One step without sampling.
fn algorithm_1(sigma: f64, samples: f64, confidence: f64) -> MonteCarloOptions {
    MonteCarloOptions {
        run: RunOptions {
            noise_multiplier: Some(sigma),
            sample_rate: Some(1.0),
            num_steps: Some(1.0),
            ..RunOptions::default()
        },
        samples: Some(samples),
        seed: Some(1.0),
        confidence: Some(confidence),
        estimator: Some(Estimator::Algorithm1),
        ..MonteCarloOptions::default()
    }
}

/// 000 Algorithm 1: the printed clamp `max(eta, 0)` gives minus the advantage.
#[test]
fn e1_the_estimate_is_positive() {
    for (sigma, exact) in [(1.0, 0.382925), (0.7, 0.524949)] {
        let result = algorithm_1(sigma, 1e6, 0.95).run().expect("valid");
        // Six standard errors: a false alarm in 5e8.
        assert!((result.advantage.estimate - exact).abs() < 6.0 * result.standard_error);
    }
}

/// 000 Theorem 21: the generalised advantage `2 accuracy - 2 max(p, 1 - p)` with `- (1 - 2p)`, not `+`.
#[test]
fn e2_sign_of_the_prior() {
    let curve = curve(0.8, 0.3, 1.0, &[]);
    for (prior, corrected, printed) in [(0.2, 0.004507, 1.204507), (0.45, 0.087399, 0.287399)] {
        let accuracy = curve.accuracy(prior).middle();
        let generalised = 2.0 * accuracy - 2.0 * (1.0 - prior);
        close(generalised, corrected);
        assert!((generalised - printed).abs() > 0.1);
        // The corrected theorem itself: 2 (1 - p) TV_a(out, in) - |1 - 2p| with a = p/(1 - p).
        let a: f64 = prior / (1.0 - prior);
        let variation = 0.5 * (1.0 + a) - a * curve.overlap(-a.ln()).middle();
        close(
            2.0 * (1.0 - prior) * variation - (1.0 - 2.0 * prior),
            corrected,
        );
    }
}

/// 000 Definition 4: `TV_a(out, in)` and the hockey stick `H_a(out || in)` differ by `(1 - a)/2`.
#[test]
fn e3_generalised_variation_is_not_the_hockey_stick() {
    let curve = curve(0.8, 0.3, 1.0, &[]);
    let a: f64 = 1.2;
    // Weight on "in": TV_a(out, in) = (1 + a)/2 - a O(-ln a), H_a(out || in) = 1 - a O(-ln a).
    let hockey_stick = curve.reverse_hockey_stick(a.ln()).middle();
    let variation = 0.5 * (1.0 + a) - a * curve.overlap(-a.ln()).middle();
    close(variation, 0.141989);
    close(hockey_stick, 0.041989);
    close(hockey_stick, variation + 0.5 * (1.0 - a));
}

/// 000 Corollary 11: the weight belongs on the law of "in"; with it on "out" the rate at FPR 0.1 is 0.139150.
///
/// One step by mpmath from the closed form, two by integrating over the first observation. (The values that the
/// list of errata gives for this come from a coarse grid and are off by up to 9e-6.)
#[test]
fn e4_rates_are_those_of_neyman_and_pearson() {
    let fpr = [0.01, 0.1, 0.3];
    for (steps, rates) in [
        (
            1.0,
            [0.0492657558034438, 0.216224450385229, 0.43978734967337],
        ),
        (2.0, [0.06801283949536, 0.27060128981294, 0.50981156449308]),
    ] {
        let curve = curve(0.8, 0.3, steps, &fpr);
        for (tpr, reference) in curve.roc(&fpr).iter().zip(rates) {
            let distance = (tpr.lower - reference).max(reference - tpr.upper);
            assert!(distance <= 1e-11, "{steps}: {tpr:?} {reference}");
        }
    }
}

/// 000 Proposition 8: Hoeffding's half-width at 5e5 samples and confidence 99.999 %.
#[test]
fn e5_hoeffding() {
    let result = algorithm_1(1.0, 5e5, 1.0 - 1e-5).run().expect("valid");
    close(result.hoeffding_half_width, 0.003494);
}

/// 001 Corollary 7: without its error term the closed form lies below the truth; the term is vacuous where
/// trainings are; the chi-square bound is neither.
#[test]
fn e8_closed_form_and_chi_square() {
    let run = SampledGaussian::new(1.0, 0.01, 1000.0).expect("valid");
    let truth = PrivacyCurve::new(&run, &Demand::default()).advantage();
    close(closed_form(&run), 0.125633);
    assert!(closed_form(&run) < truth.lower);
    // sqrt(0.01 * 0.99 * 1000)/2
    close(closed_form_error_term(&run), 1.573213);
    // sqrt((1 + 1e-4 (e - 1))^1000 - 1)/2
    close(chi_square(&run), 0.216481);
    assert!(chi_square(&run) > truth.upper && chi_square(&run) < 1.0);
}

/// 000 Remarks 1 and 13 compare replacement: it is another pair, and no figure here speaks of it.
#[test]
fn e16b_replacement_is_not_add_or_remove() {
    let add_remove = curve(1.0, 1.0, 1.0, &[]).advantage();
    let replacement = curve(0.5, 1.0, 1.0, &[]).advantage();
    close(add_remove.middle(), 0.382925);
    close(replacement.middle(), 0.682689);
    assert!(replacement.upper <= 2.0 * add_remove.lower);
}

/// 001 Proposition 9: one cap for every prior, and why the proof's expression is wrong.
#[test]
fn e6_rate_from_security() {
    close(tpr_from_security(0.9, 0.1), 0.2);
    let (prior, fpr, tpr): (f64, f64, f64) = (0.3, 0.1, 0.4);
    let true_value = (prior * (1.0 - tpr) + (1.0 - prior) * fpr) / prior.min(1.0 - prior);
    let of_proof = (prior * (1.0 - tpr) + prior * fpr) / prior.min(1.0 - prior);
    close(true_value, 0.833333);
    close(of_proof, 0.7);
}

/// 001 against its own formulas.
#[test]
fn e7_printed_numbers_that_do_not_follow() {
    close(tpr_from_security(0.88, 0.1), 0.22);
    close(tpr_from_security(0.93, 0.1), 0.17);
    let rate = 256.0 / 32_561.0;
    let noise = noise_from_security(0.9, rate, 20.0 / rate, true);
    assert!((noise - 3.1556).abs() < 5e-5 && (noise - 3.51).abs() > 0.3);
}

/// 001 Corollary 7 for exchanged records: values of the list's table, by both formulas.
#[test]
fn e8_exchanged_records() {
    for (rate, steps, noise, truth, closed) in [
        (0.01, 1000.0, 1.0, 0.264352, 0.248170),
        (0.01, 1000.0, 0.7, 0.428399, 0.348554),
        (0.01, 5000.0, 1.0, 0.550026, 0.520500),
        (0.1, 100.0, 2.0, 0.379792, 0.382925),
        (0.001, 50_000.0, 1.0, 0.191233, 0.176937),
    ] {
        let run = SampledGaussian::new(noise, rate, steps).expect("valid");
        close(closed_form_replaced(&run), closed);
        let phase = Phase {
            noise_multiplier: noise,
            sample_rate: rate,
            num_steps: steps,
        };
        let mechanism = Mechanism::new(&[phase])
            .expect("valid")
            .with_relation(NeighboringRelation::ReplaceOne);
        let exact = Bounds::new(&mechanism, &Demand::default())
            .expect("proven")
            .advantage();
        assert!((exact.estimate - truth).abs() < 2e-6, "{}", exact.estimate);
        assert!(chi_square_replaced(&run) >= exact.estimate);
        let honest = closed_form_replaced(&run) + honest_error_term(&run, true);
        assert!(honest >= exact.estimate);
    }
    let printed = SampledGaussian::new(1.0, 0.001, 50_000.0).expect("valid");
    close(chi_square_replaced(&printed), 0.257515);
    let small = SampledGaussian::new(1.0, 0.001, 5000.0).expect("valid");
    assert!((error_term(&small, true) - 2.2349).abs() < 5e-5);
    let seven = SampledGaussian::new(2.0, 1e-4, 500_000.0).expect("valid");
    assert!((error_term(&seven, true) - 3.535).abs() < 5e-4);
    assert!(error_term(&seven, false) < error_term(&seven, true));
}

/// 002 Theorem 3.3: the conditional reading is exceeded by a mechanism with two outputs, the joint one attained.
#[test]
fn e9_joint_probability() {
    for (epsilon, delta, p1, rate, accuracy, conditional) in [
        (0.0, 0.1, 0.5, 0.1, 1.0, 0.666667),
        (1.0, 0.05, 0.1, 0.06, 0.644405, 0.247831),
        (1.0, 1e-5, 0.5, 1e-2, 0.731255, 0.731157),
    ] {
        let out = f64::exp(-epsilon) * (rate - delta);
        let grow = f64::exp(epsilon);
        for (a, b) in [
            (rate, out),
            (out, rate),
            (1.0 - rate, 1.0 - out),
            (1.0 - out, 1.0 - rate),
        ] {
            assert!(
                a <= grow * b + delta + 1e-15,
                "the mechanism keeps its guarantee"
            );
        }
        close(p1 * rate / (p1 * rate + (1.0 - p1) * out), accuracy);
        let dp = Guarantee::ApproximateDp { epsilon, delta };
        close(positive_accuracy(&dp, p1, Some(rate)), accuracy);
        let weight = (1.0 - p1) / grow;
        let printed = 1.0 / (1.0 + weight / p1 - delta * weight / rate);
        close(printed, conditional);
        assert!(printed < accuracy - 9e-5);
    }
    // Beyond the range of equality the other half-plane is the better one.
    let dp = Guarantee::PureDp { epsilon: 1.0 };
    close(positive_accuracy(&dp, 0.5, Some(0.9)), 0.552767);
    close(positive_accuracy(&dp, 0.5, None), 0.731059);
}

/// 002 Corollary 5.2: randomised response attains L, and the printed capacity is several times too large.
#[test]
fn e10_capacity() {
    for (p1, absent, capacity, printed) in [
        (0.01, 0.973276, 8.237971, 60.161642),
        (0.1, 0.768031, 0.845479, 5.569930),
    ] {
        close(absence(1.0, p1), absent);
        let e = std::f64::consts::E;
        let randomised = (1.0 - p1) / (1.0 + e) / ((1.0 - p1) / (1.0 + e) + p1 * e / (1.0 + e));
        close(randomised, absent);
        close(deletion_capacity(1.0, p1, 0.8), capacity);
        close(printed_deletion_capacity(1.0, p1, 0.8), printed);
    }
}

/// 003 Theorem 8.
#[test]
fn e11_twice_eta() {
    for flip in [0.0, 0.4] {
        let table = MipTable {
            table: vec![vec![1.0 - flip, flip], vec![flip, 1.0 - flip]],
            fpr: Some(vec![flip]),
            ..MipTable::default()
        };
        let result = table.result().expect("a table");
        let eta = result.eta.estimate;
        let gap = result.tpr[0].exact.estimate - flip;
        assert!((eta - (0.5 - flip)).abs() < 1e-12 && (gap - 2.0 * eta).abs() < 1e-12);
        assert!(gap > eta + 0.09, "the printed bound is exceeded");
    }
}

/// 003 Corollary 10: with the printed radius the sign of a projection tells two far-away outputs of 400,000 coordinates
/// apart; a coordinate of the direction is normal with variance 1/d to within 1e-5.
#[test]
fn e12_radius() {
    let (eta, dimension) = (0.4, 4e5_f64);
    let scale = printed_scale(6.16, 1.0, eta, 2.0);
    assert!((scale - 237.16).abs() < 1e-9);
    // P(1 + r u > 0) with |r| exponential: one less half of E[P(|Z| > sqrt(d)/|r|)].
    let miss = |t: f64| {
        statrs::function::erf::erfc(dimension.sqrt() / (t * scale) / 2.0_f64.sqrt()) * (-t).exp()
    };
    let steps = 200_000;
    let width = 60.0 / f64::from(steps);
    let integral: f64 = (0..steps)
        .map(|i| miss((f64::from(i) + 0.5) * width) * width)
        .sum();
    let accuracy = 1.0 - 0.5 * integral;
    // mpmath: 0.968438459626607
    close(accuracy, 0.968438);
    assert!(accuracy > 0.5 + eta, "more than promised");
    for (shape, tail) in [(1.0, 0.006738), (2.0, 0.040428), (10.0, 0.968172)] {
        let gamma = statrs::distribution::Gamma::new(shape, 1.0).expect("a law");
        close(statrs::distribution::ContinuousCDF::sf(&gamma, 5.0), tail);
    }
}

/// 004 Section 5.2: delta/n is too much for each record, and with a large delta bound (8) falls.
#[test]
fn e14_group() {
    let (n, epsilon, delta): (f64, f64, f64) = (10.0, 0.1, 0.2);
    let (e0, d0) = (epsilon / n, delta / n);
    // The explicit mechanism: probabilities of one bit as records are exchanged one by one.
    let start = (-5.0 * e0).exp() * (0.5 - d0 * (5.0 * e0).exp_m1() / e0.exp_m1());
    let mut law = vec![start];
    for _ in 0..5 {
        law.push(e0.exp() * law[law.len() - 1] + d0);
    }
    let mirrored: Vec<f64> = law[..5].iter().rev().map(|p| 1.0 - p).collect();
    law.extend(mirrored);
    for pair in law.windows(2) {
        let (p, q) = (pair[0], pair[1]);
        for (a, b) in [(p, q), (q, p), (1.0 - p, 1.0 - q), (1.0 - q, 1.0 - p)] {
            assert!(a <= e0.exp() * b + d0 + 1e-13);
        }
    }
    let variation = law[10] - law[0];
    close(variation, 0.242879);
    close(group_variation(e0, d0, n), variation);
    close(humphries(epsilon, delta), 0.239967);
    assert!(variation > humphries(epsilon, delta));
    close(1e6 * group_delta(1e-3, 1e-8, 1000.0), 17.174228);
    close(1e9 * record_delta(1.0, 1e-5, 1000.0), 5.822678);
}

/// 004 Section 5.4.
#[test]
fn e15_cap() {
    close(subpopulation_cap(20.0), 0.95);
}

/// 000 Appendix G: the Gaussian's loss exceeds epsilon more often than delta, and the corrected statement holds for it.
#[test]
fn e16c_tail_of_the_loss() {
    let gdp = Guarantee::Gdp { mu: 1.0 };
    let delta = gdp.divergence(1.0);
    close(delta, 0.126937);
    // The loss is N(1/2, 1): P(L > 1) = Phi(-1/2).
    let sf = |x: f64| 0.5 * statrs::function::erf::erfc(x / 2.0_f64.sqrt());
    close(sf(0.5), 0.308538);
    assert!(sf(0.5) > delta);
    let pair = Guarantee::ApproximateDp {
        epsilon: 1.0,
        delta,
    };
    for level in [0.2, 1.0, 1.5, 2.0, 4.0] {
        assert!(gdp.loss_tail(level) >= sf(level - 0.5), "{level}");
        assert!(
            pair.loss_tail(level) >= gdp.loss_tail(level) * (1.0 - 1e-9),
            "{level}"
        );
    }
}

/// 001 Corollary 10: distances of the batch count sampling twice; those of all steps give what the list says.
#[test]
fn e16d_distances_of_all_steps() {
    let of = |distances: Vec<f64>| {
        let options = AttributesOptions {
            noise_multiplier: Some(1.0),
            sample_rate: Some(0.01),
            gradient_distances: Some(distances),
            ..AttributesOptions::default()
        };
        options.result().expect("a result")
    };
    let every_step = of(vec![2.0; 10_000]);
    close(every_step.bayes_security.advantage, 0.682689);
    let attained = every_step.certified.attained.estimate;
    assert!((attained - 0.7147).abs() < 5e-5, "{attained}");
    let mut of_batch = vec![0.0; 10_000];
    for i in 0..100 {
        of_batch[100 * i] = 2.0;
    }
    let claimed = of(of_batch).bayes_security.advantage;
    assert!((claimed - 0.0797).abs() < 5e-5, "{claimed}");
}

/// The page's list has the numbers of these tests.
#[test]
fn the_list_of_errata() {
    let list = errata();
    let of = |id: &str| list.iter().find(|e| e.id == id).expect(id);
    for (id, printed, corrected) in [
        ("E1", -0.382925, 0.382925),
        ("E2", 0.287399, 0.087399),
        ("E3", 0.141989, 0.041989),
        ("E5", 0.920044, 1.0),
        ("E9", 0.247831, 0.644405),
        ("E10", 60.161642, 8.237971),
        ("E11", 0.5, 0.6),
        ("E12", 0.006738, 0.040428),
        ("E15", 0.9, 0.95),
        ("E16a", 0.581868, 0.345305),
        ("E16b", 0.382925, 0.682689),
        ("E16c", 0.126937, 0.308538),
    ] {
        close(of(id).printed_value.expect("a number"), printed);
        close(of(id).corrected_value, corrected);
    }
}

/// 001 Figure 7: the rates of the Gaussian trade-off beside it, and where the bound touches the curve.
#[test]
fn e7_figure_7() {
    let mu = 1e-4 * 500_000.0_f64.sqrt();
    close(mu, 0.070711);
    let gdp = Guarantee::Gdp { mu };
    close(gdp.tpr(0.1), 0.112978);
    close(gdp.tpr(0.01), 0.012047);
    // At Phi(-mu/2) the rate exceeds the diagonal by the whole advantage; printed at 1/2.
    let touch = 0.5 * statrs::function::erf::erfc(0.5 * mu / 2.0_f64.sqrt());
    assert!((touch - 0.4859).abs() < 5e-5);
    close(gdp.tpr(touch) - touch, gdp.divergence(0.0));
}

/// 000 Remarks 1 and 13: even an attacker who knows only the record, drawn like all others from four points of norm 1,
/// exceeds the bound for adding or removing one.
#[test]
fn e16b_four_points() {
    let root = 3.0_f64.sqrt();
    let points = [
        [1.0, 1.0, 1.0],
        [1.0, -1.0, -1.0],
        [-1.0, 1.0, -1.0],
        [-1.0, -1.0, 1.0],
    ];
    let (nodes, reach) = (100, 7.0);
    let width = 2.0 * reach / f64::from(nodes);
    let normal = |x: f64| (-0.5 * x * x).exp() / (2.0 * std::f64::consts::PI).sqrt() * width;
    // Factors of the densities along each axis at shifts plus and minus 1/sqrt 3.
    let axis: Vec<[f64; 2]> = (0..=nodes)
        .map(|i| {
            let x = -reach + width * f64::from(i);
            [normal(x - 1.0 / root), normal(x + 1.0 / root)]
        })
        .collect();
    let mut sum = 0.0;
    for x in &axis {
        for y in &axis {
            for z in &axis {
                let density = points.map(|p: [f64; 3]| {
                    let of = |factors: &[f64; 2], sign: f64| factors[usize::from(sign < 0.0)];
                    of(x, p[0]) * of(y, p[1]) * of(z, p[2])
                });
                let mean: f64 = density.iter().sum::<f64>() / 4.0;
                sum += 0.5 * (density[0] - mean).abs();
            }
        }
    }
    assert!((sum - 0.38429).abs() < 2e-4, "{sum}");
    assert!(sum > curve(1.0, 1.0, 1.0, &[]).advantage().upper + 1e-3);
}

/// 001 Appendix A: one sampled step against the Gaussian of its mean is off by more than 1e-4 at q/sigma = 1e-3.
#[test]
fn e16i_one_step() {
    for (sigma, error) in [(1.0, 2.29e-4), (2.0, 1.19e-4)] {
        let q = 1e-3 * sigma;
        let m = 1.0 / sigma;
        let width = 1e-3;
        let gap = |i: i32| {
            let z = f64::from(i) * width;
            let mixture = 1.0 + q * (m * z - 0.5 * m * m).exp_m1();
            let gaussian = (q * m * z - 0.5 * q * q * m * m).exp();
            let density = (-0.5 * z * z).exp() / (2.0 * std::f64::consts::PI).sqrt();
            0.5 * (mixture - gaussian).abs() * density * width
        };
        let variation: f64 = (-12_000..=13_000).map(gap).sum();
        assert!((variation - error).abs() < 1e-6, "{sigma}: {variation}");
    }
}

/// 004: (8) never exceeds (6), by at most 3 - 2 sqrt 2; at epsilon 0 the advantage is 0 only without a delta.
#[test]
fn e16l_order_of_bounds() {
    let mut largest = (0.0, 0.0);
    for i in 0..=100_000 {
        let epsilon = f64::from(i) * 1e-4;
        let gap = erlingsson(epsilon, 0.0) - humphries(epsilon, 0.0);
        assert!(gap >= -1e-15);
        if gap > largest.0 {
            largest = (gap, epsilon);
        }
    }
    close(largest.0, 3.0 - 2.0 * 2.0_f64.sqrt());
    assert!((largest.1 - 0.8814).abs() < 1e-4);
    close(humphries(0.0, 0.5), 0.5);
}
