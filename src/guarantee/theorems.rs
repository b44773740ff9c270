//! What the figures from a guarantee rest on.

use crate::figure::theorems;

theorems! {
    HUMPHRIES = "(e^eps - 1 + 2 delta)/(e^eps + 1) (Humphries et al., Theorem 3.1)",
        from "humphries2020differentially";
    ERLINGSSON = "1 - e^-eps (1 - delta) (Erlingsson et al.)",
        from "erlingsson2019that";
    YEOM = "min(1, e^eps - 1 + delta) (Yeom et al., with delta added; 1 says nothing)",
        from "yeom2018privacy";
    JAYARAMAN = "Precision at a fixed rate from both half-planes of (epsilon, delta) (Jayaraman et al. 2020)",
        from "jayaraman2020revisiting";
    SABLAYROLLES = "P(x in D | output) <= prior + epsilon/4 (Sablayrolles et al. 2019), for pure DP",
        from "sablayrolles2019white";
    LOSS_TAIL = "Pr[loss > e'] <= delta/(1 - e^(eps - e')), e' > eps, at the best eps",
        from "mibounds";
    POSITIVE_ACCURACY = "P1 a/(P1 a + P0 b), b the least rate on non-members (Thudi et al., Theorem 3.3 with the joint probability)",
        from "thudi2024less";
    NEGATIVE_ACCURACY = "The positive accuracy with members and non-members exchanged (Thudi et al., Theorem 3.3)",
        from "thudi2024less";
    RECONSTRUCTION_TRUST = "Positive accuracy of the event that the reconstruction comes close to the record (Thudi et al., Corollary 5.3, an upper bound)",
        from "thudi2024less";
    ACCURACY_INVERTED = "Inverse of the positive accuracy",
        from "thudi2024less";
    DELETION_CAPACITY = "ln B/ln L, L = 1/(1 + e^eps P1/P0) (Thudi et al., Corollary 5.2)",
        from "thudi2024less";
    ABSENCE = "P(x not in D | S) >= 1/(1 + e^eps P1/P0), attained by randomised response",
        from "thudi2024less";
    GENERALISATION_GAP = "Loss bound times advantage (Yeom et al., Theorem 2; Thudi et al., Corollary 5.4)",
        from "yeom2018privacy", "thudi2024less";
    ETA = "Accuracy of the worst mechanism at k/n less the blind guess (Izzo et al., Theorem 4, attained)",
        from "izzo2024provable";
    ETA_OF_ORDERS = "Accuracy at k/n less the blind guess, from the divergence that the orders allow (Izzo et al., Theorem 4); no \
        mechanism attains it",
        from "izzo2024provable";
    ODDS = "Posterior odds over prior odds are at most e^eps (Izzo et al., Proposition 6)",
        from "izzo2024provable";
    GAUSSIAN_DIVERGENCE = "Hockey-stick divergence of the Gaussian mechanism",
        from "dong2022gaussian";
    ONE_PAIR = "Worst mechanism with one pair (epsilon, delta) (Kairouz, Oh and Viswanath 2015)",
        from "kairouz2015composition";
    GAUSSIAN_TRADE_OFF = "Gaussian trade-off (Dong, Roth and Su, Corollary 2.13)",
        from "dong2022gaussian";
    LIKELIHOOD_FACTOR = "Every output is at most e^eps times as likely on one of two neighbours, up to delta (Kairouz, Oh and Viswanath 2015)",
        from "kairouz2015composition";
    ORDERS = "Smallest over the orders (Canonne, Kamath and Steinke 2020, Proposition 12), and Bretagnolle and Huber \
        at order 0; no mechanism attains it",
        from "canonne2020discrete";
    ISO_BOUND = "Inverse of the positive accuracy (Thudi et al., Theorem 3.3 with the joint probability)",
        from "thudi2024less";
    GROUP_ADVANTAGE = "(e^eps - 1 + 2 delta)/(e^eps + 1) for the group (Humphries et al., Theorem 3.1)",
        from "humphries2020differentially";
    RECORD_EPSILON = "Group privacy: epsilon over the number of records (Humphries et al., Section 5.2)",
        from "humphries2020differentially";
    RECORD_DELTA = "Group privacy: delta (e^(eps/n) - 1)/(e^eps - 1)",
        from "mibounds";
    GROUP_DELTA = "Group privacy, attained: d0 (e^(n e0) - 1)/(e^e0 - 1)",
        from "mibounds";
    GROUP_VARIATION = "Largest total variation of the group, attained by one bit",
        from "mibounds";
    SUBPOPULATION_CAP = "The attack that recognises the subpopulation: 1 - 1/m",
        from "mibounds";
}
