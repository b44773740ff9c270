//! What the figures about noise on an output rest on.

use crate::figure::theorems;

theorems! {
    SHARP = "eta <= p tanh(sigma_1/(2 p s)), any norm and dimension; s = sigma_1/artanh(2 eta) at k = n/2",
        from "mibounds";
    LAPLACE = "eta <= p (1 - e^(-sigma_1/(2 p s))) for Laplace noise on one number, attained at k = n/2",
        from "mibounds";
    GAUSSIAN = "eta <= p erf(sigma_1/(2 sqrt2 p s)) for Gaussian noise in l2, attained at k = n/2",
        from "mibounds";
    SWAP = "eta <= p tanh(D/(2 s)), D the mean distance when the record is exchanged for a random one",
        from "mibounds";
    PRINTED = "(6.16/eta)^(1 + 2/M) sigma, radius |Laplace| (Izzo et al., Corollary 10 as printed)",
        from "izzo2024provable";
    CORRECTED = "(7.5/eta)^(1 + 2/M) sigma, density exp(-||x||/s), radius Gamma(d, s) (Izzo et al., Theorem 9)",
        from "izzo2024provable";
    LAPLACE_MECHANISM = "Delta/ln((1 + 2 eta)/(1 - 2 eta)), the Laplace mechanism at equal eta (Izzo et al., Theorem 4)",
        from "izzo2024provable";
    EQUIVALENT_EPSILON = "ln((1 + 2 eta)/(1 - 2 eta)) (Izzo et al., Theorem 4 at delta = 0)",
        from "izzo2024provable";
    TPR_FROM_ETA = "TPR <= (max(p, 1 - p) + eta - (1 - p)(1 - FPR))/p, FPR + 2 eta at k = n/2 (Izzo et al., Theorem 8)",
        from "izzo2024provable";
    ETA_OF_TABLE = "Sum over the outputs of the likelier of in and out, less the blind guess (Izzo et al., Proposition 2)",
        from "izzo2024provable";
    ADVANTAGE_OF_TABLE = "Total variation of the outputs with and without the record",
        from "mibounds";
    ROC_OF_TABLE = "Neyman-Pearson: outputs in the order of their likelihood ratio",
        from "mibounds";
    TPR_OF_TABLE = "TPR <= FPR + 2 eta at k = n/2, (max(p, 1 - p) + eta - (1 - p)(1 - FPR))/p in general (Izzo et al., Theorem 8)",
        from "izzo2024provable";
    FIRST_MOMENT = "Mean distance from the mean output (Izzo et al., Algorithm 1; any centre serves, E13)",
        from "izzo2024provable";
    SCALED_MOMENT = "Mean of the norm (sum |x_i/sigma_i|^M / d)^(1/M) (Izzo et al., Corollary 10)",
        from "izzo2024provable";
    MOMENT = "M-th root of the mean M-th power of the distance (Izzo et al., Theorem 9)",
        from "izzo2024provable";
    DEVIATION_OF_HALVES = "Standard deviation of 1/sum over all halves",
        from "mibounds";
    VARIANCE_AT_MOST_5 = "Variance at most 5 (Izzo et al., proof of Proposition 11)",
        from "izzo2024provable";
    SENSITIVITY_OF_HALVES = "The half of the smallest powers with the balancing record, and the same with the largest power in its place",
        from "mibounds";
    LAPLACE_MECHANISM_OF_HALVES = "Delta/ln((1 + 2 eta)/(1 - 2 eta))",
        from "izzo2024provable";
    PRINTED_OF_HALVES = "(6.16/eta)^2 sigma (Izzo et al., Corollary 10)",
        from "izzo2024provable";
    SHARP_OF_HALVES = "sigma/artanh(2 eta)",
        from "mibounds";
    LAPLACE_OF_HALVES = "sigma/(-ln(1 - 2 eta))",
        from "mibounds";
}
