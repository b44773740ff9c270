// Findings on Mahloujifar et al.
import { html } from "lit";
import { tex, to } from "../chapters/chapter";
import type { Entry } from "./entry";

const PAPER = "Mahloujifar et al.";

export const SAMPLED_GAUSSIAN: readonly Entry[] = [
  {
    id: "E1",
    title: "The sign in Algorithm 1",
    place: `${PAPER}, Algorithm 1, lines 9 and 10`,
    verdict: "wrong",
    printed: tex` \text{estimate}=\frac1m\sum_j\bigl(1-e^{\max(\eta_j,0)}\bigr)`,
    corrected: tex` \text{estimate}=\frac1m\sum_j\bigl(1-e^{\min(\eta_j,0)}\bigr)`,
    why: () => html`<p>
      The losses ${tex`\eta_j`} are drawn without the record, and the advantage is the mean of
      ${tex`(1-e^{\eta})_+`}. With the maximum every summand is zero or negative, and its mean is that of
      ${tex`-(e^{\eta}-1)_+`}, which is the advantage with its sign turned. The summands have no lower bound either, so
      the inequality that the paper uses for its accuracy does not apply to them.
    </p>`,
  },
  {
    id: "E2",
    title: "The sign of 1 − 2p in the generalised advantage",
    place: `${PAPER}, Equation 26 and Theorem 21`,
    verdict: "wrong",
    printed: tex` 2(1-p)\,\mathrm{TV}_{p/(1-p)}(Q,P)+(1-2p)`,
    corrected: tex` 2(1-p)\,\mathrm{TV}_{p/(1-p)}(Q,P)-\lvert1-2p\rvert`,
    why: () => html`<p>
      The best accuracy is
      ${tex` \int\max(p\,P,(1-p)\,Q)=\tfrac12\,\Bigl(1+\int\lvert p\,P-(1-p)\,Q\rvert\Bigr).`} Taking off
      twice the better blind guess gives the corrected form. The slip enters where a supremum changes its sign. For priors
      below one half the printed form is too large by ${tex`2(1-2p)`}; for rare members it tends to 2, where nothing can be
      gained. The weight ${tex`p/(1-p)`} belongs to the law of in; on the other law it gives yet another number.
    </p>`,
  },
  {
    id: "E3",
    title: "Weighted variation is not the hockey stick",
    place: `${PAPER}, Definition 4, footnote`,
    verdict: "wrong",
    printed: tex` \mathrm{TV}_a(X,Y)=H_a(X\|Y)`,
    corrected: tex` H_a(X\|Y)=\mathrm{TV}_a(X,Y)+\tfrac{1-a}2`,
    why: () => html`<p>
      The integrals of the positive and of the negative part of ${tex`x-a\,y`} differ by ${tex`1-a`}, and their sum is twice
      ${tex`\mathrm{TV}_a`}. The two notions agree at ${tex`a=1`} only. The same step gives
      ${tex`\mathrm{TV}_a(X,Y)=a\,\mathrm{TV}_{1/a}(Y,X)`}.
    </p>`,
  },
  {
    id: "E4",
    title: "The rate at a fixed false positive rate",
    place: `${PAPER}, Corollary 11`,
    verdict: "fine",
    printed: tex` \mathrm{TPR}\le\frac{\mathrm{FPR}+\mathrm{TV}_a(Q,P)+(a-1)/2}{a}`,
    corrected: html`${tex` \mathrm{TPR}\le\min_{a>0}\frac{\mathrm{FPR}+\mathrm{TV}_a(Q,P)+(a-1)/2}{a}`} for every attack`,
    why: () => html`<p>
      Formula and direction are right: the set it uses is the best test's. Only the wording ties ${tex`a`} to a mechanism
      that nobody knows. It is simpler to say that the bound holds for every positive ${tex`a`}, and to take the smallest.
      With the weight on the other law the number is too small to be a bound.
    </p>`,
  },
  {
    id: "E5",
    title: "The exponent of the accuracy",
    place: `${PAPER}, Proposition 8`,
    verdict: "subtle",
    printed: tex` \Pr[\lvert\text{error}\rvert\ge d]\le e^{-m d^2/3}`,
    corrected: tex` \Pr[\lvert\text{error}\rvert\ge d]\le 2\,e^{-2 m d^2}`,
    why: () => html`<p>
      Hoeffding's inequality for summands between 0 and 1 has the corrected form. The printed one follows from it when
      ${tex`m d^2\ge0.6\ln2`}, and is far weaker there. Below, it does not follow, and for variables between 0 and 1 in
      general it is false: a fair coin is always one half away from its mean. No violation was found for the actual summand.
    </p>`,
  },
  {
    id: "E16a",
    title: "The closed form for two normal laws",
    place: `${PAPER}, Lemma 5`,
    verdict: "wrong",
    printed: html`The arguments of the error functions have ${tex`\sigma^2\ln a`}, and ${tex`1-a`} is added to the bracket.`,
    corrected: tex` \mathrm{TV}_a=\tfrac12\,\Bigl[\mathrm{erf}\frac{x^*}{\sqrt2\sigma}-a\,\mathrm{erf}\frac{x^*-r}{\sqrt2\sigma}\Bigr],\quad x^*=\frac{r^2-2\sigma^2\ln a}{2r}`,
    why: () => html`<p>
      The crossing ${tex`x^*`} is right; on the way into the error functions half of the logarithm is lost, and the constants
      do not cancel except at ${tex`a=1`}. What the lemma is for, that the figure grows with the distance ${tex`r`}, stays
      true: its derivative is positive. The lemma also writes one letter for the weight and for the distance.
    </p>`,
  },
  {
    id: "E16b",
    title: "Other games are not covered",
    place: `${PAPER}, Remarks 1 and 13`,
    verdict: "wrong",
    printed: "The bound for adding or removing a record carries over to Yeom's game and to replacement.",
    corrected: tex` \mathrm{Adv}_{\text{replace}}\le\min(1,\,2\,\mathrm{Adv}_{\text{add or remove}})`,
    why: (link) => html`<p>
      Replacing a record is a removal and an addition, so the triangle inequality gives a factor of two, and there are data
      for which the
      bound itself is exceeded. Even in Yeom's game, where the attacker does not know the other
      record, the bound is exceeded, if only slightly. The engine has a pair of its own for replacement: see
      ${to(link, "standing", "what is proven")}.
    </p>`,
  },
  {
    id: "E16c",
    title: "Delta is not the probability of a large loss",
    place: `${PAPER}, Appendix G, Equations 14 to 20`,
    verdict: "wrong",
    printed: html`(ε, δ)-DP implies ${tex`\Pr[\lvert L\rvert>\varepsilon]\le\delta`}.`,
    corrected: html`${tex`\Pr[L>\varepsilon']\le\delta/(1-e^{\varepsilon-\varepsilon'})`} for every
      ${tex`\varepsilon'>\varepsilon`}; or the tail of the loss itself.`,
    why: (link) => html`<p>
      δ weighs each loss by how far it exceeds ε, so that many small excesses cost little. The precision
      ${tex`1/(1+e^{-\varepsilon})`} that is derived is right for δ = 0 and an even prior; with δ,
      ${to(link, "e9", "E9")} says what holds.
    </p>`,
  },
  {
    id: "E16n",
    title: "The threshold of the attack in the experiments",
    place: `${PAPER}, Appendix I`,
    verdict: "subtle",
    printed: html`Say "in" if the coordinate exceeds ${tex`\tfrac{Tqc}2+\tfrac{mTqc}d`}.`,
    corrected: html`${tex`\tfrac{Tqc}2+\tfrac{nTqc}d`}, for the coordinate times the sign of the label, divided by the
      learning rate.`,
    why: () => html`<p>
      The letter m is not defined and must be n, the number of other examples: the mean of the coordinate is then
      ${tex`nTqc/d`} without the record and ${tex`Tqc`} more with it, and the threshold is half-way. The list of dimensions
      names one twice, and a caption has the effect of the dimension the wrong way round: a larger one shrinks the gap
      between the attack and the bound.
    </p>`,
  },
  {
    id: "E16o",
    title: "A weight that becomes negative",
    place: `${PAPER}, Lemma 7`,
    verdict: "subtle",
    printed: "The weight of a mixture is carried over to its sampled part, for every a.",
    corrected: html`Below ${tex`a=1-q`} the new weight is negative, where
      ${tex`\mathrm{TV}_{a'}=(1+\lvert a'\rvert)/2`} is a constant.`,
    why: () => html`<p>
      Definition 4 has positive weights only. Nothing breaks, for negative weights add no crossing; but a program has to
      allow them. With the weight on the mixture, ${tex`\mathrm{TV}_a(Q,P)=a\,q\,\mathrm{TV}_c`} with
      ${tex`c=(1-a(1-q))/(a\,q)`}; with the weight on out, ${tex`\mathrm{TV}_a(P,Q)=q\,\mathrm{TV}_c`} with
      ${tex`c=(a-1+q)/q`}, which is what runs here.
    </p>`,
  },
  {
    id: "E16p",
    title: "What stands as printed",
    place: `${PAPER}, Theorems 3 and 6, Equations 4, 5 and 9 to 12, Propositions 9 and 10`,
    verdict: "fine",
    printed: "As in the paper.",
    corrected: "Nothing to correct.",
    why: (link) => html`<p>
      These were checked and are right, and most of ${to(link, "theorems", "the theorems in use")} rest on them. In Equation 5
      either order of the divergence may be used.
    </p>`,
  },
];
