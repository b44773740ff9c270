//! What the figures about a training rest on, beyond those of the curve and of a guarantee.

use crate::figure::theorems;

theorems! {
    GENERALISED_ADVANTAGE = "2 accuracy - 2 max(p, 1 - p) (Mahloujifar et al., Theorem 21, sign of erratum E2)",
        from "mahloujifar2022optimal";
    BAYES_ERROR = "Bayes error at the prior, one minus the accuracy",
        from "mibounds";
    SYMMETRISED_TPR = "Symmetrised trade-off, the larger divergence of both directions at every order (Dong, Roth and Su, Definition F.1)",
        from "dong2022gaussian";
    FLAGGED_PRECISION = "Precision falls along the ROC curve: the best names exactly the share asked for",
        from "mibounds";
    EPSILON = "Hockey-stick divergence of the dominating pair, the larger of both directions (Zhu, Dong and Wang, Theorem 11)",
        from "zhu2022optimal";
    HOCKEY_STICK = "Hockey-stick divergence of the dominating pair, in against out (erratum E3)",
        from "zhu2022optimal";
    REVERSE_HOCKEY_STICK = "Hockey-stick divergence of the dominating pair, out against in",
        from "zhu2022optimal";
    DELTA = "The larger hockey-stick divergence of both directions",
        from "zhu2022optimal";
    TV_A = "(1 + a)/2 - a O(-ln a): half the integral of |out - a in| (Mahloujifar et al., Definition 4)",
        from "mahloujifar2022optimal";
    CLOSED_FORM = "erf(q sqrt(T)/(2 sqrt2 sigma)), Cherubin et al., Corollary 7; no bound without its error term (erratum E8)",
        from "cherubin2024closed";
    CLOSED_FORM_UPPER = "erf(q sqrt(T)/(2 sqrt2 sigma)) + sqrt(q (1 - q) T)/(2 sigma) (Cherubin et al., Corollary 7 with its error \
        term, whose constant erratum E8 gives)",
        from "cherubin2024closed";
    GAUSSIAN_LIMIT = "2 Phi(mu/2) - 1 with mu = q sqrt(T (e^(1/sigma^2) - 1)), central limit (Bu et al. 2020); no bound",
        from "bu2020deep";
    CHI_SQUARE = "sqrt((1 + q^2 (e^(1/sigma^2) - 1))^T - 1)/2 (erratum E8)",
        from "mibounds";
    PINSKER = "sqrt(KL/2), the smaller of both directions (Mahloujifar et al., Eq. 5)",
        from "mahloujifar2022optimal";
    ACCURACY = "Complement of the Bayes error (Mahloujifar et al., Theorem 21, sign of erratum E2)",
        from "mahloujifar2022optimal";
    ETA = "Accuracy at the prior less the blind guess (Izzo et al., Definition 1, where replace_one draws a subset of fixed size)",
        from "izzo2024provable";
    GDP_MU = "Smallest mu whose Gaussian trade-off covers the curve over the stated rates (Dong, Roth and Su, Definition 2.6)",
        from "dong2022gaussian";
    CLOSED_SECURITY = "1 - erf(Delta/(2 sqrt2 sigma C)) with Delta = 2 q C sqrt(T) for exchange, half of it otherwise (Cherubin et al., Corollary 7 without its error term)",
        from "cherubin2024closed";
    CLOSED_SECURITY_LOWER = "1 - erf(Delta/(2 sqrt2 sigma C)) with Delta = 2 q C sqrt(T) for exchange, half of it otherwise (Cherubin et al., Corollary 7 less its error term, whose constant erratum E8 gives)",
        from "cherubin2024closed";
    LIMIT_SECURITY = "Central limit with the variance of the loss: q sqrt(T) sqrt(sinh(1/sigma^2)) for exchange, q sqrt(T (e^(1/sigma^2) - 1))/2 otherwise, in Phi",
        from "mibounds";
    CHI_SQUARE_SECURITY = "1 - total variation from the chi-square divergence of a step, which multiplies over steps",
        from "mibounds";
    HONEST_SECURITY = "Closed form less the chi-square distance of each sampled step from its Gaussian",
        from "mibounds";
    TPR_FROM_SECURITY = "TPR <= 1 + FPR - security at every prior (Cherubin et al., Proposition 9)",
        from "cherubin2024closed";
    EPSILON_FROM_SECURITY = "ln((2 - 2 delta - security)/security) (Cherubin et al., Section 4.2.1)",
        from "cherubin2024closed";
    PARAMETER_CHOICE = "Cherubin et al., Equation 4; as approximate as the closed form",
        from "cherubin2024closed";
    ATTRIBUTE_CLOSED = "1 - erf(q ||R||/(2 sqrt2 sigma C)), l2 norm of the sequence (Cherubin et al., Corollary 10 without its error term)",
        from "cherubin2024closed";
    ATTRIBUTE_CLOSED_TPR = "TPR <= 1 + FPR - security (Cherubin et al., Proposition 9)",
        from "cherubin2024closed";
    ATTRIBUTE_CHI_SQUARE = "Chi-square divergence of the worse of two pairs of gradients: both of the clipping norm and R_t apart, or on one \
        ray, of the clipping norm and R_t below",
        from "mibounds";
    SAMPLING_REVEALED = "erf(sqrt(q) ||R||/(2 sqrt2 sigma C)): as if the attacker saw which steps took the record",
        from "mibounds";
    MEMBERSHIP = "Exact pair of replace-one (Lebeda et al., Proposition 13): two values are two records",
        from "lebeda2025avoiding";
    OPPOSITE_GRADIENTS = "Exact pair of gradients plus and minus R_t/2, which no assumption excludes",
        from "mibounds";
    COLLINEAR_GRADIENTS = "Gradients on one ray, of the clipping norm and R_t below: total variation of whole-valued scores, a lower bound",
        from "mibounds";
    ANY_GRADIENTS = "Least overlap over all gradients at these distances that may depend on what was seen before, step by step \
        from the last one (dynamic programming) on a lattice of likelihood ratios",
        from "mibounds";
    ADAPTIVE_GRADIENTS = "Gradients on one ray, of the clipping norm and R_t below, or of one length, whose order depends on the \
        likelihood so far: total variation of whole-valued scores, a lower bound",
        from "mibounds";
    ATTRIBUTE_LIMIT = "Central limit for gradients of the clipping norm, R_t apart: the variance of their loss; no bound",
        from "mibounds";
    ATTRIBUTE_HONEST = "Closed form plus the chi-square distance of each sampled step from its Gaussian",
        from "mibounds";
    SMALLEST_BOUND = "Smallest of the proven bounds",
        from "mibounds";
    ATTRIBUTE_TPR = "Smallest of FPR + advantage, the chi-square divergence at that rate, the exact pair of replace-one, and \
        the trade-off over all gradients",
        from "mibounds";
    ATTRIBUTE_ACCURACY = "max(p, 1 - p) + min(p, 1 - p) times the smaller of the advantage and the divergence over all gradients at the \
        prior's order",
        from "mibounds";
    DIAMETER = "Largest distance over all pairs of values (Cherubin et al., Algorithm 4)",
        from "cherubin2024closed";
    MEAN_VECTOR = "2 max ||g - mean||: at least the diameter, so its Bayes security is at most the full one (Cherubin et al., Section 5.3)",
        from "cherubin2024closed";
}
