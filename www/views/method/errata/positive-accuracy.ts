// Findings on Thudi et al.
import { html } from "lit";
import { tex } from "../chapters/chapter";
import type { Entry } from "./entry";

const PAPER = "Thudi et al.";

export const POSITIVE_ACCURACY: readonly Entry[] = [
  {
    id: "E9",
    title: "Joint, not conditional",
    place: `${PAPER}, Theorem 3.3`,
    verdict: "wrong",
    printed: tex` \Bigl[1+\frac{e^{-\varepsilon}P_0}{P_1}-\frac{\delta e^{-\varepsilon}P_0}{P(S\mid x)}\Bigr]^{-1}`,
    corrected: tex` \Bigl[1+\frac{e^{-\varepsilon}P_0}{P_1}-\frac{\delta e^{-\varepsilon}P_0}{P(S,\;x\in D)}\Bigr]^{-1}`,
    why: () => html`<p>
        ${tex`P_1`} and ${tex`P_0`} are the probabilities that the record is in the data set and that it is not, and
        ${tex`S`} the outcomes on which the attacker names it. The proof's sum runs over data sets that hold the record, with
        their probabilities: it is the joint probability. Read as a conditional one, as the notation and the remarks do, the
        subtracted term is too small by the factor ${tex`P_1`}, and the bound is broken by a mechanism with two outcomes.
      </p>
      <p>
        Where the record is named no more often than δ the bound says nothing. Where it is named very often the other
        inequality of differential privacy is better, so tightness is not unconditional:
        ${tex` P(S\mid x\notin D)\ge\max\{0,\;e^{-\varepsilon}(a-\delta),\;1-\delta-e^{\varepsilon}(1-a)\},\qquad a=P(S\mid x\in D)`}
      </p>`,
  },
  {
    id: "E10",
    title: "How many deletions may be left undone",
    place: `${PAPER}, Corollary 5.2`,
    verdict: "wrong",
    printed: tex` L=\Bigl(1+\frac{e^{-\varepsilon}P_1}{P_0}\Bigr)^{-1}`,
    corrected: html`For δ = 0: ${tex` L=\Bigl(1+\frac{e^{\varepsilon}P_1}{P_0}\Bigr)^{-1},\qquad m\le\frac{\ln B}{\ln L}`}`,
    why: () => html`<p>
      Negative accuracy, the share of true statements among "was not in", is at least one minus the bound on positive
      accuracy, which is the corrected ${tex`L`}. The printed one is its largest value, not its smallest. All of m deleted
      records are absent with probability at least ${tex`L^m`}, which has to be at least the promise ${tex`B`}; both
      logarithms are negative. Randomised response attains ${tex`L`}. The direction may be a slip of the text copy; the
      exponent is not.
    </p>`,
  },
  {
    id: "E16f",
    title: "The noise in the example without bound",
    place: `${PAPER}, Appendix A.1`,
    verdict: "subtle",
    printed: html`Noise 4.0412 makes one release (1, 10⁻⁵)-private; written as the second parameter of a normal law.`,
    corrected: "It is a standard deviation. 3.73063 suffices.",
    why: () => html`<p>
      As a standard deviation it is valid and not the smallest: a conversion from Rényi privacy gives about 4.045. As a
      variance it would break the guarantee. The event of the example must be a lower tail.
    </p>`,
  },
  {
    id: "E16g",
    title: "Smaller points",
    place: `${PAPER}, Appendix B, Corollaries 5.3 and 5.4, and remarks`,
    verdict: "wrong",
    printed: html`A factor ${tex`(1+e^{-\varepsilon})`} without its inverse; a sum over data sets that begins at one; an equality
      for the trust in a reconstruction; a remark with δ = 0 in the place of δ ≠ 0.`,
    corrected: html`The inverse; ${tex`2^{n-1}`} pairs, the empty set included; an upper bound; δ ≠ 0.`,
    why: () => html`<p>
      Corollary 5.3 follows from an upper bound and can be no more than one; it also writes ε for a distance and for the
      privacy parameter. The algebra of Corollary 5.4 is right: ${tex`\lvert R_g\rvert/B\le\tanh(\varepsilon/2)`}. If
      non-members are drawn from the whole larger set, as its text has it, the constant can be better by a factor of two.
    </p>`,
  },
];
