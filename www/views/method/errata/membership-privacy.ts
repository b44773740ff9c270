// Findings on Izzo et al.
import { html } from "lit";
import { tex, to } from "../chapters/chapter";
import type { Entry } from "./entry";

const PAPER = "Izzo et al.";

export const MEMBERSHIP_PRIVACY: readonly Entry[] = [
  {
    id: "E11",
    title: "Twice eta",
    place: `${PAPER}, Theorem 8`,
    verdict: "wrong",
    printed: tex` \mathrm{TPR}\le\mathrm{FPR}+\eta`,
    corrected: tex` \mathrm{TPR}\le\mathrm{FPR}+2\eta`,
    why: () => html`<p>
      Where half of the records are taken, accuracy is ${tex`\tfrac12+\tfrac12(\mathrm{TPR}-\mathrm{FPR})`}. The proof
      compares joint probabilities, each of which carries a factor of one half, as if they were rates. The corrected form is
      attained. For a share ${tex`p`} of the records:
      ${tex` \mathrm{TPR}\le\frac{\max(p,1-p)+\eta-(1-p)(1-\mathrm{FPR})}{p}`}
    </p>`,
  },
  {
    id: "E12",
    title: "The radius depends on the dimension",
    place: `${PAPER}, Corollary 10, Algorithm 1, and the tail step of Theorem 9`,
    verdict: "wrong",
    printed: html`${tex`X=r\,U`} with ${tex`r`} from a one-dimensional Laplace law; and
      ${tex`\Pr[\lVert X\rVert>t]=e^{-t/s}`}.`,
    corrected: html`${tex`X=R\,U`} with ${tex`R\sim\mathrm{Gamma}(d,\,s)`}; ${tex`\Pr[\lVert X\rVert>t]=\Gamma(d,t/s)/\Gamma(d)`}.`,
    why: (link) => html`<p>
        A density in proportion to ${tex`e^{-\lVert x\rVert/s}`} in ${tex`d`} dimensions has a radius with the Gamma law of
        shape ${tex`d`}: there is more room far out. The printed sampler has a density with an additional factor
        ${tex`\lVert x\rVert^{-(d-1)}`}, and agrees with the theorem in one dimension only. That a density depends on the
        point through its norm alone is not enough. In very many dimensions an attack on the projection breaks the promise.
      </p>
      <p>
        The direction has to have the cone measure of the norm, which the recipe by generalised normal variables gives; the
        norm needs a factor ${tex`1/d`} under its root for the moment condition. The statement of Theorem 9, with the density
        that it names, is true in every dimension, by ${to(link, "e13", "E13")}.
      </p>`,
  },
  {
    id: "E13",
    title: "A sharper bound",
    place: `${PAPER}, in the place of Theorem 9 and Corollary 10`,
    verdict: "news",
    printed: html`${tex`c=(7.5/\eta)^{1+2/M}`} or ${tex`(6.16/\eta)^{1+2/M}`}, times ${tex`\sigma`}`,
    corrected: tex` s=\frac{\sigma_1}{\mathrm{artanh}(2\eta)}`,
    why: (link) => html`<p>
      The printed scale is valid and hundreds of times larger than it need be. Statement, proof, variants and limits stand
      under ${to(link, "sharper-noise", "a sharper bound for output noise")}. Here every half of small data sets is held
      against it, with the exact accuracy of the best attacker.
    </p>`,
  },
  {
    id: "E16e",
    title: "Sigma must not depend on the training set",
    place: `${PAPER}, Algorithm 1`,
    verdict: "wrong",
    printed: "Sigma is estimated on halves of the training set.",
    corrected: html`On random halves of the whole data set, with ${tex`\lvert\cdot\rvert^M`} for odd M as well.`,
    why: () => html`<p>
      Halves of the training set have the wrong size. Worse, the amount of noise then tells who was in: a training set
      without the one outlier has no spread at all, and gets no noise. An estimated moment is an estimate in any case, not a
      bound.
    </p>`,
  },
  {
    id: "E16m",
    title: "What stands as printed, and general shares",
    place: `${PAPER}, Theorem 4, Propositions 2, 6 and 11, Figure 1`,
    verdict: "fine",
    printed: tex` \eta=\delta+\frac{1-\delta}{1+e^{-\varepsilon}}-\tfrac12`,
    corrected: html`The same. For a share ${tex`p`} of the records:
      ${tex` \eta=\max\Bigl(\delta\min(p,1-p),\;\frac{e^{\varepsilon}+\delta}{e^{\varepsilon}+1}-\max(p,1-p)\Bigr)`}`,
    why: () => html`<p>
      These are right. "Upper bound on the variance" in the text of Figure 1 must be the standard deviation, and the exponent
      2 in Lemma 13 must be k. The arithmetic to the constants 7.5 and 6.16 checks; the inequalities before it were not
      proven again, since they are superseded.
    </p>`,
  },
];
