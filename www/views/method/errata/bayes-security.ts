// Findings on Cherubin et al.
import { html } from "lit";
import { tex, to } from "../chapters/chapter";
import type { Entry } from "./entry";

const PAPER = "Cherubin et al.";

export const BAYES_SECURITY: readonly Entry[] = [
  {
    id: "E6",
    title: "The rate from Bayes security",
    place: `${PAPER}, Proposition 9`,
    verdict: "wrong",
    printed: html`For priors above one half a cap of its own:
      ${tex`\mathrm{TPR}\le\tfrac{\pi}{1-\pi}\,(1+\mathrm{FPR}-\beta^*)`}`,
    corrected: html`${tex`\mathrm{TPR}\le\min(1,\,1+\mathrm{FPR}-\beta^*)`} for every prior`,
    why: () => html`<p>
      Both rates are conditional on what the record is, so the prior does not enter them: play the same rule at an even prior.
      The printed bound for priors up to one half is right; its proof puts the number of members where that of non-members
      belongs. For larger priors the printed cap is valid and needlessly loose, and does not follow from the proof's last
      line. Equality at the even prior holds only where the ROC curve has slope one.
    </p>`,
  },
  {
    id: "E7",
    title: "Numbers that do not follow from the paper's own formulas",
    place: `${PAPER}, Section 6, against Equation 4 and Proposition 9`,
    verdict: "wrong",
    printed: "Four numbers: rates of 20% and 16%, noise 3.51 on Adult, 26 steps an epoch.",
    corrected: "22%, 17%, 3.16, and 127 steps.",
    why: () => html`<p>
      20% belongs to security 0.90, not 0.88. The noise looks like 3.15 with two digits exchanged; as it is larger than
      needed, it errs on the safe side. One more pair is in an impossible order: the approximation for attributes replaces a
      diameter by twice the largest distance from the mean, which is never smaller, so its security cannot be above that of
      the full computation (.950 against .945). The other numbers of the section reproduce.
    </p>`,
  },
  {
    id: "E8",
    title: "The closed form is not a bound",
    place: `${PAPER}, Proposition 4, Theorem 6 and Corollary 7`,
    verdict: "wrong",
    printed: html`${tex`\beta^*\ge1-\mathrm{erf}\bigl(q\sqrt T/(\sqrt2\,\sigma)\bigr)`} up to an error that can be neglected.`,
    corrected: html`For replacement the explicit error is ${tex`\sqrt{q(1-q)T}/\sigma`}, half of it for add or remove. Bounds
      that stay useful, for add or remove and for replacement:
      ${tex` \mathrm{Adv}\le\tfrac12\,\sqrt{(1+q^2(e^{1/\sigma^2}-1))^T-1}`}
      ${tex` \mathrm{Adv}\le\tfrac12\,\sqrt{\Bigl(1+\frac{4q^2\sinh(1/\sigma^2)}{1-q}\Bigr)^T-1}`}`,
    why: () => html`<p>
        The explicit term says something only while the expected number of passes is below the square of the noise, which
        excludes nearly every training. Without it the closed form is on the wrong side: the loss of a sampled step has
        variance ${tex`q^2(e^{1/\sigma^2}-1)`}, not ${tex`q^2/\sigma^2`}, so the closed form claims less advantage than there
        is. Of 144 settings that were computed it did so in 72 of 72 for add or remove, and in 49 of 72 for replacement.
      </p>
      <p>
        The chi-square bounds hold for adaptive gradients in any dimension. For replacement, the law with one sign is at least
        ${tex`(1-q)`} times that of pure noise, and the integral of the squared difference over the noise is at most
        ${tex`4q^2\sinh(1/\sigma^2)`}. The Gaussian limit with the right variance was never below the truth in those
        settings, but that is an observation. The page shows it as an approximation.
      </p>`,
  },
  {
    id: "E16d",
    title: "Which records a gradient distance runs over",
    place: `${PAPER}, Corollary 10 and Section 5.3`,
    verdict: "wrong",
    printed: html`${tex`R_t`} is the largest distance of gradients over the records of the sampled batch.`,
    corrected: html`Over all records, or for the fixed target, at every step; and ${tex`\lVert R\rVert_2`}, not a sum.`,
    why: () => html`<p>
      The sample rate is a factor of the formula already. Taking only steps that hold the record counts sampling twice, and
      the bound falls far below the truth. ${tex`R_t`} also depends on the path that training took: one run's sequence does
      not bound the mechanism. And the sequence, or the security computed from it as training goes on, shows which steps
      held the record, if it is published.
    </p>`,
  },
  {
    id: "E16i",
    title: "How small the error of one step is",
    place: `${PAPER}, Appendix A, Figure 2`,
    verdict: "subtle",
    printed: html`The error is below 10⁻⁴ for ${tex`q/\sigma<10^{-3}`}.`,
    corrected: html`The error is about ${tex`0.24\,q/\sigma^2`}: below 10⁻⁴ there only for noise above about 2.4.`,
    why: () => html`<p>
      The total variation between a sampled step and the normal law that stands for it depends on rate and noise apart, not
      only on their ratio.
    </p>`,
  },
  {
    id: "E16j",
    title: "Epsilon from Bayes security",
    place: `${PAPER}, Section 4.2.1`,
    verdict: "subtle",
    printed: tex` \varepsilon\ge\ln\frac{2-2\delta-\beta^*}{\beta^*}`,
    corrected: html`The same, for the true security only, and for ${tex`\delta<1-\beta^*`}.`,
    why: (link) => html`<p>
      The algebra is right. But the map falls as security grows, and what the closed form gives is a lower bound on security
      at best, and without its error term (${to(link, "e8", "E8")}) an approximation of unknown sign. Put into the map, it
      is neither an upper nor a lower bound on ε. The page never shows it as a guarantee.
    </p>`,
  },
  {
    id: "E16k",
    title: "Security from (0, δ)",
    place: `${PAPER}, Proposition 8`,
    verdict: "subtle",
    printed: tex` \beta^*=1-\delta`,
    corrected: html`${tex`\beta^*\ge1-\delta`}; equality for the smallest δ.`,
    why: () => html`<p>
      A mechanism that satisfies a δ also satisfies every larger one. Equations 4 and 5, Corollary 5, and the bound
      ${tex`2C\sqrt T`} on the distance of gradients are right.
    </p>`,
  },
];
