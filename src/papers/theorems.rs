//! What the numbers rest on that only a figure shows, and whose printed numbers stand beside them.

use crate::figure::theorems;

theorems! {
    FINAL_MODEL = "Expected advantage of the attack that compares one coordinate of the final model with the threshold half-way \
        between its means (Mahloujifar et al., Appendix I, with the threshold of erratum E16n)",
        from "mahloujifar2022optimal";
    MIXTURE_DISTANCE = "Total variation between a sampled step and the Gaussian of its mean, over the sets on which one density is \
        the larger",
        from "cherubin2024closed";
    MIXTURE_BOUND = "sqrt(p (1 - p) T)/(2 sigma) (Cherubin et al., Proposition 4 with the constant of erratum E8)",
        from "cherubin2024closed";
    PRINTED_CHOICE = "p = erfinv(1 - security) sqrt(2/T) sigma (Cherubin et al., Equation 4); as approximate as the closed form",
        from "cherubin2024closed";
    CERTIFIED_CHOICE = "Largest sample rate whose certified Bayes security reaches the level",
        from "mibounds";
    CLOSED_FORM_ERROR = "Closed form of the advantage (Cherubin et al., Corollary 7 without its error term) less the exact one of \
        exchanged records",
        from "cherubin2024closed", "mibounds";
    CLOSED_FORM_ADVANTAGE = "erf(q sqrt(T)/(sqrt2 sigma)) (Cherubin et al., Corollary 7 without its error term)",
        from "cherubin2024closed";
    EXCHANGED_STEP = "Total variation of one step with and without an exchange, whose pair is the worst (Lebeda et al., Proposition 13)",
        from "lebeda2025avoiding";
    GAUSSIAN_TRADE_OFF = "Phi(Phi^-1(FPR) + mu), mu = 2 p sqrt(T)/sigma: the Gaussian in place of the mixture",
        from "cherubin2024closed", "dong2022gaussian";
    BEST_GUESS = "1 - security/2, the best guess at even prior (Cherubin et al.)",
        from "cherubin2024closed";
    PRINTED_RESULTS = "Printed in Cherubin et al., Section 6.2",
        from "cherubin2024closed";
    ODDS_OF_ABSENCE = "Factors of the term that Theorem 3.3 adds to 1 (Thudi et al., Section 3.4)",
        from "thudi2024less";
    PRINTED_CAPACITY = "ln B/ln L with e^-eps in L (Thudi et al., Corollary 5.2 as printed)",
        from "thudi2024less";
    LINEAR_CAPACITY = "Linear growth in the expected size, constant 1 (Sekhari et al., as cited by Thudi et al.)",
        from "thudi2024less";
    EXAMPLE_POSITIVE = "P(x in D | W <= t) of two Gaussians (Thudi et al., Appendix A.1)",
        from "thudi2024less";
    EXAMPLE_BOUND = "Positive accuracy at the attack's own rate, with the joint probability (Thudi et al., Theorem 3.3)",
        from "thudi2024less";
    EXAMPLE_ACCURACY = "Accuracy of a threshold between two Gaussians (Thudi et al., Appendix A.1)",
        from "thudi2024less";
}
