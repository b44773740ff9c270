//! What the figures of the curve rest on.

use crate::figure::theorems;

theorems! {
    ADVANTAGE = "Total variation of the dominating pair (Mahloujifar et al., Theorem 6)",
        from "mahloujifar2022optimal";
    BAYES_SECURITY = "1 - advantage, the worst case over all priors (Cherubin et al., Theorem 1)",
        from "cherubin2024closed";
}
