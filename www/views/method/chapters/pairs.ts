// Why two one-dimensional laws stand for all data sets and all models.
import { html } from "lit";
import type { LinkTo } from "../../../state/parameters/method";
import { chapter, errata, tex, to } from "./chapter";

export const pairs = (link: LinkTo) =>
  chapter(
    "pairs",
    html`<p>
        There are endlessly many data sets, models and gradients. A <em>dominating pair</em> ${tex`(P,Q)`} saves us from
        looking at each: its hockey stick is at least that of the mechanism on every two neighbouring data sets, at every order
        ${tex`g\ge0`} (Zhu, Dong and Wang, Definition 7). Every figure above is monotone in the hockey stick, so what the
        pair gives bounds what any data set gives.
      </p>
      <p>
        For one step of DP-SGD with Poisson sampling and add or remove the pair lives on a line. A step that misses the
        record shows noise; one that takes it shifts by at most the clipping norm:
      </p>
      ${tex` Q=N(0,\sigma^2),\qquad P=(1-q)\,N(0,\sigma^2)+q\,N(1,\sigma^2)`}
      ${tex` L(z)=\ln\bigl(1-q+q\,e^{\,z/\sigma-1/(2\sigma^2)}\bigr),\qquad z\sim N(0,1)\text{ under }Q`}
      <h3>Why pairs compose</h3>
      <p>
        Take two steps. Given what the first showed, the second is a mechanism of its own, chosen perhaps in the light of
        the first: the model moved, so the gradients did. Its hockey stick, at whatever order the first step left, is at
        most that of the pair. Exchange it for the pair, then the first step as well. At each exchange the whole can only
        grow, because the hockey stick of a product is an average of hockey sticks of one factor. So the product of the
        pairs dominates the whole training, adaptive choices included. For this it matters that domination holds at
        <em>all</em> orders: a comparison of total variation alone, or only of orders above one, does not survive
        composition.
      </p>
      <p>
        What may not adapt are the settings: noise, rate and number of steps are fixed before training starts. Choosing
        them by looking at the outcome is outside of every figure here.
      </p>
      <p>
        Since the product's loss is a sum of independent terms, the law of one sum answers everything. The bound is attained
        by the data set in which all gradients are zero but the target's, which is clipped in every step. So there the
        answer is exact, not merely an upper bound. For other games and samplings the pair differs, and not all pairs are
        attained: see ${to(link, "standing", "what is proven")} and ${errata(link, "E16p")}.
      </p>`,
  );
