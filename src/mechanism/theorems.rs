//! What is proven about the pairs that dominate a training.

use crate::figure::theorems;

theorems! {
    MIXTURE = "Exact: the Poisson-sampled Gaussian pair dominates every data set, adaptively, and is attained \
        (Mahloujifar et al., Theorem 6; Zhu, Dong and Wang, Theorem 11).",
        from "mahloujifar2022optimal", "zhu2022optimal";
    UNSAMPLED = "Exact: without sampling the steps are one Gaussian (Dong, Roth and Su, Corollary 3.3).",
        from "dong2022gaussian";
    GROUP = "Exact for records that are sampled independently: the mixture over their number dominates and is \
        attained (Ganesh 2024).",
        from "ganesh2024tight";
    SUBSTITUTION = "Exact: the pair with opposite shifts dominates Poisson sampling under replacement and is \
        attained (Lebeda, Regehr, Kamath and Steinke, Proposition 13). A sampled step shifts by up to twice the clipping norm.",
        from "lebeda2025avoiding";
    SUBSET_ONE_MORE = "Upper bound: a batch without the record is one with it in which another record took its place, \
        so a sampled step shifts by up to twice the clipping norm; the in-against-out order of the pair is attained.",
        from "mibounds";
    SUBSET = "Upper bound: amplification by subsampling without replacement (Balle, Barthe and Gaboardi 2018; Zhu, \
        Dong and Wang, Theorem 11) at sensitivity two; tight for one step, not known to be for several. The lower end \
        belongs to actual data sets.",
        from "balle2018privacy", "zhu2022optimal";
    SHUFFLE = "Between bounds: no tight analysis of shuffled epochs is known. Above, the epoch without amplification; \
        below, the data set in which the record's batch is the only one that moves. Poisson figures do not apply \
        (Chua et al. 2024).",
        from "chua2024how";
    ALLOCATION = "Exact for each epoch (Chua et al. 2025, balls-and-bins); epochs are independent and compose.",
        from "chua2025balls";
    ALLOCATION_CUT = "Upper bound: an epoch that is cut off shows less than a whole one and is counted as one; the lower end \
        leaves it out. Whole epochs are exact (Chua et al. 2025, balls-and-bins); they are independent and compose.",
        from "chua2025balls";
    ALLOCATION_REPLACED = "Upper bound: nothing tight is known for replacement under balls-and-bins; the epoch is counted \
        without amplification.",
        from "mibounds";
    LAPLACE = "Exact: the Poisson-sampled Laplace pair (monotone likelihood ratio, Mahloujifar et al., Section 4), clipping \
        in l1.",
        from "mahloujifar2022optimal";
    LAPLACE_REPLACED = "Upper bound: joint convexity at sensitivity two (Balle, Barthe and Gaboardi 2018). The lower end \
        belongs to actual data sets.",
        from "balle2018privacy";
}
