// Findings on Humphries et al.
import { html } from "lit";
import { tex } from "../chapters/chapter";
import type { Entry } from "./entry";

const PAPER = "Humphries et al.";

export const DEPENDENT_DATA: readonly Entry[] = [
  {
    id: "E14",
    title: "Delta of a group",
    place: `${PAPER}, Section 5.2`,
    verdict: "wrong",
    printed: html`${tex`(\varepsilon/n,\,\delta/n)`}-DP for each record gives ${tex`(\varepsilon,\delta)`} for n of them.`,
    corrected: html`What each record needs: ${tex` \Bigl(\frac{\varepsilon}n,\;\delta\,\frac{e^{\varepsilon/n}-1}{e^{\varepsilon}-1}\Bigr)`}`,
    why: () => html`<p>
        Going from one data set to another record by record, each step multiplies by ${tex`e^{\varepsilon_0}`} and adds
        ${tex`\delta_0`}: after n steps δ is ${tex`\delta_0(e^{n\varepsilon_0}-1)/(e^{\varepsilon_0}-1)`}, and there are
        mechanisms that reach it. At ε = 10 the group's δ is thousands of times what was promised.
      </p>
      <p>
        The bound (8) that is built on it survives at the δ in use, because the largest total variation of the group has
        slack there. It fails for large δ, from about ε/2 on: then the mechanism with one output bit that runs here exceeds
        it. Two fixed data sets are compared, as an attacker who knows all but the choice between them would.
      </p>`,
  },
  {
    id: "E15",
    title: "The cap of the attack in the experiment",
    place: `${PAPER}, Section 5.4`,
    verdict: "wrong",
    printed: tex` 2\Bigl(1-\frac1m\Bigr)-1`,
    corrected: tex` 2\Bigl(1-\frac1{2m}\Bigr)-1=1-\frac1m`,
    why: () => html`<p>
      An attack that recognises the subpopulation of the training set finds every member, and takes a non-member for one with
      probability ${tex`1/m`}. It errs in half of the games only with that probability, so its accuracy is
      ${tex`1-1/(2m)`}. A plateau at 0.9 with 20 subpopulations is therefore not explained by this argument, and exceeding
      it needs no finer attack.
    </p>`,
  },
  {
    id: "E16h",
    title: "The index of the feature that is one",
    place: `${PAPER}, Equation 18, against Figure 5`,
    verdict: "wrong",
    printed: tex` k=((y+j-2)\bmod m)+1`,
    corrected: tex` k=((y-j)\bmod m)+1`,
    why: () => html`<p>
      The figure and the worked example have the label from the row and the subpopulation; the equation has to undo that.
      The results do not depend on it.
    </p>`,
  },
  {
    id: "E16l",
    title: "Which bound is below which",
    place: `${PAPER}, bounds (5), (6) and (8)`,
    verdict: "subtle",
    printed: "(8) is at most (5) for every δ; ε = 0 gives no advantage.",
    corrected: "For δ = 0. Bound (5) assumes it.",
    why: () => html`<p>
      The three bounds and their proofs are right, and (8) is always at most (6); the gap is largest at
      ${tex`\varepsilon=\ln(1+\sqrt2)`}, where it is ${tex`3-2\sqrt2`}. A comparison with (5) at positive δ compares different
      assumptions: at ε = 0 and δ = 1/2, (8) is one half and (5) is zero.
    </p>`,
  },
];
